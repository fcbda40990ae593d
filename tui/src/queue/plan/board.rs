//! Draws a plan on a terminal: the whole of it, and a table of the parts that processes have.

use std::io::{self, Stdout, stdout};
use std::time::{Duration, Instant};

use fcp_engine::event::Envelope;
use fcp_engine::parts::Sums;
use fcp_engine::spec::{Destination, JobSpec};
use fcp_presentation::divided::DividedView;
use ratatui::text::{Line, Span};

use crate::app::look::{BAD, Look, MUTED, STRONG, TEXT};
use crate::cli::parts::report;
use crate::cli::screen::{Screen, span};
use crate::format;
use crate::queue::face::Board;
use crate::queue::output::size;
use crate::queue::row::{Row, shown, sources};
use crate::queue::table::{bar, clipped, lines_of};

/// Time between two frames.
const FRAME: Duration = Duration::from_millis(250);
/// Failures that are shown at most.
const FAILURES: usize = 5;

/// A plan as it is drawn.
#[derive(Debug)]
pub(super) struct PlanBoard {
    view: DividedView,
    drawn: Option<Instant>,
    screen: Screen<Stdout>,
    look: Look,
    hint: &'static str,
}

impl PlanBoard {
    pub(super) fn new(look: Look, spec: JobSpec) -> Self {
        Self {
            view: DividedView::new(spec),
            drawn: None,
            screen: Screen::new(stdout()),
            look,
            hint: "q quits; the processes continue",
        }
    }

    /// Takes what a part has told.
    pub(super) fn hear_of(&mut self, envelope: &Envelope, now: u64) {
        self.view.hear(envelope, now);
    }

    /// Takes what a look at the plan has found.
    pub(super) fn take(&mut self, sums: Sums, now: u64) {
        self.view.take(sums, now);
    }

    fn lines(&self, now: u64, columns: usize, rows: usize) -> Vec<Line<'static>> {
        // The last column stays free: some terminals wrap as soon as it is written.
        let width = columns.saturating_sub(1);
        let look = self.look;
        let mut lines = self.head(now);
        let mut foot = self.foot();
        if !self.hint.is_empty() {
            foot.push(Line::from(span(self.hint, MUTED, look)));
        }
        let parts = self.view.parts(now);
        let mut parts: Vec<Row> =
            parts.iter().map(|part| Row::about(&part.host, &part.row)).collect();
        // Its head and the rule take two, and the line of those that are hidden one more; the cursor's line is free.
        let room = rows.saturating_sub(lines.len() + foot.len() + 4).max(1);
        let hidden = parts.len().saturating_sub(room);
        parts.truncate(room);
        if !parts.is_empty() {
            lines.extend(lines_of(("Part", "Machine"), &parts, Some(width), look));
        }
        if hidden > 0 {
            let more = format!("{} more", format::counted(hidden as u64, "part", "parts"));
            lines.push(Line::from(span(more, MUTED, look)));
        }
        lines.append(&mut foot);
        lines.into_iter().map(|line| clipped(line, width)).collect()
    }

    /// Shows the whole plan.
    fn head(&self, now: u64) -> Vec<Line<'static>> {
        let look = self.look;
        let (spec, status) = (self.view.spec(), self.view.status());
        let from = sources(&spec.sources, spec.sources.len() as u64);
        let to = spec.destination.as_ref().and_then(Destination::path);
        let to = to.map(|path| format!(" → {}", shown(&path.0))).unwrap_or_default();
        let mut lines = vec![Line::from(span(format!("{from}{to}"), TEXT, look))];
        let Some(whole) = self.view.whole(now) else { return lines };
        let row = Row::about("", &whole);
        let state = format!("{} {}", row.state.glyph, row.state.word);
        let mut parts: Vec<Span<'static>> = vec![span(state, row.state.paint, look)];
        if row.live {
            parts.extend(bar(&row, look));
        }
        for (text, paint) in
            [(&row.percent, STRONG), (&row.amount, TEXT), (&row.rate, TEXT), (&row.left, MUTED)]
        {
            if !text.is_empty() {
                parts.push(span(format!("  {text}"), paint, look));
            }
        }
        lines.push(Line::from(parts));
        let items = format::items_of(self.view.items_done(), status.items);
        lines.push(Line::from(span(
            format!("{items}; parts: {}", report::parts(status)),
            TEXT,
            look,
        )));
        lines
    }

    /// Shows what failed, and what is left to do.
    fn foot(&self) -> Vec<Line<'static>> {
        let status = self.view.status();
        let look = self.look;
        let mut lines: Vec<Line<'static>> = report::troubles(status)
            .into_iter()
            .take(FAILURES)
            .map(|text| Line::from(span(text, BAD, look)))
            .collect();
        if self.view.is_over() {
            lines.push(Line::from(span(report::folders(status), TEXT, look)));
        } else if self.view.is_idle() {
            let text = "No process is running; start one with 'fcp part DIR --all'";
            lines.push(Line::from(span(text, MUTED, look)));
        }
        lines
    }
}

impl Board for PlanBoard {
    fn hear(&mut self, envelope: &Envelope) {
        self.hear_of(envelope, envelope.at);
    }

    fn hint(&mut self, text: &'static str) {
        self.hint = text;
    }

    fn show(&mut self, now: u64) -> io::Result<()> {
        if self.drawn.is_some_and(|drawn| drawn.elapsed() < FRAME) {
            return Ok(());
        }
        self.drawn = Some(Instant::now());
        let (columns, rows) = size();
        let lines = self.lines(now, columns, rows);
        self.screen.draw(&lines, columns)
    }

    fn undrawn(&mut self) -> &mut Screen<Stdout> {
        self.drawn = None;
        &mut self.screen
    }
}
