//! Replaces the calls of `linux.rs` on other systems, as far as they can.

use std::ffi::CStr;
use std::sync::OnceLock;

use rustix::fs::{self, AtFlags, Mode};

use super::FileKind;
use super::{AsFd as _, BorrowedFd, Errno, Identity, Meta, OwnedFd, Sys};

/// Whether calls on the filesystem that holds a path are answered by another machine; not told here.
///
/// # Errors
/// None.
pub fn is_far(_path: &CStr) -> Sys<bool> {
    Ok(false)
}

/// Whether a filesystem may keep less than others; not told here.
pub fn may_keep_less(_fd: BorrowedFd<'_>) -> bool {
    false
}

/// Whether a program serves a filesystem; not told here.
pub fn is_served_by_program(_fd: BorrowedFd<'_>) -> bool {
    false
}

/// Whether a server decides how names are compared; not told here.
pub fn has_names_of_server(_fd: BorrowedFd<'_>) -> bool {
    false
}

/// Whether a server keeps the name of what is open; not told here.
pub fn holds_names(_fd: BorrowedFd<'_>) -> bool {
    false
}

/// Whether a filesystem numbers its inodes as they come into memory; not told here.
pub fn numbers_anew(_fd: BorrowedFd<'_>) -> bool {
    false
}

/// Whether a server stores a file when it is closed and does not tell whether that went well: that is one of Linux's.
pub fn closes_in_silence(_fd: BorrowedFd<'_>) -> bool {
    false
}

/// Stats a name; what the kernel remembers is what there is.
pub fn stat_at_server(dir: BorrowedFd<'_>, name: &CStr) -> Sys<Meta> {
    super::stat_at(dir, name, false)
}

/// Whether what a directory shows may be shown elsewhere under other numbers; not told here, so that it may.
pub fn is_a_view(_fd: BorrowedFd<'_>) -> bool {
    true
}

/// Whether a directory has nothing but mount points of an automounter; not told here.
pub fn waits_for_mounts(_fd: BorrowedFd<'_>) -> bool {
    false
}

/// Whether a directory is in an overlay: there are none here.
pub fn is_overlay(_fd: BorrowedFd<'_>) -> bool {
    false
}

/// Tells one time that a filesystem was mounted from another; not told here.
pub fn mounted_as(_dir: BorrowedFd<'_>) -> Option<u64> {
    None
}

/// Whether something is mounted below a directory; not told here.
///
/// # Errors
/// None.
pub fn holds_mount(_dir: BorrowedFd<'_>, _name: &CStr) -> Sys<bool> {
    Ok(false)
}

/// Bytes of memory that the machine has; not told here.
pub fn memory() -> Option<u64> {
    None
}

/// Drops a part of a file from the page cache, which cannot be asked for here.
pub fn drop_cached(_fd: BorrowedFd<'_>, _part: std::ops::Range<u64>) {}

/// Descriptor tables belong to the process here.
pub fn own_descriptors() -> bool {
    false
}

/// Opens a directory some levels below `dir`, component by component.
pub fn open_beneath(dir: BorrowedFd<'_>, path: &CStr, follow: bool) -> Sys<OwnedFd> {
    super::open_stepwise(dir, path, follow, super::open_dir)
}

/// Opens a directory some levels below `dir`, component by component; a directory cannot be opened for looking up names
/// only.
pub fn enter_beneath(dir: BorrowedFd<'_>, path: &CStr, follow: bool) -> Sys<OwnedFd> {
    open_beneath(dir, path, follow)
}

/// Opens a directory some levels below `dir` on its device; no component may be a symlink.
///
/// # Errors
/// `EXDEV` if it is on another device.
pub fn open_on_mount(dir: BorrowedFd<'_>, path: &CStr) -> Sys<OwnedFd> {
    let found = super::open_stepwise(dir, path, false, super::open_dir)?;
    let shares = super::stat_fd(found.as_fd())?.dev == super::stat_fd(dir)?.dev;
    if shares { Ok(found) } else { Err(Errno::XDEV) }
}

/// Opens a file to look at it.
pub fn open_quietly(dir: BorrowedFd<'_>, name: &CStr, follow: bool) -> Sys<OwnedFd> {
    super::open_source(dir, name, follow)
}

/// Stats an open directory; mounts have no numbers here, their devices must do.
pub fn stat_dir(fd: BorrowedFd<'_>) -> Sys<Meta> {
    super::stat_fd(fd)
}

/// Stats what a path leads to; its device must do for its mount.
pub fn stat_placed(dir: BorrowedFd<'_>, path: &CStr, follow: bool) -> Sys<Meta> {
    super::stat_at(dir, path, follow)
}

/// Stats a name to show it.
pub fn stat_shown(dir: BorrowedFd<'_>, name: &CStr, follow: bool) -> Sys<Meta> {
    super::stat_at(dir, name, follow)
}

/// Renames without replacing by one call.
///
/// # Errors
/// `EEXIST` if the new name is taken; `EOPNOTSUPP`, `EINVAL` or `ENOSYS` where the filesystem cannot do it (`renameatx_np(2)`).
pub fn rename_new_at_once(
    from: BorrowedFd<'_>,
    old: &CStr,
    to: BorrowedFd<'_>,
    new: &CStr,
) -> Sys<()> {
    #[cfg(target_vendor = "apple")]
    return super::one_code(fs::renameat_with(from, old, to, new, fs::RenameFlags::NOREPLACE));
    #[cfg(not(target_vendor = "apple"))]
    {
        let _unused = (from, old, to, new);
        Err(Errno::NOSYS)
    }
}

/// Lets two names change places.
pub fn exchange(from: BorrowedFd<'_>, old: &CStr, to: BorrowedFd<'_>, new: &CStr) -> Sys<()> {
    #[cfg(target_vendor = "apple")]
    return super::one_code(fs::renameat_with(from, old, to, new, fs::RenameFlags::EXCHANGE));
    #[cfg(not(target_vendor = "apple"))]
    {
        let _unused = (from, old, to, new);
        Err(Errno::NOSYS)
    }
}

/// Files without a name are Linux's.
pub fn create_unnamed(_dir: BorrowedFd<'_>, _path: &CStr, _mode: u32) -> Sys<OwnedFd> {
    Err(Errno::OPNOTSUPP)
}

/// Files without a name are Linux's.
pub fn link_unnamed(_fd: BorrowedFd<'_>, _dir: BorrowedFd<'_>, _name: &CStr) -> Sys<()> {
    Err(Errno::OPNOTSUPP)
}

/// Shares all extents of `from` with `to`.
///
/// On APFS a clone is a new file, made by [`clone_new`](crate::clone_new).
pub fn clone_file(_from: BorrowedFd<'_>, _to: BorrowedFd<'_>) -> Sys<()> {
    Err(Errno::OPNOTSUPP)
}

/// `copy_file_range(2)` is Linux's.
pub fn copy_range(
    _from: BorrowedFd<'_>,
    _from_offset: &mut u64,
    _to: BorrowedFd<'_>,
    _to_offset: &mut u64,
    _len: usize,
) -> Sys<usize> {
    Err(Errno::NOSYS)
}

/// Sets the mode of a name that must not be opened, and never of what a symlink leads to.
pub fn set_mode_at(dir: BorrowedFd<'_>, name: &CStr, mode: u32) -> Sys<()> {
    let mode = Mode::from_raw_mode((mode & 0o7777) as _);
    fs::chmodat(dir, name, mode, AtFlags::SYMLINK_NOFOLLOW)
}

/// FIFOs, sockets and devices need mknodat(2), which rustix has on Linux alone.
pub fn make_node(
    dir: BorrowedFd<'_>,
    name: &CStr,
    kind: FileKind,
    mode: u32,
    _rdev: u64,
) -> Sys<()> {
    match kind {
        FileKind::File => super::create_new(dir, name, mode).map(drop),
        _ => Err(Errno::OPNOTSUPP),
    }
}

/// Not asked for here: inodes are compared alone.
pub fn made_at(_dir: BorrowedFd<'_>, _name: &CStr) -> Option<i64> {
    None
}

pub(super) fn identity_at(dir: BorrowedFd<'_>, name: &CStr) -> Sys<Identity> {
    Ok(Identity { id: super::stat_at(dir, name, false)?.id(), born: made_at(dir, name) })
}

/// Only a hint.
pub fn advise_sequential(_fd: BorrowedFd<'_>) {}

/// Only Linux is told what will be read.
pub fn read_ahead(_dir: BorrowedFd<'_>, _name: &CStr) {}

/// Only a hint.
pub fn drop_cache(_fd: BorrowedFd<'_>) {}

/// Only a hint.
pub fn begin_writeback(_fd: BorrowedFd<'_>) {}

/// The file mode creation mask that the process had when it was first asked for.
pub fn umask() -> u32 {
    static MASK: OnceLock<u32> = OnceLock::new();
    // Only setting the mask tells the old one here. The first job asks before any worker of the process
    // runs; later ones must not set it, since the workers of other jobs create files meanwhile.
    *MASK.get_or_init(|| {
        let mask = rustix::process::umask(Mode::from_raw_mode(0o077));
        rustix::process::umask(mask);
        u32::from(mask.bits())
    })
}

/// Sizes are true as far as this system tells.
pub fn invents_sizes(_fd: BorrowedFd<'_>) -> bool {
    false
}

/// Always false: this system does not tell.
pub fn is_remote(_fd: BorrowedFd<'_>) -> bool {
    false
}

/// Whether the kernel reports each change; assumed, as this system does not tell.
pub fn tells_changes(_fd: BorrowedFd<'_>) -> bool {
    true
}

/// Traits of a filesystem that the engine chooses by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "only Linux tells them apart")]
pub enum FsType {
    /// ext2, ext3 and ext4.
    Ext,
    /// XFS.
    Xfs,
    /// Btrfs.
    Btrfs,
    /// A filesystem in memory.
    Tmpfs,
    /// Two names may be one file.
    CaseFolding,
    /// Any other.
    Other,
}

/// APFS folds case by default.
pub fn fs_type(_fd: BorrowedFd<'_>) -> FsType {
    FsType::CaseFolding
}

/// Whether a file is written in place (chattr +C of Linux): no file is here.
pub fn is_written_in_place(_fd: BorrowedFd<'_>) -> bool {
    false
}

/// APFS folds case by default.
pub fn folds_case(_fd: BorrowedFd<'_>) -> bool {
    true
}

/// Stands for a thread: threads have no numbers here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadId;

/// Gives the number of the calling thread.
pub fn this_thread() -> ThreadId {
    ThreadId
}

/// The system does not tell for how long a thread waited for a processor.
pub fn thread_nanos(_id: ThreadId) -> Option<u64> {
    None
}
