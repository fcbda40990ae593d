//! Listens to the events of the engine and updates the state that the windows show.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fcp_engine::Events;
use fcp_engine::event::{Envelope, Event, JobId, QuestionId, Warning};
use fcp_presentation::jobs::{is_rehearsal, is_stale_after};

use super::Work;
use super::ended::Ending;
use crate::app::App;
use crate::feed::Changed;
use crate::questions;
use crate::wire::Notice;

/// Time between two tellings of numbers; faster ones cannot be read.
pub(super) const BEAT: Duration = Duration::from_millis(250);

/// How long to wait while no shown number needs an update.
const IDLE: Duration = Duration::from_secs(3600);

/// Events that are taken at once.
const MOST: usize = 4096;

/// Takes in everything the engine tells, for as long as the program runs.
pub(crate) fn listen(app: &Arc<App>, events: &Events) {
    questions::start(app);
    app.jobs.look(app);
    app.feed.mark(Changed::Jobs);
    let mut listener = Listener::new(app, events);
    loop {
        let patience = listener.patience();
        listener.turn(patience);
    }
}

/// What an event changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum News {
    /// The stage of a job, which is sent at once.
    Job,
    /// Numbers, which are told with the next beat.
    Numbers,
    /// Questions, likewise.
    Questions,
    /// Nothing that is shown.
    Nothing,
}

/// Takes in what the engine tells, turn by turn.
pub(super) struct Listener<'a> {
    app: &'a Arc<App>,
    events: &'a Events,
    /// When numbers were told last.
    told: Instant,
    /// Whether numbers or questions changed since.
    numbers: bool,
    questions: bool,
}

impl<'a> Listener<'a> {
    pub(super) fn new(app: &'a Arc<App>, events: &'a Events) -> Self {
        Self { app, events, told: Instant::now(), numbers: true, questions: true }
    }

    /// Tells how long to wait for an event: until the next beat if it will have something to tell.
    fn patience(&self) -> Duration {
        let work = self.app.jobs.lock();
        if work.is_at_work() || self.numbers || self.questions || !work.ending.is_empty() {
            BEAT.saturating_sub(self.told.elapsed())
        } else {
            IDLE
        }
    }

    /// Waits for an event, and takes in all that are there.
    pub(super) fn turn(&mut self, patience: Duration) {
        let first = self.events.next_within(patience);
        let mut batch: Vec<Envelope> = first.into_iter().collect();
        batch.extend(self.events.take(MOST));
        self.take(&batch);
        if self.told.elapsed() >= BEAT {
            self.beat();
        }
    }

    fn take(&mut self, batch: &[Envelope]) {
        let (mut jobs, mut stale) = (false, false);
        let mut asked: Vec<QuestionId> = Vec::new();
        let mut settled: Vec<QuestionId> = Vec::new();
        let mut over: Vec<JobId> = Vec::new();
        let mut put_off: Vec<Notice> = Vec::new();
        let mut work = self.app.jobs.lock();
        for envelope in batch {
            work.view.apply(envelope);
            match news(&envelope.event) {
                News::Job => jobs = true,
                News::Numbers => self.numbers = true,
                News::Questions => self.questions = true,
                News::Nothing => {}
            }
            stale |= is_stale_after(&envelope.event);
            if let Event::QuestionAsked { question, .. } = &envelope.event {
                asked.push(question.id);
            }
            if let Event::QuestionAnswered { question, .. } = &envelope.event {
                settled.push(*question);
            }
            if let Event::JobSummary { job, .. } = &envelope.event {
                over.push(*job);
            }
            match &envelope.event {
                Event::JobRemoved { job } => work.forget(*job),
                Event::JobStarted { job, .. } | Event::JobSummary { job, .. } => {
                    work.put_off.remove(job);
                }
                Event::Warning { job, warning: Warning::PutOff { error } } => {
                    work.put_off.insert(*job, error.clone());
                    put_off.extend(work.notice_of_put_off(*job));
                }
                _ => {}
            }
        }
        for job in &over {
            end(&mut work, *job);
        }
        work.forget_old();
        drop(work);
        for notice in put_off {
            self.app.jobs.say(self.app, notice);
        }
        if stale {
            self.app.jobs.look(self.app);
        }
        // The questions of a job that has ended are closed, too.
        self.questions |= !over.is_empty();
        questions::settled(self.app, &settled, &over);
        questions::arrived(self.app, &asked);
        if jobs || stale {
            self.app.feed.mark(Changed::Jobs);
        }
    }

    /// Tells numbers, and what is told once it is sure.
    fn beat(&mut self) {
        self.told = Instant::now();
        self.app.jobs.tell_ended(self.app);
        self.app.jobs.tell_asking(self.app);
        if std::mem::take(&mut self.questions) {
            self.app.feed.mark(Changed::Questions);
            self.numbers = true;
        }
        let at_work = self.app.jobs.lock().is_at_work();
        // Speeds and times left change even when nothing moves.
        if std::mem::take(&mut self.numbers) || at_work {
            self.app.feed.mark(Changed::Jobs);
        }
    }
}

/// Notes that a job ended.
fn end(work: &mut Work, job: JobId) {
    let Some(row) = work.view.row(job) else { return };
    if is_rehearsal(row) {
        work.view.forget(job);
        return;
    }
    work.ending.insert(job, Ending::default());
}

fn news(event: &Event) -> News {
    match event {
        Event::JobQueued { .. }
        | Event::JobPlaced { .. }
        | Event::JobRemoved { .. }
        | Event::JobStarted { .. }
        | Event::JobPaused { .. }
        | Event::JobResumed { .. }
        | Event::JobPhase { .. }
        | Event::JobSummary { .. } => News::Job,
        Event::JobTotals { .. }
        | Event::ItemSkipped { .. }
        | Event::ItemFailed { .. }
        | Event::Warning { .. }
        | Event::Progress { .. } => News::Numbers,
        Event::QuestionAsked { .. } | Event::QuestionAnswered { .. } => News::Questions,
        Event::Hello { .. }
        | Event::Bye { .. }
        | Event::Reply { .. }
        | Event::JobPlan { .. }
        | Event::ItemStarted { .. }
        | Event::ItemDone { .. } => News::Nothing,
    }
}
