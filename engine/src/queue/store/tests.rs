//! Tests of the store, with real files and real processes.

use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use super::tried::json;
use super::*;
use crate::contract::event::{
    Answer, ConflictKind, Event, FileKind, JobId, Outcome, Phase, Progress, Question, Resolution,
    Scope, Side, SkipReason, Subject, Summary, To,
};
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, JobSpec, Options, Verb};
use crate::journal::Counts;
use crate::journal::{Entry, Large, PackedLinks};
use crate::queue::entry::{Adding, Mode, QueuedJob, Settings, Stage};
use crate::queue::error::Fault;
use crate::queue::schedule::Candidate;
use crate::queue::state::Change;
use fcp_sys::Errno;

mod damage;
mod files;
mod processes;

/// A store in a directory of its own.
fn scratch() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let (store, aside) = Store::open(&dir.path().join("fcp")).unwrap();
    assert_eq!(aside, None);
    (dir, store)
}

fn copy(source: &str) -> NewJob {
    let spec = JobSpec {
        verb: Verb::Copy,
        sources: vec![source.into()],
        destination: Some(Destination::Into("/there".into())),
        options: Options::default(),
    };
    let lanes = vec!["disk:a".to_owned()];
    let paths = crate::queue::paths::Paths::default();
    NewJob { spec, adding: Adding::default(), lanes, paths, filesystem: None, passes: false }
}

fn all(_mode: Mode, jobs: &[Candidate]) -> Vec<JobId> {
    jobs.iter().map(|job| job.job).collect()
}

fn done() -> Summary {
    Summary::without_work(Verb::Copy, Outcome::Completed, 0)
}

fn ids(jobs: &[QueuedJob]) -> Vec<JobId> {
    jobs.iter().map(|job| job.job).collect()
}

fn report(owner: ProcessId) -> Report {
    Report { owner, ..Report::default() }
}

fn conflict(id: u64) -> Question {
    let side = |path: &str| Side {
        path: path.into(),
        kind: FileKind::File,
        size: 1,
        mtime: 2,
        mode: 0o644,
    };
    let subject =
        Subject::Conflict { kind: ConflictKind::File, src: side("/a"), dst: side("/there/a") };
    Question { id, subject, waiting: 1 }
}

#[test]
fn a_job_comes_back_as_it_was_added() {
    let (dir, mut store) = scratch();
    let mut new = copy("/a");
    new.adding = Adding { paused: true, now: true, ..Adding::default() };
    new.passes = true;
    let hostile = PathBuf::from(std::ffi::OsString::from_vec(b"/\xff\n'\"".to_vec()));
    new.spec.sources = vec![WirePath(hostile); 5];
    new.spec.options.limit_rate = Some(7);
    let job = store.add(&new).unwrap();
    drop(store);
    let (mut store, _) = Store::open(&dir.path().join("fcp")).unwrap();
    let found = store.find(job).unwrap();
    assert_eq!((found.sources.len(), found.source_count), (3, 5));
    assert_eq!(found.sources[0], new.spec.sources[0]);
    assert_eq!(found.destination, new.spec.destination);
    assert_eq!((found.stage, found.phase), (Stage::Waiting, Phase::Queued));
    assert!(found.paused && found.now && found.passes && !found.interrupted);
    assert_eq!((found.limit_rate, found.lanes.clone()), (Some(7), new.lanes.clone()));
    assert_eq!(store.spec(job).unwrap(), new.spec);
    assert_eq!(store.find(99), Err(QueueError::NoJob(99)));
    assert_eq!(store.find(u64::MAX), Err(QueueError::NoJob(u64::MAX)));
}

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
    assert_eq!(store.find(b).unwrap().after, None);
    store.hold(b, Some(a)).unwrap();
    assert_eq!(store.find(b).unwrap().after, None);
    let mut after = copy("/e");
    after.adding.after = Some(c);
    let e = store.add(&after).unwrap();
    assert_eq!(store.find(e).unwrap().after, Some(c));
    after.adding.after = Some(77);
    assert_eq!(store.add(&after), Err(QueueError::NoJob(77)));
}

#[test]
fn a_job_runs_and_ends() {
    let (_dir, mut store) = scratch();
    let me = store.enlist(true).unwrap();
    let [job, waiting] = ["/a", "/b"].map(|source| store.add(&copy(source)).unwrap());
    store.hold(waiting, Some(job)).unwrap();
    let first = |_: Mode, jobs: &[Candidate]| vec![jobs[0].job];
    assert_eq!(store.claim(me.id, first).unwrap(), [job]);
    let found = store.find(job).unwrap();
    assert_eq!((found.stage, found.pid), (Stage::Running, Some(std::process::id())));
    assert!(found.started.is_some());
    let progress = Progress { items_done: 3, ..Progress::default() };
    store
        .write(&Report {
            facts: vec![
                (1, Event::JobStarted { job, workers: 4 }),
                (2, Event::JobPhase { job, phase: Phase::Flushing }),
            ],
            progress: vec![(job, progress)],
            records: vec![(job, "/record".into())],
            ..report(me.id)
        })
        .unwrap();
    let found = store.find(job).unwrap();
    assert_eq!((found.phase, found.progress.items_done), (Phase::Flushing, 3));
    let summary = Summary { done: 5, failed: 1, ..done() };
    store.finish(job, &summary, None).unwrap();
    let found = store.find(job).unwrap();
    assert_eq!((found.stage, found.phase), (Stage::Finished, Phase::Finished));
    assert_eq!((found.summary, found.pid), (Some(summary), None));
    assert_eq!(found.progress.items_done, 6);
    assert_eq!(found.record, Some("/record".into()));
    assert_eq!(store.find(waiting).unwrap().after, None);
    // What comes late is not kept.
    let late = Report { facts: vec![(9, Event::JobPaused { job })], ..report(me.id) };
    store.write(&late).unwrap();
    let log: Vec<Event> = store.log(job).unwrap().into_iter().map(|line| line.event).collect();
    assert_eq!(log.len(), 4);
    assert!(matches!(log[0], Event::JobQueued { .. }));
    assert!(matches!(log[3], Event::JobSummary { .. }));
}

#[test]
fn commands_are_harmless_twice_and_on_what_is_over() {
    let (_dir, mut store) = scratch();
    let job = store.add(&copy("/a")).unwrap();
    assert!(store.change(job, Change::Pause).unwrap().is_some());
    let generation = store.generation().unwrap();
    assert!(store.change(job, Change::Pause).unwrap().is_none());
    assert_eq!(store.generation().unwrap(), generation);
    assert!(store.change(job, Change::Cancel).unwrap().is_some());
    for change in [Change::Cancel, Change::Pause, Change::Resume] {
        assert_eq!(store.change(job, change).unwrap(), None);
    }
    let found = store.find(job).unwrap();
    assert_eq!(found.summary.map(|summary| summary.outcome), Some(Outcome::Cancelled));
    assert_eq!(store.change(99, Change::Cancel), Err(QueueError::NoJob(99)));
}

#[test]
fn what_is_wanted_of_a_job_reaches_its_owner() {
    let (_dir, mut store) = scratch();
    let mut other = store.again().unwrap();
    let me = store.enlist(true).unwrap();
    let job = store.add(&copy("/a")).unwrap();
    store.claim(me.id, all).unwrap();
    let version = store.version().unwrap();
    other.change(job, Change::Pause).unwrap();
    assert_ne!(store.version().unwrap(), version);
    other.set_limit(job, Some(5)).unwrap();
    other.hand_over(job).unwrap();
    let requests = store.requests(me.id).unwrap().remove(0);
    assert!(requests.paused && !requests.cancelled && requests.hand_over && !requests.now);
    assert_eq!(requests.limit_rate, Some(5));
    store.release(job, None).unwrap();
    other.change(job, Change::Resume).unwrap();
    assert_eq!(store.claim(me.id, all).unwrap(), Vec::<JobId>::new());
    let he = other.enlist(true).unwrap();
    assert_eq!(other.claim(he.id, all).unwrap(), [job]);
    assert!(!other.requests(he.id).unwrap()[0].hand_over);
    assert!(other.find(job).unwrap().interrupted);
}

#[test]
fn a_question_is_answered_once_by_any_process() {
    let (_dir, mut store) = scratch();
    let me = store.enlist(true).unwrap();
    let job = store.add(&copy("/a")).unwrap();
    store.claim(me.id, all).unwrap();
    let asked = |id| (1, Event::QuestionAsked { job, question: Box::new(conflict(id)) });
    store.write(&Report { facts: vec![asked(11), asked(12)], ..report(me.id) }).unwrap();
    let open = store.questions(Some(job)).unwrap();
    assert_eq!(
        open.iter().map(|(_, asked)| (asked.id, asked.waiting)).collect::<Vec<_>>(),
        [(11, 2), (12, 2)]
    );
    assert_eq!(store.find(job).unwrap().questions, 2);
    let answer = |answer, scope| Resolution { answer, scope };
    let misfit = answer(Answer::Merge, Scope::This);
    assert_eq!(store.answer(11, &misfit), Err(QueueError::Misfit(11)));
    let newer = answer(Answer::Newer, Scope::All);
    store.answer(11, &newer).unwrap();
    assert_eq!(store.answer(11, &newer), Err(QueueError::NoQuestion(11)));
    assert_eq!(store.requests(me.id).unwrap()[0].answers, [(11, newer.clone())]);
    assert_eq!(store.questions(None).unwrap().len(), 1);
    let told = Event::QuestionAnswered { job, question: 11, answer: Some(Answer::Newer) };
    store.write(&Report { facts: vec![(2, told)], ..report(me.id) }).unwrap();
    assert_eq!(store.requests(me.id).unwrap()[0].answers, []);
    let sticky = store.sticky(job).unwrap();
    assert_eq!(sticky, [(conflict(11).subject, newer)]);
    store.leave(me).unwrap();
    assert_eq!(store.questions(None).unwrap(), []);
    assert_eq!(store.sticky(job).unwrap().len(), 1);
    let log = store.log(job).unwrap();
    let gone = Event::QuestionAnswered { job, question: 12, answer: None };
    assert!(log.iter().any(|line| line.event == gone));
}

#[test]
fn an_answer_that_came_too_late_for_the_process_that_asked_is_kept() {
    let (_dir, mut store) = scratch();
    let skip = Resolution { answer: Answer::Skip, scope: Scope::This };
    for withdrawn in [true, false] {
        let me = store.enlist(true).unwrap();
        let job = store.add(&copy("/a")).unwrap();
        store.claim(me.id, all).unwrap();
        let asked = Event::QuestionAsked { job, question: Box::new(conflict(11)) };
        store.write(&Report { facts: vec![(1, asked)], ..report(me.id) }).unwrap();
        store.answer(11, &skip).unwrap();
        if withdrawn {
            // The job was stopped, and tells that none of its questions is open any more.
            let told = Event::QuestionAnswered { job, question: 11, answer: None };
            store.write(&Report { facts: vec![(2, told)], ..report(me.id) }).unwrap();
        }
        store.leave(me).unwrap();
        assert_eq!(store.sticky(job).unwrap(), [(conflict(11).subject, skip.clone())]);
    }
}

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
    let (_dir, mut store) = scratch();
    let me = store.enlist(true).unwrap();
    let job = store.add(&copy("/a")).unwrap();
    store.claim(me.id, all).unwrap();
    let then = Counts { done: 1, bytes_reflinked: 10, ..Counts::default() };
    // The second item was cloned, and its clone was removed again.
    let now = Counts { done: 2, bytes_reflinked: 4, ..Counts::default() };
    let told =
        |seq, counts| (job, Entry::Ended { seq, names: b"/a".to_vec(), links: Vec::new(), counts });
    let journal = vec![told(1, then), told(2, now.since(&then))];
    store.write(&Report { journal, ..report(me.id) }).unwrap();
    assert_eq!(store.past(job).unwrap().counts, now);
}

fn ended(seq: u64, names: &[u8]) -> Entry {
    let counts = Counts { done: 1, bytes_of_done: 10, ..Counts::default() };
    Entry::Ended { seq, names: names.to_vec(), links: Vec::new(), counts }
}

#[test]
fn a_journal_says_how_far_a_job_was() {
    let (_dir, mut store) = scratch();
    let me = store.enlist(true).unwrap();
    let job = store.add(&copy("/a")).unwrap();
    store.claim(me.id, all).unwrap();
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
    let (_dir, mut store) = scratch();
    let me = store.enlist(true).unwrap();
    let job = store.add(&copy("/a")).unwrap();
    store.claim(me.id, all).unwrap();
    store.release(job, None).unwrap();
    let past = store.past(job).unwrap();
    assert!(past.began != 0 && !past.rebooted);
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

#[test]
fn facts_are_kept_but_for_one_per_item() {
    let (_dir, mut store) = scratch();
    let me = store.enlist(true).unwrap();
    let job = store.add(&copy("/a")).unwrap();
    store.claim(me.id, all).unwrap();
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
fn a_follower_reads_running_and_changed_jobs_only() {
    let (_dir, mut store) = scratch();
    let [a, b, c, d] = ["/a", "/b", "/c", "/d"].map(|source| store.add(&copy(source)).unwrap());
    let me = store.enlist(true).unwrap();
    store.change(a, Change::Claim(me.id)).unwrap();
    let mut seen = store.generation().unwrap();
    let mut look = |store: &mut Store| {
        let news = store.news(Some(0), seen, |_| false).unwrap();
        seen = news.generation;
        let rows = news.rows.iter().map(|seen| seen.job.job).collect::<Vec<_>>();
        (rows, news.left.map(|left| left.into_iter().collect::<Vec<_>>()))
    };
    assert_eq!(look(&mut store), (vec![a], None));
    store.place(d, To::Up).unwrap();
    assert_eq!(look(&mut store), (vec![a, d, c], None));
    store.hold(c, Some(b)).unwrap();
    store.set_limit(d, Some(1)).unwrap();
    store.start_now(b).unwrap();
    assert_eq!(look(&mut store), (vec![a, b, d, c], None));
    // It takes the wait of another with it.
    store.change(b, Change::Cancel).unwrap();
    assert_eq!(look(&mut store), (vec![a, b, c], None));
    store.clear(Some(b)).unwrap();
    assert_eq!(look(&mut store), (vec![a], Some(vec![a, c, d])));
    assert_eq!(look(&mut store), (vec![a], None));
    store.finish(a, &done(), None).unwrap();
    assert_eq!(look(&mut store), (vec![a], None));
    assert_eq!(look(&mut store), (vec![], None));
    store.leave(me).unwrap();
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

#[test]
fn a_full_disk_is_told_and_harms_nothing() {
    let (_dir, mut store) = scratch();
    let job = store.add(&copy("/a")).unwrap();
    let me = store.enlist(true).unwrap();
    store.claim(me.id, all).unwrap();
    store.db.execute_batch("PRAGMA max_page_count = 1").unwrap();
    let names = vec![b'x'; 1 << 20];
    let journal = vec![(job, ended(1, b"/\0a\0\0")), (job, ended(2, &names))];
    let error = store.write(&Report { journal, ..report(me.id) }).unwrap_err();
    assert!(matches!(error, QueueError::Fault { fault: Fault::Full, .. }), "{error}");
    assert_eq!(store.past(job).unwrap().seq, 0);
    store.change(job, Change::Pause).unwrap();
    assert!(store.find(job).unwrap().paused);
}

#[test]
fn settings_are_the_queues() {
    let (_dir, mut store) = scratch();
    let mut other = store.again().unwrap();
    assert_eq!(store.settings().unwrap(), Settings::default());
    store.change_settings(|settings| settings.mode = Mode::One).unwrap();
    other.change_settings(|settings| settings.limit_rate = Some(9)).unwrap();
    let settings = store.settings().unwrap();
    assert_eq!((settings.mode, settings.limit_rate), (Mode::One, Some(9)));
    store.change_settings(|settings| settings.limit_rate = Some(0)).unwrap();
    assert_eq!(store.settings().unwrap().limit_rate, None);
}

/// The test of the disk that is not plugged in: below its mount point nothing may be made.
#[allow(clippy::disallowed_methods, reason = "tests set up what the engine will find")]
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
