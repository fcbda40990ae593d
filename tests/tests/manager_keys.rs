//! Tests of the file manager's keys: questions that arrive during typing, and shell job control.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]
#![allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]

mod home;

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;
use std::time::{Duration, Instant};

use fcp_test_support::bin::path_of;
use fcp_test_support::keys::{CTRL_F, CTRL_N, CTRL_Z, ESC, F10};
use fcp_test_support::{Pty, run, until};
use rustix::process::Signal;

use home::Home;

/// Longer than it takes until a question opens by itself.
const QUIET: Duration = Duration::from_millis(2_500);

/// A file that is on both sides, and the file manager between them.
fn start(home: &Home) -> Pty {
    home.file("left/note", "NEW");
    home.file("right/note", "OLD");
    let mut pty = home.start();
    pty.wait_for("note");
    pty
}

/// Another program adds a copy that will ask, as scripts do.
fn add_from_elsewhere(home: &Home) {
    let mut command = home.program("fcpq");
    command.args(["add", "copy", "--on-conflict=ask"]);
    let done = run(command.args([home.join("left/note"), home.join("right/")]));
    assert!(done.status.success(), "{done:?}");
}

fn right(home: &Home) -> (String, usize) {
    let files = fs::read_dir(home.join("right")).unwrap().count();
    (home.text("right/note"), files)
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
    let home = Home::new();
    let mut pty = start(&home);
    pty.send(CTRL_F);
    pty.wait_for("Filter");
    add_from_elsewhere(&home);
    pty.wait_for("Needs you 1");
    type_slowly(&mut pty, "Filter  ", "yoke");
    assert_eq!(right(&home), ("OLD".to_owned(), 1));
    // Asked for, it answers by letter, as soon as it has rested.
    pty.send(ESC);
    pty.wait_gone("yoke");
    pty.send(CTRL_N);
    pty.wait_for("Already there: note");
    pty.press_until_gone("y", "Already there");
    pty.wait_for("Copied 1 item");
    assert_eq!(right(&home), ("NEW".to_owned(), 1));
}

#[test]
fn a_question_of_another_program_takes_no_letter_of_a_quick_search() {
    let home = Home::new();
    let mut pty = start(&home);
    pty.send("n");
    pty.wait_for("Search  n");
    add_from_elsewhere(&home);
    pty.wait_for("Needs you 1");
    type_slowly(&mut pty, "Search  n", "oty");
    // Nor does it open on its own afterwards: the other program shows it to its user.
    pty.send(ESC);
    pty.wait_gone("Search");
    let rested = Instant::now();
    while rested.elapsed() < QUIET {
        std::thread::park_timeout(QUIET.saturating_sub(rested.elapsed()));
    }
    assert!(!pty.contents().contains("Already there"), "{}", pty.contents());
    assert_eq!(right(&home), ("OLD".to_owned(), 1));
}

/// A shell with job control that starts the file manager and says when it has stopped.
fn in_a_shell(home: &Home) -> Pty {
    home.file("left/note", "x");
    let mut shell = fcp_test_support::bin::clean(Command::new("/bin/bash"));
    let script = "set -m; echo $$ shell; \"$0\" \"$@\"; echo stopped; stty -a | grep -o -- '-\\?icanon'; \
                  read line; echo continuing; fg >/dev/null; echo over";
    shell.env("HOME", home.path()).args(["-c", script]).arg(path_of("fcp-tui"));
    shell.args([home.join("left"), home.join("right")]);
    let mut pty = Pty::start(&mut shell, 100, 30);
    pty.wait_for("note");
    pty
}

/// Waits until the shell has the terminal, continues the program, and quits it.
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
    let home = Home::new();
    let mut pty = in_a_shell(&home);
    pty.send(CTRL_Z);
    continue_and_quit(&mut pty);
    assert_eq!(fs::read(home.join("left/note")).unwrap(), b"x");
}

#[test]
fn a_stop_signal_from_outside_gives_the_terminal_back_as_well() {
    let home = Home::new();
    let mut pty = in_a_shell(&home);
    let children = fs::read_to_string(format!("/proc/{0}/task/{0}/children", pty.id())).unwrap();
    let pid = children.split_whitespace().next().unwrap().parse().unwrap();
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, Signal::TSTP).unwrap();
    continue_and_quit(&mut pty);
}

#[test]
fn without_a_shell_ctrl_z_stops_nothing() {
    let home = Home::new();
    let mut pty = start(&home);
    pty.send(CTRL_Z);
    pty.wait_for("No shell is waiting for this program");
    pty.signal(Signal::TSTP);
    pty.send(F10);
    assert!(pty.wait().success());
}

#[test]
fn the_program_quits_at_once_while_another_process_runs_the_jobs() {
    let home = Home::new();
    home.file("left/large", vec![7; 8 << 20]);
    let queue = home.queue();
    queue.set_limit(None, Some(64 << 10)).unwrap();
    let q = |args: &[&str]| {
        let mut command = home.program("fcpq");
        command.current_dir(home.path()).args(args);
        command
    };
    assert!(run(&mut q(&["add", "copy", "left/large", "right/"])).status.success());
    let mut runner = q(&["run"]).spawn().unwrap();
    let runs = || queue.list().unwrap().iter().any(|job| job.pid == Some(runner.id()));
    until("the other process runs the job", runs);
    let mut pty = home.start();
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
    let home = Home::new();
    let mut pty = start(&home);
    add_from_elsewhere(&home);
    pty.wait_for("Needs you 1");
    let began = Instant::now();
    pty.signal(Signal::TERM);
    pty.signal(Signal::TERM);
    assert!(pty.wait().success());
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    assert!(!pty.is_full_screen());
    // The process in the background waits for the user as well.
    let done = run(home.program("fcpq").args(["cancel", "--all"]));
    assert!(done.status.success(), "{done:?}");
    wait_for_processes_of(&home);
}

/// Waits until no process runs that was started for this home.
fn wait_for_processes_of(home: &Home) {
    let home = [b"HOME=", home.path().as_os_str().as_bytes(), b"\0"].concat();
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
