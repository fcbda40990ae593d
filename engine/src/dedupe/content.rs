//! Hashes files: their ends first, and then all of what is alike.

use std::ops::Range;

use super::Deduper;
use super::found::File;
use crate::contract::error::Action;
use crate::job::control::Cancelled;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, lock};

/// Bytes that are read at each end of a file first; one of twice that size is read whole.
const END: u64 = 16 << 10;

/// Why a file was not hashed.
enum Unread {
    Cancelled,
    Errno(Errno),
}

impl From<Cancelled> for Unread {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// Whether the ends of a file of this size are all of it.
pub(super) fn is_read_whole(size: u64) -> bool {
    size <= 2 * END
}

impl Deduper {
    /// Hashes the ends of some classes.
    pub(super) fn hash_ends(&self, worker: &mut Worker, classes: &[u32]) {
        let mut hashed = Vec::with_capacity(classes.len());
        for number in classes {
            let hash = |_: &mut Worker, file: File, fd: BorrowedFd<'_>, buffer: &mut [u8]| {
                let mut hasher = blake3::Hasher::new();
                if is_read_whole(file.size) {
                    self.read(fd, 0..file.size, buffer, &mut hasher)?;
                } else {
                    self.read(fd, 0..END, buffer, &mut hasher)?;
                    self.read(fd, file.size - END..file.size, buffer, &mut hasher)?;
                }
                Ok(hasher)
            };
            if self.job.control.checkpoint().is_err() {
                return;
            }
            hashed.extend(self.hash(worker, *number, hash).map(|key| (*number, key)));
        }
        lock(&self.heads).append(&mut hashed);
    }

    /// Hashes all of a class; its bytes count as settled.
    pub(super) fn hash_whole(&self, worker: &mut Worker, class: u32) -> Option<u128> {
        self.hash(worker, class, |worker, file, fd, buffer| {
            sys::advise_sequential(fd);
            let counters = self.job.meter.of(worker.index);
            if let Some((base, path)) = self.found().way_to(file) {
                counters.begin(&base, &path, file.size);
            }
            let mark = counters.mark();
            let mut hasher = blake3::Hasher::new();
            let mut at = 0;
            let mut result = Ok(());
            while at < file.size && result.is_ok() {
                let end = file.size.min(at + buffer.len() as u64);
                result = self.read(fd, at..end, buffer, &mut hasher);
                counters.moved(end - at);
                at = end;
            }
            counters.end(file.size);
            if result.is_err() {
                // A file that is lost settles all of its bytes at once.
                counters.discard(&mark);
            }
            result.map(|()| hasher)
        })
    }

    fn hash(
        &self,
        worker: &mut Worker,
        class: u32,
        hash: impl FnOnce(
            &mut Worker,
            File,
            BorrowedFd<'_>,
            &mut [u8],
        ) -> Result<blake3::Hasher, Unread>,
    ) -> Option<u128> {
        let file = self.file(self.first_of(class));
        let (fd, _) = match self.open(worker, file) {
            Ok(opened) => opened,
            Err(errno) => {
                self.lose(worker, file, Action::Open, errno);
                return None;
            }
        };
        let mut buffer = worker.take_buffer();
        let hashed = hash(worker, file, fd.as_fd(), &mut buffer);
        worker.data = buffer;
        match hashed {
            Ok(hasher) => {
                let hash = hasher.finalize();
                let half = hash.as_bytes().first_chunk().copied().unwrap_or_default();
                Some(u128::from_ne_bytes(half))
            }
            Err(Unread::Cancelled) => None,
            Err(Unread::Errno(errno)) => {
                self.lose(worker, file, Action::Read, errno);
                None
            }
        }
    }

    /// Hashes a part of a file, which must have it.
    fn read(
        &self,
        fd: BorrowedFd<'_>,
        part: Range<u64>,
        buffer: &mut [u8],
        hasher: &mut blake3::Hasher,
    ) -> Result<(), Unread> {
        let Range { start: mut at, end } = part;
        while at < end {
            let control = &self.job.control;
            let want = (end - at).min(buffer.len() as u64).min(control.largest_step());
            control.spend(want)?;
            let part = buffer.get_mut(..want as usize).unwrap_or_default();
            match sys::read_at(fd, part, at) {
                // It was cut meanwhile.
                Ok(0) => return Err(Unread::Errno(Errno::STALE)),
                Ok(read) => {
                    hasher.update(part.get(..read).unwrap_or_default());
                    at += read as u64;
                }
                Err(errno) => return Err(Unread::Errno(errno)),
            }
        }
        Ok(())
    }
}
