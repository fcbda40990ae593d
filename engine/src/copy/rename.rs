//! Moves items by rename: one call for a file or a whole directory, wherever the kernel can.

use std::ffi::{CStr, CString};
use std::sync::atomic::Ordering;

use super::copier::{Copier, Step};
use super::dir::DirWay;
use super::existing::Placement;
use super::naming::Over;
use super::respell::{Identity, identity, respell};
use super::retain::{Incoming, Retained};
use super::tell::Done;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::contract::spec::{ConflictPolicy, DirectoryPolicy, MismatchPolicy, ModeRule, Verb};
use crate::job::conflict::renamed;
use crate::walk::operand::parent_of;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, Errno, Meta};

/// What came of the attempt to rename an item.
pub(super) enum Renamed {
    /// It is settled: renamed, skipped, failed or parked.
    Settled,
    /// No rename leads there, or not for all of a directory.
    ByParts,
    /// The directory must be merged with the one of this name.
    Merges(CString),
}

/// How a taken name is dealt with.
enum Way {
    /// The name may be free now.
    Retry,
    /// Another name.
    Name(CString),
    /// Over what is there.
    Over,
    /// Over what an earlier run of the job has left.
    Leftover,
    /// What is there goes to the trash.
    Retain(Retained),
    /// What is there becomes a backup.
    BackUp,
    /// Over itself: the filesystem takes the two names for one.
    Respell,
    Merge,
    /// An earlier run made it, because no rename leads there.
    ByParts,
    Settled,
}

/// Looks at a name that is taken and absent at once, before that is called a failure.
const MAX_TRIES: u8 = 8;

impl Copier {
    /// Moves an item by rename, as far as one leads there.
    pub(super) fn rename(&self, worker: &mut Worker, step: Step<'_>) -> Renamed {
        let is_dir = step.item.kind == FileKind::Directory;
        // A part of a plan has no directory for itself, and what it moves goes to another filesystem.
        if step.node.crosses() || self.job.selection.is_some() {
            return Renamed::ByParts;
        }
        if self.job.control.checkpoint().is_err() {
            self.skipped(worker, step, SkipReason::Cancelled, 0);
            return Renamed::Settled;
        }
        if self.job.spec.options.exchange {
            self.exchange(worker, step);
            return Renamed::Settled;
        }
        if !is_dir && (self.inherits_there(step) || self.would_part_links(step)) {
            return Renamed::ByParts;
        }
        // Filters choose within it, and who else wants its name must see each of its files.
        if is_dir && (self.unpacks() || self.job.is_filtered() || self.created.may_clash()) {
            if self.job.spec.options.no_copy && leaves_filesystem(step) {
                self.fail(worker, step, move_error(step, Errno::XDEV));
                return Renamed::Settled;
            }
            if self.cannot_leave(step) {
                return self.not_renamed(worker, step, Errno::ROFS);
            }
            return Renamed::ByParts;
        }
        let mut name = step.item.dst_name.to_owned();
        let mut tries = (0, 0);
        let _turn = self.created.turn(step.item.dst_name);
        loop {
            let at = step.renamed(&name);
            match self.rename_to_free(at, &name) {
                Ok(()) => return self.renamed(worker, at, None, Over::Nothing),
                Err(errno) if sys::exists(errno) => {}
                Err(errno) => return self.not_renamed(worker, at, errno),
            }
            let way = if is_dir {
                self.way_of_dir(worker, at, step.item.dst_name, &mut tries.0)
            } else {
                self.way_of_file(worker, at)
            };
            let mut over = Over::Nothing;
            let mut retained = None;
            // What a kill leaves in the stage of an archive is removed with that.
            let incoming = if self.unpacks() { Incoming::Temporary } else { Incoming::Source };
            let (source, target) = ((at.pair.src(), at.item.name), (at.pair.dst(), name.as_ref()));
            let gives_way = match way {
                Way::Over => Over::Other,
                Way::Retain(_) => Over::Kept,
                Way::BackUp => Over::BackedUp,
                _ => Over::Nothing,
            };
            if matches!(way, Way::Over | Way::Retain(_) | Way::Leftover)
                && let Err(error) = self.inherit(at, &name, matches!(way, Way::Leftover))
            {
                self.fail(worker, at, error);
                return Renamed::Settled;
            }
            self.note_replacing(at.node, (at.item.name, at.item.dst_name), gives_way);
            let (backup, moved) = match way {
                Way::Retry if tries.1 < MAX_TRIES => {
                    tries.1 += 1;
                    continue;
                }
                Way::Retry => (None, Err(Errno::EXIST)),
                Way::Name(other) => {
                    name = other;
                    continue;
                }
                Way::Merge => return Renamed::Merges(name),
                Way::ByParts => return Renamed::ByParts,
                Way::Settled => return Renamed::Settled,
                Way::Respell => (None, respell(worker, at)),
                Way::Over => {
                    over = Over::Other;
                    (None, sys::rename(source.0, source.1, target.0, target.1))
                }
                Way::Leftover => {
                    over = Over::Leftover;
                    (None, sys::rename(source.0, source.1, target.0, target.1))
                }
                Way::Retain(mut kept) => {
                    over = Over::Kept;
                    let moved = kept.give_way(source.0, source.1, incoming);
                    retained = Some(kept);
                    (None, moved)
                }
                Way::BackUp => match self.back_up(
                    worker,
                    target,
                    source,
                    (incoming, self.spare_of_backup(at.node, at.pair, (source.1, &name))),
                ) {
                    Ok(backup) => {
                        over = Over::BackedUp;
                        (backup, Ok(()))
                    }
                    Err(unplaced) if unplaced.action == Action::Backup => {
                        self.fail_dst(worker, at, Action::Backup, unplaced.errno);
                        return Renamed::Settled;
                    }
                    Err(unplaced) => (None, Err(unplaced.errno)),
                },
            };
            return match moved {
                Ok(()) => {
                    self.note_retained(at, retained.as_ref());
                    self.renamed(worker, at, backup.as_deref(), over)
                }
                Err(errno) => self.not_renamed(worker, at, errno),
            };
        }
    }

    /// Renames an item to a name that must be free.
    fn rename_to_free(&self, step: Step<'_>, name: &CStr) -> sys::Sys<()> {
        let rename = || sys::rename_new(step.pair.src(), step.item.name, step.pair.dst(), name);
        match rename() {
            // What an undo has taken away with the right to write to it lent, its redo brings back so.
            Err(Errno::ACCESS)
                if step.item.kind == FileKind::Directory
                    && self.job.spec.verb == Verb::Undo
                    && let Ok(Some(_lent)) = sys::Lent::of(step.pair.src(), step.item.name) =>
            {
                rename()
            }
            renamed => renamed,
        }
    }

    /// Whether a file that came from elsewhere gets its group or an ACL from the directory that it goes into; a renamed
    /// one would keep those of the stage.
    fn inherits_there(&self, step: Step<'_>) -> bool {
        if !self.unpacks() || self.packs() || self.job.spec.options.preserve.mode == ModeRule::Exact
        {
            return false;
        }
        let dst = step.pair.dst();
        let gives_group = sys::stat_dir(dst).is_ok_and(|meta| meta.mode & 0o2000 != 0);
        gives_group || sys::hands_down_acl(dst)
    }

    fn renamed(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        backup: Option<&CStr>,
        over: Over,
    ) -> Renamed {
        self.note_backup(step, backup);
        self.note_arrival(step, over);
        let made = || sys::stat_at(step.pair.dst(), step.item.dst_name, false).ok();
        self.created.note(step, None, made);
        let there = if self.unpacks() {
            sys::stat_at(step.pair.dst(), step.item.dst_name, false).ok()
        } else {
            None
        };
        let op = if self.unpacks() { self.job.op_of_arrival(there.as_ref()) } else { Op::Rename };
        if !self.packs() {
            self.started(step, op, backup);
        }
        let mut done = Done { replaced: over.is_foreign(), ..Done::plain(op) };
        if self.unpacks() {
            let file = there.filter(|meta| meta.kind == FileKind::File);
            done.bytes = file.map_or(0, |meta| meta.size);
        }
        self.end_renamed(worker, step, done);
        Renamed::Settled
    }

    /// Ends an item that has its new name, or lets it wait until that is on the disk.
    pub(super) fn end_renamed(&self, worker: &mut Worker, step: Step<'_>, done: Done) {
        if !self.syncs_each() {
            return self.done(worker, step, done);
        }
        match sys::stat_at(step.pair.dst(), step.item.dst_name, false) {
            Ok(meta) => self.wait_placed(worker, step, &meta, done, Over::Other),
            Err(errno) => {
                let error = OpError::new(Action::StatDestination, step.dst_path(), errno);
                self.fail(worker, step.without_retry(), error);
            }
        }
    }

    fn not_renamed(&self, worker: &mut Worker, step: Step<'_>, errno: Errno) -> Renamed {
        let is_dir = step.item.kind == FileKind::Directory;
        let error = match errno {
            Errno::XDEV if self.cannot_leave(step) => move_error(step, Errno::ROFS),
            Errno::XDEV if !self.job.spec.options.no_copy => {
                // Overlays refuse to rename some directories, and only directories.
                if is_dir {
                    self.parts_folders.store(true, Ordering::Relaxed);
                } else {
                    step.node.cross();
                }
                return Renamed::ByParts;
            }
            Errno::INVAL if is_dir => {
                self.refuse(worker, step, Code::IntoItself);
                return Renamed::Settled;
            }
            Errno::NOENT => match sys::stat_at(step.pair.src(), step.item.name, false) {
                Err(errno) => OpError::new(Action::Stat, step.src_path(), errno),
                Ok(_) => move_error(step, Errno::NOENT),
            },
            // A symlink that leads nowhere has the name that the directory needs.
            Errno::EXIST if step.item.dst_name.to_bytes().ends_with(b"/") && is_dir => {
                self.refuse(worker, step, Code::OverNonDirectory);
                return Renamed::Settled;
            }
            Errno::EXIST if step.item.dst_name.to_bytes().ends_with(b"/") => {
                move_error(step, Errno::NOTDIR)
            }
            // rename(2) may give either for a directory that is not empty.
            Errno::EXIST if is_dir => move_error(step, Errno::NOTEMPTY),
            errno => move_error(step, errno),
        };
        self.fail(worker, step, error);
        Renamed::Settled
    }

    /// Whether a rename of a file in a folder that an overlay has refused to rename would make it a file of its own: an overlay
    /// copies a file of its lower layer first, and without an index forgets the other names of it.
    fn would_part_links(&self, step: Step<'_>) -> bool {
        self.parts_folders.load(Ordering::Relaxed)
            && !step.is_operand()
            && self.job.spec.options.preserve.links
            && sys::is_overlay(step.pair.src())
            && sys::stat_at(step.pair.src(), step.item.name, false).is_ok_and(|meta| meta.nlink > 1)
    }

    /// Whether nothing can be removed where an item is, so that a copy of it would be one too many; GNU's `mv` makes it.
    fn cannot_leave(&self, step: Step<'_>) -> bool {
        let is_dir = step.item.kind == FileKind::Directory;
        let dir = if is_dir { step.item.name.to_owned() } else { parent_of(step.item.name) };
        !self.job.spec.options.gnu && sys::writable(step.pair.src(), &dir) == Err(Errno::ROFS)
    }

    fn way_of_file(&self, worker: &mut Worker, step: Step<'_>) -> Way {
        let meta = match sys::stat_at(step.pair.src(), step.item.name, false) {
            Ok(meta) => meta,
            Err(errno) => {
                self.fail_sys(worker, step, Action::Stat, errno);
                return Way::Settled;
            }
        };
        let policy = &self.job.spec.options.on_conflict;
        let left_alone = matches!(policy, ConflictPolicy::Skip | ConflictPolicy::Fail);
        if !left_alone && let Some(way) = self.way_over_itself(worker, step, &meta) {
            return way;
        }
        if *policy == ConflictPolicy::Overwrite && self.backs_up_directory(step) {
            return self.set_aside(worker, step, &meta);
        }
        match self.make_way(worker, step, &meta, false) {
            Placement::Free => Way::Retry,
            Placement::Rename(other) | Placement::Follow(other) => Way::Name(other),
            Placement::Settled | Placement::Waits => Way::Settled,
            Placement::Replace(old) => {
                if let Err(code) = self.check_backup(step, &meta) {
                    self.refuse(worker, step, code);
                    return Way::Settled;
                }
                match self.over(&old) {
                    Over::BackedUp => Way::BackUp,
                    Over::Kept => match self.retain(step.node, step.pair, step.item.dst_name) {
                        Ok(retained) => retained.map_or(Way::Over, Way::Retain),
                        Err(errno) => {
                            self.fail_dst(worker, step, Action::Keep, errno);
                            Way::Settled
                        }
                    },
                    Over::Leftover => Way::Leftover,
                    Over::Nothing | Over::Other => Way::Over,
                }
            }
        }
    }

    fn way_of_dir(&self, worker: &mut Worker, step: Step<'_>, asked: &CStr, n: &mut u32) -> Way {
        let (src, dst) = (step.pair.src(), step.pair.dst());
        let follow = self.job.spec.options.keep_directory_symlink;
        let meta = match sys::stat_at(src, step.item.name, false) {
            Ok(meta) => meta,
            Err(errno) => {
                self.fail_sys(worker, step, Action::Stat, errno);
                return Way::Settled;
            }
        };
        let old = match sys::stat_at(dst, step.item.dst_name, follow) {
            Ok(old) => old,
            Err(Errno::NOENT) => return Way::Retry,
            Err(errno) => {
                self.fail_dst(worker, step, Action::StatDestination, errno);
                return Way::Settled;
            }
        };
        let policy = &self.job.spec.options.on_directory;
        let left_alone = matches!(policy, DirectoryPolicy::Skip | DirectoryPolicy::Fail);
        if !left_alone && let Some(way) = self.way_over_itself(worker, step, &meta) {
            return way;
        }
        let options = &self.job.spec.options;
        if options.on_conflict == ConflictPolicy::Overwrite
            && options.on_mismatch == MismatchPolicy::Fail
            && self.backs_up_for_directory(&old)
        {
            return self.set_aside(worker, step, &meta);
        }
        if self.made_before(step, &old) {
            return Way::ByParts;
        }
        match self.make_way_for_dir(worker, step, &meta, &old) {
            DirWay::Merge => Way::Merge,
            DirWay::Retry | DirWay::Removed => Way::Retry,
            DirWay::Settled => Way::Settled,
            DirWay::Rename(pattern) => {
                *n += 1;
                Way::Name(renamed(&pattern, asked, *n))
            }
            DirWay::Replace if self.job.spec.options.backup.is_some() => {
                self.set_aside(worker, step, &meta)
            }
            DirWay::Keep => self.set_aside(worker, step, &meta),
            // Only an empty one gives way to a rename.
            DirWay::Replace => Way::Over,
        }
    }

    /// Lets the existing file become a backup, unless that would lose the source.
    fn set_aside(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta) -> Way {
        if let Err(code) = self.check_backup(step, meta) {
            self.refuse(worker, step, code);
            return Way::Settled;
        }
        Way::BackUp
    }

    /// Says what to do if source and destination are one file; none if they are not.
    fn way_over_itself(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta) -> Option<Way> {
        let there = sys::stat_at(step.pair.dst(), step.item.dst_name, false).ok()?;
        if there.id() != meta.id() {
            return None;
        }
        Some(match identity(step) {
            Ok(Identity::Spelling) => Way::Respell,
            // Renaming one link over another does nothing (rename(2)), but a backup makes way.
            Ok(Identity::Link) if self.job.spec.options.backup.is_some() => {
                self.set_aside(worker, step, meta)
            }
            Ok(Identity::Link | Identity::Entry) => {
                self.refuse(worker, step, Code::SameFile);
                Way::Settled
            }
            Err(errno) => {
                self.fail_dst(worker, step, Action::StatDestination, errno);
                Way::Settled
            }
        })
    }
}

/// Whether source and destination are on different filesystems, as far as that can be seen.
fn leaves_filesystem(step: Step<'_>) -> bool {
    let here = sys::stat_at(step.pair.src(), step.item.name, false);
    let there = sys::enter_dir(step.pair.dst(), &parent_of(step.item.dst_name), true)
        .and_then(|dir| sys::stat_fd(dir.as_fd()));
    matches!((here, there), (Ok(here), Ok(there)) if here.dev != there.dev)
}

/// Describes a rename that failed.
pub(super) fn move_error(step: Step<'_>, errno: Errno) -> OpError {
    OpError::new(Action::Move, step.src_path(), errno).with(step.dst_path())
}
