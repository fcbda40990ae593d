//! Defines what is told of single items.

use serde::{Deserialize, Serialize};

use crate::contract::error::OpError;
use crate::contract::event::JobId;
use crate::contract::path::WirePath;
use crate::contract::wire::wire;

wire! {
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
        /// The job that was to end first and did not complete: this one is paused until it is resumed itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub held: Option<JobId>,
        /// Whether it ran before and resumes where it stopped.
        pub interrupted: bool,
        /// Whether it was cancelled; it ends as soon as the disks answer that it uses.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub cancelled: bool,
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
        /// The destination is not older.
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
        /// The file in another copy that was to share its data has the size and time of the source and another
        /// content, and may be damaged; the source was copied.
        NotShared {
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
        /// A copy from another machine ended early; the same request continues with what has arrived.
        PartKept {
            /// The hidden directory in which that is.
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
        /// A subvolume was copied item by item, although the request says to take snapshots.
        NotSnapshot {
            /// Why.
            error: OpError,
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
        /// An undo has brought files back from another filesystem, and not linked them again with names that the job had
        /// not moved.
        NotLinked {
            /// The record of the job.
            path: WirePath,
            /// How many files.
            files: u64,
        },
        /// An earlier run of a job that removes its sources was stopped; what it finished is not in the counts of this
        /// one.
        NotCounted {
            /// The first source.
            path: WirePath,
            /// How many items it finished at least.
            items: u64,
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
}
