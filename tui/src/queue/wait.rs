//! `fcpq wait`: waits until jobs have finished.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use fcp_engine::event::JobId;
use fcp_engine::queue::{Queue, QueuedJob, Stage};

use super::add::NOT_RUNNING;
use super::output::{Output, Trouble, say};
use super::tool::{TOOL, worse};
use super::waits::Waits;
use super::{facts, line, list};
use crate::cli::exit;
use crate::cli::signals::{Signals, die_of};
use crate::format;

/// Exit code of timeout(1).
const TIME_IS_UP: u8 = 124;
/// Longest time between two looks at signals.
const PULSE: Duration = Duration::from_millis(100);
/// Time between two looks for processes that died, whose jobs would seem to run.
const REAP: Duration = Duration::from_secs(1);

/// Waits, and gives the code of the worst job.
pub(super) fn run(queue: &Queue, matches: &ArgMatches, out: &mut Output) -> Result<u8, Trouble> {
    let json = matches.get_flag("json");
    let deadline = match matches.get_one::<f64>("timeout") {
        None => None,
        Some(seconds) => {
            let limit = Duration::try_from_secs_f64(*seconds).map_err(|_| {
                Trouble::Usage(format!("{seconds} is not a number of seconds to wait"))
            })?;
            Instant::now().checked_add(limit)
        }
    };
    let signals = Signals::listen().ok();
    let mut left = line::jobs_of(matches);
    let mut told = ToldReasons::default();
    let mut reaped: Option<Instant> = None;
    let mut code = exit::DONE;
    loop {
        let mut open = Vec::new();
        for job in std::mem::take(&mut left) {
            let found = queue.find(job)?;
            match &found.summary {
                Some(summary) if found.stage == Stage::Finished => {
                    code = worse(code, exit::code(summary));
                    if json {
                        out.json(&found)?;
                    } else {
                        let result = facts::result(summary, out.look);
                        out.line(&format!("Job {job}: {result}"))?;
                    }
                    out.flush()?;
                }
                _ => {
                    left.push(job);
                    open.push(found);
                }
            }
        }
        if open.is_empty() {
            return Ok(code);
        }
        if reaped.is_none_or(|reaped| reaped.elapsed() >= REAP) {
            reaped = Some(Instant::now());
            told.runners(queue.runners()?);
            told.waits = Waits::of(queue)?;
        }
        for complaint in told.complaints(&open) {
            say(TOOL, &complaint);
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(TIME_IS_UP);
        }
        if let Some(signal) = signals.as_ref().and_then(Signals::stop) {
            return Ok(die_of(signal));
        }
        let rest = deadline.map_or(PULSE, |it| it.saturating_duration_since(Instant::now()));
        queue.wait_for_change(rest.min(PULSE));
    }
}

/// The reasons for a long wait that were told already; each is told once.
#[derive(Debug, Default)]
struct ToldReasons {
    /// Whether no process runs the queue, and whether that was said.
    unattended: bool,
    has_warned: bool,
    waits: Waits,
    held: BTreeSet<JobId>,
    paused: BTreeSet<JobId>,
    asking: BTreeSet<JobId>,
}

impl ToldReasons {
    fn runners(&mut self, runners: u64) {
        self.unattended = runners == 0;
        self.has_warned &= self.unattended;
    }

    /// Gives the reasons that were not told yet.
    fn complaints(&mut self, open: &[QueuedJob]) -> Vec<String> {
        let mut complaints = Vec::new();
        if self.unattended && !self.has_warned && open.iter().any(list::is_waiting) {
            self.has_warned = true;
            complaints.push(NOT_RUNNING.to_owned());
        }
        for found in open {
            let QueuedJob { job, paused, questions, .. } = found;
            if let Some(reason) = self.waits.reason(found)
                && self.held.insert(*job)
            {
                complaints.push(format!("job {job} {reason}"));
            }
            if *paused && self.paused.insert(*job) {
                complaints.push(format!("job {job} is paused; resume it with 'fcpq resume {job}'"));
            }
            if *questions > 0 && self.asking.insert(*job) {
                let count = format::counted(*questions, "question", "questions");
                complaints
                    .push(format!("job {job} has {count}; show them with 'fcpq answer {job}'"));
            }
        }
        complaints
    }
}
