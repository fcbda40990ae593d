//! Searches in files of any size, block by block.

use std::io;
use std::ops::Range;

use memchr::memmem;

use crate::encoding::Encoding;
use crate::source::{BLOCK, CancelToken, Source};

/// The longest pattern in bytes.
const LONGEST: usize = 1 << 10;

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    bytes: Vec<u8>,
    /// Whether capitals count; they do where the pattern has one.
    exact: bool,
    /// Bytes of a unit: hits in UTF-16 and UTF-32 begin at whole ones.
    unit: usize,
}

impl Pattern {
    /// Reads what was typed: text, or bytes as `x:DEADBEEF`. Gives nothing for no pattern.
    pub(crate) fn new(typed: &str, encoding: Encoding) -> Option<Self> {
        let raw = typed.strip_prefix("x:").and_then(hex);
        let exact = raw.is_some() || typed.chars().any(|c| c.is_ascii_uppercase());
        let unit = if raw.is_some() { 1 } else { encoding.unit() };
        let bytes = raw.unwrap_or_else(|| encoding.encode(typed));
        let fits = (1..=LONGEST).contains(&bytes.len());
        fits.then_some(Self { bytes, exact, unit })
    }

    /// Gives the pattern that finds in decoded text what this one finds in the file.
    pub(crate) fn decoded(&self, encoding: Encoding) -> Option<Self> {
        let bytes = match encoding {
            Encoding::Utf8 => self.bytes.clone(),
            other => other.decode(&self.bytes),
        };
        (!bytes.is_empty()).then_some(Self { bytes, exact: self.exact, unit: 1 })
    }

    /// Looks in one direction and then in the rest, and tells whether it had to go past the end.
    ///
    /// # Errors
    /// `Interrupted` if the result is no longer needed.
    pub(crate) fn search(
        &self,
        source: &Source,
        from: u64,
        back: bool,
        cancel: &CancelToken,
    ) -> io::Result<(Option<u64>, bool)> {
        let (near, far) = (0..from, from..u64::MAX);
        let hit = if back {
            self.walk(source, near, cancel, true)?
        } else {
            self.walk(source, far.clone(), cancel, false)?
        };
        if hit.is_some() {
            return Ok((hit, false));
        }
        let rest = if back { far } else { 0..from };
        Ok((self.walk(source, rest, cancel, back)?, true))
    }

    /// Tells which hit of how many begins at a place.
    ///
    /// # Errors
    /// As [`Self::search`].
    pub(crate) fn rank(
        &self,
        source: &Source,
        hit: u64,
        cancel: &CancelToken,
    ) -> io::Result<(u64, u64)> {
        let (mut rank, mut count) = (0, 0);
        let mut buffer = Vec::new();
        for block in 0..source.size().div_ceil(BLOCK as u64) {
            let starts = self.block(source, block, &(0..source.size()), &mut buffer, cancel)?;
            count += starts.len() as u64;
            rank += starts.partition_point(|start| *start <= hit) as u64;
        }
        Ok((rank, count))
    }

    /// Gives the length of a hit in bytes.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Gives all hits in bytes that begin at a whole unit; they do not overlap.
    pub(crate) fn hits(&self, bytes: &[u8]) -> Vec<Range<usize>> {
        let folded = self.fold(bytes);
        let mut hits = Vec::new();
        let finder = memmem::Finder::new(&self.bytes);
        let mut at = 0;
        while let Some(place) = finder.find(&folded[at..]) {
            let start = at + place;
            if start.is_multiple_of(self.unit) {
                hits.push(start..start + self.bytes.len());
                at = start + self.bytes.len();
            } else {
                at = start + 1;
            }
        }
        hits
    }

    fn fold<'a>(&self, bytes: &'a [u8]) -> std::borrow::Cow<'a, [u8]> {
        // Only ASCII is folded: nothing else keeps its length.
        if self.exact { bytes.into() } else { bytes.to_ascii_lowercase().into() }
    }

    /// Gives the first hit in a range that begins there, or the last one.
    fn walk(
        &self,
        source: &Source,
        range: Range<u64>,
        cancel: &CancelToken,
        back: bool,
    ) -> io::Result<Option<u64>> {
        let range = range.start..range.end.min(source.size());
        let first = range.start / BLOCK as u64;
        let count = range.end.div_ceil(BLOCK as u64).saturating_sub(first);
        let mut buffer = Vec::new();
        for nth in 0..count {
            let block = first + if back { count - 1 - nth } else { nth };
            let starts = self.block(source, block, &range, &mut buffer, cancel)?;
            let hit = if back { starts.last() } else { starts.first() };
            if hit.is_some() {
                return Ok(hit.copied());
            }
        }
        Ok(None)
    }

    /// Gives where hits begin in one block and in a range.
    fn block(
        &self,
        source: &Source,
        block: u64,
        range: &Range<u64>,
        buffer: &mut Vec<u8>,
        cancel: &CancelToken,
    ) -> io::Result<Vec<u64>> {
        if cancel.is_over() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        // Blocks begin at whole units, and reach into the next one by the length of a hit.
        buffer.resize(BLOCK + self.bytes.len() - 1, 0);
        let from = block * BLOCK as u64;
        let len = source.read(from, buffer)?;
        let starts = self.starts(&buffer[..len]).map(|start| from + start as u64);
        Ok(starts.filter(|start| range.contains(start)).collect())
    }

    /// Gives where hits begin, overlapping ones too, so that a search finds the same from any place.
    fn starts<'a>(&'a self, bytes: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        let folded = self.fold(bytes);
        let finder = memmem::Finder::new(&self.bytes);
        let mut at = 0;
        std::iter::from_fn(move || {
            loop {
                let start = at + finder.find(folded.get(at..)?)?;
                at = start + 1;
                if start.is_multiple_of(self.unit) {
                    return Some(start);
                }
            }
        })
    }
}

/// Reads hexadecimal digits in pairs; spaces between them do not matter.
fn hex(digits: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = digits.bytes().filter(|byte| *byte != b' ').collect();
    let (pairs, rest) = digits.as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    if rest.is_empty() { pairs.iter().map(byte).collect() } else { None }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicU64;

    use super::*;

    fn first(text: &str, bytes: Vec<u8>, range: Range<u64>) -> Option<u64> {
        let pattern = Pattern::new(text, Encoding::Utf8).unwrap();
        let cancel = CancelToken::new(&Arc::new(AtomicU64::new(0)), 0);
        pattern.walk(&Source::memory(bytes), range, &cancel, false).unwrap()
    }

    #[test]
    fn small_letters_find_capitals_and_not_the_other_way() {
        let bytes = b"One one ONE".to_vec();
        assert_eq!(first("one", bytes.clone(), 0..99), Some(0));
        assert_eq!(first("One", bytes.clone(), 1..99), None);
        assert_eq!(first("ONE", bytes, 0..99), Some(8));
    }

    #[test]
    fn hits_across_blocks_are_found_both_ways() {
        let mut bytes = vec![b'.'; 3 * BLOCK];
        for place in [BLOCK - 2, 2 * BLOCK - 1] {
            bytes[place..place + 4].copy_from_slice(b"need");
        }
        let source = Source::memory(bytes);
        let pattern = Pattern::new("need", Encoding::Utf8).unwrap();
        let cancel = CancelToken::new(&Arc::new(AtomicU64::new(0)), 0);
        let find = |range, back| pattern.walk(&source, range, &cancel, back).unwrap();
        let (one, two) = (BLOCK as u64 - 2, 2 * BLOCK as u64 - 1);
        assert_eq!(find(0..u64::MAX, false), Some(one));
        assert_eq!(find(one + 1..u64::MAX, false), Some(two));
        assert_eq!(find(0..u64::MAX, true), Some(two));
        assert_eq!(find(0..two, true), Some(one));
        assert_eq!(find(0..one, true), None);
        assert_eq!(pattern.search(&source, 0, true, &cancel).unwrap(), (Some(two), true));
        assert_eq!(pattern.search(&source, two + 1, false, &cancel).unwrap(), (Some(one), true));
        assert_eq!(pattern.rank(&source, two, &cancel).unwrap(), (2, 2));
    }

    #[test]
    fn bytes_are_written_in_hexadecimal() {
        assert_eq!(first("x:DE AD", vec![0, 0xde, 0xad], 0..9), Some(1));
        assert_eq!(first("x:1", b"x:1".to_vec(), 0..9), Some(0), "odd digits are text");
    }

    #[test]
    fn utf16_is_searched_at_whole_units() {
        let pattern = Pattern::new("ab", Encoding::Utf16Le).unwrap();
        assert_eq!(pattern.hits(b"\0a\0b\0a\0b\0"), Vec::<Range<usize>>::new());
        assert_eq!(pattern.hits(b"a\0b\0").first(), Some(&(0..4)));
    }

    #[test]
    fn one_byte_encodings_are_searched_by_their_bytes() {
        for encoding in [Encoding::Latin1, Encoding::Windows1252] {
            let pattern = Pattern::new("café", encoding).unwrap();
            assert_eq!(pattern.hits(b"a caf\xe9").first(), Some(&(2..6)));
            let decoded = pattern.decoded(encoding).unwrap();
            assert_eq!(decoded.hits("a café".as_bytes()).first(), Some(&(2..7)));
        }
    }

    #[test]
    fn a_search_that_is_not_wanted_ends() {
        let pattern = Pattern::new("a", Encoding::Utf8).unwrap();
        let over = CancelToken::new(&Arc::new(AtomicU64::new(0)), 1);
        let error = pattern.walk(&Source::memory(vec![0; 9]), 0..9, &over, true).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::Interrupted);
    }
}
