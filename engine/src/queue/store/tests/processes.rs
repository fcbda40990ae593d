//! Tests with processes that join, leave and die.

use std::io::Read;
use std::process::{Child, Command, Stdio};

use fcp_sys::AsFd as _;

use super::*;

const STATE: &str = "FCP_TEST_STATE";
/// Set if it is to change the queue without end.
const BUSY: &str = "FCP_TEST_BUSY";

/// Does all that a process does with a store, until it is killed.
fn work(store: &mut Store, me: ProcessId) {
    for seq in 1.. {
        let job = store.add(&copy("/a")).unwrap();
        store.claim(me, all).unwrap();
        store.past(job).unwrap();
        let facts = vec![(seq, Event::JobStarted { job, workers: 1 })];
        let journal = vec![(job, ended(1, &[b'x'; 3000])), (job, ended(2, &[b'y'; 9000]))];
        store.write(&Report { facts, journal, ..report(me) }).unwrap();
        if seq % 3 == 0 {
            store.finish(job, &done(), None).unwrap();
        }
        if seq % 16 == 0 {
            store.checkpoint().unwrap();
            store.clear(None).unwrap();
        }
    }
}

/// The process that [`spawn`] starts; a test that does nothing when it is run by itself.
#[test]
fn another_process() {
    let Some(state) = std::env::var_os(STATE) else { return };
    let (mut store, _) = Store::open(Path::new(&state)).unwrap();
    store.reap().unwrap();
    let me = store.enlist(true).unwrap();
    let jobs = store.claim(me.id, all).unwrap();
    println!("claimed {}", jobs.len());
    if std::env::var_os(BUSY).is_some() {
        work(&mut store, me.id);
    }
    // Runs until the test kills this process or closes its standard input.
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
}

/// Starts this very test again as a process that claims all jobs; gives it back when it has.
fn spawn(state: &Path) -> Child {
    start(Command::new(std::env::current_exe().unwrap()).env(STATE, state))
}

fn start(command: &mut Command) -> Child {
    let mut child = command
        .args(["--exact", "queue::store::tests::processes::another_process", "--nocapture"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let out = child.stdout.as_mut().unwrap();
    let mut byte = [0];
    while !(said.contains("claimed") && said.ends_with('\n')) {
        assert_eq!(out.read(&mut byte).unwrap(), 1, "it ended: {said}");
        said.push(char::from(byte[0]));
    }
    child
}

#[test]
fn a_killed_process_loses_its_jobs() {
    let (dir, mut store) = scratch();
    let job = store.add(&copy("/a")).unwrap();
    let mut child = spawn(&dir.path().join("fcp"));
    let found = store.find(job).unwrap();
    assert_eq!((found.stage, found.pid), (Stage::Running, Some(child.id())));
    assert_eq!(store.reap().unwrap(), Vec::<JobId>::new());
    assert_eq!(store.runners().unwrap().len(), 1);
    let me = store.enlist(true).unwrap();
    assert_eq!(store.claim(me.id, all).unwrap(), Vec::<JobId>::new());

    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(store.reap().unwrap(), [job]);
    assert_eq!(store.reap().unwrap(), Vec::<JobId>::new());
    let found = store.find(job).unwrap();
    assert_eq!((found.stage, found.interrupted, found.pid), (Stage::Waiting, true, None));
    assert_eq!(store.runners().unwrap().len(), 1);
    assert_eq!(store.claim(me.id, all).unwrap(), [job]);
    let log = store.log(job).unwrap();
    let back = Event::JobPhase { job, phase: Phase::Queued };
    assert!(log.iter().any(|line| line.event == back));
}

#[test]
fn a_process_whose_lock_file_is_gone_is_known_by_its_number() {
    let (dir, mut store) = scratch();
    store.add(&copy("/a")).unwrap();
    let mut child = spawn(&dir.path().join("fcp"));
    let locks = || std::fs::read_dir(dir.path().join("fcp/run")).unwrap();
    for lock in locks() {
        std::fs::remove_file(lock.unwrap().path()).unwrap();
    }
    assert_eq!(store.reap().unwrap(), Vec::<JobId>::new());
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(store.reap().unwrap().len(), 1);
    // A number that another process has by now.
    let me = store.enlist(true).unwrap();
    store.claim(me.id, all).unwrap();
    store.db.execute("UPDATE process SET started = started - 1", []).unwrap();
    assert_eq!(store.reap().unwrap(), Vec::<JobId>::new(), "the lock says more");
    for lock in locks() {
        std::fs::remove_file(lock.unwrap().path()).unwrap();
    }
    assert_eq!(store.reap().unwrap().len(), 1);
}

#[test]
fn a_process_that_ends_gives_its_jobs_back_although_a_worker_holds_the_lock_open() {
    let (dir, mut store, me, job) = running();
    // As a worker's table of its own has it.
    let copy = fcp_sys::duplicate(me.lock.as_fd()).unwrap();
    assert_eq!(store.leave(me).unwrap(), [job]);
    assert_eq!(store.runners().unwrap().len(), 0);
    assert_eq!(std::fs::read_dir(dir.path().join("fcp/run")).unwrap().count(), 0);
    let me = store.enlist(true).unwrap();
    let copy_of_second = fcp_sys::duplicate(me.lock.as_fd()).unwrap();
    store.claim(me.id, all).unwrap();
    drop(me);
    assert_eq!(store.reap().unwrap(), [job]);
    drop((copy, copy_of_second));
}

#[test]
fn a_job_has_one_owner_however_many_want_it() {
    let (dir, mut store) = scratch();
    let state = dir.path().join("fcp");
    for n in 0..40 {
        store.add(&copy(&format!("/{n}"))).unwrap();
    }
    let claimed: Vec<(ProcessId, JobId)> = std::thread::scope(|scope| {
        let claimants: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    let (mut store, _) = Store::open(&state).unwrap();
                    let me = store.enlist(true).unwrap();
                    let id = me.id;
                    let mut mine = Vec::new();
                    for _ in 0..20 {
                        // Chooses one that waits, and one that another process runs.
                        let choose = |_: Mode, jobs: &[Candidate]| {
                            let waits = jobs.iter().find(|job| job.stage == Stage::Waiting);
                            let runs = jobs.iter().find(|job| job.stage == Stage::Running);
                            waits.into_iter().chain(runs).map(|job| job.job).collect()
                        };
                        let got = store.claim(me.id, choose).unwrap();
                        mine.extend(got.into_iter().map(|job| (id, job)));
                    }
                    // It lives until all have claimed.
                    (mine, me)
                })
            })
            .collect();
        let all: Vec<_> = claimants.into_iter().map(|thread| thread.join().unwrap()).collect();
        all.into_iter().flat_map(|(mine, _)| mine).collect()
    });
    let mut jobs: Vec<JobId> = claimed.iter().map(|(_, job)| *job).collect();
    jobs.sort_unstable();
    assert_eq!(jobs, (1..=40).collect::<Vec<JobId>>());
}

#[test]
fn a_kill_at_any_moment_leaves_a_queue_that_can_be_gone_on_with() {
    let (dir, mut store) = scratch();
    let state = dir.path().join("fcp");
    for delay in 0..24 {
        let exe = std::env::current_exe().unwrap();
        let mut child = start(Command::new(exe).env(STATE, &state).env(BUSY, "1"));
        // Some moment: which one does not matter.
        std::thread::sleep(std::time::Duration::from_micros(delay * 997));
        child.kill().unwrap();
        child.wait().unwrap();
        store.reap().unwrap();
        for job in store.list(Which::All).unwrap() {
            assert_ne!(job.stage, Stage::Running);
            assert_eq!(job.stage == Stage::Finished, job.summary.is_some());
            store.spec(job.job).unwrap();
            // All of a report is there, or nothing of it.
            let seq = store.past(job.job).unwrap().seq;
            assert!(matches!(seq, 0 | 2), "{seq}");
        }
        let whole: String =
            store.db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(whole, "ok");
    }
    assert!(store.list(Which::All).unwrap().iter().any(|job| job.interrupted));
}
