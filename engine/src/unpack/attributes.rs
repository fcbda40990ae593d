//! Gives what was unpacked its owner, mode and time.

use std::ffi::CString;
use std::path::Path;

use fcp_archive::{Entry, Kind};

use super::place::Placer;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, Warning};
use crate::contract::spec::{EventLevel, ModeRule, Verb};
use crate::copy::{does_not_fit, give_owner, is_bearable, is_not_kept};
use fcp_sys::{self as sys, BorrowedFd, Errno, Meta, Rights, Sys};

impl Placer<'_> {
    /// The mode that a file gets; where the archive has none, the umask decides.
    fn mode(&self, entry: &Entry) -> u32 {
        let fresh = 0o666 & !self.job.umask;
        match (self.job.spec.options.preserve.mode, entry.mode) {
            (ModeRule::Exact, Some(mode)) => mode & 0o7777,
            (ModeRule::Masked, Some(mode)) => mode & 0o777 & !self.job.umask,
            (ModeRule::Fresh, _) | (_, None) => fresh,
        }
    }

    /// The owner that an entry gets, as far as the user may give it away. Of an archive, as with tar, only the administrator
    /// takes any.
    pub(super) fn owner(&self, entry: &Entry) -> Option<(u32, u32)> {
        let may_give = self.job.privileged || self.job.spec.verb != Verb::Extract;
        entry.owner.filter(|_| self.job.spec.options.preserve.ownership && may_give)
    }

    /// Gives an entry its owner, or the group alone where the user may set no more; tells whether it has both.
    fn give(
        &mut self,
        entry: &Entry,
        now: Sys<Meta>,
        set: impl Fn(Option<u32>, Option<u32>) -> Sys<()>,
        (dst, path): (BorrowedFd<'_>, &Path),
    ) -> bool {
        let Some(owner) = self.owner(entry) else { return !self.loses_owner(entry) };
        match now.and_then(|now| give_owner(self.job, set, &now, owner)) {
            Ok(kept) => {
                // The source of a copy still has it.
                if !kept && self.job.spec.verb == Verb::Move {
                    self.warn(OpError::new(Action::SetOwner, path, Errno::PERM));
                }
                kept
            }
            Err(errno) => {
                self.note_unset(Action::SetOwner, Err(errno), dst, path);
                false
            }
        }
    }

    /// Whether an entry gets another owner than the one that its set-ID bits were meant for: this process may not set that one,
    /// or the archive does not tell it, as a zip.
    fn loses_owner(&self, entry: &Entry) -> bool {
        let keeps = self.job.spec.options.preserve.ownership;
        let is_other = |owner| keeps && !self.job.privileged && owner != sys::effective_ids();
        entry.owner.map_or_else(|| self.job.link.is_none(), is_other)
    }

    /// Sets the metadata of a file: the owner first, since a change of it clears set-ID bits and capabilities; the time
    /// last, since all else changes it.
    pub(super) fn set_meta(
        &mut self,
        entry: &Entry,
        file: BorrowedFd<'_>,
        (dir, name): (BorrowedFd<'_>, &CString),
        path: &Path,
    ) {
        let mut mode = self.mode(entry);
        let set = |uid, gid| sys::set_owner(file, uid, gid);
        let kept = self.give(entry, sys::stat_fd(file), set, (file, path));
        let owner = self.owner(entry);
        let is_lost = |now: &Meta| owner.is_some_and(|owner| (now.uid, now.gid) != owner);
        let wanted = Rights { owner: true, mode: false };
        if !kept || self.forgets(file, (dir, name), path, (is_lost, wanted)) {
            // A program that ran as its owner must not run as the one that it has instead.
            mode &= 0o1777;
        }
        // Before the mode, by which its owner may not write to it; an ACL after it, which would change that.
        self.set_attributes(entry, (dir, name), path, false);
        self.note_unset(Action::SetMode, sys::set_mode(file, mode), file, path);
        // Modes that are not kept exactly cannot be lost.
        let is_exact = self.job.spec.options.preserve.mode == ModeRule::Exact;
        let is_lost = |now: &Meta| is_exact && now.mode != mode;
        self.forgets(file, (dir, name), path, (is_lost, Rights { owner: false, mode: true }));
        self.set_attributes(entry, (dir, name), path, true);
        if let Some(mtime) = self.time(entry) {
            let now = sys::stat_fd(file);
            let set = now.and_then(|now| sys::set_times(file, &Meta { mtime, ..now }));
            self.note_unset(Action::SetTimes, set, file, path);
        }
    }

    /// Goes on without what could not be set of an entry, and tells so, unless a move would lose it that could have kept it.
    pub(super) fn note_unset(
        &mut self,
        action: Action,
        set: Sys<()>,
        dst: BorrowedFd<'_>,
        path: &Path,
    ) {
        let Err(errno) = set else { return };
        let error = OpError::new(action, path, errno);
        if is_not_kept(dst, &error) {
            let error = error.on(sys::filesystem_name(dst));
            self.warn(OpError { code: Code::NotKept, ..error });
        } else if self.job.spec.verb == Verb::Move && !is_bearable(&error) {
            self.loses.get_or_insert(error);
        } else {
            self.warn(error);
        }
    }

    /// Whether the filesystem has forgotten what was set of a file, which is told once.
    fn forgets(
        &self,
        file: BorrowedFd<'_>,
        place: (BorrowedFd<'_>, &CString),
        path: &Path,
        (is_lost, wanted): (impl Fn(&Meta) -> bool, Rights),
    ) -> bool {
        self.may_forget
            && sys::stat_fd(file).is_ok_and(|now| {
                let place = (place.0, place.1.as_c_str());
                is_lost(&now) && self.job.forgets(now.dev, place, wanted, || path.to_owned())
            })
    }

    /// Does the same for what is no file.
    pub(super) fn set_meta_at(
        &mut self,
        entry: &Entry,
        dir: BorrowedFd<'_>,
        name: &CString,
        path: &Path,
    ) {
        let is_link = matches!(entry.kind, Kind::Symlink(_));
        let mark = self.job.mark;
        let sets = || sys::sets_links_beside(dir, name, &mark.trial());
        if is_link && !*self.sets_links.get_or_insert_with(sets) {
            return self.note_unset(Action::SetTimes, Err(Errno::OPNOTSUPP), dir, path);
        }
        let mut mode = self.mode(entry);
        let set = |uid, gid| sys::set_owner_at(dir, name, uid, gid);
        if !self.give(entry, sys::stat_at(dir, name, false), set, (dir, path)) {
            mode &= 0o1777;
        }
        self.set_attributes(entry, (dir, name), path, false);
        if !is_link {
            self.note_unset(Action::SetMode, sys::set_mode_at(dir, name, mode), dir, path);
        }
        self.set_attributes(entry, (dir, name), path, true);
        if let Some(mtime) = self.time(entry) {
            let now = sys::stat_at(dir, name, false);
            let set = now.and_then(|now| sys::set_times_at(dir, name, &Meta { mtime, ..now }));
            self.note_unset(Action::SetTimes, set, dir, path);
        }
    }

    /// Sets the extended attributes of an entry, its ACLs or all others.
    pub(super) fn set_attributes(
        &mut self,
        entry: &Entry,
        (dir, name): (BorrowedFd<'_>, &CString),
        path: &Path,
        acls: bool,
    ) {
        for (attribute, value) in &entry.attributes {
            let is_acl = attribute.to_bytes().starts_with(b"system.posix_acl_");
            if is_acl == acls
                && let Err(errno) = sys::set_xattr_at(dir, name, attribute, value)
            {
                self.note_attribute(OpError::new(Action::SetXattr, path, errno), errno);
            }
        }
    }

    /// Goes on without an extended attribute, as [`Self::note_unset`] does, unless the user requires it.
    pub(super) fn note_attribute(&mut self, error: OpError, errno: Errno) {
        let is_required = self.job.spec.options.preserve.required;
        if is_required || self.job.spec.verb == Verb::Move && does_not_fit(errno) {
            self.loses.get_or_insert(error);
        } else {
            self.warn(error);
        }
    }

    pub(super) fn time(&self, entry: &Entry) -> Option<(i64, i64)> {
        let kept = entry.mtime.filter(|_| self.job.spec.options.preserve.timestamps);
        kept.map(|time| (time.seconds, i64::from(time.nanos)))
    }

    pub(super) fn warn(&self, error: OpError) {
        if self.job.first_warning(error.action) || self.job.tells(EventLevel::All) {
            let warning = Warning::Metadata { error };
            self.job.hub.tell(Event::Warning { job: self.job.id, warning });
        }
    }
}
