//! Items in the trash, which panels and plans name by the files that describe them.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use fcp_engine::path::is_far;
use fcp_engine::trash::{self, Trashed};
use fcp_presentation::jobs::in_trash as in_trash_dir;
use fcp_presentation::{lock, tr};

use crate::wire::Refusal;

/// Gives where an item is: for the description of an item in the trash, that item.
pub(crate) fn on_disk(path: &Path) -> PathBuf {
    place(path).unwrap_or_else(|| path.to_owned())
}

/// Gives the item in a trash of the user's that a file describes; those of another machine are files as any other, and so
/// are those in a copy of a trash.
pub(crate) fn place(path: &Path) -> Option<PathBuf> {
    let place = trash::place(path).filter(|_| !is_far(path))?;
    let homes = lock(&HOMES);
    let data = homes.iter().map(|data| Some(data.as_path()));
    let is_of_user = |data| trash::place_of_user(path, data).is_some();
    data.chain([None]).any(is_of_user).then_some(place)
}

/// The data directories of the user: one, but in tests.
static HOMES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A path in a trash of the user's on some volume.
#[cfg(test)]
pub(crate) fn in_trash(name: &str) -> PathBuf {
    let user = rustix::process::getuid().as_raw();
    format!("/t/.Trash-{user}/{name}").into()
}

/// Names of items that are called otherwise in the trash, by where they are there: a job that restores one has ended when it
/// is told, and its description is gone.
static NAMES: Mutex<BTreeMap<PathBuf, OsString>> = Mutex::new(BTreeMap::new());

/// Remembers the names of items in the trash, as it was listed.
pub(crate) fn note_names(items: &[Trashed]) {
    let mut names = lock(&NAMES);
    for item in items {
        let (Some(place), Some(name)) = (item.place(), item.original.0.file_name()) else {
            continue;
        };
        if place.file_name() == Some(name) {
            // An item that had this place before may have been called otherwise.
            names.remove(&place);
        } else {
            names.insert(place, name.to_owned());
        }
    }
}

/// Gives where in the trash an item is, or was, and its name, if that is another one there.
pub(crate) fn renamed(path: &Path) -> Option<(PathBuf, OsString)> {
    let place = place(path)?;
    let name = lock(&NAMES).get(&place)?.clone();
    Some((place, name))
}

/// Remembers the names that [`renamed`] gave before the last start.
pub(crate) fn recall_names(renamed: impl IntoIterator<Item = (PathBuf, OsString)>) {
    lock(&NAMES).extend(renamed);
}

/// Gives the name of an item: for one in the trash, or for its description, the name that it had.
pub(crate) fn called(path: &Path) -> OsString {
    let place = on_disk(path);
    let name = lock(&NAMES).get(&place).cloned();
    name.unwrap_or_else(|| place.file_name().unwrap_or(place.as_os_str()).to_owned())
}

/// Gives how the user knows an item in the trash, or one in it; none of what is elsewhere.
pub(crate) fn known_as(path: &Path) -> Option<PathBuf> {
    if is_trashed(path) {
        return Some(called(path).into());
    }
    let below = in_trash_dir(path).filter(|_| is_in_trash(path))?;
    let item = path.ancestors().nth(below.components().count() - 1)?;
    let inside = path.strip_prefix(item).ok()?;
    let name = PathBuf::from(called(item));
    Some(if inside.as_os_str().is_empty() { name } else { name.join(inside) })
}

/// Forgets all names below a directory, as at the next start.
#[cfg(test)]
pub(crate) fn forget_names(dir: &Path) {
    lock(&NAMES).retain(|place, _| !place.starts_with(dir));
}

/// Takes a data directory for one of the user's.
pub(crate) fn know(data: &Path) {
    lock(&HOMES).insert(data.to_owned());
}

/// Tells whether a path is that of a trash of the user's, on any volume, or below it: what is put there has no description,
/// and is not listed.
pub(crate) fn is_in_trash(path: &Path) -> bool {
    let is_trash = |dir: &Path| place(&dir.join("info/x.trashinfo")).is_some();
    path.ancestors().any(is_trash)
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
