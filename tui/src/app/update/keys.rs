//! Passes a key to the front-most element.

use crossterm::event::{KeyEvent, KeyModifiers};

use super::{act, dialogs, press, question, typing, viewer};
use crate::app::action::Action;
use crate::app::key::Key;
use crate::app::keymap::{Place, Step};
use crate::app::model::{Effect, Model};

/// Takes a key on a screen that is too small to show what it would do: only those that suspend and quit do something.
pub(super) fn unseen(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    match model.keymap.step(model.place(), &[Key::from(key)]) {
        Step::Do(Action::Suspend) => vec![Effect::Suspend],
        Step::Do(Action::Quit) if model.dialog.is_none() => act::act(model, Action::Quit),
        _ => Vec::new(),
    }
}

/// Gives a key to the front-most element: a dialog, the viewer, a line or the panels.
pub(super) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    // The key that suspends works in a dialog, too, and while a line is typed.
    if key.modifiers.contains(KeyModifiers::CONTROL)
        && model.keymap.step(model.place(), &[Key::from(key)]) == Step::Do(Action::Suspend)
    {
        return vec![Effect::Suspend];
    }
    if model.dialog.is_some() {
        model.pending.clear();
        let step = model.keymap.step(model.place(), &[Key::from(key)]);
        if step == Step::Do(Action::Answer) && question::take_over(model) {
            return Vec::new();
        }
        if !dialogs::is_submitted(model, key) {
            return dialogs::key(model, key);
        }
        // Keys typed now are meant for what follows the dialog.
        model.dialog = None;
    }
    if let Some(effects) = viewer::typed(model, key) {
        return effects;
    }
    if model.typing.is_some() && model.place() == Place::Panels {
        match typing::key(model, key) {
            typing::Used::Yes => return Vec::new(),
            typing::Used::No => {}
        }
    }
    press::key(model, key)
}
