//! System calls for files: open, create, read, write, seek, allocate, flush.

use std::ffi::CStr;

use rustix::fs::{self, Mode, OFlags, SeekFrom};
use rustix::io::retry_on_intr;

use super::{BorrowedFd, Errno, OwnedFd, Sys};

/// Opens a source file; never blocks on a FIFO that was swapped in.
pub fn open_source(dir: BorrowedFd<'_>, name: &CStr, follow: bool) -> Sys<OwnedFd> {
    let mut flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    if !follow {
        flags |= OFlags::NOFOLLOW;
    }
    retry_on_intr(|| fs::openat(dir, name, flags, Mode::empty()))
}

/// Opens a FIFO or device to read it as a file, and waits for its writer.
pub fn open_stream(dir: BorrowedFd<'_>, name: &CStr, follow: bool) -> Sys<OwnedFd> {
    let mut flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOCTTY;
    if !follow {
        flags |= OFlags::NOFOLLOW;
    }
    retry_on_intr(|| fs::openat(dir, name, flags, Mode::empty()))
}

/// Creates a file that must not exist.
pub fn create_new(dir: BorrowedFd<'_>, name: &CStr, mode: u32) -> Sys<OwnedFd> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    retry_on_intr(|| fs::openat(dir, name, flags, Mode::from_raw_mode((mode & 0o7777) as _)))
}

/// Opens an existing file for writing in place.
pub fn open_existing(
    dir: BorrowedFd<'_>,
    name: &CStr,
    truncate: bool,
    follow: bool,
) -> Sys<OwnedFd> {
    let mut flags = OFlags::WRONLY | OFlags::CLOEXEC | OFlags::NOCTTY;
    if truncate {
        flags |= OFlags::TRUNC;
    }
    if !follow {
        flags |= OFlags::NOFOLLOW;
    }
    retry_on_intr(|| fs::openat(dir, name, flags, Mode::empty()))
}

/// Opens for writing what another program may have put there; never follows a symlink and never blocks
/// on a FIFO.
///
/// # Errors
/// `ELOOP` for a symlink, `ENXIO` for a FIFO without a reader or a socket.
pub fn open_planted(dir: BorrowedFd<'_>, name: &CStr) -> Sys<OwnedFd> {
    let flags =
        OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    retry_on_intr(|| fs::openat(dir, name, flags, Mode::empty()))
}

/// Opens an existing file to set its attributes, for which reading or writing it must be allowed;
/// never follows a symlink and never blocks on a FIFO.
pub fn open_for_attributes(dir: BorrowedFd<'_>, name: &CStr) -> Sys<OwnedFd> {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let open = |access| retry_on_intr(|| fs::openat(dir, name, access | flags, Mode::empty()));
    match open(OFlags::RDONLY) {
        Err(Errno::ACCESS) => open(OFlags::WRONLY),
        result => result,
    }
}

/// Makes a second descriptor of an open file.
pub fn duplicate(fd: BorrowedFd<'_>) -> Sys<OwnedFd> {
    rustix::io::fcntl_dupfd_cloexec(fd, 0)
}

/// Opens for reading back what was written.
pub fn open_back(dir: BorrowedFd<'_>, name: &CStr) -> Sys<OwnedFd> {
    open_source(dir, name, false)
}

/// Reads at the file's position; 0 is the end.
pub fn read(fd: BorrowedFd<'_>, buffer: &mut [u8]) -> Sys<usize> {
    retry_on_intr(|| rustix::io::read(fd, &mut *buffer))
}

/// Reads at an offset; 0 is the end.
pub fn read_at(fd: BorrowedFd<'_>, buffer: &mut [u8], offset: u64) -> Sys<usize> {
    retry_on_intr(|| rustix::io::pread(fd, &mut *buffer, offset))
}

/// Writes all of `data` at the file's position.
pub fn write_all(fd: BorrowedFd<'_>, mut data: &[u8]) -> Sys<()> {
    while !data.is_empty() {
        match retry_on_intr(|| rustix::io::write(fd, data))? {
            0 => return Err(Errno::IO),
            written => data = data.get(written..).unwrap_or_default(),
        }
    }
    Ok(())
}

/// Writes all of `data` at an offset.
pub fn write_all_at(fd: BorrowedFd<'_>, mut data: &[u8], mut offset: u64) -> Sys<()> {
    while !data.is_empty() {
        match retry_on_intr(|| rustix::io::pwrite(fd, data, offset))? {
            0 => return Err(Errno::IO),
            written => {
                data = data.get(written..).unwrap_or_default();
                offset += written as u64;
            }
        }
    }
    Ok(())
}

/// Moves the file's position.
pub fn seek_to(fd: BorrowedFd<'_>, offset: u64) -> Sys<()> {
    fs::seek(fd, SeekFrom::Start(offset)).map(drop)
}

/// Finds the next stretch of data from `offset` on; `None` when only a hole is left.
///
/// # Errors
/// `EINVAL` where the filesystem does not know holes.
pub fn next_data(fd: BorrowedFd<'_>, offset: u64) -> Sys<Option<(u64, u64)>> {
    let start = match fs::seek(fd, SeekFrom::Data(offset)) {
        Ok(start) => start,
        // ENXIO: no data after this offset (lseek(2)).
        Err(Errno::NXIO) => return Ok(None),
        Err(errno) => return Err(errno),
    };
    let end = fs::seek(fd, SeekFrom::Hole(start))?;
    Ok(Some((start, end)))
}

/// Sets the size of a file.
pub fn set_size(fd: BorrowedFd<'_>, size: u64) -> Sys<()> {
    retry_on_intr(|| fs::ftruncate(fd, size))
}

/// Closes a file that was written to, and tells what its filesystem only then reports.
///
/// # Errors
/// `EDQUOT`, `ENOSPC` or `EIO` where data are sent at the end: NFS, FUSE (close(2)).
pub fn close(fd: OwnedFd) -> Sys<()> {
    nix::unistd::close(fd).map_err(|errno| Errno::from_raw_os_error(errno as i32))
}

/// Turns `O_DIRECT` of an open file on or off.
///
/// # Errors
/// `EINVAL` or `EOPNOTSUPP` where the filesystem cannot.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables, reason = "only Linux needs it"))]
pub fn set_direct(fd: BorrowedFd<'_>, on: bool) -> Sys<()> {
    #[cfg(target_os = "linux")]
    {
        let flags = fs::fcntl_getfl(fd)?;
        let wanted = if on { flags | OFlags::DIRECT } else { flags - OFlags::DIRECT };
        fs::fcntl_setfl(fd, wanted)
    }
    #[cfg(not(target_os = "linux"))]
    {
        if on { Err(Errno::OPNOTSUPP) } else { Ok(()) }
    }
}
