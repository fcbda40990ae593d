//! Finds which lines of two texts belong together.

use std::collections::HashMap;
use std::ops::Range;
use std::time::Instant;

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

/// Lines up to which texts are compared by lines.
const MOST: usize = 300_000;

/// Two texts side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    texts: [Text; 2],
    rows: Vec<Row>,
    differences: Vec<Range<usize>>,
    is_rough: bool,
}

/// A row: a line of the left text and one of the right text, counted from 0. At least one of them is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line on the left; none if the right text alone has this line.
    pub left: Option<u32>,
    /// The line on the right; none if the left text alone has this line.
    pub right: Option<u32>,
    /// Whether both lines are the same.
    pub is_same: bool,
}

/// A text with the places of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Text {
    bytes: Vec<u8>,
    /// Where each line begins, and the end of the text.
    starts: Vec<u32>,
}

impl Text {
    fn new(bytes: Vec<u8>) -> Self {
        let breaks = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let mut starts = vec![0];
        starts.extend(breaks.map(|(at, _)| at as u32 + 1));
        if starts.last() != Some(&(bytes.len() as u32)) {
            starts.push(bytes.len() as u32);
        }
        Self { bytes, starts }
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Gives a line with its line break.
    fn line(&self, n: usize) -> &[u8] {
        let range = self.starts.get(n).zip(self.starts.get(n + 1));
        let range = range.map(|(&start, &end)| start as usize..end as usize);
        range.and_then(|range| self.bytes.get(range)).unwrap_or_default()
    }
}

impl Lines {
    /// Compares two texts that differ; gives them back if they have too many lines.
    ///
    /// # Errors
    /// They have too many lines.
    pub(super) fn new(
        texts: [Vec<u8>; 2],
        ignores_space: bool,
        deadline: Instant,
    ) -> Result<Self, [Vec<u8>; 2]> {
        let texts = texts.map(Text::new);
        if texts.iter().any(|text| text.len() > MOST) {
            return Err(texts.map(|text| text.bytes));
        }
        let mut known = HashMap::new();
        let mut numbers = |text: &Text| -> Vec<u32> {
            let mut number = |n| {
                let line = text.line(n);
                let key = if ignores_space { squeezed(line) } else { line.to_vec() };
                let next = known.len() as u32;
                *known.entry(key).or_insert(next)
            };
            (0..text.len()).map(&mut number).collect()
        };
        let [left, right] = [numbers(&texts[0]), numbers(&texts[1])];
        let found = capture_diff_slices_deadline(Algorithm::Myers, &left, &right, Some(deadline));
        let is_rough = Instant::now() > deadline;
        let mut rows = Vec::with_capacity(left.len().max(right.len()));
        for part in found {
            add(&mut rows, part);
        }
        let differences = differences(&rows);
        Ok(Self { texts, rows, differences, is_rough })
    }

    /// Gives the rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Gives the rows of each difference, in their order.
    pub fn differences(&self) -> &[Range<usize>] {
        &self.differences
    }

    /// Tells whether the search was cut short, so that more lines than needed are shown as different.
    pub fn is_rough(&self) -> bool {
        self.is_rough
    }

    /// Gives the number of lines of both texts.
    pub fn counts(&self) -> [usize; 2] {
        self.texts.each_ref().map(Text::len)
    }

    /// Gives a line of the left (0) or the right (1) text, without its line break.
    pub fn line(&self, side: usize, n: u32) -> &[u8] {
        let line = self.texts.get(side).map_or(&[][..], |text| text.line(n as usize));
        line.strip_suffix(b"\n").unwrap_or(line)
    }

    /// Tells whether a line has no line break behind it, as only the last one of a text can.
    pub fn lacks_break(&self, side: usize, n: u32) -> bool {
        self.texts.get(side).is_some_and(|text| !text.line(n as usize).ends_with(b"\n"))
    }

    /// Gives the parts of the two lines of a row that differ, as ranges of their bytes.
    pub fn changed(&self, row: &Row) -> Option<[Range<usize>; 2]> {
        let (left, right) = (row.left?, row.right?);
        (!row.is_same).then(|| changed(self.line(0, left), self.line(1, right)))
    }

    /// Gives the difference after a row, or before it.
    pub fn next(&self, row: usize, backwards: bool) -> Option<usize> {
        if backwards {
            self.differences.partition_point(|range| range.start < row).checked_sub(1)
        } else {
            let next = self.differences.partition_point(|range| range.start <= row);
            (next < self.differences.len()).then_some(next)
        }
    }
}

/// Adds the rows of a part; lines that replace others stand beside them as far as there are as many.
fn add(rows: &mut Vec<Row>, part: DiffOp) {
    let is_same = matches!(part, DiffOp::Equal { .. });
    let (left, right) = (part.old_range(), part.new_range());
    for n in 0..left.len().max(right.len()) {
        let line = |range: &Range<usize>| (n < range.len()).then(|| (range.start + n) as u32);
        rows.push(Row { left: line(&left), right: line(&right), is_same });
    }
}

fn differences(rows: &[Row]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (n, _) in rows.iter().enumerate().filter(|(_, row)| !row.is_same) {
        match found.last_mut() {
            Some(last) if last.end == n => last.end = n + 1,
            _ => found.push(n..n + 1),
        }
    }
    found
}

/// Gives a line without the spaces around it and with one space for several; the first half of a line end of Windows is
/// one, too.
fn squeezed(line: &[u8]) -> Vec<u8> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let words =
        line.split(|byte| matches!(byte, b' ' | b'\t' | b'\r')).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(&b' ')
}

/// Gives what lies between the beginning and the end that two lines have in common.
fn changed(left: &[u8], right: &[u8]) -> [Range<usize>; 2] {
    // A byte in the middle of a character of UTF-8.
    let inside = |line: &[u8], at: usize| line.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let mut start = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    while start > 0 && (inside(left, start) || inside(right, start)) {
        start -= 1;
    }
    let (left_rest, right_rest) = (&left[start..], &right[start..]);
    let ends = left_rest.iter().rev().zip(right_rest.iter().rev());
    let mut end = ends.take_while(|(left, right)| left == right).count();
    while end > 0 && inside(left, left.len() - end) {
        end -= 1;
    }
    [start..left.len() - end, start..right.len() - end]
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    fn compared(left: &str, right: &str, ignores_space: bool) -> Lines {
        let texts = [left, right].map(|text| text.as_bytes().to_vec());
        Lines::new(texts, ignores_space, Instant::now() + Duration::from_secs(60)).unwrap()
    }

    /// Writes the rows as `a=a`, `b!c`, `d<`, `>e`.
    fn rows(lines: &Lines) -> Vec<String> {
        let text = |side, n: Option<u32>| {
            n.map_or_else(String::new, |n| {
                String::from_utf8_lossy(lines.line(side, n)).into_owned()
            })
        };
        let sign = |row: &Row| match (row.left, row.right) {
            _ if row.is_same => '=',
            (Some(_), Some(_)) => '!',
            (Some(_), None) => '<',
            _ => '>',
        };
        let shown = |row: &Row| format!("{}{}{}", text(0, row.left), sign(row), text(1, row.right));
        lines.rows().iter().map(shown).collect()
    }

    #[test]
    fn equal_lines_stand_beside_each_other() {
        let lines = compared("a\nb\nc\nd\n", "a\nx\nc\nd\ne\n", false);
        assert_eq!(rows(&lines), ["a=a", "b!x", "c=c", "d=d", ">e"]);
        assert_eq!((lines.differences(), lines.is_rough()), (&[1..2, 4..5][..], false));
        assert_eq!(lines.counts(), [4, 5]);
        assert_eq!((lines.next(0, false), lines.next(1, false)), (Some(0), Some(1)));
        assert_eq!((lines.next(4, false), lines.next(4, true)), (None, Some(0)));
        assert_eq!(lines.next(1, true), None);
        let lines = compared("a\nb\n", "b\n", false);
        assert_eq!(rows(&lines), ["a<", "b=b"]);
    }

    #[test]
    fn a_missing_line_break_at_the_end_is_a_difference() {
        let lines = compared("a\nb", "a\nb\n", false);
        assert_eq!(rows(&lines), ["a=a", "b!b"]);
        assert!(lines.lacks_break(0, 1) && !lines.lacks_break(1, 1));
    }

    #[test]
    fn spaces_can_be_ignored() {
        assert_eq!(rows(&compared("a  b\n", "\ta b \n", false)), ["a  b!\ta b "]);
        assert_eq!(rows(&compared("a  b\n", "\ta b \n", true)), ["a  b=\ta b "]);
        assert_eq!(rows(&compared("ab\n", "a b\n", true)), ["ab!a b"]);
        assert_eq!(compared("a\r\n", "a\n", false).differences().len(), 1);
        assert!(compared("a\r\n", "a\n", true).differences().is_empty());
    }

    #[test]
    fn of_two_lines_the_part_that_differs_is_told_in_whole_characters() {
        assert_eq!(changed(b"let x = 1;", b"let xy = 1;"), [5..5, 5..6]);
        assert_eq!(changed(b"aaa", b"aa"), [2..3, 2..2]);
        assert_eq!(changed(b"", b"a"), [0..0, 0..1]);
        // é and è begin with the same byte, ã and ࢣ end with the same one.
        assert_eq!(changed("né".as_bytes(), "nè".as_bytes()), [1..3, 1..3]);
        assert_eq!(changed("ã!".as_bytes(), "ࢣ!".as_bytes()), [0..2, 0..3]);
    }

    #[test]
    fn the_search_for_equal_lines_ends_in_time() {
        let text = |salt: u64| -> Vec<u8> {
            let mut state = salt;
            let mut line = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                format!("{}\n", state >> 45)
            };
            (0..100_000).flat_map(|_| line().into_bytes()).collect()
        };
        let lines = Lines::new([text(1), text(2)], false, Instant::now()).unwrap();
        assert!(lines.is_rough() && !lines.differences().is_empty());
    }

    #[test]
    fn too_many_lines_are_given_back() {
        let texts = [vec![b'\n'; MOST + 1], b"a".to_vec()];
        assert_eq!(Lines::new(texts.clone(), false, Instant::now()), Err(texts));
    }

    proptest! {
        #[test]
        fn every_line_is_in_one_row_and_in_its_order(
            left in "[ab\n]{0,40}", right in "[ab\n]{0,40}",
        ) {
            let lines = compared(&left, &right, false);
            for (side, text) in [&left, &right].into_iter().enumerate() {
                let shown = lines.rows().iter().filter_map(|row| [row.left, row.right][side]);
                prop_assert!(shown.clone().eq(0..shown.count() as u32));
                let again: Vec<u8> = (0..lines.counts()[side])
                    .flat_map(|n| lines.texts[side].line(n).to_vec())
                    .collect();
                prop_assert_eq!(again, text.as_bytes());
            }
            for row in lines.rows().iter().filter(|row| row.is_same) {
                let (left, right) = (row.left.unwrap(), row.right.unwrap());
                prop_assert_eq!(lines.line(0, left), lines.line(1, right));
            }
        }
    }
}
