//! Remembers what the roots of a plan were, so that no part fills an empty mount point.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::PlanError;
use crate::contract::error::{Action, OpError};
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, JobSpec};
use fcp_sys::{self as sys, Errno, c_path};

/// A directory that a plan begins at.
///
/// Machines number their devices each in its own way; the inode of a directory is the same on all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Root {
    path: WirePath,
    inode: u64,
}

impl Root {
    /// Looks at the directories of a request: those that are copied, those with the files that are, and the target.
    pub(crate) fn of(spec: &JobSpec) -> Result<Vec<Self>, OpError> {
        let mut paths: Vec<PathBuf> = Vec::new();
        for source in &spec.sources {
            paths.push(directory(&source.0).unwrap_or_else(|| parent(&source.0)));
        }
        match &spec.destination {
            Some(Destination::Into(path)) => paths.push(path.0.clone()),
            Some(Destination::As(path)) => paths.push(parent(&path.0)),
            Some(Destination::Each(_)) | None => {}
        }
        paths.sort();
        paths.dedup();
        paths.into_iter().map(|path| Ok(Self { inode: inode(&path)?, path: path.into() })).collect()
    }

    /// Refuses to go on where another directory has its path.
    pub(crate) fn check(&self) -> Result<(), PlanError> {
        match inode(&self.path.0) {
            Ok(inode) if inode == self.inode => Ok(()),
            Ok(_) => Err(PlanError::Elsewhere(self.path.0.clone())),
            Err(error) => Err(error.into()),
        }
    }
}

/// The path of a directory, also behind a symlink that may be an operand.
fn directory(path: &Path) -> Option<PathBuf> {
    let meta = sys::stat_at(sys::CWD, &c_path(path)?, true).ok()?;
    (meta.kind == FileKind::Directory).then(|| path.to_owned())
}

fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

fn inode(path: &Path) -> Result<u64, OpError> {
    let meta = c_path(path).ok_or(Errno::NOENT).and_then(|it| sys::stat_at(sys::CWD, &it, true));
    meta.map(|meta| meta.ino).map_err(|errno| OpError::new(Action::Stat, path, errno))
}
