//! Says what an undo has to do.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::folders::{Emptied, Parent};
use super::look::identity;
use super::order::Moves;
use super::rights::Changed;
use super::snapshots::Snapshot;
use super::untouched::is_untouched;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::path::WirePath;
use crate::copy::Relocation;
use crate::record::{Line, Record, Times};
use crate::trash::Trashed;
use fcp_sys::Identity;

/// The steps of an undo.
#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) moves: Vec<Step>,
    /// Items in the trash among them.
    pub(super) trashed: Vec<InTrash>,
    /// What an undo took out of the trash, and a redo moves there again.
    pub(super) discards: Vec<PathBuf>,
    /// Copies to be deleted, and what each was copied from.
    pub(super) made: Vec<(WirePath, WirePath)>,
    /// Snapshots of subvolumes.
    pub(super) snapshots: Vec<Snapshot>,
    /// Pairs of names, each with the inode that it led to.
    pub(super) exchanges: Vec<[(PathBuf, Identity); 2]>,
    /// Directories that were made for what is moved away again, the deepest first.
    pub(super) parents: Vec<Parent>,
    /// Folders whose rights were changed, the last change first.
    pub(super) rights: Vec<Changed>,
    /// What cannot be undone, as far as the record and the trash tell.
    pub(super) refused: Vec<(PathBuf, OpError)>,
}

/// One of the steps that move something.
#[derive(Debug)]
pub(super) enum Step {
    Move(Relocation),
    /// A file that was replaced gets its name back.
    Back(Backup),
    /// A folder is made that was emptied into another one.
    Make(Emptied),
}

impl Step {
    /// What is moved, and not brought back from a backup or made.
    pub(super) fn relocation(&self) -> Option<&Relocation> {
        match self {
            Self::Move(relocation) => Some(relocation),
            Self::Back(_) | Self::Make(_) => None,
        }
    }
}

impl Moves for Step {
    fn ways(&self) -> (&Path, &Path) {
        match self {
            Self::Move(relocation) => (&relocation.src, &relocation.dst),
            Self::Back(backup) => (&backup.place, &backup.path),
            Self::Make(folder) => (folder.path(), folder.path()),
        }
    }
}

/// An item in the trash that is to leave it.
#[derive(Debug)]
pub(super) struct InTrash {
    pub(super) place: PathBuf,
    /// The file that describes it.
    pub(super) info: PathBuf,
    /// The path to which it is restored.
    pub(super) path: PathBuf,
}

/// A file that gave way and was kept.
#[derive(Debug)]
pub(super) struct Backup {
    pub(super) path: PathBuf,
    /// Where it is now.
    pub(super) place: PathBuf,
    /// The inode it must be, if the record says so.
    pub(super) inode: Option<Identity>,
}

impl Work {
    /// Leaves where they are the items whose names others would have got that are no longer in the trash.
    pub(super) fn keep_without_successors(&mut self, missing: &[&WirePath]) {
        if missing.is_empty() {
            return;
        }
        let moves = self.moves.iter().filter_map(Step::relocation).map(|it| &it.src);
        let leaving: HashSet<&Path> =
            self.discards.iter().chain(moves).map(PathBuf::as_path).collect();
        let (kept, _): (Vec<&WirePath>, Vec<_>) =
            missing.iter().partition(|path| leaving.contains(path.0.as_path()));
        let stays: HashSet<&Path> = kept.iter().map(|path| path.0.as_path()).collect();
        self.discards.retain(|path| !stays.contains(path.as_path()));
        self.moves.retain(|step| {
            step.relocation().is_none_or(|relocation| !stays.contains(relocation.src.as_path()))
        });
        for path in kept {
            self.refuse(path, Code::NotInTrash);
        }
    }

    /// Takes what was unpacked to the trash, if nothing in it has changed.
    pub(super) fn discard(&mut self, path: &WirePath, id: Identity, times: &Times) {
        match identity(&path.0) {
            Ok(now) if now.is(id) && is_untouched(&path.0, times) => {
                self.discards.push(path.0.clone());
            }
            // It, or something in it, was edited or added, or another file has its name.
            Ok(_) => self.refuse(path, Code::ChangedSince),
            Err(_) => {}
        }
    }

    pub(super) fn refuse(&mut self, path: &WirePath, code: Code) {
        let error = OpError::refused(Action::Undo, code, &path.0);
        self.refused.push((path.0.clone(), error));
    }

    pub(super) fn take_out(&mut self, item: &Trashed, path: &Path) {
        let Some(place) = item.place() else { return };
        let (info, path) = (item.id.0.clone(), path.to_owned());
        self.trashed.push(InTrash { place: place.clone(), info, path: path.clone() });
        self.moves.push(Step::Move(Relocation { src: place, dst: path, inode: None }));
    }
}

/// Where the job put copies.
pub(super) fn copies(record: &Record) -> HashSet<&Path> {
    let lines = record.lines.iter();
    let made = lines.filter_map(|line| match line {
        Line::Made { path, .. } => Some(path.0.as_path()),
        _ => None,
    });
    made.collect()
}
