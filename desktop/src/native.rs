//! What the desktop around the windows offers: drags, dialogs, tray, notifications, the bar of tasks.

use tauri::{AppHandle, WebviewWindow};

use crate::app::App;
use crate::wire::{Items, PlanId, Refusal, View};

pub(crate) fn drag_out(_app: &App, _window: &WebviewWindow, _items: &Items) -> Result<(), Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn drag_over(_app: &App, _takes: bool) {}

pub(crate) fn choose(
    _app: &App,
    _handle: &AppHandle,
    _what: &str,
    _plan: Option<PlanId>,
) -> Result<Option<PlanId>, Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn show_window(_handle: &AppHandle, _view: View) -> Result<(), Refusal> {
    Err(Refusal::Gone)
}
