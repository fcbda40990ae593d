//! Tests of a system call that fails, is interrupted or is the last one.

use super::*;

/// The calls a copy is made of. Calls of other names are the same to the copier.
const CALLS: &[&str] = &[
    "copy_file_range",
    "write",
    "pwrite64",
    "read",
    "pread64",
    "openat",
    "openat2",
    "mkdirat",
    "linkat",
    "renameat",
    "renameat2",
    "symlinkat",
    "mknodat",
    "fchmod",
    "fchown",
    "fchownat",
    "utimensat",
    "getdents64",
    "ftruncate",
    "fsync",
    "ioctl",
    "unlinkat",
    "flistxattr",
    "fgetxattr",
    "fsetxattr",
    "readlinkat",
    "lseek",
    "fstat",
    "newfstatat",
    "statx",
    "fstatfs",
    "fcntl",
    "fadvise64",
    "close",
    "unshare",
];

/// A tree with one of everything, small enough to be copied a thousand times.
fn one_of_each(src: &Path) {
    let tree = Tree { odd_names: false, devices: false, ..Tree::full(3) };
    tree.entries(25).depth(2).build(src).unwrap();
    put(src.join("large"), noise(1, 1_500_000));
    hard_link(src.join("large"), src.join("other name"));
}

/// Expects that what is missing is told, and that nothing is there in part.
#[track_caller]
fn assert_told(src: &Path, dst: &Path, done: &Output, what: &What, case: &str) {
    let found = if dst.symlink_metadata().is_ok() { diff(src, dst, what).unwrap() } else { vec![] };
    if done.status.success() {
        let is_equal = found.is_empty() && dst.symlink_metadata().is_ok();
        let warned = String::from_utf8_lossy(&done.stdout).contains("\"type\":\"warning\"");
        assert!(is_equal || warned, "{case}: exit 0, but {found:?}");
        return;
    }
    if String::from_utf8_lossy(&done.stderr).contains("cannot write to standard output") {
        // The stream has gaps then: no item is there in part, and the exit code says the rest.
        let in_part = |aspect: &Aspect| matches!(aspect, Aspect::Size(..) | Aspect::Data(_));
        assert!(!found.iter().any(|found| in_part(&found.aspect)), "{case}: {found:?}");
        return;
    }
    if !String::from_utf8_lossy(&done.stdout).contains("\"job.summary\"") {
        // It could not even begin.
        assert!(dst.symlink_metadata().is_err(), "{case}: neither told nor left alone");
        return;
    }
    // If standard output fails, the errors cannot be reported, so the job ends at once.
    let lines = copy::lines(done);
    let facts = lines.iter().filter_map(|line| line.seq);
    let is_gapless = facts.eq(0..lines.iter().filter(|line| line.seq.is_some()).count() as u64);
    let ended = !is_gapless
        || lines.iter().any(|line| match &line.event {
            Event::JobSummary { summary, .. } => {
                matches!(summary.outcome, Outcome::Cancelled | Outcome::Failed)
            }
            _ => false,
        });
    let told = if ended { vec![] } else { copy::read(done).failed };
    let told: Vec<_> = told.into_iter().map(|(src, _)| src).collect();
    // What is told of one name of a file is told of all.
    let number = |path: &Path| path.symlink_metadata().map(|meta| meta.ino()).ok();
    let numbers: Vec<_> = told.iter().filter_map(|told| number(told)).collect();
    assert!(ended || !told.is_empty(), "{case}: nothing was told, but {found:?}");
    for difference in &found {
        let path = src.join(&difference.path);
        let is_told = told.iter().any(|told| path.starts_with(told))
            || number(&path).is_some_and(|number| numbers.contains(&number));
        match &difference.aspect {
            Aspect::Size(..) | Aspect::Data(_) => panic!("{case}: a part of {}", path.display()),
            // What could not be set is told of the item; the time of its directory is another's.
            _ => assert!(ended || is_told, "{case}: {difference} was not told, only {told:?}"),
        }
    }
}

#[test]
fn whatever_call_fails_is_told() {
    needs!(has_strace());
    let scratch = Scratch::new();
    let src = scratch.join("source");
    one_of_each(&src);
    let errors: &[&str] =
        if is_full() { &["EIO", "ENOSPC", "EINTR", "EROFS", "EDQUOT"] } else { &["EIO"] };
    for error in errors {
        for call in CALLS {
            let most = if is_full() { 200 } else { 4 };
            for n in 1..=most {
                let case = format!("{error} of {call} {n}");
                let dst = scratch.join("copy");
                let with = format!("error={error}");
                let done = tampered("fcp", call, &with, n, &["-aT", text(&src), text(&dst)]);
                assert_told(&src, &dst, &done, &What::everything(), &case);
                fcp_test_support::remove_all(&dst).unwrap();
                if done.status.success() && n > 3 {
                    break;
                }
            }
        }
    }
}

#[test]
fn what_a_filesystem_keeps_of_no_file_is_told_once() {
    needs!(has_strace());
    let scratch = Scratch::new();
    let src = scratch.join("source");
    mkdir(&src);
    for dir in ["d", "e"] {
        mkdir(src.join(dir));
        for n in 0..6 {
            put(src.join(dir).join(format!("f{n}")), noise(n, 2000));
            chmod(src.join(dir).join(format!("f{n}")), 0o640);
        }
    }
    for n in 0..3 {
        for other in 0..9 {
            hard_link(src.join(format!("d/f{n}")), src.join(format!("e/name {other} of f{n}")));
        }
    }
    symlink("d/f1", src.join("link"));
    for (calls, error, lacks, why) in [
        ("linkat", "EOPNOTSUPP", "create hard link", "cannot store them (reported once)"),
        ("linkat", "EMLINK", "create hard link", "Too many links"),
        ("fchmod", "ENOSYS", "set permissions of", "cannot store them (reported once)"),
        ("utimensat", "EOPNOTSUPP", "set times of", "cannot store them (reported once)"),
    ] {
        let dst = scratch.join("copy");
        let mut strace = fcp_test_support::bin::clean(Command::new("strace"));
        strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={calls}")]);
        strace.args(["-e", &format!("inject={calls}:error={error}")]);
        strace.arg(bin::path_of("fcp")).args(["-aT", text(&src), text(&dst)]);
        let done = run(&mut strace);
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{calls}: {said}");
        assert_eq!(said.lines().count(), 1, "{calls}: {said}");
        let expected = format!("fcp: warning: cannot {lacks} '");
        let is_told = said.starts_with(&expected) && said.trim_end().ends_with(why);
        assert!(is_told, "{calls}: {said}");
        assert_same(&src, &dst, &What::contents());
        fcp_test_support::remove_all(&dst).unwrap();
    }
}

/// Calls that a signal can interrupt, each of which is made again; without those of the dynamic loader.
const INTERRUPTED: [&str; 8] =
    ["openat2", "write", "copy_file_range", "getdents64", "ftruncate", "ioctl", "fsync", "syncfs"];

#[test]
fn a_call_that_a_signal_interrupts_is_made_again() {
    needs!(has_strace());
    let scratch = Scratch::new();
    let src = scratch.join("source");
    one_of_each(&src);
    for call in INTERRUPTED {
        for (n, durability) in (1..=4).flat_map(|n| [(n, "file"), (n, "end")]) {
            let case = format!("{call} {n}, --durability={durability}");
            let dst = scratch.join("copy");
            let durability = format!("--durability={durability}");
            let args = ["-aT", &durability, text(&src), text(&dst)];
            let done = tampered("fcp", call, "error=EINTR", n, &args);
            let said = String::from_utf8_lossy(&done.stdout);
            assert!(done.status.success(), "{case}: {said}");
            assert!(!said.contains("\"type\":\"warning\""), "{case}: {said}");
            assert_eq!(diff(&src, &dst, &What::everything()).unwrap(), [], "{case}");
            fcp_test_support::remove_all(&dst).unwrap();
        }
    }
}

/// Kills the program at every call and looks at the one file it writes.
fn kill_everywhere(flags: &[&str], old: Option<&[u8]>, new: &[u8]) {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    put(&src, new);
    let mut kills = 0;
    for call in CALLS {
        for n in 1..=if is_full() { 500 } else { 5 } {
            if let Some(old) = old {
                put(&dst, old);
            }
            let arguments = [flags, &["-T", text(&src), text(&dst)]].concat();
            let done = tampered("fcp", call, "signal=SIGKILL", n, &arguments);
            let killed = done.status.signal() == Some(9);
            kills += usize::from(killed);
            let found = dst.exists().then(|| get(&dst));
            let whole = match &found {
                Some(found) => found == new || (killed && Some(found.as_slice()) == old),
                None => killed && old.is_none(),
            };
            let size = found.map(|found| found.len());
            assert!(whole, "{call} {n}: neither the old nor the new file, but {size:?} bytes");
            for name in names(scratch.path()) {
                if name != "source" {
                    fcp_test_support::remove_all(&scratch.join(name)).unwrap();
                }
            }
            if !killed {
                break;
            }
        }
    }
    assert!(kills > 20, "only {kills} kills");
}

#[test]
fn a_kill_leaves_the_old_file_or_the_new_one() {
    if has_strace() {
        kill_everywhere(&["-a"], Some(&noise(1, 100_000)), &noise(2, 90_000));
    }
}

#[test]
fn a_kill_leaves_no_part_of_a_new_large_file() {
    if has_strace() {
        kill_everywhere(&["--driver=parfile"], None, &noise(2, 2_000_000));
    }
}

#[test]
fn what_one_call_cannot_name_is_named_without_it_the_next_time() {
    if !fcp_test_support::has_strace() {
        return;
    }
    let scratch = Scratch::new();
    let (log, to) = (scratch.join("log"), scratch.join("to"));
    mkdir(&to);
    let names = ["a", "b", "c"];
    for name in names {
        put(scratch.join(name), name.as_bytes());
    }
    let mut strace = fcp_test_support::bin::clean(std::process::Command::new("strace"));
    strace.args(["-f", "-qq", "-o"]).arg(&log);
    // As sshfs says it, after it has asked its server.
    strace.args(["-e", "trace=renameat2", "-e", "inject=renameat2:error=EINVAL"]);
    // What is verified has a temporary name before.
    strace.arg(fcp_test_support::bin::path_of("fcp")).args(["-w1", "--verify", "-t"]).arg(&to);
    let done = fcp_test_support::run(strace.args(names.map(|name| scratch.join(name))));
    assert!(done.status.success(), "{done:?}");
    let log = String::from_utf8(get(&log)).unwrap();
    assert_eq!(log.lines().filter(|line| line.contains("\".fcp-")).count(), 1, "{log}");
    assert!(names.iter().all(|name| get(to.join(name)) == name.as_bytes()));
}
