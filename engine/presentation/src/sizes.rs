//! Keeps the sizes of folders that were measured, so that they are known again when the user comes back.
//!
//! A size is forgotten when something tells that it may be another one now: the folder was modified since, or a job or
//! another program has changed something in it. A change far below it that nothing tells of is not noticed.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Sizes that are kept at most; beyond that all are forgotten.
const MOST: usize = 100_000;

/// A folder that was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    bytes: u64,
    /// When it was modified before, in microseconds since the Unix epoch.
    mtime: i64,
}

/// The sizes of folders, by the folder that they are in and their name.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    dirs: BTreeMap<PathBuf, BTreeMap<OsString, Known>>,
    count: usize,
}

impl Sizes {
    /// Notes the size of a folder, and when the folder was modified.
    pub fn note(&mut self, dir: &Path, name: &OsStr, bytes: u64, mtime: i64) {
        if self.count >= MOST {
            *self = Self::default();
        }
        let names = self.dirs.entry(dir.to_owned()).or_default();
        if names.insert(name.to_owned(), Known { bytes, mtime }).is_none() {
            self.count += 1;
        }
    }

    /// Tells whether sizes are known of folders in a folder.
    pub fn has(&self, dir: &Path) -> bool {
        self.dirs.contains_key(dir)
    }

    /// Gives the size of a folder, if it has not been modified since it was measured.
    pub fn of(&self, dir: &Path, name: &OsStr, mtime: Option<i64>) -> Option<u64> {
        let known = self.dirs.get(dir)?.get(name)?;
        (mtime.is_none_or(|mtime| mtime == known.mtime)).then_some(known.bytes)
    }

    /// Forgets the sizes of all folders in which something has changed: of this one and of those above it.
    pub fn forget(&mut self, changed: &Path) {
        for path in changed.ancestors() {
            let (Some(dir), Some(name)) = (path.parent(), path.file_name()) else { continue };
            if let Some(names) = self.dirs.get_mut(dir) {
                self.count -= usize::from(names.remove(name).is_some());
                if names.is_empty() {
                    self.dirs.remove(dir);
                }
            }
        }
    }

    /// Forgets all sizes.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes() -> Sizes {
        let mut sizes = Sizes::default();
        for (dir, name) in [("/", "a"), ("/a", "b"), ("/a", "c"), ("/a/b", "d")] {
            sizes.note(Path::new(dir), OsStr::new(name), 7, 1);
        }
        sizes
    }

    fn known(sizes: &Sizes) -> Vec<String> {
        let names = |(dir, names): (&PathBuf, &BTreeMap<OsString, Known>)| -> Vec<String> {
            names.keys().map(|name| dir.join(name).display().to_string()).collect()
        };
        sizes.dirs.iter().flat_map(names).collect()
    }

    #[test]
    fn a_change_takes_the_sizes_of_the_folders_above_it() {
        let mut sizes = sizes();
        sizes.forget(Path::new("/a/b"));
        assert_eq!((known(&sizes), sizes.count), (vec!["/a/c".into(), "/a/b/d".into()], 2));
        sizes.forget(Path::new("/a/c/deep/down"));
        assert_eq!((known(&sizes), sizes.count), (vec!["/a/b/d".into()], 1));
        assert!(sizes.has(Path::new("/a/b")) && !sizes.has(Path::new("/a")));
    }

    #[test]
    fn a_folder_that_was_modified_has_no_size() {
        let sizes = sizes();
        let of = |mtime| sizes.of(Path::new("/a"), OsStr::new("b"), mtime);
        assert_eq!((of(Some(1)), of(None), of(Some(2))), (Some(7), Some(7), None));
    }

    #[test]
    fn there_is_an_end_to_what_is_kept() {
        let mut sizes = Sizes::default();
        for n in 0..=MOST {
            sizes.note(Path::new("/a"), OsStr::new(&n.to_string()), 1, 1);
        }
        assert_eq!(sizes.count, 1);
    }
}
