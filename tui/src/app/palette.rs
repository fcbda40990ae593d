//! Lists all actions with their keys, for the command palette.

use fcp_presentation::{spelling, tr};

use super::action::{Action, Group};
use super::command::UserCommand;
use super::dialog::picker::{Item, Pick, Picker};
use super::key;
use super::model::Model;
use super::synonyms;

/// Lists all actions, those used last first.
pub(crate) fn all(model: &Model) -> Picker {
    let others = Action::ALL.iter().filter(|action| !model.used.contains(action));
    let wanted = |action: &&Action| **action != Action::Palette && action.group() != Group::Viewer;
    let actions = model.used.iter().chain(others).filter(wanted);
    let missing = synonyms::missing().map(|(title, words)| {
        Item::new(title, Pick::Missing).note(tr!("palette-missing")).also(words)
    });
    let configured = synonyms::configured().map(|(title, words)| {
        Item::new(title, Pick::Configured).note(tr!("palette-configured")).also(words)
    });
    let actions = actions.map(|&action| item(model, action));
    let items = actions.chain(commands(model)).chain(configured).chain(missing);
    Picker::new(tr!("palette-title"), tr!("palette-run"), items.collect())
}

/// Lists the user's own commands.
pub(crate) fn commands(model: &Model) -> impl Iterator<Item = Item> {
    let item = |(number, it): (usize, &UserCommand)| {
        Item::new(it.name.as_str(), Pick::Command(number))
            .note(spelling::spell(&it.run))
            .group(tr!("palette-own-commands"))
            .keys(key::shown(&it.keys))
    };
    model.commands.iter().enumerate().map(item)
}

fn item(model: &Model, action: Action) -> Item {
    Item::new(action.title(), Pick::Action(action))
        .note(action.help())
        .also(synonyms::all(action))
        .group(action.group().title())
        .keys(model.keymap.keys(model.place(), action).next().unwrap_or_default())
}
