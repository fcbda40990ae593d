//! State of the dialogs that are forms: a few lines to type and a few options to choose.

use std::path::PathBuf;

use super::choice::Choice;
use super::limit::Target;
use super::rows::{Row, Rows};
use super::unseen::Unseen;
use crate::app::field::Field;
use fcp_presentation::tr;
use fcp_presentation::transfer::Shown;
use fcp_presentation::undo::EditRequest;

/// A dialog of rows that are filled in.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    /// What for.
    pub purpose: Purpose,
    /// The rows.
    pub rows: Rows,
    /// Marked items that it is about and that the panel did not show.
    pub unseen: Unseen,
    /// What the panel showed of the items.
    pub shown: Shown,
    /// Why the form cannot be accepted.
    pub wrong: Option<String>,
    /// The number of the request for completions.
    pub ticket: u64,
    /// What the row can become; escaped.
    pub offers: Vec<String>,
    /// The change that Enter asked for: if it succeeds, the dialog closes; if not, it shows why.
    pub tries: Option<EditRequest>,
}

/// What a form is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A folder to go to.
    GoTo,
    /// The folder of a plan to watch.
    WatchPlan {
        /// The number of the request that looks whether the folder under the cursor has one.
        looked: u64,
    },
    /// A machine to go to; the names of those that are known.
    Machine(Vec<String>),
    /// A pattern of names to mark.
    Mark,
    /// A pattern of names to unmark.
    Unmark,
    /// A folder to make.
    MakeDirectory,
    /// A file to make.
    MakeFile,
    /// A new name.
    Rename(PathBuf),
    /// Another name for a copy.
    CopyHere(PathBuf),
    /// An archive of some items.
    Pack(Vec<PathBuf>),
    /// A command line for some items.
    Command(Vec<PathBuf>),
    /// A program to open a file with.
    OpenWith(PathBuf),
    /// What follows when the queue has come to its end.
    After,
    /// The speed limit of jobs.
    Limit {
        /// Whose limit it is.
        target: Target,
        /// The present limit, in bytes per second.
        now: Option<u64>,
    },
    /// What to look for below a folder.
    Find {
        /// The folder.
        dir: PathBuf,
    },
    /// Owner and group.
    Owner {
        /// Of what.
        paths: Vec<PathBuf>,
        /// The user and the group of all of them, if they have the same.
        now: [String; 2],
        /// Names of users and of groups that the system knows.
        known: [Vec<String>; 2],
    },
    /// Symlinks.
    Symlinks {
        /// To what.
        sources: Vec<PathBuf>,
    },
    /// More names of files.
    HardLinks {
        /// Of what.
        sources: Vec<PathBuf>,
    },
}

impl Form {
    /// Opens a form.
    pub(crate) fn new(purpose: Purpose, rows: Vec<Row>) -> Self {
        let rows = Rows::new(rows);
        let (unseen, offers) = (Unseen::default(), Vec::new());
        let shown = Shown::default();
        Self { purpose, rows, unseen, shown, wrong: None, ticket: 0, offers, tries: None }
    }

    /// Opens a form with a single line.
    pub(crate) fn of_line(purpose: Purpose, field: Field) -> Self {
        let row = Row::text(purpose.label(), field, purpose.note());
        Self::new(purpose, vec![row])
    }

    /// Tells whether the row is a path that can be completed.
    pub(crate) fn is_path(&self) -> bool {
        let is_path = match self.purpose {
            Purpose::GoTo
            | Purpose::WatchPlan { .. }
            | Purpose::CopyHere(_)
            | Purpose::Pack(_)
            | Purpose::Symlinks { .. }
            | Purpose::HardLinks { .. } => true,
            Purpose::Machine(_)
            | Purpose::Mark
            | Purpose::Unmark
            | Purpose::MakeDirectory
            | Purpose::MakeFile
            | Purpose::Rename(_)
            | Purpose::Command(_)
            | Purpose::OpenWith(_)
            | Purpose::After
            | Purpose::Limit { .. }
            | Purpose::Find { .. }
            | Purpose::Owner { .. } => false,
        };
        is_path && self.rows.here() == 0
    }

    /// Gives the names that the row can become.
    pub(crate) fn known(&self) -> &[String] {
        match &self.purpose {
            Purpose::Machine(known) => known,
            Purpose::Owner { known, .. } => known.get(self.rows.here()).map_or(&[], Vec::as_slice),
            _ => &[],
        }
    }
}

impl Purpose {
    /// Gives the title of the dialog.
    pub(crate) fn title(&self) -> &'static str {
        match self {
            Self::GoTo => tr!("form-go-to"),
            Self::WatchPlan { .. } => tr!("action-watch-plan-title"),
            Self::Machine(_) => tr!("form-machine"),
            Self::Mark => tr!("form-mark"),
            Self::Unmark => tr!("form-unmark"),
            Self::MakeDirectory => tr!("form-make-folder"),
            Self::MakeFile => tr!("form-make-file"),
            Self::Rename(_) => tr!("form-rename"),
            Self::CopyHere(_) => tr!("form-copy-here"),
            Self::Pack(_) => tr!("form-pack"),
            Self::Command(_) => tr!("form-command"),
            Self::OpenWith(_) => tr!("form-open-with"),
            Self::After => tr!("form-after"),
            Self::Limit { target: Target::Job(_), .. } => tr!("form-limit-job"),
            Self::Limit { target: Target::Jobs(_), .. } => tr!("form-limit-disk"),
            Self::Limit { target: Target::All, .. } => tr!("form-limit-all"),
            Self::Find { .. } => tr!("form-find"),
            Self::Owner { .. } => tr!("form-owner"),
            Self::Symlinks { .. } => tr!("form-symlinks"),
            Self::HardLinks { .. } => tr!("form-hard-links"),
        }
    }

    /// Gives the label of the line, where there is only one.
    fn label(&self) -> &'static str {
        match self {
            Self::GoTo | Self::WatchPlan { .. } => tr!("form-label-folder"),
            Self::Machine(_) => tr!("form-label-machine"),
            Self::Mark | Self::Unmark => tr!("form-label-pattern"),
            Self::Command(_) => tr!("form-label-command"),
            Self::OpenWith(_) => tr!("form-label-program"),
            Self::Limit { .. } => tr!("form-label-per-second"),
            _ => tr!("form-label-name"),
        }
    }

    /// Gives what Enter does.
    pub(crate) fn button(&self) -> &'static str {
        match self {
            Self::GoTo | Self::Machine(_) => tr!("button-go-there"),
            Self::WatchPlan { .. } => tr!("button-watch"),
            Self::Mark => tr!("button-mark"),
            Self::Unmark => tr!("button-unmark"),
            Self::Rename(_) => tr!("button-rename"),
            Self::CopyHere(_) => tr!("button-copy"),
            Self::Pack(_) => tr!("button-pack"),
            Self::Command(_) => tr!("button-run"),
            Self::OpenWith(_) => tr!("button-open"),
            Self::After => tr!("button-set"),
            Self::Limit { .. } => tr!("button-limit"),
            Self::Find { .. } => tr!("button-find"),
            Self::Owner { .. } => tr!("button-change"),
            Self::MakeDirectory
            | Self::MakeFile
            | Self::Symlinks { .. }
            | Self::HardLinks { .. } => tr!("button-make"),
        }
    }

    /// Gives a hint for the user, where there is only one line.
    fn note(&self) -> &'static str {
        match self {
            Self::GoTo => tr!("form-go-to-note"),
            Self::WatchPlan { .. } => tr!("form-watch-plan-note"),
            Self::Machine(_) => tr!("form-machine-note"),
            Self::Mark | Self::Unmark => tr!("form-mark-note"),
            Self::MakeDirectory => tr!("form-make-folder-note"),
            Self::MakeFile => tr!("form-make-file-note"),
            Self::Rename(_) => tr!("form-rename-note"),
            Self::CopyHere(_) => tr!("form-copy-here-note"),
            Self::Pack(_) => tr!("form-pack-note"),
            Self::Command(_) => {
                tr!("form-command-note")
            }
            Self::OpenWith(_) => {
                tr!("form-open-with-note")
            }
            _ => "",
        }
    }

    /// Gives what its lines are remembered by; names of items are not worth it.
    pub(crate) const fn history(&self) -> Option<&'static str> {
        match self {
            Self::GoTo => Some("go-to"),
            Self::WatchPlan { .. } => Some("watch-plan"),
            Self::Machine(_) => Some("machine"),
            Self::Mark | Self::Unmark => Some("mark"),
            Self::Command(_) => Some("command"),
            Self::OpenWith(_) => Some("open-with"),
            _ => None,
        }
    }

    /// Tells whether the dialog waits for the change that Enter asks for, so that a name which cannot be
    /// given is not lost.
    pub(crate) const fn waits(&self) -> bool {
        matches!(self, Self::MakeDirectory | Self::MakeFile | Self::Rename(_))
    }

    /// Tells whether it is about what is marked.
    pub(crate) const fn means_marks(&self) -> bool {
        match self {
            Self::Pack(_)
            | Self::Command(_)
            | Self::Owner { .. }
            | Self::Symlinks { .. }
            | Self::HardLinks { .. } => true,
            Self::GoTo
            | Self::WatchPlan { .. }
            | Self::Machine(_)
            | Self::Mark
            | Self::Unmark
            | Self::MakeDirectory
            | Self::MakeFile
            | Self::Rename(_)
            | Self::CopyHere(_)
            | Self::OpenWith(_)
            | Self::After
            | Self::Limit { .. }
            | Self::Find { .. } => false,
        }
    }

    /// Gives the items it is about.
    pub(crate) fn items(&self) -> &[PathBuf] {
        match self {
            Self::Rename(path) | Self::CopyHere(path) | Self::OpenWith(path) => {
                std::slice::from_ref(path)
            }
            Self::Command(paths) | Self::Pack(paths) | Self::Owner { paths, .. } => paths,
            Self::Symlinks { sources } | Self::HardLinks { sources } => sources,
            _ => &[],
        }
    }
}

/// How far changes reach.
pub(crate) const BELOW: Choice = Choice {
    label: "choice-contents",
    answers: &[
        ("choice-contents-leave", "choice-contents-leave-note"),
        ("choice-contents-change-too", "choice-contents-change-too-note"),
    ],
};

/// What follows when the queue has come to its end.
pub(crate) const AFTER: Choice = Choice {
    label: "choice-then",
    answers: &[
        ("choice-then-nothing", "choice-then-nothing-note"),
        ("choice-then-run-a-command", "choice-then-run-a-command-note"),
        ("choice-then-suspend", "choice-then-suspend-note"),
        ("choice-then-quit", "choice-then-quit-note"),
    ],
};

/// What symlinks hold.
pub(crate) const TARGET: Choice = Choice {
    label: "choice-target",
    answers: &[
        ("choice-target-absolute", "choice-target-absolute-note"),
        ("choice-target-relative", "choice-target-relative-note"),
    ],
};

/// How the text of a search in files is read, in the order of the form.
pub(crate) const FIND_TEXT: [Choice; 2] = [
    Choice {
        label: "choice-find-text",
        answers: &[
            ("choice-find-text-as-typed", "choice-find-text-as-typed-note"),
            ("choice-find-text-whole-words", "choice-find-text-whole-words-note"),
            ("choice-find-text-a-regex", "choice-find-text-a-regex-note"),
        ],
    },
    Choice {
        label: "choice-find-case",
        answers: &[
            ("choice-find-case-smart", "choice-find-case-smart-note"),
            ("choice-find-case-matters", "choice-find-case-matters-note"),
            ("choice-find-case-ignored", "choice-find-case-ignored-note"),
        ],
    },
];

/// What is looked for, in the order of the form.
pub(crate) const FIND: [Choice; 4] = [
    Choice {
        label: "choice-find-type",
        answers: &[
            ("choice-find-type-any", "choice-find-type-any-note"),
            ("choice-find-type-files", "choice-find-type-files-note"),
            ("choice-find-type-folders", "choice-find-type-folders-note"),
        ],
    },
    Choice {
        label: "choice-find-hidden",
        answers: &[
            ("choice-find-hidden-as-the-panel", "choice-find-hidden-as-the-panel-note"),
            ("choice-find-hidden-found-too", "choice-find-hidden-found-too-note"),
            ("choice-find-hidden-left-out", "choice-find-hidden-left-out-note"),
        ],
    },
    Choice {
        label: "choice-find-ignore",
        answers: &[
            ("choice-find-ignore-ignored", "choice-find-ignore-ignored-note"),
            ("choice-find-ignore-obeyed", "choice-find-ignore-obeyed-note"),
        ],
    },
    Choice {
        label: "choice-find-mounts",
        answers: &[
            ("choice-find-mounts-not-entered", "choice-find-mounts-not-entered-note"),
            ("choice-find-mounts-entered", "choice-find-mounts-entered-note"),
        ],
    },
];
