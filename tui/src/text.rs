//! Measures text in terminal columns, and cuts it without changing its meaning.
//!
//! Everything here works on grapheme clusters, with an escape such as `\u{202e}` kept whole, so
//! that no cut leaves half a character or hides that a name is hostile.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Marks a cut.
const CUT: &str = "…";

/// Gives the columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// Splits a displayed name into what must not be cut apart: clusters and escapes.
pub(crate) fn units(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = match escape_len(rest) {
            Some(len) => len,
            None => rest.graphemes(true).next()?.len(),
        };
        let (unit, tail) = rest.split_at(end);
        rest = tail;
        Some(unit)
    })
}

/// Tells whether a unit is an escape.
pub(crate) fn is_escape(unit: &str) -> bool {
    unit.len() > 1 && unit.starts_with('\\')
}

/// Gives the length of the escape that a text begins with.
fn escape_len(text: &str) -> Option<usize> {
    let body = text.strip_prefix('\\')?;
    let hex = |text: &str| text.bytes().take_while(u8::is_ascii_hexdigit).count();
    match body.as_bytes().first()? {
        b'n' | b't' | b'r' => Some(2),
        b'x' if hex(&body[1..]) >= 2 => Some(4),
        b'u' => {
            let digits = hex(body[1..].strip_prefix('{')?);
            (body.as_bytes().get(2 + digits) == Some(&b'}')).then_some(digits + 4)
        }
        _ => None,
    }
}

/// Gives the longest beginning that takes at most `room` columns.
pub(crate) fn head(text: &str, room: usize) -> &str {
    let mut used = 0;
    let mut end = 0;
    for unit in units(text) {
        used += width(unit);
        if used > room {
            break;
        }
        end += unit.len();
    }
    &text[..end]
}

/// Gives the longest end that takes at most `room` columns.
pub(crate) fn tail(text: &str, room: usize) -> &str {
    let mut left = width(text);
    let mut start = 0;
    for unit in units(text) {
        if left <= room {
            break;
        }
        left -= width(unit);
        start += unit.len();
    }
    &text[start..]
}

/// Cuts a name in its middle, so that its start and its extension stay.
pub(crate) fn cut_name(name: &str, room: usize) -> String {
    if width(name) <= room {
        return name.to_owned();
    }
    if room <= 3 {
        return head(name, room).to_owned();
    }
    let end = tail(name, (room / 3).max(6).min(room - 2));
    let start = head(name, room - 1 - width(end));
    format!("{start}{CUT}{end}")
}

/// Cuts a sentence at its end.
pub(crate) fn cut_end(text: &str, room: usize) -> String {
    if width(text) <= room || room == 0 {
        return head(text, room).to_owned();
    }
    format!("{}{CUT}", head(text, room - 1).trim_end())
}

/// Breaks a sentence into lines at its spaces; a word that is too long is cut.
pub(crate) fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(cut_end(word, room)),
        }
    }
    lines
}

/// Cuts a path by dropping middle components first, and then cutting the last one.
pub(crate) fn cut_path(path: &str, room: usize) -> String {
    if width(path) <= room {
        return path.to_owned();
    }
    let parts: Vec<&str> = path.split('/').collect();
    let first = if parts[0].is_empty() { 2 } else { 1 }.min(parts.len());
    let start = parts[..first].join("/");
    for next in first + 1..parts.len() {
        let shorter = format!("{start}/{CUT}/{}", parts[next..].join("/"));
        if width(&shorter) <= room {
            return shorter;
        }
    }
    cut_name(parts.last().unwrap_or(&path), room)
}

/// Cuts a path by dropping components at its start, and then cutting the last one: the end says most of a hit.
pub(crate) fn cut_start(path: &str, room: usize) -> String {
    if width(path) <= room {
        return path.to_owned();
    }
    let parts: Vec<&str> = path.split('/').collect();
    let shorter = (1..parts.len()).map(|from| format!("{CUT}/{}", parts[from..].join("/")));
    let fitting = shorter.into_iter().find(|shorter| width(shorter) <= room);
    fitting.unwrap_or_else(|| cut_name(parts.last().unwrap_or(&path), room))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_keep_start_and_extension() {
        assert_eq!(cut_name("short.txt", 20), "short.txt");
        assert_eq!(cut_name("panorama_stitched_from_40.tif", 20), "panorama_stit…40.tif");
        assert_eq!(cut_name("夏の写真の長い名前.jpeg", 12), "夏の写….jpeg");
    }

    #[test]
    fn escapes_stay_whole() {
        let units: Vec<_> = units(r"a\u{202e}b\x1b\n\q\u{").collect();
        assert_eq!(units, ["a", r"\u{202e}", "b", r"\x1b", r"\n", "\\", "q", "\\", "u", "{"]);
    }

    #[test]
    fn paths_lose_their_middle() {
        let path = "/mnt/backup/Pictures/2026/Lofoten raw";
        assert_eq!(cut_path(path, 40), path);
        assert_eq!(cut_path(path, 25), "/mnt/…/2026/Lofoten raw");
        assert_eq!(cut_path("~/Pictures/2026/Lofoten raw", 19), "~/…/Lofoten raw");
        assert_eq!(cut_path(path, 9), "Lo…en raw");
        assert_eq!(cut_start(path, 40), path);
        assert_eq!(cut_start(path, 25), "…/2026/Lofoten raw");
        assert_eq!(cut_start("a/b", 3), "a/b");
        assert_eq!(cut_start(path, 9), "Lo…en raw");
    }

    #[test]
    fn sentences_break_at_spaces() {
        assert_eq!(wrapped("It is not undone.", 9), ["It is not", "undone."]);
        assert_eq!(wrapped("unbreakable", 6), ["unbre…"]);
        assert!(wrapped("", 9).is_empty());
    }

    proptest! {
        #[test]
        fn a_cut_fits(text in "\\PC{0,30}", room in 0..40_usize) {
            prop_assert!(width(&cut_name(&text, room)) <= room);
            prop_assert!(width(&cut_path(&text, room)) <= room);
            prop_assert!(width(&cut_end(&text, room)) <= room);
            prop_assert_eq!(units(&text).collect::<String>(), text);
        }
    }
}
