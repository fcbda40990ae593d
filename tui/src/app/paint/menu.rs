//! Draws the bar of menus, and the open menu below it.

use super::canvas::Canvas;
use crate::app::area::Area;
use crate::app::dialog::menu::{Menu, Row, Title, visible};
use crate::app::look::{ACCENT, FAINT, Ground, MUTED, STRONG, TEXT};
use crate::app::model::Model;
use crate::app::mouse::Hit;
use crate::app::synonyms;
use crate::text;
use fcp_presentation::tr;

/// Columns between the titles.
const GAP: u16 = 4;

/// Draws the bar and the open menu, and gives the place of the cursor.
pub(super) fn menu(model: &Model, menu: &Menu, canvas: &mut Canvas<'_>) -> (u16, u16) {
    canvas.fade();
    canvas.fill(0, 0, canvas.width(), TEXT.on(Ground::Surface));
    let (mut x, mut left) = (1, 1);
    for (n, title) in Title::ALL.iter().enumerate() {
        let (ground, paint) = if n == menu.title {
            left = x;
            (Ground::Cursor, STRONG)
        } else {
            (Ground::Surface, TEXT)
        };
        let end = canvas.put(x, 0, &format!(" {} ", title.name()), paint.on(ground));
        canvas.zone(Area { x, y: 0, w: end - x, h: 1 }, Hit::Menu(n));
        x = end + GAP - 2;
    }
    let cursor = entries(model, menu, canvas, left);
    foot(menu, canvas);
    cursor
}

/// Draws the open menu below its title, or as near as it fits.
fn entries(model: &Model, menu: &Menu, canvas: &mut Canvas<'_>, left: u16) -> (u16, u16) {
    let rows = menu.menu().rows();
    let keys_of = |row: &Row| match row {
        Row::Action(action) => model.keymap.keys(model.place(), *action).next().unwrap_or_default(),
        Row::Rule => String::new(),
    };
    let named = |row: &Row| match row {
        Row::Action(action) => action.title().to_owned(),
        Row::Rule => String::new(),
    };
    let widest = |of: &dyn Fn(&Row) -> String| {
        rows.iter().map(|row| text::width(&of(row))).max().unwrap_or(0) as u16
    };
    let (labels, keys) = (widest(&named), widest(&keys_of));
    let w = (labels + keys + 8).min(canvas.width());
    let x = left.min(canvas.width() - w);
    let shown = rows.len().min(visible(canvas.height()));
    let bottom = 2 + shown as u16;
    let surface = FAINT.on(Ground::Surface);
    let line = "─".repeat(usize::from(w - 2));
    canvas.put(x, 1, &format!("╭{line}╮"), surface);
    canvas.put(x, bottom, &format!("╰{line}╯"), surface);
    canvas.zone(Area { x, y: 1, w, h: bottom }, Hit::Dialog);
    let more = [(menu.top > 0, 1, "▲"), (menu.top + shown < rows.len(), bottom, "▼")];
    for (_, y, mark) in more.into_iter().filter(|(is_cut, ..)| *is_cut) {
        canvas.put(x + w - 4, y, &format!(" {mark} "), MUTED.on(Ground::Surface));
    }
    let mut cursor = (x + 1, 2);
    for (y, (n, row)) in (2..).zip(rows.iter().enumerate().skip(menu.top).take(shown)) {
        let here = n == menu.cursor;
        let ground = if here { Ground::Cursor } else { Ground::Surface };
        canvas.fill(x, y, w, TEXT.on(ground));
        canvas.put(x, y, "│", surface);
        canvas.put(x + w - 1, y, "│", surface);
        if *row == Row::Rule {
            canvas.put(x + 1, y, &line, surface);
            continue;
        }
        let paint = if here { STRONG } else { TEXT };
        let room = w.saturating_sub(keys + 6);
        canvas.put_in(x + 3, y, room, &named(row), paint.on(ground));
        canvas.right(x + w - 3, y, &[(&keys_of(row), ACCENT.on(ground))]);
        canvas.zone(Area { x: x + 1, y, w: w - 2, h: 1 }, Hit::Line(n));
        if here {
            canvas.put(x + 1, y, "▌", ACCENT.on(ground));
            cursor = (x + 1, y);
        }
    }
    cursor
}

/// Says what the entry under the cursor does, and other words for it.
fn foot(menu: &Menu, canvas: &mut Canvas<'_>) {
    let y = canvas.height() - 1;
    canvas.fill(0, y, canvas.width(), TEXT);
    let Some(action) = menu.chosen() else { return };
    let end = canvas.width();
    let mut x = 2;
    if !menu.typed.is_empty() {
        x = canvas.run(x, y, &[(tr!("panel-search"), MUTED), (" ", MUTED), (&menu.typed, STRONG)])
            + 3;
    }
    x = canvas.put_in(x, y, end.saturating_sub(x), action.help(), TEXT);
    let words = synonyms::words(action);
    if !words.is_empty() {
        let also = format!("   {}", tr!("menu-also", words = words.replace(' ', ", ")));
        canvas.put_in(x, y, end.saturating_sub(x), &also, MUTED);
    }
}
