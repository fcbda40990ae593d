//! Draws the list of jobs, grouped by the disks that they use.

use std::borrow::Cow;

use fcp_engine::event::Phase;
use fcp_engine::queue::Mode;
use fcp_engine::spec::Verb;
use fcp_engine::view::JobRow;
use fcp_presentation::jobs::{Lane, State};

use super::canvas::Canvas;
use super::{job, status};
use crate::app::action::Action;
use crate::app::after::After;
use crate::app::area::Area;
use crate::app::keymap::Place;
use crate::app::look::{BAD, GOOD, Ground, INK, MUTED, Paint, STRONG, TEXT, WAIT};
use crate::app::model::{Model, Tone};
use crate::app::mouse::Hit;
use crate::app::page;
use crate::app::request::{self, Request};
use crate::app::work::lanes;
use crate::{format, state, text};
use fcp_presentation::tr;

/// Lines of the job that is selected and at work.
const FULL: u16 = 4;

/// Lines of every other job that works or has worked.
const SHORT: u16 = 2;

/// Something with a place in the list.
enum Piece<'a> {
    /// A request that the queue does not have yet.
    Request(&'a Request),
    Head(&'a Lane),
    Job(&'a JobRow),
}

/// Pieces from top to bottom: line, lines, piece.
type Pieces<'a> = Vec<(usize, u16, Piece<'a>)>;

/// Gives the rows that the list would take.
pub(super) fn height(model: &Model) -> u16 {
    let lanes = lanes(model);
    let pieces = pieces(model, &lanes);
    let end = pieces.last().map_or(1, |(y, tall, _)| y + usize::from(*tall));
    u16::try_from(3 + end).unwrap_or(u16::MAX).max(4)
}

/// Gives the lines that a job takes.
fn lines(model: &Model, row: &JobRow) -> u16 {
    let has_begun = row.phase != Phase::Queued || row.progress.items_done > 0;
    match row.is_over() {
        false if model.job == Some(row.job) && has_begun => FULL,
        false if !has_begun => 1,
        _ => SHORT,
    }
}

/// Lays the list out, with a line between jobs unless both take one.
fn pieces<'a>(model: &'a Model, lanes: &'a [Lane]) -> Pieces<'a> {
    let mut pieces: Pieces<'a> = Vec::new();
    let mut y = 0;
    for request in request::silent(&model.requests, model.now) {
        pieces.push((y, 1, Piece::Request(request)));
        y += 1;
    }
    for lane in lanes {
        let mut before = 0;
        if !lane.devices.is_empty() {
            y += usize::from(y > 0);
            pieces.push((y, 1, Piece::Head(lane)));
            y += 1;
            before = 1;
        } else if y > 0 {
            before = SHORT;
        }
        for row in lane.jobs.iter().filter_map(|&job| model.jobs.row(job)) {
            let tall = lines(model, row);
            y += usize::from(before > 1 || (before == 1 && tall > 1 && !is_head(pieces.last())));
            pieces.push((y, tall, Piece::Job(row)));
            y += usize::from(tall);
            before = tall;
        }
    }
    pieces
}

fn is_head(last: Option<&(usize, u16, Piece<'_>)>) -> bool {
    matches!(last, Some((_, _, Piece::Head(_))))
}

/// Draws the list in `h` rows from row `y` and gives the place of the cursor.
pub(super) fn drawer(model: &Model, canvas: &mut Canvas<'_>, y: u16, h: u16) -> Option<(u16, u16)> {
    let w = canvas.width();
    for line in y..y + h {
        canvas.fill(0, line, w, TEXT);
    }
    canvas.zone(Area { x: 0, y, w, h }, Hit::Jobs);
    canvas.rule(0, y, w, model.in_jobs);
    let x = canvas.put(
        1,
        y,
        &format!(" {} ", tr!("jobs-title")),
        if model.in_jobs { STRONG } else { MUTED },
    );
    let end = needs_you(model, canvas, y);
    let cut = |words: &str, x: u16| text::cut_end(words, usize::from(end.saturating_sub(x + 2)));
    match (status::leaving(model), &model.notice) {
        (Some(words), _) => {
            canvas.put(x, y, &format!(" {} ", cut(&words, x)), WAIT);
        }
        (None, Some(notice)) => {
            let (glyph, paint) = tone(notice.tone);
            let x = canvas.put(x, y, &format!(" {glyph} "), paint);
            canvas.put(x, y, &format!("{} ", cut(&notice.text, x)), TEXT);
        }
        (None, None) => {
            canvas.put(x, y, &format!(" {} ", cut(&tally(model), x)), MUTED);
        }
    }
    let lanes = lanes(model);
    let pieces = pieces(model, &lanes);
    if pieces.is_empty() {
        let key = model.key_of(Place::Panels, Action::Copy);
        let text = tr!("jobs-none-yet", key = key);
        canvas.put(3, y + 2, &text, MUTED);
    }
    let room = usize::from(h.saturating_sub(2));
    let top = top(model, &pieces, room);
    let mut cursor = None;
    for (line, tall, piece) in &pieces {
        let Some(line) = line.checked_sub(top) else { continue };
        if line + usize::from(*tall) > room {
            continue;
        }
        let line = y + 2 + line as u16;
        match piece {
            Piece::Request(request) => asked(model, canvas, request, line),
            Piece::Head(lane) => head(model, canvas, lane, line),
            Piece::Job(row) => {
                job::job(model, canvas, row, line, *tall);
                canvas.zone(Area { x: 0, y: line, w, h: *tall }, Hit::Job(row.job));
                if model.in_jobs && model.job == Some(row.job) {
                    cursor = Some((2, line));
                }
            }
        }
    }
    let below = pieces.iter().filter(|(line, tall, piece)| {
        matches!(piece, Piece::Job(_)) && line + usize::from(*tall) > top + room
    });
    let below = below.count() as u64;
    if below > 0 {
        let more = format!(" {} ", tr!("jobs-more-below", shown = format::count(below)));
        canvas.right(w - 2, y + h - 1, &[(&more, MUTED)]);
    }
    cursor
}

/// Gives the first line to draw, so that the selected job is on the screen.
fn top(model: &Model, pieces: &Pieces<'_>, room: usize) -> usize {
    let is_here =
        |piece: &Piece<'_>| matches!(piece, Piece::Job(row) if Some(row.job) == model.job);
    let here = pieces.iter().find(|(_, _, piece)| is_here(piece));
    let end = here.map_or(0, |(line, tall, _)| line + usize::from(*tall));
    let needed = end.saturating_sub(room);
    // The list begins with a whole piece, never with half of one.
    pieces.iter().map(|(line, _, _)| *line).find(|line| *line >= needed).unwrap_or(0)
}

/// A request that the queue does not have yet.
pub(super) fn asked(model: &Model, canvas: &mut Canvas<'_>, request: &Request, y: u16) {
    let w = canvas.width();
    canvas.put(2, y, "·", WAIT.bold());
    let x = canvas.put(4, y, request.word(), STRONG) + 2;
    let end = canvas.right(w - 2, y, &[(tr!("jobs-being-added"), WAIT)]);
    let way = text::cut_path(&request.way(model), usize::from(end.saturating_sub(x + 2)));
    canvas.name(x, y, end.saturating_sub(x + 2), &way, TEXT);
}

/// Draws the devices of a lane and its settings.
fn head(model: &Model, canvas: &mut Canvas<'_>, lane: &Lane, y: u16) {
    let names: Vec<String> = lane.devices.iter().map(|device| device_name(model, device)).collect();
    let x = canvas.put(2, y, &names.join(", "), TEXT.bold());
    let mut notes = Vec::new();
    let kind = lane.devices.first().and_then(|device| device_kind(device));
    notes.extend(kind.filter(|_| lane.devices.len() == 1));
    notes.push(match model.work.settings.mode {
        Mode::Lanes => tr!("jobs-mode-lanes"),
        Mode::All => tr!("jobs-mode-all"),
        Mode::One => tr!("jobs-mode-one"),
    });
    let mut notes: Vec<String> = notes.into_iter().map(str::to_owned).collect();
    let limit_of = |job| model.work.kept.get(job).and_then(|kept| kept.limit);
    let limits: Vec<Option<u64>> = lane.jobs.iter().map(limit_of).collect();
    let same = limits.windows(2).all(|pair| pair[0] == pair[1]);
    if let (Some(Some(limit)), true) = (limits.first(), same) {
        notes.push(tr!("jobs-limit", rate = format::rate(*limit)));
    }
    if let Some(limit) = model.work.settings.limit_rate {
        notes.push(tr!("jobs-limit-all", rate = format::rate(limit)));
    }
    let note = notes.join(" · ");
    canvas.put(x + 2, y, &note, MUTED);
}

/// Gives the name of a disk as people know it; where it has none, where it is mounted.
fn device_name(model: &Model, device: &str) -> String {
    let numbers = device.strip_prefix("mem:").or_else(|| device.strip_prefix("dev:"));
    if let Some(dir) = numbers.and_then(|numbers| model.work.mounted.get(numbers)) {
        return model.path(dir);
    }
    let name = match device.split_once(':') {
        Some(("disk" | "net" | "pool", name)) => name,
        Some(("mem", _)) => tr!("disk-memory"),
        _ => device,
    };
    fcp_engine::path::DisplayName::new(name).to_string()
}

fn device_kind(device: &str) -> Option<&'static str> {
    match device.split_once(':') {
        Some(("net", _)) => Some(tr!("disk-network")),
        Some(("pool", _)) => Some(tr!("disk-pool")),
        _ => None,
    }
}

/// Counts the jobs by state.
pub(super) fn tally(model: &Model) -> String {
    let mut counts: Vec<(&str, u64)> = Vec::new();
    for row in model.jobs.rows() {
        // Jobs that wait for different ones are counted together.
        let word = state::word(stands(row, model.now));
        match counts.iter_mut().find(|(other, _)| *other == word) {
            Some((_, n)) => *n += 1,
            None => counts.push((word, 1)),
        }
    }
    let parts: Vec<String> =
        counts.iter().map(|(word, n)| format!("{} {word}", format::count(*n))).collect();
    parts.into_iter().chain(model.after.as_ref().map(After::words)).collect::<Vec<_>>().join(", ")
}

/// Draws the badge that calls for answers, and gives the column before which there is room for the rest.
pub(super) fn needs_you(model: &Model, canvas: &mut Canvas<'_>, y: u16) -> u16 {
    let waiting: u64 = model.jobs.rows().map(JobRow::waiting).sum();
    let end = canvas.width().saturating_sub(2);
    if waiting == 0 {
        return end;
    }
    let key = model.key_of(Place::Panels, Action::Answer);
    let badge = tr!("jobs-need-you", shown = format::count(waiting), key = key);
    let badge = format!(" ? {badge} ");
    let x = canvas.right(end, y, &[(&badge, INK.on(Ground::Badge))]);
    canvas.zone(Area { x, y, w: end - x, h: 1 }, Hit::Action(Action::Answer));
    x
}

/// Gives the glyph and the paint of a tone.
pub(super) fn tone(tone: Tone) -> (&'static str, Paint) {
    match tone {
        Tone::Good => ("✓", GOOD),
        Tone::Bad => ("✗", BAD),
        Tone::Plain => ("–", MUTED),
    }
}

/// Gives the glyph, the paint and the words of a job's state.
pub(super) fn state(row: &JobRow, now: u64) -> (&'static str, Paint, Cow<'static, str>) {
    let state = stands(row, now);
    let (glyph, paint) = state::glyph(state);
    (glyph, paint, state::words(state))
}

fn stands(row: &JobRow, now: u64) -> State {
    match State::of(row, now) {
        // The line that tells how it ended says so, too.
        State::Partly(_) if row.summary.as_ref().is_some_and(|it| it.done == 0) => State::Failed,
        state => state,
    }
}

/// Gives the verb of a job.
pub(super) fn verb(model: &Model, row: &JobRow) -> &'static str {
    match row.verb {
        Some(Verb::Undo) if page::is_redo(model, row) => tr!("verb-redo"),
        verb => state::verb(verb),
    }
}
