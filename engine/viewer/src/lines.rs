//! Finds where lines begin, near any place of a file of any size.
//!
//! A line that has no end within [`PIECE`] is shown in pieces, so that nothing ever reads more than
//! a few blocks. A place begins a line or a piece if a line break ends there, or if it is a multiple
//! of `PIECE` without a line break in the `PIECE` before it. What is around a place is enough to
//! tell, whichever way one comes from.

use std::io;

use crate::encoding::Encoding;
use crate::source::Source;

/// Bytes of a line that are shown as one, at least.
pub(crate) const PIECE: u64 = 16 << 10;

/// Finds where lines begin.
#[derive(Debug)]
pub(crate) struct Lines {
    pub(crate) source: Source,
    pub(crate) encoding: Encoding,
}

impl Lines {
    /// Gives the first beginning after a place, or the size.
    pub(crate) fn after(&mut self, at: u64) -> io::Result<u64> {
        let size = self.source.size();
        let first = (at / PIECE + 1) * PIECE;
        // Most lines end nearby, and nothing else has to be looked at then.
        let encoding = self.encoding;
        if let Some(end) = encoding.breaks(self.source.slice(at, first)?).next() {
            return Ok(at + end as u64);
        }
        let (from, to) = (first - PIECE, first + PIECE);
        let ends = self.breaks(from, to)?;
        let next = ends.iter().copied().find(|&end| end > at);
        let start = match next {
            Some(end) if end <= first => end,
            // Only a line that began long ago is cut here.
            _ if !ends.iter().any(|&end| end <= at) => self.whole(first)?,
            Some(end) => end,
            None => self.whole(to)?,
        };
        Ok(start.min(size))
    }

    /// Gives the last beginning before a place.
    pub(crate) fn before(&mut self, at: u64) -> io::Result<u64> {
        let mut at = at.min(self.source.size() + 1);
        loop {
            if at <= 1 {
                return Ok(0);
            }
            let last = (at - 1) / PIECE * PIECE;
            let encoding = self.encoding;
            if let Some(end) = encoding.breaks(self.source.slice(last, at - 1)?).next_back() {
                return Ok(last + end as u64);
            }
            let ends = self.breaks(last.saturating_sub(PIECE), at)?;
            match ends.iter().rev().copied().find(|&end| end < at) {
                Some(end) => return Ok(end),
                None if last == 0 => return Ok(0),
                None => {
                    let start = self.whole(last)?;
                    if start < at {
                        return Ok(start);
                    }
                    at = last;
                }
            }
        }
    }

    /// Gives the beginning of the line or piece that a place is in.
    pub(crate) fn around(&mut self, at: u64) -> io::Result<u64> {
        self.before(at.min(self.source.size()) + 1)
    }

    /// Tells whether a line, and not only a piece of one, begins at a place.
    pub(crate) fn is_line(&mut self, at: u64) -> io::Result<bool> {
        let unit = self.encoding.unit() as u64;
        Ok(at == 0 || self.breaks(at.saturating_sub(unit), at)?.contains(&at))
    }

    /// Gives the ends of line breaks in `from..to`, where `from` itself does not count.
    fn breaks(&mut self, from: u64, to: u64) -> io::Result<Vec<u64>> {
        let encoding = self.encoding;
        let bytes = self.source.slice(from, to)?;
        Ok(encoding.breaks(bytes).map(|end| from + end as u64).collect())
    }

    /// Moves a place past the rest of a character.
    fn whole(&mut self, at: u64) -> io::Result<u64> {
        if self.encoding != Encoding::Utf8 {
            return Ok(at);
        }
        let rest = self.source.slice(at, at + 3)?;
        Ok(at + rest.iter().take_while(|byte| (0x80..0xc0).contains(*byte)).count() as u64)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(bytes: Vec<u8>) -> Lines {
        let (encoding, _) = Encoding::of(&bytes);
        Lines { source: Source::memory(bytes), encoding }
    }

    fn starts(lines: &mut Lines) -> Vec<u64> {
        let mut starts = vec![0];
        loop {
            let next = lines.after(starts[starts.len() - 1]).unwrap();
            if next >= lines.source.size() {
                return starts;
            }
            starts.push(next);
        }
    }

    #[test]
    fn lines_begin_after_breaks() {
        let mut lines = lines(b"one\ntwo\r\n\nfour".to_vec());
        assert_eq!(starts(&mut lines), [0, 4, 9, 10]);
        assert_eq!(lines.before(10).unwrap(), 9);
        assert_eq!(lines.around(8).unwrap(), 4);
        assert_eq!(lines.around(14).unwrap(), 10);
    }

    #[test]
    fn utf16_breaks_are_whole_units() {
        let text = "a\n\u{0a0a}\u{010a}b\nc";
        let mut bytes = vec![0xff, 0xfe];
        bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        let mut little = lines(bytes.clone());
        assert_eq!(starts(&mut little), [0, 6, 14]);
        bytes.as_chunks_mut::<2>().0.iter_mut().for_each(|pair| pair.reverse());
        let mut big = lines(bytes);
        assert_eq!(starts(&mut big), [0, 6, 14]);
        assert_eq!(big.encoding.decode(&[0, b'a', 0, b'\r', 0, b'\n']), b"a");
    }

    #[test]
    fn lines_of_latin1_begin_after_breaks() {
        let mut lines = Lines {
            source: Source::memory(b"caf\xe9\r\n\xfc".to_vec()),
            encoding: Encoding::Latin1,
        };
        assert_eq!(starts(&mut lines), [0, 6]);
    }

    #[test]
    fn a_line_without_end_comes_in_pieces() {
        let mut lines = lines("ä".repeat(200_000).into_bytes());
        let starts = starts(&mut lines);
        assert_eq!(starts.len(), 25);
        assert!(starts.iter().all(|start| start.is_multiple_of(2)), "no character is cut");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn both_ways_meet_the_same_beginnings(
            runs in prop::collection::vec((0..40_000_usize, any::<bool>()), 0..8),
        ) {
            let mut bytes = Vec::new();
            for (len, breaks) in runs {
                bytes.extend(std::iter::repeat_n("é".as_bytes(), len / 2).flatten());
                if breaks {
                    bytes.push(b'\n');
                }
            }
            let mut lines = lines(bytes);
            let starts = starts(&mut lines);
            for pair in starts.windows(2) {
                prop_assert!(pair[1] - pair[0] <= 2 * PIECE + 3);
                prop_assert_eq!(lines.before(pair[1]).unwrap(), pair[0]);
                prop_assert_eq!(lines.around(pair[1] - 1).unwrap(), pair[0]);
                prop_assert_eq!(lines.around(pair[1]).unwrap(), pair[1]);
            }
        }
    }
}
