//! Tests of engines that share a queue: each runs some jobs, and all see and control every job.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod queue;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use fcp_engine::event::{
    Answer, Command, Event, JobId, Outcome, Phase, Resolution, Scope, Summary, To,
};
use fcp_engine::queue::{Adding, Mode, Queue, Stage};
use fcp_engine::record::Home;
use fcp_engine::spec::{ConflictPolicy, Destination, JobSpec, Options};
use fcp_engine::view::JobsView;
use fcp_engine::{Engine, Events};
use fcp_test_support::Scratch;
use queue::{PATIENCE, until};

fn home(dir: &Path) -> Home {
    Home { data: dir.join("data"), state: Some(dir.join("state")) }
}

fn queue(dir: &Path) -> Queue {
    Queue::open(&dir.join("state")).unwrap().queue
}

fn engine(dir: &Path) -> Engine {
    Engine::on_queue(home(dir), queue(dir)).unwrap()
}

/// A copy of one file that takes as long as its limit makes it.
fn copy(dir: &Path, name: &str, options: Options) -> JobSpec {
    JobSpec {
        options,
        ..JobSpec::copy([dir.join(name)], Destination::As(dir.join(format!("{name}.copy")).into()))
    }
}

fn slow() -> Options {
    Options { limit_rate: Some(1 << 20), ..Options::default() }
}

fn now() -> Adding {
    Adding { now: true, ..Adding::default() }
}

fn file(dir: &Path, name: &str, bytes: usize) {
    fs::write(dir.join(name), vec![7; bytes]).unwrap();
}

/// Hears events until one fits.
#[track_caller]
fn hear(events: &Events, view: &mut JobsView, wanted: impl Fn(&Event, &JobsView) -> bool) {
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        if let Some(envelope) = events.next_within(Duration::from_millis(100)) {
            view.apply(&envelope);
            if wanted(&envelope.event, view) {
                return;
            }
        }
    }
    panic!("it was not told; jobs: {:#?}", view.rows().collect::<Vec<_>>());
}

#[test]
fn a_job_is_kept_run_and_over() {
    let dir = Scratch::new();
    file(dir.path(), "a", 10);
    let engine = engine(dir.path());
    let events = engine.subscribe();
    let job = engine.submit(copy(dir.path(), "a", Options::default())).unwrap();
    let mut view = JobsView::new();
    hear(&events, &mut view, |event, _| matches!(event, Event::JobSummary { .. }));
    let row = view.row(job).unwrap();
    assert_eq!(row.outcome(), Some(Outcome::Completed));
    assert!(row.spec.is_some() && row.place.is_some(), "its beginning was not told");
    assert_eq!(engine.wait(job).unwrap().done, 1);
    let found = until(engine.queue().unwrap(), job, |job| job.stage == Stage::Finished);
    assert_eq!(found.summary.unwrap().done, 1);
    assert_eq!(fs::read(dir.join("a.copy")).unwrap(), vec![7; 10]);
}

#[test]
fn others_see_and_steer_what_an_engine_runs() {
    let dir = Scratch::new();
    file(dir.path(), "a", 40 << 20);
    let one = engine(dir.path());
    let other = engine(dir.path());
    let events = other.subscribe();
    let mut view = JobsView::new();
    let job = one.submit(copy(dir.path(), "a", slow())).unwrap();
    let running = until(one.queue().unwrap(), job, |job| job.stage == Stage::Running);
    assert_eq!(running.pid, Some(std::process::id()));
    hear(
        &events,
        &mut view,
        |event, _| matches!(event, Event::Progress { progress, .. } if progress.bytes_done > 0),
    );
    other.pause(job).unwrap();
    hear(&events, &mut view, |event, _| matches!(event, Event::JobPaused { .. }));
    until(one.queue().unwrap(), job, |job| job.paused);
    let mine = one.subscribe();
    hear(&mine, &mut JobsView::new(), |event, _| matches!(event, Event::JobPaused { .. }));
    other.set_limit_rate(job, 0).unwrap();
    other.resume(job).unwrap();
    let summary = other.wait(job).unwrap();
    assert_eq!((summary.outcome, summary.done), (Outcome::Completed, 1));
    hear(&events, &mut view, |event, _| matches!(event, Event::JobSummary { .. }));
}

#[test]
fn any_engine_answers_a_question() {
    let dir = Scratch::new();
    file(dir.path(), "a", 10);
    file(dir.path(), "a.copy", 3);
    let one = engine(dir.path());
    let other = engine(dir.path());
    let events = other.subscribe();
    let mut view = JobsView::new();
    let ask = Options { on_conflict: ConflictPolicy::Ask, ..Options::default() };
    let job = one.submit(copy(dir.path(), "a", ask)).unwrap();
    hear(&events, &mut view, |event, _| matches!(event, Event::QuestionAsked { .. }));
    let question = *view.row(job).unwrap().questions.keys().next().unwrap();
    let answer = Resolution { answer: Answer::Overwrite, scope: Scope::This };
    other.answer(question, &answer).unwrap();
    hear(&events, &mut view, |event, _| matches!(event, Event::QuestionAnswered { .. }));
    assert_eq!(other.wait(job).unwrap().done, 1);
    // Answered already: refused, and nothing else.
    assert!(other.answer(question, &answer).is_err());
    assert_eq!(fs::read(dir.join("a.copy")).unwrap().len(), 10);
}

#[test]
fn jobs_on_one_device_run_one_after_the_other() {
    let dir = Scratch::new();
    let engine = engine(dir.path());
    let queue = engine.queue().unwrap();
    let mut jobs = Vec::new();
    // Too large to pass.
    for name in ["a", "b", "c"] {
        file(dir.path(), name, 65_000_000);
        jobs.push(engine.submit(copy(dir.path(), name, slow())).unwrap());
    }
    let first = until(queue, jobs[0], |job| job.stage == Stage::Running);
    if first.passes {
        // A filesystem that clones: nothing waits there.
        return;
    }
    assert_eq!(queue.find(jobs[1]).unwrap().stage, Stage::Waiting);
    engine.command(Command::Place { job: jobs[2], to: To::Up }).unwrap();
    for job in &jobs {
        queue.set_limit(Some(*job), None).unwrap();
    }
    for job in &jobs {
        engine.wait(*job).unwrap();
    }
    let [first, second, third] = [jobs[0], jobs[2], jobs[1]].map(|job| queue.find(job).unwrap());
    assert!(first.ended <= second.started && second.ended <= third.started);
}

#[test]
fn all_at_once_if_so_wished() {
    let dir = Scratch::new();
    let engine = engine(dir.path());
    let queue = engine.queue().unwrap();
    queue.set_mode(Mode::All).unwrap();
    let jobs: Vec<JobId> = ["a", "b"]
        .map(|name| {
            file(dir.path(), name, 65_000_000);
            engine.submit(copy(dir.path(), name, slow())).unwrap()
        })
        .into();
    for job in &jobs {
        until(queue, *job, |job| job.stage == Stage::Running);
    }
    engine.command(Command::Cancel { job: None }).unwrap();
    for job in jobs {
        assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Cancelled);
    }
}

#[test]
fn a_closed_engine_leaves_its_jobs_to_another() {
    let dir = Scratch::new();
    file(dir.path(), "a", 20 << 20);
    let one = engine(dir.path());
    let job = one.add(copy(dir.path(), "a", slow()), &now()).unwrap();
    let queue = one.queue().unwrap().clone();
    until(&queue, job, |job| job.progress.bytes_done > 0);
    let events = one.subscribe();
    one.close(PATIENCE);
    let found = queue.find(job).unwrap();
    assert_eq!((found.stage, found.interrupted), (Stage::Waiting, true));
    hear(&events, &mut JobsView::new(), |event, _| {
        matches!(event, Event::JobPhase { phase: Phase::Queued, .. })
    });
    queue.set_limit(Some(job), None).unwrap();
    let other = engine(dir.path());
    let summary: Summary = other.wait(job).unwrap();
    assert_eq!((summary.outcome, summary.done, summary.failed), (Outcome::Completed, 1, 0));
    assert_eq!(fs::read(dir.join("a.copy")).unwrap(), fs::read(dir.join("a")).unwrap());
}

/// Answers the question of a job, and closes its engine before the item has ended.
#[test]
fn an_answer_is_not_asked_for_again_when_the_job_is_resumed() {
    let dir = Scratch::new();
    file(dir.path(), "a", 4 << 20);
    file(dir.path(), "a.copy", 3);
    let answered = |engine: &Engine, job, scope| {
        let queue = engine.queue().unwrap();
        until(queue, job, |job| job.questions == 1);
        let (_, asked) = queue.questions(Some(job)).unwrap().remove(0);
        let bytes = queue.find(job).unwrap().progress.bytes_done;
        let answer = Resolution { answer: Answer::Overwrite, scope };
        engine.answer(asked.id, &answer).unwrap();
        until(queue, job, |job| job.questions == 0 && job.progress.bytes_done > bytes);
    };
    for scope in [Scope::This, Scope::Directory, Scope::Kind] {
        file(dir.path(), "a.copy", 3);
        let one = engine(dir.path());
        let options = Options { on_conflict: ConflictPolicy::Ask, ..slow() };
        let job = one.add(copy(dir.path(), "a", options), &now()).unwrap();
        answered(&one, job, scope);
        one.close(PATIENCE);
        let queue = one.queue().unwrap().clone();
        assert_eq!(queue.find(job).unwrap().stage, Stage::Waiting);
        queue.set_limit(Some(job), None).unwrap();
        let other = engine(dir.path());
        let found = until(&queue, job, |job| job.stage == Stage::Finished || job.questions > 0);
        assert_eq!(found.summary.map(|summary| summary.done), Some(1), "{scope:?}");
        assert_eq!(fs::read(dir.join("a.copy")).unwrap().len(), 4 << 20);
        other.close(PATIENCE);
    }
}

#[test]
fn a_job_that_cannot_start_ends_with_the_reason() {
    let dir = Scratch::new();
    file(dir.path(), "a", 10);
    fs::create_dir(dir.join("into")).unwrap();
    let queue = queue(dir.path());
    let mut spec = copy(dir.path(), "a", Options::default());
    spec.destination = Some(Destination::Into(dir.join("into").into()));
    let job = queue.add(spec, &Adding::default()).unwrap();
    fs::remove_dir(dir.join("into")).unwrap();
    let engine = engine(dir.path());
    let summary = engine.wait(job).unwrap();
    assert_eq!((summary.outcome, summary.failed), (Outcome::Failed, 1));
    assert_eq!(queue.failed(job).unwrap().len(), 1);
}
