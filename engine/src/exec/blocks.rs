//! Large files in parallel blocks.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::data::{DataError, Ends, Moved};
use super::publish::Staged;
use super::room::Old;
use super::{Copier, Step};
use crate::control::lock;
use crate::error::Action;
use crate::event::{Debug, Mover};
use crate::route::Route;
use crate::sys::{self, AsFd, Meta, OwnedFd};
use crate::walk::{ParkedItem, Walk};
use crate::worker::Worker;

/// A file whose blocks are copied by several workers.
#[derive(Debug)]
struct Cut {
    item: ParkedItem,
    meta: Meta,
    old: Option<Old>,
    temporary: std::ffi::CString,
    route: Arc<Route>,
    /// Blocks not yet copied.
    left: AtomicUsize,
    failure: Mutex<Option<DataError>>,
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
        old: Option<&Old>,
        route: &Arc<Route>,
    ) {
        let ends = Ends { src: src.as_fd(), dst: staged.fd(), meta, route, large: None };
        if let Some(moved) = self.clone_whole(worker, ends) {
            let mut staged = staged;
            if !self.finish(worker, step, src, meta, &mut staged, old, moved) {
                // The name was taken meanwhile.
                drop(staged);
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
        self.job.meter.of(worker.index).begin(step.node, step.item.name, meta.size);
        let cut = Arc::new(Cut {
            item: step.item.park(step.node),
            meta: *meta,
            old: old.copied(),
            temporary,
            route: Arc::clone(route),
            left: AtomicUsize::new(blocks as usize),
            failure: Mutex::new(None),
        });
        for n in 0..blocks {
            let cut = Arc::clone(&cut);
            let (start, end) = (n * block, ((n + 1) * block).min(meta.size));
            step.walk.spawn(move |walk, worker| {
                walk.visitor.copy_block(walk, worker, &cut, start, end);
            });
        }
    }

    fn copy_block(
        &self,
        walk: &Arc<Walk<Self>>,
        worker: &mut Worker,
        cut: &Arc<Cut>,
        start: u64,
        end: u64,
    ) {
        if lock(&cut.failure).is_none()
            && let Err(error) = self.block(walk, worker, cut, start, end)
        {
            lock(&cut.failure).get_or_insert(error);
        }
        if cut.left.fetch_sub(1, Ordering::AcqRel) == 1 {
            let (node, item) = (&cut.item.node, cut.item.item());
            match worker.pair(node, self.rules) {
                Ok(pair) => self.join(worker, Step { walk, node, pair: &pair, item }, cut),
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
        let (src, dst) = (src.as_fd(), dst.as_fd());
        let ends = Ends { src, dst, meta: &cut.meta, route: &cut.route, large: None };
        let mut moved = Moved::nothing();
        let reached = self.copy_stretch(worker, ends, start, end, &mut moved)?;
        if reached < end {
            // The file shrank; what is missing must not become zeros.
            return Err(DataError::Sys(Action::Read, sys::Errno::STALE));
        }
        Ok(())
    }

    /// Finishes a file whose blocks are all done.
    fn join(&self, worker: &mut Worker, step: Step<'_>, cut: &Cut) {
        let fd = match sys::open_existing(step.pair.dst(), &cut.temporary, false, false) {
            Ok(fd) => fd,
            Err(errno) => {
                let error = DataError::Sys(Action::Write, errno);
                return self.data_failed(worker, step, &cut.meta, error);
            }
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
                return self.data_failed(worker, step, &cut.meta, error);
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
        if !self.finish(worker, step, &src, &cut.meta, &mut staged, cut.old.as_ref(), moved) {
            // The name was taken while the blocks were copied.
            drop(staged);
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
