//! Keeps what has changed since the user saw the plan of a job.
//!
//! A job may wait in the queue, or be killed and go on much later. What it would replace or remove is looked at once more
//! just before: an item that is not what the plan saw, on either side, becomes a question, or fails and is told.

use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};

use super::copier::{Copier, Step};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::contract::spec::{Destination, Seen, SeenItem};
use crate::job::conflict::same_size_and_mtime;
use crate::job::seen::is_alike;
use crate::walk::descent::{Descend, descend};
use crate::walk::operand::{base_of, parent_of};
use crate::walk::spelling::is_listed;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, c_path};

impl Copier {
    /// Whether both sides of an operand are as the plan saw them; one that is not ends here.
    pub(super) fn is_as_seen(&self, worker: &mut Worker, step: Step<'_>) -> bool {
        let Some(seen) = self.job.spec.options.seen.as_ref().filter(|_| step.is_operand()) else {
            return true;
        };
        let Some(Destination::Each(paths)) = &self.job.spec.destination else {
            return self.has_seen_type(worker, seen, step);
        };
        let Some(at) = self.places.find(Some(paths), step.item.dst_name) else { return true };
        // What cannot be looked at is told by the step that follows.
        let Ok(source) = sys::stat_at(step.pair.src(), step.item.name, false) else { return true };
        let (was, existed) = (seen.sources.get(at), seen.existing.get(at));
        if was.is_some_and(|was| was.is_none_or(|was| !is_alike(&source, was))) {
            self.refuse(worker, step, Code::ChangedSince);
            return false;
        }
        let old = sys::stat_at(step.pair.dst(), step.item.dst_name, false);
        let is_kept = match (old, existed) {
            (_, None) | (Err(Errno::NOENT), Some(None)) => false,
            (Err(errno), Some(_)) => errno == Errno::NOENT,
            (Ok(old), Some(existed)) => {
                let path = || step.dst_path();
                let is_same = existed.is_some_and(|it| {
                    holds(seen, it, &old, (step.pair.dst(), step.item.dst_name), path)
                });
                !is_same && !self.is_own(worker, step, (&source, &old))
            }
        };
        if is_kept {
            self.refuse_dst(worker, step, Code::ChangedSince);
        }
        !is_kept
    }

    /// Whether an operand has the type that the user saw; one that has another ends here.
    ///
    /// A file may be another one by now: many editors write a new file each time.
    fn has_seen_type(&self, worker: &mut Worker, seen: &Seen, step: Step<'_>) -> bool {
        let at = self.places.find(Some(&self.job.spec.sources), step.item.name);
        let was = at.and_then(|at| seen.sources.get(at).copied().flatten());
        let now = sys::stat_at(step.pair.src(), step.item.name, false);
        let is_same = was.zip(now.ok()).is_none_or(|(was, now)| was.kind == now.kind);
        if !is_same {
            self.refuse(worker, step, Code::ChangedSince);
        }
        is_same
    }

    /// Whether an earlier run has made what is there, or it is what the source is.
    fn is_own(&self, worker: &mut Worker, step: Step<'_>, (source, old): (&Meta, &Meta)) -> bool {
        match old.kind {
            FileKind::Directory => self.made_before(step, old),
            FileKind::File if same_size_and_mtime(source, old) => source.kind == FileKind::File,
            _ => self.is_left_by_this_job(worker, step, old) || is_other_spelling(step),
        }
    }

    /// Why an item is not removed that the request names: it is not what the plan saw.
    pub(super) fn unlike_seen(
        &self,
        dir: BorrowedFd<'_>,
        name: &CStr,
        path: &Path,
    ) -> Option<OpError> {
        let options = &self.job.spec.options;
        let (seen, removals) = options.seen.as_ref().zip(options.removals.as_ref())?;
        let at = self.removed_places.find(removals.paths.as_deref(), &c_path(path)?)?;
        unlike(seen, *seen.removed.get(at)?, (dir, name), path)
    }
}

/// Whether what is there has the name in another spelling, in a directory that folds case: the plan saw it under that.
fn is_other_spelling(step: Step<'_>) -> bool {
    let name = CString::new(base_of(step.item.dst_name)).unwrap_or_default();
    let above = sys::open_dir(step.pair.dst(), &parent_of(step.item.dst_name), true);
    above.is_ok_and(|above| sys::folds_case(above.as_fd()) && !is_listed(above.as_fd(), &name))
}

/// Why an item is not removed: it is not what the plan saw.
pub(super) fn unlike(
    seen: &Seen,
    was: Option<SeenItem>,
    (dir, name): (BorrowedFd<'_>, &CStr),
    path: &Path,
) -> Option<OpError> {
    // One that has gone, or that cannot be looked at, is told by the step that follows.
    let now = sys::stat_at(dir, name, false).ok()?;
    let is_same = was.is_some_and(|was| holds(seen, was, &now, (dir, name), || path.to_owned()));
    (!is_same).then(|| OpError::refused(Action::Trash, Code::ChangedSince, path))
}

/// Whether an item is what the plan saw, a directory with all that is in it.
fn holds(
    seen: &Seen,
    was: SeenItem,
    now: &Meta,
    (dir, name): (BorrowedFd<'_>, &CStr),
    path: impl FnOnce() -> PathBuf,
) -> bool {
    if now.kind != FileKind::Directory || was.kind != FileKind::Directory {
        return is_alike(now, was);
    }
    let mut later = Later { at: seen.at as i64, now: sys::now() as i64, found: false };
    descend(dir, name, &path(), &mut later);
    !later.found
}

/// Looks in a directory for what has changed after a moment.
struct Later {
    /// In microseconds since the Unix epoch.
    at: i64,
    /// A time after this one is still to come and says nothing: another machine has its own clock.
    now: i64,
    found: bool,
}

impl Later {
    fn look(&mut self, dir: BorrowedFd<'_>, name: &CStr) {
        let meta = sys::stat_at(dir, name, false);
        self.found |= meta.is_ok_and(|meta| {
            let changed = meta.ctime_micros();
            changed > self.at && changed <= self.now
        });
    }
}

impl Descend for Later {
    fn file(&mut self, dir: BorrowedFd<'_>, _path: &Path, name: &CStr, _kind: FileKind) {
        self.look(dir, name);
    }

    fn enters(&mut self, _path: &Path, _name: &CStr) -> bool {
        true
    }

    fn leave(&mut self, above: BorrowedFd<'_>, _path: &Path, name: &CStr) {
        self.look(above, name);
    }

    fn fails(&mut self, _error: OpError) {
        // What cannot be looked through may have changed.
        self.found = true;
    }

    fn goes_on(&self) -> bool {
        !self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_is_still_to_come_tells_of_no_change() {
        let dir = tempfile::tempdir().unwrap();
        let path = c_path(dir.path()).unwrap();
        let changed = sys::stat_at(sys::CWD, &path, false).unwrap().ctime_micros();
        for (at, now, is_found) in [
            (changed, changed + 1, false),
            (changed - 1, changed, true),
            (changed - 2, changed - 1, false),
        ] {
            let mut later = Later { at, now, found: false };
            later.look(sys::CWD, &path);
            assert_eq!(later.found, is_found);
        }
    }
}
