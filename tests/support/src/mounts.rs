//! Mounts real filesystems for a test, in a separate mount namespace.
//!
//! A mount namespace belongs to a thread, and ends with it: each test gets a fresh thread that
//! leaves the namespace of the process, mounts what it needs and runs the test there. Threads and
//! processes started by the test see the mounts; no others do, so tests may run side by side.
//! Images lie on a tmpfs of the same namespace and are attached to loop devices that detach
//! themselves. So even `kill -9` leaves nothing but one empty directory.
//!
//! That tmpfs is not the one that holds the mount points. Removing a mount point from outside keeps
//! what is mounted below attached to it, so a filesystem below its own image would hold the image,
//! the image the mount, and the mount the filesystem, for ever.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use rustix::fs::Mode;
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_change,
    mount_remount, unmount,
};
use rustix::thread::UnshareFlags;

use crate::bin::{self, installed};
use crate::filesystem::Kind;
use crate::remove::Scratch;
use crate::skip::skip_as;

impl Kind {
    /// The smallest image that `mkfs` accepts.
    fn least(self) -> u64 {
        match self {
            Self::Btrfs => 128 << 20,
            Self::Xfs => 320 << 20,
            Self::Ext4 => 1 << 20,
            Self::Tmpfs => 4096,
        }
    }
}

/// Runs a test in the root of a fresh filesystem of `size` bytes; more where `mkfs` insists.
///
/// Gives `None`, and reports a skip, where the filesystem cannot be had.
pub fn with_filesystem<R: Send>(
    kind: Kind,
    size: u64,
    test: impl FnOnce(&Path) -> R + Send,
) -> Option<R> {
    with_mounts(&[kind], |mounts| test(&mounts.filesystem(kind, size)))
}

/// Runs a test that mounts on its own, in a fresh mount namespace.
///
/// Gives `None`, and reports a skip, where a kind the test `needs` cannot be had.
pub fn with_mounts<R: Send>(needs: &[Kind], test: impl FnOnce(&Mounts) -> R + Send) -> Option<R> {
    let caller = std::thread::current();
    let caller = caller.name().unwrap_or("unnamed test");
    if let Some(reason) = needs.iter().find_map(|&kind| missing(kind)) {
        skip_as(caller, &reason);
        return None;
    }
    let place = Scratch::new();
    let run = || -> io::Result<R> {
        let mounts = Mounts::start(place.path())?;
        Ok(test(&mounts))
    };
    let outcome = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name(caller.to_owned());
        thread.spawn_scoped(scope, run).expect("a thread").join()
    });
    match outcome {
        Ok(Ok(result)) => Some(result),
        Ok(Err(error)) => {
            skip_as(caller, &format!("cannot have a mount namespace: {error}"));
            None
        }
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Runs a test with the root of an exFAT filesystem on FUSE, which folds case and has neither owners nor links.
///
/// Where there is no exfat-fuse it says so and does not run the test: not all distributions have it.
#[allow(clippy::print_stderr, reason = "not a test that was skipped, which CI refuses")]
pub fn with_exfat(test: impl FnOnce(&Mounts, &Path) + Send) {
    with_mounts(&[], |mounts| match mounts.exfat(64 << 20) {
        Some(exfat) => test(mounts, exfat.root()),
        None => eprintln!("there is no exfat-fuse here"),
    });
}

/// Says what keeps a filesystem from being mounted here.
fn missing(kind: Kind) -> Option<String> {
    if !rustix::process::geteuid().is_root() {
        return Some("mounting needs root".to_owned());
    }
    if kind == Kind::Tmpfs {
        return None;
    }
    let mkfs = format!("mkfs.{}", kind.name());
    if !installed(&mkfs) {
        return Some(format!("{mkfs} is not installed"));
    }
    if !Path::new("/dev/loop-control").exists() {
        return Some("there are no loop devices".to_owned());
    }
    // Drivers may be modules that `mount` loads, so an absent name here proves nothing.
    None
}

/// The mounts of one test.
#[derive(Debug)]
pub struct Mounts {
    root: PathBuf,
    made: AtomicUsize,
}

impl Mounts {
    /// Leaves the mount namespace of the process and hides `place` under a tmpfs.
    fn start(place: &Path) -> io::Result<Self> {
        #[expect(deprecated, reason = "only unsharing descriptors is unsafe, and we do not")]
        rustix::thread::unshare(UnshareFlags::NEWNS | UnshareFlags::FS)?;
        mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
        mount("tmpfs", place, "tmpfs", MountFlags::empty(), c"mode=755")?;
        let mounts = Self { root: place.to_owned(), made: AtomicUsize::new(0) };
        rustix::fs::mkdir(mounts.images(), Mode::RWXU)?;
        mount("tmpfs", mounts.images(), "tmpfs", MountFlags::empty(), None)?;
        Ok(mounts)
    }

    /// Gives a directory on a tmpfs that holds everything else here.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Makes and mounts a filesystem of `size` bytes, more where `mkfs` insists; gives its root.
    pub fn filesystem(&self, kind: Kind, size: u64) -> PathBuf {
        if kind == Kind::Tmpfs {
            return self.tmpfs(&format!("size={}", size.max(kind.least())));
        }
        let image = self.image(kind, size);
        self.mount_image(&image, kind, "")
    }

    /// Makes a filesystem in a sparse file, without mounting it.
    pub fn image(&self, kind: Kind, size: u64) -> PathBuf {
        // Outside the namespace only this name of the image is visible, so it names the owner.
        let owner = self.root.display().to_string().replace('/', "!");
        let image = self.images().join(format!("{owner}!{}", self.number()));
        File::create_new(&image)
            .and_then(|file| file.set_len(size.max(kind.least())))
            .expect("a sparse image");
        let mut mkfs = Command::new(format!("mkfs.{}", kind.name()));
        match kind {
            Kind::Btrfs => mkfs.arg("--quiet"),
            // Small images would get blocks of 1 KiB, too small for large attributes.
            Kind::Ext4 => mkfs.args(["-q", "-b", "4096"]),
            Kind::Xfs | Kind::Tmpfs => mkfs.arg("-q"),
        };
        tool(mkfs.arg(&image));
        image
    }

    /// Mounts an image with further options of `mount -o`, empty for none; gives the root.
    pub fn mount_image(&self, image: &Path, kind: Kind, options: &str) -> PathBuf {
        let at = self.directory(kind.name());
        // `loop` has the device detach itself with the last unmount.
        let options = ["loop", options].join(if options.is_empty() { "" } else { "," });
        tool(Command::new("mount").args(["-t", kind.name(), "-o", &options]).arg(image).arg(&at));
        at
    }

    /// Mounts the filesystem in an image that has less room than the filesystem believes.
    ///
    /// Where the end of a request finds no room, the loop driver of Linux 6.18 says that all of it was written, so that
    /// no program can know of the loss (`lo_complete_rq` looks for short reads alone). Requests of one page are written
    /// or not.
    pub fn mount_thin_image(&self, image: &Path, kind: Kind) -> PathBuf {
        let at = self.mount_image(image, kind, "");
        let device = fs::metadata(&at).expect("a filesystem").dev();
        let (major, minor) = (rustix::fs::major(device), rustix::fs::minor(device));
        let setting = format!("/sys/dev/block/{major}:{minor}/queue/max_sectors_kb");
        fs::write(setting, "4").expect("a setting of the device");
        at
    }

    /// Mounts a tmpfs with options such as `size=10m,nr_inodes=20`; gives its root.
    pub fn tmpfs(&self, options: &str) -> PathBuf {
        let at = self.directory("tmpfs");
        let options = std::ffi::CString::new(options).expect("no NUL");
        mount("tmpfs", &at, "tmpfs", MountFlags::empty(), &*options).expect("a tmpfs");
        at
    }

    /// Mounts a filesystem that never answers over a directory: system calls on it block until the
    /// returned file is closed, as with an unreachable server.
    ///
    /// # Errors
    /// There is no FUSE here.
    pub fn silent(&self, at: &Path) -> io::Result<File> {
        let fuse = File::options().read(true).write(true).open("/dev/fuse")?;
        let options = format!("fd={},rootmode=40000,user_id=0,group_id=0", fuse.as_raw_fd());
        let options = std::ffi::CString::new(options).expect("no NUL");
        mount("silent", at, "fuse", MountFlags::empty(), &*options)?;
        Ok(fuse)
    }

    /// Mounts an exFAT filesystem through FUSE: it folds case, and has neither owners nor links.
    ///
    /// None where there is no FUSE, or no exfat-fuse.
    fn exfat(&self, size: u64) -> Option<Exfat> {
        let programs = ["mkfs.exfat", "mount.exfat-fuse", "losetup"];
        if !Path::new("/dev/fuse").exists() || !programs.into_iter().all(installed) {
            return None;
        }
        let image = self.images().join("exfat");
        File::create_new(&image).and_then(|file| file.set_len(size)).expect("a sparse image");
        tool(Command::new("mkfs.exfat").arg(&image));
        let shown = bin::run(Command::new("losetup").args(["--find", "--show"]).arg(&image));
        let device = String::from_utf8(shown.stdout).expect("the name of a device");
        let at = self.directory("exfat");
        let before = fs::metadata(&at).expect("a directory").dev();
        let server = Command::new("mount.exfat-fuse")
            .args(["-d", device.trim()])
            .arg(&at)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("exfat-fuse");
        crate::until("exFAT is mounted", || {
            fs::metadata(&at).is_ok_and(|meta| meta.dev() != before)
        });
        // The device goes when the server closes it.
        tool(Command::new("losetup").args(["--detach", device.trim()]));
        Some(Exfat { root: at, server })
    }

    /// Shows the directory or file `from` at the existing `to` as well.
    pub fn bind(&self, from: &Path, to: &Path) {
        mount_bind(from, to).expect("a bind mount");
    }

    /// Shows a directory of a tmpfs through an overlay, where files have another device; gives its root. What is in
    /// `overlay-lower` beside it is the lower layer. None where the kernel has no overlays.
    pub fn overlay(&self, upper: &Path) -> Option<PathBuf> {
        let beside = |name: &str| upper.with_file_name(name);
        let (lower, work) = (beside("overlay-lower"), beside("overlay-work"));
        for dir in [&lower, &work] {
            match rustix::fs::mkdir(dir, 0o755.into()) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(errno) => panic!("a directory: {errno}"),
            }
        }
        let at = self.directory("overlay");
        let (lower, upper, work) = (lower.display(), upper.display(), work.display());
        let options = format!("lowerdir={lower},upperdir={upper},workdir={work}");
        let options = std::ffi::CString::new(options).expect("no NUL");
        mount("overlay", &at, "overlay", MountFlags::empty(), &*options).ok().map(|()| at)
    }

    /// Makes a mounted filesystem read-only, or writable again.
    pub fn read_only(&self, at: &Path, on: bool) {
        let flags = if on { MountFlags::RDONLY } else { MountFlags::empty() };
        mount_remount(at, flags, c"").expect("a changed mount");
    }

    /// Makes everything else that can be seen from here read-only, so that a program that deletes
    /// what it should not does no harm. Only this namespace changes.
    pub fn guard_the_rest(&self) {
        let root = self.root.to_str().expect("a path of ours");
        for line in visible().lines() {
            let Some(at) = line.split(' ').nth(4).filter(|at| !at.starts_with(root)) else {
                continue;
            };
            match mount_remount(at, MountFlags::BIND | MountFlags::RDONLY, c"") {
                // What is hidden under another mount cannot be reached, nor is it the root of one.
                Ok(()) | Err(Errno::INVAL | Errno::NOENT | Errno::NOTDIR) => {}
                Err(errno) => panic!("cannot guard {at}: {errno}"),
            }
        }
    }

    /// Unmounts; what is still open there keeps its files until closed.
    pub fn unmount(&self, at: &Path) {
        unmount(at, UnmountFlags::DETACH).expect("an unmount");
    }

    /// Makes a btrfs subvolume.
    pub fn subvolume(&self, at: &Path) {
        tool(Command::new("btrfs").args(["subvolume", "create"]).arg(at));
    }

    /// Makes an empty directory.
    pub fn directory(&self, name: &str) -> PathBuf {
        let path = self.root.join(format!("{name}{}", self.number()));
        rustix::fs::mkdir(&path, 0o755.into()).expect("a directory");
        path
    }

    fn images(&self) -> PathBuf {
        self.root.join("images")
    }

    fn number(&self) -> usize {
        self.made.fetch_add(1, Ordering::Relaxed)
    }
}

/// A mounted exFAT filesystem.
#[derive(Debug)]
struct Exfat {
    root: PathBuf,
    server: Child,
}

impl Exfat {
    fn root(&self) -> &Path {
        &self.root
    }
}

impl Drop for Exfat {
    fn drop(&mut self) {
        // It ends by itself when the filesystem is unmounted.
        let unmounted = unmount(&self.root, UnmountFlags::DETACH);
        let ended = unmounted.map_err(std::io::Error::from).and_then(|()| self.server.wait());
        assert!(ended.is_ok() || std::thread::panicking(), "{ended:?}");
    }
}

impl Drop for Mounts {
    /// Unmounts all at once. The end of the thread would too, but a little after it is joined.
    fn drop(&mut self) {
        match unmount(&self.root, UnmountFlags::DETACH) {
            // Nothing is mounted there any more if another process has removed the directory.
            Ok(()) | Err(Errno::INVAL | Errno::NOENT) => {}
            Err(errno) => assert!(std::thread::panicking(), "cannot unmount: {errno}"),
        }
    }
}

/// Runs a tool of the system, which must succeed.
fn tool(command: &mut Command) {
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin";
    command.env("PATH", path).stdin(std::process::Stdio::null());
    let done = bin::run(command);
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{command:?}: {}\n{said}", done.status);
}

/// The mounts that the current thread sees, as `/proc/…/mountinfo` lists them.
pub fn visible() -> String {
    fs::read_to_string("/proc/thread-self/mountinfo").expect("the mounts of this thread")
}

#[cfg(test)]
mod tests;
