//! Tells whether something in a directory has come, gone or changed.

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::contract::error::OpError;
use crate::contract::event::FileKind;
use crate::walk::descent::{Descend, descend};
use fcp_sys::{self as sys, BorrowedFd, Errno, Meta, Sys};

/// Sums up what is in a directory: two looks give the same if the same items are there, and no file has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Print {
    /// Items, with the directory itself.
    pub(super) items: u64,
    /// Of a hash of each item, in whatever order they are found.
    pub(super) sum: i64,
    /// The same without the numbers and the times that the filesystem gives.
    pub(super) looks: i64,
}

impl Print {
    /// Looks at a directory and all that is in it. What is mounted there counts as such.
    ///
    /// # Errors
    /// Something in it cannot be read, so that it is not known what comes or goes there.
    pub(super) fn of(dir: BorrowedFd<'_>, name: &CStr) -> Sys<Self> {
        let mut looker = Looker { print: Self::default(), error: None };
        descend(dir, name, Path::new(OsStr::from_bytes(name.to_bytes())), &mut looker);
        let Looker { mut print, error } = looker;
        print.items = print.items.max(1);
        error.map_or(Ok(print), Err)
    }

    /// Whether two prints differ in nothing but in what the filesystem gives.
    pub(super) fn looks_like(self, other: Self) -> bool {
        (self.items, self.looks) == (other.items, other.looks)
    }

    fn add(&mut self, path: &Path, looks: [i64; 4], given: [i64; 3]) {
        let mut hasher = blake3::Hasher::new();
        hasher.update(path.as_os_str().as_bytes()).update(b"\0");
        for number in looks {
            hasher.update(&number.to_le_bytes());
        }
        let seen = first_of(&hasher);
        for number in given {
            hasher.update(&number.to_le_bytes());
        }
        self.items += 1;
        self.looks = self.looks.wrapping_add(seen);
        self.sum = self.sum.wrapping_add(first_of(&hasher));
    }

    fn look(&mut self, path: &Path, found: Sys<Meta>) {
        let (looks, given) = match found {
            // A directory changes when the items in it do, and they are looked at themselves.
            Ok(meta) if meta.kind == FileKind::Directory => ([1, 0, 0, 0], [meta.ino as i64, 0, 0]),
            Ok(meta) => {
                // Of several names each changes it.
                let ctime = if meta.nlink == 1 { meta.ctime } else { (0, 0) };
                (
                    [0, meta.size as i64, meta.mtime.0, meta.mtime.1],
                    [meta.ino as i64, ctime.0, ctime.1],
                )
            }
            Err(errno) => ([2, 0, 0, errno.raw_os_error().into()], [0; 3]),
        };
        self.add(path, looks, given);
    }
}

fn first_of(hasher: &blake3::Hasher) -> i64 {
    i64::from_le_bytes(hasher.finalize().as_bytes().first_chunk().copied().unwrap_or_default())
}

/// Looks at the items of a directory.
struct Looker {
    print: Print,
    error: Option<Errno>,
}

impl Descend for Looker {
    fn file(&mut self, dir: BorrowedFd<'_>, path: &Path, name: &CStr, _kind: FileKind) {
        self.print.look(path, sys::stat_at(dir, name, false));
    }

    fn enters(&mut self, _path: &Path, _name: &CStr) -> bool {
        true
    }

    fn leave(&mut self, above: BorrowedFd<'_>, path: &Path, name: &CStr) {
        self.print.look(path, sys::stat_at(above, name, false));
    }

    fn fails(&mut self, error: OpError) {
        let errno = error.errno.map(Errno::from_raw_os_error);
        // Another process removes or replaces it at this moment: then the print is another one.
        let is_change = |errno: &Errno| {
            matches!(*errno, Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::STALE)
        };
        self.error = self.error.or(errno.filter(|errno| !is_change(errno)));
        self.print.add(&error.path.0, [3, 0, 0, error.errno.unwrap_or_default().into()], [0; 3]);
    }

    fn goes_on(&self) -> bool {
        self.error.is_none()
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
        let look = || Print::of(dir.as_fd(), c"d").unwrap();
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
