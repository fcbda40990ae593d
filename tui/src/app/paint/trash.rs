//! Draws the page that lists the trash.

use super::canvas::Canvas;
use super::field;
use super::jobs;
use crate::app::area::Area;
use crate::app::dialog::trash::{Asks, Trash};
use crate::app::look::{ACCENT, BAD, MARK, MUTED, STRONG, TEXT, WAIT};
use crate::app::model::Model;
use crate::app::mouse::Hit;
use crate::app::page::base_name;
use crate::app::page::counted;
use crate::app::when::when;
use crate::{format, text};
use fcp_presentation::tr;

/// Columns of the size.
const SIZE: u16 = 8;

/// Columns of the time.
const TIME: u16 = 14;

/// Draws the page and gives the place of the cursor.
pub(super) fn trash(model: &Model, trash: &Trash, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    canvas.clear();
    let (w, h) = (canvas.width(), canvas.height());
    let x = canvas.put(3, 0, tr!("trash-title"), STRONG) + 3;
    let mut typed = None;
    if trash.typing || !trash.search.text().is_empty() {
        let x = canvas.put(x, 0, tr!("panel-search"), MUTED) + 1;
        let place = field::draw(canvas, &trash.search, x, 0, 30.min(w.saturating_sub(x + 22)));
        typed = trash.typing.then_some(place);
    }
    let count = match (trash.shown.len() as u64, trash.items.len() as u64) {
        (shown, all) if shown < all => format::items_of(shown, all),
        (_, all) => format::items(all),
    };
    let count = match trash.sum(&trash.items) {
        Some(bytes) => format!("{count}, {}", format::size(bytes)),
        None => count,
    };
    let marked = match trash.marks.len() as u64 {
        0 => String::new(),
        n => counted::marked(n) + "   ",
    };
    canvas.right(w.saturating_sub(2), 0, &[(&marked, MARK), (&count, MUTED)]);
    canvas.rule(0, 1, w, true);
    let time = w.saturating_sub(TIME + 2);
    let size = time.saturating_sub(SIZE + 2);
    let folder = 4 + (size.saturating_sub(4)) * 2 / 5;
    for (x, name) in
        [(4, tr!("column-name")), (folder, tr!("column-folder")), (time, tr!("column-deleted"))]
    {
        canvas.put(x - 1, 1, &format!(" {name} "), MUTED);
    }
    let head = format!(" {} ", tr!("column-size"));
    canvas.right(size + SIZE + 1, 1, &[(&head, MUTED)]);
    let rows = usize::from(h.saturating_sub(4)).max(1);
    let top = (trash.cursor + 1).saturating_sub(rows);
    let mut cursor = None;
    for (y, (n, &item)) in (2..).zip(trash.shown.iter().enumerate().skip(top).take(rows)) {
        let Some(item) = trash.items.get(item) else { continue };
        let here = n == trash.cursor;
        let on = canvas.list_row(y, w, here);
        if here {
            cursor = Some((4, y));
        }
        canvas.zone(Area { x: 0, y, w, h: 1 }, Hit::Line(n));
        let is_marked = trash.marks.contains(&item.id.0);
        if is_marked {
            canvas.put(2, y, "•", on(MARK.bold()));
        }
        let room = folder.saturating_sub(6);
        let name = text::cut_name(&base_name(&item.original.0), usize::from(room));
        let paint = if is_marked {
            MARK
        } else if here {
            STRONG
        } else {
            TEXT
        };
        canvas.name(4, y, room, &name, on(paint));
        let room = size.saturating_sub(folder + 2);
        let parent = item.original.0.parent().map_or_else(String::new, |dir| model.path(dir));
        canvas.name(folder, y, room, &text::cut_path(&parent, usize::from(room)), on(MUTED));
        let bytes = trash.size(item).map_or_else(|| "…".to_owned(), format::size);
        canvas.right(size + SIZE, y, &[(&bytes, on(MUTED))]);
        let deleted = when(item.deleted * 1_000_000, model.now.cast_signed(), &model.zone);
        canvas.put(time, y, &deleted, on(MUTED));
    }
    if trash.shown.is_empty() {
        canvas.put(4, 3, tr!("nothing-matches"), MUTED);
    }
    let line = h.saturating_sub(2);
    if let Some(notice) = &model.notice {
        let (glyph, paint) = jobs::tone(notice.tone);
        let text = text::cut_end(&notice.text, usize::from(w.saturating_sub(6)));
        canvas.run(2, line, &[(glyph, paint.bold()), (" ", TEXT), (&text, TEXT)]);
    } else {
        canvas.put(2, line, &text::cut_end(&trash.unread, usize::from(w.saturating_sub(4))), BAD);
    }
    foot(model, trash, canvas, h - 1);
    typed.or(cursor)
}

/// The keys, or the question before something is deleted.
fn foot(model: &Model, trash: &Trash, canvas: &mut Canvas<'_>, y: u16) {
    if let Some((asks, _)) = trash.asks {
        let meant = trash.meant(asks);
        let items = format::items(meant.len() as u64);
        let items = match trash.sum(meant) {
            Some(bytes) => format!("{items}, {},", format::size(bytes)),
            None => items,
        };
        let what = match asks {
            Asks::Delete => tr!("trash-asks-delete", items = items),
            Asks::Empty => tr!("trash-asks-empty", items = items),
        };
        let x = canvas.put(2, y, &what, WAIT) + 3;
        let live = if trash.rests(model.now) { MUTED } else { BAD.bold() };
        let x = canvas.run(x, y, &[("y", live), (" ", TEXT), (tr!("button-delete"), TEXT)]) + 3;
        canvas.run(x, y, &[("Esc", ACCENT.bold()), (" ", TEXT), (tr!("button-keep"), TEXT)]);
        return;
    }
    let order = if trash.by_time { tr!("button-by-name") } else { tr!("button-by-time") };
    let keys: &[(&str, &str)] = if trash.typing {
        &[("Enter", tr!("button-keep-search")), ("Esc", tr!("button-clear-search"))]
    } else {
        &[
            ("Enter", tr!("button-restore")),
            ("Space", tr!("button-mark")),
            ("*", tr!("button-invert")),
            ("d", tr!("button-delete")),
            ("E", tr!("button-empty")),
            ("/", tr!("panel-search")),
            ("s", order),
            ("Esc", tr!("button-close")),
        ]
    };
    let is_narrow = canvas.width() < 90;
    let is_shown = |key: &str| !is_narrow || !["*", "s"].contains(&key);
    let mut keys: Vec<_> = keys.iter().filter(|(key, _)| is_shown(key)).collect();
    let wide = |(key, word): &&(&str, &str)| text::width(key) + text::width(word) + 3;
    // What closes the page is the last one.
    while keys.iter().map(wide).sum::<usize>() > usize::from(canvas.width()) && keys.len() > 2 {
        keys.remove(keys.len() / 2);
    }
    let mut x = 2;
    for (key, word) in keys {
        x = canvas.run(x, y, &[(key, ACCENT.bold()), (" ", TEXT), (word, TEXT)]) + 2;
    }
}
