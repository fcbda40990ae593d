//! Where jobs stand, as codes and numbers: both apps and the commands give each code its word and its colour.
//!
//! All of it follows from a job's [`JobRow`] and a moment. [`Row`] is what a table shows of one job.

use std::path::Path;

use fcp_engine::event::{Event, JobId, Outcome, Phase, Place, Summary};
use fcp_engine::path::WirePath;
use fcp_engine::view::{Eta, JobRow, Speed};

/// Microseconds below which a finished job has no speed: a rate over less than a second means nothing.
const SHORT: u64 = 1_000_000;

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It waits for its turn.
    Queued,
    /// It waits until another job has ended.
    After(JobId),
    /// The process that ran it was stopped; it resumes in its turn.
    Interrupted,
    /// It works, and the totals are not known yet.
    Counting,
    /// It works.
    Working,
    /// Nothing moves until the user answers.
    NeedsYou,
    /// Nothing moved for some seconds.
    Stalled,
    /// The user paused it.
    Paused,
    /// It flushes to the disk.
    Flushing,
    /// It compares copies with their sources.
    Verifying,
    /// It works no more, and its summary is on the way.
    Ending,
    /// It ended, and nothing is left to do.
    Done,
    /// It ended with so many questions unanswered.
    Unanswered(u64),
    /// It ended, and so many items failed; 0 where items were left undone for another reason.
    Partly(u64),
    /// It was cancelled.
    Cancelled,
    /// It could not go through.
    Failed,
}

impl State {
    /// Tells where a job stands at a moment.
    pub fn of(row: &JobRow, now: u64) -> Self {
        Self::with(row, row.is_stalled(now))
    }

    /// Tells where a job stands; the caller knows whether nothing moves.
    fn with(row: &JobRow, stalled: bool) -> Self {
        if let Some(outcome) = row.outcome() {
            return Self::ended(outcome, row.summary.as_ref(), row.progress.items_failed);
        }
        if row.paused && row.phase != Phase::Finished {
            return Self::Paused;
        }
        match row.phase {
            Phase::Queued => match &row.place {
                Some(Place { after: Some(other), .. }) => Self::After(*other),
                Some(Place { interrupted: true, .. }) => Self::Interrupted,
                Some(_) | None => Self::Queued,
            },
            Phase::Running if row.waits_only() => Self::NeedsYou,
            Phase::Running if stalled => Self::Stalled,
            Phase::Running if row.totals.complete => Self::Working,
            Phase::Running => Self::Counting,
            Phase::Flushing => Self::Flushing,
            Phase::Verifying => Self::Verifying,
            Phase::Finished => Self::Ending,
        }
    }

    fn ended(outcome: Outcome, summary: Option<&Summary>, failed: u64) -> Self {
        match (outcome, summary.map_or(0, |summary| summary.unanswered)) {
            (Outcome::Completed, 0) => Self::Done,
            (Outcome::Completed, open) => Self::Unanswered(open),
            (Outcome::CompletedWithErrors, _) => Self::Partly(failed),
            (Outcome::Cancelled, _) => Self::Cancelled,
            (Outcome::Failed, _) => Self::Failed,
        }
    }

    /// Tells whether the job ended with something left for the user to do.
    pub fn has_trouble(self) -> bool {
        match self {
            Self::Unanswered(_) | Self::Partly(_) | Self::Failed => true,
            Self::Done | Self::Cancelled => false,
            Self::Queued
            | Self::After(_)
            | Self::Interrupted
            | Self::Counting
            | Self::Working
            | Self::NeedsYou
            | Self::Stalled
            | Self::Paused
            | Self::Flushing
            | Self::Verifying
            | Self::Ending => false,
        }
    }

    /// Tells whether the job moves data, so that it has a speed and a time left.
    pub fn is_moving(self) -> bool {
        matches!(self, Self::Counting | Self::Working)
    }
}

/// Tells whether a job ended with failures or with unanswered questions.
pub fn has_trouble(row: &JobRow) -> bool {
    row.summary.as_ref().is_some_and(|summary| {
        State::ended(summary.outcome, Some(summary), summary.failed).has_trouble()
    })
}

/// Tells whether a job only foresees what another would do; it is not listed.
pub fn is_rehearsal(row: &JobRow) -> bool {
    row.spec.as_ref().is_some_and(|spec| spec.options.dry_run)
}

/// Tells whether an event changes what only the queue knows of jobs: limits, processes, records.
pub fn is_stale_after(event: &Event) -> bool {
    matches!(event, Event::JobPlaced { .. } | Event::JobStarted { .. } | Event::JobSummary { .. })
}

/// The speed of a job, and the time that is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// How fast it is.
    pub rate: Speed,
    /// How long it will take; none if that cannot be said.
    pub eta: Option<Eta>,
    /// Whether nothing moved for some seconds.
    pub stalled: bool,
}

impl Pace {
    /// Reads the pace of a job at a moment.
    pub fn of(row: &JobRow, now: u64) -> Self {
        Self { rate: row.rate(now), eta: row.eta(now), stalled: row.is_stalled(now) }
    }
}

/// How much of a job is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Nothing so far.
    Nothing,
    /// So many items; the total where it is known.
    Items(u64, Option<u64>),
    /// So many bytes; the total where it is known.
    Bytes(u64, Option<u64>),
}

impl Amount {
    /// Tells how much of a job is done: in bytes where it moves any, and in items otherwise.
    pub fn of(row: &JobRow) -> Self {
        let (progress, totals) = (&row.progress, &row.totals);
        if let Some(summary) = &row.summary {
            return match (summary.bytes, summary.done) {
                (0, 0) => Self::Nothing,
                (0, items) => Self::Items(items, None),
                (bytes, _) => Self::Bytes(bytes, None),
            };
        }
        match totals.bytes {
            Some(bytes) if totals.complete && bytes > 0 => {
                Self::Bytes(progress.bytes_done, Some(bytes))
            }
            _ if totals.complete => Self::Items(progress.items_done, Some(totals.items)),
            _ if progress.bytes_done > 0 => Self::Bytes(progress.bytes_done, None),
            _ if progress.items_done > 0 => Self::Items(progress.items_done, None),
            _ => Self::Nothing,
        }
    }
}

/// Tells whether a job has only items to count: it has no bytes to copy.
pub fn counts_items(row: &JobRow) -> bool {
    row.totals.complete && row.totals.bytes.is_none_or(|bytes| bytes == 0)
}

/// What moves in a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// Bytes in a second.
    Bytes(u64),
    /// Items in a second.
    Items(u64),
}

/// Gives the mean speed of a job that has ended, in bytes per second; none where it means nothing.
///
/// Data that was reflinked did not travel. `worked` is how long the job worked, in microseconds.
pub fn mean_rate(summary: &Summary, worked: u64) -> Option<u64> {
    let travelled = summary.bytes.saturating_sub(summary.bytes_reflinked);
    (travelled > 0 && worked >= SHORT).then(|| per_second(travelled, worked))
}

/// Gives how many there were in a second of so many in some microseconds; 0 in no time.
pub fn per_second(count: u64, micros: u64) -> u64 {
    (u128::from(count) * 1_000_000).checked_div(u128::from(micros)).unwrap_or(0) as u64
}

/// What a table shows of one job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The job.
    pub job: JobId,
    /// Where it stands.
    pub state: State,
    /// How much of it is done, in percent; none after its end, and while that is unknown.
    pub percent: Option<u8>,
    /// How much of it is done, in thousandths; as above.
    pub thousandths: Option<u16>,
    /// How much is done.
    pub amount: Amount,
    /// How fast it is, or was.
    pub rate: Option<Rate>,
    /// How long it will take.
    pub eta: Option<Eta>,
    /// Questions that wait for the user.
    pub questions: u64,
    /// Failed items, unless the state tells them.
    pub failed: u64,
    /// Whether a process works on it.
    pub is_live: bool,
}

impl Row {
    /// Makes the row of a job; the pace is passed on, since it changes less often than the row is drawn.
    pub fn of(row: &JobRow, pace: Pace) -> Self {
        let is_over = row.is_over();
        let is_live = !is_over && row.phase != Phase::Queued;
        let rate = match (&row.summary, pace.rate) {
            (Some(summary), _) => mean_rate(summary, summary.elapsed).map(Rate::Bytes),
            (None, _) if row.paused || row.waits_only() => None,
            (None, Speed { bytes: 0, items: 0 }) => None,
            (None, Speed { bytes: 0, items }) => Some(Rate::Items(items)),
            (None, Speed { bytes, .. }) => Some(Rate::Bytes(bytes)),
        };
        Self {
            job: row.job,
            state: State::with(row, pace.stalled),
            percent: row.percent().filter(|_| !is_over),
            thousandths: row.fraction().filter(|_| !is_over).map(|it| (it * 1000.0).round() as u16),
            amount: Amount::of(row),
            rate,
            eta: pace.eta.filter(|_| is_live),
            questions: if is_over { 0 } else { row.progress.waiting },
            failed: if is_over { 0 } else { row.progress.items_failed },
            is_live,
        }
    }
}

/// Gives the listed jobs that have not ended: those at work first, then in the order of the queue.
pub fn open<'a>(rows: impl Iterator<Item = &'a JobRow>) -> Vec<&'a JobRow> {
    let mut open: Vec<&JobRow> = rows.filter(|row| !row.is_over() && !is_rehearsal(row)).collect();
    let rank = |row: &JobRow| row.place.as_ref().map_or(0, |place| place.rank);
    open.sort_by_key(|row| (row.phase == Phase::Queued, rank(row), row.job));
    open
}

/// Gives the listed jobs that have ended, the newest first.
pub fn over<'a>(rows: impl Iterator<Item = &'a JobRow>) -> Vec<&'a JobRow> {
    let mut over: Vec<&JobRow> = rows.filter(|row| row.is_over() && !is_rehearsal(row)).collect();
    over.sort_by_key(|row| std::cmp::Reverse((row.heard_at, row.job)));
    over
}

/// Jobs that use the same devices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lane {
    /// The devices; none where the queue does not tell them.
    pub devices: Vec<String>,
    /// The jobs, in their order.
    pub jobs: Vec<JobId>,
}

/// Gives the devices that a job uses.
pub fn devices(row: &JobRow) -> &[String] {
    row.place.as_ref().map_or(&[], |place| &place.lanes)
}

/// Groups the jobs that have not ended by their devices.
pub fn lanes<'a>(rows: impl Iterator<Item = &'a JobRow>) -> Vec<Lane> {
    let mut lanes: Vec<Lane> = Vec::new();
    for row in open(rows) {
        let devices = devices(row);
        match lanes.iter_mut().find(|lane| lane.devices == devices) {
            Some(lane) => lane.jobs.push(row.job),
            None => lanes.push(Lane { devices: devices.to_vec(), jobs: vec![row.job] }),
        }
    }
    lanes
}

/// Gives the folder below which the paths of a job are shown: the only operand, or what several are in.
pub fn base(sources: &[WirePath]) -> Option<&Path> {
    match sources {
        [only] => Some(&only.0),
        [first, ..] => first.0.parent(),
        [] => None,
    }
}

/// Gives a path below the base of its job: the name of the base itself, and the whole path elsewhere.
pub fn below<'a>(base: Option<&Path>, path: &'a Path) -> &'a Path {
    match base.and_then(|base| path.strip_prefix(base).ok()) {
        Some(rest) if rest.as_os_str().is_empty() => path.file_name().map_or(path, Path::new),
        Some(rest) => rest,
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use fcp_engine::event::{Carried, Envelope, Progress, Totals};
    use fcp_engine::spec::{Destination, JobSpec, Options, Verb};
    use fcp_engine::view::JobsView;

    use super::*;

    const SECOND: u64 = 1_000_000;

    fn spec(options: Options) -> Box<JobSpec> {
        Box::new(JobSpec {
            verb: Verb::Copy,
            sources: vec!["/src/a".into()],
            destination: Some(Destination::Into("/dst".into())),
            options,
        })
    }

    fn place(rank: i64, lanes: &[&str]) -> Place {
        let lanes = lanes.iter().map(|&lane| lane.to_owned()).collect();
        Place { rank, lanes, passes: false, now: false, after: None, interrupted: false }
    }

    fn summary(outcome: Outcome) -> Summary {
        Summary {
            verb: Verb::Copy,
            outcome,
            done: 0,
            skipped: 0,
            failed: 0,
            mismatched: 0,
            unanswered: 0,
            replaced: 0,
            renamed: 0,
            bytes: 0,
            bytes_reflinked: 0,
            reflinked: 0,
            bytes_holes: 0,
            carried: Carried::default(),
            elapsed: SECOND,
        }
    }

    /// A queued job and the events that follow.
    fn view(job: JobId, events: Vec<Event>) -> JobsView {
        let mut view = JobsView::new();
        let queued = Event::JobQueued { job, spec: spec(Options::default()) };
        for event in std::iter::once(queued).chain(events) {
            view.apply(&Envelope { seq: None, at: SECOND, event });
        }
        view
    }

    fn state(events: Vec<Event>) -> State {
        State::of(view(1, events).row(1).unwrap(), SECOND)
    }

    fn started() -> Event {
        Event::JobStarted { job: 1, workers: 1 }
    }

    fn ended(summary: Summary) -> Event {
        Event::JobSummary { job: 1, summary }
    }

    #[test]
    fn each_stage_of_a_job_has_its_code() {
        assert_eq!(state(vec![]), State::Queued);
        let placed = |place| vec![Event::JobPlaced { job: 1, place }];
        let after = Place { after: Some(7), ..place(1, &[]) };
        assert_eq!(state(placed(after)), State::After(7));
        assert_eq!(state(placed(Place { interrupted: true, ..place(1, &[]) })), State::Interrupted);
        assert_eq!(state(vec![started()]), State::Counting);
        let totals = Totals { items: 2, bytes: Some(9), complete: true };
        let counted = || Event::JobTotals { job: 1, totals };
        assert_eq!(state(vec![started(), counted()]), State::Working);
        assert_eq!(state(vec![started(), Event::JobPaused { job: 1 }]), State::Paused);
        let phase = |phase| state(vec![started(), Event::JobPhase { job: 1, phase }]);
        assert_eq!(phase(Phase::Flushing), State::Flushing);
        assert_eq!(phase(Phase::Verifying), State::Verifying);
        let late = view(1, vec![started(), counted()]);
        assert_eq!(State::of(late.row(1).unwrap(), 1_000 * SECOND), State::Stalled);
    }

    #[test]
    fn each_end_of_a_job_has_its_code_and_some_are_trouble() {
        let end = |summary: Summary| state(vec![started(), ended(summary)]);
        for (given, expected, trouble) in [
            (summary(Outcome::Completed), State::Done, false),
            (Summary { unanswered: 2, ..summary(Outcome::Completed) }, State::Unanswered(2), true),
            (summary(Outcome::CompletedWithErrors), State::Partly(0), true),
            (summary(Outcome::Cancelled), State::Cancelled, false),
            (summary(Outcome::Failed), State::Failed, true),
        ] {
            let view = view(1, vec![started(), ended(given.clone())]);
            assert_eq!(end(given), expected);
            assert_eq!(expected.has_trouble(), trouble, "{expected:?}");
            assert_eq!(has_trouble(view.row(1).unwrap()), trouble, "{expected:?}");
        }
    }

    #[test]
    fn amounts_are_bytes_where_there_are_any_and_items_otherwise() {
        let progress = |bytes, items| {
            let progress = Progress { bytes_done: bytes, items_done: items, ..Progress::default() };
            Event::Progress { job: 1, progress }
        };
        let totals = |items, bytes| Event::JobTotals {
            job: 1,
            totals: Totals { items, bytes, complete: true },
        };
        let amount = |events: Vec<Event>| {
            let events = std::iter::once(started()).chain(events).collect();
            Amount::of(view(1, events).row(1).unwrap())
        };
        assert_eq!(amount(vec![]), Amount::Nothing);
        assert_eq!(amount(vec![progress(0, 3)]), Amount::Items(3, None));
        assert_eq!(amount(vec![progress(5, 3)]), Amount::Bytes(5, None));
        assert_eq!(amount(vec![progress(5, 3), totals(7, Some(9))]), Amount::Bytes(5, Some(9)));
        assert_eq!(amount(vec![progress(0, 3), totals(7, Some(0))]), Amount::Items(3, Some(7)));
        let done = Summary { done: 4, ..summary(Outcome::Completed) };
        assert_eq!(amount(vec![ended(done.clone())]), Amount::Items(4, None));
        assert_eq!(amount(vec![ended(Summary { bytes: 8, ..done })]), Amount::Bytes(8, None));
    }

    #[test]
    fn a_short_job_and_reflinked_data_have_no_speed() {
        let copied = Summary { bytes: 10, bytes_reflinked: 4, ..summary(Outcome::Completed) };
        assert_eq!(mean_rate(&copied, 2 * SECOND), Some(3));
        assert_eq!(mean_rate(&copied, SECOND - 1), None);
        let reflinked = Summary { bytes_reflinked: 10, ..copied };
        assert_eq!(mean_rate(&reflinked, 2 * SECOND), None);
        assert_eq!(per_second(5, 0), 0);
    }

    #[test]
    fn rows_have_numbers_while_the_job_works() {
        let events = vec![
            started(),
            Event::JobTotals {
                job: 1,
                totals: Totals { items: 2, bytes: Some(8), complete: true },
            },
            Event::Progress {
                job: 1,
                progress: Progress { bytes_done: 4, items_failed: 1, ..Progress::default() },
            },
        ];
        let pace = Pace { rate: Speed { bytes: 3, items: 1 }, ..Pace::default() };
        let working = view(1, events.clone());
        let row = Row::of(working.row(1).unwrap(), pace);
        assert_eq!((row.percent, row.thousandths, row.failed), (Some(50), Some(500), 1));
        assert_eq!((row.rate, row.is_live), (Some(Rate::Bytes(3)), true));
        let paused = view(1, [events.clone(), vec![Event::JobPaused { job: 1 }]].concat());
        assert_eq!(Row::of(paused.row(1).unwrap(), pace).rate, None);
        let over = view(1, [events, vec![ended(summary(Outcome::Completed))]].concat());
        let row = Row::of(over.row(1).unwrap(), pace);
        assert_eq!((row.percent, row.failed, row.rate, row.is_live), (None, 0, None, false));
    }

    #[test]
    fn jobs_are_grouped_by_their_devices_and_those_at_work_come_first() {
        let mut view = JobsView::new();
        let mut tell = |event| view.apply(&Envelope { seq: None, at: SECOND, event });
        for (job, rank, lanes) in
            [(1, 3, &["disk:a"][..]), (2, 2, &["disk:b"]), (3, 1, &["disk:a"]), (4, 4, &["disk:a"])]
        {
            tell(Event::JobQueued { job, spec: spec(Options::default()) });
            tell(Event::JobPlaced { job, place: place(rank, lanes) });
        }
        tell(Event::JobQueued {
            job: 5,
            spec: spec(Options { dry_run: true, ..Options::default() }),
        });
        tell(Event::JobStarted { job: 4, workers: 1 });
        let lane = |device: &str, jobs: &[JobId]| Lane {
            devices: vec![device.to_owned()],
            jobs: jobs.to_vec(),
        };
        assert_eq!(lanes(view.rows()), [lane("disk:a", &[4, 3, 1]), lane("disk:b", &[2])]);
    }

    #[test]
    fn paths_are_shown_below_the_operands() {
        let sources: [WirePath; 2] = ["/home/anna/a".into(), "/home/anna/b".into()];
        let below = |sources: &[WirePath], path| below(base(sources), Path::new(path)).to_owned();
        assert_eq!(below(&sources, "/home/anna/a/x"), Path::new("a/x"));
        assert_eq!(below(&sources, "/mnt/x"), Path::new("/mnt/x"));
        assert_eq!(below(&sources[..1], "/home/anna/a/x"), Path::new("x"));
        assert_eq!(below(&sources[..1], "/home/anna/a"), Path::new("a"));
        assert_eq!(below(&[], "/x"), Path::new("/x"));
    }
}
