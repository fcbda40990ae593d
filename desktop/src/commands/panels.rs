//! Commands about what panels show, and what they compare.

use super::types::{Done, Held};
use crate::wire::{
    ComparisonAsk, ComparisonRow, ComparisonState, PanelAsk, PanelSide, PanelsAsk, PlaceId, PlanId,
    Preview, Refusal, ViewerAsk,
};

#[tauri::command(async)]
pub(crate) fn panel(app: Held<'_>, side: PanelSide, ask: PanelAsk) -> Done {
    app.panels.ask(side, ask)
}

#[tauri::command(async)]
pub(crate) fn panels(app: Held<'_>, ask: PanelsAsk) -> Done {
    app.panels.ask_both(&ask)
}

#[tauri::command(async)]
pub(crate) fn complete(app: Held<'_>, side: PanelSide, text: String) -> Vec<String> {
    app.panels.complete(side, &text)
}

#[tauri::command(async)]
pub(crate) fn preview(app: Held<'_>, side: PanelSide) -> Preview {
    app.looks.preview(side)
}

#[tauri::command(async)]
pub(crate) fn viewer(app: Held<'_>, ticket: u64, ask: ViewerAsk) -> Done {
    app.viewer.ask(ticket, ask)
}

#[tauri::command(async)]
pub(crate) fn compare_folders(app: Held<'_>, side: PanelSide) -> Result<ComparisonState, Refusal> {
    app.comparisons.begin(side)
}

#[tauri::command(async)]
pub(crate) fn comparison(
    app: Held<'_>,
    comparison: PlanId,
    ask: ComparisonAsk,
) -> Result<ComparisonState, Refusal> {
    app.comparisons.ask(comparison, ask)
}

#[tauri::command(async)]
pub(crate) fn comparison_rows(
    app: Held<'_>,
    comparison: PlanId,
    from: u64,
) -> Result<Vec<ComparisonRow>, Refusal> {
    app.comparisons.rows(comparison, from)
}

#[tauri::command(async)]
pub(crate) fn eject(app: Held<'_>, place: PlaceId) -> Done {
    app.panels.eject(place)
}

#[tauri::command(async)]
pub(crate) fn machines(app: Held<'_>) -> Vec<String> {
    app.panels.known_machines()
}
