//! Wire types about jobs: rows of the drawer, requests, reports.

use fcp_engine::error::OpError;
use fcp_engine::event::{JobId, Outcome, SkipReason, To, Travel};
use fcp_engine::queue::Mode;
use fcp_engine::spec::Verb;

use super::{AllJobs, Name};

wire! {
    /// What changed among the jobs.
    pub struct JobsChange {
        /// Jobs that changed, whole.
        pub rows: Vec<JobState>,
        /// Jobs that are gone.
        pub gone: Vec<JobId>,
        /// All lanes with their jobs, in the order in which they are shown; jobs that have ended come last,
        /// in a lane without devices.
        pub lanes: Vec<LaneState>,
        /// All jobs together.
        pub all: AllJobs,
    }

    /// Jobs that use the same devices.
    #[derive(Eq)]
    pub struct LaneState {
        /// Identifies the lane; empty for the lane of ended jobs.
        pub key: String,
        /// What people call the device.
        pub name: String,
        /// Devices and filesystem: `nvme0n1, btrfs`.
        pub detail: String,
        /// Whether it comes and goes.
        pub removable: bool,
        /// Its jobs, in order.
        pub jobs: Vec<JobId>,
        /// Bytes per second of all of them.
        pub rate: u64,
        /// Whether all its jobs are paused.
        pub paused: bool,
    }

    /// Microseconds left.
    #[derive(Copy, Eq)]
    pub struct EtaRange {
        /// At the fastest recent speed.
        pub low: u64,
        /// At the slowest recent speed.
        pub high: u64,
    }

    /// Where a job is, as it is shown.
    #[derive(Copy, Eq)]
    pub enum JobStage {
        /// Waiting for its turn.
        Queued,
        /// Working, and the totals are not known yet.
        Counting,
        /// Working.
        Working,
        /// Nothing moves until questions are answered.
        Waiting,
        /// Nothing moved for some seconds.
        Stalled,
        /// Cancelled, and about to end.
        Cancelling,
        /// Paused.
        Paused,
        /// Flushing to the disk.
        Flushing,
        /// Comparing copies with their sources.
        Verifying,
        /// Ended.
        Finished,
    }

    /// A job as it is shown.
    pub struct JobState {
        /// The job.
        pub job: JobId,
        /// What it does.
        pub verb: Verb,
        /// Whether it makes links.
        pub links: bool,
        /// The first operand.
        pub first: Name,
        /// How many operands there are.
        pub sources: u64,
        /// The folder of the operands.
        pub from: Option<Name>,
        /// Where they go.
        pub to: Option<Name>,
        /// Where it is.
        pub stage: JobStage,
        /// How it ended.
        pub outcome: Option<Outcome>,
        /// Percent done; none without totals.
        pub percent: Option<u8>,
        /// Bytes settled.
        pub bytes: u64,
        /// Bytes in all, once known.
        pub bytes_total: Option<u64>,
        /// Bytes still to come, once known.
        pub bytes_left: Option<u64>,
        /// Items settled.
        pub items: u64,
        /// Items in all, once known.
        pub items_total: Option<u64>,
        /// Items that were reflinked.
        pub reflinked: u64,
        /// Items that the kernel copied.
        pub kernel: u64,
        /// Items that were read and written.
        pub streamed: u64,
        /// Bytes of space that reflinks saved.
        pub saved: u64,
        /// Bytes per second now.
        pub rate: u64,
        /// Items per second now, for jobs without bytes.
        pub item_rate: u64,
        /// Bytes per second since the start.
        pub mean: u64,
        /// Bytes (or items, of jobs without bytes) per second, a number a second, at most 60, the newest last.
        pub history: Vec<u64>,
        /// Microseconds left.
        pub eta: Option<EtaRange>,
        /// Microseconds it worked.
        pub active: u64,
        /// When it ended, and how far into that the user can be told.
        pub ended: Option<u64>,
        /// Files in flight.
        pub in_flight: Vec<Flight>,
        /// Questions that wait.
        pub questions: u64,
        /// Questions of an interrupted run, which are asked again when the job continues.
        pub asks_again: u64,
        /// Items that failed.
        pub failed: u64,
        /// Items that were skipped.
        pub skipped: u64,
        /// Items that replaced another, once the job has ended.
        pub replaced: u64,
        /// Items that got another name than was asked for, once the job has ended.
        pub renamed: u64,
        /// Items that the source lacked and that were removed, once the job has ended.
        pub removed: u64,
        /// Warnings.
        pub warnings: u64,
        /// Bytes per second, at most.
        pub limit: Option<u64>,
        /// The job that must end first.
        pub after: Option<JobId>,
        /// Whether it was interrupted and continues where it stopped.
        pub interrupted: bool,
        /// The other process that runs it.
        pub process: Option<u32>,
        /// Whether copies are read back.
        pub verify: bool,
        /// Whether what it did is on the disk.
        pub on_disk: bool,
        /// Whether it can be taken back.
        pub undo: bool,
        /// Whether an undo has taken it back, with nothing left of it.
        pub taken_back: bool,
        /// What the job did that it undoes or does again.
        pub undone: Option<Verb>,
        /// Whether it does that job again.
        pub redo: bool,
        /// Whether what it made can be compared with its sources once more.
        pub verifiable: bool,
        /// Whether the user has not seen how it ended.
        pub unseen: bool,
        /// Whether items failed that the administrator may be able to do; of a job that runs, whether such
        /// failures wait for an answer.
        pub denied: bool,
        /// Whether items failed that a retry may do.
        pub retry: bool,
        /// Whether it refused archives that become larger than it allows.
        pub too_large: bool,
        /// Why it could not begin when it was resumed last; it is paused since.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub put_off: Option<OpError>,
    }

    /// What the user is asked before a job is undone.
    pub struct UndoAsk {
        /// The job.
        pub job: JobId,
        /// What it did.
        pub verb: Verb,
        /// Its first operand.
        pub first: Name,
        /// How many operands it had.
        pub sources: u64,
        /// Copies that go to the trash.
        pub copies: u64,
        /// Snapshots of subvolumes, which go to the trash.
        pub snapshots: u64,
        /// Items that are moved back.
        pub back: u64,
        /// Replaced files that come back.
        pub replaced: u64,
        /// Replaced files that were not kept, and do not come back.
        pub lost: u64,
        /// Folders that get their mode and owner back.
        pub rights: u64,
        /// The machine that undoes it, if that is another one.
        pub machine: Option<Name>,
    }

    /// A file in flight.
    pub struct Flight {
        /// Its name.
        pub name: Name,
        /// Bytes there.
        pub bytes: u64,
        /// Its size.
        pub size: u64,
        /// Percent there.
        pub percent: u8,
        /// How it travels, once known.
        pub how: Option<Travel>,
    }

    /// What is asked of a job.
    #[derive(Copy)]
    #[serde(tag = "ask")]
    pub enum JobAsk {
        /// Stop at the next chunk.
        Pause,
        /// Continue.
        Resume,
        /// End it: files in flight go, what is done stays.
        Cancel,
        /// Stand elsewhere in its lane.
        Place {
            /// Which way.
            to: To,
        },
        /// Stand before another job that waits.
        Before {
            /// The other; none is the end.
            job: Option<JobId>,
        },
        /// Start now.
        Start,
        /// Wait until another ends.
        Hold {
            /// The other; none waits no longer.
            after: Option<JobId>,
        },
        /// Limit its speed.
        Limit {
            /// Bytes per second; none lifts the limit.
            rate: Option<u64>,
        },
        /// Do again what failed.
        Retry,
        /// Extract the archives that were refused as too large, without a limit.
        Anyway,
        /// Do all of it again.
        Repeat,
        /// Ask whether to undo it, with what that would do; an undo is redone at once.
        Undo,
        /// Undo it; the user agreed.
        UndoNow,
        /// Compare what it made with its sources once more.
        Verify,
        /// List it no longer; the history keeps it.
        Clear,
        /// The user has seen how it ended.
        Seen,
    }

    /// What is asked of all jobs, or of those of one lane.
    #[derive(Copy)]
    #[serde(tag = "ask")]
    pub enum JobsAsk {
        /// Stop at the next chunk.
        Pause,
        /// Continue.
        Resume,
        /// End them.
        Cancel,
        /// Limit all together.
        Limit {
            /// Bytes per second; none lifts the limit.
            rate: Option<u64>,
        },
        /// Choose which run beside each other.
        Mode {
            /// Which.
            mode: Mode,
        },
        /// List finished jobs no longer; the history keeps them.
        Clear,
        /// Forget all finished jobs, so that nothing tells of them and none can be undone; the user agreed.
        Forget,
    }

    /// What a job left to tell.
    pub struct Report {
        /// The job, as it ended.
        pub job: JobState,
        /// Groups of items, the failed ones first.
        pub groups: Vec<ReportGroup>,
        /// Bytes that were reflinked.
        pub bytes_reflinked: u64,
        /// Bytes that the kernel copied.
        pub bytes_kernel: u64,
        /// Bytes that were read and written.
        pub bytes_streamed: u64,
        /// The fastest second.
        pub peak: u64,
    }

    /// Items of one reason.
    pub struct ReportGroup {
        /// What they have in common.
        pub reason: Reason,
        /// How many there are.
        pub count: u64,
        /// The first of them.
        pub items: Vec<ReportItem>,
    }

    /// Why items are in a report.
    #[serde(tag = "reason")]
    pub enum Reason {
        /// They failed.
        Failed {
            /// The first failure.
            error: OpError,
        },
        /// They were left alone.
        Skipped {
            /// Why.
            why: SkipReason,
        },
        /// Something was worth telling.
        Warning {
            /// Which: the `kind` of the engine's warning.
            kind: String,
        },
        /// They were finished; operands of the job are named.
        Finished,
    }

    /// An item of a report.
    pub struct ReportItem {
        /// Its path below the operand, or below the folder of several.
        pub name: Name,
        /// What failed.
        pub error: Option<OpError>,
    }

    /// Jobs that have ended.
    pub struct History {
        /// The newest first.
        pub jobs: Vec<JobState>,
        /// How many there are in all.
        pub count: u64,
    }

    /// What becomes of jobs when the program quits.
    #[derive(Copy, Eq)]
    pub enum QuitChoice {
        /// They continue in the background.
        HandOn,
        /// They pause, and wait for the next time.
        Pause,
        /// They end.
        Cancel,
        /// Do not quit.
        Stay,
    }
}
