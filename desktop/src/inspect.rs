//! What is known of files, and opening them with other programs.

use tauri::AppHandle;

use crate::app::App;
use crate::wire::{Items, Properties, Refusal};

pub(crate) fn properties(_app: &App, _items: &Items) -> Result<Properties, Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn open(_app: &App, _handle: &AppHandle, _items: &Items) -> Result<(), Refusal> {
    Err(Refusal::Gone)
}
