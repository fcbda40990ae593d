//! Names the ways in which files write characters, detects them, and reads them.

use encoding_rs::WINDOWS_1252;

/// How the characters of a file are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8; bytes that are none are shown as escapes.
    Utf8,
    /// UTF-16, the lower byte first.
    Utf16Le,
    /// UTF-16, the higher byte first.
    Utf16Be,
    /// UTF-32, the lowest byte first.
    Utf32Le,
    /// UTF-32, the highest byte first.
    Utf32Be,
    /// Windows-1252: ISO 8859-1 with quotes, dashes and the euro sign among 0x80–0x9F.
    Windows1252,
    /// ISO 8859-1: each byte is a character.
    Latin1,
}

impl Encoding {
    /// All of them, in the order in which a key of the viewer goes through them: texts with no mark that tells their
    /// encoding are most often in one of the first three.
    pub const ALL: [Self; 7] = [
        Self::Windows1252,
        Self::Latin1,
        Self::Utf8,
        Self::Utf16Le,
        Self::Utf16Be,
        Self::Utf32Le,
        Self::Utf32Be,
    ];

    /// Tells the encoding by the beginning of a file, and gives the length of the mark that is there.
    pub fn of(head: &[u8]) -> (Self, usize) {
        match head {
            [0xef, 0xbb, 0xbf, ..] => (Self::Utf8, 3),
            // These four bytes may also be UTF-16 that begins with a NUL. Of UTF-32, every unit is a character.
            [0xff, 0xfe, 0, 0, rest @ ..] if are_utf32(rest, u32::from_le_bytes) => {
                (Self::Utf32Le, 4)
            }
            [0, 0, 0xfe, 0xff, rest @ ..] if are_utf32(rest, u32::from_be_bytes) => {
                (Self::Utf32Be, 4)
            }
            [0xff, 0xfe, ..] => (Self::Utf16Le, 2),
            [0xfe, 0xff, ..] => (Self::Utf16Be, 2),
            _ if is_windows_1252(head) => (Self::Windows1252, 0),
            _ => (Self::Utf8, 0),
        }
    }

    /// Gives the encoding that follows the one that the user chose; none stands for the detected one.
    pub fn next(chosen: Option<Self>) -> Option<Self> {
        match chosen {
            None => Self::ALL.first().copied(),
            Some(one) => Self::ALL.into_iter().skip_while(|it| *it != one).nth(1),
        }
    }

    /// Gives its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16 LE",
            Self::Utf16Be => "UTF-16 BE",
            Self::Utf32Le => "UTF-32 LE",
            Self::Utf32Be => "UTF-32 BE",
            Self::Windows1252 => "Windows-1252",
            Self::Latin1 => "ISO 8859-1",
        }
    }

    /// Gives the bytes of a unit.
    pub fn unit(self) -> usize {
        match self {
            Self::Utf8 | Self::Windows1252 | Self::Latin1 => 1,
            Self::Utf16Le | Self::Utf16Be => 2,
            Self::Utf32Le | Self::Utf32Be => 4,
        }
    }

    /// Gives the ends of the line breaks in bytes that begin at a whole unit.
    pub(crate) fn breaks(self, bytes: &[u8]) -> impl DoubleEndedIterator<Item = usize> {
        let unit = self.unit();
        // Where the byte of the line feed is in its unit; the other bytes are zero.
        let own = match self {
            Self::Utf16Be | Self::Utf32Be => unit - 1,
            _ => 0,
        };
        memchr::memchr_iter(b'\n', bytes).filter_map(move |place| {
            let start = place.checked_sub(own)?;
            let whole = start.is_multiple_of(unit);
            let bytes = whole.then(|| bytes.get(start..start + unit)).flatten()?;
            let is_alone = bytes.iter().enumerate().all(|(n, byte)| n == own || *byte == 0);
            is_alone.then_some(start + unit)
        })
    }

    /// Tells whether bytes that end with a line break have a carriage return before it.
    pub(crate) fn has_return(self, line: &[u8]) -> bool {
        let end = line.len().saturating_sub(2 * self.unit());
        line[end..].iter().filter(|byte| **byte != 0).eq(b"\r\n")
    }

    /// Gives bytes as UTF-8, without the line break at their end.
    pub fn decode(self, bytes: &[u8]) -> Vec<u8> {
        let mut text = match self {
            Self::Utf8 => bytes.to_vec(),
            Self::Utf16Le => utf16(bytes, u16::from_le_bytes),
            Self::Utf16Be => utf16(bytes, u16::from_be_bytes),
            Self::Utf32Le => utf32(bytes, u32::from_le_bytes),
            Self::Utf32Be => utf32(bytes, u32::from_be_bytes),
            Self::Windows1252 => {
                WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned().into_bytes()
            }
            Self::Latin1 => bytes.iter().copied().map(char::from).collect::<String>().into_bytes(),
        };
        if text.last() == Some(&b'\n') {
            text.pop();
            if text.last() == Some(&b'\r') {
                text.pop();
            }
        }
        text
    }

    /// Gives text as the file would have it. A character that the encoding lacks is written as UTF-8, which hardly anything
    /// in such a file matches.
    pub(crate) fn encode(self, text: &str) -> Vec<u8> {
        let utf32 =
            |bytes: fn(u32) -> [u8; 4]| text.chars().flat_map(|c| bytes(c.into())).collect();
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Self::Utf32Le => utf32(u32::to_le_bytes),
            Self::Utf32Be => utf32(u32::to_be_bytes),
            Self::Windows1252 => {
                let (bytes, _, lacks) = WINDOWS_1252.encode(text);
                if lacks { text.as_bytes().to_vec() } else { bytes.into_owned() }
            }
            Self::Latin1 => text.chars().flat_map(latin1).collect(),
        }
    }

    /// Gives how many bytes decoded text takes in the file.
    pub(crate) fn len(self, decoded: &[u8]) -> usize {
        match self {
            Self::Utf8 => decoded.len(),
            Self::Utf16Le | Self::Utf16Be => {
                2 * String::from_utf8_lossy(decoded).encode_utf16().count()
            }
            Self::Windows1252 | Self::Latin1 | Self::Utf32Le | Self::Utf32Be => {
                self.unit() * String::from_utf8_lossy(decoded).chars().count()
            }
        }
    }
}

/// Tells whether bytes are what Windows programs write: they have printable characters of Windows-1252 where ISO 8859-1 has
/// controls, nothing that Windows-1252 lacks, and no letter of UTF-8. A text in UTF-8 with a few broken bytes stays
/// UTF-8, whose other letters would become nonsense.
fn is_windows_1252(head: &[u8]) -> bool {
    if head.contains(&0) {
        return false;
    }
    let mut has_printable = false;
    let mut chunks = head.utf8_chunks().peekable();
    while let Some(chunk) = chunks.next() {
        let is_cut = chunks.peek().is_none()
            && std::str::from_utf8(chunk.invalid()).is_err_and(|it| it.error_len().is_none());
        if !chunk.valid().is_ascii() {
            return false;
        }
        if !is_cut {
            has_printable |= chunk.invalid().iter().any(|byte| matches!(byte, 0x80..=0x9f));
        }
        if chunk.invalid().iter().any(|byte| matches!(byte, 0x81 | 0x8d | 0x8f | 0x90 | 0x9d)) {
            return false;
        }
    }
    has_printable
}

/// Tells whether all whole units are characters.
fn are_utf32(bytes: &[u8], unit: fn([u8; 4]) -> u32) -> bool {
    let (units, _) = bytes.as_chunks::<4>();
    units.iter().all(|it| char::from_u32(unit(*it)).is_some())
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let (pairs, _) = bytes.as_chunks::<2>();
    String::from_utf16_lossy(&pairs.iter().map(|pair| unit(*pair)).collect::<Vec<_>>()).into_bytes()
}

fn utf32(bytes: &[u8], unit: fn([u8; 4]) -> u32) -> Vec<u8> {
    let (units, _) = bytes.as_chunks::<4>();
    let char = |it: &[u8; 4]| char::from_u32(unit(*it)).unwrap_or(char::REPLACEMENT_CHARACTER);
    units.iter().map(char).collect::<String>().into_bytes()
}

fn latin1(c: char) -> Vec<u8> {
    u8::try_from(c).map_or_else(|_lacks| c.to_string().into_bytes(), |byte| vec![byte])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives text as UTF-32 with its mark.
    fn utf32(text: &str, bytes: fn(u32) -> [u8; 4]) -> Vec<u8> {
        format!("\u{feff}{text}").chars().flat_map(|c| bytes(c.into())).collect()
    }

    #[test]
    fn each_byte_of_latin1_is_a_character() {
        assert_eq!(Encoding::Latin1.decode(b"caf\xe9\r\n"), "café".as_bytes());
        assert_eq!(Encoding::Latin1.decode(b"\x80"), "\u{80}".as_bytes());
    }

    #[test]
    fn printable_bytes_where_latin1_has_controls_are_windows_1252() {
        let of = |head: &[u8]| Encoding::of(head);
        assert_eq!(of(b"\x93caf\xe9\x94 \x96 5 \x80\r\n"), (Encoding::Windows1252, 0));
        assert_eq!(
            Encoding::Windows1252.decode(b"\x93caf\xe9\x94 \x96 5 \x80\r\n"),
            "“café” – 5 €".as_bytes()
        );
        // ISO 8859-1 has the same characters there; nothing tells the two apart.
        assert_eq!(of(b"caf\xe9"), (Encoding::Utf8, 0));
        // Windows-1252 has no such character.
        assert_eq!(of(b"\x93caf\xe9\x94 \x81"), (Encoding::Utf8, 0));
        // UTF-8 with a broken byte.
        assert_eq!(of("Grüße \u{201c}".as_bytes()), (Encoding::Utf8, 0));
        assert_eq!(of(&["Grüße ".as_bytes(), b"\x93"].concat()), (Encoding::Utf8, 0));
        // UTF-8 whose last character is not read whole.
        assert_eq!(of(b"only \xe2\x80"), (Encoding::Utf8, 0));
        assert_eq!(of(b"data \x93\0"), (Encoding::Utf8, 0));
        // What it lacks is shown as an escape, as in other files.
        assert_eq!(Encoding::Windows1252.decode(b"\x81"), "\u{81}".as_bytes());
    }

    #[test]
    fn utf32_is_told_from_utf16_that_begins_alike() {
        let little = utf32("Größe 🙂\r\nb", u32::to_le_bytes);
        let big = utf32("Größe 🙂\r\nb", u32::to_be_bytes);
        assert_eq!(Encoding::of(&little), (Encoding::Utf32Le, 4));
        assert_eq!(Encoding::of(&big), (Encoding::Utf32Be, 4));
        // The beginning of a file may end within a unit.
        assert_eq!(Encoding::of(&little[..little.len() - 1]), (Encoding::Utf32Le, 4));
        for (encoding, bytes) in [(Encoding::Utf32Le, &little), (Encoding::Utf32Be, &big)] {
            let breaks: Vec<_> = encoding.breaks(bytes).collect();
            assert_eq!(breaks, [40]);
            assert!(encoding.has_return(&bytes[..40]) && !encoding.has_return(&bytes[..36]));
            assert_eq!(encoding.decode(&bytes[4..40]), "Größe 🙂".as_bytes());
            assert_eq!(encoding.encode("Größe"), bytes[4..24]);
            assert_eq!(encoding.len("Größe 🙂".as_bytes()), 28);
        }
        let text: Vec<u8> = "\u{feff}\0ab".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(Encoding::of(&text), (Encoding::Utf16Le, 2));
        // Bytes that are no character are one, so that what follows stands in its place.
        assert_eq!(Encoding::Utf32Le.decode(&[0xff; 4]), "\u{fffd}".as_bytes());
    }

    #[test]
    fn returns_are_seen_in_each_encoding() {
        for encoding in Encoding::ALL {
            assert!(encoding.has_return(&encoding.encode("a\r\n")), "{encoding:?}");
            assert!(!encoding.has_return(&encoding.encode("a\n")), "{encoding:?}");
        }
    }

    #[test]
    fn what_an_encoding_lacks_is_written_as_utf8() {
        assert_eq!(Encoding::Windows1252.encode("5 €"), b"5 \x80");
        assert_eq!(Encoding::Windows1252.encode("Ж"), "Ж".as_bytes());
        assert_eq!(Encoding::Latin1.encode("é€"), [b"\xe9", "€".as_bytes()].concat());
    }

    #[test]
    fn a_key_goes_through_all_encodings_and_back_to_the_detected_one() {
        let mut chosen = None;
        for encoding in Encoding::ALL {
            chosen = Encoding::next(chosen);
            assert_eq!(chosen, Some(encoding));
        }
        assert_eq!(Encoding::next(chosen), None);
    }
}
