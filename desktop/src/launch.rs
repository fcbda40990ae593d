//! How the program begins and ends: arguments, windows, the engine.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use fcp_engine::home;
use fcp_engine::queue::Queue;
use fcp_engine::{Engine, Events};
use tauri::ipc::Channel;
use tauri::{AppHandle, WebviewUrl, WebviewWindowBuilder};

use crate::app::App;
use crate::preferences::Kept;
use crate::wire::{Hello, QuitChoice, Refusal, Update, View};
use crate::{commands, feed, keymap, thumbs, worker};

/// Runs the program, and gives its exit code.
pub(crate) fn run(args: Vec<OsString>) -> u8 {
    if args.first().is_some_and(|arg| arg == "--work") {
        return worker::run();
    }
    let variable = |name: &str| std::env::var_os(name);
    let app = App::new(
        Kept::open(home::state(variable)),
        variable("HOME").map(PathBuf::from).filter(|home| home.is_dir()),
    );
    feed::start(&app);
    let built = thumbs::register(tauri::Builder::default())
        .manage(Arc::clone(&app))
        .invoke_handler(commands::all!())
        .setup(move |tauri| {
            start_engine(&app);
            app.panels.open(&app, [None, None]);
            WebviewWindowBuilder::new(tauri, "manager", WebviewUrl::default())
                .title("fcp")
                .inner_size(1280.0, 800.0)
                .min_inner_size(640.0, 400.0)
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!());
    u8::from(built.is_err()) * 3
}

/// Opens the queue beside the window.
fn start_engine(app: &Arc<App>) {
    let app = Arc::clone(app);
    thread::spawn(move || {
        let Some(home) = home::find(|name| std::env::var_os(name)) else { return };
        let Some(state) = home.state.clone() else { return };
        let opened =
            Queue::open(&state).and_then(|opened| Engine::on_queue_heard(home, opened.queue));
        if let Ok((engine, events)) = opened {
            app.take_engine(engine);
            listen(&app, &events);
        }
    });
}

fn listen(_app: &App, _events: &Events) {}

/// Tells a new window where everything stands.
pub(crate) fn greet(app: &App, view: View, updates: Channel<Update>) {
    let preferences = app.kept.get();
    let (keymap, mistakes) = keymap::read(&preferences.keys);
    let hello = Hello {
        view,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        preferences,
        keymap,
        mistakes,
        plan: None,
    };
    if updates.send(Update::Hello(Box::new(hello))).is_ok() {
        app.feed.subscribe(view, updates);
    }
}

/// Does with the jobs what the user chose, and quits.
pub(crate) fn quit(_app: &App, _handle: &AppHandle, _choice: QuitChoice) -> Result<(), Refusal> {
    Err(Refusal::Gone)
}
