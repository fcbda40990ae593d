//! Finds out whether a source and its copy may be one file, seen through two mounts.
//!
//! A bind mount shows an inode under its own numbers. A filesystem in user space and an overlay do not: what such a
//! mount shows of a directory has another device, and often other inodes, than the directory itself. There a file is
//! equal to its "copy", and a move that took this for a copy would remove the only one.

use fcp_sys::{self as sys, AsFd, BorrowedFd};
use fcp_sys::{Meta, lock};

use super::copier::{Copier, Step};
use super::naming::temporary_beside;
use crate::walk::operand::parent_of;
use crate::walk::worker::Worker;

impl Copier {
    /// Whether a source may be the very file that is there in its destination.
    pub(super) fn may_be_one(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        metas: (&Meta, &Meta),
    ) -> bool {
        // Two files do not change at one nanosecond; where the clock is coarser, the copy is made once more.
        metas.0.ctime == metas.1.ctime || self.is_one_directory(worker, step)
    }

    /// Whether the directory of a source shows what is made in that of its copy.
    fn is_one_directory(&self, worker: &mut Worker, step: Step<'_>) -> bool {
        if let Some(known) = lock(&self.views).get(&step.node.id) {
            return *known;
        }
        let parents = (parent_of(step.item.name), parent_of(step.item.dst_name));
        let opened = sys::enter_dir(step.pair.src(), &parents.0, true)
            .and_then(|src| Ok((src, sys::enter_dir(step.pair.dst(), &parents.1, true)?)));
        // Where nothing can be made nothing is known.
        let is_one = opened.is_ok_and(|(src, dst)| !is_apart(worker, src.as_fd(), dst.as_fd()));
        if !step.is_operand() {
            lock(&self.views).insert(step.node.id, is_one);
        }
        is_one
    }
}

/// Whether a file that is made in one directory for a moment is not in the other; `false` where it cannot be made.
fn is_apart(worker: &mut Worker, src: BorrowedFd<'_>, dst: BorrowedFd<'_>) -> bool {
    let name = temporary_beside(worker, c"view");
    let Ok(file) = sys::create_new(dst, &name, 0o600) else { return false };
    // rclone makes an empty file some time after it was closed, and then after it was removed.
    let written = sys::write_all(file.as_fd(), b"1").and_then(|()| sys::close(file));
    let found = sys::stat_at(src, &name, false);
    // What cannot be removed is a temporary file, which a later job removes.
    sys::best_effort(sys::unlink(dst, &name));
    written.is_ok() && matches!(found, Err(sys::Errno::NOENT))
}
