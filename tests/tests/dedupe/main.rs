//! Tests that equal files share their storage, keep all else they have, and that what is told is so.

// They create devices, mount filesystems or control the page cache, by calls of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod extents;

use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use fcp_test_support::ns::NOBODY;
use fcp_test_support::output::{Told as _, told};
use fcp_test_support::{Kind, Mounts, Scratch, as_nobody, bin, program, run, with_mounts};
use serde_json::Value;

/// Filesystems that can share storage, large enough for what is tested.
const SHARING: [Kind; 2] = [Kind::Btrfs, Kind::Xfs];

/// Bytes that look like no others: those of a generator with this seed.
fn noise(seed: u64, len: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    (0..len).map(|_| next()).collect()
}

fn dedupe(dir: &Path, args: &[&str]) -> Command {
    let mut command = program("fcp");
    command.arg("dedupe").args(args).current_dir(dir).env("HOME", dir);
    command
}

/// The events of a run with `--json --events=all`.
fn events(dir: &Path, args: &[&str]) -> Vec<Value> {
    let args = [&["--json", "--events=all"], args].concat();
    let output = run(&mut dedupe(dir, &args));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of_type<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["type"] == kind).collect()
}

fn summary(events: &[Value]) -> &Value {
    &of_type(events, "job.summary").first().unwrap()["summary"]
}

/// The extents of a file as `filefrag` lists them: where each begins and ends, on the device.
fn extents(path: &Path) -> Vec<String> {
    let mut command = Command::new("filefrag");
    command.args(["-s", "-v"]).arg(path).env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    let output = bin::run(&mut command);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let rows =
        text.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    rows.map(|row| row.split(':').nth(2).unwrap_or_default().trim().to_owned()).collect()
}

fn share(one: &Path, other: &Path) -> bool {
    let extents = [extents(one), extents(other)];
    assert!(!extents[0].is_empty(), "{}", one.display());
    extents[0] == extents[1]
}

/// What a dedupe must not change.
fn state(path: &Path) -> impl PartialEq + std::fmt::Debug {
    let meta = fs::symlink_metadata(path).unwrap();
    (
        (meta.ino(), meta.mode(), meta.uid(), meta.gid(), meta.nlink()),
        (meta.mtime(), meta.mtime_nsec(), meta.ctime(), meta.ctime_nsec(), meta.atime_nsec()),
        fs::read(path).unwrap(),
    )
}

fn on_each(test: impl Fn(&Path) + Sync) {
    for kind in SHARING {
        with_mounts(&[kind], |mounts| {
            let dir = mounts.filesystem(kind, 512 << 20);
            // Others can come here, too.
            for above in dir.ancestors().take_while(|it| it.starts_with(mounts.root())) {
                fs::set_permissions(above, fs::Permissions::from_mode(0o755)).unwrap();
            }
            test(&dir);
        });
    }
}

fn sync(dir: &Path) {
    rustix::fs::syncfs(fs::File::open(dir).unwrap()).unwrap();
}

fn used(dir: &Path) -> u64 {
    sync(dir);
    let stat = rustix::fs::statvfs(dir).unwrap();
    (stat.f_blocks - stat.f_bfree) * stat.f_frsize
}

#[test]
fn equal_files_share_their_storage_and_keep_all_else() {
    on_each(|dir| {
        let large = noise(1, (20 << 20) + 4321);
        fs::create_dir_all(dir.join("a/deep")).unwrap();
        let files = ["a/one", "a/deep/two", "three"].map(|name| dir.join(name));
        for (file, mode) in files.iter().zip([0o644, 0o600, 0o444]) {
            fs::write(file, &large).unwrap();
            fs::set_permissions(file, fs::Permissions::from_mode(mode)).unwrap();
        }
        // Only one byte in the middle differs; and only the size.
        let mut other = large.clone();
        other[10 << 20] ^= 1;
        fs::write(dir.join("other"), &other).unwrap();
        fs::write(dir.join("longer"), [&large[..], b"x"].concat()).unwrap();
        fs::write(dir.join("small 1"), noise(2, 5000)).unwrap();
        fs::write(dir.join("small 2"), noise(2, 5000)).unwrap();
        sync(dir);
        // Reading leaves a trace in what was never read.
        let _read = files.each_ref().map(|file| fs::read(file).unwrap());
        let before = files.each_ref().map(|file| state(file));
        let space = used(dir);

        let (out, err, code) = told(&run(&mut dedupe(dir, &["."])));
        assert_eq!((out.as_str(), code), ("", 0), "{err}");
        assert!(err.starts_with("Shared 40.0 MiB in 3 files, 40.0 MiB freed"), "{err}");

        assert_eq!(files.each_ref().map(|file| state(file)), before);
        assert!(share(&files[0], &files[1]) && share(&files[0], &files[2]));
        assert!(share(&dir.join("small 1"), &dir.join("small 2")));
        assert!(!share(&files[0], &dir.join("other")));
        assert_eq!(fs::read(dir.join("other")).unwrap(), other);
        let freed = space - used(dir);
        assert!((38 << 20..42 << 20).contains(&freed), "{freed}");

        // A second run has nothing to do, and reads nothing.
        let events = events(dir, &["."]);
        assert_eq!(
            (&summary(&events)["done"], &summary(&events)["failed"]),
            (&0.into(), &0.into())
        );
        let (_, err, code) = told(&run(&mut dedupe(dir, &["."])));
        assert_eq!(code, 0);
        assert!(err.starts_with("Nothing to share"), "{err}");

        // They are files of their own: a change of one is none of the others.
        fs::write(&files[1], b"changed").unwrap();
        assert_eq!(fs::read(&files[0]).unwrap(), large);
    });
}

#[test]
fn a_dry_run_lists_what_would_be_shared_and_changes_nothing() {
    on_each(|dir| {
        for name in ["a", "b", "c"] {
            fs::write(dir.join(name), noise(1, 1 << 20)).unwrap();
        }
        fs::write(dir.join("alone"), noise(2, 1 << 20)).unwrap();
        let before = ["a", "b", "c"].map(|name| extents(&dir.join(name)));
        let (out, err, code) = told(&run(&mut dedupe(dir, &["--dry-run", "."])));
        assert_eq!((err.as_str(), code), ("", 0));
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 4, "{out}");
        assert!(
            lines[..2].iter().all(|line| line.contains(" == ") && line.ends_with("(1.00 MiB)"))
        );
        assert_eq!(lines[2], "To share    2 files in 1 set of equal files, 2.00 MiB");
        assert_eq!(lines[3], "Would free  about 2.00 MiB");
        assert_eq!(["a", "b", "c"].map(|name| extents(&dir.join(name))), before);

        let told = events(dir, &["--dry-run", "."]);
        let plan = &of_type(&told, "job.plan")[0]["plan"]["dedupe"];
        let expected = serde_json::json!({
            "groups": 1, "files": 2, "bytes": 2 << 20, "bytes_freed": 2 << 20, "shared": 0
        });
        assert_eq!(plan, &expected);
        assert_eq!(of_type(&told, "item.started").len(), 2);
        // What it foresees is what the job does.
        let done = events(dir, &["."]);
        assert_eq!(summary(&done)["bytes"], 2 << 20);
        assert_eq!(summary(&done)["bytes_freed"], 2 << 20);
        let again = events(dir, &["--dry-run", "."]);
        let plan = &of_type(&again, "job.plan")[0]["plan"]["dedupe"];
        assert_eq!((&plan["files"], &plan["shared"]), (&0.into(), &2.into()));
    });
}

#[test]
fn each_shared_file_is_told_once_with_both_names() {
    on_each(|dir| {
        let odd = std::ffi::OsString::from_vec(b"odd \xff\n".to_vec());
        fs::write(dir.join(&odd), noise(1, 9000)).unwrap();
        fs::write(dir.join("plain"), noise(1, 9000)).unwrap();
        let told = events(dir, &["."]);
        let done = of_type(&told, "item.done");
        assert_eq!(done.len(), 1, "{told:?}");
        assert_eq!((&done[0]["op"], &done[0]["method"]), (&"dedupe".into(), &"reflink".into()));
        assert_eq!(done[0]["bytes"], 9000);
        let names = [&done[0]["src"], &done[0]["dst"]];
        assert!(names.iter().any(|name| name["text"] == "./plain"), "{names:?}");
        assert!(names.iter().any(|name| !name["bytes"].is_null()), "{names:?}");
        assert_eq!(summary(&told)["bytes_reflinked"], 9000);
    });
}

#[test]
fn names_of_one_file_links_and_other_filesystems_are_left_alone() {
    for kind in SHARING {
        with_mounts(&[kind], |mounts| {
            let dir = mounts.filesystem(kind, 512 << 20);
            let bytes = noise(1, 1 << 20);
            fs::write(dir.join("one"), &bytes).unwrap();
            fs::hard_link(dir.join("one"), dir.join("same")).unwrap();
            fs::create_dir_all(dir.join("below/mounted")).unwrap();
            let inner = mounts.filesystem(kind, 512 << 20);
            fs::write(inner.join("there"), &bytes).unwrap();
            mounts.bind(&inner, &dir.join("below/mounted"));
            fs::create_dir(dir.join("elsewhere")).unwrap();
            mounts.bind(&dir.join("elsewhere"), &dir.join("below"));
            symlink(&inner, dir.join("link")).unwrap();
            symlink(inner.join("there"), dir.join("file link")).unwrap();
            let done = events(&dir, &["."]);
            assert_eq!(summary(&done)["done"], 0, "{done:?}");
            // Operands on two filesystems are both looked at, and share nothing with one another.
            let done = events(&dir, &[".", inner.to_str().unwrap()]);
            assert_eq!(summary(&done)["done"], 0, "{done:?}");
            assert_eq!(summary(&done)["failed"], 0, "{done:?}");
            // A link that is named is told.
            let (_, err, code) = told(&run(&mut dedupe(&dir, &["link"])));
            assert_eq!(code, 1, "{err}");
            assert!(err.contains("'link': Too many levels of symbolic links"), "{err}");
        });
    }
}

#[test]
fn a_limited_rate_is_no_reason_to_fail() {
    on_each(|dir| {
        for name in ["a", "b"] {
            fs::write(dir.join(name), noise(1, (1 << 20) + 77)).unwrap();
        }
        // Steps of a tenth of a second are no whole blocks.
        let done = events(dir, &["--limit-rate=3333333", "."]);
        assert_eq!((&summary(&done)["done"], &summary(&done)["failed"]), (&1.into(), &0.into()));
        assert!(share(&dir.join("a"), &dir.join("b")));
    });
}

#[test]
fn operands_within_each_other_are_one() {
    on_each(|dir| {
        fs::create_dir(dir.join("in")).unwrap();
        fs::write(dir.join("in/a"), noise(1, 8192)).unwrap();
        fs::write(dir.join("in/b"), noise(1, 8192)).unwrap();
        let done = events(dir, &[".", "in", "in/a", "./in/../in/b"]);
        assert_eq!((&summary(&done)["done"], &summary(&done)["failed"]), (&1.into(), &0.into()));
    });
}

#[test]
fn filters_and_the_least_size_hold() {
    on_each(|dir| {
        for name in ["a.iso", "b.iso", "a.txt", "b.txt"] {
            fs::write(dir.join(name), noise(1, 8192)).unwrap();
        }
        let done = |args: &[&str]| summary(&events(dir, args))["done"].clone();
        assert_eq!(done(&["--min-size=16k", "."]), 0);
        assert_eq!(done(&["--exclude=*.txt", "--include=a.*", "."]), 0);
        assert_eq!(done(&["--exclude=*.txt", "."]), 1);
        assert_eq!(done(&["--min-size=8192", "."]), 2);
    });
}

#[test]
fn a_filesystem_that_cannot_share_is_named_and_a_dry_run_finds_what_is_equal() {
    for (kind, name) in [(Kind::Ext4, "ext4"), (Kind::Tmpfs, "tmpfs")] {
        with_mounts(&[kind], |mounts| {
            let dir = mounts.filesystem(kind, 64 << 20);
            fs::write(dir.join("a"), noise(1, 8192)).unwrap();
            fs::write(dir.join("b"), noise(1, 8192)).unwrap();
            let (out, err, code) = told(&run(&mut dedupe(&dir, &["."])));
            let line = format!(
                "fcp dedupe: cannot share the storage of '.': {name} cannot share storage between files\n"
            );
            assert_eq!((out.as_str(), err, code), ("", line, 3));
            let (out, err, code) = told(&run(&mut dedupe(&dir, &["--dry-run", "."])));
            assert_eq!((err.as_str(), code), ("", 0));
            assert!(out.contains("To share    1 file in 1 set of equal files, 8.00 KiB"), "{out}");
        });
    }
}

#[test]
fn files_that_may_not_be_changed_fail_alone() {
    on_each(|dir| {
        let place = dir.join("all");
        fs::create_dir(&place).unwrap();
        fs::set_permissions(&place, fs::Permissions::from_mode(0o777)).unwrap();
        for name in ["theirs", "hidden", "mine 1", "mine 2"] {
            fs::write(place.join(name), noise(1, 1 << 20)).unwrap();
            let owner = name.starts_with("mine").then_some(NOBODY);
            std::os::unix::fs::chown(place.join(name), owner, owner).unwrap();
        }
        fs::set_permissions(place.join("hidden"), fs::Permissions::from_mode(0o600)).unwrap();
        // From elsewhere, since nobody is where everyone may be.
        let mut command = dedupe(&place, &["--json", "--events=all"]);
        command.arg(&place);
        let Some(command) = as_nobody(&mut command) else { return };
        let output = run(command);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        let told: Vec<Value> = text.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
        let name =
            |path: &Value| path["text"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let failed: Vec<(String, &str)> = of_type(&told, "item.failed")
            .iter()
            .map(|it| (name(&it["src"]), it["error"]["action"].as_str().unwrap()))
            .collect();
        assert!(failed.contains(&("hidden".to_owned(), "open")), "{failed:?}");
        // That of root may be what the others share; then nothing else fails.
        assert!(
            failed.iter().all(|(src, _)| ["hidden", "theirs"].contains(&src.as_str())),
            "{failed:?}"
        );
        assert!(share(&place.join("mine 1"), &place.join("mine 2")));
    });
}

#[test]
fn a_name_that_is_taken_is_no_command() {
    let scratch = Scratch::new();
    fs::write(scratch.join("dedupe"), "x").unwrap();
    let (_, err, code) = told(&run(&mut dedupe(scratch.path(), &["to"])));
    assert_eq!(code, 2);
    assert!(err.contains("write fcp ./dedupe to copy it"), "{err}");
    let mut copy = program("fcp");
    copy.args(["./dedupe", "to"]).current_dir(scratch.path());
    assert_eq!(told(&run(&mut copy)).2, 0);
    assert_eq!(fs::read_to_string(scratch.join("to")).unwrap(), "x");
    told(&run(&mut dedupe(&scratch.join("."), &[]))).ends(2);
}

#[test]
fn a_queued_job_shares_and_offers_no_undo() {
    with_mounts(&[Kind::Btrfs], |mounts: &Mounts| {
        let dir = mounts.filesystem(Kind::Btrfs, 512 << 20);
        let home: PathBuf = dir.join("home");
        fs::create_dir(&home).unwrap();
        fs::write(dir.join("a"), noise(1, 8192)).unwrap();
        fs::write(dir.join("b"), noise(1, 8192)).unwrap();
        let fcpq = |args: &[&str]| {
            let mut command = program("fcpq");
            command.args(args).current_dir(&dir).env("HOME", &home);
            told(&run(&mut command))
        };
        let (job, err, code) = fcpq(&["add", "dedupe", "."]);
        assert_eq!(code, 0, "{err}");
        fcpq(&["run"]).ends(0);
        assert!(share(&dir.join("a"), &dir.join("b")));
        let (shown, _, _) = fcpq(&["show", job.trim()]);
        assert!(shown.contains("shared 8.00 KiB in 1 file"), "{shown}");
        let (_, err, code) = fcpq(&["undo", job.trim()]);
        assert_ne!(code, 0);
        assert!(err.contains("nothing to undo"), "{err}");
    });
}
