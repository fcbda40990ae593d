//! Fills the lists of parts with items that workers have met, with few lists at a time.
//!
//! A list of items with long names has megabytes. If each worker filled one, a plan would need memory for as many as there
//! are workers: 186 MB for 32 of them. So a worker collects only some items by itself, and then adds them to one of a
//! few lists that all workers fill. Lists keep their memory when they were written: memory that one thread frees and
//! another one needs is not always the same.

use std::sync::{Mutex, TryLockError};

use super::format::{Draft, Entry};
use super::lists::{Cut, LONGEST};
use crate::contract::error::OpError;
use fcp_sys::lock;

/// Workers that collect items at the same time, for as many as there usually are.
const WORKERS: usize = 32;

/// Bytes that each of them collects: enough for its items of one directory to be together.
const STEP: usize = 64 << 10;

/// Lists that are filled at the same time: a worker finds one while others are written.
const LISTS: usize = 2;

/// The lists that are being filled.
#[derive(Debug)]
pub(super) struct Filling {
    cut: Cut,
    collected: Vec<Mutex<Draft>>,
    lists: Vec<Mutex<Draft>>,
}

impl Filling {
    /// Begins lists that are cut in this way.
    pub(super) fn new(cut: Cut) -> Self {
        let drafts = |count| (0..count).map(|_| Mutex::default()).collect();
        Self { cut, collected: drafts(WORKERS), lists: drafts(LISTS) }
    }

    /// Adds an item of this many bytes that a worker has met; `write` gets a list that is full.
    pub(super) fn add(
        &self,
        worker: usize,
        entry: Entry<'_>,
        bytes: u64,
        write: impl Fn(&mut Draft) -> Result<(), OpError>,
    ) -> Result<(), OpError> {
        let Some(collected) = self.collected.get(worker % WORKERS) else { return Ok(()) };
        let draft = &mut *lock(collected);
        draft.push(entry, bytes);
        if self.is_full(draft) {
            return write(draft);
        }
        if draft.len() < STEP {
            return Ok(());
        }
        let free = self.lists.iter().find_map(|list| match list.try_lock() {
            Ok(list) => Some(list),
            Err(TryLockError::Poisoned(list)) => Some(list.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        });
        let first = || self.lists.first().map(lock);
        let Some(mut list) = free.or_else(first) else { return Ok(()) };
        // While the lock is held: so not more of them are written at a time than there are.
        let added = self.append(&mut list, draft, write);
        draft.clear();
        added
    }

    /// Gives each list that is left to `write`, and what fits into none to `rest`.
    pub(super) fn finish(
        &self,
        rest: &mut Draft,
        write: impl Fn(&mut Draft) -> Result<(), OpError>,
    ) -> Result<(), OpError> {
        for open in self.lists.iter().chain(&self.collected) {
            let draft = std::mem::take(&mut *lock(open));
            self.append(rest, &draft, &write)?;
        }
        Ok(())
    }

    /// Whether a list is cut.
    pub(super) fn is_full(&self, list: &Draft) -> bool {
        list.items >= self.cut.items || list.bytes >= self.cut.bytes || list.len() >= LONGEST
    }

    /// Adds items to a list, which is written before if it has no room for them.
    fn append(
        &self,
        list: &mut Draft,
        some: &Draft,
        write: impl Fn(&mut Draft) -> Result<(), OpError>,
    ) -> Result<(), OpError> {
        if list.items + some.items > self.cut.items
            || list.bytes.saturating_add(some.bytes) > self.cut.bytes
            || list.len() + some.len() > LONGEST
        {
            write(list)?;
        }
        list.append(some);
        if self.is_full(list) { write(list) } else { Ok(()) }
    }
}
