//! Tests that each answer can be chosen.

use fcp_engine::error::OpError;
use fcp_engine::event::{Envelope, Event, Removal};
use fcp_engine::spec::{Destination, JobSpec, Options};
use fcp_engine::view::JobsView;

use super::*;

#[test]
fn no_retry_is_offered_that_is_refused_again() {
    let error = |code| Subject::Error {
        src: "x".into(),
        error: OpError::refused(Action::Delete, code, "x"),
    };
    let retries = |verb, code| {
        let (sources, options) = (vec!["/s".into()], Options::default());
        let spec = JobSpec { verb, sources, destination: None, options };
        let mut jobs = JobsView::new();
        let event = Event::JobQueued { job: 1, spec: Box::new(spec) };
        jobs.apply(&Envelope { seq: None, at: 0, event });
        let question = Question { id: 1, subject: error(code), waiting: 1 };
        let choices = choices(&question, &Terms::default(), jobs.row(1).unwrap());
        choices.iter().any(|choice| choice.answer == Some(Answer::Retry))
    };
    assert!(!retries(Verb::Trash, Code::ChangedSince));
    assert!(retries(Verb::Trash, Code::Io) && retries(Verb::Copy, Code::ChangedSince));
}

#[test]
fn every_answer_is_offered_for_some_question() {
    let options = Options { keep_replaced: true, ..Options::default() };
    let destination = Some(Destination::Into("/d".into()));
    let spec = JobSpec { verb: Verb::Copy, sources: vec!["/s".into()], destination, options };
    let event = Event::JobQueued { job: 1, spec: Box::new(spec) };
    let mut jobs = JobsView::new();
    jobs.apply(&Envelope { seq: None, at: 0, event });
    let side =
        || Side { path: "/d/x".into(), kind: FileKind::File, size: 1, mtime: 0, mode: 0o644 };
    let conflict = |kind| Subject::Conflict {
        kind,
        src: side(),
        dst: side(),
        staged: None,
        just_created: false,
    };
    let error = |action, code| Subject::Error {
        src: "x".into(),
        error: OpError::refused(action, code, "x"),
    };
    let subjects = [
        conflict(ConflictKind::File),
        conflict(ConflictKind::Directory),
        error(Action::Keep, Code::Io),
        error(Action::CreateFile, Code::InvalidName),
        Subject::Removal { step: Removal::Remove, item: side(), protected: false },
    ];
    let mut offered = Vec::new();
    for subject in subjects {
        let question = Question { id: 1, subject, waiting: 1 };
        for condition in 0..conditions().len() {
            let terms = Terms { condition, ..Terms::default() };
            let choices = choices(&question, &terms, jobs.row(1).unwrap());
            assert!(choices.iter().all(|choice| !choice.note.is_empty()), "{choices:?}");
            offered.extend(choices.into_iter().filter_map(|choice| choice.answer));
        }
    }
    for answer in Answer::every() {
        assert!(offered.contains(&answer), "{answer:?} is not offered");
    }
}
