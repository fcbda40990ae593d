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
use crate::contract::spec::{Destination, JobSpec, Verb};
use crate::journal::Counts;
use crate::journal::{Entry, Large, PackedLinks};
use crate::queue::entry::{Adding, Mode, QueuedJob, Settings, Stage};
use crate::queue::error::Fault;
use crate::queue::schedule::Candidate;
use crate::queue::state::Change;
use fcp_sys::Errno;

mod damage;
mod files;
mod history;
mod journal;
mod order;
mod processes;

/// A store in a directory of its own.
fn scratch() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let (store, aside) = Store::open(&dir.path().join("fcp")).unwrap();
    assert_eq!(aside, None);
    (dir, store)
}

/// A store in which this process runs a job.
fn running() -> (tempfile::TempDir, Store, Process, JobId) {
    let (dir, mut store) = scratch();
    let me = store.enlist(true).unwrap();
    let job = store.add(&copy("/a")).unwrap();
    store.claim(me.id, all).unwrap();
    (dir, store, me, job)
}

fn copy(source: &str) -> NewJob {
    let spec = JobSpec::copy([source], Destination::Into("/there".into()));
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
    let subject = Subject::Conflict {
        kind: ConflictKind::File,
        src: side("/a"),
        dst: side("/there/a"),
        staged: None,
        just_created: false,
    };
    Question { id, subject, waiting: 1 }
}

fn ended(seq: u64, names: &[u8]) -> Entry {
    let counts = Counts { done: 1, bytes_of_done: 10, ..Counts::default() };
    Entry::Ended { seq, names: names.to_vec(), links: Vec::new(), counts }
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
    let (_dir, mut store, me, job) = running();
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
fn a_full_disk_is_told_and_harms_nothing() {
    let (_dir, mut store, me, job) = running();
    store.fill();
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
