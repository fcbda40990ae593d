//! Tests of jobs of the queue that are killed or cancelled: no file of the user is lost.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs::{self, File};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use fcp_test_support::{Scratch, program, run, until};

/// Bytes of the file behind which the others wait; at the limit below it takes many seconds.
const FIRST: usize = 8 << 20;

/// A user with a queue, and a job that was killed while it copied its first operand.
struct Interrupted {
    scratch: Scratch,
}

impl Interrupted {
    fn new() -> Self {
        let new = Self { scratch: Scratch::new() };
        for name in ["state", "in", "out"] {
            fs::create_dir(new.at(name)).unwrap();
        }
        fs::write(new.at("in/0first"), vec![1; FIRST]).unwrap();
        new
    }

    fn at(&self, path: &str) -> PathBuf {
        self.scratch.join(path)
    }

    fn file(&self, path: &str, content: &str) -> &Self {
        fs::write(self.at(path), content).unwrap();
        self
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).unwrap()
    }

    fn fcpq(&self) -> Command {
        let mut command = program("fcpq");
        let state = self.at("state");
        command.env("XDG_STATE_HOME", &state).env("XDG_DATA_HOME", &state);
        command.env("HOME", &state).current_dir(self.scratch.path());
        command
    }

    /// Runs a command; gives its code and what it said.
    fn q(&self, args: &[&str]) -> (i32, String) {
        let done = run(self.fcpq().args(args));
        let said = [done.stdout, done.stderr].concat();
        (done.status.code().unwrap(), String::from_utf8(said).unwrap())
    }

    /// Adds a copy and kills the process that runs it; `before` happens after the job has started.
    fn killed(&self, flags: &[&str], names: &[&str], before: impl FnOnce()) -> &Self {
        // Filesystems tell the time by ticks: what is made within one of the start may be later.
        std::thread::sleep(Duration::from_millis(50));
        let limit = ["add", "copy", "-w1", "--limit-rate=1M"];
        let added =
            run(self.fcpq().args(limit).args(flags).arg("in/0first").args(names).arg("out/"));
        assert!(added.status.success(), "{added:?}");
        let mut run = self.fcpq();
        let mut child = run.arg("run").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        until("the job runs", || self.q(&["list", "--json"]).1.contains(r#""stage":"running""#));
        before();
        child.kill().unwrap();
        child.wait().unwrap();
        self
    }

    /// Lets the job end; gives the code and what was said.
    fn finished(&self) -> (i32, String) {
        assert_eq!(self.q(&["limit", "none", "1"]).0, 0);
        self.q(&["run"])
    }
}

#[test]
fn what_a_user_makes_between_two_runs_is_protected_by_the_policy() {
    for (policy, code, there) in [
        ("skip", 0, "theirs"),
        ("fail", 1, "theirs"),
        ("larger", 0, "theirs"),
        ("newer", 0, "theirs"),
        // It may be an edited copy of the first run, which is not the file that was to be replaced.
        ("overwrite", 1, "theirs"),
        ("rename", 0, "theirs"),
        ("different", 0, "source"),
    ] {
        let user = Interrupted::new();
        user.file("in/x", "source");
        let flag = format!("--on-conflict={policy}");
        user.killed(&[&flag], &["in/x"], || {
            user.file("out/x", "theirs");
        });
        let ended = user.finished();
        assert_eq!(user.text("out/x"), there, "{policy}: {ended:?}");
        assert_eq!(ended.0, code, "{policy}: {ended:?}");
        assert_eq!(fs::read(user.at("out/0first")).unwrap(), vec![1; FIRST]);
    }
}

#[test]
fn the_holes_of_what_an_earlier_run_left_are_not_read() {
    let user = Interrupted::new();
    let sparse = |path: &str| {
        let file = File::create(user.at(path)).unwrap();
        file.write_all_at(b"begin", 0).unwrap();
        // To read that at the limit below would take days.
        file.write_all_at(b"end", 1 << 42).unwrap();
    };
    sparse("in/sparse");
    user.killed(&[], &["in/sparse"], || sparse("out/sparse"));
    assert_eq!(user.q(&["limit", "50M", "1"]).0, 0);
    let mut run = user.fcpq();
    let mut run = run.arg("run").stdout(Stdio::null()).spawn().unwrap();
    until("the job has ended", || run.try_wait().unwrap().is_some());
    let (out, size) = (File::open(user.at("out/sparse")).unwrap(), (1 << 42) + 3);
    let mut end = [0; 3];
    out.read_exact_at(&mut end, 1 << 42).unwrap();
    assert_eq!((out.metadata().unwrap().size(), &end), (size, b"end"));
    assert!(user.q(&["list", "--all"]).1.contains("done"));
}

#[test]
fn what_a_user_makes_between_two_runs_is_backed_up() {
    let user = Interrupted::new();
    user.file("in/x", "source");
    user.killed(&["-b"], &["in/x"], || {
        user.file("out/x", "theirs");
    });
    let ended = user.finished();
    assert_eq!(user.text("out/x"), "source", "{ended:?}");
    assert_eq!(user.text("out/x~"), "theirs", "{ended:?}");
}

#[test]
fn what_is_written_in_place_keeps_its_inode_over_runs() {
    let user = Interrupted::new();
    user.file("in/x", "source").file("out/x", "old, and longer");
    fs::hard_link(user.at("out/x"), user.at("out/other")).unwrap();
    let inode = fs::metadata(user.at("out/x")).unwrap().ino();
    user.killed(&["--inplace"], &["in/x"], || {
        // As a run that was killed in the middle of it leaves it.
        File::create(user.at("out/x")).unwrap();
        user.file("out/x", "sou");
    });
    let ended = user.finished();
    assert_eq!(user.text("out/x"), "source", "{ended:?}");
    assert_eq!(fs::metadata(user.at("out/x")).unwrap().ino(), inode);
    assert_eq!(user.text("out/other"), "source");
}

#[test]
fn what_a_user_changes_between_two_runs_is_newer() {
    let user = Interrupted::new();
    user.file("in/x", "source").file("out/x", "old");
    user.killed(&["--inplace", "--on-conflict=newer"], &["in/x"], || {
        user.file("out/x", "edited");
    });
    let ended = user.finished();
    assert_eq!(user.text("out/x"), "edited", "{ended:?}");
}

#[test]
fn a_file_that_may_be_torn_is_not_taken_for_a_file_of_the_user() {
    let user = Interrupted::new();
    user.file("in/x", "source");
    user.killed(&["--on-conflict=skip"], &["in/x"], || {
        // Half a copy of the source as it was.
        user.file("out/x", "sou").file("in/x", "changed");
    });
    let ended = user.finished();
    assert_eq!((ended.0, user.text("out/x").as_str()), (1, "sou"), "{ended:?}");
}

#[test]
fn a_job_that_takes_back_another_keeps_its_place() {
    let user = Interrupted::new();
    user.file("in/x", "source");
    assert_eq!(user.q(&["add", "copy", "in/x", "out/"]).0, 0);
    assert_eq!(user.q(&["run"]).0, 0);
    assert_eq!(user.q(&["add", "--paused", "copy", "out/x", "out/y"]).0, 0);
    assert_eq!(user.q(&["undo", "1"]).0, 0);
    user.q(&["run"]);
    assert_eq!(user.text("out/x"), "source", "it was taken back before it was copied");
    assert_eq!(user.q(&["resume", "2"]).0, 0);
    assert_eq!(user.q(&["run"]).0, 0);
    assert_eq!(user.text("out/y"), "source");
    assert!(!user.at("out/x").exists());
}

#[test]
fn what_exists_is_told_from_source_to_destination() {
    let user = Interrupted::new();
    user.file("in/x", "source").file("out/x", "there");
    assert_eq!(user.q(&["add", "copy", "--on-conflict=fail", "in/x", "out/"]).0, 0);
    let (code, said) = user.q(&["run"]);
    let places = (said.find("cannot copy").unwrap(), said.rfind("in/x'").unwrap());
    assert!(code == 1 && places.0 < places.1 && places.1 < said.rfind("out/x'").unwrap(), "{said}");
}

#[test]
fn a_cancel_of_what_was_killed_leaves_no_part_of_a_file() {
    let user = Interrupted::new();
    user.file("in/torn", "whole").file("in/other", "whole").file("in/done", "whole");
    user.killed(&[], &["in/torn", "in/other", "in/done"], || {
        // What a kill leaves of a small file, of another's, and of one that was not yet reported.
        user.file("out/torn", "who").file("out/other", "wha").file("out/done", "whole");
    });
    assert_eq!(user.q(&["cancel", "1"]).0, 0);
    assert!(!user.at("out/torn").exists(), "a part of a file was left");
    assert_eq!(user.text("out/other"), "wha", "somebody else's file is gone");
    assert_eq!(user.text("out/done"), "whole");
    assert!(!user.at("out/0first").exists());
}
