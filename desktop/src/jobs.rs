//! Holds the state of the queue for the windows, and passes the user's requests on to the queue.
//!
//! Events of the engine are folded into one view ([`listen`]); the state for the windows is built when the
//! feed requests it, and only differences from the previous state are sent.

mod ask;
#[cfg(test)]
pub(crate) mod bench;
mod device;
mod ended;
mod lanes;
mod listen;
mod log;
mod report;
mod row;
mod seen;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use fcp_engine::error::OpError;
use fcp_engine::event::{JobId, Phase, Question, QuestionId};
use fcp_engine::queue::{QueuedJob, Settings};
use fcp_engine::spec::{Destination, Verb};
use fcp_engine::view::{JobRow, JobsView};
use fcp_presentation::jobs::{self as common, is_rehearsal};

pub(crate) use ask::{ask, ask_all};
pub(crate) use listen::listen;
pub(crate) use log::log;
pub(crate) use report::{command_line, history, report};
pub(crate) use row::place;
pub(crate) use seen::restore;

use crate::app::App;
use crate::feed::Changed;
use crate::wire::{AllJobs, JobState, JobsChange, Name, Notice, Update};
use device::Devices;
use ended::Ending;

/// Ended jobs that are still listed; those whose end the user has not seen are kept longer than others.
const LISTED: usize = 20;

/// The queue as it is shown.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    work: Mutex<Work>,
    tap: Mutex<Option<Sender<Notice>>>,
}

/// What is known of jobs.
#[derive(Debug, Default)]
struct Work {
    view: JobsView,
    /// What holds for the whole queue.
    settings: Settings,
    /// What the queue knows of jobs beside their events.
    kept: BTreeMap<JobId, Kept>,
    /// Jobs that were asked for in our windows.
    own: BTreeSet<JobId>,
    /// Jobs that ended in trouble and at which the user has looked; stored for the next start.
    seen: BTreeSet<JobId>,
    /// Jobs that ended and whose end is still to be told.
    ending: BTreeMap<JobId, Ending>,
    /// Jobs of which was told that they need answers, until they need none.
    asking: BTreeSet<JobId>,
    /// Why jobs that were resumed could not begin.
    put_off: BTreeMap<JobId, OpError>,
    /// Names of devices.
    devices: Devices,
    /// What windows know.
    told: BTreeMap<JobId, JobState>,
    /// Whether a window knows nothing yet.
    fresh: bool,
}

/// What the queue knows of a job beside its events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Kept {
    /// Bytes per second, at most.
    limit: Option<u64>,
    /// The other process that runs it.
    process: Option<u32>,
    /// When it ended.
    ended: Option<u64>,
    /// The record by which it can be taken back.
    record: Option<PathBuf>,
}

/// A question, and the facts about its job that are shown with it.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// The question.
    pub(crate) question: Question,
    /// Its job.
    pub(crate) job: Arc<Asking>,
}

/// A job that has questions.
#[derive(Debug)]
pub(crate) struct Asking {
    /// The job.
    pub(crate) id: JobId,
    /// Its first operand.
    pub(crate) name: Name,
    /// The folder that its operands are in.
    pub(crate) base: Option<PathBuf>,
    /// Whether it moves what it replaces to the trash.
    pub(crate) keeps: bool,
}

/// Gives microseconds since the Unix epoch.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros() as u64)
}

impl Jobs {
    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives what changed since it was asked last.
    pub(crate) fn change(&self, app: &App) -> JobsChange {
        let mut work = self.lock();
        let states = work.states(app.home.as_deref(), now());
        let lanes = lanes::of(&mut work, &states);
        let fresh = std::mem::take(&mut work.fresh);
        let is_news = |state: &&JobState| fresh || work.told.get(&state.job) != Some(*state);
        let rows = states.values().filter(is_news).cloned().collect();
        let gone = work.told.keys().filter(|job| !states.contains_key(job)).copied().collect();
        let all = work.all(&states);
        work.told = states;
        JobsChange { rows, gone, lanes, all }
    }

    /// Lets the next change tell everything, since a window knows nothing yet.
    pub(crate) fn tell_all(&self, app: &App) {
        self.lock().fresh = true;
        app.feed.mark(Changed::Jobs);
    }

    /// Gives all jobs together.
    #[cfg(test)]
    pub(crate) fn all(&self) -> AllJobs {
        let work = self.lock();
        let states = work.states(None, now());
        work.all(&states)
    }

    /// Says that a job was asked for here, so that its end is told however short it is.
    pub(crate) fn own(&self, job: JobId) {
        self.lock().own.insert(job);
    }

    /// Gives what jobs are writing into a folder, each with its percentage.
    pub(crate) fn written(&self, dir: &Path) -> Vec<(OsString, u8)> {
        let work = self.lock();
        let busy = work.view.rows().filter(|row| !row.is_over() && !is_rehearsal(row));
        busy.filter_map(|row| {
            let [only] = row.sources() else { return None };
            let name = match row.destination()? {
                Destination::Into(into) if into.0 == dir => only.0.file_name()?,
                Destination::As(path) if path.0.parent() == Some(dir) => path.0.file_name()?,
                Destination::Into(_) | Destination::As(_) => return None,
            };
            Some((name.to_owned(), row.percent()?))
        })
        .collect()
    }

    /// Gives what the user is told of jobs from now on; it replaces the earlier receiver.
    pub(crate) fn tap(&self) -> Receiver<Notice> {
        let (sender, receiver) = mpsc::channel();
        *self.tap.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        receiver
    }

    /// Tells the user something of a job.
    fn say(&self, app: &App, notice: Notice) {
        let mut tap = self.tap.lock().unwrap_or_else(PoisonError::into_inner);
        // A listener that has ended needs no tap.
        tap.take_if(|tap| tap.send(notice.clone()).is_err());
        drop(tap);
        app.feed.say(Update::Notice(Box::new(notice)));
    }

    /// Gives the open questions that are meant, job by job, the oldest first.
    pub(crate) fn asked(&self, meant: impl Fn(JobId, &Question) -> bool) -> Vec<Asked> {
        self.some_asked(usize::MAX, meant)
    }

    /// Gives so many open questions, job by job, the oldest first; it copies no more than those.
    pub(crate) fn asked_first(&self, count: usize) -> Vec<Asked> {
        self.some_asked(count, |_, _| true)
    }

    fn some_asked(&self, most: usize, meant: impl Fn(JobId, &Question) -> bool) -> Vec<Asked> {
        let work = self.lock();
        let mut asked: Vec<Asked> = Vec::new();
        for row in work.view.rows().filter(|row| !row.questions.is_empty()) {
            let id = row.job;
            let name = row::first(work.first(row));
            let base = common::base(row.sources()).map(Path::to_owned);
            let keeps = row.spec.as_deref().is_some_and(|spec| spec.options.keep_replaced);
            let job = Arc::new(Asking { id, name, base, keeps });
            let open = row.questions.values().filter(|question| meant(id, question));
            let open = open.take(most.saturating_sub(asked.len()));
            asked.extend(
                open.map(|question| Asked { question: question.clone(), job: Arc::clone(&job) }),
            );
            if asked.len() >= most {
                break;
            }
        }
        asked
    }

    /// Gives an open question.
    pub(crate) fn question(&self, id: QuestionId) -> Option<Asked> {
        self.asked(|_, question| question.id == id).pop()
    }

    /// Counts what waits for an answer.
    pub(crate) fn question_count(&self) -> u64 {
        self.lock().view.rows().map(JobRow::waiting).sum()
    }

    /// Asks the queue what no event tells.
    fn look(&self, app: &App) {
        let Some(queue) = app.engine().ok().and_then(|engine| engine.queue()) else { return };
        // If the queue cannot be read, the rows are still right, and the next request to change
        // something reports the error.
        let (Ok(settings), Ok(jobs)) = (queue.settings(), queue.list()) else { return };
        let mut work = self.lock();
        work.settings = settings;
        for job in jobs {
            work.keep(&job);
        }
    }
}

impl Work {
    /// Takes in what the queue knows of a job.
    fn keep(&mut self, job: &QueuedJob) {
        let here = std::process::id();
        let kept = Kept {
            limit: job.limit_rate,
            process: job.pid.filter(|pid| *pid != here),
            ended: job.ended,
            record: job.record.as_ref().map(|record| record.0.clone()),
        };
        self.kept.insert(job.job, kept);
    }

    /// Tells whether a job is running, so that its speed must be updated.
    fn is_at_work(&self) -> bool {
        self.view.rows().any(|row| row.phase != Phase::Queued && !row.is_over() && !row.paused)
    }

    /// Gives all jobs as they are shown.
    fn states(&self, home: Option<&Path>, now: u64) -> BTreeMap<JobId, JobState> {
        let shown = self.view.rows().filter(|row| !is_rehearsal(row));
        shown.map(|row| (row.job, row::of(self, row, home, now))).collect()
    }

    /// Adds all jobs up.
    fn all(&self, states: &BTreeMap<JobId, JobState>) -> AllJobs {
        row::together(states.values(), &self.settings)
    }

    /// Tells whether a job ended with something left to do that the user has not seen.
    fn needs_a_look(&self, row: &JobRow) -> bool {
        common::has_trouble(row) && !self.seen.contains(&row.job)
    }

    /// Gives what a job is called by: its first operand, or that of the job it takes back.
    fn first<'a>(&'a self, row: &'a JobRow) -> &'a Path {
        let of = |row: &'a JobRow| row.sources().first().map(|source| source.0.as_path());
        match row.verb {
            // Its operand is a file of ours, whose name says nothing.
            Some(Verb::Undo) => self.undone(row).and_then(of),
            _ => of(row),
        }
        .unwrap_or(Path::new(""))
    }

    /// Gives the job that an undo undoes, while it is listed.
    fn undone(&self, row: &JobRow) -> Option<&JobRow> {
        let record = row.sources().first().filter(|_| row.verb == Some(Verb::Undo))?;
        let record = Some(record.0.as_path());
        let (job, _) = self.kept.iter().find(|(_, kept)| kept.record.as_deref() == record)?;
        self.view.row(*job)
    }

    /// Removes an ended job from the list, or all ended jobs.
    fn clear(&mut self, job: Option<JobId>) {
        let over = self.view.rows().filter(|row| row.is_over()).map(|row| row.job);
        let cleared: Vec<JobId> = over.filter(|it| job.is_none_or(|job| job == *it)).collect();
        for job in cleared {
            self.view.forget(job);
            self.forget(job);
        }
    }

    /// Forgets the oldest ended jobs, so that the list stays short.
    fn forget_old(&mut self) {
        let over: Vec<&JobRow> = self.view.rows().filter(|row| row.is_over()).collect();
        let excess = over.len().saturating_sub(LISTED);
        let mut oldest: Vec<(bool, JobId)> =
            over.into_iter().map(|row| (self.needs_a_look(row), row.job)).collect();
        oldest.sort_unstable();
        for (_, job) in oldest.into_iter().take(excess) {
            self.view.forget(job);
            self.forget(job);
        }
    }

    /// Forgets what is known of a job that is no longer listed.
    fn forget(&mut self, job: JobId) {
        self.kept.remove(&job);
        self.own.remove(&job);
        self.ending.remove(&job);
        self.asking.remove(&job);
        self.put_off.remove(&job);
    }
}
