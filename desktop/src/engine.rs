//! The engine, which is there once the queue is open, and whether it still accepts jobs.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use fcp_engine::Engine;
use fcp_engine::engine::ControlError;
use fcp_engine::queue::{Queue, QueueError};
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

/// Asks something of each of some jobs, also after one has refused; one that has ended meanwhile needs nothing.
///
/// # Errors
/// The first refusal.
pub(crate) fn each_of<J>(
    jobs: impl IntoIterator<Item = J>,
    ask: impl Fn(J) -> Result<(), ControlError>,
) -> Result<(), ControlError> {
    let has_ended = |error: &ControlError| {
        use ControlError::{NoJob, Queue};
        matches!(error, NoJob(_) | Queue(QueueError::NoJob(_) | QueueError::Over(_)))
    };
    let answers = jobs.into_iter().map(ask);
    answers.filter(|answer| !answer.as_ref().is_err_and(has_ended)).fold(Ok(()), Result::and)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn a_job_that_refuses_keeps_no_other_from_what_is_asked_of_all() {
        let asked = RefCell::new(Vec::new());
        let answer = each_of([1, 2, 3, 4], |job| {
            asked.borrow_mut().push(job);
            match job {
                1 => Err(QueueError::Over(job).into()),
                2 => Err(QueueError::Unreadable(job).into()),
                3 => Err(ControlError::NoQueue),
                _ => Ok(()),
            }
        });
        assert_eq!(answer, Err(QueueError::Unreadable(2).into()));
        assert_eq!(asked.into_inner(), [1, 2, 3, 4]);
    }
}
