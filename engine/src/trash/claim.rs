//! Takes items of the trash out of the reach of a restore while they are deleted.
//!
//! An item is restored by its description. That of a directory which is being deleted has another name, with the process
//! that deletes: else a restore would move the directory away, and the deletion would follow it there. If the process
//! dies, the next list of the trash gives the description its name again.

use std::ffi::OsStr;
#[cfg(target_os = "linux")]
use std::ffi::{CStr, CString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

#[cfg(target_os = "linux")]
use fcp_sys::BorrowedFd;
use fcp_sys::{self as sys, Errno, Sys, c_path};

/// The end of the name of a description whose item is being deleted, behind the number of the process.
const DELETING: &[u8] = b".fcp-deleting";

/// Gives a description the name by which no program restores its item; gives its path then.
///
/// # Errors
/// It is gone, or cannot be renamed.
pub(crate) fn claim(info: &Path) -> Sys<PathBuf> {
    let mut name = info.as_os_str().to_owned();
    name.push(format!(".{}", std::process::id()));
    name.push(OsStr::from_bytes(DELETING));
    let claimed = PathBuf::from(name);
    rename(info, &claimed).map(|()| claimed)
}

/// Gives a description its name again, since its item stays.
///
/// # Errors
/// It is gone, or another one has the name.
pub(crate) fn release(claimed: &Path) -> Sys<PathBuf> {
    let info = claimed_from(claimed).ok_or(Errno::INVAL)?;
    rename(claimed, &info).map(|()| info)
}

fn rename(from: &Path, to: &Path) -> Sys<()> {
    let (from, to) = (c_path(from).ok_or(Errno::INVAL)?, c_path(to).ok_or(Errno::INVAL)?);
    sys::rename_new(sys::CWD, &from, sys::CWD, &to)
}

/// The path that a claimed description had; none if it is not claimed.
pub(crate) fn claimed_from(path: &Path) -> Option<PathBuf> {
    let (name, _) = unclaimed(path.file_name()?.as_bytes())?;
    Some(path.with_file_name(OsStr::from_bytes(name)))
}

fn unclaimed(name: &[u8]) -> Option<(&[u8], u32)> {
    let rest = name.strip_suffix(DELETING)?;
    let dot = rest.iter().rposition(|byte| *byte == b'.')?;
    let process = std::str::from_utf8(&rest[dot + 1..]).ok()?.parse().ok()?;
    Some((&rest[..dot], process)).filter(|(name, _)| name.ends_with(b".trashinfo"))
}

#[cfg(target_os = "linux")]
/// Gives a description its name again if the process that has claimed it lives no more; gives that name.
pub(super) fn recover(info: BorrowedFd<'_>, name: &CStr) -> Option<CString> {
    let (own, process) = unclaimed(name.to_bytes())?;
    if Path::new(&format!("/proc/{process}")).exists() {
        return None;
    }
    let own = CString::new(own).ok()?;
    sys::rename_new(info, name, info, &own).ok().map(|()| own)
}
