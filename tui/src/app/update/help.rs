//! Keys of the help.

use crossterm::event::{KeyCode, KeyEvent};

use super::dialogs::scrolled;
use crate::app::dialog::Dialog;
use crate::app::dialog::help::Help;
use crate::app::field::Field;
use crate::app::model::{Effect, Model};
use crate::app::page;

pub(super) fn key(model: &mut Model, mut help: Help, key: KeyEvent) -> Vec<Effect> {
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
    } else if key.code == KeyCode::Tab {
        if let Some(other) = model.keymap.next_preset() {
            model.keymap = other;
            (help.top, help.switched) = (0, !help.switched);
        }
    } else if key.code == KeyCode::Esc && !help.filter.is_empty() {
        help.filter = Field::default();
    } else {
        let lines =
            page::help(&model.keymap, model.place(), help.filter.text(), model.screen.0).len();
        let Some(top) = scrolled(help.top, page::last_top(model, lines), key.code) else {
            return Vec::new();
        };
        help.top = top;
    }
    model.dialog = Some(Dialog::Help(help));
    Vec::new()
}
