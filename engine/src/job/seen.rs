//! Compares items with what the user was shown of them.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::sync::OnceLock;

use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::contract::spec::SeenItem;
use fcp_sys::{Meta, c_path};

/// The places of a plan's items in its lists, by their paths.
#[derive(Debug, Default)]
pub(crate) struct Places(OnceLock<HashMap<CString, usize>>);

impl Places {
    /// Finds an item among these paths.
    pub(crate) fn find(&self, paths: Option<&[WirePath]>, name: &CStr) -> Option<usize> {
        let index = || {
            let paths = paths.unwrap_or_default().iter().enumerate();
            paths.filter_map(|(at, path)| Some((c_path(&path.0)?, at))).collect()
        };
        self.0.get_or_init(index).get(name).copied()
    }
}

/// Whether an item is what was shown, as far as its own type, size and time tell.
pub(crate) fn is_alike(now: &Meta, was: SeenItem) -> bool {
    now.kind == was.kind
        && match now.kind {
            // What is in it changes both.
            FileKind::Directory => true,
            FileKind::File => (now.size, now.mtime_micros()) == (was.size, was.mtime),
            _ => now.mtime_micros() == was.mtime,
        }
}
