//! State of the dialogs that are forms: a few lines to type and a few options to choose.

use std::path::PathBuf;

use super::choice::Choice;
use super::limit::Target;
use super::rows::{Row, Rows};
use crate::app::field::Field;
use crate::app::undo::Deed;

/// A dialog of rows that are filled in.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    /// What for.
    pub purpose: Purpose,
    /// The rows.
    pub rows: Rows,
    /// Why the form cannot be accepted.
    pub wrong: Option<String>,
    /// The number of the request for completions.
    pub ticket: u64,
    /// What the row can become; escaped.
    pub offers: Vec<String>,
    /// The change that Enter asked for: if it succeeds, the dialog closes; if not, it shows why.
    pub tries: Option<Deed>,
}

/// What a form is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A folder to go to.
    GoTo,
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
        Self { purpose, rows, wrong: None, ticket: 0, offers: Vec::new(), tries: None }
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
            | Purpose::CopyHere(_)
            | Purpose::Pack(_)
            | Purpose::Symlinks { .. }
            | Purpose::HardLinks { .. } => true,
            Purpose::Mark
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
            Purpose::Owner { known, .. } => known.get(self.rows.here()).map_or(&[], Vec::as_slice),
            _ => &[],
        }
    }
}

impl Purpose {
    /// Gives the title of the dialog.
    pub(crate) const fn title(&self) -> &'static str {
        match self {
            Self::GoTo => "Go to",
            Self::Mark => "Mark by name",
            Self::Unmark => "Unmark by name",
            Self::MakeDirectory => "Make a folder",
            Self::MakeFile => "Make a file",
            Self::Rename(_) => "Rename",
            Self::CopyHere(_) => "Copy here",
            Self::Pack(_) => "Pack",
            Self::Command(_) => "Run a command",
            Self::OpenWith(_) => "Open with",
            Self::After => "After the queue",
            Self::Limit { target: Target::Job(_), .. } => "Limit this job",
            Self::Limit { target: Target::Jobs(_), .. } => "Limit this disk",
            Self::Limit { target: Target::All, .. } => "Limit all jobs",
            Self::Find { .. } => "Find",
            Self::Owner { .. } => "Owner",
            Self::Symlinks { .. } => "Make symlinks",
            Self::HardLinks { .. } => "Make hard links",
        }
    }

    /// Gives the label of the line, where there is only one.
    const fn label(&self) -> &'static str {
        match self {
            Self::GoTo => "Folder",
            Self::Mark | Self::Unmark => "Pattern",
            Self::Command(_) => "Command",
            Self::OpenWith(_) => "Program",
            Self::Limit { .. } => "Per second",
            _ => "Name",
        }
    }

    /// Gives what Enter does.
    pub(crate) const fn button(&self) -> &'static str {
        match self {
            Self::GoTo => "Go there",
            Self::Mark => "Mark",
            Self::Unmark => "Unmark",
            Self::Rename(_) => "Rename",
            Self::CopyHere(_) => "Copy",
            Self::Pack(_) => "Pack",
            Self::Command(_) => "Run",
            Self::OpenWith(_) => "Open",
            Self::After => "Set",
            Self::Limit { .. } => "Limit",
            Self::Find { .. } => "Find",
            Self::Owner { .. } => "Change",
            Self::MakeDirectory
            | Self::MakeFile
            | Self::Symlinks { .. }
            | Self::HardLinks { .. } => "Make",
        }
    }

    /// Gives a hint for the user, where there is only one line.
    const fn note(&self) -> &'static str {
        match self {
            Self::GoTo => "Tab completes; ~ is your home folder",
            Self::Mark | Self::Unmark => "Part of a name, or a pattern with * and ?",
            Self::MakeDirectory => "a/b makes both folders",
            Self::MakeFile => "Makes an empty file; end the name with / for a folder",
            Self::Rename(_) => "Nothing is overwritten",
            Self::CopyHere(_) => "A name in this folder, or a path",
            Self::Pack(_) => "Ends in .zip, .tar, .tar.gz, .tar.xz or .tar.zst",
            Self::Command(_) => {
                "%f is the item under the cursor, %s the marked items, %d this folder; %F and %D are those of the other panel"
            }
            Self::OpenWith(_) => {
                "The program gets the file as its last argument, or where %f stands"
            }
            _ => "",
        }
    }

    /// Gives what its lines are remembered by; names of items are not worth it.
    pub(crate) const fn history(&self) -> Option<&'static str> {
        match self {
            Self::GoTo => Some("go-to"),
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
    label: "Contents",
    answers: &[
        ("leave", "The items in the folders keep their permissions and owners."),
        ("change too", "Everything in the folders changes as well; symlinks are not followed."),
    ],
};

/// What follows when the queue has come to its end.
pub(crate) const AFTER: Choice = Choice {
    label: "Then",
    answers: &[
        ("nothing", "Nothing follows."),
        ("run a command", "The command below runs in this folder, without the terminal."),
        ("suspend", "The machine sleeps once no other job runs, either."),
        ("quit", "The program ends."),
    ],
};

/// What symlinks hold.
pub(crate) const TARGET: Choice = Choice {
    label: "Target",
    answers: &[
        ("absolute", "From the root: the link can be moved, its target cannot."),
        ("relative", "From the link's folder: both can be moved together."),
    ],
};

/// How the text of a search in files is read, in the order of the form.
pub(crate) const FIND_TEXT: [Choice; 2] = [
    Choice {
        label: "Text is",
        answers: &[
            ("as typed", "The text as it is typed, wherever it is in a line."),
            ("whole words", "The text as it is typed, with no letter or digit directly beside it."),
            ("a regex", "A regular expression, as in ripgrep; each line is searched by itself."),
        ],
    },
    Choice {
        label: "Case",
        answers: &[
            ("smart", "Capitals matter if there is one in the text."),
            ("matters", "Capitals and small letters differ."),
            ("ignored", "Capitals and small letters are the same."),
        ],
    },
];

/// What is looked for, in the order of the form.
pub(crate) const FIND: [Choice; 4] = [
    Choice {
        label: "Type",
        answers: &[
            ("any", "Files, folders, links and special files."),
            ("files", "Everything but folders."),
            ("folders", "Folders only."),
        ],
    },
    Choice {
        label: "Hidden",
        answers: &[
            ("as the panel", "Hidden names are found if the panel shows them."),
            ("found too", "Hidden names are found, and hidden folders are searched."),
            ("left out", "Hidden names are not found, and hidden folders not searched."),
        ],
    },
    Choice {
        label: ".gitignore",
        answers: &[
            ("ignored", "Files that Git ignores are found as well."),
            ("obeyed", "Files that Git ignores are left out."),
        ],
    },
    Choice {
        label: "Mounts",
        answers: &[
            ("not entered", "The search stays on this filesystem."),
            ("entered", "Mounted filesystems are searched as well."),
        ],
    },
];
