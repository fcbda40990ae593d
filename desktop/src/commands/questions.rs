//! Commands about questions, rules for many of them, and how two files differ.

use fcp_engine::event::QuestionId;
use fcp_presentation::rules::Rule;
use tauri::WebviewWindow;

use super::types::{Done, Held};
use crate::located::refuse_far;
use crate::windows::programs as opening;
use crate::wire::{
    AnswerAsk, DiffOf, DiffPlace, DiffRow, DiffState, PlanId, QuestionDetail, Refusal, RuleScope,
    RulesPreview,
};

#[tauri::command(async)]
pub(crate) fn answer(app: Held<'_>, answers: Vec<AnswerAsk>) -> Done {
    app.questions.answer(&answers)
}

#[tauri::command(async)]
pub(crate) fn question(
    app: Held<'_>,
    id: QuestionId,
    pattern: Option<String>,
) -> Result<QuestionDetail, Refusal> {
    app.questions.detail(id, pattern.as_deref())
}

#[tauri::command(async)]
pub(crate) fn compare(app: Held<'_>, id: QuestionId) -> Done {
    app.questions.compare(id)
}

#[tauri::command(async)]
pub(crate) fn open_both(app: Held<'_>, window: WebviewWindow, id: QuestionId) -> Done {
    let paths = app.questions.both_sides(id)?;
    refuse_far(&paths)?;
    opening::open_default(&window, &paths)
}

#[tauri::command(async)]
pub(crate) fn rules(
    app: Held<'_>,
    rules: Vec<Rule>,
    scope: RuleScope,
) -> Result<RulesPreview, Refusal> {
    app.questions.rules(&rules, &scope)
}

#[tauri::command(async)]
pub(crate) fn apply_rules(app: Held<'_>, plan: PlanId, later: bool) -> Result<u64, Refusal> {
    app.questions.apply_rules(plan, later)
}

#[tauri::command(async)]
pub(crate) fn diff(app: Held<'_>, of: DiffOf, ignores_space: bool) -> Result<DiffState, Refusal> {
    app.differences.begin(&of, ignores_space)
}

#[tauri::command(async)]
pub(crate) fn diff_rows(app: Held<'_>, id: u64, from: u64) -> Result<Vec<DiffRow>, Refusal> {
    app.differences.rows(id, from)
}

#[tauri::command(async)]
pub(crate) fn diff_next(
    app: Held<'_>,
    id: u64,
    row: Option<u64>,
    back: bool,
) -> Result<Option<DiffPlace>, Refusal> {
    app.differences.next(id, row, back)
}

#[tauri::command(async)]
pub(crate) fn close_diff(app: Held<'_>, id: u64) {
    app.differences.close(id);
}
