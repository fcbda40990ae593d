//! Prints the output of `fcpq`: lines for people, JSON for scripts, and errors.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write, stderr, stdout};

use fcp_engine::queue::QueueError;
use ratatui::text::Line;
use serde::Serialize;

use crate::app::look::{Depth, Look};
use crate::cli::console::reason;
use crate::cli::exit;
use crate::cli::screen::append;
use crate::terminal::detect;

/// Why a command failed.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The queue refuses.
    Queue(QueueError),
    /// The command makes no sense here.
    Usage(String),
    /// It cannot be done.
    Not(String),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl From<QueueError> for Trouble {
    fn from(error: QueueError) -> Self {
        Self::Queue(error)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl Trouble {
    /// Says what is wrong.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Queue(error) => match advice(error) {
                Some(advice) => format!("{error}; {advice}"),
                None => error.to_string(),
            },
            Self::Usage(text) | Self::Not(text) => text.clone(),
            Self::Output(error) => format!("cannot write to standard output: {}", reason(error)),
        }
    }

    /// Complains, and gives the exit code.
    pub(super) fn tell(&self, tool: &str) -> u8 {
        let code = match self {
            // The reader closed the pipe, as `head` does, and needs no more.
            Self::Output(error) if error.kind() == ErrorKind::BrokenPipe => return exit::DONE,
            Self::Queue(QueueError::NoJob(_)) | Self::Usage(_) => exit::USAGE,
            Self::Queue(_) | Self::Not(_) | Self::Output(_) => exit::NOT_RUN,
        };
        say(tool, &self.text());
        code
    }
}

/// Says what could be done, where the error does not.
fn advice(error: &QueueError) -> Option<String> {
    Some(match error {
        QueueError::NoJob(_) => "'fcpq list --all' shows all jobs".to_owned(),
        QueueError::NotOver(job) => format!("'fcpq wait {job}' waits until it has finished"),
        QueueError::Over(job) => format!("'fcpq show {job}' tells what became of it"),
        QueueError::NothingFailed(job) => format!("'fcpq again {job}' does all of it once more"),
        QueueError::Unreadable(job) => {
            format!("'fcpq cancel {job}' ends it, 'fcpq clear {job}' removes it")
        }
        _ => return None,
    })
}

/// Says something on standard error.
pub(super) fn say(tool: &str, text: &str) {
    // If standard error is closed, the exit code still tells.
    let _told = writeln!(stderr(), "{tool}: {text}").is_ok();
}

/// Standard output.
#[derive(Debug)]
pub(super) struct Output {
    out: BufWriter<Stdout>,
    pub(super) look: Look,
    pub(super) is_terminal: bool,
}

impl Output {
    pub(super) fn new() -> Self {
        let is_terminal = stdout().is_terminal();
        let look = detect(|name| std::env::var(name).ok());
        let look = if is_terminal { look } else { Look { depth: Depth::Mono, ..look } };
        Self { out: BufWriter::new(stdout()), look, is_terminal }
    }

    /// Gives the width of the terminal; none where there is no terminal, and nothing is cut.
    pub(super) fn width(&self) -> Option<usize> {
        self.is_terminal.then(|| size().0)
    }

    /// Prints lines, with their colours on a terminal.
    pub(super) fn lines(&mut self, lines: &[Line<'_>]) -> Result<(), Trouble> {
        let mut text = String::new();
        for line in lines {
            if self.is_terminal {
                append(line, &mut text);
            } else {
                text += &line.to_string();
            }
            text.push('\n');
        }
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// Prints a line of plain text.
    pub(super) fn line(&mut self, text: &str) -> Result<(), Trouble> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Prints a line of JSON.
    pub(super) fn json<T: Serialize>(&mut self, value: &T) -> Result<(), Trouble> {
        let line = serde_json::to_string(value).map_err(io::Error::from)?;
        self.line(&line)
    }

    /// Prints bytes as they are.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        Ok(self.out.write_all(bytes)?)
    }

    /// Sends what is buffered.
    pub(super) fn flush(&mut self) -> Result<(), Trouble> {
        Ok(self.out.flush()?)
    }
}

/// Gives columns and rows of the terminal that standard output is.
pub(super) fn size() -> (usize, usize) {
    match rustix::termios::tcgetwinsize(stdout()) {
        Ok(size) if size.ws_col > 0 => (usize::from(size.ws_col), usize::from(size.ws_row)),
        _ => (80, 24),
    }
}
