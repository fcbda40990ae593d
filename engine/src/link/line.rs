//! Takes command lines apart and puts them together, for programs that reach other machines.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

/// Splits a line at blanks, but not within quotes, single or double, as rsync does: there are no backslashes, and in quotes
/// two of their kind are one.
///
/// # Errors
/// Gives the quote that is not closed.
pub(super) fn split(line: &[u8]) -> Result<Vec<OsString>, char> {
    let (mut words, mut word, mut open) = (Vec::new(), None::<Vec<u8>>, None);
    let mut bytes = line.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match open {
            Some(quote) if byte == quote => {
                if bytes.next_if_eq(&quote).is_some() {
                    word.get_or_insert_default().push(quote);
                } else {
                    open = None;
                }
            }
            None if matches!(byte, b'\'' | b'"') => {
                open = Some(byte);
                // Nothing in quotes is a word, too.
                word.get_or_insert_default();
            }
            None if byte.is_ascii_whitespace() => words.extend(word.take()),
            Some(_) | None => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    match open {
        Some(quote) => Err(char::from(quote)),
        None => Ok(words.into_iter().map(OsString::from_vec).collect()),
    }
}

/// Whether a program is there.
pub(super) fn is_there(name: &OsStr, search: &OsStr) -> bool {
    if name.as_bytes().contains(&b'/') {
        return Path::new(name).exists();
    }
    std::env::split_paths(search).any(|dir| dir.join(name).exists())
}

/// Quotes a word for a shell.
pub fn quoted(word: &OsStr) -> OsString {
    let mut quoted = vec![b'\''];
    for byte in word.as_bytes() {
        match byte {
            b'\'' => quoted.extend_from_slice(b"'\\''"),
            byte => quoted.push(*byte),
        }
    }
    quoted.push(b'\'');
    OsString::from_vec(quoted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_blanks_as_in_rsync() {
        for (line, expected) in [
            (r"ssh  -p 2222 ", vec!["ssh", "-p", "2222"]),
            (r#"ssh -o "ProxyCommand=x y""#, vec!["ssh", "-o", "ProxyCommand=x y"]),
            (r"ssh -o ProxyCommand='x  y'z", vec!["ssh", "-o", "ProxyCommand=x  yz"]),
            (r#"a 'it''s' "a ""b""" '"' ''"#, vec!["a", "it's", "a \"b\"", "\"", ""]),
            (r"a\ b", vec!["a\\", "b"]),
            ("", vec![]),
        ] {
            assert_eq!(split(line.as_bytes()).unwrap(), expected, "{line}");
        }
        assert_eq!(split(b"ssh 'a b"), Err('\''));
        assert_eq!(split(b"ssh \"it's"), Err('"'));
    }
}
