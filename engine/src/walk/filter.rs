//! Filters operands and what is below them by globs and `.gitignore` files.

use std::collections::HashSet;
use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::contract::error::OpError;
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::contract::spec;
use crate::walk::gitignore::{Around, Gitignore, is_ignored, read_ignore};
use crate::walk::globs::{self, Globs};
use crate::walk::node::DirNode;
use fcp_sys::BorrowedFd;

/// The compiled filters of a job.
#[derive(Debug)]
pub(crate) struct Filters {
    pub(crate) gitignore: bool,
    around: Around,
    exclude: Option<Globs>,
    include: Option<Globs>,
    only: Option<Only>,
}

/// The items that are wanted, and nothing else.
#[derive(Debug)]
struct Only {
    /// These, and what is in them.
    items: HashSet<PathBuf>,
    /// The directories that lead to them.
    leading: HashSet<PathBuf>,
}

impl Only {
    fn of(items: &[WirePath]) -> Option<Self> {
        let items: HashSet<PathBuf> = items.iter().map(|item| item.0.clone()).collect();
        let above = items.iter().flat_map(|item| item.ancestors().skip(1));
        let leading = above.map(Path::to_owned).collect();
        (!items.is_empty()).then_some(Self { items, leading })
    }

    fn accepts(&self, path: &Path) -> bool {
        self.leading.contains(path) || path.ancestors().any(|above| self.items.contains(above))
    }
}

impl spec::Filter {
    /// Gives the first glob that cannot be understood, or that would take only directories: all of these are entered.
    pub fn bad_glob(&self) -> Option<&str> {
        let takes_no_file = |glob: &&String| globs::is_of_directories(glob);
        let is_bad = |glob: &&String| globs::compiled(glob).is_none();
        let excluded = self.exclude.iter().find(is_bad);
        excluded
            .or(self.include.iter().find(|glob| is_bad(glob) || takes_no_file(glob)))
            .map(String::as_str)
    }
}

impl Filters {
    /// Compiles the filters of a request.
    ///
    /// # Errors
    /// Names the glob that cannot be understood.
    pub(crate) fn new(filter: &spec::Filter) -> Result<Self, OpError> {
        Ok(Self {
            gitignore: filter.gitignore,
            around: Around::default(),
            exclude: Globs::compile(&filter.exclude)?,
            include: Globs::compile(&filter.include)?,
            only: Only::of(&filter.only),
        })
    }

    /// Whether there is anything to ask.
    pub(crate) fn is_empty(&self) -> bool {
        !self.gitignore && self.exclude.is_none() && self.include.is_none() && self.only.is_none()
    }

    /// Whether an item below an operand is copied.
    pub(crate) fn accepts(&self, node: &DirNode, name: &CStr, kind: FileKind) -> bool {
        let (relative, source) = (|| node.relative_path(name), || node.src_path(name));
        self.decide(node, (&relative, &source), name, kind)
    }

    /// Whether an item would be copied that is at the path `inside` below a directory.
    pub(crate) fn accepts_inside(
        &self,
        node: &DirNode,
        inside: &Path,
        name: &CStr,
        kind: FileKind,
    ) -> bool {
        let above = |path: PathBuf| path.parent().unwrap_or(Path::new("")).join(inside);
        let relative = || above(node.relative_path(c"x"));
        let source = || above(node.src_path(c"x"));
        self.decide(node, (&relative, &source), name, kind)
    }

    /// Decides by the path below the operand, the path as the user would write it, and the name.
    fn decide(
        &self,
        node: &DirNode,
        (relative, source): (&dyn Fn() -> PathBuf, &dyn Fn() -> PathBuf),
        name: &CStr,
        kind: FileKind,
    ) -> bool {
        let is_dir = kind == FileKind::Directory;
        let plain = OsStr::from_bytes(name.to_bytes());
        if self.exclude.as_ref().is_some_and(|globs| globs.matches(plain, kind, relative)) {
            return false;
        }
        if !is_dir
            && self.include.as_ref().is_some_and(|globs| !globs.matches(plain, kind, relative))
        {
            return false;
        }
        if self.only.as_ref().is_some_and(|only| !only.accepts(&source())) {
            return false;
        }
        if self.gitignore {
            if is_dir && name.to_bytes() == b".git" {
                return true;
            }
            return !is_ignored(&node.ignore, &source(), is_dir);
        }
        true
    }

    /// Whether an operand is taken.
    pub(crate) fn accepts_operand(&self, path: &Path, kind: FileKind) -> bool {
        let is_dir = kind == FileKind::Directory;
        if self.exclude.as_ref().is_some_and(|globs| globs.matches_operand(path, kind)) {
            return false;
        }
        if !is_dir && self.include.as_ref().is_some_and(|globs| !globs.matches_operand(path, kind))
        {
            return false;
        }
        !self.gitignore || !self.around.name_operand(path, is_dir)
    }

    /// Gives the `.gitignore` files that hold in a directory: its own and those above it.
    pub(crate) fn ignores_in(
        &self,
        parent: &DirNode,
        dir: BorrowedFd<'_>,
        path: impl FnOnce() -> PathBuf,
    ) -> Vec<Arc<Gitignore>> {
        if !self.gitignore {
            return Vec::new();
        }
        let path = path();
        let mut ignores = match parent.parent {
            Some(_) => parent.ignore.clone(),
            None => self.around.above_operand(&path),
        };
        if let Some(ignore) = read_ignore(dir, &path) {
            ignores.push(Arc::new(ignore));
        }
        ignores
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use fcp_sys::{self as sys, AsFd, c_path};

    #[test]
    fn what_is_above_the_operands_is_read_once() {
        let scratch = tempfile::tempdir().unwrap();
        let root = scratch.path();
        for name in [".git", "one", "two", "kept"] {
            fs::create_dir(root.join(name)).unwrap();
        }
        let filter = spec::Filter { gitignore: true, ..spec::Filter::default() };
        let filters = Filters::new(&filter).unwrap();
        let takes = |name: &str| filters.accepts_operand(&root.join(name), FileKind::Directory);
        fs::write(root.join(".gitignore"), "two\n*.o\n").unwrap();
        assert_eq!(["one", "two"].map(takes), [true, false]);
        fs::write(root.join(".gitignore"), "").unwrap();
        assert!(!takes("two"));
        let top = DirNode::top(None, sys::stat_at(sys::CWD, c".", true).unwrap());
        let dir =
            sys::open_dir(sys::CWD, &c_path(root.join("one").as_path()).unwrap(), true).unwrap();
        let ignores = filters.ignores_in(&top, dir.as_fd(), || root.join("one"));
        assert!(is_ignored(&ignores, &root.join("one/x.o"), false));
        assert!(!is_ignored(&ignores, &root.join("one/x.c"), false));
    }
}
