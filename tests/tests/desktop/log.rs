//! Tests that the page shows the log of a finished job, through all layers down to the queue.

use fcp_test_support::desktop::Key;

use crate::User;

#[test]
fn the_log_of_a_finished_copy_opens_in_its_report() {
    let Some(user) = User::new() else { return };
    user.file("left/note.txt", b"text");
    let page = user.open();
    page.press(&[Key::Home, Key::Down, Key::F(5)]);
    page.find("dialog", "Copy note.txt");
    page.press(&[Key::Enter]);
    // A copy that ends within a second does not open the drawer.
    page.click("tab", "Jobs");
    page.wait_for("Completed");

    page.find("row", "Copy note.txt").find("button", "More").click();
    page.click("menuitem", "Report");
    page.wait_for("Added");
    page.wait_for("Started with");
}
