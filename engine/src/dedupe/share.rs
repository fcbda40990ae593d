//! Shares the storage of equal files, or tells what would be shared.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use super::Deduper;
use super::content::is_read_whole;
use super::found::File;
use super::storage::{Common, common, keeps_whole_extents};
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

/// What comes of it that a file shares storage.
pub(super) struct Won {
    /// Bytes that it shares.
    pub(super) bytes: u64,
    /// Bytes of storage that no file needs any more.
    pub(super) freed: u64,
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
            let classes: Vec<u32> = equal.iter().map(|(class, _)| *class).collect();
            let mut sets = self.by_layout(worker, classes);
            let Some(first) = sets.first().and_then(|set| set.first()).copied() else { continue };
            self.settle_files(worker, first);
            // Of what is encoded, the same place and the same bytes mean the same storage.
            let encoded = self.encoded(first);
            let has_own = |class: &u32| {
                let has_own =
                    *class == first || encoded.is_none() || self.encoded(*class) != encoded;
                if !has_own {
                    self.counted.shared.fetch_add(1, Ordering::Relaxed);
                    self.settle_files(worker, *class);
                }
                has_own
            };
            for set in &mut sets {
                set.retain(has_own);
            }
            let mut is_group = false;
            for classes in sets {
                if self.is_dry() {
                    is_group |= self.foresee(worker, &classes);
                } else {
                    self.share(worker, &classes);
                }
            }
            self.counted.groups.fetch_add(is_group.into(), Ordering::Relaxed);
        }
    }

    /// Divides equal classes into sets, in each of which all share with the first.
    ///
    /// No hole is filled or made. So those that have their holes at the same places share all they have, and of the
    /// others one for each layout shares with the first of all what both have. Where only whole extents are freed, the
    /// first has the most storage, so that the others keep little of theirs.
    fn by_layout(&self, worker: &mut Worker, classes: Vec<u32>) -> Vec<Vec<u32>> {
        let layout = |class: u32| self.class(class).map(|it| it.layout);
        let mut sets: Vec<Vec<u32>> = Vec::new();
        for class in classes {
            match sets.iter_mut().find(|set| set.first().copied().and_then(layout) == layout(class))
            {
                Some(set) => set.push(class),
                None => sets.push(vec![class]),
            }
        }
        let allocated =
            |set: &[u32]| set.first().and_then(|it| self.class(*it)).map_or(0, |it| it.allocated);
        if sets.len() > 1 && self.is_freed_by_extents(worker, &sets) {
            sets.sort_by_key(|set| Reverse(allocated(set)));
        }
        let others: Vec<u32> = sets.iter().skip(1).filter_map(|set| set.first().copied()).collect();
        if let Some(first) = sets.first_mut() {
            first.extend(others);
        }
        sets
    }

    /// Identifies the storage of a class that is encoded.
    fn encoded(&self, class: u32) -> Option<u64> {
        self.class(class).and_then(|it| it.encoded)
    }

    /// Whether the files of the sets are on a filesystem that frees whole extents alone.
    fn is_freed_by_extents(&self, worker: &mut Worker, sets: &[Vec<u32>]) -> bool {
        let first = sets.iter().flatten().next().map(|class| self.file(self.first_of(*class)));
        let opened = first.and_then(|file| self.open(worker, file).ok());
        opened.is_some_and(|(fd, _)| keeps_whole_extents(fd.as_fd()))
    }

    /// Lets all files of the classes share the storage of the first one that can be opened; the first class is
    /// settled.
    fn share(&self, worker: &mut Worker, classes: &[u32]) {
        let mut rest = classes;
        let source = loop {
            let Some((class, others)) = rest.split_first() else { return };
            if rest.len() < classes.len() {
                self.settle_files(worker, *class);
            }
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
            // It has all that it can share.
            Ok(None) => {}
            Ok(Some(Won { bytes, freed })) => {
                let counters = self.job.meter.of(worker.index);
                counters.bytes_reflinked.add(bytes);
                counters.bytes_freed.add(freed);
                let method = Some(Mover::Reflink);
                let done = Done { bytes, method, ..Done::plain(Op::Dedupe) };
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

    /// Gives a file the storage of the source, where it has some itself; tells what that wins, if there is anything to
    /// share.
    #[cfg(target_os = "linux")]
    fn replace_storage(
        &self,
        worker: &mut Worker,
        source: &Source,
        file: File,
    ) -> Result<Option<Won>, NotShared> {
        let opened = self.open(worker, file);
        let (fd, meta) = opened.map_err(|errno| NotShared::Errno(Action::Open, errno))?;
        // Just before, since the last of several files that share what they have frees it.
        let common = common(source.fd.as_fd(), fd.as_fd(), file.size)
            .unwrap_or_else(|| Common::all(file.size, meta.allocated, meta.allocated));
        if common.ranges.is_empty() {
            return Ok(None);
        }
        for range in common.ranges {
            self.share_range(source, &fd, file, range)?;
        }
        Ok(Some(Won { bytes: common.bytes, freed: common.alone }))
    }

    /// Gives a file the storage of the source in a range.
    #[cfg(target_os = "linux")]
    fn share_range(
        &self,
        source: &Source,
        fd: &OwnedFd,
        file: File,
        range: std::ops::Range<u64>,
    ) -> Result<(), NotShared> {
        let mut at = range.start;
        while at < range.end {
            let control = &self.job.control;
            // A range begins and ends with a block, or with the file.
            let most = (control.largest_step() & !(BLOCK - 1)).clamp(BLOCK, sys::SHARE_STEP);
            let step = most.min(range.end - at);
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
        Ok(())
    }

    /// Tells what the classes would share with the first, which is settled, and counts it; `false` if there is nothing.
    fn foresee(&self, worker: &mut Worker, classes: &[u32]) -> bool {
        let Some((source, others)) = classes.split_first() else { return false };
        let counted = &self.counted;
        let src = WirePath(self.path_of(self.file(self.first_of(*source))));
        let mut told = Vec::new();
        let mut is_any = false;
        let mut given = HashSet::new();
        for class in others {
            self.settle_files(worker, *class);
            let members = self.members(*class);
            let Common { ranges, bytes, given_up, alone } = self.in_common(worker, *source, *class);
            if ranges.is_empty() {
                counted.shared.fetch_add(members.len() as u64, Ordering::Relaxed);
                continue;
            }
            is_any = true;
            // Of several that share what they have, the last one frees it.
            let encoded = self.encoded(*class);
            let alike =
                others.iter().filter(|it| encoded.is_some() && self.encoded(**it) == encoded);
            let freed = match encoded {
                Some(storage) if alike.count() > 1 => {
                    if given.insert(storage) {
                        given_up
                    } else {
                        0
                    }
                }
                _ if members.len() == 1 => alone,
                _ => given_up,
            };
            counted.freed.fetch_add(freed, Ordering::Relaxed);
            for number in members {
                let file = self.file(*number);
                counted.files.fetch_add(1, Ordering::Relaxed);
                counted.bytes.fetch_add(bytes, Ordering::Relaxed);
                if self.job.tells(EventLevel::All) {
                    let (src, dst) = (src.clone(), WirePath(self.path_of(file)));
                    let (job, op, bytes) = (self.job.id, Op::Dedupe, Some(bytes));
                    told.push(Event::ItemStarted { job, op, src, dst, backup: None, bytes });
                    if told.len() == TOLD_AT_ONCE {
                        self.tell(&mut told);
                    }
                }
            }
        }
        self.tell(&mut told);
        is_any
    }

    /// What the files of a class can share with those of another one; all of it, if they cannot be looked at.
    fn in_common(&self, worker: &mut Worker, source: u32, class: u32) -> Common {
        let file = self.file(self.first_of(class));
        let opened = self.open(worker, self.file(self.first_of(source)));
        if let (Ok((source, _)), Ok((fd, _))) = (opened, self.open(worker, file))
            && let Some(common) = common(source.as_fd(), fd.as_fd(), file.size)
        {
            return common;
        }
        let (alone, given_up) = self.class(class).map_or((0, 0), |it| (it.alone, it.allocated));
        Common::all(file.size, given_up, alone)
    }

    fn tell(&self, told: &mut Vec<Event>) {
        self.job.hub.tell_change(|| std::mem::take(told));
        self.job.hub.wait_for_readers(|| !self.job.control.is_cancelled());
    }
}
