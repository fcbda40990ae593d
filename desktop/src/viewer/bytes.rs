//! Lays out bytes as lines of hexadecimal digits, with what is text among them.

use fcp_viewer::hex::WIDEST;

use crate::wire::{ViewerLine, ViewerSpan, ViewerTint};

/// Gives lines of bytes that begin at a place; each hit is where it begins and how long it is, in ascending order.
pub(super) fn lines(from: u64, data: &[u8], hits: &[(u64, usize)]) -> Vec<ViewerLine> {
    let mut rest = hits;
    let width = WIDEST as usize;
    let line = |(nth, row): (usize, &[u8])| {
        let at = from + (nth * width) as u64;
        while rest.first().is_some_and(|(start, len)| start + *len as u64 <= at) {
            rest = &rest[1..];
        }
        let mut spans = vec![span(format!("{at:08x}  "), ViewerTint::Muted, None)];
        let hit = |column: usize| {
            let place = at + column as u64;
            let covers =
                |(start, len): &&(u64, usize)| (*start..*start + *len as u64).contains(&place);
            let near = rest.iter().take_while(|(start, _)| *start <= place);
            near.filter(covers).map(|(start, _)| *start).last()
        };
        for column in 0..width {
            let digits = row.get(column).map_or("  ".to_owned(), |byte| format!("{byte:02x}"));
            let here = row.get(column).and_then(|_| hit(column));
            put(&mut spans, &digits, ViewerTint::Text, here);
            // The space between two bytes of one hit belongs to it.
            let inside = here.filter(|_| column + 1 < row.len() && hit(column + 1) == here);
            let space = if column + 1 == width / 2 { "  " } else { " " };
            put(&mut spans, space, ViewerTint::Text, inside);
        }
        put(&mut spans, " ", ViewerTint::Text, None);
        for (column, byte) in row.iter().enumerate() {
            let is_plain = matches!(byte, 0x20..=0x7e);
            let tint = if is_plain { ViewerTint::Quoted } else { ViewerTint::Muted };
            let text = if is_plain { char::from(*byte) } else { '.' };
            put(&mut spans, text.encode_utf8(&mut [0; 4]), tint, hit(column));
        }
        ViewerLine { at, number: None, spans }
    };
    data.chunks(width).enumerate().map(line).collect()
}

fn span(text: impl Into<String>, tint: ViewerTint, hit: Option<u64>) -> ViewerSpan {
    ViewerSpan { text: text.into(), tint, hit }
}

/// Continues the last span, or begins another.
fn put(spans: &mut Vec<ViewerSpan>, text: &str, tint: ViewerTint, hit: Option<u64>) {
    match spans.last_mut() {
        Some(last) if (last.tint, last.hit) == (tint, hit) => last.text += text,
        _ => spans.push(span(text, tint, hit)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(line: &ViewerLine) -> String {
        line.spans.iter().map(|span| span.text.as_str()).collect()
    }

    fn hit(line: &ViewerLine, hit: u64) -> Vec<&str> {
        line.spans.iter().filter(|it| it.hit == Some(hit)).map(|it| it.text.as_str()).collect()
    }

    #[test]
    fn a_row_has_its_place_its_digits_and_its_text() {
        let lines = lines(0x20, b"\x7fELF 0123456789abcdef", &[]);
        assert_eq!(lines.iter().map(|line| line.at).collect::<Vec<_>>(), [0x20, 0x30]);
        let first = "00000020  7f 45 4c 46 20 30 31 32  33 34 35 36 37 38 39 61  .ELF 0123456789a";
        assert_eq!(text(&lines[0]), first);
        assert_eq!(text(&lines[1]).len(), first.len() - 11, "the text stands in its column");
        assert!(text(&lines[1]).ends_with("  bcdef"));
    }

    #[test]
    fn a_hit_across_two_rows_is_marked_in_both() {
        let lines = lines(0, &[b'x'; 40], &[(2, 1), (15, 3), (34, 2)]);
        assert_eq!(hit(&lines[0], 2), ["78", "x"]);
        assert_eq!(
            (hit(&lines[0], 15), hit(&lines[1], 15)),
            (vec!["78", "x"], vec!["78 78", "xx"])
        );
        assert_eq!(hit(&lines[2], 34), ["78 78", "xx"]);
    }
}
