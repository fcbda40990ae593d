//! Tests of an undo that is undone.

use super::*;

#[test]
fn undone_copies_go_to_the_trash_and_a_redo_brings_them_back() {
    let home = Home::temporary();
    Tree::user(7).build(&home.at("src")).unwrap();
    home.write("f", "f");
    home.mkdir("to");
    home.ok("fcp", &["-a", "src", "f", "to"]);
    for _ in 0..2 {
        home.ok("fcp", &["--undo"]);
        assert_eq!(fs::read_dir(home.at("to")).unwrap().count(), 0);
        assert_eq!(trash(&home), ["f", "src"]);
        home.ok("fcp", &["--redo"]);
        assert_same(&home.at("src"), &home.at("to/src"), &What::contents());
        assert_eq!(home.read("to/f"), "f");
        assert!(trash(&home).is_empty());
    }
    let nothing = home.run("fcp", &["--redo"]);
    let told = "fcp: there is nothing to redo\n";
    assert_eq!((nothing.status.code(), err(&nothing).as_str()), (Some(3), told));
    let list = home.run("fcp", &["--undo-list"]);
    let list = String::from_utf8(list.stdout).unwrap();
    assert!(list.lines().count() == 1 && list.contains("  copy   "), "{list}");
}

#[test]
fn a_redo_moves_everything_forward_again() {
    let home = Home::temporary();
    home.write("src", "new");
    home.write("dst", "old");
    home.ok("fcp", &["-b", "src", "dst"]);
    home.write("one", "one");
    home.write("two", "two");
    home.ok("fmv", &["-b", "one", "two"]);
    home.write("x", "x");
    home.write("y", "y");
    home.ok("fmv", &["--exchange", "x", "y"]);
    home.write("gone", "gone");
    home.ok("frm", &["--trash", "gone"]);
    home.write("kept", "replaced");
    home.ok("fcp", &["--keep-replaced", "src", "kept"]);
    let all = ["dst", "dst~", "one", "two", "two~", "x", "y", "gone", "kept"];
    let now = || all.map(|name| fs::read_to_string(home.at(name)).unwrap_or_default());
    let after = now();
    assert_eq!(after, ["new", "old", "", "one", "two", "y", "x", "", "new"]);
    for _ in 0..2 {
        for _ in 0..5 {
            home.ok("fcp", &["--undo"]);
        }
        assert_eq!(now(), ["old", "", "one", "two", "", "x", "y", "gone", "replaced"]);
        for _ in 0..5 {
            home.ok("fcp", &["--redo"]);
        }
        assert_eq!(now(), after);
    }
}

#[test]
fn an_old_file_stays_whose_copy_has_left_the_trash_until_it_is_there_again() {
    for flag in ["--keep-replaced", "-b"] {
        let home = Home::temporary();
        home.make(&["s/a", "s/b", "d/a", "d/b"]);
        let now = || ["d/a", "d/b"].map(|name| home.read(name));
        home.ok("fcp", &["-r", flag, "s/.", "d"]);
        home.ok("fcp", &["--undo"]);
        let files = home.path().join(".local/share/Trash/files");
        let copy = fs::read_dir(&files).unwrap().map(|entry| entry.unwrap().path());
        let copy =
            copy.into_iter().find(|path| fs::read_to_string(path).unwrap() == "s/b").unwrap();
        fs::rename(&copy, home.at("taken")).unwrap();
        let foreseen = home.run("fcp", &["--redo", "--dry-run"]);
        assert_eq!(foreseen.status.code(), Some(1), "{}", out(&foreseen));
        let (told, code) = home.told("fcp", &["--redo"]);
        assert!(code == 1 && told.contains("d/./b'") && told.lines().count() == 1, "{told}");
        assert_eq!(now(), ["s/a", "d/b"]);
        fs::rename(home.at("taken"), &copy).unwrap();
        home.ok("fcp", &["--redo"]);
        for _ in 0..2 {
            assert_eq!(now(), ["s/a", "s/b"]);
            home.ok("fcp", &["--undo"]);
            assert_eq!(now(), ["d/a", "d/b"]);
            home.ok("fcp", &["--redo"]);
        }
    }
}

#[test]
fn a_copy_that_was_not_in_the_trash_for_one_redo_comes_with_a_later_one() {
    let home = Home::temporary();
    home.make(&["p/d/x", "p/d/y", "to/d/"]);
    home.ok("fcp", &["-r", "p/d", "to"]);
    home.ok("fcp", &["--undo"]);
    let put_back = take_from_trash(&home, "y");
    home.told("fcp", &["--redo"]).says(1, "to/d/y'");
    home.ok("fcp", &["--undo"]);
    put_back();
    for _ in 0..2 {
        home.ok("fcp", &["--redo"]);
        assert_eq!((home.read("to/d/x"), home.read("to/d/y")), ("p/d/x".into(), "p/d/y".into()));
        home.ok("fcp", &["--undo"]);
        assert_eq!(fs::read_dir(home.at("to/d")).unwrap().count(), 0);
    }
}

#[test]
fn what_two_redos_have_unpacked_again_goes_with_one_undo() {
    let home = Home::temporary();
    home.make(&["p/d/x", "q/d/e/z", "to/"]);
    home.ok("fcp", &["pack", "p.tar", "p/d"]);
    home.ok("fcp", &["pack", "q.tar", "q/d"]);
    home.ok("fcp", &["extract", "p.tar", "q.tar", "to"]);
    home.ok("fcp", &["--undo"]);
    let put_back = take_from_trash(&home, "d");
    home.told("fcp", &["--redo"]).says(1, "to/d'");
    put_back();
    for _ in 0..2 {
        home.ok("fcp", &["--redo"]);
        assert_eq!(
            (home.read("to/d/x"), home.read("to/d/e/z")),
            ("p/d/x".into(), "q/d/e/z".into())
        );
        home.ok("fcp", &["--undo"]);
        assert_eq!(fs::read_dir(home.at("to")).unwrap().count(), 0);
    }
}

#[test]
fn a_redo_replaces_what_the_redo_of_an_earlier_move_brought_from_another_filesystem() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=1m");
        let to = volume.to_str().unwrap();
        home.make(&["p/x", "q/x"]);
        home.ok("fmv", &["p/x", to]);
        home.ok("fcp", &["--keep-replaced", "q/x", to]);
        for _ in 0..2 {
            assert_eq!(fs::read(volume.join("x")).unwrap(), b"q/x");
            home.ok("fcp", &["--undo"]);
            home.ok("fcp", &["--undo"]);
            assert_eq!(home.read("p/x"), "p/x");
            home.ok("fcp", &["--redo"]);
            home.ok("fcp", &["--redo"]);
        }
    });
}

#[test]
fn a_second_redo_leaves_what_the_first_one_has_moved() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let volume = mounts.tmpfs("size=1m");
        for (name, to) in [("one", volume.to_str().unwrap()), ("other", "here")] {
            let home = Home::new(&mounts.directory(name));
            home.make(&["here/"]);
            let there = |name: &str| home.at(to).join(name);
            for (name, content) in [("f", "a new one"), ("g", "g")] {
                home.write(name, content);
            }
            fs::write(there("f"), "old").unwrap();
            home.ok("fmv", &["--keep-replaced", "-t", to, "f", "g"]);
            home.ok("fcp", &["--undo"]);
            fs::write(there("g"), "in the way").unwrap();
            home.told("fcp", &["--redo"]).says(1, "the destination exists");
            fs::remove_file(there("g")).unwrap();
            home.ok("fcp", &["--redo"]);
            let now = || ["f", "g"].map(|name| fs::read_to_string(there(name)).ok());
            assert_eq!(now(), [Some("a new one".into()), Some("g".into())], "{to}");
            home.ok("fcp", &["--undo"]);
            assert_eq!(now(), [Some("old".into()), None], "{to}");
            assert_eq!((home.read("f"), home.read("g")), ("a new one".into(), "g".into()));
        }
    });
}

#[test]
fn a_redo_leaves_what_the_redo_of_a_later_job_has_moved_there() {
    let home = Home::temporary();
    home.make(&["d/"]);
    for (name, content) in [("f", "a new one"), ("d/f", "old"), ("x", "another")] {
        home.write(name, content);
    }
    home.ok("fmv", &["--keep-replaced", "f", "d/"]);
    home.ok("fcp", &["--undo"]);
    fs::remove_file(home.at("d/f")).unwrap();
    home.ok("fmv", &["x", "d/f"]);
    home.ok("fcp", &["--undo"]);
    home.ok("fcp", &["--redo"]);
    assert_eq!(home.read("d/f"), "another");
    home.told("fcp", &["--redo"]).says(1, "d/f'");
    assert_eq!((home.read("d/f"), home.read("f")), ("another".into(), "a new one".into()));
}

#[test]
fn two_redos_at_once_do_what_one_does() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=4m");
        let there = volume.join("a");
        home.make(&["a/"]);
        fs::create_dir(&there).unwrap();
        let names: Vec<String> = (0..60).map(|n| format!("f{n}")).collect();
        for name in &names {
            home.write(&format!("a/{name}"), "a new one");
            fs::write(there.join(name), "old").unwrap();
        }
        home.ok("fmv", &["--keep-replaced", "-t", volume.to_str().unwrap(), "a"]);
        for way in ["--undo", "--redo", "--undo", "--redo"] {
            let both = [0, 1].map(|_| home.command("fcp", &[way]).spawn().unwrap());
            let codes = both.map(|mut one| one.wait().unwrap().code());
            assert_eq!(codes, [Some(0); 2], "{way}");
            let expected = if way == "--redo" { "a new one" } else { "old" };
            for name in &names {
                assert_eq!(fs::read_to_string(there.join(name)).unwrap(), expected, "{way} {name}");
            }
            assert_eq!(home.has("a/f0"), way == "--undo");
        }
    });
}

#[test]
fn the_dry_run_of_a_redo_sees_a_file_in_the_place_of_a_folder() {
    let home = Home::temporary();
    home.make(&["p/d/x", "to/d/k/"]);
    home.ok("fmv", &["p/d", "to"]);
    home.ok("fmv", &["--undo"]);
    fs::rename(home.at("to/d"), home.at("aside")).unwrap();
    home.write("to/d", "mine");
    let foreseen = home.run("fmv", &["--redo", "--dry-run"]);
    assert_eq!(foreseen.status.code(), Some(1), "{}", out(&foreseen));
    assert!(out(&foreseen).contains("To redo     "), "{}", out(&foreseen));
    home.told("fmv", &["--redo"]).says(1, "to/d'");
    assert_eq!((home.read("to/d"), home.read("p/d/x")), ("mine".into(), "p/d/x".into()));
}

#[test]
fn flags_that_would_say_nothing_of_an_undo_are_refused() {
    let home = Home::temporary();
    home.write("a", "a");
    home.ok("fcp", &["a", "b"]);
    for (request, flag, unfit) in [
        ("--undo", "--exclude=b", "--exclude"),
        ("--undo", "-t.", "--target-directory"),
        ("--undo", "--keep-replaced", "--keep-replaced"),
        ("--undo", "-d", "-d"),
        ("--undo", "--no-clobber", "--no-clobber"),
        ("--redo", "--durability=file", "--durability"),
        ("--undo-list", "--include=b", "--include"),
    ] {
        let refused = home.run("fcp", &[request, flag]);
        let told = format!("cannot combine {request} with {unfit}");
        assert!(err(&refused).contains(&told), "{told}: {}", err(&refused));
        assert_eq!(refused.status.code(), Some(2), "{request} {flag}");
    }
    assert_eq!(home.read("b"), "a");
    home.ok("fcp", &["--undo", "-v", "-i", "-a", "-w2", "--on-error=skip", "--no-progress"]);
    assert!(!home.at("b").exists());
}

#[test]
fn folders_made_for_parents_come_back_with_their_times() {
    let home = Home::temporary();
    home.make(&["a/b/f", "d/other"]);
    let old = UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    for name in ["a/b", "a"] {
        fs::File::open(home.at(name)).unwrap().set_modified(old).unwrap();
    }
    home.ok("fcp", &["-a", "--parents", "a/b/f", "d"]);
    let times =
        || ["d/a", "d/a/b"].map(|name| fs::metadata(home.at(name)).unwrap().modified().unwrap());
    assert_eq!(times(), [old; 2]);
    for _ in 0..2 {
        home.ok("fcp", &["--undo"]);
        assert!(!home.has("d/a") && home.has("d/other"));
        home.ok("fcp", &["--redo"]);
        assert_eq!((times(), home.has("d/a/b/f")), ([old; 2], true));
    }
    // With something of the user's in it, a folder stays.
    home.write("d/a/new", "");
    undo_in_part(&home);
    assert!(home.has("d/a/new") && !home.has("d/a/b"));
}

#[test]
fn a_redo_says_that_it_cannot_be_undone_where_the_record_of_its_job_is_gone() {
    let home = Home::temporary();
    home.write("a", "a");
    home.ok("fcp", &["a", "b"]);
    let record = newest_record(&home);
    home.ok("fcp", &["--undo"]);
    // As where many jobs have come since.
    fs::remove_file(record).unwrap();
    let (told, code) = home.told("fcp", &["--redo"]);
    assert!(told.starts_with("fcp: warning: ") && told.contains("cannot be undone"), "{told}");
    assert_eq!((told.lines().count(), code, home.has("b")), (1, 0, true), "{told}");
}
