//! Keeps the record of a job that another machine does, which records what it did.

use super::Job;
use crate::contract::error::Code;
use crate::contract::event::{Event, Outcome, Summary, Warning};
use crate::contract::spec::Verb;

impl Job {
    /// Notes that the other machine does the job, before that does anything.
    pub(crate) fn note_elsewhere(&self) {
        // An undo is noted when it has done something; until then it can be tried again.
        if let Some(recorder) = self.recorder.as_ref().filter(|_| self.spec.verb != Verb::Undo) {
            recorder.note_elsewhere(&self.spec);
        }
    }

    /// Notes that the other machine has done nothing.
    pub(crate) fn nothing_elsewhere(&self) {
        // An earlier run may have done something.
        if let Some(recorder) = self.recorder.as_ref().filter(|_| !self.is_resumed()) {
            recorder.leave_out();
        }
    }

    /// Ends the job as it has ended on the other machine.
    pub(crate) fn end_elsewhere(&self, summary: Summary) {
        if summary.done == 0 {
            self.nothing_elsewhere();
        }
        let has_run = matches!(summary.outcome, Outcome::Completed | Outcome::CompletedWithErrors);
        let settled = match (&self.recorder, self.spec.sources.as_slice()) {
            // One that was cut short can be tried again, and goes on there.
            (Some(recorder), [record]) if self.spec.verb == Verb::Undo && has_run => {
                recorder.settle_elsewhere(&self.spec, &record.0, (summary.done, summary.failed))
            }
            (Some(recorder), _) => recorder.end(),
            (None, _) => Ok(()),
        };
        if let Err(error) = settled
            // Of many records the oldest go.
            && error.code != Code::NotFound
        {
            let warning = Warning::NotRecorded { error };
            self.hub.tell(Event::Warning { job: self.id, warning });
        }
        self.end_as(summary);
    }
}
