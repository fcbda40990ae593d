//! System calls that let two files share their storage, and that tell which storage a file has.

use std::ffi::{CStr, CString};

use super::{AsFd as _, BorrowedFd, Errno, OwnedFd, Sys};

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;

#[cfg(target_os = "linux")]
pub use linux::*;
#[cfg(not(target_os = "linux"))]
pub use portable::*;

/// A range of storage that holds a part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Where it begins in the file, in bytes.
    pub logical: u64,
    /// Where it begins on the device, in bytes.
    pub physical: u64,
    /// Its length in bytes.
    pub length: u64,
    /// Whether another file, or another part of this one, has it, too.
    pub shared: bool,
    /// Whether it can be shared: it is on the device, in blocks of its own.
    pub known: bool,
    /// Whether anything was written there; else it is storage that was only reserved, and reads as zeros.
    pub written: bool,
    /// Whether it is compressed or encrypted: then `physical` says where the whole of it begins, of which this may be
    /// any part.
    pub encoded: bool,
}

/// Opens a file to look at it component by component; none may be a symlink.
fn open_file_stepwise(dir: BorrowedFd<'_>, path: &CStr) -> Sys<OwnedFd> {
    let bytes = path.to_bytes();
    let Some(cut) = bytes.iter().rposition(|byte| *byte == b'/') else {
        return super::open_quietly(dir, path, false);
    };
    let part =
        |bytes: Option<&[u8]>| CString::new(bytes.unwrap_or_default()).map_err(|_nul| Errno::INVAL);
    let above = super::dir::open_stepwise(dir, &part(bytes.get(..cut))?, false, super::open_dir)?;
    super::open_quietly(above.as_fd(), &part(bytes.get(cut + 1..))?, false)
}
