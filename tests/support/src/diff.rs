//! Compares two trees, bytes and metadata, and says exactly what differs.

use std::collections::HashMap;
use std::ffi::{CStr, CString, OsStr};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{FileType, OFlags, Stat, major, minor};
use rustix::io::Errno;

use crate::cursor::Cursor;
use data::first_difference;
use shown::escape;

/// What to compare beside names and file types, which always count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct What {
    /// The bytes of regular files.
    pub data: bool,
    /// The targets of symlinks.
    pub targets: bool,
    /// The numbers of devices.
    pub devices: bool,
    /// Permission bits, setuid, setgid and sticky included.
    pub mode: bool,
    /// User and group.
    pub owner: bool,
    /// Modification times to the nanosecond.
    pub mtime: bool,
    /// Extended attributes, and with them ACLs.
    pub xattrs: bool,
    /// Which names are links to one file.
    pub hard_links: bool,
    /// How many bytes more than the left one the right file may occupy on disk.
    pub holes: Option<u64>,
    /// The metadata of the two operands themselves, not only of what is below them.
    pub root: bool,
}

impl What {
    /// Compares names, types and contents: what any copy keeps.
    pub fn contents() -> Self {
        Self {
            data: true,
            targets: true,
            devices: true,
            mode: false,
            owner: false,
            mtime: false,
            xattrs: false,
            hard_links: false,
            holes: None,
            root: false,
        }
    }

    /// Compares everything that a copy can keep, with 1 MiB of slack for the holes of each file.
    pub fn everything() -> Self {
        Self {
            mode: true,
            owner: true,
            mtime: true,
            xattrs: true,
            hard_links: true,
            holes: Some(1 << 20),
            root: true,
            ..Self::contents()
        }
    }
}

/// One way in which the right tree is not like the left one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where, below both operands; empty for the operands themselves.
    pub path: PathBuf,
    /// What differs there.
    pub aspect: Aspect,
}

/// What differs at one path, left and then right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// There is only a left one.
    Missing,
    /// There is only a right one.
    Extra,
    /// They are not of the same type.
    Type(FileType, FileType),
    /// Regular files of different sizes.
    Size(u64, u64),
    /// Regular files whose bytes differ from this offset on.
    Data(u64),
    /// Symlinks that lead elsewhere.
    Target(CString, CString),
    /// Devices of other numbers.
    Device((u32, u32), (u32, u32)),
    /// Other permissions.
    Mode(u32, u32),
    /// Other users or groups.
    Owner((u32, u32), (u32, u32)),
    /// Other modification times, in seconds and nanoseconds.
    Mtime((i64, i64), (i64, i64)),
    /// An extended attribute that differs or that only one has.
    Xattr(CString, Option<Vec<u8>>, Option<Vec<u8>>),
    /// The first name met of the file that this is a name of.
    HardLinks(PathBuf, PathBuf),
    /// Bytes occupied on disk: the right file has lost its holes.
    Holes(u64, u64),
}

/// Compares two trees, or two files; gives the differences in the order of a sorted walk.
///
/// Paths of any length are fine. An error means that one side could not be read.
pub fn diff(left: &Path, right: &Path, what: &What) -> io::Result<Vec<Difference>> {
    let (left, left_name) = Cursor::beside(left)?;
    let (right, right_name) = Cursor::beside(right)?;
    let mut differ = Differ {
        what: *what,
        path: PathBuf::new(),
        left: Side { at: left, links: HashMap::new() },
        right: Side { at: right, links: HashMap::new() },
        found: Vec::new(),
    };
    differ.walk(&left_name, &right_name).map_err(|error| {
        io::Error::new(error.kind(), format!("{}: {error}", escape(differ.path.as_os_str())))
    })?;
    Ok(differ.found)
}

/// Panics with the differences, if there are any.
#[track_caller]
pub fn assert_same(left: &Path, right: &Path, what: &What) {
    let found = match diff(left, right, what) {
        Ok(found) => found,
        Err(error) => panic!("cannot compare {} and {}: {error}", left.display(), right.display()),
    };
    if !found.is_empty() {
        let shown: Vec<_> = found.iter().take(20).map(Difference::to_string).collect();
        panic!(
            "{} is not like {}, {} differences:\n{}{}",
            right.display(),
            left.display(),
            found.len(),
            shown.join("\n"),
            if found.len() > shown.len() { "\n…" } else { "" }
        );
    }
}

/// One of the two trees.
#[derive(Debug)]
struct Side {
    at: Cursor,
    /// The first name met of every file that has several.
    links: HashMap<(u64, u64), PathBuf>,
}

#[derive(Debug)]
struct Differ {
    what: What,
    path: PathBuf,
    left: Side,
    right: Side,
    found: Vec<Difference>,
}

impl Differ {
    fn walk(&mut self, left_root: &CStr, right_root: &CStr) -> io::Result<()> {
        if !self.entry(left_root, right_root)? {
            return Ok(());
        }
        // Directories entered, each with its children that are still to be entered.
        self.left.at.down(left_root)?;
        self.right.at.down(right_root)?;
        let mut open = vec![self.directory()?];
        while let Some(children) = open.last_mut() {
            if let Some(name) = children.pop() {
                self.left.at.down(&name)?;
                self.right.at.down(&name)?;
                self.path.push(OsStr::from_bytes(name.to_bytes()));
                open.push(self.directory()?);
            } else {
                open.pop();
                if !open.is_empty() {
                    self.left.at.up()?;
                    self.right.at.up()?;
                    self.path.pop();
                }
            }
        }
        Ok(())
    }

    /// Compares the entries of the current directories; gives those to enter, last first.
    fn directory(&mut self) -> io::Result<Vec<CString>> {
        let mut directories = Vec::new();
        let mut left = self.left.at.names()?.into_iter().peekable();
        let mut right = self.right.at.names()?.into_iter().peekable();
        loop {
            let order = match (left.peek(), right.peek()) {
                (Some(left), Some(right)) => left.cmp(right),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => break,
            };
            let name = if order.is_gt() { right.next() } else { left.next() };
            let name = name.expect("a name was there");
            self.path.push(OsStr::from_bytes(name.to_bytes()));
            match order {
                std::cmp::Ordering::Less => self.report(Aspect::Missing),
                std::cmp::Ordering::Greater => self.report(Aspect::Extra),
                std::cmp::Ordering::Equal => {
                    right.next();
                    if self.entry(&name, &name)? {
                        directories.push(name);
                    }
                }
            }
            self.path.pop();
        }
        directories.reverse();
        Ok(directories)
    }

    /// Compares one entry; tells whether both sides are directories.
    fn entry(&mut self, left_name: &CStr, right_name: &CStr) -> io::Result<bool> {
        let (left, right) = (self.left.at.stat(left_name)?, self.right.at.stat(right_name)?);
        let kind = FileType::from_raw_mode(left.st_mode);
        let right_kind = FileType::from_raw_mode(right.st_mode);
        if kind != right_kind {
            self.report(Aspect::Type(kind, right_kind));
            return Ok(false);
        }
        match kind {
            FileType::RegularFile => self.file((left_name, &left), (right_name, &right))?,
            FileType::Symlink if self.what.targets => {
                let target = |side: &Side, name| rustix::fs::readlinkat(&side.at, name, Vec::new());
                let targets = (target(&self.left, left_name)?, target(&self.right, right_name)?);
                self.expect(targets, Aspect::Target);
            }
            FileType::CharacterDevice | FileType::BlockDevice if self.what.devices => {
                let numbers = |stat: &Stat| (major(stat.st_rdev), minor(stat.st_rdev));
                self.expect((numbers(&left), numbers(&right)), Aspect::Device);
            }
            _ => {}
        }
        if self.what.root || !self.path.as_os_str().is_empty() {
            self.metadata(kind, &left, &right);
            if self.what.xattrs {
                self.xattrs(left_name, right_name)?;
            }
        }
        if self.what.hard_links && kind != FileType::Directory {
            let first_names = (
                self.left.first_name(&left, &self.path),
                self.right.first_name(&right, &self.path),
            );
            self.expect(first_names, Aspect::HardLinks);
        }
        Ok(kind == FileType::Directory)
    }

    #[allow(
        clippy::unnecessary_cast,
        clippy::cast_lossless,
        reason = "types differ between systems"
    )]
    fn metadata(&mut self, kind: FileType, left: &Stat, right: &Stat) {
        // Linux gives every symlink mode 0777.
        if self.what.mode && kind != FileType::Symlink {
            let mode = |stat: &Stat| stat.st_mode as u32 & 0o7777;
            self.expect((mode(left), mode(right)), Aspect::Mode);
        }
        if self.what.owner {
            let owner = |stat: &Stat| (stat.st_uid, stat.st_gid);
            self.expect((owner(left), owner(right)), Aspect::Owner);
        }
        if self.what.mtime {
            let mtime = |stat: &Stat| (stat.st_mtime, stat.st_mtime_nsec as i64);
            self.expect((mtime(left), mtime(right)), Aspect::Mtime);
        }
    }

    fn file(&mut self, left: (&CStr, &Stat), right: (&CStr, &Stat)) -> io::Result<()> {
        let size = |(_, stat): (&CStr, &Stat)| stat.st_size.cast_unsigned();
        if self.what.data {
            if size(left) != size(right) {
                self.report(Aspect::Size(size(left), size(right)));
            } else if size(left) > 0 {
                let left_file = self.left.at.file(left.0, OFlags::RDONLY)?;
                let right_file = self.right.at.file(right.0, OFlags::RDONLY)?;
                if let Some(offset) = first_difference(&left_file, &right_file, size(left))? {
                    self.report(Aspect::Data(offset));
                }
            }
        }
        if let Some(slack) = self.what.holes {
            let occupied = |(_, stat): (&CStr, &Stat)| stat.st_blocks.cast_unsigned() * 512;
            if occupied(right) > occupied(left) + slack {
                self.report(Aspect::Holes(occupied(left), occupied(right)));
            }
        }
        Ok(())
    }

    fn xattrs(&mut self, left_name: &CStr, right_name: &CStr) -> io::Result<()> {
        let (left, right) =
            (xattrs(&self.left.at, left_name)?, xattrs(&self.right.at, right_name)?);
        let mut names: Vec<_> = left.keys().chain(right.keys()).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let values = (left.get(name).cloned(), right.get(name).cloned());
            self.expect(values, |left, right| Aspect::Xattr(name.clone(), left, right));
        }
        Ok(())
    }

    fn expect<T: PartialEq>(&mut self, (left, right): (T, T), aspect: impl FnOnce(T, T) -> Aspect) {
        if left != right {
            self.report(aspect(left, right));
        }
    }

    fn report(&mut self, aspect: Aspect) {
        self.found.push(Difference { path: self.path.clone(), aspect });
    }
}

impl Side {
    /// Gives the path at which this file was met first.
    ///
    /// Two trees have the same hard links exactly if these agree for every path.
    #[allow(clippy::unnecessary_cast, reason = "types differ between systems")]
    fn first_name(&mut self, stat: &Stat, path: &Path) -> PathBuf {
        if stat.st_nlink < 2 {
            return path.to_owned();
        }
        self.links
            .entry((stat.st_dev as u64, stat.st_ino))
            .or_insert_with(|| path.to_owned())
            .clone()
    }
}

/// The limit of the kernel for a list of names and for a value.
const XATTR_MAX: usize = 64 << 10;

fn xattrs(at: &Cursor, name: &CStr) -> io::Result<HashMap<CString, Vec<u8>>> {
    let path = at.path_of(name);
    let mut list = vec![0; XATTR_MAX];
    let length = match rustix::fs::llistxattr(&path, &mut list[..]) {
        Err(Errno::OPNOTSUPP) => 0,
        length => length?,
    };
    let mut found = HashMap::new();
    for key in list[..length].split_inclusive(|&byte| byte == 0) {
        let key = CStr::from_bytes_with_nul(key).expect("a name that ends in NUL");
        // Labels follow the policy of the system, not the copy. What xfs has under this name are
        // the ACLs, which every filesystem has under their own.
        if key != c"security.selinux" && !key.to_bytes().starts_with(b"trusted.SGI_") {
            let mut value = vec![0; XATTR_MAX];
            let length = rustix::fs::lgetxattr(&path, key, &mut value[..])?;
            value.truncate(length);
            found.insert(key.to_owned(), value);
        }
    }
    Ok(found)
}

mod data;
mod shown;
#[cfg(test)]
mod tests;
