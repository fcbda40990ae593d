//! Lays out the table of jobs in the columns of a terminal.

use ratatui::text::{Line, Span};

use super::row::Row;
use crate::app::look::{ACCENT, BAD, FAINT, Look, MUTED, Paint, STRONG, TEXT, WAIT};
use crate::cli::screen::{clip, span};
use crate::format;
use crate::text::{cut_path, is_escape, units, width as columns};

/// Columns between columns.
const GAP: usize = 2;
/// Columns of the bar.
const BAR: usize = 16;
/// Columns that paths get before less important columns do.
const ROOM: usize = 24;
/// Jobs whose questions are told below the table.
const ASKING: usize = 3;

/// Columns that numbers take; they stay so that nothing jitters.
const DONE: usize = 5;
const AMOUNT: usize = 16;
const RATE: usize = 10;
const LEFT: usize = 13;

/// Which columns there are room for, and how wide the others are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    job: usize,
    state: usize,
    verb: usize,
    what: usize,
    amount: bool,
    rate: bool,
    bar: bool,
}

impl Layout {
    /// Divides the columns of a terminal; without a terminal nothing is cut.
    fn new(words: (&str, &str), rows: &[Row], width: Option<usize>) -> Self {
        let widest = |of: fn(&Row) -> usize| rows.iter().map(of).max().unwrap_or(0);
        let job = widest(|row| row.job.to_string().len()).max(columns(words.0));
        let state = widest(|row| columns(&row.state.word) + 2).max(9);
        // Parts of a plan have one verb, which is told above them.
        let verb = Some(widest(|row| row.verb.len())).filter(|widest| *widest > 0);
        let verb = verb.map_or(0, |widest| widest.max(4));
        let natural = widest(what_width).max(4);
        let fixed = job + state + verb + DONE + 4 * GAP;
        let Some(width) = width else {
            return Self { job, state, verb, what: natural, amount: true, rate: true, bar: false };
        };
        let mut left = width.saturating_sub(fixed);
        let mut take = |wanted: usize, reserve: usize| {
            let fits = left >= wanted + GAP + natural.min(reserve);
            left -= if fits { wanted + GAP } else { 0 };
            fits
        };
        let amount = take(AMOUNT, ROOM);
        let rate = amount && take(RATE + GAP + LEFT, ROOM + 4);
        let bar = rate && take(BAR, ROOM + 16);
        Self { job, state, verb, what: natural.min(left), amount, rate, bar }
    }
}

/// Draws the table of jobs with its head.
pub(super) fn lines(rows: &[Row], width: Option<usize>, look: Look) -> Vec<Line<'static>> {
    lines_of(("Job", "What"), rows, width, look)
}

/// Draws a table with these words above the numbers and above what the rows are about.
pub(super) fn lines_of(
    words: (&str, &str),
    rows: &[Row],
    width: Option<usize>,
    look: Look,
) -> Vec<Line<'static>> {
    let layout = Layout::new(words, rows, width);
    let mut lines = vec![head(words, layout, look)];
    if let Some(width) = width {
        lines.push(Line::from(span("─".repeat(width), FAINT, look)));
    }
    lines.extend(rows.iter().map(|row| line(row, layout, look)));
    match width {
        Some(width) => lines.into_iter().map(|line| clipped(line, width)).collect(),
        None => lines,
    }
}

/// Cuts what a very narrow terminal has no room for.
pub(super) fn clipped(mut line: Line<'static>, width: usize) -> Line<'static> {
    let mut left = width;
    for part in &mut line.spans {
        if part.width() > left {
            part.content = clip(&part.content, left).into();
        }
        left -= part.width();
    }
    trimmed(line.spans)
}

/// Says below the table which jobs wait for answers, and how to answer.
pub(super) fn notes(rows: &[Row], look: Look) -> Vec<Line<'static>> {
    let asking: Vec<&Row> = rows.iter().filter(|row| row.questions > 0).collect();
    let mut lines: Vec<_> = asking
        .iter()
        .take(ASKING)
        .map(|row| {
            let questions = format::counted(row.questions, "question", "questions");
            Line::from(vec![
                span(format!("? {questions}"), WAIT.bold(), look),
                span(format!(" in job {}: ", row.job), TEXT, look),
                span(format!("fcpq answer {}", row.job), STRONG, look),
            ])
        })
        .collect();
    if let Some(more) = asking.len().checked_sub(ASKING).filter(|more| *more > 0) {
        let jobs = format::counted(more as u64, "more job asks", "more jobs ask");
        lines.push(Line::from(span(format!("? {jobs}"), WAIT, look)));
    }
    lines
}

fn head((job, what): (&str, &str), layout: Layout, look: Look) -> Line<'static> {
    let part = |text: String| span(text, MUTED, look);
    let mut parts =
        vec![part(format!("{job:>0$}", layout.job)), part(pad("  State", layout.state + GAP))];
    if layout.verb > 0 {
        parts.push(part(pad("  Verb", layout.verb + GAP)));
    }
    parts.push(part(pad(&format!("  {what}"), layout.what + GAP)));
    parts.push(part(pad("  Done", DONE + GAP)));
    if layout.bar {
        parts.push(part(" ".repeat(BAR + GAP)));
    }
    if layout.amount {
        parts.push(part(pad("  Amount", AMOUNT + GAP)));
    }
    if layout.rate {
        parts.push(part(pad("  Rate", RATE + GAP)));
        parts.push(part("  Left".to_owned()));
    }
    trimmed(parts)
}

fn line(row: &Row, layout: Layout, look: Look) -> Line<'static> {
    // Waiting and finished jobs are muted, so that running ones stand out.
    let quiet = if row.live || row.paused { TEXT } else { MUTED };
    let part = |text: String, paint: Paint| span(text, paint, look);
    let state = format!("  {} {}", row.state.glyph, row.state.word);
    let mut parts = vec![
        part(format!("{:>1$}", row.job, layout.job), quiet),
        part(pad(&state, layout.state + GAP), row.state.paint),
    ];
    if layout.verb > 0 {
        parts.push(part(pad(&format!("  {}", row.verb), layout.verb + GAP), quiet));
    }
    parts.push(part(" ".repeat(GAP), TEXT));
    parts.extend(what(row, layout.what, quiet, look));
    let done = format!("  {:>DONE$}", row.percent);
    parts.push(part(done, if row.live { STRONG } else { quiet }));
    if layout.bar {
        parts.extend(bar(row, look));
    }
    if layout.amount {
        parts.push(part(pad(&format!("  {}", row.amount), AMOUNT + GAP), quiet));
    }
    if layout.rate {
        parts.push(part(pad(&format!("  {}", row.rate), RATE + GAP), quiet));
        parts.push(part(format!("  {}", row.left), MUTED));
    }
    trimmed(parts)
}

/// Shows from where to where, and at the end what needs attention.
fn what(row: &Row, room: usize, paint: Paint, look: Look) -> Vec<Span<'static>> {
    let notes = badges(row);
    let taken: usize = notes.iter().map(|(text, _)| columns(text) + GAP).sum();
    let (from, to) = route(row, room.saturating_sub(taken));
    // A cut must not hide that a name is hostile.
    let paint_of = |whole: &str, cut: &str| {
        let hides = cut != whole && units(whole).any(is_escape);
        if hides { WAIT } else { paint }
    };
    let from_paint = paint_of(&row.from, &from);
    let mut parts = vec![span(from, from_paint, look)];
    if let Some(whole) = &row.to {
        let paint = paint_of(whole, &to);
        parts.push(span(" → ", MUTED, look));
        parts.push(span(to, paint, look));
    }
    let used: usize = parts.iter().map(Span::width).sum::<usize>() + taken;
    parts.push(span(" ".repeat(room.saturating_sub(used)), TEXT, look));
    for (text, paint) in notes {
        parts.push(span(format!("  {text}"), paint, look));
    }
    parts
}

fn badges(row: &Row) -> Vec<(String, Paint)> {
    [(row.questions, "?", WAIT), (row.failed, "✗", BAD)]
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, glyph, paint)| (format!("{glyph} {}", format::count(count)), paint))
        .collect()
}

/// Cuts both paths so that they fit; the shorter one leaves its room to the other.
fn route(row: &Row, room: usize) -> (String, String) {
    let Some(to) = &row.to else { return (cut_path(&row.from, room), String::new()) };
    let room = room.saturating_sub(3);
    let half = room / 2;
    let from = cut_path(&row.from, half.max(room.saturating_sub(columns(to))));
    let to = cut_path(to, room.saturating_sub(columns(&from)));
    (from, to)
}

fn what_width(row: &Row) -> usize {
    let to = row.to.as_ref().map_or(0, |to| columns(to) + 3);
    let notes: usize = badges(row).iter().map(|(text, _)| columns(text) + GAP).sum();
    columns(&row.from) + to + notes
}

pub(super) fn bar(row: &Row, look: Look) -> Vec<Span<'static>> {
    let Some(done) = row.done.filter(|_| row.live || row.paused) else {
        return vec![span(" ".repeat(BAR + GAP), TEXT, look)];
    };
    let heavy = (usize::from(done) * BAR + 500) / 1000;
    vec![
        span(" ".repeat(GAP), TEXT, look),
        span("━".repeat(heavy), if row.paused { MUTED } else { ACCENT }, look),
        span("─".repeat(BAR.saturating_sub(heavy)), FAINT, look),
    ]
}

/// Fills a text up to a width.
fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// Drops what is blank at the end of a line.
fn trimmed(mut parts: Vec<Span<'static>>) -> Line<'static> {
    while let Some(last) = parts.last_mut() {
        last.content = last.content.trim_end().to_owned().into();
        if !last.content.is_empty() {
            break;
        }
        parts.pop();
    }
    Line::from(parts)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::PathBuf;

    use fcp_engine::event::Outcome;
    use fcp_engine::queue::QueuedJob;
    use fcp_engine::spec::{Destination, Verb};

    use super::*;
    use crate::queue::row::tests::{NOW, finished, job, running};
    use crate::terminal::PLAIN;

    fn queue() -> Vec<Row> {
        let hostile = PathBuf::from(OsStr::from_bytes(b"/srv/\x1b[2Ja\xff\n/x\xe2\x80\xaegpj.exe"));
        let mut asks = running(7);
        (asks.questions, asks.progress.waiting, asks.progress.items_failed) = (12, 12, 2);
        asks.progress.in_flight = vec![fcp_engine::event::InFlight {
            path: "/home/anna/Pictures/2026/x".into(),
            bytes: 1,
            size: 2,
            method: None,
        }];
        let jobs = [
            asks,
            QueuedJob { paused: true, verb: Verb::Move, ..running(8) },
            QueuedJob { after: Some(8), ..job(9) },
            QueuedJob {
                verb: Verb::Delete,
                sources: vec!["/srv/tmp/a".into(), "/srv/tmp/b".into()],
                source_count: 31_204,
                destination: None,
                ..job(10)
            },
            QueuedJob {
                sources: vec![hostile.into()],
                destination: Some(Destination::As("/mnt/写真/夏の写真の長い名前".into())),
                ..job(123_456)
            },
            finished(6, Outcome::Completed, 0),
            finished(5, Outcome::CompletedWithErrors, 2),
        ];
        jobs.iter().filter_map(|job| Row::of(job, NOW)).collect()
    }

    fn shown(width: Option<usize>, look: Look) -> String {
        let rows = queue();
        let mut lines = lines(&rows, width, look);
        let notes = notes(&rows, look).into_iter();
        lines.extend(notes.map(|line| clipped(line, width.unwrap_or(usize::MAX))));
        let text: Vec<String> = lines.iter().map(ToString::to_string).collect();
        for line in &text {
            assert!(width.is_none_or(|width| columns(line) <= width), "{line}");
            assert!(!line.chars().any(char::is_control), "{line:?}");
        }
        text.join("\n")
    }

    #[test]
    fn the_table_fits_the_terminal() {
        for width in [60, 80, 120] {
            insta::assert_snapshot!(format!("table-{width}"), shown(Some(width), PLAIN));
        }
        let ascii = Look { ascii: true, ..PLAIN };
        let table = shown(Some(120), ascii);
        let drawn: String = table.lines().filter(|line| !line.contains("/mnt/")).collect();
        assert!(drawn.is_ascii(), "{drawn}");
    }

    #[test]
    fn without_a_terminal_nothing_is_cut() {
        let table = shown(None, PLAIN);
        assert!(!table.contains('…'), "{table}");
        insta::assert_snapshot!("table-plain", table);
    }

    #[test]
    fn even_a_narrow_terminal_gets_a_table() {
        for width in 1..60 {
            shown(Some(width), PLAIN);
        }
    }
}
