//! Tests of deletes: all named items are removed, nothing else is, and each kept item is reported
//! with the reason.

// They create devices, mount filesystems or control the page cache, by calls of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod asked;
mod refused;

#[path = "../copy/mod.rs"]
mod copy;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use copy::{Told, chmod, delete, get, hard_link, is_full, mkdir, names, put, symlink, text, tool};
use fcp_engine::error::{Action, Code};
use fcp_engine::event::{
    Answer, Event, FileKind, Op, Outcome, Removal, Resolution, Scope, SkipReason, Subject,
};
use fcp_engine::spec::{Confirm, ErrorPolicy, EventLevel, Follow, Options, Seen, SeenItem};
use fcp_test_support::jail::with_jail;
use fcp_test_support::skip;
use fcp_test_support::{
    Kind, Scratch, Tree, What, assert_same, layout, thrice, while_nobody, with_filesystem,
};
use rustix::fs::{CWD, FileType, Mode, mknodat};

fn is_there(path: impl AsRef<Path>) -> bool {
    path.as_ref().symlink_metadata().is_ok()
}

/// The reasons for what was skipped, by the ends of their paths.
fn skips(told: &Told) -> Vec<(String, SkipReason)> {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut skips: Vec<_> =
        told.skipped.iter().map(|(path, reason)| (name(path), *reason)).collect();
    skips.sort_by(|a, b| a.0.cmp(&b.0));
    skips
}

fn codes(told: &Told) -> Vec<Code> {
    told.failed.iter().map(|(_, error)| error.code).collect()
}

#[test]
fn random_trees_are_deleted_and_their_neighbours_kept() {
    let scratch = Scratch::new();
    let (outside, before) = (scratch.join("outside"), scratch.join("before"));
    Tree::user(1).entries(60).build(&outside).unwrap();
    Tree::user(1).entries(60).build(&before).unwrap();
    for seed in 0..if is_full() { 300 } else { 40 } {
        let doomed = scratch.join("doomed");
        let totals = Tree::full(seed).entries(150).depth(9).build(&doomed).unwrap();
        symlink(&outside, doomed.join("link out"));
        symlink("../../outside", doomed.join("relative link out"));
        hard_link(outside_file(&outside), doomed.join("hard link out"));
        let workers = 1 + seed as u16 % 5;
        let told = delete(&[&doomed]).with(|o| o.workers = Some(workers)).run().clean();
        assert!(!is_there(&doomed), "seed {seed}");
        assert_eq!(told.summary.done, totals.entries + 4, "seed {seed}");
        let directories = told.done.iter().filter(|done| done.op == Op::RemoveDir).count();
        assert_eq!(directories as u64, totals.directories + 1, "seed {seed}");
        assert!(told.done.iter().all(|done| done.src == done.dst));
        assert_same(&before, &outside, &What::contents());
        assert_eq!(names(scratch.path()), ["before", "outside"]);
    }
}

/// A file in a tree, for another name of it.
fn outside_file(dir: &Path) -> std::path::PathBuf {
    let path = dir.join("other name");
    if !is_there(&path) {
        let twin = dir.with_file_name("before").join("other name");
        put(&path, b"kept");
        put(twin, b"kept");
    }
    path
}

#[test]
fn a_symlink_is_deleted_and_its_target_kept() {
    let scratch = Scratch::new();
    let (dir, link) = (scratch.join("dir"), scratch.join("link"));
    mkdir(&dir);
    put(dir.join("file"), b"precious");
    symlink("dir", &link);
    // With a trailing slash the link means its target directory, which most users do not intend.
    let slashed = format!("{}/", text(&link));
    for force in [false, true] {
        let told = delete(&[&slashed]).with(|o| o.force = force).run();
        told.failed_with(&[("link/", Code::NotADirectory)]);
    }
    delete(&[&link]).run().clean();
    assert_eq!(get(dir.join("file")), b"precious");
    assert!(!is_there(&link));
    // As rm does, where that was asked for.
    symlink("dir", &link);
    let told = delete(&[&slashed]).with(|o| o.follow = Follow::Operands).run();
    told.failed_with(&[("link/", Code::NotADirectory)]);
    assert!(is_there(&link) && is_there(&dir) && !is_there(dir.join("file")));
}

#[test]
fn a_directory_needs_leave() {
    let scratch = Scratch::new();
    let (full, empty) = (scratch.join("full"), scratch.join("empty"));
    for dir in [&full, &empty] {
        mkdir(dir);
    }
    put(full.join("file"), b"");
    let plain = |o: &mut Options| o.recursive = false;
    let told = delete(&[&full, &empty]).with(plain).run();
    told.failed_with(&[("empty", Code::OmittedDirectory), ("full", Code::OmittedDirectory)]);
    let both = |o: &mut Options| (o.recursive, o.empty_directories) = (false, true);
    delete(&[&full, &empty]).with(both).run().failed_with(&[("full", Code::NotEmpty)]);
    assert!(!is_there(&empty));
    assert_eq!(names(&full), ["file"]);
}

#[test]
fn what_has_another_type_than_was_shown_stays() {
    let scratch = Scratch::new();
    let items = ["file", "folder", "log", "unknown"].map(|name| scratch.join(name));
    let seen = |kind| Some(SeenItem { kind, size: 1, mtime: 1 });
    let shown = Seen {
        sources: vec![seen(FileKind::File), seen(FileKind::Directory), seen(FileKind::File), None],
        only_types: true,
        ..Seen::default()
    };
    // A folder has come to the place of the file, and a symlink to that of the folder.
    mkdir(&items[0]);
    put(items[0].join("inside"), b"");
    symlink("file", &items[1]);
    put(&items[2], b"it was written to since");
    put(&items[3], b"");
    let told = delete(&items).with(|o| o.seen = Some(shown.clone())).run();
    told.failed_with(&[("file", Code::ChangedSince), ("folder", Code::ChangedSince)]);
    assert_eq!(names(scratch.path()), ["file", "folder"]);
    assert_eq!(names(&items[0]), ["inside"]);
}

#[test]
fn what_has_come_to_its_place_since_it_was_shown_stays() {
    let scratch = Scratch::new();
    let items = ["log", "file", "folder", "filled", "old"].map(|name| scratch.join(name));
    mkdir(&items[3]);
    mkdir(&items[4]);
    put(items[4].join("inside"), b"");
    mkdir(scratch.join("beside"));
    put(&items[0], b"");
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as u64;
    if fs::metadata(&items[0]).unwrap().created().is_err() {
        skip::skip("the filesystem does not tell when a file was made");
        return;
    }
    // Files take the time of the last tick.
    let tick = || {
        let clock = || {
            fs::write(scratch.join("tick"), "").unwrap();
            fs::metadata(scratch.join("tick")).unwrap().modified().unwrap()
        };
        let first = clock();
        while clock() == first {
            std::thread::yield_now();
        }
    };
    tick();
    let shown_at = now();
    tick();
    fs::write(&items[0], "it was written to since").unwrap();
    put(items[3].join("new"), b"");
    put(&items[1], b"a file that is another one");
    fs::rename(scratch.join("beside"), &items[2]).unwrap();
    let kinds = [
        FileKind::File,
        FileKind::File,
        FileKind::Directory,
        FileKind::Directory,
        FileKind::Directory,
    ];
    let seen = Seen {
        at: shown_at,
        sources: kinds.map(|kind| Some(SeenItem { kind, size: 0, mtime: 0 })).into(),
        only_types: true,
        ..Seen::default()
    };
    let told = delete(&items).with(|o| o.seen = Some(seen.clone())).run();
    told.failed_with(&[("file", Code::ChangedSince), ("folder", Code::ChangedSince)]);
    assert_eq!(names(scratch.path()), ["file", "folder", "tick"]);
}

#[test]
fn what_is_not_there_fails_unless_forced() {
    let scratch = Scratch::new();
    let file = scratch.join("file");
    put(&file, b"");
    let paths = [scratch.join("nothing"), file.join("below"), Path::new("").to_owned()];
    delete(&paths).run().failed_with(&[
        ("", Code::NotFound),
        ("below", Code::NotADirectory),
        ("nothing", Code::NotFound),
    ]);
    let told = delete(&paths).with(|o| o.force = true).run().failed_with(&[]);
    assert_eq!(told.skipped.len(), 3);
    assert!(told.skipped.iter().all(|(_, reason)| *reason == SkipReason::Missing));
    assert!(is_there(&file));
}

#[test]
fn operands_within_operands_go_in_their_order() {
    let scratch = Scratch::new();
    let (outer, inner) = (scratch.join("outer"), scratch.join("outer/inner"));
    for round in 0..50 {
        let build = || {
            mkdir(&outer);
            layout::flat(&inner, 20, 0).unwrap();
        };
        let many = |o: &mut Options| o.workers = (round % 2 == 0).then_some(4);
        build();
        delete(&[&outer, &inner]).with(many).run().failed_with(&[("inner", Code::NotFound)]);
        build();
        delete(&[&inner, &outer]).with(many).run().clean();
        build();
        delete(&[&outer, &outer]).with(many).run().failed_with(&[("outer", Code::NotFound)]);
        build();
        let told = delete(&[&outer, &inner, &outer]).with(many).with(|o| o.force = true).run();
        told.failed_with(&[]);
        assert!(!is_there(&outer));
    }
}

#[test]
fn two_jobs_on_one_tree_finish_it_together() {
    let scratch = Scratch::new();
    let dir = scratch.join("dir");
    for seed in 0..20 {
        let totals = Tree::plain(seed).entries(400).build(&dir).unwrap();
        let jobs = [delete(&[&dir]).start(), delete(&[&dir]).start()];
        let mut done = 0;
        for job in jobs {
            let told = job.end();
            // One job may start so late that even the operand has been removed.
            assert!(
                told.failed
                    .iter()
                    .all(|(path, error)| { *path == dir && error.code == Code::NotFound }),
                "{:?}",
                told.failed
            );
            assert!(told.skipped.iter().all(|(_, reason)| *reason == SkipReason::Missing));
            done += told.summary.done;
        }
        assert!(!is_there(&dir), "seed {seed}");
        assert_eq!(done, totals.entries + 1);
    }
}

#[test]
fn what_filters_leave_out_stays_with_all_above_it() {
    let scratch = Scratch::new();
    let top = scratch.join("top");
    for dir in ["", "a", "a/b", "c"] {
        mkdir(top.join(dir));
    }
    for file in ["a/b/x.keep", "a/b/y", "a/z", "c/z"] {
        put(top.join(file), b"");
    }
    let keep = |o: &mut Options| o.filter.exclude = vec!["*.keep".to_owned()];
    let told = delete(&[&top]).with(keep).run().failed_with(&[]);
    assert_eq!(told.summary.done, 4);
    assert_eq!(told.summary.skipped, 3);
    assert!(told.skipped.iter().all(|(_, reason)| *reason == SkipReason::NotEmpty));
    assert_eq!(names(top.join("a/b")), ["x.keep"]);
    assert_eq!(names(&top), ["a"]);
}

/// Starts to delete many files and waits until some have been deleted.
fn midway(top: &Path) -> copy::Running {
    let quiet = |o: &mut Options| {
        o.events = EventLevel::Facts;
        o.workers = Some(2);
    };
    let running = delete(&[top]).with(quiet).start();
    while running.engine.status()[0].progress.items_done == 0 {
        std::thread::yield_now();
    }
    running
}

#[test]
fn a_delete_pauses_goes_on_and_is_cancelled() {
    thrice(|| {
        with_filesystem(Kind::Tmpfs, 1 << 30, |root| {
            let top = root.join("top");
            mkdir(&top);
            for n in 0..20 {
                layout::flat(&top.join(n.to_string()), 5000, 0).unwrap();
            }
            let running = midway(&top);
            running.engine.pause(running.job).unwrap();
            let items = || running.engine.status()[0].progress.items_done;
            let asked = Instant::now();
            let (mut before, mut changed) = (items(), asked);
            while asked.elapsed() < Duration::from_millis(400) {
                if items() != before {
                    (before, changed) = (items(), Instant::now());
                }
                std::thread::yield_now();
            }
            assert!(changed - asked < Duration::from_millis(250), "{:?}", changed - asked);
            assert!(before < 100_021, "it was over before it could pause");
            let totals = running.engine.status()[0].progress.totals.unwrap();
            assert!(totals.items >= before && totals.bytes.is_none(), "{totals:?}");
            running.engine.resume(running.job).unwrap();
            running.engine.cancel(running.job).unwrap();
            let asked = Instant::now();
            let told = running.end();
            assert!(asked.elapsed() < Duration::from_millis(250), "{:?}", asked.elapsed());
            assert_eq!(told.summary.outcome, Outcome::Cancelled);
            assert!(told.skipped.iter().all(|(_, reason)| {
                matches!(reason, SkipReason::Cancelled | SkipReason::NotEmpty)
            }));
            // What was begun can be finished.
            let rest = delete(&[&top]).with(|o| o.events = EventLevel::Facts).start();
            let engine = rest.engine.clone();
            let told = rest.end();
            let totals = engine.status()[0].progress.totals.unwrap();
            assert_eq!((totals.items, totals.complete), (told.summary.done, true));
            assert!(names(root).is_empty());
        });
    });
}

#[test]
fn special_files_go_without_being_opened() {
    let scratch = Scratch::new();
    let top = scratch.join("top");
    mkdir(&top);
    mknodat(CWD, top.join("fifo"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(top.join("socket")).unwrap();
    symlink("nowhere", top.join("dangling"));
    symlink("loop", top.join("loop"));
    delete(&[&top]).run().clean();
    assert!(!is_there(&top));
}

#[test]
fn a_dry_run_counts_and_touches_nothing() {
    let scratch = Scratch::new().open_to_all();
    let (top, before) = (scratch.join("top"), scratch.join("before"));
    for dir in [&top, &before] {
        Tree::plain(5).entries(120).build(dir).unwrap();
    }
    let totals = Tree::plain(5).entries(120).build(&scratch.join("third")).unwrap();
    let plan = |sources: &[&Path], change: fn(&mut Options)| {
        let dry = delete(sources).with(|o| o.dry_run = true).with(change);
        let mut running = dry.start();
        let event = running.until(|event| matches!(event, Event::JobPlan { .. }));
        running.end();
        let Event::JobPlan { plan, .. } = event else { unreachable!() };
        *plan
    };
    let found = plan(&[&top], |_| {});
    assert_eq!(found.totals.items, totals.entries + 1);
    assert_eq!((found.totals.bytes, found.totals.complete), (Some(totals.bytes), true));
    assert_eq!(found.directories, totals.directories + 1);
    assert_eq!((found.unreadable, found.conflicts.len(), found.bytes_needed), (0, 0, 0));
    // What would be refused, is missing or needs another flag.
    let missing = scratch.join("nothing");
    assert_eq!(plan(&[&top, Path::new(".."), &missing], |_| {}).unreadable, 2);
    assert_eq!(plan(&[&missing], |o| o.force = true).unreadable, 0);
    assert_eq!(plan(&[&top], |o| o.recursive = false).unreadable, 1);
    assert_same(&before, &top, &What::contents());
    while_nobody(|| assert_eq!(plan(&[&top], |_| {}).unreadable, totals.entries));
    assert_same(&before, &top, &What::contents());
}
