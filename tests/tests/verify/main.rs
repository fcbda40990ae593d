//! Tests that verifying a copy again names every difference, and changes nothing.

// They create devices, mount filesystems or control the page cache, by calls of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod differences;

#[path = "../copy/mod.rs"]
mod copy;

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use copy::{Copy, Told, chmod, copy, copy_into, get, mkdir, noise, put, symlink};
use fcp_engine::error::{Action, Code};
use fcp_engine::event::{Event, Op, Outcome, SkipReason};
use fcp_engine::spec::{
    Destination, ErrorPolicy, EventLevel, Filter, Follow, LinkMode, Options, Verb,
};
use fcp_test_support::home::Home;
use fcp_test_support::patience::until;
use fcp_test_support::{Kind, Scratch, Tree, while_nobody, with_filesystem, with_mounts};
use rustix::fs::{FileType, Mode, Timespec, Timestamps};

/// The job that compares what another one copied.
fn again(job: &Copy) -> Copy {
    Copy(job.0.verifying().expect("a copy"))
}

/// Copies, and gives the job that compares.
#[track_caller]
fn copied(job: &Copy) -> Copy {
    job.clone().run().clean();
    again(job)
}

/// A source of some files of one directory and their copy, which nothing can be said against.
fn two(scratch: &Scratch) -> Copy {
    let src = scratch.join("src");
    mkdir(&src);
    mkdir(src.join("dir"));
    put(src.join("dir/file"), noise(1, 300_000));
    put(src.join("other"), "other");
    put(src.join("empty"), "");
    symlink("dir/file", src.join("link"));
    copied(&copy(src, scratch.join("dst")).archive())
}

/// All there is to know of everything below a directory, but when it was read and where it lies.
fn snapshot(dir: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut left = vec![dir.to_owned()];
    while let Some(path) = left.pop() {
        let meta = path.symlink_metadata().unwrap();
        if meta.is_dir() {
            left.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
        let times = (meta.mtime(), meta.mtime_nsec(), meta.ctime(), meta.ctime_nsec());
        let kind = (meta.mode(), meta.size(), meta.ino(), meta.nlink());
        found.insert(path, format!("{kind:?} {times:?}"));
    }
    found
}

/// Writes over a byte and leaves size and modification time as they are.
fn corrupt(path: &Path, at: u64) {
    let meta = path.metadata().unwrap();
    let file = File::options().read(true).write(true).open(path).unwrap();
    let mut byte = [0];
    file.read_exact_at(&mut byte, at).unwrap();
    file.write_all_at(&[!byte[0]], at).unwrap();
    let time = Timespec { tv_sec: meta.mtime(), tv_nsec: meta.mtime_nsec() };
    let times = Timestamps { last_access: time, last_modification: time };
    rustix::fs::futimens(&file, &times).unwrap();
    let now = path.metadata().unwrap();
    assert_eq!((now.size(), now.mtime()), (meta.size(), meta.mtime()));
}

#[track_caller]
fn mismatches(told: &Told, expected: u64) {
    assert_eq!((told.summary.failed, told.summary.mismatched), (expected, expected));
    assert_eq!(told.summary.outcome, Outcome::CompletedWithErrors);
}

#[test]
fn a_whole_copy_passes_and_neither_side_is_touched() {
    for seed in 0..3 {
        let scratch = Scratch::new();
        let (src, dst) = (scratch.join("src"), scratch.join("dst"));
        let built = Tree::full(seed).build(&src).unwrap();
        let job = copied(&copy(&src, &dst).archive());
        let before = [snapshot(&src), snapshot(&dst)];
        let told = job.run().clean();
        assert_eq!(told.summary.verb, Verb::Verify);
        assert_eq!(told.summary.done, built.entries + 1);
        assert_eq!((told.summary.failed, told.summary.mismatched), (0, 0));
        assert!(told.done.iter().all(|done| done.op == Op::Verify && done.method.is_none()));
        let size = |done: &copy::Done| {
            let meta = done.src.symlink_metadata().unwrap();
            if meta.is_file() { meta.size() } else { 0 }
        };
        assert!(told.done.iter().all(|done| done.bytes == size(done)));
        assert!(before == [snapshot(&src), snapshot(&dst)]);
    }
}

#[test]
fn what_a_filter_left_out_is_not_missing() {
    let scratch = Scratch::new();
    let src = scratch.join("src");
    for dir in [&src, &src.join("objects")] {
        mkdir(dir);
    }
    for name in ["a.o", "a.c", "objects/b.o", "ignored"] {
        put(src.join(name), name);
    }
    put(src.join(".gitignore"), "ignored\n");
    let job = copied(&copy(&src, scratch.join("dst")).with(|options| {
        options.filter =
            Filter { exclude: vec!["*.o".into()], gitignore: true, ..Filter::default() };
    }));
    assert!(!scratch.join("dst/a.o").exists() && !scratch.join("dst/ignored").exists());
    let told = job.clone().run().clean();
    assert_eq!(told.summary.done, 4);
    let told = job.with(|options| options.filter = Filter::default()).run();
    assert_eq!(told.summary.mismatched, 3);
}

#[test]
fn links_that_were_followed_are_followed_again() {
    let scratch = Scratch::new();
    let src = scratch.join("src");
    for dir in [&src, &src.join("real")] {
        mkdir(dir);
    }
    put(src.join("real/file"), "file");
    symlink("real/file", src.join("to file"));
    symlink("real", src.join("to dir"));
    let job = copied(&copy(&src, scratch.join("dst")).with(|o| o.follow = Follow::Always));
    assert_eq!(job.clone().run().clean().summary.done, 6);
    corrupt(&scratch.join("dst/to dir/file"), 1);
    mismatches(&job.run().failed_with(&[("src/to dir/file", Code::Mismatch)]), 1);
}

#[test]
fn operands_are_looked_for_where_they_went() {
    let scratch = Scratch::new();
    mkdir(scratch.join("into"));
    mkdir(scratch.join("a"));
    for name in ["a/one", "two"] {
        put(scratch.join(name), name);
    }
    let sources = ["a/one", "two"].map(|name| scratch.join(name));
    let flat = copied(&copy_into(&sources, scratch.join("into")));
    flat.run().clean();
    let below = scratch.path().into();
    let deep = copy_into(&sources, scratch.join("into")).with(|options| {
        options.parents = true;
        options.below = Some(below);
    });
    let deep = copied(&deep);
    deep.clone().run().clean();
    corrupt(&scratch.join("into/a/one"), 0);
    mismatches(&deep.run().failed_with(&[("a/one", Code::Mismatch)]), 1);
}

#[test]
fn a_link_that_was_named_stands_for_what_it_leads_to() {
    let scratch = Scratch::new();
    mkdir(scratch.join("dir"));
    mkdir(scratch.join("real"));
    put(scratch.join("file"), "new");
    put(scratch.join("target"), "old");
    put(scratch.join("dir/file"), "below");
    symlink("target", scratch.join("named"));
    symlink("real", scratch.join("to dir"));
    let file = copied(&copy(scratch.join("file"), scratch.join("named")));
    let dir = copied(&copy(scratch.join("dir"), scratch.join("to dir/")));
    assert!(scratch.join("named").is_symlink() && scratch.join("to dir").is_symlink());
    assert_eq!(file.run().clean().summary.bytes, 3);
    assert_eq!(dir.run().clean().summary.done, 2);
}

#[test]
fn sources_and_targets_that_are_gone_are_told() {
    let scratch = Scratch::new();
    put(scratch.join("a"), "a");
    mkdir(scratch.join("into"));
    let sources = ["a", "gone"].map(|name| scratch.join(name));
    copy_into(&sources[..1], scratch.join("into")).run().clean();
    let job = again(&copy_into(&sources, scratch.join("into")));
    let told = job.clone().run().failed_with(&[("gone", Code::NotFound)]);
    // Nothing was compared, so nothing differs.
    assert_eq!((told.summary.done, told.summary.mismatched), (1, 0));
    fcp_test_support::remove_all(&scratch.join("into")).unwrap();
    assert_eq!(job.refused().action, Action::Target);
    assert!(!scratch.join("into").exists());
}

#[test]
fn a_file_is_no_copy_of_itself() {
    let scratch = Scratch::new();
    put(scratch.join("a"), "a");
    let job = again(&copy_into(&[scratch.join("a")], scratch.path()));
    job.run().failed_with(&[("a", Code::SameFile)]);
    let job = again(&copy(scratch.path(), scratch.path()));
    job.run().failed_with(&[("", Code::SameFile)]);
}

#[test]
fn only_copies_can_be_compared() {
    let scratch = Scratch::new();
    put(scratch.join("a"), "a");
    for change in
        [|o: &mut Options| o.link = LinkMode::Symbolic, |o: &mut Options| o.attributes_only = true]
    {
        let mut job = copy(scratch.join("a"), scratch.join("b")).with(change);
        job.0.verb = Verb::Verify;
        assert_eq!(job.refused().code, Code::Unsupported);
    }
}

#[test]
fn what_cannot_be_read_is_no_difference() {
    let scratch = Scratch::new().open_to_all();
    let job = two(&scratch);
    chmod(scratch.join("src/other"), 0);
    chmod(scratch.join("dst/empty"), 0);
    while_nobody(|| {
        let wrong = [("src/empty", Code::PermissionDenied), ("src/other", Code::PermissionDenied)];
        let told = job.run().failed_with(&wrong);
        assert_eq!((told.summary.mismatched, told.summary.done), (0, 4));
        let actions: Vec<_> = told.failed.iter().map(|(_, error)| error.action).collect();
        assert!(actions.contains(&Action::Open) && actions.contains(&Action::Verify));
    });
}

#[test]
fn differences_are_told_and_never_asked_about() {
    let scratch = Scratch::new();
    let job = two(&scratch);
    corrupt(&scratch.join("dst/dir/file"), 7);
    rustix::fs::unlink(scratch.join("dst/other")).unwrap();
    for policy in [ErrorPolicy::Ask, ErrorPolicy::Retry(3)] {
        let wrong = [("src/dir/file", Code::Mismatch), ("src/other", Code::NotFound)];
        mismatches(&job.clone().with(|o| o.on_error = policy).run().failed_with(&wrong), 2);
    }
}

#[test]
fn a_sparse_file_takes_no_longer_than_its_data() {
    with_filesystem(Kind::Tmpfs, 64 << 20, |root| {
        let (src, dst) = (root.join("src"), root.join("dst"));
        let file = File::create_new(&src).unwrap();
        // Reading all of it would take an hour.
        file.set_len(8 << 40).unwrap();
        file.write_all_at(&noise(1, 10_000), 4 << 40).unwrap();
        let job = copied(&copy(&src, &dst));
        assert_eq!(job.clone().run().clean().summary.bytes, 8 << 40);
        File::options().write(true).open(&dst).unwrap().write_all_at(b"x", 6 << 40).unwrap();
        mismatches(&job.run().failed_with(&[("src", Code::Mismatch)]), 1);
    });
}

#[test]
fn the_device_is_asked_and_not_the_cache() {
    const BLOCK: usize = 4096;
    with_mounts(&[Kind::Ext4], |mounts| {
        let image = mounts.image(Kind::Ext4, 16 << 20);
        let root = mounts.mount_image(&image, Kind::Ext4, "");
        let bytes = noise(1, 1 << 20);
        let (src, dst) = (root.join("source"), root.join("copy"));
        put(&src, &bytes);
        let job = copied(&copy(&src, &dst));
        job.clone().run().clean();
        assert_eq!(get(&dst), bytes);
        let raw = get(&image);
        let blocks = raw.chunks(BLOCK).enumerate();
        let places: Vec<_> = blocks.filter(|(_, raw)| **raw == bytes[..BLOCK]).collect();
        let [_, (last, _)] = places[..] else { panic!("{} blocks", places.len()) };
        let file = File::options().write(true).open(&image).unwrap();
        file.write_all_at(&[!bytes[0]], (last * BLOCK) as u64).unwrap();
        file.sync_all().unwrap();
        assert_eq!(get(&dst), bytes, "nobody has read it anew");
        assert_eq!(get(&src), bytes);
        mismatches(&job.run().failed_with(&[("source", Code::Mismatch)]), 1);
    });
}

#[test]
fn an_empty_tree_passes() {
    let scratch = Scratch::new();
    mkdir(scratch.join("src"));
    let job = copied(&copy(scratch.join("src"), scratch.join("dst")));
    assert_eq!(job.run().clean().summary.done, 1);
}

#[test]
fn a_verification_can_be_cancelled() {
    with_filesystem(Kind::Tmpfs, 64 << 20, |root| {
        mkdir(root.join("src"));
        for n in 0..8 {
            put(root.join(format!("src/{n}")), noise(n, 2 << 20));
        }
        let job = copied(&copy(root.join("src"), root.join("dst")));
        let before = [snapshot(&root.join("src")), snapshot(&root.join("dst"))];
        let mut running = job.with(|options| options.limit_rate = Some(1 << 20)).start();
        running.until_midway();
        running.engine.cancel(running.job).unwrap();
        let told = running.end();
        assert_eq!((told.summary.outcome, told.summary.failed), (Outcome::Cancelled, 0));
        assert!(told.summary.done < 9);
        assert!(told.skipped.iter().all(|(_, reason)| *reason == SkipReason::Cancelled));
        assert!(before == [snapshot(&root.join("src")), snapshot(&root.join("dst"))]);
    });
}

#[test]
fn progress_comes_with_totals() {
    with_filesystem(Kind::Tmpfs, 64 << 20, |root| {
        mkdir(root.join("src"));
        for n in 0..8 {
            put(root.join(format!("src/{n}")), noise(n, 1 << 20));
        }
        let job = copied(&copy(root.join("src"), root.join("dst")));
        let mut running = job
            .with(|options| {
                options.limit_rate = Some(8 << 20);
                options.totals = true;
            })
            .start();
        let totals = running.until(|event| matches!(event, Event::JobTotals { .. }));
        let Event::JobTotals { totals, .. } = totals else { panic!("{totals:?}") };
        assert_eq!((totals.items, totals.bytes, totals.complete), (9, Some(8 << 20), true));
        assert_eq!(running.end().clean().summary.bytes, 8 << 20);
    });
}

#[test]
fn a_dry_run_only_counts() {
    let scratch = Scratch::new();
    let job = two(&scratch).with(|options| options.dry_run = true);
    let before = snapshot(scratch.path());
    let mut running = job.start();
    let plan = running.until(|event| matches!(event, Event::JobPlan { .. }));
    let Event::JobPlan { plan, .. } = plan else { panic!("{plan:?}") };
    assert_eq!((plan.totals.items, plan.directories), (6, 2));
    assert_eq!((plan.bytes_needed, plan.reflink), (0, false));
    assert_eq!(plan.conflicts, vec![]);
    running.end().clean();
    assert!(before == snapshot(scratch.path()));
}

#[test]
fn a_job_can_be_spelled_out() {
    let scratch = Scratch::new();
    let job = two(&scratch);
    let Some(Destination::As(_)) = job.0.destination else { panic!("{:?}", job.0) };
    assert_eq!(job.0.options.events, EventLevel::All);
    let spelled = serde_json::to_string(&job.0).unwrap();
    assert!(spelled.starts_with(r#"{"verb":"verify","#), "{spelled}");
    Copy(serde_json::from_str(&spelled).unwrap()).run().clean();
}

#[test]
fn a_source_that_changes_while_it_is_copied_does_not_pass_as_verified() {
    for verify in ["--verify", "--verify=sha256"] {
        let home = Home::temporary();
        std::fs::write(home.at("large"), noise(1, 6 << 20)).unwrap();
        mkdir(home.at("there"));
        let args = [verify, "--manifest=sums", "--limit-rate=4M", "large", "there"];
        let copying = home.command("fcp", &args).stderr(Stdio::piped()).spawn().unwrap();
        until("the copy has begun", || {
            let entries = std::fs::read_dir(home.at("there")).unwrap();
            entries.flatten().any(|entry| entry.metadata().is_ok_and(|meta| meta.len() > 0))
        });
        // What was read already, and what was not: no moment had both.
        let source = File::options().write(true).open(home.at("large")).unwrap();
        source.write_all_at(&[7; 4096], 0).unwrap();
        source.write_all_at(&[7; 4096], (6 << 20) - 4096).unwrap();
        let done = copying.wait_with_output().unwrap();
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(1), "{told}");
        assert!(told.contains("the source changed meanwhile"), "{told}");
        assert!(std::fs::read_dir(home.at("there")).unwrap().next().is_none(), "{told}");
        assert_eq!(std::fs::read_to_string(home.at("sums")).unwrap_or_default(), "");
    }
}
