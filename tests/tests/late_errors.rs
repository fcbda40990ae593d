//! Tests of late errors: from the last close(2), or from a source that ends before its size.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::path::Path;
use std::process::{Command, Output};

use copy::{get, mkdir, names, noise, put, symlink, text};
use fcp_engine::error::{Action, Code};
use fcp_test_support::{
    Kind, Scratch, bin, has_strace, needs, remove_all, run, with_filesystem, with_mounts,
};

/// Runs a program under `strace` with these arguments of its own; `cp` is ours under that name.
fn traced(own: &[&str], program: &str, arguments: &[&str]) -> Output {
    let scratch = Scratch::new();
    let mut path = bin::path_of(if program == "cp" { "fcp" } else { program });
    if program == "cp" {
        symlink(path, scratch.join(program));
        path = scratch.join(program);
    }
    let mut strace = bin::clean(Command::new("strace"));
    strace.args(["-f", "-qq", "-y"]).args(own).arg(path).args(arguments);
    run(&mut strace)
}

/// The numbers, within its thread, of each close(2) of a file that lies in or below a directory.
fn closes(below: &Path, program: &str, arguments: &[&str]) -> Vec<usize> {
    let scratch = Scratch::new();
    let log = scratch.join("log");
    let done = traced(&["-e", "trace=close", "-o", text(&log)], program, arguments);
    assert!(done.status.success(), "{done:?}");
    let log = String::from_utf8(get(&log)).unwrap();
    let mut seen = std::collections::HashMap::<&str, usize>::new();
    let mut found = Vec::new();
    for line in log.lines() {
        let Some((thread, call)) = line.split_once(' ') else { continue };
        let Some((_, path)) = call.split_once('<') else { continue };
        let n = seen.entry(thread).or_default();
        *n += 1;
        let path = path.split(">)").next().unwrap().trim_end_matches(" (deleted)");
        // A file without a name is shown by its number in the root of its filesystem.
        let file = path.rsplit('/').next().unwrap();
        let is_file = file.contains("file") || file.starts_with('#') || file.starts_with(".fcp-");
        if Path::new(path).starts_with(below) && is_file {
            found.push(*n);
        }
    }
    found
}

/// Files beside the one that matters: the worker closes them first, and so more often than the loader
/// of programs does, which must not be hit.
const OTHERS: u64 = 40;

#[test]
fn what_closing_a_copy_reports_is_an_error_of_the_item() {
    needs!(has_strace());
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let ways: &[(&str, &str, &[&str])] = &[
            ("fcp", "file", &[]),
            ("fcp", "large file", &[]),
            ("fcp", "large file", &["--verify"]),
            ("fcp", "large file", &["--driver=parblock", "--block-size=1048576"]),
            ("fcp", "file", &["--inplace"]),
            ("fcp", "file", &["--durability=file"]),
            ("fcp", "large file", &["--durability=batch"]),
            ("fcp", "file", &["--durability=end"]),
            ("cp", "file", &[]),
            ("fmv", "file", &[]),
            ("fmv", "large file", &[]),
        ];
        for (program, name, options) in ways {
            for old in [false, true] {
                let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
                let size = if *name == "file" { 1000 } else { 3_000_000 };
                let mut files: Vec<_> =
                    (0..OTHERS).map(|n| (format!("other{n}"), noise(n, 100))).collect();
                files.push(((*name).to_owned(), noise(99, size)));
                let prepare = || {
                    for path in files.iter().flat_map(|(name, _)| [from.join(name), to.join(name)])
                    {
                        drop(std::fs::remove_file(path));
                    }
                    for (name, bytes) in &files {
                        put(from.join(name), bytes);
                    }
                    if old {
                        put(to.join(name), b"old");
                    }
                };
                let sources: Vec<_> = files.iter().map(|(name, _)| from.join(name)).collect();
                let mut arguments = [&["--workers=1"], *options, &["-t", text(&to)]].concat();
                arguments.extend(sources.iter().map(|source| text(source)));
                prepare();
                let closes = closes(&to, program, &arguments);
                assert!(!closes.is_empty(), "{program} {options:?}");
                let in_place = *program == "cp" || options.contains(&"--inplace");
                // To verify, the copy is opened once more and read.
                let written = if options.contains(&"--verify") { 1 } else { 2 };
                for n in closes.iter().rev().take(written) {
                    let case = format!("{program} {options:?} {name}, old: {old}, close {n}");
                    prepare();
                    let fault = format!("inject=close:error=EDQUOT:when={n}");
                    let own = ["-e", "trace=close", "-e", &fault, "-o", "/dev/null"];
                    let done = traced(&own, program, &arguments);
                    let said = String::from_utf8_lossy(&done.stderr);
                    assert_eq!(done.status.code(), Some(1), "{case}: {said}");
                    assert!(said.contains("Disk quota exceeded"), "{case}: {said}");
                    if *program == "cp" {
                        let words = format!("cp: failed to close '{}'", text(&to.join(name)));
                        assert!(said.contains(&words), "{case}: {said}");
                    }
                    let arrived = |(name, bytes): &&(String, Vec<u8>)| {
                        let copy = to.join(name);
                        copy.exists() && get(copy) == *bytes
                    };
                    let lost = |file: &(String, Vec<u8>)| {
                        let source = from.join(&file.0);
                        let is_here = source.exists() && get(source) == file.1;
                        !is_here && !arrived(&file)
                    };
                    assert!(!files.iter().any(lost), "{case}: a source is gone");
                    let stray = names(&to).iter().any(|name| name.starts_with(".fcp-"));
                    assert!(!stray, "{case}: {:?}", names(&to));
                    if !(old && in_place) {
                        // One has failed; it has its old data, or no name.
                        assert_eq!(files.iter().filter(arrived).count(), files.len() - 1, "{case}");
                        let whole = |(name, bytes): &(String, Vec<u8>)| {
                            let copy = to.join(name);
                            !copy.exists() || get(&copy) == *bytes || get(&copy) == b"old"
                        };
                        assert!(files.iter().all(whole), "{case}");
                    }
                }
                for at in [&from, &to] {
                    mounts.unmount(at);
                }
            }
        }
    });
}

/// Copies a file of 1 MB whose reads by `call` end early from the `n`th one on.
fn ends_early(
    scratch: &Path,
    call: &str,
    n: usize,
    size: usize,
    options: &[&str],
) -> (Output, Vec<u8>, Vec<String>) {
    for of_before in ["source", "into"] {
        remove_all(&scratch.join(of_before)).unwrap();
    }
    put(scratch.join("source"), noise(1, size));
    mkdir(scratch.join("into"));
    let source = scratch.join("source");
    let fault = format!("inject={call}:retval=0:when={n}+");
    let trace = format!("trace={call}");
    let own = ["-P", text(&source), "-e", &trace, "-e", &fault, "-o", "/dev/null"];
    let into = scratch.join("into");
    let arguments = [options, &["--json", "-w1", text(&source), text(&into)]].concat();
    let done = traced(&own, "fcp", &arguments);
    let there = names(&into);
    let copied = if there.is_empty() { Vec::new() } else { get(into.join("source")) };
    (done, copied, there)
}

#[test]
fn a_source_that_ends_before_its_size_fails() {
    needs!(has_strace());
    // Small files are read there; on tmpfs the kernel copies them.
    with_filesystem(Kind::Ext4, 64 << 20, early_ends_fail);
}

fn early_ends_fail(scratch: &Path) {
    let ways: &[(&str, usize, usize, &[&str])] = &[
        ("read", 1, 3000, &[]),
        ("read", 2, 1_000_000, &["--driver=read_write"]),
        ("read", 1, 1_000_000, &["--sparse=always"]),
        ("pread64", 2, 3_000_000, &["--cache=direct"]),
    ];
    for (call, n, size, options) in ways {
        let (done, _, there) = ends_early(scratch, call, *n, *size, options);
        let told = copy::events(&done);
        let failed = told.iter().find_map(|event| match event {
            fcp_engine::event::Event::ItemFailed { error, .. } => Some(error.clone()),
            _ => None,
        });
        assert_eq!(done.status.code(), Some(1), "{call} {options:?}: {done:?}");
        let error = failed.unwrap();
        assert_eq!((error.action, error.code), (Action::Read, Code::EndsEarly), "{options:?}");
        assert_eq!(there, [""; 0], "{call} {options:?}: a part was left");
    }
}

#[test]
fn a_kernel_copy_that_ends_early_is_finished_by_reading() {
    needs!(has_strace());
    let scratch = Scratch::new();
    for driver in [&[][..], &["--driver=copy_file_range"], &["--driver=parblock"]] {
        let (done, copied, _) = ends_early(scratch.path(), "copy_file_range", 1, 3_000_000, driver);
        assert!(done.status.success(), "{done:?}");
        assert!(copied == noise(1, 3_000_000), "{driver:?}");
    }
}

#[test]
fn what_is_missing_between_two_holes_is_no_hole() {
    needs!(has_strace());
    let scratch = Scratch::new();
    let source = scratch.join("source");
    put(&source, b"");
    let file = std::fs::OpenOptions::new().write(true).open(&source).unwrap();
    std::os::unix::fs::FileExt::write_all_at(&file, &noise(1, 500_000), 1 << 20).unwrap();
    file.set_len(4 << 20).unwrap();
    mkdir(scratch.join("into"));
    let own = ["-P", text(&source), "-e", "trace=pread64,copy_file_range", "-o", "/dev/null"];
    let faults = ["-e", "inject=pread64,copy_file_range:retval=0"];
    let into = scratch.join("into");
    let done = traced(&[&own[..], &faults].concat(), "fcp", &["-w1", text(&source), text(&into)]);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    assert_eq!(names(&into), [""; 0]);
}

#[test]
fn files_that_the_kernel_makes_up_may_be_shorter_than_they_say() {
    let scratch = Scratch::new();
    let made_up = Path::new("/sys/kernel/mm/transparent_hugepage/enabled");
    if !made_up.exists() {
        return fcp_test_support::skip::skip("there is no sysfs");
    }
    copy::copy_into(&[made_up, Path::new("/proc/version")], scratch.path()).run().clean();
    assert_eq!(get(scratch.join("enabled")), get(made_up));
    assert_eq!(get(scratch.join("version")), get("/proc/version"));
}

#[test]
fn a_source_that_was_truncated_meanwhile_is_told_as_changed() {
    let scratch = Scratch::new();
    let (source, copied) = (scratch.join("source"), scratch.join("copy"));
    put(&source, noise(1, 8 << 20));
    let slow = |o: &mut fcp_engine::spec::Options| o.limit_rate = Some(4 << 20);
    let mut running = copy::copy(&source, &copied).with(slow).start();
    running.until_midway();
    std::fs::OpenOptions::new().write(true).open(&source).unwrap().set_len(10).unwrap();
    running.engine.set_limit_rate(running.job, 0).unwrap();
    let told = running.end();
    assert!(matches!(told.warnings[..], [fcp_engine::event::Warning::SourceChanged { .. }]));
    assert_eq!(told.failed, []);
}

#[test]
fn a_source_that_changes_twice_in_a_second_is_told_as_changed_where_times_are_whole_seconds() {
    with_mounts(&[Kind::Tmpfs, Kind::Ext4], |mounts| {
        let image = mounts.image(Kind::Ext4, 64 << 20);
        // Inodes of 128 bytes have no room for a fraction of a second.
        let mut mkfs = Command::new("mkfs.ext4");
        let made = run(mkfs.args(["-q", "-F", "-I", "128"]).arg(&image));
        assert!(made.status.success(), "{made:?}");
        let source = mounts.mount_image(&image, Kind::Ext4, "").join("source");
        let copied = mounts.tmpfs("").join("copy");
        let bytes = noise(1, 8 << 20);
        // What follows fits into the rest of the second.
        while std::time::UNIX_EPOCH.elapsed().unwrap().subsec_millis() > 50 {
            std::thread::yield_now();
        }
        put(&source, &bytes);
        let slow = |o: &mut fcp_engine::spec::Options| o.limit_rate = Some(32 << 20);
        let mut running = copy::copy(&source, &copied).with(slow).start();
        running.until_midway();
        let file = std::fs::OpenOptions::new().write(true).open(&source).unwrap();
        std::os::unix::fs::FileExt::write_all_at(&file, b"other", 0).unwrap();
        running.engine.set_limit_rate(running.job, 0).unwrap();
        let told = running.end();
        assert!(matches!(told.warnings[..], [fcp_engine::event::Warning::SourceChanged { .. }]));
    });
}

#[test]
fn no_temporary_name_stays_when_looking_at_the_new_file_fails() {
    needs!(has_strace());
    with_mounts(&[Kind::Tmpfs, Kind::Btrfs], |mounts| {
        let (from, to) = (mounts.tmpfs(""), mounts.filesystem(Kind::Btrfs, 0));
        for n in 0..3 {
            put(from.join(format!("file{n}")), noise(n, 3000));
        }
        let files: Vec<_> = (0..3).map(|n| from.join(format!("file{n}"))).collect();
        let mut arguments = vec!["-w1", "--durability=batch", "-t", text(&to)];
        arguments.extend(files.iter().map(|file| text(file)));
        for call in ["fstat", "newfstatat", "statx"] {
            for n in 1..if copy::is_full() { 100 } else { 30 } {
                let fault = format!("inject={call}:error=EIO:when={n}");
                let trace = format!("trace={call}");
                let own = ["-e", &trace, "-e", &fault, "-o", "/dev/null"];
                let done = traced(&own, "fcp", &arguments);
                let left = names(&to);
                let stray = left.iter().any(|name| name.starts_with(".fcp-"));
                assert!(!stray, "{call} {n}: {left:?} {done:?}");
                for name in left {
                    std::fs::remove_file(to.join(name)).unwrap();
                }
            }
        }
    });
}

#[test]
fn a_name_that_is_taken_and_absent_for_ever_costs_its_item_alone() {
    needs!(has_strace());
    let scratch = Scratch::new();
    for name in ["file", "other"] {
        put(scratch.join(name), noise(1, 1000));
    }
    symlink("file", scratch.join("link"));
    for (call, name) in [("openat", "file"), ("symlinkat", "link")] {
        let into = scratch.join(format!("into {name}"));
        mkdir(&into);
        let fault = format!("inject={call}:error=EEXIST");
        let trace = format!("trace={call}");
        let own = ["-P", name, "-e", &trace, "-e", &fault, "-o", "/dev/null"];
        let (broken, other) = (scratch.join(name), scratch.join("other"));
        let arguments = ["-a", "-t", text(&into), text(&broken), text(&other)];
        let done = traced(&own, "fcp", &arguments);
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{call}: {said}");
        assert!(said.contains(&format!("{name}': File exists")), "{call}: {said}");
        assert_eq!(names(&into), ["other"]);
    }
}
