//! Defines what is told of a job as a whole: amounts, results and plans.

use serde::{Deserialize, Serialize};

use crate::contract::error::Code;
use crate::contract::event::{ConflictKind, Mover, Outcome};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use crate::contract::wire::wire;

wire! {
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
        /// Subvolumes of which snapshots were taken, those inside others included.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub snapshots: u64,
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
        /// Items among the done that a copy removed at its destination, for the source lacks them, or has an item of
        /// another type in their place. A directory that went to the trash is one, with all that is in it.
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
        /// Items that would be removed at the destination of a copy, with all that is in directories.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub removed: u64,
        /// Files that are at the destination already, and would stay as they are.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub unchanged: u64,
        /// Files that would be shared with another copy of them.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub shared: u64,
        /// Subvolumes of which snapshots would be taken, those inside others included. One that lies in no other
        /// is an item; what is in it is not counted.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub snapshots: u64,
        /// Bytes that the copy needs on the destination (0 where reflinks take none); files that are there already or
        /// would be shared need none.
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
        /// Folders that would get back the mode and owner that they had.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub rights: u64,
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
    pub fn without_work(verb: Verb, outcome: Outcome, failed: u64) -> Self {
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
