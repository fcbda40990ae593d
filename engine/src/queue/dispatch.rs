//! The thread that runs what the queue has for this process.
//!
//! It starts what may start, stores what running jobs tell, does to them what other processes wish,
//! and tells here what happens in other processes. It alone talks to the store for running jobs:
//! workers have descriptor tables of their own, in which the locks of a database would mean nothing.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::bell::Bell;
use super::entry::{Adding, QueuedJob};
use super::follow::Follower;
use super::schedule::choose;
use super::{Queue, QueueError, cancel, lanes};
use crate::conflict;
use crate::error::{Action, Code, OpError};
use crate::event::{Event, JobId, Outcome, Phase, Progress, Summary, Warning};
use crate::hub::{Events, now};
use crate::job::Shared;
use crate::journal::{self, Entry, Journal};
use crate::launch::{Checked, Launcher};
use crate::path::WirePath;
use crate::spec::{Destination, Durability, JobSpec, Verb};
use crate::store::{Process, ProcessId, Report, Store, Wish};

/// How often the store hears of running jobs, and this process of those of others.
const BEAT: Duration = Duration::from_millis(200);

/// The same while so much is told that a job might have to wait for its reader.
const QUICK: Duration = Duration::from_millis(5);

/// Events in a beat that are so much.
const MANY: usize = 1_000;

/// How often dead processes are looked for while jobs run; it takes some system calls for each.
const REAP: Duration = BEAT;

/// Reports of jobs that are kept while they cannot be written.
const MOST_UNWRITTEN: usize = 10_000;

/// Skipped and failed items that are kept meanwhile; the store keeps as many of a job.
const MOST_UNTOLD: usize = 100_000;

/// Time between two checkpoints of the store while it is written to.
const CHECKPOINT: Duration = Duration::from_secs(5);

/// What wakes the dispatcher.
#[derive(Debug)]
pub(crate) enum Message {
    /// Something may have changed.
    Look,
    /// The thread of a job has ended.
    Over(JobId),
    /// All jobs are to be handed back; the sender is dropped when they are.
    Close(Sender<()>),
}

/// The way from the front end to the dispatcher.
#[derive(Clone, Debug)]
pub(crate) struct Desk {
    pub(crate) queue: Queue,
    me: ProcessId,
    messages: Sender<Message>,
}

impl Desk {
    /// Makes the dispatcher look what has changed.
    pub(crate) fn wake(&self) {
        self.send(Message::Look);
    }

    /// Describes the jobs of the queue that are not over, but only places of those that run here.
    pub(crate) fn describe(&self) -> Result<Vec<Event>, QueueError> {
        let mut follower = Follower::new(self.queue.connect()?, false, Some(self.me));
        Ok(follower.poll()?.into_iter().map(|envelope| envelope.event).collect())
    }

    /// Hands all running jobs back to the queue; gives up after `timeout`.
    pub(crate) fn close(&self, timeout: Duration) {
        let (done, closed) = mpsc::channel();
        self.send(Message::Close(done));
        // Nothing is ever sent: the other end goes when all is done.
        if let Err(RecvTimeoutError::Timeout) = closed.recv_timeout(timeout) {
            // Whatever still runs is taken over once this process is gone.
        }
    }

    fn send(&self, message: Message) {
        if self.messages.send(message).is_err() {
            // The dispatcher has ended, after a close; nothing runs here any more.
        }
    }
}

/// A job that this process runs.
struct Mine {
    job: Arc<Shared>,
    /// What others were last known to wish.
    wish: Wish,
    /// Counters that are not stored yet.
    progress: Option<Progress>,
    summary: Option<Summary>,
    /// Whether the store knows the record by which it can be taken back.
    recorded: bool,
    /// Whether it was told that its progress cannot be stored.
    lamented: bool,
}

/// The state of the thread.
struct Dispatcher {
    store: Store,
    /// This process, until it leaves.
    me: Option<Process>,
    launcher: Arc<Launcher>,
    follower: Follower,
    inbox: Receiver<Message>,
    messages: Sender<Message>,
    told: Events,
    reports: Receiver<(JobId, Entry)>,
    sink: Sender<(JobId, Entry)>,
    running: BTreeMap<JobId, Mine>,
    /// The number of a job that was started without the queue, and the one it has in it.
    guest: Option<(JobId, JobId)>,
    /// What is to be written.
    report: Report,
    /// What the store was when it was last looked at.
    version: i64,
    generation: i64,
    reaped: Instant,
    closing: Option<Sender<()>>,
    written: Sender<()>,
    /// The watch on the state directory.
    bell: Bell,
}

/// Starts the dispatcher of a process.
///
/// # Errors
/// The process cannot be enlisted, or there can be no more threads.
pub(crate) fn start(queue: Queue, launcher: Arc<Launcher>) -> Result<Desk, QueueError> {
    let told = launcher.hub.subscribe_to_jobs();
    let dispatcher = Dispatcher::new(&queue, launcher, told, true)?;
    let (me, messages) = (dispatcher.report.owner, dispatcher.messages.clone());
    conflict::number_from(me);
    dispatcher.spawn()?;
    Ok(Desk { queue, me, messages })
}

/// Starts a dispatcher that runs nothing and only shows a job that was started without the queue.
///
/// It drops `hold` and ends when it has stored how the job ended.
///
/// # Errors
/// As for [`start`].
pub(crate) fn show(
    queue: &Queue,
    launcher: Arc<Launcher>,
    told: Events,
    job: &Arc<Shared>,
    hold: Sender<()>,
) -> Result<(), QueueError> {
    let mut dispatcher = Dispatcher::new(queue, launcher, told, false)?;
    let new = super::new_job(job.spec.clone(), &Adding::default())?;
    let id =
        dispatcher.store.adopt(dispatcher.report.owner, &new, job.workers as u16, job.began())?;
    let wish = wish_of(&dispatcher.store.find(id)?);
    let mine = Mine {
        job: Arc::clone(job),
        wish,
        progress: None,
        summary: None,
        recorded: false,
        lamented: false,
    };
    dispatcher.running.insert(id, mine);
    dispatcher.guest = Some((job.id, id));
    dispatcher.closing = Some(hold);
    let (over, job) = (dispatcher.messages.clone(), Arc::clone(job));
    thread::Builder::new()
        .name("fcp-shown".into())
        .spawn(move || {
            job.wait();
            // The dispatcher is there as long as the job is not over.
            drop(over.send(Message::Over(id)));
        })
        .map_err(|error| QueueError::thread(&error))?;
    dispatcher.spawn()
}

/// Moves what was written into the database file now and then.
///
/// On a connection of its own, since it waits for the disk: on the dispatcher's, a pause would wait
/// behind gigabytes that a copy has on their way.
fn checkpoints(store: Store) -> Result<Sender<()>, QueueError> {
    let (written, wanted) = mpsc::channel::<()>();
    thread::Builder::new()
        .name("fcp-checkpoint".into())
        .spawn(move || {
            while wanted.recv().is_ok() {
                thread::sleep(CHECKPOINT);
                while wanted.try_recv().is_ok() {}
                // What cannot be moved now stays in the log, where it is as safe.
                drop(store.checkpoint());
            }
        })
        .map_err(|error| QueueError::thread(&error))?;
    Ok(written)
}

impl Dispatcher {
    fn new(
        queue: &Queue,
        launcher: Arc<Launcher>,
        told: Events,
        runs: bool,
    ) -> Result<Self, QueueError> {
        let mut store = queue.connect()?;
        let me = store.enlist(runs)?;
        let (messages, inbox) = mpsc::channel();
        let ring = messages.clone();
        // A bell without a listener has nothing to ring for.
        let bell = Bell::hang(queue.state(), move || drop(ring.send(Message::Look)));
        let (sink, reports) = mpsc::channel();
        let written = checkpoints(store.again()?)?;
        let follower = Follower::new(store.again()?, false, Some(me.id));
        Ok(Self {
            report: Report { owner: me.id, ..Report::default() },
            store,
            me: Some(me),
            launcher,
            follower,
            inbox,
            messages,
            told,
            reports,
            sink,
            running: BTreeMap::new(),
            guest: None,
            version: 0,
            generation: -1,
            reaped: Instant::now(),
            closing: None,
            written,
            bell,
        })
    }

    fn spawn(mut self) -> Result<(), QueueError> {
        thread::Builder::new()
            .name("fcp-dispatch".into())
            .spawn(move || self.run())
            .map(drop)
            .map_err(|error| QueueError::thread(&error))
    }

    fn run(&mut self) {
        let mut over = Vec::new();
        loop {
            let many = match self.turn(&mut over) {
                Ok(many) => many,
                // A full disk, say: what could not be stored is kept, and tried again.
                Err(error) => {
                    self.lament(&error);
                    false
                }
            };
            if self.closing.is_some() && self.running.is_empty() && over.is_empty() {
                return self.leave();
            }
            let Some(message) = self.wait(many) else { return };
            self.take(message, &mut over);
            while let Ok(message) = self.inbox.try_recv() {
                self.take(message, &mut over);
            }
        }
    }

    /// Waits for a message, without jobs anywhere for a long time.
    fn wait(&self, many: bool) -> Option<Message> {
        let works = !self.running.is_empty() || self.follower.sees_running();
        let timeout = match (many, works) {
            (true, _) => QUICK,
            (false, true) => BEAT,
            (false, false) => self.bell.patience(),
        };
        match self.inbox.recv_timeout(timeout) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => Some(Message::Look),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }

    fn take(&mut self, message: Message, over: &mut Vec<JobId>) {
        match message {
            Message::Look => {}
            Message::Over(job) => over.push(job),
            Message::Close(done) => {
                self.closing = Some(done);
                for mine in self.running.values() {
                    mine.job.halt();
                }
            }
        }
    }

    /// Does everything once; tells whether there is so much to hear that it should be done again soon.
    fn turn(&mut self, over: &mut Vec<JobId>) -> Result<bool, QueueError> {
        let many = self.listen();
        let written = self.write();
        while let Some(job) = over.last().copied().filter(|_| written.is_ok()) {
            self.end(job)?;
            over.pop();
        }
        if self.reaped.elapsed() >= REAP && self.follower.sees_running() {
            self.reaped = Instant::now();
            self.store.reap()?;
        }
        let version = self.store.version()?;
        let generation = self.store.generation()?;
        if version != self.version || generation != self.generation {
            self.follow()?;
        }
        if generation != self.generation {
            self.obey()?;
            if self.closing.is_none() {
                self.claim()?;
            }
        }
        (self.version, self.generation) = (version, generation);
        written.map(|()| many)
    }

    /// Takes what own jobs have told and reported.
    fn listen(&mut self) -> bool {
        let mut heard = 0;
        while let Some(envelope) = self.told.try_next() {
            heard += 1;
            let Some(told) = envelope.event.job() else { continue };
            let job = self.guest.filter(|(here, _)| *here == told).map_or(told, |(_, there)| there);
            let Some(mine) = self.running.get_mut(&job) else { continue };
            match envelope.event.of_job(job) {
                Event::Progress { progress, .. } => mine.progress = Some(progress),
                // A guest's questions have numbers that others may have, too.
                Event::QuestionAsked { .. } | Event::QuestionAnswered { .. }
                    if self.guest.is_some() => {}
                // The store knows these better.
                Event::JobQueued { .. } | Event::JobPlaced { .. } | Event::JobRemoved { .. } => {}
                event => {
                    if let Event::JobSummary { summary, .. } = &event {
                        mine.summary = Some(summary.clone());
                    }
                    self.report.facts.push((envelope.at, event));
                }
            }
        }
        self.report.journal.extend(self.reports.try_iter());
        heard > MANY
    }

    /// Stores it, in one transaction.
    fn write(&mut self) -> Result<(), QueueError> {
        for (job, mine) in &mut self.running {
            if let Some(progress) = mine.progress.take() {
                self.report.progress.push((*job, progress));
            }
            // At once: a job that is killed can be taken back, too.
            if !mine.recorded
                && let Some(record) = mine.job.record_path()
            {
                mine.recorded = true;
                self.report.records.push((*job, record));
            }
        }
        if self.report.is_empty() {
            return Ok(());
        }
        self.store.write(&self.report)?;
        self.report = Report { owner: self.report.owner, ..Report::default() };
        // The other end never goes before this one.
        let _checkpoint = self.written.send(()).is_ok();
        Ok(())
    }

    /// Tells that the store cannot be written, once for each job that would begin again.
    fn lament(&mut self, error: &QueueError) {
        // What is never reported is done again, so that dropping it is safe; it must not pile up.
        if self.report.journal.len() > MOST_UNWRITTEN {
            self.report.journal.clear();
        }
        self.report.progress.clear();
        let mut items = 0;
        self.report.facts.retain(|(_, fact)| {
            let is_item = matches!(fact, Event::ItemSkipped { .. } | Event::ItemFailed { .. });
            items += usize::from(is_item);
            !is_item || items <= MOST_UNTOLD
        });
        for (id, mine) in &mut self.running {
            if !std::mem::replace(&mut mine.lamented, true) {
                let error = error.as_op(Action::Journal);
                let warning = Warning::NotJournaled { error };
                // It has no journal.
                if self.guest.is_none() {
                    self.launcher.hub.tell(Event::Warning { job: *id, warning });
                }
            }
        }
    }

    /// Ends a job whose thread has ended.
    fn end(&mut self, id: JobId) -> Result<(), QueueError> {
        let Some(mine) = self.running.get(&id) else { return Ok(()) };
        let record = mine.job.record_path();
        match &mine.summary {
            Some(summary) => self.store.finish(id, summary, record.as_deref())?,
            None => self.store.release(id, record.as_deref())?,
        }
        self.running.remove(&id);
        self.launcher.forget(id);
        Ok(())
    }

    /// Takes this process out of the queue.
    fn leave(&mut self) {
        // Whoever looks next takes it out, if it cannot do so itself.
        drop(self.me.take().map(|me| self.store.leave(me)));
    }

    /// Tells here what happened elsewhere.
    fn follow(&mut self) -> Result<(), QueueError> {
        let news = self.follower.poll()?;
        // Who looks at a guest looks at nothing else.
        if self.guest.is_none() {
            for envelope in news {
                self.launcher.hub.tell(envelope.event);
            }
        }
        Ok(())
    }

    /// Does to own jobs what others wish.
    fn obey(&mut self) -> Result<(), QueueError> {
        // Each process that runs jobs gets an equal share.
        let rate = self.store.settings()?.limit_rate.unwrap_or(0);
        let share = rate / self.follower.others_at_work().saturating_add(1);
        self.launcher.set_limit_all(if rate == 0 { 0 } else { share.max(1) });
        for wish in self.store.wishes(self.report.owner)? {
            match self.running.get_mut(&wish.job) {
                Some(mine) => mine.obey(wish),
                // It was claimed, but the store failed before it could start.
                None => self.store.release(wish.job, None)?,
            }
        }
        Ok(())
    }

    /// Starts what may start.
    fn claim(&mut self) -> Result<(), QueueError> {
        let claimed = self.store.claim(self.report.owner, choose)?;
        if claimed.is_empty() {
            return Ok(());
        }
        // Whoever follows this process must have heard of a job before it starts.
        self.follow()?;
        // What that tells of earlier runs is in the store, and none of the runs that begin now.
        self.listen();
        for job in claimed {
            self.start(job)?;
        }
        Ok(())
    }

    fn start(&mut self, id: JobId) -> Result<(), QueueError> {
        let mut spec = self.store.spec(id)?;
        let queued = self.store.find(id)?;
        if self.store.is_cancelled(id)? {
            // It was cancelled while nobody ran it, and has left something behind.
            return cancel::clean_up(&mut self.store, id);
        }
        spec.options.limit_rate = queued.limit_rate;
        spec.options.totals = true;
        if matches!(spec.verb, Verb::Copy | Verb::Move) {
            // The queue remembers a job as done, so a power cut must not make it a lie.
            spec.options.durability = spec.options.durability.max(Durability::End);
        }
        // What an earlier run has removed is missing now.
        let removes = matches!(spec.verb, Verb::Delete | Verb::Trash);
        spec.options.force |= queued.interrupted && removes;
        let past = self.store.past(id)?;
        let lanes = lanes::of(&spec);
        if past.rebooted && lanes != queued.lanes {
            // What is not mounted yet would be looked for, and made, below its mount point.
            let error = OpError::refused(Action::Target, Code::OtherDevice, place_of(&spec).0);
            return self.put_off(id, &lanes, error);
        }
        let checked = match Checked::new(spec.clone()) {
            Ok(checked) => checked,
            Err(error) if queued.interrupted => return self.put_off(id, &lanes, error),
            Err(error) => return self.refuse(id, &spec, error),
        };
        let key = journal::key(id, queued.added);
        let journal = Journal::new(id, key, past, self.sink.clone());
        let (job, target) = self.launcher.take(id, checked, Some(journal));
        job.questions.recall(self.store.sticky(id)?);
        let messages = self.messages.clone();
        let started = self.launcher.start(&job, target, move || {
            // After a close nobody listens any more.
            drop(messages.send(Message::Over(id)));
        });
        if let Err(error) = started {
            return self.refuse(id, &spec, error);
        }
        let wish = wish_of(&queued);
        let (progress, summary) = (None, None);
        self.running
            .insert(id, Mine { job, wish, progress, summary, recorded: false, lamented: false });
        Ok(())
    }

    /// Puts a job that was interrupted back until somebody has made room for it.
    fn put_off(&mut self, id: JobId, lanes: &[String], error: OpError) -> Result<(), QueueError> {
        let warning = Event::Warning { job: id, warning: Warning::PutOff { error } };
        let phase = Event::JobPhase { job: id, phase: Phase::Queued };
        let at = now();
        self.report.facts.extend([warning.clone(), phase.clone()].map(|fact| (at, fact)));
        self.launcher.hub.tell_change(|| [warning, phase]);
        self.write()?;
        self.store.put_off(id, lanes)
    }

    fn refuse(&mut self, id: JobId, spec: &JobSpec, error: OpError) -> Result<(), QueueError> {
        let src = spec.sources.first().cloned().unwrap_or_default();
        let summary = Summary::without_work(spec.verb, Outcome::Failed, 1);
        let facts = [
            Event::ItemFailed { job: id, src, error },
            Event::JobSummary { job: id, summary: summary.clone() },
        ];
        let at = now();
        self.report.facts.extend(facts.iter().map(|fact| (at, fact.clone())));
        self.launcher.hub.tell_change(|| facts);
        self.write()?;
        self.store.finish(id, &summary, None)
    }
}

impl Mine {
    /// Does what others have wished since the last time.
    fn obey(&mut self, wish: Wish) {
        let (job, known) = (&self.job, &self.wish);
        if wish.cancelled && !known.cancelled {
            job.cancel();
        }
        if wish.paused && !known.paused {
            job.pause();
        } else if known.paused && !wish.paused {
            job.resume();
        }
        if wish.limit_rate != known.limit_rate {
            job.control.set_rate(wish.limit_rate.unwrap_or(0));
        }
        for (question, resolution) in &wish.answers {
            // It may have been answered here at the same moment; the first answer counts.
            drop(job.answer(*question, resolution));
        }
        if wish.hand_over {
            job.halt();
        }
        self.wish = wish;
    }
}

/// Where a job makes something; what it deletes, otherwise.
fn place_of(spec: &JobSpec) -> WirePath {
    match &spec.destination {
        Some(Destination::Into(path) | Destination::As(path)) => path.clone(),
        None => spec.sources.first().cloned().unwrap_or_default(),
    }
}

/// What is wished of a job that starts.
fn wish_of(job: &QueuedJob) -> Wish {
    Wish {
        job: job.job,
        paused: false,
        cancelled: false,
        limit_rate: job.limit_rate,
        now: job.now,
        answers: Vec::new(),
        hand_over: false,
    }
}
