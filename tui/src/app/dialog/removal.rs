//! State of the dialog before items are moved to the trash or deleted permanently.

use fcp_engine::spec::{JobSpec, Verb};
use fcp_presentation::transfer::removal;

use super::items::Items;

/// The letter that deletes permanently; in no keymap of ours does it open the dialog.
pub(crate) const CONFIRM: char = 'y';

/// A removal that is about to start.
#[derive(Clone, Debug)]
pub(crate) struct Removal {
    /// The items.
    pub items: Items,
    /// Whether they are deleted, and not moved to the trash.
    pub for_good: bool,
    /// When it was opened, in microseconds since the Unix epoch.
    pub opened: u64,
}

impl Removal {
    /// Gives the request.
    pub(crate) fn spec(&self) -> JobSpec {
        let verb = if self.for_good { Verb::Delete } else { Verb::Trash };
        self.items.shown.only(removal(verb, self.items.paths.iter().cloned()))
    }
}
