//! Keeps the jobs of a user in a queue that all front ends share.
//!
//! A [`Queue`] adds jobs, lists them and records requests to change them; it runs none. Everything
//! it does is a change of the file in the state directory, which the processes that run jobs obey.
//! So a request is kept even if no such process runs at the moment.
//!
//! # Leases, dispatcher, damage
//!
//! All front ends of a user share one queue, a SQLite file in `$XDG_STATE_HOME/fcp`. The file is the truth: a
//! command is a changed row, and the process that runs the job sees the change and obeys. So a command given
//! twice is harmless, one given to a dead process is not lost, and no front end talks to another. Changes
//! ring a *bell*: the process that has changed something touches a file, which each process watches (inotify;
//! `notify` elsewhere). The queue's own file would wake them too soon, before what was written there is
//! committed. While jobs run, and always where watching fails, they look some times a second.
//!
//! **Leases.** A process that runs jobs has a row and holds an exclusive `flock` on a file in `run/` for its
//! life; jobs name their process as owner. The kernel drops the lock with the process, however it dies, and
//! keeps it while the process is stopped: there is no heartbeat to miss, no clock to trust and no moment in
//! which two processes hold a job. A process that finds a file that it can lock puts the jobs of its owner
//! back to *waiting, interrupted*. Jobs are claimed in one transaction that reads everything it decides by.
//! `queue/schedule.rs` decides: one job for each physical device (`queue/lanes.rs`), some light ones at once
//! (`queue/weigh.rs`), in order otherwise; and no job before one that touches the same files
//! (`queue/paths.rs`), not even on another device or behind a paused one. A job that has nothing left but
//! questions gives its lanes back, and once it is answered it continues beside their next holder.
//! `Queue::held_up` names the job that another one waits for.
//!
//! **The dispatcher** (`queue/dispatch.rs`) is the one thread of a process that runs jobs out of the store.
//! It starts what it claimed, stores what running jobs tell, five times a second in one transaction, does
//! what other processes request, and tells here what happens in them (`queue/follow.rs`). Rows say in which
//! generation of the queue they changed, so that no process reads a long queue again for a change of one job.
//! Workers never touch the store: they have descriptor tables of their own, in which its locks would mean
//! nothing. Checkpoints of the write-ahead log wait for the disk, so a thread of their own makes them. The
//! files of a claimed job are looked at on a thread of its own (`queue/dispatch/prepare.rs`), and what a
//! cancelled one left behind is removed while the store is not locked: a mount that does not answer holds up
//! this job alone. A late subscriber gets a description from the dispatcher, between two turns: nothing is
//! told twice or left out, and the file is read before the hub is locked.
//!
//! **Halting** a job is a cancel that ends nothing: workers leave at the next chunk, large temporaries stay,
//! no summary is told, and the job waits for the next process that runs the queue. That is how a front end
//! quits, how `fcpq run` obeys Ctrl-C, and how jobs move to a process in the background.
//!
//! A store that is damaged or newer than the program is renamed, never deleted, and a new one is begun; while
//! a living process uses it, it is left alone and the program says so. A note beside it stays until a program
//! has told the user of it. A row that cannot be read costs its own job alone (`store/mend.rs`): what the
//! request says once more is written anew, counters are dropped, questions are skipped, and a job without its
//! request or its place in the order ends as failed, with the reason.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::time::Duration;

use self::paths::{Paths, Touched};
use self::store::{Store, Which};
use crate::contract::event::{Envelope, JobId, Question, QuestionId, Resolution, Summary, To};
use crate::contract::spec::JobSpec;
use crate::contract::view::Failed;
use fcp_sys::lock;

mod again;
pub(crate) mod bell;
mod cancel;
pub(crate) mod dispatch;
pub mod entry;
pub mod error;
pub(crate) mod filesystem;
pub mod follow;
pub mod guest;
pub(crate) mod lanes;
pub(crate) mod paths;
mod request;
pub(crate) mod schedule;
pub(crate) mod state;
pub(crate) mod store;
#[cfg(test)]
mod tests;
pub(crate) mod weigh;

pub use again::LeftToUndo;
pub use entry::{Adding, Mode, QueuedJob, Settings, Stage};
pub use error::{Aside, QueueError};
pub use follow::Follower;
pub use guest::Shown;

use bell::Rung;
use request::new_job;
use state::Change;

/// The queue of a user; cheap to clone, all clones are the same connection.
#[derive(Clone, Debug)]
pub struct Queue {
    store: Arc<Mutex<Store>>,
    state: Arc<Path>,
    bell: Arc<OnceLock<Rung>>,
}

/// A queue, and what became of an older one that could not be used.
#[derive(Debug)]
#[non_exhaustive]
pub struct Opened {
    /// The queue.
    pub queue: Queue,
    /// The old one, which the user should hear of, also if another process put it aside; the one that
    /// tells says so with [`Queue::aside_was_told`].
    pub aside: Option<Aside>,
}

impl Queue {
    /// Opens the queue in a state directory (`Home::state`), and makes it if there is none.
    ///
    /// # Errors
    /// Others may write there, or the file cannot be used.
    pub fn open(state: &Path) -> Result<Opened, QueueError> {
        let (queue, aside) = Self::open_here(state)?;
        Ok(Opened { queue, aside: aside.or_else(|| store::untold(state)) })
    }

    /// Opens the queue, and gives the old one only if it was put aside just now.
    pub(crate) fn open_here(state: &Path) -> Result<(Self, Option<Aside>), QueueError> {
        let (store, aside) = Store::open(state)?;
        let store = Arc::new(Mutex::new(store));
        Ok((Self { store, state: Arc::from(state), bell: Arc::default() }, aside))
    }

    /// Notes that the user has heard of the queue that was put aside, so that no other program tells it.
    pub fn aside_was_told(&self) {
        store::was_told(&self.state);
    }

    /// Makes a connection of its own to the same file, for a thread that must not wait for others.
    pub(crate) fn connect(&self) -> Result<Store, QueueError> {
        lock(&self.store).again()
    }

    /// The store, in which no job is a dead process's.
    fn living(&self) -> Result<MutexGuard<'_, Store>, QueueError> {
        let mut store = lock(&self.store);
        store.reap()?;
        Ok(store)
    }

    /// The directory that holds the file.
    pub fn state(&self) -> &Path {
        &self.state
    }

    /// Adds a job; once this returns, no crash takes it away.
    ///
    /// Relative paths are below the working directory of this process.
    ///
    /// # Errors
    /// Nothing is asked for, or the job it is to wait for is not there.
    pub fn add(&self, spec: JobSpec, adding: &Adding) -> Result<JobId, QueueError> {
        crate::launch::check(&spec)?;
        let new = new_job(spec, adding)?;
        lock(&self.store).add(&new)
    }

    /// Lists the jobs that are not over, in their order.
    pub fn list(&self) -> Result<Vec<QueuedJob>, QueueError> {
        self.living()?.list(Which::Open)
    }

    /// Lists all jobs: those that are not over in their order, and then the others, the newest first.
    pub fn list_all(&self) -> Result<Vec<QueuedJob>, QueueError> {
        self.living()?.list(Which::All)
    }

    /// Counts the jobs that use a device of this one and would come before it.
    pub fn ahead_of(&self, spec: &JobSpec) -> Result<u64, QueueError> {
        let lanes = lanes::of(spec);
        let shares = |job: &QueuedJob| {
            !job.passes && !job.paused && job.lanes.iter().any(|lane| lanes.contains(lane))
        };
        Ok(self.list()?.iter().filter(|job| shares(job)).count() as u64)
    }

    /// Tells for which job each waits that could start but for files that both touch.
    ///
    /// The other one runs, waits or is paused, and comes first.
    pub fn held_up(&self) -> Result<BTreeMap<JobId, JobId>, QueueError> {
        self.living()?.among_candidates(schedule::held_up)
    }

    /// Tells whether a job with absolute paths would have to wait for another one, since both touch the same files.
    pub(crate) fn stops(&self, spec: &JobSpec) -> Result<bool, QueueError> {
        let paths = Paths::of(spec);
        // Nothing is written here: the disk may be full.
        lock(&self.store).among_candidates(|jobs| {
            let mut touched = Touched::default();
            for job in jobs {
                touched.add(&job.paths);
            }
            touched.stops(&paths)
        })
    }

    /// Looks a job up.
    pub fn find(&self, job: JobId) -> Result<QueuedJob, QueueError> {
        self.living()?.find(job)
    }

    /// Gives the request of a job.
    pub fn spec(&self, job: JobId) -> Result<JobSpec, QueueError> {
        lock(&self.store).spec(job)
    }

    /// Lets a job do nothing until it is resumed.
    pub fn pause(&self, job: JobId) -> Result<(), QueueError> {
        lock(&self.store).change(job, Change::Pause).map(drop)
    }

    /// Resumes a paused job.
    pub fn resume(&self, job: JobId) -> Result<(), QueueError> {
        let mut store = lock(&self.store);
        // The job of a process that died waits, paused, from then on.
        store.reap()?;
        store.change(job, Change::Resume).map(drop)
    }

    /// Ends a job; one that waits has ended at once, and what it has left behind is removed.
    ///
    /// A disk that does not answer is not waited for: the job has ended when it does, or when another process runs the
    /// queue then.
    pub fn cancel(&self, job: JobId) -> Result<(), QueueError> {
        cancel::cancel(&self.store, job)
    }

    /// Gives a job another place in the queue.
    pub fn place(&self, job: JobId, to: To) -> Result<(), QueueError> {
        lock(&self.store).place(job, to)
    }

    /// Puts a job right before another one that is not over.
    pub fn place_before(&self, job: JobId, other: JobId) -> Result<(), QueueError> {
        lock(&self.store).place_before(job, other)
    }

    /// Lets a job wait until another ends; none lets it wait no longer.
    pub fn hold(&self, job: JobId, after: Option<JobId>) -> Result<(), QueueError> {
        lock(&self.store).hold(job, after)
    }

    /// Lets a job start, whatever runs.
    pub fn start(&self, job: JobId) -> Result<(), QueueError> {
        lock(&self.store).start_now(job)
    }

    /// Forgets a job that has ended, or all of them; gives which.
    pub fn clear(&self, job: Option<JobId>) -> Result<Vec<JobId>, QueueError> {
        lock(&self.store).clear(job)
    }

    /// Limits a job, or all together, to this many bytes per second; none lifts the limit.
    pub fn set_limit(&self, job: Option<JobId>, rate: Option<u64>) -> Result<(), QueueError> {
        let mut store = lock(&self.store);
        match job {
            Some(job) => store.set_limit(job, rate),
            None => store.change_settings(|settings| settings.limit_rate = rate),
        }
    }

    /// Gives the settings of the whole queue.
    pub fn settings(&self) -> Result<Settings, QueueError> {
        lock(&self.store).settings()
    }

    /// Says which jobs run beside each other.
    pub fn set_mode(&self, mode: Mode) -> Result<(), QueueError> {
        lock(&self.store).change_settings(|settings| settings.mode = mode)
    }

    /// Gives the open questions of a job, or of all, the oldest first.
    pub fn questions(&self, job: Option<JobId>) -> Result<Vec<(JobId, Question)>, QueueError> {
        lock(&self.store).questions(job)
    }

    /// Answers a question.
    ///
    /// # Errors
    /// It is not open, or the answer does not fit it.
    pub fn answer(&self, question: QuestionId, answer: &Resolution) -> Result<(), QueueError> {
        lock(&self.store).answer(question, answer)
    }

    /// Gives the facts of a job so far, numbered from 1.
    pub fn log(&self, job: JobId) -> Result<Vec<Envelope>, QueueError> {
        lock(&self.store).log(job)
    }

    /// Gives the failed items of a job, in the order in which they failed.
    pub fn failed(&self, job: JobId) -> Result<Vec<Failed>, QueueError> {
        lock(&self.store).failed(job)
    }

    /// Counts the living processes that take jobs.
    pub fn runners(&self) -> Result<u64, QueueError> {
        Ok(self.runner_pids()?.len() as u64)
    }

    /// Gives the numbers of the living processes that take jobs.
    pub fn runner_pids(&self) -> Result<Vec<u32>, QueueError> {
        lock(&self.store).runners()
    }

    /// Whether a job runs, or could start if a program ran the queue.
    ///
    /// Jobs that are paused are not among them, and neither are those that must wait for one.
    pub fn has_work(&self) -> Result<bool, QueueError> {
        self.living()?.has_work(schedule::Candidate::runs, schedule::choose)
    }

    /// Whether a job proceeds without the user, or could start if a program ran the queue.
    ///
    /// Other than for [`Self::has_work`], a job that runs but is paused, or has nothing left but questions,
    /// is not among them.
    pub fn advances(&self) -> Result<bool, QueueError> {
        self.living()?.has_work(schedule::Candidate::works, schedule::choose)
    }

    /// Asks the process that runs a job to leave it to another; it does not take it again.
    pub fn hand_over(&self, job: JobId) -> Result<(), QueueError> {
        lock(&self.store).hand_over(job)
    }

    /// Opens a stream of what happens to all jobs, which begins with how they stand now.
    ///
    /// `history` says whether it also reports the jobs that have ended already.
    pub fn follow(&self, history: bool) -> Result<Follower, QueueError> {
        Ok(Follower::new(self.connect()?, history, None))
    }

    /// Waits until a job has ended, whichever process runs it.
    ///
    /// # Errors
    /// There is no such job, or it was forgotten meanwhile.
    pub fn wait(&self, job: JobId) -> Result<Summary, QueueError> {
        loop {
            if let Some(summary) = self.find(job)?.summary {
                return Ok(summary);
            }
            self.wait_for_change(Duration::from_secs(1));
        }
    }

    /// Waits until the queue may have changed since the last call, but not longer than `timeout`.
    ///
    /// Wakes for nothing now and then, so that the caller must look.
    pub fn wait_for_change(&self, timeout: Duration) {
        self.bell.get_or_init(|| Rung::new(&self.state)).wait(timeout);
    }
}
