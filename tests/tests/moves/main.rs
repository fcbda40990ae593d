//! Tests of moves: a rename where possible; else a full copy, flushed before the source is removed.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod across;
mod meanwhile;
mod merging;
mod refused;

#[path = "../copy/mod.rs"]
mod copy;

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use copy::{
    Change, Told, chmod, copy, get, hard_link, mkdir, mv, mv_into, names, noise, put, symlink,
};
use fcp_engine::error::{Action, Code};
use fcp_engine::event::{
    Answer, Event, Mover, Op, Outcome, Resolution, Scope, SkipReason, Warning,
};
use fcp_engine::spec::{
    Backup, BackupKind, ConflictPolicy, DirectoryPolicy, ErrorPolicy, EventLevel, Filter,
    MismatchPolicy, Options,
};
use fcp_test_support::ns::NOBODY;
use fcp_test_support::{
    Kind, Scratch, Tree, What, as_nobody, assert_same, layout, remove_all, with_mounts,
};

fn exists(path: impl AsRef<Path>) -> bool {
    path.as_ref().symlink_metadata().is_ok()
}

fn inode(path: impl AsRef<Path>) -> u64 {
    path.as_ref().symlink_metadata().unwrap().ino()
}

/// The steps told, each with the end of its source.
fn steps(told: &Told) -> Vec<(Op, String)> {
    let base = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut steps: Vec<_> = told.done.iter().map(|done| (done.op, base(&done.src))).collect();
    steps.sort_by(|a, b| a.1.cmp(&b.1));
    steps
}

/// Runs a test once where renames lead to the destination and once where they do not.
fn near_and_far(test: impl Fn(&Path, &Path, bool) + Sync) {
    let scratch = Scratch::new();
    for dir in ["a", "b"] {
        mkdir(scratch.join(dir));
    }
    test(&scratch.join("a"), &scratch.join("b"), false);
    with_mounts(&[Kind::Tmpfs], |mounts| {
        test(&mounts.tmpfs(""), &mounts.tmpfs(""), true);
    });
}

#[test]
fn a_directory_is_renamed_whole() {
    let scratch = Scratch::new();
    Tree::full(1).build(&scratch.join("left")).unwrap();
    Tree::full(1).build(&scratch.join("source")).unwrap();
    let told = mv(scratch.join("source"), scratch.join("moved")).run().clean();
    assert_eq!(steps(&told), [(Op::Rename, "source".to_owned())]);
    assert_eq!(told.summary.bytes, 0);
    assert_same(&scratch.join("left"), &scratch.join("moved"), &What::everything());
    assert!(!exists(scratch.join("source")));
}

#[test]
fn operands_are_renamed_into_a_directory() {
    let scratch = Scratch::new();
    for dir in ["into", "dir"] {
        mkdir(scratch.join(dir));
    }
    put(scratch.join("file"), b"file");
    symlink("nowhere", scratch.join("link"));
    symlink("dir", scratch.join("link to dir"));
    let ids = ["dir", "file", "link", "link to dir"].map(|name| inode(scratch.join(name)));
    let sources = ["dir", "file", "link", "link to dir"].map(|name| scratch.join(name));
    let told = mv_into(&sources, scratch.join("into")).run().clean();
    assert_eq!(told.summary.done, 4);
    let moved =
        ["dir", "file", "link", "link to dir"].map(|name| inode(scratch.join("into").join(name)));
    assert_eq!(ids, moved);
    assert_eq!(names(scratch.path()), ["into"]);
}

#[test]
fn two_names_change_places() {
    let scratch = Scratch::new();
    put(scratch.join("file"), b"file");
    mkdir(scratch.join("dir"));
    let exchange = |o: &mut Options| o.exchange = true;
    let told = mv(scratch.join("file"), scratch.join("dir")).with(exchange).run().clean();
    assert_eq!(steps(&told), [(Op::Exchange, "file".to_owned())]);
    assert!(scratch.join("file").is_dir() && get(scratch.join("dir")) == b"file");
    let told = mv(scratch.join("file"), scratch.join("nothing")).with(exchange).run();
    let told = told.failed_with(&[("file", Code::NotFound)]);
    assert_eq!(told.failed[0].1.action, Action::Exchange);
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (a, b) = (mounts.tmpfs(""), mounts.tmpfs(""));
        put(a.join("file"), b"a");
        put(b.join("file"), b"b");
        let told = mv(a.join("file"), b.join("file")).with(exchange).run();
        told.failed_with(&[("file", Code::CrossDevice)]);
        assert_eq!((get(a.join("file")), get(b.join("file"))), (b"a".to_vec(), b"b".to_vec()));
    });
}
