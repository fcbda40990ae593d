//! Small changes to files: what they are called, and what the user is told of them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fcp_browse::edit::{Edit, LinkKind, ModeChange};
use fcp_engine::error::OpError;
use fcp_engine::path::DisplayName;

use crate::format;

/// A change that is so small that it needs no job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Make a directory, and those above it.
    MakeDirectory(PathBuf),
    /// Make an empty file.
    MakeFile(PathBuf),
    /// Make links: all of them or none.
    Links {
        /// To what.
        sources: Vec<PathBuf>,
        /// The link, or the folder of links that get the names of what they lead to.
        to: PathBuf,
        /// Whether `to` is certainly a folder; otherwise it is one if a folder of that name exists.
        into: bool,
        /// What kind of links.
        kind: LinkKind,
    },
    /// Give something another name.
    Rename {
        /// The name.
        from: PathBuf,
        /// The new name.
        to: PathBuf,
    },
    /// Give many things other names.
    RenameAll {
        /// Where they are.
        dir: PathBuf,
        /// Names, and new names.
        pairs: Vec<(OsString, OsString)>,
    },
    /// Change mode bits.
    Mode {
        /// Of what.
        paths: Vec<PathBuf>,
        /// How.
        change: ModeChange,
        /// Whether everything below changes too.
        recursive: bool,
    },
    /// Change owner and group.
    Owner {
        /// Of what.
        paths: Vec<PathBuf>,
        /// The user, by name or number; none leaves it.
        user: Option<String>,
        /// The group, by name or number; none leaves it.
        group: Option<String>,
        /// Whether everything below changes too.
        recursive: bool,
    },
}

/// How a small change went.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outcome {
    /// What undoes the change.
    pub undo: Option<Edit>,
    /// What went wrong.
    pub wrong: Option<String>,
}

impl Deed {
    /// Says in the past tense what was done.
    pub(crate) fn done(&self) -> String {
        let items = |n: usize| format::counted(n as u64, "item", "items");
        match self {
            Self::MakeDirectory(path) => format!("Made the folder {}", name(path)),
            Self::MakeFile(path) => format!("Made the file {}", name(path)),
            Self::Links { sources, to, into, kind } => {
                let word = if *kind == LinkKind::Hard { "hard link" } else { "symlink" };
                match sources.as_slice() {
                    [one] if *into => format!("Made the {word} {}", name(one)),
                    [_] => format!("Made the {word} {}", name(to)),
                    many => {
                        let links = format::counted(many.len() as u64, word, &format!("{word}s"));
                        format!("Made {links} in {}", name(to))
                    }
                }
            }
            Self::Rename { to, .. } => format!("Renamed to {}", name(to)),
            Self::RenameAll { pairs, .. } => format!("Renamed {}", items(pairs.len())),
            Self::Mode { paths, .. } => {
                format!("Changed the permissions of {}", items(paths.len()))
            }
            Self::Owner { paths, .. } => format!("Changed the owner of {}", items(paths.len())),
        }
    }

    /// Says why it could not be done.
    pub(crate) fn failed(&self, error: &OpError) -> String {
        let cannot = match self {
            Self::MakeDirectory(path) => format!("Cannot make the folder {}", name(path)),
            Self::MakeFile(path) => format!("Cannot make the file {}", name(path)),
            Self::Rename { from, to } => format!("Cannot rename {} to {}", name(from), name(to)),
            Self::Links { .. }
            | Self::RenameAll { .. }
            | Self::Mode { .. }
            | Self::Owner { .. } => {
                return error.to_string();
            }
        };
        format!("{cannot}: {}", error.reason())
    }

    /// Gives the name that the cursor goes to when it is done, and where.
    pub(crate) fn leads_to(&self) -> Option<PathBuf> {
        match self {
            Self::MakeDirectory(path) | Self::MakeFile(path) => Some(path.clone()),
            Self::Links { sources, to, into: true, .. } => {
                Some(to.join(sources.first()?.file_name()?))
            }
            Self::Links { to, .. } | Self::Rename { to, .. } => Some(to.clone()),
            Self::RenameAll { .. } | Self::Mode { .. } | Self::Owner { .. } => None,
        }
    }
}

fn name(path: &Path) -> String {
    DisplayName::new(path.file_name().unwrap_or(path.as_os_str())).to_string()
}

/// What can be undone and redone; a small change is made again by its request.
pub(crate) type Changes = fcp_presentation::undo::Changes<Deed>;
