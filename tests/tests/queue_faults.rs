//! Tests of damaged queue files and dead mounts: each affects one job only, and is reported.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod queue;
mod user;

use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

use fcp_engine::Engine;
use fcp_engine::event::{JobId, Outcome};
use fcp_engine::queue::{Queue, QueuedJob, Stage};
use fcp_engine::record::Home;
use fcp_test_support::mounts::with_mounts;
use fcp_test_support::{Running, Scratch, bin, has_strace, needs, run, skip};
use queue::{PATIENCE, until};
use rustix::fs::FlockOperation;
use rustix::process::{Pid, Signal, kill_process};
use user::User;

impl User {
    fn job(&self, job: u64) -> QueuedJob {
        self.queue().find(job).unwrap()
    }

    /// Makes the request of the job with an operand of this name unreadable.
    fn damage_request(&self, name: &str) {
        let db = self.state().join("fcp.db");
        let mut bytes = fs::read(&db).unwrap();
        let name = format!("/{name}\"");
        let request = b"{\"verb\"";
        let begins: Vec<_> =
            (0..bytes.len()).filter(|at| bytes[*at..].starts_with(request)).collect();
        let mut damaged = 0;
        for (n, &at) in begins.iter().enumerate() {
            // A page may still hold an earlier copy of a request, which no row means any more.
            let end = begins.get(n + 1).copied().unwrap_or(bytes.len()).min(at + 300);
            if bytes[at..end].windows(name.len()).any(|part| part == name.as_bytes()) {
                bytes[at] = b'}';
                damaged += 1;
            }
        }
        assert!(damaged > 0, "no request names {name}");
        fs::write(&db, bytes).unwrap();
    }
}

#[test]
fn a_job_whose_request_cannot_be_read_stops_no_other_and_is_named() {
    let user = User::temporary();
    for name in ["first", "second", "third"] {
        user.file(name, name);
    }
    let lost = user.add(&["copy", "first", "first.copy"]);
    let paused = user.add(&["--paused", "copy", "second", "second.copy"]);
    let whole = user.add(&["copy", "third", "third.copy"]);
    user.damage_request("first");
    user.damage_request("second");
    let (code, out, err) = user.told("fcpq", &["run"]);
    assert_eq!(code, 3, "{out}{err}");
    assert!(out.contains("request of this job cannot be read"), "{out}{err}");
    assert!(out.contains(&user.at("first").display().to_string()), "{out}{err}");
    let outcome = |job| user.job(job).summary.map(|summary| summary.outcome);
    assert_eq!((outcome(lost), outcome(whole)), (Some(Outcome::Failed), Some(Outcome::Completed)));
    let (code, out, err) = user.told("fcpq", &["show", &paused.to_string()]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("cannot be read"), "{out}");
    user.q(&["log", &lost.to_string()]);
    user.q(&["cancel", &paused.to_string()]);
    assert_eq!(outcome(paused), Some(Outcome::Cancelled));
    let (code, _, err) = user.told("fcpq", &["again", &lost.to_string()]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains(&format!("'fcpq clear {lost}' removes it")), "{err}");
    user.q(&["clear"]);
    assert_eq!(user.q(&["list", "--all"]), "");
}

#[test]
fn a_copy_that_puts_a_damaged_queue_aside_says_so_and_fcpq_does_once_more() {
    for flags in [&[][..], &["--json"]] {
        let user = User::temporary();
        user.file("file", "x".repeat(3 << 20)).q(&["list"]);
        fs::write(user.state().join("fcp.db"), "this is no database at all").unwrap();
        let args = [flags, &["--limit-rate=1M", "file", "copy"]].concat();
        let (code, out, err) = user.told("fcp", &args);
        assert_eq!(code, 0, "{err}");
        let told = if flags.is_empty() { &err } else { &out };
        assert!(told.contains("fcp.db.corrupt-1"), "{out}{err}");
        let (code, _, err) = user.told("fcpq", &["list"]);
        assert_eq!(code, 0, "{err}");
        assert!(err.starts_with("fcpq: the queue is damaged; it was saved as '"), "{err}");
        user.q(&["list"]);
    }
}

#[test]
fn a_kill_while_a_queue_is_put_aside_takes_no_log_from_it() {
    needs!(has_strace());
    let calls = ["unlinkat", "linkat", "renameat2", "renameat"];
    for (call, n) in calls.iter().flat_map(|call| (1..=8).map(move |n| (call, n))) {
        let user = User::temporary();
        user.q(&["list"]);
        let parts = [("", "this is no database at all"), ("-wal", "its log")];
        for (part, content) in parts {
            fs::write(user.state().join(format!("fcp.db{part}")), content).unwrap();
        }
        let mut killed = bin::clean(Command::new("strace"));
        killed.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={call}")]);
        killed.args(["-e", &format!("inject={call}:signal=SIGKILL:when={n}")]);
        let list = user.command("fcpq", &["list"]);
        killed.envs(list.get_envs().filter_map(|(name, value)| Some((name, value?))));
        killed.arg(list.get_program()).args(list.get_args());
        run(&mut killed);
        user.told("fcpq", &["list"]);
        for (part, content) in parts {
            let path = user.state().join(format!("fcp.db.corrupt-1{part}"));
            assert_eq!(fs::read_to_string(path).unwrap(), content, "{call} {n}: {part}");
        }
        assert!(!user.state().join("fcp.db.corrupt-2").exists(), "{call} {n}");
        user.q(&["list"]);
    }
}

#[test]
fn a_mount_that_does_not_answer_costs_its_own_job_alone() {
    let test = |mounts: &fcp_test_support::mounts::Mounts| {
        let user = User::new(mounts.root());
        user.file("a/x", "x").file("b", "y");
        fs::create_dir(user.at("dead")).unwrap();
        let dead = user.add(&["copy", "a", "-t", "dead"]);
        let later = user.add(&["copy", "a", "-t", "dead"]);
        let alive = user.add(&["copy", "b", "b.copy"]);
        let server = match mounts.silent(&user.at("dead")) {
            Ok(server) => server,
            Err(error) => return skip::skip(&format!("there is no FUSE here: {error}")),
        };
        let mut runner = Running::start(user.command("fcpq", &["run"]).stdout(Stdio::null()));
        let queue = user.queue();
        until(&queue, alive, |job| job.stage == Stage::Finished);
        assert_eq!(fs::read_to_string(user.at("b.copy")).unwrap(), "y");
        // The one that hangs can be paused, resumed and cancelled, and so can what comes behind it.
        user.q(&["pause", &dead.to_string()]);
        user.q(&["resume", &dead.to_string()]);
        user.q(&["cancel", &later.to_string()]);
        user.q(&["cancel", &dead.to_string()]);
        let over = until(&queue, dead, |job| job.stage == Stage::Finished);
        assert_eq!(over.summary.unwrap().outcome, Outcome::Cancelled);
        assert!(runner.wait().unwrap().success());
        drop(server);
    };
    with_mounts(&[], test);
}

/// Begins a copy into `dead` that takes long; gives the queue, the job, and the process that runs it.
fn slow_copy(user: &User) -> (Queue, JobId, Running) {
    user.file("big", "x".repeat(8 << 20));
    fs::create_dir(user.at("dead")).unwrap();
    let job = user.add(&["copy", "--limit-rate=100k", "big", "-t", "dead"]);
    let runner = Running::start(user.command("fcpq", &["run"]).stdout(Stdio::null()));
    (user.queue(), job, runner)
}

#[test]
fn cancelling_a_job_on_a_mount_that_does_not_answer_holds_up_no_other_call() {
    let test = |mounts: &fcp_test_support::mounts::Mounts| {
        let user = User::new(mounts.root());
        let (queue, job, runner) = slow_copy(&user);
        until(&queue, job, |job| job.progress.bytes_done > 0);
        drop(runner);
        until(&queue, job, |job| job.interrupted);
        let server = match mounts.silent(&user.at("dead")) {
            Ok(server) => server,
            Err(error) => return skip::skip(&format!("there is no FUSE here: {error}")),
        };
        // It comes back although the removal of the part of the file hangs.
        let (came_back, back) = mpsc::channel();
        let canceller = queue.clone();
        thread::spawn(move || came_back.send(canceller.cancel(job)));
        back.recv_timeout(PATIENCE).unwrap().unwrap();
        assert_eq!(queue.find(job).unwrap().stage, Stage::Running);
        // The same queue answers while the walk hangs.
        let (answered, answers) = mpsc::channel();
        let asker = queue.clone();
        thread::spawn(move || answered.send(asker.list().map(|jobs| jobs.len())));
        assert_eq!(answers.recv_timeout(PATIENCE).unwrap(), Ok(1));
        let listed = user.q(&["list"]);
        assert!(listed.contains("cancelling"), "{listed}");
        drop(server);
        let over = until(&queue, job, |job| job.stage == Stage::Finished);
        assert_eq!(over.summary.unwrap().outcome, Outcome::Cancelled);
    };
    with_mounts(&[], test);
}

#[test]
fn fcpq_cancel_says_what_a_job_waits_for_and_does_not_wait() {
    let test = |mounts: &fcp_test_support::mounts::Mounts| {
        let user = User::new(mounts.root());
        let (queue, job, runner) = slow_copy(&user);
        until(&queue, job, |job| !job.progress.in_flight.is_empty());
        // As if the disk of the job did not answer.
        kill_process(Pid::from_child(&runner), Signal::STOP).unwrap();
        let number = job.to_string();
        let (code, _, err) = user.told("fcpq", &["cancel", &number]);
        let told = format!("fcpq: job {job} is being cancelled: process {} is", runner.id());
        assert!(code == 0 && err.starts_with(&told) && err.contains("big'"), "{err}");
        assert!(user.q(&["list"]).contains("cancelling"));
        // Its process dies, and then the disk does not answer.
        drop(runner);
        let server = match mounts.silent(&user.at("dead")) {
            Ok(server) => server,
            Err(error) => return skip::skip(&format!("there is no FUSE here: {error}")),
        };
        let (code, _, err) = user.told("fcpq", &["cancel", &number]);
        let place = user.at("dead");
        let told =
            format!("fcpq: job {job} is cancelled, but what it has left at '{}", place.display());
        assert!(code == 0 && err.starts_with(&told), "{err}");
        drop(server);
        user.q(&["run"]);
        let over = user.job(job);
        assert_eq!(over.summary.unwrap().outcome, Outcome::Cancelled);
    };
    with_mounts(&[], test);
}

/// Whether a thread of the process is in a system call that only a fatal signal ends.
fn hangs(process: u32) -> bool {
    let Ok(tasks) = fs::read_dir(format!("/proc/{process}/task")) else { return false };
    tasks.flatten().any(|task| {
        let stat = fs::read_to_string(task.path().join("stat")).unwrap_or_default();
        stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('D'))
    })
}

#[test]
fn a_signal_ends_every_command_that_waits_for_a_mount_that_does_not_answer() {
    let test = |mounts: &fcp_test_support::mounts::Mounts| {
        let user = User::new(mounts.root());
        user.file("a/x", "x");
        fs::create_dir(user.at("dead")).unwrap();
        let server = match mounts.silent(&user.at("dead")) {
            Ok(server) => server,
            Err(error) => return skip::skip(&format!("there is no FUSE here: {error}")),
        };
        for (program, args) in [
            ("fcp", &["-r", "dead", "copy"][..]),
            ("fcp", &["a/x", "dead/x"]),
            ("fcp", &["compare", "dead", "a"]),
            ("fcp", &["dedupe", "dead"]),
            ("fcp", &["sum", "dead/x"]),
            ("fmv", &["dead/x", "moved"]),
            ("frm", &["dead/x"]),
            ("frm", &["-r", "dead/x"]),
            ("fcpq", &["add", "copy", "dead/x", "copy"]),
        ] {
            let mut command = user.command(program, args);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = Running::start(&mut command);
            let process = child.id();
            fcp_test_support::until(&format!("{program} {args:?} hangs"), || hangs(process));
            kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
            fcp_test_support::until(&format!("{program} {args:?} ends"), || {
                child.try_wait().unwrap().is_some()
            });
        }
        drop(server);
    };
    with_mounts(&[], test);
}

#[test]
fn a_subscriber_opens_no_file_while_it_holds_up_all_that_tell() {
    let scratch = Scratch::new();
    let state = scratch.join("state");
    let home = Home { data: scratch.join("data"), state: Some(state.clone()) };
    let engine = Engine::on_queue(home, Queue::open(&state).unwrap().queue).unwrap();
    // As while another process makes a queue; opening the file waits for that.
    let lock = File::options().write(true).open(state.join("open.lock")).unwrap();
    rustix::fs::flock(&lock, FlockOperation::LockExclusive).unwrap();
    let (subscribed, heard) = mpsc::channel();
    let subscriber = engine.clone();
    thread::spawn(move || subscribed.send(subscriber.subscribe()));
    let events = heard.recv_timeout(PATIENCE);
    rustix::fs::flock(&lock, FlockOperation::Unlock).unwrap();
    assert!(events.is_ok(), "it waits for the lock of the file");
}
