//! Tests which devices the jobs of the queue wait for, on real filesystems.

// They create devices, mount filesystems or control the page cache, by calls of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use fcp_engine::queue::{Adding, Queue, QueuedJob};
use fcp_engine::spec::{Destination, JobSpec, Options, Verb};
use fcp_test_support::{Kind, Mounts, with_mounts};
use rustix::fs::{major, minor};

/// The kinds of filesystems that lie on devices.
const KINDS: [Kind; 3] = [Kind::Btrfs, Kind::Xfs, Kind::Ext4];

fn mkdir(path: &Path) {
    rustix::fs::mkdir(path, 0o755.into()).unwrap();
}

/// A directory that is not small, although it takes no room.
fn large(path: &Path) {
    mkdir(path);
    File::create_new(path.join("file")).unwrap().set_len(64_000_000).unwrap();
}

fn spec(verb: Verb, source: &Path, into: &Path) -> JobSpec {
    let destination = Some(Destination::Into(into.into()));
    JobSpec { verb, sources: vec![source.into()], destination, options: Options::default() }
}

/// Adds a job to a queue that no process runs, and gives the queue's entry for it.
fn queued(mounts: &Mounts, spec: JobSpec) -> QueuedJob {
    let state = mounts.directory("state");
    rustix::fs::chmod(&state, 0o700.into()).unwrap();
    let queue = Queue::open(&state).unwrap().queue;
    let adding = Adding { paused: true, ..Adding::default() };
    let job = queue.add(spec, &adding).unwrap();
    queue.find(job).unwrap()
}

/// The lane of a tmpfs.
fn memory(path: &Path) -> String {
    let device = path.metadata().unwrap().dev();
    format!("mem:{}:{}", major(device), minor(device))
}

#[test]
fn a_filesystem_in_an_image_lies_where_the_image_does() {
    with_mounts(&KINDS, |mounts| {
        let images = memory(&mounts.root().join("images"));
        let elsewhere = mounts.tmpfs("");
        for kind in KINDS {
            let at = mounts.filesystem(kind, 1 << 20);
            let job = queued(mounts, spec(Verb::Copy, &at, &elsewhere));
            let mut both = vec![images.clone(), memory(&elsewhere)];
            both.sort();
            assert_eq!(job.lanes, both, "{kind:?}");
            if kind == Kind::Btrfs {
                mounts.subvolume(&at.join("part"));
                let job = queued(mounts, spec(Verb::Copy, &at.join("part"), &at.join("not/yet")));
                assert_eq!(job.lanes, [images.as_str()]);
            }
        }
    });
}

#[test]
fn a_copy_passes_where_it_shares_extents_and_a_move_where_it_renames() {
    with_mounts(&KINDS, |mounts| {
        let elsewhere = mounts.filesystem(Kind::Xfs, 0);
        for kind in KINDS {
            let at = mounts.filesystem(kind, 1 << 20);
            let bound = mounts.directory("bound");
            let (src, dst) = (at.join("source"), at.join("target"));
            large(&src);
            mkdir(&dst);
            mounts.bind(&dst, &bound);
            let before = dst.metadata().unwrap();
            let passes = |verb, into: &Path| queued(mounts, spec(verb, &src, into)).passes;
            assert_eq!(passes(Verb::Copy, &dst), kind != Kind::Ext4, "{kind:?}");
            assert!(passes(Verb::Move, &dst), "{kind:?}");
            assert!(!passes(Verb::Copy, &elsewhere), "{kind:?}");
            assert!(!passes(Verb::Move, &elsewhere), "{kind:?}");
            // Names do not cross the edges of mounts and subvolumes; extents may.
            assert!(!passes(Verb::Move, &bound), "{kind:?}");
            if kind == Kind::Btrfs {
                mounts.subvolume(&at.join("part"));
                assert!(passes(Verb::Copy, &at.join("part")));
                assert!(!passes(Verb::Move, &at.join("part")));
            }
            let mut verified = spec(Verb::Copy, &src, &dst);
            verified.options.verify = true;
            assert!(!queued(mounts, verified).passes, "{kind:?}");
            // Nothing was tried that could be seen.
            let after = dst.metadata().unwrap();
            assert_eq!(after.ctime_nsec(), before.ctime_nsec(), "{kind:?}");
            assert_eq!(dst.read_dir().unwrap().count(), 0, "{kind:?}");
        }
    });
}
