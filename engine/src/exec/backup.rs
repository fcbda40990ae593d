//! Backups: the old file stays under another name.

use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;

use super::publish::temporary_beside;
use super::room::Old;
use super::{Copier, Step};
use crate::error::Code;
use crate::event::FileKind;
use crate::spec::{BackupKind, MismatchPolicy};
use crate::sys::{self, AsFd, Errno, Meta, Sys};
use crate::worker::Worker;

impl Copier {
    /// The same, unless an earlier run of the job has left it: then that has kept what was there.
    pub(super) fn back_up_old(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        old: &Old,
    ) -> Sys<Option<CString>> {
        if old.is_ours { Ok(None) } else { self.back_up(worker, step, &old.meta) }
    }

    /// Keeps the old file under a backup name, if that is asked for; gives the name.
    ///
    /// The backup is a second name of the old file, so that the destination is never absent.
    pub(super) fn back_up(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        old: &Meta,
    ) -> Sys<Option<CString>> {
        if self.job.spec.options.backup.is_none() || old.kind == FileKind::Directory {
            return Ok(None);
        }
        let dir = step.pair.dst();
        loop {
            let (backup, numbered) = self.backup_name(step)?;
            let target = if numbered {
                backup.clone()
            } else {
                temporary_beside(worker, step.item.dst_name)
            };
            match sys::hard_link(dir, step.item.dst_name, dir, &target, false) {
                Ok(()) if numbered => {}
                Ok(()) => {
                    let renamed = sys::rename(dir, &target, dir, &backup);
                    // Still there if the rename failed, or did nothing because the old backup is
                    // the same inode already (rename(2)).
                    sys::best_effort(sys::unlink(dir, &target));
                    renamed?;
                }
                Err(errno) if sys::exists(errno) => continue,
                // Filesystems without hard links, or protected_hardlinks (proc_sys_fs(5)).
                Err(Errno::PERM | Errno::OPNOTSUPP | Errno::NOSYS | Errno::MLINK) => {
                    sys::rename(dir, step.item.dst_name, dir, &backup)?;
                }
                Err(errno) => return Err(errno),
            }
            return Ok(Some(backup));
        }
    }

    /// Whether a file gives way to a directory by becoming a backup.
    pub(super) fn backs_up_for_directory(&self, old: &Meta) -> bool {
        self.job.spec.options.backup.is_some() && old.kind != FileKind::Directory
    }

    /// Whether a directory in the way of a file becomes its backup, as GNU's `mv` has it.
    pub(super) fn backs_up_directory(&self, step: Step<'_>) -> bool {
        let options = &self.job.spec.options;
        self.moves
            && options.backup.is_some()
            && options.on_mismatch == MismatchPolicy::Fail
            && sys::stat_at(step.pair.dst(), step.item.dst_name, false)
                .is_ok_and(|there| there.kind == FileKind::Directory)
    }

    /// Renames what is in the way to its backup name; gives the name.
    pub(super) fn back_up_by_rename(&self, step: Step<'_>) -> Sys<CString> {
        let (backup, _) = self.backup_name(step)?;
        sys::rename(step.pair.dst(), step.item.dst_name, step.pair.dst(), &backup)?;
        Ok(backup)
    }

    /// Refuses a backup that would replace the source itself.
    pub(super) fn check_backup(&self, step: Step<'_>, meta: &Meta) -> Result<(), Code> {
        if self.job.spec.options.backup.is_none() {
            return Ok(());
        }
        let Ok((backup, numbered)) = self.backup_name(step) else { return Ok(()) };
        let is_source = !numbered
            && sys::stat_at(step.pair.dst(), &backup, false)
                .is_ok_and(|there| there.id() == meta.id());
        if is_source { Err(Code::BackupIsSource) } else { Ok(()) }
    }

    /// Builds the backup name of a destination; tells whether it is a numbered one.
    fn backup_name(&self, step: Step<'_>) -> Sys<(CString, bool)> {
        let Some(backup) = &self.job.spec.options.backup else { return Err(Errno::INVAL) };
        let name = &unslashed(step.item.dst_name)?;
        let highest = match backup.kind {
            BackupKind::Simple => 0,
            BackupKind::Numbered | BackupKind::Existing => highest_backup(step, name)?,
        };
        let mut bytes = name.to_bytes().to_vec();
        let numbered = match backup.kind {
            BackupKind::Simple => false,
            BackupKind::Numbered => true,
            BackupKind::Existing => highest > 0,
        };
        if numbered {
            bytes.extend_from_slice(format!(".~{}~", highest + 1).as_bytes());
        } else {
            bytes.extend_from_slice(backup.suffix.as_bytes());
        }
        Ok((CString::new(bytes).map_err(|_nul| Errno::INVAL)?, numbered))
    }
}

/// The path of a directory without the slashes that may follow it.
fn unslashed(path: &CStr) -> Sys<CString> {
    let bytes = path.to_bytes();
    let end = bytes.iter().rposition(|byte| *byte != b'/').map_or(bytes.len(), |last| last + 1);
    CString::new(bytes.get(..end).unwrap_or(bytes)).map_err(|_nul| Errno::INVAL)
}

/// Finds the highest number among `name.~N~`.
fn highest_backup(step: Step<'_>, name: &CStr) -> Sys<u64> {
    let bytes = name.to_bytes();
    let (parent, base) = match bytes.iter().rposition(|byte| *byte == b'/') {
        Some(cut) => {
            (bytes.get(..=cut).unwrap_or_default(), bytes.get(cut + 1..).unwrap_or_default())
        }
        None => (&b"."[..], bytes),
    };
    let parent = CString::new(parent).map_err(|_nul| Errno::INVAL)?;
    let dir = sys::open_dir(step.pair.dst(), &parent, true)?;
    let mut entries = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let mut highest = 0;
    sys::list(dir.as_fd(), &mut entries, |entry, _, _| {
        let number = entry
            .to_bytes()
            .strip_prefix(base)
            .and_then(|rest| rest.strip_prefix(b".~"))
            .and_then(|rest| rest.strip_suffix(b"~"))
            // A leading zero makes it another name.
            .filter(|digits| digits.first() != Some(&b'0'))
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| digits.parse::<u64>().ok());
        highest = highest.max(number.unwrap_or(0));
        ControlFlow::Continue(())
    })?;
    Ok(highest)
}
