//! Tells an item of a plan from another one that has got its name since.

use std::ffi::CStr;

use crate::contract::event::FileKind;
use fcp_sys::{self as sys, BorrowedFd, Identity, Meta, Sys};

/// What tells an item from another one with its name, on each machine that sees the filesystem.
///
/// Machines number their devices each in its own way; the inode of an item is the same on all of them. A number is
/// given to another inode when its own is gone, so that the moment of birth counts, too; where the filesystem does not
/// keep that, the moment of the last change of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    inode: u64,
    time: Time,
}

/// A moment, in microseconds since the Unix epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Time {
    Born(i64),
    Changed(i64),
    /// The times of access and change of a directory of a move when the plan was made, in seconds and nanoseconds.
    Folder((i64, i64), (i64, i64)),
}

impl Stamp {
    /// Looks at a name, without following a link.
    pub(crate) fn at(dir: BorrowedFd<'_>, name: &CStr) -> Sys<Self> {
        let Identity { id: (_, inode), born } = Identity::at(dir, name)?;
        if let Some(born) = born {
            return Ok(Self { inode, time: Time::Born(born) });
        }
        Ok(Self::without_birth(&sys::stat_at(dir, name, false)?))
    }

    /// Notes the times of a directory, which change as soon as items in it are moved.
    pub(crate) fn of_folder(meta: &Meta) -> Self {
        Self { inode: meta.ino, time: Time::Folder(meta.atime, meta.mtime) }
    }

    /// Gives the directory the times that it had when the plan was made, if they were noted.
    pub(crate) fn with_times(self, meta: &Meta) -> Meta {
        match self.time {
            Time::Folder(atime, mtime) if meta.ino == self.inode => Meta { atime, mtime, ..*meta },
            Time::Folder(..) | Time::Born(_) | Time::Changed(_) => *meta,
        }
    }

    fn without_birth(meta: &Meta) -> Self {
        // A directory changes when the items in it are removed, and only one that is empty is removed itself.
        let is_dir = meta.kind == FileKind::Directory;
        let changed = if is_dir { 0 } else { meta.mtime_micros() };
        Self { inode: meta.ino, time: Time::Changed(changed) }
    }

    /// The words that a list has for it.
    pub(super) fn text(self) -> String {
        let inode = self.inode;
        match self.time {
            Time::Born(time) => format!("{inode:x}.b{time}"),
            Time::Changed(time) => format!("{inode:x}.c{time}"),
            Time::Folder(atime, mtime) => {
                format!("{inode:x}.d{},{},{},{}", atime.0, atime.1, mtime.0, mtime.1)
            }
        }
    }

    /// Reads the words of a list.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        let (inode, time) = std::str::from_utf8(text).ok()?.split_once('.')?;
        let inode = u64::from_str_radix(inode, 16).ok()?;
        let (letter, time) = time.split_at_checked(1)?;
        let numbers: Option<Vec<i64>> = time.split(',').map(|number| number.parse().ok()).collect();
        let time = match (letter, numbers?.as_slice()) {
            ("b", [time]) => Time::Born(*time),
            ("c", [time]) => Time::Changed(*time),
            ("d", [a, b, c, d]) => Time::Folder((*a, *b), (*c, *d)),
            _ => return None,
        };
        Some(Self { inode, time })
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use fcp_sys::AsFd;

    use super::*;

    #[test]
    fn a_stamp_is_read_as_it_was_written() {
        for inode in [0, 0xb, 0xc, 0xbc, 0xcb, 0xabc_def0, u64::MAX] {
            let folder = Time::Folder((7, 1), (-7, 999_999_999));
            let born = [Time::Born(-1), Time::Born(1_782_076_447_000_123)];
            for time in born.into_iter().chain([Time::Changed(0), folder]) {
                let stamp = Stamp { inode, time };
                assert_eq!(Stamp::parse(stamp.text().as_bytes()), Some(stamp), "{stamp:?}");
            }
        }
        for bad in ["", "12", "b1", "1.b", "x.b1", "1.b1x", "1.d1", "1.d1,2,3", "1.b1,2", ".b1"] {
            assert_eq!(Stamp::parse(bad.as_bytes()), None, "{bad}");
        }
    }

    #[test]
    fn a_directory_stays_the_same_while_it_is_emptied_also_where_no_birth_is_kept() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = std::fs::File::open(scratch.path()).unwrap();
        let look = |name| Stamp::without_birth(&sys::stat_at(dir.as_fd(), name, false).unwrap());
        std::fs::write(scratch.path().join("f"), "x").unwrap();
        let (whole, file) = (look(c"."), look(c"f"));
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(9);
        dir.set_modified(later).unwrap();
        std::fs::File::open(scratch.path().join("f")).unwrap().set_modified(later).unwrap();
        assert_eq!(look(c"."), whole);
        assert_ne!(look(c"f"), file);
    }

    #[test]
    fn another_file_under_the_name_has_another_stamp_and_a_changed_one_has_not() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("f");
        std::fs::write(&path, "one").unwrap();
        let dir = std::fs::File::open(scratch.path()).unwrap();
        let stamp = || Stamp::at(dir.as_fd(), c"f").unwrap();
        let before = stamp();
        assert_eq!(stamp(), before);
        if matches!(before.time, Time::Born(_)) {
            std::fs::write(&path, "more").unwrap();
            assert_eq!(stamp(), before);
        }
        std::fs::write(scratch.path().join("new"), "one").unwrap();
        std::fs::rename(scratch.path().join("new"), &path).unwrap();
        assert_ne!(stamp(), before);
    }
}
