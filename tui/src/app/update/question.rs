//! Handles the keys of a question, and chooses the next question.

use crossterm::event::{KeyCode, KeyEvent};
use fcp_engine::error::Action as Step;
use fcp_engine::event::{Answer, Command, Event, JobId, Question, QuestionId, Removal, Subject};
use fcp_engine::spec::Verb;
use fcp_engine::view::JobRow;

use super::{both, diff};
use crate::app::dialog::Dialog;
use crate::app::dialog::conflicts::Conflicts;
use crate::app::dialog::question::{QuestionAsk, REST, SCOPES, choices, covers};
use crate::app::field::Field;
use crate::app::model::{Effect, Model};
use crate::app::unasked;
use fcp_presentation::answers::{CANCEL, SCOPE};
use fcp_presentation::tr;

pub(super) fn key(model: &mut Model, mut ask: QuestionAsk, key: KeyEvent) -> Vec<Effect> {
    let Some(row) = model.jobs.row(ask.job) else { return Vec::new() };
    let Some(question) = row.questions.get(&ask.question) else { return Vec::new() };
    // A key that was meant for something else must not answer what has just appeared.
    let steps = matches!(key.code, KeyCode::PageDown | KeyCode::PageUp) && ask.editing.is_none();
    if model.now < ask.opened + REST && !steps {
        // Nor must the next key: a user who is typing does not stop at once.
        ask.opened = model.now;
        model.dialog = Some(Dialog::Question(ask));
        return Vec::new();
    }
    if ask.editing.is_some() {
        edit(model, ask, key);
        return Vec::new();
    }
    let choices = choices(question, &ask.terms, row);
    let available = |n: usize| choices.get(n).is_some_and(|choice| choice.answer.is_some());
    let mut chosen = None;
    match key.code {
        KeyCode::Esc => {
            model.later.insert(ask.job);
            model.work.probes.rest();
            return Vec::new();
        }
        KeyCode::Enter => chosen = Some(ask.choice),
        KeyCode::Char(c @ '1'..='9') => {
            if let Some(scope) = SCOPES.get(c as usize - '1' as usize) {
                ask.scope = *scope;
            }
        }
        KeyCode::Char(SCOPE) => {
            let here = SCOPES.iter().position(|scope| *scope == ask.scope).unwrap_or(0);
            ask.scope = SCOPES[(here + 1) % SCOPES.len()];
        }
        KeyCode::Up => {
            ask.choice = (0..ask.choice).rev().find(|&n| available(n)).unwrap_or(ask.choice);
        }
        KeyCode::Down => {
            let below = ask.choice + 1..choices.len();
            ask.choice = below.into_iter().find(|&n| available(n)).unwrap_or(ask.choice);
        }
        KeyCode::Left | KeyCode::Right | KeyCode::Tab => {
            if let Some(choice) = choices.get(ask.choice) {
                if let Some(pattern) = ask.terms.pattern_of(choice) {
                    ask.editing = Some(Field::of_text(pattern));
                } else if choice.turns {
                    ask.terms.turn(key.code != KeyCode::Left);
                }
            }
        }
        KeyCode::PageDown | KeyCode::Char('>') => return step(model, &ask, true),
        KeyCode::PageUp | KeyCode::Char('<') => return step(model, &ask, false),
        KeyCode::Char('t') if !ask.unasked => {
            table(model, ask.job);
            return Vec::new();
        }
        KeyCode::Char('v') if !ask.unasked => {
            let question = question.clone();
            return both::view(model, Dialog::Question(ask), &question);
        }
        KeyCode::Char('=') if !ask.unasked => {
            let question = question.clone();
            return diff::of_question(model, Dialog::Question(ask), &question);
        }
        KeyCode::Char('f') if !ask.unasked => {
            let question = question.clone();
            if !model.work.probes.is_settled(&question) {
                model.work.probes.want_full(&question);
            }
        }
        KeyCode::Char(c) => {
            let meant = choices.iter().position(|choice| choice.is_meant_by(c));
            // Cancelling a job needs a second key, and so do what cannot be undone and any answer to a question that
            // the user did not open: the letter may be part of a name.
            let is_final = meant
                .and_then(|n| choices.get(n))
                .is_some_and(|choice| is_final(choice.answer.as_ref(), question, row));
            if ask.unasked || c == CANCEL || is_final {
                ask.choice = meant.unwrap_or(ask.choice);
            } else {
                chosen = meant;
            }
        }
        _ => {}
    }
    let answer = chosen.and_then(|n| choices.get(n)?.answer.clone());
    let Some(answer) = answer else {
        model.dialog = Some(Dialog::Question(ask));
        return Vec::new();
    };
    model.answered.insert(ask.question);
    let next = following(model, &ask, |other| covers(ask.scope, question, Some(&answer), other));
    if let Some(next) = next {
        show(model, next);
    }
    vec![Effect::Command(Command::Answer { question: ask.question, answer, scope: ask.scope })]
}

/// Tells whether an answer deletes a file permanently.
fn is_final(answer: Option<&Answer>, question: &Question, row: &JobRow) -> bool {
    match (answer, &question.subject) {
        (Some(Answer::OverwriteForGood), _) => true,
        (Some(Answer::Remove), Subject::Removal { step: Removal::Remove, .. }) => {
            row.verb != Some(Verb::Trash)
        }
        _ => false,
    }
}

/// Gives the question that comes after one that was answered: the next one of the job, then the ones
/// that were stepped over, then those of other jobs if the user asked for them all.
///
/// Those that the answer covers are left out: the job settles them.
fn following(
    model: &Model,
    ask: &QuestionAsk,
    covered: impl Fn(&Question) -> bool,
) -> Option<QuestionAsk> {
    let ids = model.jobs.row(ask.job).map(|row| {
        let rest = row.questions.range(ask.question + 1..);
        let open = rest.chain(row.questions.range(..ask.question));
        open.filter(|(id, it)| !model.answered.contains(id) && !covered(it)).map(|(id, _)| *id)
    });
    let here = ids.and_then(|mut ids| ids.next()).map(|id| (ask.job, id));
    let (job, question) =
        here.or_else(|| if ask.unasked { None } else { elsewhere(model, ask.job) })?;
    let (terms, unasked) = (ask.terms.clone(), ask.unasked);
    Some(QuestionAsk { terms, unasked, ..QuestionAsk::new(job, question, model.now) })
}

/// Gives the first question of another job.
fn elsewhere(model: &Model, job: JobId) -> Option<(JobId, QuestionId)> {
    let rows = model.jobs.rows().filter(|row| row.job != job && !model.later.contains(&row.job));
    rows.into_iter().find_map(|row| {
        let id = row.questions.keys().find(|id| !model.answered.contains(id));
        id.map(|id| (row.job, *id))
    })
}

/// Edits the pattern of a new name; Enter keeps it, and only the next Enter answers.
fn edit(model: &mut Model, mut ask: QuestionAsk, key: KeyEvent) {
    match (key.code, &mut ask.editing) {
        (KeyCode::Esc, _) => ask.editing = None,
        (KeyCode::Enter | KeyCode::Tab, Some(field)) => {
            let text = field.text().to_owned();
            let makes_names = !text.is_empty() && !text.contains('/');
            let row = model.jobs.row(ask.job);
            let question = row.and_then(|row| Some((row, row.questions.get(&ask.question)?)));
            if makes_names && let Some((row, question)) = question {
                let choices = choices(question, &ask.terms, row);
                let choice = choices.get(ask.choice);
                if let Some(pattern) = choice.and_then(|choice| ask.terms.pattern_of(choice)) {
                    *pattern = text;
                }
                ask.editing = None;
            }
        }
        (_, Some(field)) => {
            field.key(key);
        }
        (_, None) => {}
    }
    model.dialog = Some(Dialog::Question(ask));
}

/// Shows the next question of the job, or the one before.
fn step(model: &mut Model, ask: &QuestionAsk, forward: bool) -> Vec<Effect> {
    let is_open = |id: &&QuestionId| !model.answered.contains(id);
    let ids = model.jobs.row(ask.job).map(|row| row.questions.keys());
    let other = ids.and_then(|ids| {
        let mut ids = ids.filter(is_open);
        if forward {
            ids.find(|id| **id > ask.question)
        } else {
            ids.rev().find(|id| **id < ask.question)
        }
    });
    let new = other.copied().unwrap_or(ask.question);
    // The user asked for it, and it appears in the same place: it need not ignore keys.
    let opened = if new == ask.question { ask.opened } else { model.now };
    let terms = ask.terms.clone();
    let unasked = ask.unasked;
    let next = QuestionAsk { opened, terms, unasked, ..QuestionAsk::new(ask.job, new, model.now) };
    show(model, next);
    Vec::new()
}

fn show(model: &mut Model, ask: QuestionAsk) {
    if let Some(question) = model.jobs.row(ask.job).and_then(|row| row.questions.get(&ask.question))
    {
        model.work.probes.want(question, true);
    }
    model.dialog = Some(Dialog::Question(ask));
}

/// Looks whether an item that no trash takes could be deleted, before the dialog says how.
pub(super) fn follow(model: &mut Model) -> Option<Effect> {
    let Some(Dialog::Question(ask)) = &mut model.dialog else { return None };
    if std::mem::replace(&mut ask.looked, true) {
        return None;
    }
    let question = model.jobs.row(ask.job)?.questions.get(&ask.question)?;
    let Subject::Error { src, error } = &question.subject else { return None };
    let is_untrashed = error.action == Step::Trash && error.path == *src;
    is_untrashed.then(|| Effect::LookAtUntrashed { question: ask.question, path: src.0.clone() })
}

/// Takes in whether the item of a question can be deleted.
pub(super) fn looked(model: &mut Model, question: QuestionId, deletable: bool) {
    if let Some(Dialog::Question(ask)) = &mut model.dialog
        && ask.question == question
    {
        ask.deletable = deletable;
    }
}

/// Shows all questions of the selected job, or of the first job that has any.
pub(super) fn open_table(model: &mut Model) {
    let has = |row: &&JobRow| !row.questions.is_empty();
    let first = model.selected().filter(has).or_else(|| model.jobs.rows().find(has));
    match first.map(|row| row.job) {
        Some(job) => table(model, job),
        None => super::jobs::say(model, crate::app::model::Tone::Plain, tr!("jobs-nothing-open")),
    }
}

/// Shows all questions of a job.
fn table(model: &mut Model, job: JobId) {
    if let Some(row) = model.jobs.row(job) {
        for question in row.questions.values() {
            model.work.probes.want(question, false);
        }
    }
    let mut table = Conflicts::new(job, model.now);
    table.keep_in_sight(model);
    model.dialog = Some(Dialog::Conflicts(Box::new(table)));
}

/// Updates the questions by an event of the engine.
pub(super) fn told(model: &mut Model, event: &Event) {
    match event {
        Event::QuestionAsked { job, question } => {
            let is_shown =
                matches!(&model.dialog, Some(Dialog::Conflicts(table)) if table.job == *job);
            if is_shown {
                model.work.probes.want(question, false);
            }
        }
        Event::QuestionAnswered { question, .. } => {
            model.answered.remove(question);
            model.work.probes.forget(&[*question]);
        }
        Event::JobSummary { .. } | Event::JobRemoved { .. } => {
            let rows = &model.jobs;
            let is_open = |id: &QuestionId| rows.rows().any(|row| row.questions.contains_key(id));
            model.answered.retain(is_open);
        }
        Event::Hello { .. }
        | Event::Bye { .. }
        | Event::Reply { .. }
        | Event::JobQueued { .. }
        | Event::JobPlaced { .. }
        | Event::JobStarted { .. }
        | Event::JobTotals { .. }
        | Event::JobPaused { .. }
        | Event::JobResumed { .. }
        | Event::JobPhase { .. }
        | Event::JobPlan { .. }
        | Event::ItemStarted { .. }
        | Event::ItemDone { .. }
        | Event::ItemSkipped { .. }
        | Event::ItemFailed { .. }
        | Event::Warning { .. }
        | Event::Progress { .. } => {}
    }
}

/// Opens a question for the user who asked for it: of the selected job, or else of the first one.
pub(super) fn open_next(model: &mut Model) -> bool {
    model.later.clear();
    let of = |row: &JobRow| {
        let id = row.questions.keys().find(|id| !model.answered.contains(id));
        id.map(|id| (row.job, *id))
    };
    let here = model.selected().filter(|_| model.in_jobs).and_then(of);
    match here.or_else(|| unasked::any(model)) {
        Some((job, question)) => {
            show(model, QuestionAsk::new(job, question, model.now));
            true
        }
        None => false,
    }
}

/// Makes all keys of a question that opened by itself work, because the user asked for it.
pub(super) fn take_over(model: &mut Model) -> bool {
    match &mut model.dialog {
        Some(Dialog::Question(ask)) if ask.unasked => {
            ask.unasked = false;
            true
        }
        _ => false,
    }
}

/// Opens a question by itself where that takes no keys from anything else, and closes or replaces
/// one that was answered elsewhere.
pub(super) fn ask_next(model: &mut Model) {
    match &model.dialog {
        Some(Dialog::Question(ask)) => {
            let row = model.jobs.row(ask.job);
            if row.is_some_and(|row| row.questions.contains_key(&ask.question)) {
                return;
            }
            let next = following(model, &ask.clone(), |_| false);
            model.vanish();
            if let Some(next) = next {
                // A letter may still be meant for the one before.
                show(model, QuestionAsk { unasked: true, ..next });
            }
            return;
        }
        Some(Dialog::Conflicts(table)) => {
            let row = model.jobs.row(table.job);
            if row.is_some_and(|row| !row.questions.is_empty()) {
                return;
            }
            model.vanish();
        }
        Some(_) => return,
        None => {}
    }
    if let Some((job, question)) = unasked::due(model) {
        show(model, QuestionAsk { unasked: true, ..QuestionAsk::new(job, question, model.now) });
    }
}
