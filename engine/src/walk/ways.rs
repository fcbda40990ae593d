//! Keeps the ways to directories as names, packed: a node holds six to ten times as much.

use std::ffi::CStr;
use std::sync::Arc;

use crate::walk::node::DirNode;

/// Directories of one side of a walk, each with a number.
#[derive(Debug, Default)]
pub(crate) struct Ways {
    dirs: Vec<Dir>,
}

#[derive(Debug)]
enum Dir {
    /// What the ways to others begin with: the directory of an operand, or that above the operands.
    Base(Arc<DirNode>),
    /// A name in another of them. Whole paths would be quadratic in the depth of a tree.
    Below { above: u32, name: Box<[u8]> },
    /// A directory without a node.
    Path(Box<[u8]>),
}

impl Ways {
    /// Gives the number of the directory of a node, whose names on the side at hand `name` tells.
    pub(crate) fn number(&mut self, node: &Arc<DirNode>, name: fn(&DirNode) -> &CStr) -> u32 {
        let mut chain = Vec::new();
        let mut at = node;
        let mut above = loop {
            if let Some(number) = at.number.get() {
                break *number;
            }
            match &at.parent {
                Some(parent) if !at.is_operand() => {
                    chain.push(at);
                    at = parent;
                }
                Some(_) | None => {
                    let number = self.add(Dir::Base(Arc::clone(at)));
                    break *at.number.get_or_init(|| number);
                }
            }
        };
        for node in chain.into_iter().rev() {
            let name = name(node).to_bytes().into();
            let number = self.add(Dir::Below { above, name });
            above = *node.number.get_or_init(|| number);
        }
        above
    }

    /// Numbers a directory that has a path and no node.
    pub(crate) fn number_of_path(&mut self, path: &[u8]) -> u32 {
        self.add(Dir::Path(path.into()))
    }

    /// Gives the node that the way to a directory begins at, if it does, and the path from there.
    pub(crate) fn way_to(&self, number: u32) -> (Option<Arc<DirNode>>, Vec<u8>) {
        let mut names: Vec<&[u8]> = Vec::new();
        let mut at = number;
        let base = loop {
            match self.dirs.get(at as usize) {
                Some(Dir::Base(node)) => break Some(Arc::clone(node)),
                Some(Dir::Path(path)) => {
                    names.push(path);
                    break None;
                }
                Some(Dir::Below { above, name }) => {
                    names.push(name);
                    at = *above;
                }
                None => break None,
            }
        };
        names.reverse();
        (base, names.join(&b'/'))
    }

    fn add(&mut self, dir: Dir) -> u32 {
        self.dirs.push(dir);
        // Four billion directories do not fit a memory.
        self.dirs.len() as u32 - 1
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CString;

    use super::*;
    use fcp_sys as sys;

    fn child(parent: &Arc<DirNode>, name: &str) -> Arc<DirNode> {
        let name = CString::new(name).unwrap();
        DirNode::child(parent, &name, &name, parent.meta, true, Vec::new())
    }

    #[test]
    fn ways_are_names_below_their_operand() {
        let meta = sys::stat_at(sys::CWD, c".", true).unwrap();
        let top = DirNode::top(None, meta);
        let operand = child(&top, "a");
        let deep = child(&child(&operand, "b"), "c");
        let beside = child(deep.parent.as_ref().unwrap(), "d");
        let mut ways = Ways::default();
        let numbers = [&top, &operand, &deep, &beside, &deep]
            .map(|node| ways.number(node, |node| &node.dst_name));
        assert_eq!(numbers[2], numbers[4]);
        assert_eq!(ways.dirs.len(), 5);
        let found = numbers.map(|dir| ways.way_to(dir));
        let paths = found.each_ref().map(|(_, path)| path.as_slice());
        assert_eq!(paths, [b"".as_slice(), b"", b"b/c", b"b/d", b"b/c"]);
        let bases = found.map(|(base, _)| base.unwrap().id);
        assert_eq!(bases, [top.id, operand.id, operand.id, operand.id, operand.id]);
        // Only the operand is held.
        assert_eq!((Arc::strong_count(&deep), Arc::strong_count(&beside)), (1, 1));
    }
}
