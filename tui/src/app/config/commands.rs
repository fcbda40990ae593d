//! Reads the user's own commands, with their keys as terminals send them.

use fcp_presentation::keymap::own::{self, OwnCommand};
use fcp_presentation::keymap::{self, clash};
use fcp_presentation::settings::{Entry, Reader};

use crate::app::command::UserCommand;
use crate::app::key::Key;

/// Reads all of them; what is wrong in one costs that one.
pub(super) fn read<'a>(reader: &mut Reader<'a>, list: Entry<'a>) -> Vec<UserCommand> {
    let at_terminal = |OwnCommand { name, keys, run, waits }| {
        let keys =
            keys.map_or_else(Vec::new, |(_, keys)| keys.into_iter().map(Key::from).collect());
        UserCommand { name, keys, run: run.into(), waits }
    };
    own::read(reader, list).into_iter().map(at_terminal).collect()
}

/// Notes which keys the user has given both to an action and to a command, which takes them.
///
/// A key of the preset may be meant to be taken.
pub(super) fn tell_taken(reader: &mut Reader<'_>, panels: Entry<'_>, commands: &[UserCommand]) {
    for entry in reader.table(panels) {
        let action = entry.text().filter(|action| !action.is_empty());
        let (Some(action), Some(keys)) = (action, keymap::Key::sequence(&entry.name)) else {
            continue;
        };
        let keys: Vec<Key> = keys.into_iter().map(Key::from).collect();
        let takes = |it: &&UserCommand| {
            !it.keys.is_empty() && (it.keys == keys || clash(&it.keys, &keys, &Key::ESC))
        };
        if let Some(command) = commands.iter().find(takes) {
            let (name, key) = (&command.name, &entry.name);
            let text = format!("the command '{name}' takes the key '{key}' from '{action}'");
            reader.wrong(&entry.place, text);
        }
    }
}
