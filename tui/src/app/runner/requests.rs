//! Adds the user's requests to the queue as jobs, after a last check of their destinations.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::{fs, process};

use fcp_browse as browse;
use fcp_browse::edit::{self, Edit};
use fcp_engine::engine::{ControlError, Engine};
use fcp_engine::error::OpError;
use fcp_engine::event::{FileKind, JobId};
use fcp_engine::path::{DisplayName, is_far};
use fcp_engine::queue::{Adding, Queue, QueueError, QueuedJob};
use fcp_engine::spec::{Destination, JobSpec, Verb};
use fcp_presentation::{errors, tr};

use crate::app::request::{Refusal, Request};
use crate::format;

/// Adds a job; where the queue refuses it, the folder that was made for it is removed.
///
/// # Errors
/// Says in one sentence why there is no job.
pub(super) fn add(
    engine: &Engine,
    spec: JobSpec,
    adding: &Adding,
    missing: Option<&Path>,
    needs: Option<u64>,
) -> Result<JobId, Refusal> {
    check(&spec, needs)?;
    let made = missing.map(make).transpose()?.flatten();
    engine.add(spec, adding).map_err(|error| {
        let left = made.as_ref().and_then(|made| edit::undo(made).err());
        match (left.as_deref().and_then(<[_]>::first), error) {
            (Some(left), error) => {
                let (error, left) = (errors::of_control(&error), errors::told(left));
                tr!("request-folder-kept", error = error, left = left).into()
            }
            (
                None,
                ControlError::Refused(error) | ControlError::Queue(QueueError::Refused(error)),
            ) => error.into(),
            (None, error) => errors::of_control(&error).into(),
        }
    })
}

/// Makes a folder, unless another program has made it meanwhile.
fn make(dir: &Path) -> Result<Option<Edit>, String> {
    match edit::make_directory(dir, true) {
        Ok(made) => Ok(Some(made)),
        Err(_) if dir.is_dir() => Ok(None),
        Err(error) => Err(errors::told(&error)),
    }
}

/// Looks again at the destination, which may have changed since the dialog looked.
fn check(spec: &JobSpec, needs: Option<u64>) -> Result<(), Refusal> {
    if spec.verb == Verb::Extract {
        let none = no_archives(spec.sources.iter().map(|source| &*source.0));
        return none.map_or(Ok(()), |error| Err(error.into()));
    }
    if !matches!(spec.verb, Verb::Copy | Verb::Move) {
        return Ok(());
    }
    let (Some(destination), Some(first)) = (&spec.destination, spec.sources.first()) else {
        return Ok(());
    };
    let Some(to) = destination.path().filter(|to| !is_far(&to.0)) else { return Ok(()) };
    let room = browse::room(&first.0, &to.0);
    if let Some(error) = room.error {
        return Err(error.into());
    }
    let name = DisplayName::new(&to.0).to_string();
    match (destination, room.kind) {
        (Destination::Into(_), Some(FileKind::File)) => {
            return Err(tr!("request-is-file", name = name).into());
        }
        (Destination::As(_), Some(FileKind::Directory)) => {
            return Err(tr!("request-is-folder", name = name).into());
        }
        _ => {}
    }
    if let Some(inside) = spec.sources.iter().find(|source| contains(&source.0, &to.0)) {
        let source = DisplayName::new(&inside.0).to_string();
        return Err(tr!("request-into-itself", name = source).into());
    }
    match (needs, room.space) {
        (Some(needs), Some(space)) if needs > space.free => {
            let (needs, free) = (format::size(needs), format::size(space.free));
            Err(tr!("request-no-room", needs = needs, free = free).into())
        }
        _ => Ok(()),
    }
}

/// Tells why none of some items can be extracted.
///
/// A single archive among them is reason enough for a job, whose report names the others.
pub(super) fn no_archives<'a>(paths: impl Iterator<Item = &'a Path>) -> Option<OpError> {
    let all = paths.map(browse::no_archive).collect::<Option<Vec<_>>>()?;
    all.into_iter().next()
}

/// Tells whether a path lies in a folder, or would if it were made.
fn contains(folder: &Path, path: &Path) -> bool {
    let is_folder = folder.symlink_metadata().is_ok_and(|meta| meta.is_dir());
    let real = |path: &Path| -> Option<PathBuf> {
        let near = path.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
        near.and_then(|(above, real)| Some(real.join(path.strip_prefix(above).ok()?)))
    };
    let both = real(folder).zip(real(path));
    is_folder && both.is_some_and(|(folder, path)| path.starts_with(folder))
}

/// Counts the bytes that jobs of the queue will still write to a mount. Tells first the bytes that
/// are known, then the sum with those that had to be measured.
pub(super) fn claims(engine: &Engine, mount: &Path, stop: &AtomicBool, told: impl Fn(u64)) {
    let Some(Ok(jobs)) = engine.queue().map(Queue::list) else { return };
    let mounts = browse::mount_dirs();
    let jobs: Vec<_> = jobs.into_iter().filter(|job| writes_to(job, mount, &mounts)).collect();
    let totals = |job: &QueuedJob| job.progress.totals.and_then(|totals| totals.bytes);
    let left = |job: &QueuedJob| Some(totals(job)?.saturating_sub(job.progress.bytes_done));
    let known: u64 = jobs.iter().filter_map(left).sum();
    if known > 0 {
        told(known);
    }
    let uncounted = jobs.iter().filter(|job| totals(job).is_none());
    let paths: Vec<PathBuf> =
        uncounted.flat_map(|job| job.sources.iter().map(|source| source.0.clone())).collect();
    if !paths.is_empty() {
        let measured = browse::measure(&paths, false, stop, |_| {});
        told(known.saturating_add(measured.bytes.saturating_sub(measured.holes)));
    }
}

/// Tells whether a job writes to a mount, by the paths alone: a mount may not answer.
fn writes_to(job: &QueuedJob, mount: &Path, mounts: &[PathBuf]) -> bool {
    let Some(to) = job.destination.as_ref().and_then(Destination::path) else { return false };
    let on = |path: &Path| {
        let above = mounts.iter().filter(|dir| path.starts_with(dir));
        above.max_by_key(|dir| dir.as_os_str().len())
    };
    let there = on(&to.0);
    let moves_within =
        job.verb == Verb::Move && job.sources.first().is_some_and(|source| on(&source.0) == there);
    matches!(job.verb, Verb::Copy | Verb::Move)
        && !moves_within
        && there.is_some_and(|dir| dir == mount)
}

/// Begin of the names of the files with requests that the queue did not take before the program ended.
const KEPT: &str = "requests-";

/// Keeps requests for the next start.
///
/// # Errors
/// They cannot be written.
pub(crate) fn keep(state: &Path, requests: &BTreeMap<u64, Request>) -> Result<(), String> {
    if requests.is_empty() {
        return Ok(());
    }
    let requests: Vec<&Request> = requests.values().collect();
    let text = serde_json::to_vec(&requests).map_err(|error| error.to_string())?;
    let name = format!("{KEPT}{}.json", process::id());
    fcp_presentation::keep::replace(state, &name, &text).map_err(|error| errors::told(&error))
}

/// Takes the requests that were kept; of several programs that start, one gets them.
#[expect(clippy::disallowed_methods, reason = "the program's own files, and none of the user's")]
pub(crate) fn take(state: &Path) -> Vec<Request> {
    let Ok(entries) = fs::read_dir(state) else { return Vec::new() };
    let kept = entries.flatten().map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let is_whole = path.extension().is_some_and(|end| end == "json");
        is_whole && name.is_some_and(|name| name.starts_with(KEPT))
    });
    let requests = kept.filter_map(|path| {
        let ours = path.with_extension(format!("taken-{}", process::id()));
        fs::rename(&path, &ours).ok()?;
        let requests: Option<Vec<Request>> = serde_json::from_slice(&fs::read(&ours).ok()?).ok();
        fs::remove_file(&ours).ok()?;
        requests
    });
    requests.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::runner::tests::copy;

    #[test]
    fn a_refused_request_leaves_no_folder_behind() {
        let scratch = tempfile::tempdir().unwrap();
        let from = scratch.path().join("from");
        fs::create_dir(&from).unwrap();
        let engine = Engine::new();
        let try_into =
            |to: &Path, spec: JobSpec| add(&engine, spec, &Adding::default(), Some(to), None);
        // Into itself.
        let inside = from.join("new/deep");
        assert!(try_into(&inside, copy(&from, &inside)).unwrap_err().text.contains("into itself"));
        assert!(!from.join("new").exists());
        // The engine refuses a request without sources after the folder was made.
        let new = scratch.path().join("new/deep");
        let spec = JobSpec { sources: Vec::new(), ..copy(&from, &new) };
        try_into(&new, spec).unwrap_err();
        assert!(!scratch.path().join("new").exists());
    }

    #[test]
    fn requests_outlive_the_program_and_are_taken_once() {
        let state = tempfile::tempdir().unwrap();
        let request = Request {
            spec: Box::new(copy(Path::new("/dead/file"), Path::new("/here"))),
            adding: Adding { paused: true, ..Adding::default() },
            missing: Some(Path::new("/here").into()),
            needs: None,
            since: 7,
        };
        keep(state.path(), &BTreeMap::new()).unwrap();
        assert_eq!(take(state.path()), []);
        keep(state.path(), &BTreeMap::from([(1, request.clone())])).unwrap();
        assert_eq!(take(state.path()), [request]);
        assert_eq!(take(state.path()), []);
        assert_eq!(fs::read_dir(state.path()).unwrap().count(), 0);
    }

    #[test]
    fn the_destination_is_looked_at_once_more() {
        let scratch = tempfile::tempdir().unwrap();
        let (from, file) = (scratch.path().join("from"), scratch.path().join("file"));
        fs::write(&from, "x").unwrap();
        fs::write(&file, "y").unwrap();
        assert!(check(&copy(&from, &file), None).unwrap_err().text.contains("is a file"));
        let spec = copy(&from, scratch.path());
        assert!(check(&spec, Some(u64::MAX)).unwrap_err().text.contains("does not fit"));
        let renamed = Some(Destination::As(scratch.path().into()));
        let spec = JobSpec { destination: renamed, ..spec };
        assert!(check(&spec, None).unwrap_err().text.contains("exists"));
    }

    #[test]
    fn what_is_no_archive_is_not_extracted() {
        let scratch = tempfile::tempdir().unwrap();
        let (text, zip) = (scratch.path().join("notes.txt"), scratch.path().join("a"));
        fs::write(&text, "plain text").unwrap();
        // The end of a zip archive without entries.
        fs::write(&zip, [b"PK\x05\x06".as_slice(), &[0; 18]].concat()).unwrap();
        let to = Destination::Into(scratch.path().into());
        let extract =
            |sources: &[&Path]| check(&JobSpec::extract(sources.to_vec(), to.clone()), None);
        assert!(extract(&[&text]).unwrap_err().text.contains("not an archive"));
        assert!(extract(&[&text, scratch.path()]).is_err());
        assert_eq!(extract(&[&text, &zip]).map_err(|refusal| refusal.text), Ok(()));
    }

    #[test]
    fn jobs_claim_the_room_that_they_will_fill() {
        let scratch = tempfile::tempdir().unwrap();
        let (from, to) = (scratch.path().join("from"), scratch.path().join("to"));
        fs::write(&from, vec![7; 70_000]).unwrap();
        fs::create_dir(&to).unwrap();
        let home = fcp_engine::record::Home {
            state: Some(scratch.path().join("state")),
            data: scratch.path().join("data"),
        };
        let queue = Queue::open(&scratch.path().join("state")).unwrap().queue;
        let engine = Engine::on_queue(home, queue).unwrap();
        engine.add(copy(&from, &to), &Adding { paused: true, ..Adding::default() }).unwrap();
        let Some(mount) = browse::mount_of(&to) else { return };
        let told = std::cell::Cell::new(0);
        claims(&engine, &mount.dir, &AtomicBool::new(false), |bytes| told.set(bytes));
        assert_eq!(told.get(), 70_000);
        told.set(0);
        claims(&engine, Path::new("/elsewhere"), &AtomicBool::new(false), |bytes| told.set(bytes));
        assert_eq!(told.get(), 0);
    }
}
