//! Reports what happens to the jobs of all processes, as one stream of events.

use std::collections::{BTreeMap, BTreeSet};

use crate::contract::event::{Envelope, Event, JobId, Phase, Place, Progress};
use crate::queue::entry::{QueuedJob, Stage};
use crate::queue::error::QueueError;
use crate::queue::store::{Fact, ProcessId, Seen, Store, Story};
use fcp_sys::now;

/// Follows all jobs of a queue.
///
/// The stream begins with how things stand. Later events are told once, in order; of counters and
/// places only the newest are.
#[derive(Debug)]
pub struct Follower {
    store: Store,
    history: bool,
    /// The process whose own events are told by its engine.
    without: Option<ProcessId>,
    known: BTreeMap<JobId, QueuedJob>,
    /// Those of them that run, and the processes that run them.
    running: BTreeMap<JobId, Option<u32>>,
    /// The newest job that was seen: an older one that is not known had ended before the stream began.
    newest: JobId,
    /// The newest fact that was told; none before the first look.
    last: Option<i64>,
    generation: i64,
    /// What the file was when it was last looked at.
    version: Option<i64>,
    seq: u64,
    /// Time of the newest event: a stream's time does not run backwards, although facts are read
    /// some time after they were told.
    clock: u64,
}

impl Follower {
    /// Starts a stream; of the jobs that `without` runs it tells only that they are there, where
    /// they stand, and that they are gone.
    pub(crate) fn new(store: Store, history: bool, without: Option<ProcessId>) -> Self {
        Self {
            store,
            history,
            without,
            known: BTreeMap::new(),
            running: BTreeMap::new(),
            newest: 0,
            last: None,
            generation: -1,
            version: None,
            seq: 0,
            clock: 0,
        }
    }

    /// Gives what happened since the last look; empty if nothing did.
    pub fn poll(&mut self) -> Result<Vec<Envelope>, QueueError> {
        if self.without.is_none() {
            // A process that dies changes nothing in the file.
            self.store.reap()?;
        }
        let version = self.store.version()?;
        if self.version == Some(version) {
            return Ok(Vec::new());
        }
        let is_first = self.last.is_none();
        let (newest, history) = (self.newest, self.history);
        let is_new = |job: &QueuedJob| {
            job.job > newest && (!is_first || history || job.stage != Stage::Finished)
        };
        let news = self.store.news(self.last, self.generation, is_new)?;
        self.version = Some(version);
        self.generation = news.generation;
        self.last = Some(news.last);
        let mut out = Vec::new();
        let mut later = Vec::new();
        for story in news.new {
            self.tell_new(story, is_first, &mut out, &mut later);
        }
        for Seen { job, owner } in news.rows {
            self.newest = self.newest.max(job.job);
            self.tell_row(job, owner, &mut out, &mut later);
        }
        for fact in news.facts {
            if self.is_told(&fact) {
                self.tell(fact.at, fact.event, &mut out);
            }
        }
        for event in later {
            self.tell(now(), event, &mut out);
        }
        if let Some(left) = news.left {
            let gone = self.known.keys().copied().filter(|job| !left.contains(job));
            for job in gone.collect::<Vec<_>>() {
                self.known.remove(&job);
                self.running.remove(&job);
                self.tell(now(), Event::JobRemoved { job }, &mut out);
            }
        }
        Ok(out)
    }

    /// Describes the unfinished jobs as a new stream would, as far as this one has told of them.
    pub(crate) fn describe(&mut self) -> Result<Vec<Event>, QueueError> {
        let known = &self.known;
        let is_told = |job: &QueuedJob| {
            known.get(&job.job).is_some_and(|known| known.stage != Stage::Finished)
        };
        let stories = self.store.stories(self.last.unwrap_or_default(), is_told)?;
        let mut events = Vec::new();
        for story in stories {
            events.extend(begin(&story));
            if self.is_others(story.seen.owner) {
                events.extend(describe(&story));
            }
        }
        Ok(events)
    }

    /// Counts the other processes that were running jobs when last looked at.
    pub(crate) fn others_at_work(&self) -> u64 {
        let pids = self.running.values().filter_map(|pid| *pid);
        let here = std::process::id();
        pids.filter(|pid| *pid != here).collect::<BTreeSet<u32>>().len() as u64
    }

    /// Whether any job was running when last looked at.
    pub(crate) fn sees_running(&self) -> bool {
        !self.running.is_empty()
    }

    /// Tells of a job that was not there at the last look.
    fn tell_new(
        &mut self,
        story: Story,
        is_first: bool,
        out: &mut Vec<Envelope>,
        later: &mut Vec<Event>,
    ) {
        for event in begin(&story) {
            self.tell(now(), event, out);
        }
        if self.is_others(story.seen.owner) {
            if is_first {
                for event in describe(&story) {
                    self.tell(now(), event, out);
                }
            } else {
                let job = &story.seen.job;
                let blank = Progress::default();
                later.extend(changes(
                    &QueuedJob { paused: false, progress: blank, ..job.clone() },
                    job,
                ));
            }
        }
        self.know(story.seen.job);
    }

    /// Tells what has changed in a row.
    fn tell_row(
        &mut self,
        job: QueuedJob,
        owner: Option<ProcessId>,
        out: &mut Vec<Envelope>,
        later: &mut Vec<Event>,
    ) {
        let Some(old) = self.known.get(&job.job) else { return };
        if self.is_others(owner) {
            later.extend(changes(old, &job));
        }
        if job.stage != Stage::Finished && place(old) != place(&job) {
            self.tell(0, Event::JobPlaced { job: job.job, place: place(&job) }, out);
        }
        self.know(job);
    }

    fn know(&mut self, job: QueuedJob) {
        match job.stage {
            Stage::Running => self.running.insert(job.job, job.pid),
            Stage::Waiting | Stage::Finished => self.running.remove(&job.job),
        };
        self.known.insert(job.job, job);
    }

    /// Whether events that come of this process belong into this stream.
    fn is_others(&self, owner: Option<ProcessId>) -> bool {
        owner.is_none() || owner != self.without
    }

    /// Whether a stored fact belongs into this stream.
    fn is_told(&self, fact: &Fact) -> bool {
        let is_known = fact.event.job().is_some_and(|job| self.known.contains_key(&job));
        // Pauses are seen in the rows, of waiting jobs as well.
        let is_pause = matches!(fact.event, Event::JobPaused { .. } | Event::JobResumed { .. });
        self.is_others(fact.owner) && is_known && !is_pause
    }

    fn tell(&mut self, at: u64, event: Event, out: &mut Vec<Envelope>) {
        self.clock = self.clock.max(at);
        let seq = event.is_fact().then(|| {
            self.seq += 1;
            self.seq
        });
        out.push(Envelope { seq, at: self.clock, event });
    }
}

fn place(job: &QueuedJob) -> Place {
    Place {
        rank: job.rank,
        lanes: job.lanes.clone(),
        passes: job.passes,
        now: job.now,
        after: job.after,
        held: job.held,
        interrupted: job.interrupted,
        cancelled: job.cancelled,
    }
}

/// The counters of an interrupted job, with the questions that it will ask again.
fn interrupted(row: &QueuedJob) -> [Event; 2] {
    let job = row.job;
    let progress = Event::Progress { job, progress: row.progress.clone() };
    // Counters that move look like work.
    [progress, Event::JobPhase { job, phase: Phase::Queued }]
}

/// What the row of a job tells that its facts do not; after the facts, since it is newer.
fn changes(old: &QueuedJob, new: &QueuedJob) -> Vec<Event> {
    let job = new.job;
    let mut events = Vec::new();
    if new.stage == Stage::Finished {
        return events;
    }
    match (old.paused, new.paused) {
        (false, true) => events.push(Event::JobPaused { job }),
        (true, false) => events.push(Event::JobResumed { job }),
        (true, true) | (false, false) => {}
    }
    if new.stage == Stage::Running && old.progress != new.progress {
        events.push(Event::Progress { job, progress: new.progress.clone() });
    }
    if old.stage == Stage::Running && new.stage == Stage::Waiting && new.progress.waiting > 0 {
        events.extend(interrupted(new));
    }
    events
}

/// The beginning of a job's events.
fn begin(story: &Story) -> [Event; 2] {
    let job = &story.seen.job;
    [
        Event::JobQueued { job: job.job, spec: Box::new(story.spec.clone()) },
        Event::JobPlaced { job: job.job, place: place(job) },
    ]
}

/// What else is needed to show a job as it is.
fn describe(story: &Story) -> Vec<Event> {
    let Story { seen: Seen { job: row, .. }, facts, questions, .. } = story;
    let job = row.job;
    let mut events: Vec<Event> = facts.clone();
    if row.stage == Stage::Running && !facts.is_empty() {
        events.push(Event::JobPhase { job, phase: row.phase });
    }
    if row.paused {
        events.push(Event::JobPaused { job });
    }
    for question in questions {
        events.push(Event::QuestionAsked { job, question: Box::new(question.clone()) });
    }
    match (row.stage, &row.summary) {
        (Stage::Finished, Some(summary)) => {
            events.push(Event::JobSummary { job, summary: summary.clone() });
        }
        (Stage::Running, _) => {
            events.push(Event::Progress { job, progress: row.progress.clone() });
        }
        (Stage::Waiting, _) if row.interrupted => {
            events.extend(interrupted(row));
        }
        (Stage::Waiting | Stage::Finished, _) => {}
    }
    events
}
