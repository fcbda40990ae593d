//! Tests of jobs and their reports.

use std::collections::BTreeSet;

use fcp_engine::event::{Carried, Outcome, Phase, Summary, To};
use fcp_engine::path::WirePath;
use fcp_engine::queue::{Adding, QueuedJob, Settings};
use fcp_engine::spec::{Destination, JobSpec, Verb};

use super::log::finished_job;
use super::*;
use crate::app::dialog::question::REST;
use crate::app::model::Run;
use crate::app::request::Refusal;
use crate::app::work::{LINGER, LONG, News, QueueFacts, QueueRequest};

/// Takes a picture in the three sizes that the design names.
pub(super) fn snap(name: &str, scene: impl Fn(&mut Bench)) {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        let mut bench = Bench::new(columns, rows);
        bench.model.queued = true;
        scene(&mut bench);
        insta::assert_snapshot!(format!("{name}-{columns}x{rows}"), bench.screen());
    }
}

pub(super) fn event(bench: &mut Bench, event: Event) {
    let at = bench.model.now;
    bench.tell(Msg::Event(Envelope { seq: None, at, event }));
}

pub(super) fn commands(bench: &mut Bench) -> Vec<Command> {
    let command = |effect| match effect {
        Effect::Command(command) => Some(command),
        _ => None,
    };
    std::mem::take(&mut bench.effects).into_iter().filter_map(command).collect()
}

#[test]
fn lanes() {
    snap("lanes", |bench| {
        let far =
            |event: &Event| matches!(event, Event::JobPlaced { job: 8, place } if place.rank == 2);
        bench.play("queue-taken-over", far).press(KeyCode::F(2));
        let kept = [(7, QueueFacts { limit: Some(80 << 20), process: Some(4711) })];
        let settings = Settings::default();
        bench.tell(Msg::Work(News::Queue(settings, kept.into_iter().collect())));
    });
}

#[test]
fn flushing() {
    snap("flushing", |bench| {
        let flushes =
            |event: &Event| matches!(event, Event::JobPhase { phase: Phase::Flushing, .. });
        bench.play("queue-taken-over", flushes).press(KeyCode::F(2)).press(KeyCode::Home);
    });
}

#[test]
fn limits() {
    snap("limit", |bench| {
        bench.play("clean-copy", halfway).press(KeyCode::F(2)).keys("l20M");
    });
}

#[test]
fn cancel() {
    snap("cancel", |bench| {
        bench.play("clean-copy", halfway).press(KeyCode::F(2)).press(KeyCode::F(8));
    });
}

#[test]
fn quit() {
    snap("quit-queued", |bench| {
        bench.play("clean-copy", halfway).press(KeyCode::F(10)).press(KeyCode::Down);
    });
}

#[test]
fn trouble() {
    snap("trouble", |bench| {
        bench.play("copy-with-failures", |_| false);
        bench.model.notice = None;
    });
}

/// How a job ended.
pub(super) fn summary(outcome: Outcome) -> Summary {
    Summary {
        verb: Verb::Copy,
        outcome,
        done: 31_203,
        skipped: 0,
        failed: 0,
        mismatched: 0,
        unanswered: 0,
        replaced: 0,
        renamed: 0,
        removed: 0,
        bytes: 62 << 30,
        bytes_reflinked: 0,
        reflinked: 0,
        bytes_freed: 0,
        bytes_holes: 0,
        carried: Carried::default(),
        elapsed: 161_000_000,
    }
}

#[test]
fn jobs_show_themselves_when_they_take_long_and_go_when_they_are_over() {
    let mut bench = Bench::new(120, 40);
    let begun = |event: &Event| matches!(event, Event::JobTotals { .. });
    bench.play("clean-copy", begun);
    assert!(!bench.model.drawer, "a job may be over before anybody could read");
    let at = bench.model.wakes_at().unwrap();
    assert!(at <= bench.model.now + LONG, "{at}");
    bench.wait(LONG);
    assert!(bench.model.drawer);
    bench.play("clean-copy", |_| false);
    assert!(bench.model.drawer, "one wants to see how it ended");
    let at = bench.model.wakes_at().unwrap();
    bench.model.now = at;
    bench.wait(0);
    assert!(!bench.model.drawer);
    assert_eq!(bench.model.wakes_at(), None);
}

#[test]
fn what_went_wrong_stays_in_sight_until_it_is_seen() {
    let mut bench = Bench::new(120, 40);
    bench.play("copy-with-failures", |_| false);
    assert_eq!(bench.model.wakes_at(), None);
    bench.wait(100 * LINGER);
    assert!(bench.model.drawer);
    bench.press(KeyCode::F(2)).press(KeyCode::Enter).press(KeyCode::Esc).press(KeyCode::F(2));
    bench.wait(0);
    assert!(!bench.model.drawer);
}

#[test]
fn jobs_that_the_user_closed_stay_closed_until_another_comes() {
    let mut bench = Bench::new(120, 40);
    bench.play("clean-copy", halfway);
    assert!(bench.model.drawer);
    bench.tell(Msg::Key(KeyEvent::new(KeyCode::Char('j'), KeyModifiers::ALT)));
    bench.wait(LONG);
    assert!(!bench.model.drawer);
    let spec = bench.model.jobs.row(1).unwrap().spec.clone().unwrap();
    event(&mut bench, Event::JobQueued { job: 2, spec });
    event(&mut bench, Event::JobStarted { job: 2, workers: 1 });
    bench.wait(LONG);
    assert!(bench.model.drawer);
}

#[test]
fn each_action_becomes_the_command_for_its_job() {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    let far =
        |event: &Event| matches!(event, Event::JobPlaced { job: 8, place } if place.rank == 2);
    bench.play("queue-taken-over", far).press(KeyCode::F(2)).press(KeyCode::End);
    let mut expect = |keys: &str, wanted: &[Command]| {
        bench.forget().keys(keys);
        assert_eq!(commands(&mut bench), wanted, "{keys}");
    };
    expect("+", &[Command::Place { job: 8, to: To::Up }]);
    expect("-", &[Command::Place { job: 8, to: To::Down }]);
    expect("f", &[Command::Place { job: 8, to: To::First }]);
    expect("s", &[Command::Start { job: 8 }]);
    expect(" ", &[Command::Pause { job: Some(8) }]);
    expect("p", &[Command::Pause { job: Some(7) }, Command::Pause { job: Some(8) }]);
    expect("P", &[Command::Pause { job: Some(7) }, Command::Pause { job: Some(8) }]);
    expect("R", &[Command::Repeat { job: 8 }]);
    bench.press(KeyCode::Home).forget();
    bench.keys("+");
    assert_eq!(commands(&mut bench), [], "what runs has its turn already");
    bench.keys("m");
    assert!(matches!(bench.effects[..], [Effect::Work(QueueRequest::Mode(_)), ..]));
}

#[test]
fn a_limit_is_typed_as_on_the_command_line() {
    let mut bench = Bench::new(120, 40);
    bench.play("clean-copy", halfway).press(KeyCode::F(2)).keys("l20M");
    bench.forget().press(KeyCode::Enter);
    let set = |job, rate| Command::Set { job, limit_rate: Some(rate) };
    assert_eq!(commands(&mut bench), [set(Some(1), 20 << 20)]);
    bench.keys("aquick").press(KeyCode::Enter);
    assert_eq!(commands(&mut bench), []);
    assert!(matches!(bench.model.dialog, Some(Dialog::Form(_))), "a mistake can be mended");
    bench.press(KeyCode::Esc).keys("anone").press(KeyCode::Enter);
    assert_eq!(commands(&mut bench), [set(None, 0)]);
}

#[test]
fn keys_reach_a_job_that_comes_while_there_is_none() {
    let mut bench = Bench::new(120, 40);
    bench.press(KeyCode::F(2)).play("clean-copy", halfway).forget();
    bench.keys(" ");
    assert_eq!(commands(&mut bench), [Command::Pause { job: Some(1) }]);
}

#[test]
fn an_undo_is_named_after_what_it_takes_back() {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    let spec = Box::new(fcp_engine::spec::JobSpec::undo("/state/1.undo"));
    event(&mut bench, Event::JobQueued { job: 2, spec });
    bench.press(KeyCode::F(2));
    bench.shows("Undo  an earlier job");
    let record = Some("/state/1.undo".into());
    let log = vec![QueuedJob { record, ..finished_job(1, Outcome::Completed, 0) }];
    bench.tell(Msg::Work(News::Log(log, BTreeSet::new())));
    bench.shows("Undo  copy of ");
}

#[test]
fn one_line_tells_of_all_jobs() {
    let mut bench = Bench::new(80, 24);
    let far =
        |event: &Event| matches!(event, Event::JobPlaced { job: 8, place } if place.rank == 2);
    bench.play("queue-taken-over", far);
    event(&mut bench, Event::JobPaused { job: 8 });
    let screen = bench.screen();
    assert!(screen.contains("30 %") && screen.contains("+1, 1 paused"), "{screen}");
}

#[test]
fn a_job_that_waits_for_another_is_called_so_everywhere() {
    let mut bench = Bench::new(80, 24);
    let far =
        |event: &Event| matches!(event, Event::JobPlaced { job: 8, place } if place.rank == 2);
    bench.play("queue-taken-over", far);
    let mut place = bench.model.jobs.row(8).and_then(|row| row.place.clone()).unwrap();
    place.after = Some(5);
    event(&mut bench, Event::JobPlaced { job: 8, place });
    event(&mut bench, Event::JobRemoved { job: 7 });
    bench.shows("after job 5");
    assert!(!bench.screen().contains("queued"), "{}", bench.screen());
    bench.press(KeyCode::F(2));
    bench.shows("after job 5");
}

#[test]
fn a_queue_of_any_length_is_listed() {
    let mut bench = Bench::new(80, 24);
    bench.play("clean-copy", halfway);
    let spec = bench.model.jobs.row(1).unwrap().spec.clone().unwrap();
    for job in 2..70_000 {
        let at = bench.model.now;
        let event = Event::JobQueued { job, spec: spec.clone() };
        bench.model.jobs.apply(&Envelope { seq: None, at, event });
    }
    bench.press(KeyCode::F(2)).press(KeyCode::End);
    assert_eq!(bench.model.job, Some(69_999));
    let screen = bench.screen();
    assert!(screen.lines().nth(22).unwrap().starts_with("▌ · Copy"), "{screen}");
    assert!(screen.contains("69,998 queued"), "{screen}");
}

#[test]
fn a_long_flush_is_shown_although_the_copy_was_short() {
    let mut bench = Bench::new(120, 40);
    let begun = |event: &Event| matches!(event, Event::JobTotals { .. });
    bench.play("clean-copy", begun);
    event(&mut bench, Event::JobPhase { job: 1, phase: Phase::Flushing });
    assert!(!bench.model.drawer);
    bench.wait(LONG);
    assert!(bench.model.drawer);
}

#[test]
fn a_job_that_was_paused_at_once_wakes_nobody() {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    let begun = |event: &Event| matches!(event, Event::JobTotals { .. });
    bench.play("clean-copy", begun);
    event(&mut bench, Event::JobPaused { job: 1 });
    assert_eq!(bench.model.wakes_at(), None);
}

pub(super) fn request() -> crate::app::request::Request {
    crate::app::request::Request {
        spec: Box::new(JobSpec::copy(["/a"], Destination::Into("/b".into()))),
        adding: Adding::default(),
        missing: None,
        needs: None,
        since: START,
    }
}

#[test]
fn rights_are_offered_only_where_no_key_is_typed_ahead() {
    let refused = || Refusal { text: "cannot copy into '/b': denied".to_owned(), denied: true };
    let mut bench = Bench::new(120, 40);
    bench.model.requests.insert(9, request());
    bench.tell(Msg::Added { ticket: 9, result: Err(refused()) });
    let screen = bench.screen();
    assert!(screen.contains("Copy as administrator?") && screen.contains("to /b"), "{screen}");
    // Each sentence has a line of its own, so that no path runs into the next one.
    let lines = screen.lines().map(|line| line.replace('│', " "));
    assert!(
        lines.into_iter().any(|line| line.split("  ").any(|part| part.trim() == "to /b")),
        "{screen}"
    );
    bench.forget().keys("a");
    assert!(bench.effects.is_empty() && bench.model.dialog.is_some());
    bench.wait(REST).keys("a");
    assert!(matches!(bench.effects[..], [Effect::Run(Run::Administrator(_))]));
    // Root has them, and a user who types is not interrupted.
    for at in 0..2 {
        let mut bench = Bench::new(120, 40);
        bench.model.requests.insert(9, request());
        bench.model.is_root = at == 0;
        if at == 1 {
            bench.press(KeyCode::F(7));
        }
        bench.tell(Msg::Added { ticket: 9, result: Err(refused()) });
        assert!(!bench.screen().contains("as administrator"), "{at}");
    }
}

#[test]
fn time_in_which_the_user_thinks_counts_for_no_speed() {
    let mut bench = Bench::new(120, 40);
    bench.play(
        "conflicts-answered",
        |event| matches!(event, Event::Progress { progress, .. } if progress.waiting == 3),
    );
    bench.press(KeyCode::Esc);
    assert!(bench.model.jobs.row(1).unwrap().waits_only());
    bench.wait(200_000_000);
    bench.press(KeyCode::F(2)).press(KeyCode::Enter);
    assert!(bench.screen().starts_with("  ? Waits for 3 answers"), "{}", bench.screen());
    let began = bench.model.jobs.row(1).unwrap().queued_at;
    let bytes = 4 << 20;
    let elapsed = bench.model.now - began;
    let summary = Summary { bytes, elapsed, ..summary(Outcome::Completed) };
    event(&mut bench, Event::JobSummary { job: 1, summary });
    let head = bench.screen().lines().next().unwrap().to_owned();
    assert!(head.contains("waited 3 min 20 s for you"), "{head}");
    assert!(!head.contains("KiB/s") && !head.contains(" B/s"), "{head}");
}

#[test]
fn an_archive_that_was_not_made_is_told_as_such() {
    let mut bench = Bench::new(120, 40);
    let mut spec = JobSpec::copy(["/s/x"], Destination::As("/s/a.zip".into()));
    spec.verb = Verb::Pack;
    event(&mut bench, Event::JobQueued { job: 1, spec: Box::new(spec) });
    let path = || WirePath::from("/s/a.zip");
    let reason = fcp_engine::event::SkipReason::Policy;
    event(&mut bench, Event::ItemSkipped { job: 1, src: path(), dst: path(), reason });
    let summary = Summary { skipped: 1, ..finished_job(1, Outcome::Completed, 0).summary.unwrap() };
    let summary = Summary { verb: Verb::Pack, done: 0, ..summary };
    event(&mut bench, Event::JobSummary { job: 1, summary });
    let notice = bench.model.notice.clone().unwrap().text;
    assert_eq!(notice, "Nothing packed: the existing archive was kept");
}
