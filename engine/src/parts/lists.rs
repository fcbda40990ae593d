//! Writes the lists of a plan while one walk meets the items.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::disk;
use super::extras::{Compared, ExtraLists};
use super::filling::Filling;
use super::format::{Draft, Entry, Found, Purpose};
use super::groups::Groups;
use super::pieces::{self, Piece, size_of_pieces};
use super::planned::PlannedRemovals;
use super::selection::{key, numbers};
use super::stamp::Stamp;
use crate::contract::error::OpError;
use crate::contract::event::{FileKind, Withheld};
use crate::contract::spec::{JobSpec, LinkMode, Verb};
use crate::walk::node::DirNode;
use fcp_sys::{Meta, add_up, lock};

/// How large parts become; each is cut at the first of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Items.
    pub items: u64,
    /// Bytes of data.
    pub bytes: u64,
}

impl Default for Cut {
    fn default() -> Self {
        Self { items: 10_000, bytes: 8 << 30 }
    }
}

/// The directory of the lists of divided files.
pub(super) const FILES: &str = "files";

/// Bytes of a list at which it is cut in any case, since a process holds one in memory.
pub(super) const LONGEST: usize = 3 << 20;

/// Bytes of a list of what a mirror removes: each worker fills one, for as many of them as there usually are.
const LONGEST_OF_EXTRAS: (usize, usize) = (32, 512 << 10);

/// The lists of a plan that is being made.
#[derive(Debug)]
pub struct Lists {
    dir: PathBuf,
    cut: Cut,
    keeps_links: bool,
    /// Whether the last step has work in directories.
    has_folders: bool,
    /// Whether directories lose items before the last step, and with them the times that they had.
    moves: bool,
    /// Whether a directory in the destination takes two names for one.
    folds: AtomicBool,
    /// Whether two paths in the destination lead to one directory.
    aliases: AtomicBool,
    /// Directories that are there, each with a number that stands for its path.
    there: Mutex<HashMap<(u64, u64), u64>>,
    /// Tells the temporary files of the plan from those of others.
    pub(crate) key: u64,
    operands: HashMap<CString, usize>,
    filling: Filling,
    parts: AtomicU64,
    items: AtomicU64,
    bytes: AtomicU64,
    folders: Mutex<Folders>,
    groups: Groups,
    /// How large the pieces of large files are, if such files are divided.
    piece: Option<u64>,
    divided: Mutex<Divided>,
    /// What a mirror removes in the end.
    extras: Option<ExtraLists>,
    failure: Mutex<Option<OpError>>,
}

#[derive(Debug, Default)]
struct Folders {
    draft: Draft,
    lists: u64,
    count: u64,
}

/// Files of which several parts have pieces.
#[derive(Debug, Default)]
struct Divided {
    draft: Draft,
    lists: u64,
}

/// How much was listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) parts: u64,
    pub(crate) items: u64,
    pub(crate) bytes: u64,
    pub(crate) folder_lists: u64,
    pub(crate) folders: u64,
    pub(crate) file_lists: u64,
    pub(crate) removals: Option<PlannedRemovals>,
}

impl Lists {
    /// Begins the lists of a request, in the directory of a plan.
    pub(crate) fn new(dir: &Path, spec: &JobSpec, cut: Cut) -> Result<Self, OpError> {
        for name in ["parts", "folders"] {
            disk::make(&dir.join(name))?;
        }
        let piece = size_of_pieces(spec, cut.bytes);
        let options = &spec.options;
        let (workers, longest) = LONGEST_OF_EXTRAS;
        let extras = || ExtraLists::new(dir, workers, (cut.items, longest));
        Ok(Self {
            dir: dir.to_owned(),
            cut,
            keeps_links: matches!(spec.verb, Verb::Copy | Verb::Move)
                && options.preserve.links
                && options.link == LinkMode::Copy,
            has_folders: spec.verb != Verb::Verify,
            moves: spec.verb == Verb::Move,
            folds: AtomicBool::new(false),
            aliases: AtomicBool::new(false),
            there: Mutex::default(),
            // Numbers of up to 52 bits are exact in JavaScript.
            key: disk::unique() >> 12,
            operands: numbers(&spec.sources),
            filling: Filling::new(cut),
            parts: AtomicU64::new(0),
            items: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            folders: Mutex::default(),
            groups: Groups::new(dir.join("links")),
            piece,
            divided: Mutex::default(),
            extras: options.mirrors().then(extras).transpose()?,
            failure: Mutex::default(),
        })
    }

    /// Adds an item that a worker has met in a directory.
    pub(crate) fn add(
        &self,
        worker: usize,
        node: &DirNode,
        name: &CStr,
        (kind, found, stamp): (FileKind, Found, Option<Stamp>),
        meta: &Meta,
    ) {
        let Some((section, name)) = self.name(node, name) else { return };
        let entry = Entry { section: &section, kind, found, name: &name, stamp, piece: None };
        let is_named_again = meta.nlink > 1 && kind != FileKind::Directory;
        let bytes = if kind == FileKind::File { meta.size } else { 0 };
        let added = if self.keeps_links && is_named_again {
            self.groups.add(meta.id(), bytes, entry)
        } else {
            self.filling.add(worker, entry, bytes, |list| self.write(list))
        };
        self.note(added);
    }

    /// Whether a file is divided, so that several parts have pieces of it.
    pub(crate) fn divides(&self, meta: &Meta) -> bool {
        let is_linked = self.keeps_links && meta.nlink > 1;
        let is_file = meta.kind == FileKind::File && !is_linked;
        is_file && self.piece.is_some_and(|each| pieces::is_divided(meta, each))
    }

    /// Adds a file of which each piece is a part, and which gets its name in the end.
    pub(crate) fn add_divided(&self, node: &DirNode, name: &CStr, stamp: Stamp, meta: &Meta) {
        let (Some(each), Some((section, name))) = (self.piece, self.name(node, name)) else {
            return;
        };
        let (kind, found, stamp) = (FileKind::File, Found::Nothing, Some(stamp));
        let entry = |piece| Entry {
            section: &section,
            kind,
            found,
            name: &name,
            stamp,
            piece: Some(piece),
        };
        let count = pieces::pieces(meta.size, each).count() as u64;
        let first = self.parts.fetch_add(count, Ordering::Relaxed);
        for (number, piece) in (first..).zip(pieces::pieces(meta.size, each)) {
            let mut draft = Draft::default();
            draft.push(entry(piece), piece.to - piece.from);
            // All pieces of it are one item.
            self.items.fetch_add(u64::from(number == first), Ordering::Relaxed);
            let written = self.write_part(number, &draft);
            self.note(written);
        }
        let divided = &mut *lock(&self.divided);
        divided.draft.push(entry(Piece { from: first, to: first + count }), meta.size);
        if divided.draft.len() >= LONGEST {
            let written = self.write_divided(divided);
            self.note(written);
        }
    }

    /// Adds an item, no directory, that a part removes.
    pub(crate) fn add_removal(
        &self,
        worker: usize,
        node: &DirNode,
        (name, kind): (&CStr, FileKind),
        stamp: Stamp,
    ) {
        let Some((section, name)) = self.name(node, name) else { return };
        let (found, stamp) = (Found::Nothing, Some(stamp));
        let entry = Entry { section: &section, kind, found, name: &name, stamp, piece: None };
        self.note(self.filling.add(worker, entry, 0, |list| self.write(list)));
    }

    /// Adds what the counterpart of a directory has and the directory, which its stamp tells from others, lacks.
    pub(crate) fn add_extra(
        &self,
        worker: usize,
        (node, stamp, counterpart): (&DirNode, Stamp, Stamp),
        extra: (&Path, FileKind, Found, Stamp),
    ) {
        let (Some(extras), Some(parent)) = (&self.extras, &node.parent) else { return };
        let names = self.name(parent, &node.src_name).zip(key(node, &self.operands));
        let Some(((above, name), section)) = names else { return };
        let compared =
            Compared { above: &above, name: &name, section: &section, stamp, counterpart };
        let (path, kind, found, stamp) = extra;
        let extra = (path.as_os_str().as_bytes(), kind, found, stamp);
        self.note(extras.add(worker, compared, extra));
    }

    /// Adds an item that is in the way of a directory.
    pub(crate) fn add_way(&self, node: &DirNode, name: &CStr, stamp: Stamp) {
        let Some(extras) = &self.extras else { return };
        let Some((section, name)) = self.name(node, name) else { return };
        self.note(extras.add_way(&section, &name, stamp));
    }

    /// Notes that the walk could not read something, so that nothing will be removed.
    pub(crate) fn note_unread(&self) {
        if let Some(extras) = &self.extras {
            extras.note_partial();
        }
    }

    /// Notes how many items a mirror removes in the end, and why it will not.
    pub(crate) fn note_removals(&self, items: u64, withheld: Option<Withheld>) {
        if let Some(extras) = &self.extras {
            extras.note_verdict(items, withheld);
        }
    }

    /// Gives the directory of the plan.
    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Adds a directory that the last step removes.
    pub(crate) fn add_removed_folder(&self, node: &DirNode, name: &CStr, stamp: Stamp) {
        self.push_folder(node, name, Found::Directory, Some(stamp));
    }

    /// Adds a directory below which everything was listed.
    pub(crate) fn leave(&self, node: &DirNode) {
        let Some(parent) = &node.parent else { return };
        let found = if node.created { Found::Nothing } else { Found::Directory };
        let stamp = self.moves.then(|| Stamp::of_folder(&node.meta));
        self.push_folder(parent, &node.src_name, found, stamp);
    }

    /// Adds a directory that is not entered.
    pub(crate) fn add_folder(&self, node: &DirNode, name: &CStr, found: Found) {
        self.push_folder(node, name, found, None);
    }

    fn push_folder(&self, node: &DirNode, name: &CStr, found: Found, stamp: Option<Stamp>) {
        if !self.has_folders {
            return;
        }
        let Some((section, name)) = self.name(node, name) else { return };
        let folders = &mut *lock(&self.folders);
        let kind = FileKind::Directory;
        let entry = Entry { section: &section, kind, found, name: &name, stamp, piece: None };
        folders.draft.push(entry, 0);
        folders.count += 1;
        if folders.draft.items >= self.cut.items || folders.draft.len() >= LONGEST {
            // While the lock is held: a directory must not come into an earlier list than one below it.
            let written = self.write_folders(folders);
            self.note(written);
        }
    }

    /// Whether items are moved, and need stamps.
    pub(crate) fn moves(&self) -> bool {
        self.moves
    }

    /// Notes that a directory in the destination takes two names for one.
    pub(crate) fn note_folding(&self) {
        self.folds.store(true, Ordering::Relaxed);
    }

    /// Notes a directory that is there in the destination, and whether the plan has come to it by another path.
    pub(crate) fn note_there(&self, id: (u64, u64), path: &Path) {
        let mut hasher = DefaultHasher::new();
        path.hash(&mut hasher);
        let path = hasher.finish();
        if *lock(&self.there).entry(id).or_insert(path) != path {
            self.aliases.store(true, Ordering::Relaxed);
        }
    }

    /// Whether two paths in the destination lead to one directory.
    pub(crate) fn aliases(&self) -> bool {
        self.aliases.load(Ordering::Relaxed)
    }

    /// Whether there is such a directory.
    pub(crate) fn folds(&self) -> bool {
        self.folds.load(Ordering::Relaxed)
    }

    /// Whether something could not be written, so that the walk is in vain.
    pub(crate) fn has_failed(&self) -> bool {
        lock(&self.failure).is_some()
    }

    /// Writes what is left.
    pub(crate) fn finish(&self) -> Result<Listed, OpError> {
        if let Some(error) = lock(&self.failure).clone() {
            return Err(error);
        }
        let mut rest = Draft::default();
        self.filling.finish(&mut rest, |list| self.write(list))?;
        self.groups.take(|names| {
            // A group is never divided: its first name is copied, and the others become links to that.
            for (at, name) in names.iter().enumerate() {
                rest.push(name.entry(), if at == 0 { name.size } else { 0 });
            }
            if self.filling.is_full(&rest) { self.write(&mut rest) } else { Ok(()) }
        })?;
        self.write(&mut rest)?;
        let mut folders = lock(&self.folders);
        self.write_folders(&mut folders)?;
        let mut divided = lock(&self.divided);
        self.write_divided(&mut divided)?;
        Ok(Listed {
            parts: self.parts.load(Ordering::Relaxed),
            items: self.items.load(Ordering::Relaxed),
            bytes: self.bytes.load(Ordering::Relaxed),
            folder_lists: folders.lists,
            folders: folders.count,
            file_lists: divided.lists,
            removals: self.extras.as_ref().map(ExtraLists::finish).transpose()?,
        })
    }

    /// The section of a directory, and the name of an item in it as lists have it.
    fn name(&self, node: &DirNode, name: &CStr) -> Option<(Vec<u8>, Vec<u8>)> {
        let name = match node.parent {
            Some(_) => name.to_bytes().to_vec(),
            None => self.operands.get(name)?.to_string().into_bytes(),
        };
        Some((key(node, &self.operands)?, name))
    }

    fn write(&self, draft: &mut Draft) -> Result<(), OpError> {
        if draft.items == 0 {
            return Ok(());
        }
        let number = self.parts.fetch_add(1, Ordering::Relaxed);
        self.items.fetch_add(draft.items, Ordering::Relaxed);
        let written = self.write_part(number, draft);
        draft.clear();
        written
    }

    fn write_part(&self, number: u64, draft: &Draft) -> Result<(), OpError> {
        add_up(&self.bytes, draft.bytes);
        let path = disk::numbered(&self.dir.join("parts"), number);
        draft.write(&path, Purpose::Items)
    }

    fn write_divided(&self, divided: &mut Divided) -> Result<(), OpError> {
        if divided.draft.items == 0 {
            return Ok(());
        }
        let dir = self.dir.join(FILES);
        disk::make(&dir)?;
        let draft = std::mem::take(&mut divided.draft);
        let path = disk::numbered(&dir, divided.lists);
        divided.lists += 1;
        draft.write(&path, Purpose::Files)
    }

    fn write_folders(&self, folders: &mut Folders) -> Result<(), OpError> {
        if folders.draft.items == 0 {
            return Ok(());
        }
        let draft = std::mem::take(&mut folders.draft);
        let path = disk::numbered(&self.dir.join("folders"), folders.lists);
        folders.lists += 1;
        draft.write(&path, Purpose::Folders)
    }

    fn note(&self, result: Result<(), OpError>) {
        if let Err(error) = result {
            lock(&self.failure).get_or_insert(error);
        }
    }
}
