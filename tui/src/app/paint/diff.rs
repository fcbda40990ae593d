//! Draws the page that shows how two files differ.

use fcp_presentation::diff::{Bytes, Diff, Lines, Row, WIDTH, Why};
use fcp_viewer::plain;

use super::canvas::Canvas;
use super::comparison::hints;
use crate::app::dialog::diff::{FileDiff, Stage};
use crate::app::look::{
    ACCENT, BAD, FAINT, GOOD, Ground, LINK, MARK, MUTED, Paint, STRONG, TEXT, WAIT,
};
use crate::app::model::{Model, Notice, Tone};
use crate::app::page::counted;
use crate::app::viewer::rows;
use crate::{format, text};
use fcp_presentation::tr;

/// Columns between the two sides, in which the sign of a row stands.
const MIDDLE: u16 = 3;

/// Bytes of a line for each column that is shown: an escape takes more columns than bytes, and a letter with marks
/// more bytes than columns.
const BYTES_PER_COLUMN: usize = 16;

/// Draws the page.
pub(super) fn diff(model: &Model, page: &FileDiff, canvas: &mut Canvas<'_>) {
    canvas.clear();
    let (w, h) = (canvas.width(), canvas.height());
    let half = w.saturating_sub(MIDDLE) / 2;
    for (x, path) in [(0, &page.paths[0]), (half + MIDDLE, &page.paths[1])] {
        let shown = model.path(path);
        let room = half.saturating_sub(2);
        canvas.name(x + 2, 0, room, &text::cut_path(&shown, usize::from(room)), STRONG);
    }
    canvas.rule(0, 1, w, true);
    let (words, paint) = summary(page);
    canvas.put_in(3, 1, w.saturating_sub(6), &format!(" {words} "), paint);
    if let Stage::Done(diff) = &page.stage {
        match &**diff {
            Diff::Lines(lines) => self::lines(page, lines, canvas, half),
            Diff::Bytes(bytes) => self::bytes(bytes, canvas),
            Diff::Same(_) => {}
        }
    }
    foot(model, page, canvas, h);
}

/// Says in one line how the files differ.
fn summary(page: &FileDiff) -> (String, Paint) {
    let diff = match &page.stage {
        Stage::Running => return (tr!("diff-comparing").to_owned(), WAIT),
        Stage::Failed(why) => return (why.clone(), BAD),
        Stage::Done(diff) => diff,
    };
    match &**diff {
        Diff::Same(bytes) => (format!("✓ {}", tr!("diff-same", size = format::size(*bytes))), GOOD),
        Diff::Lines(lines) if lines.differences().is_empty() => {
            (format!("✓ {}", tr!("diff-spaces-alone")), GOOD)
        }
        Diff::Lines(lines) => {
            let all = lines.differences().len();
            let here = lines.differences().iter().position(|range| range.contains(&page.row));
            let all = all as u64;
            let mut parts = vec![match here.map(|here| (here + 1).to_string()) {
                Some(place) => {
                    tr!("diff-place", place = place, count = all, shown = format::count(all))
                }
                None => counted::differences(all),
            }];
            if page.ignores_space {
                parts.push(tr!("diff-spaces-ignored").to_owned());
            }
            if lines.is_rough() {
                parts.push(tr!("diff-rough").to_owned());
            }
            (parts.join(", "), TEXT)
        }
        Diff::Bytes(bytes) => {
            let at = format::count(bytes.offset);
            let place = match bytes.sizes {
                [left, _] if left == bytes.offset => tr!("diff-left-ends", shown = at),
                [_, right] if right == bytes.offset => tr!("diff-right-ends", shown = at),
                _ => {
                    let hex = format!("{:#x}", bytes.offset);
                    tr!("diff-first-byte", shown = at, hex = hex)
                }
            };
            let words = match bytes.why {
                Why::Binary => place,
                Why::Large => format!("{} {place}", tr!("diff-for-their-size")),
            };
            (words, TEXT)
        }
    }
}

fn lines(page: &FileDiff, lines: &Lines, canvas: &mut Canvas<'_>, half: u16) {
    let visible = usize::from(canvas.height().saturating_sub(4));
    let digits = lines.counts().map(|count| count.to_string().len()).into_iter().max();
    let gutter = digits.unwrap_or(1) as u16 + 2;
    let rows = lines.rows().iter().enumerate().skip(page.top).take(visible);
    let current = lines.differences().iter().find(|range| range.contains(&page.row));
    for (y, (n, row)) in (2..).zip(rows) {
        let here = current.is_some_and(|range| range.contains(&n));
        let (sign, paint) = match (row.left, row.right) {
            _ if row.is_same => (" ", MUTED),
            (Some(_), None) => ("‹", ACCENT),
            (None, Some(_)) => ("›", ACCENT),
            _ => ("≠", WAIT),
        };
        let paint = if here { paint.bold().on(Ground::Cursor) } else { paint };
        canvas.put(half, y, &format!(" {sign} "), paint);
        let sides = [(0, row.left), (half + MIDDLE, row.right)];
        for (side, (x, line)) in sides.into_iter().enumerate() {
            if let Some(line) = line {
                let place = (x, y, half);
                self::line(page, lines, row, (side, line), canvas, place, gutter);
            }
        }
    }
}

/// Draws a line of one side, with what differs of it on a ground of its own.
fn line(
    page: &FileDiff,
    lines: &Lines,
    row: &Row,
    (side, line): (usize, u32),
    canvas: &mut Canvas<'_>,
    (x, y, half): (u16, u16, u16),
    gutter: u16,
) {
    let number = (u64::from(line) + 1).to_string();
    canvas.right(x + gutter - 1, y, &[(&number, FAINT)]);
    let room = half.saturating_sub(gutter + 1);
    let bytes = lines.line(side, line);
    let most = (page.left + usize::from(room)) * BYTES_PER_COLUMN;
    let bytes = bytes.get(..most).unwrap_or(bytes);
    let changed = lines.changed(row).map(|changed| changed[side].clone());
    let hit = changed.filter(|range| !range.is_empty()).map(|range| (range, 0));
    let spans = plain::spans(bytes, &[], hit.as_slice());
    let whole = fcp_viewer::Line { at: 0, number: None, spans };
    let is_alone = row.left.is_none() || row.right.is_none();
    let plain = if is_alone { MARK } else { TEXT };
    let mut end = x + gutter;
    for span in rows::cut(&whole, page.left, usize::from(room)) {
        let paint = if span.tint == fcp_viewer::Tint::Escape { WAIT } else { plain };
        let paint = if span.hit.is_some() { paint.on(Ground::Hit) } else { paint };
        end = canvas.put(end, y, &span.text, paint);
    }
    if !row.is_same && lines.lacks_break(side, line) && !bytes.is_empty() {
        let left = (x + half).saturating_sub(end + 1);
        canvas.put_in(end + 1, y, left, tr!("diff-no-line-break"), FAINT);
    }
}

/// Draws what both files have around the first byte that differs: a row of the left file above one of the right.
fn bytes(bytes: &Bytes, canvas: &mut Canvas<'_>) {
    let h = canvas.height();
    let sizes = bytes.sizes.map(counted::bytes);
    let half = canvas.width().saturating_sub(MIDDLE) / 2;
    canvas.run(2, 2, &[("‹ ", ACCENT), (&sizes[0], MUTED)]);
    canvas.run(half + MIDDLE + 2, 2, &[("› ", ACCENT), (&sizes[1], MUTED)]);
    let mut y = 4;
    for (offset, sides) in bytes.rows() {
        if y + 3 > h.saturating_sub(2) {
            break;
        }
        for (sign, n) in [("‹", 0), ("›", 1)] {
            let x = canvas.put(2, y, &format!("{offset:08x}"), FAINT) + 1;
            canvas.put(x, y, sign, ACCENT);
            row_of_bytes(sides[n], sides[1 - n], canvas, (x + 2, y));
            y += 1;
        }
        y += 1;
    }
}

fn row_of_bytes(bytes: &[u8], others: &[u8], canvas: &mut Canvas<'_>, (x, y): (u16, u16)) {
    let texts = x + WIDTH as u16 * 3 + 2;
    for (n, byte) in bytes.iter().enumerate() {
        let paint = match byte {
            0 => FAINT,
            b' '..=b'~' => TEXT,
            _ => LINK,
        };
        let differs = others.get(n) != Some(byte);
        let paint = if differs { TEXT.bold().on(Ground::Hit) } else { paint };
        let shown = match byte {
            b' '..=b'~' => char::from(*byte),
            _ => '.',
        };
        let column = x + n as u16 * 3 + u16::from(n >= WIDTH / 2);
        canvas.put(column, y, &format!("{byte:02x}"), paint);
        canvas.put(texts + n as u16, y, shown.encode_utf8(&mut [0; 4]), paint);
    }
}

fn foot(model: &Model, page: &FileDiff, canvas: &mut Canvas<'_>, h: u16) {
    if let Some(Notice { tone, text }) = &model.notice {
        let paint = match tone {
            Tone::Good => GOOD,
            Tone::Plain => TEXT,
            Tone::Bad => BAD,
        };
        canvas.put_in(3, h - 2, canvas.width().saturating_sub(6), text, paint);
    }
    let is_text = page.lines().is_some();
    let close = if page.returns { tr!("button-back") } else { tr!("button-close") };
    let space =
        if page.ignores_space { tr!("button-count-spaces") } else { tr!("button-ignore-spaces") };
    let keys = [
        ("n", tr!("button-next"), is_text),
        ("N", tr!("button-previous"), is_text),
        ("← →", tr!("button-sideways"), is_text),
        ("w", space, is_text),
        ("v", tr!("button-view-both"), true),
        ("r", tr!("button-again"), true),
        ("Esc", close, true),
    ];
    let keys: Vec<(&str, &str)> =
        keys.into_iter().filter(|key| key.2).map(|(key, word, _)| (key, word)).collect();
    hints(&keys, canvas, h - 1);
}
