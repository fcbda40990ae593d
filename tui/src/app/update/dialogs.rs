//! Keys while a dialog is open.

use crossterm::event::{KeyCode, KeyEvent};

use super::{confirm, conflicts, copy, limit, picker, question, report};
use crate::app::dialog::Dialog;
use crate::app::model::{Effect, Model};
use crate::app::page;

/// Gives a key to the dialog; Esc closes each and destroys nothing.
pub(super) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Some(dialog) = model.dialog.take() else { return Vec::new() };
    match dialog {
        Dialog::Copy(ask) => copy::key(model, ask, key.code),
        Dialog::Question(ask) => question::key(model, ask, key),
        Dialog::Picker(picker) => picker::key(model, picker, key),
        Dialog::Conflicts(table) => conflicts::key(model, table, key.code),
        Dialog::Confirm(confirm) => confirm::key(model, confirm, key.code),
        Dialog::Limit(limit) => limit::key(model, limit, key),
        Dialog::Report(report) => report::report(model, report, key.code),
        Dialog::Finished(log) => report::finished(model, log, key.code),
        Dialog::Help { top } => {
            let last = page::last_top(model, page::help().len());
            model.dialog = scrolled(top, last, key.code).map(|top| Dialog::Help { top });
            Vec::new()
        }
    }
}

/// Gives the new first line of a page, or none if the key closes it.
fn scrolled(top: usize, last: usize, code: KeyCode) -> Option<usize> {
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
