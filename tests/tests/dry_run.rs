//! Tests that dry runs predict totals and conflicts, and change nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod copy;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use copy::{Copy, Told, copy, copy_into, mkdir, noise, put, symlink};
use fcp_engine::event::{ConflictKind, Event, Outcome, Plan};
use fcp_engine::spec::{ConflictPolicy, LinkMode, Sparse};
use fcp_test_support::output::sh;
use fcp_test_support::{Kind, Scratch, Tree, What, assert_same, program, run};
use fcp_test_support::{with_filesystem, with_mounts};
use serde_json::Value;

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
fn hard_links_to_another_filesystem_are_foreseen_to_fail() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (here, there) = (mounts.tmpfs(""), mounts.tmpfs(""));
        for path in [here.join("d"), there.join("kept")] {
            mkdir(path);
        }
        put(here.join("d/f"), "1");
        put(here.join("f"), "1");
        put(there.join("kept/f"), "2");
        let job = |to: &Path, policy: &ConflictPolicy, dry: bool| {
            let told = copy_into(&[here.join("d"), here.join("f")], to).with(|o| {
                (o.link, o.on_conflict, o.dry_run) = (LinkMode::Hard, policy.clone(), dry);
            });
            let mut failed = told.run().failed;
            failed.sort_by(|one, other| one.0.cmp(&other.0));
            failed
        };
        for (to, policy, count) in [
            (&there, ConflictPolicy::Overwrite, 2),
            (&there.join("kept"), ConflictPolicy::Overwrite, 2),
            (&there.join("kept"), ConflictPolicy::Skip, 1),
            (&here.join("new"), ConflictPolicy::Overwrite, 0),
        ] {
            if !to.exists() {
                mkdir(to);
            }
            let foreseen = job(to, &policy, true);
            assert_eq!(foreseen.len(), count, "{foreseen:?}");
            assert_eq!(job(to, &policy, false), foreseen);
        }
    });
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
fn sources_of_one_name_are_foreseen_as_conflicts() {
    let scratch = Scratch::new();
    for path in ["x", "y", "x/d", "y/d", "c", "taken", "taken/d"] {
        mkdir(scratch.join(path));
    }
    for path in ["x/f", "y/f", "x/d/same", "y/d/same", "y/d/other", "taken/f"] {
        put(scratch.join(path), path);
    }
    let planned = |to: &str, policy: ConflictPolicy| {
        let sources = ["x/f", "x/d", "y/f", "y/d"].map(|path| scratch.join(path));
        let job = copy_into(&sources, scratch.join(to)).with(|o| o.on_conflict = policy);
        conflicts(&plan(job).0)
    };
    let pair = BTreeMap::from([(ConflictKind::File, 2), (ConflictKind::Directory, 1)]);
    let rename = || ConflictPolicy::Rename("{stem} ({n}){ext}".into());
    for policy in [ConflictPolicy::Ask, rename(), ConflictPolicy::Skip, ConflictPolicy::Smaller] {
        assert_eq!(planned("c", policy), pair);
    }
    // What is at the destination is met by both of the sources, and counted as before.
    let taken = BTreeMap::from([(ConflictKind::File, 3), (ConflictKind::Directory, 2)]);
    assert_eq!(planned("taken", ConflictPolicy::Skip), taken);
}

#[test]
fn holes_need_no_space() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (here, there) = (mounts.tmpfs(""), mounts.tmpfs(""));
        mkdir(here.join("s"));
        sh(&here.join("s"), "truncate -s 1G holes; echo data | dd of=holes seek=1000 conv=notrunc");
        put(here.join("s/data"), noise(1, 1 << 20));
        let job = || copy_into(&[here.join("s")], &there);
        let (found, _) = plan(job());
        assert_eq!(found.totals.bytes, Some((1 << 30) + (1 << 20)));
        assert!((1 << 20..2 << 20).contains(&found.bytes_needed), "{}", found.bytes_needed);
        let (whole, _) = plan(job().with(|options| options.sparse = Sparse::Never));
        assert_eq!(whole.bytes_needed, (1 << 30) + (1 << 20));
    });
}

#[test]
fn sizes_beyond_what_a_number_holds_are_told_as_the_largest_one() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (here, there) = (mounts.tmpfs(""), mounts.tmpfs(""));
        mkdir(here.join("s"));
        sh(&here.join("s"), "truncate -s 9223372036854775807 a b c; echo data >d");
        let (found, told) = plan(copy_into(&[here.join("s")], &there));
        assert_eq!(found.totals.bytes, Some(u64::MAX));
        assert_eq!(told.summary.outcome, Outcome::Completed);
        let dry = run(program("frm").args(["--dry-run", "--json", "-r"]).arg(here.join("s")));
        let text = String::from_utf8(dry.stdout).unwrap();
        assert!(text.contains(&format!("\"bytes\":{}", u64::MAX)), "{text}");
    });
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

/// Archives that hold a file of one name, one with two files, and a file.
const ARCHIVES: &str = "mkdir s s2 d; echo 1 >s/a; echo 2 >s2/a; echo 3 >s2/b; ln -s nothing dangling; \
    tar -C s -cf a.tar a; tar -C s2 -cf again.tar a; tar -C s2 -cf two.tar a b; echo 4 >f";

/// Files and folders, some with one name, and links.
const FILES: &str = "mkdir -p s s2 d t/x t2/x t/a; echo 1 >a; echo 2 >s/a; echo 3 >s2/a; \
    echo 4 >t/x/f; echo 5 >t2/x/f; ln a linked; ln -s a to-a; ln -s s to-s; \
    ln -s nothing dangling; ln -s circle circle";

/// Files of one name, the older one smaller; others like the first one, and folders that have older and newer ones.
const TIMES: &str = "mkdir s s2 like same d e; echo 1 >s/a; echo 22 >s2/a; echo 3 >like/a; echo 1 >same/a; \
    echo 4 >e/a; touch -d @1000 s/a like/a same/a; touch -d @2000 e/a; touch -d @3000 s2/a";

/// What is laid out by the shell, the program, its arguments, and its exit code.
const FORESEEN: &[(&str, &str, &[&str], i32)] = &[
    ("touch a; mkdir d; touch d/a", "fcp", &["--on-conflict=fail", "a", "d"], 1),
    ("touch a; mkdir d; touch d/a", "fcp", &["--on-conflict=skip", "a", "d"], 0),
    ("touch a; mkdir d; touch d/a", "fcp", &["--on-conflict=overwrite", "a", "d"], 0),
    ("touch a; mkdir d; touch d/a", "fmv", &["--on-conflict=fail", "a", "d"], 1),
    ("mkdir -p s/x t/s; touch t/s/x", "fcp", &["-r", "s", "t"], 1),
    ("mkdir -p s/x t/s; touch t/s/x", "fmv", &["s", "t"], 1),
    ("mkdir -p s/x t/s; touch t/s/x", "fcp", &["-rb", "s", "t"], 0),
    ("mkdir -p s/x t/s; touch t/s/x", "fmv", &["-b", "s", "t"], 0),
    ("mkdir -p s t/s/x; touch s/x", "fcp", &["-r", "s", "t"], 1),
    ("mkdir -p s t/s/x; touch s/x", "fcp", &["-rb", "s", "t"], 1),
    ("mkdir -p s t/s/x; touch s/x", "fmv", &["s", "t"], 1),
    ("mkdir -p s t/s/x; touch s/x", "fmv", &["-b", "s", "t"], 0),
    ("mkdir -p s t real; ln -s ../real t/s", "fcp", &["-r", "s", "t"], 1),
    (
        "mkdir -p s t real; ln -s ../real t/s",
        "fcp",
        &["-r", "--keep-directory-symlink", "s", "t"],
        0,
    ),
    ("mkdir -p s t/s; touch t/s/x", "mv", &["s", "t"], 1),
    ("mkdir -p s t/s", "mv", &["s", "t"], 0),
    ("mkdir -p s t/x; touch s/x t/x/in", "fcp", &["--mirror=delete", "s/.", "t"], 0),
    (
        "mkdir -p s t/x; touch s/x t/x/in",
        "fcp",
        &["--mirror=delete", "--max-delete=9", "s/.", "t"],
        1,
    ),
    ("mkdir -p s t/x; touch s/x t/x/in", "fcp", &["--mirror=delete", "--exclude=y", "s/.", "t"], 1),
    ("touch a; echo old > p.tar", "fcp", &["pack", "--on-conflict=fail", "p.tar", "a"], 1),
    ("touch a; echo old > p.tar", "fcp", &["pack", "p.tar", "a"], 0),
    ("touch a; mkdir p.tar", "fcp", &["pack", "p.tar", "a"], 1),
    ("echo old > p.tar", "fcp", &["pack", "p.tar", "p.tar"], 1),
    ("touch a; tar -cf p.tar a; mkdir d; touch d/a", "fcp", &["extract", "p.tar", "d"], 0),
    (
        "touch a; tar -cf p.tar a; mkdir d; touch d/a",
        "fcp",
        &["extract", "--on-conflict=fail", "p.tar", "d"],
        1,
    ),
    ("touch a; tar -cf p.tar a; mkdir -p d/a", "fcp", &["extract", "p.tar", "d"], 1),
    ("echo no > p.tar; mkdir d", "fcp", &["extract", "p.tar", "d"], 1),
    (ARCHIVES, "fcp", &["extract", "--folder", "a.tar", "d"], 0),
    (ARCHIVES, "fcp", &["extract", "--folder", "two.tar", "d"], 0),
    (ARCHIVES, "fcp", &["extract", "a.tar", "dangling/"], 1),
    (ARCHIVES, "fcp", &["extract", "-b", "a.tar", "f"], 0),
    (ARCHIVES, "fcp", &["extract", "a.tar", "nowhere/x"], 1),
    (ARCHIVES, "fcp", &["extract", "a.tar", "again.tar", "d"], 1),
    (ARCHIVES, "fcp", &["extract", "--on-conflict=fail", "a.tar", "again.tar", "d"], 1),
    (ARCHIVES, "fcp", &["extract", "--on-conflict=skip", "a.tar", "again.tar", "d"], 0),
    (ARCHIVES, "fcp", &["extract", "--backup=numbered", "a.tar", "again.tar", "d"], 0),
    (ARCHIVES, "fcp", &["pack", "-n", "a.tar", "s", "missing"], 0),
    (ARCHIVES, "fcp", &["pack", "-n", "a.tar", "a.tar"], 0),
    (ARCHIVES, "fcp", &["pack", "nowhere/a.tar", "s"], 1),
    (FILES, "fcp", &["a", "a"], 1),
    (FILES, "fcp", &["-n", "a", "a"], 0),
    (FILES, "fcp", &["--on-conflict=rename", "a", "a"], 0),
    (FILES, "fcp", &["-b", "a", "a"], 1),
    (FILES, "fcp", &["a", "to-a"], 1),
    (FILES, "fcp", &["-n", "a", "to-a"], 0),
    (FILES, "fcp", &["-b", "a", "to-a"], 0),
    (FILES, "fcp", &["to-a", "a"], 1),
    (FILES, "fcp", &["-P", "to-a", "a"], 1),
    (FILES, "fmv", &["to-a", "a"], 1),
    (FILES, "fmv", &["a", "to-a"], 0),
    (FILES, "fcp", &["a", "linked"], 1),
    (FILES, "fcp", &["-n", "a", "linked"], 0),
    (FILES, "fcp", &["-b", "a", "linked"], 0),
    (FILES, "fcp", &["-l", "a", "linked"], 0),
    (FILES, "fcp", &["--remove-destination", "a", "linked"], 0),
    (FILES, "fmv", &["a", "linked"], 1),
    (FILES, "fmv", &["-b", "a", "linked"], 0),
    (FILES, "fmv", &["-n", "a", "linked"], 0),
    (FILES, "fmv", &["a", "a"], 1),
    (FILES, "fmv", &["-b", "a", "a"], 1),
    (FILES, "fmv", &["-n", "a", "a"], 0),
    (FILES, "fmv", &["--on-conflict=rename", "a", "a"], 1),
    (FILES, "fcp", &["a", "dangling"], 1),
    (FILES, "fcp", &["-n", "a", "dangling"], 1),
    (FILES, "fcp", &["-b", "a", "dangling"], 0),
    (FILES, "fcp", &["--remove-destination", "a", "dangling"], 0),
    (FILES, "fcp", &["a", "circle"], 1),
    (FILES, "fmv", &["a", "dangling"], 0),
    (FILES, "fcp", &["dangling", "s/b"], 1),
    (FILES, "fcp", &["--attributes-only", "a", "dangling"], 1),
    (FILES, "fcp", &["-P", "--attributes-only", "to-a", "s/a"], 1),
    (FILES, "fcp", &["--attributes-only", "a", "s/a"], 0),
    (FILES, "fcp", &["s/a", "s2/a", "d"], 1),
    (FILES, "fcp", &["--on-conflict=fail", "s/a", "s2/a", "d"], 1),
    (FILES, "fcp", &["--on-conflict=skip", "s/a", "s2/a", "d"], 0),
    (FILES, "fcp", &["--on-conflict=rename", "s/a", "s2/a", "d"], 0),
    (FILES, "fcp", &["-b", "s/a", "s2/a", "d"], 1),
    (FILES, "fcp", &["--backup=numbered", "s/a", "s2/a", "d"], 0),
    (FILES, "fcp", &["--parents", "s/a", "s2/a", "d"], 0),
    (FILES, "fcp", &["s/a", "s/a", "d"], 0),
    (FILES, "fmv", &["s/a", "s2/a", "d"], 1),
    (FILES, "fmv", &["--backup=numbered", "s/a", "s2/a", "d"], 0),
    (FILES, "fmv", &["s/a", "s/a", "d"], 0),
    (FILES, "fcp", &["t/x", "t2/x", "d"], 1),
    (FILES, "fcp", &["-n", "t/x", "t2/x", "d"], 0),
    (FILES, "fmv", &["t/x", "t2/x", "d"], 1),
    (FILES, "fmv", &["-n", "t/x", "t2/x", "d"], 0),
    (FILES, "fcp", &["s/.", "s2/.", "d"], 1),
    (FILES, "fcp", &["s/.", "a", "d"], 1),
    (FILES, "fcp", &["a", "s/.", "d"], 1),
    (FILES, "fcp", &["s/.", "s2/a", "d"], 1),
    (FILES, "fcp", &["t/.", "t2/x", "d"], 1),
    (FILES, "fcp", &["t2/x", "t/.", "d"], 1),
    (FILES, "fcp", &["t/.", "a", "d"], 1),
    (FILES, "fcp", &["--inplace", "s/.", "a", "d"], 1),
    (FILES, "fcp", &["--inplace", "a", "s/.", "d"], 1),
    (FILES, "fcp", &["-b", "s/.", "a", "d"], 1),
    (FILES, "fcp", &["-n", "s/.", "a", "d"], 0),
    (FILES, "fcp", &["--on-conflict=fail", "a", "s/.", "d"], 1),
    (FILES, "fcp", &["--on-conflict=rename", "s/.", "a", "d"], 0),
    (FILES, "fcp", &["--backup=numbered", "s/.", "a", "d"], 0),
    (FILES, "fcp", &["s/.", "s/a", "d"], 0),
    (FILES, "fcp", &["s/a", "s/.", "d"], 0),
    (FILES, "fcp", &["s/.", "linked", "d"], 0),
    (FILES, "fcp", &["s/.", "missing", "d"], 1),
    (FILES, "fcp", &["--parents", "t", "t/x", "t/x/f", "d"], 0),
    (FILES, "cp", &["-r", "s/.", "a", "d"], 0),
    (FILES, "cp", &["-r", "a", "s/.", "d"], 0),
    (FILES, "fmv", &["--exclude=x", "s/.", "a", "d"], 1),
    (FILES, "fcp", &["s/a", "t/a", "d"], 1),
    (FILES, "fcp", &["-b", "s/a", "t/a", "d"], 0),
    (FILES, "fmv", &["t/a", "s/a", "d"], 1),
    (FILES, "fmv", &["s/.", "d"], 1),
    (FILES, "fmv", &["s/..", "d"], 1),
    (FILES, "fmv", &["--exclude=x", "s/.", "d"], 1),
    (FILES, "fmv", &["to-s/", "d"], 1),
    (FILES, "fcp", &["s", "s/c"], 1),
    (FILES, "fmv", &["s", "s/c"], 1),
    (FILES, "fcp", &["s", "s"], 1),
    (FILES, "fcp", &["s", "."], 1),
    (FILES, "fcp", &["-n", "s", "."], 1),
    (FILES, "fmv", &["s", "."], 1),
    (FILES, "fcp", &["--mirror", "s/.", "s/c"], 1),
    ("mkdir -p s/in; ln -s .. s/in/back", "fcp", &["-rL", "s", "d"], 1),
    ("mkdir -p s/in; ln -s ../.. s/in/far", "fcp", &["-r", "s", "d"], 0),
    ("mkdir -p d/s; touch d/s/a", "fcp", &["--mirror", "-T", "d/s", "d"], 1),
    ("mkdir -p d/s; touch d/s/a", "fcp", &["--mirror", "d/s/.", "d"], 1),
    (FILES, "fcp", &["-s", "a", "d"], 1),
    (FILES, "fcp", &["-s", "a", "here"], 0),
    (FILES, "fcp", &["-s", "-T", "a", "./here"], 0),
    (FILES, "fcp", &["-s", "s", "."], 1),
    (FILES, "fcp", &["-s", "t", "new"], 1),
    (FILES, "fcp", &["-ns", "a", "s"], 1),
    (FILES, "fcp", &["-s", "--on-conflict=overwrite", "to-a", "linked"], 1),
    (FILES, "fcp", &["a", "nowhere/x"], 1),
    (FILES, "fcp", &["-l", "a", "nowhere/x"], 1),
    (FILES, "fcp", &["a", "nowhere/"], 1),
    (FILES, "fcp", &["a", "s2/a/"], 1),
    (FILES, "fcp", &["a", "s2/a/x"], 1),
    (FILES, "fcp", &["s", "nowhere/"], 0),
    (FILES, "fcp", &["s", "nowhere/x"], 1),
    (FILES, "fmv", &["a", "nowhere/x"], 1),
    (FILES, "fmv", &["a", "nowhere/"], 1),
    (FILES, "fmv", &["s", "nowhere/x"], 1),
    (FILES, "fmv", &["--exchange", "a", "missing"], 1),
    (FILES, "fmv", &["--exchange", "a", "d"], 1),
    (FILES, "fmv", &["--exchange", "a", "linked"], 1),
    (FILES, "fmv", &["--exchange", "a", "s/a"], 0),
    (FILES, "fcp", &["--on-error=abort", "--on-conflict=fail", "s/a", "s2"], 3),
    (FILES, "fcp", &["--on-error=abort", "a", "a"], 3),
    (TIMES, "fcp", &["-u", "s/a", "s2/a", "d"], 0),
    (TIMES, "fcp", &["-up", "s/a", "s2/a", "d"], 1),
    (TIMES, "fcp", &["-up", "s2/a", "s/a", "d"], 0),
    (TIMES, "fcp", &["-up", "s/.", "s2/a", "d"], 1),
    (TIMES, "fcp", &["-up", "s2/.", "s/.", "d"], 0),
    (TIMES, "fcp", &["-up", "s/a", "s2/a", "e"], 0),
    (TIMES, "fcp", &["-up", "--backup=numbered", "s/a", "s2/a", "d"], 0),
    (TIMES, "fcp", &["-ul", "s/a", "s2/a", "d"], 1),
    (TIMES, "fmv", &["-u", "s/a", "s2/a", "d"], 1),
    (TIMES, "fmv", &["-u", "s2/a", "s/a", "d"], 0),
    (TIMES, "fcp", &["--on-conflict=older", "s2/a", "s/a", "d"], 1),
    (TIMES, "fcp", &["--on-conflict=older", "-p", "s/a", "s2/a", "d"], 0),
    (TIMES, "fcp", &["--on-conflict=larger", "s/a", "s2/a", "d"], 1),
    (TIMES, "fcp", &["--on-conflict=larger", "s/a", "s2/a", "e"], 0),
    (TIMES, "fcp", &["--on-conflict=smaller", "s/a", "s2/a", "d"], 0),
    (TIMES, "fcp", &["--on-conflict=different", "s/a", "same/a", "d"], 1),
    (TIMES, "fcp", &["--on-conflict=different", "-p", "s/a", "like/a", "d"], 0),
    (TIMES, "fcp", &["--on-conflict=different-content", "s/a", "same/a", "d"], 0),
    (TIMES, "fcp", &["--on-conflict=different-content", "s/a", "like/a", "d"], 1),
    (TIMES, "fcp", &["--on-conflict=different-content", "s/a", "s2/a", "d"], 1),
    (TIMES, "fcp", &["--resume", "-p", "s/a", "like/a", "d"], 0),
    (TIMES, "fcp", &["--resume", "-p", "s/a", "s2/a", "d"], 1),
    (TIMES, "fcp", &["--resume", "s/a", "like/a", "d"], 1),
    (TIMES, "fcp", &["--resume", "-p", "s/.", "s2/.", "d"], 1),
    (TIMES, "fmv", &["--resume", "s/a", "s2/a", "d"], 1),
    (TIMES, "fmv", &["--resume", "s/a", "like/a", "d"], 1),
    (TIMES, "fmv", &["--resume", "s/a", "same/a", "d"], 1),
    ("mkdir d", "fcp", &["missing", "d"], 1),
    ("mkdir d", "fmv", &["missing", "d"], 1),
    ("mkdir d", "frm", &["missing"], 1),
    ("mkdir d", "frm", &["-f", "missing"], 0),
    ("mkdir d; touch d/a", "frm", &["d"], 1),
    ("mkdir d; touch d/a", "frm", &["-r", "d"], 0),
    (FILES, "fmv", &["t", "t/x", "d"], 1),
    (FILES, "fmv", &["t/x", "t", "d"], 0),
    (FILES, "fmv", &["t/x", "./t/x/f", "d"], 1),
    (FILES, "frm", &["-r", "t", "t/x"], 1),
    (FILES, "frm", &["-r", "t/x", "./t"], 0),
    (FILES, "frm", &["-rf", "t", "t/x"], 0),
    (FILES, "frm", &["a", "a"], 1),
    (FILES, "frm", &["-f", "a", "./a"], 0),
    (FILES, "frm", &["-r", "s", "s/"], 1),
    (FILES, "frm", &["-r", "to-s", "s/a"], 0),
    (FILES, "frm", &["-r", "--trash", "t", "t/x"], 1),
    (FILES, "frm", &["-r", "--trash", "t/x", "t"], 0),
    (FILES, "frm", &["-rf", "--trash", "t", "t/x"], 0),
    (FILES, "frm", &["--trash", "a", "a"], 1),
    (FILES, "frm", &["-f", "--trash", "a", "a"], 0),
];

#[test]
fn a_dry_run_ends_with_the_code_of_the_run_that_it_foresees() {
    for (made, name, args, code) in FORESEEN {
        let scratch = Scratch::new();
        // The trash is there.
        mkdir(scratch.join("home"));
        sh(scratch.path(), made);
        let ran = |more: &[&str]| {
            let mut args = args.to_vec();
            let at = usize::from(matches!(args.first(), Some(&"pack" | &"extract")));
            args.splice(at..at, more.iter().copied());
            let mut command = program(name);
            command.args(args).current_dir(scratch.path()).env("HOME", scratch.join("home"));
            let done = run(&mut command);
            (String::from_utf8(done.stdout).unwrap(), done.status.code())
        };
        let (out, foreseen) = ran(&["--dry-run", "--json"]);
        assert_eq!(foreseen, Some(*code), "{made}: {name} {args:?}: {out}");
        let expected = match code {
            0 => "completed",
            3 => "failed",
            _ => "completed_with_errors",
        };
        let last: Value =
            serde_json::from_str(out.lines().rfind(|line| line.contains("job.summary")).unwrap())
                .unwrap();
        assert_eq!(last["summary"]["outcome"], expected, "{made}: {name} {args:?}");
        let (_, foreseen) = ran(&["--dry-run"]);
        assert_eq!(foreseen, Some(*code), "{made}: {name} {args:?}");
        assert_eq!(ran(&[]).1, Some(*code), "{made}: {name} {args:?}");
    }
}

#[test]
fn a_dry_run_fails_where_files_must_be_cloned_and_cannot_be() {
    let scratch = Scratch::new();
    sh(scratch.path(), "mkdir d; echo 1 >a");
    let ran = |args: &[&str]| {
        let mut command = program("fcp");
        command.args(args).current_dir(scratch.path()).env("HOME", scratch.join("home"));
        run(&mut command).status.code()
    };
    // It depends on the filesystem.
    let foreseen = ran(&["--dry-run", "--reflink=always", "a", "d"]);
    assert_eq!(ran(&["--reflink=always", "a", "d"]), foreseen);
    assert_eq!(ran(&["--dry-run", "--reflink=auto", "a", "d"]), Some(0));
}

#[test]
fn a_plan_tells_the_free_space_above_a_missing_folder() {
    let scratch = Scratch::new();
    put(scratch.join("a"), "a");
    let (plan, told) = plan(copy(scratch.join("a"), scratch.join("nowhere/x")));
    assert_eq!((plan.unreadable, told.summary.failed), (0, 1));
    assert_eq!(plan.totals.bytes, Some(1));
    assert!(plan.bytes_free > 0);
}

#[test]
fn a_refused_folder_is_told_once_and_counted_whole() {
    let scratch = Scratch::new();
    mkdir(scratch.join("s"));
    put(scratch.join("s/a"), "a");
    let (plan, told) = plan(copy_into(&[scratch.join("s")], scratch.path()));
    assert_eq!((plan.totals.items, plan.totals.bytes), (2, Some(1)));
    assert_eq!((plan.directories, plan.conflicts), (1, vec![]));
    assert_eq!(told.summary.failed, 1);
}

#[test]
fn a_dry_run_waits_for_no_fifo_of_which_two_sources_have_one() {
    let scratch = Scratch::new();
    sh(scratch.path(), "mkdir a b t && mkfifo a/p b/p && touch -r a/p b/p");
    for rule in ["--on-conflict=different-content", "--resume"] {
        let mut command = program("fcp");
        command.current_dir(scratch.path());
        let ended = run(command.args(["-r", "--dry-run", rule, "a/.", "b/.", "t"]));
        assert_eq!(ended.status.code(), Some(1), "{rule}");
    }
}

#[test]
fn an_operand_in_a_later_one_is_counted_once() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (here, there) = (mounts.tmpfs(""), mounts.tmpfs(""));
        mkdir(here.join("s"));
        for name in ["s/a", "s/b"] {
            put(here.join(name), noise(1, 10));
        }
        let there = there.to_str().unwrap();
        for (tool, args) in [
            ("frm", &["-r", "--trash", "--dry-run", "--json", "s/a", "s"][..]),
            ("frm", &["-r", "--trash", "--dry-run", "--json", "--exclude=x", "s/a", "s"]),
            ("frm", &["-r", "--dry-run", "--json", "s/a", "s"]),
            ("fmv", &["--dry-run", "--json", "s/a", "s", there]),
        ] {
            let done = run(program(tool).current_dir(&here).args(args));
            let text = String::from_utf8(done.stdout).unwrap();
            assert!(text.contains("\"totals\":{\"items\":3,\"bytes\":20,"), "{args:?}: {text}");
        }
    });
}
