//! Keeps hard links within a job: copies the first name, and links the others to its copy.

pub(super) mod known;

use std::ffi::CStr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use known::{Copy, Linked};

use super::copier::{Copier, Step};
use super::ends::DataError;
use crate::contract::error::{Action, Code};
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::contract::spec::LinkMode;
use crate::journal::Place;
use crate::walk::Walk;
use crate::walk::deep::open_far;
use crate::walk::worker::{CopiesDir, Worker};
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta};

/// What happens to a name of a linked inode.
enum Claim {
    Copy,
    Wait,
    LinkTo(Copy),
    LinkToEarlier(Copy),
}

impl Copier {
    /// Whether this inode may have other names in the job.
    pub(super) fn keeps_links(&self, step: Step<'_>, meta: &Meta) -> bool {
        let options = &self.job.spec.options;
        // Symlinks that are followed make names of files that have one link.
        let named = meta.nlink > 1
            || self.follows(&step)
            // The other names of a moved file are gone, one by one.
            || self.moves
                && self.links.any.load(Ordering::Relaxed)
                && lock(&self.links.known).contains(meta);
        options.preserve.links && named && options.link == LinkMode::Copy
    }

    /// Claims the copy of an inode; `false` if another name of it did and this one is settled.
    pub(super) fn claim_link(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta) -> bool {
        let claim = self.claim_of_link(step, meta);
        match claim {
            Claim::Copy => true,
            Claim::Wait => false,
            Claim::LinkTo(copy) => {
                if self.link_to_copy(worker, step, meta, &copy) {
                    return false;
                }
                self.begins_anew(meta, Some(&copy)) || self.claim_link(worker, step, meta)
            }
            Claim::LinkToEarlier(copy) => {
                if self.link_to_earlier(worker, step, meta, &copy) {
                    return false;
                }
                // The first name that comes makes another one.
                self.begins_anew(meta, None) || self.claim_link(worker, step, meta)
            }
        }
    }

    /// Claims another copy of an inode whose copy has as many names as it may have; `false` if another name of it
    /// did, for which this one waits now.
    pub(super) fn claim_further_copy(&self, step: Step<'_>, meta: &Meta) -> bool {
        let known = &mut *lock(&self.links.known);
        if let Some(Linked::InFlight(waiting)) = known.get(meta) {
            waiting.push(step.item.park(step.node));
            return false;
        }
        known.begin(meta);
        true
    }

    /// Begins another copy of an inode whose copy of this or, with none, of an earlier run is gone; `false` if another worker
    /// did.
    fn begins_anew(&self, meta: &Meta, gone: Option<&Copy>) -> bool {
        let known = &mut *lock(&self.links.known);
        let is_first = match (known.get(meta), gone) {
            (Some(Linked::Earlier { .. }), None) | (None, Some(_)) => true,
            (Some(Linked::Copied(copied)), Some(gone)) => copied.is_at(gone),
            _ => false,
        };
        if is_first {
            known.begin(meta);
        }
        is_first
    }

    fn claim_of_link(&self, step: Step<'_>, meta: &Meta) -> Claim {
        let known = &mut *lock(&self.links.known);
        match known.get(meta) {
            None => {
                self.links.any.store(true, Ordering::Relaxed);
                known.begin(meta);
                Claim::Copy
            }
            Some(Linked::InFlight(waiting)) => {
                waiting.push(step.item.park(step.node));
                Claim::Wait
            }
            Some(Linked::Earlier { dir, name }) => Claim::LinkToEarlier(Copy::new(*dir, name)),
            Some(Linked::Copied(copied)) => {
                let (copy, is_last) = copied.meet();
                if is_last {
                    // All names have been seen, so that no later item needs it.
                    known.remove(meta);
                }
                Claim::LinkTo(copy)
            }
        }
    }

    /// Makes a name of a link to the copy of an earlier run; `false` if that is not there any more.
    fn link_to_earlier(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        copy: &Copy,
    ) -> bool {
        let (_, dir) = lock(&self.links.known).way_to(copy.dir);
        let place = self.links.target.as_ref().and_then(Place::of);
        let opened = place.and_then(|place| place.open_parent(&copy.path_in(&dir)).ok());
        let Some((dir, name)) = opened else { return false };
        let is_it = matches!(self.is_copy(worker, step, meta, (dir.as_fd(), &name)), Ok(true));
        if is_it {
            self.link_at(worker, step, meta, (dir.as_fd(), &name));
        }
        is_it
    }

    /// Whether what an earlier run has made is still a copy of an item.
    fn is_copy(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        (dir, name): (BorrowedFd<'_>, &CStr),
    ) -> Result<bool, DataError> {
        let failed = |errno| DataError::Sys(Action::Stat, errno);
        let there = sys::stat_at(dir, name, false).map_err(failed)?;
        if (there.kind, there.size) != (meta.kind, meta.size) {
            return Ok(false);
        }
        if meta.kind == FileKind::Symlink {
            return Ok(sys::read_link(step.pair.src(), step.item.name) == sys::read_link(dir, name));
        }
        let may_be_lost = self.resumed().is_some_and(|journal| journal.past().lost);
        // A move removes the source, and a new file may have the number of one that is gone, and its time.
        let is_told = there.mtime == meta.mtime && !may_be_lost && !self.moves;
        if meta.kind != FileKind::File || is_told {
            return Ok(there.rdev == meta.rdev);
        }
        let source = sys::open_source(step.pair.src(), step.item.name, self.follows(&step))
            .map_err(failed)?;
        let copy = sys::open_back(dir, name).map_err(failed)?;
        self.compare(worker, source.as_fd(), copy.as_fd()).map(|differs| !differs)
    }

    /// Tells the other names that the copy is there, or that one of them must make it.
    pub(super) fn settle_link(&self, _worker: &Worker, step: Step<'_>, meta: &Meta, copied: bool) {
        let look = || sys::stat_at(step.pair.dst(), step.item.dst_name, false).ok();
        let id = || if copied { look().map(|copy| copy.id()) } else { None };
        self.settle_link_as(step, meta, copied, id);
    }

    /// The same of a copy that is known by its number: another program may have given its name to another file.
    pub(super) fn settle_copy(&self, step: Step<'_>, meta: &Meta, copy: (u64, u64)) {
        self.settle_link_as(step, meta, true, || Some(copy));
    }

    fn settle_link_as(
        &self,
        step: Step<'_>,
        meta: &Meta,
        copied: bool,
        id: impl FnOnce() -> Option<(u64, u64)>,
    ) {
        if !self.keeps_links(step, meta) {
            return;
        }
        let copy = id();
        let waiting = {
            let known = &mut *lock(&self.links.known);
            if !matches!(known.get(meta), Some(Linked::InFlight(_))) {
                return;
            }
            let waiting = known.remove(meta);
            if copied {
                if let Some(journal) = &self.job.journal {
                    // Before another name can be linked to it: no report may tell of that name alone.
                    journal.note_link(meta.id(), &step.dst_path());
                }
                // No count says how many symlinks that are followed lead to it, nor which names come again.
                let is_uncounted =
                    self.follows(&step) || self.links.overlap.load(Ordering::Relaxed);
                let left = if is_uncounted { u64::MAX } else { meta.nlink.saturating_sub(1) };
                known.arrived((meta, copy), step.node, step.item.dst_name.to_bytes(), left);
            }
            waiting
        };
        let Some(Linked::InFlight(waiting)) = waiting else { return };
        for item in waiting {
            step.walk.run_later(item);
        }
    }

    /// Runs the other names of an inode whose first name could not be copied.
    pub(super) fn abandon_link(&self, walk: &Arc<Walk<Self>>, meta: &Meta) {
        let claim = {
            let known = &mut *lock(&self.links.known);
            let waits = matches!(known.get(meta), Some(Linked::InFlight(_)));
            if waits { known.remove(meta) } else { None }
        };
        if let Some(Linked::InFlight(waiting)) = claim {
            for item in waiting {
                walk.run_later(item);
            }
        }
    }

    /// Makes a name of a link to its copy; `false` if that is not there any more.
    fn link_to_copy(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta, copy: &Copy) -> bool {
        let last = worker.copies.take().filter(|(dir, _)| *dir == copy.dir);
        let opened = last.map_or_else(|| self.open_copies(worker, copy.dir), |(_, dir)| Ok(dir));
        let dir = match opened {
            Ok(dir) => dir,
            Err(errno) => {
                self.fail_dst(worker, step, Action::CreateHardLink, errno);
                return true;
            }
        };
        let place = (dir.fd(), copy.name.as_c_str());
        let there = sys::stat_at(place.0, place.1, false).ok();
        // The source may have changed, or all its names went and another file has its number now; the copy may have been
        // replaced, and of a move this name is then the last one of what was copied. Servers number files anew.
        let is_it =
            copy.is_of(meta, there) || matches!(self.is_copy(worker, step, meta, place), Ok(true));
        if is_it {
            self.link_at(worker, step, meta, place);
        }
        worker.copies = Some((copy.dir, dir));
        is_it
    }

    /// Opens a directory with copies.
    fn open_copies(&self, worker: &mut Worker, dir: u32) -> sys::Sys<CopiesDir> {
        let (base, path) = lock(&self.links.known).way_to(dir);
        let base = base.ok_or(Errno::NOENT)?;
        let pair = worker.pair(&base, self.rules).map_err(|failure| failure.errno)?;
        if path.is_empty() {
            return Ok(CopiesDir::Base(pair));
        }
        let follow = self.rules.follow_destination;
        match open_far(pair.dst(), &path, follow) {
            Err(Errno::MFILE | Errno::NFILE) => {
                worker.forget_directories();
                open_far(pair.dst(), &path, follow)
            }
            opened => opened,
        }
        .map(CopiesDir::Below)
    }

    fn link_at(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        (from, name): (BorrowedFd<'_>, &CStr),
    ) {
        // Another name of the same copy is there already.
        if let (Ok(here), Ok(copy)) = (
            sys::stat_at(step.pair.dst(), step.item.dst_name, false),
            sys::stat_at(from, name, false),
        ) && (here.id() == copy.id() || self.is_shown_twice(step, &here, &copy))
        {
            if self.created.contains(&here) {
                // Another name had the same destination, and each is one that would be lost.
                return self.refuse(worker, step, Code::JustCreated);
            }
            if self.job.spec.options.resume && !self.moves {
                return self.skipped(worker, step, SkipReason::Same, meta.size);
            }
            return self.done_or_wait(worker, step, meta, Op::HardLink);
        }
        if self.updates_attributes()
            && sys::stat_at(step.pair.dst(), step.item.dst_name, false).is_ok()
        {
            // A link in its place would lose its data.
            return self.copy_apart(worker, step, meta);
        }
        self.place(worker, step, meta, Op::HardLink, Action::CreateHardLink, &|dir, new| {
            sys::hard_link(from, name, dir, new, false)
        });
    }

    /// Whether two names at the destination are of one file with a number for each: mergerfs does so, and the client of SMB
    /// where it does not take the numbers of the server. A mirror made each link once more.
    fn is_shown_twice(&self, step: Step<'_>, here: &Meta, copy: &Meta) -> bool {
        let seen = |meta: &Meta| (meta.dev, meta.nlink, meta.size, meta.mtime, meta.ctime);
        self.job.spec.options.resume
            && here.nlink > 1
            && seen(here) == seen(copy)
            && sys::has_names_of_server(step.pair.dst())
    }

    /// Copies a name as if its file had no other.
    pub(super) fn copy_apart(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta) {
        let is_read =
            |kind| kind == FileKind::File || self.job.spec.options.reads_special(step.is_operand());
        match meta.kind {
            FileKind::Symlink => self.place_symlink(worker, step, meta),
            kind if is_read(kind) => {
                match sys::open_source(step.pair.src(), step.item.name, self.follows(&step)) {
                    Ok(src) => self.copy_open(worker, step, &src, meta),
                    Err(errno) => self.fail_sys(worker, step, Action::Open, errno),
                }
            }
            _ => self.place_special(worker, step, meta),
        }
    }
}
