//! Computes checksums from content that comes in parts.

use std::fmt;
use std::hash::Hasher as _;

use sha2::Digest as _;
use twox_hash::XxHash3_64;

use crate::contract::checksum::{Algorithm, Checksum};

/// Bytes of a hole that are taken at a time.
static ZEROS: [u8; 64 << 10] = [0; 64 << 10];

/// Computes the checksum of content that comes in parts.
///
/// ```
/// use fcp_engine::sum::{Algorithm, Hasher};
///
/// let mut hasher = Hasher::new(Algorithm::Xxh3);
/// hasher.update(b"one ");
/// hasher.update(b"two");
/// let mut whole = Hasher::new(Algorithm::Xxh3);
/// whole.update(b"one two");
/// assert_eq!(hasher.finish(), whole.finish());
/// ```
#[derive(Clone)]
pub struct Hasher(State);

#[derive(Clone)]
enum State {
    Blake3(Box<blake3::Hasher>),
    Sha256(sha2::Sha256),
    Xxh3(Box<XxHash3_64>),
}

impl Hasher {
    /// Begins with no content.
    pub fn new(algorithm: Algorithm) -> Self {
        Self(match algorithm {
            Algorithm::Blake3 => State::Blake3(Box::new(blake3::Hasher::new())),
            Algorithm::Sha256 => State::Sha256(sha2::Sha256::new()),
            Algorithm::Xxh3 => State::Xxh3(Box::new(XxHash3_64::new())),
        })
    }

    /// Gives how it computes.
    pub fn algorithm(&self) -> Algorithm {
        match &self.0 {
            State::Blake3(_) => Algorithm::Blake3,
            State::Sha256(_) => Algorithm::Sha256,
            State::Xxh3(_) => Algorithm::Xxh3,
        }
    }

    /// Takes the next part of the content.
    pub fn update(&mut self, part: &[u8]) {
        match &mut self.0 {
            State::Blake3(state) => drop(state.update(part)),
            State::Sha256(state) => state.update(part),
            State::Xxh3(state) => state.write(part),
        }
    }

    /// Takes the next part of the content, with all threads of the rayon pool in which it is called if the
    /// algorithm can; only BLAKE3 can, and gains from 128 KiB on.
    pub fn update_in_parallel(&mut self, part: &[u8]) {
        match &mut self.0 {
            State::Blake3(state) => drop(state.update_rayon(part)),
            State::Sha256(_) | State::Xxh3(_) => self.update(part),
        }
    }

    /// Takes zeros, of which a hole seems to consist; at most 64 KiB, and gives how many.
    pub(crate) fn update_with_zeros(&mut self, most: u64) -> u64 {
        let zeros = ZEROS.get(..most.min(ZEROS.len() as u64) as usize).unwrap_or_default();
        self.update(zeros);
        zeros.len() as u64
    }

    /// Gives the checksum of all that it took.
    pub fn finish(self) -> Checksum {
        match self.0 {
            State::Blake3(state) => Checksum::new(Algorithm::Blake3, state.finalize().as_bytes()),
            State::Sha256(state) => Checksum::new(Algorithm::Sha256, &state.finalize()),
            State::Xxh3(state) => Checksum::new(Algorithm::Xxh3, &state.finish().to_be_bytes()),
        }
    }
}

impl fmt::Debug for Hasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Hasher").field(&self.algorithm()).finish()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(algorithm: Algorithm, content: &[u8]) -> String {
        let mut hasher = Hasher::new(algorithm);
        hasher.update(content);
        hasher.finish().to_string()
    }

    #[test]
    fn checksums_are_those_of_the_known_tools() {
        for (algorithm, empty, abc) in [
            (
                Algorithm::Blake3,
                "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
                "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85",
            ),
            (
                Algorithm::Sha256,
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ),
            (Algorithm::Xxh3, "2d06800538d394c2", "78af5f94892f3950"),
        ] {
            assert_eq!(of(algorithm, b""), empty);
            assert_eq!(of(algorithm, b"abc"), abc);
        }
    }

    #[test]
    fn zeros_and_parallel_parts_are_parts() {
        for algorithm in Algorithm::ALL {
            let mut hasher = Hasher::new(algorithm);
            hasher.update_in_parallel(&vec![7; 300_000]);
            let mut left = 200_000;
            while left > 0 {
                left -= hasher.update_with_zeros(left);
            }
            let whole = [vec![7; 300_000], vec![0; 200_000]].concat();
            assert_eq!(hasher.finish().to_string(), of(algorithm, &whole));
        }
    }

    proptest! {
        #[test]
        fn parts_make_a_whole(parts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..900), 0..6)) {
            for algorithm in Algorithm::ALL {
                let mut hasher = Hasher::new(algorithm);
                for part in &parts {
                    hasher.update(part);
                }
                prop_assert_eq!(hasher.finish().to_string(), of(algorithm, &parts.concat()));
            }
        }
    }
}
