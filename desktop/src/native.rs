//! Uses what the desktop offers around the pages: windows, drags, dialogs, tray, notifications, the taskbar.

mod bus;
mod choose;
mod drag_out;
mod drop;
mod follow;
pub(crate) mod geometry;
pub(crate) mod graphics;
mod notify;
mod revive;
mod taskbar;
mod title;
mod tray;
pub(crate) mod windows;
mod words;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use tauri::{AppHandle, WebviewWindow};

use crate::app::App;
use crate::plans;
use crate::wire::{Choose, Items, PlanId, Refusal, View};

/// What windows and the desktop have in hand.
#[derive(Debug, Default)]
pub(crate) struct Native {
    /// Files of another program over a window.
    pub(crate) drag: drop::Incoming,
    /// Paths of launches that the copier has not asked about.
    pub(crate) launched: Mutex<Vec<PathBuf>>,
    /// Whether the tray shows us, so that we are seen without a window.
    pub(crate) tray: AtomicBool,
    /// Whether the program is about to end.
    pub(crate) leaving: AtomicBool,
}

/// Starts the tray, the notifications, the taskbar progress and the titles, as far as the desktop has them.
pub(crate) fn start(app: &Arc<App>, handle: &AppHandle) {
    follow::start(app, handle);
}

/// Begins to drag files to another program.
pub(crate) fn drag_out(app: &App, window: &WebviewWindow, items: &Items) -> Result<(), Refusal> {
    drag_out::begin(window, &plans::paths_on_disk(app, items)?)
}

/// Takes what is below a drag, or lets go of a drop.
pub(crate) fn drag_over(app: &App, takes: bool) {
    app.native.drag.takes(app, takes);
}

/// Lets the user choose; none if they chose nothing.
pub(crate) fn choose(
    app: &Arc<App>,
    window: &WebviewWindow,
    what: Choose,
    plan: Option<PlanId>,
) -> Result<Option<PlanId>, Refusal> {
    choose::choose(app, window, what, plan)
}

/// Shows a window.
pub(crate) fn show_window(app: &Arc<App>, handle: &AppHandle, view: View) -> Result<(), Refusal> {
    windows::show(app, handle, view).map_err(not)
}

/// Gives an error of the desktop as it is told to the UI.
fn not(error: impl std::fmt::Display) -> Refusal {
    Refusal::Not { text: error.to_string() }
}
