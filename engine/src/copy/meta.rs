//! Copies metadata, in the order in which it must be set.
//!
//! Owner first, since chown clears set-ID bits and capabilities; then attributes, mode, ACLs; times
//! last, since everything else changes them.

use std::ffi::CStr;
use std::path::PathBuf;

use super::copier::{Copier, Step};
use super::lacking::{does_not_fit, is_bearable};
use super::publish::Staged;
use crate::contract::error::{Action, OpError};
use crate::contract::spec::{ModeRule, Overwrite, Verb};
use crate::job::Job;
use crate::record::Acls;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Keep, Meta, Rights, Sys};

/// Changes the owner of a file if it differs, by `set`; tells whether user and group are now as wanted.
///
/// An ordinary user may give nothing away; that is no failure, as for `cp -p`.
pub(crate) fn give_owner(
    job: &Job,
    set: impl Fn(Option<u32>, Option<u32>) -> Sys<()>,
    now: &Meta,
    (uid, gid): (u32, u32),
) -> Sys<bool> {
    if (now.uid, now.gid) == (uid, gid) {
        return Ok(true);
    }
    match set(Some(uid), Some(gid)) {
        Ok(()) => Ok(true),
        Err(Errno::PERM | Errno::INVAL) if !job.privileged => {
            // The group alone may be allowed.
            match set(None, Some(gid)) {
                Ok(()) => Ok(now.uid == uid),
                Err(Errno::PERM | Errno::INVAL) => Ok(false),
                Err(errno) => Err(errno),
            }
        }
        Err(errno) => Err(errno),
    }
}

impl Copier {
    /// The mode a new file is created with.
    pub(super) fn birth_mode(&self, meta: &Meta) -> u32 {
        let keep = &self.job.spec.options.preserve;
        match keep.mode {
            // Until the owner is right, no other user may open the file.
            _ if keep.ownership => meta.mode & 0o700 | 0o200,
            // Attributes can be set only on what its owner may write to.
            ModeRule::Masked if keep.xattr => meta.mode & 0o777 | 0o200,
            ModeRule::Masked => meta.mode & 0o777,
            ModeRule::Exact => meta.mode & 0o777 | 0o200,
            ModeRule::Fresh => 0o666,
        }
    }

    pub(super) fn keep(&self) -> Keep {
        self.job.spec.options.preserve.attributes()
    }

    fn keeps_attributes(&self) -> bool {
        let keep = self.keep();
        sys::KEEPS_ALWAYS || keep.acl || keep.context || keep.xattr
    }

    /// Whether nothing is set after creation.
    pub(super) fn keeps_nothing(&self) -> bool {
        let keep = &self.job.spec.options.preserve;
        keep.mode != ModeRule::Exact
            && !(keep.ownership
                || keep.timestamps
                || keep.xattr
                || keep.context
                || sys::KEEPS_ALWAYS)
    }

    /// Sets a finished file's metadata; gives the first failure after trying everything.
    #[inline]
    pub(super) fn finish_meta(
        &self,
        step: Step<'_>,
        src: BorrowedFd<'_>,
        meta: &Meta,
        staged: &Staged,
        old: Option<&Meta>,
    ) -> Result<(), OpError> {
        let dst = staged.fd();
        if old.is_none() && self.keeps_nothing() {
            return Ok(());
        }
        let keep = &self.job.spec.options.preserve;
        let overwrite = self.job.spec.options.overwrite;
        let in_place = overwrite == Overwrite::InPlace || self.updates_attributes();
        let replaces = overwrite == Overwrite::Replace && !in_place;
        let wrap = |action, errno| OpError::new(action, step.dst_path(), errno);
        let now = sys::stat_fd(dst).map_err(|errno| wrap(Action::StatDestination, errno))?;
        let mut first = Ok(());
        let mut note = |result: Result<(), OpError>| {
            if first.is_ok() {
                first = result;
            }
        };
        let mut owner_kept = true;
        let may_forget = step.pair.route.get().is_some_and(|route| route.may_forget);
        let forgets = |wanted| may_forget && self.forgets(step, &now, wanted);
        let owner = match old {
            _ if keep.ownership => Some((meta.uid, meta.gid)),
            // The replacement belongs to whom the old file belonged.
            Some(old) if replaces => Some((old.uid, old.gid)),
            _ => None,
        };
        if let Some((uid, gid)) = owner {
            match self.give(|uid, gid| sys::set_owner(dst, uid, gid), &now, (uid, gid)) {
                // Set-ID bits must not serve an owner they were not meant for.
                Ok(kept) => {
                    let differs = (now.uid, now.gid) != (uid, gid);
                    owner_kept = kept && !(differs && forgets(Rights { owner: true, mode: false }));
                    if !kept && keep.ownership {
                        self.tell_owner_lost(|| step.dst_path());
                    }
                }
                Err(errno) => {
                    owner_kept = false;
                    note(self.without(dst, wrap(Action::SetOwner, errno)));
                }
            }
        }
        // Some filesystems fail to remove what is not there (EIO of rclone).
        let is_heir = old.is_some() && replaces && sys::has_acl(dst);
        if self.inherits_acl(step, is_heir) {
            note(sys::drop_acls(dst, false).map_err(|errno| wrap(Action::SetMode, errno)));
        }
        if self.keeps_attributes() {
            let copied = sys::copy_xattrs_fd(src, dst, self.keep(), staged.is_clone);
            note(self.attributes(copied, dst, || step.dst_path()));
        }
        let mode = match (keep.mode, old) {
            (ModeRule::Exact, _) => {
                // Set-ID bits belong to the owner they were given by.
                Some(if owner_kept { meta.mode } else { meta.mode & 0o1777 })
            }
            (_, Some(_)) if in_place => None,
            (_, Some(old)) if replaces => Some(self.mode_of_heir(old, owner_kept)),
            (ModeRule::Masked, Some(_)) => Some(meta.mode & 0o777 & !self.job.umask),
            (ModeRule::Fresh, Some(_)) => Some(0o666 & !self.job.umask),
            (ModeRule::Masked, None) if keep.ownership || keep.xattr => {
                Some(meta.mode & 0o777 & !self.job.umask)
            }
            (ModeRule::Fresh, None) if keep.ownership => Some(0o666 & !self.job.umask),
            (ModeRule::Masked | ModeRule::Fresh, None) => None,
        };
        if let Some(mode) = mode
            && (mode != now.mode || mode & 0o6000 != 0)
        {
            match sys::set_mode(dst, mode) {
                Ok(()) if mode == now.mode => {}
                // Which is told.
                Ok(()) => _ = forgets(Rights { owner: false, mode: true }),
                Err(errno) => note(self.without(dst, wrap(Action::SetMode, errno))),
            }
        }
        if let Some(old) = old
            && !in_place
            && keep.mode != ModeRule::Exact
            && old.kind == crate::contract::event::FileKind::File
        {
            // An ACL on the old file says more than its mode; a file without one loses nothing.
            let (old, stays) =
                (step.item.dst_name, Keep { acl: true, context: false, xattr: !keep.xattr });
            sys::best_effort(sys::keep_of_replaced(step.pair.dst(), old, dst, stays));
        }
        if keep.timestamps
            && let Err(errno) = sys::set_times(dst, meta).and_then(|()| sys::copy_birth(src, dst))
        {
            note(self.without(dst, wrap(Action::SetTimes, errno)));
        }
        first
    }

    /// Whether the filesystem of an item forgets all that is `wanted`, which is told once.
    pub(super) fn forgets(&self, step: Step<'_>, there: &Meta, wanted: Rights) -> bool {
        let place = (step.pair.dst(), step.item.dst_name);
        self.job.forgets(there.dev, place, wanted, || step.dst_path())
    }

    /// The mode of a file that takes the place of another one.
    ///
    /// The kernel takes set-ID bits from a file when a user without `CAP_FSETID` writes to it: they must not serve new
    /// contents, nor an owner they were not meant for.
    pub(super) fn mode_of_heir(&self, old: &Meta, owner_kept: bool) -> u32 {
        if owner_kept && self.job.privileged { old.mode } else { old.mode & 0o1777 }
    }

    /// Changes the owner as [`give_owner`] does.
    pub(super) fn give(
        &self,
        set: impl Fn(Option<u32>, Option<u32>) -> Sys<()>,
        now: &Meta,
        (uid, gid): (u32, u32),
    ) -> Sys<bool> {
        give_owner(&self.job, set, now, (uid, gid))
    }

    /// Whether what an item does not keep is nowhere when the job has ended.
    pub(super) fn leaves_nothing(&self) -> bool {
        self.moves && (!self.unpacks() || self.job.spec.verb == Verb::Move)
    }

    /// Tells of a move by an ordinary user that it does not keep owners: a copy leaves them with the sources.
    fn tell_owner_lost(&self, path: impl FnOnce() -> PathBuf) {
        if self.leaves_nothing() && !self.job.spec.options.gnu {
            self.warn_once(OpError::new(Action::SetOwner, path(), Errno::PERM));
        }
    }

    /// Whether the file at hand may have an ACL that its source lacks, or the file whose place it takes.
    fn inherits_acl(&self, step: Step<'_>, is_heir: bool) -> bool {
        let hands_down =
            || *step.pair.hands_down.get_or_init(|| sys::hands_down_acl(step.pair.dst()));
        // An operand's name may be a path that leads to another directory.
        (is_heir || self.job.spec.options.preserve.mode == ModeRule::Exact)
            // Jobs with other shards may give the directory one at any moment.
            && (step.is_operand()
                || self.job.spec.options.filter.shard.is_some()
                || hands_down())
    }

    /// Goes on without attributes that could not be copied, unless they are required or a move would lose them.
    pub(super) fn attributes(
        &self,
        copied: Sys<()>,
        dst: BorrowedFd<'_>,
        path: impl FnOnce() -> PathBuf,
    ) -> Result<(), OpError> {
        let Err(errno) = copied else { return Ok(()) };
        let options = &self.job.spec.options;
        let error = OpError::new(Action::SetXattr, path(), errno);
        if options.preserve.required {
            return Err(error);
        }
        let would_be_lost = self.moves && does_not_fit(errno);
        if would_be_lost && !options.gnu {
            return Err(error);
        }
        // An ordinary user may not set trusted.* and security.*; some filesystems have none. A copy leaves them with the source.
        let is_refused = errno == Errno::PERM;
        if would_be_lost || is_refused && self.moves && options.gnu {
            self.warn(error);
        } else if (!is_refused || self.leaves_nothing())
            && let Err(error) = self.without(dst, error)
        {
            self.warn_once(error);
        }
        Ok(())
    }

    /// Lets a move continue where the filesystem itself cannot keep something, and tells so once.
    ///
    /// A FAT filesystem has no owners; refusing to move anything there would be of no use.
    pub(super) fn bearable(&self, kept: Result<(), OpError>) -> Result<(), OpError> {
        let Err(error) = kept else { return Ok(()) };
        if !self.moves || !is_bearable(&error) || self.job.spec.options.preserve.required {
            return Err(error);
        }
        self.warn_once(error);
        Ok(())
    }

    /// Sets the metadata of a symlink, FIFO, socket or device that was just made.
    pub(super) fn finish_node(
        &self,
        step: Step<'_>,
        meta: &Meta,
        name: &CStr,
        is_symlink: bool,
    ) -> Result<(), OpError> {
        if self.keeps_nothing() {
            return Ok(());
        }
        let keep = &self.job.spec.options.preserve;
        let dir = step.pair.dst();
        let wrap = |action, errno| OpError::new(action, step.dst_path(), errno);
        let now = sys::stat_at(dir, name, false);
        if is_symlink && now.is_ok_and(|now| !self.sets_links(dir, name, &now)) {
            return self.without(dir, wrap(Action::SetTimes, Errno::OPNOTSUPP));
        }
        let mut owner_kept = true;
        if keep.ownership {
            let now = now.map_err(|errno| wrap(Action::StatDestination, errno))?;
            let set = |uid, gid| sys::set_owner_at(dir, name, uid, gid);
            match self.give(set, &now, (meta.uid, meta.gid)) {
                Ok(kept) => {
                    owner_kept = kept;
                    if !kept {
                        self.tell_owner_lost(|| step.dst_path());
                    }
                }
                Err(errno) => {
                    owner_kept = false;
                    self.without(dir, wrap(Action::SetOwner, errno))?;
                }
            }
        }
        if !is_symlink && self.inherits_acl(step, false) {
            sys::drop_acl_at(dir, name).map_err(|errno| wrap(Action::SetMode, errno))?;
        }
        if self.keeps_attributes() {
            let mut keep = self.keep();
            // A symlink has no ACL of its own.
            keep.acl &= !is_symlink;
            let copied = sys::copy_xattrs_at(step.pair.src(), step.item.name, dir, name, keep);
            self.attributes(copied, dir, || step.dst_path())?;
        }
        let mode = match keep.mode {
            _ if is_symlink => None,
            ModeRule::Exact if owner_kept => Some(meta.mode),
            ModeRule::Exact => Some(meta.mode & 0o1777),
            // It was made with less.
            ModeRule::Masked if keep.ownership || keep.xattr => {
                Some(meta.mode & 0o777 & !self.job.umask)
            }
            ModeRule::Fresh if keep.ownership => Some(0o666 & !self.job.umask),
            ModeRule::Masked | ModeRule::Fresh => None,
        };
        if let Some(mode) = mode
            && let Err(errno) = sys::set_mode_at(dir, name, mode)
        {
            self.without(dir, wrap(Action::SetMode, errno))?;
        }
        if keep.timestamps
            && let Err(errno) = sys::set_times_at(dir, name, meta)
        {
            self.without(dir, wrap(Action::SetTimes, errno))?;
        }
        Ok(())
    }

    /// Whether owner and times of symlinks on this device can be set, and not only those of what they lead to.
    fn sets_links(&self, dir: BorrowedFd<'_>, name: &CStr, made: &Meta) -> bool {
        if let Some(known) = lock(&self.setting_links).get(&made.dev) {
            return *known;
        }
        let sets = sys::sets_links_beside(dir, name, &self.job.mark.trial());
        lock(&self.setting_links).insert(made.dev, sets);
        sets
    }

    /// Sets the metadata of a directory when all in it is done.
    pub(super) fn finish_dir(
        &self,
        src: BorrowedFd<'_>,
        dst: BorrowedFd<'_>,
        meta: &Meta,
        created: bool,
        path: impl Fn() -> PathBuf,
    ) -> Result<(), OpError> {
        // What an undo brings back may go into a folder that a person has made since, and that may be private.
        if !created && self.job.spec.verb == Verb::Undo {
            return Ok(());
        }
        let keep = &self.job.spec.options.preserve;
        let wrap = |action, errno| OpError::new(action, path(), errno);
        if self.keeps_nothing() {
            // Only a directory that was made more permissive than it shall be.
            let wanted = self.dir_mode(meta) & !self.job.umask;
            // Or less: others wait until GNU's cp has left it before they may write there.
            let differs = wanted & 0o700 != 0o700 || self.as_cp() && wanted & 0o022 != 0;
            if created && differs && !self.job.leaves_folders_open() {
                let now =
                    sys::stat_fd(dst).map_err(|errno| wrap(Action::StatDestination, errno))?;
                sys::set_mode(dst, self.settled_mode(meta, &now))
                    .map_err(|errno| wrap(Action::SetMode, errno))?;
            }
            return Ok(());
        }
        let now = sys::stat_fd(dst).map_err(|errno| wrap(Action::StatDestination, errno))?;
        // What the job has made could be opened whole.
        let unlocked = if created { Ok(None) } else { sys::unlock_dir(dst, now.mode) };
        let unlocked = unlocked.map_err(|errno| wrap(Action::SetMode, errno))?;
        let dst = unlocked.as_ref().map_or(dst, AsFd::as_fd);
        let is_recorded = !created && self.job.recorder.is_some();
        let acls = is_recorded.then(|| Acls::at(dst, c".").ok()).flatten();
        let mut first = Ok(());
        let mut note = |result: Result<(), OpError>| {
            if first.is_ok() {
                first = result;
            }
        };
        let mut owner_kept = true;
        if keep.ownership {
            match self.give(|uid, gid| sys::set_owner(dst, uid, gid), &now, (meta.uid, meta.gid)) {
                Ok(kept) => {
                    owner_kept = kept;
                    if !kept {
                        self.tell_owner_lost(&path);
                    }
                }
                Err(errno) => {
                    // Set-ID bits must not serve an owner they were not meant for.
                    owner_kept = false;
                    note(self.without(dst, wrap(Action::SetOwner, errno)));
                }
            }
        }
        if keep.mode == ModeRule::Exact {
            note(sys::drop_acls(dst, true).map_err(|errno| wrap(Action::SetMode, errno)));
        }
        if self.keeps_attributes() {
            let copied = sys::copy_xattrs_fd(src, dst, self.keep(), false);
            note(self.attributes(copied, dst, &path));
        }
        let mode = match keep.mode {
            ModeRule::Exact if owner_kept => Some(meta.mode),
            ModeRule::Exact => Some(meta.mode & 0o1777),
            ModeRule::Masked | ModeRule::Fresh if created => Some(self.settled_mode(meta, &now)),
            ModeRule::Masked | ModeRule::Fresh => None,
        };
        let open = if self.job.leaves_folders_open() { 0o700 } else { 0 };
        let mode = mode.map(|mode| mode | open).or(unlocked.is_some().then_some(now.mode));
        if let Some(mode) = mode
            && (mode != now.mode || unlocked.is_some())
            && let Err(errno) = sys::set_mode(dst, mode)
        {
            note(self.without(dst, wrap(Action::SetMode, errno)));
        }
        if is_recorded {
            self.note_rights(dst, (&now, acls), &path());
        }
        // Like a file that is left alone, one in which nothing has changed keeps its access time, and also the time of
        // its last change, by which backups find what has changed.
        let stays = !created && self.job.spec.options.resume && now.mtime == meta.mtime;
        if keep.timestamps
            && !stays
            && let Err(errno) = sys::set_times(dst, meta).and_then(|()| sys::copy_birth(src, dst))
        {
            note(self.without(dst, wrap(Action::SetTimes, errno)));
        }
        if keep.xattr
            && !self.job.leaves_folders_open()
            && let Err(errno) = sys::copy_flags(src, dst, self.job.privileged)
                .and_then(|lock| lock.map_or(Ok(()), |lock| sys::lock_file(dst, lock)))
        {
            note(self.without(dst, wrap(Action::SetXattr, errno)));
        }
        first
    }

    /// The mode a new directory is created with; what is in it must be made, too.
    pub(super) fn dir_birth_mode(&self, meta: &Meta) -> u32 {
        let mode = self.dir_mode(meta) | 0o700;
        match self.job.spec.options.preserve {
            // Until the owner is right, no other user may enter.
            keep if keep.ownership => mode & 0o700,
            _ if self.as_cp() => mode & !0o022,
            _ => mode,
        }
    }

    /// The mode that a directory keeps that was made with [`Self::dir_birth_mode`].
    ///
    /// What the directory above it has said in a default ACL, in place of the umask, stays so.
    fn settled_mode(&self, meta: &Meta, now: &Meta) -> u32 {
        let wanted = self.dir_mode(meta);
        let held_back = if self.job.spec.options.preserve.ownership {
            0o077
        } else if self.as_cp() {
            0o022
        } else {
            0
        };
        let added = 0o700 & !wanted;
        now.mode & !added | wanted & (held_back | 0o1000) & !self.job.umask
    }

    /// The mode of a new directory before the umask.
    pub(super) fn dir_mode(&self, meta: &Meta) -> u32 {
        match self.job.spec.options.preserve.mode {
            ModeRule::Masked | ModeRule::Exact => meta.mode & 0o1777,
            ModeRule::Fresh => 0o777,
        }
    }
}
