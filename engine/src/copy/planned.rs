//! Moves the items of a plan and no others, whatever has come under their names since.

use std::ffi::CStr;

use super::copied::{Copied, State};
use super::copier::{Copier, Step};
use super::publish::unlink_own;
use crate::contract::error::Code;
use crate::contract::event::FileKind;
use crate::parts::format::Purpose;
use crate::parts::stamp::Stamp;
use crate::walk::node::DirNode;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, BorrowedFd};

impl Copier {
    /// Whether an item that a part moves is the one that the plan found, or is gone; if not, it has ended.
    ///
    /// Another attempt may have moved that one, and what has its name since would replace the copy.
    pub(super) fn is_planned(&self, worker: &mut Worker, step: Step<'_>) -> bool {
        let Some(selection) = &self.job.selection else { return true };
        let planned = selection.stamp(step.node, step.item.name);
        // What cannot be looked at is told by the step that needs it.
        let Ok(found) = Stamp::at(step.pair.src(), step.item.name) else { return true };
        let is_it = planned.is_some_and(|planned| planned.is_of_same(found));
        if !is_it {
            self.refuse(worker, step.without_retry(), Code::ChangedSince);
        }
        is_it
    }

    /// Whether an item of a plan that is no longer there was moved by another attempt at the part, or an earlier last
    /// step.
    pub(super) fn has_departed(&self, step: Step<'_>) -> bool {
        let gone = || sys::stat_at(step.pair.src(), step.item.name, false).is_err();
        self.moves
            && self.job.selection.is_some()
            && self
                .is_copy_of_plan((step.node, step.item.name), (step.pair.dst(), step.item.dst_name))
            && gone()
    }

    /// Whether what is there is the copy of an item of the plan: it is what was planned, or has come since the part first
    /// began. Anything else was there before, and the item is lost or on a disk that is not mounted.
    pub(super) fn is_copy_of_plan(
        &self,
        (node, name): (&DirNode, &CStr),
        (dir, dst_name): (BorrowedFd<'_>, &CStr),
    ) -> bool {
        let Some(selection) = &self.job.selection else { return false };
        let Ok(there) = sys::stat_at(dir, dst_name, false) else { return false };
        if there.kind == FileKind::Directory {
            // Directories go in the last step.
            return selection.purpose == Purpose::Folders;
        }
        let planned = selection.stamp(node, name);
        let is_as_planned = there.kind == FileKind::File
            && planned.is_some_and(|planned| planned.is_of_copy(&there));
        is_as_planned || self.resumed().is_some_and(|journal| journal.is_born_of_job(dir, dst_name))
    }

    /// Whether a source directory is the one that the plan found, and not a mount point that is empty now.
    pub(super) fn is_planned_dir(&self, node: &DirNode) -> bool {
        let Some((selection, above)) = self.job.selection.as_ref().zip(node.parent.as_ref()) else {
            return true;
        };
        selection.stamp(above, &node.src_name).is_none_or(|stamp| stamp.is_of_folder(&node.meta))
    }

    /// Stops a move that another process has taken over: what it has moved may have changed since, on both sides.
    pub(super) fn keep_claim(&self, copies: &mut [Copied]) {
        if !self.moves || self.job.holds_claim() {
            return;
        }
        // The next attempt does what this one has not; a cancel would tell it that all has ended.
        self.job.halt();
        for copy in copies.iter_mut().filter(|copy| copy.is_good()) {
            copy.state = State::Cancelled;
        }
    }

    /// Removes a copy whose source stays, unless it replaced something or is no longer ours.
    ///
    /// Two processes may be at one part of a plan, or a second `fmv --resume` at one move: the other may have found this copy
    /// whole, and removed the source.
    pub(super) fn withdraw(&self, step: Step<'_>, copy: &Copied) {
        if copy.over.is_foreign() || copy.is_renamed() || self.job.selection.is_some() {
            return;
        }
        if sys::stat_at(step.pair.src(), step.item.name, self.follows(&step)).is_err() {
            // It may be all there is.
            return;
        }
        unlink_own(step.pair.dst(), step.item.dst_name, copy.id);
    }
}
