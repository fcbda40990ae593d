//! Tests what is remembered of two folders, and what a plan makes of it.

use std::collections::BTreeMap;
use std::os::unix::fs::{MetadataExt, symlink};
use std::sync::atomic::AtomicBool;

use fcp_browse::{CompareSpec, Row, Verdict};
use fcp_engine::error::Code;
use proptest::prelude::*;
use rustix::fs::{CWD, Timespec, Timestamps, utimensat};
use tempfile::TempDir;

use super::super::{Action as Does, Direction, Plan, Recalled, compare, remember};
use super::recorder::Recorder;
use super::*;

/// Two folders and the state directory.
struct Folders {
    dir: TempDir,
    /// Gives each file that is written a time of its own.
    clock: i64,
}

fn set_time(path: &Path, seconds: i64) {
    let time = Timespec { tv_sec: seconds, tv_nsec: 5_000 };
    let times = Timestamps { last_access: time, last_modification: time };
    utimensat(CWD, path, &times, rustix::fs::AtFlags::SYMLINK_NOFOLLOW).unwrap();
}

impl Folders {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        for name in ["left", "right", "state"] {
            fs::create_dir(dir.path().join(name)).unwrap();
        }
        Self { dir, clock: 1_000_000_000 }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    fn roots(&self) -> [PathBuf; 2] {
        ["left", "right"].map(|name| self.at(name))
    }

    fn write(&mut self, path: &str, text: &str) -> &mut Self {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        self.clock += 1;
        set_time(&path, self.clock);
        self
    }

    /// Writes a file on both sides, with one time.
    fn both(&mut self, path: &str, text: &str) -> &mut Self {
        self.write(&format!("left/{path}"), text);
        self.clock -= 1;
        self.write(&format!("right/{path}"), text)
    }

    fn remove(&mut self, path: &str) -> &mut Self {
        let path = self.at(path);
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
        self
    }

    fn remember(&self) {
        let roots = self.roots();
        let roots = roots.each_ref().map(PathBuf::as_path);
        remember(roots, &CompareSpec::default(), &self.at("state"), &AtomicBool::new(false))
            .unwrap();
    }

    /// Compares, and gives what is proposed for each path.
    fn plan(&self) -> (Plan, Option<&'static str>) {
        let [left, right] = self.roots();
        let mut plan = Plan::new(left.clone(), right.clone(), Direction::InStep);
        let (mut doubt, mut recalled) = (None, None);
        let (spec, stop) = (CompareSpec::default(), AtomicBool::new(false));
        let mut rows = Vec::new();
        let told = |batch: fcp_browse::CompareBatch| rows.extend(batch.rows);
        let state = self.at("state");
        let end =
            compare([&left, &right], &spec, Some(&state), &stop, |it| recalled = Some(it), told);
        assert_eq!(end.unwrap().unkept, None);
        match recalled {
            Some(Recalled::Known(memory)) => plan.recall(memory),
            Some(Recalled::Doubted(why)) => doubt = Some(why),
            None => {}
        }
        for row in rows {
            plan.push(row);
        }
        (plan, doubt)
    }

    fn proposed(&self) -> BTreeMap<String, Does> {
        let (plan, _) = self.plan();
        let entries = (0..plan.shown()).map(|at| plan.get(at).unwrap());
        entries.map(|entry| (entry.path.to_str().unwrap().to_owned(), entry.action)).collect()
    }

    fn is_proposed(&self, expected: &[(&str, Does)]) {
        let expected = expected.iter().map(|(path, does)| ((*path).to_owned(), *does)).collect();
        assert_eq!(self.proposed(), expected);
    }
}

#[test]
fn to_look_at_a_plan_forgets_nothing_of_a_folder_that_one_side_has_removed() {
    let mut folders = Folders::new();
    folders.both("D/x", "x").both("D/sub/y", "y").both("other", "o");
    folders.remember();
    folders.remove("left/D");
    folders.is_proposed(&[("D", Does::RemoveRight)]);
    // A folder of the name comes back with something else in it.
    folders.write("left/D/n", "n");
    folders.is_proposed(&[
        ("D/n", Does::CopyRight),
        ("D/sub", Does::RemoveRight),
        ("D/x", Does::RemoveRight),
    ]);
}

#[test]
fn what_happened_on_one_side_happens_on_the_other() {
    let mut folders = Folders::new();
    for name in ["stays", "gone-left", "gone-right", "edited-left", "edited-right", "older-left"] {
        folders.both(name, "one");
    }
    for name in ["both-edited", "edited-and-gone", "gone-and-edited", "type"] {
        folders.both(name, "one");
    }
    folders.remember();
    folders.remove("left/gone-left").remove("right/gone-right");
    folders.write("left/edited-left", "two").write("right/edited-right", "two");
    folders.write("left/both-edited", "two").write("right/both-edited", "three");
    folders.write("left/edited-and-gone", "two").remove("right/edited-and-gone");
    folders.remove("left/gone-and-edited").write("right/gone-and-edited", "two");
    folders.write("left/new-left", "new").write("right/new-right", "new");
    folders.write("left/new-both", "new").write("right/new-both", "other");
    folders.remove("left/type").write("left/type/in", "a folder now");
    // An older version that was put back is what the user wants, although it is older.
    folders.write("left/older-left", "old");
    set_time(&folders.at("left/older-left"), 5);
    folders.is_proposed(&[
        ("gone-left", Does::RemoveRight),
        ("gone-right", Does::RemoveLeft),
        ("edited-left", Does::CopyRight),
        ("edited-right", Does::CopyLeft),
        ("both-edited", Does::Undecided),
        ("edited-and-gone", Does::Undecided),
        ("gone-and-edited", Does::Undecided),
        ("new-left", Does::CopyRight),
        ("new-right", Does::CopyLeft),
        ("new-both", Does::Undecided),
        ("type", Does::CopyRight),
        ("older-left", Does::CopyRight),
    ]);
    // Comparing changes nothing of that.
    let before = folders.proposed();
    assert_eq!(before, folders.proposed());
}

#[test]
fn nothing_is_removed_where_nothing_is_remembered() {
    let mut folders = Folders::new();
    folders.both("same", "one").write("left/a", "a").write("right/b", "b");
    folders.write("left/other", "x").write("right/other", "y");
    folders.is_proposed(&[
        ("a", Does::CopyRight),
        ("b", Does::CopyLeft),
        ("other", Does::Undecided),
    ]);
    let [left, right] = folders.roots();
    assert!(!is_kept(&folders.at("state"), [&left, &right]), "comparing alone keeps nothing");
}

#[test]
fn a_folder_is_removed_only_if_all_in_it_is_as_it_was() {
    let mut folders = Folders::new();
    for folder in ["same", "edited", "more", "less", "swapped"] {
        folders.both(&format!("{folder}/a"), "one").both(&format!("{folder}/deep/b"), "two");
    }
    for side in ["left", "right"] {
        fs::create_dir_all(folders.at(&format!("{side}/empty/inner"))).unwrap();
        symlink("a", folders.at(&format!("{side}/same/link"))).unwrap();
        set_time(&folders.at(&format!("{side}/same/link")), 7);
    }
    folders.both("rest", "x");
    folders.remember();
    for folder in ["same", "edited", "more", "less", "swapped", "empty"] {
        folders.remove(&format!("right/{folder}"));
    }
    // Of equal size and count.
    folders.write("left/edited/deep/b", "owt");
    folders.write("left/more/deep/c", "").remove("left/less/a");
    let deep = folders.at("left/swapped/deep/b");
    fs::rename(&deep, folders.at("left/swapped/deep/c")).unwrap();
    folders.is_proposed(&[
        ("same", Does::RemoveLeft),
        ("empty", Does::RemoveLeft),
        ("edited", Does::Undecided),
        ("more", Does::Undecided),
        ("less", Does::Undecided),
        ("swapped", Does::Undecided),
    ]);
}

#[test]
fn the_sides_may_change_places() {
    let mut folders = Folders::new();
    folders.both("gone", "one").both("edited", "one").both("rest", "one");
    // The times of the sides differ, which a comparison by content does not mind.
    set_time(&folders.at("left/edited"), 77);
    let [left, right] = folders.roots();
    let state = folders.at("state");
    let spec = CompareSpec { content: true, ..CompareSpec::default() };
    remember([&left, &right], &spec, &state, &AtomicBool::new(false)).unwrap();
    folders.remove("left/gone").write("right/edited", "two");
    let facts = |path: &Path| {
        let found = fs::metadata(path).unwrap();
        let mtime = found.mtime() * 1_000_000 + found.mtime_nsec() / 1_000;
        Facts { kind: FileKind::File, size: found.len(), mtime, files: 1, print: 0 }
    };
    for roots in [[&left, &right], [&right, &left]] {
        let Recall::Known(memory) = recall(&state, roots.map(PathBuf::as_path)) else { panic!() };
        let is_left = |side: usize| usize::from(roots[side] != &left);
        let sides = roots.map(|root| facts(&root.join("edited")));
        let unchanged = memory.unchanged(Path::new("edited"), [Some(&sides[0]), Some(&sides[1])]);
        let unchanged = unchanged.unwrap();
        assert_eq!([unchanged[is_left(0)], unchanged[is_left(1)]], [true, false]);
        assert_eq!(memory.unchanged(Path::new("never"), [Some(&sides[0]), None]), None);
    }
}

#[test]
fn another_or_an_empty_folder_is_not_believed() {
    let mut folders = Folders::new();
    folders.both("a", "one").both("b/c", "two");
    folders.remember();
    folders.remove("right/a").remove("right/b");
    let (plan, doubt) = folders.plan();
    assert_eq!(doubt, Some("one of them is empty"));
    assert_eq!(plan.sums().of(Does::RemoveLeft).rows, 0);
    // A disk that is not mounted leaves another folder in its place.
    let (right, aside) = (folders.at("right"), folders.at("aside"));
    fs::rename(&right, &aside).unwrap();
    fs::create_dir(&right).unwrap();
    fs::write(right.join("stray"), "").unwrap();
    let (plan, doubt) = folders.plan();
    assert!(doubt.unwrap().contains("a different folder"));
    assert_eq!(plan.sums().of(Does::CopyRight).rows, 2);
    // It is remembered still when the disk is back.
    fs::remove_dir_all(&right).unwrap();
    fs::rename(&aside, &right).unwrap();
    folders.write("right/d", "new");
    folders.is_proposed(&[("a", Does::RemoveLeft), ("b", Does::RemoveLeft), ("d", Does::CopyLeft)]);
}

#[test]
fn a_damaged_file_is_not_believed() {
    let mut folders = Folders::new();
    folders.both("a", "one").both("b", "two");
    folders.remember();
    let [left, right] = folders.roots();
    let (state, roots) = (folders.at("state"), [left.as_path(), right.as_path()]);
    assert!(is_kept(&state, roots));
    let file = Pair::new(roots).file(&state);
    let whole = fs::read(&file).unwrap();
    for at in (0..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&file, &damaged).unwrap();
        assert!(matches!(recall(&state, roots), Recall::Doubted(_)), "{at}");
        fs::write(&file, &whole[..at]).unwrap();
        assert!(matches!(recall(&state, roots), Recall::Doubted(_)), "{at}");
    }
    fs::write(&file, &whole).unwrap();
    assert!(matches!(recall(&state, roots), Recall::Known(_)));
    forget(&state, roots).unwrap();
    forget(&state, roots).unwrap();
    assert_eq!(recall(&state, roots), Recall::Unknown);
}

#[test]
fn what_is_gone_from_both_sides_is_forgotten() {
    let mut folders = Folders::new();
    folders.both("a", "one").both("b", "two");
    folders.remember();
    folders.remove("left/a").remove("right/a");
    assert!(folders.proposed().is_empty());
    // The user restores it from a backup that kept its time.
    let time = folders.clock - 1;
    folders.write("left/a", "one");
    set_time(&folders.at("left/a"), time);
    folders.is_proposed(&[("a", Does::CopyRight)]);
}

#[test]
fn a_folder_that_cannot_be_read_is_not_remembered_anew() {
    let mut folders = Folders::new();
    folders.both("in/a", "one").both("rest", "x");
    let mut recorder =
        Recorder::new(folders.roots().each_ref().map(PathBuf::as_path), None, &folders.at("state"));
    let facts = |kind| Facts { kind, size: 0, mtime: 0, files: 0, print: 0 };
    let row = |path: &str, verdict, kind| {
        let facts = Some(facts(kind));
        Row { path: path.into(), verdict, left: facts, right: facts, error: None }
    };
    recorder.note(&row("in", Verdict::Same, FileKind::Directory));
    recorder.note(&row("in/locked", Verdict::Same, FileKind::Directory));
    recorder.note(&row("in/locked", Verdict::Failed, FileKind::Directory));
    recorder.note(&row("out", Verdict::Same, FileKind::Directory));
    let state = folders.at("state");
    recorder.store(&state).unwrap();
    let roots = folders.roots();
    let Recall::Known(memory) = recall(&state, roots.each_ref().map(PathBuf::as_path)) else {
        panic!()
    };
    let side = facts(FileKind::Directory);
    let known = |path: &str| memory.unchanged(Path::new(path), [Some(&side), None]);
    assert_eq!((known("in"), known("in/locked")), (None, None));
    assert_eq!(known("out"), Some([true, false]));
}

#[test]
fn what_is_known_of_a_folder_holds_while_it_cannot_be_read() {
    let mut folders = Folders::new();
    folders.both("d/x", "one").both("d/in/y", "one").both("rest", "x");
    folders.remember();
    let (roots, state) = (folders.roots(), folders.at("state"));
    let roots = roots.each_ref().map(PathBuf::as_path);
    let Recall::Known(old) = recall(&state, roots) else { panic!() };
    let mut recorder = Recorder::new(roots, Some(std::sync::Arc::new(old)), &state);
    let facts = Some(Facts { kind: FileKind::Directory, size: 0, mtime: 0, files: 0, print: 0 });
    let row = |verdict| Row { path: "d".into(), verdict, left: facts, right: facts, error: None };
    recorder.note(&row(Verdict::Same));
    recorder.note(&row(Verdict::Failed));
    recorder.store(&state).unwrap();
    for path in ["d/x", "d/in/y"] {
        folders.remove(&format!("right/{path}"));
    }
    let proposed = folders.proposed();
    for path in ["d/x", "d/in/y"] {
        assert_eq!(proposed.get(path), Some(&Does::RemoveLeft), "{proposed:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if std::env::var_os("FCP_FULL").is_some() { 2_000 } else { 60 }))]

    /// Whatever happens on both sides: what was edited or made since is never removed or overwritten unasked.
    #[test]
    fn no_edit_is_lost(changes in prop::collection::vec((0..4_usize, 0..4_usize, 0..3_usize), 1..20)) {
        let mut folders = Folders::new();
        folders.both("anchor", "x");
        for n in 0..8 {
            folders.both(&format!("{}/{}", n % 4, n / 4), "one");
        }
        folders.remember();
        let mut edited = [std::collections::BTreeSet::new(), std::collections::BTreeSet::new()];
        for (folder, name, what) in changes {
            let side = name % 2;
            let path = format!("{folder}/{}", name / 2);
            let whole = format!("{}/{path}", ["left", "right"][side]);
            match what {
                0 => {
                    folders.write(&whole, "two");
                    edited[side].insert(path);
                }
                _ if what == 1 && folders.at(&whole).exists() => {
                    folders.remove(&whole);
                    edited[side].remove(&path);
                }
                _ if folders.at(&whole).parent().unwrap().exists() => {
                    let parent = folders.at(&whole).parent().unwrap().to_owned();
                    fs::remove_dir_all(parent).unwrap();
                    edited[side].retain(|path| !path.starts_with(&format!("{folder}/")));
                }
                _ => {}
            }
        }
        for (path, does) in folders.proposed() {
            let touches = |side: usize| {
                edited[side].iter().any(|it| *it == path || it.starts_with(&format!("{path}/")))
            };
            match does {
                Does::RemoveLeft | Does::CopyLeft => prop_assert!(!touches(0), "{path}: {does:?}"),
                Does::RemoveRight | Does::CopyRight => prop_assert!(!touches(1), "{path}: {does:?}"),
                Does::Leave | Does::Undecided => {}
            }
        }
    }
}

#[test]
fn folders_inside_one_another_are_not_compared_whatever_leads_to_them() {
    let folders = Folders::new();
    fs::create_dir(folders.at("right/sub")).unwrap();
    symlink("right/sub", folders.at("link")).unwrap();
    symlink("right", folders.at("twin")).unwrap();
    let compared = |left: &str, right: &str| {
        let (left, right) = (folders.at(left), folders.at(right));
        let stop = AtomicBool::new(false);
        compare([&left, &right], &CompareSpec::default(), None, &stop, |_| (), |_| ())
            .map_err(|error| error.code)
    };
    for (left, right) in [("link", "right"), ("right", "link"), ("twin", "right"), ("left", "left")]
    {
        assert_eq!(compared(left, right).unwrap_err(), Code::Overlap, "{left} {right}");
    }
    assert!(compared("left", "right").is_ok() && compared("left", "link").is_ok());
}
