//! Lists what is in the way of directories of a mirror, so that each part that makes such a directory knows it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::disk;
use super::error::PlanError;
use super::format::{Draft, Entry, Found, List, Purpose};
use super::planned::PlannedRemovals;
use super::selection::join;
use super::stamp::Stamp;
use crate::contract::error::OpError;
use crate::contract::event::FileKind;

/// The directory of a plan that has these lists.
pub(super) const WAYS: &str = "ways";

/// What is in the way of directories, by their sections.
pub(crate) type Ways = HashMap<Box<[u8]>, Stamp>;

/// Reads the lists of a plan.
pub(super) fn read(plan: &Path, planned: &PlannedRemovals) -> Result<Ways, PlanError> {
    let (dir, mut ways) = (plan.join(WAYS), Ways::new());
    for number in 0..planned.way_lists {
        let path = disk::numbered(&dir, number);
        let damaged = |why| PlanError::Damaged { path: path.clone(), why };
        let bytes = disk::read(&path)?.ok_or_else(|| damaged("it is missing"))?;
        let list = List::decode(&path, bytes)?;
        if list.purpose != Purpose::Ways {
            return Err(damaged("it is no list of what is in the way"));
        }
        ways.extend(
            list.entries()
                .filter_map(|entry| Some((join(entry.section, entry.name).into(), entry.stamp?))),
        );
    }
    if ways.len() as u64 == planned.ways {
        Ok(ways)
    } else {
        Err(PlanError::Damaged { path: dir, why: "it has not the items that the plan tells" })
    }
}

/// Lists that are being written.
#[derive(Debug)]
pub(super) struct WayLists {
    dir: PathBuf,
    most: (u64, usize),
    draft: Draft,
    lists: u64,
    ways: u64,
}

impl WayLists {
    /// Begins them for a plan in a directory; `most` entries and bytes are in a list.
    pub(super) fn new(plan: &Path, most: (u64, usize)) -> Result<Self, OpError> {
        let dir = plan.join(WAYS);
        disk::make(&dir)?;
        Ok(Self { dir, most, draft: Draft::default(), lists: 0, ways: 0 })
    }

    /// Adds what has the place of a directory.
    pub(super) fn add(&mut self, section: &[u8], name: &[u8], stamp: Stamp) -> Result<(), OpError> {
        let (kind, found) = (FileKind::Directory, Found::Nothing);
        self.draft.push(Entry { section, kind, found, name, stamp: Some(stamp), piece: None }, 0);
        self.ways += 1;
        if self.draft.items >= self.most.0 || self.draft.len() >= self.most.1 {
            self.write()?;
        }
        Ok(())
    }

    /// Writes what is left; gives how many lists there are, and how many entries.
    pub(super) fn finish(&mut self) -> Result<(u64, u64), OpError> {
        self.write()?;
        Ok((self.lists, self.ways))
    }

    fn write(&mut self) -> Result<(), OpError> {
        if self.draft.items == 0 {
            return Ok(());
        }
        let draft = std::mem::take(&mut self.draft);
        let path = disk::numbered(&self.dir, self.lists);
        self.lists += 1;
        draft.write(&path, Purpose::Ways)
    }
}
