//! FIDEDUPERANGE, FIEMAP, and what tells filesystems apart.

use std::ffi::CStr;

use rustix::fs::{self, Mode, OFlags, ResolveFlags};
use rustix::io::retry_on_intr;
use rustix::ioctl::{Opcode, Updater, ioctl, opcode};

use super::Extent;
use crate::{AsFd as _, BorrowedFd, Errno, OwnedFd, Sys};

/// Whether a clone is a new file here, and not storage that an open file gets ([`clone_file`](crate::clone_file)).
pub const CLONE_IS_BORN: bool = false;

/// A clone is storage that an open file gets here.
///
/// # Errors
/// Always `EOPNOTSUPP`.
pub fn clone_new(
    _from: BorrowedFd<'_>,
    _dir: BorrowedFd<'_>,
    _name: &CStr,
    _owner: bool,
) -> Sys<OwnedFd> {
    Err(Errno::OPNOTSUPP)
}

/// Tries to clone a file into a directory, by a file without a name, which leaves nothing behind.
///
/// # Errors
/// `EXDEV` or `EOPNOTSUPP` where it cannot be.
pub fn may_clone(from: BorrowedFd<'_>, dir: BorrowedFd<'_>) -> Sys<()> {
    let clone = crate::create_unnamed(dir, c".", 0o600)?;
    crate::clone_file(from, clone.as_fd())
}

/// Bytes of one call of [`share_range`]: btrfs and xfs do no more at once (`ioctl_fideduperange(2)`).
pub const SHARE_STEP: u64 = 16 << 20;

/// `struct file_dedupe_range` of linux/fs.h with room for one destination.
#[repr(C)]
struct DedupeRange {
    src_offset: u64,
    src_length: u64,
    dest_count: u16,
    reserved1: u16,
    reserved2: u32,
    dest_fd: i64,
    dest_offset: u64,
    bytes_deduped: u64,
    status: i32,
    reserved: u32,
}

/// The part of `struct file_dedupe_range` that the number of the call counts.
#[repr(C)]
struct DedupeHead([u64; 3]);

/// Shares up to [`SHARE_STEP`] bytes at `offset` of `from` with the same range of `to`, which the kernel
/// compares first; `None` if they differ.
///
/// `to` may be open for reading if the user owns it or may write to it. Neither the times nor any other
/// metadata of `to` change.
///
/// # Errors
/// `EOPNOTSUPP` where the filesystem cannot, `EXDEV` between two filesystems, `EPERM` if the user may not
/// write to `to` or it is immutable, `ETXTBSY` for a swap file, `EINVAL` if one of them has no checksums and
/// the other has (btrfs).
#[allow(unsafe_code)]
pub fn share_range(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    offset: u64,
    length: u64,
) -> Sys<Option<u64>> {
    use rustix::fd::AsRawFd as _;
    // linux/fs.h: FILE_DEDUPE_RANGE_DIFFERS; other positive numbers are not used.
    const DIFFERS: i32 = 1;
    const FIDEDUPERANGE: Opcode = opcode::read_write::<DedupeHead>(0x94, 54);
    let mut range = DedupeRange {
        src_offset: offset,
        src_length: length.min(SHARE_STEP),
        dest_count: 1,
        reserved1: 0,
        reserved2: 0,
        dest_fd: i64::from(to.as_raw_fd()),
        dest_offset: offset,
        bytes_deduped: 0,
        status: 0,
        reserved: 0,
    };
    // SAFETY: the kernel reads and writes a head of 24 bytes and `dest_count` entries of 32 bytes behind it,
    // which is what the type has; it keeps no pointer to it.
    unsafe { ioctl(from, Updater::<FIDEDUPERANGE, DedupeRange>::new(&mut range)) }?;
    match range.status {
        0 => Ok(Some(range.bytes_deduped)),
        DIFFERS => Ok(None),
        errno => Err(Errno::from_raw_os_error(-errno)),
    }
}

/// Tells whether the filesystem of a file that is open and not empty can share storage.
///
/// A range is offered for itself, at which a filesystem that can share says `EINVAL`, or does nothing.
pub fn can_share(file: BorrowedFd<'_>, size: u64) -> bool {
    !matches!(
        share_range(file, file, 0, size.min(4096)),
        Err(Errno::OPNOTSUPP | Errno::NOSYS | Errno::NOTTY)
    )
}

/// Extents that one call tells.
const EXTENTS: usize = 64;

/// `struct fiemap_extent` of linux/fiemap.h.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct FiemapExtent {
    logical: u64,
    physical: u64,
    length: u64,
    reserved64: [u64; 2],
    flags: u32,
    reserved: [u32; 3],
}

/// `struct fiemap` of linux/fiemap.h, without extents.
#[repr(C)]
struct FiemapHead {
    start: u64,
    length: u64,
    flags: u32,
    mapped: u32,
    count: u32,
    reserved: u32,
}

/// `struct fiemap` with room for [`EXTENTS`].
#[repr(C)]
struct Fiemap {
    head: FiemapHead,
    extents: [FiemapExtent; EXTENTS],
}

/// Calls `each` with the extents of a file, in the order of the file; what was not flushed yet is not known.
///
/// # Errors
/// `EOPNOTSUPP` where the filesystem does not tell.
#[allow(unsafe_code)]
pub fn extents(file: BorrowedFd<'_>, mut each: impl FnMut(Extent)) -> Sys<()> {
    const FS_IOC_FIEMAP: Opcode = opcode::read_write::<FiemapHead>(b'f', 11);
    const LAST: u32 = 0x1;
    const SHARED: u32 = 0x2000;
    const ENCODED: u32 = 0x8;
    const UNWRITTEN: u32 = 0x800;
    // UNKNOWN, DELALLOC, ENCRYPTED, NOT_ALIGNED, INLINE and TAIL. ENCODED (compressed) is whole blocks.
    const UNKNOWN: u32 = 0x2 | 0x4 | 0x80 | 0x100 | 0x200 | 0x400;
    let mut start = 0;
    loop {
        let head = FiemapHead {
            start,
            length: u64::MAX - start,
            flags: 0,
            mapped: 0,
            count: EXTENTS as u32,
            reserved: 0,
        };
        let mut map = Fiemap { head, extents: [FiemapExtent::default(); EXTENTS] };
        // SAFETY: the kernel reads the head and writes it and at most `count` extents behind it, for which
        // the type has room; it keeps no pointer to it.
        retry_on_intr(|| unsafe { ioctl(file, Updater::<FS_IOC_FIEMAP, Fiemap>::new(&mut map)) })?;
        let found = map.extents.get(..map.head.mapped as usize).unwrap_or_default();
        for extent in found {
            each(Extent {
                logical: extent.logical,
                physical: extent.physical,
                length: extent.length,
                shared: extent.flags & SHARED != 0,
                known: extent.flags & UNKNOWN == 0,
                written: extent.flags & UNWRITTEN == 0,
                encoded: extent.flags & ENCODED != 0,
            });
        }
        match found.last() {
            Some(last) if last.flags & LAST == 0 => start = last.logical + last.length,
            Some(_) | None => return Ok(()),
        }
    }
}

/// `struct btrfs_ioctl_fs_info_args` of linux/btrfs.h.
#[repr(C)]
struct BtrfsInfo {
    max_id: u64,
    num_devices: u64,
    fsid: [u8; 16],
    rest: [u8; 992],
}

/// Identifies what the files of a device, one of which is open, share their storage in: a filesystem.
///
/// Each subvolume of a btrfs has a device of its own, and all of them can share storage.
#[allow(unsafe_code)]
pub fn storage_id(fd: BorrowedFd<'_>, dev: u64) -> u128 {
    const BTRFS_IOC_FS_INFO: Opcode = opcode::read::<BtrfsInfo>(0x94, 31);
    if crate::fs_type(fd) != crate::FsType::Btrfs {
        return dev.into();
    }
    let mut info = BtrfsInfo { max_id: 0, num_devices: 0, fsid: [0; 16], rest: [0; 992] };
    // SAFETY: the kernel writes 1024 bytes, the size of the type; it keeps no pointer to it.
    let told = unsafe { ioctl(fd, Updater::<BTRFS_IOC_FS_INFO, BtrfsInfo>::new(&mut info)) };
    if told.is_ok() { u128::from_ne_bytes(info.fsid) } else { dev.into() }
}

/// The name of the type of the filesystem that holds `fd`, as the list of mounts has it.
pub fn filesystem_name(fd: BorrowedFd<'_>) -> Option<String> {
    let mount = crate::stat_dir(fd).ok()?.mount;
    let table = std::fs::read("/proc/thread-self/mountinfo").ok()?;
    let mounts = crate::mountinfo::parse(&table);
    let kind = &mounts.iter().find(|it| it.id == mount)?.kind;
    Some(String::from_utf8_lossy(kind).into_owned())
}

/// Opens a file some levels below `dir` to read it, without leaving a trace where that is allowed; no
/// component may be a symlink or leave `dir`.
pub fn open_file_beneath(dir: BorrowedFd<'_>, path: &CStr) -> Sys<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    let mut quiet = OFlags::NOATIME;
    loop {
        match fs::openat2(dir, path, flags | quiet, Mode::empty(), resolve) {
            // A rename somewhere raced with the lookup (openat2(2)).
            Err(Errno::AGAIN | Errno::INTR) => {}
            // Only the owner may read without a trace (open(2)).
            Err(Errno::PERM) if !quiet.is_empty() => quiet = OFlags::empty(),
            // Kernels before 5.6, or a seccomp filter that does not know openat2.
            Err(Errno::NOSYS | Errno::PERM) => return super::open_file_stepwise(dir, path),
            result => return result,
        }
    }
}
