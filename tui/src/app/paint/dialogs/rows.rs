//! Draws the rows of dialogs: lines to type, and choices between their arrows.

use super::super::canvas::Canvas;
use super::super::field;
use super::parts::{LABEL, answer};
use crate::app::area::Area;
use crate::app::dialog::rows::{Row, Rows};
use crate::app::look::MUTED;
use crate::app::mouse::Hit;

/// Draws a row with its label, in so many columns, and gives the place of the cursor if keys go to it.
///
/// A grid is drawn by its dialog.
pub(crate) fn row(
    canvas: &mut Canvas<'_>,
    rows: &Rows,
    row: usize,
    (x, y, w): (u16, u16, u16),
) -> Option<(u16, u16)> {
    let is_here = rows.here() == row;
    let place = rows.place(row);
    match rows.row(row)? {
        Row::Text { label, field, .. } => {
            canvas.put(x, y, label, MUTED);
            let cursor = field::draw(canvas, field, x + LABEL, y, w.saturating_sub(LABEL));
            canvas.zone(Area { x, y, w, h: 1 }, Hit::Line(place));
            is_here.then_some(cursor)
        }
        Row::Choice { choice, chosen } => {
            let end = answer(canvas, x, y, choice.label(), choice.name(*chosen), is_here);
            canvas.zone(Area { x, y, w: end.saturating_sub(x), h: 1 }, Hit::Line(place));
            canvas.zone(Area { x: x + LABEL, y, w: 2, h: 1 }, Hit::LineBack(place));
            is_here.then(|| canvas.cursor(x + LABEL + 2, y))
        }
        Row::Grid { .. } => None,
    }
}
