//! Tests that a question that opens by itself takes no key that was meant for something else.

use fcp_engine::event::{ConflictKind, Outcome, Question, Side, Subject, Summary};

use super::jobs::{self, commands, event};
use super::*;
use crate::app::notify::LONG;
use crate::app::unasked::QUIET;

/// A job of this program asks about a file that is there already.
fn ask(bench: &mut Bench, job: u64, id: u64) {
    let side = |path: &str| Side {
        path: path.into(),
        kind: FileKind::File,
        size: 3,
        mtime: START as i64,
        mode: 0o644,
    };
    let subject = Subject::Conflict {
        kind: ConflictKind::File,
        src: side("/a/n"),
        dst: side("/b/n"),
        staged: None,
        just_created: false,
    };
    let question = Question { id, subject, waiting: 1 };
    event(bench, Event::QuestionAsked { job, question: Box::new(question) });
}

fn copying() -> Bench {
    let mut bench = Bench::new(100, 30);
    bench.play("clean-copy", halfway);
    bench
}

fn is_asked(bench: &Bench) -> bool {
    matches!(bench.model.dialog, Some(Dialog::Question(_)))
}

fn bells(bench: &Bench) -> usize {
    bench.effects.iter().filter(|effect| matches!(effect, Effect::Notify(_))).count()
}

#[test]
fn the_end_of_a_long_job_is_announced_and_that_of_a_short_or_foreign_one_is_not() {
    for (elapsed, queued, told) in [(LONG, false, 1), (LONG - 1, false, 0), (LONG, true, 0)] {
        let mut bench = copying();
        bench.model.queued = queued;
        bench.forget();
        let summary = Summary { elapsed, ..jobs::summary(Outcome::Completed) };
        event(&mut bench, Event::JobSummary { job: 1, summary });
        assert_eq!(bells(&bench), told, "{elapsed} {queued}");
        if told > 0 {
            let text = "Copied 31,203 items, 62.0 GiB in 10 s".to_owned();
            assert!(bench.effects.contains(&Effect::Notify(text)), "{:?}", bench.effects);
        }
    }
}

#[test]
fn a_question_does_not_open_over_what_is_being_typed() {
    type Opens = fn(&mut Bench) -> &mut Bench;
    let places: [(&str, Opens); 7] = [
        ("filter", |bench| bench.ctrl('f')),
        ("search", |bench| bench.keys("i")),
        ("dialog", |bench| bench.press(KeyCode::F(7))),
        ("palette", |bench| bench.ctrl('p')),
        ("command line", |bench| bench.keys("!")),
        ("viewer", |bench| bench.press(KeyCode::End).press(KeyCode::F(3))),
        ("help", |bench| bench.press(KeyCode::F(1))),
    ];
    for (name, opens) in places {
        let mut bench = copying();
        opens(&mut bench);
        bench.forget();
        ask(&mut bench, 1, 11);
        for letter in ["f", "o", "t", "y", "n", "e"] {
            bench.wait(QUIET * 2);
            assert!(!is_asked(&bench), "{name}");
            if !matches!(name, "viewer" | "help") {
                bench.keys(letter);
            }
        }
        assert_eq!(bells(&bench), 1, "{name}");
        assert_eq!(commands(&mut bench), [], "{name}");
    }
}

#[test]
fn a_question_opens_by_itself_two_seconds_after_the_last_key() {
    let mut bench = copying();
    bench.press(KeyCode::Down);
    ask(&mut bench, 1, 11);
    assert!(!is_asked(&bench) && bench.screen().contains("Needs you"));
    assert!(bench.model.wakes_at().is_some_and(|at| at <= bench.model.now + QUIET));
    bench.wait(QUIET - 1).press(KeyCode::Down).wait(QUIET - 1);
    assert!(!is_asked(&bench));
    bench.wait(1);
    assert!(is_asked(&bench));
}

#[test]
fn letters_select_in_a_question_that_opened_by_itself_and_enter_answers() {
    let mut bench = copying();
    ask(&mut bench, 1, 11);
    ask(&mut bench, 1, 12);
    assert!(is_asked(&bench));
    bench.wait(REST).forget();
    bench.keys("t").keys("v").keys("k").keys("y");
    assert_eq!(commands(&mut bench), []);
    assert!(is_asked(&bench) && bench.screen().contains("Enter  Replace this file"));
    bench.press(KeyCode::Enter);
    let given = Command::Answer { question: 11, answer: Answer::Overwrite, scope: Scope::This };
    assert_eq!(commands(&mut bench), [given]);
    // The next one is as careful, until the user asks for it.
    bench.wait(REST).keys("y");
    assert_eq!(commands(&mut bench), []);
    bench.ctrl('n').keys("n");
    let given = Command::Answer { question: 12, answer: Answer::Skip, scope: Scope::This };
    assert_eq!(commands(&mut bench), [given]);
}

#[test]
fn a_question_of_another_program_waits_for_the_user() {
    let mut bench = copying();
    bench.model.queued = true;
    bench.forget();
    ask(&mut bench, 1, 11);
    ask(&mut bench, 1, 12);
    bench.wait(60 * QUIET);
    assert!(!is_asked(&bench));
    assert_eq!(bells(&bench), 1);
    let screen = bench.screen();
    assert!(screen.contains("Needs you") && screen.contains("Ctrl-N"), "{screen}");
    bench.ctrl('n').keys("y").wait(REST).forget();
    bench.keys("y");
    let given = Command::Answer { question: 11, answer: Answer::Overwrite, scope: Scope::This };
    assert_eq!(commands(&mut bench), [given]);
}

#[test]
fn the_bell_rings_again_when_all_was_answered_and_something_else_asks() {
    let mut bench = copying();
    bench.model.queued = true;
    bench.forget();
    ask(&mut bench, 1, 11);
    event(&mut bench, Event::QuestionAnswered { job: 1, question: 11, answer: None });
    assert_eq!(bells(&bench), 1);
    ask(&mut bench, 1, 12);
    assert_eq!(bells(&bench), 2);
}

#[test]
fn cancelling_a_job_from_its_question_takes_enter_as_well() {
    let mut bench = copying();
    ask(&mut bench, 1, 11);
    bench.ctrl('n').wait(REST).forget();
    bench.keys("q");
    assert_eq!(commands(&mut bench), []);
    bench.shows("Enter  Cancel job ");
    bench.press(KeyCode::Enter);
    let given = Command::Answer { question: 11, answer: Answer::Abort, scope: Scope::This };
    assert_eq!(commands(&mut bench), [given]);
}

#[test]
fn after_an_answer_the_next_question_comes_and_not_those_stepped_over() {
    let mut bench = copying();
    (11..16).for_each(|id| ask(&mut bench, 1, id));
    bench.ctrl('n').wait(REST);
    bench.press(KeyCode::PageDown).press(KeyCode::PageDown).wait(REST).keys("n");
    let shown = |bench: &Bench| match &bench.model.dialog {
        Some(Dialog::Question(ask)) => ask.question,
        other => panic!("{other:?}"),
    };
    assert_eq!(shown(&bench), 14);
    bench.wait(REST).keys("n").wait(REST).keys("n");
    // At the end come those that were stepped over.
    assert_eq!(shown(&bench), 11);
}

#[test]
fn a_digit_means_the_same_reach_in_every_question() {
    let mut bench = copying();
    (11..13).for_each(|id| ask(&mut bench, 1, id));
    bench.ctrl('n').wait(REST);
    for part in ["1  this file", "2  all 2 ", "3  all 2 ", "4  all 2 "] {
        assert!(bench.screen().contains(part), "{part}: {}", bench.screen());
    }
    bench.forget().keys("4y");
    let given = Command::Answer { question: 11, answer: Answer::Overwrite, scope: Scope::All };
    assert_eq!(commands(&mut bench), [given]);
    // Those that the answer covers are on their way to be answered.
    assert!(bench.model.dialog.is_none());
    let mut bench = copying();
    ask(&mut bench, 1, 11);
    bench.ctrl('n').wait(REST).forget();
    bench.keys("aaan");
    let given = Command::Answer { question: 11, answer: Answer::Skip, scope: Scope::All };
    assert_eq!(commands(&mut bench), [given]);
}
