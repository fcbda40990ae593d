//! What the user is told of small changes to files.

use std::ffi::OsString;
use std::path::Path;

use fcp_browse::edit::{Edit, LinkKind, Problem};
use fcp_engine::error::OpError;
use fcp_engine::path::DisplayName;
use fcp_presentation::undo::EditRequest;
use fcp_presentation::{errors, tr};

use crate::{format, text};

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

/// Says in the past tense what was done; `made` is the first item that was made, and `counted` says how many were
/// changed, those below folders among them.
pub(crate) fn done(request: &EditRequest, made: Option<&Path>, counted: Option<u64>) -> String {
    let items = |n: usize| format::items(n as u64);
    match request {
        EditRequest::MakeDirectory(path) => tr!("done-folder", name = name(path)),
        EditRequest::MakeFile(path) => tr!("done-file", name = name(path)),
        EditRequest::Links { sources, to, into, kind, .. } => match (sources.as_slice(), kind) {
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
        EditRequest::Rename { to, .. } => tr!("done-rename", name = name(to)),
        EditRequest::RenameAll { pairs, .. } => tr!("done-renames", items = items(pairs.len())),
        EditRequest::Mode { paths, .. } => {
            let n = counted.unwrap_or(paths.len() as u64);
            tr!("done-mode", count = n, shown = format::count(n))
        }
        EditRequest::Owner { paths, .. } => {
            let n = counted.unwrap_or(paths.len() as u64);
            tr!("done-owner", count = n, shown = format::count(n))
        }
    }
}

/// Names the change that was undone.
pub(crate) fn undone(request: &EditRequest, edit: &Edit) -> String {
    let (made, counted) = match edit {
        Edit::Made(made) => (made.first().map(|made| made.path.as_path()), None),
        Edit::Attributes(changed) => (None, Some(changed.len() as u64)),
        Edit::Renamed { .. } | Edit::RenamedAll { .. } => (None, None),
    };
    tr!("deed-undone", deed = done(request, made, counted))
}

/// Says why it could not be done.
pub(crate) fn failed(request: &EditRequest, error: &OpError) -> String {
    let reason = errors::reason(error);
    match request {
        EditRequest::MakeDirectory(path) => tr!("not-folder", name = short(path), reason = reason),
        EditRequest::MakeFile(path) => tr!("not-file", name = short(path), reason = reason),
        EditRequest::Rename { from, to, .. } => {
            tr!("not-rename", from = short(from), to = short(to), reason = reason)
        }
        EditRequest::RenameAll { .. } => {
            tr!("deed-rename-failed", error = errors::told(error))
        }
        EditRequest::Links { .. } | EditRequest::Mode { .. } | EditRequest::Owner { .. } => {
            errors::told(error)
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
