//! Commands about jobs and their history.

use fcp_engine::event::JobId;

use super::types::{Done, Held};
use crate::wire::{AfterAsk, History, JobAsk, JobLog, JobsAsk, Refusal, Report, TooLarge, UndoAsk};

#[tauri::command(async)]
pub(crate) fn job(app: Held<'_>, job: JobId, ask: JobAsk) -> Result<Option<UndoAsk>, Refusal> {
    app.jobs.ask(job, ask)
}

#[tauri::command(async)]
pub(crate) fn jobs(app: Held<'_>, lane: Option<String>, ask: JobsAsk) -> Done {
    app.jobs.ask_all(lane.as_deref(), ask)
}

#[tauri::command(async)]
pub(crate) fn report(app: Held<'_>, job: JobId) -> Result<Report, Refusal> {
    app.jobs.report(job)
}

#[tauri::command(async)]
pub(crate) fn log(app: Held<'_>, job: JobId) -> Result<JobLog, Refusal> {
    app.jobs.log(job)
}

#[tauri::command(async)]
pub(crate) fn history(
    app: Held<'_>,
    from: u64,
    count: u64,
    troubled: bool,
) -> Result<History, Refusal> {
    app.jobs.history(from, count, troubled)
}

#[tauri::command(async)]
pub(crate) fn command_line(app: Held<'_>, job: JobId) -> Result<String, Refusal> {
    app.jobs.command_line(job)
}

#[tauri::command(async)]
pub(crate) fn after_queue(app: Held<'_>, ask: AfterAsk) -> Done {
    app.after.ask(ask)
}

#[tauri::command(async)]
pub(crate) fn too_large(app: Held<'_>, job: JobId) -> Result<TooLarge, Refusal> {
    app.plans.too_large(job)
}
