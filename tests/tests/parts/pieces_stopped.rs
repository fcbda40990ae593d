//! Processes that are stopped while they copy pieces of a file, or name it, and two that name it at a time.

use super::pieces::{MIB, hidden, lay_out_large, plan};
use super::*;

/// A process of `fcp` that stops by itself.
struct Stopping {
    strace: Running,
    told: PathBuf,
    /// How often it has stopped.
    stops: usize,
}

impl Stopping {
    /// Starts it; it stops after the system call of this number of a thread.
    fn after(dir: &Path, args: &[&str], call: &str, n: usize) -> Self {
        let told = dir.join("strace");
        let mut strace = bin::clean(Command::new("strace"));
        strace.args(["-f", "-qq", "-o"]).arg(&told).args(["-e", &format!("trace={call}")]);
        strace.args(["-e", &format!("inject={call}:signal=SIGSTOP:when={n}")]);
        strace.arg(bin::path_of("fcp")).args(args).current_dir(dir);
        let strace = Running::start(strace.stdout(Stdio::null()).stderr(Stdio::null()));
        let mut stopping = Self { strace, told, stops: 0 };
        stopping.wait_for_stop();
        stopping
    }

    fn wait_for_stop(&mut self) {
        let stops = || {
            let told = fs::read_to_string(&self.told).unwrap_or_default();
            told.matches("--- stopped by SIGSTOP ---").count()
        };
        until("it has stopped", || stops() > self.stops);
        self.stops = stops();
    }

    fn signal(&self, signal: Signal) {
        let strace = self.strace.id();
        let children =
            fs::read_to_string(format!("/proc/{strace}/task/{strace}/children")).unwrap();
        let pid = children.trim().parse().unwrap();
        kill_process(Pid::from_raw(pid).unwrap(), signal).unwrap();
    }

    /// Lets it continue, and waits for its end; tells whether that was a success.
    fn go_on(mut self) -> bool {
        self.signal(Signal::CONT);
        self.strace.wait().unwrap().success()
    }
}

/// Writes the source anew, so that what is copied from now on differs.
fn change_source(dir: &Path) {
    fs::write(dir.join("src/sub/large"), vec![1; 4 << 20]).unwrap();
}

#[test]
fn what_a_process_writes_that_goes_on_after_the_end_is_in_no_file() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    let large = lay_out_large(dir, 4 * MIB);
    plan(dir, &["--limit-rate=1M", "-w1"]);
    let mut stopped = Running::start(fcp(dir, &["part", "plan", "0"]).stderr(Stdio::null()));
    let has_begun = || {
        let mut all = fs::read_dir(dir.join("dst/sub")).into_iter().flatten().flatten();
        all.any(|entry| entry.metadata().is_ok_and(|meta| meta.blocks() > 0))
    };
    until("it writes its piece", has_begun);
    let pid = Pid::from_child(&stopped);
    kill_process(pid, Signal::STOP).unwrap();
    claims::on_another_machine(&dir.join("plan"));
    ok(dir, &["part", "plan", "--all", "--dead-after=60"]);
    ok(dir, &["plan", "finish", "plan"]);
    change_source(dir);
    kill_process(pid, Signal::CONT).unwrap();
    assert!(!stopped.wait().unwrap().success());
    assert!(fs::read(dir.join("dst/sub/large")).unwrap() == large);
    assert_eq!(names(dir.join("dst/sub")), ["large"]);
}

#[test]
fn a_process_that_is_stopped_before_it_opens_the_hidden_file_makes_no_other() {
    needs!(has_strace());
    for is_removed in [false, true] {
        let scratch = Scratch::new();
        let dir = scratch.path();
        let large = lay_out_large(dir, 4 * MIB);
        plan(dir, &["-w1"]);
        // Calls are counted by threads: the one that claims stops first, and then the one that gives a sign of life
        // before it makes the file.
        let mut stopped = Stopping::after(dir, &["part", "plan", "0"], "utimensat", 1);
        stopped.signal(Signal::CONT);
        stopped.wait_for_stop();
        assert_eq!(names(dir.join("dst/sub")), [""; 0]);
        claims::on_another_machine(&dir.join("plan"));
        ok(dir, &["part", "plan", "--all", "--dead-after=60"]);
        ok(dir, &["plan", "finish", "plan"]);
        assert_eq!(names(dir.join("dst/sub")), ["large"]);
        if is_removed {
            fs::remove_dir_all(dir.join("plan")).unwrap();
        }
        // Its part has ended well elsewhere, or its plan is not there any more.
        stopped.go_on();
        assert!(fs::read(dir.join("dst/sub/large")).unwrap() == large);
        assert_eq!(names(dir.join("dst/sub")), ["large"]);
    }
}

#[test]
fn a_process_that_has_made_the_hidden_file_goes_on_when_another_one_has_noted_it() {
    needs!(has_strace());
    let scratch = Scratch::new();
    let dir = scratch.path();
    let large = lay_out_large(dir, 4 * MIB);
    plan(dir, &["-w1"]);
    let first = Stopping::after(dir, &["part", "plan", "0"], "ftruncate", 1);
    assert_eq!(notes(dir).len(), 0);
    ok(dir, &["part", "plan", "1"]);
    assert_eq!(notes(dir).len(), 1);
    assert!(first.go_on());
    ok(dir, &["part", "plan", "--all"]);
    ok(dir, &["plan", "finish", "plan"]);
    assert!(fs::read(dir.join("dst/sub/large")).unwrap() == large);
}

/// The files by which the plan knows hidden ones.
fn notes(dir: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(dir.join("plan/results")).unwrap().map(|entry| entry.unwrap().path());
    let is_note =
        |path: &PathBuf| path.file_name().unwrap().as_encoded_bytes().starts_with(b".fcp-");
    all.filter(is_note).collect()
}

#[test]
fn the_second_process_notes_a_hidden_file_whose_maker_was_killed() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    lay_out_large(dir, 4 * MIB);
    let parts = plan(dir, &[]);
    ok(dir, &["part", "plan", "0"]);
    // As if its maker had been killed before it noted the file.
    let [note] = &notes(dir)[..] else { panic!("{:?}", notes(dir)) };
    fs::remove_file(note).unwrap();
    ok(dir, &["part", "plan", "1"]);
    assert_eq!(&notes(dir), std::slice::from_ref(note));
    // So the file is not made once more when it is lost.
    fs::remove_file(hidden(dir)).unwrap();
    let (_, err, code) = told(dir, &["part", "plan", "2"]);
    assert_eq!((code, names(dir.join("dst/sub")).len()), (1, 0), "{err}");
    for part in 3..parts {
        told(dir, &["part", "plan", &part.to_string()]);
    }
    assert_eq!(told(dir, &["plan", "finish", "plan"]).2, 1);
}

#[test]
fn a_last_step_that_goes_on_after_another_one_leaves_the_file_alone() {
    needs!(has_strace());
    for twice in [false, true] {
        let scratch = Scratch::new();
        let dir = scratch.path();
        lay_out_large(dir, 4 * MIB);
        plan(dir, &[]);
        if twice {
            // A part that was attempted twice: the last step copies the file in any case.
            ok(dir, &["part", "plan", "0"]);
            again(dir);
        }
        ok(dir, &["part", "plan", "--all"]);
        let first = Stopping::after(dir, &["plan", "finish", "plan"], "fchmod", 1);
        ok(dir, &["plan", "finish", "plan"]);
        // Its copy is not taken from one that lives.
        assert_eq!(names(dir.join("dst/sub")).len(), if twice { 2 } else { 1 });
        let named = dir.join("dst/sub/large");
        fs::write(&named, "edited since").unwrap();
        let edited = fs::metadata(&named).unwrap();
        assert!(first.go_on(), "{twice}");
        ok(dir, &["plan", "finish", "plan"]);
        assert_eq!(fs::read(&named).unwrap(), b"edited since");
        let now = fs::metadata(&named).unwrap();
        let times = |meta: &fs::Metadata| (meta.mtime(), meta.mtime_nsec(), meta.mode());
        assert_eq!(times(&now), times(&edited), "{twice}");
        assert_eq!(names(dir.join("dst/sub")), ["large"]);
    }
}

/// Makes the attempt at part 1 that comes next its second one.
fn again(dir: &Path) {
    let journal = fs::read_dir(dir.join("plan/journal")).unwrap().next().unwrap().unwrap().path();
    let first = journal.file_name().unwrap().to_str().unwrap().replacen("000000", "000001", 1);
    fs::copy(&journal, dir.join("plan/journal").join(first)).unwrap();
}

#[test]
fn a_last_step_that_is_killed_while_it_names_a_file_is_taken_again() {
    needs!(has_strace());
    for call in ["fchmod", "renameat2"] {
        let scratch = Scratch::new();
        let dir = scratch.path();
        let large = lay_out_large(dir, 4 * MIB);
        plan(dir, &[]);
        ok(dir, &["part", "plan", "--all"]);
        let mut first = Stopping::after(dir, &["plan", "finish", "plan"], call, 1);
        first.signal(Signal::KILL);
        first.strace.wait().unwrap();
        assert!(!dir.join("dst/sub/large").exists());
        for _ in 0..2 {
            ok(dir, &["plan", "finish", "plan"]);
            assert!(fs::read(dir.join("dst/sub/large")).unwrap() == large);
            assert_eq!(names(dir.join("dst/sub")), ["large"]);
        }
        assert_same(&dir.join("src"), &dir.join("dst"), &What::everything());
    }
}

#[test]
fn the_copy_of_a_last_step_that_was_killed_is_removed_by_the_next_one() {
    needs!(has_strace());
    // Before it makes the copy, before it writes to it, and when it is whole.
    for (call, n, left) in [("flock", 1, 1), ("fdatasync,fsync", 1, 2), ("fchmod", 1, 2)] {
        let scratch = Scratch::new();
        let dir = scratch.path();
        let large = lay_out_large(dir, 4 * MIB);
        plan(dir, &[]);
        ok(dir, &["part", "plan", "0"]);
        again(dir);
        ok(dir, &["part", "plan", "--all"]);
        let mut first = Stopping::after(dir, &["plan", "finish", "plan"], call, n);
        assert_eq!(names(dir.join("dst/sub")).len(), left, "{call}");
        first.signal(Signal::KILL);
        first.strace.wait().unwrap();
        let mut notes =
            fs::read_dir(dir.join("plan/results")).unwrap().map(|it| it.unwrap().path());
        let notes = notes.find(|path| path.is_dir()).unwrap();
        assert_eq!(names(&notes).len(), 1, "{call}");
        ok(dir, &["plan", "finish", "plan"]);
        assert_eq!((names(dir.join("dst/sub")), names(&notes).len()), (vec!["large".into()], 0));
        assert!(fs::read(dir.join("dst/sub/large")).unwrap() == large);
        assert_same(&dir.join("src"), &dir.join("dst"), &What::everything());
    }
}

#[test]
fn three_last_steps_at_a_time_name_each_file_once() {
    for (round, flag) in ["-a", "-r", "-a", "-r"].iter().enumerate() {
        let scratch = Scratch::new();
        let dir = scratch.path();
        fs::create_dir(dir.join("src")).unwrap();
        let mut bytes = vec![0; 2 << 20];
        for n in 0..12 {
            Rng::new(n).fill(&mut bytes);
            fs::write(dir.join(format!("src/f{n}")), &bytes).unwrap();
        }
        output::sh(dir, "touch -d 2001-02-03T04:05:06 src/f*");
        ok(dir, &["plan", flag, "--part-size=1M", "--out=plan", "-T", "src", "dst"]);
        if round < 2 {
            ok(dir, &["part", "plan", "0"]);
            again(dir);
        }
        ok(dir, &["part", "plan", "--all"]);
        let finish = || {
            let mut command = fcp(dir, &["plan", "finish", "plan"]);
            Running::start(command.stdout(Stdio::null()))
        };
        for mut step in [finish(), finish(), finish()] {
            assert!(step.wait().unwrap().success(), "{round}");
        }
        ok(dir, &["plan", "finish", "plan"]);
        let what = if *flag == "-a" { What::everything() } else { What::contents() };
        assert_same(&dir.join("src"), &dir.join("dst"), &what);
        assert_eq!(names(dir.join("dst")).len(), 12);
    }
}
