//! Draws a list that the user filters by typing.

use super::super::canvas::{Canvas, Inside};
use super::super::field;
use super::parts::buttons;
use crate::app::area::Area;
use crate::app::dialog::picker::{Hit, Pick, Picker};
use crate::app::look::{ACCENT, Ground, MUTED, Paint, STRONG, TEXT};
use crate::app::mouse;
use crate::{format, text};
use fcp_presentation::tr;

/// Columns of a list on a screen that has them.
const WIDE: u16 = 96;

/// Where the columns are, from the left edge of the inside.
struct Columns {
    label: u16,
    note: u16,
    group: u16,
    keys: u16,
}

/// Columns below which an action has no note beside its title.
const BOTH: u16 = 36;

pub(super) fn picker(picker: &Picker, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let rows = picker.rows(canvas.height());
    let (shown, all) = (picker.shown.len() as u64, picker.items.len() as u64);
    let count = if let Some(about) = &picker.about {
        about.clone()
    } else if shown < all {
        tr!("some-of-all", some = format::count(shown), all = format::count(all))
    } else {
        format::count(shown)
    };
    let w = WIDE.min(canvas.width().saturating_sub(2));
    let at = canvas.frame(w, rows as u16 + 8, picker.title, &count, ACCENT);
    canvas.fill(at.x, at.y, 2, ACCENT.on(Ground::Field));
    canvas.put(at.x + 1, at.y, "›", ACCENT.bold().on(Ground::Field));
    let cursor = field::draw(canvas, &picker.field, at.x + 2, at.y, at.w - 2);
    let columns = columns(picker, at.w);
    let on_screen = picker.shown.iter().enumerate().skip(picker.top).take(rows);
    for (y, (n, hit)) in (at.y + 2..).zip(on_screen) {
        row(canvas, at, y, &columns, hit, n == picker.cursor);
        canvas.zone(Area { x: at.x - 2, y, w: at.w + 4, h: 1 }, mouse::Hit::Line(n));
    }
    if picker.shown.is_empty() {
        canvas.put(at.x, at.y + 2, tr!("nothing-matches"), MUTED);
    }
    let mut keys = vec![("Enter", picker.verb), ("Esc", tr!("button-close"))];
    if picker.removes {
        keys.insert(1, ("Del", tr!("button-remove")));
    }
    buttons(canvas, at, true, &keys);
    cursor
}

/// Gives each column what it needs, and the notes what is left; typing does not change it.
fn columns(picker: &Picker, w: u16) -> Columns {
    let need = |text: fn(&crate::app::dialog::picker::Item) -> &str| {
        picker.items.iter().map(|item| text::width(text(item))).max().unwrap_or(0) as u16
    };
    let gap = |need: u16| if need > 0 { need + 2 } else { 0 };
    let keys = w - need(|item| &item.keys).min(w / 4);
    let group = keys - gap(need(|item| item.group)).min(w / 5);
    // The note of an action says the same as its title, in more words.
    let is_tight = group < BOTH && need(|item| item.group) > 0;
    let notes = if is_tight { 0 } else { need(|item| &item.note) };
    // Paths are longer than their notes.
    let label = if notes == 0 { group } else { gap(need(|item| &item.label)) };
    let label = label.min(group.saturating_sub(gap(notes).min(group / 2)));
    Columns { label, note: label, group, keys }
}

fn row(canvas: &mut Canvas<'_>, at: Inside, y: u16, columns: &Columns, hit: &Hit, here: bool) {
    let ground = here.then_some(Ground::Cursor);
    let on = |paint: Paint| paint.or_on(ground);
    if here {
        canvas.active_row(at, y);
    }
    let quiet = on(if here { TEXT } else { MUTED });
    label(
        canvas,
        at.x,
        y,
        columns.label.saturating_sub(2),
        hit,
        on(match (hit.item.pick == Pick::Missing, here) {
            (true, _) => MUTED,
            (false, true) => STRONG,
            (false, false) => TEXT,
        }),
    );
    let cell = |canvas: &mut Canvas<'_>, from: u16, to: u16, text: &str, paint: Paint| {
        let shown = text::cut_end(text, usize::from(to.saturating_sub(from + 2)));
        canvas.name(at.x + from, y, to - from, &shown, paint);
    };
    if columns.note < columns.group {
        cell(canvas, columns.note, columns.group, &hit.item.note, quiet);
    }
    cell(canvas, columns.group, columns.keys, hit.item.group, quiet);
    let keys = text::cut_name(&hit.item.keys, usize::from(at.w - columns.keys));
    canvas.right(at.x + at.w, y, &[(&keys, on(if here { STRONG } else { TEXT }))]);
}

/// Draws the label with what was typed underlined.
fn label(canvas: &mut Canvas<'_>, x: u16, y: u16, room: u16, hit: &Hit, paint: Paint) {
    let label = &hit.item.label;
    if text::width(label) > usize::from(room) {
        canvas.name(x, y, room, label, paint);
        return;
    }
    let found = ACCENT.bold().underlined().like_ground(paint);
    let mut x = x;
    let mut place = 0;
    for unit in text::units(label) {
        let chars = unit.chars().count();
        let typed = (place..place + chars).any(|place| hit.places.contains(&place));
        x = match (typed, text::is_escape(unit)) {
            (true, _) => canvas.put(x, y, unit, found),
            (false, true) => canvas.name(x, y, room, unit, paint),
            (false, false) => canvas.put(x, y, unit, paint),
        };
        place += chars;
    }
}
