//! Draws the report of a job.

use fcp_engine::error::Code;
use fcp_engine::view::{Failed, JobRow};
use fcp_presentation::elevation;
use fcp_presentation::jobs::{can_repeat, can_retry, mean_rate};
use fcp_presentation::report::Part;

use super::canvas::Canvas;
use super::{jobs, keys};
use crate::app::area::Area;
use crate::app::dialog::report::Report;
use crate::app::look::{BAD, GOOD, MUTED, STRONG, TEXT, WAIT};
use crate::app::model::Model;
use crate::app::mouse::Hit;
use crate::app::page;
use crate::app::page::counted;
use crate::app::report::{Item, Total, below, heading, items, title, totals, unlimited};
use crate::app::when::when;
use crate::app::work::{self, is_undoable, is_verifiable};
use crate::{format, text};
use fcp_presentation::command_line;
use fcp_presentation::tr;

/// Width from which there are all columns.
const WIDE: u16 = 110;

/// Columns of the words of the sums at least.
const WORD: usize = 9;

/// Rows for the command line at the bottom, with its rule.
const COMMAND: u16 = 5;

/// Draws the report of a job and gives the place of the cursor.
pub(super) fn report(
    model: &Model,
    report: &Report,
    canvas: &mut Canvas<'_>,
) -> Option<(u16, u16)> {
    canvas.clear();
    let Some(row) = work::row(model, report.job) else {
        canvas.put(3, 1, tr!("reading-the-log"), MUTED);
        return None;
    };
    head(model, row, canvas);
    let mut y = 3;
    let totals = totals(row);
    let words = totals.iter().filter(|total| total.items > 0).map(|total| text::width(total.word));
    let words = words.fold(WORD, usize::max);
    for total in totals {
        if total.items > 0 || y == 3 {
            total_line(&total, words, canvas, y);
            y += 1;
        }
    }
    let items = items(row);
    let command = command(row, canvas);
    let end = canvas.height().saturating_sub(2 + command);
    let cursor = list(row, &items, report.cursor, canvas, y + 1, end);
    foot(model, row, (&items, report.cursor), canvas);
    cursor
}

fn head(model: &Model, row: &JobRow, canvas: &mut Canvas<'_>) {
    let w = canvas.width();
    let (glyph, paint, words) = title(row);
    let x = canvas.run(2, 0, &[(glyph, paint.bold()), (" ", TEXT), (&words, STRONG)]);
    if let Some(summary) = &row.summary {
        let mut parts = Vec::new();
        if w >= WIDE {
            let now = model.now.cast_signed();
            let time = when(row.heard_at.cast_signed(), now, &model.zone);
            parts.push(tr!("report-finished-at", time = time.trim_end()));
        }
        let waited = model.work.waits.of(row.job, row.heard_at);
        let worked = summary.elapsed.saturating_sub(waited);
        parts.push(tr!("report-took", time = format::duration(worked)));
        if waited >= 1_000_000 {
            parts.push(tr!("report-waited", time = format::duration(waited)));
        }
        parts.extend(mean_rate(summary, worked).map(format::rate));
        let room = usize::from(w.saturating_sub(x + 4));
        while text::width(&parts.join(", ")) > room && parts.pop().is_some() {}
        canvas.right_behind(x, w - 2, 0, &[(&parts.join(", "), MUTED)]);
    }
    let mut line = page::sources(model, row);
    if let Some(to) = page::destination(model, row) {
        line = format!("{line} → {to}");
    }
    let room = w.saturating_sub(6);
    canvas.name(4, 1, room, &text::cut_path(&line, usize::from(room)), TEXT);
}

fn total_line(total: &Total, words: usize, canvas: &mut Canvas<'_>, y: u16) {
    canvas.run(4, y, &[(total.glyph, total.paint.bold()), (" ", TEXT), (total.word, STRONG)]);
    let end = 21 + words as u16;
    canvas.right(end, y, &[(&format::items(total.items), TEXT)]);
    if let Some(bytes) = total.bytes {
        canvas.right(end + 12, y, &[(&format::size(bytes), TEXT)]);
    }
    let room = canvas.width().saturating_sub(end + 18);
    canvas.put(end + 16, y, &text::cut_end(&total.note, usize::from(room)), MUTED);
}

/// The column in which reasons begin, on a screen of this width.
fn reasons(w: u16) -> u16 {
    if w >= WIDE { w / 2 } else { w * 4 / 10 }
}

/// Whether the reason of an item is longer than its line has room for.
fn is_cut(item: &Item, w: u16) -> bool {
    text::width(&item.what) > usize::from(w.saturating_sub(reasons(w) + 2))
}

/// The items that failed, were warned of and were skipped, so that the cursor is among them.
fn list(
    row: &JobRow,
    items: &[Item],
    cursor: usize,
    canvas: &mut Canvas<'_>,
    y: u16,
    end: u16,
) -> Option<(u16, u16)> {
    let w = canvas.width();
    let reasons = reasons(w);
    let room = usize::from(end.saturating_sub(y));
    // Headings and the spaces before them take lines, too.
    let lines = lines(row, items);
    let here = lines.iter().position(|line| matches!(line, Line::Item(n) if *n == cursor));
    let top = (here.unwrap_or(0) + 2).saturating_sub(room);
    let mut place = None;
    for (y, line) in (y..end).zip(lines.iter().skip(top)) {
        match line {
            Line::Space => {}
            Line::More(n) => {
                canvas.put(2, y, &counted::not_listed(*n), MUTED);
            }
            Line::Head(part) => {
                let is_first = items.first().is_some_and(|item| item.part == *part);
                canvas.rule(0, y, w, is_first);
                let paint = if is_first { STRONG } else { TEXT };
                let x = canvas.put(1, y, &format!(" {} ", heading(*part)), paint);
                canvas.put(x, y, &format!("{} ", format::count(part.count(row))), MUTED);
                canvas.put(reasons - 1, y, &format!(" {} ", tr!("column-reason")), MUTED);
            }
            Line::Item(n) => {
                let item = &items[*n];
                let here = *n == cursor;
                let on = canvas.list_row(y, w, here);
                if here {
                    place = Some((2, y));
                }
                canvas.zone(Area { x: 0, y, w, h: 1 }, Hit::Line(*n));
                let names = usize::from(reasons.saturating_sub(4));
                let path = fcp_engine::path::DisplayName::new(below(row, &item.path)).to_string();
                let path = text::cut_path(&path, names);
                canvas.name(2, y, names as u16, &path, on(if here { STRONG } else { TEXT }));
                let paint = match item.part {
                    Part::Failed => BAD,
                    Part::Warnings => WAIT,
                    Part::Skipped => MUTED,
                    Part::Finished => GOOD,
                };
                let paint = if here { TEXT } else { paint };
                let room = w.saturating_sub(reasons + 2);
                let what = text::cut_end(&item.what, usize::from(room));
                let x = canvas.put(reasons, y, &what, on(paint));
                if x + 3 + text::width(&item.errno) as u16 + 2 <= w {
                    canvas.put(x + 3, y, &item.errno, on(MUTED));
                }
            }
        }
    }
    let hidden = lines.iter().skip(top + room).filter(|line| matches!(line, Line::Item(_))).count();
    if hidden > 0 {
        let shown = format::count(hidden as u64);
        let more = format!(" {} ", tr!("more-below", shown = shown, key = "PgDn"));
        canvas.right(w - 2, end, &[(&more, MUTED)]);
    }
    place
}

/// One line of the list.
enum Line {
    Space,
    Head(Part),
    Item(usize),
    More(u64),
}

fn lines(row: &JobRow, items: &[Item]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut part = None;
    let mut listed = 0;
    for (n, item) in items.iter().enumerate() {
        if part != Some(item.part) {
            if part.is_some() {
                lines.push(Line::Space);
            }
            part = Some(item.part);
            lines.push(Line::Head(item.part));
            listed = 0;
        }
        lines.push(Line::Item(n));
        listed += 1;
        let is_last = items.get(n + 1).is_none_or(|next| next.part != item.part);
        let more = item.part.count(row).saturating_sub(listed);
        // Of finished items the operands are named, and no others are known by name.
        if is_last && more > 0 && item.part != Part::Finished {
            lines.push(Line::More(more));
        }
    }
    lines
}

/// The command line that does the same; gives the rows it takes.
fn command(row: &JobRow, canvas: &mut Canvas<'_>) -> u16 {
    let (w, h) = (canvas.width(), canvas.height());
    let Some(Ok(line)) = row.spec.as_deref().map(command_line::of) else { return 0 };
    if h < 20 {
        return 0;
    }
    let y = h - 2 - COMMAND;
    canvas.rule(0, y, w, false);
    canvas.put(1, y, &format!(" {} ", tr!("report-same-command")), MUTED);
    let room = usize::from(w).saturating_sub(10);
    let mut lines: Vec<String> = Vec::new();
    for word in line.split(' ') {
        match lines.last_mut() {
            Some(last) if text::width(last) + 1 + text::width(word) <= room => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let shown = lines.len().min(2);
    for (n, line) in lines.iter().take(shown).enumerate() {
        let at = y + 2 + n as u16;
        let x = canvas.name(if n == 0 { 4 } else { 6 }, at, w.saturating_sub(8), line, TEXT);
        if n + 1 < lines.len() {
            canvas.put(x + 1, at, if n + 1 < shown { "\\" } else { "…" }, MUTED);
        }
    }
    COMMAND
}

fn foot(model: &Model, row: &JobRow, (items, cursor): (&[Item], usize), canvas: &mut Canvas<'_>) {
    let y = canvas.height().saturating_sub(1);
    if let Some(notice) = &model.notice {
        let (glyph, paint) = jobs::tone(notice.tone);
        let text = text::cut_end(&notice.text, usize::from(canvas.width().saturating_sub(6)));
        canvas.run(2, y - 1, &[(glyph, paint.bold()), (" ", TEXT), (&text, TEXT)]);
    } else if let Some(item) = items.get(cursor).filter(|item| is_cut(item, canvas.width())) {
        // Its line of the list has no room for the whole reason.
        canvas.put_in(2, y - 1, canvas.width().saturating_sub(4), &item.what, TEXT);
    }
    let failed = row.progress.items_failed;
    let retry = tr!("button-retry-some", shown = format::count(failed));
    let mut live: Vec<(&str, &str)> = Vec::new();
    // Another try without it would end in the same way.
    if row.is_over() && unlimited(row).is_some() {
        live.push(("x", tr!("button-extract-anyway")));
    }
    if can_retry(row, &row.failed.items) {
        live.push(("r", &retry));
    }
    if failed > 0 && row.is_over() {
        let denied = |it: &Failed| it.error.code == Code::PermissionDenied;
        if !model.is_root
            && row.verb.is_some_and(elevation::is_possible)
            && row.failed.items.iter().any(denied)
        {
            live.push(("a", tr!("button-retry-as-administrator")));
        }
    }
    if !items.is_empty() {
        live.push(("Enter", tr!("button-go-to-file")));
    }
    if let Some(summary) = &row.summary {
        live.extend(is_undoable(model, row.job, summary).then_some(("u", tr!("verb-undo"))));
        live.extend(can_repeat(summary).then_some(("R", tr!("button-run-again"))));
        live.extend(
            is_verifiable(model, row.job, summary).then_some(("v", tr!("button-verify-again"))),
        );
    }
    live.push(("y", tr!("button-copy-command-line")));
    if items.iter().any(|item| item.part != Part::Finished) {
        live.push(("w", tr!("button-copy-these-paths")));
    }
    live.push(("Esc", tr!("button-close")));
    keys::line(canvas, y, &live);
}
