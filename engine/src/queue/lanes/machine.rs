//! Finds the disks, servers and memory behind the device that stat(2) names.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use fcp_sys::mountinfo::{self, Device, Mount};

/// Steps from one device to those below it, before the search is given up.
///
/// Images may lie on filesystems in images, and a filesystem may stand on several layers of dm; but
/// what says otherwise is a loop.
const STEPS: u8 = 16;

/// Where something lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    /// The device of its filesystem.
    pub(super) device: Device,
    /// The number of the mount; 0 where the system does not tell.
    pub(super) mount: u64,
    /// The device that it stands for, if it is a block device.
    pub(super) block: Option<Device>,
}

/// What a system tells of its devices and mounts.
pub(super) struct Machine<'a> {
    /// Where `sys` and `proc` are.
    root: PathBuf,
    /// Tells where what a path leads to lies.
    look: &'a dyn Fn(&Path) -> Option<Spot>,
    mounts: OnceCell<Vec<Mount>>,
}

impl<'a> Machine<'a> {
    pub(super) fn new(root: &Path, look: &'a dyn Fn(&Path) -> Option<Spot>) -> Self {
        Self { root: root.to_owned(), look, mounts: OnceCell::new() }
    }

    /// Adds the lanes below a spot.
    pub(super) fn find(&self, spot: Spot, lanes: &mut BTreeSet<String>) {
        Search { machine: self, lanes }.spot(spot, STEPS);
    }

    /// The mount that holds a spot.
    ///
    /// Found by its number, because files of btrfs and of overlays have devices of their own, which no
    /// mount has.
    fn mount(&self, spot: Spot) -> Option<&Mount> {
        let read = || fs::read(self.root.join("proc/thread-self/mountinfo")).unwrap_or_default();
        let mounts = self.mounts.get_or_init(|| mountinfo::parse(&read()));
        let by_number = mounts.iter().find(|mount| spot.mount != 0 && mount.id == spot.mount);
        by_number.or_else(|| mounts.iter().find(|mount| mount.device == spot.device))
    }

    /// The directory of a block device in sysfs.
    fn directory(&self, (major, minor): Device) -> Option<PathBuf> {
        fs::canonicalize(self.root.join(format!("sys/dev/block/{major}:{minor}"))).ok()
    }

    /// The directories of all devices of the btrfs that one of them belongs to.
    fn members(&self, device: Device) -> Option<Vec<PathBuf>> {
        let directory = self.directory(device)?;
        let name = directory.file_name()?;
        let all = fs::read_dir(self.root.join("sys/fs/btrfs")).ok()?;
        let mut all = all.filter_map(|entry| Some(entry.ok()?.path().join("devices")));
        let members = all.find(|devices| devices.join(name).exists())?;
        Some(links(&members))
    }
}

/// What the links in a directory lead to.
fn links(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten();
    entries.filter_map(|entry| fs::canonicalize(entry.ok()?.path()).ok()).collect()
}

/// One search for lanes.
struct Search<'a> {
    machine: &'a Machine<'a>,
    lanes: &'a mut BTreeSet<String>,
}

impl Search<'_> {
    fn spot(&mut self, spot: Spot, left: u8) {
        // Filesystems without a block device have the major number 0.
        if spot.device.0 != 0 {
            return self.block(spot.device, left);
        }
        match self.machine.mount(spot) {
            Some(mount) => self.mount(mount, left),
            None => self.device(spot.device),
        }
    }

    /// Finds the lanes of a filesystem without a block device of its own.
    fn mount(&mut self, mount: &Mount, left: u8) {
        if let Some(server) = mount.server() {
            return self.add("net", server);
        }
        match mount.kind.as_slice() {
            b"tmpfs" | b"ramfs" | b"devtmpfs" | b"hugetlbfs" => {
                let (major, minor) = mount.device;
                self.add("mem", format!("{major}:{minor}").as_bytes());
            }
            // What is written goes there, and so does what is read once it was written.
            b"overlay" => match mount.option(b"upperdir").and_then(|upper| self.spot_of(&upper)) {
                Some(upper) if left > 0 => self.spot(upper, left - 1),
                _ => self.device(mount.device),
            },
            // The first word is the pool.
            b"zfs" => {
                let pool = mount.source.split(|byte| *byte == b'/').next();
                self.add("pool", pool.unwrap_or_default());
            }
            b"btrfs" => self.members(mount, left),
            // bcachefs names all its devices.
            b"bcachefs" => {
                for source in mount.source.split(|byte| *byte == b':') {
                    self.source(mount, source, left);
                }
            }
            _ => self.source(mount, &mount.source, left),
        }
    }

    /// Finds the lane of a filesystem by the device it was mounted from.
    fn source(&mut self, mount: &Mount, source: &[u8], left: u8) {
        match self.spot_of(source).and_then(|spot| spot.block) {
            Some(device) => self.block(device, left),
            None => self.device(mount.device),
        }
    }

    /// A btrfs may lie on several devices, of which it names one.
    fn members(&mut self, mount: &Mount, left: u8) {
        let source = self.spot_of(&mount.source);
        match source.and_then(|spot| self.machine.members(spot.block?)) {
            Some(members) => members.iter().for_each(|member| self.disk(member, left)),
            None => self.source(mount, &mount.source, left),
        }
    }

    fn block(&mut self, device: Device, left: u8) {
        match self.machine.directory(device) {
            Some(directory) => self.disk(&directory, left),
            None => self.device(device),
        }
    }

    /// Finds the lanes of a block device by its directory in sysfs.
    fn disk(&mut self, directory: &Path, left: u8) {
        if directory.join("partition").exists()
            && let Some(whole) = directory.parent()
        {
            return self.disk(whole, left);
        }
        let name = directory.file_name().unwrap_or_default();
        let Some(left) = left.checked_sub(1) else { return self.add("disk", name.as_bytes()) };
        let slaves = links(&directory.join("slaves"));
        if !slaves.is_empty() {
            for slave in &slaves {
                self.disk(slave, left);
            }
        } else if let Some(image) = self.image(directory) {
            match image.block {
                Some(device) => self.block(device, left),
                None => self.spot(image, left),
            }
        } else {
            self.add("disk", name.as_bytes());
        }
    }

    /// Tells where the image of a loop device lies.
    fn image(&self, directory: &Path) -> Option<Spot> {
        let name = fs::read(directory.join("loop/backing_file")).ok()?;
        let path = name.strip_suffix(b"\n").unwrap_or(&name);
        // An image that was removed meanwhile lies where its directory is.
        let mut paths = Path::new(OsStr::from_bytes(path)).ancestors();
        paths.find_map(|path| self.spot_of(path.as_os_str().as_bytes()))
    }

    /// Looks at a path, if it is one.
    fn spot_of(&self, path: &[u8]) -> Option<Spot> {
        let path = Path::new(OsStr::from_bytes(path));
        if path.is_absolute() { (self.machine.look)(path) } else { None }
    }

    fn device(&mut self, (major, minor): Device) {
        self.add("dev", format!("{major}:{minor}").as_bytes());
    }

    /// Adds a lane; names of servers and pools may hold any byte.
    fn add(&mut self, kind: &str, name: &[u8]) {
        self.lanes.insert(format!("{kind}:{}", name.escape_ascii()));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::os::unix::fs::symlink;

    use super::*;

    /// A system that never was.
    struct Fake {
        root: tempfile::TempDir,
        spots: HashMap<PathBuf, Spot>,
    }

    fn at(major: u32, minor: u32) -> Spot {
        Spot { device: (major, minor), mount: 0, block: None }
    }

    impl Fake {
        fn new(mountinfo: &str) -> Self {
            let root = tempfile::tempdir().unwrap();
            fs::create_dir_all(root.path().join("sys/dev/block")).unwrap();
            fs::create_dir_all(root.path().join("proc/thread-self")).unwrap();
            fs::write(root.path().join("proc/thread-self/mountinfo"), mountinfo).unwrap();
            Self { root, spots: HashMap::new() }
        }

        fn directory(&self, device: &str) -> PathBuf {
            self.root.path().join("sys/devices").join(device)
        }

        /// Makes a block device, at this path below `sys/devices`.
        fn device(&mut self, number: (u32, u32), path: &str) {
            let directory = self.directory(path);
            fs::create_dir_all(directory.join("slaves")).unwrap();
            let (major, minor) = number;
            let link = self.root.path().join(format!("sys/dev/block/{major}:{minor}"));
            symlink(&directory, link).unwrap();
            let name = Path::new("/dev").join(directory.file_name().unwrap());
            self.spots.insert(name, Spot { block: Some(number), ..at(0, 6) });
        }

        fn partition(&mut self, number: (u32, u32), path: &str) {
            self.device(number, path);
            fs::write(self.directory(path).join("partition"), "1\n").unwrap();
            fs::remove_dir(self.directory(path).join("slaves")).unwrap();
        }

        fn slave(&self, above: &str, below: &str) {
            let below = self.directory(below);
            let slaves = self.directory(above).join("slaves");
            symlink(&below, slaves.join(below.file_name().unwrap())).unwrap();
        }

        fn image(&self, device: &str, file: &[u8]) {
            let directory = self.directory(device).join("loop");
            fs::create_dir(&directory).unwrap();
            fs::write(directory.join("backing_file"), [file, b"\n"].concat()).unwrap();
        }

        fn lanes(&self, spot: Spot) -> Vec<String> {
            let look = |path: &Path| self.spots.get(path).copied();
            let mut lanes = BTreeSet::new();
            Machine::new(self.root.path(), &look).find(spot, &mut lanes);
            lanes.into_iter().collect()
        }
    }

    #[test]
    fn a_partition_is_on_its_disk() {
        let mut fake = Fake::new("");
        fake.device((259, 0), "pci/nvme/nvme0/nvme0n1");
        fake.partition((259, 3), "pci/nvme/nvme0/nvme0n1/nvme0n1p3");
        assert_eq!(fake.lanes(at(259, 3)), ["disk:nvme0n1"]);
        assert_eq!(fake.lanes(at(259, 0)), ["disk:nvme0n1"]);
    }

    #[test]
    fn a_device_that_sysfs_does_not_know_is_a_lane_of_its_own() {
        assert_eq!(Fake::new("").lanes(at(8, 1)), ["dev:8:1"]);
        assert_eq!(Fake::new("").lanes(at(0, 40)), ["dev:0:40"]);
    }

    #[test]
    fn what_is_stacked_lies_on_all_disks_below() {
        let mut fake = Fake::new("");
        fake.device((8, 0), "sda");
        fake.partition((8, 2), "sda/sda2");
        fake.device((8, 16), "sdb");
        fake.device((9, 0), "virtual/md0");
        fake.partition((259, 9), "virtual/md0/md0p1");
        fake.device((253, 0), "virtual/dm-0");
        fake.slave("virtual/md0", "sda/sda2");
        fake.slave("virtual/md0", "sdb");
        fake.slave("virtual/dm-0", "virtual/md0/md0p1");
        assert_eq!(fake.lanes(at(253, 0)), ["disk:sda", "disk:sdb"]);
    }

    #[test]
    fn an_image_lies_where_its_file_does() {
        let mut fake = Fake::new("");
        fake.device((8, 0), "sda");
        fake.device((7, 0), "virtual/loop0");
        fake.device((7, 1), "virtual/loop1");
        fake.device((7, 2), "virtual/loop2");
        fake.device((7, 3), "virtual/loop3");
        fake.image("virtual/loop0", b"/home/a b\xff.img");
        let image = OsStr::from_bytes(b"/home/a b\xff.img");
        fake.spots.insert(image.into(), at(7, 1));
        fake.image("virtual/loop1", b"/home/gone.img (deleted)");
        fake.spots.insert("/home".into(), at(8, 0));
        fake.image("virtual/loop2", b"/dev/sda");
        assert_eq!(fake.lanes(at(7, 0)), ["disk:sda"]);
        assert_eq!(fake.lanes(at(7, 2)), ["disk:sda"]);
        assert_eq!(fake.lanes(at(7, 3)), ["disk:loop3"]);
    }

    #[test]
    fn a_circle_ends() {
        let mut fake = Fake::new("9 1 0:50 / /o rw - overlay overlay rw,upperdir=/o/up\n");
        fake.device((253, 0), "virtual/dm-0");
        fake.device((253, 1), "virtual/dm-1");
        fake.slave("virtual/dm-0", "virtual/dm-1");
        fake.slave("virtual/dm-1", "virtual/dm-0");
        assert_eq!(fake.lanes(at(253, 0)), ["disk:dm-0"]);
        fake.spots.insert("/o/up".into(), at(0, 50));
        assert_eq!(fake.lanes(at(0, 50)), ["dev:0:50"]);
    }

    #[test]
    fn a_btrfs_lies_on_all_its_devices() {
        let mut fake = Fake::new("31 1 0:26 /@ / rw - btrfs /dev/sda2 rw,subvol=/@\n");
        fake.device((8, 0), "sda");
        fake.partition((8, 2), "sda/sda2");
        fake.device((8, 16), "sdb");
        // A subvolume has a device that no mount has.
        let subvolume = Spot { mount: 31, ..at(0, 99) };
        assert_eq!(fake.lanes(subvolume), ["disk:sda"]);
        let devices = fake.root.path().join("sys/fs/btrfs/1234-abcd/devices");
        fs::create_dir_all(&devices).unwrap();
        fs::create_dir_all(fake.root.path().join("sys/fs/btrfs/features")).unwrap();
        symlink(fake.directory("sda/sda2"), devices.join("sda2")).unwrap();
        symlink(fake.directory("sdb"), devices.join("sdb")).unwrap();
        assert_eq!(fake.lanes(subvolume), ["disk:sda", "disk:sdb"]);
        assert_eq!(fake.lanes(at(0, 26)), ["disk:sda", "disk:sdb"]);
        assert_eq!(fake.lanes(at(0, 99)), ["dev:0:99"]);
    }

    #[test]
    fn filesystems_without_a_device_are_told_by_what_they_are() {
        let mut fake = Fake::new(
            "1 0 0:31 / /tmp rw - tmpfs tmpfs rw\n\
             2 0 0:32 / /net rw - nfs4 nas:/export rw\n\
             3 0 0:33 / /far rw - cifs //n\\040as/share rw\n\
             4 0 0:34 / /o rw - overlay overlay rw,lowerdir=/l,upperdir=/up,workdir=/w\n\
             5 0 0:35 / /o rw - overlay overlay rw,lowerdir=/l\n\
             6 0 0:36 / /z rw - zfs tank/home rw\n\
             7 0 0:37 / /b rw - bcachefs /dev/sda:/dev/sdb rw\n\
             8 0 0:38 / /f rw - fuse.thing thing rw\n",
        );
        fake.device((8, 0), "sda");
        fake.device((8, 16), "sdb");
        fake.spots.insert("/up".into(), at(8, 16));
        let expected: [(u32, &[&str]); 8] = [
            (31, &["mem:0:31"]),
            (32, &["net:nas"]),
            (33, &["net:n as"]),
            (34, &["disk:sdb"]),
            (35, &["dev:0:35"]),
            (36, &["pool:tank"]),
            (37, &["disk:sda", "disk:sdb"]),
            (38, &["dev:0:38"]),
        ];
        for (minor, lanes) in expected {
            assert_eq!(fake.lanes(at(0, minor)), lanes);
        }
    }
}
