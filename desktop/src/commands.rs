//! The commands of the web UI, as `ui-web/src/model/commands.ts` names them; each only calls another module.
//!
//! They run beside the main thread, so that no disk keeps the window waiting.

#![allow(clippy::needless_pass_by_value, reason = "commands take what was sent")]

use std::sync::Arc;

use fcp_engine::event::{JobId, QuestionId};
use fcp_engine::sum::Algorithm;
use fcp_presentation::rules::Rule;
use serde_json::{Map, Value};
use tauri::ipc::Channel;
use tauri::{AppHandle, State, WebviewWindow};

use crate::app::App;
use crate::windows::{choose as dialogs, drag_out as drags, programs as opening};
use crate::wire::{
    AnswerAsk, ChangeId, ChecksumMatch, Choices, Choose, ComparisonAsk, ComparisonRow,
    ComparisonState, DiffOf, DiffPlace, DiffRow, DiffState, EditAsk, ElevationOf, ElevationPlan,
    EntryId, ForeseenPlan, History, Items, JobAsk, JobLog, JobsAsk, KeyClash, KeysAsk, PanelAsk,
    PanelSide, PanelsAsk, PlaceId, PlanId, PlanVerb, Preview, Program, Properties, QuestionDetail,
    QuitChoice, Refusal, RenamePreview, RenameRow, RenameRule, Report, RuleScope, RulesPreview,
    Target, TextOf, Update, View, ViewerAsk,
};
use crate::{clipboard, greeting, inspect};

type Done = Result<(), Refusal>;
type Held<'a> = State<'a, Arc<App>>;

/// Names all commands; `build.rs` allows them to our windows.
macro_rules! all {
    () => {
        tauri::generate_handler![
            $crate::commands::subscribe,
            $crate::commands::panel,
            $crate::commands::panels,
            $crate::commands::complete,
            $crate::commands::plan,
            $crate::commands::replan,
            $crate::commands::start,
            $crate::commands::foresee,
            $crate::commands::discard,
            $crate::commands::edit,
            $crate::commands::spelled,
            $crate::commands::rename_preview,
            $crate::commands::rename_rows,
            $crate::commands::rename_all,
            $crate::commands::compare_folders,
            $crate::commands::comparison,
            $crate::commands::comparison_rows,
            $crate::commands::undo,
            $crate::commands::properties,
            $crate::commands::checksum,
            $crate::commands::stop_checksum,
            $crate::commands::compare_checksum,
            $crate::commands::preview,
            $crate::commands::viewer,
            $crate::commands::open,
            $crate::commands::programs,
            $crate::commands::open_with,
            $crate::commands::copy_files,
            $crate::commands::paste,
            $crate::commands::copy_text,
            $crate::commands::copy_line,
            $crate::commands::drag_out,
            $crate::commands::drag_over,
            $crate::commands::choose,
            $crate::commands::job,
            $crate::commands::jobs,
            $crate::commands::report,
            $crate::commands::log,
            $crate::commands::history,
            $crate::commands::command_line,
            $crate::commands::answer,
            $crate::commands::question,
            $crate::commands::compare,
            $crate::commands::open_both,
            $crate::commands::rules,
            $crate::commands::apply_rules,
            $crate::commands::diff,
            $crate::commands::diff_rows,
            $crate::commands::diff_next,
            $crate::commands::close_diff,
            $crate::commands::elevate,
            $crate::commands::elevate_now,
            $crate::commands::stop_elevated,
            $crate::commands::eject,
            $crate::commands::edit_keys,
            $crate::commands::prefer,
            $crate::commands::show_window,
            $crate::commands::quit,
        ]
    };
}
pub(crate) use all;

#[tauri::command(async)]
pub(crate) fn subscribe(app: Held<'_>, view: View, updates: Channel<Update>) {
    greeting::greet(&app, view, updates);
}

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
pub(crate) fn plan(
    app: Held<'_>,
    verb: PlanVerb,
    items: Items,
    target: Target,
) -> Result<PlanId, Refusal> {
    let plan = app.plans.make(verb, &items, &target);
    if let Items::Drop { .. } = items {
        // From here on the plan is shown, and not the drag.
        app.drag.takes(false);
    }
    plan
}

#[tauri::command(async)]
pub(crate) fn replan(app: Held<'_>, plan: PlanId, verb: PlanVerb, target: Target) -> Done {
    app.plans.change(plan, verb, &target)
}

#[tauri::command(async)]
pub(crate) fn start(app: Held<'_>, plan: PlanId, choices: Choices) -> Result<JobId, Refusal> {
    app.plans.start(plan, &choices)
}

#[tauri::command(async)]
pub(crate) fn foresee(
    app: Held<'_>,
    plan: PlanId,
    choices: Choices,
) -> Result<ForeseenPlan, Refusal> {
    app.plans.foresee(plan, &choices)
}

#[tauri::command(async)]
pub(crate) fn discard(app: Held<'_>, plan: PlanId) {
    app.plans.discard(plan);
}

#[tauri::command(async)]
pub(crate) fn edit(app: Held<'_>, ask: EditAsk) -> Done {
    app.edits.edit(ask)
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
) -> Result<RenamePreview, Refusal> {
    app.edits.rename_preview(side, rule)
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
pub(crate) fn undo(app: Held<'_>, change: Option<ChangeId>) -> Done {
    app.edits.undo(change)
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
pub(crate) fn preview(app: Held<'_>, side: PanelSide) -> Preview {
    app.looks.preview(side)
}

#[tauri::command(async)]
pub(crate) fn viewer(app: Held<'_>, ticket: u64, ask: ViewerAsk) -> Done {
    app.viewer.ask(ticket, ask)
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
    clipboard::copy_files(&app.feed, &app.plans.paths(&items)?, cut)
}

#[tauri::command(async)]
pub(crate) fn paste(app: Held<'_>, target: Target) -> Result<PlanId, Refusal> {
    app.plans.paste(&target)
}

#[tauri::command(async)]
pub(crate) fn copy_text(app: Held<'_>, items: Items, what: TextOf) -> Done {
    clipboard::copy_text(&app.feed, &app.plans.paths(&items)?, what)
}

#[tauri::command(async)]
pub(crate) fn copy_line(text: String) -> Done {
    clipboard::copy_line(text)
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
pub(crate) fn job(app: Held<'_>, job: JobId, ask: JobAsk) -> Done {
    app.jobs.ask(job, ask)
}

#[tauri::command(async)]
pub(crate) fn jobs(app: Held<'_>, lane: Option<String>, ask: JobsAsk) -> Done {
    app.jobs.ask_all(lane.as_deref(), ask)
}

#[tauri::command(async)]
pub(crate) fn report(app: Held<'_>, job: JobId) -> Result<Report, Refusal> {
    app.jobs.report(job)
}

#[tauri::command(async)]
pub(crate) fn log(app: Held<'_>, job: JobId) -> Result<JobLog, Refusal> {
    app.jobs.log(job)
}

#[tauri::command(async)]
pub(crate) fn history(
    app: Held<'_>,
    from: u64,
    count: u64,
    troubled: bool,
) -> Result<History, Refusal> {
    app.jobs.history(from, count, troubled)
}

#[tauri::command(async)]
pub(crate) fn command_line(app: Held<'_>, job: JobId) -> Result<String, Refusal> {
    app.jobs.command_line(job)
}

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
    opening::open_default(&window, &app.questions.both_sides(id)?)
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

#[tauri::command(async)]
pub(crate) fn elevate(app: Held<'_>, of: ElevationOf) -> Result<ElevationPlan, Refusal> {
    match of {
        ElevationOf::Job { job } => app.elevations.plan(job),
        ElevationOf::Plan { plan, choices } => {
            app.elevations.plan_of(app.plans.request(plan, &choices)?)
        }
    }
}

#[tauri::command(async)]
pub(crate) fn elevate_now(app: Held<'_>, plan: PlanId) -> Done {
    app.elevations.start(plan)
}

#[tauri::command(async)]
pub(crate) fn stop_elevated(app: Held<'_>, plan: PlanId) -> Done {
    app.elevations.stop(plan)
}

#[tauri::command(async)]
pub(crate) fn eject(app: Held<'_>, place: PlaceId) -> Done {
    app.panels.eject(place)
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
