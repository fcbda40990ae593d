//! Remembers what the roots of a plan were, so that no part fills an empty mount point.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::PlanError;
use crate::contract::error::{Action, OpError};
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, JobSpec, Verb};
use crate::walk::target::Target;
use fcp_sys::{self as sys, Errno, c_path};

/// A directory that a plan begins at.
///
/// Machines number their devices each in its own way; the inode of a directory is the same on all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Root {
    path: WirePath,
    inode: u64,
    /// Whether the plan removes it, so that it may be missing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    may_go: bool,
}

impl Root {
    /// Looks at the directories of a request: those that are copied, those with the files that are, and the target.
    pub(crate) fn of(spec: &JobSpec) -> Result<Vec<Self>, OpError> {
        let mut paths = match spec.verb {
            Verb::Delete | Verb::Move => Self::of_removal(&spec.sources),
            _ => {
                let sources = spec.sources.iter();
                let path = |path: &Path| directory(path).unwrap_or_else(|| parent(path));
                sources.map(|source| (path(&source.0), false)).collect()
            }
        };
        match &spec.destination {
            Some(Destination::Into(path)) => paths.push((path.0.clone(), false)),
            Some(Destination::As(path)) => {
                paths.push((parent(&path.0), false));
                // It may be a mount point.
                paths.extend(directory(&path.0).map(|path| (path, false)));
            }
            Some(Destination::Each(_)) | None => {}
        }
        if spec.options.mirrors() {
            paths.extend(Self::of_counterparts(spec));
        }
        Self::each(paths)
    }

    /// Gives the directories with which a mirror compares its sources, as far as they are there.
    fn of_counterparts(spec: &JobSpec) -> Vec<(PathBuf, bool)> {
        let Ok(target) = Target::find(spec) else { return Vec::new() };
        let above =
            target.directory.as_deref().map(|dir| PathBuf::from(OsStr::from_bytes(dir.to_bytes())));
        let path = |(at, source): (usize, &WirePath)| {
            let name = target.name_for(at, &source.0, &spec.options);
            let name = Path::new(OsStr::from_bytes(name.to_bytes()));
            directory(&above.as_ref().map_or_else(|| name.to_owned(), |above| above.join(name)))
        };
        spec.sources.iter().enumerate().filter_map(path).map(|path| (path, false)).collect()
    }

    /// Gives the directories that are removed, and those with the items that are.
    fn of_removal(sources: &[WirePath]) -> Vec<(PathBuf, bool)> {
        let mut paths = Vec::new();
        for source in sources {
            paths.push((parent(&source.0), false));
            let name = c_path(&source.0);
            let meta = name.and_then(|name| sys::stat_at(sys::CWD, &name, false).ok());
            if meta.is_some_and(|meta| meta.kind == FileKind::Directory) {
                paths.push((source.0.clone(), true));
            }
        }
        paths
    }

    fn each(mut paths: Vec<(PathBuf, bool)>) -> Result<Vec<Self>, OpError> {
        paths.sort();
        paths.dedup();
        let root = |(path, may_go): (PathBuf, bool)| {
            Ok(Self { inode: inode(&path)?, path: path.into(), may_go })
        };
        paths.into_iter().map(root).collect()
    }

    /// Refuses to go on where another directory has its path, or none and it `must_be` there.
    pub(crate) fn check(&self, must_be: bool) -> Result<(), PlanError> {
        match inode(&self.path.0) {
            Ok(inode) if inode == self.inode => Ok(()),
            Ok(_) => Err(PlanError::Elsewhere(self.path.0.clone())),
            Err(error)
                if self.may_go && !must_be && error.errno == Some(Errno::NOENT.raw_os_error()) =>
            {
                Ok(())
            }
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
