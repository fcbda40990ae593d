//! The marked items that a dialog acts on although the panel does not show them.

use fcp_browse::panel::Panel;
use fcp_engine::path::DisplayName;
use fcp_presentation::tr;

use crate::format;

/// Names that are told; the others are counted.
const NAMED: usize = 3;

/// Marked items that a filter hides, or that have hidden names, when a dialog about them opens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unseen {
    count: usize,
    /// The first names; escaped.
    names: Vec<String>,
}

impl Unseen {
    /// Looks for them among what is chosen in a panel.
    pub(crate) fn of(panel: &Panel) -> Self {
        let mut unseen = Self::default();
        for entry in panel.marked_unseen() {
            unseen.count += 1;
            if unseen.names.len() < NAMED {
                unseen.names.push(DisplayName::new(entry.name).to_string());
            }
        }
        unseen
    }

    /// Says how many there are and names the first ones; nothing if all is shown.
    pub(crate) fn words(&self) -> Option<String> {
        let more = if self.count > self.names.len() { ", …" } else { "" };
        let names = format!("{}{more}", self.names.join(", "));
        let shown = format::count(self.count as u64);
        (self.count > 0).then(|| tr!("dialog-not-shown", shown = shown, names = names))
    }
}
