//! Looks at the filesystems of the collected files, and leaves out what no other file can be equal to.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use super::Deduper;
use super::sets::Looked;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, Totals};
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, lock};

/// Files of a device that are tried until one can be opened.
const TRIES: usize = 1_000;

impl Deduper {
    /// Looks at a device by one of its files, and flushes it: only then its storage is told.
    pub(super) fn look_at_device(&self, worker: &mut Worker, number: u32) {
        let found = self.found();
        let Some(dev) = found.devices.get(number as usize).copied() else { return };
        let mut looked = Looked { device: number, id: dev.into(), unable: None };
        // The first ones may be those of another user.
        for file in found.files.iter().filter(|file| file.device == number).take(TRIES) {
            let Ok((fd, _)) = self.open(worker, *file) else { continue };
            looked.id = sys::storage_id(fd.as_fd(), dev);
            // What does not reach the disk now has no known place, and is left out.
            sys::best_effort(sys::sync_filesystem(fd.as_fd()));
            if !sys::can_share(fd.as_fd(), file.size) {
                let Some((base, path)) = found.way_to(*file) else { continue };
                let is_file = base.parent.is_none();
                let place = if is_file { base.src_path(&path) } else { base.own_src_path() };
                looked.unable = Some((place, sys::filesystem_name(fd.as_fd())));
            }
            break;
        }
        lock(&self.looked).push(looked);
    }

    /// Finds the files whose size others on their filesystem have, too, and refuses filesystems that cannot
    /// share.
    pub(super) fn find_candidates(&self) -> Vec<u32> {
        let found = self.found();
        let looked = std::mem::take(&mut *lock(&self.looked));
        let mut numbers: HashMap<u128, u32> = HashMap::new();
        let mut filesystems = vec![0; found.devices.len()];
        for it in &looked {
            let next = numbers.len() as u32;
            let number = *numbers.entry(it.id).or_insert(next);
            if let Some(filesystem) = filesystems.get_mut(it.device as usize) {
                *filesystem = number;
            }
        }
        let filesystems = self.filesystems.get_or_init(|| filesystems);
        let filesystem =
            |device: u32| filesystems.get(device as usize).copied().unwrap_or_default();
        let mut files: Vec<u32> = (0..found.files.len() as u32).collect();
        let key = |number: u32| {
            let file = self.file(number);
            (filesystem(file.device), file.size, file.device, file.inode)
        };
        files.sort_unstable_by_key(|number| (key(*number), *number));
        // Names of one inode, and what was met twice.
        files.dedup_by_key(|number| key(*number));
        let size = |number: u32| (key(number).0, key(number).1);
        let mut candidates = several(&files, |one, other| size(one) == size(other));
        for it in looked {
            let Some((path, name)) = it.unable else { continue };
            let refused = filesystem(it.device);
            let stays = |number: &u32| filesystem(self.file(*number).device) != refused;
            if self.is_dry() {
                let is_some = !candidates.iter().all(stays);
                self.counted.unable.fetch_or(is_some, Ordering::Relaxed);
                continue;
            }
            let before = candidates.len();
            candidates.retain(stays);
            if candidates.len() < before {
                let error = OpError::refused(Action::Dedupe, Code::Unsupported, path.clone());
                self.job.failed(usize::MAX, path, error.on(name));
                if candidates.is_empty() {
                    self.job.control.abort();
                }
            }
        }
        let bytes = candidates.iter().map(|number| self.file(*number).size).sum();
        let items = candidates.len() as u64;
        let totals = Totals { items, bytes: Some(bytes), complete: true };
        *lock(&self.job.meter.totals) = Some(totals);
        self.job.hub.tell(Event::JobTotals { job: self.job.id, totals });
        candidates
    }

    /// What files that may be equal have in common: filesystem and size.
    pub(super) fn size_of(&self, number: u32) -> (u32, u64) {
        let file = self.file(number);
        let filesystems = self.filesystems.get();
        let filesystem = filesystems.and_then(|all| all.get(file.device as usize));
        (filesystem.copied().unwrap_or_default(), file.size)
    }
}

/// Keeps the sorted items of which there are several alike.
pub(super) fn several<T: Copy>(items: &[T], alike: impl Fn(T, T) -> bool) -> Vec<T> {
    let mut kept = Vec::new();
    for run in items.chunk_by(|one, other| alike(*one, *other)) {
        if run.len() > 1 {
            kept.extend_from_slice(run);
        }
    }
    kept
}
