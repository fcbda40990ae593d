//! Defines the items of a walk, directory entries: at hand, waiting, and packed.

use std::ffi::{CStr, CString};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::contract::error::OpError;
use crate::contract::event::{Answer, FileKind};
use crate::walk::node::DirNode;
use crate::walk::shown::Shown;

/// One entry of a directory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'a> {
    /// Name in the source directory; an operand's path.
    pub(crate) name: &'a CStr,
    /// Name in the destination directory.
    pub(crate) dst_name: &'a CStr,
    /// Its type, never `Unknown`.
    pub(crate) kind: FileKind,
    /// What was answered, if it waited for an answer.
    pub(crate) answer: Option<&'a Answer>,
    /// What the question was about, if it waited for an answer.
    pub(crate) shown: Option<&'a Shown>,
    /// How often it was tried before.
    pub(crate) tries: u8,
    /// Whether it has another name than it was asked to get, beside what had that.
    pub(crate) is_renamed: bool,
    /// Whether `dst_name` is what the rule for names makes of its name: true of operands and of all that waited.
    pub(crate) is_named: bool,
}

impl<'a> Item<'a> {
    /// An item met for the first time, which keeps its name.
    pub(crate) fn new(name: &'a CStr, kind: FileKind) -> Self {
        let (answer, shown, tries) = (None, None, 0);
        let (is_renamed, is_named) = (false, false);
        Self { name, dst_name: name, kind, answer, shown, tries, is_renamed, is_named }
    }

    /// Keeps the item for later, and its directory from being left.
    pub(crate) fn park(&self, node: &Arc<DirNode>) -> ParkedItem {
        let (name, dst_name) = (self.name.to_owned(), self.dst_name.to_owned());
        ParkedItem {
            answer: self.answer.cloned(),
            shown: self.shown.copied(),
            tries: self.tries,
            is_renamed: self.is_renamed,
            ..ParkedItem::new(node, name, dst_name, self.kind)
        }
    }
}

/// An item that waits; its node is held until the item is run or released.
#[derive(Debug)]
pub(crate) struct ParkedItem {
    pub(crate) node: Arc<DirNode>,
    pub(crate) name: CString,
    pub(crate) dst_name: CString,
    pub(crate) kind: FileKind,
    pub(crate) answer: Option<Answer>,
    pub(crate) shown: Option<Shown>,
    pub(crate) tries: u8,
    pub(crate) is_renamed: bool,
    /// Why it failed, once that was answered with giving it up.
    pub(crate) given_up: Option<OpError>,
}

impl ParkedItem {
    /// Makes an item that was not tried before, and holds its node.
    pub(crate) fn new(
        node: &Arc<DirNode>,
        name: CString,
        dst_name: CString,
        kind: FileKind,
    ) -> Self {
        node.hold();
        let (answer, shown, given_up) = (None, None, None);
        let (tries, is_renamed) = (0, false);
        let node = Arc::clone(node);
        Self { node, name, dst_name, kind, answer, shown, tries, is_renamed, given_up }
    }

    /// Shows the item to a visitor.
    pub(crate) fn item(&self) -> Item<'_> {
        Item {
            name: &self.name,
            dst_name: &self.dst_name,
            kind: self.kind,
            answer: self.answer.as_ref(),
            shown: self.shown.as_ref(),
            tries: self.tries,
            is_renamed: self.is_renamed,
            is_named: true,
        }
    }
}

/// What a listing has found since it last told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Entries, directories among them.
    pub(crate) items: usize,
    pub(crate) directories: usize,
    /// Whether the directory is listed to its end.
    pub(crate) all: bool,
}

/// Names, types and inodes, packed: no allocation per entry.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) bytes: Vec<u8>,
    pub(crate) count: usize,
}

/// Gives the type that was packed as a number by `as u8`.
pub(crate) fn kind_of_number(number: u8) -> Option<FileKind> {
    const KINDS: [FileKind; 8] = [
        FileKind::File,
        FileKind::Directory,
        FileKind::Symlink,
        FileKind::Fifo,
        FileKind::Socket,
        FileKind::CharDevice,
        FileKind::BlockDevice,
        FileKind::Unknown,
    ];
    KINDS.get(usize::from(number)).copied()
}

impl Names {
    pub(crate) fn push(&mut self, name: &CStr, kind: FileKind, inode: u64) {
        self.bytes.push(kind as u8);
        self.bytes.extend_from_slice(&inode.to_ne_bytes());
        self.bytes.extend_from_slice(name.to_bytes_with_nul());
        self.count += 1;
    }

    /// Reads the entry at `*at` and moves on.
    pub(crate) fn next(&self, at: &mut usize) -> Option<(&CStr, FileKind)> {
        self.next_with_inode(at).map(|(name, kind, _)| (name, kind))
    }

    pub(crate) fn next_with_inode(&self, at: &mut usize) -> Option<(&CStr, FileKind, u64)> {
        let (kind, rest) = self.bytes.get(*at..)?.split_first()?;
        let (inode, rest) = rest.split_first_chunk()?;
        let name = CStr::from_bytes_until_nul(rest).ok()?;
        *at += 1 + inode.len() + name.to_bytes_with_nul().len();
        Some((name, kind_of_number(*kind)?, u64::from_ne_bytes(*inode)))
    }

    /// Copies up to `count` entries from the one at `*at` on, and moves on behind them.
    pub(crate) fn take(&self, at: &mut usize, count: usize) -> Self {
        let start = *at;
        let taken = (0..count).take_while(|_| self.next(at).is_some()).count();
        Self { bytes: self.bytes.get(start..*at).unwrap_or_default().to_vec(), count: taken }
    }

    /// Calls `each` for every entry until it breaks.
    pub(crate) fn each(&self, mut each: impl FnMut(&CStr, FileKind, u64) -> ControlFlow<()>) {
        let mut at = 0;
        while let Some((name, kind, inode)) = self.next_with_inode(&mut at) {
            if each(name, kind, inode).is_break() {
                return;
            }
        }
    }

    /// Sorts the entries by inode.
    pub(crate) fn sort(&mut self) {
        let mut places = Vec::with_capacity(self.count);
        let (mut at, mut start) = (0, 0);
        while let Some((_, _, inode)) = self.next_with_inode(&mut at) {
            places.push((inode, start, at));
            start = at;
        }
        places.sort_unstable_by_key(|(inode, ..)| *inode);
        let mut sorted = Vec::with_capacity(self.bytes.len());
        for (_, start, end) in places {
            sorted.extend_from_slice(self.bytes.get(start..end).unwrap_or_default());
        }
        self.bytes = sorted;
    }
}
