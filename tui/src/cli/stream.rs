//! `--json`: writes events as lines to standard output, and reads commands from standard input.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fcp_engine::Engine;
use fcp_engine::engine::ControlError;
use fcp_engine::event::{Command, Envelope, Event, JobId, SCHEMA};
use fcp_engine::spec::JobSpec;
use fcp_presentation::stdout_was_closed;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use super::console::reason;
use super::exit;
use super::signals::{Signals, die_of, suspend};
use inbox::{Inbox, listen};

const PULSE: Duration = Duration::from_millis(50);
/// Events taken in a row before signals get their turn.
const BATCH: usize = 4_096;
/// Time cancelled jobs have to clean up.
const GRACE: Duration = Duration::from_millis(1_800);

/// Numbers the facts of one stream and writes its lines, from both threads.
#[derive(Debug)]
pub(crate) struct Sink {
    out: Mutex<(BufWriter<Patient>, u64)>,
    closed: AtomicBool,
    /// Whether standard output cannot be written, and why, until that was told.
    failed: AtomicBool,
    failure: Mutex<Option<io::Error>>,
}

/// Standard output, which may be a pipe or terminal that its other end has made non-blocking.
#[derive(Debug)]
struct Patient(File);

impl Write for Patient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if stdout_was_closed() {
            return Err(Errno::BADF.into());
        }
        loop {
            match self.0.write(bytes) {
                // The reader is slow. As with a blocking pipe, it is waited for.
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    match poll(&mut [PollFd::new(&self.0, PollFlags::OUT)], None) {
                        Ok(_) | Err(Errno::INTR) => {}
                        Err(errno) => return Err(errno.into()),
                    }
                }
                written => return written,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Sink {
    /// Writes to standard output, but not line by line: a job may tell a million items.
    pub(crate) fn new() -> io::Result<Self> {
        let out = Patient(File::from(rustix::io::dup(rustix::stdio::stdout())?));
        Ok(Self {
            out: Mutex::new((BufWriter::new(out), 0)),
            closed: AtomicBool::new(false),
            failed: AtomicBool::new(false),
            failure: Mutex::new(None),
        })
    }

    /// Writes a line and shows it at once.
    pub(crate) fn send(&self, at: u64, event: Event) {
        self.push(at, event);
        self.flush();
    }

    /// Shows what was written.
    pub(crate) fn flush(&self) {
        if self.is_over() {
            return;
        }
        let mut guard = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = guard.0.flush() {
            self.fail(error);
        }
    }

    /// Writes a line; does nothing once the reader has closed the stream.
    pub(crate) fn push(&self, at: u64, event: Event) {
        if self.is_over() {
            return;
        }
        let mut guard = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let (out, next) = &mut *guard;
        let seq = event.is_fact().then_some(*next);
        *next += u64::from(seq.is_some());
        let envelope = Envelope { seq, at, event };
        let Ok(mut line) = serde_json::to_vec(&envelope) else { return };
        line.push(b'\n');
        if let Err(error) = out.write_all(&line) {
            self.fail(error);
        }
    }

    fn fail(&self, error: io::Error) {
        if error.kind() == ErrorKind::BrokenPipe {
            self.closed.store(true, Ordering::Relaxed);
        } else if !self.failed.swap(true, Ordering::Relaxed) {
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    }

    fn is_over(&self) -> bool {
        self.is_closed() || self.has_failed()
    }

    /// Whether the reader has left.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Whether standard output cannot be written for another reason.
    pub(crate) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// Gives that reason once.
    pub(crate) fn take_failure(&self) -> Option<io::Error> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Tells whether a command is obeyed.
pub(crate) type Obeyed = fn(&Command) -> bool;

/// Obeys all commands, or none, as `--control` says.
pub(crate) fn controlled(control: bool) -> Option<Obeyed> {
    control.then_some(|_| true)
}

/// Streams a job, or serves the jobs that are submitted; without `obeyed`, standard input is not read.
pub(crate) fn run(
    tool: &str,
    engine: &Engine,
    spec: Option<JobSpec>,
    obeyed: Option<Obeyed>,
) -> u8 {
    run_telling(tool, engine, spec, obeyed, |error| complain(tool, &error.to_string()))
}

/// Does the same, but lets the caller say why the job of the command line was refused.
pub(crate) fn run_telling(
    tool: &str,
    engine: &Engine,
    spec: Option<JobSpec>,
    obeyed: Option<Obeyed>,
    refused: impl FnOnce(&ControlError),
) -> u8 {
    let signals = Signals::listen().ok();
    let events = engine.subscribe();
    let sink = match Sink::new() {
        Ok(sink) => Arc::new(sink),
        Err(error) => {
            unwritten(tool, &error);
            return exit::NOT_RUN;
        }
    };
    sink.send(now(), hello(tool));
    // Nothing has begun. The app that asked for the administrator may have quit while the password was asked for.
    if sink.is_closed() {
        return die_of(signal_hook::consts::SIGPIPE);
    }
    let serves = spec.is_none();
    let mut expected = 0;
    let mut shown = None;
    if let Some(mut spec) = spec {
        spec.options.totals = true;
        match engine.submit_shown(spec) {
            Ok((_, job)) => {
                expected = 1;
                shown = Some(job);
            }
            Err(error) => {
                refused(&error);
                sink.send(now(), Event::Bye { exit: exit::NOT_RUN });
                return exit::NOT_RUN;
            }
        }
    }
    let inbox = Arc::new(Inbox::default());
    if let Some(obeyed) = obeyed {
        let (engine, sink, inbox) = (engine.clone(), Arc::clone(&sink), Arc::clone(&inbox));
        thread::spawn(move || listen(&engine, &sink, &inbox, obeyed));
    }
    let mut over: BTreeSet<JobId> = BTreeSet::new();
    let mut code = exit::DONE;
    let mut stopped: Option<(i32, Instant)> = None;
    loop {
        let first = events.next_within(PULSE);
        for envelope in first.into_iter().chain(events.take(BATCH)) {
            if let Event::JobSummary { job, summary } = &envelope.event {
                over.insert(*job);
                code = worse(code, exit::code(summary));
            }
            sink.push(envelope.at, envelope.event);
        }
        sink.flush();
        if let Some(error) = sink.take_failure() {
            unwritten(tool, &error);
        }
        if let Some(shown) = &mut shown {
            shown.look();
        }
        let submitted = inbox.submitted.load(Ordering::Acquire);
        let idle = over.len() as u64 >= expected + submitted;
        // Without a job on the command line, the process waits for commands until its input ends;
        // with one, it ends when all jobs have finished.
        if idle && (!serves || inbox.ended.load(Ordering::Acquire) || stopped.is_some()) {
            break;
        }
        if inbox.ended.load(Ordering::Acquire) {
            engine.leave_unanswered();
        }
        if sink.is_closed() && stopped.is_none() {
            stopped = Some((signal_hook::consts::SIGPIPE, Instant::now()));
            cancel_all(engine);
        }
        if let Some(signals) = &signals {
            if let Some(signal) = signals.stop().filter(|_| stopped.is_none()) {
                stopped = Some((signal, Instant::now()));
                cancel_all(engine);
            }
            if signals.take_suspend() {
                pause_around_stop(engine);
            }
        }
        if stopped.is_some_and(|(_, since)| since.elapsed() >= GRACE) {
            break;
        }
    }
    if let Some(shown) = shown {
        // A job that has not ended in time is found by the next process that looks at the queue.
        shown.end(stopped.map_or(GRACE, |(_, since)| GRACE.saturating_sub(since.elapsed())));
    }
    let Some((signal, _)) = stopped else {
        inbox.wait_for_reply();
        if sink.has_failed() {
            return code.max(exit::FAILED);
        }
        sink.send(now(), Event::Bye { exit: code });
        if let Some(error) = sink.take_failure() {
            unwritten(tool, &error);
            return code.max(exit::FAILED);
        }
        return code;
    };
    let exit = u8::try_from(128 + signal).unwrap_or(u8::MAX);
    sink.send(now(), Event::Bye { exit });
    die_of(signal)
}

/// Complains that the stream cannot be written.
fn unwritten(tool: &str, error: &io::Error) {
    complain(tool, &format!("cannot write to standard output: {}", reason(error)));
}

fn complain(tool: &str, text: &str) {
    // If standard error is closed, the exit code still tells.
    let _told = writeln!(io::stderr(), "{tool}: {text}").is_ok();
}

/// Gives the code of two jobs; a mismatch is worst, then whatever came first.
fn worse(one: u8, other: u8) -> u8 {
    let counts = one == exit::DONE || other == exit::MISMATCH;
    if counts { other } else { one }
}

fn cancel_all(engine: &Engine) {
    // A finished job refuses the command, which does no harm.
    let _cancelled = engine.command(Command::Cancel { job: None }).is_ok();
}

fn pause_around_stop(engine: &Engine) {
    let _paused = engine.command(Command::Pause { job: None }).is_ok();
    suspend();
    let _resumed = engine.command(Command::Resume { job: None }).is_ok();
}

/// Gives the first line of a stream.
pub(crate) fn hello(tool: &str) -> Event {
    Event::Hello {
        schema: SCHEMA.to_owned(),
        tool: tool.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        pid: std::process::id(),
        time: jiff::Timestamp::now().to_string(),
    }
}

fn now() -> u64 {
    jiff::Timestamp::now().as_microsecond().unsigned_abs()
}

mod inbox;
#[cfg(test)]
mod tests;
