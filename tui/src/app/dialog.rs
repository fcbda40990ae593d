//! Dialogs: what waits for the user in front of everything else.

pub mod confirm;
pub mod conflicts;
pub mod copy;
pub mod finished;
pub mod limit;
pub mod picker;
pub mod question;
pub mod report;

use confirm::Confirm;
use conflicts::Conflicts;
use copy::CopyAsk;
use finished::Finished;
use limit::Limit;
use picker::Picker;
use question::{QuestionAsk, REST};
use report::Report;

/// A dialog.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// What to copy, and how.
    Copy(CopyAsk),
    /// A question of a job.
    Question(QuestionAsk),
    /// A list to choose from by typing.
    Picker(Picker),
    /// All questions of a job.
    Conflicts(Box<Conflicts>),
    /// Something that cannot be taken back.
    Confirm(Confirm),
    /// How fast jobs may be.
    Limit(Limit),
    /// The keys.
    Help {
        /// The first line shown.
        top: usize,
    },
    /// How a job went.
    Report(Report),
    /// The log of finished jobs.
    Finished(Finished),
}

impl Dialog {
    /// Gives when its keys come alive, for those that rest first.
    pub fn unlocks_at(&self) -> Option<u64> {
        match self {
            Self::Question(ask) => Some(ask.opened + REST),
            Self::Conflicts(table) => Some(table.opened + REST),
            Self::Copy(_)
            | Self::Picker(_)
            | Self::Confirm(_)
            | Self::Limit(_)
            | Self::Help { .. }
            | Self::Report(_)
            | Self::Finished(_) => None,
        }
    }
}
