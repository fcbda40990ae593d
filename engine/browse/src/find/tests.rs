use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, symlink};

use fcp_test_support::{Kind, Scratch, Tree, while_nobody, with_mounts};
use proptest::prelude::*;

use super::*;

mod in_files;

fn search(root: &Path, spec: &FindSpec) -> (BTreeSet<PathBuf>, FindEnd) {
    let hits = Mutex::new(Vec::new());
    let told = |batch: Batch| lock(&hits).extend(batch.found);
    let end = find(root, spec, &AtomicBool::new(false), told).unwrap();
    let hits = std::mem::take(&mut *lock(&hits));
    let found: BTreeSet<_> = hits.iter().map(|hit| hit.path.clone()).collect();
    assert_eq!(found.len(), hits.len(), "no hit is told twice");
    (found, end)
}

fn spec(pattern: &str) -> FindSpec {
    FindSpec { pattern: pattern.to_owned(), ..FindSpec::default() }
}

fn names(root: &Path, spec: &FindSpec) -> Vec<String> {
    let (found, _) = search(root, spec);
    found.into_iter().map(|path| path.to_string_lossy().into_owned()).collect()
}

fn lay_out(files: &[&str]) -> Scratch {
    let scratch = Scratch::new();
    for file in files {
        let path = scratch.path().join(file);
        if file.ends_with('/') {
            fs::create_dir_all(path).unwrap();
        } else {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
    }
    scratch
}

#[test]
fn names_are_compared_as_people_mean_them() {
    let matches =
        |pattern: &str, name: &[u8]| Pattern::new(pattern).matches(OsStr::from_bytes(name));
    assert!(matches("", b"anything"));
    assert!(matches("read", b"README.md") && !matches("Read", b"README.md"));
    assert!(matches("READ", b"README.md") && matches("me.", b"README.md"));
    assert!(matches("caf\u{e9}", "CAF\u{c9}.txt".as_bytes()));
    assert!(matches("b", b"a\xffB") && matches("\u{e9}", b"\xff\xc3\x89"));
    assert!(!matches("b", b"a\xff\xfe"));
    assert!(matches("*.md", b"README.MD") && !matches("*.md", b"README.mdx"));
    assert!(matches("R*", b"README") && !matches("R*", b"readme"));
    assert!(matches("[a-c]?", b"b1") && !matches("[a-c]?", b"d1"));
    assert!(matches("a*b", b"a\xff\nb") && matches("?.x", b"\n.x"));
    assert!(matches("l?t", "L\u{c4}T".as_bytes()) && !matches("l??t", "l\u{e4}t".as_bytes()));
    assert!(matches("\u{fc}*", "u\u{308}ber".as_bytes()));
    // What is no glob is a part of the name.
    assert!(matches("a[1", b"xa[1]") && !matches("a[1", b"a1"));
}

#[test]
fn a_pattern_with_a_slash_is_about_the_path() {
    let tree = lay_out(&["src/app/main.rs", "src/main.rs", "app/x.rs"]);
    assert_eq!(names(tree.path(), &spec("app/")), ["app/x.rs", "src/app/main.rs"]);
    assert_eq!(names(tree.path(), &spec("src/*.rs")), ["src/main.rs"]);
    assert_eq!(names(tree.path(), &spec("**/*.rs")).len(), 3);
    assert_eq!(names(tree.path(), &spec("app")), ["app", "src/app"]);
}

#[test]
fn hidden_files_types_sizes_and_times_decide() {
    let tree = lay_out(&["a", ".a", ".hidden/a", "dir/aa", "dir/sub/"]);
    symlink("dir", tree.path().join("link-a")).unwrap();
    assert_eq!(names(tree.path(), &spec("a")), ["a", "dir/aa", "link-a"]);
    let hidden = FindSpec { hidden: true, ..spec("a") };
    assert_eq!(names(tree.path(), &hidden), [".a", ".hidden/a", "a", "dir/aa", "link-a"]);
    let kind = |kinds| FindSpec { kinds, ..spec("") };
    assert_eq!(names(tree.path(), &kind(Kinds::Directories)), ["dir", "dir/sub"]);
    assert_eq!(names(tree.path(), &kind(Kinds::Files)), ["a", "dir/aa", "link-a"]);
    let sized = |larger, smaller| FindSpec { larger, smaller, ..spec("") };
    assert_eq!(names(tree.path(), &sized(Some(6), None)), ["dir/aa"]);
    assert_eq!(names(tree.path(), &sized(Some(1), Some(1))), ["a"]);
    assert_eq!(names(tree.path(), &sized(None, Some(0))), [""; 0]);
    let at = std::time::UNIX_EPOCH + Duration::from_secs(1_000);
    let old = fs::File::options().write(true).open(tree.path().join("a")).unwrap();
    old.set_modified(at).unwrap();
    let newer = |micros| FindSpec { newer: Some(micros), ..spec("a") };
    assert_eq!(names(tree.path(), &newer(1_000_000_001)), ["dir/aa", "link-a"]);
    assert_eq!(names(tree.path(), &newer(1_000_000_000)), ["a", "dir/aa", "link-a"]);
}

#[test]
fn what_git_ignores_is_left_out_if_asked_for() {
    let tree = lay_out(&[
        ".git/config",
        "sub/keep.log",
        "sub/a.log",
        "target/x",
        "sub/target/x",
        "sub/deep/b.o",
        "sub/deep/c",
    ]);
    fs::write(tree.path().join(".gitignore"), "*.log\n/target/\n").unwrap();
    fs::write(tree.path().join("sub/.gitignore"), "!keep.log\ndeep/*.o\n").unwrap();
    let spec = FindSpec { gitignore: true, kinds: Kinds::Files, ..spec("") };
    let expected = ["sub/deep/c", "sub/keep.log", "sub/target/x"];
    assert_eq!(names(tree.path(), &spec), expected);
    // Those above hold as well, up to the top of the repository.
    assert_eq!(names(&tree.path().join("sub/deep"), &spec), ["c"]);
    fs::remove_dir_all(tree.path().join(".git")).unwrap();
    assert_eq!(names(&tree.path().join("sub/deep"), &spec), ["b.o", "c"]);
    let all = FindSpec { gitignore: false, ..spec };
    assert_eq!(names(tree.path(), &all).len(), 6);
}

#[test]
fn the_root_may_be_a_symlink_but_nothing_below() {
    let tree = lay_out(&["real/x", "other/x"]);
    symlink("real", tree.path().join("root")).unwrap();
    symlink("../other", tree.path().join("real/out")).unwrap();
    assert_eq!(names(&tree.path().join("root"), &spec("x")), ["x"]);
    let told = |_| ();
    let missing = tree.path().join("missing");
    let error = find(&missing, &spec(""), &AtomicBool::new(false), told).unwrap_err();
    assert_eq!((error.code, error.path.0), (fcp_engine::error::Code::NotFound, missing));
}

#[test]
fn a_mount_is_entered_only_if_asked_for() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (at, far) = (mounts.tmpfs(""), mounts.tmpfs(""));
        fs::write(far.join("x"), "").unwrap();
        fs::create_dir(at.join("far")).unwrap();
        mounts.bind(&far, &at.join("far"));
        assert_eq!(names(&at, &spec("x")), [""; 0]);
        assert_eq!(search(&at, &spec("")).1.errors, 0);
        let across = FindSpec { cross_mounts: true, ..spec("x") };
        assert_eq!(names(&at, &across), ["far/x"]);
    });
}

#[test]
fn what_cannot_be_listed_is_counted() {
    let tree = lay_out(&["closed/x", "open/x"]);
    fs::set_permissions(tree.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(tree.path().join("closed"), fs::Permissions::from_mode(0o000)).unwrap();
    while_nobody(|| {
        let (found, end) = search(tree.path(), &spec("x"));
        assert_eq!((found.len(), end.errors), (1, 1));
    });
}

#[test]
fn the_first_hit_is_told_at_once_and_a_stop_is_heard() {
    let tree = lay_out(&["a/hit", "b/hit", "c/hit", "d/e/f/hit"]);
    let stop = AtomicBool::new(false);
    let batches = Mutex::new(Vec::new());
    let told = |batch: Batch| {
        stop.fetch_or(!batch.found.is_empty(), Ordering::Relaxed);
        lock(&batches).push(batch);
    };
    let end = find(tree.path(), &spec("hit"), &stop, told).unwrap();
    assert!(end.stopped);
    let batches = lock(&batches);
    let first = batches.iter().find(|batch| !batch.found.is_empty()).unwrap();
    assert_eq!(first.found.len(), 1);
    assert!(first.looked_at > 0 && first.looked_at <= end.looked_at);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn it_finds_what_there_is(seed in 0_u64..1000) {
        let scratch = Scratch::new();
        Tree::user(seed).entries(300).build(scratch.path()).unwrap();
        let all = FindSpec { hidden: true, ..spec("") };
        let (found, end) = search(scratch.path(), &all);
        let mut expected = BTreeSet::new();
        let mut left = vec![PathBuf::new()];
        while let Some(below) = left.pop() {
            for entry in fs::read_dir(scratch.path().join(&below)).unwrap() {
                let entry = entry.unwrap();
                let path = below.join(entry.file_name());
                if entry.file_type().unwrap().is_dir() {
                    left.push(path.clone());
                }
                expected.insert(path);
            }
        }
        prop_assert_eq!(end.looked_at, expected.len() as u64);
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn case_matters_only_with_capitals(name in "[a-cA-C\u{e9}\u{c9}]{0,6}", part in "[a-c\u{e9}]{0,3}") {
        let name_of = OsString::from_vec(name.clone().into_bytes());
        let expected = name.to_lowercase().contains(&part);
        prop_assert_eq!(Pattern::new(&part).matches(&name_of), expected);
        let capitals = format!("{part}A");
        prop_assert_eq!(Pattern::new(&capitals).matches(&name_of), name.contains(&capitals));
    }
}
