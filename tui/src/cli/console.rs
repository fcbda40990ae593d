//! Writes to standard output and standard error without breaking the live lines on the terminal.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stderr, Stdout, Write};

use fcp_presentation::stdout_was_closed;
use ratatui::text::Line;
use rustix::io::Errno;

use super::quoting::Bytes;
use super::screen::{Screen, append, span};
use crate::app::look::{Look, Paint, TEXT};

/// Gives the width of the terminal that standard error is.
pub(crate) fn width() -> usize {
    match rustix::termios::tcgetwinsize(io::stderr()) {
        Ok(size) if size.ws_col > 0 => usize::from(size.ws_col),
        _ => 80,
    }
}

/// Gives the system's words for an error; std appends " (os error N)".
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// Keeps lines of text and live lines out of each other's way.
///
/// A closed stream is no reason to stop here: the failure is remembered, and the caller decides.
#[derive(Debug)]
pub(crate) struct Console {
    stdout: BufWriter<Stdout>,
    stdout_is_terminal: bool,
    /// The first failure of standard output.
    broken: Option<io::Error>,
    screen: Screen<Stderr>,
    stderr_is_terminal: bool,
    look: Look,
    /// Whether the terminal is in raw mode, where a line feed does not return.
    pub(crate) raw: bool,
}

impl Console {
    pub(crate) fn new(look: Look) -> Self {
        Self {
            stdout: BufWriter::new(io::stdout()),
            stdout_is_terminal: io::stdout().is_terminal(),
            broken: None,
            screen: Screen::new(io::stderr()),
            stderr_is_terminal: io::stderr().is_terminal(),
            look,
            raw: false,
        }
    }

    fn end(&self) -> &'static [u8] {
        if self.raw { b"\r\n" } else { b"\n" }
    }

    /// Prints a line to standard output.
    pub(crate) fn out(&mut self, line: &Bytes) {
        if self.broken.is_some() {
            return;
        }
        if stdout_was_closed() {
            self.broken = Some(Errno::BADF.into());
            return;
        }
        if self.stdout_is_terminal {
            self.clear();
        }
        let end = self.end();
        let mut written =
            self.stdout.write_all(line.as_slice()).and_then(|()| self.stdout.write_all(end));
        if written.is_ok() && self.stdout_is_terminal {
            written = self.stdout.flush();
        }
        self.broken = written.err();
    }

    /// Prints a line to standard error, above the live lines.
    pub(crate) fn err(&mut self, line: &Bytes, paint: Paint) {
        self.clear();
        let mut text = line.as_slice().to_vec();
        if self.stderr_is_terminal && paint != TEXT {
            let span = span(line.to_string(), paint, self.look);
            let mut styled = String::new();
            append(&Line::from(span), &mut styled);
            text = styled.into_bytes();
        }
        text.extend_from_slice(self.end());
        self.raw_err(&text);
    }

    /// Prints a styled line to standard error, above the live lines.
    pub(crate) fn err_line(&mut self, line: &Line<'_>) {
        self.clear();
        let mut text = String::new();
        if self.stderr_is_terminal {
            append(line, &mut text);
        } else {
            text = line.to_string();
        }
        let mut text = text.into_bytes();
        text.extend_from_slice(self.end());
        self.raw_err(&text);
    }

    /// Prints to standard error as it is, for prompts.
    pub(crate) fn raw_err(&mut self, text: &[u8]) {
        // If both streams lead to the same file, the lines keep their order.
        self.flush();
        // If standard error is closed, the message is lost; the exit code still tells the failure.
        let _told = self.screen.out().write_all(text).is_ok();
    }

    /// Draws live lines.
    pub(crate) fn draw(&mut self, lines: &[Line<'_>]) {
        let width = width();
        let _drawn = self.screen.draw(lines, width).is_ok();
    }

    /// Removes the live lines.
    pub(crate) fn clear(&mut self) {
        if self.screen.is_drawn() {
            let width = width();
            let _cleared = self.screen.clear(width).is_ok();
        }
    }

    /// Sends what is buffered.
    pub(crate) fn flush(&mut self) {
        if self.broken.is_none() {
            self.broken = self.stdout.flush().err();
        }
    }

    /// Tells whether the reader of standard output has closed it.
    pub(crate) fn reader_left(&self) -> bool {
        self.broken.as_ref().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    }

    /// Takes the first failure of standard output.
    pub(crate) fn take_failure(&mut self) -> Option<io::Error> {
        self.broken.take()
    }

    /// Tells whether live lines are on the screen.
    pub(crate) fn is_drawn(&self) -> bool {
        self.screen.is_drawn()
    }
}
