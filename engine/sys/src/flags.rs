//! What macOS keeps of a file besides its attributes: the file flags of chflags(2), and when it was born.
//!
//! Some flags lock a file: then it can be neither changed nor renamed nor removed, and no other name can be made for it.
//! They are set when everything else is done.

use std::ffi::CStr;

use super::{AsFd as _, BorrowedFd, Errno, Sys};

// sys/stat.h of macOS, for a table that can be tested everywhere.
const UF_NODUMP: u32 = 0x1;
const UF_IMMUTABLE: u32 = 0x2;
const UF_APPEND: u32 = 0x4;
const UF_OPAQUE: u32 = 0x8;
const UF_HIDDEN: u32 = 0x8000;
const SF_ARCHIVED: u32 = 0x1_0000;
const SF_IMMUTABLE: u32 = 0x2_0000;
const SF_APPEND: u32 = 0x4_0000;
const SF_NOUNLINK: u32 = 0x10_0000;

/// Flags that an owner may set. The others are the system's: that a file is compressed, tracked, restricted or elsewhere
/// is true of the source alone.
const OF_OWNER: u32 = UF_NODUMP | UF_IMMUTABLE | UF_APPEND | UF_OPAQUE | UF_HIDDEN;

/// Flags that only the administrator may set.
const OF_ADMINISTRATOR: u32 = SF_ARCHIVED | SF_IMMUTABLE | SF_APPEND | SF_NOUNLINK;

/// Flags that forbid to change, rename or remove a file.
const LOCKS: u32 = UF_IMMUTABLE | UF_APPEND | SF_IMMUTABLE | SF_APPEND | SF_NOUNLINK;

/// Flags with which a copy is locked when everything else is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lock {
    flags: u32,
    /// The copy.
    id: (u64, u64),
}

/// The flags that a copy gets at once, and those that lock it in the end.
#[cfg_attr(
    not(any(test, target_vendor = "apple")),
    allow(dead_code, reason = "only macOS has them")
)]
fn divide(source: u32, copy: u32, is_administrator: bool) -> (u32, u32) {
    let ours = if is_administrator { OF_OWNER | OF_ADMINISTRATOR } else { OF_OWNER };
    let kept = source & ours;
    (copy & !ours | kept & !LOCKS, kept & LOCKS)
}

/// Gives a copy the file flags of its source, but for those that would lock it, which it gives back.
///
/// # Errors
/// `EOPNOTSUPP` where the filesystem has none, and others of fchflags(2).
#[cfg_attr(not(target_vendor = "apple"), allow(unused_variables, reason = "only macOS needs it"))]
pub fn copy_flags(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    is_administrator: bool,
) -> Sys<Option<Lock>> {
    #[cfg(target_vendor = "apple")]
    {
        let (source, copy) = (rustix::fs::fstat(from)?, rustix::fs::fstat(to)?);
        let (flags, locks) = divide(source.st_flags, copy.st_flags, is_administrator);
        if flags != copy.st_flags {
            apple::set(to, flags)?;
        }
        let lock = Lock { flags: locks, id: super::stat_fd(to)?.id() };
        Ok((locks != 0).then_some(lock))
    }
    #[cfg(not(target_vendor = "apple"))]
    Ok(None)
}

/// Locks a finished copy by its name.
///
/// # Errors
/// `ESTALE` if something else has the name, and others of fchflags(2).
pub fn lock_at(dir: BorrowedFd<'_>, name: &CStr, lock: Lock) -> Sys<()> {
    lock_file(super::open_for_attributes(dir, name)?.as_fd(), lock)
}

/// Locks a finished copy.
///
/// # Errors
/// `ESTALE` if it is another file, and others of fchflags(2).
pub fn lock_file(file: BorrowedFd<'_>, lock: Lock) -> Sys<()> {
    if super::stat_fd(file)?.id() != lock.id {
        return Err(Errno::STALE);
    }
    #[cfg(target_vendor = "apple")]
    return apple::set(file, rustix::fs::fstat(file)?.st_flags | lock.flags);
    #[cfg(not(target_vendor = "apple"))]
    Err(Errno::OPNOTSUPP)
}

/// Takes off all flags that a clone has from its source.
///
/// # Errors
/// `EPERM` for those of the administrator, if the process is another user's.
#[cfg(target_vendor = "apple")]
pub(crate) fn clear(file: BorrowedFd<'_>) -> Sys<()> {
    let flags = rustix::fs::fstat(file)?.st_flags;
    let left = flags & !(OF_OWNER | OF_ADMINISTRATOR);
    if left == flags { Ok(()) } else { apple::set(file, left) }
}

/// Makes a copy as old as its source, where that can be set.
///
/// # Errors
/// Those of setattrlist(2).
#[cfg_attr(not(target_vendor = "apple"), allow(unused_variables, reason = "only macOS needs it"))]
pub fn copy_birth(from: BorrowedFd<'_>, to: BorrowedFd<'_>) -> Sys<()> {
    #[cfg(target_vendor = "apple")]
    {
        let (source, copy) = (rustix::fs::fstat(from)?, rustix::fs::fstat(to)?);
        let born = (source.st_birthtime, source.st_birthtime_nsec);
        if born == (copy.st_birthtime, copy.st_birthtime_nsec) {
            return Ok(());
        }
        apple::set_birth(to, born)
    }
    #[cfg(not(target_vendor = "apple"))]
    Ok(())
}

/// Gives a file the times of one that was made now.
///
/// # Errors
/// Those of futimens(3) and setattrlist(2).
pub fn make_new(file: BorrowedFd<'_>) -> Sys<()> {
    let now = rustix::fs::Timespec { tv_sec: 0, tv_nsec: rustix::fs::UTIME_NOW };
    let times = rustix::fs::Timestamps { last_access: now, last_modification: now };
    super::one_code(rustix::fs::futimens(file, &times))?;
    #[cfg(target_vendor = "apple")]
    {
        let made = rustix::fs::fstat(file)?;
        apple::set_birth(file, (made.st_mtime, made.st_mtime_nsec))?;
    }
    Ok(())
}

#[cfg(target_vendor = "apple")]
mod apple {
    use nix::libc;
    use rustix::fd::AsRawFd as _;

    use crate::{BorrowedFd, Sys, last_errno, one_code};

    #[allow(unsafe_code)]
    pub(super) fn set(file: BorrowedFd<'_>, flags: u32) -> Sys<()> {
        // SAFETY: the descriptor is open for the whole call, which takes no pointer.
        let done = unsafe { libc::fchflags(file.as_raw_fd(), flags) };
        one_code(if done == 0 { Ok(()) } else { Err(last_errno()) })
    }

    #[allow(unsafe_code)]
    pub(super) fn set_birth(file: BorrowedFd<'_>, born: (i64, i64)) -> Sys<()> {
        let mut wanted = libc::attrlist {
            bitmapcount: libc::ATTR_BIT_MAP_COUNT,
            reserved: 0,
            commonattr: libc::ATTR_CMN_CRTIME,
            volattr: 0,
            dirattr: 0,
            fileattr: 0,
            forkattr: 0,
        };
        let mut time = libc::timespec { tv_sec: born.0, tv_nsec: born.1 };
        // SAFETY: both pointers lead to values that live through the call, the first to what setattrlist(2) calls
        // `struct attrlist`, the second to the one attribute that it names, a `struct timespec` of this size.
        let done = unsafe {
            libc::fsetattrlist(
                file.as_raw_fd(),
                (&raw mut wanted).cast(),
                (&raw mut time).cast(),
                size_of::<libc::timespec>(),
                0,
            )
        };
        one_code(if done == 0 { Ok(()) } else { Err(last_errno()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_that_lock_a_file_wait_and_those_of_the_system_stay_with_their_file() {
        const COMPRESSED: u32 = 0x20;
        const TRACKED: u32 = 0x40;
        let source = UF_HIDDEN | UF_IMMUTABLE | COMPRESSED | SF_ARCHIVED | SF_IMMUTABLE;
        assert_eq!(divide(source, TRACKED, false), (TRACKED | UF_HIDDEN, UF_IMMUTABLE));
        let all = (TRACKED | UF_HIDDEN | SF_ARCHIVED, UF_IMMUTABLE | SF_IMMUTABLE);
        assert_eq!(divide(source, TRACKED, true), all);
        // What the copy has and its source lacks goes, as far as it may be set.
        assert_eq!(divide(0, UF_HIDDEN | SF_ARCHIVED, false), (SF_ARCHIVED, 0));
        assert_eq!(divide(0, UF_HIDDEN | SF_ARCHIVED, true), (0, 0));
    }
}
