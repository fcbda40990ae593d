//! The engine, which is there once the queue is open, and whether it still accepts jobs.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use fcp_engine::Engine;
use fcp_engine::queue::Queue;
use fcp_presentation::tr;

use crate::wire::Refusal;

/// The engine of this process; windows open before it does.
#[derive(Debug, Default)]
pub(crate) struct EngineCell {
    engine: OnceLock<Engine>,
    /// Whether the program is about to end.
    quitting: AtomicBool,
}

impl EngineCell {
    /// Takes the engine, once it has been started.
    pub(crate) fn set(&self, engine: Engine) {
        // Set once, at the start; a second call would be a bug.
        drop(self.engine.set(engine));
    }

    /// Gives the engine.
    ///
    /// # Errors
    /// The queue is still being opened.
    pub(crate) fn get(&self) -> Result<&Engine, Refusal> {
        self.engine.get().ok_or_else(|| Refusal::because(tr!("desktop-queue-opening")))
    }

    /// Gives the queue; none before it is open, and where jobs are not kept.
    pub(crate) fn queue(&self) -> Option<&Queue> {
        self.engine.get().and_then(Engine::queue)
    }

    /// Notes that the program is about to end; false if that was known.
    pub(crate) fn begin_to_quit(&self) -> bool {
        !self.quitting.swap(true, Ordering::SeqCst)
    }

    /// Notes that the program continues after all.
    pub(crate) fn continue_after_all(&self) {
        self.quitting.store(false, Ordering::SeqCst);
    }

    /// Tells whether the program is about to end: then no job is added and no window is made.
    pub(crate) fn is_quitting(&self) -> bool {
        self.quitting.load(Ordering::SeqCst)
    }
}
