//! Reads the user's own commands, each a `[[command]]` of the configuration, with their keys.

use super::{Key, exclude};
use crate::settings::{Entry, Reader};

/// A command that the user has written into the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnCommand {
    /// Its name in menus and in the palette.
    pub name: String,
    /// The keys that run it in the panels, as they are written, and read; none without any.
    pub keys: Option<(String, Vec<Key>)>,
    /// The line for the shell, with placeholders.
    pub run: String,
    /// Whether the terminal shows what it printed until a key is pressed.
    pub waits: bool,
}

/// Reads all of them; what is wrong in one costs that one.
pub fn read<'a>(reader: &mut Reader<'a>, list: Entry<'a>) -> Vec<OwnCommand> {
    let mut commands: Vec<OwnCommand> = Vec::new();
    for (place, entries) in reader.tables(list) {
        let (mut name, mut run, mut keys, mut waits) = (None, None, None, true);
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
            // Menus and the palette could not tell them apart.
            (Some(name), Some(_)) if commands.iter().any(|it| it.name == name) => {
                reader.wrong(&place, format!("there is a command '{name}' already"));
            }
            (Some(name), Some(run)) => commands.push(OwnCommand { name, keys, run, waits }),
            _ => reader.wrong(&place, "a command needs a 'name' and what to 'run'"),
        }
    }
    commands
}

/// Reads the keys of a command, which no command before it may have.
fn keys(
    reader: &mut Reader<'_>,
    entry: &Entry<'_>,
    before: &[OwnCommand],
) -> Option<(String, Vec<Key>)> {
    let text = reader.string(entry)?;
    let Some(keys) = Key::sequence(&text) else {
        reader.wrong(&entry.place, format!("there is no key '{text}'"));
        return None;
    };
    let has_them = |it: &&OwnCommand| it.keys.as_ref().is_some_and(|(_, own)| exclude(own, &keys));
    if let Some(other) = before.iter().find(has_them) {
        reader.wrong(&entry.place, format!("'{}' has the key '{text}' already", other.name));
        return None;
    }
    Some((text, keys))
}
