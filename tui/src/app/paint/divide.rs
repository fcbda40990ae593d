//! Divides the screen into areas, as a function of the model, for drawing and for scrolling alike.

use fcp_engine::view::JobRow;

use super::jobs;
use crate::app::area::Area;
use crate::app::layout::{Layout, THIRD};
use crate::app::model::{Model, TALL, TWO_PANELS};
use crate::app::{request, work};

/// Width from which tabs have a row of their own.
const TABS: u16 = 100;

impl Layout {
    /// Lays out the screen.
    pub(crate) fn of(model: &Model) -> Self {
        let (w, h) = model.screen;
        let keys = h.saturating_sub(1);
        let tall = h >= TALL;
        let drawer = drawer_rows(model);
        let line = drawer == 0 && jobs_line(model);
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
}

/// Gives the rows of the jobs below the panels; 0 where they do not share the screen.
fn drawer_rows(model: &Model) -> u16 {
    let rows = model.screen.1;
    if model.drawer && rows >= TALL { jobs::height(model).min(rows / 2) } else { 0 }
}

/// Tells whether the jobs have one line above the keys.
fn jobs_line(model: &Model) -> bool {
    // A job that was left paused waits for the user, also at the next start.
    let waits = |row: &JobRow| row.paused && !row.is_over();
    let matters =
        |row: &JobRow| waits(row) || work::is_long(model, row) || work::needs_a_look(model, row);
    drawer_rows(model) == 0
        && (model.jobs.rows().any(matters)
            || request::silent(&model.requests, model.now).next().is_some())
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
