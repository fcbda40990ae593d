//! Tests of `fmv` from the command line: renames, moves between filesystems, answers, streams, a
//! terminal.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use fcp_engine::event::{Envelope, Event, Op, Outcome, SkipReason};
use fcp_test_support::bin::{clean, input, path_of};
use fcp_test_support::ns::NOBODY;
use fcp_test_support::output::{err, out, sh};
use fcp_test_support::{Kind, Pty, Scratch, as_nobody, program, run, with_mounts};
use rustix::process::{Pid, Signal, kill_process};

mod events;
mod terminal;

#[path = "../rules/mod.rs"]
mod rules;

use rules::{check_stream, events_schema};

/// A little longer than a new question ignores keys.
const REST: Duration = Duration::from_millis(500);

fn fmv_in(directory: &Path, args: &[&str]) -> Output {
    run(program("fmv").current_dir(directory).args(args))
}

/// Files `a` and `b`, directories `d` with `d/f` and `e` with another `e/d/f`.
const TREE: &str = "echo a >a; echo b >b; mkdir -p d/sub e/d; echo f >d/f; echo g >d/sub/g; \
                    echo old >e/d/f; touch -d @1000000000 a d/f";

fn tree() -> Scratch {
    let scratch = Scratch::new();
    sh(scratch.path(), TREE);
    scratch
}

/// Runs a test in the same tree, which has a directory `far` on another filesystem.
fn with_far(test: impl FnOnce(&Path) + Send) {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let here = mounts.directory("here");
        sh(&here, &format!("{TREE}; mkdir far"));
        mounts.bind(&mounts.tmpfs("mode=777"), &here.join("far"));
        test(&here);
    });
}

/// Lists everything below a directory, and what files hold.
fn listing(directory: &Path) -> String {
    let script = "find . -mindepth 1 | sort | while read -r path; do \
                  if [ -f \"$path\" ]; then echo \"$path $(cat \"$path\")\"; else echo \"$path\"; fi; \
                  done";
    out(&run(Command::new("/bin/sh").current_dir(directory).args(["-c", script])))
}

fn text(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_folder_that_takes_nothing_in_keeps_its_mode_and_time() {
    with_far(|here| {
        for to in ["own", "far/own"] {
            sh(
                here,
                &format!(
                    "mkdir -p s {to}; echo x >s/f; chmod 700 s; chmod 555 {to}
                    touch -d @1000000000 {to}; chown -R {NOBODY}:{NOBODY} . {to}"
                ),
            );
            let (from, to) = (here.join("s"), here.join(to));
            let mut command = program("fmv");
            command.arg("-T").args([&from, &to]).env("HOME", here);
            let Some(command) = as_nobody(&mut command) else { return };
            let done = run(command);
            assert_eq!(done.status.code(), Some(1), "{done:?}");
            let meta = fs::metadata(&to).unwrap();
            assert_eq!((meta.mode() & 0o7777, meta.mtime()), (0o555, 1_000_000_000), "{done:?}");
            assert!(from.join("f").exists());
        }
    });
}

#[test]
fn a_move_by_an_ordinary_user_says_what_it_does_not_keep() {
    with_far(|here| {
        let chown =
            |path: &Path| std::os::unix::fs::chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
        for tool in ["fmv", "mv"] {
            let (capable, alien) = (here.join("capable"), here.join("alien"));
            fs::write(&capable, "x").unwrap();
            fs::write(&alien, "y").unwrap();
            chown(here);
            chown(&capable);
            // CAP_NET_RAW, as the kernel keeps it (linux/capability.h).
            let capabilities = [1, 0, 0, 2, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
            let flags = rustix::fs::XattrFlags::empty();
            rustix::fs::setxattr(&capable, "security.capability", &capabilities, flags).unwrap();
            let mut command = clean(Command::new(here.join(tool)));
            if tool == "fmv" {
                command = program("fmv");
            } else {
                std::os::unix::fs::symlink(path_of("fmv"), here.join("mv")).unwrap();
            }
            command.args([&capable, &alien]).arg(here.join("far")).env("HOME", here);
            let Some(command) = as_nobody(&mut command) else { return };
            let done = run(command);
            assert_eq!(done.status.code(), Some(0), "{done:?}");
            let told = err(&done);
            if tool == "fmv" {
                assert_eq!(told.lines().count(), 2, "{told}");
                for what in ["extended attributes of", "owner of"] {
                    assert!(told.contains(&format!("fmv: warning: cannot set {what} '")), "{told}");
                }
            } else {
                // GNU's tells of attributes, and of no owner.
                assert_eq!(told.lines().count(), 1, "{told}");
                assert!(told.starts_with("mv: setting attribute"), "{told}");
            }
            for name in ["capable", "alien"] {
                assert!(!here.join(name).exists() && here.join("far").join(name).exists());
            }
        }
    });
}

#[test]
fn a_move_is_silent_and_keeps_the_inode() {
    let scratch = tree();
    let inode = fs::metadata(scratch.join("d/f")).unwrap().ino();
    let done = fmv_in(scratch.path(), &["d", "new"]);
    let said = (done.status.code(), out(&done), err(&done));
    assert_eq!(said, (Some(0), String::new(), String::new()));
    assert_eq!(fs::metadata(scratch.join("new/f")).unwrap().ino(), inode);
    assert!(!scratch.join("d").exists());
}

#[test]
fn directories_are_merged_and_the_emptied_one_goes() {
    let scratch = tree();
    let done = fmv_in(scratch.path(), &["-v", "d", "e"]);
    let mut told: Vec<String> = out(&done).lines().map(str::to_owned).collect();
    told.sort();
    assert_eq!(told, ["'d' -> 'e/d' (merged)", "'d/f' -> 'e/d/f'", "'d/sub' -> 'e/d/sub'"]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert_eq!(listing(&scratch.join("e")), "./d\n./d/f f\n./d/sub\n./d/sub/g g\n");
    assert!(!scratch.join("d").exists());
}

#[test]
fn what_is_skipped_stays_where_it_is() {
    for flags in [&["-n"][..], &["-u"], &["--update=none"], &["--on-conflict=skip"]] {
        let scratch = tree();
        let done = fmv_in(scratch.path(), &[flags, &["d", "e"]].concat());
        assert_eq!(done.status.code(), Some(0), "{flags:?}: {}", err(&done));
        assert_eq!(listing(&scratch.join("d")), "./f f\n", "{flags:?}");
        assert_eq!(text(scratch.join("e/d/f")), "old\n", "{flags:?}");
        assert_eq!(text(scratch.join("e/d/sub/g")), "g\n", "{flags:?}");
    }
}

#[test]
fn answers_may_be_given_beforehand() {
    let scratch = tree();
    let ran = |args: &[&str]| fmv_in(scratch.path(), args).status.code();
    assert_eq!(ran(&["--on-conflict=fail", "a", "b"]), Some(1));
    assert_eq!(ran(&["--update=none-fail", "a", "b"]), Some(1));
    assert_eq!((text(scratch.join("a")), text(scratch.join("b"))), ("a\n".into(), "b\n".into()));
    assert_eq!(ran(&["--on-conflict=rename", "a", "b"]), Some(0));
    assert_eq!(text(scratch.join("b (1)")), "a\n");
    assert_eq!(ran(&["-n", "-b", "b (1)", "b"]), Some(2));
    assert_eq!(ran(&["-n", "-f", "-b", "b (1)", "b"]), Some(0));
    assert_eq!((text(scratch.join("b")), text(scratch.join("b~"))), ("a\n".into(), "b\n".into()));
    // A directory and a file do not replace each other, but both can be kept.
    assert_eq!(ran(&["-T", "b", "d"]), Some(1));
    assert_eq!(ran(&["-T", "--on-conflict=rename", "b", "d"]), Some(0));
    assert_eq!(text(scratch.join("d (1)")), "a\n");
}

#[test]
fn another_filesystem_gets_all_of_it() {
    with_far(|here| {
        sh(here, "chmod 640 d/f; ln d/f d/link; ln -s nowhere d/dangling; mkfifo d/pipe");
        let done =
            fmv_in(here, &["--verify", "--durability=file", "--progress=always", "d", "far"]);
        assert_eq!(done.status.code(), Some(0), "{}", err(&done));
        let told = err(&done);
        assert!(told.starts_with("Moved 7 items, "), "{told}");
        assert!(told.contains("verified"), "{told}");
        assert!(!here.join("d").exists());
        let there = fs::metadata(here.join("far/d/f")).unwrap();
        assert_eq!((there.mode() & 0o7777, there.mtime()), (0o640, 1_000_000_000));
        assert_eq!(there.ino(), fs::metadata(here.join("far/d/link")).unwrap().ino());
        assert_eq!(fs::read_link(here.join("far/d/dangling")).unwrap(), Path::new("nowhere"));
    });
}

#[test]
fn no_copy_fails_instead_and_says_what_would_help() {
    with_far(|here| {
        let done = fmv_in(here, &["--no-copy", "a", "d", "far"]);
        assert_eq!(done.status.code(), Some(1));
        let told = err(&done);
        assert!(told.contains("fmv: cannot move 'a' to 'far/a': Invalid cross-device link\n"));
        assert!(told.contains("  without --no-copy it is copied there"), "{told}");
        assert_eq!(text(here.join("a")), "a\n");
        assert_eq!(listing(&here.join("far")), "");
    });
}

#[test]
fn filters_leave_the_rest_behind() {
    for far in [false, true] {
        with_far(|here| {
            let target = if far { "far" } else { "new" };
            sh(here, "mkdir -p new; touch d/x.o d/sub/y.o");
            let done = fmv_in(here, &["--exclude=*.o", "d", target]);
            assert_eq!(done.status.code(), Some(0), "{}", err(&done));
            assert_eq!(listing(&here.join("d")), "./sub\n./sub/y.o \n./x.o \n");
            assert_eq!(listing(&here.join(target)), "./d\n./d/f f\n./d/sub\n./d/sub/g g\n");
        });
    }
}

#[test]
fn names_change_places() {
    let scratch = tree();
    let done = fmv_in(scratch.path(), &["-v", "--exchange", "-T", "a", "d"]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert_eq!(out(&done), "'a' <-> 'd'\n");
    assert_eq!((text(scratch.join("d")), text(scratch.join("a/f"))), ("a\n".into(), "f\n".into()));
    let done = fmv_in(scratch.path(), &["--exchange", "-n", "a", "b"]);
    assert_eq!(done.status.code(), Some(0));
    assert_eq!(text(scratch.join("b")), "b\n");
    let done = fmv_in(scratch.path(), &["--exchange", "b", "new"]);
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(err(&done), "fmv: cannot exchange 'b' and 'new': No such file or directory\n");
}

#[test]
fn a_dry_run_tells_renames_from_copies_and_changes_nothing() {
    with_far(|here| {
        let before = listing(here);
        let told = |args: &[&str]| {
            let done = fmv_in(here, &[&["--dry-run"], args].concat());
            assert_eq!(done.status.code(), Some(0), "{}", err(&done));
            out(&done)
        };
        let free = "Space       none needed: everything stays on its filesystem\n";
        assert_eq!(told(&["a", "b", "d/sub"]), format!("To move     2 items by rename\n{free}"));
        assert_eq!(
            told(&["d", "e"]),
            format!(
                "To move     2 items by rename, 1 folder merged\n{free}\
                 Conflicts   1 file exists; it will be replaced\n\
                 Conflicts   1 folder exists; its contents will be merged\n"
            )
        );
        let copied = told(&["a", "d", "far"]);
        assert!(copied.starts_with("To move     3 files in 2 folders, 6 B\n"), "{copied}");
        assert!(copied.contains("Space       6 B needed"), "{copied}");
        assert_eq!(listing(here), before);
    });
}

#[test]
fn a_dry_run_knows_that_no_rename_leads_from_mount_to_mount() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let here = mounts.directory("here");
        sh(&here, &format!("{TREE}; mkdir again"));
        mounts.bind(&here, &here.join("again"));
        let done = fmv_in(&here, &["--dry-run", "a", "again/e"]);
        assert!(out(&done).starts_with("To move     1 file in 0 folders, 2 B\n"), "{done:?}");
        let done = fmv_in(&here, &["--dry-run", "again/a", "again/e"]);
        assert!(out(&done).starts_with("To move     1 item by rename\n"), "{done:?}");
    });
}

#[test]
fn wildcards_and_lists_name_sources() {
    let scratch = tree();
    let done = fmv_in(scratch.path(), &["-g", "[ab]", "d"]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert!(scratch.join("d/a").exists() && scratch.join("d/b").exists());
    let mut listed = program("fmv");
    listed.current_dir(scratch.path()).args(["--files0-from=-", "-t", "e"]);
    listed.stdin(input(b"d/a\0d/b\0"));
    assert_eq!(run(&mut listed).status.code(), Some(0));
    assert!(scratch.join("e/a").exists() && scratch.join("e/b").exists());
}

#[test]
fn help_is_grouped_and_names_every_flag() {
    let help = out(&run(program("fmv").arg("--help")));
    for heading in ["Filters:", "Conflicts:", "Performance:", "Output:"] {
        assert!(help.contains(heading), "{heading}");
    }
    for flag in [
        "--exchange",
        "--no-copy",
        "--update[=<WHICH>]",
        "-w, --workers",
        "--on-conflict",
        "[possible values: batch, file]",
        "--resume",
        "Exit codes: 0 done, 1 some items failed",
        "Under the name mv",
    ] {
        assert!(help.contains(flag), "{flag}\n{help}");
    }
    // Not a word of what a move has no use for.
    for flag in ["--recursive", "--dereference", "--parents", "--preserve"] {
        assert!(!help.contains(flag), "{flag}\n{help}");
    }
}

#[test]
fn mistakes_exit_with_2_and_say_what_is_meant() {
    let scratch = tree();
    for (args, told) in [
        (&["--exchnge", "a", "z"][..], "'--exchange'"),
        (&["--durability=none", "a", "z"], "batch"),
        (&["--recursive", "a", "z"], "unknown option '--recursive'"),
        (&["a"], "fmv: missing destination file operand after 'a'"),
        (&["a", "b", "nowhere"], "fmv: target 'nowhere': No such file or directory"),
        (&["-b", "--exchange", "a", "b"], "cannot combine --backup with --exchange"),
        (&["-i", "a", "b"], "there is no terminal to ask on"),
    ] {
        let done = fmv_in(scratch.path(), args);
        assert_eq!(done.status.code(), Some(2), "{args:?}");
        assert!(err(&done).contains(told), "{args:?}: {}", err(&done));
    }
    assert_eq!(text(scratch.join("a")), "a\n");
}

#[test]
fn the_program_is_what_its_name_says() {
    let scratch = tree();
    let linked = |to: &str, name: &str, args: &[&str]| {
        let link = scratch.join(name);
        std::os::unix::fs::symlink(path_of(to), &link).unwrap();
        run(clean(Command::new(link)).current_dir(scratch.path()).args(args))
    };
    assert_eq!(err(&linked("fcp", "mv", &["-n"])).lines().next(), Some("mv: missing file operand"));
    assert_eq!(err(&linked("frm", "fmv", &["a"])).split(' ').next(), Some("fmv:"));
    assert!(out(&linked("fmv", "cp", &["--help"])).starts_with("Usage: cp "));
    assert!(out(&linked("fcp-tui", "fcpq", &["--help"])).contains("queue"));
    assert!(out(&linked("fmv", "anything", &["--help"])).starts_with("Shows two folders"));
    assert!(out(&linked("fmv", "rm", &["--version"])).starts_with("rm (fcp "));
}

#[test]
fn one_command_gives_the_program_its_names() {
    let scratch = Scratch::new();
    let folder = scratch.join("bin");
    let install = || run(program("fcp-tui").arg("--install-links").arg(&folder));
    let done = install();
    assert_eq!(done.status.code(), Some(3));
    assert_eq!(err(&done), format!("fcp-tui: {}: No such file or directory\n", folder.display()));

    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("frm"), "mine").unwrap();
    let done = install();
    assert_eq!(done.status.code(), Some(1));
    let taken =
        format!("fcp-tui: {}/frm: another file has this name; remove it first\n", folder.display());
    assert_eq!(err(&done), taken);
    assert_eq!(text(folder.join("frm")), "mine");

    fs::remove_file(folder.join("frm")).unwrap();
    let done = install();
    assert!(done.status.success(), "{done:?}");
    assert!(out(&done).ends_with(" is not in PATH; add it there to start the programs by name\n"));
    for name in ["fcp", "fmv", "frm", "fcpq", "fcp-tui"] {
        let done = run(clean(Command::new(folder.join(name))).arg("--version"));
        assert!(out(&done).starts_with(&format!("{name} ")), "{done:?}");
    }
    // Once more with the folder in PATH: nothing is left to say.
    let done = run(program("fcp-tui").arg("--install-links").arg(&folder).env("PATH", &folder));
    assert_eq!(out(&done).lines().count(), 5, "{done:?}");
}
