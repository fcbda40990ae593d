//! What is asked of jobs.

use fcp_engine::Engine;
use fcp_engine::event::{Command, JobId, To};
use fcp_engine::queue::Queue;

use super::lanes;
use crate::app::App;
use crate::feed::Changed;
use crate::wire::{JobAsk, JobsAsk, Refusal};

/// Asks something of a job.
pub(crate) fn ask(app: &App, job: JobId, ask: JobAsk) -> Result<(), Refusal> {
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
        JobAsk::Retry => engine.command(Command::Retry { job })?,
        JobAsk::Repeat => engine.command(Command::Repeat { job })?,
        JobAsk::Undo => {
            let undo = queue(engine)?.undo(job)?;
            app.edits.forget_job(job);
            Some(undo)
        }
        JobAsk::Verify => engine.command(Command::Verify { job })?,
        JobAsk::Clear => {
            app.edits.forget_job(job);
            engine.command(Command::Clear { job: Some(job) })?
        }
        JobAsk::Seen => {
            app.jobs.lock().seen.insert(job);
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
pub(crate) fn ask_all(app: &App, lane: Option<&str>, ask: JobsAsk) -> Result<(), Refusal> {
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
        // What is over is in no lane.
        JobsAsk::Clear => engine.command(Command::Clear { job: None }).map(|_none| ())?,
    }
    changed(app);
    Ok(())
}

fn queue(engine: &Engine) -> Result<&Queue, Refusal> {
    engine.queue().ok_or(Refusal::Gone)
}

/// Shows at once what is asked: limits and modes are told by no event.
fn changed(app: &App) {
    app.jobs.look(app);
    app.feed.mark(Changed::Jobs);
}
