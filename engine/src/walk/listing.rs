//! Lists directories, and hands their entries to the visitor in batches.

use std::ffi::{CStr, CString};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::{Visitor, Walk, WalkContext as _};
use crate::contract::event::FileKind;
use crate::walk::item::{Found, Item, Names};
use crate::walk::node::DirNode;
use crate::walk::worker::{OpenFailure, Pair, Worker};
use fcp_sys::{self as sys, AsFd};

/// Names in a batch; a spawn costs well under a percent of copying this many files.
const BATCH: usize = 128;

/// Names in a batch where they are sorted: some megabytes, and in a larger directory the order is
/// still good enough.
const SORTED_BATCH: usize = 1 << 17;

/// Names in a batch from which sorting it pays.
pub(crate) const WORTH_SORTING: usize = 1 << 10;

/// Files that a worker has the system read ahead of itself where workers wait for a disk.
///
/// A worker waits for one file at a time; the disk of BENCHMARKS.md serves many at once. There, with
/// cold caches, a source tree of 78,000 files was copied in 2.30 s without this, and in 1.9 s with 16,
/// 64 or 128 files.
const AHEAD: usize = 32;

impl<V: Visitor> Walk<V> {
    /// Lists a directory and hands its entries to the visitor.
    pub(super) fn list(self: &Arc<Self>, worker: &mut Worker, node: &Arc<DirNode>) {
        let pair = match self.visitor.pair(worker, node) {
            Ok(pair) => pair,
            Err(failure) => return self.visitor.list_failed(node, failure),
        };
        let mut files = Names::default();
        let mut directories = Names::default();
        let aside = worker.opens_to_list(node, &pair);
        // The entries' buffer is lent to the listing; items handed over inside it do not list.
        let mut entries = worker.take_entries();
        let mut sorts = None;
        let mut take = |name: &CStr, kind, inode| {
            let kind = sys::kind_at(pair.src(), name, kind);
            if !self.visitor.accepts(node, name, kind) {
                return ControlFlow::Continue(());
            }
            if kind == FileKind::Directory {
                directories.push(name, kind, inode);
                return ControlFlow::Continue(());
            }
            if !self.visitor.context().takes(pair.src(), node, name) {
                return ControlFlow::Continue(());
            }
            files.push(name, kind, inode);
            if files.count < BATCH {
                return ControlFlow::Continue(());
            }
            let sorts = *sorts.get_or_insert_with(|| self.visitor.sorts(&pair));
            if sorts && files.count < SORTED_BATCH {
                return ControlFlow::Continue(());
            }
            let found = Found { items: files.count, directories: 0, all: false };
            self.visitor.listed(worker, found);
            let mut batch = std::mem::take(&mut files);
            if sorts {
                batch.sort();
            }
            if self.is_hungry(self.width()) && self.visitor.shares(worker, &pair) {
                self.hand_over(node, batch);
            } else if !self.work_off(worker, node, &pair, &batch, 0) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let listed = if let Some(names) = self.visitor.names(node) {
            names.each(take);
            Ok(())
        } else {
            let listed = aside.as_ref().map_or(pair.src(), AsFd::as_fd);
            sys::list(listed, &mut entries, &mut take)
        };
        drop(aside);
        worker.entries = entries;
        let below = directories.count;
        let found = Found { items: files.count + below, directories: below, all: true };
        self.visitor.listed(worker, found);
        if let Err(errno) = listed {
            self.visitor.list_failed(node, OpenFailure { is_source: true, errno });
        } else {
            node.listing.complete();
        }
        let rest = if directories.count > 0 {
            node.hold();
            Some(Subdirectories { node: Arc::clone(node), names: directories, at: 0 })
        } else {
            None
        };
        // Subdirectories first, so that others can begin with them while this worker copies.
        if let Some(rest) = rest {
            self.spawn(move |walk, worker| rest.next(walk, worker));
        }
        if sorts == Some(true) && files.count >= WORTH_SORTING {
            files.sort();
        }
        self.work_off(worker, node, &pair, &files, 0);
    }

    fn hand_over(self: &Arc<Self>, node: &Arc<DirNode>, batch: Names) {
        node.hold();
        let node = Arc::clone(node);
        self.spawn(move |walk, worker| {
            match walk.visitor.pair(worker, &node) {
                Ok(pair) => {
                    walk.work_off(worker, &node, &pair, &batch, 0);
                }
                Err(failure) => {
                    let mut at = 0;
                    while let Some((name, kind)) = batch.next(&mut at) {
                        walk.visitor.lost(worker, &node, Item::new(name, kind), failure);
                    }
                }
            }
            walk.release(worker, &node);
        });
    }

    /// Hands the entries of a batch to the visitor; `false` if the job was cancelled.
    ///
    /// When workers are idle the second half of the rest becomes a task of its own.
    fn work_off(
        self: &Arc<Self>,
        worker: &mut Worker,
        node: &Arc<DirNode>,
        pair: &Rc<Pair>,
        names: &Names,
        mut at: usize,
    ) -> bool {
        let mut left = names.count;
        let mut ahead = 0;
        loop {
            if self.waits.load(Ordering::Relaxed) {
                if ahead == 0 {
                    self.read_ahead(worker, pair, names, at);
                    ahead = AHEAD;
                }
                ahead -= 1;
            }
            let Some((name, kind)) = names.next(&mut at) else { return true };
            if !self.visitor.goes_on(worker) {
                return false;
            }
            left -= 1;
            if left > 0 && self.is_hungry(0) && self.visitor.shares(worker, pair) {
                let mut mine = names.take(&mut at, left / 2);
                self.hand_over(node, names.take(&mut at, left - left / 2));
                if mine.count > 0 && left <= self.width() {
                    // What this worker keeps waits for this item, which may be long: of few items others get the rest, too.
                    self.hand_over(node, std::mem::take(&mut mine));
                }
                self.enter(worker, node, pair, Item::new(name, kind));
                return mine.count == 0 || self.work_off(worker, node, pair, &mine, 0);
            }
            self.enter(worker, node, pair, Item::new(name, kind));
        }
    }

    /// Has the system read the next files of a batch.
    fn read_ahead(&self, worker: &Worker, pair: &Pair, names: &Names, mut at: usize) {
        if !self.visitor.reads_ahead(worker, pair) {
            return;
        }
        for _ in 0..AHEAD {
            match names.next(&mut at) {
                Some((name, FileKind::File)) => self.visitor.read_ahead(pair, name),
                Some(_) => {}
                None => return,
            }
        }
    }
}

/// The subdirectories of a directory that no worker has entered yet.
struct Subdirectories {
    node: Arc<DirNode>,
    names: Names,
    at: usize,
}

impl Subdirectories {
    fn next<V: Visitor>(mut self, walk: &Arc<Walk<V>>, worker: &mut Worker) {
        let node = Arc::clone(&self.node);
        let entry = self.names.next(&mut self.at).map(|(name, kind)| (name.to_owned(), kind));
        let Some((name, kind)): Option<(CString, FileKind)> = entry else {
            return walk.release(worker, &node);
        };
        if !walk.visitor.goes_on(worker) {
            return walk.release(worker, &node);
        }
        if self.at < self.names.bytes.len() {
            // A hold of its own: the rest may be finished elsewhere before this entry is made.
            node.hold();
            walk.spawn(move |walk, worker| self.next(walk, worker));
        }
        walk.run(worker, &node, Item::new(&name, kind));
        walk.release(worker, &node);
    }
}
