//! Knows which items below the operands a job takes, so that the walk lists no directory.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};

use super::error::PlanError;
use super::format::{Found, List, Purpose};
use super::pieces::{Gathered, Note, Piece, hidden_name};
use super::stamp::Stamp;
use super::ways::Ways;
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::walk::item::Names;
use crate::walk::node::DirNode;
use fcp_sys::c_path;

/// The items of one list, as the walk of a job meets them.
#[derive(Debug)]
pub(crate) struct Selection {
    pub(crate) purpose: Purpose,
    pub(crate) items: u64,
    pub(crate) bytes: u64,
    /// Whether it has pieces of files.
    has_pieces: bool,
    /// The key and the directory of the plan, where files are divided.
    key: u64,
    plan: PathBuf,
    /// The numbers of the operands, by their paths.
    operands: HashMap<CString, usize>,
    dirs: HashMap<Box<[u8]>, Dir>,
    /// For directories of which the list has nothing.
    empty: Names,
    /// What is in the way of directories, by their sections.
    ways: Ways,
}

#[derive(Debug)]
struct Dir {
    role: Role,
    names: Names,
    /// What tells the items in it from others, if they are removed.
    stamps: HashMap<Box<[u8]>, Stamp>,
    /// The pieces of files that are meant.
    pieces: HashMap<Box<[u8]>, Piece>,
    /// What has become of the pieces of files, in the last step.
    gathered: HashMap<Box<[u8]>, Gathered>,
}

impl Dir {
    /// A directory on the way to an item.
    fn way() -> Self {
        Self {
            role: Role::Way,
            names: Names::default(),
            stamps: HashMap::new(),
            pieces: HashMap::new(),
            gathered: HashMap::new(),
        }
    }
}

/// Why a job meets a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It is on the way to an item.
    Way,
    /// It is an item itself; this is what the plan found at its destination.
    Item(Found),
}

impl Selection {
    /// Arranges the items of a list by directory; operands are numbered as in the request of the plan.
    pub(crate) fn new(list: &List, sources: &[WirePath]) -> Self {
        let mut selection = Self {
            purpose: list.purpose,
            items: 0,
            bytes: list.bytes,
            has_pieces: false,
            key: 0,
            plan: PathBuf::new(),
            operands: numbers(sources),
            dirs: HashMap::new(),
            empty: Names::default(),
            ways: Ways::default(),
        };
        let is_counted = |found: Found| list.purpose != Purpose::Removals || found.is_extra();
        for entry in list.entries() {
            selection.items += u64::from(is_counted(entry.found));
            if entry.found.is_extra() || entry.found == Found::Counterpart {
                // No walk of the source meets it.
                continue;
            }
            if let Some(stamp) = entry.stamp
                && let Some(dir) = selection.enter(entry.section)
            {
                dir.stamps.insert(entry.name.into(), stamp);
            }
            if let Some(piece) = entry.piece
                && let Some(dir) = selection.enter(entry.section)
            {
                dir.pieces.insert(entry.name.into(), piece);
                selection.has_pieces = true;
            }
            if entry.kind == FileKind::Directory {
                let key = join(entry.section, entry.name);
                if let Some(dir) = selection.enter(&key) {
                    dir.role = Role::Item(entry.found);
                }
            } else if let (Ok(name), Some(dir)) =
                (CString::new(entry.name), selection.enter(entry.section))
            {
                dir.names.push(&name, entry.kind, 0);
            }
        }
        selection
    }

    /// Gives a directory, which is entered with those above it if the list has nothing of it yet.
    fn enter(&mut self, key: &[u8]) -> Option<&mut Dir> {
        let (mut missing, mut at) = (Vec::new(), key);
        while !self.dirs.contains_key(at) {
            missing.push(at);
            if at.is_empty() {
                break;
            }
            at = split(at).0;
        }
        for key in missing.into_iter().rev() {
            self.dirs.insert(key.into(), Dir::way());
            let (above, name) = split(key);
            if let (false, Ok(name), Some(above)) =
                (key.is_empty(), CString::new(name), self.dirs.get_mut(above))
            {
                above.names.push(&name, FileKind::Directory, 0);
            }
        }
        self.dirs.get_mut(key)
    }

    /// Gives the numbers of the operands of which the list has something.
    pub(crate) fn operands(&self) -> Vec<usize> {
        let mut found = Vec::new();
        if let Some(top) = self.dirs.get(&b""[..]) {
            let mut at = 0;
            while let Some((name, _)) = top.names.next(&mut at) {
                found.extend(name.to_str().ok().and_then(|name| name.parse::<usize>().ok()));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Gives the names that the walk takes of a directory.
    pub(crate) fn names(&self, node: &DirNode) -> &Names {
        self.dir(node).map_or(&self.empty, |dir| &dir.names)
    }

    /// Tells why the walk meets a directory.
    pub(crate) fn role(&self, node: &DirNode) -> Role {
        self.dir(node).map_or(Role::Way, |dir| dir.role)
    }

    /// Tells why the walk meets a directory in another one; none if the list has nothing of it.
    pub(crate) fn role_in(&self, node: &DirNode, name: &CStr) -> Option<Role> {
        let name = self.name(node, name)?;
        let key = join(&key(node, &self.operands)?, &name);
        self.dirs.get(key.as_slice()).map(|dir| dir.role)
    }

    /// Gives the section of a directory of a walk.
    pub(crate) fn section(&self, node: &DirNode) -> Option<Vec<u8>> {
        key(node, &self.operands)
    }

    /// Gives what tells an item of a directory from others.
    pub(crate) fn stamp(&self, node: &DirNode, name: &CStr) -> Option<Stamp> {
        self.dir(node)?.stamps.get(self.name(node, name)?.as_ref()).copied()
    }

    /// Sets the key of its plan, and where that is.
    #[must_use]
    pub(crate) fn of_plan(self, key: u64, dir: &Path) -> Self {
        Self { key, plan: dir.to_owned(), ..self }
    }

    /// Gives the note that its plan has of a hidden file.
    pub(crate) fn note_of(&self, hidden: &CStr) -> Option<Note> {
        Note::of(&self.plan, hidden)
    }

    /// Gives the hidden name of a divided file beside its final name.
    pub(crate) fn hidden_name(
        &self,
        node: &DirNode,
        name: &CStr,
        beside: &CStr,
    ) -> Option<CString> {
        let section = key(node, &self.operands)?;
        Some(hidden_name(self.key, &section, &self.name(node, name)?, beside))
    }

    /// Gives the piece of a file of a directory that is meant, if not all of it.
    pub(crate) fn piece(&self, node: &DirNode, name: &CStr) -> Option<Piece> {
        // Each file of each part comes here, and few parts have pieces.
        let dir = self.has_pieces.then(|| self.dir(node))??;
        dir.pieces.get(self.name(node, name)?.as_ref()).copied()
    }

    /// Finds out what has become of the pieces of files, of which the list says in which parts they are; gives of how many
    /// files a part has failed.
    pub(crate) fn gather(
        &mut self,
        look: impl Fn(Piece) -> Result<Gathered, PlanError>,
    ) -> Result<u64, PlanError> {
        let mut failed = 0;
        for dir in self.dirs.values_mut() {
            for (name, parts) in &dir.pieces {
                let gathered = look(*parts)?;
                failed += u64::from(matches!(gathered, Gathered::Failed(_)));
                dir.gathered.insert(name.clone(), gathered);
            }
        }
        Ok(failed)
    }

    /// Tells what has become of the pieces of a file.
    pub(crate) fn gathered(&self, node: &DirNode, name: &CStr) -> Option<Gathered> {
        self.dir(node)?.gathered.get(self.name(node, name)?.as_ref()).cloned()
    }

    /// Whether it has pieces of files.
    pub(crate) fn has_pieces(&self) -> bool {
        self.has_pieces
    }

    /// Adds what the walk has found in the way of directories, in the whole plan.
    #[must_use]
    pub(crate) fn with_ways(self, ways: Ways) -> Self {
        Self { ways, ..self }
    }

    /// Gives what tells the item that is in the way of one of a directory from others.
    pub(crate) fn stamp_in_the_way(
        &self,
        node: &DirNode,
        name: &CStr,
        is_dir: bool,
    ) -> Option<Stamp> {
        if is_dir {
            return self.stamp(node, name);
        }
        let name = self.name(node, name)?;
        self.ways.get(join(&key(node, &self.operands)?, &name).as_slice()).copied()
    }

    /// The name of an item as the list has it.
    fn name<'a>(&self, node: &DirNode, name: &'a CStr) -> Option<Cow<'a, [u8]>> {
        match node.parent {
            Some(_) => Some(name.to_bytes().into()),
            None => Some(self.operands.get(name)?.to_string().into_bytes().into()),
        }
    }

    fn dir(&self, node: &DirNode) -> Option<&Dir> {
        self.dirs.get(key(node, &self.operands)?.as_slice())
    }
}

/// Numbers operands by their paths.
pub(crate) fn numbers(sources: &[WirePath]) -> HashMap<CString, usize> {
    let path = |(at, source): (usize, &WirePath)| Some((c_path(&source.0)?, at));
    sources.iter().enumerate().filter_map(path).collect()
}

/// Gives the section of a directory of a walk: the number of the operand, and the path below it.
pub(crate) fn key(node: &DirNode, operands: &HashMap<CString, usize>) -> Option<Vec<u8>> {
    let mut names = Vec::new();
    let mut at = node;
    while let Some(above) = &at.parent {
        names.push(&at.src_name);
        at = above;
    }
    let Some(operand) = names.pop() else { return Some(Vec::new()) };
    let mut key = operands.get(operand)?.to_string().into_bytes();
    for name in names.iter().rev() {
        key.push(b'/');
        key.extend_from_slice(name.to_bytes());
    }
    Some(key)
}

/// Gives the section of a directory in another one.
pub(crate) fn join(section: &[u8], name: &[u8]) -> Vec<u8> {
    if section.is_empty() { name.to_vec() } else { [section, b"/", name].concat() }
}

/// Gives the section of the directory above, and the name in it.
pub(crate) fn split(section: &[u8]) -> (&[u8], &[u8]) {
    match section.iter().rposition(|byte| *byte == b'/') {
        Some(cut) => {
            (section.get(..cut).unwrap_or_default(), section.get(cut + 1..).unwrap_or_default())
        }
        None => (b"", section),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::parts::format::{Draft, Entry};
    use fcp_sys as sys;

    fn names(selection: &Selection, node: &DirNode) -> Vec<(String, FileKind)> {
        let (names, mut at) = (selection.names(node), 0);
        let mut found = Vec::new();
        while let Some((name, kind)) = names.next(&mut at) {
            found.push((name.to_str().unwrap().to_owned(), kind));
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found
    }

    #[test]
    fn directories_on_the_way_are_met_and_are_no_items() {
        let mut draft = Draft::default();
        let found = Found::Nothing;
        let mut push = |section: &[u8], kind, name: &[u8]| {
            draft.push(Entry { section, kind, found, name, stamp: None, piece: None }, 1);
        };
        push(b"1/a/b", FileKind::File, b"x");
        push(b"1/a", FileKind::Directory, b"b");
        push(b"1/c", FileKind::Directory, b"d");
        push(b"", FileKind::File, b"2");
        let list = List::decode(Path::new("p"), draft.encode(Purpose::Items)).unwrap();
        let sources = ["/s/0", "/s//1/", "/s/2"].map(WirePath::from);
        let selection = Selection::new(&list, &sources);
        assert_eq!(selection.operands(), [1, 2]);

        let meta = sys::stat_at(sys::CWD, c".", true).unwrap();
        let top = DirNode::top(None, meta);
        let child = |above: &Arc<DirNode>, name: &str| {
            let name = CString::new(name).unwrap();
            DirNode::child(above, &name, &name, meta, true, Vec::new())
        };
        let one = child(&top, "/s//1/");
        let (a, c) = (child(&one, "a"), child(&one, "c"));
        let (b, d) = (child(&a, "b"), child(&c, "d"));
        let dir = |name: &str| (name.to_owned(), FileKind::Directory);
        assert_eq!(names(&selection, &one), [dir("a"), dir("c")]);
        assert_eq!(names(&selection, &a), [dir("b")]);
        assert_eq!(names(&selection, &b), [("x".to_owned(), FileKind::File)]);
        assert_eq!(names(&selection, &d), []);
        let roles = [&one, &a, &b, &c, &d].map(|node| selection.role(node));
        let item = Role::Item(Found::Nothing);
        assert_eq!(roles, [Role::Way, Role::Way, item, Role::Way, item]);
        // What the list does not name is not listed.
        assert_eq!(names(&selection, &child(&b, "other")), []);
    }
}
