//! Copies empty files by a short way of their own, since they are so common.

use super::copier::{Copier, Step};
use super::ends::Moved;
use super::naming::Over;
use super::tell::Done;
use crate::contract::event::{FileKind, Op};
use crate::contract::spec::{Durability, EventLevel, ModeRule, Publish};
use crate::walk::worker::Worker;
use fcp_sys as sys;

impl Copier {
    /// Whether files are so common that a stat and a mknod are worth trying for the next one.
    pub(super) fn may_make_empty(&self) -> bool {
        let options = &self.job.spec.options;
        let keep = &options.preserve;
        keep.mode == ModeRule::Masked
            && !(keep.ownership || keep.timestamps || keep.xattr || keep.links || keep.context)
            && options.publish == Publish::Auto
            && matches!(options.durability, Durability::None | Durability::End)
            && !options.verify
            && !self.created.remembers()
            // Each one is explained.
            && !(self.as_cp() && self.job.tells(EventLevel::Trace))
    }

    /// Makes an empty file with two calls, without opening its source.
    pub(super) fn make_empty(&self, worker: &mut Worker, step: Step<'_>) -> bool {
        if step.item.kind != FileKind::File || step.item.answer.is_some() {
            return false;
        }
        let Ok(meta) = sys::stat_at(step.pair.src(), step.item.name, false) else { return false };
        // Not being opened, it must be readable by all users, so that no permission is overlooked.
        if meta.size != 0 || meta.kind != FileKind::File || meta.mode & 0o444 != 0o444 {
            worker.last_was_empty = false;
            return false;
        }
        // In /proc and /sys every size is a lie.
        if !step.pair.route.get().is_some_and(|route| route.is_honest() && route.is_from(meta.dev))
        {
            return false;
        }
        let made = sys::make_node(
            step.pair.dst(),
            step.item.dst_name,
            FileKind::File,
            meta.mode & 0o777,
            0,
        );
        if made.is_err() {
            return false;
        }
        worker.last_moved = 0;
        self.note_arrival(step, Over::Nothing);
        self.started(step, Op::CopyFile, None);
        let moved = Moved::nothing();
        let done = Done { detail: Some(moved.detail), ..Done::plain(Op::CopyFile) };
        self.done(worker, step, done);
        true
    }
}
