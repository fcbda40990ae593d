//! Tests of the questions of jobs, one by one and as a table.

use fcp_browse::Content;
use fcp_engine::error::Code;
use fcp_engine::event::{ConflictKind, Outcome, Question, QuestionId, Removal, Side, Subject};
use fcp_engine::path::WirePath;
use fcp_presentation::probes::Verdict;

use super::jobs::{commands, event, snap};
use super::*;
use crate::app::work::{News, QueueRequest};

fn side(path: &str, size: u64, hours: i64) -> Side {
    Side {
        path: WirePath::from(path),
        kind: FileKind::File,
        size,
        mtime: START as i64 - hours * 3_600_000_000,
        mode: 0o644,
    }
}

pub(super) fn conflict(
    id: QuestionId,
    name: &str,
    sizes: (u64, u64),
    hours: (i64, i64),
) -> Question {
    let src = side(&format!("/home/anna/Pictures/2026/{name}"), sizes.0, hours.0);
    let dst = side(&format!("/mnt/backup/Pictures/2026/{name}"), sizes.1, hours.1);
    let subject =
        Subject::Conflict { kind: ConflictKind::File, src, dst, staged: None, just_created: false };
    Question { id, subject, waiting: 1 }
}

fn folders(id: QuestionId, name: &str) -> Question {
    let mut question = conflict(id, name, (4096, 4096), (30, 40));
    if let Subject::Conflict { kind, src, dst, .. } = &mut question.subject {
        *kind = ConflictKind::Directory;
        (src.kind, dst.kind) = (FileKind::Directory, FileKind::Directory);
    }
    question
}

fn failure(id: QuestionId, name: &str) -> Question {
    let path = format!("/home/anna/Pictures/2026/{name}");
    let error = OpError::new(fcp_engine::error::Action::Read, &path, rustix::io::Errno::IO);
    Question { id, subject: Subject::Error { src: path.into(), error }, waiting: 1 }
}

pub(super) fn ask(bench: &mut Bench, question: Question) {
    event(bench, Event::QuestionAsked { job: 1, question: Box::new(question) });
}

/// A copy that has questions of all kinds, the first of which the user opened.
pub(super) fn asking(bench: &mut Bench) {
    bench.play("clean-copy", halfway);
    for (n, question) in [
        conflict(11, "Lofoten raw/IMG_2044.CR3", (31 << 20, 30 << 20), (2, 3)),
        conflict(12, "Lofoten raw/IMG_2045.CR3", (31 << 20, 31 << 20), (4, 3)),
        conflict(13, "Lofoten raw/夏祭り \u{202e}fdp.mov", (884 << 20, 884 << 20), (9, 2)),
        conflict(14, "web/index.html", (6_213, 8_960), (5, 1)),
        folders(15, "panoramas"),
        failure(16, "web/lock"),
        conflict(17, "web/logo.png", (9_000, 9_000), (700, 700)),
    ]
    .into_iter()
    .enumerate()
    {
        ask(bench, Question { waiting: n as u64 + 1, ..question });
    }
    bench.ctrl('n');
}

pub(super) fn probed(bench: &mut Bench, question: QuestionId, content: Content) {
    let verdict = Verdict { content, thorough: false, differs_at: None };
    bench.tell(Msg::Work(News::Probed(question, Some(verdict))));
}

/// Opens the table of all questions, with what was compared so far.
pub(super) fn table(bench: &mut Bench) {
    asking(bench);
    bench.wait(REST).keys("t").wait(REST);
    probed(bench, 12, Content::Different);
    probed(bench, 13, Content::ProbablySame);
    probed(bench, 17, Content::Identical);
}

#[test]
fn questions() {
    snap("question", |bench| {
        asking(bench);
        bench.wait(REST).press(KeyCode::PageDown).wait(REST);
        probed(bench, 12, Content::ProbablySame);
        bench.press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Right).keys("2");
    });
}

#[test]
fn editing_a_pattern() {
    snap("pattern", |bench| {
        asking(bench);
        bench.wait(REST);
        (0..4).for_each(|_| {
            bench.press(KeyCode::Down);
        });
        bench.press(KeyCode::Right).keys(".bak");
    });
}

#[test]
fn errors() {
    snap("failure", |bench| {
        bench.play("clean-copy", halfway);
        ask(bench, failure(16, "web/lock"));
        bench.ctrl('n').wait(REST);
    });
}

#[test]
fn removal() {
    snap("removal", |bench| {
        let asked = |event: &Event| matches!(event, Event::QuestionAsked { .. });
        bench.play("delete-with-a-question", asked).ctrl('n').wait(REST);
    });
}

#[test]
fn conflicts() {
    snap("conflicts", |bench| {
        table(bench);
        bench.keys(" ").press(KeyCode::Down).keys(" ");
    });
}

#[test]
fn rules() {
    snap("rules", |bench| {
        table(bench);
        bench.keys("2").press(KeyCode::Right).keys("a");
    });
}

#[test]
fn a_pattern_is_edited_before_it_is_given() {
    let mut bench = Bench::new(120, 40);
    asking(&mut bench);
    bench.wait(REST).forget();
    (0..3).for_each(|_| {
        bench.press(KeyCode::Down);
    });
    bench.press(KeyCode::Right).keys("/").press(KeyCode::Enter);
    assert!(bench.screen().contains("Keep the pattern"), "a name has no slash");
    bench.press(KeyCode::Backspace).keys("!").press(KeyCode::Enter);
    assert_eq!(commands(&mut bench), []);
    bench.press(KeyCode::Enter);
    let answer = Answer::Rename("{stem} ({n}){ext}!".to_owned());
    let scope = Scope::This;
    assert_eq!(commands(&mut bench), [Command::Answer { question: 11, answer, scope }]);
}

#[test]
fn an_answer_says_how_many_it_reaches() {
    let mut bench = Bench::new(120, 40);
    asking(&mut bench);
    bench.wait(REST);
    let screen = bench.screen();
    for part in ["1 of 7 in this job", "all 3 here", "all 5 alike", "all 7"] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
    // An answer that replaces files fits neither the folders nor the failure.
    bench.press(KeyCode::Down);
    bench.shows("all 5 ");
}

#[test]
fn contents_are_compared_two_at_a_time() {
    let mut bench = Bench::new(120, 40);
    asking(&mut bench);
    bench.wait(REST).forget();
    bench.keys("t");
    let probes = |bench: &Bench| {
        let probe = |effect: &Effect| match effect {
            Effect::Work(QueueRequest::Probe(wanted)) => Some(wanted.question),
            _ => None,
        };
        bench.effects.iter().filter_map(probe).collect::<Vec<_>>()
    };
    // The others differ in size, so their contents are not compared.
    assert_eq!(probes(&bench), [12, 13]);
    ask(&mut bench, conflict(18, "web/more.png", (9, 9), (1, 1)));
    event(&mut bench, Event::QuestionAnswered { job: 1, question: 17, answer: None });
    probed(&mut bench, 12, Content::Identical);
    assert_eq!(probes(&bench), [12, 13, 18], "what was answered is not read");
    probed(&mut bench, 12, Content::Identical);
    assert_eq!(probes(&bench), [12, 13, 18]);
}

#[test]
fn marked_questions_are_answered_together_where_the_answer_fits() {
    let mut bench = Bench::new(120, 40);
    table(&mut bench);
    // All that are open: yes replaces a file, and retries an item that failed.
    bench.keys("*y").forget();
    bench.press(KeyCode::Enter);
    let given = commands(&mut bench);
    let overwritten =
        |command: &&Command| matches!(command, Command::Answer { answer: Answer::Overwrite, .. });
    assert_eq!(given.iter().filter(overwritten).count(), 4, "{given:?}");
    let retry = Command::Answer { question: 16, answer: Answer::Retry, scope: Scope::This };
    assert!(given.contains(&retry), "{given:?}");
}

#[test]
fn ten_thousand_questions_are_answered_at_once() {
    let mut bench = Bench::new(120, 40);
    bench.play("clean-copy", halfway);
    for n in 0..10_000 {
        let name = format!("d{}/f{n}", n % 7);
        ask(&mut bench, conflict(100 + n, &name, (2, 1), (1, 2)));
    }
    bench.ctrl('n').wait(REST).keys("t").wait(REST).press(KeyCode::End);
    bench.screen();
    bench.forget().press(KeyCode::Enter);
    assert_eq!(commands(&mut bench).len(), 10_000);
    for n in 0..10_000 {
        let (question, answer) = (100 + n, Some(Answer::Overwrite));
        event(&mut bench, Event::QuestionAnswered { job: 1, question, answer });
    }
    assert!(bench.model.dialog.is_none() && bench.model.answered.is_empty());
}

#[test]
fn a_failure_names_its_errno() {
    let mut bench = Bench::new(80, 24);
    bench.play("clean-copy", halfway);
    ask(&mut bench, failure(16, "web/lock"));
    bench.shows("EIO, 5");
    let refused = OpError::refused(fcp_engine::error::Action::Copy, Code::SameFile, "x");
    assert_eq!(crate::app::report::errno(&refused), "");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn nothing_answers_what_has_just_appeared(
        keys in prop::collection::vec((0..26_usize, 0..REST / 12), 1..12),
        in_table in any::<bool>(),
    ) {
        let mut bench = Bench::new(80, 24);
        asking(&mut bench);
        if in_table {
            bench.wait(REST).keys("t");
        }
        bench.forget();
        let codes = [
            KeyCode::Enter, KeyCode::Up, KeyCode::Down, KeyCode::Tab, KeyCode::Esc,
            KeyCode::Right, KeyCode::Left, KeyCode::PageDown, KeyCode::Home, KeyCode::Delete,
        ];
        let letters: Vec<char> = "nywkepdat123f *q".chars().collect();
        for (key, micros) in keys {
            let code = codes.get(key).copied();
            bench.press(code.unwrap_or_else(|| KeyCode::Char(letters[key - codes.len()])));
            bench.wait(micros);
        }
        prop_assert_eq!(commands(&mut bench), []);
        prop_assert!(bench.model.dialog.is_some(), "nothing closes it either");
    }
}

#[test]
fn both_sides_are_viewed_and_then_the_question_is_back() {
    let mut bench = Bench::new(120, 40);
    asking(&mut bench);
    bench.wait(REST).keys("v");
    let viewed = |bench: &Bench| bench.model.viewer.as_ref().map(|viewer| viewer.path.clone());
    let incoming = "/home/anna/Pictures/2026/Lofoten raw/IMG_2044.CR3";
    assert_eq!(viewed(&bench), Some(incoming.into()));
    assert!(bench.model.dialog.is_none() && bench.screen().contains("Incoming;"));
    bench.press(KeyCode::Esc);
    let existing = "/mnt/backup/Pictures/2026/Lofoten raw/IMG_2044.CR3";
    assert_eq!(viewed(&bench), Some(existing.into()));
    bench.press(KeyCode::Esc);
    assert_eq!(viewed(&bench), None);
    bench.forget().keys("y");
    assert_eq!(commands(&mut bench), [], "it has just appeared");
    bench.wait(REST).keys("y");
    assert_eq!(commands(&mut bench).len(), 1);
}

#[test]
fn files_of_one_name_are_told_apart_and_come_in_the_order_of_a_panel() {
    for (columns, rows) in [(100, 30), (140, 45)] {
        let mut bench = Bench::new(columns, rows);
        bench.play("clean-copy", halfway);
        let names = ["sub/f10", "f2", "f10", "sub/f2", "sub/deep/f2"];
        for (id, name) in (1..).zip(names) {
            ask(&mut bench, conflict(id, &format!("Lofoten raw/{name}"), (9, 8), (2, 1)));
        }
        ask(&mut bench, folders(6, "Lofoten raw/zoo"));
        bench.ctrl('n').wait(REST).keys("t").wait(REST);
        let Some(Dialog::Conflicts(table)) = &bench.model.dialog else { panic!("no table") };
        let order: Vec<QuestionId> =
            table.sorted(&bench.model).open.iter().map(|(id, _)| *id).collect();
        assert_eq!(order, [2, 3, 4, 1, 5]);
        let screen = bench.screen();
        let wanted =
            if columns == 100 { ["sub/f10", "sub/deep/f2"] } else { ["sub ", "sub/deep "] };
        assert!(wanted.iter().all(|part| screen.contains(part)), "{screen}");
    }
}

#[test]
fn a_question_about_a_folder_speaks_of_a_folder_and_equal_times_are_no_reason() {
    let mut bench = Bench::new(120, 40);
    bench.play("clean-copy", halfway);
    ask(&mut bench, folders(1, "panoramas"));
    ask(&mut bench, conflict(2, "logo.png", (9, 9), (7, 7)));
    bench.ctrl('n').wait(REST);
    bench.shows("1  this folder");
    assert!(!bench.screen().contains("this file"), "{}", bench.screen());
    bench.press(KeyCode::PageDown);
    bench.shows("same time: skipped");
}

#[test]
fn f1_explains_the_keys_of_the_dialog_and_gives_it_back() {
    let mut bench = Bench::new(120, 40);
    asking(&mut bench);
    bench.wait(REST).forget();
    bench.press(KeyCode::F(1));
    for part in ["Keep both: incoming", "All questions of the job as a table", "Compare all bytes"]
    {
        assert!(bench.screen().contains(part), "{part}: {}", bench.screen());
    }
    bench.keys("y").press(KeyCode::Enter);
    assert_eq!(commands(&mut bench), []);
    assert!(matches!(bench.model.dialog, Some(Dialog::Question(_))));
    bench.press(KeyCode::Esc).wait(REST);
    bench.shows("Already exists");
    bench.keys("t").wait(REST).press(KeyCode::F(1));
    bench.shows("Yes: replace, merge, retry, delete");
    bench.press(KeyCode::F(1));
    assert!(matches!(bench.model.dialog, Some(Dialog::Conflicts(_))));
}

#[test]
fn a_letter_alone_deletes_nothing_permanently() {
    let mut bench = Bench::new(80, 24);
    bench.play("clean-copy", halfway);
    let item = side("/home/anna/Pictures/2026/old", 1, 1);
    let subject = Subject::Removal { step: Removal::Remove, item, protected: true };
    ask(&mut bench, Question { id: 11, subject, waiting: 1 });
    bench.ctrl('n').wait(REST);
    bench.keys("y");
    assert_eq!(commands(&mut bench), []);
    bench.shows("Enter  Delete this file");
    bench.press(KeyCode::Enter);
    let given = Command::Answer { question: 11, answer: Answer::Remove, scope: Scope::This };
    assert_eq!(commands(&mut bench), [given]);
}

#[test]
fn on_a_low_screen_the_reach_of_an_answer_is_seen_and_what_is_hidden_is_marked() {
    let mut bench = Bench::new(60, 16);
    asking(&mut bench);
    bench.wait(REST);
    // The edge of the dialog is the last column.
    let marks = |screen: &str| ['▲', '▼'].map(|mark| screen.lines().any(|it| it.ends_with(mark)));
    let screen = bench.screen();
    assert!(screen.contains("Applies to") && screen.contains("Existing"), "{screen}");
    assert_eq!(marks(&screen), [false, true], "{screen}");
    for _ in 0..5 {
        bench.press(KeyCode::Down);
    }
    let screen = bench.screen();
    assert!(screen.contains("Applies to") && screen.contains("Cancel job"), "{screen}");
    assert_eq!(marks(&screen), [true, false], "{screen}");
}

#[test]
fn a_letter_does_not_answer_the_question_that_takes_the_place_of_one_answered_elsewhere() {
    let mut bench = Bench::new(80, 24);
    bench.play("clean-copy", halfway);
    for id in [11, 12] {
        ask(&mut bench, conflict(id, &format!("Lofoten raw/{id}.CR3"), (31, 30), (2, 3)));
    }
    bench.ctrl('n').wait(REST);
    event(&mut bench, Event::QuestionAnswered { job: 1, question: 11, answer: Some(Answer::Skip) });
    bench.wait(REST).forget();
    bench.keys("y");
    let Some(Dialog::Question(shown)) = &bench.model.dialog else { panic!("no question") };
    assert_eq!((shown.question, shown.choice, bench.effects.len()), (12, 1, 0));
    bench.press(KeyCode::Enter);
    let answer = Command::Answer { question: 12, answer: Answer::Overwrite, scope: Scope::This };
    assert_eq!(commands(&mut bench), [answer]);
}

#[test]
fn the_next_keys_after_a_question_that_goes_by_itself_do_nothing() {
    use crate::app::model::VANISHED;
    type Goes = fn(&mut Bench);
    let gone: [(&str, Goes); 3] = [
        ("answered elsewhere", |bench| {
            let answer = Some(Answer::Skip);
            event(bench, Event::QuestionAnswered { job: 1, question: 11, answer });
        }),
        ("its job ended", |bench| {
            let summary = super::jobs::summary(Outcome::Cancelled);
            event(bench, Event::JobSummary { job: 1, summary });
        }),
        ("its table", |bench| {
            bench.keys("t");
            let summary = super::jobs::summary(Outcome::Cancelled);
            event(bench, Event::JobSummary { job: 1, summary });
        }),
    ];
    for (name, goes) in gone {
        let mut bench = Bench::new(80, 24);
        bench.play("clean-copy", halfway);
        ask(&mut bench, conflict(11, "Lofoten raw/IMG_2044.CR3", (31, 30), (2, 3)));
        bench.ctrl('n').wait(REST);
        assert!(matches!(bench.model.dialog, Some(Dialog::Question(_))), "{name}");
        goes(&mut bench);
        assert!(bench.model.dialog.is_none(), "{name}");
        bench.forget().keys("y").press(KeyCode::Enter).wait(VANISHED - 1).keys("y");
        bench.tell(Msg::Pasted("y".to_owned()));
        assert!(bench.model.typing.is_none(), "{name}");
        assert_eq!(bench.effects, [], "{name}");
        bench.wait(1).keys("y");
        assert!(bench.model.typing.is_some(), "{name}: they work again");
    }
}
