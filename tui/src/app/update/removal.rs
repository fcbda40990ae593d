//! Handles the keys of the dialog before a removal.

use crossterm::event::{KeyCode, KeyEvent};
use fcp_engine::queue::Adding;

use crate::app::dialog::Dialog;
use crate::app::dialog::question::REST;
use crate::app::dialog::removal::{CONFIRM, Removal};
use crate::app::model::{Effect, Model};

/// Gives a key to the dialog. Enter moves to the trash; for good takes a letter of its own.
pub(super) fn key(model: &mut Model, ask: Removal, key: KeyEvent) -> Vec<Effect> {
    let rests = model.now < ask.opened + REST;
    match key.code {
        KeyCode::Esc | KeyCode::F(10) => vec![Effect::Drop(ask.items.ticket)],
        KeyCode::Enter if ask.for_good => vec![Effect::Drop(ask.items.ticket)],
        KeyCode::Enter => start(model, &ask),
        KeyCode::Char(CONFIRM) if ask.for_good && !rests && key.modifiers.is_empty() => {
            start(model, &ask)
        }
        KeyCode::Tab => {
            let other = Removal { for_good: !ask.for_good, opened: model.now, ..ask };
            model.dialog = Some(Dialog::Removal(other));
            Vec::new()
        }
        _ => {
            // Keys that were typed ahead do not delete, nor do keys that follow them at once.
            let opened = if rests { model.now } else { ask.opened };
            model.dialog = Some(Dialog::Removal(Removal { opened, ..ask }));
            Vec::new()
        }
    }
}

fn start(model: &mut Model, ask: &Removal) -> Vec<Effect> {
    ask.items.unmark(model.panel_mut());
    let (spec, adding) = (Box::new(ask.spec()), Adding::default());
    vec![
        Effect::Drop(ask.items.ticket),
        Effect::Add { ticket: 0, spec, adding, missing: None, needs: None },
    ]
}
