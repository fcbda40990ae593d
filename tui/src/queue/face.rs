//! Shows what happens in the queue: as a live table, as lines, or as the stream of events.

use std::io::{self, ErrorKind, IsTerminal, Stdout, Write as _, stdin};

use crossterm::event::{KeyCode, KeyEventKind, KeyModifiers};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use fcp_engine::event::{Envelope, Event};
use jiff::tz::TimeZone;
use rustix::event::{PollFd, PollFlags, Timespec};

use super::facts;
use super::live::Live;
use super::output::{Output, Trouble, size};
use super::tool::{TOOL, now};
use crate::app::look::Look;
use crate::app::when::exactly;
use crate::cli::screen::Screen;
use crate::cli::signals::suspend;
use crate::cli::stream::{Sink, hello};
use crate::terminal::GLANCE;

/// A way to show what happens in the queue.
#[derive(Debug)]
pub(super) enum Face<B: Board = Live> {
    /// A table on a terminal, and whether this process reads the terminal's keys.
    Table(Box<B>, bool),
    /// A line for each fact, and what the jobs in it are called.
    Lines(Box<Output>, TimeZone, &'static str),
    /// The stream of events, and the time of the last one.
    Stream(Sink, u64),
    /// Nothing is told, as in the background.
    Silent,
}

/// What a terminal shows and redraws.
pub(super) trait Board: std::fmt::Debug {
    /// Takes an event.
    fn hear(&mut self, envelope: &Envelope);
    /// Puts something else below the table.
    fn hint(&mut self, text: &'static str);
    /// Draws a frame if it is time for one; `now` is in microseconds.
    fn show(&mut self, now: u64) -> io::Result<()>;
    /// Has the next frame drawn at once, and gives the screen.
    fn undrawn(&mut self) -> &mut Screen<Stdout>;

    /// Takes the table off the screen; the next frame draws it again.
    fn clear(&mut self) -> io::Result<()> {
        self.undrawn().clear(size().0)
    }

    /// Leaves the last frame where it is, without what stands below it.
    fn end(&mut self, now: u64) -> io::Result<()> {
        self.hint("");
        self.undrawn();
        self.show(now)?;
        let out = self.undrawn().out();
        out.write_all(b"\r\n")?;
        out.flush()
    }
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Quit,
    Suspend,
}

impl<B: Board> Drop for Face<B> {
    /// Gives the keys back where an error ended it.
    fn drop(&mut self) {
        if let Self::Table(_, true) = self {
            self.hold_keys(false);
        }
    }
}

impl Face {
    /// Chooses by `--json` and by what standard output is; with `keys`, reads the terminal's keys.
    pub(super) fn new(json: bool, keys: bool, hint: &'static str) -> Result<Self, Trouble> {
        Self::with(json, keys, "job", |look| Live::new(look, hint))
    }
}

impl<B: Board> Face<B> {
    /// Chooses as [`Face::new`] does; `noun` is what the jobs of the events are called.
    pub(super) fn with(
        json: bool,
        keys: bool,
        noun: &'static str,
        make: impl FnOnce(Look) -> B,
    ) -> Result<Self, Trouble> {
        if json {
            let sink = Sink::new()?;
            let at = now();
            sink.send(at, hello(TOOL));
            return Ok(Self::Stream(sink, at));
        }
        let out = Output::new();
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
        if !out.is_terminal || dumb {
            return Ok(Self::Lines(Box::new(out), TimeZone::system(), noun));
        }
        let raw = keys && stdin().is_terminal() && enable_raw_mode().is_ok();
        Ok(Self::Table(Box::new(make(out.look)), raw))
    }

    /// Gives the table, if there is one.
    pub(super) fn board(&mut self) -> Option<&mut B> {
        match self {
            Self::Table(board, _) => Some(board),
            Self::Lines(..) | Self::Stream(..) | Self::Silent => None,
        }
    }

    /// Prints lines, where each fact is one.
    pub(super) fn lines(&mut self, lines: &[String]) -> Result<(), Trouble> {
        if let Self::Lines(out, ..) = self {
            for line in lines {
                out.line(line)?;
            }
        }
        Ok(())
    }

    /// Takes an event.
    pub(super) fn hear(&mut self, envelope: Envelope) -> Result<(), Trouble> {
        match self {
            Self::Table(live, _) => live.hear(&envelope),
            Self::Lines(out, zone, noun) => {
                if let Some((text, _)) = facts::sentence(&envelope.event) {
                    let time = exactly(envelope.at as i64, zone);
                    let job = envelope.event.job().map(|job| format!("{noun} {job}: "));
                    out.line(&format!("{time}  {}{text}", job.unwrap_or_default()))?;
                }
            }
            Self::Stream(sink, last) => {
                // What describes an old job happened before this stream began.
                *last = envelope.at.max(*last);
                sink.push(*last, envelope.event);
            }
            Self::Silent => {}
        }
        Ok(())
    }

    /// Shows what has come so far; tells whether standard output still has a reader.
    pub(super) fn show(&mut self) -> Result<bool, Trouble> {
        let shown = match self {
            Self::Table(live, _) => live.show(now()).map_err(Trouble::from),
            Self::Lines(out, ..) => out.flush(),
            Self::Stream(sink, _) => {
                sink.flush();
                if let Some(error) = sink.take_failure() {
                    return Err(Trouble::Output(error));
                }
                return Ok(!sink.is_closed() && is_read());
            }
            Self::Silent => Ok(()),
        };
        match shown {
            Ok(()) => Ok(is_read()),
            Err(Trouble::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
            Err(trouble) => Err(trouble),
        }
    }

    /// Looks for a key, without waiting.
    pub(super) fn key(&self) -> Option<Key> {
        let Self::Table(_, true) = self else { return None };
        if !crossterm::event::poll(GLANCE).unwrap_or(false) {
            return None;
        }
        match crossterm::event::read() {
            Ok(crossterm::event::Event::Key(key)) if key.kind == KeyEventKind::Press => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                match key.code {
                    KeyCode::Char('q') | KeyCode::Esc => Some(Key::Quit),
                    KeyCode::Char('c') if control => Some(Key::Quit),
                    KeyCode::Char('z') if control => Some(Key::Suspend),
                    _ => None,
                }
            }
            // If the terminal is gone, the process ends as after the key.
            Err(_) => Some(Key::Quit),
            Ok(_) => None,
        }
    }

    /// Puts something else below the table.
    pub(super) fn hint(&mut self, text: &'static str) {
        if let Self::Table(live, _) = self {
            live.hint(text);
        }
    }

    /// Stops this process until it is continued; other processes may use the terminal meanwhile.
    pub(super) fn suspend(&mut self) -> Result<(), Trouble> {
        let held = matches!(self, Self::Table(_, true));
        if let Self::Table(live, _) = self {
            live.clear()?;
        }
        if held {
            self.hold_keys(false);
        }
        suspend();
        if held {
            self.hold_keys(true);
        }
        Ok(())
    }

    /// Takes the terminal's keys, or gives them back.
    fn hold_keys(&mut self, hold: bool) {
        if let Self::Table(_, raw) = self {
            // If that fails, the shell resets the terminal.
            *raw = if hold { enable_raw_mode().is_ok() } else { disable_raw_mode().is_err() };
        }
    }

    /// Shows the end, with the exit code.
    pub(super) fn end(&mut self, exit: u8) -> Result<(), Trouble> {
        match self {
            Self::Table(live, raw) => {
                let ended = live.end(now());
                if *raw {
                    self.hold_keys(false);
                }
                Ok(ended?)
            }
            Self::Lines(out, ..) => out.flush(),
            Self::Stream(sink, last) => {
                sink.send(now().max(*last), Event::Bye { exit });
                Ok(())
            }
            Self::Silent => Ok(()),
        }
    }
}

/// Tells whether standard output still has a reader; while nothing happens, no write would fail and
/// tell.
fn is_read() -> bool {
    let out = std::io::stdout();
    let mut polled = [PollFd::new(&out, PollFlags::empty())];
    let asked = rustix::event::poll(&mut polled, Some(&Timespec::default()));
    asked.is_err() || !polled[0].revents().contains(PollFlags::ERR)
}
