//! Takes back snapshots of subvolumes: an unchanged one is deleted where its source has not changed either, and goes to
//! the trash where it has.
//!
//! Nothing is read to find that out. A transaction number tells when a subvolume changed last, and a snapshot when it
//! was taken; but the number also changes where an access time does. So a snapshot with another number is looked
//! through for an item that changed since (its ctime), and then goes to the trash whatever its source is.

use std::ffi::CString;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::refuse;
use super::steps::discard_or_tell;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Op};
use crate::contract::path::WirePath;
use crate::copy::recorded;
use crate::job::Job;
use crate::record::{self, Line, Record, RecordedSubvolume};
use crate::subvolume;
use crate::trash::{Trashes, Untrashed};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys, c_path};

/// A snapshot that a job took.
#[derive(Debug)]
pub(super) struct Snapshot {
    pub(super) path: PathBuf,
    /// The subvolume that it is of.
    pub(super) from: PathBuf,
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
    /// It is deleted permanently; its source has all that is in it.
    Delete,
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
            Way::Delete => (Op::RemoveDir, self.delete()),
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
        match self.is_untouched(root.as_fd()) {
            Ok(Some(true)) if self.source_is_still(root.as_fd()) == Ok(true) => Way::Delete,
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

    /// Whether the source, too, is what it was when the snapshot was taken.
    fn source_is_still(&self, root: BorrowedFd<'_>) -> Sys<bool> {
        let source = sys::open_dir(sys::CWD, &c_path(&self.from).ok_or(Errno::INVAL)?, true)?;
        for recorded in &self.subvolumes {
            let copy = sys::subvolume(open_below(root, recorded)?.as_fd())?;
            let source = sys::subvolume(open_below(source.as_fd(), recorded)?.as_fd())?;
            if !copy.is_still(&source) {
                return Ok(false);
            }
        }
        Ok(true)
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

    fn delete(&self) -> Result<(), OpError> {
        let failed = |errno| OpError::new(Action::Undo, &self.path, errno);
        let above = self.path.parent().and_then(c_path).ok_or(Errno::INVAL).map_err(failed)?;
        let name = self.path.file_name().and_then(|name| CString::new(name.as_bytes()).ok());
        let dir = sys::enter_dir(sys::CWD, &above, true).map_err(failed)?;
        subvolume::delete(dir.as_fd(), &name.unwrap_or_default()).map_err(failed)
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
/// were.
pub(super) fn note_again(job: &Job, undo: &Record) {
    let origin = undo.sources.first().and_then(|origin| record::read(&origin.0).ok());
    let (Some(recorder), Some(origin)) = (&job.recorder, origin) else { return };
    for line in origin.lines {
        let Line::Snapshot { path, from, at, subvolumes } = line else { continue };
        let snapshot = Snapshot { path: path.0.clone(), from: from.0.clone(), at, subvolumes };
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
