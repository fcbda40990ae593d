//! Collects the names of inodes that have several, so that all names of one are in one part.
//!
//! Names of an inode may be anywhere in the trees. While these are walked the names go to files, by a hash of the
//! inode; in the end one file at a time is read and sorted. So a plan of ten million linked names needs memory for
//! one file of them.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::disk;
use super::format::{Entry, Found};
use super::stamp::Stamp;
use crate::contract::error::{Action, OpError};
use crate::contract::event::FileKind;
use crate::walk::item::kind_of_number;
use fcp_sys::{self as sys, AsFd, Errno, c_path, lock};

/// Files by which inodes are told apart.
const BUCKETS: u64 = 256;

/// Bytes of names that are collected before they are added to a file: 4 MiB for all of them.
const STEP: usize = 16 << 10;

/// The names of inodes with several names.
#[derive(Debug)]
pub(crate) struct Groups {
    dir: PathBuf,
    buckets: Vec<Mutex<Bucket>>,
}

#[derive(Debug, Default)]
struct Bucket {
    /// What was not added to the file.
    buffer: Vec<u8>,
    /// Bytes of the file; none if it is not there.
    written: Option<u64>,
}

/// A name of an inode.
#[derive(Debug)]
pub(crate) struct Linked {
    pub(crate) inode: (u64, u64),
    pub(crate) size: u64,
    pub(crate) kind: FileKind,
    pub(crate) section: Vec<u8>,
    pub(crate) name: Vec<u8>,
    pub(crate) stamp: Option<Stamp>,
}

impl Linked {
    pub(crate) fn entry(&self) -> Entry<'_> {
        let (section, name) = (&self.section, &self.name);
        Entry {
            section,
            kind: self.kind,
            found: Found::Nothing,
            name,
            stamp: self.stamp,
            piece: None,
        }
    }
}

impl Groups {
    /// Collects in a directory, which is made when it is needed.
    pub(crate) fn new(dir: PathBuf) -> Self {
        Self { dir, buckets: (0..BUCKETS).map(|_| Mutex::default()).collect() }
    }

    /// Adds a name of an inode of this size.
    pub(crate) fn add(
        &self,
        inode: (u64, u64),
        size: u64,
        entry: Entry<'_>,
    ) -> Result<(), OpError> {
        // Inodes of neighbours have neighbouring numbers; the device hardly differs.
        let at = (inode.1 ^ inode.0.rotate_left(4)) % BUCKETS;
        let Some(bucket) = self.buckets.get(at as usize) else { return Ok(()) };
        let bucket = &mut *lock(bucket);
        for number in [inode.0, inode.1, size] {
            bucket.buffer.extend_from_slice(&number.to_le_bytes());
        }
        bucket.buffer.push(entry.kind as u8);
        let stamp = entry.stamp.map(Stamp::text).unwrap_or_default();
        for part in [entry.section, entry.name, stamp.as_bytes()] {
            bucket.buffer.extend_from_slice(&(part.len() as u32).to_le_bytes());
            bucket.buffer.extend_from_slice(part);
        }
        if bucket.buffer.len() >= STEP { self.write(at, bucket) } else { Ok(()) }
    }

    fn path(&self, bucket: u64) -> PathBuf {
        self.dir.join(format!("{bucket:02x}"))
    }

    fn write(&self, at: u64, bucket: &mut Bucket) -> Result<(), OpError> {
        let path = self.path(at);
        let failed = |errno| OpError::new(Action::Write, &path, errno);
        disk::make(&self.dir)?;
        let name = c_path(&path).ok_or_else(|| failed(Errno::INVAL))?;
        // Each worker may have a descriptor table of its own, so that the file is opened each time.
        let file = match bucket.written {
            None => sys::create_new(sys::CWD, &name, 0o600),
            Some(_) => sys::open_existing(sys::CWD, &name, false, false),
        };
        let file = file.map_err(failed)?;
        let offset = bucket.written.unwrap_or(0);
        sys::write_all_at(file.as_fd(), &bucket.buffer, offset)
            .and_then(|()| sys::close(file))
            .map_err(failed)?;
        bucket.written = Some(offset + bucket.buffer.len() as u64);
        bucket.buffer.clear();
        Ok(())
    }

    /// Gives all names of each inode in turn, and removes the files.
    pub(crate) fn take(
        &self,
        mut each: impl FnMut(&[Linked]) -> Result<(), OpError>,
    ) -> Result<(), OpError> {
        for (at, bucket) in (0..).zip(&self.buckets) {
            let bucket = std::mem::take(&mut *lock(bucket));
            let path = self.path(at);
            let mut bytes = match bucket.written {
                Some(_) => disk::read(&path)?.unwrap_or_default(),
                None => Vec::new(),
            };
            bytes.extend_from_slice(&bucket.buffer);
            let mut names = read(&bytes);
            drop(bytes);
            names.sort_by(|a, b| {
                (a.inode, &a.section, &a.name).cmp(&(b.inode, &b.section, &b.name))
            });
            for group in names.chunk_by(|a, b| a.inode == b.inode) {
                each(group)?;
            }
            if bucket.written.is_some() {
                remove(&path)?;
            }
        }
        match c_path(&self.dir).map(|dir| sys::remove_dir(sys::CWD, &dir)) {
            None | Some(Ok(()) | Err(Errno::NOENT)) => Ok(()),
            Some(Err(errno)) => Err(OpError::new(Action::Remove, &self.dir, errno)),
        }
    }
}

fn remove(path: &Path) -> Result<(), OpError> {
    let name = c_path(path).unwrap_or_default();
    sys::unlink(sys::CWD, &name).map_err(|errno| OpError::new(Action::Remove, path, errno))
}

fn read(mut bytes: &[u8]) -> Vec<Linked> {
    fn number(bytes: &mut &[u8]) -> Option<u64> {
        let (number, rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        Some(u64::from_le_bytes(*number))
    }
    fn text(bytes: &mut &[u8]) -> Option<Vec<u8>> {
        let (len, rest) = bytes.split_first_chunk()?;
        let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
        *bytes = rest;
        Some(text.to_vec())
    }
    let mut next = move || {
        let inode = (number(&mut bytes)?, number(&mut bytes)?);
        let size = number(&mut bytes)?;
        let (kind, rest) = bytes.split_first()?;
        bytes = rest;
        let kind = kind_of_number(*kind)?;
        let (section, name) = (text(&mut bytes)?, text(&mut bytes)?);
        let stamp = Stamp::parse(&text(&mut bytes)?);
        Some(Linked { inode, size, kind, section, name, stamp })
    };
    std::iter::from_fn(&mut next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_of_an_inode_come_together() {
        let scratch = tempfile::tempdir().unwrap();
        let groups = Groups::new(scratch.path().join("links"));
        let count: u64 = 3_000;
        for round in 0..3 {
            for inode in 0..count {
                let name = format!("{inode}-{round}");
                let section = format!("0/{}", "d".repeat(4_000));
                let entry = Entry {
                    section: section.as_bytes(),
                    kind: FileKind::File,
                    found: Found::Nothing,
                    name: name.as_bytes(),
                    stamp: None,
                    piece: None,
                };
                groups.add((1 + inode % 2, inode), inode, entry).unwrap();
            }
        }
        assert!(scratch.path().join("links").is_dir(), "nothing was written to files");
        let mut seen = 0;
        groups
            .take(|names| {
                assert_eq!(names.len(), 3);
                let begins = |it: &Linked| {
                    String::from_utf8(it.name.clone()).unwrap().split('-').next()
                        == Some(&*it.inode.1.to_string())
                };
                assert!(names.iter().all(|it| begins(it) && it.size == it.inode.1));
                seen += 1;
                Ok(())
            })
            .unwrap();
        assert_eq!(seen, count);
        assert!(!scratch.path().join("links").exists());
    }
}
