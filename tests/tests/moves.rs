//! Moves: renamed where a rename leads there, else copied whole, made safe, and only then removed.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use copy::{get, mkdir, mv, mv_into, names, put};
use fcp_engine::event::{Op, SkipReason};
use fcp_engine::spec::ConflictPolicy;
use fcp_test_support::{Kind, Scratch, Tree, What, assert_same, with_mounts};

/// What a move keeps: everything but when it was last read.
fn kept() -> What {
    What::everything()
}

#[test]
fn a_directory_is_renamed_whole() {
    let scratch = Scratch::new();
    Tree::full(1).build(&scratch.join("left")).unwrap();
    Tree::full(1).build(&scratch.join("source")).unwrap();
    let told = mv(scratch.join("source"), scratch.join("moved")).run().clean();
    assert_eq!(told.done.len(), 1);
    assert_eq!(told.done[0].op, Op::Rename);
    assert_same(&scratch.join("left"), &scratch.join("moved"), &kept());
    assert!(!scratch.join("source").exists());
}

#[test]
fn directories_are_merged_and_what_is_skipped_stays() {
    let scratch = Scratch::new();
    for dir in ["a", "a/same", "a/new", "b", "b/same"] {
        mkdir(scratch.join(dir));
    }
    put(scratch.join("a/same/new"), b"new");
    put(scratch.join("a/same/taken"), b"incoming");
    put(scratch.join("b/same/taken"), b"there");
    let told = mv(scratch.join("a"), scratch.join("b"))
        .with(|o| o.on_conflict = ConflictPolicy::Skip)
        .run()
        .clean();
    assert_eq!(names(scratch.join("a")), ["same"]);
    assert_eq!(names(scratch.join("a/same")), ["taken"]);
    assert_eq!(get(scratch.join("b/same/taken")), b"there");
    assert_eq!(names(scratch.join("b/same")), ["new", "taken"]);
    assert_eq!(names(scratch.join("b")), ["new", "same"]);
    let mut reasons: Vec<_> = told.skipped.iter().map(|(_, reason)| *reason).collect();
    reasons.sort_by_key(|reason| format!("{reason:?}"));
    assert_eq!(reasons, [SkipReason::NotEmpty, SkipReason::NotEmpty, SkipReason::Policy]);
    let told = mv(scratch.join("a"), scratch.join("b")).run().clean();
    assert_eq!(told.summary.done, 3);
    assert_eq!(get(scratch.join("b/same/taken")), b"incoming");
    assert!(!scratch.join("a").exists());
}

#[test]
fn a_tree_goes_to_another_filesystem_whole() {
    let kinds = [Kind::Ext4, Kind::Xfs, Kind::Tmpfs, Kind::Btrfs];
    with_mounts(&kinds, |mounts| {
        let at: Vec<_> = kinds.iter().map(|kind| mounts.filesystem(*kind, 400 << 20)).collect();
        for (from, to) in [(0, 1), (1, 2), (2, 0), (1, 3), (3, 0), (2, 1)] {
            eprintln!("{:?} to {:?}", kinds[from], kinds[to]);
            Tree::full(1).build(&at[from].join("tree")).unwrap();
            Tree::full(1).build(&at[to].join("same")).unwrap();
            mv_into(&[at[from].join("tree")], &at[to]).run().clean();
            assert_same(&at[to].join("same"), &at[to].join("tree"), &kept());
            assert!(!names(&at[from]).contains(&"tree".to_owned()));
            fcp_test_support::remove_all(&at[to].join("tree")).unwrap();
            fcp_test_support::remove_all(&at[to].join("same")).unwrap();
        }
    });
}
