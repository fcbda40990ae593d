//! The changes that the user can undo: jobs that have ended, and small changes.

use std::sync::{Mutex, MutexGuard};

use fcp_browse::edit::Edit;
use fcp_engine::event::JobId;
use fcp_presentation::lock;
use fcp_presentation::undo::{Change, Changes, EditRequest, Way};

use crate::wire::ChangeId;

/// The stack that jobs and small changes share.
#[derive(Debug, Default)]
pub(crate) struct UndoStack(Mutex<Changes>);

/// What an undo would undo.
#[derive(Debug)]
pub(crate) enum Newest {
    /// A job.
    Job(JobId),
    /// A small change, which was taken off the stack.
    Edit(ChangeId, EditRequest, Edit),
}

impl UndoStack {
    fn lock(&self) -> MutexGuard<'_, Changes> {
        lock(&self.0)
    }

    /// Notes that a small change was tried, and what undoes it; gives its number if there is anything to undo.
    pub(crate) fn edited(&self, request: EditRequest, undo: Option<Edit>) -> Option<ChangeId> {
        self.lock().edited(request, undo)
    }

    /// Gives the number of the change that is undone next.
    pub(crate) fn newest(&self) -> Option<ChangeId> {
        self.lock().find(None).map(|(number, _)| number)
    }

    /// Remembers a job that has ended.
    pub(crate) fn job_ended(&self, job: JobId) {
        self.lock().job(job);
    }

    /// Gives the change with a number, or else the newest one; none if it is not on the stack.
    pub(crate) fn take(&self, number: Option<ChangeId>) -> Option<Newest> {
        let mut changes = self.lock();
        let number = match changes.find(number)? {
            (_, Change::Job(job)) => return Some(Newest::Job(*job)),
            (number, Change::Edit(..)) => number,
        };
        changes.take_edit(number).map(|(request, edit)| Newest::Edit(number, request, edit))
    }

    /// Puts a small change back where it was, because it could not be undone.
    pub(crate) fn put_back(&self, number: ChangeId, request: EditRequest, edit: Edit) {
        self.lock().put_back(number, request, edit);
    }

    /// Notes that a small change was undone and can be made again.
    pub(crate) fn unedited(&self, request: EditRequest, edit: Edit) {
        self.lock().unedited(request, edit);
    }

    /// Notes that a job is being undone.
    pub(crate) fn undo_began(&self, of: JobId, by: JobId) {
        self.lock().begun(of, by);
    }

    /// Tells whether a job is being undone.
    pub(crate) fn is_being_undone(&self, job: JobId) -> bool {
        self.lock().is_running(job)
    }

    /// Takes in how an undo ended, and tells whether it was a redo.
    ///
    /// `recorded` says whether it can be undone in turn.
    pub(crate) fn undo_ended(&self, by: JobId, succeeded: bool, recorded: bool) -> bool {
        self.lock().ended(by, succeeded, recorded) == Some(Way::Redo)
    }

    /// Gives what is redone next: an undo that is undone, or a small change that is made again.
    pub(crate) fn redo(&self) -> Option<Change> {
        self.lock().redo()
    }

    /// Forgets a job that was undone in another way, or that the queue no longer has.
    pub(crate) fn forget_job(&self, job: JobId) {
        self.lock().forget_job(job);
    }
}
