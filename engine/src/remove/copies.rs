//! Copies that are removed because their job is taken back.

use std::collections::HashSet;
use std::sync::Mutex;

use super::Step;
use crate::control::lock;
use crate::error::Code;
use crate::exec::c_path;
use crate::path::WirePath;
use crate::record::is_within;
use crate::sys::{self, AsFd, Errno, Meta, OwnedFd};

/// What a job has made: only that is removed, and only while its original is there.
#[derive(Debug)]
pub(crate) struct Copies {
    /// Each with what it was copied from.
    pub(crate) made: Vec<(WirePath, WirePath)>,
    /// When the job began and ended, in microseconds since the Unix epoch.
    time: (u64, u64),
    /// Files with several names that had not changed: removing one name changes the ctime of all.
    linked: Mutex<HashSet<(u64, u64)>>,
}

impl Copies {
    pub(crate) fn new(made: Vec<(WirePath, WirePath)>, time: (u64, u64)) -> Self {
        Self { made, time, linked: Mutex::default() }
    }

    /// Why a file stays; none if it is what the job made of something that is still there.
    pub(super) fn keep(&self, step: Step<'_>) -> Option<Code> {
        // What cannot be looked at is told by the step that follows.
        let meta = sys::stat_at(step.pair.src(), step.item.name, false).ok()?;
        let made = || sys::made_at(step.pair.src(), step.item.name);
        if self.differ(&meta, made) {
            return Some(Code::ChangedSince);
        }
        let original = c_path(&step.dst_path())?;
        match sys::stat_at(sys::CWD, &original, false) {
            Err(Errno::NOENT | Errno::NOTDIR) => Some(Code::OriginalGone),
            _ => None,
        }
    }

    /// Whether a file is not what the job has made: changed later, or older.
    fn differ(&self, meta: &Meta, made: impl Fn() -> Option<i64>) -> bool {
        let mut linked = lock(&self.linked);
        if linked.contains(&meta.id()) {
            return false;
        }
        let changed = meta.ctime_micros();
        let later = changed > self.time.1 as i64;
        // FAT gives a file that keeps an old mtime an old ctime as well.
        let differs =
            later || !(self.is_then(changed) || made().is_some_and(|at| self.is_then(at)));
        if !differs && meta.nlink > 1 {
            linked.insert(meta.id());
        }
        differs
    }

    /// Whether a directory is not one of the job's, so that everything in it stays.
    ///
    /// One that was moved there later has a new ctime, but what is in it looks as old as ever.
    pub(super) fn is_foreign(&self, dir: &OwnedFd, meta: &Meta) -> bool {
        // Its ctime changes with every entry.
        let at = sys::made_at(dir.as_fd(), c".").unwrap_or_else(|| meta.ctime_micros());
        !self.is_then(at)
    }

    fn is_then(&self, at: i64) -> bool {
        is_within(self.time.0, self.time.1, at)
    }
}
