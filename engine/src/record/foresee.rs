//! Counts what an undo would do, for the user to confirm.

use std::collections::HashSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::contract::error::OpError;
use crate::contract::spec::Verb;
use crate::record::{self, Line, bookkeeping};

/// Counts what an undo would do, as far as its record says; what changed since is found by the undo.
///
/// A folder that was copied or moved as a whole counts as one item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foreseen {
    /// Copies that go to the trash, or are deleted where there is none, and what was restored from the trash.
    pub copies: u64,
    /// Snapshots of subvolumes, which go to the trash.
    pub snapshots: u64,
    /// Items that are moved back, to their old names or out of the trash, and folders that are made again.
    pub back: u64,
    /// Replaced files that come back from a backup or from the trash.
    pub replaced: u64,
    /// Replaced files that were not kept, and do not come back.
    pub lost: u64,
    /// Folders that get their mode and owner back.
    pub rights: u64,
    /// The machine that has done the job and undoes it, if that is another one; only its record says more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
}

impl Foreseen {
    /// Reads what an undo would do from the record of a job.
    ///
    /// # Errors
    /// The record is not there, others may write to it, or it is not whole.
    pub fn of(record: &Path) -> Result<Self, OpError> {
        let record = record::read(record)?;
        Ok(match record.there {
            Some(there) => Self { host: Some(there.host), ..Self::default() },
            None => Self::of_steps(record.verb, &record.lines),
        })
    }

    fn of_steps(verb: Verb, lines: &[Line]) -> Self {
        let mut foreseen = Self::default();
        let mut changed = HashSet::new();
        for line in lines {
            let is_counted = match line {
                // A folder may have taken in several.
                Line::Rights { path, .. } => changed.insert(path),
                // What a move has brought from another machine stays.
                Line::Extracted { .. } => verb != Verb::Move,
                _ => true,
            };
            if is_counted {
                foreseen.count(line);
            }
        }
        foreseen
    }

    fn count(&mut self, line: &Line) {
        match line {
            Line::Made { .. } | Line::Extracted { .. } | Line::Restored { .. } => self.copies += 1,
            Line::Snapshot { .. } => self.snapshots += 1,
            Line::Moved { .. }
            | Line::Exchanged { .. }
            | Line::Trashed { .. }
            | Line::Emptied(_) => self.back += 1,
            Line::Replaced { backup: None, trashed: None, .. } => self.lost += 1,
            Line::Replaced { .. } => self.replaced += 1,
            Line::Rights { .. } => self.rights += 1,
            // No steps of the job itself.
            Line::Parent { .. } | bookkeeping!() => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Rights;
    use fcp_sys::Identity;

    #[test]
    fn an_undo_is_foreseen_from_what_the_job_did() {
        let (path, from) = (|| "/to/a".into(), || "/from/a".into());
        let rights = |path: &str| {
            let here = fcp_sys::stat_at(fcp_sys::CWD, c".", true).unwrap();
            let (was, now) = (Rights::of(&here, false), Rights::of(&here, false));
            let id = Identity { id: (1, 2), born: None };
            Line::Rights { path: path.into(), id, was, now, acls: None }
        };
        let replaced = |backup, trashed| Line::Replaced {
            path: path(),
            from: from(),
            backup,
            trashed,
            kept: None,
        };
        let lines = [
            Line::Made { path: path(), from: from() },
            Line::Made { path: path(), from: from() },
            Line::Snapshot { path: path(), from: from(), at: 1, subvolumes: Vec::new() },
            Line::Moved { from: from(), to: path(), id: Identity { id: (1, 2), born: None } },
            Line::Trashed { from: from(), id: "/t/info/a.trashinfo".into() },
            Line::Restored { path: path(), stamp: None },
            replaced(Some("/to/a~".into()), None),
            replaced(None, Some("/t/info/a.trashinfo".into())),
            replaced(None, None),
            // What two sources have done to one folder is one change.
            rights("/to"),
            rights("/to"),
            rights("/to/d"),
            Line::Ended { at: 1, interrupted: false, parted: 0 },
        ];
        let expected = Foreseen {
            copies: 3,
            snapshots: 1,
            back: 2,
            replaced: 2,
            lost: 1,
            rights: 2,
            host: None,
        };
        assert_eq!(Foreseen::of_steps(Verb::Copy, &lines), expected);
        let extracted = [Line::Extracted { path: path(), id: Identity { id: (1, 2), born: None } }];
        assert_eq!(Foreseen::of_steps(Verb::Extract, &extracted).copies, 1);
        assert_eq!(Foreseen::of_steps(Verb::Move, &extracted), Foreseen::default());
    }
}
