//! Tests of what is kept of finished jobs, and for how long.

use super::*;

#[test]
fn facts_are_kept_but_for_one_per_item() {
    let (_dir, mut store, me, job) = running();
    let skipped = |n: u64| Event::ItemSkipped {
        job,
        src: format!("/a/{n}").into(),
        dst: "/there".into(),
        reason: SkipReason::Policy,
    };
    let totals = |items| {
        let totals = crate::contract::event::Totals { items, bytes: None, complete: false };
        Event::JobTotals { job, totals }
    };
    let progress = Event::Progress { job, progress: Progress::default() };
    let facts = vec![(1, totals(1)), (2, progress), (3, skipped(0)), (4, totals(2))];
    store.write(&Report { facts, ..report(me.id) }).unwrap();
    let facts = store.read(|db| fact::after(db, 0)).unwrap();
    assert_eq!(facts.iter().map(|fact| fact.at).collect::<Vec<_>>(), [3, 4]);
    assert_eq!(store.read(|db| fact::after(db, facts[0].id)).unwrap(), facts[1..]);
    assert_eq!(store.read(fact::last).unwrap(), facts[1].id);
    assert_eq!(facts[0].owner, Some(me.id));
    store.db.execute("UPDATE job SET skips = 99999", []).unwrap();
    let facts = (1..=3).map(|n| (5, skipped(n))).collect();
    store.write(&Report { facts, ..report(me.id) }).unwrap();
    assert_eq!(store.read(|db| fact::after(db, 0)).unwrap().len(), 3);
}

#[test]
fn what_is_over_is_forgotten_with_all_that_belongs_to_it() {
    let (_dir, mut store) = scratch();
    let [a, b, c] = ["/a", "/b", "/c"].map(|source| store.add(&copy(source)).unwrap());
    store.change(a, Change::Cancel).unwrap();
    store.change(b, Change::Cancel).unwrap();
    assert_eq!(store.clear(Some(c)), Err(QueueError::NotOver(c)));
    assert_eq!(store.clear(Some(a)).unwrap(), [a]);
    assert_eq!(store.clear(Some(a)), Err(QueueError::NoJob(a)));
    assert_eq!(store.clear(None).unwrap(), [b]);
    assert_eq!(ids(&store.list(Which::All).unwrap()), [c]);
    assert_eq!(store.log(a), Err(QueueError::NoJob(a)));
    let left: i64 = store.db.query_row("SELECT count(*) FROM fact", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 0);
}

#[test]
fn ten_thousand_jobs_are_listed_and_only_the_newest_history_is_kept() {
    let (_dir, mut store) = scratch();
    let new = copy("/a");
    store
        .write_all(|db| {
            for _ in 0..10_000 {
                row::insert(db, &new, None)?;
            }
            let sql = "UPDATE job SET stage = 2, ended = id, summary = ?1 WHERE id <= 1200";
            db.execute(sql, [json(&done())?])?;
            Ok(())
        })
        .unwrap();
    assert_eq!(store.list(Which::All).unwrap().len(), 10_000);
    let newest = store.add(&new).unwrap();
    let all = store.list(Which::All).unwrap();
    assert_eq!(all.len(), 8_800 + 1 + 1_000);
    assert_eq!((all[8_800].job, all[8_801].job, all[9_800].job), (newest, 1_200, 201));
    assert_eq!(store.list(Which::Open).unwrap().len(), 8_801);
}

#[test]
fn what_was_told_long_ago_is_forgotten_but_for_what_failed() {
    let (_dir, mut store) = scratch();
    let me = store.enlist(true).unwrap();
    let [over, runs] = ["/a", "/b"].map(|source| store.add(&copy(source)).unwrap());
    store.claim(me.id, all).unwrap();
    let facts = [over, runs].map(|job| {
        let error = crate::contract::error::OpError::new(
            crate::contract::error::Action::Read,
            "/a",
            Errno::IO,
        );
        let started = Event::JobStarted { job, workers: 1 };
        [(1, started), (2, Event::ItemFailed { job, src: "/a".into(), error })]
    });
    store.write(&Report { facts: facts.concat(), ..report(me.id) }).unwrap();
    store.finish(over, &done(), None).unwrap();
    store.db.execute("UPDATE sqlite_sequence SET seq = 2000000 WHERE name = 'fact'", []).unwrap();
    store.add(&copy("/c")).unwrap();
    let left = store.read(|db| fact::after(db, 0)).unwrap();
    let of = |job| left.iter().filter(|fact| fact.event.job() == Some(job)).count();
    assert_eq!((of(over), of(runs)), (1, 2));
    assert_eq!(store.failed(over).unwrap().len(), 1);
}
