//! Tests of the order of jobs, and of those that wait for others.

use super::*;
use crate::contract::error::Code;
use crate::contract::event::{Envelope, Event, Warning};

#[test]
fn jobs_stand_in_the_order_that_was_asked_for() {
    let (_dir, mut store) = scratch();
    let [a, b, c] = ["/a", "/b", "/c"].map(|source| store.add(&copy(source)).unwrap());
    let mut first = copy("/d");
    first.adding.first = true;
    let d = store.add(&first).unwrap();
    let mut order = |job: JobId, to: To| {
        store.place(job, to).unwrap();
        ids(&store.list(Which::Open).unwrap())
    };
    assert_eq!(order(c, To::Up), [d, a, c, b]);
    assert_eq!(order(d, To::Up), [d, a, c, b]);
    assert_eq!(order(d, To::Down), [a, d, c, b]);
    assert_eq!(order(b, To::Down), [a, d, c, b]);
    assert_eq!(order(b, To::First), [b, a, d, c]);
    assert_eq!(order(a, To::Last), [b, d, c, a]);
    assert_eq!(order(a, To::Last), [b, d, c, a]);
    let mut before = |job: JobId, other: JobId| {
        store.place_before(job, other).unwrap();
        ids(&store.list(Which::Open).unwrap())
    };
    assert_eq!(before(a, d), [b, a, d, c]);
    assert_eq!(before(c, b), [c, b, a, d]);
    assert_eq!(before(c, c), [c, b, a, d]);
    assert_eq!(before(c, b), [c, b, a, d]);
    assert_eq!(before(c, d), [b, a, c, d]);
    assert_eq!(before(a, b), [a, b, c, d]);
    assert_eq!(before(a, d), [b, c, a, d]);
    assert_eq!(before(c, b), [c, b, a, d]);
    assert_eq!(before(c, a), [b, c, a, d]);
    store.change(d, Change::Cancel).unwrap();
    assert_eq!(store.place(d, To::Up), Err(QueueError::Over(d)));
    assert_eq!(store.place_before(c, d), Err(QueueError::Over(d)));
    assert_eq!(ids(&store.list(Which::Open).unwrap()), [b, c, a]);
    assert_eq!(ids(&store.list(Which::All).unwrap()), [b, c, a, d]);
}

#[test]
fn no_two_jobs_wait_for_each_other() {
    let (_dir, mut store) = scratch();
    let [a, b, c] = ["/a", "/b", "/c"].map(|source| store.add(&copy(source)).unwrap());
    store.hold(b, Some(a)).unwrap();
    store.hold(c, Some(b)).unwrap();
    assert_eq!(store.hold(a, Some(c)), Err(QueueError::Circle(a)));
    assert_eq!(store.hold(a, Some(a)), Err(QueueError::Circle(a)));
    assert_eq!(store.hold(a, Some(9)), Err(QueueError::NoJob(9)));
    store.change(a, Change::Cancel).unwrap();
    let held_back = |store: &mut Store, job| {
        let row = store.find(job).unwrap();
        (row.after, row.paused)
    };
    assert_eq!(held_back(&mut store, b), (None, true));
    store.change(b, Change::Resume).unwrap();
    store.hold(b, Some(a)).unwrap();
    assert_eq!(held_back(&mut store, b), (None, true));
    let log = store.log(b).unwrap();
    let is_told = |envelope: &Envelope| match &envelope.event {
        Event::Warning { warning: Warning::PutOff { error }, .. } => {
            error.code == Code::EarlierFailed
        }
        _ => false,
    };
    assert_eq!(log.iter().filter(|envelope| is_told(envelope)).count(), 2, "{log:?}");
    let mut after = copy("/e");
    after.adding.after = Some(c);
    let e = store.add(&after).unwrap();
    assert_eq!(store.find(e).unwrap().after, Some(c));
    after.adding.after = Some(77);
    assert_eq!(store.add(&after), Err(QueueError::NoJob(77)));
}

/// The test of the disk that is not plugged in: below its mount point nothing may be made.
#[test]
fn a_job_whose_device_is_not_there_after_a_reboot_waits() {
    let (dir, mut store) = scratch();
    let place = |name: &str| dir.path().join(name).into();
    let mut new = copy("/a");
    std::fs::write(dir.path().join("a"), "x").unwrap();
    new.spec.sources = vec![place("a")];
    new.spec.destination = Some(Destination::As(place("copy")));
    let job = store.add(&new).unwrap();
    let me = store.enlist(true).unwrap();
    assert_eq!(store.claim(me.id, all).unwrap(), [job]);
    store.past(job).unwrap();
    store.leave(me).unwrap();
    store.db.execute("UPDATE job SET boot = 'another'", []).unwrap();

    let data = dir.path().join("data");
    let home = crate::record::Home { data, state: Some(store.state.clone()) };
    let queue = crate::queue::Queue::open(&store.state).unwrap().queue;
    let engine = crate::engine::Engine::on_queue(home, queue.clone()).unwrap();
    let until = |wanted: &dyn Fn(&QueuedJob) -> bool| loop {
        if wanted(&queue.find(job).unwrap()) {
            break;
        }
        queue.wait_for_change(std::time::Duration::from_secs(1));
    };
    until(&|job| job.paused && job.stage == Stage::Waiting);
    assert!(!dir.path().join("copy").exists());
    let is_told = |envelope: &crate::contract::event::Envelope| {
        let warning = crate::contract::event::Warning::PutOff {
            error: crate::contract::error::OpError::refused(
                crate::contract::error::Action::Target,
                crate::contract::error::Code::OtherDevice,
                dir.path().join("copy"),
            ),
        };
        envelope.event == Event::Warning { job, warning }
    };
    assert!(queue.log(job).unwrap().iter().any(is_told));
    // The user who resumes it has seen to it.
    engine.resume(job).unwrap();
    assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
    engine.close(std::time::Duration::from_secs(10));
}

#[test]
fn many_held_jobs_hide_none_that_could_start() {
    let dir = tempfile::tempdir().unwrap();
    let (mut store, _) = Store::open(dir.path()).unwrap();
    let mut first = copy("/a");
    first.adding.paused = true;
    let mut held = copy("/b");
    held.adding.after = Some(store.add(&first).unwrap());
    for _ in 0..1_001 {
        store.add(&held).unwrap();
    }
    let free = store.add(&copy("/c")).unwrap();
    let me = store.enlist(true).unwrap();
    let choose = |mode, jobs: &[Candidate]| crate::queue::schedule::choose(mode, jobs);
    assert_eq!(store.claim(me.id, choose).unwrap(), [free]);
}
