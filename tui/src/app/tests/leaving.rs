//! Tests of quitting while there are jobs.

use fcp_engine::event::{Outcome, Summary};
use fcp_engine::queue::Settings;

use super::jobs::{commands, event, request, summary};
use super::*;
use crate::app::work::{News, QueueFacts, QueueRequest};

#[test]
fn keeping_a_job_pauses_it_and_going_on_does_nothing() {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    bench.play("clean-copy", halfway).press(KeyCode::F(2)).press(KeyCode::F(8));
    bench.forget().press(KeyCode::Enter);
    assert_eq!(commands(&mut bench), []);
    bench.press(KeyCode::F(8)).keys("p");
    assert_eq!(commands(&mut bench), [Command::Pause { job: Some(1) }]);
}

#[test]
fn pausing_and_quitting_leaves_the_jobs_to_the_queue() {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    bench.play("clean-copy", halfway);
    bench.forget().press(KeyCode::F(10)).keys("p");
    let wanted =
        [Effect::Command(Command::Pause { job: Some(1) }), Effect::Work(QueueRequest::Close)];
    assert_eq!(bench.effects, wanted);
    assert!(!bench.model.done);
    bench.tell(Msg::Left);
    assert!(bench.model.done);
}

#[test]
fn quitting_does_not_ask_for_jobs_that_stand_still_or_that_other_processes_run() {
    let begun = || {
        let mut bench = Bench::new(120, 40);
        bench.model.queued = true;
        bench.forget().play("clean-copy", halfway);
        bench
    };
    let mut bench = begun();
    // The program asks the queue which process runs a job that was not started here.
    assert!(bench.effects.contains(&Effect::Work(QueueRequest::Look)), "{:?}", bench.effects);
    let kept = [(1, QueueFacts { limit: None, process: Some(4711) })];
    bench.tell(Msg::Work(News::Queue(Settings::default(), kept.into_iter().collect())));
    bench.forget().press(KeyCode::F(10));
    assert!(bench.model.dialog.is_none());
    assert_eq!(bench.effects, [Effect::Work(QueueRequest::Close)]);
    bench.tell(Msg::Left);
    assert!(bench.model.is_over());

    let mut bench = begun();
    event(&mut bench, Event::JobPaused { job: 1 });
    bench.press(KeyCode::F(10));
    assert!(bench.model.dialog.is_none());

    let mut bench = begun();
    bench.press(KeyCode::F(10));
    bench.shows("1 job is still running");
    // The job ends while the dialog asks about it.
    event(&mut bench, Event::JobSummary { job: 1, summary: summary(Outcome::Completed) });
    assert!(bench.model.is_over());

    // A request that is refused in the meantime keeps the program open, so that the reason is seen.
    let mut bench = begun();
    bench.model.requests.insert(9, request());
    bench.press(KeyCode::F(10));
    event(&mut bench, Event::JobSummary { job: 1, summary: summary(Outcome::Completed) });
    assert!(bench.model.dialog.is_some());
    bench.tell(Msg::Added { ticket: 9, result: Err("the disk is full".to_owned().into()) });
    assert!(bench.model.dialog.is_none() && !bench.model.done);
    bench.shows("the disk is full");

    let mut bench = begun();
    bench.model.mine.insert(1);
    bench.press(KeyCode::F(10));
    let failed = Summary { failed: 1, ..summary(Outcome::CompletedWithErrors) };
    event(&mut bench, Event::JobSummary { job: 1, summary: failed });
    assert!(bench.model.dialog.is_none() && !bench.model.done, "{}", bench.screen());
}

#[test]
fn a_signal_ends_the_program_within_two_seconds_and_a_second_one_at_once() {
    let signalled = || {
        let mut bench = Bench::new(120, 40);
        bench.model.queued = true;
        bench.play("clean-copy", halfway).forget();
        bench.tell(Msg::Stop);
        assert!(bench.effects.contains(&Effect::HandOn) && !bench.model.done);
        bench
    };
    let mut bench = signalled();
    bench.tell(Msg::Refused("cannot keep the bookmarks".into()));
    assert!(bench.model.leaving, "what has nothing to do with it keeps nothing back");
    bench.wait(1_999_999);
    assert!(!bench.model.is_over());
    assert_eq!(bench.model.wakes_at(), Some(bench.model.now + 1));
    bench.model.editing = 1;
    bench.wait(1);
    assert!(bench.model.is_over(), "a change on a disk that hangs is not waited for");

    let mut bench = signalled();
    bench.tell(Msg::Stop);
    assert!(bench.model.is_over());

    let mut bench = signalled();
    bench.tell(Msg::Stays("cannot start fcpq".into()));
    assert!(bench.model.is_over());
}

#[test]
fn a_change_on_a_disk_that_hangs_keeps_the_program_until_the_user_quits_once_more() {
    let mut bench = Bench::new(120, 40);
    bench.press(KeyCode::F(7)).keys("new").press(KeyCode::Enter).press(KeyCode::Esc);
    assert_eq!(bench.model.editing, 1);
    bench.press(KeyCode::F(10));
    assert!(!bench.model.is_over());
    bench.shows("A change has not finished; F10 quits at once");
    bench.press(KeyCode::Down).press(KeyCode::Enter);
    assert!(!bench.model.is_over());
    bench.press(KeyCode::F(10));
    assert!(bench.model.is_over());
}

#[test]
fn what_happens_to_the_jobs_is_said_while_the_program_ends() {
    for (key, words) in [
        ("b", "Leaving the jobs to the background"),
        ("p", "Pausing the jobs"),
        ("c", "Cancelling the jobs"),
    ] {
        let mut bench = Bench::new(120, 40);
        bench.model.queued = true;
        bench.tell(Msg::Submitted(1));
        bench.play("clean-copy", halfway).press(KeyCode::F(10)).keys(key);
        let screen = bench.screen();
        assert!(screen.contains(&format!("{words}; F10 quits at once")), "{screen}");
    }
}

#[test]
fn jobs_that_cannot_go_to_the_background_keep_the_program() {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    bench.play("clean-copy", halfway).press(KeyCode::F(10)).keys("b");
    bench.tell(Msg::Stays("cannot start fcpq".into()));
    assert!(!bench.model.leaving && !bench.model.done);
    bench.shows("cannot start fcpq");
}
