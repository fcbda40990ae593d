//! The flags that `frm` and `rm` understand in their own way.

use std::ffi::OsStr;

use fcp_engine::spec::Confirm;

use super::Fold;
use crate::cli::flags::{Id, lists};
use crate::cli::misuse::{Misuse, word};

impl Fold<'_> {
    pub(super) fn begin_rm(&mut self) {
        self.asked.options.recursive = false;
    }

    /// Applies a flag, if it means something else than to `cp`.
    pub(super) fn apply_rm(&mut self, id: Id, given: Option<&OsStr>) -> Result<bool, Misuse> {
        match id {
            Id::Force => {
                self.confirm("never");
                self.asked.options.force = true;
            }
            Id::Interactive => match given {
                Some(when) => self.confirm(word("--interactive", when, lists::INTERACTIVE)?),
                None => self.confirm("always"),
            },
            Id::InteractiveOnce => self.confirm("once"),
            Id::InteractiveAlways => self.confirm("always"),
            Id::Directories => self.asked.options.empty_directories = true,
            Id::NoPreserveRoot => self.asked.options.protect.root = false,
            Id::PreserveRoot => {
                self.asked.options.protect.root = true;
                self.asked.options.protect.mount_points |= given.is_some();
            }
            Id::PresumeTerminal => self.asked.presume_terminal = true,
            Id::Trash => self.asked.trash = true,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Takes back whatever earlier flags said about asking.
    fn confirm(&mut self, when: &str) {
        let options = &mut self.asked.options;
        options.confirm = if when == "always" { Confirm::Each } else { Confirm::Never };
        options.force = false;
        self.asked.once = when == "once";
    }

    pub(super) fn finish_rm(&mut self) {
        self.asked.prompt = self.asked.options.confirm == Confirm::Each;
    }
}
