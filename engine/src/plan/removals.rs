//! Counts what a mirror or a synchronization would remove.
//!
//! Whether anything is removed at all is known only at the end: a failure, a limit or an empty source forbids it. So each
//! worker notes what would be removed, and tells it when all is counted.

use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::Planner;
use crate::contract::error::{Action, OpError};
use crate::contract::event::{Event, FileKind, Op};
use crate::contract::path::WirePath;
use crate::contract::spec::EventLevel;
use crate::copy::extras::Extra;
use crate::copy::noted::{Noted, Part, Place};
use crate::copy::removing::{withheld, withhold};
use crate::copy::tally::count_in;
use crate::job::spill::Spill;
use crate::parts::stamp::Stamp;
use crate::walk::node::DirNode;
use crate::walk::operand::{base_of, parent_of};
use crate::walk::worker::{OpenFailure, Pair, Worker};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Sys};
use fcp_sys::{c_path, lock};

impl Planner {
    /// Whether what only the destination has would be removed.
    pub(super) fn mirrors(&self) -> bool {
        self.thorough && self.job.spec.options.mirrors()
    }

    /// Counts what would be removed in the counterpart of a directory.
    pub(super) fn count_extras(&self, worker: &mut Worker, node: &Arc<DirNode>) {
        let pair = match worker.pair(node, self.rules) {
            Ok(pair) => pair,
            Err(OpenFailure { is_source, errno }) => {
                let path = if is_source { node.own_src_path() } else { node.own_dst_path() };
                return self.fails(path, Action::OpenDir, errno);
            }
        };
        let dst = match &pair.dst {
            Some(dst) => dst,
            None if node.created => return,
            // It was there when the walk came to it.
            None => return self.fails(node.own_dst_path(), Action::OpenDir, Errno::NOENT),
        };
        let mut found = false;
        let index = worker.index;
        let place =
            || Place { base: c_path(&node.own_dst_path()).unwrap_or_default(), ..Place::default() };
        let (place, tells) = (place(), self.job.tells(EventLevel::All));
        let spill = || Spill::new(self.job.home.as_ref().and_then(|home| home.state.clone()));
        let looked = self.extras.find(&self.job, node, (pair.src(), dst.fd()), &mut |extra| {
            let count = match self.list_extra(index, (node, &pair), &extra, dst.fd()) {
                Ok(None) => extra.count(dst.fd()),
                Ok(Some(count)) => count,
                // It is gone.
                Err(Errno::NOENT) => return,
                Err(errno) => {
                    return self.fails(
                        node.own_dst_path().join(extra.path),
                        Action::OpenDir,
                        errno,
                    );
                }
            };
            found = true;
            self.counts.removed.fetch_add(count, Ordering::Relaxed);
            if tells && let Some(name) = c_path(extra.path) {
                worker
                    .with_local(|noted: &mut Noted| noted.push(&place, &name, Part::Whole, spill));
            }
        });
        if let Err(errno) = looked {
            self.fails(node.own_src_path(), Action::ListDir, errno);
        }
        if found && node.listing.is_empty() && self.extras.may_lack_disk(node, pair.src()) {
            lock(&self.empty).get_or_insert(node.own_src_path());
        }
    }

    /// Adds something that a mirror removes to the lists of a plan, if one is made; gives its items.
    fn list_extra(
        &self,
        index: usize,
        (node, pair): (&DirNode, &Pair),
        extra: &Extra<'_>,
        dst: BorrowedFd<'_>,
    ) -> Sys<Option<u64>> {
        let Some(lists) = &self.job.lists else { return Ok(None) };
        let stamp = extra.stamp(dst)?;
        let (own, counterpart) = (Stamp::at(pair.src(), c".")?, Stamp::at(dst, c".")?);
        lists.add_extra(
            index,
            (node, own, counterpart),
            (extra.path, extra.kind, extra.found(), stamp),
        );
        Ok(Some(stamp.items()))
    }

    /// Tells something that would be removed.
    pub(super) fn removes(&self, path: PathBuf) {
        let path = WirePath(path);
        let permanent = self.job.spec.options.removals.as_ref().is_some_and(|it| it.permanent);
        let op = if permanent { Op::Unlink } else { Op::Trash };
        let (src, dst) = (path.clone(), path);
        let started =
            Event::ItemStarted { job: self.job.id, op, src, dst, backup: None, bytes: None };
        self.job.hub.tell(started);
    }

    /// Tells what this worker has noted.
    pub(super) fn tell_noted(&self, worker: &mut Worker) {
        let noted = worker.with_local(std::mem::take::<Noted>);
        let shown = noted.show(|place, name, _| {
            self.removes(place.path().join(OsStr::from_bytes(name.to_bytes())));
            self.job.control.checkpoint().is_ok()
        });
        if let Err(errno) = shown {
            let state = self.job.home.as_ref().and_then(|home| home.state.clone());
            let path = state.unwrap_or_default();
            let error = OpError::new(Action::Read, path.clone(), errno);
            self.job.failed(worker.index, path, error);
        }
    }

    /// Counts what the request names, and decides whether anything would be removed; tells whether the workers have noted
    /// what to tell of it.
    pub(super) fn settle_removals(&self) -> bool {
        let Some(removals) = &self.job.spec.options.removals else { return false };
        let mut named = Vec::new();
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
                self.counts.removed.fetch_add(count, Ordering::Relaxed);
                named.push(path);
            }
        }
        let removed = self.counts.removed.load(Ordering::Relaxed);
        let empty = lock(&self.empty).clone();
        // Of a plan the end comes later, and tells what it could not read.
        let is_sure = match &self.job.lists {
            Some(_) => self.counts.unreadable.load(Ordering::Relaxed) == 0,
            None => !self.has_failing(),
        };
        let counted = removed + self.counts.giving_way.load(Ordering::Relaxed);
        let withheld = withheld(&self.job, removals, is_sure, counted, empty);
        let withheld = withheld.filter(|_| removed > 0);
        if let Some(lists) = &self.job.lists {
            lists.note_removals(removed, withheld.as_ref().map(|(reason, _)| *reason));
            if !is_sure {
                lists.note_unread();
            }
        }
        if let Some((reason, path)) = withheld {
            withhold(&self.job, reason, path);
            self.counts.removed.store(0, Ordering::Relaxed);
            return false;
        }
        let tells = self.job.tells(EventLevel::All);
        named.into_iter().filter(|_| tells).for_each(|path| self.removes(path.clone()));
        tells && self.mirrors()
    }
}
