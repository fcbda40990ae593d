//! System calls that only Linux has.

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
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    if follow {
        return retry_on_intr(|| fs::openat(dir, path, flags, Mode::empty()));
    }
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    loop {
        match fs::openat2(dir, path, flags, Mode::empty(), resolve) {
            // A rename somewhere raced with the lookup (openat2(2)).
            Err(Errno::AGAIN | Errno::INTR) => {}
            // Kernels before 5.6, or a seccomp filter that does not know openat2.
            Err(Errno::NOSYS | Errno::PERM) => return super::open_stepwise(dir, path, false),
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
                let found = super::open_stepwise(dir, path, false)?;
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

/// Renames without replacing; `EEXIST` if the new name is taken.
pub fn rename_new(from: BorrowedFd<'_>, old: &CStr, to: BorrowedFd<'_>, new: &CStr) -> Sys<()> {
    match fs::renameat_with(from, old, to, new, RenameFlags::NOREPLACE) {
        // Filesystems without the flag, and directories that would go into themselves (renameat2(2)).
        Err(Errno::INVAL | Errno::NOSYS) => super::rename_stepwise(from, old, to, new),
        result => result,
    }
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
    fs::mknodat(dir, name, kind, Mode::from_raw_mode(mode & 0o7777), rdev)
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
    match fs::statx(dir, name, AtFlags::SYMLINK_NOFOLLOW, wanted) {
        Ok(found) => Ok(Identity { id: Meta::of(&found, 0).id(), born: born(&found) }),
        Err(Errno::NOSYS | Errno::PERM) => {
            Ok(Identity { id: super::stat_at(dir, name, false)?.id(), born: None })
        }
        Err(errno) => Err(errno),
    }
}

/// Traits of a filesystem that the engine chooses by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FsType {
    /// ext2, ext3 and ext4.
    Ext,
    /// XFS.
    Xfs,
    /// Btrfs.
    Btrfs,
    /// A filesystem in memory.
    Tmpfs,
    /// FAT, exFAT, NTFS, CIFS, HFS+: two names may be one file.
    CaseFolding,
    /// Any other.
    Other,
}

/// Numbers of filesystems (statfs(2)).
const FUSE: u32 = 0x6573_5546;
const UDF: u32 = 0x1501_3346;

/// Tells the type of the filesystem that holds `fd` (magic numbers: statfs(2)).
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn fs_type(fd: BorrowedFd<'_>) -> FsType {
    let Ok(stat) = fs::fstatfs(fd) else { return FsType::Other };
    match stat.f_type as u32 {
        0xEF53 => FsType::Ext,
        0x5846_5342 => FsType::Xfs,
        0x9123_683E => FsType::Btrfs,
        0x0102_1994 | 0x8584_58F6 => FsType::Tmpfs,
        0x4D44 | 0x2011_BAB0 | 0x5346_544E | 0xFF53_4D42 | 0xFE53_4D42 | 0x482B | 0x4244
        | 0x7366_746E => FsType::CaseFolding,
        _ => FsType::Other,
    }
}

/// Whether the filesystem that holds `fd` is of a kind that may keep no owners, permissions, times of symlinks or
/// hard links, and reports so as if the user were not allowed: those of other systems, CIFS and FUSE. Others of
/// networks are not among them: a server of NFS keeps all that, and `EPERM` is its answer to one user.
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn may_keep_less(fd: BorrowedFd<'_>) -> bool {
    let Ok(stat) = fs::fstatfs(fd) else { return false };
    fs_type(fd) == FsType::CaseFolding || matches!(stat.f_type as u32, FUSE | UDF)
}

/// Whether the kernel makes up the files on the filesystem that holds `fd`, and with them their sizes:
/// 0 in procfs, a whole page in sysfs.
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn invents_sizes(fd: BorrowedFd<'_>) -> bool {
    let Ok(stat) = fs::fstatfs(fd) else { return false };
    matches!(
        stat.f_type as u32,
        // procfs, sysfs, debugfs, tracefs, cgroup and cgroup2, configfs, securityfs, selinuxfs,
        // smackfs, efivarfs, pstore, binfmt_misc, bpf, resctrl, the control files of FUSE.
        0x9FA0
            | 0x6265_6572
            | 0x6462_6720
            | 0x7472_6163
            | 0x0027_E0EB
            | 0x6367_7270
            | 0x6265_6570
            | 0x7363_6673
            | 0xF97C_FF8C
            | 0x4341_5D53
            | 0xDE5E_81E4
            | 0x6165_676C
            | 0x4249_4E4D
            | 0xCAFE_4A11
            | 0x0765_5821
            | 0x6573_5543
    )
}

/// Whether other machines may use the filesystem that holds `fd` at the same time.
pub fn is_remote(fd: BorrowedFd<'_>) -> bool {
    fs::fstatfs(fd).is_ok_and(|stat| is_of_network(&stat))
}

/// Whether calls on the filesystem that holds a path are answered by another machine: those of networks, and of
/// FUSE without a disk of its own (sshfs, rclone).
///
/// # Errors
/// The path cannot be looked at.
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn is_far(path: &CStr) -> Sys<bool> {
    let stat = retry_on_intr(|| fs::statfs(path))?;
    // What has no disk has a device of major number 0; ntfs-3g and the like have that of their disk.
    let has_disk = || fs::stat(path).map_or(true, |meta| fs::major(meta.st_dev) != 0);
    Ok(is_of_network(&stat) || stat.f_type as u32 == FUSE && !has_disk())
}

#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
fn is_of_network(stat: &fs::StatFs) -> bool {
    matches!(
        stat.f_type as u32,
        // NFS, SMB and CIFS, AFS, Coda, Ceph, Lustre, GPFS, OCFS2, GFS2, BeeGFS, 9P.
        0x6969
            | 0x517B
            | 0xFF53_4D42
            | 0xFE53_4D42
            | 0x5346_414F
            | 0x6B41_4653
            | 0x7375_7245
            | 0x00C3_6400
            | 0x0BD0_0BD0
            | 0x4750_4653
            | 0x7461_636F
            | 0x0116_1970
            | 0x1983_0326
            | 0x0102_1997
    )
}

/// Whether the kernel sees each change on the filesystem that holds `fd`, and can tell of it.
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn tells_changes(fd: BorrowedFd<'_>) -> bool {
    let Ok(stat) = fs::fstatfs(fd) else { return false };
    // Besides, procfs and sysfs, which make their entries up.
    !is_remote(fd) && !matches!(stat.f_type as u32, FUSE | 0x9FA0 | 0x6265_6572)
}

/// Whether names in this directory are compared without case (ext4 and f2fs `casefold`).
pub fn folds_case(fd: BorrowedFd<'_>) -> bool {
    // FS_CASEFOLD_FL of linux/fs.h, which rustix does not name.
    const CASEFOLD: u32 = 0x4000_0000;
    fs_type(fd) == FsType::CaseFolding
        || fs::ioctl_getflags(fd).is_ok_and(|flags| flags.bits() & CASEFOLD != 0)
}

/// Whether only a trial shows how the filesystem that holds `fd` compares names: FUSE, whose servers do not tell.
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn may_fold_case(fd: BorrowedFd<'_>) -> bool {
    fs::fstatfs(fd).is_ok_and(|stat| stat.f_type as u32 == FUSE)
}

/// Whether a file is written in place (chattr +C), and so has no checksums on btrfs.
pub fn is_written_in_place(fd: BorrowedFd<'_>) -> bool {
    fs::ioctl_getflags(fd).is_ok_and(|flags| flags.contains(fs::IFlags::NOCOW))
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
