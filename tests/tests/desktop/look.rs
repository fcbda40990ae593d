//! Tests of looking into files, and of what else is done with them: checksums, archives, links.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use fcp_test_support::desktop::Key;

use crate::User;

#[test]
fn a_file_of_any_size_is_viewed_searched_and_left() {
    let Some(user) = User::new() else { return };
    let lines: Vec<String> = (1..=300_000).map(|n| format!("line number {n}")).collect();
    user.file("left/large.txt", lines.join("\n").as_bytes());
    let wide: Vec<u8> =
        "\u{feff}weit\nund größer\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    user.file("left/wide.txt", &wide);
    let page = user.open();
    page.press(&[Key::Home, Key::Down, Key::F(3)]);
    page.find("dialog", "View large.txt");
    page.wait_for("line number 30");
    page.wait_for("300,000 lines");
    page.press_with(Key::Control, "g");
    page.type_text("250000");
    page.press(&[Key::Enter]);
    page.wait_for("line number 250000");
    page.press_with(Key::Control, "f");
    page.type_text("number 123456");
    page.press(&[Key::Enter]);
    page.wait_for("Match 1 of 1, line 123,456, column 6");
    // From the field to the text, and to the next file.
    page.press(&[Key::Escape]);
    page.press_with(Key::Control, "n");
    page.find("dialog", "View wide.txt");
    page.wait_for("und größer");
    page.wait_for("UTF-16 LE");
    page.press(&[Key::Escape]);
    page.wait_gone("UTF-16 LE");
    page.find("region", "left, left panel").find("row", "wide.txt");
}

#[test]
fn items_are_packed_and_linked_from_the_window() {
    let Some(user) = User::new() else { return };
    user.file("left/album/a.txt", b"a");
    user.file("left/b.txt", b"b");
    let page = user.open();
    page.press(&[Key::Home, Key::Down]);
    // Alt-F5, as WebDriver spells it.
    page.press_with(Key::Alt, "\u{e035}");
    page.find("dialog", "Pack album");
    page.type_text("photos.zip");
    page.press(&[Key::Enter]);
    page.wait_gone("If the archive already exists");
    user.until(|_| user.path("right/photos.zip").exists());
    user.until(<[_]>::is_empty);
    assert!(fs::read(user.path("right/photos.zip")).unwrap().starts_with(b"PK"));

    page.press_with(Key::Control, "a");
    page.press_with(Key::Control, "p");
    page.type_text("make symlinks");
    page.press(&[Key::Enter]);
    page.find("dialog", "Create links");
    page.click("radio", "Symlink with a relative path");
    page.press(&[Key::Enter]);
    page.find("region", "right, right panel").find("row", "b.txt");
    assert_eq!(fs::read_link(user.path("right/b.txt")).unwrap(), Path::new("../left/b.txt"));
    assert_eq!(fs::read_link(user.path("right/album")).unwrap(), Path::new("../left/album"));
}

#[test]
fn a_mode_is_changed_and_a_link_made_of_the_entry_under_the_cursor() {
    let Some(user) = User::new() else { return };
    user.file("left/a.txt", b"a");
    user.file("left/b.txt", b"b");
    for name in ["left/a.txt", "left/b.txt"] {
        fs::set_permissions(user.path(name), Permissions::from_mode(0o644)).unwrap();
    }
    let mode = |name: &str| fs::metadata(user.path(name)).unwrap().mode() & 0o7777;
    let page = user.open();
    page.press(&[Key::Home, Key::Down]);
    page.press_with(Key::Alt, "a");
    page.find("textbox", "Mode (chmod)").click();
    page.press_with(Key::Control, "a");
    page.type_text("600");
    page.press(&[Key::Enter]);
    page.wait_for("Changed 1 item");
    assert_eq!((mode("left/a.txt"), mode("left/b.txt")), (0o600, 0o644));
    page.press_with(Key::Control, "z");
    page.wait_for("Undone");
    assert_eq!(mode("left/a.txt"), 0o644);
    page.press_with(Key::Control, "p");
    page.type_text("redo");
    page.press(&[Key::Enter]);
    page.wait_for("Changed 1 item");
    assert_eq!(mode("left/a.txt"), 0o600);

    page.press_with(Key::Control, "p");
    page.type_text("make symlinks");
    page.press(&[Key::Enter]);
    page.find("dialog", "Create a link");
    page.press(&[Key::Enter]);
    page.find("region", "right, right panel").find("row", "a.txt");
    assert_eq!(fs::read_link(user.path("right/a.txt")).unwrap(), user.path("left/a.txt"));
}

#[test]
fn a_checksum_is_computed_and_compared() {
    let Some(user) = User::new() else { return };
    user.file("left/abc", b"abc");
    let page = user.open();
    page.press(&[Key::Home, Key::Down]);
    page.press_with(Key::Alt, "k");
    page.find("dialog", "Properties of abc");
    page.wait_for("6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85");
    page.find("textbox", "Compare with").click();
    page.type_text("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    page.wait_for("The checksum is different");
}
