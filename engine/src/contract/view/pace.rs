//! Computes speed and time left from samples of two counters.

use std::collections::VecDeque;

/// Microseconds over which the current speed is taken: long enough to be calm, short enough to
/// follow a device that changes its mind.
const WINDOW: u64 = 4_000_000;

/// Microseconds below which two samples say nothing about speed.
const SHORTEST: u64 = 250_000;

/// Microseconds between kept samples, so that a flood of events costs no memory.
const SPACING: u64 = 100_000;

/// Microseconds of one sample of the history.
const BEAT: u64 = 1_000_000;

/// Microseconds of work before a time left is named; caches make the first moments too fast.
const WARM_UP: u64 = 2_000_000;

/// Samples in the history: a minute of one second each.
pub const HISTORY: usize = 60;

/// Newest samples of the history that make the steady speed.
const STEADY: usize = 24;

/// A speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Speed {
    /// Bytes per second.
    pub bytes: u64,
    /// Items per second.
    pub items: u64,
}

/// A range of time left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eta {
    /// Microseconds left at the fastest recent speed.
    pub lo: u64,
    /// Microseconds left at the slowest recent speed.
    pub hi: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    at: u64,
    bytes: u64,
    items: u64,
}

impl Sample {
    fn speed_to(self, later: Self, now: u64) -> Speed {
        let span = now.saturating_sub(self.at);
        if span < SHORTEST {
            return Speed::default();
        }
        let per_second = |count: u64| (count as f64 * 1e6 / span as f64) as u64;
        Speed {
            bytes: per_second(later.bytes.saturating_sub(self.bytes)),
            items: per_second(later.items.saturating_sub(self.items)),
        }
    }
}

/// Follows the speed of one job through its stretches of work.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    /// Samples of this stretch: those inside the window and one at or before its edge.
    samples: VecDeque<Sample>,
    /// Counters when the job first started to work.
    origin: Option<Sample>,
    /// The newest counters.
    newest: Sample,
    history: VecDeque<Speed>,
    /// The most of each in any second so far.
    peak: Speed,
    /// Counters at the last beat of the history.
    beat: Sample,
    /// Microseconds of work in earlier stretches.
    worked: u64,
    /// When this stretch of work began.
    since: Option<u64>,
}

impl Pace {
    /// Begins a stretch of work.
    pub(super) fn start(&mut self, at: u64, (bytes, items): (u64, u64)) {
        let sample = Sample { at, bytes, items };
        self.origin.get_or_insert(sample);
        self.newest = sample;
        self.beat = sample;
        self.samples.clear();
        self.samples.push_back(sample);
        self.since.get_or_insert(at);
    }

    /// Ends a stretch of work; what happens until the next one counts for no speed.
    pub(super) fn stop(&mut self, at: u64) {
        self.worked = self.active(at);
        self.since = None;
        self.samples.clear();
    }

    /// Takes the counters at a moment.
    pub(super) fn sample(&mut self, at: u64, (bytes, items): (u64, u64)) {
        if self.since.is_none() {
            return;
        }
        let sample = Sample { at, bytes, items };
        self.newest = sample;
        // The last sample always stays current; only spaced ones stay behind it.
        if self.samples.len() >= 2
            && at.saturating_sub(self.samples[self.samples.len() - 2].at) < SPACING
        {
            self.samples.pop_back();
        }
        self.samples.push_back(sample);
        let edge = at.saturating_sub(WINDOW);
        while self.samples.len() > 2 && self.samples[1].at <= edge {
            self.samples.pop_front();
        }
        self.tick(sample);
    }

    fn tick(&mut self, sample: Sample) {
        let beats = (sample.at.saturating_sub(self.beat.at) / BEAT).min(HISTORY as u64);
        if beats == 0 {
            return;
        }
        let speed = self.beat.speed_to(sample, sample.at);
        self.peak.bytes = self.peak.bytes.max(speed.bytes);
        self.peak.items = self.peak.items.max(speed.items);
        for _ in 0..beats {
            if self.history.len() == HISTORY {
                self.history.pop_front();
            }
            self.history.push_back(speed);
        }
        self.beat = sample;
    }

    /// Gives the speed over the last seconds before `now`.
    pub(super) fn recent(&self, now: u64) -> Speed {
        let Some(last) = self.samples.back() else { return Speed::default() };
        let now = now.max(last.at);
        let edge = now.saturating_sub(WINDOW);
        let first = self.samples.iter().rev().find(|sample| sample.at <= edge);
        first.or(self.samples.front()).map_or(Speed::default(), |from| from.speed_to(*last, now))
    }

    /// Gives the speed over all stretches of work.
    pub(super) fn mean(&self, now: u64) -> Speed {
        let Some(origin) = self.origin else { return Speed::default() };
        Sample { at: 0, ..origin }.speed_to(self.newest, self.active(now))
    }

    pub(super) fn peak(&self) -> Speed {
        self.peak
    }

    pub(super) fn history(&self) -> impl ExactSizeIterator<Item = Speed> {
        self.history.iter().copied()
    }

    /// Gives the microseconds of work until `now`.
    pub(super) fn active(&self, now: u64) -> u64 {
        self.worked + self.since.map_or(0, |since| now.saturating_sub(since))
    }

    /// Gives the time for `left` more of what `of` picks: bytes or items.
    pub(super) fn eta(&self, now: u64, left: u64, of: fn(Speed) -> u64) -> Option<Eta> {
        if self.active(now) < WARM_UP {
            return None;
        }
        let recent = of(self.recent(now)) as f64;
        let newest = self.history.len().min(STEADY);
        let steady = if newest == 0 {
            recent
        } else {
            self.history.iter().rev().take(newest).map(|s| of(*s) as f64).sum::<f64>()
                / newest as f64
        };
        let (slow, fast) = (recent.min(steady), recent.max(steady));
        if slow < 1.0 {
            return None;
        }
        // A tenth to either side: even a steady device is not steadier than that.
        let time = |speed: f64| (left as f64 * 1e6 / speed) as u64;
        Some(Eta { lo: time(fast * 1.1), hi: time(slow * 0.9) })
    }
}
