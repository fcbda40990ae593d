//! Draws the dialogs that are forms.

use super::super::canvas::Canvas;
use super::super::field;
use super::{LABEL, answer, answers, buttons, label};
use crate::app::dialog::form::{Form, Purpose, Row};
use crate::app::layout::Area;
use crate::app::look::{ACCENT, BAD, MUTED, TEXT};
use crate::app::model::Model;
use crate::app::mouse::Hit;
use crate::app::page::base_name;
use crate::{format, text};

/// Rows above those that are filled in.
const ABOVE: u16 = 2;

pub(super) fn form(model: &Model, form: &Form, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let rows = form.rows.len() as u16;
    let items = form.purpose.items();
    let count = format::counted(items.len() as u64, "marked item", "marked items");
    let at = canvas.frame(78, rows + ABOVE + 9, form.purpose.title(), "", ACCENT);
    canvas.scroll_to(at, ABOVE + form.focus as u16);
    let (word, about) = match (&form.purpose, items) {
        (Purpose::Find { dir }, _) => ("Below", model.path(dir)),
        (Purpose::Symlinks { .. }, [one]) => ("Points to", base_name(one)),
        (Purpose::Symlinks { .. }, _) => ("Points to", count),
        (_, [one]) => ("Item", base_name(one)),
        _ => ("Items", count),
    };
    label(canvas, at, 0, word, &about);
    let (x, w) = (at.x + LABEL, at.w.saturating_sub(LABEL));
    let mut cursor = (at.x, at.y);
    for (n, row) in form.rows.iter().enumerate() {
        let y = at.y + ABOVE + n as u16;
        let here = n == form.focus;
        canvas.zone(Area { x: at.x, y, w: at.w, h: 1 }, Hit::Line(n));
        match row {
            Row::Text { label, field, .. } => {
                canvas.put(at.x, y, label, MUTED);
                let place = field::draw(canvas, field, x, y, w);
                cursor = if here { place } else { cursor };
            }
            Row::Choice { choice, chosen } => {
                let (name, _) = choice.answers[*chosen];
                answer(canvas, at.x, y, choice.label, name, here);
                cursor = if here { canvas.cursor(x + 2, y) } else { cursor };
            }
        }
    }
    let mut y = at.y + ABOVE + rows + 1;
    let offers = text::cut_end(&form.offers.join("  "), usize::from(w) * 2);
    let (text, paint) = match (&form.wrong, form.rows.get(form.focus)) {
        (Some(wrong), _) => (wrong.as_str(), BAD),
        (None, _) if !form.offers.is_empty() => (offers.as_str(), TEXT),
        (None, Some(Row::Text { note, .. })) => (*note, MUTED),
        (None, Some(Row::Choice { choice, chosen })) => {
            let names = choice.answers.iter().map(|(name, _)| *name);
            answers(canvas, x, y, w, names, *chosen);
            y += 1;
            (choice.answers[*chosen].1, MUTED)
        }
        (None, None) => ("", MUTED),
    };
    canvas.lines(x, y, w, text, paint);
    let mut keys = vec![("Enter", form.purpose.button())];
    if form.is_path() || !form.known().is_empty() {
        keys.push(("Tab", "Complete"));
    }
    keys.push(("Esc", "Cancel"));
    buttons(canvas, at, true, &keys);
    cursor
}
