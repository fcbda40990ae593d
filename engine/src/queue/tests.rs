//! Tests of the queue as commands see it, and of its stream of events.
#![allow(clippy::disallowed_methods, reason = "tests set up what the engine will find")]

use std::fs;
use std::path::PathBuf;

use super::*;
use crate::contract::error::Code;
use crate::contract::event::{
    Answer, ConflictKind, Event, FileKind, Outcome, Phase, Progress, Scope, Side, Subject, Summary,
};
use crate::contract::spec::Removals;
use crate::contract::view::JobsView;
use crate::engine::Engine;
use crate::journal::{Entry, Large};
use crate::queue::store::Report;

fn scratch() -> (tempfile::TempDir, Queue) {
    let dir = tempfile::tempdir().unwrap();
    let opened = Queue::open(&dir.path().join("state")).unwrap();
    assert_eq!(opened.aside, None);
    (dir, opened.queue)
}

fn copy(source: &str) -> JobSpec {
    JobSpec {
        verb: Verb::Copy,
        sources: vec![source.into()],
        destination: Some(Destination::Into("/there".into())),
        options: Options::default(),
    }
}

fn add(queue: &Queue, source: &str) -> JobId {
    queue.add(copy(source), &Adding::default()).unwrap()
}

#[test]
fn paths_mean_the_same_to_every_process() {
    let mut spec = copy("a/");
    let operands = ["b/.", "..", "/c", ""];
    spec.sources.extend(operands.map(WirePath::from));
    spec.destination = Some(Destination::As("d/".into()));
    let spec = absolute(spec, Path::new("/here"));
    let bytes: Vec<_> = spec.sources.iter().map(|path| path.0.as_os_str().to_owned()).collect();
    assert_eq!(bytes, ["/here/a/", "/here/b/.", "/here/..", "/c", ""]);
    assert_eq!(spec.destination, Some(Destination::As("/here/d/".into())));
    assert_eq!(spec.options.below, None);
    let trashed = JobSpec::restore(["x".into()]);
    assert_eq!(absolute(trashed.clone(), Path::new("/here")), trashed);
}

#[test]
fn parents_are_recreated_as_far_as_they_were_written() {
    let dir = tempfile::tempdir().unwrap();
    let here = dir.path().join("here");
    for name in ["here/a/b", "here/c/d", "out"] {
        fs::create_dir_all(dir.path().join(name)).unwrap();
    }
    fs::write(here.join("a/b/f"), "f").unwrap();
    fs::write(here.join("c/d/g"), "g").unwrap();
    let whole = here.join("c/d/g");
    let mut spec = copy("a/b/f");
    spec.sources.push(whole.clone().into());
    spec.destination = Some(Destination::Into(dir.path().join("out").into()));
    spec.options.parents = true;
    let engine = Engine::new();
    let job = engine.submit(absolute(spec, &here)).unwrap();
    assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
    let out = dir.path().join("out");
    assert_eq!(fs::read_to_string(out.join("a/b/f")).unwrap(), "f");
    assert_eq!(fs::read_to_string(out.join(whole.strip_prefix("/").unwrap())).unwrap(), "g");
    let mut names: Vec<PathBuf> =
        fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into()).collect();
    names.sort();
    let first = whole.components().nth(1).unwrap();
    assert_eq!(names, [PathBuf::from("a"), PathBuf::from(first.as_os_str())]);
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
fn a_retry_removes_nothing_that_the_job_was_to_remove() {
    let spec = JobSpec::copy(["/from/a", "/from/b"], Destination::Into("/to".into()));
    let removals = Removals { paths: Some(vec!["/to/old".into()]), ..Removals::default() };
    let spec = spec.with(|options| options.removals = Some(removals));
    let retry = again(spec.clone(), vec!["/from/a/x".into()]);
    assert_eq!(retry.sources, ["/from/a".into()]);
    assert_eq!(retry.options.removals, None);
    // Where only a removal failed, nothing is copied once more.
    let retry = again(spec, vec!["/to/old/x".into()]);
    assert_eq!((retry.verb, retry.sources), (Verb::Trash, vec!["/to/old/x".into()]));
    assert_eq!(retry.destination, None);
}

#[test]
fn a_retry_does_what_failed_and_nothing_else() {
    let (dir, queue) = scratch();
    let from = dir.path().join("from");
    fs::create_dir_all(from.join("sub/deep")).unwrap();
    for name in ["good", "bad", "sub/good", "sub/deep/one", "sub/deep/two"] {
        fs::write(from.join(name), name).unwrap();
    }
    let out = dir.path().join("out");
    fs::create_dir(&out).unwrap();
    let mut spec = copy("");
    spec.sources = vec![from.clone().into(), dir.path().join("other").into()];
    spec.destination = Some(Destination::Into(out.clone().into()));
    let job = queue.add(spec.clone(), &Adding::default()).unwrap();
    assert_eq!(queue.retry(job), Err(QueueError::NotOver(job)));
    let mut store = queue.connect().unwrap();
    let me = store.enlist(true).unwrap();
    store.claim(me.id, |_, _| vec![job]).unwrap();
    let failed = |name: &str| {
        let path = from.join(name);
        let error = OpError::new(Action::Read, &path, Errno::IO);
        (1, Event::ItemFailed { job, src: path.into(), error })
    };
    let facts = vec![failed("bad"), failed("sub/deep")];
    store.write(&Report { owner: me.id, facts, ..Report::default() }).unwrap();
    let summary = Summary::without_work(Verb::Copy, Outcome::CompletedWithErrors, 2);
    store.finish(job, &summary, None).unwrap();

    let retry = queue.spec(queue.retry(job).unwrap()).unwrap();
    assert_eq!(retry.sources, [from.into()]);
    let engine = Engine::new();
    let summary = engine.wait(engine.submit(retry).unwrap()).unwrap();
    assert_eq!(summary.outcome, Outcome::Completed);
    let there = |name: &str| out.join("from").join(name).exists();
    assert!(there("bad") && there("sub/deep/one") && there("sub/deep/two"));
    assert!(!there("good") && !there("sub/good"));

    let repeat = queue.repeat(job).unwrap();
    assert_eq!(queue.spec(repeat).unwrap(), spec);
    let cancelled = add(&queue, "/a");
    queue.cancel(cancelled).unwrap();
    assert_eq!(queue.retry(cancelled), Err(QueueError::NothingFailed(cancelled)));
    assert_eq!(queue.undo(cancelled), Err(QueueError::NotRecorded(cancelled)));
}

#[test]
fn a_file_whose_folder_was_missing_is_retried_into_it() {
    let dir = tempfile::tempdir().unwrap();
    let (file, folder) = (dir.path().join("file"), dir.path().join("new/"));
    fs::write(&file, "x").unwrap();
    let spec = JobSpec {
        sources: vec![file.clone().into()],
        destination: Some(Destination::As(folder.clone().into())),
        ..copy("")
    };
    assert_eq!(into_folder(spec.clone()), spec);
    fs::create_dir(&folder).unwrap();
    let retried = into_folder(spec.clone());
    assert_eq!(retried.destination, Some(Destination::Into(folder.into())));
    // A folder of that name is what the copy of a folder becomes.
    let tree = JobSpec { sources: vec![dir.path().into()], ..spec };
    assert_eq!(into_folder(tree.clone()), tree);
}

#[test]
fn a_delete_is_retried_with_what_stayed() {
    let spec = JobSpec { verb: Verb::Delete, destination: None, ..copy("/a") };
    let retry = again(spec, vec!["/a/b".into()]);
    assert_eq!(retry.sources, ["/a/b".into()]);
    assert!(retry.options.filter.only.is_empty());
}

#[test]
fn a_delete_that_goes_on_does_not_miss_what_it_has_removed() {
    let (dir, queue) = scratch();
    fs::write(dir.path().join("left"), "").unwrap();
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
fn a_process_in_another_directory_does_not_delete_the_working_directory_of_the_caller() {
    let (_dir, queue) = scratch();
    let delete = |source: &Path, protected| {
        let mut spec = JobSpec { verb: Verb::Delete, destination: None, ..copy("") };
        spec.sources = vec![source.into()];
        spec.options.protect.working_directory = protected;
        queue.add(spec, &Adding { paused: true, ..Adding::default() })
    };
    let here = std::env::current_dir().unwrap();
    for path in [&here, here.parent().unwrap()] {
        let error = OpError::refused(Action::Delete, Code::WorkingDirectory, path);
        assert_eq!(delete(path, true), Err(QueueError::Refused(error)));
        delete(path, false).unwrap();
    }
    delete(&here.join("src"), true).unwrap();
    assert_eq!(queue.list().unwrap().len(), 3);
    queue.list().unwrap().iter().for_each(|job| queue.cancel(job.job).unwrap());
}

#[test]
fn a_cancelled_job_that_ran_before_is_over_at_once() {
    let (_dir, queue) = scratch();
    let job = add(&queue, "/a");
    let mut store = queue.connect().unwrap();
    let me = store.enlist(true).unwrap();
    store.claim(me.id, |_, _| vec![job]).unwrap();
    // Its owner dies.
    drop(me);
    queue.cancel(job).unwrap();
    let found = queue.find(job).unwrap();
    assert_eq!(found.stage, Stage::Finished);
    assert_eq!(found.summary.unwrap().outcome, Outcome::Cancelled);
    assert_eq!(queue.runners().unwrap(), 0);
    queue.cancel(job).unwrap();
    // The process that cancelled it was killed before it had cleaned up.
    let job = add(&queue, "/b");
    let me = store.enlist(true).unwrap();
    store.claim(me.id, |_, _| vec![job]).unwrap();
    store.change(job, Change::Cancel).unwrap();
    drop(me);
    queue.cancel(job).unwrap();
    assert_eq!(queue.find(job).unwrap().stage, Stage::Finished);
    assert_eq!(queue.cancel(99), Err(QueueError::NoJob(99)));
}

#[test]
fn a_cancelled_job_leaves_no_temporary_file() {
    let (dir, queue) = scratch();
    let (source, out) = (dir.path().join("big"), dir.path().join("out"));
    fs::write(&source, "whole").unwrap();
    fs::create_dir(&out).unwrap();
    let mut spec = copy("");
    spec.sources = vec![source.clone().into()];
    spec.destination = Some(Destination::Into(out.clone().into()));
    let job = queue.add(spec, &Adding::default()).unwrap();
    let key = crate::journal::key(job, queue.find(job).unwrap().added);
    let temporary = out.join(format!(".fcp-{key:08x}-1"));
    fs::write(&temporary, "wh").unwrap();
    fs::write(out.join("other"), "stays").unwrap();
    let path = c_path(&temporary).unwrap();
    let inode = sys::stat_at(sys::CWD, &path, false).unwrap().id();
    let large = Large {
        src: source.into(),
        temporary: temporary.into(),
        inode,
        source: (0, 5, (0, 0), (0, 0)),
        offset: 2,
        synced: 0,
    };
    let mut store = queue.connect().unwrap();
    let me = store.enlist(true).unwrap();
    store.claim(me.id, |_, _| vec![job]).unwrap();
    store.past(job).unwrap();
    let journal = vec![(job, Entry::Large(large))];
    store.write(&Report { owner: me.id, journal, ..Report::default() }).unwrap();
    drop(me);
    queue.cancel(job).unwrap();
    assert_eq!(queue.find(job).unwrap().summary.unwrap().outcome, Outcome::Cancelled);
    let left: Vec<_> = fs::read_dir(&out).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left, ["other"]);
}

#[test]
fn a_running_job_is_cancelled_by_the_process_that_runs_it() {
    let (_dir, queue) = scratch();
    let job = add(&queue, "/a");
    let mut store = queue.connect().unwrap();
    let me = store.enlist(true).unwrap();
    store.claim(me.id, |_, _| vec![job]).unwrap();
    queue.cancel(job).unwrap();
    assert_eq!(queue.find(job).unwrap().stage, Stage::Running);
    assert!(store.requests(me.id).unwrap()[0].cancelled);
}

#[test]
fn what_can_never_run_is_not_added() {
    let (_dir, queue) = scratch();
    let mut spec = copy("/a");
    spec.sources.clear();
    assert!(matches!(queue.add(spec, &Adding::default()), Err(QueueError::Refused(_))));
    let mut spec = copy("/a");
    spec.options.filter.exclude = vec!["[".to_owned()];
    assert!(matches!(queue.add(spec, &Adding::default()), Err(QueueError::Refused(_))));
    assert_eq!(queue.list_all().unwrap(), []);
}

/// The kinds of events, as scripts name them.
fn told(events: &[Envelope]) -> Vec<String> {
    let name = |envelope: &Envelope| {
        let json = serde_json::to_value(&envelope.event).unwrap();
        json["type"].as_str().unwrap().to_owned()
    };
    events.iter().map(name).collect()
}

#[test]
fn a_follower_hears_all_once_and_in_order() {
    let (_dir, queue) = scratch();
    let mut store = queue.connect().unwrap();
    let me = store.enlist(true).unwrap();
    let mut follower = queue.follow(false).unwrap();
    let mut all = follower.poll().unwrap();
    assert_eq!(all, []);
    let mut hear = |expected: &[&str]| {
        let events = follower.poll().unwrap();
        assert_eq!(told(&events), expected);
        all.extend(events);
        assert_eq!(follower.poll().unwrap(), []);
    };
    let job = add(&queue, "/a");
    hear(&["job.queued", "job.placed"]);
    queue.pause(job).unwrap();
    hear(&["job.paused"]);
    queue.resume(job).unwrap();
    queue.start(job).unwrap();
    hear(&["job.placed", "job.resumed"]);
    store.claim(me.id, |_, _| vec![job]).unwrap();
    let report = |facts, items_done| Report {
        owner: me.id,
        facts,
        progress: vec![(job, Progress { items_done, ..Progress::default() })],
        ..Report::default()
    };
    let started = vec![
        (1, Event::JobStarted { job, workers: 2 }),
        (2, Event::JobPhase { job, phase: Phase::Running }),
    ];
    store.write(&report(started, 3)).unwrap();
    hear(&["job.started", "job.phase", "progress"]);
    store.write(&report(vec![], 4)).unwrap();
    hear(&["progress"]);
    // What the row has told already is not told again once it is obeyed.
    queue.pause(job).unwrap();
    hear(&["job.paused", "progress"]);
    store.write(&report(vec![(3, Event::JobPaused { job })], 4)).unwrap();
    hear(&[]);
    // A job that comes and goes between two looks.
    let short = add(&queue, "/b");
    queue.cancel(short).unwrap();
    hear(&["job.queued", "job.placed", "job.summary"]);
    store.finish(job, &Summary::without_work(Verb::Copy, Outcome::Completed, 0), None).unwrap();
    hear(&["job.summary"]);
    queue.clear(None).unwrap();
    hear(&["job.removed", "job.removed"]);
    let seqs: Vec<_> = all.iter().filter_map(|envelope| envelope.seq).collect();
    assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>());
    assert!(all.is_sorted_by_key(|envelope| envelope.at));
}

#[test]
fn a_late_subscriber_gets_the_present_state() {
    let (_dir, queue) = scratch();
    let mut store = queue.connect().unwrap();
    let me = store.enlist(true).unwrap();
    let [running, lost, over, waiting] = ["/a", "/b", "/c", "/d"].map(|path| add(&queue, path));
    store.claim(me.id, |_, _| vec![running]).unwrap();
    let side = Side { path: "/a".into(), kind: FileKind::File, size: 1, mtime: 0, mode: 0 };
    let subject = Subject::Conflict { kind: ConflictKind::File, src: side.clone(), dst: side };
    let question = Box::new(Question { id: 5, subject, waiting: 1 });
    let error = OpError::new(Action::Read, "/a/x", Errno::IO);
    let facts = vec![
        (1, Event::JobStarted { job: running, workers: 2 }),
        (2, Event::ItemFailed { job: running, src: "/a/x".into(), error }),
        (3, Event::QuestionAsked { job: running, question }),
    ];
    let progress = vec![(running, Progress { items_done: 9, waiting: 1, ..Progress::default() })];
    store.write(&Report { owner: me.id, facts, progress, ..Report::default() }).unwrap();
    let he = store.enlist(true).unwrap();
    store.claim(he.id, |_, _| vec![lost]).unwrap();
    let progress = vec![(lost, Progress { items_done: 7, waiting: 3, ..Progress::default() })];
    let facts = vec![(1, Event::JobStarted { job: lost, workers: 1 })];
    store.write(&Report { owner: he.id, facts, progress, ..Report::default() }).unwrap();
    drop(he);
    queue.cancel(over).unwrap();
    queue.pause(waiting).unwrap();

    let mut view = JobsView::new();
    let mut follower = queue.follow(true).unwrap();
    for envelope in follower.poll().unwrap() {
        view.apply(&envelope);
    }
    let row = view.row(running).unwrap();
    assert_eq!((row.phase, row.workers, row.progress.items_done), (Phase::Running, 2, 9));
    assert_eq!((row.failed.count, row.questions.len()), (1, 1));
    let row = view.row(lost).unwrap();
    assert_eq!((row.phase, row.progress.items_done), (Phase::Queued, 7));
    // It had three questions, which its next run asks again.
    assert_eq!((row.progress.waiting, row.waiting()), (3, 0));
    assert!(row.place.as_ref().unwrap().interrupted);
    assert_eq!(view.row(over).unwrap().phase, Phase::Finished);
    let row = view.row(waiting).unwrap();
    assert_eq!((row.phase, row.paused), (Phase::Queued, true));
    assert_eq!(
        queue
            .follow(false)
            .unwrap()
            .poll()
            .unwrap()
            .iter()
            .filter(|envelope| { envelope.event.job() == Some(over) })
            .count(),
        0
    );

    // The death of the owner changes no file, and is heard of nevertheless.
    drop(me);
    let events = follower.poll().unwrap();
    let expected = ["job.placed", "question.answered", "job.phase", "progress", "job.phase"];
    assert_eq!(told(&events), expected);
    for envelope in events {
        view.apply(&envelope);
    }
    let row = view.row(running).unwrap();
    assert_eq!((row.phase, row.questions.len()), (Phase::Queued, 0));
    assert_eq!(row.progress.waiting, 1);
}

#[test]
fn a_process_that_runs_jobs_does_not_hear_itself() {
    let (_dir, queue) = scratch();
    let mut store = queue.connect().unwrap();
    let me = store.enlist(true).unwrap();
    let [mine, others] = ["/a", "/b"].map(|path| add(&queue, path));
    let he = store.enlist(true).unwrap();
    let mut follower = Follower::new(queue.connect().unwrap(), true, Some(me.id));
    assert_eq!(follower.poll().unwrap().len(), 4);
    for (process, job) in [(&me, mine), (&he, others)] {
        store.claim(process.id, |_, _| vec![job]).unwrap();
        let facts = vec![(1, Event::JobStarted { job, workers: 1 })];
        let progress = vec![(job, Progress { items_done: 1, ..Progress::default() })];
        let report = Report { owner: process.id, facts, progress, ..Report::default() };
        store.write(&report).unwrap();
        queue.pause(job).unwrap();
    }
    let events = follower.poll().unwrap();
    assert!(events.iter().all(|envelope| envelope.event.job() == Some(others)), "{events:?}");
    assert_eq!(told(&events), ["job.started", "job.paused", "progress"]);
    // What it gives back is heard of by others' events again.
    store.release(mine, None).unwrap();
    queue.resume(mine).unwrap();
    assert_eq!(told(&follower.poll().unwrap()), ["job.placed", "job.resumed"]);
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
