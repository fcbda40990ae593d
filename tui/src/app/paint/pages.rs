//! Pages that take the whole screen.

use super::canvas::Canvas;
use crate::app::look::{ACCENT, STRONG, TEXT};
use crate::app::page::{self, Line, MARGIN};

/// Draws the keys.
pub(super) fn help(canvas: &mut Canvas<'_>, top: usize) -> Option<(u16, u16)> {
    canvas.clear();
    canvas.put(3, 0, "Keys", STRONG);
    body(canvas, &page::help(), top)
}

fn body(canvas: &mut Canvas<'_>, lines: &[Line], top: usize) -> Option<(u16, u16)> {
    let (w, h) = (canvas.width(), canvas.height());
    canvas.rule(0, 2, w, true);
    for (y, line) in (3..h.checked_sub(1)?).zip(lines.iter().skip(top)) {
        for (x, part, paint) in line {
            canvas.name(*x, y, w.saturating_sub(x + 2), part, *paint);
        }
    }
    let rows = usize::from(h.saturating_sub(MARGIN));
    let mut x = 2;
    if lines.len() > rows {
        x = canvas.run(x, h - 1, &[("PgDn", ACCENT.bold()), (" ", TEXT), ("More", TEXT)]) + 3;
    }
    canvas.run(x, h - 1, &[("Esc", ACCENT.bold()), (" ", TEXT), ("Close", TEXT)]);
    Some((0, 3))
}
