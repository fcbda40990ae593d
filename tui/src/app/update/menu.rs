//! Handles the keys of the bar of menus.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::press;
use crate::app::action::Group;
use crate::app::dialog::Dialog;
use crate::app::dialog::menu::{Menu, Title, visible};
use crate::app::model::{Effect, Model};

/// Opens the menu of the panel that has the keys, or the one with the jobs.
pub(super) fn open(model: &mut Model) {
    let wanted = match (model.in_jobs, model.side) {
        (true, _) => Title::Command,
        (false, 0) => Title::Left,
        (false, _) => Title::Right,
    };
    let at = Title::ALL.iter().position(|title| *title == wanted);
    show(model, Menu::open(at.unwrap_or(0)));
}

/// Opens the menu with this number.
pub(super) fn open_at(model: &mut Model, title: usize) {
    show(model, Menu::open(title));
}

fn show(model: &mut Model, mut menu: Menu) {
    menu.scroll(visible(model.screen.1));
    model.dialog = Some(Dialog::Menu(menu));
}

/// Gives a key to the open menu.
pub(super) fn key(model: &mut Model, mut menu: Menu, key: KeyEvent) -> Vec<Effect> {
    let page = visible(model.screen.1).cast_signed() - 1;
    let plain = (key.modifiers - KeyModifiers::SHIFT).is_empty();
    match key.code {
        KeyCode::Esc | KeyCode::F(9 | 10) => return Vec::new(),
        KeyCode::Char('c' | 'g') if key.modifiers == KeyModifiers::CONTROL => return Vec::new(),
        KeyCode::Enter => return run(model, &menu),
        KeyCode::Left | KeyCode::BackTab => menu.turn(false),
        KeyCode::Right | KeyCode::Tab => menu.turn(true),
        KeyCode::Up => menu.step(-1),
        KeyCode::Down => menu.step(1),
        KeyCode::PageUp => menu.step(-page),
        KeyCode::PageDown => menu.step(page),
        KeyCode::Home => menu.step(isize::MIN),
        KeyCode::End => menu.step(isize::MAX),
        KeyCode::Char(letter) if plain => menu.search(letter),
        _ => {}
    }
    show(model, menu);
    Vec::new()
}

/// Runs the entry with this number.
pub(super) fn pressed(model: &mut Model, row: usize) -> Vec<Effect> {
    let Some(Dialog::Menu(menu)) = model.dialog.take() else { return Vec::new() };
    let menu = Menu { cursor: row, ..menu };
    if menu.chosen().is_none() {
        show(model, menu);
        return Vec::new();
    }
    run(model, &menu)
}

/// Does what is under the cursor, for the panel that the menu belongs to.
fn run(model: &mut Model, menu: &Menu) -> Vec<Effect> {
    let Some(action) = menu.chosen() else { return Vec::new() };
    if let Some(side) = menu.menu().side() {
        (model.side, model.in_jobs) = (side, false);
    } else if action.group() != Group::Jobs && action.group() != Group::Program {
        model.in_jobs = false;
    }
    press::chosen(model, action)
}
