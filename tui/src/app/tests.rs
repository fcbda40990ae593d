//! Tests of the whole program without a terminal and without an engine.

use std::fs;
use std::path::Path;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_browse::Space;
use fcp_engine::error::{Action, OpError};
use fcp_engine::event::{Answer, Command, Envelope, Event, FileKind, Scope};
use fcp_engine::spec::{ConflictPolicy, Verb};
use fcp_engine::view::Eta;
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::dialog::Dialog;
use super::dialog::question::REST;
use super::look::{Colors, Depth, Look};
use super::model::{Effect, Msg};
use super::paint;

mod after;
mod bench;
mod command_line;
mod comparison;
mod dialogs;
mod diff;
mod divided;
mod far;
mod folders;
mod german_screens;
mod german_words;
mod habits;
mod jobs;
mod keys;
mod leaving;
mod log;
mod narrow;
mod open_with;
mod places;
mod properties;
mod questions;
mod refusals;
mod replaced;
mod requests;
mod rules;
mod safety;
mod searches;
mod trial;
mod unasked;
mod undo;
mod viewer;

use bench::{Bench, Entry, backup, entry, photos};

/// 21 June 2026, 21:14:07 UTC, when the golden logs begin.
const START: u64 = 1_782_076_447_000_000;

const LOOK: Look = Look { depth: Depth::True, colors: Colors::Dark, ascii: false, icons: false };

/// Takes a picture in both sizes that the design names.
fn snap(name: &str, scene: impl Fn(&mut Bench)) {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut bench = Bench::new(columns, rows);
        scene(&mut bench);
        insta::assert_snapshot!(format!("{name}-{columns}x{rows}"), bench.screen());
    }
}

/// Progress far enough into the clean copy to have a rate.
fn halfway(event: &Event) -> bool {
    matches!(event, Event::Progress { progress, .. } if progress.bytes_done > 200 << 20)
}

#[test]
fn browse() {
    snap("browse", |bench| {
        bench.press(KeyCode::Down).press(KeyCode::Down).keys("  ").press(KeyCode::PageDown);
    });
}

#[test]
fn copy() {
    snap("copy", |bench| {
        bench.press(KeyCode::Down).keys("   ").press(KeyCode::F(5)).press(KeyCode::Right);
    });
}

#[test]
fn running() {
    snap("running", |bench| {
        bench.play("clean-copy", halfway);
    });
}

#[test]
fn jobs() {
    snap("jobs", |bench| {
        bench.play("clean-copy", halfway).press(KeyCode::F(2));
    });
}

#[test]
fn paused() {
    snap("paused", |bench| {
        bench.play("paused-cancelled", |event| matches!(event, Event::JobPaused { .. }));
        bench.press(KeyCode::F(2));
    });
}

#[test]
fn conflict() {
    snap("conflict", |bench| {
        bench.play(
            "conflicts-answered",
            |event| matches!(event, Event::Progress { progress, .. } if progress.waiting == 2),
        );
        bench.ctrl('n').wait(REST).press(KeyCode::Down).keys("2");
    });
}

#[test]
fn a_job_that_only_waits_for_answers_has_neither_speed_nor_time_left() {
    let mut bench = Bench::new(120, 40);
    bench.play(
        "conflicts-answered",
        |event| matches!(event, Event::Progress { progress, .. } if progress.waiting == 3),
    );
    bench.wait(REST).press(KeyCode::Esc);
    let pace = bench.model.paces.values_mut().next().unwrap();
    pace.rate.bytes = 40 << 20;
    pace.eta = Some(Eta { lo: 2_000_000, hi: 3_000_000 });
    let screen = bench.screen();
    assert!(screen.contains("needs you"), "{screen}");
    assert!(!screen.contains("MiB/s") && !screen.contains(" left"), "{screen}");
}

#[test]
fn error() {
    snap("error", |bench| {
        let second = |event: &Event| matches!(event, Event::Progress { .. });
        bench.play("unanswered", second).ctrl('n').wait(REST).keys("s");
    });
}

#[test]
fn failed() {
    snap("failed", |bench| {
        bench.play("copy-with-failures", |_| false);
    });
}

#[test]
fn report() {
    snap("report", |bench| {
        bench.play("copy-with-failures", |_| false).press(KeyCode::F(2)).press(KeyCode::Enter);
    });
}

#[test]
fn a_reason_that_is_cut_in_a_report_says_so() {
    let mut bench = Bench::new(60, 24);
    bench.play("copy-with-failures", |_| false).press(KeyCode::F(2)).press(KeyCode::Enter);
    let screen = bench.screen();
    let line = screen.lines().find(|line| line.contains("Cannot set owner")).unwrap();
    assert!(line.ends_with('…'), "{screen}");
}

#[test]
fn quit() {
    snap("quit", |bench| {
        bench.play("clean-copy", halfway).press(KeyCode::F(10));
    });
}

#[test]
fn closed() {
    snap("closed", |bench| {
        bench.press(KeyCode::Down).press(KeyCode::Enter);
        let Some(Effect::List { ticket, dir, .. }) = bench.last_list() else {
            panic!("nothing to list")
        };
        let error = OpError::new(Action::OpenDir, dir, rustix::io::Errno::ACCESS);
        bench.tell(Msg::Unlisted { ticket, error });
    });
}

#[test]
fn one_panel_where_two_do_not_fit() {
    let mut bench = Bench::new(50, 16);
    bench.press(KeyCode::End);
    insta::assert_snapshot!("narrow-50x16", bench.screen());
}

#[test]
fn ascii_is_ascii() {
    let mut bench = Bench::new(80, 24);
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAsked { .. }));
    let screen = bench.screen_as(Look { ascii: true, ..LOOK });
    assert!(screen.is_ascii(), "{screen}");
    insta::assert_snapshot!("ascii-80x24", screen);
}

#[test]
fn f5_copies_what_is_marked_and_asks_about_conflicts() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down);
    bench.keys(" ").press(KeyCode::F(5));
    bench.press(KeyCode::Enter);
    let Effect::Add { spec, .. } = bench.effects.pop().unwrap() else { panic!("no job") };
    assert_eq!(spec.verb, Verb::Copy);
    assert_eq!(spec.sources.len(), 1);
    assert!(spec.sources[0].0.ends_with("a really long name, invoice\u{202e}fdp.exe"));
    assert_eq!(spec.options.on_conflict, ConflictPolicy::Ask);
    assert!(bench.model.panel().marks().is_empty());
}

#[test]
fn escape_starts_nothing() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::Down).press(KeyCode::F(5)).press(KeyCode::Esc);
    assert!(bench.model.dialog.is_none());
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Add { .. })));
}

#[test]
fn a_new_question_does_not_take_a_key_meant_for_something_else() {
    let mut bench = Bench::new(80, 24);
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAsked { .. }));
    bench.ctrl('n').forget();
    bench.keys("y");
    assert_eq!(bench.effects, []);
    bench.wait(REST).keys("2y");
    let answer =
        Command::Answer { question: 1, answer: Answer::Overwrite, scope: Scope::Directory };
    assert_eq!(bench.effects, [Effect::Command(answer)]);
    // Until the engine confirms, the same question is not asked again.
    assert!(bench.model.dialog.is_none());
}

#[test]
fn later_means_later() {
    let mut bench = Bench::new(80, 24);
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAsked { .. }));
    bench.wait(REST).press(KeyCode::Esc);
    bench.play(
        "conflicts-answered",
        |event| matches!(event, Event::Progress { progress, .. } if progress.waiting == 2),
    );
    assert!(bench.model.dialog.is_none());
    bench.ctrl('n');
    assert!(matches!(bench.model.dialog, Some(Dialog::Question(_))));
}

#[test]
fn an_answer_elsewhere_closes_the_question() {
    let mut bench = Bench::new(80, 24);
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAnswered { .. }));
    let Some(Dialog::Question(ask)) = &bench.model.dialog else { panic!("no question") };
    assert_eq!(ask.question, 2);
}

#[test]
fn cancelling_a_job_takes_two_keys_and_enter_is_harmless() {
    let mut bench = Bench::new(80, 24);
    bench.play("clean-copy", halfway).press(KeyCode::F(2));
    bench.forget().press(KeyCode::F(8)).press(KeyCode::Enter);
    assert_eq!(bench.effects, []);
    bench.press(KeyCode::F(8)).keys("c");
    assert_eq!(bench.effects, [Effect::Command(Command::Cancel { job: Some(1) })]);
    bench.keys(" ");
    assert_eq!(bench.effects[1..], [Effect::Command(Command::Pause { job: Some(1) })]);
}

#[test]
fn quitting_waits_for_the_jobs_it_cancels() {
    let mut bench = Bench::new(80, 24);
    bench.play("clean-copy", halfway);
    bench.forget().press(KeyCode::F(10)).press(KeyCode::Enter);
    assert!(!bench.model.leaving);
    bench.press(KeyCode::F(10)).keys("c");
    assert_eq!(bench.effects, [Effect::Command(Command::Cancel { job: Some(1) })]);
    assert!(!bench.model.done);
    bench.play("clean-copy", |_| false);
    assert!(bench.model.done);
}

#[test]
fn a_listing_that_comes_late_is_dropped() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::Backspace);
    let Some(Effect::List { ticket, dir, .. }) = bench.last_list() else {
        panic!("nothing to list")
    };
    assert_eq!(dir, Path::new("/home/anna/Pictures/2026"));
    bench.listed(ticket - 1, &photos());
    assert_eq!(bench.model.panel().len(), 1);
    let folders = ["a", "Lofoten raw"].map(|name| entry(name, FileKind::Directory, 1, 1));
    bench.listed(ticket, &folders);
    assert_eq!(bench.model.panel().cursor, 2, "the cursor stands where we came from");
}

#[test]
fn nothing_wakes_an_idle_program() {
    let mut bench = Bench::new(80, 24);
    assert_eq!(bench.model.wakes_at(), None);
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAsked { .. }));
    assert_eq!(bench.model.wakes_at(), Some(bench.model.now + REST), "the keys come alive");
    bench.play("clean-copy", |_| false);
    bench.model.dialog = None;
    assert_eq!(bench.model.wakes_at(), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_keys_at_any_size_are_survived(
        columns in 0..130_u16,
        rows in 0..45_u16,
        keys in prop::collection::vec((0..22_usize, 0..9_usize), 0..60),
    ) {
        let mut bench = Bench::new(columns, rows);
        let logs = ["clean-copy", "conflicts-answered", "copy-with-failures", "paused-cancelled"];
        for (key, amount) in keys {
            let code = match key {
                0 => KeyCode::Enter, 1 => KeyCode::Esc, 2 => KeyCode::Tab, 3 => KeyCode::F(2),
                4 => KeyCode::F(5), 5 => KeyCode::F(8), 6 => KeyCode::Up, 7 => KeyCode::Down,
                8 => KeyCode::Home, 9 => KeyCode::End, 10 => KeyCode::PageDown,
                11 => KeyCode::PageUp, 12 => KeyCode::Backspace, 13 => KeyCode::Left,
                20 => {
                    let seen = std::cell::Cell::new(0);
                    bench.play(logs[amount % logs.len()], |_| {
                        seen.set(seen.get() + 1);
                        seen.get() > amount * 5
                    });
                    continue;
                }
                21 => { bench.wait(REST); continue; }
                n => KeyCode::Char(['?', 'q', ' ', '*', '.', 'n', 'c', 'y'][n % 8]),
            };
            bench.press(code);
            bench.screen();
        }
    }
}
