//! Gives meaning to the flags that only `frm` and `rm` have, or that they read differently.

use std::ffi::OsStr;
use std::io::{IsTerminal, stdin};

use fcp_engine::spec::Confirm;

use super::{Dialect, Fold};
use crate::cli::flags::{Id, lists};
use crate::cli::misuse::{Misuse, word};
use crate::cli::own::is_attended;

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

    /// Decides whether the user can be asked about write-protected items.
    pub(super) fn finish_rm(&mut self) {
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
    }
}
