//! Tests of `fcp` from the command line: usage, exit codes, streams, signals.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use fcp_test_support::bin::{clean, path_of, program};
use fcp_test_support::output::{err, out};
use fcp_test_support::{Running, Scratch, fcp, run, until};
use rustix::process::{Pid, Signal, kill_process};

fn fcp_in(directory: &Path, args: &[&str]) -> Output {
    run(fcp().current_dir(directory).args(args))
}

/// A directory with a file `a`, a file `b`, a directory `d` with `d/f`, and room for copies.
fn tree() -> Scratch {
    let scratch = Scratch::new();
    let script = "echo a >a; echo b >b; mkdir d; echo f >d/f; touch -d @1000000000 a";
    let made = run(Command::new("/bin/sh").current_dir(scratch.path()).args(["-c", script]));
    assert!(made.status.success());
    scratch
}

#[test]
fn a_directory_is_copied_without_being_asked_twice() {
    let scratch = tree();
    let done = fcp_in(scratch.path(), &["d", "e"]);
    assert_eq!(
        (done.status.code(), out(&done), err(&done)),
        (Some(0), String::new(), String::new())
    );
    assert_eq!(fs::read(scratch.path().join("e/f")).unwrap(), b"f\n");
}

#[test]
fn a_symlink_to_itself_gives_way_to_force_alone() {
    let scratch = tree();
    let link = scratch.path().join("link");
    std::os::unix::fs::symlink("link", &link).unwrap();
    assert_eq!(fcp_in(scratch.path(), &["a", "link"]).status.code(), Some(1));
    assert!(link.is_symlink());
    assert_eq!(fcp_in(scratch.path(), &["-f", "a", "link"]).status.code(), Some(0));
    assert!(!link.is_symlink() && fs::read(&link).unwrap() == b"a\n");
    // One that leads nowhere stays, as with cp.
    std::os::unix::fs::symlink("nowhere", scratch.path().join("dangling")).unwrap();
    assert_eq!(fcp_in(scratch.path(), &["-f", "a", "dangling"]).status.code(), Some(1));
}

#[test]
fn what_cannot_be_read_back_is_not_verified() {
    let scratch = tree();
    let done = fcp_in(scratch.path(), &["--verify", "a", "/dev/null"]);
    let told = "fcp: cannot verify '/dev/null': not supported here\n";
    assert_eq!((done.status.code(), err(&done).as_str()), (Some(1), told));
    assert_eq!(
        fcp_in(scratch.path(), &["--verify", "-n", "a", "/dev/null"]).status.code(),
        Some(0)
    );
}

#[test]
fn help_is_grouped_and_names_every_flag() {
    let help = out(&run(fcp().arg("--help")));
    for heading in ["Sources:", "Filters:", "Conflicts:", "Performance:", "Output:"] {
        assert!(help.contains(heading), "{heading}");
    }
    for flag in
        ["--archive", "--update[=<WHICH>]", "-w, --workers", "--on-conflict", "--limit-rate"]
    {
        assert!(help.contains(flag), "{flag}\n{help}");
    }
}

#[test]
fn mistakes_on_the_command_line_exit_with_2_and_help() {
    let scratch = tree();
    for (args, told) in [
        (&["--verfy", "a", "z"][..], "--verify"),
        (&["--driver=parblok", "a", "z"], "parblock"),
        (&["--workers=many", "a", "z"], "a number from 1 to 65535"),
        (&["--block-size=4X", "a", "z"], "a size, e.g. 4096, 64k, 1M or 4MiB"),
        (&["--on-conflict=maybe", "a", "z"], "different-content"),
        (&["--on-error=retry:999", "a", "z"], "at most 255"),
        (&["--reflink=perhaps", "a", "z"], "always"),
        (&["--control", "a", "z"], "--control needs --json"),
        (&["a"], "missing destination file operand after 'a'"),
        (&[], "missing file operand"),
        (
            &["a", "b", "nowhere"],
            "target 'nowhere': No such file or directory; several sources go into a directory",
        ),
        (&["-l", "-s", "a", "z"], "cannot make both hard and symbolic links"),
    ] {
        let done = fcp_in(scratch.path(), args);
        assert_eq!(done.status.code(), Some(2), "{args:?}");
        assert!(err(&done).contains(told), "{args:?}: {}", err(&done));
        assert!(done.stdout.is_empty());
    }
    assert!(!scratch.path().join("z").exists());
}

#[test]
fn asking_without_a_terminal_is_refused_at_the_start() {
    let scratch = tree();
    for args in
        [&["-i", "a", "b"][..], &["--on-conflict=ask", "a", "b"], &["--on-error=ask", "a", "z"]]
    {
        let done = fcp_in(scratch.path(), args);
        assert_eq!(done.status.code(), Some(2));
        assert!(err(&done).starts_with("fcp: there is no terminal to ask on"), "{}", err(&done));
    }
    assert_eq!(fs::read(scratch.path().join("b")).unwrap(), b"b\n");
    assert!(!scratch.path().join("z").exists());
}

#[test]
fn failures_are_told_one_by_one_and_exit_with_1() {
    let scratch = tree();
    let done = fcp_in(scratch.path(), &["a", "nope\x1b[2J", "d"]);
    assert_eq!(done.status.code(), Some(1));
    let told = "fcp: cannot stat 'nope\\x1b[2J': No such file or directory\n";
    assert_eq!(err(&done), told);
    assert!(scratch.path().join("d/a").exists());
    let into_itself = fcp_in(scratch.path(), &["d", "d/e"]);
    assert_eq!(into_itself.status.code(), Some(1));
    assert_eq!(err(&into_itself).lines().count(), 2, "{}", err(&into_itself));
}

#[test]
fn verbose_and_debug_tell_each_item() {
    let scratch = tree();
    let done = fcp_in(scratch.path(), &["-v", "a", "d"]);
    assert_eq!(out(&done), "'a' -> 'd/a'\n");
    let done = fcp_in(scratch.path(), &["--debug", "--driver=read_write", "a", "z"]);
    assert!(out(&done).starts_with("'a' -> 'z' (2 B, read and write"), "{}", out(&done));
    let done = fcp_in(scratch.path(), &["-vn", "a", "b"]);
    assert_eq!(out(&done), "skipped 'b': the existing item was kept, as you chose\n");
}

#[test]
fn of_a_flag_that_is_given_twice_the_last_one_counts() {
    let scratch = tree();
    let done = fcp_in(scratch.path(), &["sum", "-x", "-x", "-a", "sha256", "-a", "xxh3", "a"]);
    assert!(out(&done).starts_with("XXH3 (a) = "), "{done:?}");
    let done = fcp_in(scratch.path(), &["compare", "--content", "--content", "a", "a"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
}

#[test]
fn conflict_policies_decide() {
    let scratch = tree();
    let content = |name: &str| fs::read_to_string(scratch.path().join(name)).unwrap();
    let ran = |args: &[&str]| fcp_in(scratch.path(), args).status.code();
    assert_eq!(ran(&["--on-conflict=skip", "a", "b"]), Some(0));
    assert_eq!(content("b"), "b\n");
    assert_eq!(ran(&["--on-conflict=fail", "a", "b"]), Some(1));
    assert_eq!(ran(&["--on-conflict=newer", "a", "b"]), Some(0));
    assert_eq!(content("b"), "b\n");
    assert_eq!(ran(&["--on-conflict=rename", "a", "b"]), Some(0));
    assert_eq!((content("b"), content("b (1)")), ("b\n".into(), "a\n".into()));
    assert_eq!(ran(&["-n", "--on-conflict=overwrite", "a", "b"]), Some(0));
    assert_eq!(content("b"), "a\n");
    for (policy, why) in [
        ("newer", "the existing item is not older"),
        ("larger", "the existing item was kept, as you chose"),
    ] {
        let on_conflict = format!("--on-conflict={policy}");
        let done = fcp_in(scratch.path(), &["-v", &on_conflict, "a", "b"]);
        assert_eq!(out(&done), format!("skipped 'b': {why}\n"));
    }
}

#[test]
fn a_dry_run_tells_and_changes_nothing() {
    let scratch = tree();
    let done = fcp_in(scratch.path(), &["--dry-run", "a", "b", "d"]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    let done = fcp_in(scratch.path(), &["--dry-run", "d", "e"]);
    let told = out(&done);
    assert!(told.contains("To copy     1 file in 1 folder, 2 B"), "{told}");
    assert!(told.contains("Space       "), "{told}");
    assert!(!scratch.path().join("e").exists());
}

#[test]
fn a_slash_behind_a_name_that_nothing_has_means_a_directory() {
    let scratch = tree();
    let big = std::fs::File::create(scratch.path().join("big")).unwrap();
    big.set_len(3 << 20).unwrap();
    for (args, what) in [
        (&["a", "new/"][..], "file"),
        (&["big", "new/"], "file"),
        (&["--inplace", "a", "new/"], "file"),
        (&["-l", "a", "new/"], "hard link"),
    ] {
        let told = fcp_in(scratch.path(), args);
        let expected = format!("fcp: cannot create {what} 'new/'");
        let text = err(&told);
        let line = text.lines().next().unwrap();
        assert!(line.starts_with(&expected) && line.ends_with(": Not a directory"), "{text}");
        assert!(text.ends_with("create it first, or leave out the slash\n"), "{text}");
        let foreseen = fcp_in(scratch.path(), &[&["--dry-run"], args].concat());
        assert_eq!(err(&foreseen).lines().next(), Some(line));
    }
    for to in ["nope/new/", "nope/new"] {
        let missing = fcp_in(scratch.path(), &["a", to]);
        let told = ": No such file or directory\n  the directory of this name does not exist; create it first\n";
        assert!(err(&missing).ends_with(told), "{}", err(&missing));
    }
    let moved = run(program("fmv").current_dir(scratch.path()).args(["a", "nope/new"]));
    assert!(err(&moved).ends_with("does not exist; create it first\n"), "{}", err(&moved));
}

#[test]
fn wildcards_and_lists_name_sources() {
    let scratch = tree();
    let done = fcp_in(scratch.path(), &["-g", "[ab]", "d"]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert!(scratch.path().join("d/a").exists() && scratch.path().join("d/b").exists());
    let mut listed = fcp();
    listed.current_dir(scratch.path()).args(["--files0-from=-", "-t", "d"]);
    listed.stdin(fcp_test_support::bin::input(b"a\0d/f\0"));
    assert_eq!(run(&mut listed).status.code(), Some(1), "d/f and d/f are the same file");
    // A source that the command line names is no less one.
    for args in [["--files0-from=-", "b", "e"].as_slice(), &["--files0-from=-", "-t", "e", "b"]] {
        let scratch = tree();
        assert!(run(Command::new("mkdir").arg(scratch.path().join("e"))).status.success());
        let mut listed = fcp();
        listed.current_dir(scratch.path()).args(args).stdin(fcp_test_support::bin::input(b"a\0"));
        assert_eq!(run(&mut listed).status.code(), Some(0), "{args:?}");
        assert!(scratch.path().join("e/a").exists() && scratch.path().join("e/b").exists());
    }
}

#[test]
fn progress_is_quiet_without_a_terminal() {
    let scratch = tree();
    let done = fcp_in(scratch.path(), &["-a", "d", "e"]);
    assert!(done.stdout.is_empty() && done.stderr.is_empty());
    let done = fcp_in(scratch.path(), &["-a", "--progress=always", "d", "e2"]);
    assert!(err(&done).starts_with("Copied 2 items, 2 B in "), "{}", err(&done));
}

#[test]
fn standard_output_may_be_closed_while_names_are_printed() {
    let scratch = tree();
    let script = r#""$0" -v a d | true; "$0" -v b d >/dev/full; echo $?"#;
    let mut shell = fcp_test_support::bin::clean(Command::new("/bin/sh"));
    shell.current_dir(scratch.path()).args(["-c", script]);
    shell.arg(fcp_test_support::bin::path_of("fcp"));
    let done = run(&mut shell);
    assert_eq!(out(&done), "1\n");
    assert!(err(&done).contains("cannot write to standard output"), "{}", err(&done));
    assert!(!err(&done).contains("panicked"));
}

#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for (name, args) in [
        ("fcp", "--help"),
        ("fmv", "--version"),
        ("fcp", "plan --help"),
        ("fcpq", "--help"),
        ("fcp-tui", "--help"),
    ] {
        let mut shell = fcp_test_support::bin::clean(Command::new("/bin/sh"));
        let script = format!("\"$0\" {args} >/dev/full; echo $?; \"$0\" {args} | true");
        shell.args(["-c", &script]).arg(fcp_test_support::bin::path_of(name));
        let done = run(&mut shell);
        assert_eq!(out(&done), "1\n", "{name} {args}");
        let told = "cannot write to standard output: No space left on device";
        assert!(err(&done).contains(told) && err(&done).lines().count() == 1, "{}", err(&done));
    }
}

#[test]
fn a_closed_pipe_that_is_noticed_at_the_end_is_one() {
    let scratch = tree();
    // Its reader is gone before the program starts.
    let script =
        r#"{ until [ -e gone ]; do :; done; "$0" "$@"; echo $? >code; } | { exec <&-; : >gone; }"#;
    for args in [&["-v", "a", "d"][..], &["--dry-run", "a", "d"]] {
        let mut shell = clean(Command::new("/bin/sh"));
        shell.current_dir(scratch.path()).args(["-c", script]).arg(path_of("fcp")).args(args);
        let done = run(&mut shell);
        assert_eq!(err(&done), "", "{args:?}");
        let code = fs::read_to_string(scratch.join("code")).unwrap();
        assert_eq!(code, "141\n", "{args:?}");
    }
}

#[test]
fn a_standard_output_that_is_closed_from_the_start_is_told() {
    for (name, flags, code, told) in [
        ("fcp", "-v", "1", "fcp: cannot write to standard output: Bad file descriptor\n"),
        ("cp", "-v", "1", "cp: write error: Bad file descriptor\n"),
        ("fcp", "-f", "0", ""),
        ("cp", "-f", "0", ""),
    ] {
        let scratch = tree();
        std::os::unix::fs::symlink(path_of("fcp"), scratch.join(name)).unwrap();
        let script = r"./$0 $1 a d >&-; echo $? >code";
        let mut shell = clean(Command::new("/bin/sh"));
        shell.current_dir(scratch.path()).args(["-c", script, name, flags]);
        assert_eq!((err(&run(&mut shell)).as_str(), name), (told, name));
        assert_eq!(std::fs::read_to_string(scratch.join("code")).unwrap(), format!("{code}\n"));
        assert!(scratch.join("d/a").exists());
    }
}

/// Runs `fcp` as a user who has no rights to what others own.
fn as_user(directory: &Path, args: &[&str]) -> Option<Output> {
    let mut command = fcp();
    let command = fcp_test_support::as_nobody(&mut command)?;
    Some(run(command.current_dir(directory).args(args)))
}

#[test]
fn a_folder_that_cannot_be_read_has_the_times_of_its_source() {
    let scratch = tree().open_to_all();
    let script = "chown -R 65534:65534 d; touch -d @1000000000 d; chmod 300 d";
    run(Command::new("/bin/sh").current_dir(scratch.path()).args(["-c", script]));
    let Some(done) = as_user(scratch.path(), &["-a", "d", "e"]) else { return };
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    let made = fs::metadata(scratch.join("e")).unwrap();
    assert_eq!((made.mode() & 0o7777, made.mtime()), (0o300, 1_000_000_000));
}

#[test]
fn inplace_is_recommended_where_no_file_can_take_the_name_of_another() {
    let scratch = tree().open_to_all();
    let script = "chmod 666 b d/f; chmod 755 d; chmod 1777 .";
    run(Command::new("/bin/sh").current_dir(scratch.path()).args(["-c", script]));
    for (name, helps) in [("b", true), ("d/f", true), ("d/new", false)] {
        let Some(done) = as_user(scratch.path(), &["a", name]) else { return };
        assert_eq!(
            (done.status.code(), err(&done).contains("--inplace")),
            (Some(1), helps),
            "{name}"
        );
    }
    let Some(done) = as_user(scratch.path(), &["--inplace", "a", "d/f"]) else { return };
    assert_eq!(done.status.code(), Some(0), "{done:?}");
}

#[test]
fn a_relative_link_in_another_folder_is_refused_with_a_reason() {
    let scratch = tree();
    let done = fcp_in(scratch.path(), &["-s", "a", "d"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains("a relative link is read from where it stands"), "{}", err(&done));
    assert_eq!(fcp_in(scratch.path(), &["-s", "a", "link"]).status.code(), Some(0));
}

/// Starts a slow copy, and waits until its big file is in flight.
fn slow_copy(directory: &Path) -> Child {
    // The test runner may ignore signals, as under nohup, and child processes inherit that.
    let mut child = clean(Command::new("/usr/bin/env"))
        .arg("--default-signal=HUP,INT,TERM")
        .arg(path_of("fcp"))
        .current_dir(directory)
        .args(["--json", "--events=trace", "--limit-rate=4k", "s", "z"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("s/big") || !line.contains("item.started") {
        line.clear();
        assert_ne!(lines.read_line(&mut line).unwrap(), 0, "the stream ended early");
    }
    child.stdout = None;
    std::thread::spawn(move || {
        let mut rest = Vec::new();
        let _read = lines.read_to_end(&mut rest).is_ok();
    });
    child
}

#[test]
fn a_signal_ends_a_copy_that_waits_for_the_other_end_of_a_fifo() {
    for signal in [Signal::INT, Signal::TERM] {
        let scratch = Scratch::new();
        let made = "mkfifo fifo; echo 1 >file";
        run(Command::new("/bin/sh").current_dir(scratch.path()).args(["-c", made]));
        for (args, blocked) in [
            (&["--copy-contents", "fifo", "copy"][..], "it waits for a writer"),
            (&["--on-conflict=overwrite", "file", "fifo"], "it waits for a reader"),
        ] {
            let mut command = fcp();
            command.current_dir(scratch.path()).args(args);
            let mut child = Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
            until(blocked, || {
                assert_eq!(child.try_wait().unwrap(), None, "{args:?} ended by itself");
                waiting_for_a_fifo(child.id()) > 0
            });
            kill_process(Pid::from_child(&child), signal).unwrap();
            assert_eq!(child.wait().unwrap().signal(), Some(signal.as_raw()), "{args:?}");
        }
        let left = run(Command::new("ls").args(["-A"]).arg(scratch.path()));
        assert_eq!(out(&left), "fifo\nfile\n");
    }
}

/// How many threads of a process sleep in open(2) until a FIFO has another end.
fn waiting_for_a_fifo(pid: u32) -> usize {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else { return 0 };
    let waits = |thread: &fs::DirEntry| {
        fs::read_to_string(thread.path().join("wchan"))
            .is_ok_and(|at| at.contains("wait_for_partner"))
    };
    threads.filter_map(Result::ok).filter(waits).count()
}

#[test]
fn of_a_few_long_items_none_waits_for_another() {
    let scratch = Scratch::new();
    let made = "mkdir s; for n in 1 2 3 4 5 6 7 8; do mkfifo s/$n; done";
    run(Command::new("/bin/sh").current_dir(scratch.path()).args(["-c", made]));
    let mut command = fcp();
    command.current_dir(scratch.path()).args(["-r", "--copy-contents", "-w8", "s", "d"]);
    let child = Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
    until("each of 8 workers has one of 8 items", || waiting_for_a_fifo(child.id()) == 8);
}

#[test]
fn a_signal_stops_cleanly_and_is_passed_on() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let scratch = Scratch::new();
        let made = "mkdir s; head -c 8000000 /dev/zero >s/big";
        run(Command::new("/bin/sh").current_dir(scratch.path()).args(["-c", made]));
        let mut child = slow_copy(scratch.path());
        let begun = std::time::Instant::now();
        kill_process(Pid::from_child(&child), signal).unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.signal(), Some(signal.as_raw()), "{status:?}");
        assert!(begun.elapsed().as_secs() < 3);
        // Neither a part of the file nor a temporary one stays.
        let left = run(Command::new("find").arg(scratch.path().join("z")).args(["-type", "f"]));
        assert_eq!(out(&left), "");
    }
}
