//! Tests of `fcp sum`: its lines are those of the known tools, and lists are checked.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod home;

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use fcp_browse::SumLine;
use fcp_test_support::bin::{input, program};
use fcp_test_support::keys::ESC;
use fcp_test_support::output::{err, out};
use fcp_test_support::{Kind, Scratch, run, until, while_nobody, with_mounts};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use home::Home;

/// A tree with names that lists must escape.
fn place() -> Scratch {
    let scratch = Scratch::new();
    for name in [&b"t/a"[..], b"t/a b", b"t/b\\c\nd", b"t/sub/e\r", b"t/sub/\xff", b"t/-f"] {
        let path = scratch.path().join(OsStr::from_bytes(name));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, name).unwrap();
    }
    symlink("a", scratch.join("t/link")).unwrap();
    scratch
}

fn at(scratch: &Scratch, args: &[&str]) -> Output {
    run(program("fcp").current_dir(scratch.path()).args(args))
}

/// Runs a tool of the system; none if it is not installed.
fn tool(name: &str, dir: &Path, args: &[&str]) -> Option<Output> {
    let done = Command::new(name).args(args).current_dir(dir).stdin(Stdio::null()).output();
    match done {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        done => Some(done.unwrap()),
    }
}

#[test]
fn the_known_tools_accept_our_lists_and_we_theirs() {
    let scratch = place();
    for (name, algorithm, args) in [
        ("sha256sum", "sha256", &[][..]),
        ("sha256sum", "sha256", &["--tag"]),
        ("b3sum", "blake3", &[]),
        ("xxhsum", "xxh3", &["-H3"]),
    ] {
        let done = at(&scratch, &["sum", "-a", algorithm, "-o", "SUMS", "t"]);
        assert_eq!((done.status.code(), out(&done).as_str()), (Some(0), ""), "{}", err(&done));
        let ours = fs::read(scratch.join("SUMS")).unwrap();
        // xxhsum 0.8.1 escapes nothing, and b3sum takes no name that is no text.
        let plain = name != "sha256sum";
        let kept: Vec<_> = ours
            .split_inclusive(|byte| *byte == b'\n')
            .filter(|line| !plain || line.is_ascii() && !line.starts_with(b"\\"))
            .collect();
        assert_eq!(kept.len(), if plain { 4 - usize::from(name == "xxhsum") } else { 6 });
        fs::write(scratch.join("SUMS"), kept.concat()).unwrap();
        let Some(done) = tool(name, scratch.path(), &["-c", "SUMS"]) else { continue };
        assert!(done.status.success(), "{name}: {done:?}");
        // And the other way round.
        let theirs: Vec<&str> = [args, &["t/a", "t/a b", "t/sub/e\r"]].concat();
        let theirs = tool(name, scratch.path(), &theirs).unwrap();
        assert!(theirs.status.success(), "{theirs:?}");
        fs::write(scratch.join("SUMS"), &theirs.stdout).unwrap();
        let done = at(&scratch, &["sum", "--check", "SUMS"]);
        assert_eq!(done.status.code(), Some(0), "{}", err(&done));
        assert_eq!(err(&done), "3 files checked (16 B): all as listed\n");
    }
}

#[test]
fn lines_are_those_of_sha256sum_in_the_order_of_names() {
    let scratch = place();
    let done = at(&scratch, &["sum", "--algorithm=sha256", "t"]);
    let names = [&b"t/-f"[..], b"t/a", b"t/a b", b"t/b\\c\nd", b"t/sub/e\r", b"t/sub/\xff"];
    let mut command = Command::new("sha256sum");
    let theirs = command.current_dir(scratch.path()).args(names.map(OsStr::from_bytes)).output();
    assert_eq!(done.stdout, theirs.unwrap().stdout);
    assert_eq!((done.status.code(), err(&done).as_str()), (Some(0), ""));
}

#[test]
fn a_check_tells_what_is_wrong_and_nothing_else() {
    let scratch = place();
    assert_eq!(at(&scratch, &["sum", "-o", "SUMS", "t"]).status.code(), Some(0));
    let done = at(&scratch, &["sum", "--check", "SUMS"]);
    assert_eq!((done.status.code(), out(&done).as_str()), (Some(0), ""));
    fs::write(scratch.join("t/a"), "T/a").unwrap();
    fs::remove_file(scratch.join("t/a b")).unwrap();
    fs::write(scratch.join("t/new"), "").unwrap();
    let done = at(&scratch, &["sum", "--check", "SUMS", "--strict-tree=t"]);
    assert_eq!(done.status.code(), Some(4));
    let wrong = "different  t/a\nmissing    't/a b'\nextra      t/link\nextra      t/new\n";
    assert_eq!(out(&done), wrong);
    assert_eq!(err(&done), "5 files checked (29 B): 1 differs, 1 is missing, 2 are not listed\n");
    fs::remove_file(scratch.join("t/link")).unwrap();
    let done = at(&scratch, &["sum", "--check", "--all", "SUMS"]);
    assert!(out(&done).contains("same       t/-f\n"), "{}", out(&done));
    // Elsewhere the names lead nowhere, but for those who say where they are.
    let elsewhere = scratch.join("t/sub");
    let there = |args: &[&str]| run(program("fcp").current_dir(&elsewhere).args(args));
    let done = there(&["sum", "--check", "../../SUMS"]);
    assert_eq!((done.status.code(), out(&done).lines().count()), (Some(4), 6));
    let done = there(&["sum", "--check", "-C../..", "--strict-tree=../../t", "../../SUMS"]);
    assert_eq!(out(&done), "different  t/a\nmissing    't/a b'\nextra      ../../t/new\n");
}

#[test]
fn a_list_with_the_line_ends_of_windows_is_understood() {
    let scratch = Scratch::new();
    for name in ["a", "b\r", "c"] {
        fs::write(scratch.join(name), name).unwrap();
    }
    for algorithm in ["sha256", "blake3", "xxh3"] {
        let lists = at(&scratch, &["sum", "--algorithm", algorithm, "a", "c"]);
        fs::write(scratch.join("SUMS"), out(&lists).replace('\n', "\r\n")).unwrap();
        let done = at(&scratch, &["sum", "--check", "SUMS"]);
        assert_eq!((done.status.code(), out(&done).as_str()), (Some(0), ""), "{algorithm}");
        // Where the lines end as here, a name may have such an end.
        let lists = at(&scratch, &["sum", "--algorithm", algorithm, "a", "b\r"]);
        fs::write(scratch.join("SUMS"), &lists.stdout).unwrap();
        assert_eq!(at(&scratch, &["sum", "--check", "SUMS"]).status.code(), Some(0), "{algorithm}");
    }
}

#[test]
fn lists_that_are_damaged_or_empty_are_no_proof() {
    let scratch = place();
    let list = out(&at(&scratch, &["sum", "t/a"]));
    fs::write(scratch.join("SUMS"), format!("# a comment\n\n{list}nonsense\n{list}")).unwrap();
    let done = at(&scratch, &["sum", "--check", "SUMS"]);
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(err(&done), "2 files checked (6 B): all as listed; 1 line was not understood\n");
    fs::write(scratch.join("SUMS"), vec![b'a'; 200_000]).unwrap();
    let done = at(&scratch, &["sum", "--check", "SUMS"]);
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(err(&done), "0 files checked (0 B): nothing is listed; 1 line was not understood\n");
    let done = at(&scratch, &["sum", "--check", "gone"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).starts_with("fcp: cannot open 'gone': No such file"), "{}", err(&done));
    // From standard input, where a line fits one algorithm alone that was asked for.
    let mut command = program("fcp");
    command.current_dir(scratch.path()).args(["sum", "-c", "-a", "sha256", "-"]);
    let done = command.stdin(input(&list)).output().unwrap();
    assert_eq!((done.status.code(), out(&done).as_str()), (Some(4), "different  t/a\n"));
}

#[test]
fn a_list_in_its_own_tree_names_neither_itself_nor_the_old_one() {
    let scratch = place();
    fs::remove_file(scratch.join("t/link")).unwrap();
    for _ in 0..2 {
        let mut command = program("fcp");
        command.current_dir(scratch.join("t")).args(["sum", "-o", "SUMS", "."]);
        assert_eq!(run(&mut command).status.code(), Some(0));
    }
    let text = fs::read(scratch.join("t/SUMS")).unwrap();
    assert_eq!(text.split_inclusive(|byte| *byte == b'\n').count(), 6);
    assert!(String::from_utf8_lossy(&text).contains("  ./a\n"));
    let mut command = program("fcp");
    command.current_dir(scratch.join("t")).args(["sum", "-c", "SUMS", "--strict-tree", "."]);
    let done = run(&mut command);
    assert_eq!((done.status.code(), out(&done).as_str()), (Some(0), ""), "{}", err(&done));
}

#[test]
fn a_list_never_takes_the_place_of_what_it_lists_or_of_a_whole_one() {
    let scratch = place();
    for output in ["t/a", "./t/../t/a"] {
        let done = at(&scratch, &["sum", "t/a", "-o", output]);
        assert_eq!(done.status.code(), Some(2));
        assert!(err(&done).contains("'t/a' would be replaced by the list"), "{}", err(&done));
    }
    assert_eq!(fs::read(scratch.join("t/a")).unwrap(), b"t/a");
    // More than a step of lines, and less room than that.
    let names = (0..2_000).map(|n| scratch.join(format!("many/{n:0200}")));
    fs::create_dir(scratch.join("many")).unwrap();
    names.for_each(|name| fs::write(name, "x").unwrap());
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let list = mounts.tmpfs("size=128k,mode=755").join("list");
        fs::write(&list, "whole").unwrap();
        let done = at(&scratch, &["sum", "many", "-o", list.to_str().unwrap()]);
        assert_eq!(done.status.code(), Some(1));
        assert!(err(&done).contains("No space left on device"), "{}", err(&done));
        assert_eq!(fs::read_to_string(&list).unwrap(), "whole");
    });
}

#[test]
fn a_signal_ends_a_check_that_waits_for_more_of_its_list() {
    let scratch = place();
    let list = at(&scratch, &["sum", "t/a"]).stdout;
    let mut command = program("fcp");
    command.current_dir(scratch.path()).args(["sum", "--check", "--all", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(&list).unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("t/a"), "{line}");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    until("it ends", || child.try_wait().unwrap().is_some());
    assert_eq!(child.wait().unwrap().signal(), Some(Signal::INT.as_raw()));
    drop(pipe);
}

#[test]
fn json_tells_the_same_and_fits_its_schema() {
    let scratch = place();
    let schema = schemars::schema_for!(SumLine).to_value();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let lines = |done: &Output| -> Vec<Value> {
        let lines = out(done);
        let lines = lines.lines().map(|line| serde_json::from_str(line).unwrap());
        lines.inspect(|line| assert!(validator.is_valid(line), "{line}")).collect()
    };
    let done = at(&scratch, &["sum", "--json", "t", "gone"]);
    assert_eq!((done.status.code(), err(&done).as_str()), (Some(1), ""));
    let told = lines(&done);
    assert_eq!(told[0]["sum"]["algorithm"], "blake3");
    assert_eq!(told[0]["sum"]["hash"].as_str().unwrap().len(), 64);
    assert_eq!(told[5]["path"]["bytes"], "dC9zdWIv/w==");
    assert_eq!(told[6]["error"]["code"], "not_found");
    let totals = told.last().unwrap();
    assert_eq!((&totals["type"], &totals["files"]), (&"totals".into(), &6.into()));
    at(&scratch, &["sum", "-a", "xxh3", "-o", "SUMS", "t"]);
    fs::write(scratch.join("t/a"), "").unwrap();
    let done = at(&scratch, &["sum", "--check", "--json", "SUMS"]);
    let told = lines(&done);
    assert_eq!((told.len(), &told[0]["verdict"]), (2, &"different".into()));
    assert_eq!(told[0]["found"]["hash"], "2d06800538d394c2");
    assert_eq!(told[1]["different"], 1);
}

#[test]
fn what_cannot_be_read_is_told_and_costs_itself_alone() {
    let scratch = place();
    for dir in [scratch.path(), &scratch.join("t")] {
        fs::set_permissions(dir, fs::Permissions::from_mode(0o755)).unwrap();
    }
    fs::set_permissions(scratch.join("t/sub"), fs::Permissions::from_mode(0o000)).unwrap();
    while_nobody(|| {
        let done = at(&scratch, &["sum", "t"]);
        assert_eq!(done.status.code(), Some(1));
        assert_eq!(err(&done), "fcp: cannot open 't/sub': Permission denied\n");
        assert_eq!(done.stdout.split_inclusive(|byte| *byte == b'\n').count(), 4);
    });
    fs::set_permissions(scratch.join("t/sub"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_word_is_a_source_where_it_is_a_file_and_usage_is_explained() {
    let scratch = place();
    fs::write(scratch.join("sum"), "x").unwrap();
    let done = at(&scratch, &["sum", "copy"]);
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(
        err(&done),
        "fcp: an item called 'sum' is here: write fcp ./sum to copy it, or fcp --sum to compute checksums\n"
    );
    assert_eq!(at(&scratch, &["./sum", "copy"]).status.code(), Some(0));
    assert_eq!(at(&scratch, &["--sum", "copy"]).status.code(), Some(0));
    for args in [
        &["--sum"][..],
        &["--sum", "--algorithm=md5", "t"],
        &["--sum", "--strict-tree=t", "t"],
        &["--sum", "--check", "-o", "x", "t"],
        &["--sum", "--exclude=[", "t"],
    ] {
        assert_eq!(at(&scratch, args).status.code(), Some(2), "{args:?}");
    }
    let help = out(&at(&scratch, &["--sum", "--help"]));
    assert!(help.contains("Exit codes: 0 done"), "{help}");
    // What is there stays, and nothing is left beside it.
    let done = at(&scratch, &["--sum", "-o", "t", "copy"]);
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 3);
}

#[test]
fn the_file_manager_computes_and_compares() {
    let home = Home::new();
    home.file("left/abc", "abc");
    home.file("left/folder/x", "x");
    let mut pty = home.start();
    pty.wait_for("abc");
    pty.press_for("*", "2 marked");
    pty.press_until("\x1bk", "Compare with");
    pty.wait_for("6437b3ac38465133ffb63b75273a8db5");
    pty.press_until("\t", "sha256");
    pty.wait_for("ba7816bf8f01cfea414140de5dae2223");
    pty.press_for("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "Equal");
    pty.press_for("0", "Not a checksum");
    pty.press_until("\t", "xxh3");
    pty.wait_for("78af5f94892f3950");
    pty.press_until_gone(ESC, "Compare with");
}
