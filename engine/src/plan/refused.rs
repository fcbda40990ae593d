//! Foresees the items that a job refuses because of where they would go.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use super::Planner;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::contract::spec::{
    ConflictPolicy, Destination, DirectoryPolicy, Follow, JobSpec, LinkMode, Options, Overwrite,
    Verb,
};
use crate::copy::{is_above_source, is_one_directory};
use crate::walk::item::Item;
use crate::walk::node::DirNode;
use crate::walk::operand::{base_of, ends_in_dot, parent_of, without_slashes};
use crate::walk::spelling::folded;
use crate::walk::worker::{Dir, Pair, worker_index};
use fcp_sys::{self as sys, BorrowedFd, Errno, Meta};

/// An item, and the directory in which its name is looked up.
#[derive(Clone, Copy)]
struct Place<'a> {
    node: &'a DirNode,
    pair: &'a Pair,
    dst: BorrowedFd<'a>,
    item: Item<'a>,
    meta: &'a Meta,
}

impl Place<'_> {
    fn is_operand(&self) -> bool {
        self.node.parent.is_none()
    }

    /// Whether the user gave the destination its name, and not only the directory that it goes into.
    fn is_named(&self) -> bool {
        self.is_operand() && self.node.target.is_none()
    }

    fn there(&self, follow: bool) -> sys::Sys<Meta> {
        sys::stat_at(self.dst, self.item.dst_name, follow)
    }

    fn is_in_one_directory(&self) -> bool {
        let src = (self.pair.src(), self.item.name);
        is_one_directory(src, (self.dst, self.item.dst_name))
    }

    /// Whether source and destination are one name in one directory.
    fn is_one_entry(&self) -> bool {
        base_of(self.item.name) == base_of(self.item.dst_name) && self.is_in_one_directory()
    }

    /// Whether both are names in one directory that may be one to it.
    fn may_be_spelling(&self) -> bool {
        folded(base_of(self.item.name)) == folded(base_of(self.item.dst_name))
            && self.is_in_one_directory()
    }

    /// Whether the source is a symlink that leads to what has its name.
    fn leads_there(&self, there: &Meta) -> bool {
        let leads_to = || sys::stat_at(self.pair.src(), self.item.name, true);
        self.meta.kind == FileKind::Symlink && leads_to().is_ok_and(|to| to.id() == there.id())
    }
}

impl Planner {
    /// Tells why the job refuses an item.
    pub(super) fn refuses(&self, src: PathBuf, error: OpError) {
        let index = worker_index().unwrap_or(usize::MAX);
        self.job.failed(index, src, error);
    }

    /// Whether the job refuses an item because of where it would go; that is told here.
    pub(super) fn is_refused(
        &self,
        node: &DirNode,
        pair: &Pair,
        item: Item<'_>,
        meta: &Meta,
    ) -> bool {
        let JobSpec { verb, destination, .. } = &self.job.spec;
        let makes = matches!(verb, Verb::Copy | Verb::Move) && destination.is_some();
        // The parts of a plan tell what they refuse.
        if !self.thorough || !makes || self.job.lists.is_some() {
            return false;
        }
        let place = pair.dst.as_ref().map(|dst| Place { node, pair, dst: dst.fd(), item, meta });
        let error = self.takes_source_away(node, item, meta);
        let error = error.or_else(|| self.leads_back(node, item, meta));
        let error = error.or_else(|| self.misleads(node, pair, item, meta));
        let error = error.or_else(|| place.and_then(|place| self.refusal(place)));
        let error = error.or_else(|| self.must_be_copied(node, pair, item));
        let Some(error) = error.or_else(|| self.collision(node, pair, item, meta)) else {
            return false;
        };
        self.refuses(node.src_path(item.name), error);
        true
    }

    /// Why an item that goes to another filesystem is not moved, if it may only be renamed, and gets no hard link there.
    fn must_be_copied(&self, node: &DirNode, pair: &Pair, item: Item<'_>) -> Option<OpError> {
        let JobSpec { verb, options, .. } = &self.job.spec;
        let is_there = || {
            let there = |dir: &Dir| sys::stat_at(dir.fd(), item.dst_name, false).is_ok();
            pair.dst.as_ref().is_some_and(there)
        };
        let replaces = options.on_conflict == ConflictPolicy::Overwrite;
        let action = match verb {
            Verb::Move if options.exchange && replaces && is_there() => Action::Exchange,
            Verb::Move if options.no_copy && !options.exchange => Action::Move,
            Verb::Copy
                if options.link == LinkMode::Hard
                    && item.kind != FileKind::Directory
                    && (replaces || !is_there()) =>
            {
                Action::CreateHardLink
            }
            _ => return None,
        };
        if !self.leaves_filesystem(node, pair, item) {
            return None;
        }
        let (src, dst) = (node.src_path(item.name), node.dst_path(item.dst_name));
        Some(if action == Action::CreateHardLink {
            OpError::new(action, dst, Errno::XDEV).with(src)
        } else {
            OpError::new(action, src, Errno::XDEV).with(dst)
        })
    }

    /// Why an operand is not mirrored: its destination is above it, where it would seem to be extra.
    fn takes_source_away(&self, node: &DirNode, item: Item<'_>, meta: &Meta) -> Option<OpError> {
        if node.parent.is_some() || meta.kind != FileKind::Directory || !self.mirrors() {
            return None;
        }
        let source = node.src_path(item.name);
        let refused = is_above_source(&self.job, &source, item.dst_name, meta);
        let error = || OpError::refused(Action::Copy, Code::Overlap, &source);
        refused.then(|| error().with(node.dst_path(item.dst_name)))
    }

    /// Why a directory is not copied: a symlink that is followed leads to one that it is in.
    fn leads_back(&self, node: &DirNode, item: Item<'_>, meta: &Meta) -> Option<OpError> {
        let follows = self.job.spec.options.follow == Follow::Always;
        let is_back = meta.kind == FileKind::Directory && follows && node.is_inside(meta.id());
        is_back.then(|| {
            let source = node.src_path(item.name);
            OpError::refused(Action::Copy, Code::Loop, source).with(node.dst_path(item.dst_name))
        })
    }

    /// Why no symlink to the source is made: a relative one is read from where it stands, and would lead elsewhere.
    fn misleads(
        &self,
        node: &DirNode,
        pair: &Pair,
        item: Item<'_>,
        meta: &Meta,
    ) -> Option<OpError> {
        let links = self.job.spec.options.link == LinkMode::Symbolic;
        if !links || meta.kind == FileKind::Directory {
            return None;
        }
        let (src, dst) = (node.src_path(item.name), node.dst_path(item.dst_name));
        let is_here = || {
            let there = pair.dst.as_ref().map(|there| (there.fd(), item.dst_name));
            there.is_some_and(|there| is_one_directory(there, (sys::CWD, c".")))
        };
        (src.is_relative() && !is_here())
            .then(|| OpError::refused(Action::CreateSymlink, Code::Unsupported, dst).with(src))
    }

    /// Why an item cannot get its name, whatever the policy.
    fn refusal(&self, place: Place<'_>) -> Option<OpError> {
        let JobSpec { verb, options, .. } = &self.job.spec;
        let moves = *verb == Verb::Move;
        let Place { node, item, .. } = place;
        let paths = || (node.src_path(item.name), node.dst_path(item.dst_name));
        let failed = |action, errno| {
            let (src, dst) = paths();
            OpError::new(action, src, errno).with(dst)
        };
        if moves && place.is_operand() && ends_in_dot(item.name) {
            // rename(2) refuses it, and so does the removal of a source that was copied.
            return Some(failed(Action::Move, Errno::BUSY));
        }
        let there = match place.there(false) {
            Ok(there) => there,
            Err(errno) if options.exchange => return Some(failed(Action::Exchange, errno)),
            Err(_) => return self.lack_of_place(place),
        };
        let is_dir = place.meta.kind == FileKind::Directory;
        let code = match (moves, is_dir) {
            (true, _) => refusal_of_move(options, place, &there),
            (false, _) if options.gnu => None,
            (false, true) => refusal_of_directory(options, place),
            (false, false) => self.refusal_of_copy(place, &there),
        }?;
        let (src, dst) = paths();
        Some(match code {
            Code::DanglingSymlink => OpError::refused(Action::CreateFile, code, dst).with(src),
            _ if moves => OpError::refused(Action::Move, code, src).with(dst),
            _ => OpError::refused(Action::Copy, code, src).with(dst),
        })
    }

    /// Why the destination that the user named cannot be made.
    fn lack_of_place(&self, place: Place<'_>) -> Option<OpError> {
        let JobSpec { verb, options, destination, .. } = &self.job.spec;
        if !place.is_operand() || !matches!(destination, Some(Destination::As(_))) {
            return None;
        }
        let Place { node, item, meta, .. } = place;
        let moves = *verb == Verb::Move;
        let is_dir = meta.kind == FileKind::Directory;
        let name = CString::new(without_slashes(item.dst_name)).ok()?;
        let errno = match sys::stat_at(place.dst, &parent_of(&name), true) {
            Ok(parent) if parent.kind != FileKind::Directory => Errno::NOTDIR,
            Ok(_) if is_dir || !item.dst_name.to_bytes().ends_with(b"/") => return None,
            Ok(_) => Errno::NOTDIR,
            Err(errno) => errno,
        };
        let (src, dst) = (node.src_path(item.name), node.dst_path(item.dst_name));
        if moves {
            return Some(OpError::new(Action::Move, src, errno).with(dst));
        }
        let action = match (options.link, meta.kind) {
            (_, FileKind::Directory) => Action::CreateDir,
            (LinkMode::Hard, _) => Action::CreateHardLink,
            (LinkMode::Symbolic, _) | (LinkMode::Copy, FileKind::Symlink) => Action::CreateSymlink,
            (LinkMode::Copy, FileKind::File) => Action::CreateFile,
            (LinkMode::Copy, FileKind::Fifo) => Action::CreateFifo,
            (LinkMode::Copy, _) => Action::CreateSpecial,
        };
        Some(OpError::new(action, dst, errno).with(src))
    }

    /// Why a copy of an item that is no directory is refused.
    fn refusal_of_copy(&self, place: Place<'_>, there: &Meta) -> Option<Code> {
        let options = &self.job.spec.options;
        let meta = place.meta;
        // One name more of a file is there already.
        if options.link == LinkMode::Hard {
            return None;
        }
        let renames = matches!(options.on_conflict, ConflictPolicy::Rename(_));
        let left_alone = leaves_alone(options);
        let backs_up = options.backup.is_some();
        let removes_first = options.overwrite == Overwrite::RemoveFirst;
        let has_data = meta.kind == FileKind::File && options.link == LinkMode::Copy;
        let follows = has_data && !backs_up && !removes_first;
        let through = follows
            && options.overwrite == Overwrite::InPlace
            && (place.is_named() || options.write_through);
        let is_link = there.kind == FileKind::Symlink;
        let leads_to = place.there(true).ok();
        if through && is_link && leads_to.is_none() {
            return Some(Code::DanglingSymlink);
        }
        if !left_alone && !backs_up && place.leads_there(there) {
            return Some(Code::SameFile);
        }
        let is_led = follows && place.is_named() && is_link;
        if is_led && renames {
            return None;
        }
        let Some(old) = (if is_led || through { leads_to } else { Some(*there) }) else {
            return Some(Code::DanglingSymlink);
        };
        let keeps_data = options.attributes_only && options.overwrite == Overwrite::Replace;
        if keeps_data && options.on_conflict == ConflictPolicy::Overwrite && old.kind != meta.kind {
            return Some(Code::Exists);
        }
        // A mirror is made where both have a file in common.
        let is_shared = self.mirrors() && !place.is_operand();
        let spared = (backs_up || removes_first) && meta.nlink > 1 && !place.is_one_entry();
        let is_same = old.id() == meta.id() && !left_alone && !renames && !is_shared && !spared;
        is_same.then_some(Code::SameFile)
    }

    /// Counts a file that cannot be cloned, as the request demands it.
    pub(super) fn foresee_no_clone(&self, pair: &Pair, item: Item<'_>) {
        let options = &self.job.spec.options;
        // Of an existing file the policy may have it that nothing is copied.
        let is_free = || {
            let dst = pair.dst.as_ref();
            dst.is_none_or(|dst| sys::stat_at(dst.fd(), item.dst_name, false).is_err())
        };
        let is_copied = options.link == LinkMode::Copy && !options.attributes_only;
        if is_copied && (options.on_conflict == ConflictPolicy::Overwrite || is_free()) {
            self.counts.failing.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Looks whether the job refuses a directory.
    pub(super) fn is_refused_dir(&self, node: &DirNode, pair: &Pair, item: Item<'_>) -> bool {
        if !self.thorough || !(self.job.spec.options.recursive || self.job.spec.verb == Verb::Move)
        {
            return false;
        }
        sys::stat_at(pair.src(), item.name, self.follows(node, item.kind))
            .is_ok_and(|meta| self.is_refused(node, pair, item, &meta))
    }
}

fn leaves_alone(options: &Options) -> bool {
    matches!(options.on_conflict, ConflictPolicy::Skip | ConflictPolicy::Fail)
}

/// Why a move of an item onto an existing one is refused.
fn refusal_of_move(options: &Options, place: Place<'_>, there: &Meta) -> Option<Code> {
    let meta = place.meta;
    let is_dir = meta.kind == FileKind::Directory;
    let left_alone = if is_dir && !options.exchange {
        matches!(options.on_directory, DirectoryPolicy::Skip | DirectoryPolicy::Fail)
    } else {
        leaves_alone(options)
    };
    if left_alone {
        return None;
    }
    let is_same = there.id() == meta.id();
    if options.exchange {
        return is_same.then_some(Code::SameFile);
    }
    let backs_up = options.backup.is_some();
    // Another spelling of its own name is a new name for it.
    let is_link = !is_dir && meta.nlink > 1 && !backs_up && !place.may_be_spelling();
    let is_refused = if is_same {
        place.is_one_entry() || is_link
    } else {
        !is_dir && !backs_up && place.leads_there(there)
    };
    is_refused.then_some(Code::SameFile)
}

/// Why a copy of a directory onto an existing one is refused.
fn refusal_of_directory(options: &Options, place: Place<'_>) -> Option<Code> {
    let there = place.there(options.keep_directory_symlink).ok()?;
    let renames = matches!(options.on_directory, DirectoryPolicy::Rename(_));
    let is_beside = renames && place.is_operand();
    (there.id() == place.meta.id() && !is_beside).then_some(Code::SameFile)
}
