//! Acts on what was decided about an existing file.

use std::ffi::CString;

use super::copier::{Copier, Step};
use super::ends::DataError;
use super::existing::{ExistingFile, Placement, is_device};
use super::in_the_way::Cleared;
use crate::contract::error::{Action, Code};
use crate::contract::event::{FileKind, SkipReason};
use crate::contract::spec::ConflictPolicy;
use crate::job::conflict::{Decision, renamed};
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, Errno, Meta};

impl Copier {
    pub(super) fn settle_conflict(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        old: &Meta,
    ) -> Placement {
        let mut decision = self.decide(step, meta, old);
        if decision == Decision::ReplaceIfDifferent {
            decision = match self.differs(worker, step) {
                Ok(true) => Decision::Replace,
                Ok(false) => Decision::Skip(SkipReason::Same),
                Err(DataError::Cancelled) => {
                    self.skipped(worker, step, SkipReason::Cancelled, 0);
                    return Placement::Settled;
                }
                Err(DataError::Sys(action, errno)) => {
                    self.fail_sys(worker, step, action, errno);
                    return Placement::Settled;
                }
            };
        }
        match decision {
            Decision::Replace | Decision::ReplaceForGood if old.kind == FileKind::Directory => {
                match self.removes_in_the_way(worker, step, meta, old) {
                    // It is looked at once more if it is not free.
                    Cleared::Free | Cleared::Again => Placement::Free,
                    Cleared::Settled => Placement::Settled,
                }
            }
            Decision::Replace | Decision::ReplaceForGood => {
                let options = &self.job.spec.options;
                if self.overwrites_own_copy(step, old) {
                    let asks = options.on_conflict == ConflictPolicy::Ask;
                    if asks && self.may_not_replace(step, meta, old) {
                        // The answer was for what another source has replaced since.
                        self.ask_conflict(step, meta, old);
                    } else {
                        self.refuse(worker, step, Code::JustCreated);
                    }
                    return Placement::Settled;
                }
                let keep = options.keep_replaced
                    && options.backup.is_none()
                    && !self.updates_attributes()
                    && decision == Decision::Replace
                    // What is written there goes elsewhere.
                    && !(is_device(old.kind) && self.named_device(step).is_some());
                Placement::Replace(ExistingFile { meta: *old, is_ours: false, keep })
            }
            Decision::Skip(reason) => {
                self.skipped(worker, step, reason, meta.size);
                Placement::Settled
            }
            Decision::Rename(pattern) => self.free_name(worker, step, &pattern),
            Decision::RenameExisting(pattern) => match move_away(step, &pattern) {
                Ok(name) => {
                    self.note_backup(step, Some(&name));
                    self.keeps_name(step, &name);
                    Placement::Free
                }
                Err(errno) => {
                    self.fail_dst(worker, step, Action::Backup, errno);
                    Placement::Settled
                }
            },
            Decision::Ask => {
                self.ask_conflict(step, meta, old);
                Placement::Settled
            }
            Decision::Abort => {
                self.job.control.cancel();
                self.skipped(worker, step, SkipReason::Cancelled, meta.size);
                Placement::Settled
            }
            Decision::Fail if self.backs_up_directory(step) => {
                Placement::Replace(ExistingFile { meta: *old, is_ours: false, keep: false })
            }
            Decision::Merge | Decision::Fail | Decision::ReplaceIfDifferent => {
                self.fail_conflict(worker, step, meta, old);
                Placement::Settled
            }
        }
    }

    /// Finds the first name of the pattern that is free.
    pub(super) fn free_name(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        pattern: &str,
    ) -> Placement {
        for n in 1..=u32::MAX {
            let name = renamed(pattern, step.item.dst_name, n);
            match sys::stat_at(step.pair.dst(), &name, false) {
                Err(Errno::NOENT) => {
                    self.keeps_name(step, &name);
                    return Placement::Rename(name);
                }
                Ok(old) if self.is_renamed_copy(worker, step.renamed(&name), &old) => {
                    self.keeps_name(step, &name);
                    return Placement::Rename(name);
                }
                Ok(_) if self.job.control.is_cancelled() => {
                    self.skipped(worker, step, SkipReason::Cancelled, 0);
                    return Placement::Settled;
                }
                Ok(_) => {}
                Err(errno) => {
                    self.fail_dst(worker, step, Action::StatDestination, errno);
                    return Placement::Settled;
                }
            }
        }
        Placement::Settled
    }
}

/// How often a name may be taken and absent in turn, before that is called a failure.
///
/// Others may race for it; a filesystem that says both for ever is broken.
const MAX_TRIES: u32 = 100;

impl Copier {
    /// Whether a name that was taken is looked at again; if not, the item is settled.
    pub(super) fn looks_again(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        action: Action,
        taken: u32,
    ) -> bool {
        if self.job.control.checkpoint().is_err() {
            self.skipped(worker, step, SkipReason::Cancelled, 0);
            return false;
        }
        if taken >= MAX_TRIES {
            self.fail_dst(worker, step, action, Errno::EXIST);
            return false;
        }
        true
    }
}

/// Renames the item in the way; gives its new name.
pub(super) fn move_away(step: Step<'_>, pattern: &str) -> sys::Sys<CString> {
    let dir = step.pair.dst();
    for n in 1..=u32::MAX {
        let name = renamed(pattern, step.item.dst_name, n);
        match sys::rename_new(dir, step.item.dst_name, dir, &name) {
            Err(errno) if sys::exists(errno) => {}
            result => return result.map(|()| name),
        }
    }
    Err(Errno::EXIST)
}
