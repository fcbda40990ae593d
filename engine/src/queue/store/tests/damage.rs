//! Tests with rows that hold something else than what was written there.

use super::*;
use crate::queue::filesystem::Filesystem;

/// Columns of text that a flipped bit, or a newer version, can make unreadable.
const COLUMNS: [(&str, &str); 19] = [
    ("job", "verb"),
    ("job", "sources"),
    ("job", "destination"),
    ("job", "phase"),
    ("job", "lanes"),
    ("job", "paths"),
    ("job", "progress"),
    ("job", "summary"),
    ("job", "boot"),
    ("job", "filesystem"),
    ("spec", "spec"),
    ("fact", "event"),
    ("question", "question"),
    ("question", "answer"),
    ("sticky", "subject"),
    ("sticky", "answer"),
    ("queue", "mode"),
    ("process", "boot"),
    ("process", "namespace"),
];

/// What damage leaves in a column: a word of a newer version, cut JSON, bytes that are no text.
const DAMAGE: [&str; 3] = ["'\"a_newer_word\"'", "'{\"'", "CAST(x'22ff22' AS TEXT)"];

/// Jobs 1 and 2 run and ask, 3 waits, 4 has ended; all have told something.
fn busy(dir: &Path) -> (Store, Process) {
    let (mut store, _) = Store::open(dir).unwrap();
    let me = store.enlist(true).unwrap();
    for source in ["/a", "/b", "/c", "/d"] {
        store.add(&copy(source)).unwrap();
    }
    let some = |_: Mode, jobs: &[Candidate]| {
        jobs.iter().map(|job| job.job).filter(|job| *job != 3).collect()
    };
    store.claim(me.id, some).unwrap();
    let copied = copy("/a").spec;
    store.note_filesystem(1, &Filesystem::of(&copied).unwrap()).unwrap();
    let mut told = report(me.id);
    for job in [1, 2, 4] {
        told.facts.push((1, Event::JobStarted { job, workers: 1 }));
        told.progress.push((job, Progress::default()));
        for question in [job * 10, job * 10 + 1] {
            let question = Box::new(conflict(question));
            told.facts.push((2, Event::QuestionAsked { job, question }));
        }
    }
    store.write(&told).unwrap();
    for job in [1, 2] {
        let all = Resolution { answer: Answer::Skip, scope: Scope::All };
        store.answer(job * 10, &all).unwrap();
    }
    store.finish(4, &done(), None).unwrap();
    (store, me)
}

/// Everything that commands and processes ask of a store.
fn use_all(store: &mut Store, me: &Process, case: &str) {
    assert_eq!(store.list(Which::All).unwrap_or_else(|error| panic!("{case}: {error}")).len(), 4);
    store.runners().unwrap_or_else(|error| panic!("{case}: {error}"));
    store.settings().unwrap_or_else(|error| panic!("{case}: {error}"));
    store.requests(me.id).unwrap_or_else(|error| panic!("{case}: {error}"));
    store.questions(None).unwrap_or_else(|error| panic!("{case}: {error}"));
    let news = store.news(None, -1, |_| true).unwrap_or_else(|error| panic!("{case}: {error}"));
    assert_eq!(news.new.len(), 4, "{case}");
    store.news(Some(0), -1, |_| true).unwrap_or_else(|error| panic!("{case}: {error}"));
    for job in 1..=4 {
        store.log(job).unwrap_or_else(|error| panic!("{case}: {error}"));
        store.failed(job).unwrap_or_else(|error| panic!("{case}: {error}"));
    }
    for job in 1..=3 {
        store.filesystem(job).unwrap_or_else(|error| panic!("{case}: {error}"));
        store.sticky(job).unwrap_or_else(|error| panic!("{case}: {error}"));
        store.past(job).unwrap_or_else(|error| panic!("{case}: {error}"));
    }
    let next = store.add(&copy("/e")).unwrap_or_else(|error| panic!("{case}: {error}"));
    let got = store.claim(me.id, all).unwrap_or_else(|error| panic!("{case}: {error}"));
    assert!(got.contains(&next), "{case}: {got:?}");
    store.change(3, Change::Cancel).unwrap_or_else(|error| panic!("{case}: {error}"));
}

#[test]
fn a_column_that_cannot_be_read_costs_its_own_job_alone() {
    for (table, column) in COLUMNS {
        for damage in DAMAGE {
            let dir = tempfile::tempdir().unwrap();
            let (mut store, me) = busy(&dir.path().join("fcp"));
            let sql = format!("UPDATE {table} SET {column} = {damage} WHERE {column} IS NOT NULL");
            store.db.execute(&sql, []).unwrap();
            use_all(&mut store, &me, &format!("{table}.{column} = {damage}"));
        }
    }
}

#[test]
fn a_number_that_no_program_writes_costs_its_own_job_alone() {
    for column in ["key", "clock", "set_back"] {
        for number in [-1, i64::MIN, i64::MAX] {
            let dir = tempfile::tempdir().unwrap();
            let (mut store, me) = busy(&dir.path().join("fcp"));
            store.db.execute(&format!("UPDATE job SET {column} = ?1"), [number]).unwrap();
            use_all(&mut store, &me, &format!("{column} = {number}"));
        }
    }
}

#[test]
fn a_stage_that_no_version_knows_costs_its_own_job_alone() {
    let dir = tempfile::tempdir().unwrap();
    let (mut store, me) = busy(&dir.path().join("fcp"));
    store.db.execute("UPDATE job SET stage = 77 WHERE id = 3", []).unwrap();
    use_all(&mut store, &me, "stage");
    assert_eq!(store.find(3).unwrap().stage, Stage::Finished);
}
