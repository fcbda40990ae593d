//! Test fixture: a user of `fcpq`.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]
#![allow(dead_code, unreachable_pub, reason = "each test is a crate of its own, and uses a part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fcp_engine::queue::Queue;
use fcp_test_support::{Scratch, program, run};

/// A user with a queue of their own, and a directory to work in.
pub struct User {
    place: PathBuf,
    _scratch: Option<Scratch>,
}

impl User {
    /// Makes a user whose files are in a directory, such as a separate mount.
    pub fn new(place: &Path) -> Self {
        for name in ["home", "state", "w"] {
            fs::create_dir(place.join(name)).unwrap();
        }
        Self { place: place.to_owned(), _scratch: None }
    }

    /// Makes a user whose files are removed with it.
    pub fn temporary() -> Self {
        let scratch = Scratch::new();
        Self { place: Self::new(scratch.path()).place, _scratch: Some(scratch) }
    }

    pub fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        self.place.join("w").join(path)
    }

    pub fn state(&self) -> PathBuf {
        self.place.join("state/fcp")
    }

    pub fn queue(&self) -> Queue {
        Queue::open(&self.state()).unwrap().queue
    }

    pub fn file(&self, path: &str, content: impl AsRef<[u8]>) -> &Self {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), content).unwrap();
        self
    }

    pub fn command(&self, name: &str, args: &[&str]) -> Command {
        let mut command = self.owns(program(name));
        command.args(args);
        command
    }

    /// Has a program use the files of this user.
    pub fn owns(&self, mut command: Command) -> Command {
        command.current_dir(self.place.join("w"));
        command.env("HOME", self.place.join("home"));
        command.env("XDG_STATE_HOME", self.place.join("state"));
        command
    }

    /// Runs a command, and gives code, output and complaints.
    pub fn told(&self, name: &str, args: &[&str]) -> (i32, String, String) {
        let done = run(&mut self.command(name, args));
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (done.status.code().unwrap_or(-1), text(done.stdout), text(done.stderr))
    }

    /// Runs `fcpq`, which must succeed in silence, but for its output.
    #[track_caller]
    pub fn q(&self, args: &[&str]) -> String {
        let (code, out, err) = self.told("fcpq", args);
        assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
        out
    }

    #[track_caller]
    pub fn add(&self, args: &[&str]) -> u64 {
        self.q(&[&["add"], args].concat()).trim().parse().unwrap()
    }
}
