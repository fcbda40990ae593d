//! Repairs rows that cannot be read, so that a damaged row costs its own job alone.
//!
//! SQLite finds damage of its own structures. A changed byte within a value, or a word that only a newer
//! version knows, is found when the value is read; then the rows that have such values are looked for and
//! repaired here, and the failed step is done again.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, Transaction, TransactionBehavior, params};
use serde::de::DeserializeOwned;

use super::Store;
use super::change::end;
use super::column::{parsed, parsed_if};
use super::fact::{self, Kind};
use super::row::{FINISHED, RUNNING, WAITING, spec};
use super::tried::{Tried, json, touch};
use crate::contract::error::{Code, OpError};
use crate::contract::event::{
    Answer, Event, JobId, Outcome, Phase, Progress, Question, Resolution, Scope, Subject, Summary,
};
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, Verb};
use crate::queue::entry::{Mode, Stage};
use crate::queue::filesystem::Filesystem;
use crate::queue::paths::Paths;
use crate::queue::state::State;
use fcp_sys::now;

/// The columns of a job that cannot be read.
#[derive(Debug, Default, PartialEq, Eq)]
struct Damage {
    job: i64,
    stage: i64,
    /// What it does, and to what.
    request: bool,
    phase: bool,
    /// What decides beside which jobs it may run.
    order: bool,
    progress: bool,
    summary: bool,
    boot: bool,
    filesystem: bool,
}

impl Damage {
    fn is_none(&self) -> bool {
        let Self { job, stage, .. } = *self;
        *self == Self { job, stage, ..Self::default() } && (WAITING..=FINISHED).contains(&stage)
    }
}

impl Store {
    /// Sets the values right that cannot be read; tells whether there were any.
    pub(super) fn mend(&self) -> Tried<bool> {
        let change = Transaction::new_unchecked(&self.db, TransactionBehavior::Immediate)?;
        let mended = [jobs(&change)?, questions(&change)?, rest(&change)?].contains(&true);
        if mended {
            touch(&change)?;
        }
        change.commit()?;
        Ok(mended)
    }
}

fn jobs(db: &Connection) -> Tried<bool> {
    let sql =
        "SELECT id, stage, verb, sources, destination, phase, lanes, paths, progress, summary,
        boot, filesystem FROM job";
    let mut statement = db.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let damage = Damage {
            job: row.get(0)?,
            stage: row.get(1)?,
            request: parsed::<Verb>(row, 2).is_err()
                || parsed::<Vec<WirePath>>(row, 3).is_err()
                || parsed_if::<Destination>(row, 4).is_err(),
            phase: parsed::<Phase>(row, 5).is_err(),
            order: parsed::<Vec<String>>(row, 6).is_err() || parsed::<Paths>(row, 7).is_err(),
            progress: parsed_if::<Progress>(row, 8).is_err(),
            summary: parsed_if::<Summary>(row, 9).is_err(),
            boot: !is_text(row, 10)?,
            filesystem: parsed_if::<Filesystem>(row, 11).is_err(),
        };
        if !damage.is_none() {
            found.push(damage);
        }
    }
    for damage in &found {
        mend_job(db, damage)?;
    }
    Ok(!found.is_empty())
}

fn mend_job(db: &Connection, damage: &Damage) -> Tried<()> {
    let (id, job) = (damage.job, damage.job as JobId);
    let set = |column: &str, value: Option<String>| -> Tried<()> {
        let sql = format!("UPDATE job SET {column} = ?2 WHERE id = ?1");
        db.prepare_cached(&sql)?.execute(params![id, value])?;
        Ok(())
    };
    if damage.request {
        // The request itself says it once more.
        let asked = spec(db, job).ok();
        let verb = asked.as_ref().map_or(Verb::Copy, |asked| asked.verb);
        let sources = asked.as_ref().map_or(&[][..], |asked| &asked.sources);
        let shown = sources.get(..crate::queue::entry::SHOWN).unwrap_or(sources);
        let destination = asked.as_ref().and_then(|asked| asked.destination.as_ref());
        set("verb", Some(json(&verb)?))?;
        set("sources", Some(json(shown)?))?;
        set("destination", destination.map(json).transpose()?)?;
    }
    if damage.phase {
        let phase = match damage.stage {
            RUNNING => Phase::Running,
            FINISHED => Phase::Finished,
            _ => Phase::Queued,
        };
        set("phase", Some(json(&phase)?))?;
    }
    if damage.order {
        set("lanes", Some("[]".to_owned()))?;
        set("paths", Some(json(&Paths::default())?))?;
    }
    if damage.progress {
        set("progress", None)?;
    }
    if damage.summary {
        let failed = Summary::without_work(Verb::Copy, Outcome::Failed, 1);
        let summary = (damage.stage == FINISHED).then(|| json(&failed)).transpose()?;
        set("summary", summary)?;
    }
    if damage.boot {
        set("boot", None)?;
    }
    if damage.filesystem {
        set("filesystem", None)?;
    }
    match damage.stage {
        // Without them it might run beside, or before, a job on the same files.
        WAITING if damage.order => set_aside(db, job),
        WAITING..=FINISHED => Ok(()),
        _ => {
            db.execute("UPDATE job SET stage = ?2 WHERE id = ?1", [id, WAITING])?;
            set_aside(db, job)
        }
    }
}

/// Ends a job that no process can run any more as failed, and says why.
fn set_aside(db: &Connection, job: JobId) -> Tried<()> {
    let sql = "SELECT verb, sources FROM job WHERE id = ?1";
    let mut statement = db.prepare_cached(sql)?;
    let (verb, sources) = statement.query_row([job as i64], |row| {
        let sources: Vec<WirePath> = parsed(row, 1).unwrap_or_default();
        Ok((parsed(row, 0).unwrap_or(Verb::Copy), sources))
    })?;
    let src = sources.into_iter().next().unwrap_or_default();
    let error = unreadable(verb, &src);
    let told = Event::ItemFailed { job, src, error };
    fact::insert(db, None, Kind::Failed, now(), &told)?;
    let next = State { stage: Stage::Finished, ..State::new(false) };
    end(db, job, next, None, &Summary::without_work(verb, Outcome::Failed, 1))
}

/// Says that the request of a job cannot be read.
pub(crate) fn unreadable(verb: Verb, src: &WirePath) -> OpError {
    OpError::refused(verb.whole(), Code::Unreadable, src.0.clone())
}

/// Answers the questions that cannot be read by skipping their items, which changes no file.
fn questions(db: &Connection) -> Tried<bool> {
    let mut mended = false;
    let skip = json(&Resolution { answer: Answer::Skip, scope: Scope::This })?;
    let mut statement = db.prepare("SELECT id, question, answer FROM question")?;
    let mut rows = statement.query([])?;
    let mut damaged = Vec::new();
    while let Some(row) = rows.next()? {
        let asks = matches!(row.get_ref(2)?, ValueRef::Null);
        if (asks && parsed::<Question>(row, 1).is_err()) || parsed_if::<Resolution>(row, 2).is_err()
        {
            damaged.push(row.get::<_, i64>(0)?);
        }
    }
    for id in damaged {
        db.execute("UPDATE question SET answer = ?2 WHERE id = ?1", params![id, skip])?;
        mended = true;
    }
    let mut statement = db.prepare("SELECT id, subject, answer FROM sticky")?;
    let mut rows = statement.query([])?;
    let mut damaged = Vec::new();
    while let Some(row) = rows.next()? {
        if !reads::<Subject>(row, 1) || !reads::<Resolution>(row, 2) {
            damaged.push(row.get::<_, i64>(0)?);
        }
    }
    for id in damaged {
        // The job asks again.
        db.execute("DELETE FROM sticky WHERE id = ?1", [id])?;
        mended = true;
    }
    Ok(mended)
}

/// Sets the settings right, and what is known of processes.
fn rest(db: &Connection) -> Tried<bool> {
    let mut mended = false;
    let mode = db.query_row("SELECT mode FROM queue", [], |row| Ok(reads::<Mode>(row, 0)))?;
    if !mode {
        db.execute("UPDATE queue SET mode = ?1", [json(&Mode::default())?])?;
        mended = true;
    }
    let mut statement = db.prepare("SELECT id, boot, namespace FROM process")?;
    let mut rows = statement.query([])?;
    let mut damaged = Vec::new();
    while let Some(row) = rows.next()? {
        if !is_text(row, 1)? || !is_text(row, 2)? {
            damaged.push(row.get::<_, i64>(0)?);
        }
    }
    for id in damaged {
        // The lock that it holds says better than these whether it lives.
        let sql = "UPDATE process SET boot = NULL, namespace = NULL WHERE id = ?1";
        db.execute(sql, [id])?;
        mended = true;
    }
    Ok(mended)
}

fn reads<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> bool {
    parsed::<T>(row, column).is_ok()
}

/// Whether a column holds text or nothing.
fn is_text(row: &Row<'_>, column: usize) -> Tried<bool> {
    Ok(match row.get_ref(column)? {
        ValueRef::Null => true,
        ValueRef::Text(text) => std::str::from_utf8(text).is_ok(),
        ValueRef::Integer(_) | ValueRef::Real(_) | ValueRef::Blob(_) => false,
    })
}
