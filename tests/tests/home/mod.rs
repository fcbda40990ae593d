//! Test fixture: a user of the file manager, with a home, two folders and a queue.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]
#![allow(dead_code, unreachable_pub, reason = "each test is a crate of its own, and uses a part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fcp_engine::event::Outcome;
use fcp_engine::queue::Queue;
use fcp_test_support::keys::{ENTER, F5};
use fcp_test_support::{Pty, Scratch, program, wait_for_end};

/// A home with the folders `left` and `right`.
pub struct Home(Scratch);

impl Home {
    pub fn new() -> Self {
        let scratch = Scratch::new();
        for side in ["left", "right"] {
            fs::create_dir_all(scratch.join(side)).unwrap();
        }
        Self(scratch)
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn join(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    pub fn file(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub fn text(&self, path: &str) -> String {
        fs::read_to_string(self.join(path)).unwrap()
    }

    pub fn has(&self, path: &str) -> bool {
        self.join(path).symlink_metadata().is_ok()
    }

    pub fn queue(&self) -> Queue {
        Queue::open(&self.join(".local/state/fcp")).unwrap().queue
    }

    /// Prepares to run one of our programs at this home.
    pub fn program(&self, name: &str) -> Command {
        self.owns(program(name))
    }

    /// Has a program use this home.
    pub fn owns(&self, mut command: Command) -> Command {
        command.env("HOME", self.path());
        command
    }

    /// Prepares to run the file manager on the two folders.
    pub fn manager(&self) -> Command {
        let mut command = self.program("fcp-tui");
        command.args([self.join("left"), self.join("right")]);
        command
    }

    /// Starts the file manager on the two folders.
    pub fn start(&self) -> Pty {
        let mut pty = Pty::start(&mut self.manager(), 100, 30);
        pty.wait_for("free");
        pty.wait_for("10 Quit");
        pty
    }

    /// Starts the file manager in the midst of a copy that takes long enough to be met while it runs.
    pub fn start_slow_copy(&self) -> (Queue, Pty) {
        self.start_slow_copy_by(&mut self.manager(), "*")
    }

    /// The same of a command; these keys choose what is copied.
    pub fn start_slow_copy_by(&self, command: &mut Command, keys: &str) -> (Queue, Pty) {
        self.file("left/large", vec![7; 40 << 20]);
        let queue = self.queue();
        queue.set_limit(None, Some(2 << 20)).unwrap();
        let mut pty = Pty::start(command, 100, 30);
        pty.wait_for("large");
        pty.press_for(&format!("{keys}{F5}"), "Start copy");
        pty.press_for(ENTER, "1 running");
        (queue, pty)
    }

    /// Lets the job end in a process in the background, without a limit.
    pub fn finish_in_background(queue: &Queue) {
        let job = queue.list().unwrap()[0].job;
        let runners = queue.runner_pids().unwrap();
        queue.set_limit(None, None).unwrap();
        assert_eq!(queue.wait(job).unwrap().outcome, Outcome::Completed);
        runners.into_iter().for_each(wait_for_end);
    }
}
