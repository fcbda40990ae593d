//! Pause, resume, cancel and rate limit: the checks every worker makes between chunks.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Locks a mutex whose data stays valid even if a holder panicked.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

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
    /// Set with `CANCEL` when an error was answered with abort.
    aborted: AtomicBool,
    /// Set with `CANCEL` when another process is to go on with the job.
    halted: AtomicBool,
    changed: Condvar,
    guard: Mutex<()>,
    /// Bytes per second; 0 is no limit.
    rate: AtomicU64,
    bucket: Mutex<Bucket>,
}

#[derive(Debug)]
struct Bucket {
    /// Moment up to which the budget is spent.
    spent_until: Option<Instant>,
}

impl Control {
    pub(crate) fn new(rate: Option<u64>) -> Self {
        Self {
            state: AtomicU8::new(RUN),
            aborted: AtomicBool::new(false),
            halted: AtomicBool::new(false),
            changed: Condvar::new(),
            guard: Mutex::new(()),
            rate: AtomicU64::new(rate.unwrap_or(0)),
            bucket: Mutex::new(Bucket { spent_until: None }),
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

    /// Accounts for `bytes` that are about to be moved, and waits as the rate limit demands.
    #[inline]
    pub(crate) fn spend(&self, bytes: u64) -> Result<(), Cancelled> {
        let rate = self.rate.load(Ordering::Relaxed);
        if rate == 0 { self.checkpoint() } else { self.throttle(bytes, rate) }
    }

    #[cold]
    fn throttle(&self, bytes: u64, rate: u64) -> Result<(), Cancelled> {
        let cost = Duration::from_secs_f64(bytes as f64 / rate as f64);
        let until = {
            let mut bucket = lock(&self.bucket);
            let now = Instant::now();
            // Unused budget of more than a tenth of a second does not pile up into a burst.
            let floor = now.checked_sub(Duration::from_millis(100)).unwrap_or(now);
            let start = bucket.spent_until.map_or(now, |spent| spent.max(floor));
            bucket.spent_until = Some(start + cost);
            start
        };
        let mut guard = lock(&self.guard);
        loop {
            if self.state.load(Ordering::Acquire) != RUN {
                drop(guard);
                return self.checkpoint();
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            if self.rate.load(Ordering::Relaxed) != rate {
                // The wait was reckoned at the old rate.
                drop(guard);
                return self.spend(bytes);
            }
            (guard, _) =
                self.changed.wait_timeout(guard, left).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Largest sensible step for the rate limit: a tenth of a second's worth.
    pub(crate) fn largest_step(&self) -> u64 {
        match self.rate.load(Ordering::Relaxed) {
            0 => u64::MAX,
            rate => (rate / 10).max(4096),
        }
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

    /// Lets workers go on; `false` if that changes nothing.
    pub(crate) fn resume(&self) -> bool {
        self.set(&[PAUSE], RUN)
    }

    /// Ends the job, paused or not; `false` if that changes nothing.
    pub(crate) fn cancel(&self) -> bool {
        self.set(&[RUN, PAUSE], CANCEL)
    }

    /// Ends the job because an error was answered so.
    pub(crate) fn abort(&self) {
        self.aborted.store(true, Ordering::Release);
        self.cancel();
    }

    /// Stops the job where it is, so that it can go on elsewhere; `false` if that changes nothing.
    ///
    /// Workers leave as after a cancel; what tells the two apart is [`Self::is_halted`].
    pub(crate) fn halt(&self) -> bool {
        let _guard = lock(&self.guard);
        let legal = self.state.load(Ordering::Acquire) != CANCEL;
        if legal {
            // First, so that nobody sees a halted job as one that was cancelled.
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

    /// Changes the rate limit of running work; 0 lifts it.
    pub(crate) fn set_rate(&self, rate: u64) {
        // Whoever waits by the old rate is between its check and its sleep only while it has this.
        let _guard = lock(&self.guard);
        self.rate.store(rate, Ordering::Relaxed);
        lock(&self.bucket).spent_until = None;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::mpsc;

    #[test]
    fn a_paused_worker_waits_and_a_cancelled_one_leaves() {
        let control = Arc::new(Control::new(None));
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
        let halted = Control::new(None);
        assert!(halted.pause());
        assert!(halted.halt());
        assert!(!halted.cancel());
        assert!(halted.is_halted() && halted.is_cancelled());
        assert_eq!(halted.checkpoint(), Err(Cancelled));
        let cancelled = Control::new(None);
        assert!(cancelled.cancel());
        assert!(!cancelled.halt());
        assert!(!cancelled.is_halted());
    }

    #[test]
    fn a_new_rate_frees_who_waits_by_the_old_one() {
        let control = Arc::new(Control::new(Some(1)));
        control.spend(3600).unwrap();
        let (sender, receiver) = mpsc::channel();
        let other = Arc::clone(&control);
        let worker = std::thread::spawn(move || sender.send(other.spend(1)).unwrap());
        assert!(receiver.recv_timeout(Duration::from_millis(20)).is_err());
        control.set_rate(1_000_000);
        assert_eq!(receiver.recv_timeout(Duration::from_secs(5)).unwrap(), Ok(()));
        worker.join().unwrap();
    }

    #[test]
    fn the_rate_limit_is_kept() {
        let control = Control::new(Some(1_000_000));
        let start = Instant::now();
        for _ in 0..4 {
            control.spend(50_000).unwrap();
        }
        // The first step is free, three more cost 50 ms each.
        assert!(start.elapsed() >= Duration::from_millis(149));
    }
}
