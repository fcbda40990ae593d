//! Tests that archives are made as other tools read them, that they hold what is there, and that none has its name
//! before it is whole.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod jobs;

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fcp_test_support::output::{Told as _, names, sh, state, told};
use fcp_test_support::patience::until;
use fcp_test_support::{Scratch, as_nobody, program, run};
use proptest::prelude::*;
use serde_json::Value;

fn fcp(dir: &Path, args: &[&str]) -> Command {
    let mut command = program("fcp");
    command.args(args).current_dir(dir);
    command.env("HOME", dir.join("home")).env("TMPDIR", dir);
    command
}

fn pack(dir: &Path, args: &[&str]) -> (String, String, i32) {
    let mut command = fcp(dir, &["pack"]);
    told(&run(command.args(args)))
}

fn scratch() -> Scratch {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("home")).unwrap();
    scratch
}

const TARS: [&str; 5] = ["a.tar", "a.tgz", "a.tar.gz", "a.tar.xz", "a.tar.zst"];

/// A tree with everything that tar keeps.
fn tree(at: &Path) {
    fs::create_dir_all(at.join("d/locked")).unwrap();
    fs::create_dir_all(at.join("empty")).unwrap();
    fs::write(at.join("a.txt"), "hello\n").unwrap();
    fs::write(at.join("none"), "").unwrap();
    fs::write(
        at.join("d/large"),
        [
            vec![7; 2 << 20],
            (0..3 << 20).map(|n: u32| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect(),
        ]
        .concat(),
    )
    .unwrap();
    fs::write(at.join("d/locked/in"), "x").unwrap();
    fs::write(at.join(OsString::from_vec(b"caf\xe9 \xff".to_vec())), "bytes").unwrap();
    fs::write(at.join("ä".repeat(100)), "long").unwrap();
    symlink("../a.txt", at.join("d/link")).unwrap();
    symlink("/nowhere".repeat(20), at.join("dangling")).unwrap();
    fs::hard_link(at.join("a.txt"), at.join("d/hard")).unwrap();
    let mode = |path: &str, mode| {
        fs::set_permissions(at.join(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode("a.txt", 0o640);
    mode("none", 0o4755);
    let dir = at.parent().unwrap();
    sh(
        dir,
        "mkfifo tree/fifo; touch -d '2001-02-03 04:05:06.123456789 UTC' tree/a.txt tree/d/locked/in",
    );
    sh(
        dir,
        "touch -d '1960-02-03 04:05:06.25 UTC' tree/none; touch -d '2002-02-03 UTC' tree/empty",
    );
    mode("d/locked", 0o555);
}

#[test]
fn what_is_packed_is_unpacked_by_tar_and_by_us() {
    let scratch = scratch();
    tree(&scratch.join("tree"));
    let before = state(&scratch.join("tree"));
    for (n, name) in TARS.into_iter().enumerate() {
        assert_eq!(
            pack(scratch.path(), &[name, "tree"]),
            (String::new(), String::new(), 0),
            "{name}"
        );
        sh(scratch.path(), &format!("mkdir t{n}; tar -C t{n} -xpf {name}"));
        assert!(state(&scratch.join(format!("t{n}/tree"))) == before, "{name} by tar");
        let ours = format!("o{n}");
        let (_, err, code) = told(&run(&mut fcp(scratch.path(), &["extract", "-a", name, &ours])));
        assert_eq!((err.as_str(), code), ("", 0), "{name}");
        assert!(state(&scratch.join(&ours).join("tree")) == before, "{name} by us");
        let ino = |path: &str| fs::metadata(scratch.join(&ours).join(path)).unwrap().ino();
        assert_eq!(ino("tree/a.txt"), ino("tree/d/hard"), "{name}");
    }
    assert!(names(scratch.path()).iter().all(|name| !name.starts_with(".fcp")));
    let listed =
        sh(scratch.path(), "tar --numeric-owner -tvf a.tar tree/a.txt; tar -tf a.tar | wc -l");
    let meta = fs::metadata(scratch.join("tree/a.txt")).unwrap();
    assert!(listed.contains(&format!("{}/{}", meta.uid(), meta.gid())), "{listed}");
    // The same files make the same archive.
    assert_eq!(pack(scratch.path(), &["b.tar.zst", "tree"]).2, 0);
    sh(scratch.path(), "cmp a.tar.zst b.tar.zst");
}

#[test]
fn zip_holds_names_in_utf8_and_says_what_it_cannot_hold() {
    let scratch = scratch();
    tree(&scratch.join("tree"));
    let (_, err, code) = pack(scratch.path(), &["a.zip", "tree"]);
    assert_eq!(code, 1);
    let expected = "fcp pack: cannot pack 'tree/caf\\xe9 \\xff': its name is not UTF-8; zip allows only UTF-8, tar any name\n\
                    fcp pack: cannot pack 'tree/fifo': not supported here\n";
    assert_eq!(err, expected);
    // A dry run foresees it.
    let (_, err, code) = pack(scratch.path(), &["--dry-run", "c.zip", "tree"]);
    assert_eq!((err.as_str(), code), (expected, 1));
    sh(scratch.path(), "rm tree/caf* tree/fifo");
    assert_eq!(pack(scratch.path(), &["b.zip", "tree"]), (String::new(), String::new(), 0));
    sh(
        scratch.path(),
        "unzip -tq b.zip; unzip -q b.zip -d zip; mkdir py; cd py; python3 -c \"\nimport zipfile\nz = zipfile.ZipFile('../b.zip')\nassert z.testzip() is None\nz.extractall()\n\"",
    );
    told(&run(&mut fcp(scratch.path(), &["extract", "-p", "b.zip", "ours"]))).succeeds();
    // Zip has whole seconds, and unzip sets no times of links.
    let comparable = |root: &str, times: bool| {
        let mut found = state(&scratch.join(root));
        for (path, mode, time, _) in &mut found {
            if *mode & 0o170_000 == 0o120_000
                || !times
                || path.ends_with("d")
                || path.ends_with("locked")
            {
                *time = (0, 0);
            }
            time.1 = 0;
            // Only an exact copy has set-ID bits.
            *mode &= !0o7000;
        }
        found
    };
    assert!(comparable("ours/tree", true) == comparable("tree", true), "by us");
    assert!(comparable("zip/tree", false) == comparable("tree", false), "by unzip");
    let data = |root: &str| -> Vec<_> {
        state(&scratch.join(root))
            .into_iter()
            .filter(|it| it.1 & 0o170_000 == 0o100_000)
            .map(|it| (it.0, it.3))
            .collect()
    };
    // Python unpacks links as files.
    let files = data("tree");
    let mut unpacked = data("py/tree");
    unpacked.retain(|(path, _)| files.iter().any(|it| it.0 == *path));
    assert!(unpacked == files, "by python");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]
    #[test]
    fn any_tree_comes_back(
        files in prop::collection::btree_map(
            prop::collection::vec(prop::collection::vec(prop_oneof![Just(b'a'), Just(b' '), Just(0xff_u8), Just(b'\n'), any::<u8>()], 1..40), 1..4),
            prop::collection::vec(any::<u8>(), 0..3000),
            0..12,
        ),
        format in 0..5_usize,
    ) {
        let scratch = scratch();
        let root = scratch.join("tree");
        fs::create_dir(&root).unwrap();
        for (path, data) in &files {
            let part = |name: &Vec<u8>| {
                let name: Vec<u8> = name.iter().copied().filter(|byte| *byte != 0 && *byte != b'/').collect();
                OsString::from_vec(if matches!(&name[..], b"" | b"." | b"..") { b"x".to_vec() } else { name })
            };
            let path: PathBuf = path.iter().map(part).collect();
            let path = root.join(path);
            if fs::create_dir_all(path.parent().unwrap()).is_ok() && !path.is_dir() {
                // A file may have the name of a folder already.
                drop(fs::write(&path, data));
            }
        }
        let name = TARS[format];
        prop_assert_eq!(pack(scratch.path(), &[name, "tree"]), (String::new(), String::new(), 0));
        sh(scratch.path(), &format!("mkdir t; tar -C t -xpf {name}"));
        prop_assert!(state(&scratch.join("t/tree")) == state(&root));
    }
}

#[test]
fn names_are_relative_to_the_folder_of_each_source() {
    let scratch = scratch();
    fs::create_dir_all(scratch.join("one/d")).unwrap();
    fs::write(scratch.join("one/d/x"), "x").unwrap();
    fs::write(scratch.join("y"), "y").unwrap();
    let absolute = scratch.join("one/d");
    pack(scratch.path(), &["a.tar", absolute.to_str().unwrap(), "./y"]).succeeds();
    assert_eq!(sh(scratch.path(), "tar -tf a.tar"), "d/\nd/x\ny\n");
    fs::create_dir(scratch.join("two")).unwrap();
    fs::write(scratch.join("two/y"), "other").unwrap();
    let (_, err, code) = pack(scratch.path(), &["b.tar", "y", "two/y"]);
    assert_eq!(code, 1);
    assert!(err.contains("cannot pack 'two/y'"), "{err}");
}

#[test]
fn an_archive_holds_neither_itself_nor_what_it_is_made_in() {
    let scratch = scratch();
    fs::create_dir(scratch.join("d")).unwrap();
    fs::write(scratch.join("d/x"), "x").unwrap();
    for _ in 0..2 {
        pack(&scratch.join("d"), &["a.tar", "."]).ends(0);
        assert_eq!(sh(scratch.path(), "tar -tf d/a.tar"), "x\n");
    }
    assert_eq!(pack(scratch.path(), &["d/b.tar", "d"]).2, 0);
    assert_eq!(sh(scratch.path(), "tar -tf d/b.tar"), "d/\nd/a.tar\nd/x\n");
    assert_eq!(names(scratch.join("d")), ["a.tar", "b.tar", "x"]);
}

#[test]
fn an_existing_archive_is_treated_as_in_a_copy() {
    let scratch = scratch();
    fs::write(scratch.join("x"), "x").unwrap();
    let read = |name: &str| fs::read(scratch.join(name)).unwrap();
    let old = || fs::write(scratch.join("a.tar"), "old").unwrap();
    for (flag, is_old, expected) in
        [("-n", true, 0), ("--on-conflict=fail", true, 1), ("-f", false, 0), ("-b", false, 0)]
    {
        old();
        let (_, err, code) = pack(scratch.path(), &[flag, "a.tar", "x"]);
        assert_eq!(code, expected, "{flag}: {err}");
        assert_eq!(read("a.tar") == b"old", is_old, "{flag}");
    }
    assert_eq!(read("a.tar~"), b"old");
    old();
    assert_eq!(pack(scratch.path(), &["--on-conflict=rename", "a.tar", "x"]).2, 0);
    assert_eq!(read("a.tar"), b"old");
    assert_eq!(sh(scratch.path(), "tar -tf 'a (1).tar'"), "x\n");
    let (_, err, code) = pack(scratch.path(), &["-i", "a.tar", "x"]);
    assert_ne!(code, 0, "{err}");
    assert_eq!(read("a.tar"), b"old");
    for name in ["a.rar", "tar", ".zip", "a.7z"] {
        let (_, err, code) = pack(scratch.path(), &[name, "x"]);
        assert_eq!(code, 3, "{err}");
        assert!(
            err.lines().count() == 1 && err.contains(name) && err.contains(".tar.zst (.tzst)"),
            "{err}"
        );
    }
}

#[test]
fn a_symlink_stays_and_the_archive_that_it_leads_to_is_replaced() {
    let scratch = scratch();
    let at = |name: &str| scratch.join(name);
    fs::write(at("x"), "x").unwrap();
    fs::create_dir(at("d")).unwrap();
    let fresh = || {
        for name in ["a.tar", "d/old"] {
            let _absent = fs::remove_file(at(name));
        }
        fs::write(at("d/old"), "old").unwrap();
        symlink("d/old", at("a.tar")).unwrap();
    };
    let is_link = || fs::symlink_metadata(at("a.tar")).unwrap().is_symlink();
    fresh();
    pack(scratch.path(), &["a.tar", "x"]).succeeds();
    assert!(is_link());
    assert_eq!(sh(scratch.path(), "tar -tf d/old"), "x\n");
    assert_eq!(names(at("d")), ["old"]);
    // A backup, and a name for both, are in the place of the link, as in a copy.
    fresh();
    assert_eq!(pack(scratch.path(), &["-b", "a.tar", "x"]).2, 0);
    assert!(!is_link() && fs::symlink_metadata(at("a.tar~")).unwrap().is_symlink());
    fresh();
    assert_eq!(pack(scratch.path(), &["--on-conflict=rename", "a.tar", "x"]).2, 0);
    assert!(is_link() && at("a (1).tar").exists());
    assert_eq!(fs::read(at("d/old")).unwrap(), b"old");
    // What it leads to is no source of itself, and one that leads nowhere is refused.
    pack(scratch.path(), &["a.tar", "d/old"]).says(1, "same file");
    fs::remove_file(at("d/old")).unwrap();
    for args in [&["a.tar", "x"][..], &["--dry-run", "a.tar", "x"]] {
        let (_, err, code) = pack(scratch.path(), args);
        assert_eq!(code, 1, "{err}");
        assert!(err.lines().count() == 1 && err.contains("leads nowhere"), "{err}");
    }
    for args in [&["-n", "a.tar", "x"][..], &["-n", "--dry-run", "a.tar", "x"]] {
        assert_eq!(pack(scratch.path(), args).2, 0);
    }
    assert!(is_link() && names(at("d")).is_empty());
}

#[test]
fn what_cannot_be_read_fails_by_itself() {
    let scratch = scratch();
    fs::create_dir_all(scratch.join("d/locked")).unwrap();
    for name in ["d/a", "d/secret", "d/z"] {
        fs::write(scratch.join(name), name).unwrap();
    }
    let mode = |name: &str, mode| {
        fs::set_permissions(scratch.join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode("d/secret", 0);
    mode("d/locked", 0);
    fs::create_dir(scratch.join("to")).unwrap();
    mode("to", 0o777);
    mode("home", 0o777);
    mode("", 0o755);
    for name in ["to/a.tar.gz", "to/a.zip"] {
        let mut command = fcp(scratch.path(), &["pack", name, "d", "nosuch"]);
        let Some(command) = as_nobody(&mut command) else { return };
        let (_, err, code) = told(&run(command.current_dir(scratch.path())));
        assert_eq!((err.lines().count(), code), (3, 1), "{err}");
        assert!(
            err.contains("'d/secret'") && err.contains("'d/locked'") && err.contains("'nosuch'"),
            "{err}"
        );
    }
    assert_eq!(sh(scratch.path(), "tar -tf to/a.tar.gz"), "d/\nd/a\nd/z\n");
    sh(scratch.path(), "unzip -tq to/a.zip");
    assert_eq!(pack(scratch.path(), &["none.zip", "nosuch"]).2, 1);
    assert!(!scratch.join("none.zip").exists());
}

#[test]
fn a_part_is_chosen_by_filters() {
    let scratch = scratch();
    fs::create_dir_all(scratch.join("d/skip")).unwrap();
    fs::create_dir(scratch.join("d/.git")).unwrap();
    for name in ["d/x.o", "d/y.c", "d/skip/z.c", "d/log"] {
        fs::write(scratch.join(name), "").unwrap();
    }
    fs::write(scratch.join("d/.gitignore"), "log\n").unwrap();
    let args = ["--exclude=skip", "--exclude=.git*", "--include=*.c", "a.tar", "d"];
    assert_eq!(pack(scratch.path(), &args).2, 0);
    assert_eq!(sh(scratch.path(), "tar -tf a.tar"), "d/\nd/y.c\n");
    assert_eq!(pack(scratch.path(), &["--gitignore", "--exclude=.git", "b.tar", "d"]).2, 0);
    assert_eq!(
        sh(scratch.path(), "tar -tf b.tar"),
        "d/\nd/.gitignore\nd/skip/\nd/skip/z.c\nd/x.o\nd/y.c\n"
    );
}

#[test]
fn deep_folders_are_packed() {
    let scratch = scratch();
    let deep = format!("d/{}", "sub/".repeat(200));
    fs::create_dir_all(scratch.join(&deep)).unwrap();
    fs::write(scratch.join(&deep).join("x"), "x").unwrap();
    fs::write(scratch.join("d/z"), "z").unwrap();
    assert_eq!(pack(scratch.path(), &["a.tar", "d"]).2, 0);
    assert_eq!(sh(scratch.path(), "tar -tf a.tar | wc -l").trim(), "203");
}

#[test]
fn an_item_called_pack_is_not_mistaken_for_the_command() {
    let scratch = scratch();
    fs::write(scratch.join("pack"), "x").unwrap();
    let (_, err, code) = pack(scratch.path(), &["a.tar", "to"]);
    assert_eq!(code, 2);
    assert!(err.contains("write fcp ./pack to copy it"), "{err}");
}

#[test]
fn two_items_of_one_name_are_not_both_packed() {
    let scratch = scratch();
    for name in ["s/d", "s2/d"] {
        fs::create_dir_all(scratch.join(name)).unwrap();
    }
    for name in ["s/x", "s2/x", "s/d/one", "s2/d/two", "s/d/both", "s2/d/both"] {
        fs::write(scratch.join(name), name).unwrap();
    }
    for archive in ["a.zip", "a.tar"] {
        let (_, err, code) = pack(scratch.path(), &[archive, "s/.", "s2/."]);
        assert_eq!((err.lines().count(), code), (2, 1), "{err}");
        assert!(err.contains("'s2/./x'") && err.contains("'s2/./d/both'"), "{err}");
        assert!(err.contains("just created it from another source"), "{err}");
        let (_, err, code) = pack(scratch.path(), &[archive, "s/x", "s2/."]);
        assert_eq!((err.lines().count(), code), (1, 1), "{err}");
        // One item that is named twice is packed once.
        pack(scratch.path(), &[archive, "s/.", "s/x"]).succeeds();
    }
    assert_eq!(sh(scratch.path(), "tar -tf a.tar"), "d/\nd/both\nd/one\nx\n");
    pack(scratch.path(), &["b.tar", "s/.", "s2/."]);
    assert_eq!(sh(scratch.path(), "tar -tf b.tar"), "d/\nd/both\nd/one\nx\nd/two\n");
}

#[test]
fn the_archive_is_no_source_of_itself_and_its_other_names_are_packed() {
    let scratch = scratch();
    fs::create_dir(scratch.join("d")).unwrap();
    fs::write(scratch.join("d/latest.tar"), "old archive").unwrap();
    fs::hard_link(scratch.join("d/latest.tar"), scratch.join("d/2025.tar")).unwrap();
    for flags in [&[][..], &["--dry-run"]] {
        for name in ["d/latest.tar", "./d/../d/latest.tar"] {
            let args = [flags, &["d/latest.tar", name, "d/2025.tar"]].concat();
            let (_, err, code) = pack(scratch.path(), &args);
            assert_ne!(code, 0, "{err}");
            assert!(err.contains("source and destination are the same file"), "{err}");
            assert_eq!(fs::read(scratch.join("d/latest.tar")).unwrap(), b"old archive");
        }
    }
    pack(scratch.path(), &["d/latest.tar", "d"]).succeeds();
    assert_eq!(sh(scratch.path(), "tar -tf d/latest.tar"), "d/\nd/2025.tar\n");
    assert_eq!(sh(scratch.path(), "tar -xOf d/latest.tar d/2025.tar"), "old archive");
}
