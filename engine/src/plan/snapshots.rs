//! Tells the subvolumes of which the job takes snapshots from those that it copies.

use std::path::Path;
use std::sync::atomic::Ordering;

use super::Planner;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, Warning};
use crate::copy::Snapshot;
use crate::walk::item::Item;
use crate::walk::node::DirNode;
use crate::walk::operand::parent_of;
use crate::walk::target::Target;
use crate::walk::worker::Pair;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, OwnedFd, c_path};

impl Planner {
    /// Counts a directory of which the job takes a snapshot; `false` if it is copied.
    pub(super) fn becomes_snapshot(
        &self,
        node: &DirNode,
        pair: &Pair,
        item: Item<'_>,
        (src, meta): (&OwnedFd, &Meta),
    ) -> bool {
        let there = || match &pair.dst {
            Some(dst) => sys::enter_dir(dst.fd(), &parent_of(item.dst_name), true),
            // A directory that the job will make, on the filesystem of its parents, as far as can be told.
            None => match &self.job.target {
                Some(target) => sys::enter_dir(sys::CWD, target, true),
                None => Target::find(&self.job.spec).map_err(|_refused| Errno::NOENT)?.open(),
            },
        };
        let path = || node.src_path(item.name);
        match Snapshot::foresee(&self.job, src.as_fd(), meta, path, there) {
            Ok(Some(snapshot)) => {
                let taken = self.is_taken(src.as_fd(), &node.dst_path(item.dst_name));
                if !taken {
                    self.counts.snapshots.fetch_add(snapshot.count(&self.job), Ordering::Relaxed);
                } else if self.job.spec.options.backup.is_some() {
                    self.warn_copied(OpError::refused(Action::Snapshot, Code::Exists, path()));
                }
                !taken
            }
            Ok(None) => false,
            Err(error) => {
                self.warn_copied(error);
                false
            }
        }
    }

    /// Tells that a subvolume is copied item by item, unless that is for the job that runs beside.
    fn warn_copied(&self, error: OpError) {
        if self.thorough {
            let warning = Warning::NotSnapshot { error };
            self.job.hub.tell(Event::Warning { job: self.job.id, warning });
        }
    }

    /// Whether something has the name of a snapshot; beside a job, it may be the snapshot.
    fn is_taken(&self, source: BorrowedFd<'_>, path: &Path) -> bool {
        let Some(path) = c_path(path) else { return false };
        let is_snapshot = || {
            let there = sys::open_dir(sys::CWD, &path, false)?;
            let is_one = sys::is_subvolume(there.as_fd(), &sys::stat_fd(there.as_fd())?);
            Ok::<_, Errno>(
                is_one && sys::subvolume(there.as_fd())?.parent == sys::subvolume(source)?.uuid,
            )
        };
        sys::stat_at(sys::CWD, &path, false).is_ok() && (self.thorough || is_snapshot() != Ok(true))
    }
}
