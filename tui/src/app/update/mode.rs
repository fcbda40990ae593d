//! Handles the keys of the dialog that changes permission bits.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_engine::event::FileKind;

use crate::app::dialog::Dialog;
use crate::app::dialog::mode::{BELOW, COLUMNS, Mode, TEXT};
use crate::app::model::{Effect, Model};
use crate::app::undo::Deed;

/// Letters that a mode is spelled with.
const SPELLING: &str = "ugoa+-=rwxXst,01234567";

/// Opens the dialog, if anything is chosen.
pub(super) fn ask(model: &Model) -> Option<Mode> {
    let panel = model.panel();
    let paths = panel.chosen_paths();
    let chosen = panel.chosen();
    // A symlink stands for its target, whose mode the listing has not read.
    let known = chosen.iter().filter(|entry| entry.kind != FileKind::Symlink);
    let items = known.filter_map(|entry| Some((entry.meta?.mode & 0o7777, entry.is_directory())));
    let items = items.collect();
    (!paths.is_empty()).then(|| Mode::new(paths, items, model.umask))
}

/// Gives a key to the dialog.
pub(super) fn key(model: &mut Model, mut mode: Box<Mode>, key: KeyEvent) -> Vec<Effect> {
    let last = if mode.has_folders() { BELOW } else { TEXT };
    let in_grid = mode.focus < TEXT;
    match key.code {
        KeyCode::Esc | KeyCode::F(10) => return Vec::new(),
        KeyCode::Char('c' | 'g') if key.modifiers == KeyModifiers::CONTROL => return Vec::new(),
        KeyCode::Enter => match deed(&mode) {
            Ok(deed) => {
                model.panel_mut().drop_marks();
                return vec![Effect::Edit(deed)];
            }
            Err(wrong) => mode.wrong = Some(wrong),
        },
        KeyCode::Up => {
            mode.focus = match mode.focus {
                above if above < COLUMNS => last,
                TEXT => TEXT - COLUMNS,
                BELOW => TEXT,
                n => n - COLUMNS,
            };
        }
        KeyCode::Down => {
            mode.focus = match mode.focus {
                n if n >= last => 0,
                TEXT => BELOW,
                n => (n + COLUMNS).min(TEXT),
            };
        }
        KeyCode::Tab => {
            mode.focus = if in_grid {
                TEXT
            } else if mode.focus < last {
                last
            } else {
                0
            };
        }
        KeyCode::BackTab => {
            mode.focus = match mode.focus {
                TEXT => 0,
                BELOW => TEXT,
                _ => last,
            };
        }
        KeyCode::Left if in_grid => {
            let row = mode.focus / COLUMNS * COLUMNS;
            mode.focus = row + (mode.focus % COLUMNS).saturating_sub(1);
        }
        KeyCode::Right if in_grid => {
            let row = mode.focus / COLUMNS * COLUMNS;
            mode.focus = row + (mode.focus % COLUMNS + 1).min(COLUMNS - 1);
        }
        KeyCode::Char(' ') if in_grid => {
            let bit = mode.focus;
            mode.wrong = None;
            mode.turn(bit);
        }
        KeyCode::Left | KeyCode::Right | KeyCode::Char(' ') if mode.focus == BELOW => {
            mode.recursive = !mode.recursive;
            mode.respell();
        }
        KeyCode::Char(c) if mode.focus != TEXT && !SPELLING.contains(c) => {}
        // A user who begins to type means the spelled form.
        KeyCode::Char(_) | KeyCode::Backspace => typed(&mut mode, key),
        _ if mode.focus == TEXT => typed(&mut mode, key),
        _ => {}
    }
    model.dialog = Some(Dialog::Mode(mode));
    Vec::new()
}

fn typed(mode: &mut Mode, key: KeyEvent) {
    let before = mode.field.text().to_owned();
    mode.focus = TEXT;
    mode.field.key(key);
    if mode.field.text() != before {
        (mode.typed, mode.wrong) = (true, None);
    }
}

/// Gives what Enter does, or says why it does nothing.
fn deed(mode: &Mode) -> Result<Deed, String> {
    let text = mode.field.text().trim();
    if text.is_empty() {
        return Err("Toggle a bit, or type permissions first".to_owned());
    }
    let change = mode.change();
    let change = change.ok_or(format!("{text} is not a mode; write 644 or u+x,go-w"))?;
    if mode.changes() == 0 && !mode.recursive {
        return Err("Nothing would change".to_owned());
    }
    Ok(Deed::Mode { paths: mode.paths.clone(), change, recursive: mode.recursive })
}

/// Takes a place that the mouse pressed; a bit is turned at once.
pub(super) fn pressed(model: &mut Model, place: usize) {
    let Some(Dialog::Mode(mode)) = &mut model.dialog else { return };
    let again = mode.focus == place;
    mode.focus = place;
    if place < TEXT {
        mode.turn(place);
    } else if place == BELOW && again {
        mode.recursive = !mode.recursive;
        mode.respell();
    }
}
