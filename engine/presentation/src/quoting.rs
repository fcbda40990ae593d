//! Quotes names as GNU programs do, so that a message can be pasted into a shell.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use fcp_engine::path::DisplayName;

/// Says what the locale and the reader can bear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quoting {
    /// Whether characters beyond ASCII are text.
    pub utf8: bool,
    /// Whether a terminal reads it, where invisible and reordering characters are escaped, too.
    pub terminal: bool,
}

/// A piece of a name.
#[derive(Clone, Copy)]
enum Unit<'a> {
    Shown(&'a str),
    Escaped(u8),
}

impl Quoting {
    /// Quotes a name for a shell, always in quotes: `'x'`, `"it's"`, `'a'$'\n''b'`.
    pub fn shell(self, name: &OsStr) -> Vec<u8> {
        let mut plain = true;
        let mut quote = false;
        self.units(name.as_bytes(), |at, unit| match unit {
            Unit::Shown(text) => {
                quote |= text == "'";
                plain &= is_plain(text, at);
            }
            Unit::Escaped(_) => plain = false,
        });
        if quote && plain {
            return [b"\"", name.as_bytes(), b"\""].concat();
        }
        let mut out = vec![b'\''];
        let mut escaping = false;
        self.units(name.as_bytes(), |_, unit| match unit {
            Unit::Shown("'") => {
                out.extend_from_slice(b"'\\''");
                escaping = false;
            }
            Unit::Shown(text) => {
                if escaping {
                    out.extend_from_slice(b"''");
                    escaping = false;
                }
                out.extend_from_slice(text.as_bytes());
            }
            Unit::Escaped(byte) => {
                if !escaping {
                    out.extend_from_slice(b"'$'");
                    escaping = true;
                }
                escape(byte, &mut out);
            }
        });
        out.push(b'\'');
        out
    }

    /// Quotes a name that a colon follows, but only where it must be.
    pub fn colon(self, name: &OsStr) -> Vec<u8> {
        let mut bare = !name.is_empty();
        self.units(name.as_bytes(), |at, unit| {
            bare &= match unit {
                Unit::Escaped(_) => false,
                Unit::Shown(text) => match text.as_bytes() {
                    [b'#' | b'~'] => at > 0,
                    [b'{' | b'}'] => name.len() > 1,
                    [byte] => byte.is_ascii_alphanumeric() || b"%+,-./@]_".contains(byte),
                    _ => true,
                },
            };
        });
        if bare { name.as_bytes().to_vec() } else { self.shell(name) }
    }

    /// Gives a name as it is; only a terminal is spared what could steer it.
    pub fn bare(self, name: &OsStr) -> Vec<u8> {
        if self.terminal {
            DisplayName::new(name).to_string().into_bytes()
        } else {
            name.as_bytes().to_vec()
        }
    }

    /// Quotes a word of the command line in the marks of the locale: `‘x’` or `'x'`.
    pub fn word(self, word: &OsStr) -> Vec<u8> {
        let (left, right) = if self.utf8 { ("‘", "’") } else { ("'", "'") };
        let mut out = left.as_bytes().to_vec();
        self.units(word.as_bytes(), |_, unit| match unit {
            Unit::Shown(text) => {
                if text == right || text == "\\" {
                    out.push(b'\\');
                }
                out.extend_from_slice(text.as_bytes());
            }
            Unit::Escaped(byte) => escape(byte, &mut out),
        });
        out.extend_from_slice(right.as_bytes());
        out
    }

    /// Walks over a name; `at` is the byte where a piece begins.
    fn units<'a>(self, name: &'a [u8], mut visit: impl FnMut(usize, Unit<'a>)) {
        let mut at = 0;
        for chunk in name.utf8_chunks() {
            for (start, c) in chunk.valid().char_indices() {
                let text = &chunk.valid()[start..start + c.len_utf8()];
                if self.shows(c, text) {
                    visit(at + start, Unit::Shown(text));
                } else {
                    text.bytes().for_each(|byte| visit(at + start, Unit::Escaped(byte)));
                }
            }
            at += chunk.valid().len();
            chunk.invalid().iter().for_each(|byte| visit(at, Unit::Escaped(*byte)));
            at += chunk.invalid().len();
        }
    }

    fn shows(self, c: char, text: &str) -> bool {
        if c.is_ascii() {
            return !c.is_ascii_control();
        }
        self.utf8 && is_printable(c) && !(self.terminal && DisplayName::new(text).is_hostile())
    }
}

/// Whether double quotes alone protect this piece from a shell.
fn is_plain(text: &str, at: usize) -> bool {
    match text.as_bytes() {
        [b'#' | b'~'] => at == 0,
        [byte] => byte.is_ascii_alphanumeric() || b" %'+,-./:@]_".contains(byte),
        _ => true,
    }
}

/// Appends a byte as C spells it.
fn escape(byte: u8, out: &mut Vec<u8>) {
    out.push(b'\\');
    match byte {
        7 => out.push(b'a'),
        8 => out.push(b'b'),
        b'\t' => out.push(b't'),
        b'\n' => out.push(b'n'),
        0x0b => out.push(b'v'),
        0x0c => out.push(b'f'),
        b'\r' => out.push(b'r'),
        _ => out.extend_from_slice(format!("{byte:03o}").as_bytes()),
    }
}

/// Whether the C library calls a character printable.
fn is_printable(c: char) -> bool {
    // std escapes what it does not print, but counts format, private and space characters there.
    let mut shown = String::from("a");
    shown.push(c);
    !shown.escape_debug().any(|c| c == '\\')
        || matches!(c, '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
            | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0001}' | '\u{e0020}'..='\u{e007f}')
        || matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}'
            | '\u{100000}'..='\u{10fffd}')
        || matches!(
            c,
            '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    const UTF8: Quoting = Quoting { utf8: true, terminal: false };
    const C: Quoting = Quoting { utf8: false, terminal: false };

    fn shell(quoting: Quoting, name: &[u8]) -> String {
        String::from_utf8(quoting.shell(OsStr::from_bytes(name))).unwrap()
    }

    #[test]
    fn names_are_quoted_for_a_shell() {
        for (name, quoted) in [
            (&b""[..], "''"),
            (b"x", "'x'"),
            (b"a b", "'a b'"),
            (b"it's", "\"it's\""),
            (b"'", "\"'\""),
            (b"#'", "\"#'\""),
            (b"'#", r"''\''#'"),
            (b"~'", "\"~'\""),
            (b"a'$b", r"'a'\''$b'"),
            (b"a\"'b", r#"'a"'\''b'"#),
            (b"a\\b", r"'a\b'"),
            (b"{'", r"'{'\'''"),
            (b"a\nb", r"'a'$'\n''b'"),
            (b"\n", r"''$'\n'"),
            (b"a\n\nb", r"'a'$'\n\n''b'"),
            (b"a'\nb", r"'a'\'''$'\n''b'"),
            (b"'\n'", r"''\'''$'\n'\'''"),
            (b"a\n'b c", r"'a'$'\n'\''b c'"),
            (b"\t\r\x07\x08\x0b\x0c", r"''$'\t\r\a\b\v\f'"),
            (b"\x1b[0m", r"''$'\033''[0m'"),
            (b"\x01\n9", r"''$'\001\n''9'"),
            (b"a\xffb", r"'a'$'\377''b'"),
            (b"\xe2\x82", r"''$'\342\202'"),
            (b"a\xc2\x85b", r"'a'$'\302\205''b'"),
            ("e\u{301}".as_bytes(), "'e\u{301}'"),
            ("é'x".as_bytes(), "\"é'x\""),
            ("\u{2028}".as_bytes(), r"''$'\342\200\250'"),
            ("\u{378}".as_bytes(), r"''$'\315\270'"),
            ("\u{e000}\u{ad}\u{3000}".as_bytes(), "'\u{e000}\u{ad}\u{3000}'"),
        ] {
            assert_eq!(shell(UTF8, name), quoted, "{name:?}");
        }
        assert_eq!(shell(C, "é'x".as_bytes()), r"''$'\303\251'\''x'");
    }

    #[test]
    fn a_terminal_never_sees_characters_that_reorder_or_hide() {
        let name = "x\u{202e}y".as_bytes();
        assert_eq!(shell(UTF8, name), "'x\u{202e}y'");
        let terminal = Quoting { terminal: true, ..UTF8 };
        assert_eq!(shell(terminal, name), r"'x'$'\342\200\256''y'");
    }

    #[test]
    fn names_before_a_colon_are_quoted_where_they_must_be() {
        let colon = |name: &[u8]| String::from_utf8(UTF8.colon(OsStr::from_bytes(name))).unwrap();
        for name in ["d/x", "d/#%+,-._~{}@]", "é"] {
            assert_eq!(colon(name.as_bytes()), name);
        }
        assert_eq!(colon(b"a b"), "'a b'");
        assert_eq!(colon(b"a:b"), "'a:b'");
        assert_eq!(colon(b"~a"), "'~a'");
        assert_eq!(colon(b""), "''");
        assert_eq!(colon(b"it's"), "\"it's\"");
    }

    #[test]
    fn words_are_quoted_in_the_marks_of_the_locale() {
        let word = |quoting: Quoting, word: &[u8]| {
            String::from_utf8(quoting.word(OsStr::from_bytes(word))).unwrap()
        };
        assert_eq!(word(UTF8, b"it's"), "‘it's’");
        assert_eq!(word(UTF8, "‘é’".as_bytes()), r"‘‘é\’’");
        assert_eq!(word(UTF8, b"a\\b\n\xff"), r"‘a\\b\n\377’");
        assert_eq!(word(C, b"it's"), r"'it\'s'");
        assert_eq!(word(C, "é".as_bytes()), r"'\303\251'");
    }
}
