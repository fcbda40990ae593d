//! Tests of the stream of events of the queue.

use super::*;
use crate::record::Home;

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
    let subject = Subject::Conflict {
        kind: ConflictKind::File,
        src: side.clone(),
        dst: side,
        staged: None,
        just_created: false,
    };
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
fn what_failed_in_another_process_is_told_once_to_a_late_subscriber() {
    let (dir, queue) = scratch();
    let home = Home { data: dir.path().join("data"), state: Some(dir.path().join("state")) };
    let engine = Engine::on_queue(home, queue.clone()).unwrap();
    let mut store = queue.connect().unwrap();
    let he = store.enlist(true).unwrap();
    let paused = Adding { paused: true, ..Adding::default() };
    let job = queue.add(copy("/a"), &paused).unwrap();
    store.claim(he.id, |_, _| vec![job]).unwrap();
    let failed = |name: &str| Event::ItemFailed {
        job,
        src: format!("/a/{name}").as_str().into(),
        error: OpError::new(Action::Read, name, Errno::IO),
    };
    for round in 0..30 {
        let (now, last) = (failed(&format!("{round}")), failed(&format!("{round} last")));
        let mut write = |number, fact: &Event| {
            let facts = vec![(number, fact.clone())];
            store.write(&Report { owner: he.id, facts, ..Report::default() }).unwrap();
        };
        // The subscription and the next look of the engine at what others wrote are close together.
        write(3 * round + 1, &now);
        let events = engine.subscribe();
        write(3 * round + 2, &last);
        let mut count = 0;
        loop {
            let told = events.next_within(Duration::from_secs(60)).expect("the last is told").event;
            count += usize::from(told == now);
            if told == last {
                break;
            }
        }
        assert_eq!(count, 1, "round {round}");
    }
}
