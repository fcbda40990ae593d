//! Goes on without what a filesystem keeps of no item, and tells so once.
//!
//! A FAT filesystem has no owners, most FUSE servers have no hard links. A failure for each file says no more
//! than one, and the data of all of them are whole.

use std::ffi::CString;

use super::copier::{Copier, Step};
use super::naming::temporary_beside;
use crate::contract::error::{Action, Code, OpError};
use crate::walk::operand::{base_of, parent_of};
use crate::walk::portable::is_portable;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, FsType};

impl Copier {
    /// Lets an item do without something if the filesystem of `dst` keeps none of it, and tells so once per job.
    ///
    /// # Errors
    /// It failed for another reason, or the job keeps to GNU's `cp`, which fails each item.
    pub(super) fn without(&self, dst: BorrowedFd<'_>, error: OpError) -> Result<(), OpError> {
        if self.job.spec.options.gnu || !is_not_kept(dst, &error) {
            return Err(error);
        }
        let error = error.on(sys::filesystem_name(dst));
        self.warn_once(OpError { code: Code::NotKept, ..error });
        Ok(())
    }
}

impl Copier {
    /// Says of a failure that the filesystem has no items of this type, if that is why.
    pub(super) fn blaming_type(&self, step: Step<'_>, error: OpError) -> OpError {
        let makes = matches!(
            error.action,
            Action::CreateSymlink | Action::CreateFifo | Action::CreateSpecial
        );
        if !makes || self.job.spec.options.gnu {
            return error;
        }
        match sys::enter_dir(step.pair.dst(), &parent_of(step.item.dst_name), true) {
            Ok(dir) if is_not_kept(dir.as_fd(), &error) => {
                let error = error.on(sys::filesystem_name(dir.as_fd()));
                OpError { code: Code::Unsupported, ..error }
            }
            _ => error,
        }
    }

    /// Says of a failure that the filesystem takes no such name, if that is why and another name would do:
    /// what was moved would not be moved back to its own.
    ///
    /// Linux gives `EINVAL` for a character that FAT, exFAT and NTFS do not take, and `EILSEQ` for bytes that are no
    /// Unicode; servers of FUSE give `ENOENT` as well.
    pub(super) fn blaming_name(&self, step: Step<'_>, error: OpError) -> OpError {
        if self.moves || self.unpacks() {
            return error;
        }
        let makes = matches!(
            error.action,
            Action::CreateFile
                | Action::CreateDir
                | Action::CreateSymlink
                | Action::CreateHardLink
                | Action::CreateFifo
                | Action::CreateSpecial
                | Action::Publish
        );
        let errno = error.errno.map(Errno::from_raw_os_error);
        let may = makes && matches!(errno, Some(Errno::INVAL | Errno::ILSEQ | Errno::NOENT));
        if !may || is_portable(step.item.dst_name) || !sys::may_keep_less(step.pair.dst()) {
            return error;
        }
        OpError { code: Code::InvalidName, ..error.on(sys::filesystem_name(step.pair.dst())) }
    }
}

/// Whether the filesystem would leave out what a name has at its end, as that of FAT and exFAT does with dots: the item
/// would get the name of another one without a word.
pub(super) fn loses_tail(worker: &mut Worker, step: Step<'_>) -> bool {
    let name = base_of(step.item.dst_name);
    let Some(tail) = name.last().filter(|it| matches!(it, b'.' | b' ')) else { return false };
    if matches!(name, b"." | b"..") {
        return false;
    }
    let above = sys::enter_dir(step.pair.dst(), &parent_of(step.item.dst_name), true);
    // The step that needs it tells what is wrong with it.
    let Ok(above) = above else { return false };
    let above = above.as_fd();
    if !sys::may_keep_less(above) || sys::fs_type(above) != FsType::CaseFolding {
        return false;
    }
    let short = temporary_beside(worker, c"name");
    let long = CString::new([short.to_bytes(), &[*tail]].concat()).unwrap_or_default();
    // The step that makes the item tells why nothing can be made.
    if sys::make_dir(above, &long, 0o700).is_err() {
        return false;
    }
    let is_cut = sys::stat_at(above, &short, false).is_ok();
    sys::best_effort(sys::remove_dir(above, if is_cut { &short } else { &long }));
    is_cut
}

/// Whether an extended attribute could not be set because it does not fit. It would be nowhere when the source is removed.
/// EIO is what rclone says where it has none.
pub(crate) fn does_not_fit(errno: Errno) -> bool {
    matches!(errno, Errno::NOSPC | Errno::DQUOT | Errno::TOOBIG | Errno::RANGE)
}

/// Whether a move goes on without what could not be set: the filesystem, or the user's rights, do not allow it.
pub(crate) fn is_bearable(error: &OpError) -> bool {
    let cannot = [Errno::PERM, Errno::OPNOTSUPP, Errno::INVAL, Errno::NOSYS];
    cannot.iter().any(|errno| error.errno == Some(errno.raw_os_error()))
}

/// Whether a failure says that the filesystem has nothing of the kind.
///
/// `chown(2)`, `link(2)` and others give `EPERM` for that, too, on filesystems that are not Linux's own.
pub(crate) fn is_not_kept(dst: BorrowedFd<'_>, error: &OpError) -> bool {
    match error.errno.map(Errno::from_raw_os_error) {
        Some(Errno::OPNOTSUPP | Errno::NOSYS) => true,
        Some(Errno::PERM | Errno::INVAL) => {
            // Of another user's file it says only that this user may not.
            let may = !matches!(error.action, Action::SetMode | Action::SetTimes)
                || sys::effective_ids().0 == 0
                || sys::stat_fd(dst).is_ok_and(|meta| meta.uid == sys::effective_ids().0);
            may && sys::may_keep_less(dst)
        }
        // rclone says so of all that it does not offer. After a real error the copy in place of a link fails, too.
        Some(Errno::IO) => {
            matches!(error.action, Action::CreateHardLink | Action::SetXattr)
                && sys::may_keep_less(dst)
        }
        Some(_) | None => false,
    }
}
