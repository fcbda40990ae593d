//! Tests of `fcpq` from a script: jobs are added, changed, answered, waited for and run.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]
#![allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use fcp_engine::event::{Envelope, Event, Outcome, Phase, Question};
use fcp_engine::queue::{QueuedJob, Settings, Stage};
use fcp_engine::spec::{Destination, Verb};
use fcp_test_support::bin::{path_of, program};
use fcp_test_support::{Pty, Scratch, run, until};
use rustix::process::{Pid, Signal, kill_process};

mod rules;
use rules::check_stream;

/// A user with a queue of their own, and a directory to work in.
struct User {
    scratch: Scratch,
}

impl User {
    fn new() -> Self {
        let user = Self { scratch: Scratch::new() };
        for name in ["home", "state", "w"] {
            fs::create_dir(user.scratch.join(name)).unwrap();
        }
        user
    }

    fn at(&self, path: &str) -> PathBuf {
        self.scratch.join("w").join(path)
    }

    fn file(&self, path: &str, content: &[u8]) -> &Self {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), content).unwrap();
        self
    }

    fn dir(&self, path: &str) -> &Self {
        fs::create_dir_all(self.at(path)).unwrap();
        self
    }

    fn command(&self, name: &str, args: &[&str]) -> Command {
        let mut command = program(name);
        command.args(args).current_dir(self.scratch.join("w"));
        command.env("HOME", self.scratch.join("home"));
        command.env("XDG_STATE_HOME", self.scratch.join("state"));
        command
    }

    /// Runs a command, and gives code, output and complaints.
    fn told(&self, name: &str, args: &[&str]) -> (i32, String, String) {
        let done = run(&mut self.command(name, args));
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (done.status.code().unwrap_or(-1), text(done.stdout), text(done.stderr))
    }

    /// Runs a command that must succeed in silence, but for its output.
    #[track_caller]
    fn q(&self, args: &[&str]) -> String {
        let (code, out, err) = self.told("fcpq", args);
        assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
        out
    }

    #[track_caller]
    fn add(&self, args: &[&str]) -> u64 {
        self.q(&[&["add"], args].concat()).trim().parse().unwrap()
    }

    fn list(&self, args: &[&str]) -> Vec<QueuedJob> {
        parsed(&self.q(&[&["list", "--json"], args].concat()))
    }

    /// The open jobs in their order.
    fn order(&self) -> Vec<u64> {
        self.list(&[]).iter().map(|job| job.job).collect()
    }

    fn job(&self, job: u64) -> QueuedJob {
        self.list(&["--all"]).into_iter().find(|it| it.job == job).unwrap()
    }

    /// Starts a command whose stream of events can be read.
    fn stream(&self, args: &[&str]) -> Stream {
        let mut child = self
            .command("fcpq", args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Stream { child, lines, heard: Vec::new() }
    }
}

fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Vec<T> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A process that tells events; killed when dropped.
struct Stream {
    child: Child,
    lines: BufReader<ChildStdout>,
    heard: Vec<Envelope>,
}

impl Stream {
    fn next(&mut self) -> Option<&Envelope> {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        if line.is_empty() {
            return None;
        }
        self.heard.push(serde_json::from_str(&line).unwrap());
        self.heard.last()
    }

    /// Waits for an event.
    fn hear<T>(&mut self, wanted: impl Fn(&Event) -> Option<T>) -> T {
        loop {
            let Some(envelope) = self.next() else { panic!("it ended: {:#?}", self.heard) };
            if let Some(found) = wanted(&envelope.event) {
                return found;
            }
        }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for the end, and gives all events, what was complained of, and the code or the signal.
    fn end(mut self) -> (Vec<Envelope>, String, i32) {
        while self.next().is_some() {}
        let mut err = String::new();
        let mut pipe = self.child.stderr.take().unwrap();
        std::io::Read::read_to_string(&mut pipe, &mut err).unwrap();
        let status = self.child.wait().unwrap();
        let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap();
        (std::mem::take(&mut self.heard), err, code)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // It may have ended long ago, which is just as well.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn is_over(job: u64) -> impl Fn(&Event) -> Option<()> {
    move |event| matches!(event, Event::JobSummary { job: it, .. } if *it == job).then_some(())
}

#[test]
fn a_job_is_added_and_listed() {
    let user = User::new();
    user.file("a", b"1").dir("d");
    assert_eq!(user.q(&[]), "");
    let job = user.add(&["copy", "-a", "a", "d"]);
    let other: QueuedJob =
        parsed(&user.q(&["add", "--json", "--paused", "move", "a", "d/b"])).remove(0);
    assert!(other.paused);
    let jobs = user.list(&[]);
    assert_eq!(jobs.iter().map(|job| job.job).collect::<Vec<_>>(), [job, other.job]);
    assert_eq!((jobs[0].verb, jobs[0].stage, jobs[0].paused), (Verb::Copy, Stage::Waiting, false));
    assert_eq!(jobs[0].sources[0].0, user.at("a"));
    assert_eq!(jobs[0].destination, Some(Destination::Into(user.at("d").into())));
    assert_eq!(jobs[1].destination, Some(Destination::As(user.at("d/b").into())));
    let table = user.q(&[]);
    let head = table.lines().next().unwrap();
    assert!(head.starts_with("Job  State"), "{table}");
    assert!(table.contains("queued") && table.contains("paused"), "{table}");
    assert!(table.contains(user.at("d/b").to_str().unwrap()) && !table.contains('\x1b'), "{table}");
    let whole: serde_json::Value =
        serde_json::from_str(&user.q(&["show", "--json", &job.to_string()])).unwrap();
    assert_eq!(whole["spec"]["options"]["preserve"]["ownership"], true);
    assert_eq!(whole["job"], job);
}

#[test]
fn the_programs_add_instead_of_running() {
    let user = User::new();
    user.file("a", b"1").dir("d");
    let (code, out, err) = user.told("fcp", &["--queue", "a", "d"]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "1\n", ""));
    let (_, out, _) = user.told("fmv", &["--queue=first", "--json", "a", "d"]);
    let moves: QueuedJob = parsed(&out).remove(0);
    assert_eq!(moves.verb, Verb::Move);
    user.told("frm", &["--queue=paused", "a"]);
    user.told("frm", &["--queue=now", "--trash", "a"]);
    let jobs = user.list(&[]);
    let verbs: Vec<_> = jobs.iter().map(|job| job.verb).collect();
    assert_eq!(verbs, [Verb::Move, Verb::Copy, Verb::Delete, Verb::Trash]);
    assert!(jobs[2].paused && jobs[3].now);
    assert!(user.at("a").exists() && !user.at("d/a").exists());
    // Who is asked about something answers in the queue.
    assert_eq!(user.told("fcp", &["--queue", "-i", "a", "d"]).0, 0);
    // Scripts that mean GNU's programs do not know of it.
    for (name, gnu) in [("fcp", "cp"), ("fmv", "mv"), ("frm", "rm")] {
        let done = run(user.command(name, &["--queue", "a", "d"]).arg0(gnu));
        let err = String::from_utf8(done.stderr).unwrap();
        assert!(err.starts_with(&format!("{gnu}: unrecognized option '--queue'")), "{err}");
    }
}

#[test]
fn what_makes_no_sense_in_a_queue_is_refused() {
    let user = User::new();
    user.file("a", b"1").dir("d");
    for (name, args) in [
        ("fcp", &["--queue", "--dry-run", "a", "d"][..]),
        ("fcp", &["--queue", "--json", "--control", "a", "d"]),
        ("fcp", &["--queue", "/dev/stdin", "d"]),
        ("fcp", &["--queue", "a", "-"]),
        ("frm", &["--queue", "--trash-list"]),
        ("fcpq", &["add", "copy", "a"]),
        ("fcpq", &["add", "copy", "a", "/dev/fd/1"]),
        ("fcpq", &["pause"]),
        ("fcpq", &["pause", "x"]),
        ("fcpq", &["show", "7"]),
        ("fcpq", &["wait", "7"]),
        ("fcpq", &["wait", "--timeout", "-1", "1"]),
        ("fcpq", &["answer", "7", "all", "newer"]),
        ("fcpq", &["limit", "fast"]),
        ("fcpq", &["hold", "1"]),
    ] {
        let (code, out, err) = user.told(name, args);
        assert_eq!((code, out.as_str()), (2, ""), "{name} {args:?}: {err}");
        assert!(!err.is_empty() && err.lines().next().unwrap().contains(": "), "{err}");
    }
    assert!(user.order().is_empty());
    let (_, _, err) = user.told("fcpq", &["show", "7"]);
    assert_eq!(err, "fcpq: there is no job 7; 'fcpq list --all' shows all jobs\n");
}

#[test]
fn a_delete_does_not_take_the_directory_it_was_added_in() {
    let user = User::new();
    user.file("d/s/a", b"1");
    for (path, code) in [("../s", 2), ("../../d", 2), (".", 2), ("a", 0)] {
        let mut frm = user.command("frm", &["-r", "--queue", path]);
        let done = run(frm.current_dir(user.at("d/s")));
        assert_eq!(done.status.code(), Some(code), "{path}: {done:?}");
    }
    user.q(&["run"]);
    assert!(user.at("d/s").exists() && !user.at("d/s/a").exists());
}

#[test]
fn jobs_change_places() {
    let user = User::new();
    user.file("a", b"1").dir("d");
    for _ in 1..=5 {
        user.add(&["copy", "a", "d"]);
    }
    assert_eq!(user.order(), [1, 2, 3, 4, 5]);
    user.q(&["up", "3"]);
    assert_eq!(user.order(), [1, 3, 2, 4, 5]);
    user.q(&["down", "1"]);
    assert_eq!(user.order(), [3, 1, 2, 4, 5]);
    user.q(&["first", "4", "5"]);
    assert_eq!(user.order(), [4, 5, 3, 1, 2]);
    user.q(&["last", "5", "3"]);
    assert_eq!(user.order(), [4, 1, 2, 5, 3]);
    user.q(&["up", "5", "2"]);
    assert_eq!(user.order(), [4, 2, 5, 1, 3]);
    user.q(&["down", "4", "2"]);
    assert_eq!(user.order(), [5, 4, 2, 1, 3]);
    assert_eq!(user.add(&["--first", "copy", "a", "d"]), 6);
    assert_eq!(user.order()[0], 6);
    user.q(&["hold", "5", "--after", "3"]);
    assert_eq!(user.job(5).after, Some(3));
    let (code, _, err) = user.told("fcpq", &["hold", "3", "--after", "5"]);
    assert_eq!((code, err.as_str()), (3, "fcpq: job 3 would wait for itself\n"));
    user.q(&["hold", "5", "--none"]);
    assert_eq!(user.job(5).after, None);
    user.q(&["start", "2"]);
    assert!(user.job(2).now);
}

#[test]
fn waiting_jobs_are_paused_resumed_and_cancelled() {
    let user = User::new();
    user.file("a", b"1").dir("d");
    for _ in 1..=3 {
        user.add(&["copy", "a", "d"]);
    }
    user.q(&["pause", "1", "2"]);
    user.q(&["pause", "1"]);
    assert_eq!([1, 2, 3].map(|job| user.job(job).paused), [true, true, false]);
    let changed: Vec<QueuedJob> = parsed(&user.q(&["resume", "--all", "--json"]));
    assert_eq!(changed.iter().map(|job| job.job).collect::<Vec<_>>(), [1, 2]);
    assert!(!user.job(1).paused);
    // One that is not there does not stop the others.
    let (code, out, err) = user.told("fcpq", &["cancel", "9", "2"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("fcpq: there is no job 9;"), "{err}");
    assert_eq!(user.job(2).summary.unwrap().outcome, Outcome::Cancelled);
    user.q(&["cancel", "2"]);
    user.q(&["cancel", "--all"]);
    assert!(user.order().is_empty());
    assert_eq!(user.told("fcpq", &["wait", "1"]).0, 130);
    assert_eq!(user.q(&["clear", "--json", "2"]).lines().count(), 1);
    assert_eq!(user.list(&["--all"]).len(), 2);
    user.q(&["clear"]);
    assert_eq!(user.list(&["--all"]).len(), 0);
}

#[test]
fn settings_are_kept() {
    let user = User::new();
    user.file("a", b"1").dir("d");
    let settings = || parsed::<Settings>(&user.q(&["mode", "--json"])).remove(0);
    assert_eq!(settings(), Settings::default());
    user.q(&["mode", "one"]);
    user.q(&["limit", "20M"]);
    assert_eq!(settings().limit_rate, Some(20 << 20));
    assert!(user.q(&["mode"]).starts_with("Mode    one "));
    user.q(&["limit", "none"]);
    assert_eq!(settings().limit_rate, None);
    let job = user.add(&["copy", "a", "d"]).to_string();
    user.q(&["limit", "1k", &job]);
    assert_eq!(user.job(1).limit_rate, Some(1024));
}

#[test]
fn a_run_works_the_queue_off() {
    let user = User::new();
    user.file("a", b"1").file("b", b"2").dir("d");
    user.add(&["copy", "a", "d"]);
    user.add(&["--paused", "copy", "b", "d"]);
    user.add(&["--after", "2", "copy", "b", "d/c"]);
    let (events, err, code) = user.stream(&["run", "--json"]).end();
    assert_eq!(code, 3, "not all could start");
    assert_eq!(err, "fcpq: job 3 did not run: it starts after job 2 (paused) has finished\n");
    check_stream("run", &events);
    assert!(user.at("d/a").exists() && !user.at("d/b").exists());
    assert_eq!(user.order(), [2, 3], "what cannot start stays");
    user.q(&["resume", "2"]);
    let out = user.q(&["run"]);
    assert!(out.contains("job 3: copied 1 item"), "{out}");
    assert!(user.at("d/b").exists() && user.at("d/c").exists());
    assert!(user.order().is_empty());
    let waited = user.q(&["wait", "1", "2", "3"]);
    assert_eq!(waited.lines().count(), 3);
    assert!(waited.starts_with("Job 1: copied 1 item, 1 B in "), "{waited}");
}

#[test]
fn what_failed_is_told_and_done_again() {
    let user = User::new();
    user.file("a", b"1").dir("d");
    user.add(&["copy", "a", "nope", "d"]);
    assert_eq!(user.told("fcpq", &["run"]).0, 1);
    let (code, out, _) = user.told("fcpq", &["wait", "1"]);
    assert_eq!(code, 1);
    assert!(out.contains("1 failed"), "{out}");
    let nope = user.at("nope");
    let nope = nope.to_str().unwrap();
    let log = user.q(&["log", "1", "--failed"]);
    assert!(log.ends_with(&format!("cannot stat '{nope}': No such file or directory\n")), "{log}");
    assert_eq!(user.q(&["log", "1", "--failed", "-0"]), format!("{nope}\0"));
    assert_eq!(user.q(&["log", "1", "--skipped"]), "");
    let log: Vec<Envelope> = parsed(&user.q(&["log", "1", "--json"]));
    assert!(matches!(log.last().unwrap().event, Event::JobSummary { .. }));
    assert!(user.q(&["show", "1"]).contains("✗ 1 item failed"));
    user.file("nope", b"2");
    assert_eq!(user.q(&["retry", "1"]), "2\n");
    assert_eq!(user.told("fcpq", &["run"]).0, 0);
    assert_eq!(fs::read(user.at("d/nope")).unwrap(), b"2");
    assert_eq!(user.job(2).summary.unwrap().done, 1);
    let (code, _, err) = user.told("fcpq", &["retry", "2"]);
    assert_eq!(code, 3);
    assert!(err.starts_with("fcpq: nothing failed in job 2;"), "{err}");
    assert_eq!(user.q(&["again", "2"]), "3\n");
    assert_eq!(user.q(&["retry", "--all"]), "4\n");
}

#[test]
fn a_job_is_taken_back() {
    let user = User::new();
    user.file("a", b"1").dir("d");
    user.add(&["move", "a", "d"]);
    user.q(&["run"]);
    assert!(user.at("d/a").exists());
    assert_eq!(user.q(&["undo", "1"]), "2\n");
    user.q(&["run"]);
    assert!(user.at("a").exists() && !user.at("d/a").exists());
}

#[test]
fn a_copy_is_verified_once_more() {
    let user = User::new();
    user.file("src/a", b"one").file("src/sub/b", b"two").file("src/c.o", b"three");
    user.add(&["copy", "-a", "--exclude", "*.o", "src", "copied"]);
    user.add(&["--paused", "copy", "src/a", "other"]);
    let (code, _, err) = user.told("fcpq", &["verify", "2"]);
    assert_eq!(code, 3);
    assert!(err.starts_with("fcpq: job 2 has not finished yet"), "{err}");
    user.q(&["run"]);
    assert_eq!(user.q(&["verify", "1"]), "3\n");
    let json = parsed::<QueuedJob>(&user.q(&["verify", "--json", "1"]));
    assert_eq!((json[0].job, json[0].verb), (4, Verb::Verify));
    user.q(&["run"]);
    assert_eq!(user.told("fcpq", &["wait", "3", "4"]).0, 0);
    assert_eq!(user.job(3).summary.unwrap().done, 4);
    assert!(user.q(&["show", "3"]).contains("Verify"));
    assert!(!user.at("copied/c.o").exists());

    user.file("copied/sub/b", b"two!");
    fs::remove_file(user.at("copied/a")).unwrap();
    assert_eq!(user.q(&["verify", "1"]), "5\n");
    assert_eq!(user.told("fcpq", &["run"]).0, 4);
    assert_eq!(user.told("fcpq", &["wait", "5"]).0, 4);
    let named = user.q(&["log", "5", "--failed", "-0"]);
    let mut named: Vec<_> = named.split_terminator('\0').collect();
    named.sort_unstable();
    assert_eq!(
        named,
        ["src/a", "src/sub/b"].map(|name| user.at(name)).map(|it| it.to_str().unwrap().to_owned())
    );
    let log = user.q(&["log", "5"]);
    assert!(log.contains("the copy differs from the source"), "{log}");
    assert!(log.contains("verified 2 items"), "{log}");
    assert!(!user.at("copied/a").exists(), "it only looks");

    // Only what failed is compared again, and there is nothing to take back.
    user.file("copied/a", b"one").file("copied/sub/b", b"two");
    assert_eq!(user.q(&["retry", "5"]), "6\n");
    user.q(&["run"]);
    let summary = user.job(6).summary.unwrap();
    assert_eq!((summary.outcome, summary.failed, summary.bytes), (Outcome::Completed, 0, 6));
    for (command, job) in [("undo", "6"), ("verify", "6")] {
        let (code, _, err) = user.told("fcpq", &[command, job]);
        assert_eq!(code, 3, "{command}: {err}");
    }
}

#[test]
fn a_verification_is_added_as_the_copy_was() {
    let user = User::new();
    user.file("src/a", b"one").dir("d");
    user.add(&["copy", "src", "d"]);
    user.add(&["verify", "src", "d"]);
    user.add(&["copy", "src", "new"]);
    user.q(&["run"]);
    // The name is taken now, so it must be said that it is meant.
    user.add(&["verify", "-T", "src", "new"]);
    user.add(&["verify", "src", "new"]);
    assert_eq!(user.told("fcpq", &["run"]).0, 4);
    let codes = ["2", "4", "5"].map(|job| user.told("fcpq", &["wait", job]).0);
    assert_eq!(codes, [0, 0, 4]);
    let (code, _, err) = user.told("fcpq", &["add", "verify", "-s", "src", "d"]);
    assert_eq!(code, 3, "{err}");
    let log = user.q(&["log", "2"]);
    assert!(log.contains("verify '") && log.contains(" against '"), "{log}");
}

#[test]
fn waiting_says_why_it_takes_long_and_how_long_it_may() {
    let user = User::new();
    user.file("a", b"1").dir("d");
    user.add(&["copy", "a", "d"]);
    user.add(&["--paused", "copy", "a", "d"]);
    let (code, out, err) = user.told("fcpq", &["wait", "1", "2", "--timeout", "0.1"]);
    assert_eq!((code, out.as_str()), (124, ""));
    assert!(err.contains("the queue is not running") && err.contains("job 2 is paused"), "{err}");
    assert_eq!(err.lines().count(), 2, "{err}");
}

/// A copy that asks about two files and a folder.
fn asking(user: &User) -> (Stream, Vec<Question>) {
    user.file("s/x", b"new").file("s/y", b"new").file("d/s/x", b"old").file("d/s/y", b"old");
    user.add(&["copy", "--on-conflict=ask", "s", "d"]);
    let mut runs = user.stream(&["run", "--json"]);
    for _ in 0..2 {
        runs.hear(|event| matches!(event, Event::QuestionAsked { .. }).then_some(()));
    }
    // The process that runs the job tells itself first, and then the queue.
    let mut open: Vec<Question> = Vec::new();
    until("the queue knows both questions", || {
        open = parsed(&user.q(&["answer", "1", "--json"]));
        open.len() == 2
    });
    (runs, open)
}

#[test]
fn questions_are_answered_from_elsewhere() {
    let user = User::new();
    let (runs, open) = asking(&user);
    let shown = user.q(&["answer", "1"]);
    assert!(shown.contains("Incoming") && shown.contains("d/s/x"), "{shown}");
    let number = (open[0].id & 0xff_ffff).to_string();
    let (code, _, err) = user.told("fcpq", &["answer", "1", "all", "merge"]);
    assert_eq!(code, 2);
    assert!(err.contains("'merge' fits none"), "{err}");
    let (code, _, err) = user.told("fcpq", &["answer", "1", "999", "skip"]);
    assert_eq!(code, 2);
    assert!(err.contains("no open question 999"), "{err}");
    assert_eq!(user.q(&["answer", "1", &number, "skip"]), "Answered 1 question: skip\n");
    let (code, out, err) = user.told("fcpq", &["answer", "1", "all", "overwrite"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("Answered ") && out.ends_with(": replace\n"), "{out}");
    let (events, _, code) = runs.end();
    assert_eq!(code, 0);
    check_stream("answers", &events);
    let kept = ["x", "y"].map(|name| fs::read(user.at("d/s").join(name)).unwrap());
    assert_eq!(kept.iter().filter(|content| *content == b"old").count(), 1);
}

#[test]
fn all_questions_are_answered_at_once() {
    let user = User::new();
    let (runs, _) = asking(&user);
    assert_eq!(user.q(&["answer", "1", "all", "rename={stem}-{n}{ext}"]).lines().count(), 1);
    assert_eq!(runs.end().2, 0);
    assert!(user.at("d/s/x-1").exists() && user.at("d/s/y-1").exists());
    let (code, _, err) = user.told("fcpq", &["answer", "1", "all", "newer"]);
    assert_eq!((code, err.as_str()), (2, "fcpq: job 1 has no open questions\n"));
}

#[test]
fn a_job_that_asks_goes_back_and_asks_again() {
    let user = User::new();
    let (runs, open) = asking(&user);
    runs.signal(Signal::INT);
    let (events, _, code) = runs.end();
    assert_eq!(code, 130);
    let asked = |event: &Envelope| matches!(event.event, Event::QuestionAsked { .. });
    let answered = |event: &Envelope| matches!(event.event, Event::QuestionAnswered { .. });
    let count = |of: &dyn Fn(&Envelope) -> bool| events.iter().filter(|event| of(event)).count();
    assert_eq!((count(&asked), count(&answered)), (2, 2), "nobody can answer them any more");
    let (code, _, err) = user.told("fcpq", &["answer", "1", "all", "skip"]);
    assert_eq!((code, err.as_str()), (2, "fcpq: job 1 has no open questions\n"));
    let mut runs = user.stream(&["run", "--json"]);
    for _ in 0..2 {
        let again = |event: &Event| match event {
            Event::QuestionAsked { question, .. } => Some(question.id),
            _ => None,
        };
        let id = runs.hear(again);
        assert!(open.iter().all(|old| old.id != id), "the numbers are new");
    }
    while user.told("fcpq", &["answer", "1", "all", "overwrite"]).0 != 0 {}
    assert_eq!(runs.end().2, 0);
    assert_eq!(fs::read(user.at("d/s/x")).unwrap(), b"new");
}

#[test]
fn whoever_watches_hears_of_all_processes() {
    let user = User::new();
    user.file("a", b"1").dir("d");
    let mut watch = user.stream(&["watch", "--json"]);
    watch.hear(|event| matches!(event, Event::Hello { .. }).then_some(()));
    let job = user.add(&["copy", "a", "nope", "d"]);
    watch.hear(|event| matches!(event, Event::JobQueued { .. }).then_some(()));
    assert_eq!(user.told("fcpq", &["run"]).0, 1);
    watch.hear(is_over(job));
    watch.signal(Signal::INT);
    let (events, err, code) = watch.end();
    assert_eq!((code, err.as_str()), (130, ""));
    check_stream("watch", &events);
}

#[test]
fn a_signal_leaves_the_jobs_in_the_queue() {
    let user = User::new();
    user.file("big", &vec![7; 4 << 20]).dir("d");
    let job = user.add(&["copy", "--limit-rate=64k", "big", "d"]);
    let mut runs = user.stream(&["run", "--json"]);
    runs.hear(|event| {
        matches!(event, Event::Progress { progress, .. } if progress.bytes_done > 0).then_some(())
    });
    assert_eq!(user.job(job).stage, Stage::Running);
    runs.signal(Signal::TERM);
    let (events, err, code) = runs.end();
    assert_eq!(code, 143);
    assert_eq!(err, "fcpq: 1 job is left in the queue; 'fcpq run' continues\n");
    assert!(matches!(events.last().unwrap().event, Event::Bye { exit: 143 }));
    let left = user.job(job);
    assert_eq!((left.stage, left.interrupted), (Stage::Waiting, true));
    user.q(&["limit", "none", &job.to_string()]);
    assert_eq!(user.told("fcpq", &["run"]).0, 0);
    // Events that describe the earlier run to a new subscriber are not logged a second time.
    let log: Vec<Envelope> = parsed(&user.q(&["log", "--json", &job.to_string()]));
    let count = |of: &dyn Fn(&Event) -> bool| log.iter().filter(|it| of(&it.event)).count();
    assert_eq!(count(&|event| matches!(event, Event::JobStarted { .. })), 2);
    assert_eq!(count(&|event| matches!(event, Event::JobPhase { phase: Phase::Queued, .. })), 1);
    assert_eq!(fs::read(user.at("d/big")).unwrap(), vec![7; 4 << 20]);
}

#[test]
fn a_process_that_is_killed_leaves_its_job_to_the_next() {
    let user = User::new();
    user.file("big", &vec![7; 4 << 20]).dir("d");
    let job = user.add(&["copy", "--limit-rate=64k", "big", "d"]);
    let mut runs = user.stream(&["run", "--json"]);
    runs.hear(|event| matches!(event, Event::JobStarted { .. }).then_some(()));
    runs.signal(Signal::KILL);
    assert_eq!(runs.end().2, 137);
    let left = user.job(job);
    assert_eq!((left.stage, left.interrupted), (Stage::Waiting, true));
    let (code, _, err) = user.told("fcpq", &["wait", "1", "--timeout", "0"]);
    assert_eq!(code, 124);
    assert!(err.contains("the queue is not running"), "{err}");
    user.q(&["limit", "none", "1"]);
    user.q(&["run"]);
    assert_eq!(fs::read(user.at("d/big")).unwrap().len(), 4 << 20);
}

#[test]
fn a_verification_that_is_killed_goes_on() {
    const EACH: usize = 1 << 20;
    let user = User::new();
    for n in 0..12 {
        user.file(&format!("src/{n}"), &vec![n; EACH]);
    }
    user.add(&["copy", "src", "copied"]);
    user.q(&["run"]);
    user.q(&["verify", "1"]);
    user.q(&["limit", "2M", "2"]);
    let mut runs = user.stream(&["run", "--json"]);
    // By then the first ones were reported, whatever the last ones are.
    runs.hear(|event| match event {
        Event::Progress { progress, .. } => (progress.items_done >= 6).then_some(()),
        _ => None,
    });
    runs.signal(Signal::KILL);
    assert_eq!(runs.end().2, 137);
    assert!(user.job(2).interrupted);
    user.q(&["limit", "none", "2"]);
    for n in 0..12 {
        user.file(&format!("copied/{n}"), b"another");
    }
    assert_eq!(user.told("fcpq", &["run"]).0, 4);
    let summary = user.job(2).summary.unwrap();
    let passed_over = summary.done - 1;
    assert!((2..12).contains(&passed_over), "{summary:?}");
    assert_eq!(summary.failed, 12 - passed_over);
    assert_eq!((summary.mismatched, summary.skipped), (summary.failed, 0));
    assert_eq!(summary.bytes, passed_over * EACH as u64);
}

#[test]
fn a_process_in_the_background_runs_the_queue() {
    let user = User::new();
    user.file("a", b"1").dir("d");
    let pid = user.q(&["run", "--detach", "--keep"]);
    let pid = Pid::from_raw(pid.trim().parse().unwrap()).unwrap();
    assert_eq!(rustix::process::getsid(Some(pid)).unwrap(), pid, "a session of its own");
    let job = user.add(&["copy", "a", "d"]).to_string();
    let (code, _, err) = user.told("fcpq", &["wait", &job, "--timeout", "60"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(user.at("d/a").exists());
    kill_process(pid, Signal::TERM).unwrap();
    while Path::new(&format!("/proc/{}/exe", pid.as_raw_nonzero())).exists() {
        std::thread::yield_now();
    }
    let job = user.add(&["copy", "a", "d/b"]).to_string();
    let (code, _, err) = user.told("fcpq", &["wait", &job, "--timeout", "0"]);
    assert_eq!(code, 124);
    assert!(err.contains("the queue is not running"), "{err}");
}

#[test]
fn a_queue_that_is_damaged_is_kept_aside() {
    let user = User::new();
    let state = user.scratch.join("state/fcp");
    user.q(&["list"]);
    fs::write(state.join("fcp.db"), b"this is no database at all, but long enough to look at")
        .unwrap();
    let (code, out, err) = user.told("fcpq", &["list", "--json"]);
    assert_eq!((code, out.as_str(), err.lines().count()), (0, "", 1), "{err}");
    assert!(err.starts_with("fcpq: the queue is damaged; it was kept as '"), "{err}");
    assert_eq!(user.q(&["list"]), "");
}

#[test]
fn without_a_place_for_the_queue_it_is_said_what_to_set() {
    let done = run(program("fcpq").env_remove("HOME"));
    assert_eq!(done.status.code(), Some(3));
    let err = String::from_utf8(done.stderr).unwrap();
    assert!(err.contains("XDG_STATE_HOME") && err.lines().count() == 1, "{err}");
}

#[test]
fn names_survive_byte_for_byte() {
    let user = User::new();
    let hostile = OsStr::from_bytes(b"a\xff\n\x1b[2J");
    fs::write(user.scratch.join("w").join(hostile), b"1").unwrap();
    user.dir("d");
    let done = run(user.command("fcpq", &["add", "copy"]).arg(hostile).arg("d"));
    assert!(done.status.success(), "{done:?}");
    assert_eq!(user.job(1).sources[0].0, user.scratch.join("w").join(hostile));
    let table = user.q(&[]);
    assert!(table.contains(r"a\xff\n\x1b[2J"), "{table}");
    user.q(&["run"]);
    assert!(user.scratch.join("w/d").join(hostile).exists());
    // It fails now, and its name can be handed on as it is.
    fs::remove_file(user.scratch.join("w").join(hostile)).unwrap();
    user.q(&["again", "1"]);
    assert_eq!(user.told("fcpq", &["run"]).0, 1);
    let names = run(&mut user.command("fcpq", &["log", "2", "--failed", "-0"])).stdout;
    let path = user.scratch.join("w").join(hostile);
    assert_eq!(names, [path.as_os_str().as_bytes(), b"\0"].concat());
}

#[test]
fn a_terminal_gets_a_table_that_fits_and_keys() {
    let user = User::new();
    user.file("a", b"1").dir("d");
    user.add(&["--paused", "copy", "a", "d"]);
    let mut list = Pty::start(&mut user.command("fcpq", &[]), 60, 20);
    list.wait_for("paused");
    assert!(list.wait().success());
    assert!(list.contents().lines().all(|line| line.chars().count() <= 60));
    let mut watch = Pty::start(&mut user.command("fcpq", &["watch"]), 80, 20);
    watch.wait_for("q quits");
    user.add(&["copy", "a", "d"]);
    watch.wait_for("queued");
    user.q(&["cancel", "--all"]);
    watch.wait_for("cancelled");
    watch.send("q");
    assert!(watch.wait().success());
    user.add(&["copy", "a", "d"]);
    let mut runs = Pty::start(&mut user.command("fcpq", &["run"]), 80, 20);
    runs.wait_for("done");
    assert!(runs.wait().success());
    assert!(path_of("fcpq").exists() && user.at("d/a").exists());
}
