//! Tests of what follows when the queue has come to its end.

use fcp_engine::event::{Outcome, Summary};
use fcp_presentation::after::COUNTDOWN;

use super::jobs::event;
use super::*;
use crate::app::after::AfterAction;

const SECOND: u64 = 1_000_000;

/// Opens the form and chooses an answer.
fn choose(bench: &mut Bench, answer: usize) {
    bench.ctrl('x').keys("a");
    for _ in 0..answer {
        bench.press(KeyCode::Right);
    }
}

/// Plays a copy until the moment before its end.
fn nearly(bench: &mut Bench) -> Summary {
    bench.play("clean-copy", halfway);
    Summary {
        verb: Verb::Copy,
        outcome: Outcome::Completed,
        done: 5,
        skipped: 0,
        failed: 0,
        mismatched: 0,
        unanswered: 0,
        replaced: 0,
        renamed: 0,
        removed: 0,
        bytes: 9,
        bytes_reflinked: 0,
        reflinked: 0,
        bytes_freed: 0,
        bytes_holes: 0,
        carried: fcp_engine::event::Carried::default(),
        elapsed: SECOND,
    }
}

fn end(bench: &mut Bench, summary: Summary) {
    let job = bench.model.jobs.rows().next().unwrap().job;
    event(bench, Event::JobSummary { job, summary });
}

/// Lets seconds pass, each of which is seen.
fn seconds(bench: &mut Bench, count: u64) {
    for _ in 0..count {
        bench.wait(SECOND);
    }
}

#[test]
fn the_machine_is_suspended_after_a_countdown() {
    let mut bench = Bench::new(80, 24);
    let summary = nearly(&mut bench);
    choose(&mut bench, 2);
    insta::assert_snapshot!("after-80x24", bench.screen());
    bench.press(KeyCode::Enter).wait(10 * SECOND);
    bench.model.notice = None;
    bench.shows("then suspend");
    bench.forget();
    end(&mut bench, summary);
    bench.wait(0);
    insta::assert_snapshot!("countdown-80x24", bench.screen());
    assert!(bench.model.wakes_at().is_some_and(|at| at <= bench.model.now + SECOND));
    seconds(&mut bench, COUNTDOWN / SECOND - 1);
    bench.shows("in 1 s");
    assert!(!bench.effects.contains(&Effect::SuspendMachine));
    seconds(&mut bench, 1);
    assert_eq!(bench.effects.last(), Some(&Effect::SuspendMachine));
    assert!(bench.model.after.is_none());
}

#[test]
fn the_countdown_does_not_take_the_keys_of_a_dialog() {
    let mut bench = Bench::new(80, 24);
    let summary = nearly(&mut bench);
    choose(&mut bench, 3);
    bench.press(KeyCode::Enter);
    bench.press(KeyCode::F(7));
    end(&mut bench, summary);
    seconds(&mut bench, 60);
    bench.keys("new");
    assert!(bench.model.after.is_some() && !bench.model.done);
    bench.shows("new");
    bench.press(KeyCode::Esc);
    seconds(&mut bench, 3);
    bench.shows("fcp-tui quits in");
}

#[test]
fn any_key_stops_the_countdown_and_does_nothing_else() {
    let mut bench = Bench::new(80, 24);
    let summary = nearly(&mut bench);
    choose(&mut bench, 3);
    bench.press(KeyCode::Enter);
    end(&mut bench, summary);
    seconds(&mut bench, 20);
    bench.press(KeyCode::F(10));
    assert!(!bench.model.done && bench.model.after.is_none());
    bench.shows("Cancelled: nothing happens when your jobs finish");
    seconds(&mut bench, 60);
    assert!(!bench.model.done);
}

#[test]
fn the_program_quits_and_a_command_runs_in_its_folder() {
    let mut bench = Bench::new(80, 24);
    let summary = nearly(&mut bench);
    choose(&mut bench, 3);
    bench.press(KeyCode::Enter);
    end(&mut bench, summary);
    // The keys have to rest first.
    seconds(&mut bench, 1);
    assert!(!bench.screen().contains("quits in"), "{}", bench.screen());
    assert!(bench.model.wakes_at().is_some_and(|at| at <= bench.model.now + SECOND));
    seconds(&mut bench, 32);
    assert!(bench.model.done);
    let mut bench = Bench::new(80, 24);
    let summary = nearly(&mut bench);
    choose(&mut bench, 1);
    bench.press(KeyCode::Enter);
    bench.shows("Type a command first");
    bench.press(KeyCode::Down).keys("sync %d").press(KeyCode::Enter).forget();
    end(&mut bench, summary);
    seconds(&mut bench, 33);
    let Some(Effect::RunAfterwards { line, typed, context }) = bench.effects.last() else {
        panic!("{:?}", bench.effects)
    };
    assert_eq!(line, "sync \"${FCP_DIR}\"");
    assert_eq!(typed, "sync %d", "what the user knows is shown");
    assert_eq!(context.dir, Path::new("/home/anna/Pictures/2026/Lofoten raw"));
    // It would stop with the program.
    bench.press(KeyCode::F(10));
    assert!(!bench.model.done && bench.screen().contains("The command after the queue"));
    bench.wait(REST).press(KeyCode::Esc);
    bench.tell(Msg::Followed(Err("sync failed with exit code 1".to_owned())));
    bench.shows("sync failed with exit code 1");
}

#[test]
fn it_never_follows_a_job_that_failed_or_that_asks() {
    for change in [
        |summary: Summary| Summary { outcome: Outcome::CompletedWithErrors, failed: 1, ..summary },
        |summary: Summary| Summary { outcome: Outcome::Cancelled, ..summary },
        |summary: Summary| Summary { unanswered: 1, ..summary },
    ] {
        let mut bench = Bench::new(80, 24);
        let summary = nearly(&mut bench);
        choose(&mut bench, 2);
        bench.press(KeyCode::Enter).forget();
        end(&mut bench, change(summary));
        bench.shows("A job did not complete");
        seconds(&mut bench, 60);
        assert!(!bench.effects.contains(&Effect::SuspendMachine));
    }
    let mut bench = Bench::new(80, 24);
    bench.play(
        "conflicts-answered",
        |event| matches!(event, Event::Progress { progress, .. } if progress.waiting == 2),
    );
    bench.wait(REST).press(KeyCode::Esc);
    choose(&mut bench, 2);
    bench.press(KeyCode::Enter);
    seconds(&mut bench, 90);
    assert!(matches!(bench.model.after.as_ref().map(|it| &it.action), Some(AfterAction::Suspend)));
    assert!(!bench.effects.contains(&Effect::SuspendMachine));
}

#[test]
fn nothing_follows_an_empty_queue_nor_while_the_user_sees_another_program() {
    let mut bench = Bench::new(80, 24);
    bench.ctrl('x').keys("a");
    assert!(bench.model.dialog.is_none());
    bench.shows("No job of yours is running or waiting");
    let summary = nearly(&mut bench);
    choose(&mut bench, 2);
    bench.press(KeyCode::Enter);
    bench.model.is_lent = true;
    bench.forget();
    end(&mut bench, summary);
    seconds(&mut bench, 90);
    assert!(!bench.effects.contains(&Effect::SuspendMachine));
    bench.model.is_lent = false;
    seconds(&mut bench, 1);
    bench.shows("in 30 s");
}
