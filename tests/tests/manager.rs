//! The file manager in a real terminal, with the real engine.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]
#![allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]

use std::fs;

use fcp_engine::event::Outcome;
use fcp_engine::queue::{Queue, Stage};
use fcp_test_support::{Pty, Scratch, program, wait_for_end};
use rustix::process::Signal;

const F5: &str = "\x1b[15~";
const F2: &str = "\x1bOQ";
const F8: &str = "\x1b[19~";
const F10: &str = "\x1b[21~";
const ENTER: &str = "\r";
const ESC: &str = "\x1b";

fn start(scratch: &Scratch) -> Pty {
    fs::create_dir_all(scratch.join("left")).unwrap();
    fs::create_dir_all(scratch.join("right")).unwrap();
    let mut command = program("fcp-tui");
    // What a copy replaces goes to the trash, which is at home.
    command.env("HOME", scratch.path());
    command.args([scratch.join("left"), scratch.join("right")]);
    let mut pty = Pty::start(&mut command, 100, 30);
    pty.wait_for("free");
    pty
}

#[test]
fn copies_what_is_marked_and_asks_about_what_is_in_the_way() {
    let scratch = Scratch::new();
    fs::create_dir_all(scratch.join("left/album")).unwrap();
    fs::create_dir_all(scratch.join("right")).unwrap();
    fs::write(scratch.join("left/album/picture"), "pixels").unwrap();
    fs::write(scratch.join("left/notes"), "new").unwrap();
    fs::write(scratch.join("right/notes"), "old").unwrap();

    let mut pty = start(&scratch);
    pty.wait_for("album/");
    pty.send("*");
    pty.wait_for("2 marked");
    pty.send(F5);
    pty.wait_for("Copy 2 marked items");
    pty.send(ENTER);
    pty.wait_for("Already there: notes");
    assert_eq!(fs::read(scratch.join("right/notes")).unwrap(), b"old");
    // The question opened by itself: letters select, and Enter answers.
    pty.press_until("y", "Enter  Replace this file");
    pty.press_until(ENTER, "Copied 3 items");
    assert_eq!(fs::read(scratch.join("right/notes")).unwrap(), b"new");
    assert_eq!(fs::read(scratch.join("right/album/picture")).unwrap(), b"pixels");
    pty.send(F10);
    assert!(pty.wait().success());
    assert!(!pty.is_full_screen(), "the terminal is not as it was");
}

#[test]
fn a_job_that_waits_can_be_put_off_and_cancelled() {
    let scratch = Scratch::new();
    for side in ["left", "right"] {
        fs::create_dir_all(scratch.join(side)).unwrap();
        fs::write(scratch.join(side).join("notes"), side).unwrap();
    }
    let mut pty = start(&scratch);
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
    assert_eq!(fs::read(scratch.join("right/notes")).unwrap(), b"right");
    assert_eq!(fs::read_dir(scratch.join("right")).unwrap().count(), 1);
}

#[test]
fn a_signal_ends_it_and_restores_the_terminal() {
    let scratch = Scratch::new();
    let mut pty = start(&scratch);
    pty.send(F2);
    pty.wait_for("No jobs yet");
    assert!(pty.is_full_screen());
    pty.signal(Signal::TERM);
    assert!(pty.wait().success());
    assert!(!pty.is_full_screen(), "the terminal is not as it was");
}

/// A copy that takes long enough to be met while it runs.
fn slow_copy(scratch: &Scratch) -> (Queue, Pty) {
    for side in ["left", "right"] {
        fs::create_dir_all(scratch.join(side)).unwrap();
    }
    fs::write(scratch.join("left/large"), vec![7; 40 << 20]).unwrap();
    let queue = Queue::open(&scratch.join(".local/state/fcp")).unwrap().queue;
    queue.set_limit(None, Some(2 << 20)).unwrap();
    let mut pty = start_at_home(scratch);
    pty.wait_for("large");
    pty.send("*");
    pty.wait_for("1 marked");
    pty.send(F5);
    pty.wait_for("Copy large");
    pty.send(ENTER);
    pty.wait_for("1 running");
    (queue, pty)
}

fn start_at_home(scratch: &Scratch) -> Pty {
    let mut command = program("fcp-tui");
    command.env("HOME", scratch.path());
    command.args([scratch.join("left"), scratch.join("right")]);
    Pty::start(&mut command, 100, 30)
}

#[test]
fn whoever_pauses_and_quits_finds_the_jobs_again() {
    let scratch = Scratch::new();
    let (queue, mut pty) = slow_copy(&scratch);
    pty.send(F10);
    pty.wait_for("Pause and quit");
    pty.send("p");
    assert!(pty.wait().success());
    let job = queue.list().unwrap().remove(0);
    assert!(job.paused && job.stage == Stage::Waiting, "{job:?}");
    queue.set_limit(None, None).unwrap();

    let mut pty = start_at_home(&scratch);
    pty.wait_for("free");
    pty.send(F2);
    pty.wait_for("1 paused");
    pty.send(" ");
    pty.wait_for("Copied 1 item");
    assert_eq!(fs::read(scratch.join("right/large")).unwrap().len(), 40 << 20);
}

#[test]
fn whoever_quits_leaves_jobs_to_the_background() {
    let scratch = Scratch::new();
    let (queue, mut pty) = slow_copy(&scratch);
    pty.send(F10);
    pty.wait_for("Background");
    pty.send("b");
    assert!(pty.wait().success());
    let job = queue.list().unwrap().first().expect("the job is still there").job;
    let runners = queue.runner_pids().unwrap();
    queue.set_limit(None, None).unwrap();
    assert_eq!(queue.wait(job).unwrap().outcome, Outcome::Completed);
    assert_eq!(fs::read(scratch.join("right/large")).unwrap().len(), 40 << 20);
    runners.into_iter().for_each(wait_for_end);
}
