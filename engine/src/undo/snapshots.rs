//! Takes back snapshots of subvolumes: an unchanged one goes to the trash, and none is ever deleted. What changes between
//! the look and the rename, or before the job wrote the snapshot down, can be had back from there.
//!
//! Nothing is read to find out what changed. A transaction number tells when a subvolume changed last, but only once
//! its data are written back, and also where an access time changes. So the filesystem is synchronised first, and a
//! snapshot with another number is looked through for an item that changed since (its ctime).

use std::ffi::CString;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::steps::discard_or_tell;
use super::tell::refuse;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Op};
use crate::contract::path::WirePath;
use crate::copy::recorded;
use crate::job::Job;
use crate::record::{Line, Record, RecordedSubvolume};
use crate::subvolume;
use crate::trash::{Trashes, Untrashed};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys, c_path};

/// A snapshot that a job took.
#[derive(Debug)]
pub(super) struct Snapshot {
    pub(super) path: PathBuf,
    /// When it was complete, in microseconds since the Unix epoch.
    pub(super) at: u64,
    /// It, and the subvolumes in it.
    pub(super) subvolumes: Vec<RecordedSubvolume>,
}

/// How a snapshot is taken back.
#[derive(Debug)]
pub(super) enum Way {
    /// It does not exist any more.
    Nothing,
    /// It is moved to the trash.
    Trash,
    /// It stays, for this reason.
    Keep(OpError),
}

impl Snapshot {
    /// Takes it back.
    pub(super) fn take_back(&self, job: &Job) {
        let (op, done) = match self.way(job) {
            Way::Nothing => return,
            Way::Keep(error) => (Op::RemoveDir, Err(error)),
            Way::Trash => (Op::Trash, self.discard(job)),
        };
        match done {
            Ok(()) => job.done_alone(op, &self.path, &self.path),
            Err(error) => refuse(job, &self.path, error),
        }
    }

    /// Finds out how it can be taken back.
    pub(super) fn way(&self, job: &Job) -> Way {
        let failed = |errno| OpError::new(Action::Undo, &self.path, errno);
        let changed = || OpError::refused(Action::Undo, Code::ChangedSince, &self.path);
        let root = match self.open() {
            Ok(root) => root,
            Err(Errno::NOENT) => return Way::Nothing,
            Err(errno) => return Way::Keep(failed(errno)),
        };
        match sys::sync_filesystem(root.as_fd()).and_then(|()| self.is_untouched(root.as_fd())) {
            Ok(Some(true)) => Way::Trash,
            Ok(Some(false)) => match self.has_later_change(job, root.as_fd()) {
                Ok(false) => Way::Trash,
                Ok(true) => Way::Keep(changed()),
                // The next undo finds it.
                Err(Errno::CANCELED) => Way::Nothing,
                Err(errno) => Way::Keep(failed(errno)),
            },
            Ok(None) => Way::Keep(changed()),
            Err(errno) => Way::Keep(failed(errno)),
        }
    }

    fn open(&self) -> Sys<OwnedFd> {
        sys::open_dir(sys::CWD, &c_path(&self.path).ok_or(Errno::INVAL)?, false)
    }

    /// Whether nothing in it changed and perhaps nothing was read; none if it is another subvolume, or none.
    fn is_untouched(&self, root: BorrowedFd<'_>) -> Sys<Option<bool>> {
        let mut untouched = true;
        for recorded in &self.subvolumes {
            let dir = match open_below(root, recorded) {
                Ok(dir) => dir,
                Err(Errno::NOENT | Errno::NOTDIR) => return Ok(None),
                Err(errno) => return Err(errno),
            };
            if !sys::is_subvolume(dir.as_fd(), &sys::stat_fd(dir.as_fd())?) {
                return Ok(None);
            }
            let found = sys::subvolume(dir.as_fd())?;
            if !recorded.is(&found) {
                return Ok(None);
            }
            untouched &= recorded.is_untouched(&found);
        }
        Ok(Some(untouched))
    }

    /// Whether an item in it changed after the snapshot was complete.
    fn has_later_change(&self, job: &Job, root: BorrowedFd<'_>) -> Sys<bool> {
        let is_later = |meta: &sys::Meta| meta.ctime_micros() > self.at as i64;
        let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
        let mut todo = vec![c".".to_owned()];
        while let Some(path) = todo.pop() {
            job.control.checkpoint().map_err(|_cancelled| Errno::CANCELED)?;
            let dir = subvolume::open(root, &path)?;
            let mut found = Ok(is_later(&sys::stat_fd(dir.as_fd())?));
            sys::list(dir.as_fd(), &mut buffer, |name, kind, _| {
                found = sys::stat_at(dir.as_fd(), name, false).map(|meta| {
                    if meta.kind == FileKind::Directory || kind == FileKind::Directory {
                        let below = [path.to_bytes(), b"/", name.to_bytes()].concat();
                        todo.extend(CString::new(below));
                    }
                    is_later(&meta)
                });
                if found == Ok(false) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            if found? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn discard(&self, job: &Job) -> Result<(), OpError> {
        let failed = |errno| OpError::new(Action::Undo, &self.path, errno);
        // A rename changes the parent of the directory, which one that is read-only refuses (EROFS).
        self.set_read_only(false).map_err(failed)?;
        let id = discard_or_tell(job, &Trashes::default(), &self.path).map_err(|why| {
            sys::best_effort(self.set_read_only(true));
            match why {
                Untrashed::NoTrash(_) => {
                    OpError::refused(Action::Undo, Code::OriginalDiffers, &self.path)
                }
                Untrashed::Item(errno) => failed(errno),
            }
        })?;
        if let Some(recorder) = &job.recorder {
            let from = WirePath(self.path.clone());
            recorder.note(&Line::Trashed { from, id: id.into() });
        }
        Ok(())
    }

    /// Makes those read-only that were, or all writable.
    fn set_read_only(&self, read_only: bool) -> Sys<()> {
        let root = self.open()?;
        let set = |recorded: &RecordedSubvolume| {
            if !recorded.read_only {
                return Ok(());
            }
            let dir = open_below(root.as_fd(), recorded)?;
            sys::set_subvolume_read_only(dir.as_fd(), read_only)
        };
        if read_only {
            self.subvolumes.iter().rev().try_for_each(set)
        } else {
            self.subvolumes.iter().try_for_each(set)
        }
    }
}

fn open_below(root: BorrowedFd<'_>, recorded: &RecordedSubvolume) -> Sys<OwnedFd> {
    subvolume::open(root, &c_path(&recorded.below.0).ok_or(Errno::INVAL)?)
}

/// Writes down of a redo which snapshots are again that the undo moved to the trash, and makes those read-only that
/// were. Of one that the undo kept, what the job wrote down still counts.
pub(super) fn note_again(job: &Job, undo: &Record, origin: Record) {
    let Some(recorder) = &job.recorder else { return };
    for line in origin.lines {
        let Line::Snapshot { path, from, at, subvolumes } = line else { continue };
        let trashed = |line: &Line| matches!(line, Line::Trashed { from, .. } if *from == path);
        if !undo.lines.iter().any(trashed) {
            recorder.note(&Line::Snapshot { path, from, at, subvolumes });
            continue;
        }
        let snapshot = Snapshot { path: path.0.clone(), at, subvolumes };
        match snapshot.describe_again() {
            Ok(Some(subvolumes)) => {
                recorder.note(&Line::Snapshot { path, from, at: sys::moment(), subvolumes });
            }
            Ok(None) | Err(Errno::NOENT) => {}
            Err(errno) => refuse(job, &path.0, OpError::new(Action::Record, &path.0, errno)),
        }
    }
}

impl Snapshot {
    fn describe_again(&self) -> Sys<Option<Vec<RecordedSubvolume>>> {
        let root = self.open()?;
        if self.is_untouched(root.as_fd())?.is_none() {
            return Ok(None);
        }
        self.set_read_only(true)?;
        // A change from now on has the number of a later transaction, which the next undo sees.
        sys::sync_filesystem(root.as_fd())?;
        let nested: Vec<CString> = self
            .subvolumes
            .iter()
            .filter(|recorded| recorded.below.0 != Path::new("."))
            .filter_map(|recorded| c_path(&recorded.below.0))
            .collect();
        recorded(root.as_fd(), &nested).map(Some)
    }
}
