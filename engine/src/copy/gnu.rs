//! Handles an existing destination as GNU's `cp` does, where that differs from our rules.

use std::ffi::CString;
use std::ops::ControlFlow;

use super::copier::{Copier, Step};
use super::existing::{ExistingFile, Placement};
use super::operand::is_one_directory;
use crate::contract::error::{Action, Code};
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::contract::spec::{BackupKind, ConflictPolicy, Follow, LinkMode, Overwrite};
use crate::job::conflict::Decision;
use crate::walk::operand::base_of;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, Errno, Meta};

/// What comes of a source and a destination that may be one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sameness {
    /// Nothing is lost.
    Fine,
    /// The requested item is there already.
    Done,
    Refused,
}

impl Copier {
    /// Whether the rules of GNU's `cp` hold.
    pub(super) fn as_cp(&self) -> bool {
        self.job.spec.options.gnu && !self.moves
    }

    /// Whether GNU's `cp`, which looks at each item before it opens it, tells of a source that it cannot look at.
    pub(super) fn cannot_look(&self, step: Step<'_>, errno: Errno) -> bool {
        self.as_cp()
            && errno == Errno::ACCESS
            && sys::stat_at(step.pair.src(), step.item.name, self.follows(&step)).is_err()
    }

    /// Looks at the destination as GNU's `cp` does, and lets policy or answer decide.
    pub(super) fn make_way_as_cp(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        data: bool,
    ) -> Placement {
        let options = &self.job.spec.options;
        // Data go where a symlink leads, unless the link gives way before they are written.
        let follow = data && options.backup.is_none() && !self.removes_first();
        let old = match self.find_as_cp(worker, step, follow) {
            ControlFlow::Continue(old) => old,
            ControlFlow::Break(room) => return room,
        };
        if !matches!(options.on_conflict, ConflictPolicy::Skip | ConflictPolicy::Fail) {
            match self.sameness(step, meta, &old) {
                Sameness::Fine => {}
                Sameness::Done => {
                    self.done_or_wait(worker, step, meta, Op::HardLink);
                    return Placement::Settled;
                }
                Sameness::Refused => {
                    self.refuse(worker, step, Code::SameFile);
                    return Placement::Settled;
                }
            }
        }
        let may_link = old.kind != FileKind::Directory && self.keeps_links(step, meta);
        if may_link && self.decide(step, meta, &old) == Decision::Skip(SkipReason::NotNewer) {
            if !data && meta.kind == FileKind::File {
                // Another name of a file that was copied or left alone: the names stay together.
                return Placement::Replace(ExistingFile { meta: old, is_ours: false, keep: false });
            }
            self.settle_link(worker, step, meta, true);
        }
        let room = self.placement_over(worker, step, meta, &old, data);
        let Placement::Replace(old) = room else { return room };
        if follow && self.leads_astray(step) {
            self.refuse(worker, step, Code::JustCreated);
            return Placement::Settled;
        }
        if !data && !self.gives_way(meta, &old.meta) {
            self.collide(worker, step, meta);
            return Placement::Settled;
        }
        if let Err(code) = self.check_backup(step, meta) {
            self.refuse_dst(worker, step, code);
            return Placement::Settled;
        }
        Placement::Replace(old)
    }

    /// Finds the destination; gives what settles the item if that is not to be had.
    fn find_as_cp(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        follow: bool,
    ) -> ControlFlow<Placement, Meta> {
        let look = |follow| sys::stat_at(step.pair.dst(), step.item.dst_name, follow);
        let errno = match look(follow) {
            Ok(old) => return ControlFlow::Continue(old),
            Err(errno) => errno,
        };
        match (errno, look(false)) {
            (Errno::NOENT, Err(Errno::NOENT)) => return ControlFlow::Break(Placement::Free),
            (Errno::NOENT, Ok(link)) if follow => {
                if self.created.contains(&link) {
                    self.refuse(worker, step, Code::JustCreated);
                } else {
                    self.refuse_dst(worker, step, Code::DanglingSymlink);
                }
            }
            // The open will fail, too, and then the link is removed.
            (Errno::LOOP, Ok(link)) if follow && self.job.spec.options.force => {
                return ControlFlow::Break(Placement::Replace(ExistingFile {
                    meta: link,
                    is_ours: false,
                    keep: false,
                }));
            }
            (errno, _) => self.fail_dst(worker, step, Action::StatDestination, errno),
        }
        ControlFlow::Break(Placement::Settled)
    }

    /// Whether data would go through a symlink that another source of this job became.
    fn leads_astray(&self, step: Step<'_>) -> bool {
        sys::stat_at(step.pair.dst(), step.item.dst_name, false)
            .is_ok_and(|link| link.kind == FileKind::Symlink && self.created.contains(&link))
    }

    /// Whether the source has the name that a simple backup would get.
    pub(super) fn is_backup(&self, step: Step<'_>, meta: &Meta) -> bool {
        let Some(backup) = &self.job.spec.options.backup else { return false };
        let suffixed = |name: &[u8]| CString::new([name, backup.suffix.as_bytes()].concat());
        let is_named = suffixed(base_of(step.item.dst_name))
            .is_ok_and(|name| name.to_bytes() == base_of(step.item.name));
        backup.kind != BackupKind::Numbered
            && is_named
            && suffixed(step.item.dst_name.to_bytes()).is_ok_and(|name| {
                sys::stat_at(step.pair.dst(), &name, true).is_ok_and(|it| it.id() == meta.id())
            })
    }

    fn removes_first(&self) -> bool {
        self.job.spec.options.overwrite == Overwrite::RemoveFirst
    }

    /// Whether an existing file is removed before its successor is made.
    pub(super) fn unlinks(&self, meta: &Meta, old: &Meta) -> bool {
        let options = &self.job.spec.options;
        if options.backup.is_some() {
            return false;
        }
        let is_link_apart = options.preserve.links && old.nlink > 1;
        let is_no_file = options.follow == Follow::Never && meta.kind != FileKind::File;
        let replaces = !options.attributes_only && (is_link_apart || is_no_file);
        self.removes_first() || self.as_cp() && replaces
    }

    /// Whether an existing file gives way to an entry without data.
    fn gives_way(&self, meta: &Meta, old: &Meta) -> bool {
        let options = &self.job.spec.options;
        if options.backup.is_some() || self.unlinks(meta, old) {
            return true;
        }
        match (options.link, meta.kind) {
            (LinkMode::Hard, _) => options.force || options.on_conflict == ConflictPolicy::Ask,
            (LinkMode::Symbolic, _) | (LinkMode::Copy, FileKind::Symlink) => options.force,
            // Another name of a file that this job has copied.
            (LinkMode::Copy, FileKind::File) => true,
            (LinkMode::Copy, _) => false,
        }
    }

    /// Ends an item whose name is taken by a file that does not give way.
    fn collide(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta) {
        let (op, action) = match (self.job.spec.options.link, meta.kind) {
            (LinkMode::Hard, _) => (Op::HardLink, Action::CreateHardLink),
            (LinkMode::Symbolic, _) | (LinkMode::Copy, FileKind::Symlink) => {
                (Op::Symlink, Action::CreateSymlink)
            }
            (LinkMode::Copy, FileKind::Fifo) => (Op::Special, Action::CreateFifo),
            (LinkMode::Copy, _) => (Op::Special, Action::CreateSpecial),
        };
        self.started(step, op, None);
        self.fail_dst(worker, step, action, Errno::EXIST);
    }

    /// Tells whether source and destination are one file, and whether that matters.
    ///
    /// `src` is what the source leads to if the job follows symlinks, and `dst` what was found of the
    /// destination.
    fn sameness(&self, step: Step<'_>, src: &Meta, dst: &Meta) -> Sameness {
        let options = &self.job.spec.options;
        let (hard, backs_up) = (options.link == LinkMode::Hard, options.backup.is_some());
        let is_link = |meta: &Meta| meta.kind == FileKind::Symlink;
        let is_same = src.id() == dst.id();
        if is_same && hard {
            return Sameness::Done;
        }
        let never = options.follow == Follow::Never;
        let (one, other) = if never {
            (*src, *dst)
        } else if is_same {
            let one = sys::stat_at(step.pair.src(), step.item.name, false);
            let other = sys::stat_at(step.pair.dst(), step.item.dst_name, false);
            let (Ok(one), Ok(other)) = (one, other) else { return Sameness::Fine };
            (one, other)
        } else {
            return Sameness::Fine;
        };
        let is_same_link = one.id() == other.id();
        let fine_unless = |refused: bool| if refused { Sameness::Refused } else { Sameness::Fine };
        if is_link(&one) && is_link(&other) {
            if never && !backs_up && is_same_link && !is_one_name(step) {
                return Sameness::Done;
            }
            if never {
                return fine_unless(is_one_name(step));
            }
            if self.removes_first() {
                return Sameness::Fine;
            }
        }
        if backs_up && is_same_link {
            return fine_unless(is_one_name(step));
        }
        if backs_up {
            // The backup would take away what the source leads to.
            return fine_unless(!never && is_link(&one) && !is_link(&other));
        }
        if self.removes_first() {
            let stays = is_same_link && other.nlink > 1 && !is_one_name(step);
            if is_link(&other) || stays {
                return Sameness::Fine;
            }
        }
        if !is_link(&one) && !is_link(&other) && !is_same_link {
            return Sameness::Fine;
        }
        if options.link == LinkMode::Symbolic && is_link(&other) {
            return Sameness::Fine;
        }
        if never {
            let one = follow(&one, || sys::stat_at(step.pair.src(), step.item.name, true));
            let to = follow(&other, || sys::stat_at(step.pair.dst(), step.item.dst_name, true));
            return match (one, to) {
                (Some(one), Some(to)) if one.id() == to.id() => match (hard, is_link(&other)) {
                    (true, true) => Sameness::Fine,
                    (true, false) => Sameness::Done,
                    (false, _) => Sameness::Refused,
                },
                _ => Sameness::Fine,
            };
        }
        Sameness::Refused
    }
}

/// What an entry leads to; none if it leads nowhere.
fn follow(meta: &Meta, look: impl Fn() -> sys::Sys<Meta>) -> Option<Meta> {
    if meta.kind == FileKind::Symlink { look().ok() } else { Some(*meta) }
}

/// Whether source and destination are one name in one directory.
pub(super) fn is_one_name(step: Step<'_>) -> bool {
    let (src, dst) = (step.pair.src(), step.pair.dst());
    base_of(step.item.name) == base_of(step.item.dst_name)
        && is_one_directory((src, step.item.name), (dst, step.item.dst_name))
}
