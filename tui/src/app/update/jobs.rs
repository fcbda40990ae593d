//! The jobs: which one is selected, and what is done with it.

use crate::app::action::Action;
use crate::app::dialog::{Confirm, Dialog};
use crate::app::model::{Effect, Model, TALL};

/// Does what concerns jobs.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Jobs if model.in_jobs => return leave(model),
        Action::Jobs => enter(model),
        Action::Drawer => model.drawer = !model.drawer,
        Action::Pause => {
            let Some(row) = model.selected().filter(|row| !row.is_over()) else {
                return Vec::new();
            };
            return vec![if row.paused { Effect::Resume(row.job) } else { Effect::Pause(row.job) }];
        }
        Action::Cancel => {
            if let Some(row) = model.selected()
                && !row.is_over()
            {
                model.dialog = Some(Dialog::Confirm(Confirm::Cancel(row.job)));
            }
        }
        Action::Answer => model.later.clear(),
        Action::Details => {
            if let Some(job) = model.job {
                model.dialog = Some(Dialog::Report { job, top: 0 });
            }
        }
        Action::Clear => {
            let over: Vec<_> =
                model.jobs.rows().filter(|row| row.is_over()).map(|row| row.job).collect();
            for job in over {
                model.jobs.forget(job);
            }
            model.job = model.job_order().first().copied();
        }
        _ => {}
    }
    Vec::new()
}

/// Gives the keys to the jobs.
pub(super) fn enter(model: &mut Model) {
    (model.drawer, model.in_jobs) = (true, true);
    if model.selected().is_none() {
        model.job = model.job_order().first().copied();
    }
}

/// Gives the keys back to the panels.
pub(super) fn leave(model: &mut Model) -> Vec<Effect> {
    // Without room to share, or without work, the jobs go away.
    model.drawer &= model.screen.1 >= TALL && model.jobs.is_busy();
    model.in_jobs = false;
    Vec::new()
}

/// Selects another job.
pub(super) fn step(model: &mut Model, rows: isize) {
    let order = model.job_order();
    let here = order.iter().position(|&job| Some(job) == model.job).unwrap_or(0);
    let there = here.saturating_add_signed(rows).min(order.len().saturating_sub(1));
    model.job = order.get(there).copied();
}
