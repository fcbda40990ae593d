//! Looks at a plan again and again: as often as the server that has it allows.

use std::time::{Duration, Instant};

use fcp_engine::event::Envelope;
use fcp_engine::parts::{PlanError, PlanFolder, PlanWatch, Sums};

/// Time between two looks at the plan. Processes write their progress every two seconds.
const REST: Duration = Duration::from_secs(1);
/// The longest time, for a server that is slow because all ask it.
const LONG_REST: Duration = Duration::from_secs(20);
/// Share of the time that looks take at most.
const SHARE: u32 = 10;
/// Looks that may fail in a row before the watch ends: one that goes on for days meets a server that starts anew.
const FAILURES: u32 = 3;

/// The looks at one plan.
#[derive(Debug)]
pub(crate) struct Looks {
    watch: PlanWatch,
    failures: u32,
}

/// What a look has found.
#[derive(Debug)]
pub(crate) struct Found {
    /// The sums; none if the look failed and the next one may not. After an error no look will succeed.
    pub(crate) sums: Option<Result<Sums, PlanError>>,
    /// The time until the next look.
    pub(crate) rest: Duration,
}

impl Looks {
    pub(crate) fn new(folder: PlanFolder) -> Self {
        Self { watch: PlanWatch::new(folder), failures: 0 }
    }

    /// Looks at the plan; `each` takes what parts have told since the last look. A server may let it wait for ever.
    pub(crate) fn look(&mut self, each: impl FnMut(Envelope)) -> Found {
        let begun = Instant::now();
        let looked = self.watch.look(each);
        self.failures = if looked.is_ok() { 0 } else { self.failures + 1 };
        let sums = match looked {
            Ok(sums) => Some(Ok(sums)),
            Err(error) if self.failures >= FAILURES || self.is_gone() => Some(Err(error)),
            // The next look tells what this one could not read.
            Err(_) => None,
        };
        Found { sums, rest: (begun.elapsed() * SHARE).clamp(REST, LONG_REST) }
    }

    /// Tells whether the plan was removed.
    fn is_gone(&self) -> bool {
        matches!(self.watch.folder().dir().try_exists(), Ok(false))
    }
}
