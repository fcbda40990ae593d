//! Resumes large files where an earlier run stopped.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;

use super::copier::{Copier, Step};
use super::ends::DataError;
use super::publish::Staged;
use crate::contract::event::{FileKind, SkipReason};
use crate::contract::path::WirePath;
use crate::contract::spec::{Cache, Sparse};
use crate::journal::{Journal, Large, source_of};
use crate::walk::operand::parent_of;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, Meta, OwnedFd, Sys};

/// Bytes before the offset that are compared before a file is resumed: what a disk writes in a few
/// hundredths of a second, and thus a look at what was under way when it stopped.
const COMPARED: u64 = 4 << 20;

impl Copier {
    /// Whether a file is so large that a later run can resume it.
    pub(super) fn is_large(&self, meta: &Meta) -> bool {
        let options = &self.job.spec.options;
        self.job.journal.as_ref().is_some_and(|journal| meta.size >= journal.large_from)
            && meta.kind == FileKind::File
            && options.cache != Cache::Direct
            && options.sparse != Sparse::Always
            && !options.attributes_only
            && !self.is_cut(meta)
    }

    /// Creates the file that becomes a large copy, or takes up the one that an earlier run began;
    /// none if the job was cancelled meanwhile.
    pub(super) fn stage_large(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        mode: u32,
    ) -> Option<Sys<Staged>> {
        let Some(journal) = &self.job.journal else {
            return Some(Staged::named(worker, step.pair, step.item.dst_name, mode));
        };
        if let Some(begun) = journal.begun(step.node, step.item.name) {
            match self.take_up(worker, step, meta, mode, journal, begun) {
                Some(staged) => return Some(Ok(staged)),
                // It was not compared to its end, and is as good as before.
                None if self.job.control.is_cancelled() => return None,
                None => forget(step, begun),
            }
        }
        Some(begin(worker, step, meta, mode, journal))
    }

    /// Takes up what an earlier run began, if nothing has changed since.
    fn take_up(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        mode: u32,
        journal: &Journal,
        begun: &Large,
    ) -> Option<Staged> {
        if begun.source != source_of(meta) {
            return None;
        }
        let temporary = temporary_of(step, begun)?;
        let dir = step.pair.dst();
        let fd = sys::open_existing(dir, &temporary, false, false).ok()?;
        let there = sys::stat_fd(fd.as_fd()).ok()?;
        let offset = journal.trusted(begun).min(meta.size);
        if !journal.is_inode(begun.inode, &there) || there.size < offset {
            return None;
        }
        let back = sys::open_back(dir, &temporary).ok()?;
        let source = sys::open_source(step.pair.src(), step.item.name, self.follows(&step)).ok()?;
        let from = offset - offset.min(COMPARED);
        if !self.is_same(worker, source.as_fd(), back.as_fd(), from..offset).ok()? {
            return None;
        }
        self.ready(&fd, offset, mode, &there).ok()?;
        let mut staged = Staged::adopt(step.pair, fd, &temporary);
        let inode = there.id();
        let file = Large { inode, offset, synced: 0, source: source_of(meta), ..begun.clone() };
        staged.large = Some(Box::new(journal.track(file)));
        Some(staged)
    }

    /// Removes what a file holds behind the offset where it resumes, and seeks there.
    fn ready(&self, fd: &OwnedFd, offset: u64, mode: u32, there: &Meta) -> Sys<()> {
        sys::set_size(fd.as_fd(), offset)?;
        sys::seek_to(fd.as_fd(), offset)?;
        let mode = mode & !self.job.umask;
        // It may have been begun to replace a file that is gone now, or the other way round.
        if mode == there.mode { Ok(()) } else { sys::set_mode(fd.as_fd(), mode) }
    }

    /// Ends an item whose large file an earlier run has published; `false` if it did not.
    pub(super) fn is_published(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta) -> bool {
        let Some(journal) = self.resumed() else { return false };
        let Some(begun) = journal.begun(step.node, step.item.name) else { return false };
        let Ok(there) = sys::stat_at(step.pair.dst(), step.item.dst_name, false) else {
            return false;
        };
        let is_it = there.kind == FileKind::File
            && journal.is_inode(begun.inode, &there)
            && there.size == meta.size
            && begun.source == source_of(meta)
            && !(self.moves && self.may_be_one(worker, step, (meta, &there)));
        // A move removes its source, and a power cut may have damaged the copy: both need a comparison.
        let compares = self.moves || journal.past().lost;
        if !is_it {
            return false;
        }
        if compares {
            match self.differs(worker, step) {
                Ok(false) => {}
                Err(DataError::Cancelled) => {
                    self.skipped(worker, step, SkipReason::Cancelled, 0);
                    self.settle_link(worker, step, meta, false);
                    return true;
                }
                Ok(true) | Err(DataError::Sys(..)) => return false,
            }
        }
        self.settle_whole(worker, step, meta, there.id());
        true
    }
}

/// Creates the file that becomes a large copy.
fn begin(
    worker: &mut Worker,
    step: Step<'_>,
    meta: &Meta,
    mode: u32,
    journal: &Journal,
) -> Sys<Staged> {
    let mut staged = Staged::named(worker, step.pair, step.item.dst_name, mode)?;
    let made = sys::stat_fd(staged.fd())?;
    let temporary = staged.name().unwrap_or(step.item.dst_name);
    let tracked = journal.track(Large {
        src: Journal::source(step.node, step.item.name),
        temporary: WirePath(step.node.dst_path(temporary)),
        inode: made.id(),
        source: source_of(meta),
        offset: 0,
        synced: 0,
    });
    staged.large = Some(Box::new(tracked));
    Ok(staged)
}

/// The name of a begun file, in the directory where it will be published.
fn temporary_of(step: Step<'_>, begun: &Large) -> Option<CString> {
    let name = begun.temporary.0.file_name()?;
    let parent = parent_of(step.item.dst_name);
    let path = match parent.to_bytes() {
        b"." => name.as_bytes().to_vec(),
        parent => [parent, b"/", name.as_bytes()].concat(),
    };
    CString::new(path).ok()
}

/// Removes a begun file that cannot be resumed; its name says that it is of this job.
fn forget(step: Step<'_>, begun: &Large) {
    if let Some(name) = temporary_of(step, begun) {
        // It would only take room.
        sys::best_effort(sys::unlink(step.pair.dst(), &name));
    }
}
