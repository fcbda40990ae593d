//! Tests of special files, files with wrong sizes, and files that change while they are read.

// They create devices, mount filesystems or control the page cache, by calls of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use copy::{Change, copy, copy_into, get, mkdir, names, noise, put, symlink, text, tool};
use fcp_engine::error::Code;
use fcp_engine::event::{Event, Mover, Warning};
use fcp_engine::spec::{Driver, Follow, Options, Preserve, Publish, Reflink, Sparse};
use fcp_engine::sum::Algorithm;
use fcp_test_support::bin::program;
use fcp_test_support::{Kind, Scratch, What, assert_same, run, with_mounts};
use rustix::fs::{CWD, FileType, makedev, mknodat};

fn special(path: &Path, kind: FileType, device: u64) {
    mknodat(CWD, path, kind, 0o644.into(), device).unwrap();
}

#[test]
fn special_files_are_recreated_and_never_opened() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    mkdir(&src);
    special(&src.join("fifo"), FileType::Fifo, 0);
    special(&src.join("socket"), FileType::Socket, 0);
    // Reading these would never end.
    special(&src.join("zero"), FileType::CharacterDevice, makedev(1, 5));
    special(&src.join("block"), FileType::BlockDevice, makedev(7, 200));
    symlink("fifo", src.join("link"));
    for workers in [1, 4] {
        for (name, archive) in [("plain", false), ("all", true)] {
            let change = |o: &mut Options| {
                o.workers = Some(workers);
                if archive {
                    o.preserve = Preserve::ALL;
                }
            };
            // Twice: over what is there.
            for _ in 0..2 {
                copy(&src, &dst).with(change).run().clean();
                let everything = What::everything();
                let what = if archive { everything } else { What::contents() };
                assert_same(&src, &dst, &what);
            }
            eprintln!("{name}");
            fcp_test_support::remove_all(&dst).unwrap();
        }
    }
    // Followed, the link is a FIFO as well.
    copy(&src, &dst).with(|o| o.follow = Follow::Always).run().clean();
    assert!(dst.join("link").symlink_metadata().unwrap().file_type().is_fifo());
    assert_eq!(dst.join("zero").metadata().unwrap().rdev(), makedev(1, 5));
}

#[test]
fn nobody_may_make_fifos_and_sockets_and_hears_of_devices() {
    let scratch = Scratch::new().open_to_all();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    mkdir(&src);
    special(&src.join("fifo"), FileType::Fifo, 0);
    special(&src.join("null"), FileType::CharacterDevice, makedev(1, 3));
    special(&src.join("socket"), FileType::Socket, 0);
    put(src.join("file"), b"file");
    let mut program = copy::program(&["-aT", text(&src), text(&dst)]);
    let Some(program) = fcp_test_support::as_nobody(&mut program) else { return };
    let done = run(program);
    assert_eq!(done.status.code(), Some(1));
    copy::read(&done).failed_with(&[("null", Code::PermissionDenied)]);
    assert_eq!(names(&dst), ["fifo", "file", "socket"]);
}

#[test]
fn contents_of_a_fifo_are_read_if_asked() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    mkdir(&src);
    special(&src.join("fifo"), FileType::Fifo, 0);
    let data = noise(1, 300_000);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut fifo = File::options().write(true).open(src.join("fifo")).unwrap();
            fifo.write_all(&data).unwrap();
        });
        copy(&src, &dst).with(|o| o.copy_contents = true).run().clean();
        writer.join().unwrap();
    });
    assert_eq!(get(dst.join("fifo")), data);
}

#[test]
fn a_fifo_that_is_not_copied_is_not_opened() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.join(name);
    mkdir(at("m"));
    mkdir(at("m/p"));
    special(&at("p"), FileType::Fifo, 0);
    put(at("old"), b"old");
    for (args, code) in [
        (&["p", "m"][..], 1),
        (&["-T", "p", "m"], 1),
        (&["-f", "p", "m"], 1),
        (&["p", "old/"], 1),
        (&["-n", "p", "m"], 0),
        (&["-n", "p", "old"], 0),
        (&["--update=none-fail", "p", "old"], 1),
    ] {
        for name in ["fcp", "cp"] {
            let done = run(program(name).current_dir(scratch.path()).args(args));
            assert_eq!(done.status.code(), Some(code), "{name} {args:?}");
        }
    }
    assert_eq!(get(at("old")), b"old");
}

#[test]
fn files_that_lie_about_their_size_are_read_to_their_end() {
    let ways: &[(&str, Change)] = &[
        ("plain", |_| {}),
        ("always beside", |o| o.publish = Publish::Always),
        ("no reflink", |o| o.reflink = Reflink::Never),
        ("sparse", |o| o.sparse = Sparse::Always),
        ("dense", |o| o.sparse = Sparse::Never),
        ("in blocks", |o| o.driver = Some(Driver::Parblock)),
        ("by hand", |o| o.driver = Some(Driver::ReadWrite)),
    ];
    with_mounts(&Kind::ALL, |mounts| {
        for kind in Kind::ALL {
            let at = mounts.filesystem(kind, 64 << 20);
            for (way, change) in ways {
                // What does not change from one moment to the next.
                for file in [
                    "/proc/cpuinfo",
                    "/proc/version",
                    "/proc/filesystems",
                    "/sys/kernel/mm/transparent_hugepage/enabled",
                    "/sys/kernel/notes",
                ] {
                    if !Path::new(file).exists() {
                        continue;
                    }
                    eprintln!("{kind:?} {way} {file}");
                    let dst = at.join("copy");
                    copy(file, &dst).with(change).run().clean();
                    let steady = |bytes: Vec<u8>| {
                        // The clock of a processor is not steady.
                        let text = String::from_utf8_lossy(&bytes).into_owned();
                        text.lines()
                            .filter(|l| !l.starts_with("cpu MHz"))
                            .collect::<Vec<_>>()
                            .join("\n")
                    };
                    assert_eq!(steady(get(&dst)), steady(get(file)));
                    fcp_test_support::remove_all(&dst).unwrap();
                }
                copy("/proc/self/status", at.join("status")).with(change).run().clean();
                let status = String::from_utf8(get(at.join("status"))).unwrap();
                assert!(status.contains("nonvoluntary_ctxt_switches:"), "{status}");
                fcp_test_support::remove_all(&at.join("status")).unwrap();
            }
        }
    });
}

#[test]
fn a_whole_directory_of_sys_is_copied() {
    let scratch = Scratch::new();
    let told = copy("/sys/kernel/mm/transparent_hugepage", scratch.join("copy")).run();
    assert!(told.failed.iter().all(|(_, error)| error.code == Code::PermissionDenied), "{told:?}");
    assert!(get(scratch.join("copy/enabled")).ends_with(b"\n"));
}

/// Ways in which a large file is copied.
const WAYS: [(&str, Change); 4] = [
    ("plain", |_| {}),
    ("by hand", |o| o.driver = Some(Driver::ReadWrite)),
    ("in blocks", |o| {
        o.driver = Some(Driver::Parblock);
        o.block_size = Some(1 << 20);
    }),
    ("zeros", |o| o.sparse = Sparse::Always),
];

const LARGE: usize = 8 << 20;

/// Starts a slow copy of a large file, runs `act` halfway through, and waits for the end.
fn meddle(
    src: &Path,
    dst: &Path,
    way: impl FnOnce(&mut Options),
    act: impl FnOnce(),
) -> copy::Told {
    let slow = |o: &mut Options| {
        o.limit_rate = Some(4 << 20);
        o.workers = Some(2);
    };
    let mut running = copy(src, dst).with(way).with(slow).start();
    running.until_midway();
    act();
    running.engine.set_limit_rate(running.job, 0).unwrap();
    running.end()
}

fn has_changed(told: &copy::Told) -> bool {
    told.warnings.iter().any(|warning| matches!(warning, Warning::SourceChanged { .. }))
}

#[test]
fn a_source_that_gets_its_old_time_back_fails_its_verification() {
    let scratch = Scratch::new();
    for (name, way) in WAYS {
        for verify_by in [None, Some(Algorithm::Sha256)] {
            let way = |o: &mut Options| {
                way(o);
                (o.verify, o.verify_by) = (true, verify_by);
            };
            let (src, dst) = (scratch.join(format!("{name} source")), scratch.join("copy"));
            put(&src, noise(1, LARGE));
            let time = std::fs::metadata(&src).unwrap().modified().unwrap();
            // What was read, and what is yet to be read.
            let told = meddle(&src, &dst, way, || {
                let file = File::options().write(true).open(&src).unwrap();
                file.write_all_at(b"early", 10).unwrap();
                file.write_all_at(b"late", LARGE as u64 - 10).unwrap();
                file.set_modified(time).unwrap();
            });
            told.failed_with(&[(&format!("{name} source"), Code::SourceChanged)]);
            assert!(!dst.exists(), "{name}");
            fcp_test_support::remove_all(&src).unwrap();
        }
    }
}

#[test]
fn a_file_that_grows_is_whole_or_warned_of() {
    let scratch = Scratch::new();
    for (name, way) in WAYS {
        eprintln!("{name}");
        let (src, dst) = (scratch.join(format!("{name} source")), scratch.join("copy"));
        put(&src, noise(1, LARGE));
        let told = meddle(&src, &dst, way, || {
            let file = File::options().append(true).open(&src).unwrap();
            (&file).write_all(&noise(2, 100_000)).unwrap();
        });
        assert_eq!(told.failed, []);
        assert!(has_changed(&told), "{name}: nobody was told");
        let copied = get(&dst);
        assert!(
            copied.len() >= LARGE && get(&src).starts_with(&copied),
            "{name}: {}",
            copied.len()
        );
        fcp_test_support::remove_all(&dst).unwrap();
    }
}

#[test]
fn a_file_that_shrinks_ends_and_is_told() {
    let scratch = Scratch::new();
    for (name, way) in WAYS {
        eprintln!("{name}");
        let (src, dst) = (scratch.join(format!("{name} source")), scratch.join("copy"));
        put(&src, noise(1, LARGE));
        let told = meddle(&src, &dst, way, || {
            File::options().write(true).open(&src).unwrap().set_len(1000).unwrap();
        });
        if told.failed.is_empty() {
            assert!(has_changed(&told), "{name}: nobody was told");
            // What was read, without a tail that was made up.
            assert!(noise(1, LARGE).starts_with(&get(&dst)), "{name}");
            fcp_test_support::remove_all(&dst).unwrap();
        } else {
            assert!(!dst.exists(), "{name}: a partial file was left");
        }
        assert_eq!(names(scratch.path()), [format!("{name} source")]);
        fcp_test_support::remove_all(&src).unwrap();
    }
}

#[test]
fn a_file_that_always_changes_is_copied_in_the_end() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    put(&src, noise(1, 2 << 20));
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let file = File::options().write(true).open(&src).unwrap();
            let mut size = 2 << 20;
            while !stop.load(Ordering::Relaxed) {
                size = if size == 0 { 2 << 20 } else { size / 2 };
                file.set_len(size).unwrap();
                file.write_all_at(b"x", size).unwrap();
            }
        });
        for round in 0..60 {
            let (_, way) = WAYS[round % WAYS.len()];
            let told = copy(&src, &dst).with(way).with(|o| o.workers = Some(2)).run();
            assert!(told.summary.done + told.summary.failed == 1, "{told:?}");
            assert!(names(scratch.path()).len() <= 2, "a temporary file was left");
        }
        stop.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_file_that_is_replaced_is_never_a_mix_of_two() {
    let scratch = Scratch::new();
    for (name, way) in WAYS {
        eprintln!("{name}");
        let (src, dst) = (scratch.join(format!("{name} source")), scratch.join("copy"));
        let new = scratch.join("new");
        put(&src, noise(1, LARGE));
        put(&new, noise(2, LARGE));
        let told = meddle(&src, &dst, way, || rustix::fs::rename(&new, &src).unwrap());
        if told.failed.is_empty() {
            let copied = get(&dst);
            assert!(copied == noise(1, LARGE) || copied == noise(2, LARGE), "{name}: a mix");
            fcp_test_support::remove_all(&dst).unwrap();
        }
        assert_eq!(names(scratch.path()), [format!("{name} source")]);
        fcp_test_support::remove_all(&src).unwrap();
    }
}

#[test]
fn a_file_that_vanishes_while_it_is_copied_leaves_nothing_half() {
    let scratch = Scratch::new();
    for (name, way) in WAYS {
        for links in [false, true] {
            eprintln!("{name}, links: {links}");
            let dir = scratch.join("source");
            mkdir(&dir);
            let src = dir.join("file");
            put(&src, noise(1, LARGE));
            if links {
                copy::hard_link(&src, dir.join("link"));
            }
            let dst = scratch.join("copy");
            let slow = |o: &mut Options| {
                o.limit_rate = Some(4 << 20);
                o.workers = Some(2);
                o.preserve.links = true;
            };
            let mut running = copy(&dir, &dst).with(way).with(slow).start();
            // The file that is removed is the one that is being copied.
            let event = running.until(|event| match event {
                Event::Progress { progress, .. } => !progress.in_flight.is_empty(),
                _ => false,
            });
            let Event::Progress { progress, .. } = event else { unreachable!() };
            rustix::fs::unlink(&progress.in_flight[0].path.0).unwrap();
            running.engine.set_limit_rate(running.job, 0).unwrap();
            let told = running.end();
            let items = if links { 3 } else { 2 };
            assert_eq!(told.summary.done + told.summary.failed, items, "{name}: {told:?}");
            for file in names(&dst) {
                assert_eq!(get(dst.join(&file)), noise(1, LARGE), "{name}: {file}");
            }
            for root in [dir, dst] {
                fcp_test_support::remove_all(&root).unwrap();
            }
        }
    }
}

#[test]
fn a_cancelled_copy_leaves_no_partial_file() {
    let scratch = Scratch::new();
    for (name, way) in WAYS {
        for old in [None, Some(b"old")] {
            let (src, dst) = (scratch.join("source"), scratch.join("copy"));
            put(&src, noise(1, LARGE));
            if let Some(old) = old {
                put(&dst, old);
            }
            let slow = |o: &mut Options| o.limit_rate = Some(4 << 20);
            let mut running = copy(&src, &dst).with(way).with(slow).start();
            running.until_midway();
            running.engine.cancel(running.job).unwrap();
            let told = running.end();
            assert_eq!(told.summary.outcome, fcp_engine::event::Outcome::Cancelled, "{name}");
            match old {
                Some(old) => assert_eq!(get(&dst), old, "{name}"),
                None => assert!(!dst.exists(), "{name}"),
            }
            fcp_test_support::remove_all(&dst).unwrap();
            assert_eq!(names(scratch.path()), ["source"], "{name}");
            fcp_test_support::remove_all(&src).unwrap();
        }
    }
}

#[test]
fn a_read_that_stops_short_is_not_the_end() {
    with_mounts(&[Kind::Btrfs, Kind::Tmpfs], |mounts| {
        // A block goes bad in the middle of a file: reads before it are short, then fail.
        let image = mounts.image(Kind::Btrfs, 0);
        let at = mounts.mount_image(&image, Kind::Btrfs, "");
        let mut data = noise(1, 1 << 20);
        let mark = "a mark that is found in the image again";
        data[300_000..300_000 + mark.len()].copy_from_slice(mark.as_bytes());
        put(at.join("file"), &data);
        put(at.join("good"), noise(2, 1 << 20));
        let file = File::open(at.join("file")).unwrap();
        file.sync_all().unwrap();
        let found = tool("grep", &["-abo", mark, text(&image)]);
        let found = found.split(':').next().unwrap().parse().unwrap();
        File::options().write(true).open(&image).unwrap().write_all_at(b"b", found).unwrap();
        let to = mounts.filesystem(Kind::Tmpfs, 64 << 20);
        mkdir(to.join("copy"));
        for (name, way) in WAYS {
            // What was read before must come from the device again.
            rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed).unwrap();
            let told = copy_into(&[at.join("file"), at.join("good")], to.join("copy"));
            let told = told.with(way).run();
            assert!(!told.methods().contains(&Mover::Reflink));
            told.failed_with(&[("file", Code::Io)]);
            assert_eq!(names(to.join("copy")), ["good"], "{name}");
        }
    });
}
