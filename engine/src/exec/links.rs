//! Hard links within a job: the first name is copied, the others are linked to its copy.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use super::data::DataError;
use super::{Copier, Step};
use crate::error::{Action, Code};
use crate::event::{FileKind, Op};
use crate::item::ParkedItem;
use crate::job::Shared;
use crate::journal::{self, Entry, Place};
use crate::node::DirNode;
use crate::path::WirePath;
use crate::spec::LinkMode;
use crate::target::Target;
use crate::walk::Walk;
use crate::worker::Worker;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Meta};

/// Inodes with several names that this job has met and not yet seen all names of.
#[derive(Debug, Default)]
pub(super) struct Links {
    map: Mutex<HashMap<(u64, u64), Linked>>,
    /// Whether there ever was one.
    any: AtomicBool,
    /// Where earlier runs have copied to.
    target: Option<Target>,
}

#[derive(Debug)]
enum Linked {
    /// Its first name is being copied; these wait for it.
    InFlight(Vec<ParkedItem>),
    /// Its copy is here; `meta` is what the source was.
    Copied { node: Arc<DirNode>, name: CString, left: u64, meta: Meta },
    /// An earlier run has made its copy under this path.
    Before(WirePath),
}

/// What a name of a linked inode is to do.
enum Claim {
    Copy,
    Wait,
    LinkTo(Arc<DirNode>, CString),
    LinkToKnown(WirePath),
}

impl Links {
    /// Begins with the copies that earlier runs have made.
    pub(super) fn known(job: &Shared) -> Self {
        let linked = job.journal.as_ref().map_or(&[][..], |journal| &journal.past().linked);
        let known = |linked: &journal::Linked| (linked.source, Linked::Before(linked.copy.clone()));
        Self {
            map: Mutex::new(linked.iter().map(known).collect()),
            any: AtomicBool::new(!linked.is_empty()),
            target: if linked.is_empty() { None } else { Target::find(&job.spec).ok() },
        }
    }
}

impl Copier {
    /// Whether this inode may have other names in the job.
    pub(super) fn keeps_links(&self, step: Step<'_>, meta: &Meta) -> bool {
        let options = &self.job.spec.options;
        // Symlinks that are followed make names of files that have one link.
        let named = meta.nlink > 1
            || self.follows(&step)
            // The other names of a moved file are gone, one by one.
            || self.moves
                && self.links.any.load(Ordering::Relaxed)
                && lock(&self.links.map).contains_key(&meta.id());
        options.preserve.links && named && options.link == LinkMode::Copy
    }

    /// Claims the copy of an inode; `false` if another name of it did and this one is settled.
    pub(super) fn claim_link(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta) -> bool {
        let claim = {
            let mut links = lock(&self.links.map);
            match links.get_mut(&meta.id()) {
                None => {
                    self.links.any.store(true, Ordering::Relaxed);
                    links.insert(meta.id(), Linked::InFlight(Vec::new()));
                    Claim::Copy
                }
                Some(Linked::InFlight(waiting)) => {
                    waiting.push(step.item.park(step.node));
                    Claim::Wait
                }
                Some(Linked::Copied { meta: then, .. })
                    if (then.size, then.mtime) != (meta.size, meta.mtime) =>
                {
                    // It changed, or all names went and another file has its number now.
                    links.insert(meta.id(), Linked::InFlight(Vec::new()));
                    Claim::Copy
                }
                Some(Linked::Before(copy)) => Claim::LinkToKnown(copy.clone()),
                Some(Linked::Copied { node, name, left, .. }) => {
                    let claim = Claim::LinkTo(Arc::clone(node), name.clone());
                    // All names seen: nobody will ask again.
                    *left = left.saturating_sub(1);
                    if *left == 0 {
                        links.remove(&meta.id());
                    }
                    claim
                }
            }
        };
        match claim {
            Claim::Copy => true,
            Claim::Wait => false,
            Claim::LinkTo(node, name) => {
                self.link_to_copy(worker, step, meta, &node, &name);
                false
            }
            Claim::LinkToKnown(copy) => {
                if self.link_to_known(worker, step, meta, &copy) {
                    return false;
                }
                // Whoever comes first makes another one.
                if let Some(linked) = lock(&self.links.map).get_mut(&meta.id())
                    && matches!(linked, Linked::Before(_))
                {
                    *linked = Linked::InFlight(Vec::new());
                    return true;
                }
                self.claim_link(worker, step, meta)
            }
        }
    }

    /// Makes a name of a link to the copy of an earlier run; `false` if that is not there any more.
    fn link_to_known(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        copy: &WirePath,
    ) -> bool {
        let place = self.links.target.as_ref().and_then(Place::of);
        let opened = place.and_then(|place| place.open_parent(&copy.0).ok());
        let Some((dir, name)) = opened else { return false };
        let is_it = matches!(self.is_copy(worker, step, meta, (dir.as_fd(), &name)), Ok(true));
        if is_it {
            self.link_at(worker, step, meta, (dir.as_fd(), &name));
        }
        is_it
    }

    /// Whether what an earlier run has made is still a copy of an item.
    fn is_copy(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        (dir, name): (BorrowedFd<'_>, &CStr),
    ) -> Result<bool, DataError> {
        let failed = |errno| DataError::Sys(Action::Stat, errno);
        let there = sys::stat_at(dir, name, false).map_err(failed)?;
        if (there.kind, there.size) != (meta.kind, meta.size) {
            return Ok(false);
        }
        if meta.kind == FileKind::Symlink {
            return Ok(sys::read_link(step.pair.src(), step.item.name) == sys::read_link(dir, name));
        }
        let is_rebooted = self.resumed().is_some_and(|journal| journal.past().rebooted);
        if meta.kind != FileKind::File || there.mtime == meta.mtime && !is_rebooted {
            return Ok(there.rdev == meta.rdev);
        }
        let source = sys::open_source(step.pair.src(), step.item.name, self.follows(&step))
            .map_err(failed)?;
        let copy = sys::open_back(dir, name).map_err(failed)?;
        self.compare(worker, source.as_fd(), copy.as_fd()).map(|differs| !differs)
    }

    /// Tells the other names that the copy is there, or that one of them must make it.
    pub(super) fn settle_link(&self, _worker: &Worker, step: Step<'_>, meta: &Meta, copied: bool) {
        if !self.keeps_links(step, meta) {
            return;
        }
        let waiting = {
            let mut links = lock(&self.links.map);
            let Some(Linked::InFlight(waiting)) = links.get_mut(&meta.id()) else { return };
            let waiting = std::mem::take(waiting);
            links.remove(&meta.id());
            if copied {
                let copy = Linked::Copied {
                    node: Arc::clone(step.node),
                    name: step.item.dst_name.to_owned(),
                    // Nobody knows how many symlinks that are followed lead to it.
                    meta: *meta,
                    left: if self.follows(&step) { u64::MAX } else { meta.nlink.saturating_sub(1) },
                };
                links.insert(meta.id(), copy);
                if let Some(journal) = &self.job.journal {
                    let copy = WirePath(step.dst_path());
                    journal.tell(Entry::Linked(journal::Linked { source: meta.id(), copy }));
                }
            }
            waiting
        };
        for item in waiting {
            step.walk.run_later(item);
        }
    }

    /// Lets the other names of an inode go on whose copy nobody can finish.
    pub(super) fn abandon_link(&self, walk: &Arc<Walk<Self>>, meta: &Meta) {
        let claim = {
            let mut links = lock(&self.links.map);
            let waits = matches!(links.get(&meta.id()), Some(Linked::InFlight(_)));
            if waits { links.remove(&meta.id()) } else { None }
        };
        if let Some(Linked::InFlight(waiting)) = claim {
            for item in waiting {
                walk.run_later(item);
            }
        }
    }

    fn link_to_copy(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        node: &Arc<DirNode>,
        name: &CString,
    ) {
        let from = match worker.pair(node, self.rules) {
            Ok(pair) => pair,
            Err(failure) => {
                return self.fail_dst(worker, step, Action::CreateHardLink, failure.errno);
            }
        };
        self.link_at(worker, step, meta, (from.dst(), name));
    }

    fn link_at(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        (from, name): (BorrowedFd<'_>, &CStr),
    ) {
        // Another name of the same copy is there already.
        if let (Ok(here), Ok(copy)) = (
            sys::stat_at(step.pair.dst(), step.item.dst_name, false),
            sys::stat_at(from, name, false),
        ) && here.id() == copy.id()
        {
            if self.created.contains(&here) {
                // Another name had the same destination, and each is one that would be lost.
                return self.refuse(worker, step, Code::JustCreated);
            }
            return self.done_or_wait(worker, step, meta, Op::HardLink);
        }
        if self.updates_attributes()
            && sys::stat_at(step.pair.dst(), step.item.dst_name, false).is_ok()
        {
            // A link in its place would lose its data.
            return self.update_apart(worker, step, meta);
        }
        self.place(worker, step, meta, Op::HardLink, Action::CreateHardLink, &|dir, new| {
            sys::hard_link(from, name, dir, new, false)
        });
    }

    /// Gives an existing destination the attributes of its source, whatever other names that has.
    fn update_apart(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta) {
        let is_read =
            |kind| kind == FileKind::File || self.job.spec.options.reads_special(step.is_operand());
        match meta.kind {
            FileKind::Symlink => self.place_symlink(worker, step, meta),
            kind if is_read(kind) => {
                match sys::open_source(step.pair.src(), step.item.name, self.follows(&step)) {
                    Ok(src) => self.copy_open(worker, step, &src, meta),
                    Err(errno) => self.fail_sys(worker, step, Action::Open, errno),
                }
            }
            _ => self.place_special(worker, step, meta),
        }
    }
}
