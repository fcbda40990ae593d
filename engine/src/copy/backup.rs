//! Makes backups: keeps the old file under another name.
//!
//! The new file and the old one change places, and what came out becomes the backup. So the name is
//! never absent, and of two programs that replace a file at once neither loses what the other made.

use std::ffi::{CStr, CString};

use super::backup_name::{Entry, Spare};
use super::copier::{Copier, Step};
use super::existing::ExistingFile;
use super::naming::temporary_beside;
use super::naming::{Over, Unplaced, Way};
use super::retain::{Incoming, Retained};
use crate::contract::error::{Action, Code};
use crate::contract::event::FileKind;
use crate::contract::spec::MismatchPolicy;
use crate::walk::operand::{base_of, parent_of, without_slashes};
use crate::walk::worker::Worker;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, FsType, Meta, OwnedFd, Sys};

/// Looks at an item that other programs keep replacing, before the last look counts.
const TRIES: u16 = 8;

/// Attempts at a step that other programs keep taking the name from, before the item fails.
const ATTEMPTS: u16 = 10_000;

impl Copier {
    /// Whether an item in the way becomes a backup.
    ///
    /// What an earlier run of the job has left does not: that run has kept what was there.
    pub(super) fn backs_up(&self, old: &ExistingFile) -> bool {
        let fits = old.meta.kind != FileKind::Directory || self.moves;
        self.job.spec.options.backup.is_some() && !old.is_ours && fits
    }

    /// The name that the backup of an item will have, unless another program takes it first.
    pub(super) fn foreseen_backup(&self, step: Step<'_>, old: &ExistingFile) -> Option<CString> {
        let spare = self.spares_simple(step.node, step.pair, (step.item.name, step.item.dst_name));
        let name = || self.backup_name((step.pair.dst(), step.item.dst_name), spare, 0);
        if self.backs_up(old) { name().ok().map(|(backup, _)| backup) } else { None }
    }

    /// What gives way to an item when this does.
    pub(super) fn over(&self, old: &ExistingFile) -> Over {
        if self.backs_up(old) { Over::BackedUp } else { old.over() }
    }

    /// How a file takes its name.
    pub(super) fn way<'a>(
        &'a self,
        over: Over,
        retained: Option<&'a mut Retained>,
        spare: impl FnOnce() -> Spare,
    ) -> Way<'a> {
        match (over, retained) {
            (Over::Nothing, _) => Way::New,
            (Over::BackedUp, _) => Way::BackUp(self, spare()),
            (Over::Leftover | Over::Other | Over::Kept, Some(retained)) => Way::Retain(retained),
            (Over::Leftover | Over::Other | Over::Kept, None) => Way::Over,
        }
    }

    /// Gives an item the name of another one, which becomes a backup; gives the name of that.
    pub(super) fn back_up(
        &self,
        worker: &mut Worker,
        (dir, name): Entry<'_>,
        from: Entry<'_>,
        (incoming, spare): (Incoming, Spare),
    ) -> Result<Option<CString>, Unplaced> {
        if !self.exchanges(worker, dir, name) {
            return self.link_and_replace((dir, name), from, worker, spare);
        }
        for _ in 0..ATTEMPTS {
            let placed = match incoming {
                Incoming::Temporary => self.exchange_with_backup((dir, name), from, spare),
                Incoming::Source => self.exchange_with_source((dir, name), from, spare),
            };
            match placed {
                Ok(backup) => return Ok(Some(backup)),
                Err(unplaced) if !unplaced.is_back => return Err(unplaced),
                Err(unplaced) if unplaced.errno == Errno::NOENT => {
                    // The old item has been removed, or the incoming one.
                    match sys::rename_new(from.0, from.1, dir, name) {
                        Ok(()) => return Ok(None),
                        Err(errno) if sys::exists(errno) => {}
                        Err(errno) => return Err(Unplaced::back(Action::Publish, errno)),
                    }
                }
                Err(Unplaced { errno: Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP, .. }) => {
                    return self.link_and_replace((dir, name), from, worker, spare);
                }
                // A move then goes by way of a copy. Of anything but a directory, it is the old item that an overlay
                // refuses to rename, and no copy changes that.
                Err(Unplaced { errno: Errno::XDEV, .. })
                    if incoming == Incoming::Source && is_directory(from) =>
                {
                    return Err(Unplaced::back(Action::Publish, Errno::XDEV));
                }
                Err(unplaced) => return Err(unplaced),
            }
        }
        Err(Unplaced::back(Action::Backup, Errno::EXIST))
    }

    /// Lets a finished item take the name of the backup first, and then change places with the old one.
    ///
    /// Under its temporary name the old one would be removed if the process were killed between the
    /// two and the job were resumed.
    fn exchange_with_backup(
        &self,
        (dir, name): Entry<'_>,
        new: Entry<'_>,
        spare: Spare,
    ) -> Result<CString, Unplaced> {
        let failed = |errno| Unplaced::back(Action::Backup, errno);
        let mut taken = 0;
        for _ in 0..ATTEMPTS {
            let named = self.backup_name((dir, name), spare, taken);
            let (backup, number) = named.map_err(failed)?;
            let is_free = match (sys::rename_new(new.0, new.1, dir, &backup), number) {
                (Ok(()), _) => true,
                (Err(errno), Some(number)) if sys::exists(errno) => {
                    taken = number;
                    continue;
                }
                (Err(errno), None) if sys::exists(errno) => {
                    if is_directory((dir, &backup)) {
                        return Err(failed(Errno::ISDIR));
                    }
                    sys::exchange(new.0, new.1, dir, &backup).map_err(failed)?;
                    false
                }
                (Err(errno), _) => return Err(failed(errno)),
            };
            return match sys::exchange(dir, &backup, dir, name) {
                Ok(()) if is_free => Ok(backup),
                // Another worker has just given it the name of the backup.
                Ok(()) if self.is_own_item(new) => sys::exchange(new.0, new.1, dir, &backup)
                    .and_then(|()| self.become_backup(new, (dir, name), spare))
                    .map_err(|errno| Unplaced { is_back: false, ..failed(errno) }),
                Ok(()) => {
                    // The older backup, which this one replaces.
                    sys::best_effort(sys::unlink(new.0, new.1));
                    Ok(backup)
                }
                Err(errno) => {
                    let back = if is_free {
                        sys::rename_new(dir, &backup, new.0, new.1)
                    } else {
                        sys::exchange(dir, &backup, new.0, new.1)
                    };
                    Err(Unplaced { is_back: back.is_ok(), ..failed(errno) })
                }
            };
        }
        Err(failed(Errno::EXIST))
    }

    /// Lets a source and the old item change places, so that a kill leaves both.
    fn exchange_with_source(
        &self,
        (dir, name): Entry<'_>,
        source: Entry<'_>,
        spare: Spare,
    ) -> Result<CString, Unplaced> {
        let failed = |errno| Unplaced::back(Action::Backup, errno);
        // Looked up before: a path with a slash at its end, or through the other one, leads elsewhere afterwards.
        let (to, at) = held(dir, name).map_err(failed)?;
        let (from, old) = held(source.0, source.1).map_err(failed)?;
        let (to, from) = ((to.as_fd(), at.as_c_str()), (from.as_fd(), old.as_c_str()));
        sys::exchange(source.0, source.1, dir, name).map_err(failed)?;
        let backup = self.become_backup(from, to, spare).map_err(|errno| {
            let back = sys::exchange(from.0, from.1, to.0, to.1);
            // What then is missing is told by its own errno, and not taken for a free name.
            let errno = if errno == Errno::NOENT { Errno::IO } else { errno };
            Unplaced { is_back: back.is_ok(), ..failed(errno) }
        })?;
        let above = without_slashes(name);
        let above = &above[..above.len() - base_of(name).len()];
        Ok(CString::new([above, backup.to_bytes()].concat()).unwrap_or(backup))
    }

    /// Renames an old item, wherever it is now, to the name of its backup.
    fn become_backup(&self, old: Entry<'_>, (dir, name): Entry<'_>, spare: Spare) -> Sys<CString> {
        let mut taken = 0;
        for _ in 0..ATTEMPTS {
            let (backup, number) = self.backup_name((dir, name), spare, taken)?;
            if let Some(number) = number {
                match sys::rename_new(old.0, old.1, dir, &backup) {
                    Err(errno) if sys::exists(errno) => {
                        taken = number;
                        continue;
                    }
                    renamed => renamed?,
                }
            } else {
                sys::rename(old.0, old.1, dir, &backup)?;
                // Nothing happened if the old backup is the same inode already (rename(2)).
                if same_file(old, (dir, &backup)) {
                    sys::best_effort(sys::unlink(old.0, old.1));
                }
            }
            return Ok(backup);
        }
        Err(Errno::EXIST)
    }

    /// Where names cannot change places: the backup is a second name of the old item.
    fn link_and_replace(
        &self,
        (dir, name): Entry<'_>,
        incoming: Entry<'_>,
        worker: &mut Worker,
        spare: Spare,
    ) -> Result<Option<CString>, Unplaced> {
        let failed = |errno| Unplaced::back(Action::Backup, errno);
        let mut taken = 0;
        for tries in 1..=ATTEMPTS {
            let named = self.backup_name((dir, name), spare, taken);
            let (backup, number) = named.map_err(failed)?;
            let numbered = number.is_some();
            let beside = temporary_beside(worker, &backup);
            let link = if numbered { &backup } else { &beside };
            match sys::hard_link(dir, name, dir, link, false) {
                Ok(()) => {}
                Err(errno) if sys::exists(errno) => {
                    taken = number.unwrap_or(taken);
                    continue;
                }
                // Filesystems without hard links, or protected_hardlinks (proc_sys_fs(5)).
                Err(Errno::PERM | Errno::OPNOTSUPP | Errno::NOSYS | Errno::MLINK | Errno::IO) => {
                    return self.move_and_replace((dir, name), incoming, spare);
                }
                Err(errno) => return Err(failed(errno)),
            }
            if !numbered {
                let renamed = sys::rename(dir, link, dir, &backup);
                // Still there if the rename failed, or the old backup is the same inode already.
                sys::best_effort(sys::unlink(dir, link));
                renamed.map_err(failed)?;
            }
            // Inode numbers of filesystems in user space may tell nothing.
            if tries < TRIES && !same_file((dir, name), (dir, &backup)) {
                // Another program replaced it meanwhile: the file that it made stays.
                if numbered {
                    sys::best_effort(sys::unlink(dir, &backup));
                }
                continue;
            }
            return match sys::rename(incoming.0, incoming.1, dir, name) {
                Ok(()) => Ok(Some(backup)),
                Err(errno) => {
                    if numbered {
                        sys::best_effort(sys::unlink(dir, &backup));
                    }
                    Err(Unplaced::back(Action::Publish, errno))
                }
            };
        }
        Err(failed(Errno::EXIST))
    }

    /// Where there are no hard links either: the name is absent for an instant.
    fn move_and_replace(
        &self,
        (dir, name): Entry<'_>,
        incoming: Entry<'_>,
        spare: Spare,
    ) -> Result<Option<CString>, Unplaced> {
        let failed = |errno| Unplaced::back(Action::Backup, errno);
        let backup = self.become_backup((dir, name), (dir, name), spare).map_err(failed)?;
        sys::rename_new(incoming.0, incoming.1, dir, name).map_err(|errno| {
            // Fails only where another program took the name; then there is nothing to put back.
            sys::best_effort(sys::rename_new(dir, &backup, dir, name));
            Unplaced::back(Action::Publish, errno)
        })?;
        Ok(Some(backup))
    }

    /// Whether two names in the directory of a file can change places.
    fn exchanges(&self, worker: &mut Worker, dir: BorrowedFd<'_>, name: &CStr) -> bool {
        let Ok(parent) = sys::enter_dir(dir, &parent_of(name), true) else { return false };
        match sys::fs_type(parent.as_fd()) {
            FsType::Ext | FsType::Xfs | FsType::Btrfs | FsType::Tmpfs => return true,
            FsType::CaseFolding | FsType::Other => {}
        }
        let Ok(meta) = sys::stat_fd(parent.as_fd()) else { return false };
        if let Some(known) = lock(&self.exchanging).get(&meta.dev) {
            return *known;
        }
        let works = do_names_change_places(worker, dir, name);
        lock(&self.exchanging).insert(meta.dev, works);
        works
    }

    /// Whether a file gives way to a directory by becoming a backup.
    pub(super) fn backs_up_for_directory(&self, old: &Meta) -> bool {
        let options = &self.job.spec.options;
        // GNU's mv makes such a backup, and its cp refuses the folder.
        let may = self.moves || !options.gnu;
        let backs_up = options.backup.is_some() && may && !self.is_doubtful();
        backs_up && old.kind != FileKind::Directory
    }

    /// Whether a directory in the way of a file becomes its backup, as GNU's `mv` has it.
    pub(super) fn backs_up_directory(&self, step: Step<'_>) -> bool {
        let options = &self.job.spec.options;
        self.job.spec.verb.moves()
            && options.backup.is_some()
            && options.on_mismatch == MismatchPolicy::Fail
            && sys::stat_at(step.pair.dst(), step.item.dst_name, false)
                .is_ok_and(|there| there.kind == FileKind::Directory)
    }

    /// Refuses a backup that would replace the source itself.
    pub(super) fn check_backup(&self, step: Step<'_>, meta: &Meta) -> Result<(), Code> {
        if self.job.spec.options.backup.is_none() {
            return Ok(());
        }
        if self.job.spec.options.gnu {
            return if self.is_backup(step, meta) { Err(Code::BackupIsSource) } else { Ok(()) };
        }
        let found = self.backup_name((step.pair.dst(), step.item.dst_name), Spare::Nothing, 0);
        let Ok((backup, number)) = found else { return Ok(()) };
        let is_source = number.is_none()
            && sys::stat_at(step.pair.dst(), &backup, false)
                .is_ok_and(|there| there.id() == meta.id());
        if is_source { Err(Code::BackupIsSource) } else { Ok(()) }
    }
}

fn is_directory((dir, name): Entry<'_>) -> bool {
    sys::stat_at(dir, name, false).is_ok_and(|there| there.kind == FileKind::Directory)
}

/// Whether two names are of one inode.
fn same_file(one: Entry<'_>, other: Entry<'_>) -> bool {
    let one = sys::stat_at(one.0, one.1, false);
    let other = sys::stat_at(other.0, other.1, false);
    matches!((one, other), (Ok(one), Ok(other)) if one.id() == other.id())
}

/// Tries it with two files: a filesystem in user space may take the exchange for a plain rename.
fn do_names_change_places(worker: &mut Worker, dir: BorrowedFd<'_>, name: &CStr) -> bool {
    let names = [temporary_beside(worker, name), temporary_beside(worker, name)];
    let [one, two] = &names;
    let make = |name, data| {
        let file = sys::create_new(dir, name, 0o600)?;
        sys::write_all(file.as_fd(), data)?;
        sys::close(file)
    };
    let made = make(one, &b"1"[..]).and_then(|()| make(two, b"22"));
    let size = |name: &CStr| sys::stat_at(dir, name, false).map(|meta| meta.size);
    let works = made.is_ok()
        && sys::exchange(dir, one, dir, two).is_ok()
        && (size(one), size(two)) == (Ok(2), Ok(1));
    for name in &names {
        sys::best_effort(sys::unlink(dir, name));
    }
    works
}

/// Opens the directory of an item, and gives its name there.
fn held(dir: BorrowedFd<'_>, name: &CStr) -> Sys<(OwnedFd, CString)> {
    let base = CString::new(base_of(name)).map_err(|_nul| Errno::INVAL)?;
    Ok((sys::enter_dir(dir, &parent_of(name), true)?, base))
}
