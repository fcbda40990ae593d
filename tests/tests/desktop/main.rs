//! Tests of the desktop app in its real window, with the real engine, driven as by a user.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod commands;
mod control;
mod copy;
mod crash;
mod disks;
mod drop;
mod leave;
mod log;
mod look;
mod menu;
mod restart;

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use fcp_engine::queue::{Queue, QueuedJob};
use fcp_test_support::Desk;
use fcp_test_support::desktop::Page;
use fcp_test_support::output::held;

/// How long anything may take that ought to happen within a second or two.
const PATIENCE: Duration = Duration::from_secs(60);

/// A user with a home of their own, two folders in it, and a screen.
struct User {
    desk: Desk,
    queue: Queue,
}

impl User {
    /// None where there is no screen to be had.
    fn new() -> Option<Self> {
        let desk = Desk::new()?;
        for dir in ["left", "right"] {
            fs::create_dir_all(desk.home.join(dir)).unwrap();
        }
        let queue = Queue::open(&desk.home.join(".local/state/fcp")).unwrap().queue;
        Some(Self { desk, queue })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.desk.home.join(name)
    }

    fn file(&self, name: &str, text: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Opens the manager with the two folders.
    fn open(&self) -> Page {
        let page = self.desk.open(&[&self.path("left"), &self.path("right")]);
        page.find("region", "left, left panel");
        page.find("region", "right, right panel");
        page
    }

    /// Looks at the jobs of the queue until they are as wanted.
    #[track_caller]
    fn until(&self, wanted: impl Fn(&[QueuedJob]) -> bool) -> Vec<QueuedJob> {
        let until = Instant::now() + PATIENCE;
        loop {
            let jobs = self.queue.list().unwrap();
            if wanted(&jobs) {
                return jobs;
            }
            assert!(Instant::now() < until, "{jobs:#?}");
            self.queue.wait_for_change(Duration::from_millis(100));
        }
    }
}
