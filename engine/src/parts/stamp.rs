//! Tells an item of a plan from another one that has got its name since.

use std::ffi::CStr;

use super::tree::Print;
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
    /// Of an item that is moved, or that a mirror removes.
    data: Option<Data>,
    /// When the item itself changed last, in seconds and nanoseconds; of one that a mirror removes, unless it is a file
    /// with several names, whose time changes with each of them.
    changed: Option<(i64, i64)>,
}

/// What an item has that changes with its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Data {
    /// What a copy of a file has in common with it: its size in bytes, and its time of change, in seconds and
    /// nanoseconds.
    File { size: u64, mtime: (i64, i64) },
    /// What is in a directory.
    Tree(Print),
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
            return Ok(Self { inode, time: Time::Born(born), data: None, changed: None });
        }
        Ok(Self::without_birth(&sys::stat_at(dir, name, false)?))
    }

    /// Looks at an item that a part will move; the walk of the plan found `meta`.
    pub(crate) fn of_moved(dir: BorrowedFd<'_>, name: &CStr, meta: &Meta) -> Sys<Self> {
        let data = Some(Data::File { size: meta.size, mtime: meta.mtime });
        Ok(Self { data, ..Self::at(dir, name)? })
    }

    /// Looks at a file of which parts copy pieces: these must be of one version, so that any change counts, also one that
    /// leaves size and times of the data as they were.
    pub(crate) fn of_divided(dir: BorrowedFd<'_>, name: &CStr, meta: &Meta) -> Sys<Self> {
        Ok(Self { changed: Some(meta.ctime), ..Self::of_moved(dir, name, meta)? })
    }

    /// Whether both are of one file, although its data changes: without a moment of birth only its number tells.
    pub(crate) fn is_of_same_file(self, other: Self) -> bool {
        match (self.time, other.time) {
            (Time::Born(one), Time::Born(other_time)) => {
                (self.inode, one) == (other.inode, other_time)
            }
            _ => self.inode == other.inode,
        }
    }

    /// Looks at an item that a mirror removes: another one, and one that has changed, have another stamp. What is in a
    /// directory that is only removed if it is empty does not count.
    ///
    /// # Errors
    /// It cannot be looked at, or something in it cannot.
    pub(crate) fn of_extra(dir: BorrowedFd<'_>, name: &CStr, is_emptied: bool) -> Sys<Self> {
        let meta = sys::stat_at(dir, name, false)?;
        let is_dir = meta.kind == FileKind::Directory;
        if is_dir && is_emptied {
            return Self::at(dir, name);
        }
        let stamp = if is_dir {
            Self { data: Some(Data::Tree(Print::of(dir, name)?)), ..Self::at(dir, name)? }
        } else {
            Self::of_moved(dir, name, &meta)?
        };
        // Also a rename changes this time, so that an item which was restored from the trash is another one.
        Ok(Self { changed: (is_dir || meta.nlink == 1).then_some(meta.ctime), ..stamp })
    }

    /// Whether the item that a plan has found is the one that is there now, and has not changed.
    pub(crate) fn holds(self, now: Self) -> bool {
        let is_changed = self.changed.is_some_and(|changed| now.changed != Some(changed));
        self.is_of_same(now) && self.data == now.data && !is_changed
    }

    /// Whether an item for which this does not hold any more looks as if only its number were another one: some
    /// filesystems give their files new numbers when they are mounted again, or while they are mounted.
    pub(crate) fn looks_like(self, now: Self) -> bool {
        match (self.data, now.data) {
            (Some(Data::Tree(then)), Some(Data::Tree(there))) => {
                then.looks_like(there) && !self.is_of_same(now)
            }
            (then, now_data) => then == now_data && !self.is_of_same(now),
        }
    }

    /// Gives how many items an item is, with those in it.
    pub(crate) fn items(self) -> u64 {
        match self.data {
            Some(Data::Tree(print)) => print.items,
            Some(Data::File { .. }) | None => 1,
        }
    }

    /// Whether both are of one item, whatever has become of its data.
    pub(crate) fn is_of_same(self, other: Self) -> bool {
        (self.inode, self.time) == (other.inode, other.time)
    }

    /// Whether this is what a copy of the item has, as it was when the plan was made.
    pub(crate) fn is_of_copy(self, copy: &Meta) -> bool {
        self.data == Some(Data::File { size: copy.size, mtime: copy.mtime })
    }

    /// Whether an open file is the item of which this is.
    pub(crate) fn is_of(self, meta: &Meta) -> bool {
        self.inode == meta.ino
    }

    /// Whether a directory is the one of which the times were noted.
    pub(crate) fn is_of_folder(self, meta: &Meta) -> bool {
        self.inode == meta.ino
    }

    /// Notes the times of a directory, which change as soon as items in it are moved.
    pub(crate) fn of_folder(meta: &Meta) -> Self {
        Self {
            inode: meta.ino,
            time: Time::Folder(meta.atime, meta.mtime),
            data: None,
            changed: None,
        }
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
        Self { inode: meta.ino, time: Time::Changed(changed), data: None, changed: None }
    }

    /// The words that a list has for it.
    pub(crate) fn text(self) -> String {
        let inode = self.inode;
        let data = match self.data {
            Some(Data::File { size, mtime }) => format!(",{size},{},{}", mtime.0, mtime.1),
            Some(Data::Tree(Print { items, sum, looks })) => format!(",{items},{sum},{looks}"),
            None => String::new(),
        };
        let is_tree = matches!(self.data, Some(Data::Tree(_)));
        let changed = self.changed.map(|(seconds, nanos)| format!(".{seconds},{nanos}"));
        let rest = data + &changed.unwrap_or_default();
        match self.time {
            Time::Born(time) if is_tree => format!("{inode:x}.B{time}{rest}"),
            Time::Changed(time) if is_tree => format!("{inode:x}.C{time}{rest}"),
            Time::Born(time) => format!("{inode:x}.b{time}{rest}"),
            Time::Changed(time) => format!("{inode:x}.c{time}{rest}"),
            Time::Folder(atime, mtime) => {
                format!("{inode:x}.d{},{},{},{}", atime.0, atime.1, mtime.0, mtime.1)
            }
        }
    }

    /// Words for a file that stay the same although its data changes.
    pub(super) fn text_of_file(self) -> String {
        match self.time {
            Time::Born(born) => format!("{:x}.b{born}", self.inode),
            Time::Changed(_) | Time::Folder(..) => format!("{:x}", self.inode),
        }
    }

    /// Reads the words of a list.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        let (inode, time) = std::str::from_utf8(text).ok()?.split_once('.')?;
        let inode = u64::from_str_radix(inode, 16).ok()?;
        let (letter, time) = time.split_at_checked(1)?;
        let numbers = |text: &str| -> Option<Vec<i64>> {
            text.split(',').map(|number| number.parse().ok()).collect()
        };
        let (time, changed) = match time.split_once('.') {
            None => (time, None),
            Some((time, changed)) => match numbers(changed)?.as_slice() {
                [seconds, nanos] => (time, Some((*seconds, *nanos))),
                _ => return None,
            },
        };
        let data = |size: &i64, seconds: &i64, nanos: &i64| {
            let size = u64::try_from(*size).ok()?;
            Some(Some(Data::File { size, mtime: (*seconds, *nanos) }))
        };
        let tree = |items: &i64, sum: &i64, looks: &i64| {
            let items = u64::try_from(*items).ok()?;
            Some(Some(Data::Tree(Print { items, sum: *sum, looks: *looks })))
        };
        let (time, data) = match (letter, numbers(time)?.as_slice()) {
            ("b", [time]) => (Time::Born(*time), None),
            ("c", [time]) => (Time::Changed(*time), None),
            ("B", [time, items, sum, looks]) => (Time::Born(*time), tree(items, sum, looks)?),
            ("C", [time, items, sum, looks]) => (Time::Changed(*time), tree(items, sum, looks)?),
            ("b", [time, size, s, n]) => (Time::Born(*time), data(size, s, n)?),
            ("c", [time, size, s, n]) => (Time::Changed(*time), data(size, s, n)?),
            ("d", [a, b, c, d]) => (Time::Folder((*a, *b), (*c, *d)), None),
            _ => return None,
        };
        Some(Self { inode, time, data, changed })
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
            let moved = Some(Data::File { size: 3, mtime: (-7, 1) });
            let tree = Some(Data::Tree(Print { items: 3, sum: i64::MIN, looks: -7 }));
            let times = born.into_iter().chain([Time::Changed(0)]);
            let changed = Some((-3, 999_999_999));
            let all = times.flat_map(|time| {
                let data = [None, moved, tree].into_iter();
                data.flat_map(move |data| [(time, data, None), (time, data, changed)])
            });
            for (time, data, changed) in all.chain([(folder, None, None)]) {
                let stamp = Stamp { inode, time, data, changed };
                assert_eq!(Stamp::parse(stamp.text().as_bytes()), Some(stamp), "{stamp:?}");
            }
        }
        for bad in [
            "",
            "12",
            "b1",
            "1.b",
            "x.b1",
            "1.b1x",
            "1.d1",
            "1.d1,2,3",
            "1.b1,2",
            "1.b1,-2,3",
            "1.b1,2,3",
            "1.B1",
            "1.b1.2",
            "1.b1.2,3,4",
            "1.b1.",
            ".b1",
        ] {
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

    #[test]
    fn an_item_that_was_touched_or_renamed_has_changed_and_one_with_another_number_looks_the_same()
    {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        let dir = std::fs::File::open(scratch.path()).unwrap();
        let look = |name| Stamp::of_extra(dir.as_fd(), name, false).unwrap();
        std::fs::create_dir(at("d")).unwrap();
        for name in ["f", "d/in"] {
            std::fs::write(at(name), "one").unwrap();
        }
        let (file, tree) = (look(c"f"), look(c"d"));
        assert!(file.holds(look(c"f")) && tree.holds(look(c"d")));
        // As when it was restored from the trash.
        for name in ["f", "d"] {
            std::fs::rename(at(name), at("aside")).unwrap();
            std::fs::rename(at("aside"), at(name)).unwrap();
        }
        assert!(!file.holds(look(c"f")) && !file.looks_like(look(c"f")));
        assert!(!tree.holds(look(c"d")));
        // Others with the same sizes and times.
        let (file, tree) = (look(c"f"), look(c"d"));
        for name in ["f", "d"] {
            let copied =
                std::process::Command::new("cp").arg("-a").args([at(name), at("aside")]).status();
            assert!(copied.unwrap().success());
            std::fs::rename(at(name), at(&format!("old {name}"))).unwrap();
            std::fs::rename(at("aside"), at(name)).unwrap();
        }
        assert!(!file.holds(look(c"f")) && file.looks_like(look(c"f")));
        assert!(!tree.holds(look(c"d")) && tree.looks_like(look(c"d")));
        std::fs::write(at("f"), "other").unwrap();
        std::fs::write(at("d/in"), "other").unwrap();
        assert!(!file.looks_like(look(c"f")) && !tree.looks_like(look(c"d")));
    }

    #[test]
    fn a_name_more_or_less_changes_no_file() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        std::fs::write(at("f"), "one").unwrap();
        std::fs::hard_link(at("f"), at("g")).unwrap();
        let dir = std::fs::File::open(scratch.path()).unwrap();
        let look = || Stamp::of_extra(dir.as_fd(), c"f", false).unwrap();
        let stamp = look();
        std::fs::remove_file(at("g")).unwrap();
        assert!(stamp.holds(look()));
    }
}
