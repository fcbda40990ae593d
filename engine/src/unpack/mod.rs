//! Unpacks archives.
//!
//! # How an archive is unpacked
//!
//! 1. Everything is unpacked into a *stage* first: a hidden directory with a temporary name in the destination, which
//!    nothing but this process uses (`crate::stage`). Entries are placed below its descriptor part by part, without
//!    following symlinks, so that no name leads out of it, whatever the archive made before (`place.rs`).
//! 2. From there they are moved to their names by the visitor that copies and moves, file by file: conflicts,
//!    questions, backups and the record of an undo are those of a move within one filesystem, and no file has its name
//!    before it is whole. Only this visitor looks at the destination.
//! 3. The stage is removed with what is left in it. If the process is killed, the next job that unpacks into the
//!    same directory removes it; it knows by a lock that the process lives no more.
//!
//! An archive that is damaged gives what could be read. Where the damage is in a packed tar, whose checksum comes last,
//! that replaces nothing. An archive that becomes too large, or for which there is no space, gives nothing.

mod attributes;
mod choose;
mod limit;
mod place;
mod rehearse;

use std::collections::HashSet;
use std::ffi::{CString, OsStr};
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_archive::{Fault, Format, Why};

use self::limit::Budget;
pub use self::limit::usual_limit;
pub(crate) use self::place::{Content, Failure, Piece, Placer, Stop};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, Phase, Totals};
use crate::contract::spec::Durability;
use crate::copy::{Copier, Relocation, Unpacked};
use crate::job::Job;
use crate::job::act::act;
use crate::job::sampler::Sampler;
use crate::stage::Stage;
use crate::walk::operand::{parent_of, without_slashes};
use crate::walk::target::Target;
use crate::walk::worker::Counterpart;
use fcp_sys::{self as sys, AsFd, Errno, OwnedFd, c_path, lock};

pub(crate) use rehearse::rehearse;

/// The number of the counters that the job's own thread uses.
const OWN: usize = usize::MAX;

/// An archive that was opened.
struct Archive {
    file: File,
    format: Format,
    /// Bytes of the file.
    size: u64,
}

/// Runs a job to its end; `false` if it could not even begin.
pub(crate) fn run(job: &Arc<Job>, target: &Target) -> bool {
    let mut ran = true;
    let mut brought = HashSet::new();
    for at in 0..job.spec.sources.len() {
        if job.control.checkpoint().is_err() {
            job.puts_off();
            break;
        }
        if job.phase() == Phase::Flushing {
            job.enter(Phase::Running);
        }
        ran &= unpack(job, target, at, &mut brought);
    }
    job.unpacks_no_more();
    ran
}

/// Unpacks one archive, which replaces nothing that others have brought; `false` if the threads that this needs cannot be started.
fn unpack(job: &Arc<Job>, target: &Target, at: usize, brought: &mut HashSet<(u64, u64)>) -> bool {
    let Some(source) = job.spec.sources.get(at) else { return true };
    let source = source.0.as_path();
    let fail = |error| {
        job.failed(OWN, source.to_owned(), error);
        true
    };
    let mut archive = match open(source) {
        Ok(archive) => archive,
        Err(error) => return fail(error),
    };
    let place = place_of(target);
    let mut stage = match Stage::make(&place, job.mark, at) {
        Ok(stage) => stage,
        Err(errno) => return fail(OpError::new(Action::Target, path_of(&place), errno)),
    };
    let staged = fill(job, target, source, &mut archive, &stage);
    let ran = match staged {
        Ok(unpacked) => publish(job, target, source, &mut stage, (unpacked, brought)),
        Err(Stop::Cancelled) => {
            job.puts_off();
            true
        }
        Err(Stop::Failed(error)) => fail(error),
    };
    let path = stage.path();
    if let Err(errno) = stage.remove() {
        fail(OpError::new(Action::Remove, path, errno));
    }
    ran
}

/// Opens an archive and finds out what it is.
fn open(source: &Path) -> Result<Archive, OpError> {
    let failed = |action, errno| OpError::new(action, source, errno);
    let name = c_path(source).ok_or_else(|| failed(Action::Open, Errno::NOENT))?;
    let fd =
        sys::open_source(sys::CWD, &name, true).map_err(|errno| failed(Action::Open, errno))?;
    let meta = sys::stat_fd(fd.as_fd()).map_err(|errno| failed(Action::Stat, errno))?;
    if meta.kind != sys::FileKind::File {
        return Err(OpError::refused(Action::Unpack, Code::NotAnArchive, source));
    }
    let mut file = File::from(fd);
    let format = Format::detect(&mut file)
        .map_err(|error| OpError::of_io(Action::Read, source, &error))?
        .ok_or_else(|| OpError::refused(Action::Unpack, Code::NotAnArchive, source))?;
    Ok(Archive { file, format, size: meta.size })
}

/// Unpacks an archive into its stage.
fn fill(
    job: &Arc<Job>,
    target: &Target,
    source: &Path,
    archive: &mut Archive,
    stage: &Stage,
) -> Result<Unpacked, Stop> {
    let name = file_name(source);
    let told = foretell(job, archive, name);
    let may = Budget::new(job.spec.options.unpack_limit, archive.size);
    check_size(source, stage, told, may)?;
    let mut sampler = Sampler::new(job, target, None);
    let mut placer = Placer::new(job, source, stage, archive.size);
    let mut stopped = None;
    let read = fcp_archive::read(&mut archive.file, archive.format, name, &mut |entry, data| {
        sampler.look();
        match placer.place(entry, data, &mut || sampler.look()) {
            Ok(()) => std::ops::ControlFlow::Continue(()),
            Err(stop) => {
                stopped = Some(stop);
                std::ops::ControlFlow::Break(())
            }
        }
    });
    if let Some(stop) = stopped {
        return Err(stop);
    }
    // Of what came before, each file of a zip or a 7z archive has its own checksum, and a tar that is not packed has none.
    let is_doubtful = read.is_err() && matches!(archive.format, Format::Packed { .. });
    if let Err(fault) = read {
        // Also where the last entry was told: those behind it are missing.
        job.failed(OWN, source.to_owned(), error_of(&fault, source));
    }
    let (unpacked, items, bytes) = placer.end();
    let own = stage.names().is_ok_and(|names| goes_into_folder(job, target, names.len()));
    // With the folder that is made for them.
    let items = items + u64::from(own);
    let unpacked = Unpacked { is_doubtful, ..unpacked };
    let complete = job.spec.sources.last().is_some_and(|last| last.0 == source);
    tell_totals(job, items, bytes, told, complete);
    if job.spec.options.durability >= Durability::Batch {
        // A file may get its name only when its data is on the disk.
        sys::sync_filesystem(stage.dir())
            .map_err(|errno| Stop::Failed(OpError::new(Action::Sync, stage.path(), errno)))?;
    }
    Ok(unpacked)
}

/// Tells how much an archive holds, where its directory says so.
fn foretell(job: &Job, archive: &mut Archive, name: &[u8]) -> Option<(u64, u64)> {
    if !matches!(archive.format, Format::Zip | Format::SevenZip) {
        return None;
    }
    let (mut items, mut bytes) = (0, 0_u64);
    let listed = fcp_archive::list(&mut archive.file, archive.format, name, &mut |entry| {
        items += 1;
        bytes = bytes.saturating_add(entry.size.unwrap_or(0));
        std::ops::ControlFlow::Continue(())
    });
    // Damage is told when the archive is unpacked. Of a part of it, only that is counted.
    listed.ok().filter(|()| !job.is_filtered())?;
    tell_totals(job, items, bytes, None, false);
    Some((items, bytes))
}

/// Adds what is known of an archive to the totals, in place of what was told of it before.
fn tell_totals(job: &Job, items: u64, bytes: u64, before: Option<(u64, u64)>, complete: bool) {
    let totals = {
        let totals = &mut *lock(&job.meter.totals);
        let known = totals.unwrap_or(Totals { items: 0, bytes: Some(0), complete: false });
        let (old_items, old_bytes) = before.unwrap_or_default();
        let new = Totals {
            items: known.items.saturating_sub(old_items) + items,
            bytes: known.bytes.map(|known| known.saturating_sub(old_bytes).saturating_add(bytes)),
            complete,
        };
        *totals = Some(new);
        new
    };
    job.hub.tell(Event::JobTotals { job: job.id, totals });
}

/// Refuses an archive that becomes too large, or for which there is no space, if its directory says its size.
fn check_size(
    source: &Path,
    stage: &Stage,
    told: Option<(u64, u64)>,
    mut may: Budget,
) -> Result<(), Stop> {
    let Some((_, bytes)) = told else { return Ok(()) };
    if may.take(bytes).is_err() {
        let error = OpError::refused(Action::Unpack, Code::TooLarge, source);
        return Err(Stop::Failed(error));
    }
    // Some filesystems cannot tell; then the first write that fails does.
    match sys::free_space(stage.dir()) {
        Ok(free) if bytes > free => {
            Err(Stop::Failed(OpError::new(Action::Unpack, stage.parent(), Errno::NOSPC)))
        }
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Whether a folder is made for what an archive has at its top.
fn goes_into_folder(job: &Job, target: &Target, names: usize) -> bool {
    !target.paths.is_empty() || job.spec.options.unpack_folder && names > 1
}

/// Moves what was unpacked to its names.
fn publish(
    job: &Arc<Job>,
    target: &Target,
    source: &Path,
    stage: &mut Stage,
    (unpacked, brought): (Unpacked, &mut HashSet<(u64, u64)>),
) -> bool {
    let fail = |error| {
        job.failed(OWN, source.to_owned(), error);
        true
    };
    let names = match stage.names() {
        Ok(names) => names,
        Err(errno) => return fail(OpError::new(Action::ListDir, stage.path(), errno)),
    };
    let mut relocations = Vec::new();
    let shown_as;
    match target.paths.first() {
        None if !goes_into_folder(job, target, names.len()) => {
            shown_as = stage.inside();
            relocations.extend(names.iter().map(|name| {
                let name = Path::new(OsStr::from_bytes(name.to_bytes()));
                Relocation { src: stage.inside().join(name), dst: name.to_owned(), inode: None }
            }));
        }
        path => {
            let folder = OsStr::from_bytes(fcp_archive::stem(file_name(source)));
            let dst = path.map_or_else(
                || PathBuf::from(folder),
                |path| PathBuf::from(OsStr::from_bytes(without_slashes(path))),
            );
            let name = dst.file_name().unwrap_or(folder).to_owned();
            match stage.call_inside(&name) {
                Ok(src) => {
                    shown_as = src.clone();
                    relocations.push(Relocation { src, dst, inode: None });
                }
                Err(errno) => return fail(OpError::new(Action::Move, stage.path(), errno)),
            }
        }
    }
    if relocations.is_empty() {
        return true;
    }
    job.unpacks(&shown_as, source);
    let copier = Copier::of_unpacked(job, job.rules(Counterpart::Needed), relocations, unpacked);
    let Some(walk) = act(job, target, copier.after(brought), None) else { return false };
    *brought = walk.visitor.brought();
    true
}

/// The directory in which the stage is made: that of the destination, or above it.
pub(crate) fn place_of(target: &Target) -> CString {
    match (&target.directory, target.paths.first()) {
        (Some(directory), _) => directory.clone(),
        (None, Some(path)) => {
            // With a slash at its end, the path is that of a folder, too.
            parent_of(&CString::new(without_slashes(path)).unwrap_or_default())
        }
        (None, None) => c".".to_owned(),
    }
}

fn path_of(path: &std::ffi::CStr) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(path.to_bytes()))
}

fn file_name(source: &Path) -> &[u8] {
    source.file_name().unwrap_or_default().as_bytes()
}

/// Describes why an archive, or an entry of it, cannot be read.
pub fn error_of(fault: &Fault, path: &Path) -> OpError {
    match fault {
        Fault::Io(error) => OpError::of_io(Action::Read, path, error),
        Fault::Unreadable(why) => OpError::refused(Action::Unpack, code_of(*why), path),
    }
}

fn code_of(why: Why) -> Code {
    match why {
        Why::Damaged => Code::Damaged,
        Why::Encrypted => Code::Encrypted,
        Why::Unsupported => Code::Unsupported,
    }
}

/// Gives the device and inode of an open directory.
fn id_of(dir: &OwnedFd) -> sys::Sys<(u64, u64)> {
    Ok(sys::stat_fd(dir.as_fd())?.id())
}
