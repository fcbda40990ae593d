//! State of a dialog with a single line to type.

use std::path::PathBuf;

use crate::app::field::Field;
use crate::app::undo::Deed;

/// A line that is typed.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// What for.
    pub purpose: Purpose,
    /// The line.
    pub field: Field,
    /// Why the line cannot be accepted.
    pub wrong: Option<String>,
    /// The number of the request for completions.
    pub ticket: u64,
    /// What the line can become, and the one that is shown.
    pub completions: Vec<PathBuf>,
    /// The change that Enter asked for: if it succeeds, the dialog closes; if not, it shows why.
    pub tries: Option<Deed>,
}

/// What a line is typed for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
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
    /// A command line for some items.
    Command(Vec<PathBuf>),
    /// A program to open a file with.
    OpenWith(PathBuf),
}

impl Purpose {
    /// Gives the title of the dialog.
    pub const fn title(&self) -> &'static str {
        match self {
            Self::GoTo => "Go to",
            Self::Mark => "Mark by name",
            Self::Unmark => "Unmark by name",
            Self::MakeDirectory => "Make a folder",
            Self::MakeFile => "Make a file",
            Self::Rename(_) => "Rename",
            Self::CopyHere(_) => "Copy here",
            Self::Command(_) => "Run a command",
            Self::OpenWith(_) => "Open with",
        }
    }

    /// Gives the label of the line.
    pub const fn label(&self) -> &'static str {
        match self {
            Self::GoTo => "Folder",
            Self::Mark | Self::Unmark => "Pattern",
            Self::Command(_) => "Command",
            Self::OpenWith(_) => "Program",
            Self::MakeDirectory | Self::MakeFile | Self::Rename(_) | Self::CopyHere(_) => "Name",
        }
    }

    /// Gives what Enter does.
    pub const fn button(&self) -> &'static str {
        match self {
            Self::GoTo => "Go there",
            Self::Mark => "Mark",
            Self::Unmark => "Unmark",
            Self::MakeDirectory | Self::MakeFile => "Make",
            Self::Rename(_) => "Rename",
            Self::CopyHere(_) => "Copy",
            Self::Command(_) => "Run",
            Self::OpenWith(_) => "Open",
        }
    }

    /// Gives a hint for the user.
    pub const fn note(&self) -> &'static str {
        match self {
            Self::GoTo => "Tab completes; ~ is your home folder",
            Self::Mark | Self::Unmark => "Part of a name, or a pattern with * and ?",
            Self::MakeDirectory => "a/b makes both folders",
            Self::MakeFile => "Makes an empty file; end the name with / for a folder",
            Self::Rename(_) => "Nothing is overwritten",
            Self::CopyHere(_) => "A name in this folder, or a path",
            Self::Command(_) => {
                "%f is the item under the cursor, %s the marked items, %d this folder; %F and %D are those of the other panel"
            }
            Self::OpenWith(_) => {
                "The program gets the file as its last argument, or where %f stands"
            }
        }
    }

    /// Gives what its lines are remembered by; names of items are not worth it.
    pub const fn history(&self) -> Option<&'static str> {
        match self {
            Self::GoTo => Some("go-to"),
            Self::Mark | Self::Unmark => Some("mark"),
            Self::Command(_) => Some("command"),
            Self::OpenWith(_) => Some("open-with"),
            Self::MakeDirectory | Self::MakeFile | Self::Rename(_) | Self::CopyHere(_) => None,
        }
    }

    /// Tells whether what is typed is a path that can be completed.
    pub const fn completes(&self) -> bool {
        matches!(self, Self::GoTo | Self::CopyHere(_))
    }
}

impl Prompt {
    /// Starts with a text.
    pub fn new(purpose: Purpose, text: &str) -> Self {
        Self::of(purpose, Field::of_text(text))
    }

    /// Starts with a field.
    pub fn of(purpose: Purpose, field: Field) -> Self {
        Self { purpose, field, wrong: None, ticket: 0, completions: Vec::new(), tries: None }
    }
}
