//! Draws the dialog that shows one question of a job.

use fcp_browse::Content;
use fcp_engine::error::{Action as Step, OpError};
use fcp_engine::event::{Answer, FileKind, Question, Side, Subject};
use fcp_engine::path::WirePath;
use fcp_engine::view::JobRow;

use super::super::canvas::{Canvas, Inside};
use super::super::{field, status};
use super::parts::{LABEL, Line, buttons, choice_line, label, names_width};
use crate::app::action::Action;
use crate::app::dialog::question::{Choice, MANY, QuestionAsk, REST, Reach, choices, reaches};
use crate::app::keymap::Place;
use crate::app::look::{ACCENT, BAD, Ground, MUTED, Paint, STRONG, TEXT, WAIT};
use crate::app::model::Model;
use crate::app::page::{base_name, inside};
use crate::app::report::errno;
use crate::app::when::apart;
use crate::{format, text};
use fcp_presentation::errors::{cannot_step, reason};
use fcp_presentation::tr;

pub(super) fn question(
    model: &Model,
    ask: &QuestionAsk,
    row: &JobRow,
    question: &Question,
    canvas: &mut Canvas<'_>,
) -> Option<(u16, u16)> {
    let choices = choices(question, &ask.terms, row);
    let is_open = |id: &&u64| !model.answered.contains(id);
    let open = row.questions.keys().filter(is_open).count() as u64;
    let rank = row.questions.range(..=ask.question).filter(|(id, _)| is_open(id)).count() as u64;
    let place = tr!("question-place", rank = format::count(rank), all = format::count(open));
    let lines = choices.len() as u16;
    let at;
    let mut y;
    // What an answer applies to is seen on a low screen, too, below the answers.
    let reach_row;
    match &question.subject {
        Subject::Conflict { src, dst, just_created, .. } => {
            let title = tr!("question-already-there", name = base_name(&dst.path.0));
            let told = 2 * u16::from(*just_created);
            // On a low screen it would hide what the job is doing, and tells less than that, but for two of one name.
            let from = u16::from(*just_created || canvas.height() > lines + 18);
            at = canvas.frame(86, lines + 17 + from + told, &title, &place, ACCENT);
            let first = 9 + from + told;
            let (rows, kept) = canvas.keep_row(at, first + lines + 2);
            reach_row = kept;
            canvas.scroll_to(rows, first + ask.choice as u16);
            sides(model, canvas, at, src, dst, from);
            content(model, canvas, Inside { y: at.y + from, ..at }, question);
            y = at.y + 9 + from;
            if *just_created {
                canvas.put(at.x, y, tr!("question-just-created"), STRONG);
            }
            y += told;
        }
        Subject::Error { src, error } => {
            at = canvas.frame(80, lines + 15, cannot_step(error), &place, BAD);
            let (rows, kept) = canvas.keep_row(at, 5 + lines + 2);
            reach_row = kept;
            canvas.scroll_to(rows, 5 + ask.choice as u16);
            failure(model, canvas, at, (src, error), ask.deletable);
            y = at.y + 5;
            if kept.is_none() {
                goes_on(canvas, at, at.h.saturating_sub(3), row);
            }
        }
        Subject::Removal { item, protected, .. } => {
            let title = tr!("question-delete", name = base_name(&item.path.0));
            at = canvas.frame(80, lines + 13, &title, &place, BAD);
            let (rows, kept) = canvas.keep_row(at, 5 + lines + 2);
            reach_row = kept;
            canvas.scroll_to(rows, 5 + ask.choice as u16);
            let why = if *protected {
                tr!("question-protected")
            } else {
                tr!("question-will-be-deleted")
            };
            canvas.put(at.x, at.y, why, STRONG);
            label(canvas, at, 2, tr!("label-file"), &model.path(&item.path.0));
            let what = match item.size {
                0 => status::kind(item.kind).to_owned(),
                size => format!("{}, {}", status::kind(item.kind), format::size(size)),
            };
            label(canvas, at, 3, tr!("label-type"), &what);
            y = at.y + 5;
        }
    }
    let cursor = answer_rows(canvas, at, y, ask, &choices);
    y += lines;
    let choice = choices.get(ask.choice);
    let answer = choice.and_then(|choice| choice.answer.as_ref());
    let reaches = reaches(row, question, answer, &model.answered);
    if reach_row.is_some() {
        canvas.foot(at);
    }
    let reach = reach_line(canvas, at, reach_row.unwrap_or(y + 1), ask, &reaches);
    let enter = enter_words(ask, choice, &reach);
    show_keys(model, canvas, at, (ask, question), (open, &enter));
    cursor
}

/// Draws the answers, one below the other; gives where the cursor is.
fn answer_rows(
    canvas: &mut Canvas<'_>,
    at: Inside,
    top: u16,
    ask: &QuestionAsk,
    choices: &[Choice],
) -> Option<(u16, u16)> {
    let mut cursor = None;
    let names = names_width(choices.iter().map(|choice| choice.name));
    for (y, (n, choice)) in (top..).zip(choices.iter().enumerate()) {
        let here = n == ask.choice;
        let letter = choice.key.to_string();
        let key = choice.answer.is_some().then_some(letter.as_str());
        let line =
            Line { number: n, here, key, keys: 3, names, name: choice.name, note: &choice.note };
        choice_line(canvas, at, y, &line);
        if here {
            cursor = Some(canvas.cursor(at.x, y));
            let turns =
                if choice.turns { tr!("question-other-rule") } else { tr!("question-edit") };
            let may_turn = ask.terms.clone().pattern_of(choice).is_some() || choice.turns;
            match &ask.editing {
                Some(pattern) => {
                    let taken = 3 + names;
                    let room = at.w.saturating_sub(taken);
                    cursor = Some(field::draw(canvas, pattern, at.x + taken, y, room));
                }
                None if may_turn => {
                    canvas.right(at.x + at.w, y, &[(turns, MUTED.on(Ground::Cursor))]);
                }
                None => {}
            }
        }
    }
    cursor
}

/// Says what Enter does with the chosen answer.
fn enter_words(ask: &QuestionAsk, choice: Option<&Choice>, reach: &str) -> String {
    let answer = choice.and_then(|choice| choice.answer.as_ref());
    let name = choice.map_or("", |choice| choice.name);
    match &ask.editing {
        Some(_) => tr!("question-keep-pattern").to_owned(),
        // The answer ends the job, whatever it applies to.
        None if answer == Some(&Answer::Abort) => name.to_owned(),
        // `If newer this file` would be read wrongly.
        None if choice.is_some_and(|choice| choice.turns) => {
            tr!("question-enter-if", condition = inside(name), reach = reach)
        }
        // `Rename existing this file` would be read wrongly.
        None if matches!(answer, Some(Answer::RenameExisting(_))) => {
            tr!("question-enter-of", answer = name, reach = reach)
        }
        None => tr!("question-enter", answer = name, reach = reach),
    }
}

/// Draws the keys of the dialog; `open` questions of the job wait.
fn show_keys(
    model: &Model,
    canvas: &mut Canvas<'_>,
    at: Inside,
    (ask, question): (&QuestionAsk, &Question),
    (open, enter): (u64, &str),
) {
    let live = model.now >= ask.opened + REST;
    let compares = matches!(model.work.probes.content(question), Some(Content::ProbablySame));
    let table = if open > MANY as u64 {
        tr!("question-table-of", shown = format::count(open))
    } else {
        tr!("question-table").to_owned()
    };
    let mut keys = vec![("Enter", enter)];
    if compares {
        keys.push(("f", tr!("button-compare-in-full")));
    }
    let is_conflict = matches!(question.subject, Subject::Conflict { .. });
    let lines = matches!(&question.subject, Subject::Conflict { src, dst, .. }
        if [src.kind, dst.kind] == [FileKind::File; 2]);
    let view = ("v", if is_conflict { tr!("button-view-both") } else { tr!("button-view") });
    // Until the user presses this key, letters only select an answer.
    let all_keys = model.key_of(Place::Panels, Action::Answer);
    if ask.unasked {
        keys.truncate(1);
        keys.push((&all_keys, tr!("button-all-keys")));
        if open > 1 {
            keys.push(("PgDn", tr!("button-next")));
        }
    } else if open > 1 {
        // Where there is no room, the middle is left out first.
        keys.extend([("t", table.as_str()), view, ("PgDn", tr!("button-next"))]);
    } else {
        keys.push(view);
        keys.extend(lines.then_some(("=", tr!("button-differences"))));
    }
    keys.push((
        "Esc",
        if ask.editing.is_some() { tr!("button-back") } else { tr!("button-later") },
    ));
    buttons(canvas, at, live, &keys);
}

/// How far the answer reaches; gives the words for the button.
fn reach_line(
    canvas: &mut Canvas<'_>,
    at: Inside,
    y: u16,
    ask: &QuestionAsk,
    reaches: &[Reach],
) -> String {
    canvas.put(at.x, y, tr!("question-applies-to"), MUTED);
    let mut x = at.x + LABEL + 1;
    let mut chosen = String::new();
    let wide: usize = reaches.iter().map(|reach| text::width(&reach.name) + 6).sum();
    let is_tight = usize::from(LABEL) + wide > usize::from(at.w);
    for (number, reach) in (1..).zip(reaches) {
        let name = if is_tight { &reach.short } else { &reach.name };
        let (key, word) = if reach.scope == ask.scope {
            chosen.clone_from(&reach.name);
            (ACCENT.bold().on(Ground::Cursor), STRONG.on(Ground::Cursor))
        } else {
            (ACCENT.bold(), TEXT)
        };
        x = canvas.put(x, y, &format!(" {number} "), key);
        x = canvas.put(x, y, &format!(" {name} "), word) + 1;
    }
    let more = tr!("question-and-to-come");
    let wide = text::width(more) as u16;
    if ask.scope != fcp_engine::event::Scope::This && x + wide < at.x + at.w {
        canvas.put(x, y, more, MUTED);
    }
    chosen
}

/// Draws both sides of a conflict, with the facts that set them apart.
fn sides(model: &Model, canvas: &mut Canvas<'_>, at: Inside, src: &Side, dst: &Side, from: u16) {
    let parent = dst.path.0.parent().map_or(String::new(), |dir| model.path(dir));
    label(canvas, at, 0, tr!("label-in"), &parent);
    if from > 0 {
        label(canvas, at, 1, tr!("label-from"), &model.path(&src.path.0));
    }
    let at = Inside { y: at.y + from, ..at };
    let columns = [at.x + LABEL, at.x + LABEL + (at.w - LABEL) / 2 + 1];
    let more = |than: bool, word: &'static str| if than { word } else { "" };
    // The size of a folder itself says nothing about what is in it.
    let folders = [src, dst].iter().any(|side| side.kind == FileKind::Directory);
    let larger = |a: &Side, b: &Side| more(!folders && a.size > b.size, tr!("question-larger"));
    let newer = |a: &Side, b: &Side| more(a.mtime > b.mtime, tr!("question-newer"));
    let marks = [(larger(src, dst), newer(src, dst)), (larger(dst, src), newer(dst, src))];
    canvas.put(at.x, at.y + 4, tr!("label-size"), MUTED);
    canvas.put(at.x, at.y + 5, tr!("label-changed"), MUTED);
    canvas.put(at.x, at.y + 6, tr!("label-type"), MUTED);
    let titles = [tr!("column-incoming"), tr!("column-existing")];
    let times = apart([src.mtime, dst.mtime], &model.zone);
    for ((((x, side), (larger, newer)), title), time) in
        columns.into_iter().zip([src, dst]).zip(marks).zip(titles).zip(times)
    {
        let end = if x == columns[0] { columns[1] - 2 } else { at.x + at.w };
        let last = if x == columns[0] { columns[1] - 1 } else { end };
        canvas.put(x, at.y + 2, title, STRONG);
        canvas.rule(x, at.y + 3, end - x, false);
        let size = match side.kind {
            FileKind::Directory => "–".to_owned(),
            _ => format::size(side.size),
        };
        for (y, value, mark) in [(at.y + 4, &size, larger), (at.y + 5, &time, newer)] {
            let room = last.saturating_sub(x + u16::from(!mark.is_empty()));
            let after = canvas.put_in(x, y, room, value, TEXT) + 1;
            let beside = after.max(x + 21);
            if usize::from(beside) + text::width(mark) <= usize::from(end) {
                canvas.put(beside, y, mark, ACCENT);
            } else {
                // Where there is no room for the word, its sign tells it.
                let sign = text::units(mark).next().unwrap_or_default();
                canvas.put(after.min(last.saturating_sub(1)), y, sign, ACCENT);
            }
        }
        canvas.put(x, at.y + 6, status::kind(side.kind), TEXT);
    }
}

/// How the contents compare.
fn content(model: &Model, canvas: &mut Canvas<'_>, at: Inside, question: &Question) {
    let (y, x) = (at.y + 7, at.x + LABEL);
    let Subject::Conflict { src, dst, .. } = &question.subject else { return };
    canvas.put(at.x, y, tr!("column-content"), MUTED);
    let found = model.work.probes.content(question);
    let (glyph, paint, word) = content_words(found.as_ref());
    let rest = match &found {
        Some(Content::Different) if src.size != dst.size => {
            format!(", {}", tr!("content-sizes-differ"))
        }
        Some(Content::ProbablySame) => format!(", {}", tr!("content-by-samples")),
        Some(Content::Unknown(why)) => format!(": {}", reason(why)),
        None if model.work.probes.is_awaited(question) => {
            canvas.put(x, y, tr!("content-being-compared"), MUTED);
            return;
        }
        _ => String::new(),
    };
    let x = canvas.run(x, y, &[(glyph, paint), (word, paint)]);
    canvas.put_in(x, y, (at.x + at.w).saturating_sub(x), &rest, TEXT);
}

/// Gives the glyph, the paint and the words for how contents compare.
pub(crate) fn content_words(content: Option<&Content>) -> (&'static str, Paint, &'static str) {
    match content {
        Some(Content::Identical) => ("= ", TEXT, tr!("content-identical")),
        Some(Content::ProbablySame) => ("≈ ", WAIT, tr!("content-probably-same")),
        Some(Content::Different) => ("≠ ", WAIT, tr!("content-different")),
        Some(Content::Unknown(_)) => ("? ", MUTED, tr!("content-unknown")),
        None => ("", MUTED, "–"),
    }
}

fn failure(
    model: &Model,
    canvas: &mut Canvas<'_>,
    at: Inside,
    (src, error): (&WirePath, &OpError),
    deletable: bool,
) {
    canvas.put(at.x, at.y, "✗", BAD.bold());
    let room = at.w.saturating_sub(2);
    let mut lines = text::wrapped(&reason(error), usize::from(room));
    if lines.len() > 2 {
        let rest = lines.split_off(1).join(" ");
        lines.push(rest);
    }
    let mut end = (at.x, at.y);
    for (y, line) in (at.y..).zip(&lines) {
        end = (canvas.put_in(at.x + 2, y, room, line, STRONG), y);
    }
    let number = errno(error);
    if usize::from(end.0 + 3) + text::width(&number) <= usize::from(at.x + at.w) {
        canvas.put(end.0 + 3, end.1, &number, MUTED);
    }
    label(canvas, at, 2, tr!("label-file"), &model.path(&src.0));
    if error.path != *src {
        label(canvas, at, 3, tr!("label-to"), &model.path(&error.path.0));
    } else if error.action == Step::Trash && deletable {
        let key = model.key_of(Place::Panels, Action::Delete);
        canvas.put(at.x, at.y + 3, &tr!("question-no-trash", key = key), MUTED);
    }
}

/// Draws which work continues without the answer.
fn goes_on(canvas: &mut Canvas<'_>, at: Inside, line: u16, row: &JobRow) {
    let (progress, totals) = (&row.progress, &row.totals);
    let left = totals.items.saturating_sub(progress.items_done + progress.waiting);
    if totals.complete && left > 0 && !row.waits_only() {
        let text = tr!("question-others-continue", count = left, items = format::items(left));
        canvas.put_in(at.x, at.y + line, at.w, &text, MUTED);
    }
}
