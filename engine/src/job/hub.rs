//! Hands events to every subscriber, in order, without letting a slow one stop the work.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use crate::contract::event::{Envelope, Event, JobId, SkipReason};
use fcp_sys::{lock, now};

/// Item events that may wait for a reader before the job's workers wait for it, too.
///
/// Facts are never dropped, and memory is bounded, so a reader that asked for every item must take
/// them. All other facts are few and never wait.
const BACKLOG: usize = 1 << 14;

/// Item events that wake a reader that dozes.
const BATCH: usize = 256;

/// How long a reader of item events dozes before it looks for more.
///
/// Woken for each item, a mirror of 100,000 unchanged files spent two futex calls and two context
/// switches on each of them.
const DOZE: Duration = Duration::from_millis(10);

/// What a reader wants to be told of single items; it is told of all that fail.
#[derive(Clone, Copy, Debug)]
struct Interest {
    /// The beginning and the end of each.
    items: bool,
    /// Those that a policy or a filter leaves alone.
    left_alone: bool,
}

impl Interest {
    fn covers(self, event: &Event) -> bool {
        match event {
            Event::ItemStarted { .. } | Event::ItemDone { .. } => self.items,
            Event::ItemSkipped { reason, .. } => self.left_alone || !is_left_alone(*reason),
            Event::Hello { .. }
            | Event::Bye { .. }
            | Event::Reply { .. }
            | Event::JobQueued { .. }
            | Event::JobPlaced { .. }
            | Event::JobRemoved { .. }
            | Event::JobStarted { .. }
            | Event::JobTotals { .. }
            | Event::JobPaused { .. }
            | Event::JobResumed { .. }
            | Event::JobPhase { .. }
            | Event::JobPlan { .. }
            | Event::ItemFailed { .. }
            | Event::Warning { .. }
            | Event::QuestionAsked { .. }
            | Event::QuestionAnswered { .. }
            | Event::Progress { .. }
            | Event::JobSummary { .. } => true,
        }
    }
}

/// Whether an item was skipped because the request says so and not because something went wrong.
fn is_left_alone(reason: SkipReason) -> bool {
    match reason {
        SkipReason::Policy | SkipReason::NotNewer | SkipReason::Same | SkipReason::Filtered => true,
        SkipReason::Unanswered
        | SkipReason::Cancelled
        | SkipReason::Duplicate
        | SkipReason::Missing
        | SkipReason::NotEmpty
        | SkipReason::Special => false,
    }
}

#[derive(Debug)]
struct Queue {
    interest: Interest,
    state: Mutex<QueueState>,
    filled: Condvar,
    drained: Condvar,
}

#[derive(Debug, Default)]
struct QueueState {
    events: VecDeque<Envelope>,
    /// Newest progress of each job that the reader has not seen.
    progress: Vec<(JobId, Envelope)>,
    seq: u64,
    /// The reader has left.
    is_left: bool,
    /// Threads that wait for an event, and for room. A wake-up costs a system call even if no
    /// thread waits, and there may be one event per item.
    readers: usize,
    writers: usize,
    /// The last event that was read is one of an item: more of them follow, and are read in batches.
    is_of_items: bool,
    /// What came since the reader began to doze can wait until it has.
    is_dozing: bool,
}

/// An ordered stream of events.
///
/// Facts wait here until they are read; `seq` counts them from 1. Progress does not pile up: a
/// slow reader sees the newest.
#[derive(Debug)]
pub struct Events {
    queue: Arc<Queue>,
}

/// Knows all subscribers.
#[derive(Debug, Default)]
pub(crate) struct Hub {
    queues: Mutex<Vec<Weak<Queue>>>,
    /// Some reader wants, or wanted, items that are left alone.
    tells_left_alone: AtomicBool,
}

impl Hub {
    /// Adds a subscriber, whose stream begins with `first`.
    pub(crate) fn subscribe(&self, first: impl FnOnce() -> Vec<Event>) -> Events {
        self.add(Interest { items: true, left_alone: true }, first)
    }

    /// Adds a subscriber who does not want to hear of items that are left alone.
    pub(crate) fn subscribe_to_changes(&self, first: impl FnOnce() -> Vec<Event>) -> Events {
        self.add(Interest { items: true, left_alone: false }, first)
    }

    /// Adds a subscriber who does not want to hear of each item that begins or is done.
    pub(crate) fn subscribe_to_jobs(&self) -> Events {
        self.add(Interest { items: false, left_alone: true }, Vec::new)
    }

    /// Adds a subscriber who shows a job in the queue while it runs elsewhere: counts, failures and questions.
    pub(crate) fn subscribe_as_guest(&self) -> Events {
        self.add(Interest { items: false, left_alone: false }, Vec::new)
    }

    /// Whether a reader is told of an item that is skipped for this reason.
    ///
    /// Two paths and an event for each of 100,000 unchanged files take longer than looking at them.
    pub(crate) fn tells_skip(&self, reason: SkipReason) -> bool {
        !is_left_alone(reason) || self.tells_left_alone.load(Ordering::Relaxed)
    }

    fn add(&self, interest: Interest, first: impl FnOnce() -> Vec<Event>) -> Events {
        let mut queues = lock(&self.queues);
        if interest.left_alone {
            self.tells_left_alone.store(true, Ordering::Relaxed);
        }
        let queue = Arc::new(Queue {
            interest,
            state: Mutex::default(),
            filled: Condvar::new(),
            drained: Condvar::new(),
        });
        for event in first() {
            queue.push(event);
        }
        queues.push(Arc::downgrade(&queue));
        Events { queue }
    }

    /// Whether there are subscribers.
    pub(crate) fn is_heard(&self) -> bool {
        lock(&self.queues).iter().any(|queue| queue.strong_count() > 0)
    }

    /// Sends an event to all subscribers.
    pub(crate) fn tell(&self, event: Event) {
        self.tell_change(|| Some(event));
    }

    /// Makes a change and reports it to all subscribers, while no other thread subscribes or sends.
    ///
    /// So a new subscriber sees a change in its snapshot or as an event, never both or neither.
    /// The lock of the hub comes before those of a job, which must not be held here.
    pub(crate) fn tell_change<E: IntoIterator<Item = Event>>(&self, change: impl FnOnce() -> E) {
        let mut queues = lock(&self.queues);
        for event in change() {
            Self::push(&mut queues, event);
        }
    }

    fn push(queues: &mut Vec<Weak<Queue>>, event: Event) {
        queues.retain(|queue| queue.strong_count() > 0);
        if let [only] = queues.as_slice() {
            if let Some(queue) = only.upgrade().filter(|queue| queue.interest.covers(&event)) {
                queue.push(event);
            }
            return;
        }
        for queue in queues.iter().filter_map(Weak::upgrade) {
            if queue.interest.covers(&event) {
                queue.push(event.clone());
            }
        }
    }

    /// Waits while a reader is too far behind; `goes_on` is asked now and then.
    pub(crate) fn wait_for_readers(&self, goes_on: impl Fn() -> bool) {
        let queues: Vec<Weak<Queue>> = lock(&self.queues).clone();
        for queue in queues {
            while let Some(queue) = queue.upgrade() {
                let state = lock(&queue.state);
                if state.events.len() < BACKLOG || state.is_left || !goes_on() {
                    break;
                }
                let mut state = state;
                state.writers += 1;
                (state, _) = queue
                    .drained
                    .wait_timeout(state, Duration::from_millis(50))
                    .unwrap_or_else(PoisonError::into_inner);
                state.writers = state.writers.saturating_sub(1);
            }
        }
    }
}

impl Queue {
    fn push(&self, event: Event) {
        let mut state = lock(&self.state);
        if state.is_left {
            return;
        }
        let at = now();
        let can_wait = is_of_item(&event);
        if let Event::Progress { job, .. } = event {
            let envelope = Envelope { seq: None, at, event };
            match state.progress.iter_mut().find(|(known, _)| *known == job) {
                Some((_, newest)) => *newest = envelope,
                None => state.progress.push((job, envelope)),
            }
        } else {
            // A job's last counters must not come after its end.
            if let Event::JobSummary { job, .. } = &event {
                state.progress.retain(|(known, _)| known != job);
            }
            state.seq += 1;
            let seq = Some(state.seq);
            state.events.push_back(Envelope { seq, at, event });
        }
        if !can_wait || state.events.len() >= BATCH {
            state.is_dozing = false;
        }
        if state.readers > 0 && !state.is_dozing {
            self.filled.notify_one();
        }
    }

    /// Waits for an event; the caller looks whether there is one.
    fn wait<'a>(
        &'a self,
        mut state: MutexGuard<'a, QueueState>,
        timeout: Duration,
    ) -> MutexGuard<'a, QueueState> {
        state.readers += 1;
        (state, _) = self
            .filled
            .wait_timeout_while(state, timeout, |state| state.is_dozing || state.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        state.readers -= 1;
        state
    }

    /// Wakes the threads that wait for room.
    fn make_room(&self, state: &QueueState) {
        if state.writers > 0 && state.events.len() < BACKLOG {
            self.drained.notify_all();
        }
    }
}

/// Whether there may be one such event, or more, for each item of a job.
fn is_of_item(event: &Event) -> bool {
    matches!(event, Event::ItemStarted { .. } | Event::ItemDone { .. } | Event::ItemSkipped { .. })
}

impl QueueState {
    fn is_empty(&self) -> bool {
        self.events.is_empty() && self.progress.is_empty()
    }

    fn pop(&mut self) -> Option<Envelope> {
        let fact = self.events.front();
        // In order of time, or progress would never come to a reader that always lags.
        let due = self
            .progress
            .iter()
            .position(|(_, progress)| fact.is_none_or(|fact| progress.at < fact.at));
        let next = match due {
            Some(due) => Some(self.progress.remove(due).1),
            None => self.events.pop_front(),
        };
        if let Some(Envelope { event, .. }) = &next {
            self.is_of_items = is_of_item(event);
        }
        next
    }
}

impl Drop for Events {
    /// Frees those who wait: other waiting workers keep the queue alive, so that it must be told.
    fn drop(&mut self) {
        let mut state = lock(&self.queue.state);
        *state = QueueState { is_left: true, ..QueueState::default() };
        self.queue.drained.notify_all();
    }
}

impl Events {
    /// Waits for the next event; `None` after `timeout` without one.
    pub fn next_within(&self, timeout: Duration) -> Option<Envelope> {
        let mut state = lock(&self.queue.state);
        let began = Instant::now();
        if state.is_empty() && state.is_of_items && timeout > DOZE {
            state.is_dozing = true;
            state = self.queue.wait(state, DOZE);
            state.is_dozing = false;
        }
        if state.is_empty() {
            state = self.queue.wait(state, timeout.saturating_sub(began.elapsed()));
        }
        let next = state.pop();
        self.queue.make_room(&state);
        next
    }

    /// Whether so many events wait that workers may soon have to wait for them to be read.
    pub(crate) fn is_long(&self) -> bool {
        lock(&self.queue.state).events.len() >= BACKLOG / 4
    }

    /// Gives the next event if there is one.
    pub fn try_next(&self) -> Option<Envelope> {
        self.take(1).pop()
    }

    /// Gives the events that are there, but not more than `most`, in order.
    pub fn take(&self, most: usize) -> Vec<Envelope> {
        let mut state = lock(&self.queue.state);
        let taken: Vec<Envelope> = std::iter::from_fn(|| state.pop()).take(most).collect();
        self.queue.make_room(&state);
        taken
    }
}

#[cfg(test)]
mod tests;
