//! Changes keys in the user's file, and leaves everything else in it as it is: comments, order, and what other programs
//! know.
//!
//! A key is named by the table it is in (`panels`, `jobs`, `viewer`) and its spelling. What the user's file says counts
//! before the preset; an empty action takes the meaning of a key away.

use toml_edit::{DocumentMut, Item, Table, TableLike, Value, value};

use super::{Key, Line, exclude};

/// The tables of keys.
pub const TABLES: [&str; 3] = ["panels", "jobs", "viewer"];

/// The user's file, to be changed.
#[derive(Debug)]
pub struct KeysFile {
    file: DocumentMut,
    /// Comments of lines that were removed and had no line below them.
    comments: String,
    /// Whether lines end with a carriage return, too.
    has_returns: bool,
}

impl KeysFile {
    /// Reads the file; an empty text is a file that does not exist yet.
    ///
    /// # Errors
    /// The file is not TOML: no change could keep what is in it. Says where.
    pub fn read(text: &str) -> Result<Self, String> {
        let file = text.parse::<DocumentMut>().map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let before = text.get(..at).unwrap_or(text);
            format!("line {}: {}", 1 + before.matches('\n').count(), error.message())
        })?;
        Ok(Self { file, comments: String::new(), has_returns: text.contains("\r\n") })
    }

    /// Gives the file as it is written now.
    pub fn text(&self) -> String {
        let mut text = self.file.to_string();
        text.push_str(&self.comments);
        // The library writes no carriage returns.
        if self.has_returns { text.replace('\n', "\r\n") } else { text }
    }

    /// Lets keys mean an action; keys of the user's that could then never be finished mean nothing any more, and those
    /// that a terminal cannot tell from them, also those of commands in the panels.
    ///
    /// `preset` are the keys of the same table that hold without the file.
    ///
    /// # Errors
    /// There is no such key, or the file has something else where the table would be.
    pub fn bind(
        &mut self,
        table: &str,
        written: &str,
        action: &str,
        preset: &[Line],
    ) -> Result<(), String> {
        let keys = sequence(written)?;
        let is_usual = meaning(preset, &keys) == Some(action);
        let hides = |other: &[Key]| exclude(other, &keys);
        // Only a key that means something hides another one.
        let old =
            self.remove(table, |other, meant| hides(other) && (other == keys || !meant.is_empty()));
        if table == TABLES[0] {
            self.free_commands(|command| has_keys(command, hides));
        }
        // A key of the preset that the file hid would hide the new one in turn, but the file counts first.
        if !is_usual || old {
            self.table(table)?.insert(written, value(action));
        }
        Ok(())
    }

    /// Takes the meaning of keys away; where the file gave it, what the preset says holds again.
    ///
    /// # Errors
    /// As [`Self::bind`].
    pub fn unbind(&mut self, table: &str, written: &str, preset: &[Line]) -> Result<(), String> {
        let keys = sequence(written)?;
        let usual = meaning(preset, &keys);
        let is_own = self.remove(table, |other, action| {
            other == keys && Some(action) != usual && !action.is_empty()
        });
        self.remove(table, |other, _| other == keys);
        if usual.is_some() && !is_own {
            self.table(table)?.insert(written, value(""));
        }
        Ok(())
    }

    /// Lets the preset alone say which keys some actions have; no key that the file gives to another action hides them.
    pub fn reset(&mut self, table: &str, actions: &[&str], preset: &[Line]) {
        self.remove(table, |keys, action| {
            let usual = meaning(preset, keys);
            let is_meant = |line: &&Line| {
                line.action.as_deref().is_some_and(|action| actions.contains(&action))
            };
            let hides = || preset.iter().filter(is_meant).any(|line| exclude(&line.keys, keys));
            actions.contains(&action)
                || usual.is_some_and(|usual| actions.contains(&usual))
                || !action.is_empty() && hides()
        });
    }

    /// Gives a command of the user's own the keys that run it, in the place of those that it had; other keys of the
    /// panels and of commands that exclude them are lost as in [`Self::bind`].
    ///
    /// # Errors
    /// There is no such key, or no such command.
    pub fn bind_command(&mut self, name: &str, written: &str) -> Result<(), String> {
        let keys = sequence(written)?;
        let hides = |other: &[Key]| exclude(other, &keys);
        let mut key = Value::from(written);
        let command = self.command(name).ok_or_else(|| format!("no command is called '{name}'"))?;
        if let Some(old) = command.get("key").and_then(Item::as_value) {
            *key.decor_mut() = old.decor().clone();
        }
        command.insert("key", Item::Value(key));
        self.remove(TABLES[0], |other, meant| hides(other) && !meant.is_empty());
        self.free_commands(|command| !is_called(command, name) && has_keys(command, hides));
        Ok(())
    }

    /// Takes the keys of a command of the user's own away.
    pub fn unbind_command(&mut self, name: &str) {
        self.free_commands(|command| is_called(command, name));
    }

    /// Gives the command of a name, the first if there are several.
    fn command(&mut self, name: &str) -> Option<&mut dyn TableLike> {
        match self.file.get_mut("command")? {
            Item::ArrayOfTables(commands) => {
                let found = commands.iter_mut().find(|it| is_called(&**it, name))?;
                Some(found)
            }
            Item::Value(Value::Array(commands)) => {
                let mut all = commands.iter_mut().filter_map(Value::as_inline_table_mut);
                let found = all.find(|it| is_called(&**it, name))?;
                Some(found)
            }
            _ => None,
        }
    }

    /// Takes the keys of the commands that are meant.
    fn free_commands(&mut self, is_meant: impl Fn(&dyn TableLike) -> bool) {
        match self.file.get_mut("command") {
            Some(Item::ArrayOfTables(commands)) => {
                for command in commands.iter_mut().filter(|it| is_meant(&**it)) {
                    self.comments.push_str(&remove_line(command, "key"));
                }
            }
            // Written in one line, tables have no comments.
            Some(Item::Value(Value::Array(commands))) => {
                let commands = commands.iter_mut().filter_map(Value::as_inline_table_mut);
                for command in commands.filter(|it| is_meant(&**it)) {
                    command.remove("key");
                }
            }
            _ => {}
        }
    }

    /// Removes the keys of a table that are meant; tells whether there were any.
    fn remove(&mut self, table: &str, is_meant: impl Fn(&[Key], &str) -> bool) -> bool {
        let Some(keys) = self.file.get_mut("keys").and_then(Item::as_table_like_mut) else {
            return false;
        };
        let Some(table) = keys.get_mut(table).and_then(Item::as_table_like_mut) else {
            return false;
        };
        let meant = |(written, action): &(&str, &Item)| {
            let keys = Key::sequence(written);
            keys.is_some_and(|keys| action.as_str().is_some_and(|action| is_meant(&keys, action)))
        };
        let names: Vec<String> =
            table.iter().filter(meant).map(|(name, _)| name.to_owned()).collect();
        for name in &names {
            self.comments.push_str(&remove_line(table, name));
        }
        !names.is_empty()
    }

    /// Gives a table of keys, which is made if it is not there.
    fn table(&mut self, name: &str) -> Result<&mut dyn TableLike, String> {
        let root = self.file.as_table_mut();
        let named = root.get("keys").and_then(Item::as_str).map(ToOwned::to_owned);
        if let Some(preset) = named {
            // `keys = "vim"` is short for a table that names the preset.
            let mut table = Table::new();
            table.insert("preset", value(preset));
            let comment = remove_line(root, "keys");
            if !comment.is_empty() {
                let above = if root.is_empty() { "" } else { "\n" };
                table.decor_mut().set_prefix(format!("{above}{comment}"));
            }
            root.insert("keys", Item::Table(table));
        }
        let wrong = || "'keys' is neither a text in quotes nor a table".to_owned();
        let keys = root.entry("keys").or_insert_with(implicit).as_table_like_mut();
        let is_new = !keys.ok_or_else(wrong)?.contains_key(name);
        let last = self.file.trailing().as_str().unwrap_or_default().trim_end().to_owned();
        let mut table = Table::new();
        if is_new && !last.is_empty() {
            // Below the new table, a line that the user takes out of a comment would be one of its keys.
            self.file.set_trailing("");
            table.decor_mut().set_prefix(format!("{last}\n\n"));
        }
        let keys = self.file.get_mut("keys").and_then(Item::as_table_like_mut);
        let made = keys.ok_or_else(wrong)?.entry(name).or_insert_with(|| Item::Table(table));
        made.as_table_like_mut().ok_or_else(|| format!("'keys.{name}' is not a table"))
    }
}

/// A table that has no heading of its own.
fn implicit() -> Item {
    let mut table = Table::new();
    table.set_implicit(true);
    Item::Table(table)
}

/// Removes a line, and leaves the comments above and beside it to the line below; gives them where there is none.
fn remove_line(table: &mut dyn TableLike, name: &str) -> String {
    let above = table.key(name).and_then(|key| key.leaf_decor().prefix()?.as_str());
    let mut comment = above.filter(|it| !it.trim().is_empty()).unwrap_or_default().to_owned();
    let beside = table.get(name).and_then(Item::as_value);
    let beside =
        beside.and_then(|value| value.decor().suffix()?.as_str()).unwrap_or_default().trim();
    if !beside.is_empty() {
        comment.push_str(beside);
        comment.push('\n');
    }
    let lines = table.iter().filter(|(_, item)| item.is_value()).map(|(name, _)| name.to_owned());
    let next = lines.skip_while(|it| *it != name).nth(1);
    table.remove(name);
    if let Some(mut key) = next.and_then(|next| table.key_mut(&next)) {
        let decor = key.leaf_decor_mut();
        let own = decor.prefix().and_then(|it| it.as_str()).unwrap_or_default().to_owned();
        decor.set_prefix(format!("{comment}{own}"));
        comment.clear();
    }
    comment
}

fn is_called(command: &dyn TableLike, name: &str) -> bool {
    command.get("name").and_then(Item::as_str) == Some(name)
}

/// Tells whether a command has keys that are meant.
fn has_keys(command: &dyn TableLike, is_meant: impl Fn(&[Key]) -> bool) -> bool {
    let keys = command.get("key").and_then(Item::as_str).and_then(Key::sequence);
    keys.is_some_and(|keys| is_meant(&keys))
}

fn sequence(written: &str) -> Result<Vec<Key>, String> {
    Key::sequence(written).ok_or_else(|| format!("there is no key '{written}'"))
}

/// Gives what keys mean in a table.
fn meaning<'a>(lines: &'a [Line], keys: &[Key]) -> Option<&'a str> {
    lines.iter().find(|line| line.keys == keys)?.action.as_deref()
}

#[cfg(test)]
mod tests;
