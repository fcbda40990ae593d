//! Tests of readers that are slow or leave.

use super::*;

const MANY: usize = 40_000;

fn many(test: impl FnOnce(&Path) + Send) {
    with_filesystem(Kind::Tmpfs, 256 << 20, |root| {
        mkdir(root.join("src"));
        for n in 0..MANY {
            put(root.join(format!("src/{n}")), "");
        }
        mkdir(root.join("to"));
        test(root);
    });
}

/// Starts the many-file job at a level and waits until a subscriber that does not read blocks it.
fn held_up(root: &Path) -> (Engine, Events, JobId, u64) {
    let engine = Engine::new();
    let events = engine.subscribe();
    let id = engine.submit(copy_into(&[root.join("src")], root.join("to")).0).unwrap();
    let mut done = 0;
    let mut changed = Instant::now();
    while changed.elapsed() < Duration::from_millis(500) {
        let status = engine.status().remove(0);
        assert_eq!(status.summary, None, "the queue of events is not bounded");
        if status.progress.items_done != done {
            (done, changed) = (status.progress.items_done, Instant::now());
        }
        std::thread::yield_now();
    }
    (engine, events, id, done)
}

#[test]
fn a_slow_reader_of_all_events_loses_none_and_bounds_the_queue() {
    many(|root| {
        let (_engine, events, _, waiting) = held_up(root);
        assert!(waiting < 20_000, "{waiting} events wait in memory");
        let seen = read(&events, 1);
        check(&seen);
        assert_eq!(ended(&seen).len(), MANY + 1);
    });
}

#[test]
fn a_dropped_reader_holds_up_no_worker() {
    many(|root| {
        let (engine, events, id, _) = held_up(root);
        drop(events);
        assert_eq!(engine.wait(id).unwrap().done, MANY as u64 + 1);
    });
}

#[test]
fn a_held_up_job_can_be_cancelled() {
    thrice(|| {
        many(|root| {
            let (engine, events, id, _) = held_up(root);
            let asked = Instant::now();
            engine.cancel(id).unwrap();
            assert_eq!(engine.wait(id).unwrap().outcome, Outcome::Cancelled);
            assert!(asked.elapsed() < Duration::from_millis(250), "{:?}", asked.elapsed());
            check(&read(&events, 1));
        });
    });
}

#[test]
fn a_reader_of_facts_alone_never_holds_a_job_up() {
    many(|root| {
        let engine = Engine::new();
        let events = engine.subscribe();
        let job = copy_into(&[root.join("src")], root.join("to"))
            .with(|options| options.events = EventLevel::Facts);
        let id = engine.submit(job.0).unwrap();
        assert_eq!(engine.wait(id).unwrap().done, MANY as u64 + 1);
        let seen = read(&events, 1);
        check(&seen);
        assert!(seen.len() < 100, "{}", seen.len());
        assert_eq!(get(root.join("to/src/0")), b"");
    });
}

/// Progress must reach a reader in its place among the facts, not after all of them.
#[test]
fn progress_comes_in_order_of_time() {
    many(|root| {
        let (_engine, events, ..) = held_up(root);
        let seen = read(&events, 1);
        assert!(seen.is_sorted_by_key(|envelope| envelope.at));
    });
}
