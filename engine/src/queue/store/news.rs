//! Reads what is new since the last look, all of it of one moment.

use std::collections::BTreeSet;

use rusqlite::Connection;

use super::fact::{self, Fact, Kind};
use super::row::{Seen, Which, asked, list};
use super::tried::Tried;
use super::{Store, question};
use crate::contract::event::{Event, JobId, Question};
use crate::contract::spec::JobSpec;
use crate::contract::view::LISTED;
use crate::queue::entry::{QueuedJob, Stage};
use crate::queue::error::QueueError;

/// What is new.
#[derive(Debug)]
pub(crate) struct News {
    pub(crate) generation: i64,
    /// Rows of jobs that may have changed.
    pub(crate) rows: Vec<Seen>,
    /// All jobs that are there, if some were removed.
    pub(crate) left: Option<BTreeSet<JobId>>,
    /// Jobs that the caller calls new.
    pub(crate) new: Vec<Story>,
    /// Facts since the last look.
    pub(crate) facts: Vec<Fact>,
    /// The newest of them.
    pub(crate) last: i64,
}

/// A job with what is needed to show it to a subscriber that does not know it yet.
#[derive(Debug)]
pub(crate) struct Story {
    pub(crate) seen: Seen,
    pub(crate) spec: JobSpec,
    /// How it began, and the first items that failed, were skipped or warned of; none if these are
    /// among the facts since the last look.
    pub(crate) facts: Vec<Event>,
    pub(crate) questions: Vec<Question>,
}

impl Store {
    /// Gives what is new after a fact and a generation; all there is without a fact.
    pub(crate) fn news(
        &mut self,
        after: Option<i64>,
        generation: i64,
        is_new: impl Fn(&QueuedJob) -> bool,
    ) -> Result<News, QueueError> {
        self.read(|db| {
            let sql = "SELECT generation, removed FROM queue";
            let (newest, removed): (i64, i64) =
                db.prepare_cached(sql)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let rows = list(
                db,
                match after {
                    None => Which::All,
                    Some(_) => Which::News(generation),
                },
            )?;
            let left = if removed > generation { Some(ids(db)?) } else { None };
            let (facts, last) = match after {
                None => (Vec::new(), fact::last(db)?),
                Some(after) => {
                    let facts = fact::after(db, after)?;
                    let last = facts.last().map_or(after, |fact| fact.id);
                    (facts, last)
                }
            };
            let mut new = Vec::new();
            for seen in rows.iter().filter(|seen| is_new(&seen.job)) {
                let whole = after.is_none().then_some(i64::MAX);
                new.push(story(db, seen.clone(), whole)?);
            }
            Ok(News { generation: newest, rows, left, new, facts, last })
        })
    }

    /// Gives the jobs that are wanted with what is needed to show them, up to the fact with a number.
    pub(crate) fn stories(
        &mut self,
        last: i64,
        is_wanted: impl Fn(&QueuedJob) -> bool,
    ) -> Result<Vec<Story>, QueueError> {
        self.read(|db| {
            let rows = list(db, Which::All)?;
            let wanted = rows.into_iter().filter(|seen| is_wanted(&seen.job));
            wanted.map(|seen| story(db, seen, Some(last))).collect()
        })
    }
}

fn ids(db: &Connection) -> Tried<BTreeSet<JobId>> {
    let mut statement = db.prepare_cached("SELECT id FROM job")?;
    let ids = statement.query_map([], |row| row.get::<_, i64>(0))?;
    Ok(ids.map(|id| id.map(|id| id as JobId)).collect::<Result<_, _>>()?)
}

/// Tells of a job; with its facts up to the one with a number, where one is given.
fn story(db: &Connection, seen: Seen, whole: Option<i64>) -> Tried<Story> {
    let job: JobId = seen.job.job;
    let spec = asked(db, job)?;
    let (mut facts, mut questions) = (Vec::new(), Vec::new());
    if let Some(last) = whole {
        let started = fact::of_job(db, job, Some(Kind::Started), last, i64::MAX)?;
        // A job starts anew whenever it is resumed, so that only its last start counts.
        facts.extend(started.into_iter().next_back().map(|fact| fact.event));
        // A window that opens late lists what went wrong so far; the history says it when asked.
        let kinds = match seen.job.stage {
            Stage::Waiting | Stage::Running => {
                &[Kind::Totals, Kind::Skipped, Kind::Failed, Kind::Warning][..]
            }
            Stage::Finished => &[],
        };
        for kind in kinds.iter().copied() {
            let found = fact::of_job(db, job, Some(kind), last, LISTED as i64)?;
            facts.extend(found.into_iter().map(|fact| fact.event));
        }
        questions.extend(question::open(db, Some(job))?.into_iter().map(|(_, asked)| asked));
    }
    Ok(Story { seen, spec, facts, questions })
}
