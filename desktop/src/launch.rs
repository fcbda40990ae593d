//! Starts the program: arguments, the one running instance, windows, the engine.

mod instance;
mod leave;
mod line;

use std::ffi::OsString;
use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::thread;

use fcp_engine::path::DisplayName;
use fcp_engine::queue::Queue;
use fcp_engine::{Engine, Events};
use fcp_presentation::home;
use tauri::AppHandle;
use tauri::ipc::Channel;

use crate::app::App;
use crate::native::windows;
use crate::preferences::Kept;
use crate::wire::{
    Hello, Notice, NoticeCode, PanelSide, PlanId, PlanVerb, Refusal, Target, Tone, Update, View,
};
use crate::{commands, feed, jobs, keymap, native, panels, questions, thumbs, worker};

use instance::Entered;
pub(crate) use leave::{ask_to_quit, leave_if_done, quit};
use line::{HELP, Launch, Line};

/// Exit code of a line that cannot be understood.
const USAGE: u8 = 2;
/// Exit code of a program that could not begin.
const NOT_RUN: u8 = 3;

/// Missing paths that are named; of others there is a count.
const NAMED: usize = 5;

/// Commands that may wait at once for a disk, a dialog or another program, while others are answered.
const COMMANDS: usize = 32;

/// Runs the program, and gives its exit code.
pub(crate) fn run(args: Vec<OsString>) -> u8 {
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let launch = match Line::read(args, &here) {
        Ok(Line::Show(launch)) => launch,
        Ok(Line::Work) => return worker::run(),
        Ok(Line::Help) => return say(HELP),
        Ok(Line::Version) => return say(concat!("fcp-desktop ", env!("CARGO_PKG_VERSION"), "\n")),
        Err(why) => return complain(&why, USAGE),
    };
    let state = home::state(|name| std::env::var_os(name));
    let first = match state.as_deref().map(|state| instance::enter(state, &launch)) {
        Some(Ok(Entered::Told)) => return 0,
        Some(Ok(Entered::First(first))) => Some(first),
        // Where later launches cannot be heard, each has a window of its own.
        Some(Err(_)) | None => None,
    };
    native::graphics::choose();
    if gtk::init().is_err() {
        return complain("there is no display; set DISPLAY or WAYLAND_DISPLAY", NOT_RUN);
    }
    show(launch, first, state)
}

/// Shows windows until the user leaves.
fn show(launch: Launch, first: Option<instance::First>, state: Option<PathBuf>) -> u8 {
    let commands = tokio::runtime::Builder::new_multi_thread().worker_threads(COMMANDS).build();
    let commands = match commands {
        Ok(commands) => commands,
        Err(error) => return complain(&error.to_string(), NOT_RUN),
    };
    tauri::async_runtime::set(commands.handle().clone());
    let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_dir());
    let app = App::new(Kept::open(state), home);
    feed::start(&app);
    let (begins, kept) = (Arc::clone(&app), Arc::clone(&app));
    let built = thumbs::register(tauri::Builder::default())
        .manage(Arc::clone(&app))
        .invoke_handler(commands::all!())
        .setup(move |tauri| {
            let (app, handle) = (begins, tauri.handle());
            start_engine(&app);
            leave::on_signals(&app, handle)?;
            app.panels.open(&app, folders(&launch));
            begin(&app, handle, launch)?;
            native::start(&app, handle);
            if let Some(first) = first {
                let (app, handle) = (Arc::clone(&app), handle.clone());
                first.serve(move |launch| join(&app, &handle, launch));
            }
            Ok(())
        })
        .build(tauri::generate_context!());
    match built {
        Ok(built) => {
            let code = built.run_return(move |handle, event| leave::heed(&app, handle, &event));
            // Do not wait for commands that wait for a disk.
            commands.shutdown_background();
            if let Err(error) = kept.kept.write() {
                return complain(&error.to_string(), NOT_RUN);
            }
            u8::try_from(code).unwrap_or(NOT_RUN)
        }
        Err(error) => {
            // Dropped, it would wait for its threads.
            commands.shutdown_background();
            complain(&error.to_string(), NOT_RUN)
        }
    }
}

/// Gives the folders that a launch has for the panels.
fn folders(launch: &Launch) -> [Option<PathBuf>; 2] {
    match launch.view {
        View::Manager => [launch.paths.first().cloned(), launch.paths.get(1).cloned()],
        View::Copier => [None, None],
    }
}

/// Opens the window that a launch asks for.
fn begin(app: &Arc<App>, handle: &AppHandle, launch: Launch) -> tauri::Result<()> {
    let Launch { view, paths, missing } = launch;
    if !missing.is_empty() {
        let update = names_missing(&missing);
        if app.feed.has(view) { app.feed.say(update) } else { app.feed.keep_for(view, update) }
    }
    if view == View::Manager {
        return windows::show(app, handle, View::Manager);
    }
    lock(app).extend(paths);
    windows::show(app, handle, View::Copier)?;
    if app.feed.has(View::Copier) {
        offer(app);
    }
    Ok(())
}

/// Names paths that do not exist: the first of them, and how many there are.
fn names_missing(missing: &[PathBuf]) -> Update {
    let name = |path: &PathBuf| DisplayName::new(path.as_os_str()).to_string();
    let named: Vec<_> = missing.iter().take(NAMED).map(name).collect();
    let more = if missing.len() > NAMED { ", …" } else { "" };
    Update::Notice(Box::new(Notice {
        count: Some(missing.len() as u64),
        detail: Some(named.join(", ") + more),
        ..Notice::new(Tone::Warn, NoticeCode::LaunchMissing)
    }))
}

/// Takes a later launch, unless the program is about to end.
fn join(app: &Arc<App>, handle: &AppHandle, launch: Launch) -> bool {
    if app.native.leaving.load(Ordering::SeqCst) {
        return false;
    }
    let sides = [PanelSide::Left, PanelSide::Right].into_iter();
    let shown = sides.zip(folders(&launch)).try_for_each(|(side, dir)| match dir {
        Some(dir) => panels::show(app, side, dir),
        None => Ok(()),
    });
    shown.is_ok() && begin(app, handle, launch).is_ok()
}

fn lock(app: &App) -> std::sync::MutexGuard<'_, Vec<PathBuf>> {
    app.native.launched.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens the queue beside the window.
fn start_engine(app: &Arc<App>) {
    let app = Arc::clone(app);
    thread::spawn(move || {
        let began = jobs::now();
        let (engine, events, trouble) = engine();
        let open = engine.queue().map(Queue::list).and_then(Result::ok).unwrap_or_default();
        questions::restore(&app, &open.iter().map(|job| job.job).collect::<Vec<_>>());
        app.take_engine(engine);
        jobs::restore(&app, began);
        if let Some(detail) = trouble {
            app.feed.keep_for_a_window(notice(Tone::Warn, NoticeCode::QueueTrouble, detail));
        }
        jobs::listen(&app, &events);
    });
}

/// Starts an engine on the user's queue.
///
/// Without a home, or where the queue cannot be used, jobs run all the same but are not kept; then, and
/// if an older queue was put aside, it says why.
fn engine() -> (Engine, Events, Option<String>) {
    let alone = |engine: Engine, why: String| {
        let events = engine.subscribe();
        (engine, events, Some(format!("jobs are not kept: {why}")))
    };
    let Some(home) = home::find(|name| std::env::var_os(name)) else {
        return alone(Engine::new(), "there is no home directory".to_owned());
    };
    let on_queue = |state: &Path| {
        let opened = Queue::open(state)?;
        let (engine, events) = Engine::on_queue_heard(home.clone(), opened.queue)?;
        let aside = opened.aside.map(|aside| aside.to_string());
        if let (Some(_), Some(queue)) = (&aside, engine.queue()) {
            // The window shows it.
            queue.aside_was_told();
        }
        Ok((engine, events, aside))
    };
    let opened: Result<_, fcp_engine::queue::QueueError> = match home.state.as_deref() {
        Some(state) => on_queue(state),
        None => return alone(Engine::at_home(home), "there is no place for the queue".to_owned()),
    };
    opened.unwrap_or_else(|error| alone(Engine::at_home(home.clone()), error.to_string()))
}

/// A notice that is words of another part of the program.
fn notice(tone: Tone, code: NoticeCode, detail: String) -> Update {
    Update::Notice(Box::new(Notice {
        tone,
        code,
        name: None,
        count: None,
        done: None,
        job: None,
        error: None,
        detail: Some(detail),
        undo: false,
        change: None,
    }))
}

/// Sends the complete state to a new window.
pub(crate) fn greet(app: &Arc<App>, view: View, updates: Channel<Update>) {
    if updates.send(Update::Hello(Box::new(hello(app, view, None)))).is_err() {
        return;
    }
    if view == View::Manager {
        app.panels.greet();
    }
    app.feed.subscribe(view, updates);
    app.jobs.tell_all(app);
    if view == View::Copier {
        offer(app);
    }
}

fn hello(app: &App, view: View, plan: Option<PlanId>) -> Hello {
    let preferences = app.kept.get();
    let (keymap, mut mistakes) = keymap::read(&preferences.keys);
    mistakes.extend(app.kept.trouble().map(str::to_owned));
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Hello { view, version, preferences, keymap, mistakes, plan }
}

/// Lets the copier ask what becomes of the paths of a launch.
///
/// The window receives updates by now, so it misses no change of the plan; it gets a second greeting with it.
fn offer(app: &Arc<App>) {
    let paths = std::mem::take(&mut *lock(app));
    if paths.is_empty() {
        return;
    }
    match app.plans.make_of(app, PlanVerb::Copy, paths, &Target::Unknown) {
        Ok(plan) => {
            app.feed.say(Update::Hello(Box::new(hello(app, View::Copier, Some(plan)))));
        }
        Err(refusal) => app.feed.say(notice(Tone::Bad, NoticeCode::Failed, words(&refusal))),
    }
}

/// Gives a refusal in words.
fn words(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Op { error } => error.to_string(),
        Refusal::Gone | Refusal::StalePlan => "what was meant is not there any more".to_owned(),
        Refusal::Not { text } => text.clone(),
    }
}

fn say(text: &str) -> u8 {
    u8::from(write!(stdout(), "{text}").is_err())
}

fn complain(why: &str, code: u8) -> u8 {
    // If standard error is closed, the exit code still reports the failure.
    let _told = writeln!(stderr(), "fcp-desktop: {why}").is_ok();
    code
}
