//! Keys of the copy dialog.

use crossterm::event::KeyCode;

use crate::app::dialog::Dialog;
use crate::app::dialog::copy::{CopyAsk, POLICIES};
use crate::app::model::{Effect, Model};

pub(super) fn key(model: &mut Model, mut ask: CopyAsk, code: KeyCode) -> Vec<Effect> {
    match code {
        KeyCode::Esc | KeyCode::F(10) => return Vec::new(),
        KeyCode::Enter => {
            model.panel_mut().marked.clear();
            return vec![Effect::Submit(Box::new(ask.spec()))];
        }
        KeyCode::Left => ask.policy = (ask.policy + POLICIES.len() - 1) % POLICIES.len(),
        KeyCode::Right => ask.policy = (ask.policy + 1) % POLICIES.len(),
        _ => {}
    }
    model.dialog = Some(Dialog::Copy(ask));
    Vec::new()
}
