//! Sends the one event with which every item ends.

use std::ffi::CStr;
use std::sync::Arc;

use super::copier::{Copier, Step};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{ConflictKind, Event, FileKind, Op, SkipReason, Subject, Warning};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use crate::job::conflict::{About, Decision, by_answer, by_policy, kind_of_conflict};
use crate::job::failing::side;
use crate::walk::item::Item;
use crate::walk::node::DirNode;
use crate::walk::operand::parent_of;
use crate::walk::shown::Shown;
use crate::walk::worker::{OpenFailure, Worker};
use fcp_sys::{self as sys, BorrowedFd, Errno, Meta};

pub(super) use crate::job::ending::Done;

impl Copier {
    /// Tells that work on an item begins.
    #[inline]
    pub(super) fn started(&self, step: Step<'_>, op: Op, backup: Option<&CStr>) {
        self.job.started(step, op, backup);
    }

    /// Tells that the item in the way is removed.
    pub(super) fn removing(&self, step: Step<'_>) {
        self.job.begins_alone(Op::Unlink, || step.dst_path());
    }

    /// Tells that an item is finished.
    #[inline]
    pub(super) fn done(&self, worker: &Worker, step: Step<'_>, done: Done) {
        self.job.done(worker, step, done);
    }

    /// Tells that an item is left alone; `bytes` is its size.
    pub(super) fn skipped(&self, worker: &Worker, step: Step<'_>, reason: SkipReason, bytes: u64) {
        step.node.keep();
        self.job.skipped(worker, step, reason, bytes);
    }

    /// Ends an item whose step on the source failed.
    pub(super) fn fail_sys(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        action: Action,
        errno: Errno,
    ) {
        if self.job.retries_later(worker, step, errno) {
            return;
        }
        if errno == Errno::NOENT && self.has_departed(step) {
            if step.item.kind == FileKind::Directory {
                self.job.done(worker, step, Done::plain(Op::RemoveDir));
            } else {
                let there = (step.pair.dst(), step.item.dst_name);
                self.job.done(worker, step, done_before(there));
            }
            return;
        }
        self.fail(worker, step, OpError::new(action, step.src_path(), errno));
    }

    /// Ends an item whose step on the destination failed.
    pub(super) fn fail_dst(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        action: Action,
        errno: Errno,
    ) {
        if self.job.retries_later(worker, step, errno) {
            return;
        }
        let is_slashed = !self.job.spec.options.gnu && must_be_directory(step, errno);
        // GNU's programs look before they make anything, and so fail where they cannot look.
        let cannot_look = self.job.spec.options.gnu
            && errno == Errno::ACCESS
            && sys::stat_at(step.pair.dst(), step.item.dst_name, false)
                .is_err_and(|errno| errno == Errno::ACCESS);
        let (action, errno) = match (is_slashed, action) {
            _ if cannot_look => (Action::StatDestination, errno),
            (true, Action::Publish) => (Action::CreateFile, Errno::NOTDIR),
            (true, action) => (action, Errno::NOTDIR),
            (false, action) => (action, errno),
        };
        let error = OpError::new(action, step.dst_path(), errno).with(step.src_path());
        self.fail(worker, step, error);
    }

    fn refusal(&self, step: Step<'_>, code: Code) -> OpError {
        let copies = !self.moves || self.job.spec.verb == Verb::Copy;
        let action = if copies { Action::Copy } else { Action::Move };
        OpError::refused(action, code, step.src_path()).with(step.dst_path())
    }

    /// Ends an item that is refused.
    pub(super) fn refuse(&self, worker: &mut Worker, step: Step<'_>, code: Code) {
        let error = self.refusal(step, code);
        self.fail(worker, step, error);
    }

    /// Ends, retries or parks an item that failed.
    pub(super) fn fail(&self, worker: &Worker, step: Step<'_>, error: OpError) {
        self.job.fail(worker, step, self.blaming_type(step, self.blaming_name(step, error)));
    }

    /// Tells that an item lacks a kind of metadata.
    pub(super) fn warn(&self, error: OpError) {
        let warning = Warning::Metadata { error };
        self.job.hub.tell(Event::Warning { job: self.job.id, warning });
    }

    /// Tells once per job that a kind of metadata cannot be kept here.
    pub(super) fn warn_once(&self, error: OpError) {
        if self.job.first_warning(error.action) {
            self.warn(error);
        }
    }

    /// Tells that a source changed under the copy.
    pub(super) fn warn_changed(&self, step: Step<'_>) {
        let warning = Warning::SourceChanged { path: WirePath(step.src_path()) };
        self.job.hub.tell(Event::Warning { job: self.job.id, warning });
    }

    /// Parks an item and asks.
    pub(super) fn park(&self, step: Step<'_>, subject: Subject) {
        self.job.park(step, subject);
    }

    /// Says what happens to an item whose destination is taken.
    pub(super) fn decide(&self, step: Step<'_>, src: &Meta, dst: &Meta) -> Decision {
        match self.decide_undoubted(step, src, dst) {
            Decision::Replace
            | Decision::ReplaceForGood
            | Decision::ReplaceIfDifferent
            | Decision::RenameExisting(_)
                if self.is_doubtful() =>
            {
                Decision::Fail
            }
            decision => decision,
        }
    }

    fn decide_undoubted(&self, step: Step<'_>, src: &Meta, dst: &Meta) -> Decision {
        let kind = self.kind_of_conflict(src, dst);
        if let Some(answer) = step.item.answer {
            let decision = by_answer(&self.job.spec.options, answer, kind, src, dst);
            let is_shown = step.item.shown.is_none_or(|shown| shown.holds(src, Some(dst)));
            if is_shown || decision.keeps_existing() {
                return decision;
            }
            // The user saw something else; what is there now is a new conflict.
        }
        let decision = by_policy(&self.job.spec.options, kind, src, dst);
        if decision != Decision::Ask {
            return decision;
        }
        match self.job.questions.sticky(About::Conflict(kind), step.node.id) {
            Some(answer) => match by_answer(&self.job.spec.options, &answer, kind, src, dst) {
                // A sticky answer of another kind that does not fit this one.
                Decision::Fail => Decision::Ask,
                Decision::Replace | Decision::ReplaceForGood | Decision::ReplaceIfDifferent
                    if self.may_not_replace(step, src, dst) =>
                {
                    Decision::Ask
                }
                decision => decision,
            },
            None => Decision::Ask,
        }
    }

    /// Whether a file meets the copy of another source, so that the user is offered no answer that replaces it.
    pub(super) fn may_not_replace(&self, step: Step<'_>, src: &Meta, dst: &Meta) -> bool {
        !self.job.spec.options.exchange
            // As `cp` does, which refuses it after the answer.
            && !self.job.spec.options.gnu
            && self.kind_of_conflict(src, dst) == ConflictKind::File
            && self.meets_own_copy(step, dst)
    }

    /// Tells what kind of conflict two items make; where they change places, their types do not matter.
    fn kind_of_conflict(&self, src: &Meta, dst: &Meta) -> ConflictKind {
        if self.job.spec.options.exchange {
            return ConflictKind::File;
        }
        kind_of_conflict(src.kind, dst.kind)
    }

    /// Parks an item whose destination is taken.
    pub(super) fn ask_conflict(&self, step: Step<'_>, src: &Meta, dst: &Meta) {
        let subject = Subject::Conflict {
            kind: self.kind_of_conflict(src, dst),
            src: side(step.src_path(), src),
            dst: side(step.dst_path(), dst),
            staged: step.node.staged_path(step.item.name).map(WirePath),
            just_created: self.may_not_replace(step, src, dst),
        };
        let shown = Shown::conflict(src, dst, step.item.shown);
        self.park(step.answered().showing(&shown), subject);
    }

    /// Fails an item because of a conflict.
    pub(super) fn fail_conflict(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &Meta,
        dst: &Meta,
    ) {
        let code = match self.kind_of_conflict(src, dst) {
            _ if self.is_doubtful() => Code::Damaged,
            ConflictKind::File | ConflictKind::Directory => Code::Exists,
            ConflictKind::DirectoryInTheWay => Code::OverDirectory,
            ConflictKind::FileInTheWay => Code::OverNonDirectory,
        };
        self.refuse(worker, step, code);
    }

    /// Notes that a directory could not be opened or listed to its end.
    pub(super) fn dir_failed(&self, node: &Arc<DirNode>, failure: OpenFailure) {
        node.keep();
        self.job.dir_failed(node, || {
            if failure.is_source {
                OpError::new(Action::ListDir, node.own_src_path(), failure.errno)
            } else {
                OpError::new(Action::CreateDir, node.own_dst_path(), failure.errno)
            }
        });
    }

    /// Ends an item whose directory, on either side, cannot be opened again.
    pub(super) fn lose(
        &self,
        worker: &Worker,
        node: &DirNode,
        item: Item<'_>,
        failure: OpenFailure,
    ) {
        node.keep();
        let error = if failure.is_source {
            OpError::new(Action::OpenDir, node.own_src_path(), failure.errno)
        } else {
            OpError::new(Action::Target, node.own_dst_path(), failure.errno)
        };
        self.job.failed(worker.index, node.src_path(item.name), error);
        self.job.ended(worker, node, item.name);
    }
}

/// How an item ends that another attempt at a part has moved, or one before a retry: the sums are those of the part.
pub(super) fn done_before((dir, name): (BorrowedFd<'_>, &CStr)) -> Done {
    let there = sys::stat_at(dir, name, false).ok().filter(|meta| meta.kind == FileKind::File);
    Done { bytes: there.map_or(0, |meta| meta.size), ..Done::plain(Op::Rename) }
}

/// Whether the user put a slash behind a name that nothing has, as if it were that of a directory; the kernel says of it that
/// it is one or, by another call, that it is not there.
fn must_be_directory(step: Step<'_>, errno: Errno) -> bool {
    let Step { pair, item, .. } = step;
    matches!(errno, Errno::ISDIR | Errno::NOENT)
        && step.is_operand()
        && item.kind != FileKind::Directory
        && item.dst_name.to_bytes().ends_with(b"/")
        && sys::stat_at(pair.dst(), &parent_of(item.dst_name), true)
            .is_ok_and(|parent| parent.kind == FileKind::Directory)
}
