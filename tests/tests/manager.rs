//! Tests of the file manager in a real terminal, with the real engine.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod home;

use std::fs;
use std::process::Command;

use fcp_engine::queue::Stage;
use fcp_test_support::keys::{ALT_QUESTION, CTRL_O, CTRL_P, DOWN, ENTER, ESC, F2, F3, F5, F8, F10};
use fcp_test_support::{Pty, run_ok, with_mounts};
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
    pty.press_for("*", "2 marked");
    pty.press_for(F5, "Copy 2 marked items");
    pty.press_for(ENTER, "Already exists: notes");
    assert_eq!(fs::read(home.join("right/notes")).unwrap(), b"old");
    // The question opened by itself: letters select, and Enter answers.
    pty.press_until("y", "Enter  Replace this file");
    pty.press_until(ENTER, "Copied 3 items");
    assert_eq!(fs::read(home.join("right/notes")).unwrap(), b"new");
    assert_eq!(fs::read(home.join("right/album/picture")).unwrap(), b"pixels");
    pty.quit();
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
    pty.press_for(&format!("*{F5}"), "Copy notes");
    pty.press_for(ENTER, "Already exists: notes");
    pty.press_until_gone(ESC, "Already exists");
    pty.wait_for("Needs you 1");
    pty.press_for(F10, "1 job is still running");
    pty.send(ENTER);
    pty.wait_gone("1 job is still running");
    pty.press_for(F2, "F8 Cancel");
    pty.press_for(F8, "Cancel this job");
    pty.press_for("c", "Cancelled after 0 items");
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
    pty.press_for(ALT_QUESTION, "Contains");
    pty.press_for(&format!("{DOWN}needle"), "Contains    needle");
    pty.press_for(ENTER, "1 hit among 3 files");
    pty.wait_for("deep/notes.txt:401");
    pty.wait_for("a needle here");
    pty.press_for(F3, " 401  a needle here");
    pty.press_until_gone(ESC, " 401  ");
    pty.wait_for("deep/notes.txt:401");
    pty.press_for(F5, "Start copy");
    pty.press_for(ENTER, "Copied 1 item");
    assert!(home.has("right/notes.txt"));
    pty.press_for(ENTER, "binary");
    pty.quit();
}

#[test]
fn a_signal_ends_it_and_restores_the_terminal() {
    let home = Home::new();
    let mut pty = home.start();
    pty.press_for(F2, "No jobs.");
    assert!(pty.is_full_screen());
    pty.signal(Signal::TERM);
    assert!(pty.wait().success());
    assert!(!pty.is_full_screen(), "the terminal is not as it was");
}

#[test]
fn whoever_pauses_and_quits_finds_the_jobs_again() {
    let home = Home::new();
    let (queue, mut pty) = home.start_slow_copy();
    pty.press_for(F10, "Pause and quit");
    pty.send("p");
    assert!(pty.wait().success());
    let job = queue.list().unwrap().remove(0);
    assert!(job.paused && job.stage == Stage::Waiting, "{job:?}");
    queue.set_limit(None, None).unwrap();

    let mut pty = home.start();
    pty.wait_for("free");
    pty.press_for(F2, "1 paused");
    pty.press_for(" ", "Copied 1 item");
    assert_eq!(fs::read(home.join("right/large")).unwrap().len(), 40 << 20);
}

#[test]
fn whoever_quits_leaves_jobs_to_the_background() {
    let home = Home::new();
    let (queue, mut pty) = home.start_slow_copy();
    pty.press_for(F10, "Background");
    pty.send("b");
    assert!(pty.wait().success());
    Home::finish_in_background(&queue);
    assert_eq!(fs::read(home.join("right/large")).unwrap().len(), 40 << 20);
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
    pty.press_for(&format!("\x1b[B{ENTER}"), "album/");
    pty.press_for(&format!("\x1b[B{ENTER}"), "picture");
    pty.press_for(&format!("\x1b[B\x1b[B{F8}"), "Archives are read-only");
    pty.press_for(F3, "pixels");
    pty.press_for("q", "album");
    pty.press_for(F5, "Extract picture");
    pty.press_for(ENTER, "Extracted 1 item");
    assert_eq!(fs::read(home.join("right/picture")).unwrap(), b"pixels");
    assert_eq!(fs::read_dir(home.join("right")).unwrap().count(), 1);
    pty.quit();
}

#[test]
fn marked_items_are_packed_into_an_archive_that_is_named() {
    let home = Home::new();
    home.file("left/album/picture", "pixels");
    let mut pty = home.start();
    pty.wait_for("album");
    pty.press_for("\x1b[B\x1b[15;3~", "album.tar.zst");
    pty.press_for(&format!("photos{ENTER}"), "Packed 2 items");
    let mut tar = std::process::Command::new("tar");
    tar.arg("-tf").arg(home.join("left/photos.tar.zst"));
    let listed = fcp_test_support::run(&mut tar);
    assert_eq!(String::from_utf8_lossy(&listed.stdout), "album/\nalbum/picture\n");
    pty.quit();
}

#[test]
fn a_plan_is_watched_to_its_end() {
    let home = Home::new();
    home.file("src/a", "one");
    home.file("src/b", "two");
    let fcp = |args: &[&str]| {
        run_ok(home.program("fcp").args(args).current_dir(home.path()));
    };
    fcp(&["plan", "-aT", "src", "dst", "--out=left/plan", "--part-items=1", "-w1"]);
    let mut pty = home.start();
    pty.wait_for("plan/");
    // The folder under the cursor is taken.
    pty.press_for(&format!("{DOWN}{CTRL_P}divided"), "Watch a plan");
    pty.press_for(ENTER, "No process is running");
    fcp(&["part", "left/plan", "--all"]);
    pty.wait_for("the last step is fcp plan finish");
    pty.wait_for("0 waiting, 0 running");
    fcp(&["plan", "finish", "left/plan"]);
    pty.wait_for("The plan is finished");
    pty.press_until_gone(ESC, "The plan is finished");
    pty.wait_for("10 Quit");
    pty.quit();
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
        pty.press_for(CTRL_O, "cannot show the shell");
        pty.quit();
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
        pty.quit();
    }
}
