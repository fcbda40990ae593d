//! Small helpers that the standard library lacks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// Locks a mutex whose data stays valid even if a holder panicked.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds to a counter, which stays at the largest number where the sum is larger: files with holes may be of 8 EiB each.
pub fn add_up(counter: &AtomicU64, n: u64) {
    let sum = |counted: u64| Some(counted.saturating_add(n));
    // It always gives a sum, so that this cannot fail.
    let _counted = counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, sum);
}

/// Microseconds since the Unix epoch.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros() as u64)
}
