//! Wire types for jobs that are retried with the rights of the administrator.

use fcp_engine::error::OpError;
use fcp_engine::event::JobId;
use fcp_engine::spec::Verb;

use super::{Choices, Name, PlanId};

wire! {
    /// The work for the administrator.
    #[serde(tag = "of")]
    pub enum ElevationOf {
        /// What failed in a job.
        Job {
            /// The job, which has ended.
            job: JobId,
        },
        /// A plan that was refused.
        Plan {
            /// The plan.
            plan: PlanId,
            /// What the user chose for it.
            choices: Choices,
        },
    }

    /// What the administrator would do, for the user to confirm.
    pub struct ElevationPlan {
        /// Its number; nothing is started without it.
        pub plan: PlanId,
        /// The job that failed; none of a plan that was refused.
        pub job: Option<JobId>,
        /// What is done.
        pub verb: Verb,
        /// Items that failed.
        pub items: u64,
        /// Whether the job failed as a whole, and all of it is done again.
        pub whole: bool,
        /// The first item.
        pub first: Name,
        /// The folder that the items are in, or below.
        pub from: Name,
        /// The folders or names to which the items go, as many as a dialog shows.
        pub to: Vec<Name>,
        /// How many more there are.
        pub more_to: u64,
        /// Whether files that exist are replaced without a question.
        pub replaces: bool,
        /// Whether what is replaced is moved to the trash, which is that of root.
        pub keeps_replaced: bool,
        /// Whether the copies belong to root, and not to the owners of their sources.
        pub of_root: bool,
        /// The program that is started.
        pub program: Name,
    }

    /// How far the process of the administrator is.
    pub struct ElevationState {
        /// The number of its plan.
        pub plan: PlanId,
        /// Its stage.
        pub stage: ElevationStage,
        /// What is done.
        pub verb: Verb,
        /// Items that have ended.
        pub items: u64,
        /// All items, once they are counted.
        pub items_total: Option<u64>,
        /// How much is done, once it is known.
        pub percent: Option<u8>,
        /// Bytes that were copied.
        pub bytes: u64,
        /// Items that were done.
        pub done: u64,
        /// Items that failed again.
        pub failed: u64,
        /// Items that were left alone, since the destination has them.
        pub skipped: u64,
        /// The first failure.
        pub error: Option<OpError>,
        /// Why nothing or not all was done, if the process could not say so itself.
        pub trouble: Option<ElevationTrouble>,
    }

    /// The stage of the process of the administrator.
    #[derive(Copy, Eq)]
    pub enum ElevationStage {
        /// The system asks the user for the password.
        Asking,
        /// The process works.
        Running,
        /// The process has ended.
        Ended,
    }

    /// Why nothing or not all was done as administrator.
    #[derive(Eq)]
    #[serde(tag = "trouble")]
    pub enum ElevationTrouble {
        /// The program `pkexec` is not installed.
        NoPkexec,
        /// No program of the desktop asks for passwords; nothing was changed.
        NoAgent,
        /// The user closed the question for the password; nothing was changed.
        Dismissed,
        /// The system did not allow it; nothing was changed.
        NotAuthorized,
        /// The process was cancelled.
        Cancelled,
        /// The process failed.
        Failed {
            /// Why, as a sentence.
            text: String,
        },
    }
}
