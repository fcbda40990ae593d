//! Tests the questions of real jobs: their numbers, how many are open, and what answers apply to.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::OPEN;
use crate::contract::event::{
    Answer, Command, JobId, Outcome, Question, Resolution, Scope, Subject,
};
use crate::contract::spec::{ConflictPolicy, Destination, JobSpec};
use crate::engine::{ControlError, Engine};
use crate::queue::Queue;
use crate::record::Home;

const TIMEOUT: Duration = Duration::from_secs(120);

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < TIMEOUT, "waited for {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A copy of the folder `src` onto `dst` beside it, with `count` files in both.
fn contested(dir: &Path, count: usize) -> JobSpec {
    for side in ["src", "dst"] {
        fs::create_dir_all(dir.join(side)).unwrap();
        for n in 0..count {
            fs::write(dir.join(side).join(format!("f{n}")), side).unwrap();
        }
    }
    JobSpec::copy([dir.join("src")], Destination::As(dir.join("dst").into()))
        .with(|options| options.on_conflict = ConflictPolicy::Ask)
}

fn with_queue(dir: &Path) -> Engine {
    let state = dir.join("state");
    let queue = Queue::open(&state).unwrap().queue;
    Engine::on_queue(Home { data: dir.join("data"), state: Some(state) }, queue).unwrap()
}

fn open(engine: &Engine, job: JobId) -> Vec<Question> {
    let of_job = engine.status().into_iter().find(|status| status.job == job);
    of_job.map(|status| status.questions).unwrap_or_default()
}

fn waiting(engine: &Engine, job: JobId) -> u64 {
    let of_job = engine.status().into_iter().find(|status| status.job == job);
    of_job.map(|status| status.progress.waiting).unwrap_or_default()
}

fn say(answer: Answer, scope: Scope) -> Resolution {
    Resolution { answer, scope }
}

fn dst(question: &Question) -> PathBuf {
    match &question.subject {
        Subject::Conflict { dst, .. } => dst.path.0.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_second_engine_does_not_begin_the_numbers_of_questions_anew() {
    let dirs = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let engine = with_queue(dirs[0].path());
    let first = engine.submit(contested(dirs[0].path(), 3)).unwrap();
    until("the first three questions", || open(&engine, first).len() == 3);
    let other = with_queue(dirs[1].path());
    let second = engine.submit(contested(dirs[2].path(), 3)).unwrap();
    engine.command(Command::Start { job: second }).unwrap();
    until("three more", || open(&engine, second).len() == 3);
    let stored = || engine.queue().unwrap().questions(None).unwrap();
    until("all six in the queue", || stored().len() == 6);
    for job in [first, second] {
        let all = say(Answer::Overwrite, Scope::All);
        engine.answer(open(&engine, job)[0].id, &all).unwrap();
        let summary = engine.wait(job).unwrap();
        assert_eq!((summary.outcome, summary.skipped), (Outcome::Completed, 0));
    }
    assert_eq!(fs::read(dirs[0].path().join("dst/f2")).unwrap(), b"src");
    drop(other);
}

#[test]
fn an_answered_question_takes_no_second_answer_from_the_same_engine() {
    let dir = tempfile::tempdir().unwrap();
    let engine = with_queue(dir.path());
    let job = engine.submit(contested(dir.path(), 2)).unwrap();
    let stored = || engine.queue().unwrap().questions(Some(job)).unwrap();
    until("both questions in the queue", || stored().len() == 2);
    let first = open(&engine, job)[0].id;
    assert_eq!(engine.answer(first, &say(Answer::Skip, Scope::This)), Ok(()));
    // The queue does not know of the answer yet.
    let again = engine.answer(first, &say(Answer::Overwrite, Scope::This));
    assert_eq!(again, Err(ControlError::NoQuestion(first)));
    engine.cancel(job).unwrap();
    engine.wait(job).unwrap();
}

#[test]
fn of_many_conflicts_some_are_open_at_a_time_and_all_are_counted_and_asked_about() {
    const MANY: usize = 3 * OPEN;
    let dir = tempfile::tempdir().unwrap();
    let engine = Engine::new();
    let job = engine.submit(contested(dir.path(), MANY)).unwrap();
    until("all to be counted", || waiting(&engine, job) == MANY as u64);
    let mut asked = std::collections::BTreeSet::new();
    while asked.len() < MANY {
        let now = open(&engine, job);
        assert!(now.len() <= OPEN, "{}", now.len());
        for question in now {
            assert!(asked.insert(dst(&question)), "asked twice: {question:?}");
            engine.answer(question.id, &say(Answer::Skip, Scope::This)).unwrap();
        }
        std::thread::yield_now();
    }
    let summary = engine.wait(job).unwrap();
    assert_eq!((summary.skipped, summary.unanswered), (MANY as u64, 0));
    assert_eq!(waiting(&engine, job), 0);
}

#[test]
fn an_answer_for_all_reaches_what_was_not_asked_about_yet() {
    const MANY: usize = 2 * OPEN + 10;
    let dir = tempfile::tempdir().unwrap();
    let engine = Engine::new();
    let job = engine.submit(contested(dir.path(), MANY)).unwrap();
    until("all to be counted", || waiting(&engine, job) == MANY as u64);
    let first = open(&engine, job)[0].id;
    engine.answer(first, &say(Answer::Overwrite, Scope::Kind)).unwrap();
    let summary = engine.wait(job).unwrap();
    assert_eq!((summary.outcome, summary.skipped), (Outcome::Completed, 0));
    for n in 0..MANY {
        assert_eq!(fs::read(dir.path().join(format!("dst/f{n}"))).unwrap(), b"src");
    }
}

#[test]
fn a_long_backlog_is_kept_in_a_file_and_comes_back_whole() {
    use super::backlog::Backlog;
    use crate::contract::event::FileKind;
    use crate::job::spill::Spill;
    use crate::walk::item::ParkedItem;
    use crate::walk::node::DirNode;
    use fcp_sys as sys;
    use std::ffi::CString;

    const MANY: usize = 100_000;
    let dir = tempfile::tempdir().unwrap();
    let node = DirNode::top(None, sys::stat_at(sys::CWD, c".", true).unwrap());
    let name = |n: usize, what: &str| CString::new(format!("{what} number {n}")).unwrap();
    for state in [Some(dir.path().to_owned()), None] {
        let has_file = state.is_some();
        let mut spill = Spill::new(state);
        let mut backlog = Backlog::default();
        for n in 0..MANY {
            let dst = name(n, if n % 3 == 0 { "copy" } else { "item" });
            let mut item = ParkedItem::new(&node, name(n, "item"), dst, FileKind::Symlink);
            item.tries = (n % 7) as u8;
            item.is_renamed = n % 5 == 0;
            backlog.push(item);
            if backlog.is_large() {
                backlog.shrink(&mut spill);
                let fits = !backlog.is_large();
                assert!(fits || !has_file);
            }
        }
        assert_eq!((backlog.count(), backlog.is_in_file()), (MANY as u64, has_file));
        let mut seen = 0;
        while backlog.count() > 0 {
            for item in backlog.take(999, &mut spill).unwrap() {
                let dst = name(seen, if seen % 3 == 0 { "copy" } else { "item" });
                assert_eq!((item.name, item.dst_name), (name(seen, "item"), dst));
                assert_eq!((item.kind, item.tries), (FileKind::Symlink, (seen % 7) as u8));
                assert_eq!(item.is_renamed, seen % 5 == 0, "{seen}");
                seen += 1;
            }
        }
        assert_eq!(seen, MANY);
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn an_answer_is_not_applied_to_a_file_that_was_not_shown() {
    let dir = tempfile::tempdir().unwrap();
    let engine = Engine::new();
    let job = engine.submit(contested(dir.path(), 1)).unwrap();
    until("the question", || open(&engine, job).len() == 1);
    let first = open(&engine, job).remove(0);
    fs::write(dst(&first), "written since").unwrap();
    engine.answer(first.id, &say(Answer::Overwrite, Scope::This)).unwrap();
    until("another question", || open(&engine, job).iter().any(|asked| asked.id != first.id));
    let second = open(&engine, job).remove(0);
    let Subject::Conflict { dst: shown, .. } = &second.subject else { panic!("{second:?}") };
    assert_eq!((shown.size, fs::read(&shown.path.0).unwrap()), (13, b"written since".to_vec()));
    // What was shown now may be replaced, and keeping it never needs a second look.
    engine.answer(second.id, &say(Answer::Overwrite, Scope::This)).unwrap();
    assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
    assert_eq!(fs::read(&shown.path.0).unwrap(), b"src");
}

#[test]
fn an_answer_that_keeps_the_file_holds_whatever_the_file_is_by_then() {
    let dir = tempfile::tempdir().unwrap();
    let engine = Engine::new();
    let job = engine.submit(contested(dir.path(), 1)).unwrap();
    until("the question", || open(&engine, job).len() == 1);
    let first = open(&engine, job).remove(0);
    fs::write(dst(&first), "written since").unwrap();
    engine.answer(first.id, &say(Answer::Skip, Scope::This)).unwrap();
    assert_eq!(engine.wait(job).unwrap().skipped, 1);
    assert_eq!(fs::read(dst(&first)).unwrap(), b"written since");
}

#[test]
fn a_source_that_changes_all_the_time_is_asked_about_twice_at_most() {
    let dir = tempfile::tempdir().unwrap();
    let engine = Engine::new();
    let job = engine.submit(contested(dir.path(), 1)).unwrap();
    let mut last = 0;
    for size in [10, 20] {
        until("a question", || open(&engine, job).iter().any(|asked| asked.id != last));
        let question = open(&engine, job).remove(0);
        last = question.id;
        fs::write(dir.path().join("src/f0"), vec![b'x'; size]).unwrap();
        engine.answer(question.id, &say(Answer::Overwrite, Scope::This)).unwrap();
    }
    assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
    assert_eq!(fs::read(dir.path().join("dst/f0")).unwrap(), vec![b'x'; 20]);
}
