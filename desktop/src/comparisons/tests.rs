//! Tests of the comparison of two folders in the window: what is shown, and the job that is started.

#![allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]

use crate::bench::Bench;
use crate::wire::{
    ComparisonAsk, ComparisonStage, ComparisonState, PanelSide, Refusal, SyncAction, SyncDirection,
    SyncVerdict,
};

/// Two folders in the panels that differ in three files.
fn bench() -> Bench {
    let bench = Bench::new();
    for (path, text) in
        [("l/new", "1"), ("l/same", "2"), ("l/both", "long"), ("r/both", "3"), ("r/old", "4")]
    {
        bench.write(path, text);
    }
    bench.write("r/same", "2");
    let times = std::fs::metadata(bench.path("l/same")).unwrap().modified().unwrap();
    for path in ["r/same", "l/both", "r/both"] {
        let file = std::fs::File::options().write(true).open(bench.path(path)).unwrap();
        file.set_modified(times).unwrap();
    }
    bench.app.panels.open([Some(bench.path("l")), Some(bench.path("r"))]);
    bench.until("the panels", || {
        [PanelSide::Left, PanelSide::Right].map(|side| bench.app.panels.dir(side))
            == [bench.path("l"), bench.path("r")]
    });
    bench
}

fn ask(bench: &Bench, state: &ComparisonState, ask: ComparisonAsk) -> ComparisonState {
    bench.app.comparisons.ask(state.comparison, ask).unwrap()
}

/// Looks until a comparison is in none of these stages.
fn until_not(bench: &Bench, state: &ComparisonState, stage: ComparisonStage) -> ComparisonState {
    let mut last = state.clone();
    bench.until("the comparison", || {
        last = ask(bench, state, ComparisonAsk::Look);
        last.stage != stage
    });
    last
}

fn compared(bench: &Bench) -> ComparisonState {
    let state = bench.app.comparisons.begin(PanelSide::Left).unwrap();
    let state = until_not(bench, &state, ComparisonStage::Running);
    assert_eq!((state.stage, &state.problem), (ComparisonStage::Done, &None));
    state
}

fn start(state: &ComparisonState) -> ComparisonAsk {
    ComparisonAsk::Start { revision: state.revision }
}

fn actions(bench: &Bench, state: &ComparisonState) -> Vec<(String, SyncAction)> {
    let rows = bench.app.comparisons.rows(state.comparison, 0).unwrap();
    rows.into_iter().map(|row| (row.path.text, row.action)).collect()
}

#[test]
fn a_plan_is_shown_changed_and_carried_out_by_one_job() {
    let bench = bench();
    let state = compared(&bench);
    let row = |name: &str, action| (name.to_owned(), action);
    assert_eq!(
        actions(&bench, &state),
        [
            row("both", SyncAction::Undecided),
            row("new", SyncAction::CopyRight),
            row("old", SyncAction::Leave)
        ]
    );
    assert_eq!((state.same, state.rows, state.ready), (1, 3, true));

    let state =
        ask(&bench, &state, ComparisonAsk::Direct { direction: SyncDirection::MirrorRight });
    let all = [SyncAction::CopyRight, SyncAction::CopyRight, SyncAction::RemoveRight];
    assert_eq!(actions(&bench, &state).into_iter().map(|it| it.1).collect::<Vec<_>>(), all);
    let order = state.order;
    let choose = |row, action| ComparisonAsk::Choose { row, order, action };
    let unseen = state.revision;
    let state = ask(&bench, &state, choose(0, SyncAction::Leave));
    let impossible =
        bench.app.comparisons.ask(state.comparison, choose(1, SyncAction::RemoveRight));
    assert!(matches!(impossible, Err(Refusal::Not { .. })), "{impossible:?}");

    // What was confirmed is what the user saw.
    let early =
        bench.app.comparisons.ask(state.comparison, ComparisonAsk::Start { revision: unseen });
    assert!(matches!(early, Err(Refusal::Not { .. })), "{early:?}");
    let state = ask(&bench, &state, start(&state));
    assert_eq!(state.stage, ComparisonStage::Checking);
    assert!(bench.app.comparisons.begin(PanelSide::Left).is_err());
    let late = bench.app.comparisons.ask(state.comparison, choose(0, SyncAction::CopyRight));
    assert!(matches!(late, Err(Refusal::StalePlan)), "{late:?}");
    let state = until_not(&bench, &state, ComparisonStage::Checking);
    assert_eq!((state.stage, &state.problem), (ComparisonStage::Started, &None));
    let mut job = None;
    bench.until("the job", || {
        job = ask(&bench, &state, ComparisonAsk::Look).job;
        job.is_some()
    });
    let job = job.unwrap();
    bench.until_job(job, "its end", |job| job.ended.is_some());
    assert_eq!((bench.read("r/both"), bench.read("r/new")), ("3".into(), "1".into()));
    assert!(!bench.path("r/old").exists());
    ask(&bench, &state, ComparisonAsk::Close);
    let closed = bench.app.comparisons.ask(state.comparison, ComparisonAsk::Look);
    assert!(matches!(closed, Err(Refusal::StalePlan)));
}

#[test]
fn a_comparison_ends_with_its_window_unless_it_was_started() {
    let bench = bench();
    let state = compared(&bench);
    bench.app.left();
    let look = |state: &ComparisonState| {
        bench.app.comparisons.ask(state.comparison, ComparisonAsk::Look).map(drop)
    };
    assert_eq!(look(&state), Err(Refusal::StalePlan));
    let state = compared(&bench);
    let state = ask(&bench, &state, start(&state));
    bench.app.left();
    assert_eq!(look(&state), Ok(()));
    bench.until("the job", || bench.path("r/new").exists());
}

#[test]
fn nothing_starts_that_was_not_seen() {
    let bench = bench();
    let state = compared(&bench);
    // Hidden rows are shown first.
    let verdict = SyncVerdict::LeftOnly;
    let state = ask(&bench, &state, ComparisonAsk::Toggle { verdict });
    assert_eq!(state.rows, 2);
    let hidden = bench.app.comparisons.ask(state.comparison, start(&state));
    assert!(matches!(hidden, Err(Refusal::Not { .. })), "{hidden:?}");
    // A row that was shown in another place is not taken for the one that has this place now.
    let (row, order, action) = (0, state.order, SyncAction::Leave);
    let moved =
        bench.app.comparisons.ask(state.comparison, ComparisonAsk::Choose { row, order, action });
    assert!(matches!(moved, Err(Refusal::StalePlan)), "{moved:?}");
    let state = ask(&bench, &state, ComparisonAsk::Look);
    assert_eq!(state.rows, 3);

    // What changed meanwhile is shown, and no job starts.
    bench.write("l/later", "5");
    let state = ask(&bench, &state, start(&state));
    let state = until_not(&bench, &state, ComparisonStage::Checking);
    assert_eq!((state.stage, state.job, state.rows), (ComparisonStage::Done, None, 4));
    assert!(state.problem.is_some_and(|why| why.contains("nothing was started")));
    assert!(!bench.path("r/later").exists() && !bench.path("r/new").exists());
}

#[test]
fn folders_in_each_other_are_refused() {
    let bench = bench();
    bench.app.panels.open([Some(bench.path("l")), Some(bench.path("."))]);
    bench.until("the panels", || bench.app.panels.dir(PanelSide::Right) != bench.path("r"));
    let refused = bench.app.comparisons.begin(PanelSide::Left);
    assert!(matches!(refused, Err(Refusal::Not { .. })), "{refused:?}");
}

#[test]
fn folders_are_kept_in_step() {
    let bench = bench();
    let in_step = |state: &ComparisonState| {
        ask(&bench, state, ComparisonAsk::Direct { direction: SyncDirection::InStep })
    };
    let row = |name: &str, action| (name.to_owned(), action);
    let state = in_step(&compared(&bench));
    assert_eq!(
        actions(&bench, &state),
        [
            row("both", SyncAction::Undecided),
            row("new", SyncAction::CopyRight),
            row("old", SyncAction::CopyLeft)
        ]
    );
    assert!(!state.kept && !state.keepable);
    let state = ask(&bench, &state, start(&state));
    let state = until_not(&bench, &state, ComparisonStage::Checking);
    bench.until("the job", || ask(&bench, &state, ComparisonAsk::Look).job.is_some());
    let roots = [bench.path("l"), bench.path("r")];
    let roots = roots.each_ref().map(std::path::PathBuf::as_path);
    let states = bench.app.comparisons.state.clone().unwrap();
    bench.until("what is stored", || fcp_presentation::sync::is_kept(&states, roots));

    // What is gone from one side now is removed from the other, and what was edited there is copied.
    std::fs::remove_file(bench.path("r/new")).unwrap();
    std::fs::remove_file(bench.path("l/old")).unwrap();
    bench.write("r/same", "edited");
    let state = compared(&bench);
    assert_eq!((state.direction, state.kept), (SyncDirection::InStep, true));
    assert_eq!(
        actions(&bench, &state),
        [
            row("both", SyncAction::Undecided),
            row("new", SyncAction::RemoveLeft),
            row("old", SyncAction::RemoveRight),
            row("same", SyncAction::CopyLeft)
        ]
    );
    let rows = bench.app.comparisons.rows(state.comparison, 0).unwrap();
    assert_eq!(rows[1].since.as_deref(), Some("removed on the right since the last sync"));
    assert_eq!(rows[0].since, None, "these were never alike");

    // What the user leaves alone stays, also when the folders are compared again before the job.
    let choose = |state: &ComparisonState, row| {
        let (order, action) = (state.order, SyncAction::Leave);
        ask(&bench, state, ComparisonAsk::Choose { row, order, action })
    };
    let state = choose(&choose(&choose(&state, 0), 1), 2);
    let state = ask(&bench, &state, start(&state));
    until_not(&bench, &state, ComparisonStage::Checking);
    bench.until("the edited file is copied", || bench.read("l/same") == "edited");
    assert!(bench.path("l/new").exists() && bench.path("r/old").exists());

    // Forgotten, they are what they were at first.
    let state = compared(&bench);
    let state = ask(&bench, &state, ComparisonAsk::Forget);
    let state = in_step(&until_not(&bench, &state, ComparisonStage::Running));
    assert!(!state.kept && !fcp_presentation::sync::is_kept(&states, roots));
    assert_eq!(actions(&bench, &state)[1], row("new", SyncAction::CopyRight));
}

#[test]
fn folders_that_are_the_same_are_kept_so_without_a_job() {
    let bench = bench();
    for name in ["l/new", "l/both", "r/both", "r/old"] {
        std::fs::remove_file(bench.path(name)).unwrap();
    }
    let state = compared(&bench);
    assert!(!state.keepable);
    let direction = SyncDirection::InStep;
    let state = ask(&bench, &state, ComparisonAsk::Direct { direction });
    assert!(state.keepable && !state.ready);
    let state = ask(&bench, &state, ComparisonAsk::Keep);
    assert!(state.kept && !state.keepable);
    let roots = [bench.path("l"), bench.path("r")];
    let states = bench.app.comparisons.state.clone().unwrap();
    let roots = roots.each_ref().map(std::path::PathBuf::as_path);
    bench.until("what is stored", || fcp_presentation::sync::is_kept(&states, roots));
    // A disk that is not mounted is not taken for an emptied one.
    std::fs::remove_file(bench.path("r/same")).unwrap();
    let state = compared(&bench);
    assert_eq!(state.doubt.as_deref(), Some("one of them is empty"));
    assert_eq!(actions(&bench, &state), [("same".to_owned(), SyncAction::CopyRight)]);
    // Where nothing differs, what they have in common may be stored anew.
    std::fs::remove_file(bench.path("l/same")).unwrap();
    let state = compared(&bench);
    assert!(state.doubt.is_some() && state.kept && state.keepable);
    let state = ask(&bench, &state, ComparisonAsk::Keep);
    assert!(state.doubt.is_none() && state.kept && !state.keepable);
    bench.until("it is believed again", || compared(&bench).doubt.is_none());
}

#[test]
fn of_a_row_with_two_files_both_are_given_to_be_shown_side_by_side() {
    let bench = bench();
    let state = compared(&bench);
    let both = |row, order| bench.app.comparisons.both_files(state.comparison, row, order);
    assert_eq!(both(0, state.order), Ok([bench.path("l/both"), bench.path("r/both")]));
    assert!(matches!(both(1, state.order), Err(Refusal::Not { .. })));
    assert_eq!(both(9, state.order), Err(Refusal::Gone));
    // Another row may have this place by now.
    assert_eq!(both(0, state.order + 1), Err(Refusal::StalePlan));
}
