//! Breaks lines into rows of the screen, or cuts them at its edges.

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use fcp_viewer::plain::WIDEST;
use fcp_viewer::{Line, Span};

/// Gives the columns of a line.
fn columns(line: &Line) -> usize {
    line.spans.iter().map(|span| crate::text::width(&span.text)).sum()
}

/// Gives how many rows of so many columns a line takes.
pub(crate) fn height(line: &Line, width: usize) -> usize {
    // No character takes more columns than bytes.
    let bytes: usize = line.spans.iter().map(|span| span.text.len()).sum();
    if bytes <= width { 1 } else { wrap(line, width).len() }
}

/// Breaks a line into rows of so many columns; there is always one.
pub(crate) fn wrap(line: &Line, width: usize) -> Vec<Vec<Span>> {
    let width = width.max(WIDEST);
    let mut rows = vec![Vec::new()];
    let mut used = 0;
    for span in &line.spans {
        for cluster in span.text.graphemes(true) {
            let wide = cluster.width();
            if used + wide > width {
                rows.push(Vec::new());
                used = 0;
            }
            used += wide;
            if let Some(row) = rows.last_mut() {
                push(row, cluster, span);
            }
        }
    }
    rows
}

/// Gives the part of a line from one column on; half of a wide character is a space.
pub(crate) fn cut(line: &Line, left: usize, width: usize) -> Vec<Span> {
    let mut row = Vec::new();
    let (mut at, right) = (0, left + width);
    for span in &line.spans {
        for cluster in span.text.graphemes(true) {
            let end = at + cluster.width();
            if at >= left && end <= right {
                // Marks without a letter would stand on the edge.
                if end > at || !row.is_empty() {
                    push(&mut row, cluster, span);
                }
            } else if end > left && at < right {
                push(&mut row, &" ".repeat(end.min(right) - at.max(left)), span);
            }
            at = end;
            if at >= right {
                return row;
            }
        }
    }
    row
}

/// Tells how far right a line can be moved with something of it left to see.
pub(crate) fn last_left(line: &Line, width: usize) -> usize {
    columns(line).saturating_sub(width)
}

fn push(row: &mut Vec<Span>, text: &str, like: &Span) {
    match row.last_mut() {
        Some(last) if last.tint == like.tint && last.hit == like.hit => last.text += text,
        _ => row.push(Span { text: text.to_owned(), ..like.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use fcp_viewer::plain;

    fn line(bytes: &[u8]) -> Line {
        Line { spans: plain::spans(bytes, &[], &[]), ..Line::default() }
    }

    fn text(row: &[Span]) -> String {
        row.iter().map(|span| span.text.as_str()).collect()
    }

    #[test]
    fn wide_characters_do_not_cross_the_edge() {
        let line = line("abc夏d".as_bytes());
        let rows: Vec<_> = wrap(&line, 4).iter().map(|row| text(row)).collect();
        assert_eq!(rows, ["abc", "夏d"]);
        assert_eq!(text(&cut(&line, 0, 4)), "abc ");
        assert_eq!(text(&cut(&line, 4, 9)), " d");
        assert_eq!(height(&line, 4), 2);
        assert_eq!(height(&Line::default(), 4), 1);
    }

    proptest! {
        #[test]
        fn no_row_is_wider_than_asked(
            bytes in prop::collection::vec(any::<u8>(), 0..300),
            text_in in "\\PC{0,60}",
            left in 0..50_usize,
            width in 4..60_usize,
        ) {
            for line in [line(&bytes), line(text_in.as_bytes())] {
                let rows = wrap(&line, width);
                prop_assert_eq!(height(&line, width), rows.len());
                let whole: String = rows.iter().map(|row| text(row)).collect();
                prop_assert_eq!(whole, text(&line.spans));
                for row in rows.iter().chain([&cut(&line, left, width)]) {
                    prop_assert!(crate::text::width(&text(row)) <= width, "{row:?}");
                    prop_assert!(!text(row).chars().any(char::is_control));
                }
            }
        }
    }
}
