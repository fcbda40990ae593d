//! Keeps how far the removals of a job are, and decides whether there are any.

use std::collections::HashSet;
use std::ffi::CString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, OnceLock};

use super::arrived::Arrived;
use super::extras::Extras;
use crate::contract::event::{Event, Warning, Withheld};
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, Removals};
use crate::job::Job;

/// How far the removals of a job are.
#[derive(Debug, Default)]
pub(super) struct Removing {
    pub(super) extras: Extras,
    pub(super) stage: Mutex<Stage>,
    /// Items that were noted, each maybe a whole directory.
    pub(super) noted: AtomicU64,
    /// Items that were counted against the limit, those in directories included.
    pub(super) counted: AtomicU64,
    /// An empty source whose counterpart is not.
    pub(super) empty: Mutex<Option<PathBuf>>,
    /// The names that answers gave to items or to existing ones, each with its directory.
    pub(super) named: Mutex<HashSet<(u64, CString)>>,
    /// Whether some directory could not be compared.
    pub(super) unsure: AtomicBool,
    /// The items at the destinations that the request names, when all of them have ended.
    pub(super) arrived: OnceLock<Arrived>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    /// Something else is left to do.
    #[default]
    Copying,
    /// All is known that would be removed.
    Noted,
    /// It was counted, if there is a limit.
    Counted,
    /// It is removed, or stays.
    Over,
}

/// Why a job removes nothing that it would remove otherwise; `empty` is an empty source whose counterpart is not.
pub(crate) fn withheld(
    job: &Job,
    removals: &Removals,
    is_sure: bool,
    counted: u64,
    empty: Option<PathBuf>,
) -> Option<(Withheld, PathBuf)> {
    let destination = || {
        let path = job.spec.destination.as_ref().and_then(Destination::path);
        path.map(|path| path.0.clone()).unwrap_or_default()
    };
    match removals.limit {
        _ if !is_sure || job.has_failures() => Some((Withheld::Failures, destination())),
        Some(limit) => (counted > limit).then(|| (Withheld::Limit, destination())),
        None => empty.map(|path| (Withheld::EmptySource, path)),
    }
}

/// Tells that nothing is removed.
pub(crate) fn withhold(job: &Job, reason: Withheld, path: PathBuf) {
    job.note_own_error();
    let warning = Warning::NothingRemoved { reason, path: WirePath(path) };
    job.hub.tell(Event::Warning { job: job.id, warning });
}
