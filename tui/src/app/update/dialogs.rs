//! Keys while a dialog is open.

use crossterm::event::{KeyCode, KeyEvent};
use fcp_engine::event::Resolution;

use super::{hand_on, leave};
use crate::app::dialog::{Confirm, CopyAsk, Dialog, POLICIES, QuestionAsk, REST, choices, scopes};
use crate::app::model::{Effect, Model};
use crate::app::page;

/// Gives a key to the dialog; Esc closes each and destroys nothing.
pub(super) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Some(dialog) = model.dialog.take() else { return Vec::new() };
    match dialog {
        Dialog::Copy(ask) => copy(model, ask, key.code),
        Dialog::Question(ask) => question(model, ask, key.code),
        Dialog::Confirm(confirm) => self::confirm(model, confirm, key.code),
        Dialog::Help { top } => {
            let last = page::last_top(model, page::help().len());
            model.dialog = scrolled(top, last, key.code).map(|top| Dialog::Help { top });
            Vec::new()
        }
        Dialog::Report { job, top } => {
            let lines = model.jobs.row(job).map_or(0, |row| page::report(model, row).len());
            let last = page::last_top(model, lines);
            model.dialog = scrolled(top, last, key.code).map(|top| Dialog::Report { job, top });
            Vec::new()
        }
    }
}

/// Gives the new first line of a page, or none if the key closes it.
fn scrolled(top: usize, last: usize, code: KeyCode) -> Option<usize> {
    let to = match code {
        KeyCode::Up => Some(top.saturating_sub(1)),
        KeyCode::Down => Some(top.saturating_add(1)),
        KeyCode::PageUp => Some(top.saturating_sub(10)),
        KeyCode::PageDown => Some(top.saturating_add(10)),
        KeyCode::Home => Some(0),
        KeyCode::End => Some(last),
        KeyCode::Esc | KeyCode::Enter | KeyCode::F(_) | KeyCode::Char('q' | '?') => None,
        _ => Some(top),
    };
    to.map(|top| top.min(last))
}

fn copy(model: &mut Model, mut ask: CopyAsk, code: KeyCode) -> Vec<Effect> {
    match code {
        KeyCode::Esc | KeyCode::F(10) => return Vec::new(),
        KeyCode::Enter => {
            model.panel_mut().marked.clear();
            return vec![Effect::Submit(Box::new(ask.spec()))];
        }
        KeyCode::Left => ask.policy = (ask.policy + POLICIES.len() - 1) % POLICIES.len(),
        KeyCode::Right => ask.policy = (ask.policy + 1) % POLICIES.len(),
        _ => {}
    }
    model.dialog = Some(Dialog::Copy(ask));
    Vec::new()
}

fn question(model: &mut Model, mut ask: QuestionAsk, code: KeyCode) -> Vec<Effect> {
    let open = model.jobs.row(ask.job).and_then(|row| row.questions.get(&ask.question));
    let Some(question) = open else { return Vec::new() };
    let choices = choices(question);
    let available = |n: usize| choices.get(n).is_some_and(|choice| choice.answer.is_some());
    // A key that was meant for something else must not answer what has just appeared.
    if model.now < ask.opened + REST {
        model.dialog = Some(Dialog::Question(ask));
        return Vec::new();
    }
    let chosen = match code {
        KeyCode::Esc => {
            model.later.insert(ask.job);
            return Vec::new();
        }
        KeyCode::Enter => Some(ask.choice),
        KeyCode::Char(c @ '1'..='3') => {
            ask.scope = scopes(question)[c as usize - '1' as usize].0;
            None
        }
        KeyCode::Up => {
            ask.choice = (0..ask.choice).rev().find(|&n| available(n)).unwrap_or(ask.choice);
            None
        }
        KeyCode::Down => {
            let below = ask.choice + 1..choices.len();
            ask.choice = below.into_iter().find(|&n| available(n)).unwrap_or(ask.choice);
            None
        }
        KeyCode::Char(c) => choices.iter().position(|choice| choice.key == c),
        _ => None,
    };
    let answer = chosen.and_then(|n| choices.get(n)?.answer.clone());
    let Some(answer) = answer else {
        model.dialog = Some(Dialog::Question(ask));
        return Vec::new();
    };
    model.answered.insert(ask.question);
    vec![Effect::Answer(ask.question, Resolution { answer, scope: ask.scope })]
}

fn confirm(model: &mut Model, confirm: Confirm, code: KeyCode) -> Vec<Effect> {
    match (confirm, code) {
        (_, KeyCode::Esc | KeyCode::Enter) => Vec::new(),
        (Confirm::Cancel(job), KeyCode::Char('c')) => vec![Effect::Cancel(job)],
        (Confirm::Quit, KeyCode::Char('b')) if model.queued => hand_on(model),
        (Confirm::Quit, KeyCode::Char('q')) => leave(model),
        (Confirm::Cancel(_) | Confirm::Quit, _) => {
            model.dialog = Some(Dialog::Confirm(confirm));
            Vec::new()
        }
    }
}
