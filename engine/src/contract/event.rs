//! Defines the events of the wire contract, schema [`SCHEMA`].
//!
//! One stream carries *facts*, which are never dropped and have a gapless `seq`, and *progress*,
//! which is sampled and absolute. The same types drive both UIs; the JSON Schema in `assets/` and
//! the TypeScript types in `ui-web/` are generated from this file.

pub use fcp_sys::FileKind;
use serde::{Deserialize, Serialize};

use crate::contract::checksum::Checksum;
use crate::contract::error::OpError;
use crate::contract::path::WirePath;
use crate::contract::spec::JobSpec;
use crate::contract::wire::wire;

mod control;
mod item;
mod mover;
mod question;
mod sums;

pub use control::{Command, JobStatus, Request};
pub use item::{Debug, Detail, Op, Place, SkipReason, SparseDebug, To, Warning, Withheld};
pub use mover::{Mover, Travel};
pub use question::{Answer, ConflictKind, Question, Removal, Resolution, Scope, Side, Subject};
pub use sums::{
    Carried, ConflictCount, DedupePlan, InFlight, KeptCount, Plan, Progress, Summary, Totals,
    UndoPlan,
};

/// Version of the event stream; additive changes raise the part after the dot.
pub const SCHEMA: &str = "1.22";

/// Identifies a job within its queue, or within its engine if that has none.
pub type JobId = u64;

/// Identifies a question within its queue, or within its engine if that has none.
pub type QuestionId = u64;

wire! {
    /// One line of the stream.
    pub struct Envelope {
        /// Number of the fact in its stream, without gaps; progress and replies have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seq: Option<u64>,
        /// Microseconds since the Unix epoch.
        pub at: u64,
        /// What happened.
        #[serde(flatten)]
        pub event: Event,
    }

    /// What happened.
    #[serde(tag = "type")]
    pub enum Event {
        /// First line of a stream.
        #[serde(rename = "hello")]
        Hello {
            /// Version of the schema, see [`SCHEMA`].
            schema: String,
            /// Name of the program.
            tool: String,
            /// Version of the program.
            version: String,
            /// Its process id.
            pid: u32,
            /// Wall-clock time in RFC 3339.
            time: String,
        },
        /// Last line of a stream.
        #[serde(rename = "bye")]
        Bye {
            /// The exit code of the process.
            exit: u8,
        },
        /// Answer to a control command.
        #[serde(rename = "reply")]
        Reply {
            /// The `id` of the command.
            id: u64,
            /// Whether it was carried out.
            ok: bool,
            /// Why not.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            error: Option<String>,
            /// The job a `submit` made.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            job: Option<JobId>,
            /// What `status` asked for.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            status: Option<Vec<JobStatus>>,
        },
        /// A job was accepted.
        #[serde(rename = "job.queued")]
        JobQueued {
            /// The job.
            job: JobId,
            /// The request.
            spec: Box<JobSpec>,
        },
        /// A job stands elsewhere in the queue than before.
        #[serde(rename = "job.placed")]
        JobPlaced {
            /// The job.
            job: JobId,
            /// Where it stands.
            place: Place,
        },
        /// A job is no longer in the queue, nor in its history.
        #[serde(rename = "job.removed")]
        JobRemoved {
            /// The job.
            job: JobId,
        },
        /// Its workers run.
        #[serde(rename = "job.started")]
        JobStarted {
            /// The job.
            job: JobId,
            /// Number of worker threads at the start.
            workers: u16,
        },
        /// How much there is to do, as far as counted.
        #[serde(rename = "job.totals")]
        JobTotals {
            /// The job.
            job: JobId,
            /// The counts.
            totals: Totals,
        },
        /// Workers stopped at their next chunk.
        #[serde(rename = "job.paused")]
        JobPaused {
            /// The job.
            job: JobId,
        },
        /// Workers continue.
        #[serde(rename = "job.resumed")]
        JobResumed {
            /// The job.
            job: JobId,
        },
        /// The job entered another phase.
        #[serde(rename = "job.phase")]
        JobPhase {
            /// The job.
            job: JobId,
            /// The new phase.
            phase: Phase,
        },
        /// The outcome of a dry run.
        #[serde(rename = "job.plan")]
        JobPlan {
            /// The job.
            job: JobId,
            /// What would happen.
            plan: Box<Plan>,
        },
        /// Work on an item begins (only with `trace`; in the dry run of a copy also with `all`, for what it
        /// would remove at the destination, and in that of a job that shares storage, for what it would share).
        #[serde(rename = "item.started")]
        ItemStarted {
            /// The job.
            job: JobId,
            /// The step.
            op: Op,
            /// The source.
            src: WirePath,
            /// The destination.
            dst: WirePath,
            /// Where the old destination went.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            backup: Option<WirePath>,
            /// Bytes that would be shared, in the dry run of a job that shares storage.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            bytes: Option<u64>,
        },
        /// An item is finished (only with `all` and `trace`).
        #[serde(rename = "item.done")]
        ItemDone {
            /// The job.
            job: JobId,
            /// The step.
            op: Op,
            /// The source.
            src: WirePath,
            /// The destination; the source again where nothing is made.
            dst: WirePath,
            /// Bytes of data the item has.
            bytes: u64,
            /// How they travelled; none where there was no data.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            method: Option<Mover>,
            /// What `--debug` explains.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            detail: Option<Detail>,
            /// The checksum of source and copy, if they were compared by it.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            checksum: Option<Checksum>,
        },
        /// An item was left alone.
        #[serde(rename = "item.skipped")]
        ItemSkipped {
            /// The job.
            job: JobId,
            /// The source.
            src: WirePath,
            /// The destination.
            dst: WirePath,
            /// Why.
            reason: SkipReason,
        },
        /// An item failed.
        #[serde(rename = "item.failed")]
        ItemFailed {
            /// The job.
            job: JobId,
            /// The source item that is not (wholly) copied.
            src: WirePath,
            /// What failed.
            error: OpError,
        },
        /// Something is worth telling but did not cost an item.
        #[serde(rename = "warning")]
        Warning {
            /// The job.
            job: JobId,
            /// What it is about.
            warning: Warning,
        },
        /// An item waits for an answer.
        #[serde(rename = "question.asked")]
        QuestionAsked {
            /// The job.
            job: JobId,
            /// The question.
            question: Box<Question>,
        },
        /// A question was answered, or is no longer of interest.
        #[serde(rename = "question.answered")]
        QuestionAnswered {
            /// The job.
            job: JobId,
            /// The question.
            question: QuestionId,
            /// The answer; none if the job ended first.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            answer: Option<Answer>,
        },
        /// How far a job is: absolute counters, at most ten times a second.
        #[serde(rename = "progress")]
        Progress {
            /// The job.
            job: JobId,
            /// The counters.
            progress: Progress,
        },
        /// Last event of a job.
        #[serde(rename = "job.summary")]
        JobSummary {
            /// The job.
            job: JobId,
            /// The result.
            summary: Summary,
        },
    }

    /// Says where a job is in its life.
    #[derive(Copy, Hash)]
    pub enum Phase {
        /// Waiting for its turn.
        Queued,
        /// Working, or waiting for answers.
        Running,
        /// Flushing to stable storage.
        Flushing,
        /// Comparing copies with their sources.
        Verifying,
        /// Over; there is a summary.
        Finished,
    }

    /// Says how a job ended.
    #[derive(Copy, Hash)]
    pub enum Outcome {
        /// Every item is done or was skipped by policy.
        Completed,
        /// Some items failed.
        CompletedWithErrors,
        /// The user or another program cancelled it, or answered a question with abort.
        Cancelled,
        /// It could not run, or its policy for errors ended it at the first one.
        Failed,
    }
}

impl Event {
    /// Gives the job an event belongs to.
    pub fn job(&self) -> Option<JobId> {
        match self {
            Self::Hello { .. } | Self::Bye { .. } => None,
            Self::Reply { job, .. } => *job,
            Self::JobQueued { job, .. }
            | Self::JobPlaced { job, .. }
            | Self::JobRemoved { job }
            | Self::JobStarted { job, .. }
            | Self::JobTotals { job, .. }
            | Self::JobPaused { job }
            | Self::JobResumed { job }
            | Self::JobPhase { job, .. }
            | Self::JobPlan { job, .. }
            | Self::ItemStarted { job, .. }
            | Self::ItemDone { job, .. }
            | Self::ItemSkipped { job, .. }
            | Self::ItemFailed { job, .. }
            | Self::Warning { job, .. }
            | Self::QuestionAsked { job, .. }
            | Self::QuestionAnswered { job, .. }
            | Self::Progress { job, .. }
            | Self::JobSummary { job, .. } => Some(*job),
        }
    }

    /// Gives the same event of a job that has another number elsewhere.
    pub(crate) fn of_job(mut self, number: JobId) -> Self {
        match &mut self {
            Self::Hello { .. } | Self::Bye { .. } | Self::Reply { .. } => {}
            Self::JobQueued { job, .. }
            | Self::JobPlaced { job, .. }
            | Self::JobRemoved { job }
            | Self::JobStarted { job, .. }
            | Self::JobTotals { job, .. }
            | Self::JobPaused { job }
            | Self::JobResumed { job }
            | Self::JobPhase { job, .. }
            | Self::JobPlan { job, .. }
            | Self::ItemStarted { job, .. }
            | Self::ItemDone { job, .. }
            | Self::ItemSkipped { job, .. }
            | Self::ItemFailed { job, .. }
            | Self::Warning { job, .. }
            | Self::QuestionAsked { job, .. }
            | Self::QuestionAnswered { job, .. }
            | Self::Progress { job, .. }
            | Self::JobSummary { job, .. } => *job = number,
        }
        self
    }

    /// Tells whether the event is a fact, which is never dropped and has a `seq`.
    pub fn is_fact(&self) -> bool {
        !matches!(self, Self::Progress { .. } | Self::Reply { .. })
    }
}
