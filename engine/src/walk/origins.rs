//! Knows from which of several directories each item has come that arrived in one.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The directories of the sources, and the sources of items; none where all sources are in one directory.
#[derive(Debug, Default)]
pub(crate) struct Origins {
    directories: Vec<PathBuf>,
    /// The sources of directories, and of other items that have come from another one than the directory above them, by
    /// hashes of their paths.
    sources: HashMap<u64, u32>,
}

impl Origins {
    /// Begins with the directories of all sources.
    pub(crate) fn new(directories: Vec<PathBuf>) -> Self {
        Self { directories, sources: HashMap::new() }
    }

    /// The directory of a source.
    pub(crate) fn directory(&self, source: Option<u32>) -> Option<&Path> {
        self.directories.get(source? as usize).map(PathBuf::as_path)
    }

    /// Notes from which source an item has come; directories come before what is in them, and again with each source that
    /// they are in.
    pub(crate) fn note(&mut self, item: &Path, is_directory: bool, source: Option<u32>) {
        if let Some(number) = source.filter(|_| self.directory(source).is_some())
            && (is_directory || self.source(item) != source)
        {
            self.sources.entry(key_of(item)).or_insert(number);
        }
    }

    /// The directory that an item was below.
    pub(crate) fn before(&self, item: &Path) -> Option<&Path> {
        self.directory(self.source(item))
    }

    fn source(&self, item: &Path) -> Option<u32> {
        item.ancestors().find_map(|above| self.sources.get(&key_of(above)).copied())
    }
}

fn key_of(path: &Path) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(path.as_os_str().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_that_meet_in_one_directory_are_told_by_their_sources() {
        let mut origins = Origins::new(vec!["a".into(), "b".into()]);
        for (item, source) in
            [("x/", 0), ("x/d/", 0), ("x/d/e", 0), ("x/", 1), ("x/d/", 1), ("x/d/f", 1), ("y/", 1)]
        {
            let path = Path::new(item.trim_end_matches('/'));
            origins.note(path, item.ends_with('/'), Some(source));
        }
        for (item, before) in
            [("x", "a"), ("x/e", "a"), ("x/d/f", "b"), ("x/d/e", "a"), ("y/g/deep", "b")]
        {
            assert_eq!(origins.before(Path::new(item)), Some(Path::new(before)), "{item}");
        }
        // A file that has come from where its directory has needs no place.
        assert_eq!(origins.sources.len(), 4);
        assert_eq!(origins.before(Path::new("z")), None);
        origins.note(Path::new("z"), false, Some(2));
        assert_eq!(Origins::default().before(Path::new("x")), None);
    }
}
