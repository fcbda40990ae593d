//! Small changes that are no job, and what takes them back.

use crate::app::App;
use crate::wire::{EditAsk, EntryId, PanelSide, PlanId, Refusal, RenamePreview, RenameRule};

pub(crate) fn edit(_app: &App, _ask: EditAsk) -> Result<(), Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn spelled(_app: &App, _id: EntryId) -> Result<String, Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn rename_preview(
    _app: &App,
    _side: PanelSide,
    _rule: &RenameRule,
) -> Result<RenamePreview, Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn rename_all(_app: &App, _plan: PlanId) -> Result<u64, Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn undo(_app: &App) -> Result<(), Refusal> {
    Err(Refusal::Gone)
}
