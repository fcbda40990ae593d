//! Exchanges the names of two items in one system call.

use super::copier::{Copier, Step};
use super::tell::Done;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Op, SkipReason};
use crate::contract::spec::ConflictPolicy;
use crate::job::conflict::Decision;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, Errno};

impl Copier {
    /// Lets an item and what has its name change places, if policy or answer would replace that.
    pub(super) fn exchange(&self, worker: &mut Worker, step: Step<'_>) {
        let (src, dst) = (step.pair.src(), step.pair.dst());
        let meta = match sys::stat_at(src, step.item.name, false) {
            Ok(meta) => meta,
            Err(errno) => return self.fail_sys(worker, step, Action::Stat, errno),
        };
        let there = match sys::stat_at(dst, step.item.dst_name, false) {
            Ok(there) => there,
            Err(errno) => return self.fail(worker, step, exchange_error(step, errno)),
        };
        let policy = &self.job.spec.options.on_conflict;
        let left_alone = matches!(policy, ConflictPolicy::Skip | ConflictPolicy::Fail);
        if !left_alone && there.id() == meta.id() {
            return self.refuse(worker, step, Code::SameFile);
        }
        match self.decide(step, &meta, &there) {
            Decision::Replace
            | Decision::ReplaceForGood
            | Decision::ReplaceIfDifferent
            | Decision::Merge => {}
            Decision::Ask => return self.ask_conflict(step, &meta, &there),
            Decision::Skip(reason) => return self.skipped(worker, step, reason, 0),
            Decision::Abort => {
                self.job.control.cancel();
                return self.skipped(worker, step, SkipReason::Cancelled, 0);
            }
            // Under another name there is no item to exchange with.
            Decision::Fail | Decision::Rename(_) | Decision::RenameExisting(_) => {
                return self.fail_conflict(worker, step, &meta, &there);
            }
        }
        match sys::exchange(src, step.item.name, dst, step.item.dst_name) {
            Ok(()) => {
                self.note_exchange(step);
                self.started(step, Op::Exchange, None);
                self.end_renamed(worker, step, Done::plain(Op::Exchange));
            }
            Err(errno) => self.fail(worker, step, exchange_error(step, errno)),
        }
    }
}

fn exchange_error(step: Step<'_>, errno: Errno) -> OpError {
    OpError::new(Action::Exchange, step.src_path(), errno).with(step.dst_path())
}
