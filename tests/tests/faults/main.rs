//! Tests that each failure is reported, affects only its own item, and leaves no partial result.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod calls;

#[path = "../copy/mod.rs"]
mod copy;

use std::os::unix::fs::MetadataExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};

use copy::{
    Change, chmod, copy, copy_into, get, hard_link, is_full, mkdir, names, noise, put, symlink,
    text, tool,
};
use fcp_engine::error::{Action, Code};
use fcp_engine::event::{Event, Outcome};
use fcp_engine::spec::{ConflictPolicy, Driver, ErrorPolicy, Options, Overwrite, Publish, Reflink};
use fcp_test_support::diff::Aspect;
use fcp_test_support::{
    Kind, Scratch, Tree, What, as_nobody, assert_same, bin, diff, has_strace, needs,
};
use fcp_test_support::{run, tampered, with_mounts};

/// A file that does not fit between files that do.
fn too_much(at: &Path) -> std::path::PathBuf {
    let src = at.join("source");
    mkdir(&src);
    for n in 0..20 {
        put(src.join(format!("before{n}")), noise(n, 1000));
        put(src.join(format!("too large{n}")), noise(n, if n == 10 { 40 << 20 } else { 10 }));
        put(src.join(format!("behind{n}")), noise(n, 1000));
    }
    src
}

#[test]
fn a_full_disk_costs_only_what_does_not_fit() {
    let ways: &[(&str, Change)] = &[
        ("plain", |_| {}),
        ("always beside", |o| o.publish = Publish::Always),
        ("by hand", |o| o.driver = Some(Driver::ReadWrite)),
        ("in blocks", |o| {
            o.driver = Some(Driver::Parblock);
            o.block_size = Some(1 << 20);
        }),
    ];
    with_mounts(&[Kind::Ext4, Kind::Tmpfs], |mounts| {
        let src = too_much(&mounts.filesystem(Kind::Tmpfs, 64 << 20));
        for at in [mounts.tmpfs("size=10m"), mounts.filesystem(Kind::Ext4, 32 << 20)] {
            for (way, change) in ways {
                for old in [None, Some(noise(77, 100_000))] {
                    eprintln!("{way} {}", at.display());
                    let dst = at.join("copy");
                    mkdir(&dst);
                    if let Some(old) = &old {
                        put(dst.join("too large10"), old);
                    }
                    let told = copy(&src, &dst).with(change).with(|o| o.workers = Some(1)).run();
                    let told = told.failed_with(&[("too large10", Code::NoSpace)]);
                    assert_eq!(told.failed[0].1.action, Action::Write);
                    assert_eq!(names(&dst).len(), 59 + usize::from(old.is_some()), "{way}");
                    let found = diff(&src, &dst, &What::contents()).unwrap();
                    assert_eq!(found.len(), 1, "{way}: {found:?}");
                    if let Some(old) = old {
                        assert_eq!(
                            get(dst.join("too large10")),
                            old,
                            "{way}: the old file is gone"
                        );
                    }
                    fcp_test_support::remove_all(&dst).unwrap();
                }
            }
        }
    });
}

#[test]
fn a_lack_of_inodes_is_told() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let src = mounts.directory("source");
        for n in 0..30 {
            put(src.join(format!("{n}")), noise(n, n as usize % 2));
        }
        let at = mounts.tmpfs("nr_inodes=20");
        let told = copy_into(&[&src], &at).run();
        assert_eq!(told.summary.failed, 12, "{told:?}");
        assert!(told.failed.iter().all(|(_, error)| error.code == Code::NoSpace));
        assert_eq!(names(at.join(src.file_name().unwrap())).len(), 18);
    });
}

#[test]
fn a_quota_is_told_as_lack_of_space() {
    with_mounts(&[Kind::Btrfs], |mounts| {
        let at = mounts.filesystem(Kind::Btrfs, 256 << 20);
        tool("btrfs", &["quota", "enable", text(&at)]);
        mounts.subvolume(&at.join("limited"));
        tool("btrfs", &["qgroup", "limit", "10M", text(&at.join("limited"))]);
        put(at.join("large"), noise(1, 40 << 20));
        put(at.join("small"), noise(1, 100));
        put(at.join("limited/large"), b"old");
        let both = [at.join("small"), at.join("large")];
        let alone = |o: &mut Options| {
            o.reflink = Reflink::Never;
            // While the large file is copied it has the room that the small one needs.
            o.workers = Some(1);
        };
        let told = copy_into(&both, at.join("limited")).with(alone).run();
        let told = told.failed_with(&[("large", Code::NoSpace)]);
        assert_eq!(told.failed[0].1.errno, Some(rustix::io::Errno::DQUOT.raw_os_error()));
        assert_eq!(get(at.join("limited/large")), b"old");
        assert_eq!(names(at.join("limited")), ["large", "small"]);
    });
}

#[test]
fn a_read_only_filesystem_refuses_everything() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let src = mounts.directory("source");
        mkdir(src.join("dir"));
        put(src.join("dir/unreached"), b"file");
        put(src.join("empty"), b"");
        put(src.join("file"), b"new");
        put(src.join("large"), noise(1, 2 << 20));
        symlink("file", src.join("link"));
        let at = mounts.filesystem(Kind::Tmpfs, 16 << 20);
        mkdir(at.join("copy"));
        put(at.join("copy/file"), b"old");
        mounts.read_only(&at, true);
        for overwrite in [Overwrite::Replace, Overwrite::InPlace] {
            let told = copy(&src, at.join("copy")).with(|o| o.overwrite = overwrite).run();
            told.failed_with(&[
                ("dir", Code::ReadOnly),
                ("empty", Code::ReadOnly),
                ("file", Code::ReadOnly),
                ("large", Code::ReadOnly),
                ("link", Code::ReadOnly),
            ]);
        }
        mounts.read_only(&at, false);
        assert_eq!(names(at.join("copy")), ["file"]);
        assert_eq!(get(at.join("copy/file")), b"old");
    });
}

#[test]
fn what_nobody_may_not_read_is_named_and_the_rest_copied() {
    let scratch = Scratch::new().open_to_all();
    let src = scratch.join("source");
    for dir in ["", "open", "open/secret dir", "open/blind dir", "open/closed dir"] {
        mkdir(src.join(dir));
        put(src.join(dir).join("public"), dir);
        put(src.join(dir).join("secret"), dir);
        chmod(src.join(dir).join("secret"), 0o600);
    }
    chmod(src.join("open/secret dir"), 0o700);
    // Its names are known, what they name is not; and the other way round.
    chmod(src.join("open/blind dir"), 0o744);
    chmod(src.join("open/closed dir"), 0o711);
    let dst = scratch.join("copy");
    let mut program = copy::program(&["-T", text(&src), text(&dst)]);
    let Some(program) = as_nobody(&mut program) else { return };
    let done = run(program);
    assert_eq!(done.status.code(), Some(1));
    let told = copy::read(&done).failed_with(&[
        ("open/blind dir/public", Code::PermissionDenied),
        ("open/blind dir/secret", Code::PermissionDenied),
        ("open/closed dir", Code::PermissionDenied),
        ("open/secret", Code::PermissionDenied),
        ("open/secret dir", Code::PermissionDenied),
        ("source/secret", Code::PermissionDenied),
    ]);
    // The root, two directories that could be listed, and two files.
    assert_eq!(told.summary.done, 5);
    assert_eq!(names(&dst), ["open", "public"]);
    assert_eq!(get(dst.join("open/public")), b"open");
}

#[test]
fn where_nobody_may_not_write_nothing_changes() {
    let scratch = Scratch::new().open_to_all();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    for side in [&src, &dst] {
        mkdir(side);
        mkdir(side.join("dir"));
        for name in ["file", "dir/file"] {
            put(side.join(name), text(side));
        }
    }
    put(src.join("new"), b"new");
    put(src.join("dir/new"), b"new");
    // The user nobody may write to this directory, but must not replace root's file in it.
    chmod(dst.join("dir"), 0o777);
    for flags in ["-T", "-aT"] {
        let mut program = copy::program(&[flags, text(&src), text(&dst)]);
        let Some(program) = as_nobody(&mut program) else { return };
        let done = run(program);
        assert_eq!(done.status.code(), Some(1));
        let told = copy::read(&done);
        assert!(told.failed.iter().all(|(_, e)| e.code == Code::PermissionDenied), "{told:?}");
        let failed: Vec<_> = told.failed.iter().map(|(src, _)| src.file_name().unwrap()).collect();
        assert!(failed.contains(&"file".as_ref()) && failed.contains(&"new".as_ref()));
        assert_eq!(names(&dst), ["dir", "file"]);
        assert_eq!(get(dst.join("dir/new")), b"new");
        for name in ["file", "dir/file"] {
            assert_eq!(get(dst.join(name)), text(&dst).as_bytes());
        }
    }
}

#[test]
fn long_names_are_copied_and_too_long_ones_told() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    mkdir(&src);
    let (small, large) = ("s".repeat(255), "l".repeat(255));
    put(src.join(&small), b"small");
    put(src.join(&large), noise(1, 2 << 20));
    mkdir(src.join("d".repeat(255)));
    symlink("x", src.join("y".repeat(255)));
    for publish in [Publish::Auto, Publish::Always] {
        for _ in 0..2 {
            copy(&src, &dst).with(|o| o.publish = publish).run().clean();
            assert_same(&src, &dst, &What::contents());
        }
    }
    let rename = |o: &mut Options| o.on_conflict = ConflictPolicy::Rename("{stem} ({n})".into());
    let told = copy(&src, &dst).with(rename).run().clean();
    assert_eq!(told.summary.renamed, 3, "{told:?}");
    let beside = names(&dst).into_iter().filter(|name| name.ends_with(" (1)"));
    assert_eq!(beside.map(|name| name.len()).collect::<Vec<_>>(), [255; 3]);
    copy(&src, scratch.join("z".repeat(256))).run().failed_with(&[("source", Code::NameTooLong)]);
}

#[test]
fn an_operand_that_is_not_there_does_not_stop_the_others() {
    let scratch = Scratch::new();
    put(scratch.join("file"), b"file");
    mkdir(scratch.join("copy"));
    let sources = ["absent", "file", "file/below", ""].map(|name| scratch.join(name));
    let sources = [&sources[0], &sources[1], &sources[2], Path::new("")];
    let told = copy_into(&sources, scratch.join("copy")).run();
    told.failed_with(&[
        ("", Code::NotFound),
        ("absent", Code::NotFound),
        ("file/below", Code::NotADirectory),
    ]);
    assert_eq!(names(scratch.join("copy")), ["file"]);
}

#[test]
fn immutable_files_stay_and_are_told() {
    with_mounts(&[Kind::Ext4], |mounts| {
        let at = mounts.filesystem(Kind::Ext4, 32 << 20);
        let (src, dst) = (at.join("source"), at.join("copy"));
        for side in [&src, &dst] {
            mkdir(side);
            for name in ["fixed", "free", "growing"] {
                put(side.join(name), text(side));
            }
        }
        mkdir(dst.join("dir"));
        mkdir(src.join("dir"));
        put(src.join("dir/new"), b"new");
        tool(
            "chattr",
            &["+i", text(&dst.join("fixed")), text(&dst.join("dir")), text(&src.join("free"))],
        );
        tool("chattr", &["+a", text(&dst.join("growing"))]);
        for overwrite in [Overwrite::Replace, Overwrite::InPlace, Overwrite::RemoveFirst] {
            let told = copy(&src, &dst).archive().with(|o| o.overwrite = overwrite).run();
            let code = Code::PermissionDenied;
            let failed: Vec<_> = told.failed.iter().map(|(src, _)| names_of(src)).collect();
            assert!(told.failed.iter().all(|(_, error)| error.code == code), "{told:?}");
            for name in ["fixed", "growing", "dir/new"] {
                assert!(failed.iter().any(|failed| failed.ends_with(name)), "{name}: {failed:?}");
            }
            assert!(!failed.iter().any(|failed| failed.ends_with("free")), "{failed:?}");
            assert_eq!(names(&dst), ["dir", "fixed", "free", "growing"]);
            for name in ["fixed", "growing"] {
                assert_eq!(get(dst.join(name)), text(&dst).as_bytes());
            }
            assert_eq!(get(dst.join("free")), text(&src).as_bytes());
        }
        let all = [dst.join("fixed"), dst.join("dir"), src.join("free"), dst.join("growing")];
        for path in &all {
            tool("chattr", &["-i", "-a", text(path)]);
        }
    });
}

fn names_of(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[test]
fn an_abort_ends_the_job_at_the_first_failure() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    mkdir(&src);
    mkdir(&dst);
    for n in 0..1000 {
        put(src.join(format!("{n}")), b"");
        mkdir(dst.join(format!("{n}")));
    }
    let abort = |o: &mut Options| {
        o.on_error = ErrorPolicy::Abort;
        o.workers = Some(1);
    };
    let told = copy(&src, &dst).with(abort).run();
    assert_eq!(told.summary.outcome, Outcome::Failed);
    assert_eq!(told.summary.failed, 1);
    // Retries end, too.
    let retry = |o: &mut Options| o.on_error = ErrorPolicy::Retry(2);
    assert_eq!(copy(&src, &dst).with(retry).run().summary.failed, 1000);
}

#[test]
fn a_limit_of_file_sizes_costs_one_item() {
    let scratch = Scratch::new();
    let src = scratch.join("source");
    mkdir(&src);
    put(src.join("large"), noise(1, 3 << 20));
    put(src.join("middle"), noise(1, 900 << 10));
    put(src.join("small"), noise(1, 1000));
    // Blocks of 512 bytes, in every shell: files end at 512 KiB.
    let mut shell = bin::clean(Command::new("/bin/sh"));
    shell.args(["-c", "ulimit -f 1024; exec \"$0\" \"$@\""]).arg(bin::path_of("fcp"));
    shell.args(["--json", "--events=all", "-T", text(&src), text(&scratch.join("copy"))]);
    let done = run(&mut shell);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    let told = copy::read(&done).failed_with(&[("large", Code::Other), ("middle", Code::Other)]);
    let errno = rustix::io::Errno::FBIG.raw_os_error();
    assert!(told.failed.iter().all(|(_, error)| error.errno == Some(errno)), "{told:?}");
    assert_eq!(names(scratch.join("copy")), ["small"]);
}
