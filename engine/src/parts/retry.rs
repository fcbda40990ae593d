//! Makes parts that failed begin anew, and tells what failed.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::disk;
use super::error::PlanError;
use super::folder::PlanFolder;
use super::format::List;
use super::progress;
use super::result::{PartResult, PartState};
use crate::contract::error::OpError;
use crate::contract::event::{Envelope, Event};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;

/// What a retry has made.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Retried {
    /// The parts that begin anew.
    pub parts: Vec<u64>,
    /// Items in them that are done again; what was moved or deleted is not.
    pub items: u64,
}

impl PlanFolder {
    /// Makes the parts that failed begin anew, with all of their items.
    pub fn retry(&self) -> Result<Retried, PlanError> {
        let (mut retried, mut files) = (Retried::default(), HashSet::new());
        for part in self.numbers(PartState::Failed.dir())? {
            let from = disk::numbered(&self.dir().join(PartState::Failed.dir()), part);
            // Another process retries, too.
            let Some(bytes) = disk::read(&from)? else { continue };
            let list = List::decode(&from, bytes)?;
            let takes_away = matches!(self.plan().spec.verb, Verb::Move | Verb::Delete);
            let result = if takes_away { PartResult::read(self.dir(), part)? } else { None };
            let gone = result.map_or(0, |result| result.summary.done);
            self.note_unfinished()?;
            progress::begin_anew(self.dir(), part)?;
            // What failed before is not what fails now.
            for path in event_files(self.dir(), part)? {
                disk::rename(&path, &path.with_extension("retried.ndjson"))?;
            }
            disk::rename(&from, &disk::numbered(&self.dir().join(PartState::Left.dir()), part))?;
            retried.parts.push(part);
            // Of a file several parts may have pieces.
            let is_counted = self.divided()?.first_of(part).is_none_or(|first| files.insert(first));
            retried.items += if is_counted { list.items.saturating_sub(gone) } else { 0 };
        }
        Ok(retried)
    }
}

/// Gives the files of events of the attempts at a part since its last retry, the first attempt first.
pub(super) fn event_files(dir: &Path, part: u64) -> Result<Vec<PathBuf>, PlanError> {
    let mut found = attempts(dir)?;
    found.retain(|it| it.part == part && !it.is_retried);
    found.sort();
    Ok(found.into_iter().map(|it| it.path).collect())
}

/// The newest attempt at a part.
#[derive(Debug)]
pub(super) struct Newest {
    /// Its file of events.
    pub(super) path: PathBuf,
    /// How many attempts there were so far, with those before a retry.
    pub(super) attempt: u64,
}

/// Gives the newest attempt at each part that was begun since its last retry.
pub(super) fn newest_files(dir: &Path) -> Result<HashMap<u64, Newest>, PlanError> {
    let mut found = attempts(dir)?;
    found.sort();
    let (mut counts, mut newest) = (HashMap::new(), HashMap::new());
    for Attempt { part, path, is_retried, .. } in found {
        let count = counts.entry(part).or_insert(0);
        *count += 1;
        if !is_retried {
            newest.insert(part, Newest { path, attempt: *count });
        }
    }
    Ok(newest)
}

/// A file of events, as its name tells.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Attempt {
    part: u64,
    number: u64,
    /// Whether a retry has put it aside.
    is_retried: bool,
    path: PathBuf,
}

/// Gives the files of events.
fn attempts(dir: &Path) -> Result<Vec<Attempt>, PlanError> {
    let events = dir.join("events");
    let attempt = |name: &OsStr| -> Option<Attempt> {
        let (part, rest) = name.to_str()?.strip_suffix(".ndjson")?.split_once('.')?;
        let number = rest.strip_suffix(".retried");
        let is_retried = number.is_some();
        let (part, number) = (part.parse().ok()?, number.unwrap_or(rest).parse().ok()?);
        Some(Attempt { part, number, is_retried, path: events.join(name) })
    };
    let names = disk::names(&events)?;
    Ok(names.iter().filter_map(|name| attempt(name)).collect())
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

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use super::*;

    #[test]
    fn attempts_before_a_retry_count_and_their_files_are_not_read() {
        let scratch = tempfile::tempdir().unwrap();
        std::fs::create_dir(scratch.path().join("events")).unwrap();
        let names = [
            "000001.0.retried.ndjson",
            "000001.2.ndjson",
            "000001.10.ndjson",
            "000002.0.retried.ndjson",
            "000003.0.ndjson",
            "other",
        ];
        for name in names {
            std::fs::File::create(scratch.path().join("events").join(name)).unwrap();
        }
        let newest = newest_files(scratch.path()).unwrap();
        let of = |part| {
            let newest: &Newest = newest.get(&part)?;
            Some((newest.path.file_name()?.to_str()?, newest.attempt))
        };
        assert_eq!(of(1), Some(("000001.10.ndjson", 3)));
        assert_eq!((of(2), of(3)), (None, Some(("000003.0.ndjson", 1))));
        let files = event_files(scratch.path(), 1).unwrap();
        assert_eq!(files.len(), 2);
    }
}
