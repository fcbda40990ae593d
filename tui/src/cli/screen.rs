//! Draws the live lines at the bottom of a terminal, and the lines that scroll by above them.

use std::io::{self, Write};

use crossterm::style::{Attribute, Color as TermColor, SetAttribute, SetForegroundColor};
use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};
use crossterm::{Command, cursor};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;

use crate::app::look::{Look, Paint, STRONG, TEXT, ascii};
use crate::text::{head, width};

/// Draws lines over the lines it drew before.
///
/// Each frame goes out in one write, so that other output cannot cut it in two.
#[derive(Debug)]
pub(crate) struct Screen<W> {
    out: W,
    /// Widths of the lines that are on the screen now.
    drawn: Vec<usize>,
    /// Their text.
    shown: String,
    frame: String,
}

impl<W: Write> Screen<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, drawn: Vec::new(), shown: String::new(), frame: String::new() }
    }

    /// Tells whether live lines are on the screen.
    pub(crate) fn is_drawn(&self) -> bool {
        !self.drawn.is_empty()
    }

    /// Puts these live lines in the place of the old ones, if they differ.
    pub(crate) fn draw(&mut self, lines: &[Line<'_>], width: usize) -> io::Result<()> {
        let mut text = String::new();
        for (at, line) in lines.iter().enumerate() {
            if at > 0 {
                // In raw mode a line feed alone does not return.
                text.push_str("\r\n");
            }
            append(line, &mut text);
        }
        if self.is_drawn() && text == self.shown {
            return Ok(());
        }
        push(&mut self.frame, BeginSynchronizedUpdate);
        self.erase(width);
        self.frame.push_str(&text);
        push(&mut self.frame, EndSynchronizedUpdate);
        self.drawn.extend(lines.iter().map(Line::width));
        self.shown = text;
        self.send()
    }

    /// Removes the live lines.
    pub(crate) fn clear(&mut self, width: usize) -> io::Result<()> {
        if !self.is_drawn() {
            return Ok(());
        }
        self.erase(width);
        self.send()
    }

    /// Gives the stream itself, for text that is printed as it is.
    pub(crate) fn out(&mut self) -> &mut W {
        &mut self.out
    }

    fn erase(&mut self, width: usize) {
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
        let frame = std::mem::take(&mut self.frame);
        self.out.write_all(frame.as_bytes())?;
        self.out.flush()
    }
}

/// Appends a terminal command; a string cannot refuse it.
fn push(frame: &mut String, command: impl Command) {
    let written = command.write_ansi(frame);
    debug_assert!(written.is_ok(), "a string takes everything");
}

/// Appends a line with its colours.
pub(crate) fn append(line: &Line<'_>, frame: &mut String) {
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

/// Makes a piece of a line; plain and strong text keep the terminal's own colour.
///
/// Unlike the file manager, a line among the output of other programs cannot know its background.
pub(crate) fn span(text: impl Into<String>, paint: Paint, look: Look) -> Span<'static> {
    let mut style = match paint {
        TEXT => Style::new(),
        STRONG => Style::new().add_modifier(Modifier::BOLD),
        paint => look.style(paint),
    };
    // The file manager resets each cell; a line only adds to what the terminal has.
    style.fg = style.fg.filter(|color| *color != Color::Reset);
    let style = Style { fg: style.fg, add_modifier: style.add_modifier, ..Style::new() };
    let text = text.into();
    if !look.ascii {
        return Span::styled(text, style);
    }
    // Names are already escaped; their letters are not replaced.
    let plain = text.graphemes(true).map(|cluster| ascii(cluster).unwrap_or(cluster));
    Span::styled(plain.collect::<String>(), style)
}

/// Cuts a text to a width, marking the cut.
pub(crate) fn clip(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut cut = head(text, room.saturating_sub(1)).to_owned();
    if room > 0 {
        cut.push('…');
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn live_lines_are_drawn_over_each_other() {
        let mut screen = Screen::new(Vec::new());
        let mut draw = |lines: &[&str]| {
            let lines: Vec<Line<'_>> = lines.iter().map(|line| Line::raw(*line)).collect();
            screen.draw(&lines, 80).unwrap();
            String::from_utf8(std::mem::take(screen.out())).unwrap()
        };
        let frame = |text: &str| format!("\x1b[?2026h{text}\x1b[?2026l");
        assert_eq!(draw(&["one", "two"]), frame("one\r\ntwo"));
        assert_eq!(draw(&["one", "two"]), "", "nothing has changed");
        assert_eq!(draw(&["three"]), frame("\x1b[1G\x1b[1A\x1b[Jthree"));
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
}
