//! Weighs the items of a job: what they need at the destination, and what is in their way.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::Planner;
use super::renames::place;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{ConflictKind, FileKind};
use crate::contract::spec::EventLevel;
use crate::contract::spec::{
    DirectoryPolicy, JobSpec, LinkMode, MismatchPolicy, Reflink, Sharing, Sparse, Verb,
};
use crate::copy::in_the_way::stays_in_the_way;
use crate::copy::tally::count_in;
use crate::copy::{Likeness, Trees};
use crate::job::conflict::{fails_by_policy, kind_of_conflict};
use crate::remove;
use crate::walk::item::Item;
use crate::walk::node::DirNode;
use crate::walk::target::Target;
use crate::walk::worker::{Pair, Worker};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, lock};

impl Planner {
    /// Counts an item that is no directory.
    pub(super) fn weigh(
        &self,
        worker: &mut Worker,
        node: &Arc<DirNode>,
        pair: &Pair,
        item: Item<'_>,
        meta: &Meta,
    ) {
        let is_refused = self.is_refused(node, pair, item, meta);
        if self.renames(node, pair, item) {
            if !is_refused {
                self.foresee_conflict(node, pair, item, meta);
            }
            self.counts.renamed.fetch_add(1, Ordering::Relaxed);
            return;
        }
        if meta.kind == FileKind::File {
            sys::add_up(&self.counts.bytes, meta.size);
        }
        if !self.thorough || is_refused || self.is_spared(worker, node, pair, item, meta) {
            return;
        }
        self.foresee_conflict(node, pair, item, meta);
        if meta.kind != FileKind::File {
            return;
        }
        // A part tells what it cannot read; to ask a server beforehand takes as long as to list the file.
        if self.job.lists.is_none()
            && let Err(errno) = sys::readable(pair.src(), item.name)
        {
            self.fails(node.src_path(item.name), Action::Open, errno);
        }
        sys::add_up(&self.counts.spared, self.holes(node, pair, item, meta));
        let clones =
            self.job.spec.options.reflink != Reflink::Never && self.job.spec.verb != Verb::Verify;
        if meta.size > 0 && clones {
            let mut clones = lock(&self.clones);
            let clones = *clones.get_or_insert_with(|| self.can_clone(node, pair, item));
            if !clones && self.job.spec.options.reflink == Reflink::Always {
                self.foresee_no_clone(pair, item);
            }
        }
    }

    /// The bytes of a file that need no space, since the copy has holes where it has them.
    ///
    /// What is compressed has fewer blocks as well, so its data is looked for.
    fn holes(&self, node: &DirNode, pair: &Pair, item: Item<'_>, meta: &Meta) -> u64 {
        let options = &self.job.spec.options;
        let keeps = options.sparse != Sparse::Never
            && options.link == LinkMode::Copy
            && self.job.lists.is_none()
            && meta.allocated < meta.size;
        let data = keeps.then(|| {
            let src = sys::open_source(pair.src(), item.name, self.follows(node, item.kind))?;
            sys::next_data(src.as_fd(), 0)
        });
        match data {
            Some(Ok(Some((0, end)))) if end >= meta.size => 0,
            Some(Ok(_)) => meta.size - meta.allocated,
            // The job itself tells what is wrong with it.
            Some(Err(_)) | None => 0,
        }
    }

    /// Counts an item that needs no copy, since it is at the destination or another copy shares it; `false` if it
    /// needs one.
    fn is_spared(
        &self,
        worker: &mut Worker,
        node: &DirNode,
        pair: &Pair,
        item: Item<'_>,
        meta: &Meta,
    ) -> bool {
        let options = &self.job.spec.options;
        let looks = (options.resume || options.reuse.is_some())
            && self.job.spec.verb == Verb::Copy
            && options.link == LinkMode::Copy
            && !options.attributes_only;
        if !looks {
            return false;
        }
        let dst = pair.dst.as_ref();
        let there = dst.and_then(|dst| sys::stat_at(dst.fd(), item.dst_name, false).ok());
        match there {
            Some(old) => {
                let resumes = options.resume && old.id() != meta.id();
                // What the filesystem forgets only a trial would show.
                let like = || Likeness::of(&self.job, meta, &old, |_| false);
                match resumes.then(like).flatten() {
                    Some(Likeness::Whole) => self.counts.unchanged.fetch_add(1, Ordering::Relaxed),
                    Some(Likeness::Data) => 0,
                    None => return false,
                };
            }
            None if self.is_shared(worker, node, item, meta) => {
                self.counts.shared.fetch_add(1, Ordering::Relaxed);
            }
            None => return false,
        }
        if meta.kind == FileKind::File {
            sys::add_up(&self.counts.spared, meta.size);
        }
        true
    }

    /// Whether a file that is not at the destination would be shared with another copy.
    fn is_shared(&self, worker: &mut Worker, node: &DirNode, item: Item<'_>, meta: &Meta) -> bool {
        let Some(reuse) = &self.job.spec.options.reuse else { return false };
        let is_alone = meta.nlink == 1 || !self.job.keeps_links();
        if meta.kind != FileKind::File || node.parent.is_none() || !is_alone {
            return false;
        }
        worker.with_local(|trees: &mut Trees| {
            let found = trees.find(&self.job, (node, item.dst_name), meta, |_, _| false);
            let there = found.and_then(place);
            // Nothing is shared with another filesystem, nor are there links from one mount into another.
            there.zip(self.arrival).is_some_and(|(there, here)| match reuse.by {
                Sharing::HardLink => there == here,
                Sharing::Reflink => there.0 == here.0,
            })
        })
    }

    /// Counts what has the name of an item, if that is in its way.
    pub(super) fn foresee_conflict(
        &self,
        node: &DirNode,
        pair: &Pair,
        item: Item<'_>,
        meta: &Meta,
    ) {
        // What is there is no conflict where nothing is made.
        if self.job.spec.destination.is_none() || self.job.spec.verb == Verb::Verify {
            return;
        }
        let Some(dst) = &pair.dst else { return };
        let enters =
            self.job.spec.options.keep_directory_symlink && meta.kind == FileKind::Directory;
        let there = sys::stat_at(dst.fd(), item.dst_name, enters)
            .or_else(|_nowhere| sys::stat_at(dst.fd(), item.dst_name, false));
        if let Ok(there) = there {
            let kind = kind_of_conflict(meta.kind, there.kind);
            if self.clears(kind) {
                return self.foresee_clearing(node, dst.fd(), item, (kind, there.kind));
            }
            self.counts.conflict(kind);
            self.foresee_failure(kind, || remove::holds(dst.fd(), item.dst_name));
        }
    }

    /// Whether the job removes what is in the way of an item because it is of another type. The parts of a plan tell what
    /// comes of it.
    fn clears(&self, kind: ConflictKind) -> bool {
        let JobSpec { verb, options, .. } = &self.job.spec;
        let is_of_another_type =
            matches!(kind, ConflictKind::DirectoryInTheWay | ConflictKind::FileInTheWay);
        is_of_another_type
            && options.on_mismatch == MismatchPolicy::Replace
            && self.job.lists.is_none()
            && !fails_by_policy(*verb, options, kind)
    }

    /// Counts and tells what would be removed because it is in the way, or that it would stay and the item fail.
    fn foresee_clearing(
        &self,
        node: &DirNode,
        dst: BorrowedFd<'_>,
        item: Item<'_>,
        (kind, there): (ConflictKind, FileKind),
    ) {
        let JobSpec { verb, options, .. } = &self.job.spec;
        let is_dir = there == FileKind::Directory;
        let path = node.dst_path(item.dst_name);
        let limit = options.removals.as_ref().and_then(|it| it.limit).unwrap_or(u64::MAX);
        let stays = stays_in_the_way(&self.job, node, item, there);
        let count = if is_dir && !stays { count_in(dst, item.dst_name, u64::MAX) } else { 1 };
        // Other workers count at the same time.
        let counted = |sum: u64| (!stays && sum < limit).then_some(sum + count);
        let giving_way = &self.counts.giving_way;
        if giving_way.fetch_update(Ordering::Relaxed, Ordering::Relaxed, counted).is_err() {
            let code = if is_dir { Code::OverDirectory } else { Code::OverNonDirectory };
            let action = if *verb == Verb::Move { Action::Move } else { Action::Copy };
            let src = node.src_path(item.name);
            self.counts.failing.fetch_add(1, Ordering::Relaxed);
            return self.refuses(src.clone(), OpError::refused(action, code, src).with(path));
        }
        self.counts.conflict(kind);
        if self.job.tells(EventLevel::All) {
            self.removes(path);
        }
    }

    /// Counts an item that fails because of what has its name; `is_filled` tells whether that is a directory with
    /// entries.
    fn foresee_failure(&self, kind: ConflictKind, is_filled: impl FnOnce() -> Option<bool>) {
        let JobSpec { verb, options, .. } = &self.job.spec;
        let fails = match kind {
            _ if fails_by_policy(*verb, options, kind) => true,
            // Only an empty one gives way to a rename.
            ConflictKind::Directory if options.on_directory == DirectoryPolicy::Replace => {
                *verb == Verb::Move
                    && options.backup.is_none()
                    && !options.exchange
                    && is_filled() == Some(true)
            }
            ConflictKind::File
            | ConflictKind::Directory
            | ConflictKind::DirectoryInTheWay
            | ConflictKind::FileInTheWay => false,
        };
        self.counts.failing.fetch_add(fails.into(), Ordering::Relaxed);
    }

    /// Whether files of the source's filesystem can be cloned into the destination.
    fn can_clone(&self, node: &DirNode, pair: &Pair, item: Item<'_>) -> bool {
        let try_it = || -> Result<(), Errno> {
            let src = sys::open_source(pair.src(), item.name, self.follows(node, item.kind))?;
            let dir = match &self.job.target {
                Some(target) => sys::enter_dir(sys::CWD, target, true)?,
                None => Target::find(&self.job.spec).map_err(|_refused| Errno::NOENT)?.open()?,
            };
            sys::may_clone(src.as_fd(), dir.as_fd())
        };
        try_it().is_ok()
    }
}
