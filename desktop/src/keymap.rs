//! Reads the keymap and the language: the same presets and the same user's file as in the terminal file manager.
//!
//! Keys and actions are text here; the UI knows which of the actions it has.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use fcp_engine::path::DisplayName;
use fcp_presentation::errors;
use fcp_presentation::home;
use fcp_presentation::keymap::own::{self, OwnCommand};
use fcp_presentation::keymap::{self, Key, Line, PRESETS};
use fcp_presentation::language::{self, Language};
use fcp_presentation::machines;
use fcp_presentation::settings::{Entry, Reader};
use fcp_presentation::tr;

use crate::wire::Keymap;

/// Name of the user's file.
pub(crate) const FILE: &str = "config.toml";

/// Gives the keys of a preset with the user's own, and what is wrong in the user's file.
pub(crate) fn read(preset: &str) -> (Keymap, Vec<String>) {
    User::here().keymap(preset)
}

/// Gives the preset that the user's file names.
pub(crate) fn chosen() -> Option<String> {
    User::here().preset()
}

/// Gives the language that the user's file names.
pub(crate) fn language() -> Option<Language> {
    User::here().language()
}

/// Gives the names of the user's own commands.
pub(crate) fn commands() -> Vec<String> {
    User::here().commands().into_iter().map(|command| command.name).collect()
}

/// What the user wrote.
#[derive(Debug, Default)]
pub(crate) struct User {
    /// The directory of the configuration.
    dir: Option<PathBuf>,
    text: String,
    /// Why the file cannot be read.
    trouble: Option<String>,
}

impl User {
    /// Reads the user's file.
    pub(crate) fn here() -> Self {
        Self::of(home::config(|name| std::env::var_os(name)))
    }

    /// Reads the file in a directory.
    pub(crate) fn of(dir: Option<PathBuf>) -> Self {
        let read = dir.as_ref().map(|dir| fs::read_to_string(dir.join(FILE)));
        let (text, trouble) = match read {
            None => (String::new(), None),
            Some(Ok(text)) => (text, None),
            Some(Err(error)) if error.kind() == io::ErrorKind::NotFound => (String::new(), None),
            Some(Err(error)) => (
                String::new(),
                Some(tr!("desktop-config-unreadable", file = FILE, error = errors::of_io(&error))),
            ),
        };
        Self { dir, text, trouble }
    }

    /// Gives the preset that the file names: `keys = "vim"`, or `preset` in the table.
    fn preset(&self) -> Option<String> {
        let mut reader = Reader::new(FILE, &self.text);
        let keys = reader.entries().into_iter().find(|it| it.name == "keys")?;
        if !keys.is_table() {
            return reader.string(&keys);
        }
        let preset = reader.table(keys).into_iter().find(|it| it.name == "preset")?;
        reader.string(&preset)
    }

    /// Gives the language that the file names; none where the environment chooses.
    fn language(&self) -> Option<Language> {
        let mut reader = Reader::new(FILE, &self.text);
        let named = reader.entries().into_iter().find(|it| it.name == "language")?;
        reader.choice(&named, &language::CHOICES).flatten()
    }

    /// Gives the directory of the configuration.
    pub(crate) fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    /// Gives what is in the file.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Says why the file cannot be read.
    pub(crate) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Gives the lines of a table that hold without the user's file.
    pub(crate) fn preset_lines(&self, preset: &str, table: &str) -> Vec<Line> {
        let [(_, usual), _] = PRESETS;
        let (file, text) =
            self.named(preset).unwrap_or_else(|_| ("commander.toml".to_owned(), usual.to_owned()));
        let mut reader = Reader::new(&file, &text);
        let found = reader.entries().into_iter().find(|it| it.name == table && it.is_table());
        found.map(|found| keymap::table(&mut reader, found)).unwrap_or_default()
    }

    /// Gives the user's own commands. They are meant by their names here.
    pub(crate) fn commands(&self) -> Vec<OwnCommand> {
        let mut reader = Reader::new(FILE, &self.text);
        let list = reader.entries().into_iter().find(|it| it.name == "command");
        list.map_or_else(Vec::new, |list| own::read(&mut reader, list))
    }

    /// Gives the keys of a preset with the user's own, and what is wrong in them.
    pub(crate) fn keymap(&self, preset: &str) -> (Keymap, Vec<String>) {
        let mut mistakes: Vec<String> = self.trouble.iter().cloned().collect();
        let mut keymap = match self.named(preset) {
            Ok((file, text)) => {
                let mut reader = Reader::new(&file, &text);
                let keymap = whole(preset, &mut reader);
                mistakes.extend(reader.mistakes().iter().map(ToString::to_string));
                keymap
            }
            Err(why) => {
                mistakes.push(why);
                let [(name, text), _] = PRESETS;
                whole(name, &mut Reader::new(name, text))
            }
        };
        let mut reader = Reader::new(FILE, &self.text);
        let mut commands = Vec::new();
        for entry in reader.entries() {
            match entry.name.as_str() {
                "keys" if entry.is_table() => change(&mut keymap, &mut reader, entry),
                "language" => {
                    // The start of the program chose it; here the reader notes what is wrong with it.
                    let _chosen = reader.choice(&entry, &language::CHOICES);
                }
                "command" => commands = own::read(&mut reader, entry),
                "connections" => drop(machines::connections(&mut reader, entry)),
                // Everything else in the file is the terminal program's.
                _ => {}
            }
        }
        bind_commands(&mut keymap, commands);
        mistakes.extend(reader.mistakes().iter().map(ToString::to_string));
        (keymap, mistakes)
    }

    /// Gives a keymap's file and what is in it: one that comes with the program, or one of the user's.
    fn named(&self, name: &str) -> Result<(String, String), String> {
        if let Some((_, text)) = PRESETS.iter().find(|(known, _)| *known == name) {
            return Ok((format!("{name}.toml"), (*text).to_owned()));
        }
        let shown = DisplayName::new(name);
        let unknown = || tr!("desktop-keymap-unknown", name = shown.to_string());
        let dir = self.dir.as_ref().ok_or_else(unknown)?;
        let path = if name.contains('/') { PathBuf::from(name) } else { beside(name) };
        match fs::read_to_string(dir.join(&path)) {
            Ok(text) => Ok((DisplayName::new(&path).to_string(), text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(unknown()),
            Err(error) => Err(tr!(
                "desktop-keymap-unreadable",
                name = shown.to_string(),
                error = errors::of_io(&error)
            )),
        }
    }
}

fn beside(name: &str) -> PathBuf {
    Path::new("keymaps").join(format!("{name}.toml"))
}

/// Reads a whole keymap.
fn whole(name: &str, reader: &mut Reader<'_>) -> Keymap {
    let preset = DisplayName::new(name).to_string();
    let mut keymap = Keymap {
        preset,
        typing: String::new(),
        panels: Vec::new(),
        jobs: Vec::new(),
        viewer: Vec::new(),
        commands: Vec::new(),
    };
    for entry in reader.entries() {
        match entry.name.as_str() {
            "typing" => {
                keymap.typing = keymap::action(reader, &entry).flatten().unwrap_or_default();
            }
            "panels" => bind_all(&mut keymap.panels, reader, entry),
            "jobs" => bind_all(&mut keymap.jobs, reader, entry),
            "viewer" => bind_all(&mut keymap.viewer, reader, entry),
            // The terminal program's own.
            "bar" => {}
            _ => reader.unknown(&entry, &["typing", "panels", "jobs", "bar", "viewer"]),
        }
    }
    keymap
}

/// Takes the user's changes.
fn change<'a>(keymap: &mut Keymap, reader: &mut Reader<'a>, keys: Entry<'a>) {
    for entry in reader.table(keys) {
        match entry.name.as_str() {
            "panels" => bind_all(&mut keymap.panels, reader, entry),
            "jobs" => bind_all(&mut keymap.jobs, reader, entry),
            "viewer" => bind_all(&mut keymap.viewer, reader, entry),
            "preset" => {}
            _ => reader.unknown(&entry, &["preset", "panels", "jobs", "viewer"]),
        }
    }
}

/// Gives the user's own commands their keys in the panels, which lose what they meant before.
fn bind_commands(keymap: &mut Keymap, commands: Vec<OwnCommand>) {
    for OwnCommand { name, keys, .. } in commands {
        let Some((written, own)) = keys else { continue };
        keymap.panels.retain(|(other, _)| {
            let other = Key::sequence(other);
            other.is_some_and(|keys| keys != own && !keymap::clash(&keys, &own, &Key::ESC))
        });
        keymap.commands.push((written, name));
    }
}

/// Takes the keys of a table: a key of the user's replaces what it meant, and an empty text takes its
/// meaning away.
fn bind_all<'a>(bound: &mut Vec<(String, String)>, reader: &mut Reader<'a>, table: Entry<'a>) {
    let lines = keymap::table(reader, table);
    let taken: HashSet<&[Key]> = lines.iter().map(|line| &line.keys[..]).collect();
    bound.retain(|(name, _)| {
        let keys = Key::sequence(name);
        let hides = |line: &Line, keys: &[Key]| {
            line.action.is_some() && keymap::clash(&line.keys, keys, &Key::ESC)
        };
        let hidden = |keys: &[Key]| lines.iter().any(|line| hides(line, keys));
        keys.is_some_and(|keys| !taken.contains(&keys[..]) && !hidden(&keys))
    });
    let fresh = lines.into_iter().filter_map(|line| Some((line.written, line.action?)));
    bound.splice(0..0, fresh.collect::<Vec<_>>());
}

#[cfg(test)]
mod tests;
