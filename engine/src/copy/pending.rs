//! Checks files whose data and metadata are there once more, and lets them wait for a flush.

use super::copied::{Finished, State};
use super::copier::{Copier, Step};
use super::ends::{DataError, Moved};
use super::existing::ExistingFile;
use super::naming::Over;
use super::publish::Staged;
use super::tell::Done;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Mover, Op};
use crate::contract::spec::SMALL_FILE;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, Errno, Meta, OwnedFd};

impl Copier {
    /// Warns if the source changed under the copy.
    pub(super) fn watch(
        &self,
        step: Step<'_>,
        src: &OwnedFd,
        meta: &Meta,
        old: Option<&ExistingFile>,
        moved: Moved,
    ) {
        // A stat per small file would cost more than it finds; another size shows by itself.
        let changed = moved.resized
            || meta.size > SMALL_FILE
                // Replacing one of its own names changes the ctime of the source, and nothing else.
                && old.is_none_or(|old| old.meta.id() != meta.id())
                && moved.method != Some(Mover::Reflink)
                && sys::stat_fd(src.as_fd()).is_ok_and(|now| !now.same_content_as(meta));
        if changed {
            self.warn_changed(step);
        }
    }

    /// How a copy is of which its server has told nothing: its source may be all there is, unless the server gives the same.
    pub(super) fn state_by_contents(&self, worker: &mut Worker, step: Step<'_>) -> State {
        match self.differs(worker, step) {
            Ok(false) => State::Good,
            Err(DataError::Cancelled) => State::Cancelled,
            Ok(true) | Err(DataError::Sys(..)) => State::Failed(Action::Close, Errno::IO),
        }
    }

    /// Lets a finished file wait until it is safe.
    #[allow(clippy::too_many_arguments, reason = "the parts of one step, each used once")]
    pub(super) fn shelve(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        staged: &mut Staged,
        over: Over,
        moved: Moved,
        kept: Result<Option<sys::Lock>, OpError>,
    ) {
        let lock = kept.as_ref().ok().copied().flatten();
        if let Err(error) = self.bearable(kept.map(drop)) {
            self.settle_link(worker, step, meta, false);
            return self.fail(worker, step, error);
        }
        if self.moves && meta.kind == FileKind::File && moved.bytes != meta.size {
            // It ended elsewhere than it said; the rest would be lost.
            self.settle_link(worker, step, meta, false);
            return self.refuse(worker, step, Code::SourceChanged);
        }
        if meta.size > SMALL_FILE {
            // The disk need not idle until the flush.
            sys::begin_writeback(staged.fd());
        }
        // While it is staged, a failure removes it.
        let made = sys::stat_fd(staged.fd()).map_err(|errno| (Action::StatDestination, errno));
        let shelved = made.and_then(|made| {
            let file = staged.shelve(Self::keeps_open(worker));
            Ok((made.id(), file.map_err(|errno| (Action::Close, errno))?))
        });
        let (id, file) = match shelved {
            Ok(shelved) => shelved,
            Err((action, errno)) => {
                self.settle_link(worker, step, meta, false);
                return self.fail_dst(worker, step, action, errno);
            }
        };
        let done = Done {
            op: Op::CopyFile,
            bytes: moved.bytes,
            method: moved.method,
            detail: Some(moved.detail),
            checksum: moved.checksum,
            replaced: over.is_foreign() && !self.job.spec.options.attributes_only,
            renamed: false,
            lock,
        };
        self.wait_for_flush(worker, step, Finished { meta, id, file, over, done });
    }
}
