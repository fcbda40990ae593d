//! Draws the dialog in which the user chooses the columns of the panels.

use super::super::canvas::Canvas;
use super::parts::buttons;
use crate::app::area::Area;
use crate::app::dialog::columns::ColumnChoice;
use crate::app::look::{ACCENT, FAINT, Ground, MUTED, Paint, STRONG, TEXT};
use crate::app::mouse::Hit;
use fcp_presentation::columns::Texts;
use fcp_presentation::tr;

/// Columns of the dialog.
const WIDTH: u16 = 76;

/// Columns up to what a column shows.
const NOTE: u16 = 20;

/// Columns of the width that a column has.
const NUMBER: u16 = 7;

pub(super) fn columns(choice: &ColumnChoice, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let all = choice.columns.columns();
    let at = canvas.frame(
        WIDTH,
        all.len() as u16 + 7,
        tr!("columns-title"),
        tr!("columns-order"),
        ACCENT,
    );
    canvas.scroll_to(at, choice.cursor as u16);
    let mut cursor = (at.x, at.y);
    for (y, (n, &(column, is_shown))) in (at.y..).zip(all.iter().enumerate()) {
        let here = n == choice.cursor;
        if here {
            canvas.active_row(at, y);
            cursor = canvas.cursor(at.x, y);
        }
        let ground = here.then_some(Ground::Cursor);
        let on = |paint: Paint| paint.or_on(ground);
        let Texts { name, note, .. } = column.texts();
        let (sign, paint) = if is_shown { ("✓", TEXT) } else { ("·", FAINT) };
        canvas.put(at.x, y, sign, on(if is_shown { ACCENT.bold() } else { FAINT }));
        canvas.put(at.x + 2, y, name, on(if here { STRONG } else { paint }));
        canvas.put_in(at.x + NOTE, y, at.w.saturating_sub(NOTE + NUMBER), note, on(MUTED));
        if here {
            let width = format!("< {} >", choice.widths.or_usual(column));
            canvas.right(at.x + at.w, y, &[(&width, on(STRONG))]);
        } else if let Some(width) = choice.widths.get(column) {
            canvas.right(at.x + at.w - 2, y, &[(&width.to_string(), on(MUTED))]);
        }
        canvas.zone(Area { x: at.x - 2, y, w: at.w + 4, h: 1 }, Hit::Line(n));
    }
    let keys = [
        ("Enter", tr!("button-show")),
        ("Space", tr!("button-turn")),
        ("+ -", tr!("button-move")),
        ("< >", tr!("button-width")),
        ("a", tr!("button-automatic")),
        ("Esc", tr!("button-cancel")),
    ];
    buttons(canvas, at, true, &keys);
    cursor
}
