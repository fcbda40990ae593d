//! Tests of conflicts: what every policy and answer does to an existing destination.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod asking;

#[path = "../copy/mod.rs"]
mod copy;

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use copy::{
    Copy, Running, chmod, copy, copy_into, get, hard_link, mkdir, names, noise, put, symlink,
};
use fcp_engine::engine::ControlError;
use fcp_engine::error::Code;
use fcp_engine::event::{
    Answer, ConflictKind, Event, Outcome, Question, Resolution, Scope, SkipReason, Subject,
};
use fcp_engine::spec::{
    Backup, BackupKind, ConflictPolicy, DirectoryPolicy, MismatchPolicy, Overwrite,
};
use fcp_test_support::{Kind, Scratch, acl, with_filesystem, with_mounts};

const DEFAULT: &str = fcp_engine::spec::DEFAULT_RENAME;

/// Puts a file whose mtime is this many seconds after the epoch.
fn put_at(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>, seconds: u64) {
    put(&path, bytes);
    age(path, seconds);
}

fn age(path: impl AsRef<Path>, seconds: u64) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    File::options().write(true).open(path.as_ref()).unwrap().set_modified(time).unwrap();
}

fn backup(kind: BackupKind) -> Backup {
    Backup { kind, suffix: "~".to_owned() }
}

#[test]
fn a_time_without_a_fraction_is_not_that_of_every_file_of_its_second() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("src"), scratch.join("dst"));
    put(&src, b"edited");
    let time = SystemTime::UNIX_EPOCH + Duration::from_millis(20_900);
    File::options().write(true).open(&src).unwrap().set_modified(time).unwrap();
    // As unpacked from a tar.
    put_at(&dst, b"before", 20);
    copy(&src, &dst).with(|o| o.on_conflict = ConflictPolicy::DifferentMeta).run().clean();
    assert_eq!(get(&dst), b"edited");
}

#[test]
fn a_filesystem_of_whole_seconds_is_up_to_date_after_a_copy() {
    with_mounts(&[Kind::Ext4], |mounts| {
        let image = mounts.image(Kind::Ext4, 0);
        // Inodes of 128 bytes have no room for fractions.
        let made = Command::new("mkfs.ext4").args(["-q", "-F", "-I", "128"]).arg(&image).output();
        assert!(made.unwrap().status.success());
        let dst = mounts.mount_image(&image, Kind::Ext4, "").join("dst");
        let scratch = Scratch::new();
        let src = scratch.join("src");
        put(&src, b"before");
        let time = SystemTime::UNIX_EPOCH + Duration::from_millis(20_900);
        File::options().write(true).open(&src).unwrap().set_modified(time).unwrap();
        let again = |done, skipped| {
            let told = copy(&src, &dst).with(|o| {
                (o.on_conflict, o.preserve.timestamps) = (ConflictPolicy::DifferentMeta, true);
            });
            let summary = told.run().summary;
            assert_eq!((summary.done, summary.skipped, summary.failed), (done, skipped, 0));
        };
        again(1, 0);
        again(0, 1);
    });
}

/// Which policies replace a destination of the same size or age, and why the others do not.
#[test]
fn file_policies_replace_what_they_say() {
    use ConflictPolicy as P;
    let replaces: [(P, [bool; 4]); 7] = [
        // Source: newer and larger; older and smaller; same meta, other bytes; the same file.
        (P::Overwrite, [true, true, true, true]),
        (P::Newer, [true, false, false, false]),
        (P::Older, [false, true, false, false]),
        (P::Larger, [true, false, false, false]),
        (P::Smaller, [false, true, false, false]),
        (P::DifferentMeta, [true, true, false, false]),
        (P::DifferentContent, [true, true, true, false]),
    ];
    let sources = [("long source", 200), ("s", 50), ("sourc", 100), ("there", 100)];
    for (policy, expected) in replaces {
        let scratch = Scratch::new();
        mkdir(scratch.join("src"));
        mkdir(scratch.join("dst"));
        mkdir(scratch.join("dst/src"));
        for (n, (bytes, time)) in sources.iter().enumerate() {
            put_at(scratch.join(format!("src/{n}")), bytes, *time);
            put_at(scratch.join(format!("dst/src/{n}")), "there", 100);
        }
        let told = copy_into(&[scratch.join("src")], scratch.join("dst"))
            .with(|options| options.on_conflict = policy.clone())
            .run()
            .clean();
        for (n, replaced) in expected.into_iter().enumerate() {
            let now = get(scratch.join(format!("dst/src/{n}")));
            let wanted = if replaced { sources[n].0 } else { "there" };
            assert_eq!(now, wanted.as_bytes(), "{policy:?} {n}");
        }
        let skipped = expected.iter().filter(|replaced| !**replaced).count();
        assert_eq!(told.skipped.len(), skipped, "{policy:?}");
        let counted = (told.summary.replaced, told.summary.renamed);
        assert_eq!(counted, ((expected.len() - skipped) as u64, 0), "{policy:?}");
    }
}

#[test]
fn skip_and_fail_leave_the_destination_alone() {
    for (policy, failed) in [(ConflictPolicy::Skip, false), (ConflictPolicy::Fail, true)] {
        let scratch = Scratch::new();
        put(scratch.join("a"), "new");
        put(scratch.join("b"), "old");
        let inode = scratch.join("b").metadata().unwrap().ino();
        let told = copy(scratch.join("a"), scratch.join("b"))
            .with(|options| options.on_conflict = policy)
            .run();
        assert_eq!((told.failed.len(), told.skipped.len()), (failed.into(), (!failed).into()));
        if failed {
            assert_eq!(told.failed[0].1.code, Code::Exists);
        }
        assert_eq!(get(scratch.join("b")), b"old");
        assert_eq!(scratch.join("b").metadata().unwrap().ino(), inode);
    }
}

#[test]
fn renamed_files_number_on_and_keep_their_extension() {
    let scratch = Scratch::new();
    mkdir(scratch.join("to"));
    for (name, taken) in [("a.tar.gz", "a (1).tar.gz"), ("plain", "plain (1)"), (".rc", ".rc (1)")]
    {
        put(scratch.join(name), "new");
        put(scratch.join("to").join(name), "old");
        put(scratch.join("to").join(taken), "old too");
    }
    let sources = ["a.tar.gz", "plain", ".rc"].map(|name| scratch.join(name));
    let told = copy_into(&sources, scratch.join("to"))
        .with(|options| options.on_conflict = ConflictPolicy::Rename(DEFAULT.to_owned()))
        .run()
        .clean();
    assert_eq!((told.summary.done, told.summary.replaced, told.summary.renamed), (3, 0, 3));
    for renamed in ["a (2).tar.gz", "plain (2)", ".rc (2)"] {
        assert_eq!(get(scratch.join("to").join(renamed)), b"new", "{renamed}");
    }
    assert_eq!(names(scratch.join("to")).len(), 9);
    assert_eq!(get(scratch.join("to/plain (1)")), b"old too");
}

/// Directories with one file that is new, beside one that is there.
fn two_directories() -> Scratch {
    let scratch = Scratch::new();
    for path in ["d", "to", "to/d"] {
        mkdir(scratch.join(path));
    }
    put(scratch.join("d/new"), "new");
    put(scratch.join("to/d/old"), "old");
    scratch
}

#[test]
fn directory_policies_do_what_they_say() {
    use DirectoryPolicy as P;
    let rename = P::Rename(DEFAULT.to_owned());
    for (policy, top, below) in [
        (P::Merge, vec!["d"], vec!["new", "old"]),
        (P::Skip, vec!["d"], vec!["old"]),
        (P::Fail, vec!["d"], vec!["old"]),
        (rename, vec!["d", "d (1)"], vec!["old"]),
    ] {
        let scratch = two_directories();
        let fails = policy == P::Fail;
        let told = copy_into(&[scratch.join("d")], scratch.join("to"))
            .with(|options| options.on_directory = policy.clone())
            .run();
        let expected: &[_] = if fails { &[("d", Code::Exists)] } else { &[] };
        let told = told.failed_with(expected);
        assert_eq!(names(scratch.join("to")), top, "{policy:?}");
        assert_eq!(names(scratch.join("to/d")), below, "{policy:?}");
        if top.len() == 2 {
            assert_eq!(names(scratch.join("to/d (1)")), ["new"]);
            assert_eq!(told.summary.done, 2);
        }
        // The directory has another name, what is in it does not.
        let renamed = u64::from(top.len() == 2);
        assert_eq!((told.summary.replaced, told.summary.renamed), (0, renamed), "{policy:?}");
    }
}

#[test]
fn mismatch_policies_never_lose_either_side() {
    use MismatchPolicy as P;
    for policy in [P::Fail, P::Skip, P::Rename(DEFAULT.to_owned()), P::Replace] {
        let scratch = Scratch::new();
        for path in ["s", "s/dir", "t", "t/s", "t/s/file"] {
            mkdir(scratch.join(path));
        }
        put(scratch.join("s/dir/x"), "x");
        put(scratch.join("s/file"), "incoming");
        put(scratch.join("t/s/dir"), "in the way");
        put(scratch.join("t/s/file/y"), "y");
        let told = copy_into(&[scratch.join("s")], scratch.join("t"))
            .with(|options| options.on_mismatch = policy.clone())
            .run();
        assert_eq!(get(scratch.join("t/s/dir")), b"in the way");
        assert_eq!(get(scratch.join("t/s/file/y")), b"y");
        match policy {
            P::Fail => {
                let codes = [("dir", Code::OverNonDirectory), ("file", Code::OverDirectory)];
                told.failed_with(&codes);
            }
            P::Skip => assert_eq!(told.failed_with(&[]).skipped.len(), 2),
            // This engine knows no trash, and nothing is deleted silently.
            P::Replace => {
                told.failed_with(&[("dir", Code::NoHome), ("file", Code::NoHome)]);
            }
            P::Rename(_) | P::Ask => {
                assert_eq!(told.clean().summary.renamed, 2);
                assert_eq!(get(scratch.join("t/s/dir (1)/x")), b"x");
                assert_eq!(get(scratch.join("t/s/file (1)")), b"incoming");
            }
        }
    }
}

#[test]
fn backups_keep_the_old_file_under_the_name_their_kind_says() {
    use BackupKind as K;
    for (kind, there, expected) in [
        (K::Simple, None, "f~"),
        (K::Numbered, None, "f.~1~"),
        (K::Numbered, Some("f.~7~"), "f.~8~"),
        (K::Existing, None, "f~"),
        (K::Existing, Some("f.~1~"), "f.~2~"),
    ] {
        let scratch = Scratch::new();
        mkdir(scratch.join("to"));
        put(scratch.join("f"), "new");
        put(scratch.join("to/f"), "old");
        let inode = scratch.join("to/f").metadata().unwrap().ino();
        if let Some(there) = there {
            put(scratch.join("to").join(there), "older");
        }
        copy_into(&[scratch.join("f")], scratch.join("to"))
            .with(|options| options.backup = Some(backup(kind)))
            .run()
            .clean();
        assert_eq!(get(scratch.join("to/f")), b"new", "{kind:?}");
        let kept = scratch.join("to").join(expected);
        assert_eq!(get(&kept), b"old", "{kind:?}");
        assert_eq!(kept.metadata().unwrap().ino(), inode, "the backup is the old file");
        let count = if there.is_some() { 3 } else { 2 };
        assert_eq!(names(scratch.join("to")).len(), count);
    }
}

/// Overwrites a file many times while a reader looks; gives how many looks met each version.
fn watched(size: usize, times: usize, change: impl Fn(Copy) -> Copy) -> [u64; 2] {
    let scratch = Scratch::new();
    let versions = [noise(1, size), noise(2, size)];
    let sources = [scratch.join("0"), scratch.join("1")];
    let dst = scratch.join("dst");
    put(&sources[0], &versions[0]);
    put(&sources[1], &versions[1]);
    put(&dst, &versions[0]);
    let over = AtomicBool::new(false);
    let mut met = [0; 2];
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut met = [0; 2];
            while !over.load(Ordering::Relaxed) {
                let now = get(&dst);
                let which = versions.iter().position(|version| *version == now);
                let which = which.expect("neither the old file nor the new one");
                met[which] += 1;
            }
            met
        });
        for n in 0..times {
            if reader.is_finished() {
                break;
            }
            change(copy(&sources[(n + 1) % 2], &dst)).run().clean();
        }
        over.store(true, Ordering::Relaxed);
        met = reader.join().unwrap();
    });
    met
}

#[test]
fn a_reader_sees_the_old_file_or_the_new_one() {
    let met = watched(2 << 20, 200, |copy| copy);
    assert!(met.iter().all(|looks| *looks > 0), "the reader looked too seldom: {met:?}");
}

#[test]
fn a_reader_sees_one_of_both_while_backups_are_made() {
    for kind in [BackupKind::Simple, BackupKind::Numbered] {
        watched(100_000, 40, |copy| copy.with(|options| options.backup = Some(backup(kind))));
    }
}

#[test]
fn a_replacement_has_mode_owner_acl_and_attributes_of_the_old_file() {
    with_filesystem(Kind::Ext4, 64 << 20, |root| {
        let at = |name: &str| root.join(name);
        put(at("new"), "new");
        put(at("old"), "old");
        let rights = acl::encode((1234, 6), (4321, 6));
        let flags = rustix::fs::XattrFlags::empty();
        rustix::fs::setxattr(at("old"), acl::ACCESS, &rights, flags).unwrap();
        rustix::fs::setxattr(at("old"), "user.note", b"mine", flags).unwrap();
        rustix::fs::setxattr(at("new"), "user.note", b"other", flags).unwrap();
        std::os::unix::fs::chown(at("old"), Some(1234), Some(4321)).unwrap();
        let mode = at("old").metadata().unwrap().mode();
        copy(at("new"), at("old")).run().clean();
        let now = at("old").metadata().unwrap();
        assert_eq!(get(at("old")), b"new");
        assert_eq!((now.uid(), now.gid(), now.mode()), (1234, 4321, mode));
        let mut kept = [0; 256];
        let length = rustix::fs::getxattr(at("old"), acl::ACCESS, &mut kept).unwrap();
        assert_eq!(kept[..length], rights);
        let length = rustix::fs::getxattr(at("old"), "user.note", &mut kept).unwrap();
        assert_eq!(&kept[..length], b"mine");
    });
}

#[test]
fn in_place_keeps_the_inode_and_replace_leaves_other_links_alone() {
    for (overwrite, other) in [(Overwrite::InPlace, "new"), (Overwrite::Replace, "old")] {
        let scratch = Scratch::new();
        put(scratch.join("src"), "new");
        put(scratch.join("dst"), "old");
        hard_link(scratch.join("dst"), scratch.join("other"));
        chmod(scratch.join("dst"), 0o604);
        let inode = |name: &str| scratch.join(name).metadata().unwrap().ino();
        let before = inode("dst");
        copy(scratch.join("src"), scratch.join("dst"))
            .with(|options| options.overwrite = overwrite)
            .run()
            .clean();
        assert_eq!(get(scratch.join("dst")), b"new");
        assert_eq!(get(scratch.join("other")), other.as_bytes());
        assert_eq!(before == inode("dst"), overwrite == Overwrite::InPlace);
        assert_eq!(scratch.join("dst").metadata().unwrap().mode() & 0o7777, 0o604);
    }
}

#[test]
fn a_symlink_operand_has_its_target_replaced_and_one_below_is_replaced() {
    let scratch = Scratch::new();
    put(scratch.join("src"), "new");
    put(scratch.join("target"), "old");
    symlink("target", scratch.join("link"));
    copy(scratch.join("src"), scratch.join("link")).run().clean();
    assert_eq!(get(scratch.join("target")), b"new");
    assert!(scratch.join("link").is_symlink());

    for path in ["d", "to", "to/d"] {
        mkdir(scratch.join(path));
    }
    put(scratch.join("d/f"), "below");
    put(scratch.join("victim"), "precious");
    symlink("../../victim", scratch.join("to/d/f"));
    copy_into(&[scratch.join("d")], scratch.join("to")).run().clean();
    assert_eq!(get(scratch.join("victim")), b"precious");
    assert!(!scratch.join("to/d/f").is_symlink());
    assert_eq!(get(scratch.join("to/d/f")), b"below");
}
