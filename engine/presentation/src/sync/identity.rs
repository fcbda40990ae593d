//! Tells a folder from one that has its path on another disk.

use std::fs;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

/// What a folder is known by, as long as it and its disk exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    /// The filesystem, as far as the kernel has a number for it that stays; FAT, exFAT and XFS have none.
    filesystem: Option<u64>,
    /// Without such a number the volume, as udev names it.
    volume: Option<String>,
    /// The inode, where its number stays: FAT makes one up each time it is mounted.
    inode: Option<u64>,
    /// When the folder was made, in nanoseconds since the Unix epoch, where the filesystem knows.
    made: Option<u64>,
}

impl Identity {
    /// Looks at a folder.
    pub(super) fn of(folder: &Path) -> io::Result<Self> {
        let open = fs::File::open(folder)?;
        let found = open.metadata()?;
        let filesystem = fcp_sys::filesystem_id(open.as_fd(), found.dev());
        let volume = if filesystem.is_none() { volume(found.dev()) } else { None };
        let made = found.created().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        let made = made.map(|at| at.as_nanos() as u64).filter(|at| *at > 0);
        let stays = filesystem.is_some() || made.is_some();
        Ok(Self { filesystem, volume, inode: stays.then(|| found.ino()), made })
    }

    /// Tells whether it differs from that of a folder on another disk.
    pub(super) fn is_known(&self) -> bool {
        self.filesystem.is_some() || self.volume.is_some() || self.made.is_some()
    }
}

/// Gives the name that udev has for the volume on a device.
fn volume(device: u64) -> Option<String> {
    let names = fs::read_dir("/dev/disk/by-uuid").ok()?;
    let is_it = |entry: &fs::DirEntry| {
        fs::metadata(entry.path())
            .is_ok_and(|found| found.file_type().is_block_device() && found.rdev() == device)
    };
    let found = names.filter_map(Result::ok).find(is_it)?;
    found.file_name().into_string().ok()
}
