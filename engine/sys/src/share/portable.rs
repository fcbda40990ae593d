//! What stands for the calls of Linux elsewhere: on macOS a file shares storage as a clone of another one.

use std::ffi::CStr;

use super::Extent;
#[cfg(target_vendor = "apple")]
use crate::AsFd as _;
use crate::{BorrowedFd, Errno, OwnedFd, Sys};

/// Tells whether the filesystem of an open file can share storage.
pub fn can_share(file: BorrowedFd<'_>, _size: u64) -> bool {
    cfg!(target_vendor = "apple") && filesystem_name(file).is_some_and(|name| name == "apfs")
}

/// Whether a file could be cloned into a directory; a trial would need a name.
///
/// # Errors
/// `EXDEV` or `EOPNOTSUPP` where it cannot be.
pub fn may_clone(from: BorrowedFd<'_>, dir: BorrowedFd<'_>) -> Sys<()> {
    if crate::stat_fd(from)?.dev != crate::stat_fd(dir)?.dev {
        return Err(Errno::XDEV);
    }
    if can_share(from, 0) { Ok(()) } else { Err(Errno::OPNOTSUPP) }
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

/// Whether a clone is a new file here, and not storage that an open file gets.
pub const CLONE_IS_BORN: bool = cfg!(target_vendor = "apple");

/// Makes a file that shares all storage of `from`, under a name that must be free, and opens it for its attributes.
///
/// It is whole at once, and has the mode of `from` but for set-ID bits, its times and extended attributes, and the ACL
/// that a new file in the directory inherits (clonefile(2), macOS 12); its file flags are taken off again. With `owner` it belongs to the owner of `from`, if the process may give files away.
///
/// # Errors
/// `EEXIST` if the name is taken, `ENOTSUP` where the filesystem cannot, `EXDEV` between two filesystems.
pub fn clone_new(
    from: BorrowedFd<'_>,
    dir: BorrowedFd<'_>,
    name: &CStr,
    owner: bool,
) -> Sys<OwnedFd> {
    #[cfg(target_vendor = "apple")]
    {
        use rustix::fs::CloneFlags;
        let flags = if owner { CloneFlags::empty() } else { CloneFlags::NOOWNERCOPY };
        let clone = || rustix::fs::fclonefileat(from, dir, name, flags);
        crate::one_code(rustix::io::retry_on_intr(clone))?;
        crate::open_for_attributes(dir, name)
            .and_then(|clone| crate::flags::clear(clone.as_fd()).map(|()| clone))
            .inspect_err(|_| {
                // What cannot be opened or changed is of no use; the failure to tell is that.
                crate::best_effort(crate::unlink(dir, name));
            })
    }
    #[cfg(not(target_vendor = "apple"))]
    {
        let _unused = (from, dir, name, owner);
        Err(Errno::OPNOTSUPP)
    }
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
        let none = rustix::fs::CloneFlags::empty();
        crate::one_code(rustix::fs::fclonefileat(from, dir, name, none))?;
        let clone = crate::open_for_attributes(dir, name)?;
        let state = std::ptr::null_mut();
        // SAFETY: both descriptors are open, and a state of NULL is allowed (fcopyfile(3)).
        let copied =
            unsafe { nix::libc::fcopyfile(to.as_raw_fd(), clone.as_raw_fd(), state, METADATA) };
        if copied == 0 {
            return Ok(());
        }
        let errno = crate::last_errno();
        crate::best_effort(crate::unlink(dir, name));
        crate::one_code(Err(errno))
    }
    #[cfg(not(target_vendor = "apple"))]
    {
        let _unused = (from, to, dir, name);
        Err(Errno::OPNOTSUPP)
    }
}
