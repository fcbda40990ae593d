//! What stands for the calls of Linux elsewhere: on macOS a file shares storage as a clone of another one.

use std::ffi::CStr;

use super::Extent;
use crate::{BorrowedFd, Errno, OwnedFd, Sys};

/// Tells whether the filesystem of an open file can share storage.
pub fn can_share(file: BorrowedFd<'_>, _size: u64) -> bool {
    cfg!(target_vendor = "apple") && filesystem_name(file).is_some_and(|name| name == "apfs")
}

/// The storage of files is not told here.
///
/// # Errors
/// Always `EOPNOTSUPP`.
pub fn extents(_file: BorrowedFd<'_>, _each: impl FnMut(Extent)) -> Sys<()> {
    Err(Errno::OPNOTSUPP)
}

/// Identifies what the files of a device share their storage in: a filesystem.
pub fn storage_id(_fd: BorrowedFd<'_>, dev: u64) -> u128 {
    dev.into()
}

/// The name of the type of the filesystem that holds `fd`.
pub fn filesystem_name(fd: BorrowedFd<'_>) -> Option<String> {
    #[cfg(target_vendor = "apple")]
    {
        let stat = rustix::fs::fstatfs(fd).ok()?;
        let name = stat.f_fstypename.iter().take_while(|byte| **byte != 0);
        let name = name.map(|byte| byte.to_ne_bytes()[0]).collect();
        String::from_utf8(name).ok()
    }
    #[cfg(not(target_vendor = "apple"))]
    {
        let _unused = fd;
        None
    }
}

/// Opens a file some levels below `dir` to read it; no component may be a symlink.
pub fn open_file_beneath(dir: BorrowedFd<'_>, path: &CStr) -> Sys<OwnedFd> {
    super::open_file_stepwise(dir, path)
}

/// Makes a file that shares all storage of `from`, with the metadata of `to`, under a name that must be free.
///
/// # Errors
/// `ENOTSUP` where the filesystem cannot.
#[allow(unsafe_code)]
pub fn clone_like(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    dir: BorrowedFd<'_>,
    name: &CStr,
) -> Sys<()> {
    #[cfg(target_vendor = "apple")]
    {
        use rustix::fd::AsRawFd as _;
        // COPYFILE_METADATA of copyfile.h: ACL, stat and extended attributes.
        const METADATA: u32 = 1 | 1 << 1 | 1 << 2;
        rustix::fs::fclonefileat(from, dir, name, rustix::fs::CloneFlags::empty())?;
        let clone = crate::open_for_attributes(dir, name)?;
        let state = std::ptr::null_mut();
        // SAFETY: both descriptors are open, and a state of NULL is allowed (fcopyfile(3)).
        let copied =
            unsafe { nix::libc::fcopyfile(to.as_raw_fd(), clone.as_raw_fd(), state, METADATA) };
        if copied == 0 {
            return Ok(());
        }
        let errno = std::io::Error::last_os_error();
        crate::best_effort(crate::unlink(dir, name));
        Err(Errno::from_io_error(&errno).unwrap_or(Errno::IO))
    }
    #[cfg(not(target_vendor = "apple"))]
    {
        let _unused = (from, to, dir, name);
        Err(Errno::OPNOTSUPP)
    }
}
