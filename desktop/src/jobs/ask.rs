//! Carries out the user's requests about jobs: pause, resume, cancel, limit, undo.

use std::sync::Arc;

use fcp_engine::Engine;
use fcp_engine::event::{Command, JobId, To};
use fcp_engine::foresee::Foreseen;
use fcp_engine::queue::Queue;
use fcp_engine::spec::Verb;

use super::{lanes, row, seen};
use crate::app::App;
use crate::feed::Changed;
use crate::wire::{JobAsk, JobsAsk, Name, Notice, NoticeCode, Refusal, Tone, UndoAsk, Update};

/// Asks something of a job.
pub(crate) fn ask(app: &Arc<App>, job: JobId, ask: JobAsk) -> Result<(), Refusal> {
    let engine = app.engine()?;
    let new = match ask {
        JobAsk::Pause => engine.command(Command::Pause { job: Some(job) })?,
        JobAsk::Resume => engine.command(Command::Resume { job: Some(job) })?,
        JobAsk::Cancel => engine.command(Command::Cancel { job: Some(job) })?,
        JobAsk::Place { to } => engine.command(Command::Place { job, to })?,
        JobAsk::Before { job: None } => engine.command(Command::Place { job, to: To::Last })?,
        JobAsk::Before { job: Some(other) } => {
            queue(engine)?.place_before(job, other)?;
            None
        }
        JobAsk::Start => engine.command(Command::Start { job })?,
        JobAsk::Hold { after } => engine.command(Command::Hold { job, after })?,
        JobAsk::Limit { rate } => {
            let limit_rate = Some(rate.unwrap_or(0));
            engine.command(Command::Set { job: Some(job), limit_rate })?
        }
        JobAsk::Retry => {
            let new = engine.command(Command::Retry { job })?;
            seen::look_at(app, Some(job));
            new
        }
        JobAsk::Repeat => engine.command(Command::Repeat { job })?,
        JobAsk::Undo => match ask_undo(app, queue(engine)?, job)? {
            Some(redo) => Some(redo),
            None => return Ok(()),
        },
        JobAsk::UndoNow => Some(undo(app, queue(engine)?, job)?),
        JobAsk::Verify => engine.command(Command::Verify { job })?,
        JobAsk::Clear => {
            seen::look_at(app, Some(job));
            app.jobs.lock().clear(Some(job));
            None
        }
        JobAsk::Seen => {
            seen::look_at(app, Some(job));
            None
        }
    };
    if let Some(new) = new {
        app.jobs.own(new);
    }
    changed(app);
    Ok(())
}

/// Asks something of all jobs, or of those of a lane.
pub(crate) fn ask_all(app: &Arc<App>, lane: Option<&str>, ask: JobsAsk) -> Result<(), Refusal> {
    let engine = app.engine()?;
    let meant: Vec<Option<JobId>> = match lane {
        None => vec![None],
        Some(lane) => {
            let jobs = lanes::jobs(&app.jobs.lock(), lane);
            jobs.into_iter().map(Some).collect()
        }
    };
    let each = |command: &dyn Fn(Option<JobId>) -> Command| {
        meant.iter().try_for_each(|job| engine.command(command(*job)).map(|_none| ()))
    };
    match ask {
        JobsAsk::Pause => each(&|job| Command::Pause { job })?,
        JobsAsk::Resume => each(&|job| Command::Resume { job })?,
        JobsAsk::Cancel => each(&|job| Command::Cancel { job })?,
        // On a device one runs after the other, so that each of them may have the whole limit.
        JobsAsk::Limit { rate } => {
            each(&|job| Command::Set { job, limit_rate: Some(rate.unwrap_or(0)) })?;
        }
        JobsAsk::Mode { mode } => queue(engine)?.set_mode(mode)?,
        JobsAsk::Redo => {
            if let Some(undone) = app.edits.undone() {
                return self::ask(app, undone, JobAsk::UndoNow);
            }
            let notice = Notice::new(Tone::Plain, NoticeCode::NothingToRedo);
            app.feed.say(Update::Notice(Box::new(notice)));
        }
        // A job that has ended is in no lane.
        JobsAsk::Clear => {
            seen::look_at(app, None);
            app.jobs.lock().clear(None);
        }
        JobsAsk::Forget => {
            for past in queue(engine)?.list_all()?.iter().filter(|job| job.summary.is_some()) {
                app.edits.forget_job(past.job);
            }
            engine.command(Command::Clear { job: None })?;
        }
    }
    changed(app);
    Ok(())
}

/// Asks the user whether to undo a job; an undo is undone at once, and the job that does it is given.
fn ask_undo(app: &App, queue: &Queue, job: JobId) -> Result<Option<JobId>, Refusal> {
    let found = queue.find(job)?;
    if found.verb == Verb::Undo {
        return undo(app, queue, job).map(Some);
    }
    let Foreseen { copies, back, replaced, lost } = queue.foresee_undo(job)?;
    let first = found.sources.first().map_or_else(Name::default, |source| row::first(&source.0));
    let (verb, sources) = (found.verb, found.source_count);
    let ask = UndoAsk { job, verb, first, sources, copies, back, replaced, lost };
    app.feed.say(Update::Undo(Box::new(ask)));
    Ok(None)
}

fn undo(app: &App, queue: &Queue, job: JobId) -> Result<JobId, Refusal> {
    if app.edits.is_being_undone(job) {
        return Err(Refusal::Not { text: "This job is being undone".to_owned() });
    }
    let by = queue.undo(job)?;
    app.edits.undo_began(job, by);
    Ok(by)
}

fn queue(engine: &Engine) -> Result<&Queue, Refusal> {
    engine.queue().ok_or(Refusal::Gone)
}

/// Shows at once what is asked: limits and modes are told by no event.
fn changed(app: &App) {
    app.jobs.look(app);
    app.feed.mark(Changed::Jobs);
}
