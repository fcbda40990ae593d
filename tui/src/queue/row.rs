//! Describes one job of the queue in words and numbers, as a row of a table.

use std::path::Path;

use fcp_engine::event::{Envelope, Event, Phase, Place};
use fcp_engine::path::{DisplayName, WirePath};
use fcp_engine::queue::{QueuedJob, Stage};
use fcp_engine::spec::{Destination, JobSpec, Options, Verb};
use fcp_engine::trash;
use fcp_engine::view::{JobRow, JobsView};
use fcp_presentation::jobs::{self, Pace, Rate};

use crate::app::look::Paint;
use crate::{format, state};

/// What a table shows of one job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) job: u64,
    pub(super) state: State,
    pub(super) verb: &'static str,
    pub(super) from: String,
    pub(super) to: Option<String>,
    pub(super) percent: String,
    /// Thousandths of the work that are done; none while that is unknown.
    pub(super) done: Option<u16>,
    pub(super) amount: String,
    pub(super) rate: String,
    pub(super) left: String,
    pub(super) questions: u64,
    /// Failed items.
    pub(super) failed: u64,
    /// Whether a process works on it.
    pub(super) live: bool,
    pub(super) paused: bool,
}

/// A state as glyph and word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) glyph: &'static str,
    pub(super) word: String,
    pub(super) paint: Paint,
}

impl Row {
    /// Makes the row from events; `operands` is the number of operands.
    pub(super) fn new(row: &JobRow, operands: u64, pace: Pace) -> Self {
        let (from, to) = ways(row.sources(), operands, row.destination());
        Self {
            verb: state::verb(row.verb),
            from: match row.verb {
                Some(Verb::Restore) => trashed(row.sources(), operands),
                _ => from,
            },
            to,
            paused: row.paused,
            ..Self::about("", &jobs::Row::of(row, pace))
        }
    }

    /// Makes the row of something else that is done like a job.
    pub(super) fn about(what: &str, data: &jobs::Row) -> Self {
        let (glyph, paint) = state::glyph(data.state);
        let eta = data.eta.map(format::left);
        Self {
            job: data.job,
            verb: "",
            from: what.to_owned(),
            to: None,
            percent: data.percent.map(format::percent).unwrap_or_default(),
            done: data.thousandths,
            amount: state::amount(data.amount),
            rate: data.rate.map(rate).unwrap_or_default(),
            left: eta.map(|left| left.trim_end_matches(" left").to_owned()).unwrap_or_default(),
            questions: data.questions,
            failed: if let jobs::State::Partly(failed) = data.state { failed } else { data.failed },
            live: data.is_live,
            paused: false,
            state: State { glyph, word: state::words(data.state).into_owned(), paint },
        }
    }

    /// Makes the row from what the queue knows of a job at a moment.
    pub(super) fn of(job: &QueuedJob, now: u64) -> Option<Self> {
        let view = view(job, now);
        let row = view.row(job.job)?;
        // An interrupted job stood still for an unknown time, so it has no speed.
        let steady = job.stage == Stage::Running && !job.interrupted;
        let mut pace = if steady { Pace::of(row, now) } else { Pace::default() };
        pace.stalled = false;
        Some(Self::new(row, job.source_count, pace))
    }
}

/// Turns what the queue knows of a job into events, so that all programs compute the same numbers.
fn view(job: &QueuedJob, now: u64) -> JobsView {
    let id = job.job;
    let spec = JobSpec {
        verb: job.verb,
        sources: job.sources.clone(),
        destination: job.destination.clone(),
        options: Options::default(),
    };
    let place = Place {
        rank: job.rank,
        lanes: job.lanes.clone(),
        passes: job.passes,
        now: job.now,
        after: job.after,
        held: job.held,
        interrupted: job.interrupted,
        cancelled: job.cancelled,
    };
    let began = job.started.unwrap_or(job.added);
    let mut view = JobsView::new();
    let mut tell = |at, event| view.apply(&Envelope { seq: None, at, event });
    tell(job.added, Event::JobQueued { job: id, spec: Box::new(spec) });
    tell(job.added, Event::JobPlaced { job: id, place });
    if job.stage == Stage::Running {
        tell(began, Event::JobStarted { job: id, workers: 0 });
        tell(began, Event::JobPhase { job: id, phase: job.phase });
    }
    tell(now, Event::Progress { job: id, progress: job.progress.clone() });
    match job.stage {
        Stage::Waiting => tell(now, Event::JobPhase { job: id, phase: Phase::Queued }),
        Stage::Running | Stage::Finished => {}
    }
    if job.paused {
        tell(now, Event::JobPaused { job: id });
    }
    if let Some(summary) = &job.summary {
        tell(job.ended.unwrap_or(now), Event::JobSummary { job: id, summary: summary.clone() });
    }
    view
}

/// Shows a path with its control characters escaped.
pub(super) fn shown(path: &Path) -> String {
    DisplayName::new(path).to_string()
}

/// Shows the operands of a job, and where they go.
fn ways(operands: &[WirePath], count: u64, to: Option<&Destination>) -> (String, Option<String>) {
    let Some(sides) = jobs::sides(operands, to) else {
        let to = to.and_then(Destination::path).map(|path| shown(&path.0));
        return (sources(operands, count), to);
    };
    let (items, from, to) = (format::items(count), shown(sides.from), shown(sides.to));
    if sides.both {
        (format!("{items} in {from} and {to}"), None)
    } else {
        (format!("{items} in {from}"), Some(to))
    }
}

/// Shows one operand, or what stands for several.
pub(super) fn sources(sources: &[WirePath], operands: u64) -> String {
    let Some(first) = sources.first() else { return String::new() };
    if operands <= 1 {
        return shown(&first.0);
    }
    let parent = first.0.parent().filter(|dir| !dir.as_os_str().is_empty());
    match parent.filter(|dir| sources.iter().all(|path| path.0.parent() == Some(dir))) {
        Some(dir) => format!("{} in {}", format::items(operands), shown(dir)),
        None => format!("{} and {} more", shown(&first.0), format::count(operands - 1)),
    }
}

/// Names the items of the trash that are restored: the paths in the trash are of no use to the user.
fn trashed(ids: &[WirePath], operands: u64) -> String {
    let Some(first) = ids.first() else { return String::new() };
    let place = trash::place(&first.0);
    let name = place.as_deref().and_then(Path::file_name).map_or(first.0.as_path(), Path::new);
    match operands {
        0 | 1 => shown(name),
        many => format!("{} and {} more", shown(name), format::count(many - 1)),
    }
}

/// Says how fast a job is, or was.
fn rate(rate: Rate) -> String {
    match rate {
        Rate::Items(items) => format!("{} items/s", format::count(items)),
        Rate::Bytes(bytes) => format::rate(bytes),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use fcp_engine::event::{Outcome, Progress, Summary, Totals};
    use fcp_engine::spec::Verb;

    use super::*;

    /// A moment.
    pub(crate) const NOW: u64 = 1_782_076_447_000_000;

    /// A job that waits to copy `/home/anna/Pictures/2026` to `/mnt/backup/Pictures`.
    pub(crate) fn job(id: u64) -> QueuedJob {
        QueuedJob {
            held: None,
            job: id,
            verb: Verb::Copy,
            sources: vec!["/home/anna/Pictures/2026".into()],
            source_count: 1,
            destination: Some(Destination::Into("/mnt/backup/Pictures".into())),
            stage: Stage::Waiting,
            phase: Phase::Queued,
            paused: false,
            interrupted: false,
            cancelled: false,
            rank: id as i64,
            lanes: Vec::new(),
            passes: false,
            now: false,
            after: None,
            limit_rate: None,
            pid: None,
            added: NOW - 120_000_000,
            started: None,
            ended: None,
            progress: Progress::default(),
            questions: 0,
            summary: None,
            record: None,
        }
    }

    /// A job that has copied 41.2 of 64 GiB in 100 s.
    pub(crate) fn running(id: u64) -> QueuedJob {
        let totals = Totals { items: 31_550, bytes: Some(64 << 30), complete: true };
        let progress = Progress {
            items_done: 18_204,
            bytes_done: 44_238_160_691,
            totals: Some(totals),
            ..Progress::default()
        };
        QueuedJob {
            stage: Stage::Running,
            phase: Phase::Running,
            started: Some(NOW - 100_000_000),
            pid: Some(4242),
            progress,
            ..job(id)
        }
    }

    /// A finished job.
    pub(crate) fn finished(id: u64, outcome: Outcome, failed: u64) -> QueuedJob {
        let summary = Summary {
            done: 120,
            bytes: 3 << 30,
            elapsed: 2_000_000,
            ..Summary::without_work(Verb::Copy, outcome, failed)
        };
        QueuedJob {
            stage: Stage::Finished,
            phase: Phase::Finished,
            started: Some(NOW - 50_000_000),
            ended: Some(NOW - 48_000_000),
            summary: Some(summary),
            ..job(id)
        }
    }

    fn state_of(job: &QueuedJob) -> String {
        let state = Row::of(job, NOW).unwrap().state;
        format!("{} {}", state.glyph, state.word)
    }

    #[test]
    fn each_state_has_a_word() {
        assert_eq!(state_of(&job(1)), "· queued");
        assert_eq!(state_of(&QueuedJob { after: Some(7), ..job(1) }), "· after job 7");
        assert_eq!(state_of(&QueuedJob { interrupted: true, ..job(1) }), "· interrupted");
        assert_eq!(state_of(&QueuedJob { paused: true, ..job(1) }), "║ paused");
        assert_eq!(state_of(&QueuedJob { interrupted: true, ..running(1) }), "► running");
        assert_eq!(state_of(&QueuedJob { paused: true, ..running(1) }), "║ paused");
        assert_eq!(state_of(&QueuedJob { cancelled: true, ..running(1) }), "· cancelling");
        assert_eq!(state_of(&QueuedJob { phase: Phase::Flushing, ..running(1) }), "▼ flushing");
        assert_eq!(state_of(&finished(1, Outcome::Completed, 0)), "✓ done");
        assert_eq!(state_of(&finished(1, Outcome::CompletedWithErrors, 2)), "✗ with failures");
        assert_eq!(state_of(&finished(1, Outcome::Cancelled, 0)), "– cancelled");
        let mut asks = running(1);
        asks.progress.waiting = 3;
        assert_eq!(state_of(&asks), "? needs you");
    }

    #[test]
    fn a_running_job_shows_its_mean_speed() {
        let row = Row::of(&running(1), NOW).unwrap();
        assert_eq!(
            [&row.percent, &row.amount, &row.rate],
            ["64 %", "41.2 of 64.0 GiB", "422 MiB/s"]
        );
        let ending = Row::of(&QueuedJob { cancelled: true, ..running(1) }, NOW).unwrap();
        assert_eq!((ending.rate.as_str(), ending.left.as_str()), ("", ""));
        let again = Row::of(&QueuedJob { interrupted: true, ..running(1) }, NOW).unwrap();
        assert_eq!((again.rate.as_str(), again.left.as_str()), ("", ""));
        // An interrupted job keeps its percentage while it waits to be resumed.
        let waits = QueuedJob { stage: Stage::Waiting, interrupted: true, ..running(1) };
        assert_eq!(Row::of(&waits, NOW).unwrap().percent, "64 %");
    }

    #[test]
    fn several_operands_are_counted() {
        let paths = |paths: &[&str]| paths.iter().map(WirePath::from).collect::<Vec<_>>();
        assert_eq!(sources(&paths(&["/a/b"]), 1), "/a/b");
        assert_eq!(sources(&paths(&["/a/b", "/a/c"]), 1_200), "1,200 items in /a");
        assert_eq!(sources(&paths(&["/a/b", "/c/d"]), 2), "/a/b and 1 more");
        assert_eq!(sources(&[], 0), "");
        let each = Destination::Each(paths(&["/r/b/x", "/r/y"]));
        let between = ways(&paths(&["/l/b/x", "/l/y"]), 12, Some(&each));
        assert_eq!(between, ("12 items in /l".to_owned(), Some("/r".to_owned())));
        let each = Destination::Each(paths(&["/r/x", "/l/y"]));
        let both = ways(&paths(&["/l/x", "/r/y"]), 2, Some(&each));
        assert_eq!(both, ("2 items in /l and /r".to_owned(), None));
        let id = "/home/anna/.local/share/Trash/info/a b.txt.trashinfo";
        assert_eq!(trashed(&paths(&[id]), 1), "a b.txt");
        assert_eq!(trashed(&paths(&[id, id]), 1_200), "a b.txt and 1,199 more");
    }
}
