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

mod adding;
mod processes;
mod questions;
mod running;
mod steering;

#[path = "../rules/mod.rs"]
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
