//! Stores the order of the queue and its settings, and forgets jobs that have ended.

use rusqlite::{Connection, OptionalExtension, params};

use super::row::{FINISHED, state_of};
use super::tried::{Tried, json, key, touch};
use super::{Store, followers};
use crate::contract::event::{JobId, To};
use crate::queue::entry::{Settings, Stage};
use crate::queue::error::QueueError;

impl Store {
    /// Gives a job another place among those that have not ended.
    ///
    /// # Errors
    /// There is no such job, or it has ended.
    pub(crate) fn place(&mut self, job: JobId, to: To) -> Result<(), QueueError> {
        self.write_all(|db| {
            open_job(db, job)?;
            let rank: i64 = db
                .prepare_cached("SELECT rank FROM job WHERE id = ?1")?
                .query_row([key(job)], |row| row.get(0))?;
            match to {
                To::Up => swap(db, job, rank, "< (?2, ?1) ORDER BY rank DESC, id DESC")?,
                To::Down => swap(db, job, rank, "> (?2, ?1) ORDER BY rank, id")?,
                To::First => move_to(db, job, "min(rank) - 1")?,
                To::Last => move_to(db, job, "max(rank) + 1")?,
            }
            touch(db)
        })
    }

    /// Puts a job right before another one that has not ended.
    ///
    /// # Errors
    /// There is no such job, or one of the two has ended.
    pub(crate) fn place_before(&mut self, job: JobId, other: JobId) -> Result<(), QueueError> {
        self.write_all(|db| {
            open_job(db, job)?;
            open_job(db, other)?;
            if job == other {
                return Ok(());
            }
            // All from the other one on make room, twice as much as is needed: who shares its rank
            // and stands before it stays before both.
            let sql = format!(
                "UPDATE job SET rank = rank + 2 WHERE stage < {FINISHED}
                    AND (rank, id) >= (SELECT rank, id FROM job WHERE id = ?1)"
            );
            db.prepare_cached(&sql)?.execute([key(other)])?;
            let sql =
                "UPDATE job SET rank = (SELECT rank - 1 FROM job WHERE id = ?2) WHERE id = ?1";
            db.prepare_cached(sql)?.execute([key(job), key(other)])?;
            touch(db)
        })
    }

    /// Lets a job wait until another ends, or no longer.
    ///
    /// # Errors
    /// There is no such job, it has ended, or the other waits for it.
    pub(crate) fn hold(&mut self, job: JobId, after: Option<JobId>) -> Result<(), QueueError> {
        self.write_all(|db| {
            open_job(db, job)?;
            let mut after = after;
            if let Some(other) = after {
                let state = state_of(db, other)?.ok_or(QueueError::NoJob(other))?;
                if state.stage == Stage::Finished {
                    if followers::has_completed(db, other)? {
                        after = None;
                    } else {
                        followers::hold_back(db, job)?;
                    }
                }
                if waits_for(db, other, job)? {
                    return Err(QueueError::Circle(job).into());
                }
            }
            let sql = "UPDATE job SET behind = ?2 WHERE id = ?1";
            db.prepare_cached(sql)?.execute(params![key(job), after.map(key)])?;
            touch(db)
        })
    }

    /// Lets a job start whatever runs; it is resumed and waits for no other.
    ///
    /// # Errors
    /// There is no such job, or it has ended.
    pub(crate) fn start_now(&mut self, job: JobId) -> Result<(), QueueError> {
        self.write_all(|db| {
            open_job(db, job)?;
            let sql = "UPDATE job SET now = 1, paused = 0, behind = NULL WHERE id = ?1";
            db.prepare_cached(sql)?.execute([key(job)])?;
            touch(db)
        })
    }

    /// Limits a job to this many bytes per second; none or 0 lifts the limit.
    ///
    /// # Errors
    /// There is no such job, or it has ended.
    pub(crate) fn set_limit(&mut self, job: JobId, rate: Option<u64>) -> Result<(), QueueError> {
        self.write_all(|db| {
            open_job(db, job)?;
            let sql = "UPDATE job SET limit_rate = ?2 WHERE id = ?1";
            db.prepare_cached(sql)?.execute(params![key(job), limit(rate)])?;
            touch(db)
        })
    }

    /// Gives the settings of the whole queue.
    pub(crate) fn settings(&mut self) -> Result<Settings, QueueError> {
        self.read(settings)
    }

    /// Changes the settings of the whole queue.
    pub(crate) fn change_settings(
        &mut self,
        change: impl Fn(&mut Settings),
    ) -> Result<(), QueueError> {
        self.write_all(|db| {
            let mut settings = settings(db)?;
            change(&mut settings);
            let sql = "UPDATE queue SET mode = ?1, limit_rate = ?2";
            let values = params![json(&settings.mode)?, limit(settings.limit_rate)];
            db.prepare_cached(sql)?.execute(values)?;
            touch(db)
        })
    }

    /// Forgets a finished job, or all of them, and all that belongs to them; gives which.
    ///
    /// # Errors
    /// There is no such job, or it is not over.
    pub(crate) fn clear(&mut self, job: Option<JobId>) -> Result<Vec<JobId>, QueueError> {
        self.write_all(|db| {
            if let Some(job) = job {
                let state = state_of(db, job)?.ok_or(QueueError::NoJob(job))?;
                if state.stage != Stage::Finished {
                    return Err(QueueError::NotOver(job).into());
                }
            }
            let sql = "DELETE FROM job WHERE stage = ?1 AND id = coalesce(?2, id) RETURNING id";
            let mut statement = db.prepare_cached(sql)?;
            let rows = statement.query_map(params![FINISHED, job.map(key)], |row| {
                Ok(row.get::<_, i64>(0)? as JobId)
            })?;
            let gone = rows.collect::<Result<_, _>>()?;
            touch(db)?;
            Ok(gone)
        })
    }
}

fn limit(rate: Option<u64>) -> Option<i64> {
    rate.filter(|rate| *rate > 0).map(|rate| i64::try_from(rate).unwrap_or(i64::MAX))
}

/// Refuses a job that does not exist or has ended.
fn open_job(db: &Connection, job: JobId) -> Tried<()> {
    match state_of(db, job)?.map(|state| state.stage) {
        None => Err(QueueError::NoJob(job).into()),
        Some(Stage::Finished) => Err(QueueError::Over(job).into()),
        Some(Stage::Waiting | Stage::Running) => Ok(()),
    }
}

/// Lets a job and its neighbour change places.
fn swap(db: &Connection, job: JobId, rank: i64, neighbour: &str) -> Tried<()> {
    let sql = format!(
        "SELECT id, rank FROM job WHERE stage < {FINISHED} AND (rank, id) {neighbour} LIMIT 1"
    );
    let found: Option<(i64, i64)> = db
        .prepare_cached(&sql)?
        .query_row([key(job), rank], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    if let Some((other, rank_of_other)) = found {
        let mut set = db.prepare_cached("UPDATE job SET rank = ?2 WHERE id = ?1")?;
        set.execute([key(job), rank_of_other])?;
        set.execute([other, rank])?;
    }
    Ok(())
}

fn move_to(db: &Connection, job: JobId, rank: &str) -> Tried<()> {
    let sql = format!(
        "UPDATE job SET rank = coalesce((SELECT {rank} FROM job WHERE stage < {FINISHED}
            AND id <> ?1), rank) WHERE id = ?1"
    );
    db.prepare_cached(&sql)?.execute([key(job)])?;
    Ok(())
}

/// Whether a job waits for another, at once or by those that it waits for.
fn waits_for(db: &Connection, job: JobId, other: JobId) -> Tried<bool> {
    let sql = "WITH RECURSIVE chain (id) AS (SELECT ?1 UNION
            SELECT behind FROM job JOIN chain USING (id) WHERE behind IS NOT NULL)
        SELECT EXISTS (SELECT 1 FROM chain WHERE id = ?2)";
    Ok(db.prepare_cached(sql)?.query_row([key(job), key(other)], |row| row.get(0))?)
}

pub(super) fn settings(db: &Connection) -> Tried<Settings> {
    let mut statement = db.prepare_cached("SELECT mode, limit_rate FROM queue")?;
    let mut rows = statement.query([])?;
    let row = rows.next()?.ok_or(super::Trouble::Data)?;
    Ok(Settings {
        mode: super::column::parsed(row, 0)?,
        limit_rate: super::column::count_if(row, 1)?,
    })
}
