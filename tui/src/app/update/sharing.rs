//! Handles the keys of the dialog about equal files: Enter starts the job that lets them share their storage.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_engine::queue::Adding;

use crate::app::dialog::Dialog;
use crate::app::dialog::sharing::Sharing;
use crate::app::dialog::unseen::Unseen;
use crate::app::model::{Effect, Model};

/// Looks for equal files in what is chosen, or in the whole folder where the cursor is on `..`.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let ticket = model.ticket();
    let chosen = model.panel().chosen_paths();
    let paths = if chosen.is_empty() { vec![model.panel().dir.clone()] } else { chosen };
    let sharing = Sharing { paths, unseen: Unseen::of(model.panel()), ticket, plan: None };
    let spec = Box::new(sharing.spec());
    model.dialog = Some(Dialog::Sharing(Box::new(sharing)));
    vec![Effect::Plan { ticket, spec, missing: None }]
}

/// Gives a key to the dialog.
pub(super) fn key(model: &mut Model, sharing: Sharing, key: KeyEvent) -> Vec<Effect> {
    let leaves = match key.code {
        KeyCode::Esc | KeyCode::F(10) => true,
        KeyCode::Char('c' | 'g') => key.modifiers == KeyModifiers::CONTROL,
        _ => false,
    };
    if leaves {
        return vec![Effect::Drop(sharing.ticket)];
    }
    let paused = match key.code {
        KeyCode::Enter => Some(false),
        KeyCode::F(2) => Some(true),
        _ => None,
    };
    if let Some(paused) = paused.filter(|_| sharing.is_ready()) {
        model.panel_mut().drop_marks();
        let spec = Box::new(sharing.spec());
        let adding = Adding { paused, ..Adding::default() };
        return vec![Effect::Add { ticket: 0, spec, adding, missing: None, needs: None }];
    }
    model.dialog = Some(Dialog::Sharing(Box::new(sharing)));
    Vec::new()
}

/// Takes in a plan, if it is still waited for.
pub(super) fn planned(model: &mut Model, ticket: u64, plan: Result<Vec<String>, String>) {
    if let Some(Dialog::Sharing(sharing)) = &mut model.dialog
        && sharing.ticket == ticket
    {
        sharing.plan = Some(plan);
    }
}
