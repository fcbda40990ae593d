//! The stack for undo and redo: jobs that have ended, and small changes that needed no job.
//!
//! A change is kept until its undo has succeeded, so that a failed undo can be tried again. A small change is made
//! again by its request.

mod request;

use std::collections::BTreeMap;

use fcp_browse::edit::Edit;
use fcp_engine::event::JobId;
use fcp_engine::queue::QueueError;

pub use self::request::EditRequest;

/// Changes that can be undone; older ones are forgotten.
pub const REMEMBERED: usize = 100;

/// The number of a change: a notice names the change that its button undoes.
pub type Number = u64;

/// A change that can be undone.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// What a job did.
    Job(JobId),
    /// A small change: what it was, and what undoes it.
    Edit(EditRequest, Edit),
}

/// What an undo of a job did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It undid a job.
    Undo,
    /// It undid an undo.
    Redo,
}

/// Tells whether a job that the queue refuses to undo can never be undone, so that the one before it is offered.
pub fn is_for_good(refused: &QueueError) -> bool {
    match refused {
        QueueError::NoJob(_) | QueueError::NotRecorded(_) | QueueError::NothingToUndo(_) => true,
        QueueError::NoQuestion(_)
        | QueueError::Misfit(_)
        | QueueError::NotOver(_)
        | QueueError::Over(_)
        | QueueError::NothingFailed(_)
        | QueueError::Removed(_)
        | QueueError::NoCopy(_)
        | QueueError::Circle(_)
        | QueueError::Unreadable(_)
        | QueueError::Refused(_)
        | QueueError::Unsafe(_)
        | QueueError::Foreign(_)
        | QueueError::InUse { .. }
        | QueueError::Fault { .. } => false,
    }
}

/// What can be undone and redone, the last change last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// The number of the newest change.
    newest: Number,
    done: Vec<(Number, Change)>,
    undone: Vec<Change>,
    /// Undos at work, each with the job that it undoes.
    running: BTreeMap<JobId, JobId>,
    /// What each undo undoes, also when it has ended.
    of: BTreeMap<JobId, (JobId, Way)>,
    /// A small change that is made again, and what undid it.
    redoing: Option<(EditRequest, Edit)>,
}

impl Changes {
    /// Remembers a job that has ended.
    pub fn job(&mut self, job: JobId) -> Number {
        self.leave_nothing_to_redo();
        self.push(Change::Job(job))
    }

    /// Notes that a small change was tried, and what undoes it; gives its number if there is anything to undo.
    ///
    /// One that was made again and changed nothing can be made again once more.
    pub fn edited(&mut self, what: EditRequest, undo: Option<Edit>) -> Option<Number> {
        let again = self.redoing.take_if(|(redone, _)| *redone == what);
        let Some(edit) = undo else {
            self.undone.extend(again.map(|(what, edit)| Change::Edit(what, edit)));
            return None;
        };
        if again.is_none() {
            self.leave_nothing_to_redo();
        }
        Some(self.push(Change::Edit(what, edit)))
    }

    fn leave_nothing_to_redo(&mut self) {
        self.undone.clear();
        self.redoing = None;
    }

    fn push(&mut self, change: Change) -> Number {
        if self.done.len() == REMEMBERED {
            self.done.remove(0);
        }
        self.newest += 1;
        self.done.push((self.newest, change));
        self.newest
    }

    /// Gives the change with a number, or the one that is undone next.
    pub fn find(&self, number: Option<Number>) -> Option<(Number, &Change)> {
        let found = match number {
            Some(number) => self.done.iter().find(|(it, _)| *it == number),
            None => self.done.last(),
        };
        found.map(|(number, change)| (*number, change))
    }

    /// Takes a small change out to undo it.
    pub fn take_edit(&mut self, number: Number) -> Option<(EditRequest, Edit)> {
        let is_it = |it: &(Number, Change)| it.0 == number && matches!(it.1, Change::Edit(..));
        let at = self.done.iter().position(is_it)?;
        match self.done.remove(at).1 {
            Change::Edit(what, edit) => Some((what, edit)),
            Change::Job(_) => None,
        }
    }

    /// Puts a small change back where it was, because it could not be undone.
    pub fn put_back(&mut self, number: Number, what: EditRequest, edit: Edit) {
        let at = self.done.partition_point(|(it, _)| *it < number);
        self.done.insert(at, (number, Change::Edit(what, edit)));
    }

    /// Notes that a small change was undone and can be made again.
    pub fn unedited(&mut self, what: EditRequest, edit: Edit) {
        self.undone.push(Change::Edit(what, edit));
    }

    /// Gives what is redone next: an undo that is undone, or a small change that is made again.
    pub fn redo(&mut self) -> Option<Change> {
        let change = self.undone.last()?.clone();
        if let Change::Edit(what, edit) = &change {
            self.redoing = Some((what.clone(), edit.clone()));
            self.undone.pop();
        }
        Some(change)
    }

    /// Notes that a job is being undone.
    pub fn begun(&mut self, of: JobId, by: JobId) {
        self.running.insert(by, of);
        // Decided now: changes that are made while it runs empty the list of what can be redone.
        let is_redo = self.undone.contains(&Change::Job(of));
        let way = if is_redo { Way::Redo } else { Way::Undo };
        let first = self.of.get(&of).map_or(of, |(first, _)| *first);
        self.of.insert(by, (first, way));
    }

    /// Gives the job that an undo or redo is about, and which of both it is.
    pub fn about(&self, by: JobId) -> Option<(JobId, Way)> {
        self.of.get(&by).copied()
    }

    /// Tells whether a job is being undone.
    pub fn is_running(&self, job: JobId) -> bool {
        self.running.values().any(|of| *of == job)
    }

    /// Tells whether a running undo undoes an undo.
    pub fn way(&self, by: JobId) -> Way {
        self.about(by).map_or(Way::Undo, |(_, way)| way)
    }

    /// Takes in that an undo has ended, and tells what it did; none if it was not begun here.
    ///
    /// An undo that left something to do can be tried again. `recorded` says whether it can be undone in turn.
    pub fn ended(&mut self, by: JobId, succeeded: bool, recorded: bool) -> Option<Way> {
        let way = self.way(by);
        let of = self.running.remove(&by)?;
        if succeeded {
            self.forget_job(of);
            let next = recorded.then_some(Change::Job(by));
            match (way, next) {
                (Way::Undo, next) => self.undone.extend(next),
                (Way::Redo, Some(next)) => {
                    self.push(next);
                }
                (Way::Redo, None) => {}
            }
        }
        Some(way)
    }

    /// Forgets a job that was undone in another way, or that the queue no longer has.
    pub fn forget_job(&mut self, job: JobId) {
        self.done.retain(|(_, change)| *change != Change::Job(job));
        self.undone.retain(|change| *change != Change::Job(job));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> EditRequest {
        EditRequest::MakeFile(name.into())
    }

    fn edit() -> Edit {
        Edit::Made(Vec::new())
    }

    /// Undoes a job, and gives what follows.
    fn undo(changes: &mut Changes, of: JobId, by: JobId) -> Option<Way> {
        changes.begun(of, by);
        changes.ended(by, true, true)
    }

    fn last(changes: &Changes) -> Option<Change> {
        changes.find(None).map(|(_, change)| change.clone())
    }

    #[test]
    fn a_change_whose_undo_failed_can_be_undone_again() {
        let mut changes = Changes::default();
        changes.job(1);
        changes.begun(1, 2);
        assert!(changes.is_running(1));
        assert_eq!(changes.ended(2, false, true), Some(Way::Undo));
        assert_eq!(last(&changes), Some(Change::Job(1)));
        assert_eq!(changes.redo(), None);
        let first = changes.edited(file("a"), Some(edit())).unwrap();
        changes.edited(file("b"), Some(edit()));
        let (what, taken) = changes.take_edit(first).unwrap();
        changes.put_back(first, what, taken);
        assert_eq!(last(&changes), Some(Change::Edit(file("b"), edit())), "it keeps its place");
        assert_eq!(changes.find(Some(first)), Some((first, &Change::Edit(file("a"), edit()))));
    }

    #[test]
    fn a_redo_stays_one_whatever_changes_while_it_runs() {
        let mut changes = Changes::default();
        changes.job(1);
        undo(&mut changes, 1, 2);
        changes.begun(2, 3);
        changes.edited(file("a"), Some(edit()));
        assert_eq!(changes.way(3), Way::Redo);
        assert_eq!(changes.ended(3, true, true), Some(Way::Redo));
        assert_eq!(last(&changes), Some(Change::Job(3)));
        assert_eq!(changes.redo(), None);
    }

    #[test]
    fn what_was_undone_can_be_redone_and_undone_again() {
        let mut changes = Changes::default();
        changes.job(1);
        assert_eq!(undo(&mut changes, 1, 2), Some(Way::Undo));
        assert_eq!(last(&changes), None);
        assert_eq!(changes.redo(), Some(Change::Job(2)));
        assert_eq!(undo(&mut changes, 2, 3), Some(Way::Redo));
        assert_eq!(last(&changes), Some(Change::Job(3)));
        assert_eq!(changes.about(3), Some((1, Way::Redo)));
        assert_eq!(changes.redo(), None);
    }

    #[test]
    fn an_undo_without_a_record_cannot_be_undone() {
        let mut changes: Changes = Changes::default();
        changes.job(1);
        changes.begun(1, 2);
        changes.ended(2, true, false);
        assert_eq!((last(&changes), changes.redo()), (None, None));
    }

    #[test]
    fn a_small_change_is_made_again_and_what_was_undone_before_it_can_still_be_redone() {
        let mut changes = Changes::default();
        for what in ["a", "b"] {
            changes.edited(file(what), Some(edit()));
        }
        for what in ["b", "a"] {
            let (number, _) = changes.find(None).unwrap();
            let (taken, undo) = changes.take_edit(number).unwrap();
            assert_eq!(taken, file(what));
            changes.unedited(taken, undo);
        }
        assert_eq!(changes.redo(), Some(Change::Edit(file("a"), edit())));
        changes.edited(file("a"), Some(edit()));
        assert_eq!(changes.redo(), Some(Change::Edit(file("b"), edit())));
    }

    #[test]
    fn a_small_change_that_changed_nothing_again_can_still_be_redone() {
        let mut changes = Changes::default();
        let (number, again) =
            (changes.edited(file("a"), Some(edit())), Change::Edit(file("a"), edit()));
        let (what, undo) = changes.take_edit(number.unwrap()).unwrap();
        changes.unedited(what, undo);
        for _ in 0..2 {
            assert_eq!(changes.redo(), Some(again.clone()));
            assert_eq!(changes.edited(file("a"), None), None);
        }
        // Another change that is made while it is tried leaves nothing to redo.
        changes.redo();
        changes.edited(file("b"), Some(edit()));
        changes.edited(file("a"), None);
        assert_eq!(changes.redo(), None);
    }

    #[test]
    fn a_job_that_was_undone_from_its_report_is_not_undone_twice() {
        let mut changes = Changes::default();
        changes.job(1);
        changes.job(4);
        undo(&mut changes, 1, 5);
        assert_eq!(last(&changes), Some(Change::Job(4)));
        assert_eq!(changes.ended(9, true, true), None, "it was begun elsewhere");
    }

    #[test]
    fn a_new_change_leaves_nothing_to_redo() {
        let mut changes = Changes::default();
        changes.job(1);
        undo(&mut changes, 1, 2);
        changes.job(6);
        assert_eq!(changes.redo(), None);
    }

    #[test]
    fn a_change_is_found_by_its_number_once() {
        let mut changes = Changes::default();
        let first = changes.edited(file("a"), Some(edit())).unwrap();
        changes.edited(file("b"), Some(edit()));
        assert!(changes.take_edit(first).is_some());
        assert!(changes.take_edit(first).is_none() && changes.find(Some(first)).is_none());
        assert_eq!(last(&changes), Some(Change::Edit(file("b"), edit())));
        assert_eq!(changes.edited(file("c"), None), None, "nothing was changed");
    }

    #[test]
    fn only_the_last_changes_are_remembered() {
        let mut changes: Changes = Changes::default();
        for job in 0..REMEMBERED as JobId + 3 {
            changes.job(job);
        }
        assert_eq!(changes.done.len(), REMEMBERED);
        assert_eq!(changes.done.first().map(|(_, change)| change.clone()), Some(Change::Job(3)));
    }
}
