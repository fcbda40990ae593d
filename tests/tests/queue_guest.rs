//! Tests that a long-running command appears in the queue, and can be controlled from there.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod queue;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fcp_engine::event::{Envelope, Event, JobId, Outcome};
use fcp_engine::queue::{Queue, Stage};
use fcp_test_support::{Scratch, program, run};
use queue::{PATIENCE, until};
use rustix::process::{Pid, Signal, kill_process};

fn fcp(dir: &Path) -> Command {
    let mut command = program("fcp");
    command.env("HOME", dir).current_dir(dir).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn queue(dir: &Path) -> Queue {
    Queue::open(&dir.join(".local/state/fcp")).unwrap().queue
}

/// Starts a copy that takes twenty seconds, unless the caller lifts its limit.
fn start(dir: &Path) -> (Child, Queue, JobId) {
    fs::write(dir.join("file"), vec![7; 20 << 20]).unwrap();
    let child = fcp(dir).args(["--limit-rate=1M", "file", "copy"]).spawn().unwrap();
    let (queue, job) = shown(dir);
    (child, queue, job)
}

/// Waits until a copy is shown.
fn shown(dir: &Path) -> (Queue, JobId) {
    let queue = queue(dir);
    let until = Instant::now() + PATIENCE;
    while queue.list().unwrap().is_empty() {
        assert!(Instant::now() < until, "it was never shown");
        queue.wait_for_change(Duration::from_millis(100));
    }
    let job = queue.list().unwrap()[0].job;
    (queue, job)
}

#[test]
fn a_long_copy_is_seen_paused_and_hurried_from_elsewhere() {
    let dir = Scratch::new();
    let (mut child, queue, job) = start(dir.path());
    let found = until(&queue, job, |job| job.progress.bytes_done > 0);
    assert_eq!((found.stage, found.pid), (Stage::Running, Some(child.id())));
    queue.pause(job).unwrap();
    until(&queue, job, |job| job.progress.paused);
    queue.set_limit(Some(job), None).unwrap();
    queue.resume(job).unwrap();
    assert!(child.wait().unwrap().success());
    let summary = queue.find(job).unwrap().summary.expect("it was told how the job ended");
    assert_eq!((summary.outcome, summary.done), (Outcome::Completed, 1));
    assert_eq!(queue.runners().unwrap(), 0);
    assert_eq!(fs::read(dir.join("copy")).unwrap().len(), 20 << 20);
}

#[test]
fn a_long_copy_is_cancelled_from_elsewhere() {
    let dir = Scratch::new();
    let (mut child, queue, job) = start(dir.path());
    queue.cancel(job).unwrap();
    assert!(!child.wait().unwrap().success());
    assert_eq!(queue.find(job).unwrap().summary.unwrap().outcome, Outcome::Cancelled);
    assert!(!dir.join("copy").exists());
}

#[test]
fn a_copy_that_waits_for_a_fifo_when_a_signal_ends_it_is_cancelled() {
    let dir = Scratch::new();
    assert!(Command::new("mkfifo").arg(dir.join("fifo")).status().unwrap().success());
    let mut child = fcp(dir.path()).args(["fifo", "copy"]).spawn().unwrap();
    let (queue, job) = shown(dir.path());
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert!(!child.wait().unwrap().success());
    // Until a process has removed what it has left, it is not shown as one that the user can resume.
    let listed = run(program("fcpq").env("HOME", dir.path()).arg("list")).stdout;
    let listed = String::from_utf8_lossy(&listed);
    assert!(listed.contains("cancelling") && !listed.contains("paused"), "{listed}");
    let mut fcpq = program("fcpq");
    assert!(fcpq.env("HOME", dir.path()).arg("run").status().unwrap().success());
    assert_eq!(queue.wait(job).unwrap().outcome, Outcome::Cancelled);
}

#[test]
fn a_killed_copy_waits_in_the_queue_until_it_is_resumed() {
    let dir = Scratch::new();
    let (mut child, queue, job) = start(dir.path());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(queue.runners().unwrap(), 0);
    let found = queue.find(job).unwrap();
    // The job is not resumed automatically: the user meant the command for that moment.
    assert_eq!((found.stage, found.paused, found.interrupted), (Stage::Waiting, true, true));
    queue.set_limit(Some(job), None).unwrap();
    queue.resume(job).unwrap();
    let mut fcpq = program("fcpq");
    assert!(fcpq.env("HOME", dir.path()).arg("run").status().unwrap().success());
    assert_eq!(queue.wait(job).unwrap().outcome, Outcome::Completed);
    assert_eq!(fs::read(dir.join("copy")).unwrap(), fs::read(dir.join("file")).unwrap());
}

#[test]
fn the_first_command_after_a_kill_resumes_the_copy() {
    let dir = Scratch::new();
    let (mut child, queue, job) = start(dir.path());
    child.kill().unwrap();
    child.wait().unwrap();
    // No process has noticed so far that the other one died.
    queue.resume(job).unwrap();
    let found = queue.find(job).unwrap();
    assert_eq!((found.stage, found.paused), (Stage::Waiting, false));
}

#[test]
fn what_is_over_at_once_leaves_no_trace() {
    let dir = Scratch::new();
    fs::write(dir.join("file"), "x").unwrap();
    assert!(fcp(dir.path()).args(["file", "copy"]).status().unwrap().success());
    assert!(!dir.join(".local/state/fcp/fcp.db").exists());
}

#[test]
fn the_log_of_a_command_is_in_order_and_tells_its_start_once() {
    let dir = Scratch::new();
    let (mut child, queue, job) = start(dir.path());
    queue.set_limit(Some(job), None).unwrap();
    assert!(child.wait().unwrap().success());
    let mut fcpq = program("fcpq");
    let told = fcpq.env("HOME", dir.path()).args(["log", "--json", &job.to_string()]);
    let told = String::from_utf8(told.output().unwrap().stdout).unwrap();
    let log: Vec<Envelope> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(log.is_sorted_by_key(|told| told.at), "{told}");
    let place = |of: &dyn Fn(&Event) -> bool| {
        let places = log.iter().enumerate().filter(|(_, told)| of(&told.event));
        places.map(|(place, _)| place).collect::<Vec<_>>()
    };
    let added = place(&|event| matches!(event, Event::JobQueued { .. }));
    let started = place(&|event| matches!(event, Event::JobStarted { .. }));
    let ended = place(&|event| matches!(event, Event::JobSummary { .. }));
    assert_eq!((added.len(), started.len(), ended.len()), (1, 1, 1), "{told}");
    assert!(added < started && started < ended, "{told}");
}
