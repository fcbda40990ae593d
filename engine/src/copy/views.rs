//! Finds out whether a source and its copy may be one file, seen through two mounts.
//!
//! A bind mount shows an inode under its own numbers. A filesystem in user space and an overlay do not: what such a
//! mount shows of a directory has another device, and often other inodes, than the directory itself. There a file is
//! equal to its "copy", and a move that took this for a copy would remove the only one. A directory of the source may be
//! the destination in the same way: all that arrives there would be found in the source, without end.

use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno};
use fcp_sys::{Meta, lock};

use super::copier::{Copier, Step};
use super::created::COARSEST;
use super::naming::temporary_beside;
use crate::contract::spec::Overwrite;
use crate::walk::operand::{base_of, parent_of};
use crate::walk::worker::Worker;

impl Copier {
    /// Whether a source may be the very file that is there in its destination.
    pub(super) fn may_be_one(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        metas: (&Meta, &Meta),
    ) -> bool {
        // Two files do not change at one nanosecond; where the clock is coarser, the copy is made once more. A file in
        // an overlay may have the data of another layer, which is the source.
        metas.0.ctime == metas.1.ctime
            || sys::is_overlay(step.pair.dst())
            || self.is_seen_twice(worker, step)
    }

    /// Whether the directories of a source and of its copy are one, which two mounts show under different numbers.
    pub(super) fn is_seen_twice(&self, worker: &mut Worker, step: Step<'_>) -> bool {
        if let Some(known) = lock(&self.views).get(&step.node.id) {
            return *known;
        }
        let parents = (parent_of(step.item.name), parent_of(step.item.dst_name));
        let opened = sys::enter_dir(step.pair.src(), &parents.0, true)
            .and_then(|src| Ok((src, sys::enter_dir(step.pair.dst(), &parents.1, true)?)));
        // The step that needs them tells what is wrong with them.
        let Ok((src, dst)) = opened else { return false };
        let (src, dst) = (src.as_fd(), dst.as_fd());
        let device = |dir: BorrowedFd<'_>| sys::stat_fd(dir).map(|meta| meta.dev).ok();
        let is_twice = device(src) != device(dst)
            && (sys::is_a_view(src) || sys::is_a_view(dst))
            && shows(worker, src, dst);
        if !step.is_operand() {
            lock(&self.views).insert(step.node.id, is_twice);
        }
        is_twice
    }

    /// Whether a file that would be emptied and written in place is the source, which another mount shows under other numbers.
    pub(super) fn would_empty_source(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        (meta, old): (&Meta, &Meta),
    ) -> bool {
        let options = &self.job.spec.options;
        let is_emptied = options.overwrite == Overwrite::InPlace
            && options.backup.is_none()
            && !options.attributes_only
            && !self.as_cp();
        let may_be_named =
            || meta.nlink > 1 || base_of(step.item.name) == base_of(step.item.dst_name);
        // Most are ruled out by this, and nothing is made beside them.
        if !is_emptied
            || meta.dev == old.dev
            || (meta.size, meta.mtime.0) != (old.size, old.mtime.0)
            || !may_be_named()
        {
            return false;
        }
        let parents = (parent_of(step.item.name), parent_of(step.item.dst_name));
        let opened = sys::enter_dir(step.pair.src(), &parents.0, true)
            .and_then(|src| Ok((src, sys::enter_dir(step.pair.dst(), &parents.1, true)?)));
        // The step that needs them tells what is wrong with them.
        let Ok((src, dst)) = opened else { return false };
        let (src, dst) = (src.as_fd(), dst.as_fd());
        (sys::is_a_view(src) || sys::is_a_view(dst)) && is_one(worker, src, dst)
    }

    /// Whether a directory of the source is the destination of an operand, which another mount shows under other numbers.
    pub(super) fn shows_target(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        (src, meta): (BorrowedFd<'_>, &Meta),
    ) -> bool {
        let is_view = || sys::is_a_view(src);
        let targets = self.created.targets_like((step.item.name, meta), is_view);
        targets.iter().any(|target| {
            let mut top = step.node;
            while let Some(above) = &top.parent {
                top = above;
            }
            let Ok(pair) = worker.pair(top, self.rules) else { return false };
            let opened = sys::enter_dir(pair.dst(), &target.name, true);
            opened.is_ok_and(|dst| {
                let is_it = sys::stat_fd(dst.as_fd()).is_ok_and(|it| it.id() == target.id());
                is_it && is_one(worker, src, dst.as_fd())
            })
        })
    }
}

/// Whether two directories on different devices are one.
pub(super) fn is_one(worker: &mut Worker, src: BorrowedFd<'_>, dst: BorrowedFd<'_>) -> bool {
    let changed = |dir| sys::stat_fd(dir).map(|meta| meta.mtime.0);
    // Most are ruled out by this, and nothing is made in them.
    let (Ok(one), Ok(other)) = (changed(src), changed(dst)) else { return false };
    one.abs_diff(other) <= COARSEST.unsigned_abs() && is_shown(worker, dst, src) == Ok(true)
}

/// Whether one of two directories shows what is made in the other for a moment.
///
/// Both ways: what a server in user space has read of a directory it may show for minutes.
fn shows(worker: &mut Worker, src: BorrowedFd<'_>, dst: BorrowedFd<'_>) -> bool {
    let by_source = is_shown(worker, src, dst);
    match by_source {
        Ok(true) => true,
        // Nothing can be removed there either.
        Err(Errno::ACCESS | Errno::PERM | Errno::ROFS) => false,
        Ok(false) => is_shown(worker, dst, src) == Ok(true),
        Err(_) => is_shown(worker, dst, src) != Ok(false),
    }
}

/// Whether a directory that is made in one for a moment is in the other.
fn is_shown(worker: &mut Worker, made: BorrowedFd<'_>, looked: BorrowedFd<'_>) -> sys::Sys<bool> {
    let name = temporary_beside(worker, c"view");
    // A directory: rclone makes files later.
    sys::make_dir(made, &name, 0o700)?;
    let found = sys::stat_at(looked, &name, false);
    sys::best_effort(sys::remove_dir(made, &name));
    Ok(!matches!(found, Err(Errno::NOENT)))
}
