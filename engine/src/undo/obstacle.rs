//! Foresees which items keep their place because another item has the name that an undo would give them.

use std::collections::HashSet;
use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};

use super::look::{exists, identity, is_directory, is_led_by_others, stat};
use crate::contract::error::{Code, OpError};
use crate::contract::event::FileKind;
use crate::copy::Relocation;
use crate::journal::Journal;
use crate::walk::descent::{Descend, descend};
use crate::walk::operand::{base_of, parent_of};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Sys, c_path};

/// What is known of names to which something goes back.
#[derive(Debug)]
pub(super) struct Obstacles<'a> {
    /// Names that are free by then.
    leaving: &'a HashSet<&'a Path>,
    /// What earlier undos have begun to bring back.
    earlier: Journal,
}

impl<'a> Obstacles<'a> {
    pub(super) fn new(leaving: &'a HashSet<&'a Path>, earlier: Journal) -> Self {
        Self { leaving, earlier }
    }

    /// Tells why items of a folder would stay that meets another one: a reason for each; it is at `src` now, before the
    /// steps that bring it to where it is moved from.
    ///
    /// # Errors
    /// The item would not go back at all, for this reason.
    pub(super) fn to(&self, src: &Path, relocation: &Relocation) -> Result<Vec<Code>, Code> {
        let Relocation { dst, inode, .. } = relocation;
        let now = identity(src).map_err(Code::from_errno)?;
        if inode.is_some_and(|inode| !inode.is(now)) {
            return Err(Code::ChangedSince);
        }
        if is_led_by_others(dst) {
            return Err(Code::UnsafeName);
        }
        // A file has the place of a folder above.
        if stat(dst).err() == Some(Errno::NOTDIR) {
            return Err(Code::from_errno(Errno::NOTDIR));
        }
        if self.is_free(dst) {
            return Ok(Vec::new());
        }
        if !is_directory(src) || !is_directory(dst) {
            return Err(Code::Exists);
        }
        let mut merge = Merge { obstacles: self, src, dst, staying: Vec::new() };
        merge.walk().map_err(Code::from_errno)?;
        Ok(merge.staying)
    }

    fn is_free(&self, path: &Path) -> bool {
        !exists(path) || self.leaving.contains(path) || self.is_half(path)
    }

    /// Whether an undo that was killed had begun to bring it back: this one goes on with it.
    fn is_half(&self, path: &Path) -> bool {
        self.earlier.is_resumed()
            && c_path(path).is_some_and(|path| self.earlier.is_born_of_job(sys::CWD, &path))
    }
}

/// A folder that goes into another one, item by item.
struct Merge<'a> {
    obstacles: &'a Obstacles<'a>,
    src: &'a Path,
    dst: &'a Path,
    /// Why items stay.
    staying: Vec<Code>,
}

impl Merge<'_> {
    fn walk(&mut self) -> Sys<()> {
        let src = self.src;
        let path = c_path(src).ok_or(Errno::INVAL)?;
        let above = sys::enter_dir(sys::CWD, &parent_of(&path), true)?;
        let name = CString::new(base_of(&path)).map_err(|_| Errno::INVAL)?;
        descend(above.as_fd(), &name, src, self);
        Ok(())
    }

    /// The name that an item gets.
    fn goal(&self, path: &Path) -> PathBuf {
        self.dst.join(path.strip_prefix(self.src).unwrap_or(path))
    }
}

impl Descend for Merge<'_> {
    fn file(&mut self, _dir: BorrowedFd<'_>, path: &Path, _name: &CStr, _kind: FileKind) {
        if !self.obstacles.is_free(&self.goal(path)) {
            self.staying.push(Code::Exists);
        }
    }

    fn enters(&mut self, path: &Path, _name: &CStr) -> bool {
        let goal = self.goal(path);
        if self.obstacles.is_free(&goal) {
            // It goes as a whole.
            return false;
        }
        let merges = is_directory(&goal);
        if !merges {
            self.staying.push(Code::Exists);
        }
        merges
    }

    fn leave(&mut self, _above: BorrowedFd<'_>, _path: &Path, _name: &CStr) {}

    fn fails(&mut self, error: OpError) {
        self.staying.push(error.code);
    }

    fn goes_on(&self) -> bool {
        true
    }
}
