//! Stores facts that jobs have told, for other processes that follow them and for the history.

use rusqlite::{Connection, Row, params};

use super::column::{count, parsed};
use super::row::{FINISHED, asked, state_of};
use super::tried::{Tried, json, key};
use super::{ProcessId, Store};
use crate::contract::event::{Envelope, Event, JobId, Warning};
use crate::contract::view::Failed;
use crate::queue::error::QueueError;

/// Items of a job whose skipping is kept, and as many failed ones; further ones are only counted.
const KEPT: i64 = 100_000;

/// Facts after which a job's older questions and answers are forgotten. A job may ask about every file,
/// and those who follow it look some times a second.
const ASKED: i64 = 20_000;

/// A stored fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    /// Its number; later facts have larger ones.
    pub(crate) id: i64,
    /// The process that told it; none if it came of a command.
    pub(crate) owner: Option<ProcessId>,
    /// Microseconds since the Unix epoch.
    pub(crate) at: u64,
    pub(crate) event: Event,
}

/// What facts are looked for by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Other = 0,
    Skipped = 1,
    Failed = 2,
    /// Only the newest is kept.
    Totals = 3,
    Started = 4,
    Warning = 5,
    /// Questions and answers; only the newest are kept.
    Asked = 6,
}

/// Says as what a fact is stored; none if it is not.
pub(super) fn kind(event: &Event) -> Option<Kind> {
    Some(match event {
        // One per item is too much to store; subscribers that want them get them as they happen.
        Event::ItemDone { .. }
        | Event::ItemStarted { .. }
        // These are in the job's row; the last is stored with it.
        | Event::JobQueued { .. }
        | Event::JobPlaced { .. }
        | Event::JobRemoved { .. }
        | Event::Progress { .. }
        | Event::JobSummary { .. }
        // These belong to a stream and not to a job.
        | Event::Hello { .. }
        | Event::Bye { .. }
        | Event::Reply { .. } => return None,
        Event::ItemSkipped { .. } => Kind::Skipped,
        Event::ItemFailed { .. } => Kind::Failed,
        Event::JobTotals { .. } => Kind::Totals,
        Event::JobStarted { .. } => Kind::Started,
        Event::Warning { .. } => Kind::Warning,
        Event::JobPaused { .. }
        | Event::JobResumed { .. }
        | Event::JobPhase { .. }
        | Event::JobPlan { .. } => Kind::Other,
        Event::QuestionAsked { .. } | Event::QuestionAnswered { .. } => Kind::Asked,
    })
}

/// Stores a fact of a job that is not over; others have told all they will.
pub(super) fn insert(
    db: &Connection,
    owner: Option<ProcessId>,
    kind: Kind,
    at: u64,
    event: &Event,
) -> Tried<()> {
    let Some(job) = event.job().map(key) else { return Ok(()) };
    let room = match kind {
        Kind::Skipped => Some("UPDATE job SET skips = skips + 1 WHERE id = ?1 AND skips < ?2"),
        Kind::Failed => Some("UPDATE job SET fails = fails + 1 WHERE id = ?1 AND fails < ?2"),
        Kind::Totals => {
            let sql = "DELETE FROM fact WHERE job = ?1 AND kind = ?2";
            db.prepare_cached(sql)?.execute([job, Kind::Totals as i64])?;
            None
        }
        Kind::Asked => {
            let sql = "DELETE FROM fact WHERE job = ?1 AND kind = ?2 AND id <= ?3";
            let values = [job, Kind::Asked as i64, last(db)? - ASKED];
            db.prepare_cached(sql)?.execute(values)?;
            None
        }
        Kind::Other | Kind::Started | Kind::Warning => None,
    };
    if let Some(sql) = room
        && db.prepare_cached(sql)?.execute([job, KEPT])? == 0
    {
        return Ok(());
    }
    let sql = "INSERT INTO fact (job, kind, owner, at, event)
        SELECT id, ?2, ?3, ?4, ?5 FROM job WHERE id = ?1 AND stage <> ?6";
    let values = params![job, kind as i64, owner, at as i64, json(event)?, FINISHED];
    db.prepare_cached(sql)?.execute(values)?;
    Ok(())
}

impl Store {
    /// Gives all that is known of a job's course, numbered from 1.
    ///
    /// # Errors
    /// There is no such job.
    pub(crate) fn log(&mut self, job: JobId) -> Result<Vec<Envelope>, QueueError> {
        self.read(|db| {
            let spec = Box::new(asked(db, job)?);
            let added: i64 = db
                .prepare_cached("SELECT added FROM job WHERE id = ?1")?
                .query_row([key(job)], |row| row.get(0))?;
            let queued = Event::JobQueued { job, spec };
            let mut log = vec![Envelope { seq: Some(1), at: added as u64, event: queued }];
            for fact in of_job(db, job, None, i64::MAX, i64::MAX)? {
                let seq = Some(log.len() as u64 + 1);
                log.push(Envelope { seq, at: fact.at, event: fact.event });
            }
            Ok(log)
        })
    }

    /// Gives the failed items of a job, in the order in which they failed.
    ///
    /// # Errors
    /// There is no such job.
    pub(crate) fn failed(&mut self, job: JobId) -> Result<Vec<Failed>, QueueError> {
        self.read(|db| {
            if state_of(db, job)?.is_none() {
                return Err(QueueError::NoJob(job).into());
            }
            let facts = of_job(db, job, Some(Kind::Failed), i64::MAX, i64::MAX)?;
            let failed = facts.into_iter().filter_map(|fact| {
                let Event::ItemFailed { src, error, .. } = fact.event else { return None };
                Some(Failed { src, error })
            });
            Ok(failed.collect())
        })
    }

    /// Whether a job has told that what it did could not be recorded.
    pub(crate) fn lacks_record(&mut self, job: JobId) -> Result<bool, QueueError> {
        self.read(|db| {
            let facts = of_job(db, job, Some(Kind::Warning), i64::MAX, i64::MAX)?;
            Ok(facts.iter().any(|fact| {
                matches!(fact.event, Event::Warning { warning: Warning::NotRecorded { .. }, .. })
            }))
        })
    }
}

const COLUMNS: &str = "SELECT id, owner, at, event FROM fact";

/// Reads a fact; none if its event cannot be read, which costs this line of the log alone.
fn fact(row: &Row<'_>) -> Tried<Option<Fact>> {
    let Ok(event) = parsed(row, 3) else { return Ok(None) };
    Ok(Some(Fact { id: row.get(0)?, owner: row.get(1)?, at: count(row, 2)?, event }))
}

/// The facts after the one with this number, in order; of a job there are only so many.
pub(super) fn after(db: &Connection, id: i64) -> Tried<Vec<Fact>> {
    let sql = format!("{COLUMNS} WHERE id > ?1 ORDER BY id");
    let mut statement = db.prepare_cached(&sql)?;
    let mut rows = statement.query([id])?;
    let mut facts = Vec::new();
    while let Some(row) = rows.next()? {
        facts.extend(fact(row)?);
    }
    Ok(facts)
}

pub(super) fn last(db: &Connection) -> Tried<i64> {
    // Also of facts that are gone: numbers are never used again.
    let sql = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'fact'), 0)";
    Ok(db.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
}

/// The first facts of a job up to one with this number, of one kind or all.
pub(super) fn of_job(
    db: &Connection,
    job: JobId,
    kind: Option<Kind>,
    last: i64,
    limit: i64,
) -> Tried<Vec<Fact>> {
    let sql = format!(
        "{COLUMNS} WHERE job = ?1 AND kind = coalesce(?2, kind) AND id <= ?4 ORDER BY id LIMIT ?3"
    );
    let mut statement = db.prepare_cached(&sql)?;
    let mut rows = statement.query(params![key(job), kind.map(|kind| kind as i64), limit, last])?;
    let mut facts = Vec::new();
    while let Some(row) = rows.next()? {
        facts.extend(fact(row)?);
    }
    Ok(facts)
}
