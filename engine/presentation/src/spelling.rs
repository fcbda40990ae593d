//! Spells names as text that the user can edit, and turns the text back into the same bytes.
//!
//! Three escapes stand for what cannot be typed or must not be shown: `\xNN` a byte, `\u{N}` a code
//! point that hides or reorders, `\\` a backslash that would begin an escape. Any other backslash is
//! itself.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use unicode_segmentation::UnicodeSegmentation;

use fcp_engine::path::DisplayName;

/// Bytes of the longest escape, `\u{10ffff}`.
const LONGEST: usize = 10;

/// Spells a name as text that can be edited.
pub fn spell(name: &OsStr) -> String {
    let mut parts = Vec::new();
    for chunk in name.as_bytes().utf8_chunks() {
        parts.extend(chunk.valid().chars().map(safe));
        parts.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    let mut text = String::new();
    for (n, part) in parts.iter().enumerate() {
        text += part;
        if part == "\\" {
            let ahead: String = parts[n + 1..].iter().take(LONGEST).map(String::as_str).collect();
            // What follows is not doubled yet, but how it begins stays the same.
            if escape_len(&format!("\\{ahead}")).is_some() {
                text += "\\";
            }
        }
    }
    text
}

/// Reads the name that a text spells.
pub fn read(text: &str) -> OsString {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (unit, tail) = rest.split_at(escape_len(rest).unwrap_or(first.len_utf8()));
        match meaning(unit) {
            Some(Meaning::Byte(byte)) => bytes.push(byte),
            Some(Meaning::Char(c)) => {
                bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            None => bytes.extend_from_slice(unit.as_bytes()),
        }
        rest = tail;
    }
    OsString::from_vec(bytes)
}

/// Spells a character, so that it steers nothing where it is shown.
pub fn safe(c: char) -> String {
    if c.is_ascii_control() {
        format!("\\x{:02x}", u32::from(c))
    } else if DisplayName::new(c.encode_utf8(&mut [0; 4])).is_hostile() {
        format!("\\u{{{:x}}}", u32::from(c))
    } else {
        c.to_string()
    }
}

/// Splits a text into what the cursor does not enter: grapheme clusters and escapes.
pub fn units(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let len = escape_len(rest).or_else(|| Some(rest.graphemes(true).next()?.len()))?;
        let (unit, tail) = rest.split_at(len);
        rest = tail;
        Some(unit)
    })
}

/// Tells whether a unit is an escape.
pub fn is_escape(unit: &str) -> bool {
    escape_len(unit).is_some()
}

/// What an escape stands for.
enum Meaning {
    Byte(u8),
    Char(char),
}

fn meaning(escape: &str) -> Option<Meaning> {
    let body = escape.strip_prefix('\\')?;
    let hex = |digits: &str| u32::from_str_radix(digits, 16).ok();
    if body == "\\" {
        return Some(Meaning::Char('\\'));
    }
    if let Some(digits) = body.strip_prefix('x') {
        return Some(Meaning::Byte(u8::try_from(hex(digits)?).ok()?));
    }
    let digits = body.strip_prefix("u{")?.strip_suffix('}')?;
    char::from_u32(hex(digits)?).map(Meaning::Char)
}

/// Gives the length of the escape that a text begins with.
fn escape_len(text: &str) -> Option<usize> {
    let body = text.strip_prefix('\\')?.as_bytes();
    let hex = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let len = match body.first()? {
        b'\\' => 2,
        b'x' if hex(&body[1..]) >= 2 => 4,
        b'u' if body.get(1) == Some(&b'{') => {
            let digits = hex(&body[2..]);
            if !(1..=6).contains(&digits) || body.get(2 + digits) != Some(&b'}') {
                return None;
            }
            digits + 4
        }
        _ => return None,
    };
    meaning(&text[..len]).map(|_| len)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spelled(bytes: &[u8]) -> String {
        spell(OsStr::from_bytes(bytes))
    }

    #[test]
    fn only_a_backslash_that_would_mislead_is_doubled() {
        assert_eq!(spelled(br"C:\temp\new"), r"C:\temp\new");
        assert_eq!(spelled(br"a\x41"), r"a\\x41");
        assert_eq!(spelled(br"a\x4"), r"a\x4");
        assert_eq!(spelled(br"\u{41}\u{zz}"), r"\\u{41}\u{zz}");
        assert_eq!(spelled(b"\\\xff\n"), r"\\\xff\x0a");
        assert_eq!(spelled(br"\\"), r"\\\");
        assert_eq!(spelled("x\u{202e}gpj.é".as_bytes()), r"x\u{202e}gpj.é");
    }

    #[test]
    fn what_looks_like_an_escape_and_is_none_stays() {
        assert_eq!(read(r"\u{d800}\u{110000}\q\x"), OsString::from(r"\u{d800}\u{110000}\q\x"));
        assert_eq!(read(r"\x41\u{e9}\\x41"), OsString::from("Aé\\x41"));
    }

    proptest! {
        #[test]
        fn any_name_comes_back(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let name = OsString::from_vec(bytes);
            prop_assert_eq!(read(&spell(&name)), name);
        }

        #[test]
        fn names_full_of_backslashes_come_back(name in r"(\\|x|u|\{|\}|4|f|é|\n|\u{202e}){0,20}") {
            let name = OsString::from(name);
            let text = spell(&name);
            prop_assert!(!text.chars().any(char::is_control));
            prop_assert_eq!(read(&text), name);
            prop_assert_eq!(units(&text).collect::<String>(), text);
        }
    }
}
