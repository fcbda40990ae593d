//! Keys of a question, and which question is asked next.

use std::collections::BTreeSet;

use crossterm::event::KeyCode;
use fcp_engine::event::{JobId, Resolution, Scope};

use crate::app::dialog::Dialog;
use crate::app::dialog::question::{QuestionAsk, REST, choices, scopes};
use crate::app::model::{Effect, Model};

pub(super) fn key(model: &mut Model, mut ask: QuestionAsk, code: KeyCode) -> Vec<Effect> {
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

/// Opens the next question, unless something else waits or its job was put off.
pub(super) fn ask_next(model: &mut Model) {
    let open: BTreeSet<_> = model.jobs.questions().map(|(_, question)| question.id).collect();
    model.answered.retain(|id| open.contains(id));
    if let Some(Dialog::Question(ask)) = &model.dialog {
        let open = model.jobs.row(ask.job).is_some_and(|r| r.questions.contains_key(&ask.question));
        if open {
            return;
        }
        model.dialog = None;
    }
    if model.dialog.is_some() || model.leaving {
        return;
    }
    let next: Option<(JobId, u64)> = model
        .jobs
        .questions()
        .find(|(job, q)| !model.later.contains(job) && !model.answered.contains(&q.id))
        .map(|(job, question)| (job, question.id));
    if let Some((job, question)) = next {
        model.dialog = Some(Dialog::Question(QuestionAsk {
            job,
            question,
            opened: model.now,
            choice: 0,
            scope: Scope::This,
        }));
    }
}
