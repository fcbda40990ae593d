//! Handles keys outside dialogs, and collects sequences of keys until one is bound.

use crossterm::event::KeyEvent;

use super::{act, commands, typing};
use crate::app::action::Action;
use crate::app::key::Key;
use crate::app::keymap::Step;
use crate::app::model::{Effect, Model};

/// Microseconds for which Esc waits for a digit.
const ESC: u64 = 1_000_000;

/// How many actions the palette lists first.
const RECENT: usize = 8;

/// Takes a key, and does the action of the sequence that it completes.
pub(super) fn key(model: &mut Model, event: KeyEvent) -> Vec<Effect> {
    let (key, place) = (Key::from(event), model.place());
    let mut pressed = std::mem::take(&mut model.pending);
    // After Esc did its own action, a digit means F1 to F10 only for a second, then itself.
    let is_done = matches!(model.keymap.step(place, &pressed), Step::DoAndMore(_));
    if is_done && model.now > model.pressed_at + ESC {
        pressed.clear();
    }
    model.pressed_at = model.now;
    pressed.push(key);
    match model.keymap.step(place, &pressed) {
        Step::Do(action) => act::act(model, action),
        Step::Run(command) => commands::run(model, command),
        Step::Type(action, _) => {
            // The letter is the first one of what the action reads.
            let effects = act::act(model, action);
            typing::key(model, event);
            effects
        }
        Step::DoAndMore(action) => {
            let effects = act::act(model, action);
            model.pending = vec![key];
            effects
        }
        Step::More => {
            // After Esc did its own action, the key began anew.
            let is_anew = is_done && !model.keymap.begins(place, &pressed);
            model.pending = if is_anew { vec![key] } else { pressed };
            Vec::new()
        }
        Step::Nothing => Vec::new(),
    }
}

/// Does an action that was chosen from a list, and remembers that it was.
pub(super) fn chosen(model: &mut Model, action: Action) -> Vec<Effect> {
    model.used.retain(|known| *known != action);
    model.used.insert(0, action);
    model.used.truncate(RECENT);
    act::act(model, action)
}
