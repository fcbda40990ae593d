//! Wakes the thread of a job that waits for something to do.

/// Makes the thread of a job check for work.
pub(super) struct Waker(Box<dyn Fn() + Send>);

impl Waker {
    pub(super) fn new(wake: Box<dyn Fn() + Send>) -> Self {
        Self(wake)
    }

    pub(super) fn wake(&self) {
        (self.0)();
    }
}

impl std::fmt::Debug for Waker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Waker")
    }
}
