//! Reads keymaps: keys as files write them, tables of keys and actions, and keys that hide one another.
//!
//! A key here is what is written; the terminal turns it into what terminals send, and the page compares it with
//! what browsers send.

pub mod edit;
pub mod own;

use crate::actions;
use crate::settings::{Entry, Reader};

/// The keymaps that come with the program: their names and their files.
pub const PRESETS: [(&str, &str); 2] = [
    ("commander", include_str!("../../../assets/keymaps/commander.toml")),
    ("vim", include_str!("../../../assets/keymaps/vim.toml")),
];

/// Keys that have names.
pub const NAMED: [&str; 15] = [
    "up",
    "down",
    "left",
    "right",
    "pageup",
    "pagedown",
    "home",
    "end",
    "insert",
    "delete",
    "enter",
    "backspace",
    "tab",
    "esc",
    "space",
];

/// A key without what is held with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// It types a character.
    Character(char),
    /// A function key, 1 to 24.
    Function(u8),
    /// One of [`NAMED`].
    Named(&'static str),
}

/// A key as keymaps write it: `ctrl-x`, `alt-f7`, `A`, `shift-tab`.
///
/// All spellings of one key are equal: Shift is part of a letter, and beside Ctrl it makes no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// Whether Ctrl is held.
    pub ctrl: bool,
    /// Whether Alt is held.
    pub alt: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// The key.
    pub name: Name,
}

impl Key {
    /// The key that ends what was begun.
    pub const ESC: Self = Self { ctrl: false, alt: false, shift: false, name: Name::Named("esc") };

    /// Reads a key as it is written; none if there is no such key.
    pub fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        let mut held = [("ctrl-", false), ("alt-", false), ("shift-", false)];
        for (prefix, is_held) in &mut held {
            let start = rest.get(..prefix.len()).filter(|_| rest.len() > prefix.len());
            if start.is_some_and(|start| start.eq_ignore_ascii_case(prefix)) {
                rest = &rest[prefix.len()..];
                *is_held = true;
            }
        }
        let [(_, ctrl), (_, alt), (_, shift)] = held;
        let mut characters = rest.chars();
        let name = match (characters.next()?, characters.as_str()) {
            (c, "") if !c.is_control() && c != ' ' => Name::Character(match (ctrl, shift) {
                (true, _) => c.to_ascii_lowercase(),
                (false, true) => c.to_ascii_uppercase(),
                (false, false) => c,
            }),
            ('f' | 'F', number) => {
                let number = number.parse().ok().filter(|number| (1..=24).contains(number));
                Name::Function(number?)
            }
            _ => Name::Named(NAMED.into_iter().find(|name| name.eq_ignore_ascii_case(rest))?),
        };
        let shift = shift && !matches!(name, Name::Character(_));
        Some(Self { ctrl, alt, shift, name })
    }

    /// Gives the key that a terminal sends for this one: the byte of Ctrl-I is that of Tab, and so on.
    #[must_use]
    pub fn at_terminal(self) -> Self {
        let Name::Character(c) = self.name else { return self };
        if !self.ctrl {
            return self;
        }
        let named = |name| Self { ctrl: false, name: Name::Named(name), ..self };
        let character = |c| Self { name: Name::Character(c), ..self };
        match c {
            'i' => named("tab"),
            'm' => named("enter"),
            '[' | '3' => named("esc"),
            '8' => named("backspace"),
            '4' => character('\\'),
            '5' => character(']'),
            '6' => character('^'),
            '7' | '/' => character('_'),
            _ => self,
        }
    }

    /// Reads keys that are pressed one after the other: `ctrl-x j`.
    pub fn sequence(text: &str) -> Option<Vec<Self>> {
        let keys: Option<Vec<Self>> = text.split_whitespace().map(Self::read).collect();
        keys.filter(|keys| !keys.is_empty())
    }
}

/// Tells whether a sequence of keys begins with another one and is longer.
pub fn is_longer<K: PartialEq>(keys: &[K], start: &[K]) -> bool {
    keys.len() > start.len() && keys.starts_with(start)
}

/// Tells whether of two sequences one can never be finished; Esc acts at once and waits all the same.
pub fn clash<K: PartialEq>(one: &[K], other: &[K], esc: &K) -> bool {
    let is_esc = |keys: &[K]| matches!(keys, [only] if only == esc);
    let hides = |short: &[K], long: &[K]| !is_esc(short) && is_longer(long, short);
    hides(one, other) || hides(other, one)
}

/// Tells whether two sequences cannot both mean something: where they are one at a terminal, or one hides the other.
///
/// The terminal program reads the same file as the window, to which Tab and Ctrl-I are two keys.
pub fn exclude(one: &[Key], other: &[Key]) -> bool {
    let sent = |keys: &[Key]| -> Vec<Key> { keys.iter().map(|key| key.at_terminal()).collect() };
    let (one, other) = (sent(one), sent(other));
    one == other || clash(&one, &other, &Key::ESC)
}

/// A line of a keymap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The keys as they are written.
    pub written: String,
    /// The keys, pressed one after the other.
    pub keys: Vec<Key>,
    /// The name of the action; none takes the meaning of the keys away.
    pub action: Option<String>,
}

/// Reads the lines of a table of keys; what is wrong in a line costs that line.
pub fn table<'a>(reader: &mut Reader<'a>, table: Entry<'a>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for entry in reader.table(table) {
        let Some(keys) = Key::sequence(&entry.name) else {
            reader.wrong(&entry.place, format!("there is no key '{}'", entry.name));
            continue;
        };
        let Some(action) = action(reader, &entry) else { continue };
        // The same spelling twice is no TOML.
        if let Some(other) = lines.iter().find(|other| other.keys == keys) {
            let text = format!("'{}' and '{}' are one key", other.written, entry.name);
            reader.wrong(&entry.place, text);
            continue;
        }
        let clashes = |other: &&Line| {
            other.action.is_some() && action.is_some() && clash(&other.keys, &keys, &Key::ESC)
        };
        if let Some(other) = lines.iter().find(clashes) {
            let text =
                format!("'{}' and '{}' cannot both mean something", other.written, entry.name);
            reader.wrong(&entry.place, text);
            continue;
        }
        lines.push(Line { written: entry.name, keys, action });
    }
    lines
}

/// Reads the name of an action: none if it is wrong, and none within if it is empty.
pub fn action(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Option<Option<String>> {
    let name = reader.string(entry)?;
    if name.is_empty() {
        return Some(None);
    }
    if !actions::is_known(&name) {
        reader.wrong(&entry.place, actions::unknown(&name));
        return None;
    }
    Some(Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_key_meet() {
        for (one, other) in [
            ("Ctrl-X", "ctrl-x"),
            ("shift-g", "G"),
            ("ctrl-shift-a", "ctrl-a"),
            ("PageUp", "pageup"),
            ("F7", "f7"),
            ("alt--", "ALT--"),
            ("ctrl-x  H", "ctrl-x shift-h"),
        ] {
            assert_eq!(Key::sequence(one).unwrap(), Key::sequence(other).unwrap(), "{one}");
        }
        for (one, other) in [("g", "G"), ("alt-t", "alt-T"), ("tab", "shift-tab")] {
            assert_ne!(Key::read(one), Key::read(other), "{one}");
        }
        for wrong in ["", " ", "f0", "f25", "ctrl-", "hyper-x", "xx", "g nonsense"] {
            assert_eq!(Key::sequence(wrong), None, "{wrong}");
        }
        assert_eq!(Key::read("f").unwrap().name, Name::Character('f'));
        assert_eq!(Key::read("shift-f5").unwrap().name, Name::Function(5));
        assert!(Key::read("shift-f5").unwrap().shift && !Key::read("G").unwrap().shift);
    }

    #[test]
    fn a_beginning_hides_what_is_longer() {
        let keys = |text| Key::sequence(text).unwrap();
        let clashes = |one, other| clash(&keys(one), &keys(other), &Key::ESC);
        assert!(clashes("ctrl-x", "ctrl-x h") && clashes("ctrl-x h", "ctrl-x"));
        assert!(!clashes("ctrl-x h", "ctrl-x j") && !clashes("g", "g"));
        assert!(!clashes("esc", "esc 1"));
    }

    #[test]
    fn keys_that_a_terminal_sends_alike_exclude_each_other() {
        let excluded = |one, other| {
            let keys = |text| Key::sequence(text).unwrap();
            exclude(&keys(one), &keys(other))
        };
        for (one, other) in [
            ("ctrl-i", "tab"),
            ("ctrl-m", "enter"),
            ("ctrl-shift-m", "enter"),
            ("ctrl-alt-i", "alt-tab"),
            ("ctrl-[", "esc"),
            ("ctrl-x ctrl-i", "ctrl-x tab"),
            ("ctrl-i x", "tab"),
            ("g", "g g"),
        ] {
            assert!(excluded(one, other) && excluded(other, one), "{one} {other}");
        }
        for (one, other) in
            [("ctrl-i", "enter"), ("i", "tab"), ("ctrl-j", "enter"), ("esc", "esc 1")]
        {
            assert!(!excluded(one, other), "{one} {other}");
        }
    }

    #[test]
    fn what_is_wrong_in_a_line_costs_that_line() {
        let text = "[panels]\n\"hyper-x\" = \"copy\"\nf5 = 5\n\"g x\" = \"cut\"\ng = \"copy\"\n\
            x = \"cpy\"\nF6 = \"theme-dark\"\ny = \"\"\n\"y y\" = \"copy\"\nf6 = \"copy\"\n";
        let mut reader = Reader::new("config.toml", text);
        let panels = reader.entries().remove(0);
        let lines = table(&mut reader, panels);
        let read: Vec<_> =
            lines.iter().map(|it| (it.written.as_str(), it.action.as_deref())).collect();
        let expected = [
            ("g x", Some("cut")),
            ("F6", Some("theme-dark")),
            ("y", None),
            // What means nothing hides nothing.
            ("y y", Some("copy")),
        ];
        assert_eq!(read, expected);
        let mistakes: Vec<String> = reader.mistakes().iter().map(ToString::to_string).collect();
        let expected = [
            "config.toml, line 2: there is no key 'hyper-x'",
            "config.toml, line 3: 'f5' must be a text in quotes, not an integer",
            "config.toml, line 5: 'g x' and 'g' cannot both mean something",
            "config.toml, line 6: no action is called 'cpy' (did you mean 'copy'?)",
            "config.toml, line 10: 'F6' and 'f6' are one key",
        ];
        assert_eq!(mistakes, expected);
    }

    #[test]
    fn presets_are_without_mistakes() {
        for (name, text) in PRESETS {
            let mut reader = Reader::new(name, text);
            for entry in reader.entries().into_iter().filter(Entry::is_table) {
                assert!(!table(&mut reader, entry).is_empty(), "{name}");
            }
            assert_eq!(reader.mistakes(), [], "{name}");
        }
    }
}
