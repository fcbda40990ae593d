//! Tests of copies to another machine and back, from the panels to the end of the job.

use fcp_engine::Engine;
use fcp_engine::event::{Answer, Outcome, Scope};
use fcp_engine::path::is_far;
use fcp_engine::queue::Queue;
use fcp_engine::record::Home;
use fcp_test_support::until;

use super::*;
use crate::listen::Listener;
use crate::wire::{AnswerAsk, Preferences};

/// Asks until there is an answer.
fn wait_for<T>(mut ask: impl FnMut() -> Option<T>) -> T {
    let mut answer = None;
    until("there is an answer", || {
        answer = ask();
        answer.is_some()
    });
    answer.unwrap()
}

#[test]
fn copies_go_there_and_come_back_as_jobs_with_their_questions() {
    let desk = desk(|root| {
        fs::create_dir(root.join("there/album")).unwrap();
        fs::write(root.join("there/album/picture"), "pixels").unwrap();
        fs::write(root.join("there/notes"), "new").unwrap();
        fs::write(root.join("right/notes"), "older").unwrap();
    });
    let app = &desk.app;
    let state = desk.path("queue");
    let home = Home { state: Some(state.clone()), data: desk.path("data") };
    let queue = Queue::open(&state).unwrap().queue;
    let reach = app.panels.machines().reach().cloned();
    let (engine, events) = Engine::on_queue_reaching(home, queue, reach).unwrap();
    app.engine.set(engine);
    app.questions.start();
    desk.listed(LEFT, "left");
    desk.go_far("there");
    let mut listener = Listener::new(&app.feed, &app.jobs, &app.questions, &events);
    let mut carry = |from: PanelSide| {
        app.panels.ask(from, PanelAsk::Mark { mark: Mark::All }).unwrap();
        let target = Target::Panel { side: from.other() };
        let plan = app.plans.make(PlanVerb::Copy, &marked(from), &target).unwrap();
        let choices = Preferences::default().choices;
        // What it would do is known without a change.
        let foreseen = app.plans.foresee(plan, &choices).unwrap();
        assert!(foreseen.plan.totals.items >= 2, "{foreseen:?}");
        let job = app.plans.start(plan, &choices).unwrap();
        wait_for(|| {
            listener.turn(Duration::from_millis(10));
            let asked = app.questions.state();
            for row in &asked.rows {
                // What came from the other machine can be read here already; what goes there is compared with what only
                // that can read.
                let sides = app.questions.both_sides(row.id).unwrap();
                let far = usize::from(from == RIGHT);
                assert_eq!(sides.iter().filter(|path| is_far(path)).count(), far);
                assert_eq!(located::refuse_far(&sides).is_err(), far == 1);
                let (id, answer) = (row.id, Answer::Overwrite);
                let answer = AnswerAsk { id, answer, scope: Scope::This };
                app.questions.answer(&[answer]).unwrap();
            }
            app.jobs.state(job)?.outcome
        })
    };
    assert_eq!(carry(LEFT), Outcome::Completed);
    assert_eq!(fs::read_to_string(desk.path("right/notes")).unwrap(), "new");
    assert_eq!(fs::read_to_string(desk.path("right/album/picture")).unwrap(), "pixels");
    // Back, under a question of the other end.
    fs::write(desk.path("right/notes"), "newer").unwrap();
    desk.app.panels.ask(RIGHT, PanelAsk::Reload).unwrap();
    desk.until(RIGHT, |state| names(state).contains(&"album") && is_whole(state));
    assert_eq!(carry(RIGHT), Outcome::Completed);
    assert_eq!(fs::read_to_string(desk.path("there/notes")).unwrap(), "newer");
}
