//! Tests of power cuts during a job of the queue: after the next start of the machine the job
//! resumes, and no file that was only partly on the disk passes for complete.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use fcp_test_support::rng::Rng;
use fcp_test_support::{
    Kind, Mounts, What, assert_same, bin, program, remove_all, run, run_ok, skip, with_mounts,
};

/// Small files, in batches of a directory each.
const SMALL: u64 = 3_000;

/// Every so many of them has an older file in its way that must stay.
const KEEPS: u64 = 17;

/// Large files, and their size in bytes; a job can resume in the middle of one.
const LARGE: u64 = 3;
const SIZE: usize = 80 << 20;

fn is_full() -> bool {
    std::env::var_os("FCP_FULL").is_some()
}

fn tool(name: &str, arguments: &[&str]) {
    let done = run(bin::clean(Command::new(name)).args(arguments));
    assert!(done.status.success(), "{name}: {done:?}");
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn path(root: &Path, n: u64) -> PathBuf {
    root.join(format!("tree/{}/{n}", n % 30))
}

fn build(root: &Path, rng: &mut Rng) {
    let mut bytes = vec![0; SIZE];
    for n in 0..SMALL {
        fs::create_dir_all(path(root, n).parent().unwrap()).unwrap();
        let size = rng.below(6_000) as usize;
        rng.fill(&mut bytes[..size]);
        fs::write(path(root, n), &bytes[..size]).unwrap();
    }
    for n in 0..LARGE {
        rng.fill(&mut bytes);
        fs::write(root.join(format!("tree/large{n}")), &bytes).unwrap();
    }
}

/// A machine with a disk whose power can be cut.
struct Machine<'a> {
    mounts: &'a Mounts,
    kind: Kind,
    image: PathBuf,
    /// Where the disk is mounted now, and where it is always seen.
    at: PathBuf,
    seen: PathBuf,
    state: PathBuf,
}

impl<'a> Machine<'a> {
    fn new(mounts: &'a Mounts, kind: Kind, state: Option<&Path>) -> Self {
        let image = mounts.image(kind, 600 << 20);
        let at = mounts.mount_image(&image, kind, "");
        let seen = mounts.directory("disk");
        mounts.bind(&at, &seen);
        let state = state.map_or_else(|| seen.join("state"), Path::to_owned);
        fs::create_dir_all(&state).unwrap();
        Self { mounts, kind, image, at, seen, state }
    }

    fn fcpq(&self) -> Command {
        let mut command = program("fcpq");
        command.env("XDG_STATE_HOME", &self.state).env("XDG_DATA_HOME", &self.state);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Unplugs the disk, with everything lost that did not reach it, and plugs it in again.
    fn unplug(&mut self) {
        tool("xfs_io", &["-x", "-c", "shutdown -f", text(&self.at)]);
        self.mounts.unmount(&self.seen);
        self.mounts.unmount(&self.at);
        self.at = self.mounts.mount_image(&self.image, self.kind, "");
        self.mounts.bind(&self.at, &self.seen);
    }

    /// Drops everything that did not reach the disk, and starts the machine again.
    fn restart(&mut self, round: u64) {
        self.unplug();
        // A machine that was started again has another number; only here it is the same machine.
        let boot = self.mounts.root().join(format!("boot{round}"));
        fs::write(&boot, format!("{round:08x}-0000-4000-8000-000000000000\n")).unwrap();
        self.mounts.bind(&boot, Path::new("/proc/sys/kernel/random/boot_id"));
    }
}

/// Creates a file as another program would, and flushes it before the power is cut again.
fn put_theirs(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut file = fs::File::create(path).unwrap();
    file.write_all(b"theirs").unwrap();
    file.sync_all().unwrap();
}

/// What loses all that did not reach the disk while no process runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loss {
    /// The power, with the queue on the same disk or on another one.
    Power { on_disk: bool },
    /// The disk is unplugged; the machine goes on.
    Disk,
}

fn cut_and_go_on(mounts: &Mounts, kind: Kind, loss: Loss, seed: u64) {
    let on_disk = loss == Loss::Power { on_disk: true };
    let mut rng = Rng::new(seed);
    let src = mounts.tmpfs("size=400m");
    build(&src, &mut rng);
    let elsewhere = mounts.tmpfs("size=100m");
    let mut machine = Machine::new(mounts, kind, (!on_disk).then_some(elsewhere.as_path()));
    let into = machine.seen.join("into");
    for n in (0..SMALL).filter(|n| n.is_multiple_of(KEEPS)) {
        fs::create_dir_all(path(&into, n).parent().unwrap()).unwrap();
        fs::write(path(&into, n), b"theirs").unwrap();
    }
    tool("sync", &["-f", text(&machine.seen)]);
    let tree = src.join("tree");
    run_ok(machine.fcpq().args(["add", "copy", "-a", "-n", text(&tree), text(&into)]));
    let mut made: Vec<u64> = (0..SMALL).filter(|n| n.is_multiple_of(KEEPS)).collect();
    for round in 0..2 {
        let mut child = machine.fcpq().arg("run").spawn().unwrap();
        let longest = if is_full() && round == 1 { 20_000_000 } else { 900_000 };
        std::thread::sleep(Duration::from_micros(rng.below(longest)));
        child.kill().unwrap();
        child.wait().unwrap();
        match loss {
            Loss::Power { .. } => machine.restart(seed * 10 + round),
            Loss::Disk => machine.unplug(),
        }
        // Meanwhile another program creates a file at a destination that the job has not reached.
        if let Some(n) = (0..SMALL).rev().find(|n| !path(&into, *n).exists()) {
            put_theirs(&path(&into, n));
            made.push(n);
        }
        for n in &made {
            assert_eq!(fs::read(path(&into, *n)).unwrap(), b"theirs", "{kind:?}: {n}");
        }
    }
    let ran = run(machine.fcpq().arg("run"));
    // After a power cut the job cannot be certain that a file is another program's, and so it
    // reports it.
    assert!(matches!(ran.status.code(), Some(0 | 1)), "{kind:?}: {ran:?}");
    for n in made {
        assert_eq!(fs::read(path(&into, n)).unwrap(), b"theirs", "{kind:?}: {n}");
        fs::copy(path(&src, n), path(&into, n)).unwrap();
    }
    assert_same(&tree, &into.join("tree"), &What::contents());
    if loss != Loss::Disk {
        mounts.unmount(Path::new("/proc/sys/kernel/random/boot_id"));
    }
    mounts.unmount(&machine.seen);
    mounts.unmount(&machine.at);
    remove_all(&machine.image).unwrap();
    mounts.unmount(&src);
    mounts.unmount(&elsewhere);
}

#[test]
fn a_copy_goes_on_after_power_cuts() {
    if !bin::installed("xfs_io") {
        return skip::skip("xfs_io is not installed");
    }
    with_mounts(&[Kind::Tmpfs, Kind::Ext4, Kind::Xfs], |mounts| {
        for seed in 0..if is_full() { 10 } else { 1 } {
            for kind in [Kind::Ext4, Kind::Xfs] {
                // The queue itself on the disk that loses power, and on another that does not.
                for on_disk in [true, false] {
                    let loss = Loss::Power { on_disk };
                    cut_and_go_on(mounts, kind, loss, seed * 2 + u64::from(on_disk));
                }
            }
        }
    });
}

#[test]
fn a_copy_goes_on_after_its_disk_was_unplugged() {
    if !bin::installed("xfs_io") {
        return skip::skip("xfs_io is not installed");
    }
    with_mounts(&[Kind::Tmpfs, Kind::Ext4, Kind::Xfs], |mounts| {
        for seed in 0..if is_full() { 10 } else { 1 } {
            for kind in [Kind::Ext4, Kind::Xfs] {
                cut_and_go_on(mounts, kind, Loss::Disk, seed);
            }
        }
    });
}
