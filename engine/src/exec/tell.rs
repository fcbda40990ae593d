//! The one terminal event of every item.

use std::ffi::CStr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Copier, Step};
use crate::conflict::{About, Decision, by_answer, by_policy, kind_of_conflict};
use crate::error::{Action, Code, OpError};
use crate::event::{
    Answer, ConflictKind, Detail, Event, Mover, Op, Side, SkipReason, Subject, Warning,
};
use crate::node::DirNode;
use crate::path::WirePath;
use crate::spec::{ErrorPolicy, EventLevel};
use crate::sys::{Errno, Meta};
use crate::walk::Item;
use crate::worker::{OpenFailure, Worker};

/// What is told of a finished item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Done {
    pub(super) op: Op,
    pub(super) bytes: u64,
    pub(super) method: Option<Mover>,
    pub(super) detail: Option<Detail>,
}

impl Done {
    /// An item without data.
    pub(super) fn plain(op: Op) -> Self {
        Self { op, bytes: 0, method: None, detail: None }
    }
}

impl Copier {
    fn level(&self) -> EventLevel {
        self.job.spec.options.events
    }

    /// Tells that work on an item begins.
    #[inline]
    pub(super) fn started(&self, step: Step<'_>, op: Op, backup: Option<&CStr>) {
        if self.level() >= EventLevel::Trace {
            self.job.hub.tell(Event::ItemStarted {
                job: self.job.id,
                op,
                src: WirePath(step.src_path()),
                dst: WirePath(step.dst_path()),
                backup: backup.map(|name| WirePath(step.node.dst_path(name))),
            });
        }
    }

    /// Tells that the item in the way is removed.
    pub(super) fn removing(&self, step: Step<'_>) {
        if self.level() >= EventLevel::Trace {
            let path = WirePath(step.dst_path());
            self.job.hub.tell(Event::ItemStarted {
                job: self.job.id,
                op: Op::Unlink,
                src: path.clone(),
                dst: path,
                backup: None,
            });
        }
    }

    /// Tells that an item is finished.
    #[inline]
    pub(super) fn done(&self, worker: &Worker, step: Step<'_>, done: Done) {
        let counters = self.job.meter.of(worker.index);
        counters.done.add(1);
        counters.bytes_of_done.add(done.bytes);
        if done.method == Some(Mover::Reflink) {
            counters.reflinked.add(1);
        }
        if self.level() >= EventLevel::All {
            self.job.tell_item(Event::ItemDone {
                job: self.job.id,
                op: done.op,
                src: WirePath(step.src_path()),
                dst: WirePath(step.dst_path()),
                bytes: done.bytes,
                method: done.method,
                detail: done.detail,
            });
        }
    }

    /// Tells that an item is left alone; `bytes` is its size.
    pub(super) fn skipped(&self, worker: &Worker, step: Step<'_>, reason: SkipReason, bytes: u64) {
        let counters = self.job.meter.of(worker.index);
        step.node.keep();
        counters.skipped.add(1);
        counters.bytes.add(bytes);
        counters.bytes_skipped.add(bytes);
        if reason == SkipReason::Unanswered {
            counters.unanswered.add(1);
        }
        self.job.tell_item(Event::ItemSkipped {
            job: self.job.id,
            src: WirePath(step.src_path()),
            dst: WirePath(step.dst_path()),
            reason,
        });
    }

    /// Ends an item whose step on the source failed.
    pub(super) fn fail_sys(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        action: Action,
        errno: Errno,
    ) {
        if self.retries_later(worker, step, errno) {
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
        if self.retries_later(worker, step, errno) {
            return;
        }
        let error = OpError::new(action, step.dst_path(), errno).with(step.src_path());
        self.fail(worker, step, error);
    }

    /// Tries an item again with fewer directories open, when descriptors ran out.
    #[allow(clippy::unused_self, reason = "reads as one of the ways an item ends")]
    fn retries_later(&self, worker: &mut Worker, step: Step<'_>, errno: Errno) -> bool {
        const PATIENCE: u8 = 100;
        if errno != Errno::MFILE && errno != Errno::NFILE {
            return false;
        }
        worker.forget_directories();
        let again = step.item.tries < PATIENCE;
        if again {
            let mut item = step.item.park(step.node);
            item.tries += 1;
            step.walk.run_later(item);
        }
        again
    }

    fn refusal(&self, step: Step<'_>, code: Code) -> OpError {
        let action = if self.moves { Action::Move } else { Action::Copy };
        OpError::refused(action, code, step.src_path()).with(step.dst_path())
    }

    /// Ends an item that is refused.
    pub(super) fn refuse(&self, worker: &mut Worker, step: Step<'_>, code: Code) {
        let error = self.refusal(step, code);
        self.fail(worker, step, error);
    }

    /// Ends, retries or parks an item that failed.
    pub(super) fn fail(&self, worker: &Worker, step: Step<'_>, error: OpError) {
        let questions = &self.job.questions;
        let given_up = step.item.answer == Some(&Answer::Skip);
        match self.job.spec.options.on_error {
            ErrorPolicy::Retry(tries) if step.item.tries < tries => {
                let mut again = step.answered().item.park(step.node);
                again.tries += 1;
                step.walk.run_later(again);
                return;
            }
            ErrorPolicy::Ask if !given_up => {
                match questions.sticky(About::Error(error.code), step.node.id) {
                    Some(Answer::Abort) => self.job.control.abort(),
                    Some(_) => {}
                    None => {
                        let src = WirePath(step.src_path());
                        self.park(step.answered(), Subject::Error { src, error });
                        return;
                    }
                }
            }
            ErrorPolicy::Skip | ErrorPolicy::Ask | ErrorPolicy::Retry(_) | ErrorPolicy::Abort => {}
        }
        step.node.keep();
        self.job.failed(worker.index, step.src_path(), error);
    }

    /// Tells once per job that a kind of metadata cannot be kept here.
    pub(super) fn warn_once(&self, error: OpError) {
        if self.job.first_warning(error.action) {
            let warning = Warning::Metadata { error };
            self.job.hub.tell(Event::Warning { job: self.job.id, warning });
        }
    }

    /// Tells that a source changed under the copy.
    pub(super) fn warn_changed(&self, step: Step<'_>) {
        let warning = Warning::SourceChanged { path: WirePath(step.src_path()) };
        self.job.hub.tell(Event::Warning { job: self.job.id, warning });
    }

    /// Parks an item and asks.
    pub(super) fn park(&self, step: Step<'_>, subject: Subject) {
        let item = step.item.park(step.node);
        self.job.hub.tell_change(|| {
            let question = Box::new(self.job.questions.park(item, subject)?);
            self.job.meter.waiting.store(question.waiting, Ordering::Relaxed);
            Some(Event::QuestionAsked { job: self.job.id, question })
        });
        step.walk.wake();
    }

    /// Says what happens to an item whose destination is taken.
    pub(super) fn decide(&self, step: Step<'_>, src: &Meta, dst: &Meta) -> Decision {
        let kind = kind_of_conflict(src.kind, dst.kind);
        if let Some(answer) = step.item.answer {
            return by_answer(&self.job.spec.options, answer, kind, src, dst);
        }
        let decision = by_policy(&self.job.spec.options, kind, src, dst);
        if decision != Decision::Ask {
            return decision;
        }
        match self.job.questions.sticky(About::Conflict(kind), step.node.id) {
            Some(answer) => match by_answer(&self.job.spec.options, &answer, kind, src, dst) {
                // A sticky answer of another kind that does not fit this one.
                Decision::Fail => Decision::Ask,
                decision => decision,
            },
            None => Decision::Ask,
        }
    }

    /// Parks an item whose destination is taken.
    pub(super) fn ask_conflict(&self, step: Step<'_>, src: &Meta, dst: &Meta) {
        let side = |path: PathBuf, meta: &Meta| Side {
            path: WirePath(path),
            kind: meta.kind,
            size: meta.size,
            mtime: meta.mtime_micros(),
            mode: meta.mode,
        };
        let subject = Subject::Conflict {
            kind: kind_of_conflict(src.kind, dst.kind),
            src: side(step.src_path(), src),
            dst: side(step.dst_path(), dst),
        };
        self.park(step.answered(), subject);
    }

    /// Fails an item because of what is in its way.
    pub(super) fn fail_conflict(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &Meta,
        dst: &Meta,
    ) {
        let code = match kind_of_conflict(src.kind, dst.kind) {
            ConflictKind::File | ConflictKind::Directory => Code::Exists,
            ConflictKind::DirectoryInTheWay => Code::OverDirectory,
            ConflictKind::FileInTheWay => Code::OverNonDirectory,
        };
        if self.moves {
            return self.refuse(worker, step, code);
        }
        let error = OpError::refused(Action::Copy, code, step.dst_path()).with(step.src_path());
        self.fail(worker, step, error);
    }

    /// Notes that a directory could not be opened or listed to its end.
    pub(super) fn dir_failed(&self, node: &Arc<DirNode>, failure: OpenFailure) {
        node.keep();
        if node.told.swap(true, Ordering::Relaxed) {
            return;
        }
        let index = rayon::current_thread_index().unwrap_or(usize::MAX);
        let error = if failure.is_source {
            OpError::new(Action::ListDir, node.own_src_path(), failure.errno)
        } else {
            OpError::new(Action::CreateDir, node.own_dst_path(), failure.errno)
        };
        self.job.failed(index, node.own_src_path(), error);
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
    }
}
