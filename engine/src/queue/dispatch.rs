//! Runs the jobs that the queue has for this process, from a thread of its own.
//!
//! It starts what may start, stores what running jobs tell, applies the requests of other processes to them,
//! and tells here what happens in other processes. It alone talks to the store for running jobs: workers have
//! descriptor tables of their own, in which the locks of a database would mean nothing.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

mod begin;
pub(crate) mod guest;
mod prepare;
mod report;
mod running;

use self::prepare::{Prepared, Preparing};
use self::running::RunningJob;
use super::bell::Bell;
use super::follow::Follower;
use super::{Queue, QueueError};
use crate::contract::event::JobId;
use crate::job::hub::Events;
use crate::journal::Entry;
use crate::launch::Launcher;
use crate::queue::state::Change;
use crate::queue::store::{Process, Report, Store};

/// How often the store hears of running jobs, and this process of those of others.
const BEAT: Duration = Duration::from_millis(200);

/// The same while so much is told that a job might have to wait for its reader.
const QUICK: Duration = Duration::from_millis(5);

/// How often dead processes are looked for while jobs run; it takes some system calls for each.
const REAP: Duration = BEAT;

/// Time between two checkpoints of the store while it is written to.
const CHECKPOINT: Duration = Duration::from_secs(5);

/// What wakes the dispatcher.
#[derive(Debug)]
pub(crate) enum Message {
    /// Something may have changed.
    Look,
    /// The files of a claimed job were looked at.
    Prepared(Box<Prepared>),
    /// The thread of a job has ended.
    Over(JobId),
    /// A stream is wanted that begins with how things stand.
    Subscribe(Sender<Events>),
    /// A front end closes: all jobs must be handed back; the sender is dropped when they are.
    Close(Sender<()>),
}

/// The way from the front end to the dispatcher.
#[derive(Clone, Debug)]
pub(crate) struct DispatcherHandle {
    pub(crate) queue: Queue,
    messages: Sender<Message>,
}

impl DispatcherHandle {
    /// Makes the dispatcher look what has changed.
    pub(crate) fn wake(&self) {
        self.send(Message::Look);
    }

    /// Opens a stream that begins with the unfinished jobs; none after a close.
    pub(crate) fn subscribe(&self) -> Option<Events> {
        let (reply, events) = mpsc::channel();
        self.send(Message::Subscribe(reply));
        events.recv().ok()
    }

    /// Hands all running jobs back to the queue; returns after `timeout` at the latest.
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
    running: BTreeMap<JobId, RunningJob>,
    /// Claimed jobs whose files are looked at, and those of them that were.
    preparing: BTreeMap<JobId, Preparing>,
    prepared: Vec<Prepared>,
    /// Threads that were started to look at files.
    attempts: u64,
    /// The number of a job that was started without the queue, and the one it has in it.
    guest: Option<(JobId, JobId)>,
    /// What the next transaction writes.
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
pub(crate) fn start(queue: Queue, launcher: Arc<Launcher>) -> Result<DispatcherHandle, QueueError> {
    let told = launcher.common.hub.subscribe_to_jobs();
    let dispatcher = Dispatcher::new(&queue, launcher, told, true)?;
    let messages = dispatcher.messages.clone();
    dispatcher.launcher.common.numbers.begin(dispatcher.report.owner);
    dispatcher.spawn()?;
    Ok(DispatcherHandle { queue, messages })
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
            preparing: BTreeMap::new(),
            prepared: Vec::new(),
            attempts: 0,
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
                    self.warn_not_stored(&error);
                    false
                }
            };
            let idle = self.running.is_empty() && self.preparing.is_empty();
            if self.closing.is_some() && idle && over.is_empty() {
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
            (false, false) => self.bell.longest_wait(),
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
            Message::Prepared(prepared) => self.prepared.push(*prepared),
            Message::Over(job) => over.push(job),
            Message::Subscribe(reply) => {
                // The one that asked may have gone.
                drop(reply.send(self.subscribe()));
            }
            Message::Close(done) => {
                self.closing = Some(done);
                for running in self.running.values() {
                    running.job.halt();
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
        while let Some(prepared) = self.prepared.pop() {
            self.begin(prepared)?;
        }
        if self.closing.is_some() {
            // What has not begun is left to others.
            while let Some((job, _)) = self.preparing.pop_first() {
                self.store.release(job, None)?;
            }
        }
        for (job, running) in &mut self.running {
            let asks = running.job.asks();
            if asks != running.asks {
                self.store.note_asking(*job, asks)?;
                running.asks = asks;
            }
            // Its process may end before it does, as where it waits for a FIFO.
            if self.guest.is_some() && running.job.was_cancelled() && !running.requests.cancelled {
                self.store.change(*job, Change::Cancel)?;
                running.requests.cancelled = true;
            }
            if running.job.resume_was_refused() && running.job.control.is_paused() {
                self.store.change(*job, Change::Pause)?;
                running.requests.paused = true;
            }
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

    /// Ends a job whose thread has ended.
    fn end(&mut self, id: JobId) -> Result<(), QueueError> {
        let Some(running) = self.running.get(&id) else { return Ok(()) };
        let record = running.job.record_path();
        match &running.summary {
            Some(summary) => self.store.finish(id, summary, record.as_deref())?,
            None => self.store.release(id, record.as_deref())?,
        }
        self.running.remove(&id);
        self.launcher.forget(id);
        Ok(())
    }

    /// Takes this process out of the queue.
    fn leave(&mut self) {
        // If this fails, the next process that looks for dead ones removes the row.
        drop(self.me.take().map(|me| self.store.leave(me)));
    }

    /// Opens a stream that begins with the unfinished jobs of the queue, as far as they were told here.
    ///
    /// On this thread, which alone tells of other processes: so what comes later is neither in the
    /// description nor missing. The file is read before the hub is locked.
    fn subscribe(&mut self) -> Events {
        // A queue that cannot be read is met again in the next turn, and told.
        let facts = self.follow().and_then(|()| self.follower.describe()).unwrap_or_default();
        let launcher = &self.launcher;
        launcher.common.hub.subscribe(|| facts.into_iter().chain(launcher.describe()).collect())
    }

    /// Tells here what happened elsewhere.
    fn follow(&mut self) -> Result<(), QueueError> {
        let news = self.follower.poll()?;
        // Who looks at a guest looks at nothing else.
        if self.guest.is_none() {
            for envelope in news {
                self.launcher.common.hub.tell(envelope.event);
            }
        }
        Ok(())
    }

    /// Applies the requests of other processes to own jobs.
    fn obey(&mut self) -> Result<(), QueueError> {
        // Each process that runs jobs gets an equal share.
        let rate = self.store.settings()?.limit_rate.unwrap_or(0);
        let share = rate / self.follower.others_at_work().saturating_add(1);
        self.launcher.set_limit_all(if rate == 0 { 0 } else { share.max(1) });
        for requests in self.store.requests(self.report.owner)? {
            match self.running.get_mut(&requests.job) {
                Some(running) => running.obey(requests),
                None if self.preparing.contains_key(&requests.job) => {
                    self.obey_preparing(&requests)?;
                }
                // It was claimed, but the store failed before it could start.
                None => self.store.release(requests.job, None)?,
            }
        }
        Ok(())
    }
}
