//! Tells the user who looks elsewhere that a job has ended or needs an answer, through the terminal.

use std::io::{self, Write};

use fcp_engine::path::DisplayName;

/// Microseconds after which the end of a job is told: the user may have turned to something else.
pub(crate) const LONG: u64 = 10_000_000;

/// How the terminal is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Notify {
    /// Not at all.
    Off,
    /// By its bell.
    #[default]
    Bell,
    /// By OSC 9, with the text; iTerm2, `WezTerm`, Windows Terminal, Ghostty and others show it.
    Osc9,
    /// By OSC 777, with the text; rxvt-unicode, foot, `WezTerm` and others show it.
    Osc777,
}

impl Notify {
    /// All of them, by the names that the configuration has.
    pub(crate) const NAMES: [(&str, Self); 4] =
        [("off", Self::Off), ("bell", Self::Bell), ("osc9", Self::Osc9), ("osc777", Self::Osc777)];

    /// Gives the bytes for the terminal; no name in the text ends or begins a sequence.
    fn bytes(self, text: &str) -> String {
        let text = DisplayName::new(text);
        match self {
            Self::Off => String::new(),
            Self::Bell => "\x07".to_owned(),
            Self::Osc9 => format!("\x1b]9;{text}\x1b\\"),
            // The second part is the title, which a semicolon ends.
            Self::Osc777 => format!("\x1b]777;notify;fcp;{text}\x1b\\"),
        }
    }

    /// Tells the terminal on standard output.
    ///
    /// # Errors
    /// Fails if the terminal does not take it.
    pub(crate) fn tell(self, text: &str) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(self.bytes(text).as_bytes())?;
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_leave_its_sequence() {
        assert_eq!(Notify::Bell.bytes("x"), "\x07");
        assert_eq!(Notify::Off.bytes("x"), "");
        for notify in [Notify::Osc9, Notify::Osc777] {
            let bytes = notify.bytes("a\x1b\\b\x07c\u{9c}d\ne");
            let inner = bytes.strip_prefix("\x1b]").unwrap().strip_suffix("\x1b\\").unwrap();
            assert!(!inner.contains(char::is_control), "{inner:?}");
        }
        assert_eq!(Notify::Osc777.bytes("Copied"), "\x1b]777;notify;fcp;Copied\x1b\\");
    }
}
