//! Tests of the journals of jobs in the store.

use super::*;

fn large(source: &str, inode: u64, offset: u64) -> Large {
    Large {
        src: source.into(),
        temporary: format!("{source}.tmp").into(),
        inode: (1, inode),
        source: (3, 4, (5, 6), (7, u64::MAX as i64)),
        offset,
        synced: 0,
    }
}

#[test]
fn a_report_that_takes_something_back_lowers_the_sum() {
    let (_dir, mut store, me, job) = running();
    let then = Counts { done: 1, bytes_reflinked: 10, ..Counts::default() };
    // The second item was cloned, and its clone was removed again.
    let now = Counts { done: 2, bytes_reflinked: 4, ..Counts::default() };
    let told =
        |seq, counts| (job, Entry::Ended { seq, names: b"/a".to_vec(), links: Vec::new(), counts });
    let journal = vec![told(1, then), told(2, now.since(&then))];
    store.write(&Report { journal, ..report(me.id) }).unwrap();
    assert_eq!(store.past(job).unwrap().counts, now);
}

#[test]
fn a_journal_says_how_far_a_job_was() {
    let (_dir, mut store, me, job) = running();
    let past = store.past(job).unwrap();
    assert!(past.began == 0 && !past.rebooted && past.names.is_empty());
    let mut links = PackedLinks::default();
    links.push((1, 2), Path::new("/there/1"));
    let links = links.take();
    let with_links = |entry| match entry {
        Entry::Ended { seq, names, counts, .. } => {
            Entry::Ended { seq, names, links: links.clone(), counts }
        }
        entry => entry,
    };
    let entries = vec![
        Entry::Large(large("/a/x", 1, 0)),
        Entry::Large(large("/a/d/y", 2, 100)),
        Entry::Large(large("/a/z", 3, 5)),
        ended(1, b"/a\0one\0two\0\0/a/sub\0three\0\0"),
        Entry::Synced { seq: 1, offsets: vec![("/a/d/y".into(), 50), ("/a/x".into(), 0)] },
        with_links(ended(2, b"/a\0x\0d\0\0")),
        Entry::Large(large("/a/z", 3, 9)),
    ];
    let journal = entries.into_iter().map(|entry| (job, entry)).collect();
    store.write(&Report { journal, ..report(me.id) }).unwrap();
    store.release(job, Some(Path::new("/record"))).unwrap();
    let past = store.past(job).unwrap();
    assert_eq!((past.seq, past.names.len(), past.rebooted), (2, 2, false));
    assert_eq!((past.counts.done, past.counts.bytes_of_done), (2, 20));
    // The others have ended, one of them with its directory.
    assert_eq!(past.large, [large("/a/z", 3, 9)]);
    assert_eq!((past.links, past.record), (vec![links], Some("/record".into())));

    // Another start of the machine: only what was flushed counts.
    store.db.execute("UPDATE job SET boot = 'another'", []).unwrap();
    let past = store.past(job).unwrap();
    assert_eq!((past.seq, past.names.len(), past.rebooted), (1, 1, true));
    assert_eq!((past.counts.done, past.links.len()), (1, 0));
    let mut kept: Vec<_> = past.large.iter().map(|l| (l.src.clone(), l.synced)).collect();
    kept.sort();
    assert_eq!(kept, [("/a/d/y".into(), 50), ("/a/x".into(), 0), ("/a/z".into(), 0)]);
    // What is reported since then is as good as ever, but older files are not.
    store.claim(me.id, all).unwrap();
    let journal = vec![(job, ended(2, b"/a\0new\0\0"))];
    store.write(&Report { journal, ..report(me.id) }).unwrap();
    store.release(job, None).unwrap();
    let past = store.past(job).unwrap();
    assert_eq!((past.rebooted, past.seq), (true, 2));
}

#[test]
fn a_process_that_dies_as_it_claims_a_job_was_of_this_start_of_the_machine() {
    let (_dir, mut store, _me, job) = running();
    store.release(job, None).unwrap();
    let past = store.past(job).unwrap();
    assert!(past.began != 0 && !past.rebooted);
}

#[test]
fn a_job_began_earlier_where_the_clock_was_set_back_since() {
    let (_dir, mut store, me, job) = running();
    let started = store.find(job).unwrap().started.unwrap();
    store.release(job, None).unwrap();
    assert_eq!(store.past(job).unwrap().began, started);
    let hour = 3_600_000_000;
    let earlier = |store: &mut Store| started - store.past(job).unwrap().began;
    // The clock was an hour ahead when the job started.
    store.db.execute("UPDATE job SET clock = clock + ?1", [hour]).unwrap();
    assert!(earlier(&mut store).abs_diff(hour as u64) < 1_000_000);
    // It is set forward again, also by a new start of the machine.
    store.db.execute("UPDATE job SET clock = clock - ?1", [hour]).unwrap();
    assert!(earlier(&mut store).abs_diff(hour as u64) < 1_000_000);
    store.db.execute("UPDATE job SET boot = 'another', set_back = 0", []).unwrap();
    assert_eq!(earlier(&mut store), 0);
    // It was set back while the job ran, and forward again before another process resumes it.
    store.claim(me.id, all).unwrap();
    store.db.execute("UPDATE job SET clock = clock + ?1", [hour]).unwrap();
    let progress = vec![(job, Progress::default())];
    store.write(&Report { progress, ..report(me.id) }).unwrap();
    store.db.execute("UPDATE job SET clock = clock - ?1", [hour]).unwrap();
    store.release(job, None).unwrap();
    assert!(earlier(&mut store).abs_diff(hour as u64) < 1_000_000);
    // Before a start of the machine.
    let later = i64::try_from(fcp_sys::now()).unwrap() + hour;
    let sql = "UPDATE job SET boot = 'another', set_back = 0, started = ?1";
    store.db.execute(sql, [later]).unwrap();
    let began = store.past(job).unwrap().began;
    assert!(began.abs_diff(fcp_sys::now()) < 10_000_000);
}

#[test]
fn what_a_run_had_finished_is_known_without_a_journal() {
    let (_dir, mut store, me, job) = running();
    let progress =
        Progress { items_done: 9, items_skipped: 2, items_failed: 3, ..Progress::default() };
    store.write(&Report { progress: vec![(job, progress)], ..report(me.id) }).unwrap();
    store.release(job, None).unwrap();
    assert_eq!(store.past(job).unwrap().finished, 4);
    store.db.execute("UPDATE job SET progress = 'damaged'", []).unwrap();
    assert_eq!(store.past(job).unwrap().finished, 0);
}

#[test]
fn only_the_owner_of_a_job_adds_to_its_journal() {
    let (_dir, mut store) = scratch();
    let me = store.enlist(true).unwrap();
    let job = store.add(&copy("/a")).unwrap();
    let entry = || vec![(job, ended(1, b"/a\0one\0\0"))];
    store.write(&Report { journal: entry(), ..report(me.id) }).unwrap();
    store.claim(me.id, all).unwrap();
    store.write(&Report { journal: entry(), ..report(me.id + 1) }).unwrap();
    assert_eq!(store.past(job).unwrap().seq, 0);
    store.write(&Report { journal: entry(), ..report(me.id) }).unwrap();
    assert_eq!(store.past(job).unwrap().seq, 1);
    store.finish(job, &done(), None).unwrap();
    let rows = |table: &str| -> i64 {
        let sql = format!("SELECT count(*) FROM {table}");
        store.db.query_row(&sql, [], |row| row.get(0)).unwrap()
    };
    assert_eq!((rows("journal"), rows("large"), rows("linked"), rows("question")), (0, 0, 0, 0));
}
