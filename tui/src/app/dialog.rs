//! Defines the dialogs: windows and pages that take the keys until the user closes them.

pub(crate) mod bulk;
pub(crate) mod checksums;
pub(crate) mod choice;
pub(crate) mod columns;
pub(crate) mod comparison;
pub(crate) mod confirm;
pub(crate) mod conflicts;
pub(crate) mod diff;
pub(crate) mod divided;
pub(crate) mod finished;
pub(crate) mod form;
pub(crate) mod help;
pub(crate) mod items;
pub(crate) mod letters;
pub(crate) mod limit;
pub(crate) mod menu;
pub(crate) mod mode;
pub(crate) mod picker;
pub(crate) mod properties;
pub(crate) mod question;
pub(crate) mod rehearsal;
pub(crate) mod removal;
pub(crate) mod report;
pub(crate) mod rows;
pub(crate) mod rules;
pub(crate) mod sharing;
pub(crate) mod transfer;
pub(crate) mod trash;
pub(crate) mod unseen;

use bulk::Bulk;
use checksums::Checksums;
use columns::ColumnChoice;
use comparison::Comparison;
use confirm::Confirm;
use conflicts::Conflicts;
use diff::FileDiff;
use divided::Divided;
use finished::Finished;
use form::Form;
use help::Help;
use letters::Letters;
use menu::Menu;
use mode::Mode;
use picker::Picker;
use properties::Properties;
use question::{QuestionAsk, REST};
use rehearsal::Rehearsal;
use removal::Removal;
use report::Report;
use sharing::Sharing;
use transfer::Transfer;
use trash::Trash;
use unseen::Unseen;

/// A dialog.
#[derive(Clone, Debug)]
pub(crate) enum Dialog {
    /// What to copy or move, where to, and how.
    Transfer(Box<Transfer>),
    /// What a copy or a move would do.
    Rehearsal(Box<Rehearsal>),
    /// Which equal files would share their storage.
    Sharing(Box<Sharing>),
    /// What to remove.
    Removal(Removal),
    /// One line to type, or a few rows to fill in.
    Form(Box<Form>),
    /// Permission bits.
    Mode(Box<Mode>),
    /// New names for many items, as a page.
    Bulk(Box<Bulk>),
    /// A question of a job.
    Question(QuestionAsk),
    /// A list to choose from by typing.
    Picker(Picker),
    /// The bar of menus.
    Menu(Menu),
    /// The confirmation of an action.
    Confirm(Confirm),
    /// The keys.
    Help(Help),
    /// All questions of a job.
    Conflicts(Box<Conflicts>),
    /// The report of a job.
    Report(Report),
    /// The log of finished jobs.
    Finished(Finished),
    /// What is in the trash.
    Trash(Box<Trash>),
    /// Which columns the panels have.
    Columns(ColumnChoice),
    /// Folders with a letter.
    Letters(Letters),
    /// How two folders differ, and what is done about it.
    Comparison(Box<Comparison>),
    /// How two files differ.
    Diff(Box<FileDiff>),
    /// How processes on many machines run the parts of a plan.
    Divided(Box<Divided>),
    /// The checksums of files.
    Checksums(Box<Checksums>),
    /// What is known of the chosen items.
    Properties(Box<Properties>),
}

impl Dialog {
    /// Gives the time from which its keys work, for dialogs that ignore the first keys.
    pub(crate) fn unlocks_at(&self) -> Option<u64> {
        match self {
            Self::Question(ask) => Some(ask.opened + REST),
            Self::Removal(ask) => Some(ask.opened + REST),
            Self::Trash(trash) => trash.asks.map(|(_, since)| since + REST),
            Self::Conflicts(table) => Some(table.opened + REST),
            Self::Comparison(page) => page.asked.or(page.forgets).map(|since| since + REST),
            Self::Transfer(_)
            | Self::Rehearsal(_)
            | Self::Sharing(_)
            | Self::Form(_)
            | Self::Mode(_)
            | Self::Bulk(_)
            | Self::Picker(_)
            | Self::Menu(_)
            | Self::Confirm(_)
            | Self::Help(_)
            | Self::Report(_)
            | Self::Diff(_)
            | Self::Columns(_)
            | Self::Letters(_)
            | Self::Checksums(_)
            | Self::Divided(_)
            | Self::Properties(_)
            | Self::Finished(_) => None,
        }
    }

    /// Gives the marked items that it acts on without showing them.
    pub(crate) fn unseen(&self) -> Option<&Unseen> {
        match self {
            Self::Transfer(ask) => Some(&ask.items.unseen),
            Self::Rehearsal(rehearsal) => Some(&rehearsal.ask.items.unseen),
            Self::Sharing(sharing) => Some(&sharing.unseen),
            Self::Removal(ask) => Some(&ask.items.unseen),
            Self::Form(form) => Some(&form.unseen),
            Self::Mode(mode) => Some(&mode.unseen),
            Self::Bulk(bulk) => Some(&bulk.unseen),
            // These list what they are about, or are not about marks.
            Self::Question(_)
            | Self::Picker(_)
            | Self::Menu(_)
            | Self::Confirm(_)
            | Self::Help(_)
            | Self::Report(_)
            | Self::Conflicts(_)
            | Self::Trash(_)
            | Self::Comparison(_)
            | Self::Diff(_)
            | Self::Columns(_)
            | Self::Letters(_)
            | Self::Checksums(_)
            | Self::Divided(_)
            | Self::Properties(_)
            | Self::Finished(_) => None,
        }
    }
}
