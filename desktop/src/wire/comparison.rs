//! Wire types for the comparison of two folders and the plan that brings them in step.

pub use fcp_browse::{Facts as SyncFacts, Verdict as SyncVerdict};
pub use fcp_presentation::sync::{Action as SyncAction, Direction as SyncDirection};

use fcp_engine::event::JobId;

use super::{Name, PlanId};

wire! {
    /// Asks something of a comparison.
    #[derive(Copy)]
    #[serde(tag = "ask")]
    pub enum ComparisonAsk {
        /// How far it is.
        Look,
        /// Compare anew; what was chosen is forgotten.
        Again {
            /// Whether files of one size are read.
            content: bool,
        },
        /// Do this about a row that is shown.
        Choose {
            /// Its place among those that are shown.
            row: u64,
            /// The order in which it was shown.
            order: u64,
            /// What is done.
            action: SyncAction,
        },
        /// Do this about all rows of the same verdict.
        ChooseAll {
            /// The place of one of them.
            row: u64,
            /// The order in which it was shown.
            order: u64,
            /// What is done.
            action: SyncAction,
        },
        /// Do again about a row what the direction proposes.
        Propose {
            /// Its place among those that are shown.
            row: u64,
            /// The order in which it was shown.
            order: u64,
        },
        /// Propose actions in a direction; what was chosen for rows is forgotten.
        Direct {
            /// The direction.
            direction: SyncDirection,
        },
        /// Show or hide the rows of a verdict.
        Toggle {
            /// The verdict.
            verdict: SyncVerdict,
        },
        /// Stop comparing.
        Stop,
        /// Compare once more and, if nothing has changed, start the job.
        Start {
            /// The revision that the user saw.
            revision: u64,
        },
        /// Keep the folders in step from now on, although there is nothing to do.
        Keep,
        /// Keep the folders in step no more, and compare anew.
        Forget,
        /// Forget the comparison.
        Close,
    }

    /// How far a comparison is.
    #[derive(Copy, Eq)]
    pub enum ComparisonStage {
        /// It runs; rows are added.
        Running,
        /// All was compared.
        Done,
        /// The user stopped it.
        Stopped,
        /// It could not go on.
        Failed,
        /// The folders are compared once more before the job starts.
        Checking,
        /// The job was added to the queue.
        Started,
    }

    /// Everything that is shown of a comparison beside its rows.
    pub struct ComparisonState {
        /// The number of the comparison, which its commands take.
        pub comparison: PlanId,
        /// The left folder.
        pub left: Name,
        /// The right folder.
        pub right: Name,
        /// How far it is.
        pub stage: ComparisonStage,
        /// Why it could not go on, or did not start a job.
        pub problem: Option<String>,
        /// Whether files of one size are read.
        pub content: bool,
        /// Entries that were looked at.
        pub looked_at: u64,
        /// Entries that are the same.
        pub same: u64,
        /// What differs, by verdict; those without a row are left out.
        pub verdicts: Vec<VerdictCount>,
        /// The direction in which actions are proposed.
        pub direction: SyncDirection,
        /// Rows that are shown.
        pub rows: u64,
        /// Counts the changes of what is shown.
        pub revision: u64,
        /// Counts how often rows got another place, beside those that were added behind.
        pub order: u64,
        /// What the plan would do, by action; those without a row are left out.
        pub sums: Vec<ActionSum>,
        /// Whether the job can be started.
        pub ready: bool,
        /// Whether the folders are kept in step: what they have in common is stored.
        pub kept: bool,
        /// Whether they can be kept in step from now on without a job.
        pub keepable: bool,
        /// Why what they had in common does not count.
        pub doubt: Option<String>,
        /// The job, once it was added.
        pub job: Option<JobId>,
    }

    /// How many rows have a verdict.
    #[derive(Copy)]
    pub struct VerdictCount {
        /// The verdict.
        pub verdict: SyncVerdict,
        /// How many rows there are.
        pub rows: u64,
        /// Whether they are shown.
        pub shown: bool,
    }

    /// What the rows of an action come to.
    #[derive(Copy)]
    pub struct ActionSum {
        /// The action.
        pub action: SyncAction,
        /// How many rows there are.
        pub rows: u64,
        /// Files that they stand for.
        pub files: u64,
        /// Sizes of these files in bytes.
        pub bytes: u64,
    }

    /// A row of the plan.
    pub struct ComparisonRow {
        /// Its path below both folders.
        pub path: Name,
        /// How the sides compare.
        pub verdict: SyncVerdict,
        /// The left side.
        pub left: Option<SyncFacts>,
        /// The right side.
        pub right: Option<SyncFacts>,
        /// What is done about it.
        pub action: SyncAction,
        /// Whether the user chose that.
        pub chosen: bool,
        /// What else can be done.
        pub possible: Vec<SyncAction>,
        /// What has happened since both sides were alike.
        pub since: Option<String>,
        /// Why it could not be compared.
        pub problem: Option<String>,
    }
}
