//! Tests that the file manager keeps two folders in step: the real program in a real terminal, driven by keys.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod home;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fcp_browse::CompareSpec;
use fcp_engine::queue::{Adding, Queue};
use fcp_engine::spec::ErrorPolicy;
use fcp_presentation::sync::{self, Recalled};
use fcp_test_support::keys::{ALT_D, ENTER, TAB};
use fcp_test_support::{Pty, Scratch, run_ok, until, with_mounts};

use home::Home;

/// A little longer than the question whether to start ignores keys.
const REST: Duration = Duration::from_millis(500);

/// Compares both folders, and starts the job that brings them in step.
fn bring_in_step(pty: &mut Pty, sentence: &str) {
    pty.wait_for("Keep both in step");
    pty.press_for(ENTER, sentence);
    // Only time makes it take the key.
    std::thread::sleep(REST);
    pty.send(ENTER);
}

#[test]
fn what_is_removed_on_one_side_does_not_come_back() {
    let home = Home::new();
    for name in ["both", "sub/deep", "edited"] {
        home.file(&format!("left/{name}"), name);
    }
    let mut pty = home.start();
    pty.press_for(ALT_D, "by size and time");
    for direction in ["Update the left", "Update both", "Keep both in step"] {
        pty.press_for(TAB, direction);
    }
    bring_in_step(&mut pty, "Copy 3 files");
    let stored = home.join(".local/state/fcp/in-step");
    until("what both have in common is stored", || {
        fs::read_dir(&stored).is_ok_and(|mut entries| {
            entries.any(|it| !it.unwrap().file_name().as_encoded_bytes().starts_with(b"."))
        })
    });
    pty.quit();
    assert_eq!(home.text("right/sub/deep"), "sub/deep");

    fs::remove_dir_all(home.join("right/sub")).unwrap();
    fs::remove_file(home.join("left/both")).unwrap();
    home.file("right/edited", "longer than before");
    home.file("right/new", "new");
    // The next program knows the folders again.
    let mut pty = home.start();
    pty.press_for(ALT_D, "This was removed on the left since the last sync");
    bring_in_step(&mut pty, "Move 2 files to the trash, copy 2 files");
    until("both folders are in step", || !home.has("left/sub") && !home.has("right/both"));
    assert_eq!(home.text("left/edited"), "longer than before");
    assert!(home.has("left/new"));
    let trash = fs::read_dir(home.join(".local/share/Trash/files")).unwrap().count();
    assert_eq!(trash, 3, "two were removed, and one was replaced");
    pty.quit();
}

/// Says why what two folders had in common does not count; none if it does.
fn doubt(roots: [&Path; 2], state: &Path) -> Option<&'static str> {
    let mut recalled = None;
    let (spec, stop) =
        (CompareSpec { cross_mounts: true, ..CompareSpec::default() }, AtomicBool::new(false));
    let end = sync::compare(roots, &spec, Some(state), &stop, |it| recalled = Some(it), |_| ());
    assert_eq!(end.unwrap().unkept, None);
    match recalled {
        Some(Recalled::Doubted(why)) => Some(why),
        Some(Recalled::Known(_)) => None,
        None => panic!("nothing is known of them"),
    }
}

#[test]
fn a_disk_that_is_not_mounted_below_a_folder_is_not_taken_for_an_emptied_one() {
    with_mounts(&[], |_| {
        let scratch = Scratch::new();
        let roots = ["left", "right"].map(|name| scratch.join(name));
        for root in &roots {
            fs::create_dir_all(root.join("photos")).unwrap();
            fs::write(root.join("note"), "text").unwrap();
        }
        let at = roots[0].join("photos");
        let mount = || {
            let mut mount = Command::new("mount");
            run_ok(mount.args(["-t", "tmpfs", "photos"]).arg(&at));
        };
        let unmount = || {
            run_ok(Command::new("umount").arg(&at));
        };
        mount();
        for root in &roots {
            fs::write(root.join("photos/one"), "1").unwrap();
        }
        let state = scratch.join("state");
        let both = roots.each_ref().map(PathBuf::as_path);
        let (spec, stop) =
            (CompareSpec { cross_mounts: true, ..CompareSpec::default() }, AtomicBool::new(false));
        sync::remember(both, &spec, &state, &stop).unwrap();
        assert_eq!(doubt(both, &state), None);
        unmount();
        let why = "a disk in one of them is not mounted, or is a different one";
        assert_eq!(doubt(both, &state), Some(why));
        // Another disk in its place is no better.
        mount();
        assert_eq!(doubt(both, &state), Some(why));
        unmount();
        // Nor is one that hides a folder which was alike on both sides.
        fs::write(roots[0].join("photos/one"), "1").unwrap();
        sync::remember(both, &spec, &state, &stop).unwrap();
        mount();
        let why = "a disk is mounted in one of them that was not there before";
        assert_eq!(doubt(both, &state), Some(why));
        unmount();
        assert_eq!(doubt(both, &state), None);
    });
}

#[test]
fn what_an_undo_has_changed_is_not_taken_for_the_users_own_change() {
    let scratch = Scratch::new();
    let home = fcp_test_support::home::Home::new(scratch.path());
    home.make(&["left/", "right/", "left/edited"]);
    home.ok("fcp", &["-a", "left/edited", "right"]);
    let state = home.path().join(".local/state/fcp");
    let roots = ["left", "right"].map(|name| home.at(name));
    let both = roots.each_ref().map(PathBuf::as_path);
    let (spec, stop) = (CompareSpec::default(), AtomicBool::new(false));
    sync::remember(both, &spec, &state, &stop).unwrap();
    // What a sync does with a new file and with an edited one.
    home.write("left/edited", "a newer text");
    home.write("left/new", "new");
    home.ok("fcp", &["-a", "--keep-replaced", "left/edited", "left/new", "right"]);
    sync::remember(both, &spec, &state, &stop).unwrap();
    assert_eq!(doubt(both, &state), None);
    home.ok("fcp", &["--undo"]);
    assert!(home.read("right/edited") == "left/edited" && !home.has("right/new"));
    let why = "a job in one of them was undone since the last sync";
    assert_eq!(doubt(both, &state), Some(why));
    let mut plan = sync::Plan::new(roots[0].clone(), roots[1].clone(), sync::Direction::InStep);
    let mut rows = Vec::new();
    let recalled = |it| assert_eq!(it, Recalled::Doubted(why));
    sync::compare(both, &spec, Some(&state), &stop, recalled, |batch| rows.extend(batch.rows))
        .unwrap();
    for row in rows {
        plan.push(row);
    }
    let proposed = |at| plan.get(at).map(|entry| (entry.path.to_owned(), entry.action));
    assert_eq!(proposed(0), Some(("edited".into(), sync::Action::Undecided)));
    assert_eq!(proposed(1), Some(("new".into(), sync::Action::CopyRight)));
    // An undo elsewhere changes nothing, and the next sync settles it.
    sync::remember(both, &spec, &state, &stop).unwrap();
    assert_eq!(doubt(both, &state), None);
    home.ok("fcp", &["left/new", "elsewhere"]);
    home.ok("fcp", &["--undo"]);
    assert_eq!(doubt(both, &state), None);
    // To forget the folders forgets the undo.
    home.ok("fcp", &["left/new", "right/copy"]);
    home.ok("fcp", &["--undo"]);
    assert_eq!(doubt(both, &state), Some(why));
    sync::forget(&state, both).unwrap();
    assert_eq!(fs::read_dir(state.join("in-step")).unwrap().count(), 0);
}

/// Compares two folders, and adds the job that makes the right one like the left one to the queue of a home.
fn add_sync(home: &fcp_test_support::home::Home, direction: sync::Direction) {
    let roots = ["left", "right"].map(|name| home.at(name));
    let both = roots.each_ref().map(PathBuf::as_path);
    let mut plan = sync::Plan::new(roots[0].clone(), roots[1].clone(), direction);
    let (mut rows, stop) = (Vec::new(), AtomicBool::new(false));
    let spec = CompareSpec::default();
    sync::compare(both, &spec, None, &stop, |_| (), |batch| rows.extend(batch.rows)).unwrap();
    rows.sort_by(|one, other| one.path.0.cmp(&other.path.0));
    for row in rows {
        plan.push(row);
    }
    let mut job = plan.job().unwrap();
    // What would be a question is told at once.
    job.options.on_error = ErrorPolicy::Skip;
    let queue = Queue::open(&home.path().join(".local/state/fcp")).unwrap().queue;
    queue.add(job, &Adding::default()).unwrap();
}

#[test]
fn a_killed_sync_that_goes_on_keeps_what_has_changed_since() {
    /// Files that are new on the left.
    const FILES: usize = 600;
    let scratch = Scratch::new();
    let home = fcp_test_support::home::Home::new(scratch.path());
    home.make(&["left/", "right/", "right/x-removed/a", "right/z-other"]);
    (0..FILES).for_each(|n| home.write(&format!("left/{n}"), &format!("new {n}")));
    for name in ["y-left", "y-right", "z-plain"] {
        home.write(&format!("right/{name}"), "old");
        home.write(&format!("left/{name}"), "a newer text");
    }
    add_sync(&home, sync::Direction::MirrorRight);
    let count = || fs::read_dir(home.at("right")).unwrap().count();
    let mut run = home.command("fcpq", &["run"]);
    let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while count() < FILES / 3 {
        assert_eq!(run.try_wait().unwrap(), None, "it ended before it was killed");
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let was_early = home.read("right/y-left") == "old";
    home.write("left/y-left", "edited on the left after the plan");
    home.write("right/y-right", "edited on the right after the plan");
    home.write("right/x-removed/a", "edited after the plan");
    home.write("left/17", "edited after it was copied, or before");
    let done = home.run("fcpq", &["run"]);
    assert!(!done.status.success(), "{done:?}");
    assert_eq!(home.read("right/y-right"), "edited on the right after the plan");
    assert!(!was_early || home.read("right/y-left") == "old");
    assert_eq!(home.read("right/z-plain"), "a newer text");
    assert_eq!(home.read("right/x-removed/a"), "edited after the plan");
    // On a busy machine the kill may come late, when no copy is left that could fail.
    assert!(!was_early || home.has("right/z-other"), "nothing is removed after a failure");
    for n in (0..FILES).filter(|n| *n != 17) {
        assert_eq!(home.read(&format!("right/{n}")), format!("new {n}"));
    }
    let told = String::from_utf8(home.run("fcpq", &["show", "1"]).stdout).unwrap();
    assert!(told.contains("it has changed since"), "{told}");
}

#[test]
fn a_sync_that_waited_removes_nothing_that_has_changed_since_its_plan() {
    let scratch = Scratch::new();
    for is_trash in [false, true] {
        let home = fcp_test_support::home::Home::new(&scratch.join(is_trash.to_string()));
        home.make(&["left/", "right/file", "right/d/sub/x", "right/same/y"]);
        if !is_trash {
            home.make(&["left/new"]);
        }
        add_sync(&home, sync::Direction::MirrorRight);
        home.write("right/file", "edited after the plan");
        home.write("right/d/sub/x", "edited after the plan");
        assert!(!home.run("fcpq", &["run"]).status.success());
        assert_eq!(home.read("right/file"), "edited after the plan");
        assert_eq!(home.read("right/d/sub/x"), "edited after the plan");
        assert!(!home.has("right/same") && home.has("right/new") != is_trash);
    }
}

#[test]
fn a_killed_sync_goes_on_in_the_folders_that_it_has_made() {
    /// Folders that are new on the left, and files in each.
    const FOLDERS: usize = 12;
    const FILES: usize = 200;
    let scratch = Scratch::new();
    let home = fcp_test_support::home::Home::new(scratch.path());
    home.make(&["right/"]);
    for folder in 0..FOLDERS {
        home.make(&[&format!("left/{folder}/")]);
        (0..FILES).for_each(|n| home.write(&format!("left/{folder}/{n}"), &"text".repeat(500)));
    }
    add_sync(&home, sync::Direction::UpdateRight);
    let has_begun = || {
        let mut folders = fs::read_dir(home.at("right")).unwrap();
        folders.any(|it| fs::read_dir(it.unwrap().path()).is_ok_and(|it| it.count() > FILES / 4))
    };
    let mut run = home.command("fcpq", &["run"]);
    let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !has_begun() {
        assert_eq!(run.try_wait().unwrap(), None, "it ended before it was killed");
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let done = home.run("fcpq", &["run"]);
    assert!(done.status.success(), "{done:?} {:?}", home.run("fcpq", &["show", "1"]));
    for folder in 0..FOLDERS {
        assert_eq!(fs::read_dir(home.at(&format!("right/{folder}"))).unwrap().count(), FILES);
    }
}
