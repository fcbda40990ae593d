//! Tests of faults that a trial of the program has shown: in dialogs, in the line of jobs, and in the viewer.

use std::ffi::OsString;
use std::path::PathBuf;

use fcp_browse::edit::Problem;

use super::jobs::{commands, event};
use super::*;
use crate::app::keymap::Place;
use crate::app::undo::Outcome;
use crate::app::viewer::ViewerRequest;
use fcp_presentation::undo::EditRequest;

#[test]
fn an_emptied_destination_copies_nothing() {
    let mut bench = Bench::new(100, 30);
    bench.press(KeyCode::End).press(KeyCode::F(5)).ctrl('u').press(KeyCode::Enter);
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Add { .. })));
    bench.shows("Type a folder first");
    assert!(matches!(bench.model.dialog, Some(Dialog::Transfer(_))));
}

#[test]
fn a_search_in_an_archive_is_refused() {
    let mut bench = Bench::new(100, 30);
    let dir = bench.model.panel().dir.clone();
    bench.model.panel_mut().archive = Some(dir);
    bench.alt('?');
    assert!(bench.model.dialog.is_none());
    bench.shows("An archive cannot be searched");
    // What only reads is not refused as if it wrote.
    bench.press(KeyCode::End).alt('a');
    bench.shows("This is not possible in an archive");
}

/// Opens the page on everything, gives one photo another name in the editor, and presses Enter.
fn rename(bench: &mut Bench) -> (Vec<OsString>, EditRequest) {
    bench.alt('r');
    let Some(Dialog::Bulk(bulk)) = &bench.model.dialog else { panic!("no page") };
    let mut names = bulk.names.clone();
    let row = names.iter().position(|name| name == "IMG_2040.CR3").unwrap();
    names[row] = "typed by hand".into();
    let screen = bench.model.screen;
    bench.tell(Msg::Named { result: Ok(names.clone()), screen });
    bench.forget().press(KeyCode::Enter);
    let Some(Effect::Edit(request)) = bench.effects.last().cloned() else {
        panic!("{:?}", bench.effects)
    };
    (names, request)
}

#[test]
fn a_late_conflict_keeps_the_names_that_were_typed() {
    let mut bench = Bench::new(100, 30);
    let (names, request) = rename(&mut bench);
    let refused = Some((OsString::from("IMG_2040.CR3"), Problem::Taken));
    let wrong = Some("nothing was renamed".into());
    let outcome = Outcome { wrong, refused, ..Outcome::default() };
    bench.tell(Msg::Edited { request: request.clone(), outcome });
    let Some(Dialog::Bulk(bulk)) = &bench.model.dialog else { panic!("the page was closed") };
    assert_eq!((&bulk.names, bulk.refused()), (&names, 1));
    let screen = bench.screen();
    let row = screen.lines().find(|line| line.contains("typed by hand")).expect("the row is shown");
    assert!(
        row.contains("the name is taken") && screen.contains("nothing was renamed"),
        "{screen}"
    );
    // The name may be free by now.
    bench.forget().press(KeyCode::Enter);
    assert_eq!(bench.effects.last(), Some(&Effect::Edit(request.clone())));
    bench.tell(Msg::Edited { request, outcome: Outcome::default() });
    assert!(bench.model.dialog.is_none());
}

#[test]
fn a_path_that_cannot_be_shown_stays_in_the_dialog() {
    let mut bench = Bench::new(100, 30);
    let (before, visited) = (bench.model.panel().dir.clone(), bench.model.visited.clone());
    bench.ctrl('g').keys("/typo/here").press(KeyCode::Enter);
    let Some(Effect::List { ticket, dir, .. }) = bench.last_list() else { panic!("no listing") };
    assert_eq!(dir, PathBuf::from("/typo/here"));
    let error = OpError::new(Action::OpenDir, dir, rustix::io::Errno::NOENT);
    bench.tell(Msg::Unlisted { ticket, error });
    assert_eq!((&bench.model.panel().dir, &bench.model.visited), (&before, &visited));
    let Some(Effect::List { dir, .. }) = bench.last_list() else { panic!("no listing") };
    assert_eq!(dir, before);
    let screen = bench.screen();
    assert!(screen.contains("/typo/here") && screen.contains("No such file"), "{screen}");
    assert!(matches!(bench.model.dialog, Some(Dialog::Form(_))));
}

#[test]
fn a_job_that_was_left_paused_is_shown_at_the_next_start() {
    let mut bench = Bench::new(80, 24);
    bench.play("clean-copy", halfway);
    let spec = bench.model.jobs.row(1).unwrap().spec.clone().unwrap();
    let mut bench = Bench::new(80, 24);
    bench.model.queued = true;
    event(&mut bench, Event::JobQueued { job: 1, spec });
    assert!(!bench.screen().contains("paused"), "{}", bench.screen());
    event(&mut bench, Event::JobPaused { job: 1 });
    let screen = bench.screen();
    let line = screen.lines().rev().nth(1).unwrap();
    assert!(line.contains("Copy") && line.contains("paused"), "{screen}");
}

#[test]
fn the_table_says_that_enter_cancels_the_job() {
    let mut bench = Bench::new(120, 40);
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAsked { .. }));
    bench.ctrl('n').wait(REST).keys("t").wait(REST);
    assert!(matches!(bench.model.dialog, Some(Dialog::Conflicts(_))), "{}", bench.screen());
    bench.keys("q");
    bench.shows("Enter  Cancel the job");
    bench.forget().press(KeyCode::Enter);
    let aborts = commands(&mut bench);
    assert!(
        aborts.iter().any(|it| matches!(it, Command::Answer { answer: Answer::Abort, .. })),
        "{aborts:?}"
    );
}

#[test]
fn keys_that_terminals_do_not_send_have_others_beside_them() {
    use crate::app::action::Action as Act;
    let bench = Bench::new(80, 24);
    assert_eq!(bench.model.key_of(Place::Panels, Act::SortName), "Ctrl-X b");
    assert_eq!(bench.model.key_of(Place::Panels, Act::ViewHex), "Ctrl-X x");
}

#[test]
fn a_key_reads_the_file_in_another_encoding() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).press(KeyCode::F(3));
    let encoding = |bench: &Bench| {
        bench.effects.iter().rev().find_map(|effect| match effect {
            Effect::View { wish: ViewerRequest::Open(open, _), .. } => Some(open.encoding),
            _ => None,
        })
    };
    assert_eq!(encoding(&bench), Some(None));
    for wanted in fcp_viewer::Encoding::ALL.map(Some).into_iter().chain([None]) {
        bench.forget().keys("E");
        assert_eq!(encoding(&bench), Some(wanted));
    }
}

#[test]
fn esc_says_how_marks_come_back() {
    let mut bench = Bench::new(100, 30);
    bench.ctrl('a').press(KeyCode::Esc);
    bench.shows("Unmarked; Alt-/ brings the marks back");
    // Without marks there is nothing to tell.
    bench.press(KeyCode::Esc);
    assert!(!bench.screen().contains("Unmarked"));
}

#[test]
fn what_could_not_be_counted_is_told() {
    let mut bench = Bench::new(100, 30);
    bench.press(KeyCode::Down).press(KeyCode::F(8));
    let Some(Dialog::Removal(ask)) = &bench.model.dialog else { panic!("no dialog") };
    let ticket = ask.items.ticket;
    let measure = fcp_browse::Measure { directories: 1, errors: 1, ..Default::default() };
    bench.tell(Msg::Measured { ticket, name: None, measure, whole: true });
    bench.shows("counted, 1 item could not be read");
}
