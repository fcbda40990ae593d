//! Filters operands and what is below them by globs and `.gitignore` files.

use std::collections::HashSet;
use std::ffi::CStr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use ignore::gitignore::Gitignore;

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::contract::spec;
use crate::walk::gitignore::{is_ignored, is_operand_ignored, read_ignore};
use crate::walk::node::DirNode;
use fcp_sys::BorrowedFd;

/// The compiled filters of a job.
#[derive(Debug)]
pub(crate) struct Filters {
    pub(crate) gitignore: bool,
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

#[derive(Debug)]
struct Globs {
    /// Globs with a slash match the path below the operand.
    paths: GlobSet,
    /// The others match the name.
    names: GlobSet,
}

impl Globs {
    fn compile(globs: &[String]) -> Result<Option<Self>, OpError> {
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

    fn matches(&self, relative: &dyn Fn() -> PathBuf, name: &CStr) -> bool {
        use std::os::unix::ffi::OsStrExt as _;
        let name_path = Path::new(std::ffi::OsStr::from_bytes(name.to_bytes()));
        self.names.is_match(name_path)
            || (!self.paths.is_empty() && self.paths.is_match(relative()))
    }

    /// Whether a glob matches an operand: its name, or its path as the user named it.
    fn matches_operand(&self, path: &Path) -> bool {
        // `.` and `..` are no names, so `--exclude='.*'` leaves out nothing of `fcp . /mnt`.
        let is_named = path.file_name().is_some_and(|name| self.names.is_match(name));
        is_named || !self.paths.is_empty() && self.paths.is_match(spelt_plainly(path))
    }
}

impl spec::Filter {
    /// Gives the first glob that cannot be understood.
    pub fn bad_glob(&self) -> Option<&str> {
        let globs = self.exclude.iter().chain(&self.include);
        globs.map(String::as_str).find(|glob| compiled(glob).is_none())
    }
}

/// Compiles a glob; none if it cannot be understood.
fn compiled(glob: &str) -> Option<Glob> {
    GlobBuilder::new(glob.trim_start_matches('/')).literal_separator(true).build().ok()
}

impl Filters {
    /// Compiles the filters of a request.
    ///
    /// # Errors
    /// Names the glob that cannot be understood.
    pub(crate) fn new(filter: &spec::Filter) -> Result<Self, OpError> {
        Ok(Self {
            gitignore: filter.gitignore,
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
        if self.exclude.as_ref().is_some_and(|globs| globs.matches(relative, name)) {
            return false;
        }
        if !is_dir && self.include.as_ref().is_some_and(|globs| !globs.matches(relative, name)) {
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
        if self.exclude.as_ref().is_some_and(|globs| globs.matches_operand(path)) {
            return false;
        }
        if !is_dir && self.include.as_ref().is_some_and(|globs| !globs.matches_operand(path)) {
            return false;
        }
        !self.gitignore || !is_operand_ignored(path, is_dir)
    }

    /// Gives the `.gitignore` files that hold in a directory: its own and those above it.
    pub(crate) fn ignores_in(
        &self,
        parent: &DirNode,
        dir: BorrowedFd<'_>,
        path: &Path,
    ) -> Vec<Arc<Gitignore>> {
        if !self.gitignore {
            return Vec::new();
        }
        let mut ignores = parent.ignore.clone();
        if let Some(ignore) = read_ignore(dir, path) {
            ignores.push(Arc::new(ignore));
        }
        ignores
    }
}

/// The path of an operand without a leading slash, and without dots and slashes that mean nothing.
fn spelt_plainly(path: &Path) -> PathBuf {
    path.components()
        .filter(|part| !matches!(part, Component::RootDir | Component::CurDir))
        .collect()
}
