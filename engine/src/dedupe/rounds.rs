//! Takes the collected files through the rounds: each is a list of units, of which every worker takes the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Deduper;
use crate::walk::Walk;
use crate::walk::wide::MOST_WIDE;
use crate::walk::worker::Worker;
use fcp_sys::lock;

/// Files or classes in a unit; the work on one takes some microseconds at least.
const BATCH: usize = 32;

/// A round; the module says what is done in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Round {
    Devices,
    Storage,
    Heads,
    Contents,
}

/// The units of a round that no worker has taken yet.
#[derive(Debug)]
pub(super) struct Turns {
    round: Round,
    units: usize,
    next: AtomicUsize,
}

impl Turns {
    /// Lets the workers take the units of a round.
    pub(super) fn begin(
        walk: &Arc<Walk<Deduper>>,
        pool: &rayon::ThreadPool,
        round: Round,
        units: usize,
    ) {
        let turns = Arc::new(Self { round, units, next: AtomicUsize::new(0) });
        // More workers may come later than are there now.
        for _ in 0..units.min(MOST_WIDE.max(walk.width())) {
            let turns = Arc::clone(&turns);
            walk.spawn_on(pool, move |walk, worker| turns.take(walk, worker));
        }
    }

    fn take(self: Arc<Self>, walk: &Arc<Walk<Deduper>>, worker: &mut Worker) {
        let unit = self.next.fetch_add(1, Ordering::Relaxed);
        if unit >= self.units || !walk.visitor.job.goes_on(worker) {
            return;
        }
        walk.visitor.work_on(worker, self.round, unit);
        walk.spawn(move |walk, worker| self.take(walk, worker));
    }
}

impl Deduper {
    /// Begins the next round; gives it with the number of its units.
    pub(super) fn next_round(&self) -> Option<(Round, usize)> {
        let mut round = lock(&self.round);
        let (next, units) = match *round {
            None => {
                let collected = std::mem::take(&mut *lock(&self.collected));
                (Round::Devices, self.found.get_or_init(|| collected).devices.len())
            }
            Some(Round::Devices) => {
                let candidates = self.candidates.get_or_init(|| self.find_candidates());
                (Round::Storage, candidates.len().div_ceil(BATCH))
            }
            Some(Round::Storage) => {
                let classes = self.classes.get_or_init(|| self.make_classes());
                (Round::Heads, classes.len().div_ceil(BATCH))
            }
            Some(Round::Heads) => {
                let (groups, units) = self.make_groups();
                self.groups.get_or_init(|| groups);
                (Round::Contents, self.units.get_or_init(|| units).len())
            }
            Some(Round::Contents) => return None,
        };
        *round = Some(next);
        Some((next, units))
    }

    fn work_on(&self, worker: &mut Worker, round: Round, unit: usize) {
        match round {
            Round::Devices => self.look_at_device(worker, unit as u32),
            Round::Storage => {
                let candidates = self.candidates.get().map_or(&[][..], Vec::as_slice);
                let batch = candidates.chunks(BATCH).nth(unit).unwrap_or_default();
                self.look_at_storage(worker, batch);
            }
            Round::Heads => {
                let count = self.classes.get().map_or(0, Vec::len);
                let batch: Vec<u32> =
                    (unit * BATCH..count.min((unit + 1) * BATCH)).map(|it| it as u32).collect();
                self.hash_ends(worker, &batch);
            }
            Round::Contents => {
                if let Some(unit) = self.units.get().and_then(|units| units.get(unit)) {
                    self.finish(worker, *unit);
                }
            }
        }
    }
}
