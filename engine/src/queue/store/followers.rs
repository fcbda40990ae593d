//! Lets the jobs that wait for another one start once that has completed, and holds them back if it did not.
//!
//! The second job may remove what the first was to copy, so it must not start after a failure: it is paused, and stays
//! behind that job, until the user resumes it and no other.

use rusqlite::Connection;

use super::column::parsed_if;
use super::fact::{self, Kind};
use super::row::{FINISHED, outline};
use super::tried::{Tried, key};
use crate::contract::error::{Code, OpError};
use crate::contract::event::{Event, JobId, Outcome, Summary, Warning};
use fcp_sys::now;

/// Lets those that wait for a job which ends start, or holds them back.
pub(super) fn release(db: &Connection, job: JobId, outcome: Outcome) -> Tried<()> {
    if outcome != Outcome::Completed {
        let mut statement = db.prepare_cached("SELECT id FROM job WHERE behind = ?1")?;
        let followers = statement.query_map([key(job)], |row| row.get::<_, i64>(0))?;
        for follower in followers.collect::<Result<Vec<_>, _>>()? {
            hold_back(db, follower as JobId)?;
        }
        return Ok(());
    }
    db.prepare_cached("UPDATE job SET behind = NULL WHERE behind = ?1")?.execute([key(job)])?;
    Ok(())
}

/// Pauses a job, and tells that the one before it did not complete.
pub(super) fn hold_back(db: &Connection, follower: JobId) -> Tried<()> {
    db.prepare_cached("UPDATE job SET paused = 1 WHERE id = ?1")?.execute([key(follower)])?;
    let spec = outline(db, follower)?;
    let src = spec.sources.first().map(|source| source.0.clone()).unwrap_or_default();
    let error = OpError::refused(spec.verb.whole(), Code::EarlierFailed, src);
    let told = Event::Warning { job: follower, warning: Warning::PutOff { error } };
    fact::insert(db, None, Kind::Warning, now(), &told)
}

/// Lets a job that is resumed forget one that did not complete.
pub(super) fn let_go(db: &Connection, follower: JobId) -> Tried<()> {
    let sql = "UPDATE job SET behind = NULL WHERE id = ?1
        AND behind NOT IN (SELECT id FROM job WHERE stage <> ?2)";
    db.prepare_cached(sql)?.execute([key(follower), FINISHED])?;
    Ok(())
}

/// Whether a job that has ended did all that it was asked to do.
pub(super) fn has_completed(db: &Connection, job: JobId) -> Tried<bool> {
    let mut statement = db.prepare_cached("SELECT summary FROM job WHERE id = ?1")?;
    let mut rows = statement.query([key(job)])?;
    let Some(row) = rows.next()? else { return Ok(false) };
    let summary: Option<Summary> = parsed_if(row, 0)?;
    Ok(summary.is_some_and(|summary| summary.outcome == Outcome::Completed))
}
