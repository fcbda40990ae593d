//! Tells how items begin and end, and counts what has ended.
//!
//! Each item of the source ends in one event: done, skipped or failed. All of them are made here, with the
//! counters that belong to them, so that the summary of a job is the sum of what it told.

use std::ffi::CStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::Job;
use crate::contract::checksum::Checksum;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Detail, Event, Mover, Op, SkipReason};
use crate::contract::path::WirePath;
use crate::contract::spec::{ErrorPolicy, EventLevel, Verb};
use crate::walk::Visitor;
use crate::walk::item::ParkedItem;
use crate::walk::node::DirNode;
use crate::walk::step::Step;
use crate::walk::worker::{Worker, worker_index};
use fcp_sys::{Errno, Lock, lock};

/// What is told of a finished item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Done {
    pub(crate) op: Op,
    pub(crate) bytes: u64,
    pub(crate) method: Option<Mover>,
    pub(crate) detail: Option<Detail>,
    /// The checksum by which it was compared with its source.
    pub(crate) checksum: Option<Checksum>,
    /// Whether something of the user's gave way to it.
    pub(crate) replaced: bool,
    /// Whether it got another name than it was asked to get.
    pub(crate) renamed: bool,
    /// The file flags with which it is locked before it is told.
    pub(crate) lock: Option<Lock>,
}

impl Done {
    /// An item without data.
    pub(crate) fn plain(op: Op) -> Self {
        Self {
            op,
            bytes: 0,
            method: None,
            detail: None,
            checksum: None,
            replaced: false,
            renamed: false,
            lock: None,
        }
    }
}

/// The number of no worker, for what ends on the job's own thread.
const NO_WORKER: usize = usize::MAX;

/// Both paths of an item that has but one.
fn twice(path: PathBuf) -> (PathBuf, PathBuf) {
    (path.clone(), path)
}

impl Job {
    pub(crate) fn tells(&self, level: EventLevel) -> bool {
        self.spec.options.events >= level
    }

    /// Tells an event of which there is one per item, at the pace of the slowest reader.
    fn tell_item(&self, event: Event) {
        self.hub.tell(event);
        self.hub.wait_for_readers(|| !self.control.is_cancelled());
    }

    /// Tells that work on something begins, which need not be an item.
    #[inline]
    pub(crate) fn begins(
        &self,
        op: Op,
        paths: impl FnOnce() -> (PathBuf, PathBuf),
        backup: impl FnOnce() -> Option<PathBuf>,
    ) {
        if self.tells(EventLevel::Trace) {
            let (src, dst) = paths();
            self.hub.tell(Event::ItemStarted {
                job: self.id,
                op,
                src: WirePath(src),
                dst: WirePath(dst),
                backup: backup().map(WirePath),
                bytes: None,
            });
        }
    }

    /// Tells that work on a path begins that has no other side.
    #[inline]
    pub(crate) fn begins_alone(&self, op: Op, path: impl FnOnce() -> PathBuf) {
        self.begins(op, || twice(path()), || None);
    }

    /// Tells that work on an item begins.
    #[inline]
    pub(crate) fn started<V: Visitor>(&self, step: Step<'_, V>, op: Op, backup: Option<&CStr>) {
        let paths = || (step.src_path(), step.dst_path());
        self.begins(op, paths, || backup.map(|name| step.node.dst_path(name)));
    }

    /// Counts and tells an item that is done.
    #[inline]
    pub(crate) fn end_done(
        &self,
        index: usize,
        done: Done,
        paths: impl FnOnce() -> (PathBuf, PathBuf),
    ) {
        let counters = self.meter.of(index);
        counters.done.add(1);
        counters.bytes_of_done.add(done.bytes);
        counters.replaced.add(done.replaced.into());
        counters.renamed.add(done.renamed.into());
        if matches!(done.op, Op::Unlink | Op::RemoveDir | Op::Trash) && self.spec.verb == Verb::Copy
        {
            counters.removed.add(1);
        }
        if let Some(mover) = done.method {
            counters.carried(mover, done.bytes);
        }
        let listed = self.manifest.as_ref().zip(done.checksum);
        if listed.is_none() && !self.tells(EventLevel::All) {
            return;
        }
        let (src, dst) = paths();
        if let Some((manifest, checksum)) = listed {
            manifest.add(&checksum, &dst);
        }
        if self.tells(EventLevel::All) {
            self.tell_item(Event::ItemDone {
                job: self.id,
                op: done.op,
                src: WirePath(src),
                dst: WirePath(dst),
                bytes: done.bytes,
                method: done.method,
                detail: done.detail,
                checksum: done.checksum,
            });
        }
    }

    /// Counts and tells an item that is left alone; `bytes` is its size.
    pub(crate) fn end_skipped(
        &self,
        index: usize,
        reason: SkipReason,
        bytes: u64,
        (src, dst): (PathBuf, PathBuf),
    ) {
        self.count_skipped(index, reason, bytes);
        let (src, dst) = (WirePath(src), WirePath(dst));
        self.tell_item(Event::ItemSkipped { job: self.id, src, dst, reason });
    }

    fn count_skipped(&self, index: usize, reason: SkipReason, bytes: u64) {
        let counters = self.meter.of(index);
        counters.skipped.add(1);
        // An archive that is skipped has bytes that no item has.
        let bytes = if self.spec.verb == Verb::Pack { 0 } else { bytes };
        if self.spec.verb != Verb::Extract {
            // What is unpacked was counted before its name was found taken.
            counters.bytes.add(bytes);
        }
        counters.bytes_skipped.add(bytes);
        if reason == SkipReason::Unanswered {
            counters.unanswered.add(1);
        }
    }

    /// Counts and tells an item that failed for good.
    pub(crate) fn failed(&self, index: usize, src: PathBuf, error: OpError) {
        let counters = self.meter.of(index);
        counters.failed.add(1);
        if error.is_mismatch() {
            counters.mismatched.add(1);
        }
        if self.spec.options.on_error == ErrorPolicy::Abort {
            self.control.abort();
        }
        let error = if self.spec.verb == Verb::Restore { error.of_restore() } else { error };
        self.tell_item(Event::ItemFailed { job: self.id, src: WirePath(src), error });
    }

    /// Ends an item that is finished.
    #[inline]
    pub(crate) fn done<V: Visitor>(&self, worker: &Worker, step: Step<'_, V>, done: Done) {
        if step.is_operand() && self.is_description(|| step.src_path()) {
            // The item that it describes counts for both.
            self.meter.of(worker.index).found.take(1);
            return self.ended(worker, step.node, step.item.name);
        }
        let done = Done { renamed: step.item.is_renamed, ..done };
        if self.spec.verb == Verb::Pack {
            // What is in the archive was counted, and the archive is no item of the job.
            let counters = self.meter.of(worker.index);
            counters.replaced.add(done.replaced.into());
            counters.renamed.add(done.renamed.into());
            return self.ended(worker, step.node, step.item.name);
        }
        self.end_done(worker.index, done, || (step.src_path(), step.dst_path()));
        self.ended(worker, step.node, step.item.name);
    }

    /// Ends a description whose item is still in the trash; the item counts for both.
    pub(crate) fn description_stays<V: Visitor>(&self, worker: &Worker, step: Step<'_, V>) {
        self.meter.of(worker.index).found.take(1);
        self.ended(worker, step.node, step.item.name);
    }

    /// Ends an item that no walk has met.
    pub(crate) fn done_alone(&self, op: Op, src: &Path, dst: &Path) {
        self.end_done(NO_WORKER, Done::plain(op), || (src.to_owned(), dst.to_owned()));
    }

    /// Ends the item of a directory in which everything has ended, unless it has failed before.
    pub(crate) fn dir_done(&self, worker: &Worker, node: &DirNode, op: Op) {
        if !node.told.swap(true, Ordering::Relaxed) {
            let done = Done {
                replaced: node.replaced.load(Ordering::Relaxed),
                renamed: node.renamed.load(Ordering::Relaxed),
                ..Done::plain(op)
            };
            self.end_done(worker.index, done, || (node.own_src_path(), node.own_dst_path()));
        }
        self.dir_ended(worker, node);
    }

    /// Ends the item of a directory that could not be opened again or listed to its end.
    pub(crate) fn dir_failed(&self, node: &DirNode, error: impl FnOnce() -> OpError) {
        if !node.told.swap(true, Ordering::Relaxed) {
            let index = worker_index().unwrap_or(NO_WORKER);
            self.failed(index, node.own_src_path(), error());
        }
    }

    /// Ends an item that is left alone; `bytes` is its size.
    pub(crate) fn skipped<V: Visitor>(
        &self,
        worker: &Worker,
        step: Step<'_, V>,
        reason: SkipReason,
        bytes: u64,
    ) {
        if matches!(reason, SkipReason::Cancelled | SkipReason::Unanswered) && self.puts_off() {
            return;
        }
        if self.hub.tells_skip(reason) {
            self.end_skipped(worker.index, reason, bytes, (step.src_path(), step.dst_path()));
        } else {
            self.count_skipped(worker.index, reason, bytes);
        }
        self.ended(worker, step.node, step.item.name);
    }

    /// Ends an operand that the filters leave out.
    pub(crate) fn left_out(&self, worker: &Worker, top: &DirNode, name: &CStr, dst_name: &CStr) {
        if top.has_passed(name) {
            return;
        }
        let paths = (top.src_path(name), top.dst_path(dst_name));
        self.end_skipped(worker.index, SkipReason::Filtered, 0, paths);
        self.ended(worker, top, name);
    }

    /// Ends an item that is not there any more.
    pub(crate) fn missing(&self, index: usize, path: PathBuf) {
        self.end_skipped(index, SkipReason::Missing, 0, twice(path));
    }

    /// Ends an item that waited and will not be run.
    pub(crate) fn give_up(&self, worker: &Worker, item: &ParkedItem, reason: SkipReason) {
        if self.puts_off() {
            return;
        }
        item.node.keep();
        let paths = (item.node.src_path(&item.name), item.node.dst_path(&item.dst_name));
        self.end_skipped(worker.index, reason, 0, paths);
        self.ended(worker, &item.node, &item.name);
    }

    /// Tells that the threads of the job cannot be started.
    pub(crate) fn cannot_start(&self, errno: Errno) {
        let path = self.first_source();
        let error = OpError::new(Action::Start, path.clone(), errno);
        self.failed(NO_WORKER, path, error);
    }

    /// Ends the job because of a bug: a task panicked, and its items are lost.
    pub(crate) fn panicked(&self) {
        let index = worker_index().unwrap_or(NO_WORKER);
        let path = self.first_source();
        let error = OpError::refused(Action::Copy, Code::Internal, path.clone());
        self.failed(index, path, error);
        self.control.abort();
    }

    /// Adds items to the totals that no walk of the sources counts.
    pub(crate) fn adds_to_totals(&self, items: u64) {
        let known = {
            let mut totals = lock(&self.meter.totals);
            self.meter.beside.fetch_add(items, Ordering::Relaxed);
            if let Some(totals) = &mut *totals {
                totals.items += items;
            }
            *totals
        };
        if let Some(totals) = known {
            self.hub.tell(Event::JobTotals { job: self.id, totals });
        }
    }

    /// Counts and tells an item of the destination that was removed and that no walk had found.
    pub(crate) fn removed(&self, index: usize, op: Op, path: &Path) {
        self.meter.of(index).found.add(1);
        self.end_done(index, Done::plain(op), || twice(path.to_owned()));
    }

    fn first_source(&self) -> PathBuf {
        self.spec.sources.first().map(|source| source.0.clone()).unwrap_or_default()
    }
}
