//! Undoes small changes, as long as nothing else has changed since.

use std::path::Path;

use super::{Edit, Made, MadeKind, RenameResult, attributes, c_path, check, rename, rename_all};
use fcp_engine::error::{Action, Code, OpError};
use fcp_sys::{self as sys, Identity};

/// Takes a change back.
///
/// A directory goes only if it is empty, a file only if it is empty, a hard link only if the file has
/// another name, and nothing goes that is not what was made. Names are given back all or none.
///
/// # Errors
/// Tells what was left as it is, and why.
pub fn undo(edit: &Edit) -> Result<(), Vec<OpError>> {
    let errors = match edit {
        // The inner ones first.
        Edit::Made(made) => made.iter().rev().filter_map(|made| remove(made).err()).collect(),
        Edit::Renamed { from, to, id } => rename_back(from, to, *id).err().into_iter().collect(),
        Edit::RenamedAll { dir, names } => rename_all_back(dir, names),
        Edit::Attributes(changes) => attributes::restore(changes),
    };
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn remove(made: &Made) -> Result<(), OpError> {
    let path = &made.path;
    let refused = |code| Err(OpError::refused(Action::Undo, code, path));
    let failed = |errno| OpError::new(Action::Undo, path, errno);
    let name = c_path(path, Action::Undo)?;
    if !Identity::at(sys::CWD, &name).map_err(failed)?.is(made.id) {
        return refused(Code::ChangedSince);
    }
    let meta = sys::stat_at(sys::CWD, &name, false).map_err(failed)?;
    match made.kind {
        MadeKind::Directory => return sys::remove_dir(sys::CWD, &name).map_err(failed),
        MadeKind::File if meta.size > 0 => return refused(Code::ChangedSince),
        // Its other name is gone, so this is all there is of it.
        MadeKind::HardLink if meta.nlink < 2 => return refused(Code::OriginalGone),
        MadeKind::File | MadeKind::HardLink | MadeKind::Symlink => {}
    }
    sys::unlink(sys::CWD, &name).map_err(failed)
}

fn rename_back(from: &Path, to: &Path, id: Identity) -> Result<(), OpError> {
    check(to, id, Action::Undo)?;
    rename(to, from).map(drop)
}

fn rename_all_back(
    dir: &Path,
    names: &[(std::ffi::OsString, std::ffi::OsString, Identity)],
) -> Vec<OpError> {
    let checked = names.iter().map(|(_, new, id)| check(&dir.join(new), *id, Action::Undo));
    let changed: Vec<_> = checked.filter_map(Result::err).collect();
    if !changed.is_empty() {
        return changed;
    }
    let pairs: Vec<_> = names.iter().map(|(old, new, _)| (new.clone(), old.clone())).collect();
    let results = rename_all(dir, &pairs).results.into_iter().zip(&pairs);
    let error = |(result, (new, old)): (RenameResult, &(_, _))| match result {
        RenameResult::Done | RenameResult::Unchanged | RenameResult::Left => None,
        RenameResult::Refused(_) => {
            let error =
                OpError::refused(Action::Move, Code::Exists, dir.join::<&std::ffi::OsString>(new));
            Some(error.with(dir.join::<&std::ffi::OsString>(old)))
        }
        RenameResult::Failed(error) | RenameResult::Stranded { error, .. } => Some(error),
    };
    results.filter_map(error).collect()
}
