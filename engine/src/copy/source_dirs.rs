//! Removes the source directories of a move in order, many after one flush.

use std::sync::atomic::Ordering;
use std::sync::{Arc, TryLockError};

use super::batch::Counted;
use super::copier::Copier;
use crate::contract::error::{Action, OpError};
use crate::contract::event::{Op, SkipReason};
use crate::contract::spec::Verb;
use crate::walk::Visitor;
use crate::walk::node::DirNode;
use crate::walk::worker::Worker;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, Errno, Sys};

/// Directories after which their counterparts are flushed.
const MOST: usize = 1024;

/// Directories for which no whole filesystem is flushed.
const FEW: usize = 4;

impl Copier {
    /// Lets the source of a finished directory go.
    pub(super) fn depart(&self, worker: &mut Worker, node: &Arc<DirNode>) {
        if self.unpacks() {
            if self.job.spec.verb == Verb::Move && !node.keeps() {
                self.leave_stage(worker, node);
            }
            // Otherwise it is removed with the stage.
            return self.job.dir_done(worker, node, Op::MakeDir);
        }
        let departures = &self.departures;
        if node.keeps() {
            return self.dir_stays(worker, node, None);
        }
        let waits = node.created || node.crosses() || departures.count.load(Ordering::Acquire) > 0;
        if !waits {
            return self.remove_source_dir(worker, node);
        }
        departures.count.fetch_add(1, Ordering::AcqRel);
        let many = {
            let mut list = lock(&departures.list);
            list.push(Arc::clone(node));
            list.len() >= MOST
        };
        if many {
            self.remove_departed(worker, MOST);
        }
    }

    /// Removes a directory from the stage of a move between machines: what stays there also stays at the other end.
    fn leave_stage(&self, worker: &mut Worker, node: &Arc<DirNode>) {
        if let Some(parent) = &node.parent
            && let Ok(pair) = worker.above(node, parent, self.rules)
        {
            sys::best_effort(sys::remove_dir(pair.src(), &node.src_name));
        }
    }

    /// Removes the directories that wait, while there are at least so many.
    pub(super) fn remove_departed(&self, worker: &mut Worker, least: usize) {
        let _turn = match self.departures.turn.try_lock() {
            Ok(turn) => turn,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            // The worker that holds the turn also handles what was added in the meantime.
            Err(TryLockError::WouldBlock) => return,
        };
        loop {
            let nodes = {
                let mut list = lock(&self.departures.list);
                if list.len() < least.max(1) {
                    return;
                }
                std::mem::take(&mut *list)
            };
            let _counted = Counted { count: &self.departures.count, amount: nodes.len() };
            let flushed = self.flush_directories(worker, &nodes);
            for node in nodes {
                match flushed {
                    Ok(()) => self.remove_source_dir(worker, &node),
                    Err(errno) => {
                        let error = OpError::new(Action::Sync, node.own_dst_path(), errno);
                        self.dir_stays(worker, &node, Some(error));
                    }
                }
            }
        }
    }

    /// Makes the counterparts of directories safe, with their metadata and names.
    fn flush_directories(&self, worker: &mut Worker, nodes: &[Arc<DirNode>]) -> Sys<()> {
        if self.job.control.is_cancelled() {
            // They stay then.
            return Ok(());
        }
        if nodes.len() <= FEW {
            return nodes.iter().try_for_each(|node| self.sync_names(worker, node, c"."));
        }
        let mut flushed: Vec<u64> = Vec::new();
        // From the top down, since what is above is opened on the way.
        for node in nodes.iter().rev() {
            let known = node.counterpart.get().map(|(device, _)| *device);
            if known.is_some_and(|device| flushed.contains(&device)) {
                continue;
            }
            let pair = self.pair(worker, node).map_err(|failure| failure.errno)?;
            let device = sys::stat_fd(pair.dst())?.dev;
            if !flushed.contains(&device) {
                let dir = sys::open_dir(pair.dst(), c".", true)?;
                sys::sync_filesystem(dir.as_fd())?;
                flushed.push(device);
            }
        }
        Ok(())
    }

    /// Removes an emptied directory of the source, and ends its item.
    fn remove_source_dir(&self, worker: &mut Worker, node: &Arc<DirNode>) {
        let Some(parent) = &node.parent else { return };
        if node.keeps() || self.job.control.is_cancelled() || !self.is_planned_dir(node) {
            return self.dir_stays(worker, node, None);
        }
        let removed = match worker.above(node, parent, self.rules) {
            Ok(pair) => {
                let folder = self.emptied(node, pair.src());
                let removed = sys::remove_dir(pair.src(), &node.src_name);
                self.note_emptied(folder.filter(|_| removed.is_ok()));
                removed
            }
            Err(failure) => Err(failure.errno),
        };
        match removed {
            Ok(()) => {
                self.removed(|| node.own_src_path(), Op::RemoveDir);
                self.restore_times(worker, parent);
                let op = if node.created { Op::MakeDir } else { Op::RemoveDir };
                self.job.dir_done(worker, node, op);
            }
            // What the filters leave out, what failed and what is new is in no list.
            // A mount point is busy.
            Err(Errno::EXIST | Errno::NOTEMPTY | Errno::BUSY) if self.job.selection.is_some() => {
                self.dir_stays(worker, node, None);
            }
            // rmdir(2) may give either for a directory that is not empty.
            Err(Errno::EXIST) => self.not_removed(worker, node, Errno::NOTEMPTY),
            Err(errno) => self.not_removed(worker, node, errno),
        }
    }

    fn not_removed(&self, worker: &Worker, node: &DirNode, errno: Errno) {
        let error = OpError::new(Action::Remove, node.own_src_path(), errno);
        self.dir_stays(worker, node, Some(error));
    }

    /// Ends the item of a directory that stays, and so does each above it.
    pub(super) fn dir_stays(&self, worker: &Worker, node: &DirNode, error: Option<OpError>) {
        let cancelled = self.job.control.is_cancelled();
        if cancelled && error.is_none() && self.job.puts_off() {
            return;
        }
        if let Some(parent) = &node.parent {
            parent.keep();
        }
        if node.told.swap(true, Ordering::Relaxed) {
            return self.job.dir_ended(worker, node);
        }
        if let Some(error) = error {
            self.job.failed(worker.index, node.own_src_path(), error);
            return self.job.dir_ended(worker, node);
        }
        let reason = if cancelled { SkipReason::Cancelled } else { SkipReason::NotEmpty };
        let paths = (node.own_src_path(), node.own_dst_path());
        self.job.end_skipped(worker.index, reason, 0, paths);
        self.job.dir_ended(worker, node);
    }
}
