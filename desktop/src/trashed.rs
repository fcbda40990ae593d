//! Items in the trash, which panels and plans name by the files that describe them.

use std::path::{Path, PathBuf};

use fcp_engine::path::is_far;
use fcp_engine::trash;
use fcp_presentation::tr;

use crate::wire::Refusal;

/// Gives where an item is: for the description of an item in the trash, that item.
pub(crate) fn on_disk(path: &Path) -> PathBuf {
    place(path).unwrap_or_else(|| path.to_owned())
}

/// Gives the item in the trash that a file describes; those of another machine are files as any other.
fn place(path: &Path) -> Option<PathBuf> {
    trash::place(path).filter(|_| !is_far(path))
}

/// Gives where items are.
pub(crate) fn all_on_disk(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().map(|path| on_disk(path)).collect()
}

/// Tells whether a path names an item in the trash.
pub(crate) fn is_trashed(path: &Path) -> bool {
    place(path).is_some()
}

/// Refuses what would leave the description of an item behind in the trash.
///
/// # Errors
/// One of the items is in the trash.
pub(crate) fn refuse_trashed(paths: &[PathBuf]) -> Result<(), Refusal> {
    if paths.iter().any(|path| is_trashed(path)) {
        return Err(Refusal::because(tr!("desktop-restore-first")));
    }
    Ok(())
}
