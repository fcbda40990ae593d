//! Small changes that were made on another machine, as messages tell them.

use std::path::{Path, PathBuf};

use fcp_engine::link::ChangeMade;
use fcp_engine::path::{FarPath, WirePath};

use crate::edit::{Edit, Made, MadeKind};

/// Spells a change for the other end; none for what is not made there, and where a path is not spelled.
pub(super) fn told(edit: &Edit, spell: impl Fn(&Path) -> Option<PathBuf>) -> Option<ChangeMade> {
    let spell = |path: &Path| spell(path).map(WirePath);
    match edit {
        Edit::Made(made) => {
            let of = |made: &Made| match made.kind {
                MadeKind::Directory => Some((spell(&made.path)?, made.id)),
                MadeKind::File | MadeKind::Symlink | MadeKind::HardLink => None,
            };
            Some(ChangeMade::Directories { made: made.iter().map(of).collect::<Option<_>>()? })
        }
        Edit::Renamed { from, to, id } => {
            Some(ChangeMade::Renamed { from: spell(from)?, to: spell(to)?, id: *id })
        }
        Edit::RenamedAll { .. } | Edit::Attributes(_) => None,
    }
}

/// Reads a change that the other end has told; none where a path is not spelled.
pub(super) fn read(made: ChangeMade, spell: impl Fn(PathBuf) -> Option<PathBuf>) -> Option<Edit> {
    match made {
        ChangeMade::Directories { made } => {
            let of = |(WirePath(path), id)| {
                Some(Made { path: spell(path)?, kind: MadeKind::Directory, id })
            };
            Some(Edit::Made(made.into_iter().map(of).collect::<Option<_>>()?))
        }
        ChangeMade::Renamed { from, to, id } => {
            Some(Edit::Renamed { from: spell(from.0)?, to: spell(to.0)?, id })
        }
    }
}

/// Gives what is asked of another machine to undo a change that was made there; none for one of this machine.
pub(super) fn asked(edit: &Edit) -> Option<(FarPath, ChangeMade)> {
    let at = FarPath::of(edit.path()?)?;
    let there = |path: &Path| {
        let path = FarPath::of(path)?;
        (path.host() == at.host()).then(|| path.path().to_owned())
    };
    let made = told(edit, there)?;
    Some((at, made))
}
