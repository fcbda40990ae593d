//! Tests that a copy follows nothing out of its trees while another process changes them.

// They create devices, mount filesystems or control the page cache, by calls of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::fs::File;
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use copy::{Running, chmod, copy, get, is_full, mkdir, mv, names, noise, put, symlink};
use fcp_engine::event::{Answer, Resolution, Scope};
use fcp_engine::spec::{ConflictPolicy, Options, Overwrite, Preserve};
use fcp_test_support::{Kind, Scratch, Tree, What, assert_same, remove_all, with_mounts};
use rustix::fs::{CWD, FileType, RenameFlags, inotify, mknodat, renameat_with};

/// Runs `work` while two names are exchanged as fast as possible; gives the number of exchanges.
fn while_swapping(a: &Path, b: &Path, work: impl FnOnce()) -> u64 {
    let stop = AtomicBool::new(false);
    let swaps = AtomicU64::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE).unwrap();
                swaps.fetch_add(1, Ordering::Relaxed);
            }
        });
        // A panic must end the swapping, too.
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        stop.store(true, Ordering::Relaxed);
        if let Err(panic) = done {
            std::panic::resume_unwind(panic);
        }
    });
    swaps.into_inner()
}

fn rounds() -> usize {
    if is_full() { 1000 } else { 100 }
}

/// A directory that the copy must neither read nor write, and a tree with the same names.
fn scene(scratch: &Scratch) {
    for dir in ["victim", "source", "source/dir", "source/dir/deep", "victim/deep"] {
        mkdir(scratch.join(dir));
    }
    for n in 0..40 {
        for dir in ["", "deep/"] {
            put(scratch.join(format!("source/dir/{dir}{n}")), noise(n, n as usize * 100));
            put(scratch.join(format!("victim/{dir}{n}")), b"secret");
        }
    }
    put(scratch.join("victim/secret"), b"secret");
    put(scratch.join("victim/deep/secret"), b"secret");
}

/// Expects that no file holds what the victim's files hold.
fn assert_no_secret(dir: &Path) {
    for name in names(dir) {
        let path = dir.join(&name);
        let meta = path.symlink_metadata().unwrap();
        assert_ne!(name, "secret", "{}", path.display());
        if meta.is_dir() {
            assert_no_secret(&path);
        } else if meta.is_file() {
            assert_ne!(get(&path), b"secret", "{}", path.display());
        }
    }
}

#[test]
fn a_source_directory_swapped_for_a_symlink_leaks_nothing() {
    let scratch = Scratch::new();
    scene(&scratch);
    symlink("../victim", scratch.join("source/trap"));
    let dst = scratch.join("copy");
    let swaps = while_swapping(&scratch.join("source/dir"), &scratch.join("source/trap"), || {
        for round in 0..rounds() {
            let few = |o: &mut Options| o.workers = Some(1 + round as u16 % 4);
            let told = copy(scratch.join("source"), &dst).with(few).run();
            assert!(told.warnings.is_empty(), "{told:?}");
            assert_no_secret(&dst);
            remove_all(&dst).unwrap();
        }
    });
    assert!(swaps > 100, "only {swaps} exchanges");
}

#[test]
fn a_destination_directory_swapped_for_a_symlink_harms_nobody() {
    let scratch = Scratch::new();
    scene(&scratch);
    let before = scratch.join("victim before");
    copy(scratch.join("victim"), &before).archive().run().clean();
    mkdir(scratch.join("copy"));
    mkdir(scratch.join("copy/dir"));
    symlink("../victim", scratch.join("copy/trap"));
    let swaps = while_swapping(&scratch.join("copy/dir"), &scratch.join("copy/trap"), || {
        for round in 0..rounds() {
            let change = |o: &mut Options| {
                o.workers = Some(1 + round as u16 % 4);
                if round % 2 == 0 {
                    // The metadata of directories is set at the end, when they may have changed.
                    o.preserve = Preserve::ALL;
                }
            };
            // The copy may fail where a symlink is in the way; it may not go through.
            let _told = copy(scratch.join("source"), scratch.join("copy")).with(change).run();
            assert_same(&before, &scratch.join("victim"), &What::everything());
        }
    });
    assert!(swaps > 100, "only {swaps} exchanges");
}

#[test]
fn a_file_swapped_for_a_symlink_leaks_nothing() {
    let scratch = Scratch::new();
    mkdir(scratch.join("source"));
    put(scratch.join("secret"), b"secret");
    put(scratch.join("source/file"), b"public");
    symlink("../secret", scratch.join("source/trap"));
    let dst = scratch.join("copy");
    while_swapping(&scratch.join("source/file"), &scratch.join("source/trap"), || {
        for _ in 0..rounds() {
            let _told = copy(scratch.join("source"), &dst).run();
            assert_no_secret(&dst);
            remove_all(&dst).unwrap();
        }
    });
}

#[test]
fn a_destination_file_swapped_for_a_symlink_is_not_written_through() {
    let scratch = Scratch::new();
    for dir in ["source", "copy"] {
        mkdir(scratch.join(dir));
    }
    put(scratch.join("victim"), b"precious");
    put(scratch.join("source/file"), b"new");
    put(scratch.join("source/other"), noise(1, 2 << 20));
    put(scratch.join("copy/file"), b"old");
    symlink("../victim", scratch.join("copy/other"));
    while_swapping(&scratch.join("copy/file"), &scratch.join("copy/other"), || {
        for round in 0..rounds() {
            let change = |o: &mut Options| {
                if round % 2 == 0 {
                    o.overwrite = Overwrite::InPlace;
                }
            };
            let _told = copy(scratch.join("source"), scratch.join("copy")).with(change).run();
            assert_eq!(get(scratch.join("victim")), b"precious");
            // The next round finds a link there again.
            let fresh = scratch.join("copy/fresh");
            symlink("../victim", &fresh);
            rustix::fs::rename(&fresh, scratch.join("copy/other")).unwrap();
        }
    });
    assert_eq!(get(scratch.join("victim")), b"precious");
}

#[test]
fn a_special_file_swapped_for_a_symlink_passes_no_rights_on() {
    let scratch = Scratch::new();
    for dir in ["source", "copy"] {
        mkdir(scratch.join(dir));
    }
    put(scratch.join("victim"), b"precious");
    chmod(scratch.join("victim"), 0o600);
    let fifo = |path| mknodat(CWD, path, FileType::Fifo, 0o644.into(), 0).unwrap();
    fifo(scratch.join("source/fifo"));
    chmod(scratch.join("source/fifo"), 0o666);
    fifo(scratch.join("copy/fifo"));
    symlink("../victim", scratch.join("copy/trap"));
    while_swapping(&scratch.join("copy/fifo"), &scratch.join("copy/trap"), || {
        for _ in 0..rounds() * 4 {
            let _told = copy(scratch.join("source"), scratch.join("copy")).archive().run();
            let meta = scratch.join("victim").metadata().unwrap();
            assert_eq!(meta.permissions().mode() & 0o777, 0o600);
            let fresh = scratch.join("copy/fresh");
            symlink("../victim", &fresh);
            rustix::fs::rename(&fresh, scratch.join("copy/trap")).unwrap();
        }
    });
}

#[test]
fn what_vanishes_is_told_and_the_rest_is_copied() {
    let scratch = Scratch::new();
    let src = scratch.join("source");
    Tree::plain(5).entries(400).depth(3).build(&src).unwrap();
    // Moved out and in again, over and over.
    let (here, away) = (src.join(&names(&src)[0]), scratch.join("away"));
    put(&away, b"away");
    while_swapping(&here, &away, || {
        for _ in 0..rounds() / 4 {
            let told = copy(&src, scratch.join("copy")).with(|o| o.workers = Some(4)).run();
            assert!(told.summary.done > 0);
            remove_all(&scratch.join("copy")).unwrap();
        }
    });
}

#[test]
fn a_copy_that_does_not_end_spares_the_file_that_took_its_name() {
    let scratch = Scratch::new();
    let (source, copied) = (scratch.join("source"), scratch.join("copy"));
    put(&source, noise(1, 900 << 10));
    let slow = |o: &mut fcp_engine::spec::Options| o.limit_rate = Some(200 << 10);
    let mut running = copy(&source, &copied).with(slow).start();
    running.until_midway();
    // An editor saves a file of its own under that name.
    put(scratch.join("other"), b"theirs");
    rustix::fs::rename(scratch.join("other"), &copied).unwrap();
    running.engine.cancel(running.job).unwrap();
    running.end();
    assert_eq!(get(&copied), b"theirs");
}

/// Writes to a file when it is read; then tells whether that was before it was removed.
fn write_when_read(path: &Path, text: &'static [u8]) -> impl FnOnce() -> bool {
    let watch = inotify::init(inotify::CreateFlags::CLOEXEC).unwrap();
    inotify::add_watch(&watch, path, inotify::WatchFlags::ACCESS).unwrap();
    let (file, path) = (File::options().write(true).open(path).unwrap(), path.to_owned());
    let writer = std::thread::spawn(move || {
        let mut buffer = [std::mem::MaybeUninit::uninit(); 512];
        let mut events = inotify::Reader::new(watch, &mut buffer);
        let read = events.next().unwrap();
        assert_eq!(read.events(), inotify::ReadFlags::ACCESS);
        file.write_all_at(text, 0).unwrap();
        path.exists()
    });
    || writer.join().unwrap()
}

#[test]
fn a_move_takes_no_source_that_was_written_to_within_the_tick_in_which_it_was_read() {
    with_mounts(&[Kind::Ext4], |mounts| {
        let image = mounts.image(Kind::Ext4, 16 << 20);
        // Inodes of this size have no room for parts of a second: both writes get one time.
        let mut mkfs = Command::new("mkfs.ext4");
        assert!(mkfs.args(["-q", "-F", "-I", "128"]).arg(&image).status().unwrap().success());
        let from = mounts.mount_image(&image, Kind::Ext4, "");
        let to = mounts.filesystem(Kind::Ext4, 64 << 20);
        let (source, copy) = (from.join("f"), to.join("f"));
        let mut written = 0;
        for _ in 0..3 {
            put(&source, b"one");
            let was_there = write_when_read(&source, b"two");
            let told = mv(&source, &copy).run();
            if was_there() {
                written += 1;
                assert_eq!(get(&source), b"two", "{told:#?}");
            }
            for path in [&source, &copy] {
                if path.exists() {
                    remove_all(path).unwrap();
                }
            }
        }
        assert!(written > 0, "the file was always removed before it could be written to");
    });
}

#[test]
fn a_file_with_several_names_that_is_written_in_place_is_no_mix() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    for dir in [&src, &dst] {
        mkdir(dir);
    }
    put(dst.join("0"), b"old");
    for n in 0..12 {
        put(src.join(n.to_string()), noise(n, 3_000_000 - n as usize * 200_000));
        if n > 0 {
            copy::hard_link(dst.join("0"), dst.join(n.to_string()));
        }
    }
    for _ in 0..rounds() / 5 {
        let in_place = |o: &mut Options| {
            (o.overwrite, o.workers) = (Overwrite::InPlace, Some(8));
        };
        copy(&src, &dst).with(in_place).run();
        let found = get(dst.join("0"));
        assert!((0..12).any(|n| get(src.join(n.to_string())) == found), "a mix of {}", found.len());
    }
}

/// Answers the next question of a job.
fn answer(running: &mut Running, answer: Answer) {
    let question = running.next_question();
    let resolution = Resolution { answer, scope: Scope::This };
    running.engine.answer(question.id, &resolution).unwrap();
}

#[test]
fn what_was_saved_while_its_successor_was_copied_is_judged_anew() {
    for policy in [ConflictPolicy::Newer, ConflictPolicy::Older, ConflictPolicy::Ask] {
        let scratch = Scratch::new();
        let (from, to) = (scratch.join("from"), scratch.join("to"));
        put(&from, noise(1, 8 << 20));
        put(&to, b"old");
        let date = |path: &Path, at: u64| {
            let file = File::options().write(true).open(path).unwrap();
            file.set_modified(UNIX_EPOCH + Duration::from_secs(at)).unwrap();
        };
        date(&from, 1_000);
        date(&to, if policy == ConflictPolicy::Newer { 900 } else { 1_100 });
        let slow = |o: &mut Options| {
            o.on_conflict = policy.clone();
            o.limit_rate = Some(2 << 20);
        };
        let mut running = copy(&from, &to).with(slow).start();
        if policy == ConflictPolicy::Ask {
            answer(&mut running, Answer::Overwrite);
        }
        running.until_midway();
        running.engine.pause(running.job).unwrap();
        std::fs::write(&to, "saved meanwhile").unwrap();
        date(&to, if policy == ConflictPolicy::Newer { 1_100 } else { 900 });
        running.engine.set_limit_rate(running.job, 0).unwrap();
        running.engine.resume(running.job).unwrap();
        if policy == ConflictPolicy::Ask {
            answer(&mut running, Answer::Skip);
        }
        let told = running.end();
        assert_eq!((told.skipped.len(), told.done.len()), (1, 0), "{policy:?}");
        assert_eq!(get(&to), b"saved meanwhile", "{policy:?}");
    }
}
