//! Shows the beginning of a file for a preview: as lines of text, or byte by byte.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use fcp_engine::path::DisplayName;

/// Bytes of a line that are shown; longer lines are cut, since a reader needs no more.
const LONGEST: usize = 1000;

/// Bytes that are shown one by one.
const DUMPED: usize = 4096;

/// Bytes in a line of those.
const WIDTH: usize = 16;

/// Tells whether bytes are what people write; a few strange ones do not make data of a text.
pub fn is_text(head: &[u8]) -> bool {
    let odd = |byte: &&u8| matches!(byte, 1..=6 | 14..=26 | 28..=31 | 127);
    let controls = head.iter().filter(odd).count();
    let invalid: usize = head.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    !head.contains(&0) && (controls + invalid) * 10 <= head.len() * 3
}

/// Lines that show the beginning of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The lines.
    pub lines: Vec<String>,
    /// Whether the file has more than they show.
    pub cut: bool,
}

/// Gives lines of text, in which nothing steers what shows them; `whole` if the file ends with `head`.
pub fn text(head: &[u8], whole: bool) -> Shown {
    let mut cut = !whole;
    let mut rest: Vec<&[u8]> = head.split(|&byte| byte == b'\n').collect();
    // What follows the last newline is no line, or half of one.
    if rest.len() > 1 && (cut || rest.last().is_some_and(|last| last.is_empty())) {
        rest.pop();
    }
    let lines = rest.into_iter().map(|line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let end = line.len().min(LONGEST);
        cut |= end < line.len();
        // The end may be in the middle of a character.
        let shown = (end..line.len()).take(3).find(|&n| is_start(line[n])).unwrap_or(end);
        let parts = line[..shown].split(|&byte| byte == b'\t');
        let parts = parts.map(|part| DisplayName::new(OsStr::from_bytes(part)).to_string());
        parts.collect::<Vec<_>>().join("\t")
    });
    let lines = lines.collect();
    Shown { lines, cut }
}

/// Whether a byte begins a character.
fn is_start(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

/// Gives a hexadecimal digit.
fn digit(nibble: u8) -> char {
    char::from_digit(nibble.into(), 16).unwrap_or('?')
}

/// Gives lines as `hexdump -C` prints them; `whole` if the file ends with `head`.
pub fn bytes(head: &[u8], whole: bool) -> Shown {
    let shown = &head[..head.len().min(DUMPED)];
    let line = |(n, bytes): (usize, &[u8])| {
        let mut hex = String::new();
        for at in 0..WIDTH {
            if at == WIDTH / 2 {
                hex.push(' ');
            }
            match bytes.get(at) {
                Some(byte) => hex.extend([byte >> 4, byte & 15].map(digit)),
                None => hex.push_str("  "),
            }
            hex.push(' ');
        }
        let plain = |&byte: &u8| if matches!(byte, 0x20..=0x7e) { char::from(byte) } else { '.' };
        let text: String = bytes.iter().map(plain).collect();
        format!("{:08x}  {hex} |{text}|", n * WIDTH)
    };
    Shown {
        lines: shown.chunks(WIDTH).enumerate().map(line).collect(),
        cut: !whole || shown.len() < head.len(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(head: &[u8], whole: bool) -> (Vec<String>, bool) {
        let Shown { lines, cut } = text(head, whole);
        (lines, cut)
    }

    #[test]
    fn lines_are_whole_and_short() {
        assert_eq!(lines(b"a\r\n\tb\n", true), (vec!["a".into(), "\tb".into()], false));
        assert_eq!(lines(b"a\nhalf", false), (vec!["a".into()], true));
        assert_eq!(lines(b"one line", false), (vec!["one line".into()], true));
        assert_eq!(lines(b"", true), (vec![String::new()], false));
        let (long, cut) = lines("é".repeat(LONGEST).as_bytes(), true);
        assert_eq!((long[0].chars().count(), cut), (LONGEST / 2, true));
        assert_eq!(lines("x\u{202e}y".as_bytes(), true).0, [r"x\u{202e}y"]);
    }

    #[test]
    fn bytes_look_as_people_know_them() {
        let Shown { lines, cut } = bytes(b"\x7fELF 0123456789ab", true);
        let expected = [
            "00000000  7f 45 4c 46 20 30 31 32  33 34 35 36 37 38 39 61  |.ELF 0123456789a|",
            "00000010  62                                                |b|",
        ];
        assert_eq!((lines, cut), (expected.map(str::to_owned).to_vec(), false));
    }

    #[test]
    fn text_is_told_from_data() {
        assert!(is_text(b"") && is_text("Grüße".as_bytes()) && is_text(b"caf\xe9 in Latin-1"));
        assert!(!is_text(b"a\0b") && !is_text(&[0xe9; 99]));
    }

    proptest! {
        #[test]
        fn nothing_steers_what_shows_it(head in prop::collection::vec(any::<u8>(), 0..3000)) {
            for whole in [true, false] {
                let (lines, _) = lines(&head, whole);
                let steers = |c: char| c.is_control() && c != '\t';
                prop_assert!(!lines.iter().any(|line| line.contains(steers)));
                let lines = bytes(&head, whole).lines;
                prop_assert!(lines.iter().all(|line| line.is_ascii()));
            }
        }
    }
}
