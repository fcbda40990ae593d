//! Compares items with what the user was shown of them.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::path::Path;
use std::sync::OnceLock;

use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::contract::spec::SeenItem;
use fcp_sys::{self as sys, Meta, c_path};

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

/// Whether an item of which only the type was shown at a moment is another one: its type tells so, or it has come since.
pub(crate) fn is_another_since(path: &Path, now: &Meta, was: SeenItem, shown: u64) -> bool {
    now.kind != was.kind || has_come_since(path, now, shown)
}

/// Whether an item has come to its place since the user was shown what was there: a file that was made since, or a directory
/// that was renamed since; of both the filesystem tells. What was only written to since is what was shown.
///
/// A time that is still to come says nothing: another machine has its own clock.
fn has_come_since(path: &Path, meta: &Meta, shown: u64) -> bool {
    let (shown, now) = (shown as i64, sys::now() as i64);
    let is_since = |at: i64| shown > 0 && (shown..=now).contains(&at);
    let made = c_path(path).and_then(|path| sys::made_at(sys::CWD, &path));
    // To rename a directory changes its ctime alone; of a file, so does a link to it or the end of one.
    let is_renamed = || {
        meta.kind == FileKind::Directory
            && is_since(meta.ctime_micros())
            && meta.mtime_micros() < shown
    };
    made.is_some_and(is_since) || is_renamed()
}
