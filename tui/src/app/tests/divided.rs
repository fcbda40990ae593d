//! Tests of the page that shows how processes on many machines run the parts of a plan.

use std::time::Duration;

use fcp_engine::event::{Phase, Progress, Totals};
use fcp_engine::parts::{Claimed, Failure, Sums};
use fcp_engine::spec::{Destination, JobSpec};
use fcp_presentation::divided::{DividedView, Seen};
use fcp_presentation::language::Language;

use super::*;
use crate::app::action::Action as Act;
use crate::app::dialog::divided::SILENT;

const SECOND: u64 = 1_000_000;
const DIR: &str = "/mnt/nas/plan";

/// A plan of which two processes have parts, and in which items failed.
fn seen(parts: u64) -> Box<Seen> {
    let spec = JobSpec::copy(["/home/anna/Pictures"], Destination::Into("/mnt/backup".into()));
    let mut view = DividedView::new(spec.clone());
    let mut sums = Sums::default();
    let status = &mut sums.status;
    (status.items, status.bytes) = (1_234_567, 900 << 30);
    (status.left, status.done) = (12, 40);
    (status.failed, status.items_failed) = (vec![3, 17], 2);
    (status.items_done, status.bytes_done) = (400_000, 300 << 30);
    for part in 0..parts {
        let mut claimed = Claimed::new(part + 50, &format!("node{}.cluster", part % 16));
        claimed.attempt = 1 + part % 3;
        status.claimed.push(claimed);
    }
    let why = |path| OpError::new(Action::Open, path, rustix::io::Errno::ACCESS);
    for (part, path) in [(17, "/home/anna/Pictures/raw/IMG_1.CR3"), (3, "/home/anna/Pictures/x")] {
        status.failures.push(Failure::new(part, path.into(), why(path)));
    }
    for second in 0..=10 {
        let now = START + second * SECOND;
        for part in &sums.status.claimed {
            let job = part.part;
            let mut tell = |event| view.hear(&Envelope { seq: None, at: now, event }, now);
            if second == 0 {
                tell(Event::JobQueued { job, spec: Box::new(spec.clone()) });
                tell(Event::JobStarted { job, workers: 2 });
                tell(Event::JobPhase { job, phase: Phase::Running });
            }
            let totals = Some(Totals { items: 10_000, bytes: Some(8 << 30), complete: true });
            let bytes_done = (second * (job - 40)) << 24;
            let progress = Progress { items_done: 77, bytes_done, totals, ..Progress::default() };
            tell(Event::Progress { job, progress });
        }
        sums.progress.items_done = 400_002 + second * 100;
        sums.progress.bytes_done = (300 << 30) + (second << 28);
        view.take(sums.clone(), now);
    }
    Box::new(view.seen(START + 10 * SECOND))
}

/// Asks for the plan, as the palette does.
fn ask(bench: &mut Bench) {
    bench.ctrl('p').keys("divided").press(KeyCode::Enter);
}

/// Opens the page, and gives the number of its request.
fn opened(bench: &mut Bench) -> u64 {
    ask(bench);
    bench.forget().keys(DIR).press(KeyCode::Enter);
    let [Effect::WatchPlan { ticket, dir }] = &bench.effects[..] else {
        panic!("{:?}", bench.effects)
    };
    assert_eq!(dir, Path::new(DIR));
    let ticket = *ticket;
    bench.forget();
    ticket
}

fn told(bench: &mut Bench, ticket: u64, seen: Result<Box<Seen>, String>) {
    bench.tell(Msg::PlanSeen { ticket, seen, rest: Duration::from_secs(1) });
}

fn page(bench: &mut Bench) {
    let ticket = opened(bench);
    told(bench, ticket, Ok(seen(2)));
}

#[test]
fn the_plan_is_a_page() {
    snap("divided", page);
    Language::German.speaking(|| {
        for (columns, rows) in [(80, 24), (120, 40)] {
            let mut bench = Bench::new(columns, rows);
            page(&mut bench);
            insta::assert_snapshot!(format!("german-divided-{columns}x{rows}"), bench.screen());
        }
    });
}

#[test]
fn a_long_list_scrolls_to_the_last_failure_and_keeps_its_place_while_it_is_told_anew() {
    let mut bench = Bench::new(100, 24);
    let ticket = opened(&mut bench);
    told(&mut bench, ticket, Ok(seen(40)));
    assert!(bench.screen().contains("PgDn") && !bench.screen().contains("IMG_1"));
    bench.press(KeyCode::Down).press(KeyCode::PageDown);
    let top = |bench: &Bench| match &bench.model.dialog {
        Some(Dialog::Divided(page)) => page.top,
        dialog => panic!("{dialog:?}"),
    };
    let before = top(&bench);
    assert!(before > 1, "{before}");
    told(&mut bench, ticket, Ok(seen(40)));
    assert_eq!(top(&bench), before);
    bench.press(KeyCode::End);
    let screen = bench.screen();
    assert!(screen.contains("Pictures/x") && screen.contains("Permission denied"), "{screen}");
    assert!(!screen.contains("PgDn"), "{screen}");
    // A list that has become short leaves no empty page.
    told(&mut bench, ticket, Ok(seen(1)));
    assert_eq!(top(&bench), 0);
}

#[test]
fn a_folder_that_does_not_answer_is_told_and_escape_leaves_it() {
    let mut bench = Bench::new(80, 24);
    let ticket = opened(&mut bench);
    bench.shows("Reading the plan");
    assert_eq!(bench.model.wakes_at(), Some(bench.model.now + SILENT));
    bench.wait(7 * SECOND);
    bench.shows("has not answered for 7.0 s");
    told(&mut bench, ticket, Ok(seen(2)));
    assert!(!bench.screen().contains("answered"));
    // A look that is not due yet is not missing.
    bench.wait(SECOND + SILENT - 1);
    assert!(!bench.screen().contains("answered"));
    bench.wait(60 * SECOND);
    let screen = bench.screen();
    assert!(screen.contains("these numbers are old") && screen.contains("node1"), "{screen}");
    bench.press(KeyCode::Enter);
    assert!(matches!(bench.model.dialog, Some(Dialog::Divided(_))));
    bench.press(KeyCode::Esc);
    assert!(bench.model.dialog.is_none());
    assert_eq!(bench.effects, [Effect::Drop(ticket)]);
    bench.forget();
    // What arrives late opens nothing, and ends the looks.
    told(&mut bench, ticket, Ok(seen(2)));
    assert!(bench.model.dialog.is_none());
    assert_eq!(bench.effects, [Effect::Drop(ticket)]);
    assert_eq!(bench.model.wakes_at(), None);
}

#[test]
fn what_is_no_plan_is_told() {
    let mut bench = Bench::new(80, 24);
    let ticket = opened(&mut bench);
    let wrong = fcp_engine::parts::PlanError::NotAPlan(DIR.into());
    told(&mut bench, ticket, Err(fcp_presentation::errors::of_plan(&wrong)));
    bench.shows("'/mnt/nas/plan' is not a complete plan");
    assert_eq!(bench.model.wakes_at(), None, "it is not looked at any more");
}

#[test]
fn the_plan_under_the_cursor_is_taken_unless_the_user_types() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::Down).forget();
    ask(&mut bench);
    let looked = |bench: &Bench| match &bench.effects[..] {
        [.., Effect::LookForPlan { ticket, dir }] => (*ticket, dir.clone()),
        effects => panic!("{effects:?}"),
    };
    let (ticket, dir) = looked(&bench);
    assert!(dir.ends_with("2026/Lofoten raw/edited"), "{dir:?}");
    bench.forget().tell(Msg::PlanFound { ticket, dir: dir.clone() });
    let [Effect::WatchPlan { dir: watched, .. }] = &bench.effects[..] else {
        panic!("{:?}", bench.effects)
    };
    assert_eq!(*watched, dir);
    bench.press(KeyCode::Esc).forget();
    ask(&mut bench);
    let (ticket, dir) = looked(&bench);
    bench.keys("/mnt").tell(Msg::PlanFound { ticket, dir });
    assert!(matches!(bench.model.dialog, Some(Dialog::Form(_))), "the user types");
    bench.press(KeyCode::Esc);
    // The folder that is shown tells by its names that it is one.
    let names = ["events", "plan.json"].map(|name| entry(name, FileKind::File, 1, 1));
    bench.list(0, &names);
    bench.forget();
    ask(&mut bench);
    assert!(matches!(bench.model.dialog, Some(Dialog::Divided(_))));
}

#[test]
fn it_stands_in_the_menu_of_commands() {
    use crate::app::dialog::menu::{Row, Title};
    assert!(Title::Command.rows().contains(&Row::Action(Act::WatchPlan)));
}
