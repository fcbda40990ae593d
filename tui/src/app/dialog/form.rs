//! State of the dialogs that are forms: a few fields to type and a few options to choose.

use std::path::PathBuf;

use super::choice::Choice;
use crate::app::field::Field;

/// Rows that are filled in.
#[derive(Clone, Debug)]
pub struct Form {
    /// What for.
    pub purpose: Purpose,
    /// The rows.
    pub rows: Vec<Row>,
    /// The row that keys go to.
    pub focus: usize,
    /// Why the form cannot be accepted.
    pub wrong: Option<String>,
    /// The number of the request for completions.
    pub ticket: u64,
    /// What the row can become; escaped.
    pub offers: Vec<String>,
}

/// One row.
#[derive(Clone, Debug)]
pub enum Row {
    /// A line to type.
    Text {
        /// Its label.
        label: &'static str,
        /// The line.
        field: Field,
        /// A hint for the user.
        note: &'static str,
    },
    /// Something to choose.
    Choice {
        /// What there is.
        choice: &'static Choice,
        /// The chosen answer.
        chosen: usize,
    },
}

/// What a form is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
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
    pub fn new(purpose: Purpose, rows: Vec<Row>) -> Self {
        Self { purpose, rows, focus: 0, wrong: None, ticket: 0, offers: Vec::new() }
    }

    /// Gives the line of a row.
    pub fn text(&self, row: usize) -> Option<&Field> {
        match self.rows.get(row)? {
            Row::Text { field, .. } => Some(field),
            Row::Choice { .. } => None,
        }
    }

    /// Gives the chosen answer of a row; the first one where there is none.
    pub fn chosen(&self, row: usize) -> usize {
        match self.rows.get(row) {
            Some(Row::Choice { chosen, .. }) => *chosen,
            Some(Row::Text { .. }) | None => 0,
        }
    }

    /// Gives the line that keys go to.
    pub fn field(&mut self) -> Option<&mut Field> {
        match self.rows.get_mut(self.focus)? {
            Row::Text { field, .. } => Some(field),
            Row::Choice { .. } => None,
        }
    }

    /// Goes to another row, around the end.
    pub fn step(&mut self, forward: bool) {
        let all = self.rows.len().max(1);
        self.focus = (self.focus + if forward { 1 } else { all - 1 }) % all;
        (self.wrong, self.offers) = (None, Vec::new());
    }

    /// Tells whether the row is a path that can be completed.
    pub fn is_path(&self) -> bool {
        let links = matches!(self.purpose, Purpose::Symlinks { .. } | Purpose::HardLinks { .. });
        links && self.focus == 0
    }

    /// Gives the names that the row can become.
    pub fn known(&self) -> &[String] {
        match &self.purpose {
            Purpose::Owner { known, .. } => known.get(self.focus).map_or(&[], Vec::as_slice),
            Purpose::Find { .. } | Purpose::Symlinks { .. } | Purpose::HardLinks { .. } => &[],
        }
    }
}

impl Row {
    /// Makes a line to type.
    pub fn text(label: &'static str, field: Field, note: &'static str) -> Self {
        Self::Text { label, field, note }
    }

    /// Makes something to choose.
    pub fn choice(choice: &'static Choice, chosen: usize) -> Self {
        Self::Choice { choice, chosen: chosen.min(choice.answers.len() - 1) }
    }
}

impl Purpose {
    /// Gives the title, without what it is about.
    pub const fn title(&self) -> &'static str {
        match self {
            Self::Find { .. } => "Find",
            Self::Owner { .. } => "Owner",
            Self::Symlinks { .. } => "Make symlinks",
            Self::HardLinks { .. } => "Make hard links",
        }
    }

    /// Gives what Enter does.
    pub const fn button(&self) -> &'static str {
        match self {
            Self::Find { .. } => "Find",
            Self::Owner { .. } => "Change",
            Self::Symlinks { .. } | Self::HardLinks { .. } => "Make",
        }
    }

    /// Gives the items it is about.
    pub fn items(&self) -> &[PathBuf] {
        match self {
            Self::Find { .. } => &[],
            Self::Owner { paths, .. } => paths,
            Self::Symlinks { sources } | Self::HardLinks { sources } => sources,
        }
    }
}

/// How far changes reach.
pub const BELOW: Choice = Choice {
    label: "Contents",
    answers: &[
        ("leave", "The items in the folders keep their permissions and owners."),
        ("change too", "Everything in the folders changes as well; symlinks are not followed."),
    ],
};

/// What symlinks hold.
pub const TARGET: Choice = Choice {
    label: "Target",
    answers: &[
        ("absolute", "From the root: the link can be moved, its target cannot."),
        ("relative", "From the link's folder: both can be moved together."),
    ],
};

/// What is looked for, in the order of the form.
pub const FIND: [Choice; 4] = [
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
            ("ignored", "What Git ignores is found as well."),
            ("obeyed", "What Git ignores is left out."),
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
