//! Tests of how many workers a job has where every call waits, as on a cold or far disk.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use fcp_test_support::diff::{What, assert_same};
use fcp_test_support::mounts::with_mounts;
use fcp_test_support::{Scratch, bin, has_strace, needs, run, run_ok};

/// Names of files and directories in the tree of [`tree`].
const FILES: usize = 20;
const DIRS: usize = 30;

fn tree(at: &Path) {
    for dir in 0..DIRS {
        let dir = at.join(format!("d{dir}"));
        fs::create_dir_all(&dir).unwrap();
        for file in 0..FILES {
            fs::write(dir.join(format!("file{file}")), format!("{file} in {}", dir.display()))
                .unwrap();
        }
    }
}

/// Prepares to run a program where each call of this name takes 20 ms; all such calls, and what the
/// system is advised, are logged to a file.
fn slowed(program: &str, call: &str, log: &Path) -> Command {
    let mut strace = bin::clean(Command::new("strace"));
    strace.args(["-f", "-qq", "-e", &format!("trace=fadvise64,{call}")]);
    strace.args(["-e", &format!("inject={call}:delay_enter=20000us")]);
    strace.arg("-o").arg(log).arg(bin::path_of(program));
    strace
}

/// The threads that named a file of the tree.
fn workers(log: &str) -> usize {
    let named = log.lines().filter(|line| line.contains("\"file"));
    named.filter_map(|line| line.split(' ').next()).collect::<BTreeSet<_>>().len()
}

/// Whether a path lies on a filesystem that keeps what was read of a closed file.
fn is_on_disk(path: &Path) -> bool {
    let told = run(Command::new("stat").args(["-f", "-c", "%T"]).arg(path));
    ["ext2/ext3\n", "xfs\n", "btrfs\n"].iter().any(|name| told.stdout == name.as_bytes())
}

/// How often the system was told that a file will be read.
fn read_ahead(log: &str) -> usize {
    log.matches("POSIX_FADV_WILLNEED").count()
}

#[test]
fn a_job_gets_more_workers_while_they_wait_unless_their_number_was_chosen() {
    needs!(has_strace());
    let scratch = Scratch::new();
    let (source, log) = (scratch.join("s"), scratch.join("log"));
    tree(&source);
    let processors = std::thread::available_parallelism().unwrap().get();
    // Threads of the first pool open some files, too, until others take over.
    for (flag, most) in [(None, 32 + processors), (Some("-w2"), 2)] {
        let copy = scratch.join(format!("copy{most}"));
        run_ok(slowed("fcp", "openat", &log).args(flag).arg(&source).arg(&copy));
        assert_same(&source, &copy, &What::contents());
        let log = fs::read_to_string(&log).unwrap();
        let workers = workers(&log);
        assert!(workers <= most, "{workers}");
        // On machines with many processors there are as many at once from the start.
        assert!(flag.is_some() || workers >= processors.min(8) + 6, "{workers}");
        // Workers that wait have the system read what comes next.
        assert_eq!(read_ahead(&log) > 0, flag.is_none() && is_on_disk(&source));
    }
}

#[test]
fn what_is_not_copied_is_not_read_ahead() {
    needs!(has_strace());
    let scratch = Scratch::new();
    let (source, copy, log) = (scratch.join("s"), scratch.join("copy"), scratch.join("log"));
    tree(&source);
    // The first makes links, the second finds all names taken.
    for flags in [["-r", "-l"], ["-r", "--on-conflict=skip"]] {
        run_ok(slowed("fcp", "openat", &log).args(flags).arg("-T").arg(&source).arg(&copy));
        assert_eq!(read_ahead(&fs::read_to_string(&log).unwrap()), 0, "{flags:?}");
    }
}

#[test]
fn a_job_with_one_worker_that_waits_gets_more_too() {
    needs!(has_strace());
    let scratch = Scratch::new();
    let (source, copy, log) = (scratch.join("s"), scratch.join("copy"), scratch.join("log"));
    tree(&source);
    let slowed = slowed("fcp", "openat", &log);
    let mut single = bin::clean(Command::new("taskset"));
    single.args(["-c", &first_processor()]).arg(slowed.get_program()).args(slowed.get_args());
    run_ok(single.arg(&source).arg(&copy));
    assert_same(&source, &copy, &What::contents());
    let workers = workers(&fs::read_to_string(&log).unwrap());
    assert!(workers >= 7, "{workers}");
}

/// A processor that this process may use.
fn first_processor() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap();
    list.trim().split([',', '-']).next().unwrap().to_owned()
}

#[test]
fn a_job_gets_more_workers_while_they_wait_for_deletes() {
    needs!(has_strace());
    let scratch = Scratch::new();
    for (flag, is_wide) in [(None, true), (Some("-w2"), false)] {
        let (source, log) = (scratch.join("s"), scratch.join("log"));
        tree(&source);
        run_ok(slowed("frm", "unlinkat", &log).arg("-r").args(flag).arg(&source));
        assert!(!source.exists());
        let workers = workers(&fs::read_to_string(&log).unwrap());
        assert_eq!(workers > 6, is_wide, "{workers}");
    }
}

#[test]
fn a_move_gets_more_workers_too_and_leaves_nothing_that_waits_for_a_flush() {
    needs!(has_strace());
    with_mounts(&[], |mounts| {
        let tmpfs = mounts.tmpfs("size=64m");
        let (source, twin, log) = (tmpfs.join("s"), tmpfs.join("twin"), mounts.root().join("log"));
        tree(&twin);
        for (flag, is_wide) in [(None, true), (Some("-w2"), false)] {
            let there = mounts.root().join(format!("there{is_wide}"));
            assert!(run(Command::new("cp").arg("-a").args([&twin, &source])).status.success());
            let done = run(slowed("fmv", "openat", &log).args(flag).args([
                "-T".as_ref(),
                &*source,
                &*there,
            ]));
            assert!(done.status.success(), "{done:?}");
            assert!(!source.exists());
            assert_same(&twin, &there, &What::contents());
            let workers = workers(&fs::read_to_string(&log).unwrap());
            assert_eq!(workers > 6, is_wide, "{workers}");
        }
    });
}

#[test]
fn a_job_with_many_workers_is_cancelled_as_quickly() {
    needs!(has_strace());
    let scratch = Scratch::new();
    let (source, log) = (scratch.join("s"), scratch.join("log"));
    tree(&source);
    let mut job = slowed("fcp", "openat", &log)
        .args(["--json", "--control", "--events=all"])
        .args([source, scratch.join("copy")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = job.stdin.take().unwrap();
    let out = std::io::BufReader::new(job.stdout.take().unwrap());
    let (mut done, mut last) = (0, String::new());
    for line in std::io::BufRead::lines(out) {
        last = line.unwrap();
        done += usize::from(last.contains("\"type\":\"item.done\""));
        // Ten files a second are copied by one worker; by now there are more.
        if done == 100 {
            std::io::Write::write_all(&mut stdin, b"{\"id\":1,\"cmd\":\"cancel\",\"job\":1}\n")
                .unwrap();
            done += 1;
        }
    }
    assert!(last.contains("\"exit\":"), "{last}");
    assert!(!job.wait().unwrap().success());
    assert!(done < DIRS * FILES, "{done}");
    // Nothing unfinished is left.
    let found = run(Command::new("find").arg(scratch.path()).args(["-name", ".fcp-*"]));
    assert_eq!(String::from_utf8_lossy(&found.stdout), "");
}
