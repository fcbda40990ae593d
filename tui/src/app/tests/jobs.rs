//! Jobs, their questions and their reports.

use fcp_engine::browse::Content;
use fcp_engine::error::Code;
use fcp_engine::event::{
    ConflictKind, JobId, Outcome, Phase, Progress, Question, QuestionId, Side, Subject, Summary, To,
};
use fcp_engine::path::WirePath;
use fcp_engine::queue::{QueuedJob, Settings, Stage};
use fcp_engine::spec::Destination;

use super::*;
use crate::app::dialog::conflicts::By;
use crate::app::work::{Errand, Kept, LINGER, LONG, News};

/// Takes a picture in the three sizes that the design names.
fn snap(name: &str, scene: impl Fn(&mut Bench)) {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        let mut bench = Bench::new(columns, rows);
        bench.model.queued = true;
        scene(&mut bench);
        insta::assert_snapshot!(format!("{name}-{columns}x{rows}"), bench.screen());
    }
}

fn event(bench: &mut Bench, event: Event) {
    let at = bench.model.now;
    bench.tell(Msg::Event(Envelope { seq: None, at, event }));
}

fn commands(bench: &mut Bench) -> Vec<Command> {
    let command = |effect| match effect {
        Effect::Command(command) => Some(command),
        _ => None,
    };
    std::mem::take(&mut bench.effects).into_iter().filter_map(command).collect()
}

fn side(path: &str, size: u64, hours: i64) -> Side {
    Side {
        path: WirePath::from(path),
        kind: FileKind::File,
        size,
        mtime: START as i64 - hours * 3_600_000_000,
        mode: 0o644,
    }
}

fn conflict(id: QuestionId, name: &str, sizes: (u64, u64), hours: (i64, i64)) -> Question {
    let src = side(&format!("/home/anna/Pictures/2026/{name}"), sizes.0, hours.0);
    let dst = side(&format!("/mnt/backup/Pictures/2026/{name}"), sizes.1, hours.1);
    let subject = Subject::Conflict { kind: ConflictKind::File, src, dst };
    Question { id, subject, waiting: 1 }
}

fn folders(id: QuestionId, name: &str) -> Question {
    let mut question = conflict(id, name, (4096, 4096), (30, 40));
    if let Subject::Conflict { kind, src, dst } = &mut question.subject {
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

fn ask(bench: &mut Bench, question: Question) {
    event(bench, Event::QuestionAsked { job: 1, question: Box::new(question) });
}

/// A copy that has questions of all kinds, one of which is open in front.
fn asking(bench: &mut Bench) {
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
}

fn probed(bench: &mut Bench, question: QuestionId, content: Content) {
    bench.tell(Msg::Work(News::Probed(question, content)));
}

/// Opens the table of all questions, with what was compared so far.
fn table(bench: &mut Bench) {
    asking(bench);
    bench.wait(REST).keys("t").wait(REST);
    probed(bench, 12, Content::Different);
    probed(bench, 13, Content::ProbablySame);
    probed(bench, 17, Content::Identical);
}

#[test]
fn lanes() {
    snap("lanes", |bench| {
        let far =
            |event: &Event| matches!(event, Event::JobPlaced { job: 8, place } if place.rank == 2);
        bench.play("queue-taken-over", far).press(KeyCode::F(2));
        let kept = [(7, Kept { limit: Some(80 << 20), process: Some(4711) })];
        let settings = Settings::default();
        bench.tell(Msg::Work(News::Queue(settings, kept.into_iter().collect())));
    });
}

#[test]
fn flushing() {
    snap("flushing", |bench| {
        let flushes =
            |event: &Event| matches!(event, Event::JobPhase { phase: Phase::Flushing, .. });
        bench.play("queue-taken-over", flushes).press(KeyCode::F(2)).press(KeyCode::Home);
    });
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
        bench.wait(REST);
    });
}

#[test]
fn removal() {
    snap("removal", |bench| {
        let asked = |event: &Event| matches!(event, Event::QuestionAsked { .. });
        bench.play("delete-with-a-question", asked).wait(REST);
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
fn limits() {
    snap("limit", |bench| {
        bench.play("clean-copy", halfway).press(KeyCode::F(2)).keys("l20M");
    });
}

#[test]
fn cancel() {
    snap("cancel", |bench| {
        bench.play("clean-copy", halfway).press(KeyCode::F(2)).press(KeyCode::F(8));
    });
}

#[test]
fn quit() {
    snap("quit-queued", |bench| {
        bench.play("clean-copy", halfway).press(KeyCode::F(10)).press(KeyCode::Down);
    });
}

#[test]
fn trouble() {
    snap("trouble", |bench| {
        bench.play("copy-with-failures", |_| false);
        bench.model.notice = None;
    });
}

fn finished_job(job: JobId, outcome: Outcome, failed: u64) -> QueuedJob {
    let summary = Summary {
        verb: Verb::Copy,
        outcome,
        done: 31_204 - job,
        skipped: 0,
        failed,
        mismatched: 0,
        unanswered: 0,
        bytes: 62 << 30,
        bytes_reflinked: 0,
        reflinked: 0,
        bytes_holes: 0,
        elapsed: 161_000_000,
    };
    QueuedJob {
        job,
        verb: Verb::Copy,
        sources: vec!["/home/anna/Pictures/2026".into()],
        source_count: 1,
        destination: Some(Destination::Into("/mnt/backup/Pictures".into())),
        stage: Stage::Finished,
        phase: Phase::Finished,
        paused: false,
        interrupted: false,
        rank: 0,
        lanes: Vec::new(),
        passes: false,
        now: false,
        after: None,
        limit_rate: None,
        pid: None,
        added: START - 900_000_000,
        started: Some(START - 800_000_000),
        ended: Some(START - job * 40_000_000_000),
        progress: Progress::default(),
        questions: 0,
        summary: Some(summary),
        record: None,
    }
}

fn open_log(bench: &mut Bench) {
    bench.press(KeyCode::F(2)).keys("h");
    assert!(bench.effects.contains(&Effect::Work(Errand::Log)));
    let log = vec![
        finished_job(1, Outcome::Completed, 0),
        finished_job(2, Outcome::CompletedWithErrors, 3),
        finished_job(3, Outcome::Cancelled, 0),
        finished_job(4, Outcome::Failed, 1),
    ];
    bench.tell(Msg::Work(News::Log(log)));
}

#[test]
fn finished() {
    snap("finished", |bench| {
        open_log(bench);
        bench.press(KeyCode::Down);
    });
}

#[test]
fn the_third_column_lists_finished_jobs() {
    let mut bench = Bench::new(200, 60);
    bench.model.queued = true;
    bench.wait(1);
    assert!(bench.effects.contains(&Effect::Work(Errand::Log)));
    bench.tell(Msg::Work(News::Log(vec![finished_job(1, Outcome::CompletedWithErrors, 3)])));
    let screen = bench.screen();
    assert!(screen.contains("Finished jobs") && screen.contains("3 failed"), "{screen}");
}

#[test]
fn a_report_of_the_log_is_read_and_leads_back() {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    open_log(&mut bench);
    bench.press(KeyCode::Down).press(KeyCode::Enter);
    assert_eq!(bench.effects.last(), Some(&Effect::Work(Errand::Facts(2))));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let text = fs::read_to_string(root.join("copy-with-failures.ndjson")).unwrap();
    let text = text.replace("\"job\":1", "\"job\":2");
    let facts = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    bench.tell(Msg::Work(News::Facts(facts)));
    assert!(bench.screen().contains("Copied with 2 failures"));
    bench.effects.clear();
    bench.keys("y");
    let [Effect::Clipboard(line)] = &bench.effects[..] else { panic!("{:?}", bench.effects) };
    assert!(line.starts_with("fcp ") && line.ends_with("/srv/www"), "{line}");
    bench.press(KeyCode::Esc);
    let Some(Dialog::Finished(log)) = &bench.model.dialog else { panic!("not back") };
    assert_eq!(log.cursor, 1);
    bench.effects.clear();
    bench.keys("r");
    assert_eq!(commands(&mut bench), [Command::Retry { job: 2 }]);
}

#[test]
fn jobs_show_themselves_when_they_take_long_and_go_when_they_are_over() {
    let mut bench = Bench::new(120, 40);
    let begun = |event: &Event| matches!(event, Event::JobTotals { .. });
    bench.play("clean-copy", begun);
    assert!(!bench.model.drawer, "a job may be over before anybody could read");
    let at = bench.model.wakes_at().unwrap();
    assert!(at <= bench.model.now + LONG, "{at}");
    bench.wait(LONG);
    assert!(bench.model.drawer);
    bench.play("clean-copy", |_| false);
    assert!(bench.model.drawer, "one wants to see how it ended");
    let at = bench.model.wakes_at().unwrap();
    bench.model.now = at;
    bench.wait(0);
    assert!(!bench.model.drawer);
    assert_eq!(bench.model.wakes_at(), None);
}

#[test]
fn what_went_wrong_stays_in_sight_until_it_is_seen() {
    let mut bench = Bench::new(120, 40);
    bench.play("copy-with-failures", |_| false);
    assert_eq!(bench.model.wakes_at(), None);
    bench.wait(100 * LINGER);
    assert!(bench.model.drawer);
    bench.press(KeyCode::F(2)).press(KeyCode::Enter).press(KeyCode::Esc).press(KeyCode::F(2));
    bench.wait(0);
    assert!(!bench.model.drawer);
}

#[test]
fn jobs_that_the_user_closed_stay_closed_until_another_comes() {
    let mut bench = Bench::new(120, 40);
    bench.play("clean-copy", halfway);
    assert!(bench.model.drawer);
    bench.tell(Msg::Key(KeyEvent::new(KeyCode::Char('j'), KeyModifiers::ALT)));
    bench.wait(LONG);
    assert!(!bench.model.drawer);
    let spec = bench.model.jobs.row(1).unwrap().spec.clone().unwrap();
    event(&mut bench, Event::JobQueued { job: 2, spec });
    event(&mut bench, Event::JobStarted { job: 2, workers: 1 });
    bench.wait(LONG);
    assert!(bench.model.drawer);
}

#[test]
fn each_action_becomes_the_command_for_its_job() {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    let far =
        |event: &Event| matches!(event, Event::JobPlaced { job: 8, place } if place.rank == 2);
    bench.play("queue-taken-over", far).press(KeyCode::F(2)).press(KeyCode::End);
    let mut expect = |keys: &str, wanted: &[Command]| {
        bench.effects.clear();
        bench.keys(keys);
        assert_eq!(commands(&mut bench), wanted, "{keys}");
    };
    expect("+", &[Command::Place { job: 8, to: To::Up }]);
    expect("-", &[Command::Place { job: 8, to: To::Down }]);
    expect("f", &[Command::Place { job: 8, to: To::First }]);
    expect("s", &[Command::Start { job: 8 }]);
    expect(" ", &[Command::Pause { job: Some(8) }]);
    expect("p", &[Command::Pause { job: Some(7) }, Command::Pause { job: Some(8) }]);
    expect("P", &[Command::Pause { job: Some(7) }, Command::Pause { job: Some(8) }]);
    expect("R", &[Command::Repeat { job: 8 }]);
    bench.press(KeyCode::Home).effects.clear();
    bench.keys("+");
    assert_eq!(commands(&mut bench), [], "what runs has its turn already");
    bench.keys("m");
    assert!(matches!(bench.effects[..], [Effect::Work(Errand::Mode(_)), ..]));
}

#[test]
fn a_limit_is_typed_as_on_the_command_line() {
    let mut bench = Bench::new(120, 40);
    bench.play("clean-copy", halfway).press(KeyCode::F(2)).keys("l20M");
    bench.effects.clear();
    bench.press(KeyCode::Enter);
    let set = |job, rate| Command::Set { job, limit_rate: Some(rate) };
    assert_eq!(commands(&mut bench), [set(Some(1), 20 << 20)]);
    bench.keys("aquick").press(KeyCode::Enter);
    assert_eq!(commands(&mut bench), []);
    assert!(matches!(bench.model.dialog, Some(Dialog::Limit(_))), "a mistake can be mended");
    bench.press(KeyCode::Esc).keys("anone").press(KeyCode::Enter);
    assert_eq!(commands(&mut bench), [set(None, 0)]);
}

#[test]
fn keeping_a_job_pauses_it_and_going_on_does_nothing() {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    bench.play("clean-copy", halfway).press(KeyCode::F(2)).press(KeyCode::F(8));
    bench.effects.clear();
    bench.press(KeyCode::Enter);
    assert_eq!(commands(&mut bench), []);
    bench.press(KeyCode::F(8)).keys("p");
    assert_eq!(commands(&mut bench), [Command::Pause { job: Some(1) }]);
}

#[test]
fn pausing_and_quitting_leaves_the_jobs_to_the_queue() {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    bench.play("clean-copy", halfway);
    bench.effects.clear();
    bench.press(KeyCode::F(10)).keys("p");
    let wanted = [Effect::Command(Command::Pause { job: Some(1) }), Effect::Work(Errand::Close)];
    assert_eq!(bench.effects, wanted);
    assert!(!bench.model.done);
    bench.tell(Msg::Left);
    assert!(bench.model.done);
}

#[test]
fn a_pattern_is_edited_before_it_is_given() {
    let mut bench = Bench::new(120, 40);
    asking(&mut bench);
    bench.wait(REST).effects.clear();
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
    // What replaces files fits neither the folders nor the failure.
    bench.press(KeyCode::Down);
    assert!(bench.screen().contains("all 5 "), "{}", bench.screen());
}

#[test]
fn contents_are_compared_two_at_a_time() {
    let mut bench = Bench::new(120, 40);
    asking(&mut bench);
    bench.wait(REST).effects.clear();
    bench.keys("t");
    let probes = |bench: &Bench| {
        let probe = |effect: &Effect| match effect {
            Effect::Work(Errand::Probe(wanted)) => Some(wanted.question),
            _ => None,
        };
        bench.effects.iter().filter_map(probe).collect::<Vec<_>>()
    };
    // The sizes of the others tell enough.
    assert_eq!(probes(&bench), [12, 13]);
    ask(&mut bench, conflict(18, "web/more.png", (9, 9), (1, 1)));
    event(&mut bench, Event::QuestionAnswered { job: 1, question: 17, answer: None });
    probed(&mut bench, 12, Content::Identical);
    assert_eq!(probes(&bench), [12, 13, 18], "what was answered is not read");
    probed(&mut bench, 12, Content::Identical);
    assert_eq!(probes(&bench), [12, 13, 18]);
}

#[test]
fn rules_answer_what_they_are_sure_of() {
    let mut bench = Bench::new(120, 40);
    asking(&mut bench);
    bench.wait(REST).keys("t").wait(REST);
    let by = |bench: &Bench, id: QuestionId| {
        let Some(Dialog::Conflicts(table)) = &bench.model.dialog else { panic!("no table") };
        let question = &bench.model.jobs.row(1).unwrap().questions[&id];
        table.by(question, &bench.model.work.probes)
    };
    assert_eq!(by(&bench, 11), By::Rule(1, Answer::Overwrite));
    assert_eq!(by(&bench, 14), By::Nobody, "newer and larger is the existing one");
    assert_eq!(by(&bench, 15), By::Rule(2, Answer::Merge));
    assert_eq!(by(&bench, 17), By::Nobody, "nobody knows yet");
    probed(&mut bench, 17, Content::Identical);
    assert_eq!(by(&bench, 17), By::Rule(0, Answer::Skip));
    bench.effects.clear();
    bench.press(KeyCode::Enter);
    let answer = |question, answer| Command::Answer { question, answer, scope: Scope::This };
    let mut given = commands(&mut bench);
    given.sort_by_key(|command| match command {
        Command::Answer { question, .. } => *question,
        _ => 0,
    });
    let wanted =
        [answer(11, Answer::Overwrite), answer(15, Answer::Merge), answer(17, Answer::Skip)];
    assert_eq!(given, wanted);
    // The others stay open, and stay here.
    assert!(matches!(bench.model.dialog, Some(Dialog::Conflicts(_))));
    bench.press(KeyCode::Enter);
    assert_eq!(commands(&mut bench), []);
}

#[test]
fn a_rule_waits_for_what_those_before_it_have_to_say() {
    let mut bench = Bench::new(120, 40);
    bench.play("clean-copy", halfway);
    ask(&mut bench, conflict(1, "a", (9, 9), (1, 2)));
    bench.wait(REST).keys("t").wait(REST);
    // Rules for similar and different contents, and for what is newer.
    bench.keys("aaa");
    let answered = |bench: &Bench| {
        let Some(Dialog::Conflicts(table)) = &bench.model.dialog else { panic!("no table") };
        assert_eq!(table.rules.last().unwrap().condition.words(), "incoming newer");
        table.sorted(&bench.model).answers().count()
    };
    assert_eq!(answered(&bench), 0);
    probed(&mut bench, 1, Content::Different);
    assert_eq!(answered(&bench), 1);
}

#[test]
fn marked_questions_are_answered_together_where_the_answer_fits() {
    let mut bench = Bench::new(120, 40);
    table(&mut bench);
    // All that are open; the failure cannot be overwritten.
    bench.keys("*o").effects.clear();
    bench.press(KeyCode::Enter);
    let given = commands(&mut bench);
    let overwritten =
        |command: &&Command| matches!(command, Command::Answer { answer: Answer::Overwrite, .. });
    assert_eq!(given.iter().filter(overwritten).count(), 4, "{given:?}");
    assert!(!given.iter().any(|it| matches!(it, Command::Answer { question: 16, .. })));
}

#[test]
fn ten_thousand_questions_are_answered_at_once() {
    let mut bench = Bench::new(120, 40);
    bench.play("clean-copy", halfway);
    for n in 0..10_000 {
        let name = format!("d{}/f{n}", n % 7);
        ask(&mut bench, conflict(100 + n, &name, (2, 1), (1, 2)));
    }
    bench.wait(REST).keys("t").wait(REST).press(KeyCode::End);
    bench.screen();
    bench.effects.clear();
    bench.press(KeyCode::Enter);
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
    assert!(bench.screen().contains("EIO, 5"), "{}", bench.screen());
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
        bench.effects.clear();
        let codes = [
            KeyCode::Enter, KeyCode::Up, KeyCode::Down, KeyCode::Tab, KeyCode::Esc,
            KeyCode::Right, KeyCode::Left, KeyCode::PageDown, KeyCode::Home, KeyCode::Delete,
        ];
        let letters: Vec<char> = "sonremdat123f *x".chars().collect();
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
fn keys_reach_a_job_that_comes_while_there_is_none() {
    let mut bench = Bench::new(120, 40);
    bench.press(KeyCode::F(2)).play("clean-copy", halfway).effects.clear();
    bench.keys(" ");
    assert_eq!(commands(&mut bench), [Command::Pause { job: Some(1) }]);
}

#[test]
fn an_undo_is_named_after_what_it_takes_back() {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    let spec = Box::new(fcp_engine::spec::JobSpec::undo("/state/1.undo"));
    event(&mut bench, Event::JobQueued { job: 2, spec });
    bench.press(KeyCode::F(2));
    assert!(bench.screen().contains("Undo  an earlier job"), "{}", bench.screen());
    let record = Some("/state/1.undo".into());
    let log = vec![QueuedJob { record, ..finished_job(1, Outcome::Completed, 0) }];
    bench.tell(Msg::Work(News::Log(log)));
    assert!(bench.screen().contains("Undo  ~/Pictures/2026"), "{}", bench.screen());
}

#[test]
fn one_line_tells_of_all_jobs() {
    let mut bench = Bench::new(80, 24);
    let far =
        |event: &Event| matches!(event, Event::JobPlaced { job: 8, place } if place.rank == 2);
    bench.play("queue-taken-over", far);
    event(&mut bench, Event::JobPaused { job: 8 });
    let screen = bench.screen();
    assert!(screen.contains("30 %") && screen.contains("+1, 1 paused"), "{screen}");
}

#[test]
fn a_queue_of_any_length_is_listed() {
    let mut bench = Bench::new(80, 24);
    bench.play("clean-copy", halfway);
    let spec = bench.model.jobs.row(1).unwrap().spec.clone().unwrap();
    for job in 2..70_000 {
        let at = bench.model.now;
        let event = Event::JobQueued { job, spec: spec.clone() };
        bench.model.jobs.apply(&Envelope { seq: None, at, event });
    }
    bench.press(KeyCode::F(2)).press(KeyCode::End);
    assert_eq!(bench.model.job, Some(69_999));
    let screen = bench.screen();
    assert!(screen.lines().nth(22).unwrap().starts_with("▌ · Copy"), "{screen}");
    assert!(screen.contains("69,998 queued"), "{screen}");
}

#[test]
fn a_long_flush_is_shown_although_the_copy_was_short() {
    let mut bench = Bench::new(120, 40);
    let begun = |event: &Event| matches!(event, Event::JobTotals { .. });
    bench.play("clean-copy", begun);
    event(&mut bench, Event::JobPhase { job: 1, phase: Phase::Flushing });
    assert!(!bench.model.drawer);
    bench.wait(LONG);
    assert!(bench.model.drawer);
}

#[test]
fn a_job_that_was_paused_at_once_wakes_nobody() {
    let mut bench = Bench::new(120, 40);
    bench.model.queued = true;
    let begun = |event: &Event| matches!(event, Event::JobTotals { .. });
    bench.play("clean-copy", begun);
    event(&mut bench, Event::JobPaused { job: 1 });
    assert_eq!(bench.model.wakes_at(), None);
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
    bench.effects.clear();
    bench.keys("o");
    assert_eq!(commands(&mut bench), [], "it has just appeared");
    bench.wait(REST).keys("o");
    assert_eq!(commands(&mut bench).len(), 1);
}
