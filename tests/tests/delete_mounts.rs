//! Tests that deletes do not enter mounts and subvolumes, unless a flag allows it.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::path::Path;

use copy::{delete, get, mkdir, names, put};
use fcp_engine::error::Code;
use fcp_engine::event::SkipReason;
use fcp_engine::spec::Options;
use fcp_test_support::{Kind, with_mounts};

/// A tree with a mount in it, which holds a file in a directory and one beside it.
fn furnish(root: &Path, mount: impl FnOnce(&Path)) {
    for dir in ["", "top", "top/before", "top/here", "top/z after"] {
        mkdir(root.join(dir));
    }
    for file in ["top/before/file", "top/z after/file"] {
        put(root.join(file), b"");
    }
    mount(&root.join("top/here"));
    mkdir(root.join("top/here/dir"));
    put(root.join("top/here/dir/precious"), b"precious");
    put(root.join("top/here/precious"), b"precious");
}

fn assert_kept(here: &Path) {
    assert_eq!(get(here.join("dir/precious")), b"precious");
    assert_eq!(get(here.join("precious")), b"precious");
}

/// Deletes the tree without and with leave to cross; `stays` is whether the mount point does.
fn check(root: &Path, device_differs: bool, busy: bool) {
    let (top, here) = (root.join("top"), root.join("top/here"));
    for workers in [None, Some(1), Some(4)] {
        for one_file_system in [false, true] {
            let change = |o: &mut Options| {
                o.workers = workers;
                o.one_file_system = one_file_system;
                o.force = true;
            };
            let told = delete(&[&top]).with(change).run();
            let told = told.failed_with(&[("here", Code::MountPoint)]);
            assert_eq!(told.skipped, [(top.clone(), SkipReason::NotEmpty)]);
            assert_eq!(names(&top), ["here"]);
            assert_kept(&here);
        }
    }
    let as_rm = |o: &mut Options| (o.cross_mounts, o.one_file_system) = (true, true);
    if device_differs {
        delete(&[&top]).with(as_rm).run().failed_with(&[("here", Code::MountPoint)]);
        assert_kept(&here);
    }
    let told = delete(&[&top]).with(|o| o.cross_mounts = true).run();
    if busy {
        told.failed_with(&[("here", Code::Other)]);
        assert!(names(&here).is_empty());
    } else {
        told.clean();
        assert!(!top.exists());
    }
}

#[test]
fn another_filesystem_is_not_entered() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let root = mounts.root().join("tree");
        furnish(&root, |here| mounts.bind(&mounts.tmpfs("mode=755"), here));
        check(&root, true, true);
    });
}

#[test]
fn a_bind_mount_of_the_same_filesystem_is_not_entered() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let root = mounts.root().join("tree");
        let other = mounts.directory("other");
        furnish(&root, |here| mounts.bind(&other, here));
        check(&root, false, true);
        assert!(other.exists());
    });
}

#[test]
fn a_subvolume_is_not_entered() {
    with_mounts(&[Kind::Btrfs], |mounts| {
        let root = mounts.filesystem(Kind::Btrfs, 128 << 20).join("tree");
        furnish(&root, |here| {
            rustix::fs::rmdir(here).unwrap();
            mounts.subvolume(here);
        });
        check(&root, true, false);
    });
}

#[test]
fn a_mounted_operand_is_emptied_unless_protected() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let root = mounts.root().join("tree");
        let other = mounts.directory("other");
        furnish(&root, |here| mounts.bind(&other, here));
        let here = root.join("top/here");
        let protect = |o: &mut Options| o.protect.mount_points = true;
        delete(&[&here]).with(protect).run().failed_with(&[("here", Code::MountPoint)]);
        assert_kept(&here);
        let told = delete(&[root.join("top/before")]).with(protect).run();
        told.clean();
        delete(&[&here]).run().failed_with(&[("here", Code::Other)]);
        assert!(names(&other).is_empty());
    });
}

#[test]
fn a_bind_mounted_file_is_busy() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let root = mounts.directory("tree");
        let outside = mounts.root().join("outside");
        put(&outside, b"precious");
        put(root.join("file"), b"");
        put(root.join("other"), b"");
        mounts.bind(&outside, &root.join("file"));
        let told = delete(&[&root]).run().failed_with(&[("file", Code::Other)]);
        assert_eq!(told.failed[0].1.errno, Some(16));
        assert_eq!(get(&outside), b"precious");
        assert_eq!(names(&root), ["file"]);
    });
}
