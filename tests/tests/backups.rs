//! Tests of backups: the name is never absent, no version is lost, and a failed copy leaves none.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use copy::{chmod, get, mkdir, names, put, text};
use fcp_test_support::bin::{clean, path_of};
use fcp_test_support::{Kind, Scratch, as_nobody, fcp, has_strace, needs, program, run};
use fcp_test_support::{tampered, with_exfat, with_mounts};

fn fcp_in(directory: &Path, args: &[&str]) -> Output {
    run(fcp().current_dir(directory).args(args))
}

#[test]
fn parallel_programs_with_numbered_backups_keep_every_version() {
    const COUNT: usize = 24;
    for name in ["fcp", "fmv"] {
        let scratch = Scratch::new();
        for n in 0..COUNT {
            put(scratch.path().join(format!("s{n}")), format!("version {n}"));
        }
        mkdir(scratch.path().join("d"));
        std::thread::scope(|scope| {
            for n in 0..COUNT {
                let at = scratch.path();
                scope.spawn(move || {
                    let args = ["--backup=numbered".to_owned(), format!("s{n}"), "d/n".to_owned()];
                    let done = run(program(name).current_dir(at).args(args));
                    assert_eq!(done.status.code(), Some(0), "{done:?}");
                });
            }
        });
        let at = |name: &String| get(scratch.path().join("d").join(name));
        let versions: BTreeSet<_> = names(scratch.path().join("d")).iter().map(at).collect();
        assert_eq!(versions.len(), COUNT, "{name}: {:?}", names(scratch.path().join("d")));
    }
}

#[test]
fn a_backup_of_another_spelling_has_its_number_where_case_is_folded() {
    with_exfat(|_, exfat| {
        mkdir(exfat.join("s"));
        for (name, text) in [("s/file.txt", "new"), ("file.txt", "old"), ("FILE.TXT.~1~", "older")]
        {
            put(exfat.join(name), text);
        }
        let done = fcp_in(exfat, &["--backup=numbered", "s/file.txt", "."]);
        assert_eq!(done.status.code(), Some(0), "{done:?}");
        let texts = ["file.txt", "file.txt.~1~", "file.txt.~2~"].map(|name| get(exfat.join(name)));
        assert_eq!(texts, [b"new".to_vec(), b"older".to_vec(), b"old".to_vec()]);
        assert_eq!(names(exfat).len(), 4, "{:?}", names(exfat));
    });
}

#[test]
fn an_item_of_two_operands_does_not_take_the_place_of_the_backup() {
    let into = ["-b", "-t", "d/s", "s/.", "s/file"];
    let below = ["--backup=existing", "--parents", "-t", "d", "s", "s/file"];
    for args in [&into[..], &below[..]] {
        let scratch = Scratch::new();
        let at = |name: &str| scratch.path().join(name);
        for name in ["s", "d", "d/s"] {
            mkdir(at(name));
        }
        put(at("s/file"), "new");
        put(at("d/s/file"), "old");
        let foreseen = fcp_in(scratch.path(), &[&["--dry-run"], args].concat());
        let done = fcp_in(scratch.path(), args);
        assert_eq!((get(at("d/s/file")), get(at("d/s/file~"))), (b"new".into(), b"old".into()));
        assert_eq!((foreseen.status.code(), done.status.code()), (Some(1), Some(1)), "{done:?}");
    }
}

#[test]
fn a_copy_that_fails_leaves_no_backup() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let at = mounts.tmpfs("size=10m");
        put(at.join("s"), "source");
        put(at.join("d"), "old");
        for way in ["-b", "--backup=numbered"] {
            // No filesystem in memory shares extents.
            let done = fcp_in(&at, &[way, "--reflink=always", "s", "d"]);
            assert_eq!(done.status.code(), Some(1), "{done:?}");
            assert_eq!(names(&at), ["d", "s"]);
            assert_eq!(get(at.join("d")), b"old");
        }
    });
}

#[test]
fn the_file_of_another_user_becomes_a_backup_though_it_may_not_be_linked() {
    for (name, flags) in [("fcp", &["-b"][..]), ("fcp", &["-f", "-b"]), ("fmv", &["-f", "-b"])] {
        let scratch = Scratch::new();
        chmod(scratch.path(), 0o777);
        put(scratch.path().join("s"), "source");
        put(scratch.path().join("d"), "old");
        let mut command = program(name);
        let Some(command) = as_nobody(&mut command) else { return };
        let done = run(command.current_dir(scratch.path()).args(flags).args(["s", "d"]));
        assert_eq!(done.status.code(), Some(0), "{name}: {done:?}");
        assert_eq!(get(scratch.path().join("d")), b"source", "{name}");
        assert_eq!(get(scratch.path().join("d~")), b"old", "{name}");
    }
}

/// A tree to copy, and one with the same names that exists.
fn trees() -> Scratch {
    let scratch = Scratch::new();
    for tree in ["s", "d"] {
        mkdir(scratch.path().join(tree));
        for n in 0..3 {
            put(scratch.path().join(format!("{tree}/{n}")), format!("{tree} {n}"));
        }
    }
    scratch
}

fn is_backed_up(scratch: &Scratch, way: &[&str]) {
    for n in 0..3 {
        let at = |name: String| get(scratch.path().join(name));
        assert_eq!(at(format!("d/{n}")), format!("s {n}").as_bytes(), "{way:?}");
        assert_eq!(at(format!("d/{n}~")), format!("d {n}").as_bytes(), "{way:?}");
    }
    assert_eq!(names(scratch.path().join("d")).len(), 6, "{way:?}");
}

#[test]
fn backups_are_made_where_names_cannot_change_places_and_there_are_no_hard_links() {
    needs!(has_strace());
    // With and without these calls: renameat2(2) with flags, and links of what exists.
    let without: &[&[&str]] = &[
        &["renameat2:error=EINVAL"],
        &["renameat2:error=EINVAL", "linkat:error=EOPNOTSUPP"],
        &["renameat2:error=EINVAL", "linkat:error=EPERM"],
        &["linkat:error=EPERM"],
    ];
    for calls in without {
        // Files that are verified have a name before they are published.
        for args in [&["fcp", "-a", "--verify", "-b", "-T", "s", "d"][..], &["fmv", "-b", "-T"]] {
            let scratch = trees();
            let mut strace = clean(Command::new("strace"));
            strace.current_dir(scratch.path()).args(["-f", "-qq", "-o", "/dev/null"]);
            for call in *calls {
                strace.args(["-e", &format!("inject={call}")]);
            }
            strace.arg(path_of(args[0])).args(&args[1..]);
            if args[0] == "fmv" {
                strace.args(["s/0", "d/0"]);
            }
            let done = run(&mut strace);
            assert_eq!(done.status.code(), Some(0), "{calls:?}: {done:?}");
            if args[0] == "fcp" {
                is_backed_up(&scratch, calls);
            } else {
                assert_eq!(get(scratch.path().join("d/0")), b"s 0", "{calls:?}");
                assert_eq!(get(scratch.path().join("d/0~")), b"d 0", "{calls:?}");
            }
        }
    }
}

#[test]
fn a_kill_at_any_rename_leaves_the_old_file_or_the_new_one_under_the_name() {
    needs!(has_strace());
    for call in ["renameat2", "renameat", "linkat", "unlinkat"] {
        for n in 1..=3 {
            for (name, backup) in
                [("fcp", "numbered"), ("fcp", "simple"), ("fmv", "numbered"), ("fmv", "simple")]
            {
                let scratch = Scratch::new();
                let (s, d) = (scratch.path().join("s"), scratch.path().join("d"));
                put(&s, "new");
                put(&d, "old");
                put(scratch.path().join("d~"), "older");
                let args = [&format!("--backup={backup}"), text(&s), text(&d)];
                tampered(name, call, "signal=SIGKILL", n, &args);
                let found = get(&d);
                assert!(found == b"old" || found == b"new", "{call} {n} {name}: {found:?}");
                // Files with temporary names are removed when the job is resumed.
                let all: Vec<_> = names(scratch.path())
                    .iter()
                    .filter(|name| !name.starts_with(".fcp-"))
                    .map(|name| get(scratch.path().join(name)))
                    .collect();
                assert!(all.contains(&b"old".to_vec()), "{call} {n} {name}");
                assert!(all.contains(&b"new".to_vec()), "{call} {n} {name}");
            }
        }
    }
}

#[test]
fn a_folder_takes_the_place_of_a_file_that_becomes_a_backup() {
    let scratch = Scratch::new();
    mkdir(scratch.path().join("s"));
    put(scratch.path().join("s/inside"), "1");
    put(scratch.path().join("d"), "old");
    let done = fcp_in(scratch.path(), &["-b", "-T", "s", "d"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert_eq!(get(scratch.path().join("d/inside")), b"1");
    assert_eq!(fs::read(scratch.path().join("d~")).unwrap(), b"old");
}

#[test]
fn a_slash_behind_a_folder_changes_nothing_of_its_move_with_a_backup() {
    for (tool, source, flags) in [
        ("fmv", "s/", &["-b"][..]),
        ("fmv", "s///", &["--backup=numbered"]),
        ("mv", "s/", &["-b"]),
        ("fmv", "./s/", &["-b", "-T"]),
        ("fmv", "s/", &["-b", "--durability=file"]),
    ] {
        for old in ["file", "link"] {
            let scratch = Scratch::new();
            let at = |name: &str| scratch.path().join(name);
            mkdir(at("s"));
            put(at("s/inside"), "new");
            mkdir(at("t"));
            put(at("t/file"), "old");
            let to = at("t/s");
            if old == "file" {
                put(&to, "old");
            } else {
                copy::symlink("file", &to);
            }
            let exact = flags.contains(&"-T");
            let args = [flags, &[source, if exact { "t/s" } else { "t" }]].concat();
            let done = run(program(tool).current_dir(scratch.path()).args(args));
            assert_eq!(done.status.code(), Some(0), "{tool} {source} {old}: {done:?}");
            let backup = if flags.contains(&"-b") { "s~" } else { "s.~1~" };
            assert_eq!(names(at("t")), ["file", "s", backup], "{tool} {source} {old}");
            assert_eq!(
                (names(scratch.path()), get(at("t/s/inside"))),
                (vec!["t".into()], "new".into())
            );
            assert_eq!(get(at("t").join(backup)), b"old");
        }
    }
}

#[test]
fn a_destination_that_leads_through_the_source_is_where_it_was() {
    let scratch = Scratch::new();
    mkdir(scratch.path().join("s"));
    put(scratch.path().join("s/inside"), "new");
    put(scratch.path().join("t"), "old");
    let args = ["-b", "-T", "s", "s/../t"];
    let done = run(program("fmv").current_dir(scratch.path()).args(args));
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert_eq!(names(scratch.path()), ["t", "t~"]);
    assert_eq!(get(scratch.path().join("t~")), b"old");
}

#[test]
fn no_backup_takes_the_name_of_another_source() {
    let content = |path: PathBuf| String::from_utf8(get(path)).unwrap();
    let lay_out = |at: &Path| {
        for dir in ["s", "d"] {
            mkdir(at.join(dir));
        }
        put(at.join("d/a"), "old");
    };
    let contents = |at: &Path| -> BTreeSet<String> {
        let dirs = [at.join("s"), at.join("d")].into_iter().filter(|dir| dir.exists());
        let dirs: Vec<_> = dirs.collect();
        let paths = dirs.iter().flat_map(|dir| names(dir).into_iter().map(|name| dir.join(name)));
        paths.map(content).collect()
    };
    for suffix in ["~", ".bak"] {
        let (flag, other) = (format!("--suffix={suffix}"), format!("a{suffix}"));
        let second = format!("s/{other}");
        for (name, args) in [
            ("fmv", vec!["-T", "s", "d"]),
            ("fmv", vec!["s/a", &second, "d"]),
            ("fmv", vec![&second, "s/a", "d"]),
            ("fcp", vec!["-T", "s", "d"]),
            ("fcp", vec!["s/a", &second, "d"]),
            ("fcp", vec![&second, "s/a", "d"]),
            ("mv", vec![&second, "s/a", "d"]),
        ] {
            let scratch = Scratch::new();
            let at = scratch.path();
            lay_out(at);
            put(at.join("s/a"), "new");
            put(at.join(&second), "precious");
            let done = run(program(name).current_dir(at).args(["-b", &flag]).args(&args));
            assert_eq!(done.status.code(), Some(0), "{name} {args:?}: {done:?}");
            let kept = ["new", "old", "precious"].map(str::to_owned);
            assert_eq!(contents(at), BTreeSet::from(kept), "{name} {args:?}");
            let d = at.join("d");
            assert_eq!(
                (content(d.join("a")), content(d.join(&other))),
                ("new".into(), "precious".into())
            );
        }
    }
    // Where nothing else wants the name, the suffix alone makes it.
    let scratch = Scratch::new();
    lay_out(scratch.path());
    put(scratch.path().join("s/a"), "new");
    assert_eq!(fcp_in(scratch.path(), &["-b", "-T", "s", "d"]).status.code(), Some(0));
    assert_eq!(names(scratch.path().join("d")), ["a", "a~"]);
}

#[test]
fn no_backup_of_a_move_between_filesystems_takes_the_name_of_another_source() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let volume = mounts.tmpfs("size=10m");
        let at = mounts.directory("here");
        for (n, args) in [["s/a~", "s/a"], ["s/a", "s/a~"]].into_iter().enumerate() {
            let (here, there) = (at.join(n.to_string()), volume.join(n.to_string()));
            for dir in [&here, &here.join("s"), &there] {
                mkdir(dir);
            }
            put(here.join("s/a"), "new");
            put(here.join("s/a~"), "precious");
            put(there.join("a"), "old");
            let mut command = program("fmv");
            let done = run(command.current_dir(&here).arg("-b").args(args).arg(&there));
            assert_eq!(done.status.code(), Some(0), "{done:?}");
            assert_eq!(names(&there), ["a", "a.~1~", "a~"]);
            assert_eq!(get(there.join("a~")), b"precious");
        }
    });
}

#[test]
fn a_folder_is_listed_a_few_times_and_not_for_each_backup() {
    const FILES: usize = 200;
    needs!(has_strace());
    let scratch = Scratch::new();
    let at = |name: &str| scratch.path().join(name);
    for way in ["--backup=existing", "--backup=numbered"] {
        mkdir(at(way));
        for dir in ["s", "d"].map(|dir| at(way).join(dir)) {
            mkdir(&dir);
            (0..FILES).for_each(|n| put(dir.join(format!("file{n}")), "data"));
        }
        let log = at("log");
        let mut strace = clean(Command::new("strace"));
        strace.current_dir(at(way)).args(["-f", "-qq", "-e", "trace=getdents64", "-o"]).arg(&log);
        strace.arg(path_of("fcp")).args([way, "-r", "s/.", "d"]);
        assert!(run(&mut strace).status.success());
        let backups = names(at(way).join("d")).iter().filter(|name| name.ends_with('~')).count();
        assert_eq!(backups, FILES);
        let lists = fs::read_to_string(&log).unwrap().matches("getdents64(").count();
        // Each worker may be the first, and a list takes two calls.
        assert!(lists < FILES, "{lists}");
    }
}

#[test]
fn an_overlay_that_renames_no_folder_of_its_lower_layer_is_no_other_filesystem() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let at = mounts.filesystem(Kind::Tmpfs, 16 << 20);
        mkdir(at.join("upper"));
        mkdir(at.join("overlay-lower"));
        let lower = |name: &str| {
            mkdir(at.join("overlay-lower").join(name));
            put(at.join("overlay-lower").join(name).join("in"), "lower");
        };
        ["s", "s2", "d", "mv"].into_iter().for_each(lower);
        let Some(view) = mounts.overlay(&at.join("upper")) else {
            eprintln!("the kernel has no overlays");
            return;
        };
        // A source is copied then, as to another filesystem.
        for (source, target) in [("s", "file"), ("s2", "file2")] {
            put(view.join(target), "old");
            let numbered = if source == "s" { "--backup=simple" } else { "--backup=numbered" };
            let mut command = program("fmv");
            let done = run(command.current_dir(&view).args([numbered, "-T", source, target]));
            assert_eq!(done.status.code(), Some(0), "{done:?}");
            assert_eq!(get(view.join(target).join("in")), b"lower");
        }
        assert!(["file~", "file2.~1~"].iter().all(|name| get(view.join(name)) == b"old"));
        // What is there cannot become a backup, and is kept, as by mv; it is the backup that fails.
        put(view.join("f"), "new");
        let before = names(&view);
        for (name, target, told) in
            [("fmv", "d", "fmv: cannot back up 'd': "), ("mv", "mv", "mv: cannot backup 'mv': ")]
        {
            let mut command = program(name);
            let done = run(command.current_dir(&view).args(["-b", "-T", "f", target]));
            let err = String::from_utf8(done.stderr).unwrap();
            assert_eq!((done.status.code(), names(&view)), (Some(1), before.clone()), "{err}");
            assert_eq!(err, format!("{told}Invalid cross-device link\n"));
            assert_eq!(get(view.join(target).join("in")), b"lower");
        }
    });
}
