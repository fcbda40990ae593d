//! Packs items into an archive.
//!
//! # How an archive is made
//!
//! 1. It is written in a *stage* (`crate::stage`), a hidden directory beside its name: so it has its name only when it
//!    is whole, and what a killed process has left is removed by the next job there. The job's own thread walks the
//!    sources, names in order, and writes their entries (`gather.rs`); what packs the data has threads of its own.
//! 2. From there it is moved to its name by the visitor that copies and moves: conflicts, questions, backups and the
//!    record of an undo are those of a move within one filesystem.
//! 3. The stage is removed.
//!
//! A name that is a symlink stands for the file that it leads to, as that of a copy: the file is replaced, and the link
//! stays (`led_to`).
//!
//! What cannot be read fails by itself, and the archive has the rest.

mod data;
mod found;
mod gather;
mod out;

use std::ffi::{CStr, OsStr};
use std::io::{self, BufWriter};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_archive::pack::{Packer, format_of};

use self::found::{Added, Counted, Own};
use self::gather::Gatherer;
use self::out::Out;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{ConflictCount, Event, FileKind, Phase, Plan, SkipReason, Totals};
use crate::contract::path::WirePath;
use crate::contract::spec::{ConflictPolicy, Destination, Durability, JobSpec};
use crate::copy::{Copier, Relocation, Unpacked, close_stored};
use crate::job::Job;
use crate::job::act::act;
use crate::job::conflict::{fails_by_policy, kind_of_conflict};
use crate::job::sampler::{CountBeside, Sampler};
use crate::stage::Stage;
use crate::walk::operand::base_of;
use crate::walk::target::Target;
use crate::walk::worker::Counterpart;
use fcp_sys::{self as sys, AsFd, Errno, c_path, lock};

/// The number of the counters that the job's own thread uses.
const OWN: usize = usize::MAX;

/// Bytes of the archive that are written at a time.
const BUFFER: usize = 256 << 10;

/// Why no archive is made.
#[derive(Debug)]
enum Stop {
    Cancelled,
    Failed(OpError),
}

/// Whether the ending of a name is that of an archive that can be made.
pub fn can_be_archive(name: &OsStr) -> bool {
    format_of(name.as_bytes()).is_some()
}

/// Refuses a request that names no archive of a known format.
///
/// # Errors
/// There is no destination, or its name ends otherwise.
pub(crate) fn check(spec: &JobSpec) -> Result<(), OpError> {
    let Some(Destination::As(archive)) = &spec.destination else {
        return Err(OpError::refused(Action::Pack, Code::Usage, ""));
    };
    let name = archive.0.file_name().unwrap_or_default().as_bytes();
    match format_of(name) {
        Some(_) if !archive.0.as_os_str().as_bytes().ends_with(b"/") => Ok(()),
        _ => Err(OpError::refused(Action::Pack, Code::UnknownEnding, archive.0.clone())),
    }
}

/// Runs a job to its end; `false` if it could not even begin.
pub(crate) fn run(job: &Arc<Job>, target: &Target, count: Option<CountBeside>) -> bool {
    let Some(named) = target.paths.first() else { return true };
    if is_kept(job, &path_of(named)) {
        return true;
    }
    let led_to = match led_to(job, named) {
        Ok(led_to) => led_to,
        Err(error) => {
            job.failed(OWN, path_of(named), error);
            return true;
        }
    };
    let target = led_to.as_ref().unwrap_or(target);
    let Some(archive) = target.paths.first().map(|path| path_of(path)) else { return true };
    if holds_itself(job, &archive) {
        return true;
    }
    let parent = target.directory_path().unwrap_or_else(|| c".".to_owned());
    let stage = match Stage::make(&parent, job.mark, 0) {
        Ok(stage) => stage,
        Err(errno) => {
            let error = OpError::new(Action::Target, path_of(&parent), errno);
            job.failed(OWN, archive, error);
            return true;
        }
    };
    let ran = match make(job, target, (named, &archive), &stage, count) {
        Ok(Some(added)) => publish(job, target, &archive, &stage, added),
        Ok(None) => true,
        Err(Stop::Cancelled) => {
            job.puts_off();
            true
        }
        Err(Stop::Failed(error)) => {
            job.failed(OWN, archive.clone(), error);
            true
        }
    };
    let path = stage.path();
    if let Err(errno) = stage.remove() {
        job.failed(OWN, archive, OpError::new(Action::Remove, path, errno));
    }
    ran
}

/// Finds what the name of an archive leads to, if it is a symlink that stands for that; none if it is not.
///
/// As in a copy, a backup takes the link itself, and a policy that keeps what is there has nothing replaced.
///
/// # Errors
/// The link leads nowhere.
fn led_to(job: &Job, named: &CStr) -> Result<Option<Target>, OpError> {
    let options = &job.spec.options;
    let is_kept = matches!(
        options.on_conflict,
        ConflictPolicy::Rename(_) | ConflictPolicy::Skip | ConflictPolicy::Fail
    );
    let is_link =
        sys::stat_at(sys::CWD, named, false).is_ok_and(|meta| meta.kind == FileKind::Symlink);
    if !is_link || is_kept || options.backup.is_some() {
        return Ok(None);
    }
    let path = path_of(named);
    match std::fs::canonicalize(&path) {
        Ok(leads) => Ok(c_path(&leads).and_then(Target::of_path)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(OpError::refused(Action::Pack, Code::DanglingSymlink, path))
        }
        Err(error) => Err(OpError::of_io(Action::Pack, path, &error)),
    }
}

/// Whether the policy keeps an existing file, so that nothing need be packed.
fn is_kept(job: &Job, archive: &Path) -> bool {
    if !is_file_at(archive) {
        return false;
    }
    let both = || (archive.to_owned(), archive.to_owned());
    match job.spec.options.on_conflict {
        ConflictPolicy::Skip => job.end_skipped(OWN, SkipReason::Policy, 0, both()),
        ConflictPolicy::Fail => {
            let error = OpError::refused(Action::Pack, Code::Exists, archive);
            job.failed(OWN, archive.to_owned(), error);
        }
        _ => return false,
    }
    true
}

/// Whether a path is that of an item that is no directory.
fn is_file_at(path: &Path) -> bool {
    c_path(path)
        .and_then(|name| sys::stat_at(sys::CWD, &name, false).ok())
        .is_some_and(|there| there.kind != FileKind::Directory)
}

/// Whether a source is the archive that would be replaced; it is refused, since its content would be nowhere then.
fn holds_itself(job: &Job, archive: &Path) -> bool {
    let Some(own) = Own::of(archive) else { return false };
    let is_own = |source: &&WirePath| c_path(&source.0).is_some_and(|path| own.is_at(&path));
    let Some(source) = job.spec.sources.iter().find(is_own) else { return false };
    job.failed(OWN, source.0.clone(), OpError::refused(Action::Pack, Code::SameFile, &source.0));
    true
}

/// Writes the archive into its stage, and gives what is in it; none if nothing could be packed. The name that the user gave says its format,
/// also where it is that of a symlink.
fn make(
    job: &Arc<Job>,
    target: &Target,
    (named, archive): (&CStr, &Path),
    stage: &Stage,
    count: Option<CountBeside>,
) -> Result<Option<Added>, Stop> {
    let failed = |errno| Stop::Failed(OpError::new(Action::Write, archive, errno));
    let refused = || Stop::Failed(OpError::refused(Action::Pack, Code::UnknownEnding, archive));
    let name = c_path(archive).ok_or_else(refused)?;
    let format = format_of(base_of(named)).ok_or_else(refused)?;
    let staged = staged_name(&name)?;
    // The umask of the process applies, as to any new file.
    let fd = sys::create_new(stage.dir(), &staged, 0o666).map_err(failed)?;
    let out = BufWriter::with_capacity(BUFFER, Out::new(fd));
    let packer = Packer::new(out, format, job.spec.options.pack_level, job.workers);
    let packer = packer.map_err(|error| written(archive, &error))?;
    let mut gatherer =
        Gatherer::new(job, archive, (Some(format), Some(packer)), Sampler::new(job, target, count));
    gatherer.keep_out_stage(stage);
    let (packer, added) = gatherer.gather()?;
    if added.counted.items == 0 && added.counted.failed > 0 {
        return Ok(None);
    }
    tell_totals(job, &added.counted);
    let Some(packer) = packer else { return Ok(None) };
    let mut out = packer.finish().map_err(|error| written(archive, &error))?;
    job.control.checkpoint().map_err(|_| Stop::Cancelled)?;
    let end = io::Seek::stream_position(&mut out).map_err(|error| written(archive, &error))?;
    let out = out.into_inner().map_err(|error| written(archive, error.error()))?.into_fd();
    // The last entry may have been taken back.
    sys::set_size(out.as_fd(), end).map_err(failed)?;
    if job.spec.options.durability >= Durability::Batch {
        sys::sync_file(out.as_fd()).map_err(failed)?;
    }
    let asks = sys::closes_in_silence(stage.dir());
    close_stored(&mut Some(out), (stage.dir(), &staged), asks).map_err(failed)?;
    Ok(Some(added))
}

/// The name of the archive in its stage.
fn staged_name(name: &CStr) -> Result<std::ffi::CString, Stop> {
    std::ffi::CString::new(base_of(name)).map_err(|_nul| Stop::Cancelled)
}

fn written(archive: &Path, error: &io::Error) -> Stop {
    Stop::Failed(OpError::of_io(Action::Write, archive, error))
}

fn tell_totals(job: &Job, counted: &Counted) {
    let totals = Totals {
        items: counted.items + counted.failed,
        bytes: Some(counted.bytes),
        complete: true,
    };
    *lock(&job.meter.totals) = Some(totals);
    job.hub.tell(Event::JobTotals { job: job.id, totals });
}

/// Moves the archive to its name, and tells what is in it if it has got that: the user or a policy may keep what has the
/// name already.
fn publish(job: &Arc<Job>, target: &Target, archive: &Path, stage: &Stage, added: Added) -> bool {
    let name = archive.file_name().unwrap_or_default();
    let src = stage.inside().join(name);
    job.unpacks(&src, archive);
    let relocation = Relocation { src, dst: archive.to_owned(), inode: None };
    let rules = job.rules(Counterpart::Needed);
    let copier = Copier::of_unpacked(job, rules, vec![relocation], Unpacked::default());
    let ran = act(job, target, copier, None).is_some();
    job.unpacks_no_more();
    if let Some(staged) = c_path(Path::new(name))
        && matches!(sys::stat_at(stage.dir(), &staged, false), Err(Errno::NOENT))
    {
        added.tell(job);
    }
    ran
}

/// Runs the dry run of a job to its end.
pub(crate) fn rehearse(job: &Arc<Job>, target: &Target) {
    job.hub.tell(Event::JobStarted { job: job.id, workers: job.workers as u16 });
    job.enter(Phase::Running);
    let named = target.paths.first().cloned().unwrap_or_default();
    let led_to = match led_to(job, &named) {
        Ok(led_to) => led_to,
        Err(error) => {
            job.failed(OWN, path_of(&named), error);
            return job.finish(false);
        }
    };
    let target = led_to.as_ref().unwrap_or(target);
    let archive = target.paths.first().map(|path| path_of(path)).unwrap_or_default();
    let format = (format_of(base_of(&named)), None);
    let gatherer = Gatherer::new(job, &archive, format, Sampler::new(job, target, None));
    let on_conflict = &job.spec.options.on_conflict;
    let is_kept = matches!(on_conflict, ConflictPolicy::Skip | ConflictPolicy::Fail)
        && is_file_at(&path_of(&named));
    if !is_kept && holds_itself(job, &archive) {
        return job.finish(false);
    }
    let parent = target.directory_path().unwrap_or_else(|| c".".to_owned());
    if let Err(errno) = sys::enter_dir(sys::CWD, &parent, true) {
        let error = OpError::new(Action::Target, path_of(&parent), errno);
        job.failed(OWN, archive.clone(), error);
    }
    let mut plan = Plan::default();
    if let Some(name) = c_path(&archive)
        && let Ok(there) = sys::stat_at(sys::CWD, &name, false)
    {
        let kind = kind_of_conflict(FileKind::File, there.kind);
        plan.conflicts = vec![ConflictCount { kind, count: 1 }];
        if fails_by_policy(job.spec.verb, &job.spec.options, kind) {
            job.foresees_failure();
        }
    }
    // Nothing is read for an archive that is not made.
    if !is_kept && let Ok((_, added)) = gatherer.gather() {
        let counted = added.counted;
        plan.unreadable = counted.failed;
        plan.directories = counted.directories;
        plan.totals = Totals { items: counted.items, bytes: Some(counted.bytes), complete: true };
        plan.bytes_needed = counted.bytes;
    }
    plan.bytes_free = target.free_space();
    *lock(&job.meter.totals) = Some(plan.totals);
    job.hub.tell(Event::JobTotals { job: job.id, totals: plan.totals });
    job.hub.tell(Event::JobPlan { job: job.id, plan: Box::new(plan) });
    job.finish(false);
}

fn path_of(path: &CStr) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(path.to_bytes()))
}
