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

    /// Says why an item cannot go to a place to which another source has brought one. Directories are merged.
    pub(super) fn meets(&self, inside: &[u8], is_directory: bool) -> Option<Code> {
        let told = self.0.as_ref()?;
        let (file, directory) = (key_of(inside, false), key_of(inside, true));
        match (told.contains(&directory), told.contains(&file), is_directory) {
            (true, _, false) => Some(Code::OverDirectory),
            (false, true, true) => Some(Code::OverNonDirectory),
            (false, true, false) => Some(Code::JustCreated),
            (true, _, true) | (false, false, _) => None,
        }
    }

    /// Notes an item that was told.
    pub(super) fn note(&mut self, inside: &[u8], is_directory: bool) {
        if let Some(told) = &mut self.0 {
            told.insert(key_of(inside, is_directory));
        }
    }
}

fn key_of(inside: &[u8], is_directory: bool) -> u64 {
    let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(inside);
    hash & !1 | u64::from(is_directory)
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
        for (inside, is_directory) in [(&b"d"[..], true), (b"d/f", false), (b"d", true)] {
            assert_eq!(met.meets(inside, is_directory), None);
            met.note(inside, is_directory);
        }
        assert_eq!(met.meets(b"d/f", false), Some(Code::JustCreated));
        assert_eq!(met.meets(b"d", false), Some(Code::OverDirectory));
        assert_eq!(met.meets(b"d/f", true), Some(Code::OverNonDirectory));
    }
}
