//! Removes at the destination what a copy was asked to remove, when everything else has ended.
//!
//! While directories are left, each worker notes what their sources lack. When no other work is left and
//! nothing has failed, each worker removes what it noted: an unreadable directory, a disk that failed or a
//! cancelled job never makes items seem to be extra.

use std::cell::OnceCell;
use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::clearing::Clearing;
use super::copier::{Copier, Step};
use super::extras::Extra;
use super::flush::sync_dir;
use super::noted::{Noted, Part, Place};
use super::removing::{Stage, withheld, withhold};
use super::tally::count_in;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Op, SkipReason, Withheld};
use crate::contract::path::WirePath;
use crate::contract::spec::{ConflictPolicy, DirectoryPolicy, MismatchPolicy, Removals};
use crate::job::Job;
use crate::job::ending::Done;
use crate::job::spill::Spill;
use crate::journal::Journal;
use crate::record::Line;
use crate::trash::{Trashes, Untrashed, sync_trashed};
use crate::walk::Walk;
use crate::walk::deep::open_far;
use crate::walk::descent::descend;
use crate::walk::item::Found;
use crate::walk::node::DirNode;
use crate::walk::worker::{Pair, Worker};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, OwnedFd, Sys, c_path, lock};

impl Copier {
    /// Whether what only the destination has is removed.
    pub(super) fn mirrors(&self) -> bool {
        self.job.spec.options.mirrors()
    }

    /// Notes what a directory's counterpart has and the directory lacks.
    pub(super) fn note_extras(&self, worker: &mut Worker, node: &DirNode, pair: &Pair) {
        if !self.job.compares() || node.created || !node.listing.is_complete() {
            return;
        }
        // What is read now must be what was listed, and not a bare mount point.
        if !sys::stat_fd(pair.src()).is_ok_and(|meta| meta.id() == node.meta.id()) {
            self.removing.unsure.store(true, Ordering::Relaxed);
            return;
        }
        let (base, rest) = place_of(node);
        let own = OnceCell::new();
        let spill = || Spill::new(self.job.home.as_ref().and_then(|home| home.state.clone()));
        let mut count = 0;
        let mut note = |extra: Extra<'_>| {
            if self.is_kept_by_answer(node, pair, extra.path) {
                return;
            }
            let inside = extra.path.parent().filter(|inside| !inside.as_os_str().is_empty());
            let rest = inside.map_or_else(|| rest.clone(), |inside| rest.join(inside));
            let name = extra.path.file_name().unwrap_or_default();
            let text = |path: &OsStr| CString::new(path.as_bytes()).ok();
            let paths = (text(rest.as_os_str()), text(name));
            let (Some(rest), Some(name)) = paths else { return };
            // Directories below this one are looked for by their names alone.
            let id = match inside {
                None => own.get_or_init(|| id_of(pair.dst())).clone(),
                Some(_) => CString::default(),
            };
            let place = Place { base: base.clone(), rest, id };
            worker.with_local(|noted: &mut Noted| noted.push(&place, &name, extra.part, spill));
            count += 1;
        };
        let sides = (pair.src(), pair.dst());
        if self.removing.extras.find(&self.job, node, sides, &mut note).is_err() {
            self.removing.unsure.store(true, Ordering::Relaxed);
        }
        self.removing.noted.fetch_add(count, Ordering::Relaxed);
        let may_lack_disk = || self.removing.extras.may_lack_disk(node, pair.src());
        if count > 0 && node.listing.is_empty() && may_lack_disk() {
            lock(&self.removing.empty).get_or_insert(node.own_src_path());
        }
    }

    /// Notes that an answer gives an item, or an existing one, this name: the user keeps both.
    pub(super) fn keeps_name(&self, step: Step<'_>, name: &CStr) {
        if self.mirrors() {
            lock(&self.removing.named).insert((step.node.id, name.to_owned()));
        }
    }

    /// Whether an extra item, or the directory that it is in, has its name by an answer. An earlier run has noted none: what
    /// has changed since that began may be such an item.
    fn is_kept_by_answer(&self, node: &DirNode, pair: &Pair, path: &Path) -> bool {
        let options = &self.job.spec.options;
        let asks = options.on_conflict == ConflictPolicy::Ask
            || options.on_directory == DirectoryPolicy::Ask
            || options.on_mismatch == MismatchPolicy::Ask;
        let first = path.iter().next().and_then(|first| CString::new(first.as_bytes()).ok());
        let Some(name) = first.filter(|_| asks) else { return false };
        let is_later = |journal: &Journal| {
            sys::stat_at(pair.dst(), &name, false)
                .is_ok_and(|meta| journal.is_of_job(meta.ctime_micros()))
        };
        self.resumed().is_some_and(is_later)
            || lock(&self.removing.named).contains(&(node.id, name))
    }

    /// Goes on with what is removed when nothing else is left; tells whether there was something.
    pub(super) fn settle_removals(&self, walk: &Arc<Walk<Self>>, pool: &rayon::ThreadPool) -> bool {
        let Some(removals) = &self.job.spec.options.removals else { return false };
        if self.job.selection.is_some() {
            // The last step of the plan does it.
            return false;
        }
        let waiting = self.job.questions.waiting();
        if waiting.open > 0 || waiting.backlog > 0 || self.job.control.is_cancelled() {
            return false;
        }
        let mut stage = lock(&self.removing.stage);
        if *stage == Stage::Copying {
            *stage = Stage::Noted;
            if let Some(paths) = &removals.paths {
                let paths = paths.clone();
                walk.spawn_on(pool, move |walk, worker| walk.visitor.note_paths(worker, &paths));
                return true;
            }
        }
        let noted = self.removing.noted.load(Ordering::Relaxed);
        if *stage == Stage::Over || noted == 0 {
            return false;
        }
        if let Some((reason, path)) = self.withheld(removals) {
            *stage = Stage::Over;
            withhold(&self.job, reason, path);
            return false;
        }
        if *stage == Stage::Noted {
            *stage = Stage::Counted;
            if let Some(limit) = removals.limit {
                walk.spawn_on_all(pool, move |walk, worker| {
                    walk.visitor.count_noted(worker, limit);
                });
                return true;
            }
        }
        *stage = Stage::Over;
        self.job.adds_to_totals(noted);
        walk.spawn_on_all(pool, |walk, worker| walk.visitor.remove_noted(worker));
        true
    }

    /// Why nothing is removed.
    fn withheld(&self, removals: &Removals) -> Option<(Withheld, PathBuf)> {
        let counted = self.removing.counted.load(Ordering::Relaxed);
        let is_sure = !self.removing.unsure.load(Ordering::Relaxed);
        let empty = lock(&self.removing.empty).clone();
        withheld(&self.job, removals, is_sure, counted, empty)
    }

    /// Notes the items that the request names.
    fn note_paths(&self, worker: &mut Worker, paths: &[WirePath]) {
        let spill = || Spill::new(self.job.home.as_ref().and_then(|home| home.state.clone()));
        for WirePath(path) in paths {
            let above = match path.parent() {
                Some(above) if above.as_os_str().is_empty() => Some(Path::new(".")),
                above => above,
            };
            let name = path.file_name().and_then(|name| CString::new(name.as_bytes()).ok());
            let (Some(base), Some(name)) = (above.and_then(c_path), name) else {
                let error = OpError::refused(Action::Delete, Code::Root, path);
                self.job.failed(worker.index, path.clone(), error);
                continue;
            };
            let place = Place { base, ..Place::default() };
            worker.with_local(|noted: &mut Noted| noted.push(&place, &name, Part::Whole, spill));
            self.removing.noted.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts what this worker has noted, with all that is in it.
    fn count_noted(&self, worker: &mut Worker, limit: u64) {
        let noted = worker.with_local(std::mem::take::<Noted>);
        let mut opened = Opened::default();
        let shown = noted.show(|place, name, part| {
            let count = match opened.get(place) {
                // What is in it is noted by itself.
                _ if part == Part::Emptied => 1,
                Ok(dir) => count_in(dir, name, limit),
                Err(_) => 1,
            };
            let counted = self.removing.counted.fetch_add(count, Ordering::Relaxed) + count;
            counted <= limit && self.job.control.checkpoint().is_ok()
        });
        if shown.is_err() {
            self.removing.unsure.store(true, Ordering::Relaxed);
        }
        worker.with_local(|slot| *slot = noted);
    }

    /// Removes what this worker has noted.
    fn remove_noted(&self, worker: &mut Worker) {
        let noted = worker.with_local(std::mem::take::<Noted>);
        if noted.is_empty() {
            return;
        }
        let restores = self.job.spec.options.preserve.timestamps;
        let mut opened = Opened::restoring(restores);
        let shown = noted.show(|place, name, part| {
            if self.job.control.checkpoint().is_err() {
                return false;
            }
            self.job.found(worker, Found { items: 1, directories: 0, all: false });
            let path = place.path().join(OsStr::from_bytes(name.to_bytes()));
            match opened.get(place) {
                Ok(dir) => self.remove(worker, dir, name, part, &path),
                Err(Errno::NOENT) => self.job.missing(worker.index, path),
                Err(errno) => {
                    let error = OpError::new(Action::Remove, &path, errno);
                    self.job.failed(worker.index, path, error);
                }
            }
            if self.syncs_each()
                && let Ok(dir) = opened.get(place)
            {
                // Told when the item ends that follows, or with the last flush.
                sys::best_effort(sync_dir(dir, c"."));
            }
            true
        });
        if let Err(errno) = shown {
            let path =
                self.job.home.as_ref().and_then(|home| home.state.clone()).unwrap_or_default();
            let error = OpError::new(Action::Read, path.clone(), errno);
            self.job.failed(worker.index, path, error);
        }
    }

    /// Writes down that an item was deleted permanently, so that an undo can name it.
    fn note_deleted(&self, path: &Path) {
        if let Some(recorder) = &self.job.recorder {
            let path = recorder.full(path);
            let from = path.clone();
            recorder.note(&Line::lost(path, from));
        }
    }

    pub(super) fn remove(
        &self,
        worker: &Worker,
        dir: BorrowedFd<'_>,
        name: &CStr,
        part: Part,
        path: &Path,
    ) {
        let failed = |errno| {
            let error = OpError::new(Action::Remove, path, errno);
            self.job.failed(worker.index, path.to_owned(), error);
        };
        let done = |op| {
            let paths = || (path.to_owned(), path.to_owned());
            self.job.end_done(worker.index, Done::plain(op), paths);
        };
        if part == Part::Emptied {
            self.job.begins_alone(Op::RemoveDir, || path.to_owned());
            return match sys::remove_dir(dir, name) {
                Ok(()) => done(Op::RemoveDir),
                Err(Errno::NOENT) => self.job.missing(worker.index, path.to_owned()),
                Err(errno) if sys::is_filled(errno) => {
                    let paths = (path.to_owned(), path.to_owned());
                    self.job.end_skipped(worker.index, SkipReason::NotEmpty, 0, paths);
                }
                Err(errno) => failed(errno),
            };
        }
        let kind = match sys::stat_at(dir, name, false) {
            Ok(meta) if self.has_come_by_spelling((dir, name), meta.id(), path) => {
                return self.job.missing(worker.index, path.to_owned());
            }
            Ok(meta) => meta.kind,
            Err(Errno::NOENT) => return self.job.missing(worker.index, path.to_owned()),
            Err(errno) => return failed(errno),
        };
        if let Some(error) = self.unlike_seen(dir, name, path) {
            return self.job.failed(worker.index, path.to_owned(), error);
        }
        if kind == FileKind::Directory && self.removing.extras.spares(&self.job, dir, name) {
            let error = OpError::refused(Action::Remove, Code::Overlap, path);
            return self.job.failed(worker.index, path.to_owned(), error);
        }
        let permanent = self.job.spec.options.removals.as_ref().is_some_and(|it| it.permanent);
        if !permanent {
            self.job.begins_alone(Op::Trash, || path.to_owned());
            return match discard(&self.job, &self.trashes, (dir, name), path, None) {
                Ok(id) => {
                    let synced = if self.syncs_each() { sync_trashed(&id) } else { Ok(()) };
                    if let Some(recorder) = &self.job.recorder {
                        recorder
                            .note(&Line::Trashed { from: recorder.full(path), id: WirePath(id) });
                    }
                    match synced {
                        Ok(()) => done(Op::Trash),
                        Err(errno) => failed(errno),
                    }
                }
                // Another process was faster.
                Err(_) if sys::stat_at(dir, name, false).is_err_and(|it| it == Errno::NOENT) => {
                    self.job.missing(worker.index, path.to_owned());
                }
                Err(error) => self.job.failed(worker.index, path.to_owned(), error),
            };
        }
        if kind == FileKind::Directory {
            // What it holds is deleted one by one, and the process may end before that is done.
            self.note_deleted(path);
            let mut clearing =
                Clearing { job: &self.job, worker: worker.index, failed: false, found: false };
            return descend(dir, name, path, &mut clearing);
        }
        self.job.begins_alone(Op::Unlink, || path.to_owned());
        match sys::unlink(dir, name) {
            Ok(()) => {
                self.note_deleted(path);
                done(Op::Unlink);
            }
            Err(Errno::NOENT) => self.job.missing(worker.index, path.to_owned()),
            Err(errno) => failed(errno),
        }
    }
}

/// Moves an item to the trash of its volume; gives where that describes it. With `is_dir`, nothing is moved that has become
/// a directory, or is none any more.
pub(super) fn discard(
    job: &Job,
    trashes: &Trashes,
    (dir, name): (BorrowedFd<'_>, &CStr),
    path: &Path,
    is_dir: Option<bool>,
) -> Result<PathBuf, OpError> {
    let unknown = || OpError::refused(Action::Trash, Code::NoHome, path);
    let data = &job.home.as_ref().ok_or_else(unknown)?.data;
    // It would be moved with it, and lose its files when the trash is emptied.
    if sys::holds_mount(dir, name).map_err(|errno| OpError::new(Action::Trash, path, errno))? {
        return Err(OpError::refused(Action::Trash, Code::MountPoint, path));
    }
    trashes.put_as((dir, name), path, data, is_dir).map_err(|untrashed| match untrashed {
        Untrashed::NoTrash(Errno::XDEV) => OpError::refused(Action::Trash, Code::CrossDevice, path),
        Untrashed::NoTrash(errno) | Untrashed::Item(errno) => {
            OpError::new(Action::Trash, path, errno)
        }
    })
}

/// Where a directory of the destination is: the operand's path, and the path below that.
pub(super) fn place_of(node: &DirNode) -> (CString, PathBuf) {
    let mut names = Vec::new();
    let mut at = node;
    while let Some(parent) = at.parent.as_ref().filter(|_| !at.is_operand()) {
        names.push(OsStr::from_bytes(at.dst_name.to_bytes()));
        at = parent;
    }
    (c_path(&at.own_dst_path()).unwrap_or_default(), names.into_iter().rev().collect())
}

impl Place {
    /// Its path as the user would write it.
    pub(crate) fn path(&self) -> PathBuf {
        let of = |path: &CStr| PathBuf::from(OsStr::from_bytes(path.to_bytes()));
        of(&self.base).join(of(&self.rest))
    }
}

/// The device and the inode of a directory as text; empty if it cannot be looked at.
pub(super) fn id_of(dir: BorrowedFd<'_>) -> CString {
    let id = sys::stat_fd(dir).map(|meta| meta.id());
    id.ok().and_then(|(dev, ino)| CString::new(format!("{dev}:{ino}")).ok()).unwrap_or_default()
}

/// The directory at hand; its times are restored when another follows.
#[derive(Default)]
pub(super) struct Opened {
    at: Option<(Place, OwnedFd, Meta)>,
    restores: bool,
}

impl Opened {
    /// Begins with none; `restores` says whether times are restored.
    pub(super) fn restoring(restores: bool) -> Self {
        Self { at: None, restores }
    }

    pub(super) fn get(&mut self, place: &Place) -> Sys<BorrowedFd<'_>> {
        if self.at.as_ref().is_none_or(|(known, ..)| known != place) {
            self.leave();
            let base = sys::open_dir(sys::CWD, &place.base, true)?;
            let dir = if place.rest.is_empty() {
                base
            } else {
                let dir = open_far(base.as_fd(), place.rest.to_bytes(), false)?;
                sys::open_dir(dir.as_fd(), c".", false)?
            };
            // Another process may have put another directory in its place.
            if !place.id.is_empty() && place.id != id_of(dir.as_fd()) {
                return Err(Errno::STALE);
            }
            let meta = sys::stat_fd(dir.as_fd())?;
            self.at = Some((place.clone(), dir, meta));
        }
        self.at.as_ref().map(|(_, dir, _)| dir.as_fd()).ok_or(Errno::NOENT)
    }

    fn leave(&mut self) {
        if let Some((_, dir, meta)) = self.at.take().filter(|_| self.restores) {
            // A directory of another user keeps its new times.
            sys::best_effort(sys::set_times(dir.as_fd(), &meta));
        }
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        self.leave();
    }
}
