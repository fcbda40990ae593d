//! Small changes to files: what they are called, and what the user is told of them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fcp_browse::edit::{Edit, LinkKind, ModeChange, Problem};
use fcp_engine::error::OpError;
use fcp_engine::path::DisplayName;
use fcp_presentation::{errors, tr};

use crate::{format, text};

/// A change that is so small that it needs no job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EditRequest {
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
    /// How many items are as was asked for, where that is counted.
    pub items: Option<u64>,
    /// The first of many items that could not get its new name, and why.
    pub refused: Option<(OsString, Problem)>,
}

impl EditRequest {
    /// Says in the past tense what was done; `made` is the first item that was made, and `counted` says how many were
    /// changed, those below folders among them.
    pub(crate) fn done(&self, made: Option<&Path>, counted: Option<u64>) -> String {
        let items = |n: usize| format::items(n as u64);
        match self {
            Self::MakeDirectory(path) => tr!("done-folder", name = name(path)),
            Self::MakeFile(path) => tr!("done-file", name = name(path)),
            Self::Links { sources, to, into, kind } => match (sources.as_slice(), kind) {
                ([one], kind) => {
                    let name = name(made.unwrap_or(if *into { one } else { to }));
                    match kind {
                        LinkKind::Hard => tr!("done-hard-link", name = name),
                        LinkKind::Relative | LinkKind::Absolute => tr!("done-symlink", name = name),
                    }
                }
                (many, kind) => {
                    let (n, folder) = (many.len() as u64, name(to));
                    let shown = format::count(n);
                    match kind {
                        LinkKind::Hard => {
                            tr!("done-hard-links", count = n, shown = shown, folder = folder)
                        }
                        LinkKind::Relative | LinkKind::Absolute => {
                            tr!("done-symlinks", count = n, shown = shown, folder = folder)
                        }
                    }
                }
            },
            Self::Rename { to, .. } => tr!("done-rename", name = name(to)),
            Self::RenameAll { pairs, .. } => tr!("done-renames", items = items(pairs.len())),
            Self::Mode { paths, .. } => {
                let n = counted.unwrap_or(paths.len() as u64);
                tr!("done-mode", count = n, shown = format::count(n))
            }
            Self::Owner { paths, .. } => {
                let n = counted.unwrap_or(paths.len() as u64);
                tr!("done-owner", count = n, shown = format::count(n))
            }
        }
    }

    /// Says why it could not be done.
    pub(crate) fn failed(&self, error: &OpError) -> String {
        let reason = errors::reason(error);
        match self {
            Self::MakeDirectory(path) => tr!("not-folder", name = short(path), reason = reason),
            Self::MakeFile(path) => tr!("not-file", name = short(path), reason = reason),
            Self::Rename { from, to } => {
                tr!("not-rename", from = short(from), to = short(to), reason = reason)
            }
            Self::Links { .. }
            | Self::RenameAll { .. }
            | Self::Mode { .. }
            | Self::Owner { .. } => errors::told(error),
        }
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

/// Names an item in columns that leave room for the reason behind it.
fn short(path: &Path) -> String {
    const ROOM: usize = 24;
    text::cut_name(&name(path), ROOM)
}

fn name(path: &Path) -> String {
    DisplayName::new(path.file_name().unwrap_or(path.as_os_str())).to_string()
}

/// What can be undone and redone; a small change is made again by its request.
pub(crate) type Changes = fcp_presentation::undo::Changes<EditRequest>;
