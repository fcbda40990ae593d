//! Defines the visitor that deletes: every item below the operands, and nothing beyond a mount.
//!
//! # How a delete works
//!
//! A delete is the walk of a copy with a visitor that removes; nothing is counted beforehand. Totals are
//! what was found so far, and complete when every directory found is listed.
//!
//! 1. Operands are looked at, all of them, before anything is removed. `.` and `..`, the root, the working
//!    directory and those above it are refused by device and inode, whatever their names; the latter
//!    three also if they turn up below. Operands that lie within each other are worked off in their order
//!    by one worker, so that chance does not decide which of them fails.
//! 2. A directory is opened without following symlinks and stat'ed once, by its descriptor: another
//!    device (a subvolume has its own) or another mount (a bind mount has its own number) than that of
//!    its parent and it fails, untouched. A worker that opens a directory again, because it was stolen or
//!    forgotten, compares the inode with the one that was entered; `ESTALE` ends its items otherwise.
//! 3. Names are unlinked by the worker that lists them, with the type the listing tells and no stat: the
//!    kernel locks the directory for each, so a second worker would only wait. On ext4, entries of large
//!    directories go in the order of their inodes; on xfs and btrfs one worker is faster than two.
//!    `width.rs` says what was measured.
//! 4. The worker that ends the last item in a directory removes it by its name in the parent, which it
//!    reaches by `..` where it does not hold it. If it is not empty although all that was found has gone, it
//!    is listed again, some times.
//! 5. An item below an operand that no longer exists is skipped (`missing`): another program was faster. A
//!    directory with something in it that failed, was filtered out or must stay is not even tried and told as
//!    skipped (`not_empty`), so that one failure is one failure. What the user only declined to remove does
//!    not count: its directory is tried (and asked about) and fails, as with `rm`.
//! 6. `Confirm::Protected` parks what the user may not write to, and the rest continues. `Confirm::Each`, and
//!    one worker, do one thing after the other, on the job's own thread (`sequential.rs`): then there is nothing
//!    that waiting for an answer could hold up.

mod ask;
mod copies;
mod dir;
mod operand;
mod part;
mod rehearse;
mod sequential;
mod trashed;
mod width;

use std::ffi::CStr;
use std::sync::{Arc, Mutex};

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, FileKind, Op, SkipReason, Warning};
use crate::contract::spec::Verb;
use crate::job::Job;
use crate::job::act::{Actor, Width, default_width};
use crate::job::ending::Done;
use crate::job::seen::Places;
use crate::record::Line;
use crate::trash;
use crate::walk::item::{Found, Item, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::operand::names_nothing;
use crate::walk::target::Target;
use crate::walk::worker::{Counterpart, OpenFailure, OpenRules, Pair, Worker};
use crate::walk::{Visitor, Walk, WalkContext};
use fcp_sys::{self as sys, Errno, lock};

pub(crate) use ask::holds;
pub(crate) use copies::Copies;
use copies::{KeepReason, Taken};
pub(crate) use part::remove_part;
pub(crate) use rehearse::rehearse;
pub(crate) use sequential::{is_sequential, remove_in_order};
use trashed::TakenOut;
use width::width;

type Step<'a> = crate::walk::step::Step<'a, Remover>;

/// What deletes.
#[derive(Debug)]
pub(crate) struct Remover {
    job: Arc<Job>,
    rules: OpenRules,
    /// Directories that are refused wherever they are met, and why.
    guarded: Vec<((u64, u64), Code)>,
    /// What is removed, if not the operands of the request.
    pub(crate) copies: Option<Copies>,
    /// Descriptions of items in the trash, which are removed when everything else has ended: an item
    /// without one is not listed and cannot be restored.
    descriptions: Mutex<Vec<ParkedItem>>,
    taken_out: TakenOut,
    /// The places of operands among the sources.
    places: Places,
}

impl Remover {
    pub(crate) fn new(job: &Arc<Job>) -> Self {
        // A symlink that takes the place of an operand is not what the user named.
        let rules = OpenRules { follow_operands: false, ..job.rules(Counterpart::Unused) };
        let guarded = crate::walk::operand::guarded(job.spec.options.protect);
        let (descriptions, taken_out) = (Mutex::default(), TakenOut::default());
        Self {
            job: Arc::clone(job),
            rules,
            guarded,
            copies: None,
            descriptions,
            taken_out,
            places: Places::default(),
        }
    }

    /// Makes one that removes what a job has copied; the other side of each item is its original.
    pub(crate) fn of_copies(job: &Arc<Job>, copies: Copies) -> Self {
        // A source that was a symlink to a directory was copied as one (`-L`).
        let rules = OpenRules {
            follow_operands: false,
            follow_destination: true,
            ..job.rules(Counterpart::Possible)
        };
        Self { copies: Some(copies), rules, ..Self::new(job) }
    }

    /// Moves a copy to the trash; `false` if there is none, so that the caller deletes it.
    fn takes(&self, worker: &mut Worker, step: Step<'_>, copies: &Copies) -> bool {
        self.job.started(step, Op::Trash, None);
        match copies.take(step) {
            Ok(Taken::Trashed(id)) => {
                if let Some(recorder) = &self.job.recorder {
                    recorder.note(&Line::Trashed { from: step.src_path().into(), id: id.into() });
                }
                self.job.done(worker, step, Done::plain(Op::Trash));
            }
            Ok(Taken::Untrashable(errno)) => {
                if copies.has_trash() && step.is_operand() {
                    let error = OpError::new(Action::Trash, step.src_path(), errno);
                    let warning = Warning::NotTrashed { error };
                    self.job.hub.tell(Event::Warning { job: self.job.id, warning });
                }
                return false;
            }
            Err(errno @ Errno::NOENT) => self.not_removed(worker, step, errno),
            Err(errno) if self.job.retries_later(worker, step, errno) => {}
            Err(errno) => {
                let error = OpError::new(Action::Trash, step.src_path(), errno);
                self.job.fail(worker, step, error);
            }
        }
        true
    }

    /// The copies of which this walk only looks whether they are what the job made.
    fn looked_at(&self) -> Option<&Copies> {
        self.copies.as_ref().filter(|copies| copies.looks())
    }

    /// Notes in a walk that only looks that a copy would stay.
    fn would_stay(&self, step: Step<'_>, code: Code) {
        step.node.keep();
        if let Some(copies) = self.looked_at() {
            copies.would_keep(code);
        }
    }

    /// Ends a copy that is not removed.
    fn stays(&self, worker: &mut Worker, step: Step<'_>, kept: KeepReason) {
        if self.looked_at().is_some() {
            let again = matches!(kept, KeepReason::Failed(_, errno)
                if self.job.retries_later(worker, step, errno));
            if !again {
                self.would_stay(
                    step,
                    match kept {
                        KeepReason::Because(code) => code,
                        KeepReason::Failed(_, errno) => Code::from_errno(errno),
                        KeepReason::Cancelled => Code::Other,
                    },
                );
            }
            return;
        }
        let error = match kept {
            KeepReason::Because(code) => OpError::refused(Action::Undo, code, step.src_path()),
            KeepReason::Failed(_, errno) if self.job.retries_later(worker, step, errno) => return,
            KeepReason::Failed(action, errno) => OpError::new(action, step.src_path(), errno),
            KeepReason::Cancelled => return self.leave_alone(worker, step, SkipReason::Cancelled),
        };
        self.job.fail(worker, step, error);
    }

    /// Removes an item that is not a directory.
    fn remove_file(&self, worker: &mut Worker, step: Step<'_>) {
        if step.is_operand() && self.describes_what_stays(step) {
            return self.job.description_stays(worker, step);
        }
        if self.was_taken_out(worker, step) {
            return;
        }
        if !self.may_remove(worker, step) {
            return;
        }
        if let Some(copies) = &self.copies
            && let Err(kept) = copies.check(&self.job, worker, step)
        {
            return self.stays(worker, step, kept);
        }
        if let Some(copies) = &self.copies {
            if copies.looks() {
                if step.is_operand() {
                    copies.would_go(step.src_path());
                }
                return;
            }
            if self.takes(worker, step, copies) {
                return;
            }
        }
        self.job.started(step, Op::Unlink, None);
        match sys::unlink(step.pair.src(), step.item.name) {
            Ok(()) => self.job.done(worker, step, Done::plain(Op::Unlink)),
            Err(errno) => self.not_removed(worker, step, errno),
        }
    }

    /// Whether an operand is the description of an item that could not be removed from the trash.
    fn describes_what_stays(&self, step: Step<'_>) -> bool {
        self.job.is_description(|| step.src_path())
            && trash::place(&step.src_path()).is_some_and(|item| item.symlink_metadata().is_ok())
    }

    /// Ends an item that could not be removed, or that is not what it was.
    fn not_removed(&self, worker: &mut Worker, step: Step<'_>, errno: Errno) {
        if self.is_gone(step, errno) {
            return self.job.skipped(worker, step, SkipReason::Missing, 0);
        }
        // Linux says EISDIR, others EPERM (unlink(2)).
        let may_be_dir = matches!(errno, Errno::ISDIR | Errno::PERM);
        if may_be_dir && !step.is_operand() && step.item.kind != FileKind::Directory {
            let now = sys::stat_at(step.pair.src(), step.item.name, false);
            if now.is_ok_and(|now| now.kind == FileKind::Directory) {
                return self.run_as(step, FileKind::Directory);
            }
        }
        self.fail(worker, step, errno);
    }

    /// Whether an item is not there, which is as well.
    ///
    /// Below the operands others may be faster; what the user named should be there, unless forced.
    fn is_gone(&self, step: Step<'_>, errno: Errno) -> bool {
        if step.is_operand() {
            self.job.spec.options.force && names_nothing(errno)
        } else {
            errno == Errno::NOENT
        }
    }

    /// Runs an item again as what it has become since it was listed.
    #[allow(clippy::unused_self, reason = "reads as one of the ways an item goes on")]
    fn run_as(&self, step: Step<'_>, kind: FileKind) {
        let mut item = Item { kind, ..step.item }.park(step.node);
        item.tries = item.tries.saturating_add(1);
        step.walk.run_later(item);
    }

    fn fail(&self, worker: &mut Worker, step: Step<'_>, errno: Errno) {
        if !self.job.retries_later(worker, step, errno) {
            let error = OpError::new(Action::Remove, step.src_path(), errno);
            self.job.fail(worker, step, error);
        }
    }

    fn refuse(&self, worker: &Worker, step: Step<'_>, code: Code) {
        let error = OpError::refused(Action::Remove, code, step.src_path());
        self.job.fail(worker, step, error);
    }

    /// Ends an item that stays, and with it the directories above it.
    fn leave_alone(&self, worker: &Worker, step: Step<'_>, reason: SkipReason) {
        step.node.keep();
        self.job.skipped(worker, step, reason, 0);
    }
}

impl Actor for Remover {
    fn width(&self, job: &Job, target: &Target) -> Width {
        match job.spec.verb {
            Verb::Delete => width(job),
            _ => default_width(job, target),
        }
    }

    fn operands(
        &self,
        worker: &mut Worker,
        top: &Arc<DirNode>,
        _target: &Target,
    ) -> Vec<ParkedItem> {
        let mut items = self.find_operands(worker, top);
        let is_description =
            |item: &mut ParkedItem| self.job.is_description(|| top.src_path(item.item().name));
        lock(&self.descriptions).extend(items.extract_if(.., is_description));
        items
    }

    fn settle(&self, walk: &Arc<Walk<Self>>, pool: &rayon::ThreadPool) -> bool {
        let descriptions = std::mem::take(&mut *lock(&self.descriptions));
        let is_some = !descriptions.is_empty();
        for item in descriptions {
            walk.spawn_on(pool, move |walk, worker| walk.run_parked(worker, &item));
        }
        is_some
    }
}

impl Visitor for Remover {
    fn context(&self) -> &impl WalkContext {
        &*self.job
    }

    fn rules(&self) -> OpenRules {
        self.rules
    }

    fn visit(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        let item = step.item;
        if item.kind == FileKind::Directory && (item.tries > 0 || item.answer.is_some()) {
            // It was counted as listed when its first try did not enter it.
            self.job.found(worker, Found { items: 0, directories: 1, all: false });
        }
        let step = step.retried();
        if item.kind == FileKind::Directory {
            return self.enter_dir(worker, step);
        }
        self.remove_file(worker, step);
        None
    }

    fn leave(&self, walk: &Arc<Walk<Self>>, worker: &mut Worker, node: &Arc<DirNode>) -> bool {
        self.leave_dir(walk, worker, node)
    }

    fn listed(&self, worker: &Worker, found: Found) {
        if self.looked_at().is_none() {
            self.job.found(worker, found);
        }
    }

    fn list_failed(&self, node: &Arc<DirNode>, failure: OpenFailure) {
        if self.looked_at().is_some() {
            return node.keep();
        }
        self.cannot_list(node, failure);
    }

    fn accepts(&self, node: &DirNode, name: &CStr, kind: FileKind) -> bool {
        let is_other = |copies: &Copies| copies.is_other(|| node.src_path(name));
        let accepted =
            !self.copies.as_ref().is_some_and(is_other) && self.job.accepts(node, name, kind);
        if !accepted {
            node.keep();
        }
        accepted
    }

    fn lost(&self, worker: &mut Worker, node: &Arc<DirNode>, item: Item<'_>, failure: OpenFailure) {
        if self.looked_at().is_some() {
            return node.keep();
        }
        self.lose(worker, node, item, failure);
    }

    /// Removing a name locks its directory.
    ///
    /// Data are freed after that lock, so handing files off gains nothing; a second worker helps with
    /// large files alone (10 of 100 MB: half the time on tmpfs, more than before on ext4).
    fn shares(&self, _worker: &Worker, _pair: &Pair) -> bool {
        false
    }

    fn sorts(&self, pair: &Pair) -> bool {
        width::sorts(sys::fs_type(pair.src()))
    }
}
