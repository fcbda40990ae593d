//! Handles the keys of the table of questions.

use crossterm::event::KeyCode;
use fcp_engine::event::{Command, Scope};

use super::{both, diff};
use crate::app::dialog::Dialog;
use crate::app::dialog::conflicts::Conflicts;
use crate::app::dialog::question::{QuestionAsk, REST};
use crate::app::model::{Effect, Model};

pub(super) fn key(model: &mut Model, mut table: Box<Conflicts>, code: KeyCode) -> Vec<Effect> {
    // As with a question: a key that was meant for something else must not answer.
    if model.now < table.opened + REST {
        model.dialog = Some(Dialog::Conflicts(table));
        return Vec::new();
    }
    let page = table.rows(model).cast_signed();
    match (code, table.rule) {
        (KeyCode::Esc, None) => {
            model.later.insert(table.job);
            model.work.probes.rest();
            return Vec::new();
        }
        (KeyCode::Enter, None) => return apply(model, table),
        (KeyCode::Tab, None) if !table.rules.is_empty() => table.rule = Some(0),
        (KeyCode::Tab | KeyCode::Enter | KeyCode::Esc, _) => table.rule = None,
        (KeyCode::Char(c @ '1'..='9'), _) => {
            let n = c as usize - '1' as usize;
            table.rule = Some(n).filter(|n| *n < table.rules.len()).or(table.rule);
        }
        (KeyCode::Char('a'), _) => table.add(),
        (code, Some(rule)) => edit(&mut table, rule, code),
        (KeyCode::Up, None) => table.step(model, -1),
        (KeyCode::Down, None) => table.step(model, 1),
        (KeyCode::PageUp, None) => table.step(model, -page),
        (KeyCode::PageDown, None) => table.step(model, page),
        (KeyCode::Home, None) => table.step(model, isize::MIN),
        (KeyCode::End, None) => table.step(model, isize::MAX),
        (KeyCode::Char(' ') | KeyCode::Insert, None) => {
            if let Some(at) = table.here(&table.sorted(model)) {
                if !table.marked.remove(&at) {
                    table.marked.insert(at);
                }
                table.step(model, 1);
            }
        }
        (KeyCode::Char('*'), None) => mark_all(model, &mut table),
        (KeyCode::Char('f'), None) => {
            for id in table.chosen(model) {
                let row = model.jobs.row(table.job);
                if let Some(question) = row.and_then(|row| row.questions.get(&id))
                    && !model.work.probes.is_settled(question)
                {
                    model.work.probes.want_full(question);
                }
            }
        }
        (KeyCode::Char('v'), None) => {
            let here = table.here(&table.sorted(model));
            let questions = model.jobs.row(table.job).map(|row| &row.questions);
            if let Some(question) = here.and_then(|id| questions?.get(&id)).cloned() {
                return both::view(model, Dialog::Conflicts(table), &question);
            }
        }
        (KeyCode::Char('='), None) => {
            let here = table.here(&table.sorted(model));
            let questions = model.jobs.row(table.job).map(|row| &row.questions);
            if let Some(question) = here.and_then(|id| questions?.get(&id)).cloned() {
                return diff::of_question(model, Dialog::Conflicts(table), &question);
            }
        }
        (KeyCode::Char('t'), None) => {
            if let Some(at) = table.here(&table.sorted(model)) {
                let ask = QuestionAsk::new(table.job, at, model.now);
                model.dialog = Some(Dialog::Question(ask));
                return Vec::new();
            }
        }
        (KeyCode::Backspace | KeyCode::Delete, None) => {
            for id in table.chosen(model) {
                table.given.remove(&id);
            }
        }
        (KeyCode::Char(c), None) => {
            table.give(model, c);
            table.marked.clear();
        }
        _ => {}
    }
    table.keep_in_sight(model);
    model.dialog = Some(Dialog::Conflicts(table));
    Vec::new()
}

/// Changes a rule.
fn edit(table: &mut Conflicts, rule: usize, code: KeyCode) {
    match code {
        KeyCode::Up if rule == 0 => {}
        KeyCode::Up => table.rule = Some(rule - 1),
        KeyCode::Down if rule + 1 < table.rules.len() => table.rule = Some(rule + 1),
        KeyCode::Down => table.rule = None,
        KeyCode::Left => table.turn(rule, false),
        KeyCode::Right | KeyCode::Char(' ') => table.turn(rule, true),
        KeyCode::Char('c') => table.change(rule),
        KeyCode::Char('+') => table.shift(rule, false),
        KeyCode::Char('-') => table.shift(rule, true),
        KeyCode::Delete | KeyCode::Backspace | KeyCode::Char('x') => {
            table.rules.remove(rule);
            let last = table.rules.len().checked_sub(1);
            table.rule = last.map(|last| rule.min(last));
        }
        _ => {}
    }
}

/// Marks every question that has no answer, or unmarks all.
fn mark_all(model: &Model, table: &mut Conflicts) {
    if table.marked.is_empty() {
        table.marked = table.sorted(model).open.into_iter().map(|(id, _)| id).collect();
    } else {
        table.marked.clear();
    }
}

/// Gives every answer that the table shows; what has none stays open.
fn apply(model: &mut Model, mut table: Box<Conflicts>) -> Vec<Effect> {
    let sorted = table.sorted(model);
    let mut effects = Vec::new();
    for (question, answer) in sorted.answers() {
        let answer = answer.clone();
        effects.push(Effect::Command(Command::Answer { question, answer, scope: Scope::This }));
    }
    model.answered.extend(sorted.answers().map(|(question, _)| question));
    table.given.clear();
    table.marked.clear();
    if effects.len() < sorted.order().len() {
        table.keep_in_sight(model);
        model.dialog = Some(Dialog::Conflicts(table));
    }
    effects
}

/// Puts the cursor on a question, counted in the order of the page.
pub(super) fn stand(model: &mut Model, line: usize) {
    let Some(Dialog::Conflicts(mut table)) = model.dialog.take() else { return };
    table.rule = None;
    table.at = table.sorted(model).order().get(line).copied();
    table.keep_in_sight(model);
    model.dialog = Some(Dialog::Conflicts(table));
}
