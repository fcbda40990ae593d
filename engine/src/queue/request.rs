//! Makes a row of the queue of a request.

use std::path::Path;

use super::entry::Adding;
use super::error::QueueError;
use super::filesystem::Filesystem;
use super::paths::Paths;
use super::{lanes, weigh};
use crate::contract::error::{Action, OpError};
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, JobSpec, Protect, Verb};
use crate::queue::store::NewJob;
use crate::walk::operand::guarded;
use fcp_sys::c_path;
use fcp_sys::{self as sys, Errno};

/// Refuses to delete the caller's working directory; the process that runs the job may have another.
fn check_here(spec: &JobSpec) -> Result<(), OpError> {
    let protect = Protect { root: false, mount_points: false, ..spec.options.protect };
    if spec.verb != Verb::Delete || !protect.working_directory {
        return Ok(());
    }
    let guarded = guarded(protect);
    for source in &spec.sources {
        let meta = c_path(&source.0).map(|path| sys::stat_at(sys::CWD, &path, false));
        if let Some(Ok(meta)) = meta
            && let Some((_, code)) = guarded.iter().find(|(id, _)| *id == meta.id())
        {
            return Err(OpError::refused(Action::Delete, *code, &source.0));
        }
    }
    Ok(())
}

/// Looks at everything about a job that decides when it may start.
pub(super) fn new_job(spec: JobSpec, adding: &Adding) -> Result<NewJob, QueueError> {
    let here = std::env::current_dir().map_err(|error| {
        let errno = Errno::from_io_error(&error).unwrap_or(Errno::NOENT);
        OpError::new(Action::Stat, ".", errno)
    })?;
    let spec = absolute(spec, &here);
    check_here(&spec)?;
    Ok(NewJob {
        lanes: lanes::of(&spec),
        passes: weigh::passes(&spec),
        paths: Paths::of(&spec),
        filesystem: Filesystem::of(&spec),
        spec,
        adding: adding.clone(),
    })
}

/// Makes the paths of a job mean the same whichever process runs it.
pub(super) fn absolute(mut spec: JobSpec, here: &Path) -> JobSpec {
    // Names of things in the trash are none of the working directory's.
    if spec.verb == Verb::Restore {
        return spec;
    }
    let options = &mut spec.options;
    // The dot tells a path that was relative from one that happens to lead below here.
    let base = if options.parents { here.join(".") } else { here.to_owned() };
    if options.parents && spec.sources.iter().any(|source| source.0.is_relative()) {
        options.below = Some(WirePath(base.clone()));
    }
    for source in &mut spec.sources {
        make_absolute(source, &base);
    }
    let destinations = spec.destination.iter_mut().flat_map(Destination::paths_mut);
    let removals = spec.options.removals.iter_mut().filter_map(|it| it.paths.as_mut()).flatten();
    let trees = spec.options.reuse.iter_mut().flat_map(|reuse| &mut reuse.trees);
    for path in destinations.chain(removals).chain(trees).chain(&mut spec.options.manifest) {
        make_absolute(path, here);
    }
    spec
}

/// Puts a directory before a relative path, byte by byte: a slash or a dot at its end means something.
fn make_absolute(path: &mut WirePath, base: &Path) {
    // An empty path leads nowhere, and must not lead to the working directory.
    if path.0.is_relative() && !path.0.as_os_str().is_empty() {
        path.0 = base.join(&path.0);
    }
}
