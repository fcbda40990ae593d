//! Ends the program, and decides about the jobs, when windows are closed, the user quits or a signal arrives.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fcp_engine::Engine;
use fcp_engine::engine::ControlError;
use fcp_engine::event::{JobId, Phase};
use fcp_engine::queue::Queue;
use fcp_presentation::errors;
use fcp_presentation::tr;
use tauri::{AppHandle, RunEvent, WindowEvent};

use crate::changing::Changing;
use crate::elevation::Elevations;
use crate::engine::{EngineCell, each_of};
use crate::failure::{NOT_RUN, complain};
use crate::feed::Feed;
use crate::patience::within;
use crate::preferences::StateFile;
use crate::windows::drop::Incoming;
use crate::windows::{self, Windows, geometry};
use crate::wire::{Notice, NoticeCode, QuitChoice, Refusal, Tone, Update, View};
use crate::{signals, worker};

/// Time the jobs have to stop.
const GRACE: Duration = Duration::from_millis(1_800);
/// Longest time between two looks whether they have.
const LOOK: Duration = Duration::from_millis(50);
/// Time that the main loop and the libraries have to end once the program leaves.
const END: Duration = Duration::from_secs(3);
/// Time from a signal until the process ends, whatever it waits for.
const SIGNALLED: Duration = Duration::from_secs(5);
/// Time that the last changes of preferences have to be written.
const WRITING: Duration = Duration::from_secs(1);

/// Ends the program.
#[derive(Debug)]
pub(crate) struct Exit {
    feed: Arc<Feed>,
    saved: Arc<StateFile>,
    engine: Arc<EngineCell>,
    drag: Arc<Incoming>,
    windows: Arc<Windows>,
    elevations: Arc<Elevations>,
    changing: Arc<Changing>,
    /// Whether the tray shows us, so that we are seen without a window.
    tray: AtomicBool,
}

impl Exit {
    /// Makes what ends the program.
    pub(crate) fn new(
        feed: Arc<Feed>,
        saved: Arc<StateFile>,
        engine: Arc<EngineCell>,
        drag: Arc<Incoming>,
        windows: Arc<Windows>,
        elevations: Arc<Elevations>,
        changing: Arc<Changing>,
    ) -> Arc<Self> {
        let tray = AtomicBool::new(false);
        Arc::new(Self { feed, saved, engine, drag, windows, elevations, changing, tray })
    }

    /// Notes that the tray shows us.
    pub(crate) fn has_tray(&self) {
        self.tray.store(true, Ordering::SeqCst);
    }

    /// Heeds what the windows do.
    pub(crate) fn heed(self: &Arc<Self>, handle: &AppHandle, event: &RunEvent) {
        match event {
            RunEvent::WindowEvent { label, event, .. } => {
                let Some(view) = windows::view(label) else { return };
                if let WindowEvent::Destroyed = event {
                    self.feed.unsubscribe(view);
                    self.drag.end(view);
                } else {
                    geometry::note(&self.saved, handle, view, event);
                }
            }
            // The last window is closed; leaving by a code of ours is decided.
            RunEvent::ExitRequested { code: None, api, .. } => {
                api.prevent_exit();
                let (exit, handle) = (Arc::clone(self), handle.clone());
                thread::spawn(move || exit.closed(&handle));
            }
            _ => {}
        }
    }

    /// Quits once no window is open: jobs continue in the background, or here while the tray shows them.
    fn closed(self: &Arc<Self>, handle: &AppHandle) {
        let is_bound = self.is_bound();
        let is_needed = || is_bound || self.going().is_ok_and(|jobs| jobs > 0);
        if self.tray.load(Ordering::SeqCst) && is_needed() {
            return;
        }
        if is_bound {
            // No other process can continue it, so the user decides.
            return self.ask(handle);
        }
        if self.leave(handle, QuitChoice::HandOn).is_ok() {
            return;
        }
        // The reason waits for the window.
        if self.windows.show(handle, View::Manager).is_err() {
            self.end(handle, NOT_RUN);
        }
    }

    /// Quits if the windows are closed and no job is running for which the tray icon would be kept.
    pub(crate) fn leave_if_done(self: &Arc<Self>, handle: &AppHandle) {
        if windows::none(handle) && self.is_done() {
            self.closed(handle);
        }
    }

    /// Whether no job is running, by the same count as in [`Self::closed`]: a paused job does not keep the program.
    fn is_done(&self) -> bool {
        let is_free = !self.is_bound() && self.engine.get().is_ok();
        is_free && self.going().is_ok_and(|jobs| jobs == 0)
    }

    /// Whether there is work that only this process can continue: that of the administrator, and changes of modes.
    fn is_bound(&self) -> bool {
        self.elevations.running() + self.changing.running() > 0
    }

    /// Ends the program with this code: by its main loop or, where that does not end, without it.
    fn end(self: &Arc<Self>, handle: &AppHandle, code: u8) {
        self.end_within(END, code.into());
        handle.exit(code.into());
    }

    /// Ends the process after a time, whatever its threads wait for: `_exit` runs nothing that could wait, too.
    fn end_within(self: &Arc<Self>, time: Duration, code: i32) {
        let saved = Arc::clone(&self.saved);
        thread::spawn(move || {
            thread::sleep(time);
            // The disk that this is written to may be what keeps the others.
            let _written = within(WRITING, move || saved.write());
            signal_hook::low_level::exit(code);
        });
    }

    /// Leaves when a signal asks for it, as if the windows had been closed; a second one ends it at once.
    pub(crate) fn on_signals(self: &Arc<Self>, handle: &AppHandle) -> std::io::Result<()> {
        let mut signals = signals::listen()?;
        let (exit, handle) = (Arc::clone(self), handle.clone());
        thread::spawn(move || {
            let Some(signal) = signals.forever().next() else { return };
            exit.end_within(SIGNALLED, 128 + signal);
            if let Err(why) = exit.leave(&handle, QuitChoice::HandOn) {
                exit.end(&handle, complain(&why, NOT_RUN));
            }
        });
        Ok(())
    }

    /// Asks what becomes of the jobs, or leaves if there are none.
    pub(crate) fn ask(self: &Arc<Self>, handle: &AppHandle) {
        let Some(question) = self.question() else { return self.closed(handle) };
        self.feed.keep_for_a_window(question);
        // The window that asks may be minimised, or behind others.
        if self.windows.show_any(handle).is_err() {
            self.end(handle, NOT_RUN);
        }
    }

    /// Gives the question about jobs that would not end by themselves, those of the administrator among them, and about
    /// changes of modes and owners.
    pub(crate) fn question(&self) -> Option<Update> {
        // If the queue cannot be read, there is no job to ask about; leaving says why.
        let (jobs, elevated) = (self.going().unwrap_or(0), self.elevations.running());
        let changes = self.changing.running();
        (jobs + elevated + changes > 0).then_some(Update::Quit { jobs, elevated, changes })
    }

    /// Does with the jobs what the user chose, and quits.
    pub(crate) fn quit(
        self: &Arc<Self>,
        handle: &AppHandle,
        choice: QuitChoice,
    ) -> Result<(), Refusal> {
        match choice {
            QuitChoice::Stay => Ok(()),
            QuitChoice::HandOn | QuitChoice::Pause | QuitChoice::Cancel => {
                self.leave(handle, choice).map_err(Refusal::because)
            }
        }
    }

    fn leave(self: &Arc<Self>, handle: &AppHandle, choice: QuitChoice) -> Result<(), String> {
        if !self.engine.begin_to_quit() {
            return Ok(());
        }
        match self.settle_all(choice) {
            Ok(()) => self.end(handle, 0),
            Err(why) => {
                self.engine.continue_after_all();
                let notice = Notice::new(Tone::Bad, NoticeCode::Failed);
                let notice = Notice { detail: Some(why.clone()), ..notice };
                self.feed.keep_for_a_window(notice.into());
                return Err(why);
            }
        }
        Ok(())
    }

    /// Does with the jobs what was chosen, and stops what no other process can continue: what is done as administrator, and
    /// changes of modes and owners.
    pub(crate) fn settle_all(&self, choice: QuitChoice) -> Result<(), String> {
        // Without an engine there are no jobs yet.
        self.engine.get().map_or(Ok(()), |engine| settle(engine, choice))?;
        self.changing.end(GRACE);
        self.elevations.end(GRACE);
        Ok(())
    }

    /// Counts the jobs that continue unless the user pauses them; jobs that another process runs do not count.
    fn going(&self) -> Result<u64, ControlError> {
        let Ok(engine) = self.engine.get() else { return Ok(0) };
        let jobs = engine.queue().map_or_else(|| Ok(unkept(engine)), unpaused)?;
        Ok(jobs.len() as u64)
    }
}

/// Does with the jobs what was chosen, and runs none any more.
fn settle(engine: &Engine, choice: QuitChoice) -> Result<(), String> {
    let failed = |error: ControlError| errors::of_control(&error);
    match (choice, engine.queue()) {
        (QuitChoice::Stay, _) => return Ok(()),
        (QuitChoice::HandOn, Some(queue)) => {
            if !unpaused(queue).map_err(failed)?.is_empty() {
                let failed = |why: String| tr!("desktop-quit-no-background", why = why);
                worker::spawn().map_err(failed)?;
            }
        }
        (QuitChoice::HandOn | QuitChoice::Pause, None) => {
            if !unkept(engine).is_empty() {
                return Err(tr!("desktop-quit-lost").to_owned());
            }
        }
        (QuitChoice::Pause, Some(queue)) => {
            let jobs = unpaused(queue).map_err(failed)?;
            each_of(jobs, |job| engine.pause(job)).map_err(failed)?;
        }
        (QuitChoice::Cancel, queue) => cancel(engine, queue).map_err(failed)?,
    }
    engine.close(GRACE);
    Ok(())
}

/// Ends all jobs, and waits a while until what they leave is in order.
fn cancel(engine: &Engine, queue: Option<&Queue>) -> Result<(), ControlError> {
    let left = || queue.map_or_else(|| Ok(unkept(engine)), ours);
    each_of(left()?, |job| engine.cancel(job))?;
    let began = Instant::now();
    while !left()?.is_empty() && began.elapsed() < GRACE {
        match queue {
            Some(queue) => queue.wait_for_change(LOOK),
            None => thread::sleep(LOOK),
        }
    }
    Ok(())
}

/// Gives the jobs of the queue that this process runs or that wait; others are not ours to stop.
fn ours(queue: &Queue) -> Result<Vec<JobId>, ControlError> {
    jobs(queue, false)
}

/// Gives those of them that are not paused.
fn unpaused(queue: &Queue) -> Result<Vec<JobId>, ControlError> {
    jobs(queue, true)
}

fn jobs(queue: &Queue, unpaused: bool) -> Result<Vec<JobId>, ControlError> {
    let own = std::process::id();
    let jobs = queue.list()?.into_iter();
    let ours = jobs.filter(|job| job.pid.is_none_or(|pid| pid == own));
    Ok(ours.filter(|job| !(unpaused && job.paused)).map(|job| job.job).collect())
}

/// Gives the jobs of an engine without a queue that have not ended.
fn unkept(engine: &Engine) -> Vec<JobId> {
    let status = engine.status().into_iter();
    status.filter(|job| job.phase != Phase::Finished).map(|job| job.job).collect()
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::path::PathBuf;

    use fcp_engine::queue::Adding;
    use fcp_engine::record::Home;
    use fcp_engine::spec::{Destination, JobSpec, Options, Verb};

    use super::*;
    use crate::app::App;

    /// An engine on a queue of its own.
    fn engine(dir: &std::path::Path) -> Engine {
        let home = Home { data: dir.join("data"), state: Some(dir.join("state")) };
        let queue = Queue::open(&dir.join("state")).unwrap().queue;
        Engine::on_queue(home, queue).unwrap()
    }

    fn job(dir: &std::path::Path) -> JobSpec {
        let source: PathBuf = dir.join("source");
        File::create(&source).unwrap();
        JobSpec {
            verb: Verb::Copy,
            sources: vec![source.into()],
            destination: Some(Destination::As(dir.join("target").into())),
            options: Options::default(),
        }
    }

    #[test]
    fn paused_jobs_do_not_keep_the_program() {
        let dir = tempfile::tempdir().unwrap();
        let engine = engine(dir.path());
        let queue = engine.queue().unwrap();
        let paused = Adding { paused: true, ..Adding::default() };
        let id = engine.add(job(dir.path()), &paused).unwrap();
        assert!(unpaused(queue).unwrap().is_empty());
        assert_eq!(ours(queue).unwrap(), [id]);
        let app = App::new(None, None);
        assert!(!app.exit.is_done(), "its queue is still being opened");
        app.engine.set(engine);
        assert!(app.exit.is_done(), "the tray would be all there is, until the job is resumed");
    }

    #[test]
    fn cancelling_ends_what_waits_and_pausing_keeps_it() {
        let dir = tempfile::tempdir().unwrap();
        let engine = engine(dir.path());
        let queue = engine.queue().unwrap();
        let paused = Adding { paused: true, ..Adding::default() };
        let id = engine.add(job(dir.path()), &paused).unwrap();
        settle(&engine, QuitChoice::Pause).unwrap();
        assert_eq!(ours(queue).unwrap(), [id]);
        settle(&engine, QuitChoice::Cancel).unwrap();
        assert!(ours(queue).unwrap().is_empty());
    }

    #[test]
    fn a_process_whose_main_thread_hangs_ends_all_the_same() {
        const CHILD: &str = "FCP_TEST_HANGS";
        const NAME: &str = "leave::tests::a_process_whose_main_thread_hangs_ends_all_the_same";
        if std::env::var_os(CHILD).is_some() {
            App::new(None, None).exit.end_within(Duration::from_millis(10), 9);
            loop {
                thread::park();
            }
        }
        let program = std::env::current_exe().unwrap();
        let mut child = std::process::Command::new(program);
        let mut child = child.args(["--exact", NAME]).env(CHILD, "1").spawn().unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > until {
                child.kill().unwrap();
            }
            thread::yield_now();
        };
        assert_eq!(status.code(), Some(9));
    }
}
