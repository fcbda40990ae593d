//! Changes of modes and owners of whole trees while they run: quitting asks about them, and stops them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use fcp_presentation::{lock, tr};

use crate::engine::EngineCell;
use crate::feed::{Changed, Feed};
use crate::wire::Refusal;

/// The changes that run.
#[derive(Debug)]
pub(crate) struct Changing {
    feed: Arc<Feed>,
    engine: Arc<EngineCell>,
    /// What stops each of them.
    running: Mutex<Vec<Arc<AtomicBool>>>,
    ended: Condvar,
}

/// A change that runs until this is dropped.
#[derive(Debug)]
pub(crate) struct Run {
    changing: Arc<Changing>,
    stop: Arc<AtomicBool>,
}

impl Changing {
    /// Knows of no change yet.
    pub(crate) fn new(feed: Arc<Feed>, engine: Arc<EngineCell>) -> Arc<Self> {
        Arc::new(Self { feed, engine, running: Mutex::default(), ended: Condvar::new() })
    }

    /// Notes that a change begins.
    ///
    /// # Errors
    /// The program is about to end.
    pub(crate) fn begin(self: &Arc<Self>) -> Result<Run, Refusal> {
        let mut running = lock(&self.running);
        if self.engine.is_quitting() {
            return Err(Refusal::because(tr!("desktop-quitting")));
        }
        let stop = Arc::<AtomicBool>::default();
        running.push(Arc::clone(&stop));
        self.feed.mark(Changed::Changing);
        Ok(Run { changing: Arc::clone(self), stop })
    }

    /// Counts the changes that run.
    pub(crate) fn running(&self) -> u64 {
        lock(&self.running).len() as u64
    }

    /// Stops the changes: what is changed already is kept, and can be undone.
    pub(crate) fn stop(&self) {
        for stop in &*lock(&self.running) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the changes, and waits up to `grace` until they have ended.
    pub(crate) fn end(&self, grace: Duration) {
        self.stop();
        let running = lock(&self.running);
        let waited = self.ended.wait_timeout_while(running, grace, |running| !running.is_empty());
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

impl Run {
    /// Gives the flag that is set when the change is to stop.
    pub(crate) fn stop(&self) -> &AtomicBool {
        &self.stop
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        lock(&self.changing.running).retain(|it| !Arc::ptr_eq(it, &self.stop));
        self.changing.ended.notify_all();
        self.changing.feed.mark(Changed::Changing);
    }
}
