//! System calls for directories: open, list, make, remove, rename, link.

use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;

use rustix::fs::{self, AtFlags, Mode, OFlags};

use super::FileKind;
use super::{AsFd as _, BorrowedFd, Errno, OwnedFd, Sys};

/// Opens a directory by an operand's path, which the user is trusted to mean.
pub fn open_dir(dir: BorrowedFd<'_>, path: &CStr, follow: bool) -> Sys<OwnedFd> {
    let mut flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    if !follow {
        flags |= OFlags::NOFOLLOW;
    }
    rustix::io::retry_on_intr(|| fs::openat(dir, path, flags, Mode::empty()))
}

/// Opens a directory only to enter it, for which search permission is enough.
///
/// The destination need not be readable, and on Linux `O_PATH` leaves the check to each use.
pub fn enter_dir(dir: BorrowedFd<'_>, path: &CStr, follow: bool) -> Sys<OwnedFd> {
    match open_dir(dir, path, follow) {
        #[cfg(target_os = "linux")]
        Err(Errno::ACCESS) => {
            let mut flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
            if !follow {
                flags |= OFlags::NOFOLLOW;
            }
            rustix::io::retry_on_intr(|| fs::openat(dir, path, flags, Mode::empty()))
        }
        result => result,
    }
}

/// Opens an entered directory, of which this is the mode, for listing and for its metadata; its owner may read it then.
///
/// Gives `None` if it was opened so.
///
/// # Errors
/// `EPERM` if it belongs to another user.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables, reason = "it can only be opened so"))]
pub fn unlock_dir(dir: BorrowedFd<'_>, mode: u32) -> Sys<Option<OwnedFd>> {
    #[cfg(target_os = "linux")]
    if fs::fcntl_getfl(dir)?.contains(OFlags::PATH) {
        let set = |mode| {
            let mode = Mode::from_raw_mode((mode & 0o7777) as _);
            fs::chmodat(dir, c".", mode, AtFlags::empty())
        };
        set(mode | 0o500)?;
        return match open_dir(dir, c".", false) {
            Ok(opened) => Ok(Some(opened)),
            Err(errno) => set(mode).and(Err(errno)),
        };
    }
    Ok(None)
}

/// A directory that its owner may write to until this is dropped. Only so can it be moved into another one: that changes
/// its `..` (rename(2)).
#[derive(Debug)]
pub struct Lent {
    dir: OwnedFd,
    mode: u32,
}

impl Lent {
    /// Lets the owner of a directory write to it; none where that is allowed anyway.
    ///
    /// # Errors
    /// `EPERM` if it belongs to another user, and `EBADF` if its owner may not read it.
    pub fn of(dir: BorrowedFd<'_>, name: &CStr) -> Sys<Option<Self>> {
        let dir = enter_dir(dir, name, false)?;
        let mode = super::stat_fd(dir.as_fd())?.mode;
        if mode & 0o200 != 0 {
            return Ok(None);
        }
        super::set_mode(dir.as_fd(), mode | 0o200)?;
        Ok(Some(Self { dir, mode }))
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        // Its owner, who has just set it, may set it again.
        super::best_effort(super::set_mode(self.dir.as_fd(), self.mode));
    }
}

/// Opens a directory some levels below `dir`, component by component, each by `open`.
pub(crate) fn open_stepwise(
    dir: BorrowedFd<'_>,
    path: &CStr,
    follow: bool,
    open: fn(BorrowedFd<'_>, &CStr, bool) -> Sys<OwnedFd>,
) -> Sys<OwnedFd> {
    let mut current: Option<OwnedFd> = None;
    for name in path.to_bytes().split(|byte| *byte == b'/') {
        let name = CString::new(name).map_err(|_nul| Errno::INVAL)?;
        let base = current.as_ref().map_or(dir, rustix::fd::AsFd::as_fd);
        let next = open(base, &name, follow)?;
        current = Some(next);
    }
    current.ok_or(Errno::NOENT)
}

/// Makes a directory; the kernel applies the umask.
pub fn make_dir(dir: BorrowedFd<'_>, name: &CStr, mode: u32) -> Sys<()> {
    fs::mkdirat(dir, name, Mode::from_raw_mode((mode & 0o7777) as _))
}

/// Opens a directory, and makes it and those above it as far as they are missing.
pub fn make_dirs(path: &std::path::Path, mode: u32) -> Sys<OwnedFd> {
    use std::os::unix::ffi::OsStrExt;
    let c_path = |bytes: &[u8]| CString::new(bytes).map_err(|_nul| Errno::INVAL);
    let mut missing = Vec::new();
    let mut at = path;
    let mut dir = loop {
        let path = if at.as_os_str().is_empty() { b"." } else { at.as_os_str().as_bytes() };
        match enter_dir(super::CWD, &c_path(path)?, true) {
            Ok(dir) => break dir,
            Err(Errno::NOENT) => missing.push(at.file_name().ok_or(Errno::NOENT)?),
            Err(errno) => return Err(errno),
        }
        at = at.parent().ok_or(Errno::NOENT)?;
    };
    for name in missing.into_iter().rev() {
        let name = c_path(name.as_bytes())?;
        match make_dir(rustix::fd::AsFd::as_fd(&dir), &name, mode) {
            Err(errno) if !exists(errno) => return Err(errno),
            _ => dir = enter_dir(rustix::fd::AsFd::as_fd(&dir), &name, false)?,
        }
    }
    Ok(dir)
}

/// Removes a name that is not a directory.
pub fn unlink(dir: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    fs::unlinkat(dir, name, AtFlags::empty())
}

/// Removes an empty directory.
pub fn remove_dir(dir: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    fs::unlinkat(dir, name, AtFlags::REMOVEDIR)
}

/// Renames without replacing; `EEXIST` if the new name is taken.
pub fn rename_new(from: BorrowedFd<'_>, old: &CStr, to: BorrowedFd<'_>, new: &CStr) -> Sys<()> {
    match super::rename_new_at_once(from, old, to, new) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => rename_stepwise(from, old, to, new),
        result => result,
    }
}

/// Renames without replacing, where one call cannot ([`rename_new_at_once`](super::rename_new_at_once)).
///
/// # Errors
/// `EEXIST` if the new name is taken.
pub fn rename_stepwise(
    from: BorrowedFd<'_>,
    old: &CStr,
    to: BorrowedFd<'_>,
    new: &CStr,
) -> Sys<()> {
    // A hard link refuses to replace as well.
    match hard_link(from, old, to, new, false) {
        Ok(()) => fs::unlinkat(from, old, AtFlags::empty()).inspect_err(|_| {
            // One name must go; the failure to tell is that of the first.
            super::best_effort(fs::unlinkat(to, new, AtFlags::empty()));
        }),
        // Directories, filesystems without hard links, and files of others (proc_sys_fs(5),
        // protected_hardlinks): look, then rename. A file that another program makes in between is lost. rclone
        // calls all that it does not offer an I/O error; after a real one the rename fails as well.
        Err(
            Errno::PERM | Errno::OPNOTSUPP | Errno::NOSYS | Errno::MLINK | Errno::INVAL | Errno::IO,
        ) => match fs::statat(to, new, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(_) => Err(Errno::EXIST),
            Err(Errno::NOENT) => fs::renameat(from, old, to, new),
            Err(errno) => Err(errno),
        },
        Err(errno) => Err(errno),
    }
}

/// Renames within one directory pair, replacing what is there.
pub fn rename(from: BorrowedFd<'_>, old: &CStr, to: BorrowedFd<'_>, new: &CStr) -> Sys<()> {
    fs::renameat(from, old, to, new)
}

/// Makes a symbolic link.
pub fn symlink(target: &CStr, dir: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    fs::symlinkat(target, dir, name)
}

/// Reads a symbolic link.
pub fn read_link(dir: BorrowedFd<'_>, name: &CStr) -> Sys<std::ffi::CString> {
    fs::readlinkat(dir, name, Vec::new())
}

/// Makes a hard link; `follow` links what a symlink points to.
pub fn hard_link(
    from: BorrowedFd<'_>,
    old: &CStr,
    to: BorrowedFd<'_>,
    new: &CStr,
    follow: bool,
) -> Sys<()> {
    let flags = if follow { AtFlags::SYMLINK_FOLLOW } else { AtFlags::empty() };
    super::one_code(fs::linkat(from, old, to, new, flags)).map_err(without_wrong_sign)
}

/// Reads what the library of FUSE makes of a server's answer with the wrong sign: `CryFS` says so that it has no links and no
/// special files.
pub(super) fn without_wrong_sign(errno: Errno) -> Errno {
    if errno == Errno::RANGE { Errno::OPNOTSUPP } else { errno }
}

/// Maps a directory entry's type; `Unknown` means it must be stat'ed.
pub(super) fn kind_of(kind: fs::FileType) -> FileKind {
    match kind {
        fs::FileType::RegularFile => FileKind::File,
        fs::FileType::Directory => FileKind::Directory,
        fs::FileType::Symlink => FileKind::Symlink,
        fs::FileType::Fifo => FileKind::Fifo,
        fs::FileType::Socket => FileKind::Socket,
        fs::FileType::CharacterDevice => FileKind::CharDevice,
        fs::FileType::BlockDevice => FileKind::BlockDevice,
        fs::FileType::Unknown => FileKind::Unknown,
    }
}

/// Size of the buffer for [`list`], in bytes; larger local reads gain nothing measurable.
pub const LIST_BUFFER: usize = 64 << 10;

/// Size of a buffer that all servers in user space fill, in bytes: a page.
#[cfg(target_os = "linux")]
const SMALL_BUFFER: usize = 4096;

#[cfg(target_os = "linux")]
fn list_through(
    dir: BorrowedFd<'_>,
    buffer: &mut [MaybeUninit<u8>],
    each: &mut dyn FnMut(&CStr, FileKind, u64) -> ControlFlow<()>,
) -> Sys<()> {
    let mut entries = fs::RawDir::new(dir, buffer);
    while let Some(entry) = entries.next() {
        let entry = match entry {
            // Listing a directory of a server can be interrupted.
            Err(Errno::INTR) => continue,
            entry => entry?,
        };
        let name = entry.file_name();
        if is_dot(name) {
            continue;
        }
        if each(name, kind_of(entry.file_type()), entry.ino()).is_break() {
            break;
        }
    }
    Ok(())
}

/// Calls `each` for every entry but `.` and `..`, with its type and inode, until it breaks.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables, reason = "only Linux needs it"))]
pub fn list(
    dir: BorrowedFd<'_>,
    buffer: &mut [MaybeUninit<u8>],
    mut each: impl FnMut(&CStr, FileKind, u64) -> ControlFlow<()>,
) -> Sys<()> {
    #[cfg(target_os = "linux")]
    {
        let mut has_begun = false;
        let mut noting = |name: &CStr, kind, ino| {
            has_begun = true;
            each(name, kind, ino)
        };
        match list_through(dir, buffer, &mut noting) {
            // Since 6.16 Linux hands the whole buffer to servers of FUSE, and davfs2 refuses more than it knows.
            Err(Errno::INVAL) if !has_begun => {
                let small = buffer.get_mut(..SMALL_BUFFER).unwrap_or_default();
                list_through(dir, small, &mut each)
            }
            listed => listed,
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        for entry in fs::Dir::read_from(dir)? {
            let entry = entry?;
            if is_dot(entry.file_name()) {
                continue;
            }
            let kind = kind_of(entry.file_type());
            if each(entry.file_name(), kind, entry.ino()).is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// The type of a listed entry, looked up where the listing does not tell.
pub fn kind_at(dir: BorrowedFd<'_>, name: &CStr, kind: FileKind) -> FileKind {
    match kind {
        FileKind::Unknown => {
            super::stat_at(dir, name, false).map_or(FileKind::File, |meta| meta.kind)
        }
        kind => kind,
    }
}

fn is_dot(name: &CStr) -> bool {
    matches!(name.to_bytes(), b"." | b"..")
}

/// Bytes free for this user on the filesystem that holds `fd`.
pub fn free_space(fd: BorrowedFd<'_>) -> Sys<u64> {
    space(fd).map(|(free, _)| free)
}

/// Bytes free for this user on the filesystem that holds `fd`, and bytes in all.
pub fn space(fd: BorrowedFd<'_>) -> Sys<(u64, u64)> {
    let stat = fs::fstatvfs(fd)?;
    let bytes = |blocks: u64| blocks.saturating_mul(stat.f_frsize);
    Ok((bytes(stat.f_bavail), bytes(stat.f_blocks)))
}

/// What a filesystem is known by wherever it is mounted, as far as the kernel has such a number.
///
/// FAT, exFAT and XFS give the number of their `device` instead, as `new_encode_dev` packs it.
pub fn filesystem_id(fd: BorrowedFd<'_>, device: u64) -> Option<u64> {
    let (major, minor) = super::device_numbers(device);
    let (major, minor) = (u64::from(major), u64::from(minor));
    let packed = (minor & 0xff) | (major << 8) | ((minor & !0xff) << 12);
    let id = fs::fstatvfs(fd).ok()?.f_fsid;
    (id != 0 && id != packed).then_some(id)
}

/// Whether an errno of rmdir(2) means that the directory is not empty.
pub fn is_filled(errno: Errno) -> bool {
    matches!(errno, Errno::NOTEMPTY | Errno::EXIST)
}

/// Whether an errno means that a name exists.
pub fn exists(errno: Errno) -> bool {
    errno == Errno::EXIST
}
