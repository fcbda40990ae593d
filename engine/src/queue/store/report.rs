//! Stores what running jobs report: facts, counters, and how far they are.

use std::path::PathBuf;

use rusqlite::{Connection, params};

use super::column::bytes;
use super::row::RUNNING;
use super::tried::{Tried, json, key};
use super::{ProcessId, Store, fact, journal, question};
use crate::contract::event::{Event, JobId, Progress};
use crate::journal::Entry;
use crate::queue::error::QueueError;
use fcp_sys::{self as sys, now};

/// What the jobs of one process have to report since the last time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    /// The process.
    pub(crate) owner: ProcessId,
    /// What they told, and when, in microseconds since the Unix epoch.
    pub(crate) facts: Vec<(u64, Event)>,
    /// Their newest counters.
    pub(crate) progress: Vec<(JobId, Progress)>,
    /// How far they are.
    pub(crate) journal: Vec<(JobId, Entry)>,
    /// The records by which they can be taken back.
    pub(crate) records: Vec<(JobId, PathBuf)>,
}

impl Report {
    /// Whether there is nothing to write.
    pub(crate) fn is_empty(&self) -> bool {
        self.facts.is_empty()
            && self.progress.is_empty()
            && self.journal.is_empty()
            && self.records.is_empty()
    }
}

impl Store {
    /// Writes a report in one transaction.
    pub(crate) fn write(&mut self, report: &Report) -> Result<(), QueueError> {
        self.write_all(|db| {
            for (at, event) in &report.facts {
                write_fact(db, report.owner, *at, event)?;
            }
            let sql = "UPDATE job SET progress = ?2, seen = ?3,
                set_back = CASE WHEN clock - ?6 > ?7 THEN max(set_back, clock - ?6) ELSE set_back END
                WHERE id = ?1 AND owner = ?4 AND stage = ?5";
            let clock = sys::clock_base();
            for (job, progress) in &report.progress {
                let (at, owner, least) = (now() as i64, report.owner, journal::LEAST_STEP);
                let values = params![key(*job), json(progress)?, at, owner, RUNNING, clock, least];
                db.prepare_cached(sql)?.execute(values)?;
            }
            for (job, entry) in &report.journal {
                journal::write(db, *job, report.owner, entry)?;
            }
            for (job, record) in &report.records {
                let sql = "UPDATE job SET record = ?2 WHERE id = ?1";
                db.prepare_cached(sql)?.execute(params![key(*job), bytes(record)])?;
            }
            Ok(())
        })
    }
}

fn write_fact(db: &Connection, owner: ProcessId, at: u64, event: &Event) -> Tried<()> {
    let Some(kind) = fact::kind(event) else { return Ok(()) };
    fact::insert(db, Some(owner), kind, at, event)?;
    match event {
        Event::QuestionAsked { job, question } => question::ask(db, *job, question),
        Event::QuestionAnswered { question, answer, .. } => {
            if answer.is_none() {
                // Another process may have answered it meanwhile.
                question::keep_unread(db, Some(*question), None)?;
            }
            question::close(db, *question)
        }
        Event::JobPhase { job, phase } => {
            let sql = "UPDATE job SET phase = ?2 WHERE id = ?1 AND owner = ?3 AND stage = ?4";
            let values = params![key(*job), json(phase)?, owner, RUNNING];
            db.prepare_cached(sql)?.execute(values)?;
            Ok(())
        }
        Event::Hello { .. }
        | Event::Bye { .. }
        | Event::Reply { .. }
        | Event::JobQueued { .. }
        | Event::JobPlaced { .. }
        | Event::JobRemoved { .. }
        | Event::JobStarted { .. }
        | Event::JobTotals { .. }
        | Event::JobPaused { .. }
        | Event::JobResumed { .. }
        | Event::JobPlan { .. }
        | Event::ItemStarted { .. }
        | Event::ItemDone { .. }
        | Event::ItemSkipped { .. }
        | Event::ItemFailed { .. }
        | Event::Warning { .. }
        | Event::Progress { .. }
        | Event::JobSummary { .. } => Ok(()),
    }
}
