//! Carries out the user's requests about jobs: pause, resume, cancel, limit, undo.

use std::path::Path;

use fcp_engine::Engine;
use fcp_engine::event::{Command, JobId, To};
use fcp_engine::foresee::Foreseen;
use fcp_engine::queue::{Adding, Queue};
use fcp_engine::spec::Verb;
use fcp_presentation::{tr, undo, unlimited};

use super::{Jobs, lanes, row};
use crate::engine::each_of;
use crate::feed::Changed;
use crate::names::name;
use crate::wire::{JobAsk, JobsAsk, Name, Refusal, UndoAsk};

impl Jobs {
    /// Asks something of a job; gives what the user has to agree to before it is undone.
    pub(crate) fn ask(&self, job: JobId, ask: JobAsk) -> Result<Option<UndoAsk>, Refusal> {
        let engine = self.engine.get()?;
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
                self.look_at(Some(job));
                new
            }
            JobAsk::Anyway => {
                let queue = queue(engine)?;
                let anyway = unlimited::again(&queue.spec(job)?, &queue.failed(job)?);
                let new = engine.add(anyway.ok_or(Refusal::Gone)?, &Adding::default())?;
                self.look_at(Some(job));
                Some(new)
            }
            JobAsk::Repeat => engine.command(Command::Repeat { job })?,
            JobAsk::Undo => match asked_before_undo(queue(engine)?, job)? {
                Some(ask) => return Ok(Some(ask)),
                None => Some(self.undo(queue(engine)?, job)?),
            },
            JobAsk::UndoNow => Some(self.undo(queue(engine)?, job)?),
            JobAsk::Verify => engine.command(Command::Verify { job })?,
            JobAsk::Clear => {
                self.look_at(Some(job));
                self.lock().clear(Some(job));
                None
            }
            JobAsk::Seen => {
                self.look_at(Some(job));
                None
            }
        };
        if let Some(new) = new {
            self.own(new);
        }
        self.changed();
        Ok(None)
    }

    /// Asks something of all jobs, or of those of a lane.
    ///
    /// # Errors
    /// One of them refused; the others were asked all the same.
    pub(crate) fn ask_all(&self, lane: Option<&str>, ask: JobsAsk) -> Result<(), Refusal> {
        let answer = self.ask_each(self.engine.get()?, lane, ask);
        self.changed();
        answer
    }

    fn ask_each(&self, engine: &Engine, lane: Option<&str>, ask: JobsAsk) -> Result<(), Refusal> {
        let meant: Vec<Option<JobId>> = match lane {
            None => vec![None],
            Some(lane) => {
                let jobs = lanes::jobs(&self.lock(), lane);
                jobs.into_iter().map(Some).collect()
            }
        };
        let each = |command: &dyn Fn(Option<JobId>) -> Command| {
            each_of(&meant, |job| engine.command(command(*job)).map(|_none| ()))
        };
        match ask {
            JobsAsk::Pause => each(&|job| Command::Pause { job })?,
            // What a failure held back is resumed by itself alone.
            JobsAsk::Resume => {
                let jobs = self.lock();
                let is_held = |job: JobId| {
                    let place = jobs.view.row(job).and_then(|row| row.place.as_ref());
                    place.is_some_and(|place| place.held.is_some())
                };
                let held: Vec<JobId> =
                    meant.iter().copied().flatten().filter(|job| is_held(*job)).collect();
                drop(jobs);
                let meant = meant.iter().filter(|job| job.is_none_or(|job| !held.contains(&job)));
                let resume = |job: &Option<JobId>| engine.command(Command::Resume { job: *job });
                each_of(meant, |job| resume(job).map(|_none| ()))?;
            }
            JobsAsk::Cancel => each(&|job| Command::Cancel { job })?,
            // On a device one runs after the other, so that each of them may have the whole limit.
            JobsAsk::Limit { rate } => {
                each(&|job| Command::Set { job, limit_rate: Some(rate.unwrap_or(0)) })?;
            }
            JobsAsk::Mode { mode } => queue(engine)?.set_mode(mode)?,
            // A job that has ended is in no lane.
            JobsAsk::Clear => {
                self.look_at(None);
                self.lock().clear(None);
            }
            JobsAsk::Forget => {
                for past in queue(engine)?.list_all()?.iter().filter(|job| job.summary.is_some()) {
                    self.changes.forget_job(past.job);
                }
                engine.command(Command::Clear { job: None })?;
            }
        }
        Ok(())
    }

    /// Tells whether the queue can never undo a job.
    pub(crate) fn is_never_undone(&self, job: JobId) -> Result<bool, Refusal> {
        let foreseen = queue(self.engine.get()?)?.foresee_undo(job);
        Ok(foreseen.is_err_and(|refused| undo::is_for_good(&refused)))
    }

    fn undo(&self, queue: &Queue, job: JobId) -> Result<JobId, Refusal> {
        if self.changes.is_being_undone(job) {
            return Err(Refusal::because(tr!("desktop-being-undone")));
        }
        let by = queue.undo(job)?;
        self.changes.undo_began(job, by);
        Ok(by)
    }

    /// Updates the window at once: no event reports limits and modes.
    fn changed(&self) {
        self.look();
        self.feed.mark(Changed::Jobs);
    }
}

fn queue(engine: &Engine) -> Result<&Queue, Refusal> {
    engine.queue().ok_or(Refusal::Gone)
}

/// Gives what the user has to agree to before a job is undone; none for an undo, which is undone at once.
fn asked_before_undo(queue: &Queue, job: JobId) -> Result<Option<UndoAsk>, Refusal> {
    let found = queue.find(job)?;
    if found.verb == Verb::Undo {
        return Ok(None);
    }
    let Foreseen { copies, snapshots, back, replaced, lost, rights, host } =
        queue.foresee_undo(job)?;
    let first = found.sources.first().map_or_else(Name::default, |source| row::first(&source.0));
    let (verb, sources) = (found.verb, found.source_count);
    let machine = host.map(|host| name(Path::new(&host)));
    let ask = UndoAsk {
        job,
        verb,
        first,
        sources,
        copies,
        snapshots,
        back,
        replaced,
        lost,
        rights,
        machine,
    };
    Ok(Some(ask))
}
