//! Tests of emptying the trash, and of the sizes in its list.

use fcp_test_support::pty::Pty;

use super::*;

/// A home with a file and a folder in the trash, of 3000 bytes together; the file was trashed in 2024.
fn filled(scratch: &Scratch) -> Home {
    let home = Home::new(scratch.path());
    home.mkdir("d/below");
    home.write("d/below/x", &"x".repeat(2000));
    home.write("f", &"f".repeat(1000));
    ok(&home.run("frm", &["--trash", "d", "f"]));
    let info = home.path().join(".local/share/Trash/info/f.trashinfo");
    let text = format!(
        "[Trash Info]\nPath={}\nDeletionDate=2024-05-01T12:00:00\n",
        home.at("f").display()
    );
    fs::write(info, text).unwrap();
    home
}

/// How many files are left in the trash of the home, those that describe items included.
fn left(home: &Home) -> usize {
    let trash = home.path().join(".local/share/Trash");
    ["files", "info"].iter().map(|part| fs::read_dir(trash.join(part)).unwrap().count()).sum()
}

/// Whether there is anything else in the trash, which these tests must not delete.
fn is_shared(home: &Home) -> bool {
    let listed = home.run("frm", &["--trash-list", "--json"]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    let is_ours = |line: &str| {
        let item: Trashed = serde_json::from_str(line).unwrap();
        item.id.0.starts_with(home.path())
    };
    let is_shared = !listed.lines().all(is_ours);
    if is_shared {
        skip("there is something in the trash of another volume");
    }
    is_shared
}

#[test]
fn the_list_has_sizes() {
    let scratch = Scratch::new();
    let home = filled(&scratch);
    let listed = String::from_utf8(home.run("frm", &["--trash-list"]).stdout).unwrap();
    let has = |name: &str, size: &str| {
        let path = home.at(name).display().to_string();
        listed.lines().any(|line| line.ends_with(&format!("{size:>9}  {path}")))
    };
    assert!(has("d", "1.95 KiB") && has("f", "1000 B"), "{listed}");
}

#[test]
fn only_old_items_are_deleted_if_so_asked() {
    let scratch = Scratch::new();
    let home = filled(&scratch);
    if is_shared(&home) {
        return;
    }
    // A dry run asks nothing and deletes nothing.
    let planned = home.run("frm", &["--trash-empty", "--dry-run"]);
    ok(&planned);
    assert_eq!(left(&home), 4);
    ok(&home.run("frm", &["--trash-empty", "--older-than=52w", "-f"]));
    assert_eq!(home.trash_list(), [home.at("d").display().to_string()]);
    assert_eq!(left(&home), 2);
    ok(&home.run("frm", &["--trash-empty", "-f"]));
    assert_eq!(left(&home), 0);
    // There is nothing left to do.
    ok(&home.run("frm", &["--trash-empty", "-f"]));
    ok(&home.run("frm", &["--trash-empty"]));
}

#[test]
fn a_terminal_is_asked_with_number_and_size() {
    let scratch = Scratch::new();
    let home = filled(&scratch);
    if is_shared(&home) {
        return;
    }
    for (key, is_left) in [("n", true), ("y", false)] {
        let mut pty = Pty::start(&mut home.command("frm", &["--trash-empty"]), 100, 20);
        pty.wait_for("Delete 2 items in the trash, 2.93 KiB, permanently?");
        assert_eq!(left(&home), 4);
        pty.press_until_gone(key, "permanently?");
        assert!(pty.wait().success(), "{key}");
        assert_eq!(left(&home) > 0, is_left, "{key}");
    }
}

#[test]
fn without_a_terminal_it_must_be_said() {
    let scratch = Scratch::new();
    let home = filled(&scratch);
    for args in [&["--trash-empty"][..], &["--trash-empty", "--json"]] {
        let (told, code) = home.told("frm", args);
        assert!(told.contains("no terminal to ask on; say -f"), "{told}");
        assert_eq!((code, left(&home)), (2, 4));
    }
    for (args, wrong) in [
        (&["--trash-empty", "-f", "x"][..], "--trash-empty takes no operands"),
        (&["--older-than=1d", "x"], "--older-than needs --trash-empty"),
        (&["--trash-empty", "--older-than=soon"], "12h, 30d or 8w"),
        (&["--trash-empty", "--trash-list"], "exclude each other"),
    ] {
        let (told, code) = home.told("frm", args);
        assert!(told.contains(wrong), "{told}");
        assert_eq!((code, left(&home)), (2, 4), "{args:?}");
    }
}
