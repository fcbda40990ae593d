//! Draws the model. Nothing here decides anything.

use fcp_engine::view::JobRow;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::dialog::Dialog;
use super::look::Look;
use super::model::{Model, TALL, TWO_PANELS};

mod canvas;
mod dialogs;
mod jobs;
mod pages;
mod panels;
mod status;
pub(super) mod viewer;

use canvas::Canvas;

/// Columns and rows below which nothing useful can be drawn.
const SMALLEST: (u16, u16) = (30, 8);

/// Draws the screen and gives the place of the terminal's cursor.
pub fn screen(model: &Model, look: Look, buffer: &mut Buffer) -> Option<Position> {
    let mut canvas = Canvas::new(buffer, look);
    if canvas.width() < SMALLEST.0 || canvas.height() < SMALLEST.1 {
        canvas.put(0, 0, "Too small", super::look::MUTED);
        return None;
    }
    let mut cursor = base(model, &mut canvas);
    if let Some(dialog) = &model.dialog {
        cursor = match dialog {
            Dialog::Help { top } => pages::help(&mut canvas, *top),
            Dialog::Report { job, top } => {
                let row = model.jobs.row(*job)?;
                pages::report(model, row, *top, &mut canvas)
            }
            Dialog::Copy(_) | Dialog::Question(_) | Dialog::Confirm(_) => {
                canvas.fade();
                dialogs::dialog(model, dialog, &mut canvas)
            }
        };
    }
    if look.ascii {
        canvas.reduce_to_ascii();
    }
    cursor.map(|(x, y)| Position { x, y })
}

/// Gives the rows of the jobs below the panels; 0 where they do not share the screen.
pub fn drawer_rows(model: &Model) -> u16 {
    let rows = model.screen.1;
    if model.drawer && rows >= TALL { jobs::height(model).min(rows / 2) } else { 0 }
}

/// Tells whether the jobs have one line above the keys.
pub fn jobs_line(model: &Model) -> bool {
    let matters = |row: &JobRow| !row.is_over() || row.progress.items_failed > 0;
    drawer_rows(model) == 0 && model.jobs.rows().any(matters)
}

fn base(model: &Model, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    let (w, h) = (canvas.width(), canvas.height());
    let keys = h.checked_sub(1)?;
    if model.in_jobs && h < TALL {
        let cursor = jobs::drawer(model, canvas, 0, keys);
        status::hints(model, canvas, keys);
        return cursor;
    }
    let drawer = drawer_rows(model);
    let line = jobs_line(model);
    let below = if drawer > 0 { drawer + 1 } else { 2 + u16::from(h >= TALL) + u16::from(line) };
    let rows = h.saturating_sub(below);
    let split = if w < TWO_PANELS { None } else { Some((w - 1) / 2) };
    let mut cursor = panels::panels(model, canvas, split, rows);
    if drawer > 0 {
        let place = jobs::drawer(model, canvas, rows, drawer);
        cursor = if model.in_jobs { place } else { cursor };
    } else {
        if h >= TALL {
            canvas.rule(0, rows, w, false);
            if let Some(x) = split {
                canvas.put(x, rows, "┴", super::look::FAINT);
            }
        }
        let status = rows + u16::from(h >= TALL);
        status::status(model, canvas, status, split);
        if line {
            status::jobs(model, canvas, status + 1);
        }
    }
    if model.in_jobs {
        status::hints(model, canvas, keys);
    } else {
        status::commander(model, canvas, keys);
    }
    cursor
}
