//! System calls for metadata: stat, mode, owner, times, umask.

use std::ffi::{CStr, CString};

use rustix::fs::{self, AtFlags, FileType, Gid, Mode, Stat, Timespec, Timestamps, Uid};

use super::FileKind;
use super::{AsFd as _, BorrowedFd, Sys, dir::kind_of};

/// What stat(2) tells of a file.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    /// Its type.
    pub kind: FileKind,
    /// Permission bits, set-ID and sticky bits included.
    pub mode: u32,
    /// The user that owns it.
    pub uid: u32,
    /// The group that owns it.
    pub gid: u32,
    /// Size in bytes; not to be trusted in /proc and /sys.
    pub size: u64,
    /// Allocated bytes.
    pub allocated: u64,
    /// The number of its filesystem.
    pub dev: u64,
    /// The number of the mount; 0 if it was not requested or the system has none.
    pub mount: u64,
    /// Its number there.
    pub ino: u64,
    /// How many names it has.
    pub nlink: u64,
    /// The device that it stands for, if it is a device.
    pub rdev: u64,
    /// When it was last read; seconds and nanoseconds.
    pub atime: (i64, i64),
    /// When its data changed last; seconds and nanoseconds.
    pub mtime: (i64, i64),
    /// When anything about it changed last; seconds and nanoseconds.
    pub ctime: (i64, i64),
}

/// A millisecond and a second in nanoseconds.
const MILLISECOND: i64 = 1_000_000;
const SECOND: i64 = 1000 * MILLISECOND;

impl Meta {
    /// What statx(2) tells.
    #[cfg(target_os = "linux")]
    pub(super) fn of(found: &fs::Statx, mount: u64) -> Self {
        let time = |time: &fs::StatxTimestamp| (time.tv_sec, i64::from(time.tv_nsec));
        Self {
            kind: kind_of(FileType::from_raw_mode(u32::from(found.stx_mode))),
            mode: u32::from(found.stx_mode) & 0o7777,
            uid: found.stx_uid,
            gid: found.stx_gid,
            size: found.stx_size,
            allocated: found.stx_blocks * 512,
            dev: fs::makedev(found.stx_dev_major, found.stx_dev_minor),
            mount,
            ino: found.stx_ino,
            nlink: u64::from(found.stx_nlink),
            rdev: fs::makedev(found.stx_rdev_major, found.stx_rdev_minor),
            atime: time(&found.stx_atime),
            mtime: time(&found.stx_mtime),
            ctime: time(&found.stx_ctime),
        }
    }

    /// Whether two directories are on one mount, as far as the kernel tells.
    pub fn shares_mount(&self, other: &Self) -> bool {
        match (self.mount, other.mount) {
            (0, _) | (_, 0) => self.dev == other.dev,
            (one, two) => one == two,
        }
    }

    /// Identifies the inode; an inode number alone means nothing on another device.
    pub fn id(&self) -> (u64, u64) {
        (self.dev, self.ino)
    }

    /// Whether this is the same file, with the same content as far as stat(2) can tell.
    pub fn same_content_as(&self, other: &Self) -> bool {
        self.id() == other.id()
            && self.size == other.size
            && self.mtime == other.mtime
            && self.ctime == other.ctime
    }

    /// Whether the content of this file was changed since `earlier`, as far as stat(2) can tell.
    ///
    /// Unlike [`Meta::same_content_as`] it passes over the ctime, which other names of the file change, too.
    pub fn was_written_since(&self, earlier: &Self) -> bool {
        (self.id(), self.size, self.mtime) != (earlier.id(), earlier.size, earlier.mtime)
    }

    /// Time of the last change of anything, in microseconds since the Unix epoch.
    pub fn ctime_micros(&self) -> i64 {
        self.ctime.0.saturating_mul(1_000_000).saturating_add(self.ctime.1 / 1000)
    }

    /// Whether another file has the same modification time, as far as the filesystems of both keep it.
    pub fn has_mtime_of(&self, other: &Self) -> bool {
        let step = self.step().max(other.step());
        // Programs that set times by utimes(2), such as the server of encfs, leave out what is less than a microsecond.
        let is_cut = self.mtime.1 % 1000 == 0 || other.mtime.1 % 1000 == 0;
        let step = if is_cut { step.max(1000) } else { step };
        let seconds = (step / SECOND).max(1);
        self.mtime.0.div_euclid(seconds) == other.mtime.0.div_euclid(seconds)
            && self.mtime.1 / step == other.mtime.1 / step
    }

    /// Whether another file has an earlier modification time, as far as the filesystems of both keep it.
    pub fn is_newer_than(&self, other: &Self) -> bool {
        self.mtime > other.mtime && !self.has_mtime_of(other)
    }

    /// The nanoseconds between two times that its filesystem seems to keep: two seconds on FAT, one on ext4 with inodes of
    /// 128 bytes and on many servers, 10 ms on exFAT, 100 ns on NTFS and SMB.
    ///
    /// A time that was set, as from an archive, may have no fraction on others either; the moment of that has one.
    fn step(&self) -> i64 {
        let is_step = |step: &i64| self.mtime.1 % step == 0 && self.ctime.1 % step == 0;
        // FAT has 10 ms in its ctime, which before Linux 5.19 was that of the creation.
        if self.mtime.1 == 0 && self.ctime.1 % (10 * MILLISECOND) == 0 {
            // And days in its atime, in the time of a zone that may be some quarters of an hour away.
            let is_fat = self.mtime.0 % 2 == 0 && self.atime.0 % 900 == 0 && self.atime.1 == 0;
            return if is_fat { 2 * SECOND } else { SECOND };
        }
        [10 * MILLISECOND, MILLISECOND, 1000, 100].into_iter().find(is_step).unwrap_or(1)
    }

    /// Modification time in microseconds since the Unix epoch.
    pub fn mtime_micros(&self) -> i64 {
        self.mtime.0.saturating_mul(1_000_000).saturating_add(self.mtime.1 / 1000)
    }
}

#[allow(clippy::unnecessary_cast, reason = "field types differ between platforms")]
#[allow(clippy::cast_lossless, reason = "field types differ between platforms")]
fn meta(stat: &Stat) -> Meta {
    Meta {
        kind: kind_of(FileType::from_raw_mode(stat.st_mode)),
        mode: stat.st_mode as u32 & 0o7777,
        uid: stat.st_uid,
        gid: stat.st_gid,
        size: stat.st_size as u64,
        allocated: stat.st_blocks as u64 * 512,
        dev: stat.st_dev as u64,
        mount: 0,
        ino: stat.st_ino as u64,
        nlink: stat.st_nlink as u64,
        rdev: stat.st_rdev as u64,
        atime: (stat.st_atime as i64, stat.st_atime_nsec as i64),
        mtime: (stat.st_mtime as i64, stat.st_mtime_nsec as i64),
        ctime: (stat.st_ctime as i64, stat.st_ctime_nsec as i64),
    }
}

/// Major and minor number of a device.
#[allow(clippy::unnecessary_cast, reason = "the type of a device differs between platforms")]
pub fn device_numbers(dev: u64) -> (u32, u32) {
    (fs::major(dev as _) as u32, fs::minor(dev as _) as u32)
}

/// The number of a device.
#[allow(clippy::unnecessary_cast, reason = "the type of a device differs between platforms")]
pub fn device(major: u32, minor: u32) -> u64 {
    fs::makedev(major as _, minor as _) as u64
}

/// Stats a name.
pub fn stat_at(dir: BorrowedFd<'_>, name: &CStr, follow: bool) -> Sys<Meta> {
    let flags = if follow { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
    fs::statat(dir, name, flags).map(|stat| meta(&stat))
}

/// Stats an open file.
pub fn stat_fd(fd: BorrowedFd<'_>) -> Sys<Meta> {
    fs::fstat(fd).map(|stat| meta(&stat))
}

/// Sets the mode of an open file.
pub fn set_mode(fd: BorrowedFd<'_>, mode: u32) -> Sys<()> {
    super::one_code(fs::fchmod(fd, Mode::from_raw_mode((mode & 0o7777) as _)))
}

/// Sets user and group of an open file.
pub fn set_owner(fd: BorrowedFd<'_>, uid: Option<u32>, gid: Option<u32>) -> Sys<()> {
    super::one_code(fs::fchown(fd, uid.map(Uid::from_raw), gid.map(Gid::from_raw)))
}

/// Sets user and group of a name, which may be a symlink.
pub fn set_owner_at(
    dir: BorrowedFd<'_>,
    name: &CStr,
    uid: Option<u32>,
    gid: Option<u32>,
) -> Sys<()> {
    let (uid, gid) = (uid.map(Uid::from_raw), gid.map(Gid::from_raw));
    super::one_code(fs::chownat(dir, name, uid, gid, AtFlags::SYMLINK_NOFOLLOW))
}

/// Whether owner and times of a symlink with this path can be set without changing what it leads to.
///
/// The kernel hands a server in user space a path and does not say that the last symlink is not to be followed: that of
/// sshfs sets the owner and the times of what it leads to, wherever that is. So this tries it with a link that is made for a
/// moment, is called `trial` and leads to itself: a server which follows it fails (`ELOOP`), and changes nothing.
pub fn sets_links_beside(dir: BorrowedFd<'_>, path: &CStr, trial: &CStr) -> bool {
    let Ok(parent) = super::enter_dir(dir, &directory_of(path), true) else { return false };
    if !super::is_served_by_program(parent.as_fd()) {
        return true;
    }
    if fs::symlinkat(trial, &parent, trial).is_err() {
        return false;
    }
    let found = super::stat_at(parent.as_fd(), trial, false);
    let set = found.and_then(|meta| set_times_at(parent.as_fd(), trial, &meta));
    super::best_effort(super::unlink(parent.as_fd(), trial));
    set.is_ok()
}

/// What is kept of a file besides its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    /// Its user and its group.
    pub owner: bool,
    /// Its permissions.
    pub mode: bool,
}

/// What the filesystem of the directory of a path takes without an error, and forgets.
///
/// ntfs-3g without permissions does so, and rclone. Only a trial shows it: this makes a directory of this name for a moment,
/// since rclone makes files later.
pub fn forgotten_beside(dir: BorrowedFd<'_>, path: &CStr, trial: &CStr) -> Rights {
    let tried = || -> Sys<Rights> {
        let parent = super::enter_dir(dir, &directory_of(path), true)?;
        if !super::may_keep_less(parent.as_fd()) {
            return Ok(Rights { owner: false, mode: false });
        }
        super::make_dir(parent.as_fd(), trial, 0o700)?;
        let found = super::open_dir(parent.as_fd(), trial, false).map(|made| {
            let is =
                |wanted: fn(&Meta) -> bool| stat_fd(made.as_fd()).is_ok_and(|now| wanted(&now));
            let mode =
                set_mode(made.as_fd(), 0o750).is_ok() && !is(|now| now.mode & 0o777 == 0o750);
            let owner = set_owner(made.as_fd(), Some(1), Some(1)).is_ok()
                && !is(|now| (now.uid, now.gid) == (1, 1));
            Rights { owner, mode }
        });
        super::best_effort(super::remove_dir(parent.as_fd(), trial));
        found
    };
    // Where nothing can be tried, the item at hand tells what is wrong.
    tried().unwrap_or(Rights { owner: false, mode: false })
}

fn directory_of(path: &CStr) -> CString {
    let bytes = path.to_bytes();
    let above = match bytes.iter().rposition(|byte| *byte == b'/') {
        Some(0) => b"/",
        Some(cut) => bytes.get(..cut).unwrap_or_default(),
        None => b".",
    };
    CString::new(above).unwrap_or_default()
}

fn times(meta: &Meta) -> Timestamps {
    let spec = |(sec, nsec): (i64, i64)| Timespec { tv_sec: sec, tv_nsec: nsec as _ };
    Timestamps { last_access: spec(meta.atime), last_modification: spec(meta.mtime) }
}

/// Sets access and modification time of an open file to those of `meta`.
pub fn set_times(fd: BorrowedFd<'_>, from: &Meta) -> Sys<()> {
    super::one_code(fs::futimens(fd, &times(from)))
}

/// Sets access and modification time of a name, which may be a symlink.
pub fn set_times_at(dir: BorrowedFd<'_>, name: &CStr, from: &Meta) -> Sys<()> {
    super::one_code(fs::utimensat(dir, name, &times(from), AtFlags::SYMLINK_NOFOLLOW))
}

/// Effective user and group of the process.
pub fn effective_ids() -> (u32, u32) {
    (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw())
}

/// Real user of the process, whose trash is used.
#[cfg(target_os = "linux")]
pub fn real_user() -> u32 {
    rustix::process::getuid().as_raw()
}

/// Limit of open descriptors.
pub fn descriptor_limit() -> usize {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    limit.current.map_or(1 << 16, |n| n as usize)
}

/// Whether the user may write to an existing file.
pub fn writable(dir: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    fs::accessat(dir, name, fs::Access::WRITE_OK, AtFlags::EACCESS)
}

/// Whether the user may read a file.
pub fn readable(dir: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    fs::accessat(dir, name, fs::Access::READ_OK, AtFlags::EACCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_compared_as_finely_as_both_filesystems_keep_them() {
        let any = stat_at(crate::CWD, c".", true).unwrap();
        let file = |mtime: i64, ctime: i64| Meta { mtime: (20, mtime), ctime: (30, ctime), ..any };
        let fine = |mtime| file(mtime, 123_456_789);
        assert!(fine(1).has_mtime_of(&fine(1)) && !fine(1).has_mtime_of(&fine(2)));
        // Set without a fraction, where others have one.
        assert!(!fine(900_000_000).has_mtime_of(&fine(0)));
        // Set by utimes(2).
        assert!(fine(987_654_321).has_mtime_of(&fine(987_654_000)));
        assert!(!fine(987_654_321).has_mtime_of(&fine(987_653_000)));
        for (kept, ctime, step) in [
            // Whole seconds; FAT of before Linux 5.19; exFAT; NTFS.
            (0, 0, 1_000_000_000),
            (0, 120_000_000, 1_000_000_000),
            (980_000_000, 120_000_000, 10_000_000),
            (987_654_300, 123_456_700, 100),
        ] {
            let (source, copy) = (fine(987_654_321), file(kept, ctime));
            assert!(source.has_mtime_of(&copy) && copy.has_mtime_of(&source), "{step}");
            let other = Meta { mtime: (21, 0), ..source };
            assert!(!other.has_mtime_of(&copy), "{step}");
            let earlier = fine(987_654_321 - step);
            assert!(step == 1_000_000_000 || !earlier.has_mtime_of(&copy), "{step}");
            assert!(!source.is_newer_than(&copy) && other.is_newer_than(&copy), "{step}");
        }
        // FAT keeps even seconds, and the day of the last access.
        let fat = Meta { atime: (86_400 - 3600, 0), ctime: (20, 0), ..fine(0) };
        let at = |seconds| Meta { mtime: (seconds, 900_000_000), ..fine(0) };
        assert!(at(21).has_mtime_of(&fat) && fat.has_mtime_of(&at(20)));
        assert!(!at(19).has_mtime_of(&fat) && !at(22).has_mtime_of(&fat));
        assert!(!at(21).is_newer_than(&fat) && at(22).is_newer_than(&fat));
    }
}
