//! Draws the model. Nothing here decides anything.

use fcp_presentation::tr;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::dialog::Dialog;
use super::layout::{Layout, is_too_small};
use super::look::Look;
use super::model::{Model, TALL};
use super::mouse::Zones;

mod after;
mod bulk;
mod canvas;
mod checksums;
mod columns;
mod comparison;
mod conflicts;
mod details;
mod dialogs;
mod diff;
mod divide;
mod divided;
mod field;
mod finished;
mod hit;
mod job;
mod jobs;
mod keys;
mod menu;
mod pages;
mod panels;
mod report;
mod status;
mod trash;
pub(crate) mod viewer;

use canvas::Canvas;

/// What was drawn, beside the buffer.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// The place of the terminal's cursor.
    pub cursor: Option<Position>,
    /// Which part of the screen the mouse hits where.
    pub zones: Zones,
}

/// Draws the screen.
pub(crate) fn screen(model: &Model, look: Look, buffer: &mut Buffer) -> Shown {
    let mut canvas = Canvas::new(buffer, look);
    if is_too_small((canvas.width(), canvas.height())) {
        canvas.put(0, 0, tr!("screen-too-small"), super::look::MUTED);
        return Shown::default();
    }
    let mut cursor = match &model.viewer {
        Some(viewer) => viewer::page(viewer, model, &mut canvas),
        None => base(model, &mut canvas),
    };
    keys::pending(model, &mut canvas);
    if let Some(help) = &model.dialog_help {
        cursor = pages::help(model, help, &mut canvas);
    } else if let Some(dialog) = &model.dialog {
        cursor = match dialog {
            Dialog::Help(help) => pages::help(model, help, &mut canvas),
            Dialog::Bulk(bulk) => Some(bulk::bulk(model, bulk, &mut canvas)),
            Dialog::Report(report) => report::report(model, report, &mut canvas),
            Dialog::Trash(page) => trash::trash(model, page, &mut canvas),
            Dialog::Comparison(page) => comparison::comparison(model, page, &mut canvas),
            Dialog::Diff(page) => {
                diff::diff(model, page, &mut canvas);
                None
            }
            Dialog::Divided(page) => {
                divided::divided(model, page, &mut canvas);
                None
            }
            Dialog::Checksums(page) => Some(checksums::checksums(model, page, &mut canvas)),
            Dialog::Menu(menu) => Some(menu::menu(model, menu, &mut canvas)),
            Dialog::Finished(log) => finished::finished(model, log, &mut canvas),
            Dialog::Conflicts(table) => model
                .jobs
                .row(table.job)
                .and_then(|row| conflicts::conflicts(model, table, row, &mut canvas)),
            Dialog::Transfer(_)
            | Dialog::Rehearsal(_)
            | Dialog::Sharing(_)
            | Dialog::Removal(_)
            | Dialog::Form(_)
            | Dialog::Mode(_)
            | Dialog::Question(_)
            | Dialog::Picker(_)
            | Dialog::Columns(_)
            | Dialog::Properties(_)
            | Dialog::Letters(_)
            | Dialog::Confirm(_) => {
                canvas.fade();
                dialogs::dialog(model, dialog, &mut canvas)
            }
        };
    }
    after::countdown(model, &mut canvas);
    if look.ascii {
        canvas.reduce_to_ascii();
    }
    Shown { cursor: cursor.map(|(x, y)| Position { x, y }), zones: canvas.zones() }
}

fn base(model: &Model, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    let layout = Layout::of(model);
    if model.in_jobs && model.screen.1 < TALL {
        let cursor = jobs::drawer(model, canvas, 0, layout.keys);
        self::keys::hints(model, canvas, layout.keys);
        return cursor;
    }
    let mut cursor = panels::panels(model, canvas, &layout);
    match (layout.beside, &model.beside) {
        (Some(area), Some(viewer)) => viewer::beside(viewer, model, canvas, area),
        (Some(area), None) => details::details(model, canvas, area),
        (None, _) => {}
    }
    if let Some(area) = layout.drawer {
        let place = jobs::drawer(model, canvas, area.y, area.h);
        cursor = if model.in_jobs { place } else { cursor };
    }
    if let Some(y) = layout.rule {
        canvas.rule(0, y, canvas.width(), false);
        for area in layout.panels.iter().flatten() {
            let x = area.x + area.w;
            if x < canvas.width() {
                canvas.put(x, y, "┴", super::look::FAINT);
            }
        }
    }
    if let Some(y) = layout.status {
        status::status(model, canvas, y, &layout);
    }
    if let Some(y) = layout.jobs {
        status::jobs(model, canvas, y);
    }
    if model.in_jobs {
        self::keys::hints(model, canvas, layout.keys);
    } else {
        self::keys::panels(model, canvas, layout.keys);
    }
    cursor
}
