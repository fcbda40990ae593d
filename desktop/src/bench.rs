//! Test fixture: the desktop app with a queue of its own and without a window.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fcp_engine::event::{Envelope, Event, JobId, Outcome};
use fcp_engine::queue::{Adding, Queue};
use fcp_engine::record::Home;
use fcp_engine::spec::{
    ConflictPolicy, Destination, DirectoryPolicy, JobSpec, MismatchPolicy, Options, Verb,
};
use fcp_engine::{Engine, Events};

use fcp_presentation::now;
use tauri::ipc::Channel;

use crate::app::App;
use crate::listen::Listener;
use crate::wire::{JobState, JobsChange, View};

/// Opens the queue below a directory.
fn engine(dir: &tempfile::TempDir) -> (Engine, Events) {
    let state = dir.path().join("state");
    let home = Home { data: dir.path().join("data"), state: Some(state.clone()) };
    Engine::on_queue_heard(home, Queue::open(&state).unwrap().queue).unwrap()
}

/// The program with a queue of its own and without a window.
pub(crate) struct Bench {
    /// Where everything is.
    pub(crate) dir: tempfile::TempDir,
    /// The program.
    pub(crate) app: Arc<App>,
    events: Events,
}

impl Bench {
    /// Starts with an empty queue.
    pub(crate) fn new() -> Self {
        Self::at(tempfile::tempdir().unwrap())
    }

    /// Ends the program and starts it again on the same queue.
    pub(crate) fn restart(self) -> Self {
        self.close();
        Self::at(self.dir)
    }

    /// Ends the program, lets another one run a job to its end, and starts the program again.
    pub(crate) fn restart_after(self, spec: JobSpec) -> (Self, JobId) {
        self.close();
        let (engine, events) = engine(&self.dir);
        let job = engine.add(spec, &Adding::default()).unwrap();
        let is_end = |it: Envelope| matches!(it.event, Event::JobSummary { .. });
        while !events.next_within(Duration::from_secs(60)).is_some_and(is_end) {}
        engine.close(Duration::from_secs(10));
        (Self::at(self.dir), job)
    }

    fn close(&self) {
        self.app.engine.get().unwrap().close(Duration::from_secs(10));
        self.app.saved.write().unwrap();
    }

    /// Starts on the queue in a directory.
    pub(crate) fn at(dir: tempfile::TempDir) -> Self {
        let state = dir.path().join("state");
        let began = now();
        let (engine, events) = engine(&dir);
        let app = App::new(Some(state), Some(dir.path().to_owned()));
        app.jobs.restore(engine.queue().unwrap(), began);
        app.engine.set(engine);
        app.questions.start();
        Self { dir, app, events }
    }

    /// Opens a window, which takes all that it is told.
    pub(crate) fn open_window(&self) {
        self.app.feed.subscribe(View::Manager, Channel::new(|_| Ok(())));
    }

    /// Gives a path below the directory of the test.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    /// Writes a file, with the directories it is in.
    #[expect(clippy::disallowed_methods, reason = "a test lays out its own files")]
    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Reads a file.
    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    /// A copy of `src` onto `dst` that asks about everything.
    pub(crate) fn copy(&self) -> JobSpec {
        JobSpec {
            verb: Verb::Copy,
            sources: vec![self.path("src").into()],
            destination: Some(Destination::As(self.path("dst").into())),
            options: Options {
                recursive: true,
                totals: true,
                on_conflict: ConflictPolicy::Ask,
                on_directory: DirectoryPolicy::Merge,
                on_mismatch: MismatchPolicy::Ask,
                ..Options::default()
            },
        }
    }

    /// Adds a job of this window.
    pub(crate) fn add(&self, spec: JobSpec) -> JobId {
        self.add_as(spec, &Adding::default())
    }

    /// Adds a job of this window that waits.
    pub(crate) fn add_paused(&self, spec: JobSpec) -> JobId {
        self.add_as(spec, &Adding { paused: true, ..Adding::default() })
    }

    fn add_as(&self, spec: JobSpec, adding: &Adding) -> JobId {
        let job = self.app.engine.get().unwrap().add(spec, adding).unwrap();
        self.app.jobs.own(job);
        job
    }

    /// Handles events until the condition holds.
    pub(crate) fn until(&self, what: &str, mut holds: impl FnMut() -> bool) {
        let began = Instant::now();
        let mut listener =
            Listener::new(&self.app.feed, &self.app.jobs, &self.app.questions, &self.events);
        while !holds() {
            assert!(began.elapsed() < Duration::from_secs(60), "waited for {what}");
            listener.turn(Duration::from_millis(10));
        }
    }

    /// Takes in what happens until a job shows something.
    pub(crate) fn until_job(&self, job: JobId, what: &str, holds: impl Fn(&JobState) -> bool) {
        self.until(what, || self.job(job).is_some_and(|state| holds(&state)));
    }

    /// Handles events until a job has ended and the user has been told.
    pub(crate) fn end(&self, job: JobId) -> Outcome {
        self.until("the end of a job", || {
            self.job(job).is_some_and(|state| state.outcome.is_some())
                && !self.app.jobs.has_ends_to_tell()
        });
        self.job(job).unwrap().outcome.unwrap()
    }

    /// Gives a job as it is shown, without telling that it was.
    pub(crate) fn job(&self, job: JobId) -> Option<JobState> {
        self.app.jobs.state(job)
    }

    /// Gives what windows are told now.
    pub(crate) fn change(&self) -> JobsChange {
        self.app.jobs.change()
    }
}
