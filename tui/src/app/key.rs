//! Keys: as terminals send them, as keymap files write them, and as the screen shows them.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_presentation::keymap::{self, Name};

/// One key with its modifiers, of those that a terminal can tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    code: KeyCode,
    bits: KeyModifiers,
}

/// Keys by their names in keymaps and on the screen; the first of two names is the one we write.
const NAMES: &[(&str, &str, KeyCode)] = &[
    ("up", "↑", KeyCode::Up),
    ("down", "↓", KeyCode::Down),
    ("left", "←", KeyCode::Left),
    ("right", "→", KeyCode::Right),
    ("pageup", "PgUp", KeyCode::PageUp),
    ("pagedown", "PgDn", KeyCode::PageDown),
    ("home", "Home", KeyCode::Home),
    ("end", "End", KeyCode::End),
    ("insert", "Ins", KeyCode::Insert),
    ("delete", "Del", KeyCode::Delete),
    ("enter", "Enter", KeyCode::Enter),
    ("backspace", "Backspace", KeyCode::Backspace),
    ("tab", "Tab", KeyCode::Tab),
    ("esc", "Esc", KeyCode::Esc),
    ("space", "Space", KeyCode::Char(' ')),
];

const SHIFT: KeyModifiers = KeyModifiers::SHIFT;
const CTRL: KeyModifiers = KeyModifiers::CONTROL;
const ALT: KeyModifiers = KeyModifiers::ALT;

impl Key {
    /// The key that ends what was begun.
    pub(crate) const ESC: Self = Self { code: KeyCode::Esc, bits: KeyModifiers::NONE };

    /// Makes one key of the ways in which terminals send it.
    pub(crate) fn new(code: KeyCode, bits: KeyModifiers) -> Self {
        let bits = bits & (SHIFT | CTRL | ALT);
        let (code, bits) = match code {
            KeyCode::BackTab => (KeyCode::Tab, bits | SHIFT),
            KeyCode::Char(c) if bits.contains(CTRL) => match c.to_ascii_lowercase() {
                // Terminals send these as one byte, and the digits are what it is decoded to.
                'i' => (KeyCode::Tab, bits - CTRL),
                'm' => (KeyCode::Enter, bits - CTRL),
                '[' | '3' => (KeyCode::Esc, bits - CTRL),
                '4' => (KeyCode::Char('\\'), bits - SHIFT),
                '5' => (KeyCode::Char(']'), bits - SHIFT),
                '6' => (KeyCode::Char('^'), bits - SHIFT),
                '7' | '/' => (KeyCode::Char('_'), bits - SHIFT),
                '8' => (KeyCode::Backspace, bits - CTRL),
                c => (KeyCode::Char(c), bits - SHIFT),
            },
            // Shift is part of the character already.
            KeyCode::Char(c) if bits.contains(SHIFT) => {
                (KeyCode::Char(c.to_ascii_uppercase()), bits - SHIFT)
            }
            code => (code, bits),
        };
        Self { code, bits }
    }

    /// Gives the character that the key types, if it types one.
    pub(crate) fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if self.bits.is_empty() => Some(c),
            _ => None,
        }
    }

    /// Gives the number of a function key.
    pub(crate) fn function(self) -> Option<u8> {
        match self.code {
            KeyCode::F(n) if self.bits.is_empty() => Some(n),
            _ => None,
        }
    }
}

/// Turns a key as it is written into the one that terminals send.
impl From<keymap::Key> for Key {
    fn from(key: keymap::Key) -> Self {
        let held = [(key.ctrl, CTRL), (key.alt, ALT), (key.shift, SHIFT)];
        let bits = held.into_iter().filter(|(held, _)| *held).map(|(_, bit)| bit);
        let code = match key.name {
            Name::Character(c) => KeyCode::Char(c),
            Name::Function(n) => KeyCode::F(n),
            Name::Named(name) => {
                let known = NAMES.iter().find(|(known, _, _)| *known == name);
                known.map_or(KeyCode::Null, |(_, _, code)| *code)
            }
        };
        Self::new(code, bits.collect())
    }
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Self {
        Self::new(event.code, event.modifiers)
    }
}

/// Shows a key as people read it: `Ctrl-X`, `Alt-Shift-T`, `g`.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = self.bits.intersects(CTRL | ALT);
        let shifted = matches!(self.code, KeyCode::Char(c) if held && c.is_uppercase());
        for (word, is_held) in [
            ("Ctrl-", self.bits.contains(CTRL)),
            ("Alt-", self.bits.contains(ALT)),
            ("Shift-", self.bits.contains(SHIFT) || shifted),
        ] {
            if is_held {
                f.write_str(word)?;
            }
        }
        if let Some((_, shown, _)) = NAMES.iter().find(|(_, _, code)| *code == self.code) {
            return f.write_str(shown);
        }
        match self.code {
            KeyCode::F(n) => write!(f, "F{n}"),
            KeyCode::Char(c) if held => write!(f, "{}", c.to_uppercase()),
            KeyCode::Char(c) => write!(f, "{c}"),
            // A key that no keymap can name.
            other => write!(f, "{other}"),
        }
    }
}

/// Shows keys that are pressed one after the other.
pub(crate) fn shown(keys: &[Key]) -> String {
    keys.iter().map(Key::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
impl Key {
    /// Reads keys that are pressed one after the other: `ctrl-x j`.
    pub(crate) fn sequence(names: &str) -> Option<Vec<Self>> {
        let keys = keymap::Key::sequence(names)?;
        Some(keys.into_iter().map(Self::from).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Option<Key> {
        keymap::Key::read(name).map(Key::from)
    }

    #[test]
    fn the_keymap_knows_which_keys_terminals_send_alike() {
        for c in (' '..='~').filter(|c| *c != ' ') {
            for held in ["ctrl-", "ctrl-alt-", "alt-", ""] {
                let key = keymap::Key::read(&format!("{held}{c}")).unwrap();
                assert_eq!(Key::from(key), Key::from(key.at_terminal()), "{held}{c}");
            }
        }
        let sent = |name| Key::from(keymap::Key::read(name).unwrap().at_terminal());
        assert_eq!(sent("ctrl-m"), sent("enter"));
    }

    #[test]
    fn names_and_what_terminals_send_meet() {
        let sent = |code, bits| Key::new(code, bits);
        for (name, code, bits, read) in [
            ("ctrl-x", KeyCode::Char('x'), CTRL, "Ctrl-X"),
            ("Ctrl-\\", KeyCode::Char('4'), CTRL, "Ctrl-\\"),
            ("ctrl-space", KeyCode::Char(' '), CTRL, "Ctrl-Space"),
            ("ctrl-i", KeyCode::Tab, KeyModifiers::NONE, "Tab"),
            ("alt-f7", KeyCode::F(7), ALT, "Alt-F7"),
            ("alt-?", KeyCode::Char('?'), ALT, "Alt-?"),
            ("alt--", KeyCode::Char('-'), ALT, "Alt--"),
            ("alt-T", KeyCode::Char('T'), ALT | SHIFT, "Alt-Shift-T"),
            ("G", KeyCode::Char('G'), SHIFT, "G"),
            ("shift-g", KeyCode::Char('G'), SHIFT, "G"),
            ("-", KeyCode::Char('-'), KeyModifiers::NONE, "-"),
            ("shift-tab", KeyCode::BackTab, SHIFT, "Shift-Tab"),
            ("shift-F5", KeyCode::F(5), SHIFT, "Shift-F5"),
            ("PageUp", KeyCode::PageUp, KeyModifiers::NONE, "PgUp"),
        ] {
            assert_eq!(named(name), Some(sent(code, bits)), "{name}");
            assert_eq!(sent(code, bits).to_string(), read);
        }
        for name in ["", "f0", "f25", "ctrl-", "hyper-x", "xx", " "] {
            assert_eq!(named(name), None, "{name}");
        }
    }

    #[test]
    fn every_key_that_has_a_name_is_one_that_terminals_send() {
        for name in keymap::NAMED {
            assert_ne!(named(name).unwrap().code, KeyCode::Null, "{name}");
        }
    }

    #[test]
    fn sequences_are_divided_by_spaces() {
        assert_eq!(shown(&Key::sequence("ctrl-x j").unwrap()), "Ctrl-X j");
        assert_eq!(Key::sequence("space").unwrap().len(), 1);
        assert_eq!(Key::sequence(" "), None);
        assert_eq!(Key::sequence("g nonsense"), None);
    }
}
