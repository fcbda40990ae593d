//! Handles the dialog with the folders that the user reaches by a letter.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};
use fcp_presentation::tr;

use super::{form, listing, places};
use crate::app::action::Action;
use crate::app::dialog::Dialog;
use crate::app::dialog::letters::Letters;
use crate::app::model::{Effect, Model, Tone};

/// The key that goes to the previous folder, as the second of two does in vim.
const BACK: char = '\'';

/// Opens the dialog.
pub(super) fn open(model: &mut Model, gives: bool) -> Vec<Effect> {
    if model.letters.is_empty() && !gives {
        model.say(Tone::Plain, tr!("letters-none"));
        return Vec::new();
    }
    model.dialog = Some(Dialog::Letters(Letters { gives, cursor: 0 }));
    Vec::new()
}

/// Gives a key to the dialog; a letter does at once what the dialog is for.
pub(super) fn key(model: &mut Model, mut letters: Letters, key: KeyEvent) -> Vec<Effect> {
    let last = model.letters.len().saturating_sub(1);
    let here = model.letters.keys().nth(letters.cursor).copied();
    match key.code {
        _ if form::closes(key) => return Vec::new(),
        KeyCode::Char(BACK) if !letters.gives => return places::act(model, Action::Back),
        KeyCode::Char(letter) if letter.is_alphanumeric() => return meant(model, letters, letter),
        KeyCode::Enter => match here {
            Some(letter) => return meant(model, letters, letter),
            None => return Vec::new(),
        },
        KeyCode::Up => letters.cursor = letters.cursor.saturating_sub(1),
        KeyCode::Down | KeyCode::Tab => letters.cursor = (letters.cursor + 1).min(last),
        KeyCode::Delete => {
            if let Some(letter) = here {
                model.letters.remove(&letter);
                letters.cursor = letters.cursor.min(model.letters.len().saturating_sub(1));
            }
        }
        _ => {}
    }
    model.dialog = Some(Dialog::Letters(letters));
    Vec::new()
}

/// Gives a letter to the folder of the panel, or goes to the folder that has it.
fn meant(model: &mut Model, letters: Letters, letter: char) -> Vec<Effect> {
    if letters.gives {
        let dir = model.panel().dir.clone();
        let shown = model.path(&dir);
        let before: Option<PathBuf> = model.letters.insert(letter, dir.clone());
        let text = if let Some(before) = before.filter(|before| *before != dir) {
            let before = model.path(&before);
            tr!("letter-moved", letter = letter.to_string(), folder = shown, before = before)
        } else {
            tr!("letter-given", letter = letter.to_string(), folder = shown)
        };
        model.say(Tone::Good, text);
        return Vec::new();
    }
    if let Some(dir) = model.letters.get(&letter).cloned() {
        return listing::go(model, dir, None);
    }
    model.say(Tone::Plain, tr!("letter-unknown", letter = letter.to_string()));
    Vec::new()
}
