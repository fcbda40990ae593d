//! Draws the page that compares two folders and brings them in step.

use fcp_browse::{Facts, Verdict};
use fcp_engine::event::FileKind;
use fcp_engine::path::DisplayName;
use fcp_presentation::sync::{Action, Direction, Entry};

use super::canvas::Canvas;
use crate::app::area::Area;
use crate::app::dialog::comparison::{Comparison, KINDS, Stage, amount};
use crate::app::look::{ACCENT, BAD, FAINT, GOOD, MUTED, Paint, STRONG, TEXT, WAIT};
use crate::app::model::{Model, Notice, Tone};
use crate::app::mouse::Hit;
use crate::app::page::counted;
use crate::app::when::{when, when_short};
use crate::{format, text};
use fcp_presentation::errors::reason;
use fcp_presentation::tr;

/// Width from which times are as long as in the panels.
const WIDE: u16 = 100;

/// Width under which there are no times.
const NARROW: u16 = 70;

/// Columns that a verdict with its sign and an action have at least.
const KIND: usize = 13;
const ACTION: usize = 8;

/// Columns of a size.
const SIZE: u16 = 6;

/// Where the columns begin.
struct Columns {
    kind: u16,
    left: u16,
    action: u16,
    right: u16,
    /// Columns of a time.
    time: u16,
}

impl Columns {
    fn of(width: u16) -> Self {
        let time = match width {
            WIDE.. => 13,
            NARROW.. => 6,
            _ => 0,
        };
        let side = SIZE + if time > 0 { 1 + time } else { 0 };
        let right = width.saturating_sub(side + 1);
        // Words have other widths in each language.
        let kinds = KINDS.iter().map(|verdict| text::width(kind(*verdict).1) + 2);
        let kinds = kinds.fold(KIND, usize::max) as u16;
        let actions = Action::ALL.iter().map(|it| text::width(action(*it).0));
        let actions = actions.fold(ACTION, usize::max) as u16;
        let action = right.saturating_sub(actions + 1);
        let left = action.saturating_sub(side + 2);
        Self { kind: left.saturating_sub(kinds + 1), left, action, right, time }
    }
}

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
        (4, tr!("column-path")),
        (columns.kind, tr!("column-kind")),
        (columns.left, tr!("menu-left")),
        (columns.action, tr!("column-action")),
        (columns.right, tr!("menu-right")),
    ];
    for (x, name) in heads {
        canvas.put(x - 1, 2, &format!(" {name} "), MUTED);
    }
    let rows = usize::from(h.saturating_sub(5)).max(1);
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
    foot(model, page, canvas);
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
    let x = canvas.put(3, 0, tr!("compare-title"), STRONG) + 3;
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
        Stage::Done => (format!("✓ {}", counted::same_files(page.compared.same.rows)), GOOD),
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
    let room_of = usize::from(room);
    canvas.name(3, y, room, &text::cut_path(&name, room_of), on(paint));
    let (glyph, word) = kind(entry.verdict);
    let paint = match entry.verdict {
        Verdict::Failed => BAD,
        Verdict::TypeChanged => WAIT,
        _ => MUTED,
    };
    canvas.run(columns.kind, y, &[(glyph, on(paint)), (" ", TEXT), (word, on(paint))]);
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
        if let Some(facts) = facts {
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

/// The sign and the words of a verdict.
fn kind(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::LeftOnly => ("‹", tr!("verdict-left-only")),
        Verdict::RightOnly => ("›", tr!("verdict-right-only")),
        Verdict::LeftNewer => ("←", tr!("verdict-left-newer")),
        Verdict::RightNewer => ("→", tr!("verdict-right-newer")),
        Verdict::Different => ("≠", tr!("verdict-different")),
        Verdict::TypeChanged => ("!", tr!("verdict-other-type")),
        Verdict::Failed => ("✗", tr!("verdict-failed")),
        Verdict::Same => ("=", tr!("verdict-same")),
    }
}

/// The words of an action, and how they are painted.
fn action(action: Action) -> (&'static str, Paint) {
    match action {
        Action::CopyRight => (tr!("compare-copy-right"), ACCENT),
        Action::CopyLeft => (tr!("compare-copy-left"), ACCENT),
        Action::RemoveRight | Action::RemoveLeft => (tr!("compare-trash"), WAIT),
        Action::Leave => ("·", MUTED),
        Action::Undecided => (tr!("compare-decide"), WAIT),
    }
}

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

/// The sums and the keys, or the question before the job starts.
fn foot(model: &Model, page: &Comparison, canvas: &mut Canvas<'_>) {
    let (w, h) = (canvas.width(), canvas.height());
    if page.asked.is_some() {
        let room = usize::from(w.saturating_sub(4));
        canvas.put(2, h - 2, &text::cut_end(&page.sentence(), room), WAIT);
        if page.check.is_some() {
            let x = canvas.put(2, h - 1, tr!("compare-looking-again"), MUTED) + 3;
            canvas.run(
                x,
                h - 1,
                &[("Esc", ACCENT.bold()), (" ", TEXT), (tr!("button-back"), TEXT)],
            );
            return;
        }
        let live = if page.rests(model.now) { MUTED } else { ACCENT.bold() };
        let x =
            canvas.run(2, h - 1, &[("Enter", live), (" ", TEXT), (tr!("button-start"), TEXT)]) + 3;
        let x = canvas.run(
            x,
            h - 1,
            &[("Esc", ACCENT.bold()), (" ", TEXT), (tr!("button-back"), TEXT)],
        ) + 3;
        canvas.put(x, h - 1, tr!("compare-replaced"), MUTED);
        return;
    }
    let way = direction(page.plan.direction());
    let end = canvas.right(w.saturating_sub(2), h - 2, &[("Tab ", ACCENT.bold()), (way, TEXT)]);
    let entry = page.plan.get(page.cursor).filter(|_| way_is_in_step(page));
    if let Some(Notice { tone, text }) = &model.notice {
        let paint = match tone {
            Tone::Good => GOOD,
            Tone::Plain => TEXT,
            Tone::Bad => BAD,
        };
        canvas.put_in(3, h - 2, end.saturating_sub(5), text, paint);
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
        ("v", tr!("button-view")),
        ("d", tr!("button-lines")),
        ("c", if page.spec.content { tr!("button-by-time") } else { tr!("button-by-content") }),
        ("< >", tr!("button-all-of-this-kind")),
        ("r", tr!("button-again")),
        ("f", if page.is_kept { tr!("button-forget") } else { "" }),
        (
            "Esc",
            if page.stage == Stage::Running { tr!("button-stop") } else { tr!("button-close") },
        ),
    ];
    let keys: Vec<_> = keys.iter().filter(|(_, word)| !word.is_empty()).copied().collect();
    hints(&keys, canvas, h - 1);
}

/// Draws keys; where not all fit, those before the last one go first.
pub(super) fn hints(keys: &[(&str, &str)], canvas: &mut Canvas<'_>, y: u16) {
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
    for kind in Action::ALL {
        let sum = page.plan.sums().of(kind);
        if sum.rows == 0 || kind == Action::Leave {
            continue;
        }
        let (words, paint) = action(kind);
        let sum = match kind {
            Action::CopyRight | Action::CopyLeft => {
                format!(" {}, {}", amount(sum), format::size(sum.bytes))
            }
            Action::RemoveRight | Action::RemoveLeft | Action::Leave | Action::Undecided => {
                format!(" {}", format::count(sum.rows))
            }
        };
        if usize::from(x) + text::width(words) + text::width(&sum) > usize::from(end) {
            break;
        }
        x = canvas.run(x, y, &[(words, paint), (&sum, MUTED)]) + 3;
    }
}
