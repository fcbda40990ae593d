//! Tests of the page that compares two folders and brings them in step.

use std::path::PathBuf;

use fcp_browse::{CompareBatch, CompareEnd, Compared, Count, Facts, Row, Verdict};
use fcp_engine::event::Outcome;
use fcp_engine::spec::{Destination, JobSpec};
use fcp_presentation::sync::{Action as Does, Direction, Recalled};

mod narrow;

use super::*;
use crate::app::dialog::comparison::Stage;

const DAY: i64 = 86_400_000_000;

fn side(kind: FileKind, size: u64, age: i64, files: u64) -> Facts {
    Facts { kind, size, mtime: START as i64 - age, files, print: 0 }
}

fn file(size: u64, age: i64) -> Facts {
    side(FileKind::File, size, age, 1)
}

fn row(
    path: &str,
    verdict: Verdict,
    left: impl Into<Option<Facts>>,
    right: impl Into<Option<Facts>>,
) -> Row {
    Row { path: path.into(), verdict, left: left.into(), right: right.into(), error: None }
}

/// One row of each kind.
fn rows() -> Vec<Row> {
    let error = OpError::new(Action::OpenDir, "/mnt/x/locked", rustix::io::Errno::ACCESS);
    let failed =
        Row { error: Some(Box::new(error)), ..row("albums/locked", Verdict::Failed, None, None) };
    vec![
        row(
            "albums/Iceland",
            Verdict::LeftOnly,
            side(FileKind::Directory, 3 << 30, DAY, 120),
            None,
        ),
        row("albums/a name\u{202e}.pdf", Verdict::RightOnly, None, file(12, 400 * DAY)),
        failed,
        row("IMG_2031.CR3", Verdict::LeftNewer, file(29_000_000, 60), file(28_000_000, DAY)),
        row("IMG_2032.CR3", Verdict::RightNewer, file(700, 3 * DAY), file(70, DAY)),
        row("some/long/path/of/folders/to/a/file.txt", Verdict::Different, file(9, 0), file(8, 0)),
        row("sorted", Verdict::TypeChanged, file(9, 0), side(FileKind::Directory, 90, 0, 3)),
    ]
}

/// Compares the folders of the panels, and finds these rows.
fn found(columns: u16, rows_of_screen: u16, rows: Vec<Row>) -> (Bench, u64) {
    let mut bench = Bench::new(columns, rows_of_screen);
    bench.alt('d');
    let [Effect::Compare { ticket, roots, .. }] = &bench.effects[..] else {
        panic!("{:?}", bench.effects)
    };
    let ticket = *ticket;
    assert_eq!(roots[1], Path::new("/mnt/backup/Pictures/2026"));
    bench.forget();
    let same = Count { rows: 56_000, files: 56_000, bytes: 0 };
    let compared = Compared { looked_at: 56_007, same, ..Compared::default() };
    bench.tell(Msg::Compared { ticket, batch: CompareBatch { rows, compared } });
    (bench, ticket)
}

pub(super) fn compared(columns: u16, rows_of_screen: u16) -> Bench {
    let (mut bench, ticket) = found(columns, rows_of_screen, rows());
    let Some(Dialog::Comparison(page)) = &bench.model.dialog else { panic!("no page") };
    let end = CompareEnd { compared: page.compared, stopped: false };
    bench.tell(Msg::ComparedAll { ticket, result: Ok(end) });
    bench
}

/// Tells the second comparison, which follows the user's yes, what it finds.
fn checked(bench: &mut Bench, rows: Vec<Row>) {
    let [Effect::Compare { ticket, .. }] = bench.effects[..] else { panic!("{:?}", bench.effects) };
    bench.forget();
    let compared = Compared::default();
    bench.tell(Msg::Compared { ticket, batch: CompareBatch { rows, compared } });
    bench.tell(Msg::ComparedAll { ticket, result: Ok(CompareEnd { compared, stopped: false }) });
}

fn started(bench: &Bench) -> &JobSpec {
    let [Effect::Add { spec, .. }] = &bench.effects[..] else { panic!("{:?}", bench.effects) };
    spec
}

#[test]
fn the_comparison_is_a_page() {
    for (columns, rows) in [(80, 24), (100, 30), (140, 45)] {
        let mut bench = compared(columns, rows);
        bench.press(KeyCode::Down).press(KeyCode::Delete).press(KeyCode::Down);
        insta::assert_snapshot!(format!("comparison-{columns}x{rows}"), bench.screen());
    }
}

#[test]
fn enter_says_what_will_happen_and_the_next_one_starts_one_job() {
    let mut bench = compared(100, 30);
    bench.keys(" ").press(KeyCode::Tab).press(KeyCode::Tab);
    // Both directions: the choice for the first row went with the old direction.
    bench.press(KeyCode::Home).press(KeyCode::Down).press(KeyCode::Delete).press(KeyCode::Enter);
    let screen = bench.screen();
    let sentence = "Copy 121 files (3.02 GiB) to Lofoten raw";
    assert!(!screen.contains(sentence), "{screen}");
    let sentence =
        "Move 1 file to the trash, copy 121 files (3.03 GiB) to 2026, 1 file (70 B) to Lofoten raw";
    assert!(screen.contains(sentence), "{screen}");
    bench.press(KeyCode::Enter);
    assert!(bench.effects.is_empty(), "typed ahead");
    bench.wait(REST).press(KeyCode::Enter);
    bench.shows("Comparing once more");
    checked(&mut bench, rows());
    let job = started(&bench);
    let left = Path::new("/home/anna/Pictures/2026/Lofoten raw");
    let right = Path::new("/mnt/backup/Pictures/2026");
    let paths = |paths: [PathBuf; 3]| paths.map(fcp_engine::path::WirePath::from).to_vec();
    let (new, newer, older) = ("albums/Iceland", "IMG_2031.CR3", "IMG_2032.CR3");
    assert_eq!(job.sources, paths([left.join(new), left.join(newer), right.join(older)]));
    let copies = paths([right.join(new), right.join(newer), left.join(older)]);
    assert_eq!(job.destination, Some(Destination::Each(copies)));
    let removals = job.options.removals.as_ref().unwrap();
    assert_eq!(removals.paths, Some(vec![right.join("albums/a name\u{202e}.pdf").into()]));
    assert!(bench.model.dialog.is_none());
}

#[test]
fn what_has_changed_since_is_shown_and_nothing_is_started() {
    let mut bench = compared(100, 30);
    bench.press(KeyCode::Enter).wait(REST).press(KeyCode::Enter);
    let mut now = rows();
    now[3].right = Some(file(28_000_001, 0));
    checked(&mut bench, now);
    assert!(bench.effects.is_empty(), "{:?}", bench.effects);
    assert!(
        bench
            .screen()
            .contains("The folders have changed since the comparison; nothing was started")
    );
    // The user may also go back, and what comes then starts nothing.
    bench.press(KeyCode::Enter).wait(REST).press(KeyCode::Enter);
    let [Effect::Compare { ticket, .. }] = bench.effects[..] else { panic!("{:?}", bench.effects) };
    bench.forget().press(KeyCode::Esc);
    assert_eq!(bench.effects, [Effect::Drop(ticket)]);
    bench.forget();
    let end = CompareEnd { compared: Compared::default(), stopped: true };
    bench.tell(Msg::ComparedAll { ticket, result: Ok(end) });
    assert!(bench.effects.is_empty() && bench.model.dialog.is_some());
}

#[test]
fn rows_that_are_hidden_are_shown_before_the_question() {
    let mut bench = compared(100, 30);
    bench.keys("1").press(KeyCode::Enter);
    bench.shows("albums/Iceland");
}

#[test]
fn rows_are_flipped_alone_and_by_kind() {
    let mut bench = compared(100, 30);
    let action = |bench: &Bench, at: usize| {
        let Some(Dialog::Comparison(page)) = &bench.model.dialog else { panic!("no page") };
        page.plan.get(at).unwrap().action
    };
    bench.press(KeyCode::Left);
    assert_eq!(action(&bench, 0), Does::CopyRight, "the right side has nothing");
    bench.shows("The right side has nothing to copy here");
    bench.press(KeyCode::Delete);
    assert_eq!(action(&bench, 0), Does::RemoveLeft);
    bench.keys(" ");
    assert_eq!(action(&bench, 0), Does::CopyRight, "the proposal again");
    bench.press(KeyCode::Home).keys(" ");
    assert_eq!(action(&bench, 0), Does::Leave);
    bench.press(KeyCode::End).press(KeyCode::Up).keys("<");
    assert_eq!(action(&bench, 5), Does::CopyLeft);
    bench.keys("0");
    assert_eq!(action(&bench, 5), Does::Leave);
    bench.press(KeyCode::Delete);
    bench.shows("Only items that exist on one side");
    // What could not be compared is never touched.
    bench.press(KeyCode::Home).press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Right);
    assert_eq!(action(&bench, 2), Does::Leave);
}

#[test]
fn kinds_are_hidden_by_their_number() {
    let mut bench = compared(100, 30);
    bench.press(KeyCode::End).keys("2");
    let screen = bench.screen();
    assert!(!screen.contains("albums/a name") && screen.contains("2 › 1"), "{screen}");
    bench.keys("134567");
    bench.shows("All rows are hidden");
    bench.keys("2");
    bench.shows("albums/a name");
}

#[test]
fn a_running_comparison_is_stopped_first_and_closed_then() {
    let (mut bench, ticket) = found(100, 30, rows());
    bench.shows("comparing by size and time: 56,007");
    bench.press(KeyCode::Enter);
    assert!(bench.effects.is_empty() && bench.screen().contains("still being compared"));
    bench.press(KeyCode::Esc);
    assert_eq!(bench.effects, [Effect::Drop(ticket)]);
    bench.shows("stopped after 56,007");
    bench.forget();
    let batch = CompareBatch { rows: rows(), compared: Compared::default() };
    bench.tell(Msg::Compared { ticket, batch: batch.clone() });
    let Some(Dialog::Comparison(page)) = &bench.model.dialog else { panic!("no page") };
    assert_eq!((page.plan.len(), &page.stage), (7, &Stage::Stopped), "late rows are left out");
    bench.press(KeyCode::Esc);
    assert!(bench.model.dialog.is_none());
    bench.forget();
    // A comparison that has no page is stopped.
    bench.tell(Msg::Compared { ticket, batch });
    assert_eq!(bench.effects, [Effect::Drop(ticket)]);
}

#[test]
fn it_compares_again_by_content() {
    let mut bench = compared(100, 30);
    bench.press(KeyCode::Tab).keys("c");
    let [Effect::Compare { spec, instead, ticket, .. }] = &bench.effects[..] else {
        panic!("{:?}", bench.effects)
    };
    assert!(spec.content && instead != ticket);
    assert!(
        bench.screen().contains("comparing by content")
            && bench.screen().contains("Update the left")
    );
}

#[test]
fn folders_that_are_the_same_or_cannot_be_compared_say_so() {
    let (mut bench, ticket) = found(80, 24, Vec::new());
    let Some(Dialog::Comparison(page)) = &bench.model.dialog else { panic!("no page") };
    let end = CompareEnd { compared: page.compared, stopped: false };
    bench.tell(Msg::ComparedAll { ticket, result: Ok(end) });
    assert!(
        bench.screen().contains(
            "✓ Sizes and times are the same: 56,000 files are in both; c compares contents"
        )
    );
    bench.press(KeyCode::Enter);
    bench.shows("There is nothing to copy or remove");
    let (mut bench, ticket) = found(80, 24, Vec::new());
    let error = OpError::new(Action::OpenDir, "/gone", rustix::io::Errno::NOENT);
    bench.tell(Msg::ComparedAll { ticket, result: Err(error) });
    bench.shows("cannot open '/gone': No such file or directory");
}

#[test]
fn one_folder_is_not_compared_with_itself_or_its_inside() {
    let mut bench = Bench::new(100, 30);
    let left = bench.model.sides[0].panel().dir.clone();
    bench.model.sides[1].panel_mut().dir = left.clone();
    bench.alt('d');
    bench.shows("Both panels show this folder");
    bench.model.sides[1].panel_mut().dir = left.join("edited");
    bench.alt('d');
    assert!(bench.effects.is_empty() && bench.screen().contains("inside the other"));
}

#[test]
fn both_sides_are_viewed_and_the_page_comes_back() {
    let mut bench = compared(100, 30);
    bench.press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down).keys("v");
    assert!(bench.model.viewer.is_some() && bench.model.dialog.is_none());
    bench.shows("Left side; the right one follows");
    bench.keys("q");
    bench.shows("Close it to go back to the comparison");
    bench.keys("q");
    let Some(Dialog::Comparison(page)) = &bench.model.dialog else { panic!("no page") };
    assert_eq!((page.cursor, page.plan.len()), (3, 7));
}

fn page(bench: &Bench) -> &crate::app::dialog::comparison::Comparison {
    let Some(Dialog::Comparison(page)) = &bench.model.dialog else { panic!("no page") };
    page
}

#[test]
fn folders_that_are_kept_in_step_are_compared_so_again() {
    let (mut bench, ticket) = found(100, 30, Vec::new());
    let recalled = Recalled::Doubted("one of them is empty");
    bench.tell(Msg::Recalled { ticket, recalled: recalled.clone() });
    assert_eq!(page(&bench).plan.direction(), Direction::InStep);
    bench.shows("these folders cannot be used: one of them is empty");
    // What they have in common now may be stored instead, once.
    let end = CompareEnd { compared: Compared::default(), stopped: false };
    bench.tell(Msg::ComparedAll { ticket, result: Ok(end) });
    bench.press(KeyCode::Enter);
    assert!(matches!(bench.effects[..], [Effect::Remember { .. }]), "{:?}", bench.effects);
    bench.forget().press(KeyCode::Enter);
    assert!(bench.effects.is_empty(), "{:?}", bench.effects);
    // What the user has chosen stays.
    bench.press(KeyCode::Tab);
    assert_eq!(page(&bench).plan.direction(), Direction::MirrorRight);
    bench.tell(Msg::Recalled { ticket, recalled });
    assert_eq!(page(&bench).plan.direction(), Direction::MirrorRight);
    // They may be forgotten.
    bench.keys("f");
    bench.shows("Delete the saved state of these folders?");
    bench.keys("y").press(KeyCode::Esc).wait(REST).keys("y");
    assert!(bench.effects.is_empty(), "typed ahead, and then left: {:?}", bench.effects);
    bench.keys("f").wait(REST).keys("y");
    assert!(matches!(bench.effects[..], [Effect::Forget { .. }]), "{:?}", bench.effects);
    bench.forget().tell(Msg::Forgotten { ticket });
    assert!(matches!(bench.effects[..], [Effect::Compare { .. }]), "{:?}", bench.effects);
    assert!(!page(&bench).is_kept);
    assert_eq!(page(&bench).plan.direction(), Direction::UpdateRight);
}

#[test]
fn what_folders_have_in_common_is_stored_when_the_job_has_ended() {
    let in_step = |bench: &mut Bench| {
        while page(bench).plan.direction() != Direction::InStep {
            bench.press(KeyCode::Tab);
        }
    };
    let mut bench = compared(100, 30);
    in_step(&mut bench);
    let sentence = page(&bench).sentence();
    assert!(sentence.ends_with("rows undecided"), "{sentence}");
    bench.press(KeyCode::Enter).wait(REST).press(KeyCode::Enter);
    checked(&mut bench, rows());
    let [Effect::Add { ticket, .. }] = bench.effects[..] else { panic!("{:?}", bench.effects) };
    bench.forget().tell(Msg::Added { ticket, result: Ok(7) });
    assert!(bench.effects.is_empty());
    let summary = jobs::summary(Outcome::Completed);
    jobs::event(&mut bench, Event::JobSummary { job: 6, summary: summary.clone() });
    let stores = |bench: &Bench| {
        bench.effects.iter().any(|it| matches!(it, Effect::Remember { tells: false, .. }))
    };
    assert!(!stores(&bench), "another job");
    jobs::event(&mut bench, Event::JobSummary { job: 7, summary });
    assert!(stores(&bench), "{:?}", bench.effects);
    assert!(bench.model.in_step.is_empty());

    // Where nothing is to be done, Enter stores it at once.
    let (mut bench, ticket) = found(100, 30, Vec::new());
    let end = CompareEnd { compared: page(&bench).compared, stopped: false };
    bench.tell(Msg::ComparedAll { ticket, result: Ok(end) });
    in_step(&mut bench);
    bench.press(KeyCode::Enter);
    assert!(
        matches!(bench.effects[..], [Effect::Remember { tells: true, .. }]),
        "{:?}",
        bench.effects
    );
    bench.forget().press(KeyCode::Enter);
    assert!(bench.effects.is_empty() && bench.screen().contains("nothing to copy or remove"));
}

#[test]
fn a_job_that_was_refused_stores_nothing() {
    let mut bench = compared(100, 30);
    while page(&bench).plan.direction() != Direction::InStep {
        bench.press(KeyCode::Tab);
    }
    bench.press(KeyCode::Enter).wait(REST).press(KeyCode::Enter);
    checked(&mut bench, rows());
    let [Effect::Add { ticket, .. }] = bench.effects[..] else { panic!("{:?}", bench.effects) };
    bench.forget().tell(Msg::Added { ticket, result: Err("the disk is full".to_owned().into()) });
    assert!(bench.model.in_step.is_empty());
}

#[test]
fn what_was_chosen_counts_when_the_folders_are_compared_again_before_the_job() {
    let (mut bench, ticket) = found(100, 30, rows());
    let recalled = Recalled::Doubted("one of them is empty");
    bench.tell(Msg::Recalled { ticket, recalled: recalled.clone() });
    let end = CompareEnd { compared: page(&bench).compared, stopped: false };
    bench.tell(Msg::ComparedAll { ticket, result: Ok(end) });
    assert_eq!(page(&bench).plan.direction(), Direction::InStep);
    for _ in 0..page(&bench).plan.len() {
        bench.keys("0").press(KeyCode::Down);
    }
    bench.press(KeyCode::Home).press(KeyCode::Right);
    let actions = |bench: &Bench| -> Vec<Does> {
        (0..7).map(|at| page(bench).plan.get(at).unwrap().action).collect()
    };
    let chosen = actions(&bench);
    bench.forget().press(KeyCode::Enter).wait(REST).press(KeyCode::Enter);
    let [Effect::Compare { ticket, .. }] = bench.effects[..] else { panic!("{:?}", bench.effects) };
    bench.tell(Msg::Recalled { ticket, recalled });
    assert_eq!(actions(&bench), chosen);
}
