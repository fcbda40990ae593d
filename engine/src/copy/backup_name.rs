//! Names backups: with a suffix, or with a number where that name is an item's of the job.

use std::collections::HashSet;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::copier::Copier;
use super::numbered::with_number;
use crate::contract::spec::{BackupKind, Destination};
use crate::job::conflict::same_size_and_mtime;
use crate::walk::node::DirNode;
use crate::walk::operand::base_of;
use crate::walk::worker::Pair;
use fcp_sys::{self as sys, BorrowedFd, Errno, Sys};

/// A name relative to an open directory.
pub(super) type Entry<'a> = (BorrowedFd<'a>, &'a CStr);

/// Which name a backup must not take, whatever kind of backups the user chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spare {
    Nothing,
    /// The one with the suffix: an item of the job has it, or will have it.
    Simple,
}

impl Copier {
    /// Builds the backup name of a destination, and gives its number if it has one.
    ///
    /// A number is higher than that which the caller has found to be `taken`: each attempt is made with a further one,
    /// however the filesystem compares names.
    pub(super) fn backup_name(
        &self,
        (dir, name): Entry<'_>,
        spare: Spare,
        taken: u64,
    ) -> Sys<(CString, Option<u64>)> {
        let Some(backup) = &self.job.spec.options.backup else { return Err(Errno::INVAL) };
        let name = &unslashed(name)?;
        let highest = || self.numbered.highest((dir, name), self.created.folds_case(), taken);
        let numbered = |highest: u64| -> Sys<(CString, Option<u64>)> {
            let number = highest.saturating_add(1);
            Ok((with_number(name, number)?, Some(number)))
        };
        if backup.kind != BackupKind::Numbered {
            let simple = with_suffix(name, &backup.suffix)?;
            if spare == Spare::Simple
                || self.is_own_item((dir, &simple))
                || self.may_be_own_backup((dir, &simple))
            {
                return numbered(highest()?);
            }
        }
        match backup.kind {
            BackupKind::Simple => Ok((with_suffix(name, &backup.suffix)?, None)),
            BackupKind::Numbered => numbered(highest()?),
            BackupKind::Existing => match highest()? {
                0 => Ok((with_suffix(name, &backup.suffix)?, None)),
                highest => numbered(highest),
            },
        }
    }

    /// Whether an item must not be replaced by a backup, since this job made or moved it.
    ///
    /// GNU's `cp` replaces it, but then its source is still there.
    pub(super) fn is_own_item(&self, (dir, name): Entry<'_>) -> bool {
        (self.moves || !self.job.spec.options.gnu)
            && self.created.remembers()
            && sys::stat_at(dir, name, false).is_ok_and(|there| self.created.has_made(&there))
    }

    /// Whether an earlier run of the job may have made a backup of this name, which holds the only old file. Of a move
    /// [`Self::spares_simple`] tells it.
    ///
    /// A file that gets a name has its ctime changed by that (rename(2), link(2)).
    fn may_be_own_backup(&self, (dir, backup): Entry<'_>) -> bool {
        (!self.moves || self.unpacks())
            && self.resumed().is_some_and(|journal| {
                sys::stat_at(dir, backup, false)
                    .is_ok_and(|there| journal.is_of_job(there.ctime_micros()))
            })
    }

    /// Which name the backup of an item, which is about to be made, must leave to another one; writes down what gives way to
    /// it.
    pub(super) fn spare_of_backup(
        &self,
        node: &DirNode,
        pair: &Pair,
        names: (&CStr, &CStr),
    ) -> Spare {
        let spare = self.spares_simple(node, pair, names);
        if self.job.recorder.is_some()
            && let Ok((backup, None)) = self.backup_name((pair.dst(), names.1), spare, 0)
        {
            self.note_older_backup(node, pair.dst(), (names.0, &backup));
        }
        spare
    }

    /// Whether the backup of an item must leave the name with the suffix to another source, which will come or
    /// came in an earlier run of the job.
    pub(super) fn spares_simple(
        &self,
        node: &DirNode,
        pair: &Pair,
        (name, dst_name): (&CStr, &CStr),
    ) -> Spare {
        let options = &self.job.spec.options;
        let Some(backup) = options.backup.as_ref().filter(|it| it.kind != BackupKind::Numbered)
        else {
            return Spare::Nothing;
        };
        let simple = unslashed(dst_name).and_then(|name| with_suffix(&name, &backup.suffix));
        let Ok(simple) = simple else { return Spare::Nothing };
        let comes = || {
            let base = CString::new(base_of(&simple)).unwrap_or_default();
            if node.parent.is_none() {
                return self.names_of_operands().contains(OsStr::from_bytes(base.to_bytes()));
            }
            sys::stat_at(pair.src(), &base, false)
                .is_ok_and(|source| self.job.accepts(node, &base, source.kind))
        };
        let came = || {
            let Some(journal) = self.resumed().filter(|_| self.moves) else { return false };
            let Ok(there) = sys::stat_at(pair.dst(), &simple, false) else { return false };
            // A killed process may have left the item itself under the name of its backup.
            let is_item = || {
                journal.is_born_of_job(pair.dst(), &simple)
                    && sys::stat_at(pair.src(), name, false)
                        .is_ok_and(|source| same_size_and_mtime(&source, &there))
            };
            journal.may_be_since_start(there.ctime_micros()) && !is_item()
        };
        // GNU's programs take their operands one after the other, and back up what has come before.
        if !options.gnu && comes() || came() { Spare::Simple } else { Spare::Nothing }
    }

    /// The names that the operands are to have in one directory.
    fn names_of_operands(&self) -> &HashSet<OsString> {
        self.operand_names.get_or_init(|| {
            let name = |path: &Path| path.file_name().map(OsStr::to_owned);
            if let Some(relocations) = &self.relocations {
                return relocations.iter().filter_map(|it| name(&it.dst)).collect();
            }
            match &self.job.spec.destination {
                Some(Destination::Into(_)) => {
                    self.job.spec.sources.iter().filter_map(|it| name(&it.0)).collect()
                }
                Some(Destination::Each(paths)) => {
                    paths.iter().filter_map(|it| name(&it.0)).collect()
                }
                Some(Destination::As(_)) | None => HashSet::new(),
            }
        })
    }
}

fn with_suffix(name: &CStr, suffix: &str) -> Sys<CString> {
    let bytes = [name.to_bytes(), suffix.as_bytes()].concat();
    CString::new(bytes).map_err(|_nul| Errno::INVAL)
}

/// The path of a directory without the slashes that may follow it.
pub(super) fn unslashed(path: &CStr) -> Sys<CString> {
    let bytes = path.to_bytes();
    let end = bytes.iter().rposition(|byte| *byte != b'/').map_or(bytes.len(), |last| last + 1);
    CString::new(bytes.get(..end).unwrap_or(bytes)).map_err(|_nul| Errno::INVAL)
}
