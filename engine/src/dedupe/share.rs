//! Shares the storage of equal files, or tells what would be shared.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use super::Deduper;
use super::content::is_read_whole;
use super::found::File;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, Mover, Op};
use crate::contract::path::WirePath;
use crate::contract::spec::EventLevel;
use crate::job::control::Cancelled;
use crate::job::ending::Done;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, Errno, Meta, OwnedFd};

/// Events of a dry run that are told at once, so that those of other sets do not come between.
const TOLD_AT_ONCE: usize = 1_000;

/// The largest block of a filesystem, in bytes.
#[cfg(target_os = "linux")]
const BLOCK: u64 = 64 << 10;

/// Why a file keeps its own storage.
pub(super) enum NotShared {
    Cancelled,
    /// It has another content than before.
    Changed,
    /// The file whose storage it would get has another content than before.
    SourceChanged,
    Errno(Action, Errno),
}

impl From<Cancelled> for NotShared {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// The file whose storage others get.
pub(super) struct Source {
    pub(super) fd: OwnedFd,
    path: PathBuf,
    /// As it was opened.
    pub(super) meta: Meta,
}

/// Whether a file is not what it was; a content that changes changes the ctime.
pub(super) fn has_changed(fd: &OwnedFd, before: &Meta) -> bool {
    sys::stat_fd(fd.as_fd())
        .is_ok_and(|now| (now.size, now.ctime_micros()) != (before.size, before.ctime_micros()))
}

impl Deduper {
    /// Shares among the classes of a group whose hashes are equal.
    pub(super) fn share_equals(&self, worker: &mut Worker, mut hashed: Vec<(u32, u128)>) {
        // What others share as well, such as a snapshot elsewhere, is not freed by giving it up.
        let worth = |class: u32| {
            let (alone, allocated) =
                self.class(class).map_or((0, 0), |it| (it.alone, it.allocated));
            (alone, allocated, usize::MAX - self.members(class).len(), class)
        };
        hashed.sort_unstable_by_key(|(class, hash)| (*hash, worth(*class)));
        let is_in_place = |class: u32| self.class(class).is_some_and(|it| it.in_place);
        // A file with checksums and one without cannot share (btrfs says EINVAL): each has its own set.
        hashed.sort_by_key(|(class, hash)| (*hash, is_in_place(*class)));
        let alike = |one: &(u32, u128), other: &(u32, u128)| {
            one.1 == other.1 && is_in_place(one.0) == is_in_place(other.0)
        };
        for equal in hashed.chunk_by(alike) {
            let mut seen = HashSet::new();
            let is_new = |class: &u32| {
                let encoded = self.class(*class).and_then(|it| it.encoded);
                let is_new = encoded.is_none_or(|it| seen.insert(it));
                if !is_new {
                    self.counted.shared.fetch_add(1, Ordering::Relaxed);
                    self.settle_files(worker, *class);
                }
                is_new
            };
            let classes: Vec<u32> = equal.iter().map(|(class, _)| *class).filter(is_new).collect();
            if self.is_dry() && classes.len() > 1 {
                self.foresee(worker, &classes);
            } else {
                self.share(worker, &classes);
            }
        }
    }

    /// Lets all files of the classes share the storage of the first one that can be opened.
    fn share(&self, worker: &mut Worker, classes: &[u32]) {
        let mut rest = classes;
        let source = loop {
            let Some((class, others)) = rest.split_first() else { return };
            self.settle_files(worker, *class);
            rest = others;
            if rest.is_empty() {
                // There is nothing left to share with.
                return;
            }
            let file = self.file(self.first_of(*class));
            match self.open(worker, file) {
                Ok((fd, meta)) => break Source { fd, path: self.path_of(file), meta },
                Err(errno) => self.fail(worker, file, Action::Open, errno),
            }
        };
        let mut is_unchanged = true;
        for class in rest {
            for number in self.members(*class) {
                if !is_unchanged {
                    break;
                }
                is_unchanged = self.share_with(worker, &source, self.file(*number));
            }
            self.settle_files(worker, *class);
        }
    }

    /// Counts the bytes of a class as settled, but for what was read to hash it.
    fn settle_files(&self, worker: &Worker, class: u32) {
        let members = self.members(class);
        let size = self.file(self.first_of(class)).size;
        let read = usize::from(!is_read_whole(size));
        self.settle_bytes(worker.index, size * members.len().saturating_sub(read) as u64);
    }

    /// Lets a file share the storage of the source; `false` if the source has changed.
    fn share_with(&self, worker: &mut Worker, source: &Source, file: File) -> bool {
        if self.job.control.checkpoint().is_err() {
            self.job.puts_off();
            return true;
        }
        let path = self.path_of(file);
        let paths = || (source.path.clone(), path.clone());
        self.job.begins(Op::Dedupe, paths, || None);
        match self.replace_storage(worker, source, file) {
            Ok(freed) => {
                let counters = self.job.meter.of(worker.index);
                counters.bytes_reflinked.add(file.size);
                counters.bytes_freed.add(freed);
                let method = Some(Mover::Reflink);
                let done = Done { bytes: file.size, method, ..Done::plain(Op::Dedupe) };
                self.job.end_done(worker.index, done, paths);
            }
            Err(NotShared::Cancelled) => drop(self.job.puts_off()),
            Err(NotShared::SourceChanged) => {
                let error = OpError::refused(Action::Dedupe, Code::ChangedSince, &source.path);
                self.job.failed(worker.index, source.path.clone(), error.with(path));
                return false;
            }
            Err(NotShared::Changed) => {
                let error = OpError::refused(Action::Dedupe, Code::ChangedSince, path.clone());
                self.job.failed(worker.index, path.clone(), error.with(source.path.clone()));
            }
            // Btrfs says EINVAL where only one of two files has checksums.
            Err(NotShared::Errno(Action::Dedupe, Errno::INVAL | Errno::OPNOTSUPP)) => {
                let error = OpError::refused(Action::Dedupe, Code::Unsupported, path.clone());
                self.job.failed(worker.index, path.clone(), error.with(source.path.clone()));
            }
            Err(NotShared::Errno(action, errno)) => self.fail(worker, file, action, errno),
        }
        true
    }

    /// Tells a file that failed; one that has gone or changed is no item.
    fn fail(&self, worker: &Worker, file: File, action: Action, errno: Errno) {
        if !matches!(errno, Errno::NOENT | Errno::NOTDIR | Errno::STALE) {
            let path = self.path_of(file);
            let error = OpError::new(action, path.clone(), errno);
            self.job.failed(worker.index, path, error);
        }
    }

    /// Gives a file the storage of the source; tells how many bytes that frees.
    #[cfg(target_os = "linux")]
    fn replace_storage(
        &self,
        worker: &mut Worker,
        source: &Source,
        file: File,
    ) -> Result<u64, NotShared> {
        let opened = self.open(worker, file);
        let (fd, meta) = opened.map_err(|errno| NotShared::Errno(Action::Open, errno))?;
        // Just before, since the last of several files that share what they have frees it.
        let freed = super::storage::alone(fd.as_fd(), &meta);
        let mut at = 0;
        while at < file.size {
            let control = &self.job.control;
            // A range begins and ends with a block, or with the file.
            let most = (control.largest_step() & !(BLOCK - 1)).clamp(BLOCK, sys::SHARE_STEP);
            let step = most.min(file.size - at);
            control.spend(step)?;
            match sys::share_range(source.fd.as_fd(), fd.as_fd(), at, step) {
                Ok(Some(shared)) if shared > 0 => at += shared,
                _ if has_changed(&source.fd, &source.meta) => return Err(NotShared::SourceChanged),
                // EINVAL is also what a range beyond the end of a file that was cut gives.
                _ if sys::stat_fd(fd.as_fd()).is_ok_and(|now| now.size != file.size) => {
                    return Err(NotShared::Changed);
                }
                Ok(Some(_)) => return Err(NotShared::Errno(Action::Dedupe, Errno::INVAL)),
                Ok(None) => return Err(NotShared::Changed),
                Err(errno) => return Err(NotShared::Errno(Action::Dedupe, errno)),
            }
        }
        Ok(freed)
    }

    /// Tells what the classes would share, and counts it.
    fn foresee(&self, worker: &Worker, classes: &[u32]) {
        let Some((source, others)) = classes.split_first() else { return };
        let counted = &self.counted;
        counted.groups.fetch_add(1, Ordering::Relaxed);
        let src = WirePath(self.path_of(self.file(self.first_of(*source))));
        self.settle_files(worker, *source);
        let mut told = Vec::new();
        for class in others {
            self.settle_files(worker, *class);
            let members = self.members(*class);
            // Of several that share what they have, the last one frees it.
            let freed = self
                .class(*class)
                .map_or(0, |it| if members.len() == 1 { it.alone } else { it.allocated });
            counted.freed.fetch_add(freed, Ordering::Relaxed);
            for number in members {
                let file = self.file(*number);
                counted.files.fetch_add(1, Ordering::Relaxed);
                counted.bytes.fetch_add(file.size, Ordering::Relaxed);
                if self.job.tells(EventLevel::All) {
                    let (src, dst) = (src.clone(), WirePath(self.path_of(file)));
                    let (job, op, bytes) = (self.job.id, Op::Dedupe, Some(file.size));
                    told.push(Event::ItemStarted { job, op, src, dst, backup: None, bytes });
                    if told.len() == TOLD_AT_ONCE {
                        self.tell(&mut told);
                    }
                }
            }
        }
        self.tell(&mut told);
    }

    fn tell(&self, told: &mut Vec<Event>) {
        self.job.hub.tell_change(|| std::mem::take(told));
        self.job.hub.wait_for_readers(|| !self.job.control.is_cancelled());
    }
}
