//! Defines what a job reports while it runs, so that another process can resume it.
//!
//! Only jobs of the queue have a journal. Workers pack the names of ended items and hand them over
//! now and then; nothing waits for the store but a move of files with several names.
//!
//! # What is reported, and why
//!
//! **The journal.** Copies and moves report what has ended: each worker packs the names of ended items by
//! directory, and those of all workers are handed over together some times a second, and before and after each
//! file of 16 MiB or more. A directory that has ended stands for all below it, so that for most trees a few names
//! are left to report; there is no row per file. First copies of inodes with several names go with the next
//! report, packed as well, so that no name is known for a link whose copy is not. A move waits until these are stored
//! before it removes a name: the last one that is left does not show that there were others.
//! Files of 64 MiB and more are written under a temporary name and report how far they are. Every 15 seconds
//! a thread of the job flushes the destination and then reports what was safe before it began. If such a flush
//! fails, the job ends with an error, and nothing is reported as safe any more.
//!
//! **Resuming.** A job that is claimed again reads its journal back. What was reported has ended and is
//! passed over, whole directories at a time. A file in the destination that was not reported is an unfinished
//! one of the job if it was *born* after the job first started, by the clock of the destination, and holds
//! what its source begins with: the job makes it anew, whatever the policy says about existing files. All
//! other files belong to the user or to other programs, and the policy decides; where the job cannot tell the
//! two apart, the item fails with an error that says so. Temporary names carry a key of the job, so stray
//! ones are removed in the directories it enters. A large file is resumed at its offset if source and
//! temporary file are those of the journal and the last 4 MiB before the offset are equal; one whose final
//! name leads to the reported inode is finished. How far the clock of the destination was ahead of ours is
//! noted at the first start, from a file that is made there for a moment (`queue/filesystem.rs`). After a
//! reboot (another boot id) only what was reported before the last flush counts. Counters, answers and the
//! record of undo are continued, too: an answer for one item holds when the same question comes again.
//!
//! A copy or move of the queue ends with a flush even if none was asked for, since the queue remembers it as
//! done. Its start is flushed as well: by that moment its own files are told from those of others.
//!
//! A job whose devices are not those it had before a reboot, or whose target is missing, is put off until the
//! user resumes it: below the mount point of a disk that is not there nothing is made. The filesystem of the
//! target is noted when the job is added (`queue/filesystem.rs`: its id and mount point). A job that starts
//! or resumes and finds it not mounted is put off each time; one that finds another in its place is put off
//! once. A disk that is mounted on the way to the target before the first start is taken for the one that was
//! meant. Within a run the target directory must stay on its device.
//!
//! A command that runs for more than a second without the queue is shown in it all the same
//! (`queue/guest.rs`), without a journal. If it dies, it waits, paused, until the user resumes it, and holds
//! up no other job.

mod ended;
mod large;
mod leftovers;
mod links;
mod notes;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use ended::{Ended, full_path};
pub(crate) use large::{Tracked, source_of};
pub(crate) use leftovers::{Place, remove_leftovers, remove_untaken, sweep};
pub(crate) use links::PackedLinks;
pub(crate) use notes::{LONG_FROM, Notes, SLOW_FROM};

use crate::contract::event::{JobId, Resolution, Subject};
use crate::contract::path::WirePath;
use crate::record::is_within;
use fcp_sys::lock;
use fcp_sys::{self as sys, BorrowedFd, Sys};

/// How a filesystem is flushed.
pub(crate) type Flush = fn(BorrowedFd<'_>) -> Sys<()>;

/// One report of a running job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Items have ended, for good.
    Ended {
        /// Number of the report within its job, from 1.
        seq: u64,
        /// The items: for each directory its source path and a NUL, the names in it with a NUL each,
        /// and a NUL. In a path two slashes follow the operand, so that operands within each other
        /// are told apart; the path of what is above the operands is empty, and the names there are
        /// the operands as they were given. A name that is a directory stands for everything below
        /// it.
        names: Vec<u8>,
        /// The first copies of inodes with several names that were made until then; see [`PackedLinks`].
        links: Vec<u8>,
        /// What they add to the counters.
        counts: Counts,
    },
    /// A large file has begun, or has come further.
    Large(Large),
    /// All that was reported up to `seq`, and large files up to these offsets, is on stable storage.
    Synced {
        /// The last report that counts.
        seq: u64,
        /// Source and offset of each large file.
        offsets: Vec<(WirePath, u64)>,
    },
    /// The user has answered a question, which must not come again if the job is resumed.
    Answered(Box<(Subject, Resolution)>),
}

/// A file that is so large that it is resumed where it stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Large {
    /// Its source, as in the names of [`Entry::Ended`].
    pub(crate) src: WirePath,
    /// The temporary file.
    pub(crate) temporary: WirePath,
    /// Device and inode of the temporary file, which becomes the copy.
    pub(crate) inode: (u64, u64),
    /// Inode, size, mtime and ctime (seconds, nanoseconds) of the source.
    pub(crate) source: (u64, u64, (i64, i64), (i64, i64)),
    /// Bytes of the source from its beginning that are in the temporary file.
    pub(crate) offset: u64,
    /// Bytes that are on stable storage; set by [`Entry::Synced`] alone.
    pub(crate) synced: u64,
}

/// What ended items add to the counters of their job; see [`crate::contract::event::Summary`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) done: u64,
    pub(crate) skipped: u64,
    pub(crate) failed: u64,
    pub(crate) mismatched: u64,
    pub(crate) unanswered: u64,
    pub(crate) replaced: u64,
    pub(crate) renamed: u64,
    pub(crate) removed: u64,
    pub(crate) bytes_skipped: u64,
    pub(crate) bytes_reflinked: u64,
    pub(crate) bytes_holes: u64,
    pub(crate) bytes_of_done: u64,
    pub(crate) reflinked: u64,
}

impl Counts {
    /// What was added since the counters stood at `then`.
    pub(crate) fn since(&self, then: &Self) -> Self {
        // An item that is tried again takes back what it had added.
        self.each_with(then, u64::wrapping_sub)
    }

    /// Both together.
    pub(crate) fn and(&self, more: &Self) -> Self {
        self.each_with(more, u64::wrapping_add)
    }

    fn each_with(&self, other: &Self, f: fn(u64, u64) -> u64) -> Self {
        Self {
            done: f(self.done, other.done),
            skipped: f(self.skipped, other.skipped),
            failed: f(self.failed, other.failed),
            mismatched: f(self.mismatched, other.mismatched),
            unanswered: f(self.unanswered, other.unanswered),
            replaced: f(self.replaced, other.replaced),
            renamed: f(self.renamed, other.renamed),
            removed: f(self.removed, other.removed),
            bytes_skipped: f(self.bytes_skipped, other.bytes_skipped),
            bytes_reflinked: f(self.bytes_reflinked, other.bytes_reflinked),
            bytes_holes: f(self.bytes_holes, other.bytes_holes),
            bytes_of_done: f(self.bytes_of_done, other.bytes_of_done),
            reflinked: f(self.reflinked, other.reflinked),
        }
    }
}

/// What earlier runs of a job have reported, as far as it can be trusted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Past {
    /// When the job first started, in microseconds since the Unix epoch; 0 if it never ran.
    pub(crate) began: u64,
    /// From when to when each earlier run lived, where that is known; else any moment since `began` may be one of theirs.
    pub(crate) lived: Vec<(u64, u64)>,
    /// Microseconds by which the clock of the destination was ahead of ours then.
    pub(crate) ahead: i64,
    /// The names of all trusted [`Entry::Ended`].
    pub(crate) names: Vec<Vec<u8>>,
    /// The sum of their counters.
    pub(crate) counts: Counts,
    /// The number of the last report.
    pub(crate) seq: u64,
    /// Large files, also those that have ended since.
    pub(crate) large: Vec<Large>,
    /// The links of all trusted [`Entry::Ended`].
    pub(crate) links: Vec<Vec<u8>>,
    /// Whether the machine was started anew since: a copy may hold anything.
    pub(crate) rebooted: bool,
    /// When it was started last, in microseconds since the Unix epoch; 0 if it was not since the job first started, or another
    /// machine may have run the job.
    pub(crate) booted: u64,
    /// Whether what was not synced may be lost: the machine was started anew since, or the filesystem mounted anew.
    pub(crate) lost: bool,
    /// Microseconds that earlier runs took.
    pub(crate) elapsed: u64,
    /// Items that the last run had finished when its counters were last stored, also without a journal.
    pub(crate) finished: u64,
    /// The record by which the job can be taken back, as far as it was written.
    pub(crate) record: Option<PathBuf>,
}

impl Past {
    /// Whether earlier runs have reported what they have made.
    pub(crate) fn has_reported(&self) -> bool {
        self.began != 0 && !(self.names.is_empty() && self.large.is_empty())
    }
}

/// Makes the key of a job, by which its temporary files are known.
///
/// Numbers of jobs begin anew with each queue, so the moment at which the job was added counts, too.
pub(crate) fn key(job: JobId, added: u64) -> u32 {
    // The multiplier of SplitMix64: neighbours get keys that look nothing alike.
    ((job ^ added.rotate_left(20)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

/// The journal of one running job.
#[derive(Debug)]
pub(crate) struct Journal {
    job: JobId,
    /// Tells the temporary files of this job from others.
    pub(crate) key: u32,
    past: Past,
    ended: Ended,
    /// Large files of earlier runs, by their source.
    large: HashMap<Vec<u8>, Large>,
    out: Mutex<Out>,
    /// Copies with further names that no report has told of.
    links: Mutex<PackedLinks>,
    /// Large files that are being copied.
    underway: Mutex<Vec<large::Underway>>,
    /// Size in bytes from which a file is resumed where it stopped.
    pub(crate) large_from: u64,
    /// How long an ended item may stay unreported while others follow.
    pub(crate) report_every: Duration,
    /// Time between two flushes of what was reported.
    pub(crate) sync_every: Duration,
    /// What flushes then; tests let it fail.
    pub(crate) flush: Flush,
    nudge: Option<Nudge>,
    stored: Arc<Stored>,
}

/// The number of the last report that is stored.
#[derive(Debug, Default)]
pub(crate) struct Stored {
    seq: Mutex<u64>,
    grown: Condvar,
    /// Whether the last wait was in vain.
    is_late: AtomicBool,
}

impl Stored {
    /// Notes that all reports up to this number are stored.
    pub(crate) fn note(&self, last: u64) {
        let mut seq = lock(&self.seq);
        *seq = last.max(*seq);
        self.is_late.store(false, Ordering::Relaxed);
        self.grown.notify_all();
    }
}

/// Has a report stored at once, and not with the next ones.
struct Nudge(Box<dyn Fn() + Send + Sync>);

impl std::fmt::Debug for Nudge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Nudge")
    }
}

/// The channel to the thread that stores the reports, in the order of their numbers.
#[derive(Debug)]
struct Out {
    seq: u64,
    sink: Sender<(JobId, Entry)>,
}

/// Size in bytes from which a file is resumed where it stopped: a disk takes half a second for it.
const LARGE: u64 = 64 << 20;

/// The longest time between two reports of a worker that ends item after item.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// The longest wait for a report to be stored.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Time between two flushes: what a power cut may cost, as with the commits of most filesystems.
const SYNC_EVERY: Duration = Duration::from_secs(15);

impl Journal {
    /// Makes the journal of a job that is about to start or to resume.
    ///
    /// The `key` is part of the names of temporary files, and the same whenever the job runs.
    pub(crate) fn new(job: JobId, key: u32, past: Past, sink: Sender<(JobId, Entry)>) -> Self {
        let ended = Ended::new(&past.names);
        let large = past.large.iter().map(|large| (full_path(&large.src), large.clone())).collect();
        let out = Mutex::new(Out { seq: past.seq, sink });
        let underway = Mutex::default();
        let (large_from, sync_every) = (LARGE, SYNC_EVERY);
        let nudge = None;
        Self {
            job,
            key,
            past,
            ended,
            large,
            out,
            links: Mutex::default(),
            underway,
            large_from,
            report_every: REPORT_EVERY,
            sync_every,
            flush: sys::sync_filesystem,
            nudge,
            stored: Arc::default(),
        }
    }

    /// Sets what has a report stored at once.
    ///
    /// A large file must be known before it is whole: else it would be copied again if the process is
    /// killed a moment later.
    pub(crate) fn nudging(self, nudge: impl Fn() + Send + Sync + 'static) -> Self {
        Self { nudge: Some(Nudge(Box::new(nudge))), ..self }
    }

    /// Sets where what stores the reports notes how far it is.
    pub(crate) fn storing_in(self, stored: Arc<Stored>) -> Self {
        Self { stored, ..self }
    }

    /// What earlier runs have reported.
    pub(crate) fn past(&self) -> &Past {
        &self.past
    }

    /// Whether the job ran before.
    pub(crate) fn is_resumed(&self) -> bool {
        self.past.began != 0
    }

    /// Whether a moment of the destination's clock, in microseconds, is not before the job's first start.
    pub(crate) fn is_of_job(&self, at: i64) -> bool {
        self.is_since(self.past.began.saturating_add_signed(self.past.ahead), at)
    }

    /// Whether another program has changed something since the machine was started anew, by the time of its last change: what
    /// a power cut has torn is older.
    pub(crate) fn is_since_reboot(&self, at: i64) -> bool {
        let Past { booted, ahead, .. } = self.past;
        booted != 0 && at > 0 && at.unsigned_abs() > booted.saturating_add_signed(ahead)
    }

    /// Whether a moment of a source's clock may be after the job's first start: the source lies beside
    /// the destination, or on a disk of this machine.
    pub(crate) fn may_be_since_start(&self, at: i64) -> bool {
        self.is_of_job(at) || self.is_since(self.past.began, at)
    }

    fn is_since(&self, began: u64, at: i64) -> bool {
        let lived = &self.past.lived;
        let is_then = |(began, ended): &(u64, u64)| is_within(*began, *ended, at);
        self.is_resumed()
            && is_within(began, i64::MAX as u64, at)
            && (lived.is_empty() || lived.iter().any(is_then))
    }

    /// Reports ended items.
    pub(crate) fn tell_ended(&self, names: Vec<u8>, counts: Counts) {
        let mut out = lock(&self.out);
        out.seq += 1;
        let seq = out.seq;
        let links = lock(&self.links).take();
        self.send(&out, Entry::Ended { seq, names, links, counts });
    }

    /// Notes the first copy of an inode with several names; the next report tells of it, so that no
    /// name is known for a link whose copy is not.
    pub(crate) fn note_link(&self, source: (u64, u64), copy: &Path) {
        lock(&self.links).push(source, copy);
    }

    /// Has the noted links stored, and waits until they are, at most for [`TIMEOUT`].
    ///
    /// A move removes the names of a file one by one, and what is left of the last one does not show that it
    /// had others: a process that is killed in between would make it a file of its own. A store that cannot
    /// be written holds the job up once, and not again until it is written, since nothing but the link is lost.
    pub(crate) fn store_links(&self) {
        let Some(Nudge(nudge)) = &self.nudge else { return };
        self.tell_ended(Vec::new(), Counts::default());
        let last = self.last();
        nudge();
        if self.stored.is_late.load(Ordering::Relaxed) {
            return;
        }
        let seq = lock(&self.stored.seq);
        let waited = self.stored.grown.wait_timeout_while(seq, TIMEOUT, |seq| *seq < last);
        let (_seq, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        self.stored.is_late.store(waited.timed_out(), Ordering::Relaxed);
    }

    /// Notes that all reports up to this number are stored.
    pub(crate) fn note_stored(&self, last: u64) {
        self.stored.note(last);
    }

    /// Reports something that has no number.
    pub(crate) fn tell(&self, entry: Entry) {
        self.send(&lock(&self.out), entry);
    }

    /// The number of the last report.
    pub(crate) fn last(&self) -> u64 {
        lock(&self.out).seq
    }

    fn send(&self, out: &Out, entry: Entry) {
        if out.sink.send((self.job, entry)).is_err() {
            // The receiver has ended; the next run repeats what was not stored.
        }
    }
}
