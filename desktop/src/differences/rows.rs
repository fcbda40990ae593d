//! Converts what was found of two files into what the page draws, bounded in each line and in rows.

use std::ops::Range;

use fcp_presentation::diff::{Bytes, Diff, Lines, Row, Why};
use fcp_viewer::{Tint, plain};

use crate::wire::{
    DiffByte, DiffBytes, DiffFound, DiffLine, DiffPlace, DiffRow, DiffSpan, DiffWhy, PanelSide,
};

/// Rows that are sent at once.
const ROWS: usize = 100;

/// Bytes of a line that are sent.
const LINE: usize = 2_000;

/// Of a long line, what is sent begins so many bytes before its first difference.
const LEAD: usize = 200;

/// Gives what was found beside the lines.
pub(super) fn found(diff: &Diff) -> DiffFound {
    match diff {
        Diff::Same(bytes) => DiffFound::Same { bytes: *bytes },
        Diff::Lines(lines) => {
            let most = lines.counts().into_iter().max().unwrap_or(1);
            DiffFound::Lines {
                rows: lines.rows().len() as u64,
                differences: lines.differences().len() as u64,
                rough: lines.is_rough(),
                digits: most.to_string().len() as u32,
            }
        }
        Diff::Bytes(bytes) => of_bytes(bytes),
    }
}

fn of_bytes(bytes: &Bytes) -> DiffFound {
    let [left, right] = bytes.sizes;
    let ends = match bytes.offset {
        offset if offset == left => Some(PanelSide::Left),
        offset if offset == right => Some(PanelSide::Right),
        _ => None,
    };
    let row = |(at, [left, right]): (u64, [&[u8]; 2])| DiffBytes {
        at: format!("{at:08x}"),
        left: row_of_bytes(left, right),
        right: row_of_bytes(right, left),
    };
    DiffFound::Bytes {
        why: match bytes.why {
            Why::Binary => DiffWhy::Binary,
            Why::Large => DiffWhy::Large,
        },
        offset: bytes.offset,
        hex: format!("{:#x}", bytes.offset),
        ends,
        sizes: bytes.sizes,
        rows: bytes.rows().map(row).collect(),
    }
}

fn row_of_bytes(bytes: &[u8], others: &[u8]) -> Vec<DiffByte> {
    let byte = |(n, byte): (usize, &u8)| DiffByte {
        hex: format!("{byte:02x}"),
        text: char::from(if matches!(byte, b' '..=b'~') { *byte } else { b'.' }).to_string(),
        changed: others.get(n) != Some(byte),
    };
    bytes.iter().enumerate().map(byte).collect()
}

/// Gives rows of lines, from one on.
pub(super) fn rows(lines: &Lines, from: u64) -> Vec<DiffRow> {
    let from = usize::try_from(from).unwrap_or(usize::MAX);
    let all = lines.rows().iter().enumerate().skip(from).take(ROWS);
    all.map(|(n, row)| self::row(lines, n, row)).collect()
}

fn row(lines: &Lines, n: usize, row: &Row) -> DiffRow {
    let [left, right] = lines.changed(row).map_or([None, None], |changed| changed.map(Some));
    let at = lines.differences().partition_point(|range| range.end <= n);
    let difference = (!row.is_same).then_some(at as u64 + 1);
    DiffRow {
        left: row.left.map(|line| self::line(lines, row, (0, line), left)),
        right: row.right.map(|line| self::line(lines, row, (1, line), right)),
        same: row.is_same,
        difference,
    }
}

fn line(
    lines: &Lines,
    row: &Row,
    (side, line): (usize, u32),
    changed: Option<Range<usize>>,
) -> DiffLine {
    let whole = lines.line(side, line);
    let first = changed.as_ref().map_or(0, |range| range.start);
    let start = boundary(whole, if first > LINE - LEAD { first - LEAD } else { 0 });
    let end = boundary(whole, start.saturating_add(LINE).min(whole.len()));
    let hit =
        changed.map(|range| range.start.max(start) - start..range.end.min(end).max(start) - start);
    let hit = hit.filter(|range| !range.is_empty()).map(|range| (range, 0));
    let spans = plain::spans(whole.get(start..end).unwrap_or_default(), &[], hit.as_slice());
    DiffLine {
        number: u64::from(line) + 1,
        spans: spans
            .into_iter()
            .map(|span| DiffSpan {
                text: span.text,
                changed: span.hit.is_some(),
                escape: span.tint == Tint::Escape,
            })
            .collect(),
        cut_before: start > 0,
        cut_after: end < whole.len(),
        no_break: !row.is_same && lines.lacks_break(side, line) && !whole.is_empty(),
    }
}

/// Gives the beginning of the character of UTF-8 that a byte belongs to.
fn boundary(bytes: &[u8], at: usize) -> usize {
    let is_inside = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
    let least = at.saturating_sub(3);
    (least..=at).rev().find(|at| !is_inside(at)).unwrap_or(at)
}

/// Gives a difference by its place among all.
pub(super) fn place(lines: &Lines, n: usize) -> Option<DiffPlace> {
    let range = lines.differences().get(n)?;
    Some(DiffPlace { row: range.start as u64, difference: n as u64 + 1 })
}
