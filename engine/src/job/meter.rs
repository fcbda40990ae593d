//! Counters: one set per worker, added up ten times a second.

use std::ffi::CString;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::contract::event::{Carried, InFlight, Mover, Progress, Totals, Travel};
use crate::contract::path::WirePath;
use crate::journal::Counts;
use crate::walk::node::DirNode;
use fcp_sys::lock;

/// Counters of one worker, on cache lines of their own.
///
/// Only the owner writes, so a plain load and store replaces an atomic addition.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Counters {
    pub(crate) done: Count,
    pub(crate) skipped: Count,
    pub(crate) failed: Count,
    pub(crate) mismatched: Count,
    pub(crate) unanswered: Count,
    /// Done items to which a file of the user's gave way, and those that got another name.
    pub(crate) replaced: Count,
    pub(crate) renamed: Count,
    pub(crate) removed: Count,
    /// Bytes settled, those of files in flight included.
    pub(crate) bytes: Count,
    pub(crate) bytes_skipped: Count,
    pub(crate) bytes_reflinked: Count,
    pub(crate) bytes_holes: Count,
    pub(crate) bytes_freed: Count,
    /// Items and bytes among the settled that an earlier run had finished; of the bytes, those that travelled.
    items_resumed: Count,
    bytes_resumed: Count,
    /// Bytes of done items.
    pub(crate) bytes_of_done: Count,
    pub(crate) reflinked: Count,
    /// Subvolumes of which snapshots were taken.
    pub(crate) snapshots: Count,
    /// By [`Travel`]. Snapshots are counted by who takes them: one item may be several.
    travelled: [Travelled; Travel::Streamed as usize + 1],
    /// Items found so far, in jobs that do not count beforehand.
    pub(crate) found: Count,
    /// Directories among them, and those that were listed or need not be.
    pub(crate) directories: Count,
    pub(crate) listed: Count,
    /// Set by the sampler: the worker shall show its next file.
    show: AtomicBool,
    /// Whether the small file that is shown was left already.
    left: AtomicBool,
    current: Mutex<Option<Current>>,
    current_bytes: AtomicU64,
    /// Index into [`Mover::EVERY`] of what carries the file that is shown, plus one; 0 is not known.
    current_mover: AtomicU8,
}

/// What has travelled in one way.
#[derive(Debug, Default)]
struct Travelled {
    items: Count,
    bytes: Count,
}

/// A counter with a single writer. It may take back what the counter of another worker had added.
///
/// A sparse file may have 8 EiB: what is added stays at the most that a number holds.
#[derive(Debug, Default)]
pub(crate) struct Count {
    added: AtomicU64,
    taken: AtomicU64,
}

impl Count {
    #[inline]
    pub(crate) fn add(&self, n: u64) {
        // Released, so that who sees a directory listed sees also what was found in it.
        self.added.store(self.added.load(Ordering::Relaxed).saturating_add(n), Ordering::Release);
    }

    /// Takes back what a retried item had added.
    pub(crate) fn take(&self, n: u64) {
        self.taken.store(self.taken.load(Ordering::Relaxed).saturating_add(n), Ordering::Release);
    }

    /// What was added and taken back; alone, it may be less than nothing, in two's complement.
    fn get(&self) -> u64 {
        self.added.load(Ordering::Acquire).wrapping_sub(self.taken.load(Ordering::Acquire))
    }
}

/// What the counters of bytes showed at a moment.
#[derive(Debug)]
pub(crate) struct BytesMark {
    bytes: u64,
    reflinked: u64,
    resumed: u64,
}

#[derive(Debug)]
struct Current {
    node: Arc<DirNode>,
    name: CString,
    size: u64,
}

/// Files from this size on are always shown while they are copied, in bytes.
const SHOWN: u64 = 1 << 20;

impl Counters {
    /// Shows the file the worker begins with, if it is large or the last sample has requested one.
    #[inline]
    pub(crate) fn begin(&self, node: &Arc<DirNode>, name: &std::ffi::CStr, size: u64) {
        if size >= SHOWN || self.show.load(Ordering::Relaxed) {
            self.show.store(false, Ordering::Relaxed);
            self.left.store(false, Ordering::Relaxed);
            self.current_bytes.store(0, Ordering::Relaxed);
            self.current_mover.store(0, Ordering::Relaxed);
            *lock(&self.current) =
                Some(Current { node: Arc::clone(node), name: name.to_owned(), size });
        }
    }

    /// What has been added to the counters of a summary so far.
    pub(crate) fn counts(&self) -> Counts {
        Counts {
            done: self.done.get(),
            skipped: self.skipped.get(),
            failed: self.failed.get(),
            mismatched: self.mismatched.get(),
            unanswered: self.unanswered.get(),
            replaced: self.replaced.get(),
            renamed: self.renamed.get(),
            removed: self.removed.get(),
            bytes_skipped: self.bytes_skipped.get(),
            bytes_reflinked: self.bytes_reflinked.get(),
            bytes_holes: self.bytes_holes.get(),
            bytes_of_done: self.bytes_of_done.get(),
            reflinked: self.reflinked.get(),
        }
    }

    /// Adds bytes of the file in flight.
    #[inline]
    pub(crate) fn moved(&self, bytes: u64) {
        self.bytes.add(bytes);
        let current = self.current_bytes.load(Ordering::Relaxed).saturating_add(bytes);
        self.current_bytes.store(current, Ordering::Relaxed);
    }

    /// Adds bytes of the file in flight that an earlier run of the job had copied.
    pub(crate) fn resumed(&self, bytes: u64) {
        self.moved(bytes);
        self.bytes_resumed.add(bytes);
    }

    /// Where the counters of bytes stand before a file is copied.
    pub(crate) fn mark(&self) -> BytesMark {
        BytesMark {
            bytes: self.bytes.get(),
            reflinked: self.bytes_reflinked.get(),
            resumed: self.bytes_resumed.get(),
        }
    }

    /// Gives the bytes that were counted since `mark`.
    pub(crate) fn since(&self, mark: &BytesMark) -> u64 {
        self.bytes.get().wrapping_sub(mark.bytes)
    }

    /// Takes back what was counted since `mark`: the copy was removed again.
    pub(crate) fn discard(&self, mark: &BytesMark) {
        for (count, then) in [
            (&self.bytes, mark.bytes),
            (&self.bytes_reflinked, mark.reflinked),
            (&self.bytes_resumed, mark.resumed),
        ] {
            count.take(count.get().wrapping_sub(then));
        }
    }

    /// Adds bytes of the file in flight, and tells what carries them.
    #[inline]
    pub(crate) fn moved_by(&self, mover: Mover, bytes: u64) {
        self.current_mover.store(mover as u8 + 1, Ordering::Relaxed);
        self.moved(bytes);
    }

    /// Counts a done item by what carried its data.
    #[inline]
    pub(crate) fn carried(&self, mover: Mover, bytes: u64) {
        let travel = mover.travel();
        let travelled = &self.travelled[travel as usize];
        travelled.items.add(1);
        travelled.bytes.add(bytes);
        if travel == Travel::Reflinked {
            self.reflinked.add(1);
        }
    }

    /// Ends the show of a large file. A small one is shown until a sample was taken, or no sample
    /// would contain it.
    #[inline]
    pub(crate) fn end(&self, size: u64) {
        if size >= SHOWN {
            *lock(&self.current) = None;
        } else {
            self.left.store(true, Ordering::Relaxed);
        }
    }

    /// Gives the file to show, and asks for the next one.
    fn shown(&self) -> Option<InFlight> {
        // Asked for and not given: the worker rests, and what it left is in flight no more.
        let rests = self.show.swap(true, Ordering::Relaxed);
        let mut current = lock(&self.current);
        if rests && self.left.load(Ordering::Relaxed) {
            *current = None;
        }
        current.as_ref().map(|current| InFlight {
            path: WirePath(current.node.src_path(&current.name)),
            bytes: self.current_bytes.load(Ordering::Relaxed).min(current.size),
            size: current.size,
            method: usize::from(self.current_mover.load(Ordering::Relaxed))
                .checked_sub(1)
                .and_then(|mover| Mover::EVERY.get(mover).copied()),
        })
    }
}

/// All counters of a job.
#[derive(Debug)]
pub(crate) struct Meter {
    workers: Vec<Counters>,
    pub(crate) totals: Mutex<Option<Totals>>,
    /// Items beside those of the sources, which are a part of the totals; changed under their lock.
    pub(crate) beside: AtomicU64,
    /// Whether the totals are what the job has found so far.
    discovers: bool,
    pub(crate) waiting: AtomicU64,
}

impl Meter {
    /// Makes one set for each worker and one for the job's own thread.
    pub(crate) fn new(workers: usize, discovers: bool) -> Self {
        Self {
            workers: (0..=workers).map(|_| Counters::default()).collect(),
            totals: Mutex::new(None),
            beside: AtomicU64::new(0),
            discovers,
            waiting: AtomicU64::new(0),
        }
    }

    /// Begins where earlier runs of the job have ended.
    pub(crate) fn go_on_from(&self, counts: &Counts) {
        // Those of the job's own thread, which no worker touches.
        let own = self.of(usize::MAX);
        own.done.add(counts.done);
        own.skipped.add(counts.skipped);
        own.failed.add(counts.failed);
        own.mismatched.add(counts.mismatched);
        own.unanswered.add(counts.unanswered);
        own.replaced.add(counts.replaced);
        own.renamed.add(counts.renamed);
        own.removed.add(counts.removed);
        own.bytes_skipped.add(counts.bytes_skipped);
        own.bytes_reflinked.add(counts.bytes_reflinked);
        own.bytes_holes.add(counts.bytes_holes);
        own.bytes_of_done.add(counts.bytes_of_done);
        own.reflinked.add(counts.reflinked);
        own.bytes.add(counts.bytes_of_done.saturating_add(counts.bytes_skipped));
        let ended = counts.done + counts.skipped + counts.failed;
        own.found.add(ended);
        own.items_resumed.add(ended);
        own.bytes_resumed.add(counts.bytes_of_done.saturating_sub(counts.bytes_reflinked));
    }

    /// The counters of a worker.
    #[inline]
    pub(crate) fn of(&self, index: usize) -> &Counters {
        // The pools have at most as many threads as there are sets, less one.
        self.workers.get(index).unwrap_or(&self.workers[self.workers.len() - 1])
    }

    /// Adds up one counter.
    pub(crate) fn sum(&self, pick: impl Fn(&Counters) -> &Count) -> u64 {
        let all = |of: fn(&Count) -> &AtomicU64| {
            let counts = self.workers.iter().map(|counters| of(pick(counters)));
            counts.map(|count| count.load(Ordering::Acquire)).fold(0, u64::saturating_add)
        };
        // In this order: what is added later was not taken back before.
        let taken = all(|count| &count.taken);
        all(|count| &count.added).saturating_sub(taken)
    }

    /// The items that have ended and their bytes, what was skipped included.
    pub(crate) fn done(&self) -> (u64, u64) {
        let items = self.sum(|c| &c.done) + self.sum(|c| &c.skipped) + self.sum(|c| &c.failed);
        (items, self.sum(|c| &c.bytes))
    }

    /// Tells how the data of the done items travelled.
    pub(crate) fn carried(&self) -> Carried {
        let items = |travel| self.sum(|c| &c.travelled[travel as usize].items);
        let bytes = |travel| self.sum(|c| &c.travelled[travel as usize].bytes);
        Carried {
            reflinked: items(Travel::Reflinked),
            kernel: items(Travel::Kernel),
            bytes_kernel: bytes(Travel::Kernel),
            streamed: items(Travel::Streamed),
            bytes_streamed: bytes(Travel::Streamed),
            snapshots: self.sum(|c| &c.snapshots),
        }
    }

    /// The totals, as far as known.
    pub(crate) fn totals(&self) -> Option<Totals> {
        if !self.discovers {
            return *lock(&self.totals);
        }
        // In this order: what is found later can only make the first sum too small.
        let listed = self.sum(|c| &c.listed);
        let directories = self.sum(|c| &c.directories);
        let items = self.sum(|c| &c.found);
        let waiting = self.waiting.load(Ordering::Relaxed) > 0;
        let complete = listed == directories && !waiting;
        (items > 0).then_some(Totals { items, bytes: None, complete })
    }

    /// Takes a sample.
    pub(crate) fn sample(&self, paused: bool) -> Progress {
        let (skipped, failed) = (self.sum(|c| &c.skipped), self.sum(|c| &c.failed));
        let in_flight = self.workers.iter().filter_map(Counters::shown).collect();
        Progress {
            items_done: self.sum(|c| &c.done) + skipped + failed,
            items_skipped: skipped,
            items_failed: failed,
            bytes_done: self.sum(|c| &c.bytes),
            bytes_reflinked: self.sum(|c| &c.bytes_reflinked),
            bytes_skipped: self.sum(|c| &c.bytes_skipped),
            items_resumed: self.sum(|c| &c.items_resumed),
            bytes_resumed: self.sum(|c| &c.bytes_resumed),
            carried: self.carried(),
            totals: self.totals(),
            in_flight,
            waiting: self.waiting.load(Ordering::Relaxed),
            paused,
        }
    }
}

#[cfg(test)]
mod tests;
