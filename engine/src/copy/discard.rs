//! Defines the visitor that moves operands to the trash.

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::seen::unlike;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Answer, FileKind, Op, Removal, SkipReason, Subject};
use crate::contract::path::WirePath;
use crate::contract::spec::{Confirm, Options};
use crate::job::Job;
use crate::job::act::{Actor, Width, default_width};
use crate::job::conflict::About;
use crate::job::ending::Done;
use crate::job::failing::side;
use crate::job::seen::{Places, is_another_since};
use crate::record::Line;
use crate::trash::{self, Mounts, Trashes};
use crate::walk::entwined::overlap;
use crate::walk::item::{Item, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::operand::ends_in_dot;
use crate::walk::operand::guarded;
use crate::walk::operand::{is_slashed_link, names_nothing};
use crate::walk::shown::Shown;
use crate::walk::step::Step;
use crate::walk::target::Target;
use crate::walk::worker::{Counterpart, OpenFailure, OpenRules, Pair, Worker};
use crate::walk::{Visitor, WalkContext};
use fcp_sys::c_path;
use fcp_sys::{self as sys, Errno, Meta};

/// Moves operands to the trash, each as a whole.
#[derive(Debug)]
pub(crate) struct Discarder {
    job: Arc<Job>,
    rules: OpenRules,
    trashes: Trashes,
    /// Where the plan of the job has its operands.
    places: Places,
    kept: Kept,
}

/// The folders that no job moves to the trash.
#[derive(Debug)]
pub(super) struct Kept {
    guarded: Vec<((u64, u64), Code)>,
    /// None where what is mounted in a folder goes with it.
    mounts: Option<Mounts>,
}

impl Kept {
    pub(super) fn of(options: &Options) -> Self {
        let mounts = (!options.cross_mounts).then(Mounts::default);
        Self { guarded: guarded(options.protect), mounts }
    }

    /// Why an operand stays, if it does.
    pub(super) fn refuses(&self, (path, name): (&Path, &CStr), meta: &Meta) -> Option<OpError> {
        // The path of the operand leads to what the link leads to.
        if is_slashed_link(path) {
            return Some(OpError::new(Action::Trash, path, Errno::NOTDIR));
        }
        let is_dir = meta.kind == FileKind::Directory;
        let holds_mount = || is_dir && self.mounts.as_ref().is_some_and(|it| it.are_below(path));
        let guarded = || self.guarded.iter().find(|(id, _)| *id == meta.id()).map(|(_, it)| *it);
        let dot = ends_in_dot(name).then_some(Code::DotDirectory);
        let code = dot.or_else(guarded).or_else(|| holds_mount().then_some(Code::MountPoint))?;
        Some(OpError::refused(Action::Trash, code, path))
    }
}

impl Discarder {
    pub(crate) fn new(job: Arc<Job>) -> Self {
        let rules = job.rules(Counterpart::Unused);
        let (trashes, places) = Default::default();
        let kept = Kept::of(&job.spec.options);
        Self { job, rules, trashes, places, kept }
    }

    /// Moves an item to the trash, and notes for the undo where it is there.
    fn discard(&self, path: &Path) -> Result<(), OpError> {
        let home = self.job.home.as_ref();
        let home = home.ok_or_else(|| OpError::refused(Action::Trash, Code::NoHome, path))?;
        let original = trash::spelt_out(path);
        let id = trash::discard(&self.trashes, path, &home.data)?;
        if let Some((recorder, (from, id))) = self.job.recorder.as_ref().zip(original.zip(id)) {
            recorder.note(&Line::Trashed { from: WirePath(from), id: WirePath(id) });
        }
        Ok(())
    }
}

impl Actor for Discarder {
    fn width(&self, job: &Job, target: &Target) -> Width {
        // Else chance would decide which of two goes first of which one lies in the other.
        if overlap(&job.spec.sources) { Width::ONE } else { default_width(job, target) }
    }

    fn operands(&self, worker: &mut Worker, top: &Arc<DirNode>, _: &Target) -> Vec<ParkedItem> {
        let mut items = Vec::new();
        for source in &self.job.spec.sources {
            let path = &source.0;
            let found = match c_path(path) {
                Some(name) => sys::stat_at(sys::CWD, &name, false).map(|meta| (name, meta)),
                None => Err(Errno::NOENT),
            };
            let error = match found {
                Ok((name, meta)) if !self.job.accepts_operand(path, meta.kind) => {
                    self.job.left_out(worker, top, &name, &name);
                    continue;
                }
                Ok((name, _)) if self.job.is_later_operand(&name) => {
                    OpError::refused(Action::Trash, Code::ChangedSince, path)
                }
                Ok((name, meta)) => {
                    let Some(error) = self.kept.refuses((path, &name), &meta) else {
                        items.push(ParkedItem::new(top, name.clone(), name, meta.kind));
                        continue;
                    };
                    error
                }
                // It may have gone when the job ran before.
                Err(errno)
                    if self.job.spec.options.force && names_nothing(errno)
                        || self.job.is_resumed() && errno == Errno::NOENT =>
                {
                    self.job.missing(worker.index, path.clone());
                    continue;
                }
                Err(errno) => OpError::new(Action::Stat, path, errno),
            };
            self.job.failed(worker.index, path.clone(), error);
        }
        items
    }
}

impl Discarder {
    /// Why an operand stays: it is not what the user saw.
    fn unlike_seen(&self, step: Step<'_, Self>, path: &Path) -> Option<OpError> {
        let seen = self.job.spec.options.seen.as_ref()?;
        let at = self.places.find(Some(&self.job.spec.sources), step.item.name)?;
        let (was, item) = (*seen.sources.get(at)?, (step.pair.src(), step.item.name));
        if !seen.only_types {
            return unlike(seen, was, item, path);
        }
        // One that has gone, or that cannot be looked at, is told by the step that follows.
        let now = sys::stat_at(item.0, item.1, false).ok()?;
        is_another_since(path, &now, was?, seen.at)
            .then(|| OpError::refused(Action::Trash, Code::ChangedSince, path))
    }

    /// Whether an item may go now; if not, it was declined or waits for an answer.
    fn may_discard(&self, worker: &Worker, step: Step<'_, Self>) -> bool {
        if self.job.spec.options.confirm != Confirm::Each {
            return true;
        }
        let sticky = self.job.questions.sticky(About::Removal, step.node.id);
        let answer = step.item.answer.filter(|_| !is_another(step));
        match answer.or(sticky.as_ref()) {
            Some(Answer::Remove | Answer::Retry) => true,
            Some(Answer::Abort) => {
                self.job.control.cancel();
                self.job.skipped(worker, step, SkipReason::Cancelled, 0);
                false
            }
            Some(_) => {
                self.job.skipped(worker, step, SkipReason::Policy, 0);
                false
            }
            None => match sys::stat_at(step.pair.src(), step.item.name, false) {
                Ok(meta) => {
                    let item = side(step.src_path(), &meta);
                    let (removal, protected) = (Removal::Remove, false);
                    let subject = Subject::Removal { step: removal, item, protected };
                    let shown = Shown::removal(&meta);
                    self.job.park(step.answered().showing(&shown), subject);
                    false
                }
                // Moving it will tell why it cannot be looked at.
                Err(_) => true,
            },
        }
    }
}

/// Whether the answer is to remove something else than what is there now.
fn is_another<V: Visitor>(step: Step<'_, V>) -> bool {
    step.item.answer == Some(&Answer::Remove)
        && step.item.shown.is_some_and(|shown| {
            let meta = sys::stat_at(step.pair.src(), step.item.name, false);
            // Moving it will tell why it cannot be looked at.
            meta.is_ok_and(|meta| !shown.holds(&meta, None))
        })
}

impl Visitor for Discarder {
    fn context(&self) -> &impl WalkContext {
        &*self.job
    }

    fn rules(&self) -> OpenRules {
        self.rules
    }

    fn visit(&self, worker: &mut Worker, step: Step<'_, Self>) -> Option<Arc<DirNode>> {
        let path = PathBuf::from(OsStr::from_bytes(step.item.name.to_bytes()));
        if self.job.control.checkpoint().is_err() {
            self.job.skipped(worker, step, SkipReason::Cancelled, 0);
            return None;
        }
        if !self.may_discard(worker, step) {
            return None;
        }
        if let Some(error) = self.unlike_seen(step, &path) {
            self.job.fail(worker, step, error);
            return None;
        }
        self.job.started(step, Op::Trash, None);
        match self.discard(&path) {
            Ok(()) => self.job.done(worker, step, Done::plain(Op::Trash)),
            // It was named more than once, or another program was faster.
            Err(error)
                if self.job.spec.options.force
                    && error.errno == Some(Errno::NOENT.raw_os_error())
                    && sys::stat_at(step.pair.src(), step.item.name, false).err()
                        == Some(Errno::NOENT) =>
            {
                self.job.skipped(worker, step, SkipReason::Missing, 0);
            }
            Err(error) => self.job.fail(worker, step, error),
        }
        None
    }

    // Nothing is ever listed: operands go as they are.
    fn list_failed(&self, _node: &Arc<DirNode>, _failure: OpenFailure) {}

    fn lost(&self, worker: &mut Worker, node: &Arc<DirNode>, item: Item<'_>, failure: OpenFailure) {
        let src = node.src_path(item.name);
        let error = OpError::new(Action::Trash, src.clone(), failure.errno);
        self.job.failed(worker.index, src, error);
    }

    fn shares(&self, _worker: &Worker, _pair: &Pair) -> bool {
        false
    }
}
