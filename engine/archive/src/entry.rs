//! Describes the entries of archives.

use std::ffi::CString;

use crate::Why;

/// One item in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path as the archive has it, in the encoding of filesystems; not to be trusted.
    pub name: Vec<u8>,
    /// What it is.
    pub kind: Kind,
    /// Bytes of its data, if the archive says so.
    pub size: Option<u64>,
    /// Its permission bits, if the archive has any.
    pub mode: Option<u32>,
    /// When it was changed last.
    pub mtime: Option<Time>,
    /// User and group by their numbers.
    pub owner: Option<(u32, u32)>,
    /// Extended attributes and their values.
    pub attributes: Vec<(CString, Vec<u8>)>,
    /// Why its data cannot be read, although the rest of the archive can.
    pub refused: Option<Why>,
}

/// Names what an entry is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file with data.
    File,
    /// A directory.
    Directory,
    /// A symbolic link to this target.
    Symlink(Vec<u8>),
    /// Another name of the entry that has this path.
    HardLink(Vec<u8>),
    /// A FIFO.
    Fifo,
    /// A character device with these numbers.
    CharDevice(u32, u32),
    /// A block device with these numbers.
    BlockDevice(u32, u32),
}

/// A moment: seconds since the Unix epoch, and nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    /// Seconds since the Unix epoch.
    pub seconds: i64,
    /// Nanoseconds after them.
    pub nanos: u32,
}

impl Entry {
    /// Makes an entry of which only the name and the kind are known.
    pub fn new(name: Vec<u8>, kind: Kind) -> Self {
        Self {
            name,
            kind,
            size: None,
            mode: None,
            mtime: None,
            owner: None,
            attributes: Vec::new(),
            refused: None,
        }
    }

    /// Whether it is a directory.
    pub fn is_directory(&self) -> bool {
        self.kind == Kind::Directory
    }
}
