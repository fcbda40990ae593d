//! Stores which processes run jobs, and gives back the jobs of one that died.
//!
//! A process holds an exclusive lock on a file of its own as long as it lives. The kernel lets go of it
//! however the process dies, and keeps it while the process is stopped. A process that gets the lock of
//! another one knows that its holder is dead.

use std::ffi::{CStr, CString};

use rusqlite::{Connection, OptionalExtension, params};

use super::change::set_state;
use super::fact::{self, Kind};
use super::open::RUN;
use super::row::{RUNNING, state_of};
use super::tried::{Tried, key, touch};
use super::{ProcessId, Store};
use crate::contract::event::{Event, JobId, Phase};
use crate::queue::error::QueueError;
use crate::queue::state::Change;
use crate::record::Owner;
use fcp_sys::now;
use fcp_sys::{self as sys, AsFd, Errno, FileLock, OwnedFd};

/// A row of this process, and the lock that says that it lives.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) id: ProcessId,
    #[cfg_attr(not(test), expect(dead_code, reason = "held, and let go of by dropping it"))]
    pub(super) lock: FileLock,
}

/// A process of the store, which may have died.
#[derive(Debug)]
struct Known {
    id: ProcessId,
    owner: Owner,
}

fn lock_name(id: ProcessId) -> CString {
    CString::new(format!("{id}.lock")).unwrap_or_default()
}

/// Whether the holder of a lock lives, as far as the lock can tell.
enum Held {
    Yes,
    /// The lock was free; now we hold it.
    No(FileLock),
    /// The file is not there.
    Missing,
}

fn look(run: &OwnedFd, name: &CStr) -> sys::Sys<Held> {
    let lock = match sys::open_lock_if_there(run.as_fd(), name) {
        Ok(lock) => lock,
        Err(Errno::NOENT) => return Ok(Held::Missing),
        Err(errno) => return Err(errno),
    };
    Ok(FileLock::take(lock)?.map_or(Held::Yes, Held::No))
}

impl Store {
    fn run_dir(&self) -> Result<OwnedFd, QueueError> {
        let name = std::str::from_utf8(RUN.to_bytes()).unwrap_or_default();
        sys::make_dirs(&self.state.join(name), 0o700).map_err(|errno| self.explain(errno.into()))
    }

    /// Enters this process, which then counts as living until it leaves or dies.
    ///
    /// `runs` says whether it takes jobs that wait.
    pub(crate) fn enlist(&mut self, runs: bool) -> Result<Process, QueueError> {
        let run = self.run_dir()?;
        let Owner { pid, started, boot, space } = Owner::this();
        self.write_all(|db| {
            let sql = "INSERT INTO process (pid, started, boot, namespace, runs)
                VALUES (?1, ?2, ?3, ?4, ?5)";
            db.prepare_cached(sql)?.execute(params![pid, started, boot, space, runs])?;
            let id = db.last_insert_rowid();
            // No other process sees the row before the lock is held.
            let lock = sys::open_lock(run.as_fd(), &lock_name(id))?;
            let lock = FileLock::take(lock)?.ok_or(Errno::AGAIN)?;
            touch(db)?;
            Ok(Process { id, lock })
        })
    }

    /// Takes this process out; its jobs go back, as if it had died.
    pub(crate) fn leave(&mut self, process: Process) -> Result<Vec<JobId>, QueueError> {
        let run = self.run_dir()?;
        let lost = self.write_all(|db| remove(db, &run, process.id));
        drop(process);
        lost
    }

    /// Takes out the processes that died, and gives their jobs back to the others.
    pub(crate) fn reap(&mut self) -> Result<Vec<JobId>, QueueError> {
        let run = self.run_dir()?;
        let dead = |known: &Known| -> Tried<Option<Option<FileLock>>> {
            Ok(match look(&run, &lock_name(known.id))? {
                Held::Yes => None,
                Held::No(lock) => Some(Some(lock)),
                Held::Missing => (!known.owner.lives()).then_some(None),
            })
        };
        // Nearly always no process has died, and finding that out takes no lock.
        let mut suspects = Vec::new();
        for known in self.read(processes)? {
            if dead(&known).map_err(|trouble| self.explain(trouble))?.is_some() {
                suspects.push(known);
            }
        }
        if suspects.is_empty() {
            return Ok(Vec::new());
        }
        self.write_all(|db| {
            let mut lost = Vec::new();
            for known in &suspects {
                // Another process may have been faster, and then the row is gone.
                if is_known(db, known.id)?
                    && let Some(lock) = dead(known)?
                {
                    lost.extend(remove(db, &run, known.id)?);
                    drop(lock);
                }
            }
            Ok(lost)
        })
    }

    /// Gives the numbers of the living processes that take jobs.
    pub(crate) fn runners(&mut self) -> Result<Vec<u32>, QueueError> {
        self.reap()?;
        self.read(|db| {
            let mut statement = db.prepare_cached("SELECT pid FROM process WHERE runs")?;
            let pids = statement.query_map([], |row| row.get(0))?;
            Ok(pids.collect::<Result<_, _>>()?)
        })
    }
}

fn processes(db: &Connection) -> Tried<Vec<Known>> {
    let sql = "SELECT id, pid, started, boot, namespace FROM process";
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| {
        let (pid, started, boot, space) = (row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?);
        Ok(Known { id: row.get(0)?, owner: Owner { pid, started, boot, space } })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn is_known(db: &Connection, id: ProcessId) -> Tried<bool> {
    let sql = "SELECT 1 FROM process WHERE id = ?1";
    Ok(db.prepare_cached(sql)?.query_row([id], |_| Ok(())).optional()?.is_some())
}

/// Removes the row of a process and its lock, and gives its jobs back.
fn remove(db: &Connection, run: &OwnedFd, id: ProcessId) -> Tried<Vec<JobId>> {
    let sql = "SELECT id FROM job WHERE owner = ?1 AND stage = ?2";
    let jobs: Vec<i64> = db
        .prepare_cached(sql)?
        .query_map([id, RUNNING], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let jobs: Vec<JobId> = jobs.into_iter().map(|job| job as JobId).collect();
    for job in &jobs {
        let next = state_of(db, *job)?.and_then(|state| state.apply(Change::Lose));
        if let Some(next) = next {
            let told = Event::JobPhase { job: *job, phase: Phase::Queued };
            give_back(db, *job)?;
            set_state(db, *job, next)?;
            // What was cancelled is not resumed either, and what it has left is removed whether it is paused or not.
            let sql = "UPDATE job SET paused = 1 WHERE id = ?1 AND guest AND NOT cancelled";
            db.prepare_cached(sql)?.execute([key(*job)])?;
            fact::insert(db, None, Kind::Other, now(), &told)?;
        }
    }
    db.prepare_cached("DELETE FROM process WHERE id = ?1")?.execute([id])?;
    match sys::unlink(run.as_fd(), &lock_name(id)) {
        Ok(()) | Err(Errno::NOENT) => {}
        Err(errno) => return Err(errno.into()),
    }
    touch(db)?;
    Ok(jobs)
}

/// Notes what remains of a run that ended before its job did: its time, and no question.
pub(super) fn give_back(db: &Connection, job: JobId) -> Tried<()> {
    let sql = "UPDATE job SET ran = ran + max(coalesce(seen, since) - since, 0), since = NULL,
        seen = NULL, phase = '\"queued\"' WHERE id = ?1 AND since IS NOT NULL";
    db.prepare_cached(sql)?.execute([key(job)])?;
    super::question::withdraw(db, job)
}
