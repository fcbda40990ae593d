//! Runs copies, in this process or as the program, and checks the events that they report.

#![allow(dead_code, reason = "each test binary uses its own part")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use fcp_engine::engine::ControlError;
use fcp_engine::error::{Code, OpError};
use fcp_engine::event::{
    Envelope, Event, JobId, Mover, Op, Outcome, Question, SkipReason, Summary, Warning,
};
use fcp_engine::path::WirePath;
use fcp_engine::spec::{Destination, EventLevel, JobSpec, Options, Preserve, Verb};
use fcp_engine::{Engine, Events};
use rustix::fs::Mode;

#[allow(unused_imports, reason = "each test binary uses its own part")]
pub(crate) use fcp_test_support::output::names;

/// How long a job may take: far longer than any does, even on a loaded machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// A way to copy: what is changed of the options.
pub(crate) type Change = fn(&mut Options);

/// An item that is done.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) op: Op,
    pub(crate) src: PathBuf,
    pub(crate) dst: PathBuf,
    pub(crate) bytes: u64,
    pub(crate) method: Option<Mover>,
}

/// All that a job told.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) summary: Summary,
    pub(crate) done: Vec<Done>,
    pub(crate) skipped: Vec<(PathBuf, SkipReason)>,
    pub(crate) failed: Vec<(PathBuf, OpError)>,
    pub(crate) warnings: Vec<Warning>,
}

impl Told {
    /// Expects that everything was copied and nothing was worth a warning.
    #[track_caller]
    pub(crate) fn clean(self) -> Self {
        assert_eq!(self.failed, [], "failed");
        assert_eq!(self.warnings, [], "warnings");
        assert_eq!(self.summary.outcome, Outcome::Completed);
        self
    }

    /// Expects exactly these failures, each given by the end of its source path.
    #[track_caller]
    pub(crate) fn failed_with(self, expected: &[(&str, Code)]) -> Self {
        let mut found: Vec<_> =
            self.failed.iter().map(|(src, error)| (src.clone(), error.code)).collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        let fits = found.len() == expected.len()
            && found.iter().zip(expected).all(|((src, code), (end, wanted))| {
                src.as_os_str().as_bytes().ends_with(end.as_bytes()) && code == wanted
            });
        assert!(fits, "expected {expected:?}\nfound {:#?}", self.failed);
        let outcome =
            if expected.is_empty() { Outcome::Completed } else { Outcome::CompletedWithErrors };
        assert_eq!(self.summary.outcome, outcome);
        self
    }

    /// The movers that were used, for items with data.
    pub(crate) fn methods(&self) -> Vec<Mover> {
        let mut methods: Vec<_> = self.done.iter().filter_map(|done| done.method).collect();
        methods.dedup();
        methods
    }
}

/// A copy to be run in this process.
#[derive(Clone, Debug)]
pub(crate) struct Copy(pub(crate) JobSpec);

/// Copies one source to an exact path.
pub(crate) fn copy(src: impl AsRef<Path>, dst: impl AsRef<Path>) -> Copy {
    new(vec![WirePath::from(src.as_ref())], Destination::As(dst.as_ref().into()))
}

/// Copies sources into a directory.
pub(crate) fn copy_into<P: AsRef<Path>>(sources: &[P], dst: impl AsRef<Path>) -> Copy {
    let sources = sources.iter().map(|src| WirePath::from(src.as_ref())).collect();
    new(sources, Destination::Into(dst.as_ref().into()))
}

/// Moves one source to an exact path.
pub(crate) fn mv(src: impl AsRef<Path>, dst: impl AsRef<Path>) -> Copy {
    let mut job = copy(src, dst);
    job.0.verb = Verb::Move;
    job
}

/// Moves sources into a directory.
pub(crate) fn mv_into<P: AsRef<Path>>(sources: &[P], dst: impl AsRef<Path>) -> Copy {
    let mut job = copy_into(sources, dst);
    job.0.verb = Verb::Move;
    job
}

/// Deletes operands.
pub(crate) fn delete<P: AsRef<Path>>(sources: &[P]) -> Copy {
    let sources = sources.iter().map(|source| WirePath::from(source.as_ref())).collect();
    let options = Options { events: EventLevel::All, ..Options::default() };
    Copy(JobSpec { verb: Verb::Delete, sources, destination: None, options })
}

fn new(sources: Vec<WirePath>, destination: Destination) -> Copy {
    let options = Options { events: EventLevel::All, ..Options::default() };
    Copy(JobSpec { verb: Verb::Copy, sources, destination: Some(destination), options })
}

impl Copy {
    /// Changes options.
    #[must_use]
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.0.options);
        self
    }

    /// Keeps everything, as `-a` does.
    #[must_use]
    pub(crate) fn archive(self) -> Self {
        self.with(|options| options.preserve = Preserve::ALL)
    }

    /// Runs it to its end.
    #[track_caller]
    pub(crate) fn run(self) -> Told {
        self.start().end()
    }

    /// Runs it and expects that it is refused as a whole.
    #[track_caller]
    pub(crate) fn refused(self) -> OpError {
        let refused = Engine::new().submit(self.0);
        match refused.expect_err("the job was accepted") {
            ControlError::Refused(error) => error,
            other => panic!("{other}"),
        }
    }

    /// Starts it.
    #[track_caller]
    pub(crate) fn start(self) -> Running {
        let engine = Engine::new();
        let events = engine.subscribe();
        let all = self.0.options.events >= EventLevel::All;
        let job = engine.submit(self.0).expect("an accepted job");
        Running { engine, events, job, all, seen: Vec::new() }
    }
}

/// A copy that runs in this process.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) engine: Engine,
    events: Events,
    pub(crate) job: JobId,
    all: bool,
    seen: Vec<Event>,
}

impl Running {
    /// Reads events until one is as wanted.
    #[track_caller]
    pub(crate) fn until(&mut self, wanted: impl Fn(&Event) -> bool) -> Event {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(Envelope { event, .. }) = self.events.next_within(left) else {
                let _cancelled = self.engine.cancel(self.job);
                panic!("nothing happened for {PATIENCE:?}: {:#?}", self.engine.status());
            };
            let found = wanted(&event);
            let over = matches!(event, Event::JobSummary { .. });
            self.seen.push(event.clone());
            if found {
                return event;
            }
            assert!(!over, "the job ended first: {event:?}");
        }
    }

    /// Reads events until a question, and gives that.
    #[track_caller]
    pub(crate) fn next_question(&mut self) -> Question {
        match self.until(|event| matches!(event, Event::QuestionAsked { .. })) {
            Event::QuestionAsked { question, .. } => *question,
            _ => unreachable!("only questions were wanted"),
        }
    }

    /// Reads events until one is as wanted, unless one was before.
    #[track_caller]
    pub(crate) fn until_once(&mut self, wanted: impl Fn(&Event) -> bool) {
        if !self.seen.iter().any(&wanted) {
            self.until(wanted);
        }
    }

    /// Waits until some bytes of a file have been copied, but not all.
    #[track_caller]
    pub(crate) fn until_midway(&mut self) {
        self.until(|event| match event {
            Event::Progress { progress, .. } => progress.bytes_done > 0,
            _ => false,
        });
    }

    /// Waits for the end and checks what every stream must obey.
    #[track_caller]
    pub(crate) fn end(mut self) -> Told {
        if !matches!(self.seen.last(), Some(Event::JobSummary { .. })) {
            self.until(|event| matches!(event, Event::JobSummary { .. }));
        }
        judge(self.seen, self.all)
    }
}

/// Sorts events out; every item must have ended exactly once, and the summary must be their sum.
#[track_caller]
fn judge(events: Vec<Event>, all: bool) -> Told {
    let (mut done, mut skipped, mut failed, mut warnings) = (vec![], vec![], vec![], vec![]);
    let mut found = None;
    let mut ended = BTreeSet::new();
    for event in events {
        match event {
            Event::ItemDone { op, src, dst, bytes, method, .. } => {
                assert!(ended.insert((src.0.clone(), dst.0.clone())), "{src:?} ended twice");
                done.push(Done { op, src: src.0, dst: dst.0, bytes, method });
            }
            Event::ItemSkipped { src, reason, .. } => skipped.push((src.0, reason)),
            Event::ItemFailed { src, error, .. } => failed.push((src.0, error)),
            Event::Warning { warning, .. } => warnings.push(warning),
            Event::JobSummary { summary, .. } => found = Some(summary),
            _ => {}
        }
    }
    let summary = found.expect("a summary");
    assert_eq!(summary.failed, failed.len() as u64, "failed {failed:#?}");
    assert_eq!(summary.skipped, skipped.len() as u64);
    if all {
        assert_eq!(summary.done, done.len() as u64);
        assert_eq!(summary.bytes, done.iter().map(|done| done.bytes).sum::<u64>());
    }
    Told { summary, done, skipped, failed, warnings }
}

/// Prepares to run the program so that it tells everything as JSON.
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = fcp_test_support::fcp();
    command.args(["--json", "--events=all"]).args(arguments);
    command
}

/// Reads what the program told; the exit code is the caller's to judge.
#[track_caller]
pub(crate) fn read(output: &Output) -> Told {
    judge(events(output), true)
}

/// The events that the program wrote.
#[track_caller]
pub(crate) fn events(output: &Output) -> Vec<Event> {
    lines(output).into_iter().map(|envelope| envelope.event).collect()
}

/// The lines that the program wrote.
#[track_caller]
pub(crate) fn lines(output: &Output) -> Vec<Envelope> {
    let text = std::str::from_utf8(&output.stdout).expect("UTF-8");
    let parse = |line| match serde_json::from_str::<Envelope>(line) {
        Ok(envelope) => envelope,
        Err(error) => panic!("{error}: {line}\n{}", String::from_utf8_lossy(&output.stderr)),
    };
    text.lines().map(parse).collect()
}

/// Writes a new file.
#[track_caller]
pub(crate) fn put(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
    let path = path.as_ref();
    let made = File::create_new(path).and_then(|mut file| file.write_all(bytes.as_ref()));
    made.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Reads a file.
#[track_caller]
pub(crate) fn get(path: impl AsRef<Path>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let path = path.as_ref();
    let read = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    read.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    bytes
}

/// Makes a directory.
#[track_caller]
pub(crate) fn mkdir(path: impl AsRef<Path>) {
    rustix::fs::mkdir(path.as_ref(), Mode::from_raw_mode(0o755)).unwrap();
}

/// Sets a mode.
#[track_caller]
pub(crate) fn chmod(path: impl AsRef<Path>, mode: u32) {
    rustix::fs::chmod(path.as_ref(), Mode::from_raw_mode(mode as _)).unwrap();
}

/// Makes a symlink.
#[track_caller]
pub(crate) fn symlink(target: impl AsRef<Path>, link: impl AsRef<Path>) {
    rustix::fs::symlink(target.as_ref(), link.as_ref()).unwrap();
}

/// Makes a hard link.
#[track_caller]
pub(crate) fn hard_link(old: impl AsRef<Path>, new: impl AsRef<Path>) {
    rustix::fs::link(old.as_ref(), new.as_ref()).unwrap();
}

/// Bytes that do not compress, the same ones for the same seed.
pub(crate) fn noise(seed: u64, size: usize) -> Vec<u8> {
    let mut bytes = vec![0; size];
    fcp_test_support::rng::Rng::new(seed).fill(&mut bytes);
    bytes
}

/// Runs a tool of the system that must succeed; gives what it wrote.
#[track_caller]
pub(crate) fn tool(program: &str, arguments: &[&str]) -> String {
    let mut command = fcp_test_support::bin::clean(Command::new(program));
    command.env("PATH", std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin");
    let output = fcp_test_support::run(command.args(arguments));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {text}{said}");
    text
}

/// A path as text; all of a test's own paths are.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("a path of UTF-8")
}

/// Whether the slow sweeps are asked for.
pub(crate) fn is_full() -> bool {
    std::env::var_os("FCP_FULL").is_some()
}

/// The summary among the events that a program wrote.
#[track_caller]
pub(crate) fn summary_of(output: &Output) -> Summary {
    let mut summaries = events(output).into_iter().filter_map(|event| match event {
        Event::JobSummary { summary, .. } => Some(summary),
        _ => None,
    });
    summaries.next_back().expect("a summary")
}

/// Runs a program under limits of the shell's `ulimit`; gives its summary and the most memory it had, in bytes.
#[track_caller]
pub(crate) fn measured(limits: &str, program: &str, arguments: &[&str]) -> (Summary, u64) {
    let scratch = fcp_test_support::Scratch::new();
    let report = scratch.join("report");
    let script = format!("{limits}\nexec time -f %M -o \"$0\" \"$@\"");
    let mut shell = fcp_test_support::bin::clean(Command::new("/bin/sh"));
    shell.args(["-c", &script]).arg(&report).arg(fcp_test_support::path_of(program));
    let output = fcp_test_support::run_for(shell.args(arguments).arg("--json"), PATIENCE);
    assert!(output.status.success(), "{output:?}");
    (summary_of(&output), peak(&report) << 10)
}

/// The most memory that time(1) has reported, in kibibytes.
#[track_caller]
pub(crate) fn peak(report: &Path) -> u64 {
    String::from_utf8(get(report)).unwrap().trim().parse().unwrap()
}
