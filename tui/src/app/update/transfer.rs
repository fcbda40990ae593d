//! Keys of the dialog before a copy or a move.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_engine::queue::Adding;

use super::prompt::common;
use crate::app::dialog::Dialog;
use crate::app::dialog::transfer::{CHOICES, Transfer};
use crate::app::model::{Effect, Model, Tone};
use crate::app::path::{resolve, written};

/// Choices stand in two columns.
const COLUMNS: usize = 2;

/// Gives a key to the dialog.
pub(super) fn key(model: &mut Model, mut ask: Transfer, key: KeyEvent) -> Vec<Effect> {
    let mut effects = Vec::new();
    match key.code {
        KeyCode::Esc | KeyCode::F(10) => return vec![Effect::Drop(ask.ticket)],
        KeyCode::Char('c' | 'g') if key.modifiers == KeyModifiers::CONTROL => {
            return vec![Effect::Drop(ask.ticket)];
        }
        KeyCode::Enter => return start(model, ask, false, false),
        KeyCode::F(2) => return start(model, ask, true, false),
        KeyCode::F(3) => return start(model, ask, false, true),
        KeyCode::Up => {
            ask.focus = match ask.focus {
                0 => CHOICES.len(),
                1 | 2 => 0,
                n => n - COLUMNS,
            };
        }
        KeyCode::Down => {
            ask.focus = match ask.focus {
                0 => 1,
                n if n + COLUMNS > CHOICES.len() => 0,
                n => n + COLUMNS,
            };
        }
        KeyCode::Tab if ask.focus == 0 => {
            effects.push(Effect::Complete { ticket: ask.ticket, start: typed(&ask) });
        }
        KeyCode::Tab => ask.focus = ask.focus % CHOICES.len() + 1,
        KeyCode::BackTab => ask.focus = ask.focus.checked_sub(1).unwrap_or(CHOICES.len()),
        KeyCode::Left | KeyCode::Right | KeyCode::Char(' ') if ask.focus > 0 => {
            let chosen = &mut ask.chosen[ask.focus - 1];
            *chosen = CHOICES[ask.focus - 1].beside(*chosen, key.code != KeyCode::Left);
        }
        _ => {
            let before = ask.to.text().to_owned();
            // Whoever begins to type means the destination.
            if ask.focus == 0 || matches!(key.code, KeyCode::Char(_) | KeyCode::Backspace) {
                ask.focus = 0;
                ask.to.key(key);
            }
            if ask.to.text() != before
                && let Some(from) = ask.sources.first().cloned()
            {
                ask.room = None;
                effects.push(Effect::Room { ticket: ask.ticket, from, to: ask.path() });
            }
        }
    }
    model.dialog = Some(Dialog::Transfer(Box::new(ask)));
    effects
}

/// Gives the path so far, with the `/` behind it that says a folder is meant.
fn typed(ask: &Transfer) -> PathBuf {
    let mut path = resolve(&ask.from, ask.home.as_deref(), &ask.to.name()).into_os_string();
    if ask.to.text().ends_with('/') && path != "/" {
        path.push("/");
    }
    path.into()
}

/// Takes the folders that begin as the typed path does.
pub(super) fn complete(ask: &mut Transfer, paths: &[PathBuf]) {
    let only = paths.len() == 1;
    if let Some(path) = common(paths)
        && path.as_os_str().len() >= typed(ask).as_os_str().len()
    {
        ask.to.set(&written(&path, ask.home.as_deref(), only));
    }
}

fn start(model: &mut Model, ask: Transfer, paused: bool, dry_run: bool) -> Vec<Effect> {
    if let Some(same) = ask.sources.iter().find(|path| **path == ask.path()) {
        let name = super::files::named(same);
        model.say(Tone::Bad, format!("{name} would go onto itself: type another folder or name"));
        model.dialog = Some(Dialog::Transfer(Box::new(ask)));
        return Vec::new();
    }
    model.chosen = ask.chosen;
    let mut spec = ask.spec();
    spec.options.dry_run = dry_run;
    if !dry_run {
        model.panel_mut().drop_marks();
    }
    let adding = ask.adding();
    let adding = Adding { paused: adding.paused || paused, ..adding };
    let missing = ask.missing().filter(|_| !dry_run);
    vec![Effect::Drop(ask.ticket), Effect::Add { spec: Box::new(spec), adding, missing }]
}
