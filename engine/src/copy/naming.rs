//! Defines how a file takes its name, what gives way to it, and why it did not take it.

use std::ffi::{CStr, CString};

use super::backup_name::Spare;
use super::copier::Copier;
use super::retain::Retained;
use crate::contract::error::Action;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, Errno};

/// Why an item did not take the place of another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unplaced {
    pub(super) action: Action,
    pub(super) errno: Errno,
    /// Whether the incoming item still has the name it came under.
    pub(super) is_back: bool,
}

impl Unplaced {
    pub(super) fn back(action: Action, errno: Errno) -> Self {
        Self { action, errno, is_back: true }
    }

    /// Whether the name was taken.
    pub(super) fn is_taken(self) -> bool {
        self.action == Action::Publish && sys::exists(self.errno)
    }
}

/// What gives way to a file when it gets its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    Nothing,
    /// What an earlier run of this job has left.
    Leftover,
    /// A file of the user's, which is replaced and not kept.
    Other,
    /// A file of the user's, which becomes a backup.
    BackedUp,
    /// A file of the user's, which the trash keeps.
    Kept,
}

impl Over {
    /// Whether it is a file of the user's.
    pub(super) fn is_foreign(self) -> bool {
        matches!(self, Self::Other | Self::Kept | Self::BackedUp)
    }
}

/// How a file takes its final name.
#[derive(Debug)]
pub(super) enum Way<'a> {
    /// Only if the name is free.
    New,
    /// Over what has the name.
    Over,
    /// What has the name goes to the trash.
    Retain(&'a mut Retained),
    /// What has the name becomes a backup, whose name the visitor knows.
    BackUp(&'a Copier, Spare),
}

/// Makes a temporary name in the directory of `name`.
pub(super) fn temporary_beside(worker: &mut Worker, name: &CStr) -> CString {
    // xorshift64*: names must differ, not be secret, since creation is exclusive.
    let mut x = worker.seed ^ (std::ptr::from_ref(worker) as u64);
    x ^= fcp_sys::now();
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    worker.seed = x.wrapping_mul(0x2545_F491_4F6C_DD1D);
    let bytes = name.to_bytes();
    let cut = bytes.iter().rposition(|byte| *byte == b'/').map_or(0, |cut| cut + 1);
    let mut path = bytes.get(..cut).unwrap_or_default().to_vec();
    let name = format!("{}{:08x}", worker.mark.of_run(), worker.seed >> 32);
    path.extend_from_slice(name.as_bytes());
    CString::new(path).unwrap_or_default()
}
