//! Counts the files of directory trees and adds up their sizes.

use std::collections::HashSet;
use std::ffi::{CStr, CString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::tree::{self, Failure, Opened, Place, Root, Visit};
use fcp_engine::error::Action;
use fcp_engine::event::FileKind;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta};

/// Time between two tellings.
const PACE: Duration = Duration::from_millis(100);

/// Bytes of holes that are looked for in a file: to open it takes longer than to look at it, and fewer decide nothing.
const HOLES: u64 = 1 << 20;

/// Entries after which a large directory is told of before its end.
const MANY: u64 = 1 << 12;

/// How many files there are, and how large they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Everything that is not a directory.
    pub files: u64,
    /// Directories, those that were asked for among them.
    pub directories: u64,
    /// Sizes of the regular files in bytes, each counted once however many names it has.
    pub bytes: u64,
    /// Bytes that everything takes on disk.
    pub allocated: u64,
    /// Bytes of the regular files that a copy needs no room for, since it has holes where they have them.
    pub holes: u64,
    /// What could not be looked at.
    pub errors: u64,
}

impl Measure {
    fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.directories += other.directories;
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.allocated += other.allocated;
        self.holes = self.holes.saturating_add(other.holes);
        self.errors += other.errors;
    }
}

/// Measures files and all that is in directories; gives what is known when it is stopped.
///
/// Symlinks are not followed, and what is mounted below is left out unless `cross_mounts`. `told` is
/// called with what is known so far, at most every tenth of a second.
pub fn measure(
    paths: &[PathBuf],
    cross_mounts: bool,
    stop: &AtomicBool,
    told: impl Fn(&Measure) + Sync,
) -> Measure {
    let state = State { measure: Measure::default(), last: Instant::now() };
    let visit = Measurer { state: Mutex::new(state), linked: Mutex::default(), told };
    let mut top = Measure::default();
    let mut roots = Vec::new();
    for path in paths {
        let name = CString::new(path.as_os_str().as_bytes());
        let meta = name.map_err(|_nul| Errno::INVAL);
        let meta = meta.and_then(|name| Ok((sys::stat_at(sys::CWD, &name, false)?, name)));
        match meta {
            Ok((meta, _)) if meta.kind == FileKind::Directory => {
                roots.push(Root { path: path.clone(), follow: false, note: 0 });
            }
            Ok((meta, name)) => visit.count((sys::CWD, &name), &meta, &mut top),
            Err(_) => top.errors += 1,
        }
    }
    visit.listed(top);
    tree::walk(&visit, &roots, cross_mounts, stop);
    lock(&visit.state).measure
}

/// Adds up the holes of regular files, as [`Measure::holes`] does.
pub fn holes(paths: &[PathBuf], stop: &AtomicBool) -> u64 {
    let of = |path: &PathBuf| {
        let name = CString::new(path.as_os_str().as_bytes()).ok()?;
        let meta = sys::stat_at(sys::CWD, &name, false).ok()?;
        Some(holes_of((sys::CWD, &name), &meta))
    };
    paths
        .iter()
        .take_while(|_| !stop.load(Ordering::Relaxed))
        .filter_map(of)
        .fold(0, u64::saturating_add)
}

/// Gives the bytes of a file that are holes. What is compressed has fewer blocks as well, so its data is looked for.
fn holes_of((dir, name): (BorrowedFd<'_>, &CStr), meta: &Meta) -> u64 {
    let lacking = meta.size.saturating_sub(meta.allocated);
    if meta.kind != FileKind::File || lacking < HOLES {
        return 0;
    }
    let file = sys::open_quietly(dir, name, false);
    match file.and_then(|file| sys::next_data(file.as_fd(), 0)) {
        Ok(Some((0, end))) if end >= meta.size => 0,
        Ok(_) => lacking,
        // As large as it says.
        Err(_) => 0,
    }
}

struct Measurer<T> {
    state: Mutex<State>,
    /// Files with several names that were counted.
    linked: Mutex<HashSet<(u64, u64)>>,
    told: T,
}

struct State {
    measure: Measure,
    last: Instant,
}

impl<T: Fn(&Measure) + Sync> Measurer<T> {
    /// Counts what is not a directory.
    fn count(&self, place: (BorrowedFd<'_>, &CStr), meta: &Meta, into: &mut Measure) {
        into.files += 1;
        if meta.nlink > 1 && !lock(&self.linked).insert(meta.id()) {
            return;
        }
        into.allocated += meta.allocated;
        if meta.kind == FileKind::File {
            // Files with holes may be of 8 EiB each.
            into.bytes = into.bytes.saturating_add(meta.size);
            into.holes = into.holes.saturating_add(holes_of(place, meta));
        }
    }
}

impl<T: Fn(&Measure) + Sync> Visit for Measurer<T> {
    type Here = ();
    type Tally = Measure;

    fn enter(&self, opened: &Opened<'_, ()>) {
        let allocated = sys::stat_fd(opened.dir).map_or(0, |meta| meta.allocated);
        self.listed(Measure { directories: 1, allocated, ..Measure::default() });
    }

    fn entry(
        &self,
        _place: &Place<()>,
        dir: BorrowedFd<'_>,
        name: &CStr,
        kind: FileKind,
        tally: &mut Measure,
    ) -> Option<u32> {
        if kind == FileKind::Directory {
            return Some(0);
        }
        match sys::stat_at(dir, name, false) {
            Ok(meta) => self.count((dir, name), &meta, tally),
            // It went between the listing and now.
            Err(Errno::NOENT) => {}
            Err(_) => tally.errors += 1,
        }
        if tally.files >= MANY {
            self.listed(std::mem::take(tally));
        }
        None
    }

    fn listed(&self, tally: Measure) {
        let mut state = lock(&self.state);
        state.measure.add(&tally);
        if state.last.elapsed() >= PACE {
            state.last = Instant::now();
            let measure = state.measure;
            drop(state);
            (self.told)(&measure);
        }
    }

    fn failed(&self, failure: &Failure) {
        // What was not opened was not counted either.
        let directories = u64::from(failure.action == Action::OpenDir);
        // One that is gone by now is none.
        if failure.errno != Errno::NOENT {
            self.listed(Measure { directories, errors: 1, ..Measure::default() });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::os::unix::ffi::OsStringExt;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::path::Path;
    use std::process::Command;
    use std::sync::atomic::AtomicUsize;

    use fcp_test_support::{Kind, Scratch, Tree, while_nobody, with_mounts};

    use super::*;

    fn measured(paths: &[&Path]) -> Measure {
        let paths: Vec<_> = paths.iter().map(|path| path.to_path_buf()).collect();
        measure(&paths, false, &AtomicBool::new(false), |_| ())
    }

    #[test]
    fn it_counts_what_find_and_du_count() {
        let scratch = Scratch::new();
        for seed in 0..4 {
            let root = scratch.path().join(seed.to_string());
            Tree::user(seed).entries(400).build(&root).unwrap();
            // What a file occupies is known once it is written back, which may happen between the two counts.
            assert!(Command::new("sync").arg("-f").arg(&root).status().unwrap().success());
            let found = measured(&[&root]);
            let du = Command::new("du").args(["-s", "--block-size=1"]).arg(&root).output().unwrap();
            let du = String::from_utf8(du.stdout).unwrap();
            assert_eq!(found.allocated.to_string(), du.split('\t').next().unwrap());
            let find = Command::new("find").arg(&root).args(["-printf", "%y %D:%i %s\n"]).output();
            let find = String::from_utf8(find.unwrap().stdout).unwrap();
            let (directories, files): (Vec<_>, Vec<_>) =
                find.lines().partition(|line| line.starts_with('d'));
            assert_eq!(found.directories, directories.len() as u64);
            assert_eq!(found.files, files.len() as u64);
            let regular: HashSet<_> = files.iter().filter(|line| line.starts_with('f')).collect();
            let size = |line: &&&str| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap();
            assert_eq!(found.bytes, regular.iter().map(size).sum::<u64>());
            assert_eq!(found.errors, 0);
        }
    }

    #[test]
    fn operands_may_be_anything() {
        let scratch = tempfile::tempdir().unwrap();
        let odd = scratch.path().join(OsString::from_vec(b"\xff\n".to_vec()));
        fs::write(&odd, "12345").unwrap();
        fs::hard_link(&odd, scratch.path().join("twin")).unwrap();
        fs::create_dir(scratch.path().join("dir")).unwrap();
        symlink("/", scratch.path().join("dir/link")).unwrap();
        let at = |name: &str| scratch.path().join(name);
        let found = measured(&[&odd, &at("twin"), &at("dir/link"), &at("dir"), &at("missing")]);
        assert_eq!((found.files, found.directories, found.bytes, found.errors), (4, 1, 5, 1));
        assert_eq!(measured(&[]), Measure::default());
    }

    #[test]
    fn what_is_mounted_below_counts_only_if_asked_for() {
        with_mounts(&[Kind::Tmpfs], |mounts| {
            let (at, far) = (mounts.tmpfs(""), mounts.tmpfs(""));
            fs::write(far.join("file"), "12345").unwrap();
            fs::create_dir(at.join("far")).unwrap();
            mounts.bind(&far, &at.join("far"));
            for (cross, expected) in [(false, (0, 1, 0)), (true, (1, 2, 5))] {
                let stop = AtomicBool::new(false);
                let found = measure(std::slice::from_ref(&at), cross, &stop, |_| ());
                assert_eq!((found.files, found.directories, found.bytes), expected);
                assert_eq!(found.errors, 0);
            }
        });
    }

    #[test]
    fn what_cannot_be_read_is_an_error_and_the_rest_counts() {
        let scratch = tempfile::tempdir().unwrap();
        fs::set_permissions(scratch.path(), fs::Permissions::from_mode(0o755)).unwrap();
        fs::create_dir_all(scratch.path().join("closed/in")).unwrap();
        fs::write(scratch.path().join("file"), "12").unwrap();
        fs::set_permissions(scratch.path().join("closed"), fs::Permissions::from_mode(0o000))
            .unwrap();
        while_nobody(|| {
            let found = measured(&[scratch.path()]);
            let counted = (found.files, found.directories, found.bytes, found.errors);
            assert_eq!(counted, (1, 2, 2, 1));
        });
    }

    #[test]
    fn a_stop_ends_it_and_tellings_never_shrink() {
        let scratch = Scratch::new();
        Tree::plain(1).entries(200).build(scratch.path()).unwrap();
        let path = [scratch.path().to_owned()];
        let stopped = measure(&path, false, &AtomicBool::new(true), |_| ());
        assert_eq!(stopped, Measure::default());

        let (calls, most) = (AtomicUsize::new(0), Mutex::new(Measure::default()));
        let visit = Measurer {
            state: Mutex::new(State {
                measure: Measure::default(),
                last: Instant::now().checked_sub(PACE).unwrap(),
            }),
            linked: Mutex::default(),
            told: |now: &Measure| {
                calls.fetch_add(1, Ordering::Relaxed);
                *lock(&most) = *now;
            },
        };
        visit.listed(Measure { files: 2, ..Measure::default() });
        assert_eq!((calls.load(Ordering::Relaxed), lock(&most).files), (1, 2));
        lock(&visit.state).last = Instant::now() + PACE;
        visit.listed(Measure { files: 3, ..Measure::default() });
        assert_eq!((calls.load(Ordering::Relaxed), lock(&visit.state).measure.files), (1, 5));
    }

    #[test]
    fn a_sparse_file_is_larger_than_what_it_takes() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("sparse");
        let file = fs::File::create(&path).unwrap();
        file.set_len(10 << 20).unwrap();
        let found = measured(&[&path]);
        assert_eq!(found.bytes, 10 << 20);
        assert_eq!(found.allocated, file.metadata().unwrap().blocks() * 512);
        let all = vec![7; 3 << 20];
        fs::write(scratch.path().join("whole"), &all).unwrap();
        fs::hard_link(&path, scratch.path().join("twin")).unwrap();
        let below = measured(&[scratch.path()]);
        assert_eq!((found.holes, below.bytes), (found.bytes - found.allocated, 13 << 20));
        assert_eq!(below.holes, found.holes, "one of the names, and nothing of what is whole");
        assert_eq!(holes(&[path, "missing".into()], &AtomicBool::new(false)), found.holes);
    }
}
