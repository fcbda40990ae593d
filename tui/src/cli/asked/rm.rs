//! Gives meaning to the flags that only `frm` and `rm` have, or that they read differently.

use std::ffi::OsStr;
use std::io::{IsTerminal, stdin};

use fcp_engine::spec::{Confirm, ConflictPolicy, MismatchPolicy};

use super::{Dialect, Fold};
use crate::cli::flags::{Id, lists};
use crate::cli::misuse::{Misuse, word};
use crate::cli::recall::Recall;
use crate::terminal::is_attended;

impl Fold<'_> {
    pub(super) fn begin_rm(&mut self) {
        let options = &mut self.asked.options;
        options.recursive = false;
        options.confirm = Confirm::Protected;
        if self.dialect == Dialect::Gnu {
            options.cross_mounts = true;
            options.protect.working_directory = false;
        }
    }

    /// Applies a flag, if it means something else than to `cp`.
    pub(super) fn apply_rm(&mut self, id: Id, given: Option<&OsStr>) -> Result<bool, Misuse> {
        let options = &mut self.asked.options;
        match id {
            Id::Force => {
                self.ask("never");
                self.asked.options.force = true;
            }
            Id::Interactive => match given {
                Some(when) => self.ask(word("--interactive", when, lists::INTERACTIVE)?),
                None => self.ask("always"),
            },
            Id::InteractiveOnce => self.ask("once"),
            Id::InteractiveAlways => self.ask("always"),
            Id::Directories => options.empty_directories = true,
            Id::CrossMounts => options.cross_mounts = true,
            Id::NoPreserveRoot => options.protect.root = false,
            Id::PreserveRoot => {
                options.protect.root = true;
                match given {
                    None => {}
                    Some(all) if all == "all" => options.protect.mount_points = true,
                    Some(other) => {
                        let value = other.to_owned();
                        return Err(Misuse::Unrecognized { flag: "--preserve-root", value });
                    }
                }
            }
            Id::PresumeTerminal => self.asked.presume_terminal = true,
            Id::Trash => self.asked.trash = true,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Overrides what earlier flags said about asking; only `never` leaves `-f` in force.
    fn ask(&mut self, when: &str) {
        let options = &mut self.asked.options;
        options.confirm = match when {
            "never" => Confirm::Never,
            "once" => Confirm::Protected,
            _ => Confirm::Each,
        };
        options.force &= when == "never";
        self.asked.once = when == "once";
    }

    /// Decides whether the user can be asked about write-protected items, or about taken names.
    pub(super) fn finish_rm(&mut self) -> Result<(), Misuse> {
        self.settle_restore()?;
        match (self.older_than, &mut self.asked.recall) {
            (None, _) => {}
            (age, Some(Recall::TrashEmpty(older_than))) => *older_than = age,
            (Some(_), _) => return Err(Misuse::Flags("--older-than needs --trash-empty")),
        }
        let asked = &mut self.asked;
        let answers = match self.dialect {
            Dialect::Gnu => asked.presume_terminal || stdin().is_terminal(),
            Dialect::Own => !asked.json && is_attended(),
        };
        let options = &mut asked.options;
        let protected = options.confirm == Confirm::Protected;
        if protected && (!answers || asked.trash) || options.dry_run {
            options.confirm = Confirm::Never;
        }
        asked.prompt = options.confirm != Confirm::Never;
        Ok(())
    }

    /// Chooses what happens to an item of the trash whose name is taken.
    fn settle_restore(&mut self) -> Result<(), Misuse> {
        let chosen = self.conflict.take();
        let asked = &mut self.asked;
        if asked.recall != Some(Recall::TrashRestore) {
            return match chosen {
                Some(_) => Err(Misuse::Flags("--on-conflict needs --trash-restore")),
                None => Ok(()),
            };
        }
        let own = self.dialect == Dialect::Own;
        let asks = own && !asked.json && !asked.options.force && is_attended();
        let policy =
            chosen.unwrap_or(if asks { ConflictPolicy::Ask } else { ConflictPolicy::Fail });
        asked.options.on_mismatch = match &policy {
            ConflictPolicy::Ask => MismatchPolicy::Ask,
            ConflictPolicy::Skip => MismatchPolicy::Skip,
            ConflictPolicy::Rename(pattern) => MismatchPolicy::Rename(pattern.clone()),
            _ => MismatchPolicy::Fail,
        };
        asked.options.on_conflict = policy;
        // Its volume has a trash, since the item comes from there.
        asked.options.keep_replaced = true;
        Ok(())
    }
}
