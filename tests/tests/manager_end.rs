//! Tests of the file manager in its terminal: plans, copies in place, and how the program ends.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod home;

use std::fs;
use std::process::{Command, Stdio};

use fcp_test_support::keys::{ALT_H, CTRL_O, CTRL_V, CTRL_Y, DOWN, ENTER, F3, F4, F5, RIGHT};
use fcp_test_support::{Pty, program, run, until};
use rustix::process::Signal;

use home::Home;

#[test]
fn in_a_pipe_it_says_that_it_needs_a_terminal() {
    let told = run(Home::new().program("fcp-tui").stdin(Stdio::null()));
    let text = String::from_utf8(told.stderr).unwrap();
    assert_eq!(text, "fcp-tui: this program needs a terminal\n");
    assert_eq!(told.status.code(), Some(3));
}

#[test]
fn a_dry_run_shows_conflicts_inside_folders_and_starts_the_copy() {
    let home = Home::new();
    home.file("left/album/a", b"new");
    home.file("right/album/a", b"old");
    let mut pty = home.start();
    pty.wait_for("album/");
    pty.press_for(&format!("{DOWN}{F5}"), "Start copy");
    // Existing files are skipped, so that nothing is asked.
    pty.press_for(RIGHT, "The existing file is kept");
    pty.press_for(F3, "Dry run: copy album");
    pty.wait_for("1 file exists; it will be kept");
    assert!(!pty.contents().contains("Copied"));
    pty.press_for(ENTER, "Copied");
    assert_eq!(home.text("right/album/a"), "old");
    pty.quit();
}

#[test]
fn a_copy_into_its_own_folder_gets_another_name() {
    let home = Home::new();
    home.file("left/f", b"text");
    home.file("left/folder/inside", b"deep");
    let mut pty = home.start();
    pty.wait_for("folder/");
    pty.press_for(&format!("*{CTRL_Y}"), "to copy");
    pty.press_for(CTRL_V, "folder (1)");
    pty.wait_for("Copied");
    assert_eq!(home.text("left/f (1)"), "text");
    assert_eq!(home.text("left/folder (1)/inside"), "deep");
}

#[test]
fn without_a_terminal_and_without_a_signal_it_ends_and_leaves_its_jobs_to_the_background() {
    let home = Home::new();
    // In a session of its own, the program gets no SIGHUP when the terminal is closed.
    let fcp_tui = program("fcp-tui");
    let mut command = home.owns(Command::new("sh"));
    command.args(["-c", "trap '' HUP; exec setsid -w \"$@\"", "sh"]).arg(fcp_tui.get_program());
    command.args([home.join("left"), home.join("right")]);
    let (queue, mut pty) = home.start_slow_copy_by(&mut command, "*");
    assert!(pty.hang_up().success());
    Home::finish_in_background(&queue);
}

#[test]
fn a_terminal_that_is_closed_while_a_job_runs_leaves_no_report_of_a_crash() {
    let home = Home::new();
    home.file("left/inside/file", b"here");
    // In a session whose terminal this is, so that the program gets SIGHUP as from any terminal.
    let fcp_tui = program("fcp-tui");
    let mut command = home.owns(Command::new("setsid"));
    command.args(["-c", "-w"]).arg(fcp_tui.get_program());
    command.args([home.join("left"), home.join("right")]);
    let (queue, mut pty) = home.start_slow_copy_by(&mut command, "*");
    pty.press_for(&format!("{DOWN}{ENTER}"), "file");
    pty.hang_up();
    Home::finish_in_background(&queue);
    let state = home.join(".local/state/fcp");
    let names = fs::read_dir(&state).unwrap().map(|entry| entry.unwrap().file_name());
    let reports: Vec<_> =
        names.filter(|name| name.to_string_lossy().starts_with("panic-")).collect();
    assert_eq!(reports, [""; 0]);
    let kept = fs::read_to_string(state.join("tui.json")).unwrap();
    assert!(kept.contains("left/inside"), "the session was written before: {kept}");
}

/// Waits until the session that is written names a folder.
fn wait_until_kept(home: &Home, folder: &str) {
    let kept = home.join(".local/state/fcp/tui.json");
    until("the session is written", || {
        fs::read_to_string(&kept).is_ok_and(|text| text.contains(folder))
    });
}

#[test]
fn the_folders_of_the_command_line_are_remembered_when_the_program_is_killed() {
    let home = Home::new();
    let mut pty = home.start();
    pty.wait_for("10 Quit");
    // No key is pressed.
    wait_until_kept(&home, "right");
    pty.signal(Signal::KILL);
    assert!(!pty.wait().success());
}

#[test]
fn signals_that_kill_restore_the_terminal() {
    for signal in [Signal::QUIT, Signal::ABORT] {
        let home = Home::new();
        let mut pty = home.start();
        assert!(pty.is_full_screen());
        pty.signal(signal);
        assert!(!pty.wait().success());
        assert!(!pty.is_full_screen(), "the terminal is not as it was after {signal:?}");
    }
}

#[test]
fn the_key_that_shows_the_screen_leaves_it() {
    let home = Home::new();
    let mut command = home.manager();
    // A shell of which fcp-tui does not know how to tell it the folder.
    let mut pty = fcp_test_support::Pty::start(command.env("SHELL", "/usr/bin/fish"), 100, 30);
    pty.wait_for("10 Quit");
    pty.press_for(CTRL_O, "returns to fcp-tui");
    assert!(!pty.is_full_screen());
    pty.press_for(CTRL_O, "Quit");
    assert!(pty.is_full_screen());
    pty.quit();
}

#[test]
fn the_folders_are_remembered_when_the_program_is_killed() {
    let home = Home::new();
    home.file("left/inside/file", b"here");
    let mut pty = home.start();
    pty.wait_for("inside/");
    pty.press_for(&format!("{DOWN}{ENTER}"), "file");
    wait_until_kept(&home, "left/inside");
    pty.signal(Signal::KILL);
    assert!(!pty.wait().success());
    let mut command = home.program("fcp-tui");
    command.current_dir(home.join("right"));
    // The left panel starts where the shell is, and the tab of before is among the recent folders.
    let mut pty = Pty::start(&mut command, 100, 30);
    pty.wait_for("free");
    pty.press_for(ALT_H, "left/inside");
}

#[test]
fn a_signal_does_not_wait_for_the_editor() {
    for signal in [Signal::TERM, Signal::HUP] {
        let home = Home::new();
        // It would stay until its own end: no key is ever typed.
        let editor = "trap '' TERM HUP; echo the editor is open; read line; true";
        let mut command = home.manager();
        let (queue, mut pty) = home.start_slow_copy_by(command.env("EDITOR", editor), DOWN);
        pty.press_for(F4, "the editor is open");
        pty.signal(signal);
        assert!(pty.wait().success());
        Home::finish_in_background(&queue);
        assert!(home.text(".local/state/fcp/tui.json").contains("left"));
    }
}
