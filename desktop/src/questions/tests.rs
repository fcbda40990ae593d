//! Tests of the questions that real jobs ask, and of the answers that rules give.

mod restore;

use std::collections::BTreeSet;
use std::fs::File;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use fcp_browse::Content;
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{
    Answer, ConflictKind, FileKind, JobId, Outcome, Question, QuestionId, Removal, Scope, Side,
    Subject,
};
use fcp_engine::spec::{DEFAULT_RENAME, DirectoryPolicy, Options};
use fcp_presentation::rules::{Condition, Rule};
use proptest::prelude::*;

use super::rules::preview;
use crate::bench::Bench;
use crate::jobs::{Asking, OpenQuestion};
use crate::standing::{Reach, Standing};
use crate::wire::{About, AnswerAsk, Name, QuestionsState, Refusal, RuleScope, RulesPreview};

fn rename() -> Answer {
    Answer::Rename(DEFAULT_RENAME.to_owned())
}

fn rule(when: Condition, answer: Answer) -> Rule {
    Rule { when, answer: Some(answer) }
}

fn state(bench: &Bench) -> QuestionsState {
    bench.app.questions.state()
}

fn of_job(bench: &Bench, job: JobId, all: &[Rule]) -> RulesPreview {
    bench.app.questions.rules(all, &RuleScope::Job { job, at: None }).unwrap()
}

fn date(bench: &Bench, path: &str, hours: u64) {
    let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000 + hours * 3600);
    File::options().write(true).open(bench.path(path)).unwrap().set_modified(then).unwrap();
}

/// A copy onto three files: an identical one, an older and a newer one.
fn three() -> (Bench, JobId) {
    let bench = Bench::new();
    for (name, src, dst, hours) in [
        ("same.txt", "same", "same", 1),
        ("new.txt", "new", "old", 0),
        ("old.jpg", "old", "new", 2),
    ] {
        bench.write(&format!("src/{name}"), src);
        bench.write(&format!("dst/{name}"), dst);
        date(&bench, &format!("src/{name}"), 1);
        date(&bench, &format!("dst/{name}"), hours);
    }
    let job = bench.add(bench.copy());
    bench.until("three questions", || state(&bench).count == 3);
    (bench, job)
}

#[test]
fn three_conflicts_get_three_answers_by_rules() {
    let (bench, job) = three();
    let all = [
        rule(Condition::Identical, Answer::Skip),
        rule(Condition::Newer, Answer::Overwrite),
        rule(Condition::Otherwise, rename()),
    ];
    // Nothing is answered before it is known whether the first rule holds.
    bench.until("comparisons", || of_job(&bench, job, &all).answered == 3);
    let shown = of_job(&bench, job, &all);
    assert_eq!((shown.counts, shown.replaced, shown.scopes[3]), (vec![1, 1, 1], 1, 3));
    assert_eq!(bench.app.questions.apply_rules(shown.plan, false), Ok(3));
    assert_eq!(bench.app.questions.apply_rules(shown.plan, false), Err(Refusal::StalePlan));
    assert_eq!(bench.end(job), Outcome::Completed);
    assert_eq!(
        (bench.read("dst/new.txt"), bench.read("dst/old.jpg")),
        ("new".into(), "new".into())
    );
    assert_eq!(bench.read("dst/old (1).jpg"), "old");
    assert_eq!(state(&bench).count, 0);
}

#[test]
fn an_answer_that_is_refused_keeps_no_other_from_its_question() {
    let (bench, job) = three();
    let answer = |id, answer| AnswerAsk { id, answer, scope: Scope::This };
    let asked: Vec<_> = state(&bench).rows.iter().map(|row| row.id).collect();
    // No conflict is retried.
    let all = [
        answer(asked[0], Answer::Retry),
        answer(asked[1], Answer::Skip),
        answer(asked[2], Answer::Skip),
    ];
    assert!(bench.app.questions.answer(&all).is_err());
    bench.until("two answers", || state(&bench).count == 1);
    bench.app.questions.answer(&[answer(asked[0], Answer::Skip)]).unwrap();
    assert_eq!(bench.end(job), Outcome::Completed);
}

#[test]
fn questions_show_both_sides_and_answers_that_fit() {
    let (bench, job) = three();
    let told = bench.app.jobs.tap();
    let rows = state(&bench).rows;
    let new = rows.iter().find(|row| row.name.text == "new.txt").unwrap();
    assert_eq!((new.job, new.folder.text.as_str(), new.extension.as_str()), (job, "src", ".txt"));
    assert_eq!(
        (new.answers.first(), new.answers.last()),
        (Some(&Answer::Skip), Some(&Answer::Overwrite))
    );
    let About::Conflict { compared, .. } = &new.about else { panic!("{new:?}") };
    assert_eq!((compared.newer, compared.larger), (1, 0));
    let id = new.id;
    bench.app.questions.compare(id).unwrap();
    bench.until("every byte", || {
        bench.app.questions.detail(id, None).is_ok_and(|detail| detail.differs_at.is_some())
    });
    let more = bench.app.questions.detail(id, Some("{stem}-{n}{ext}")).unwrap();
    assert_eq!((more.differs_at, more.owners.len()), (Some(0), 2));
    assert_eq!(more.rename.unwrap().text, "new-1.txt");
    assert_eq!(more.existing.unwrap().text, "~/dst/new.txt");
    bench.write("dst/new-1.txt", "");
    let more = bench.app.questions.detail(id, Some("{stem}-{n}{ext}")).unwrap();
    assert_eq!(more.rename.unwrap().text, "new-2.txt");
    assert!(matches!(bench.app.questions.detail(id, Some("a/b")), Err(Refusal::Not { .. })));
    // Told once for all of them.
    bench.until("a notice", || bench.app.jobs.all().questions == 3);
    bench.app.jobs.tell();
    assert!(told.try_iter().count() <= 1);
    let skip = |id, scope| AnswerAsk { id, answer: Answer::Skip, scope };
    bench.app.questions.answer(&[skip(id, Scope::This)]).unwrap();
    bench.until("one less", || state(&bench).count == 2);
    assert_eq!(bench.app.questions.detail(id, None), Err(Refusal::Gone));
    let other = rows.iter().find(|row| row.id != id).unwrap();
    // A second answer is no error: another window or program may have been faster.
    bench.app.questions.answer(&[skip(id, Scope::This), skip(other.id, Scope::All)]).unwrap();
    assert_eq!(bench.end(job), Outcome::Completed);
}

#[test]
fn scopes_reach_what_they_say() {
    let (bench, job) = three();
    let rows = state(&bench).rows;
    let id = rows.iter().find(|row| row.name.text == "old.jpg").unwrap().id;
    let skip = [rule(Condition::Otherwise, Answer::Skip)];
    for (scope, count) in [
        (RuleScope::This { id }, 1),
        (RuleScope::These { ids: rows.iter().take(2).map(|row| row.id).collect() }, 2),
        (RuleScope::Extension { id }, 1),
        (RuleScope::Folder { id }, 3),
        (RuleScope::Job { job, at: Some(id) }, 3),
    ] {
        let shown = bench.app.questions.rules(&skip, &scope).unwrap();
        assert_eq!(shown.answered, count, "{scope:?}");
        let is_at = !matches!(scope, RuleScope::These { .. });
        assert!(!is_at || shown.scopes == [1, 3, 1, 3], "{shown:?}");
    }
    assert!(bench.app.questions.rules(&skip, &RuleScope::This { id: 1 }).is_err());
    bench.app.engine.get().unwrap().cancel(job).unwrap();
    bench.end(job);
}

/// A folder onto a folder, in which two files meet others: those are asked about later.
fn folders() -> (Bench, JobId) {
    let bench = Bench::new();
    for name in ["a", "b"] {
        bench.write(&format!("src/{name}"), "incoming");
        bench.write(&format!("dst/{name}"), "existing");
    }
    let options = Options { on_directory: DirectoryPolicy::Ask, ..bench.copy().options };
    let job = bench.add(fcp_engine::spec::JobSpec { options, ..bench.copy() });
    bench.until("a question", || state(&bench).count == 1);
    (bench, job)
}

#[test]
fn rules_stay_for_questions_to_come() {
    let (bench, job) = folders();
    let all = [
        rule(Condition::Folders, Answer::Merge),
        rule(Condition::Identical, Answer::Skip),
        rule(Condition::Different, rename()),
    ];
    let shown = of_job(&bench, job, &all);
    assert_eq!(bench.app.questions.apply_rules(shown.plan, true), Ok(1));
    // The contents are compared before the second and third rule say anything.
    bench.until("the end", || {
        let count = state(&bench).count;
        count == 0 && bench.job(job).is_some_and(|job| job.outcome.is_some())
    });
    assert_eq!(
        (bench.read("dst/a"), bench.read("dst/b (1)")),
        ("existing".into(), "incoming".into())
    );
    bench.end(job);
    assert!(super::lock(&bench.app.questions.standing).is_empty(), "forgotten with the job");
}

#[test]
fn without_that_rules_answer_what_was_shown_alone() {
    let (bench, job) = folders();
    let shown = of_job(&bench, job, &[rule(Condition::Folders, Answer::Merge)]);
    assert_eq!(bench.app.questions.apply_rules(shown.plan, false), Ok(1));
    bench.until("two more questions", || state(&bench).count == 2);
    let all = of_job(&bench, job, &[rule(Condition::Otherwise, Answer::Overwrite)]);
    assert_eq!((all.answered, all.replaced), (2, 2));
    // One answer to all is remembered by the engine.
    assert_eq!(bench.app.questions.apply_rules(all.plan, true), Ok(2));
    assert!(super::lock(&bench.app.questions.standing).is_empty());
    assert_eq!(bench.end(job), Outcome::Completed);
    assert_eq!(bench.read("dst/b"), "incoming");
}

#[test]
fn questions_that_are_gone_are_passed_over() {
    let (bench, job) = three();
    let shown = of_job(&bench, job, &[rule(Condition::Otherwise, Answer::Skip)]);
    let first = state(&bench).rows[0].id;
    bench
        .app
        .questions
        .answer(&[AnswerAsk { id: first, answer: Answer::Skip, scope: Scope::This }])
        .unwrap();
    bench.until("one less", || state(&bench).count == 2);
    assert_eq!(bench.app.questions.apply_rules(shown.plan, false), Ok(2));
    assert_eq!(bench.end(job), Outcome::Completed);
}

fn side(kind: FileKind, size: u64, mtime: i64) -> Side {
    Side { path: format!("/src/d{size}/f.{mtime}").into(), kind, size, mtime, mode: 0o644 }
}

fn any_subject() -> impl Strategy<Value = Subject> {
    let sides = (0..3_u64, 0..3_i64, 0..3_u64, 0..3_i64);
    let conflict = (0..4_usize, sides).prop_map(|(kind, (size, mtime, other, then))| {
        use FileKind::{Directory, File};
        let (kind, src, dst) = [
            (ConflictKind::File, File, File),
            (ConflictKind::Directory, Directory, Directory),
            (ConflictKind::DirectoryInTheWay, File, Directory),
            (ConflictKind::FileInTheWay, Directory, File),
        ][kind];
        Subject::Conflict {
            kind,
            src: side(src, size, mtime),
            dst: side(dst, other, then),
            staged: None,
            just_created: false,
        }
    });
    let error = OpError::refused(Action::Read, Code::Io, "/src/d/f");
    prop_oneof![
        4 => conflict,
        1 => Just(Subject::Error { src: "/src/d/f".into(), error }),
        1 => Just(Subject::Removal {
            step: Removal::Remove,
            item: side(FileKind::File, 1, 1),
            protected: true,
        }),
    ]
}

fn any_rule() -> impl Strategy<Value = Rule> {
    let when = prop::sample::select(Condition::ALL.to_vec());
    let answer = prop::sample::select(vec![
        Answer::Skip,
        Answer::Overwrite,
        Answer::Newer,
        Answer::DifferentContent,
        Answer::Merge,
        Answer::Retry,
        Answer::Remove,
        rename(),
    ]);
    (when, prop::option::weighted(0.9, answer)).prop_map(|(when, answer)| Rule { when, answer })
}

fn any_content() -> impl Strategy<Value = Option<Content>> {
    prop::sample::select(vec![
        None,
        Some(Content::Identical),
        Some(Content::ProbablySame),
        Some(Content::Different),
    ])
}

proptest! {
    #[test]
    fn previews_count_each_answer_once(
        subjects in prop::collection::vec((any_subject(), any_content()), 0..20),
        rules in prop::collection::vec(any_rule(), 0..5),
        reach in 0..4_usize,
    ) {
        let base = Some("/src".into());
        let (name, keeps, refuses_changed) = (Name::default(), false, false);
        let job = Arc::new(Asking { id: 7, verb: None, name, base, keeps, refuses_changed });
        let asked: Vec<OpenQuestion> = subjects.iter().zip(1..).map(|((subject, _), id)| {
            let question = Question { id, subject: subject.clone(), waiting: 1 };
            OpenQuestion { question, job: Arc::clone(&job) }
        }).collect();
        let content = |question: &Question| subjects[question.id as usize - 1].1.clone();
        let scope = [
            RuleScope::Job { job: 7, at: None },
            RuleScope::This { id: 1 },
            RuleScope::Folder { id: 1 },
            RuleScope::Extension { id: 1 },
        ][reach].clone();
        let Some(reach) = Reach::of(&scope, asked.first().map(OpenQuestion::at)) else { return Ok(()) };
        let shown = preview(&asked, &reach, &rules, None, content);
        let given = shown.answers.iter().filter(|(_, answer)| answer.is_some()).count() as u64;
        prop_assert_eq!(shown.counts.iter().sum::<u64>(), shown.answered);
        prop_assert_eq!(given, shown.answered);
        prop_assert!(shown.replaced <= shown.answered);
        prop_assert!(shown.scopes.iter().all(|count| *count <= asked.len() as u64));
        let ids: BTreeSet<QuestionId> = shown.answers.iter().map(|(id, _)| *id).collect();
        prop_assert_eq!(ids.len(), shown.answers.len());
        for (id, answer) in &shown.answers {
            let subject = &subjects[*id as usize - 1].0;
            prop_assert!(answer.as_ref().is_none_or(|answer| answer.fits(subject)));
        }
        if !asked.is_empty() {
            prop_assert_eq!(shown.scopes[3], asked.len() as u64);
            prop_assert_eq!(shown.scopes[0], 1);
        }
    }
}

#[test]
fn both_sides_of_a_picture_can_be_seen() {
    let (bench, _) = three();
    let both = state(&bench).rows.into_iter().filter_map(|row| match row.about {
        About::Conflict { incoming, existing, .. } => {
            Some((row.extension, incoming.thumb.is_some(), existing.thumb.is_some()))
        }
        About::Error { .. } | About::Removal { .. } => None,
    });
    let mut both: Vec<_> = both.collect();
    both.sort();
    let expected = [(".jpg", true, true), (".txt", false, false), (".txt", false, false)];
    assert_eq!(both, expected.map(|(text, one, other)| (text.to_owned(), one, other)));
}

#[test]
fn both_sides_of_a_conflict_are_known_while_it_is_open() {
    let (bench, _) = three();
    let OpenQuestion { question, job } = &bench.app.jobs.asked_first(1)[0];
    let Subject::Conflict { src, dst, .. } = &question.subject else { panic!("{question:?}") };
    assert!(src.path.0.starts_with(job.base.as_ref().unwrap()));
    let both = bench.app.questions.both_sides(question.id);
    assert_eq!(both, Ok([src.path.0.clone(), dst.path.0.clone()]));
    assert_eq!(bench.app.questions.both_sides(999), Err(Refusal::Gone));
}

#[test]
fn rules_for_later_are_there_in_the_next_program_while_their_job_is() {
    let (bench, job) = folders();
    let shown = of_job(
        &bench,
        job,
        &[rule(Condition::Folders, Answer::Merge), rule(Condition::Different, rename())],
    );
    assert_eq!(bench.app.questions.apply_rules(shown.plan, true), Ok(1));
    let kept = bench.app.saved.rules();
    assert_eq!(kept.iter().map(Standing::job).collect::<Vec<_>>(), [job]);
    // The next program begins with those of jobs that are still open.
    super::lock(&bench.app.questions.standing).clear();
    bench.app.questions.restore(&[job]);
    assert_eq!(*super::lock(&bench.app.questions.standing), kept);
    bench.app.questions.restore(&[]);
    assert!(super::lock(&bench.app.questions.standing).is_empty());
    assert!(bench.app.saved.rules().is_empty());
}

#[test]
fn no_more_questions_are_copied_than_are_shown() {
    let (bench, _) = three();
    let all: Vec<_> = bench.app.jobs.asked(|_, _| true).iter().map(|it| it.question.id).collect();
    let some: Vec<_> = bench.app.jobs.asked_first(2).iter().map(|it| it.question.id).collect();
    assert_eq!((all.len(), &some[..]), (3, &all[..2]));
    assert!(bench.app.jobs.asked_first(0).is_empty());
}
