//! Brings files, directories and filesystems to the disk.
//!
//! On macOS fsync(2) hands the data to the drive, and a power cut empties the cache of that. Only `F_FULLFSYNC` has the drive
//! write out what it holds (fcntl(2)), so a promise that files survive needs it. `F_BARRIERFSYNC` is not enough:
//! it keeps later writes behind earlier ones, and says nothing of what is on the disk when it returns.

use rustix::fs;
use rustix::io::retry_on_intr;

use super::{BorrowedFd, Sys};

/// Whether the flush of a filesystem writes out all its files, and tells if one was not written.
///
/// Elsewhere each file is flushed before, by [`sync_data`].
pub const FLUSH_TELLS: bool = cfg!(target_os = "linux");

/// Flushes a file's data and metadata, or a directory, so that they survive a power cut.
pub fn sync_file(fd: BorrowedFd<'_>) -> Sys<()> {
    #[cfg(target_vendor = "apple")]
    return apple::flush(fd);
    #[cfg(not(target_vendor = "apple"))]
    retry_on_intr(|| fs::fsync(fd))
}

/// Flushes a file's data; on macOS as far as the drive, which may still hold them in its cache.
pub fn sync_data(fd: BorrowedFd<'_>) -> Sys<()> {
    #[cfg(target_vendor = "apple")]
    return super::one_code(retry_on_intr(|| fs::fsync(fd)));
    #[cfg(not(target_vendor = "apple"))]
    retry_on_intr(|| fs::fdatasync(fd))
}

/// Flushes the filesystem that holds `fd`, so that what was written survives a power cut; see [`FLUSH_TELLS`].
pub fn sync_filesystem(fd: BorrowedFd<'_>) -> Sys<()> {
    #[cfg(target_os = "linux")]
    return retry_on_intr(|| fs::syncfs(fd));
    #[cfg(target_vendor = "apple")]
    return apple::flush_volume(fd);
    #[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
    return retry_on_intr(|| fs::fsync(fd));
}

#[cfg(target_vendor = "apple")]
mod apple {
    use nix::libc::c_int;
    use rustix::fd::AsRawFd as _;
    use rustix::fs;
    use rustix::io::retry_on_intr;

    use crate::{BorrowedFd, Errno, Sys, last_errno, one_code};

    /// Has the drive write out everything that it was given, the data and metadata of `fd` among it.
    pub(super) fn flush(fd: BorrowedFd<'_>) -> Sys<()> {
        match one_code(retry_on_intr(|| fs::fcntl_fullfsync(fd))) {
            // Only HFS, APFS, FAT and UDF know it (fcntl(2)); servers and FUSE decide for themselves what fsync(2) does.
            Err(errno) if !is_loss(errno) => one_code(retry_on_intr(|| fs::fsync(fd))),
            flushed => flushed,
        }
    }

    /// Has the volume write out all its files, and then the drive what it was given.
    pub(super) fn flush_volume(fd: BorrowedFd<'_>) -> Sys<()> {
        match one_code(retry_on_intr(|| sync_volume(fd))) {
            // sync(2) only begins to write; files whose flush was promised have been flushed one by one.
            Err(errno) if !is_loss(errno) => fs::sync(),
            flushed => flushed?,
        }
        flush(fd)
    }

    /// Whether an errno says that data were not written.
    ///
    /// With any other one the filesystem says, each in its way, that it does not know the call.
    fn is_loss(errno: Errno) -> bool {
        matches!(errno, Errno::IO | Errno::NOSPC | Errno::DQUOT)
    }

    #[allow(unsafe_code)]
    fn sync_volume(fd: BorrowedFd<'_>) -> Sys<()> {
        // SYNC_VOLUME_FULLSYNC and SYNC_VOLUME_WAIT of unistd.h, in macOS since 10.8.
        const FULLSYNC: c_int = 1;
        const WAIT: c_int = 2;
        // SAFETY: so unistd.h declares it; it takes no pointer.
        unsafe extern "C" {
            safe fn fsync_volume_np(fd: c_int, flags: c_int) -> c_int;
        }
        if fsync_volume_np(fd.as_raw_fd(), FULLSYNC | WAIT) == 0 {
            return Ok(());
        }
        Err(last_errno())
    }
}
