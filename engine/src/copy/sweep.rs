//! Defines the visitor that takes the last step of a mirror which was divided into parts.
//!
//! It goes through the directories of a list, each of which must be the one that the plan found, as must its counterpart,
//! and looks for what their counterparts have and they lack: now, by the rules of every mirror. Of that it takes what the
//! list has, as it was when the plan was made. So neither what the source has now nor what it had then is removed, nor what
//! has come to the destination or has changed there since.
//!
//! It goes through all lists twice, whenever the step is taken. First nothing is removed: if a directory cannot be
//! compared, nothing is. What looks the same and has another number is told as a failure, and stays.

use std::collections::HashSet;
use std::ffi::{CString, OsStr};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::copier::Copier;
use super::extras::seems_empty;
use super::looked::{Looked, look, look_in};
use super::noted::{Part, Place};
use super::operand::{Operand, operands};
use super::removals::{Opened, id_of, place_of};
use super::removing::withhold;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Withheld};
use crate::job::Job;
use crate::job::act::{Actor, act};
use crate::parts::selection::Selection;
use crate::parts::stamp::Stamp;
use crate::parts::sweep::{Entries, Fate, Planned, Section, Sweep};
use crate::walk::item::{Found, Item, Names, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::step::Step;
use crate::walk::target::Target;
use crate::walk::worker::{Counterpart, Dir, OpenFailure, OpenRules, Pair, Worker};
use crate::walk::{Visitor, WalkContext};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, c_path};

/// What compares the directories of a list, and removes what is in it.
#[derive(Debug)]
struct Sweeper {
    copier: Copier,
    selection: Arc<Selection>,
    sweep: Arc<Sweep>,
}

/// Compares a list with what is there, or removes what is in it; tells whether the job could begin.
pub(crate) fn run(job: &Arc<Job>, sweep: &Arc<Sweep>, target: &Target) -> bool {
    let Some(selection) = job.selection.clone() else { return false };
    let copier = Copier::new(Arc::clone(job), job.rules(Counterpart::Possible));
    let sweeper = Sweeper { copier, selection, sweep: Arc::clone(sweep) };
    act(job, target, sweeper, None).is_some()
}

/// An entry that the counterpart of its directory has and the directory lacks.
struct Shown<'a> {
    path: PathBuf,
    planned: &'a Planned,
}

impl Sweeper {
    fn job(&self) -> &Job {
        &self.copier.job
    }

    fn follows(&self, node: &DirNode, kind: FileKind) -> bool {
        self.job().spec.options.follow.holds_for(node.parent.is_none(), kind)
    }

    fn fails(&self, worker: &Worker, path: PathBuf, action: Action, errno: Errno) {
        let error = OpError::new(action, &path, errno);
        self.job().failed(worker.index, path, error);
    }

    /// Enters a directory of the source, and its counterpart if it is there.
    fn enter(
        &self,
        worker: &mut Worker,
        node: &Arc<DirNode>,
        pair: &Pair,
        item: Item<'_>,
    ) -> Option<Arc<DirNode>> {
        let src_fails = |action, errno| self.fails(worker, node.src_path(item.name), action, errno);
        let opened = sys::open_dir(pair.src(), item.name, self.follows(node, item.kind));
        let src = opened.map_err(|errno| src_fails(Action::OpenDir, errno)).ok()?;
        let meta =
            sys::stat_fd(src.as_fd()).map_err(|errno| src_fails(Action::Stat, errno)).ok()?;
        let follow = node.parent.is_none();
        let above = pair.dst.as_ref().ok_or(Errno::NOENT);
        let dst = above.and_then(|above| sys::enter_dir(above.fd(), item.dst_name, follow));
        let dst = dst
            .map_err(|errno| {
                self.fails(worker, node.dst_path(item.dst_name), Action::OpenDir, errno);
            })
            .ok()?;
        let filters = &self.job().filters;
        let ignore = filters.ignores_in(node, src.as_fd(), || node.src_path(item.name));
        let child = DirNode::child(node, item.name, item.dst_name, meta, false, ignore);
        worker.keep(&child, Pair::new(Dir::Open(src), Some(Dir::Open(dst))));
        Some(child)
    }

    /// Whether a directory is the one that the walk has found; tells it as a failure if it is not.
    fn is_same(
        &self,
        worker: &Worker,
        dir: BorrowedFd<'_>,
        planned: Option<Stamp>,
        path: impl FnOnce() -> PathBuf,
    ) -> bool {
        match Stamp::at(dir, c".") {
            Ok(found) if planned == Some(found) => return true,
            Ok(_) => {
                // Another disk is mounted there, perhaps, or none is.
                let path = path();
                let error = OpError::refused(Action::ListDir, Code::ChangedSince, &path);
                self.job().failed(worker.index, path, error);
            }
            Err(errno) => self.fails(worker, path(), Action::Stat, errno),
        }
        false
    }

    /// Compares a directory with its counterpart, and removes what goes.
    fn compare(&self, worker: &mut Worker, node: &Arc<DirNode>, section: &Section) {
        let pair = match worker.pair(node, self.rules()) {
            Ok(pair) => pair,
            Err(OpenFailure { errno, .. }) => {
                return self.fails(worker, node.own_src_path(), Action::OpenDir, errno);
            }
        };
        let Some(dst) = &pair.dst else {
            return self.fails(worker, node.own_dst_path(), Action::OpenDir, Errno::NOENT);
        };
        let planned =
            node.parent.as_ref().and_then(|above| self.selection.stamp(above, &node.src_name));
        if !self.is_same(worker, pair.src(), planned, || node.own_src_path())
            || !self.is_same(worker, dst.fd(), section.counterpart, || node.own_dst_path())
        {
            return;
        }
        let is_limited =
            self.job().spec.options.removals.as_ref().is_some_and(|it| it.limit.is_some());
        if !is_limited && self.copier.removing.extras.may_lack_disk(node, pair.src()) {
            match seems_empty(self.job(), node, pair.src()) {
                Ok(false) => {}
                Ok(true) => {
                    self.sweep.note_empty();
                    return withhold(self.job(), Withheld::EmptySource, node.own_src_path());
                }
                Err(errno) => {
                    return self.fails(worker, node.own_src_path(), Action::ListDir, errno);
                }
            }
        }
        let entries = &section.entries;
        let mut shown = Vec::new();
        let sides = (pair.src(), dst.fd());
        let looked = self.copier.removing.extras.find(self.job(), node, sides, &mut |extra| {
            let planned = entries.get(extra.path.as_os_str().as_bytes());
            let is_emptied = extra.part == Part::Emptied;
            if let Some(planned) = planned.filter(|planned| planned.is_emptied == is_emptied) {
                shown.push(Shown { path: extra.path.to_owned(), planned });
            }
        });
        if let Err(errno) = looked {
            return self.fails(worker, node.own_src_path(), Action::ListDir, errno);
        }
        if self.sweep.removes {
            self.remove(worker, node, (dst.fd(), entries), &shown);
            self.note_removed(worker, node, (dst.fd(), entries));
        } else if !self.note_fates(worker, node, (dst.fd(), entries), &shown) {
            return;
        }
        self.sweep.note_compared();
    }

    /// Notes what becomes of each entry; `false` if one could not be looked at.
    fn note_fates(
        &self,
        worker: &Worker,
        node: &DirNode,
        (dst, entries): (BorrowedFd<'_>, &Entries),
        shown: &[Shown<'_>],
    ) -> bool {
        let shown: HashSet<usize> = shown.iter().map(|shown| shown.planned.at).collect();
        let mut is_whole = true;
        for (path, planned) in entries {
            let path = Path::new(OsStr::from_bytes(path));
            let fate = match look(dst, path, planned, entries) {
                Looked::Same if shown.contains(&planned.at) => Fate::Goes,
                Looked::Same | Looked::Changed => Fate::Stays,
                Looked::Gone => Fate::Missing,
                Looked::Doubtful => Fate::Doubtful,
                Looked::Unreadable(errno) => {
                    is_whole = false;
                    self.fails(worker, node.own_dst_path().join(path), Action::Stat, errno);
                    Fate::Stays
                }
            };
            self.sweep.note(planned, fate);
        }
        is_whole
    }

    /// Notes what has become of each entry.
    fn note_removed(
        &self,
        worker: &Worker,
        node: &DirNode,
        (dst, entries): (BorrowedFd<'_>, &Entries),
    ) {
        for (path, planned) in entries {
            let path = Path::new(OsStr::from_bytes(path));
            match self.sweep.fate(planned) {
                Fate::Goes if look(dst, path, planned, entries) == Looked::Gone => {
                    self.sweep.note(planned, Fate::Removed);
                }
                Fate::Doubtful => self.doubts(worker, node.own_dst_path().join(path)),
                Fate::Goes | Fate::Stays | Fate::Missing | Fate::Removed => {}
            }
        }
    }

    /// Tells that an item stays, since it may be another one than that of the walk.
    fn doubts(&self, worker: &Worker, path: PathBuf) {
        self.fails(worker, path, Action::Remove, Errno::STALE);
    }

    /// Removes what is as the plan has found it.
    fn remove(
        &self,
        worker: &Worker,
        node: &DirNode,
        (dst, entries): (BorrowedFd<'_>, &Entries),
        shown: &[Shown<'_>],
    ) {
        let (base, rest) = place_of(node);
        let id = id_of(dst);
        let restores = self.job().spec.options.preserve.timestamps;
        // The folder itself gets the times of its source below: another process may have changed those that it has now.
        let (mut own, mut deeper) = (Opened::default(), Opened::restoring(restores));
        let goes = |shown: &&Shown<'_>| self.sweep.fate(shown.planned) == Fate::Goes;
        let mut is_entered = false;
        for Shown { path, planned } in shown.iter().filter(goes) {
            if self.job().control.checkpoint().is_err() {
                break;
            }
            let inside = path.parent().filter(|inside| !inside.as_os_str().is_empty());
            let (rest, id, opened) = match inside {
                None => (rest.clone(), id.clone(), &mut own),
                Some(inside) => (rest.join(inside), CString::default(), &mut deeper),
            };
            let name = path.file_name().and_then(|name| c_path(Path::new(name)));
            let rest = CString::new(rest.into_os_string().into_vec()).ok();
            let (Some(rest), Some(name)) = (rest, name) else { continue };
            let place = Place { base: base.clone(), rest, id };
            let whole = place.path().join(OsStr::from_bytes(name.to_bytes()));
            is_entered = true;
            let dir = match opened.get(&place) {
                Ok(dir) => dir,
                Err(Errno::NOENT) => continue,
                Err(errno) => {
                    self.fails(worker, whole, Action::Remove, errno);
                    continue;
                }
            };
            // As late as it can be: what has changed since, and what has got its name, stays.
            match look_in((dir, &name), path, planned, entries) {
                Looked::Same => {}
                Looked::Gone | Looked::Changed => continue,
                Looked::Doubtful => {
                    self.sweep.note(planned, Fate::Doubtful);
                    continue;
                }
                Looked::Unreadable(errno) => {
                    self.fails(worker, whole, Action::Remove, errno);
                    continue;
                }
            }
            self.job().found(worker, Found { items: 1, directories: 0, all: false });
            let part = if planned.is_emptied { Part::Emptied } else { Part::Whole };
            self.copier.remove(worker, dir, &name, part, &whole);
        }
        drop(deeper);
        if restores && is_entered {
            sys::best_effort(sys::set_times(dst, &node.meta));
        }
    }
}

impl Actor for Sweeper {
    fn operands(
        &self,
        worker: &mut Worker,
        top: &Arc<DirNode>,
        target: &Target,
    ) -> Vec<ParkedItem> {
        let wanted = self.selection.operands();
        let all = operands(self.job(), target).0.into_iter().enumerate();
        let item = |(at, operand): (usize, Operand)| match operand {
            Operand::Found { name, dst_name, kind } if wanted.contains(&at) => {
                Some(ParkedItem::new(top, name, dst_name, kind))
            }
            Operand::Missing { path, errno } if wanted.contains(&at) => {
                self.fails(worker, path, Action::Stat, errno);
                None
            }
            Operand::Found { .. }
            | Operand::LeftOut
            | Operand::Missing { .. }
            | Operand::Refused { .. } => None,
        };
        all.filter_map(item).collect()
    }
}

impl Visitor for Sweeper {
    fn context(&self) -> &impl WalkContext {
        &*self.copier.job
    }

    fn rules(&self) -> OpenRules {
        self.copier.rules
    }

    fn names(&self, node: &DirNode) -> Option<&Names> {
        Some(self.selection.names(node))
    }

    fn visit(&self, worker: &mut Worker, step: Step<'_, Self>) -> Option<Arc<DirNode>> {
        let Step { walk, node, pair, item } = step;
        if item.kind == FileKind::Symlink && self.follows(node, item.kind) {
            let mut later = item.park(node);
            later.kind = FileKind::Directory;
            walk.run_later(later);
            return None;
        }
        self.enter(worker, node, pair, item)
    }

    fn leave(
        &self,
        _: &Arc<crate::walk::Walk<Self>>,
        worker: &mut Worker,
        node: &Arc<DirNode>,
    ) -> bool {
        let section = self.selection.section(node);
        if let Some(section) = section.and_then(|section| self.sweep.section(&section))
            && self.job().control.checkpoint().is_ok()
        {
            self.compare(worker, node, section);
        }
        true
    }

    fn list_failed(&self, node: &Arc<DirNode>, failure: OpenFailure) {
        let path = node.own_src_path();
        let error = OpError::new(Action::OpenDir, &path, failure.errno);
        self.job().failed(0, path, error);
    }

    fn lost(&self, worker: &mut Worker, node: &Arc<DirNode>, item: Item<'_>, failure: OpenFailure) {
        self.fails(worker, node.src_path(item.name), Action::OpenDir, failure.errno);
    }

    fn given_up(&self, _worker: &mut Worker, _item: &ParkedItem) {}
}
