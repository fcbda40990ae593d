//! `fcpq watch --plan` shows how processes copy the parts of a plan.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ChildStdout;

use fcp_engine::event::{Envelope, Event, Phase};
use fcp_test_support::Pty;

use super::*;

fn watch(dir: &Path, args: &[&str]) -> Command {
    let mut command = program("fcpq");
    command.args(["watch", "--plan", "plan"]).args(args).current_dir(dir);
    command
}

/// A plan of eight parts with a file each.
fn eight_parts(dir: &Path, flags: &[&str]) {
    fs::create_dir(dir.join("src")).unwrap();
    for n in 0..8 {
        fs::write(dir.join(format!("src/f{n}")), vec![n; 1 << 20]).unwrap();
    }
    let plan = ["plan", "-aT", "src", "dst", "--out=plan", "--part-items=1", "-w1"];
    ok(dir, &[&plan[..], flags].concat());
}

/// The stream of a watch.
struct Watching {
    process: Running,
    told: BufReader<ChildStdout>,
}

impl Watching {
    fn start(dir: &Path) -> Self {
        let mut command = watch(dir, &["--json"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = Running::start(&mut command);
        let told = BufReader::new(process.stdout.take().unwrap());
        Self { process, told }
    }

    /// Reads up to an event of this kind.
    fn until(&mut self, is_last: impl Fn(&Event) -> bool) -> Vec<Envelope> {
        let mut events: Vec<Envelope> = Vec::new();
        while !events.last().is_some_and(|envelope| is_last(&envelope.event)) {
            let mut line = String::new();
            assert!(self.told.read_line(&mut line).unwrap() > 0, "it has ended: {events:?}");
            events.push(serde_json::from_str(&line).unwrap());
        }
        events
    }

    /// Reads up to the end, which must be a success.
    fn rest(mut self) -> Vec<Envelope> {
        let (mut out, mut err) = (String::new(), String::new());
        self.told.read_to_string(&mut out).unwrap();
        self.process.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        let code = self.process.wait().unwrap().code();
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

#[test]
fn the_stream_tells_what_each_part_tells_and_ends_with_the_last() {
    let scratch = Scratch::new();
    eight_parts(scratch.path(), &["--limit-rate=8M"]);
    let parts = names(scratch.join("plan/parts")).len() as u64;
    ok(scratch.path(), &["part", "plan", "0"]);
    let mut watching = Watching::start(scratch.path());
    // Of a part that ends before the first look only the end is told, and that look has begun now.
    let mut events = watching.until(|event| matches!(event, Event::JobSummary { job: 0, .. }));
    for mut worker in workers(scratch.path(), 2) {
        assert!(worker.wait().unwrap().success());
    }
    events.extend(watching.rest());
    let out = format!("{events:?}");
    assert!(matches!(events[0].event, Event::Hello { .. }), "{out}");
    assert!(matches!(events[events.len() - 1].event, Event::Bye { exit: 0 }), "{out}");
    let (mut queued, mut done) = (BTreeSet::new(), BTreeMap::new());
    for envelope in &events {
        match &envelope.event {
            Event::JobQueued { job, .. } => assert!(queued.insert(*job), "{job} twice"),
            Event::JobSummary { job, summary } => {
                assert!(done.insert(*job, summary.done).is_none(), "{job} twice");
            }
            _ => {}
        }
    }
    assert_eq!(done.keys().copied().collect::<Vec<_>>(), (0..parts).collect::<Vec<_>>());
    assert_eq!(done.values().sum::<u64>(), status(scratch.path())["items"].as_u64().unwrap());
    // Of a part that had ended before, the end alone is told.
    assert!(!queued.contains(&0), "{queued:?}");
    assert_eq!(queued.len() as u64, parts - 1);
}

#[test]
fn what_an_attempt_tells_last_is_told_though_the_part_goes_on_elsewhere() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("src")).unwrap();
    fs::write(scratch.join("src/f"), vec![1; 4 << 20]).unwrap();
    ok(scratch.path(), &["plan", "-aT", "src", "dst", "--out=plan", "--limit-rate=1M", "-w1"]);
    let mut watching = Watching::start(scratch.path());
    let mut events = Vec::new();
    for _ in 0..2 {
        let mut worker = workers(scratch.path(), 1).remove(0);
        events.extend(watching.until(|event| matches!(event, Event::JobStarted { job: 0, .. })));
        kill_process(Pid::from_child(&worker), Signal::TERM).unwrap();
        // The next attempt begins only then, so that a look may find both changes at once.
        assert!(!worker.wait().unwrap().success());
    }
    ok(scratch.path(), &["part", "plan", "--all"]);
    events.extend(watching.rest());
    let told = events.iter().filter_map(|envelope| match &envelope.event {
        Event::JobQueued { .. } => Some("begun"),
        Event::JobPhase { phase: Phase::Queued, .. } => Some("given back"),
        Event::JobSummary { .. } => Some("ended"),
        _ => None,
    });
    let wanted = ["begun", "given back", "begun", "given back", "begun", "ended"];
    assert_eq!(told.collect::<Vec<_>>(), wanted, "{events:?}");
}

#[test]
fn without_a_terminal_each_fact_is_a_line_and_the_sums_come_last() {
    bin::path_of("fcp");
    bin::path_of("fcpq");
    while_nobody(|| {
        let scratch = Scratch::new();
        eight_parts(scratch.path(), &[]);
        let locked = scratch.join("src/f3");
        fs::set_permissions(&locked, PermissionsExt::from_mode(0o000)).unwrap();
        told(scratch.path(), &["part", "plan", "--all"]);
        let (out, err, code) = of(&mut watch(scratch.path(), &[]));
        assert_eq!((code, err.as_str()), (1, ""), "{out}");
        assert!(out.contains("part 0: copied 1 item"), "{out}");
        assert!(out.contains("1 with failures") && out.contains("f3"), "{out}");
        fs::set_permissions(&locked, PermissionsExt::from_mode(0o644)).unwrap();
        ok(scratch.path(), &["plan", "retry", "plan"]);
        ok(scratch.path(), &["part", "plan", "--all"]);
        let (out, err, code) = of(&mut watch(scratch.path(), &[]));
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        assert!(out.contains("Folders get their times and modes by fcp plan finish"), "{out}");
    });
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("plan")).unwrap();
    let (out, err, code) = of(&mut watch(scratch.path(), &[]));
    assert_eq!((out.as_str(), code), ("", 3));
    assert_eq!(err, "fcpq: 'plan' is not a complete plan: plan.json is missing\n");
}

#[test]
fn a_terminal_shows_the_parts_while_they_are_copied() {
    let scratch = Scratch::new();
    eight_parts(scratch.path(), &["--limit-rate=256k"]);
    let mut shown = Pty::start(&mut watch(scratch.path(), &[]), 100, 24);
    shown.wait_for("No process is running");
    let mut worker = workers(scratch.path(), 1);
    shown.wait_for("1 claimed, ");
    shown.wait_for("Machine");
    shown.wait_for("running");
    shown.wait_for("KiB/s");
    shown.send("q");
    assert!(shown.wait().success());
    // It has only looked.
    assert!(worker[0].try_wait().unwrap().is_none());
    worker[0].kill().unwrap();
    worker[0].wait().unwrap();
    let mut shown = Pty::start(&mut watch(scratch.path(), &[]), 100, 24);
    // A process that was killed still has its claim.
    shown.wait_for("1 claimed");
    shown.signal(Signal::TERM);
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&shown.wait()), Some(15));
}
