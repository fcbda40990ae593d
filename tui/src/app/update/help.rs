//! Handles the keys of the help page.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::dialogs::scrolled;
use crate::app::dialog::Dialog;
use crate::app::dialog::help::Help;
use crate::app::field::Field;
use crate::app::model::{Effect, Model};
use crate::app::page;

pub(super) fn key(model: &mut Model, help: Help, key: KeyEvent) -> Vec<Effect> {
    model.dialog = pressed(model, help, key).map(Dialog::Help);
    Vec::new()
}

/// Gives a key to the help of the dialog that is open.
pub(super) fn over_dialog(model: &mut Model, help: Help, key: KeyEvent) {
    let closes = key.modifiers == KeyModifiers::CONTROL
        && matches!(key.code, KeyCode::Char('c' | 'g'))
        && !help.typing;
    let is_plain = (key.modifiers - KeyModifiers::SHIFT).is_empty() || help.typing;
    let code = if closes { KeyEvent::from(KeyCode::Esc) } else { key };
    model.dialog_help = Some(help.clone());
    model.dialog_help = match () {
        () if !closes && !is_plain => Some(help),
        () => pressed(model, help, code),
    };
    if model.dialog_help.is_none() {
        // The dialog appears anew, so it ignores keys for a moment again.
        match &mut model.dialog {
            Some(Dialog::Question(ask)) => ask.opened = model.now,
            Some(Dialog::Conflicts(table)) => table.opened = model.now,
            Some(Dialog::Removal(ask)) => ask.opened = model.now,
            _ => {}
        }
    }
}

/// Gives a key to the page, and gives the page unless the key closes it.
fn pressed(model: &mut Model, mut help: Help, key: KeyEvent) -> Option<Help> {
    let moves = matches!(
        key.code,
        KeyCode::Up | KeyCode::Down | KeyCode::PageUp | KeyCode::PageDown | KeyCode::F(_)
    );
    if help.typing && !moves {
        match key.code {
            KeyCode::Esc => (help.typing, help.filter) = (false, Field::default()),
            KeyCode::Enter => help.typing = false,
            _ if help.filter.key(key) => help.top = 0,
            _ => {}
        }
    } else if key.code == KeyCode::Char('/') {
        help.typing = true;
    } else if key.code == KeyCode::Tab && model.dialog_help.is_none() {
        if let Some(other) = model.keymap.next_preset() {
            model.keymap = other;
            (help.top, help.switched) = (0, !help.switched);
        }
    } else if key.code == KeyCode::Esc && !help.filter.is_empty() {
        help.filter = Field::default();
    } else {
        let lines = page::lines(model, &help).len();
        match scrolled(help.top, page::last_top(model, lines), key.code) {
            Some(top) => help.top = top,
            None => return None,
        }
    }
    Some(help)
}
