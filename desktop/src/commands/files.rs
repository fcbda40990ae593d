//! Commands about files: edits, names, properties, clipboard, other programs.

use fcp_engine::sum::Algorithm;
use tauri::WebviewWindow;

use super::types::{Done, Held};
use crate::clipboard;
use crate::inspect;
use crate::located::all_spelled;
use crate::windows::programs as opening;
use crate::wire::{
    ChangeId, ChecksumMatch, EditAsk, EntryId, Items, PanelSide, PlanId, Program, Properties,
    Refusal, RenamePreview, RenameRow, RenameRule, Target, TextOf, UndoAsk,
};

#[tauri::command(async)]
pub(crate) fn edit(app: Held<'_>, ask: EditAsk) -> Done {
    app.edits.edit(ask)
}

#[tauri::command(async)]
pub(crate) fn stop_changes(app: Held<'_>) {
    app.changing.stop();
}

#[tauri::command(async)]
pub(crate) fn spelled(app: Held<'_>, id: EntryId) -> Result<String, Refusal> {
    app.edits.spelled(id)
}

#[tauri::command(async)]
pub(crate) fn rename_preview(
    app: Held<'_>,
    side: PanelSide,
    rule: RenameRule,
    opens: bool,
) -> Result<RenamePreview, Refusal> {
    app.edits.rename_preview(side, rule, opens)
}

#[tauri::command(async)]
pub(crate) fn rename_rows(
    app: Held<'_>,
    preview: PlanId,
    from: u64,
) -> Result<Vec<RenameRow>, Refusal> {
    app.edits.rename_rows(preview, from)
}

#[tauri::command(async)]
pub(crate) fn rename_all(app: Held<'_>, plan: PlanId) -> Result<u64, Refusal> {
    app.edits.rename_all(plan)
}

#[tauri::command(async)]
pub(crate) fn undo(app: Held<'_>, change: Option<ChangeId>) -> Result<Option<UndoAsk>, Refusal> {
    app.edits.undo(change)
}

#[tauri::command(async)]
pub(crate) fn redo(app: Held<'_>) -> Done {
    app.edits.redo()
}

#[tauri::command(async)]
pub(crate) fn hold(app: Held<'_>, items: Items) -> Result<Items, Refusal> {
    app.plans.hold(&items)
}

#[tauri::command(async)]
pub(crate) fn properties(app: Held<'_>, items: Items) -> Result<Properties, Refusal> {
    inspect::properties(app.plans.paths_on_disk(&items)?)
}

#[tauri::command(async)]
pub(crate) fn checksum(app: Held<'_>, items: Items, algorithm: Algorithm) -> Result<u64, Refusal> {
    app.checksums.start(&app.plans.paths_on_disk(&items)?, algorithm)
}

#[tauri::command(async)]
pub(crate) fn stop_checksum(app: Held<'_>, id: u64) {
    app.checksums.stop(id);
}

#[tauri::command(async)]
pub(crate) fn compare_checksum(
    app: Held<'_>,
    id: u64,
    text: String,
) -> Result<ChecksumMatch, Refusal> {
    app.checksums.compare(id, &text)
}

#[tauri::command(async)]
pub(crate) fn open(app: Held<'_>, window: WebviewWindow, items: Items) -> Done {
    opening::open_default(&window, &app.plans.paths_on_disk(&items)?)
}

#[tauri::command(async)]
pub(crate) fn programs(app: Held<'_>, items: Items) -> Result<Vec<Program>, Refusal> {
    opening::list(app.plans.paths_on_disk(&items)?)
}

#[tauri::command(async)]
pub(crate) fn open_with(
    app: Held<'_>,
    window: WebviewWindow,
    items: Items,
    program: String,
) -> Done {
    opening::open(&window, &app.plans.paths_on_disk(&items)?, program)
}

#[tauri::command(async)]
pub(crate) fn copy_files(app: Held<'_>, items: Items, cut: bool) -> Done {
    app.plans.copy_files(&items, cut)
}

#[tauri::command(async)]
pub(crate) fn paste(app: Held<'_>, target: Target) -> Result<PlanId, Refusal> {
    app.plans.paste(&target)
}

#[tauri::command(async)]
pub(crate) fn copy_text(app: Held<'_>, items: Items, what: TextOf) -> Done {
    // As text, paths of other machines mean what they mean to `fcp` and `scp`.
    clipboard::copy_text(&app.feed, &all_spelled(app.plans.paths(&items)?), what)
}

#[tauri::command(async)]
pub(crate) fn copy_line(text: String) -> Done {
    clipboard::copy_line(text)
}

#[tauri::command(async)]
pub(crate) fn run_command(
    app: Held<'_>,
    name: String,
    side: PanelSide,
    items: Option<Items>,
) -> Done {
    app.user_commands.run(&name, side, items.as_ref())
}
