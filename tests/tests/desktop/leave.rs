//! Tests how the program ends: by closed windows and by signals, idle and in the middle of a copy.

use std::time::{Duration, Instant};

use fcp_engine::queue::{Adding, QueuedJob};
use fcp_engine::spec::{Destination, JobSpec};
use fcp_test_support::desktop::Group;
use fcp_test_support::{run, until};

use crate::{PATIENCE, User, held};

/// What the titles of the two windows end in.
pub(crate) const MANAGER: &str = "fcp$";
const COPIER: &str = "^fcp copier$";

/// Time after which a process has not ended by itself, but because of a limit of this test.
const LONG: Duration = Duration::from_secs(120);

/// Time after which a window that is still open has not got the keys.
const AGAIN: Duration = Duration::from_secs(5);

impl User {
    /// Starts the manager, which no driver watches, and waits for its window.
    pub(crate) fn launch(&self) -> Group {
        let app = self.desk.launch(&[&self.path("left"), &self.path("right")]);
        self.window(MANAGER);
        app
    }

    /// Waits for a window.
    pub(crate) fn window(&self, title: &str) {
        self.desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", title]);
    }

    /// Closes a window as people do.
    ///
    /// Under load the keys were seen to reach no window; a person presses them again then. That they come in a
    /// call of their own has xdotool press them, and not send them to the window alone, past its manager.
    pub(crate) fn close(&self, title: &str) {
        let search = ["search", "--onlyvisible", "--name", title];
        let xdotool = |args: &[&str]| run(self.desk.command("xdotool").args(args)).status.success();
        self.window(title);
        until("the window is closed", || {
            // The window may close between two calls.
            if xdotool(&[&search[..], &["windowactivate"]].concat()) {
                xdotool(&["key", "alt+F4"]);
            }
            let end = Instant::now() + AGAIN;
            let mut is_open = true;
            while is_open && Instant::now() < end {
                // It exits with 1 where it finds none.
                is_open = xdotool(&search);
            }
            !is_open
        });
    }

    /// Puts a copy into the queue that lasts longer than the test, and waits until the app is at it.
    pub(crate) fn copy_slowly(&self) -> QueuedJob {
        self.file("left/large.bin", &vec![7; 64 << 20]);
        self.queue.set_limit(None, Some(1 << 20)).unwrap();
        let spec = JobSpec::copy(
            [self.path("left/large.bin")],
            Destination::Into(self.path("right").into()),
        );
        self.queue.add(spec, &Adding::default()).unwrap();
        self.until(|_| held(&self.path("right")) > 0).remove(0)
    }

    /// Waits until another process than this one has the job, and lets that finish it.
    fn is_handed_on(&self, from: Option<u32>) {
        let other = |job: &QueuedJob| job.pid.filter(|pid| Some(*pid) != from);
        let jobs = self.until(|jobs| jobs.iter().any(|job| other(job).is_some()));
        self.queue.set_limit(None, None).unwrap();
        self.until(<[_]>::is_empty);
        // It still writes after its last job.
        jobs.iter().filter_map(other).for_each(fcp_test_support::wait_for_end);
        assert_eq!(held(&self.path("right")), 64 << 20);
    }
}

#[test]
fn the_program_ends_with_the_second_of_its_windows() {
    let Some(user) = User::new() else { return };
    let _manager = user.desk.manage_windows();
    user.file("left/note.txt", b"text");
    let mut app = user.launch();
    let mut later = user.desk.launch(&[&user.path("left/note.txt")]);
    assert!(later.wait(PATIENCE).is_some_and(|status| status.success()), "the first one took it");
    user.window(COPIER);

    user.close(COPIER);
    assert!(app.wait(Duration::ZERO).is_none(), "the manager is still open");
    user.close(MANAGER);
    assert!(app.wait(LONG).is_some_and(|status| status.success()));
}

#[test]
fn a_window_closed_in_the_middle_of_a_copy_ends_the_program_and_not_the_copy() {
    let Some(user) = User::new() else { return };
    let _manager = user.desk.manage_windows();
    let mut app = user.launch();
    let job = user.copy_slowly();
    user.close(MANAGER);
    assert!(app.wait(LONG).is_some_and(|status| status.success()));
    user.is_handed_on(job.pid);
}

#[test]
fn a_signal_ends_the_program_with_both_windows_and_not_the_copy() {
    let Some(user) = User::new() else { return };
    user.file("left/note.txt", b"text");
    let mut app = user.launch();
    let mut later = user.desk.launch(&[&user.path("left/note.txt")]);
    assert!(later.wait(PATIENCE).is_some_and(|status| status.success()), "the first one took it");
    user.window(COPIER);
    let job = user.copy_slowly();
    app.ask_to_end();
    assert!(app.wait(LONG).is_some());
    user.is_handed_on(job.pid);
}

#[test]
fn a_signal_ends_the_program_although_its_screen_does_not_answer() {
    let Some(user) = User::new() else { return };
    let mut app = user.launch();
    user.desk.freeze_screen();
    app.ask_to_end();
    assert!(app.wait(LONG).is_some());
}

#[test]
fn a_window_opens_with_the_size_that_it_was_closed_with() {
    let Some(user) = User::new() else { return };
    let _manager = user.desk.manage_windows();
    let size = || {
        let found = user.desk.xdotool(&["search", "--sync", "--onlyvisible", "--name", MANAGER]);
        let found = user.desk.xdotool(&["getwindowgeometry", "--shell", &found]);
        found.lines().filter(|line| line.starts_with(['W', 'H'])).collect::<Vec<_>>().join(" ")
    };
    let mut app = user.launch();
    assert!(size().contains("WIDTH=1280"), "{}", size());
    let search = ["search", "--sync", "--onlyvisible", "--name", MANAGER];
    user.desk.xdotool(&[&search[..], &["windowsize", "--sync", "900", "700"]].concat());
    user.close(MANAGER);
    assert!(app.wait(LONG).is_some());
    let _app = user.launch();
    assert!(size().contains("WIDTH=900 HEIGHT=700"), "{}", size());
}
