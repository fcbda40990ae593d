//! Determines where the operands of a job are copied or moved.

use std::collections::HashSet;
use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::contract::error::{Action, Code, OpError};
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, JobSpec, Options, Verb};
use crate::walk::operand::{ancestors, parent_of};
use crate::walk::portable::at_destination;
use fcp_sys::{self as sys, AsFd, Errno, c_path};

/// Where a job's operands go.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// The directory they go into; none if each source gets a path of its own.
    pub(crate) directory: Option<CString>,
    /// These paths, one for each source.
    pub(crate) paths: Vec<CString>,
    /// Directories above the destination, itself included: none of them may be copied into it.
    above: Vec<(u64, u64)>,
    /// Whether names that only case tells apart are one name there.
    pub(crate) folds_case: bool,
    /// Whether what is in one operand gets the name of another, once that was looked for.
    pub(super) entwined: OnceLock<bool>,
}

impl Target {
    /// The target of a job that makes nothing.
    pub(crate) fn nowhere() -> Self {
        Self {
            directory: None,
            paths: Vec::new(),
            above: Vec::new(),
            folds_case: false,
            entwined: OnceLock::new(),
        }
    }

    /// Looks at the destination of a request.
    ///
    /// # Errors
    /// The target is not a directory, or there is not exactly one source for each exact path.
    pub(crate) fn find(spec: &JobSpec) -> Result<Self, OpError> {
        let usage = || OpError::refused(Action::Copy, Code::Usage, "");
        let destination = spec.destination.as_ref().ok_or_else(usage)?;
        let (directory, paths, parent) = match destination {
            Destination::Into(path) => {
                let dir = c_path(&path.0).ok_or_else(usage)?;
                (Some(dir.clone()), Vec::new(), dir)
            }
            Destination::As(path) => {
                if spec.sources.len() != 1 && spec.verb != Verb::Pack {
                    return Err(OpError::refused(
                        Action::Target,
                        Code::NotADirectory,
                        path.0.clone(),
                    ));
                }
                let path = c_path(&path.0).ok_or_else(usage)?;
                let parent = parent_path(&path).ok_or_else(usage)?;
                (None, vec![path], parent)
            }
            Destination::Each(paths) => {
                // A journal knows operands by their names alone.
                let names: HashSet<&WirePath> = spec.sources.iter().collect();
                if names.len() != paths.len() || names.len() != spec.sources.len() {
                    return Err(usage());
                }
                let paths: Option<Vec<CString>> =
                    paths.iter().map(|path| c_path(&path.0)).collect();
                let paths = paths.ok_or_else(usage)?;
                let parent = paths.first().and_then(|path| parent_path(path));
                let folds = parent
                    .and_then(|parent| sys::enter_dir(sys::CWD, &parent, true).ok())
                    .is_some_and(|fd| sys::folds_case(fd.as_fd()));
                return Ok(Self { paths, folds_case: folds, ..Self::nowhere() });
            }
        };
        let (above, folds_case) = match around(&parent) {
            Ok(around) => around,
            Err(errno) if directory.is_some() => {
                let path = PathBuf::from(OsStr::from_bytes(parent.to_bytes()));
                return Err(OpError::new(Action::Target, path, errno));
            }
            // The copy itself will tell what is wrong with the path.
            Err(_) => (Vec::new(), false),
        };
        Ok(Self { directory, paths, above, folds_case, ..Self::nowhere() })
    }

    /// The target of a job that makes one item, of this path.
    pub(crate) fn of_path(path: CString) -> Option<Self> {
        // What makes the item will tell what is wrong with the path.
        let (above, folds_case) = around(&parent_path(&path)?).unwrap_or_default();
        Some(Self { paths: vec![path], above, folds_case, ..Self::nowhere() })
    }

    /// Whether a directory is above the destination of the operand at a position, or is that itself.
    pub(crate) fn is_inside(&self, at: usize, id: (u64, u64)) -> bool {
        match self.paths.get(at).filter(|_| self.paths.len() > 1) {
            Some(path) => nearest(path).is_some_and(|dir| ancestors(dir).contains(&id)),
            None => self.above.contains(&id),
        }
    }

    /// The destination name of the operand at a position.
    pub(crate) fn name_for(&self, at: usize, source: &Path, options: &Options) -> CString {
        match self.paths.get(at) {
            Some(path) => path.clone(),
            None if options.parents => parents_name(source, left_out(source, options)),
            None => {
                let name = base_name(source);
                at_destination(options.names, &name).unwrap_or(name)
            }
        }
    }

    /// Whether two operands have one destination.
    pub(crate) fn collides(&self, spec: &JobSpec) -> bool {
        let mut names = HashSet::new();
        let named = |(at, source): (usize, &WirePath)| self.name_for(at, &source.0, &spec.options);
        !spec.sources.iter().enumerate().map(named).all(|name| names.insert(name))
    }

    /// Gives a source that lies in the destination itself, so that the names that others get may be those of
    /// sources.
    pub(crate) fn source_in_place<'a>(&self, spec: &'a JobSpec) -> Option<&'a WirePath> {
        let id = |dir: &CStr| {
            let dir = sys::enter_dir(sys::CWD, dir, true)?;
            sys::stat_dir(dir.as_fd()).map(|meta| meta.id())
        };
        let place = id(self.directory.as_ref()?).ok()?;
        let is_there = |source: &&WirePath| {
            c_path(&source.0).is_some_and(|path| id(&parent_of(&path)) == Ok(place))
        };
        spec.sources.iter().find(is_there)
    }

    /// Gives a source of a mirror whose destination is that of another one, or lies in it: what the one
    /// brings would seem to be extra to the other.
    pub(crate) fn overlap<'a>(&self, spec: &'a JobSpec) -> Option<&'a WirePath> {
        let mut places = self.places(spec);
        places.sort();
        let inside = |pair: &&[(PathBuf, &WirePath)]| match pair {
            [(above, _), (path, _)] => path.starts_with(above),
            _ => false,
        };
        places.windows(2).find(inside).and_then(|pair| pair.last()).map(|(_, source)| *source)
    }

    /// The directory in which the destination appears.
    pub(crate) fn directory_path(&self) -> Option<CString> {
        match (&self.directory, self.paths.first()) {
            (Some(directory), _) => Some(directory.clone()),
            (None, Some(path)) => parent_path(path),
            (None, None) => Some(c".".to_owned()),
        }
    }

    /// Opens that directory.
    pub(crate) fn open(&self) -> Result<sys::OwnedFd, Errno> {
        let path = self.directory_path().ok_or(Errno::INVAL)?;
        match sys::enter_dir(sys::CWD, &path, true) {
            // It will be made.
            Err(Errno::NOENT) if self.paths.len() > 1 => nearest(&path).ok_or(Errno::NOENT),
            opened => opened,
        }
    }

    /// The free space for what is made, or that of the nearest directory above; none where that is not told.
    pub(crate) fn free_space(&self) -> u64 {
        let above = |_| self.directory_path().and_then(|path| nearest(&path)).ok_or(Errno::NOENT);
        let dir = self.open().or_else(above);
        dir.and_then(|dir| sys::free_space(dir.as_fd())).unwrap_or(0)
    }
}

/// The name of each operand, and that of its destination.
pub(crate) fn operand_names(spec: &JobSpec, target: &Target) -> Vec<(CString, CString)> {
    let names = |(at, source): (usize, &WirePath)| {
        let name = c_path(&source.0).unwrap_or_default();
        (name, target.name_for(at, &source.0, &spec.options))
    };
    spec.sources.iter().enumerate().map(names).collect()
}

/// A directory and those above it, and whether it folds case.
fn around(dir: &CStr) -> Result<(Vec<(u64, u64)>, bool), Errno> {
    let fd = sys::enter_dir(sys::CWD, dir, true)?;
    let folds = sys::folds_case(fd.as_fd());
    Ok((ancestors(fd), folds))
}

/// The directory in which a path appears.
fn parent_path(path: &CStr) -> Option<CString> {
    let path = Path::new(OsStr::from_bytes(path.to_bytes()));
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => c_path(parent),
        _ => Some(c".".to_owned()),
    }
}

/// Opens the directory that a path leads to, or the nearest one above it.
fn nearest(path: &CStr) -> Option<sys::OwnedFd> {
    let path = Path::new(OsStr::from_bytes(path.to_bytes()));
    let relative = path.is_relative().then_some(Path::new("."));
    let mut above = path.ancestors().filter(|above| !above.as_os_str().is_empty()).chain(relative);
    above.find_map(|above| sys::enter_dir(sys::CWD, &c_path(above)?, true).ok())
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
