//! Shares unchanged files with other copies of the sources, instead of copying them.

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use super::copier::{Copier, Step};
use super::ends::DataError;
use super::naming::Over;
use super::publish::unlink_own;
use super::unchanged::has_attributes;
use crate::contract::error::Action;
use crate::contract::event::{Event, Op, Warning};
use crate::contract::path::WirePath;
use crate::contract::spec::{Reuse, Sharing};
use crate::job::Job;
use crate::job::conflict::same_size_and_mtime;
use crate::walk::deep::open_far;
use crate::walk::node::DirNode;
use crate::walk::worker::{OfThread, Worker};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Meta, OwnedFd, Rights, c_path};

/// The directories of other copies that a worker has open.
#[derive(Debug, Default)]
pub(crate) struct Trees {
    roots: Option<Vec<Option<OwnedFd>>>,
    /// Their directories for one directory of the job.
    at: Option<(u64, Vec<Option<OwnedFd>>)>,
    of_thread: OfThread,
}

impl Trees {
    /// The directories that correspond to one of the job, as far as there are such.
    fn of(&mut self, reuse: &Reuse, node: &DirNode) -> &[Option<OwnedFd>] {
        if self.at.as_ref().is_none_or(|(id, _)| *id != node.id) {
            let open = |path: &PathBuf| sys::enter_dir(sys::CWD, &c_path(path)?, true).ok();
            let roots = self
                .roots
                .get_or_insert_with(|| reuse.trees.iter().map(|tree| open(&tree.0)).collect());
            let path = path_of(node);
            let bytes = path.as_os_str().as_bytes();
            let bytes = if bytes.is_empty() { b"." } else { bytes };
            let below =
                |root: &Option<OwnedFd>| open_far(root.as_ref()?.as_fd(), bytes, false).ok();
            self.at = Some((node.id, roots.iter().map(below).collect()));
        }
        self.at.as_ref().map_or(&[], |(_, dirs)| dirs)
    }

    /// Gives the directory of another copy that has a file as the source has it.
    pub(crate) fn find(
        &mut self,
        job: &Job,
        (node, name): (&DirNode, &CStr),
        meta: &Meta,
        forgets: impl Fn(&Meta, Rights) -> bool,
    ) -> Option<BorrowedFd<'_>> {
        let reuse = job.spec.options.reuse.as_ref()?;
        let is_same = |there: &Meta| {
            same_size_and_mtime(meta, there)
                && has_attributes(job, meta, there, |wanted| forgets(there, wanted))
        };
        self.of(reuse, node)
            .iter()
            .flatten()
            .map(AsFd::as_fd)
            .find(|dir| sys::stat_at(*dir, name, false).is_ok_and(|it| is_same(&it)))
    }
}

/// How a file is shared with another copy of it.
enum Shared {
    /// It is another name of that already.
    Linked,
    /// It becomes another name of that, in this directory, if both have the same content.
    Compared(OwnedFd, OwnedFd),
    /// It is copied from that, which shares its data; a job that verifies compares both first.
    Extents(OwnedFd),
}

/// The path of a destination directory below what the user named.
fn path_of(node: &DirNode) -> PathBuf {
    let mut names = Vec::new();
    let mut at = node;
    while let Some(parent) = &at.parent {
        // An operand with a path of its own is what the other copy was.
        if !(at.is_operand() && parent.target.is_none()) {
            names.push(OsStr::from_bytes(at.dst_name.to_bytes()));
        }
        at = parent;
    }
    names.into_iter().rev().collect()
}

impl Copier {
    /// Shares a file that is not at the destination with another copy that has it; `false` if it must be
    /// copied.
    pub(super) fn shares(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta) -> bool {
        let Some(reuse) = &self.job.spec.options.reuse else { return false };
        let (name, verifies) = (step.item.dst_name, self.job.spec.options.verify);
        let found = worker.with_local(|trees: &mut Trees| {
            let forgets = |there: &Meta, wanted| self.forgets(step, there, wanted);
            let dir = trees.find(&self.job, (step.node, name), meta, forgets)?;
            match reuse.by {
                Sharing::HardLink if verifies => {
                    let copy = sys::open_back(dir, name).ok()?;
                    Some(Shared::Compared(copy, sys::duplicate(dir).ok()?))
                }
                // Another filesystem, too many names, a file of another user: it is copied.
                Sharing::HardLink => {
                    sys::hard_link(dir, name, step.pair.dst(), name, false).ok()?;
                    Some(Shared::Linked)
                }
                Sharing::Reflink => sys::open_source(dir, name, false).ok().map(Shared::Extents),
            }
        });
        match found {
            Some(Shared::Linked) => {
                self.started(step, Op::HardLink, None);
                self.placed(worker, step, meta, Op::HardLink, Over::Nothing);
                true
            }
            Some(Shared::Compared(copy, dir)) => {
                self.shares_compared(worker, step, meta, (&copy, &dir))
            }
            Some(Shared::Extents(copy)) => {
                let is_like = !verifies || self.is_like_source(worker, step, &copy);
                is_like && self.shares_extents(worker, step, meta, &copy)
            }
            None => false,
        }
    }

    /// Whether another copy of a file, as it is on the disk, is like the source. One that is not may be damaged, and
    /// would be so in each copy that shares it.
    fn is_like_source(&self, worker: &mut Worker, step: Step<'_>, copy: &OwnedFd) -> bool {
        sys::drop_cache(copy.as_fd());
        let source = sys::open_source(step.pair.src(), step.item.name, self.follows(&step))
            .map_err(|errno| DataError::Sys(Action::Open, errno));
        match source.and_then(|source| self.compare(worker, source.as_fd(), copy.as_fd())) {
            Ok(false) => true,
            Ok(true) | Err(DataError::Sys(Action::Verify, _)) => {
                let warning = Warning::NotShared { path: WirePath(step.src_path()) };
                self.job.hub.tell(Event::Warning { job: self.job.id, warning });
                false
            }
            // What keeps the source from being read, or ends the job, is told by the copy.
            Err(_) => false,
        }
    }

    /// Links a file to another copy of it that is like the source.
    fn shares_compared(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        (copy, dir): (&OwnedFd, &OwnedFd),
    ) -> bool {
        if !self.is_like_source(worker, step, copy) {
            return false;
        }
        let (name, dst) = (step.item.dst_name, step.pair.dst());
        if sys::hard_link(dir.as_fd(), name, dst, name, false).is_err() {
            return false;
        }
        let there = sys::stat_at(dst, name, false).map(|there| there.id());
        let is_compared = sys::stat_fd(copy.as_fd()).is_ok_and(|copy| there == Ok(copy.id()));
        if !is_compared && let Ok(there) = there {
            // Another program has replaced it in the meantime.
            unlink_own(dst, name, there);
            return false;
        }
        self.started(step, Op::HardLink, None);
        self.placed(worker, step, meta, Op::HardLink, Over::Nothing);
        true
    }

    /// Copies a file from another copy of it that is beside the destination.
    fn shares_extents(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        copy: &OwnedFd,
    ) -> bool {
        // It may have changed since it was looked at.
        let Ok(there) = sys::stat_fd(copy.as_fd()) else { return false };
        if !same_size_and_mtime(meta, &there) {
            return false;
        }
        // The other copy is what may change under the copy.
        let Meta { dev, ino, ctime, allocated, .. } = there;
        let meta = Meta { dev, ino, ctime, allocated, ..*meta };
        self.copy_open(worker, step, copy, &meta);
        true
    }
}
