//! Reads and writes the lines of `b3sum`, `sha256sum` and `xxhsum`.
//!
//! BLAKE3 and SHA-256 have a line `HASH  NAME`, in which only the place tells which of the two it is, or
//! `BLAKE3 (NAME) = HASH`. XXH3 is always written in the second form: `xxhsum` 0.8.1 reads no other, and takes
//! 16 digits alone for another algorithm; later ones write `XXH3_HASH  NAME`. Where a name has a backslash or a
//! line feed, they are escaped and the line begins with a backslash.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::contract::checksum::{Algorithm, Checksum};

/// Names that begin a line of the tagged form.
const TAGS: [(&[u8], Algorithm); 3] = [
    (b"BLAKE3 (", Algorithm::Blake3),
    (b"SHA256 (", Algorithm::Sha256),
    (b"XXH3 (", Algorithm::Xxh3),
];

/// Begins a checksum of XXH3 in the plain form.
const XXH3: &[u8] = b"XXH3_";

/// What a line says of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The file's name, as it is written there.
    pub path: PathBuf,
    /// Its checksum.
    pub stated: Stated,
}

/// The checksum that a line states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stated {
    /// One whose algorithm the line tells.
    Known(Checksum),
    /// One of BLAKE3 or of SHA-256: both have as many digits.
    Either([Checksum; 2]),
}

impl Stated {
    /// Gives what it may be.
    pub fn candidates(&self) -> &[Checksum] {
        match self {
            Self::Known(checksum) => std::slice::from_ref(checksum),
            Self::Either(checksums) => checksums,
        }
    }

    /// Gives what it is if it is of an algorithm.
    #[must_use]
    pub fn of(self, algorithm: Algorithm) -> Option<Self> {
        let mut candidates = self.candidates().iter();
        candidates.find(|checksum| checksum.algorithm() == algorithm).map(|it| Self::Known(*it))
    }
}

/// Appends the line of a file, which ends in a line feed.
pub fn push_line(text: &mut Vec<u8>, checksum: &Checksum, path: &Path) {
    // b3sum 1.2 knows no escaped carriage return, and the others write none that is not escaped.
    let escapes = |byte: u8| match byte {
        b'\\' => Some(b'\\'),
        b'\n' => Some(b'n'),
        b'\r' if checksum.algorithm() != Algorithm::Blake3 => Some(b'r'),
        _ => None,
    };
    let name = path.as_os_str().as_bytes();
    let mut escaped = Vec::with_capacity(name.len());
    for byte in name {
        match escapes(*byte) {
            Some(letter) => escaped.extend([b'\\', letter]),
            None => escaped.push(*byte),
        }
    }
    if escaped.len() > name.len() {
        text.push(b'\\');
    }
    let hash = checksum.to_string();
    match checksum.algorithm() {
        Algorithm::Blake3 | Algorithm::Sha256 => {
            text.extend(hash.as_bytes());
            text.extend(b"  ");
            text.extend(escaped);
        }
        Algorithm::Xxh3 => {
            text.extend(b"XXH3 (");
            text.extend(escaped);
            text.extend(b") = ");
            text.extend(hash.as_bytes());
        }
    }
    text.push(b'\n');
}

/// Reads a line without its line feed; none if it states no checksum of a file.
///
/// With an algorithm, only its checksums are understood, and 16 digits are taken for one of XXH3.
pub fn parse_line(line: &[u8], algorithm: Option<Algorithm>) -> Option<Listed> {
    let (is_escaped, line) = match line.strip_prefix(b"\\") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let (name, stated) = tagged(line).or_else(|| plain(line, algorithm))?;
    let stated = match algorithm {
        Some(algorithm) => stated.of(algorithm)?,
        None => stated,
    };
    let name = if is_escaped { unescape(name)? } else { name.to_vec() };
    if name.is_empty() || name.contains(&0) {
        return None;
    }
    Some(Listed { path: OsString::from_vec(name).into(), stated })
}

fn tagged(line: &[u8]) -> Option<(&[u8], Stated)> {
    let (rest, algorithm) = TAGS
        .iter()
        .find_map(|(tag, algorithm)| line.strip_prefix(*tag).map(|rest| (rest, *algorithm)))?;
    let (rest, hash) = rest.split_at_checked(rest.len().checked_sub(2 * algorithm.bytes())?)?;
    let name = rest.strip_suffix(b") = ")?;
    Some((name, Stated::Known(Checksum::parse(algorithm, hash)?)))
}

fn plain(line: &[u8], algorithm: Option<Algorithm>) -> Option<(&[u8], Stated)> {
    let (line, says_xxh3) = match line.strip_prefix(XXH3) {
        Some(rest) => (rest, true),
        None => (line, algorithm == Some(Algorithm::Xxh3)),
    };
    let digits = line.iter().position(|byte| *byte == b' ')?;
    let (hash, name) = line.split_at_checked(digits)?;
    // An asterisk says that the file was read as binary data, as all files are.
    let name = name.strip_prefix(b"  ").or_else(|| name.strip_prefix(b" *"))?;
    let stated = if says_xxh3 {
        Stated::Known(Checksum::parse(Algorithm::Xxh3, hash)?)
    } else {
        let of = |algorithm| Checksum::parse(algorithm, hash);
        Stated::Either([of(Algorithm::Blake3)?, of(Algorithm::Sha256)?])
    };
    Some((name, stated))
}

fn unescape(name: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(name.len());
    let mut bytes = name.iter();
    while let Some(byte) = bytes.next() {
        plain.push(match byte {
            b'\\' => match bytes.next()? {
                b'\\' => b'\\',
                b'n' => b'\n',
                b'r' => b'\r',
                _ => return None,
            },
            byte => *byte,
        });
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use proptest::prelude::*;

    use super::*;
    use crate::sum::Hasher;

    fn empty(algorithm: Algorithm) -> Checksum {
        Hasher::new(algorithm).finish()
    }

    fn line(algorithm: Algorithm, name: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        push_line(&mut text, &empty(algorithm), Path::new(OsStr::from_bytes(name)));
        text
    }

    #[test]
    fn lines_are_those_of_the_tools() {
        let hash = empty(Algorithm::Blake3);
        assert_eq!(line(Algorithm::Blake3, b"a b"), format!("{hash}  a b\n").into_bytes());
        let expected = format!("\\{hash}  a\\nb\\\\c\rd\n").into_bytes();
        assert_eq!(line(Algorithm::Blake3, b"a\nb\\c\rd"), expected);
        let hash = empty(Algorithm::Sha256);
        let expected = format!("\\{hash}  a\\nb\\\\c\\rd\n").into_bytes();
        assert_eq!(line(Algorithm::Sha256, b"a\nb\\c\rd"), expected);
        let expected = b"XXH3 (x\xff) = 2d06800538d394c2\n";
        assert_eq!(line(Algorithm::Xxh3, b"x\xff"), expected);
    }

    #[test]
    fn all_forms_are_read() {
        let sha = empty(Algorithm::Sha256);
        let upper = sha.to_string().to_uppercase();
        let xxh = empty(Algorithm::Xxh3);
        let known = |text: &str| match parse_line(text.as_bytes(), None) {
            Some(Listed { path, stated: Stated::Known(checksum) }) => Some((path, checksum)),
            _ => None,
        };
        let tagged = format!("SHA256 (a) = b) = {upper}");
        assert_eq!(known(&tagged), Some((PathBuf::from("a) = b"), sha)));
        assert_eq!(known(&format!("XXH3_{xxh}  a")), Some((PathBuf::from("a"), xxh)));
        assert_eq!(known(&format!("\\XXH3 (a\\n) = {xxh}")), Some((PathBuf::from("a\n"), xxh)));
        let either = parse_line(format!("{sha} *a").as_bytes(), None).unwrap();
        assert!(either.stated.candidates().contains(&sha));
        let stated = parse_line(format!("{sha}  a").as_bytes(), Some(Algorithm::Sha256)).unwrap();
        assert_eq!(stated.stated, Stated::Known(sha));
        assert!(parse_line(format!("{xxh}  a").as_bytes(), Some(Algorithm::Xxh3)).is_some());
        for wrong in [
            String::new(),
            "# a comment".into(),
            format!("{sha}"),
            format!("{sha}  "),
            format!("{sha} a"),
            format!("{xxh}  a"),
            format!("\\{sha}  a\\x"),
            format!("\\{sha}  a\\"),
            format!("SHA1 (a) = {sha}"),
            format!("SHA256 (a) = {sha}0"),
        ] {
            assert_eq!(parse_line(wrong.as_bytes(), None), None, "{wrong}");
        }
        assert_eq!(parse_line(tagged.as_bytes(), Some(Algorithm::Blake3)), None);
    }

    proptest! {
        #[test]
        fn any_name_comes_back(name in prop::collection::vec(1_u8.., 1..40)) {
            for algorithm in Algorithm::ALL {
                let text = line(algorithm, &name);
                let (last, text) = text.split_last().unwrap();
                prop_assert_eq!((*last, text.contains(last)), (b'\n', false));
                let listed = parse_line(text, None).unwrap();
                prop_assert_eq!(listed.path.as_os_str().as_bytes(), &name);
                prop_assert!(listed.stated.candidates().contains(&empty(algorithm)));
            }
        }
    }
}
