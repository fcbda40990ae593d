//! Tests of `fcpq` from a script: jobs are added, changed, answered, waited for and run.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};

use fcp_engine::event::{Envelope, Event, Outcome, Phase, Question};
use fcp_engine::queue::{QueuedJob, Settings, Stage};
use fcp_engine::spec::{Destination, Verb};
use fcp_test_support::bin::{path_of, program};
use fcp_test_support::output::Told as _;
use fcp_test_support::{Pty, Running, bin, run, run_ok, until};
use rustix::process::{Pid, Signal, kill_process};

mod adding;
mod processes;
mod questions;
mod running;
mod steering;

#[path = "../rules/mod.rs"]
mod rules;
#[path = "../user/mod.rs"]
mod user;

use rules::check_stream;
use user::User;

impl User {
    fn dir(&self, path: &str) -> &Self {
        fs::create_dir_all(self.at(path)).unwrap();
        self
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
        let mut command = self.command("fcpq", args);
        let mut child = Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
        let lines = BufReader::new(child.stdout.take().unwrap());
        Stream { child, lines, heard: Vec::new() }
    }
}

fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Vec<T> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A process that tells events; killed when dropped.
struct Stream {
    child: Running,
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
        (self.heard, err, code)
    }
}

fn is_over(job: u64) -> impl Fn(&Event) -> Option<()> {
    move |event| matches!(event, Event::JobSummary { job: it, .. } if *it == job).then_some(())
}

#[test]
fn a_terminal_gets_a_table_that_fits_and_keys() {
    let user = User::temporary();
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
