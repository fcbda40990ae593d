//! The types of all messages between the web UI and this process, declared once.
//!
//! The UI asks by commands and is told everything through one ordered channel of [`Update`]s, each of
//! which replaces what it is about. Sizes are bytes, times microseconds since the Unix epoch, spans
//! microseconds; the UI spells them and computes none. Files are meant by [`EntryId`], never by text. The
//! TypeScript types in `ui-web/src/bindings/desktop/` are generated from here by `FCP_BLESS=1 cargo test -p fcp-desktop`.

/// Derives what every type of the wire needs.
macro_rules! wire {
    ($($item:item)*) => {$(
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(test, derive(ts_rs::TS))]
        $item
    )*};
}

mod ask;
mod checksum;
mod comparison;
mod diff;
mod drag;
mod edit;
mod elevation;
mod file;
mod find;
mod job;
mod keys;
mod log;
mod name;
mod order;
mod panel;
mod place;
mod preferences;
mod preview;
mod question;
mod queue;
mod viewer;

pub use ask::*;
pub use checksum::*;
pub use comparison::*;
pub use diff::*;
pub use drag::*;
pub use edit::*;
pub use elevation::*;
pub use file::*;
pub use find::*;
pub use job::*;
pub use keys::*;
pub use log::*;
pub use name::*;
pub use panel::*;
pub use place::*;
pub use preferences::*;
pub use preview::*;
pub use question::*;
pub use queue::*;
pub use viewer::*;

pub use fcp_presentation::archives::ArchiveFormat;
pub use fcp_presentation::transfer::{OnConflict, OnError, Start};

use fcp_engine::engine::ControlError;
use fcp_engine::error::OpError;
use fcp_engine::queue::QueueError;
use fcp_presentation::errors;

wire! {
    /// One message of the channel; each replaces what was told of the same thing before.
    #[serde(tag = "type")]
    pub enum Update {
        /// The first message: what does not depend on folders and jobs.
        Hello(Box<Hello>),
        /// The user's preferences changed.
        Preferences(Box<Preferences>),
        /// A panel changed.
        Panel(Box<PanelState>),
        /// Places, devices or bookmarks changed.
        Places {
            /// All of them, section by section.
            places: Vec<PlaceState>,
        },
        /// Jobs changed.
        Jobs(Box<JobsChange>),
        /// Questions changed: all that wait, the oldest first.
        Questions(Box<QuestionsState>),
        /// A plan changed, since more was counted.
        Plan(Box<PlanState>),
        /// More of a file was read for its checksum.
        Checksum(Box<ChecksumState>),
        /// The user changed keys.
        Keymap {
            /// Keys by action.
            keymap: Box<Keymap>,
            /// What is wrong in the user's file, a line each.
            mistakes: Vec<String>,
        },
        /// How two files differ was found.
        Diff(Box<DiffState>),
        /// The process of the administrator has begun, is further, or has ended.
        Elevation(Box<ElevationState>),
        /// A change of modes or owners of a whole tree has begun or ended.
        Changing {
            /// How many run.
            count: u64,
        },
        /// More of the file that the viewer shows was read.
        Viewer(Box<ViewerState>),
        /// Files of another program are dragged over the window or were dropped.
        Drag {
            /// What is dragged; none once the drag has ended.
            drag: Option<DragState>,
        },
        /// Something to tell the user.
        Notice(Box<Notice>),
        /// The user wants to quit while jobs run: the UI asks what becomes of them.
        Quit {
            /// Jobs that have not ended.
            jobs: u64,
            /// Processes of the administrator that have not ended, which quitting cancels.
            elevated: u64,
            /// Changes of modes and owners that have not ended, which quitting cancels.
            changes: u64,
        },
    }

    /// What is told first.
    pub struct Hello {
        /// The window this is for.
        pub view: View,
        /// Version of the program.
        pub version: String,
        /// The user's preferences.
        pub preferences: Preferences,
        /// Keys by action, from the preset and the user's file.
        pub keymap: Keymap,
        /// What is wrong in the user's file, a line each.
        pub mistakes: Vec<String>,
        /// Names of the user's own commands.
        pub commands: Vec<String>,
        /// What the program was started with, for the copier to ask about.
        pub plan: Option<PlanId>,
    }

    /// Names a window.
    #[derive(Copy, Eq, Hash)]
    pub enum View {
        /// Panels and jobs.
        Manager,
        /// The queue alone, for drops and launches with paths.
        Copier,
    }

    /// Something to tell the user, as a code; the words are in the UI.
    pub struct Notice {
        /// How it is meant.
        pub tone: Tone,
        /// What happened.
        pub code: NoticeCode,
        /// The name it is about.
        #[serde(default)]
        pub name: Option<Name>,
        /// A number it is about.
        #[serde(default)]
        pub count: Option<u64>,
        /// How many items were done where `count` tells of the others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub done: Option<u64>,
        /// The job it is about.
        #[serde(default)]
        pub job: Option<u64>,
        /// What failed.
        #[serde(default)]
        pub error: Option<OpError>,
        /// Words of another program or of the system, where there is nothing better.
        #[serde(default)]
        pub detail: Option<String>,
        /// All that a command printed, if that is more than a line.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub output: Option<String>,
        /// Whether it can be taken back.
        #[serde(default)]
        pub undo: bool,
        /// The change that `undo` takes back, where it was not a job.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub change: Option<ChangeId>,
    }

    /// How a notice is meant.
    #[derive(Copy, Eq)]
    pub enum Tone {
        /// Something is done.
        Good,
        /// Something to know.
        Plain,
        /// Something to look at.
        Warn,
        /// Something failed.
        Bad,
    }

    /// What a notice is about.
    #[derive(Copy, Eq, Hash)]
    pub enum NoticeCode {
        /// A job ended with everything done.
        JobDone,
        /// A job ended with failures.
        JobErrors,
        /// A job was cancelled.
        JobCancelled,
        /// A job could not run.
        JobFailed,
        /// A job waits for answers.
        NeedsYou,
        /// A job that was resumed could not begin, and is paused again; see `error`.
        PutOff,
        /// A file was renamed.
        Renamed,
        /// A folder or file was made.
        Made,
        /// Modes or owners were changed.
        Changed,
        /// A change of modes or owners failed for `count` items, and changed `done`.
        ChangeErrors,
        /// A change of modes or owners was stopped, which had changed `count` items.
        ChangeStopped,
        /// An undo of a job ended with everything undone.
        UndoDone,
        /// An undo of a job left something as it was: `count` items, and undid `done`.
        UndoErrors,
        /// A redo of a job ended with everything done again.
        RedoDone,
        /// A redo of a job left something as it was: `count` items, and redid `done`.
        RedoErrors,
        /// A small change was taken back.
        Undone,
        /// There is nothing to take back.
        NothingToUndo,
        /// There is nothing to do again.
        NothingToRedo,
        /// Names or paths were put into the clipboard.
        Copied,
        /// Files are marked to be moved by the next paste.
        Cut,
        /// The clipboard holds no files.
        NothingToPaste,
        /// Something failed; see `error` or `detail`.
        Failed,
        /// An archive could not be read to its end, so that its list may not be complete; see `error`.
        ListedInPart,
        /// Entries of an archive are not shown, since their names lead out of it; `count` says how many.
        NamesLeftOut,
        /// Dropped names that do not exist.
        DropMissing,
        /// Nothing was found.
        NotFound,
        /// The folder `name` was removed while a panel showed it, which now shows the folder `detail` above it.
        FolderLeft,
        /// Panels differ in this many entries, which are marked.
        Compared,
        /// Jobs continue in the background.
        HandedOn,
        /// The page of a window ended, and was loaded again.
        Reloaded,
        /// Paths of a launch that do not exist: `count` of them, with names in `detail`.
        LaunchMissing,
        /// The queue could not be opened as it was.
        QueueTrouble,
        /// The stored settings could not be read; `detail` says why, and what holds now.
        SettingsTrouble,
        /// A command of the user has run; see `detail`.
        CommandRan,
        /// A command of the user acts on `count` marked items that are not shown; `detail` has the first names.
        NotShown,
        /// A command of the user failed; see `detail`.
        CommandFailed,
        /// What was to follow the jobs does not; see `detail`.
        AfterDropped,
        /// What had failed was done as administrator: `count` items.
        ElevationDone,
        /// As administrator, `count` items failed again, and `done` were done.
        ElevationErrors,
    }

    /// Why a command was not carried out.
    #[serde(tag = "why")]
    pub enum Refusal {
        /// The kernel refused.
        Op {
            /// What failed.
            error: OpError,
        },
        /// What was meant is not there any more.
        Gone,
        /// The plan has changed or was used; ask again.
        StalePlan,
        /// It cannot be done; the words say why.
        Not {
            /// One line.
            text: String,
        },
    }
}

impl Notice {
    /// Makes a notice that says no more than what happened.
    pub(crate) fn new(tone: Tone, code: NoticeCode) -> Self {
        Self {
            tone,
            code,
            name: None,
            count: None,
            done: None,
            job: None,
            error: None,
            detail: None,
            output: None,
            undo: false,
            change: None,
        }
    }
}

impl View {
    /// Both windows.
    pub(crate) const ALL: [Self; 2] = [Self::Manager, Self::Copier];

    /// Gives the label by which Tauri and `capabilities/windows.json` know the window.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Manager => "manager",
            Self::Copier => "copier",
        }
    }
}

impl From<Notice> for Update {
    fn from(notice: Notice) -> Self {
        Self::Notice(Box::new(notice))
    }
}

impl Refusal {
    /// Refuses for a reason that is told in words.
    pub(crate) fn because(reason: impl Into<String>) -> Self {
        Self::Not { text: reason.into() }
    }
}

impl From<OpError> for Refusal {
    fn from(error: OpError) -> Self {
        Self::Op { error }
    }
}

impl From<tauri::Error> for Refusal {
    fn from(error: tauri::Error) -> Self {
        Self::because(error.to_string())
    }
}

impl From<ControlError> for Refusal {
    fn from(error: ControlError) -> Self {
        match error {
            ControlError::NoJob(_) | ControlError::NoQuestion(_) => Self::Gone,
            ControlError::Misfit(_) | ControlError::NoQueue => {
                Self::Not { text: errors::of_control(&error) }
            }
            ControlError::Queue(error) => error.into(),
            ControlError::Refused(error) => error.into(),
        }
    }
}

impl From<QueueError> for Refusal {
    fn from(error: QueueError) -> Self {
        match error {
            QueueError::NoJob(_) | QueueError::NoQuestion(_) => Self::Gone,
            QueueError::Refused(error) => error.into(),
            QueueError::Misfit(_)
            | QueueError::NotOver(_)
            | QueueError::Over(_)
            | QueueError::NothingFailed(_)
            | QueueError::NotRecorded(_)
            | QueueError::NothingToUndo(_)
            | QueueError::Removed(_)
            | QueueError::NoCopy(_)
            | QueueError::Circle(_)
            | QueueError::Unreadable(_)
            | QueueError::Unsafe(_)
            | QueueError::Foreign(_)
            | QueueError::InUse { .. }
            | QueueError::Fault { .. } => Self::Not { text: errors::of_queue(&error) },
        }
    }
}
