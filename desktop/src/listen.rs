//! Listens to the events of the engine, and passes them to the jobs and the questions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fcp_engine::Events;
use fcp_engine::event::Envelope;

use crate::feed::{Changed, Feed};
use crate::jobs::Jobs;
use crate::questions::Questions;

/// Time between two tellings of numbers; faster ones cannot be read.
const BEAT: Duration = Duration::from_millis(250);

/// How long to wait while no shown number needs an update.
const IDLE: Duration = Duration::from_secs(3600);

/// Events that are taken at once.
const MOST: usize = 4096;

/// Takes in what the engine tells, turn by turn.
#[derive(Debug)]
pub(crate) struct Listener<'a> {
    feed: &'a Feed,
    jobs: &'a Jobs,
    questions: &'a Arc<Questions>,
    events: &'a Events,
    /// When numbers were told last.
    told: Instant,
    /// Whether numbers changed since.
    has_numbers: bool,
    /// Whether questions changed since.
    has_questions: bool,
}

impl<'a> Listener<'a> {
    /// Begins to listen.
    pub(crate) fn new(
        feed: &'a Feed,
        jobs: &'a Jobs,
        questions: &'a Arc<Questions>,
        events: &'a Events,
    ) -> Self {
        let told = Instant::now();
        Self { feed, jobs, questions, events, told, has_numbers: true, has_questions: true }
    }

    /// Takes in everything the engine tells, for as long as the program runs.
    pub(crate) fn run(mut self) {
        self.questions.start();
        self.jobs.look();
        self.feed.mark(Changed::Jobs);
        loop {
            let patience = self.patience();
            self.turn(patience);
        }
    }

    /// Tells how long to wait for an event: until the next beat if it will have something to tell.
    fn patience(&self) -> Duration {
        let waits = self.has_numbers || self.has_questions;
        if waits || self.jobs.is_at_work() || self.jobs.has_ends_to_tell() {
            BEAT.saturating_sub(self.told.elapsed())
        } else {
            IDLE
        }
    }

    /// Waits for an event, and takes in all that are there.
    pub(crate) fn turn(&mut self, patience: Duration) {
        let first = self.events.next_within(patience);
        let mut batch: Vec<Envelope> = first.into_iter().collect();
        batch.extend(self.events.take(MOST));
        self.take(&batch);
        if self.told.elapsed() >= BEAT {
            self.beat();
        }
    }

    fn take(&mut self, batch: &[Envelope]) {
        let intake = self.jobs.take(batch);
        self.has_numbers |= intake.numbers;
        self.has_questions |= intake.questions;
        self.questions.settled(&intake.answered, &intake.over);
        self.questions.arrived(&intake.asked);
        if intake.jobs {
            self.feed.mark(Changed::Jobs);
        }
    }

    /// Tells numbers, and what is told once it is sure.
    fn beat(&mut self) {
        self.told = Instant::now();
        self.jobs.tell();
        if std::mem::take(&mut self.has_questions) {
            self.feed.mark(Changed::Questions);
            self.has_numbers = true;
        }
        // Speeds and times left change even when nothing moves.
        if std::mem::take(&mut self.has_numbers) || self.jobs.is_at_work() {
            self.feed.mark(Changed::Jobs);
        }
    }
}
