//! Defines checksums: which algorithms there are, and how a checksum is written.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Names how a checksum is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum Algorithm {
    /// BLAKE3, 256 bits: no one can make another file with the same checksum.
    #[default]
    Blake3,
    /// SHA-256: as safe, known everywhere, and slower.
    Sha256,
    /// XXH3, 64 bits: finds damage, but no one who means harm.
    Xxh3,
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Self; 3] = [Self::Blake3, Self::Sha256, Self::Xxh3];

    /// Gives its name, as options and JSON have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blake3 => "blake3",
            Self::Sha256 => "sha256",
            Self::Xxh3 => "xxh3",
        }
    }

    /// Finds an algorithm by its name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// Gives the bytes of its checksums.
    pub fn bytes(self) -> usize {
        match self {
            Self::Blake3 | Self::Sha256 => 32,
            Self::Xxh3 => 8,
        }
    }
}

/// The checksum of a file's content.
///
/// It is shown, and written in JSON, as lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "ChecksumForm", try_from = "ChecksumForm")]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "bindings", schemars(with = "ChecksumForm"), ts(as = "ChecksumForm"))]
pub struct Checksum {
    algorithm: Algorithm,
    /// The bytes that the algorithm gives; the rest is zero.
    bytes: [u8; 32],
}

impl Checksum {
    /// Takes the bytes that an algorithm gave, and those alone.
    pub(crate) fn new(algorithm: Algorithm, given: &[u8]) -> Self {
        let mut bytes = [0; 32];
        for (byte, given) in bytes.iter_mut().zip(given) {
            *byte = *given;
        }
        Self { algorithm, bytes }
    }

    /// Reads hexadecimal digits of any case; none if they are not as many as the algorithm gives.
    pub fn parse(algorithm: Algorithm, hex: &[u8]) -> Option<Self> {
        let (pairs, rest) = hex.as_chunks::<2>();
        if pairs.len() != algorithm.bytes() || !rest.is_empty() {
            return None;
        }
        let digit = |digit: u8| (digit as char).to_digit(16);
        let bytes = pairs.iter().map(|[high, low]| Some((digit(*high)? << 4 | digit(*low)?) as u8));
        let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
        Some(Self::new(algorithm, &bytes))
    }

    /// Gives how it was computed.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Gives its bytes.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.algorithm.bytes()).unwrap_or_default()
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.algorithm.name())
    }
}

/// The spelling of a [`Checksum`] in JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "bindings", schemars(rename = "Checksum"), ts(rename = "Checksum"))]
pub(crate) struct ChecksumForm {
    /// How it was computed.
    algorithm: Algorithm,
    /// Its hexadecimal digits.
    hash: String,
}

impl From<Checksum> for ChecksumForm {
    fn from(checksum: Checksum) -> Self {
        Self { algorithm: checksum.algorithm, hash: checksum.to_string() }
    }
}

impl TryFrom<ChecksumForm> for Checksum {
    type Error = &'static str;

    fn try_from(form: ChecksumForm) -> Result<Self, Self::Error> {
        Self::parse(form.algorithm, form.hash.as_bytes()).ok_or("not a checksum of this algorithm")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_is_spelled_and_read() {
        let text = r#"{"algorithm":"xxh3","hash":"2d06800538d394c2"}"#;
        let checksum: Checksum = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&checksum).unwrap(), text);
        assert_eq!(checksum.bytes(), [0x2d, 0x06, 0x80, 0x05, 0x38, 0xd3, 0x94, 0xc2]);
        assert_eq!(Checksum::parse(Algorithm::Xxh3, b"2D06800538D394C2"), Some(checksum));
        for wrong in ["2d06800538d394c", "2d06800538d394cg", "2d06800538d394c200", ""] {
            assert_eq!(Checksum::parse(Algorithm::Xxh3, wrong.as_bytes()), None, "{wrong}");
        }
        assert!(serde_json::from_str::<Checksum>(r#"{"algorithm":"sha256","hash":"00"}"#).is_err());
    }

    #[test]
    fn names_are_those_of_the_wire() {
        for algorithm in Algorithm::ALL {
            let spelled = serde_json::to_string(&algorithm).unwrap();
            assert_eq!(spelled, format!("\"{}\"", algorithm.name()));
            assert_eq!(Algorithm::named(algorithm.name()), Some(algorithm));
        }
    }
}
