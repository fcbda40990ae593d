//! Draws the dialog with the folders that the user reaches by a letter.

use super::super::canvas::Canvas;
use super::parts::buttons;
use crate::app::area::Area;
use crate::app::dialog::letters::Letters;
use crate::app::look::{ACCENT, Ground, MUTED, Paint, STRONG, TEXT};
use crate::app::model::Model;
use crate::app::mouse::Hit;
use crate::text;
use fcp_presentation::tr;

/// Columns of the dialog.
const WIDTH: u16 = 72;

/// Rows that it has at most.
const ROWS: usize = 16;

pub(super) fn letters(model: &Model, letters: Letters, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let (title, words) = if letters.gives {
        (tr!("letters-give"), tr!("letters-give-note"))
    } else {
        (tr!("letters-go"), tr!("letters-go-note"))
    };
    let rows = model.letters.len().min(ROWS).min(usize::from(canvas.height().saturating_sub(9)));
    let at = canvas.frame(WIDTH, rows as u16 + 8, title, "", ACCENT);
    canvas.put_in(at.x, at.y, at.w, words, MUTED);
    let mut cursor = (at.x, at.y);
    let top = (letters.cursor + 1).saturating_sub(rows);
    let shown = model.letters.iter().enumerate().skip(top).take(rows);
    for (y, (n, (letter, dir))) in (at.y + 2..).zip(shown) {
        let here = n == letters.cursor;
        if here {
            canvas.active_row(at, y);
            cursor = (at.x, y);
        }
        let ground = here.then_some(Ground::Cursor);
        let on = |paint: Paint| paint.or_on(ground);
        canvas.put(at.x, y, letter.encode_utf8(&mut [0; 4]), on(ACCENT.bold()));
        let room = at.w.saturating_sub(3);
        let path = text::cut_path(&model.path(dir), usize::from(room));
        canvas.name(at.x + 3, y, room, &path, on(if here { STRONG } else { TEXT }));
        canvas.zone(Area { x: at.x - 2, y, w: at.w + 4, h: 1 }, Hit::Line(n));
    }
    let enter = if letters.gives { tr!("button-give-this-one") } else { tr!("button-go-there") };
    let mut keys =
        vec![("Enter", enter), ("Del", tr!("button-forget")), ("Esc", tr!("button-cancel"))];
    if model.letters.is_empty() {
        keys.drain(..2);
    }
    buttons(canvas, at, true, &keys);
    cursor
}
