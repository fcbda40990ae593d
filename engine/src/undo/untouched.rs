//! Finds out whether what was unpacked, packed or restored is as the job left it, with all that is in it.
//!
//! A file that was edited, or moved there, has a ctime after the job; a folder that was made or moved there was not born
//! during the job. An item that the user has removed leaves no such trace, and nothing is lost with the others.

use std::ffi::{CStr, CString};
use std::path::Path;

use crate::contract::error::OpError;
use crate::contract::event::FileKind;
use crate::record::Times;
use crate::walk::descent::{Descend, descend};
use crate::walk::operand::{base_of, parent_of};
use fcp_sys::{self as sys, AsFd, BorrowedFd, c_path};

/// Looks at what a directory holds, until something is found that the job did not leave so.
struct Look<'a> {
    times: &'a Times,
    /// Whether all that is there was made by the job, and not only moved by it.
    is_made: bool,
    is_untouched: bool,
}

/// Whether an item that the job has made is as it left it; what cannot be looked at is not.
pub(super) fn is_untouched(path: &Path, times: &Times) -> bool {
    look(path, Look { times, is_made: true, is_untouched: true })
}

/// Whether an item that the job has moved, with all that is in it, is as it left it; what cannot be looked at is not.
pub(super) fn is_unchanged(path: &Path, times: &Times) -> bool {
    look(path, Look { times, is_made: false, is_untouched: true })
}

fn look(path: &Path, mut look: Look<'_>) -> bool {
    let open = || {
        let path = c_path(path)?;
        let above = sys::enter_dir(sys::CWD, &parent_of(&path), true).ok()?;
        Some((above, CString::new(base_of(&path)).ok()?))
    };
    let Some((above, name)) = open() else { return false };
    match sys::stat_at(above.as_fd(), &name, false) {
        Ok(meta) if meta.kind == FileKind::Directory => {
            look.directory(above.as_fd(), path, &name);
            descend(above.as_fd(), &name, path, &mut look);
        }
        Ok(_) => look.item(above.as_fd(), path, &name),
        Err(_) => look.is_untouched = false,
    }
    look.is_untouched
}

impl Look<'_> {
    fn item(&mut self, dir: BorrowedFd<'_>, path: &Path, name: &CStr) {
        let meta = sys::stat_at(dir, name, false);
        self.is_untouched &= meta.is_ok_and(|meta| self.is_own(path, meta.ctime_micros()));
    }

    fn directory(&mut self, dir: BorrowedFd<'_>, path: &Path, name: &CStr) {
        match sys::made_at(dir, name) {
            // In what was moved a new entry may be an old file, which was moved there as well.
            Some(made) if self.is_made => self.is_untouched &= self.is_own(path, made),
            // Its ctime changes with every entry.
            Some(_) | None => self.item(dir, path, name),
        }
    }

    fn is_own(&self, path: &Path, at: i64) -> bool {
        let is_in_time =
            if self.is_made { self.times.is_then(at) } else { !self.times.is_later(at) };
        is_in_time || self.times.is_return(path, at)
    }
}

impl Descend for Look<'_> {
    fn file(&mut self, dir: BorrowedFd<'_>, path: &Path, name: &CStr, _kind: FileKind) {
        self.item(dir, path, name);
    }

    fn enters(&mut self, _path: &Path, _name: &CStr) -> bool {
        true
    }

    fn leave(&mut self, above: BorrowedFd<'_>, path: &Path, name: &CStr) {
        self.directory(above, path, name);
    }

    fn fails(&mut self, _error: OpError) {
        self.is_untouched = false;
    }

    fn goes_on(&self) -> bool {
        self.is_untouched
    }
}
