//! Tells the types of filesystems apart, and what follows from a type.

use std::ffi::CStr;

use crate::{BorrowedFd, Sys};
use rustix::fs;
use rustix::io::retry_on_intr;

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
const FAT: u32 = 0x4D44;
const EXFAT: u32 = 0x2011_BAB0;
const CIFS: u32 = 0xFF53_4D42;
const SMB2: u32 = 0xFE53_4D42;

/// Tells the type of the filesystem that holds `fd` (magic numbers: statfs(2)).
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn fs_type(fd: BorrowedFd<'_>) -> FsType {
    let Ok(stat) = fs::fstatfs(fd) else { return FsType::Other };
    match stat.f_type as u32 {
        0xEF53 => FsType::Ext,
        0x5846_5342 => FsType::Xfs,
        0x9123_683E => FsType::Btrfs,
        0x0102_1994 | 0x8584_58F6 => FsType::Tmpfs,
        FAT | EXFAT | CIFS | SMB2 | 0x5346_544E | 0x482B | 0x4244 | 0x7366_746E => {
            FsType::CaseFolding
        }
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
            | CIFS
            | SMB2
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

/// Whether a program serves the filesystem that holds `fd` (FUSE). Only a trial shows how it compares names and what it
/// sets of a symlink.
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn is_served_by_program(fd: BorrowedFd<'_>) -> bool {
    fs::fstatfs(fd).is_ok_and(|stat| stat.f_type as u32 == FUSE)
}

/// Whether a server decides how names are compared on the filesystem that holds `fd` (FUSE, SMB). Only a trial shows how, and
/// each spelling of a name may have an inode number of its own (SMB: `noserverino` of mount.cifs(8)).
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn has_names_of_server(fd: BorrowedFd<'_>) -> bool {
    fs::fstatfs(fd).is_ok_and(|stat| matches!(stat.f_type as u32, FUSE | CIFS | SMB2))
}

/// Whether the server of the filesystem that holds `fd` keeps the name of what is removed for as long as a client has it open
/// (SMB). A directory is open there from the moment at which it is listed.
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn holds_names(fd: BorrowedFd<'_>) -> bool {
    fs::fstatfs(fd).is_ok_and(|stat| matches!(stat.f_type as u32, CIFS | SMB2))
}

/// Whether the filesystem that holds `fd` numbers its inodes as they come into memory (FAT, exFAT): when the memory is
/// needed for others, an item gets another number.
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn numbers_anew(fd: BorrowedFd<'_>) -> bool {
    fs::fstatfs(fd).is_ok_and(|stat| matches!(stat.f_type as u32, FAT | EXFAT))
}

/// Whether the server of the filesystem that holds `fd` stores a file when it is closed, and does not tell whether that
/// went well: that of gvfs, which shows what GNOME has mounted.
pub fn closes_in_silence(fd: BorrowedFd<'_>) -> bool {
    is_served_by_program(fd) && crate::filesystem_name(fd).is_some_and(|it| it == "fuse.gvfsd-fuse")
}

/// Whether what a directory shows may be shown elsewhere under other numbers: it is on another machine, in user space or
/// in an overlay.
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn is_a_view(fd: BorrowedFd<'_>) -> bool {
    is_remote(fd) || is_served_by_program(fd) || is_overlay(fd)
}

/// Whether `fd` is in an overlay, where files may have their data in another layer.
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn is_overlay(fd: BorrowedFd<'_>) -> bool {
    // OVERLAYFS_SUPER_MAGIC of linux/magic.h.
    fs::fstatfs(fd).is_ok_and(|stat| stat.f_type as u32 == 0x794c_7630)
}

/// Whether the directory `fd` has nothing but mount points that the automounter makes when they are looked up.
#[allow(clippy::unnecessary_cast, reason = "the field's type differs between architectures")]
pub fn waits_for_mounts(fd: BorrowedFd<'_>) -> bool {
    // AUTOFS_SUPER_MAGIC of linux/magic.h.
    fs::fstatfs(fd).is_ok_and(|stat| stat.f_type as u32 == 0x0187)
}

/// Whether a file is written in place (chattr +C), and so has no checksums on btrfs.
pub fn is_written_in_place(fd: BorrowedFd<'_>) -> bool {
    fs::ioctl_getflags(fd).is_ok_and(|flags| flags.contains(fs::IFlags::NOCOW))
}
