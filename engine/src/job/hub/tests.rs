//! Tests of who hears which events, and when.

use super::*;
use crate::contract::event::Progress;
use std::thread;

#[test]
fn facts_are_numbered_and_progress_is_replaced() {
    let hub = Hub::default();
    let events = hub.subscribe(Vec::new);
    for items in 0..100 {
        let progress = Progress { items_done: items, ..Progress::default() };
        hub.tell(Event::Progress { job: 1, progress });
        hub.tell(Event::JobPaused { job: 1 });
    }
    let mut seqs = Vec::new();
    let mut seen = Vec::new();
    while let Some(envelope) = events.try_next() {
        match envelope.event {
            Event::Progress { progress, .. } => seen.push(progress.items_done),
            _ => seqs.push(envelope.seq),
        }
    }
    assert_eq!(seqs, (1..=100).map(Some).collect::<Vec<_>>());
    assert_eq!(seen, [99]);
}

#[test]
fn a_dropped_reader_wakes_the_workers_that_wait_for_it() {
    let hub = Arc::new(Hub::default());
    let events = hub.subscribe(Vec::new);
    for _ in 0..BACKLOG {
        hub.tell(Event::JobPaused { job: 1 });
    }
    let (sender, freed) = std::sync::mpsc::channel();
    let waiters: Vec<_> = (0..8)
        .map(|_| {
            let (hub, sender) = (Arc::clone(&hub), sender.clone());
            std::thread::spawn(move || {
                hub.wait_for_readers(|| true);
                sender.send(()).unwrap();
            })
        })
        .collect();
    std::thread::sleep(Duration::from_millis(20));
    assert!(freed.try_recv().is_err());
    drop(events);
    for waiter in waiters {
        freed.recv_timeout(Duration::from_secs(60)).unwrap();
        waiter.join().unwrap();
    }
}

#[test]
fn what_is_left_alone_is_told_to_those_who_want_it() {
    let hub = Hub::default();
    let skipped = |reason| Event::ItemSkipped { job: 1, src: "a".into(), dst: "b".into(), reason };
    let changes = hub.subscribe_to_changes(Vec::new);
    assert!(!hub.tells_skip(SkipReason::Same) && hub.tells_skip(SkipReason::Duplicate));
    let all = hub.subscribe(Vec::new);
    assert!(hub.tells_skip(SkipReason::Same));
    hub.tell(skipped(SkipReason::Same));
    hub.tell(skipped(SkipReason::Duplicate));
    assert_eq!((changes.take(9).len(), all.take(9).len()), (1, 2));
}

#[test]
fn a_reader_of_item_events_wakes_for_batches_and_at_once_for_facts() {
    let hub = Hub::default();
    let events = hub.subscribe(Vec::new);
    let skipped = || Event::ItemSkipped {
        job: 1,
        src: "a".into(),
        dst: "b".into(),
        reason: SkipReason::Same,
    };
    let long = Duration::from_secs(600);
    let doze = |wakes: &dyn Fn()| {
        hub.tell(skipped());
        assert!(matches!(events.try_next().map(|it| it.event), Some(Event::ItemSkipped { .. })));
        let state = &events.queue.state;
        lock(state).is_dozing = true;
        thread::scope(|scope| {
            let reader = scope.spawn(|| events.queue.wait(lock(state), long).events.len());
            while lock(state).readers == 0 {
                thread::yield_now();
            }
            wakes();
            let waiting = reader.join().unwrap();
            assert_eq!(lock(state).readers, 0);
            assert_eq!(events.take(waiting).len(), waiting);
            waiting
        })
    };
    let fact = || {
        hub.tell(skipped());
        assert!(lock(&events.queue.state).is_dozing);
        hub.tell(Event::JobPaused { job: 1 });
    };
    assert_eq!(doze(&fact), 2);
    let batch = || (0..BATCH).for_each(|_| hub.tell(skipped()));
    assert_eq!(doze(&batch), BATCH);
}
