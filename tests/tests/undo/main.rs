//! Tests of undo: the changes of a job are reverted, and files that have changed since are kept.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod again;
mod archives;
mod chains;
mod copies;
mod finished;
mod kept;
mod merged;
mod moves;
mod records;
mod redo;

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, UNIX_EPOCH};

use fcp_test_support::home::{Home, with_home};
use fcp_test_support::output::{Told as _, err, out};
use fcp_test_support::{
    Kind, Scratch, Tree, What, assert_same, bin, has_strace, needs, program, remove_all, run,
    run_ok, with_mounts,
};
use finished::{newest_record, wait_after};

/// Undoes the last job, of which something must stay; gives what is told.
fn undo_in_part(home: &Home) -> String {
    let (told, code) = home.told("fcp", &["--undo"]);
    assert_eq!(code, 1, "{told}");
    told
}

/// Undoes the last job, all or part of which must be refused for this reason.
#[track_caller]
fn refuse(home: &Home, why: &str) {
    let told = undo_in_part(home);
    assert!(told.contains(why), "{told}");
}

/// Names in the trash.
fn trash(home: &Home) -> Vec<String> {
    let trash = home.path().join(".local/share/Trash");
    let names = fs::read_dir(trash.join("files")).into_iter().flatten();
    let mut names: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let infos = fs::read_dir(trash.join("info")).map_or(0, Iterator::count);
    assert_eq!(infos, names.len());
    names
}

/// Takes an item out of the trash, with what describes it; gives what puts it back.
fn take_from_trash<'a>(home: &'a Home, name: &str) -> impl FnOnce() + use<'a> {
    let trash = home.path().join(".local/share/Trash");
    let ways = [trash.join("files").join(name), trash.join(format!("info/{name}.trashinfo"))];
    let [file, info] =
        ways.map(|place| (home.at(place.file_name().unwrap().to_str().unwrap()), place));
    for (away, place) in [&file, &info] {
        fs::rename(place, away).unwrap();
    }
    move || {
        for (away, place) in [&file, &info] {
            fs::rename(away, place).unwrap();
        }
    }
}

/// Whether an undo says that an item was edited. An edit within the clock tick of the copy is found by its
/// content alone.
fn tells_of_an_edit(told: &str) -> bool {
    ["it has changed since", "it differs from its original"].iter().any(|why| told.contains(why))
}

#[test]
fn a_job_that_was_killed_is_undone_before_those_before_it() {
    let home = Home::temporary();
    home.write("one", "1");
    home.ok("fcp", &["one", "copy"]);
    home.mkdir("src");
    home.mkdir("dst");
    (0..100).for_each(|n| home.write(&format!("src/{n}"), &"x".repeat(64 << 10)));
    let recorded = || {
        let dir = fs::read_dir(home.path().join(".local/state/fcp/undo")).unwrap();
        let texts = dir.map(|it| fs::read_to_string(it.unwrap().path()).unwrap());
        let text: String = texts.filter(|text| text.contains("\"runs\"")).collect();
        let names =
            text.split("\"did\":\"made\"").skip(1).filter_map(|line| line.split('"').nth(3));
        names.map(PathBuf::from).collect::<Vec<_>>()
    };
    let mut slow = program("fcp");
    slow.env("HOME", home.path()).current_dir(home.at(""));
    let mut slow = slow.args(["-T", "--limit-rate=256k", "src", "dst"]).spawn().unwrap();
    let began = Instant::now();
    while recorded().len() < 3 && began.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(5));
    }
    // While it runs no earlier job is undone in its place.
    let early = home.run("fcp", &["--undo"]);
    assert_eq!(early.status.code(), Some(3), "{}", err(&early));
    assert!(err(&early).contains("has not ended") && home.has("copy"), "{}", err(&early));
    slow.kill().unwrap();
    // It is dead although nothing has waited for it, as below the first process of a container.
    let dead = || {
        let listed = String::from_utf8(home.run("fcp", &["--undo-list"]).stdout).unwrap();
        listed.lines().next().unwrap().contains("; killed before its end)")
    };
    while !dead() && began.elapsed() < Duration::from_secs(60) {
        thread::yield_now();
    }
    let made = recorded();
    assert!((3..100).contains(&made.len()), "{made:?}");
    let dry = home.run("fcp", &["--undo", "--dry-run"]);
    assert_eq!(dry.status.code(), Some(1), "{}", err(&dry));
    refuse(&home, "its last changes may not have been recorded");
    for path in &made {
        assert!(!path.exists(), "{path:?}");
    }
    assert!(home.has("copy") && home.has("dst"));
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("copy"));
    slow.wait().unwrap();
}

#[test]
fn jobs_are_undone_in_any_order() {
    let home = Home::temporary();
    home.write("a", "a");
    home.ok("fcp", &["a", "first"]);
    home.ok("fcp", &["a", "second"]);
    let list = home.run("fcp", &["--undo-list"]);
    assert_eq!(String::from_utf8(list.stdout).unwrap().lines().count(), 2);
    home.ok("fcp", &["--undo=2"]);
    assert!(!home.has("first") && home.has("second"));
    let none = home.run("fcp", &["--undo=2"]);
    assert_eq!(none.status.code(), Some(3));
    assert!(err(&none).contains("--undo-list"), "{}", err(&none));
}

#[test]
fn a_copy_on_a_volume_without_a_trash_is_deleted_and_told() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=16m");
        // A file where the trash of this user would be.
        fs::write(volume.join(".Trash-0"), "").unwrap();
        home.write("f", "f");
        home.ok("fcp", &["f", volume.to_str().unwrap()]);
        let done = home.run("fcp", &["--undo"]);
        assert_eq!(done.status.code(), Some(0), "{}", err(&done));
        assert!(
            err(&done).contains("/f' to the trash: ")
                && err(&done).contains("deleted it permanently")
        );
        assert!(!volume.join("f").exists());
    });
}

#[test]
fn a_dry_run_of_an_undo_says_what_it_would_do_and_does_nothing() {
    let home = Home::temporary();
    for name in ["a", "b", "c"] {
        home.write(name, name);
    }
    home.mkdir("tree/sub");
    home.write("tree/sub/d", "d");
    home.write("tree/e", "e");
    home.mkdir("to");
    home.write("to/b", "old");
    home.ok("fcp", &["-b", "a", "b", "c", "tree", "to"]);
    // Within the tick of a clock in which the job ended, an edit is told by what it holds alone.
    wait_after(&home, &newest_record(&home), Duration::from_millis(50));
    home.write("to/c", "edited, and longer");
    home.write("to/tree/mine", "mine");
    let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
    let told = String::from_utf8_lossy(&foreseen.stdout).into_owned() + &err(&foreseen);
    assert_eq!(foreseen.status.code(), Some(1), "{told}");
    assert!(
        told.contains("To undo     3 items to the trash, 1 item back to the old place\n"),
        "{told}"
    );
    assert!(told.contains("Would keep  2 items: it has changed since\n"), "{told}");
    assert_eq!((home.read("to/a"), home.read("to/b")), ("a".into(), "b".into()));
    assert!(trash(&home).is_empty());
    // It did not count as an undo.
    undo_in_part(&home);
    assert_eq!((home.read("to/b"), home.has("to/a")), ("old".into(), false));
}
