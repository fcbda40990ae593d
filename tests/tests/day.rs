//! Tests a day's work in the file manager: the real program in a real terminal, driven by keys.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod home;

use std::fs;
use std::time::Duration;

use fcp_test_support::keys::{
    ALT_Z, CTRL_N, DOWN, END, ENTER, ESC, F2, F5, F6, F7, F8, HOME, INSERT,
};
use fcp_test_support::output::held;
use fcp_test_support::{Pty, until};

use home::Home;

/// A little longer than a new question ignores keys.
const REST: Duration = Duration::from_millis(500);

#[test]
fn copies_with_three_conflicts_answered_differently() {
    let home = Home::new();
    for name in ["a.txt", "b.txt", "c.txt", "free.txt"] {
        home.file(&format!("left/{name}"), format!("new {name}").as_bytes());
    }
    for name in ["a.txt", "b.txt", "c.txt"] {
        home.file(&format!("right/{name}"), b"old");
    }
    let mut pty = home.start();
    pty.press_for(&format!("{DOWN}{INSERT}{INSERT}{INSERT}{INSERT}"), "4 marked");
    pty.press_for(F5, "Start copy");
    pty.send(ENTER);
    // What is not in the way does not wait for the answers.
    pty.wait_for("Already exists");
    until("the file that is not in the way is there", || home.has("right/free.txt"));
    // Asked for, they are answered by letters.
    pty.send(CTRL_N);
    for _ in 0..3 {
        // They come in any order.
        pty.wait_for("Already exists");
        let screen = pty.contents();
        let name = ["a.txt", "b.txt", "c.txt"];
        let name =
            name.into_iter().find(|n| screen.contains(&format!("Already exists: {n}"))).unwrap();
        let key = match name {
            "a.txt" => "y",
            "b.txt" => "n",
            _ => "k",
        };
        // Keys that come too early make a question rest anew.
        std::thread::sleep(REST);
        pty.send(key);
        pty.wait_gone(&format!("Already exists: {name}"));
    }
    pty.wait_for("Copied");
    assert_eq!(home.text("right/a.txt"), "new a.txt");
    assert_eq!(home.text("right/b.txt"), "old");
    assert_eq!(home.text("right/c.txt"), "old");
    assert_eq!(home.text("right/c (1).txt"), "new c.txt");
    pty.quit();
    assert!(!pty.is_full_screen(), "the terminal is not as it was");
}

#[test]
fn a_copy_is_paused_in_the_middle_of_a_file_resumed_and_cancelled() {
    let home = Home::new();
    home.file("left/large", vec![7; 60 << 20]);
    let queue = home.queue();
    queue.set_limit(None, Some(4 << 20)).unwrap();
    let mut pty = home.start();
    pty.wait_for("large");
    pty.press_for(&format!("{DOWN}{F5}"), "Start copy");
    pty.send(ENTER);
    let right = home.join("right");
    let copied = || queue.list().unwrap().first().map_or(0, |job| job.progress.bytes_done);
    while copied() == 0 {
        queue.wait_for_change(Duration::from_millis(100));
    }
    pty.press_for(F2, "Space Pause");
    pty.press_for(" ", "1 paused");
    // The chunk that was under way may still end; at this speed the next would take a second.
    let mut before = copied();
    for _ in 0..20 {
        queue.wait_for_change(Duration::from_millis(100));
        before = copied().max(before);
    }
    assert!(before > 0 && before < 60 << 20);
    queue.wait_for_change(Duration::from_secs(1));
    assert_eq!(copied(), before);
    pty.press_for(" ", "1 running");
    while copied() == before {
        queue.wait_for_change(Duration::from_millis(100));
    }
    pty.press_for(F8, "Cancel this job");
    // The harmless way is the one that Enter takes.
    pty.send(ESC);
    pty.wait_gone("Cancel this job");
    pty.press_for(F8, "Cancel this job");
    pty.press_until("c", "Cancelled");
    assert_eq!(held(&right), 0, "a part of the file was left");
    pty.quit();
}

/// Asks for the undo of a job, and confirms it.
fn undo(pty: &mut Pty) {
    pty.press_for(ALT_Z, "Keep it");
    std::thread::sleep(REST);
    pty.send("u");
    pty.wait_gone("Keep it");
}

#[test]
fn the_trash_gives_back_what_it_took_and_names_are_changed() {
    let home = Home::new();
    home.file("left/keep/inside", b"1");
    home.file("left/letter", b"dear");
    let mut pty = home.start();
    pty.wait_for("letter");
    // To the trash and back.
    pty.press_for(&format!("{DOWN}{DOWN}{F8}"), "Move letter to the trash");
    pty.press_for(ENTER, "Moved 1 item to the trash");
    assert!(!home.has("left/letter"));
    undo(&mut pty);
    pty.wait_for("Undo: 1 item undone");
    assert_eq!(home.text("left/letter"), "dear");
    // A folder is made, and something moved into it.
    pty.press_for(F7, "Make a folder");
    pty.press_for(&format!("new/deep{ENTER}"), "Made the folder deep");
    assert!(home.has("left/new/deep"));
    // A search moves the cursor to a name.
    pty.send(&format!("let{ENTER}"));
    pty.send("\x1b[1;2Q");
    pty.press_for(F6, "Move letter");
    pty.press_for(ENTER, "Moved 1 item");
    assert_eq!(home.text("right/letter"), "dear");
    assert!(!home.has("left/letter"));
    // Undone: the move, and then the folder.
    undo(&mut pty);
    pty.wait_for("Undo: 1 item undone");
    assert_eq!(home.text("left/letter"), "dear");
    pty.press_for(ALT_Z, "Undone");
    assert!(!home.has("left/new"));
    pty.quit();
}

#[test]
fn what_others_change_is_seen_and_big_folders_are_not_waited_for() {
    let home = Home::new();
    for n in 0..3_000 {
        home.file(&format!("left/file{n:04}"), b"");
    }
    let mut pty = home.start();
    pty.wait_for("3,000 items");
    home.file("right/from-elsewhere", b"1");
    pty.wait_for("from-elsewhere");
    fs::remove_file(home.join("right/from-elsewhere")).unwrap();
    pty.wait_gone("from-elsewhere");
    // Home and End, and names as they count.
    pty.press_for(END, "file2999");
    pty.press_for(HOME, "file0000");
    // The folders are remembered for the next time.
    pty.quit();
    let mut command = home.program("fcp-tui");
    let mut pty = Pty::start(command.current_dir(home.join("left")), 120, 40);
    pty.wait_for("3,000 items");
    pty.wait_for("right");
}

#[test]
fn a_failure_gives_the_terminal_back_and_leaves_a_report() {
    let home = Home::new();
    let mut pty = Pty::start(home.manager().arg("--fail"), 120, 40);
    assert!(!pty.wait().success());
    assert!(!pty.is_full_screen(), "the terminal is not as it was");
    let screen = pty.contents();
    assert!(screen.contains("asked to fail") && screen.contains("a report is in"), "{screen}");
    let state = fs::read_dir(home.join(".local/state/fcp")).unwrap().map(Result::unwrap);
    let is_report = |name: &str| name.starts_with("panic-");
    let report = state
        .map(|entry| entry.path())
        .find(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(is_report));
    let text = fs::read_to_string(report.expect("there is a report")).unwrap();
    assert!(text.contains("asked to fail") && text.contains("app.rs"), "{text}");
}

#[test]
fn the_mouse_marks_opens_and_drags() {
    let home = Home::new();
    home.file("left/folder/inside", b"1");
    home.file("left/one", b"1");
    let mut pty = home.start();
    pty.wait_for("one");
    // Rows count from 1: path, rule, `..`, folder, one.
    let press = |x: u16, y: u16| format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m");
    pty.send(&press(6, 4));
    pty.press_for("\x1b[<2;6;5M\x1b[<2;6;5m", "1 marked");
    // From the left panel to the right one.
    pty.press_for("\x1b[<0;6;5M\x1b[<32;70;10M", "Copy 1 item to");
    pty.press_for("\x1b[<0;70;10m", "Start copy");
    pty.press_for(ENTER, "Copied 1 item");
    assert_eq!(home.text("right/one"), "1");
    // Two presses open a folder.
    pty.press_for(&format!("{}{}", press(6, 4), press(6, 4)), "inside");
}
