//! Walks sources on one thread, the names of each directory in order: for archives and for other machines, which take
//! items one after the other.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, SkipReason};
use crate::contract::path::WirePath;
use crate::contract::spec::Follow;
use crate::job::Job;
use crate::walk::node::DirNode;
use crate::walk::operand::base_of;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, OwnedFd, Sys, c_path};

/// Directories of one path that are open at a time; those above them are opened again on the way back.
const OPEN: usize = 64;

/// An item that was found: its directory, its name there, and its path below the top.
#[derive(Clone, Copy)]
pub(crate) struct Found<'a> {
    pub(crate) node: &'a Arc<DirNode>,
    /// The directory, open; none for operands, whose names are paths.
    pub(crate) dir: Option<&'a Arc<OwnedFd>>,
    pub(crate) name: &'a CStr,
    pub(crate) inside: &'a [u8],
    /// Whether it is what a symlink leads to.
    pub(crate) followed: bool,
}

impl Found<'_> {
    /// Its directory.
    pub(crate) fn at(&self) -> BorrowedFd<'_> {
        self.dir.map_or(sys::CWD, |dir| dir.as_fd())
    }

    /// Its path, as the request spells it.
    pub(crate) fn path(&self) -> PathBuf {
        self.node.src_path(self.name)
    }

    /// Whether it is an operand.
    pub(crate) fn is_operand(&self) -> bool {
        self.dir.is_none()
    }
}

/// Takes the items of a walk.
pub(crate) trait Taker {
    /// Why the walk ends before all was taken.
    type Stop;

    /// Comes before each item.
    fn goes_on(&mut self) -> Result<(), Self::Stop>;

    /// Whether an item is passed over.
    fn passes_over(&mut self, found: Found<'_>, meta: &Meta) -> bool;

    /// Takes a directory, before what is in it; `false` leaves that out.
    fn directory(
        &mut self,
        found: Found<'_>,
        meta: &Meta,
        dir: &OwnedFd,
    ) -> Result<bool, Self::Stop>;

    /// Takes any other item.
    fn item(&mut self, found: Found<'_>, meta: &Meta) -> Result<(), Self::Stop>;

    /// Tells that an item is left out.
    fn skip(&mut self, reason: SkipReason, path: PathBuf, inside: &[u8]) -> Result<(), Self::Stop>;

    /// Tells that an item cannot be taken.
    fn fail(&mut self, path: PathBuf, error: OpError) -> Result<(), Self::Stop>;

    /// The refusal of a second operand with the name of another one; none where the taker settles that item by item.
    fn clash(&self, source: &Path) -> Option<OpError>;
}

/// A directory whose names are being taken.
struct Frame {
    node: Arc<DirNode>,
    dir: Option<Arc<OwnedFd>>,
    id: (u64, u64),
    /// Names that are left, the last first.
    names: Vec<(CString, FileKind)>,
    /// Its path below the top; empty where its items are at the top.
    inside: Vec<u8>,
}

/// Walks the sources of a job.
pub(crate) struct InOrder<'a, T> {
    job: &'a Arc<Job>,
    pub(crate) taker: T,
    /// Names at the top, with the items that have them.
    tops: HashMap<Vec<u8>, Vec<(u64, u64)>>,
    /// All names, with the items that have them, where what is in several operands is at the top.
    taken: Option<HashMap<Vec<u8>, (u64, u64, FileKind)>>,
}

/// What is done with an item whose name another one may have.
enum Turn {
    First,
    /// A directory like another one: what is in both is in one.
    Merges,
    /// It was refused, or was taken before.
    Ended,
}

impl<'a, T: Taker> InOrder<'a, T> {
    pub(crate) fn new(job: &'a Arc<Job>, taker: T) -> Self {
        let sources = &job.spec.sources;
        let is_nameless = |source: &WirePath| {
            c_path(&source.0).is_some_and(|name| matches!(base_of(&name), b"" | b"." | b".."))
        };
        let meet = sources.len() > 1 && sources.iter().any(is_nameless);
        Self { job, taker, tops: HashMap::new(), taken: meet.then(HashMap::new) }
    }

    /// Walks all sources; gives back what took the items.
    pub(crate) fn walk(mut self) -> Result<T, T::Stop> {
        if let Some(top) = self.job.top() {
            let job = self.job;
            for source in &job.spec.sources {
                self.operand(&top, &source.0)?;
            }
        }
        Ok(self.taker)
    }

    fn operand(&mut self, top: &Arc<DirNode>, source: &Path) -> Result<(), T::Stop> {
        let Some(name) = c_path(source) else {
            return self.taker.fail(source.to_owned(), failure(Action::Stat, source, Errno::NOENT));
        };
        let (meta, followed) = match self.look_at_operand(&name) {
            Ok(found) => found,
            Err(errno) => {
                return self.taker.fail(source.to_owned(), failure(Action::Stat, source, errno));
            }
        };
        let inside = match base_of(&name) {
            // They have no name of their own: what is in them is at the top.
            b"" | b"." | b".." => Vec::new(),
            base => base.to_vec(),
        };
        if !self.job.accepts_operand(source, meta.kind) {
            return self.taker.skip(SkipReason::Filtered, source.to_owned(), &inside);
        }
        let earlier = self.tops.entry(inside.clone()).or_default();
        if earlier.contains(&meta.id()) {
            return self.taker.skip(SkipReason::Duplicate, source.to_owned(), &inside);
        }
        if !inside.is_empty()
            && !earlier.is_empty()
            && let Some(error) = self.taker.clash(source)
        {
            return self.taker.fail(source.to_owned(), error);
        }
        earlier.push(meta.id());
        let found = Found { node: top, dir: None, name: &name, inside: &inside, followed };
        let Some(frame) = self.found(found, meta, &[])? else { return Ok(()) };
        self.tree(frame)
    }

    /// Looks at an operand, or at what it leads to where the request says so.
    fn look_at_operand(&self, name: &CStr) -> Sys<(Meta, bool)> {
        let meta = sys::stat_at(sys::CWD, name, false)?;
        if meta.kind != FileKind::Symlink {
            return Ok((meta, false));
        }
        let there = || sys::stat_at(sys::CWD, name, true);
        match self.job.spec.options.follow {
            Follow::Never => Ok((meta, false)),
            Follow::Operands | Follow::Always => Ok((there()?, true)),
            Follow::Files => match there()? {
                there if there.kind == FileKind::Directory => Ok((meta, false)),
                there => Ok((there, true)),
            },
        }
    }

    /// Takes all that is in a directory.
    fn tree(&mut self, first: Frame) -> Result<(), T::Stop> {
        let mut frames = vec![first];
        while let Some(frame) = frames.last_mut() {
            let (Some((name, kind)), Some(dir)) = (frame.names.pop(), &frame.dir) else {
                let left = frames.pop();
                self.go_back(&mut frames, left)?;
                continue;
            };
            let kind = sys::kind_at(dir.as_fd(), &name, kind);
            if !self.job.accepts(&frame.node, &name, kind) {
                continue;
            }
            let mut inside = frame.inside.clone();
            if !inside.is_empty() {
                inside.push(b'/');
            }
            inside.extend_from_slice(name.to_bytes());
            let (node, dir) = (Arc::clone(&frame.node), Arc::clone(dir));
            let followed =
                kind == FileKind::Symlink && self.job.spec.options.follow == Follow::Always;
            let found =
                Found { node: &node, dir: Some(&dir), name: &name, inside: &inside, followed };
            let meta = match sys::stat_at(found.at(), &name, followed) {
                Ok(meta) => meta,
                Err(errno) => {
                    let path = found.path();
                    let error = failure(Action::Stat, &path, errno);
                    self.taker.fail(path, error)?;
                    continue;
                }
            };
            if let Some(next) = self.found(found, meta, &frames)? {
                frames.push(next);
                if let Some(above) = frames.len().checked_sub(OPEN + 1) {
                    frames[above].dir = None;
                }
            }
        }
        Ok(())
    }

    /// Opens the directory above one that is done, if it was closed meanwhile.
    fn go_back(&mut self, frames: &mut Vec<Frame>, left: Option<Frame>) -> Result<(), T::Stop> {
        let Some(above) = frames.last_mut().filter(|above| above.dir.is_none()) else {
            return Ok(());
        };
        let opened = left.and_then(|left| {
            let dir = sys::open_dir(left.dir?.as_fd(), c"..", false).ok()?;
            (sys::stat_fd(dir.as_fd()).ok()?.id() == above.id).then_some(dir)
        });
        if let Some(dir) = opened {
            above.dir = Some(Arc::new(dir));
            return Ok(());
        }
        // It was moved elsewhere meanwhile, and so were those above it for all that is known.
        let path = above.node.own_src_path();
        frames.clear();
        let error = failure(Action::OpenDir, &path, Errno::NOENT);
        self.taker.fail(path, error)
    }

    /// Takes an item; gives what is in it, if it is a directory.
    fn found(
        &mut self,
        found: Found<'_>,
        meta: Meta,
        above: &[Frame],
    ) -> Result<Option<Frame>, T::Stop> {
        self.taker.goes_on()?;
        if self.taker.passes_over(found, &meta) {
            return Ok(None);
        }
        let merges = match self.turn(found, &meta)? {
            Turn::First => false,
            Turn::Merges => true,
            Turn::Ended => return Ok(None),
        };
        if meta.kind != FileKind::Directory {
            return self.taker.item(found, &meta).map(|()| None);
        }
        if found.followed && above.iter().any(|frame| frame.id == meta.id()) {
            let path = found.path();
            let error = OpError::refused(Action::OpenDir, Code::Loop, &path);
            return self.taker.fail(path, error).map(|()| None);
        }
        self.directory(found, meta, merges)
    }

    /// Decides whether an item may have its name, which one from another operand may have.
    fn turn(&mut self, found: Found<'_>, meta: &Meta) -> Result<Turn, T::Stop> {
        let Some(taken) = self.taken.as_mut().filter(|_| !found.inside.is_empty()) else {
            return Ok(Turn::First);
        };
        let item = (meta.dev, meta.ino, meta.kind);
        let Some(first) = taken.get(found.inside).copied() else {
            taken.insert(found.inside.to_vec(), item);
            return Ok(Turn::First);
        };
        if first == item {
            self.taker.skip(SkipReason::Duplicate, found.path(), found.inside)?;
            return Ok(Turn::Ended);
        }
        if (first.2, meta.kind) == (FileKind::Directory, FileKind::Directory) {
            return Ok(Turn::Merges);
        }
        match self.taker.clash(&found.path()) {
            Some(error) => self.taker.fail(found.path(), error).map(|()| Turn::Ended),
            None => Ok(Turn::First),
        }
    }

    fn directory(
        &mut self,
        found: Found<'_>,
        meta: Meta,
        merges: bool,
    ) -> Result<Option<Frame>, T::Stop> {
        let path = found.path();
        let opened = sys::open_dir(found.at(), found.name, found.followed)
            .map_err(|errno| failure(Action::OpenDir, &path, errno))
            .and_then(|dir| {
                let names =
                    list(dir.as_fd()).map_err(|errno| failure(Action::ListDir, &path, errno))?;
                Ok((dir, names))
            });
        let (dir, names) = match opened {
            Ok(opened) => opened,
            Err(error) => return self.taker.fail(path, error).map(|()| None),
        };
        let id = sys::stat_fd(dir.as_fd()).map_or(meta.id(), |meta| meta.id());
        let ignores = self.job.filters.ignores_in(found.node, dir.as_fd(), || path.clone());
        let node = DirNode::child(found.node, found.name, found.name, meta, false, ignores);
        if !merges && !self.taker.directory(found, &meta, &dir)? {
            return Ok(None);
        }
        let dir = Some(Arc::new(dir));
        Ok(Some(Frame { node, dir, id, names, inside: found.inside.to_vec() }))
    }
}

/// Lists a directory, the last name first.
fn list(dir: BorrowedFd<'_>) -> Sys<Vec<(CString, FileKind)>> {
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let mut names = Vec::new();
    sys::list(dir, &mut buffer, |name, kind, _| {
        names.push((name.to_owned(), kind));
        ControlFlow::Continue(())
    })?;
    names.sort_by(|one, other| other.0.cmp(&one.0));
    // Some filesystems list a name twice while the directory changes.
    names.dedup_by(|one, other| one.0 == other.0);
    Ok(names)
}

/// Describes an errno of a step on an item.
pub(crate) fn failure(action: Action, path: &Path, errno: Errno) -> OpError {
    OpError::new(action, path, errno)
}
