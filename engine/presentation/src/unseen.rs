//! The marked items that an action means although the panel does not show them.

use fcp_browse::panel::Panel;
use fcp_engine::path::DisplayName;

/// Names that are told; the others are counted.
const NAMED: usize = 3;

/// Marked items that a filter hides, or that have hidden names, at the moment when they are chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unseen {
    /// How many there are.
    pub count: u64,
    /// The first names, escaped, as `a.log, b.log, …`.
    pub names: String,
}

impl Unseen {
    /// Looks for them among what is chosen in a panel.
    pub fn of(panel: &Panel) -> Self {
        let mut unseen = Self::default();
        for entry in panel.marked_unseen() {
            unseen.count += 1;
            let name = match unseen.count as usize {
                ..=NAMED => DisplayName::new(entry.name).to_string(),
                count if count == NAMED + 1 => "…".to_owned(),
                _ => continue,
            };
            let comma = if unseen.names.is_empty() { "" } else { ", " };
            unseen.names = format!("{}{comma}{name}", unseen.names);
        }
        unseen
    }

    /// Gives them if there are any.
    pub fn any(self) -> Option<Self> {
        (self.count > 0).then_some(self)
    }
}
