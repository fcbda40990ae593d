//! Takes snapshots of source directories that are btrfs subvolumes, instead of copying what is in them.

use std::ffi::{CStr, CString};
use std::path::PathBuf;

use super::copier::{Copier, Step};
use super::flush::sync_dir;
use super::publish::temporary_beside;
use super::tell::Done;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, Mover, Op, Warning};
use crate::contract::spec::{Follow, NameRule, Reflink, Shard, Subvolumes, Verb};
use crate::job::Job;
use crate::record::{Line, RecordedSubvolume};
use crate::subvolume;
use crate::walk::operand::{base_of, parent_of};
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, OwnedFd, Sys};

/// A subvolume of which a snapshot can be taken, as far as can be told beforehand.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// The subvolumes in it, those around before those within, by their paths below it; with `one_file_system` those
    /// that are in no other.
    nested: Vec<CString>,
}

impl Snapshot {
    /// How many subvolumes there are snapshots of.
    pub(crate) fn count(&self, job: &Job) -> u64 {
        if job.spec.options.one_file_system { 1 } else { 1 + self.nested.len() as u64 }
    }

    /// Finds out whether a source directory becomes a snapshot in the directory `to`.
    ///
    /// # Errors
    /// It is a subvolume and must be copied, for this reason.
    pub(crate) fn foresee(
        job: &Job,
        source: BorrowedFd<'_>,
        meta: &Meta,
        path: impl Fn() -> PathBuf,
        to: impl FnOnce() -> Sys<OwnedFd>,
    ) -> Result<Option<Self>, OpError> {
        let options = &job.spec.options;
        if options.subvolumes == Subvolumes::Copy
            || job.spec.verb != Verb::Copy
            || !sys::is_subvolume(source, meta)
        {
            return Ok(None);
        }
        let refused = |code| OpError::refused(Action::Snapshot, code, path());
        let failed = |errno| OpError::new(Action::Snapshot, path(), errno);
        if !takes_all(job) {
            return Err(refused(Code::Usage));
        }
        let to = to().map_err(failed)?;
        let there = sys::stat_fd(to.as_fd()).map_err(failed)?;
        if sys::storage_id(source, meta.dev) != sys::storage_id(to.as_fd(), there.dev) {
            return Err(refused(Code::CrossDevice));
        }
        if let Some(mount) = sys::mounted_below(source).map_err(failed)? {
            return Err(refused(Code::MountPoint).with(mount));
        }
        // Those before Linux 4.18 do not tell.
        sys::subvolume(source).map_err(failed)?;
        let nested = if options.one_file_system {
            sys::subvolumes_in(source)
        } else {
            subvolume::nested(source)
        };
        let nested = nested.map_err(failed)?;
        for path in &nested {
            let above = subvolume::open(source, &parent_of(path)).map_err(failed)?;
            let inner = subvolume::open(source, path).map_err(failed)?;
            is_free_to(above.as_fd(), inner.as_fd()).map_err(failed)?;
        }
        Ok(Some(Self { nested }))
    }
}

/// Whether the job makes of a directory what a snapshot is: all that is in it, unchanged.
fn takes_all(job: &Job) -> bool {
    let options = &job.spec.options;
    !job.is_filtered()
        && options.filter.shard.is_none_or(Shard::is_one)
        && job.selection.is_none()
        && job.lists.is_none()
        && options.makes_copies()
        && !options.verify
        && options.follow != Follow::Always
        && !options.copy_contents
        && options.names == NameRule::Keep
        && options.reflink != Reflink::Never
        && options.driver.is_none()
}

/// Whether the user may take a snapshot of a nested subvolume in the copy of the directory that has its name: it would
/// be late to find out then.
fn is_free_to(above: BorrowedFd<'_>, inner: BorrowedFd<'_>) -> Sys<()> {
    let (user, _) = sys::effective_ids();
    if user == 0 {
        return Ok(());
    }
    // ioctl_btrfs: "Snapshots are limited to own subvolumes only".
    if sys::stat_fd(inner)?.uid != user {
        return Err(Errno::PERM);
    }
    sys::writable(above, c".")
}

impl Copier {
    /// Finds out whether a source directory becomes a snapshot, and tells why a subvolume does not.
    pub(super) fn foresee_snapshot(
        &self,
        step: Step<'_>,
        source: BorrowedFd<'_>,
        meta: &Meta,
    ) -> Option<Snapshot> {
        let to = || sys::enter_dir(step.pair.dst(), &parent_of(step.item.dst_name), true);
        let found = Snapshot::foresee(&self.job, source, meta, || step.src_path(), to);
        found.unwrap_or_else(|error| {
            self.warn_copied(error);
            None
        })
    }

    /// Tells that a subvolume is copied item by item.
    pub(super) fn warn_copied(&self, error: OpError) {
        let warning = Warning::NotSnapshot { error };
        self.job.hub.tell(Event::Warning { job: self.job.id, warning });
    }

    /// Takes a snapshot under the destination's name, which must be free.
    pub(super) fn take_snapshot(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        source: &OwnedFd,
        snapshot: &Snapshot,
    ) -> Sys<()> {
        let read_only = self.job.spec.options.subvolumes == Subvolumes::SnapshotReadOnly;
        let dir = sys::enter_dir(step.pair.dst(), &parent_of(step.item.dst_name), true)?;
        let name = CString::new(base_of(step.item.dst_name)).map_err(|_nul| Errno::INVAL)?;
        if snapshot.nested.is_empty() {
            // It appears at once, and whole.
            return sys::snapshot(source.as_fd(), dir.as_fd(), &name, read_only);
        }
        if sys::stat_at(dir.as_fd(), &name, false).is_ok() {
            return Err(Errno::EXIST);
        }
        let temporary = temporary_beside(worker, &name);
        let made = self
            .take_all(source, (dir.as_fd(), &temporary), snapshot, read_only)
            // A later change has the number of a later transaction, which an undo sees.
            .and_then(|()| sys::sync_filesystem(dir.as_fd()))
            .and_then(|()| sys::rename_new(dir.as_fd(), &temporary, dir.as_fd(), &name));
        if made.is_err() {
            // The failure to tell is that of the snapshot.
            sys::best_effort(subvolume::delete(dir.as_fd(), &temporary));
        }
        made
    }

    fn take_all(
        &self,
        source: &OwnedFd,
        (dir, name): (BorrowedFd<'_>, &CStr),
        snapshot: &Snapshot,
        read_only: bool,
    ) -> Sys<()> {
        let source = source.as_fd();
        if self.job.spec.options.one_file_system {
            subvolume::snapshot(source, (dir, name), &[])?;
            let copy = sys::open_dir(dir, name, false)?;
            for path in &snapshot.nested {
                self.leave_empty(source, copy.as_fd(), path)?;
            }
            return subvolume::set_read_only(copy.as_fd(), &[], read_only);
        }
        subvolume::snapshot(source, (dir, name), &snapshot.nested)?;
        let copy = sys::open_dir(dir, name, false)?;
        subvolume::set_read_only(copy.as_fd(), &snapshot.nested, read_only)
    }

    /// Makes an empty directory like others in the place of a nested subvolume.
    fn leave_empty(&self, source: BorrowedFd<'_>, copy: BorrowedFd<'_>, path: &CStr) -> Sys<()> {
        let inner = subvolume::open(source, path)?;
        let meta = sys::stat_fd(inner.as_fd())?;
        let above = subvolume::open(copy, &parent_of(path))?;
        let before = sys::stat_fd(above.as_fd())?;
        let name = CString::new(base_of(path)).map_err(|_nul| Errno::INVAL)?;
        sys::remove_dir(above.as_fd(), &name)?;
        sys::make_dir(above.as_fd(), &name, self.dir_birth_mode(&meta))?;
        let dir = sys::open_dir(above.as_fd(), &name, false)?;
        let finished =
            self.finish_dir(inner.as_fd(), dir.as_fd(), &meta, true, || PathBuf::from("."));
        finished.map_err(|error| error.errno.map_or(Errno::IO, Errno::from_raw_os_error))?;
        sys::set_times(above.as_fd(), &before)
    }

    /// Whether what has the destination's name is the snapshot that an earlier run of the job took.
    pub(super) fn took_before(&self, step: Step<'_>, source: &OwnedFd) -> bool {
        let Some(journal) = self.resumed() else { return false };
        let is_it = || -> Sys<bool> {
            let there = sys::open_dir(step.pair.dst(), step.item.dst_name, false)?;
            if !sys::is_subvolume(there.as_fd(), &sys::stat_fd(there.as_fd())?) {
                return Ok(false);
            }
            let (copy, source) = (sys::subvolume(there.as_fd())?, sys::subvolume(source.as_fd())?);
            Ok(copy.parent == source.uuid && journal.is_of_job(copy.made_at))
        };
        is_it() == Ok(true)
    }

    /// Ends a source directory of which a snapshot was taken.
    pub(super) fn end_snapshot(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        snapshot: &Snapshot,
        replaced: bool,
    ) {
        self.started(step, Op::MakeDir, None);
        let parent = parent_of(step.item.dst_name);
        if self.syncs_each()
            && let Err(errno) = sync_dir(step.pair.dst(), &parent)
        {
            self.fail_dst(worker, step, Action::Sync, errno);
            return;
        }
        match sys::open_dir(step.pair.dst(), step.item.dst_name, false) {
            Ok(copy) => {
                if step.is_operand()
                    && let Ok(made) = sys::stat_fd(copy.as_fd())
                {
                    self.created.add_target(&made);
                }
                self.note_snapshot(step, copy.as_fd(), snapshot);
            }
            Err(errno) => return self.fail_dst(worker, step, Action::CreateDir, errno),
        }
        let counters = self.job.meter.of(worker.index);
        counters.snapshots.add(snapshot.count(&self.job));
        let method = Some(Mover::Snapshot);
        self.done(worker, step, Done { method, replaced, ..Done::plain(Op::MakeDir) });
    }

    /// Writes down what an undo needs to know a snapshot again, and to see that nothing in it has changed.
    fn note_snapshot(&self, step: Step<'_>, copy: BorrowedFd<'_>, snapshot: &Snapshot) {
        let Some(recorder) = &self.job.recorder else { return };
        let nested: &[CString] =
            if self.job.spec.options.one_file_system { &[] } else { &snapshot.nested };
        let path = recorder.full(&step.dst_path());
        match recorded(copy, nested) {
            Ok(subvolumes) => {
                let from = recorder.full(&step.src_path());
                recorder.note(&Line::Snapshot { path, from, at: sys::moment(), subvolumes });
            }
            Err(errno) => {
                let error = OpError::new(Action::Record, path.0, errno);
                let warning = Warning::NotRecorded { error };
                self.job.hub.tell(Event::Warning { job: self.job.id, warning });
            }
        }
    }
}

/// Describes a subvolume and those `nested` in it as they are now.
pub(crate) fn recorded(root: BorrowedFd<'_>, nested: &[CString]) -> Sys<Vec<RecordedSubvolume>> {
    let describe = |path: &CStr| {
        let dir = subvolume::open(root, path)?;
        Ok(RecordedSubvolume::of(path, &sys::subvolume(dir.as_fd())?))
    };
    std::iter::once(c".").chain(nested.iter().map(CString::as_c_str)).map(describe).collect()
}
