//! Stores the questions of running jobs, which any process may answer.

use rusqlite::{Connection, OptionalExtension, params};

use super::Store;
use super::column::{count, parsed, parsed_if};
use super::fact::{self, Kind};
use super::tried::{Tried, Trouble, json, key, touch};
use crate::contract::event::{
    Answer, Event, JobId, Progress, Question, QuestionId, Resolution, Scope, Subject,
};
use crate::job::conflict::fits;
use crate::job::questions;
use crate::queue::error::QueueError;
use fcp_sys::now;

/// Open questions of a job from which on it may have more to ask about.
pub(super) const MANY: u64 = questions::FEW as u64;

impl Store {
    /// Gives the open questions of a job, or of all, the oldest first.
    pub(crate) fn questions(
        &mut self,
        job: Option<JobId>,
    ) -> Result<Vec<(JobId, Question)>, QueueError> {
        self.read(|db| open(db, job))
    }

    /// Answers a question; the process that runs its job sees it.
    ///
    /// # Errors
    /// The question is not open, or the answer does not fit it.
    pub(crate) fn answer(
        &mut self,
        question: QuestionId,
        resolution: &Resolution,
    ) -> Result<(), QueueError> {
        self.write_all(|db| {
            let sql = "SELECT job, question FROM question WHERE id = ?1 AND answer IS NULL";
            let found: Option<(i64, String)> = db
                .prepare_cached(sql)?
                .query_row([key(question)], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let Some((job, asked)) = found else {
                return Err(QueueError::NoQuestion(question).into());
            };
            let asked: Question = serde_json::from_str(&asked)?;
            if !fits(&resolution.answer, &asked.subject) {
                return Err(QueueError::Misfit(question).into());
            }
            let sql = "UPDATE question SET answer = ?2 WHERE id = ?1";
            db.prepare_cached(sql)?.execute(params![key(question), json(resolution)?])?;
            if matches!(resolution.scope, Scope::Kind | Scope::All) {
                keep(db, job as JobId, &asked.subject, resolution)?;
            }
            touch(db)
        })
    }

    /// Gives the answers to questions of a job, the oldest first, so that it does not ask again when it is
    /// resumed.
    pub(crate) fn sticky(&mut self, job: JobId) -> Result<Vec<(Subject, Resolution)>, QueueError> {
        self.read(|db| {
            let sql = "SELECT subject, answer FROM sticky WHERE job = ?1 ORDER BY id";
            let mut statement = db.prepare_cached(sql)?;
            let mut rows = statement.query([key(job)])?;
            let mut answers = Vec::new();
            while let Some(row) = rows.next()? {
                answers.push((parsed(row, 0)?, parsed(row, 1)?));
            }
            Ok(answers)
        })
    }
}

pub(super) fn open(db: &Connection, job: Option<JobId>) -> Tried<Vec<(JobId, Question)>> {
    let sql = "SELECT question.job, question, count(*) OVER (PARTITION BY question.job), progress
        FROM question JOIN job ON job.id = question.job
        WHERE answer IS NULL AND question.job = coalesce(?1, question.job) ORDER BY question.id";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([job.map(key)])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let asked: Question = parsed(row, 1)?;
        let mut waiting = count(row, 2)?;
        // Not all may be asked about yet.
        if waiting >= MANY
            && let Some(progress) = parsed_if::<Progress>(row, 3)?
        {
            waiting = waiting.max(progress.waiting);
        }
        found.push((count(row, 0)?, Question { waiting, ..asked }));
    }
    Ok(found)
}

/// The answers that the process which asked has not told of yet.
pub(super) fn answers(db: &Connection, job: JobId) -> Tried<Vec<(QuestionId, Resolution)>> {
    let sql = "SELECT id, answer FROM question WHERE job = ?1 AND answer IS NOT NULL ORDER BY id";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([key(job)])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push((count(row, 0)?, parsed(row, 1)?));
    }
    Ok(found)
}

/// Stores a question that was asked just now.
pub(super) fn ask(db: &Connection, job: JobId, question: &Question) -> Tried<()> {
    let sql = "INSERT OR REPLACE INTO question (id, job, question)
        SELECT ?2, id, ?3 FROM job WHERE id = ?1";
    db.prepare_cached(sql)?.execute(params![key(job), key(question.id), json(question)?])?;
    Ok(())
}

/// Answers of a job that are kept for one item or directory each; of more, the oldest are asked again. A twentieth
/// more may stand for a while.
const KEPT: i64 = 20_000;

/// Stores an answer for the next run of the job.
pub(super) fn keep(
    db: &Connection,
    job: JobId,
    subject: &Subject,
    resolution: &Resolution,
) -> Tried<()> {
    let (subject, answer) = (json(subject)?, json(resolution)?);
    // One that another process gave is stored at once, and again when it is obeyed.
    let sql = "INSERT INTO sticky (job, subject, answer) SELECT ?1, ?2, ?3 WHERE NOT EXISTS (
        SELECT 1 FROM sticky WHERE job = ?1 AND subject = ?2 AND answer = ?3)";
    let is_new = db.prepare_cached(sql)?.execute(params![key(job), subject, answer])? > 0;
    // Looked at now and then, since it reads all answers of the job.
    let is_time = is_new && db.last_insert_rowid() % (KEPT / 20) == 0;
    if matches!(resolution.scope, Scope::Kind | Scope::All) || !is_time {
        return Ok(());
    }
    let sql = "DELETE FROM sticky WHERE job = ?1 AND answer ->> '$.scope' IN ('this', 'directory')
        AND id NOT IN (SELECT id FROM sticky WHERE job = ?1
            AND answer ->> '$.scope' IN ('this', 'directory') ORDER BY id DESC LIMIT ?2)";
    db.prepare_cached(sql)?.execute([key(job), KEPT])?;
    Ok(())
}

/// Keeps answers that the process which asked has not read: to one question, or to all of a job.
pub(super) fn keep_unread(
    db: &Connection,
    question: Option<QuestionId>,
    job: Option<JobId>,
) -> Tried<()> {
    let sql = "SELECT job, question, answer FROM question WHERE answer IS NOT NULL
        AND (id = ?1 OR job = ?2) ORDER BY id";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([question.map(key), job.map(key)])?;
    while let Some(row) = rows.next()? {
        let (asked, resolution): (Question, Resolution) = (parsed(row, 1)?, parsed(row, 2)?);
        if resolution.answer != Answer::Retry {
            keep(db, count(row, 0)?, &asked.subject, &resolution)?;
        }
    }
    Ok(())
}

/// Removes a question whose answer was told.
pub(super) fn close(db: &Connection, question: QuestionId) -> Tried<()> {
    db.prepare_cached("DELETE FROM question WHERE id = ?1")?.execute([key(question)])?;
    Ok(())
}

/// Removes the questions of a job that no process runs any more, and says so.
pub(super) fn withdraw(db: &Connection, job: JobId) -> Tried<()> {
    keep_unread(db, None, Some(job))?;
    let sql = "DELETE FROM question WHERE job = ?1 RETURNING id";
    let mut statement = db.prepare_cached(sql)?;
    let gone = statement.query_map([key(job)], |row| row.get::<_, i64>(0))?;
    let gone: Vec<i64> = gone.collect::<Result<_, _>>().map_err(Trouble::Sql)?;
    // The next run asks them again. The last sample may be older than they are.
    let sql = "UPDATE job SET progress =
        json_set(progress, '$.waiting', max(coalesce(json_extract(progress, '$.waiting'), 0), ?2))
        WHERE id = ?1 AND progress IS NOT NULL";
    db.prepare_cached(sql)?.execute(params![key(job), gone.len() as i64])?;
    for question in gone {
        let told = Event::QuestionAnswered { job, question: question as QuestionId, answer: None };
        fact::insert(db, None, Kind::Asked, now(), &told)?;
    }
    Ok(())
}
