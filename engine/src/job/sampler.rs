//! Samples a job's counters ten times a second while it has subscribers, and starts its count.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::ThreadPool;

use crate::contract::event::{Event, Progress};
use crate::job::Job;
use crate::job::depth::Depth;
use crate::walk::target::Target;
use crate::walk::{Visitor, Walk};

const PERIOD: Duration = Duration::from_millis(100);

/// Jobs that end sooner are not worth a count.
const COUNT_AFTER: Duration = Duration::from_millis(300);

/// Counts the totals of a running job on a thread of its own.
pub(crate) type CountBeside = fn(&Arc<Job>, &Target);

/// Runs on the job's own thread, which otherwise only waits.
#[derive(Debug)]
pub(crate) struct Sampler<'a> {
    job: &'a Arc<Job>,
    target: &'a Target,
    began: Instant,
    due: Instant,
    last: Option<Progress>,
    /// What counts the totals, until it does.
    count: Option<CountBeside>,
    /// What finds the best number of workers, where that is free, and the pool that the job begins with.
    depth: Option<(Depth, &'a ThreadPool)>,
}

impl<'a> Sampler<'a> {
    pub(crate) fn new(job: &'a Arc<Job>, target: &'a Target, count: Option<CountBeside>) -> Self {
        let began = Instant::now();
        Self { job, target, began, due: began + PERIOD, last: None, count, depth: None }
    }

    /// Has the number of workers, which are those of a pool at first, follow what the samples say.
    pub(crate) fn with_depth(self, depth: Option<Depth>, first: &'a ThreadPool) -> Self {
        Self { depth: depth.map(|depth| (depth, first)), ..self }
    }

    /// Waits until `decide`, which is given the number of tasks left, gives a verdict.
    pub(crate) fn watch<V: Visitor, R>(
        &mut self,
        walk: &Arc<Walk<V>>,
        decide: impl Fn(usize) -> Option<R>,
    ) -> R {
        loop {
            let due = self.depth.as_ref().map(|(depth, _)| depth.due());
            let due = due.map_or(self.due, |due| self.due.min(due));
            let timeout = due.saturating_duration_since(Instant::now());
            if let Some(verdict) = walk.wait(timeout, &decide) {
                return verdict;
            }
            self.look();
            if let Some((depth, first)) = &mut self.depth {
                depth.look(self.job, walk, first);
            }
        }
    }

    /// Takes a sample if it is time to.
    pub(crate) fn look(&mut self) {
        if Instant::now() >= self.due {
            self.due += PERIOD;
            if let Some(recorder) = &self.job.recorder {
                recorder.keep_up();
            }
            self.sample();
        }
    }

    fn sample(&mut self) {
        if !self.job.hub.is_heard() {
            return;
        }
        if self.began.elapsed() >= COUNT_AFTER
            && let Some(count) = self.count.take()
        {
            count(self.job, self.target);
        }
        let progress = self.job.meter.sample(self.job.control.is_paused());
        if self.last.as_ref() != Some(&progress) {
            self.last = Some(progress.clone());
            self.job.hub.tell(Event::Progress { job: self.job.id, progress });
        }
    }
}
