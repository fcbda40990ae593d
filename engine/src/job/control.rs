//! Pauses, resumes, cancels and slows down jobs: the checks every worker makes between chunks.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

use fcp_sys::lock;

use crate::job::limit::Limit;

const RUN: u8 = 0;
const PAUSE: u8 = 1;
const CANCEL: u8 = 2;

/// Says that the job was cancelled and the work at hand must be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cancelled;

/// The handle that pauses, resumes and cancels a job.
#[derive(Debug)]
pub(crate) struct Control {
    state: AtomicU8,
    /// Set with `CANCEL` when the job ends because of an error, and not because the user wants it to.
    aborted: AtomicBool,
    /// Set with `CANCEL` when another process will resume the job.
    halted: AtomicBool,
    changed: Condvar,
    guard: Mutex<()>,
    limit: Limit,
    /// What all jobs of the engine keep to together.
    shared: Arc<Limit>,
}

impl Control {
    pub(crate) fn new(rate: Option<u64>, shared: Arc<Limit>) -> Self {
        Self {
            state: AtomicU8::new(RUN),
            aborted: AtomicBool::new(false),
            halted: AtomicBool::new(false),
            changed: Condvar::new(),
            guard: Mutex::new(()),
            limit: Limit::new(rate.unwrap_or(0)),
            shared,
        }
    }

    /// Called between items and chunks: waits while paused.
    #[inline]
    pub(crate) fn checkpoint(&self) -> Result<(), Cancelled> {
        if self.state.load(Ordering::Relaxed) == RUN { Ok(()) } else { self.wait() }
    }

    #[cold]
    fn wait(&self) -> Result<(), Cancelled> {
        let mut guard = lock(&self.guard);
        loop {
            match self.state.load(Ordering::Acquire) {
                RUN => return Ok(()),
                CANCEL => return Err(Cancelled),
                _ => {
                    guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Accounts for `bytes` that are about to be moved, and waits as the rate limits demand.
    #[inline]
    pub(crate) fn spend(&self, bytes: u64) -> Result<(), Cancelled> {
        if self.limit.rate() == 0 && self.shared.rate() == 0 {
            self.checkpoint()
        } else {
            self.throttle(bytes)
        }
    }

    #[cold]
    fn throttle(&self, bytes: u64) -> Result<(), Cancelled> {
        // Its own limit first: while a job waits for that, others may have what all share.
        self.keep_to(&self.limit, bytes)?;
        self.keep_to(&self.shared, bytes)?;
        self.checkpoint()
    }

    fn keep_to(&self, limit: &Limit, bytes: u64) -> Result<(), Cancelled> {
        // A wait that was reckoned at an old rate begins anew.
        loop {
            let rate = limit.rate();
            if rate == 0 {
                return Ok(());
            }
            let until = limit.spend(bytes, rate);
            let mut guard = lock(&self.guard);
            while limit.rate() == rate {
                if self.state.load(Ordering::Acquire) != RUN {
                    drop(guard);
                    return self.checkpoint();
                }
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Ok(());
                }
                (guard, _) =
                    self.changed.wait_timeout(guard, left).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Whether a rate limit holds the job up.
    pub(crate) fn is_limited(&self) -> bool {
        self.limit.rate() != 0 || self.shared.rate() != 0
    }

    /// Largest sensible step for the rate limits, in bytes.
    pub(crate) fn largest_step(&self) -> u64 {
        self.limit.largest_step().min(self.shared.largest_step())
    }

    fn set(&self, from: &[u8], to: u8) -> bool {
        let _guard = lock(&self.guard);
        let now = self.state.load(Ordering::Acquire);
        let legal = from.contains(&now);
        if legal {
            self.state.store(to, Ordering::Release);
            self.changed.notify_all();
        }
        legal
    }

    /// Stops workers at their next chunk; `false` if that changes nothing.
    pub(crate) fn pause(&self) -> bool {
        self.set(&[RUN], PAUSE)
    }

    /// Lets workers continue; `false` if that changes nothing.
    pub(crate) fn resume(&self) -> bool {
        self.set(&[PAUSE], RUN)
    }

    /// Ends the job, paused or not; `false` if that changes nothing.
    pub(crate) fn cancel(&self) -> bool {
        self.set(&[RUN, PAUSE], CANCEL)
    }

    /// Ends the job, as failed, because of an error: its policy says so, or it cannot go on.
    pub(crate) fn abort(&self) {
        self.aborted.store(true, Ordering::Release);
        self.cancel();
    }

    /// Stops the job where it is, to be resumed elsewhere; `false` if that changes nothing.
    ///
    /// Workers leave as after a cancel; what tells the two apart is [`Self::is_halted`].
    pub(crate) fn halt(&self) -> bool {
        let _guard = lock(&self.guard);
        let legal = self.state.load(Ordering::Acquire) != CANCEL;
        if legal {
            // First, so that no thread takes a halted job for one that was cancelled.
            self.halted.store(true, Ordering::Release);
            self.state.store(CANCEL, Ordering::Release);
            self.changed.notify_all();
        }
        legal
    }

    pub(crate) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Acquire)
    }

    /// Whether the next [`Self::checkpoint`] would wait or fail.
    #[inline]
    pub(crate) fn is_stopping(&self) -> bool {
        self.state.load(Ordering::Relaxed) != RUN
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.state.load(Ordering::Acquire) == PAUSE
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.state.load(Ordering::Acquire) == CANCEL
    }

    pub(crate) fn is_aborted(&self) -> bool {
        self.aborted.load(Ordering::Acquire)
    }

    /// Changes the job's own rate limit while it runs; 0 lifts it.
    pub(crate) fn set_rate(&self, rate: u64) {
        self.limit.set(rate);
        self.notice();
    }

    /// Wakes the threads that wait by an old rate, so that they read the new one.
    pub(crate) fn notice(&self) {
        // Between its check and its sleep a waiter has this.
        drop(lock(&self.guard));
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    fn control(rate: Option<u64>) -> Control {
        Control::new(rate, Arc::default())
    }

    #[test]
    fn a_paused_worker_waits_and_a_cancelled_one_leaves() {
        let control = Arc::new(control(None));
        assert!(control.pause());
        assert!(!control.pause());
        let (sender, receiver) = mpsc::channel();
        let worker = {
            let control = Arc::clone(&control);
            std::thread::spawn(move || {
                sender.send(control.checkpoint()).unwrap();
                sender.send(control.checkpoint()).unwrap();
            })
        };
        assert!(receiver.try_recv().is_err());
        assert!(control.cancel());
        assert!(!control.resume());
        assert_eq!(receiver.recv().unwrap(), Err(Cancelled));
        assert_eq!(receiver.recv().unwrap(), Err(Cancelled));
        worker.join().unwrap();
    }

    #[test]
    fn a_halt_is_no_cancel_and_comes_too_late_after_one() {
        let halted = Control::new(None, Arc::default());
        assert!(halted.pause());
        assert!(halted.halt());
        assert!(!halted.cancel());
        assert!(halted.is_halted() && halted.is_cancelled());
        assert_eq!(halted.checkpoint(), Err(Cancelled));
        let cancelled = Control::new(None, Arc::default());
        assert!(cancelled.cancel());
        assert!(!cancelled.halt());
        assert!(!cancelled.is_halted());
    }

    #[test]
    fn a_new_rate_wakes_workers_that_wait_by_the_old_one() {
        let control = Arc::new(control(Some(1)));
        control.spend(3600).unwrap();
        let (sender, receiver) = mpsc::channel();
        let other = Arc::clone(&control);
        let worker = std::thread::spawn(move || sender.send(other.spend(1)).unwrap());
        assert!(receiver.recv_timeout(Duration::from_millis(20)).is_err());
        control.set_rate(1_000_000);
        assert_eq!(receiver.recv_timeout(Duration::from_secs(60)).unwrap(), Ok(()));
        worker.join().unwrap();
    }

    #[test]
    fn the_rate_limit_is_kept() {
        let control = control(Some(1_000_000));
        let start = Instant::now();
        for _ in 0..4 {
            control.spend(50_000).unwrap();
        }
        // The first step is free, three more cost 50 ms each.
        assert!(start.elapsed() >= Duration::from_millis(149));
    }

    #[test]
    fn jobs_share_a_limit_and_hear_of_a_new_one() {
        let shared = Arc::new(Limit::new(1));
        let one = Control::new(None, Arc::clone(&shared));
        let other = Arc::new(Control::new(Some(1_000_000), Arc::clone(&shared)));
        assert_eq!(other.largest_step(), 4096);
        one.spend(3600).unwrap();
        let (sender, receiver) = mpsc::channel();
        let waiting = Arc::clone(&other);
        let worker = std::thread::spawn(move || sender.send(waiting.spend(1)).unwrap());
        assert!(receiver.recv_timeout(Duration::from_millis(20)).is_err());
        shared.set(0);
        other.notice();
        assert_eq!(receiver.recv_timeout(Duration::from_secs(60)).unwrap(), Ok(()));
        assert_eq!(other.largest_step(), 100_000);
        worker.join().unwrap();
    }

    #[test]
    fn a_job_that_keeps_to_its_own_limit_leaves_others_theirs() {
        let shared = Arc::new(Limit::new(1));
        let slow = Arc::new(Control::new(Some(1), Arc::clone(&shared)));
        slow.limit.spend(3600, 1);
        let waiting = Arc::clone(&slow);
        let worker = std::thread::spawn(move || waiting.spend(3600));
        assert!(slow.cancel());
        assert_eq!(worker.join().unwrap(), Err(Cancelled));
        // It was not to move anything yet, so it has spent nothing of what all share.
        assert!(shared.spend(1, 1) <= Instant::now());
    }
}
