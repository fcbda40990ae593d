//! State of the page that shows how processes on many machines run the parts of a plan.

use std::path::PathBuf;
use std::time::Duration;

use fcp_engine::parts::Failure;
use fcp_presentation::divided::{PartRow, Seen};

use crate::app::divided;

/// Microseconds after which the user is told that the folder of the plan does not answer.
pub(crate) const SILENT: u64 = 5_000_000;

/// Rows around the list: title, rule, sources, sums, items, parts, columns, keys.
const FRAME: usize = 8;

/// A plan that is watched.
#[derive(Clone, Debug)]
pub(crate) struct Divided {
    /// The number of the request.
    pub ticket: u64,
    /// The folder of the plan.
    pub dir: PathBuf,
    /// What the last look has found; none before the first.
    pub seen: Option<Box<Seen>>,
    /// Why the plan is no longer watched.
    pub wrong: Option<String>,
    /// When the next look begins, in microseconds since the Unix epoch.
    pub due: u64,
    /// The first line of the list on the screen.
    pub top: usize,
}

/// A line of the list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Line<'a> {
    /// A part.
    Part(&'a PartRow),
    /// Nothing.
    Space,
    /// The heading of the failures.
    Failures,
    /// An item that failed.
    Failure(&'a Failure),
}

impl Divided {
    /// Begins with a plan that was not looked at yet.
    pub(crate) fn new(ticket: u64, dir: PathBuf, now: u64) -> Self {
        Self { ticket, dir, seen: None, wrong: None, due: now, top: 0 }
    }

    /// Takes what a look has found.
    pub(crate) fn take(&mut self, seen: Result<Box<Seen>, String>, rest: Duration, now: u64) {
        self.due = now.saturating_add(rest.as_micros() as u64);
        match seen {
            Ok(seen) => self.seen = Some(seen),
            Err(wrong) => self.wrong = Some(wrong),
        }
    }

    /// Gives for how long the folder has not answered, in microseconds, if that is too long.
    pub(crate) fn silence(&self, now: u64) -> Option<u64> {
        let silent = now.saturating_sub(self.due);
        (self.wrong.is_none() && silent >= SILENT).then_some(silent)
    }

    /// Gives when the page changes by time alone.
    pub(crate) fn wakes_at(&self, now: u64) -> Option<u64> {
        // The seconds of the silence count up.
        let at = self.due.saturating_add(SILENT).max(now.saturating_add(1_000_000));
        self.wrong.is_none().then_some(at)
    }

    /// Gives the lines of the list: the parts, then the failures.
    pub(crate) fn lines(&self) -> Vec<Line<'_>> {
        let Some(seen) = &self.seen else { return Vec::new() };
        let mut lines: Vec<Line<'_>> = seen.parts.iter().map(Line::Part).collect();
        if !seen.status.failures.is_empty() {
            if !lines.is_empty() {
                lines.push(Line::Space);
            }
            lines.push(Line::Failures);
            lines.extend(seen.status.failures.iter().map(Line::Failure));
        }
        lines
    }

    /// Gives the rows that the list has on a screen of this height.
    pub(crate) fn room(&self, height: u16) -> usize {
        let notes = self.seen.as_deref().map_or(0, |seen| divided::notes(seen).len());
        usize::from(height).saturating_sub(FRAME + notes).max(1)
    }

    /// Gives the last first line on a screen of this height.
    pub(crate) fn last(&self, height: u16) -> usize {
        self.lines().len().saturating_sub(self.room(height))
    }
}
