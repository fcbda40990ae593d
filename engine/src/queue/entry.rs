//! Defines what the queue shows of a job, and how a job is added: plain data for lists and scripts.

use serde::{Deserialize, Serialize};

use crate::contract::event::{JobId, Phase, Progress, Summary};
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, Verb};
use crate::contract::wire::wire;

wire! {
    /// A job as the queue knows it.
    pub struct QueuedJob {
        /// The job.
        pub job: JobId,
        /// What it does.
        pub verb: Verb,
        /// Its first operands, at most [`SHOWN`].
        pub sources: Vec<WirePath>,
        /// How many operands it has.
        pub source_count: u64,
        /// Where they go.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub destination: Option<Destination>,
        /// Where it is in the queue.
        pub stage: Stage,
        /// Where a running job is in its life.
        pub phase: Phase,
        /// Whether it does nothing until it is resumed.
        pub paused: bool,
        /// Whether it ran before and resumes where it stopped.
        pub interrupted: bool,
        /// Whether it was cancelled; one that has not ended does so as soon as the disks answer that it uses.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub cancelled: bool,
        /// Its rank; the job with the least comes first.
        pub rank: i64,
        /// The devices it uses; one job runs on each at a time.
        pub lanes: Vec<String>,
        /// Whether it is so light that it waits for no lane.
        pub passes: bool,
        /// Whether it is to start now, whatever runs.
        pub now: bool,
        /// The job that must end first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub after: Option<JobId>,
        /// The job that was to end first and did not complete: this one is paused until it is resumed itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub held: Option<JobId>,
        /// Bytes per second, at most.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub limit_rate: Option<u64>,
        /// The process that runs it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pid: Option<u32>,
        /// When it was added, in microseconds since the Unix epoch.
        pub added: u64,
        /// When it first started.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub started: Option<u64>,
        /// When it ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub ended: Option<u64>,
        /// Its newest counters.
        pub progress: Progress,
        /// Questions that wait for an answer.
        pub questions: u64,
        /// The result, once it has ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub summary: Option<Summary>,
        /// The record by which it can be taken back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub record: Option<WirePath>,
    }

    /// Says where a job is in the queue.
    #[derive(Copy, Hash)]
    pub enum Stage {
        /// No process runs it.
        Waiting,
        /// A process runs it, paused or not.
        Running,
        /// It has ended.
        Finished,
    }

    /// Says how a job is put into the queue.
    #[derive(Default)]
    #[serde(default, deny_unknown_fields)]
    pub struct Adding {
        /// It waits to be resumed before it starts.
        pub paused: bool,
        /// It comes before all others.
        pub first: bool,
        /// It starts at once, whatever runs.
        pub now: bool,
        /// It waits until this job ends.
        pub after: Option<JobId>,
    }

    /// Says which jobs run beside each other.
    #[derive(Copy, Default, Hash)]
    pub enum Mode {
        /// One on each device; light ones pass.
        #[default]
        Lanes,
        /// All at once.
        All,
        /// One after the other.
        One,
    }

    /// Settings of the whole queue.
    #[derive(Copy, Default)]
    #[serde(default)]
    pub struct Settings {
        /// Which jobs run beside each other.
        pub mode: Mode,
        /// Bytes per second of all jobs together, at most.
        pub limit_rate: Option<u64>,
    }
}

/// Operands that a [`QueuedJob`] names.
pub const SHOWN: usize = 3;
