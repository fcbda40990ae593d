//! Remembers what two folders had in common, so that what is gone from one of them is not taken for new in
//! the other.
//!
//! A memory is one file for each pair of folders, below `in-step` in the state directory: a line that names
//! the format, a line of JSON about the folders, records of 49 bytes in the order of their keys, and the XXH3
//! of all that. Paths are kept as 128 bits of their BLAKE3, so that a million files take 49 MB.

pub(super) mod recorder;
#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use fcp_browse::Facts;
use fcp_engine::error::{Action, OpError};
use fcp_engine::event::FileKind;
use fcp_engine::path::WirePath;
use fcp_engine::record::{IN_STEP, undone_mark};
use fcp_engine::sum::{Algorithm, Hasher};
use serde::{Deserialize, Serialize};

use super::identity::Identity;

use crate::tr;

/// The first line of the file.
const FORMAT: &[u8] = b"fcp in step 1\n";

/// Bytes of a record.
const RECORD: usize = 49;

/// Bytes of the checksum at the end.
const SUM: usize = 8;

/// What is known of a pair of folders before they are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Recall {
    /// They were in step before.
    Known(Memory),
    /// Nothing is remembered of them.
    Unknown,
    /// Something is remembered, and must not be believed; the text says why.
    Doubted(&'static str),
}

/// What two folders had in common when they were last compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    records: Vec<Record>,
    /// Whether the left one of the folders is the second of the file.
    is_swapped: bool,
}

/// An entry that both folders had alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Record {
    key: [u8; 16],
    kind: u8,
    files: u64,
    size: u64,
    /// Of each side its modification time, and of a directory the sum of the prints of all that is in it.
    marks: [u64; 2],
}

/// What the file says about the folders.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    folders: [WirePath; 2],
    identities: [Identity; 2],
    /// What was mounted below each.
    mounted: [Vec<(WirePath, Identity)>; 2],
}

/// Disks that are mounted below a folder, by their paths in it.
fn mounted_below(folder: &Path) -> Vec<(WirePath, Identity)> {
    let Ok(whole) = folder.canonicalize() else { return Vec::new() };
    let mounts = fcp_browse::mounts().unwrap_or_default().into_iter();
    let below = mounts.filter_map(|mount| {
        let path = mount.dir.strip_prefix(&whole).ok().filter(|path| *path != Path::new(""))?;
        Some((path.into(), Identity::of(&mount.dir).ok()?))
    });
    below.collect()
}

/// The pair of folders as the file has them: in one order, whichever of them is on the left.
struct Pair {
    folders: [PathBuf; 2],
    is_swapped: bool,
}

impl Pair {
    fn new([left, right]: [&Path; 2]) -> Self {
        let is_swapped = left > right;
        let mut folders = [left.to_owned(), right.to_owned()];
        if is_swapped {
            folders.reverse();
        }
        Self { folders, is_swapped }
    }

    /// Gives the name of its file below the state directory.
    fn name(&self) -> String {
        let mut hasher = Hasher::new(Algorithm::Blake3);
        for folder in &self.folders {
            hasher.update(folder.as_os_str().as_bytes());
            hasher.update(&[0]);
        }
        let mut name = hasher.finish().to_string();
        name.truncate(32);
        name
    }

    fn file(&self, state: &Path) -> PathBuf {
        state.join(IN_STEP).join(self.name())
    }

    /// Gives what tells the mark of the last undo in the folders from others; none if there was none since both were alike.
    fn undone(&self, state: &Path) -> Option<Vec<u8>> {
        fs::read(undone_mark(&self.file(state))).ok()
    }

    fn identities(&self) -> io::Result<[Identity; 2]> {
        let [first, second] = &self.folders;
        Ok([Identity::of(first)?, Identity::of(second)?])
    }
}

/// Tells whether two folders are kept in step.
pub fn is_kept(state: &Path, roots: [&Path; 2]) -> bool {
    Pair::new(roots).file(state).exists()
}

/// Forgets that two folders are kept in step.
///
/// # Errors
/// The file cannot be removed.
pub fn forget(state: &Path, roots: [&Path; 2]) -> Result<(), OpError> {
    let file = Pair::new(roots).file(state);
    remove(&file)?;
    remove(&undone_mark(&file))
}

/// Removes a file, if it is there.
#[expect(clippy::disallowed_methods, reason = "the programs' own files, and none of the user's")]
fn remove(file: &Path) -> Result<(), OpError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(OpError::of_io(Action::Remove, file, &error))
        }
        _ => Ok(()),
    }
}

/// Looks up what two folders had in common.
///
/// It is not believed if one of them is another folder than it was, or empty: then a disk may not be mounted,
/// and all that it has would be taken for deleted. Nor is it after an undo in one of them, which would be taken for the
/// user's own changes.
pub(super) fn recall(state: &Path, roots: [&Path; 2]) -> Recall {
    let pair = Pair::new(roots);
    let bytes = match fs::read(pair.file(state)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Recall::Unknown,
        Err(_) => return Recall::Doubted(tr!("doubt-unreadable")),
    };
    let Some((head, records)) = parsed(&bytes) else {
        return Recall::Doubted(tr!("doubt-damaged"));
    };
    if head.folders.each_ref().map(|folder| &folder.0) != pair.folders.each_ref() {
        return Recall::Unknown;
    }
    match pair.identities() {
        Ok(identities) if identities == head.identities => {}
        // Comparing them says why.
        Err(_) => return Recall::Unknown,
        Ok(_) => {
            return Recall::Doubted(tr!("doubt-other-folder"));
        }
    }
    if !head.identities.iter().all(Identity::is_known) {
        return Recall::Doubted(tr!("doubt-other-disk"));
    }
    let is_mounted = |(folder, mounted): (&PathBuf, &Vec<(WirePath, Identity)>)| {
        let is_there = |(path, then): &(WirePath, Identity)| {
            Identity::of(&folder.join(&path.0)).is_ok_and(|now| now == *then)
        };
        mounted.iter().all(is_there)
    };
    if !pair.folders.iter().zip(&head.mounted).all(is_mounted) {
        return Recall::Doubted(tr!("doubt-not-mounted"));
    }
    // A disk that is mounted now hides what was in its place.
    let is_known = |(folder, then): (&PathBuf, &Vec<(WirePath, Identity)>)| {
        mounted_below(folder).iter().all(|(path, _)| then.iter().any(|(known, _)| known == path))
    };
    if !pair.folders.iter().zip(&head.mounted).all(is_known) {
        return Recall::Doubted(tr!("doubt-mounted-since"));
    }
    if pair.undone(state).is_some() {
        return Recall::Doubted(tr!("doubt-undone"));
    }
    let is_empty =
        |folder: &PathBuf| fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    if !records.is_empty() && pair.folders.iter().any(is_empty) {
        return Recall::Doubted(tr!("doubt-empty"));
    }
    Recall::Known(Memory { records, is_swapped: pair.is_swapped })
}

/// Reads a file; none if any of it is not as it was written.
fn parsed(bytes: &[u8]) -> Option<(Head, Vec<Record>)> {
    let (rest, sum) = bytes.split_at_checked(bytes.len().checked_sub(SUM)?)?;
    if sum != checksum(rest) {
        return None;
    }
    let rest = rest.strip_prefix(FORMAT)?;
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let (head, records) = rest.split_at_checked(end)?;
    let (records, odd) = records.get(1..)?.as_chunks::<RECORD>();
    if !odd.is_empty() {
        return None;
    }
    Some((serde_json::from_slice(head).ok()?, records.iter().map(Record::from_bytes).collect()))
}

fn checksum(bytes: &[u8]) -> [u8; SUM] {
    let mut hasher = Hasher::new(Algorithm::Xxh3);
    hasher.update(bytes);
    let mut sum = [0; SUM];
    for (byte, given) in sum.iter_mut().zip(hasher.finish().bytes()) {
        *byte = *given;
    }
    sum
}

fn key(path: &Path) -> [u8; 16] {
    let mut hasher = Hasher::new(Algorithm::Blake3);
    hasher.update(path.as_os_str().as_bytes());
    let mut key = [0; 16];
    for (byte, given) in key.iter_mut().zip(hasher.finish().bytes()) {
        *byte = *given;
    }
    key
}

impl Memory {
    /// Tells of each side whether it is as it was when both had this entry alike; none if they never had.
    ///
    /// A side that lacks the entry has changed.
    pub fn unchanged(&self, path: &Path, sides: [Option<&Facts>; 2]) -> Option<[bool; 2]> {
        let record = self.find(&key(path))?;
        let mut marks = record.marks;
        if self.is_swapped {
            marks.reverse();
        }
        let is_as_before = |(facts, mark): (Option<&Facts>, u64)| {
            facts.is_some_and(|facts| record.describes(facts, mark))
        };
        let [left, right] = sides;
        Some([is_as_before((left, marks[0])), is_as_before((right, marks[1]))])
    }

    fn find(&self, key: &[u8; 16]) -> Option<&Record> {
        let at = self.records.binary_search_by(|record| record.key.cmp(key)).ok()?;
        self.records.get(at)
    }
}

impl Record {
    fn describes(&self, facts: &Facts, mark: u64) -> bool {
        self.kind == code(facts.kind)
            && self.files == facts.files
            && self.size == facts.size
            && mark == mark_of(facts)
    }

    fn to_bytes(self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        let parts: [&[u8]; 6] = [
            &self.key,
            &[self.kind],
            &self.files.to_le_bytes(),
            &self.size.to_le_bytes(),
            &self.marks[0].to_le_bytes(),
            &self.marks[1].to_le_bytes(),
        ];
        for (byte, given) in bytes.iter_mut().zip(parts.into_iter().flatten()) {
            *byte = *given;
        }
        bytes
    }

    fn from_bytes(bytes: &[u8; RECORD]) -> Self {
        let number = |at: usize| {
            let mut number = [0; 8];
            for (byte, given) in number.iter_mut().zip(bytes.iter().skip(at)) {
                *byte = *given;
            }
            u64::from_le_bytes(number)
        };
        let mut key = [0; 16];
        for (byte, given) in key.iter_mut().zip(bytes) {
            *byte = *given;
        }
        let (files, size, marks) = (number(17), number(25), [number(33), number(41)]);
        Self { key, kind: bytes[16], files, size, marks }
    }
}

/// The number of a type in the file, which stays as it is.
fn code(kind: FileKind) -> u8 {
    match kind {
        FileKind::File => 0,
        FileKind::Directory => 1,
        FileKind::Symlink => 2,
        FileKind::Fifo => 3,
        FileKind::Socket => 4,
        FileKind::CharDevice => 5,
        FileKind::BlockDevice => 6,
        FileKind::Unknown => 7,
    }
}

fn mark_of(facts: &Facts) -> u64 {
    match facts.kind {
        FileKind::Directory => facts.print,
        _ => facts.mtime.cast_unsigned(),
    }
}
