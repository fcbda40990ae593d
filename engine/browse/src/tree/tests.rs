use std::collections::BTreeMap;
use std::fs;

use fcp_test_support::{Scratch, Tree};
use proptest::prelude::*;

use super::*;

/// Notes how often each path was met, and the order in which directories were left.
#[derive(Default)]
struct Noting {
    entered: Mutex<BTreeMap<PathBuf, u32>>,
    met: Mutex<BTreeMap<PathBuf, usize>>,
    left: Mutex<Vec<PathBuf>>,
    failed: Mutex<Vec<(PathBuf, Errno)>>,
    /// Whether directories are opened again when they are left.
    again: bool,
}

impl Visit for Noting {
    type Here = PathBuf;
    type Tally = Vec<PathBuf>;

    fn enter(&self, opened: &Opened<'_, PathBuf>) -> PathBuf {
        let above = opened.above.map(|above| above.here.clone());
        assert_eq!(above.as_deref(), opened.path.parent(), "the state of the one above");
        lock(&self.entered).insert(opened.path.to_owned(), opened.note);
        opened.path.to_owned()
    }

    fn entry(
        &self,
        place: &Place<PathBuf>,
        _dir: BorrowedFd<'_>,
        name: &CStr,
        kind: FileKind,
        tally: &mut Vec<PathBuf>,
    ) -> Option<u32> {
        tally.push(place.path_of(name));
        (kind == FileKind::Directory).then_some(name.to_bytes().len() as u32)
    }

    fn listed(&self, tally: Vec<PathBuf>) {
        let mut met = lock(&self.met);
        for path in tally {
            *met.entry(path).or_default() += 1;
        }
    }

    fn leave(&self, place: &Place<PathBuf>) {
        if self.again {
            let dir = place.open().unwrap();
            let found = sys::stat_fd(dir.as_fd()).unwrap().kind;
            assert_eq!(found, FileKind::Directory);
        }
        lock(&self.left).push(place.path());
    }

    fn failed(&self, failure: &Failure) {
        lock(&self.failed).push((failure.path.clone(), failure.errno));
    }
}

fn noted(roots: &[&Path], again: bool) -> Noting {
    let noting = Noting { again, ..Noting::default() };
    let root = |path: &&Path| Root { path: path.to_path_buf(), follow: false, note: 7 };
    let roots: Vec<_> = roots.iter().map(root).collect();
    assert!(walk(&noting, &roots, true, &AtomicBool::new(false)));
    noting
}

/// All paths below a directory, by the standard library.
fn listed(root: &Path, below: &Path, into: &mut BTreeMap<PathBuf, bool>) {
    for entry in fs::read_dir(root.join(below)).unwrap().map(Result::unwrap) {
        let path = below.join(entry.file_name());
        let is_dir = entry.file_type().unwrap().is_dir();
        if is_dir {
            listed(root, &path, into);
        }
        into.insert(path, is_dir);
    }
}

fn check(root: &Path) {
    let found = noted(&[root], true);
    let mut expected = BTreeMap::new();
    listed(root, Path::new(""), &mut expected);
    let met = lock(&found.met).clone();
    assert!(met.values().all(|times| *times == 1));
    assert!(met.keys().eq(expected.keys()));
    let entered = lock(&found.entered).clone();
    let mut directories: BTreeMap<_, _> = expected
        .into_iter()
        .filter(|(_, is_dir)| *is_dir)
        .map(|(path, _)| {
            let note = path.file_name().map_or(0, |name| name.len() as u32);
            (path, note)
        })
        .collect();
    directories.insert(PathBuf::new(), 7);
    assert_eq!(entered, directories);
    let left = lock(&found.left).clone();
    assert_eq!(left.len(), entered.len());
    let place = |path: &Path| left.iter().position(|other| other == path).unwrap();
    for path in &left {
        if let Some(above) = path.parent() {
            assert!(place(path) < place(above), "{} is left first", path.display());
        }
    }
    assert_eq!(*lock(&found.failed), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn everything_is_met_once_and_left_after_all_below(seed in 0_u64..1000) {
        let scratch = Scratch::new();
        let root = scratch.path().join("tree");
        Tree::plain(seed).entries(300).depth(9).build(&root).unwrap();
        check(&root);
    }
}

#[test]
fn a_path_may_be_longer_than_the_kernel_takes() {
    let scratch = Scratch::new();
    let root = scratch.path().join("deep");
    fs::create_dir(&root).unwrap();
    let mut dir = open_root(&Root { path: root.clone(), follow: false, note: 0 }).unwrap();
    let long = CString::new("n".repeat(255)).unwrap();
    let names: Vec<_> = [(c"d", 300), (long.as_c_str(), 40), (c"e", 300)]
        .into_iter()
        .flat_map(|(name, times)| std::iter::repeat_n(name, times))
        .collect();
    for name in &names {
        sys::make_dir(dir.as_fd(), name, 0o700).unwrap();
        dir = sys::open_dir(dir.as_fd(), name, false).unwrap();
    }
    let found = noted(&[&root], true);
    assert_eq!(*lock(&found.failed), []);
    let left = lock(&found.left);
    assert_eq!(left.len(), names.len() + 1);
    let deepest: PathBuf = names.iter().map(|name| OsStr::from_bytes(name.to_bytes())).collect();
    assert_eq!((&left[0], &left[names.len()]), (&deepest, &PathBuf::new()));
}

#[test]
fn each_root_is_walked_and_a_bad_one_told() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.path().join(name);
    fs::create_dir_all(at("one/x")).unwrap();
    fs::create_dir_all(at("two/y")).unwrap();
    std::os::unix::fs::symlink("one", at("link")).unwrap();
    let found = noted(&[&at("one"), &at("missing"), &at("link"), &at("two")], false);
    assert_eq!(lock(&found.met).keys().collect::<Vec<_>>(), [Path::new("x"), Path::new("y")]);
    let failed: Vec<_> = lock(&found.failed).iter().map(|(_, errno)| *errno).collect();
    assert_eq!(failed.len(), 2);
    assert!(failed.contains(&Errno::NOENT) && failed.contains(&Errno::NOTDIR), "{failed:?}");
}

#[test]
fn a_panic_ends_the_walk() {
    struct Panics;
    impl Visit for Panics {
        type Here = ();
        type Tally = ();
        fn enter(&self, _opened: &Opened<'_, ()>) {
            panic!("for the test");
        }
        fn entry(
            &self,
            _: &Place<()>,
            _: BorrowedFd<'_>,
            _: &CStr,
            _: FileKind,
            (): &mut (),
        ) -> Option<u32> {
            None
        }
        fn failed(&self, _: &Failure) {}
    }
    let scratch = Scratch::new();
    let roots = [Root { path: scratch.path().to_owned(), follow: false, note: 0 }];
    let walked = std::panic::catch_unwind(|| {
        walk(&Panics, &roots, true, &AtomicBool::new(false));
    });
    assert!(walked.is_err());
}
