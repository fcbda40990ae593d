//! Finds extra items in a mirror.
//!
//! The walk adds up the names of each source directory. When everything in the directory has ended, the
//! names of its counterpart are added up as well; only where the sums differ, each is looked up in the
//! source. So a mirror that has nothing to remove costs one more listing of each directory.
//!
//! Where a rule changes names, those that the sources get are added up and looked up. Filters are asked about each
//! name that the source of an extra item may have had: the item is kept if a filter excludes any of these names.

use std::collections::HashSet;
use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::fstab::Fstab;
use super::noted::Part;
use super::spared::Spared;
use super::tally::count_in;
use crate::contract::error::OpError;
use crate::contract::event::FileKind;
use crate::contract::spec::NameRule;
use crate::job::Job;
use crate::parts::format::Found;
use crate::parts::stamp::Stamp;
use crate::walk::deep::open_above;
use crate::walk::descent::{Descend, descend};
use crate::walk::node::{DirNode, Listing};
use crate::walk::portable::{at_destination, former_path, name_at_destination};
use crate::walk::spelling::folded;
use crate::walk::temporary::is_temporary;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, Sys, c_path};

/// Something that the source of a mirror lacks.
pub(crate) struct Extra<'a> {
    /// Its path below the directory in which it was found.
    pub(crate) path: &'a Path,
    pub(super) part: Part,
    pub(crate) kind: FileKind,
}

impl Extra<'_> {
    /// Counts the items that would be removed with it; `dst` is the directory in which it was found.
    pub(crate) fn count(&self, dst: BorrowedFd<'_>) -> u64 {
        let name = c_path(self.path).unwrap_or_default();
        if self.kind == FileKind::Directory && self.part == Part::Whole {
            count_in(dst, &name, u64::MAX)
        } else {
            1
        }
    }

    /// How a list of a plan says that it is removed.
    pub(crate) fn found(&self) -> Found {
        match self.part {
            Part::Whole => Found::Extra,
            Part::Emptied => Found::Emptied,
        }
    }

    /// Gives what tells it from others, and from what it may become.
    pub(crate) fn stamp(&self, dst: BorrowedFd<'_>) -> Sys<Stamp> {
        let name = self.path.file_name().and_then(|name| c_path(Path::new(name)));
        let above = open_above(dst, self.path)?;
        let above = above.as_ref().map_or(dst, AsFd::as_fd);
        Stamp::of_extra(above, &name.ok_or(Errno::INVAL)?, self.part == Part::Emptied)
    }
}

/// Finds items that the sources of a job lack.
#[derive(Debug, Default)]
pub(crate) struct Extras {
    /// Protected directories.
    spared: Spared,
    fstab: Fstab,
}

/// The two sides of a directory.
pub(crate) type Sides<'a> = (BorrowedFd<'a>, BorrowedFd<'a>);

impl Extras {
    /// Calls `show` for each item of the target directory that the source directory, which was listed to its end, lacks.
    ///
    /// # Errors
    /// One of the two cannot be read; then the source may lack less than was shown.
    pub(crate) fn find(
        &self,
        job: &Job,
        node: &DirNode,
        (src, dst): Sides<'_>,
        show: &mut dyn FnMut(Extra<'_>),
    ) -> Sys<()> {
        let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
        let there = Listing::default();
        each(dst, &mut buffer, |name, _| there.add(name, true))?;
        if there.is_like(&node.listing) {
            return Ok(());
        }
        let names = job.spec.options.names;
        // Other spellings of a name lead to the same file there.
        let known = if sys::folds_case(dst) {
            Some(reached((src, dst), names, &mut buffer)?)
        } else {
            None
        };
        let respelled = if sys::has_names_of_server(dst) || sys::numbers_anew(dst) {
            Respelled::of((src, dst), names, &mut buffer)?
        } else {
            Respelled::default()
        };
        let wanted = Wanted::new(src, dst, names, &mut buffer)?;
        let is_root = is_mount_root(dst)?;
        let mut result = Ok(());
        each(dst, &mut buffer, |name, kind| {
            let lacks = wanted.lacks(name).unwrap_or_else(|errno| {
                result = Err(errno);
                false
            });
            let is_known = || {
                let id = sys::stat_at(dst, name, false).map(|meta| meta.id());
                known.as_ref().is_some_and(|known| id.is_ok_and(|id| known.contains(&id)))
                    || respelled.may_be(dst, name)
            };
            if !lacks || is_root && is_volume_metadata(name) || is_known() {
                return;
            }
            if !takes(job, node, name, kind) {
                return;
            }
            if kind == FileKind::Directory {
                if !self.spares(job, dst, name) {
                    show_dir(job, node, dst, name, show);
                }
                return;
            }
            let path = Path::new(as_os(name));
            show(Extra { path, part: Part::Whole, kind });
        })?;
        result
    }

    /// Whether what only the counterpart of a source directory has is kept if nothing is in that: its disk may not be
    /// mounted.
    pub(crate) fn may_lack_disk(&self, node: &DirNode, src: BorrowedFd<'_>) -> bool {
        // Where the automounter waits for the first access to a name, nothing is shown before.
        node.is_operand()
            || sys::waits_for_mounts(src)
            || self.fstab.names(&node.own_src_path()) && is_mount_root(src) != Ok(true)
    }

    /// Whether a directory holds, or is, one that must not be removed.
    pub(super) fn spares(&self, job: &Job, dir: BorrowedFd<'_>, name: &CStr) -> bool {
        self.spared.has(job, dir, name)
    }
}

/// The names that the counterpart of a directory is to have.
struct Wanted<'a> {
    src: BorrowedFd<'a>,
    /// All of them, where a rule changes names.
    changed: Option<HashSet<CString>>,
    /// Whether an answer may have changed single names, as the filesystem does not take all.
    by_answer: bool,
}

impl<'a> Wanted<'a> {
    fn new(
        src: BorrowedFd<'a>,
        dst: BorrowedFd<'_>,
        names: NameRule,
        buffer: &mut [MaybeUninit<u8>],
    ) -> Sys<Self> {
        let mut changed = None;
        if names != NameRule::Keep {
            let all = changed.insert(HashSet::new());
            each(src, buffer, |name, _| {
                all.insert(name_at_destination(names, name).into_owned());
            })?;
        }
        Ok(Self { src, changed, by_answer: sys::may_keep_less(dst) })
    }

    /// Whether nothing in the source gets a name.
    fn lacks(&self, name: &CStr) -> Sys<bool> {
        let is_absent = |name: &CStr| match sys::stat_at(self.src, name, false) {
            Ok(_) => Ok(false),
            Err(Errno::NOENT) => Ok(true),
            Err(errno) => Err(errno),
        };
        let lacks = match &self.changed {
            Some(changed) => !changed.contains(name),
            None => is_absent(name)?,
        };
        if !lacks || !self.by_answer {
            return Ok(lacks);
        }
        match at_destination(NameRule::Original, name) {
            Some(other) if *name_at_destination(NameRule::Portable, &other) == *name => {
                is_absent(&other)
            }
            Some(_) | None => Ok(true),
        }
    }
}

/// Whether a source directory seems to be empty now: nothing in it is copied.
///
/// # Errors
/// It cannot be read.
pub(super) fn seems_empty(job: &Job, node: &DirNode, src: BorrowedFd<'_>) -> Sys<bool> {
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let listing = Listing::default();
    each(src, &mut buffer, |name, kind| listing.add(name, job.accepts(node, name, kind)))?;
    Ok(listing.is_empty())
}

/// Whether the filters choose what has a name, or had it before a rule changed it.
pub(crate) fn takes(job: &Job, node: &DirNode, name: &CStr, kind: FileKind) -> bool {
    let former = former_path(job.spec.options.names, Path::new(as_os(name)));
    job.accepts(node, name, kind)
        && former.iter().filter_map(|name| c_path(name)).all(|name| job.accepts(node, &name, kind))
}

/// Calls `show` for each entry of a directory that is not a temporary file of a job.
fn each(
    dir: BorrowedFd<'_>,
    buffer: &mut [MaybeUninit<u8>],
    mut show: impl FnMut(&CStr, FileKind),
) -> Sys<()> {
    // The directory at hand may be open for looking up names only.
    let dir = sys::open_dir(dir, c".", false)?;
    sys::list(dir.as_fd(), buffer, |name, kind, _| {
        if !is_temporary(name.to_bytes()) {
            show(name, sys::kind_at(dir.as_fd(), name, kind));
        }
        ControlFlow::Continue(())
    })
}

/// The names of a source directory that its counterpart does not list in their spelling, but leads to.
///
/// A server of FUSE or SMB may give each spelling an inode number of its own, and FAT numbers one anew.
#[derive(Debug, Default)]
struct Respelled {
    /// These names, folded.
    folded: HashSet<Vec<u8>>,
    /// What is found under those of them of which no listed name differs in case alone: a server may also take two forms of an
    /// accent for one, or a short name for a long one.
    looks: HashSet<Look>,
}

/// What an item has in common with itself by another name.
type Look = (FileKind, u64, (i64, i64));

fn look(dir: BorrowedFd<'_>, name: &CStr) -> Sys<Look> {
    let Meta { kind, size, mtime, .. } = sys::stat_at_server(dir, name)?;
    Ok((kind, size, mtime))
}

impl Respelled {
    fn of((src, dst): Sides<'_>, names: NameRule, buffer: &mut [MaybeUninit<u8>]) -> Sys<Self> {
        let (mut listed, mut found) = (HashSet::new(), Self::default());
        each(dst, buffer, |name, _| {
            listed.insert(name.to_owned());
        })?;
        let by_case: HashSet<_> = listed.iter().map(|name| folded(name.to_bytes())).collect();
        each(src, buffer, |name, _| {
            let name = name_at_destination(names, name);
            if !listed.contains(&*name) && sys::stat_at(dst, &name, false).is_ok() {
                let respelled = folded(name.to_bytes());
                if !by_case.contains(&respelled) {
                    found.looks.extend(look(dst, &name));
                }
                found.folded.insert(respelled);
            }
        })?;
        Ok(found)
    }

    /// Whether one of them may lead to what is listed under another name: then that is not removed.
    fn may_be(&self, dst: BorrowedFd<'_>, name: &CStr) -> bool {
        self.folded.contains(&folded(name.to_bytes()))
            || !self.looks.is_empty()
                && look(dst, name).is_ok_and(|look| self.looks.contains(&look))
    }
}

/// What the names of a source directory lead to in its counterpart.
fn reached(
    (src, dst): Sides<'_>,
    names: NameRule,
    buffer: &mut [MaybeUninit<u8>],
) -> Sys<HashSet<(u64, u64)>> {
    let mut reached = HashSet::new();
    each(src, buffer, |name, _| {
        let name = name_at_destination(names, name);
        reached.extend(sys::stat_at(dst, &name, false).map(|meta| meta.id()));
    })?;
    Ok(reached)
}

/// Whether a directory is the root of what is mounted there.
fn is_mount_root(dir: BorrowedFd<'_>) -> Sys<bool> {
    let here = sys::stat_dir(dir)?;
    let above = sys::enter_dir(dir, c"..", false)?;
    let above = sys::stat_dir(above.as_fd())?;
    Ok(!here.shares_mount(&above) || here.dev != above.dev || here.id() == above.id())
}

/// Whether a name in the root of a filesystem belongs to that, and to no copy.
fn is_volume_metadata(name: &CStr) -> bool {
    let name = name.to_bytes();
    name == b"lost+found" || name == b".Trash" || name.starts_with(b".Trash-")
}

fn as_os(name: &CStr) -> &std::ffi::OsStr {
    OsStrExt::from_bytes(name.to_bytes())
}

/// Shows a directory: as a whole, or in parts where the filters leave out something in it.
fn show_dir(
    job: &Job,
    node: &DirNode,
    dst: BorrowedFd<'_>,
    name: &CStr,
    show: &mut dyn FnMut(Extra<'_>),
) {
    let path = Path::new(as_os(name));
    let kind = FileKind::Directory;
    if job.lists_removals() && job.deletes_extras() {
        // Piece by piece: a step that is taken again goes on in the middle, and finds what it was told to find.
        let mut sieve =
            Sieve { job, node, show: Some(show), leaves_out: false, kept: HashSet::new() };
        return descend(dst, name, path, &mut sieve);
    }
    if job.is_filtered() {
        let mut sieve = Sieve { job, node, show: None, leaves_out: false, kept: HashSet::new() };
        descend(dst, name, path, &mut sieve);
        if sieve.leaves_out {
            let mut sieve = Sieve { show: Some(show), kept: HashSet::new(), ..sieve };
            return descend(dst, name, path, &mut sieve);
        }
    }
    show(Extra { path, part: Part::Whole, kind });
}

/// Looks in a directory for what the filters leave out, or shows everything else.
struct Sieve<'a> {
    job: &'a Job,
    node: &'a DirNode,
    show: Option<&'a mut dyn FnMut(Extra<'_>)>,
    leaves_out: bool,
    /// Directories that were entered and not left, in which something is left out: they stay.
    kept: HashSet<PathBuf>,
}

impl Sieve<'_> {
    fn leaves_out(&mut self, path: &Path) {
        self.leaves_out = true;
        self.kept.extend(path.parent().map(Path::to_owned));
    }

    /// Whether the filters choose what has a path, or had it before a rule changed its names.
    fn takes(&self, path: &Path, name: &CStr, kind: FileKind) -> bool {
        let accepts =
            |path: &Path, name: &CStr| self.job.filters.accepts_inside(self.node, path, name, kind);
        let former = former_path(self.job.spec.options.names, path);
        accepts(path, name)
            && former.iter().all(|path| {
                let name = path.file_name().and_then(|name| c_path(Path::new(name)));
                name.is_some_and(|name| accepts(path, &name))
            })
    }
}

impl Descend for Sieve<'_> {
    fn file(&mut self, _dir: BorrowedFd<'_>, path: &Path, name: &CStr, kind: FileKind) {
        if !self.takes(path, name, kind) {
            self.leaves_out(path);
        } else if let Some(show) = &mut self.show {
            show(Extra { path, part: Part::Whole, kind });
        }
    }

    fn enters(&mut self, path: &Path, name: &CStr) -> bool {
        let accepts = self.takes(path, name, FileKind::Directory);
        if !accepts {
            self.leaves_out(path);
        }
        accepts
    }

    fn leave(&mut self, _above: BorrowedFd<'_>, path: &Path, _name: &CStr) {
        if self.kept.remove(path) {
            self.leaves_out(path);
        } else if let Some(show) = &mut self.show {
            show(Extra { path, part: Part::Emptied, kind: FileKind::Directory });
        }
    }

    fn fails(&mut self, error: OpError) {
        match &mut self.show {
            // Its removal tells why it cannot be looked at.
            Some(show) if !self.job.is_filtered() => {
                let (part, kind) = (Part::Whole, FileKind::Directory);
                show(Extra { path: &error.path.0, part, kind });
            }
            // What cannot be looked at may be left out.
            Some(_) | None => self.leaves_out(&error.path.0),
        }
    }

    fn goes_on(&self) -> bool {
        (self.show.is_some() || !self.leaves_out) && !self.job.control.is_cancelled()
    }
}
