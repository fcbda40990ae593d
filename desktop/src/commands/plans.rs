//! Commands about plans, before and when they become jobs.

use fcp_engine::event::JobId;

use super::types::{Done, Held};
use crate::wire::{
    Choices, ElevationOf, ElevationPlan, ForeseenPlan, Items, PlanId, PlanVerb, Refusal, Target,
};

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
