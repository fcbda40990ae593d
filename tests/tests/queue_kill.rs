//! Tests that another process continues the queue after its process was killed at any moment:
//! nothing is lost, copied twice or left behind.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fcp_test_support::output::temporaries;
use fcp_test_support::rng::Rng;
use fcp_test_support::{Kind, Scratch, What, assert_same, program, run_ok, with_filesystem};

/// Small files of the mixed job.
const SMALL: usize = 2_000;

/// Large ones, and their size in bytes.
const LARGE: usize = 4;
const SIZE: u64 = 256 << 20;

/// Bytes of the files that are replaced.
const REPLACED: usize = 3 << 20;

/// A queue of its own below a scratch directory.
struct Home(PathBuf);

impl Home {
    fn new(dir: &Path) -> Self {
        let state = dir.join("state");
        fs::create_dir_all(&state).unwrap();
        Self(state)
    }

    fn fcpq(&self) -> Command {
        let mut command = program("fcpq");
        command.env("XDG_STATE_HOME", &self.0).env("XDG_DATA_HOME", &self.0);
        command
    }

    fn add(&self, verb: &str, arguments: &[&str]) {
        run_ok(self.fcpq().args(["add", verb]).args(arguments));
    }

    /// Starts to work the queue off.
    fn start(&self) -> Child {
        let mut command = self.fcpq();
        command.arg("run").stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    /// Works the queue off to its end.
    fn finish(&self) {
        run_ok(self.fcpq().arg("run"));
    }
}

/// How often processes are killed: 20 times, or 200 in the slow sweep.
fn points() -> u64 {
    if std::env::var_os("FCP_FULL").is_some() { 200 } else { 20 }
}

fn write(path: &Path, bytes: &[u8]) {
    let mut file = File::create_new(path).unwrap();
    file.write_all(bytes).unwrap();
}

/// Lays out the source: small files in directories, large ones, and some that replace others.
fn lay_out(src: &Path, rng: &mut Rng) {
    let mut bytes = vec![0; 64 << 10];
    for n in 0..SMALL {
        let dir = src.join(format!("d{}/e{}", n % 7, n % 41));
        fs::create_dir_all(&dir).unwrap();
        let size = rng.below(16 << 10) as usize;
        rng.fill(&mut bytes[..size]);
        write(&dir.join(format!("f{n}")), &bytes[..size]);
    }
    let mut block = vec![0; 1 << 20];
    for n in 0..LARGE {
        let mut file = File::create_new(src.join(format!("large{n}"))).unwrap();
        for _ in 0..SIZE >> 20 {
            rng.fill(&mut block);
            file.write_all(&block).unwrap();
        }
    }
    fs::create_dir_all(src.join("replaced")).unwrap();
    for n in 0..20 {
        write(&src.join(format!("replaced/r{n}")), &vec![b'n'; REPLACED]);
    }
}

/// Lays out what the job finds in its way.
fn lay_out_old(dst: &Path) {
    fs::create_dir_all(dst.join("src/replaced")).unwrap();
    for n in 0..20 {
        write(&dst.join(format!("src/replaced/r{n}")), &vec![b'o'; REPLACED - 1]);
    }
    write(&dst.join("src/theirs"), b"not ours");
}

/// Kills a process at a random moment of its first `longest` microseconds.
fn kill_within(child: &mut Child, rng: &mut Rng, longest: u64) {
    // The moment is the test: nothing is waited for.
    std::thread::sleep(Duration::from_micros(rng.below(longest)));
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Looks at what a kill has left; gives the inodes of large files that are finished.
fn look(src: &Path, dst: &Path) -> BTreeMap<PathBuf, u64> {
    for n in 0..20 {
        let name = format!("replaced/r{n}");
        let Ok(bytes) = fs::read(dst.join(&name)) else { panic!("{name} is gone") };
        let whole = [(b'o', REPLACED - 1), (b'n', REPLACED)];
        let is_one = whole
            .iter()
            .any(|(byte, len)| bytes.len() == *len && bytes.iter().all(|there| there == byte));
        assert!(is_one, "{name} is neither old nor new: {} bytes", bytes.len());
    }
    let mut finished = BTreeMap::new();
    for n in 0..LARGE {
        let name = PathBuf::from(format!("large{n}"));
        if let Ok(meta) = fs::metadata(dst.join(&name)) {
            assert_eq!(meta.len(), fs::metadata(src.join(&name)).unwrap().len(), "a truncation");
            finished.insert(name, meta.ino());
        }
    }
    finished
}

/// Checks that what was finished was not made again.
fn assert_kept(then: &BTreeMap<PathBuf, u64>, now: &BTreeMap<PathBuf, u64>, cloned: bool) {
    for (name, inode) in then {
        let found = now.get(name);
        let kept = if cloned { found.is_some() } else { found == Some(inode) };
        assert!(kept, "{} was copied again", name.display());
    }
}

/// Kills processes that run jobs and lets others continue them; where files are `cloned`, one that
/// was finished just before may be cloned again, which copies nothing.
fn sweep(place: &Path, seed: u64, cloned: bool) {
    let mut rng = Rng::new(seed);
    let src = place.join("src");
    fs::create_dir(&src).unwrap();
    lay_out(&src, &mut rng);
    let (mut left, mut round) = (points(), 0);
    while left > 0 {
        round += 1;
        let home = Home::new(&place.join(format!("home{round}")));
        let into = place.join("into");
        lay_out_old(&into);
        let dst = into.join("src");
        home.add("copy", &["-a", src.to_str().unwrap(), into.to_str().unwrap()]);
        let mut finished: BTreeMap<PathBuf, u64> = BTreeMap::new();
        // Some kills in the life of one job, then it may end.
        for _ in 0..left.min(4) {
            left -= 1;
            let mut child = home.start();
            kill_within(&mut child, &mut rng, 1_200_000);
            let now = look(&src, &dst);
            assert_kept(&finished, &now, cloned);
            finished = now;
        }
        home.finish();
        let now = look(&src, &dst);
        assert_kept(&finished, &now, cloned);
        assert_eq!(fs::read(dst.join("theirs")).unwrap(), b"not ours");
        // Gone, as if it had never been there.
        let changed = fs::metadata(&dst).unwrap().modified().unwrap();
        fs::remove_file(dst.join("theirs")).unwrap();
        File::open(&dst).unwrap().set_modified(changed).unwrap();
        assert_eq!(temporaries(&into), Vec::<PathBuf>::new());
        assert_same(&src, &dst, &What::everything());
        fs::remove_dir_all(&into).unwrap();
    }
}

#[test]
fn a_copy_goes_on_after_kills() {
    let scratch = Scratch::new();
    sweep(scratch.path(), 1, false);
}

#[test]
fn a_copy_goes_on_after_kills_where_files_are_cloned() {
    with_filesystem(Kind::Btrfs, 8 << 30, |place| sweep(place, 2, true));
}

/// Lays out files with two names each, of which a kill may leave one.
fn lay_out_links(src: &Path) {
    for dir in ["first", "second"] {
        fs::create_dir(src.join(dir)).unwrap();
    }
    for n in 0..SMALL {
        let first = src.join(format!("first/l{n}"));
        write(&first, format!("file {n}").as_bytes());
        fs::hard_link(&first, src.join(format!("second/l{n}"))).unwrap();
    }
}

/// A move across filesystems, killed again and again: each file is at one of the two places, whole, and what
/// was one file with two names is one.
#[test]
fn a_move_goes_on_after_kills() {
    let scratch = Scratch::new();
    with_filesystem(Kind::Xfs, 4 << 30, |place| {
        let mut rng = Rng::new(3);
        let src = scratch.join("src");
        let copy = scratch.join("copy");
        for dir in [&src, &copy] {
            fs::create_dir(dir).unwrap();
            lay_out(dir, &mut Rng::new(4));
            lay_out_links(dir);
        }
        let home = Home::new(scratch.path());
        fs::create_dir(place.join("into")).unwrap();
        let into = place.join("into");
        home.add("move", &[src.to_str().unwrap(), into.to_str().unwrap()]);
        for _ in 0..points() / 4 {
            let mut child = home.start();
            kill_within(&mut child, &mut rng, 1_500_000);
            for n in 0..LARGE {
                let name = format!("large{n}");
                let sizes = [&src, &into.join("src")]
                    .map(|dir| fs::metadata(dir.join(&name)).map_or(0, |meta| meta.len()));
                assert!(sizes.contains(&SIZE), "{name} is nowhere whole: {sizes:?}");
            }
        }
        home.finish();
        assert!(!src.exists(), "something of the source stayed");
        assert_eq!(temporaries(&into), Vec::<PathBuf>::new());
        assert_same(&copy, &into.join("src"), &What { hard_links: true, ..What::contents() });
    });
}
