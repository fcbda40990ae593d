//! Finds readable names for the devices that the queue calls `disk:nvme0n1` or `net:server`.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use fcp_browse::{Mount, mounts};
use fcp_engine::path::DisplayName;

/// Layers of devices on devices, before the search is given up.
const LAYERS: u8 = 8;

/// A device as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Device {
    /// What people call it.
    pub(super) name: String,
    /// What the system calls it, and its filesystem.
    pub(super) detail: String,
    /// Whether it comes and goes.
    pub(super) removable: bool,
}

/// The devices of the lanes that are shown, each looked at once.
#[derive(Debug, Default)]
pub(super) struct Devices(BTreeMap<String, Device>);

impl Devices {
    /// Gives the device of a lane.
    pub(super) fn of(&mut self, lane: &str) -> Device {
        let look = || look(lane, Path::new("/sys"), &mounts().unwrap_or_default());
        self.0.entry(lane.to_owned()).or_insert_with(look).clone()
    }

    /// Forgets all others; they may be mounted elsewhere when they are back.
    pub(super) fn keep_only<'a>(&mut self, lanes: impl Iterator<Item = &'a String>) {
        let lanes: Vec<&String> = lanes.collect();
        self.0.retain(|lane, _| lanes.contains(&lane));
    }
}

/// Looks at what is known of a lane.
fn look(lane: &str, sys: &Path, mounts: &[Mount]) -> Device {
    let (kind, id) = lane.split_once(':').unwrap_or(("", lane));
    let holds = |mount: &&Mount| match kind {
        "disk" => disks(sys, &mount.source.to_string_lossy(), LAYERS).iter().any(|disk| disk == id),
        "net" => mount.network && mount.source.to_string_lossy().contains(id),
        "pool" => mount.source.to_string_lossy().split('/').next() == Some(id),
        // stat(2) on a network filesystem may block for a long time.
        _ => !mount.network && number(&mount.dir).as_deref() == Some(id),
    };
    let here: Vec<&Mount> = mounts.iter().filter(holds).collect();
    // The disk of the system has many mounts, none of which is its name.
    let is_system = here.iter().any(|mount| mount.dir == Path::new("/"));
    let mount = here.iter().min_by_key(|mount| mount.dir.as_os_str().len());
    let dir = mount.filter(|_| !is_system).and_then(|mount| mount.dir.file_name());
    let named = match kind {
        "net" | "pool" => Some(id.to_owned()),
        "disk" => dir.map(|dir| DisplayName::new(dir).to_string()).or_else(|| model(sys, id)),
        _ => dir.map(|dir| DisplayName::new(dir).to_string()),
    };
    let filesystem = mount.map(|mount| DisplayName::new(&mount.kind).to_string());
    let device = (kind == "disk").then(|| id.to_owned());
    let known = [device, filesystem].into_iter().flatten();
    let name = named.or_else(|| known.clone().next()).unwrap_or_else(|| id.to_owned());
    let detail: Vec<String> = known.filter(|part| *part != name).collect();
    Device { name, detail: detail.join(", "), removable: here.iter().any(|mount| mount.removable) }
}

/// Gives the disks that a block device lies on.
fn disks(sys: &Path, source: &str, layers: u8) -> Vec<String> {
    // Names in `/dev/mapper` are links.
    let device = fs::canonicalize(source).unwrap_or_else(|_| PathBuf::from(source));
    let Some(name) = device.file_name().and_then(|name| name.to_str()) else { return Vec::new() };
    let Ok(dir) = fs::canonicalize(sys.join("class/block").join(name)) else { return Vec::new() };
    let slaves = fs::read_dir(dir.join("slaves")).into_iter().flatten().flatten();
    let below: Vec<String> = slaves
        .filter(|_| layers > 0)
        .filter_map(|slave| slave.file_name().into_string().ok())
        .flat_map(|slave| disks(sys, &slave, layers - 1))
        .collect();
    if !below.is_empty() {
        return below;
    }
    let whole = if dir.join("partition").exists() { dir.parent() } else { Some(dir.as_path()) };
    let name = whole.and_then(Path::file_name).and_then(|name| name.to_str());
    name.map(str::to_owned).into_iter().collect()
}

/// Gives what the maker calls a disk.
fn model(sys: &Path, disk: &str) -> Option<String> {
    let text = fs::read_to_string(sys.join("block").join(disk).join("device/model")).ok()?;
    let text = text.trim();
    (!text.is_empty()).then(|| DisplayName::new(text).to_string())
}

/// Gives the number of the device that a directory is on, as the queue writes it.
fn number(dir: &Path) -> Option<String> {
    let dev = fs::metadata(dir).ok()?.dev();
    // As the C library splits it, see makedev(3).
    let major = ((dev >> 8) & 0xfff) | ((dev >> 32) & !0xfff);
    let minor = (dev & 0xff) | ((dev >> 12) & !0xff);
    Some(format!("{major}:{minor}"))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a test lays out a machine")]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn mount(dir: &str, source: &str, kind: &str) -> Mount {
        let network = kind == "nfs4";
        let removable = dir.starts_with("/media");
        Mount { dir: dir.into(), source: source.into(), kind: kind.into(), network, removable }
    }

    /// A machine with a system disk, whose home is encrypted, and a stick.
    fn machine() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        let sys = dir.path();
        fs::create_dir_all(sys.join("class/block")).unwrap();
        for (name, at) in [
            ("nvme0n1", "devices/nvme0n1"),
            ("nvme0n1p2", "devices/nvme0n1/nvme0n1p2"),
            ("sdb", "devices/sdb"),
            ("sdb1", "devices/sdb/sdb1"),
            ("dm-0", "devices/dm-0"),
        ] {
            fs::create_dir_all(sys.join(at)).unwrap();
            symlink(sys.join(at), sys.join("class/block").join(name)).unwrap();
            if at.contains("p2") || at.contains("sdb1") {
                fs::write(sys.join(at).join("partition"), "1").unwrap();
            }
        }
        fs::create_dir_all(sys.join("devices/dm-0/slaves")).unwrap();
        symlink(sys.join("devices/nvme0n1"), sys.join("devices/dm-0/slaves/nvme0n1p2")).unwrap();
        fs::create_dir_all(sys.join("block/nvme0n1/device")).unwrap();
        fs::write(sys.join("block/nvme0n1/device/model"), "Fast 980 PRO   \n").unwrap();
        dir
    }

    fn shown(lane: &str) -> (String, String, bool) {
        let sys = machine();
        let mounts = [
            mount("/", "/dev/nvme0n1p2", "ext4"),
            mount("/home", "/dev/dm-0", "btrfs"),
            mount("/media/ines/Backup SSD", "/dev/sdb1", "exfat"),
            mount("/srv/photos", "nas:/photos", "nfs4"),
            mount("/tank/data", "tank/data", "zfs"),
        ];
        let device = look(lane, sys.path(), &mounts);
        (device.name, device.detail, device.removable)
    }

    #[test]
    fn devices_are_called_by_what_people_see_of_them() {
        let told = |name: &str, detail: &str, removable| (name.into(), detail.into(), removable);
        assert_eq!(shown("disk:nvme0n1"), told("Fast 980 PRO", "nvme0n1, ext4", false));
        assert_eq!(shown("disk:sdb"), told("Backup SSD", "sdb, exfat", true));
        assert_eq!(shown("net:nas"), told("nas", "nfs4", false));
        assert_eq!(shown("pool:tank"), told("tank", "zfs", false));
        assert_eq!(shown("disk:sdz"), told("sdz", "", false));
        assert_eq!(shown("dev:0:9999"), told("0:9999", "", false));
    }

    #[test]
    fn a_disk_without_a_known_model_has_its_system_name() {
        let sys = machine();
        fs::remove_dir_all(sys.path().join("block")).unwrap();
        let device = look("disk:nvme0n1", sys.path(), &[mount("/", "/dev/nvme0n1p2", "ext4")]);
        assert_eq!((&*device.name, &*device.detail), ("nvme0n1", "ext4"));
    }

    #[test]
    fn what_is_encrypted_lies_on_its_disk() {
        let sys = machine();
        assert_eq!(disks(sys.path(), "/dev/dm-0", LAYERS), ["nvme0n1"]);
        assert_eq!(disks(sys.path(), "/dev/sdb1", LAYERS), ["sdb"]);
        assert!(disks(sys.path(), "tank/data", LAYERS).is_empty());
    }
}
