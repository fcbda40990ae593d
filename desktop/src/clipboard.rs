//! Files and text in the clipboard.

use tauri::AppHandle;

use crate::app::App;
use crate::wire::{Items, PlanId, Refusal, Target, TextOf};

pub(crate) fn copy_files(
    _app: &App,
    _handle: &AppHandle,
    _items: &Items,
    _cut: bool,
) -> Result<(), Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn paste(_app: &App, _handle: &AppHandle, _target: &Target) -> Result<PlanId, Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn copy_text(
    _app: &App,
    _handle: &AppHandle,
    _items: &Items,
    _what: TextOf,
) -> Result<(), Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn copy_line(_handle: &AppHandle, _text: String) -> Result<(), Refusal> {
    Err(Refusal::Gone)
}
