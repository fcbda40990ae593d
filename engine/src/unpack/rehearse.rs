//! Foresees what unpacking would do, and changes nothing.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{CString, OsStr};
use std::io::Seek;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::choose::{Chooser, Miss};
use super::limit::Budget;
use super::{OWN, code_of, error_of, file_name, open, path_of, place_of};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{
    ConflictCount, ConflictKind, Event, FileKind, Op, Phase, Plan, Totals,
};
use crate::contract::spec::ConflictPolicy;
use crate::job::Job;
use crate::job::conflict::{code_of_collision, fails_by_policy, kind_of_conflict};
use crate::walk::operand::without_slashes;
use crate::walk::target::Target;
use fcp_sys::{self as sys, c_path, lock};

/// What the dry run of a job has found.
#[derive(Default)]
struct Foreseen {
    plan: Plan,
    conflicts: BTreeMap<ConflictKind, u64>,
    /// What earlier archives would bring, and its type; empty for a single archive.
    brought: HashMap<PathBuf, FileKind>,
}

/// Runs the dry run of a job to its end.
pub(crate) fn rehearse(job: &Arc<Job>, target: &Target) {
    job.hub.tell(Event::JobStarted { job: job.id, workers: job.workers as u16 });
    job.enter(Phase::Running);
    let mut foreseen = Foreseen::default();
    let mut bytes = 0;
    for source in &job.spec.sources {
        if job.control.checkpoint().is_err() {
            break;
        }
        match look(job, target, &source.0, &mut foreseen) {
            Ok(more) => bytes += more,
            Err(error) => {
                foreseen.plan.unreadable += 1;
                job.failed(OWN, source.0.clone(), error);
            }
        }
    }
    let complete = !job.control.is_cancelled();
    let Foreseen { mut plan, conflicts, .. } = foreseen;
    plan.totals = Totals { items: plan.totals.items, bytes: Some(bytes), complete };
    plan.bytes_needed = bytes;
    plan.bytes_free = target.free_space();
    plan.conflicts =
        conflicts.into_iter().map(|(kind, count)| ConflictCount { kind, count }).collect();
    let options = &job.spec.options;
    if plan.conflicts.iter().any(|it| fails_by_policy(job.spec.verb, options, it.kind)) {
        job.foresees_failure();
    }
    *lock(&job.meter.totals) = Some(plan.totals);
    job.hub.tell(Event::JobTotals { job: job.id, totals: plan.totals });
    job.hub.tell(Event::JobPlan { job: job.id, plan: Box::new(plan) });
    job.finish(false);
}

/// Looks at one archive; gives the bytes of its data.
fn look(
    job: &Arc<Job>,
    target: &Target,
    source: &Path,
    foreseen: &mut Foreseen,
) -> Result<u64, OpError> {
    let mut archive = open(source)?;
    let place = place_of(target);
    sys::enter_dir(sys::CWD, &place, true)
        .map_err(|errno| OpError::new(Action::Target, path_of(&place), errno))?;
    let chooser = Chooser::new(job, source);
    let into = folder(job, target, source, &mut archive)?;
    let Foreseen { plan, conflicts, brought } = foreseen;
    let has_own_folder = target.directory.as_deref().map(path_of).as_ref() != Some(&into);
    if has_own_folder && is_file(&into) {
        *conflicts.entry(ConflictKind::FileInTheWay).or_default() += 1;
    }
    let mut brings = Vec::new();
    let (mut bytes, mut unreadable) = (0_u64, 0);
    let mut may = Budget::new(job.spec.options.unpack_limit, archive.size);
    let mut is_too_large = false;
    let mut count = |entry: &fcp_archive::Entry, size: u64| {
        if job.control.checkpoint().is_err() {
            return ControlFlow::Break(());
        }
        let path = chooser.path(entry);
        let names = match chooser.names(entry, &path) {
            Ok(names) => names,
            Err(Miss::Nothing | Miss::Skip(_)) => return ControlFlow::Continue(()),
            Err(Miss::Error(error)) => {
                unreadable += 1;
                job.failed(OWN, path, error);
                return ControlFlow::Continue(());
            }
        };
        if names.is_empty() {
            return ControlFlow::Continue(());
        }
        if let Some(why) = entry.refused {
            unreadable += 1;
            job.failed(OWN, path.clone(), OpError::refused(Action::Unpack, code_of(why), path));
            return ControlFlow::Continue(());
        }
        let kind = if entry.is_directory() { FileKind::Directory } else { FileKind::File };
        let dst = names.iter().fold(into.clone(), |path, name| path.join(OsStr::from_bytes(name)));
        plan.totals.items += 1;
        plan.directories += u64::from(entry.is_directory());
        bytes = bytes.saturating_add(size);
        is_too_large |= may.enter().and_then(|()| may.take(size)).is_err();
        if let Some(earlier) = brought.get(&dst) {
            let kind = kind_of_conflict(kind, *earlier);
            let (verb, options) = (job.spec.verb, &job.spec.options);
            let replaces = options.on_conflict == ConflictPolicy::Overwrite && !options.resume;
            if let Some(code) = code_of_collision(verb, options, kind, replaces) {
                let error = OpError::refused(Action::Move, code, &path).with(dst);
                job.failed(OWN, path, error);
                return ControlFlow::Continue(());
            }
        } else if let Some(there) =
            c_path(&dst).and_then(|dst| sys::stat_at(sys::CWD, &dst, false).ok())
        {
            *conflicts.entry(kind_of_conflict(kind, there.kind)).or_default() += 1;
        }
        if job.spec.sources.len() > 1 {
            brings.push((dst.clone(), kind));
        }
        job.begins(Op::Extract, || (path, dst), || None);
        ControlFlow::Continue(())
    };
    let name = file_name(source);
    let read = fcp_archive::list(&mut archive.file, archive.format, name, &mut |entry| {
        count(entry, entry.size.unwrap_or(0))
    });
    plan.unreadable += unreadable;
    brought.extend(brings);
    read.map_err(|fault| error_of(&fault, source))?;
    if is_too_large {
        return Err(OpError::refused(Action::Unpack, Code::TooLarge, source));
    }
    Ok(bytes)
}

/// Whether a path is that of an item that is no directory.
fn is_file(path: &Path) -> bool {
    c_path(path)
        .and_then(|path| CString::new(without_slashes(&path)).ok())
        .and_then(|path| sys::stat_at(sys::CWD, &path, false).ok())
        .is_some_and(|there| there.kind != FileKind::Directory)
}

/// The directory into which the entries of an archive would go.
fn folder(
    job: &Job,
    target: &Target,
    source: &Path,
    archive: &mut super::Archive,
) -> Result<PathBuf, OpError> {
    let directory = match (&target.directory, target.paths.first()) {
        (_, Some(path)) => return Ok(path_of(path)),
        (Some(directory), None) => path_of(directory),
        (None, None) => PathBuf::new(),
    };
    if !job.spec.options.unpack_folder {
        return Ok(directory);
    }
    let name = file_name(source);
    let mut first: Option<Vec<u8>> = None;
    let mut several = false;
    let read = fcp_archive::list(&mut archive.file, archive.format, name, &mut |entry| {
        let Ok(parts) = fcp_archive::parts(&entry.name) else { return ControlFlow::Continue(()) };
        let Some(top) = parts.first() else { return ControlFlow::Continue(()) };
        several = first.get_or_insert_with(|| top.to_vec()) != *top;
        if several { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    read.map_err(|fault| error_of(&fault, source))?;
    // The entries are listed once more, from the beginning.
    archive.file.rewind().map_err(|error| OpError::of_io(Action::Read, source, &error))?;
    let folder = OsStr::from_bytes(fcp_archive::stem(name));
    Ok(if several { directory.join(folder) } else { directory })
}
