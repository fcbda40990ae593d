//! Takes in the events of the engine.

use fcp_engine::event::{Envelope, Event, JobId, QuestionId, Warning};
use fcp_presentation::jobs::is_stale_after;

use super::Jobs;
use crate::wire::Notice;

/// What a batch of events changed.
#[derive(Debug, Default)]
pub(crate) struct Intake {
    /// Whether the stage of a job changed, which is told at once.
    pub(crate) jobs: bool,
    /// Whether numbers changed, which are told with the next beat.
    pub(crate) numbers: bool,
    /// Whether questions changed, likewise.
    pub(crate) questions: bool,
    /// Questions that were asked.
    pub(crate) asked: Vec<QuestionId>,
    /// Questions that were answered.
    pub(crate) answered: Vec<QuestionId>,
    /// Jobs that have ended.
    pub(crate) over: Vec<JobId>,
}

impl Jobs {
    /// Takes in events, and says what they changed.
    pub(crate) fn take(&self, batch: &[Envelope]) -> Intake {
        let mut intake = Intake::default();
        let mut stale = false;
        let mut put_off: Vec<Notice> = Vec::new();
        let mut work = self.lock();
        for envelope in batch {
            work.view.apply(envelope);
            match news(&envelope.event) {
                News::Job => intake.jobs = true,
                News::Numbers => intake.numbers = true,
                News::Questions => intake.questions = true,
                News::Nothing => {}
            }
            stale |= is_stale_after(&envelope.event);
            match &envelope.event {
                Event::QuestionAsked { question, .. } => intake.asked.push(question.id),
                Event::QuestionAnswered { question, .. } => intake.answered.push(*question),
                Event::JobRemoved { job } => work.forget(*job),
                Event::JobStarted { job, .. } => drop(work.put_off.remove(job)),
                Event::JobSummary { job, .. } => {
                    drop(work.put_off.remove(job));
                    intake.over.push(*job);
                }
                Event::Warning { job, warning: Warning::PutOff { error } } => {
                    work.put_off.insert(*job, error.clone());
                    put_off.extend(work.notice_of_put_off(*job));
                }
                Event::Hello { .. }
                | Event::Bye { .. }
                | Event::Reply { .. }
                | Event::JobQueued { .. }
                | Event::JobPlaced { .. }
                | Event::JobTotals { .. }
                | Event::JobPaused { .. }
                | Event::JobResumed { .. }
                | Event::JobPhase { .. }
                | Event::JobPlan { .. }
                | Event::ItemStarted { .. }
                | Event::ItemDone { .. }
                | Event::ItemSkipped { .. }
                | Event::ItemFailed { .. }
                | Event::Warning { .. }
                | Event::Progress { .. } => {}
            }
        }
        work.ended += intake.over.len() as u64;
        for job in &intake.over {
            work.end_began(*job);
        }
        // What the time has come for is asked again by the part that does it.
        let _turn = work.follow();
        work.forget_old();
        drop(work);
        for notice in put_off {
            self.say(notice);
        }
        if stale {
            self.look();
        }
        intake.jobs |= stale;
        // The questions of a job that has ended are closed, too.
        intake.questions |= !intake.over.is_empty();
        intake
    }

    /// Tells what is told once it is sure: how jobs ended, and which need answers.
    pub(crate) fn tell(&self) {
        self.tell_ended();
        self.tell_asking();
    }

    /// Tells whether a job is running, so that its speed must be updated.
    pub(crate) fn is_at_work(&self) -> bool {
        self.lock().is_at_work()
    }

    /// Tells whether the end of a job is still to be told.
    pub(crate) fn has_ends_to_tell(&self) -> bool {
        !self.lock().ending.is_empty()
    }
}

/// What an event changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum News {
    /// The stage of a job.
    Job,
    /// Numbers.
    Numbers,
    /// Questions.
    Questions,
    /// Nothing that is shown.
    Nothing,
}

fn news(event: &Event) -> News {
    match event {
        Event::JobQueued { .. }
        | Event::JobPlaced { .. }
        | Event::JobRemoved { .. }
        | Event::JobStarted { .. }
        | Event::JobPaused { .. }
        | Event::JobResumed { .. }
        | Event::JobPhase { .. }
        | Event::JobSummary { .. } => News::Job,
        Event::JobTotals { .. }
        | Event::ItemSkipped { .. }
        | Event::ItemFailed { .. }
        | Event::Warning { .. }
        | Event::Progress { .. } => News::Numbers,
        Event::QuestionAsked { .. } | Event::QuestionAnswered { .. } => News::Questions,
        Event::Hello { .. }
        | Event::Bye { .. }
        | Event::Reply { .. }
        | Event::JobPlan { .. }
        | Event::ItemStarted { .. }
        | Event::ItemDone { .. } => News::Nothing,
    }
}
