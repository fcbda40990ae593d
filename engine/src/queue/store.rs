//! Stores the queue, its history and how far each job is, in a file that all processes share.
//!
//! It is the truth. A command changes a row; the process that runs the job sees the change and obeys.
//! A process that runs jobs holds a lock as long as it lives, so that others notice its death without
//! a clock (`process.rs`).
//!
//! A connection must stay with threads whose descriptors are those of the process: SQLite's locks
//! belong to the descriptor table, and workers have one of their own.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use self::tried::{Tried, Trouble};
use crate::queue::error::{Aside, QueueError};
use fcp_sys::{self as sys, AsFd, OwnedFd};

mod change;
mod column;
mod fact;
mod followers;
mod journal;
mod mend;
mod news;
mod open;
mod order;
mod process;
mod question;
mod report;
mod row;
mod schema;
#[cfg(test)]
mod tests;
mod tried;

pub(crate) use crate::queue::state::ProcessId;
pub(crate) use change::Requests;
pub(crate) use fact::Fact;
pub(crate) use journal::Trusted;
pub(crate) use mend::unreadable;
pub(crate) use news::Story;
pub(crate) use open::{BELL, is_remote, untold, was_told};
pub(crate) use process::Process;
pub(crate) use report::Report;
pub(crate) use row::{NewJob, Seen, Which};

/// Free pages that the file may have.
const SPARE: i64 = 64;

/// A connection to the file of the queue.
#[derive(Debug)]
pub(crate) struct Store {
    db: Connection,
    /// The directory that holds the file.
    state: PathBuf,
    /// What is touched after each change.
    bell: OwnedFd,
}

impl Store {
    /// Lets the file grow no more, as on a full disk.
    #[cfg(test)]
    pub(crate) fn fill(&self) {
        self.db.execute_batch("PRAGMA max_page_count = 1").unwrap();
    }

    /// Opens the queue in a state directory, and makes it if there is none.
    ///
    /// A file that is damaged, or that a newer version wrote, is put aside; the caller should say so.
    ///
    /// # Errors
    /// Others may write there, or the file cannot be used.
    pub(crate) fn open(state: &Path) -> Result<(Self, Option<Aside>), QueueError> {
        let (db, bell, aside) = open::open(state)?;
        Ok((Self { db, state: state.to_owned(), bell }, aside))
    }

    /// Makes a second connection to the same file.
    pub(crate) fn again(&self) -> Result<Self, QueueError> {
        Self::open(&self.state).map(|(store, _)| store)
    }

    /// Gives a number that is another one after any change of the file.
    pub(crate) fn version(&self) -> Result<i64, QueueError> {
        // The first counts what other connections change, the second what this one does.
        let others = self.db.query_row("PRAGMA data_version", [], |row| row.get::<_, i64>(0));
        let others = others.map_err(|error| self.explain(error.into()))?;
        Ok(others.wrapping_shl(32).wrapping_add(self.db.total_changes() as i64))
    }

    /// Gives a number that grows with everything that matters to the schedule or to commands.
    pub(crate) fn generation(&self) -> Result<i64, QueueError> {
        self.read(|db| {
            let sql = "SELECT generation FROM queue";
            Ok(db.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
        })
    }

    /// Moves what was written from the log into the file, as far as readers let it.
    ///
    /// It flushes, and so wants a connection and a thread of its own.
    pub(crate) fn checkpoint(&self) -> Result<(), QueueError> {
        let all = || -> Tried<()> {
            let free: i64 = self.db.query_row("PRAGMA freelist_count", [], |row| row.get(0))?;
            if free >= SPARE {
                // What journals have freed goes back to the filesystem, some of it each time.
                let mut vacuum = self.db.prepare_cached("PRAGMA incremental_vacuum(1024)")?;
                let mut pages = vacuum.query([])?;
                while pages.next()?.is_some() {}
            }
            self.db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?;
            Ok(())
        };
        all().map_err(|trouble| self.explain(trouble))
    }

    fn explain(&self, trouble: Trouble) -> QueueError {
        trouble.explain(&self.state.join(open::NAME))
    }

    /// Reads in one transaction, so that all of it is of one moment.
    fn read<T>(&self, act: impl Fn(&Connection) -> Tried<T>) -> Result<T, QueueError> {
        let all = || {
            let reading = self.db.unchecked_transaction()?;
            let found = act(&reading)?;
            reading.commit()?;
            Ok(found)
        };
        all()
            .or_else(|trouble| {
                self.mend_after(trouble)?;
                all()
            })
            .map_err(|trouble| self.explain(trouble))
    }

    /// Mends the rows whose values made a step fail; fails with the same trouble if there are none.
    fn mend_after(&self, trouble: Trouble) -> Tried<()> {
        if trouble.is_of_a_value() && self.mend()? { Ok(()) } else { Err(trouble) }
    }

    /// Makes changes in one transaction, beside which no other process changes anything.
    fn write_all<T>(
        &mut self,
        act: impl Fn(&Transaction<'_>) -> Tried<T>,
    ) -> Result<T, QueueError> {
        let before = self.db.total_changes();
        let all = || -> Tried<T> {
            let change = Transaction::new_unchecked(&self.db, TransactionBehavior::Immediate)?;
            let made = act(&change)?;
            change.commit()?;
            Ok(made)
        };
        let made = all()
            .or_else(|trouble| {
                self.mend_after(trouble)?;
                all()
            })
            .map_err(|trouble| self.explain(trouble));
        if self.db.total_changes() != before {
            sys::touch(self.bell.as_fd());
        }
        made
    }
}
