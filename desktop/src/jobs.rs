//! Holds the state of the queue for the windows, and passes the user's requests on to the queue.
//!
//! Events of the engine are folded into one view ([`intake`]); the state for the windows is built when the
//! feed requests it, and only differences from the previous state are sent.

mod ask;
mod device;
mod ended;
mod follow;
mod intake;
mod lanes;
mod log;
mod report;
mod row;
mod seen;
#[cfg(test)]
mod tests;
mod work;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard};

use fcp_engine::event::{JobId, Question, QuestionId};
use fcp_engine::path::WirePath;
use fcp_engine::queue::{LeftToUndo, Queue};
use fcp_engine::spec::{Destination, Verb};
use fcp_engine::view::JobRow;
use fcp_presentation::jobs::{self as common, asked_about, is_rehearsal};
use fcp_presentation::{lock, now};

pub(crate) use row::place;

use crate::engine::EngineCell;
use crate::feed::{Changed, Feed};
use crate::home_dir::HomeDir;
use crate::preferences::StateFile;
use crate::standing::At;
use crate::trashed;
use crate::undo_stack::UndoStack;
use crate::wire::{AllJobs, JobState, JobsChange, Name, Notice};
use work::Work;

/// The queue as it is shown.
#[derive(Debug)]
pub(crate) struct Jobs {
    feed: Arc<Feed>,
    saved: Arc<StateFile>,
    engine: Arc<EngineCell>,
    changes: Arc<UndoStack>,
    home: HomeDir,
    work: Mutex<Work>,
    tap: Mutex<Option<Sender<Notice>>>,
}

/// A question, and the facts about its job that are shown with it.
#[derive(Clone, Debug)]
pub(crate) struct OpenQuestion {
    /// The question.
    pub(crate) question: Question,
    /// Its job.
    pub(crate) job: Arc<Asking>,
}

impl OpenQuestion {
    /// Gives what rules that stay know of it.
    pub(crate) fn at(&self) -> At<'_> {
        At { job: self.job.id, question: self.question.id, place: self.place() }
    }

    /// Gives the path of what it is about, as the user knows it.
    pub(crate) fn place(&self) -> &Path {
        asked_about(self.job.verb, &self.question.subject)
    }
}

/// A job that has questions.
#[derive(Debug)]
pub(crate) struct Asking {
    /// The job.
    pub(crate) id: JobId,
    /// What it does.
    pub(crate) verb: Option<Verb>,
    /// Its first operand.
    pub(crate) name: Name,
    /// The folder that its operands are in.
    pub(crate) base: Option<PathBuf>,
    /// Whether it moves what it replaces to the trash.
    pub(crate) keeps: bool,
    /// Whether it refuses each time what has changed since it was chosen.
    pub(crate) refuses_changed: bool,
}

impl Jobs {
    /// Knows no job yet.
    pub(crate) fn new(
        feed: Arc<Feed>,
        saved: Arc<StateFile>,
        engine: Arc<EngineCell>,
        changes: Arc<UndoStack>,
        home: HomeDir,
    ) -> Arc<Self> {
        Arc::new(Self {
            feed,
            saved,
            engine,
            changes,
            home,
            work: Mutex::new(Work {
                is_root: rustix::process::geteuid().is_root(),
                ..Work::default()
            }),
            tap: Mutex::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Work> {
        lock(&self.work)
    }

    /// Gives what changed since it was asked last.
    pub(crate) fn change(&self) -> JobsChange {
        let mut work = self.lock();
        let states = row::states(&work, self.home.path(), now());
        let lanes = lanes::of(&mut work, &states);
        let fresh = std::mem::take(&mut work.fresh);
        let is_news = |state: &&JobState| fresh || work.told.get(&state.job) != Some(*state);
        let rows = states.values().filter(is_news).cloned().collect();
        let gone = work.told.keys().filter(|job| !states.contains_key(job)).copied().collect();
        let all = row::together(states.values(), &work.settings);
        let all = AllJobs { after: work.after(), ..all };
        work.told = states;
        JobsChange { rows, gone, lanes, all }
    }

    /// Lets the next change tell everything, since a window knows nothing yet.
    pub(crate) fn tell_all(&self) {
        self.lock().fresh = true;
        self.feed.mark(Changed::Jobs);
    }

    /// Gives a job as it is shown, without telling that it was.
    #[cfg(test)]
    pub(crate) fn state(&self, job: JobId) -> Option<JobState> {
        row::states(&self.lock(), None, now()).remove(&job)
    }

    /// Gives all jobs together.
    #[cfg(test)]
    pub(crate) fn all(&self) -> AllJobs {
        let work = self.lock();
        row::together(row::states(&work, None, now()).values(), &work.settings)
    }

    /// Lets a test that root runs be one of a user.
    #[cfg(test)]
    pub(crate) fn become_user(&self) {
        self.lock().is_root = false;
    }

    /// Says that a job was asked for here, so that its end is told however short it is.
    pub(crate) fn own(&self, job: JobId) {
        self.lock().own.insert(job);
        // What it takes out of the trash has no description there after it, and at the next start no name.
        let found = self.engine.queue().and_then(|queue| queue.find(job).ok());
        if let Some(first) = found.and_then(|found| found.sources.into_iter().next())
            && let Some(renamed) = trashed::renamed(&first.0)
        {
            self.saved.remember_name(renamed);
        }
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
                Destination::Into(_) | Destination::As(_) | Destination::Each(_) => return None,
            };
            Some((name.to_owned(), row.percent()?))
        })
        .collect()
    }

    /// Gives what the user is told of jobs from now on; it replaces the earlier receiver.
    pub(crate) fn tap(&self) -> Receiver<Notice> {
        let (sender, receiver) = mpsc::channel();
        *lock(&self.tap) = Some(sender);
        receiver
    }

    /// Tells the user something of a job.
    fn say(&self, notice: Notice) {
        let mut tap = lock(&self.tap);
        // A listener that has ended needs no tap.
        tap.take_if(|tap| tap.send(notice.clone()).is_err());
        drop(tap);
        self.feed.notify(notice);
    }

    /// Gives the open questions that are meant, job by job, the oldest first.
    pub(crate) fn asked(&self, meant: impl Fn(JobId, &Question) -> bool) -> Vec<OpenQuestion> {
        self.some_asked(usize::MAX, meant)
    }

    /// Gives so many open questions, job by job, the oldest first; it copies no more than those. One job with very many
    /// leaves room for those of the others.
    pub(crate) fn asked_first(&self, count: usize) -> Vec<OpenQuestion> {
        self.some_asked(count, |_, _| true)
    }

    fn some_asked(
        &self,
        most: usize,
        meant: impl Fn(JobId, &Question) -> bool,
    ) -> Vec<OpenQuestion> {
        let work = self.lock();
        let mut asked: Vec<OpenQuestion> = Vec::new();
        let asking = || work.view.rows().filter(|row| !row.questions.is_empty());
        let each = share(most, asking().map(|row| row.questions.len()));
        for row in asking() {
            let id = row.job;
            let name = row::first(work.first(row));
            let base = common::base(row.sources()).map(Path::to_owned);
            let keeps = row.spec.as_deref().is_some_and(|spec| spec.options.keep_replaced);
            let (verb, refuses_changed) = (row.verb, common::refuses_changed(row));
            let job = Arc::new(Asking { id, verb, name, base, keeps, refuses_changed });
            let open = row.questions.values().filter(|question| meant(id, question));
            let open = open.take(each.min(most.saturating_sub(asked.len())));
            asked.extend(open.map(|question| OpenQuestion {
                question: question.clone(),
                job: Arc::clone(&job),
            }));
            if asked.len() >= most {
                break;
            }
        }
        asked
    }

    /// Gives an open question.
    pub(crate) fn question(&self, id: QuestionId) -> Option<OpenQuestion> {
        self.asked(|_, question| question.id == id).pop()
    }

    /// Counts the jobs that have ended since the program began.
    pub(crate) fn ended(&self) -> u64 {
        self.lock().ended
    }

    /// Counts what waits for an answer.
    pub(crate) fn question_count(&self) -> u64 {
        self.lock().view.rows().map(JobRow::waiting).sum()
    }

    /// Asks the queue what no event tells.
    pub(crate) fn look(&self) {
        let Some(queue) = self.engine.queue() else { return };
        // If the queue cannot be read, the rows are still right, and the next request to change
        // something reports the error.
        let (Ok(settings), Ok(jobs)) = (queue.settings(), queue.list()) else { return };
        let mut work = self.lock();
        work.settings = settings;
        for job in &jobs {
            // It has not ended.
            work.keep((job, None));
        }
        let records = work.unknown_undone();
        drop(work);
        if !records.is_empty() {
            self.list_undone(queue, records);
        }
    }

    /// Lists the jobs with these records that ended before the program began: their undos are called like them.
    fn list_undone(&self, queue: &Queue, mut records: Vec<WirePath>) {
        let Ok(all) = queue.list_all() else { return };
        while let Some(record) = records.pop() {
            let Some(job) = all.iter().find(|job| job.record.as_ref() == Some(&record)) else {
                continue;
            };
            if job.verb == Verb::Undo {
                records.extend(job.sources.first().cloned());
            }
            let is_listed = self.lock().view.row(job.job).is_some();
            if !is_listed && let Ok(log) = queue.log(job.job) {
                let mut work = self.lock();
                work.list(job, &log);
                work.seen.insert(job.job);
            }
        }
    }

    /// Reads again what is left to undo of the jobs whose records these undos have changed.
    fn look_at_records(&self, undos: &[JobId]) {
        let Some(queue) = self.engine.queue() else { return };
        let changed: BTreeSet<JobId> = {
            let work = self.lock();
            undos.iter().flat_map(|undo| work.changed_by(*undo)).collect()
        };
        // Beside the lock.
        let mut left = LeftToUndo::default();
        let found = changed.into_iter().filter_map(|job| queue.find(job).ok());
        let found: Vec<_> = found.map(|job| (left.of(&job), job)).collect();
        let mut work = self.lock();
        for (left_to_undo, job) in &found {
            work.keep((job, *left_to_undo));
        }
    }
}

/// Gives how many items each list may have, so that together they have `most` at most: what a short list leaves, longer ones
/// get.
fn share(most: usize, lengths: impl Iterator<Item = usize>) -> usize {
    let mut lengths: Vec<usize> = lengths.collect();
    lengths.sort_unstable();
    let mut rest = most;
    for (at, len) in lengths.iter().enumerate() {
        let each = rest / (lengths.len() - at);
        if *len > each {
            // At least the first of each, as far as there is room.
            return each.max(1);
        }
        rest -= len;
    }
    usize::MAX
}
