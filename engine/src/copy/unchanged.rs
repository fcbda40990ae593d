//! Leaves alone what an earlier copy has made, and looks at it without opening it.

use super::copier::{Copier, Step};
use super::tell::Done;
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::contract::spec::{LinkMode, ModeRule};
use crate::job::Job;
use crate::job::conflict::same_size_and_mtime;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, Meta, Rights};

impl Copier {
    /// Ends a file below the operands that need not be copied, without opening it: it is at the destination
    /// already, or another copy shares it.
    pub(super) fn is_spared(&self, worker: &mut Worker, step: Step<'_>) -> bool {
        let options = &self.job.spec.options;
        let looks = (options.resume || options.reuse.is_some())
            && !(self.moves || self.as_cp() || step.is_operand())
            && options.link == LinkMode::Copy
            && !options.attributes_only
            && step.item.kind == FileKind::File
            && step.item.answer.is_none()
            && self.resumed().is_none();
        if !looks {
            return false;
        }
        let follow = self.follows(&step);
        let Ok(meta) = sys::stat_at(step.pair.src(), step.item.name, follow) else { return false };
        // Other names of the file may have to become links to this one.
        if meta.kind != FileKind::File || self.keeps_links(step, &meta) {
            return false;
        }
        if !step.node.created
            && let Ok(old) = sys::stat_at(step.pair.dst(), step.item.dst_name, false)
        {
            return options.resume
                && old.id() != meta.id()
                && self.leaves_alone(worker, step, &meta, &old);
        }
        self.shares(worker, step, &meta)
    }

    /// Whether an existing file has the mode, the owner and the attributes of the source that a move would remove.
    pub(super) fn has_all_of(&self, step: Step<'_>, meta: &Meta, old: &Meta) -> bool {
        // A security context is often that of the place.
        let keep = sys::Keep { context: false, ..self.keep() };
        let attributes = |dir, name| {
            let mut found = sys::xattrs_at(dir, name, keep)?;
            found.sort_unstable();
            Ok::<_, sys::Errno>(found)
        };
        let source = attributes(step.pair.src(), step.item.name);
        has_attributes(&self.job, meta, old, |wanted| self.forgets(step, old, wanted))
            && source.is_ok()
            && source == attributes(step.pair.dst(), step.item.dst_name)
    }

    /// Ends an item whose size and mtime are those of the existing one; `false` if it must be replaced.
    pub(super) fn leaves_alone(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        old: &Meta,
    ) -> bool {
        let forgets = |wanted| self.forgets(step, old, wanted);
        let Some(likeness) = Likeness::of(&self.job, meta, old, forgets) else { return false };
        // Other names of the source become links to it.
        self.settle_link(worker, step, meta, true);
        if likeness == Likeness::Whole {
            self.skipped(worker, step, SkipReason::Same, meta.size);
            return true;
        }
        self.started(step, Op::SetMeta, None);
        let is_symlink = meta.kind == FileKind::Symlink;
        match self.finish_node(step, meta, step.item.dst_name, is_symlink) {
            Ok(()) => self.done(worker, step, Done::plain(Op::SetMeta)),
            Err(error) => self.fail(worker, step, error),
        }
        true
    }
}

/// Whether a file has the mode and the owner that a copy would have, as far as they are kept and the filesystem does not
/// forget them.
pub(crate) fn has_attributes(
    job: &Job,
    meta: &Meta,
    there: &Meta,
    forgets: impl FnOnce(Rights) -> bool,
) -> bool {
    let keep = &job.spec.options.preserve;
    let is_owner = (meta.uid, meta.gid) == (there.uid, there.gid);
    // An ordinary user may give nothing away, and set-ID bits stay with their owner.
    let mode = if is_owner || job.privileged { meta.mode } else { meta.mode & 0o1777 };
    let has_mode = keep.mode != ModeRule::Exact
        || meta.kind == FileKind::Symlink
        || there.mode == mode
        || there.mode == meta.mode;
    let has_owner = is_owner || !keep.ownership || !job.privileged;
    has_mode && has_owner || forgets(Rights { owner: !has_owner, mode: !has_mode })
}

/// How an existing item that needs no new data is like its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Likeness {
    /// It stays as it is.
    Whole,
    /// It gets mode and owner of the source.
    Data,
}

impl Likeness {
    /// Compares size and time, and in a mirror also mode and owner; none if it must be replaced.
    pub(crate) fn of(
        job: &Job,
        meta: &Meta,
        there: &Meta,
        forgets: impl FnOnce(Rights) -> bool,
    ) -> Option<Self> {
        if !same_size_and_mtime(meta, there) {
            return None;
        }
        if !job.spec.options.mirrors() || has_attributes(job, meta, there, forgets) {
            return Some(Self::Whole);
        }
        // Another name of the file may belong to a copy that is to stay as it is.
        (there.nlink == 1 || there.kind != FileKind::File).then_some(Self::Data)
    }
}
