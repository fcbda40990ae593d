//! Answers the questions of a job, and closes those that are left open.

use std::sync::atomic::Ordering;

use super::Job;
use crate::contract::error::{Action, OpError};
use crate::contract::event::{Answer, Command, Event, QuestionId, Resolution};
use crate::job::questions::{AnswerError, Answered};
use crate::job::spill::Spill;
use crate::journal::Entry;
use crate::walk::item::ParkedItem;

impl Job {
    /// Notes whether all that is left waits for answers.
    pub(crate) fn note_asking(&self, asks: bool) {
        self.asks.store(asks, Ordering::Relaxed);
    }

    /// Whether all that is left waits for answers.
    pub(crate) fn asks(&self) -> bool {
        self.asks.load(Ordering::Relaxed)
    }

    /// Closes all open questions; gives the items that waited for their answers.
    pub(crate) fn give_up_questions(&self) -> Vec<ParkedItem> {
        let mut waiting = Vec::new();
        self.hub.tell_change(|| {
            waiting = self.questions.take_open();
            self.meter.waiting.store(self.questions.count(), Ordering::Relaxed);
            let ended =
                |id: &_| Event::QuestionAnswered { job: self.id, question: *id, answer: None };
            waiting.iter().map(|(id, _)| ended(id)).collect::<Vec<_>>()
        });
        waiting.into_iter().map(|(_, item)| item).collect()
    }

    /// Takes some items of the backlog of questions, which the caller runs or ends.
    pub(crate) fn take_some(&self, spill: &mut Spill) -> Vec<ParkedItem> {
        let mut taken = Ok(Vec::new());
        self.hub.tell_change(|| {
            taken = self.questions.take_some(spill);
            self.meter.waiting.store(self.questions.count(), Ordering::Relaxed);
            None
        });
        taken.unwrap_or_else(|errno| {
            // Nothing is known of the items any more, so the job cannot end well.
            let state = self.home.as_ref().and_then(|home| home.state.clone());
            let state = state.unwrap_or_default();
            let error = OpError::new(Action::Read, state.clone(), errno);
            self.failed(usize::MAX, state, error);
            self.control.abort();
            Vec::new()
        })
    }

    /// Whether a question is open that this job has asked, or that of another machine which it shows.
    pub(crate) fn has_question(&self, question: QuestionId) -> bool {
        let there = self.link.as_ref().is_some_and(|link| link.asks(question));
        there || self.questions.contains(question)
    }

    /// Tells the other end what the user wants of its job, where that is shown here.
    pub(crate) fn pass_on(&self, command: Command) {
        if let Some(link) = &self.link {
            // The job ends in any case if the connection is gone.
            let _heard = link.pass_on(command);
        }
    }

    /// Answers a question of this job, and those the answer reaches.
    pub(crate) fn answer(
        &self,
        question: QuestionId,
        resolution: &Resolution,
    ) -> Result<(), AnswerError> {
        if let Some(link) = self.link.as_ref().filter(|link| link.asks(question)) {
            // The other end says whether it has been answered.
            let _heard = link.answer(question, resolution);
            return Ok(());
        }
        let mut fits = true;
        self.hub.tell_change(|| {
            let answered = self.questions.answer(question, resolution);
            fits = answered.is_some();
            let (journal, retries) = (&self.journal, resolution.answer == Answer::Retry);
            if let (Some(journal), Some(Answered { subject, .. }), false) =
                (journal, &answered, retries)
            {
                // Before it is told: a process may end before the item does.
                let answered = (subject.clone(), resolution.clone());
                journal.tell(Entry::Answered(Box::new(answered)));
            }
            self.meter.waiting.store(self.questions.count(), Ordering::Relaxed);
            let told = |question| {
                let answer = Some(resolution.answer.clone());
                Event::QuestionAnswered { job: self.id, question, answer }
            };
            let questions = answered.map(|answered| answered.questions).unwrap_or_default();
            questions.into_iter().map(told).collect::<Vec<_>>()
        });
        if !fits {
            return Err(if self.questions.contains(question) {
                AnswerError::Misfit(question)
            } else {
                AnswerError::NoQuestion(question)
            });
        }
        self.wake();
        Ok(())
    }

    /// Leaves all questions unanswered, the open ones and those to come.
    pub(crate) fn leave_unanswered(&self) {
        self.unattended.store(true, Ordering::Release);
        self.wake();
    }

    /// Whether open questions will not be answered any more.
    pub(crate) fn gives_up(&self) -> bool {
        self.control.is_cancelled() || self.unattended.load(Ordering::Acquire)
    }
}
