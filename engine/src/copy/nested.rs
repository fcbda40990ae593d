//! Keeps operands apart of which one lies in another one: each item is moved or removed once, in the order of the operands.

use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString};
use std::rc::Rc;

use crate::contract::event::FileKind;
use crate::walk::operand::{ancestors, base_of, parent_of};
use fcp_sys::{self as sys, Meta};

/// A directory by its numbers.
pub(crate) type Dir = (u64, u64);

/// The operands of a job that were met so far.
#[derive(Debug, Default)]
pub(crate) struct Nested {
    /// The directories among them.
    dirs: HashSet<Dir>,
    /// The name of each, and the directories that it lies in, the nearest first.
    names: Vec<(CString, Rc<[Dir]>)>,
    /// These directories, by the path of the nearest one.
    above: HashMap<CString, Rc<[Dir]>>,
    /// Each name in the directory that it is in, of a job that removes.
    entries: HashSet<(Dir, CString)>,
}

impl Nested {
    fn above(&mut self, path: &CStr) -> Rc<[Dir]> {
        let find = |parent: &CStr| {
            let dir = sys::enter_dir(sys::CWD, parent, true);
            dir.map(ancestors).unwrap_or_default().into()
        };
        Rc::clone(self.above.entry(parent_of(path)).or_insert_with_key(|parent| find(parent)))
    }

    /// Adds an operand of a job that removes; `false` if it is one before it or lies in one, and so is gone by then.
    pub(crate) fn removes(&mut self, path: &CStr, meta: &Meta) -> bool {
        let above = self.above(path);
        let entry = above.first().copied().zip(CString::new(base_of(path)).ok());
        entry.is_none_or(|entry| self.entries.insert(entry)) && self.add(path, meta, false)
    }

    /// Adds an operand; `false` if it lies in one before it, which takes it along. What is in one that `stays` is left to others.
    pub(super) fn add(&mut self, path: &CStr, meta: &Meta, stays: bool) -> bool {
        let above = self.above(path);
        if above.iter().any(|dir| self.dirs.contains(dir)) {
            return false;
        }
        if let Ok(name) = CString::new(base_of(path)) {
            self.names.push((name, above));
        }
        if meta.kind == FileKind::Directory && !stays {
            self.dirs.insert(meta.id());
        }
        true
    }

    /// Gives those that lie in one after them, each with the directory that it is in.
    pub(crate) fn apart(self) -> HashSet<(Dir, CString)> {
        let Self { dirs, names, .. } = self;
        let nested =
            names.into_iter().filter(|(_, above)| above.iter().any(|it| dirs.contains(it)));
        nested.filter_map(|(name, above)| Some((*above.first()?, name))).collect()
    }
}
