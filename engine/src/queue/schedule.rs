//! Which waiting jobs may start now.

use std::collections::HashSet;

use super::entry::{Mode, Stage};
use crate::event::JobId;

/// What the schedule looks at in a job that is not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// The job.
    pub(crate) job: JobId,
    /// Whether it waits or runs; a finished one is passed over.
    pub(crate) stage: Stage,
    /// Whether it is to do nothing until it is resumed.
    pub(crate) paused: bool,
    /// Whether it is to end; one that waits has only to be cleaned up.
    pub(crate) cancelled: bool,
    /// The devices it uses.
    pub(crate) lanes: Vec<String>,
    /// Whether it is so light that it waits for no lane.
    pub(crate) passes: bool,
    /// Whether it is to start now, whatever runs.
    pub(crate) now: bool,
    /// The job that must end first; none if that has ended.
    pub(crate) after: Option<JobId>,
    /// Its rank; the job with the least comes first.
    pub(crate) rank: i64,
}

impl Candidate {
    /// Whether it runs and gets in the way of others; a paused one does not, unless it is ending.
    fn works(&self) -> bool {
        self.stage == Stage::Running && (!self.paused || self.cancelled)
    }

    /// Whether it has lanes to itself while it works.
    fn keeps_to_lanes(&self) -> bool {
        !self.passes && !self.now
    }

    /// Whether it could start, were it alone.
    fn is_ready(&self) -> bool {
        let held = self.paused || self.after.is_some();
        self.stage == Stage::Waiting && (self.cancelled || !held)
    }
}

/// Chooses the waiting jobs that start now, in the order in which they do.
///
/// What is paused, or waits for the end of another job, is passed over and stands in nobody's way. A
/// waiting job that was cancelled has left something behind, whose removal waits for nothing.
pub(crate) fn choose(mode: Mode, jobs: &[Candidate]) -> Vec<JobId> {
    let mut jobs: Vec<&Candidate> = jobs.iter().collect();
    jobs.sort_by_key(|job| (job.rank, job.job));
    let mut ready = jobs.clone();
    ready.retain(|job| job.is_ready());
    match mode {
        Mode::All => {}
        Mode::One => keep_one(&jobs, &mut ready),
        Mode::Lanes => keep_to_lanes(&jobs, &mut ready),
    }
    ready.into_iter().map(|job| job.job).collect()
}

/// Leaves the first job, if none works, and those that wait for nothing.
fn keep_one(jobs: &[&Candidate], ready: &mut Vec<&Candidate>) {
    let mut busy = jobs.iter().any(|job| job.works()) || ready.iter().any(|job| job.now);
    ready.retain(|job| job.now || job.cancelled || !std::mem::replace(&mut busy, true));
}

/// Leaves the jobs all lanes of which are free, and those that wait for nothing.
///
/// A job that cannot start takes its lanes all the same: what comes behind it would otherwise overtake
/// it again and again, if it needs two lanes that are never free at once.
fn keep_to_lanes<'a>(jobs: &[&'a Candidate], ready: &mut Vec<&'a Candidate>) {
    let working = jobs.iter().filter(|job| job.works() && job.keeps_to_lanes());
    let mut taken: HashSet<&str> =
        working.flat_map(|job| job.lanes.iter().map(String::as_str)).collect();
    ready.retain(|job| {
        if job.cancelled || !job.keeps_to_lanes() {
            return true;
        }
        let lanes = || job.lanes.iter().map(String::as_str);
        let free = lanes().all(|lane| !taken.contains(lane));
        taken.extend(lanes());
        free
    });
}
