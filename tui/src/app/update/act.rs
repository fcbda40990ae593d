//! Does actions: passes each to the module of its group.

use super::{files, find, jobs, leave, marking, menu, places, plans, typing, viewer};
use crate::app::action::{Action, Group};
use crate::app::dialog::Dialog;
use crate::app::dialog::help::Help;
use crate::app::layout::Layout;
use crate::app::model::{Effect, Model};
use crate::app::palette;

/// Does an action.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    if model.viewer.is_some() && !matches!(action, Action::Help | Action::Suspend) {
        return viewer::act(model, action);
    }
    match action.group() {
        Group::Viewer => Vec::new(),
        Group::Moving => step(model, action),
        Group::Places | Group::Showing => places::act(model, action),
        Group::Marking => marking::act(model, action),
        Group::Files => files::act(model, action),
        Group::Jobs if action == Action::WatchPlan => plans::ask(model),
        Group::Jobs => jobs::act(model, action),
        Group::Program => program(model, action),
    }
}

fn step(model: &mut Model, action: Action) -> Vec<Effect> {
    let page = Layout::of(model).list_rows().saturating_sub(1).max(1).cast_signed();
    let rows = match action {
        Action::Up => -1,
        Action::Down => 1,
        Action::PageUp => -page,
        Action::PageDown => page,
        Action::HalfUp => -(page / 2).max(1),
        Action::HalfDown => (page / 2).max(1),
        Action::First => isize::MIN,
        Action::Last => isize::MAX,
        Action::Escape if !model.in_jobs => {
            if model.typing.is_none()
                && let Some(effect) = find::stop(model)
            {
                return vec![effect];
            }
            return if typing::escape(model) { Vec::new() } else { places::leave_hits(model) };
        }
        Action::Escape | Action::Switch if model.in_jobs => {
            jobs::leave(model);
            return Vec::new();
        }
        Action::Switch => {
            model.side = 1 - model.side;
            return Vec::new();
        }
        _ => return Vec::new(),
    };
    if model.in_jobs {
        jobs::step(model, rows);
    } else {
        model.panel_mut().step(rows);
    }
    Vec::new()
}

fn program(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Help => model.dialog = Some(Dialog::Help(Help::default())),
        Action::Quit | Action::QuitHere => {
            model.stay = action == Action::QuitHere;
            return leave::quit(model);
        }
        Action::Palette => palette(model),
        Action::Menu => menu::open(model),
        Action::Suspend => return vec![Effect::Suspend],
        _ => {}
    }
    Vec::new()
}

/// Opens the list of all actions.
fn palette(model: &mut Model) {
    model.dialog = Some(Dialog::Picker(palette::all(model)));
}
