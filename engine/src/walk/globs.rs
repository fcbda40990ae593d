//! Compiles the globs by which items are left out or chosen.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;

/// Compiled globs; those that end with a slash match directories alone, as in `.gitignore` files.
#[derive(Debug)]
pub struct Globs {
    any: Sets,
    directories: Sets,
}

/// Globs with a slash, which match paths below an operand, and others, which match names.
#[derive(Debug)]
struct Sets {
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
        let (of_directories, of_any): (Vec<_>, Vec<_>) =
            globs.iter().partition(|glob| is_of_directories(glob));
        let (any, directories) = (Sets::compile(&of_any)?, Sets::compile(&of_directories)?);
        Ok(Some(Self { any, directories }))
    }

    /// Tells whether a glob matches an item below an operand; `path` gives its path there, if that matters.
    pub fn matches(&self, name: &OsStr, kind: FileKind, path: impl Fn() -> PathBuf) -> bool {
        self.fitting(kind).any(|sets| sets.matches(name, &path))
    }

    /// Tells whether a glob matches an operand: its name, or its path as the user named it.
    pub(crate) fn matches_operand(&self, path: &Path, kind: FileKind) -> bool {
        self.fitting(kind).any(|sets| sets.matches_operand(path))
    }

    fn fitting(&self, kind: FileKind) -> impl Iterator<Item = &Sets> {
        let directories = (kind == FileKind::Directory).then_some(&self.directories);
        [&self.any].into_iter().chain(directories)
    }
}

impl Sets {
    fn compile(globs: &[&String]) -> Result<Self, OpError> {
        let (mut paths, mut names) = (GlobSetBuilder::new(), GlobSetBuilder::new());
        for glob in globs {
            let refused = || OpError::refused(Action::Copy, Code::Usage, glob.to_owned());
            let compiled = compiled(glob).ok_or_else(refused)?;
            let is_path = glob.trim_end_matches('/').contains('/');
            if is_path {
                paths.add(compiled)
            } else {
                names.add(compiled)
            };
        }
        let build = |set: GlobSetBuilder| {
            set.build().map_err(|_| OpError::refused(Action::Copy, Code::Usage, "glob"))
        };
        Ok(Self { paths: build(paths)?, names: build(names)? })
    }

    fn matches(&self, name: &OsStr, path: impl FnOnce() -> PathBuf) -> bool {
        self.names.is_match(name) || (!self.paths.is_empty() && self.paths.is_match(path()))
    }

    fn matches_operand(&self, path: &Path) -> bool {
        // `.` and `..` are no names, so `--exclude='.*'` leaves out nothing of `fcp . /mnt`.
        let is_named = path.file_name().is_some_and(|name| self.names.is_match(name));
        is_named || !self.paths.is_empty() && self.paths.is_match(spelt_plainly(path))
    }
}

/// Whether a glob matches directories alone.
pub(super) fn is_of_directories(glob: &str) -> bool {
    glob.ends_with('/')
}

/// Compiles a glob; none if it cannot be understood, or could match nothing.
///
/// Dots and slashes that mean nothing in a path mean nothing in a glob: `./a` and `a//b` are what operands and the paths
/// below them are without these.
pub(super) fn compiled(glob: &str) -> Option<Glob> {
    let parts: Vec<&str> = glob.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.is_empty() {
        return None;
    }
    GlobBuilder::new(&parts.join("/")).literal_separator(true).build().ok()
}

/// The path of an operand without a leading slash, and without dots and slashes that mean nothing.
fn spelt_plainly(path: &Path) -> PathBuf {
    path.components()
        .filter(|part| !matches!(part, Component::RootDir | Component::CurDir))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn globs(glob: &str) -> Globs {
        Globs::compile(&[glob.to_owned()]).unwrap().unwrap()
    }

    #[test]
    fn a_slash_behind_a_glob_means_directories() {
        for glob in ["keep/", "a/keep/", "/a/keep/", "**/keep/", "./a/keep/", "a//keep//"] {
            let globs = globs(glob);
            let matches =
                |kind| globs.matches(OsStr::new("keep"), kind, || PathBuf::from("a/keep"));
            assert!(matches(FileKind::Directory), "{glob}");
            assert!(!matches(FileKind::File) && !matches(FileKind::Symlink), "{glob}");
        }
        let globs = globs("k/");
        for operand in ["k", "k/", "./k", "a/k/"] {
            assert!(globs.matches_operand(Path::new(operand), FileKind::Directory), "{operand}");
            assert!(!globs.matches_operand(Path::new(operand), FileKind::File), "{operand}");
        }
    }

    #[test]
    fn dots_and_slashes_that_mean_nothing_mean_nothing_in_globs() {
        for glob in ["./k", "/k", ".//k", "./././k"] {
            let globs = globs(glob);
            assert!(globs.matches_operand(Path::new("./k"), FileKind::File), "{glob}");
            assert!(globs.matches_operand(Path::new("/k"), FileKind::File), "{glob}");
            let below =
                |path: &str| globs.matches(OsStr::new("k"), FileKind::File, || PathBuf::from(path));
            assert!(below("k") && !below("a/k"), "{glob}");
        }
        for glob in ["", ".", "/", "./", "//"] {
            assert!(compiled(glob).is_none(), "{glob:?}");
        }
    }
}
