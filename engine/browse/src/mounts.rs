//! Lists the mounts that a user may want to open.
//!
//! Nothing here asks a filesystem of another machine: one that does not answer would hold us up. How
//! much space there is, is asked for each mount by itself (`browse::free`).

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::Space;
use fcp_engine::error::OpError;

/// A place where a filesystem is mounted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// The directory.
    pub dir: PathBuf,
    /// What is mounted: a device, a server and a path, or any word.
    pub source: OsString,
    /// The type of the filesystem, as `ext4` or `fuse.sshfs`.
    pub kind: OsString,
    /// Whether it is on another machine, so that asking it may take long.
    pub network: bool,
    /// Whether it is a medium that comes and goes.
    pub removable: bool,
}

/// Gives the mounts, by their directories; filesystems of the kernel's and those that make up containers
/// and packages are left out.
pub fn mounts() -> Result<Vec<Mount>, OpError> {
    system::mounts()
}

/// Gives the room on mounts, of those that answer in time.
pub fn spaces(mounts: &[Mount], timeout: Duration) -> Vec<Option<Space>> {
    let (sender, answers) = mpsc::channel();
    for (n, mount) in mounts.iter().enumerate() {
        let (sender, dir) = (sender.clone(), mount.dir.clone());
        thread::spawn(move || {
            match sender.send((n, super::free(&dir))) {
                // The caller may have stopped waiting.
                Ok(()) | Err(_) => {}
            }
        });
    }
    drop(sender);
    let mut spaces = vec![None; mounts.len()];
    let deadline = Instant::now() + timeout;
    let next = || answers.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    while let Ok((n, space)) = next() {
        if let Some(known) = spaces.get_mut(n) {
            *known = space;
        }
    }
    spaces
}

/// Gives where filesystems are mounted, by the numbers of their devices, as `254:0`; of several directories the
/// shortest. It is empty where the system has no such table.
pub fn mount_points() -> BTreeMap<String, PathBuf> {
    system::mount_points()
}

/// Gives all directories where something is mounted, also those that no user wants to open.
pub fn mount_dirs() -> Vec<PathBuf> {
    system::all().into_iter().map(|mount| mount.dir).collect()
}

/// Gives the mount that a directory is on; it may hang as long as that does.
pub fn mount_of(dir: &Path) -> Option<Mount> {
    let dir = dir.canonicalize().ok()?;
    let above = system::all().into_iter().filter(|mount| dir.starts_with(&mount.dir));
    above.max_by_key(|mount| mount.dir.as_os_str().len())
}

/// Gives the type of the filesystem of a directory, empty if unknown; it may hang as long as that does.
pub fn filesystem(dir: &Path) -> OsString {
    mount_of(dir).map(|mount| mount.kind).unwrap_or_default()
}

#[cfg(target_os = "linux")]
mod system {
    use std::collections::{BTreeMap, HashMap};
    use std::ffi::OsString;
    use std::fs;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    use std::path::{Path, PathBuf};

    use super::Mount;
    use fcp_engine::error::{Action, OpError};
    use fcp_sys::Errno;
    use fcp_sys::mountinfo::{self, Device};

    const TABLE: &str = "/proc/thread-self/mountinfo";

    pub(super) fn mounts() -> Result<Vec<Mount>, OpError> {
        let table = fs::read(TABLE).map_err(|error| {
            OpError::new(Action::Read, TABLE, Errno::from_io_error(&error).unwrap_or(Errno::IO))
        })?;
        let mut mounts = listed(&table, is_shown, is_removable);
        // Containers have single files mounted. Only what is local is asked: it answers.
        mounts.retain(|mount| mount.network || is_fuse(&mount.kind) || mount.dir.is_dir());
        Ok(mounts)
    }

    /// Whether a medium comes and goes is asked of those that are shown alone.
    pub(super) fn all() -> Vec<Mount> {
        listed(&fs::read(TABLE).unwrap_or_default(), |_| true, |_| false)
    }

    pub(super) fn mount_points() -> BTreeMap<String, PathBuf> {
        let mut points: BTreeMap<String, PathBuf> = BTreeMap::new();
        for mount in mountinfo::parse(&fs::read(TABLE).unwrap_or_default()) {
            let (dir, (major, minor)) =
                (PathBuf::from(OsString::from_vec(mount.dir)), mount.device);
            let known = points.entry(format!("{major}:{minor}")).or_insert_with(|| dir.clone());
            if dir.as_os_str().len() < known.as_os_str().len() {
                *known = dir;
            }
        }
        points
    }

    fn is_fuse(kind: &OsString) -> bool {
        kind.as_bytes().starts_with(b"fuse")
    }

    /// Picks some out of the table of mounts.
    pub(super) fn listed(
        table: &[u8],
        picked: impl Fn(&mountinfo::Mount) -> bool,
        removable: impl Fn(Device) -> bool,
    ) -> Vec<Mount> {
        // What is mounted later over the same directory hides what is below.
        let mut on_top = HashMap::new();
        for mount in mountinfo::parse(table) {
            on_top.insert(mount.dir.clone(), mount);
        }
        let picked = on_top.into_values().filter(picked);
        let mut mounts: Vec<_> = picked.map(|mount| of(mount, &removable)).collect();
        mounts.sort_by(|one, other| one.dir.cmp(&other.dir));
        mounts
    }

    fn of(mount: mountinfo::Mount, removable: impl Fn(Device) -> bool) -> Mount {
        let network = mount.is_network();
        let dir = PathBuf::from(OsString::from_vec(mount.dir));
        let below = |above: &str| dir.starts_with(above);
        Mount {
            network,
            // Desktops mount what was plugged in there.
            removable: below("/media") || below("/run/media") || removable(mount.device),
            source: OsString::from_vec(mount.source),
            kind: OsString::from_vec(mount.kind),
            dir,
        }
    }

    pub(super) fn is_shown(mount: &mountinfo::Mount) -> bool {
        // Filesystems that hold no files of users.
        const KERNEL: [&[u8]; 26] = [
            b"autofs",
            b"binfmt_misc",
            b"bpf",
            b"cgroup",
            b"cgroup2",
            b"configfs",
            b"debugfs",
            b"devpts",
            b"devtmpfs",
            b"efivarfs",
            b"fuse.lxcfs",
            b"fuse.portal",
            b"fusectl",
            b"hugetlbfs",
            b"mqueue",
            b"nsfs",
            b"proc",
            b"pstore",
            b"ramfs",
            b"resctrl",
            b"rpc_pipefs",
            b"securityfs",
            b"selinuxfs",
            b"smackfs",
            b"sysfs",
            b"tracefs",
        ];
        // Directories of the system, of packages and of containers.
        const INNER: [&str; 11] = [
            "/proc",
            "/sys",
            "/dev",
            "/run",
            "/snap",
            "/var/snap",
            "/var/lib/snapd",
            "/var/lib/docker",
            "/var/lib/containers",
            "/var/lib/kubelet",
            "/var/lib/lxcfs",
        ];
        let dir = Path::new(std::ffi::OsStr::from_bytes(&mount.dir));
        if dir == Path::new("/") {
            return true;
        }
        // Disks that were plugged in, and what a desktop shows of the network.
        let exempt = dir.starts_with("/run/media") || mount.kind == b"fuse.gvfsd-fuse";
        let inner = INNER.iter().any(|inner| dir.starts_with(inner));
        !KERNEL.contains(&mount.kind.as_slice()) && (exempt || !inner)
    }

    /// Whether the kernel calls the disk of a device removable, or it hangs on USB.
    fn is_removable((major, minor): Device) -> bool {
        let Ok(device) = fs::canonicalize(format!("/sys/dev/block/{major}:{minor}")) else {
            return false;
        };
        let says = |dir: &Path| fs::read(dir.join("removable")).is_ok_and(|text| text == b"1\n");
        // A partition is a directory in that of its disk.
        let removable = says(&device) || device.parent().is_some_and(says);
        let is_usb = |part: &std::ffi::OsStr| {
            let number = part.as_bytes().strip_prefix(b"usb");
            number.is_some_and(|number| number.iter().all(u8::is_ascii_digit))
        };
        removable || device.iter().any(is_usb)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::collections::BTreeMap;
    use std::ffi::OsString;
    use std::fs;
    use std::path::PathBuf;

    use super::Mount;
    use fcp_engine::error::{Action, OpError};
    use fcp_sys::Errno;

    const VOLUMES: &str = "/Volumes";

    pub(super) fn mounts() -> Result<Vec<Mount>, OpError> {
        let volumes = fs::read_dir(VOLUMES).map_err(|error| {
            OpError::new(
                Action::ListDir,
                VOLUMES,
                Errno::from_io_error(&error).unwrap_or(Errno::IO),
            )
        })?;
        let mount = |dir: PathBuf, removable| Mount {
            source: dir.clone().into_os_string(),
            dir,
            kind: OsString::new(),
            network: false,
            removable,
        };
        let mut mounts = vec![mount(PathBuf::from("/"), false)];
        let found = volumes.filter_map(Result::ok).filter(|entry| {
            // The system's own volume is a symlink to the root.
            entry.file_type().is_ok_and(|kind| kind.is_dir())
        });
        mounts.extend(found.map(|entry| mount(entry.path(), true)));
        mounts.sort_by(|one, other| one.dir.cmp(&other.dir));
        Ok(mounts)
    }

    pub(super) fn all() -> Vec<Mount> {
        mounts().unwrap_or_default()
    }

    pub(super) fn mount_points() -> BTreeMap<String, PathBuf> {
        BTreeMap::new()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    const TABLE: &[u8] = b"22 27 0:21 / /proc rw - proc proc rw\n\
        24 27 0:6 / /dev rw - devtmpfs devtmpfs rw\n\
        25 24 0:23 / /dev/shm rw - tmpfs tmpfs rw\n\
        27 1 254:0 / / rw - ext4 /dev/vda rw\n\
        30 27 0:30 / /run/user/1000 rw - tmpfs tmpfs rw\n\
        31 27 0:31 / /run/user/1000/gvfs rw - fuse.gvfsd-fuse gvfsd-fuse rw\n\
        32 27 0:32 / /run/user/1000/doc rw - fuse.portal portal rw\n\
        33 27 7:1 / /snap/core/1 ro - squashfs /dev/loop1 ro\n\
        34 27 0:34 / /var/lib/docker/overlay2/x/merged rw - overlay overlay rw\n\
        35 27 0:35 / /tmp rw - tmpfs tmpfs rw\n\
        36 27 8:17 / /run/media/me/STICK\\0401 rw - vfat /dev/sdb1 rw\n\
        37 27 0:37 / /nas rw - autofs systemd-1 rw\n\
        38 37 0:38 / /nas rw - nfs4 nas:/export rw\n\
        39 27 8:33 / /data rw - xfs /dev/sdc1 rw\n\
        40 27 7:2 / /mnt/iso ro - iso9660 /dev/loop2 ro\n\
        41 27 0:41 / /home/me/far rw - fuse.sshfs far:/ rw\n";

    #[test]
    fn filesystems_are_known_by_where_they_are_mounted() {
        assert!(mount_points().values().any(|dir| dir == Path::new("/")));
    }

    #[test]
    fn people_see_disks_shares_and_memory_they_use() {
        let mounts = system::listed(TABLE, system::is_shown, |device| device == (8, 33));
        let shown: Vec<_> = mounts
            .iter()
            .map(|mount| {
                let flags = (mount.network, mount.removable);
                (mount.dir.to_str().unwrap(), mount.kind.to_str().unwrap(), flags)
            })
            .collect();
        let (local, network, removable) = ((false, false), (true, false), (false, true));
        let expected = [
            ("/", "ext4", local),
            ("/data", "xfs", removable),
            ("/home/me/far", "fuse.sshfs", network),
            ("/mnt/iso", "iso9660", local),
            ("/nas", "nfs4", network),
            ("/run/media/me/STICK 1", "vfat", removable),
            ("/run/user/1000/gvfs", "fuse.gvfsd-fuse", network),
            ("/tmp", "tmpfs", local),
        ];
        assert_eq!(shown, expected);
        assert_eq!(mounts[4].source, "nas:/export");
    }

    #[test]
    fn a_directory_is_on_its_own_mount_also_where_that_is_not_shown() {
        assert_eq!(filesystem(Path::new("/proc/self")), "proc");
        assert_eq!(mount_of(Path::new("/proc/self")).unwrap().dir, Path::new("/proc"));
        assert!(mount_dirs().contains(&PathBuf::from("/proc")));
    }

    #[test]
    fn this_machine_has_a_root() {
        let mounts = mounts().unwrap();
        // Nothing is said of the others: a mount of another program may be dead or go away meanwhile.
        assert_eq!(mounts[0].dir, PathBuf::from("/"));
        assert!(mounts.iter().all(|mount| mount.kind != "proc"));
    }
}
