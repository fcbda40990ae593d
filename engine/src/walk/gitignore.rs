//! Matches names against `.gitignore` files.

use std::path::Path;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::contract::event::FileKind;
use fcp_sys::{self as sys, AsFd, BorrowedFd, c_path};

/// Whether `.gitignore` files, the nearest last, name a path.
pub fn is_ignored(ignores: &[Arc<Gitignore>], path: &Path, is_dir: bool) -> bool {
    // The nearest file decides (gitignore(5)).
    for ignore in ignores.iter().rev() {
        match ignore.matched(path, is_dir) {
            Match::Ignore(_) => return true,
            Match::Whitelist(_) => return false,
            Match::None => {}
        }
    }
    false
}

/// Whether a `.gitignore` file beside or above an operand names it, or a directory above it.
pub(crate) fn is_operand_ignored(path: &Path, is_dir: bool) -> bool {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let Some((parent, name)) =
        std::fs::canonicalize(parent.unwrap_or(Path::new("."))).ok().zip(path.file_name())
    else {
        return false;
    };
    let mut ignores = ignores_above(&parent);
    ignores.extend(open(&parent).and_then(|fd| read_ignore(fd.as_fd(), &parent)).map(Arc::new));
    let whole = parent.join(name);
    let above = |dir: &Path| ignores.iter().any(|ignore| dir.starts_with(ignore.path()));
    is_ignored(&ignores, &whole, is_dir)
        || parent
            .ancestors()
            .take_while(|dir| above(dir))
            .any(|dir| is_ignored(&ignores, dir, true))
}

/// Gives the `.gitignore` files above a directory of a repository, the nearest last.
pub fn ignores_above(dir: &Path) -> Vec<Arc<Gitignore>> {
    let mut ignores = Vec::new();
    let mut here = dir;
    while !is_repository(here) {
        let Some(above) = here.parent() else { return Vec::new() };
        here = above;
        ignores.extend(open(here).and_then(|fd| read_ignore(fd.as_fd(), here)).map(Arc::new));
    }
    ignores.reverse();
    ignores
}

fn open(dir: &Path) -> Option<sys::OwnedFd> {
    sys::enter_dir(sys::CWD, &c_path(dir)?, true).ok()
}

fn is_repository(dir: &Path) -> bool {
    let git = c_path(&dir.join(".git"));
    git.is_some_and(|git| sys::stat_at(sys::CWD, &git, false).is_ok())
}

/// Reads the `.gitignore` of a directory; one that cannot be read ignores nothing, as with git.
pub fn read_ignore(dir: BorrowedFd<'_>, path: &Path) -> Option<Gitignore> {
    let fd = sys::open_source(dir, c".gitignore", false).ok()?;
    if sys::stat_fd(fd.as_fd()).ok()?.kind != FileKind::File {
        return None;
    }
    let mut text = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        match sys::read(fd.as_fd(), &mut buffer).ok()? {
            0 => break,
            got => text.extend_from_slice(buffer.get(..got)?),
        }
    }
    let mut builder = GitignoreBuilder::new(path);
    for line in String::from_utf8_lossy(&text).lines() {
        // A line that is no pattern is passed over (gitignore(5)).
        drop(builder.add_line(None, line).map(drop));
    }
    builder.build().ok()
}
