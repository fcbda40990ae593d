//! Cuts the line that a search found to what a row can show.

use std::ops::Range;

/// The most bytes of a line that are kept.
const SHOWN: usize = 512;

/// Bytes that are kept before the match where the line is longer.
const BEFORE: usize = 128;

/// The first line of a file in which a search found its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchedLine {
    /// Its number, counted from 1.
    pub number: u64,
    /// At most 512 bytes of it around the match, without the white space at both ends.
    pub text: Vec<u8>,
    /// Where the match is in `text`.
    pub hit: Range<usize>,
    /// Whether the line has more before `text`, and after it.
    pub cut: [bool; 2],
    /// Lines of the file that match.
    pub lines: u64,
    /// Whether the counting ended before the end of the file.
    pub has_more: bool,
}

impl MatchedLine {
    /// Keeps what is around a match.
    pub(super) fn new(number: u64, line: &[u8], hit: Range<usize>) -> Self {
        let end = line.trim_ascii_end().len();
        let start = line.len() - line.trim_ascii_start().len();
        // A match of white space is shown all the same.
        let (start, end) = (start.min(hit.start), end.max(hit.end).min(line.len()));
        let (from, to) = if end - start <= SHOWN {
            (start, end)
        } else {
            let from = hit.start.saturating_sub(BEFORE).clamp(start, end - SHOWN);
            (letter(line, from), letter(line, from + SHOWN))
        };
        let within = |at: usize| at.clamp(from, to) - from;
        Self {
            number,
            text: line[from..to].to_vec(),
            hit: within(hit.start)..within(hit.end),
            cut: [from > start, to < end],
            lines: 1,
            has_more: false,
        }
    }
}

/// Gives the place of the nearest letter of UTF-8 that does not begin before `at`.
fn letter(line: &[u8], at: usize) -> usize {
    let is_inside = |at: usize| line.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    (at..at + 4).find(|&at| !is_inside(at)).unwrap_or(at).min(line.len())
}
