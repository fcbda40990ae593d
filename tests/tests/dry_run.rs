//! Tests that dry runs predict totals and conflicts, and change nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod copy;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use copy::{Copy, Told, copy, copy_into, mkdir, noise, put, symlink};
use fcp_engine::event::{ConflictKind, Event, Outcome, Plan};
use fcp_test_support::{Kind, Scratch, Tree, What, assert_same, with_filesystem};

fn plan(job: Copy) -> (Plan, Told) {
    let mut running = job.with(|options| options.dry_run = true).start();
    let plan = running.until(|event| matches!(event, Event::JobPlan { .. }));
    let Event::JobPlan { plan, .. } = plan else { panic!("{plan:?}") };
    (*plan, running.end())
}

fn conflicts(plan: &Plan) -> BTreeMap<ConflictKind, u64> {
    plan.conflicts.iter().map(|conflict| (conflict.kind, conflict.count)).collect()
}

#[test]
fn totals_are_those_of_the_tree() {
    for seed in 0..4 {
        let scratch = Scratch::new();
        let built = Tree::user(seed).build(&scratch.join("src")).unwrap();
        let (plan, told) = plan(copy(scratch.join("src"), scratch.join("dst")));
        assert!(plan.totals.complete);
        // The operand itself counts, too.
        assert_eq!(plan.totals.items, built.entries + 1);
        assert_eq!(plan.directories, built.directories + 1);
        assert!(plan.totals.bytes.unwrap() >= built.bytes);
        assert_eq!((plan.unreadable, plan.conflicts), (0, vec![]));
        assert_eq!((told.summary.done, told.summary.outcome), (0, Outcome::Completed));
        assert!(!scratch.join("dst").exists());
    }
}

#[test]
fn conflicts_are_foreseen_by_kind() {
    let scratch = Scratch::new();
    for path in ["s", "s/d", "s/dir", "t", "t/s", "t/s/d", "t/s/file"] {
        mkdir(scratch.join(path));
    }
    for path in ["s/file", "s/d/same", "s/free", "t/s/dir", "t/s/d/same"] {
        put(scratch.join(path), path);
    }
    symlink("nowhere", scratch.join("s/link"));
    put(scratch.join("t/s/link"), "in the way");
    let (plan, _) = plan(copy_into(&[scratch.join("s")], scratch.join("t")));
    let expected = [
        (ConflictKind::File, 2),
        (ConflictKind::Directory, 2),
        (ConflictKind::DirectoryInTheWay, 1),
        (ConflictKind::FileInTheWay, 1),
    ];
    assert_eq!(conflicts(&plan), BTreeMap::from(expected));
    assert_eq!(plan.totals.items, 7);
}

#[test]
fn what_cannot_be_read_is_counted() {
    let scratch = Scratch::new();
    put(scratch.join("a"), "a");
    mkdir(scratch.join("to"));
    let sources = [scratch.join("a"), scratch.join("missing")];
    let (plan, _) = plan(copy_into(&sources, scratch.join("to")));
    assert_eq!((plan.totals.items, plan.unreadable), (2, 1));
}

/// Plans on a filesystem that can or cannot clone; gives the plan and the bytes in the source.
fn planned_on(kind: Kind) -> Option<Plan> {
    const SIZE: usize = 3 << 20;
    with_filesystem(kind, 512 << 20, |root| {
        mkdir(root.join("src"));
        put(root.join("src/a"), noise(1, SIZE));
        put(root.join("src/b"), "");
        let (plan, _) = plan(copy(root.join("src"), root.join("dst")));
        assert_eq!(plan.totals.bytes, Some(SIZE as u64));
        assert!((1 << 20..1 << 30).contains(&plan.bytes_free), "{}", plan.bytes_free);
        plan
    })
}

#[test]
fn reflinks_are_foreseen_where_they_are_possible() {
    for (kind, possible) in
        [(Kind::Btrfs, true), (Kind::Xfs, true), (Kind::Ext4, false), (Kind::Tmpfs, false)]
    {
        let Some(plan) = planned_on(kind) else { continue };
        assert_eq!(plan.reflink, possible, "{kind:?}");
        assert_eq!(plan.bytes_needed, if possible { 0 } else { 3 << 20 }, "{kind:?}");
    }
}

/// Copies a tree as it is now, by other means than ours.
fn snapshot(tree: &Path, to: &Path) {
    copy::tool("cp", &["-a", copy::text(tree), copy::text(to)]);
}

#[test]
fn nothing_changes() {
    let scratch = Scratch::new();
    Tree::user(1).build(&scratch.join("src")).unwrap();
    Tree::user(2).build(&scratch.join("dst")).unwrap();
    for tree in ["src", "dst"] {
        snapshot(&scratch.join(tree), &scratch.join(format!("{tree} before")));
    }
    let (plan, _) = plan(copy(scratch.join("src"), scratch.join("dst")));
    assert!(plan.totals.items > 1);
    for tree in ["src", "dst"] {
        let what = What { holes: None, ..What::everything() };
        assert_same(&scratch.join(format!("{tree} before")), &scratch.join(tree), &what);
    }
}

#[test]
fn a_dry_run_pauses_and_a_cancelled_one_is_not_called_complete() {
    let scratch = Scratch::new();
    mkdir(scratch.join("src"));
    for n in 0..20_000 {
        put(scratch.join(format!("src/{n}")), "");
    }
    let job = copy(scratch.join("src"), scratch.join("dst"));
    let mut running = job.with(|options| options.dry_run = true).start();
    running.engine.pause(running.job).unwrap();
    let paused = Instant::now();
    while paused.elapsed() < Duration::from_millis(300) {
        assert_eq!(running.engine.status()[0].summary, None, "it went on");
    }
    running.engine.cancel(running.job).unwrap();
    let plan = running.until(|event| matches!(event, Event::JobPlan { .. }));
    let Event::JobPlan { plan, .. } = plan else { panic!("{plan:?}") };
    let told = running.end();
    assert_eq!(told.summary.outcome, Outcome::Cancelled);
    assert!(!plan.totals.complete, "{plan:?}");
}
