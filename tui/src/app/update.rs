//! How the model changes: a pure function of the model and what comes in.

use fcp_engine::event::{Command, Event, Outcome, Phase, Summary};
use fcp_engine::spec::Verb;
use fcp_engine::view::{JobRow, Speed};

use super::action::{Action, Group};
use super::dialog::Dialog;
use super::dialog::confirm::{Confirm, What};
use super::dialog::copy::CopyAsk;
use super::model::{Effect, Model, Msg, Notice, Pace, TALL, Tone};
use crate::format;

mod confirm;
mod conflicts;
mod copy;
mod dialogs;
mod jobs;
mod limit;
mod picker;
mod question;
mod report;

/// Microseconds for which a shown speed stays as it is.
const PULSE: u64 = 1_000_000;

/// Takes in what came, at its time, and gives what is to be done outside.
pub fn update(model: &mut Model, now: u64, msg: Msg) -> Vec<Effect> {
    model.now = now;
    let mut effects = match msg {
        Msg::Key(key) => {
            model.notice = None;
            if model.dialog.is_some() {
                dialogs::key(model, key)
            } else {
                model.place().action(key).map_or_else(Vec::new, |action| act(model, action))
            }
        }
        Msg::Resize(columns, rows) => {
            model.screen = (columns, rows);
            Vec::new()
        }
        Msg::Event(envelope) => {
            model.jobs.apply(&envelope);
            told(model, &envelope.event)
        }
        Msg::Listed { side, ticket, entries, free } => {
            let panel = &mut model.panels[side];
            if panel.ticket == ticket {
                panel.take(entries, free);
            }
            Vec::new()
        }
        Msg::Unlisted { side, ticket, error } => {
            let panel = &mut model.panels[side];
            if panel.ticket == ticket {
                panel.fail(error);
            }
            Vec::new()
        }
        Msg::Submitted(job) => {
            model.mine.insert(job);
            Vec::new()
        }
        Msg::Work(news) => {
            super::work::take(model, news);
            Vec::new()
        }
        Msg::Left => {
            model.done = true;
            Vec::new()
        }
        Msg::Refused(text) => {
            model.leaving = false;
            model.answered.clear();
            model.notice = Some(Notice { tone: Tone::Bad, text });
            Vec::new()
        }
        Msg::Stop => {
            // The second time there is no waiting.
            model.done = model.leaving;
            if model.queued { hand_on(model) } else { leave(model) }
        }
        Msg::Tick => Vec::new(),
    };
    pulse(model);
    question::ask_next(model);
    effects.extend(jobs::follow(model));
    if model.leaving && !own_jobs(model).any(|row| !row.is_over()) {
        model.done = true;
    }
    let rows = list_rows(model);
    for panel in &mut model.panels {
        panel.scroll(rows);
    }
    if model.done {
        effects.clear();
    }
    effects
}

/// Gives the effects that fill both panels.
pub fn reload(model: &mut Model) -> Vec<Effect> {
    (0..2).map(|side| list(model, side)).collect()
}

/// Gives the rows of a panel that are on the screen.
pub fn list_rows(model: &Model) -> usize {
    let drawer = usize::from(super::paint::drawer_rows(model));
    let rows = usize::from(model.screen.1);
    let below = if drawer > 0 {
        drawer + 1
    } else {
        2 + usize::from(rows >= usize::from(TALL)) + usize::from(super::paint::jobs_line(model))
    };
    rows.saturating_sub(2 + below).max(1)
}

fn list(model: &mut Model, side: usize) -> Effect {
    let panel = &mut model.panels[side];
    panel.ticket += 1;
    Effect::List { side, ticket: panel.ticket, dir: panel.dir.clone() }
}

fn go(
    model: &mut Model,
    to: Option<(std::path::PathBuf, Option<std::ffi::OsString>)>,
) -> Vec<Effect> {
    let Some((dir, wanted)) = to else { return Vec::new() };
    model.panel_mut().go(dir, wanted);
    vec![list(model, model.side)]
}

fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    if action.group() == Group::Jobs {
        return jobs::act(model, action);
    }
    let page = list_rows(model).saturating_sub(1).max(1).cast_signed();
    let step = match action {
        Action::Up => -1,
        Action::Down => 1,
        Action::PageUp => -page,
        Action::PageDown => page,
        Action::First => isize::MIN,
        Action::Last => isize::MAX,
        Action::Open => {
            let target = model.panel().target();
            return go(model, target);
        }
        Action::Parent => {
            let up = model.panel().parent();
            return go(model, up);
        }
        Action::Switch => {
            model.side = 1 - model.side;
            return Vec::new();
        }
        Action::Mark => {
            model.panel_mut().mark();
            return Vec::new();
        }
        Action::MarkInvert => {
            model.panel_mut().invert();
            return Vec::new();
        }
        Action::Hidden => {
            model.panel_mut().toggle_hidden();
            return Vec::new();
        }
        Action::Reload => return reload(model),
        Action::Copy => {
            ask_copy(model);
            return Vec::new();
        }
        Action::Help => {
            model.dialog = Some(Dialog::Help { top: 0 });
            return Vec::new();
        }
        Action::Quit => {
            if model.jobs.is_busy() {
                model.dialog = Some(Dialog::Confirm(Confirm::new(What::Quit)));
            } else {
                model.done = true;
            }
            return Vec::new();
        }
        // Not yet.
        _ => return Vec::new(),
    };
    if model.in_jobs {
        let order = model.job_order();
        let here = order.iter().position(|&job| Some(job) == model.job).unwrap_or(0);
        let there = here.saturating_add_signed(step).min(order.len().saturating_sub(1));
        model.job = order.get(there).copied();
    } else {
        model.panel_mut().step(step);
    }
    Vec::new()
}

fn ask_copy(model: &mut Model) {
    let panel = model.panel();
    let chosen = panel.chosen();
    if chosen.is_empty() {
        let text = "Nothing to copy: the cursor is on the parent folder".to_owned();
        model.notice = Some(Notice { tone: Tone::Plain, text });
        return;
    }
    let size_of = |entry: &fcp_engine::browse::Entry| entry.meta.as_ref().map_or(0, |m| m.size);
    let ask = CopyAsk {
        from: panel.dir.clone(),
        sources: chosen.iter().map(|entry| panel.dir.join(&entry.name)).collect(),
        folders: chosen.iter().filter(|entry| entry.is_directory()).count(),
        size: chosen.iter().filter(|e| !e.is_directory()).map(|e| size_of(e)).sum(),
        to: model.panels[1 - model.side].dir.clone(),
        policy: 0,
    };
    model.dialog = Some(Dialog::Copy(ask));
}

/// The jobs that were started here; without a queue there are no others.
fn own_jobs(model: &Model) -> impl Iterator<Item = &JobRow> {
    model.jobs.rows().filter(|row| !model.queued || model.mine.contains(&row.job))
}

/// Cancels what was started here and ends when it is over.
fn leave(model: &mut Model) -> Vec<Effect> {
    model.leaving = true;
    model.dialog = None;
    let cancel = |job| Effect::Command(Command::Cancel { job: Some(job) });
    own_jobs(model).filter(|row| !row.is_over()).map(|row| cancel(row.job)).collect()
}

/// Lets the jobs go on without this program, and ends when somebody has taken over.
fn hand_on(model: &mut Model) -> Vec<Effect> {
    model.leaving = true;
    model.dialog = None;
    if !model.jobs.is_busy() {
        model.done = true;
    }
    vec![Effect::HandOn]
}

/// Reacts to what the engine tells, beyond the rows.
fn told(model: &mut Model, event: &Event) -> Vec<Effect> {
    question::told(model, event);
    jobs::told(model, event);
    match event {
        Event::JobSummary { job, summary } => {
            model.notice = Some(sentence(summary));
            model.later.remove(job);
            // What the panels show may be older than the job.
            reload(model)
        }
        Event::Hello { .. }
        | Event::Bye { .. }
        | Event::Reply { .. }
        | Event::JobQueued { .. }
        | Event::JobPlaced { .. }
        | Event::JobRemoved { .. }
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
        | Event::QuestionAsked { .. }
        | Event::QuestionAnswered { .. }
        | Event::Progress { .. } => Vec::new(),
    }
}

/// Gives the past tense of a verb.
pub fn done_word(verb: Verb) -> &'static str {
    match verb {
        Verb::Copy => "Copied",
        Verb::Move => "Moved",
        Verb::Delete => "Deleted",
        Verb::Trash => "Moved to trash",
        Verb::Restore => "Restored",
        Verb::Undo => "Undone",
    }
}

/// Tells in one sentence how a job ended.
fn sentence(summary: &Summary) -> Notice {
    let what = done_word(summary.verb);
    let much = format!("{}, {}", format::items(summary.done), format::size(summary.bytes));
    let (tone, text) = match summary.outcome {
        Outcome::Completed => {
            let time = format::duration(summary.elapsed);
            (Tone::Good, format!("{what} {much} in {time}"))
        }
        Outcome::CompletedWithErrors => {
            let failed = format::counted(summary.failed, "item", "items");
            (Tone::Bad, format!("{what} {much}, {failed} failed: F2, then Enter shows them"))
        }
        Outcome::Cancelled => (Tone::Plain, format!("Cancelled after {much}")),
        Outcome::Failed => (Tone::Bad, format!("Stopped after {much}: F2, then Enter shows why")),
    };
    Notice { tone, text }
}

/// Takes new speeds where the old ones have been shown for long enough.
fn pulse(model: &mut Model) {
    for row in model.jobs.rows() {
        let fresh = Pace { at: model.now, rate: row.rate(model.now), eta: row.eta(model.now) };
        let shown = model.paces.entry(row.job).or_insert(fresh);
        let changed = row.paused || row.phase != Phase::Running || shown.rate == Speed::default();
        if changed || model.now.saturating_sub(shown.at) >= PULSE {
            *shown = fresh;
        }
    }
    model.paces.retain(|job, _| model.jobs.row(*job).is_some());
}
