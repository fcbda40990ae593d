//! Tests of copies with conflicts.

use fcp_test_support::desktop::Key;

use crate::User;

#[test]
fn a_tree_with_three_conflicts_answered_differently() {
    let Some(user) = User::new() else { return };
    for name in ["replaced.txt", "skipped.txt", "kept.txt", "free.txt", "deeper/free.txt"] {
        user.file(&format!("left/tree/{name}"), format!("new {name}").as_bytes());
    }
    for name in ["replaced.txt", "skipped.txt", "kept.txt"] {
        user.file(&format!("right/tree/{name}"), b"old");
    }
    let page = user.open();
    page.press(&[Key::Home, Key::Down, Key::Enter]);
    page.find("region", "tree, left panel");
    page.press(&[Key::Backspace]);
    page.find("region", "left, left panel").find("row", "tree");
    page.press(&[Key::F(5)]);
    page.find("dialog", "Copy tree");
    page.press(&[Key::Enter]);

    page.click("tab", "Needs you");
    page.wait_for("3 items already exist");
    // What is not in the way does not wait for the answers.
    user.until(|_| user.path("right/tree/deeper/free.txt").exists());
    let answers = [("replaced.txt", "Replace"), ("skipped.txt", "Skip"), ("kept.txt", "Keep both")];
    for (left, (name, answer)) in (0..3).rev().zip(answers) {
        page.find("grid", "Conflicts").find("row", name).click();
        page.click("button", answer);
        match left {
            0 => page.wait_for("Nothing needs you"),
            1 => page.wait_for("1 item already exists"),
            _ => page.wait_for(&format!("{left} items already exist")),
        }
    }
    user.until(<[_]>::is_empty);
    assert_eq!(user.text("right/tree/replaced.txt"), "new replaced.txt");
    assert_eq!(user.text("right/tree/skipped.txt"), "old");
    assert_eq!(user.text("right/tree/kept.txt"), "old");
    assert_eq!(user.text("right/tree/kept (1).txt"), "new kept.txt");
    assert_eq!(user.text("right/tree/free.txt"), "new free.txt");
    page.click("tab", "Jobs");
    page.wait_for("Completed");
}
