//! Defines what a program tells a job, and the state of a job in its replies.

use serde::{Deserialize, Serialize};

use crate::contract::event::{
    Answer, JobId, Phase, Progress, Question, QuestionId, Scope, Summary, To,
};
use crate::contract::spec::JobSpec;
use crate::contract::wire::wire;

wire! {
    /// A job as `status` shows it.
    pub struct JobStatus {
        /// The job.
        pub job: JobId,
        /// Its phase.
        pub phase: Phase,
        /// Its counters.
        pub progress: Progress,
        /// Its open questions, at most 1,000; `progress.waiting` counts also what it asks later.
        pub questions: Vec<Question>,
        /// Its result, once it has ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub summary: Option<Summary>,
    }

    /// A line of control input.
    pub struct Request {
        /// Returned in the reply.
        pub id: u64,
        /// What to do.
        #[serde(flatten)]
        pub command: Command,
    }

    /// What a control line asks for.
    #[serde(tag = "cmd")]
    pub enum Command {
        /// Stop at the next chunk.
        Pause {
            /// The job; all jobs if absent.
            job: Option<JobId>,
        },
        /// Continue after a pause.
        Resume {
            /// The job; all jobs if absent.
            job: Option<JobId>,
        },
        /// End without leaving partial files.
        Cancel {
            /// The job; all jobs if absent.
            job: Option<JobId>,
        },
        /// Answer a question.
        Answer {
            /// The question.
            question: QuestionId,
            /// The answer.
            answer: Answer,
            /// How far it reaches.
            #[serde(default)]
            scope: Scope,
        },
        /// Change a running job.
        Set {
            /// The job; all jobs if absent.
            job: Option<JobId>,
            /// Bytes per second; 0 lifts the limit.
            limit_rate: Option<u64>,
        },
        /// Give a job another place in the queue.
        Place {
            /// The job.
            job: JobId,
            /// Which way.
            to: To,
        },
        /// Start a job that waits, whatever runs.
        Start {
            /// The job.
            job: JobId,
        },
        /// Let a job wait until another ends.
        Hold {
            /// The job.
            job: JobId,
            /// The other; none lets it wait no longer.
            after: Option<JobId>,
        },
        /// Add a job that does again what failed.
        Retry {
            /// The job that has ended.
            job: JobId,
        },
        /// Add the same job once more.
        Repeat {
            /// The job.
            job: JobId,
        },
        /// Add a job that compares a finished copy with its sources once more.
        Verify {
            /// The copy.
            job: JobId,
        },
        /// Forget jobs that have ended.
        Clear {
            /// The job; all that have ended if absent.
            job: Option<JobId>,
        },
        /// Report all jobs in the reply.
        Status,
        /// Start another job.
        Submit {
            /// The request.
            spec: Box<JobSpec>,
        },
    }
}
