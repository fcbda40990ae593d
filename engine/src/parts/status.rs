//! Sums up how far the parts of a plan are.

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;

use serde::Serialize;

use super::claim::Holder;
use super::disk;
use super::error::PlanError;
use super::folder::PlanFolder;
use super::planned::PlannedRemovals;
use super::result::{PartState, Results};
use super::retry::{Newest, events_of, newest_files};
use super::sweep::Removed;
use crate::contract::error::OpError;
use crate::contract::event::{Envelope, Event};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;

/// A part that a process has claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Claimed {
    /// The number of the part.
    pub part: u64,
    /// The machine of the process.
    pub host: String,
    /// Processes that have begun the part so far, with this one; 0 while it has told nothing.
    pub attempt: u64,
    /// Items and bytes that the part has done so far, as its newest report says.
    pub items: u64,
    /// Their data.
    pub bytes: u64,
}

impl Claimed {
    /// A part of which nothing is known but who has it.
    pub fn new(part: u64, host: &str) -> Self {
        Self { part, host: host.to_owned(), attempt: 0, items: 0, bytes: 0 }
    }
}

/// An item that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Failure {
    /// The number of the part.
    pub part: u64,
    /// The item.
    pub path: WirePath,
    /// Why.
    pub error: OpError,
}

impl Failure {
    /// An item of a part that failed.
    pub fn new(part: u64, path: WirePath, error: OpError) -> Self {
        Self { part, path, error }
    }
}

/// How far a plan is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Status {
    /// What the plan does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verb: Option<Verb>,
    /// Items and bytes of the whole plan.
    pub items: u64,
    /// Their data.
    pub bytes: u64,
    /// Parts that no process has claimed.
    pub left: u64,
    /// Parts that processes have claimed.
    pub claimed: Vec<Claimed>,
    /// Parts that have ended, and nothing failed.
    pub done: u64,
    /// Parts that have ended, and something failed.
    pub failed: Vec<u64>,
    /// Parts whose list is in no directory of the plan, so that their items may not be copied.
    pub missing: Vec<u64>,
    /// Items that the walk of the plan could not look at, which are in no part.
    pub unreadable: u64,
    /// Items that were done.
    pub items_done: u64,
    /// Files of which all pieces are there, and which get their names in the last step; none of the done.
    pub pieced: u64,
    /// Items that were left alone.
    pub items_skipped: u64,
    /// Items that failed and were not tried again.
    pub items_failed: u64,
    /// Data of the items that were done.
    pub bytes_done: u64,
    /// Bytes per second since the plan was made, for parts that have ended; none before the first.
    pub rate: Option<u64>,
    /// The last items that failed.
    pub failures: Vec<Failure>,
    /// Whether the directories have their times and modes.
    pub is_finished: bool,
    /// What a mirror removes in the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removals: Option<PlannedRemovals>,
    /// Whether the last step has begun to remove it, and may have removed some.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_removing: bool,
    /// What it has removed; none before the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<Removed>,
}

/// Where the parts of a plan are, each in one place.
pub(super) struct Places {
    left: BTreeSet<u64>,
    pub(super) claimed: Vec<Holder>,
    done: BTreeSet<u64>,
    failed: BTreeSet<u64>,
}

impl Places {
    /// Gives the parts that have ended.
    pub(super) fn ended(&self) -> impl Iterator<Item = u64> {
        self.done.iter().chain(&self.failed).copied()
    }
}

/// Failures that are told.
const TOLD: usize = 20;

impl PlanFolder {
    /// Sums up how far the plan is.
    pub fn status(&self) -> Result<Status, PlanError> {
        let places = self.places()?;
        let files = newest_files(self.dir())?;
        let divided = self.divided()?;
        let claimed = places.claimed.iter().map(|holder| {
            let mut claimed = claimed_by(holder, files.get(&holder.number))?;
            if divided.first_of(holder.number).is_some() {
                // A file is an item when the last of its pieces has ended.
                claimed.items = 0;
            }
            Ok(claimed)
        });
        let claimed = claimed.collect::<Result<_, PlanError>>()?;
        let mut status = self.sums(&places, claimed, &mut Results::default())?;
        status.failures = self.failures(&status.failed)?;
        Ok(status)
    }

    /// Sums up the parts in these places; `results` has the results that were read before, and then all there are.
    pub(super) fn sums(
        &self,
        places: &Places,
        claimed: Vec<Claimed>,
        results: &mut Results,
    ) -> Result<Status, PlanError> {
        let plan = self.plan();
        let mut status = Status {
            verb: Some(plan.spec.verb),
            items: plan.items,
            bytes: plan.bytes,
            unreadable: plan.unreadable,
            left: places.left.len() as u64,
            claimed,
            done: places.done.len() as u64,
            failed: places.failed.iter().copied().collect(),
            missing: self.missing(places),
            is_finished: disk::exists(&self.finished()),
            removals: plan.removals.clone(),
            is_removing: plan.removals.is_some() && Removed::has_begun(self.dir()),
            removed: if plan.removals.is_some() { Removed::read(self.dir())? } else { None },
            ..Status::default()
        };
        results.update(self.dir(), places.ended())?;
        let counted = self.divided()?.count(results);
        status.pieced = if status.is_finished { 0 } else { counted.pieced };
        (status.items_done, status.items_skipped) = (counted.done - status.pieced, counted.skipped);
        (status.items_failed, status.bytes_done) = (counted.failed, counted.bytes);
        let last = results.iter().map(|(_, result)| result.ended).max().unwrap_or_default();
        let took = last.saturating_sub(plan.made);
        status.rate = (took > 0).then(|| {
            let rate = u128::from(status.bytes_done) * 1_000_000 / u128::from(took);
            u64::try_from(rate).unwrap_or(u64::MAX)
        });
        Ok(status)
    }

    /// Gives the last items of these parts that failed, the newest first.
    pub(super) fn failures(&self, failed: &[u64]) -> Result<Vec<Failure>, PlanError> {
        let mut failures = Vec::new();
        for part in failed.iter().rev() {
            if failures.len() >= TOLD {
                break;
            }
            for (path, error) in events_of(self.dir(), *part)?.into_iter().rev() {
                if failures.len() < TOLD {
                    failures.push(Failure { part: *part, path, error });
                }
            }
        }
        Ok(failures)
    }

    /// Whether a part has ended with failures.
    pub(crate) fn has_failed(&self) -> Result<bool, PlanError> {
        Ok(!self.places()?.failed.is_empty())
    }

    /// Refuses to go on unless each part of the plan has ended.
    pub(crate) fn check_ended(&self) -> Result<(), PlanError> {
        let places = self.places()?;
        let open = places.left.len() + places.claimed.len();
        if open > 0 {
            return Err(PlanError::Open(open as u64));
        }
        match self.missing(&places).first() {
            Some(number) => Err(PlanError::Missing(*number)),
            None => Ok(()),
        }
    }

    /// Finds each part, in the order in which a part goes from one directory to the next.
    ///
    /// A claim that is given back goes the other way, so that the claims come before the parts that are left, too.
    pub(super) fn places(&self) -> Result<Places, PlanError> {
        let mut claimed = self.holders()?;
        let mut left: BTreeSet<u64> = self.numbers(PartState::Left.dir())?.into_iter().collect();
        claimed.extend(self.holders()?);
        let numbers = |state: PartState| -> Result<BTreeSet<u64>, PlanError> {
            Ok(self.numbers(state.dir())?.into_iter().collect())
        };
        let (done, failed) = (numbers(PartState::Done)?, numbers(PartState::Failed)?);
        // What was met twice is where it was met last.
        let mut seen = HashSet::new();
        claimed.reverse();
        claimed.retain(|it| {
            !done.contains(&it.number) && !failed.contains(&it.number) && seen.insert(it.number)
        });
        claimed.reverse();
        left.retain(|it| !done.contains(it) && !failed.contains(it) && !seen.contains(it));
        Ok(Places { left, claimed, done, failed })
    }

    /// Gives the numbers of the plan that are nowhere.
    pub(super) fn missing(&self, places: &Places) -> Vec<u64> {
        let claimed: HashSet<u64> = places.claimed.iter().map(|holder| holder.number).collect();
        let is_somewhere = |number: &u64| {
            let ended = places.done.contains(number) || places.failed.contains(number);
            ended || places.left.contains(number) || claimed.contains(number)
        };
        (0..self.plan().parts).filter(|number| !is_somewhere(number)).collect()
    }

    fn finished(&self) -> PathBuf {
        self.dir().join("finished")
    }

    /// Remembers that the directories have their times and modes.
    pub(crate) fn note_finished(&self) -> Result<(), PlanError> {
        Ok(disk::replace(&self.finished(), b"")?)
    }

    /// Forgets it, since parts are there that change directories.
    pub(super) fn note_unfinished(&self) -> Result<(), PlanError> {
        use fcp_sys::{self as sys, Errno, c_path};
        let path = self.finished();
        let name = c_path(&path).unwrap_or_default();
        match sys::unlink(sys::CWD, &name) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(errno) => {
                Err(OpError::new(crate::contract::error::Action::Remove, path, errno).into())
            }
        }
    }
}

/// Reads how far a part is that a process has, in the file of events of the newest attempt.
fn claimed_by(holder: &Holder, newest: Option<&Newest>) -> Result<Claimed, PlanError> {
    let mut claimed = Claimed::new(holder.number, &holder.host);
    let Some(newest) = newest else { return Ok(claimed) };
    claimed.attempt = newest.attempt;
    if let Some(text) = disk::read(&newest.path)? {
        let newest = text.rsplit(|byte| *byte == b'\n').find_map(|line| {
            let envelope: Envelope = serde_json::from_slice(line).ok()?;
            let Event::Progress { progress, .. } = envelope.event else { return None };
            Some(progress)
        });
        if let Some(progress) = newest {
            (claimed.items, claimed.bytes) = (progress.items_done, progress.bytes_done);
        }
    }
    Ok(claimed)
}
