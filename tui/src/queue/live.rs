//! Redraws the table of jobs while they run.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Stdout, stdout};
use std::time::{Duration, Instant};

use fcp_engine::event::{Envelope, Event, JobId};
use fcp_engine::view::{JobRow, JobsView};
use fcp_presentation::jobs::Pace;
use ratatui::text::Line;

use super::face::Board;
use super::output::size;
use super::row::Row;
use super::table::{self, clipped};
use crate::app::look::{Look, MUTED};
use crate::cli::screen::{Screen, span};
use crate::format;

/// Time between two frames where only numbers change, and where something happened.
const FRAME: Duration = Duration::from_millis(250);
const SOON: Duration = Duration::from_millis(100);
/// Time for which a speed and a time left stay, so that they can be read.
const STEADY: Duration = Duration::from_secs(1);
/// Finished jobs that are still shown.
const OVER: usize = 5;
/// Rows of a terminal that are not for jobs: head, rule, questions, keys.
const MARGIN: usize = 8;

/// Folds events into a table, and draws it.
#[derive(Debug)]
pub(super) struct Live {
    view: JobsView,
    /// Jobs that were unfinished at their first event.
    seen: BTreeSet<JobId>,
    paces: BTreeMap<JobId, Pace>,
    paced: Option<Instant>,
    drawn: Option<Instant>,
    /// Whether something happened since.
    news: bool,
    screen: Screen<Stdout>,
    look: Look,
    /// What stands below the table.
    hint: &'static str,
}

impl Live {
    pub(super) fn new(look: Look, hint: &'static str) -> Self {
        Self {
            view: JobsView::new(),
            seen: BTreeSet::new(),
            paces: BTreeMap::new(),
            paced: None,
            drawn: None,
            news: false,
            screen: Screen::new(stdout()),
            look,
            hint,
        }
    }

    /// Marks the unfinished jobs, which stay in view when they finish, and forgets the others.
    fn settle(&mut self) {
        self.seen.extend(self.view.rows().filter(|row| !row.is_over()).map(|row| row.job));
        // A process may run the queue for months.
        let shown: Vec<JobId> = self.over().iter().map(|row| row.job).collect();
        let over = self.view.rows().filter(|row| row.is_over()).map(|row| row.job);
        for job in over.filter(|job| !shown.contains(job)).collect::<Vec<_>>() {
            self.view.forget(job);
            self.seen.remove(&job);
            self.paces.remove(&job);
        }
    }

    /// Gives the last of the jobs that ended since the table was begun.
    fn over(&self) -> Vec<&JobRow> {
        let seen = |row: &&JobRow| row.is_over() && self.seen.contains(&row.job);
        let mut over: Vec<&JobRow> = self.view.rows().filter(seen).collect();
        over.sort_by_key(|row| Reverse((row.heard_at, row.job)));
        over.truncate(OVER);
        over
    }

    fn lines(&self, columns: usize, rows: usize) -> Vec<Line<'static>> {
        // The last column stays free: some terminals wrap as soon as it is written.
        let width = columns.saturating_sub(1);
        let mut shown = self.rows();
        let room = rows.saturating_sub(MARGIN).max(1);
        let hidden = shown.len().saturating_sub(room);
        shown.truncate(room);
        let look = self.look;
        let mut lines = if shown.is_empty() {
            vec![Line::from(span("The queue is empty.", MUTED, look))]
        } else {
            table::lines(&shown, Some(width), look)
        };
        if hidden > 0 {
            let more = format!("{} more", format::counted(hidden as u64, "job", "jobs"));
            lines.push(Line::from(span(more, MUTED, look)));
        }
        lines.extend(table::notes(&shown, look));
        if !self.hint.is_empty() {
            lines.push(Line::from(span(self.hint, MUTED, look)));
        }
        lines.into_iter().map(|line| clipped(line, width)).collect()
    }

    /// Gives the unfinished jobs in their order, and the last of those that finished meanwhile.
    fn rows(&self) -> Vec<Row> {
        let rank = |row: &&JobRow| (row.place.as_ref().map_or(0, |place| place.rank), row.job);
        let mut open: Vec<&JobRow> = self.view.rows().filter(|row| !row.is_over()).collect();
        open.sort_by_key(rank);
        open.into_iter()
            .chain(self.over())
            .map(|row| {
                let pace = self.paces.get(&row.job).copied().unwrap_or_default();
                Row::new(row, row.sources().len() as u64, pace)
            })
            .collect()
    }
}

impl Board for Live {
    fn hear(&mut self, envelope: &Envelope) {
        self.view.apply(envelope);
        self.news |= envelope.event.is_fact();
        if let Event::JobRemoved { job } = &envelope.event {
            self.seen.remove(job);
            self.paces.remove(job);
        }
    }

    fn hint(&mut self, text: &'static str) {
        self.hint = text;
    }

    fn show(&mut self, now: u64) -> io::Result<()> {
        let rest = if self.news { SOON } else { FRAME };
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < rest) {
            return Ok(());
        }
        self.drawn = Some(Instant::now());
        self.news = false;
        self.settle();
        if self.paced.is_none_or(|paced| paced.elapsed() >= STEADY) {
            self.paced = Some(Instant::now());
            self.paces = self.view.rows().map(|row| (row.job, Pace::of(row, now))).collect();
        }
        let (columns, rows) = size();
        let lines = self.lines(columns, rows);
        self.screen.draw(&lines, columns)
    }

    fn undrawn(&mut self) -> &mut Screen<Stdout> {
        self.drawn = None;
        &mut self.screen
    }
}

#[cfg(test)]
mod tests {
    use fcp_engine::event::{Outcome, Summary};
    use fcp_engine::spec::JobSpec;

    use super::*;
    use crate::queue::row::tests::{NOW, finished};
    use crate::terminal::PLAIN;

    fn live(jobs: u64) -> Live {
        let mut live = Live::new(PLAIN, "q ends");
        for job in 1..=jobs {
            hear(&mut live, queued(job));
        }
        live
    }

    fn hear(live: &mut Live, event: Event) {
        live.hear(&Envelope { seq: None, at: NOW, event });
    }

    fn queued(job: JobId) -> Event {
        let spec = JobSpec::delete(["/a"]);
        Event::JobQueued { job, spec: Box::new(spec) }
    }

    fn summary() -> Summary {
        finished(1, Outcome::Completed, 0).summary.unwrap()
    }

    fn text(live: &Live, rows: usize) -> Vec<String> {
        live.lines(80, rows).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_table_is_no_higher_than_the_terminal() {
        let live = live(100);
        let lines = text(&live, 24);
        assert!(lines.len() < 24, "{lines:#?}");
        assert!(lines.contains(&"84 jobs more".to_owned()), "{lines:#?}");
        assert_eq!(lines.last().unwrap(), "q ends");
        assert_eq!(text(&self::live(0), 24)[0], "The queue is empty.");
    }

    #[test]
    fn only_the_last_jobs_that_ended_are_kept() {
        let mut live = live(20);
        live.settle();
        for job in 1..=20 {
            hear(&mut live, Event::JobSummary { job, summary: summary() });
        }
        live.settle();
        assert_eq!(live.view.rows().count(), OVER);
        let jobs: Vec<_> = live.rows().iter().map(|row| row.job).collect();
        assert_eq!(jobs, [20, 19, 18, 17, 16]);
    }

    #[test]
    fn jobs_that_were_over_before_are_not_shown() {
        let mut live = live(2);
        hear(&mut live, Event::JobSummary { job: 1, summary: summary() });
        live.settle();
        assert_eq!(live.rows().iter().map(|row| row.job).collect::<Vec<_>>(), [2]);
        hear(&mut live, Event::JobSummary { job: 2, summary: summary() });
        live.settle();
        assert_eq!(live.rows()[0].state.word, "done");
        hear(&mut live, Event::JobRemoved { job: 2 });
        assert_eq!(live.rows(), []);
    }
}
