//! Tests of watches: each waits for a report, and reaches its deadline only when it fails.

use std::fs;
use std::sync::{Condvar, Mutex};

use super::*;

const DEADLINE: Duration = Duration::from_secs(20);

struct Bench {
    dir: tempfile::TempDir,
    watch: Watch,
    told: Receiver<Changed>,
}

impl Bench {
    fn new(looks: Looks) -> Self {
        let (tell, told) = mpsc::channel();
        let watch = Watch::looking(looks, move |changed| tell.send(changed).unwrap());
        Self { dir: tempfile::tempdir().unwrap(), watch, told }
    }

    fn live() -> Self {
        Self::new(Looks { how: |_| Watched::Live, period: Duration::from_millis(5) })
    }

    fn polled() -> Self {
        Self::new(Looks { how: |_| Watched::Polled, period: Duration::from_millis(5) })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Watches directories, and waits until it is known how.
    fn set(&self, dirs: &[&Path], expected: Watched) {
        let dirs: Vec<_> = dirs.iter().map(|dir| dir.to_path_buf()).collect();
        let deadline = Instant::now() + DEADLINE;
        let all = |found: &[(PathBuf, Watched)]| found.iter().all(|(_, how)| *how == expected);
        while !all(&self.watch.set(&dirs)) {
            assert!(Instant::now() < deadline);
        }
    }

    /// Waits until a directory is reported, and then until it is no longer reported; gives how it is watched then.
    fn expect(&self, dir: &Path) -> Watched {
        let deadline = Instant::now() + DEADLINE;
        let mut how = loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let told = self.told.recv_timeout(left).unwrap();
            if told.dir == dir {
                break told.how;
            }
        };
        while let Ok(told) = self.told.recv_timeout(2 * PAUSE) {
            how = if told.dir == dir { told.how } else { how };
        }
        how
    }
}

#[test]
fn each_change_is_told() {
    let bench = Bench::live();
    let dir = bench.dir.path();
    bench.set(&[dir], Watched::Live);
    fs::write(bench.path("a"), "1").unwrap();
    bench.expect(dir);
    fs::write(bench.path("a"), "22").unwrap();
    bench.expect(dir);
    fs::rename(bench.path("a"), bench.path("b")).unwrap();
    bench.expect(dir);
    fs::remove_file(bench.path("b")).unwrap();
    bench.expect(dir);
    fs::create_dir(bench.path("c")).unwrap();
    bench.expect(dir);
    assert_eq!(fs::read_dir(dir).unwrap().count(), 1);
    assert_eq!(bench.told.recv_timeout(2 * PAUSE), Err(RecvTimeoutError::Timeout));
}

#[test]
fn only_what_was_set_last_is_told_of() {
    let bench = Bench::live();
    let (one, other) = (bench.path("one"), bench.path("other"));
    fs::create_dir(&one).unwrap();
    fs::create_dir(&other).unwrap();
    bench.set(&[&one, &other], Watched::Live);
    fs::write(one.join("a"), "").unwrap();
    bench.expect(&one);
    bench.set(&[&other], Watched::Live);
    fs::write(one.join("b"), "").unwrap();
    fs::write(other.join("b"), "").unwrap();
    assert_eq!(bench.told.recv_timeout(DEADLINE).unwrap().dir, other);
}

#[test]
fn many_changes_are_told_of_together() {
    let bench = Bench::live();
    let dir = bench.dir.path();
    bench.set(&[dir], Watched::Live);
    let start = Instant::now();
    for n in 0..2000 {
        fs::write(bench.path("a"), n.to_string()).unwrap();
    }
    let mut count = 0;
    while bench.told.recv_timeout(2 * PAUSE).is_ok() {
        count += 1;
    }
    // One at once, one for each pause, one behind the last.
    assert!((1..=start.elapsed().as_millis() / PAUSE.as_millis() + 2).contains(&count), "{count}");
}

#[test]
fn a_directory_that_goes_is_told_of_and_again_when_it_is_back() {
    for end in
        [|dir: &Path| fs::remove_dir(dir), |dir: &Path| fs::rename(dir, dir.with_extension("x"))]
    {
        let bench = Bench::live();
        let dir = bench.path("dir");
        fs::create_dir(&dir).unwrap();
        bench.set(&[&dir], Watched::Live);
        end(&dir).unwrap();
        assert_eq!(bench.expect(&dir), Watched::Polled);
        fs::create_dir(&dir).unwrap();
        assert_eq!(bench.expect(&dir), Watched::Live, "the kernel watches it again");
        fs::write(dir.join("a"), "").unwrap();
        assert_eq!(bench.expect(&dir), Watched::Live);
    }
}

#[test]
fn a_directory_that_is_removed_while_a_process_works_in_it_is_told_of() {
    let bench = Bench::live();
    let dir = bench.path("dir");
    for is_empty in [false, true] {
        fs::create_dir(&dir).unwrap();
        if !is_empty {
            fs::write(dir.join("a"), "").unwrap();
        }
        let held = fs::File::open(&dir).unwrap();
        bench.set(&[&dir], Watched::Live);
        fs::remove_dir_all(&dir).unwrap();
        assert_eq!(bench.expect(&dir), Watched::Polled, "empty: {is_empty}");
        fs::create_dir(&dir).unwrap();
        assert_eq!(bench.expect(&dir), Watched::Live, "the kernel watches it again");
        drop(held);
        fs::write(dir.join("b"), "").unwrap();
        assert_eq!(bench.expect(&dir), Watched::Live);
        fs::remove_dir_all(&dir).unwrap();
        bench.set(&[], Watched::Live);
    }
}

#[test]
fn a_directory_whose_parent_is_renamed_is_told_of() {
    let bench = Bench::live();
    let (above, dir) = (bench.path("above"), bench.path("above/dir"));
    fs::create_dir_all(&dir).unwrap();
    bench.set(&[&dir], Watched::Live);
    fs::rename(&above, bench.path("moved")).unwrap();
    assert_eq!(bench.expect(&dir), Watched::Polled);
}

#[test]
fn the_directory_above_is_watched_for_removals_alone_and_as_long_as_it_is_needed() {
    let bench = Bench::live();
    let (above, dir) = (bench.dir.path(), bench.path("dir"));
    fs::create_dir(&dir).unwrap();
    bench.set(&[&dir], Watched::Live);
    // What is made or removed beside it is no change of it.
    fs::write(bench.path("beside"), "").unwrap();
    fs::remove_file(bench.path("beside")).unwrap();
    assert_eq!(bench.told.recv_timeout(4 * PAUSE), Err(RecvTimeoutError::Timeout));
    // Shown itself, it tells of all, and it is still watched for the other once it is left.
    bench.set(&[&dir, above], Watched::Live);
    fs::write(bench.path("new"), "").unwrap();
    assert_eq!(bench.expect(above), Watched::Live);
    bench.set(&[&dir], Watched::Live);
    let held = fs::File::open(&dir).unwrap();
    fs::remove_dir(&dir).unwrap();
    assert_eq!(bench.expect(&dir), Watched::Polled);
    drop(held);
}

#[test]
fn two_spellings_of_a_directory_are_both_told_of() {
    let bench = Bench::live();
    let (dir, link) = (bench.path("dir"), bench.path("link"));
    fs::create_dir(&dir).unwrap();
    std::os::unix::fs::symlink(&dir, &link).unwrap();
    bench.set(&[&dir, &link], Watched::Live);
    fs::write(dir.join("a"), "").unwrap();
    let told = [(); 2].map(|()| bench.told.recv_timeout(DEADLINE).unwrap().dir);
    assert!(told.contains(&dir) && told.contains(&link));
    bench.set(&[&link], Watched::Live);
    fs::write(dir.join("b"), "").unwrap();
    bench.expect(&link);
}

#[test]
fn watches_that_ended_unheard_are_renewed() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("dir");
    fs::create_dir(&path).unwrap();
    // The test never reads the messages that the watch sends from here.
    let (words, _unheard) = mpsc::channel();
    let (tell, told) = mpsc::channel();
    let told_of = move |changed: Changed| tell.send(changed.dir).unwrap();
    let looks = Looks { how: |_| Watched::Live, period: DEADLINE };
    let dirs = HashMap::from([(path.clone(), Dir::default())]);
    let mut keeper = Keeper { words, looks, dirs, kernel: None, check: None, told: told_of };
    keeper.begin(&path, Watched::Live);
    let watch = |keeper: &Keeper<_>| (keeper.dirs[&path].watch, keeper.dirs[&path].how);
    let first = watch(&keeper);
    assert_eq!(first.1, Some(Watched::Live));
    fs::rename(&path, dir.path().join("moved")).unwrap();
    fs::create_dir(&path).unwrap();
    keeper.renew();
    let second = watch(&keeper);
    assert!(second.0.is_some() && second.0 != first.0);
    fs::remove_dir(&path).unwrap();
    keeper.renew();
    assert_eq!(watch(&keeper), (None, Some(Watched::Polled)));
    keeper.tell();
    assert_eq!(told.try_recv(), Ok(path));
}

#[test]
fn the_first_change_is_due_at_once_and_the_next_after_a_pause() {
    let now = Instant::now();
    let mut dir = Dir::default();
    dir.change();
    assert!(dir.due.unwrap() <= Instant::now());
    let mut dir = Dir { told: Some(now), ..Dir::default() };
    dir.change();
    let due = dir.due.unwrap();
    assert!(due >= now + PAUSE);
    dir.change();
    assert_eq!(dir.due, Some(due));
}

#[test]
fn where_nobody_tells_it_looks() {
    let bench = Bench::polled();
    let dir = bench.dir.path();
    bench.set(&[dir], Watched::Polled);
    // Its first look may come after this one.
    fs::write(bench.path("a"), "1").unwrap();
    while bench.told.recv_timeout(2 * PAUSE).is_ok() {}
    fs::write(bench.path("a"), "22").unwrap();
    bench.expect(dir);
    fs::remove_file(bench.path("a")).unwrap();
    bench.expect(dir);
    fs::remove_dir(dir).unwrap();
    bench.expect(dir);
}

#[test]
fn what_cannot_be_watched_is_looked_at() {
    let bench = Bench::live();
    let dir = bench.path("later");
    bench.set(&[&dir], Watched::Polled);
    fs::create_dir(&dir).unwrap();
    assert_eq!(bench.expect(&dir), Watched::Live);
}

#[test]
fn a_filesystem_that_does_not_answer_is_not_waited_for() {
    let how = |path: &Path| {
        if path.ends_with("hangs") {
            thread::park();
        }
        Watched::Live
    };
    let bench = Bench::new(Looks { how, period: DEADLINE });
    let (one, other) = (bench.path("hangs"), bench.path("other"));
    fs::create_dir(&other).unwrap();
    let found = bench.watch.set(&[one.clone(), other.clone()]);
    assert_eq!(found.first(), Some(&(one, Watched::Polled)));
    fs::write(other.join("a"), "").unwrap();
    bench.expect(&other);
}

#[test]
fn a_filesystem_that_answers_late_is_told_to_be_live() {
    static ANSWERS: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());
    let how = |_: &Path| {
        let (answers, turn) = &ANSWERS;
        drop(turn.wait_while(answers.lock().unwrap(), |answers| !*answers).unwrap());
        Watched::Live
    };
    let bench = Bench::new(Looks { how, period: DEADLINE });
    let dir = bench.dir.path();
    assert_eq!(bench.watch.set(&[dir.into()]), [(dir.to_owned(), Watched::Polled)]);
    *ANSWERS.0.lock().unwrap() = true;
    ANSWERS.1.notify_all();
    assert_eq!(bench.expect(dir), Watched::Live);
}

#[test]
fn filesystems_that_the_kernel_does_not_see_are_polled() {
    assert_eq!(look::how(Path::new("/")), Watched::Live);
    #[cfg(target_os = "linux")]
    assert_eq!(look::how(Path::new("/proc")), Watched::Polled);
}
