//! Tests of the file manager on another machine, which is this one behind a script in the place of `ssh`.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod home;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

use fcp_test_support::keys::{
    ALT_QUESTION, ALT_Z, DOWN, END, ENTER, ESC, F2, F3, F4, F5, F6, F7, F8, TAB,
};
use fcp_test_support::{Pty, bin, until};

use home::Home;

/// The key that asks for a path.
const CTRL_G: &str = "\x07";

/// The key that deletes permanently.
const SHIFT_F8: &str = "\x1b[19;2~";

/// The key that renames.
const SHIFT_F6: &str = "\x1b[17;2~";

/// The key that does again what was undone last.
const ALT_SHIFT_Z: &str = "\x1bZ";

/// The key that lists again.
const CTRL_R: &str = "\x12";

/// A user, and a home on "another machine".
struct Far {
    home: Home,
}

impl Far {
    fn new() -> Self {
        let home = Home::new();
        fs::create_dir_all(home.join("there")).unwrap();
        let far = Self { home };
        far.reached_by("");
        far
    }

    /// Writes the script that reaches the machine; a line of it comes first.
    fn reached_by(&self, first: &str) {
        let programs = bin::path_of("fcp").parent().unwrap().display().to_string();
        let there = self.home.join("there").display().to_string();
        let script = self.home.join("rsh");
        let text = format!(
            "{first}\nshift\ncd '{there}' || exit 1\nHOME='{there}' PATH='{programs}':\"$PATH\"\n\
             export HOME PATH\nunset XDG_DATA_HOME XDG_STATE_HOME\nexec sh -c \"$1\""
        );
        fcp_test_support::script(script, &text);
    }

    /// Starts the file manager, in a directory in which `host:` paths would be found if they were taken for local ones.
    fn start(&self) -> Pty {
        let mut command = self.home.manager();
        command.env("FCP_RSH", self.home.join("rsh")).current_dir(self.home.path());
        let mut pty = Pty::start(&mut command, 100, 30);
        pty.wait_for("free");
        pty.wait_for("10 Quit");
        pty
    }
}

/// Shows a folder of the machine in the panel with the keys.
fn go(pty: &mut Pty, path: &str, then: &str) {
    pty.press_for(CTRL_G, "Go to");
    pty.press_for(&format!("far:{path}{ENTER}"), then);
}

#[test]
fn a_folder_of_another_machine_is_shown_entered_and_left() {
    let far = Far::new();
    far.home.file("there/docs/deep/file", "needle in the hay");
    far.home.file("there/docs/report", "12345");
    let name = OsStr::from_bytes(b"odd-\xff");
    fs::write(far.home.join("there/docs").join(name), "").unwrap();
    let mut pty = far.start();
    // The home directory there, whose whole path the other end tells.
    go(&mut pty, "", "docs/");
    pty.wait_for("there");
    pty.send(DOWN);
    pty.press_for(ENTER, "report");
    pty.wait_for("deep/");
    pty.wait_for("odd-\\xff");
    pty.wait_for("5 B");
    pty.send(DOWN);
    pty.press_for(ENTER, "file");
    // What is in a file there is shown without a copy.
    pty.send(DOWN);
    pty.press_for(F3, "1  needle in the hay");
    pty.press_until_gone(ESC, "needle in the hay");
    // Up again, to the folder the panel came from.
    pty.press_for("\x7f", "report");
    // What has changed there is seen when the user asks.
    far.home.file("there/docs/later", "");
    pty.press_for(CTRL_R, "later");
    // Sorting and filtering are as everywhere.
    pty.quit();
}

#[test]
fn copies_go_there_and_come_back_as_jobs_of_the_queue() {
    let far = Far::new();
    far.home.file("there/album/picture", "pixels");
    far.home.file("there/notes", "new");
    far.home.file("right/notes", "older");
    let mut pty = far.start();
    go(&mut pty, "", "album/");
    pty.press_for("*", "marked");
    pty.press_for(F5, "Start copy");
    pty.send(ENTER);
    // The question is that of any copy.
    pty.wait_for("Already exists: notes");
    assert_eq!(far.home.text("right/notes"), "older");
    pty.press_until("y", "Enter  Replace this file");
    // Once, as it would go up in the panel.
    pty.press_for(ENTER, "Copied");
    assert_eq!(far.home.text("right/notes"), "new");
    assert_eq!(far.home.text("right/album/picture"), "pixels");
    // Back, from the other panel, under a question of the other end.
    far.home.file("right/notes", "newer");
    far.home.file("right/more", "more");
    pty.send(TAB);
    pty.press_for(CTRL_R, "more");
    pty.send("*");
    pty.press_for(F5, "far:");
    pty.press_for(ENTER, "Already exists: notes");
    pty.press_until("y", "Enter  Replace this file");
    // Once, as it would go up in the panel.
    pty.send(ENTER);
    // The line of the first copy may still be there.
    until("all is copied", || {
        far.home.text("there/notes") == "newer" && far.home.has("there/more")
    });
    assert_eq!(far.home.text("there/more"), "more");
    assert_eq!(far.home.text("there/album/picture"), "pixels");
    pty.quit();
}

#[test]
fn the_panel_of_the_machine_is_listed_again_after_a_copy_to_it() {
    let far = Far::new();
    far.home.file("there/album/picture", "pixels");
    far.home.file("right/sent-there", "text");
    let mut pty = far.start();
    go(&mut pty, "album", "picture");
    pty.send(TAB);
    pty.press_for(CTRL_R, "sent-there");
    pty.send(DOWN);
    pty.press_for(F5, "Start copy");
    // The machine has not been asked what is there.
    assert!(!pty.contents().contains("will be made"), "{}", pty.contents());
    pty.press_for(ENTER, "Copied");
    pty.wait_for_twice("sent-there");
    assert_eq!(far.home.text("there/album/sent-there"), "text");
    pty.quit();
}

#[test]
fn a_move_goes_there_and_comes_back() {
    let far = Far::new();
    far.home.file("there/album/picture", "pixels");
    let mut pty = far.start();
    go(&mut pty, "", "album/");
    let album = || (far.home.has("there/album"), far.home.has("right/album/picture"));
    pty.send(DOWN);
    pty.press_for(F6, "Start move");
    pty.press_for(ENTER, "Moved 2 items");
    assert_eq!(album(), (false, true));
    // The other panel shows it, and moves it back.
    pty.send(TAB);
    // What has come is listed a moment after it is there.
    pty.press_until(&format!("{END}{F6}"), "Start move");
    pty.send(ENTER);
    until("it is back", || album() == (true, false));
    assert_eq!(far.home.text("there/album/picture"), "pixels");
    pty.quit();
}

#[test]
fn what_is_for_one_machine_alone_is_refused_and_nothing_here_is_touched() {
    let far = Far::new();
    far.home.file("there/album/picture", "pixels");
    // Folders of this machine that the path would lead to if it were taken for one: from where the program runs.
    for trap in ["far:", "there"] {
        far.home.file(&format!("{trap}/album/kept"), "kept");
    }
    let there = far.home.join("there").display().to_string();
    far.home.file(&format!("far:{there}/album/kept"), "kept");
    let mut pty = far.start();
    go(&mut pty, &there, "album/");
    for key in [F4, ALT_QUESTION] {
        // Each key takes the sentence of the one before away.
        pty.send(DOWN);
        pty.wait_gone("Not available on another machine");
        pty.press_for(key, "Not available on another machine");
    }
    pty.quit();
    assert_eq!(far.home.text("there/album/picture"), "pixels");
    assert_eq!(far.home.text("there/album/kept"), "kept");
    assert_eq!(far.home.text("far:/album/kept"), "kept");
    assert_eq!(far.home.text(&format!("far:{there}/album/kept")), "kept");
}

#[test]
fn items_go_to_the_trash_there_or_are_deleted_there() {
    let far = Far::new();
    far.home.file("there/album/picture", "pixels");
    far.home.file("there/notes", "notes");
    // What the paths would mean here.
    let there = far.home.join("there").display().to_string();
    for trap in ["far:".to_owned(), format!("far:{there}")] {
        far.home.file(&format!("{trap}/album/kept"), "kept");
        far.home.file(&format!("{trap}/notes"), "kept");
    }
    let mut pty = far.start();
    go(&mut pty, &there, "album/");
    pty.send(DOWN);
    pty.press_for(F8, "The trash of far keeps");
    pty.press_for(ENTER, "Moved 1 item to the trash");
    until("the folder is gone", || !far.home.has("there/album"));
    pty.wait_gone("album/");
    pty.press_for(SHIFT_F8, "cannot be undone");
    pty.press_until_gone("y", "cannot be undone");
    until("the file is deleted", || !far.home.has("there/notes"));
    pty.quit();
    for trap in ["far:".to_owned(), format!("far:{there}")] {
        assert_eq!(far.home.text(&format!("{trap}/album/kept")), "kept");
        assert_eq!(far.home.text(&format!("{trap}/notes")), "kept");
    }
}

#[test]
fn a_folder_is_made_and_an_item_renamed_there() {
    let far = Far::new();
    far.home.file("there/notes", "notes");
    let mut pty = far.start();
    go(&mut pty, "", "notes");
    pty.press_for(F7, "Make");
    pty.send(&format!("new/inner{ENTER}"));
    // The dialog shows what was typed, so the screen tells nothing yet.
    until("the folders are made", || far.home.join("there/new/inner").is_dir());
    pty.wait_gone("new/inner");
    pty.wait_for("new/");
    assert!(!far.home.has("left/new") && !far.home.has("new"));
    pty.press_for(&format!("{END}{SHIFT_F6}"), "Rename");
    pty.send(&format!("other{ENTER}"));
    until("the item is renamed", || far.home.has("there/other"));
    assert_eq!(far.home.text("there/other"), "notes");
    assert!(!far.home.has("there/notes") && !far.home.has("other"));
    // Both are undone there, and made again.
    pty.wait_for("Renamed to other");
    pty.press_for(ALT_Z, "Undone: Renamed to other");
    assert_eq!(far.home.text("there/notes"), "notes");
    pty.press_for(ALT_Z, "Undone: Made the folder inner");
    assert!(!far.home.has("there/new") && !far.home.has("there/other"));
    pty.press_for(ALT_SHIFT_Z, "Made the folder inner");
    until("the folders are made again", || far.home.join("there/new/inner").is_dir());
    pty.quit();
}

#[test]
fn a_machine_that_cannot_be_reached_is_told_in_words() {
    let far = Far::new();
    far.home.file("left/here", "");
    far.reached_by("echo 'far: Permission denied (publickey).' >&2; exit 255");
    let mut pty = far.start();
    go(&mut pty, "/srv", "Permission denied");
    pty.wait_for("ssh-agent");
    // The dialog keeps what was typed, and the panels go on.
    pty.wait_for("far:/srv");
    pty.press_until_gone(ESC, "Go there");
    pty.send(TAB);
    pty.send(TAB);
    pty.quit();
}

#[test]
fn a_machine_that_is_silent_stops_nothing() {
    let far = Far::new();
    far.home.file("left/here", "");
    far.reached_by("exec sleep 1000");
    let mut pty = far.start();
    pty.press_for(CTRL_G, "Go to");
    pty.press_for(&format!("far:/srv{ENTER}"), "far:/srv");
    // The user goes elsewhere meanwhile.
    pty.press_for(CTRL_G, "Go to");
    pty.press_for(&format!("{}{ENTER}", far.home.join("left").display()), "here");
    pty.press_for(F2, "No jobs.");
    pty.quit();
}
