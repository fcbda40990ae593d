//! Ends items in the ways that all verbs share: done, skipped, failed, tried again, parked.

use std::ffi::CStr;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::contract::error::OpError;
use crate::contract::event::{Answer, Detail, Event, Mover, Op, Side, SkipReason, Subject};
use crate::contract::path::WirePath;
use crate::contract::spec::{ErrorPolicy, EventLevel};
use crate::job::Job;
use crate::job::conflict::About;
use crate::walk::item::Item;
use crate::walk::node::DirNode;
use crate::walk::shown::Shown;
use crate::walk::worker::{Pair, Worker};
use crate::walk::{Visitor, Walk};
use fcp_sys::{Errno, Meta};

/// Everything a visitor needs to know of the item at hand.
pub(crate) struct Step<'a, V: Visitor> {
    pub(crate) walk: &'a Arc<Walk<V>>,
    pub(crate) node: &'a Arc<DirNode>,
    pub(crate) pair: &'a Rc<Pair>,
    pub(crate) item: Item<'a>,
}

impl<V: Visitor> Clone for Step<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Visitor> Copy for Step<'_, V> {}

impl<'a, V: Visitor> Step<'a, V> {
    /// The same item under another destination name, beside what keeps its own.
    pub(crate) fn renamed(self, dst_name: &'a CStr) -> Self {
        let is_renamed = self.item.is_renamed || dst_name != self.item.dst_name;
        Self { item: Item { dst_name, is_renamed, ..self.item }, ..self }
    }

    /// The same item where the symlink leads that the user named.
    pub(crate) fn led_to(self, dst_name: &'a CStr) -> Self {
        Self { item: Item { dst_name, ..self.item }, ..self }
    }

    /// The same item, without the answer that brought it here.
    pub(crate) fn answered(self) -> Self {
        Self { item: Item { answer: None, shown: None, ..self.item }, ..self }
    }

    /// The same item, about which the user sees this.
    pub(crate) fn showing(self, shown: &'a Shown) -> Self {
        Self { item: Item { shown: Some(shown), ..self.item }, ..self }
    }

    /// The same item, whose failure is final because its copy is already published.
    pub(crate) fn without_retry(self) -> Self {
        Self { item: Item { answer: Some(&Answer::Skip), tries: u8::MAX, ..self.item }, ..self }
    }

    pub(crate) fn src_path(&self) -> PathBuf {
        self.node.src_path(self.item.name)
    }

    pub(crate) fn dst_path(&self) -> PathBuf {
        self.node.dst_path(self.item.dst_name)
    }

    /// Whether the item was named by the user.
    pub(crate) fn is_operand(&self) -> bool {
        self.node.parent.is_none()
    }
}

/// Describes an item in a question.
pub(crate) fn side(path: PathBuf, meta: &Meta) -> Side {
    Side {
        path: WirePath(path),
        kind: meta.kind,
        size: meta.size,
        mtime: meta.mtime_micros(),
        mode: meta.mode,
    }
}

/// What is told of a finished item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Done {
    pub(crate) op: Op,
    pub(crate) bytes: u64,
    pub(crate) method: Option<Mover>,
    pub(crate) detail: Option<Detail>,
    /// Whether a file of the user's gave way to it.
    pub(crate) replaced: bool,
}

impl Done {
    /// An item without data.
    pub(crate) fn plain(op: Op) -> Self {
        Self { op, bytes: 0, method: None, detail: None, replaced: false }
    }
}

impl Job {
    pub(crate) fn tells(&self, level: EventLevel) -> bool {
        self.spec.options.events >= level
    }

    /// Tells that work on an item begins.
    #[inline]
    pub(crate) fn started<V: Visitor>(&self, step: Step<'_, V>, op: Op, backup: Option<&CStr>) {
        if self.tells(EventLevel::Trace) {
            self.hub.tell(Event::ItemStarted {
                job: self.id,
                op,
                src: WirePath(step.src_path()),
                dst: WirePath(step.dst_path()),
                backup: backup.map(|name| WirePath(step.node.dst_path(name))),
            });
        }
    }

    /// Ends an item that is finished.
    #[inline]
    pub(crate) fn done<V: Visitor>(&self, worker: &Worker, step: Step<'_, V>, done: Done) {
        let counters = self.meter.of(worker.index);
        if step.is_operand() && self.is_description(|| step.src_path()) {
            // The item that it describes counts for both.
            counters.found.take(1);
            return self.ended(worker, step.node, step.item.name);
        }
        counters.done.add(1);
        counters.bytes_of_done.add(done.bytes);
        counters.replaced.add(done.replaced.into());
        counters.renamed.add(step.item.is_renamed.into());
        if let Some(mover) = done.method {
            counters.carried(mover, done.bytes);
        }
        if self.tells(EventLevel::All) {
            self.tell_item(Event::ItemDone {
                job: self.id,
                op: done.op,
                src: WirePath(step.src_path()),
                dst: WirePath(step.dst_path()),
                bytes: done.bytes,
                method: done.method,
                detail: done.detail,
            });
        }
        self.ended(worker, step.node, step.item.name);
    }

    /// Ends an item that is left alone; `bytes` is its size.
    pub(crate) fn skipped<V: Visitor>(
        &self,
        worker: &Worker,
        step: Step<'_, V>,
        reason: SkipReason,
        bytes: u64,
    ) {
        if matches!(reason, SkipReason::Cancelled | SkipReason::Unanswered) && self.puts_off() {
            return;
        }
        let counters = self.meter.of(worker.index);
        counters.skipped.add(1);
        counters.bytes.add(bytes);
        counters.bytes_skipped.add(bytes);
        if reason == SkipReason::Unanswered {
            counters.unanswered.add(1);
        }
        self.tell_item(Event::ItemSkipped {
            job: self.id,
            src: WirePath(step.src_path()),
            dst: WirePath(step.dst_path()),
            reason,
        });
        self.ended(worker, step.node, step.item.name);
    }

    /// Ends an operand that the filters leave out.
    pub(crate) fn left_out(&self, worker: &Worker, top: &DirNode, name: &CStr, dst_name: &CStr) {
        if top.has_passed(name) {
            return;
        }
        self.meter.of(worker.index).skipped.add(1);
        let (src, dst) = (WirePath(top.src_path(name)), WirePath(top.dst_path(dst_name)));
        let reason = SkipReason::Filtered;
        self.tell_item(Event::ItemSkipped { job: self.id, src, dst, reason });
        self.ended(worker, top, name);
    }

    /// Ends an item that is not there any more.
    pub(crate) fn missing(&self, index: usize, path: PathBuf) {
        self.meter.of(index).skipped.add(1);
        let src = WirePath(path);
        let reason = SkipReason::Missing;
        self.tell_item(Event::ItemSkipped { job: self.id, dst: src.clone(), src, reason });
    }

    /// Ends, retries or parks an item that failed.
    pub(crate) fn fail<V: Visitor>(&self, worker: &Worker, step: Step<'_, V>, error: OpError) {
        let given_up = step.item.answer == Some(&Answer::Skip);
        match self.spec.options.on_error {
            ErrorPolicy::Retry(tries) if step.item.tries < tries => {
                let mut again = step.answered().item.park(step.node);
                again.tries += 1;
                step.walk.run_later(again);
                return;
            }
            ErrorPolicy::Ask if !given_up => {
                match self.questions.sticky(About::Error(error.code), step.node.id) {
                    Some(Answer::Abort) => self.control.abort(),
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
        self.failed(worker.index, step.src_path(), error);
        self.ended(worker, step.node, step.item.name);
    }

    /// Runs an item again with fewer directories open, if descriptors ran out.
    pub(crate) fn retries_later<V: Visitor>(
        &self,
        worker: &mut Worker,
        step: Step<'_, V>,
        errno: Errno,
    ) -> bool {
        const PATIENCE: u8 = 100;
        if errno != Errno::MFILE && errno != Errno::NFILE {
            return false;
        }
        worker.forget_directories();
        if self.puts_off() {
            return true;
        }
        let again = step.item.tries < PATIENCE && !self.control.is_cancelled();
        if again {
            let mut item = step.item.park(step.node);
            item.tries += 1;
            step.walk.run_later(item);
        }
        again
    }

    /// Parks an item and asks.
    pub(crate) fn park<V: Visitor>(&self, step: Step<'_, V>, subject: Subject) {
        let item = step.item.park(step.node);
        self.hub.tell_change(|| {
            let question = self.questions.park(item, subject, !self.gives_up());
            self.meter.waiting.store(self.questions.count(), Ordering::Relaxed);
            let asked = |question| Event::QuestionAsked { job: self.id, question };
            question.map(Box::new).map(asked)
        });
        step.walk.wake();
    }
}
