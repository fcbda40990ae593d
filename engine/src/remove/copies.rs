//! Removes copies when their job is undone, after comparing each with its original.
//!
//! They are moved to the trash where there is one. A directory goes there as a whole if all in it is
//! what the job made, which a walk beforehand finds out; otherwise what is in it goes one by one.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::Step;
use crate::contract::error::{Action, Code};
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::copy::{DataError, differ};
use crate::job::Job;
use crate::record::Times;
use crate::trash::{Trashes, Untrashed};
use crate::walk::worker::Worker;
use fcp_sys::c_path;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, Errno, Meta, OwnedFd, Sys};

/// What a job has made: only that is removed, and only while its original is there and the same.
#[derive(Debug)]
pub(crate) struct Copies {
    /// Each with what it was copied from.
    pub(crate) made: Vec<(WirePath, WirePath)>,
    times: Times,
    /// Files with several names that had not changed: removing one name changes the ctime of all.
    linked: Mutex<HashSet<(u64, u64)>>,
    /// The user's data directory, whose trash takes what is removed; none deletes it.
    trash: Option<PathBuf>,
    trashes: Trashes,
    /// Whether this walk only looks which directories are wholly what the job made.
    looks: bool,
    /// Whether files are read; a dry run, for which people wait, trusts their sizes.
    compares: bool,
    /// How many copies would stay, by reason; of a walk that only looks.
    kept: Mutex<Vec<(Code, u64)>>,
    /// Copies named in the record that would not stay, or only in part; of a walk that only looks.
    going: Mutex<Vec<PathBuf>>,
    /// Items that are taken back in another way, or as copies of their own.
    others: HashSet<PathBuf>,
    /// Directories that are not, and so cannot be moved to the trash as a whole.
    mixed: Mutex<HashSet<(u64, u64)>>,
}

/// How a copy was taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// This file describes it in the trash.
    Trashed(PathBuf),
    /// There is no trash; the name is still there.
    Untrashable(Errno),
}

/// Why a copy stays.
#[derive(Clone, Copy, Debug)]
pub(super) enum KeepReason {
    Because(Code),
    /// The copy itself cannot be looked at.
    Failed(Action, Errno),
    Cancelled,
}

type Checked = Result<(), KeepReason>;

/// What a copy was copied from, as it is now.
struct Original {
    meta: Meta,
    /// Whether it is a symlink, and `meta` what that leads to.
    is_link: bool,
}

impl Copies {
    pub(crate) fn new(
        mut made: Vec<(WirePath, WirePath)>,
        times: Times,
        trash: Option<PathBuf>,
    ) -> Self {
        leave_out_covered(&mut made);
        let others = nested(&made);
        if !others.is_empty() {
            made.sort_by_key(|(path, _)| Reverse(path.0.components().count()));
        }
        Self {
            made,
            times,
            linked: Mutex::default(),
            trash,
            trashes: Trashes::default(),
            looks: false,
            compares: true,
            kept: Mutex::default(),
            going: Mutex::default(),
            others,
            mixed: Mutex::default(),
        }
    }

    /// The same for a walk that removes nothing, and finds out which directories can be moved to the
    /// trash as a whole.
    pub(crate) fn looking(&self) -> Self {
        let trash = self.trash.clone();
        let others = self.others.clone();
        Self { looks: true, others, ..Self::new(self.made.clone(), self.times.clone(), trash) }
    }

    /// The same for the dry run of an undo.
    pub(crate) fn glancing(&self) -> Self {
        Self { compares: false, ..self.looking() }
    }

    /// The same for a walk that passes over these items; what they lie in stays with them.
    pub(crate) fn without(mut self, others: HashSet<PathBuf>) -> Self {
        self.others.extend(others);
        self
    }

    /// Whether an item is taken back in another way.
    pub(super) fn is_other(&self, path: impl FnOnce() -> PathBuf) -> bool {
        !self.others.is_empty() && self.others.contains(&path())
    }

    /// Whether the files named in the record are looked at, too, before they are taken.
    pub(super) fn looks_at_files(&self) -> bool {
        !self.compares
    }

    /// Counts a copy that would stay.
    pub(super) fn would_keep(&self, code: Code) {
        let mut kept = lock(&self.kept);
        match kept.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count += 1,
            None => kept.push((code, 1)),
        }
    }

    /// Notes that a copy would go.
    pub(super) fn would_go(&self, path: PathBuf) {
        lock(&self.going).push(path);
    }

    /// What a dry run has found: the copies that would go, and how many would stay by reason.
    pub(crate) fn foreseen(&self) -> (Vec<PathBuf>, Vec<(Code, u64)>) {
        (std::mem::take(&mut *lock(&self.going)), std::mem::take(&mut *lock(&self.kept)))
    }

    /// Learns what a walk that only looked has found.
    pub(crate) fn learn(&mut self, looked: &Self) {
        self.mixed = Mutex::new(std::mem::take(&mut *lock(&looked.mixed)));
    }

    /// Whether there may be a trash, so that looking first is worth it.
    pub(crate) fn has_trash(&self) -> bool {
        self.trash.is_some()
    }

    pub(super) fn looks(&self) -> bool {
        self.looks
    }

    /// Notes that a directory holds something that stays.
    pub(super) fn is_mixed(&self, dir: (u64, u64)) {
        lock(&self.mixed).insert(dir);
    }

    /// Whether a directory can be moved to the trash as a whole.
    pub(super) fn goes_whole(&self, dir: (u64, u64)) -> bool {
        !self.looks && self.trash.is_some() && !lock(&self.mixed).contains(&dir)
    }

    /// Moves an item to the trash, if there is one.
    pub(super) fn take(&self, step: Step<'_>) -> Sys<Taken> {
        let Some(data) = &self.trash else { return Ok(Taken::Untrashable(Errno::OPNOTSUPP)) };
        let path = step.src_path();
        let (dir, name) = if step.is_operand() {
            let above = path.parent().and_then(c_path).ok_or(Errno::INVAL)?;
            let name = path.file_name().ok_or(Errno::INVAL)?;
            let name = c_path(Path::new(name)).ok_or(Errno::INVAL)?;
            (Some(sys::enter_dir(sys::CWD, &above, true)?), name)
        } else {
            (None, step.item.name.to_owned())
        };
        let dir = dir.as_ref().map_or(step.pair.src(), AsFd::as_fd);
        let put = || self.trashes.put(dir, &name, &path, data);
        let is_dir = step.item.kind == FileKind::Directory;
        let put = match put() {
            // The job has made it, with a mode by which its owner may not write to it.
            Err(Untrashed::Item(Errno::ACCESS)) if is_dir => match sys::Lent::of(dir, &name) {
                Ok(Some(_lent)) => put(),
                Ok(None) | Err(_) => Err(Untrashed::Item(Errno::ACCESS)),
            },
            put => put,
        };
        match put {
            Ok(id) => Ok(Taken::Trashed(id)),
            Err(Untrashed::NoTrash(errno)) => Ok(Taken::Untrashable(errno)),
            Err(Untrashed::Item(errno)) => Err(errno),
        }
    }

    /// Whether an item that is no directory is what the job made of something that still has the
    /// same content.
    ///
    /// Times alone do not tell a copy from one that was edited while the job ran, and so it is
    /// compared: that may take long, but no undo costs the user the only good copy.
    pub(super) fn check(&self, job: &Job, worker: &mut Worker, step: Step<'_>) -> Checked {
        // What cannot be looked at is told by the step that follows.
        let Ok(meta) = sys::stat_at(step.pair.src(), step.item.name, false) else { return Ok(()) };
        let made = || sys::made_at(step.pair.src(), step.item.name);
        let differs = self.differ(&meta, made, || step.src_path());
        if differs && meta.nlink < 2 {
            return Err(KeepReason::Because(Code::ChangedSince));
        }
        let original = find_original(step, &meta)?;
        if differs && !self.is_linked_since(&meta, made, &original) {
            return Err(KeepReason::Because(Code::ChangedSince));
        }
        if original.meta.id() == meta.id() && meta.kind != FileKind::Directory {
            return if meta.nlink < 2 || is_same_entry(step) {
                Err(KeepReason::Because(Code::OriginalGone))
            } else {
                Ok(())
            };
        }
        let is_same = match meta.kind {
            FileKind::Directory => true,
            FileKind::Symlink => is_same_link(step, &original),
            // Made without data (`--attributes-only`), or of nothing, as of /dev/null; nothing is lost with it.
            FileKind::File if meta.size == 0 => {
                !matches!(original.meta.kind, FileKind::Directory | FileKind::Symlink)
            }
            // What came out of a pipe or a device does not come out of it again.
            FileKind::File
                if !matches!(
                    original.meta.kind,
                    FileKind::File | FileKind::Directory | FileKind::Symlink
                ) =>
            {
                return Err(KeepReason::Because(Code::OriginalUnreadable));
            }
            FileKind::File if !self.compares => is_like(&meta, &original.meta),
            FileKind::File => return is_same_file(job, worker, step, (&meta, &original)),
            FileKind::BlockDevice | FileKind::CharDevice => {
                (original.meta.kind, original.meta.rdev) == (meta.kind, meta.rdev)
            }
            FileKind::Fifo | FileKind::Socket | FileKind::Unknown => {
                original.meta.kind == meta.kind
            }
        };
        if is_same { Ok(()) } else { Err(KeepReason::Because(Code::OriginalDiffers)) }
    }

    /// Whether a file is not what the job has made: changed later, or older.
    fn differ(
        &self,
        meta: &Meta,
        made: impl Fn() -> Option<i64>,
        path: impl Fn() -> PathBuf,
    ) -> bool {
        let mut linked = lock(&self.linked);
        if linked.contains(&meta.id()) {
            return false;
        }
        let changed = meta.ctime_micros();
        let times = &self.times;
        // FAT gives a file that keeps an old mtime an old ctime as well.
        let is_own = !times.is_later(changed)
            && (times.is_then(changed) || made().is_some_and(|at| times.is_then(at)));
        let differs = !is_own && !times.is_return(&path(), changed);
        if !differs && meta.nlink > 1 {
            linked.insert(meta.id());
        }
        differs
    }

    /// Whether a file that the job made has got another name since, which changes its ctime, too. Under that name it stays
    /// as it is; what the job made has no more names than its original.
    fn is_linked_since(
        &self,
        meta: &Meta,
        made: impl Fn() -> Option<i64>,
        original: &Original,
    ) -> bool {
        let is_linked = meta.nlink > original.meta.nlink
            && meta.id() != original.meta.id()
            && made().is_some_and(|at| self.times.is_then(at));
        if is_linked {
            lock(&self.linked).insert(meta.id());
        }
        is_linked
    }

    /// Whether a directory is not one of the job's, so that everything in it stays.
    ///
    /// One that was moved there later has a new ctime, but what is in it looks as old as ever.
    pub(super) fn is_foreign(&self, step: Step<'_>, dir: &OwnedFd, meta: &Meta) -> bool {
        // Its ctime changes with every entry.
        let at = sys::made_at(dir.as_fd(), c".").unwrap_or_else(|| meta.ctime_micros());
        !self.times.is_then(at) && !self.times.is_return(&step.src_path(), at)
    }
}

/// Leaves out copies in directories that the job made of what these were copied from, as `--parents` does: they are taken
/// with them, and a directory that leaves the trash as a whole has the times that it had.
fn leave_out_covered(made: &mut Vec<(WirePath, WirePath)>) {
    let all: HashMap<&Path, &Path> =
        made.iter().map(|(path, from)| (path.0.as_path(), from.0.as_path())).collect();
    let is_covered = |(path, from): &(WirePath, WirePath)| {
        let mut above = path.0.ancestors().skip(1);
        let outer = above.find_map(|above| Some((above, all.get(above)?)));
        outer.is_some_and(|(above, original)| {
            path.0.strip_prefix(above).is_ok_and(|rest| original.join(rest) == from.0)
        })
    };
    let covered: Vec<bool> = made.iter().map(is_covered).collect();
    let mut covered = covered.into_iter();
    made.retain(|_| !covered.next().unwrap_or_default());
}

/// The copies in directories that the same job made of something else: they have originals of their own, and go first.
fn nested(made: &[(WirePath, WirePath)]) -> HashSet<PathBuf> {
    let all: HashSet<&Path> = made.iter().map(|(path, _)| path.0.as_path()).collect();
    let is_nested = |path: &&&Path| path.ancestors().skip(1).any(|above| all.contains(above));
    all.iter().filter(is_nested).map(|path| path.to_path_buf()).collect()
}

/// Why a copy stays whose original cannot be looked at.
fn without_original(errno: Errno) -> KeepReason {
    KeepReason::Because(match errno {
        Errno::NOENT | Errno::NOTDIR => Code::OriginalGone,
        // EIO, ESTALE, ELOOP, EACCES: it may be there or not.
        _ => Code::OriginalUnreadable,
    })
}

fn find_original(step: Step<'_>, copy: &Meta) -> Result<Original, KeepReason> {
    let Some(dir) = &step.pair.dst else {
        // The directory that it is in could not be opened; this says why.
        let path = c_path(&step.dst_path()).unwrap_or_default();
        let why = sys::stat_at(sys::CWD, &path, false).err().unwrap_or(Errno::IO);
        return Err(without_original(why));
    };
    let look = |follow| sys::stat_at(dir.fd(), step.item.dst_name, follow);
    let meta = look(false).map_err(without_original)?;
    if meta.kind != FileKind::Symlink || copy.kind == FileKind::Symlink {
        return Ok(Original { meta, is_link: meta.kind == FileKind::Symlink });
    }
    // Copied with `-L` or `-H`.
    Ok(Original { meta: look(true).map_err(without_original)?, is_link: true })
}

/// Whether a symlink leads where its original does, or to the original itself (`-s`).
fn is_same_link(step: Step<'_>, original: &Original) -> bool {
    let Ok(target) = sys::read_link(step.pair.src(), step.item.name) else { return false };
    if original.is_link
        && sys::read_link(step.pair.dst(), step.item.dst_name).is_ok_and(|it| it == target)
    {
        return true;
    }
    let led = if step.is_operand() {
        let above = step.src_path().parent().map(Path::to_owned).unwrap_or_default();
        stat(&above.join(OsStr::from_bytes(target.to_bytes())))
    } else {
        sys::stat_at(step.pair.src(), &target, false).ok()
    };
    led.is_some_and(|led| led.id() == original.meta.id())
}

fn stat(path: &Path) -> Option<Meta> {
    sys::stat_at(sys::CWD, &c_path(path)?, false).ok()
}

/// Whether copy and original are one name in one directory, reached by two paths or through a link.
fn is_same_entry(step: Step<'_>) -> bool {
    let copy = step.src_path();
    // Where both cannot be looked at, they may be.
    let Ok(original) = spelt_out(&step.dst_path(), step.item.kind) else { return true };
    let above = |path: &Path| {
        let above = c_path(path.parent()?)?;
        sys::stat_at(sys::CWD, &above, true).ok().map(|meta| meta.id())
    };
    above(&copy) == above(&original) && copy.file_name() == original.file_name()
}

/// The path of an item without symlinks, but for the item itself if that is a copied one.
fn spelt_out(path: &Path, copied: FileKind) -> std::io::Result<PathBuf> {
    match (path.parent(), path.file_name()) {
        (Some(above), Some(name)) if copied == FileKind::Symlink => {
            let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
            Ok(std::fs::canonicalize(above)?.join(name))
        }
        _ => std::fs::canonicalize(path),
    }
}

/// Whether a file may have the content of its original, as far as their sizes tell.
fn is_like(meta: &Meta, original: &Meta) -> bool {
    // Some filesystems make up their files, and say that all are empty.
    original.kind == FileKind::File && (original.size == 0 || original.size == meta.size)
}

/// Compares two files byte by byte.
fn is_same_file(
    job: &Job,
    worker: &mut Worker,
    step: Step<'_>,
    (meta, original): (&Meta, &Original),
) -> Checked {
    let differs = Err(KeepReason::Because(Code::OriginalDiffers));
    let led = &original.meta;
    if !is_like(meta, led) {
        return differs;
    }
    let copy = sys::open_quietly(step.pair.src(), step.item.name, false)
        .map_err(|errno| KeepReason::Failed(Action::Open, errno))?;
    let source = sys::open_quietly(step.pair.dst(), step.item.dst_name, original.is_link).map_err(
        |errno| match errno {
            Errno::MFILE | Errno::NFILE => KeepReason::Failed(Action::Open, errno),
            errno => without_original(errno),
        },
    )?;
    let is_sparse = meta.allocated < meta.size && led.allocated < led.size;
    let sparse = is_sparse.then_some(meta.size);
    let counters = job.meter.of(worker.index);
    counters.begin(step.node, step.item.name, meta.size);
    let ends = (source.as_fd(), copy.as_fd());
    let compared = differ(&job.control, worker, ends, sparse, |same| counters.moved(same));
    counters.end(meta.size);
    match compared {
        Ok(false) => {}
        Ok(true) => return differs,
        Err(DataError::Cancelled) => return Err(KeepReason::Cancelled),
        Err(DataError::Sys(Action::Verify, errno)) => {
            return Err(KeepReason::Failed(Action::Read, errno));
        }
        Err(DataError::Sys(_, errno)) => return Err(without_original(errno)),
    }
    // Edited while it was compared, or another file under its name.
    let now = sys::stat_at(step.pair.src(), step.item.name, false);
    let still = |now: &Meta| (now.id(), now.size, now.mtime) == (meta.id(), meta.size, meta.mtime);
    if now.is_ok_and(|now| still(&now)) {
        Ok(())
    } else {
        Err(KeepReason::Because(Code::ChangedSince))
    }
}
