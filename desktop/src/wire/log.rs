//! Wire types for the log of a job, line by line.

use fcp_engine::error::OpError;
use fcp_engine::event::{Outcome, SkipReason};

use super::Name;

wire! {
    /// What happened in a job.
    pub struct JobLog {
        /// The newest lines, in order.
        pub lines: Vec<LogLine>,
        /// How many there are in all.
        pub count: u64,
    }

    /// Something that happened in a job.
    pub struct LogLine {
        /// When, in microseconds since the Unix epoch.
        pub at: u64,
        /// What.
        pub fact: LogFact,
    }

    /// What happened; items are named below the operands' folder.
    #[serde(tag = "fact")]
    pub enum LogFact {
        /// It was put into the queue.
        Added,
        /// It waits for its turn.
        Waits,
        /// It was started.
        Started {
            /// With how many workers.
            workers: u16,
        },
        /// All it has to do is known.
        Counted {
            /// Items.
            items: u64,
            /// Bytes, where there are any to count.
            bytes: Option<u64>,
        },
        /// It was paused.
        Paused,
        /// It was resumed.
        Resumed,
        /// What it wrote is brought to the disk.
        Flushing,
        /// What it wrote is compared with what it read.
        Verifying,
        /// An item failed.
        Failed {
            /// Which.
            name: Name,
            /// Why.
            error: OpError,
        },
        /// An item was left alone.
        Skipped {
            /// Which.
            name: Name,
            /// Why.
            why: SkipReason,
        },
        /// Something was worth telling.
        Warning {
            /// What: the `kind` of the engine's warning.
            kind: String,
            /// Of which item.
            name: Name,
        },
        /// The user was asked.
        Asked {
            /// About which item.
            name: Name,
        },
        /// The user answered, or an answer is no longer needed.
        Answered,
        /// It ended.
        Ended {
            /// How.
            outcome: Outcome,
        },
    }
}
