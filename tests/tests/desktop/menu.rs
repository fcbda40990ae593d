//! Tests of the menus that the right mouse button opens.

use crate::User;

#[test]
fn a_menu_stays_open_when_the_mouse_button_is_let_go() {
    let Some(user) = User::new() else { return };
    user.file("left/notes.txt", b"x");
    let page = user.open();
    let row = page.find("region", "left, left panel").find("row", "notes.txt").middle();
    let click = |(x, y): (i32, i32), button| {
        user.desk.xdotool(&["mousemove", &x.to_string(), &y.to_string(), "click", button]);
    };
    click(row, "3");
    click(page.find("menuitem", "Properties").middle(), "1");
    page.find("dialog", "notes.txt");
    page.wait_gone("Copy the path as text");
}
