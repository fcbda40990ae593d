//! Handles the page that compares two folders and brings them in step.

use std::path::PathBuf;

use crossterm::event::KeyCode;
use fcp_browse::{CompareBatch, CompareEnd, CompareSpec, Verdict};
use fcp_engine::error::OpError;
use fcp_engine::event::{FileKind, JobId};
use fcp_presentation::sync::{self, Action, Direction, Plan, Recalled};
use fcp_presentation::{errors, tr};

use super::{both, diff};
use crate::app::dialog::Dialog;
use crate::app::dialog::comparison::{Comparison, InStep, KINDS, Stage};
use crate::app::model::{Effect, Model, Tone};

/// Rows of the page beside the list: head, kinds, columns, sums, keys.
pub(crate) const FRAME: u16 = 5;

/// Compares the folders of both panels.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let roots = [0, 1].map(|side: usize| model.sides[side].panel().dir.clone());
    if let Some(why) = sync::refusal(roots.each_ref().map(PathBuf::as_path)) {
        model.say(Tone::Plain, why);
        return Vec::new();
    }
    let direction = if model.side == 0 { Direction::UpdateRight } else { Direction::UpdateLeft };
    let spec = CompareSpec { cross_mounts: true, ..CompareSpec::default() };
    let [left, right] = roots;
    let effects = start(model, Plan::new(left, right, direction), spec, 0);
    if let Some(Dialog::Comparison(page)) = &mut model.dialog {
        page.is_first = true;
    }
    effects
}

/// Starts a comparison in place of another.
fn start(model: &mut Model, plan: Plan, spec: CompareSpec, instead: u64) -> Vec<Effect> {
    let (ticket, roots) = (model.ticket(), plan.roots().clone());
    let page = Comparison::new(ticket, plan, spec.clone());
    model.dialog = Some(Dialog::Comparison(Box::new(page)));
    vec![Effect::Compare { ticket, instead, roots, spec }]
}

fn again(model: &mut Model, page: &Comparison, spec: CompareSpec) -> Vec<Effect> {
    let [left, right] = page.plan.roots().clone();
    let plan = Plan::new(left, right, page.plan.direction());
    start(model, plan, spec, page.ticket)
}

/// Takes in what is known of folders that are kept in step.
pub(super) fn recalled(model: &mut Model, ticket: u64, recalled: Recalled) {
    let Some(Dialog::Comparison(page)) = &mut model.dialog else { return };
    if page.ticket != ticket {
        return;
    }
    // What the user has chosen since the first comparison counts, also when the folders are compared again.
    if page.check.is_none() && std::mem::take(&mut page.is_first) {
        page.plan.set_direction(Direction::InStep);
    }
    page.is_kept = true;
    let plan = page.check.as_mut().unwrap_or(&mut page.plan);
    match recalled {
        Recalled::Known(memory) => plan.recall(memory),
        Recalled::Doubted(why) => {
            page.is_doubted = true;
            let text = tr!("step-doubted", why = why);
            model.say(Tone::Bad, text);
        }
    }
}

/// Compares folders anew that are not kept in step any more.
pub(super) fn forgotten(model: &mut Model, ticket: u64) -> Vec<Effect> {
    let Some(Dialog::Comparison(page)) = &model.dialog else { return Vec::new() };
    if page.ticket != ticket || page.check.is_some() {
        return Vec::new();
    }
    let page = page.clone();
    let roots = page.plan.roots();
    model.in_step.retain(|it| !it.roots.iter().all(|root| roots.contains(root)));
    let effects = again(model, &page, page.spec.clone());
    if let Some(Dialog::Comparison(page)) = &mut model.dialog {
        page.plan.set_direction(Direction::default());
    }
    model.say(Tone::Plain, tr!("step-forgotten"));
    effects
}

/// Notes which job brings folders in step; it may have ended already.
pub(super) fn job_added(model: &mut Model, ticket: u64, job: JobId) -> Vec<Effect> {
    for it in model.in_step.iter_mut().filter(|it| it.ticket == Some(ticket)) {
        it.job = Some(job);
    }
    let has_ended = model.jobs.rows().any(|row| row.job == job && row.is_over());
    if has_ended { job_ended(model, job) } else { Vec::new() }
}

/// Forgets a job that was not taken.
pub(super) fn job_refused(model: &mut Model, ticket: u64) {
    model.in_step.retain(|it| it.ticket != Some(ticket));
}

/// Stores what folders have in common that a job has brought in step.
pub(super) fn job_ended(model: &mut Model, job: JobId) -> Vec<Effect> {
    let ended = model.in_step.extract_if(.., |it| it.job == Some(job));
    ended.map(|InStep { roots, spec, .. }| Effect::Remember { roots, spec, tells: false }).collect()
}

/// Takes in rows.
pub(super) fn told(model: &mut Model, ticket: u64, batch: CompareBatch) -> Vec<Effect> {
    match &mut model.dialog {
        Some(Dialog::Comparison(page)) if page.ticket == ticket => {
            if let Some(check) = &mut page.check {
                batch.rows.into_iter().for_each(|row| check.push(row));
            } else if page.stage == Stage::Running {
                page.compared = batch.compared;
                batch.rows.into_iter().for_each(|row| page.plan.push(row));
            }
            Vec::new()
        }
        // The page was closed.
        _ => vec![Effect::Drop(ticket)],
    }
}

/// Takes in the end of the comparison.
pub(super) fn ended(
    model: &mut Model,
    ticket: u64,
    result: Result<CompareEnd, OpError>,
) -> Vec<Effect> {
    let Some(Dialog::Comparison(page)) = &mut model.dialog else { return Vec::new() };
    if page.ticket != ticket {
        return Vec::new();
    }
    if let Some(check) = page.check.take() {
        return checked(model, check, result);
    }
    if page.stage == Stage::Running {
        match result {
            Ok(end) => (page.compared, page.stage) = (end.compared, Stage::Done),
            Err(error) => page.stage = Stage::Failed(errors::told(&error)),
        }
    }
    Vec::new()
}

/// Starts the job if the folders are as the page shows them; else shows what they have become.
fn checked(model: &mut Model, check: Plan, result: Result<CompareEnd, OpError>) -> Vec<Effect> {
    let Some(Dialog::Comparison(page)) = &mut model.dialog else { return Vec::new() };
    page.asked = None;
    match result {
        Ok(_) if page.plan.has_rows_of(&check) => {
            if let Some(job) = page.plan.job() {
                if page.is_kept || page.plan.direction() == Direction::InStep {
                    let (roots, spec) = (page.plan.roots().clone(), page.spec.clone());
                    model.in_step.push(InStep { ticket: None, job: None, roots, spec });
                }
                model.dialog = None;
                return vec![Effect::submit(job)];
            }
        }
        Ok(end) => {
            (page.plan, page.compared, page.cursor) = (check, end.compared, 0);
            model.say(Tone::Bad, tr!("step-changed"));
        }
        Err(error) => page.stage = Stage::Failed(errors::told(&error)),
    }
    Vec::new()
}

/// Compares the folders once more, before the job that the user has confirmed.
fn check(model: &mut Model, mut page: Comparison) -> Vec<Effect> {
    let (ticket, instead) = (model.ticket(), page.ticket);
    let [left, right] = page.plan.roots().clone();
    page.check = Some(Plan::new(left, right, page.plan.direction()));
    (page.ticket, page.is_first) = (ticket, false);
    let (roots, spec) = (page.plan.roots().clone(), page.spec.clone());
    model.dialog = Some(Dialog::Comparison(Box::new(page)));
    vec![Effect::Compare { ticket, instead, roots, spec }]
}

/// Gives a key to the page.
pub(super) fn key(model: &mut Model, mut page: Comparison, code: KeyCode) -> Vec<Effect> {
    if page.asked.is_some() {
        return confirmed(model, page, code);
    }
    if page.forgets.is_some() {
        return forget(model, page, code);
    }
    let list = isize::try_from(model.screen.1.saturating_sub(FRAME)).unwrap_or(1);
    let row = page.plan.get(page.cursor).map(|row| (row.verdict, row.is_chosen));
    match code {
        KeyCode::Up => step(&mut page, -1),
        KeyCode::Down => step(&mut page, 1),
        KeyCode::PageUp => step(&mut page, -list),
        KeyCode::PageDown => step(&mut page, list),
        KeyCode::Home => step(&mut page, isize::MIN),
        KeyCode::End => step(&mut page, isize::MAX),
        KeyCode::Right => choose(model, &mut page, Action::CopyRight),
        KeyCode::Left => choose(model, &mut page, Action::CopyLeft),
        KeyCode::Char('>') => choose_all(model, &mut page, Action::CopyRight),
        KeyCode::Char('<') => choose_all(model, &mut page, Action::CopyLeft),
        KeyCode::Char('0') => choose_all(model, &mut page, Action::Leave),
        KeyCode::Char(' ') => {
            match row {
                Some((_, true)) => page.plan.propose_again(page.cursor),
                _ => choose(model, &mut page, Action::Leave),
            }
            step(&mut page, 1);
        }
        KeyCode::Delete | KeyCode::F(8) => match row {
            Some((Verdict::LeftOnly, _)) => choose(model, &mut page, Action::RemoveLeft),
            _ => choose(model, &mut page, Action::RemoveRight),
        },
        KeyCode::Tab => {
            if page.plan.has_choices() {
                model.say(Tone::Plain, tr!("step-choices-forgotten"));
            }
            page.plan.set_direction(page.plan.direction().next());
            page.is_first = false;
        }
        KeyCode::Char(digit @ '1'..='7') => {
            let at = digit as usize - '1' as usize;
            page.plan.toggle(KINDS[at]);
            step(&mut page, 0);
        }
        KeyCode::Char('v') | KeyCode::F(3) => return view(model, page),
        KeyCode::Char('d') => return differences(model, page),
        KeyCode::Char('c') => {
            let spec = CompareSpec { content: !page.spec.content, ..page.spec.clone() };
            return again(model, &page, spec);
        }
        KeyCode::Char('r') => return again(model, &page, page.spec.clone()),
        KeyCode::Enter if page.stage == Stage::Running => {
            model.say(Tone::Plain, tr!("step-running"));
        }
        KeyCode::Enter if page.stage != Stage::Done => {
            model.say(Tone::Plain, tr!("step-not-all"));
        }
        KeyCode::Enter if page.plan.sums().has_work() => {
            // Nothing happens to a row that is not shown.
            page.plan.show_all();
            page.asked = Some(model.now);
        }
        KeyCode::Enter
            if page.plan.direction() == Direction::InStep && (!page.is_kept || page.is_doubted) =>
        {
            (page.is_kept, page.is_doubted) = (true, false);
            let (roots, spec) = (page.plan.roots().clone(), page.spec.clone());
            model.dialog = Some(Dialog::Comparison(Box::new(page)));
            return vec![Effect::Remember { roots, spec, tells: true }];
        }
        KeyCode::Enter => model.say(Tone::Plain, tr!("step-nothing")),
        KeyCode::Char('f') if page.is_kept => page.forgets = Some(model.now),
        KeyCode::Esc if page.stage == Stage::Running => {
            page.stage = Stage::Stopped;
            let ticket = page.ticket;
            model.dialog = Some(Dialog::Comparison(Box::new(page)));
            return vec![Effect::Drop(ticket)];
        }
        KeyCode::Esc | KeyCode::F(10) | KeyCode::Char('q') => {
            return vec![Effect::Drop(page.ticket)];
        }
        _ => {}
    }
    model.dialog = Some(Dialog::Comparison(Box::new(page)));
    Vec::new()
}

/// Takes the answer to the sentence that says what will happen.
fn confirmed(model: &mut Model, mut page: Comparison, code: KeyCode) -> Vec<Effect> {
    let rests = page.rests(model.now);
    match code {
        KeyCode::Esc | KeyCode::Char('q' | 'n') if page.check.is_some() => {
            (page.asked, page.check) = (None, None);
            let ticket = page.ticket;
            model.dialog = Some(Dialog::Comparison(Box::new(page)));
            return vec![Effect::Drop(ticket)];
        }
        _ if page.check.is_some() => {}
        // Keys that were typed ahead do not start it, nor do keys that follow them at once.
        KeyCode::Enter if rests => page.asked = Some(model.now),
        KeyCode::Enter => return check(model, page),
        KeyCode::Esc | KeyCode::Char('q' | 'n') => page.asked = None,
        _ => {}
    }
    model.dialog = Some(Dialog::Comparison(Box::new(page)));
    Vec::new()
}

/// Takes the answer to the question whether to forget that the folders are kept in step.
fn forget(model: &mut Model, mut page: Comparison, code: KeyCode) -> Vec<Effect> {
    let rests = page.rests(model.now);
    let mut effects = Vec::new();
    match code {
        KeyCode::Char('y') if rests => page.forgets = Some(model.now),
        KeyCode::Char('y') => {
            page.forgets = None;
            effects.push(Effect::Forget { ticket: page.ticket, roots: page.plan.roots().clone() });
        }
        KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | 'n') => page.forgets = None,
        _ => {}
    }
    model.dialog = Some(Dialog::Comparison(Box::new(page)));
    effects
}

fn step(page: &mut Comparison, by: isize) {
    let last = page.plan.shown().saturating_sub(1);
    page.cursor = page.cursor.saturating_add_signed(by).min(last);
}

fn choose(model: &mut Model, page: &mut Comparison, action: Action) {
    if page.plan.shown() > 0 && !page.plan.choose(page.cursor, action) {
        refuse(model, action);
    }
}

fn choose_all(model: &mut Model, page: &mut Comparison, action: Action) {
    let Some(verdict) = page.plan.get(page.cursor).map(|row| row.verdict) else { return };
    if !page.plan.choose_all(verdict, action) {
        refuse(model, action);
    }
}

/// Says why an action is not possible for a row.
fn refuse(model: &mut Model, action: Action) {
    let why = match action {
        Action::CopyRight => tr!("step-left-empty"),
        Action::CopyLeft => tr!("step-right-empty"),
        Action::RemoveRight | Action::RemoveLeft => {
            tr!("step-on-both")
        }
        Action::Leave | Action::Undecided => tr!("step-left-alone"),
    };
    model.say(Tone::Plain, why);
}

/// Shows how the two files of a row differ.
fn differences(model: &mut Model, page: Comparison) -> Vec<Effect> {
    let is_file =
        |facts: Option<fcp_browse::Facts>| facts.is_some_and(|facts| facts.kind == FileKind::File);
    let paths = page.plan.get(page.cursor).and_then(|row| {
        let paths = page.plan.roots().each_ref().map(|root| root.join(row.path));
        (is_file(row.left) && is_file(row.right)).then_some(paths)
    });
    match paths {
        // Rows that came meanwhile would find no page.
        Some(_) if page.stage == Stage::Running || page.check.is_some() => {
            model.say(Tone::Plain, tr!("step-running"));
        }
        Some(paths) => return diff::open_over(model, Dialog::Comparison(Box::new(page)), paths),
        None => model.say(Tone::Plain, tr!("step-no-lines")),
    }
    model.dialog = Some(Dialog::Comparison(Box::new(page)));
    Vec::new()
}

/// Views the left side, and then the right one.
fn view(model: &mut Model, page: Comparison) -> Vec<Effect> {
    let sides = page.plan.get(page.cursor).map(|row| {
        let [left, right] = page.plan.roots().each_ref().map(|root| root.join(row.path));
        [row.left.map(|_| left), row.right.map(|_| right)]
    });
    let mut sides = sides.into_iter().flatten().flatten();
    // Rows that came meanwhile would find no page.
    let first = sides.next().filter(|_| page.stage != Stage::Running);
    let next = sides.next();
    let dialog = Dialog::Comparison(Box::new(page));
    let Some(first) = first else {
        model.dialog = Some(dialog);
        return Vec::new();
    };
    both::view_paths(model, dialog, first, next)
}
