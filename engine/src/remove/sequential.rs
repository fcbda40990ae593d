//! Deletes one item after the other, depth first, and asks before each or each protected one.
//!
//! Only one question may be open at a time and nothing is done meanwhile, so this runs on the job's
//! own thread and needs no pool.

use std::ffi::{CStr, CString};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::ask::holds;
use super::dir::NotEntered;
use super::trashed::Whereabouts;
use super::{Remover, Step};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Answer, FileKind, Op, Removal, SkipReason, Subject};
use crate::contract::path::WirePath;
use crate::contract::spec::{Confirm, ErrorPolicy, Options};
use crate::job::Job;
use crate::job::conflict::about;
use crate::job::ending::Done;
use crate::job::failing::side;
use crate::job::sampler::Sampler;
use crate::walk::item::{Found, Item, Names};
use crate::walk::listing::WORTH_SORTING;
use crate::walk::node::DirNode;
use crate::walk::shown::Shown;
use crate::walk::target::Target;
use crate::walk::worker::{Worker, retire, with_worker};
use crate::walk::{Visitor as _, Walk};
use fcp_sys::{self as sys, Errno};

/// A directory whose entries are at hand.
struct Level {
    node: Arc<DirNode>,
    names: Names,
    at: usize,
}

/// What came of an item.
enum Tried {
    Ended,
    Entered(Level),
    Failed(OpError),
}

/// Whether an item may be removed.
enum Permission {
    Granted,
    Declined,
    /// No program is left that could answer.
    Unanswered,
}

/// Deletes on the job's own thread: the mode of a [`Remover`] in which a question holds up the rest.
struct Sequential<'a> {
    job: &'a Arc<Job>,
    walk: Arc<Walk<Remover>>,
    sampler: Sampler<'a>,
}

/// Whether a job does one thing after the other: it must if it asks before each item, and may as
/// well if it has one worker.
pub(crate) fn is_sequential(options: &Options) -> bool {
    options.confirm == Confirm::Each || options.workers == Some(1)
}

/// Deletes all operands of a job; `false` if it could not even begin.
pub(crate) fn remove_in_order(job: &Arc<Job>, target: &Target) -> bool {
    let Some(top) = job.top() else { return false };
    let walk = Walk::new(Remover::new(job), 1);
    let woken = Arc::clone(&walk);
    job.wake_by(Some(Box::new(move || woken.wake())));
    let mut sequential = Sequential { job, walk, sampler: Sampler::new(job, target, None) };
    with_worker(|worker| {
        let operands = job.spec.sources.len();
        // Until an operand's turn comes, it counts as a directory that is not yet listed.
        job.found(worker, Found { items: operands, directories: operands, all: false });
        let is_description = |source: &&WirePath| job.is_description(|| source.0.clone());
        let (descriptions, items): (Vec<_>, Vec<_>) =
            job.spec.sources.iter().partition(is_description);
        for source in items.into_iter().chain(descriptions) {
            let operand = sequential.walk.visitor.find_operand(worker, &top, source);
            if operand.as_ref().is_none_or(|operand| operand.kind != FileKind::Directory) {
                job.found(worker, Found { items: 0, directories: 0, all: true });
            }
            let Some(operand) = operand else { continue };
            if sequential.walk.visitor.goes_on(worker) {
                sequential.delete(worker, &top, &operand.name, operand.kind);
            } else {
                job.give_up(worker, &operand, SkipReason::Cancelled);
            }
        }
    });
    retire();
    job.wake_by(None);
    true
}

impl Sequential<'_> {
    /// Deletes an operand and all below it.
    fn delete(&mut self, worker: &mut Worker, top: &Arc<DirNode>, name: &CStr, kind: FileKind) {
        let mut levels: Vec<Level> = self.visit(worker, top, name, kind).into_iter().collect();
        while let Some(level) = levels.last_mut() {
            self.sampler.look();
            let next = level.names.next(&mut level.at);
            let entry: Option<(CString, FileKind)> =
                next.map(|(name, kind)| (name.to_owned(), kind));
            match entry {
                Some((name, kind)) if self.walk.visitor.goes_on(worker) => {
                    let node = Arc::clone(&level.node);
                    levels.extend(self.visit(worker, &node, &name, kind));
                }
                _ => {
                    if let Some(level) = levels.pop() {
                        self.leave(worker, &level.node);
                    }
                }
            }
        }
    }

    /// Deletes one item, or enters it.
    fn visit(
        &mut self,
        worker: &mut Worker,
        node: &Arc<DirNode>,
        name: &CStr,
        kind: FileKind,
    ) -> Option<Level> {
        let walk = Arc::clone(&self.walk);
        let entered = match walk.visitor.pair(worker, node) {
            Ok(pair) => {
                let step = Step { walk: &walk, node, pair: &pair, item: Item::new(name, kind) };
                self.until_ended(worker, step, Self::attempt)
            }
            Err(failure) => {
                walk.visitor.lose(worker, node, Item::new(name, kind), failure);
                None
            }
        };
        if kind == FileKind::Directory && entered.is_none() {
            self.job.found(worker, Found { items: 0, directories: 0, all: true });
        }
        entered
    }

    /// Removes a directory everything in which has ended.
    fn leave(&mut self, worker: &mut Worker, node: &Arc<DirNode>) {
        let walk = Arc::clone(&self.walk);
        let Some(parent) = &node.parent else { return };
        let item = Item::new(&node.src_name, FileKind::Directory);
        match worker.above(node, parent, walk.visitor.rules) {
            Err(failure) => walk.visitor.lose(worker, parent, item, failure),
            Ok(pair) => {
                let step = Step { walk: &walk, node: parent, pair: &pair, item };
                if walk.visitor.may_leave(worker, step, node) {
                    self.until_ended(worker, step, Self::attempt_leave);
                }
            }
        }
        worker.forget(node);
    }

    /// Tries an item until it has ended or the user gives it up.
    fn until_ended(
        &mut self,
        worker: &mut Worker,
        mut step: Step<'_>,
        attempt: fn(&mut Self, &mut Worker, Step<'_>) -> Tried,
    ) -> Option<Level> {
        loop {
            match attempt(self, worker, step) {
                Tried::Ended => return None,
                Tried::Entered(level) => return Some(level),
                Tried::Failed(error) if self.tries_again(step, &error) => {
                    step.item.tries = step.item.tries.saturating_add(1);
                }
                Tried::Failed(error) => {
                    step.node.keep();
                    self.job.failed(worker.index, step.src_path(), error);
                    return None;
                }
            }
        }
    }

    fn attempt(&mut self, worker: &mut Worker, step: Step<'_>) -> Tried {
        if self.was_taken_out(worker, step) {
            return Tried::Ended;
        }
        let options = &self.job.spec.options;
        if step.item.kind != FileKind::Directory {
            if step.is_operand() && self.walk.visitor.describes_what_stays(step) {
                self.job.description_stays(worker, step);
                return Tried::Ended;
            }
            let asks = self.walk.visitor.asks_about(step);
            if !self.may(worker, step, Removal::Remove, false)
                || asks && self.was_taken_out(worker, step)
            {
                return Tried::Ended;
            }
            self.job.started(step, Op::Unlink, None);
            let removed = sys::unlink(step.pair.src(), step.item.name);
            return self.removed(worker, step, Op::Unlink, removed);
        }
        if !options.recursive && !options.empty_directories {
            return refused(step, Code::OmittedDirectory);
        }
        if !self.walk.visitor.asks_about(step) {
            return if options.recursive {
                self.enter(worker, step)
            } else {
                self.remove_unlisted(worker, step)
            };
        }
        // There is no use in asking about what must fail.
        match (options.recursive, holds(step.pair.src(), step.item.name)) {
            (true, Some(true)) if self.may(worker, step, Removal::Descend, true) => {
                self.enter(worker, step)
            }
            (true, Some(true)) => Tried::Ended,
            (true, None) => failed(step, Errno::ACCESS),
            (false, Some(true)) => failed(step, Errno::NOTEMPTY),
            (_, Some(false)) | (false, None) => {
                if self.may(worker, step, Removal::Remove, true) {
                    return self.remove_unlisted(worker, step);
                }
                Tried::Ended
            }
        }
    }

    /// Removes a directory that is empty, as far as is known.
    fn remove_unlisted(&self, worker: &Worker, step: Step<'_>) -> Tried {
        let removed = self.remove_dir(step).map_err(|errno| {
            // A directory that is not empty and cannot be listed fails for want of permission
            // (EACCES).
            let hidden = sys::is_filled(errno) && holds(step.pair.src(), step.item.name).is_none();
            if hidden { Errno::ACCESS } else { errno }
        });
        self.removed(worker, step, Op::RemoveDir, removed)
    }

    /// Ends an item if the directory of the trash that it is in was moved out of that meanwhile.
    fn was_taken_out(&self, worker: &Worker, step: Step<'_>) -> bool {
        match self.walk.visitor.whereabouts(step) {
            Whereabouts::Same => return false,
            Whereabouts::TakenOut(error) => {
                step.node.keep();
                self.job.failed(worker.index, step.src_path(), error);
            }
            Whereabouts::Told => {
                self.walk.visitor.leave_alone(worker, step, SkipReason::Missing);
            }
        }
        true
    }

    fn attempt_leave(&mut self, worker: &mut Worker, step: Step<'_>) -> Tried {
        if self.was_taken_out(worker, step) || !self.may(worker, step, Removal::Remove, false) {
            return Tried::Ended;
        }
        let removed = self.remove_dir(step);
        self.removed(worker, step, Op::RemoveDir, removed)
    }

    fn remove_dir(&self, step: Step<'_>) -> Result<(), Errno> {
        self.job.started(step, Op::RemoveDir, None);
        sys::remove_dir(step.pair.src(), step.item.name)
    }

    fn removed(
        &self,
        worker: &Worker,
        step: Step<'_>,
        op: Op,
        removed: Result<(), Errno>,
    ) -> Tried {
        match removed {
            Ok(()) => self.job.done(worker, step, Done::plain(op)),
            Err(errno) if self.walk.visitor.is_gone(step, errno) => {
                self.job.missing(worker.index, step.src_path());
            }
            Err(errno) => return failed(step, errno),
        }
        Tried::Ended
    }

    fn enter(&self, worker: &mut Worker, step: Step<'_>) -> Tried {
        let remover = &self.walk.visitor;
        let (meta, fd) = match remover.open(step) {
            Ok(opened) => opened,
            Err(NotEntered::Code(code)) => return refused(step, code),
            // An empty directory can be removed without the right to read it.
            Err(NotEntered::Errno(Errno::ACCESS)) => return self.remove_unlisted(worker, step),
            Err(NotEntered::Errno(errno)) if remover.is_gone(step, errno) => {
                self.job.missing(worker.index, step.src_path());
                return Tried::Ended;
            }
            Err(NotEntered::Errno(errno)) => return failed(step, errno),
        };
        remover.make_removable(step, (&fd, &meta));
        let node = remover.make_node(worker, step, meta, fd);
        let mut names = Names::default();
        let mut directories = 0;
        let listed =
            remover.pair(worker, &node).map_err(|failure| failure.errno).and_then(|pair| {
                let mut entries = worker.take_entries();
                let listed = sys::list(pair.src(), &mut entries, |name, kind, inode| {
                    let kind = sys::kind_at(pair.src(), name, kind);
                    if remover.accepts(&node, name, kind) {
                        directories += usize::from(kind == FileKind::Directory);
                        names.push(name, kind, inode);
                    }
                    ControlFlow::Continue(())
                });
                worker.entries = entries;
                if names.count >= WORTH_SORTING && remover.sorts(&pair) {
                    names.sort();
                }
                listed
            });
        if let Err(errno) = listed {
            let error = OpError::new(Action::ListDir, step.src_path(), errno);
            return Tried::Failed(error);
        }
        self.job.found(worker, Found { items: names.count, directories, all: true });
        Tried::Entered(Level { node, names, at: 0 })
    }

    /// Whether an item may be removed, or entered; if not, it has ended.
    fn may(&mut self, worker: &Worker, step: Step<'_>, removal: Removal, whole: bool) -> bool {
        if !self.walk.visitor.asks_about(step) {
            return true;
        }
        let permission = loop {
            let stat = || sys::stat_at(step.pair.src(), step.item.name, false);
            // Removing it will tell why it cannot be looked at.
            let Ok(meta) = stat() else { break Permission::Granted };
            let item = side(step.src_path(), &meta);
            let protected = self.walk.visitor.is_protected(step);
            match self.ask(step, Subject::Removal { step: removal, item, protected }) {
                // Something else is there than what was shown.
                Some(Answer::Remove)
                    if stat().is_ok_and(|now| !Shown::removal(&meta).holds(&now, None)) => {}
                Some(Answer::Remove) => break Permission::Granted,
                Some(Answer::Abort) => {
                    self.job.control.cancel();
                    break Permission::Declined;
                }
                Some(_) => break Permission::Declined,
                None => break Permission::Unanswered,
            }
        };
        let remover = &self.walk.visitor;
        match permission {
            Permission::Granted => return true,
            Permission::Declined if self.job.control.is_cancelled() => {
                remover.leave_alone(worker, step, SkipReason::Cancelled);
            }
            Permission::Declined => remover.decline(worker, step, whole),
            Permission::Unanswered => remover.leave_alone(worker, step, SkipReason::Unanswered),
        }
        false
    }

    /// Whether a failed item is tried again.
    fn tries_again(&mut self, step: Step<'_>, error: &OpError) -> bool {
        match self.job.spec.options.on_error {
            ErrorPolicy::Skip | ErrorPolicy::Abort => false,
            ErrorPolicy::Retry(tries) => step.item.tries < tries,
            ErrorPolicy::Ask => {
                let src = step.src_path().into();
                let answer = self.ask(step, Subject::Error { src, error: error.clone() });
                if answer == Some(Answer::Abort) {
                    self.job.control.cancel();
                }
                answer == Some(Answer::Retry)
            }
        }
    }

    /// Asks and waits; none if no program is left that could answer.
    fn ask(&mut self, step: Step<'_>, subject: Subject) -> Option<Answer> {
        let job = self.job;
        if let Some(answer) = job.questions.sticky(about(&subject), step.node.id) {
            return Some(answer);
        }
        if job.gives_up() {
            return None;
        }
        job.park(step, subject);
        let answered = self.sampler.watch(&self.walk, |_| {
            if job.questions.waiting().has_answers {
                return Some(true);
            }
            job.gives_up().then_some(false)
        });
        let items = if answered { job.questions.take_answered() } else { job.give_up_questions() };
        let item = items.into_iter().next()?;
        // Nothing but this thread counts what is pending here.
        item.node.release();
        item.answer
    }
}

fn failed(step: Step<'_>, errno: Errno) -> Tried {
    Tried::Failed(OpError::new(Action::Remove, step.src_path(), errno))
}

fn refused(step: Step<'_>, code: Code) -> Tried {
    Tried::Failed(OpError::refused(Action::Remove, code, step.src_path()))
}
