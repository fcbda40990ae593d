//! Adds, lists and finds the rows of jobs.

use std::collections::HashMap;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::column::{count, count_if, parsed, parsed_if, path};
use super::fact::{self, Kind};
use super::followers;
use super::tried::{Tried, Trouble, json, key, touch};
use super::{ProcessId, Store, question};
use crate::contract::event::{JobId, Phase, Progress, Summary};
use crate::contract::path::WirePath;
use crate::contract::spec::{JobSpec, Options};
use crate::journal;
use crate::queue::entry::{Adding, QueuedJob, SHOWN, Stage};
use crate::queue::error::QueueError;
use crate::queue::filesystem::Filesystem;
use crate::queue::paths::Paths;
use crate::queue::state::State;
use fcp_sys::now;

/// Finished jobs that are kept, the newest; a tenth more may be there.
const KEPT: i64 = 1_000;
/// Facts that are kept, the newest; of jobs that are not over all are, and of others what failed.
const REMEMBERED: i64 = 1_000_000;

/// A job that will be added to the queue.
#[derive(Clone, Debug)]
pub(crate) struct NewJob {
    /// The request, with absolute paths.
    pub(crate) spec: JobSpec,
    pub(crate) adding: Adding,
    /// The devices it uses.
    pub(crate) lanes: Vec<String>,
    /// What it reads and changes.
    pub(crate) paths: Paths,
    /// Where it writes; none if it makes nothing.
    pub(crate) filesystem: Option<Filesystem>,
    /// Whether it is so light that it waits for no lane.
    pub(crate) passes: bool,
}

/// Says which jobs are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// Those that are not over, in order of rank, and then the others, the newest first.
    All,
    /// Those that are not over, in order of rank.
    Open,
    /// Those that run, or have changed after a generation of the queue, in order of rank.
    News(i64),
    /// This one.
    One(JobId),
}

/// A job and the process that runs it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) job: QueuedJob,
    pub(crate) owner: Option<ProcessId>,
}

const COLUMNS: &str = "SELECT id, verb, sources, source_count, destination, stage, phase, paused,
    interrupted, rank, lanes, passes, now, behind, limit_rate, owner, added, started, ended,
    progress, summary, record,
    behind IN (SELECT id FROM job WHERE stage <> 2), cancelled FROM job";

pub(super) const WAITING: i64 = 0;
pub(super) const RUNNING: i64 = 1;
pub(super) const FINISHED: i64 = 2;

pub(super) fn number_of(stage: Stage) -> i64 {
    match stage {
        Stage::Waiting => WAITING,
        Stage::Running => RUNNING,
        Stage::Finished => FINISHED,
    }
}

pub(super) fn stage_of(number: i64) -> Tried<Stage> {
    match number {
        WAITING => Ok(Stage::Waiting),
        RUNNING => Ok(Stage::Running),
        FINISHED => Ok(Stage::Finished),
        _ => Err(Trouble::Data),
    }
}

impl Store {
    /// Puts a job into the queue; once this returns, no crash takes it away.
    ///
    /// # Errors
    /// The job that it is to wait for is not there.
    pub(crate) fn add(&mut self, new: &NewJob) -> Result<JobId, QueueError> {
        self.set_durable(true)?;
        let added = self.write_all(|db| {
            let mut is_held_back = false;
            let after = match new.adding.after {
                None => None,
                Some(after) => match state_of(db, after)?.map(|state| state.stage) {
                    None => return Err(QueueError::NoJob(after).into()),
                    Some(Stage::Finished) => {
                        is_held_back = !followers::has_completed(db, after)?;
                        is_held_back.then(|| key(after))
                    }
                    Some(Stage::Waiting | Stage::Running) => Some(key(after)),
                },
            };
            let job = insert(db, new, after)?;
            if is_held_back {
                followers::hold_back(db, job)?;
            }
            prune(db)?;
            touch(db)?;
            Ok(job)
        });
        self.set_durable(false)?;
        added
    }

    /// Says whether a change is on stable storage when it is made, or some time later.
    pub(super) fn set_durable(&self, durable: bool) -> Result<(), QueueError> {
        let sql = if durable { "PRAGMA synchronous = FULL" } else { "PRAGMA synchronous = NORMAL" };
        self.db.execute_batch(sql).map_err(|error| self.explain(error.into()))
    }

    /// Lists jobs as a queue shows them.
    pub(crate) fn list(&mut self, which: Which) -> Result<Vec<QueuedJob>, QueueError> {
        Ok(self.read(|db| list(db, which))?.into_iter().map(|seen| seen.job).collect())
    }

    /// Looks a job up.
    ///
    /// # Errors
    /// There is no such job.
    pub(crate) fn find(&mut self, job: JobId) -> Result<QueuedJob, QueueError> {
        self.list(Which::One(job))?.pop().ok_or(QueueError::NoJob(job))
    }

    /// Gives the key by which the temporary files of a job are known, in each of its runs.
    ///
    /// # Errors
    /// There is no such job.
    pub(crate) fn mark(&mut self, job: JobId) -> Result<u32, QueueError> {
        self.read(|db| mark(db, job))
    }

    /// Gives the request of a job.
    ///
    /// # Errors
    /// There is no such job, or its request cannot be read.
    pub(crate) fn spec(&mut self, job: JobId) -> Result<JobSpec, QueueError> {
        self.read(|db| spec(db, job))
    }

    /// Gives what the list shows of a job's request; see [`outline`].
    ///
    /// # Errors
    /// There is no such job.
    pub(crate) fn outline(&mut self, job: JobId) -> Result<JobSpec, QueueError> {
        self.read(|db| outline(db, job))
    }
}

/// A job that was started outside the queue has chosen its key before it had a number there.
fn mark(db: &Connection, job: JobId) -> Tried<u32> {
    let sql = "SELECT key, added FROM job WHERE id = ?1";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([key(job)])?;
    let Some(row) = rows.next()? else { return Err(QueueError::NoJob(job).into()) };
    let chosen = row.get::<_, Option<i64>>(0)?.and_then(|key| u32::try_from(key).ok());
    let added = count(row, 1)?;
    Ok(chosen.unwrap_or_else(|| journal::key(job, added)))
}

pub(super) fn insert(db: &Connection, new: &NewJob, after: Option<i64>) -> Tried<JobId> {
    let spec = &new.spec;
    let shown: Vec<&WirePath> = spec.sources.iter().take(SHOWN).collect();
    let state = State::new(new.adding.paused);
    let (edge, step) = if new.adding.first { ("min", -1) } else { ("max", 1) };
    // One stage at a time, since the index then leads to the edge alone.
    let rank = format!(
        "SELECT coalesce({edge}(rank) + {step}, 0) FROM (
            SELECT {edge}(rank) AS rank FROM job WHERE stage = ?1
            UNION ALL SELECT {edge}(rank) FROM job WHERE stage = ?2)"
    );
    let rank: i64 = db.prepare_cached(&rank)?.query_row([WAITING, RUNNING], |row| row.get(0))?;
    let sql = "INSERT INTO job (verb, sources, source_count, destination, stage, phase, paused,
        cancelled, interrupted, rank, lanes, passes, now, behind, limit_rate, added, paths,
        filesystem)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, 0, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
    db.prepare_cached(sql)?.execute(params![
        json(&spec.verb)?,
        json(&shown)?,
        spec.sources.len() as i64,
        spec.destination.as_ref().map(json).transpose()?,
        number_of(state.stage),
        json(&Phase::Queued)?,
        state.paused,
        rank,
        json(&new.lanes)?,
        new.passes,
        new.adding.now,
        after,
        spec.options.limit_rate.map(|rate| rate as i64),
        now() as i64,
        json(&new.paths)?,
        new.filesystem.as_ref().map(json).transpose()?,
    ])?;
    let job = db.last_insert_rowid();
    db.prepare_cached("INSERT INTO spec VALUES (?1, ?2)")?.execute(params![job, json(spec)?])?;
    Ok(job as JobId)
}

/// Forgets the oldest finished jobs, and much of what was told long ago.
fn prune(db: &Connection) -> Tried<()> {
    let sql = "SELECT count(*) FROM job WHERE stage = ?1";
    let finished: i64 = db.prepare_cached(sql)?.query_row([FINISHED], |row| row.get(0))?;
    // Many at a time, since all are sorted to find the oldest.
    if finished >= KEPT + KEPT / 10 {
        let sql = "DELETE FROM job WHERE id IN
            (SELECT id FROM job WHERE stage = ?1 ORDER BY ended DESC, id DESC LIMIT -1 OFFSET ?2)";
        db.prepare_cached(sql)?.execute([FINISHED, KEPT])?;
    }
    let sql = "DELETE FROM fact WHERE id <= ?1 AND kind <> ?2
        AND job IN (SELECT id FROM job WHERE stage = ?3)";
    let oldest = fact::last(db)? - REMEMBERED;
    if oldest > 0 {
        db.prepare_cached(sql)?.execute([oldest, Kind::Failed as i64, FINISHED])?;
    }
    Ok(())
}

pub(super) fn list(db: &Connection, which: Which) -> Tried<Vec<Seen>> {
    let pids: HashMap<ProcessId, u32> = pairs(db, "SELECT id, pid FROM process")?;
    let questions: HashMap<i64, u64> =
        pairs(db, "SELECT job, count(*) FROM question WHERE answer IS NULL GROUP BY job")?
            .into_iter()
            .map(|(job, count): (i64, i64)| (job, count as u64))
            .collect();
    let order = match which {
        Which::One(_) => " WHERE id = ?1",
        Which::Open => " WHERE stage < ?1 ORDER BY rank, id",
        // Counters of those that run change without a new generation.
        Which::News(_) => {
            " WHERE id IN (SELECT id FROM job WHERE changed > ?1
                UNION ALL SELECT id FROM job WHERE stage = 1) ORDER BY rank, id"
        }
        // Finished ones have no rank any more that means something.
        Which::All => " ORDER BY stage = ?1, CASE WHEN stage = ?1 THEN -ended ELSE rank END, id",
    };
    let value = match which {
        Which::One(job) => key(job),
        Which::News(generation) => generation,
        Which::Open | Which::All => FINISHED,
    };
    let mut statement = db.prepare_cached(&format!("{COLUMNS}{order}"))?;
    let mut rows = statement.query([value])?;
    let mut jobs = Vec::new();
    while let Some(row) = rows.next()? {
        let job = queued(row, &pids, &questions)?;
        jobs.push(Seen { job, owner: row.get(15)? });
    }
    Ok(jobs)
}

fn pairs<K, V>(db: &Connection, sql: &str) -> Tried<HashMap<K, V>>
where
    K: rusqlite::types::FromSql + std::hash::Hash + Eq,
    V: rusqlite::types::FromSql,
{
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn queued(
    row: &Row<'_>,
    pids: &HashMap<ProcessId, u32>,
    questions: &HashMap<i64, u64>,
) -> Tried<QueuedJob> {
    let id: i64 = row.get(0)?;
    let stage = stage_of(row.get(5)?)?;
    let paused = row.get(7)?;
    let behind = count_if(row, 13)?;
    // One that has ended, or was forgotten, is waited for no more; it did not complete.
    let waits: Option<bool> = row.get(22)?;
    let (after, held) = if waits == Some(true) { (behind, None) } else { (None, behind) };
    let open = questions.get(&id).copied().unwrap_or(0);
    let summary: Option<Summary> = parsed_if(row, 20)?;
    let mut progress = match &summary {
        Some(summary) => at_the_end(summary),
        None => parsed_if(row, 19)?.unwrap_or_default(),
    };
    if stage != Stage::Running {
        progress.in_flight.clear();
    }
    // Of this moment, unlike the rest of it; but of many conflicts only some are asked about yet.
    let is_many = stage == Stage::Running && open >= question::MANY;
    let questions = if is_many { open.max(progress.waiting) } else { open };
    let interrupted: bool = row.get(8)?;
    // The questions of an interrupted run were withdrawn; its last sample counts those that the next run asks again.
    if stage != Stage::Waiting || !interrupted {
        progress.waiting = questions;
    }
    progress.paused = paused;
    Ok(QueuedJob {
        job: id as JobId,
        verb: parsed(row, 1)?,
        sources: parsed(row, 2)?,
        source_count: count(row, 3)?,
        destination: parsed_if(row, 4)?,
        stage,
        phase: parsed(row, 6)?,
        paused,
        interrupted,
        cancelled: row.get(23)?,
        rank: row.get(9)?,
        lanes: parsed(row, 10)?,
        passes: row.get(11)?,
        now: row.get(12)?,
        after,
        held,
        limit_rate: count_if(row, 14)?,
        pid: row.get::<_, Option<ProcessId>>(15)?.and_then(|owner| pids.get(&owner).copied()),
        added: count(row, 16)?,
        started: count_if(row, 17)?,
        ended: count_if(row, 18)?,
        progress,
        questions,
        summary,
        record: match row.get_ref(21)? {
            ValueRef::Null => None,
            _ => Some(WirePath(path(row, 21)?)),
        },
    })
}

/// The counters of a job that has ended.
fn at_the_end(summary: &Summary) -> Progress {
    Progress {
        items_done: summary.done.saturating_add(summary.skipped).saturating_add(summary.failed),
        items_skipped: summary.skipped,
        items_failed: summary.failed,
        bytes_done: summary.bytes,
        bytes_reflinked: summary.bytes_reflinked,
        carried: summary.carried,
        ..Progress::default()
    }
}

pub(super) fn spec(db: &Connection, job: JobId) -> Tried<JobSpec> {
    let sql = "SELECT spec FROM spec WHERE job = ?1";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([key(job)])?;
    match rows.next()? {
        Some(row) => Ok(parsed(row, 0).map_err(|_| QueueError::Unreadable(job))?),
        None if state_of(db, job)?.is_some() => Err(QueueError::Unreadable(job).into()),
        None => Err(QueueError::NoJob(job).into()),
    }
}

/// The request of a job; of one that cannot be read, what the list shows of it.
pub(super) fn asked(db: &Connection, job: JobId) -> Tried<JobSpec> {
    match spec(db, job) {
        Err(Trouble::Refused(QueueError::Unreadable(_))) => outline(db, job),
        asked => asked,
    }
}

/// What the list shows of a job's request: the verb, some sources, the destination.
pub(super) fn outline(db: &Connection, job: JobId) -> Tried<JobSpec> {
    let sql = "SELECT verb, sources, destination FROM job WHERE id = ?1";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([key(job)])?;
    let row = rows.next()?.ok_or(QueueError::NoJob(job))?;
    Ok(JobSpec {
        verb: parsed(row, 0)?,
        sources: parsed(row, 1)?,
        destination: parsed_if(row, 2)?,
        options: Options::default(),
    })
}

/// How a job stands; none if there is no such job.
pub(super) fn state_of(db: &Connection, job: JobId) -> Tried<Option<State>> {
    let sql = "SELECT stage, paused, cancelled, interrupted, owner FROM job WHERE id = ?1";
    let found = db
        .prepare_cached(sql)?
        .query_row([key(job)], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
        })
        .optional()?;
    let Some((stage, paused, cancelled, interrupted, owner)) = found else { return Ok(None) };
    Ok(Some(State { stage: stage_of(stage)?, paused, cancelled, interrupted, owner }))
}
