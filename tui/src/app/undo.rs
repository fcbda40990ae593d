//! Small changes, and what can be taken back.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fcp_engine::edit::{Edit, ModeChange};
use fcp_engine::event::JobId;
use fcp_engine::path::DisplayName;

use crate::format;

/// A change that is so small that it needs no job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
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
        /// Whether that is a folder for sure; one that is there is one, too.
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

/// How a link leads to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// A symlink that holds a path from the root.
    Absolute,
    /// A symlink that holds a path from its own directory.
    Relative,
    /// Another name of a file.
    Hard,
}

/// How a small change went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// What takes back what was done.
    pub undo: Option<Edit>,
    /// What went wrong.
    pub wrong: Option<String>,
}

impl Deed {
    /// Says in the past tense what was done.
    pub fn done(&self) -> String {
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
            Self::Mode { paths, .. } => format!("Changed the mode of {}", items(paths.len())),
            Self::Owner { paths, .. } => format!("Changed the owner of {}", items(paths.len())),
        }
    }

    /// Gives the name that the cursor goes to when it is done, and where.
    pub fn leads_to(&self) -> Option<PathBuf> {
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

/// Something that can be taken back.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// What a job did.
    Job(JobId),
    /// A small change: what it was, and what takes it back.
    Edit(Deed, Edit),
}
