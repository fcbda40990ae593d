//! Numbers the questions.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::contract::event::QuestionId;

/// Numbers the questions of one engine.
///
/// Jobs of a queue are answered by number from any process, so an engine begins where no other process
/// of its queue has any. Two engines of one process may give the same number: their queues differ.
#[derive(Debug)]
pub(crate) struct Numbers {
    first: AtomicU64,
    next: AtomicU64,
}

impl Default for Numbers {
    fn default() -> Self {
        Self { first: AtomicU64::new(1), next: AtomicU64::new(1) }
    }
}

impl Numbers {
    /// Begins with the numbers of a process of the queue; called before any job of it runs.
    ///
    /// A process may ask 16 million; JavaScript counts exactly up to half a billion processes.
    pub(crate) fn begin(&self, process: i64) {
        let first = (process.unsigned_abs() << 24) + 1;
        self.first.store(first, Ordering::Relaxed);
        self.next.store(first, Ordering::Relaxed);
    }

    /// Gives a number that this engine has not given before.
    pub(crate) fn next(&self) -> QuestionId {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether a question was asked by this engine, whether or not it is still open.
    pub(crate) fn has_given(&self, id: QuestionId) -> bool {
        (self.first.load(Ordering::Relaxed)..self.next.load(Ordering::Relaxed)).contains(&id)
    }
}
