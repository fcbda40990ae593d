//! Draws the page that renames many items: the rule and a preview of the new names.

use fcp_engine::path::DisplayName;

use super::canvas::{Canvas, Inside};
use super::dialogs::parts::{ANSWER, LABEL, buttons};
use super::dialogs::rows::row;
use crate::app::area::Area;
use crate::app::dialog::bulk::{Bulk, CHOSEN, FIND, REPLACE};
use crate::app::dialog::rows::Row;
use crate::app::dialog::unseen;
use crate::app::look::{BAD, FAINT, Ground, MUTED, Paint, STRONG, TEXT, WAIT};
use crate::app::model::Model;
use crate::app::mouse::Hit;
use crate::app::page::counted;
use crate::{format, text};
use fcp_presentation::errors::of_name;
use fcp_presentation::tr;

/// Columns of a choice with its label and the gap behind it.
const CHOICE: u16 = LABEL + ANSWER as u16 + 6;

/// Draws the page and gives the place of the cursor.
pub(super) fn bulk(model: &Model, bulk: &Bulk, canvas: &mut Canvas<'_>) -> (u16, u16) {
    canvas.clear();
    let (w, h) = (canvas.width(), canvas.height());
    canvas.zone(Area { x: 0, y: 0, w, h }, Hit::Dialog);
    let items = format::items(bulk.items.len() as u64);
    let x = canvas.put(3, 0, &tr!("rename-items", items = items), STRONG);
    let path = text::cut_path(&model.path(&bulk.dir), usize::from(w.saturating_sub(x + 4)));
    canvas.name(x + 2, 0, w.saturating_sub(x + 3), &path, MUTED);
    let mut cursor = (3, 1);
    for (y, line) in (1..).zip([FIND, REPLACE]) {
        let place = (3, y, w.saturating_sub(5));
        cursor = row(canvas, &bulk.rows, line, place).unwrap_or(cursor);
    }
    let choices = bulk.rows.count().saturating_sub(CHOSEN) as u16;
    let columns = (w.saturating_sub(3) / CHOICE).clamp(1, choices.max(1));
    for n in 0..choices {
        let (x, y) = (3 + n % columns * CHOICE, 3 + n / columns);
        let place = (x, y, w.saturating_sub(x));
        cursor = row(canvas, &bulk.rows, CHOSEN + usize::from(n), place).unwrap_or(cursor);
    }
    let y = 3 + choices.div_ceil(columns);
    let (note, paint) = note(bulk);
    canvas.put(3, y, &text::cut_end(&note, usize::from(w.saturating_sub(4))), paint);
    table(bulk, canvas, y + 1, h.saturating_sub(1));
    let changes = bulk.changes().count() as u64;
    let button = if changes == 0 {
        tr!("button-rename").to_owned()
    } else {
        tr!("rename-items", items = format::items(changes))
    };
    let live = changes > 0 && bulk.refused() == 0 && bulk.wrong.is_none();
    let keys = [
        ("Enter", button.as_str()),
        ("F4", tr!("button-edit-names")),
        ("Esc", tr!("button-cancel")),
    ];
    let foot = Inside { x: 2, y: h - 1, w: w.saturating_sub(4), h: 1 };
    buttons(canvas, foot, live, &keys);
    cursor
}

/// Says what is wrong, or what can be typed or chosen here.
fn note(bulk: &Bulk) -> (String, Paint) {
    if let Some(wrong) = &bulk.wrong {
        return (wrong.clone(), BAD);
    }
    let words = match bulk.rows.row(bulk.rows.here()) {
        // What empty means need not be told where something is typed.
        Some(Row::Text { .. }) if bulk.rows.here() == FIND && !bulk.rows.text(FIND).is_empty() => {
            ""
        }
        Some(Row::Text { note, .. }) => note,
        Some(Row::Choice { choice, chosen }) => choice.consequence(*chosen),
        Some(Row::Grid { .. }) | None => "",
    };
    let words = if bulk.edited.is_some() { tr!("bulk-edited") } else { words };
    (words.to_owned(), MUTED)
}

/// Draws names before and after, with the difference highlighted.
fn table(bulk: &Bulk, canvas: &mut Canvas<'_>, y: u16, end: u16) {
    let w = canvas.width();
    canvas.rule(0, y, w, true);
    let half = w.saturating_sub(5) / 2;
    let right = 3 + half + 2;
    canvas.put(2, y, &format!(" {} ", tr!("column-name")), MUTED);
    canvas.put(right - 1, y, &format!(" {} ", tr!("column-new-name")), MUTED);
    let refused = bulk.refused() as u64;
    if refused > 0 {
        let words = format!(" {} ", counted::problems(refused));
        canvas.right(w.saturating_sub(2), y, &[(&words, BAD)]);
    } else if let Some(words) = unseen::words(&bulk.unseen) {
        // They stand at the end of the list.
        let words = text::cut_end(&words, usize::from(half));
        canvas.right(w.saturating_sub(2), y, &[(&format!(" {words} "), WAIT)]);
    }
    let rows = bulk.items.iter().zip(&bulk.names).zip(&bulk.problems);
    for (y, ((item, new), problem)) in (y + 1..end).zip(rows.skip(bulk.top)) {
        let old = DisplayName::new(&item.name).to_string();
        let new = DisplayName::new(new).to_string();
        let (mine, theirs) = difference(&old, &new);
        part(canvas, 3, y, half, (&old, mine), (TEXT, STRONG));
        if old == new && problem.is_none() {
            canvas.put(right, y, "–", FAINT);
            continue;
        }
        canvas.put(right - 2, y, "→", FAINT);
        let why = problem.map_or("", of_name);
        let gap = if why.is_empty() { 0 } else { text::width(why) as u16 + 3 };
        let room = w.saturating_sub(right + 1);
        // The reason is needed more than the end of the name.
        let name = room.saturating_sub(gap).max(room.min(8));
        let new_part = STRONG.on(Ground::Hit);
        let x = part(canvas, right, y, name, (&new, theirs), (TEXT, new_part));
        if problem.is_some() {
            let x = x + 1;
            let left = w.saturating_sub(x + 2);
            canvas.put(x, y, "✗ ", BAD.bold());
            canvas.put(x + 2, y, &text::cut_end(why, usize::from(left)), BAD);
        }
    }
}

/// Draws a name with a part of it in another paint; one that is too long has none.
fn part(
    canvas: &mut Canvas<'_>,
    x: u16,
    y: u16,
    room: u16,
    (name, part): (&str, std::ops::Range<usize>),
    (paint, other): (Paint, Paint),
) -> u16 {
    if text::width(name) > usize::from(room) {
        return canvas.name(x, y, room, name, paint);
    }
    let (start, rest) = name.split_at(part.start);
    let (middle, end) = rest.split_at(part.end - part.start);
    let x = canvas.name(x, y, room, start, paint);
    let x = canvas.name(x, y, room, middle, other);
    canvas.name(x, y, room, end, paint)
}

/// Gives the parts in which two names differ: between what both begin and end with.
fn difference(old: &str, new: &str) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
    let (a, b): (Vec<_>, Vec<_>) = (text::units(old).collect(), text::units(new).collect());
    let len = |units: &[&str]| units.iter().map(|unit| unit.len()).sum::<usize>();
    let start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[start..], &b[start..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let from = old.len() - len(a);
    (from..from + len(&a[..a.len() - end]), from..from + len(&b[..b.len() - end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_between_what_is_the_same() {
        assert_eq!(difference("abc.x", "aBBc.x"), (1..2, 1..3));
        assert_eq!(difference("aa", "aaa"), (2..2, 2..3));
        assert_eq!(difference("é", "e\u{301}"), (0..2, 0..3));
        assert_eq!(difference("a", "a"), (1..1, 1..1));
    }
}
