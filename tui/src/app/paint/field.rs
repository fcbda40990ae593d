//! Draws a line of text that the user edits.

use fcp_presentation::spelling::{is_escape, units};

use super::canvas::Canvas;
use crate::app::field::Field;
use crate::app::look::{Ground, MUTED, Paint, STRONG, WAIT};
use crate::text;

/// Draws a field of `w` columns and gives the place of its cursor.
///
/// A text that is too long scrolls by half the width, so that it rests while the user types.
pub(super) fn draw(canvas: &mut Canvas<'_>, field: &Field, x: u16, y: u16, w: u16) -> (u16, u16) {
    let ground = |paint: Paint| paint.on(Ground::Field);
    canvas.fill(x, y, w, ground(STRONG));
    // One cell before the text, and one behind it for the cursor or the sign of a cut.
    let (x, room) = (x + 1, usize::from(w.saturating_sub(2)).max(2));
    let before = units(&field.text()[..field.cursor()]).map(text::width).sum::<usize>();
    let start = if before < room { 0 } else { (before - room / 2) / (room / 2) * (room / 2) };
    let (mut column, mut byte) = (0, 0);
    for unit in units(field.text()) {
        let wide = text::width(unit);
        if column >= start && column + wide <= start + room {
            let selected = field.selected().is_some_and(|part| part.contains(&byte));
            let paint = if is_escape(unit) { WAIT.bold() } else { STRONG };
            let paint = if selected { paint.on(Ground::Cursor) } else { ground(paint) };
            canvas.put(x + (column - start) as u16, y, unit, paint);
        }
        column += wide;
        byte += unit.len();
    }
    if start > 0 {
        canvas.put(x - 1, y, "…", ground(MUTED));
    }
    if column > start + room {
        canvas.put(x + room as u16, y, "…", ground(MUTED));
    }
    canvas.cursor(x + (before - start) as u16, y)
}
