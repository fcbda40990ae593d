//! Defines the areas of the screen.

use super::area::Area;

/// Width from which there is a third column.
pub(crate) const THIRD: u16 = 180;

/// Columns and rows below which nothing useful can be drawn.
const SMALLEST: (u16, u16) = (30, 8);

/// Tells whether a screen of so many columns and rows shows nothing but that it is too small.
pub(crate) fn is_too_small(screen: (u16, u16)) -> bool {
    screen.0 < SMALLEST.0 || screen.1 < SMALLEST.1
}

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
