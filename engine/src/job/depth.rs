//! Gives a job more workers while its workers wait for disks and more of them copy faster.
//!
//! On a cold disk, or on a filesystem that answers over a network, a worker waits most of its time for
//! one request. How many requests at once are best differs by medium and by tree, so it is tried: twice
//! the workers stay if they did a tenth more, and the next step follows while all of them still wait. Where
//! none of them waits, half of them stay if they do about as much.

use std::collections::VecDeque;
use std::ffi::CStr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::contract::spec::{Destination, JobSpec, Verb};
use crate::job::Job;
use crate::job::act::{Width, pool};
use crate::walk::wide::MOST_WIDE;
use crate::walk::{Visitor, Walk};
use fcp_sys::{self as sys, AsFd, Errno, Sys, ThreadId, c_path, lock, thread_nanos};

/// The threads of a pool.
pub(crate) type ThreadIds = Arc<Mutex<Vec<ThreadId>>>;

/// The fewest workers that are worth a step.
const FIRST_STEP: usize = 8;

/// Time between two samples in the first second of a job, and later. A cold tree of 78,000 files is
/// deleted in a second, so a step must come soon; a sample costs some microseconds for each worker.
const PERIODS: [Duration; 2] = [Duration::from_millis(25), Duration::from_millis(100)];

/// Samples between a step and its verdict. The first one still shows the old number of workers, which may be
/// more than the new one could do, and so says nothing at all.
const TRIAL: u32 = 4;

/// Items from which the speed of a stretch can be told, and the time after which it is told by fewer.
const ENOUGH: (u64, Duration) = (32, Duration::from_millis(300));

/// Workers that a job begins with where another machine answers each call. 2,000 small files came through sshfs
/// of 1 ms in 1.7 s where the job began with 2, and in 0.7 s with 16.
const FAR: usize = 16;

/// How long the job keeps its number of workers after a step that did no good.
const REST: Duration = Duration::from_secs(2);

/// The share of their time for which workers wait from which more of them may help. With 0.4 in place of 0.15 a cold
/// tree of 78,000 files was copied in 4.06 s to xfs and 100,000 small files in 4.65 s to ext4, in place of 3.35 and 4.33.
const WAITING: f64 = 0.15;

/// What a sample may take for waiting though a worker waited for a processor: the kernel counts such a wait when it ends.
/// Four processes that ran 21 parts of a plan on two processors took 13 to 20 steps to eight workers for nothing.
const UNCOUNTED: Duration = Duration::from_millis(6);

/// Samples over which the waiting of workers is told, at most.
const STRETCH: usize = 8;

/// How long a job keeps the workers of a step that did good, also where none of them seems to wait for a disk. Eight workers
/// wait for two processors instead: a job that gave them up deleted a cold tree in 1.31 s, and eight fixed ones in 1.07 s.
const PROVEN: Duration = Duration::from_secs(1);

/// Time after which a part of a plan looks again how many processes run parts on the machine: each looks into one directory,
/// perhaps of a server.
const SHARED: Duration = Duration::from_secs(5);

/// The share below which more workers than processors may only take them from each other.
const BUSY: f64 = 0.1;

/// Bytes of the mean file from which one worker keeps a disk busy, since the kernel reads ahead.
const LARGE: u64 = 2 << 20;

/// What a step to more workers must gain.
const GAIN: f64 = 1.1;

/// What a step to fewer workers may leave of the speed. 100,000 small files came from a cold disk at 35 per
/// millisecond with eight workers that seldom waited, and at 27 with two: the kernel's threads, which write
/// what was copied, took the processors from them.
const KEPT: f64 = 0.97;

/// The number of workers of one job.
#[derive(Debug)]
pub(crate) struct Depth {
    /// The threads of the first pool, then those of the wide one.
    ids: [ThreadIds; 2],
    began: Instant,
    due: Instant,
    /// When a part of a plan looks for its neighbours again.
    shares: Instant,
    steps: Steps,
    /// Whether threads could not be had.
    failed: bool,
}

impl Depth {
    /// Prepares for a job whose pool has these threads; `None` where the user chose a number of workers,
    /// or where one is right.
    pub(crate) fn new(job: &Job, width: Width, ids: ThreadIds) -> Option<Self> {
        let options = &job.spec.options;
        // A dry run tells no progress to judge a step by.
        let waits = !options.dry_run
            && match job.spec.verb {
                Verb::Copy | Verb::Move | Verb::Verify | Verb::Delete | Verb::Dedupe => true,
                Verb::Trash | Verb::Restore | Verb::Undo | Verb::Extract | Verb::Pack => false,
            };
        let is_free = width.may_grow && width.workers < MOST_WIDE;
        let now = Sample { at: Instant::now(), items: 0, bytes: 0, ran: Duration::ZERO };
        (waits && is_free && !has_few_connections(&job.spec)).then(|| Self {
            ids: [ids, ThreadIds::default()],
            began: now.at,
            due: now.at,
            shares: now.at + SHARED,
            steps: Steps::new(width.workers, now, is_far(&job.spec)),
            failed: false,
        })
    }

    /// When the next sample is due.
    pub(crate) fn due(&self) -> Instant {
        self.due
    }

    /// Takes a sample if it is due, and changes the number of workers if it says so; `first` are those that the job began
    /// with.
    pub(crate) fn look<V: Visitor>(
        &mut self,
        job: &Job,
        walk: &Arc<Walk<V>>,
        first: &rayon::ThreadPool,
    ) {
        let now = Instant::now();
        if now < self.due {
            return;
        }
        self.due = now + PERIODS[usize::from(now - self.began > Duration::from_secs(1))];
        let width = walk.width();
        let Some(now) = self.sample(job, walk.visitor.unflushed()) else { return };
        // A worker without a task waits, too, but for no disk.
        let starves = walk.outstanding() < width;
        let is_slowed = starves || job.control.is_paused() || job.control.is_limited();
        let next = self.steps.next(width, now, is_slowed).or_else(|| self.share(job, width, now));
        walk.set_waits(self.steps.waits);
        let Some(width) = next else { return };
        match walk.wide() {
            Some(wide) => wide.set_open(width),
            None if self.failed => {}
            None => match pool(MOST_WIDE, job.mark, job.workers, &self.ids[1]) {
                Ok(pool) => walk.widen(first, pool, width),
                // The job goes on with the workers that it has.
                Err(_) => self.failed = true,
            },
        }
    }

    /// Gives the processors of processes that have ended their parts since to the workers of this one.
    fn share(&mut self, job: &Job, width: usize, now: Sample) -> Option<usize> {
        if now.at < self.shares {
            return None;
        }
        self.shares = now.at + SHARED;
        self.steps.share(job.share()?, width, now)
    }

    /// What has been done so far; `None` where the system does not tell the times of threads.
    ///
    /// Where one flush serves many items, these count before it, as their bytes do.
    fn sample(&self, job: &Job, unflushed: usize) -> Option<Sample> {
        let (items, bytes) = job.meter.done();
        let items = items + unflushed as u64;
        // Of all threads, also of those that take no tasks now: the sum must only grow.
        let mut ran = Duration::ZERO;
        for ids in &self.ids {
            for id in lock(ids).iter() {
                ran += Duration::from_nanos(thread_nanos(*id)?);
            }
        }
        Some(Sample { at: Instant::now(), items, bytes, ran })
    }
}

/// Whether the first source or the destination lies on another machine.
fn is_far(spec: &JobSpec) -> bool {
    is_any(spec, sys::is_far)
}

/// Whether a program serves the first source or the destination by few connections, each of which an open file may keep:
/// with more open files than that, gvfs waits for ever to look at another one on a server of `WebDAV`.
fn has_few_connections(spec: &JobSpec) -> bool {
    is_any(spec, |path| Ok(sys::closes_in_silence(sys::enter_dir(sys::CWD, path, true)?.as_fd())))
}

/// Whether something holds for the filesystem of the first source or of the destination.
fn is_any(spec: &JobSpec, holds: impl Fn(&CStr) -> Sys<bool>) -> bool {
    let destination = spec.destination.as_ref().and_then(Destination::path);
    let at = |path: &Path| holds(&c_path(path).ok_or(Errno::INVAL)?);
    // A destination that does not exist yet will be where its parent is.
    let above = |path: &Path| at(path.parent().ok_or(Errno::NOENT)?);
    let paths = spec.sources.first().into_iter().chain(destination);
    paths.map(|path| &path.0).any(|path| at(path).or_else(|_| above(path)) == Ok(true))
}

/// What has been done, and for how long all workers had a processor or waited for one.
#[derive(Clone, Copy, Debug)]
struct Sample {
    at: Instant,
    items: u64,
    bytes: u64,
    ran: Duration,
}

/// Chooses the next number of workers by the samples.
#[derive(Debug)]
struct Steps {
    /// The number of workers that the job began with.
    first: usize,
    /// Whether another machine answers, and the job has not got its workers for that.
    is_far: bool,
    /// The samples of the present number of workers, the latest ones, in order.
    last: VecDeque<Sample>,
    /// The sample since which the rate counts, and how many samples came after it.
    since: Sample,
    passed: u32,
    /// The last step, until its verdict.
    trial: Option<Trial>,
    rests_until: Instant,
    /// When fewer workers are tried at the earliest.
    narrows_from: Instant,
    /// Whether the workers waited for a disk that holds small files, by the last sample.
    waits: bool,
}

/// What was before a step.
#[derive(Clone, Copy, Debug)]
struct Trial {
    width: usize,
    /// What was done per second.
    rate: f64,
}

impl Steps {
    fn new(first: usize, now: Sample, is_far: bool) -> Self {
        Self {
            first,
            is_far,
            last: VecDeque::from([now]),
            since: now,
            passed: 0,
            trial: None,
            rests_until: now.at,
            narrows_from: now.at,
            waits: false,
        }
    }

    /// Gives another number of workers than the present one where a sample says so.
    ///
    /// Samples of a job that something else slows down say nothing.
    fn next(&mut self, width: usize, now: Sample, is_slowed: bool) -> Option<usize> {
        if std::mem::take(&mut self.is_far) && width < FAR {
            self.begin(now);
            return Some(FAR);
        }
        // Bytes of a copy that failed are taken back.
        let is_less = now.items < self.since.items || now.bytes < self.since.bytes;
        if is_slowed || is_less {
            self.begin(now);
            return None;
        }
        self.passed += 1;
        if self.trial.is_some() && self.passed == 1 {
            self.since = now;
            self.last = VecDeque::from([now]);
            return None;
        }
        let last = self.last.front().copied().unwrap_or(self.since);
        self.last.push_back(now);
        if self.last.len() > STRETCH {
            self.last.pop_front();
        }
        let waiting = waiting(&last, &now, width);
        let uncounted = UNCOUNTED.as_secs_f64() / (now.at - last.at).as_secs_f64().max(0.001);
        let files = (now.items - self.since.items).max(1);
        let is_large = now.bytes - self.since.bytes > LARGE * files;
        self.waits = waiting > WAITING + uncounted && !is_large;
        let rate = rate(&self.since, &now);
        if let Some(trial) = self.trial {
            if self.passed < TRIAL || !self.is_enough(&now) {
                return None;
            }
            self.trial = None;
            let needed = if width > trial.width { GAIN } else { KEPT };
            if rate <= trial.rate * needed {
                self.rests_until = now.at + REST;
                self.begin(now);
                return Some(trial.width);
            }
            if width > trial.width {
                self.narrows_from = now.at + PROVEN;
            }
        }
        if now.at < self.rests_until || !self.is_enough(&now) {
            return None;
        }
        let next = match waiting {
            _ if self.waits => wider(width),
            ..BUSY if now.at >= self.narrows_from => self.narrower(width),
            _ => width,
        };
        if next == width {
            return None;
        }
        self.trial = Some(Trial { width, rate });
        self.begin(now);
        Some(next)
    }

    /// Begins anew with more workers where more processors are free for them than in the beginning.
    fn share(&mut self, first: usize, width: usize, now: Sample) -> Option<usize> {
        let has_more = first > std::mem::replace(&mut self.first, first);
        if !has_more || first <= width {
            return None;
        }
        self.trial = None;
        self.begin(now);
        Some(first)
    }

    /// Whether enough was done for its speed to say something.
    fn is_enough(&self, now: &Sample) -> bool {
        let (items, time) = ENOUGH;
        now.items - self.since.items >= items || now.at - self.since.at >= time
    }

    fn begin(&mut self, now: Sample) {
        self.since = now;
        self.last = VecDeque::from([now]);
        self.passed = 0;
    }

    fn narrower(&self, width: usize) -> usize {
        if width <= FIRST_STEP { self.first } else { (width / 2).max(self.first) }
    }
}

/// The next number of workers to try.
fn wider(width: usize) -> usize {
    (width * 2).clamp(FIRST_STEP, MOST_WIDE)
}

/// The share of their time for which workers neither ran nor waited for a processor.
fn waiting(last: &Sample, now: &Sample, width: usize) -> f64 {
    let all = (now.at - last.at).as_secs_f64() * width as f64;
    1.0 - now.ran.saturating_sub(last.ran).as_secs_f64() / all.max(0.001)
}

/// What was done per second: a file costs about as much as 64 KiB more of another.
fn rate(since: &Sample, now: &Sample) -> f64 {
    // What a copy that failed had counted is taken back.
    let bytes = now.bytes.saturating_sub(since.bytes);
    let work = now.items.saturating_sub(since.items) as f64 + bytes as f64 / 65_536.0;
    work / (now.at - since.at).as_secs_f64().max(0.001)
}

#[cfg(test)]
mod tests;
