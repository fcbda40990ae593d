//! Knows what earlier sources have brought to a place, which a later one must not replace.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use crate::contract::error::Code;
use crate::contract::path::WirePath;
use crate::walk::operand::base_of;
use fcp_sys::c_path;

/// The paths of all items so far, if several sources go to one place: hashes, of which the lowest bit says whether the item
/// is a directory.
#[derive(Debug)]
pub(super) struct Earlier(Option<HashSet<u64>>);

impl Earlier {
    /// Looks whether two of the sources have one name, or one has none, so that what is in it goes beside the others.
    pub(super) fn of(sources: &[WirePath]) -> Self {
        let mut names = HashSet::new();
        let meets = sources.iter().any(|source| {
            let path = c_path(&source.0).unwrap_or_default();
            let name = base_of(&path);
            matches!(name, b"" | b"." | b"..") || !names.insert(name.to_vec())
        });
        Self((meets && sources.len() > 1).then(HashSet::new))
    }

    /// Notes an item, unless another source has brought one to its place; then says why not. Directories are merged.
    pub(super) fn meet(&mut self, inside: &[u8], is_directory: bool) -> Option<Code> {
        let told = self.0.as_mut()?;
        let file = BuildHasherDefault::<DefaultHasher>::default().hash_one(inside) & !1;
        let directory = file | 1;
        match (told.contains(&directory), told.contains(&file), is_directory) {
            (true, _, true) => None,
            (true, _, false) => Some(Code::OverDirectory),
            (false, true, true) => Some(Code::OverNonDirectory),
            (false, true, false) => Some(Code::JustCreated),
            (false, false, _) => {
                told.insert(if is_directory { directory } else { file });
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sources_that_meet_are_remembered() {
        let earlier = |sources: &[&str]| {
            let sources: Vec<WirePath> = sources.iter().map(|source| (*source).into()).collect();
            Earlier::of(&sources)
        };
        assert!(earlier(&["x/a", "y/b"]).0.is_none());
        assert!(earlier(&["x/."]).0.is_none());
        assert!(earlier(&["x/a", "y/a/"]).0.is_some());
        let mut met = earlier(&["x/.", "y"]);
        assert_eq!(met.meet(b"d", true), None);
        assert_eq!(met.meet(b"d/f", false), None);
        assert_eq!(met.meet(b"d", true), None);
        assert_eq!(met.meet(b"d/f", false), Some(Code::JustCreated));
        assert_eq!(met.meet(b"d", false), Some(Code::OverDirectory));
        assert_eq!(met.meet(b"d/f", true), Some(Code::OverNonDirectory));
    }
}
