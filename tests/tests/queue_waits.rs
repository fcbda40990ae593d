//! Tests which jobs make others wait and how that is reported, and that no job writes into the
//! empty mount point of a missing disk.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod queue;
mod user;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fcp_engine::error::Code;
use fcp_engine::event::{Envelope, Event, Outcome, Warning};
use fcp_engine::queue::{Queue, QueuedJob, Stage};
use fcp_test_support::mounts::{Mounts, with_exfat, with_mounts};
use fcp_test_support::output::temporaries;
use fcp_test_support::{Running, What, assert_same, has_strace, needs};
use queue::{PATIENCE, until};
use user::User;

impl User {
    /// A tree of so many files that its copy waits for a disk.
    fn tree(&self, path: &str) -> &Self {
        for n in 0..150 {
            self.file(&format!("{path}/{n}"), "new");
        }
        self
    }

    fn start(&self, name: &str, args: &[&str]) -> Running {
        let mut command = self.command(name, args);
        Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
    }
}

/// Waits until the queue has a job that is as wanted.
fn first(queue: &Queue, wanted: impl Fn(&QueuedJob) -> bool) -> u64 {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(job) = queue.list().unwrap().iter().find(|job| wanted(job)) {
            return job.job;
        }
        assert!(Instant::now() < end, "it never came");
        queue.wait_for_change(Duration::from_millis(100));
    }
}

fn outcome(job: &QueuedJob) -> Option<Outcome> {
    job.summary.as_ref().map(|summary| summary.outcome)
}

#[test]
fn a_job_that_cannot_start_names_the_one_it_waits_for_and_a_run_does_not_exit_0() {
    let user = User::temporary();
    user.file("a", "a").file("b", "b");
    user.add(&["--paused", "copy", "a", "c"]);
    user.add(&["copy", "b", "c"]);
    user.add(&["--after", "1", "copy", "b", "d"]);
    let why = "waits for job 1 (paused), which touches the same files";
    let (code, _, err) = user.told("fcpq", &["run"]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains(&format!("fcpq: job 2 did not run: it {why}")), "{err}");
    assert!(
        err.contains("job 3 did not run: it starts after job 1 (paused) has finished"),
        "{err}"
    );
    assert!(user.q(&["list"]).contains("after job 1"), "{}", user.q(&["list"]));
    assert!(user.q(&["show", "2"]).contains(why), "{}", user.q(&["show", "2"]));
    let (code, _, err) = user.told("fcpq", &["wait", "2", "--timeout", "0"]);
    assert_eq!(code, 124, "{err}");
    assert!(err.contains(&format!("fcpq: job 2 {why}")), "{err}");
    user.q(&["resume", "1"]);
    user.q(&["run"]);
    assert_eq!(fs::read_to_string(user.at("c")).unwrap(), "b");
}

#[test]
fn a_copy_that_was_killed_holds_up_no_later_job_and_can_be_resumed() {
    let user = User::temporary();
    user.file("big", "x".repeat(8 << 20)).file("b", "b");
    let copy = user.start("fcp", &["--limit-rate=1M", "big", "c"]);
    let queue = user.queue();
    let killed = first(&queue, |job| job.stage == Stage::Running);
    drop(copy);
    until(&queue, killed, |job| job.stage == Stage::Waiting && job.paused);
    let later = user.add(&["copy", "b", "c"]);
    user.q(&["run"]);
    assert_eq!(outcome(&queue.find(later).unwrap()), Some(Outcome::Completed));
    assert_eq!(fs::read_to_string(user.at("c")).unwrap(), "b");
    // The resumed copy would keep it, since it has come there since the copy first began.
    fs::remove_file(user.at("c")).unwrap();
    user.q(&["limit", "none", &killed.to_string()]);
    user.q(&["resume", &killed.to_string()]);
    user.q(&["run"]);
    assert_eq!(outcome(&queue.find(killed).unwrap()), Some(Outcome::Completed));
    assert_eq!(fs::read(user.at("c")).unwrap().len(), 8 << 20);
}

#[test]
fn a_command_that_was_killed_leaves_no_partial_file_when_it_is_cancelled_or_resumed() {
    // exFAT has no files without a name: what is not whole has one of ours.
    with_exfat(|mounts, exfat| {
        let user = User::new(mounts.root());
        user.file("big", "x".repeat(8 << 20));
        let queue = user.queue();
        let there = exfat.join("big");
        for way in ["cancel", "resume"] {
            let copy = user.start("fcp", &["--limit-rate=1M", "big", there.to_str().unwrap()]);
            let killed = first(&queue, |job| job.stage == Stage::Running);
            drop(copy);
            until(&queue, killed, |job| job.stage == Stage::Waiting && job.paused);
            assert_eq!(temporaries(exfat).len(), 1, "{way}");
            let number = killed.to_string();
            user.q(&["limit", "none", &number]);
            user.q(&[way, &number]);
            user.q(&["run"]);
            assert_eq!(temporaries(exfat), Vec::<PathBuf>::new(), "{way}");
            assert_eq!(there.exists(), way == "resume");
        }
    });
}

#[test]
fn a_job_that_only_waits_for_answers_gives_its_disk_to_the_next() {
    let user = User::temporary();
    user.tree("one").tree("two").file("d/one/7", "old");
    let asks = user.add(&["copy", "--on-conflict=ask", "one", "d"]);
    let next = user.add(&["copy", "two", "e"]);
    let queue = user.queue();
    assert!(!queue.find(asks).unwrap().passes && !queue.find(next).unwrap().passes);
    let mut runner = user.start("fcpq", &["run"]);
    let found = until(&queue, next, |job| job.stage == Stage::Finished);
    assert_eq!(outcome(&found), Some(Outcome::Completed));
    assert_eq!(queue.find(asks).unwrap().questions, 1);
    user.q(&["answer", &asks.to_string(), "all", "overwrite"]);
    let found = until(&queue, asks, |job| job.stage == Stage::Finished);
    assert_eq!(outcome(&found), Some(Outcome::Completed));
    assert_eq!(fs::read_to_string(user.at("d/one/7")).unwrap(), "new");
    assert!(runner.wait().unwrap().success());
}

#[test]
fn a_process_in_the_background_ends_once_its_jobs_wait_for_the_user() {
    let user = User::temporary();
    user.file("a", "new").file("d/a", "old").file("b", "b");
    let asks = user.add(&["copy", "--on-conflict=ask", "a", "-t", "d"]);
    let paused = user.add(&["--paused", "copy", "b", "d"]);
    user.q(&["run", "--detach"]);
    let queue = user.queue();
    // It has given the job back, so that any process can ask again.
    until(&queue, asks, |job| job.interrupted && job.stage == Stage::Waiting);
    assert!(queue.find(paused).unwrap().paused);
    let mut runner = user.start("fcpq", &["run"]);
    until(&queue, asks, |job| job.questions == 1);
    user.q(&["answer", &asks.to_string(), "all", "overwrite"]);
    let found = until(&queue, asks, |job| job.stage == Stage::Finished);
    assert_eq!(outcome(&found), Some(Outcome::Completed));
    assert_eq!(fs::read_to_string(user.at("d/a")).unwrap(), "new");
    runner.wait().unwrap();
}

#[test]
fn where_descriptors_run_out_the_queue_says_so_and_never_panics() {
    let user = User::temporary();
    user.file("a", "a");
    for limit in 4..=48 {
        let copy = format!("b{limit}");
        user.add(&["copy", "a", &copy]);
        let whole = user.command("fcpq", &["run"]);
        let mut shell = Command::new("sh");
        shell.envs(whole.get_envs().filter_map(|(name, value)| Some((name, value?))));
        shell.args(["-c", &format!("ulimit -n {limit}; exec \"$0\" run")]);
        shell.arg(whole.get_program()).current_dir(whole.get_current_dir().unwrap());
        let done = fcp_test_support::run(&mut shell);
        let err = String::from_utf8_lossy(&done.stderr);
        assert!(!err.contains("panicked") && done.status.code().is_some(), "{limit}: {err}");
        assert_eq!(done.status.success(), user.at(&copy).exists(), "{limit}: {err}");
        assert!(done.status.success() || !err.is_empty(), "{limit}: it fails without a word");
        user.q(&["run"]);
    }
}

#[test]
fn where_no_thread_can_listen_for_changes_the_queue_is_looked_at_instead() {
    needs!(has_strace());
    let user = User::temporary();
    user.file("a", "a");
    for call in ["clone3", "eventfd2", "inotify_init1"] {
        let job = user.add(&["copy", "a", call]);
        let whole = user.command("fcpq", &["run"]);
        let mut strace = Command::new("strace");
        strace.envs(whole.get_envs().filter_map(|(name, value)| Some((name, value?))));
        strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={call}")]);
        strace.args(["-e", &format!("inject={call}:error=EAGAIN:when=1")]);
        strace.arg(whole.get_program()).arg("run").current_dir(whole.get_current_dir().unwrap());
        let done = fcp_test_support::run(&mut strace);
        let err = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.code().is_some_and(|code| code < 101), "{call}: {err}");
        // strace counts for each thread, so the job may get no threads either, and fail.
        let ended = outcome(&user.queue().find(job).unwrap());
        assert!(ended == Some(Outcome::Completed) || call == "clone3", "{call}: {ended:?} {err}");
    }
}

/// Whether a directory holds anything.
fn is_empty(path: &Path) -> bool {
    fs::read_dir(path).unwrap().next().is_none()
}

#[test]
fn a_job_that_goes_on_does_not_fill_the_empty_mount_point_of_a_disk_that_is_gone() {
    let test = |mounts: &Mounts| {
        let user = User::new(mounts.root());
        user.file("big", "x".repeat(8 << 20));
        let (usb, bare) = (user.at("usb"), user.at("bare"));
        fs::create_dir(&usb).unwrap();
        fs::create_dir(&bare).unwrap();
        let disk = mounts.tmpfs("size=20m");
        mounts.bind(&disk, &usb);
        let job = user.add(&["copy", "--limit-rate=500k", "big", "-t", "usb"]);
        let queue = user.queue();
        let runner = user.start("fcpq", &["run"]);
        until(&queue, job, |job| job.progress.bytes_done > 0);
        drop(runner);
        until(&queue, job, |job| job.interrupted);
        mounts.unmount(&usb);
        // However often it is resumed.
        for _ in 0..2 {
            let (code, out, err) = user.told("fcpq", &["run"]);
            let job = until(&queue, job, |job| job.stage == Stage::Waiting && job.paused);
            assert!(out.contains("is the disk connected?"), "{out}{err}");
            assert_eq!((code, err.lines().count()), (3, 1), "{err}");
            assert!(
                err.starts_with("fcpq: job 1 did not run: ")
                    && err.contains("is the disk connected?")
            );
            assert!(is_empty(&usb), "{out}{err}");
            user.q(&["resume", &job.job.to_string()]);
        }
        mounts.bind(&disk, &usb);
        user.q(&["limit", "none", &job.to_string()]);
        user.q(&["run"]);
        assert_eq!(outcome(&queue.find(job).unwrap()), Some(Outcome::Completed));
        assert_eq!(fs::read(usb.join("big")).unwrap().len(), 8 << 20);
    };
    with_mounts(&[], test);
}

#[test]
fn a_copy_that_goes_on_on_another_disk_leaves_nothing_out() {
    let test = |mounts: &Mounts| {
        let user = User::new(mounts.root());
        let usb = user.at("usb");
        fs::create_dir(&usb).unwrap();
        mounts.bind(&mounts.tmpfs("size=20m"), &usb);
        for n in 0..40 {
            user.file(&format!("tree/{n}"), "x".repeat(20_000));
        }
        let job = user.add(&["copy", "--limit-rate=200k", "-w", "1", "tree", "-t", "usb"]);
        let (queue, name) = (user.queue(), job.to_string());
        let runner = user.start("fcpq", &["run"]);
        until(&queue, job, |job| job.progress.items_done > 5);
        drop(runner);
        until(&queue, job, |job| job.interrupted);
        mounts.unmount(&usb);
        mounts.bind(&mounts.tmpfs("size=20m"), &usb);
        user.q(&["limit", "none", &name]);
        let (code, out, err) = user.told("fcpq", &["run"]);
        assert_eq!(code, 3, "{err}");
        until(&queue, job, |job| job.stage == Stage::Waiting && job.paused);
        assert!(out.contains("is the disk connected?") && is_empty(&usb), "{out}{err}");
        // The user accepts it.
        user.q(&["resume", &name]);
        user.q(&["run"]);
        assert_eq!(outcome(&queue.find(job).unwrap()), Some(Outcome::Completed));
        assert_same(&user.at("tree"), &usb.join("tree"), &What::contents());
    };
    with_mounts(&[], test);
}

#[test]
fn a_job_that_starts_late_does_not_fill_the_empty_mount_point_of_a_disk_that_is_gone() {
    let test = |mounts: &Mounts| {
        let user = User::new(mounts.root());
        let usb = user.file("a", "a").at("usb");
        fs::create_dir(&usb).unwrap();
        let disk = mounts.tmpfs("size=20m");
        mounts.bind(&disk, &usb);
        let job = user.add(&["copy", "a", "-t", "usb"]);
        let queue = user.queue();
        mounts.unmount(&usb);
        for _ in 0..2 {
            let (code, out, err) = user.told("fcpq", &["run"]);
            let job = until(&queue, job, |job| job.stage == Stage::Waiting && job.paused);
            assert!(out.contains("is the disk connected?"), "{out}{err}");
            assert_eq!((code, err.lines().count()), (3, 1), "{err}");
            assert!(
                err.starts_with("fcpq: job 1 did not run: ")
                    && err.contains("is the disk connected?")
            );
            assert!(is_empty(&usb) && !job.interrupted, "{out}{err}");
            user.q(&["resume", &job.job.to_string()]);
        }
        mounts.bind(&disk, &usb);
        user.q(&["run"]);
        assert_eq!(outcome(&queue.find(job).unwrap()), Some(Outcome::Completed));
        assert_eq!(fs::read_to_string(usb.join("a")).unwrap(), "a");
        // A disk that came after the job was added is what the user was about to connect.
        mounts.unmount(&usb);
        let job = user.add(&["copy", "a", "-t", "usb"]);
        mounts.bind(&mounts.tmpfs("size=20m"), &usb);
        user.q(&["run"]);
        assert_eq!(outcome(&queue.find(job).unwrap()), Some(Outcome::Completed));
    };
    with_mounts(&[], test);
}

#[test]
fn a_paused_job_whose_disk_was_unmounted_lazily_is_not_resumed_on_it() {
    let test = |mounts: &Mounts| {
        let user = User::new(mounts.root());
        user.file("big", "x".repeat(8 << 20));
        let usb = user.at("usb");
        fs::create_dir(&usb).unwrap();
        let disk = mounts.tmpfs("size=20m");
        mounts.bind(&disk, &usb);
        let job = user.add(&["copy", "--limit-rate=500k", "big", "-t", "usb"]);
        let (queue, name) = (user.queue(), job.to_string());
        let mut runner = user.start("fcpq", &["run"]);
        until(&queue, job, |job| job.progress.bytes_done > 0);
        user.q(&["pause", &name]);
        let pauses = |log: Vec<Envelope>| {
            log.iter().filter(|line| matches!(line.event, Event::JobPaused { .. })).count()
        };
        until(&queue, job, |_| pauses(queue.log(job).unwrap()) == 1);
        // As `umount -l`: the workers hold the disk open.
        mounts.unmount(&usb);
        let refusals = |log: Vec<Envelope>| {
            let is_refusal = |event: &Event| match event {
                Event::Warning { warning: Warning::PutOff { error }, .. } => {
                    error.code == Code::OtherDevice
                }
                _ => false,
            };
            log.iter().filter(|line| is_refusal(&line.event)).count()
        };
        for refused in 1..=2 {
            user.q(&["resume", &name]);
            until(&queue, job, |job| {
                job.paused && refusals(queue.log(job.job).unwrap()) == refused
            });
        }
        let found = queue.find(job).unwrap();
        assert_eq!((found.stage, found.paused), (Stage::Running, true));
        mounts.bind(&disk, &usb);
        user.q(&["limit", "none", &name]);
        user.q(&["resume", &name]);
        until(&queue, job, |job| job.stage == Stage::Finished);
        runner.wait().unwrap();
        assert_eq!(outcome(&queue.find(job).unwrap()), Some(Outcome::Completed));
        assert_eq!(fs::read(usb.join("big")).unwrap().len(), 8 << 20);
    };
    with_mounts(&[], test);
}

#[test]
fn an_answer_does_not_fill_the_empty_mount_point_of_a_disk_that_is_gone() {
    let test = |mounts: &Mounts| {
        let user = User::new(mounts.root());
        let usb = user.at("usb");
        fs::create_dir(&usb).unwrap();
        mounts.bind(&mounts.tmpfs("size=20m"), &usb);
        user.file("a", "new").file("usb/a", "old");
        // A worker keeps 64 directories open, and so has closed the one that the answer needs.
        for n in 0..100 {
            user.file(&format!("tree/{n}/f"), "new");
        }
        let job = user.add(&["copy", "--on-conflict=ask", "-w", "1", "-t", "usb", "a", "tree"]);
        let queue = user.queue();
        let mut runner = user.start("fcpq", &["run"]);
        until(&queue, job, |job| job.questions == 1 && job.progress.items_done == 201);
        mounts.unmount(&usb);
        user.q(&["answer", &job.to_string(), "all", "overwrite"]);
        until(&queue, job, |job| job.stage == Stage::Finished);
        runner.wait().unwrap();
        assert!(is_empty(&usb));
    };
    with_mounts(&[], test);
}
