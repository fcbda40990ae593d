//! Copies large files in blocks, several at a time.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::copier::{Copier, Step};
use super::ends::{DataError, Ends, Moved};
use super::existing::ExistingFile;
use super::finish::Finish;
use super::publish::Staged;
use crate::contract::error::Action;
use crate::contract::event::{Debug, Mover};
use crate::walk::Walk;
use crate::walk::item::ParkedItem;
use crate::walk::route::Route;
use crate::walk::worker::Worker;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, Meta, OwnedFd};

/// A file whose blocks are copied by several workers.
#[derive(Debug)]
struct Cut {
    item: ParkedItem,
    meta: Meta,
    old: Option<ExistingFile>,
    temporary: std::ffi::CString,
    route: Arc<Route>,
    /// Whether it must not push the files of others out of the page cache.
    passes: bool,
    /// Bytes of a block, and how many there are.
    block: u64,
    blocks: u64,
    /// The next block that no worker has begun.
    next: AtomicU64,
    /// Tasks that have not ended.
    left: AtomicUsize,
    failure: Mutex<Option<DataError>>,
    /// Bytes that all workers have counted for it.
    counted: AtomicU64,
}

impl Copier {
    /// Bytes of a block.
    pub(super) fn block_size(&self) -> u64 {
        self.job.spec.options.block_size.unwrap_or(32 << 20).max(1 << 20)
    }

    /// Copies a file that is staged under a temporary name, block by block, by all workers.
    #[allow(clippy::too_many_arguments, reason = "the parts of one step, each used once")]
    pub(super) fn copy_in_blocks(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &OwnedFd,
        meta: &Meta,
        staged: Staged,
        old: Option<&ExistingFile>,
        route: &Arc<Route>,
    ) {
        let passes = self.passes(meta);
        let ends = Ends {
            src: src.as_fd(),
            dst: staged.fd(),
            meta,
            route,
            large: None,
            passes,
            passing: None,
        };
        let mark = self.job.meter.of(worker.index).mark();
        if let Some(moved) = self.clone_whole(worker, ends) {
            let mut staged = staged;
            let finished = self.finish(worker, step, src, meta, &mut staged, old, moved);
            drop(staged);
            if self.is_taken(worker, step, meta, finished, &mark) {
                self.settle_link(worker, step, meta, false);
                self.make(worker, step);
            }
            return;
        }
        if let Err(errno) = sys::set_size(staged.fd(), meta.size) {
            drop(staged);
            self.data_failed(worker, step, meta, DataError::Sys(Action::Write, errno));
            return;
        }
        let Some(temporary) = staged.leave() else { return };
        let block = self.block_size();
        let blocks = meta.size.div_ceil(block);
        let tasks = tasks_for(blocks, self.job.workers);
        self.job.meter.of(worker.index).begin(step.node, step.item.name, meta.size);
        let cut = Arc::new(Cut {
            item: step.item.park(step.node),
            meta: *meta,
            old: old.copied(),
            temporary,
            route: Arc::clone(route),
            passes,
            block,
            blocks,
            next: AtomicU64::new(0),
            left: AtomicUsize::new(tasks),
            failure: Mutex::new(None),
            counted: AtomicU64::new(0),
        });
        for _ in 0..tasks {
            let cut = Arc::clone(&cut);
            step.walk.spawn(move |walk, worker| walk.visitor.copy_blocks(walk, worker, cut));
        }
    }

    /// Copies the next block, and lets what has waited longer run before the one after it.
    fn copy_blocks(&self, walk: &Arc<Walk<Self>>, worker: &mut Worker, cut: Arc<Cut>) {
        let n = cut.next.fetch_add(1, Ordering::Relaxed);
        if n < cut.blocks && lock(&cut.failure).is_none() {
            let (start, end) = (n * cut.block, ((n + 1) * cut.block).min(cut.meta.size));
            let mark = self.job.meter.of(worker.index).mark();
            if let Err(error) = self.block(walk, worker, &cut, start, end) {
                lock(&cut.failure).get_or_insert(error);
            }
            let counted = self.job.meter.of(worker.index).since(&mark);
            cut.counted.fetch_add(counted, Ordering::Relaxed);
            return walk.spawn(move |walk, worker| walk.visitor.copy_blocks(walk, worker, cut));
        }
        if cut.left.fetch_sub(1, Ordering::AcqRel) == 1 {
            let (node, item) = (&cut.item.node, cut.item.item());
            match worker.pair(node, self.rules) {
                Ok(pair) => self.join(worker, Step { walk, node, pair: &pair, item }, &cut),
                Err(failure) => {
                    self.abandon_link(walk, &cut.meta);
                    self.lose(worker, node, item, failure);
                }
            }
            walk.release(worker, node);
        }
    }

    fn block(
        &self,
        walk: &Arc<Walk<Self>>,
        worker: &mut Worker,
        cut: &Cut,
        start: u64,
        end: u64,
    ) -> Result<(), DataError> {
        let node = &cut.item.node;
        let pair = worker
            .pair(node, self.rules)
            .map_err(|failure| DataError::Sys(Action::Open, failure.errno))?;
        let step = Step { walk, node, pair: &pair, item: cut.item.item() };
        let src = sys::open_source(pair.src(), step.item.name, self.follows(&step))
            .map_err(|errno| DataError::Sys(Action::Open, errno))?;
        let found =
            sys::stat_fd(src.as_fd()).map_err(|errno| DataError::Sys(Action::Stat, errno))?;
        if found.id() != cut.meta.id() {
            // Blocks of two files make none.
            return Err(DataError::Sys(Action::Read, sys::Errno::STALE));
        }
        let dst = sys::open_existing(pair.dst(), &cut.temporary, false, false)
            .map_err(|errno| DataError::Sys(Action::Write, errno))?;
        let ends = Ends {
            src: src.as_fd(),
            dst: dst.as_fd(),
            meta: &cut.meta,
            route: &cut.route,
            large: None,
            passes: cut.passes,
            passing: None,
        };
        let mut moved = Moved::nothing();
        let reached = self.copy_stretch(worker, ends, start, end, &mut moved)?;
        if reached < end {
            // What is missing must not become zeros.
            ends.has_shrunk()?;
            return Err(DataError::Sys(Action::Read, sys::Errno::STALE));
        }
        sys::close(dst).map_err(|errno| DataError::Sys(Action::Close, errno))
    }

    /// Finishes a file whose blocks are all done.
    fn join(&self, worker: &mut Worker, step: Step<'_>, cut: &Cut) {
        let counted = cut.counted.load(Ordering::Relaxed);
        let failed = |worker: &mut Worker, step: Step<'_>, error| {
            // Before the user is asked, who sees the numbers.
            self.job.meter.of(worker.index).bytes.take(counted);
            self.data_failed(worker, step, &cut.meta, error);
        };
        let fd = match sys::open_existing(step.pair.dst(), &cut.temporary, false, false) {
            Ok(fd) => fd,
            Err(errno) => return failed(worker, step, DataError::Sys(Action::Write, errno)),
        };
        // From here on the temporary file is removed unless it is published.
        let mut staged = Staged::adopt(step.pair, fd, &cut.temporary);
        let failure = lock(&cut.failure).take();
        let opened = match failure {
            Some(error) => Err(error),
            None => sys::open_source(step.pair.src(), step.item.name, self.follows(&step))
                .map_err(|errno| DataError::Sys(Action::Open, errno)),
        };
        let src = match opened {
            Ok(src) => src,
            Err(error) => {
                drop(staged);
                return failed(worker, step, error);
            }
        };
        let mut moved = Moved::nothing();
        moved.bytes = cut.meta.size;
        moved.method = Some(if cut.route.range.is_possible() {
            Mover::CopyFileRange
        } else {
            Mover::ReadWrite
        });
        moved.detail.offload = Debug::Yes;
        let old = cut.old.as_ref();
        let finished = self.finish(worker, step, &src, &cut.meta, &mut staged, old, moved);
        drop(staged);
        if let Finish::Failed { error, is_there } = finished {
            let step = if is_there { step.without_retry() } else { step };
            return failed(worker, step, error);
        }
        if matches!(finished, Finish::Taken) {
            self.job.meter.of(worker.index).bytes.take(counted);
            // Another program took the name while the blocks were copied.
            self.settle_link(worker, step, &cut.meta, false);
            self.make(worker, step);
        }
    }

    fn clone_whole(&self, worker: &Worker, ends: Ends<'_>) -> Option<Moved> {
        let counters = self.job.meter.of(worker.index);
        let mut moved = Moved::nothing();
        let bytes = self.try_clone(ends, counters, &mut moved.detail).ok()??;
        moved.bytes = bytes;
        moved.method = Some(Mover::Reflink);
        Some(moved)
    }
}

/// How many tasks share the blocks of a file: one for each worker, as one for each block would be a million for a
/// terabyte.
fn tasks_for(blocks: u64, workers: usize) -> usize {
    blocks.min(workers as u64).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terabyte_in_small_blocks_needs_no_more_tasks_than_there_are_workers() {
        for (blocks, workers, tasks) in [(1 << 20, 8, 8), (3, 8, 3), (1, 1, 1), (0, 2, 1)] {
            assert_eq!(tasks_for(blocks, workers), tasks);
        }
    }
}
