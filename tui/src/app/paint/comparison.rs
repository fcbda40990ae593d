//! Draws the page that compares two folders and brings them in step.

mod columns;
mod foot;
mod words;

use fcp_browse::{Facts, Verdict};
use fcp_engine::event::FileKind;
use fcp_engine::path::DisplayName;
use fcp_presentation::sync::Entry;

use super::canvas::Canvas;
use columns::{Columns, SIZE};
pub(super) use foot::hints;
use words::{action, kind};

use crate::app::area::Area;
use crate::app::dialog::comparison::{Comparison, KINDS, Stage};
use crate::app::look::{ACCENT, BAD, FAINT, GOOD, MUTED, Paint, STRONG, TEXT, WAIT};
use crate::app::model::Model;
use crate::app::mouse::Hit;
use crate::app::page::counted;
use crate::app::when::{when, when_short};
use crate::{format, text};
use fcp_presentation::errors::reason;
use fcp_presentation::tr;

/// Columns that the name of each folder has before the title is left out.
const NAME: u16 = 10;

/// Draws the page and gives the place of the cursor.
pub(super) fn comparison(
    model: &Model,
    page: &Comparison,
    canvas: &mut Canvas<'_>,
) -> Option<(u16, u16)> {
    canvas.clear();
    let (w, h) = (canvas.width(), canvas.height());
    head(model, page, canvas);
    kinds(page, canvas, 1);
    canvas.rule(0, 2, w, true);
    let columns = Columns::of(w);
    let heads = [
        (4, tr!("column-path"), true),
        (columns.kind, tr!("column-kind"), columns.has_words),
        (columns.left, tr!("menu-left"), columns.has_sizes),
        (columns.action, tr!("column-action"), true),
        (columns.right, tr!("menu-right"), columns.has_sizes),
    ];
    for (x, name, _) in heads.into_iter().filter(|(_, _, is_shown)| *is_shown) {
        canvas.put(x.saturating_sub(1), 2, &format!(" {name} "), MUTED);
    }
    let question = page.asked.or(page.forgets).map(|_| foot::question(page, w));
    let below = question.as_ref().map_or(1, |lines| lines.len() as u16);
    let rows = usize::from(h.saturating_sub(4 + below)).max(1);
    let top = (page.cursor + 1).saturating_sub(rows);
    let mut cursor = None;
    for (y, at) in (3..).zip(top..page.plan.shown().min(top + rows)) {
        let Some(entry) = page.plan.get(at) else { break };
        if at == page.cursor {
            cursor = Some((3, y));
        }
        canvas.zone(Area { x: 0, y, w, h: 1 }, Hit::Line(at));
        row(model, &entry, &columns, canvas, (y, at == page.cursor));
    }
    if page.plan.shown() == 0 {
        let (words, paint) = empty(page);
        canvas.put(3, 4, &words, paint);
    }
    match question {
        Some(lines) => foot::confirmation(model, page, &lines, canvas),
        None => foot::foot(model, page, &columns, canvas),
    }
    cursor
}

/// The two folders, and how far the comparison is.
fn head(model: &Model, page: &Comparison, canvas: &mut Canvas<'_>) {
    let w = canvas.width();
    let by_content = page.spec.content;
    let looked_at = format::count(page.compared.looked_at);
    let stage = match &page.stage {
        Stage::Running if by_content => tr!("compare-running-content", shown = looked_at),
        Stage::Running => tr!("compare-running-time", shown = looked_at),
        Stage::Stopped => tr!("compare-stopped", shown = looked_at),
        Stage::Done if by_content => tr!("compare-by-content").to_owned(),
        Stage::Done => tr!("compare-by-time").to_owned(),
        Stage::Failed(_) => tr!("compare-failed").to_owned(),
    };
    let end = canvas.right(w.saturating_sub(2), 0, &[(&stage, MUTED)]);
    // The names of the folders say more than the title.
    let title = tr!("compare-title");
    let wide = 3 + text::width(title) as u16 + 3 + 5 + 2 * NAME;
    let x = if end < wide { 3 } else { canvas.put(3, 0, title, STRONG) + 3 };
    let room = end.saturating_sub(x + 5) / 2;
    let [left, right] = page.plan.roots().each_ref().map(|root| model.path(root));
    let x = canvas.name(x, 0, room, &text::cut_path(&left, usize::from(room)), TEXT);
    let x = canvas.put(x, 0, " ≈ ", MUTED);
    canvas.name(x, 0, room, &text::cut_path(&right, usize::from(room)), TEXT);
}

/// The kinds, with the keys that hide them; by their signs alone where the words do not fit.
fn kinds(page: &Comparison, canvas: &mut Canvas<'_>, y: u16) {
    let wide = usize::from(canvas.width().saturating_sub(3));
    let counts = KINDS.map(|verdict| format::count(page.plan.count_of(verdict) as u64));
    let columns = |text: &str| text::width(text);
    let words: usize = KINDS
        .iter()
        .zip(&counts)
        .map(|(it, count)| columns(kind(*it).1) + columns(count) + 6)
        .sum();
    let mut x = 3;
    for (key, (verdict, count)) in (1..).zip(KINDS.into_iter().zip(&counts)) {
        let (sign, word) = kind(verdict);
        let name = if words > wide { sign } else { word };
        let (key_paint, paint) =
            if page.plan.shows(verdict) { (ACCENT.bold(), TEXT) } else { (MUTED, FAINT) };
        let key = format!("{key} ");
        let count = format!(" {count}   ");
        x = canvas.run(x, y, &[(&key, key_paint), (name, paint), (&count, MUTED)]);
    }
}

/// Says why there are no rows.
fn empty(page: &Comparison) -> (String, Paint) {
    match &page.stage {
        Stage::Running => (tr!("compare-nothing-so-far").to_owned(), MUTED),
        Stage::Failed(why) => (why.clone(), BAD),
        Stage::Done | Stage::Stopped if !page.plan.is_empty() => {
            (tr!("compare-all-hidden").to_owned(), MUTED)
        }
        Stage::Stopped => (tr!("compare-nothing-stopped").to_owned(), MUTED),
        Stage::Done => {
            (format!("✓ {}", counted::same_files(page.compared.same.rows, page.spec.content)), GOOD)
        }
    }
}

fn row(
    model: &Model,
    entry: &Entry<'_>,
    columns: &Columns,
    canvas: &mut Canvas<'_>,
    (y, here): (u16, bool),
) {
    let on = canvas.list_row(y, canvas.width(), here);
    let is_folder = [entry.left, entry.right]
        .into_iter()
        .flatten()
        .all(|facts| facts.kind == FileKind::Directory)
        && entry.verdict != Verdict::Failed;
    let mut name = DisplayName::new(entry.path).to_string();
    if name.is_empty() {
        name.push('.');
    }
    if is_folder {
        name.push('/');
    }
    let room = columns.kind.saturating_sub(4);
    let paint = if here { STRONG } else { TEXT };
    canvas.name(3, y, room, &text::cut_path(&name, usize::from(room)), on(paint));
    let (glyph, word) = kind(entry.verdict);
    let paint = match entry.verdict {
        Verdict::Failed => BAD,
        Verdict::TypeChanged => WAIT,
        _ => MUTED,
    };
    let word = if columns.has_words { word } else { "" };
    let x = canvas.put(columns.kind, y, glyph, on(paint));
    canvas.put(x + 1, y, word, on(paint));
    if let Some(error) = entry.error {
        let room = canvas.width().saturating_sub(columns.left + 1);
        let why = text::cut_end(&reason(error), usize::from(room));
        canvas.put(columns.left, y, &why, on(BAD));
        return;
    }
    for (x, facts, is_newer) in [
        (columns.left, entry.left, entry.verdict == Verdict::LeftNewer),
        (columns.right, entry.right, entry.verdict == Verdict::RightNewer),
    ] {
        if let Some(facts) = facts.filter(|_| columns.has_sizes) {
            let paint = if is_newer { STRONG } else { MUTED };
            side(model, &facts, columns, canvas, (x, y), &on, paint);
        }
    }
    let (words, paint) = action(entry.action);
    let paint = if entry.is_chosen { paint.bold() } else { paint };
    canvas.put(columns.action, y, words, on(paint));
}

/// Draws size and time of one side.
fn side(
    model: &Model,
    facts: &Facts,
    columns: &Columns,
    canvas: &mut Canvas<'_>,
    (x, y): (u16, u16),
    on: &impl Fn(Paint) -> Paint,
    paint: Paint,
) {
    let size = match facts.kind {
        FileKind::Symlink => tr!("compare-link").to_owned(),
        FileKind::File | FileKind::Directory => format::size_short(facts.size),
        _ => "–".to_owned(),
    };
    canvas.right(x + SIZE, y, &[(&size, on(paint))]);
    let now = model.now.cast_signed();
    let time = match columns.time {
        0 => return,
        6 => when_short(facts.mtime, now, &model.zone),
        _ => when(facts.mtime, now, &model.zone),
    };
    canvas.put(x + SIZE + 1, y, &time, on(paint));
}
