//! Visits what is in one directory, depth first on one thread: what is in a directory comes before it.
//!
//! It holds two descriptors, however deep the directory is, and enters nothing that is mounted there. The
//! parallel walk is for the operands of a job; this is for a single directory that an item meets.

use std::ffi::{CStr, CString, OsStr};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::walk::item::Names;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, OwnedFd};

/// Acts on what a descent finds; all paths are as the user would write them.
pub(crate) trait Descend {
    /// Acts on an entry of an open directory that is no directory itself.
    fn file(&mut self, dir: BorrowedFd<'_>, path: &Path, name: &CStr, kind: FileKind);

    /// Whether a directory is entered.
    fn enters(&mut self, path: &Path, name: &CStr) -> bool;

    /// Acts on a directory after what is in it; `above` is the open directory that holds it.
    fn leave(&mut self, above: BorrowedFd<'_>, path: &Path, name: &CStr);

    /// Notes that a directory could not be entered or listed.
    fn fails(&mut self, error: OpError);

    /// Whether the descent continues.
    fn goes_on(&self) -> bool;
}

/// A directory that was entered and not left.
struct Level {
    name: CString,
    id: (u64, u64),
    subdirectories: Names,
    /// Where the next of them begins.
    at: usize,
}

/// Descends into the directory `name` of the open directory `above`, whose path is `path`.
pub(crate) fn descend(above: BorrowedFd<'_>, name: &CStr, path: &Path, visitor: &mut impl Descend) {
    let mut path = path.to_owned();
    let root = match sys::stat_dir(above) {
        Ok(root) => root,
        Err(errno) => return visitor.fails(OpError::new(Action::OpenDir, path, errno)),
    };
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let mut enter = |dir: BorrowedFd<'_>, name: &CStr, path: &Path, visitor: &mut _| {
        enter(dir, name, path, &root, &mut buffer, visitor)
    };
    let Some((mut here, first)) = enter(above, name, &path, visitor) else { return };
    let mut levels = vec![first];
    while let Some(level) = levels.last_mut() {
        if !visitor.goes_on() {
            return;
        }
        let next = level.subdirectories.next(&mut level.at).map(|(name, _)| name.to_owned());
        if let Some(name) = next {
            path.push(OsStr::from_bytes(name.to_bytes()));
            let entered = if visitor.enters(&path, &name) {
                enter(here.as_fd(), &name, &path, visitor)
            } else {
                None
            };
            match entered {
                Some((dir, level)) => {
                    here = dir;
                    levels.push(level);
                }
                None => drop(path.pop()),
            }
            continue;
        }
        let Some(left) = levels.pop() else { return };
        let Some(parent) = levels.last() else {
            return visitor.leave(above, &path, &left.name);
        };
        here = match back(&here, parent.id) {
            Ok(dir) => dir,
            Err(errno) => return visitor.fails(OpError::new(Action::OpenDir, path, errno)),
        };
        visitor.leave(here.as_fd(), &path, &left.name);
        path.pop();
    }
}

/// Opens and lists a directory; its files are acted on at once.
fn enter(
    dir: BorrowedFd<'_>,
    name: &CStr,
    path: &Path,
    root: &Meta,
    buffer: &mut [MaybeUninit<u8>],
    visitor: &mut impl Descend,
) -> Option<(OwnedFd, Level)> {
    let opened =
        sys::open_dir(dir, name, false).and_then(|fd| Ok((sys::stat_dir(fd.as_fd())?, fd)));
    let (meta, fd) = match opened {
        Ok(opened) => opened,
        Err(errno) => {
            visitor.fails(OpError::new(Action::OpenDir, path, errno));
            return None;
        }
    };
    if meta.dev != root.dev || meta.mount != root.mount {
        visitor.fails(OpError::refused(Action::Remove, Code::MountPoint, path));
        return None;
    }
    let mut subdirectories = Names::default();
    let mut file: PathBuf = path.join("x");
    let listed = sys::list(fd.as_fd(), buffer, |name, kind, inode| {
        let kind = sys::kind_at(fd.as_fd(), name, kind);
        if kind == FileKind::Directory {
            subdirectories.push(name, kind, inode);
        } else {
            file.set_file_name(OsStr::from_bytes(name.to_bytes()));
            visitor.file(fd.as_fd(), &file, name, kind);
        }
        if visitor.goes_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if let Err(errno) = listed {
        visitor.fails(OpError::new(Action::ListDir, path, errno));
    }
    let level = Level { name: name.to_owned(), id: meta.id(), subdirectories, at: 0 };
    Some((fd, level))
}

/// Opens the directory above, which must be the one that was entered.
fn back(here: &OwnedFd, id: (u64, u64)) -> sys::Sys<OwnedFd> {
    let above = sys::open_dir(here.as_fd(), c"..", false)?;
    if sys::stat_fd(above.as_fd())?.id() == id { Ok(above) } else { Err(Errno::STALE) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Writes down what it is shown.
    #[derive(Default)]
    struct Seen {
        paths: Vec<PathBuf>,
        errors: Vec<OpError>,
        most: usize,
    }

    impl Descend for Seen {
        fn file(&mut self, dir: BorrowedFd<'_>, path: &Path, name: &CStr, kind: FileKind) {
            assert_eq!(sys::stat_at(dir, name, false).unwrap().kind, kind);
            self.paths.push(path.to_owned());
        }

        fn enters(&mut self, path: &Path, _name: &CStr) -> bool {
            !path.ends_with("closed")
        }

        fn leave(&mut self, above: BorrowedFd<'_>, path: &Path, name: &CStr) {
            assert_eq!(sys::stat_at(above, name, false).unwrap().kind, FileKind::Directory);
            self.paths.push(path.to_owned());
        }

        fn fails(&mut self, error: OpError) {
            self.errors.push(error);
        }

        fn goes_on(&self) -> bool {
            self.paths.len() < self.most
        }
    }

    fn seen(dir: &Path, most: usize) -> Seen {
        let mut seen = Seen { most, ..Seen::default() };
        let above = sys::enter_dir(sys::CWD, &sys::c_path(dir).unwrap(), true).unwrap();
        descend(above.as_fd(), c"top", Path::new("top"), &mut seen);
        seen
    }

    #[test]
    fn what_is_in_a_directory_comes_before_it_and_symlinks_are_not_followed() {
        let scratch = tempfile::tempdir().unwrap();
        let top = scratch.path().join("top");
        for dir in ["a/b", "closed/never", "z"] {
            fs::create_dir_all(top.join(dir)).unwrap();
        }
        fs::write(top.join("a/b/file"), "").unwrap();
        fs::write(top.join("closed/file"), "").unwrap();
        std::os::unix::fs::symlink("..", top.join("z/link")).unwrap();
        let Seen { paths, errors, .. } = seen(scratch.path(), usize::MAX);
        assert_eq!(errors, []);
        let at = |path: &str| paths.iter().position(|it| it == Path::new(path)).unwrap();
        assert!(at("top/a/b/file") < at("top/a/b") && at("top/a/b") < at("top/a"));
        assert!(at("top/z/link") < at("top/z"));
        assert_eq!(at("top"), paths.len() - 1);
        assert_eq!(paths.len(), 6);
        assert_eq!(seen(scratch.path(), 1).paths.len(), 1);
    }

    #[test]
    fn a_deep_directory_needs_no_more_descriptors() {
        let scratch = tempfile::tempdir().unwrap();
        let mut at = sys::make_dirs(&scratch.path().join("top"), 0o700).unwrap();
        for _ in 0..3000 {
            sys::make_dir(at.as_fd(), c"d", 0o700).unwrap();
            at = sys::open_dir(at.as_fd(), c"d", false).unwrap();
        }
        drop(at);
        let Seen { paths, errors, .. } = seen(scratch.path(), usize::MAX);
        assert_eq!((paths.len(), errors), (3001, vec![]));
    }
}
