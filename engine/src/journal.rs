//! What a job reports while it runs, so that another process can go on where this one stopped.
//!
//! Only jobs of the queue have a journal. Workers pack the names of ended items and hand them over
//! now and then; nothing waits for the store.

use std::path::PathBuf;
use std::sync::mpsc::Sender;

use crate::event::JobId;
use crate::path::WirePath;

/// One report of a running job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// Items have ended, for good.
    Ended {
        /// Number of the report within its job, from 1.
        seq: u64,
        /// The items: for each directory its source path and a NUL, the names in it with a NUL each,
        /// and a NUL. The path of what is above the operands is empty. A name that is a directory
        /// stands for everything below it.
        names: Vec<u8>,
        /// What they add to the counters.
        counts: Counts,
    },
    /// A large file has begun, or has come further.
    Large(Large),
    /// The first copied name of a file that has several.
    Linked(Linked),
    /// All that was reported up to `seq`, and large files up to these offsets, is on stable storage.
    Synced {
        /// The last report that counts.
        seq: u64,
        /// Source and offset of each large file.
        offsets: Vec<(WirePath, u64)>,
    },
}

/// A file that is so large that it goes on where it stopped.
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

/// A copied file to which later names of its source become links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linked {
    /// Device and inode of the source.
    pub(crate) source: (u64, u64),
    /// The copy.
    pub(crate) copy: WirePath,
}

/// What ended items add to the counters of their job; see [`crate::event::Summary`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) done: u64,
    pub(crate) skipped: u64,
    pub(crate) failed: u64,
    pub(crate) mismatched: u64,
    pub(crate) unanswered: u64,
    pub(crate) bytes_skipped: u64,
    pub(crate) bytes_reflinked: u64,
    pub(crate) bytes_holes: u64,
    pub(crate) bytes_of_done: u64,
    pub(crate) reflinked: u64,
}

/// What earlier runs of a job have reported, as far as it can be trusted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Past {
    /// When the job first started, in microseconds since the Unix epoch; 0 if it never ran.
    pub(crate) began: u64,
    /// The names of all trusted [`Entry::Ended`].
    pub(crate) names: Vec<Vec<u8>>,
    /// The sum of their counters.
    pub(crate) counts: Counts,
    /// The number of the last report.
    pub(crate) seq: u64,
    /// Large files that had not ended.
    pub(crate) large: Vec<Large>,
    pub(crate) linked: Vec<Linked>,
    /// Whether the machine was started anew since, so that what was not synced may be lost.
    pub(crate) rebooted: bool,
    /// Microseconds that earlier runs took.
    pub(crate) elapsed: u64,
    /// The record by which the job can be taken back, as far as it was written.
    pub(crate) record: Option<PathBuf>,
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
    past: Past,
    sink: Sender<(JobId, Entry)>,
}

impl Journal {
    /// Makes the journal of a job that is about to start, or to go on.
    pub(crate) fn new(job: JobId, _key: u32, past: Past, sink: Sender<(JobId, Entry)>) -> Self {
        Self { job, past, sink }
    }
}
