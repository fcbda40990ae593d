//! Tests of files that the user drops from another program.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use fcp_test_support::desktop::Key;

use crate::User;

#[test]
fn files_are_copied_from_where_another_program_has_them_whatever_their_names() {
    let Some(user) = User::new() else { return };
    let names: [&[u8]; 3] = [b"caf\xe9 notes.txt", "líne\nbreak.txt".as_bytes(), b"plain name.txt"];
    let names = names.map(|name| PathBuf::from(OsStr::from_bytes(name)));
    for name in &names {
        let path = user.path("elsewhere").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, name.as_os_str().as_bytes()).unwrap();
    }
    let page = user.open();
    let middle = page.find("region", "right, right panel").middle();
    let left = page.find("region", "left, left panel").middle();
    assert!(left.0 < middle.0 && left.1 == middle.1, "beside each other: {left:?} {middle:?}");

    let files = names.clone().map(|name| user.path("elsewhere").join(name));
    user.desk.drop_files(&files.each_ref().map(PathBuf::as_path), middle);
    // On one disk it would be a move; the button says otherwise.
    page.find("dialog", "Move 3 items into right").find("button", "Copy").click();
    user.until(|jobs| jobs.is_empty() && user.path("right").join(&names[2]).exists());
    for name in &names {
        let copy = fs::read(user.path("right").join(name)).unwrap();
        assert_eq!(copy, name.as_os_str().as_bytes());
    }
    // The byte that is no text is shown as one.
    page.find("region", "right, right panel").find("row", "E9");
}

#[test]
fn files_are_taken_with_shift_from_a_program_that_offers_a_move_alone_then() {
    let Some(user) = User::new() else { return };
    user.file("elsewhere/a.txt", b"a");
    let page = user.open();
    let middle = page.find("region", "right, right panel").middle();
    user.desk.drop_files_with("shift", &[&user.path("elsewhere/a.txt")], middle);
    page.find("dialog", "Move a.txt into right").find("button", "Move").click();
    user.until(|jobs| jobs.is_empty() && user.path("right/a.txt").exists());
    assert!(!user.path("elsewhere/a.txt").exists());
}

#[test]
fn a_drag_out_of_the_window_whose_button_is_up_drops_nothing_with_the_next_click() {
    let Some(user) = User::new() else { return };
    for name in ["a.txt", "b.txt"] {
        user.file(&format!("left/{name}"), b"x");
    }
    let page = user.open();
    let row = |name| page.find("region", "left, left panel").find("row", name).middle();
    let ((x, y), (_, next)) = (row("a.txt"), row("b.txt"));
    // What is marked is dragged wherever it is taken hold of.
    page.press(&[Key::Home, Key::Down, Key::Insert]);
    page.wait_for("1 marked");
    // The window is left and the button let go at once, before the page can say that it was left.
    let out = format!(
        "mousemove {x} {y} mousedown 1 sleep 0.1 mousemove {0} {y} sleep 0.1 mousemove {1} {y} sleep 0.1 \
         mousemove 1590 {y} mouseup 1 sleep 0.5 mousemove {x} {next} sleep 0.1 click 1",
        x + 20,
        x + 40
    );
    user.desk.xdotool(&out.split_whitespace().collect::<Vec<_>>());
    page.press(&[Key::F(5)]);
    page.find("dialog", "Copy b.txt");
}
