//! Tests of rules for many questions, and of files that are replaced for good.

use fcp_browse::Content;
use fcp_engine::event::{Question, QuestionId, Subject};

use super::jobs::{commands, event};
use super::questions::{ask, asking, conflict, probed};
use super::*;
use crate::app::dialog::conflicts::By;
use crate::app::dialog::rules;

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
    assert_eq!(by(&bench, 14), By::NoRule, "newer and larger is the existing one");
    assert_eq!(by(&bench, 15), By::Rule(2, Answer::Merge));
    assert_eq!(by(&bench, 17), By::NoRule, "its comparison has not ended");
    // Two run at once, and this is the third.
    probed(&mut bench, 12, Content::Different);
    probed(&mut bench, 17, Content::Identical);
    assert_eq!(by(&bench, 17), By::Rule(0, Answer::Skip));
    bench.forget().press(KeyCode::Enter);
    let answer = |question, answer| Command::Answer { question, answer, scope: Scope::This };
    let mut given = commands(&mut bench);
    given.sort_by_key(|command| match command {
        Command::Answer { question, .. } => *question,
        _ => 0,
    });
    let wanted =
        [answer(11, Answer::Overwrite), answer(15, Answer::Merge), answer(17, Answer::Skip)];
    assert_eq!(given, wanted);
    // The others are left open, and are listed here.
    assert!(matches!(bench.model.dialog, Some(Dialog::Conflicts(_))));
    bench.press(KeyCode::Enter);
    assert_eq!(commands(&mut bench), []);
}

#[test]
fn a_rule_waits_for_what_those_before_it_have_to_say() {
    let mut bench = Bench::new(120, 40);
    bench.play("clean-copy", halfway);
    ask(&mut bench, conflict(1, "a", (9, 9), (1, 2)));
    bench.ctrl('n').wait(REST).keys("t").wait(REST);
    // Rules for similar and different contents, and for incoming files that are newer.
    bench.keys("aaa");
    let answered = |bench: &Bench| {
        let Some(Dialog::Conflicts(table)) = &bench.model.dialog else { panic!("no table") };
        assert_eq!(rules::words(table.rules.last().unwrap().when), "incoming newer");
        table.sorted(&bench.model).answers().count()
    };
    assert_eq!(answered(&bench), 0);
    probed(&mut bench, 1, Content::Different);
    assert_eq!(answered(&bench), 1);
}

#[test]
fn replace_for_good_is_offered_where_replaced_files_are_kept() {
    let mut bench = Bench::new(120, 40);
    asking(&mut bench);
    bench.wait(REST);
    assert!(!bench.screen().contains("Replace for good"));
    for keeps in [false, true] {
        let mut bench = Bench::new(120, 40);
        let mut spec =
            crate::app::dialog::transfer::plain(Verb::Copy, vec!["/a".into()], "/b".into(), [0; 6]);
        assert!(spec.options.keep_replaced);
        spec.options.keep_replaced = keeps;
        event(&mut bench, Event::JobQueued { job: 1, spec: Box::new(spec) });
        event(&mut bench, Event::JobStarted { job: 1, workers: 1 });
        ask(&mut bench, conflict(11, "a", (3, 4), (1, 2)));
        bench.wait(REST);
        let screen = bench.screen();
        assert_eq!(screen.contains("Replace for good"), keeps, "{screen}");
        assert_eq!(screen.contains("existing is moved to the trash"), keeps, "{screen}");
        bench.forget().ctrl('n').keys("p");
        bench.press(KeyCode::Enter);
        let given =
            Command::Answer { question: 11, answer: Answer::OverwriteForGood, scope: Scope::This };
        assert_eq!(commands(&mut bench).contains(&given), keeps);
    }
}

#[test]
fn a_file_that_cannot_be_kept_is_replaced_for_good_only_by_an_answer() {
    let mut bench = Bench::new(120, 40);
    bench.play("clean-copy", halfway);
    let error = OpError::new(fcp_engine::error::Action::Keep, "/b/a", rustix::io::Errno::ACCESS);
    let subject = Subject::Error { src: "/a".into(), error };
    assert!(Answer::OverwriteForGood.fits(&subject));
    ask(&mut bench, Question { id: 11, subject, waiting: 1 });
    bench.wait(REST);
    bench.shows("Replace for good");
}
