//! What a panel shows: the names in a directory, in an order that people expect.
//!
//! A listing comes in two steps, because names are cheap and a `stat` of each is not: [`names`]
//! gives what there is, [`fill`] adds size, time and mode.

pub mod compare;
pub mod find;
pub mod measure;
pub mod mounts;
pub mod probe;

use std::cmp::Ordering;
use std::ffi::{CString, OsStr, OsString};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::error::{Action, OpError};
use crate::event::FileKind;
use crate::sys::{self, AsFd, Errno, LIST_BUFFER, OwnedFd, Sys};

/// One name in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub name: OsString,
    /// Its type; a symlink is not followed.
    pub kind: FileKind,
    /// What `stat` says, once it was asked.
    pub meta: Option<Meta>,
}

/// What `stat` says of an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// Size in bytes.
    pub size: u64,
    /// Modification time in microseconds since the Unix epoch.
    pub mtime: i64,
    /// Mode bits.
    pub mode: u32,
    /// Where a symlink leads.
    pub target: Option<PathBuf>,
    /// Whether a symlink leads to a directory.
    pub leads_to_directory: bool,
}

impl Entry {
    /// Tells whether the name is hidden by custom.
    pub fn is_hidden(&self) -> bool {
        self.name.as_bytes().starts_with(b".")
    }

    /// Tells whether the entry can be entered.
    pub fn is_directory(&self) -> bool {
        self.kind == FileKind::Directory
            || self.meta.as_ref().is_some_and(|meta| meta.leads_to_directory)
    }
}

/// Gives the names in a directory, directories first, each group in natural order.
pub fn names(dir: &Path) -> Result<Vec<Entry>, OpError> {
    let fd = open(dir).map_err(|errno| OpError::new(Action::OpenDir, dir, errno))?;
    let mut buffer = vec![MaybeUninit::uninit(); LIST_BUFFER];
    let mut entries = Vec::new();
    sys::list(fd.as_fd(), &mut buffer, |name, kind, _| {
        let name = OsStr::from_bytes(name.to_bytes()).to_owned();
        entries.push(Entry { name, kind, meta: None });
        ControlFlow::Continue(())
    })
    .map_err(|errno| OpError::new(Action::ListDir, dir, errno))?;
    sort(&mut entries);
    Ok(entries)
}

/// Adds what `stat` says; an entry that is gone by now keeps none.
pub fn fill(dir: &Path, entries: &mut [Entry]) {
    let Ok(fd) = open(dir) else { return };
    let fd = fd.as_fd();
    for entry in &mut *entries {
        let Ok(name) = CString::new(entry.name.as_bytes()) else { continue };
        let Ok(stat) = sys::stat_at(fd, &name, false) else { continue };
        entry.kind = stat.kind;
        let link = entry.kind == FileKind::Symlink;
        let target = link.then(|| sys::read_link(fd, &name).ok()).flatten();
        let behind = link.then(|| sys::stat_at(fd, &name, true).ok()).flatten();
        entry.meta = Some(Meta {
            size: stat.size,
            mtime: stat.mtime_micros(),
            mode: stat.mode,
            target: target.map(|path| OsString::from_vec(path.into_bytes()).into()),
            leads_to_directory: behind.is_some_and(|stat| stat.kind == FileKind::Directory),
        });
    }
    // Some filesystems tell the type of a name only here.
    sort(entries);
}

/// Gives the bytes free for this user on the filesystem of a directory.
pub fn free(dir: &Path) -> Option<u64> {
    sys::free_space(open(dir).ok()?.as_fd()).ok()
}

fn open(dir: &Path) -> Sys<OwnedFd> {
    let path = CString::new(dir.as_os_str().as_bytes()).map_err(|_| Errno::INVAL)?;
    sys::open_dir(sys::CWD, &path, true)
}

fn sort(entries: &mut [Entry]) {
    entries.sort_by(|a, b| {
        let is_file = |entry: &Entry| entry.kind != FileKind::Directory;
        is_file(a).cmp(&is_file(b)).then_with(|| natural(&a.name, &b.name))
    });
}

/// Compares names as people count: `IMG_9` before `IMG_10`, capitals beside small letters.
pub fn natural(one: &OsStr, other: &OsStr) -> Ordering {
    let (mut left, mut right) = (one.as_bytes(), other.as_bytes());
    while let (Some(p), Some(q)) = (left.first(), right.first()) {
        let order = if p.is_ascii_digit() && q.is_ascii_digit() {
            let (m, n) = (number(&mut left), number(&mut right));
            // Without leading zeros the longer number is the larger one, however long.
            m.len().cmp(&n.len()).then_with(|| m.cmp(n))
        } else {
            (left, right) = (&left[1..], &right[1..]);
            p.to_ascii_lowercase().cmp(&q.to_ascii_lowercase())
        };
        if order.is_ne() {
            return order;
        }
    }
    // Names that differ only in case or zeros still need one order.
    left.len().cmp(&right.len()).then_with(|| one.cmp(other))
}

/// Takes a run of digits off the front and gives it without leading zeros.
fn number<'a>(text: &mut &'a [u8]) -> &'a [u8] {
    let end = text.iter().position(|c| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    *text = rest;
    let zeros = digits.iter().position(|&c| c != b'0').unwrap_or(digits.len());
    &digits[zeros..]
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use std::fs;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn directories_come_first_and_numbers_count() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["IMG_10", "IMG_9", "b", "A", ".hidden"] {
            fs::write(dir.path().join(name), name).unwrap();
        }
        fs::create_dir(dir.path().join("z")).unwrap();
        std::os::unix::fs::symlink("z", dir.path().join("link")).unwrap();
        let mut entries = names(dir.path()).unwrap();
        let shown: Vec<_> = entries.iter().map(|e| e.name.to_str().unwrap()).collect();
        assert_eq!(shown, ["z", ".hidden", "A", "b", "IMG_9", "IMG_10", "link"]);
        assert!(entries[1].is_hidden() && entries[1].meta.is_none());
        fill(dir.path(), &mut entries);
        assert_eq!(entries[5].meta.as_ref().unwrap().size, 6);
        assert!(entries[6].is_directory() && entries[6].kind == FileKind::Symlink);
        assert_eq!(entries[6].meta.as_ref().unwrap().target, Some("z".into()));
    }

    #[test]
    fn a_failure_names_the_directory() {
        let error = names(Path::new("/nowhere")).unwrap_err();
        assert_eq!(error.to_string(), "cannot open '/nowhere': No such file or directory");
    }

    proptest! {
        #[test]
        fn natural_order_is_an_order(names in prop::collection::vec("[a-cA-C0-2_.]{0,6}", 3)) {
            let [a, b, c] = [0, 1, 2].map(|n| OsStr::new(&names[n]));
            prop_assert_eq!(natural(a, b), natural(b, a).reverse());
            prop_assert_eq!(natural(a, b).is_eq(), a == b);
            if natural(a, b).is_le() && natural(b, c).is_le() {
                prop_assert!(natural(a, c).is_le());
            }
        }
    }
}
