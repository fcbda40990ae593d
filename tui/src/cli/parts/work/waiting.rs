//! Waits for parts that other processes copy.

use std::thread;
use std::time::{Duration, Instant};

use crate::cli::aside::PULSE;
use crate::cli::signals::{Signals, suspend};

/// Parts in a row that could not be started, after which a process leaves the others to those that can.
pub(super) const IN_VAIN: u32 = 8;

/// Waits for the parts of other processes.
pub(super) struct Waiting {
    signals: Option<Signals>,
    pause: Duration,
}

impl Waiting {
    pub(super) fn begin() -> Self {
        // Without it a signal ends the process in its own way.
        Self { signals: Signals::listen().ok(), pause: PULSE }
    }

    /// Waits, at first shortly; gives the signal that asks for an end.
    pub(super) fn rest(&mut self) -> Option<i32> {
        let until = Instant::now() + self.pause;
        // All processes ask the same server; by a fourth each time, the end is noticed a fifth of the wait late at most.
        self.pause = (self.pause * 5 / 4).min(Duration::from_secs(5));
        loop {
            if let Some(signals) = &self.signals {
                if let Some(signal) = signals.stop() {
                    return Some(signal);
                }
                if signals.take_suspend() {
                    suspend();
                }
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            thread::sleep(left.min(PULSE));
        }
    }
}
