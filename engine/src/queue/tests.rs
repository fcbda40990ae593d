//! Tests of the queue as commands see it, and of its stream of events.

mod again;
mod cancel;
mod follow;
mod request;

use std::fs;
use std::path::PathBuf;

use super::again::{again, into_folder};
use super::request::absolute;
use super::*;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{
    Answer, ConflictKind, Event, FileKind, Outcome, Phase, Progress, Scope, Side, Subject, Summary,
};
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, Removals, Seen, SeenItem, Verb};
use crate::contract::view::JobsView;
use crate::engine::Engine;
use crate::journal::{Entry, Large};
use crate::queue::store::Report;
use fcp_sys::{self as sys, Errno, c_path};

fn scratch() -> (tempfile::TempDir, Queue) {
    let dir = tempfile::tempdir().unwrap();
    let opened = Queue::open(&dir.path().join("state")).unwrap();
    assert_eq!(opened.aside, None);
    (dir, opened.queue)
}

fn copy(source: &str) -> JobSpec {
    JobSpec::copy([source], Destination::Into("/there".into()))
}

fn add(queue: &Queue, source: &str) -> JobId {
    queue.add(copy(source), &Adding::default()).unwrap()
}

#[test]
fn jobs_of_the_same_devices_that_may_start_are_ahead() {
    let (dir, queue) = scratch();
    let large = dir.path().join("large");
    fs::File::create(&large).unwrap().set_len(1 << 40).unwrap();
    let here = JobSpec {
        destination: Some(Destination::Into(dir.path().join("state").into())),
        ..copy(large.to_str().unwrap())
    };
    let elsewhere = JobSpec { verb: Verb::Delete, destination: None, ..copy("/proc") };
    let ahead = |spec: &JobSpec| queue.ahead_of(spec).unwrap();
    assert_eq!(ahead(&here), 0);
    queue.add(here.clone(), &Adding::default()).unwrap();
    queue.add(elsewhere.clone(), &Adding::default()).unwrap();
    assert_eq!((ahead(&here), ahead(&elsewhere)), (1, 1));
    // A paused job is not ahead of others, and a light one waits for no other.
    queue.add(here.clone(), &Adding { paused: true, ..Adding::default() }).unwrap();
    add(&queue, "/d");
    assert_eq!(ahead(&here), 1);
}

#[test]
fn a_delete_that_goes_on_does_not_miss_what_it_has_removed() {
    let (dir, queue) = scratch();
    fs::write(dir.path().join("left"), "").unwrap();
    // Filesystems tell the time by ticks: what is made within one of the start may be later, and would stay.
    std::thread::sleep(Duration::from_millis(50));
    let sources = ["gone", "left"].map(|name| dir.path().join(name).into()).to_vec();
    let spec = JobSpec { verb: Verb::Delete, sources, destination: None, ..copy("") };
    let [first, again] = [(); 2].map(|()| queue.add(spec.clone(), &Adding::default()).unwrap());
    let mut store = queue.connect().unwrap();
    let me = store.enlist(true).unwrap();
    store.claim(me.id, |_, _| vec![first]).unwrap();
    drop(me);
    let home = crate::record::Home { data: dir.path().join("data"), state: None };
    let engine = Engine::on_queue(home, queue.clone()).unwrap();
    let over = |job| loop {
        match queue.find(job).unwrap().summary {
            Some(summary) => break summary,
            None => queue.wait_for_change(Duration::from_secs(1)),
        }
    };
    assert_eq!((over(first).outcome, over(first).done), (Outcome::Completed, 1));
    // One that did not run before names nothing twice.
    assert_eq!(over(again).failed, 2);
    drop(engine);
}

#[test]
fn an_answer_goes_to_the_question() {
    let (_dir, queue) = scratch();
    let answer = Resolution { answer: Answer::Skip, scope: Scope::This };
    assert_eq!(queue.answer(5, &answer), Err(QueueError::NoQuestion(5)));
}

#[test]
fn the_bell_rings_for_changes() {
    let (_dir, queue) = scratch();
    let long = Duration::from_secs(60);
    // It has just been hung.
    queue.wait_for_change(long);
    let other = Queue::open(queue.state()).unwrap().queue;
    let mut version = lock(&queue.store).version().unwrap();
    let waiter = std::thread::spawn(move || {
        let start = std::time::Instant::now();
        loop {
            queue.wait_for_change(long);
            let new = lock(&queue.store).version().unwrap();
            if new != version {
                return (queue.list().unwrap().len(), start.elapsed() < long);
            }
            version = new;
        }
    });
    add(&other, "/a");
    assert_eq!(waiter.join().unwrap(), (1, true));
}
