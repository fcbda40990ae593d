//! What a small change is to do: it is kept with the change, so that it can be made again.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_browse::edit::{Edit, LinkKind, ModeChange, check_same, check_type};
use fcp_browse::far::Machines;
use fcp_engine::error::{Action, OpError};
use fcp_engine::path::FarPath;

use crate::transfer::Shown;

/// A change that is so small that it needs no job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditRequest {
    /// Makes a folder, and those above it that are missing.
    MakeDirectory(PathBuf),
    /// Makes an empty file.
    MakeFile(PathBuf),
    /// Makes links: all of them or none.
    Links {
        /// To what.
        sources: Vec<PathBuf>,
        /// The link, or the folder of links that get the names of what they lead to.
        to: PathBuf,
        /// Whether `to` is certainly a folder; otherwise it is one if a folder of that name exists.
        into: bool,
        /// What kind of links.
        kind: LinkKind,
        /// What the user was shown of the items; one of another type is refused.
        shown: Shown,
    },
    /// Gives an item another name.
    Rename {
        /// The path.
        from: PathBuf,
        /// The new path.
        to: PathBuf,
        /// What the user was shown of the items; one of another type is refused.
        shown: Shown,
    },
    /// Gives items of one folder other names.
    RenameAll {
        /// The folder.
        dir: PathBuf,
        /// Names, and new names.
        pairs: Vec<(OsString, OsString)>,
        /// What the user was shown of the items; one of another type is refused, and another one where it is known which.
        shown: Shown,
    },
    /// Changes mode bits.
    Mode {
        /// Of what.
        paths: Vec<PathBuf>,
        /// How.
        change: ModeChange,
        /// Whether everything below changes too.
        recursive: bool,
        /// What the user was shown of the items; one of another type is refused.
        shown: Shown,
    },
    /// Changes owner and group.
    Owner {
        /// Of what.
        paths: Vec<PathBuf>,
        /// The user, by name or number; none leaves it.
        user: Option<String>,
        /// The group, by name or number; none leaves it.
        group: Option<String>,
        /// Whether everything below changes too.
        recursive: bool,
        /// What the user was shown of the items; one of another type is refused.
        shown: Shown,
    },
}

impl EditRequest {
    /// Gives the path that is changed on another machine; none for a change on this one.
    pub fn far(&self) -> Option<FarPath> {
        match self {
            Self::MakeDirectory(path) | Self::Rename { from: path, .. } => FarPath::of(path),
            // Neither app asks for these there.
            Self::MakeFile(_)
            | Self::Links { .. }
            | Self::RenameAll { .. }
            | Self::Mode { .. }
            | Self::Owner { .. } => None,
        }
    }

    /// Makes the change on another machine, and gives what undoes it if that machine tells; none for a change on this one.
    ///
    /// # Errors
    /// There is no connection, or the machine refuses.
    pub fn make_there(&self, machines: &Arc<Machines>) -> Option<Result<Option<Edit>, OpError>> {
        let at = self.far()?;
        match self {
            Self::MakeDirectory(_) => Some(machines.make_directory(&at)),
            Self::Rename { to, .. } => Some(machines.rename(&at, to.file_name()?)),
            Self::MakeFile(_)
            | Self::Links { .. }
            | Self::RenameAll { .. }
            | Self::Mode { .. }
            | Self::Owner { .. } => None,
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

    /// Refuses to act on what has come to the names of the items since the user was shown them.
    ///
    /// # Errors
    /// One is of another type, or another one where it is known which was shown. Where attributes change, each item is looked at when its turn comes.
    pub fn check(&self) -> Result<(), OpError> {
        let check = |path: &Path, shown: &Shown, action| check_type(path, shown.kind(path), action);
        match self {
            Self::Rename { from, shown, .. } => check(from, shown, Action::Move),
            Self::RenameAll { dir, pairs, shown } => pairs.iter().try_for_each(|(old, _)| {
                let path = dir.join(old);
                check(&path, shown, Action::Move)?;
                check_same(&path, shown.identity(&path), Action::Move)
            }),
            Self::Links { sources, kind, shown, .. } => {
                let action = match kind {
                    LinkKind::Hard => Action::CreateHardLink,
                    LinkKind::Absolute | LinkKind::Relative => Action::CreateSymlink,
                };
                sources.iter().try_for_each(|source| check(source, shown, action))
            }
            Self::MakeDirectory(_) | Self::MakeFile(_) | Self::Mode { .. } | Self::Owner { .. } => {
                Ok(())
            }
        }
    }
}
