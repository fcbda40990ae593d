//! A job: what its parts share, and its way from started to finished.

use std::collections::HashSet;
use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

use crate::conflict::Questions;
use crate::control::{Control, lock};
use crate::error::{Action, Code, OpError};
use crate::event::{
    Answer, Event, FileKind, JobId, JobStatus, Op, Outcome, Phase, SkipReason, Summary, Warning,
};
use crate::exec::{Copier, Discarder, Target};
use crate::filter::Filters;
use crate::hub::Hub;
use crate::meter::Meter;
use crate::node::DirNode;
use crate::path::WirePath;
use crate::record::{Home, Recorder};
use crate::remove::{self, Remover};
use crate::sampler::Sampler;
use crate::spec::{
    Destination, Driver, Durability, ErrorPolicy, EventLevel, Follow, JobSpec, Verb,
};
use crate::sys::{self, AsFd};
use crate::undo;
use crate::walk::{Found, ParkedItem, Visitor, Walk};
use crate::worker::{Counterpart, OpenRules, Worker, enlist, retire};

/// What all parts of a job share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) id: JobId,
    pub(crate) spec: JobSpec,
    pub(crate) control: Control,
    pub(crate) meter: Meter,
    pub(crate) hub: Arc<Hub>,
    pub(crate) home: Option<Arc<Home>>,
    /// Writes down what would be needed to take the job back.
    pub(crate) recorder: Option<Recorder>,
    pub(crate) questions: Questions,
    pub(crate) filters: Filters,
    pub(crate) workers: usize,
    pub(crate) umask: u32,
    /// Whether the process may give files away.
    pub(crate) privileged: bool,
    /// The target directory, if the operands go into one.
    pub(crate) target: Option<CString>,
    filtered: bool,
    warned: Mutex<HashSet<Action>>,
    /// Set while the walk runs: makes the job's own thread look again.
    waker: Mutex<Option<Waker>>,
    state: Mutex<State>,
    changed: Condvar,
    started: Instant,
    flush_failed: AtomicBool,
    /// Whether nobody will answer questions any more.
    unattended: AtomicBool,
}

/// Makes the thread of a job look what is to be done.
struct Waker(Box<dyn Fn() + Send>);

impl std::fmt::Debug for Waker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Waker")
    }
}

/// A visitor that a job runs to change something.
pub(crate) trait Actor: Visitor {
    /// Makes the items of the operands; those that are refused are told by it.
    fn operands(&self, worker: &mut Worker, top: &Arc<DirNode>, target: &Target)
    -> Vec<ParkedItem>;

    /// Begins what is done when nothing else is left; tells whether there was something.
    fn settle(&self, _walk: &Arc<Walk<Self>>, _pool: &rayon::ThreadPool) -> bool {
        false
    }

    /// Whether nothing waits for [`Self::settle`].
    fn is_settled(&self) -> bool {
        true
    }
}

/// How far a job has come.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) phase: Phase,
    pub(crate) summary: Option<Summary>,
}

impl Shared {
    pub(crate) fn new(
        id: JobId,
        spec: JobSpec,
        hub: Arc<Hub>,
        home: Option<Arc<Home>>,
        filters: Filters,
        target: Option<CString>,
    ) -> Self {
        let mut spec = spec;
        if spec.verb.moves() {
            spec.options.complete_for_move();
        }
        let processors = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let state = home.as_ref().and_then(|home| home.state.as_ref());
        let recorder = match spec.verb {
            Verb::Copy | Verb::Move | Verb::Trash if !spec.options.dry_run => {
                state.and_then(|state| Recorder::new(state, spec.verb, &spec.sources, id))
            }
            _ => None,
        };
        let workers = spec.options.workers.map_or_else(processors, usize::from).clamp(1, 1024);
        Self {
            id,
            control: Control::new(spec.options.limit_rate),
            meter: Meter::new(
                workers,
                (spec.verb == Verb::Delete || spec.verb.moves()) && !spec.options.dry_run,
            ),
            hub,
            home,
            recorder,
            questions: Questions::default(),
            workers,
            umask: sys::umask(),
            privileged: sys::effective_ids().0 == 0,
            target,
            filtered: !filters.is_empty(),
            filters,
            warned: Mutex::default(),
            waker: Mutex::default(),
            state: Mutex::new(State { phase: Phase::Queued, summary: None }),
            changed: Condvar::new(),
            started: Instant::now(),
            flush_failed: AtomicBool::new(false),
            unattended: AtomicBool::new(false),
            spec,
        }
    }

    /// Whether the filters let an item below an operand pass.
    #[inline]
    pub(crate) fn accepts(&self, node: &DirNode, name: &CStr, kind: FileKind) -> bool {
        !self.filtered || self.filters.accepts(node, name, kind)
    }

    /// Whether some items below the operands are left out.
    pub(crate) fn is_filtered(&self) -> bool {
        self.filtered
    }

    /// Counts what a listing has found, for totals that grow as the job goes.
    pub(crate) fn found(&self, worker: &Worker, found: Found) {
        let counters = self.meter.of(worker.index);
        counters.found.add(found.items as u64);
        counters.directories.add(found.directories as u64);
        if found.all {
            counters.listed.add(1);
        }
    }

    /// Makes the node above the operands.
    pub(crate) fn top(&self) -> Option<Arc<DirNode>> {
        let here = sys::stat_at(sys::CWD, c".", true);
        let meta = here.or_else(|_| sys::stat_at(sys::CWD, c"/", true)).ok()?;
        Some(DirNode::top(self.target.clone(), meta))
    }

    /// Closes all open questions; gives the items that waited.
    pub(crate) fn give_up_questions(&self) -> Vec<ParkedItem> {
        let mut waiting = Vec::new();
        self.hub.tell_change(|| {
            waiting = self.questions.take_all();
            self.meter.waiting.store(0, Ordering::Relaxed);
            let ended =
                |id: &_| Event::QuestionAnswered { job: self.id, question: *id, answer: None };
            waiting.iter().map(|(id, _)| ended(id)).collect::<Vec<_>>()
        });
        waiting.into_iter().map(|(_, item)| item).collect()
    }

    /// Whether this is the first warning about an action.
    pub(crate) fn first_warning(&self, action: Action) -> bool {
        lock(&self.warned).insert(action)
    }

    /// How directories are opened in this job.
    pub(crate) fn rules(&self, destination: Counterpart) -> OpenRules {
        let options = &self.spec.options;
        OpenRules {
            follow_source: options.follow == Follow::Always,
            follow_operands: options.follow != Follow::Never,
            follow_destination: options.keep_directory_symlink,
            exact: self.spec.verb == Verb::Delete || self.spec.verb.moves(),
            destination,
        }
    }

    pub(crate) fn phase(&self) -> Phase {
        lock(&self.state).phase
    }

    pub(crate) fn enter(&self, phase: Phase) {
        self.hub.tell_change(|| {
            lock(&self.state).phase = phase;
            Some(Event::JobPhase { job: self.id, phase })
        });
    }

    pub(crate) fn is_finished(&self) -> bool {
        lock(&self.state).summary.is_some()
    }

    pub(crate) fn summary(&self) -> Option<Summary> {
        lock(&self.state).summary.clone()
    }

    /// Waits until the job is over.
    pub(crate) fn wait(&self) -> Summary {
        let mut state = lock(&self.state);
        loop {
            if let Some(summary) = &state.summary {
                return summary.clone();
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until the job is over, but not longer than `timeout`; tells whether it is.
    pub(crate) fn wait_for(&self, timeout: std::time::Duration) -> bool {
        let state = lock(&self.state);
        let (state, _) = self
            .changed
            .wait_timeout_while(state, timeout, |state| state.summary.is_none())
            .unwrap_or_else(PoisonError::into_inner);
        state.summary.is_some()
    }

    /// Tells an event that must not come after the summary.
    pub(crate) fn tell_unless_over(&self, event: Event) {
        self.change_unless_over(|| true, event);
    }

    /// Makes a change and tells of it, unless it changes nothing or the job is over.
    pub(crate) fn change_unless_over(&self, change: impl FnOnce() -> bool, event: Event) {
        self.hub.tell_change(|| (!self.is_finished() && change()).then_some(event));
    }

    pub(crate) fn status(&self) -> JobStatus {
        JobStatus {
            job: self.id,
            phase: self.phase(),
            progress: self.meter.sample(self.control.is_paused()),
            questions: self.questions.open(),
            summary: self.summary(),
        }
    }

    /// Leaves all questions unanswered, the open ones and those to come.
    pub(crate) fn leave_unanswered(&self) {
        self.unattended.store(true, Ordering::Release);
        self.wake();
    }

    /// Whether open questions will not be answered any more.
    pub(crate) fn gives_up(&self) -> bool {
        self.control.is_cancelled() || self.unattended.load(Ordering::Acquire)
    }

    /// Sets what wakes the job's own thread.
    pub(crate) fn wake_by(&self, wake: Option<Box<dyn Fn() + Send>>) {
        *lock(&self.waker) = wake.map(Waker);
    }

    /// Makes the job's own thread look what is to be done.
    pub(crate) fn wake(&self) {
        if let Some(Waker(wake)) = &*lock(&self.waker) {
            wake();
        }
    }

    /// Tells an event of which there is one per item, at the pace of the slowest reader.
    pub(crate) fn tell_item(&self, event: Event) {
        self.hub.tell(event);
        self.hub.wait_for_readers(|| !self.control.is_cancelled());
    }

    /// Tells that an item failed for good.
    pub(crate) fn failed(&self, index: usize, src: PathBuf, error: OpError) {
        let counters = self.meter.of(index);
        counters.failed.add(1);
        if error.code == Code::Mismatch {
            counters.mismatched.add(1);
        }
        if self.spec.options.on_error == ErrorPolicy::Abort {
            self.control.abort();
        }
        self.tell_item(Event::ItemFailed { job: self.id, src: WirePath(src), error });
    }

    /// Ends an item that no walk has met.
    pub(crate) fn done_alone(&self, op: Op, src: &Path, dst: &Path) {
        self.meter.of(usize::MAX).done.add(1);
        if self.tells(EventLevel::All) {
            let (src, dst) = (WirePath(src.to_owned()), WirePath(dst.to_owned()));
            let (bytes, method, detail) = (0, None, None);
            self.tell_item(Event::ItemDone { job: self.id, op, src, dst, bytes, method, detail });
        }
    }

    /// Ends an item that waited and will not be run.
    pub(crate) fn give_up(&self, worker: &Worker, item: &ParkedItem, reason: SkipReason) {
        item.node.keep();
        let counters = self.meter.of(worker.index);
        counters.skipped.add(1);
        if reason == SkipReason::Unanswered {
            counters.unanswered.add(1);
        }
        self.hub.tell(Event::ItemSkipped {
            job: self.id,
            src: WirePath(item.node.src_path(&item.name)),
            dst: WirePath(item.node.dst_path(&item.dst_name)),
            reason,
        });
    }

    /// Ends the job because of a bug: a task panicked, and its items are lost.
    pub(crate) fn panicked(&self) {
        let index = rayon::current_thread_index().unwrap_or(usize::MAX);
        let path = self.spec.sources.first().map(|source| source.0.clone()).unwrap_or_default();
        let error = OpError::refused(Action::Copy, Code::Internal, path.clone());
        self.failed(index, path, error);
        self.control.abort();
    }

    pub(crate) fn finish(&self, failed_to_run: bool) {
        if let Some(Err(error)) = self.recorder.as_ref().map(Recorder::end) {
            let warning = Warning::NotRecorded { error };
            self.hub.tell(Event::Warning { job: self.id, warning });
        }
        let outcome = self.outcome(failed_to_run);
        let meter = &self.meter;
        let summary = Summary {
            verb: self.spec.verb,
            outcome,
            done: meter.sum(|c| &c.done),
            skipped: meter.sum(|c| &c.skipped),
            failed: meter.sum(|c| &c.failed),
            mismatched: meter.sum(|c| &c.mismatched),
            unanswered: meter.sum(|c| &c.unanswered),
            bytes: meter.sum(|c| &c.bytes_of_done),
            bytes_reflinked: meter.sum(|c| &c.bytes_reflinked),
            reflinked: meter.sum(|c| &c.reflinked),
            bytes_holes: meter.sum(|c| &c.bytes_holes),
            elapsed: self.started.elapsed().as_micros() as u64,
        };
        self.hub.tell_change(|| {
            let mut state = lock(&self.state);
            state.phase = Phase::Finished;
            state.summary = Some(summary.clone());
            Some(Event::JobSummary { job: self.id, summary })
        });
        self.changed.notify_all();
    }

    /// Whether any item has failed so far.
    pub(crate) fn has_failures(&self) -> bool {
        self.meter.sum(|c| &c.failed) > 0
    }

    fn outcome(&self, failed_to_run: bool) -> Outcome {
        if failed_to_run || self.control.is_aborted() {
            Outcome::Failed
        } else if self.control.is_cancelled() {
            Outcome::Cancelled
        } else if self.has_failures() || self.flush_failed.load(Ordering::Relaxed) {
            Outcome::CompletedWithErrors
        } else {
            Outcome::Completed
        }
    }
}

/// Builds a job's own pool.
pub(crate) fn pool(workers: usize) -> Option<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(workers)
        .thread_name(|n| format!("fcp-{n}"))
        .start_handler(|_| enlist())
        .exit_handler(|_| retire())
        // A panic is a bug; it must not take the other jobs with it.
        .panic_handler(|_| {})
        .build()
        .ok()
}

/// Runs a job to its end; called on a thread of its own.
pub(crate) fn run(job: &Arc<Shared>, target: &Target) {
    job.hub.tell(Event::JobStarted { job: job.id, workers: job.workers as u16 });
    job.enter(Phase::Running);
    let began = match job.spec.verb {
        Verb::Copy | Verb::Move => {
            let copier = Copier::new(Arc::clone(job), job.rules(Counterpart::Needed));
            act(job, target, copier).is_some()
        }
        Verb::Delete if remove::is_one_by_one(&job.spec.options) => remove::one_by_one(job, target),
        Verb::Delete => act(job, target, Remover::new(job)).is_some(),
        Verb::Trash => {
            let walk = act(job, target, Discarder::new(Arc::clone(job)));
            walk.map(|walk| walk.visitor.record()).is_some()
        }
        Verb::Restore | Verb::Undo => undo::run(job, target),
    };
    let durability = job.spec.options.durability;
    // A batch makes files safe, but not the directories, symlinks and special files beside them.
    let flushes = match durability {
        Durability::None | Durability::File => false,
        Durability::Batch => job.spec.verb == Verb::Copy,
        Durability::End => true,
    };
    if began && flushes && !job.control.is_cancelled() {
        flush(job, target);
    }
    job.finish(!began);
}

/// Lets a visitor act on all operands and gives it back; none if it could not even begin.
pub(crate) fn act<A: Actor>(job: &Arc<Shared>, target: &Target, actor: A) -> Option<Arc<Walk<A>>> {
    let pool = pool(width(job, target))?;
    let walk = Walk::new(actor, job.workers);
    let woken = Arc::clone(&walk);
    job.wake_by(Some(Box::new(move || woken.wake())));
    start(job, target, &walk, &pool);
    work(job, target, &walk, &pool);
    // The threads end later than the job, and a volume is to be ejected as soon as it has.
    pool.broadcast(|_| retire());
    job.wake_by(None);
    Some(walk)
}

/// Threads of the pool: one for a single file that is not cut, and where the order of operands
/// decides which of two files wins.
fn width(job: &Shared, target: &Target) -> usize {
    if job.spec.verb == Verb::Delete {
        return remove::width(job);
    }
    if target.collides(&job.spec) {
        return 1;
    }
    let [only] = job.spec.sources.as_slice() else { return job.workers };
    let is_file = std::fs::metadata(only).is_ok_and(|meta| meta.is_file());
    if is_file && job.spec.options.driver != Some(Driver::Parblock) { 1 } else { job.workers }
}

fn start<A: Actor>(
    job: &Arc<Shared>,
    target: &Target,
    walk: &Arc<Walk<A>>,
    pool: &rayon::ThreadPool,
) {
    let Some(top) = job.top() else { return };
    let target = target.clone();
    walk.spawn_on(pool, move |walk, worker| {
        // Workers take the newest task first, so the first operand is handed out last.
        for item in walk.visitor.operands(worker, &top, &target).into_iter().rev() {
            walk.run_later(item);
        }
        walk.release(worker, &top);
    });
}

/// What the thread of a job does next.
enum Next {
    /// Runs or ends what waited for an answer.
    Answers,
    /// Finishes what is done while questions are open.
    Settle,
    End,
}

/// Waits for the walk, runs what was answered, and gives up what waits when the job is cancelled.
fn work<A: Actor>(
    job: &Arc<Shared>,
    target: &Target,
    walk: &Arc<Walk<A>>,
    pool: &rayon::ThreadPool,
) {
    let mut sampler = Sampler::new(job, target);
    loop {
        let next = sampler.watch(walk, |outstanding| match job.questions.waiting() {
            (_, true) => Some(Next::Answers),
            (0, false) => (outstanding == 0).then_some(Next::End),
            (_, false) if job.gives_up() => Some(Next::Answers),
            // What was done is not left unfinished until somebody answers.
            (_, false) => (outstanding == 0 && !walk.visitor.is_settled()).then_some(Next::Settle),
        });
        match next {
            Next::End if !walk.visitor.settle(walk, pool) => return,
            Next::Settle => drop(walk.visitor.settle(walk, pool)),
            Next::End | Next::Answers => {}
        }
        for item in job.questions.take_answered() {
            go_on(job, walk, pool, item);
        }
        if job.gives_up() {
            give_up(job, walk, pool);
        }
    }
}

/// Runs an answered item, or ends it where the answer or the end of the job leave nothing to run.
fn go_on<A: Actor>(
    job: &Arc<Shared>,
    walk: &Arc<Walk<A>>,
    pool: &rayon::ThreadPool,
    item: ParkedItem,
) {
    if item.answer == Some(Answer::Abort) {
        job.control.abort();
    }
    let ends = job.control.is_cancelled();
    let job = Arc::clone(job);
    walk.spawn_on(pool, move |walk, worker| match &item.given_up {
        Some(error) => {
            item.node.keep();
            let src = item.node.src_path(&item.name);
            job.failed(worker.index, src, error.clone());
            walk.release(worker, &item.node);
        }
        None if ends => {
            job.give_up(worker, &item, SkipReason::Cancelled);
            walk.release(worker, &item.node);
        }
        None => walk.run_parked(worker, &item),
    });
}

/// Ends the items that wait for an answer.
fn give_up<A: Actor>(job: &Arc<Shared>, walk: &Arc<Walk<A>>, pool: &rayon::ThreadPool) {
    for item in job.give_up_questions() {
        let job = Arc::clone(job);
        walk.spawn_on(pool, move |walk, worker| {
            job.give_up(worker, &item, SkipReason::Unanswered);
            walk.release(worker, &item.node);
        });
    }
}

fn flush(job: &Shared, target: &Target) {
    job.enter(Phase::Flushing);
    let flushed = target.open().and_then(|dir| sys::sync_filesystem(dir.as_fd()));
    if let Err(errno) = flushed {
        job.flush_failed.store(true, Ordering::Relaxed);
        let path = match &job.spec.destination {
            Some(Destination::Into(path) | Destination::As(path)) => path.0.clone(),
            None => PathBuf::new(),
        };
        let error = OpError::new(Action::Sync, path, errno);
        job.hub.tell(Event::Warning { job: job.id, warning: Warning::Metadata { error } });
    }
}
