//! What the last step of a mirror removes: one list of it, and what has become of each of its entries.
//!
//! Each run of the last step compares all lists with what is there before it removes anything. Then a file for each list
//! remembers which of its entries go. A step that is taken again, since its process was killed, compares all lists once
//! more, and removes what goes by both: of an entry that was to go and is not there any more it knows that a step has
//! removed it.

use std::collections::HashMap;
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use super::disk;
use super::error::PlanError;
use super::extras::REMOVALS;
use super::format::{Found, List, Purpose};
use super::selection::join;
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
    /// It looks as the walk has found it, and has another number, so that it may be another one: it stays.
    Doubtful,
}

const FATES: [(Fate, u8); 5] = [
    (Fate::Stays, b's'),
    (Fate::Missing, b'm'),
    (Fate::Goes, b'g'),
    (Fate::Removed, b'r'),
    (Fate::Doubtful, b'd'),
];

impl Fate {
    /// Gives what becomes of an entry of which an earlier comparison has remembered this: never more than both say.
    fn after(self, now: Self) -> Self {
        match (self, now) {
            (Self::Goes, Self::Missing) => Self::Removed,
            (Self::Goes, now) => now,
            (_, Self::Goes) => Self::Stays,
            (_, now) => now,
        }
    }
}

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

/// What a list has of a directory.
#[derive(Debug, Default)]
pub(crate) struct Section {
    /// What tells its counterpart from others.
    pub(crate) counterpart: Option<Stamp>,
    pub(crate) entries: Entries,
}

/// A list of what a mirror removes.
#[derive(Debug)]
pub(crate) struct Sweep {
    /// The directory of the plan.
    dir: PathBuf,
    number: u64,
    /// The checksum of the list.
    check: blake3::Hash,
    /// Whether what goes is removed, or only compared.
    pub(crate) removes: bool,
    sections: HashMap<Box<[u8]>, Section>,
    fates: Mutex<Vec<Fate>>,
    compared: AtomicUsize,
    is_empty: AtomicBool,
}

/// How many entries have gone and how many have not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Removed {
    /// Items that were removed; to the trash, a directory goes as one.
    pub removed: u64,
    /// Items that stay, since they have changed, the source has them now, or they are protected.
    pub stayed: u64,
    /// Items that stay, since they look the same and have other numbers.
    #[serde(default, skip_serializing_if = "is_none")]
    pub doubtful: u64,
}

impl Sweep {
    /// Reads a list of a plan.
    pub(crate) fn read(plan: &Path, number: u64) -> Result<(Self, List), PlanError> {
        let path = disk::numbered(&plan.join(REMOVALS), number);
        let damaged = |why| PlanError::Damaged { path: path.clone(), why };
        let bytes = disk::read(&path)?.ok_or_else(|| damaged("it is missing"))?;
        let check = blake3::hash(&bytes);
        let list = List::decode(&path, bytes)?;
        if list.purpose != Purpose::Removals {
            return Err(damaged("it is no list of what a mirror removes"));
        }
        let mut sections: HashMap<Box<[u8]>, Section> = HashMap::new();
        let mut count = 0;
        for entry in list.entries() {
            let Some(stamp) = entry.stamp else { continue };
            match entry.found {
                Found::Counterpart => {
                    let section = join(entry.section, entry.name);
                    sections.entry(section.into()).or_default().counterpart = Some(stamp);
                }
                Found::Extra | Found::Emptied => {
                    let planned =
                        Planned { at: count, stamp, is_emptied: entry.found == Found::Emptied };
                    let section = sections.entry(entry.section.into()).or_default();
                    section.entries.insert(entry.name.into(), planned);
                    count += 1;
                }
                Found::Nothing | Found::Directory => {}
            }
        }
        if sections.values().map(|section| section.entries.len()).sum::<usize>() != count {
            return Err(damaged("it names an item twice"));
        }
        let sweep = Self {
            dir: plan.to_owned(),
            number,
            check,
            removes: false,
            sections,
            fates: Mutex::new(vec![Fate::Stays; count]),
            compared: AtomicUsize::new(0),
            is_empty: AtomicBool::new(false),
        };
        Ok((sweep, list))
    }

    /// Gives the directory of the plan.
    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Gives what the list has of a directory.
    pub(crate) fn section(&self, section: &[u8]) -> Option<&Section> {
        self.sections.get(section)
    }

    /// Gives all directories of the list.
    pub(crate) fn sections(&self) -> impl Iterator<Item = (&[u8], &Section)> {
        self.sections.iter().map(|(section, entries)| (&**section, entries))
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

    /// Gives what becomes of all entries.
    pub(crate) fn fates(&self) -> Vec<Fate> {
        lock(&self.fates).clone()
    }

    /// Notes that an operand seems to be an empty directory now.
    pub(crate) fn note_empty(&self) {
        self.is_empty.store(true, Ordering::Relaxed);
    }

    /// Whether an operand seems to be an empty directory now.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty.load(Ordering::Relaxed)
    }

    /// Notes that a directory was compared to its end.
    pub(crate) fn note_compared(&self) {
        self.compared.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether all directories of the list were compared.
    pub(crate) fn is_whole(&self) -> bool {
        self.compared.load(Ordering::Relaxed) == self.sections.len()
    }

    /// Reads what an earlier run of the last step has remembered; none if there was none that came so far.
    pub(crate) fn recall(&self) -> Result<Option<Vec<Fate>>, PlanError> {
        let path = self.path();
        let Some(text) = disk::read(&path)? else { return Ok(None) };
        let line = text.iter().position(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let (first, letters) = text.split_at_checked(line).unwrap_or_default();
        let damaged = |why| PlanError::Damaged { path: path.clone(), why };
        if first != self.first_line(letters).as_bytes() {
            return Err(damaged("its checksum is wrong"));
        }
        let fate = |letter: &u8| FATES.iter().find(|(_, it)| it == letter).map(|(fate, _)| *fate);
        let found: Option<Vec<Fate>> = letters.iter().map(fate).collect();
        let found = found.filter(|found| found.len() == lock(&self.fates).len());
        found.map(Some).ok_or_else(|| damaged("it has not the entries of its list"))
    }

    /// Remembers what the comparison of all lists has found, unless a run of the last step has before, which then holds as
    /// well.
    pub(crate) fn remember(&self, now: &[Fate]) -> Result<(), PlanError> {
        let letter =
            |fate: &Fate| FATES.iter().find(|(it, _)| it == fate).map(|(_, letter)| *letter);
        let letters: Vec<u8> = now.iter().filter_map(letter).collect();
        if self.recall()?.is_none() {
            let text = [self.first_line(&letters).as_bytes(), &letters].concat();
            publish(&self.path(), &text)?;
        }
        let missing = || PlanError::Damaged { path: self.path(), why: "it is missing" };
        let past = self.recall()?.ok_or_else(missing)?;
        let fates = past.iter().zip(now).map(|(past, now)| past.after(*now)).collect();
        *lock(&self.fates) = fates;
        Ok(())
    }

    /// Says how many letters there are, and which, for this list.
    fn first_line(&self, letters: &[u8]) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.check.as_bytes()).update(letters);
        format!("fcp fates {} {}\n", letters.len(), hasher.finalize().to_hex())
    }

    /// Counts what has gone and what stays.
    pub(crate) fn sum(&self) -> Removed {
        let fates = lock(&self.fates);
        let count = |is: fn(Fate) -> bool| fates.iter().filter(|fate| is(**fate)).count() as u64;
        Removed {
            removed: count(|fate| fate == Fate::Removed),
            stayed: count(|fate| matches!(fate, Fate::Stays | Fate::Goes)),
            doubtful: count(|fate| fate == Fate::Doubtful),
        }
    }

    fn path(&self) -> PathBuf {
        remembered(&self.dir, self.number)
    }
}

/// Gives the file that remembers what becomes of the entries of a list.
fn remembered(dir: &Path, number: u64) -> PathBuf {
    dir.join("results").join(format!("removals-{number:06}"))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_none(count: &u64) -> bool {
    *count == 0
}

impl Removed {
    /// Adds what another list has told.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            removed: self.removed + other.removed,
            stayed: self.stayed + other.stayed,
            doubtful: self.doubtful + other.doubtful,
        }
    }

    fn path(dir: &Path) -> PathBuf {
        dir.join("results").join("removals.json")
    }

    /// Reads what the last step of a plan has removed; none before it has come to its end.
    pub(crate) fn read(dir: &Path) -> Result<Option<Self>, PlanError> {
        let text = disk::read(&Self::path(dir))?;
        Ok(text.and_then(|text| serde_json::from_slice(&text).ok()))
    }

    /// Whether a run of the last step has begun to remove.
    pub(crate) fn has_begun(dir: &Path) -> bool {
        disk::exists(&remembered(dir, 0))
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
