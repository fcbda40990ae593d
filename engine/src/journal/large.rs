//! Reports how far the copies of large files have come.

use std::cell::Cell;
use std::ffi::CStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::ended::path_of;
use super::{Entry, Journal, Large, Nudge};
use crate::contract::event::JobId;
use crate::contract::path::WirePath;
use crate::walk::node::DirNode;
use fcp_sys::Meta;
use fcp_sys::lock;

/// Time between two reports of one file.
const PERIOD: Duration = Duration::from_millis(250);

/// A large file that is being copied, as the flushing thread sees it.
pub(super) type Underway = (WirePath, Arc<AtomicU64>);

/// A large file that is being copied.
#[derive(Debug)]
pub(crate) struct Tracked {
    job: JobId,
    sink: Sender<(JobId, Entry)>,
    file: Large,
    /// Bytes that are there already.
    pub(crate) from: u64,
    reached: Arc<AtomicU64>,
    due: Cell<Instant>,
}

impl Tracked {
    /// Notes how far it has come, and reports it now and then.
    pub(crate) fn reach(&self, offset: u64) {
        self.reached.store(offset, Ordering::Release);
        let now = Instant::now();
        if now >= self.due.get() {
            self.due.set(now + PERIOD);
            self.report();
        }
    }

    /// Reports that all of it is there.
    pub(crate) fn finish(&self, bytes: u64) {
        self.reached.store(bytes, Ordering::Release);
        self.report();
    }

    /// Reports how far it has come.
    pub(crate) fn report(&self) {
        let offset = self.reached.load(Ordering::Acquire);
        let file = Large { offset, ..self.file.clone() };
        if self.sink.send((self.job, Entry::Large(file))).is_err() {
            // The receiver has ended; the next run copies the file from its start.
        }
    }
}

/// What is remembered of a source, to know it again.
pub(crate) fn source_of(meta: &Meta) -> (u64, u64, (i64, i64), (i64, i64)) {
    (meta.ino, meta.size, meta.mtime, meta.ctime)
}

impl Journal {
    /// How a file is called in reports.
    pub(crate) fn source(node: &DirNode, name: &CStr) -> WirePath {
        use std::os::unix::ffi::OsStringExt;
        let path = path_of(node, name, false);
        WirePath(std::path::PathBuf::from(std::ffi::OsString::from_vec(path)))
    }

    /// What earlier runs have of a large file.
    pub(crate) fn begun(&self, node: &DirNode, name: &CStr) -> Option<&Large> {
        if self.large.is_empty() { None } else { self.large.get(&path_of(node, name, false)) }
    }

    /// Bytes of such a file that can be trusted.
    pub(crate) fn trusted(&self, large: &Large) -> u64 {
        if self.past.lost { large.synced.min(large.offset) } else { large.offset }
    }

    /// Whether a file is the one of which earlier runs reported the inode; devices may have
    /// other numbers after a reboot, or when a disk was plugged in again.
    pub(crate) fn is_inode(&self, reported: (u64, u64), meta: &Meta) -> bool {
        reported.1 == meta.ino && (self.past.lost || reported.0 == meta.dev)
    }

    /// Reports that a large file has begun, or resumes at `file.offset`.
    pub(crate) fn track(&self, file: Large) -> Tracked {
        let (from, reached) = (file.offset, Arc::new(AtomicU64::new(file.offset)));
        {
            let mut underway = lock(&self.underway);
            // A counter with no other holder belongs to a file that has ended.
            underway.retain(|(_, reached)| Arc::strong_count(reached) > 1);
            underway.push((file.src.clone(), Arc::clone(&reached)));
        }
        let sink = lock(&self.out).sink.clone();
        let due = Cell::new(Instant::now() + PERIOD);
        let tracked = Tracked { job: self.job, sink, file, from, reached, due };
        tracked.report();
        if let Some(Nudge(nudge)) = &self.nudge {
            nudge();
        }
        tracked
    }

    /// How far the large files are that are being copied.
    pub(crate) fn offsets(&self) -> Vec<(WirePath, u64)> {
        lock(&self.underway)
            .iter()
            .filter(|(_, reached)| Arc::strong_count(reached) > 1)
            .map(|(src, reached)| (src.clone(), reached.load(Ordering::Acquire)))
            .collect()
    }
}
