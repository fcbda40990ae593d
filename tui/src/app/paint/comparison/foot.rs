//! The foot of the page that compares two folders: its sums and keys, or the question before the job starts.

use fcp_presentation::errors::reason;
use fcp_presentation::sync::{Action, Direction};
use fcp_presentation::tr;

use super::columns::Columns;
use super::words::action;
use crate::app::dialog::comparison::{Comparison, Stage, amount};
use crate::app::look::{ACCENT, BAD, GOOD, MUTED, Paint, TEXT, WAIT};
use crate::app::model::{Model, Notice, Tone};
use crate::app::paint::canvas::Canvas;
use crate::{format, text};

/// What a direction is called.
fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::UpdateRight => tr!("compare-update-right"),
        Direction::UpdateLeft => tr!("compare-update-left"),
        Direction::Both => tr!("compare-update-both"),
        Direction::InStep => tr!("compare-in-step"),
        Direction::MirrorRight => tr!("compare-mirror-right"),
        Direction::MirrorLeft => tr!("compare-mirror-left"),
    }
}

fn way_is_in_step(page: &Comparison) -> bool {
    page.plan.direction() == Direction::InStep
}

/// The lines of the question before the job starts: all of it is read, also on a narrow screen.
pub(super) fn question(page: &Comparison, w: u16) -> Vec<(String, Paint)> {
    let room = usize::from(w.saturating_sub(4));
    if page.forgets.is_some() {
        let lines = text::wrapped(tr!("step-forget"), room);
        return lines.into_iter().map(|line| (line, WAIT)).collect();
    }
    let mut lines = text::wrapped(&page.sentence(), room);
    let mut paints = vec![WAIT; lines.len()];
    if page.check.is_none() && !has_room_for_replaced(w) {
        lines.extend(text::wrapped(tr!("compare-replaced"), room));
        paints.resize(lines.len(), MUTED);
    }
    lines.into_iter().zip(paints).collect()
}

/// Tells whether the sentence about replaced items stands beside the keys.
fn has_room_for_replaced(w: u16) -> bool {
    let words = [tr!("button-start"), tr!("button-back"), tr!("compare-replaced")];
    let wide: usize = words.iter().map(|words| text::width(words)).sum();
    2 + "Enter ".len() + 3 + "Esc ".len() + 3 + wide <= usize::from(w)
}

/// The question before the job starts, and its keys.
pub(super) fn confirmation(
    model: &Model,
    page: &Comparison,
    lines: &[(String, Paint)],
    canvas: &mut Canvas<'_>,
) {
    let (w, h) = (canvas.width(), canvas.height());
    let top = h.saturating_sub(1 + lines.len() as u16);
    for (y, (line, paint)) in (top..h.saturating_sub(1)).zip(lines) {
        canvas.fill(0, y, w, TEXT);
        canvas.put(2, y, line, *paint);
    }
    let y = h.saturating_sub(1);
    let back = [("Esc", ACCENT.bold()), (" ", TEXT), (tr!("button-back"), TEXT)];
    if page.check.is_some() {
        let x = canvas.run(2, y, &back) + 3;
        let room = usize::from(w.saturating_sub(x));
        canvas.put(x, y, &text::cut_end(tr!("compare-looking-again"), room), MUTED);
        return;
    }
    let live = if page.rests(model.now) { MUTED } else { ACCENT.bold() };
    if page.forgets.is_some() {
        let x = canvas.run(2, y, &[("y", live), (" ", TEXT), (tr!("button-forget"), TEXT)]) + 3;
        canvas.run(x, y, &back);
        return;
    }
    let x = canvas.run(2, y, &[("Enter", live), (" ", TEXT), (tr!("button-start"), TEXT)]) + 3;
    let x = canvas.run(x, y, &back) + 3;
    if has_room_for_replaced(w) {
        canvas.put(x, y, tr!("compare-replaced"), MUTED);
    }
}

/// The sums and the keys.
pub(super) fn foot(model: &Model, page: &Comparison, columns: &Columns, canvas: &mut Canvas<'_>) {
    let (w, h) = (canvas.width(), canvas.height());
    let way = direction(page.plan.direction());
    let end = canvas.right(w.saturating_sub(2), h - 2, &[("Tab ", ACCENT.bold()), (way, TEXT)]);
    let here = page.plan.get(page.cursor);
    let why = here.as_ref().and_then(|entry| entry.error).filter(|_| !columns.has_sizes);
    let entry = here.filter(|_| way_is_in_step(page));
    if let Some(Notice { tone, text }) = &model.notice {
        let paint = match tone {
            Tone::Good => GOOD,
            Tone::Plain => TEXT,
            Tone::Bad => BAD,
        };
        canvas.put_in(3, h - 2, end.saturating_sub(5), text, paint);
    } else if let Some(error) = why {
        // The row has no room for it.
        let room = end.saturating_sub(5);
        canvas.put(3, h - 2, &text::cut_end(&reason(error), usize::from(room)), BAD);
    } else if let Some(since) = entry.and_then(|entry| entry.since()) {
        let since = tr!("compare-since", change = since);
        canvas.put_in(3, h - 2, end.saturating_sub(5), &since, MUTED);
    } else {
        sums(page, canvas, (3, h - 2), end);
    }
    let keys: &[(&str, &str)] = &[
        ("Enter", tr!("button-start")),
        ("← →", tr!("button-copy")),
        ("Space", tr!("button-leave")),
        ("Del", tr!("button-trash")),
        ("f", if page.is_kept { tr!("button-forget") } else { "" }),
        ("v", tr!("button-view")),
        ("d", tr!("button-lines")),
        ("c", if page.spec.content { tr!("button-by-time") } else { tr!("button-by-content") }),
        ("< >", tr!("button-all-of-this-kind")),
        ("r", tr!("button-again")),
        (
            "Esc",
            if page.stage == Stage::Running { tr!("button-stop") } else { tr!("button-close") },
        ),
    ];
    let keys: Vec<_> = keys.iter().filter(|(_, word)| !word.is_empty()).copied().collect();
    hints(&keys, canvas, h - 1);
}

/// Draws keys; where not all fit, those before the last one go first.
pub(in crate::app::paint) fn hints(keys: &[(&str, &str)], canvas: &mut Canvas<'_>, y: u16) {
    let wide = |(key, word): &(&str, &str)| text::width(key) + text::width(word) + 4;
    let Some((last, others)) = keys.split_last() else { return };
    let mut left = usize::from(canvas.width().saturating_sub(2)).saturating_sub(wide(last) - 3);
    let fits = |hint: &&(&str, &str)| {
        let fits = wide(hint) <= left;
        left = if fits { left - wide(hint) } else { 0 };
        fits
    };
    let mut x = 2;
    for (key, word) in others.iter().filter(fits).chain([last]) {
        x = canvas.run(x, y, &[(key, ACCENT.bold()), (" ", TEXT), (word, TEXT)]) + 3;
    }
}

fn sums(page: &Comparison, canvas: &mut Canvas<'_>, (x, y): (u16, u16), end: u16) {
    let mut x = x;
    let removed = [Action::RemoveRight, Action::RemoveLeft].map(|it| page.plan.sums().of(it).rows);
    let removes_both = removed.iter().all(|rows| *rows > 0);
    for kind in Action::ALL {
        let sum = page.plan.sums().of(kind);
        if sum.rows == 0 || kind == Action::Leave {
            continue;
        }
        let (words, paint) = action(kind);
        // Where both sides lose something, each sum says which side.
        let words = match kind {
            Action::RemoveRight if removes_both => tr!("compare-trash-right"),
            Action::RemoveLeft if removes_both => tr!("compare-trash-left"),
            _ => words,
        };
        let sum = match kind {
            Action::CopyRight | Action::CopyLeft => {
                format!(" {}, {}", amount(sum), format::size(sum.bytes))
            }
            Action::RemoveRight | Action::RemoveLeft | Action::Leave | Action::Undecided => {
                format!(" {}", format::count(sum.rows))
            }
        };
        if usize::from(x) + text::width(words) + text::width(&sum) + 2 > usize::from(end) {
            break;
        }
        x = canvas.run(x, y, &[(words, paint), (&sum, MUTED)]) + 3;
    }
}
