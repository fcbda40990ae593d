//! Decides when and how often the progress of a job is shown.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use fcp_engine::view::JobRow;
use fcp_presentation::jobs::Pace;
use ratatui::text::Line;

use super::asked::When;
use super::progress::{lines, plain};
use crate::app::look::Look;

/// A job that finishes sooner than this shows no progress.
const QUIET: Duration = Duration::from_millis(200);
/// Time between two frames: job numbers change four times a second.
const FRAME: Duration = Duration::from_millis(250);
/// Time before the first plain line in a log, and between two.
const FIRST_LOG: Duration = Duration::from_secs(1);
const LOG: Duration = Duration::from_secs(10);
/// Time for which a rate and an ETA stay, so that they can be read.
const STEADY: Duration = Duration::from_secs(1);

/// Says how progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Not at all.
    Off,
    /// Two lines at the bottom of the terminal.
    Live,
    /// Like live, also for a job that takes no time.
    Told,
    /// One plain line now and then.
    Log,
}

impl Mode {
    /// Chooses by the value of `--progress` and by whether standard error is a terminal.
    pub(crate) fn choose(asked: When) -> Self {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
        match asked {
            When::Never => Self::Off,
            _ if stderr().is_terminal() && !dumb => Self::Live,
            When::Always => Self::Log,
            When::Auto => Self::Off,
        }
    }
}

/// Decides when to draw.
#[derive(Debug)]
pub(crate) struct Display {
    pub(crate) mode: Mode,
    look: Look,
    begun: Instant,
    drawn: Option<Instant>,
    logged: Option<Instant>,
    pace: Pace,
    paced: Option<Instant>,
}

impl Display {
    pub(crate) fn new(mode: Mode, look: Look) -> Self {
        Self {
            mode,
            look,
            begun: Instant::now(),
            drawn: None,
            logged: None,
            pace: Pace::default(),
            paced: None,
        }
    }

    /// Tells whether there are live lines.
    pub(crate) fn is_live(&self) -> bool {
        matches!(self.mode, Mode::Live | Mode::Told)
    }

    /// Tells whether the job has lasted long enough to be reported.
    pub(crate) fn is_worth_a_word(&self) -> bool {
        match self.mode {
            Mode::Off => false,
            Mode::Live => self.begun.elapsed() >= QUIET,
            Mode::Told | Mode::Log => true,
        }
    }

    /// Asks for a new frame at the next chance.
    pub(crate) fn spoil(&mut self) {
        self.drawn = None;
    }

    /// Gives the live lines, if it is time for a frame.
    pub(crate) fn frame(
        &mut self,
        row: &JobRow,
        at: u64,
        width: usize,
    ) -> Option<Vec<Line<'static>>> {
        let due = self.drawn.is_none_or(|drawn| drawn.elapsed() >= FRAME);
        if !self.is_live() || !self.is_worth_a_word() || !due {
            return None;
        }
        self.drawn = Some(Instant::now());
        self.keep_pace(row, at);
        Some(lines(row, self.pace, width, self.look))
    }

    /// Gives the plain line, if it is time for one.
    pub(crate) fn log(&mut self, row: &JobRow, at: u64) -> Option<String> {
        let rests = match self.logged {
            None => self.begun.elapsed() < FIRST_LOG,
            Some(logged) => logged.elapsed() < LOG,
        };
        if self.mode != Mode::Log || rests {
            return None;
        }
        self.logged = Some(Instant::now());
        Some(plain(row, Pace::of(row, at)))
    }

    fn keep_pace(&mut self, row: &JobRow, at: u64) {
        let stale = self.paced.is_none_or(|paced| paced.elapsed() >= STEADY);
        // Show a first rate as soon as there is one.
        if stale || self.pace == Pace::default() {
            self.pace = Pace::of(row, at);
            self.paced = Some(Instant::now());
        }
    }
}
