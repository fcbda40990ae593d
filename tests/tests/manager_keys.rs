//! The keys of the file manager: questions that come while the user types, and the shell's job control.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]
#![allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;
use std::time::{Duration, Instant};

use fcp_engine::queue::Queue;
use fcp_test_support::bin::path_of;
use fcp_test_support::{Pty, Scratch, program, run};
use rustix::process::Signal;

const F10: &str = "\x1b[21~";
const ESC: &str = "\x1b";
const CTRL_F: &str = "\x06";
const CTRL_N: &str = "\x0e";
const CTRL_Z: &str = "\x1a";

/// Longer than it takes until a question opens by itself.
const QUIET: Duration = Duration::from_millis(2_500);

/// A file that is on both sides, and the file manager between them.
fn start(scratch: &Scratch) -> Pty {
    for (side, content) in [("left", "NEW"), ("right", "OLD")] {
        fs::create_dir_all(scratch.join(side)).unwrap();
        fs::write(scratch.join(side).join("note"), content).unwrap();
    }
    let mut pty = Pty::start(&mut manager(scratch), 100, 30);
    pty.wait_for("note");
    pty.wait_for("free");
    pty
}

fn manager(scratch: &Scratch) -> Command {
    let mut command = program("fcp-tui");
    command.env("HOME", scratch.path());
    command.args([scratch.join("left"), scratch.join("right")]);
    command
}

/// Another program adds a copy that will ask, as scripts do.
fn add_from_elsewhere(scratch: &Scratch) {
    let mut command = program("fcpq");
    command.env("HOME", scratch.path()).args(["add", "copy", "--on-conflict=ask"]);
    let done = run(command.args([scratch.join("left/note"), scratch.join("right/")]));
    assert!(done.status.success(), "{done:?}");
}

fn right(scratch: &Scratch) -> (String, usize) {
    let files = fs::read_dir(scratch.join("right")).unwrap().count();
    (fs::read_to_string(scratch.join("right/note")).unwrap(), files)
}

/// Presses letters slower than a question ignores keys, each as soon as the one before is shown.
fn type_slowly(pty: &mut Pty, before: &str, letters: &str) {
    let mut typed = String::new();
    for letter in letters.chars() {
        typed.push(letter);
        let pressed = Instant::now();
        pty.send(&letter.to_string());
        pty.wait_for(&format!("{before}{typed}"));
        // A person's pace; nothing is waited for here.
        while pressed.elapsed() < QUIET {
            std::thread::park_timeout(QUIET.saturating_sub(pressed.elapsed()));
        }
        assert!(!pty.contents().contains("Already there"), "{}", pty.contents());
    }
}

#[test]
fn a_question_takes_no_letter_of_a_filter() {
    let scratch = Scratch::new();
    let mut pty = start(&scratch);
    pty.send(CTRL_F);
    pty.wait_for("Filter");
    add_from_elsewhere(&scratch);
    pty.wait_for("Needs you 1");
    type_slowly(&mut pty, "Filter  ", "yoke");
    assert_eq!(right(&scratch), ("OLD".to_owned(), 1));
    // Asked for, it answers by letter, as soon as it has rested.
    pty.send(ESC);
    pty.wait_gone("yoke");
    pty.send(CTRL_N);
    pty.wait_for("Already there: note");
    pty.press_until_gone("y", "Already there");
    pty.wait_for("Copied 1 item");
    assert_eq!(right(&scratch), ("NEW".to_owned(), 1));
}

#[test]
fn a_question_of_another_program_takes_no_letter_of_a_quick_search() {
    let scratch = Scratch::new();
    let mut pty = start(&scratch);
    pty.send("n");
    pty.wait_for("Search  n");
    add_from_elsewhere(&scratch);
    pty.wait_for("Needs you 1");
    type_slowly(&mut pty, "Search  n", "oty");
    // Nor does it open by itself afterwards: the other program's user is asked there.
    pty.send(ESC);
    pty.wait_gone("Search");
    let rested = Instant::now();
    while rested.elapsed() < QUIET {
        std::thread::park_timeout(QUIET.saturating_sub(rested.elapsed()));
    }
    assert!(!pty.contents().contains("Already there"), "{}", pty.contents());
    assert_eq!(right(&scratch), ("OLD".to_owned(), 1));
}

/// A shell with job control that starts the file manager and says when it has stopped.
fn in_a_shell(scratch: &Scratch) -> Pty {
    for side in ["left", "right"] {
        fs::create_dir_all(scratch.join(side)).unwrap();
    }
    fs::write(scratch.join("left/note"), "x").unwrap();
    let mut shell = fcp_test_support::bin::clean(Command::new("/bin/bash"));
    let script = "set -m; echo $$ shell; \"$0\" \"$@\"; echo stopped; stty -a | grep -o -- '-\\?icanon'; \
                  read line; echo continuing; fg >/dev/null; echo over";
    shell.env("HOME", scratch.path()).args(["-c", script]).arg(path_of("fcp-tui"));
    shell.args([scratch.join("left"), scratch.join("right")]);
    let mut pty = Pty::start(&mut shell, 100, 30);
    pty.wait_for("note");
    pty
}

/// Goes on after the shell has the terminal, and quits.
fn continue_and_quit(pty: &mut Pty) {
    pty.wait_for("stopped");
    assert!(!pty.is_full_screen(), "the shell has no screen:\n{}", pty.contents());
    pty.wait_for("icanon");
    assert!(!pty.contents().contains("-icanon"), "raw mode stays:\n{}", pty.contents());
    pty.send("\n");
    pty.wait_for("note");
    assert!(pty.is_full_screen());
    pty.send(F10);
    pty.wait_for("over");
    assert!(!pty.is_full_screen());
    assert!(pty.wait().success());
}

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_until_it_continues() {
    let scratch = Scratch::new();
    let mut pty = in_a_shell(&scratch);
    pty.send(CTRL_Z);
    continue_and_quit(&mut pty);
    assert_eq!(fs::read(scratch.join("left/note")).unwrap(), b"x");
}

#[test]
fn a_stop_signal_from_outside_gives_the_terminal_back_as_well() {
    let scratch = Scratch::new();
    let mut pty = in_a_shell(&scratch);
    let children = fs::read_to_string(format!("/proc/{0}/task/{0}/children", pty.id())).unwrap();
    let pid = children.split_whitespace().next().unwrap().parse().unwrap();
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, Signal::TSTP).unwrap();
    continue_and_quit(&mut pty);
}

#[test]
fn without_a_shell_ctrl_z_stops_nothing() {
    let scratch = Scratch::new();
    let mut pty = start(&scratch);
    pty.send(CTRL_Z);
    pty.wait_for("No shell is waiting for this program");
    pty.signal(Signal::TSTP);
    pty.send(F10);
    assert!(pty.wait().success());
}

#[test]
fn the_program_quits_at_once_while_another_process_runs_the_jobs() {
    let scratch = Scratch::new();
    for side in ["left", "right"] {
        fs::create_dir_all(scratch.join(side)).unwrap();
    }
    fs::write(scratch.join("left/large"), vec![7; 8 << 20]).unwrap();
    let queue = Queue::open(&scratch.join(".local/state/fcp")).unwrap().queue;
    queue.set_limit(None, Some(64 << 10)).unwrap();
    let q = |args: &[&str]| {
        let mut command = program("fcpq");
        command.env("HOME", scratch.path()).current_dir(scratch.path()).args(args);
        command
    };
    assert!(run(&mut q(&["add", "copy", "left/large", "right/"])).status.success());
    let mut runner = q(&["run"]).spawn().unwrap();
    while !queue.list().unwrap().iter().any(|job| job.pid == Some(runner.id())) {
        queue.wait_for_change(Duration::from_millis(100));
    }
    let mut pty = Pty::start(&mut manager(&scratch), 100, 30);
    pty.wait_for("process");
    pty.send(F10);
    assert!(pty.wait().success());
    let job = queue.list().unwrap().remove(0);
    assert!(!job.paused && job.pid == Some(runner.id()), "{job:?}");
    runner.kill().unwrap();
    runner.wait().unwrap();
}

#[test]
fn a_signal_ends_the_program_although_a_job_waits_for_the_user() {
    let scratch = Scratch::new();
    let mut pty = start(&scratch);
    add_from_elsewhere(&scratch);
    pty.wait_for("Needs you 1");
    let began = Instant::now();
    pty.signal(Signal::TERM);
    pty.signal(Signal::TERM);
    assert!(pty.wait().success());
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    assert!(!pty.is_full_screen());
    // The process in the background waits for the user as well.
    let mut cancel = program("fcpq");
    let done = run(cancel.env("HOME", scratch.path()).args(["cancel", "--all"]));
    assert!(done.status.success(), "{done:?}");
    wait_for_processes_of(&scratch);
}

/// Waits until no process runs that was started for this home.
fn wait_for_processes_of(scratch: &Scratch) {
    let home = [b"HOME=", scratch.path().as_os_str().as_bytes(), b"\0"].concat();
    let is_of_home = |process: &fs::DirEntry| {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        environment.windows(home.len()).any(|part| part == home)
    };
    let began = Instant::now();
    while fs::read_dir("/proc").unwrap().flatten().any(|process| is_of_home(&process)) {
        assert!(began.elapsed() < Duration::from_secs(60), "a process lives on");
        std::thread::yield_now();
    }
}
