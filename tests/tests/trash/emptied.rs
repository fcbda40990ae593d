//! Tests of emptying the trash, and of the sizes in its list.

use std::time::{Duration, SystemTime};

use fcp_test_support::output::names;
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
    let planned = String::from_utf8(planned.stdout).unwrap();
    assert!(planned.contains("2 files in 2 folders, 2.93 KiB"), "{planned}");
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
fn descriptions_that_a_killed_deletion_has_left_are_removed_and_fresh_ones_kept() {
    let scratch = Scratch::new();
    let home = filled(&scratch);
    if is_shared(&home) {
        return;
    }
    let info = home.path().join(".local/share/Trash/info");
    for (name, hours) in [("left", 2), ("fresh", 0)] {
        let path = info.join(format!("{name}.trashinfo"));
        fs::write(&path, format!("[Trash Info]\nPath=/{name}\n")).unwrap();
        let then = SystemTime::now() - Duration::from_secs(hours * 3600);
        fs::File::options().write(true).open(&path).unwrap().set_modified(then).unwrap();
    }
    // That of an item that is there stays, however old it is.
    let then = SystemTime::now() - Duration::from_secs(7200);
    let kept = info.join("d.trashinfo");
    fs::File::options().write(true).open(&kept).unwrap().set_modified(then).unwrap();
    ok(&home.run("frm", &["--trash-empty", "--dry-run"]));
    assert_eq!(left(&home), 6);
    ok(&home.run("frm", &["--trash-empty", "--older-than=52w", "-f"]));
    assert_eq!(names(&info), ["d.trashinfo", "fresh.trashinfo"]);
    ok(&home.run("frm", &["--trash-empty", "-f"]));
    assert_eq!(names(&info), ["fresh.trashinfo"]);
    // Also where nothing else is left to delete.
    let fresh = fs::File::options().write(true).open(info.join("fresh.trashinfo")).unwrap();
    fresh.set_modified(then).unwrap();
    ok(&home.run("frm", &["--trash-empty", "--dry-run"]));
    assert_eq!(left(&home), 1);
    ok(&home.run("frm", &["--trash-empty"]));
    assert_eq!(left(&home), 0);
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
        (
            &["--trash-empty", "-f", "--exclude=*.keep"],
            "cannot combine --trash-empty with --exclude",
        ),
        (&["--trash-empty", "-f", "--one-file-system"], "with --one-file-system"),
        (&["--trash-restore", "f", "--include=x"], "cannot combine --trash-restore with --include"),
    ] {
        let (told, code) = home.told("frm", args);
        assert!(told.contains(wrong), "{told}");
        assert_eq!((code, left(&home)), (2, 4), "{args:?}");
    }
}

#[test]
fn what_has_come_to_the_place_of_an_item_since_it_was_shown_stays() {
    let scratch = Scratch::new();
    let home = filled(&scratch);
    if is_shared(&home) {
        return;
    }
    let mut pty = Pty::start(&mut home.command("frm", &["--trash-empty"]), 100, 20);
    pty.wait_for("permanently?");
    ok(&home.run("frm", &["--trash-restore", "f"]));
    home.write("f", "another");
    ok(&home.run("frm", &["--trash", "f"]));
    pty.press_until_gone("y", "permanently?");
    assert!(!pty.wait().success());
    assert!(pty.contents().contains("changed since"), "{}", pty.contents());
    assert_eq!(home.trash_list(), [home.at("f").display().to_string()]);
    ok(&home.run("frm", &["--trash-restore", "f"]));
    assert_eq!(home.read("f"), "another");
}

/// Begins to empty the trash of a home, which has a folder of 60 files, and waits until a file is gone.
fn slowly(home: &Home, flags: &[&str]) -> Option<std::process::Child> {
    if is_shared(home) || !has_strace() {
        return None;
    }
    for n in 0..60 {
        home.make(&[&format!("d/{n}")]);
    }
    ok(&home.run("frm", &["-r", "--trash", "d"]));
    let mut slow = bin::clean(std::process::Command::new("strace"));
    slow.args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=unlinkat"]);
    slow.args(["-e", "inject=unlinkat:delay_enter=50000"]);
    slow.arg(bin::path_of("frm")).args(["--trash-empty", "-f"]).args(flags).stderr(Stdio::null());
    let child = slow.env("HOME", home.path()).current_dir(home.at("")).spawn().unwrap();
    let there = home.path().join(".local/share/Trash/files/d");
    until("it deletes", || fs::read_dir(&there).is_ok_and(|names| names.count() < 60));
    Some(child)
}

/// With workers, and one after the other on the thread of the job.
const FORMS: [&[&str]; 2] = [&[], &["-w1"]];

#[test]
fn a_folder_that_is_being_deleted_is_not_restored() {
    for flags in FORMS {
        let home = Home::temporary();
        let Some(mut emptying) = slowly(&home, flags) else { return };
        for args in [&["--trash-restore", "d"][..], &["--undo"]] {
            let (told, code) = home.told("frm", args);
            assert!(code == 1 && told.contains("busy"), "{args:?}: {told}");
        }
        assert!(emptying.wait().unwrap().success());
        assert!(!home.has("d"));
        assert_eq!(left(&home), 0);
    }
}

#[test]
fn a_folder_that_another_program_takes_out_of_the_trash_is_not_followed_there() {
    for flags in FORMS {
        let home = Home::temporary();
        let Some(mut emptying) = slowly(&home, flags) else { return };
        fs::rename(home.path().join(".local/share/Trash/files/d"), home.at("d")).unwrap();
        home.make(&["d/mine"]);
        let count = || fs::read_dir(home.at("d")).unwrap().count();
        let rescued = count();
        assert!(!emptying.wait().unwrap().success());
        // But for the one that it was about to delete.
        assert!(
            rescued > 10 && count() + 1 >= rescued && home.has("d/mine"),
            "{flags:?} {rescued}"
        );
    }
}

#[test]
fn a_folder_whose_deletion_was_killed_can_be_restored_as_far_as_it_is_there() {
    for flags in FORMS {
        let scratch = Scratch::new();
        let home = Home::new(scratch.path());
        let Some(mut emptying) = slowly(&home, flags) else { return };
        // With its process strace ends as well.
        let frm = bin::path_of("frm");
        let is_ours = |pid: &String| {
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            let home = home.path().as_os_str().as_bytes();
            line.starts_with(frm.as_os_str().as_bytes())
                && environment.windows(home.len()).any(|it| it == home)
        };
        let pids = fs::read_dir("/proc").unwrap().flatten();
        let pid = pids.filter_map(|it| it.file_name().into_string().ok()).find(is_ours).unwrap();
        sh(scratch.path(), &format!("kill -9 {pid}"));
        assert!(!emptying.wait().unwrap().success());
        ok(&home.run("frm", &["--undo"]));
        assert!(home.has("d"));
        assert_eq!(left(&home), 0);
    }
}
