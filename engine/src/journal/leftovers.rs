//! Finds and removes unfinished files that earlier runs of a job have left.

use std::collections::HashSet;
use std::ffi::{CStr, CString, OsStr};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use super::{Journal, Past};
use crate::contract::event::{FileKind, JobId};
use crate::contract::spec::{JobSpec, SMALL_FILE};
use crate::record::{self, Undos};
use crate::subvolume;
use crate::walk::target::{Target, operand_names};
use crate::walk::temporary::Mark;
use fcp_sys::c_path;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys};

/// Removes what earlier runs left in a directory under temporary names, but for those to be `kept`.
pub(crate) fn sweep(dir: BorrowedFd<'_>, mark: Mark, kept: &HashSet<CString>) -> Sys<()> {
    let names = list(dir, |name, _| mark.is_of_earlier_run(name) && !kept.contains(name))?;
    for (name, _) in names {
        remove(dir, &name);
    }
    Ok(())
}

fn list(
    dir: BorrowedFd<'_>,
    picks: impl Fn(&CStr, FileKind) -> bool,
) -> Sys<Vec<(CString, FileKind)>> {
    // The directory at hand may be open for looking up names only.
    let dir = sys::open_dir(dir, c".", false)?;
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let mut names = Vec::new();
    sys::list(dir.as_fd(), &mut buffer, |name, kind, _| {
        let kind = sys::kind_at(dir.as_fd(), name, kind);
        if picks(name, kind) {
            names.push((name.to_owned(), kind));
        }
        ControlFlow::Continue(())
    })?;
    Ok(names)
}

fn remove(dir: BorrowedFd<'_>, name: &CStr) {
    let removed = match sys::unlink(dir, name) {
        // A directory that was made to try something, or had not got its name yet.
        Err(Errno::ISDIR) if sys::remove_dir(dir, name).is_ok() => Ok(()),
        // A snapshot whose nested subvolumes were not all there yet.
        Err(Errno::ISDIR) => subvolume::delete(dir, name),
        removed => removed,
    };
    // Nothing more can be done for a name that cannot be removed.
    sys::best_effort(removed);
}

impl Journal {
    /// Makes what stands for the journal of an undo, which keeps none: all that is known of one that was killed is from when
    /// to when it lived, and by what name its temporary files are known.
    pub(crate) fn of_undo(job: JobId, record: &Path) -> Self {
        let lived = Undos::of(record).lived;
        let began = lived.first().map(|(began, _)| *began).unwrap_or_default();
        let past = Past { began, lived, ..Past::default() };
        let path = record.as_os_str().as_bytes();
        // FNV-1a: the same in each process.
        let hash = path.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self::new(job, super::key(hash, 0), past, mpsc::channel().0)
    }

    /// Whether something in a directory appeared after the job first started.
    pub(crate) fn is_born_of_job(&self, dir: BorrowedFd<'_>, name: &CStr) -> bool {
        match sys::made_at(dir, name) {
            Some(made) => self.is_of_job(made),
            // A program that makes a file sets both; a copy may get an older mtime, and is redone
            // then only if the policy says so.
            None => sys::stat_at(dir, name, false).is_ok_and(|meta| {
                self.is_of_job(meta.mtime_micros()) && self.is_of_job(meta.ctime_micros())
            }),
        }
    }

    /// Names of temporary files that the job may resume.
    pub(crate) fn temporaries(&self) -> HashSet<CString> {
        let names = self.large.values().filter_map(|large| large.temporary.0.file_name());
        names.filter_map(|name| CString::new(name.as_bytes()).ok()).collect()
    }
}

/// Removes the leftovers of a job that was interrupted and will not be resumed.
///
/// These are its temporary files, and small ones that are not whole; finished copies stay, as after a cancel.
/// Its record is closed, so that the user can undo the job.
pub(crate) fn remove_leftovers(past: &Past, spec: &JobSpec, key: u32) {
    if let Some(path) = &past.record {
        // A record that cannot be closed is none.
        sys::best_effort(record::close(path));
    }
    let Ok(target) = Target::find(spec) else { return };
    let Some(place) = Place::of(&target) else { return };
    let journal = Journal::new(0, key, past.clone(), mpsc::channel().0);
    remove_large(&journal, &place);
    remove_temporaries(&journal, &place, spec, &target);
}

/// Removes the beginnings of large files that a job which has ended did not take up.
///
/// The source has gone meanwhile, say, or the job came to another name of it first and made this one a link.
pub(crate) fn remove_untaken(journal: &Journal, target: &Target) {
    if !journal.past.large.is_empty()
        && let Some(place) = Place::of(target)
    {
        remove_large(journal, &place);
    }
}

/// Removes the unfinished large files that earlier runs reported.
fn remove_large(journal: &Journal, place: &Place) {
    for large in &journal.past.large {
        if let Ok((dir, name)) = place.open_parent(&large.temporary.0)
            && let Ok(there) = sys::stat_at(dir.as_fd(), &name, false)
            && journal.is_inode(large.inode, &there)
        {
            remove(dir.as_fd(), &name);
        }
    }
}

/// Looks through what the job has made and not ended.
fn remove_temporaries(journal: &Journal, place: &Place, spec: &JobSpec, target: &Target) {
    let mark = Mark::new(journal.key);
    // A directory that cannot be read keeps what is in it.
    sys::best_effort(sweep(place.dir.as_fd(), mark, &HashSet::new()));
    let ended = journal.passed_in(b"").unwrap_or_default();
    let mut todo: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for (name, dst_name) in operand_names(spec, target) {
        let dst = Path::new(OsStr::from_bytes(dst_name.to_bytes()));
        if ended.contains(name.to_bytes()) {
            continue;
        }
        if let Some(path) = place.below(dst) {
            todo.push((path, [name.to_bytes(), b"//"].concat()));
        }
        if let Ok((dir, dst_name)) = place.open_parent(dst) {
            remove_beginning(journal, dir.as_fd(), &dst_name, name.to_bytes());
        }
    }
    while let Some((path, section)) = todo.pop() {
        let Ok(dir) = place.open(&path) else { continue };
        sys::best_effort(sweep(dir.as_fd(), mark, &HashSet::new()));
        let ended = journal.passed_in(&section).unwrap_or_default();
        let is_open = |name: &CStr, kind| {
            matches!(kind, FileKind::Directory | FileKind::File) && !ended.contains(name.to_bytes())
        };
        for (name, kind) in list(dir.as_fd(), is_open).unwrap_or_default() {
            let between: &[u8] = if section.ends_with(b"//") { b"" } else { b"/" };
            let below = [section.as_slice(), between, name.to_bytes()].concat();
            if kind == FileKind::File {
                remove_beginning(journal, dir.as_fd(), &name, &below);
            } else if journal.is_born_of_job(dir.as_fd(), &name) || journal.knows_below(&below) {
                todo.push((path.join(OsStr::from_bytes(name.to_bytes())), below));
            }
        }
    }
}

/// Removes a small file that the job had begun under its final name and not finished: one that is
/// shorter than its source and holds what that begins with.
fn remove_beginning(journal: &Journal, dir: BorrowedFd<'_>, name: &CStr, source: &[u8]) {
    let is_part = || -> Sys<bool> {
        let copy = sys::open_source(dir, name, false)?;
        let found = sys::stat_fd(copy.as_fd())?;
        if found.kind != FileKind::File
            || found.size > SMALL_FILE
            || !journal.is_born_of_job(dir, name)
        {
            return Ok(false);
        }
        let source = CString::new(source).map_err(|_nul| Errno::INVAL)?;
        let source = sys::open_source(sys::CWD, &source, true)?;
        if sys::stat_fd(source.as_fd())?.size <= found.size {
            return Ok(false);
        }
        let size = found.size as usize;
        let (mut ours, mut theirs) = (vec![0; size], vec![0; size]);
        Ok(read_whole(source.as_fd(), &mut ours)?
            && read_whole(copy.as_fd(), &mut theirs)?
            && ours == theirs)
    };
    // What cannot be read cannot be known for ours.
    if is_part() == Ok(true) {
        remove(dir, name);
    }
}

/// Fills a buffer from the beginning of a file; tells whether there was enough.
fn read_whole(fd: BorrowedFd<'_>, buffer: &mut [u8]) -> Sys<bool> {
    let mut at = 0;
    while let Some(rest) = buffer.get_mut(at..).filter(|rest| !rest.is_empty()) {
        match sys::read(fd, rest)? {
            0 => return Ok(false),
            got => at += got,
        }
    }
    Ok(true)
}

/// Where a job's destinations are: below this, no symlink is followed.
#[derive(Debug)]
pub(crate) struct Place {
    path: PathBuf,
    dir: OwnedFd,
}

impl Place {
    /// Opens the directory in which the operands of a job arrive.
    pub(crate) fn of(target: &Target) -> Option<Self> {
        let path = match (&target.directory, target.paths.as_slice()) {
            (Some(directory), _) => PathBuf::from(OsStr::from_bytes(directory.to_bytes())),
            (None, [path]) => Path::new(OsStr::from_bytes(path.to_bytes())).parent()?.into(),
            (None, []) => return None,
            (None, _) => {
                let dir = sys::enter_dir(sys::CWD, c"/", true).ok()?;
                return Some(Self { path: "/".into(), dir });
            }
        };
        Some(Self { path, dir: target.open().ok()? })
    }

    /// A path of the job as seen from here.
    fn below(&self, path: &Path) -> Option<PathBuf> {
        match path.strip_prefix(&self.path) {
            Ok(below) => Some(below.to_owned()),
            Err(_) => path.is_relative().then(|| path.to_owned()),
        }
    }

    fn open(&self, path: &Path) -> Sys<OwnedFd> {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let path = c_path(path).ok_or(Errno::INVAL)?;
        sys::open_beneath(self.dir.as_fd(), &path, false)
    }

    /// Opens the directory of a path of the job; gives it with the last name.
    pub(crate) fn open_parent(&self, path: &Path) -> Sys<(OwnedFd, CString)> {
        let below = self.below(path).ok_or(Errno::NOENT)?;
        let name = below.file_name().and_then(|name| CString::new(name.as_bytes()).ok());
        let dir = self.open(below.parent().unwrap_or(Path::new("")))?;
        Ok((dir, name.ok_or(Errno::INVAL)?))
    }
}
