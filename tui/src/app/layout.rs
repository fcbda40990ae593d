//! Defines the areas of the screen.

use super::area::Area;

/// Width from which there is a third column.
pub(crate) const THIRD: u16 = 180;

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The panels that are shown, left and right; the one with the keys is always among them.
    pub panels: [Option<Area>; 2],
    /// What stands beside the panels: a preview, or details.
    pub beside: Option<Area>,
    /// Whether the panels have a row of tabs.
    pub tabs: bool,
    /// The jobs below the panels.
    pub drawer: Option<Area>,
    /// Whether there is a rule above the status line.
    pub rule: Option<u16>,
    /// The status line.
    pub status: Option<u16>,
    /// All jobs in one line.
    pub jobs: Option<u16>,
    /// The line of keys.
    pub keys: u16,
}

impl Layout {
    /// Gives the rows of a panel that show entries.
    pub(crate) fn list_rows(&self) -> usize {
        let area = self.panels.iter().flatten().next().copied().unwrap_or_default();
        usize::from(area.h.saturating_sub(2 + u16::from(self.tabs))).max(1)
    }
}
