//! Tests that jobs are paused, resumed and cancelled from the window.

use std::time::Duration;

use fcp_test_support::desktop::{Key, Page};

use crate::{User, held};

/// A file that takes long enough to be met half-way.
const LARGE: usize = 96 << 20;

/// Bytes per second: the copy lasts longer than all that is done to it, on the slowest machine.
const SLOWLY: u64 = 1 << 20;

/// Long enough that a job which only seems to pause would write some more.
const A_WHILE: Duration = Duration::from_millis(600);

/// Starts a slow copy of a large file, and waits until some of it is there.
pub(crate) fn begin(user: &User) -> Page {
    user.file("left/large.bin", &vec![7; LARGE]);
    user.queue.set_limit(None, Some(SLOWLY)).unwrap();
    let page = user.open();
    page.press(&[Key::Home, Key::Down, Key::F(5)]);
    page.find("dialog", "Copy large.bin");
    page.press(&[Key::Enter]);
    page.find("row", "Copy large.bin");
    user.until(|_| held(&user.path("right")) > SLOWLY);
    page
}

#[test]
fn a_pause_in_a_large_file_stands_still_on_the_disk_and_a_cancel_leaves_nothing() {
    let Some(user) = User::new() else { return };
    let page = begin(&user);

    page.find("row", "Copy large.bin").find("button", "Pause").click();
    page.wait_for("Paused");
    user.until(|jobs| jobs[0].paused);
    let before = held(&user.path("right"));
    assert!(before < LARGE as u64);
    std::thread::sleep(A_WHILE);
    assert_eq!(held(&user.path("right")), before);

    page.find("row", "Copy large.bin").find("button", "Resume").click();
    user.until(|_| held(&user.path("right")) > before);

    page.find("row", "Copy large.bin").find("button", "Cancel…").click();
    page.find("dialog", "Cancel copying large.bin?").find("button", "Cancel job").click();
    user.until(<[_]>::is_empty);
    assert_eq!(held(&user.path("right")), 0);
    page.wait_for("Cancelled");
}
