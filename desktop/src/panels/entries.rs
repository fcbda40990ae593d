//! Gives ids to entries, which the UI sends instead of names.
//!
//! An entry gets one when it is first told, and keeps it however often its folder is listed, sorted or
//! filtered anew; a row that the user is renaming stays that row. An id means a path for as long as it is
//! remembered. Once an item of another type is told at the path, that has another id, and the first one means nothing.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_browse::panel::may_be_same;
use fcp_engine::event::FileKind;

use crate::wire::EntryId;

/// Entries of one generation; two are remembered.
const GENERATION: usize = 1 << 15;

/// Paths and their ids, those that were told lately.
#[derive(Debug, Default)]
pub(super) struct Entries {
    /// The last id that was given.
    last: EntryId,
    recent: Generation,
    before: Generation,
}

#[derive(Debug, Default)]
struct Generation {
    paths: HashMap<EntryId, Arc<Path>>,
    ids: HashMap<Arc<Path>, (EntryId, FileKind)>,
}

impl Generation {
    fn put(&mut self, (id, kind): (EntryId, FileKind), path: Arc<Path>) {
        self.paths.insert(id, Arc::clone(&path));
        self.ids.insert(path, (id, kind));
    }

    fn forget(&mut self, path: &Path) {
        if let Some((id, _)) = self.ids.remove(path) {
            self.paths.remove(&id);
        }
    }
}

impl Entries {
    /// Gives the id of an item, and whether ids that were not requested lately will be forgotten next.
    pub(super) fn id(&mut self, path: PathBuf, kind: FileKind) -> (EntryId, bool) {
        let find = |of: &Generation| of.ids.get(path.as_path()).copied();
        let known = find(&self.recent).or_else(|| find(&self.before));
        // Some filesystems tell a type late.
        let known = known.filter(|(_, was)| may_be_same(*was, kind));
        if known.is_none() {
            self.recent.forget(&path);
            self.before.forget(&path);
        }
        let (id, was) = known.unwrap_or_else(|| {
            self.last += 1;
            (self.last, kind)
        });
        let kind = if kind == FileKind::Unknown { was } else { kind };
        if find(&self.recent) == Some((id, kind)) {
            return (id, false);
        }
        let turns = self.recent.ids.len() >= GENERATION;
        if turns {
            self.before = std::mem::take(&mut self.recent);
        }
        self.recent.put((id, kind), path.into());
        (id, turns)
    }

    /// Gives the path that an id means.
    pub(super) fn path(&self, id: EntryId) -> Option<&Path> {
        let path = self.recent.paths.get(&id).or_else(|| self.before.paths.get(&id))?;
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: FileKind = FileKind::File;

    #[test]
    fn a_path_keeps_its_id_and_is_forgotten_in_time() {
        let mut entries = Entries::default();
        let at = |n: usize| PathBuf::from(format!("/{n}"));
        let (first, _) = entries.id(at(0), FILE);
        assert_eq!(entries.id(at(0), FILE), (first, false));
        assert_eq!(entries.path(first), Some(Path::new("/0")));
        let turned = (1..=GENERATION).filter(|&n| entries.id(at(n), FILE).1).count();
        assert_eq!(turned, 1);
        // An id that is used again survives the next generation.
        assert_eq!(entries.id(at(0), FILE).0, first);
        let (second, _) = entries.id(at(1), FILE);
        (GENERATION + 1..2 * GENERATION).for_each(|n| assert!(entries.id(at(n), FILE).0 > 0));
        assert_eq!(entries.path(first), Some(Path::new("/0")));
        (2 * GENERATION..4 * GENERATION).for_each(|n| assert!(entries.id(at(n), FILE).0 > 0));
        assert_eq!((entries.path(first), entries.path(second)), (None, None));
        // No id is given twice.
        assert!(entries.id(at(0), FILE).0 > second);
    }
    #[test]
    fn an_item_of_another_type_has_another_id() {
        let mut entries = Entries::default();
        let at = || PathBuf::from("/a");
        let (unknown, _) = entries.id(at(), FileKind::Unknown);
        let (file, _) = entries.id(at(), FILE);
        assert_eq!((file, entries.id(at(), FileKind::Unknown)), (unknown, (file, false)));
        let (link, _) = entries.id(at(), FileKind::Symlink);
        assert_ne!(link, file);
        assert_eq!((entries.path(file), entries.path(link)), (None, Some(Path::new("/a"))));
        assert_eq!(entries.id(at(), FileKind::Symlink), (link, false));
    }
}
