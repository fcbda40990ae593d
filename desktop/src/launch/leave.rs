//! Ends the program, and decides about the jobs, when windows are closed, the user quits or a signal arrives.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use fcp_engine::Engine;
use fcp_engine::engine::ControlError;
use fcp_engine::event::{JobId, Phase};
use fcp_engine::queue::Queue;
use tauri::{AppHandle, RunEvent, WindowEvent};

use super::{NOT_RUN, complain, notice};
use crate::app::App;
use crate::native::{geometry, windows};
use crate::patience::within;
use crate::wire::{NoticeCode, QuitChoice, Refusal, Tone, Update, View};
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

/// Heeds what the windows do.
pub(super) fn heed(app: &Arc<App>, handle: &AppHandle, event: &RunEvent) {
    match event {
        RunEvent::WindowEvent { label, event, .. } => {
            let Some(view) = windows::view(label) else { return };
            if let WindowEvent::Destroyed = event {
                app.feed.unsubscribe(view);
                app.native.drag.end(app, view);
            } else {
                geometry::note(app, handle, view, event);
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

/// Quits once no window is open: jobs continue in the background, or here while the tray shows them.
fn closed(app: &Arc<App>, handle: &AppHandle) {
    let is_needed = app.native.tray.load(Ordering::SeqCst) && going(app).is_ok_and(|jobs| jobs > 0);
    if is_needed || leave(app, handle, QuitChoice::HandOn).is_ok() {
        return;
    }
    // The reason waits for the window.
    if windows::show(app, handle, View::Manager).is_err() {
        end(app, handle, NOT_RUN);
    }
}

/// Quits if the windows are closed and no job is running for which the tray icon would be kept.
pub(crate) fn leave_if_done(app: &Arc<App>, handle: &AppHandle) {
    if windows::none(handle) && is_done(app) {
        closed(app, handle);
    }
}

/// Whether no job is running, by the same count as in [`closed`]: a paused job does not keep the program.
fn is_done(app: &App) -> bool {
    app.engine().is_ok() && going(app).is_ok_and(|jobs| jobs == 0)
}

/// Ends the program with this code: by its main loop or, where that does not end, without it.
fn end(app: &Arc<App>, handle: &AppHandle, code: u8) {
    end_within(app, END, code.into());
    handle.exit(code.into());
}

/// Ends the process after a time, whatever its threads wait for: `_exit` runs nothing that could wait, too.
fn end_within(app: &Arc<App>, time: Duration, code: i32) {
    let app = Arc::clone(app);
    thread::spawn(move || {
        thread::sleep(time);
        // The disk that this is written to may be what keeps the others.
        let _written = within(WRITING, move || app.kept.write());
        signal_hook::low_level::exit(code);
    });
}

/// Leaves when a signal asks for it, as if the windows had been closed; a second one ends it at once.
pub(super) fn on_signals(app: &Arc<App>, handle: &AppHandle) -> std::io::Result<()> {
    let mut signals = signals::listen()?;
    let (app, handle) = (Arc::clone(app), handle.clone());
    thread::spawn(move || {
        let Some(signal) = signals.forever().next() else { return };
        end_within(&app, SIGNALLED, 128 + signal);
        if let Err(why) = leave(&app, &handle, QuitChoice::HandOn) {
            end(&app, &handle, complain(&why, NOT_RUN));
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
                end(app, handle, NOT_RUN);
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

fn leave(app: &Arc<App>, handle: &AppHandle, choice: QuitChoice) -> Result<(), String> {
    if app.native.leaving.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    // Without an engine there are no jobs yet.
    let settled = app.engine().map_or(Ok(()), |engine| settle(engine, choice));
    match settled {
        Ok(()) => end(app, handle, 0),
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
                let failed = |why| format!("the jobs cannot run in the background: {why}");
                worker::spawn().map_err(failed)?;
            }
        }
        (QuitChoice::HandOn | QuitChoice::Pause, None) => {
            if !unkept(engine).is_empty() {
                return Err(
                    "The jobs cannot be stored and would be lost; cancel them to quit".to_owned()
                );
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

/// Counts the jobs that continue unless the user pauses them; jobs that another process runs do not count.
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
        let app = App::new(crate::preferences::Kept::open(None), None);
        assert!(!is_done(&app), "its queue is still being opened");
        app.take_engine(engine);
        assert!(is_done(&app), "the tray would be all there is, until the job is resumed");
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
        const NAME: &str =
            "launch::leave::tests::a_process_whose_main_thread_hangs_ends_all_the_same";
        if std::env::var_os(CHILD).is_some() {
            let app = App::new(crate::preferences::Kept::open(None), None);
            end_within(&app, Duration::from_millis(10), 9);
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
