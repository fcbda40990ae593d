//! A question of a job.

use fcp_engine::error::OpError;
use fcp_engine::event::{Question, Side, Subject};
use fcp_engine::path::WirePath;

use super::super::canvas::{Canvas, Inside};
use super::super::status;
use super::{LABEL, buttons, label};
use crate::app::dialog::question::{QuestionAsk, REST, choices, scopes};
use crate::app::look::{ACCENT, BAD, FAINT, Ground, MUTED, Paint, STRONG, TEXT};
use crate::app::model::Model;
use crate::app::page::{base_name, step};
use crate::app::when::exactly;
use crate::format;

pub(super) fn question(
    model: &Model,
    ask: &QuestionAsk,
    question: &Question,
    canvas: &mut Canvas<'_>,
) -> Option<(u16, u16)> {
    let choices = choices(question);
    let waiting = model.jobs.row(ask.job).map_or(1, |row| row.progress.waiting);
    let place = format!("1 of {} in this job", format::count(waiting));
    let tall = choices.len() as u16 + if is_conflict(question) { 16 } else { 13 };
    let at;
    let mut y;
    match &question.subject {
        Subject::Conflict { src, dst, .. } => {
            let title = format!("Already there: {}", base_name(&dst.path.0));
            at = canvas.frame(86, tall, &title, &place, ACCENT);
            canvas.scroll_to(at, 8 + ask.choice as u16);
            sides(model, canvas, at, src, dst);
            y = at.y + 8;
        }
        Subject::Error { src, error } => {
            let title = format!("Cannot {}", step(error));
            at = canvas.frame(80, tall, &title, &place, BAD);
            canvas.scroll_to(at, 5 + ask.choice as u16);
            failure(model, canvas, at, src, error);
            y = at.y + 5;
        }
        Subject::Removal { item, .. } => {
            let title = format!("Delete {}?", base_name(&item.path.0));
            at = canvas.frame(80, tall, &title, &place, BAD);
            canvas.scroll_to(at, 5 + ask.choice as u16);
            canvas.put(at.x, at.y, "You may not write to it.", STRONG);
            label(canvas, at, 2, "File", &model.path(&item.path.0));
            y = at.y + 5;
        }
    }
    let mut cursor = None;
    for (n, choice) in choices.iter().enumerate() {
        let here = n == ask.choice;
        let available = choice.answer.is_some();
        let ground = if here { Some(Ground::Cursor) } else { None };
        let on = |paint: Paint| paint.or_on(ground);
        if here {
            canvas.active_row(at, y);
            cursor = Some(canvas.cursor(at.x, y));
        }
        let key = if available { choice.key.to_string() } else { "–".to_owned() };
        canvas.put(at.x, y, &key, on(if available { ACCENT.bold() } else { FAINT }));
        let name = match (available, here) {
            (false, _) => MUTED,
            (true, true) => STRONG,
            (true, false) => TEXT,
        };
        canvas.put(at.x + 3, y, choice.name, on(name));
        canvas.put(at.x + 22, y, choice.note, on(if here { TEXT } else { MUTED }));
        y += 1;
    }
    reach(canvas, at, y + 1, ask, question);
    let name = choices.get(ask.choice).map_or("", |choice| choice.name);
    let live = model.now >= ask.opened + REST;
    buttons(canvas, at, live, &[("Enter", name), ("Esc", "Later")]);
    cursor
}

fn is_conflict(question: &Question) -> bool {
    matches!(question.subject, Subject::Conflict { .. })
}

/// How far the answer reaches.
fn reach(canvas: &mut Canvas<'_>, at: Inside, y: u16, ask: &QuestionAsk, question: &Question) {
    canvas.put(at.x, y, "Applies to", MUTED);
    let mut x = at.x + LABEL + 2;
    for (number, (scope, name)) in ["1", "2", "3"].into_iter().zip(scopes(question)) {
        let (key, word) = if scope == ask.scope {
            (ACCENT.bold().on(Ground::Cursor), STRONG.on(Ground::Cursor))
        } else {
            (ACCENT.bold(), TEXT)
        };
        x = canvas.put(x, y, &format!(" {number} "), key);
        x = canvas.put(x, y, &format!(" {name} "), word) + 1;
    }
}

/// Both sides of a conflict, with what speaks for each.
fn sides(model: &Model, canvas: &mut Canvas<'_>, at: Inside, src: &Side, dst: &Side) {
    let parent = dst.path.0.parent().map_or(String::new(), |dir| model.path(dir));
    label(canvas, at, 0, "In", &parent);
    let columns = [at.x + LABEL, at.x + LABEL + (at.w - LABEL) / 2 + 1];
    let more = |than: bool, word: &'static str| if than { word } else { "" };
    let marks = [
        (more(src.size > dst.size, "▲ larger"), more(src.mtime > dst.mtime, "▲ newer")),
        (more(dst.size > src.size, "▲ larger"), more(dst.mtime > src.mtime, "▲ newer")),
    ];
    canvas.put(at.x, at.y + 4, "Size", MUTED);
    canvas.put(at.x, at.y + 5, "Changed", MUTED);
    canvas.put(at.x, at.y + 6, "Type", MUTED);
    let titles = ["Incoming", "Existing"];
    for (((x, side), (larger, newer)), title) in
        columns.into_iter().zip([src, dst]).zip(marks).zip(titles)
    {
        let end = if x == columns[0] { columns[1] - 2 } else { at.x + at.w };
        canvas.put(x, at.y + 2, title, STRONG);
        canvas.rule(x, at.y + 3, end - x, false);
        canvas.put(x, at.y + 4, &format::size(side.size), TEXT);
        canvas.put(x, at.y + 5, &exactly(side.mtime, &model.zone), TEXT);
        canvas.put(x + 21, at.y + 4, larger, ACCENT);
        canvas.put(x + 21, at.y + 5, newer, ACCENT);
        canvas.put(x, at.y + 6, status::kind(side.kind), TEXT);
    }
}

fn failure(model: &Model, canvas: &mut Canvas<'_>, at: Inside, src: &WirePath, error: &OpError) {
    let reason = error.reason();
    let x = canvas.run(at.x, at.y, &[("✗ ", BAD.bold()), (&reason, STRONG)]);
    if let Some(errno) = error.errno {
        canvas.put(x + 3, at.y, &format!("errno {errno}"), MUTED);
    }
    label(canvas, at, 2, "File", &model.path(&src.0));
    if error.path != *src {
        label(canvas, at, 3, "At", &model.path(&error.path.0));
    }
}
