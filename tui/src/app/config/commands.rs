//! Reads the user's own commands, each a `[[command]]`.

use fcp_presentation::keymap::{self, clash};
use fcp_presentation::settings::{Entry, Reader};

use crate::app::command::UserCommand;
use crate::app::key::Key;

/// Reads all of them; what is wrong in one costs that one.
pub(super) fn read<'a>(reader: &mut Reader<'a>, list: Entry<'a>) -> Vec<UserCommand> {
    let mut commands: Vec<UserCommand> = Vec::new();
    for (place, entries) in reader.tables(list) {
        let (mut name, mut run, mut keys, mut waits) = (None, None, Vec::new(), true);
        for entry in &entries {
            match entry.name.as_str() {
                "name" => name = reader.string(entry),
                "run" => run = reader.string(entry),
                "key" => keys = self::keys(reader, entry, &commands),
                "wait" => waits = reader.flag(entry).unwrap_or(waits),
                _ => reader.unknown(entry, &["name", "run", "key", "wait"]),
            }
        }
        let filled = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        match (filled(name), filled(run)) {
            (Some(name), Some(run)) => {
                commands.push(UserCommand { name, keys, run: run.into(), waits });
            }
            _ => reader.wrong(&place, "a command needs a 'name' and what to 'run'"),
        }
    }
    commands
}

/// Reads the keys of a command, which no command before it may have.
fn keys(reader: &mut Reader<'_>, entry: &Entry<'_>, before: &[UserCommand]) -> Vec<Key> {
    let Some(text) = reader.string(entry) else { return Vec::new() };
    let Some(keys) = keymap::Key::sequence(&text) else {
        reader.wrong(&entry.place, format!("there is no key '{text}'"));
        return Vec::new();
    };
    let keys: Vec<Key> = keys.into_iter().map(Key::from).collect();
    let is_taken = |it: &&UserCommand| it.keys == keys || clash(&it.keys, &keys, &Key::ESC);
    match before.iter().filter(|it| !it.keys.is_empty()).find(is_taken) {
        Some(other) => {
            reader.wrong(&entry.place, format!("'{}' has the key '{text}' already", other.name));
            Vec::new()
        }
        None => keys,
    }
}
