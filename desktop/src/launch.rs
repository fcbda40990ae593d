//! Starts the program: arguments, the one running instance, windows, the engine.

mod instance;
mod line;

use std::ffi::OsString;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use fcp_engine::path::DisplayName;
use fcp_engine::queue::Queue;
use fcp_engine::{Engine, Events};
use fcp_presentation::language::Language;
use fcp_presentation::tr;
use fcp_presentation::{home, lock, machines, now};
use tauri::AppHandle;

use crate::app::App;
use crate::failure::{NOT_RUN, USAGE, complain};
use crate::listen::Listener;
use crate::native::follow::{self, Shown};
use crate::native::tray::Actions;
use crate::system::{Here, System as _};
use crate::wire::{Notice, NoticeCode, PanelSide, Tone, Update, View};
use crate::{commands, greeting, keymap, tell, thumbs, windows, worker};

use instance::Entered;
use line::{HELP, Launch, Line, Token};

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
    // Before the program makes any text that the user sees.
    let environment = || Language::of_environment(|name| std::env::var_os(name));
    keymap::language().unwrap_or_else(environment).choose();
    let state = home::state(|name| std::env::var_os(name));
    let token = Token::find(|name| std::env::var_os(name));
    let enter = |state| instance::enter(state, &launch, token.as_ref());
    let first = match state.as_deref().map(enter) {
        Some(Ok(Entered::Told)) => return 0,
        Some(Ok(Entered::First(first))) => Some(first),
        // Where later launches cannot be heard, each has a window of its own.
        Some(Err(_)) | None => None,
    };
    if let Err(why) = Here::begin() {
        return complain(why, NOT_RUN);
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
    let app = App::new(state, home);
    tell::start(&app);
    let (begins, heeds) = (Arc::clone(&app), Arc::clone(&app));
    let built = thumbs::register(tauri::Builder::default(), &app.thumbs, &app.panels)
        .manage(Arc::clone(&app))
        .invoke_handler(commands::all!())
        .setup(move |tauri| {
            let (app, handle) = (begins, tauri.handle());
            start_engine(&app);
            app.exit.on_signals(handle)?;
            app.after.begin(handle);
            app.panels.open(folders(&launch));
            begin(&app, handle, launch, None)?;
            follow(&app, handle);
            if let Some(first) = first {
                let (app, handle) = (Arc::clone(&app), handle.clone());
                first.serve(move |launch, token| join(&app, &handle, launch, token));
            }
            Ok(())
        })
        .build(tauri::generate_context!());
    match built {
        Ok(built) => {
            let code = built.run_return(move |handle, event| {
                if windows::closed(&event) == Some(View::Manager) {
                    heeds.left();
                }
                heeds.exit.heed(handle, &event);
            });
            // Do not wait for commands that wait for a disk.
            commands.shutdown_background();
            if let Err(error) = app.saved.write() {
                return complain(&error.to_string(), NOT_RUN);
            }
            u8::try_from(code).unwrap_or(NOT_RUN)
        }
        Err(error) => {
            // Dropping it would wait for its threads.
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
///
/// `token` is what the desktop gave a later launch; GTK takes that of the first one itself.
fn begin(
    app: &Arc<App>,
    handle: &AppHandle,
    launch: Launch,
    token: Option<Token>,
) -> tauri::Result<()> {
    let token = token.map(|token| token.text().to_owned());
    let Launch { view, paths, missing } = launch;
    if !missing.is_empty() {
        let update = names_missing(&missing);
        if app.feed.has(view) { app.feed.say(update) } else { app.feed.keep_for(view, update) }
    }
    if view == View::Manager {
        return app.windows.show_with(handle, View::Manager, token);
    }
    lock(&app.launched).extend(paths);
    app.windows.show_with(handle, View::Copier, token)?;
    if app.feed.has(View::Copier) {
        greeting::offer(app);
    }
    Ok(())
}

/// Names paths that do not exist: the first of them, and how many there are.
fn names_missing(missing: &[PathBuf]) -> Update {
    let name = |path: &PathBuf| DisplayName::new(path.as_os_str()).to_string();
    let named: Vec<_> = missing.iter().take(NAMED).map(name).collect();
    let more = if missing.len() > NAMED { ", …" } else { "" };
    let notice = Notice::new(Tone::Warn, NoticeCode::LaunchMissing);
    let detail = Some(named.join(", ") + more);
    Notice { count: Some(missing.len() as u64), detail, ..notice }.into()
}

/// Takes a later launch, unless the program is about to end.
fn join(app: &Arc<App>, handle: &AppHandle, launch: Launch, token: Option<Token>) -> bool {
    if app.engine.is_quitting() {
        return false;
    }
    let sides = [PanelSide::Left, PanelSide::Right].into_iter();
    let shown = sides.zip(folders(&launch)).try_for_each(|(side, dir)| match dir {
        Some(dir) => app.panels.show(side, dir),
        None => Ok(()),
    });
    shown.is_ok() && begin(app, handle, launch, token).is_ok()
}

/// Starts the tray, the notifications, the taskbar progress and the titles, as far as the desktop has them.
fn follow(app: &App, handle: &AppHandle) {
    let shown = Shown { panels: Arc::clone(&app.panels), saved: Arc::clone(&app.saved) };
    let (jobs, windows) = (Arc::clone(&app.jobs), Arc::clone(&app.windows));
    let actions = Actions { jobs, windows, exit: Arc::clone(&app.exit) };
    follow::start(&app.feed, shown, actions, handle);
}

/// Opens the queue beside the window.
fn start_engine(app: &Arc<App>) {
    let app = Arc::clone(app);
    thread::spawn(move || {
        let began = now();
        let (engine, events, trouble) = engine();
        let open = engine.queue().map(Queue::list).and_then(Result::ok).unwrap_or_default();
        app.questions.restore(&open.iter().map(|job| job.job).collect::<Vec<_>>());
        if let Some(queue) = engine.queue() {
            app.jobs.restore(queue, began);
        }
        app.engine.set(engine);
        if let Some(detail) = trouble {
            let notice = Notice::new(Tone::Warn, NoticeCode::QueueTrouble);
            app.feed.keep_for_a_window(Notice { detail: Some(detail), ..notice }.into());
        }
        Listener::new(&app.feed, &app.jobs, &app.questions, &events).run();
    });
}

/// Starts an engine on the user's queue.
///
/// Without a home, or where the queue cannot be used, jobs run all the same but are not kept; then, and
/// if an older queue was put aside, it says why.
fn engine() -> (Engine, Events, Option<String>) {
    let reach = machines::reach(|name| std::env::var_os(name)).ok();
    let alone = |engine: Engine, why: String| {
        if let Some(reach) = reach.clone() {
            engine.reach_by(reach);
        }
        let events = engine.subscribe();
        (engine, events, Some(tr!("desktop-jobs-not-kept", why = why)))
    };
    let Some(home) = home::find(|name| std::env::var_os(name)) else {
        return alone(Engine::new(), tr!("desktop-no-home").to_owned());
    };
    let on_queue = |state: &Path| {
        let opened = Queue::open(state)?;
        let (engine, events) =
            Engine::on_queue_reaching(home.clone(), opened.queue, reach.clone())?;
        let aside = opened.aside.map(|aside| aside.to_string());
        if let (Some(_), Some(queue)) = (&aside, engine.queue()) {
            // The window shows it.
            queue.aside_was_told();
        }
        Ok((engine, events, aside))
    };
    let opened: Result<_, fcp_engine::queue::QueueError> = match home.state.as_deref() {
        Some(state) => on_queue(state),
        None => return alone(Engine::at_home(home), tr!("desktop-no-queue-place").to_owned()),
    };
    opened.unwrap_or_else(|error| alone(Engine::at_home(home.clone()), error.to_string()))
}

fn say(text: &str) -> u8 {
    u8::from(write!(stdout(), "{text}").is_err())
}
