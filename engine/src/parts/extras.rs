//! Writes the lists of what the last step of a mirror removes, while the walk of the plan finds it.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::disk;
use super::format::{Draft, Entry, Found, Purpose};
use super::planned::PlannedRemovals;
use super::stamp::Stamp;
use super::ways::WayLists;
use crate::contract::error::OpError;
use crate::contract::event::{FileKind, Withheld};
use fcp_sys::lock;

/// The directory of a plan that has these lists.
pub(crate) const REMOVALS: &str = "removals";

/// A directory of the source in a list: the section that it is in, its name there, and what tells it from others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compared<'a> {
    pub(super) above: &'a [u8],
    pub(super) name: &'a [u8],
    /// The section of what is in it.
    pub(super) section: &'a [u8],
    pub(super) stamp: Stamp,
    /// What tells its counterpart from others.
    pub(super) counterpart: Stamp,
}

/// The lists of what a mirror removes.
#[derive(Debug)]
pub(super) struct ExtraLists {
    dir: PathBuf,
    /// Entries and bytes at which a list is cut.
    most: (u64, usize),
    open: Vec<Mutex<Draft>>,
    lists: AtomicU64,
    entries: AtomicU64,
    /// What the walk says in the end: the items, and why none will be removed.
    verdict: Mutex<(u64, Option<Withheld>)>,
    is_partial: AtomicBool,
    ways: Mutex<WayLists>,
}

impl ExtraLists {
    /// Begins them for a plan in a directory, with a list for each of so many workers.
    pub(super) fn new(plan: &Path, workers: usize, most: (u64, usize)) -> Result<Self, OpError> {
        let dir = plan.join(REMOVALS);
        disk::make(&dir)?;
        Ok(Self {
            dir,
            most,
            open: (0..workers).map(|_| Mutex::default()).collect(),
            lists: AtomicU64::new(0),
            entries: AtomicU64::new(0),
            verdict: Mutex::default(),
            is_partial: AtomicBool::new(false),
            ways: Mutex::new(WayLists::new(plan, most)?),
        })
    }

    /// Adds what the counterpart of a directory has and the directory lacks.
    pub(super) fn add(
        &self,
        worker: usize,
        compared: Compared<'_>,
        (path, kind, found, stamp): (&[u8], FileKind, Found, Stamp),
    ) -> Result<(), OpError> {
        let Some(open) = self.open.get(worker % self.open.len().max(1)) else { return Ok(()) };
        let draft = &mut *lock(open);
        if !draft.is_in(compared.section) {
            let kind = FileKind::Directory;
            let Compared { above: section, name, stamp, counterpart, .. } = compared;
            for (found, stamp) in [(Found::Directory, stamp), (Found::Counterpart, counterpart)] {
                draft
                    .push(Entry { section, kind, found, name, stamp: Some(stamp), piece: None }, 0);
            }
        }
        let (section, name) = (compared.section, path);
        draft.push(Entry { section, kind, found, name, stamp: Some(stamp), piece: None }, 0);
        self.entries.fetch_add(1, Ordering::Relaxed);
        if draft.items >= self.most.0 || draft.len() >= self.most.1 {
            // While the lock is held: what is in a directory must not come into a later list than the directory.
            self.write(draft)?;
        }
        Ok(())
    }

    /// Adds an item that is in the way of a directory.
    pub(super) fn add_way(&self, section: &[u8], name: &[u8], stamp: Stamp) -> Result<(), OpError> {
        lock(&self.ways).add(section, name, stamp)
    }

    /// Notes that something could not be read, so that the lists may name what the source only seems to lack.
    pub(super) fn note_partial(&self) {
        self.is_partial.store(true, Ordering::Relaxed);
    }

    /// Notes how many items go, and why they will not.
    pub(super) fn note_verdict(&self, items: u64, withheld: Option<Withheld>) {
        *lock(&self.verdict) = (items, withheld);
    }

    /// Writes what is left.
    pub(super) fn finish(&self) -> Result<PlannedRemovals, OpError> {
        let mut rest = Draft::default();
        for open in &self.open {
            let draft = std::mem::take(&mut *lock(open));
            if rest.items + draft.items > self.most.0 || rest.len() + draft.len() > self.most.1 {
                self.write(&mut rest)?;
            }
            rest.append(&draft);
        }
        self.write(&mut rest)?;
        let (items, withheld) = *lock(&self.verdict);
        let (way_lists, ways) = lock(&self.ways).finish()?;
        let read_whole = !self.is_partial.load(Ordering::Relaxed);
        Ok(PlannedRemovals {
            read_whole,
            items,
            entries: self.entries.load(Ordering::Relaxed),
            lists: self.lists.load(Ordering::Relaxed),
            ways,
            way_lists,
            withheld: if read_whole { withheld } else { Some(Withheld::Failures) },
        })
    }

    fn write(&self, draft: &mut Draft) -> Result<(), OpError> {
        if draft.items == 0 {
            return Ok(());
        }
        let draft = std::mem::take(draft);
        let number = self.lists.fetch_add(1, Ordering::Relaxed);
        draft.write(&disk::numbered(&self.dir, number), Purpose::Removals)
    }
}
