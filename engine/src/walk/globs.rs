//! Compiles the globs by which items are left out or chosen.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::walk::wildcard::Wildcard;

/// Compiled globs; those that end with a slash match directories alone, as in `.gitignore` files.
#[derive(Debug)]
pub struct Globs {
    any: Sets,
    directories: Sets,
}

/// Globs with a slash, which match paths below an operand, and others, which match names.
#[derive(Debug)]
struct Sets {
    paths: Vec<Wildcard>,
    names: Vec<Wildcard>,
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
        let (mut paths, mut names) = (Vec::new(), Vec::new());
        for glob in globs {
            let refused = || OpError::refused(Action::Copy, Code::Usage, glob.to_owned());
            let compiled = compiled(glob).ok_or_else(refused)?;
            let is_path = glob.trim_end_matches('/').contains('/');
            if is_path {
                paths.push(compiled);
            } else {
                names.push(compiled);
            }
        }
        Ok(Self { paths, names })
    }

    fn matches(&self, name: &OsStr, path: impl FnOnce() -> PathBuf) -> bool {
        self.match_name(name) || !self.paths.is_empty() && self.match_path(&path())
    }

    fn matches_operand(&self, path: &Path) -> bool {
        // `.` and `..` are no names, so `--exclude='.*'` leaves out nothing of `fcp . /mnt`.
        let is_named = path.file_name().is_some_and(|name| self.match_name(name));
        is_named || !self.paths.is_empty() && self.match_path(path)
    }

    fn match_name(&self, name: &OsStr) -> bool {
        self.names.iter().any(|glob| glob.matches(name.as_bytes()))
    }

    /// Compares a path without a leading slash, and without dots and slashes that mean nothing.
    fn match_path(&self, path: &Path) -> bool {
        let is_name =
            |part: &Component<'_>| !matches!(part, Component::RootDir | Component::CurDir);
        let names = path.components().filter(is_name).map(|part| part.as_os_str().as_bytes());
        let names: Vec<&[u8]> = names.collect();
        self.paths.iter().any(|glob| glob.matches_names(&names))
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
pub(super) fn compiled(glob: &str) -> Option<Wildcard> {
    Wildcard::new(glob.as_bytes())
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
