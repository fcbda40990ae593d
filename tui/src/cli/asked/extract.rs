//! Settles what the flags of `fcp extract` and `fcp pack` ask for.

use super::{Fold, Interactive};
use crate::cli::flags::Id;
use crate::cli::misuse::Misuse;

impl Fold<'_> {
    /// Applies a flag that has another meaning where an archive is made; `false` if it has not.
    pub(super) fn apply_pack(&mut self, id: Id) -> bool {
        if id == Id::Force {
            (self.interactive, self.conflict) = (None, None);
        }
        id == Id::Force
    }

    /// Settles what depends on several flags.
    pub(super) fn finish_extract(&mut self) -> Result<(), Misuse> {
        let never = self.interactive == Some(Interactive::Never);
        if self.backup && (never || matches!(self.update, "none" | "none-fail")) {
            return Err(Misuse::Flags(
                "--backup is mutually exclusive with -n or --update=none-fail",
            ));
        }
        self.check_backup()?;
        if self.backup {
            self.asked.options.backup = self.backup_kind()?;
        }
        self.settle_conflicts();
        Ok(())
    }
}
