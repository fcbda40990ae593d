//! Lists all actions with their keys, for the command palette.

use super::action::{Action, Group};
use super::dialog::picker::{Item, Pick, Picker};
use super::model::Model;
use super::synonyms;
use super::titles::label;

/// Lists all actions, those used last first.
pub(crate) fn all(model: &Model) -> Picker {
    let others = Action::ALL.iter().filter(|action| !model.used.contains(action));
    let wanted = |action: &&Action| **action != Action::Palette && action.group() != Group::Viewer;
    let actions = model.used.iter().chain(others).filter(wanted);
    let missing = synonyms::MISSING.iter().map(|(title, words)| {
        Item::new(*title, Pick::Missing).note("– not available yet").also(words)
    });
    let items = actions.map(|&action| item(model, action)).chain(missing);
    Picker::new("All actions", "Run", items.collect())
}

fn item(model: &Model, action: Action) -> Item {
    Item::new(label(action), Pick::Action(action))
        .note(action.help())
        .also(synonyms::words(action))
        .group(action.group().title())
        .keys(model.keymap.keys(model.place(), action).next().unwrap_or_default())
}
