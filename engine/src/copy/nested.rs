//! Keeps operands of a move apart of which one lies in another one: each item is moved once, in the order of the operands.

use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString};
use std::rc::Rc;

use crate::contract::event::FileKind;
use crate::walk::operand::{ancestors, base_of, parent_of};
use fcp_sys::{self as sys, Meta};

/// A directory by its numbers.
type Dir = (u64, u64);

/// The operands of a move that were met so far.
#[derive(Debug, Default)]
pub(super) struct Nested {
    /// The directories among them.
    dirs: HashSet<Dir>,
    /// The name of each, and the directories that it lies in, the nearest first.
    names: Vec<(CString, Rc<[Dir]>)>,
    /// These directories, by the path of the nearest one.
    above: HashMap<CString, Rc<[Dir]>>,
}

impl Nested {
    /// Adds an operand; `false` if it lies in one before it, which takes it along.
    pub(super) fn add(&mut self, path: &CStr, meta: &Meta) -> bool {
        let parent = parent_of(path);
        let find = |parent: &CStr| {
            let dir = sys::enter_dir(sys::CWD, parent, true);
            dir.map(ancestors).unwrap_or_default().into()
        };
        let above = self.above.entry(parent).or_insert_with_key(|parent| find(parent));
        if above.iter().any(|dir| self.dirs.contains(dir)) {
            return false;
        }
        if let Ok(name) = CString::new(base_of(path)) {
            self.names.push((name, Rc::clone(above)));
        }
        if meta.kind == FileKind::Directory {
            self.dirs.insert(meta.id());
        }
        true
    }

    /// Gives those that lie in one after them, each with the directory that it is in.
    pub(super) fn apart(self) -> HashSet<(Dir, CString)> {
        let Self { dirs, names, .. } = self;
        let nested =
            names.into_iter().filter(|(_, above)| above.iter().any(|it| dirs.contains(it)));
        nested.filter_map(|(name, above)| Some((*above.first()?, name))).collect()
    }
}
