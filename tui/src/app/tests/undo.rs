//! Tests of undo and redo: the confirmation before, and the message after.

use fcp_engine::event::Outcome;
use fcp_engine::foresee::Foreseen;

use fcp_browse::edit::Edit;
use fcp_presentation::undo::EditRequest;

use super::jobs::event;
use super::*;
use crate::app::undo;
use crate::app::work::{News, QueueRequest};

/// A copy that was started here and has finished.
fn copied() -> Bench {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    bench.tell(Msg::Submitted(1));
    bench.play("clean-copy", |_| false).forget();
    bench
}

fn press_undo(bench: &mut Bench) {
    bench.forget().alt('z');
}

/// An undo that ends as job 2.
fn undo(bench: &mut Bench, outcome: Outcome, done: u64, failed: u64) {
    bench.tell(Msg::Undoing { of: 1, by: 2 });
    ended(bench, 2, outcome, done, failed);
}

fn ended(bench: &mut Bench, job: u64, outcome: Outcome, done: u64, failed: u64) {
    let mut summary = bench.model.jobs.row(1).unwrap().summary.clone().unwrap();
    (summary.verb, summary.outcome) = (Verb::Undo, outcome);
    (summary.done, summary.failed) = (done, failed);
    event(bench, Event::JobSummary { job, summary });
}

#[test]
fn an_undo_asks_first_and_tells_what_it_would_do() {
    let mut bench = copied();
    press_undo(&mut bench);
    assert!(
        bench.effects.contains(&Effect::Work(QueueRequest::ForeseeLast(1))),
        "{:?}",
        bench.effects
    );
    let foreseen = Foreseen { copies: 4, replaced: 1, lost: 2, ..Foreseen::default() };
    bench.tell(Msg::Work(News::Foreseen(1, Ok(foreseen))));
    let screen = bench.screen();
    assert!(screen.contains("Undo copy of 2026 to Pictures?"), "{screen}");
    let consequence = "4 copies will be moved to the trash, 1 replaced file will be restored.";
    assert!(screen.contains(consequence), "{screen}");
    // Wrapped where the dialog is too narrow for it.
    assert!(screen.contains("replaced files cannot be restored"), "{screen}");
    assert!(screen.contains("the old content was not kept."), "{screen}");
    let foreseen = Foreseen { snapshots: 1, ..Foreseen::default() };
    bench.tell(Msg::Work(News::Foreseen(1, Ok(foreseen))));
    bench.shows("1 snapshot will be moved to the trash");
    let foreseen = Foreseen { host: Some("web".to_owned()), ..Foreseen::default() };
    bench.tell(Msg::Work(News::Foreseen(1, Ok(foreseen))));
    bench.shows("web undoes it, if it can be reached.");
    let foreseen = Foreseen { rights: 2, ..Foreseen::default() };
    bench.tell(Msg::Work(News::Foreseen(1, Ok(foreseen))));
    bench.shows("2 folders get their mode and owner back");
    // Enter alone changes nothing.
    bench.forget().press(KeyCode::Enter);
    assert!(!bench.effects.contains(&Effect::Work(QueueRequest::Undo(1))));
    press_undo(&mut bench);
    bench.press(KeyCode::Down).press(KeyCode::Enter);
    assert!(bench.effects.contains(&Effect::Work(QueueRequest::Undo(1))), "{:?}", bench.effects);
}

#[test]
fn what_cannot_be_undone_says_so_and_offers_no_undo() {
    let mut bench = copied();
    press_undo(&mut bench);
    bench.tell(Msg::Work(News::Foreseen(1, Err("nobody recorded it".into()))));
    bench.shows("It cannot be undone: nobody recorded it.");
    bench.forget().keys("u");
    assert_eq!(bench.effects, []);
}

#[test]
fn a_failed_undo_speaks_of_the_undo_and_can_be_tried_again() {
    let mut bench = copied();
    undo(&mut bench, Outcome::CompletedWithErrors, 6, 10);
    let notice = bench.model.notice.clone().unwrap().text;
    assert!(notice.starts_with("Undo: 6 items undone, 10 could not be undone"), "{notice}");
    press_undo(&mut bench);
    assert!(
        bench.effects.contains(&Effect::Work(QueueRequest::ForeseeLast(1))),
        "{:?}",
        bench.effects
    );
}

#[test]
fn an_undo_can_be_redone() {
    let mut bench = copied();
    undo(&mut bench, Outcome::Completed, 6, 0);
    assert_eq!(bench.model.notice.clone().unwrap().text, "Undo: 6 items undone");
    press_undo(&mut bench);
    assert_eq!(bench.model.notice.clone().unwrap().text, "Nothing to undo");
    bench.forget().alt('Z');
    assert_eq!(bench.effects, [Effect::Work(QueueRequest::Undo(2))]);
    bench.tell(Msg::Undoing { of: 2, by: 3 });
    ended(&mut bench, 3, Outcome::Completed, 6, 0);
    assert_eq!(bench.model.notice.clone().unwrap().text, "Redo: 6 items redone");
    press_undo(&mut bench);
    assert!(
        bench.effects.contains(&Effect::Work(QueueRequest::ForeseeLast(3))),
        "{:?}",
        bench.effects
    );
}

#[test]
fn undos_and_redos_are_named_after_what_they_undo() {
    let mut bench = copied();
    let list = |bench: &mut Bench, job: u64| {
        let spec = Box::new(fcp_engine::spec::JobSpec::undo("/state/x.undo"));
        event(bench, Event::JobQueued { job, spec });
        bench.screen()
    };
    bench.tell(Msg::Undoing { of: 1, by: 2 });
    bench.press(KeyCode::F(2));
    let screen = list(&mut bench, 2);
    assert!(screen.contains("Undo  copy of 2026 to Pictures"), "{screen}");
    ended(&mut bench, 2, Outcome::Completed, 6, 0);
    bench.tell(Msg::Undoing { of: 2, by: 3 });
    let screen = list(&mut bench, 3);
    assert!(screen.contains("Redo  copy of 2026 to Pictures"), "{screen}");
}

#[test]
fn a_small_change_that_is_undone_is_named() {
    let mut bench = Bench::new(120, 40);
    let path = std::path::PathBuf::from("/home/anna/Pictures/2026/new");
    let request = EditRequest::MakeDirectory(path);
    let undo = Some(Edit::Made(Vec::new()));
    bench.tell(Msg::Edited {
        request: request.clone(),
        outcome: undo::Outcome { undo, ..undo::Outcome::default() },
    });
    press_undo(&mut bench);
    let [Effect::UndoEdit { number, edit, .. }] = &bench.effects[..] else {
        panic!("{:?}", bench.effects)
    };
    let (number, edit) = (*number, edit.clone());
    bench.tell(Msg::Unedited { number, request, edit, result: Ok(()) });
    assert_eq!(bench.model.notice.clone().unwrap().text, "Undone: Made the folder new");
}

#[test]
fn ctrl_z_is_for_the_shell_and_changes_nothing() {
    for keymap in ["commander", "vim"] {
        let mut bench = copied();
        bench.model.keymap = crate::app::keymap::Keymap::preset(keymap).unwrap();
        bench.ctrl('z');
        assert_eq!(bench.effects, [Effect::Suspend], "{keymap}");
        // The key works in a dialog, too, and while a line is typed.
        bench.press(KeyCode::F(7)).forget();
        bench.keys("new").ctrl('z');
        assert_eq!(bench.effects, [Effect::Suspend], "{keymap}");
        assert!(matches!(bench.model.dialog, Some(Dialog::Form(_))));
    }
}

#[test]
fn a_job_that_can_never_be_undone_lets_the_change_before_it_be_undone() {
    let mut bench = copied();
    bench.model.changes.job(7);
    press_undo(&mut bench);
    assert!(bench.effects.contains(&Effect::Work(QueueRequest::ForeseeLast(7))));
    bench.tell(Msg::NeverUndone(7));
    assert!(bench.effects.contains(&Effect::Work(QueueRequest::ForeseeLast(1))));
    bench.shows("Undo copy of 2026 to Pictures?");
    bench.tell(Msg::NeverUndone(1));
    assert!(bench.model.dialog.is_none());
    bench.shows("Nothing to undo");
}
