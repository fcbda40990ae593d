//! Gives meaning to the flags that only `fmv` and `mv` have, or that they read differently.

use fcp_engine::spec::{ConflictPolicy, DirectoryPolicy, MismatchPolicy, Options};

use super::{Dialect, Fold, Interactive};
use crate::cli::flags::Id;
use crate::cli::misuse::Misuse;

impl Fold<'_> {
    /// Applies a flag, if it means something else than to `cp`.
    pub(super) fn apply_mv(&mut self, id: Id) -> bool {
        match id {
            // Unlike for cp, the last of -f, -i and -n alone counts.
            Id::Force => (self.interactive, self.conflict) = (Some(Interactive::Always), None),
            Id::NoCopy => self.asked.options.no_copy = true,
            Id::Exchange => self.asked.options.exchange = true,
            _ => return false,
        }
        true
    }

    pub(super) fn finish_mv(&mut self) -> Result<(), Misuse> {
        super::finish::check_holes(&self.asked.options)?;
        let never = self.interactive == Some(Interactive::Never);
        let none = never || matches!(self.update, "none" | "none-fail");
        if self.backup && (none || self.asked.options.exchange) {
            // GNU looks at the operands first.
            self.asked.clash =
                Some("cannot combine --backup with --exchange, -n, or --update=none-fail");
        }
        self.check_backup()?;
        if self.backup {
            self.asked.options.backup = self.backup_kind()?;
        }
        self.asked.undecided = self.interactive.is_none() && self.conflict.is_none();
        self.settle_conflicts();
        if self.dialect == Dialect::Gnu {
            as_for_files(&mut self.asked.options);
        }
        self.finish_manifest()
    }
}

/// Lets the answer for files hold for directories: GNU's `mv` merges none.
fn as_for_files(options: &mut Options) {
    (options.on_directory, options.on_mismatch) = match options.on_conflict {
        ConflictPolicy::Skip => (DirectoryPolicy::Skip, MismatchPolicy::Skip),
        ConflictPolicy::Fail => (DirectoryPolicy::Fail, MismatchPolicy::Fail),
        ConflictPolicy::Ask => (DirectoryPolicy::Replace, MismatchPolicy::Ask),
        _ => (DirectoryPolicy::Replace, MismatchPolicy::Fail),
    };
}
