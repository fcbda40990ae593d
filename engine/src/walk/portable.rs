//! Gives names that all filesystems take, and gives them back.
//!
//! FAT, exFAT, NTFS and many servers take none of `" * : < > ? \ |`, no control characters, no space or dot at the end,
//! and nothing but Unicode. Each such character becomes one that looks like it, as rclone does by default
//! (<https://rclone.org/overview/#restricted-characters>): a full-width form, or a picture of the control character. `‛`
//! stands before what looks like a replacement but was in the name, and before the two digits of a byte that is no
//! UTF-8; so no two names become one, and every name can be given back.

use std::borrow::Cow;
use std::ffi::{CStr, CString, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::contract::spec::NameRule;

const QUOTE: char = '\u{201b}';

/// Gives the name that an item gets at the destination; none if it is the same.
pub(crate) fn at_destination(names: NameRule, name: &CStr) -> Option<CString> {
    let last = last_part(name.to_bytes());
    let (above, last) = name.to_bytes().split_at(name.count_bytes() - last.len());
    let other = match names {
        NameRule::Keep => return None,
        NameRule::Portable => portable(last),
        NameRule::Original => original(last),
    };
    if other == last { None } else { CString::new([above, other.as_slice()].concat()).ok() }
}

/// Gives the name that an item gets at the destination.
pub(crate) fn name_at_destination(names: NameRule, name: &CStr) -> Cow<'_, CStr> {
    at_destination(names, name).map_or(Cow::Borrowed(name), Cow::Owned)
}

/// The other path that something at a destination may have had at its source.
///
/// What has other names now may also have been there before.
pub(crate) fn former_path(names: NameRule, path: &Path) -> Option<PathBuf> {
    let former: fn(&[u8]) -> Vec<u8> = match names {
        NameRule::Keep => return None,
        NameRule::Portable => original,
        NameRule::Original => portable,
    };
    let parts = path.iter().map(|part| OsString::from_vec(former(part.as_bytes())));
    Some(parts.collect::<PathBuf>()).filter(|other| other != path)
}

/// Whether all filesystems take the last part of a path as a name.
pub(crate) fn is_portable(path: &CStr) -> bool {
    let name = last_part(path.to_bytes());
    let Ok(text) = std::str::from_utf8(name) else { return false };
    !text.chars().any(|c| replacement(c).is_some()) && !text.ends_with([' ', '.'])
}

fn last_part(path: &[u8]) -> &[u8] {
    path.rsplit(|byte| *byte == b'/').next().unwrap_or(path)
}

/// What a character becomes that some filesystem does not take anywhere in a name.
fn replacement(c: char) -> Option<char> {
    match c {
        '\u{1}'..='\u{1f}' => char::from_u32(0x2400 + c as u32),
        '"' | '*' | ':' | '<' | '>' | '?' | '\\' | '|' => char::from_u32(0xfee0 + c as u32),
        _ => None,
    }
}

/// What a character becomes that some filesystem does not take at the end of a name.
fn replacement_at_end(c: char) -> Option<char> {
    match c {
        ' ' => Some('\u{2420}'),
        '.' => Some('\u{ff0e}'),
        _ => None,
    }
}

/// What a character replaces.
fn replaced(c: char) -> Option<char> {
    match c {
        '\u{2401}'..='\u{241f}' => char::from_u32(c as u32 - 0x2400),
        '\u{2420}' => Some(' '),
        '\u{ff0e}' => Some('.'),
        '\u{ff02}' | '\u{ff0a}' | '\u{ff1a}' | '\u{ff1c}' | '\u{ff1e}' | '\u{ff1f}'
        | '\u{ff3c}' | '\u{ff5c}' => char::from_u32(c as u32 - 0xfee0),
        _ => None,
    }
}

fn portable(name: &[u8]) -> Vec<u8> {
    if matches!(name, b"." | b"..") {
        return name.to_vec();
    }
    let mut made = String::new();
    for chunk in name.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c == QUOTE || replaced(c).is_some() {
                made.push(QUOTE);
            }
            made.push(replacement(c).unwrap_or(c));
        }
        for byte in chunk.invalid() {
            made.push(QUOTE);
            let digit = |value: u8| Some(char::from_digit(value.into(), 16)?.to_ascii_uppercase());
            made.extend([byte >> 4, byte & 0xf].into_iter().filter_map(digit));
        }
    }
    if let Some((last, other)) = made.chars().last().and_then(|c| Some((c, replacement_at_end(c)?)))
    {
        made.truncate(made.len() - last.len_utf8());
        made.push(other);
    }
    made.into_bytes()
}

fn original(name: &[u8]) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(name) else { return name.to_vec() };
    let mut made = Vec::with_capacity(name.len());
    let mut push = |c: Result<char, u8>| match c {
        Ok(c) => made.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        Err(byte) => made.push(byte),
    };
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let quoted = chars.clone().next().filter(|_| c == QUOTE);
        if let Some(quoted) = quoted.filter(|it| *it == QUOTE || replaced(*it).is_some()) {
            push(Ok(quoted));
            chars.next();
        } else if let Some(byte) = quoted.and_then(|_| byte_of(chars.as_str())) {
            push(Err(byte));
            chars.nth(1);
        } else {
            push(Ok(replaced(c).unwrap_or(c)));
        }
    }
    // These are no names, so no item had them.
    if matches!(made.as_slice(), b"." | b"..") { name.to_vec() } else { made }
}

/// The byte, no ASCII, that two digits stand for.
fn byte_of(text: &str) -> Option<u8> {
    let digits =
        text.get(..2).filter(|digits| !digits.contains(|c: char| c.is_ascii_lowercase()))?;
    u8::from_str_radix(digits, 16).ok().filter(|byte| !byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn become_portable(name: &[u8]) -> Vec<u8> {
        at_destination(NameRule::Portable, &CString::new(name).unwrap())
            .map_or(name.to_vec(), CString::into_bytes)
    }

    #[test]
    fn what_windows_does_not_take_is_replaced() {
        assert_eq!(become_portable(b"a:b?.txt"), "a：b？.txt".as_bytes());
        assert_eq!(become_portable(b"end. "), "end.␠".as_bytes());
        assert_eq!(become_portable(b"/mnt/a:b/c:d."), "/mnt/a:b/c：d．".as_bytes());
        assert_eq!(become_portable(b"\x07\xff"), "␇‛FF".as_bytes());
        assert_eq!(become_portable("：".as_bytes()), "‛：".as_bytes());
        assert_eq!(become_portable("plain ü.txt".as_bytes()), "plain ü.txt".as_bytes());
    }

    #[test]
    fn no_name_becomes_one_that_leads_elsewhere() {
        for name in ["．", "．．"] {
            let name = CString::new(name).unwrap();
            assert_eq!(at_destination(NameRule::Original, &name), None);
        }
    }

    proptest! {
        #[test]
        fn every_name_is_given_back(
            name in prop_oneof![
                proptest::collection::vec(1_u8.., 1..12),
                "[a.: ?‛：．␠␇FA0-9\\x07\\\\]{1,12}".prop_map(String::into_bytes),
            ]
        ) {
            prop_assume!(!name.contains(&b'/') && !matches!(name.as_slice(), b"." | b".."));
            let made = CString::new(become_portable(&name)).unwrap();
            prop_assert!(is_portable(&made));
            let back = at_destination(NameRule::Original, &made).unwrap_or(made);
            prop_assert_eq!(back.to_bytes(), name);
        }
    }
}
