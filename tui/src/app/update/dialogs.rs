//! Keys while a dialog is open.

use crossterm::event::{KeyCode, KeyEvent};

use super::{copy, hand_on, leave, picker, question};
use crate::app::dialog::{Confirm, Dialog};
use crate::app::model::{Effect, Model};
use crate::app::page;

/// Gives a key to the dialog; Esc closes each and destroys nothing.
pub(super) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Some(dialog) = model.dialog.take() else { return Vec::new() };
    match dialog {
        Dialog::Copy(ask) => copy::key(model, ask, key.code),
        Dialog::Question(ask) => question::key(model, ask, key.code),
        Dialog::Picker(picker) => picker::key(model, picker, key),
        Dialog::Confirm(confirm) => self::confirm(model, confirm, key.code),
        Dialog::Help(help) => super::help::key(model, help, key),
        Dialog::Report { job, top } => {
            let lines = model.jobs.row(job).map_or(0, |row| page::report(model, row).len());
            let last = page::last_top(model, lines);
            model.dialog = scrolled(top, last, key.code).map(|top| Dialog::Report { job, top });
            Vec::new()
        }
    }
}

/// Gives the new first line of a page, or none if the key closes it.
pub(super) fn scrolled(top: usize, last: usize, code: KeyCode) -> Option<usize> {
    let to = match code {
        KeyCode::Up => Some(top.saturating_sub(1)),
        KeyCode::Down => Some(top.saturating_add(1)),
        KeyCode::PageUp => Some(top.saturating_sub(10)),
        KeyCode::PageDown => Some(top.saturating_add(10)),
        KeyCode::Home => Some(0),
        KeyCode::End => Some(last),
        KeyCode::Esc | KeyCode::Enter | KeyCode::F(_) | KeyCode::Char('q' | '?') => None,
        _ => Some(top),
    };
    to.map(|top| top.min(last))
}

fn confirm(model: &mut Model, confirm: Confirm, code: KeyCode) -> Vec<Effect> {
    match (confirm, code) {
        (_, KeyCode::Esc | KeyCode::Enter) => Vec::new(),
        (Confirm::Cancel(job), KeyCode::Char('c')) => vec![Effect::Cancel(job)],
        (Confirm::Quit, KeyCode::Char('b')) if model.queued => hand_on(model),
        (Confirm::Quit, KeyCode::Char('q')) => leave(model),
        (Confirm::Cancel(_) | Confirm::Quit, _) => {
            model.dialog = Some(Dialog::Confirm(confirm));
            Vec::new()
        }
    }
}
