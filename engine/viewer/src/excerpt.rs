//! Converts the line that a search found to text that is safe to draw.

use fcp_browse::MatchedLine;

use crate::plain;

/// Gives what comes before the match, the match, and what comes after it; an ellipsis says that there is more.
pub fn excerpt(line: &MatchedLine) -> [String; 3] {
    let [mut before, mut hit, mut after] = [const { String::new() }; 3];
    for span in plain::spans(&line.text, &[], &[(line.hit.clone(), 0)]) {
        match (span.hit, hit.is_empty()) {
            (Some(_), _) => hit += &span.text,
            (None, true) => before += &span.text,
            (None, false) => after += &span.text,
        }
    }
    if line.hit.is_empty() {
        // An expression may match nothing, as `x*` does.
        return [String::new(), String::new(), before];
    }
    if line.cut[0] {
        before.insert(0, '…');
    }
    if line.cut[1] {
        after.push('…');
    }
    [before, hit, after]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &[u8], hit: std::ops::Range<usize>, cut: [bool; 2]) -> MatchedLine {
        MatchedLine { text: text.to_vec(), hit, cut, ..MatchedLine::default() }
    }

    #[test]
    fn nothing_in_a_line_steers_a_terminal() {
        let shown = excerpt(&line(b"a\x1b[2J\tneedle\xff", 6..12, [false; 2]));
        assert_eq!(shown, [r"a\x1b[2J        ", "needle", r"\xff"]);
        assert_eq!(excerpt(&line(b"ab", 0..1, [true, true])), ["…", "a", "b…"]);
        assert_eq!(excerpt(&line(b"ab", 0..0, [false; 2])), ["", "", "ab"]);
    }
}
