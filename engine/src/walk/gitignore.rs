//! Matches names against `.gitignore` files.

use std::borrow::Cow;
use std::collections::HashMap;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use gix_glob::pattern::Case;
use gix_glob::{Pattern, wildmatch};

use crate::contract::event::FileKind;
use fcp_sys::{self as sys, AsFd, BorrowedFd, c_path, lock};

/// The patterns of a `.gitignore` file, read as git reads them.
#[derive(Debug)]
pub struct Gitignore {
    /// The directory that the file is in, or an operand below that, as the walk names it.
    dir: PathBuf,
    /// The path of the operand as seen from the file, with a slash behind it; empty if the file is in `dir`.
    inside: Vec<u8>,
    patterns: Arc<[Pattern]>,
}

impl Gitignore {
    /// Parses what the file of a directory says; a line that is no pattern is passed over.
    fn parse(dir: &Path, text: &[u8]) -> Self {
        let patterns = gix_ignore::parse(text, false).map(|(pattern, _line, _kind)| pattern);
        Self { dir: plain(dir).to_owned(), inside: Vec::new(), patterns: patterns.collect() }
    }

    /// Makes it hold for what a walk finds below an operand: `operand` is what the walk calls it, `whole` where it is.
    fn seen_from(&self, operand: &Path, whole: &Path) -> Option<Self> {
        let inside = whole.strip_prefix(&self.dir).ok()?.as_os_str().as_bytes();
        let (dir, patterns) = (plain(operand).to_owned(), Arc::clone(&self.patterns));
        Some(Self { dir, inside: [inside, b"/"].concat(), patterns })
    }

    /// Whether it ignores a path, or says that it does not; none if no pattern matches.
    fn decides(&self, path: &Path, is_dir: bool) -> Option<bool> {
        let below = plain(path).strip_prefix(&self.dir).ok()?.as_os_str().as_bytes();
        if below.is_empty() {
            return None;
        }
        let below = match self.inside.as_slice() {
            [] => Cow::Borrowed(below),
            inside => Cow::Owned([inside, below].concat()),
        };
        let name = below.iter().rposition(|byte| *byte == b'/').map(|slash| slash + 1);
        let mode = wildmatch::Mode::NO_MATCH_SLASH_LITERAL;
        let matches = |pattern: &&Pattern| {
            let (path, case) = (below.as_ref().into(), Case::Sensitive);
            pattern.matches_repo_relative_path(path, name, Some(is_dir), case, mode)
        };
        // The last pattern that matches decides (gitignore(5)).
        self.patterns.iter().rev().find(matches).map(|pattern| !pattern.is_negative())
    }
}

/// A path without the dots before it, which mean nothing.
fn plain(path: &Path) -> &Path {
    let mut path = path;
    while let Ok(rest) = path.strip_prefix(".") {
        path = rest;
    }
    path
}

/// Whether `.gitignore` files, the nearest last, name a path.
pub fn is_ignored(ignores: &[Arc<Gitignore>], path: &Path, is_dir: bool) -> bool {
    // The nearest file decides (gitignore(5)).
    ignores.iter().rev().find_map(|ignore| ignore.decides(path, is_dir)).unwrap_or(false)
}

/// The `.gitignore` files beside and above operands, which are read once for a job.
#[derive(Debug, Default)]
pub(crate) struct Around(Mutex<HashMap<PathBuf, Beside>>);

/// What holds in a directory in which operands are.
#[derive(Clone, Debug)]
struct Beside {
    /// Those above it in its repository; none if it is in none.
    above: Option<Vec<Arc<Gitignore>>>,
    own: Option<Arc<Gitignore>>,
}

impl Around {
    fn beside(&self, dir: &Path) -> Beside {
        let read = || {
            let own = open(dir).and_then(|fd| read_ignore(fd.as_fd(), dir)).map(Arc::new);
            Beside { above: above_in_repository(dir), own }
        };
        lock(&self.0).entry(dir.to_owned()).or_insert_with(read).clone()
    }

    /// Whether a file beside or above an operand names it, or a directory above it.
    pub(crate) fn name_operand(&self, path: &Path, is_dir: bool) -> bool {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let Some((parent, name)) =
            std::fs::canonicalize(parent.unwrap_or(Path::new("."))).ok().zip(path.file_name())
        else {
            return false;
        };
        let Beside { above, own } = self.beside(&parent);
        let mut ignores = above.unwrap_or_default();
        ignores.extend(own);
        let whole = parent.join(name);
        let above = |dir: &Path| ignores.iter().any(|ignore| dir.starts_with(&ignore.dir));
        is_ignored(&ignores, &whole, is_dir)
            || parent
                .ancestors()
                .take_while(|dir| above(dir))
                .any(|dir| is_ignored(&ignores, dir, true))
    }

    /// Gives those above an operand that is a directory, for what is below it.
    pub(crate) fn above_operand(&self, operand: &Path) -> Vec<Arc<Gitignore>> {
        let Ok(whole) = std::fs::canonicalize(operand) else { return Vec::new() };
        if is_repository(&whole) {
            return Vec::new();
        }
        let Some(Beside { above: Some(above), own }) = whole.parent().map(|it| self.beside(it))
        else {
            return Vec::new();
        };
        let above = above.iter().chain(&own);
        above.filter_map(|ignore| ignore.seen_from(operand, &whole)).map(Arc::new).collect()
    }
}

/// Gives the `.gitignore` files above a directory of a repository, the nearest last.
pub fn ignores_above(dir: &Path) -> Vec<Arc<Gitignore>> {
    above_in_repository(dir).unwrap_or_default()
}

fn above_in_repository(dir: &Path) -> Option<Vec<Arc<Gitignore>>> {
    let mut ignores = Vec::new();
    let mut here = dir;
    while !is_repository(here) {
        here = here.parent()?;
        ignores.extend(open(here).and_then(|fd| read_ignore(fd.as_fd(), here)).map(Arc::new));
    }
    ignores.reverse();
    Some(ignores)
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
    Some(Gitignore::parse(path, &text))
}
