//! A process that does not outlive its test.

use std::ops::{Deref, DerefMut};
use std::process::{Child, Command};

/// A process that is killed when the test lets go of it, even if the test fails.
#[derive(Debug)]
pub struct Running(Child);

impl Running {
    /// Starts a process.
    #[track_caller]
    pub fn start(command: &mut Command) -> Self {
        Self(command.spawn().unwrap())
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended long ago, which is just as well.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}
