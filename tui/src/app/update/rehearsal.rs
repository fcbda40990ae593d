//! Handles the keys of the dry run: Enter starts the job, Esc returns to the copy dialog.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::transfer;
use crate::app::dialog::Dialog;
use crate::app::dialog::rehearsal::Rehearsal;
use crate::app::dialog::transfer::{Begin, Transfer};
use crate::app::model::{Effect, Model};

/// Asks for the plan of a copy or a move, and shows it as soon as it is known.
pub(super) fn open(model: &mut Model, ask: Transfer) -> Vec<Effect> {
    let ticket = model.ticket();
    let (spec, missing) = (Box::new(ask.spec()), ask.missing());
    model.dialog = Some(Dialog::Rehearsal(Box::new(Rehearsal { ask, ticket, plan: None })));
    vec![Effect::Plan { ticket, spec, missing }]
}

/// Gives a key to the dialog.
pub(super) fn key(model: &mut Model, rehearsal: Rehearsal, key: KeyEvent) -> Vec<Effect> {
    let leaves = match key.code {
        KeyCode::Esc | KeyCode::F(10) => true,
        KeyCode::Char('c' | 'g') => key.modifiers == KeyModifiers::CONTROL,
        _ => false,
    };
    let begin = match key.code {
        KeyCode::Enter => Some(Begin::default()),
        KeyCode::F(2) => Some(Begin { paused: true, ..Begin::default() }),
        KeyCode::F(4) => Some(Begin { anyway: true, ..Begin::default() }),
        _ => None,
    };
    if leaves {
        let stop = Effect::Drop(rehearsal.ticket);
        model.dialog = Some(Dialog::Transfer(Box::new(rehearsal.ask)));
        return vec![stop];
    }
    match begin {
        Some(begin) if rehearsal.is_ready() => transfer::begin(model, rehearsal.ask, begin),
        _ => {
            model.dialog = Some(Dialog::Rehearsal(Box::new(rehearsal)));
            Vec::new()
        }
    }
}

/// Takes in a plan, if it is still waited for.
pub(super) fn planned(model: &mut Model, ticket: u64, plan: Result<Vec<String>, String>) {
    if let Some(Dialog::Rehearsal(rehearsal)) = &mut model.dialog
        && rehearsal.ticket == ticket
    {
        rehearsal.plan = Some(plan);
    }
}
