//! How the program ends: what becomes of the jobs when windows are closed, the user quits or a signal comes.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use fcp_engine::Engine;
use fcp_engine::engine::ControlError;
use fcp_engine::event::{JobId, Phase};
use fcp_engine::queue::Queue;
use tauri::{AppHandle, RunEvent, WindowEvent};

use super::notice;
use crate::app::App;
use crate::native::windows;
use crate::wire::{NoticeCode, QuitChoice, Refusal, Tone, Update, View};
use crate::{signals, worker};

/// Time the jobs have to stop.
const GRACE: Duration = Duration::from_millis(1_800);
/// Longest time between two looks whether they have.
const LOOK: Duration = Duration::from_millis(50);

/// Heeds what the windows do.
pub(super) fn heed(app: &Arc<App>, handle: &AppHandle, event: &RunEvent) {
    match event {
        RunEvent::WindowEvent { label, event: WindowEvent::Destroyed, .. } => {
            if let Some(view) = windows::view(label) {
                app.feed.unsubscribe(view);
                app.native.drag.end(app, view);
            }
        }
        // The last window is closed; leaving by a code of ours is decided.
        RunEvent::ExitRequested { code: None, api, .. } => {
            api.prevent_exit();
            let (app, handle) = (Arc::clone(app), handle.clone());
            thread::spawn(move || closed(&app, &handle));
        }
        _ => {}
    }
}

/// Leaves once no window is open: jobs go on in the background, or here while the tray shows them.
fn closed(app: &Arc<App>, handle: &AppHandle) {
    let is_needed = app.native.tray.load(Ordering::SeqCst) && going(app).is_ok_and(|jobs| jobs > 0);
    if is_needed || leave(app, handle, QuitChoice::HandOn).is_ok() {
        return;
    }
    // The reason waits for the window.
    if windows::show(app, handle, View::Manager).is_err() {
        handle.exit(super::NOT_RUN.into());
    }
}

/// Leaves if the windows are closed and nothing goes on any more that would keep the tray.
pub(crate) fn leave_if_done(app: &Arc<App>, handle: &AppHandle) {
    let left = |engine: &Engine| engine.queue().map_or_else(|| Ok(unkept(engine)), ours);
    let done = || app.engine().is_ok_and(|engine| left(engine).is_ok_and(|jobs| jobs.is_empty()));
    if windows::none(handle) && done() {
        closed(app, handle);
    }
}

/// Leaves when a signal asks for it, as if the windows had been closed.
pub(super) fn on_signals(app: &Arc<App>, handle: &AppHandle) -> std::io::Result<()> {
    let mut signals = signals::listen()?;
    let (app, handle) = (Arc::clone(app), handle.clone());
    thread::spawn(move || {
        if signals.forever().next().is_some() && leave(&app, &handle, QuitChoice::HandOn).is_err() {
            handle.exit(super::NOT_RUN.into());
        }
    });
    Ok(())
}

/// Asks what becomes of the jobs, or leaves if there are none.
pub(crate) fn ask_to_quit(app: &Arc<App>, handle: &AppHandle) {
    match going(app) {
        Ok(jobs) if jobs > 0 => {
            app.feed.keep_for_a_window(Update::Quit { jobs });
            if windows::none(handle) && windows::show(app, handle, View::Manager).is_err() {
                handle.exit(super::NOT_RUN.into());
            }
        }
        Ok(_) | Err(_) => closed(app, handle),
    }
}

/// Does with the jobs what the user chose, and quits.
pub(crate) fn quit(app: &Arc<App>, handle: &AppHandle, choice: QuitChoice) -> Result<(), Refusal> {
    match choice {
        QuitChoice::Stay => Ok(()),
        QuitChoice::HandOn | QuitChoice::Pause | QuitChoice::Cancel => {
            leave(app, handle, choice).map_err(|text| Refusal::Not { text })
        }
    }
}

fn leave(app: &App, handle: &AppHandle, choice: QuitChoice) -> Result<(), String> {
    if app.native.leaving.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    // Without an engine there are no jobs yet.
    let settled = app.engine().map_or(Ok(()), |engine| settle(engine, choice));
    match settled {
        Ok(()) => handle.exit(0),
        Err(why) => {
            app.native.leaving.store(false, Ordering::SeqCst);
            app.feed.keep_for_a_window(notice(Tone::Bad, NoticeCode::Failed, why.clone()));
            return Err(why);
        }
    }
    Ok(())
}

/// Does with the jobs what was chosen, and runs none any more.
fn settle(engine: &Engine, choice: QuitChoice) -> Result<(), String> {
    let failed = |error: ControlError| error.to_string();
    match (choice, engine.queue()) {
        (QuitChoice::Stay, _) => return Ok(()),
        (QuitChoice::HandOn, Some(queue)) => {
            if !unpaused(queue).map_err(failed)?.is_empty() {
                worker::spawn()?;
            }
        }
        (QuitChoice::HandOn | QuitChoice::Pause, None) => {
            if !unkept(engine).is_empty() {
                return Err("the jobs are not kept and would end; cancel them to quit".to_owned());
            }
        }
        (QuitChoice::Pause, Some(queue)) => {
            for job in unpaused(queue).map_err(failed)? {
                engine.pause(job).map_err(failed)?;
            }
        }
        (QuitChoice::Cancel, queue) => cancel(engine, queue).map_err(failed)?,
    }
    engine.close(GRACE);
    Ok(())
}

/// Ends all jobs, and waits a while until what they leave is in order.
fn cancel(engine: &Engine, queue: Option<&Queue>) -> Result<(), ControlError> {
    let left = || queue.map_or_else(|| Ok(unkept(engine)), ours);
    for job in left()? {
        engine.cancel(job)?;
    }
    let began = Instant::now();
    while !left()?.is_empty() && began.elapsed() < GRACE {
        match queue {
            Some(queue) => queue.wait_for_change(LOOK),
            None => thread::sleep(LOOK),
        }
    }
    Ok(())
}

/// Counts jobs that go on if nobody pauses them.
fn going(app: &App) -> Result<u64, ControlError> {
    let Ok(engine) = app.engine() else { return Ok(0) };
    let jobs = engine.queue().map_or_else(|| Ok(unkept(engine)), unpaused)?;
    Ok(jobs.len() as u64)
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

/// Gives the jobs of an engine without a queue that are not over.
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
}
