//! Tells whether something in a directory has come, gone or changed.

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::contract::error::OpError;
use crate::contract::event::FileKind;
use crate::walk::descent::{Descend, descend};
use fcp_sys::{self as sys, BorrowedFd, Meta};

/// Sums up what is in a directory: two looks give the same if the same items are there, and no file has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Print {
    /// Items, with the directory itself.
    pub(super) items: u64,
    /// Of a hash of each item, in whatever order they are found.
    pub(super) sum: i64,
}

impl Print {
    /// Looks at a directory and all that is in it. What cannot be looked at counts by its error.
    pub(super) fn of(dir: BorrowedFd<'_>, name: &CStr) -> Self {
        let mut print = Self::default();
        descend(dir, name, Path::new(OsStr::from_bytes(name.to_bytes())), &mut print);
        print.items = print.items.max(1);
        print
    }

    fn add(&mut self, path: &Path, numbers: [i64; 4]) {
        let mut hasher = blake3::Hasher::new();
        hasher.update(path.as_os_str().as_bytes()).update(b"\0");
        for number in numbers {
            hasher.update(&number.to_le_bytes());
        }
        let hash = hasher.finalize();
        let first = hash.as_bytes().first_chunk().copied().unwrap_or_default();
        self.items += 1;
        self.sum = self.sum.wrapping_add(i64::from_le_bytes(first));
    }

    fn look(&mut self, path: &Path, found: sys::Sys<Meta>) {
        let numbers = match found {
            // A directory changes when the items in it do, and they are looked at themselves.
            Ok(meta) if meta.kind == FileKind::Directory => [meta.ino as i64, 0, 0, 0],
            Ok(meta) => [meta.ino as i64, meta.size as i64, meta.mtime.0, meta.mtime.1],
            Err(errno) => [0, 0, 0, errno.raw_os_error().into()],
        };
        self.add(path, numbers);
    }
}

impl Descend for Print {
    fn file(&mut self, dir: BorrowedFd<'_>, path: &Path, name: &CStr, _kind: FileKind) {
        self.look(path, sys::stat_at(dir, name, false));
    }

    fn enters(&mut self, _path: &Path, _name: &CStr) -> bool {
        true
    }

    fn leave(&mut self, above: BorrowedFd<'_>, path: &Path, name: &CStr) {
        self.look(path, sys::stat_at(above, name, false));
    }

    fn fails(&mut self, error: OpError) {
        self.add(&error.path.0, [0, 0, 1, error.errno.unwrap_or_default().into()]);
    }

    fn goes_on(&self) -> bool {
        true
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use std::fs;

    use fcp_sys::AsFd;

    use super::*;

    #[test]
    fn whatever_comes_goes_or_changes_in_a_directory_is_noticed() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |path: &str| scratch.path().join("d").join(path);
        fs::create_dir_all(at("a/b")).unwrap();
        for name in ["x", "a/y", "a/b/z"] {
            fs::write(at(name), name).unwrap();
        }
        let dir = fs::File::open(scratch.path()).unwrap();
        let look = || Print::of(dir.as_fd(), c"d");
        let first = look();
        assert_eq!((first.items, look()), (6, first));
        let mut seen = vec![first];
        let mut changed = |what: &str| {
            let print = look();
            assert!(!seen.contains(&print), "{what}");
            seen.push(print);
        };
        fs::write(at("a/b/new"), "").unwrap();
        changed("a new file");
        fs::write(at("a/b/z"), "longer than before").unwrap();
        changed("an edited file");
        fs::rename(at("x"), at("a/x")).unwrap();
        changed("a file elsewhere");
        fs::create_dir(at("a/b/empty")).unwrap();
        changed("a new folder");
        fs::remove_file(at("a/x")).unwrap();
        changed("a file that is gone");
        fs::write(at("swap"), "a/y").unwrap();
        fs::rename(at("swap"), at("a/y")).unwrap();
        changed("another file under a name");
    }
}
