//! Limits the rate of one job, or of all jobs together.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fcp_sys::lock;

/// A number of bytes per second that all who share it keep to together.
#[derive(Debug, Default)]
pub(crate) struct Limit {
    /// Bytes per second; 0 is no limit.
    rate: AtomicU64,
    /// Moment up to which the budget is spent.
    spent_until: Mutex<Option<Instant>>,
}

impl Limit {
    pub(crate) fn new(rate: u64) -> Self {
        Self { rate: AtomicU64::new(rate), spent_until: Mutex::default() }
    }

    /// Bytes per second; 0 is no limit.
    #[inline]
    pub(crate) fn rate(&self) -> u64 {
        self.rate.load(Ordering::Relaxed)
    }

    /// Changes the rate; what was spent at the old one is forgotten.
    pub(crate) fn set(&self, rate: u64) {
        self.rate.store(rate, Ordering::Relaxed);
        *lock(&self.spent_until) = None;
    }

    /// Spends the budget for `bytes` at a rate; gives the moment from which they may be moved.
    pub(crate) fn spend(&self, bytes: u64, rate: u64) -> Instant {
        let cost = Duration::from_secs_f64(bytes as f64 / rate as f64);
        let mut spent_until = lock(&self.spent_until);
        let now = Instant::now();
        // Unused budget of more than a tenth of a second does not pile up into a burst.
        let floor = now.checked_sub(Duration::from_millis(100)).unwrap_or(now);
        let start = spent_until.map_or(now, |spent| spent.max(floor));
        *spent_until = Some(start + cost);
        start
    }

    /// Largest sensible step in bytes: a tenth of a second's worth.
    pub(crate) fn largest_step(&self) -> u64 {
        match self.rate() {
            0 => u64::MAX,
            rate => (rate / 10).max(4096),
        }
    }
}
