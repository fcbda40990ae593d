//! Gives ids to entries, which the UI sends instead of names.
//!
//! An entry gets one when it is first told, and keeps it however often its folder is listed, sorted or
//! filtered anew; a row that the user is renaming stays that row. An id means a path for as long as it is
//! remembered, and what is there when it is used.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    ids: HashMap<Arc<Path>, EntryId>,
}

impl Generation {
    fn put(&mut self, id: EntryId, path: Arc<Path>) {
        self.paths.insert(id, Arc::clone(&path));
        self.ids.insert(path, id);
    }
}

impl Entries {
    /// Gives the id of a path, and whether ids that were not requested lately will be forgotten next.
    pub(super) fn id(&mut self, path: PathBuf) -> (EntryId, bool) {
        if let Some(&id) = self.recent.ids.get(path.as_path()) {
            return (id, false);
        }
        let known = self.before.ids.get(path.as_path()).copied();
        let id = known.unwrap_or_else(|| {
            self.last += 1;
            self.last
        });
        let turns = self.recent.ids.len() >= GENERATION;
        if turns {
            self.before = std::mem::take(&mut self.recent);
        }
        self.recent.put(id, path.into());
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

    #[test]
    fn a_path_keeps_its_id_and_is_forgotten_in_time() {
        let mut entries = Entries::default();
        let at = |n: usize| PathBuf::from(format!("/{n}"));
        let (first, _) = entries.id(at(0));
        assert_eq!(entries.id(at(0)), (first, false));
        assert_eq!(entries.path(first), Some(Path::new("/0")));
        let turned = (1..=GENERATION).filter(|&n| entries.id(at(n)).1).count();
        assert_eq!(turned, 1);
        // An id that is used again survives the next generation.
        assert_eq!(entries.id(at(0)).0, first);
        let (second, _) = entries.id(at(1));
        (GENERATION + 1..2 * GENERATION).for_each(|n| assert!(entries.id(at(n)).0 > 0));
        assert_eq!(entries.path(first), Some(Path::new("/0")));
        (2 * GENERATION..4 * GENERATION).for_each(|n| assert!(entries.id(at(n)).0 > 0));
        assert_eq!((entries.path(first), entries.path(second)), (None, None));
        // No id is given twice.
        assert!(entries.id(at(0)).0 > second);
    }
}
