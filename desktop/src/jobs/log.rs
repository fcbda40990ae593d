//! Reads the log of a job from the queue, for the window that shows it.

use std::path::Path;

use fcp_engine::event::{Envelope, Event, JobId, Phase, Question, Subject};
use fcp_engine::spec::Verb;
use fcp_presentation::jobs::{asked_about, base};
use fcp_presentation::report::parts;

use super::Jobs;
use super::report::item_name;
use crate::wire::{JobLog, LogFact, LogLine, Name, Refusal};

/// Lines that are told; of more, the newest.
const TOLD: usize = 1_000;

impl Jobs {
    /// Tells what happened in a job.
    pub(crate) fn log(&self, job: JobId) -> Result<JobLog, Refusal> {
        let queue = self.engine.get()?.queue().ok_or(Refusal::Gone)?;
        let spec = queue.spec(job)?;
        let base = base(&spec.sources);
        let kept = queue.log(job)?;
        let mut lines: Vec<LogLine> =
            kept.into_iter().filter_map(|envelope| line(envelope, spec.verb, base)).collect();
        let count = lines.len() as u64;
        lines.drain(..lines.len().saturating_sub(TOLD));
        Ok(JobLog { lines, count })
    }
}

/// Gives the line of a fact; none for what people need not know.
fn line(envelope: Envelope, verb: Verb, base: Option<&Path>) -> Option<LogLine> {
    let named = |path: &Path| item_name(base, path);
    let fact = match envelope.event {
        Event::Hello { .. }
        | Event::Bye { .. }
        | Event::Reply { .. }
        | Event::JobPlaced { .. }
        | Event::JobRemoved { .. }
        | Event::JobPlan { .. }
        | Event::ItemStarted { .. }
        | Event::ItemDone { .. }
        | Event::Progress { .. }
        | Event::JobPhase { phase: Phase::Running | Phase::Finished, .. } => return None,
        Event::JobTotals { totals, .. } if !totals.complete => return None,
        Event::JobQueued { .. } => LogFact::Added,
        Event::JobStarted { workers, .. } => LogFact::Started { workers },
        Event::JobTotals { totals, .. } => {
            LogFact::Counted { items: totals.items, bytes: totals.bytes.filter(|bytes| *bytes > 0) }
        }
        Event::JobPaused { .. } => LogFact::Paused,
        Event::JobResumed { .. } => LogFact::Resumed,
        Event::JobPhase { phase: Phase::Queued, .. } => LogFact::Waits,
        Event::JobPhase { phase: Phase::Flushing, .. } => LogFact::Flushing,
        Event::JobPhase { phase: Phase::Verifying, .. } => LogFact::Verifying,
        Event::ItemSkipped { src, reason, .. } => {
            LogFact::Skipped { name: named(&src.0), why: reason }
        }
        Event::ItemFailed { src, error, .. } => LogFact::Failed { name: named(&src.0), error },
        Event::Warning { warning, .. } => {
            let (kind, path, _) = parts(&warning);
            LogFact::Warning { kind: kind.to_owned(), name: named(path) }
        }
        Event::QuestionAsked { question, .. } => {
            LogFact::Asked { name: asked(&question, verb, base) }
        }
        Event::QuestionAnswered { .. } => LogFact::Answered,
        Event::JobSummary { summary, .. } => LogFact::Ended { outcome: summary.outcome },
    };
    Some(LogLine { at: envelope.at, fact })
}

/// Names the item that a question is about.
fn asked(question: &Question, verb: Verb, base: Option<&Path>) -> Name {
    let path = match &question.subject {
        Subject::Error { error, .. } => &error.path.0,
        subject @ (Subject::Conflict { .. } | Subject::Removal { .. }) => {
            asked_about(Some(verb), subject)
        }
    };
    item_name(base, path)
}
