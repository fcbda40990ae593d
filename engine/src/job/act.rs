//! Runs a visitor on the operands of a job: its pool, the questions it waits for, and its end.

use std::collections::HashSet;
use std::error::Error as _;
use std::ffi::{CStr, CString};
use std::sync::Arc;

use crate::contract::event::{Answer, FileKind, Phase, SkipReason};
use crate::contract::spec::{Driver, JobSpec, NameRule, Overwrite};
use crate::job::Job;
use crate::job::anchors::flush_held;
use crate::job::depth::{Depth, ThreadIds};
use crate::job::sampler::{CountBeside, Sampler};
use crate::job::spill::Spill;
use crate::walk::item::{Item, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::portable::at_destination;
use crate::walk::target::{Target, operand_names};
use crate::walk::temporary::Mark;
use crate::walk::wide::MOST_WIDE;
use crate::walk::worker::{Worker, enlist, retire, with_worker};
use crate::walk::{Visitor, Walk, WalkContext};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, lock, this_thread};

/// A visitor that a job runs to change something.
pub(crate) trait Actor: Visitor {
    /// Makes the items of the operands; those that are refused are told by it.
    fn operands(&self, worker: &mut Worker, top: &Arc<DirNode>, target: &Target)
    -> Vec<ParkedItem>;

    /// The workers that the job begins with.
    fn width(&self, job: &Job, target: &Target) -> Width {
        default_width(job, target)
    }

    /// Begins what is done when nothing else is left; tells whether there was something.
    fn settle(&self, _walk: &Arc<Walk<Self>>, _pool: &rayon::ThreadPool) -> bool {
        false
    }

    /// Whether nothing waits for [`Self::settle`].
    fn is_settled(&self) -> bool {
        true
    }
}

impl WalkContext for Job {
    #[inline]
    fn accepts(&self, node: &DirNode, name: &CStr, kind: FileKind) -> bool {
        Self::accepts(self, node, name, kind)
    }

    #[inline]
    fn takes(&self, dir: BorrowedFd<'_>, node: &DirNode, name: &CStr) -> bool {
        let Some(shard) = self.spec.options.filter.shard else { return true };
        // What cannot be looked at fails in one of them.
        let meta = if self.keeps_links() { sys::stat_at(dir, name, false).ok() } else { None };
        shard.has(meta.as_ref(), || node.relative_path(name))
    }

    #[inline]
    fn destination_name(&self, item: &Item<'_>) -> Option<CString> {
        let names = self.spec.options.names;
        if names == NameRule::Keep || item.is_named {
            return None;
        }
        at_destination(names, item.dst_name)
    }

    #[inline]
    fn goes_on(&self, worker: &Worker) -> bool {
        Self::goes_on(self, worker)
    }

    fn give_up(&self, worker: &Worker, item: &ParkedItem) {
        Self::give_up(self, worker, item, SkipReason::Cancelled);
    }

    fn panicked(&self) {
        Self::panicked(self);
    }
}

/// How many workers a job begins with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Width {
    pub(crate) workers: usize,
    /// Whether others may join them where they wait for a disk.
    pub(crate) may_grow: bool,
}

impl Width {
    /// One worker, because the order matters or there is nothing to share.
    pub(crate) const ONE: Self = Self { workers: 1, may_grow: false };

    /// As many workers as suit the processors, unless the user chose their number.
    pub(crate) fn of(workers: usize, job: &Job) -> Self {
        Self { workers, may_grow: job.spec.options.workers.is_none() }
    }
}

/// The workers of a job: one for a single file that is not cut, and where the order of operands
/// decides which of two files wins.
pub(crate) fn default_width(job: &Job, target: &Target) -> Width {
    let all = Width::of(job.workers, job);
    if target.meets(&job.spec) || writes_one_file_twice(job, target) {
        return Width::ONE;
    }
    let [only] = job.spec.sources.as_slice() else { return all };
    let is_file = std::fs::metadata(only).is_ok_and(|meta| meta.is_file());
    if is_file && job.spec.options.driver != Some(Driver::Parblock) { Width::ONE } else { all }
}

/// Whether operands are written in place into one file, which has several names: the last one wins.
fn writes_one_file_twice(job: &Job, target: &Target) -> bool {
    let JobSpec { options, sources, .. } = &job.spec;
    if options.overwrite != Overwrite::InPlace || sources.len() < 2 {
        return false;
    }
    let Some(dir) = target.directory.as_ref() else { return false };
    let Ok(dir) = sys::enter_dir(sys::CWD, dir, true) else { return false };
    let mut files = HashSet::new();
    operand_names(&job.spec, target).iter().any(|(_, name)| {
        let there = sys::stat_at(dir.as_fd(), name, true);
        there.is_ok_and(|it| it.kind == FileKind::File && it.nlink > 1 && !files.insert(it.id()))
    })
}

/// Builds a job's own pool.
///
/// `before` counts the workers in other pools of the job; `ids` gets the numbers of the threads.
///
/// # Errors
/// There can be no more threads.
pub(crate) fn pool(
    workers: usize,
    mark: Mark,
    before: usize,
    ids: &ThreadIds,
) -> Result<rayon::ThreadPool, Errno> {
    let ids = Arc::clone(ids);
    rayon::ThreadPoolBuilder::new()
        .num_threads(workers)
        .thread_name(move |n| format!("fcp-{}", before + n))
        .start_handler(move |_| {
            enlist(mark, before);
            lock(&ids).push(this_thread());
        })
        .exit_handler(|_| retire())
        // A panic is a bug; it must not take the other jobs with it.
        .panic_handler(|_| {})
        .build()
        .map_err(|error| {
            let error = error.source().and_then(|source| source.downcast_ref::<std::io::Error>());
            error.and_then(Errno::from_io_error).unwrap_or(Errno::AGAIN)
        })
}

/// Lets a visitor act on all operands and gives it back; none if it could not even begin.
///
/// `count` has the totals of a job that is heard counted beside it.
pub(crate) fn act<A: Actor>(
    job: &Arc<Job>,
    target: &Target,
    actor: A,
    count: Option<CountBeside>,
) -> Option<Arc<Walk<A>>> {
    let width = actor.width(job, target);
    let ids = ThreadIds::default();
    let pool = match pool(width.workers, job.mark, 0, &ids) {
        Ok(pool) => pool,
        Err(errno) => {
            job.cannot_start(errno);
            return None;
        }
    };
    let walk = Walk::new(actor, width.workers);
    let woken = Arc::clone(&walk);
    job.wake_by(Some(Box::new(move || woken.wake())));
    start(job, target, &walk, &pool);
    let _released = Released(Arc::clone(&walk));
    let depth = Depth::new(job, width, ids);
    work(job, Sampler::new(job, target, count).with_depth(depth, &pool), &walk, &pool);
    // The threads end later than the job, after which the user may eject a volume at once.
    let flushes = flushes(job);
    if flushes {
        begin_flush(job);
    }
    let last = |_: rayon::BroadcastContext<'_>| {
        if job.journal.is_some() {
            with_worker(|worker| job.hand_over(worker));
        }
        if flushes {
            with_worker(|worker| flush_held(worker, job));
        }
        retire();
    };
    pool.broadcast(last);
    if let Some(wide) = walk.wide() {
        wide.set_open(MOST_WIDE);
        wide.pool.broadcast(last);
    }
    job.wake_by(None);
    Some(walk)
}

/// Lets all threads of a walk go in the end, also if the job's own thread panics: one that waits never ends.
struct Released<A: Actor>(Arc<Walk<A>>);

impl<A: Actor> Drop for Released<A> {
    fn drop(&mut self) {
        if let Some(wide) = self.0.wide() {
            wide.set_open(MOST_WIDE);
        }
    }
}

fn start<A: Actor>(job: &Arc<Job>, target: &Target, walk: &Arc<Walk<A>>, pool: &rayon::ThreadPool) {
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
    /// Runs or ends what waits to be asked about.
    Backlog,
    /// Writes down what waits to be asked about.
    Shrink,
    /// Finishes what is done while questions are open.
    Settle,
    End,
}

/// Waits for the walk, runs answered items, and ends the waiting ones when the job is cancelled.
fn work<A: Actor>(
    job: &Arc<Job>,
    mut sampler: Sampler<'_>,
    walk: &Arc<Walk<A>>,
    pool: &rayon::ThreadPool,
) {
    let mut spill = Spill::new(job.home.as_ref().and_then(|home| home.state.clone()));
    loop {
        let next = sampler.watch(walk, |outstanding| next(job, walk, outstanding));
        job.note_asking(false);
        match next {
            Next::End if !walk.visitor.settle(walk, pool) => return,
            Next::Settle => drop(walk.visitor.settle(walk, pool)),
            Next::Backlog => recall(job, walk, pool, &mut spill),
            Next::Shrink => job.questions.shrink(&mut spill),
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

fn next<A: Actor>(job: &Job, walk: &Walk<A>, outstanding: usize) -> Option<Next> {
    let waiting = job.questions.waiting();
    let gives_up = job.gives_up();
    if waiting.has_answers || (gives_up && waiting.open > 0) {
        return Some(Next::Answers);
    }
    if waiting.is_large {
        return Some(Next::Shrink);
    }
    if waiting.backlog > 0 && !waiting.is_recalling && (gives_up || waiting.has_room) {
        return Some(Next::Backlog);
    }
    if outstanding > 0 {
        job.note_asking(false);
        return None;
    }
    if waiting.open == 0 && waiting.backlog == 0 {
        return Some(Next::End);
    }
    // What was done is not left unfinished until the user answers; then it needs no disk.
    let is_settled = walk.visitor.is_settled();
    job.note_asking(is_settled);
    (!is_settled).then_some(Next::Settle)
}

/// Allows the next items of the backlog to be taken, when the last of those taken before has ended.
struct Recall(Arc<Job>);

impl Drop for Recall {
    fn drop(&mut self) {
        self.0.questions.end_recall();
        self.0.wake();
    }
}

/// Runs items of the backlog again, which asks about them unless an answer that sticks settles them.
fn recall<A: Actor>(
    job: &Arc<Job>,
    walk: &Arc<Walk<A>>,
    pool: &rayon::ThreadPool,
    spill: &mut Spill,
) {
    let batch = Arc::new(Recall(Arc::clone(job)));
    for item in job.take_some(spill) {
        let batch = Arc::clone(&batch);
        walk.spawn_on(pool, move |walk, worker| {
            if batch.0.gives_up() {
                batch.0.give_up(worker, &item, SkipReason::Unanswered);
                walk.release(worker, &item.node);
            } else {
                walk.run_parked(worker, &item);
            }
        });
    }
}

/// Runs an answered item, or ends it where the answer or the end of the job leave nothing to run.
fn go_on<A: Actor>(
    job: &Arc<Job>,
    walk: &Arc<Walk<A>>,
    pool: &rayon::ThreadPool,
    item: ParkedItem,
) {
    if item.answer == Some(Answer::Abort) {
        job.control.cancel();
    }
    let ends = job.control.is_cancelled();
    let job = Arc::clone(job);
    walk.spawn_on(pool, move |walk, worker| match &item.given_up {
        Some(error) => {
            item.node.keep();
            let src = item.node.src_path(&item.name);
            job.failed(worker.index, src, error.clone());
            job.ended(worker, &item.node, &item.name);
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
fn give_up<A: Actor>(job: &Arc<Job>, walk: &Arc<Walk<A>>, pool: &rayon::ThreadPool) {
    for item in job.give_up_questions() {
        let job = Arc::clone(job);
        walk.spawn_on(pool, move |walk, worker| {
            job.give_up(worker, &item, SkipReason::Unanswered);
            walk.release(worker, &item.node);
        });
    }
}

/// Whether the job, whose items have ended, ends with a flush.
pub(crate) fn flushes(job: &Job) -> bool {
    job.flushes_last() && !job.is_cut_short()
}

pub(crate) fn begin_flush(job: &Job) {
    if job.phase() != Phase::Flushing {
        job.enter(Phase::Flushing);
    }
}
