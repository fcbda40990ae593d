//! Tests of what follows the jobs of a window.

use fcp_presentation::after::COUNTDOWN;

use super::*;
use crate::bench::Bench;
use crate::wire::{PanelSide, Update};

fn shown(bench: &Bench) -> Option<AfterState> {
    bench.change().all.after
}

/// Looks as the thread does.
fn turn(bench: &Bench) -> Option<Turn> {
    let number = lock(&bench.app.after.wish).number;
    bench.app.after.turn(number)
}

#[test]
fn it_counts_down_once_all_jobs_of_the_window_have_completed() {
    let bench = Bench::new();
    bench.app.panels.open([Some(bench.path("")), None]);
    let refused = bench.app.after.ask(AfterAsk::Suspend);
    assert!(matches!(refused, Err(Refusal::Not { .. })), "{refused:?}");
    bench.write("src/a", "a");
    let job = bench.add_paused(bench.copy());
    bench.until("the job", || bench.job(job).is_some());
    let empty = AfterAsk::Command { text: " ".to_owned(), side: PanelSide::Left, items: None };
    assert!(bench.app.after.ask(empty).is_err());
    let command = |text: &str| {
        let text = text.to_owned();
        AfterAsk::Command { text, side: PanelSide::Left, items: None }
    };
    bench.app.after.ask(command("touch done; echo %d")).unwrap();
    let told = shown(&bench).unwrap();
    assert_eq!((told.action, told.seconds), (AfterAction::Command, None));
    assert_eq!(told.command.as_deref(), Some("touch done; echo %d"));
    assert_eq!(turn(&bench), Some(Turn::Waits));
    bench.app.engine.get().unwrap().resume(job).unwrap();
    bench.end(job);
    assert_eq!(turn(&bench), Some(Turn::Waits), "no window shows it");
    bench.open_window();
    assert!(matches!(turn(&bench), Some(Turn::Counts(_))));
    let seconds = u64::from(shown(&bench).unwrap().seconds.unwrap());
    assert!((1..=COUNTDOWN / 1_000_000).contains(&seconds), "{seconds}");
    // The user stops it.
    bench.app.after.ask(AfterAsk::Nothing).unwrap();
    assert_eq!((shown(&bench), turn(&bench)), (None, None));
}

#[test]
fn a_command_is_run_and_told_and_a_failed_job_drops_it() {
    let bench = Bench::new();
    bench.open_window();
    bench.app.panels.open([Some(bench.path("")), None]);
    let context = bench.app.user_commands.context(PanelSide::Left, None).unwrap();
    let line = OsString::from("touch done; echo here");
    bench.app.after.fire(Deed::Command(line, "x".to_owned(), Box::new(context)));
    assert!(bench.path("done").exists());
    let notice = |code| loop {
        let found = bench.app.feed.heard().into_iter().find_map(|update| match update {
            Update::Notice(notice) if notice.code == code => Some(notice),
            _ => None,
        });
        if let Some(found) = found {
            return found.detail;
        }
    };
    let told = notice(NoticeCode::CommandRan);
    assert_eq!(told.as_deref(), Some("x has run: here"));

    bench.write("src/a", "a");
    let job = bench.add_paused(bench.copy());
    bench.until("the job", || bench.job(job).is_some());
    bench.app.after.ask(AfterAsk::Quit).unwrap();
    bench.app.engine.get().unwrap().cancel(job).unwrap();
    bench.end(job);
    let why = "A job did not complete, so fcp will not quit";
    assert_eq!(notice(NoticeCode::AfterDropped).as_deref(), Some(why));
    assert_eq!(shown(&bench), None);
}
