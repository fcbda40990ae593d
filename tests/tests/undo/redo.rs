//! Tests of an undo that is undone.

use super::*;

#[test]
fn undone_copies_go_to_the_trash_and_a_redo_brings_them_back() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
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
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
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
        let scratch = Scratch::new();
        let home = Home::new(scratch.path());
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
