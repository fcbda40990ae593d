//! Completes what the flags ask for, and refuses what contradicts itself.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

use fcp_engine::spec::{
    Backup, BackupKind, ConflictPolicy, Follow, LinkMode, MismatchPolicy, NameRule, Options,
    Overwrite, Reflink, Removals, Sharing, Sparse, Subvolumes, Verb,
};

use super::{Asked, Dialect, Fold, Interactive};
use crate::cli::flags::{Flag, Group, Id, lists};
use crate::cli::misuse::{Misuse, word};
use crate::cli::recall::Recall;

impl Fold<'_> {
    /// Settles what depends on several flags.
    pub(super) fn finish(mut self) -> Result<Asked, Misuse> {
        match self.program.verb {
            Verb::Copy | Verb::Verify => self.finish_cp()?,
            Verb::Move => self.finish_mv()?,
            Verb::Dedupe => {}
            Verb::Extract | Verb::Pack => self.finish_extract()?,
            Verb::Delete | Verb::Trash | Verb::Restore | Verb::Undo => self.finish_rm()?,
        }
        self.check_kept()?;
        self.check_names()?;
        let takes_snapshots = self.asked.options.subvolumes != Subvolumes::Copy;
        self.asked.keeps_anyway = self.drops && takes_snapshots;
        self.asked.finish_recall()?;
        self.check_recall()?;
        if self.asked.control && !self.asked.json {
            return Err(Misuse::Flags("--control needs --json"));
        }
        Ok(self.asked)
    }

    /// Refuses flags that say nothing of what a request of the trash, or of what has been done, does: a filter, say, would
    /// be ignored, and more undone than was meant. Those that people have in aliases, or with which an end is reached,
    /// limit nothing.
    fn check_recall(&self) -> Result<(), Misuse> {
        let Some(recall) = &self.asked.recall else { return Ok(()) };
        let is_unfit = |flag: &&Flag| match flag.group {
            Group::Output | Group::Performance | Group::Queue | Group::Confirmation => false,
            Group::Trash => flag.id == Id::KeepReplaced && *recall != Recall::TrashRestore,
            Group::Sources => !matches!(flag.id, Id::Recursive | Id::Files0From),
            Group::Conflicts => !matches!(flag.id, Id::OnError | Id::Interactive | Id::Force),
            Group::Destination => !matches!(flag.id, Id::RemoteShell | Id::RemoteProgram),
            Group::Attributes => flag.id != Id::Archive,
            Group::Filters | Group::Durability => true,
        };
        let of = |id: &Id| self.program.flags.iter().find(|flag| flag.id == *id);
        match self.given.iter().filter_map(of).find(is_unfit) {
            None => Ok(()),
            Some(flag) => Err(Misuse::Beside { request: recall.flag(), flag: flag.shown() }),
        }
    }

    /// Refuses what cannot be combined with keeping replaced files in the trash.
    fn check_kept(&mut self) -> Result<(), Misuse> {
        let options = &mut self.asked.options;
        if !options.keep_replaced {
            return Ok(());
        }
        if options.backup.is_some() {
            return Err(Misuse::Flags("cannot combine --keep-replaced with --backup"));
        }
        if options.overwrite == Overwrite::InPlace {
            if self.dialect == Dialect::Own {
                return Err(Misuse::Flags("cannot combine --keep-replaced with --inplace"));
            }
            // A file whose content is overwritten in place cannot be kept in the trash.
            options.overwrite = Overwrite::Replace;
        }
        Ok(())
    }

    /// Refuses what cannot be combined with other names.
    fn check_names(&self) -> Result<(), Misuse> {
        let options = &self.asked.options;
        if options.names == NameRule::Keep {
            return Ok(());
        }
        if options.parents {
            return Err(Misuse::Flags("cannot combine --names with --parents"));
        }
        if self.dialect == Dialect::Gnu {
            return Err(Misuse::Flags("--names needs the name fcp"));
        }
        Ok(())
    }

    /// Refuses backups where the answer to a conflict replaces nothing.
    pub(super) fn check_backup(&self) -> Result<(), Misuse> {
        match self.conflict {
            Some(ConflictPolicy::Skip | ConflictPolicy::Fail) if self.backup => Err(Misuse::Flags(
                "cannot combine --backup with --on-conflict=skip or --on-conflict=fail, which replace nothing",
            )),
            _ => Ok(()),
        }
    }

    /// Checks the combination of flags in the order in which GNU's `cp` does.
    fn finish_cp(&mut self) -> Result<(), Misuse> {
        if self.hard && self.symbolic {
            return Err(Misuse::Flags("cannot make both hard and symbolic links"));
        }
        let never = self.interactive == Some(Interactive::Never);
        if self.backup && (never || matches!(self.update, "none" | "none-fail")) {
            return Err(Misuse::Flags(
                "--backup is mutually exclusive with -n or --update=none-fail",
            ));
        }
        self.check_backup()?;
        let options = &mut self.asked.options;
        check_holes(options)?;
        if self.hard {
            options.link = LinkMode::Hard;
        } else if self.symbolic {
            options.link = LinkMode::Symbolic;
        }
        if options.link != LinkMode::Copy || options.attributes_only {
            options.reflink = Reflink::Auto;
        }
        if options.attributes_only && self.dialect == Dialect::Own {
            // Nothing is replaced, so nothing is removed or emptied first either.
            options.overwrite = Overwrite::Replace;
        }
        let by_default = match self.dialect {
            _ if self.hard || !options.recursive => Follow::Always,
            Dialect::Own if !self.recursive => Follow::Files,
            Dialect::Own | Dialect::Gnu => Follow::Never,
        };
        options.follow = self.follow.unwrap_or(by_default);
        // Like cp without -r, though directories need none here.
        options.read_operands = self.dialect == Dialect::Own && !self.recursive;
        // Only a recursive copy tells special files from others.
        options.copy_contents |= !options.recursive;
        if self.backup {
            self.asked.options.backup = self.backup_kind()?;
        }
        if self.required_context {
            return Err(Misuse::Refused(
                "cannot preserve security context without an SELinux-enabled kernel",
            ));
        }
        self.settle_conflicts();
        self.finish_manifest()?;
        self.finish_mirror()
    }

    /// Chooses the answer to the conflict with an existing file.
    pub(super) fn settle_conflicts(&mut self) {
        let never = self.interactive == Some(Interactive::Never);
        let ask = self.interactive == Some(Interactive::Ask);
        let asked = &mut self.asked;
        let own = self.conflict.take();
        asked.prompt = ask && own.is_none();
        asked.older = self.update == "older";
        let policy = match (own, self.update) {
            (Some(own), _) => own,
            (None, _) if never => ConflictPolicy::Skip,
            (None, "none") => ConflictPolicy::Skip,
            (None, "none-fail") => {
                asked.none_fail = true;
                ConflictPolicy::Fail
            }
            (None, _) if ask => ConflictPolicy::Ask,
            (None, "older") => ConflictPolicy::Newer,
            (None, _) => ConflictPolicy::Overwrite,
        };
        // GNU's programs fail where a directory meets a file. In our own dialect the answer that
        // the user chose for existing files holds there, too.
        if self.dialect == Dialect::Own {
            asked.options.on_mismatch = match &policy {
                ConflictPolicy::Ask => MismatchPolicy::Ask,
                ConflictPolicy::Rename(pattern) => MismatchPolicy::Rename(pattern.clone()),
                _ => MismatchPolicy::Fail,
            };
        }
        asked.options.on_conflict = policy;
    }

    pub(super) fn backup_kind(&self) -> Result<Option<Backup>, Misuse> {
        let from_env = || self.env.version_control.clone().filter(|value| !value.is_empty());
        let words = match self.dialect {
            Dialect::Own => lists::OWN_BACKUP,
            Dialect::Gnu => lists::BACKUP,
        };
        let method = match (self.method.as_ref().filter(|value| !value.is_empty()), from_env()) {
            (Some(method), _) => word("backup type", method, words)?,
            (None, Some(method)) => word("$VERSION_CONTROL", &method, words)?,
            (None, None) => "existing",
        };
        let kind = match method {
            "none" => return Ok(None),
            "simple" => BackupKind::Simple,
            "numbered" => BackupKind::Numbered,
            _ => BackupKind::Existing,
        };
        let usable = |suffix: &OsString| !suffix.is_empty() && !suffix.as_bytes().contains(&b'/');
        let suffix = match &self.suffix {
            Some(suffix) => Some(suffix),
            None => self.env.simple_backup_suffix.as_ref(),
        };
        let suffix = suffix.filter(|suffix| usable(suffix));
        let suffix = suffix.map_or_else(|| "~".into(), |suffix| suffix.to_string_lossy().into());
        Ok(Some(Backup { kind, suffix }))
    }
}

/// Refuses to share storage where holes are asked for, or none.
pub(super) fn check_holes(options: &Options) -> Result<(), Misuse> {
    if options.reflink == Reflink::Always && options.sparse != Sparse::Auto {
        return Err(Misuse::Flags("--reflink can be used only with --sparse=auto"));
    }
    Ok(())
}

impl Fold<'_> {
    /// Lets a list of checksums have some.
    pub(super) fn finish_manifest(&mut self) -> Result<(), Misuse> {
        let options = &mut self.asked.options;
        if options.manifest.is_none() {
            return Ok(());
        }
        if self.compares {
            return Err(Misuse::Flags(
                "cannot combine --manifest with --verify=compare, which computes no checksums",
            ));
        }
        if options.link != LinkMode::Copy || options.attributes_only {
            return Err(Misuse::Flags(
                "cannot combine --manifest with -l, -s or --attributes-only",
            ));
        }
        options.verify = true;
        options.verify_by.get_or_insert_default();
        Ok(())
    }

    /// Makes the destination like the source, if that was requested.
    pub(super) fn finish_mirror(&mut self) -> Result<(), Misuse> {
        let options = &mut self.asked.options;
        let is_plain = options.link == LinkMode::Copy && !options.attributes_only;
        if self.dialect == Dialect::Gnu && (self.mirror.is_some() || options.reuse.is_some()) {
            return Err(Misuse::Flags("--mirror, --link-dest and --clone-dest need the name fcp"));
        }
        if options.reuse.is_some() && !is_plain {
            return Err(Misuse::Flags(
                "cannot combine --link-dest or --clone-dest with -l, -s or --attributes-only",
            ));
        }
        let by_link = options.reuse.as_ref().is_some_and(|reuse| reuse.by == Sharing::HardLink);
        if by_link && options.overwrite == Overwrite::InPlace {
            return Err(Misuse::Flags(
                "cannot combine --link-dest with --inplace, which would write to the earlier copy",
            ));
        }
        if options.filter.shard.is_some() && (self.mirror.is_some() || options.reuse.is_some()) {
            return Err(Misuse::Flags(
                "cannot combine --shard with --mirror, --link-dest or --clone-dest",
            ));
        }
        let Some(permanent) = self.mirror else {
            return match self.max_delete {
                Some(_) => Err(Misuse::Flags("--max-delete needs --mirror")),
                None => Ok(()),
            };
        };
        if !is_plain {
            return Err(Misuse::Flags("cannot combine --mirror with -l, -s or --attributes-only"));
        }
        if options.backup.is_some() {
            return Err(Misuse::Flags(
                "cannot combine --mirror with --backup; --keep-replaced keeps replaced files",
            ));
        }
        if options.keep_directory_symlink {
            // Two directories of the source could meet in one, and each would lack what the other has.
            return Err(Misuse::Flags("cannot combine --mirror with --keep-directory-symlink"));
        }
        if matches!(options.on_conflict, ConflictPolicy::Rename(_)) {
            return Err(Misuse::Flags("cannot combine --mirror with --on-conflict=rename"));
        }
        options.resume = true;
        options.removals = Some(Removals { paths: None, limit: self.max_delete, permanent });
        options.on_mismatch = match &options.on_conflict {
            ConflictPolicy::Ask => MismatchPolicy::Ask,
            ConflictPolicy::Fail => MismatchPolicy::Fail,
            ConflictPolicy::Skip => MismatchPolicy::Skip,
            _ => MismatchPolicy::Replace,
        };
        Ok(())
    }
}
