//! Tests comparisons of trees.

mod laws;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, FileTimes};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use fcp_test_support::rng::Rng;
use fcp_test_support::{Kind, Scratch, Tree, while_nobody, with_exfat, with_mounts};

use super::*;

const THEN: u64 = 1_700_000_000_000_000;

/// Two empty directories.
fn sides() -> (Scratch, PathBuf, PathBuf) {
    let scratch = Scratch::new();
    let (left, right) = (scratch.path().join("left"), scratch.path().join("right"));
    fs::create_dir(&left).unwrap();
    fs::create_dir(&right).unwrap();
    (scratch, left, right)
}

fn compared(left: &Path, right: &Path, spec: &CompareSpec) -> (Vec<Row>, Compared) {
    let mut rows = Vec::new();
    let stop = AtomicBool::new(false);
    let end = compare_trees(left, right, spec, &stop, |batch| rows.extend(batch.rows)).unwrap();
    assert!(!end.stopped);
    (rows, end.compared)
}

/// The paths and verdicts of the rows, in their order.
fn told(left: &Path, right: &Path, spec: &CompareSpec) -> Vec<(String, Verdict)> {
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let rows = compared(left, right, spec).0;
    rows.iter().map(|row| (text(&row.path.0), row.verdict)).collect()
}

fn pairs(expected: &[(&str, Verdict)]) -> Vec<(String, Verdict)> {
    expected.iter().map(|(path, verdict)| ((*path).to_owned(), *verdict)).collect()
}

/// Writes a file that changed so many microseconds after [`THEN`].
fn write(path: &Path, text: &str, at: u64) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    touch(path, at);
}

fn touch(path: &Path, at: u64) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_micros(THEN + at);
    File::open(path).unwrap().set_times(FileTimes::new().set_modified(time)).unwrap();
}

#[test]
fn each_verdict_is_told_in_the_order_of_the_walk() {
    let (_scratch, left, right) = sides();
    for side in [&left, &right] {
        write(&side.join("same"), "x", 0);
        write(&side.join("dir/same"), "x", 0);
        symlink("target", side.join("link")).unwrap();
    }
    write(&left.join("a/b/deep"), "12345", 0);
    write(&left.join("a/top"), "1", 0);
    write(&left.join("dir/new"), "1", 0);
    write(&right.join("dir/old"), "123", 0);
    write(&left.join("dir.newer"), "12", 3_000_000);
    write(&right.join("dir.newer"), "1", 0);
    write(&left.join("older"), "1", 0);
    write(&right.join("older"), "1", 3_000_000);
    write(&left.join("size"), "1", 0);
    write(&right.join("size"), "12", 0);
    write(&left.join("type"), "1", 0);
    write(&right.join("type/in"), "12", 0);
    symlink("one", left.join("turned")).unwrap();
    symlink("two", right.join("turned")).unwrap();
    let (rows, compared) = compared(&left, &right, &CompareSpec::default());
    let found: Vec<_> =
        rows.iter().map(|row| (row.path.0.to_str().unwrap(), row.verdict)).collect();
    let turned = rows[6].verdict;
    // Links made one after the other may have one time.
    assert!(matches!(turned, Verdict::RightNewer | Verdict::Different));
    let expected = [
        ("a", Verdict::LeftOnly),
        ("dir/new", Verdict::LeftOnly),
        ("dir/old", Verdict::RightOnly),
        ("dir.newer", Verdict::LeftNewer),
        ("older", Verdict::RightNewer),
        ("size", Verdict::Different),
        ("turned", turned),
        ("type", Verdict::TypeChanged),
    ];
    assert_eq!(found, expected);
    let facts = rows[0].left.unwrap();
    assert_eq!(
        (facts.kind, facts.size, facts.files),
        (fcp_engine::event::FileKind::Directory, 6, 2)
    );
    assert_eq!(rows[0].right, None);
    let facts = rows[7].right.unwrap();
    assert_eq!((facts.size, facts.files), (2, 1));
    assert_eq!(compared.same, Count { rows: 3, files: 3, bytes: 2 });
    assert_eq!(compared.left_only, Count { rows: 2, files: 3, bytes: 7 });
    assert_eq!(compared.right_only, Count { rows: 1, files: 1, bytes: 3 });
    assert_eq!(compared.left_newer, Count { rows: 1, files: 1, bytes: 2 });
    assert_eq!(compared.differences(), 8);
    assert_eq!(compared.looked_at, 16);
}

#[test]
fn what_is_the_same_is_told_only_if_asked_for() {
    let (_scratch, left, right) = sides();
    for side in [&left, &right] {
        write(&side.join("dir/file"), "x", 0);
        symlink("/", side.join("link")).unwrap();
    }
    assert_eq!(told(&left, &right, &CompareSpec::default()), []);
    let all = CompareSpec { same: true, ..CompareSpec::default() };
    let expected = [("dir/file", Verdict::Same), ("link", Verdict::Same)];
    assert_eq!(told(&left, &right, &all), pairs(&expected));
}

#[test]
fn contents_decide_if_they_are_read_and_times_if_not() {
    let (_scratch, left, right) = sides();
    let long = "x".repeat(3 * entry::STEP + 7);
    write(&left.join("edited"), &long, 0);
    write(&right.join("edited"), &(long[1..].to_owned() + "y"), 0);
    write(&left.join("touched"), &long, 5_000_000);
    write(&right.join("touched"), &long, 0);
    write(&left.join("whole"), &long[..entry::STEP], 0);
    write(&right.join("whole"), &long[..entry::STEP], 1_000_000);
    write(&left.join("empty"), "", 0);
    write(&right.join("empty"), "", 9_000_000);
    let by_time = [
        ("empty", Verdict::RightNewer),
        ("touched", Verdict::LeftNewer),
        ("whole", Verdict::RightNewer),
    ];
    assert_eq!(told(&left, &right, &CompareSpec::default()), pairs(&by_time));
    let content = CompareSpec { content: true, ..CompareSpec::default() };
    assert_eq!(told(&left, &right, &content), pairs(&[("edited", Verdict::Different)]));
}

#[test]
fn trees_that_must_be_apart_are_refused_where_one_is_met_in_the_other() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let at = mounts.tmpfs("");
        let (left, right) = (at.join("left"), at.join("right"));
        for dir in [&left, &right.join("deep/sub"), &left.join("deep")] {
            fs::create_dir_all(dir).unwrap();
        }
        let refused = |spec: &CompareSpec| {
            let stop = AtomicBool::new(false);
            let end = compare_trees(&left, &right, spec, &stop, |_| ());
            end.is_err_and(|error| error.code == Code::Overlap)
        };
        let apart = CompareSpec { apart: true, cross_mounts: true, ..CompareSpec::default() };
        assert!(!refused(&apart));
        mounts.bind(&right.join("deep/sub"), &left);
        assert!(refused(&apart));
        assert!(!refused(&CompareSpec { apart: false, ..apart.clone() }));
        mounts.unmount(&left);
        mounts.bind(&left, &right.join("deep/sub"));
        assert!(refused(&apart), "the other way round");
        mounts.unmount(&right.join("deep/sub"));
        assert!(!refused(&apart));
    });
}

#[test]
fn a_time_without_a_fraction_is_one_where_others_have_fractions() {
    let (_scratch, left, right) = sides();
    write(&left.join("cut"), "x", 999_999);
    write(&right.join("cut"), "x", 0);
    write(&left.join("fine"), "x", 2);
    write(&right.join("fine"), "x", 1);
    let expected = [("cut", Verdict::LeftNewer), ("fine", Verdict::LeftNewer)];
    assert_eq!(told(&left, &right, &CompareSpec::default()), pairs(&expected));
}

#[test]
fn a_filesystem_of_whole_seconds_makes_no_differences() {
    with_mounts(&[Kind::Ext4], |mounts| {
        let image = mounts.image(Kind::Ext4, 0);
        // Inodes of 128 bytes have no room for fractions.
        let made = Command::new("mkfs.ext4").args(["-q", "-F", "-I", "128"]).arg(&image).output();
        assert!(made.unwrap().status.success());
        let right = mounts.mount_image(&image, Kind::Ext4, "");
        let (_scratch, left, _) = sides();
        for (name, here, there) in [("same", 999_999, 999_999), ("newer", 1_000_001, 999_999)] {
            write(&left.join(name), "x", here);
            write(&right.join(name), "x", there);
        }
        let spec = CompareSpec { exclude: vec!["lost+found".to_owned()], ..CompareSpec::default() };
        assert_eq!(told(&left, &right, &spec), pairs(&[("newer", Verdict::LeftNewer)]));
    });
}

#[test]
fn names_are_bytes_and_left_out_by_globs() {
    let (_scratch, left, right) = sides();
    let raw = OsString::from_vec(b"\xff\n".to_vec());
    write(&left.join(&raw), "x", 0);
    write(&left.join("dir/skip.o"), "x", 0);
    write(&left.join("dir/sub/skip.o"), "x", 0);
    write(&left.join("build/deep"), "x", 0);
    write(&right.join("dir/sub/kept"), "x", 0);
    write(&left.join("lone/skip.o"), "x", 0);
    write(&left.join("lone/kept"), "12", 0);
    let exclude = vec!["*.o".to_owned(), "/build".to_owned()];
    let spec = CompareSpec { exclude, ..CompareSpec::default() };
    let (rows, _) = compared(&left, &right, &spec);
    let paths: Vec<_> = rows.iter().map(|row| row.path.0.as_os_str().to_owned()).collect();
    assert_eq!(paths, [OsString::from("dir/sub/kept"), "lone".into(), raw]);
    // What is left out is not counted either.
    assert_eq!(rows[1].left.map(|facts| (facts.files, facts.size)), Some((1, 2)));
    let wrong = CompareSpec { exclude: vec!["[".to_owned()], ..CompareSpec::default() };
    let stop = AtomicBool::new(false);
    compare_trees(&left, &right, &wrong, &stop, |_| ()).unwrap_err();
}

#[test]
fn large_folders_are_shared_out_and_keep_their_order() {
    let (_scratch, left, right) = sides();
    for n in 0..3_000 {
        write(&left.join(format!("{n:04}")), "x", 0);
        if n % 100 != 0 {
            write(&right.join(format!("{n:04}")), "x", 0);
        }
    }
    fs::create_dir(left.join("0500d")).unwrap();
    fs::create_dir(right.join("0500d")).unwrap();
    write(&left.join("0500d/in"), "x", 0);
    for content in [false, true] {
        let spec = CompareSpec { content, ..CompareSpec::default() };
        let (rows, compared) = compared(&left, &right, &spec);
        let paths: Vec<_> = rows.iter().map(|row| row.path.0.clone()).collect();
        assert!(paths.is_sorted() && paths.len() == 31);
        assert_eq!((compared.same.files, compared.looked_at), (2_970, 3_002));
    }
}

#[test]
fn what_cannot_be_read_is_never_on_one_side_only() {
    let (scratch, left, right) = sides();
    for path in [scratch.path(), &left, &right] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    for side in [&left, &right] {
        write(&side.join("closed/file"), "x", 0);
        write(&side.join("secret"), "x", 0);
    }
    write(&left.join("lone/in/file"), "x", 0);
    let close =
        |path: PathBuf| fs::set_permissions(path, fs::Permissions::from_mode(0o000)).unwrap();
    close(right.join("closed"));
    close(left.join("secret"));
    close(left.join("lone/in"));
    while_nobody(|| {
        let content = CompareSpec { content: true, ..CompareSpec::default() };
        let (rows, compared) = compared(&left, &right, &content);
        let found: Vec<_> =
            rows.iter().map(|row| (row.path.0.to_str().unwrap(), row.verdict)).collect();
        let expected = [
            ("closed", Verdict::Failed),
            ("lone", Verdict::LeftOnly),
            ("lone/in", Verdict::Failed),
            ("secret", Verdict::Failed),
        ];
        assert_eq!(found, expected);
        assert_eq!((compared.failed.rows, compared.differences()), (3, 1));
        let error = rows[0].error.as_ref().unwrap();
        assert_eq!(error.path.0, right.join("closed"));
        assert_eq!(rows[3].error.as_ref().unwrap().path.0, left.join("secret"));
    });
    for path in [right.join("closed"), left.join("lone/in")] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[test]
fn roots_that_cannot_be_opened_are_refused() {
    let (_scratch, left, right) = sides();
    let stop = AtomicBool::new(false);
    let spec = CompareSpec::default();
    for (one, other) in [(&left, right.join("gone")), (&left.join("gone"), right.clone())] {
        let error = compare_trees(one, &other, &spec, &stop, |_| ()).unwrap_err();
        assert!(error.path.0.ends_with("gone"));
    }
    // An operand may be a symlink, what is below may not.
    let alias = left.parent().unwrap().join("alias");
    symlink(&right, &alias).unwrap();
    write(&left.join("file"), "x", 0);
    assert_eq!(told(&left, &alias, &spec), pairs(&[("file", Verdict::LeftOnly)]));
    symlink(&left, right.join("dir")).unwrap();
    fs::create_dir(left.join("dir")).unwrap();
    let expected = [("dir", Verdict::TypeChanged), ("file", Verdict::LeftOnly)];
    assert_eq!(told(&left, &right, &spec), pairs(&expected));
}

#[test]
fn mounts_are_entered_only_if_asked_for() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (left, right, far) = (mounts.tmpfs(""), mounts.tmpfs(""), mounts.tmpfs(""));
        write(&far.join("file"), "x", 0);
        for side in [&left, &right] {
            fs::create_dir(side.join("far")).unwrap();
        }
        mounts.bind(&far, &left.join("far"));
        fs::create_dir_all(left.join("lone/far")).unwrap();
        mounts.bind(&far, &left.join("lone/far"));
        for (cross_mounts, rows, files, left_out) in [(false, 1, 0, 2), (true, 2, 2, 0)] {
            let spec = CompareSpec { cross_mounts, ..CompareSpec::default() };
            let (_, compared) = compared(&left, &right, &spec);
            let found = (compared.left_only.rows, compared.left_only.files, compared.mounts);
            assert_eq!(found, (rows, files, left_out));
        }
    });
}

#[test]
fn deep_trees_take_few_descriptors() {
    let (_scratch, left, right) = sides();
    let name = "d".repeat(200);
    for (side, text) in [(&left, "1"), (&right, "12")] {
        // Deeper than a path may be long, so the directories are made from within.
        let make = format!(
            "cd \"$0\" && for n in $(seq 60); do mkdir {name} && cd -P {name} || exit; done; \
             printf {text} >file; mkdir same; touch -d @1 same/x"
        );
        let status = Command::new("sh").args(["-c", &make]).arg(side).status().unwrap();
        assert!(status.success());
    }
    let (rows, compared) = compared(&left, &right, &CompareSpec::default());
    assert_eq!((rows.len(), compared.same.files, compared.failed.rows), (1, 1, 0));
    assert_eq!(rows[0].path.0.components().count(), 61);
}

#[test]
fn a_stop_ends_it() {
    let (_scratch, left, right) = sides();
    write(&left.join("file"), "x", 0);
    let stop = AtomicBool::new(true);
    let spec = CompareSpec::default();
    let end = compare_trees(&left, &right, &spec, &stop, |_| panic!("nothing is told")).unwrap();
    assert!(end.stopped && end.compared == Compared::default());
}

#[test]
fn a_name_in_another_spelling_is_compared_where_one_side_folds_case() {
    with_exfat(|mounts, exfat| {
        let plain = mounts.directory("plain");
        for (root, names) in [
            (&*plain, ["README", "dir/Deep", "Changed"]),
            (exfat, ["Readme", "Dir/deep", "changed"]),
        ] {
            for name in names {
                write(&root.join(name), "x", 0);
            }
        }
        write(&plain.join("Changed"), "longer", 0);
        write(&plain.join("both"), "x", 0);
        write(&plain.join("Both"), "x", 0);
        write(&exfat.join("both"), "x", 0);
        write(&exfat.join("extra"), "x", 0);
        // The server sets its own times.
        let spec = CompareSpec { content: true, ..CompareSpec::default() };
        let is_lone = |told: Vec<(String, Verdict)>| -> Vec<(String, bool)> {
            let lone = [Verdict::LeftOnly, Verdict::RightOnly];
            told.into_iter().map(|(path, verdict)| (path, lone.contains(&verdict))).collect()
        };
        let expected = [("Both", true), ("Changed", false), ("extra", true)]
            .map(|(path, lone)| (path.to_owned(), lone));
        assert_eq!(is_lone(told(&plain, exfat, &spec)), expected);
        assert_eq!(is_lone(told(exfat, &plain, &spec)), expected);
        // Where both are told apart they are two.
        let other = mounts.directory("other");
        write(&other.join("readme"), "x", 0);
        let names = ["README", "readme"]
            .map(|name| told(&plain, &other, &spec).iter().any(|(path, _)| path == name));
        assert_eq!(names, [true; 2]);
    });
}

#[test]
fn times_that_differ_by_less_than_a_microsecond_differ() {
    let (_scratch, left, right) = sides();
    for (root, nanos) in [(&left, 100), (&right, 901)] {
        write(&root.join("file"), "x", 0);
        let time =
            SystemTime::UNIX_EPOCH + Duration::from_micros(THEN) + Duration::from_nanos(nanos);
        let file = File::open(root.join("file")).unwrap();
        file.set_times(FileTimes::new().set_modified(time)).unwrap();
    }
    let found = told(&left, &right, &CompareSpec::default());
    assert_eq!(found, pairs(&[("file", Verdict::RightNewer)]));
}
