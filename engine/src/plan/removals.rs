//! Counts what a mirror or a synchronization would remove.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::Planner;
use crate::contract::error::Action;
use crate::contract::event::{Event, FileKind, Op};
use crate::contract::path::WirePath;
use crate::contract::spec::EventLevel;
use crate::copy::extras::count_in;
use crate::copy::removing::{withheld, withhold};
use crate::walk::node::DirNode;
use crate::walk::operand::{base_of, parent_of};
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd};
use fcp_sys::{c_path, lock};

impl Planner {
    /// Whether what only the destination has would be removed.
    pub(super) fn mirrors(&self) -> bool {
        self.thorough && self.job.spec.options.mirrors()
    }

    /// Counts what would be removed in the counterpart of a directory.
    pub(super) fn count_extras(&self, worker: &mut Worker, node: &Arc<DirNode>) {
        let Ok(pair) = worker.pair(node, self.rules) else { return };
        let Some(dst) = &pair.dst else { return };
        let mut found = false;
        let looked = self.extras.find(&self.job, node, (pair.src(), dst.fd()), &mut |extra| {
            found = true;
            self.removes(extra.count(dst.fd()), || node.own_dst_path().join(extra.path));
        });
        if let Err(errno) = looked {
            self.fails(node.own_src_path(), Action::ListDir, errno);
        }
        if found && node.is_operand() && node.listing.is_empty() {
            lock(&self.empty).get_or_insert(node.own_src_path());
        }
    }

    /// Counts and tells something that would be removed.
    fn removes(&self, count: u64, path: impl FnOnce() -> PathBuf) {
        self.counts.removed.fetch_add(count, Ordering::Relaxed);
        if self.job.tells(EventLevel::All) {
            let path = WirePath(path());
            let permanent = self.job.spec.options.removals.as_ref().is_some_and(|it| it.permanent);
            let op = if permanent { Op::Unlink } else { Op::Trash };
            let (src, dst) = (path.clone(), path);
            let started =
                Event::ItemStarted { job: self.job.id, op, src, dst, backup: None, bytes: None };
            self.job.hub.tell(started);
        }
    }

    /// Counts what the request names; gives how much would be removed in all.
    pub(super) fn count_removals(&self) -> u64 {
        let Some(removals) = &self.job.spec.options.removals else { return 0 };
        for WirePath(path) in removals.paths.iter().flatten() {
            let count = c_path(path).map_or(0, |path| {
                let name = CString::new(base_of(&path)).unwrap_or_default();
                let dir = sys::enter_dir(sys::CWD, &parent_of(&path), true);
                let found = dir.and_then(|dir| Ok((sys::stat_at(dir.as_fd(), &name, false)?, dir)));
                match found {
                    Ok((meta, dir)) if meta.kind == FileKind::Directory => {
                        count_in(dir.as_fd(), &name, u64::MAX)
                    }
                    Ok(_) => 1,
                    Err(_) => 0,
                }
            });
            if count > 0 {
                self.removes(count, || path.clone());
            }
        }
        let removed = self.counts.removed.load(Ordering::Relaxed);
        let empty = lock(&self.empty).clone();
        match withheld(&self.job, removals, true, removed, empty) {
            Some((reason, path)) if removed > 0 => {
                withhold(&self.job, reason, path);
                0
            }
            Some(_) | None => removed,
        }
    }
}
