//! Dialogs: what waits for the user in front of everything else.

use fcp_engine::event::JobId;

pub mod bulk;
pub mod choice;
pub mod help;
pub mod picker;
pub mod prompt;
pub mod question;
pub mod removal;
pub mod transfer;

use bulk::Bulk;
use help::Help;
use picker::Picker;
use prompt::Prompt;
use question::{QuestionAsk, REST};
use removal::Removal;
use transfer::Transfer;

/// A dialog.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// What to copy or move, where to, and how.
    Transfer(Box<Transfer>),
    /// What to remove.
    Removal(Removal),
    /// One line to type.
    Prompt(Prompt),
    /// New names for many items, as a page.
    Bulk(Box<Bulk>),
    /// A question of a job.
    Question(QuestionAsk),
    /// A list to choose from by typing.
    Picker(Picker),
    /// Something that cannot be taken back.
    Confirm(Confirm),
    /// The keys.
    Help(Help),
    /// How a job went.
    Report {
        /// The job.
        job: JobId,
        /// The first line shown.
        top: usize,
    },
}

/// Something that cannot be taken back; Enter keeps things as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirm {
    /// Cancel a job.
    Cancel(JobId),
    /// Quit while jobs run.
    Quit,
}

impl Dialog {
    /// Gives when its keys come alive, for those that rest first.
    pub fn unlocks_at(&self) -> Option<u64> {
        match self {
            Self::Question(ask) => Some(ask.opened + REST),
            Self::Removal(ask) => Some(ask.opened + REST),
            Self::Transfer(_)
            | Self::Prompt(_)
            | Self::Bulk(_)
            | Self::Picker(_)
            | Self::Confirm(_)
            | Self::Help(_)
            | Self::Report { .. } => None,
        }
    }
}
