//! Tests of moves that are undone, to the trash as well.

use super::*;

#[test]
fn moves_go_back_and_take_edits_with_them() {
    let home = Home::temporary();
    home.mkdir("d");
    home.write("d/f", "f");
    home.write("g", "g");
    home.mkdir("to");
    home.ok("fmv", &["d", "g", "to"]);
    home.write("to/d/f", "edited");
    home.ok("fmv", &["--undo"]);
    assert_eq!((home.read("d/f"), home.read("g")), ("edited".into(), "g".into()));
    assert_eq!(fs::read_dir(home.at("to")).unwrap().count(), 0);
}

#[test]
fn a_move_does_not_come_back_over_something_else() {
    let home = Home::temporary();
    home.write("a", "a");
    home.write("b", "b");
    home.write("c", "c");
    home.mkdir("to");
    home.ok("fmv", &["a", "b", "c", "to"]);
    // Other files now have the names `a` and `to/b`, and `to/c` has been removed.
    home.write("a", "another");
    fs::remove_file(home.at("to/b")).unwrap();
    home.write("to/b", "not b");
    fs::remove_file(home.at("to/c")).unwrap();
    let told = undo_in_part(&home);
    assert_eq!(told.lines().count(), 3, "{told}");
    assert!(told.contains("the destination exists"), "{told}");
    assert!(told.contains("it has changed since"), "{told}");
    assert!(told.contains("No such file"), "{told}");
    assert_eq!((home.read("a"), home.read("to/a")), ("another".into(), "a".into()));
    assert_eq!(home.read("to/b"), "not b");
    assert!(!home.has("b") && !home.has("c"));
}

#[test]
fn a_file_that_got_the_number_of_a_moved_one_stays() {
    let home = Home::temporary();
    home.write("a", "a");
    home.mkdir("to");
    home.ok("fmv", &["a", "to"]);
    home.write("to/new", "another");
    fs::rename(home.at("to/new"), home.at("to/a")).unwrap();
    // The clock of a filesystem is some milliseconds late, so the new file may look older than the end
    // of the job; that the filesystem gave it the old number is written into the record here.
    let ino = fs::metadata(home.at("to/a")).unwrap().ino();
    let records = home.path().join(".local/state/fcp/undo");
    let record = fs::read_dir(records).unwrap().next().unwrap().unwrap().path();
    let lines = fs::read_to_string(&record).unwrap();
    let lines = lines.lines().map(|line| {
        let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
        if line["did"] == "moved" {
            line["id"][1] = ino.into();
        }
        if line["did"] == "ended" {
            line["at"] = (line["at"].as_u64().unwrap() + 1_000_000).into();
        }
        format!("{line}\n")
    });
    fs::write(&record, lines.collect::<String>()).unwrap();
    refuse(&home, "it has changed since");
    assert_eq!(home.read("to/a"), "another");
    assert!(!home.has("a"));
}

#[test]
fn merged_moves_go_back_where_they_were() {
    let home = Home::temporary();
    home.mkdir("d/sub");
    home.write("d/f", "f");
    home.write("d/sub/g", "g");
    home.mkdir("to/d/sub");
    home.write("to/d/sub/h", "h");
    home.ok("fmv", &["d", "to"]);
    assert!(!home.has("d"));
    home.ok("fmv", &["--undo"]);
    assert_eq!((home.read("d/f"), home.read("d/sub/g")), ("f".into(), "g".into()));
    assert_eq!(home.read("to/d/sub/h"), "h");
    assert!(!home.has("to/d/f") && !home.has("to/d/sub/g"));
}

#[test]
fn moves_between_filesystems_go_back() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=16m");
        Tree::user(9).build(&home.at("tree")).unwrap();
        Tree::user(9).build(&home.at("twin")).unwrap();
        let to = volume.join("tree");
        home.ok("fmv", &["tree", to.to_str().unwrap()]);
        assert!(!home.has("tree"));
        home.ok("fmv", &["--undo"]);
        assert!(!to.exists());
        assert_same(&home.at("tree"), &home.at("twin"), &What::contents());
    });
}

#[test]
fn what_went_to_the_trash_comes_back() {
    let home = Home::temporary();
    home.mkdir("d");
    home.write("d/f", "f");
    home.ok("frm", &["--trash", "d"]);
    assert!(!home.has("d"));
    home.ok("frm", &["--undo"]);
    assert_eq!(home.read("d/f"), "f");
    let trash = home.path().join(".local/share/Trash/info");
    assert_eq!(fs::read_dir(trash).unwrap().count(), 0);
}

#[test]
fn a_move_between_filesystems_gives_the_backup_its_name_back() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=1m");
        home.write("a", "new");
        fs::write(volume.join("a"), "old").unwrap();
        home.ok("fmv", &["-b", "a", volume.to_str().unwrap()]);
        assert_eq!(fs::read(volume.join("a~")).unwrap(), b"old");
        home.ok("fmv", &["--undo"]);
        assert_eq!(home.read("a"), "new");
        assert_eq!(fs::read(volume.join("a")).unwrap(), b"old");
        assert!(!volume.join("a~").exists());
    });
}

#[test]
fn sources_of_one_name_go_back_and_forth_with_their_backups() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        home.mkdir("near");
        for to in [mounts.tmpfs("size=1m"), home.at("near")] {
            let into = to.to_str().unwrap();
            // Files in a folder that is there, with an old one or without; folders, of which the first is moved whole.
            for (old, folder) in [(false, false), (true, false), (false, true), (true, true)] {
                eprintln!("{into}, old: {old}, folder: {folder}");
                let sources = ["p/d/x", "q/d/x", "r/d/x"];
                home.make(&sources);
                let place = if folder { to.join("d") } else { to.clone() };
                if old {
                    fs::create_dir_all(&place).unwrap();
                    fs::write(place.join("x"), "old").unwrap();
                }
                let operands = if folder { ["p/d", "q/d", "r/d"] } else { sources };
                home.ok("fmv", &[&["--backup=numbered"][..], &operands, &[into]].concat());
                let kept = if old { &["old", "p/d/x", "q/d/x"][..] } else { &["p/d/x", "q/d/x"] };
                for _ in 0..2 {
                    assert_eq!(fs::read_to_string(place.join("x")).unwrap(), "r/d/x");
                    for (number, text) in (1..).zip(kept) {
                        let backup = place.join(format!("x.~{number}~"));
                        assert_eq!(&fs::read_to_string(backup).unwrap(), text);
                    }
                    let foreseen = home.run("fmv", &["--undo", "--dry-run"]);
                    assert_eq!(foreseen.status.code(), Some(0), "{}", out(&foreseen));
                    home.ok("fmv", &["--undo"]);
                    for name in sources {
                        assert_eq!(home.read(name), name);
                    }
                    let left = fs::read_to_string(place.join("x")).unwrap_or_default();
                    assert_eq!(left, if old { "old" } else { "" });
                    let foreseen = home.run("fmv", &["--redo", "--dry-run"]);
                    assert_eq!(foreseen.status.code(), Some(0), "{}", out(&foreseen));
                    home.ok("fmv", &["--redo"]);
                }
                remove_all(&to.join("d")).unwrap();
                for entry in fs::read_dir(&to).unwrap() {
                    remove_all(&entry.unwrap().path()).unwrap();
                }
            }
        }
    });
}

#[test]
fn an_old_file_that_is_back_is_not_what_was_moved_there() {
    let home = Home::temporary();
    home.make(&["g", "h", "t/g"]);
    home.ok("fmv", &["-b", "g", "h", "t"]);
    home.write("h", "in the way");
    undo_in_part(&home);
    fs::remove_file(home.at("h")).unwrap();
    fs::rename(home.at("g"), home.at("elsewhere")).unwrap();
    home.ok("fcp", &["--undo=1"]);
    assert_eq!(
        (home.read("t/g"), home.read("h"), home.has("g")),
        ("t/g".into(), "h".into(), false)
    );
}

#[test]
fn a_backup_that_is_another_name_of_what_was_moved_gets_its_own_name_back() {
    let home = Home::temporary();
    home.mkdir("d");
    home.write("f", "f");
    fs::hard_link(home.at("f"), home.at("d/f")).unwrap();
    for option in ["-b", "--backup=numbered"] {
        home.ok("fmv", &[option, "-t", "d", "f"]);
        for again in ["--redo", "--undo-list"] {
            home.ok("fmv", &["--undo"]);
            assert!(home.has("f") && home.has("d/f"), "{option}");
            assert_eq!(fs::read_dir(home.at("d")).unwrap().count(), 1, "{option}");
            home.ok("fmv", &[again]);
        }
    }
}

#[test]
fn the_copy_of_a_file_that_could_not_leave_goes_to_the_trash() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=1m");
        home.make(&["a", "b"]);
        fs::write(volume.join("a"), "old").unwrap();
        let immutable = |flag: &str| {
            let mut chattr = std::process::Command::new("chattr");
            run_ok(chattr.arg(flag).arg(home.at("a")));
        };
        immutable("+i");
        home.told("fmv", &["-b", "a", "b", volume.to_str().unwrap()]).says(1, "cannot remove 'a'");
        assert_eq!(fs::read(volume.join("a")).unwrap(), b"a");
        home.ok("fmv", &["--undo"]);
        immutable("-i");
        assert_eq!((home.read("a"), home.read("b")), ("a".into(), "b".into()));
        assert_eq!(fs::read(volume.join("a")).unwrap(), b"old");
        assert!(!volume.join("b").exists() && !volume.join("a~").exists());
    });
}

#[test]
fn a_move_that_left_something_out_is_undone_and_redone_again_and_again() {
    let home = Home::temporary();
    home.make(&["a/d/f", "a/d/sub/g", "a/d/out.o", "t/"]);
    home.ok("fmv", &["--exclude=*.o", "a/d", "t"]);
    for _ in 0..3 {
        assert!(home.has("a/d/out.o") && !home.has("a/d/f") && home.has("t/d/sub/g"));
        let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
        assert_eq!(foreseen.status.code(), Some(0), "{}", err(&foreseen));
        home.ok("fcp", &["--undo"]);
        assert!(home.has("a/d/f") && home.has("a/d/sub/g") && !home.has("t/d"));
        home.ok("fcp", &["--redo"]);
    }
    // The dry run counts each item of the folder whose name the user has taken.
    home.write("a/d/f", "new");
    let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
    let plan = out(&foreseen);
    assert!(!foreseen.status.success() && plan.contains("1 item: "), "{plan}");
    undo_in_part(&home);
    assert!(home.read("a/d/f") == "new" && home.has("a/d/sub/g") && home.has("t/d/f"));
}

#[test]
fn an_edited_item_that_gave_way_to_another_one_of_its_job_goes_back_with_the_edit() {
    for folder in [true, false] {
        let home = Home::temporary();
        home.make(&["p/d/x", "q/d/x", "to/"]);
        let operands = if folder { ["p/d", "q/d"] } else { ["p/d/x", "q/d/x"] };
        let kept = if folder { "to/d/x.~1~" } else { "to/x.~1~" };
        home.ok("fmv", &[&["--backup=numbered"][..], &operands, &["to"]].concat());
        home.write(kept, "edited");
        home.ok("fmv", &["--undo"]);
        assert_eq!((home.read("p/d/x"), home.read("q/d/x")), ("edited".into(), "q/d/x".into()));
        home.ok("fmv", &["--redo"]);
        assert_eq!(home.read(kept), "edited");
    }
}

#[test]
fn an_undo_does_not_begin_to_copy_what_cannot_leave() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=1m");
        home.make(&["d/f", "g"]);
        home.ok("fmv", &["d", "g", volume.to_str().unwrap()]);
        let remount = |how: &str| {
            let mut mount = std::process::Command::new("mount");
            run_ok(mount.args(["-o", how]).arg(&volume));
        };
        remount("remount,ro");
        let told = undo_in_part(home);
        assert!(told.contains("d'") && told.contains("Read-only file system"), "{told}");
        assert!(!home.has("d") && !home.has("g"));
        remount("remount,rw");
        home.ok("fcp", &["--undo=1"]);
        assert_eq!((home.read("d/f"), home.read("g")), ("d/f".into(), "g".into()));
        assert_eq!(fs::read_dir(volume).unwrap().count(), 0);
    });
}

#[test]
fn another_file_in_the_old_place_is_not_taken_for_one_that_is_back() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=1m");
        home.make(&["d/e", "f", "g"]);
        home.ok("fmv", &["d", "f", "g", volume.to_str().unwrap()]);
        home.make(&["d/mine"]);
        home.write("g", "mine");
        let told = undo_in_part(home);
        assert!(told.contains("g': the destination exists") && !told.contains("d'"), "{told}");
        fs::remove_file(volume.join("g")).unwrap();
        // What the first one has brought back is done, also into a folder of the user's.
        let (told, code) = home.told("fcp", &["--undo=1"]);
        assert_eq!((told.lines().count(), code), (1, 1), "{told}");
        assert!(told.contains("g': No such file"), "{told}");
        assert_eq!((home.read("d/e"), home.read("g")), ("d/e".into(), "mine".into()));
    });
}

#[test]
fn an_undo_tells_of_hard_links_that_it_cannot_make_again() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=16m");
        home.make(&["d/f", "d/both", "alone"]);
        for (name, other) in [("d/f", "stays"), ("d/both", "d/too")] {
            fs::hard_link(home.at(name), home.at(other)).unwrap();
        }
        home.ok("fmv", &["d", "alone", volume.to_str().unwrap()]);
        let (told, code) = home.told("fcp", &["--undo"]);
        let expected =
            "fcp: warning: 1 file is no longer a hard link of the names that had not moved\n";
        assert_eq!((told.as_str(), code), (expected, 0));
        let inode = |name: &str| fs::metadata(home.at(name)).unwrap().ino();
        assert!(inode("d/f") != inode("stays") && inode("d/both") == inode("d/too"));
        // What has come back has no other names.
        home.ok("fcp", &["--redo"]);
        home.ok("fcp", &["--undo"]);
    });
}

#[test]
fn nothing_is_undone_while_a_disk_is_not_mounted() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=16m");
        let (disk, place) = (mounts.directory("disk"), volume.join("d"));
        fs::create_dir(&place).unwrap();
        mounts.bind(&volume, &disk);
        home.make(&["copied"]);
        fs::write(place.join("moved"), "m").unwrap();
        let there = disk.join("d");
        home.ok("fcp", &["copied", there.to_str().unwrap()]);
        home.ok("fmv", &[there.join("moved").to_str().unwrap(), "here"]);
        for (undo, name) in [("--undo=1", "here"), ("--undo=2", "copied")] {
            mounts.unmount(&disk);
            for args in [&[undo][..], &[undo, "--dry-run"]] {
                let (told, code) = home.told("fcp", args);
                assert!(code != 0 && told.contains("is the disk connected?"), "{code} {told}");
            }
            assert!(home.has(name) && fs::read_dir(&disk).unwrap().count() == 0);
            mounts.bind(&volume, &disk);
        }
        home.ok("fcp", &["--undo"]);
        home.ok("fcp", &["--undo"]);
        assert!(!home.has("here") && place.join("moved").exists());
        assert!(!place.join("copied").exists());
        mounts.unmount(&disk);
        let (told, code) = home.told("fcp", &["--redo"]);
        assert!(code != 0 && told.contains("is the disk connected?"), "{code} {told}");
    });
}
