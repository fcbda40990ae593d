//! Wire types about questions to the user, and their answers.

use fcp_browse::Content;
use fcp_engine::error::OpError;
use fcp_engine::event::{Answer, ConflictKind, FileKind, JobId, QuestionId, Removal, Scope};

use super::{Name, PlanId};

wire! {
    /// Everything that waits for an answer.
    pub struct QuestionsState {
        /// How many there are.
        pub count: u64,
        /// The first thousand.
        pub rows: Vec<QuestionRow>,
    }

    /// A question.
    pub struct QuestionRow {
        /// Its number.
        pub id: QuestionId,
        /// Its job.
        pub job: JobId,
        /// What the job does and with what, for headings.
        pub job_name: Name,
        /// The item's name.
        pub name: Name,
        /// The folder it is in, below the operands' folder.
        pub folder: Name,
        /// Its extension with the dot, if it has one.
        pub extension: String,
        /// What it is about.
        pub about: About,
        /// Answers that fit, the harmless one first.
        pub answers: Vec<Answer>,
    }

    /// What a question is about.
    #[serde(tag = "about")]
    pub enum About {
        /// A name is taken.
        Conflict {
            /// Which kind of item meets which kind of existing item.
            kind: ConflictKind,
            /// The incoming one.
            incoming: SideState,
            /// The one that is there.
            existing: SideState,
            /// What the comparison says.
            compared: Compared,
            /// Whether the existing one is the copy of another source of the job, which it does not replace.
            just_created: bool,
        },
        /// Something failed.
        Error {
            /// What.
            error: OpError,
        },
        /// An item needs the user's consent before it is removed.
        Removal {
            /// What would be done.
            step: Removal,
            /// Whether the user may not write to it.
            protected: bool,
            /// The item.
            item: SideState,
        },
    }

    /// One side of a conflict.
    pub struct SideState {
        /// Its type.
        pub kind: FileKind,
        /// Its size.
        pub size: u64,
        /// Time of modification.
        pub mtime: i64,
        /// Mode bits.
        pub mode: u32,
        /// Id for the `thumb` protocol.
        pub thumb: Option<u64>,
    }

    /// How both sides compare.
    pub struct Compared {
        /// Whether the incoming one is newer (1), as old (0) or older (-1).
        pub newer: i8,
        /// Bytes that the incoming one is larger, or negative.
        pub larger: i64,
        /// What their bytes say; none while they are being looked at.
        pub content: Option<Content>,
        /// Whether every byte was read.
        pub thorough: bool,
    }

    /// Both sides of a question in full.
    pub struct QuestionDetail {
        /// The question.
        pub id: QuestionId,
        /// Path of the incoming item.
        pub incoming: Name,
        /// Path of the one that is there.
        pub existing: Option<Name>,
        /// Owners of both.
        pub owners: Vec<String>,
        /// The first byte that differs, once it is known.
        pub differs_at: Option<u64>,
        /// The name that the incoming one would get.
        pub rename: Option<Name>,
    }

    /// For what rules are meant.
    #[serde(tag = "of")]
    pub enum RuleScope {
        /// This question.
        This {
            /// The question.
            id: QuestionId,
        },
        /// These questions.
        These {
            /// The questions.
            ids: Vec<QuestionId>,
        },
        /// Those in the folder of this one.
        Folder {
            /// The question.
            id: QuestionId,
        },
        /// Those with the extension of this one.
        Extension {
            /// The question.
            id: QuestionId,
        },
        /// All of a job.
        Job {
            /// The job.
            job: JobId,
            /// The question from which narrower scopes are counted; the oldest one if absent.
            #[serde(default)]
            #[cfg_attr(test, ts(optional))]
            at: Option<QuestionId>,
        },
    }

    /// What rules would answer.
    pub struct RulesPreview {
        /// What `apply_rules` takes.
        pub plan: PlanId,
        /// How many questions each rule answers.
        pub counts: Vec<u64>,
        /// How many questions are answered.
        pub answered: u64,
        /// How many are replaced, so that what is there goes.
        pub replaced: u64,
        /// Each question of the scope with its answer.
        pub answers: Vec<(QuestionId, Option<Answer>)>,
        /// How many questions each scope has: this, folder, extension, job.
        pub scopes: Vec<u64>,
    }

    /// An answer by hand.
    pub struct AnswerAsk {
        /// The question.
        pub id: QuestionId,
        /// The answer.
        pub answer: Answer,
        /// How far it reaches, later questions included.
        pub scope: Scope,
    }
}
