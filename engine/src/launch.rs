//! Starts jobs: checks the request, and starts the thread that runs it.

mod far;
mod run;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, FileKind, JobId, Phase};
use crate::contract::path::WirePath;
use crate::contract::spec::{
    ConflictPolicy, Destination, DirectoryPolicy, JobSpec, MismatchPolicy, NameRule, Overwrite,
    Sharing, Verb,
};
use crate::job::Job;
use crate::job::common::Common;
use crate::job::conflict;
use crate::journal::Journal;
use crate::link::Link;
use crate::pack;
use crate::plan;
use crate::remote;
use crate::sum::ListFile;
use crate::unpack;
use crate::walk::filter::Filters;
use crate::walk::operand::look_at;
use crate::walk::target::Target;
use fcp_sys::{self as sys, AsFd, Errno, OwnedFd, c_path, lock};

/// Starts jobs, and knows those that run.
#[derive(Debug, Default)]
pub(crate) struct Launcher {
    /// What the jobs share.
    pub(crate) common: Common,
    /// Jobs that run in this process; without a queue also those that have ended.
    pub(crate) jobs: Mutex<Vec<Arc<Job>>>,
}

/// A request that can run, as far as can be told beforehand.
#[derive(Debug)]
pub(crate) struct Checked {
    spec: JobSpec,
    filters: Filters,
    target: Target,
    /// The connection with the other machine that the request names.
    link: Option<Arc<Link>>,
}

impl Checked {
    /// Checks a request whose destination, or all of whose items are on another machine.
    ///
    /// # Errors
    /// There is no operand, or an invalid glob.
    pub(crate) fn of_sender(spec: JobSpec) -> Result<Self, OpError> {
        let filters = check(&spec)?;
        Ok(Self { spec, filters, target: Target::nowhere(), link: None })
    }

    /// Checks a request.
    ///
    /// # Errors
    /// It cannot run at all: no operand, a target that is not a directory, an invalid glob.
    pub(crate) fn new(spec: JobSpec) -> Result<Self, OpError> {
        let filters = check(&spec)?;
        if spec.far()?.is_some() {
            let first = first_source(&spec);
            return Err(OpError::refused(Action::Copy, Code::Unreachable, first));
        }
        let target = match spec.verb {
            Verb::Copy | Verb::Move | Verb::Verify | Verb::Extract | Verb::Pack => {
                Target::find(&spec)?
            }
            Verb::Delete | Verb::Trash | Verb::Restore | Verb::Undo | Verb::Dedupe => {
                Target::nowhere()
            }
        };
        if spec.options.mirrors()
            && let Some(source) = target.overlap(&spec)
        {
            // One that is not there has no place.
            if let Some(error) = missing_source(&spec) {
                return Err(error);
            }
            return Err(OpError::refused(Action::Copy, Code::Overlap, source.0.clone()));
        }
        if spec.options.names != NameRule::Keep
            && spec.verb == Verb::Copy
            && let Some(source) = target.source_in_place(&spec)
        {
            return Err(OpError::refused(Action::Copy, Code::Overlap, source.0.clone()));
        }
        if let Some(manifest) = &spec.options.manifest {
            // It fails now rather than after hours.
            ListFile::check_new(&manifest.0)?;
            if !has_folder(&manifest.0, &spec, &target) {
                return Err(OpError::new(Action::CreateFile, &manifest.0, Errno::NOENT));
            }
        }
        let is_linked = spec.options.reuse.as_ref().is_some_and(|it| it.by == Sharing::HardLink);
        for tree in spec.options.reuse.iter().flat_map(|reuse| &reuse.trees) {
            let path = c_path(&tree.0).ok_or(Errno::NOENT);
            let opened = path.and_then(|path| sys::open_dir(sys::CWD, &path, true));
            let tree_dir = opened.map_err(|errno| OpError::new(Action::OpenDir, &tree.0, errno))?;
            if is_linked && has_source(&tree_dir, &spec, &target) {
                return Err(OpError::refused(Action::OpenDir, Code::Overlap, &tree.0));
            }
        }
        Ok(Self { spec, filters, target, link: None })
    }
}

/// Tells why a source cannot be looked at.
fn missing_source(spec: &JobSpec) -> Option<OpError> {
    spec.sources.iter().find_map(|WirePath(source)| {
        let name = c_path(source).unwrap_or_default();
        let looked = look_at(source, &name, spec.options.follow);
        looked.err().map(|errno| OpError::new(Action::Stat, source, errno))
    })
}

/// Whether the folder of a list of checksums is there, or is made by the job.
fn has_folder(list: &Path, spec: &JobSpec, target: &Target) -> bool {
    let Some(folder) = list.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return true;
    };
    let is_dir = |path: &Path| {
        let meta = c_path(path).map(|path| sys::stat_at(sys::CWD, &path, true));
        meta.is_some_and(|meta| meta.is_ok_and(|meta| meta.kind == FileKind::Directory))
    };
    if is_dir(folder) || spec.options.parents || spec.destination.is_none() {
        return true;
    }
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let path_of = |path: &std::ffi::CStr| PathBuf::from(OsStr::from_bytes(path.to_bytes()));
    let above = target.directory.as_deref().map(path_of).unwrap_or_default();
    spec.sources.iter().enumerate().any(|(at, WirePath(source))| {
        let name = target.name_for(at, source, &spec.options);
        let operand = above.join(path_of(&name));
        let rest = whole(folder).strip_prefix(whole(&operand)).map(Path::to_owned);
        rest.is_ok_and(|rest| is_dir(&source.join(rest)))
    })
}

/// Whether a tree in which copies are looked up is a source, or has one where its copy would be: files would share with
/// themselves, and change with their source.
fn has_source(tree: &OwnedFd, spec: &JobSpec, target: &Target) -> bool {
    spec.sources.iter().enumerate().any(|(at, WirePath(source))| {
        let there = match &target.directory {
            Some(_) => target.name_for(at, source, &spec.options),
            None => c".".to_owned(),
        };
        let there = sys::stat_at(tree.as_fd(), &there, true);
        let source = c_path(source).ok_or(Errno::NOENT);
        let source = source.and_then(|path| sys::stat_at(sys::CWD, &path, true));
        matches!((there, source), (Ok(there), Ok(source)) if there.id() == source.id())
    })
}

/// Refuses what can never run, whatever is on disk by then.
///
/// # Errors
/// There is no operand, an invalid glob, a pattern that makes no names, or links that would be compared
/// with what they are links to.
pub(crate) fn check(spec: &JobSpec) -> Result<Filters, OpError> {
    if spec.sources.is_empty() {
        return Err(OpError::refused(Action::Copy, Code::Usage, ""));
    }
    spec.far()?;
    let copies_only = spec.options.removals.is_some() || spec.options.reuse.is_some();
    let each = matches!(spec.destination, Some(Destination::Each(_)));
    if copies_only && spec.verb != Verb::Copy
        || each && matches!(spec.verb, Verb::Move | Verb::Extract | Verb::Pack)
    {
        return Err(OpError::refused(Action::Copy, Code::Usage, first_source(spec)));
    }
    // The names that a synchronization removes are none of the rule's, and an undo of a move would not give the old
    // ones back.
    if spec.options.names != NameRule::Keep
        && (!matches!(spec.verb, Verb::Copy | Verb::Verify)
            || spec.options.removals.as_ref().is_some_and(|removals| removals.paths.is_some())
            || spec.options.parents)
    {
        return Err(OpError::refused(Action::Copy, Code::Usage, first_source(spec)));
    }
    // What a hard link shares with an earlier copy would be written to in that, too.
    if spec.options.reuse.as_ref().is_some_and(|reuse| reuse.by == Sharing::HardLink)
        && spec.options.overwrite == Overwrite::InPlace
    {
        return Err(OpError::refused(Action::Copy, Code::Usage, first_source(spec)));
    }
    if spec.verb == Verb::Pack {
        pack::check(spec)?;
    }
    if spec.options.dry_run && spec.verb == Verb::Restore {
        return Err(OpError::refused(Action::Restore, Code::Unsupported, ""));
    }
    if spec.verb == Verb::Verify && !spec.options.makes_copies() {
        return Err(OpError::refused(Action::Verify, Code::Unsupported, first_source(spec)));
    }
    if spec.options.manifest.is_some() && spec.options.checksum().is_none() {
        // There would be nothing to list.
        return Err(OpError::refused(Action::Copy, Code::Usage, first_source(spec)));
    }
    if spec.options.filter.shard.is_some_and(|shard| !shard.is_one() || copies_only) {
        return Err(OpError::refused(Action::Copy, Code::Usage, first_source(spec)));
    }
    check_patterns(spec)?;
    Filters::new(&spec.options.filter)
}

fn first_source(spec: &JobSpec) -> PathBuf {
    spec.sources.first().cloned().unwrap_or_default().0
}

impl Launcher {
    /// Accepts a job and tells so.
    pub(crate) fn accept(&self, id: JobId, checked: Checked) -> (Arc<Job>, Target) {
        let queued = Event::JobQueued { job: id, spec: Box::new(checked.spec.clone()) };
        let journal = lock(&self.common.division.journal).take();
        let (job, target) = self.share(id, checked, journal);
        self.common.hub.tell_change(|| {
            lock(&self.jobs).push(Arc::clone(&job));
            Some(queued)
        });
        (job, target)
    }

    /// Accepts a job of the queue, which has told already that it has it.
    pub(crate) fn take(
        &self,
        id: JobId,
        checked: Checked,
        journal: Option<Journal>,
    ) -> (Arc<Job>, Target) {
        let (job, target) = self.share(id, checked, journal);
        lock(&self.jobs).push(Arc::clone(&job));
        (job, target)
    }

    fn share(&self, id: JobId, checked: Checked, journal: Option<Journal>) -> (Arc<Job>, Target) {
        let Checked { spec, filters, target, link } = checked;
        let link = link.or_else(|| self.common.link.clone());
        let ends = (target.directory.clone(), link);
        let job = Job::new(id, spec, &self.common, filters, ends, journal);
        (Arc::new(job), target)
    }

    /// Starts the thread of a job, which calls `then` at its very end.
    ///
    /// # Errors
    /// There can be no more threads; the job is forgotten.
    pub(crate) fn start(
        &self,
        job: &Arc<Job>,
        target: Target,
        then: impl FnOnce() + Send + 'static,
    ) -> Result<(), OpError> {
        let run = move |job: &Arc<Job>| {
            if let Some(link) = job.link.as_ref().filter(|link| link.is_held()) {
                far::hold(job, link);
            }
            match &job.link {
                Some(link) if link.sends() => return remote::run_sender(job, link),
                Some(link) if link.watches() => return remote::watch(job, link),
                Some(link) if link.works() => remote::obey(job, link),
                Some(link) if job.spec.options.dry_run => {
                    return remote::rehearse(job, &target, link);
                }
                Some(_) | None => {}
            }
            // What equal files would share is found as it is for sharing it.
            if job.spec.options.dry_run && job.spec.verb == Verb::Extract {
                unpack::rehearse(job, &target);
            } else if job.spec.options.dry_run && job.spec.verb == Verb::Pack {
                pack::rehearse(job, &target);
            } else if job.spec.options.dry_run && job.spec.verb != Verb::Dedupe {
                plan::run(job, &target);
            } else {
                run::run(job, &target);
            }
        };
        self.start_running(job, run, then)
    }

    /// Starts a thread that runs a job to its end, which comes even if `run` panics.
    fn start_running(
        &self,
        job: &Arc<Job>,
        run: impl FnOnce(&Arc<Job>) + Send + 'static,
        then: impl FnOnce() + Send + 'static,
    ) -> Result<(), OpError> {
        let (id, running) = (job.id, Arc::clone(job));
        let started = thread::Builder::new().name(format!("fcp-job-{id}")).spawn(move || {
            // A panic is a bug; it must not take those who wait for the job with it.
            if catch_unwind(AssertUnwindSafe(|| run(&running))).is_err() {
                running.end_after_panic();
            }
            then();
        });
        match started {
            Ok(_running) => Ok(()),
            Err(error) => {
                self.forget(id);
                let first = job.spec.sources.first().map(|source| source.0.clone());
                let first = first.unwrap_or_default();
                Err(OpError::new(Action::Start, first, errno_of(&error)))
            }
        }
    }

    /// Limits all jobs together to this many bytes per second; 0 lifts the limit.
    pub(crate) fn set_limit_all(&self, rate: u64) {
        if self.common.limit.rate() == rate {
            return;
        }
        self.common.limit.set(rate);
        lock(&self.jobs).iter().for_each(|job| job.control.notice());
    }

    /// Gives a job that runs in this process.
    pub(crate) fn find(&self, id: JobId) -> Option<Arc<Job>> {
        lock(&self.jobs).iter().find(|job| job.id == id).map(Arc::clone)
    }

    /// Describes the jobs of this process to a late subscriber.
    pub(crate) fn describe(&self) -> Vec<Event> {
        lock(&self.jobs).iter().flat_map(|job| describe(job)).collect()
    }

    /// Drops a job that has ended; tells whether it did.
    pub(crate) fn forget_if_over(&self, id: JobId) -> bool {
        let mut jobs = lock(&self.jobs);
        let before = jobs.len();
        jobs.retain(|job| job.id != id || !job.is_over());
        jobs.len() < before
    }

    /// Drops a job.
    pub(crate) fn forget(&self, id: JobId) {
        lock(&self.jobs).retain(|job| job.id != id);
    }
}

/// The facts a late subscriber needs to show a job as it is.
fn describe(job: &Job) -> Vec<Event> {
    let id = job.id;
    let mut events = vec![Event::JobQueued { job: id, spec: Box::new(job.spec.clone()) }];
    let phase = job.phase();
    if phase != Phase::Queued {
        events.push(Event::JobStarted { job: id, workers: job.workers as u16 });
        if phase != Phase::Finished {
            events.push(Event::JobPhase { job: id, phase });
        }
    }
    if job.control.is_paused() {
        events.push(Event::JobPaused { job: id });
    }
    for question in job.questions.open() {
        events.push(Event::QuestionAsked { job: id, question: Box::new(question) });
    }
    let progress = job.meter.sample(job.control.is_paused());
    events.push(Event::Progress { job: id, progress });
    if let Some(summary) = job.summary() {
        events.push(Event::JobSummary { job: id, summary });
    }
    events
}

/// Refuses patterns that would make names elsewhere.
fn check_patterns(spec: &JobSpec) -> Result<(), OpError> {
    let options = &spec.options;
    let mut patterns = Vec::new();
    if let ConflictPolicy::Rename(pattern) = &options.on_conflict {
        patterns.push(pattern);
    }
    if let DirectoryPolicy::Rename(pattern) = &options.on_directory {
        patterns.push(pattern);
    }
    if let MismatchPolicy::Rename(pattern) = &options.on_mismatch {
        patterns.push(pattern);
    }
    match patterns.into_iter().find(|pattern| !conflict::is_name(pattern)) {
        Some(bad) => Err(OpError::refused(Action::Copy, Code::Usage, bad.clone())),
        None => Ok(()),
    }
}

fn errno_of(error: &std::io::Error) -> fcp_sys::Errno {
    fcp_sys::Errno::from_io_error(error).unwrap_or(fcp_sys::Errno::AGAIN)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;
    use crate::contract::event::{Outcome, Phase};

    #[test]
    fn a_job_whose_thread_panics_fails_and_wakes_its_waiters() {
        let launcher = Launcher::default();
        let events = launcher.common.hub.subscribe(Vec::new);
        let spec = JobSpec::delete(["nothing"]);
        let (job, _) = launcher.accept(1, Checked::new(spec).unwrap());
        let (sender, over) = mpsc::channel();
        let panics = |_: &Arc<Job>| panic!("on purpose");
        launcher.start_running(&job, panics, move || sender.send(()).unwrap()).unwrap();
        // The dispatcher that gave the job a lane is told of its end.
        over.recv_timeout(Duration::from_secs(60)).unwrap();
        let summary = job.wait();
        assert_eq!((summary.outcome, summary.failed), (Outcome::Failed, 1));
        assert_eq!(job.phase(), Phase::Finished);
        let told: Vec<Event> = events.take(100).into_iter().map(|told| told.event).collect();
        let internal = |event: &Event| matches!(event, Event::ItemFailed { error, .. } if error.code == Code::Internal);
        assert!(told.iter().any(internal), "{told:?}");
        assert!(matches!(told.last(), Some(Event::JobSummary { .. })), "{told:?}");
    }
}
