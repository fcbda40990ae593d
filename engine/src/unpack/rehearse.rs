//! Foresees what unpacking would do, and changes nothing.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::choose::{Chooser, Miss};
use super::limit::Budget;
use super::{OWN, error_of, file_name, open, path_of, place_of};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{
    ConflictCount, ConflictKind, Event, FileKind, Op, Phase, Plan, Totals,
};
use crate::job::Job;
use crate::job::conflict::{fails_by_policy, kind_of_conflict};
use crate::walk::target::Target;
use fcp_sys::{self as sys, AsFd, c_path, lock};

/// Runs the dry run of a job to its end.
pub(crate) fn rehearse(job: &Arc<Job>, target: &Target) {
    job.hub.tell(Event::JobStarted { job: job.id, workers: job.workers as u16 });
    job.enter(Phase::Running);
    let mut plan = Plan::default();
    let mut conflicts = BTreeMap::new();
    let mut bytes = 0;
    for source in &job.spec.sources {
        if job.control.checkpoint().is_err() {
            break;
        }
        match look(job, target, &source.0, &mut plan, &mut conflicts) {
            Ok(more) => bytes += more,
            Err(error) => {
                plan.unreadable += 1;
                job.failed(OWN, source.0.clone(), error);
            }
        }
    }
    let complete = !job.control.is_cancelled();
    plan.totals = Totals { items: plan.totals.items, bytes: Some(bytes), complete };
    plan.bytes_needed = bytes;
    plan.bytes_free = sys::open_dir(sys::CWD, &place_of(target), true)
        .and_then(|dir| sys::free_space(dir.as_fd()))
        .unwrap_or(0);
    plan.conflicts =
        conflicts.into_iter().map(|(kind, count)| ConflictCount { kind, count }).collect();
    let options = &job.spec.options;
    if plan.conflicts.iter().any(|it| fails_by_policy(job.spec.verb, options, it.kind)) {
        // A dry run fails where the job would.
        job.note_own_error();
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
    plan: &mut Plan,
    conflicts: &mut BTreeMap<ConflictKind, u64>,
) -> Result<u64, OpError> {
    let mut archive = open(source)?;
    let chooser = Chooser::new(job, source);
    let into = folder(job, target, source, &mut archive)?;
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
        let kind = if entry.is_directory() { FileKind::Directory } else { FileKind::File };
        let dst = names.iter().fold(into.clone(), |path, name| path.join(OsStr::from_bytes(name)));
        plan.totals.items += 1;
        plan.directories += u64::from(entry.is_directory());
        bytes = bytes.saturating_add(size);
        is_too_large |= may.enter().and_then(|()| may.take(size)).is_err();
        let there = c_path(&dst).and_then(|dst| sys::stat_at(sys::CWD, &dst, false).ok());
        if let Some(there) = there {
            *conflicts.entry(kind_of_conflict(kind, there.kind)).or_default() += 1;
        }
        job.begins(Op::Extract, || (path, dst), || None);
        ControlFlow::Continue(())
    };
    let name = file_name(source);
    let read = fcp_archive::list(&mut archive.file, archive.format, name, &mut |entry| {
        count(entry, entry.size.unwrap_or(0))
    });
    plan.unreadable += unreadable;
    read.map_err(|fault| error_of(&fault, source))?;
    if is_too_large {
        return Err(OpError::refused(Action::Unpack, Code::TooLarge, source));
    }
    Ok(bytes)
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
    let folder = OsStr::from_bytes(fcp_archive::stem(name));
    Ok(if several { directory.join(folder) } else { directory })
}
