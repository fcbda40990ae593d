//! Tests of moves that are killed, cancelled, that fail, or that race with other processes: every
//! file is at its source or complete at its destination, and after a second run in one place only.

// They create devices, mount filesystems or control the page cache, by calls of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod sources;

#[path = "../copy/mod.rs"]
mod copy;

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};

use copy::{Running, get, hard_link, is_full, mkdir, mv_into, names, noise, put, symlink, text};
use fcp_engine::error::{Action, Code};
use fcp_engine::event::{Event, Outcome, SkipReason};
use fcp_engine::spec::Options;
use fcp_test_support::diff::Aspect;
use fcp_test_support::{
    Kind, Tree, What, assert_same, bin, diff, has_strace, layout, needs, program, remove_all, run,
    run_for, run_ok, tampered, with_mounts,
};
use rustix::fs::XattrFlags;

/// Everything but the times, for trees that were built one after the other.
fn untimed() -> What {
    What { mtime: false, ..What::everything() }
}

fn exists(path: impl AsRef<Path>) -> bool {
    path.as_ref().symlink_metadata().is_ok()
}

/// The calls a move across filesystems is made of.
const CALLS: &[&str] = &[
    "renameat2",
    "renameat",
    "openat",
    "openat2",
    "mkdirat",
    "copy_file_range",
    "write",
    "read",
    "ioctl",
    "fchown",
    "fchownat",
    "fchmod",
    "utimensat",
    "fsync",
    "syncfs",
    "linkat",
    "symlinkat",
    "mknodat",
    "readlinkat",
    "getdents64",
    "newfstatat",
    "fstat",
    "fcntl",
    "fadvise64",
    "close",
    "unlinkat",
];

/// One of each that takes a way of its own, small enough to be moved a thousand times.
fn one_of_each(src: &Path) {
    for dir in ["", "empty", "sub"] {
        mkdir(src.join(dir));
    }
    put(src.join("small"), noise(1, 1000));
    put(src.join("replaces"), noise(2, 3000));
    put(src.join("large"), noise(3, 1_200_000));
    put(src.join("sub/replaces large"), noise(4, 1_300_000));
    put(src.join("sub/linked"), noise(5, 500));
    hard_link(src.join("sub/linked"), src.join("link"));
    symlink("small", src.join("symlink"));
    for n in 0..12 {
        put(src.join(format!("sub/{n}")), noise(10 + n, 300));
    }
}

const OLD: [(&str, u64); 2] = [("replaces", 90), ("sub/replaces large", 91)];

/// Puts existing files at the destination, with which the move conflicts.
fn in_the_way(dst: &Path) {
    for dir in ["", "sub"] {
        mkdir(dst.join(dir));
    }
    for (name, seed) in OLD {
        put(dst.join(name), noise(seed, 2000));
    }
}

/// Removes what a killed program may leave behind: files without their final name.
fn sweep(dir: &Path) {
    for name in names(dir) {
        let path = dir.join(&name);
        if name.starts_with(".fcp-") {
            remove_all(&path).unwrap();
        } else if path.symlink_metadata().unwrap().is_dir() {
            sweep(&path);
        }
    }
}

/// Expects every item of `whole` at its source or whole at its destination.
#[track_caller]
fn assert_nothing_lost(whole: &Path, src: &Path, dst: &Path, case: &str) {
    let missing = |side: &Path| -> Vec<_> {
        if !exists(side) {
            return vec![std::path::PathBuf::new()];
        }
        let found = diff(whole, side, &What::contents()).unwrap();
        let bad =
            |it: &&_| !matches!(it, fcp_test_support::Difference { aspect: Aspect::Extra, .. });
        found.iter().filter(bad).map(|it| it.path.clone()).collect()
    };
    let (from, to) = (missing(src), missing(dst));
    let below =
        |path: &Path, list: &[std::path::PathBuf]| list.iter().any(|it| path.starts_with(it));
    for path in layout_of(whole) {
        assert!(!below(&path, &from) || !below(&path, &to), "{case}: {} is lost", path.display());
    }
}

/// The paths of all that is no directory, relative to the root.
fn layout_of(root: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let mut left = vec![std::path::PathBuf::new()];
    while let Some(at) = left.pop() {
        for name in names(root.join(&at)) {
            let path = at.join(name);
            if root.join(&path).symlink_metadata().unwrap().is_dir() {
                left.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found
}

/// Tampers with each call of a move, judges what is there, and moves again.
fn everywhere(with: &str, judge: impl Fn(&Output, &str) + Sync) {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
        let (whole, src, dst) = (from.join("whole"), from.join("tree"), to.join("tree"));
        one_of_each(&whole);
        let mut hits = 0;
        for call in CALLS {
            for n in 1..=if is_full() { 500 } else { 6 } {
                let case = format!("{with} at {call} {n}");
                one_of_each(&src);
                in_the_way(&dst);
                // Named as a directory, so that it is never taken for a new name.
                let done = tampered("fmv", call, with, n, &["-t", text(&to), text(&src)]);
                let hit = !done.status.success();
                hits += usize::from(hit);
                judge(&done, &case);
                assert_nothing_lost(&whole, &src, &dst, &case);
                for (name, seed) in OLD {
                    // What is replaced is the old file or the new one.
                    let there = get(dst.join(name));
                    let is_old = there == noise(seed, 2000) && exists(src.join(name));
                    assert!(is_old || there == get(whole.join(name)), "{case}: {name} is torn");
                }
                sweep(&dst);
                if exists(&src) {
                    let mut again = program("fmv");
                    let done = run(again.args(["-w1"]).arg(&src).arg(&to));
                    assert!(done.status.success(), "{case}, again: {done:?}");
                }
                assert!(!exists(&src), "{case}: there twice");
                assert_same(&whole, &dst, &What { mode: true, owner: true, ..What::contents() });
                remove_all(&dst).unwrap();
                if !hit && n > 2 {
                    break;
                }
            }
        }
        assert!(hits > 30, "only {hits} calls were hit");
    });
}

#[test]
fn a_kill_loses_nothing_and_a_second_run_ends_it() {
    if has_strace() {
        everywhere("signal=SIGKILL", |done, case| {
            let killed = done.status.signal() == Some(9);
            assert!(killed || done.status.success(), "{case}: {done:?}");
        });
    }
}

#[test]
fn whatever_call_fails_costs_no_file() {
    needs!(has_strace());
    let errors: &[&str] =
        if is_full() { &["EIO", "ENOSPC", "EDQUOT", "EROFS", "EINTR"] } else { &["EIO"] };
    for error in errors {
        everywhere(&format!("error={error}"), |done, case| {
            let said = String::from_utf8_lossy(&done.stdout);
            let told =
                ["item.failed", "\"warning\"", "\"cancelled\""].iter().any(|it| said.contains(it));
            let told = told || !done.stderr.is_empty();
            assert!(done.status.success() || told, "{case}: nothing was told: {done:?}");
        });
    }
}

#[test]
fn a_failed_flush_is_looked_into_and_what_arrived_goes_on() {
    needs!(has_strace());
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
        one_of_each(&from.join("tree"));
        one_of_each(&from.join("whole"));
        let arguments = [text(&from.join("tree")), text(&to)].map(str::to_owned);
        let arguments = arguments.each_ref().map(String::as_str);
        let done = tampered("fmv", "syncfs", "error=EIO", 1, &arguments);
        copy::read(&done).clean();
        assert_same(&from.join("whole"), &to.join("tree"), &untimed());
        assert!(!exists(from.join("tree")));
    });
}

/// The calls that a move made, in order: name and the rest of the line.
fn calls(arguments: &[&str]) -> Vec<(String, String)> {
    let scratch = fcp_test_support::Scratch::new();
    let log = scratch.join("log");
    let mut strace = bin::clean(Command::new("strace"));
    strace.args(["-f", "-qq", "-o"]).arg(&log);
    let traced = "write,copy_file_range,ioctl,fsync,syncfs,renameat,renameat2,linkat,unlinkat,\
                  fchmod,utimensat";
    strace.args(["-e", &format!("trace={traced}")]);
    run_ok(strace.arg(bin::path_of("fmv")).args(["-w1", "--no-progress"]).args(arguments));
    let log = String::from_utf8(get(&log)).unwrap();
    let split = |line: &str| {
        let (_, call) = line.split_once(' ')?;
        let (name, rest) = call.trim_start().split_once('(')?;
        Some((name.to_owned(), rest.to_owned()))
    };
    log.lines().filter_map(split).filter(|(_, rest)| rest.contains("= ")).collect()
}

#[test]
fn each_step_waits_for_the_flush_that_makes_the_last_one_safe() {
    needs!(has_strace());
    with_mounts(&[Kind::Tmpfs], |mounts| {
        for few in [true, false] {
            let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
            let (src, dst) = (from.join("tree"), to.join("tree"));
            mkdir(&src);
            mkdir(&dst);
            for n in 0..if few { 3 } else { 30 } {
                put(src.join(format!("new{n}")), noise(n, 5000));
                put(src.join(format!("over{n}")), noise(n, 5000));
                put(dst.join(format!("over{n}")), noise(n, 10));
            }
            let calls = calls(&["-t", text(&to), text(&src)]);
            let at = |name: &str, with: &str| -> Vec<usize> {
                let fits = |(call, rest): &(String, String)| call == name && rest.contains(with);
                (0..calls.len()).filter(|n| fits(&calls[*n])).collect()
            };
            let flushes = [at("fsync", ""), at("syncfs", "")].concat();
            let flushed = |after: usize, before: usize| {
                assert!(after < before, "{calls:#?}");
                let between = |at: &usize| after < *at && *at < before;
                assert!(flushes.iter().any(between), "no flush: {:#?}", &calls[after..=before]);
            };
            // The data of what replaces something, then its name, then its source, then the directory.
            let data = *at("utimensat", "").iter().rev().nth(1).unwrap();
            let named = at("renameat", "\"over");
            let (first, last) = (named[0], named[named.len() - 1]);
            let gone = at("unlinkat", "\"over");
            flushed(data, first);
            flushed(last, gone[0].min(at("unlinkat", "\"new")[0]));
            let removed = at("unlinkat", "AT_REMOVEDIR");
            assert_eq!(removed.len(), 1);
            flushed(at("utimensat", "").pop().unwrap(), removed[0]);
            assert!(gone.iter().all(|at| *at < removed[0]));
        }
    });
}

#[test]
fn a_full_disk_keeps_the_sources_that_do_not_fit() {
    with_mounts(&[Kind::Tmpfs, Kind::Ext4], |mounts| {
        let from = mounts.tmpfs("");
        for to in [mounts.tmpfs("size=8m"), mounts.filesystem(Kind::Ext4, 16 << 20)] {
            let (src, whole) = (from.join("tree"), from.join("whole"));
            for dir in [&src, &whole] {
                mkdir(dir);
                for n in 0..30 {
                    put(dir.join(format!("{n}")), noise(n, 1 << 20));
                }
            }
            let told = mv_into(&[&src], &to).run();
            assert!(told.summary.failed > 5 && told.summary.done > 2, "{:?}", told.summary);
            assert!(told.failed.iter().all(|(_, error)| error.code == Code::NoSpace));
            assert_nothing_lost(&whole, &src, &to.join("tree"), "full");
            // No file is in both places.
            let (left, gone) = (names(&src), names(to.join("tree")));
            assert!(left.iter().all(|name| !gone.contains(name)), "{left:?} {gone:?}");
            for dir in [src, whole] {
                remove_all(&dir).unwrap();
            }
        }
    });
}

#[test]
fn writes_that_are_lost_after_they_succeeded_keep_their_sources() {
    with_mounts(&[Kind::Tmpfs, Kind::Ext4, Kind::Xfs], |mounts| {
        // The journal of xfs alone takes 64 MiB.
        for (kind, room) in [(Kind::Ext4, "size=60m"), (Kind::Xfs, "size=130m")] {
            for (files, bytes) in [(600, 200 << 10), (6, 20 << 20)] {
                eprintln!("{kind:?} {files}");
                let from = mounts.tmpfs("size=400m");
                let whole = from.join("whole");
                for dir in [&whole, &from.join("tree")] {
                    mkdir(dir);
                    for n in 0..files {
                        put(dir.join(format!("{n}")), noise(n, bytes));
                    }
                }
                // The device ends long before the filesystem on it does.
                let thin = mounts.tmpfs(room);
                let image = thin.join("image");
                make_image(kind, &image);
                let at = mounts.mount_thin_image(&image, kind);
                let told = mv_into(&[from.join("tree")], &at).run();
                assert!(told.summary.failed > 0, "{kind:?}: {:?}", told.summary);
                // What the page cache believes is no witness.
                for n in 0..files {
                    let name = format!("tree/{n}");
                    let there = exists(from.join(&name));
                    if there {
                        assert!(get(from.join(&name)) == noise(n, bytes), "{kind:?} {n}");
                    } else {
                        let file = std::fs::File::open(at.join(&name)).unwrap();
                        let advice = rustix::fs::Advice::DontNeed;
                        rustix::fs::fadvise(&file, 0, None, advice).unwrap();
                        assert!(get(at.join(&name)) == noise(n, bytes), "{kind:?} {n}: lost");
                    }
                }
                mounts.unmount(&at);
                mounts.unmount(&thin);
                mounts.unmount(&from);
            }
        }
    });
}

/// Makes a filesystem in a sparse file.
fn make_image(kind: Kind, image: &Path) {
    std::fs::File::create_new(image).unwrap().set_len(400 << 20).unwrap();
    copy::tool(&format!("mkfs.{}", kind.name()), &["-q", text(image)]);
}

#[test]
fn few_descriptors_are_enough() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
        let limited = |src: &Path| {
            let mut shell = bin::clean(Command::new("/bin/sh"));
            shell.args(["-c", "ulimit -n 64\nexec \"$0\" \"$@\""]).arg(bin::path_of("fmv"));
            let output = run_for(shell.arg("--json").arg(src).arg(&to), copy::PATIENCE);
            assert!(output.status.success(), "{output:?}");
        };
        // All wait without a name, so that each needs a descriptor of its own.
        let (src, whole) = (from.join("tree"), from.join("whole"));
        for dir in [&src, &whole, &to.join("tree")] {
            let tree = Tree { hard_links: true, ..Tree::plain(1) };
            tree.entries(2000).depth(60).build(dir).unwrap();
        }
        limited(&src);
        assert_same(&whole, &to.join("tree"), &untimed());
        assert!(!exists(&src));
        layout::deep(&from.join("deep"), 10_000).unwrap();
        limited(&from.join("deep"));
        assert!(!exists(from.join("deep")) && exists(to.join("deep")));
    });
}

#[test]
fn what_has_attributes_that_do_not_fit_stays() {
    with_mounts(&[Kind::Xfs, Kind::Ext4], |mounts| {
        let (from, to) = (mounts.filesystem(Kind::Xfs, 1), mounts.filesystem(Kind::Ext4, 16 << 20));
        let src = from.join("d");
        mkdir(&src);
        for (name, size) in [("large", 60_000), ("other", 60_000), ("small", 10)] {
            put(src.join(name), b"data");
            let value = vec![7; size];
            rustix::fs::setxattr(src.join(name), "user.x", &value, XattrFlags::empty()).unwrap();
        }
        let stays = [("large", Code::NoSpace), ("other", Code::NoSpace)];
        let _told = copy::mv(&src, to.join("moved")).run().failed_with(&stays);
        assert_eq!(names(&src), ["large", "other"]);
        assert_eq!(names(to.join("moved")), ["small"]);
    });
}
