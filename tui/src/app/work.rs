//! What the list of jobs shows beside the jobs' events: settings, lanes, and jobs already seen.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use fcp_engine::event::{Envelope, JobId, Phase, QuestionId, Summary};
use fcp_engine::foresee::Foreseen;
use fcp_engine::queue::{Mode, QueuedJob, Settings};
use fcp_engine::view::{JobRow, JobsView};
use fcp_presentation::jobs::{self, Lane};
use fcp_presentation::probes::{Comparison, Probes, Verdict};
use fcp_presentation::tr;

use super::dialog::Dialog;
use super::model::{Model, Notice, Tone};
use super::request;
use super::waits::Waits;

/// Microseconds of work after which the list of jobs opens by itself.
pub(crate) const LONG: u64 = 1_000_000;

/// Microseconds for which finished jobs stay in view on their own.
pub(crate) const LINGER: u64 = 5_000_000;

/// Number of successful jobs that are still listed among the others; the log has all.
const LISTED: usize = 5;

/// What is known of jobs beside their events.
#[derive(Debug)]
pub(crate) struct Work {
    /// What holds for the whole queue.
    pub settings: Settings,
    /// What the queue knows of unfinished jobs.
    pub kept: BTreeMap<JobId, QueueFacts>,
    /// Jobs whose end the user has seen.
    pub seen: BTreeSet<JobId>,
    /// Whether the user, and not a job, opened the jobs.
    pub by_hand: bool,
    /// Whether the user closed the jobs; a new one opens them again.
    pub closed: bool,
    /// Comparisons of the two sides of conflicts.
    pub probes: Probes,
    /// Jobs of the queue, unfinished ones first, then the newest; none until they have been read.
    pub log: Option<Vec<QueuedJob>>,
    /// Jobs of the queue of which nothing is left to undo, as far as they were read.
    pub taken_back: BTreeSet<JobId>,
    /// Whether that is older than what has happened since, or was never asked for.
    pub log_is_old: bool,
    /// Jobs that had finished before the program began and whose reports the user has opened.
    pub past: JobsView,
    /// The question whose sides are being viewed.
    pub viewing: Option<Viewing>,
    /// The dialog that comes back when the page closes that shows how two files differ.
    pub behind_diff: Option<Box<Dialog>>,
    /// What undoing a job would do, or why it cannot be undone, for the dialog that asks.
    pub foreseen: Option<(JobId, Result<Foreseen, String>)>,
    /// How long jobs have waited for the user.
    pub waits: Waits,
    /// Whether the user was called to the questions that wait.
    pub called: bool,
    /// How the jobs are being left to the queue; the program ends when that is done.
    pub handing_on: Option<HandingOn>,
    /// Where filesystems without a disk are mounted, by the numbers of their devices.
    pub mounted: BTreeMap<String, PathBuf>,
    /// Whether the queue is being looked at, and whether that is too early.
    pub(super) looking: (bool, bool),
}

impl Default for Work {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            kept: BTreeMap::new(),
            seen: BTreeSet::new(),
            by_hand: false,
            closed: false,
            probes: Probes::default(),
            log: None,
            taken_back: BTreeSet::new(),
            log_is_old: true,
            past: JobsView::new(),
            viewing: None,
            behind_diff: None,
            foreseen: None,
            waits: Waits::default(),
            called: false,
            handing_on: None,
            mounted: BTreeMap::new(),
            looking: (false, false),
        }
    }
}

/// How jobs are left to the queue when the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HandingOn {
    /// A background process continues them.
    Background,
    /// They are paused.
    Pause,
}

/// A question whose sides are being viewed, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Viewing {
    /// The dialog that comes back.
    pub back: Dialog,
    /// The side that is viewed next.
    pub next: Option<PathBuf>,
}

impl Viewing {
    /// Says which side it is, and what follows.
    pub(crate) fn words(&self) -> &'static str {
        match (&self.back, &self.next) {
            (Dialog::Comparison(_) | Dialog::Diff(_), Some(_)) => {
                tr!("viewing-left")
            }
            (Dialog::Comparison(_) | Dialog::Diff(_), None) => {
                tr!("viewing-right")
            }
            (_, Some(_)) => tr!("viewing-incoming"),
            (_, None) => tr!("viewing-existing"),
        }
    }
}

/// What the queue knows of a job beside its events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct QueueFacts {
    /// Bytes per second, at most.
    pub limit: Option<u64>,
    /// The other process that runs it.
    pub process: Option<u32>,
}

/// A request to the queue, beyond the commands of the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum QueueRequest {
    /// Tell the settings, and what the queue knows of unfinished jobs.
    Look,
    /// Tell all jobs of the queue.
    Log,
    /// Tell what happened in a job.
    Facts(JobId),
    /// Undo a job.
    Undo(JobId),
    /// Tell what undoing a job would do.
    Foresee(JobId),
    /// The same of the job that is the last change; if it can never be undone, the change before it is offered.
    ForeseeLast(JobId),
    /// Tell the request that does again what failed in a job.
    Retried(JobId),
    /// Choose which jobs run beside each other.
    Mode(Mode),
    /// Compare the two sides of a conflict.
    Probe(Comparison),
    /// Stop the jobs where they are and leave them to the queue.
    Close,
}

/// The result of a request.
#[derive(Debug)]
pub(crate) enum News {
    /// The settings, and what the queue knows of unfinished jobs.
    Queue(Settings, BTreeMap<JobId, QueueFacts>),
    /// Where filesystems are mounted, by the numbers of their devices.
    Mounted(BTreeMap<String, PathBuf>),
    /// All jobs of the queue, and those of which nothing is left to undo.
    Log(Vec<QueuedJob>, BTreeSet<JobId>),
    /// What happened in a job.
    Facts(Vec<Envelope>),
    /// How the two sides of a conflict compare; none if the comparison was stopped.
    Probed(QuestionId, Option<Verdict>),
    /// What undoing a job would do, or why it cannot be undone.
    Foreseen(JobId, Result<Foreseen, String>),
    /// An answer did not arrive, and why.
    Unanswered(QuestionId, String),
}

/// Gives the jobs by lane: running ones first, finished ones last, in a lane without devices.
pub(crate) fn lanes(model: &Model) -> Vec<Lane> {
    let mut lanes = jobs::lanes(model.jobs.rows());
    let mut room = LISTED;
    let is_listed = |row: &&JobRow| {
        needs_a_look(model, row) || {
            room = room.saturating_sub(1);
            room > 0 || model.job == Some(row.job)
        }
    };
    let over = jobs::over(model.jobs.rows());
    let jobs: Vec<JobId> = over.into_iter().filter(is_listed).map(|row| row.job).collect();
    if !jobs.is_empty() {
        lanes.push(Lane { devices: Vec::new(), jobs });
    }
    lanes
}

/// Tells whether a job ended with something left to do and the user has not seen it.
pub(crate) fn needs_a_look(model: &Model, row: &JobRow) -> bool {
    jobs::has_trouble(row) && !model.work.seen.contains(&row.job)
}

/// Tells whether a job is at work for long enough to be shown without being asked for.
pub(crate) fn is_long(model: &Model, row: &JobRow) -> bool {
    shows_at(model, row).is_some_and(|at| at <= model.now)
}

/// Gives when a job shows itself, in microseconds since the Unix epoch; none if it does not.
fn shows_at(model: &Model, row: &JobRow) -> Option<u64> {
    if row.is_over() {
        return None;
    }
    if row.open_questions() > 0 {
        return Some(0);
    }
    // A job that already waited or stood still when the program began does not open the list.
    let is_new = model.is_mine(row.job).then_some(row.queued_at + LONG);
    let worked = row.active(model.now);
    match row.phase {
        Phase::Queued => is_new,
        _ if row.paused && worked < LONG => is_new,
        Phase::Running => Some(model.now + LONG - worked.min(LONG)),
        // A flush may take much longer than the copy before it, and counts as no work.
        Phase::Flushing | Phase::Verifying | Phase::Finished => Some(row.queued_at + LONG),
    }
}

/// Gives when the last job was heard of.
fn ended_at(model: &Model) -> u64 {
    model.jobs.rows().map(|row| row.heard_at).max().unwrap_or(0)
}

/// Tells whether the jobs, which opened on their own, may close again.
pub(crate) fn may_close(model: &Model) -> bool {
    !model.work.by_hand
        && !model.in_jobs
        && !model.jobs.is_busy()
        && !model.jobs.rows().any(|row| needs_a_look(model, row))
}

/// Opens the list for a job that takes long, and closes it a while after all have finished.
pub(super) fn show_or_hide(model: &mut Model) {
    let is_tall = model.screen.1 >= super::model::TALL;
    let calls = |row: &JobRow| is_long(model, row) || needs_a_look(model, row);
    if model.jobs.rows().any(calls) || request::silent(&model.requests, model.now).next().is_some()
    {
        let opens = model.opens_drawer && is_tall && !model.work.closed && !model.drawer;
        model.drawer |= opens;
        model.work.looking.1 |= opens;
    } else if model.drawer && may_close(model) && model.now >= ended_at(model) + LINGER {
        model.drawer = false;
    }
}

/// Gives when the jobs open or close on their own.
pub(super) fn wakes_at(model: &Model) -> Option<u64> {
    let asked = request::wakes_at(&model.requests, model.now);
    if model.drawer {
        let at = ended_at(model) + LINGER;
        return (may_close(model) && at > model.now).then_some(at).into_iter().chain(asked).min();
    }
    let shows = model.jobs.rows().filter_map(|row| shows_at(model, row));
    shows.filter(|&at| at > model.now).chain(asked).min()
}

/// Tells whether a job is run by another process.
pub(crate) fn is_elsewhere(model: &Model, job: JobId) -> bool {
    model.work.kept.get(&job).is_some_and(|kept| kept.process.is_some())
}

/// Tells whether a job stops when this program ends.
///
/// Jobs that other processes run do not, nor jobs that wait for those, nor paused jobs.
pub(crate) fn stops_with_us(model: &Model, row: &JobRow) -> bool {
    if row.is_over() || !model.queued {
        return !row.is_over();
    }
    let others_run = || model.work.kept.values().any(|kept| kept.process.is_some());
    let waits = row.phase == Phase::Queued && !model.is_mine(row.job) && others_run();
    !row.paused && !waits && !is_elsewhere(model, row.job)
}

/// Gives the row of a job, also of one that had finished before the program began.
pub(crate) fn row(model: &Model, job: JobId) -> Option<&JobRow> {
    model.jobs.row(job).or_else(|| model.work.past.row(job))
}

/// Tells whether a job that has ended made copies that can be compared once more, and that no undo has taken back since.
pub(crate) fn is_verifiable(model: &Model, job: JobId, summary: &Summary) -> bool {
    jobs::can_verify(summary) && !model.work.taken_back.contains(&job)
}

/// Tells whether a job that has ended may have done something that can be taken back, and that no undo has taken back.
pub(crate) fn is_undoable(model: &Model, job: JobId, summary: &Summary) -> bool {
    jobs::can_undo(summary) && !model.work.taken_back.contains(&job)
}

/// Takes in the result of a request.
pub(super) fn take(model: &mut Model, news: News) {
    let work = &mut model.work;
    match news {
        News::Queue(settings, kept) => {
            (work.settings, work.kept) = (settings, kept);
            work.looking.0 = false;
        }
        News::Mounted(mounted) => work.mounted = mounted,
        News::Log(log, taken_back) => {
            (work.log, work.taken_back) = (Some(log), taken_back);
        }
        News::Foreseen(job, foreseen) => work.foreseen = Some((job, foreseen)),
        News::Facts(facts) => {
            for envelope in &facts {
                work.past.apply(envelope);
            }
        }
        News::Probed(question, verdict) => work.probes.finish(question, verdict),
        News::Unanswered(question, why) => {
            model.answered.remove(&question);
            model.notice = Some(Notice { tone: Tone::Bad, text: why });
        }
    }
}

/// Asks what the queue knows, unless that is on its way.
pub(super) fn look(model: &mut Model) -> Option<QueueRequest> {
    let (looking, stale) = &mut model.work.looking;
    if !model.queued || *looking || !*stale {
        return None;
    }
    (*looking, *stale) = (true, false);
    Some(QueueRequest::Look)
}
