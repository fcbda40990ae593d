//! Tests of power cuts after the end of a job: every item that a program reported as done with a
//! durability is there after the next start, whatever its type and wherever its name was created.

// They create devices, mount filesystems or control the page cache, by calls of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "everything here is a test")]

mod flushes;

#[path = "../copy/mod.rs"]
mod copy;

use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use copy::{chmod, get, is_full, mkdir, noise, put, symlink, text, tool};
use fcp_test_support::{Kind, Mounts, bin, program, remove_all, run, run_ok, with_mounts};
use rustix::fs::{AtFlags, CWD, FileType, Timespec, Timestamps, makedev, mknodat, utimensat};

const FEW: usize = 20_000;
const MANY: usize = 3_000_000;

/// Sources lie in `from` on another filesystem, and in `at/here` on the same; all goes into `at/into`,
/// which has been on the disk for long. Only `at/here/new` was written just before.
struct Case {
    name: &'static str,
    program: &'static str,
    /// Words that begin with `+` are paths below `from`, with `=` below `at`.
    arguments: &'static [&'static str],
    holds: fn(&Path),
}

const fn fcp(name: &'static str, arguments: &'static [&'static str], holds: fn(&Path)) -> Case {
    Case { name, program: "fcp", arguments, holds }
}

const fn fmv(name: &'static str, arguments: &'static [&'static str], holds: fn(&Path)) -> Case {
    Case { name, program: "fmv", arguments, holds }
}

fn is(path: impl AsRef<Path>, seed: u64, size: usize) {
    let path = path.as_ref();
    let there = path.metadata().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(there.len(), size as u64, "{}", path.display());
    assert!(get(path) == noise(seed, size), "{} has other data", path.display());
}

fn was_given_metadata(path: &Path) {
    let there = path.symlink_metadata().unwrap();
    assert_eq!(there.mtime(), 1_000_000_000, "{}", path.display());
    assert_eq!(there.mode() & 0o777, 0o640, "{}", path.display());
}

const CASES: &[Case] = &[
    fcp("a small file", &["+small", "=into"], |at| is(at.join("into/small"), 1, FEW)),
    fcp("an empty file", &["+empty", "=into"], |at| is(at.join("into/empty"), 0, 0)),
    fcp("a large file", &["+large", "=into"], |at| is(at.join("into/large"), 2, MANY)),
    fcp("a verified file", &["--verify", "+large", "=into"], |at| {
        is(at.join("into/large"), 2, MANY);
    }),
    fcp("a path of its own", &["-T", "+small", "=into/x"], |at| is(at.join("into/x"), 1, FEW)),
    fcp("an old file replaced", &["-T", "+small", "=into/old"], |at| {
        is(at.join("into/old"), 1, FEW);
    }),
    fcp("a large old file replaced", &["-T", "+large", "=into/old"], |at| {
        is(at.join("into/old"), 2, MANY);
    }),
    fcp("in place", &["--inplace", "-T", "+small", "=into/old"], |at| {
        is(at.join("into/old"), 1, FEW);
    }),
    fcp("with a backup", &["-b", "-T", "+small", "=into/old"], |at| {
        is(at.join("into/old"), 1, FEW);
        is(at.join("into/old~"), 9, FEW);
    }),
    fcp("a symlink", &["-a", "+link", "=into"], |at| {
        let link = at.join("into/link");
        assert_eq!(std::fs::read_link(&link).unwrap(), Path::new("small"));
        assert_eq!(link.symlink_metadata().unwrap().mtime(), 1_000_000_000);
    }),
    fcp("a FIFO", &["-a", "+fifo", "=into"], |at| {
        assert!(at.join("into/fifo").symlink_metadata().unwrap().file_type().is_fifo());
        was_given_metadata(&at.join("into/fifo"));
    }),
    fcp("a device", &["-a", "+device", "=into"], |at| {
        let there = at.join("into/device").symlink_metadata().unwrap();
        assert!(there.file_type().is_char_device());
        assert_eq!(there.rdev(), makedev(1, 3));
    }),
    fcp("a hard link", &["-l", "=here/file", "=into"], |at| {
        let id = |path: &str| at.join(path).metadata().unwrap().ino();
        assert_eq!(id("into/file"), id("here/file"));
    }),
    fcp("a symlink to the source", &["-s", "+small", "=into"], |at| {
        assert!(at.join("into/small").symlink_metadata().unwrap().is_symlink());
    }),
    fcp("symlinks to a tree", &["-s", "-r", "+tree", "=into"], |at| {
        assert!(at.join("into/tree/sub/file").symlink_metadata().unwrap().is_symlink());
        assert!(at.join("into/tree/link").symlink_metadata().unwrap().is_symlink());
    }),
    fcp("attributes alone", &["-p", "--attributes-only", "-T", "+small", "=into/old"], |at| {
        was_given_metadata(&at.join("into/old"));
    }),
    fcp("paths with their parents", &["--parents", "+tree/sub/file", "=into"], |at| {
        // The whole path of the source is made below the target.
        let found = bin::run(bin::clean(Command::new("find")).arg(at.join("into")));
        let found = String::from_utf8(found.stdout).unwrap();
        let path = found.lines().find(|line| line.ends_with("/tree/sub/file")).unwrap();
        is(path, 3, FEW);
    }),
    fcp("two names of one file", &["-a", "+small", "+second", "=into"], |at| {
        is(at.join("into/small"), 1, FEW);
        is(at.join("into/second"), 1, FEW);
    }),
    fcp("a tree", &["-a", "+tree", "=into"], |at| {
        is(at.join("into/tree/sub/file"), 3, FEW);
        assert_eq!(std::fs::read_link(at.join("into/tree/link")).unwrap(), Path::new("sub"));
        was_given_metadata(&at.join("into/tree/sub/file"));
    }),
    fcp("a tree merged into one", &["-a", "-T", "+tree", "=into/merged"], |at| {
        is(at.join("into/merged/sub/file"), 3, FEW);
    }),
    fmv("a file moved in", &["+small", "=into"], |at| is(at.join("into/small"), 1, FEW)),
    fmv("a symlink moved in", &["+link", "=into"], |at| {
        assert_eq!(std::fs::read_link(at.join("into/link")).unwrap(), Path::new("small"));
    }),
    fmv("a tree moved in", &["+tree", "=into"], |at| is(at.join("into/tree/sub/file"), 3, FEW)),
    fmv("a file renamed", &["=here/file", "=into"], |at| is(at.join("into/file"), 4, FEW)),
    fmv("a file renamed over another", &["-T", "=here/file", "=into/old"], |at| {
        is(at.join("into/old"), 4, FEW);
        assert!(!at.join("here/file").exists());
    }),
    fmv("a folder renamed", &["=here", "=into"], |at| is(at.join("into/here/file"), 4, FEW)),
    fmv("a file renamed that was written just before", &["=here/new", "=into"], |at| {
        is(at.join("into/new"), 5, FEW);
    }),
    fmv("a folder renamed in which was written just before", &["=here", "=into"], |at| {
        is(at.join("into/here/new"), 5, FEW);
    }),
    fcp("what a mirror removes", &["--mirror", "-T", "+tree", "=into/merged"], |at| {
        let described = get(at.join(".Trash-0/info/extra.trashinfo"));
        let described = String::from_utf8(described).unwrap();
        assert!(described.contains("Path=into/merged/extra\n"), "{described}");
        is(at.join(".Trash-0/files/extra"), 6, FEW);
    }),
    fmv("two names that change places", &["--exchange", "-T", "=here/file", "=into/old"], |at| {
        is(at.join("into/old"), 4, FEW);
        is(at.join("here/file"), 9, FEW);
    }),
];

/// Gives a path the metadata that copies are to have.
fn date(path: &Path) {
    let at = Timespec { tv_sec: 1_000_000_000, tv_nsec: 0 };
    let times = Timestamps { last_access: at, last_modification: at };
    utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW).unwrap();
}

fn node(path: &Path, kind: FileType, device: u64) {
    mknodat(CWD, path, kind, 0o640.into(), device).unwrap();
    chmod(path, 0o640);
    date(path);
}

fn build(from: &Path) {
    for dir in ["", "tree", "tree/sub"] {
        mkdir(from.join(dir));
    }
    for (name, seed, size) in
        [("small", 1, FEW), ("empty", 0, 0), ("large", 2, MANY), ("tree/sub/file", 3, FEW)]
    {
        put(from.join(name), noise(seed, size));
        chmod(from.join(name), 0o640);
        date(&from.join(name));
    }
    copy::hard_link(from.join("small"), from.join("second"));
    symlink("small", from.join("link"));
    date(&from.join("link"));
    symlink("sub", from.join("tree/link"));
    node(&from.join("fifo"), FileType::Fifo, 0);
    node(&from.join("device"), FileType::CharacterDevice, makedev(1, 3));
}

/// An image with what was there before, and room beside it for those that a power cut leaves.
fn prepare(mounts: &Mounts, kind: Kind) -> PathBuf {
    let image = mounts.image(kind, 64 << 20);
    let at = mounts.mount_image(&image, kind, "");
    for dir in ["here", "into", "into/merged", "into/merged/sub"] {
        mkdir(at.join(dir));
    }
    put(at.join("here/file"), noise(4, FEW));
    put(at.join("into/old"), noise(9, FEW));
    put(at.join("into/merged/extra"), noise(6, FEW));
    unmount(&at);
    image
}

/// Runs a command on a filesystem, and gives that as it is after a power cut at the command's end.
fn survivor(
    mounts: &Mounts,
    (kind, prepared): (Kind, &Path),
    work: impl FnOnce(&Path),
) -> (PathBuf, PathBuf) {
    let beside = |word: &str| prepared.with_extension(word);
    let (image, cut) = (beside("image"), beside("cut"));
    tool("cp", &["--sparse=always", text(prepared), text(&image)]);
    let at = mounts.mount_image(&image, kind, "");
    work(&at);
    // What the device holds now is all that there is after a power cut.
    tool("cp", &["--sparse=always", text(&image), text(&cut)]);
    unmount(&at);
    remove_all(&image).unwrap();
    forget_devices(kind);
    (mounts.mount_image(&cut, kind, ""), cut)
}

/// Unmounts for good, as soon as the last thread of the command has exited.
fn unmount(at: &Path) {
    let deadline = std::time::Instant::now() + copy::PATIENCE;
    while let Err(errno) = rustix::mount::unmount(at, rustix::mount::UnmountFlags::empty()) {
        assert_eq!(errno, rustix::io::Errno::BUSY, "{}", at.display());
        assert!(std::time::Instant::now() < deadline, "{} stays busy", at.display());
        std::thread::yield_now();
    }
}

/// Lets the kernel forget a device whose number another one will have.
fn forget_devices(kind: Kind) {
    if kind == Kind::Btrfs {
        let _fails_where_none_is_left =
            run(bin::clean(Command::new("btrfs")).args(["device", "scan", "--forget"]));
    }
}

/// Runs a case, cuts the power after it, and looks.
fn judge(
    mounts: &Mounts,
    prepared: (Kind, &Path),
    durability: &str,
    case: &Case,
) -> Result<(), String> {
    let from = mounts.directory("source");
    remove_all(&from).unwrap();
    build(&from);
    let (at, image) = survivor(mounts, prepared, |at| {
        put(at.join("here/new"), noise(5, FEW));
        let mut command = program(case.program);
        command.arg(format!("--durability={durability}"));
        // Another filesystem than that of the items, which then has a trash of its own.
        command.env("XDG_DATA_HOME", from.join("data"));
        for word in case.arguments {
            match word.split_at(1) {
                ("+", name) => command.arg(from.join(name)),
                ("=", name) => command.arg(at.join(name)),
                _ => command.arg(word),
            };
        }
        let done = run(&mut command);
        assert!(done.status.success(), "{}: {done:?}", case.name);
    });
    let held = std::panic::catch_unwind(|| (case.holds)(&at));
    unmount(&at);
    forget_devices(prepared.0);
    remove_all(&image).unwrap();
    remove_all(&from).unwrap();
    held.map_err(|_| format!("{:?}, --durability={durability}: {}", prepared.0, case.name))
}

#[test]
fn what_is_told_as_on_the_disk_is_there_after_a_power_cut() {
    let kinds: &[Kind] =
        if is_full() { &[Kind::Ext4, Kind::Xfs, Kind::Btrfs] } else { &[Kind::Ext4, Kind::Btrfs] };
    let rounds = if is_full() { 3 } else { 1 };
    with_mounts(&[&[Kind::Tmpfs], kinds].concat(), |mounts| {
        let mut lost = Vec::new();
        for kind in kinds {
            let prepared = prepare(mounts, *kind);
            for durability in ["file", "batch", "end"] {
                for (n, case) in CASES.iter().enumerate() {
                    // A copy of the whole table takes minutes; what only flushes all at the end, and the
                    // second filesystem, are looked at here and there.
                    let wanted = is_full()
                        || durability == "file" && (*kind == Kind::Ext4 || n % 4 == 0)
                        || n % 9 == 0 && *kind == Kind::Ext4;
                    let takes = case.program == "fcp" || durability != "end";
                    for _ in 0..if wanted && takes { rounds } else { 0 } {
                        lost.extend(judge(mounts, (*kind, &prepared), durability, case).err());
                    }
                }
            }
            remove_all(&prepared).unwrap();
        }
        assert!(lost.is_empty(), "lost: {lost:#?}");
    });
}

/// The control: without a durability files are lost, and this is how it shows.
#[test]
fn a_power_cut_after_a_copy_without_a_flush_is_seen_to_lose() {
    with_mounts(&[Kind::Tmpfs, Kind::Ext4], |mounts| {
        let prepared = prepare(mounts, Kind::Ext4);
        let judged = judge(mounts, (Kind::Ext4, &prepared), "none", &CASES[0]);
        assert!(judged.is_err(), "the file is there");
    });
}

#[test]
fn each_item_is_on_the_disk_when_it_is_told_as_done() {
    // A power cut in the midst of a job: all that was told until then is there.
    with_mounts(&[Kind::Tmpfs, Kind::Ext4], |mounts| {
        let prepared = prepare(mounts, Kind::Ext4);
        let from = mounts.directory("source");
        mkdir(from.join("tree"));
        for n in 0..300 {
            put(from.join(format!("tree/{n}")), noise(n, 500));
        }
        let told = std::cell::RefCell::new(Vec::new());
        let (at, _) = survivor(mounts, (Kind::Ext4, &prepared), |at| {
            let slow = |o: &mut fcp_engine::spec::Options| {
                o.durability = fcp_engine::spec::Durability::File;
                o.limit_rate = Some(100_000);
                o.workers = Some(1);
            };
            let job = copy::copy_into(&[from.join("tree")], at.join("into")).with(slow);
            let mut running = job.start();
            running.until(|event| match event {
                fcp_engine::event::Event::ItemDone { dst, .. } => {
                    told.borrow_mut().push(dst.0.strip_prefix(at).unwrap().to_owned());
                    told.borrow().len() > 100
                }
                _ => false,
            });
            running.engine.pause(running.job).unwrap();
            let image = prepared.with_extension("image");
            tool(
                "cp",
                &["--sparse=always", text(&image), text(&prepared.with_extension("midway"))],
            );
            running.engine.cancel(running.job).unwrap();
            running.end();
        });
        unmount(&at);
        let at = mounts.mount_image(&prepared.with_extension("midway"), Kind::Ext4, "");
        for path in told.into_inner() {
            let name = path.file_name().unwrap().to_str().unwrap();
            assert_eq!(get(at.join(&path)), noise(name.parse().unwrap(), 500), "{name}");
        }
    });
}
