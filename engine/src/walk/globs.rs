//! Compiles the globs by which items are left out or chosen.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use crate::contract::error::{Action, Code, OpError};

/// Compiled globs: those with a slash match paths below an operand, the others match names.
#[derive(Debug)]
pub struct Globs {
    paths: GlobSet,
    names: GlobSet,
}

impl Globs {
    /// Compiles globs; gives none if there are none.
    ///
    /// # Errors
    /// Names the glob that cannot be understood.
    pub fn compile(globs: &[String]) -> Result<Option<Self>, OpError> {
        if globs.is_empty() {
            return Ok(None);
        }
        let (mut paths, mut names) = (GlobSetBuilder::new(), GlobSetBuilder::new());
        for glob in globs {
            let refused = || OpError::refused(Action::Copy, Code::Usage, glob.clone());
            let compiled = compiled(glob).ok_or_else(refused)?;
            if glob.trim_end_matches('/').contains('/') {
                paths.add(compiled)
            } else {
                names.add(compiled)
            };
        }
        let build = |set: GlobSetBuilder| {
            set.build().map_err(|_| OpError::refused(Action::Copy, Code::Usage, "glob"))
        };
        Ok(Some(Self { paths: build(paths)?, names: build(names)? }))
    }

    /// Tells whether a glob matches an item below an operand; `path` gives its path there, if that matters.
    pub fn matches(&self, name: &OsStr, path: impl FnOnce() -> PathBuf) -> bool {
        self.names.is_match(name) || (!self.paths.is_empty() && self.paths.is_match(path()))
    }

    /// Tells whether a glob matches an operand: its name, or its path as the user named it.
    pub(crate) fn matches_operand(&self, path: &Path) -> bool {
        // `.` and `..` are no names, so `--exclude='.*'` leaves out nothing of `fcp . /mnt`.
        let is_named = path.file_name().is_some_and(|name| self.names.is_match(name));
        is_named || !self.paths.is_empty() && self.paths.is_match(spelt_plainly(path))
    }
}

/// Compiles a glob; none if it cannot be understood.
pub(super) fn compiled(glob: &str) -> Option<Glob> {
    GlobBuilder::new(glob.trim_start_matches('/')).literal_separator(true).build().ok()
}

/// The path of an operand without a leading slash, and without dots and slashes that mean nothing.
fn spelt_plainly(path: &Path) -> PathBuf {
    path.components()
        .filter(|part| !matches!(part, Component::RootDir | Component::CurDir))
        .collect()
}
