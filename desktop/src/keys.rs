//! Changes the keys in the user's file, which the terminal program reads as well, and tells both windows.

use std::sync::{Arc, Mutex};

use fcp_presentation::keep;
use fcp_presentation::keymap::edit::KeysFile;
use fcp_presentation::keymap::{Key, Line, exclude};
use fcp_presentation::lock;
use fcp_presentation::tr;

use crate::feed::Feed;
use crate::keymap::{FILE, User};
use crate::preferences::StateFile;
use crate::wire::{KeyClash, KeyTable, Keymap, KeysAsk, Refusal, Update};

/// Changes keys, one change after the other.
#[derive(Debug)]
pub(crate) struct Keys {
    feed: Arc<Feed>,
    saved: Arc<StateFile>,
    /// Held from reading the file until it is written.
    turn: Mutex<()>,
}

impl Keys {
    /// Changes nothing yet.
    pub(crate) fn new(feed: Arc<Feed>, saved: Arc<StateFile>) -> Self {
        Self { feed, saved, turn: Mutex::default() }
    }

    /// Makes a change; without a change, gives the keys that stand against it.
    pub(crate) fn change(&self, ask: &KeysAsk) -> Result<Vec<KeyClash>, Refusal> {
        let _turn = lock(&self.turn);
        let clashes = change(&User::here(), &self.saved.preferences().keys, ask)?;
        if clashes.is_empty() {
            self.tell();
        }
        Ok(clashes)
    }

    /// Tells the windows which keys hold now.
    pub(crate) fn tell(&self) {
        let (keymap, mut mistakes) = crate::keymap::read(&self.saved.preferences().keys);
        mistakes.extend(self.saved.trouble().map(str::to_owned));
        self.feed.say(Update::Keymap { keymap: Box::new(keymap), mistakes });
    }
}

fn change(user: &User, preset: &str, ask: &KeysAsk) -> Result<Vec<KeyClash>, Refusal> {
    let dir = user.dir().ok_or_else(|| Refusal::because(tr!("desktop-no-home-folder")))?;
    if let Some(why) = user.trouble() {
        return Err(Refusal::because(why));
    }
    let file = KeysFile::read(user.text());
    let mut file =
        file.map_err(|why| Refusal::because(tr!("desktop-correct-first", file = FILE, why = why)))?;
    match ask {
        KeysAsk::Bind { table, keys, action, instead_of, replaces } => {
            let (keymap, _) = user.keymap(preset);
            let commands = if *table == KeyTable::Panels { &keymap.commands[..] } else { &[] };
            let bound = Bound { pairs: of(&keymap, *table), commands };
            let clashes = bound.clashes(keys, action, instead_of.as_deref());
            if !replaces && !clashes.is_empty() {
                return Ok(clashes);
            }
            let usual = user.preset_lines(preset, name(*table));
            let bound = bind(&mut file, *table, (keys, action), instead_of.as_deref(), &usual);
            bound.map_err(Refusal::because)?;
        }
        KeysAsk::Unbind { table, keys } => {
            let usual = user.preset_lines(preset, name(*table));
            file.unbind(name(*table), keys, &usual).map_err(Refusal::because)?;
        }
        KeysAsk::BindCommand { command, keys, replaces } => {
            let (keymap, _) = user.keymap(preset);
            let others = keymap.commands.iter().filter(|(_, name)| name != command);
            let others: Vec<_> = others.cloned().collect();
            let bound = Bound { pairs: &keymap.panels, commands: &others };
            let clashes = bound.clashes(keys, "", None);
            if !replaces && !clashes.is_empty() {
                return Ok(clashes);
            }
            file.bind_command(command, keys).map_err(Refusal::because)?;
        }
        KeysAsk::UnbindCommand { command } => file.unbind_command(command),
        KeysAsk::Reset { table, actions } => {
            let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
            file.reset(name(*table), &actions, &user.preset_lines(preset, name(*table)));
        }
    }
    keep::replace_configuration(&dir.join(FILE), file.text().as_bytes())?;
    Ok(Vec::new())
}

fn bind(
    file: &mut KeysFile,
    table: KeyTable,
    (keys, action): (&str, &str),
    instead_of: Option<&str>,
    usual: &[Line],
) -> Result<(), String> {
    if let Some(old) = instead_of {
        file.unbind(name(table), old, usual)?;
    }
    file.bind(name(table), keys, action, usual)
}

/// What keys mean now.
struct Bound<'a> {
    /// Keys with their actions.
    pairs: &'a [(String, String)],
    /// Keys with the names of the user's commands.
    commands: &'a [(String, String)],
}

impl Bound<'_> {
    /// Gives the keys that mean something else, or that could never be finished beside these, or which a terminal
    /// cannot tell from these.
    fn clashes(&self, keys: &str, action: &str, instead_of: Option<&str>) -> Vec<KeyClash> {
        let Some(new) = Key::sequence(keys) else { return Vec::new() };
        let old = instead_of.and_then(Key::sequence);
        let excludes = |written: &str| {
            let other = Key::sequence(written);
            other.filter(|other| exclude(other, &new) && Some(other) != old.as_ref())
        };
        // Two keys of one action do no harm where a terminal takes them for one.
        let is_longer = |other: &[Key]| other.len() != new.len();
        let actions = self.pairs.iter().filter(|(written, meant)| {
            excludes(written).is_some_and(|other| meant != action || is_longer(&other))
        });
        let commands = self.commands.iter().filter(|(written, _)| excludes(written).is_some());
        let clash = |command| {
            move |(keys, action): &(String, String)| KeyClash {
                keys: keys.clone(),
                action: action.clone(),
                command,
            }
        };
        actions.map(clash(false)).chain(commands.map(clash(true))).collect()
    }
}

fn of(keymap: &Keymap, table: KeyTable) -> &[(String, String)] {
    match table {
        KeyTable::Panels => &keymap.panels,
        KeyTable::Jobs => &keymap.jobs,
        KeyTable::Viewer => &keymap.viewer,
    }
}

fn name(table: KeyTable) -> &'static str {
    match table {
        KeyTable::Panels => "panels",
        KeyTable::Jobs => "jobs",
        KeyTable::Viewer => "viewer",
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use std::fs;
    use std::path::Path;

    use fcp_test_support::program;

    use super::*;

    const MINE: &str =
        "# Mine.\ntheme = \"mono\"\n[keys.panels]\n\"g x\" = \"suspend\" # terminal\n";

    fn bind(keys: &str, action: &str, instead_of: Option<&str>, replaces: bool) -> KeysAsk {
        KeysAsk::Bind {
            table: KeyTable::Panels,
            keys: keys.to_owned(),
            action: action.to_owned(),
            instead_of: instead_of.map(str::to_owned),
            replaces,
        }
    }

    fn done(dir: &Path, ask: &KeysAsk) -> Vec<KeyClash> {
        change(&User::of(Some(dir.to_owned())), "commander", ask).unwrap()
    }

    fn meaning(dir: &Path, keys: &str) -> Option<String> {
        let (keymap, mistakes) = User::of(Some(dir.to_owned())).keymap("commander");
        assert_eq!(mistakes, [""; 0]);
        let is_meant =
            |(written, _): &&(String, String)| Key::sequence(written) == Key::sequence(keys);
        keymap.panels.iter().find(is_meant).map(|(_, action)| action.clone())
    }

    #[test]
    fn a_key_is_changed_only_once_the_user_agrees_that_another_action_loses_it() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(FILE), MINE).unwrap();
        let clash = |keys: &str, action: &str| KeyClash {
            keys: keys.into(),
            action: action.into(),
            command: false,
        };
        assert_eq!(done(dir.path(), &bind("F6", "rename", None, false)), [clash("f6", "move")]);
        assert_eq!(fs::read_to_string(dir.path().join(FILE)).unwrap(), MINE);
        assert_eq!(done(dir.path(), &bind("g", "rename", None, false)), [clash("g x", "suspend")]);
        assert_eq!(done(dir.path(), &bind("F6", "rename", None, true)), []);
        assert_eq!(meaning(dir.path(), "f6").as_deref(), Some("rename"));
        // What it meant before the change, it means again.
        assert_eq!(done(dir.path(), &bind("ctrl-alt-q", "rename", Some("f6"), false)), []);
        assert_eq!(
            (meaning(dir.path(), "f6").as_deref(), meaning(dir.path(), "ctrl-alt-q").as_deref()),
            (Some("move"), Some("rename"))
        );
        let text = fs::read_to_string(dir.path().join(FILE)).unwrap();
        assert!(text.starts_with(MINE), "{text}");
        // The terminal program reads the result.
        let mut check = program("fcp-tui");
        check.arg("--check-config").arg("--config").arg(dir.path().join(FILE));
        let checked = check.output().unwrap();
        assert!(checked.status.success(), "{checked:?}");
        let reset = KeysAsk::Reset {
            table: KeyTable::Panels,
            actions: vec!["rename".to_owned(), "move".to_owned()],
        };
        done(dir.path(), &reset);
        assert_eq!(meaning(dir.path(), "f6").as_deref(), Some("move"));
        assert_eq!(fs::read_to_string(dir.path().join(FILE)).unwrap(), MINE);
    }

    #[test]
    fn keys_that_only_the_terminal_takes_for_others_clash_with_those() {
        let dir = tempfile::tempdir().unwrap();
        let text = "[[command]]\nname = \"Tar\"\nrun = \"tar c %s\"\nkey = \"g t\"\n\
            [[command]]\nname = \"Keyless\"\nrun = \"true\"\n";
        fs::write(dir.path().join(FILE), text).unwrap();
        let of = |keys: &str, action: &str| {
            let clashes = done(dir.path(), &bind(keys, action, None, false));
            clashes.into_iter().map(|it| (it.keys, it.action, it.command)).collect::<Vec<_>>()
        };
        let clash = |keys: &str, action: &str, command| (keys.into(), action.into(), command);
        assert_eq!(of("ctrl-i", "cut"), [clash("tab", "switch-panel", false)]);
        assert_eq!(of("ctrl-m", "cut"), [clash("enter", "open", false)]);
        assert_eq!(of("g", "cut"), [clash("g t", "Tar", true)]);
        assert_eq!(of("g t", "cut"), [clash("g t", "Tar", true)]);
        assert_eq!(fs::read_to_string(dir.path().join(FILE)).unwrap(), text);
        // The drawer has no commands.
        let drawer = KeysAsk::Bind {
            table: KeyTable::Jobs,
            keys: "g t".to_owned(),
            action: "details".to_owned(),
            instead_of: None,
            replaces: false,
        };
        assert_eq!(done(dir.path(), &drawer), []);
        // The user agrees, so that the command loses its key and nothing else.
        assert_eq!(done(dir.path(), &bind("g t", "cut", None, true)), []);
        let now = fs::read_to_string(dir.path().join(FILE)).unwrap();
        assert!(now.contains("name = \"Tar\"") && !now.contains("key ="), "{now}");
        assert_eq!(meaning(dir.path(), "g t").as_deref(), Some("cut"));
        // Both keys may lead to one action.
        assert_eq!(of("ctrl-i", "switch-panel"), []);
    }

    #[test]
    fn the_file_is_made_where_there_is_none_and_one_with_a_mistake_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let config = dir.path().join("fcp");
        done(&config, &KeysAsk::Unbind { table: KeyTable::Panels, keys: "f5".to_owned() });
        assert_eq!(meaning(&config, "f5"), None);
        fs::write(config.join(FILE), "theme = \n").unwrap();
        let refused =
            change(&User::of(Some(config.clone())), "commander", &bind("f5", "cut", None, true));
        assert!(matches!(refused, Err(Refusal::Not { text }) if text.contains("line 1")));
        assert_eq!(fs::read_to_string(config.join(FILE)).unwrap(), "theme = \n");
    }

    #[test]
    fn a_command_of_the_user_gets_a_key_once_the_user_agrees_that_others_lose_it() {
        let dir = tempfile::tempdir().unwrap();
        let text = "[[command]]\nname = \"Tar\"\nrun = \"tar c %s\"\n\n\
            [[command]]\nname = \"Zip\"\nrun = \"zip\"\nkey = \"alt-z\"\n";
        fs::write(dir.path().join(FILE), text).unwrap();
        let keys = |keys: &str, replaces| KeysAsk::BindCommand {
            command: "Tar".to_owned(),
            keys: keys.to_owned(),
            replaces,
        };
        let clash = |keys: &str, action: &str, command| KeyClash {
            keys: keys.into(),
            action: action.into(),
            command,
        };
        assert_eq!(done(dir.path(), &keys("f6", false)), [clash("f6", "move", false)]);
        assert_eq!(done(dir.path(), &keys("alt-z", false)), [clash("alt-z", "Zip", true)]);
        assert_eq!(done(dir.path(), &keys("f6", true)), []);
        assert_eq!(meaning(dir.path(), "f6"), None);
        let bound = || User::of(Some(dir.path().to_owned())).keymap("commander").0.commands;
        let pair = |keys: &str, name: &str| (keys.to_owned(), name.to_owned());
        assert_eq!(bound(), [pair("f6", "Tar"), pair("alt-z", "Zip")]);
        // Its own keys stand against nothing.
        assert_eq!(done(dir.path(), &keys("f6", false)), []);
        assert_eq!(done(dir.path(), &keys("alt-z", true)), []);
        assert_eq!(bound(), [pair("alt-z", "Tar")]);
        assert_eq!(meaning(dir.path(), "f6").as_deref(), Some("move"));
        done(dir.path(), &KeysAsk::UnbindCommand { command: "Tar".to_owned() });
        assert_eq!(bound(), []);
        let gone = KeysAsk::BindCommand {
            command: "Gone".to_owned(),
            keys: "f6".to_owned(),
            replaces: true,
        };
        let refused = change(&User::of(Some(dir.path().to_owned())), "commander", &gone);
        assert!(matches!(refused, Err(Refusal::Not { .. })));
    }
}
