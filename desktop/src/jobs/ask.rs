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
        JobAsk::Undo => Some(queue(engine)?.undo(job)?),
        JobAsk::Clear => engine.command(Command::Clear { job: Some(job) })?,
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
    let each = |command: fn(Option<JobId>) -> Command| match lane {
        None => engine.command(command(None)).map(drop),
        Some(lane) => lanes::jobs(&app.jobs.lock(), lane)
            .into_iter()
            .try_for_each(|job| engine.command(command(Some(job))).map(drop)),
    };
    match ask {
        JobsAsk::Pause => each(|job| Command::Pause { job })?,
        JobsAsk::Resume => each(|job| Command::Resume { job })?,
        JobsAsk::Cancel => each(|job| Command::Cancel { job })?,
        JobsAsk::Limit { rate } => {
            let limit_rate = Some(rate.unwrap_or(0));
            match lane {
                None => drop(engine.command(Command::Set { job: None, limit_rate })?),
                // On a device one runs after the other, so that each may have the whole of it.
                Some(lane) => {
                    for job in lanes::jobs(&app.jobs.lock(), lane) {
                        drop(engine.command(Command::Set { job: Some(job), limit_rate })?);
                    }
                }
            }
        }
        JobsAsk::Mode { mode } => queue(engine)?.set_mode(mode)?,
        JobsAsk::Clear => drop(engine.command(Command::Clear { job: None })?),
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
