//! Tests that copies of whole trees equal their sources, on and across every filesystem.

// They create devices, mount filesystems or control the page cache, by calls of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod choice;
mod modes;
mod sharing;

#[path = "../copy/mod.rs"]
mod copy;

use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;

use copy::{
    Change, chmod, copy, copy_into, get, hard_link, is_full, mkdir, names, noise, put, symlink,
    text, tool,
};
use fcp_engine::error::Code;
use fcp_engine::event::{Mover, SkipReason};
use fcp_engine::spec::{
    Cache, Driver, Durability, Filter, Follow, ModeRule, Options, Overwrite, Publish, Reflink,
    Sparse,
};
use fcp_test_support::{Kind, Scratch, Tree, What, acl, assert_same, diff, run, with_mounts};
use rustix::fs::XattrFlags;

const ROOM: u64 = 512 << 20;

fn kinds() -> Vec<(Kind, Kind)> {
    Kind::ALL.iter().flat_map(|&from| Kind::ALL.map(|to| (from, to))).collect()
}

#[test]
fn archives_are_equal_on_and_across_all_filesystems() {
    with_mounts(&Kind::ALL, |mounts| {
        let at = Kind::ALL.map(|kind| mounts.filesystem(kind, ROOM));
        for (seed, kind, at) in (1..).zip(Kind::ALL).zip(&at).map(|((s, k), a)| (s, k, a)) {
            let built = Tree::full(seed).build(&at.join("source"));
            assert!(built.is_ok(), "{kind:?}: {built:?}");
        }
        for (from, to) in kinds() {
            let place = |kind| &at[Kind::ALL.iter().position(|&k| k == kind).unwrap()];
            let (src, dst) = (place(from).join("source"), place(to).join("copy"));
            copy(&src, &dst).archive().run().clean();
            assert_same(&src, &dst, &What::everything());
            // Again, over what is there.
            copy(&src, &dst).archive().run().clean();
            assert_same(&src, &dst, &What::everything());
            fcp_test_support::remove_all(&dst).unwrap();
        }
    });
}

#[test]
fn archives_of_many_seeds_are_equal() {
    let last = if is_full() { 200 } else { 8 };
    with_mounts(&[Kind::Tmpfs], |mounts| {
        for seed in 100..100 + last {
            let at = mounts.filesystem(Kind::Tmpfs, ROOM);
            let (src, dst) = (at.join("source"), at.join("copy"));
            Tree::full(seed).depth(seed as usize % 12).build(&src).unwrap();
            copy(&src, &dst).archive().run().clean();
            assert_same(&src, &dst, &What::everything());
            mounts.unmount(&at);
        }
    });
}

#[test]
fn every_option_gives_the_same_tree() {
    let changes: &[(&str, Change)] = &[
        ("publish always", |o| o.publish = Publish::Always),
        ("in place", |o| o.overwrite = Overwrite::InPlace),
        ("remove first", |o| o.overwrite = Overwrite::RemoveFirst),
        ("parfile", |o| o.driver = Some(Driver::Parfile)),
        ("parblock", |o| {
            o.driver = Some(Driver::Parblock);
            o.block_size = Some(1 << 20);
        }),
        ("copy_file_range", |o| o.driver = Some(Driver::CopyFileRange)),
        ("read and write", |o| o.driver = Some(Driver::ReadWrite)),
        ("reflink never", |o| o.reflink = Reflink::Never),
        ("sparse always", |o| o.sparse = Sparse::Always),
        ("sparse never", |o| o.sparse = Sparse::Never),
        ("cache drop", |o| o.cache = Cache::Drop),
        ("cache direct", |o| o.cache = Cache::Direct),
        ("durable end", |o| o.durability = Durability::End),
        ("durable file", |o| o.durability = Durability::File),
        ("verify", |o| o.verify = true),
        ("one worker", |o| o.workers = Some(1)),
        ("many workers", |o| o.workers = Some(16)),
        ("small blocks", |o| o.block_size = Some(4096)),
        ("rate", |o| o.limit_rate = Some(1 << 30)),
        ("quiet", |o| o.events = fcp_engine::spec::EventLevel::Facts),
    ];
    with_mounts(&[Kind::Btrfs, Kind::Ext4], |mounts| {
        let from = mounts.filesystem(Kind::Ext4, ROOM);
        let src = from.join("source");
        Tree::full(11).entries(120).build(&src).unwrap();
        put(src.join("large"), noise(1, (5 << 20) + 4097));
        for to in [from.clone(), mounts.filesystem(Kind::Btrfs, ROOM)] {
            for (name, change) in changes {
                // The files of a tree with names that are all taken, by other files.
                let dst = to.join("copy");
                for round in ["new", "over"] {
                    eprintln!("{name}, {round}, {}", to.display());
                    // The range mover makes nothing of devices between filesystems.
                    let forced = *name == "copy_file_range" && to != from;
                    let told = copy(&src, &dst).archive().with(change).run();
                    if forced {
                        assert!(told.failed.iter().all(|(_, e)| e.errno == Some(18)), "{told:?}");
                        assert!(told.summary.failed > 0);
                        continue;
                    }
                    told.clean();
                    let holes =
                        (*name != "sparse never" && *name != "cache direct").then_some(1 << 20);
                    assert_same(&src, &dst, &What { holes, ..What::everything() });
                }
                fcp_test_support::remove_all(&dst).unwrap();
            }
        }
    });
}

#[test]
fn verified_and_durable_in_place_copies_replace_longer_files() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    put(&src, noise(1, 1000));
    put(&dst, noise(2, 100_000));
    hard_link(&dst, scratch.join("other name"));
    let in_place = |o: &mut Options| o.overwrite = Overwrite::InPlace;
    copy(&src, &dst).with(in_place).with(|o| o.verify = true).run().clean();
    assert_eq!(get(scratch.join("other name")), noise(1, 1000));
}

#[test]
fn hard_links_across_directories_stay_links() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    mkdir(&src);
    for dir in 0..20 {
        mkdir(src.join(format!("d{dir}")));
    }
    for file in 0..50 {
        let first = src.join(format!("d{}/first{file}", file % 20));
        put(&first, noise(file, (file as usize % 3) * 700_000));
        for other in 0..10 {
            hard_link(&first, src.join(format!("d{}/f{file}-{other}", (file + other) % 20)));
        }
    }
    symlink("nowhere", src.join("link"));
    hard_link(src.join("link"), src.join("d3/link"));
    for workers in [1, 2, 8] {
        // Over an older copy, too, in which they are files of their own.
        copy(&src, &dst).with(|o| o.workers = Some(workers)).run().clean();
        copy(&src, &dst).archive().with(|o| o.workers = Some(workers)).run().clean();
        assert_same(&src, &dst, &What::everything());
        fcp_test_support::remove_all(&dst).unwrap();
    }
    // Without links each is a file of its own.
    copy(&src, &dst).run().clean();
    assert_eq!(dst.join("d0/f0-0").metadata().unwrap().nlink(), 1);
}

#[test]
fn an_interrupted_copy_is_resumed() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    Tree::plain(3).build(&src).unwrap();
    copy(&src, &dst).archive().run().clean();
    fcp_test_support::remove_all(&dst.join(&names(&dst)[0])).unwrap();
    let told = copy(&src, &dst).archive().with(|o| o.resume = true).run();
    assert!(told.summary.skipped > 0, "{:?}", told.summary);
    assert_same(&src, &dst, &What::everything());
    assert!(diff(&src, &dst, &What::everything()).unwrap().is_empty());
}

#[test]
fn a_name_that_an_interrupted_copy_lacks_becomes_a_link_to_the_one_that_is_there() {
    for missing in ["a", "b"] {
        let scratch = Scratch::new();
        let (src, dst) = (scratch.join("source"), scratch.join("copy"));
        mkdir(&src);
        put(src.join("a"), b"of two names");
        hard_link(src.join("a"), src.join("b"));
        copy(&src, &dst).archive().run().clean();
        fcp_test_support::remove_all(&dst.join(missing)).unwrap();
        copy(&src, &dst).archive().with(|o| o.resume = true).run();
        assert_same(&src, &dst, &What::everything());
        let again = copy(&src, &dst).archive().with(|o| o.resume = true).run();
        assert_eq!((again.summary.skipped, again.summary.bytes), (2, 0));
    }
}
