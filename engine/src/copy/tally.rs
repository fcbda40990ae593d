//! Counts what is in a directory of the destination.

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::contract::error::OpError;
use crate::contract::event::FileKind;
use crate::walk::descent::{Descend, descend};
use fcp_sys::BorrowedFd;

/// Counts what is in a directory, and the directory itself, up to a limit.
pub(crate) fn count_in(dir: BorrowedFd<'_>, name: &CStr, most: u64) -> u64 {
    let mut tally = Tally { count: 0, most };
    descend(dir, name, Path::new(OsStr::from_bytes(name.to_bytes())), &mut tally);
    tally.count.max(1)
}

struct Tally {
    count: u64,
    most: u64,
}

impl Descend for Tally {
    fn file(&mut self, _: BorrowedFd<'_>, _: &Path, _: &CStr, _: FileKind) {
        self.count += 1;
    }

    fn enters(&mut self, _: &Path, _: &CStr) -> bool {
        true
    }

    fn leave(&mut self, _: BorrowedFd<'_>, _: &Path, _: &CStr) {
        self.count += 1;
    }

    // The removal tells what cannot be entered.
    fn fails(&mut self, _: OpError) {
        self.count += 1;
    }

    fn goes_on(&self) -> bool {
        self.count <= self.most
    }
}
