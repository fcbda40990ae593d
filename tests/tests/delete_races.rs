//! Tests that a delete touches nothing outside the tree while another process changes the tree.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use copy::{delete, mkdir, names, put, symlink};
use fcp_engine::error::Code;
use fcp_engine::event::{Outcome, SkipReason};
use fcp_test_support::Scratch;
use rustix::fs::{CWD, RenameFlags, renameat_with};

const ROUNDS: usize = 200;

/// Names in the victim.
const PRECIOUS: usize = 30;

/// Exchanges two names as fast as possible while `work` runs; gives how often.
fn while_swapping(a: &Path, b: &Path, work: impl FnOnce()) -> u64 {
    let stop = AtomicBool::new(false);
    let swaps = AtomicU64::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                // One of the names may no longer exist, since the tree is being deleted.
                if renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE).is_ok() {
                    swaps.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        stop.store(true, Ordering::Relaxed);
        if let Err(panic) = done {
            std::panic::resume_unwind(panic);
        }
    });
    swaps.into_inner()
}

/// A tree in which `dir` and the symlink `trap`, which leads to the victim, change places.
fn scene(scratch: &Scratch) {
    if !scratch.join("victim").exists() {
        mkdir(scratch.join("victim"));
        mkdir(scratch.join("victim/deep"));
    }
    let there = names(scratch.join("victim")).len() + names(scratch.join("victim/deep")).len();
    if there < 2 * PRECIOUS + 1 {
        for n in 0..PRECIOUS {
            for path in [format!("victim/{n}"), format!("victim/deep/{n}")] {
                let path = scratch.join(path);
                if !path.exists() {
                    put(path, b"precious");
                }
            }
        }
    }
    mkdir(scratch.join("top"));
    // Before the directory: tmpfs lists last what was made first, and the trap must outlive the directory.
    symlink("../victim", scratch.join("top/trap"));
    mkdir(scratch.join("top/dir"));
    mkdir(scratch.join("top/dir/deep"));
    for n in 0..PRECIOUS {
        put(scratch.join(format!("top/dir/{n}")), b"");
        put(scratch.join(format!("top/dir/deep/{n}")), b"");
    }
}

/// Whether nothing is missing from the victim.
fn is_whole(scratch: &Scratch) -> bool {
    let deep = scratch.join("victim/deep");
    deep.is_dir()
        && names(deep).len() == PRECIOUS
        && names(scratch.join("victim")).len() == PRECIOUS + 1
}

/// Deletes the scene during renames, `rounds` times; gives how often the victim was damaged.
fn race(rounds: usize, delete: impl Fn(usize, &Path)) -> usize {
    let mut hurt = 0;
    let mut swaps = 0;
    for round in 0..rounds {
        let scratch = Scratch::new();
        scene(&scratch);
        let top = scratch.join("top");
        swaps += while_swapping(&top.join("dir"), &top.join("trap"), || delete(round, &top));
        hurt += usize::from(!is_whole(&scratch));
    }
    assert!(swaps > rounds as u64, "only {swaps} exchanges");
    hurt
}

#[test]
fn a_directory_swapped_for_a_symlink_leads_nowhere() {
    let hurt = race(ROUNDS, |round, top| {
        let told = delete(&[top]).with(|o| o.workers = Some(1 + round as u16 % 4)).run();
        // What was exchanged at the wrong moment may stay behind, but never without a word.
        assert_eq!(top.exists(), told.summary.outcome != Outcome::Completed, "{told:?}");
    });
    assert_eq!(hurt, 0);
}

#[test]
fn a_careless_delete_would_be_caught() {
    /// Deletes by path, after a look at each name.
    fn careless(dir: &Path) {
        let Ok(entries) = std::fs::read_dir(dir) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => careless(&path),
                Ok(_) => drop(std::fs::remove_file(&path)),
                Err(_) => {}
            }
        }
        drop(std::fs::remove_dir(dir));
    }
    let mut hurt = 0;
    // The race is lost every few rounds; it ends once it was.
    for _ in 0..100 {
        hurt += race(ROUNDS / 10, |_, top| careless(top));
        if hurt > 0 {
            return;
        }
    }
    panic!("the races here cannot be lost, so they prove nothing");
}

#[test]
fn a_directory_that_is_replaced_meanwhile_loses_only_what_is_in_the_tree() {
    for round in 0..ROUNDS {
        let scratch = Scratch::new();
        scene(&scratch);
        let (top, other) = (scratch.join("top"), scratch.join("other"));
        mkdir(&other);
        put(other.join("file"), b"");
        while_swapping(&top.join("dir"), &other, || {
            let told = delete(&[&top]).with(|o| o.workers = Some(1 + round as u16 % 4)).run();
            assert!(told.failed.iter().all(|(path, _)| path.starts_with(&top)));
        });
        assert!(is_whole(&scratch));
    }
}

#[test]
fn a_directory_that_is_filled_meanwhile_goes_in_the_end_or_says_so() {
    let scratch = Scratch::new();
    let top = scratch.join("top");
    for round in 0..50 {
        mkdir(&top);
        mkdir(top.join("dir"));
        let stop = AtomicBool::new(false);
        let told = std::thread::scope(|scope| {
            scope.spawn(|| {
                for n in 0_u64.. {
                    let new = top.join(format!("dir/{n}"));
                    let made = rustix::fs::mkdir(&new, rustix::fs::Mode::RWXU);
                    if stop.load(Ordering::Relaxed) || made.is_err() {
                        break;
                    }
                }
            });
            let told = delete(&[&top]).with(|o| o.workers = Some(1 + round % 3)).run();
            stop.store(true, Ordering::Relaxed);
            told
        });
        if told.failed.is_empty() {
            assert!(!top.exists(), "{told:?}");
        } else {
            assert!(told.failed.iter().all(|(_, error)| error.code == Code::NotEmpty), "{told:?}");
            assert!(told.skipped.iter().all(|(_, why)| *why == SkipReason::NotEmpty));
        }
        delete(&[&top]).with(|o| o.force = true).run().failed_with(&[]);
    }
}
