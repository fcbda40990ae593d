//! `fcpq run`: runs the queue without a screen.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use clap::ArgMatches;
use fcp_engine::error::Code;
use fcp_engine::event::{Envelope, Event, JobId, Outcome, Phase, Warning};
use fcp_engine::queue::{Queue, QueuedJob, Stage};
use fcp_engine::{Engine, Events};
use fcp_presentation::background;

use super::detach;
use super::face::Face;
use super::output::{Trouble, say};
use super::tool::{TOOL, now, worse};
use super::waits::Waits;
use crate::cli::exit;
use crate::cli::signals::{Signals, die_of};
use crate::{format, home, state};

/// Longest time between two looks at signals.
const PULSE: Duration = Duration::from_millis(50);
/// The same while no job runs, so that waiting for jobs costs nothing.
const REST: Duration = Duration::from_millis(500);
/// Events taken in a row before signals get their turn.
const BATCH: usize = 4_096;
/// Time between two looks whether anything is left to do.
const LOOK: Duration = Duration::from_millis(250);
/// Time without an event before a background process ends; an answer that the user has just given
/// arrives within it.
const QUIET: Duration = Duration::from_secs(1);
/// Time the jobs have to stop.
const GRACE: Duration = Duration::from_millis(1_800);

/// Runs the queue, here or in the background.
pub(super) fn run(queue: &Queue, matches: &ArgMatches) -> Result<u8, Trouble> {
    let keep = matches.get_flag("keep");
    let until = |left| if keep { Until::Stopped } else { left };
    let foreground = if matches.get_flag("unattended") { Until::AllWait } else { Until::Idle };
    if matches.get_flag("detach") {
        return detach::start(keep);
    }
    if !matches.get_flag("detached") {
        return work(queue, until(foreground), || {
            Face::new(matches.get_flag("json"), false, "Ctrl-C stops it; the queue keeps the jobs")
        });
    }
    // The process that started this one waits to hear whether it works.
    let left = background::leave_session()
        .map_err(|error| Trouble::Not(format!("cannot leave the terminal: {error}")));
    let worked = left.and_then(|()| {
        work(queue, until(Until::AllWait), || {
            background::ready()?;
            Ok(Face::Silent)
        })
    });
    worked.inspect_err(|trouble| background::excuse(&trouble.text()))
}

fn work(
    queue: &Queue,
    until: Until,
    face: impl FnOnce() -> Result<Face, Trouble>,
) -> Result<u8, Trouble> {
    let signals = Signals::listen().ok();
    let Some(home) = home::find(|name| std::env::var_os(name)) else {
        return Err(Trouble::Not(
            "there is no home directory; set HOME, or XDG_DATA_HOME for the trash".to_owned(),
        ));
    };
    let earlier = queue.list()?.into_iter().map(|job| (job.job, job)).collect();
    let (engine, events) = Engine::on_queue_reaching(home, queue.clone(), home::reach().ok())?;
    let mut face = face()?;
    let (running, put_off) = (BTreeSet::new(), BTreeSet::new());
    let mut work = Work { until, began: now(), earlier, running, put_off, code: exit::DONE };
    let signal = work.go(queue, (&engine, &events), &mut face, signals.as_ref())?;
    let asking = asking(queue)?;
    // Release this process's place in the queue before its output says that it has finished.
    engine.close(GRACE);
    match signal {
        None => {
            if !asking.is_empty() {
                work.code = worse(work.code, exit::UNANSWERED);
            }
            let mut left = left_over(queue)?;
            left.extend(work.left_off(queue)?);
            if !left.is_empty() {
                work.code = worse(work.code, exit::NOT_RUN);
            }
            face.end(work.code)?;
            for line in asking.iter().chain(&left) {
                say(TOOL, line);
            }
            Ok(work.code)
        }
        Some(signal) => {
            face.end(u8::try_from(128 + signal).unwrap_or(u8::MAX))?;
            let left = queue.list()?.len() as u64;
            if left > 0 {
                let jobs = format::counted(left, "job is", "jobs are");
                say(TOOL, &format!("{jobs} left in the queue; 'fcpq run' continues"));
            }
            Ok(die_of(signal))
        }
    }
}

/// Says which jobs are left that are not paused, and still cannot start.
fn left_over(queue: &Queue) -> Result<Vec<String>, Trouble> {
    let waits = Waits::of(queue)?;
    let left = |job: &QueuedJob| {
        let reason = waits.reason(job)?;
        Some(format!("job {} did not run: it {reason}", job.job))
    };
    Ok(queue.list()?.iter().filter_map(left).collect())
}

/// Says which jobs have questions: they ask them again at the next run.
fn asking(queue: &Queue) -> Result<Vec<String>, Trouble> {
    let asks = |job: &QueuedJob| {
        let questions = format::counted(job.questions, "question", "questions");
        let left = job.stage == Stage::Running && job.questions > 0;
        left.then(|| {
            format!(
                "job {} did not finish: it has {questions}, and asks again at the next run",
                job.job
            )
        })
    };
    Ok(queue.list()?.iter().filter_map(asks).collect())
}

/// When a process stops working.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    /// When no job runs and none could start.
    Idle,
    /// When no job can continue without the user, whom a process in the background cannot ask, and one without a terminal
    /// should not wait for; such a job asks again at the next run.
    AllWait,
    /// When a signal tells it to.
    Stopped,
}

/// The state of the jobs, from their events.
#[derive(Debug)]
struct Work {
    until: Until,
    /// When this process began (microseconds since the Unix epoch).
    began: u64,
    /// Jobs that were in the queue before, of which the first events only describe them.
    earlier: BTreeMap<JobId, QueuedJob>,
    /// Jobs that have begun and not ended.
    running: BTreeSet<JobId>,
    /// Jobs of which it was told that something is missing, such as a disk; some of them long ago.
    put_off: BTreeSet<JobId>,
    /// The worst code of those that have ended.
    code: u8,
}

impl Work {
    /// Tells what happens until nothing is left to do, or a signal comes.
    fn go(
        &mut self,
        queue: &Queue,
        (engine, events): (&Engine, &Events),
        face: &mut Face,
        signals: Option<&Signals>,
    ) -> Result<Option<i32>, Trouble> {
        let (mut looked, mut active) = (Instant::now(), Instant::now());
        let signal = loop {
            let rests = self.until == Until::Stopped && self.running.is_empty();
            let first = events.next_within(if rests { REST } else { PULSE });
            let news: Vec<Envelope> = first.into_iter().chain(events.take(BATCH)).collect();
            let quiet = news.is_empty();
            for envelope in news {
                self.note(&envelope.event);
                match face {
                    Face::Lines(..) => self.timed(envelope).map_or(Ok(()), |it| face.hear(it))?,
                    Face::Table(..) | Face::Stream(..) | Face::Silent => face.hear(envelope)?,
                }
            }
            if !face.show()? {
                break Some(signal_hook::consts::SIGPIPE);
            }
            if let Some(signal) = signals.and_then(Signals::stop) {
                break Some(signal);
            }
            if signals.is_some_and(Signals::take_suspend) {
                face.suspend()?;
            }
            if !quiet {
                active = Instant::now();
            } else if looked.elapsed() >= LOOK {
                looked = Instant::now();
                match self.until {
                    Until::Idle if self.running.is_empty() && !queue.has_work()? => break None,
                    Until::AllWait if queue.advances()? => active = looked,
                    Until::AllWait if active.elapsed() >= QUIET => break None,
                    Until::Idle | Until::AllWait | Until::Stopped => {}
                }
            }
        };
        if signal.is_some() {
            engine.close(GRACE);
        }
        for envelope in events.take(usize::MAX) {
            self.note(&envelope.event);
            face.hear(envelope)?;
        }
        Ok(signal)
    }

    /// Says which jobs were put off during this run, and are paused since then.
    fn left_off(&self, queue: &Queue) -> Result<Vec<String>, Trouble> {
        let mut left = Vec::new();
        for job in queue.list()? {
            if job.stage != Stage::Waiting || !job.paused || !self.put_off.contains(&job.job) {
                continue;
            }
            let log = queue.log(job.job)?;
            let mut told = log.iter().rev().take_while(|told| told.at >= self.began);
            let reason = told.find_map(|told| is_put_off(&told.event));
            left.extend(
                reason.map(|why| format!("job {} did not run: {}", job.job, state::warned(why))),
            );
        }
        Ok(left)
    }

    /// Gives an event its own time if it only describes a job that was there before; none for what has been told of an
    /// interrupted job when it ran, such as its start.
    fn timed(&mut self, envelope: Envelope) -> Option<Envelope> {
        let job = envelope.event.job().and_then(|job| self.earlier.get(&job));
        let Some(job) = job else { return Some(envelope) };
        let waits = job.stage == Stage::Waiting && job.interrupted;
        let at = if matches!(envelope.event, Event::JobQueued { .. }) {
            job.added
        } else if waits {
            if let Event::JobPhase { job, phase } = envelope.event {
                // It ends the description.
                self.earlier.remove(&job);
                return (phase != Phase::Queued).then_some(envelope);
            }
            return None;
        } else if matches!(envelope.event, Event::JobStarted { .. }) {
            job.started.unwrap_or(envelope.at)
        } else {
            envelope.at
        };
        Some(Envelope { at, ..envelope })
    }

    fn note(&mut self, event: &Event) {
        if is_put_off(event).is_some() {
            self.put_off.extend(event.job());
        }
        match event {
            Event::JobStarted { job, .. } => {
                self.running.insert(*job);
            }
            Event::JobPhase { job, phase: Phase::Queued } | Event::JobRemoved { job } => {
                self.running.remove(job);
            }
            Event::JobSummary { job, summary } => {
                self.running.remove(job);
                // A cancelled job is no failure: cancelling was a request.
                if summary.outcome != Outcome::Cancelled {
                    self.code = worse(self.code, exit::code(summary));
                }
            }
            Event::Hello { .. }
            | Event::Bye { .. }
            | Event::Reply { .. }
            | Event::JobQueued { .. }
            | Event::JobPlaced { .. }
            | Event::JobTotals { .. }
            | Event::JobPaused { .. }
            | Event::JobResumed { .. }
            | Event::JobPhase {
                phase: Phase::Running | Phase::Flushing | Phase::Verifying | Phase::Finished,
                ..
            }
            | Event::JobPlan { .. }
            | Event::ItemStarted { .. }
            | Event::ItemDone { .. }
            | Event::ItemSkipped { .. }
            | Event::ItemFailed { .. }
            | Event::Warning { .. }
            | Event::QuestionAsked { .. }
            | Event::QuestionAnswered { .. }
            | Event::Progress { .. } => {}
        }
    }
}

/// The reason for which a job was put off, unless that is another job, which has ended with a code of its own.
fn is_put_off(event: &Event) -> Option<&Warning> {
    let Event::Warning { warning: warning @ Warning::PutOff { error }, .. } = event else {
        return None;
    };
    (error.code != Code::EarlierFailed).then_some(warning)
}
