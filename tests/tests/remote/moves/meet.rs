//! Tests of moves between machines that meet something: their own sources, other operands, an earlier run, or changes.

use super::*;

#[test]
fn a_slash_at_the_end_means_nothing() {
    for slash in ["/", "//"] {
        for way in 0..2 {
            let place = Place::new();
            place.home.make(&["src/src/f", "src/f", "there/"]);
            fs::hard_link(place.at("src/f"), place.at("src/src/g")).unwrap();
            let [from, to] = &place.ways()[way];
            // What is left out has the name of the folder, too.
            let (out, err, code) = place.fmv(&["--exclude=g", &format!("{from}{slash}"), to]);
            assert_eq!((out.as_str(), err.as_str(), code), ("", "", 0));
            assert_eq!(place.list("src"), ["src/", "src/g"]);
            assert_eq!(place.list("there/src"), ["f", "src/", "src/f"]);
        }
    }
    let place = Place::new();
    place.home.make(&["target/f", "there/"]);
    symlink("target", place.at("link")).unwrap();
    place.moves(&["link/", &place.far("there")]);
    assert_eq!(fs::read_link(place.at("there/link")).unwrap(), Path::new("target"));
    assert!(place.is_gone("link") && place.home.has("target/f"));
}

#[test]
fn what_goes_to_where_it_is_stays_there() {
    for flags in [&[][..], &["-n"], &["-T"]] {
        let place = Place::new();
        place.home.make(&["x/d/e/", "x/d/f/", "x/d/file"]);
        let to = if flags == ["-T"] { "x/d" } else { "x" };
        let (out, err, code) = place.fmv(&[flags, &["x/d", &place.far(to)]].concat());
        assert_eq!((out.as_str(), code), ("", 1), "{err}");
        assert!(err.contains("the same file"), "{err}");
        assert_eq!(place.list("x"), ["d/", "d/e/", "d/f/", "d/file"]);
    }
    // Under another name it moves.
    let place = Place::new();
    place.home.make(&["x/d/e/", "x/d/file"]);
    place.moves(&["x/d", &place.far("x/new")]);
    assert_eq!(place.list("x"), ["new/", "new/e/", "new/file"]);
}

#[test]
fn what_an_earlier_run_has_left_takes_no_place_of_what_is_spared() {
    for (tool, flag) in [("fmv", "-u"), ("fmv", "--on-conflict=newer"), ("fcp", "-u")] {
        let place = Place::new();
        place.home.make(&["s/", "there/"]);
        fs::write(place.at("s/big"), vec![5; 6 << 20]).unwrap();
        let old = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
        fs::File::options().write(true).open(place.at("s/big")).unwrap().set_modified(old).unwrap();
        cut(&place, "cut", 4 << 20);
        let far = place.far("there");
        let tell = |script: &str, args: &[&str]| match tool {
            "fmv" => place.fmv_by(script, args),
            _ => place.told_by(script, args),
        };
        assert_eq!(tell("cut", &["s/big", &far]).2, 1);
        assert_eq!(place.arriving("there").len(), 1);
        fs::write(place.at("there/big"), "newer").unwrap();
        let (out, err, code) = tell("rsh", &[flag, "s/big", &far]);
        assert_eq!((out.as_str(), err.as_str(), code), ("", "", 0), "{tool} {flag}");
        assert_eq!(place.home.read("there/big"), "newer", "{tool} {flag}");
        assert_eq!(fs::metadata(place.at("s/big")).unwrap().len(), 6 << 20, "{tool} {flag}");
        assert_eq!(names(place.at("there")), ["big"], "{tool} {flag}");
    }
}

#[test]
fn another_name_of_a_spared_file_brings_what_it_holds() {
    for way in 0..2 {
        let place = Place::new();
        place.home.make(&["src/", "there/src/"]);
        fs::write(place.at("src/a"), "NEW1").unwrap();
        fs::hard_link(place.at("src/a"), place.at("src/b")).unwrap();
        fs::write(place.at("there/src/a"), "OLD1").unwrap();
        for name in ["src/a", "there/src/a"] {
            let file = fs::File::options().write(true).open(place.at(name)).unwrap();
            file.set_modified(std::time::UNIX_EPOCH).unwrap();
        }
        let [from, to] = &place.ways()[way];
        place.fmv(&["--on-conflict=different", from, to]).succeeds();
        assert_eq!(place.list("src"), ["a"]);
        assert_eq!(place.home.read("there/src/b"), "NEW1");
    }
}

#[test]
fn changes_of_metadata_and_of_symlinks_keep_the_source() {
    for change in [
        "chmod 700 src/d",
        "rm src/l; ln -s B src/l; touch -h -d @0 src/l",
        "chmod 600 src/p",
        "chmod 600 src/f",
    ] {
        let place = Place::new();
        place.home.make(&["src/d/", "src/f", "there/"]);
        symlink("A", place.at("src/l")).unwrap();
        let setup = "touch -h -d @0 src/l; mkfifo -m 644 src/p";
        let at = place.at("");
        assert!(
            Command::new("sh").current_dir(&at).args(["-c", setup]).status().unwrap().success()
        );
        watch(
            &place,
            "changes",
            End::Other,
            "\"staged\"",
            &format!("cd {} && {change}", at.display()),
        );
        let (_, err, code) = place.fmv_by("changes", &["src", &place.far("there")]);
        assert_eq!((code, err.lines().count()), (1, 1), "{change}: {err}");
        let left = place.list("src");
        let name = change.rsplit('/').next().unwrap();
        assert!(left.len() == 1 && left[0].starts_with(name), "{change}: {left:?}");
    }
}

#[test]
fn what_comes_while_sources_are_removed_is_told() {
    needs!(has_strace());
    let place = Place::new();
    place.home.make(&["src/d/f", "there/"]);
    let new = place.at("src/d/new");
    // Every removal takes a moment, and the first one lets another program write.
    let mut command = bin::clean(Command::new("strace"));
    command.env("HOME", place.home.path()).current_dir(place.at(""));
    command.args(["-f", "-qq", "-o"]).arg(place.home.path().join("trace"));
    command.args(["-e", "trace=unlinkat", "-e", "inject=unlinkat:delay_enter=500000"]);
    command.arg(bin::path_of("fmv")).args(["src", &place.far("there")]);
    command.arg(format!("--remote-fcp={}", bin::path_of("fcp").display()));
    watch(
        &place,
        "comes",
        End::Other,
        "\"placed\"",
        &format!("(sleep 0.2; echo new >{}) >/dev/null 2>&1 &", new.display()),
    );
    command.env("FCP_RSH", place.home.path().join("comes"));
    let (_, err, code) = output::told(&run(&mut command));
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("src/d': Directory not empty"), "{err}");
    assert_eq!(place.list("src"), ["d/", "d/new"]);
}

#[test]
fn folders_of_one_name_are_merged_and_both_go() {
    for way in 0..2 {
        let place = Place::new();
        place.home.make(&["a/d/x", "b/d/y", "there/"]);
        if way == 0 {
            place.moves(&["a/d", "b/d", &place.far("there")]);
        } else {
            place.moves(&[&place.far("a/d"), &place.far("b/d"), "there"]);
        }
        assert_eq!((place.list("a"), place.list("b")), (Vec::new(), Vec::new()));
        assert_eq!(place.list("there"), ["d/", "d/x", "d/y"]);
    }
    // The second file of a name is refused, once, and stays.
    let place = Place::new();
    place.home.make(&["a/d/f", "b/d/g", "there/"]);
    fs::hard_link(place.at("a/d/f"), place.at("b/d/f")).unwrap();
    let (_, err, code) = place.fmv(&["a/d", "b/d", &place.far("there")]);
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    assert_eq!((place.list("a"), place.list("b")), (Vec::new(), vec!["d/".into(), "d/f".into()]));
}

#[test]
fn each_file_may_be_flushed_by_itself() {
    for way in 0..2 {
        let place = Place::new();
        place.home.make(&["src/d/f", "there/"]);
        symlink("f", place.at("src/d/l")).unwrap();
        let [from, to] = &place.ways()[way];
        place.moves(&["--durability=file", from, to]);
        assert!(place.is_gone("src"));
        assert_eq!(place.list("there/src"), ["d/", "d/f", "d/l"]);
    }
}

#[test]
fn what_cannot_be_read_back_stays() {
    if !is_root() {
        return;
    }
    let place = Place::new();
    place.home.make(&["src/a", "there/"]);
    // An owner whom the file does not let read it, and who is not root.
    fs::set_permissions(place.at("src/a"), fs::Permissions::from_mode(0o000)).unwrap();
    as_nobody(&place);
    let (_, err, code) = place.fmv_by("as-nobody", &["--verify", "src", &place.far("there")]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("cannot verify"), "{err}");
    assert_eq!(place.list("src"), ["a"]);
    // Neither does another owner get a program that runs as that owner, nor is a device left out without a word.
    place.home.make(&["tools/set"]);
    let mode = |mode| fs::Permissions::from_mode(mode);
    fs::set_permissions(place.at("tools/set"), mode(0o4755)).unwrap();
    place.fmv_by("as-nobody", &["tools/set", &place.far("there")]);
    assert_eq!(fs::metadata(place.at("there/set")).unwrap().mode() & 0o7777, 0o755);
    let null = run(Command::new("mknod").arg(place.at("tools/null")).args(["c", "1", "3"]));
    assert!(null.status.success());
    let (_, err, code) = place.fmv_by("as-nobody", &["tools/null", &place.far("there")]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("Operation not permitted") && place.home.has("tools/null"), "{err}");
}

#[test]
fn a_rest_that_is_damaged_names_no_part_of_a_file() {
    for tool in ["fmv", "fcp"] {
        let place = Place::new();
        place.home.make(&["s/", "there/"]);
        let mut data = vec![5; 6 << 20];
        data.extend_from_slice(b"the very end");
        fs::write(place.at("s/big"), &data).unwrap();
        let far = place.far("there");
        let tell = |script: &str, args: &[&str]| match tool {
            "fmv" => place.fmv_by(script, args),
            _ => place.told_by(script, args),
        };
        cut(&place, "cut", 4 << 20);
        assert_eq!(tell("cut", &["s/big", &far]).2, 1);
        let damage = pass(&place, u64::MAX >> 1, "the very end", "another end!", 0.0);
        place.script("damages", &format!("shift; {damage} | sh -c \"$1\""));
        tell("damages", &["s/big", &far]).ends(4);
        assert!(!place.home.has("there/big") && place.home.has("s/big"), "{tool}");
    }
}

#[test]
fn what_is_reached_through_a_mount_of_itself_is_not_lost() {
    for flags in [&[][..], &["-b"], &["--on-conflict=different-content"]] {
        for way in 0..2 {
            let place = Place::new();
            place.home.make(&["src/x", "src/d/y", "there/src/"]);
            let mounted = run(Command::new("mount")
                .arg("--bind")
                .args([place.at("src"), place.at("there/src")]));
            if !mounted.status.success() {
                return skip("mounts need more rights");
            }
            let [from, to] = &place.ways()[way];
            let (_, err, code) = place.fmv(&[flags, &[from.as_str(), to.as_str()]].concat());
            let left = run(Command::new("umount").arg(place.at("there/src")));
            assert!(left.status.success());
            if flags.is_empty() {
                assert_eq!(code, 1, "{err}");
                assert!(err.contains("src/x") && err.contains("src/d/y"), "{err}");
            }
            for name in ["x", "d/y"] {
                assert_eq!(place.home.read(&format!("src/{name}")), format!("src/{name}"), "{err}");
            }
        }
    }
}

#[test]
fn operands_that_meet_are_moved_once() {
    for operands in
        [&["d", "d/f"][..], &["d/f", "d"], &["d/e", "d"], &["d", "d"], &["d", "./d", "d/f"]]
    {
        let place = Place::new();
        place.home.make(&["d/f", "d/g", "d/e/h", "there/"]);
        let far = place.far("there");
        let (_, err, _) = place.fmv(&[operands, &[far.as_str()]].concat());
        assert!(place.is_gone("d"), "{operands:?}: {err}");
        for name in ["f", "g", "e/h"] {
            let whole = place.home.read(&format!("there/d/{name}"));
            assert_eq!(whole, format!("d/{name}"), "{operands:?}");
        }
    }
}

#[test]
fn a_folder_that_cannot_be_read_is_told_once() {
    if !is_root() {
        return;
    }
    let place = Place::new();
    place.home.make(&["src/d/f", "src/g", "there/"]);
    fs::set_permissions(place.at("src/d"), fs::Permissions::from_mode(0o300)).unwrap();
    as_nobody(&place);
    let (_, err, code) = place.fmv_by("as-nobody", &[&place.far("src"), "there"]);
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    assert_eq!(place.list("src"), ["d/", "d/f"]);
    assert_eq!(place.list("there/src"), ["g"]);
}
