//! Gives a file from another machine what the one that it replaces has, as a copy on one machine does.

use std::ffi::CStr;

use super::copier::{Copier, Step};
use crate::contract::error::{Action, OpError};
use crate::contract::event::FileKind;
use crate::contract::spec::{ModeRule, Overwrite, Verb};
use fcp_sys::{self as sys, BorrowedFd, Keep, Meta};

impl Copier {
    /// Lets a file in the stage take over the mode and owner of the one whose name it gets, unless its own are kept.
    ///
    /// What an earlier run of the job has left there `is_ours`, and does not have its owner if that is kept.
    pub(super) fn inherit(
        &self,
        step: Step<'_>,
        name: &CStr,
        is_ours: bool,
    ) -> Result<(), OpError> {
        let (spec, stage) = (&self.job.spec, step.pair.src());
        let replaces = self.job.link.is_some()
            && spec.verb == Verb::Copy
            && spec.options.overwrite == Overwrite::Replace
            && !(is_ours && spec.options.preserve.ownership)
            && self.inherits();
        if !replaces {
            return Ok(());
        }
        let staged = sys::stat_at(stage, step.item.name, false);
        let old = sys::stat_at(step.pair.dst(), name, false);
        let (Ok(staged), Ok(old)) = (staged, old) else { return Ok(()) };
        // A file with several names may be one of the destination's own, which stays as it is.
        if [staged.kind, old.kind] != [FileKind::File; 2] || staged.nlink > 1 {
            return Ok(());
        }
        let keep = &spec.options.preserve;
        let owner_kept = keep.ownership || self.takes_owner(step, &staged, &old)?;
        let mode = self.mode_of_heir(&old, owner_kept);
        if keep.mode == ModeRule::Exact {
            return Ok(());
        }
        if let Err(errno) = sys::set_mode_at(stage, step.item.name, mode) {
            self.without(stage, OpError::new(Action::SetMode, step.dst_path(), errno))?;
        }
        // With an ACL, the bits of the group are only its mask, and would give the group more without it.
        let acl = Keep { acl: true, context: false, xattr: false };
        let (dst, staged) = (step.pair.dst(), step.item.name);
        sys::best_effort(sys::copy_xattrs_at(dst, name, stage, staged, acl));
        if !keep.xattr {
            Self::inherit_attributes((dst, name), (stage, staged));
        }
        Ok(())
    }

    /// Lets a file in the stage take over the attributes of the user. Those of the system may give rights, such as
    /// capabilities, which were not meant for the new contents.
    fn inherit_attributes(
        (dst, name): (BorrowedFd<'_>, &CStr),
        (stage, staged): (BorrowedFd<'_>, &CStr),
    ) {
        let users = Keep { acl: false, context: false, xattr: true };
        // A filesystem may have none.
        for (attribute, value) in sys::xattrs_at(dst, name, users).unwrap_or_default() {
            if attribute.to_bytes().starts_with(b"user.") {
                sys::best_effort(sys::set_xattr_at(stage, staged, &attribute, &value));
            }
        }
    }

    /// Whether a file in the stage has the owner of the old one now.
    fn takes_owner(&self, step: Step<'_>, staged: &Meta, old: &Meta) -> Result<bool, OpError> {
        let give = |uid, gid| sys::set_owner_at(step.pair.src(), step.item.name, uid, gid);
        self.give(give, staged, (old.uid, old.gid)).or_else(|errno| {
            let error = OpError::new(Action::SetOwner, step.dst_path(), errno);
            self.without(step.pair.src(), error).map(|()| false)
        })
    }
}
