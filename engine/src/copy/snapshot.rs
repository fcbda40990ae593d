//! Takes snapshots of source directories that are btrfs subvolumes, instead of copying what is in them.

use std::ffi::{CStr, CString};
use std::path::PathBuf;

use super::copier::{Copier, Step};
use super::flush::sync_dir;
use super::naming::temporary_beside;
use super::tell::Done;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, Mover, Op, Warning};
use crate::contract::spec::{Follow, NameRule, Reflink, Shard, Subvolumes, Verb};
use crate::job::Job;
use crate::record::{Line, RecordedSubvolume};
use crate::subvolume;
use crate::walk::operand::{base_of, parent_of};
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, OwnedFd, Subvolume, Sys};

/// A subvolume of which a snapshot can be taken, as far as can be told beforehand.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// The subvolumes in it, those around before those within, by their paths below it; with `one_file_system` those
    /// that are in no other.
    nested: Vec<CString>,
    /// How it was before it got its name; none if it had that at once.
    before: Option<Described>,
}

/// What an undo needs to know a snapshot again, and to see that nothing in it has changed.
#[derive(Debug)]
struct Described {
    /// When it was complete, in microseconds since the Unix epoch.
    at: u64,
    subvolumes: Vec<RecordedSubvolume>,
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
        Ok(Some(Self { nested, before: None }))
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

    /// Tells the same where the name is taken, and the user may expect that what has it gives way as a whole.
    pub(super) fn warn_taken(&self, step: Step<'_>) {
        if self.job.spec.options.backup.is_some() {
            self.warn_copied(OpError::refused(Action::Snapshot, Code::Exists, step.src_path()));
        }
    }

    /// Takes a snapshot under the destination's name, which must be free.
    pub(super) fn take_snapshot(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        source: &OwnedFd,
        snapshot: &mut Snapshot,
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
            .and_then(|()| self.describe((dir.as_fd(), &temporary), snapshot))
            .and_then(|before| {
                sys::rename_new(dir.as_fd(), &temporary, dir.as_fd(), &name)?;
                snapshot.before = before;
                Ok(())
            });
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
        snapshot: Snapshot,
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
                    self.created.add_target(step.item.dst_name, &made, false);
                }
                let count = snapshot.count(&self.job);
                self.note_snapshot(step, copy.as_fd(), snapshot);
                self.job.meter.of(worker.index).snapshots.add(count);
            }
            Err(errno) => return self.fail_dst(worker, step, Action::CreateDir, errno),
        }
        let method = Some(Mover::Snapshot);
        self.done(worker, step, Done { method, replaced, ..Done::plain(Op::MakeDir) });
    }

    /// Describes a snapshot that is complete, if that will be written down.
    fn describe(
        &self,
        (dir, name): (BorrowedFd<'_>, &CStr),
        snapshot: &Snapshot,
    ) -> Sys<Option<Described>> {
        if self.job.recorder.is_none() {
            return Ok(None);
        }
        let copy = sys::open_dir(dir, name, false)?;
        let subvolumes = recorded(copy.as_fd(), self.recorded_in(&snapshot.nested))?;
        Ok(Some(Described { at: sys::moment(), subvolumes }))
    }

    /// Those of the subvolumes in a snapshot that are snapshots themselves.
    fn recorded_in<'a>(&self, nested: &'a [CString]) -> &'a [CString] {
        if self.job.spec.options.one_file_system { &[] } else { nested }
    }

    /// Writes down what an undo needs. An edit between the moment that the snapshot got its name and this one counts as
    /// such.
    fn note_snapshot(&self, step: Step<'_>, copy: BorrowedFd<'_>, snapshot: Snapshot) {
        let Some(recorder) = &self.job.recorder else { return };
        let Snapshot { nested, before } = snapshot;
        let nested = self.recorded_in(&nested);
        let described = match before {
            Some(before) => described_after(before, copy, nested),
            None => described_as_made(copy, nested),
        };
        let path = recorder.full(&step.dst_path());
        match described {
            Ok(Described { at, subvolumes }) => {
                let from = recorder.full(&step.src_path());
                recorder.note(&Line::Snapshot { path, from, at, subvolumes });
            }
            Err(errno) => {
                let error = OpError::new(Action::Record, path.0, errno);
                let warning = Warning::NotRecorded { error };
                self.job.hub.tell(Event::Warning { job: self.job.id, warning });
            }
        }
    }
}

/// Describes a snapshot that got its name by a rename; as it was before that if it was changed since, or perhaps read.
///
/// The rename gives the root of the snapshot another ctime, which is not that of a change.
fn described_after(before: Described, copy: BorrowedFd<'_>, nested: &[CString]) -> Sys<Described> {
    let at = sys::moment();
    sys::sync_filesystem(copy)?;
    let subvolumes = recorded(copy, nested)?;
    Ok(if subvolumes == before.subvolumes { Described { at, subvolumes } } else { before })
}

/// Describes a snapshot as it was when it was made, which an earlier run of the job may have done.
///
/// Of one with others in it, that run completed the directories around them after it was made: an undo that looks
/// through these takes that for a change, and keeps the snapshot.
fn described_as_made(copy: BorrowedFd<'_>, nested: &[CString]) -> Sys<Described> {
    let mut at = 0;
    let describe = |path: &CStr| {
        let dir = subvolume::open(copy, path)?;
        let found = sys::subvolume(dir.as_fd())?;
        // A change in the tick of the clock in which it was made has the same time.
        at = at.max(found.made_at.saturating_sub(1).cast_unsigned());
        let changed = found.changed.min(found.made);
        Ok(RecordedSubvolume::of(path, &Subvolume { changed, ..found }))
    };
    let subvolumes: Sys<_> = with_root(nested).map(describe).collect();
    Ok(Described { subvolumes: subvolumes?, at })
}

/// The paths of subvolumes below the root of one, and its own.
fn with_root(nested: &[CString]) -> impl Iterator<Item = &CStr> {
    std::iter::once(c".").chain(nested.iter().map(CString::as_c_str))
}

/// Describes a subvolume and those `nested` in it as they are now.
pub(crate) fn recorded(root: BorrowedFd<'_>, nested: &[CString]) -> Sys<Vec<RecordedSubvolume>> {
    let describe = |path: &CStr| {
        let dir = subvolume::open(root, path)?;
        Ok(RecordedSubvolume::of(path, &sys::subvolume(dir.as_fd())?))
    };
    with_root(nested).map(describe).collect()
}
