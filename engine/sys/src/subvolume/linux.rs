//! The calls of linux/btrfs.h for subvolumes; those that look need Linux 4.18, and no privilege.

use std::ffi::{CStr, CString, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

use rustix::fd::AsRawFd as _;
use rustix::ioctl::{Opcode, Setter, Updater, ioctl, opcode};
use rustix::time::{ClockId, clock_gettime};

use super::Subvolume;
use crate::{BorrowedFd, Errno, FsType, Meta, Sys};

/// `BTRFS_FIRST_FREE_OBJECTID` of `linux/btrfs_tree.h`: the inode of the root of every subvolume.
const ROOT_INODE: u64 = 256;
/// `BTRFS_SUBVOL_RDONLY` of linux/btrfs.h.
const READ_ONLY: u64 = 1 << 1;
/// Bytes of `name` in `struct btrfs_ioctl_vol_args_v2`, its NUL included: `BTRFS_SUBVOL_NAME_MAX` + 1.
const NAME_V2: usize = 4040;
/// Bytes of `name` in `struct btrfs_ioctl_vol_args`: `BTRFS_PATH_NAME_MAX` + 1.
const NAME: usize = 4088;

/// `struct btrfs_ioctl_vol_args_v2` of linux/btrfs.h.
#[repr(C)]
struct VolumeV2 {
    fd: i64,
    transaction: u64,
    flags: u64,
    unused: [u64; 4],
    name: [u8; NAME_V2],
}

/// `struct btrfs_ioctl_vol_args` of linux/btrfs.h.
#[repr(C)]
struct Volume {
    fd: i64,
    name: [u8; NAME],
}

/// `struct btrfs_ioctl_timespec` of linux/btrfs.h.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Time {
    seconds: u64,
    nanos: u32,
}

/// `struct btrfs_ioctl_get_subvol_info_args` of linux/btrfs.h.
#[repr(C)]
struct Info {
    tree: u64,
    name: [u8; 256],
    parent_tree: u64,
    directory: u64,
    generation: u64,
    flags: u64,
    uuid: [u8; 16],
    parent_uuid: [u8; 16],
    received_uuid: [u8; 16],
    changed: u64,
    made: u64,
    sent: u64,
    received: u64,
    changed_at: Time,
    made_at: Time,
    sent_at: Time,
    received_at: Time,
    reserved: [u64; 8],
}

/// `struct btrfs_ioctl_get_subvol_rootref_args` of linux/btrfs.h.
#[repr(C)]
struct References {
    least_tree: u64,
    found: [Reference; 255],
    count: u8,
    align: [u8; 7],
}

/// One subvolume in another: its tree, and the directory that has its name.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Reference {
    tree: u64,
    directory: u64,
}

/// `struct btrfs_ioctl_ino_lookup_user_args` of linux/btrfs.h.
#[repr(C)]
struct Lookup {
    directory: u64,
    tree: u64,
    name: [u8; 256],
    path: [u8; 4096 - 256 - 16],
}

/// Whether a directory is the root of a subvolume.
pub fn is_subvolume(dir: BorrowedFd<'_>, meta: &Meta) -> bool {
    meta.ino == ROOT_INODE && crate::fs_type(dir) == FsType::Btrfs
}

/// Tells what is known of a subvolume, whose root this is.
///
/// # Errors
/// `ENOTTY` before Linux 4.18, and on other filesystems.
#[allow(unsafe_code)]
pub fn subvolume(dir: BorrowedFd<'_>) -> Sys<Subvolume> {
    const BTRFS_IOC_GET_SUBVOL_INFO: Opcode = opcode::read::<Info>(0x94, 60);
    let time = Time::default();
    let mut info = Info {
        tree: 0,
        name: [0; 256],
        parent_tree: 0,
        directory: 0,
        generation: 0,
        flags: 0,
        uuid: [0; 16],
        parent_uuid: [0; 16],
        received_uuid: [0; 16],
        changed: 0,
        made: 0,
        sent: 0,
        received: 0,
        changed_at: time,
        made_at: time,
        sent_at: time,
        received_at: time,
        reserved: [0; 8],
    };
    // SAFETY: the kernel writes 504 bytes, the size of the type, every bit pattern of which is valid; it keeps no
    // pointer to it.
    unsafe { ioctl(dir, Updater::<BTRFS_IOC_GET_SUBVOL_INFO, Info>::new(&mut info)) }?;
    let Time { seconds, nanos } = info.made_at;
    Ok(Subvolume {
        uuid: info.uuid,
        parent: info.parent_uuid,
        changed: info.changed,
        made: info.made,
        made_at: (seconds as i64).saturating_mul(1_000_000) + i64::from(nanos / 1000),
        read_only: info.flags & 1 != 0,
    })
}

/// Finds the subvolumes in another one, whose root this is, but not those in these; gives their paths below it.
///
/// # Errors
/// `EACCES` if the user may not enter a directory on the way to one.
#[allow(unsafe_code)]
pub fn subvolumes_in(dir: BorrowedFd<'_>) -> Sys<Vec<CString>> {
    const BTRFS_IOC_GET_SUBVOL_ROOTREF: Opcode = opcode::read_write::<References>(0x94, 61);
    let mut paths = Vec::new();
    let mut least_tree = 0;
    loop {
        let found = [Reference::default(); 255];
        let mut page = References { least_tree, found, count: 0, align: [0; 7] };
        // SAFETY: the kernel reads and writes 4096 bytes, the size of the type, every bit pattern of which is valid;
        // it keeps no pointer to it.
        let told = unsafe {
            ioctl(dir, Updater::<BTRFS_IOC_GET_SUBVOL_ROOTREF, References>::new(&mut page))
        };
        match told {
            // More than fit; the page is full.
            Ok(()) | Err(Errno::OVERFLOW) => {}
            Err(errno) => return Err(errno),
        }
        for reference in page.found.iter().take(usize::from(page.count)) {
            paths.push(look_up(dir, *reference)?);
        }
        if told.is_ok() {
            return Ok(paths);
        }
        least_tree = page.least_tree;
    }
}

/// Gives the path of a subvolume below the one that it lies in.
#[allow(unsafe_code)]
fn look_up(dir: BorrowedFd<'_>, reference: Reference) -> Sys<CString> {
    const BTRFS_IOC_INO_LOOKUP_USER: Opcode = opcode::read_write::<Lookup>(0x94, 62);
    let Reference { tree, directory } = reference;
    let mut found =
        Box::new(Lookup { directory, tree, name: [0; 256], path: [0; 4096 - 256 - 16] });
    // SAFETY: the kernel reads and writes 4096 bytes, the size of the type, every bit pattern of which is valid; it
    // keeps no pointer to it.
    unsafe { ioctl(dir, Updater::<BTRFS_IOC_INO_LOOKUP_USER, Lookup>::new(&mut found)) }?;
    let text = |bytes| CStr::from_bytes_until_nul(bytes).map_err(|_no_end| Errno::NAMETOOLONG);
    // The path of the directory, ended by a slash unless it is the root.
    let path = [text(&found.path)?.to_bytes(), text(&found.name)?.to_bytes()].concat();
    CString::new(path).map_err(|_nul| Errno::INVAL)
}

/// Takes a snapshot of the subvolume whose root is `source`, under a name that must be free. What lies in subvolumes
/// in it is not in the snapshot: in their places are empty directories, which can only be removed.
///
/// # Errors
/// `EEXIST` if the name is taken, `EXDEV` from one filesystem to another, `EPERM` if the user does not own the root of
/// the source, `EINVAL` if it is no subvolume, `ENOTTY` on other filesystems.
#[allow(unsafe_code)]
pub fn snapshot(
    source: BorrowedFd<'_>,
    dir: BorrowedFd<'_>,
    name: &CStr,
    read_only: bool,
) -> Sys<()> {
    const BTRFS_IOC_SNAP_CREATE_V2: Opcode = opcode::write::<VolumeV2>(0x94, 23);
    let volume = VolumeV2 {
        fd: i64::from(source.as_raw_fd()),
        transaction: 0,
        flags: if read_only { READ_ONLY } else { 0 },
        unused: [0; 4],
        name: padded(name)?,
    };
    // SAFETY: the kernel reads 4096 bytes, the size of the type, and writes a transaction number into them at most;
    // the descriptor in it is open during the call, and the kernel keeps no pointer to any of it.
    unsafe { ioctl(dir, Setter::<BTRFS_IOC_SNAP_CREATE_V2, VolumeV2>::new(volume)) }
}

/// Makes a subvolume read-only, or writable again.
///
/// # Errors
/// `EPERM` if the user does not own its root.
#[allow(unsafe_code)]
pub fn set_subvolume_read_only(dir: BorrowedFd<'_>, read_only: bool) -> Sys<()> {
    const BTRFS_IOC_SUBVOL_SETFLAGS: Opcode = opcode::write::<u64>(0x94, 26);
    let flags = if read_only { READ_ONLY } else { 0 };
    // SAFETY: the kernel reads 8 bytes, the size of the type; it keeps no pointer to them.
    unsafe { ioctl(dir, Setter::<BTRFS_IOC_SUBVOL_SETFLAGS, u64>::new(flags)) }
}

/// Deletes a subvolume with all that is in it, but for other subvolumes.
///
/// # Errors
/// `ENOTEMPTY` if a subvolume lies in it, `EPERM` for users other than root, unless it is mounted with
/// `user_subvol_rm_allowed`.
#[allow(unsafe_code)]
pub fn delete_subvolume(dir: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    const BTRFS_IOC_SNAP_DESTROY: Opcode = opcode::write::<Volume>(0x94, 15);
    let volume = Volume { fd: 0, name: padded(name)? };
    // SAFETY: the kernel reads 4096 bytes, the size of the type; it keeps no pointer to them.
    unsafe { ioctl(dir, Setter::<BTRFS_IOC_SNAP_DESTROY, Volume>::new(volume)) }
}

/// A name with NULs behind it, at least one.
fn padded<const N: usize>(name: &CStr) -> Sys<[u8; N]> {
    let bytes = name.to_bytes_with_nul();
    let mut padded = [0; N];
    padded.get_mut(..bytes.len()).ok_or(Errno::NAMETOOLONG)?.copy_from_slice(bytes);
    Ok(padded)
}

/// Gives a moment, in microseconds since the Unix epoch, after which a change of a file has a later time than it: until
/// now, and for the rest of a tick of the clock (10 ms at most) in which the kernel would give both the same time.
pub fn moment() -> u64 {
    let at = crate::now();
    loop {
        let tick = clock_gettime(ClockId::RealtimeCoarse);
        let micros = tick.tv_sec.saturating_mul(1_000_000) + tick.tv_nsec / 1000;
        // What is set back meanwhile is not waited for.
        if micros > at as i64 || micros < at as i64 - 1_000_000 {
            return at;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Finds something that is mounted below a directory, which a snapshot would not have.
///
/// # Errors
/// There is no `/proc`.
pub fn mounted_below(dir: BorrowedFd<'_>) -> Sys<Option<PathBuf>> {
    let link = format!("/proc/thread-self/fd/{}", dir.as_raw_fd());
    let path = rustix::fs::readlink(link.as_str(), Vec::new())?;
    let path = Path::new(std::ffi::OsStr::from_bytes(path.to_bytes()));
    let table = std::fs::read("/proc/thread-self/mountinfo")
        .map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
    let dirs = crate::mountinfo::parse(&table)
        .into_iter()
        .map(|mount| PathBuf::from(OsString::from_vec(mount.dir)));
    Ok(dirs.into_iter().find(|it| it != path && it.starts_with(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_have_the_sizes_that_the_numbers_of_the_calls_count() {
        assert_eq!(size_of::<VolumeV2>(), 4096);
        assert_eq!(size_of::<Volume>(), 4096);
        assert_eq!(size_of::<Info>(), 504);
        assert_eq!(size_of::<References>(), 4096);
        assert_eq!(size_of::<Lookup>(), 4096);
    }

    #[test]
    fn what_changes_after_a_moment_has_a_later_time() {
        let dir = tempfile::tempdir().unwrap();
        for n in 0..20 {
            let name = CString::new(n.to_string()).unwrap();
            let at = moment();
            std::fs::write(dir.path().join(n.to_string()), "").unwrap();
            let above = std::fs::File::open(dir.path()).unwrap();
            let made = crate::stat_at(rustix::fd::AsFd::as_fd(&above), &name, false).unwrap();
            assert!(made.ctime_micros() > at as i64);
        }
    }

    #[test]
    fn a_name_is_padded_with_nuls_or_refused() {
        assert_eq!(padded::<6>(c"name"), Ok(*b"name\0\0"));
        assert_eq!(padded::<4>(c"name"), Err(Errno::NAMETOOLONG));
    }
}
