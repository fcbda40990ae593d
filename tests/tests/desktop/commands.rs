//! Tests of the user's own commands in the window.

use fcp_test_support::desktop::Key;

use crate::User;

#[test]
fn a_command_of_the_user_runs_by_its_key() {
    let Some(user) = User::new() else { return };
    let config =
        "[[command]]\nname = 'Note it'\nkey = 'f5'\nrun = 'cat %f > noted'\nwait = false\n";
    user.file(".config/fcp/config.toml", config.as_bytes());
    user.file("left/a b.txt", b"text");
    let page = user.open();
    page.press(&[Key::Home, Key::Down, Key::F(5)]);
    page.wait_for("Note it has run");
    assert_eq!(user.text("left/noted"), "text");
    assert!(user.queue.list().unwrap().is_empty(), "F5 is no copy then");
}
