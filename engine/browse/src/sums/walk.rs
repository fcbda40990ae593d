//! Finds the files of a tree, in the order of their names.

use std::ffi::{CStr, CString, OsStr};
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_engine::Globs;
use fcp_engine::error::{Action, OpError};
use fcp_engine::event::FileKind;
use fcp_sys::{AsFd, Errno, LIST_BUFFER, OwnedFd};

use super::SumControl;
use super::pipe::{Source, Task};
use crate::trees::names::Names;
use crate::trees::place::Place;

/// How trees are walked.
pub(super) struct Tree<'a> {
    pub(super) globs: Option<&'a Globs>,
    pub(super) crosses: bool,
    /// Whether it hands out what is neither a regular file nor a directory, and empty directories below the first, too.
    pub(super) hands_out_all: bool,
    pub(super) control: &'a SumControl,
}

/// A directory on the way from the root.
struct Level {
    place: Arc<Place>,
    names: Names,
    at: usize,
}

/// The walk of one tree.
struct Walk<'a> {
    tree: &'a Tree<'a>,
    root: &'a Path,
    buffer: Vec<MaybeUninit<u8>>,
    take: &'a mut dyn FnMut(Task),
}

impl Tree<'_> {
    /// Hands out the regular files in a directory, or all items, and what cannot be listed.
    pub(super) fn walk(&self, root: &Path, dir: OwnedFd, take: &mut dyn FnMut(Task)) {
        let buffer = vec![MaybeUninit::uninit(); LIST_BUFFER];
        Walk { tree: self, root, buffer, take }.run(dir);
    }
}

impl Walk<'_> {
    fn run(&mut self, dir: OwnedFd) {
        let place = Arc::new(Place::alone(dir));
        let first = place.open(0, c"", true).map_err(|errno| (Action::OpenDir, errno));
        let mut levels = match first.and_then(|dir| self.level(Arc::clone(&place), &dir)) {
            Ok(level) => vec![level],
            Err(wrong) => return self.fail(self.root.to_owned(), wrong),
        };
        while let Some(level) = levels.last_mut() {
            if self.tree.control.is_stopped() {
                return;
            }
            let Some((name, kind)) = level.names.get(level.at) else {
                levels.pop();
                continue;
            };
            level.at += 1;
            let plain = OsStr::from_bytes(name.to_bytes());
            let globs = self.tree.globs;
            if globs.is_some_and(|globs| globs.matches(plain, kind, || level.place.path_of(name))) {
                continue;
            }
            let (place, name) = (Arc::clone(&level.place), name.to_owned());
            match kind {
                FileKind::File => self.hand_out(place, name),
                FileKind::Directory => match self.enter(&place, &name) {
                    Ok(level) => {
                        let is_empty = level.names.get(0).is_none();
                        levels.push(level);
                        if is_empty && self.tree.hands_out_all {
                            self.hand_out(place, name);
                        }
                    }
                    Err((_, Errno::XDEV)) if !self.tree.crosses => {}
                    Err(wrong) => self.fail(self.root.join(place.path_of(&name)), wrong),
                },
                FileKind::Symlink
                | FileKind::Fifo
                | FileKind::Socket
                | FileKind::CharDevice
                | FileKind::BlockDevice
                | FileKind::Unknown => {
                    if self.tree.hands_out_all {
                        self.hand_out(place, name);
                    }
                }
            }
        }
    }

    fn hand_out(&mut self, place: Arc<Place>, name: CString) {
        let path = self.root.join(place.path_of(&name));
        (self.take)(Task { path, source: Source::Entry(place), name, stated: None, error: None });
    }

    fn enter(&mut self, above: &Place, name: &CStr) -> Result<Level, (Action, Errno)> {
        let failed = |errno| (Action::OpenDir, errno);
        let dir = above.open(0, name, self.tree.crosses).map_err(failed)?;
        let place = above.enter(name, [Some(&dir), None]).map_err(failed)?;
        self.level(Arc::new(place), &dir)
    }

    fn level(&mut self, place: Arc<Place>, dir: &OwnedFd) -> Result<Level, (Action, Errno)> {
        let names = Names::list(dir.as_fd(), &mut self.buffer, &self.tree.control.stop);
        let names = names.map_err(|errno| (Action::ListDir, errno))?;
        Ok(Level { place, names, at: 0 })
    }

    /// Hands out a directory that could not be read.
    fn fail(&mut self, path: PathBuf, (action, errno): (Action, Errno)) {
        let error = Some(OpError::new(action, &path, errno));
        let (source, name) = (Source::Operand(None), CString::default());
        (self.take)(Task { path, source, name, stated: None, error });
    }
}
