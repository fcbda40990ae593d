//! Converts bytes to text that is safe to draw.
//!
//! Nothing that a file holds steers the terminal: controls, invalid bytes, and characters that
//! reorder or hide become escapes, as in names.

use std::ops::Range;

use fcp_engine::path::DisplayName;
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::document::{Span, Tint};

/// Columns between tab stops.
const TAB: usize = 8;

/// The most columns of one cluster; real text takes fewer.
pub const WIDEST: usize = 4;

/// The most marks above one letter: an unbounded cluster would flood the terminal.
const MARKS: usize = 8;

/// Gives the spans of a line.
///
/// `tints` and `hits` are ranges of `bytes` in ascending order that do not overlap; each hit comes
/// with its place in the file.
pub fn spans(
    bytes: &[u8],
    tints: &[(Range<usize>, Tint)],
    hits: &[(Range<usize>, u64)],
) -> Vec<Span> {
    written(bytes, Writer { spans: Vec::new(), column: 0, marks: 0, is_name: false, tints, hits })
}

/// Gives the spans of a name, in which a tab is an escape.
pub(crate) fn name(bytes: &[u8], tint: Tint) -> Vec<Span> {
    let tints = [(0..bytes.len(), tint)];
    let (spans, hits) = (Vec::new(), &[][..]);
    written(bytes, Writer { spans, column: 0, marks: 0, is_name: true, tints: &tints, hits })
}

fn written(bytes: &[u8], mut writer: Writer<'_>) -> Vec<Span> {
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            writer.char(at, c);
            at += c.len_utf8();
        }
        for byte in chunk.invalid() {
            writer.escape(at, &format!("\\x{byte:02x}"));
            at += 1;
        }
    }
    writer.spans.into_iter().flat_map(narrow).collect()
}

/// Keeps clusters to a few columns: marks that take a column each would join without a bound.
fn narrow(span: Span) -> Vec<Span> {
    let wide = |cluster: &str| cluster.width() > WIDEST;
    if span.text.is_ascii() || !span.text.graphemes(true).any(wide) {
        return vec![span];
    }
    let mut parts: Vec<Span> = Vec::new();
    let mut add = |text: &str, tint| match parts.last_mut() {
        Some(last) if last.tint == tint => last.text += text,
        _ => parts.push(Span { text: text.to_owned(), tint, hit: span.hit }),
    };
    for cluster in span.text.graphemes(true) {
        let head = cluster.chars().next().map_or(0, char::len_utf8);
        let keeps = if wide(cluster) { head } else { cluster.len() };
        add(&cluster[..keeps], span.tint);
        for c in cluster[keeps..].chars() {
            add(&format!("\\u{{{:x}}}", u32::from(c)), Tint::Escape);
        }
    }
    parts
}

/// Gives a text as one span.
pub(crate) fn span(text: impl AsRef<str>, tint: Tint) -> Span {
    let text = DisplayName::new(text.as_ref()).to_string();
    Span { text, tint, hit: None }
}

struct Writer<'a> {
    spans: Vec<Span>,
    column: usize,
    marks: usize,
    is_name: bool,
    tints: &'a [(Range<usize>, Tint)],
    hits: &'a [(Range<usize>, u64)],
}

impl Writer<'_> {
    fn char(&mut self, at: usize, c: char) {
        let mut buffer = [0; 4];
        if c == '\t' && !self.is_name {
            let room = TAB - self.column % TAB;
            return self.put(at, &"        "[..room], room, None);
        }
        if (' '..='~').contains(&c) {
            self.marks = 0;
            return self.put(at, c.encode_utf8(&mut buffer), 1, None);
        }
        let shown = DisplayName::new(c.encode_utf8(&mut buffer) as &str).to_string();
        if shown.starts_with('\\') {
            self.marks = 0;
            return self.escape(at, &shown);
        }
        let wide = c.width().unwrap_or(0);
        self.marks = if wide == 0 { self.marks + 1 } else { 0 };
        if self.marks > MARKS {
            return self.escape(at, &format!("\\u{{{:x}}}", u32::from(c)));
        }
        self.put(at, &shown, wide, None);
    }

    fn escape(&mut self, at: usize, text: &str) {
        self.put(at, text, text.len(), Some(Tint::Escape));
    }

    fn put(&mut self, at: usize, text: &str, wide: usize, tint: Option<Tint>) {
        while self.tints.first().is_some_and(|(range, _)| range.end <= at) {
            self.tints = &self.tints[1..];
        }
        while self.hits.first().is_some_and(|(range, _)| range.end <= at) {
            self.hits = &self.hits[1..];
        }
        let inside = |range: &Range<usize>| range.contains(&at);
        let own = self.tints.first().filter(|(range, _)| inside(range)).map(|(_, tint)| *tint);
        let tint = tint.or(own).unwrap_or_default();
        let hit = self.hits.first().filter(|(range, _)| inside(range)).map(|(_, place)| *place);
        self.column += wide;
        match self.spans.last_mut() {
            Some(last) if last.tint == tint && last.hit == hit => last.text += text,
            _ => self.spans.push(Span { text: text.to_owned(), tint, hit }),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text(bytes: &[u8]) -> String {
        spans(bytes, &[], &[]).into_iter().map(|span| span.text).collect()
    }

    #[test]
    fn what_steers_a_terminal_is_escaped() {
        assert_eq!(text(b"a\x1b]0;x\x07b\xff"), r"a\x1b]0;x\x07b\xff");
        assert_eq!(text("x\u{202e}y\u{200b}".as_bytes()), r"x\u{202e}y\u{200b}");
        let spans = spans(b"a\x00b", &[], &[]);
        assert_eq!(spans[1], Span { text: r"\x00".into(), tint: Tint::Escape, hit: None });
        // They are no marks above a letter, however many there are.
        assert_eq!(text(&[0x12; 20]), r"\x12".repeat(20));
    }

    #[test]
    fn tabs_go_to_their_stops() {
        assert_eq!(text(b"a\tb"), "a       b");
        assert_eq!(text("夏夏\tb".as_bytes()), "夏夏    b");
        assert_eq!(text(b"\t\tb").len(), 17);
    }

    #[test]
    fn a_letter_keeps_few_marks() {
        let flood = format!("a{}b", "\u{0301}".repeat(1_000));
        let shown = text(flood.as_bytes());
        assert_eq!(shown.matches('\u{0301}').count(), MARKS);
        assert!(shown.contains(r"\u{301}"));
    }

    #[test]
    fn a_letter_does_not_grow_over_the_screen() {
        let flood = format!("\u{11c71}{}", "\u{11cb1}".repeat(50));
        let spans = spans(flood.as_bytes(), &[], &[]);
        assert_eq!(spans[1].tint, Tint::Escape);
        let hindi = "\u{915}\u{94d}\u{937}\u{947}\u{924}\u{94d}\u{930}";
        assert_eq!(text(hindi.as_bytes()), hindi);
    }

    #[test]
    fn tints_and_hits_cut_spans() {
        let spans =
            spans(b"let x = 1", &[(0..3, Tint::Keyword), (8..9, Tint::Value)], &[(2..5, 7)]);
        let shown: Vec<_> = spans.iter().map(|s| (s.text.as_str(), s.tint, s.hit)).collect();
        assert_eq!(
            shown,
            [
                ("le", Tint::Keyword, None),
                ("t", Tint::Keyword, Some(7)),
                (" x", Tint::Text, Some(7)),
                (" = ", Tint::Text, None),
                ("1", Tint::Value, None),
            ]
        );
    }

    proptest! {
        #[test]
        fn no_control_comes_through(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            prop_assert!(!text(&bytes).chars().any(char::is_control));
        }

        #[test]
        fn no_cluster_is_wide(words in "\\PC{0,60}") {
            for span in spans(words.as_bytes(), &[], &[]) {
                prop_assert!(span.text.graphemes(true).all(|it| it.width() <= WIDEST), "{span:?}");
            }
        }
    }
}
