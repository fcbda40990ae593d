//! Handles the keys of the confirmation dialog.

use crossterm::event::KeyCode;
use fcp_engine::event::{Command, JobId};

use super::leave;
use crate::app::dialog::Dialog;
use crate::app::dialog::confirm::{Confirm, ConfirmAction, What};
use crate::app::elevation;
use crate::app::model::{Effect, Model, Run, Tone};
use crate::app::ways::ways;
use crate::app::work::{self, HandingOn, QueueRequest};

pub(super) fn key(model: &mut Model, mut confirm: Confirm, code: KeyCode) -> Vec<Effect> {
    let ways = ways(model, &confirm.what);
    let possible = |n: &usize| ways.get(*n).is_some_and(|way| way.action.is_some());
    let chosen = match code {
        KeyCode::Esc => return Vec::new(),
        KeyCode::Enter => Some(confirm.choice),
        KeyCode::Char(c) => ways.iter().position(|way| way.key == Some(c)),
        KeyCode::Up => {
            confirm.choice = (0..confirm.choice).rev().find(possible).unwrap_or(confirm.choice);
            None
        }
        KeyCode::Down => {
            let below = (confirm.choice + 1..ways.len()).find(possible);
            confirm.choice = below.unwrap_or(confirm.choice);
            None
        }
        _ => None,
    };
    let action = chosen.and_then(|n| ways.get(n)?.action);
    let Some(action) =
        action.filter(|action| *action == ConfirmAction::Stay || !confirm.rests(model.now))
    else {
        model.dialog = Some(Dialog::Confirm(confirm));
        return Vec::new();
    };
    if action == ConfirmAction::Elevate {
        let What::Elevate { spec, .. } = confirm.what else { return Vec::new() };
        return elevation::request(*spec, model.umask).map_or_else(
            |why| {
                model.say(Tone::Bad, why);
                Vec::new()
            },
            |request| vec![Effect::Run(Run::Administrator(request))],
        );
    }
    let jobs = match confirm.what {
        What::Unlimited(spec) if action == ConfirmAction::Extract => {
            return vec![Effect::submit(*spec)];
        }
        What::Cancel(jobs) => jobs,
        What::Quit | What::Elevate { .. } | What::Unlimited(_) => Vec::new(),
        What::Undo(job) => vec![job],
    };
    carry_out(model, action, jobs)
}

fn carry_out(model: &mut Model, action: ConfirmAction, jobs: Vec<JobId>) -> Vec<Effect> {
    let is_open = |job: &JobId| model.jobs.row(*job).is_some_and(|row| !row.is_over());
    let command = |command: Command| Effect::Command(command);
    match action {
        ConfirmAction::Stay | ConfirmAction::Elevate | ConfirmAction::Extract => Vec::new(),
        ConfirmAction::Keep => {
            let pause = |job| command(Command::Pause { job: Some(job) });
            jobs.into_iter().filter(is_open).map(pause).collect()
        }
        ConfirmAction::Cancel => {
            let cancel = |job| command(Command::Cancel { job: Some(job) });
            jobs.into_iter().filter(is_open).map(cancel).collect()
        }
        ConfirmAction::Undo => {
            jobs.into_iter().map(|job| Effect::Work(QueueRequest::Undo(job))).collect()
        }
        ConfirmAction::HandOn => leave::hand_on(model),
        ConfirmAction::KeepAndQuit => {
            let is_elsewhere = |job: &JobId| work::is_elsewhere(model, *job);
            let works = model.jobs.rows().filter(|row| !row.is_over() && !row.paused);
            let ours: Vec<JobId> =
                works.map(|row| row.job).filter(|job| !is_elsewhere(job)).collect();
            (model.leaving, model.work.handing_on) = (true, Some(HandingOn::Pause));
            let pause = |job| command(Command::Pause { job: Some(job) });
            let close = Effect::Work(QueueRequest::Close);
            ours.into_iter().map(pause).chain([close]).collect()
        }
        ConfirmAction::CancelAndQuit => leave::cancel(model),
    }
}
