//! Detects conflicts at the destination of an item, and resolves them.

use std::ffi::CString;

use super::copied::Finished;
use super::copier::{Copier, Step};
use super::created::Created;
use super::gnu::is_one_name;
use super::naming::Over;
use super::publish::Shelved;
use super::tell::Done;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::contract::spec::{BackupKind, ConflictPolicy, LinkMode, Overwrite, Verb};
use crate::walk::spelling::is_listed;
use crate::walk::worker::Worker;
use fcp_sys::c_path;
use fcp_sys::{self as sys, Errno, Meta};

/// How an item gets its name, which another item may have.
pub(super) enum Placement {
    Free,
    Replace(ExistingFile),
    /// Take this name instead.
    Rename(CString),
    /// Go where the symlink leads that the user named.
    Follow(CString),
    /// The item is settled.
    Settled,
    /// The item is whole, and ends with the flush that it waits for.
    Waits,
}

/// A file that gives way.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExistingFile {
    pub(super) meta: Meta,
    /// Whether an earlier run of this job has left it.
    pub(super) is_ours: bool,
    /// Whether it goes to the trash.
    pub(super) keep: bool,
}

impl ExistingFile {
    pub(super) fn over(&self) -> Over {
        match (self.is_ours, self.keep) {
            (true, _) => Over::Leftover,
            (false, true) => Over::Kept,
            (false, false) => Over::Other,
        }
    }
}

impl Copier {
    /// Looks at the destination and lets policy or answer decide.
    ///
    /// Only a file with `data` ever goes where a symlink there leads; a link replaces a link.
    pub(super) fn make_way(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        data: bool,
    ) -> Placement {
        if self.as_cp() {
            return self.make_way_as_cp(worker, step, meta, data);
        }
        let through = data && self.writes_through(step);
        let found = sys::stat_at(step.pair.dst(), step.item.dst_name, through);
        let found = match found {
            Err(Errno::NOENT) if through => {
                // Nothing, or a symlink to nothing, which cp does not write through.
                match sys::stat_at(step.pair.dst(), step.item.dst_name, false) {
                    Ok(link) if self.replaces_links() => Ok(link),
                    Ok(_) => {
                        self.refuse_dst(worker, step, Code::DanglingSymlink);
                        return Placement::Settled;
                    }
                    Err(errno) => Err(errno),
                }
            }
            found => found,
        };
        let old = match found {
            Err(Errno::NOENT) => return Placement::Free,
            Err(errno) => {
                self.fail_dst(worker, step, Action::StatDestination, errno);
                return Placement::Settled;
            }
            Ok(old) => old,
        };
        if old.id() == meta.id()
            && !self.moves
            && let ConflictPolicy::Rename(pattern) = &self.job.spec.options.on_conflict
        {
            // A copy beside its source, which stays as it is.
            return self.free_name(worker, step, pattern);
        }
        // An existing file that is left alone anyway may be the source itself.
        let left_alone = matches!(
            self.job.spec.options.on_conflict,
            ConflictPolicy::Skip | ConflictPolicy::Fail
        );
        // Two names of one symlink are alike, and cp says nothing. To a mirror it would be a failure, after which it
        // removes nothing.
        let is_shared_link = old.id() == meta.id() && meta.kind == FileKind::Symlink && !data;
        let is_copied = self.job.spec.options.link == LinkMode::Copy && !self.moves;
        if is_shared_link && is_copied && self.inherits() && !left_alone && !is_one_name(step) {
            self.skipped(worker, step, SkipReason::Same, meta.size);
            return Placement::Settled;
        }
        if !left_alone && self.overwrites_its_target(step, meta) {
            self.refuse(worker, step, Code::SameFile);
            return Placement::Settled;
        }
        // Another name of the symlink would be left.
        let is_lost = old.kind == FileKind::Symlink && old.nlink == 1;
        let is_replaced = self.job.spec.options.overwrite == Overwrite::Replace
            && self.job.spec.options.backup.is_none()
            && !matches!(self.job.spec.options.on_conflict, ConflictPolicy::Rename(_));
        if data && is_lost && is_replaced && self.is_over_its_own_link(step) {
            self.refuse(worker, step, Code::SameFile);
            return Placement::Settled;
        }
        if data && let Some(device) = self.named_device(step) {
            if device.id() == meta.id() && !left_alone {
                // A FIFO that is read and written would never end.
                self.refuse(worker, step, Code::SameFile);
                return Placement::Settled;
            }
            let options = &self.job.spec.options;
            if options.verify && !options.attributes_only && !left_alone {
                // What it was given cannot be read back.
                let error = OpError::refused(Action::Verify, Code::Unsupported, step.dst_path());
                self.fail(worker, step, error.with(step.src_path()));
                return Placement::Settled;
            }
            return self.settle_conflict(worker, step, meta, &device);
        }
        if data
            && old.kind == FileKind::Symlink
            && self.follows_named_link()
            && step.is_operand()
            && step.node.target.is_none()
            && !self.replaces_endless_link(step)
        {
            // The user named the link, so what it leads to is replaced, and not the link.
            return match &self.job.spec.options.on_conflict {
                // Nothing is replaced, and the copy stays in the directory that the user named.
                ConflictPolicy::Rename(pattern) => self.free_name(worker, step, pattern),
                _ => self.link_target(worker, step),
            };
        }
        if through
            && sys::stat_at(step.pair.dst(), step.item.dst_name, false)
                .is_ok_and(|link| link.kind == FileKind::Symlink && self.created.contains(&link))
        {
            // Another source made this link; who knows where it leads.
            self.refuse(worker, step, Code::JustCreated);
            return Placement::Settled;
        }
        // A mirror is made where both have a file in common, as after `cp -al`.
        let is_shared = old.id() == meta.id() && self.mirrors() && !step.is_operand();
        if is_shared && self.leaves_alone(worker, step, meta, &old) {
            return Placement::Settled;
        }
        if old.id() == meta.id() && !left_alone && !self.leaves_other_name(step, meta) {
            self.refuse(worker, step, Code::SameFile);
            return Placement::Settled;
        }
        self.placement_over(worker, step, meta, &old, data)
    }

    /// Decides about an item in the way that is not the source itself.
    pub(super) fn placement_over(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        old: &Meta,
        data: bool,
    ) -> Placement {
        let is_one = if self.moves {
            self.is_seen_twice(worker, step)
        } else {
            data && self.would_empty_source(worker, step, (meta, old))
        };
        if is_one {
            // A mount shows the source itself as what is in the way, under other numbers.
            self.refuse(worker, step.without_retry(), Code::SameFile);
            return Placement::Settled;
        }
        // A second copy would take the place of the backup, too, and is refused below.
        if self.job.spec.options.backup.is_none() && self.created.has_copied(step, meta, old) {
            // Nothing of the user's would be replaced, and an undo would not know what had been there.
            self.skipped(worker, step, SkipReason::Duplicate, meta.size);
            return Placement::Settled;
        }
        if let Some(placement) = self.placement_over_leftover(worker, step, meta, old, data) {
            return placement;
        }
        if self.job.spec.options.resume {
            // A name that becomes a link to the copy of another name does not keep a file of its own.
            // Where a policy would hold it up, it stays as it is.
            let becomes_link = !data
                && meta.kind == FileKind::File
                && self.keeps_links(step, meta)
                && (self.mirrors()
                    || self.job.spec.options.on_conflict == ConflictPolicy::Overwrite);
            if !self.moves && !becomes_link && self.leaves_alone(worker, step, meta, old) {
                return Placement::Settled;
            }
            let is_same = crate::job::conflict::same_size_and_mtime(meta, old);
            if self.moves
                && is_same
                && data
                && self.has_all_of(step, meta, old)
                && self.takes_up(worker, step, meta, old, Over::Other)
            {
                return Placement::Waits;
            }
        }
        let placement = self.settle_conflict(worker, step, meta, old);
        if matches!(placement, Placement::Replace(_)) {
            self.created.gives_way(step, meta);
        }
        placement
    }

    /// Whether a file that a killed move had copied is whole, so that only its source must go.
    pub(super) fn takes_up(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        old: &Meta,
        over: Over,
    ) -> bool {
        // Of a move between machines it may be the source itself, through a mount that the other end cannot see: the file
        // that has just come takes its place, by which that end notices it.
        if meta.kind != FileKind::File
            || self.unpacks() && self.job.spec.verb == Verb::Move
            || self.may_be_one(worker, step, (meta, old))
            || !matches!(self.differs(worker, step), Ok(false))
        {
            return false;
        }
        let counters = self.job.meter.of(worker.index);
        counters.resumed(meta.size);
        let done = Done { bytes: meta.size, ..Done::plain(Op::CopyFile) };
        let (id, file) = (old.id(), Shelved::placed());
        self.wait_for_flush(worker, step, Finished { meta, id, file, over, done });
        true
    }

    /// Whether the file that was to be replaced has changed while its successor was copied: the rule or the user that gave
    /// it up by what it was decides again.
    pub(super) fn has_changed_since(&self, step: Step<'_>, old: &ExistingFile) -> bool {
        // Its inode number tells nothing: some servers of FUSE give another one with each look.
        let is_same = crate::job::conflict::same_size_and_mtime;
        !old.is_ours
            && old.meta.kind == FileKind::File
            && self.job.spec.options.on_conflict != ConflictPolicy::Overwrite
            && sys::stat_at(step.pair.dst(), step.item.dst_name, false)
                .is_ok_and(|now| now.kind == FileKind::File && !is_same(&now, &old.meta))
    }

    /// Whether this would lose what the job itself has copied there.
    ///
    /// GNU's `cp` lets merged trees overwrite each other, in the order of the operands; we do under its name only.
    pub(super) fn overwrites_own_copy(&self, step: Step<'_>, old: &Meta) -> bool {
        let in_place = self.job.spec.options.overwrite == Overwrite::InPlace;
        self.is_own_copy(step, old, |created| !created.claim(step, old, in_place))
    }

    /// The same before the user is asked: nothing is claimed for an item that may not replace it.
    pub(super) fn meets_own_copy(&self, step: Step<'_>, old: &Meta) -> bool {
        self.is_own_copy(step, old, |created| created.is_of_another(step, old))
    }

    fn is_own_copy(
        &self,
        step: Step<'_>,
        old: &Meta,
        is_of_another: impl Fn(&Created) -> bool,
    ) -> bool {
        // What an earlier run made under another spelling is in no list of this one.
        if self.created.goes_by_names()
            && self.resumed().is_some()
            && !step.item.dst_name.to_bytes().contains(&b'/')
            && !is_listed(step.pair.dst(), step.item.dst_name)
        {
            return true;
        }
        let numbered = self.job.spec.options.backup.as_ref();
        let numbered = numbered.is_some_and(|backup| backup.kind == BackupKind::Numbered);
        if !numbered && self.created.is_of_earlier_archive(old) {
            return true;
        }
        let merges = self.as_cp() && !step.is_operand() && !self.created.folds_case();
        if self.job.spec.options.gnu {
            // What was replaced or written in place may have another name, which GNU's cp writes to, and an operand that is
            // named twice is one item to us and two to GNU's cp.
            let is_own =
                || self.created.contains_under(step, old) || self.created.has_made_spelling(step);
            return !merges && !numbered && is_own();
        }
        !merges && !numbered && is_of_another(&self.created)
    }

    /// Whether the destination is another name of the source that is renamed or removed first, so
    /// that the copy becomes a file of its own.
    fn leaves_other_name(&self, step: Step<'_>, meta: &Meta) -> bool {
        let spared = !self.inherits();
        let entry = |path: std::path::PathBuf| {
            let name = path.file_name()?.to_owned();
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            let parent = std::fs::canonicalize(parent.unwrap_or(std::path::Path::new(".")));
            Some(parent.ok()?.join(name))
        };
        spared && meta.nlink > 1 && entry(step.src_path()) != entry(step.dst_path())
    }

    /// Whether a symlink would replace the very file it leads to, or itself.
    fn overwrites_its_target(&self, step: Step<'_>, meta: &Meta) -> bool {
        if meta.kind != FileKind::Symlink || self.job.spec.options.backup.is_some() {
            return false;
        }
        let there = sys::stat_at(step.pair.dst(), step.item.dst_name, false);
        let target = sys::stat_at(step.pair.src(), step.item.name, true);
        there.is_ok_and(|there| {
            there.id() == meta.id() || target.is_ok_and(|target| target.id() == there.id())
        })
    }

    /// Whether a destination operand that is a symlink stands for what it leads to.
    pub(super) fn follows_named_link(&self) -> bool {
        let options = &self.job.spec.options;
        !self.moves
            && options.backup.is_none()
            && options.link == LinkMode::Copy
            && options.overwrite != Overwrite::RemoveFirst
    }

    /// Whether the user named a device, pipe or socket, also through a link such as /dev/stdout.
    ///
    /// A user who names one wants the data to go there, and not a file in its place, which a server would miss.
    pub(super) fn named_device(&self, step: Step<'_>) -> Option<Meta> {
        if !step.is_operand() || step.node.target.is_some() || !self.follows_named_link() {
            return None;
        }
        let there = sys::stat_at(step.pair.dst(), step.item.dst_name, true).ok()?;
        is_device(there.kind).then_some(there)
    }

    /// Whether a symlink leads back to itself, so that `-f` replaces it, as any file that cannot be opened.
    fn replaces_endless_link(&self, step: Step<'_>) -> bool {
        let target = || sys::stat_at(step.pair.dst(), step.item.dst_name, true);
        self.job.spec.options.force && target().is_err_and(|errno| errno == Errno::LOOP)
    }

    /// Finds what a destination operand that is a symlink leads to.
    fn link_target(&self, worker: &mut Worker, step: Step<'_>) -> Placement {
        if let Ok(Some(path)) = std::fs::canonicalize(step.dst_path()).map(|path| c_path(&path)) {
            return Placement::Follow(path);
        }
        self.refuse_dst(worker, step, Code::DanglingSymlink);
        Placement::Settled
    }

    /// Ends an item because of its destination.
    pub(super) fn refuse_dst(&self, worker: &mut Worker, step: Step<'_>, code: Code) {
        let error = OpError::refused(Action::CreateFile, code, step.dst_path());
        let error = error.with(step.src_path());
        self.fail(worker, step, error);
    }

    /// Whether a replacement takes over what the old file had; a backup or a removal leaves nothing.
    pub(super) fn inherits(&self) -> bool {
        let options = &self.job.spec.options;
        options.backup.is_none() && options.overwrite != Overwrite::RemoveFirst
    }

    /// Whether the replacement of this takes over its mode and owner: those of a symlink or a device mean
    /// something else, and a symlink's mode would let all users write.
    pub(super) fn has_heir(&self, old: &ExistingFile) -> bool {
        // What an earlier run left unfinished does not have its owner yet.
        let is_ready = !(old.is_ours && self.job.spec.options.preserve.ownership);
        old.meta.kind == FileKind::File && is_ready && self.inherits()
    }

    /// Whether a symlink in the way is itself replaced even when files are written in place.
    pub(super) fn replaces_links(&self) -> bool {
        let options = &self.job.spec.options;
        options.overwrite != Overwrite::InPlace || options.backup.is_some()
    }
}

/// Whether data written to such a file goes somewhere else, or nowhere: a socket cannot be opened.
pub(super) fn is_device(kind: FileKind) -> bool {
    matches!(kind, FileKind::CharDevice | FileKind::BlockDevice | FileKind::Fifo | FileKind::Socket)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::Path;

    use crate::contract::event::Outcome;
    use crate::contract::spec::{
        DEFAULT_RENAME, Destination, DirectoryPolicy, JobSpec, Options, Verb,
    };
    use crate::{Engine, new_name};

    use super::*;

    fn run(verb: Verb, dir: &Path) -> Outcome {
        let rename = || DEFAULT_RENAME.to_owned();
        let engine = Engine::new();
        let job = engine.submit(JobSpec {
            verb,
            sources: ["dir", "a.txt", "link"].map(|name| dir.join(name).into()).to_vec(),
            destination: Some(Destination::Into(dir.to_owned().into())),
            options: Options {
                recursive: true,
                on_conflict: ConflictPolicy::Rename(rename()),
                on_directory: DirectoryPolicy::Rename(rename()),
                ..Options::default()
            },
        });
        engine.wait(job.unwrap()).unwrap().outcome
    }

    #[test]
    fn a_copy_beside_its_source_gets_another_name_and_a_move_is_refused() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        fs::create_dir(dir.join("dir")).unwrap();
        fs::write(dir.join("dir/inside"), "1").unwrap();
        fs::write(dir.join("a.txt"), "2").unwrap();
        symlink("a.txt", dir.join("link")).unwrap();
        assert_eq!(run(Verb::Move, dir), Outcome::CompletedWithErrors);
        assert_eq!(fs::read_dir(dir).unwrap().count(), 3);
        for n in 1..=2 {
            assert_eq!(run(Verb::Copy, dir), Outcome::Completed);
            let copy = |name: &str| dir.join(new_name(DEFAULT_RENAME, name.as_ref(), n));
            assert_eq!(fs::read(copy("a.txt")).unwrap(), b"2");
            assert_eq!(fs::read_link(copy("link")).unwrap(), Path::new("a.txt"));
            assert_eq!(fs::read(copy("dir").join("inside")).unwrap(), b"1");
            assert_eq!(fs::read_dir(copy("dir")).unwrap().count(), 1);
            assert_eq!(fs::read_dir(dir).unwrap().count(), 3 + 3 * n as usize);
        }
    }
}
