//! Commands about the windows themselves: what they are told, drags, dialogs of the desktop, preferences.

use serde_json::{Map, Value};
use tauri::ipc::Channel;
use tauri::{AppHandle, WebviewWindow};

use super::types::{Done, Held};
use crate::greeting;
use crate::windows::{choose as dialogs, drag_out as drags};
use crate::wire::{Choose, Items, KeyClash, KeysAsk, PlanId, QuitChoice, Refusal, Update, View};

#[tauri::command(async)]
pub(crate) fn subscribe(app: Held<'_>, view: View, updates: Channel<Update>) {
    greeting::greet(&app, view, updates);
}

#[tauri::command(async)]
pub(crate) fn drag_out(app: Held<'_>, window: WebviewWindow, items: Items) -> Done {
    drags::begin(&window, &app.plans.paths_on_disk(&items)?)
}

#[tauri::command(async)]
pub(crate) fn drag_over(app: Held<'_>, takes: bool) {
    app.drag.takes(takes);
}

#[tauri::command(async)]
pub(crate) fn choose(
    app: Held<'_>,
    window: WebviewWindow,
    what: Choose,
    plan: Option<PlanId>,
) -> Result<Option<PlanId>, Refusal> {
    dialogs::choose(&app.plans, &window, what, plan)
}

#[tauri::command(async)]
pub(crate) fn edit_keys(app: Held<'_>, ask: KeysAsk) -> Result<Vec<KeyClash>, Refusal> {
    app.keys.change(&ask)
}

#[tauri::command(async)]
pub(crate) fn prefer(app: Held<'_>, change: Map<String, Value>) -> Done {
    let changes_keys = change.contains_key("keys");
    app.saved.prefer(change)?;
    if changes_keys {
        app.keys.tell();
    }
    Ok(())
}

#[tauri::command(async)]
pub(crate) fn show_window(app: Held<'_>, handle: AppHandle, view: View) -> Done {
    Ok(app.windows.show(&handle, view)?)
}

#[tauri::command(async)]
pub(crate) fn quit(app: Held<'_>, handle: AppHandle, choice: QuitChoice) -> Done {
    app.exit.quit(&handle, choice)
}
