//! Small changes, carried out.

use std::sync::atomic::AtomicBool;

use fcp_engine::edit::{self, Changed, Edit, RenameResult, Renames};
use fcp_engine::error::OpError;
use fcp_engine::path::DisplayName;

use super::owners;
use crate::app::undo::Deed;

/// Makes a change and gives what takes it back, or says what went wrong.
pub(super) fn edit(deed: &Deed) -> Result<Option<Edit>, String> {
    let made = |result: Result<Edit, OpError>| result.map(Some).map_err(|error| error.to_string());
    let never = AtomicBool::new(false);
    match deed {
        Deed::MakeDirectory(path) => made(edit::make_directory(path, true)),
        Deed::MakeFile(path) => made(edit::make_file(path)),
        Deed::Symlink { target, at } => made(edit::symlink(target, at)),
        Deed::HardLink { of, at } => made(edit::hard_link(of, at)),
        Deed::Rename { from, to } => made(edit::rename(from, to)),
        Deed::RenameAll { dir, pairs } => renamed(edit::rename_all(dir, pairs), pairs),
        Deed::Mode { paths, change, recursive } => {
            changed(edit::set_mode(paths, change, *recursive, &never))
        }
        Deed::Owner { paths, user, group, recursive } => {
            let uid = user.as_deref().map(owners::uid).transpose()?;
            let gid = group.as_deref().map(owners::gid).transpose()?;
            changed(edit::set_owner(paths, uid, gid, *recursive, &never))
        }
    }
}

fn changed(changed: Changed) -> Result<Option<Edit>, String> {
    match changed.failed.first() {
        Some(first) if changed.failures == 1 => Err(first.to_string()),
        Some(first) => Err(format!("{first}, and {} more", changed.failures - 1)),
        None => Ok(changed.undo),
    }
}

fn renamed(
    renames: Renames,
    pairs: &[(std::ffi::OsString, std::ffi::OsString)],
) -> Result<Option<Edit>, String> {
    for (result, (old, new)) in renames.results.iter().zip(pairs) {
        let (old, new) = (DisplayName::new(old), DisplayName::new(new));
        match result {
            RenameResult::Done | RenameResult::Unchanged | RenameResult::Left => {}
            RenameResult::Refused(problem) => {
                let why = problem.words();
                return Err(format!("nothing was renamed: '{old}' cannot become '{new}': {why}"));
            }
            RenameResult::Failed(error) => return Err(format!("nothing was renamed: {error}")),
            RenameResult::Stranded { now, error } => {
                let now = DisplayName::new(now);
                return Err(format!("'{old}' is called '{now}' now: {error}"));
            }
        }
    }
    Ok(renames.undo)
}

/// Takes a change back.
pub(super) fn undo(edit: &Edit) -> Result<String, String> {
    match edit::undo(edit) {
        Ok(()) => Ok("Taken back".to_owned()),
        Err(errors) => Err(errors.first().map_or_else(String::new, ToString::to_string)),
    }
}
