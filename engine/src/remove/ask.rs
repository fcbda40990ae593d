//! Asks the user before something is removed.

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;

use super::{Remover, Step};
use crate::contract::event::{Answer, FileKind, Removal, SkipReason, Subject};
use crate::contract::spec::Confirm;
use crate::job::conflict::About;
use crate::job::failing::side;
use crate::walk::shown::Shown;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno};

impl Remover {
    /// Whether there is anything to ask.
    pub(super) fn asks(&self) -> bool {
        self.job.spec.options.confirm != Confirm::Never
    }

    /// Whether there is something to ask about an item.
    pub(super) fn asks_about(&self, step: Step<'_>) -> bool {
        match self.job.spec.options.confirm {
            Confirm::Never => false,
            Confirm::Protected => self.is_protected(step),
            Confirm::Each => true,
        }
    }

    /// Whether an item may be removed now; if not, it was declined or waits for an answer.
    pub(super) fn may_remove(&self, worker: &Worker, step: Step<'_>) -> bool {
        !self.asks() || self.may(worker, step, Removal::Remove, false)
    }

    /// Whether a directory may be entered, or removed if it is empty; if not, it has ended.
    ///
    /// An empty one is asked about only once, and one that must stay not at all.
    pub(super) fn may_descend(&self, worker: &mut Worker, step: Step<'_>) -> bool {
        if !self.is_protected(step) {
            return true;
        }
        let removal =
            match (self.job.spec.options.recursive, holds(step.pair.src(), step.item.name)) {
                (true, Some(true)) => Removal::Descend,
                (true, None) => {
                    self.fail(worker, step, Errno::ACCESS);
                    return false;
                }
                (false, Some(true)) => {
                    self.fail(worker, step, Errno::NOTEMPTY);
                    return false;
                }
                (_, Some(false)) | (false, None) => Removal::Remove,
            };
        self.may(worker, step, removal, true)
    }

    fn may(&self, worker: &Worker, step: Step<'_>, removal: Removal, whole: bool) -> bool {
        let sticky;
        let answer = match step.item.answer {
            Some(Answer::Remove) if is_another(step) => None,
            Some(answer) => Some(answer),
            None if !self.is_protected(step) => return true,
            None => {
                sticky = self.job.questions.sticky(About::Removal, step.node.id);
                sticky.as_ref()
            }
        };
        match answer {
            Some(Answer::Remove) => true,
            Some(Answer::Abort) => {
                self.job.control.cancel();
                self.leave_alone(worker, step, SkipReason::Cancelled);
                false
            }
            Some(_) => {
                self.decline(worker, step, whole);
                false
            }
            None => {
                match sys::stat_at(step.pair.src(), step.item.name, false) {
                    Ok(meta) => {
                        let item = side(step.src_path(), &meta);
                        let subject = Subject::Removal { step: removal, item, protected: true };
                        let shown = Shown::removal(&meta);
                        self.job.park(step.answered().showing(&shown), subject);
                    }
                    // Removing it will tell why it cannot be looked at.
                    Err(_) => return true,
                }
                false
            }
        }
    }

    /// Ends an item that the user wants to keep: a file, a directory whose content has gone, or the
    /// `whole` of a directory.
    ///
    /// As with `rm`, there is no question about the directories above a whole one, which must stay; those
    /// above anything else are still tried, and fail.
    pub(super) fn decline(&self, worker: &Worker, step: Step<'_>, whole: bool) {
        step.node.declined.store(true, std::sync::atomic::Ordering::Relaxed);
        if whole {
            step.node.keep();
        }
        self.job.skipped(worker, step, SkipReason::Policy, 0);
    }

    /// Whether the user may not write to an item, which a careful delete asks about.
    pub(super) fn is_protected(&self, step: Step<'_>) -> bool {
        !self.job.privileged
            && step.item.kind != FileKind::Symlink
            && sys::writable(step.pair.src(), step.item.name) == Err(Errno::ACCESS)
    }
}

/// Whether the item is not what the user was asked about.
fn is_another(step: Step<'_>) -> bool {
    step.item.shown.is_some_and(|shown| {
        let meta = sys::stat_at(step.pair.src(), step.item.name, false);
        // Removing it will tell why it cannot be looked at.
        meta.is_ok_and(|meta| !shown.holds(&meta, None))
    })
}

/// Whether a directory has entries; none if it cannot be read.
pub(crate) fn holds(parent: BorrowedFd<'_>, name: &CStr) -> Option<bool> {
    let fd = sys::open_dir(parent, name, false).ok()?;
    let mut found = false;
    let mut buffer = [MaybeUninit::uninit(); 1024];
    let listed = sys::list(fd.as_fd(), &mut buffer, |_, _, _| {
        found = true;
        ControlFlow::Break(())
    });
    listed.ok().map(|()| found)
}
