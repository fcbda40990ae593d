//! Tests of several processes on one queue: one runs each job, and all see and control every job.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod elsewhere;
mod full;

#[path = "../queue/mod.rs"]
mod queue;

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use fcp_engine::event::{
    Answer, Envelope, Event, JobId, Outcome, Phase, Resolution, Scope, To, Warning,
};
use fcp_engine::queue::{Adding, Mode, Queue, QueueError, QueuedJob, Stage};
use fcp_engine::record::Home;
use fcp_engine::spec::{ConflictPolicy, Destination, JobSpec, Options};
use fcp_engine::{Engine, Events};
use fcp_test_support::rng::Rng;
use fcp_test_support::{Kind, Running, Scratch, What, assert_same, program, with_mounts};
use queue::{PATIENCE, until};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

/// A rate at which a copy of some mebibytes takes long enough to be watched.
const SLOW: u64 = 256 << 10;

/// A user with a queue of their own, and a directory to work in.
struct User {
    scratch: Scratch,
    queue: Queue,
}

impl User {
    fn new() -> Self {
        let scratch = Scratch::new();
        let queue = Queue::open(&scratch.join("state/fcp")).unwrap().queue;
        fs::create_dir(scratch.join("w")).unwrap();
        fs::create_dir(scratch.join("home")).unwrap();
        Self { scratch, queue }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.scratch.join("w").join(path)
    }

    fn file(&self, path: &str, bytes: usize) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), vec![7; bytes]).unwrap();
    }

    /// Starts a process that works the queue off and waits for more.
    fn runner(&self) -> Runner {
        let mut command: Command = program("fcpq");
        command.args(["run", "--keep"]);
        command.env("XDG_STATE_HOME", self.scratch.join("state"));
        command.env("HOME", self.scratch.join("home"));
        Runner(Running::start(command.stdout(Stdio::null())))
    }

    fn add(&self, from: &str, to: &str, options: Options) -> JobId {
        self.queue.add(self.copy(from, to, options), &Adding::default()).unwrap()
    }

    fn copy(&self, from: &str, to: &str, options: Options) -> JobSpec {
        JobSpec { options, ..JobSpec::copy([self.at(from)], Destination::As(self.at(to).into())) }
    }

    /// Looks at a job until it is as wanted.
    #[track_caller]
    fn until(&self, job: JobId, wanted: impl Fn(&QueuedJob) -> bool) -> QueuedJob {
        until(&self.queue, job, wanted)
    }

    #[track_caller]
    fn until_over(&self, job: JobId) -> Outcome {
        self.until(job, |job| job.stage == Stage::Finished).summary.unwrap().outcome
    }
}

/// A process that runs jobs; killed when dropped.
struct Runner(Running);

impl Runner {
    fn pid(&self) -> u32 {
        self.0.id()
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
    }

    /// Waits until all threads have stopped: under load some run on for a while after `kill` returned.
    ///
    /// Without `NOHANG` the wait ends when the kernel reports the stop of the whole group to the parent
    /// (waitid(2)), which it does after the last thread has stopped.
    fn until_stopped(&self) {
        let status = waitpid(Some(Pid::from_child(&self.0)), WaitOptions::UNTRACED).unwrap();
        let stopped = status.is_some_and(|(_, status)| status.stopped());
        assert!(stopped, "the process ended: {status:?}");
    }
}

fn slow() -> Options {
    Options { limit_rate: Some(SLOW), ..Options::default() }
}

fn running(job: &QueuedJob) -> bool {
    job.stage == Stage::Running && job.progress.bytes_done > 0
}

/// Checks that the runs of a job come one after the other, and counts them.
#[track_caller]
fn check_runs(job: JobId, log: &[Envelope]) -> usize {
    let (mut runs, mut is_running, mut is_over) = (0, false, false);
    for (envelope, before) in log.iter().skip(1).zip(log) {
        assert!(!is_over, "job {job} told something after its end: {log:#?}");
        assert!(envelope.at >= before.at, "job {job} went back in time: {log:#?}");
        match &envelope.event {
            Event::JobStarted { .. } => {
                assert!(!is_running, "job {job} was started while it ran: {log:#?}");
                (runs, is_running) = (runs + 1, true);
            }
            // A process may die between its claim and the first fact.
            Event::JobPhase { phase: Phase::Queued, .. } => is_running = false,
            Event::JobSummary { .. } => {
                assert!(is_running, "job {job} ended without a start: {log:#?}");
                is_over = true;
            }
            told => assert!(is_running, "job {job}: {told:?} while it did not run: {log:#?}"),
        }
    }
    assert!(is_over, "job {job} has no end: {log:#?}");
    runs
}

/// Puts the owner first.
fn order([one, other]: [Runner; 2], owner: u32) -> [Runner; 2] {
    if one.pid() == owner { [one, other] } else { [other, one] }
}

/// Waits until one of `runners` runs a job, and returns its place among them; none once all have ended.
#[track_caller]
fn until_one_runs(queue: &Queue, runners: &[Runner]) -> Option<usize> {
    let until = Instant::now() + PATIENCE;
    loop {
        let jobs = queue.list().unwrap();
        let owners: Vec<u32> =
            jobs.iter().filter(|job| running(job)).filter_map(|job| job.pid).collect();
        if let Some(which) = runners.iter().position(|runner| owners.contains(&runner.pid())) {
            return Some(which);
        }
        if jobs.iter().all(|job| job.stage == Stage::Finished) {
            return None;
        }
        assert!(Instant::now() < until, "no job runs: {jobs:#?}");
        queue.wait_for_change(Duration::from_millis(100));
    }
}

#[test]
fn no_two_processes_ever_run_a_job() {
    let user = User::new();
    let mut rng = Rng::new(11);
    for n in 0..6 {
        let mut bytes = vec![0; 40_000 + 10_000 * n];
        rng.fill(&mut bytes);
        fs::create_dir_all(user.at("source/deep")).unwrap();
        let name = if n % 2 == 0 { format!("source/{n}") } else { format!("source/deep/{n}") };
        fs::write(user.at(&name), bytes).unwrap();
    }
    user.queue.set_mode(Mode::All).unwrap();
    // About a second for each job.
    let options = Options {
        limit_rate: Some(400_000),
        // A second writer would be noticed, and what a killed process left is known as the job's own.
        on_conflict: ConflictPolicy::Fail,
        ..Options::default()
    };
    let jobs: Vec<JobId> =
        (0..60).map(|n| user.add("source", &format!("copy{n}"), options.clone())).collect();
    let mut runners: Vec<Runner> = (0..4).map(|_| user.runner()).collect();
    let until = Instant::now() + PATIENCE;
    let mut kills = 0;
    while user.queue.list().unwrap().iter().any(|job| job.stage != Stage::Finished) {
        assert!(Instant::now() < until, "{:#?}", user.queue.list());
        if kills < 25 {
            let which = if kills % 2 == 0 {
                // Any moment will do: before the first claim, within a transaction, at the end of a job.
                thread::sleep(Duration::from_millis(rng.below(150)));
                rng.below(4) as usize
            } else {
                // Under load a process can be killed again before its first claim, so others are
                // killed while they are seen to run a job.
                match until_one_runs(&user.queue, &runners) {
                    Some(which) => which,
                    None => break,
                }
            };
            runners[which].signal(Signal::KILL);
            runners[which] = user.runner();
            kills += 1;
        } else {
            user.queue.wait_for_change(Duration::from_millis(100));
        }
    }
    let mut runs = 0;
    for (n, job) in jobs.iter().enumerate() {
        let found = user.queue.find(*job).unwrap();
        let summary = found.summary.unwrap();
        assert_eq!((summary.outcome, summary.failed), (Outcome::Completed, 0), "{summary:#?}");
        runs += check_runs(*job, &user.queue.log(*job).unwrap());
        assert_same(&user.at("source"), &user.at(&format!("copy{n}")), &What::contents());
    }
    assert!(runs > jobs.len(), "no job was interrupted");
    assert_eq!(user.queue.runners().unwrap(), 4);
}

#[test]
fn a_job_is_claimed_once_however_many_want_it() {
    let user = User::new();
    user.file("a", 10);
    user.queue.set_mode(Mode::All).unwrap();
    // A second process that ran the job would fail on the copy that the first one made.
    let options = Options { on_conflict: ConflictPolicy::Fail, ..Options::default() };
    let runners: Vec<Runner> = (0..8).map(|_| user.runner()).collect();
    let jobs: Vec<JobId> =
        (0..200).map(|n| user.add("a", &format!("to{n}"), options.clone())).collect();
    for job in jobs {
        assert_eq!(user.until_over(job), Outcome::Completed);
        assert_eq!(check_runs(job, &user.queue.log(job).unwrap()), 1);
    }
    drop(runners);
}

#[test]
fn a_job_goes_on_elsewhere_when_its_process_is_killed() {
    let user = User::new();
    user.file("a", 8 << 20);
    let job = user.add("a", "b", slow());
    let runners = [user.runner(), user.runner()];
    let owner = user.until(job, running).pid.unwrap();
    let [dead, living] = order(runners, owner);
    dead.signal(Signal::KILL);
    let taken = user.until(job, |job| job.pid.is_some_and(|pid| pid != owner));
    assert_eq!((taken.pid, taken.stage), (Some(living.pid()), Stage::Running));
    user.queue.set_limit(Some(job), None).unwrap();
    assert_eq!(user.until_over(job), Outcome::Completed);
    assert_eq!(check_runs(job, &user.queue.log(job).unwrap()), 2);
    assert_same(&user.at("a"), &user.at("b"), &What::contents());
}

#[test]
fn jobs_on_one_device_run_one_after_the_other_in_all_processes() {
    let user = User::new();
    let jobs: Vec<JobId> = (0..6)
        .map(|n| {
            // Too large to pass.
            let name = format!("a{n}");
            user.file(&name, 65_000_000);
            user.add(&name, &format!("b{n}"), Options::default())
        })
        .collect();
    if user.queue.find(jobs[0]).unwrap().passes {
        // A filesystem that clones: nothing waits there.
        return;
    }
    let runners = [user.runner(), user.runner(), user.runner()];
    let mut times = BTreeMap::new();
    for job in jobs {
        assert_eq!(user.until_over(job), Outcome::Completed);
        let found = user.queue.find(job).unwrap();
        times.insert(found.started.unwrap(), found.ended.unwrap());
    }
    let (started, ended): (Vec<u64>, Vec<u64>) = times.into_iter().unzip();
    assert!(
        ended.iter().zip(&started[1..]).all(|(end, next)| end <= next),
        "{started:?} {ended:?}"
    );
    drop(runners);
}
