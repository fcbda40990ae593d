//! Handles the dialog that shows what is known of the chosen items.

use crossterm::event::{KeyCode, KeyEvent};
use fcp_engine::error::OpError;
use fcp_presentation::{properties, tr};

use super::files;
use crate::app::action::Action;
use crate::app::dialog::Dialog;
use crate::app::dialog::properties::Properties;
use crate::app::model::{Effect, Model, Tone};

/// Reads the properties of the chosen items.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let paths = model.panel().chosen_paths();
    if paths.is_empty() {
        model.say(Tone::Plain, tr!("nothing-selected"));
        return Vec::new();
    }
    let ticket = model.ticket();
    let dialog = Properties { ticket, paths: paths.clone(), known: None, is_counting: true };
    model.dialog = Some(Dialog::Properties(Box::new(dialog)));
    vec![Effect::Inspect { ticket, paths }]
}

/// Takes in what was found.
pub(super) fn told(
    model: &mut Model,
    ticket: u64,
    known: Result<Box<properties::Properties>, OpError>,
    is_done: bool,
) -> Vec<Effect> {
    match &mut model.dialog {
        Some(Dialog::Properties(dialog)) if dialog.ticket == ticket => {
            (dialog.known, dialog.is_counting) = (Some(known), !is_done);
            Vec::new()
        }
        _ if is_done => Vec::new(),
        // The dialog was closed.
        _ => vec![Effect::Drop(ticket)],
    }
}

/// Gives a key to the dialog.
pub(super) fn key(model: &mut Model, dialog: Box<Properties>, key: KeyEvent) -> Vec<Effect> {
    let next = match key.code {
        KeyCode::Char('m') => Some(Action::Mode),
        KeyCode::Char('o') => Some(Action::Owner),
        KeyCode::Char('k') => Some(Action::Checksums),
        KeyCode::Esc | KeyCode::Enter | KeyCode::F(10) | KeyCode::Char('q') => None,
        _ => {
            model.dialog = Some(Dialog::Properties(dialog));
            return Vec::new();
        }
    };
    let mut effects = vec![Effect::Drop(dialog.ticket)];
    effects.extend(next.into_iter().flat_map(|action| files::act(model, action)));
    effects
}
