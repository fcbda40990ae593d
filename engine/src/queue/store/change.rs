//! Changes the state of jobs: which process runs them, pause and resume, their end.

use std::path::Path;

use rusqlite::{Connection, params};

use super::column::{bytes, count, count_if, parsed, parsed_if};
use super::fact::{self, Kind};
use super::followers;
use super::process::give_back;
use super::row::state_of;
use super::row::{NewJob, insert};
use super::row::{RUNNING, WAITING, number_of, stage_of};
use super::tried::{Tried, json, key, touch};
use super::{ProcessId, Store};
use crate::contract::event::{Event, JobId, Outcome, Phase, QuestionId, Resolution, Summary};
use crate::contract::spec::Verb;
use crate::queue::entry::{Mode, Stage};
use crate::queue::error::QueueError;
use crate::queue::filesystem::Filesystem;
use crate::queue::schedule::Candidate;
use crate::queue::state::{Change, State};
use fcp_sys as sys;
use fcp_sys::now;

/// Waiting jobs that are considered at a time, so that a long queue does not cost much at every step.
const CONSIDERED: i64 = 1_000;
/// The number of no process: they are counted from 1.
const NO_PROCESS: ProcessId = 0;

/// What processes have requested of a running job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Requests {
    /// The job.
    pub(crate) job: JobId,
    pub(crate) paused: bool,
    pub(crate) cancelled: bool,
    /// Bytes per second, at most.
    pub(crate) limit_rate: Option<u64>,
    /// Whether it is to run whatever else runs.
    pub(crate) now: bool,
    /// Answers to its questions that it has not told of yet.
    pub(crate) answers: Vec<(QuestionId, Resolution)>,
    /// Whether another process should resume it.
    pub(crate) hand_over: bool,
}

impl Store {
    /// Lets a process take the jobs that `choose` names among those that wait and run, in order of
    /// rank; gives those that it got.
    ///
    /// What the process has handed over before is not among them.
    pub(crate) fn claim(
        &mut self,
        me: ProcessId,
        choose: impl Fn(Mode, &[Candidate]) -> Vec<JobId>,
    ) -> Result<Vec<JobId>, QueueError> {
        // Whatever a job makes from now on is known by the moment at which it started.
        self.set_durable(true)?;
        let claimed = self.write_all(|db| {
            let mode = super::order::settings(db)?.mode;
            let candidates = candidates(db, me)?;
            let mut chosen = choose(mode, &candidates);
            let free = |job: &JobId| {
                let found = candidates.iter().find(|candidate| candidate.job == *job);
                found.is_some_and(|found| !found.paused || found.cancelled)
            };
            chosen.retain(free);
            let mut got = Vec::new();
            for job in chosen {
                if let Some(next) = change(db, job, Change::Claim(me))? {
                    got.push((job, next));
                }
            }
            if !got.is_empty() {
                touch(db)?;
            }
            Ok(got.into_iter().map(|(job, _)| job).collect())
        });
        self.set_durable(false)?;
        claimed
    }

    /// Whether there is a job that `counts`, or one that a process which has handed over none could take.
    pub(crate) fn has_work(
        &self,
        counts: impl Fn(&Candidate) -> bool,
        choose: impl Fn(Mode, &[Candidate]) -> Vec<JobId>,
    ) -> Result<bool, QueueError> {
        self.read(|db| {
            let candidates = candidates(db, NO_PROCESS)?;
            let any = candidates.iter().any(&counts);
            Ok(any || !choose(super::order::settings(db)?.mode, &candidates).is_empty())
        })
    }

    /// Tells what `find` finds among the jobs that wait and run.
    pub(crate) fn among_candidates<T>(
        &self,
        find: impl Fn(&[Candidate]) -> T,
    ) -> Result<T, QueueError> {
        self.read(|db| Ok(find(&candidates(db, NO_PROCESS)?)))
    }

    /// Notes whether all that is left of a running job waits for answers.
    pub(crate) fn note_asking(&mut self, job: JobId, asks: bool) -> Result<(), QueueError> {
        self.write_all(|db| {
            let sql = "UPDATE job SET asks = ?2 WHERE id = ?1";
            db.prepare_cached(sql)?.execute(params![key(job), asks])?;
            touch(db)
        })
    }

    /// Gives the filesystem on which a job is to write: the one that was there when it was added.
    pub(crate) fn filesystem(&self, job: JobId) -> Result<Option<Filesystem>, QueueError> {
        self.read(|db| {
            let sql = "SELECT filesystem FROM job WHERE id = ?1";
            let mut statement = db.prepare_cached(sql)?;
            let mut rows = statement.query([key(job)])?;
            let row = rows.next()?.ok_or(QueueError::NoJob(job))?;
            parsed_if(row, 0)
        })
    }

    /// Notes the filesystem on which a job writes.
    pub(crate) fn note_filesystem(
        &mut self,
        job: JobId,
        at: &Filesystem,
    ) -> Result<(), QueueError> {
        // What a job makes is known by its clock.
        let durable = at.ahead.is_some_and(|ahead| ahead != 0);
        self.set_durable(durable)?;
        let noted = self.write_all(|db| {
            let sql = "UPDATE job SET filesystem = ?2 WHERE id = ?1";
            db.prepare_cached(sql)?.execute(params![key(job), json(at)?])?;
            Ok(())
        });
        self.set_durable(false)?;
        noted
    }

    /// Puts a job into the queue that a process runs already.
    ///
    /// It `began` some time ago, in microseconds since the Unix epoch, and its temporary files have the key `mark`. If
    /// the process dies, it waits until it is resumed, and holds up no other job: it was meant for that moment.
    pub(crate) fn adopt(
        &mut self,
        me: ProcessId,
        new: &NewJob,
        (began, mark): (u64, u32),
    ) -> Result<JobId, QueueError> {
        self.write_all(|db| {
            let job = insert(db, new, None)?;
            change(db, job, Change::Claim(me))?;
            // It was there before it came into the queue, tells its start itself, and has chosen the key of its
            // temporary files.
            let sql = "UPDATE job SET guest = 1, phase = ?2, added = ?3, started = ?3, key = ?4
                WHERE id = ?1";
            db.prepare_cached(sql)?.execute(params![
                key(job),
                json(&Phase::Running)?,
                began as i64,
                mark
            ])?;
            touch(db)?;
            Ok(job)
        })
    }

    /// Makes a change; none if it changed nothing, which is harmless.
    ///
    /// A job that waits and never ran has ended once it is cancelled. One that runs comes to its end by
    /// [`Self::finish`], and is handed back by [`Self::release`].
    ///
    /// # Errors
    /// There is no such job.
    pub(crate) fn change(
        &mut self,
        job: JobId,
        wanted: Change,
    ) -> Result<Option<State>, QueueError> {
        self.write_all(|db| {
            let next = change(db, job, wanted)?;
            if next.is_some() {
                touch(db)?;
            }
            Ok(next)
        })
    }

    /// Gives the requests for the jobs that a process runs.
    pub(crate) fn requests(&mut self, me: ProcessId) -> Result<Vec<Requests>, QueueError> {
        self.read(|db| {
            let sql = "SELECT id, paused, cancelled, limit_rate, now, spared FROM job
                WHERE owner = ?1 AND stage = ?2 ORDER BY rank, id";
            let mut statement = db.prepare_cached(sql)?;
            let mut rows = statement.query([me, RUNNING])?;
            let mut requests = Vec::new();
            while let Some(row) = rows.next()? {
                let job = count(row, 0)?;
                requests.push(Requests {
                    job,
                    paused: row.get(1)?,
                    cancelled: row.get(2)?,
                    limit_rate: count_if(row, 3)?,
                    now: row.get(4)?,
                    answers: super::question::answers(db, job)?,
                    hand_over: row.get::<_, Option<ProcessId>>(5)? == Some(me),
                });
            }
            Ok(requests)
        })
    }

    /// Notes how a running job ended, and drops what only a running one needs.
    ///
    /// All it told must have been written before, since its summary is the last fact.
    pub(crate) fn finish(
        &mut self,
        job: JobId,
        summary: &Summary,
        record: Option<&Path>,
    ) -> Result<(), QueueError> {
        self.write_all(|db| {
            let Some(state) = state_of(db, job)? else {
                return Err(QueueError::NoJob(job).into());
            };
            note_record(db, job, record)?;
            if let Some(next) = state.apply(Change::Finish) {
                end(db, job, next, state.owner, summary)?;
                touch(db)?;
            }
            Ok(())
        })
    }

    /// Gives back a running job that was halted, so that another process can resume it.
    pub(crate) fn release(&mut self, job: JobId, record: Option<&Path>) -> Result<(), QueueError> {
        self.write_all(|db| {
            note_record(db, job, record)?;
            change(db, job, Change::Release)?;
            touch(db)
        })
    }

    /// Whether a job was cancelled.
    pub(crate) fn is_cancelled(&mut self, job: JobId) -> Result<bool, QueueError> {
        self.read(|db| match state_of(db, job)? {
            Some(state) => Ok(state.cancelled),
            None => Err(QueueError::NoJob(job).into()),
        })
    }

    /// Gives back a running job until it is resumed, and notes the devices that it would use then.
    pub(crate) fn put_off(&mut self, job: JobId, lanes: &[String]) -> Result<(), QueueError> {
        self.write_all(|db| {
            if change(db, job, Change::PutOff)?.is_none() {
                return Ok(());
            }
            // A job that never ran has not begun: what appears until it runs is not of this job.
            let sql = "UPDATE job SET lanes = ?2,
                started = CASE WHEN interrupted THEN started END WHERE id = ?1";
            db.prepare_cached(sql)?.execute(params![key(job), json(lanes)?])?;
            touch(db)
        })
    }

    /// Asks the process that runs a job to leave it to another, and not to take it again.
    pub(crate) fn hand_over(&mut self, job: JobId) -> Result<(), QueueError> {
        self.write_all(|db| {
            if state_of(db, job)?.is_none() {
                return Err(QueueError::NoJob(job).into());
            }
            let sql = "UPDATE job SET spared = owner WHERE id = ?1 AND owner IS NOT NULL";
            db.prepare_cached(sql)?.execute([key(job)])?;
            touch(db)
        })
    }
}

fn candidates(db: &Connection, me: ProcessId) -> Tried<Vec<Candidate>> {
    // Those that run, are paused or held matter to the order of all that touch the same files.
    // But for what a program started at once and left when it was killed: it comes to no end until
    // the user resumes it, perhaps never, and must not hold up what is in the queue for all that time.
    let sql = "SELECT id, stage, paused OR (stage = ?2 AND spared IS ?3), cancelled, lanes, passes,
        now, behind, rank, paths, asks FROM job WHERE id IN (
            SELECT id FROM job WHERE stage = ?1
            UNION ALL SELECT id FROM job WHERE stage = ?2 AND NOT (guest AND paused AND NOT cancelled)
                AND (paused OR now OR cancelled OR behind IS NOT NULL)
            UNION ALL SELECT id FROM (
                SELECT id FROM job WHERE stage = ?2 AND NOT paused AND behind IS NULL
                ORDER BY rank, id LIMIT ?4)
        ) ORDER BY rank, id";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([RUNNING, WAITING, me, CONSIDERED])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(Candidate {
            job: count(row, 0)?,
            stage: stage_of(row.get(1)?)?,
            paused: row.get(2)?,
            cancelled: row.get(3)?,
            lanes: parsed(row, 4)?,
            passes: row.get(5)?,
            now: row.get(6)?,
            after: count_if(row, 7)?,
            rank: row.get(8)?,
            paths: parsed(row, 9)?,
            asks: row.get(10)?,
        });
    }
    Ok(found)
}

/// Makes a change and all that goes with it.
fn change(db: &Connection, job: JobId, wanted: Change) -> Tried<Option<State>> {
    let Some(state) = state_of(db, job)? else { return Err(QueueError::NoJob(job).into()) };
    let Some(next) = state.apply(wanted) else { return Ok(None) };
    match (wanted, next.stage) {
        (Change::Claim(_), _) => {
            // What it makes is known by the clock, which may be set while it runs; see `set_back` in `past`.
            let sql = "UPDATE job SET clock = CASE WHEN started IS NULL THEN ?3 ELSE clock END,
                started = coalesce(started, ?2), since = ?2, seen = ?2,
                spared = NULL, guest = 0, asks = 0 WHERE id = ?1";
            db.prepare_cached(sql)?.execute([key(job), now() as i64, sys::clock_base()])?;
            if !state.interrupted {
                // Set here already, for a process that dies before it reads the past: it has not
                // run in another boot of the machine.
                let sql = "UPDATE job SET boot = ?2 WHERE id = ?1";
                db.prepare_cached(sql)?.execute(params![key(job), sys::boot()])?;
            }
        }
        (Change::Resume, _) => super::followers::let_go(db, job)?,
        (Change::Release | Change::PutOff | Change::Lose, _) => give_back(db, job)?,
        (Change::Cancel, Stage::Finished) => {
            let verb: Verb = super::row::outline(db, job)?.verb;
            let summary = Summary::without_work(verb, Outcome::Cancelled, 0);
            end(db, job, next, None, &summary)?;
        }
        _ => {}
    }
    set_state(db, job, next)?;
    Ok(Some(next))
}

pub(super) fn set_state(db: &Connection, job: JobId, state: State) -> Tried<()> {
    let sql = "UPDATE job SET stage = ?2, paused = ?3, cancelled = ?4, interrupted = ?5, owner = ?6
        WHERE id = ?1";
    db.prepare_cached(sql)?.execute(params![
        key(job),
        number_of(state.stage),
        state.paused,
        state.cancelled,
        state.interrupted,
        state.owner
    ])?;
    Ok(())
}

fn note_record(db: &Connection, job: JobId, record: Option<&Path>) -> Tried<()> {
    if let Some(record) = record {
        let sql = "UPDATE job SET record = ?2 WHERE id = ?1";
        db.prepare_cached(sql)?.execute(params![key(job), bytes(record)])?;
    }
    Ok(())
}

/// Ends a job for good.
pub(super) fn end(
    db: &Connection,
    job: JobId,
    next: State,
    teller: Option<ProcessId>,
    summary: &Summary,
) -> Tried<()> {
    let told = Event::JobSummary { job, summary: summary.clone() };
    fact::insert(db, teller, Kind::Other, now(), &told)?;
    set_state(db, job, next)?;
    let sql = "UPDATE job SET phase = ?2, ended = ?3, summary = ?4, progress = NULL, now = 0,
        behind = NULL, spared = NULL, since = NULL, seen = NULL WHERE id = ?1";
    db.prepare_cached(sql)?.execute(params![
        key(job),
        json(&Phase::Finished)?,
        now() as i64,
        json(summary)?
    ])?;
    for sql in [
        "DELETE FROM journal WHERE job = ?1",
        "DELETE FROM large WHERE job = ?1",
        "DELETE FROM linked WHERE job = ?1",
        "DELETE FROM question WHERE job = ?1",
        "DELETE FROM sticky WHERE job = ?1",
    ] {
        db.prepare_cached(sql)?.execute([key(job)])?;
    }
    followers::release(db, job, summary.outcome)
}
