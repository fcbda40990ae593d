//! Which filesystem a job writes to, so that it never fills the empty mount point of one that is gone.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::lanes::stat;
use crate::path::WirePath;
use crate::spec::{Destination, JobSpec, Verb};
use fcp_sys::c_path;
use fcp_sys::{self as sys, AsFd};

/// The filesystem that holds a destination.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Filesystem {
    /// What it is known by wherever it is mounted; none where the kernel has nothing but the number of
    /// the device, which is another one after the disk was plugged in again.
    id: Option<u64>,
    /// The directory that it is mounted on.
    mounted_on: WirePath,
}

/// What became of a filesystem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Now {
    /// It is there.
    Same,
    /// Another one is mounted in its place.
    Another,
    /// It is not mounted: what is below its mount point would be written elsewhere.
    Gone,
}

impl Filesystem {
    /// Looks where a job writes; none for a job that makes nothing.
    pub(crate) fn of(spec: &JobSpec) -> Option<Self> {
        if !matches!(spec.verb, Verb::Copy | Verb::Move) {
            return None;
        }
        let (Destination::Into(path) | Destination::As(path)) = spec.destination.as_ref()?;
        let above = path.0.ancestors().find_map(|above| above.canonicalize().ok())?;
        let dir = above.ancestors().find_map(|above| Some((above, open(above)?)));
        let (above, dir) = dir?;
        let device = sys::stat_fd(dir.as_fd()).ok()?.dev;
        let id = sys::filesystem_id(dir.as_fd(), device);
        Some(Self { id, mounted_on: WirePath(mount_point(above)?) })
    }

    /// Compares it with where the job would write now.
    pub(crate) fn compare(&self, now: Option<&Self>) -> Now {
        let Some(now) = now else { return Now::Gone };
        let is_placed = self.mounted_on == now.mounted_on;
        match (self.id, now.id) {
            (Some(then), Some(now)) if then == now => Now::Same,
            (None, _) | (_, None) if is_placed => Now::Same,
            _ if is_placed => Now::Another,
            _ => Now::Gone,
        }
    }
}

fn open(path: &Path) -> Option<sys::OwnedFd> {
    sys::enter_dir(sys::CWD, &c_path(path)?, true).ok()
}

/// The topmost directory above a path without symlinks that is on the same mount.
fn mount_point(path: &Path) -> Option<PathBuf> {
    let mount = stat(path, true)?.mount;
    let is_on_it = |above: &&Path| stat(above, true).is_some_and(|meta| meta.mount == mount);
    path.ancestors().take_while(is_on_it).last().map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Options;

    fn on(id: Option<u64>, mounted_on: &str) -> Filesystem {
        Filesystem { id, mounted_on: mounted_on.into() }
    }

    #[test]
    fn an_empty_mount_point_is_told_from_the_disk_that_was_there() {
        let usb = on(Some(7), "/mnt/usb");
        assert_eq!(usb.compare(Some(&usb)), Now::Same);
        assert_eq!(usb.compare(Some(&on(Some(7), "/media/usb"))), Now::Same);
        assert_eq!(usb.compare(Some(&on(Some(8), "/mnt/usb"))), Now::Another);
        assert_eq!(usb.compare(Some(&on(Some(1), "/"))), Now::Gone);
        assert_eq!(usb.compare(None), Now::Gone);
        // FAT has only the number of its device.
        let fat = on(None, "/mnt/usb");
        assert_eq!(fat.compare(Some(&fat)), Now::Same);
        assert_eq!(fat.compare(Some(&on(Some(1), "/"))), Now::Gone);
        assert_eq!(fat.compare(Some(&on(None, "/"))), Now::Gone);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_destination_that_is_to_be_made_is_on_the_filesystem_above_it() {
        let spec = |verb, path: &str| JobSpec {
            verb,
            sources: vec!["/a".into()],
            destination: Some(Destination::Into(path.into())),
            options: Options::default(),
        };
        let proc = Filesystem::of(&spec(Verb::Copy, "/proc/1/no/such")).unwrap();
        assert_eq!(proc.mounted_on, "/proc".into());
        assert_eq!(Filesystem::of(&spec(Verb::Move, "/proc/no")), Some(proc));
        assert_eq!(Filesystem::of(&spec(Verb::Verify, "/proc")), None);
    }
}
