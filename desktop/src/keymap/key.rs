//! Parses keys as keymaps write them: `ctrl-x`, `alt-f7`, `A`, `shift-tab`, and sequences of several.

use std::fmt;

/// Keys that have names.
const NAMED: [&str; 15] = [
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

/// Keys that are pressed one after the other, each in the one spelling that all its spellings mean.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Keys(Vec<String>);

impl Keys {
    /// Reads keys as they are written; none if there is no such key.
    pub(super) fn read(text: &str) -> Option<Self> {
        let keys: Option<Vec<_>> = text.split_whitespace().map(key).collect();
        keys.filter(|keys| !keys.is_empty()).map(Self)
    }

    /// Tells whether of two sequences one can never be finished; Esc does its work and waits all the same.
    pub(super) fn hides(&self, other: &Self) -> bool {
        let is_longer = |long: &Self, short: &Self| {
            long.0.len() > short.0.len() && long.0.starts_with(&short.0) && short.0 != ["esc"]
        };
        is_longer(self, other) || is_longer(other, self)
    }
}

impl fmt::Display for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

fn key(text: &str) -> Option<String> {
    let mut rest = text;
    let mut held = [("ctrl-", false), ("alt-", false), ("shift-", false)];
    for (prefix, is_held) in &mut held {
        let start = rest.get(..prefix.len()).filter(|_| rest.len() > prefix.len());
        if start.is_some_and(|start| start.eq_ignore_ascii_case(prefix)) {
            rest = &rest[prefix.len()..];
            *is_held = true;
        }
    }
    let [(_, ctrl), (_, alt), (_, shift)] = &mut held;
    let mut chars = rest.chars();
    let name = match (chars.next()?, chars.as_str()) {
        (c, "") if !c.is_control() => {
            // Shift is part of the character already, and beside Ctrl it makes no difference.
            let shifted = std::mem::take(shift) && !*ctrl;
            if *ctrl {
                c.to_lowercase().to_string()
            } else if shifted {
                c.to_uppercase().to_string()
            } else {
                c.to_string()
            }
        }
        ('f' | 'F', number) if number.parse().is_ok_and(|n: u8| (1..=24).contains(&n)) => {
            rest.to_ascii_lowercase()
        }
        _ => NAMED.iter().find(|name| name.eq_ignore_ascii_case(rest))?.to_string(),
    };
    let held = [("ctrl-", *ctrl), ("alt-", *alt), ("shift-", *shift)];
    let held = held.into_iter().filter(|(_, held)| *held).map(|(prefix, _)| prefix);
    Some(held.chain([name.as_str()]).collect())
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
            assert_eq!(Keys::read(one).unwrap(), Keys::read(other).unwrap(), "{one}");
        }
        for (one, other) in [("g", "G"), ("alt-t", "alt-T"), ("tab", "shift-tab")] {
            assert_ne!(Keys::read(one), Keys::read(other), "{one}");
        }
        for wrong in ["", " ", "f0", "f25", "ctrl-", "hyper-x", "xx", "g nonsense"] {
            assert_eq!(Keys::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_beginning_hides_what_is_longer() {
        let hides = |one, other| Keys::read(one).unwrap().hides(&Keys::read(other).unwrap());
        assert!(hides("ctrl-x", "ctrl-x h") && hides("ctrl-x h", "ctrl-x"));
        assert!(!hides("ctrl-x h", "ctrl-x j") && !hides("g", "g"));
        assert!(!hides("esc", "esc 1"));
    }
}
