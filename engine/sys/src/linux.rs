//! System calls that only Linux has.

mod fs_type;

pub use fs_type::*;

use std::ffi::CStr;
use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::OnceLock;

use rustix::fs::{self, Advice, AtFlags, Mode, OFlags, RenameFlags, ResolveFlags, StatxFlags};
use rustix::io::retry_on_intr;

use super::FileKind;
use super::{AsFd as _, BorrowedFd, Errno, Identity, Meta, OwnedFd, Sys};

/// Gives the calling thread its own descriptor table, in which only the standard streams are open.
///
/// With a table of its own a thread opens and closes without the process-wide lock, and the kernel
/// skips the reference count on every call (1.6x for cpz on many cores). Descriptors then must not
/// cross threads. Gives `false` where seccomp forbids it.
#[allow(unsafe_code)]
pub fn own_descriptors() -> bool {
    use nix::libc;
    let (first, last) = (3 as libc::c_uint, libc::c_uint::MAX);
    // SAFETY: as below; and what the thread closes is closed in its own table alone, in which no code
    // has looked for a descriptor yet. A copy of all would keep the reader of a pipe waiting for its
    // end, and a disk busy, for as long as the job runs.
    let closed = unsafe {
        libc::syscall(libc::SYS_close_range, first, last, libc::CLOSE_RANGE_UNSHARE as libc::c_uint)
    };
    if closed == 0 {
        return true;
    }
    // Kernels before 5.9, or a seccomp filter that does not know it.
    // SAFETY: the thread was just started by our pool and owns no descriptor; all types that hold
    // one are !Send or stay in the thread's local storage, so none is used across the split.
    unsafe { rustix::thread::unshare_unsafe(rustix::thread::UnshareFlags::FILES) }.is_ok()
}

/// Opens a directory some levels below `dir`; no component may be a symlink or leave `dir`.
pub fn open_beneath(dir: BorrowedFd<'_>, path: &CStr, follow: bool) -> Sys<OwnedFd> {
    beneath(dir, path, follow, OFlags::RDONLY)
}

/// Opens a directory some levels below `dir` as [`open_beneath`], at least for looking up names.
pub fn enter_beneath(dir: BorrowedFd<'_>, path: &CStr, follow: bool) -> Sys<OwnedFd> {
    match beneath(dir, path, follow, OFlags::RDONLY) {
        Err(Errno::ACCESS) => beneath(dir, path, follow, OFlags::PATH),
        result => result,
    }
}

fn beneath(dir: BorrowedFd<'_>, path: &CStr, follow: bool, access: OFlags) -> Sys<OwnedFd> {
    let flags = access | OFlags::DIRECTORY | OFlags::CLOEXEC;
    if follow {
        return retry_on_intr(|| fs::openat(dir, path, flags, Mode::empty()));
    }
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    loop {
        match fs::openat2(dir, path, flags, Mode::empty(), resolve) {
            // A rename somewhere raced with the lookup (openat2(2)).
            Err(Errno::AGAIN | Errno::INTR) => {}
            // Kernels before 5.6, or a seccomp filter that does not know openat2.
            Err(Errno::NOSYS | Errno::PERM) => {
                let open = if access == OFlags::PATH { super::enter_dir } else { super::open_dir };
                return super::open_stepwise(dir, path, false, open);
            }
            result => return result,
        }
    }
}

/// Opens a directory some levels below `dir` on its mount; no component may be a symlink.
///
/// # Errors
/// `EXDEV` if it is on another mount, which is not even asked: it may hang.
pub fn open_on_mount(dir: BorrowedFd<'_>, path: &CStr) -> Sys<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let resolve = ResolveFlags::BENEATH
        | ResolveFlags::NO_SYMLINKS
        | ResolveFlags::NO_MAGICLINKS
        | ResolveFlags::NO_XDEV;
    loop {
        match fs::openat2(dir, path, flags, Mode::empty(), resolve) {
            Err(Errno::AGAIN | Errno::INTR) => {}
            // As above.
            Err(Errno::NOSYS | Errno::PERM) => {
                let found = super::open_stepwise(dir, path, false, super::open_dir)?;
                let shares = stat_dir(found.as_fd())?.shares_mount(&stat_dir(dir)?);
                return if shares { Ok(found) } else { Err(Errno::XDEV) };
            }
            result => return result,
        }
    }
}

/// Opens a file to look at it, without leaving a trace where that is allowed.
pub fn open_quietly(dir: BorrowedFd<'_>, name: &CStr, follow: bool) -> Sys<OwnedFd> {
    let mut flags =
        OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::NOATIME;
    if !follow {
        flags |= OFlags::NOFOLLOW;
    }
    match retry_on_intr(|| fs::openat(dir, name, flags, Mode::empty())) {
        // Only to the owner (open(2)).
        Err(Errno::PERM) => super::open_source(dir, name, follow),
        result => result,
    }
}

/// Stats an open directory and tells on which mount it is.
pub fn stat_dir(fd: BorrowedFd<'_>) -> Sys<Meta> {
    match stat_mount(fd, c"", AtFlags::EMPTY_PATH) {
        // A seccomp filter that does not know statx.
        Err(Errno::NOSYS | Errno::PERM) => super::stat_fd(fd),
        found => found,
    }
}

/// Stats what a path leads to and tells on which mount it is.
pub fn stat_placed(dir: BorrowedFd<'_>, path: &CStr, follow: bool) -> Sys<Meta> {
    let flags = if follow { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
    match stat_mount(dir, path, flags) {
        Err(Errno::NOSYS | Errno::PERM) => super::stat_at(dir, path, follow),
        found => found,
    }
}

/// Stats a name to show it, with no more than the filesystem has at hand for that.
pub fn stat_shown(dir: BorrowedFd<'_>, name: &CStr, follow: bool) -> Sys<Meta> {
    // What is mounted on demand is not mounted for a look; statx(2) alone must be told so.
    let mut flags = AtFlags::NO_AUTOMOUNT;
    if !follow {
        flags |= AtFlags::SYMLINK_NOFOLLOW;
    }
    let wanted = StatxFlags::TYPE
        | StatxFlags::MODE
        | StatxFlags::NLINK
        | StatxFlags::UID
        | StatxFlags::GID
        | StatxFlags::MTIME
        | StatxFlags::SIZE;
    match fs::statx(dir, name, flags, wanted) {
        Ok(found) => Ok(Meta::of(&found, 0)),
        Err(Errno::NOSYS | Errno::PERM) => super::stat_at(dir, name, follow),
        Err(errno) => Err(errno),
    }
}

fn stat_mount(dir: BorrowedFd<'_>, path: &CStr, flags: AtFlags) -> Sys<Meta> {
    let wanted = StatxFlags::BASIC_STATS | StatxFlags::MNT_ID;
    let found = fs::statx(dir, path, flags, wanted)?;
    // Known since Linux 5.8; before, the device must do.
    let knows_mount = found.stx_mask & StatxFlags::MNT_ID.bits() != 0;
    Ok(Meta::of(&found, if knows_mount { found.stx_mnt_id } else { 0 }))
}

/// Renames without replacing by one call.
///
/// # Errors
/// `EEXIST` if the new name is taken; `EINVAL` or `ENOSYS` where the filesystem cannot do it, and for a directory that would
/// go into itself (renameat2(2)).
pub fn rename_new_at_once(
    from: BorrowedFd<'_>,
    old: &CStr,
    to: BorrowedFd<'_>,
    new: &CStr,
) -> Sys<()> {
    fs::renameat_with(from, old, to, new, RenameFlags::NOREPLACE)
}

/// Lets two names change places.
pub fn exchange(from: BorrowedFd<'_>, old: &CStr, to: BorrowedFd<'_>, new: &CStr) -> Sys<()> {
    fs::renameat_with(from, old, to, new, RenameFlags::EXCHANGE)
}

/// Creates a file without a name in a directory.
///
/// # Errors
/// `EOPNOTSUPP` or `EISDIR` where the filesystem or kernel cannot (open(2), `O_TMPFILE`).
pub fn create_unnamed(dir: BorrowedFd<'_>, path: &CStr, mode: u32) -> Sys<OwnedFd> {
    // Readable too: what has no name cannot be opened again to be compared.
    let flags = OFlags::RDWR | OFlags::TMPFILE | OFlags::CLOEXEC;
    retry_on_intr(|| fs::openat(dir, path, flags, Mode::from_raw_mode(mode & 0o7777)))
}

/// Gives an unnamed file its name; `EEXIST` if it is taken.
pub fn link_unnamed(fd: BorrowedFd<'_>, dir: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    use rustix::fd::AsRawFd as _;
    // With AT_EMPTY_PATH this needed CAP_DAC_READ_SEARCH until Linux 6.10 (open(2) shows this way).
    let path = format!("/proc/thread-self/fd/{}", fd.as_raw_fd());
    match fs::linkat(super::CWD, path.as_str(), dir, name, AtFlags::SYMLINK_FOLLOW) {
        // No /proc here, as in many a chroot.
        Err(Errno::NOENT) => fs::linkat(fd, c"", dir, name, AtFlags::EMPTY_PATH),
        result => result,
    }
}

/// Shares all extents of `from` with the empty file `to`.
pub fn clone_file(from: BorrowedFd<'_>, to: BorrowedFd<'_>) -> Sys<()> {
    retry_on_intr(|| fs::ioctl_ficlone(to, from))
}

/// Copies within the kernel; may be short, 0 at the end of the source.
pub fn copy_range(
    from: BorrowedFd<'_>,
    from_offset: &mut u64,
    to: BorrowedFd<'_>,
    to_offset: &mut u64,
    len: usize,
) -> Sys<usize> {
    loop {
        match fs::copy_file_range(from, Some(from_offset), to, Some(to_offset), len) {
            Err(Errno::INTR) => {}
            result => return result,
        }
    }
}

/// Makes a FIFO, socket or device.
pub fn make_node(
    dir: BorrowedFd<'_>,
    name: &CStr,
    kind: FileKind,
    mode: u32,
    rdev: u64,
) -> Sys<()> {
    let kind = match kind {
        FileKind::File => fs::FileType::RegularFile,
        FileKind::Fifo => fs::FileType::Fifo,
        FileKind::Socket => fs::FileType::Socket,
        FileKind::CharDevice => fs::FileType::CharacterDevice,
        FileKind::BlockDevice => fs::FileType::BlockDevice,
        FileKind::Directory | FileKind::Symlink | FileKind::Unknown => return Err(Errno::INVAL),
    };
    let made = fs::mknodat(dir, name, kind, Mode::from_raw_mode(mode & 0o7777), rdev);
    made.map_err(super::dir::without_wrong_sign)
}

/// Sets the mode of a name that must not be opened (a FIFO or device), and never of what a symlink
/// leads to: another process may have put a symlink there.
pub fn set_mode_at(dir: BorrowedFd<'_>, name: &CStr, mode: u32) -> Sys<()> {
    use rustix::fd::AsRawFd as _;
    // Only since 6.6 there is a call that does not follow (fchmodat2(2)).
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let node = retry_on_intr(|| fs::openat(dir, name, flags, Mode::empty()))?;
    let path = format!("/proc/thread-self/fd/{}", node.as_raw_fd());
    fs::chmod(path.as_str(), Mode::from_raw_mode(mode & 0o7777))
}

/// Tells the kernel that a file is read once, front to back.
pub fn advise_sequential(fd: BorrowedFd<'_>) {
    // Only a hint: a filesystem that refuses it loses nothing.
    super::best_effort(fs::fadvise(fd, 0, None, Advice::Sequential));
}

/// Has the kernel read the beginning of a file, without waiting for it.
///
/// Nothing is told: what cannot be opened now is met again when it is read.
pub fn read_ahead(dir: BorrowedFd<'_>, name: &CStr) {
    if let Ok(file) = super::open_source(dir, name, false) {
        super::best_effort(fs::fadvise(file, 0, AHEAD, Advice::WillNeed));
    }
}

/// Bytes of a file that are read ahead. In larger files the kernel reads ahead of each read by itself,
/// and a thousand files at once must find room in memory.
const AHEAD: Option<NonZeroU64> = NonZeroU64::new(256 << 10);

/// Drops a file's clean pages from the page cache.
pub fn drop_cache(fd: BorrowedFd<'_>) {
    super::best_effort(fs::fadvise(fd, 0, None, Advice::DontNeed));
}

/// Drops the clean pages of a part of a file from the page cache, and sends the dirty ones to the disk.
pub fn drop_cached(fd: BorrowedFd<'_>, part: Range<u64>) {
    if let Some(len) = NonZeroU64::new(part.end.saturating_sub(part.start)) {
        super::best_effort(fs::fadvise(fd, part.start, Some(len), Advice::DontNeed));
    }
}

/// Whether something is mounted below a directory, at any depth.
///
/// # Errors
/// The system does not tell, for example where there is no procfs.
pub fn holds_mount(dir: BorrowedFd<'_>, name: &CStr) -> Sys<bool> {
    use rustix::fd::AsRawFd as _;
    let link = format!("/proc/thread-self/fd/{}", dir.as_raw_fd());
    let above = fs::readlink(link.as_str(), Vec::new())?;
    let above = above.to_bytes().strip_suffix(b"/").unwrap_or(above.to_bytes());
    let below = [above, b"/", name.to_bytes(), b"/"].concat();
    let table = std::fs::read("/proc/thread-self/mountinfo");
    let table = table.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
    Ok(crate::mountinfo::parse(&table).iter().any(|mount| mount.dir.starts_with(&below)))
}

/// Bytes of memory that the machine has.
pub fn memory() -> Option<u64> {
    static MEMORY: OnceLock<Option<u64>> = OnceLock::new();
    *MEMORY.get_or_init(memory_of_machine)
}

fn memory_of_machine() -> Option<u64> {
    let text = read_small(c"/proc/meminfo")?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Lets a file's dirty pages begin their way to the disk, without waiting for them.
pub fn begin_writeback(fd: BorrowedFd<'_>) {
    // The kernel starts to write what it is told to drop; what is not written yet stays.
    super::best_effort(fs::fadvise(fd, 0, None, Advice::DontNeed));
}

/// The file mode creation mask of the process.
pub fn umask() -> u32 {
    // umask(2) can only be read by setting it, which other threads would see.
    read_small(c"/proc/self/status")
        .and_then(|text| {
            let line = text.lines().find_map(|line| line.strip_prefix("Umask:"))?;
            u32::from_str_radix(line.trim(), 8).ok()
        })
        .unwrap_or(0o022)
}

/// Reads the beginning of a small file of the kernel's; none if it is not text.
pub(super) fn read_small(path: &CStr) -> Option<String> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let fd = retry_on_intr(|| fs::open(path, flags, Mode::empty())).ok()?;
    let mut buffer = [0_u8; 4096];
    let len = retry_on_intr(|| rustix::io::read(&fd, &mut buffer)).ok()?;
    String::from_utf8(buffer.get(..len)?.to_vec()).ok()
}

/// When a file was made, in microseconds since the Unix epoch; none where filesystems do not say.
pub fn made_at(dir: BorrowedFd<'_>, name: &CStr) -> Option<i64> {
    born(&fs::statx(dir, name, AtFlags::SYMLINK_NOFOLLOW, StatxFlags::BTIME).ok()?)
}

fn born(found: &fs::Statx) -> Option<i64> {
    let known = found.stx_mask & StatxFlags::BTIME.bits() != 0;
    let made = found.stx_btime;
    known.then(|| made.tv_sec.saturating_mul(1_000_000) + i64::from(made.tv_nsec / 1000))
}

pub(super) fn identity_at(dir: BorrowedFd<'_>, name: &CStr) -> Sys<Identity> {
    let wanted = StatxFlags::INO | StatxFlags::BTIME;
    // A client of NFS may know an older item of this name for a while, and what it tells decides what is removed.
    let flags = AtFlags::SYMLINK_NOFOLLOW | AtFlags::STATX_FORCE_SYNC;
    // The directory itself is asked without a look-up in it, which a mode without x forbids.
    let found = if name == c"." {
        fs::statx(dir, c"", flags | AtFlags::EMPTY_PATH, wanted)
    } else {
        fs::statx(dir, name, flags, wanted)
    };
    match found {
        Ok(found) => Ok(Identity { id: Meta::of(&found, 0).id(), born: born(&found) }),
        Err(Errno::NOSYS | Errno::PERM) => {
            Ok(Identity { id: super::stat_at(dir, name, false)?.id(), born: None })
        }
        Err(errno) => Err(errno),
    }
}

/// Gives a number that is another one when a filesystem is mounted anew, as when its disk was unplugged; none if the kernel
/// has none.
pub fn mounted_as(dir: BorrowedFd<'_>) -> Option<u64> {
    // STATX_MNT_ID_UNIQUE of statx(2), since Linux 6.8; other numbers of mounts are used again.
    let unique = StatxFlags::from_bits_retain(0x4000);
    let found = fs::statx(dir, c"", AtFlags::EMPTY_PATH, unique | StatxFlags::INO).ok()?;
    if found.stx_mask & unique.bits() != 0 {
        return Some(found.stx_mnt_id);
    }
    // Since Linux 5.15 each disk has a number that counts all disks; a partition has that of its disk.
    let place = format!("/sys/dev/block/{}:{}", found.stx_dev_major, found.stx_dev_minor);
    ["diskseq", "../diskseq"].into_iter().find_map(|file| {
        let path = std::ffi::CString::new(format!("{place}/{file}")).ok()?;
        read_small(&path)?.trim().parse().ok()
    })
}

/// Stats a name as its server has it, and not as the kernel remembers it.
pub fn stat_at_server(dir: BorrowedFd<'_>, name: &CStr) -> Sys<Meta> {
    let flags = AtFlags::SYMLINK_NOFOLLOW | AtFlags::STATX_FORCE_SYNC;
    fs::statx(dir, name, flags, StatxFlags::BASIC_STATS).map(|found| Meta::of(&found, 0))
}

/// The kernel's number of a thread.
pub type ThreadId = rustix::thread::Pid;

/// Gives the number of the calling thread.
pub fn this_thread() -> ThreadId {
    rustix::thread::gettid()
}

/// Gives the nanoseconds for which a thread of this process ran or waited for a processor.
///
/// `None` if it has ended, or where the kernel does not tell (`CONFIG_SCHED_INFO`).
pub fn thread_nanos(id: ThreadId) -> Option<u64> {
    let path = format!("/proc/self/task/{}/schedstat", id.as_raw_nonzero());
    // "time spent on the cpu", "time spent waiting on a runqueue", slices: sched-stats.rst of the kernel.
    let text = std::fs::read_to_string(path).ok()?;
    let mut times = text.split_ascii_whitespace().map_while(|number| number.parse::<u64>().ok());
    Some(times.next()?.saturating_add(times.next()?))
}
