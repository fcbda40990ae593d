mod attributes;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink as link_to};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use fcp_test_support::{Kind, while_nobody, with_mounts};
use proptest::prelude::*;

use super::*;
use fcp_engine::error::Code;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// Nothing is known of what was shown.
const ANY: fn(&Path) -> Option<FileKind> = |_| None;

fn scratch() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_owned();
    (dir, path)
}

/// A name that is no UTF-8.
fn odd(name: &str) -> OsString {
    OsString::from_vec([name.as_bytes(), b"\xff\n"].concat())
}

fn mode_of(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().mode() & 0o7777
}

fn set(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn codes(result: Result<(), Vec<OpError>>) -> Vec<Code> {
    result.unwrap_err().into_iter().map(|error| error.code).collect()
}

#[test]
fn what_is_made_can_be_taken_back() {
    let (_scratch, dir) = scratch();
    let at = |name: &str| dir.join(odd(name));
    fs::write(at("old"), "old").unwrap();
    let edits = [
        make_directory(&at("a").join("b").join("c"), true).unwrap(),
        make_directory(&at("d"), false).unwrap(),
        make_file(&at("file")).unwrap(),
        symlink(Path::new("/nowhere\u{1}"), &at("link")).unwrap(),
        hard_link(&at("old"), &at("new")).unwrap(),
        rename(&at("new"), &at("newer")).unwrap(),
    ];
    assert!(at("a").join("b/c").is_dir() && at("d").is_dir());
    assert_eq!(fs::read(at("file")).unwrap(), b"");
    assert_eq!(fs::read_link(at("link")).unwrap(), Path::new("/nowhere\u{1}"));
    assert_eq!(fs::metadata(at("newer")).unwrap().nlink(), 2);
    for edit in edits.iter().rev() {
        undo(edit).unwrap();
    }
    let left: Vec<_> =
        fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, [odd("old")]);
}

#[test]
fn nothing_is_ever_replaced() {
    let (_scratch, dir) = scratch();
    let (taken, other, dangling) = (dir.join("taken"), dir.join("other"), dir.join("dangling"));
    fs::write(&taken, "precious").unwrap();
    fs::write(&other, "other").unwrap();
    link_to("/nowhere", &dangling).unwrap();
    for at in [&taken, &dangling] {
        let made = [
            make_directory(at, true),
            make_directory(at, false),
            make_file(at),
            symlink(Path::new("x"), at),
            hard_link(&other, at),
            rename(&other, at),
        ];
        for refused in made {
            let error = refused.unwrap_err();
            assert_eq!((error.code, error.errno), (Code::Exists, Some(17)), "{error}");
        }
    }
    assert_eq!(fs::read(&taken).unwrap(), b"precious");
    assert_eq!(fs::read_link(&dangling).unwrap(), Path::new("/nowhere"));
    assert_eq!(fs::read(&other).unwrap(), b"other");
    // Two names of one file are two names.
    fs::hard_link(&other, dir.join("twin")).unwrap();
    assert_eq!(rename(&other, &dir.join("twin")).unwrap_err().code, Code::Exists);
    assert!(exists(&other) && exists(&dir.join("twin")));
}

#[test]
fn a_name_that_is_the_same_one_to_the_filesystem_is_not_taken() {
    let (_scratch, dir) = scratch();
    fs::create_dir(dir.join("real")).unwrap();
    link_to("real", dir.join("alias")).unwrap();
    for (name, is_dir) in [("file", false), ("directory", true)] {
        let (one, other) = (dir.join("real").join(name), dir.join("alias").join(name));
        if is_dir {
            fs::create_dir(&one).unwrap();
        } else {
            fs::write(&one, "x").unwrap();
        }
        rename(&one, &other).unwrap();
        assert!(exists(&one));
    }
}

#[test]
fn failures_name_both_paths() {
    let (_scratch, dir) = scratch();
    let error = rename(&dir.join("a"), &dir.join("b")).unwrap_err();
    assert_eq!((error.action, error.code), (Action::Move, Code::NotFound));
    assert_eq!(error.other, Some(dir.join("b").into()));
    let error = hard_link(&dir.join("a"), &dir.join("b")).unwrap_err();
    assert_eq!(error.other, Some(dir.join("a").into()));
    let nul = Path::new(OsStr::from_bytes(b"a\0b"));
    assert_eq!(make_file(nul).unwrap_err().errno, Some(22));
    assert_eq!(make_directory(&dir.join("a/b"), false).unwrap_err().code, Code::NotFound);
}

#[test]
fn parents_that_were_made_in_vain_are_gone_again() {
    let (_scratch, dir) = scratch();
    let long = "x".repeat(256);
    let error = make_directory(&dir.join("a/b").join(long), true).unwrap_err();
    assert_eq!(error.code, Code::NameTooLong);
    assert!(!exists(&dir.join("a")));
}

#[test]
fn undo_leaves_alone_what_has_changed() {
    let (_scratch, dir) = scratch();
    let at = |name: &str| dir.join(name);
    let directory = make_directory(&at("directory"), false).unwrap();
    fs::write(at("directory/new"), "").unwrap();
    assert_eq!(codes(undo(&directory)), [Code::NotEmpty]);

    let file = make_file(&at("file")).unwrap();
    fs::write(at("file"), "text").unwrap();
    assert_eq!(codes(undo(&file)), [Code::ChangedSince]);

    let other = make_file(&at("gone")).unwrap();
    fs::rename(at("gone"), at("elsewhere")).unwrap();
    assert_eq!(codes(undo(&other)), [Code::NotFound]);
    fs::write(at("gone"), "").unwrap();
    assert_eq!(codes(undo(&other)), [Code::ChangedSince]);

    fs::write(at("old"), "all there is").unwrap();
    let linked = hard_link(&at("old"), &at("new")).unwrap();
    fs::remove_file(at("old")).unwrap();
    assert_eq!(codes(undo(&linked)), [Code::OriginalGone]);

    let renamed = rename(&at("file"), &at("renamed")).unwrap();
    fs::write(at("file"), "another").unwrap();
    assert_eq!(codes(undo(&renamed)), [Code::Exists]);
    fs::remove_file(at("file")).unwrap();
    fs::rename(at("new"), at("renamed")).unwrap();
    assert_eq!(codes(undo(&renamed)), [Code::ChangedSince]);
    assert_eq!(fs::read(at("renamed")).unwrap(), b"all there is");
}

#[test]
fn a_read_only_filesystem_says_so() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let at = mounts.tmpfs("");
        fs::write(at.join("file"), "").unwrap();
        mounts.read_only(&at, true);
        let file = at.join("file");
        let refused = [
            make_directory(&at.join("a"), true),
            make_file(&at.join("a")),
            symlink(Path::new("x"), &at.join("a")),
            hard_link(&file, &at.join("a")),
            rename(&file, &at.join("a")),
        ];
        assert!(refused.into_iter().all(|made| made.unwrap_err().code == Code::ReadOnly));
        let change = ModeChange::parse("777").unwrap();
        let changed = set_mode(&[file], &ANY, &change, true, &GO_ON);
        assert_eq!((changed.done, changed.failures), (0, 1));
        assert_eq!(changed.failed[0].code, Code::ReadOnly);
        assert_eq!(changed.undo, None);
    });
}

#[test]
fn other_filesystems_and_full_ones_are_told() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (near, far) = (mounts.tmpfs(""), mounts.tmpfs("nr_inodes=3"));
        fs::write(near.join("file"), "x").unwrap();
        let (from, to) = (near.join("file"), far.join("file"));
        for refused in [rename(&from, &to), hard_link(&from, &to)] {
            assert_eq!(refused.unwrap_err().code, Code::CrossDevice);
        }
        assert!(exists(&from) && !exists(&to));
        // There is room for two more.
        let error = make_directory(&far.join("a/b/c"), true).unwrap_err();
        assert_eq!((error.code, &error.path.0), (Code::NoSpace, &far.join("a/b/c")));
        assert!(!exists(&far.join("a")));
        make_file(&far.join("a")).unwrap();
        make_file(&far.join("b")).unwrap();
        assert_eq!(make_file(&far.join("c")).unwrap_err().code, Code::NoSpace);
    });
}

// Many names at once.

/// The contents of a directory of small files, by their names.
fn contents(dir: &Path) -> BTreeMap<OsString, Vec<u8>> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap())).collect()
}

fn pairs(names: &[(&str, &str)]) -> Vec<(OsString, OsString)> {
    names.iter().map(|(old, new)| (OsString::from(old), OsString::from(new))).collect()
}

fn files(dir: &Path, names: &[&str]) {
    for name in names {
        fs::write(dir.join(name), name).unwrap();
    }
}

#[test]
fn swaps_circles_and_chains_end_where_they_should() {
    let (_scratch, dir) = scratch();
    files(&dir, &["a", "b", "c", "d", "e", "f", "g", "keep"]);
    let before = contents(&dir);
    let names = pairs(&[
        ("a", "b"),
        ("b", "a"),
        ("c", "d"),
        ("d", "e"),
        ("e", "c"),
        ("f", "g"),
        ("g", "h"),
        ("keep", "keep"),
    ]);
    let renames = rename_all(&dir, &names);
    let (last, others) = renames.results.split_last().unwrap();
    assert_eq!(*last, RenameResult::Unchanged);
    assert!(others.iter().all(|result| *result == RenameResult::Done), "{renames:?}");
    let after: Vec<_> = contents(&dir)
        .into_iter()
        .map(|(name, text)| (name.into_string().unwrap(), String::from_utf8(text).unwrap()))
        .collect();
    let expected = [
        ("a", "b"),
        ("b", "a"),
        ("c", "e"),
        ("d", "c"),
        ("e", "d"),
        ("g", "f"),
        ("h", "g"),
        ("keep", "keep"),
    ];
    assert_eq!(after, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
    undo(&renames.undo.unwrap()).unwrap();
    assert_eq!(contents(&dir), before);
}

#[test]
fn one_bad_name_stops_all() {
    let (_scratch, dir) = scratch();
    files(&dir, &["a", "b", "taken"]);
    let before = contents(&dir);
    let long = "x".repeat(256);
    let cases = [
        ("", Problem::Empty),
        (".", Problem::Dots),
        ("..", Problem::Dots),
        ("x/y", Problem::Slash),
        ("x\0y", Problem::Slash),
        (&long, Problem::TooLong),
        ("taken", Problem::Taken),
    ];
    for (new, problem) in cases {
        let renames = rename_all(&dir, &pairs(&[("a", "fine"), ("b", new)]));
        assert_eq!(renames.results, [RenameResult::Left, RenameResult::Refused(problem)]);
        assert_eq!(renames.undo, None);
        assert!(!problem.words().is_empty());
    }
    let twice = RenameResult::Refused(Problem::Twice);
    for names in [[("a", "x"), ("b", "x")], [("a", "x"), ("a", "y")], [("a", "b"), ("b", "b")]] {
        let results = rename_all(&dir, &pairs(&names)).results;
        assert_eq!(results, [twice.clone(), twice.clone()], "{names:?}");
    }
    let renames = rename_all(&dir, &pairs(&[("a", "x"), ("missing", "y")]));
    assert_eq!(renames.results[0], RenameResult::Left);
    let RenameResult::Failed(error) = &renames.results[1] else { panic!("{renames:?}") };
    assert_eq!((error.code, &error.path.0), (Code::NotFound, &dir.join("missing")));
    assert_eq!(contents(&dir), before);
    let nowhere = rename_all(Path::new("/nowhere"), &pairs(&[("a", "b")]));
    assert!(
        matches!(&nowhere.results[0], RenameResult::Failed(error) if error.code == Code::NotFound)
    );
}

#[test]
fn a_failure_halfway_gives_the_others_their_names_back() {
    let (_scratch, dir) = scratch();
    files(&dir, &["a", "b", "c", "d"]);
    // In a sticky directory a user may not rename files of other users.
    set(&dir, 0o1777);
    let before = contents(&dir);
    let names = pairs(&[("a", "b"), ("b", "a"), ("c", "x"), ("d", "y")]);
    for name in ["a", "b", "c"] {
        std::os::unix::fs::chown(dir.join(name), Some(65534), None).unwrap();
    }
    while_nobody(|| {
        let renames = rename_all(&dir, &names);
        let (last, others) = renames.results.split_last().unwrap();
        assert!(others.iter().all(|result| *result == RenameResult::Left), "{renames:?}");
        let RenameResult::Failed(error) = last else { panic!("{renames:?}") };
        assert_eq!((error.code, error.errno), (Code::PermissionDenied, Some(1)));
        assert_eq!(renames.undo, None);
    });
    assert_eq!(contents(&dir), before);
}

#[test]
fn undoing_many_names_is_refused_as_a_whole() {
    let (_scratch, dir) = scratch();
    files(&dir, &["a", "b"]);
    let edit = rename_all(&dir, &pairs(&[("a", "x"), ("b", "y")])).undo.unwrap();
    fs::write(dir.join("a"), "in the way").unwrap();
    assert_eq!(codes(undo(&edit)), [Code::Exists]);
    fs::rename(dir.join("a"), dir.join("y")).unwrap();
    assert_eq!(codes(undo(&edit)), [Code::ChangedSince]);
    assert_eq!(contents(&dir).len(), 2);
    assert_eq!(fs::read(dir.join("x")).unwrap(), b"a");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn all_are_renamed_or_none(wanted in prop::collection::vec((0_u8..8, 0_u8..8), 0..7)) {
        let (_scratch, dir) = scratch();
        let name = |n: u8| OsString::from_vec(vec![b'a' + n, 0xff]);
        for n in 0..6 {
            fs::write(dir.join(name(n)), [n]).unwrap();
        }
        let before = contents(&dir);
        let names: Vec<_> = wanted.iter().map(|(old, new)| (name(*old), name(*new))).collect();
        let renames = rename_all(&dir, &names);
        prop_assert_eq!(renames.results.len(), names.len());
        let stopped = renames.results.iter().any(|result| {
            matches!(result, RenameResult::Refused(_) | RenameResult::Failed(_))
        });
        if stopped {
            prop_assert_eq!(&contents(&dir), &before);
            prop_assert_eq!(renames.undo, None);
            return Ok(());
        }
        let mut expected = before.clone();
        for (old, _) in &names {
            expected.remove(old);
        }
        for (old, new) in &names {
            expected.insert(new.clone(), before[old].clone());
        }
        prop_assert_eq!(&contents(&dir), &expected);
        if let Some(edit) = renames.undo {
            undo(&edit).unwrap();
        }
        prop_assert_eq!(contents(&dir), before);
    }
}

// Modes and owners.
