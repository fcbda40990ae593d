//! Handles the keys of a list that the user filters by typing.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_presentation::tr;

use super::{commands, files, listing, open_with, press};
use crate::app::dialog::Dialog;
use crate::app::dialog::picker::{Pick, Picker};
use crate::app::model::{Effect, Model, Tone};

pub(super) fn key(model: &mut Model, mut picker: Picker, key: KeyEvent) -> Vec<Effect> {
    let rows = picker.rows(model.screen.1);
    let page = rows.cast_signed() - 1;
    match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
        (KeyCode::Esc | KeyCode::F(10), _) | (KeyCode::Char('c' | 'g'), true) => return Vec::new(),
        (KeyCode::Enter, _) => {
            return match picker.chosen() {
                Some(item) => chosen(model, item.pick.clone()),
                None => Vec::new(),
            };
        }
        (KeyCode::Up | KeyCode::BackTab, _) | (KeyCode::Char('p'), true) => picker.step(-1),
        (KeyCode::Down | KeyCode::Tab, _) | (KeyCode::Char('n'), true) => picker.step(1),
        (KeyCode::PageUp, _) => picker.step(-page),
        (KeyCode::PageDown, _) => picker.step(page),
        (KeyCode::Home, true) => picker.step(isize::MIN),
        (KeyCode::End, true) => picker.step(isize::MAX),
        (KeyCode::Delete, _) if picker.removes && picker.field.is_at_end() => {
            return remove(model, picker);
        }
        _ => {
            let before = picker.field.text().to_owned();
            picker.field.key(key);
            if picker.field.text() != before {
                picker.search();
            }
        }
    }
    picker.scroll(rows);
    model.dialog = Some(Dialog::Picker(picker));
    Vec::new()
}

/// Removes the bookmark under the cursor; those of the configuration file are removed there.
fn remove(model: &mut Model, mut picker: Picker) -> Vec<Effect> {
    let dir = match picker.chosen().map(|item| &item.pick) {
        Some(Pick::Path(dir)) => dir.clone(),
        _ => PathBuf::new(),
    };
    let shown = model.path(&dir);
    let mut effects = Vec::new();
    if model.bookmarks.contains(&dir) {
        model.bookmarks.retain(|known| *known != dir);
        // A place of the configuration file may be the same folder.
        if !model.places.contains(&dir) {
            picker.remove();
        }
        model.say(Tone::Plain, tr!("bookmark-removed", folder = shown));
        effects.push(Effect::Bookmark { dir, add: false });
    } else if model.places.contains(&dir) {
        let file = model.path(&model.config_file);
        model.say(Tone::Plain, tr!("set-in-file", file = file));
    }
    picker.scroll(picker.rows(model.screen.1));
    model.dialog = Some(Dialog::Picker(picker));
    effects
}

/// Does what was chosen.
fn chosen(model: &mut Model, pick: Pick) -> Vec<Effect> {
    match pick {
        Pick::Action(action) => press::chosen(model, action),
        Pick::Command(number) => commands::run(model, number),
        Pick::Program(program, path) => open_with::open(&program, &path),
        Pick::OpenCommand(path) => {
            open_with::ask(model, path);
            Vec::new()
        }
        Pick::WithAllMarked(action) => files::with_all_marked(model, action),
        Pick::Path(path) => {
            let (dir, home) = (&model.panel().dir, model.home.as_deref());
            let path = fcp_presentation::typed::resolve(dir, home, path.as_os_str());
            listing::go(model, path, None)
        }
        Pick::Configured => {
            let file = model.path(&model.config_file);
            model.say(Tone::Plain, tr!("set-in-file", file = file));
            Vec::new()
        }
        Pick::Missing => {
            model.say(Tone::Plain, tr!("not-available"));
            Vec::new()
        }
    }
}
