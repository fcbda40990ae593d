//! Finishes a directory when all in it has ended.

use std::sync::Arc;

use super::copier::Copier;
use crate::contract::error::{Action, OpError};
use crate::contract::event::Op;
use crate::parts::format::{Found, Purpose};
use crate::parts::selection::Role;
use crate::walk::node::DirNode;
use crate::walk::worker::{OpenFailure, Worker};
use fcp_sys::{Meta, lock};

impl Copier {
    /// Brings a directory to the disk, and its name if this job gave it.
    fn sync_whole_dir(&self, worker: &mut Worker, node: &Arc<DirNode>) -> Result<(), OpError> {
        self.sync_names(worker, node, c".")
            .map_err(|errno| OpError::new(Action::Sync, node.own_dst_path(), errno))
    }

    /// Whether other parts of a plan have work in a directory, so that its times and modes come at the end of all.
    fn leaves_to_others(&self, worker: &mut Worker, node: &Arc<DirNode>) -> bool {
        let Some(selection) = &self.job.selection else { return false };
        match (selection.role(node), selection.purpose) {
            (Role::Way, _) => true,
            (Role::Item(_), Purpose::Folders | Purpose::Removals | Purpose::Ways) => false,
            (Role::Item(_), Purpose::Items | Purpose::Files) => {
                self.job.dir_done(worker, node, Op::MakeDir);
                true
            }
        }
    }

    /// Whether a directory was made by the job, or by the parts of a plan that this job ends.
    fn has_made(&self, node: &DirNode) -> bool {
        let found = self.job.selection.as_ref().map(|selection| selection.role(node));
        node.created || found == Some(Role::Item(Found::Nothing))
    }

    /// What a source directory is, with the times that it had when the plan of a move was made.
    fn planned_meta(&self, node: &DirNode) -> Meta {
        let selection = self.job.selection.as_ref().zip(node.parent.as_ref());
        let stamp = selection.and_then(|(selection, above)| selection.stamp(above, &node.src_name));
        stamp.map_or(node.meta, |stamp| stamp.with_times(&node.meta))
    }

    /// Whether a directory that was there stays as it is, since not all of the source has been moved into it, which stays, too.
    fn stays_as_it_is(&self, node: &DirNode) -> bool {
        let is_whole = self.job.selection.is_none();
        self.leaves_nothing() && is_whole && node.keeps() && !self.has_made(node)
    }

    /// Sets a directory's metadata when everything in it is finished.
    pub(super) fn leave_dir(&self, worker: &mut Worker, node: &Arc<DirNode>) {
        // A halted job cannot tell whether all below has ended; its next run finds out.
        if self.job.puts_off() {
            if self.moves {
                self.restore_times(worker, node);
            }
            return;
        }
        if node.parent.is_none() {
            if let Some(recorder) = self.job.recorder.as_ref().filter(|_| self.moves) {
                recorder.note_parted(lock(&self.links.known).parted());
            }
            return self.finish_parents(worker);
        }
        if self.leaves_to_others(worker, node) {
            return;
        }
        let opened = worker.pair(node, self.rules);
        if self.moves
            && opened.is_ok()
            && let Some(parent) = &node.parent
        {
            // The next to be left, perhaps; what goes wrong with it is told then.
            drop(worker.above(node, parent, self.rules));
        }
        let result = match opened {
            Ok(pair) => {
                self.note_extras(worker, node, &pair);
                let finished = if self.stays_as_it_is(node) {
                    Ok(())
                } else {
                    let (meta, made) = (self.planned_meta(node), self.has_made(node));
                    self.finish_dir(pair.src(), pair.dst(), &meta, made, || node.own_dst_path())
                };
                let finished = self.bearable(finished).and_then(|()| self.lacks(node.meta.id()));
                match finished {
                    Ok(()) if self.syncs_each() => self.sync_whole_dir(worker, node),
                    finished => finished,
                }
            }
            Err(OpenFailure { is_source: true, errno }) => {
                Err(OpError::new(Action::OpenDir, node.own_src_path(), errno))
            }
            Err(OpenFailure { errno, .. }) => {
                Err(OpError::new(Action::CreateDir, node.own_dst_path(), errno))
            }
        };
        match result {
            // Its source stays, if there is one to go.
            Err(error) => self.dir_stays(worker, node, Some(error)),
            Ok(()) if self.moves => self.depart(worker, node),
            Ok(()) => self.job.dir_done(worker, node, Op::MakeDir),
        }
    }
}
