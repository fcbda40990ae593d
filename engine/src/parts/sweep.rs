//! What the last step of a mirror removes: one list of it, and what has become of each of its entries.
//!
//! Before the first removal, each list is compared with what is there, and a file remembers which of its entries go. A
//! step that is taken again, since its process was killed, finds the file: of an entry that was to go and is not there
//! it knows that the step has removed it.

use std::collections::HashMap;
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::disk;
use super::error::PlanError;
use super::extras::REMOVALS;
use super::format::{Found, List, Purpose};
use super::stamp::Stamp;
use crate::contract::error::{Action, OpError};
use fcp_sys::{self as sys, AsFd, Errno, lock};

/// What becomes of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It stays: it has changed since the plan was made, the source has it, or it is protected.
    Stays,
    /// It was not there when the last step began.
    Missing,
    /// It is as the walk has found it, and the source lacks it.
    Goes,
    /// The last step has removed it.
    Removed,
}

const FATES: [(Fate, u8); 4] =
    [(Fate::Stays, b's'), (Fate::Missing, b'm'), (Fate::Goes, b'g'), (Fate::Removed, b'r')];

/// An entry of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned {
    /// Its position in the list.
    pub(crate) at: usize,
    pub(crate) stamp: Stamp,
    /// Whether it is a directory that goes only if it is empty.
    pub(crate) is_emptied: bool,
}

/// The entries of a directory, by their paths in its counterpart.
pub(crate) type Entries = HashMap<Box<[u8]>, Planned>;

/// A list of what a mirror removes.
#[derive(Debug)]
pub(crate) struct Sweep {
    /// The directory of the plan.
    dir: PathBuf,
    number: u64,
    /// Whether what goes is removed, or only compared.
    pub(crate) removes: bool,
    sections: HashMap<Box<[u8]>, Entries>,
    fates: Mutex<Vec<Fate>>,
    is_empty: AtomicBool,
}

/// How many entries have gone and how many have not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Removed {
    /// Items that were removed; to the trash, a directory goes as one.
    pub removed: u64,
    /// Items that stay, since they have changed, or the source has them now.
    pub stayed: u64,
}

impl Sweep {
    /// Reads a list of a plan.
    pub(crate) fn read(plan: &Path, number: u64) -> Result<(Self, List), PlanError> {
        let path = disk::numbered(&plan.join(REMOVALS), number);
        let damaged = |why| PlanError::Damaged { path: path.clone(), why };
        let bytes = disk::read(&path)?.ok_or_else(|| damaged("it is missing"))?;
        let list = List::decode(&path, bytes)?;
        if list.purpose != Purpose::Removals {
            return Err(damaged("it is no list of what a mirror removes"));
        }
        let mut sections: HashMap<Box<[u8]>, Entries> = HashMap::new();
        let mut at = 0;
        for entry in list.entries().filter(|entry| entry.found.is_extra()) {
            let Some(stamp) = entry.stamp else { continue };
            let planned = Planned { at, stamp, is_emptied: entry.found == Found::Emptied };
            sections.entry(entry.section.into()).or_default().insert(entry.name.into(), planned);
            at += 1;
        }
        let sweep = Self {
            dir: plan.to_owned(),
            number,
            removes: false,
            sections,
            fates: Mutex::new(vec![Fate::Stays; at]),
            is_empty: AtomicBool::new(false),
        };
        Ok((sweep, list))
    }

    /// Gives the directory of the plan.
    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Gives the entries of a directory.
    pub(crate) fn entries(&self, section: &[u8]) -> Option<&Entries> {
        self.sections.get(section)
    }

    /// Tells what becomes of an entry.
    pub(crate) fn fate(&self, planned: &Planned) -> Fate {
        lock(&self.fates).get(planned.at).copied().unwrap_or(Fate::Stays)
    }

    /// Notes what becomes of an entry.
    pub(crate) fn note(&self, planned: &Planned, fate: Fate) {
        if let Some(slot) = lock(&self.fates).get_mut(planned.at) {
            *slot = fate;
        }
    }

    /// Notes that an operand is an empty directory now.
    pub(crate) fn note_empty(&self) {
        self.is_empty.store(true, Ordering::Relaxed);
    }

    /// Whether an operand is an empty directory now.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty.load(Ordering::Relaxed)
    }

    /// Reads what an earlier comparison has found; `false` if there was none.
    pub(crate) fn recall(&self) -> Result<bool, PlanError> {
        let path = self.path();
        let Some(text) = disk::read(&path)? else { return Ok(false) };
        let fate = |letter: &u8| FATES.iter().find(|(_, it)| it == letter).map(|(fate, _)| *fate);
        let found: Option<Vec<Fate>> = text.iter().map(fate).collect();
        let fates = &mut *lock(&self.fates);
        match found.filter(|found| found.len() == fates.len()) {
            Some(found) => *fates = found,
            None => {
                return Err(PlanError::Damaged { path, why: "it has not the entries of its list" });
            }
        }
        Ok(true)
    }

    /// Writes what the comparison has found, unless another process was faster.
    pub(crate) fn remember(&self) -> Result<(), PlanError> {
        let letter =
            |fate: &Fate| FATES.iter().find(|(it, _)| it == fate).map(|(_, letter)| *letter);
        let text: Vec<u8> = lock(&self.fates).iter().filter_map(letter).collect();
        Ok(publish(&self.path(), &text)?)
    }

    /// Counts what has gone and what stays.
    pub(crate) fn sum(&self) -> Removed {
        let fates = lock(&self.fates);
        let count = |is: fn(Fate) -> bool| fates.iter().filter(|fate| is(**fate)).count() as u64;
        Removed {
            removed: count(|fate| fate == Fate::Removed),
            stayed: count(|fate| matches!(fate, Fate::Stays | Fate::Goes)),
        }
    }

    fn path(&self) -> PathBuf {
        self.dir.join("results").join(format!("removals-{:06}", self.number))
    }
}

impl Removed {
    /// Adds what another list has told.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { removed: self.removed + other.removed, stayed: self.stayed + other.stayed }
    }

    fn path(dir: &Path) -> PathBuf {
        dir.join("results").join("removals.json")
    }

    /// Reads what the last step of a plan has removed; none before it has come to its end.
    pub(crate) fn read(dir: &Path) -> Result<Option<Self>, PlanError> {
        let text = disk::read(&Self::path(dir))?;
        Ok(text.and_then(|text| serde_json::from_slice(&text).ok()))
    }

    /// Remembers it.
    pub(crate) fn write(self, dir: &Path) -> Result<(), PlanError> {
        // Plain data with text for keys is always spelled.
        Ok(disk::replace(&Self::path(dir), &serde_json::to_vec(&self).unwrap_or_default())?)
    }
}

/// Gives a file its name when it is whole, unless another file has that name.
fn publish(path: &Path, bytes: &[u8]) -> Result<(), OpError> {
    let failed = |errno| OpError::new(Action::Publish, path, errno);
    let unique = format!(".own-{:016x}", disk::unique());
    let own = path.with_file_name(&unique);
    disk::replace(&own, bytes)?;
    let dir = disk::open(path.parent().unwrap_or(Path::new(".")))?;
    let name = path.file_name().map(std::os::unix::ffi::OsStrExt::as_bytes);
    let names = CString::new(unique).ok().zip(name.and_then(|name| CString::new(name).ok()));
    let (own, name) = names.ok_or_else(|| failed(Errno::INVAL))?;
    match sys::rename_new(dir.as_fd(), &own, dir.as_fd(), &name) {
        Ok(()) => Ok(()),
        Err(errno) => {
            sys::best_effort(sys::unlink(dir.as_fd(), &own));
            // A lost reply of a server, or another process: what is there holds for both.
            if sys::exists(errno) || sys::stat_at(dir.as_fd(), &name, false).is_ok() {
                Ok(())
            } else {
                Err(failed(errno))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_file_keeps_its_name_and_nothing_is_left_beside_it() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("removals-000000");
        for text in [b"sgm", b"mmm"] {
            publish(&path, text).unwrap();
        }
        assert_eq!(std::fs::read(&path).unwrap(), b"sgm");
        assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 1);
    }
}
