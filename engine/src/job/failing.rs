//! Decides what becomes of an item that failed: it ends, is tried again, or asks.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use crate::contract::error::OpError;
use crate::contract::event::{Answer, Event, Side, Subject};
use crate::contract::path::WirePath;
use crate::contract::spec::ErrorPolicy;
use crate::job::Job;
use crate::job::conflict::About;
use crate::walk::Visitor;
use crate::walk::item::ParkedItem;
use crate::walk::step::Step;
use crate::walk::worker::Worker;
use fcp_sys::{Errno, Meta};

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
                    Some(Answer::Abort) => drop(self.control.cancel()),
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
