//! Tests of the file manager in a real terminal, with the real engine.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]
#![allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]

mod home;

use std::fs;

use fcp_engine::event::Outcome;
use fcp_engine::queue::Stage;
use fcp_test_support::keys::{ENTER, ESC, F2, F5, F8, F10};
use fcp_test_support::wait_for_end;
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
    pty.wait_for("Already there: notes");
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
    pty.wait_for("Already there: notes");
    pty.press_until_gone(ESC, "Already there");
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
fn a_signal_ends_it_and_restores_the_terminal() {
    let home = Home::new();
    let mut pty = home.start();
    pty.send(F2);
    pty.wait_for("No jobs yet");
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
