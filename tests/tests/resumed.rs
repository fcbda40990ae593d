//! Tests that a job whose process was killed, and which the queue resumed, neither loses what it had replaced nor forgets
//! it in an undo.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use fcp_test_support::home::Home;

/// Files of the source; those with an even number replace an older one.
const FILES: usize = 600;

/// Items that a kill may leave without a line that says what gave way: one of each worker.
const MOST_TORN: usize = 64;

fn lay_out(home: &Home) {
    home.make(&["s/S/", "o/S/"]);
    for n in 0..FILES {
        home.write(&format!("s/S/{n}"), &format!("new {n}"));
        if n % 2 == 0 {
            home.write(&format!("o/S/{n}"), &format!("old {n}"));
        }
    }
}

/// Works the queue off, killed as soon as `is_time`, and then to its end.
fn run_killed(home: &Home, is_time: impl Fn() -> bool) {
    let mut run = home.command("fcpq", &["run"]);
    let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !is_time() {
        assert_eq!(run.try_wait().unwrap(), None, "it ended before it was killed");
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let done = home.run("fcpq", &["run"]);
    assert!(done.status.success(), "{done:?}");
}

fn count(dir: &Path) -> usize {
    fs::read_dir(dir).unwrap().count()
}

/// Works the queue off, killed when half of what is new, or of what is kept beside it, has its name.
fn run_killed_halfway(home: &Home) {
    let dir = home.at("o/S");
    run_killed(home, || count(&dir) > FILES * 2 / 3);
}

/// Undoes the job, and checks that each old file is back, or that what replaced it is there and the undo says so.
fn undo(home: &Home, what: &str, torn: bool) {
    let (told, code) = home.told("fcp", &["--undo"]);
    let mut left = 0;
    for n in 0..FILES {
        let text = fs::read_to_string(home.at(&format!("o/S/{n}"))).ok();
        match (n % 2, text.as_deref()) {
            (0, Some(text)) if text == format!("old {n}") => {}
            (1, None) => {}
            (_, found) => {
                left += 1;
                assert!(found.is_some() || n % 2 == 1, "{what}: {n} has no name any more\n{told}");
            }
        }
    }
    assert!(left <= MOST_TORN, "{what}: {left} are not as before\n{told}");
    assert_eq!(code != 0, left > 0 || torn, "{what}: {left}, exit code {code}\n{told}");
    assert!(!home.told("fcp", &["--undo-list"]).0.contains("damaged"));
}

#[test]
fn a_copy_that_was_killed_and_resumed_can_be_undone() {
    for options in [
        &["--keep-replaced", "-T", "s/S", "o/S"][..],
        &["-b", "-T", "s/S", "o/S"],
        &["--mirror", "--keep-replaced", "s/S/.", "o/S"],
    ] {
        let home = Home::temporary();
        lay_out(&home);
        home.run("fcp", &[&["--queue"], options].concat());
        run_killed_halfway(&home);
        assert_eq!(home.records(), 1, "{options:?}");
        undo(&home, &format!("{options:?}"), false);
    }
}

#[test]
fn a_move_that_was_killed_and_resumed_is_undone_with_a_warning() {
    let home = Home::temporary();
    lay_out(&home);
    home.run("fcpq", &["add", "move", "--keep-replaced", "-T", "s/S", "o/S"]);
    run_killed_halfway(&home);
    undo(&home, "move", true);
}

#[test]
fn an_extraction_that_was_killed_and_resumed_keeps_its_backups() {
    for option in ["-b", "--on-conflict=rename", "--keep-replaced"] {
        let home = Home::temporary();
        lay_out(&home);
        home.run("fcp", &["pack", "p.tar", "s/S"]);
        fs::remove_dir_all(home.path().join(".local")).unwrap();
        home.run("fcp", &["extract", "--queue", option, "p.tar", "o"]);
        run_killed_halfway(&home);
        assert_eq!(home.records(), 1, "{option}");
        let found = fs::read_dir(home.at("o/S")).unwrap();
        let found: Vec<String> =
            found.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
        let kept: HashSet<&String> = found.iter().collect();
        let twice = found.len() - kept.len();
        // A new file that was killed under the name of a backup is not known, and stays there.
        assert!(
            twice <= if option == "-b" { MOST_TORN } else { 0 },
            "{option}: {twice} arrived twice"
        );
        for n in (0..FILES).step_by(2).filter(|_| option != "--keep-replaced") {
            assert!(kept.contains(&format!("old {n}")), "{option}: {n} is nowhere");
        }
        undo(&home, option, false);
    }
}

#[test]
fn an_archive_that_was_packed_again_does_not_become_the_backup_of_the_old_one() {
    let home = Home::temporary();
    home.make(&["s/"]);
    for n in 0..3 {
        home.write(&format!("s/{n}"), &format!("{n}").repeat(200_000));
    }
    home.write("p.tar", "the old archive");
    home.run("fcp", &["pack", "--queue", "-b", "p.tar", "s"]);
    let backup = home.at("p.tar~");
    run_killed(&home, || fs::metadata(&backup).is_ok_and(|there| there.len() < 100));
    assert_eq!(home.read("p.tar~"), "the old archive");
    // The archive of the first run was not kept beside that of the second.
    assert_eq!(count(&home.at("")), 3);
    let (told, code) = home.told("fcp", &["--undo"]);
    let is_back = home.read("p.tar") == "the old archive";
    // The process may have been killed before it had written where the old archive is.
    assert_eq!(is_back, code == 0, "{told}");
}

#[test]
fn an_archive_that_is_packed_once_more_leaves_the_backup_of_the_old_one() {
    let home = Home::temporary();
    home.make(&["s/a"]);
    home.write("p.tar", "the old archive");
    home.run("fcp", &["pack", "--queue", "-b", "p.tar", "s", "missing"]);
    assert!(!home.run("fcpq", &["run"]).status.success());
    assert_eq!(home.read("p.tar~"), "the old archive");
    home.make(&["missing"]);
    home.ok("fcpq", &["retry", "1"]);
    assert!(home.run("fcpq", &["run"]).status.success());
    assert_eq!(home.read("p.tar~"), "the old archive");
    assert!(home.has("p.tar.~1~"));
}

/// Has the queue work a job off, killed when half of these files are gone from `dir` or have come into it. Then another
/// program makes a file of the name of each that it has been through, and the queue goes on.
fn edit_between(home: &Home, dir: &str, comes: bool, again: impl Fn(&str)) -> String {
    // Filesystems tell the time by ticks: what is made within one of the start may be later.
    std::thread::sleep(Duration::from_millis(50));
    let mut run = home.command("fcpq", &["run"]);
    let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let is_half = || (count(&home.at(dir)) > FILES / 2) == comes;
    while !is_half() {
        assert_eq!(run.try_wait().unwrap(), None, "it ended before it was killed");
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let paths = (0..FILES).map(|n| format!("{dir}/{n}"));
    let through: Vec<String> = paths.filter(|path| home.at(path).exists() == comes).collect();
    for path in &through {
        again(path);
    }
    let (told, code) = home.told("fcpq", &["run"]);
    // A job that was through with all may have ended before its process was killed.
    assert!(code != 0 || through.len() == FILES, "{told}");
    told
}

/// Files as operands, as a shell lists them.
fn operands(home: &Home) -> Vec<String> {
    home.make(&["s/", "o/"]);
    let names = (0..FILES).map(|n| format!("s/{n}"));
    names.inspect(|name| home.write(name, &format!("old {name}"))).collect()
}

#[test]
fn a_removal_that_is_resumed_leaves_files_that_have_come_since() {
    for verb in ["delete", "trash"] {
        let home = Home::temporary();
        let names = operands(&home);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        home.run("fcpq", &[&["add", verb], names.as_slice()].concat());
        edit_between(&home, "s", false, |path| home.write(path, "new"));
        let found = fs::read_dir(home.at("s")).unwrap();
        let found: Vec<_> =
            found.map(|it| fs::read_to_string(it.unwrap().path()).unwrap()).collect();
        assert!(!found.is_empty(), "{verb}");
        assert!(found.iter().all(|text| text == "new"), "{verb}: {found:?}");
        assert!(found.len() >= FILES / 2, "{verb}: {} of the new files are left", found.len());
    }
}

#[test]
fn a_move_that_is_resumed_keeps_what_it_has_moved_from_files_that_have_come_since() {
    let home = Home::temporary();
    let names = operands(&home);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    home.run("fcpq", &[&["add", "move"], names.as_slice(), &["o"]].concat());
    edit_between(&home, "s", false, |path| home.write(path, "new"));
    for n in 0..FILES {
        let arrived = fs::read_to_string(home.at(&format!("o/{n}"))).unwrap();
        assert_eq!(arrived, format!("old s/{n}"));
    }
}

#[test]
fn a_copy_that_is_resumed_keeps_what_was_edited_since_it_arrived() {
    let home = Home::temporary();
    operands(&home);
    home.run("fcpq", &["add", "copy", "-T", "s", "o"]);
    edit_between(&home, "o", true, |path| home.write(path, "edited"));
    let found = fs::read_dir(home.at("o")).unwrap();
    let found: Vec<_> = found.map(|it| fs::read_to_string(it.unwrap().path()).unwrap()).collect();
    assert_eq!(found.len(), FILES);
    let edited = found.iter().filter(|text| *text == "edited").count();
    assert!(edited > FILES / 2, "{edited} edits are left");
}
