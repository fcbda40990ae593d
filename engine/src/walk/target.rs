//! Determines where the operands of a job are copied or moved.

use std::collections::HashSet;
use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::contract::error::{Action, Code, OpError};
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, JobSpec, Options};
use crate::walk::operand::ancestors;
use fcp_sys::{self as sys, AsFd, Errno, c_path};

/// Where a job's operands go.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// The directory they go into; none if the one source gets a path of its own.
    pub(crate) directory: Option<CString>,
    /// That path.
    pub(crate) path: Option<CString>,
    /// Directories above the destination, itself included: none of them may be copied into it.
    pub(crate) above: Vec<(u64, u64)>,
    /// Whether names that only case tells apart are one name there.
    pub(crate) folds_case: bool,
}

impl Target {
    /// The target of a job that makes nothing.
    pub(crate) fn nowhere() -> Self {
        Self { directory: None, path: None, above: Vec::new(), folds_case: false }
    }

    /// Looks at the destination of a request.
    ///
    /// # Errors
    /// The target is not a directory, or there is not exactly one source for an exact path.
    pub(crate) fn find(spec: &JobSpec) -> Result<Self, OpError> {
        let usage = || OpError::refused(Action::Copy, Code::Usage, "");
        let destination = spec.destination.as_ref().ok_or_else(usage)?;
        let (directory, path, parent) = match destination {
            Destination::Into(path) => {
                let dir = c_path(&path.0).ok_or_else(usage)?;
                (Some(dir.clone()), None, dir)
            }
            Destination::As(path) => {
                if spec.sources.len() != 1 {
                    return Err(OpError::refused(
                        Action::Target,
                        Code::NotADirectory,
                        path.0.clone(),
                    ));
                }
                let parent = match path.0.parent() {
                    Some(parent) if !parent.as_os_str().is_empty() => parent,
                    _ => Path::new("."),
                };
                let parent = c_path(parent).ok_or_else(usage)?;
                (None, Some(c_path(&path.0).ok_or_else(usage)?), parent)
            }
        };
        let (above, folds_case) = match sys::enter_dir(sys::CWD, &parent, true) {
            Ok(fd) => {
                let folds = sys::folds_case(fd.as_fd());
                (ancestors(fd), folds)
            }
            Err(errno) if directory.is_some() => {
                let path = PathBuf::from(OsStr::from_bytes(parent.to_bytes()));
                return Err(OpError::new(Action::Target, path, errno));
            }
            // The copy itself will tell what is wrong with the path.
            Err(_) => (Vec::new(), false),
        };
        Ok(Self { directory, path, above, folds_case })
    }

    /// The destination name of an operand.
    pub(crate) fn name_for(&self, source: &Path, options: &Options) -> CString {
        match &self.path {
            Some(path) => path.clone(),
            None if options.parents => parents_name(source, left_out(source, options)),
            None => base_name(source),
        }
    }

    /// Whether two operands have one destination, so that their order matters.
    pub(crate) fn collides(&self, spec: &JobSpec) -> bool {
        let mut names = HashSet::new();
        !spec.sources.iter().all(|source| names.insert(self.name_for(&source.0, &spec.options)))
    }

    /// The directory in which the destination appears.
    pub(crate) fn directory_path(&self) -> Option<CString> {
        Some(match (&self.directory, &self.path) {
            (Some(directory), _) => directory.clone(),
            (None, Some(path)) => {
                let path = Path::new(OsStr::from_bytes(path.to_bytes()));
                match path.parent() {
                    Some(parent) if !parent.as_os_str().is_empty() => c_path(parent)?,
                    _ => c".".to_owned(),
                }
            }
            (None, None) => c".".to_owned(),
        })
    }

    /// Opens that directory.
    pub(crate) fn open(&self) -> Result<sys::OwnedFd, Errno> {
        let path = self.directory_path().ok_or(Errno::INVAL)?;
        sys::enter_dir(sys::CWD, &path, true)
    }
}

/// The name of each operand, and that of its destination.
pub(crate) fn operand_names(spec: &JobSpec, target: &Target) -> Vec<(CString, CString)> {
    let names = |source: &WirePath| {
        let name = c_path(&source.0).unwrap_or_default();
        (name, target.name_for(&source.0, &spec.options))
    };
    spec.sources.iter().map(names).collect()
}

/// The name an operand gets inside the target directory.
fn base_name(source: &Path) -> CString {
    let bytes = source.as_os_str().as_bytes();
    let end = bytes.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
    let trimmed = bytes.get(..end).unwrap_or_default();
    let start = trimmed.iter().rposition(|byte| *byte == b'/').map_or(0, |cut| cut + 1);
    match trimmed.get(start..).unwrap_or_default() {
        // `dir/..` and `/` have no name of their own: their entries go into the target itself.
        b"" | b".." => c".".to_owned(),
        name => CString::new(name).unwrap_or_default(),
    }
}

/// How many bytes at the beginning of a source `--parents` does not recreate.
pub(crate) fn left_out(source: &Path, options: &Options) -> usize {
    let Some(below) = &options.below else { return 0 };
    // Byte by byte: a dot at its end tells it from a directory that was named by the user.
    let below = below.0.as_os_str().as_bytes();
    let rest = source.as_os_str().as_bytes().strip_prefix(below);
    if rest.is_some_and(|rest| rest.first() == Some(&b'/')) { below.len() } else { 0 }
}

/// The source path behind the bytes that are left out, made relative, for `--parents`.
pub(crate) fn parents_name(path: &Path, left_out: usize) -> CString {
    let bytes = path.as_os_str().as_bytes().get(left_out..).unwrap_or_default();
    let start = bytes.iter().position(|byte| *byte != b'/').unwrap_or(bytes.len());
    let end = bytes.iter().rposition(|byte| *byte != b'/').map_or(start, |last| last + 1);
    match bytes.get(start..end).unwrap_or_default() {
        b"" => c".".to_owned(),
        name => CString::new(name).unwrap_or_default(),
    }
}
