//! Chooses the waiting jobs that may start now.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::entry::{Mode, Stage};
use super::paths::{Paths, Touched};
use crate::contract::event::JobId;

/// Light jobs that run at once; each has threads of its own.
const MOST_LIGHT: usize = 8;

/// Jobs that run at once where all may.
const MOST: usize = 32;

/// What the schedule looks at in a job that is not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// The job.
    pub(crate) job: JobId,
    /// Whether it waits or runs; a finished one is passed over.
    pub(crate) stage: Stage,
    /// Whether it does nothing until it is resumed.
    pub(crate) paused: bool,
    /// Whether it was cancelled; one that waits has only to be cleaned up.
    pub(crate) cancelled: bool,
    /// The devices it uses.
    pub(crate) lanes: Vec<String>,
    /// Whether it is so light that it waits for no lane.
    pub(crate) passes: bool,
    /// Whether it is to start now, whatever runs.
    pub(crate) now: bool,
    /// What it reads and changes.
    pub(crate) paths: Paths,
    /// The job that must end first; none if that has ended.
    pub(crate) after: Option<JobId>,
    /// Whether all that is left of it waits for answers.
    pub(crate) asks: bool,
    /// Its rank; the job with the least comes first.
    pub(crate) rank: i64,
}

impl Candidate {
    /// Whether it runs and gets in the way of others; one that is paused, or has nothing left but
    /// questions, does not, unless it is ending. Once it is answered it continues beside them.
    pub(crate) fn works(&self) -> bool {
        let rests = self.paused || self.asks;
        self.stage == Stage::Running && (!rests || self.cancelled)
    }

    /// Whether a process runs it.
    pub(crate) fn runs(&self) -> bool {
        self.stage == Stage::Running
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
/// A job that is paused, or waits for the end of another one, is passed over and holds up no other. A waiting
/// job that was cancelled has left something behind, whose removal waits for nothing.
pub(crate) fn choose(mode: Mode, jobs: &[Candidate]) -> Vec<JobId> {
    let mut jobs: Vec<&Candidate> = jobs.iter().collect();
    jobs.sort_by_key(|job| (job.rank, job.job));
    let mut ready = jobs.clone();
    ready.retain(|job| job.is_ready());
    keep_order(&jobs, &mut ready);
    match mode {
        Mode::All => keep_few(&jobs, &mut ready, MOST, |_| true),
        Mode::One => keep_one(&jobs, &mut ready),
        Mode::Lanes => keep_to_lanes(&jobs, &mut ready),
    }
    ready.into_iter().map(|job| job.job).collect()
}

/// Leaves those that touch nothing that a job before them touches, or that runs, even if paused.
fn keep_order(jobs: &[&Candidate], ready: &mut Vec<&Candidate>) {
    let mut before = Touched::default();
    for job in jobs.iter().filter(|job| job.stage == Stage::Running) {
        before.add(&job.paths);
    }
    let mut stopped = HashSet::new();
    for job in in_turn(jobs) {
        if !job.now && !job.cancelled && before.stops(&job.paths) {
            stopped.insert(job.job);
        }
        before.add(&job.paths);
    }
    ready.retain(|job| !stopped.contains(&job.job));
}

/// Tells for which job each waits that may not overtake it, since both touch the same files.
pub(crate) fn held_up(jobs: &[Candidate]) -> BTreeMap<JobId, JobId> {
    let mut jobs: Vec<&Candidate> = jobs.iter().collect();
    jobs.sort_by_key(|job| (job.rank, job.job));
    let runs = |job: &&&Candidate| job.stage == Stage::Running;
    let mut before: Vec<&Candidate> = jobs.iter().filter(runs).copied().collect();
    let mut all = Touched::default();
    for job in &before {
        all.add(&job.paths);
    }
    let mut found = BTreeMap::new();
    for job in in_turn(&jobs) {
        if job.is_ready() && !job.now && !job.cancelled && all.stops(&job.paths) {
            let stops = |other: &&&Candidate| {
                let mut touched = Touched::default();
                touched.add(&other.paths);
                touched.stops(&job.paths)
            };
            found.extend(before.iter().find(stops).map(|other| (job.job, other.job)));
        }
        all.add(&job.paths);
        before.push(job);
    }
    found
}

/// The waiting jobs in their order, but each behind the one that must end first.
///
/// Otherwise two jobs that touch the same files could wait for each other.
fn in_turn<'a>(jobs: &[&'a Candidate]) -> Vec<&'a Candidate> {
    let waiting = || jobs.iter().copied().filter(|job| job.stage == Stage::Waiting);
    let mut ahead: HashSet<JobId> = waiting().map(|job| job.job).collect();
    let mut held: HashMap<JobId, Vec<&Candidate>> = HashMap::new();
    let mut turn = Vec::new();
    for job in waiting() {
        let mut next = vec![job];
        while let Some(job) = next.pop() {
            if let Some(first) = job.after.filter(|first| ahead.contains(first)) {
                held.entry(first).or_default().push(job);
                continue;
            }
            ahead.remove(&job.job);
            turn.push(job);
            next.extend(held.remove(&job.job).into_iter().flatten().rev());
        }
    }
    turn
}

/// Leaves no more of a kind than may work at once.
fn keep_few(
    jobs: &[&Candidate],
    ready: &mut Vec<&Candidate>,
    most: usize,
    of_kind: impl Fn(&Candidate) -> bool,
) {
    let counts = |job: &Candidate| of_kind(job) && !job.now && !job.cancelled;
    let mut working = jobs.iter().filter(|job| job.works() && counts(job)).count();
    ready.retain(|job| {
        working += usize::from(counts(job));
        !counts(job) || working <= most
    });
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
    keep_few(jobs, ready, MOST_LIGHT, |job| job.passes);
}

#[cfg(test)]
mod tests;
