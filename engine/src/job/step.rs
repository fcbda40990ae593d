//! Describes the item at hand, and decides what becomes of one that failed: it ends, is tried again, or asks.

use std::ffi::{CStr, CString};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::contract::error::OpError;
use crate::contract::event::{Answer, Event, Side, Subject};
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, ErrorPolicy};
use crate::job::Job;
use crate::job::conflict::About;
use crate::walk::item::{Item, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::portable::at_destination;
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

impl Job {
    /// Gives the name that an item gets at the destination by the rule of the job; none if that is the name it has.
    pub(crate) fn destination_name<V: Visitor>(&self, step: &Step<'_, V>) -> Option<CString> {
        let item = &step.item;
        let is_exact =
            || step.is_operand() && !matches!(self.spec.destination, Some(Destination::Into(_)));
        let has_name = item.is_renamed || item.tries > 0 || item.answer.is_some() || is_exact();
        if has_name { None } else { at_destination(self.spec.options.names, item.dst_name) }
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
                    Some(answer @ Answer::PortableName) => {
                        let again = step.answered().item.park(step.node);
                        step.walk.run_later(ParkedItem { answer: Some(answer), ..again });
                        return;
                    }
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
        const MAX_TRIES: u8 = 100;
        if errno != Errno::MFILE && errno != Errno::NFILE {
            return false;
        }
        worker.forget_directories();
        if self.puts_off() {
            return true;
        }
        let again = step.item.tries < MAX_TRIES && !self.control.is_cancelled();
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
