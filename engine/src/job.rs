//! A job: what its parts share, its state, and how it tells of both.

use std::collections::HashSet;
use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

use crate::conflict::Questions;
use crate::control::{Control, lock};
use crate::engine::ControlError;
use crate::error::{Action, Code, OpError};
use crate::event::{
    Event, FileKind, JobId, JobStatus, Op, Outcome, Phase, QuestionId, Resolution, SkipReason,
    Summary, Warning,
};
use crate::filter::Filters;
use crate::hub::Hub;
use crate::journal::Journal;
use crate::launch::Launcher;
use crate::meter::Meter;
use crate::node::DirNode;
use crate::path::WirePath;
use crate::record::{Home, Recorder};
use crate::spec::{ErrorPolicy, EventLevel, Follow, JobSpec, Verb};
use crate::sys::{self};
use crate::walk::{Found, ParkedItem};
use crate::worker::{Counterpart, OpenRules, Worker};

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
    /// Reports how far the job is, if somebody could go on with it.
    pub(crate) journal: Option<Journal>,
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
        launcher: &Launcher,
        filters: Filters,
        target: Option<CString>,
        journal: Option<Journal>,
    ) -> Self {
        let mut spec = spec;
        if spec.verb.moves() {
            spec.options.complete_for_move();
        }
        let processors = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let home = launcher.home.clone();
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
            control: Control::new(spec.options.limit_rate, Arc::clone(&launcher.limit)),
            meter: Meter::new(
                workers,
                (spec.verb == Verb::Delete || spec.verb.moves()) && !spec.options.dry_run,
            ),
            hub: Arc::clone(&launcher.hub),
            home,
            recorder,
            journal,
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

    /// Stops the workers at their next chunk.
    pub(crate) fn pause(&self) {
        self.change_unless_over(|| self.control.pause(), Event::JobPaused { job: self.id });
    }

    /// Lets the workers go on.
    pub(crate) fn resume(&self) {
        self.change_unless_over(|| self.control.resume(), Event::JobResumed { job: self.id });
    }

    /// Ends the job at the next chunk.
    pub(crate) fn cancel(&self) {
        self.control.cancel();
        self.wake();
    }

    /// Stops the job so that it can go on elsewhere.
    pub(crate) fn halt(&self) {
        self.cancel();
    }

    /// The record by which the job can be taken back.
    pub(crate) fn record_path(&self) -> Option<PathBuf> {
        None
    }

    /// Answers a question of this job, and those the answer reaches.
    pub(crate) fn answer(
        &self,
        question: QuestionId,
        resolution: &Resolution,
    ) -> Result<(), ControlError> {
        let mut fits = true;
        self.hub.tell_change(|| {
            let answered = self.questions.answer(question, resolution);
            fits = answered.is_some();
            self.meter.waiting.store(self.questions.count() as u64, Ordering::Relaxed);
            let told = |question| {
                let answer = Some(resolution.answer.clone());
                Event::QuestionAnswered { job: self.id, question, answer }
            };
            answered.unwrap_or_default().into_iter().map(told).collect::<Vec<_>>()
        });
        if !fits {
            return Err(if self.questions.contains(question) {
                ControlError::Misfit(question)
            } else {
                ControlError::NoQuestion(question)
            });
        }
        self.wake();
        Ok(())
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

    /// Remembers that the last flush failed, which counts as an error of the job.
    pub(crate) fn note_failed_flush(&self) {
        self.flush_failed.store(true, Ordering::Relaxed);
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
