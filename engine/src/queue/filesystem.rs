//! Identifies the filesystem that a job writes to, so that no job fills an empty mount point.

use std::ffi::CString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::lanes::stat;
use crate::contract::path::{WirePath, is_far};
use crate::contract::spec::{Destination, JobSpec, Verb};
use crate::walk::temporary::Mark;
use fcp_sys::c_path;
use fcp_sys::now;
use fcp_sys::{self as sys, AsFd, Errno};

/// The filesystem that holds a destination.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Filesystem {
    /// What it is known by wherever it is mounted; none where the kernel has nothing but the number of
    /// the device, which is another one after the disk was plugged in again. Each subvolume of a btrfs has an id of its
    /// own, and a job may make one: so it is that of the subvolume that is mounted, not of those in it.
    id: Option<u64>,
    /// The directory that it is mounted on.
    mounted_on: WirePath,
    /// Microseconds by which its clock is ahead of ours; a server has a clock of its own. None until a job
    /// begins there.
    #[serde(default)]
    pub(crate) ahead: Option<i64>,
    /// Which of the times that it was mounted this is, where the kernel tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mounted_as: Option<u64>,
}

/// Microseconds of difference that are none: filesystems keep the time of the last tick, whole seconds,
/// or, as FAT does, every other one.
const COARSE: i64 = 2_000_000;

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
        let (above, _) = nearest(spec)?;
        let mounted_on = mount_point(&above)?;
        let dir = open(&mounted_on)?;
        let device = sys::stat_fd(dir.as_fd()).ok()?.dev;
        let id = sys::filesystem_id(dir.as_fd(), device);
        let mounted_as = sys::mounted_as(dir.as_fd());
        Some(Self { id, mounted_on: WirePath(mounted_on), ahead: None, mounted_as })
    }

    /// Compares its clock with ours, by a file that is made where a job writes and has no name, or a
    /// temporary one for a moment.
    pub(crate) fn timed(self, spec: &JobSpec, mark: Mark) -> Self {
        let told = nearest(spec).and_then(|(_, dir)| {
            let made = sys::create_unnamed(dir.as_fd(), c".", 0o600).or_else(|_unsupported| {
                let name = format!("{}-clock", mark.of_run());
                let name = CString::new(name).map_err(|_nul| Errno::INVAL)?;
                let made = sys::create_new(dir.as_fd(), &name, 0o600);
                sys::best_effort(sys::unlink(dir.as_fd(), &name));
                made
            });
            // Where nothing can be made, nothing will be found later.
            sys::stat_fd(made.ok()?.as_fd()).ok()
        });
        let ahead = told.map_or(0, |made| ahead(made.ctime_micros(), now()));
        Self { ahead: Some(ahead), ..self }
    }

    /// Whether it is mounted somewhere in another one.
    pub(crate) fn is_below(&self, other: &Self) -> bool {
        self.mounted_on != other.mounted_on && self.mounted_on.0.starts_with(&other.mounted_on.0)
    }

    /// Whether it was mounted anew since: what was not flushed before may be lost, as when its disk was unplugged.
    pub(crate) fn is_remounted(&self, now: &Self) -> bool {
        self.mounted_as.zip(now.mounted_as).is_some_and(|(then, now)| then != now)
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

/// Microseconds by which the clock of a filesystem is ahead of ours.
fn ahead(told: i64, now: u64) -> i64 {
    let ahead = told.saturating_sub_unsigned(now);
    if ahead.abs() <= COARSE { 0 } else { ahead }
}

/// Opens the directory into which a job writes, or the nearest one above it that is there.
fn nearest(spec: &JobSpec) -> Option<(PathBuf, sys::OwnedFd)> {
    if !matches!(spec.verb, Verb::Copy | Verb::Move) {
        return None;
    }
    let path = spec.destination.as_ref().and_then(Destination::path)?;
    if is_far(&path.0) {
        return None;
    }
    let above = path.0.ancestors().find_map(|above| above.canonicalize().ok())?;
    above.ancestors().find_map(|above| Some((above.to_owned(), open(above)?)))
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

    fn on(id: Option<u64>, mounted_on: &str) -> Filesystem {
        Filesystem { id, mounted_on: mounted_on.into(), ahead: None, mounted_as: None }
    }

    #[test]
    fn the_clock_of_a_server_is_told_from_a_coarse_one() {
        let now = 1_800_000_000_000_000;
        let hour = 3_600_000_000;
        assert_eq!(ahead(now as i64 - 4_000, now), 0);
        assert_eq!(ahead(now as i64 - 1_999_999, now), 0);
        assert_eq!(ahead(now as i64 - hour, now), -hour);
        assert_eq!(ahead(now as i64 + hour, now), hour);
    }

    #[test]
    fn looking_at_a_clock_leaves_nothing_behind() {
        let dir = tempfile::tempdir().unwrap();
        let spec = JobSpec::copy(["/a"], Destination::Into(dir.path().to_owned().into()));
        let found = Filesystem::of(&spec).unwrap();
        let timed = found.clone().timed(&spec, Mark::new(7));
        assert_eq!(timed, Filesystem { ahead: Some(0), ..found });
        assert_eq!(dir.path().read_dir().unwrap().count(), 0);
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
        assert!(usb.is_below(&on(Some(1), "/")) && usb.is_below(&on(Some(1), "/mnt")));
        assert!(!usb.is_below(&usb) && !on(Some(1), "/").is_below(&usb));
        assert!(!usb.is_below(&on(None, "/mnt/us")));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_destination_that_is_to_be_made_is_on_the_filesystem_above_it() {
        let spec = |verb, path: &str| JobSpec {
            verb,
            ..JobSpec::copy(["/a"], Destination::Into(path.into()))
        };
        let proc = Filesystem::of(&spec(Verb::Copy, "/proc/1/no/such")).unwrap();
        assert_eq!(proc.mounted_on, "/proc".into());
        assert_eq!(Filesystem::of(&spec(Verb::Move, "/proc/no")), Some(proc));
        assert_eq!(Filesystem::of(&spec(Verb::Verify, "/proc")), None);
    }
}
