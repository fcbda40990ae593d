//! Defines paths as bytes: lossless for the wire, and safe to show to people.
//!
//! [`WirePath`] carries any path through JSON unchanged. [`DisplayName`] is the only form in which a
//! name may reach a terminal or a web view. [`FarPath`] is a path on another machine.

mod far;

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthChar;

pub use self::far::{FarPath, is_far, parent_of, with_parents};

/// Carries a path through JSON byte for byte.
///
/// On the wire it is `{"text": "…"}` when the path is UTF-8 and `{"bytes": "<base64>"}` otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "WireForm", try_from = "WireForm")]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "bindings", schemars(with = "WireForm"), ts(as = "WireForm"))]
pub struct WirePath(pub PathBuf);

/// The two spellings of a [`WirePath`] in JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema, ts_rs::TS))]
pub(crate) enum WireForm {
    Text(String),
    Bytes(String),
}

impl From<WirePath> for WireForm {
    fn from(path: WirePath) -> Self {
        match path.0.into_os_string().into_string() {
            Ok(text) => Self::Text(text),
            Err(raw) => Self::Bytes(STANDARD.encode(raw.as_bytes())),
        }
    }
}

impl TryFrom<WireForm> for WirePath {
    type Error = base64::DecodeError;

    fn try_from(form: WireForm) -> Result<Self, Self::Error> {
        Ok(Self(match form {
            WireForm::Text(text) => PathBuf::from(text),
            WireForm::Bytes(coded) => PathBuf::from(OsString::from_vec(STANDARD.decode(coded)?)),
        }))
    }
}

impl<P: Into<PathBuf>> From<P> for WirePath {
    fn from(path: P) -> Self {
        Self(path.into())
    }
}

impl AsRef<Path> for WirePath {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

/// Shows a name to a person with every control, bidirectional and zero-width character escaped.
///
/// Bytes that are not UTF-8 appear as `\xNN`, control characters as `\n`, `\x1b` and so on, and
/// invisible or reordering code points as `\u{202e}`. Nothing that steers a terminal comes through. A [`FarPath`] appears
/// as `host:/path`.
#[derive(Clone, Copy, Debug)]
pub struct DisplayName<'a> {
    /// The machine that it is on, if that is another one.
    host: Option<&'a [u8]>,
    path: &'a [u8],
}

impl<'a> DisplayName<'a> {
    /// Wraps anything that is a path.
    pub fn new<P: AsRef<OsStr> + ?Sized>(name: &'a P) -> Self {
        let bytes = name.as_ref().as_bytes();
        match far::shown(bytes) {
            Some((host, path)) => Self { host: Some(host), path },
            None => Self { host: None, path: bytes },
        }
    }

    /// Tells whether the shown form differs from the name, so that a view can warn.
    pub fn is_hostile(&self) -> bool {
        self.pieces().any(|piece| !matches!(piece, Piece::Text(_)))
    }

    /// Splits the name into what can be shown as it is and what cannot.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<'a>> {
        let colon = self.host.map(|_| Piece::Text(":"));
        self.host.into_iter().flat_map(pieces).chain(colon).chain(pieces(self.path))
    }
}

fn pieces(bytes: &[u8]) -> impl Iterator<Item = Piece<'_>> {
    bytes.utf8_chunks().flat_map(|chunk| {
        runs(chunk.valid()).chain(chunk.invalid().iter().copied().map(Piece::Byte))
    })
}

/// A part of a name, as far as it can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text that can be shown as it is.
    Text(&'a str),
    /// A character that could steer, reorder or hide in what is shown.
    Char(char),
    /// A byte that is no text.
    Byte(u8),
}

impl fmt::Display for DisplayName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in self.pieces() {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Char('\n') => f.write_str("\\n")?,
                Piece::Char('\t') => f.write_str("\\t")?,
                Piece::Char('\r') => f.write_str("\\r")?,
                Piece::Char(c) if c.is_ascii_control() => write!(f, "\\x{:02x}", c as u32)?,
                Piece::Char(c) => write!(f, "\\u{{{:x}}}", c as u32)?,
                Piece::Byte(byte) => write!(f, "\\x{byte:02x}")?,
            }
        }
        Ok(())
    }
}

/// Joins emoji to one picture, as in that of a family.
const JOINER: char = '\u{200d}';

/// Splits text into hostile characters and the runs between them.
fn runs(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let hostile = move |&(at, c): &(usize, char)| {
        is_hostile(c) && !(c == JOINER && joins_emoji(&text[..at], &text[at + c.len_utf8()..]))
    };
    let ends = text.char_indices().filter(hostile).map(|(at, c)| (at, Some(c)));
    let mut start = 0;
    ends.chain([(text.len(), None)]).flat_map(move |(end, c)| {
        let run = &text[start..end];
        start = end + c.map_or(0, char::len_utf8);
        let run = (!run.is_empty()).then_some(Piece::Text(run));
        run.into_iter().chain(c.map(Piece::Char))
    })
}

/// Whether a joiner stands between two emoji; anywhere else it hides in a name.
fn joins_emoji(before: &str, after: &str) -> bool {
    let before = before.trim_end_matches('\u{fe0f}').chars().next_back();
    before.is_some_and(is_emoji) && after.chars().next().is_some_and(is_emoji)
}

fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b1b}')
}

/// Whether a character could steer, reorder or hide in a line of output.
fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{061c}' | '\u{180e}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
        || (!c.is_ascii() && c.width() == Some(0) && !is_combining(c))
}

/// Whether a zero-width character belongs to the letter before it, which is how it is written.
fn is_combining(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036f}' | '\u{0483}'..='\u{0489}' | '\u{0591}'..='\u{05c7}'
        | '\u{0610}'..='\u{061a}' | '\u{064b}'..='\u{065f}' | '\u{0670}' | '\u{06d6}'..='\u{06ed}'
        | '\u{0900}'..='\u{0dff}' | '\u{0e31}'..='\u{0eff}' | '\u{0f18}'..='\u{0fff}'
        | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{302a}'..='\u{302f}' | '\u{3099}'..='\u{309a}' | '\u{a66f}'..='\u{a6ff}'
        | '\u{a800}'..='\u{abff}' | '\u{1100}'..='\u{11ff}' | '\u{d7b0}'..='\u{d7ff}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_and_bytes_have_their_own_spelling() {
        let text = serde_json::to_string(&WirePath::from("a b")).unwrap();
        assert_eq!(text, r#"{"text":"a b"}"#);
        let raw = WirePath(PathBuf::from(OsStr::from_bytes(b"a\xff")));
        assert_eq!(serde_json::to_string(&raw).unwrap(), r#"{"bytes":"Yf8="}"#);
    }

    #[test]
    fn hostile_names_are_escaped() {
        let shown = |bytes: &[u8]| DisplayName::new(OsStr::from_bytes(bytes)).to_string();
        assert_eq!(shown(b"a\x1b[2Jb\n"), r"a\x1b[2Jb\n");
        assert_eq!(shown("x\u{202e}gpj.exe".as_bytes()), r"x\u{202e}gpj.exe");
        assert_eq!(shown(b"\xc2\x9b31m\xff"), r"\u{9b}31m\xff");
        assert_eq!(shown("e\u{0301}té".as_bytes()), "e\u{0301}té");
    }

    #[test]
    fn a_joiner_is_hostile_unless_it_joins_emoji() {
        let shown = |name: &str| DisplayName::new(name).to_string();
        for name in ["👩\u{200d}👩\u{200d}👧.jpg", "🏳\u{fe0f}\u{200d}🌈", "👩🏽\u{200d}⚕\u{fe0f}"]
        {
            assert_eq!(shown(name), name);
        }
        for name in
            ["a\u{200d}b", "👩\u{200d}", "\u{200d}👩", "👩\u{200d}\u{200d}👩", "a\u{200d}👩"]
        {
            assert!(shown(name).contains(r"\u{200d}"), "{name:?}");
        }
    }

    proptest! {
        #[test]
        fn any_name_round_trips(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let path = WirePath(PathBuf::from(OsString::from_vec(bytes)));
            let json = serde_json::to_string(&path).unwrap();
            prop_assert_eq!(serde_json::from_str::<WirePath>(&json).unwrap(), path);
        }

        #[test]
        fn pieces_are_the_whole_name(name in prop::collection::vec(prop_oneof![
            any::<char>().prop_map(|c| c.to_string().into_bytes()),
            prop::sample::select(vec!['\u{202e}', '\u{200b}', '\n', 'a']).prop_map(|c| c.to_string().into_bytes()),
            any::<u8>().prop_map(|byte| vec![byte]),
        ], 0..40)) {
            // No name holds a NUL, which marks the paths of other machines.
            let name: Vec<u8> = name.concat().into_iter().filter(|byte| *byte != 0).collect();
            let mut joined = Vec::new();
            for piece in DisplayName::new(OsStr::from_bytes(&name)).pieces() {
                match piece {
                    Piece::Text(text) => {
                        prop_assert!(!text.is_empty() && !text.chars().any(is_hostile));
                        joined.extend(text.bytes());
                    }
                    Piece::Char(c) => joined.extend(c.encode_utf8(&mut [0; 4]).bytes()),
                    Piece::Byte(byte) => joined.push(byte),
                }
            }
            prop_assert_eq!(joined, name);
        }

        #[test]
        fn no_control_byte_is_shown(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let shown = DisplayName::new(OsStr::from_bytes(&bytes)).to_string();
            prop_assert!(!shown.chars().any(char::is_control));
        }
    }
}
