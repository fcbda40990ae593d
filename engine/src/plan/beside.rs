//! Counts the totals of a running job beside it, at a small share of the processors.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use super::{Planner, count};
use crate::contract::event::Event;
use crate::job::Job;
use crate::walk::target::Target;
use fcp_sys::lock;

/// Mean size of the files copied so far, in bytes, from which counting bytes is worth a stat each.
///
/// Below it a stat costs several percent of copying the file, and items tell as much as bytes.
const WORTH_A_STAT: u64 = 32 << 10;

/// Items up to which bytes are counted in any case: a stat each takes some milliseconds in all, and
/// nothing is known of files that wait for answers.
const FEW: u64 = 4_000;

/// Share of all processors' time that counting the totals may take.
const SHARE: f64 = 0.02;

/// A stretch of counting between two rests.
#[derive(Debug)]
pub(super) struct Slice {
    begun: Instant,
    items: u32,
}

impl Slice {
    /// Begins a stretch.
    pub(super) fn begin() -> Self {
        Self { begun: Instant::now(), items: 0 }
    }
}

impl Planner {
    /// Keeps the count beside a running job to its share of the processors.
    ///
    /// Counting a million tiny files takes 6 % of the time that copying them takes; with this pause
    /// a progress bar never costs more than [`SHARE`].
    pub(super) fn rest(&self) {
        const LOOK: u32 = 64;
        const WORK: Duration = Duration::from_millis(2);
        let mut slice = lock(&self.slice);
        slice.items += 1;
        if !slice.items.is_multiple_of(LOOK) {
            return;
        }
        let worked = slice.begun.elapsed();
        if worked >= WORK {
            let share = (SHARE * self.job.workers as f64).min(0.5);
            self.job.wait_for(worked.mul_f64(1.0 / share - 1.0));
            slice.begun = Instant::now();
        }
    }

    /// Whether files are large enough that counting their bytes costs little beside the copy.
    pub(super) fn weighs(&self) -> bool {
        if self.thorough || self.counts.items.load(Ordering::Relaxed) < FEW {
            return true;
        }
        let bytes = self.job.meter.sum(|c| &c.bytes);
        let items = self.job.meter.sum(|c| &c.done).max(1);
        bytes / items >= WORTH_A_STAT
    }
}

impl Planner {
    /// Whether the job still runs, so that its totals are still of use.
    pub(super) fn is_wanted(&self) -> bool {
        !self.job.control.is_cancelled() && !self.job.is_over()
    }
}

/// Counts the totals of a running job on a thread of its own.
pub(crate) fn count_beside(job: &Arc<Job>, target: &Target) {
    let (job, target) = (Arc::clone(job), target.clone());
    let name = format!("fcp-count-{}", job.id);
    let counting = thread::Builder::new().name(name).spawn(move || {
        let walk = count(&job, &target, Planner::new(&job, false), 1);
        if !walk.visitor.is_wanted() {
            return;
        }
        let mut totals = walk.visitor.counts.totals(true);
        let mut known = lock(&job.meter.totals);
        totals.items += job.meter.beside.load(Ordering::Relaxed);
        *known = Some(totals);
        drop(known);
        job.tell_unless_over(Event::JobTotals { job: job.id, totals });
    });
    // Without the thread the totals stay unknown, which every view can show.
    drop(counting);
}
