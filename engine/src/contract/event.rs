//! Defines the events of the wire contract, schema [`SCHEMA`].
//!
//! One stream carries *facts*, which are never dropped and have a gapless `seq`, and *progress*,
//! which is sampled and absolute. The same types drive both UIs; the JSON Schema in `assets/` and
//! the TypeScript types in `ui-web/` are generated from this file.

pub use fcp_sys::FileKind;
use serde::{Deserialize, Serialize};

use crate::contract::checksum::Checksum;
use crate::contract::error::{Code, OpError};
use crate::contract::path::WirePath;
use crate::contract::spec::{JobSpec, Verb};

/// Version of the event stream; additive changes raise the part after the dot.
pub const SCHEMA: &str = "1.9";

/// Identifies a job within its queue, or within its engine if that has none.
pub type JobId = u64;

/// Identifies a question within its queue, or within its engine if that has none.
pub type QuestionId = u64;

macro_rules! wire {
    ($($item:item)*) => {$(
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "bindings", derive(schemars::JsonSchema, ts_rs::TS))]
        $item
    )*};
}

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

    /// Where a job stands in the queue.
    pub struct Place {
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
        /// Whether it ran before and resumes where it stopped.
        pub interrupted: bool,
    }

    /// Names a way through the queue.
    #[derive(Copy, Hash)]
    pub enum To {
        /// Before the one before it.
        Up,
        /// Behind the one behind it.
        Down,
        /// Before all others.
        First,
        /// Behind all others.
        Last,
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
        /// The user or another program cancelled it.
        Cancelled,
        /// It could not run, or an error was answered with abort.
        Failed,
    }

    /// Names one file-level step.
    #[derive(Copy, Hash)]
    pub enum Op {
        /// Create a directory.
        MakeDir,
        /// Copy a regular file.
        CopyFile,
        /// Create a symbolic link.
        Symlink,
        /// Create a hard link.
        HardLink,
        /// Create a FIFO, socket or device.
        Special,
        /// Rename.
        Rename,
        /// Remove a file.
        Unlink,
        /// Remove a directory.
        RemoveDir,
        /// Set metadata only.
        SetMeta,
        /// Let two names change places.
        Exchange,
        /// Move to the trash.
        Trash,
        /// Compare with what a copy made of it.
        Verify,
        /// Let the destination share the storage of the source, whose content it has.
        Dedupe,
        /// Unpack an entry of an archive.
        Extract,
        /// Add an item to an archive.
        Pack,
    }

    /// Names how bytes travel.
    #[derive(Copy, Hash)]
    pub enum Mover {
        /// Extents are shared; no byte travels.
        Reflink,
        /// `copy_file_range(2)`.
        CopyFileRange,
        /// `read(2)` and `write(2)`.
        ReadWrite,
        /// Through a memory map.
        Mmap,
        /// With `O_DIRECT`.
        Direct,
        /// Buffered, leaving the page cache as it was.
        Uncached,
    }

    /// Explains how a file was copied, in the words of `cp --debug`.
    #[derive(Copy)]
    pub struct Detail {
        /// Whether the kernel copied the data: `yes`, `no`, `unknown`, `avoided`, `unsupported`.
        pub offload: Debug,
        /// Whether extents are shared.
        pub reflink: Debug,
        /// How holes were found.
        pub sparse: SparseDebug,
    }

    /// One column of `cp --debug`.
    #[derive(Copy)]
    pub enum Debug {
        /// Not determined.
        Unknown,
        /// It was not used.
        No,
        /// It was used.
        Yes,
        /// It was not wanted.
        Avoided,
        /// It is not possible here.
        Unsupported,
    }

    /// How holes were found.
    #[derive(Copy)]
    pub enum SparseDebug {
        /// Not determined.
        Unknown,
        /// No holes.
        No,
        /// From zeros in the data.
        Zeros,
        /// With `SEEK_HOLE`.
        SeekHole,
        /// Both.
        SeekHoleZeros,
    }

    /// Says why an item was left alone.
    #[derive(Copy, Hash)]
    pub enum SkipReason {
        /// The policy or an answer says so.
        Policy,
        /// The destination is not older (newer/older/larger/smaller policies).
        NotNewer,
        /// Source and destination do not differ.
        Same,
        /// A filter left it out.
        Filtered,
        /// The job ended while it waited for an answer.
        Unanswered,
        /// The job was cancelled while it was in flight.
        Cancelled,
        /// The same operand was given before.
        Duplicate,
        /// It does not exist, which is no error here.
        Missing,
        /// A directory stays because something in it does.
        NotEmpty,
        /// A FIFO or a device in an archive, which only an exact copy makes, and a device only root; or a socket, FIFO
        /// or device that the archive that is made cannot hold.
        Special,
    }

    /// Something worth telling that did not cost an item.
    #[serde(tag = "kind")]
    pub enum Warning {
        /// The same source was named more than once.
        DuplicateSource {
            /// The operand.
            path: WirePath,
        },
        /// Metadata could not be kept; the data is whole.
        Metadata {
            /// What failed.
            error: OpError,
        },
        /// A filesystem could not be flushed, or reported that not all that was written has arrived. The
        /// job ends with errors, although its items were done.
        NotFlushed {
            /// What failed.
            error: OpError,
        },
        /// The source changed while it was read; the copy holds what was read.
        SourceChanged {
            /// The source.
            path: WirePath,
        },
        /// The job cannot start or resume, as something is missing; it waits until it is resumed.
        PutOff {
            /// What is missing.
            error: OpError,
        },
        /// How far the job is could not be stored, and so it would begin again after a crash.
        NotJournaled {
            /// What failed.
            error: OpError,
        },
        /// The queue of earlier jobs could not be read, and was put aside; a new one began.
        QueueSetAside {
            /// The file in which it was kept.
            path: WirePath,
        },
        /// What the job did could not be recorded, and so cannot be taken back.
        NotRecorded {
            /// What failed.
            error: OpError,
        },
        /// The process of an undone job died before the job had ended; what it did in its last moments is not
        /// recorded, and stays. The undo ends with errors.
        Interrupted {
            /// The record of the job.
            path: WirePath,
        },
        /// The list of checksums could not be written.
        NoManifest {
            /// What failed.
            error: OpError,
        },
        /// The list of checksums was written, but not all items are copies that were verified: some failed, or
        /// the job was cancelled.
        PartialManifest {
            /// The list.
            path: WirePath,
        },
        /// An undo deleted a copy permanently, because it could not be moved to the trash.
        NotTrashed {
            /// Why not.
            error: OpError,
        },
        /// Nothing was removed at the destination although the request said so.
        NothingRemoved {
            /// Why not.
            reason: Withheld,
            /// What the reason is about: a destination of the job, or the empty source.
            path: WirePath,
        },
    }

    /// Says why nothing is removed at the destination.
    #[derive(Copy, Hash)]
    pub enum Withheld {
        /// An item failed, so that the destination may have what the sources only seem to lack.
        Failures,
        /// There are more items than may be removed.
        Limit,
        /// The source is an empty directory: it may be a mount point without its disk.
        EmptySource,
    }

    /// Counts of a job's totals.
    #[derive(Copy, Default)]
    pub struct Totals {
        /// Items found.
        pub items: u64,
        /// Bytes of data in them; none where counting them would cost too much.
        pub bytes: Option<u64>,
        /// Whether the count is final.
        pub complete: bool,
    }

    /// Absolute counters of a job.
    #[derive(Default)]
    pub struct Progress {
        /// Items finished: done, skipped and failed.
        pub items_done: u64,
        /// Items among them that were skipped.
        pub items_skipped: u64,
        /// Items among them that failed.
        pub items_failed: u64,
        /// Bytes settled: copied, reflinked and skipped. Becomes less when an unfinished copy is removed.
        pub bytes_done: u64,
        /// Bytes among them that cost nothing: reflinked.
        pub bytes_reflinked: u64,
        /// Bytes among them that were skipped.
        pub bytes_skipped: u64,
        /// Items among them that an earlier run of the job had finished; no speed counts them.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub items_resumed: u64,
        /// Bytes copied by an earlier run of the job, reflinks left out; no speed counts them.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub bytes_resumed: u64,
        /// How the data of the done items travelled.
        #[serde(default, skip_serializing_if = "Carried::is_nothing")]
        pub carried: Carried,
        /// Totals, while known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub totals: Option<Totals>,
        /// Files being copied now; small ones may be missing.
        pub in_flight: Vec<InFlight>,
        /// Items that wait for an answer, also those that are not asked about yet.
        pub waiting: u64,
        /// Whether the job is paused.
        pub paused: bool,
    }

    /// Done items and their bytes by what carried them, since the job was last taken up.
    #[derive(Copy, Default)]
    pub struct Carried {
        /// Items that were reflinked.
        pub reflinked: u64,
        /// Items that the kernel copied.
        pub kernel: u64,
        /// Their bytes.
        pub bytes_kernel: u64,
        /// Items that were read and written.
        pub streamed: u64,
        /// Their bytes.
        pub bytes_streamed: u64,
    }

    /// A file being copied.
    pub struct InFlight {
        /// Its source.
        pub path: WirePath,
        /// Bytes copied so far.
        pub bytes: u64,
        /// Its size in bytes, as far as known.
        pub size: u64,
        /// How its bytes travel, once they do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub method: Option<Mover>,
    }

    /// The result of a job.
    pub struct Summary {
        /// What it did.
        pub verb: Verb,
        /// How it ended.
        pub outcome: Outcome,
        /// Items that were done.
        pub done: u64,
        /// Items that were skipped.
        pub skipped: u64,
        /// Items that failed.
        pub failed: u64,
        /// Items among the failed whose copy differs from the source, or is not there to be compared.
        pub mismatched: u64,
        /// Items among the skipped that waited for an answer in vain.
        pub unanswered: u64,
        /// Items among the done to which a file or folder of the user's gave way, whether it was kept
        /// or not. A folder that is merged with an existing one replaces nothing.
        #[serde(default)]
        pub replaced: u64,
        /// Items among the done that got another name, so that both are kept. What is in a renamed folder
        /// has its own name.
        #[serde(default)]
        pub renamed: u64,
        /// Items among the done that a copy removed at its destination, for the source lacks them.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub removed: u64,
        /// Bytes of data in the done items.
        pub bytes: u64,
        /// Bytes among them that were reflinked, and so take no space.
        pub bytes_reflinked: u64,
        /// Items among the done that were reflinked.
        pub reflinked: u64,
        /// Bytes of storage that no file needs any more, since equal files share theirs.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub bytes_freed: u64,
        /// Bytes of the source's holes that were not written.
        pub bytes_holes: u64,
        /// How the data of the done items travelled.
        #[serde(default, skip_serializing_if = "Carried::is_nothing")]
        pub carried: Carried,
        /// Microseconds from start to end, pauses included.
        pub elapsed: u64,
    }

    /// What a dry run foresees.
    #[derive(Default)]
    pub struct Plan {
        /// What would be copied.
        pub totals: Totals,
        /// Directories among the items.
        pub directories: u64,
        /// Destinations that exist, by kind.
        pub conflicts: Vec<ConflictCount>,
        /// Items that cannot be read; in a delete, those that would stay.
        pub unreadable: u64,
        /// Items that a move renames, each maybe a whole directory; the others are copied.
        #[serde(default)]
        pub renamed: u64,
        /// Items that would be removed at the destination of a copy.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub removed: u64,
        /// Bytes that the copy needs on the destination (0 where reflinks take none).
        pub bytes_needed: u64,
        /// Bytes free there for this user.
        pub bytes_free: u64,
        /// Whether extents can be shared between source and destination, or between the equal files.
        pub reflink: bool,
        /// What an undo would do; none for all other jobs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub undo: Option<UndoPlan>,
        /// What equal files would share; none for all other jobs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub dedupe: Option<DedupePlan>,
    }

    /// What equal files would share.
    #[derive(Copy, Default)]
    pub struct DedupePlan {
        /// Sets of equal files that do not share all of their storage.
        pub groups: u64,
        /// Files that would get the storage of another one.
        pub files: u64,
        /// Bytes in them.
        pub bytes: u64,
        /// Bytes of storage that no file would need any more, as far as can be told beforehand.
        pub bytes_freed: u64,
        /// Files that share all of their storage with another one already.
        pub shared: u64,
    }

    /// What an undo would do, in items as they were recorded, each maybe a whole directory.
    #[derive(Default)]
    pub struct UndoPlan {
        /// Copies that would be moved to the trash.
        pub trashed: u64,
        /// Copies that would be deleted permanently, since their volume has no trash.
        pub deleted: u64,
        /// Items that would get back the place they had, from another or from the trash.
        pub put_back: u64,
        /// Items that would stay as they are, by reason.
        pub kept: Vec<KeptCount>,
    }

    /// How many items would stay as they are for one reason.
    pub struct KeptCount {
        /// The reason.
        pub code: Code,
        /// How many.
        pub count: u64,
    }

    /// How many conflicts of one kind a plan foresees.
    pub struct ConflictCount {
        /// The kind.
        pub kind: ConflictKind,
        /// How many.
        pub count: u64,
    }

    /// An item that waits for an answer.
    pub struct Question {
        /// Its number.
        pub id: QuestionId,
        /// What it is about.
        #[serde(flatten)]
        pub subject: Subject,
        /// How many items of this job wait now, this one included; at most 1,000 are asked about at a time.
        pub waiting: u64,
    }

    /// What a question is about.
    #[serde(tag = "about")]
    pub enum Subject {
        /// The destination is taken.
        Conflict {
            /// Which types of items conflict.
            kind: ConflictKind,
            /// The incoming item.
            src: Side,
            /// The item in the way.
            dst: Side,
        },
        /// An item failed.
        Error {
            /// The source item.
            src: WirePath,
            /// What failed.
            error: OpError,
        },
        /// An item would be deleted.
        Removal {
            /// What would be done.
            step: Removal,
            /// The item.
            item: Side,
            /// Whether the user may not write to it.
            protected: bool,
        },
    }

    /// Names what a delete asks about.
    #[derive(Copy, Hash)]
    pub enum Removal {
        /// Enter a directory to delete what is in it.
        Descend,
        /// Remove the item itself.
        Remove,
    }

    /// Names the types of the two items of a conflict.
    #[derive(Copy, Hash, PartialOrd, Ord)]
    pub enum ConflictKind {
        /// A non-directory in the way of a non-directory.
        File,
        /// A directory in the way of a directory.
        Directory,
        /// A directory in the way of a non-directory.
        DirectoryInTheWay,
        /// A non-directory in the way of a directory.
        FileInTheWay,
    }

    /// One side of a conflict.
    pub struct Side {
        /// Its path.
        pub path: WirePath,
        /// Its type.
        pub kind: FileKind,
        /// Its size in bytes.
        pub size: u64,
        /// Its modification time in microseconds since the Unix epoch.
        pub mtime: i64,
        /// Its mode bits.
        pub mode: u32,
    }

    /// An answer and how far it reaches.
    pub struct Resolution {
        /// The answer.
        pub answer: Answer,
        /// How far it reaches.
        #[serde(default)]
        pub scope: Scope,
    }

    /// Answers a question.
    pub enum Answer {
        /// Replace the destination.
        Overwrite,
        /// Replace the destination, and keep the old file neither in the trash nor elsewhere.
        OverwriteForGood,
        /// Leave the destination alone; for an error: give the item up.
        Skip,
        /// Give the incoming item another name, by a pattern such as `{stem} ({n}){ext}`.
        Rename(String),
        /// Give the item in the way another name.
        RenameExisting(String),
        /// Replace it if the source is newer.
        Newer,
        /// Replace it if the source is older.
        Older,
        /// Replace it if the source is larger.
        Larger,
        /// Replace it if the source is smaller.
        Smaller,
        /// Replace it if size or mtime differ.
        DifferentMeta,
        /// Replace it if the bytes differ.
        DifferentContent,
        /// Copy into the directory in the way.
        Merge,
        /// Delete it, or enter it to delete what is in it.
        Remove,
        /// Try again.
        Retry,
        /// Try again with a name that all filesystems take; see [`crate::contract::spec::NameRule::Portable`].
        PortableName,
        /// End the job.
        Abort,
    }

    /// Says how far an answer reaches.
    #[derive(Copy, Default, Hash)]
    pub enum Scope {
        /// This item.
        #[default]
        This,
        /// Everything of this kind in the same directory.
        Directory,
        /// Everything of this kind in the job.
        Kind,
        /// Every question of the job that the answer fits.
        All,
    }

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

/// Leaves out a counter that most jobs do not need.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Carried {
    /// Whether no data has travelled.
    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

impl Summary {
    /// Makes the result of a job that did nothing.
    pub(crate) fn without_work(verb: Verb, outcome: Outcome, failed: u64) -> Self {
        Self {
            verb,
            outcome,
            done: 0,
            skipped: 0,
            failed,
            mismatched: 0,
            unanswered: 0,
            replaced: 0,
            renamed: 0,
            removed: 0,
            bytes: 0,
            bytes_reflinked: 0,
            reflinked: 0,
            bytes_freed: 0,
            bytes_holes: 0,
            carried: Carried::default(),
            elapsed: 0,
        }
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
