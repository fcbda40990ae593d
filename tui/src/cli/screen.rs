//! The live lines at the bottom of a terminal, and everything that scrolls by above them.

use std::io::{self, Write};

use crossterm::style::{Attribute, Color as TermColor, SetAttribute, SetForegroundColor};
use crossterm::terminal::{Clear, ClearType};
use crossterm::{Command, cursor};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// Draws lines over the lines it drew before.
///
/// Each frame goes out in one write, so that other output cannot cut it in two.
#[derive(Debug)]
pub(crate) struct Screen<W> {
    out: W,
    /// Widths of the lines that are on the screen now.
    drawn: Vec<usize>,
    frame: String,
}

impl<W: Write> Screen<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, drawn: Vec::new(), frame: String::new() }
    }

    /// Tells whether live lines are on the screen.
    pub(crate) fn is_drawn(&self) -> bool {
        !self.drawn.is_empty()
    }

    /// Puts these live lines in the place of the old ones.
    pub(crate) fn draw(&mut self, lines: &[Line<'_>], width: usize) -> io::Result<()> {
        self.begin(width);
        for (at, line) in lines.iter().enumerate() {
            if at > 0 {
                // In raw mode a line feed alone does not return.
                self.frame.push_str("\r\n");
            }
            paint(line, &mut self.frame);
            self.drawn.push(line.width());
        }
        self.send()
    }

    /// Removes the live lines.
    pub(crate) fn clear(&mut self, width: usize) -> io::Result<()> {
        if !self.is_drawn() {
            return Ok(());
        }
        self.begin(width);
        self.send()
    }

    /// Gives the stream itself, for text that is printed as it is.
    pub(crate) fn out(&mut self) -> &mut W {
        &mut self.out
    }

    fn begin(&mut self, width: usize) {
        self.frame.clear();
        if self.drawn.is_empty() {
            return;
        }
        // A terminal that has become narrower has wrapped what was drawn.
        let wrapped = |&drawn: &usize| drawn.div_ceil(width.max(1)).max(1);
        let rows: usize = self.drawn.iter().map(wrapped).sum();
        push(&mut self.frame, cursor::MoveToColumn(0));
        if rows > 1 {
            push(&mut self.frame, cursor::MoveUp((rows - 1).min(usize::from(u16::MAX)) as u16));
        }
        push(&mut self.frame, Clear(ClearType::FromCursorDown));
        self.drawn.clear();
    }

    fn send(&mut self) -> io::Result<()> {
        self.out.write_all(self.frame.as_bytes())?;
        self.out.flush()
    }
}

/// Appends a terminal command; a string cannot refuse it.
fn push(frame: &mut String, command: impl Command) {
    let written = command.write_ansi(frame);
    debug_assert!(written.is_ok(), "a string takes everything");
}

/// Appends a line with its colours.
pub(crate) fn paint(line: &Line<'_>, frame: &mut String) {
    for span in &line.spans {
        let styled = span.style != Style::default();
        if let Some(color) = span.style.fg {
            push(frame, SetForegroundColor(terminal_color(color)));
        }
        for (modifier, attribute) in [
            (Modifier::BOLD, Attribute::Bold),
            (Modifier::DIM, Attribute::Dim),
            (Modifier::UNDERLINED, Attribute::Underlined),
            (Modifier::REVERSED, Attribute::Reverse),
        ] {
            if span.style.add_modifier.contains(modifier) {
                push(frame, SetAttribute(attribute));
            }
        }
        frame.push_str(&span.content);
        if styled {
            push(frame, SetAttribute(Attribute::Reset));
        }
    }
}

fn terminal_color(color: Color) -> TermColor {
    match color {
        Color::Rgb(r, g, b) => TermColor::Rgb { r, g, b },
        Color::Indexed(index) => TermColor::AnsiValue(index),
        _ => TermColor::Reset,
    }
}

/// Cuts a text to a width, marking the cut.
pub(crate) fn clip(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    for unit in units(text) {
        if out.width() + unit.width() + 1 > width {
            break;
        }
        out.push_str(unit);
    }
    if width > 0 {
        out.push('…');
    }
    out
}

/// Cuts a path to a width: middle directories go first, then the middle of the name.
pub(crate) fn clip_path(path: &str, width: usize) -> String {
    if path.width() <= width {
        return path.to_owned();
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let head = path.split_inclusive('/').next().unwrap_or_default();
    for (at, _) in path.match_indices('/').skip(1) {
        let shorter = format!("{head}…{}", &path[at..]);
        if shorter.width() <= width {
            return shorter;
        }
    }
    clip_middle(name, width)
}

fn clip_middle(name: &str, width: usize) -> String {
    let tail_width = (width / 3).max(6).min(width.saturating_sub(2));
    let pieces: Vec<&str> = units(name).collect();
    let mut from = pieces.len();
    let mut tail = 0;
    while from > 0 && tail + pieces[from - 1].width() <= tail_width {
        from -= 1;
        tail += pieces[from].width();
    }
    if name.width() <= width {
        return name.to_owned();
    }
    clip(name, width - tail) + &pieces[from..].concat()
}

/// Walks over characters with what combines with them; escapes such as `\u{202e}` stay whole.
fn units(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let escaped = if first == '\\' { escape_length(rest) } else { None };
        let mut end = escaped.unwrap_or(first.len_utf8());
        while let Some(next) = rest[end..].chars().next()
            && unicode_width::UnicodeWidthChar::width(next) == Some(0)
        {
            end += next.len_utf8();
        }
        let (unit, after) = rest.split_at(end);
        rest = after;
        Some(unit)
    })
}

fn escape_length(text: &str) -> Option<usize> {
    match text.as_bytes().get(1)? {
        b'n' | b't' | b'r' => Some(2),
        b'x' => text.is_char_boundary(4).then_some(4).filter(|&end| end <= text.len()),
        b'u' => text.find('}').map(|end| end + 1).filter(|&end| end <= 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn live_lines_are_drawn_over_each_other() {
        let mut screen = Screen::new(Vec::new());
        screen.draw(&[Line::raw("one"), Line::raw("two")], 80).unwrap();
        assert_eq!(std::mem::take(screen.out()), b"one\r\ntwo");
        screen.draw(&[Line::raw("three")], 80).unwrap();
        assert_eq!(std::mem::take(screen.out()), b"\x1b[1G\x1b[1A\x1b[Jthree");
        screen.clear(80).unwrap();
        assert_eq!(std::mem::take(screen.out()), b"\x1b[1G\x1b[J");
        screen.clear(80).unwrap();
        assert!(screen.out().is_empty() && !screen.is_drawn());
    }

    #[test]
    fn a_terminal_that_became_narrower_is_cleared_whole() {
        let mut screen = Screen::new(Vec::new());
        screen.draw(&[Line::raw("x".repeat(30)), Line::raw("y")], 80).unwrap();
        screen.out().clear();
        screen.clear(10).unwrap();
        assert_eq!(screen.out(), b"\x1b[1G\x1b[3A\x1b[J");
    }

    #[test]
    fn paths_lose_their_middle_first() {
        assert_eq!(clip_path("a/b/c.txt", 20), "a/b/c.txt");
        assert_eq!(clip_path("2026/Lofoten raw/day/IMG_2044.CR3", 24), "2026/…/day/IMG_2044.CR3");
        assert_eq!(clip_path("2026/Lofoten raw/day/IMG_2044.CR3", 19), "2026/…/IMG_2044.CR3");
        assert_eq!(clip_path("a-very-long-name-indeed.tar.gz", 16), "a-very-lo…tar.gz");
        assert_eq!(clip_path("日本語日本語日本語", 9), "日…日本語");
        assert_eq!(clip("ab\\u{202e}cd", 6), "ab…");
        assert_eq!(clip("abc", 0), "");
    }
}
