//! Divides the screen into areas, as a function of the model, for drawing and for scrolling alike.

use super::model::{Model, TALL, TWO_PANELS};
use super::paint;

/// Width from which tabs have a row of their own.
const TABS: u16 = 100;

/// Width from which there is a third column.
pub const THIRD: u16 = 180;

/// Part of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// The first column.
    pub x: u16,
    /// The first row.
    pub y: u16,
    /// Columns.
    pub w: u16,
    /// Rows.
    pub h: u16,
}

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
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
    /// Lays out the screen.
    pub fn of(model: &Model) -> Self {
        let (w, h) = model.screen;
        let keys = h.saturating_sub(1);
        let tall = h >= TALL;
        let drawer = paint::drawer_rows(model);
        let line = drawer == 0 && paint::jobs_line(model);
        let below = if drawer > 0 { drawer } else { 1 + u16::from(tall) + u16::from(line) };
        let rows = keys.saturating_sub(below);
        let mut next = rows;
        let mut take = |wanted: bool| {
            let row = wanted.then_some(next);
            next += u16::from(wanted);
            row
        };
        let rule = take(drawer == 0 && tall);
        let status = take(drawer == 0);
        let jobs = take(line);
        let (panels, beside) = columns(model, w, rows);
        Self {
            panels,
            beside,
            tabs: w >= TABS && model.sides.iter().any(|side| side.tabs.len() > 1),
            drawer: (drawer > 0).then_some(Area { x: 0, y: rows, w, h: drawer }),
            rule,
            status,
            jobs,
            keys,
        }
    }

    /// Gives the rows of a panel that show entries.
    pub fn list_rows(&self) -> usize {
        let area = self.panels.iter().flatten().next().copied().unwrap_or_default();
        usize::from(area.h.saturating_sub(2 + u16::from(self.tabs))).max(1)
    }
}

/// Divides the width: two panels with a divider between, and what stands beside them.
fn columns(model: &Model, w: u16, h: u16) -> ([Option<Area>; 2], Option<Area>) {
    let area = |x: u16, w: u16| Some(Area { x, y: 0, w, h });
    let only = |model: &Model, area| {
        let mut panels = [None; 2];
        panels[model.side] = area;
        panels
    };
    if w < TWO_PANELS {
        return (only(model, area(0, w)), None);
    }
    if w >= THIRD && !model.one_panel {
        let third = w * 3 / 10;
        let half = (w - third - 2) / 2;
        let last = half * 2 + 2;
        let panels = [area(0, half), area(half + 1, half)];
        return (panels, area(last, w - last));
    }
    let half = (w - 1) / 2;
    if model.preview {
        // The preview takes the place of the panel without the keys.
        let panel = if model.one_panel { w * 2 / 5 } else { half };
        let (mine, other) = if model.side == 0 || model.one_panel {
            (area(0, panel), area(panel + 1, w - panel - 1))
        } else {
            (area(half + 1, w - half - 1), area(0, half))
        };
        return (only(model, mine), other);
    }
    if model.one_panel {
        return (only(model, area(0, w)), None);
    }
    ([area(0, half), area(half + 1, w - half - 1)], None)
}
