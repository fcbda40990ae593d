//! Tests of the events of jobs in this process: complete, in order and bounded in memory, however
//! slowly a subscriber reads.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod readers;

#[path = "../copy/mod.rs"]
mod copy;
#[path = "../rules/mod.rs"]
mod rules;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use copy::{Copy, PATIENCE, copy, copy_into, get, mkdir, noise, put};
use fcp_engine::Events;
use fcp_engine::engine::Engine;
use fcp_engine::event::{
    Answer, Envelope, Event, JobId, Outcome, Phase, Progress, Resolution, Scope, Summary,
};
use fcp_engine::spec::{ConflictPolicy, ErrorPolicy, EventLevel};
use fcp_engine::view::JobsView;
use fcp_test_support::{Kind, Scratch, Tree, thrice, with_filesystem};
use rules::{check_stream, events_schema};

/// Reads up to the summary of the last of `jobs`.
fn read(events: &Events, jobs: usize) -> Vec<Envelope> {
    let mut seen = Vec::new();
    let mut ended = 0;
    while ended < jobs {
        let next = events.next_within(PATIENCE).expect("an event in time");
        ended += usize::from(matches!(next.event, Event::JobSummary { .. }));
        seen.push(next);
    }
    seen
}

/// Checks all rules, the schema and the way through JSON.
fn check(seen: &[Envelope]) {
    let first = Event::Hello {
        schema: fcp_engine::event::SCHEMA.to_owned(),
        tool: "test".to_owned(),
        version: "0".to_owned(),
        pid: 1,
        time: "2026-01-01T00:00:00Z".to_owned(),
    };
    let last = seen.iter().filter_map(|envelope| envelope.seq).max().unwrap_or(0);
    let mut whole = vec![Envelope { seq: Some(0), at: seen[0].at, event: first }];
    whole.extend_from_slice(seen);
    let at = seen[seen.len() - 1].at;
    whole.push(Envelope { seq: Some(last + 1), at, event: Event::Bye { exit: 0 } });
    check_stream("in process", &whole);
    let validator = jsonschema::validator_for(&events_schema()).unwrap();
    for envelope in &whole {
        let value = serde_json::to_value(envelope).unwrap();
        assert!(validator.is_valid(&value), "{value}");
        let text = serde_json::to_string(envelope).unwrap();
        assert_eq!(&serde_json::from_str::<Envelope>(&text).unwrap(), envelope);
    }
}

fn summary(seen: &[Envelope]) -> Summary {
    match &seen[seen.len() - 1].event {
        Event::JobSummary { summary, .. } => summary.clone(),
        other => panic!("after the summary: {other:?}"),
    }
}

/// The sources of terminal events; each must have ended once.
fn ended(seen: &[Envelope]) -> BTreeSet<PathBuf> {
    let mut ended = BTreeSet::new();
    for envelope in seen {
        match &envelope.event {
            Event::ItemDone { src, .. }
            | Event::ItemSkipped { src, .. }
            | Event::ItemFailed { src, .. } => {
                assert!(ended.insert(src.0.clone()), "{src:?} ended twice");
            }
            _ => {}
        }
    }
    ended
}

/// Every path at and below a directory.
fn all(at: &Path, found: &mut BTreeSet<PathBuf>) {
    found.insert(at.to_owned());
    if at.is_dir() && !at.is_symlink() {
        for entry in std::fs::read_dir(at).unwrap() {
            all(&entry.unwrap().path(), found);
        }
    }
}

fn run(job: Copy) -> (Engine, JobId, Vec<Envelope>) {
    let engine = Engine::new();
    let events = engine.subscribe();
    let id = engine.submit(job.0).unwrap();
    let seen = read(&events, 1);
    check(&seen);
    assert_eq!(events.try_next(), None, "after the summary");
    (engine, id, seen)
}

/// A tree and a destination where names are taken in every way.
fn contested(seed: u64) -> Scratch {
    let scratch = Scratch::new();
    Tree::user(seed).entries(300).build(&scratch.join("src")).unwrap();
    Tree::user(seed).entries(300).build(&scratch.join("dst")).unwrap();
    for (path, is_dir) in [("taken", true), ("blocked", false), ("same", false)] {
        put(scratch.join("src").join(path), "new");
        let there = scratch.join("dst").join(path);
        if is_dir { mkdir(there) } else { put(there, "old") }
    }
    scratch
}

#[test]
fn every_item_ends_exactly_once_whatever_happens() {
    for seed in 0..6 {
        for policy in [
            ConflictPolicy::Overwrite,
            ConflictPolicy::Skip,
            ConflictPolicy::Fail,
            ConflictPolicy::Newer,
            ConflictPolicy::DifferentContent,
            ConflictPolicy::Rename("{stem}-{n}{ext}".to_owned()),
        ] {
            let scratch = contested(seed);
            // A folder in the place of a file is skipped as well then.
            let fails = policy != ConflictPolicy::Skip;
            let job = copy(scratch.join("src"), scratch.join("dst"));
            let (engine, _, seen) = run(job.with(|options| {
                options.on_conflict = policy;
                options.on_error = ErrorPolicy::Retry(1);
            }));
            let mut expected = BTreeSet::new();
            all(&scratch.join("src"), &mut expected);
            assert_eq!(ended(&seen), expected);
            let summary = summary(&seen);
            assert_eq!(summary.done + summary.skipped + summary.failed, expected.len() as u64);
            assert_eq!(summary.failed > 0, fails);
            let outcome = if fails { Outcome::CompletedWithErrors } else { Outcome::Completed };
            assert_eq!(summary.outcome, outcome);
            let last = engine.status().remove(0);
            assert_eq!(last.phase, Phase::Finished);
            assert_eq!(last.progress.items_done, expected.len() as u64);
            assert_eq!(last.progress.items_skipped, summary.skipped);
            assert_eq!(last.progress.items_failed, summary.failed);
        }
    }
}

#[test]
fn an_asked_job_tells_each_answer_before_what_it_does() {
    let scratch = contested(9);
    let engine = Engine::new();
    let events = engine.subscribe();
    let job = copy(scratch.join("src"), scratch.join("dst")).with(|options| {
        options.on_conflict = ConflictPolicy::Ask;
        options.on_error = ErrorPolicy::Ask;
    });
    engine.submit(job.0).unwrap();
    let mut seen: Vec<Envelope> = Vec::new();
    while !matches!(seen.last().map(|last| &last.event), Some(Event::JobSummary { .. })) {
        let next = events.next_within(PATIENCE).unwrap();
        if let Event::QuestionAsked { question, .. } = &next.event {
            let resolution = Resolution { answer: Answer::Skip, scope: Scope::This };
            engine.answer(question.id, &resolution).unwrap();
        }
        seen.push(next);
    }
    check(&seen);
    let mut expected = BTreeSet::new();
    all(&scratch.join("src"), &mut expected);
    assert_eq!(ended(&seen), expected);
    let summary = summary(&seen);
    assert_eq!(summary.unanswered, 0);
    assert!(summary.skipped > 0 && summary.failed > 0);
}

#[test]
fn a_cancelled_job_with_questions_adds_up() {
    let scratch = contested(3);
    let engine = Engine::new();
    let events = engine.subscribe();
    let job = copy(scratch.join("src"), scratch.join("dst"))
        .with(|options| options.on_conflict = ConflictPolicy::Ask);
    let id = engine.submit(job.0).unwrap();
    while engine.status()[0].questions.len() < 10 {
        std::thread::yield_now();
    }
    let open = engine.status()[0].questions.clone();
    let resolution = Resolution { answer: Answer::Overwrite, scope: Scope::This };
    for question in &open[..5] {
        engine.answer(question.id, &resolution).unwrap();
    }
    engine.cancel(id).unwrap();
    let seen = read(&events, 1);
    check(&seen);
    assert_eq!(summary(&seen).outcome, Outcome::Cancelled);
    // Whatever was asked has ended.
    let ended = ended(&seen);
    for question in open {
        if let fcp_engine::event::Subject::Conflict { src, .. } = question.subject {
            assert!(ended.contains(&src.path.0), "{src:?} was asked about and never ended");
        }
    }
}

/// Progress of a job that takes about a second and a half.
#[test]
fn progress_is_sampled_grows_and_ends_at_the_summary() {
    with_filesystem(Kind::Tmpfs, 256 << 20, |root| {
        mkdir(root.join("src"));
        for n in 0..48 {
            put(root.join(format!("src/{n}")), noise(n, 1 << 20));
        }
        let job = copy(root.join("src"), root.join("dst")).with(|options| {
            options.limit_rate = Some(32 << 20);
            options.totals = true;
        });
        let (engine, _, seen) = run(job);
        let samples: Vec<(u64, &Progress)> = seen
            .iter()
            .filter_map(|envelope| match &envelope.event {
                Event::Progress { progress, .. } => Some((envelope.at, progress)),
                _ => None,
            })
            .collect();
        assert!(samples.len() >= 5, "{}", samples.len());
        let micros = samples[samples.len() - 1].0 - samples[0].0;
        assert!(samples.len() as u64 <= micros / 100_000 + 2, "{} in {micros}", samples.len());
        assert!(samples.is_sorted_by_key(|(_, progress)| progress.items_done));
        assert!(samples.is_sorted_by_key(|(_, progress)| progress.bytes_done));
        assert!(samples.iter().any(|(_, progress)| !progress.in_flight.is_empty()));
        let summary = summary(&seen);
        let last = engine.status().remove(0).progress;
        assert_eq!((last.items_done, last.bytes_done), (summary.done, summary.bytes));
        let totals = seen.iter().find_map(|envelope| match envelope.event {
            Event::JobTotals { totals, .. } => Some(totals),
            _ => None,
        });
        let totals = totals.expect("a count of the totals");
        assert!(totals.complete);
        assert_eq!((totals.items, totals.bytes), (49, Some(48 << 20)));
    });
}

/// Subscribing at the very moment when a job changes must neither stop it nor confuse a subscriber.
#[test]
fn late_subscribers_see_every_job_from_its_beginning() {
    const JOBS: usize = 300;
    let scratch = Scratch::new();
    put(scratch.join("a"), "a");
    mkdir(scratch.join("to"));
    let engine = Engine::new();
    let (sender, receiver) = mpsc::channel();
    let (over, is_over) = mpsc::channel::<()>();
    let running = {
        let (engine, scratch) = (engine.clone(), scratch.path().to_owned());
        std::thread::spawn(move || {
            for n in 0..JOBS {
                let job = copy(scratch.join("a"), scratch.join(format!("to/{n}")));
                let id = engine.submit(job.0).unwrap();
                engine.pause(id).unwrap();
                engine.resume(id).unwrap();
                engine.wait(id).unwrap();
            }
            drop(over);
            sender.send(()).unwrap();
        })
    };
    let subscribing = {
        let engine = engine.clone();
        std::thread::spawn(move || {
            let mut late = Vec::new();
            while is_over.try_recv() != Err(mpsc::TryRecvError::Disconnected) {
                if late.len() < 64 {
                    late.push(engine.subscribe());
                } else {
                    engine.subscribe();
                }
            }
            late
        })
    };
    receiver.recv_timeout(PATIENCE).expect("a subscriber stopped the jobs");
    running.join().unwrap();
    for late in subscribing.join().unwrap() {
        let seen = read(&late, JOBS);
        let of = |wanted: JobId| {
            seen.iter().filter(move |envelope| envelope.event.job() == Some(wanted))
        };
        for job in 1..=JOBS as JobId {
            let queued = |e: &&Envelope| matches!(e.event, Event::JobQueued { .. });
            assert_eq!(of(job).filter(queued).count(), 1, "job {job}");
            assert!(matches!(of(job).next().unwrap().event, Event::JobQueued { .. }));
            assert!(matches!(of(job).next_back().unwrap().event, Event::JobSummary { .. }));
        }
        let facts: Vec<u64> = seen.iter().filter_map(|envelope| envelope.seq).collect();
        assert!(facts.iter().copied().eq(1..=facts.len() as u64), "a gap");
    }
}

#[test]
fn a_late_subscriber_sees_open_questions_and_the_pause() {
    let scratch = contested(5);
    let engine = Engine::new();
    let job = copy(scratch.join("src/same"), scratch.join("dst/same"))
        .with(|options| options.on_conflict = ConflictPolicy::Ask);
    let id = engine.submit(job.0).unwrap();
    while engine.status()[0].questions.is_empty() {
        std::thread::yield_now();
    }
    engine.pause(id).unwrap();
    let late = engine.subscribe();
    let mut view = JobsView::new();
    while let Some(envelope) = late.try_next() {
        view.apply(&envelope);
    }
    let row = view.row(id).unwrap();
    assert_eq!(row.questions.len(), 1);
    assert!(row.progress.paused);
    engine.cancel(id).unwrap();
    let rest = read(&late, 1);
    assert_eq!(summary(&rest).unanswered, 1);
}
