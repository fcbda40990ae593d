//! Retries what failed in a job with the rights of the administrator, once the user has confirmed it.
//!
//! `pkexec` asks for the password and starts our own program as root, which carries out one request
//! (`tui/src/cli/elevated.rs`). This program neither sees the password nor gets other rights.

mod process;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fcp_browse::edit::umask;
use fcp_engine::event::{Event, JobId, Outcome, Summary};
use fcp_engine::queue::QueueError;
use fcp_engine::spec::JobSpec;
use fcp_engine::view::{JobRow, JobsView};
use fcp_presentation::{elevation, errors, lock, tr};

use crate::engine::EngineCell;
use crate::feed::Feed;
use crate::home_dir::HomeDir;
use crate::jobs::{Jobs, place};
use crate::names::name;
use crate::wire::{
    ElevationPlan, ElevationStage, ElevationState, ElevationTrouble, JobAsk, Notice, NoticeCode,
    PlanId, Refusal, Tone, Update,
};
use process::{Handle, Process, Tools};

/// Interval of progress updates.
const BEAT: Duration = Duration::from_millis(250);

/// Destinations that the dialog lists.
const TARGETS: usize = 5;

/// What is about to be done as administrator, or is being done; one request at a time.
#[derive(Debug)]
pub(crate) struct Elevations {
    feed: Arc<Feed>,
    engine: Arc<EngineCell>,
    jobs: Arc<Jobs>,
    home: HomeDir,
    /// Programs of a test; the program itself looks for them, and for nothing but those of root.
    #[cfg(test)]
    tools: Option<Tools>,
    is_root: bool,
    open: Mutex<Open>,
    /// Signalled when a process has ended.
    ended: Condvar,
}

#[derive(Debug, Default)]
struct Open {
    last: PlanId,
    ready: Option<Ready>,
    running: Option<Running>,
}

/// A request that was shown, and waits for the user.
#[derive(Debug)]
struct Ready {
    plan: PlanId,
    job: Option<JobId>,
    spec: JobSpec,
    tools: Tools,
}

#[derive(Debug)]
struct Running {
    plan: PlanId,
    handle: Handle,
    is_asking: bool,
    is_stopped: bool,
}

impl Elevations {
    /// Creates it without a request.
    pub(crate) fn new(
        feed: Arc<Feed>,
        engine: Arc<EngineCell>,
        jobs: Arc<Jobs>,
        home: HomeDir,
    ) -> Arc<Self> {
        let is_root = rustix::process::geteuid().is_root();
        Arc::new(Self {
            feed,
            engine,
            jobs,
            home,
            #[cfg(test)]
            tools: None,
            is_root,
            open: Mutex::default(),
            ended: Condvar::new(),
        })
    }

    /// Says what the administrator would do of what failed in a job.
    pub(crate) fn plan(&self, job: JobId) -> Result<ElevationPlan, Refusal> {
        let queue = self.engine.get()?.queue().ok_or(Refusal::Gone)?;
        let spec = queue.retried(job).map_err(|error| match error {
            QueueError::NoJob(_) => Refusal::Gone,
            QueueError::Refused(error) => error.into(),
            other => Refusal::because(errors::of_queue(&other)),
        })?;
        self.ready(Some(job), spec)
    }

    /// Says what the administrator would do of a request that was refused.
    pub(crate) fn plan_of(&self, spec: JobSpec) -> Result<ElevationPlan, Refusal> {
        self.ready(None, spec)
    }

    fn ready(&self, job: Option<JobId>, spec: JobSpec) -> Result<ElevationPlan, Refusal> {
        if self.is_root {
            return Err(Refusal::because(tr!("desktop-root")));
        }
        let tools = self.tools().map_err(Refusal::because)?;
        if let Some(why) = elevation::refusal(&spec) {
            return Err(Refusal::because(why));
        }
        let items = elevation::items(&spec);
        let first = items.first().map_or(Path::new(""), |item| item.0.as_path());
        let (to, home) = (elevation::targets(&spec), self.home.path());
        let mut open = lock(&self.open);
        open.last += 1;
        let plan = ElevationPlan {
            plan: open.last,
            job,
            verb: spec.verb,
            items: items.len() as u64,
            whole: spec.options.filter.only.is_empty(),
            first: name(first.file_name().unwrap_or(first.as_os_str())),
            from: place(&elevation::source_folder(&spec), home),
            to: to.iter().take(TARGETS).map(|path| place(path, home)).collect(),
            more_to: to.len().saturating_sub(TARGETS) as u64,
            replaces: elevation::replaces(&spec),
            keeps_replaced: spec.options.keep_replaced,
            of_root: elevation::belongs_to_root(&spec),
            program: place(&tools.program, home),
        };
        open.ready = Some(Ready { plan: plan.plan, job, spec, tools });
        Ok(plan)
    }

    /// Finds the programs that are needed.
    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "a test has its own"))]
    fn tools(&self) -> Result<Tools, String> {
        #[cfg(test)]
        if let Some(tools) = &self.tools {
            return Ok(tools.clone());
        }
        Tools::find()
    }

    /// Starts what was shown; how far it is comes as updates.
    pub(crate) fn start(self: &Arc<Self>, plan: PlanId) -> Result<(), Refusal> {
        let mut open = lock(&self.open);
        if self.engine.is_quitting() {
            return Err(Refusal::because(tr!("desktop-quitting")));
        }
        if open.running.is_some() {
            return Err(Refusal::because(tr!("desktop-administrator-busy")));
        }
        let ready = open.ready.take_if(|ready| ready.plan == plan).ok_or(Refusal::StalePlan)?;
        let state = ElevationState::of(plan, &ready.spec);
        let (request, sum) = elevation::hand_over(ready.spec, umask()).map_err(Refusal::because)?;
        let process = match ready.tools.start(request, &sum) {
            Ok(process) => process,
            Err(trouble) => {
                drop(open);
                self.tell(&ElevationState::ended(state, Some(trouble)));
                return Ok(());
            }
        };
        let handle = process.handle.clone();
        open.running = Some(Running { plan, handle, is_asking: true, is_stopped: false });
        drop(open);
        self.tell(&state);
        let elevations = Arc::clone(self);
        thread::spawn(move || elevations.follow(state, ready.job, process));
        Ok(())
    }

    /// Stops what was started: the items that are done are kept.
    pub(crate) fn stop(&self, plan: PlanId) -> Result<(), Refusal> {
        let mut open = lock(&self.open);
        let running = open.running.as_mut().filter(|it| it.plan == plan).ok_or(Refusal::Gone)?;
        running.is_stopped = true;
        running.handle.stop(running.is_asking);
        Ok(())
    }

    /// Counts the processes that work, or wait for the password.
    pub(crate) fn running(&self) -> u64 {
        u64::from(lock(&self.open).running.is_some())
    }

    /// Stops the processes, and closes the password prompt; waits up to `grace` for the processes to finish.
    ///
    /// The program ends then, so nothing is started any more. A process that is still there loses its pipes with this
    /// program, which makes it cancel its job: it belongs to root, so that this program cannot end it.
    pub(crate) fn end(&self, grace: Duration) {
        let mut open = lock(&self.open);
        let Some(running) = &mut open.running else { return };
        running.is_stopped = true;
        running.handle.stop(running.is_asking);
        let waited =
            self.ended.wait_timeout_while(open, grace, |open: &mut Open| open.running.is_some());
        let (open, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = &open.running {
            running.handle.kill();
        }
    }

    fn tell(&self, state: &ElevationState) {
        self.feed.say(Update::Elevation(Box::new(state.clone())));
    }

    /// Tells how far a process is until it has ended, and how it ended.
    fn follow(&self, mut state: ElevationState, job: Option<JobId>, process: Process) {
        let mut view = JobsView::new();
        let mut told: Option<Instant> = None;
        let mut summary = None;
        let trouble = process.follow(|envelope| {
            view.apply(envelope);
            if let Event::JobSummary { summary: found, .. } = &envelope.event {
                summary = Some(found.clone());
            }
            if state.stage == ElevationStage::Asking {
                state.stage = ElevationStage::Running;
                if let Some(running) = &mut lock(&self.open).running {
                    running.is_asking = false;
                }
            }
            if told.is_none_or(|told| told.elapsed() >= BEAT) {
                told = Some(Instant::now());
                if let Some(row) = view.rows().next() {
                    state.count(row);
                }
                self.tell(&state);
            }
        });
        if let Some(row) = view.rows().next() {
            state.count(row);
        }
        let running = lock(&self.open).running.take();
        self.ended.notify_all();
        let is_cancelled = match &summary {
            // Whether it was stopped in time, the process knows.
            Some(summary) => summary.outcome == Outcome::Cancelled,
            None => {
                state.stage == ElevationStage::Running && running.is_some_and(|it| it.is_stopped)
            }
        };
        let trouble = if is_cancelled { Some(ElevationTrouble::Cancelled) } else { trouble };
        if let Some(summary) = &summary {
            state.settle(summary);
            // What failed in the job was tried again; if that cannot be noted, the job only remains marked.
            let tried = job.filter(|_| !is_cancelled);
            let _seen = tried.is_some_and(|job| self.jobs.ask(job, JobAsk::Seen).is_ok());
        }
        let state = state.ended(trouble);
        if let Some(notice) = notice(&state) {
            self.feed.notify(notice);
        }
        self.tell(&state);
    }
}

/// Gives what is told of a process that has ended; what the dialog says alone is none.
fn notice(state: &ElevationState) -> Option<Notice> {
    let did_nothing = state.done == 0 && state.failed == 0;
    if state.trouble.is_some() && did_nothing {
        return None;
    }
    let is_whole = state.failed == 0 && state.trouble.is_none();
    let (tone, code) = if is_whole {
        (Tone::Good, NoticeCode::ElevationDone)
    } else {
        (Tone::Bad, NoticeCode::ElevationErrors)
    };
    let count = Some(if is_whole { state.done } else { state.failed });
    let (done, error) = (Some(state.done), state.error.clone());
    Some(Notice { count, done, error, ..Notice::new(tone, code) })
}

impl ElevationState {
    fn of(plan: PlanId, spec: &JobSpec) -> Self {
        Self {
            plan,
            stage: ElevationStage::Asking,
            verb: spec.verb,
            items: 0,
            items_total: None,
            percent: None,
            bytes: 0,
            done: 0,
            failed: 0,
            skipped: 0,
            error: None,
            trouble: None,
        }
    }

    fn count(&mut self, row: &JobRow) {
        self.items = row.progress.items_done;
        self.items_total = row.totals.complete.then_some(row.totals.items);
        self.percent = row.percent();
        self.bytes = row.progress.bytes_done;
        (self.failed, self.skipped) = (row.progress.items_failed, row.progress.items_skipped);
        self.error = row.failed.items.first().map(|failed| failed.error.clone());
    }

    fn settle(&mut self, summary: &Summary) {
        (self.done, self.failed, self.skipped) = (summary.done, summary.failed, summary.skipped);
    }

    fn ended(self, trouble: Option<ElevationTrouble>) -> Self {
        Self { stage: ElevationStage::Ended, trouble, ..self }
    }
}
