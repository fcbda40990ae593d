//! Tests of the file manager in a real terminal, with the real engine.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]
#![allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]

mod home;

use std::fs;
use std::process::Command;

use fcp_engine::event::Outcome;
use fcp_engine::queue::Stage;
use fcp_test_support::keys::{ALT_QUESTION, CTRL_O, CTRL_P, DOWN, ENTER, ESC, F2, F3, F5, F8, F10};
use fcp_test_support::{Pty, run, wait_for_end, with_mounts};
use rustix::process::Signal;

use home::Home;

#[test]
fn copies_what_is_marked_and_asks_about_what_is_in_the_way() {
    let home = Home::new();
    home.file("left/album/picture", "pixels");
    home.file("left/notes", "new");
    home.file("right/notes", "old");

    let mut pty = home.start();
    pty.wait_for("album/");
    pty.send("*");
    pty.wait_for("2 marked");
    pty.send(F5);
    pty.wait_for("Copy 2 marked items");
    pty.send(ENTER);
    pty.wait_for("Already exists: notes");
    assert_eq!(fs::read(home.join("right/notes")).unwrap(), b"old");
    // The question opened by itself: letters select, and Enter answers.
    pty.press_until("y", "Enter  Replace this file");
    pty.press_until(ENTER, "Copied 3 items");
    assert_eq!(fs::read(home.join("right/notes")).unwrap(), b"new");
    assert_eq!(fs::read(home.join("right/album/picture")).unwrap(), b"pixels");
    pty.send(F10);
    assert!(pty.wait().success());
    assert!(!pty.is_full_screen(), "the terminal is not as it was");
}

#[test]
fn a_job_that_waits_can_be_put_off_and_cancelled() {
    let home = Home::new();
    for side in ["left", "right"] {
        home.file(&format!("{side}/notes"), side);
    }
    let mut pty = home.start();
    pty.wait_for("notes");
    pty.send(&format!("*{F5}"));
    pty.wait_for("Copy notes");
    pty.send(ENTER);
    pty.wait_for("Already exists: notes");
    pty.press_until_gone(ESC, "Already exists");
    pty.wait_for("Needs you 1");
    pty.send(F10);
    pty.wait_for("1 job is still running");
    pty.send(ENTER);
    pty.wait_gone("1 job is still running");
    pty.send(F2);
    pty.wait_for("F8 Cancel");
    pty.send(F8);
    pty.wait_for("Cancel this job");
    pty.send("c");
    pty.wait_for("Cancelled after 0 items");
    assert_eq!(fs::read(home.join("right/notes")).unwrap(), b"right");
    assert_eq!(fs::read_dir(home.join("right")).unwrap().count(), 1);
}

#[test]
fn text_is_found_in_files_viewed_at_its_line_and_copied() {
    let home = Home::new();
    let hay = "hay\n".repeat(400);
    home.file("left/deep/notes.txt", format!("{hay}a needle here\n{hay}"));
    home.file("left/deep/binary", b"needle\0");
    home.file("left/other.txt", &hay);
    let made = Command::new("mkfifo").arg(home.join("left/pipe")).status().unwrap();
    assert!(made.success());
    let mut pty = home.start();
    pty.wait_for("deep/");
    pty.send(ALT_QUESTION);
    pty.wait_for("Contains");
    pty.send(&format!("{DOWN}needle"));
    pty.wait_for("Contains    needle");
    pty.send(ENTER);
    pty.wait_for("1 hit among 3 files");
    pty.wait_for("deep/notes.txt:401");
    pty.wait_for("a needle here");
    pty.send(F3);
    pty.wait_for(" 401  a needle here");
    pty.press_until_gone(ESC, " 401  ");
    pty.wait_for("deep/notes.txt:401");
    pty.send(F5);
    pty.wait_for("Start copy");
    pty.send(ENTER);
    pty.wait_for("Copied 1 item");
    assert!(home.has("right/notes.txt"));
    pty.send(ENTER);
    pty.wait_for("binary");
    pty.send(F10);
    assert!(pty.wait().success());
}

#[test]
fn a_signal_ends_it_and_restores_the_terminal() {
    let home = Home::new();
    let mut pty = home.start();
    pty.send(F2);
    pty.wait_for("No jobs.");
    assert!(pty.is_full_screen());
    pty.signal(Signal::TERM);
    assert!(pty.wait().success());
    assert!(!pty.is_full_screen(), "the terminal is not as it was");
}

#[test]
fn whoever_pauses_and_quits_finds_the_jobs_again() {
    let home = Home::new();
    let (queue, mut pty) = home.start_slow_copy();
    pty.send(F10);
    pty.wait_for("Pause and quit");
    pty.send("p");
    assert!(pty.wait().success());
    let job = queue.list().unwrap().remove(0);
    assert!(job.paused && job.stage == Stage::Waiting, "{job:?}");
    queue.set_limit(None, None).unwrap();

    let mut pty = home.start();
    pty.wait_for("free");
    pty.send(F2);
    pty.wait_for("1 paused");
    pty.send(" ");
    pty.wait_for("Copied 1 item");
    assert_eq!(fs::read(home.join("right/large")).unwrap().len(), 40 << 20);
}

#[test]
fn whoever_quits_leaves_jobs_to_the_background() {
    let home = Home::new();
    let (queue, mut pty) = home.start_slow_copy();
    pty.send(F10);
    pty.wait_for("Background");
    pty.send("b");
    assert!(pty.wait().success());
    let job = queue.list().unwrap().first().expect("the job is still there").job;
    let runners = queue.runner_pids().unwrap();
    queue.set_limit(None, None).unwrap();
    assert_eq!(queue.wait(job).unwrap().outcome, Outcome::Completed);
    assert_eq!(fs::read(home.join("right/large")).unwrap().len(), 40 << 20);
    runners.into_iter().for_each(wait_for_end);
}

#[test]
fn an_archive_is_entered_as_a_folder_and_its_items_are_copied_out() {
    let home = Home::new();
    home.file("pack/album/picture", "pixels");
    home.file("pack/album/other", "more");
    home.file("pack/notes", "text");
    let mut tar = std::process::Command::new("tar");
    let pack = home.join("left/pack.tar.gz");
    tar.args(["-czf"]).arg(&pack).arg("-C").arg(home.join("pack")).args(["album", "notes"]);
    assert!(fcp_test_support::run(&mut tar).status.success());

    let mut pty = home.start();
    pty.wait_for("pack.tar.gz");
    pty.send(&format!("\x1b[B{ENTER}"));
    pty.wait_for("album/");
    pty.send(&format!("\x1b[B{ENTER}"));
    pty.wait_for("picture");
    pty.send(&format!("\x1b[B\x1b[B{F8}"));
    pty.wait_for("Archives are read-only");
    pty.send(F3);
    pty.wait_for("pixels");
    pty.send("q");
    pty.wait_for("album");
    pty.send(F5);
    pty.wait_for("Extract picture");
    pty.send(ENTER);
    pty.wait_for("Extracted 1 item");
    assert_eq!(fs::read(home.join("right/picture")).unwrap(), b"pixels");
    assert_eq!(fs::read_dir(home.join("right")).unwrap().count(), 1);
    pty.send(F10);
    assert!(pty.wait().success());
}

#[test]
fn marked_items_are_packed_into_an_archive_that_is_named() {
    let home = Home::new();
    home.file("left/album/picture", "pixels");
    let mut pty = home.start();
    pty.wait_for("album");
    pty.send("\x1b[B\x1b[15;3~");
    pty.wait_for("album.tar.zst");
    pty.send(&format!("photos{ENTER}"));
    pty.wait_for("Packed 2 items");
    let mut tar = std::process::Command::new("tar");
    tar.arg("-tf").arg(home.join("left/photos.tar.zst"));
    let listed = fcp_test_support::run(&mut tar);
    assert_eq!(String::from_utf8_lossy(&listed.stdout), "album/\nalbum/picture\n");
    pty.send(F10);
    assert!(pty.wait().success());
}

#[test]
fn a_plan_is_watched_to_its_end() {
    let home = Home::new();
    home.file("src/a", "one");
    home.file("src/b", "two");
    let fcp = |args: &[&str]| {
        let told = run(home.program("fcp").args(args).current_dir(home.path()));
        assert!(told.status.success(), "{told:?}");
    };
    fcp(&["plan", "-aT", "src", "dst", "--out=left/plan", "--part-items=1", "-w1"]);
    let mut pty = home.start();
    pty.wait_for("plan/");
    // The folder under the cursor is taken.
    pty.send(&format!("{DOWN}{CTRL_P}divided"));
    pty.wait_for("Watch a plan");
    pty.send(ENTER);
    pty.wait_for("No process is running");
    fcp(&["part", "left/plan", "--all"]);
    pty.wait_for("the last step is fcp plan finish");
    pty.wait_for("0 waiting, 0 running");
    fcp(&["plan", "finish", "left/plan"]);
    pty.wait_for("The plan is finished");
    pty.press_until_gone(ESC, "The plan is finished");
    pty.wait_for("10 Quit");
    pty.send(F10);
    assert!(pty.wait().success());
    assert_eq!(home.text("dst/b"), "two");
}

#[test]
fn a_mount_that_does_not_answer_costs_its_own_panel_from_the_start() {
    with_mounts(&[], |mounts| {
        let dead = mounts.directory("dead");
        let Ok(_server) = mounts.silent(&dead) else { return };
        let home = Home::new();
        home.file("right/there", "x");
        let mut manager = home.program("fcp-tui");
        let mut pty = Pty::start(manager.arg(&dead).arg(home.join("right")), 100, 30);
        pty.wait_for("there");
        pty.wait_for("10 Quit");
        assert!(pty.contents().contains("dead"), "{}", pty.contents());
        pty.send(CTRL_O);
        pty.wait_for("cannot show the shell");
        pty.send(F10);
        assert!(pty.wait().success());
    });
}

#[test]
fn started_in_a_folder_that_was_removed_it_says_so() {
    let home = Home::new();
    let manager = home.program("fcp-tui");
    let nowhere = "The folder where fcp-tui was started no longer exists";
    for (prepare, told) in [("", "No such file or directory"), ("unset PWD; ", nowhere)] {
        let script = format!("mkdir gone; cd gone; rmdir ../gone; {prepare}exec \"$0\"");
        let mut shell = home.owns(fcp_test_support::bin::clean(Command::new("/bin/sh")));
        shell.arg("-c").arg(script).arg(manager.get_program()).current_dir(home.path());
        let mut pty = Pty::start(&mut shell, 100, 30);
        pty.wait_for(told);
        pty.wait_for("10 Quit");
        pty.send(F10);
        assert!(pty.wait().success());
    }
}
