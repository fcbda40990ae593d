//! Tests of items that are restored to names that other items have taken.

use fcp_test_support::pty::Pty;

use super::*;

/// A home in which `f` was moved to the trash, and another file has its name.
fn taken(scratch: &Scratch) -> Home {
    let home = Home::new(scratch.path());
    home.write("f", "old");
    ok(&home.run("frm", &["--trash", "f"]));
    home.write("f", "newer, and longer");
    home
}

#[test]
fn a_taken_name_is_asked_about_at_a_terminal() {
    for (key, here, beside, trashed) in [
        ("n", "newer, and longer", false, 1),
        // The file that was replaced is in the trash instead.
        ("y", "old", false, 1),
        ("k", "newer, and longer", true, 0),
    ] {
        let scratch = Scratch::new();
        let home = taken(&scratch);
        let mut pty = Pty::start(&mut home.command("frm", &["--trash-restore", "f"]), 100, 20);
        pty.wait_for("exists");
        pty.press_until_gone(key, "exists");
        assert!(pty.wait().success(), "{key}");
        assert_eq!(home.read("f"), here, "{key}");
        assert_eq!(home.has("f (1)"), beside, "{key}");
        assert_eq!(home.trash_list().len(), trashed, "{key}");
    }
}

#[test]
fn an_answer_can_be_given_beforehand() {
    for (answer, here, beside, trashed) in [
        ("skip", "newer, and longer", None, 1),
        ("overwrite", "old", None, 1),
        ("newer", "newer, and longer", None, 1),
        ("smaller", "old", None, 1),
        ("rename", "newer, and longer", Some("f (1)"), 0),
        ("rename:{stem}.back{ext}", "newer, and longer", Some("f.back"), 0),
    ] {
        let scratch = Scratch::new();
        let home = taken(&scratch);
        let flag = format!("--on-conflict={answer}");
        ok(&home.run("frm", &["--trash-restore", &flag, "f"]));
        assert_eq!(home.read("f"), here, "{answer}");
        assert_eq!(beside.map(|name| home.read(name)), beside.map(|_| "old".into()), "{answer}");
        assert_eq!(home.trash_list().len(), trashed, "{answer}");
        if answer == "overwrite" {
            // What was replaced can be had back in the same way.
            ok(&home.run("frm", &["--trash-restore", &flag, "f"]));
            assert_eq!(home.read("f"), "newer, and longer");
        }
    }
}

#[test]
fn without_a_terminal_and_an_answer_a_taken_name_is_one_clear_failure() {
    let scratch = Scratch::new();
    let home = taken(&scratch);
    let (told, code) = home.told("frm", &["--trash-restore", "f"]);
    assert!(told.contains("the destination exists") && told.lines().count() == 1, "{told}");
    assert_eq!((code, home.read("f").as_str()), (1, "newer, and longer"));
    let (told, code) = home.told("frm", &["--trash-restore", "--on-conflict=ask", "f"]);
    assert!(told.contains("no terminal to ask on; choose an answer with --on-conflict"), "{told}");
    assert_eq!(code, 2);
    let (told, code) = home.told("frm", &["--on-conflict=skip", "f"]);
    assert!(told.contains("--on-conflict needs --trash-restore"), "{told}");
    assert_eq!((code, home.read("f").as_str()), (2, "newer, and longer"));
}

#[test]
fn a_folder_is_merged_and_a_file_in_its_way_is_kept() {
    let home = Home::temporary();
    home.make(&["d/a", "d/both", "e/x"]);
    ok(&home.run("frm", &["--trash", "d", "e"]));
    home.make(&["d/b", "e"]);
    home.write("d/both", "newer");
    let (told, code) = home.told("frm", &["--trash-restore", "--on-conflict=overwrite", "e"]);
    assert!(code == 1 && told.contains("--on-conflict=rename keeps both"), "{told}");
    ok(&home.run("frm", &["--trash-restore", "--on-conflict=rename", "d", "e"]));
    assert_eq!(
        ["d/a", "d/b", "d/both", "d/both (1)", "e", "e (1)/x"].map(|name| home.has(name)),
        [true; 6]
    );
    assert_eq!((home.read("d/both"), home.read("d/both (1)")), ("newer".into(), "d/both".into()));
    assert_eq!(home.trash_list(), Vec::<String>::new());
}

#[test]
fn of_namesakes_of_one_second_the_last_one_comes_back_whatever_it_is_called_in_the_trash() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    let trash = home.path().join(".local/share/Trash");
    for part in ["files", "info"] {
        fs::create_dir_all(trash.join(part)).unwrap();
    }
    let date = "2026-01-02T03:04:05";
    let text = format!("[Trash Info]\nPath={}\nDeletionDate={date}\n", home.at("f").display());
    // The name of an item that was restored is used again.
    for (name, age) in [("f", 1), ("f.2", 2)] {
        fs::write(trash.join("files").join(name), name).unwrap();
        let info = trash.join(format!("info/{name}.trashinfo"));
        fs::write(&info, &text).unwrap();
        let then = std::time::UNIX_EPOCH + std::time::Duration::from_millis(1000 - age);
        fs::File::options().write(true).open(info).unwrap().set_modified(then).unwrap();
    }
    ok(&home.run("frm", &["--trash-restore", "f"]));
    assert_eq!(home.read("f"), "f");
}
