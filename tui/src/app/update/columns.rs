//! Handles the dialog in which the user chooses the columns of the panels.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_presentation::columns::{Arrangement, Column};
use fcp_presentation::tr;

use super::form::closes;
use crate::app::dialog::Dialog;
use crate::app::dialog::columns::ColumnChoice;
use crate::app::model::{Effect, Model, Tone};
use crate::app::widths::Widths;

/// Opens the dialog.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let shown: &[Column] =
        if model.columns.is_empty() { &[Column::Size, Column::Time] } else { &model.columns };
    let columns = Arrangement::new(shown);
    model.dialog = Some(Dialog::Columns(ColumnChoice { columns, widths: model.widths, cursor: 0 }));
    Vec::new()
}

/// Gives a key to the dialog.
pub(super) fn key(model: &mut Model, mut choice: ColumnChoice, key: KeyEvent) -> Vec<Effect> {
    let shift = !(key.modifiers & (KeyModifiers::SHIFT | KeyModifiers::CONTROL)).is_empty();
    let last = choice.columns.columns().len().saturating_sub(1);
    match key.code {
        _ if closes(key) => return Vec::new(),
        KeyCode::Enter => {
            let shown = choice.columns.shown();
            if !shown.is_empty() {
                (model.columns, model.widths) = (shown, choice.widths);
                return Vec::new();
            }
            model.say(Tone::Plain, tr!("columns-choose"));
        }
        KeyCode::Char('a') => {
            (model.columns, model.widths) = (Vec::new(), Widths::default());
            return Vec::new();
        }
        KeyCode::Up if shift => choice.cursor = choice.columns.shift(choice.cursor, false),
        KeyCode::Down if shift => choice.cursor = choice.columns.shift(choice.cursor, true),
        KeyCode::Char('<') | KeyCode::Left => widen(&mut choice, false),
        KeyCode::Char('>') | KeyCode::Right => widen(&mut choice, true),
        KeyCode::Char('+') => choice.cursor = choice.columns.shift(choice.cursor, false),
        KeyCode::Char('-') => choice.cursor = choice.columns.shift(choice.cursor, true),
        KeyCode::Up => choice.cursor = choice.cursor.saturating_sub(1),
        KeyCode::Down | KeyCode::Tab => choice.cursor = (choice.cursor + 1).min(last),
        KeyCode::Home => choice.cursor = 0,
        KeyCode::End => choice.cursor = last,
        KeyCode::Char(' ') => {
            choice.columns.toggle(choice.cursor);
            choice.cursor = (choice.cursor + 1).min(last);
        }
        _ => {}
    }
    model.dialog = Some(Dialog::Columns(choice));
    Vec::new()
}

/// Makes the column under the cursor wider or narrower.
fn widen(choice: &mut ColumnChoice, wider: bool) {
    if let Some(&(column, _)) = choice.columns.columns().get(choice.cursor) {
        choice.widths.change(column, wider);
    }
}
