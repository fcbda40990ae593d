//! Computes the checksum of content with holes, whose zeros cost nothing.

use super::Hasher;
use crate::contract::checksum::{Algorithm, Checksum};

/// Bytes of a block: whole blocks of zeros are counted, and not read.
const BLOCK: u64 = 64 << 10;

/// Zeros to compare with, and to take where a block has others, too.
static ZEROS: [u8; BLOCK as usize] = [0; BLOCK as usize];

/// Computes a checksum of content of which large parts may be holes.
///
/// Each run of whole blocks of zeros counts as its place and length, so that a hole of a terabyte takes as long as one of a
/// byte. What is a hole and what is zeros that were written makes no difference, as it may differ between two copies of a file.
/// Two ends of a connection compare these checksums with each other; no list and no screen has them, since they are not those
/// of the known tools.
#[derive(Clone, Debug)]
pub(crate) struct SparseHasher {
    /// Of the blocks that are not all zeros.
    data: Hasher,
    /// Of the places and lengths of the runs of other blocks, in blocks.
    runs: Hasher,
    /// Bytes so far.
    bytes: u64,
    /// Zeros at the end of what was taken, from the beginning of a block on; none within a block with other bytes.
    zeros: Option<u64>,
}

impl SparseHasher {
    /// Begins with no content.
    pub(crate) fn new() -> Self {
        let hasher = Hasher::new(Algorithm::Xxh3);
        Self { data: hasher.clone(), runs: hasher, bytes: 0, zeros: Some(0) }
    }

    /// Takes the next part of the content.
    pub(crate) fn update(&mut self, mut part: &[u8]) {
        while !part.is_empty() {
            let (now, later) = part.split_at((self.left() as usize).min(part.len()));
            part = later;
            let are_zeros = ZEROS.get(..now.len()) == Some(now);
            match &mut self.zeros {
                Some(zeros) if are_zeros => *zeros += now.len() as u64,
                Some(_) => {
                    self.count_zeros();
                    self.data.update(now);
                    self.zeros = None;
                }
                None => self.data.update(now),
            }
            self.advance(now.len() as u64);
        }
    }

    /// Takes a hole.
    pub(crate) fn update_with_hole(&mut self, bytes: u64) {
        let mut left = bytes;
        if self.zeros.is_none() {
            let now = left.min(self.left());
            self.data.update(ZEROS.get(..now as usize).unwrap_or_default());
            self.advance(now);
            left -= now;
        }
        if let Some(zeros) = &mut self.zeros {
            *zeros += left;
            self.bytes += left;
        }
    }

    /// Gives the checksum of all that it took.
    pub(crate) fn finish(mut self) -> Checksum {
        self.count_zeros();
        let mut whole = Hasher::new(Algorithm::Xxh3);
        whole.update(&self.bytes.to_le_bytes());
        for part in [self.data.finish(), self.runs.finish()] {
            whole.update(part.to_string().as_bytes());
        }
        whole.finish()
    }

    /// Bytes that the block has left.
    fn left(&self) -> u64 {
        BLOCK - self.bytes % BLOCK
    }

    fn advance(&mut self, bytes: u64) {
        self.bytes += bytes;
        if self.zeros.is_none() && self.bytes.is_multiple_of(BLOCK) {
            self.zeros = Some(0);
        }
    }

    /// Notes the run of zeros that ends here: whole blocks by their number, and those at the beginning of this block as
    /// data.
    fn count_zeros(&mut self) {
        let zeros = self.zeros.unwrap_or(0);
        let within = zeros % BLOCK;
        let blocks = zeros / BLOCK;
        if blocks > 0 {
            self.runs.update(&((self.bytes - zeros) / BLOCK).to_le_bytes());
            self.runs.update(&blocks.to_le_bytes());
        }
        self.data.update(ZEROS.get(..within as usize).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(content: &[u8]) -> String {
        let mut hasher = SparseHasher::new();
        hasher.update(content);
        hasher.finish().to_string()
    }

    #[test]
    fn contents_that_differ_have_other_checksums() {
        let block = BLOCK as usize;
        let mut contents = Vec::new();
        for len in [0, 1, block - 1, block, block + 1, 2 * block, 3 * block] {
            contents.push(vec![0; len]);
            for at in [0, 1, block - 1, block, 2 * block - 1, 2 * block] {
                if at < len {
                    contents.push(vec![0; len]);
                    contents.last_mut().unwrap()[at] = 1;
                }
            }
        }
        let sums: std::collections::HashSet<String> = contents.iter().map(|it| of(it)).collect();
        assert_eq!(sums.len(), contents.len());
    }

    #[test]
    fn a_hole_of_any_size_is_taken_at_once() {
        let sum = |bytes| {
            let mut hasher = SparseHasher::new();
            hasher.update(b"head");
            hasher.update_with_hole(bytes);
            hasher.update(b"tail");
            hasher.finish().to_string()
        };
        assert_ne!(sum(1 << 60), sum((1 << 60) + BLOCK));
    }

    /// A part of a file: bytes of it, and whether they are a hole.
    fn parts() -> impl Strategy<Value = Vec<(usize, u8, bool)>> {
        let len = prop_oneof![0_usize..100, 65_000_usize..66_000, 131_000_usize..132_000];
        prop::collection::vec((len, 0_u8..2, any::<bool>()), 0..6)
    }

    proptest! {
        #[test]
        fn neither_holes_nor_steps_make_a_difference(parts in parts(), step in 1_usize..100_000) {
            let mut hasher = SparseHasher::new();
            let mut content = Vec::new();
            for (len, byte, is_hole) in parts {
                let part = vec![byte; len];
                if is_hole && byte == 0 {
                    hasher.update_with_hole(len as u64);
                } else {
                    for part in part.chunks(step) {
                        hasher.update(part);
                    }
                }
                content.extend(part);
            }
            prop_assert_eq!(hasher.finish().to_string(), of(&content));
        }
    }
}
