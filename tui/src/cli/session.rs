//! Runs one job from the command line: turns events into lines, and keys or lines into answers.

mod asking;

use std::io;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use fcp_engine::Engine;
use fcp_engine::engine::ControlError;
use fcp_engine::event::{Envelope, Event, JobId, Outcome, Phase, SkipReason, Summary};
use fcp_engine::spec::{JobSpec, Options, Verb};
use fcp_engine::view::JobsView;
use fcp_presentation::jobs::Pace;

use super::ask::Keys;
use super::console::{Console, width};
use super::display::{Display, Mode};
use super::lines::Lines;
use super::plan::{self, Missing};
use super::progress::{plain, sentence};
use super::quoting::Bytes;
use super::signals::{Signals, suspend};
use super::voice::{Begun, Done, Voice};
use crate::app::look::{BAD, Look, MUTED, Paint, TEXT, WAIT};

/// Longest time between two looks at signals and the clock.
const PULSE: Duration = Duration::from_millis(50);
/// Longest time for a key to be noticed.
const KEY_PULSE: Duration = Duration::from_millis(20);
/// Time a cancelled job has to clean up.
const GRACE: Duration = Duration::from_millis(1_800);
/// Lines after which events are collected for a moment before they are printed: many wake-ups cost
/// more than the printing.
const MANY: u64 = 256;
const MOMENT: Duration = Duration::from_millis(1);
/// Events taken in a row before the terminal gets its turn.
const BATCH: usize = 4_096;

/// Where the answers to questions come from.
#[derive(Debug)]
pub(crate) enum Asker {
    /// There are no questions, or they are left unanswered.
    NoSource,
    /// Lines of standard input, as `cp -i` reads them.
    Lines(Box<Lines>),
    /// Keys on the terminal.
    Keys(Box<Keys>),
}

/// What a session needs to know.
pub(crate) struct Setup {
    pub(crate) engine: Engine,
    pub(crate) voice: Box<dyn Voice>,
    pub(crate) asker: Asker,
    pub(crate) mode: Mode,
    pub(crate) look: Look,
    /// Whether the job undoes an undo.
    pub(crate) redoes: bool,
}

/// How a session ended.
#[derive(Debug)]
pub(crate) struct Ending {
    /// The result; none if the job had to be left alone.
    pub(crate) summary: Option<Summary>,
    /// The signal that asked for the end.
    pub(crate) signal: Option<i32>,
    /// Whether a question was answered with no.
    pub(crate) declined: bool,
    /// Sources that were named more than once.
    pub(crate) repeated: Vec<PathBuf>,
    /// Why standard output could not be written.
    pub(crate) output: Option<io::Error>,
}

/// A running job and everything it talks to.
struct Session {
    engine: Engine,
    job: JobId,
    verb: Verb,
    voice: Box<dyn Voice>,
    console: Console,
    display: Display,
    asker: Asker,
    look: Look,
    view: JobsView,
    verified: bool,
    /// The options of the job, and its missing sources, for the plan of a dry run.
    options: Options,
    missing: Missing,
    /// Whether it undoes an undo.
    redoes: bool,
    /// Lines on standard output.
    told: u64,
    summary: Option<Summary>,
    repeated: Vec<PathBuf>,
    /// When a cancelled job is no longer waited for, and the signal that cancelled it.
    deadline: Option<Instant>,
    signal: Option<i32>,
}

/// Runs a job to its end.
///
/// # Errors
/// The engine refuses the request, or signals cannot be listened to.
pub(crate) fn run(spec: JobSpec, setup: Setup) -> Result<Ending, ControlError> {
    let Setup { engine, voice, asker, mode, look, redoes } = setup;
    let signals = Signals::listen().ok();
    let events =
        if voice.tells_skips() { engine.subscribe() } else { engine.subscribe_to_changes() };
    let verb = spec.verb;
    let verified = spec.options.verify;
    let options = spec.options.clone();
    let (job, mut shown) = engine.submit_shown(spec)?;
    let mut session = Session {
        engine,
        job,
        verb,
        voice,
        console: Console::new(look),
        display: Display::new(mode, look),
        asker,
        look,
        view: JobsView::new(),
        verified,
        options,
        missing: Missing::default(),
        redoes,
        told: 0,
        summary: None,
        repeated: Vec::new(),
        deadline: None,
        signal: None,
    };
    while session.summary.is_none() {
        if session.told > MANY {
            thread::sleep(MOMENT);
        }
        let first = if session.waits_for_line() {
            events.try_next()
        } else {
            events.next_within(if session.is_asking() { KEY_PULSE } else { PULSE })
        };
        for envelope in first.into_iter().chain(events.take(BATCH)) {
            session.hear(envelope);
        }
        if let Some(signals) = &signals {
            session.obey(signals);
        }
        if session.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            break;
        }
        session.ask();
        session.show();
        shown.look();
    }
    // A job that has not ended in time is found by the next process that looks at the queue.
    let left = session.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    shown.end(left.unwrap_or(GRACE));
    Ok(session.end())
}

impl Session {
    fn hear(&mut self, envelope: Envelope) {
        self.view.apply(&envelope);
        match envelope.event {
            Event::ItemStarted { op, src, dst, backup, bytes, .. } => {
                let backup = backup.as_ref().map(|path| path.0.as_path());
                let line = self.voice.begun(Begun { op, src: &src.0, dst: &dst.0, backup, bytes });
                self.tell(line);
            }
            Event::ItemDone { op, src, dst, bytes, method, detail, .. } => {
                let item = Done { op, src: &src.0, dst: &dst.0, bytes, method, detail };
                let line = self.voice.done(item);
                self.tell(line);
            }
            Event::ItemSkipped { src, dst, reason, .. } => {
                if reason == SkipReason::Duplicate {
                    self.repeated.push(src.0.clone());
                }
                let line = self.voice.skipped(&src.0, &dst.0, reason);
                self.tell(line);
            }
            Event::ItemFailed { src, error, .. } => {
                self.missing.note(&src.0, &error);
                let line = self.voice.failed(&src.0, &error);
                self.complain(&line, BAD);
                if let Some(hint) = self.voice.hint(&error) {
                    self.complain(&Bytes::from("  ").text(hint), MUTED);
                }
            }
            Event::Warning { warning, .. } => {
                if let Some(line) = self.voice.warned(&warning) {
                    self.complain(&line, WAIT);
                }
            }
            Event::QuestionAsked { question, .. } => match &mut self.asker {
                Asker::NoSource => {}
                Asker::Lines(lines) => lines.push(*question),
                Asker::Keys(keys) => {
                    keys.push(*question);
                    self.display.spoil();
                }
            },
            Event::QuestionAnswered { question, answer, .. } => match &mut self.asker {
                Asker::NoSource => {}
                Asker::Lines(lines) => {
                    if lines.forget(question) && answer.is_some() {
                        self.console.raw_err(b" (answered elsewhere)\n");
                    }
                }
                Asker::Keys(keys) => {
                    keys.forget(question);
                    self.display.spoil();
                }
            },
            Event::JobPlan { plan, .. } => {
                let lines = match &plan.undo {
                    Some(undo) => plan::undo(undo, self.redoes),
                    None => plan::lines(&plan, self.verb, &self.options, &self.missing),
                };
                for line in lines {
                    self.tell(Some(Bytes::from(line.as_str())));
                }
            }
            Event::JobSummary { summary, .. } => self.summary = Some(summary),
            // A part of a plan was stopped, for another process to resume it.
            Event::JobPhase { phase: Phase::Queued, .. } => {
                self.deadline = Some(Instant::now());
            }
            Event::Hello { .. }
            | Event::Bye { .. }
            | Event::Reply { .. }
            | Event::JobQueued { .. }
            | Event::JobPlaced { .. }
            | Event::JobRemoved { .. }
            | Event::JobStarted { .. }
            | Event::JobTotals { .. }
            | Event::JobPaused { .. }
            | Event::JobResumed { .. }
            | Event::JobPhase {
                phase: Phase::Running | Phase::Flushing | Phase::Verifying | Phase::Finished,
                ..
            }
            | Event::Progress { .. } => {}
        }
    }

    fn tell(&mut self, line: Option<Bytes>) {
        if let Some(line) = line {
            self.told += 1;
            self.console.out(&line);
            self.display.spoil();
        }
    }

    fn complain(&mut self, line: &Bytes, paint: Paint) {
        self.console.err(line, paint);
        self.display.spoil();
    }

    fn obey(&mut self, signals: &Signals) {
        if let Some(signal) = signals.stop() {
            self.stop(signal);
        }
        if signals.take_suspend() {
            self.suspend();
        }
        if signals.take_status()
            && let Some(row) = self.view.row(self.job)
        {
            let line = plain(row, Pace::of(row, now()));
            self.complain(&Bytes::from(line.as_str()), TEXT);
        }
        // The reader of the names has closed the pipe: SIGPIPE would kill cp at the next write.
        if self.console.reader_left() && self.signal.is_none() {
            self.stop(signal_hook::consts::SIGPIPE);
        }
    }

    fn stop(&mut self, signal: i32) {
        if self.signal.is_none() {
            self.signal = Some(signal);
            self.deadline = Some(Instant::now() + GRACE);
            // A finished job needs no cancelling.
            let _cancelled = self.engine.cancel(self.job).is_ok();
        }
    }

    fn suspend(&mut self) {
        let _paused = self.engine.pause(self.job).is_ok();
        if let Asker::Keys(keys) = &mut self.asker {
            keys.release_terminal();
            self.console.raw = false;
        }
        self.console.clear();
        self.console.flush();
        suspend();
        let _resumed = self.engine.resume(self.job).is_ok();
        self.display.spoil();
    }

    fn show(&mut self) {
        if self.display.mode == Mode::Off && !self.is_asking() {
            return;
        }
        let width = width();
        let mut frame = Vec::new();
        if let Some(row) = self.view.row(self.job) {
            if let Some(line) = self.display.log(row, now()) {
                self.console.err(&Bytes::from(line.as_str()), TEXT);
            }
            match self.display.frame(row, now(), width) {
                Some(lines) => frame = lines,
                None if !self.is_asking() || self.console.is_drawn() => return,
                None => {}
            }
        }
        if let Asker::Keys(keys) = &mut self.asker {
            frame.extend(keys.lines(width, self.look));
        }
        self.console.draw(&frame);
    }

    /// Whether the user stopped the job at the terminal and wants to know what it did.
    fn was_stopped_live(&self) -> bool {
        self.signal.is_some() && self.display.is_live()
    }

    fn end(mut self) -> Ending {
        if let Asker::Keys(keys) = &mut self.asker {
            keys.release_terminal();
        }
        self.console.raw = false;
        self.console.clear();
        self.console.flush();
        if let Some(summary) = &self.summary
            && (self.display.is_worth_a_word()
                || self.was_stopped_live()
                || self.verb == Verb::Dedupe && summary.outcome != Outcome::Failed)
            && self.view.row(self.job).is_none_or(|row| row.plan.is_none())
        {
            let line = sentence(summary, self.verified, self.look);
            self.console.err_line(&line);
        }
        // The last lines may be the first that find the pipe closed.
        if self.console.reader_left() {
            self.signal.get_or_insert(signal_hook::consts::SIGPIPE);
        }
        let declined = matches!(&self.asker, Asker::Lines(lines) if lines.declined);
        let output = self.console.take_failure();
        Ending {
            summary: self.summary,
            signal: self.signal,
            declined,
            repeated: self.repeated,
            output,
        }
    }
}

/// Microseconds since the Unix epoch, as in the events.
fn now() -> u64 {
    jiff::Timestamp::now().as_microsecond().unsigned_abs()
}
