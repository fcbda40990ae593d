//! Sets modes and owners, of single files and of whole trees.

use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Edit, ModeChange, c_path, stat};
use crate::tree::{self, Failure, Opened, Place, Root, Visit};
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::FileKind;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, Sys};

/// Failures that are told; more are only counted.
const TOLD: usize = 100;

/// Changes that are remembered; a request that makes more of them cannot be undone.
const REMEMBERED: usize = 10_000;

/// What became of a change of modes or owners.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Items that are now as they should be, those that were before among them.
    pub done: u64,
    /// Items and directories that failed.
    pub failures: u64,
    /// The first hundred failures.
    pub failed: Vec<OpError>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
    /// What undoes it; none if nothing was changed, or too much to be remembered.
    pub undo: Option<Edit>,
}

/// What was changed of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeChange {
    /// What was named.
    operand: PathBuf,
    /// Its path below that, empty for the operand itself.
    below: PathBuf,
    kind: FileKind,
    inode: (u64, u64),
    before: Attributes,
    after: Attributes,
}

/// Mode and owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Attributes {
    mode: u32,
    uid: u32,
    gid: u32,
}

impl From<&Meta> for Attributes {
    fn from(meta: &Meta) -> Self {
        Self { mode: meta.mode, uid: meta.uid, gid: meta.gid }
    }
}

/// Gives what the user was shown an item as; none if that is not known.
pub type ShownAs<'a> = &'a (dyn Fn(&Path) -> Option<FileKind> + Sync);

/// Refuses an item that has another type than the user was shown.
///
/// # Errors
/// It has, or it cannot be looked at.
pub fn check_type(path: &Path, shown: Option<FileKind>, action: Action) -> Result<(), OpError> {
    if shown.is_none() { Ok(()) } else { type_as_shown(path, shown, action).map(drop) }
}

/// Gives the type of an item, if it is the one that the user was shown.
fn type_as_shown(
    path: &Path,
    shown: Option<FileKind>,
    action: Action,
) -> Result<FileKind, OpError> {
    let kind = stat(path)?.kind;
    if shown.is_some_and(|shown| shown != kind) {
        return Err(OpError::refused(action, Code::ChangedSince, path));
    }
    Ok(kind)
}

/// Changes the modes of files, with `recursive` of all that is in directories as well; an operand that is no longer of the
/// type that was shown fails.
///
/// An operand that is a symlink stands for what it leads to, as symlinks have no mode, but not for all that is in it: that
/// may be anywhere, and the user has not seen it. Below the operands symlinks are passed over.
pub fn set_mode(
    paths: &[PathBuf],
    shown: ShownAs<'_>,
    change: &ModeChange,
    recursive: bool,
    stop: &AtomicBool,
) -> Changed {
    let what = What::Mode { change, umask: sys::umask() };
    Changer::new(what).run(paths, shown, recursive, stop)
}

/// Changes the owner, the group or both, with `recursive` of all that is in directories as well; an operand that is no
/// longer of the type that was shown fails.
///
/// Symlinks are not followed: they have owners themselves.
pub fn set_owner(
    paths: &[PathBuf],
    shown: ShownAs<'_>,
    uid: Option<u32>,
    gid: Option<u32>,
    recursive: bool,
    stop: &AtomicBool,
) -> Changed {
    Changer::new(What::Owner { uid, gid }).run(paths, shown, recursive, stop)
}

/// What is changed.
enum What<'a> {
    Mode { change: &'a ModeChange, umask: u32 },
    Owner { uid: Option<u32>, gid: Option<u32> },
}

struct Changer<'a> {
    what: What<'a>,
    /// What the roots of the walk are called.
    operands: Vec<PathBuf>,
    changed: Mutex<Changed>,
    changes: Mutex<Vec<AttributeChange>>,
}

/// A file by the names that lead to it.
#[derive(Clone, Copy)]
struct Spot<'a> {
    operand: &'a Path,
    below: &'a Path,
    dir: BorrowedFd<'a>,
    name: &'a CStr,
}

impl Spot<'_> {
    fn path(&self) -> PathBuf {
        path_of(self.operand, self.below)
    }
}

/// The path of something below an operand, or of the operand itself.
fn path_of(operand: &Path, below: &Path) -> PathBuf {
    // Joined with nothing it would end in a slash.
    if below.as_os_str().is_empty() { operand.to_owned() } else { operand.join(below) }
}

/// A note about a directory that gets its mode when all in it has been changed.
const LATER: u32 = 1 << 16;

/// Whether the owner may list and search a directory of this mode.
fn is_open(mode: u32) -> bool {
    mode & 0o500 == 0o500
}

impl<'a> Changer<'a> {
    fn new(what: What<'a>) -> Self {
        Self { what, operands: Vec::new(), changed: Mutex::default(), changes: Mutex::default() }
    }

    fn run(
        mut self,
        paths: &[PathBuf],
        shown: ShownAs<'_>,
        recursive: bool,
        stop: &AtomicBool,
    ) -> Changed {
        let mut roots = Vec::new();
        for path in paths {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let (operand, name) = match self.resolve(path, shown(path)) {
                Ok(found) => found,
                Err(error) => {
                    self.fail(error);
                    continue;
                }
            };
            let below = Path::new("");
            let spot = Spot { operand: &operand, below, dir: sys::CWD, name: &name };
            // It has another path only if a symlink led there.
            let descends = recursive && operand == *path;
            if let Some(note) = self.change(spot, descends).filter(|_| descends) {
                roots.push(Root { path: operand.clone(), follow: false, note });
                self.operands.push(operand);
            }
        }
        // What is mounted in a tree belongs to it, as for chmod(1).
        let ended = tree::walk(&self, &roots, true, stop);
        let mut changed = std::mem::take(&mut *lock(&self.changed));
        changed.stopped = !ended;
        let changes = std::mem::take(&mut *lock(&self.changes));
        let fits = !changes.is_empty() && changes.len() <= REMEMBERED;
        changed.undo = fits.then_some(Edit::Attributes(changes));
        changed
    }

    /// Follows an operand that is a symlink, if what it leads to is meant.
    fn resolve(&self, path: &Path, shown: Option<FileKind>) -> Result<(PathBuf, CString), OpError> {
        let kind = type_as_shown(path, shown, self.action())?;
        if kind != FileKind::Symlink || matches!(self.what, What::Owner { .. }) {
            return Ok((path.to_owned(), c_path(path, self.action())?));
        }
        let failed = |error| {
            OpError::new(Action::Stat, path, Errno::from_io_error(&error).unwrap_or(Errno::IO))
        };
        let real = std::fs::canonicalize(path).map_err(failed)?;
        let name = c_path(&real, self.action())?;
        Ok((real, name))
    }

    fn action(&self) -> Action {
        match self.what {
            What::Mode { .. } => Action::SetMode,
            What::Owner { .. } => Action::SetOwner,
        }
    }

    fn fail(&self, error: OpError) {
        let mut changed = lock(&self.changed);
        changed.failures += 1;
        if changed.failed.len() < TOLD {
            changed.failed.push(error);
        }
    }

    /// Changes one file; gives a note if it is a directory.
    fn change(&self, spot: Spot<'_>, recursive: bool) -> Option<u32> {
        match sys::stat_at(spot.dir, spot.name, false) {
            Ok(meta) => self.change_known(spot, &meta, recursive),
            Err(errno) => {
                self.fail(OpError::new(Action::Stat, spot.path(), errno));
                None
            }
        }
    }

    fn change_known(&self, spot: Spot<'_>, meta: &Meta, recursive: bool) -> Option<u32> {
        let is_dir = meta.kind == FileKind::Directory;
        let before = Attributes::from(meta);
        let mut after = before;
        match self.what {
            What::Mode { .. } if meta.kind == FileKind::Symlink => return None,
            What::Mode { change, umask } => after.mode = change.apply(before.mode, is_dir, umask),
            What::Owner { uid, gid } => {
                after.uid = uid.unwrap_or(before.uid);
                after.gid = gid.unwrap_or(before.gid);
            }
        }
        // Without these rights nothing in it could be changed any more.
        if is_dir && recursive && is_open(before.mode) && !is_open(after.mode) {
            return Some(LATER | after.mode);
        }
        self.set(spot, meta, after);
        is_dir.then_some(0)
    }

    /// Sets mode or owner, if it is another.
    fn set(&self, spot: Spot<'_>, meta: &Meta, wanted: Attributes) {
        let before = Attributes::from(meta);
        if wanted == before {
            lock(&self.changed).done += 1;
            return;
        }
        let set = match self.what {
            What::Mode { .. } => sys::set_mode_at(spot.dir, spot.name, wanted.mode),
            // Not that of what a symlink leads to, which may be anywhere.
            What::Owner { .. }
                if meta.kind == FileKind::Symlink
                    && !sys::sets_links_beside(spot.dir, spot.name, &trial()) =>
            {
                Err(Errno::OPNOTSUPP)
            }
            What::Owner { uid, gid } => sys::set_owner_at(spot.dir, spot.name, uid, gid),
        };
        // The kernel may take set-ID bits away, which makes it another mode than was asked for.
        match set.and_then(|()| sys::stat_at(spot.dir, spot.name, false)) {
            Ok(now) => self.note(spot.operand, spot.below, meta, &now),
            Err(errno) => self.fail(OpError::new(self.action(), spot.path(), errno)),
        }
    }

    fn note(&self, operand: &Path, below: &Path, before: &Meta, after: &Meta) {
        lock(&self.changed).done += 1;
        let mut changes = lock(&self.changes);
        // One more tells that there were too many.
        if changes.len() <= REMEMBERED {
            changes.push(AttributeChange {
                operand: operand.to_owned(),
                below: below.to_owned(),
                kind: before.kind,
                inode: before.id(),
                before: before.into(),
                after: after.into(),
            });
        }
    }
}

/// The name of a link that is made for a moment, as the engine names what is not finished.
fn trial() -> CString {
    let name = format!(".fcp-{:08x}-{:x}", std::process::id(), sys::now());
    CString::new(name).unwrap_or_default()
}

impl Visit for Changer<'_> {
    /// The mode that the directory gets in the end.
    type Here = Option<u32>;
    type Tally = ();

    fn enter(&self, opened: &Opened<'_, Self::Here>) -> Self::Here {
        (opened.note & LATER != 0).then_some(opened.note & !LATER)
    }

    fn entry(
        &self,
        place: &Place<Self::Here>,
        dir: BorrowedFd<'_>,
        name: &CStr,
        _kind: FileKind,
        _tally: &mut (),
    ) -> Option<u32> {
        let below = place.path_of(name);
        let spot = Spot { operand: &self.operands[place.root], below: &below, dir, name };
        self.change(spot, true)
    }

    fn leave(&self, place: &Place<Self::Here>) {
        let Some(mode) = place.here else { return };
        let operand = &self.operands[place.root];
        let set = || -> Sys<(Meta, Meta)> {
            let dir = place.open()?;
            let before = sys::stat_fd(dir.as_fd())?;
            sys::set_mode(dir.as_fd(), mode)?;
            Ok((before, sys::stat_fd(dir.as_fd())?))
        };
        match set() {
            Ok((before, after)) => self.note(operand, &place.path(), &before, &after),
            Err(errno) => {
                self.fail(OpError::new(self.action(), path_of(operand, &place.path()), errno));
            }
        }
    }

    fn failed(&self, failure: &Failure) {
        // A directory whose mode would be set at the end keeps the one it has.
        let path = path_of(&self.operands[failure.root], &failure.path);
        self.fail(OpError::new(failure.action, path, failure.errno));
    }
}

/// Gives files the modes and owners they had; those that changed since are left alone.
pub(super) fn restore(changes: &[AttributeChange]) -> Vec<OpError> {
    let mut errors = Vec::new();
    // What closed a directory came last, children before parents; so parents are opened first.
    let (closed, rest): (Vec<_>, Vec<_>) = changes.iter().rev().partition(|change| {
        change.kind == FileKind::Directory
            && is_open(change.before.mode)
            && !is_open(change.after.mode)
    });
    for change in closed.into_iter().chain(rest) {
        errors.extend(change.take_back().err());
    }
    errors
}

impl AttributeChange {
    /// Gives the path of the file.
    pub fn path(&self) -> PathBuf {
        path_of(&self.operand, &self.below)
    }

    fn take_back(&self) -> Result<(), OpError> {
        match self.reset() {
            Ok(true) => Ok(()),
            Ok(false) => Err(OpError::refused(Action::Undo, Code::ChangedSince, self.path())),
            Err(errno) => Err(OpError::new(Action::Undo, self.path(), errno)),
        }
    }

    /// Sets what there was; `false` if there is something else now.
    fn reset(&self) -> Sys<bool> {
        let c_path = |path: &Path| {
            CString::new(path.as_os_str().as_encoded_bytes()).map_err(|_nul| Errno::INVAL)
        };
        let operand = c_path(&self.operand)?;
        let (parent, name) = match (self.below.parent(), self.below.file_name()) {
            (Some(above), Some(name)) => {
                let mut dir = sys::enter_dir(sys::CWD, &operand, false)?;
                if !above.as_os_str().is_empty() {
                    dir = sys::open_beneath(dir.as_fd(), &c_path(above)?, false)?;
                }
                (Some(dir), c_path(Path::new(name))?)
            }
            _ => (None, operand),
        };
        let dir = parent.as_ref().map_or(sys::CWD, |dir| dir.as_fd());
        let meta = sys::stat_at(dir, &name, false)?;
        if meta.id() != self.inode || Attributes::from(&meta) != self.after {
            return Ok(false);
        }
        let Attributes { mode, uid, gid } = self.before;
        if (meta.uid, meta.gid) != (uid, gid) {
            sys::set_owner_at(dir, &name, Some(uid), Some(gid))?;
        }
        // A change of the owner may have taken set-ID bits, which are given back.
        if self.kind != FileKind::Symlink && sys::stat_at(dir, &name, false)?.mode != mode {
            sys::set_mode_at(dir, &name, mode)?;
        }
        Ok(true)
    }
}
