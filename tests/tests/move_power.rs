//! Tests of power cuts during a move: after the next start every file is at its source or complete
//! at its destination.

// They create devices, mount filesystems or control the page cache, by calls of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::time::Instant;

use copy::{get, is_full, mkdir, mv_into, noise, put, text, tool};
use fcp_engine::event::Event;
use fcp_engine::spec::Options;
use fcp_test_support::rng::Rng;
use fcp_test_support::{Kind, Mounts, bin, remove_all, run_ok, skip, with_mounts};
use rustix::io::Errno;
use rustix::mount::UnmountFlags;

/// Small files; several batches of them.
const SMALL: u64 = 2600;

/// Every so many of them has an older file in its way.
const REPLACES: u64 = 13;

/// Large files.
const LARGE: u64 = 6;

fn content(n: u64) -> Vec<u8> {
    if n < SMALL { noise(n, 300 + (n as usize * 37) % 4000) } else { noise(n, 1_500_000) }
}

fn old(n: u64) -> Vec<u8> {
    noise(100_000 + n, 5000)
}

fn path(root: &Path, n: u64) -> PathBuf {
    root.join(format!("tree/{}/{n}", n % 20))
}

fn build(root: &Path, content: impl Fn(u64) -> Option<Vec<u8>>) {
    mkdir(root.join("tree"));
    for dir in 0..20 {
        mkdir(root.join(format!("tree/{dir}")));
    }
    for n in 0..SMALL + LARGE {
        if let Some(bytes) = content(n) {
            put(path(root, n), bytes);
        }
    }
}

fn replaced(n: u64) -> Option<Vec<u8>> {
    n.is_multiple_of(REPLACES).then(|| old(n))
}

/// A filesystem whose power can be cut.
struct Victim<'a> {
    mounts: &'a Mounts,
    kind: Kind,
    image: PathBuf,
    at: PathBuf,
}

impl<'a> Victim<'a> {
    fn new(mounts: &'a Mounts, kind: Kind) -> Self {
        let image = mounts.image(kind, 400 << 20);
        let at = mounts.mount_image(&image, kind, "");
        Self { mounts, kind, image, at }
    }

    /// Drops everything that did not reach the image, and starts again from that.
    fn cut(&mut self, with_log: bool) {
        let command = if with_log { "shutdown -f" } else { "shutdown" };
        tool("xfs_io", &["-x", "-c", command, text(&self.at)]);
    }

    fn start(&mut self) {
        unmount(&self.at);
        self.at = self.mounts.mount_image(&self.image, self.kind, "");
    }
}

/// Unmounts for good, as soon as the last worker thread of an ended job has exited.
fn unmount(at: &Path) {
    let deadline = Instant::now() + copy::PATIENCE;
    while let Err(errno) = rustix::mount::unmount(at, UnmountFlags::empty()) {
        assert_eq!(errno, Errno::BUSY, "{}", at.display());
        assert!(Instant::now() < deadline, "{} stays busy", at.display());
        std::thread::yield_now();
    }
}

fn can_cut() -> bool {
    let found = bin::installed("xfs_io");
    if !found {
        skip::skip("xfs_io is not installed");
    }
    found
}

/// The files that are nowhere whole, and those whose replacement is torn.
fn lost(from: &Path, to: &Path) -> Vec<u64> {
    let read = |path: PathBuf| path.exists().then(|| get(path));
    (0..SMALL + LARGE)
        .filter(|n| {
            let (source, copy) = (read(path(from, *n)), read(path(to, *n)));
            let whole = Some(content(*n));
            let torn = replaced(*n).is_some() && copy != whole && copy != replaced(*n);
            (source != whole && copy != whole) || torn
        })
        .collect()
}

fn rounds() -> u64 {
    if is_full() { 20 } else { 3 }
}

#[test]
fn a_power_cut_loses_no_source() {
    if !can_cut() {
        return;
    }
    with_mounts(&[Kind::Tmpfs, Kind::Ext4, Kind::Xfs], |mounts| {
        for kind in [Kind::Ext4, Kind::Xfs] {
            let mut rng = Rng::new(1);
            for round in 0..rounds() {
                let from = mounts.tmpfs("size=64m");
                let mut victim = Victim::new(mounts, kind);
                build(&from, |n| Some(content(n)));
                build(&victim.at, replaced);
                tool("sync", &["-f", text(&victim.at)]);
                let two = |o: &mut Options| o.workers = Some(1 + (round % 2) as u16);
                let mut job = mv_into(&[from.join("tree")], &victim.at).with(two).start();
                // Once while only copies are made, else when sources have begun to go.
                let wanted = Cell::new(if round == 0 { 0 } else { 1 + rng.below(SMALL) });
                job.until(|event| match event {
                    Event::ItemDone { .. } => {
                        wanted.set(wanted.get().saturating_sub(1));
                        wanted.get() == 0
                    }
                    Event::Progress { progress, .. } => {
                        wanted.get() == 0 && progress.bytes_done > 0
                    }
                    Event::JobSummary { .. } => true,
                    _ => false,
                });
                victim.cut(round % 3 != 2);
                let told = job.end();
                victim.start();
                let lost = lost(&from, &victim.at);
                assert!(lost.is_empty(), "{kind:?} {round}: {lost:?} of {:?}", told.summary);
                // And a second run ends it.
                mv_into(&[from.join("tree")], &victim.at).run();
                tool("sync", &["-f", text(&victim.at)]);
                for n in 0..SMALL + LARGE {
                    assert!(!path(&from, n).exists(), "{kind:?} {round}: {n} is still there");
                    assert_eq!(get(path(&victim.at, n)), content(n));
                }
                unmount(&victim.at);
                remove_all(&victim.image).unwrap();
                unmount(&from);
            }
        }
    });
}

#[test]
fn what_is_told_as_moved_survives_a_power_cut() {
    if !can_cut() {
        return;
    }
    with_mounts(&[Kind::Tmpfs, Kind::Ext4, Kind::Xfs], |mounts| {
        for kind in [Kind::Ext4, Kind::Xfs] {
            for files in [1, 3, 40] {
                let from = mounts.tmpfs("");
                let mut victim = Victim::new(mounts, kind);
                mkdir(from.join("dir"));
                mkdir(from.join("dir/empty"));
                for n in 0..files {
                    put(from.join(format!("dir/{n}")), content(n));
                }
                copy::chmod(from.join("dir/empty"), 0o2751);
                mv_into(&[from.join("dir")], &victim.at).run().clean();
                victim.cut(false);
                victim.start();
                for n in 0..files {
                    assert_eq!(get(victim.at.join(format!("dir/{n}"))), content(n), "{kind:?}");
                }
                let mode = victim.at.join("dir/empty").metadata().unwrap();
                assert_eq!(std::os::unix::fs::MetadataExt::mode(&mode) & 0o7777, 0o2751);
            }
        }
    });
}

/// The control: a move that does not flush loses files, and this is how it shows.
#[test]
fn a_power_cut_after_a_move_without_a_flush_is_seen_to_lose() {
    if !can_cut() {
        return;
    }
    with_mounts(&[Kind::Tmpfs, Kind::Ext4, Kind::Xfs], |mounts| {
        for kind in [Kind::Ext4, Kind::Xfs] {
            let from = mounts.tmpfs("size=64m");
            let mut victim = Victim::new(mounts, kind);
            build(&from, |n| Some(content(n)));
            let mut mv = bin::clean(std::process::Command::new("mv"));
            run_ok(mv.arg(from.join("tree")).arg(&victim.at));
            victim.cut(true);
            victim.start();
            let missing = (0..SMALL + LARGE)
                .filter(|n| {
                    let path = path(&victim.at, *n);
                    !path.exists() || get(path) != content(*n)
                })
                .count();
            assert!(missing > 100, "{kind:?}: only {missing} files are lost without a flush");
        }
    });
}
