//! Copies directories: makes them on the way down, finishes them on the way up.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::backup_name::unslashed;
use super::copier::{Copier, Step};
use super::in_the_way::Cleared;
use super::naming::Over;
use super::naming::Unplaced;
use super::naming::temporary_beside;
use super::rename::{Renamed, move_error};
use super::retain::Incoming;
use super::settle::move_away;
use super::snapshot::Snapshot;
use super::views::is_one;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::contract::spec::{DirectoryPolicy, Follow};
use crate::job::conflict::{Decision, renamed};
use crate::walk::node::DirNode;
use crate::walk::spelling::folding;
use crate::walk::worker::{Dir, OpenFailure, Pair, Worker};
use fcp_sys::{self as sys, AsFd, Errno, Meta};

/// How a destination directory came about.
enum Made {
    /// Made now; whether something of the user's gave way to it.
    New(CString, bool),
    /// A snapshot of the whole source was taken now; whether something of the user's gave way to it.
    Snapshot(CString, Snapshot, bool),
    /// An earlier run of this job made it.
    Again(CString),
    Merged(CString),
    /// The item is settled: skipped, failed or parked.
    Settled,
}

/// What is done about a directory whose name is taken.
pub(super) enum DirWay {
    Merge,
    /// Take its place, if it is empty.
    Replace,
    /// Take its place, and keep it as a backup.
    Keep,
    /// The name is free now.
    Retry,
    /// The name is free now, since what had it was removed.
    Removed,
    /// Take a name that this pattern makes.
    Rename(String),
    /// The item is settled.
    Settled,
}

impl Copier {
    /// Makes or enters a directory; gives its node if the walk must list it.
    pub(super) fn make_dir(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        let options = &self.job.spec.options;
        if self.job.control.checkpoint().is_err() {
            self.skipped(worker, step, SkipReason::Cancelled, 0);
            return None;
        }
        let (mut merges, mut replaced) = (None, false);
        if self.moves {
            match self.rename(worker, step) {
                Renamed::Settled => return None,
                Renamed::ByParts => {}
                Renamed::Merges(name) => merges = Some(name),
            }
        }
        if !options.recursive {
            self.refuse(worker, step, Code::OmittedDirectory);
            return None;
        }
        let follow = self.follows(&step);
        let (src, meta) = match open_source_dir(step, follow) {
            Ok((src, meta)) => (src, self.as_packed(meta)),
            Err(failure) => {
                self.dir_unreadable(worker, step, failure);
                return None;
            }
        };
        if self.created.is_target(&meta) || self.shows_target(worker, step, (src.as_fd(), &meta)) {
            self.refuse(worker, step, Code::IntoItself);
            return None;
        }
        if options.follow == Follow::Always && step.node.is_inside(meta.id()) {
            self.refuse(worker, step, Code::Loop);
            return None;
        }
        let (name, created, is_new) = match merges {
            Some(name) => (name, false, false),
            None => match self.make_or_merge(worker, step, &meta, &src) {
                Made::New(name, over) => {
                    replaced = over;
                    (name, true, true)
                }
                Made::Snapshot(name, snapshot, over) => {
                    self.end_snapshot(worker, step.renamed(&name), snapshot, over);
                    return None;
                }
                Made::Again(name) => (name, true, false),
                Made::Merged(name) => (name, false, false),
                Made::Settled => return None,
            },
        };
        let step = step.renamed(&name);
        let follow_dst = options.keep_directory_symlink || (step.is_operand() && !created);
        let dst = match sys::enter_dir(step.pair.dst(), &name, follow_dst) {
            Ok(dst) => dst,
            Err(errno) => {
                self.fail_dst(worker, step, Action::CreateDir, errno);
                return None;
            }
        };
        let counterpart = (self.moves || step.is_operand()).then(|| sys::stat_fd(dst.as_fd()));
        if step.is_operand()
            && let Some(Ok(made)) = &counterpart
        {
            let is_view = sys::is_a_view(dst.as_fd());
            let may_be_one = !created && !self.moves && made.dev != meta.dev;
            if may_be_one
                && (is_view || sys::is_a_view(src.as_fd()))
                && is_one(worker, src.as_fd(), dst.as_fd())
            {
                self.refuse(worker, step, Code::SameFile);
                return None;
            }
            self.created.add_target(&name, made, is_view);
        }
        if self.moves
            && !is_new
            && let Some(Ok(made)) = &counterpart
            && !self.created.merges_into(step, made)
        {
            self.refuse(worker, step, Code::JustCreated);
            return None;
        }
        let ignore = self.job.filters.ignores_in(step.node, src.as_fd(), || step.src_path());
        if created {
            if self.moves
                && let Some(Ok(made)) = &counterpart
            {
                self.created.note_folder(made, &meta);
            }
            self.started(step, Op::MakeDir, None);
            self.note_arrival(step, Over::Nothing);
        }
        let node = DirNode::child(step.node, step.item.name, &name, meta, created, ignore);
        node.renamed.store(step.item.is_renamed, Ordering::Relaxed);
        node.replaced.store(replaced, Ordering::Relaxed);
        if let Some(Ok(made)) = counterpart {
            node.counterpart.get_or_init(|| made.id());
        }
        if created && step.node.crosses() {
            node.cross();
        }
        if !is_new {
            // In one that had to be made anew nothing is left of what has ended.
            self.job.pass_over(&node);
            self.tidy(dst.as_fd());
            self.notice_folding(worker, step, &dst);
            self.meets(worker, &dst, || node.own_dst_path());
        }
        let pair = Pair::new(Dir::Open(src), Some(Dir::Open(dst)));
        if created
            && let Some(route) = step.pair.route.get().filter(|route| route.is_from(meta.dev))
        {
            // A directory made here is on its parent's device, so the way is the same.
            pair.route.get_or_init(|| Arc::clone(route));
        }
        worker.keep(&node, pair);
        let elsewhere =
            options.one_file_system && !step.is_operand() && { meta.dev != step.node.meta.dev };
        if elsewhere {
            // The mount point is made, what is mounted there is not entered.
            step.walk.release(worker, &node);
            return None;
        }
        Some(node)
    }

    /// Has the job remember what it makes, if a directory that was there takes two names for one.
    ///
    /// The directories that the job makes are like those above them.
    fn notice_folding(&self, worker: &mut Worker, step: Step<'_>, dir: &sys::OwnedFd) {
        let above = (!step.is_operand()).then(|| step.pair.dst());
        let Some(found) = folding(dir.as_fd(), above, || temporary_beside(worker, c"name")) else {
            return;
        };
        self.created.folds(found);
    }

    /// Holds a filesystem open that is mounted at a directory of the destination.
    pub(super) fn meets(
        &self,
        worker: &mut Worker,
        dir: &sys::OwnedFd,
        path: impl Fn() -> PathBuf,
    ) {
        if self.job.is_flushed()
            && let Ok(there) = sys::stat_fd(dir.as_fd())
        {
            self.job.meets(worker, there.dev, path, || sys::open_dir(dir.as_fd(), c".", false));
        }
    }

    /// A directory that cannot be read still appears, empty, as with `cp`.
    fn dir_unreadable(&self, worker: &mut Worker, step: Step<'_>, failure: OpenFailure) {
        if failure.errno == Errno::MFILE {
            worker.forget_directories();
        }
        if failure.errno == Errno::ACCESS
            && !self.moves
            && let Ok(meta) = sys::stat_at(step.pair.src(), step.item.name, self.follows(&step))
        {
            // Other parts of a plan may add to it.
            let mode = match &self.job.selection {
                Some(_) => self.dir_birth_mode(&meta),
                None => self.dir_mode(&meta),
            };
            match sys::make_dir(step.pair.dst(), step.item.dst_name, mode) {
                Ok(()) => {
                    self.started(step, Op::MakeDir, None);
                    if self.job.selection.is_none() {
                        // That it cannot be read is what the user is told.
                        let _kept =
                            self.finish_node(step, &meta, step.item.dst_name, false).is_ok();
                    }
                }
                Err(errno) if sys::exists(errno) => {}
                Err(errno) => return self.fail_dst(worker, step, Action::CreateDir, errno),
            }
        }
        let cannot_look = self.cannot_look(step, failure.errno);
        let action = if cannot_look { Action::Stat } else { Action::OpenDir };
        self.fail_sys(worker, step, action, failure.errno);
    }

    fn make_or_merge(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        src: &sys::OwnedFd,
    ) -> Made {
        let options = &self.job.spec.options;
        let mut snapshot = self.foresee_snapshot(step, src.as_fd(), meta);
        let mode = self.dir_birth_mode(meta);
        let mut name = step.item.dst_name.to_owned();
        let mut n = 0;
        let mut vanished = 0;
        // Whether an empty directory was removed to make way.
        let mut removed = false;
        let asked = step;
        loop {
            let step = step.renamed(&name);
            if let Some(mut wanted) = snapshot.take() {
                let taken = self.take_snapshot(worker, step, src, &mut wanted);
                match taken {
                    Ok(()) => return Made::Snapshot(name, wanted, removed),
                    Err(errno) if sys::exists(errno) && self.took_before(step, src) => {
                        return Made::Snapshot(name, wanted, false);
                    }
                    Err(errno) if sys::exists(errno) => snapshot = Some(wanted),
                    Err(errno) => {
                        self.warn_copied(OpError::new(Action::Snapshot, step.src_path(), errno));
                        continue;
                    }
                }
            } else {
                match sys::make_dir(step.pair.dst(), &name, mode) {
                    Ok(()) => return Made::New(name, removed),
                    Err(errno) if sys::exists(errno) => {}
                    Err(errno) => {
                        self.fail_dst(worker, step, Action::CreateDir, errno);
                        return Made::Settled;
                    }
                }
            }
            let follow = options.keep_directory_symlink;
            let old = match sys::stat_at(step.pair.dst(), &name, follow) {
                Ok(old) => old,
                // It went away; try again. But `link/` that leads nowhere is taken and absent for
                // ever.
                Err(Errno::NOENT) if !follow && vanished < 8 => {
                    vanished += 1;
                    continue;
                }
                Err(errno) => {
                    self.fail_dst(worker, step, Action::StatDestination, errno);
                    return Made::Settled;
                }
            };
            if old.id() == meta.id() {
                // A copy beside its source is not in it, so it never comes upon itself.
                if let DirectoryPolicy::Rename(pattern) = &options.on_directory
                    && step.is_operand()
                    && !self.moves
                {
                    n += 1;
                    name = renamed(pattern, asked.item.dst_name, n);
                    continue;
                }
                self.refuse(worker, step, Code::SameFile);
                return Made::Settled;
            }
            if self.made_before(step, &old) {
                return Made::Again(name);
            }
            let way = self.make_way_for_dir(worker, step, meta, &old);
            if snapshot.is_some() && matches!(way, DirWay::Merge | DirWay::Keep) {
                self.warn_taken(step);
            }
            match way {
                DirWay::Merge => return Made::Merged(name),
                DirWay::Retry => {}
                DirWay::Removed => removed = true,
                DirWay::Settled => return Made::Settled,
                DirWay::Rename(pattern) => {
                    n += 1;
                    name = renamed(&pattern, asked.item.dst_name, n);
                    self.keeps_name(asked, &name);
                }
                DirWay::Replace if !self.moves => return Made::Merged(name),
                DirWay::Replace if options.backup.is_none() => {
                    if let Err(errno) = sys::remove_dir(step.pair.dst(), &name) {
                        self.fail(worker, step, move_error(step, errno));
                        return Made::Settled;
                    }
                    removed = true;
                }
                DirWay::Replace | DirWay::Keep => match self.make_dir_over(worker, step, mode) {
                    Ok(backup) => {
                        self.note_backup(step, backup.as_deref());
                        return Made::New(name, true);
                    }
                    Err(unplaced) => {
                        self.fail_dst(worker, step, unplaced.action, unplaced.errno);
                        return Made::Settled;
                    }
                },
            }
        }
    }

    /// Makes a directory that takes the place of another item; gives the name of the backup.
    fn make_dir_over(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        mode: u32,
    ) -> Result<Option<CString>, Unplaced> {
        let failed = |errno| Unplaced::back(Action::CreateDir, errno);
        let dir = step.pair.dst();
        let name = unslashed(step.item.dst_name).map_err(failed)?;
        let temporary = temporary_beside(worker, &name);
        sys::make_dir(dir, &temporary, mode).map_err(failed)?;
        let target = (dir, step.item.dst_name);
        self.note_replacing(step.node, (step.item.name, step.item.dst_name), Over::BackedUp);
        let spare = self.spare_of_backup(step.node, step.pair, (step.item.name, &name));
        let placed = self.back_up(worker, target, (dir, &temporary), (Incoming::Temporary, spare));
        if placed.as_ref().is_err_and(|unplaced| unplaced.is_back) {
            // The first failure is the one to tell.
            sys::best_effort(sys::remove_dir(dir, &temporary));
        }
        placed
    }

    /// Lets policy or answer decide about a directory whose name is taken.
    pub(super) fn make_way_for_dir(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        old: &Meta,
    ) -> DirWay {
        let is_dir = old.kind == FileKind::Directory;
        match self.decide(step, meta, old) {
            Decision::Replace if !is_dir && !self.moves && !self.backs_up_for_directory(old) => {
                match self.removes_in_the_way(worker, step, meta, old) {
                    Cleared::Free => DirWay::Removed,
                    Cleared::Again => DirWay::Retry,
                    Cleared::Settled => DirWay::Settled,
                }
            }
            Decision::Merge if is_dir => DirWay::Merge,
            Decision::Replace | Decision::ReplaceForGood if is_dir => DirWay::Replace,
            Decision::Skip(reason) => {
                self.skipped(worker, step, reason, 0);
                DirWay::Settled
            }
            Decision::Rename(pattern) => DirWay::Rename(pattern),
            Decision::RenameExisting(pattern) => match move_away(step, &pattern) {
                Ok(name) => {
                    self.note_backup(step, Some(&name));
                    self.keeps_name(step, &name);
                    DirWay::Retry
                }
                Err(errno) => {
                    self.fail_dst(worker, step, Action::Backup, errno);
                    DirWay::Settled
                }
            },
            Decision::Ask => {
                self.ask_conflict(step, meta, old);
                DirWay::Settled
            }
            Decision::Abort => {
                self.job.control.cancel();
                self.skipped(worker, step, SkipReason::Cancelled, 0);
                DirWay::Settled
            }
            Decision::Merge
            | Decision::Replace
            | Decision::ReplaceForGood
            | Decision::Fail
            | Decision::ReplaceIfDifferent
                if self.backs_up_for_directory(old) =>
            {
                DirWay::Keep
            }
            Decision::Merge
            | Decision::Replace
            | Decision::ReplaceForGood
            | Decision::Fail
            | Decision::ReplaceIfDifferent => {
                self.fail_conflict(worker, step, meta, old);
                DirWay::Settled
            }
        }
    }
}

/// Opens a source directory and stats it.
fn open_source_dir(step: Step<'_>, follow: bool) -> Result<(sys::OwnedFd, Meta), OpenFailure> {
    let failure = |errno| OpenFailure { is_source: true, errno };
    let src = sys::open_dir(step.pair.src(), step.item.name, follow).map_err(failure)?;
    let meta = sys::stat_fd(src.as_fd()).map_err(failure)?;
    Ok((src, meta))
}
