//! Handles actions on jobs and on the queue.

use std::collections::BTreeSet;

use fcp_engine::event::{Command, Event, JobId, Phase, To};
use fcp_engine::queue::Mode;
use fcp_engine::spec::{JobSpec, Verb};
use fcp_engine::view::JobRow;
use fcp_presentation::elevation;
use fcp_presentation::jobs::{Lane, can_verify, is_stale_after};

use super::{after, form, question, request};
use crate::app::action::Action;
use crate::app::dialog::Dialog;
use crate::app::dialog::confirm::{Confirm, What};
use crate::app::dialog::finished::Finished;
use crate::app::dialog::form::Purpose;
use crate::app::dialog::limit::{self, Target};
use crate::app::dialog::report::Report;
use crate::app::layout::Layout;
use crate::app::model::{Effect, Model, Notice, TALL, Tone};
use crate::app::work::{self, QueueRequest};
use crate::format;
use fcp_presentation::command_line;
use fcp_presentation::tr;

/// Carries out an action on jobs, and leaves all others alone.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let cancels = matches!(action, Action::Cancel | Action::CancelAll);
    if cancels && open(model).is_empty() && request::give_up(model) {
        return Vec::new();
    }
    if let Some(why) = refusal(model, action) {
        say(model, Tone::Plain, why);
        return Vec::new();
    }
    match action {
        Action::Jobs => enter_or_leave(model),
        Action::Drawer => show_or_hide(model),
        Action::Answer => {
            let has_opened = question::open_next(model);
            if !has_opened {
                say(model, Tone::Plain, tr!("jobs-nothing-open"));
            }
        }
        Action::Questions => question::open_table(model),
        Action::Pause => return pause(model, &selected(model)),
        Action::PauseLane => return pause(model, &lane_of(model)),
        Action::PauseAll => return pause(model, &open(model)),
        Action::Cancel => ask_cancel(model, selected(model)),
        Action::CancelAll => ask_cancel(model, open(model)),
        Action::JobUp => return place(model, To::Up),
        Action::JobDown => return place(model, To::Down),
        Action::JobFirst => return place(model, To::First),
        Action::JobStart => return each(selected(model), |job| Command::Start { job }),
        Action::JobLimit => limit(model, model.job.map(Target::Job)),
        Action::LimitLane => limit(model, Some(Target::Jobs(lane_of(model)))),
        Action::LimitAll => limit(model, Some(Target::All)),
        Action::QueueMode => return next_mode(model),
        Action::AfterQueue => return after::ask(model),
        Action::Details => {
            if let Some(job) = model.job {
                return report(model, job);
            }
        }
        Action::Retry => return again(model, |job| Command::Retry { job }),
        Action::RetryElevated => {
            if let Some(job) = model.job {
                return elevate(model, job);
            }
        }
        Action::Repeat => return again(model, |job| Command::Repeat { job }),
        Action::UndoJob => {
            if let Some(job) = model.job {
                return undo(model, job, QueueRequest::Foresee(job));
            }
        }
        Action::CopyCommand => {
            if let Some(job) = model.job {
                return copy_command(model, job);
            }
        }
        Action::Finished => {
            model.dialog = Some(Dialog::Finished(Finished::default()));
            model.work.log_is_old = true;
        }
        Action::Clear => clear(model),
        _ => {}
    }
    Vec::new()
}

/// Says why an action has no job to act on.
fn refusal(model: &Model, action: Action) -> Option<&'static str> {
    match action {
        Action::PauseAll | Action::CancelAll => {
            open(model).is_empty().then_some(tr!("jobs-none-running"))
        }
        Action::Details
        | Action::Retry
        | Action::RetryElevated
        | Action::Repeat
        | Action::UndoJob
        | Action::CopyCommand => model.selected().is_none().then_some(tr!("jobs-none")),
        Action::Pause
        | Action::PauseLane
        | Action::Cancel
        | Action::JobUp
        | Action::JobDown
        | Action::JobFirst
        | Action::JobStart
        | Action::JobLimit
        | Action::LimitLane => match model.selected() {
            None => Some(tr!("jobs-none")),
            Some(row) => row.is_over().then_some(tr!("jobs-finished")),
        },
        _ => None,
    }
}

/// Gives the effects that follow from any message: comparisons to start, requests to the queue.
pub(super) fn follow(model: &mut Model) -> Vec<Effect> {
    work::show_or_hide(model);
    let mut effects: Vec<Effect> = work::look(model).map(Effect::Work).into_iter().collect();
    effects.extend(log(model));
    let started = std::iter::from_fn(|| model.work.probes.begin());
    effects.extend(started.map(|comparison| Effect::Work(QueueRequest::Probe(comparison))));
    effects
}

/// Updates the list of jobs by an event of the engine.
pub(super) fn told(model: &mut Model, event: &Event) {
    if let Event::JobQueued { job, .. } = event {
        // A job that appears does not move the cursor away from another.
        if !model.in_jobs || model.selected().is_none() {
            model.job = Some(*job);
        }
        model.work.closed = false;
    }
    if matches!(event, Event::JobSummary { .. } | Event::JobRemoved { .. }) {
        model.work.log_is_old = true;
    }
    // Whether another process runs a job matters to the question before the program ends.
    let is_foreign = matches!(
        event,
        Event::JobStarted { job, .. } | Event::JobPlaced { job, .. } if !model.is_mine(*job)
    );
    model.work.looking.1 |= is_stale_after(event) && (model.drawer || model.in_jobs || is_foreign);
}

pub(super) fn say(model: &mut Model, tone: Tone, text: impl Into<String>) {
    model.notice = Some(Notice { tone, text: text.into() });
}

fn enter_or_leave(model: &mut Model) {
    if model.in_jobs { leave(model) } else { enter(model) }
}

/// Selects another job.
pub(super) fn step(model: &mut Model, rows: isize) {
    let order = model.job_order();
    let here = order.iter().position(|&job| Some(job) == model.job).unwrap_or(0);
    let there = here.saturating_add_signed(rows).min(order.len().saturating_sub(1));
    model.job = order.get(there).copied();
}

/// Gives the keys to the jobs.
pub(super) fn enter(model: &mut Model) {
    (model.drawer, model.in_jobs) = (true, true);
    model.work.closed = false;
    if model.selected().is_none() {
        model.job = model.job_order().first().copied();
    }
    // Another process may have changed the queue, of which no event tells: look at it again.
    model.work.looking.1 = true;
}

/// Returns to the panels; without room for both, or without work, hides the jobs.
pub(super) fn leave(model: &mut Model) {
    model.in_jobs = false;
    let stays = model.work.by_hand || model.jobs.is_busy();
    model.drawer &= model.screen.1 >= TALL && stays;
}

fn show_or_hide(model: &mut Model) {
    if model.drawer {
        (model.drawer, model.in_jobs) = (false, false);
        (model.work.by_hand, model.work.closed) = (false, true);
    } else {
        (model.drawer, model.work.by_hand, model.work.closed) = (true, true, false);
        model.in_jobs |= model.screen.1 < TALL;
    }
    model.work.looking.1 = true;
}

fn selected(model: &Model) -> Vec<JobId> {
    model.selected().filter(|row| !row.is_over()).map(|row| row.job).into_iter().collect()
}

fn open(model: &Model) -> Vec<JobId> {
    model.jobs.rows().filter(|row| !row.is_over()).map(|row| row.job).collect()
}

/// The jobs that use the same devices as the selected one.
fn lane_of(model: &Model) -> Vec<JobId> {
    let is_here = |lane: &Lane| model.job.is_some_and(|job| lane.jobs.contains(&job));
    let jobs = work::lanes(model).into_iter().find(is_here).map(|lane| lane.jobs);
    let is_open = |job: &JobId| model.jobs.row(*job).is_some_and(|row| !row.is_over());
    jobs.unwrap_or_default().into_iter().filter(is_open).collect()
}

fn each(jobs: Vec<JobId>, command: impl Fn(JobId) -> Command) -> Vec<Effect> {
    jobs.into_iter().map(|job| Effect::Command(command(job))).collect()
}

/// Pauses jobs if one of them works, else resumes them.
fn pause(model: &Model, jobs: &[JobId]) -> Vec<Effect> {
    let rows: Vec<&JobRow> = jobs.iter().filter_map(|&job| model.jobs.row(job)).collect();
    let pauses = rows.iter().any(|row| !row.paused);
    // What a failure held back is resumed by itself alone.
    let is_held = |row: &JobRow| row.place.as_ref().is_some_and(|place| place.held.is_some());
    let is_meant = |row: &&JobRow| row.paused != pauses && (jobs.len() == 1 || !is_held(row));
    let changes = rows.into_iter().filter(is_meant).map(|row| row.job).collect();
    each(changes, |job| {
        if pauses { Command::Pause { job: Some(job) } } else { Command::Resume { job: Some(job) } }
    })
}

fn ask_cancel(model: &mut Model, jobs: Vec<JobId>) {
    if !jobs.is_empty() {
        model.dialog = Some(Dialog::Confirm(Confirm::new(What::Cancel(jobs), model.now)));
    }
}

fn place(model: &mut Model, to: To) -> Vec<Effect> {
    let Some(row) = model.selected().filter(|row| !row.is_over()) else { return Vec::new() };
    let job = row.job;
    if row.phase != Phase::Queued {
        say(model, Tone::Plain, tr!("jobs-already-running"));
        return Vec::new();
    }
    vec![Effect::Command(Command::Place { job, to })]
}

fn limit(model: &mut Model, target: Option<Target>) {
    let of = |job: &JobId| model.work.kept.get(job).and_then(|kept| kept.limit);
    let (target, now) = match target {
        Some(Target::Job(job)) if model.jobs.row(job).is_some_and(|row| !row.is_over()) => {
            (Target::Job(job), of(&job))
        }
        Some(Target::Jobs(jobs)) if !jobs.is_empty() => {
            let now = jobs.iter().find_map(of);
            (Target::Jobs(jobs), now)
        }
        Some(Target::All) => (Target::All, model.work.settings.limit_rate),
        _ => return,
    };
    form::open_line(model, Purpose::Limit { target, now }, limit::line(now));
}

fn next_mode(model: &mut Model) -> Vec<Effect> {
    let (mode, text) = match model.work.settings.mode {
        Mode::Lanes => (Mode::All, tr!("jobs-all-at-once")),
        Mode::All => (Mode::One, tr!("jobs-one-by-one")),
        Mode::One => (Mode::Lanes, tr!("jobs-one-per-disk")),
    };
    if !model.queued {
        say(model, Tone::Plain, tr!("jobs-no-queue"));
        return Vec::new();
    }
    model.work.settings.mode = mode;
    model.work.looking.1 = true;
    say(model, Tone::Plain, text);
    vec![Effect::Work(QueueRequest::Mode(mode))]
}

/// Opens the report of a job, and requests its facts if they are not known.
pub(super) fn report(model: &mut Model, job: JobId) -> Vec<Effect> {
    model.dialog = Some(Dialog::Report(Report::new(job)));
    model.work.seen.insert(job);
    if work::row(model, job).is_some() {
        return Vec::new();
    }
    vec![Effect::Work(QueueRequest::Facts(job))]
}

/// Does a job again, or what failed in it.
fn again(model: &mut Model, command: impl Fn(JobId) -> Command) -> Vec<Effect> {
    let Some(row) = model.selected() else { return Vec::new() };
    redo(model, row.job, command)
}

pub(super) fn redo(
    model: &mut Model,
    job: JobId,
    command: impl Fn(JobId) -> Command,
) -> Vec<Effect> {
    if model.queued {
        model.work.seen.insert(job);
        return vec![Effect::Command(command(job))];
    }
    say(model, Tone::Plain, tr!("jobs-need-queue"));
    Vec::new()
}

/// Retries what failed in a job with the rights of the administrator.
pub(super) fn elevate(model: &mut Model, job: JobId) -> Vec<Effect> {
    let text = match work::row(model, job) {
        _ if model.is_root => tr!("elevate-root"),
        _ if !model.queued => tr!("jobs-need-queue"),
        Some(row) if !row.is_over() => tr!("jobs-still-running"),
        Some(row) if row.progress.items_failed == 0 => tr!("elevate-nothing-failed"),
        Some(row) if !row.verb.is_some_and(elevation::is_possible) => {
            tr!("elevate-not-this")
        }
        Some(_) => {
            model.work.seen.insert(job);
            return vec![Effect::Work(QueueRequest::Retried(job))];
        }
        None => tr!("jobs-none"),
    };
    say(model, Tone::Plain, text);
    Vec::new()
}

/// Asks before the administrator does what failed. The key of the answer is also needed for the terminal: no other
/// key is being read when `sudo` asks for the password.
pub(super) fn confirm_elevated(model: &mut Model, spec: Box<JobSpec>) {
    if !matches!(model.dialog, None | Some(Dialog::Report(_))) {
        // The user has turned to something else in the meantime.
        return;
    }
    let failed = match spec.options.filter.only.len() as u64 {
        0 => tr!("elevate-all").to_owned(),
        n => tr!("elevate-some", items = format::items(n)),
    };
    model.dialog =
        Some(Dialog::Confirm(Confirm::new(What::Elevate { spec, why: failed }, model.now)));
}

/// Asks whether to undo a job; `foresee` asks what that would do.
pub(super) fn undo(model: &mut Model, job: JobId, foresee: QueueRequest) -> Vec<Effect> {
    if !work::row(model, job).is_none_or(JobRow::is_over) {
        say(model, Tone::Plain, tr!("jobs-still-running"));
        return Vec::new();
    }
    if !model.queued {
        say(model, Tone::Plain, tr!("undo-needs-queue"));
        return Vec::new();
    }
    if model.changes.is_running(job) {
        say(model, Tone::Plain, tr!("undo-running"));
        return Vec::new();
    }
    model.work.seen.insert(job);
    model.work.foreseen = None;
    model.dialog = Some(Dialog::Confirm(Confirm::new(What::Undo(job), model.now)));
    vec![Effect::Work(foresee)]
}

/// Puts a command line that does the same into the clipboard.
pub(super) fn copy_command(model: &mut Model, job: JobId) -> Vec<Effect> {
    let spec = work::row(model, job).and_then(|row| row.spec.as_deref());
    match spec.map(command_line::of) {
        Some(Ok(line)) => {
            say(model, Tone::Good, tr!("copied-command"));
            vec![Effect::Clipboard(line)]
        }
        Some(Err(why)) => {
            say(model, Tone::Plain, tr!("no-command", why = why));
            Vec::new()
        }
        None => Vec::new(),
    }
}

/// Asks for the log of finished jobs while it is shown and has changed.
fn log(model: &mut Model) -> Option<Effect> {
    let is_page = match &model.dialog {
        Some(Dialog::Finished(_)) => true,
        // It says whether a copy was taken back since.
        Some(Dialog::Report(report)) => {
            let summary = work::row(model, report.job).and_then(|row| row.summary.as_ref());
            summary.is_some_and(can_verify)
        }
        _ => false,
    };
    // An undo is named after the job that it undoes.
    let is_undo =
        |row: &JobRow| row.verb == Some(Verb::Undo) && model.changes.about(row.job).is_none();
    let names = (model.drawer || model.in_jobs) && model.jobs.rows().any(is_undo);
    let is_shown = is_page || names || Layout::of(model).beside.is_some();
    if !model.queued || model.leaving || !is_shown || !model.work.log_is_old {
        return None;
    }
    model.work.log_is_old = false;
    Some(Effect::Work(QueueRequest::Log))
}

/// Removes finished jobs from the list; the log keeps them.
fn clear(model: &mut Model) {
    let over: BTreeSet<JobId> =
        model.jobs.rows().filter(|row| row.is_over()).map(|row| row.job).collect();
    for job in over {
        model.jobs.forget(job);
    }
    model.job = model.job_order().first().copied();
}
