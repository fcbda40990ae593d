//! Tests `--attributes-only` on existing files: data and inode are kept, only attributes change.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;
use std::process::Output;

use copy::{chmod, copy, hard_link, mkdir, put, symlink};
use fcp_engine::spec::{Backup, BackupKind, Preserve};
use fcp_test_support::{Scratch, as_nobody, fcp, run};

fn fcp_in(directory: &Path, args: &[&str]) -> Output {
    run(fcp().current_dir(directory).arg("--attributes-only").args(args))
}

fn failed(done: &Output) -> String {
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    String::from_utf8(done.stderr.clone()).unwrap()
}

fn inode(path: &Path) -> u64 {
    fs::symlink_metadata(path).unwrap().ino()
}

/// A source of mode 0600 from 2001, and an existing file with other data.
fn pair() -> Scratch {
    let scratch = Scratch::new();
    let at = |name| scratch.path().join(name);
    put(at("a"), "source");
    chmod(at("a"), 0o600);
    set_times(&at("a"));
    put(at("b"), "kept data");
    chmod(at("b"), 0o644);
    scratch
}

fn set_times(path: &Path) {
    let file = fs::File::open(path).unwrap();
    let then = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    file.set_times(fs::FileTimes::new().set_modified(then).set_accessed(then)).unwrap();
}

#[test]
fn the_data_of_an_existing_file_stay_whatever_else_is_asked_for() {
    let ways: &[&[&str]] = &[
        &[],
        &["-a"],
        &["-p"],
        &["-f"],
        &["-b"],
        &["--backup=numbered", "-a"],
        &["--remove-destination"],
        &["--remove-destination", "-f", "-a"],
        &["--inplace"],
        &["--inplace", "-b"],
        &["--verify"],
        &["--copy-contents"],
        &["--publish=always"],
        &["--durability=file"],
        &["--durability=batch", "-a"],
        &["--resume"],
    ];
    for way in ways {
        let scratch = pair();
        let (b, other) = (scratch.path().join("b"), scratch.path().join("other"));
        hard_link(&b, &other);
        let before = inode(&b);
        let done = fcp_in(scratch.path(), &[way, &["a", "b"][..]].concat());
        assert_eq!(done.status.code(), Some(0), "{way:?}: {done:?}");
        assert_eq!(fs::read(&b).unwrap(), b"kept data", "{way:?}");
        assert_eq!((inode(&b), inode(&other)), (before, before), "{way:?}");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 3, "{way:?}");
        let now = fs::metadata(&b).unwrap();
        let kept = way.contains(&"-a") || way.contains(&"-p");
        assert_eq!(now.mode() & 0o7777, if kept { 0o600 } else { 0o644 }, "{way:?}");
        assert_eq!(now.mtime() == 1_000_000_000, kept, "{way:?}");
    }
}

#[test]
fn attributes_reach_the_files_of_an_existing_tree_and_links_do_not_replace_them() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.path().join(name);
    for tree in ["s", "d"] {
        mkdir(at(tree));
        mkdir(at(tree).join("sub"));
    }
    put(at("s/sub/f"), "source");
    hard_link(at("s/sub/f"), at("s/g"));
    chmod(at("s/g"), 0o604);
    symlink("f", at("s/link"));
    put(at("d/sub/f"), "kept f");
    put(at("d/g"), "kept g");
    symlink("elsewhere", at("d/link"));
    let done = fcp_in(scratch.path(), &["-a", "-T", "s", "d"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert_eq!(fs::read(at("d/sub/f")).unwrap(), b"kept f");
    assert_eq!(fs::read(at("d/g")).unwrap(), b"kept g");
    assert_eq!(fs::read_link(at("d/link")).unwrap(), Path::new("elsewhere"));
    for name in ["d/sub/f", "d/g"] {
        assert_eq!(fs::metadata(at(name)).unwrap().mode() & 0o7777, 0o604, "{name}");
    }
}

#[test]
fn nothing_becomes_something_of_another_type() {
    let scratch = pair();
    let at = |name: &str| scratch.path().join(name);
    symlink("a", at("link"));
    let made = run(std::process::Command::new("mkfifo").arg(at("fifo")));
    assert!(made.status.success());
    let cases: &[(&[&str], &str)] = &[
        (&["-a", "link", "b"], "fcp: cannot create symlink 'b': File exists"),
        (&["-a", "fifo", "b"], "fcp: cannot create FIFO 'b': File exists"),
        (&["-a", "a", "fifo"], "fcp: cannot create file 'fifo': File exists"),
        (&["-a", "-b", "fifo", "b"], "fcp: cannot create FIFO 'b': File exists"),
        (&["-a", "--remove-destination", "link", "b"], "fcp: cannot create symlink 'b'"),
        (&["-s", "a", "b"], "fcp: cannot create symlink 'b': File exists"),
        (&["-l", "a", "b"], "fcp: cannot create hard link 'b' to 'a': File exists"),
        (&["-a", "a", "/dev/null"], "fcp: cannot create file '/dev/null': File exists"),
    ];
    for (args, message) in cases {
        let told = failed(&fcp_in(scratch.path(), args));
        assert!(told.starts_with(message), "{args:?}: {told}");
        assert_eq!(fs::read(at("b")).unwrap(), b"kept data", "{args:?}");
        assert!(fs::symlink_metadata(at("fifo")).unwrap().file_type().is_fifo(), "{args:?}");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 4, "{args:?}");
    }
}

#[test]
fn the_target_of_a_named_symlink_keeps_its_data_and_a_symlink_below_stays() {
    let scratch = pair();
    let at = |name: &str| scratch.path().join(name);
    symlink("b", at("link"));
    let done = fcp_in(scratch.path(), &["-p", "a", "link"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert_eq!(fs::read(at("b")).unwrap(), b"kept data");
    assert_eq!(fs::metadata(at("b")).unwrap().mode() & 0o7777, 0o600);
    mkdir(at("s"));
    put(at("s/f"), "source");
    mkdir(at("d"));
    symlink("../b", at("d/f"));
    failed(&fcp_in(scratch.path(), &["-a", "-T", "s", "d"]));
    assert_eq!(fs::read_link(at("d/f")).unwrap(), Path::new("../b"));
    assert_eq!(fs::read(at("b")).unwrap(), b"kept data");
}

#[test]
fn a_request_with_a_backup_or_a_verification_keeps_the_data_too() {
    for kind in [BackupKind::Simple, BackupKind::Numbered] {
        let scratch = pair();
        let at = |name: &str| scratch.path().join(name);
        let backup = Backup { kind, suffix: "~".into() };
        let job = copy(at("a"), at("b")).with(|o| {
            (o.attributes_only, o.verify, o.preserve) = (true, true, Preserve::ALL);
            o.backup = Some(backup.clone());
        });
        job.run().clean();
        assert_eq!(fs::read(at("b")).unwrap(), b"kept data");
        assert_eq!(fs::metadata(at("b")).unwrap().mode() & 0o7777, 0o600);
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 2);
    }
}

#[test]
fn a_file_of_another_user_keeps_its_data_and_its_attributes() {
    let scratch = pair();
    chmod(scratch.path(), 0o777);
    chmod(scratch.path().join("a"), 0o644);
    let mut command = fcp();
    let Some(command) = as_nobody(&mut command) else { return };
    let args = ["--attributes-only", "-f", "-p", "a", "b"];
    let done = run(command.current_dir(scratch.path()).args(args));
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    assert!(!done.stderr.is_empty());
    assert_eq!(fs::read(scratch.path().join("b")).unwrap(), b"kept data");
}
