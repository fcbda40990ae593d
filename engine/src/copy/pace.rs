//! Chooses the size of the steps of a copy.

use std::time::{Duration, Instant};

/// Chooses steps that take about a hundredth of a second, so that progress, pause and cancel are
/// prompt on slow devices and calls are few on fast ones.
#[derive(Debug)]
pub(super) struct Pace {
    step: usize,
    adapts: bool,
    begun: Option<Instant>,
}

const SMALLEST_STEP: usize = 256 << 10;

const LARGEST_STEP: usize = 64 << 20;

impl Pace {
    pub(super) fn new(fixed: Option<u64>) -> Self {
        let step = fixed.map_or(4 << 20, |bytes| bytes.clamp(4096, LARGEST_STEP as u64) as usize);
        Self { step, adapts: fixed.is_none(), begun: None }
    }

    pub(super) fn step(&mut self) -> usize {
        if self.adapts {
            let now = Instant::now();
            if let Some(begun) = self.begun.replace(now) {
                let took = now - begun;
                if took < Duration::from_millis(8) {
                    self.step = (self.step * 2).min(LARGEST_STEP);
                } else if took > Duration::from_millis(40) {
                    self.step = (self.step / 2).max(SMALLEST_STEP);
                }
            }
        }
        self.step
    }
}
