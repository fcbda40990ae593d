//! Makes parts that failed begin anew, and tells what failed.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::disk;
use super::error::PlanError;
use super::folder::PlanFolder;
use super::format::List;
use super::progress;
use super::result::PartState;
use crate::contract::error::OpError;
use crate::contract::event::{Envelope, Event};
use crate::contract::path::WirePath;

/// What a retry has made.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Retried {
    /// The parts that begin anew.
    pub parts: Vec<u64>,
    /// Items in them.
    pub items: u64,
}

impl PlanFolder {
    /// Makes the parts that failed begin anew, with all of their items.
    pub fn retry(&self) -> Result<Retried, PlanError> {
        let mut retried = Retried::default();
        for part in self.numbers(PartState::Failed.dir())? {
            let from = disk::numbered(&self.dir().join(PartState::Failed.dir()), part);
            // Another process retries, too.
            let Some(bytes) = disk::read(&from)? else { continue };
            let list = List::decode(&from, bytes)?;
            self.note_unfinished()?;
            progress::begin_anew(self.dir(), part)?;
            // What failed before is not what fails now.
            for path in event_files(self.dir(), part)? {
                disk::rename(&path, &path.with_extension("retried.ndjson"))?;
            }
            disk::rename(&from, &disk::numbered(&self.dir().join(PartState::Left.dir()), part))?;
            retried.parts.push(part);
            retried.items += list.items;
        }
        Ok(retried)
    }
}

/// Gives the files of events of the attempts at a part since its last retry, the first attempt first.
pub(super) fn event_files(dir: &Path, part: u64) -> Result<Vec<PathBuf>, PlanError> {
    let mut found = attempts(dir)?;
    found.retain(|it| it.0 == part);
    found.sort();
    Ok(found.into_iter().map(|(.., path)| path).collect())
}

/// Gives the file of events of the newest attempt at each part that was begun.
pub(super) fn newest_files(dir: &Path) -> Result<HashMap<u64, PathBuf>, PlanError> {
    let mut found = attempts(dir)?;
    found.sort();
    Ok(found.into_iter().map(|(part, _, path)| (part, path)).collect())
}

/// Gives the files of events with the numbers of part and attempt that their names tell.
fn attempts(dir: &Path) -> Result<Vec<(u64, u64, PathBuf)>, PlanError> {
    let events = dir.join("events");
    let numbers = |name: &OsStr| -> Option<(u64, u64)> {
        let (part, attempt) = name.to_str()?.strip_suffix(".ndjson")?.split_once('.')?;
        Some((part.parse().ok()?, attempt.parse().ok()?))
    };
    let names = disk::names(&events)?.into_iter();
    let found = names.filter_map(|name| {
        numbers(&name).map(|(part, attempt)| (part, attempt, events.join(name)))
    });
    Ok(found.collect())
}

/// Gives the items of a part that failed, in the order in which they did.
pub(super) fn events_of(dir: &Path, part: u64) -> Result<Vec<(WirePath, OpError)>, PlanError> {
    let mut failures: Vec<(WirePath, OpError)> = Vec::new();
    for path in event_files(dir, part)? {
        let Some(text) = disk::read(&path)? else { continue };
        for line in text.split(|byte| *byte == b'\n') {
            // The last line of a killed process may be cut.
            if let Ok(Envelope { event: Event::ItemFailed { src, error, .. }, .. }) =
                serde_json::from_slice(line)
            {
                failures.push((src, error));
            }
        }
    }
    Ok(failures)
}
