//! Tests plans that bring two trees in step.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use fcp_engine::event::FileKind;
use fcp_engine::path::WirePath;
use fcp_engine::spec::{ConflictPolicy, Destination, MismatchPolicy, Preserve, Verb};
use proptest::prelude::*;

use super::*;

fn facts(size: u64) -> Facts {
    Facts { kind: FileKind::File, size, mtime: 0, files: 1, print: 0 }
}

fn row(path: &str, verdict: Verdict) -> Row {
    let (left, right) = match verdict {
        Verdict::LeftOnly => (Some(facts(1)), None),
        Verdict::RightOnly => (None, Some(facts(10))),
        Verdict::Failed => (None, None),
        _ => (Some(facts(100)), Some(facts(1_000))),
    };
    Row { path: path.into(), verdict, left, right, error: None }
}

/// A plan with one row of each verdict, in the order of [`Verdict::ALL`].
fn plan(direction: Direction) -> Plan {
    let mut plan = Plan::new("/left".into(), "/right".into(), direction);
    let names = ["new", "old", "newer", "older", "other", "type", "failed", "same"];
    for (name, verdict) in names.into_iter().zip(Verdict::ALL) {
        plan.push(row(name, verdict));
    }
    plan
}

fn actions(plan: &Plan) -> Vec<Action> {
    (0..plan.shown()).map(|at| plan.get(at).unwrap().action).collect()
}

#[test]
fn each_direction_proposes_what_it_says() {
    use Action::{CopyLeft, CopyRight, Leave, RemoveLeft, RemoveRight, Undecided};
    let proposed = |direction| actions(&plan(direction));
    assert_eq!(
        proposed(Direction::UpdateRight),
        [CopyRight, Leave, CopyRight, Leave, Undecided, Undecided, Leave, Leave]
    );
    assert_eq!(
        proposed(Direction::UpdateLeft),
        [Leave, CopyLeft, Leave, CopyLeft, Undecided, Undecided, Leave, Leave]
    );
    assert_eq!(
        proposed(Direction::Both),
        [CopyRight, CopyLeft, CopyRight, CopyLeft, Undecided, Undecided, Leave, Leave]
    );
    assert_eq!(
        proposed(Direction::MirrorRight),
        [CopyRight, RemoveRight, CopyRight, CopyRight, CopyRight, CopyRight, Leave, Leave]
    );
    assert_eq!(
        proposed(Direction::MirrorLeft),
        [RemoveLeft, CopyLeft, CopyLeft, CopyLeft, CopyLeft, CopyLeft, Leave, Leave]
    );
}

#[test]
fn what_is_proposed_is_possible_or_left_to_the_user() {
    for direction in Direction::ALL {
        for verdict in Verdict::ALL {
            let action = action::proposed(verdict, direction, None);
            assert!(action == Action::Undecided || action::possible(verdict).contains(&action));
        }
    }
    let round = Direction::ALL.into_iter().map(Direction::next);
    assert!(round.eq(Direction::ALL.into_iter().cycle().skip(1).take(6)));
}

#[test]
fn both_directions_become_one_job_and_removals_come_last() {
    let mut plan = plan(Direction::Both);
    assert!(plan.choose(1, Action::RemoveRight));
    assert!(plan.choose(4, Action::CopyLeft));
    let job = plan.job().unwrap();
    assert_eq!(job.verb, Verb::Copy);
    let paths = |paths: [&str; 4]| paths.map(WirePath::from).to_vec();
    assert_eq!(job.sources, paths(["/left/new", "/left/newer", "/right/older", "/right/other"]));
    let copies = paths(["/right/new", "/right/newer", "/left/older", "/left/other"]);
    assert_eq!(job.destination, Some(Destination::Each(copies)));
    let options = &job.options;
    let removals = options.removals.as_ref().unwrap();
    assert_eq!(removals.paths, Some(vec!["/right/old".into()]));
    assert!(options.keep_replaced && !removals.permanent, "nothing is lost");
    assert_eq!(options.preserve, Preserve::ALL, "or the times would differ again");
    assert_eq!(
        (&options.on_conflict, &options.on_mismatch),
        (&ConflictPolicy::Overwrite, &MismatchPolicy::Fail)
    );
}

#[test]
fn only_a_plan_that_shows_it_replaces_other_types() {
    let job = plan(Direction::MirrorRight).job().unwrap();
    assert_eq!(job.options.on_mismatch, MismatchPolicy::Replace);
    let mut plan = plan(Direction::MirrorRight);
    assert!(plan.choose(5, Action::Leave));
    assert_eq!(plan.job().unwrap().options.on_mismatch, MismatchPolicy::Fail);
}

#[test]
fn removals_alone_are_a_job_of_the_trash_and_nothing_is_none() {
    let mut plan = Plan::new("/left".into(), "/right".into(), Direction::MirrorRight);
    assert_eq!(plan.job(), None);
    plan.push(row("old", Verdict::RightOnly));
    let job = plan.job().unwrap();
    assert_eq!((job.verb, job.sources), (Verb::Trash, vec!["/right/old".into()]));
    plan.set_direction(Direction::UpdateRight);
    assert_eq!(plan.job(), None);
    assert!(!plan.sums().has_work());
}

#[test]
fn a_row_takes_only_what_is_possible_there() {
    let mut plan = plan(Direction::UpdateRight);
    assert!(!plan.choose(0, Action::CopyLeft), "the right side has nothing");
    assert!(!plan.choose(2, Action::RemoveLeft));
    assert!(!plan.choose(6, Action::CopyRight), "nothing is known of it");
    assert!(!plan.choose(99, Action::Leave));
    assert!(!plan.choose_all(Verdict::Failed, Action::CopyLeft));
    assert!(plan.choose_all(Verdict::Different, Action::CopyRight));
    assert_eq!(plan.get(4).map(|row| (row.action, row.is_chosen)), Some((Action::CopyRight, true)));
    plan.propose_again(4);
    assert_eq!(
        plan.get(4).map(|row| (row.action, row.is_chosen)),
        Some((Action::Undecided, false))
    );
}

#[test]
fn hidden_rows_still_count_and_keep_their_paths() {
    let mut plan = plan(Direction::UpdateRight);
    let sums = *plan.sums();
    plan.toggle(Verdict::LeftOnly);
    assert!(!plan.shows(Verdict::LeftOnly));
    assert_eq!((plan.shown(), plan.len(), plan.count_of(Verdict::LeftOnly)), (7, 8, 1));
    assert_eq!(plan.get(0).unwrap().path, Path::new("old"));
    plan.push(row("second", Verdict::LeftOnly));
    assert_eq!(plan.shown(), 7);
    assert_eq!(plan.sums().of(Action::CopyRight).rows, sums.of(Action::CopyRight).rows + 1);
    plan.toggle(Verdict::LeftOnly);
    assert_eq!(plan.get(8).unwrap().path, Path::new("second"));
}

#[test]
fn paths_are_bytes_and_errors_are_told() {
    let mut plan = Plan::new("/l".into(), "/r".into(), Direction::Both);
    let raw = PathBuf::from(OsString::from_vec(b"a/\xff".to_vec()));
    let error = OpError::new(fcp_engine::error::Action::OpenDir, "/l/x", rustix::io::Errno::ACCESS);
    plan.push(Row {
        path: "".into(),
        error: Some(Box::new(error.clone())),
        ..row("", Verdict::Failed)
    });
    plan.push(Row { path: raw.clone().into(), ..row("", Verdict::LeftOnly) });
    assert_eq!(plan.get(0).unwrap().error, Some(&error));
    assert_eq!((plan.get(1).unwrap().path, plan.get(1).unwrap().error), (raw.as_path(), None));
    assert_eq!(plan.job().unwrap().sources, [Path::new("/l").join(raw).into()]);
}

proptest! {
    #[test]
    fn sums_are_those_of_the_rows(
        verdicts in prop::collection::vec(0_usize..8, 0..20),
        changes in prop::collection::vec((0_usize..20, 0_usize..6, 0_usize..5), 0..20),
    ) {
        let mut plan = Plan::new("/l".into(), "/r".into(), Direction::Both);
        for verdict in verdicts {
            plan.push(row("x", Verdict::ALL[verdict]));
        }
        for (at, action, direction) in changes {
            if !plan.choose(at, Action::ALL[action]) {
                plan.set_direction(Direction::ALL[direction]);
            }
            let kept = plan.sums;
            plan.recount();
            prop_assert_eq!(kept, plan.sums);
            let rows: u64 = Action::ALL.iter().map(|action| kept.of(*action).rows).sum();
            prop_assert_eq!(rows, plan.len() as u64);
        }
    }
}

#[test]
fn a_folder_that_could_not_be_read_is_never_removed() {
    let mut plan = Plan::new("/left".into(), "/right".into(), Direction::MirrorRight);
    let folder = Facts { kind: FileKind::Directory, ..facts(7) };
    plan.push(Row { right: Some(folder), ..row("sec", Verdict::RightOnly) });
    plan.push(Row { right: Some(folder), ..row("secret", Verdict::RightOnly) });
    assert_eq!(plan.sums().of(Action::RemoveRight).rows, 2);
    plan.push(row("secret/deep", Verdict::Failed));
    assert_eq!(actions(&plan), [Action::RemoveRight, Action::Leave, Action::Leave]);
    assert_eq!(plan.sums().of(Action::RemoveRight).rows, 1);
    assert!(!plan.choose(1, Action::RemoveRight) && plan.choose(1, Action::CopyLeft));
    assert!(plan.choose_all(Verdict::RightOnly, Action::RemoveRight));
    assert_eq!(actions(&plan), [Action::RemoveRight, Action::Leave, Action::Leave]);
}

#[test]
fn a_second_comparison_is_the_same_or_not() {
    let one = plan(Direction::Both);
    let mut two = plan(Direction::MirrorLeft);
    two.choose(0, Action::Leave);
    assert!(one.has_rows_of(&two));
    two.push(row("more", Verdict::LeftOnly));
    assert!(!one.has_rows_of(&two) && !two.has_rows_of(&one));
    let mut other = Plan::new("/left".into(), "/right".into(), Direction::Both);
    let mut first = Plan::new("/left".into(), "/right".into(), Direction::Both);
    first.push(row("a", Verdict::Different));
    other.push(Row { left: Some(facts(101)), ..row("a", Verdict::Different) });
    assert!(!first.has_rows_of(&other));
}

#[test]
fn what_gives_way_to_another_type_is_counted() {
    let mut plan = plan(Direction::MirrorRight);
    assert_eq!(plan.gives_way(), Sum { rows: 1, files: 1, bytes: 1_000 });
    assert!(plan.choose(5, Action::CopyLeft));
    assert_eq!(plan.gives_way(), Sum { rows: 1, files: 1, bytes: 100 });
    assert!(plan.choose(5, Action::Leave));
    assert_eq!(plan.gives_way(), Sum::default());
}
