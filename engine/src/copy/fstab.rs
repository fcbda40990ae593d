//! Knows where the system mounts filesystems, whether they are mounted now or not.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use fcp_sys::mountinfo;

/// Where units of systemd are that an administrator or another program has made.
const UNITS: [&str; 4] = [
    "/etc/systemd/system",
    "/run/systemd/system",
    "/run/systemd/transient",
    "/run/systemd/generator",
];

/// The mount points in `/etc/fstab`, of units of systemd and in the maps of the automounter, which are read when the first
/// path is looked up.
#[derive(Debug, Default)]
pub(super) struct Fstab(OnceLock<Vec<PathBuf>>);

impl Fstab {
    /// Whether a directory is one of them.
    ///
    /// None of them is looked at, since one whose server does not answer would hold up the job: the names are compared, and
    /// where these are equal the directories above.
    pub(super) fn names(&self, dir: &Path) -> bool {
        let points = self.0.get_or_init(|| {
            mount_points().into_iter().map(|point| OsString::from_vec(point).into()).collect()
        });
        let Some(dir) = (!points.is_empty()).then(|| dir.canonicalize().ok()).flatten() else {
            return false;
        };
        let mut called_so = points.iter().filter(|point| point.file_name() == dir.file_name());
        called_so.any(|point| {
            let above = point.parent().and_then(|above| above.canonicalize().ok());
            above.as_deref() == dir.parent()
        })
    }
}

fn mount_points() -> Vec<Vec<u8>> {
    let read = |path: &Path| fs::read(path).unwrap_or_default();
    let mut points: Vec<_> = mountinfo::mount_points(&read(Path::new("/etc/fstab"))).collect();
    for unit in UNITS.iter().flat_map(|dir| entries(dir)) {
        let name = unit.file_name().unwrap_or_default();
        points.extend(mountinfo::mount_point_of_unit(name.as_bytes()));
    }
    let starts = |map: &PathBuf| {
        let name = map.file_name().unwrap_or_default();
        name.as_bytes().starts_with(b"auto.")
    };
    let maps = entries("/etc").filter(starts).chain(entries("/etc/auto.master.d"));
    for map in maps.filter(|map| map.is_file()) {
        points.extend(mountinfo::automount_points(&read(&map)));
    }
    points
}

fn entries(dir: &str) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path())
}
