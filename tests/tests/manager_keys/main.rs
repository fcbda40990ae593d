//! Tests of the file manager's keys: questions that arrive during typing, shell job control, and habits of other
//! file managers.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod shell;

#[path = "../home/mod.rs"]
mod home;

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;
use std::time::{Duration, Instant};

use fcp_test_support::bin::path_of;
use fcp_test_support::keys::{
    ALT_B, BACKSPACE, CTRL_D, CTRL_F, CTRL_N, CTRL_O, CTRL_X, CTRL_Z, DOWN, END, ENTER, ESC, F8,
    F10, INSERT, RIGHT,
};
use fcp_test_support::{Pty, run, run_ok, until};
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
    run_ok(command.args([home.join("left/note"), home.join("right/")]));
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
        pty.press_for(&letter.to_string(), &format!("{before}{typed}"));
        // A person's pace; nothing is waited for here.
        while pressed.elapsed() < QUIET {
            std::thread::park_timeout(QUIET.saturating_sub(pressed.elapsed()));
        }
        assert!(!pty.contents().contains("Already exists"), "{}", pty.contents());
    }
}

#[test]
fn the_first_key_after_a_resize_acts_alone() {
    let home = Home::new();
    let mut pty = start(&home);
    pty.press_for(DOWN, "3 B");
    for (columns, rows, foot) in [(50, 16, "F10 Quit"), (100, 30, "7 Mkdir")] {
        pty.resize(columns, rows);
        pty.wait_for(foot);
        pty.press_for(F8, "Move to trash");
        pty.send(ESC);
        pty.wait_gone("Move to trash");
        pty.wait_for(foot);
    }
    assert!(home.has("left/note"));
    pty.quit();
}

#[test]
fn a_question_takes_no_letter_of_a_filter() {
    let home = Home::new();
    let mut pty = start(&home);
    pty.press_for(CTRL_F, "Filter");
    add_from_elsewhere(&home);
    pty.wait_for("Needs you 1");
    type_slowly(&mut pty, "Filter  ", "yoke");
    assert_eq!(right(&home), ("OLD".to_owned(), 1));
    // Asked for, it answers by letter, as soon as it has rested.
    pty.send(ESC);
    pty.wait_gone("yoke");
    pty.press_for(CTRL_N, "Already exists: note");
    pty.press_until_gone("y", "Already exists");
    pty.wait_for("Copied 1 item");
    assert_eq!(right(&home), ("NEW".to_owned(), 1));
}

#[test]
fn a_question_of_another_program_takes_no_letter_of_a_quick_search() {
    let home = Home::new();
    let mut pty = start(&home);
    pty.press_for("n", "Search  n");
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
    assert!(!pty.contents().contains("Already exists"), "{}", pty.contents());
    assert_eq!(right(&home), ("OLD".to_owned(), 1));
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
    pty.quit();
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
    run_ok(home.program("fcpq").args(["cancel", "--all"]));
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

#[test]
fn the_commands_of_the_user_run_by_key_and_from_their_list_for_any_name() {
    let home = Home::new();
    home.file("left/it's $HOME", "text");
    home.file(
        ".config/fcp/config.toml",
        "[[command]]\nname = \"Note it\"\nkey = \"f11\"\nrun = \"echo %f > %D/noted\"\nwait = false\n\
         [[command]]\nname = \"Count them\"\nrun = \"echo $# in %d > %D/counted\"\n",
    );
    let mut pty = home.start();
    pty.send(DOWN);
    // F11.
    pty.send("\x1b[23~");
    // The panels come back without a key.
    pty.wait_for("noted");
    assert_eq!(home.text("right/noted"), "it's $HOME\n");
    pty.press_for(ALT_B, "Count them");
    pty.send("cou");
    pty.wait_gone("Note it");
    pty.press_for(ENTER, "Enter returns");
    pty.press_for(ENTER, "counted");
    assert_eq!(home.text("right/counted"), format!("1 in {}\n", home.join("left").display()));
    pty.quit();
}

#[test]
fn an_item_is_duplicated_beside_itself() {
    let home = Home::new();
    home.file("left/note.txt", "text");
    let mut pty = home.start();
    pty.send(DOWN);
    pty.press_for(CTRL_D, "note (1).txt");
    until("the copy is whole", || home.text("left/note (1).txt") == "text");
    pty.wait_for("Copied 1 item");
    pty.quit();
}

#[test]
fn two_files_are_compared_by_keys() {
    let home = Home::new();
    home.file("left/note", "one\ntwo\nthree\n");
    home.file("right/note", "one\n2\nthree\nfour\n");
    let mut pty = home.start();
    pty.wait_for("note");
    pty.send(DOWN);
    pty.send(CTRL_X);
    pty.press_for(CTRL_D, "1 of 2 differences");
    pty.press_for("n", "2 of 2 differences");
    pty.press_for(ESC, "10 Quit");
    // Alt-D compares the folders, where d shows the row.
    pty.press_for("\x1bd", "by size and time");
    pty.wait_for("note");
    // Rows have lines to show once all are compared.
    pty.wait_gone("comparing by");
    pty.press_for("d", "1 of 2 differences");
    pty.press_for(ESC, "by size and time");
    pty.press_for(ESC, "10 Quit");
    pty.quit();
}

#[test]
fn the_countdown_after_the_queue_is_stopped_by_a_key() {
    let home = Home::new();
    let (queue, mut pty) = home.start_slow_copy();
    pty.send(CTRL_X);
    pty.press_for("a", "After the queue");
    for _ in 0..3 {
        pty.send(RIGHT);
    }
    pty.wait_for("The program ends");
    pty.press_for(ENTER, "quits when your jobs have completed");
    pty.press_for(DOWN, "then quit");
    queue.set_limit(None, Some(0)).unwrap();
    pty.wait_for("Your jobs have completed");
    pty.wait_for("fcp-tui quits in 2");
    pty.press_for("x", "Cancelled: nothing happens when your jobs finish");
    pty.wait_gone("Your jobs have completed");
    assert_eq!(fs::read(home.join("right/large")).unwrap().len(), 40 << 20);
    pty.quit();
}

#[test]
fn letters_and_columns_are_there_again_and_marks_come_back_with_their_folder() {
    let home = Home::new();
    home.file("left/note", "x");
    home.file("left/deep/inner", "x");
    let mut pty = home.start();
    pty.wait_for("note");
    pty.send(END);
    pty.press_for(INSERT, "1 marked");
    pty.send("\x1b[H");
    pty.send(DOWN);
    pty.press_for(ENTER, "inner");
    pty.wait_for("1 item in 1 folder marked");
    pty.send(CTRL_X);
    pty.press_for("m", "Letter for folder");
    pty.press_for("d", "The letter d leads to");
    pty.press_for(BACKSPACE, "1 marked");
    pty.send(CTRL_X);
    pty.press_for("k", "from left to right");
    pty.send(END);
    pty.send(" ");
    pty.press_for(ENTER, "Links");
    pty.quit();
    let mut pty = home.start();
    pty.wait_for("Links");
    pty.press_for("\x1b'", "Press a letter");
    pty.press_for("d", "inner");
    pty.quit();
}

#[test]
fn a_program_of_the_desktop_opens_a_file_in_the_terminal() {
    let home = Home::new();
    home.file("left/-it's a note.txt", "x");
    home.file(
        ".local/share/applications/noter.desktop",
        "[Desktop Entry]\nType=Application\nName=Noter\nTerminal=true\nMimeType=text/plain;\n\
         Exec=sh -c \"printf 'read %%s' \\\"\\$1\\\" >noted; read line\" sh %f\n",
    );
    home.file(".config/mimeapps.list", "[Default Applications]\ntext/plain=noter.desktop\n");
    let mut command = home.manager();
    command.env("XDG_DATA_DIRS", home.join("none")).env_remove("XDG_DATA_HOME");
    command.env_remove("XDG_CONFIG_HOME");
    let mut pty = Pty::start(&mut command, 100, 30);
    pty.wait_for("10 Quit");
    pty.wait_for("a note");
    pty.send(DOWN);
    pty.send(CTRL_X);
    pty.press_for("w", "default, in the terminal");
    pty.send(ENTER);
    until("the program has run", || home.has("left/noted"));
    let path = home.join("left/-it's a note.txt");
    until("it has written", || home.text("left/noted") == format!("read {}", path.display()));
    pty.press_for("\n", "noted");
    pty.quit();
}
