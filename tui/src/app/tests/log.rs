//! Tests of the log of jobs that have ended, and of what is told of one at its end.

use std::collections::BTreeSet;

use fcp_engine::error::Code;
use fcp_engine::event::{JobId, Outcome, Phase, Progress, Summary};
use fcp_engine::queue::{QueuedJob, Stage};
use fcp_engine::spec::{Destination, JobSpec, Options};

use super::jobs::{commands, event, snap, summary};
use super::*;
use crate::app::work::{News, QueueRequest};

pub(super) fn finished_job(job: JobId, outcome: Outcome, failed: u64) -> QueuedJob {
    let summary = Summary { done: 31_204 - job, failed, ..summary(outcome) };
    QueuedJob {
        held: None,
        job,
        verb: Verb::Copy,
        sources: vec!["/home/anna/Pictures/2026".into()],
        source_count: 1,
        destination: Some(Destination::Into("/mnt/backup/Pictures".into())),
        stage: Stage::Finished,
        phase: Phase::Finished,
        paused: false,
        interrupted: false,
        cancelled: outcome == Outcome::Cancelled,
        rank: 0,
        lanes: Vec::new(),
        passes: false,
        now: false,
        after: None,
        limit_rate: None,
        pid: None,
        added: START - 900_000_000,
        started: Some(START - 800_000_000),
        ended: Some(START - job * 40_000_000_000),
        progress: Progress::default(),
        questions: 0,
        summary: Some(summary),
        record: None,
    }
}

fn log(jobs: Vec<QueuedJob>) -> News {
    News::Log(jobs, BTreeSet::new())
}

fn open_log(bench: &mut Bench) {
    bench.press(KeyCode::F(2)).keys("h");
    assert!(bench.effects.contains(&Effect::Work(QueueRequest::Log)));
    let log = vec![
        finished_job(1, Outcome::Completed, 0),
        finished_job(2, Outcome::CompletedWithErrors, 3),
        finished_job(3, Outcome::Cancelled, 0),
        finished_job(4, Outcome::Failed, 1),
    ];
    bench.tell(Msg::Work(self::log(log)));
}

#[test]
fn finished() {
    snap("finished", |bench| {
        open_log(bench);
        bench.press(KeyCode::Down);
    });
}

#[test]
fn the_third_column_lists_finished_jobs() {
    let mut bench = Bench::new(200, 60);
    bench.model.queued = true;
    bench.wait(1);
    assert!(bench.effects.contains(&Effect::Work(QueueRequest::Log)));
    bench.tell(Msg::Work(log(vec![finished_job(1, Outcome::CompletedWithErrors, 3)])));
    let screen = bench.screen();
    assert!(screen.contains("Finished jobs") && screen.contains("3 failed"), "{screen}");
}

fn tell_facts_of_job_2(bench: &mut Bench) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let text = fs::read_to_string(root.join("copy-with-failures.ndjson")).unwrap();
    let text = text.replace("\"job\":1", "\"job\":2");
    let facts = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    bench.tell(Msg::Work(News::Facts(facts)));
}

#[test]
fn a_report_of_the_log_is_read_and_leads_back() {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    open_log(&mut bench);
    bench.press(KeyCode::Down).press(KeyCode::Enter);
    assert_eq!(bench.effects.last(), Some(&Effect::Work(QueueRequest::Facts(2))));
    tell_facts_of_job_2(&mut bench);
    bench.shows("Copied with 2 failures");
    bench.forget().keys("y");
    let [Effect::Clipboard(line)] = &bench.effects[..] else { panic!("{:?}", bench.effects) };
    assert!(line.starts_with("fcp ") && line.ends_with("/srv/www"), "{line}");
    bench.press(KeyCode::Esc);
    let Some(Dialog::Finished(log)) = &bench.model.dialog else { panic!("not back") };
    assert_eq!(log.cursor, 1);
    bench.forget().keys("r");
    assert_eq!(commands(&mut bench), [Command::Retry { job: 2 }]);
}

#[test]
fn a_finished_copy_is_verified_from_the_log_and_from_its_report() {
    let verified = |look: &dyn Fn(&mut Bench)| {
        let mut bench = Bench::new(200, 60);
        bench.model.queued = true;
        open_log(&mut bench);
        bench.press(KeyCode::Down);
        look(&mut bench);
        bench.forget();
        let is_offered = bench.screen().contains("v Verify again");
        bench.keys("v");
        (is_offered, commands(&mut bench))
    };
    let wanted = (true, vec![Command::Verify { job: 2 }]);
    assert_eq!(verified(&|_| {}), wanted);
    let report = |bench: &mut Bench| {
        bench.press(KeyCode::Enter);
        tell_facts_of_job_2(bench);
    };
    assert_eq!(verified(&report), wanted);
    let moved = |bench: &mut Bench| {
        let mut job = finished_job(2, Outcome::Completed, 0);
        job.summary.as_mut().unwrap().verb = Verb::Move;
        bench.tell(Msg::Work(log(vec![finished_job(1, Outcome::Completed, 0), job])));
    };
    assert_eq!(verified(&moved), (false, Vec::new()), "its sources are gone");
}

#[test]
fn a_copy_that_was_taken_back_offers_neither_undo_nor_a_comparison() {
    let mut bench = Bench::new(200, 60);
    bench.model.queued = true;
    bench.press(KeyCode::F(2)).keys("h");
    let jobs = vec![finished_job(2, Outcome::Completed, 0), finished_job(3, Outcome::Completed, 0)];
    bench.tell(Msg::Work(News::Log(jobs, [2].into())));
    let offered = |bench: &mut Bench| {
        bench.forget();
        let screen = bench.screen();
        bench.keys("v");
        let verified = commands(bench);
        (["u Undo", "v Verify again", "R Run again"].map(|key| screen.contains(key)), verified)
    };
    assert_eq!(offered(&mut bench), ([false, false, true], Vec::new()));
    bench.press(KeyCode::Enter);
    tell_facts_of_job_2(&mut bench);
    assert_eq!(offered(&mut bench), ([false, false, true], Vec::new()));
    bench.press(KeyCode::Esc).press(KeyCode::Down);
    assert_eq!(offered(&mut bench), ([true, true, true], vec![Command::Verify { job: 3 }]));
}

#[test]
fn the_report_of_a_copy_asks_whether_it_was_taken_back() {
    // Too narrow for the page of finished jobs beside it, which asks too.
    let mut bench = Bench::new(120, 40);
    bench.play("clean-copy", |_| false);
    bench.model.queued = true;
    bench.press(KeyCode::F(2));
    bench.press(KeyCode::Enter);
    bench.shows("v Verify again");
    assert!(bench.effects.contains(&Effect::Work(QueueRequest::Log)), "{:?}", bench.effects);
    bench.tell(Msg::Work(News::Log(vec![finished_job(1, Outcome::Completed, 0)], [1].into())));
    assert!(!bench.screen().contains("v Verify again"), "{}", bench.screen());
}

#[test]
fn a_job_that_did_nothing_offers_neither_undo_nor_a_comparison() {
    let offered = |change: fn(&mut Summary)| {
        let mut bench = Bench::new(200, 60);
        bench.model.queued = true;
        open_log(&mut bench);
        let mut job = finished_job(2, Outcome::Completed, 0);
        job.summary.as_mut().map(change);
        bench.tell(Msg::Work(log(vec![job])));
        let screen = bench.screen();
        ["u Undo", "v Verify again", "r Retry", "R Run again"].map(|key| screen.contains(key))
    };
    assert_eq!(offered(|_| {}), [true, true, false, true]);
    assert_eq!(offered(|it| it.done = 0), [false, false, false, true]);
    let cancelled = |it: &mut Summary| (it.done, it.outcome) = (0, Outcome::Cancelled);
    assert_eq!(offered(cancelled), [true, false, false, true], "it may have made a folder");
    let deleted = |it: &mut Summary| (it.verb, it.failed) = (Verb::Delete, 1);
    assert_eq!(offered(deleted), [false, false, true, false]);
}

#[test]
fn amounts_are_told_only_where_there_are_some_and_a_copy_of_nothing_has_failed() {
    let told = |change: fn(&mut Summary)| {
        let mut bench = Bench::new(120, 40);
        bench.play("clean-copy", halfway);
        let mut summary = summary(Outcome::Completed);
        change(&mut summary);
        event(&mut bench, Event::JobSummary { job: 1, summary });
        let notice = bench.model.notice.clone().unwrap().text;
        bench.press(KeyCode::F(2)).press(KeyCode::Enter);
        (notice, bench.screen().lines().next().unwrap().to_owned())
    };
    let (notice, _) = told(|it| (it.verb, it.done, it.bytes) = (Verb::Trash, 6, 0));
    assert!(notice.starts_with("Moved 6 items to the trash in "), "{notice}");
    let (notice, _) = told(|it| (it.verb, it.done, it.bytes) = (Verb::Trash, 6, 12));
    assert!(notice.starts_with("Moved 6 items, 12 B to the trash in "), "{notice}");
    let (notice, head) = told(|it| {
        (it.outcome, it.done, it.failed, it.bytes) = (Outcome::CompletedWithErrors, 0, 1, 0);
    });
    assert_eq!(notice, "Copy failed: F2, then Enter shows why");
    assert!(head.contains("✗ Copy failed"), "{head}");
}

#[test]
fn an_archive_that_was_refused_as_too_large_is_extracted_anyway() {
    let mut bench = Bench::new(80, 24);
    bench.model.queued = true;
    let sources = ["/a/small.zip", "/a/bomb.zip"];
    let copy = JobSpec::copy(sources, Destination::Into("/to".into()));
    let spec = JobSpec { verb: Verb::Extract, ..copy };
    event(&mut bench, Event::JobQueued { job: 1, spec: Box::new(spec.clone()) });
    let error = OpError::refused(Action::Unpack, Code::TooLarge, "/a/bomb.zip");
    event(&mut bench, Event::ItemFailed { job: 1, src: "/a/bomb.zip".into(), error });
    let failed = Progress { items_failed: 1, ..Progress::default() };
    event(&mut bench, Event::Progress { job: 1, progress: failed });
    let outcome = Outcome::CompletedWithErrors;
    let summary = Summary { verb: Verb::Extract, failed: 1, ..summary(outcome) };
    event(&mut bench, Event::JobSummary { job: 1, summary });
    bench.press(KeyCode::F(2)).press(KeyCode::Enter);
    let screen = bench.screen();
    // The whole reason stands below the list, whose line has no room for it.
    let reason = "Cannot extract: its content is larger than the limit for archives";
    assert!(screen.contains(reason) && screen.contains("x Extract anyway"), "{screen}");
    bench.forget().keys("x");
    let screen = bench.screen();
    assert!(
        screen.contains("Extract without a limit?") && screen.contains("/a/bomb.zip"),
        "{screen}"
    );
    assert!(screen.contains("can be made to fill the disk") && bench.effects.is_empty());
    bench.keys("x");
    let [Effect::Add { spec: added, .. }] = &bench.effects[..] else {
        panic!("{:?}", bench.effects)
    };
    let options = Options { unpack_limit: Some(0), ..spec.options.clone() };
    assert_eq!(**added, JobSpec { sources: vec!["/a/bomb.zip".into()], options, ..spec });
}
