//! Copies between this machine and another one, with a program of ours at both ends.
//!
//! The ends talk over two streams, for which the program that starts the other end cares (`ssh`, say): see [`wire`].
//! The end that has the sources walks them and tells what is there ([`send`]); the other one says what it wants, takes
//! that into a hidden stage and moves it to its names from there ([`receive`]). A job is always that of the end that
//! takes: it counts, asks and records. Where that is not the user's, its events and the user's answers travel, too.

mod arrivals;
mod content;
mod data;
mod host;
mod list;
mod message;
mod place;
mod receive;
mod rehearse;
mod send;
mod wire;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

pub use host::split_host;
pub use message::{Message, PROTOCOL, Place};
pub use wire::{Input, Output, greet};

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Command, Envelope, Event, Phase, Resolution, Summary};
use crate::contract::path::WirePath;
use crate::job::Job;
use crate::walk::target::Target;
use fcp_sys::lock;
use send::Reply;

/// The number of the counters that the job's own thread uses.
const OWN: usize = usize::MAX;

/// The connection of a job with the other end.
#[derive(Debug)]
pub(crate) struct Link {
    input: Mutex<Option<Input>>,
    pub(crate) output: Output,
    role: Role,
    /// The host that the sources are on, for people.
    host: Option<String>,
    /// Whether what has arrived is read back and compared.
    verifies: bool,
}

/// What an end does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Sends; the job is that of the other end, and is shown there.
    Serves,
    /// Sends, and shows the job of the other end.
    Shows,
    /// Takes.
    Takes,
}

/// What an end does, and what it has to know for that.
#[derive(Debug)]
pub enum End {
    /// Sends the sources to another end at which the user is.
    Serves,
    /// Sends the sources, and shows what the other end does.
    Shows,
    /// Takes what the other end sends.
    Takes {
        /// The host that the sources are on, if that is another one.
        host: Option<String>,
        /// Read back what has arrived, and compare it with what was sent.
        verify: bool,
    },
}

impl Link {
    pub(crate) fn new(end: End, input: Input, output: Output) -> Self {
        let (role, host, verifies) = match end {
            End::Serves => (Role::Serves, None, false),
            End::Shows => (Role::Shows, None, false),
            End::Takes { host, verify } => (Role::Takes, host, verify),
        };
        Self { input: Mutex::new(Some(input)), output, role, host, verifies }
    }

    fn take_input(&self) -> Option<Input> {
        lock(&self.input).take()
    }

    /// Whether the job sends its sources.
    pub(crate) fn sends(&self) -> bool {
        self.role != Role::Takes
    }

    /// Whether the job of the other end is shown here, and obeys commands from here.
    fn shows(&self) -> bool {
        self.role == Role::Shows
    }

    /// Puts the name of the host before a path of the other end.
    fn of_host(&self, path: WirePath) -> WirePath {
        match &self.host {
            Some(host) => {
                let mut text = std::ffi::OsString::from(host);
                text.push(":");
                text.push(path.0.as_os_str());
                WirePath(text.into())
            }
            None => path,
        }
    }

    /// Passes a command on, where the job is that of the other end; tells whether it did.
    pub(crate) fn pass_on(&self, command: Command) -> bool {
        let message = Message::Command { command: Box::new(command) };
        // If the connection is gone, the job ends without the command.
        self.shows() && self.output.send(&message).is_ok()
    }

    /// Passes an answer on, where the question is one of the other end.
    pub(crate) fn answer(&self, question: u64, resolution: &Resolution) -> bool {
        let Resolution { answer, scope } = resolution.clone();
        self.pass_on(Command::Answer { question, answer, scope })
    }

    /// Obeys the other end while what has arrived gets its names; if that end is gone, no question is answered.
    fn obey(&self, job: &Arc<Job>, mut input: Input) {
        if self.host.is_some() {
            // The user is at this end.
            return;
        }
        let job = Arc::clone(job);
        // The thread ends with the connection, or with the process.
        drop(thread::spawn(move || {
            loop {
                match input.message() {
                    Ok(Message::Command { command }) => carry_out(&job, *command),
                    Ok(_) => {}
                    Err(_) => return job.leave_unanswered(),
                }
            }
        }));
    }
}

/// Carries out a command of the other end for a job that takes.
fn carry_out(job: &Job, command: Command) {
    match command {
        Command::Pause { .. } => job.pause(),
        Command::Resume { .. } => job.resume(),
        Command::Cancel { .. } => job.cancel(),
        Command::Set { limit_rate: Some(rate), .. } => job.control.set_rate(rate),
        Command::Answer { question, answer, scope } => {
            // It was answered already, or the job does not wait for it any more.
            let _answered = job.answer(question, &Resolution { answer, scope }).is_ok();
        }
        // They are for a queue.
        Command::Set { .. }
        | Command::Place { .. }
        | Command::Start { .. }
        | Command::Hold { .. }
        | Command::Retry { .. }
        | Command::Repeat { .. }
        | Command::Verify { .. }
        | Command::Clear { .. }
        | Command::Status
        | Command::Submit { .. } => {}
    }
}

/// Runs a job that has a connection to its end.
pub(crate) fn run(job: &Arc<Job>, target: &Target, link: &Link) -> bool {
    receive::run(job, target, link)
}

/// Runs the dry run of a job that takes to its end.
pub(crate) fn rehearse(job: &Arc<Job>, target: &Target, link: &Link) {
    rehearse::run(job, target, link);
}

/// Runs a job that sends its sources to its end, which is that of the other end's job where that is shown here.
pub(crate) fn run_sender(job: &Arc<Job>, link: &Arc<Link>) {
    if !link.shows() {
        job.enter(Phase::Running);
    }
    let Some(input) = link.take_input() else { return job.finish(true) };
    let (replies, wanted) = channel();
    let stop = Arc::new(AtomicBool::new(false));
    let listener = {
        let (job, link, stop) = (Arc::clone(job), Arc::clone(link), Arc::clone(&stop));
        thread::Builder::new()
            .name("fcp-replies".to_owned())
            .spawn(move || listen(&job, &link, input, &replies, &stop))
    };
    let listener = match listener {
        Ok(listener) => listener,
        Err(error) => {
            job.failed(OWN, first_source(job), OpError::of_io(Action::Start, "", &error));
            return job.finish(true);
        }
    };
    let sent = send::send(job, &link.output, &wanted, &stop);
    if !link.shows() {
        if let Err(error) = sent {
            job.failed(OWN, first_source(job), arrivals::lost(job, &error));
        }
        return job.finish(false);
    }
    // If sending has failed, so does reading, or the job of the other end says why.
    match listener.join().ok().flatten() {
        Some(summary) => job.end_as(summary),
        None => {
            let error = OpError::refused(Action::Send, Code::Disconnected, first_source(job));
            job.failed(OWN, first_source(job), error);
            job.finish(false);
        }
    }
}

fn first_source(job: &Job) -> PathBuf {
    job.spec.sources.first().cloned().unwrap_or_default().0
}

/// Hears what the other end wants and tells; gives the summary of its job, if it comes.
fn listen(
    job: &Arc<Job>,
    link: &Link,
    mut input: Input,
    replies: &Sender<Reply>,
    stop: &AtomicBool,
) -> Option<Summary> {
    loop {
        match input.message() {
            Ok(Message::Wanted { batch, files }) => {
                // The thread that sends may have been told to stop.
                let _heard = replies.send(Reply { batch, files }).is_ok();
            }
            Ok(Message::Stop) => {
                stop.store(true, Ordering::Release);
                // The thread that sends may wait for an answer.
                let _heard = replies.send(Reply { batch: u64::MAX, files: Vec::new() }).is_ok();
            }
            Ok(Message::Event { event }) if link.shows() => {
                let Envelope { event, .. } = *event;
                if let Some(summary) = show(job, event) {
                    return Some(summary);
                }
            }
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

/// Tells an event of the other end's job as one of this job; gives its summary.
fn show(job: &Job, event: Event) -> Option<Summary> {
    match event.of_job(job.id) {
        Event::JobSummary { summary, .. } => return Some(summary),
        Event::JobPhase { phase, .. } => job.enter(phase),
        Event::Hello { .. }
        | Event::Bye { .. }
        | Event::Reply { .. }
        // This end has told it.
        | Event::JobQueued { .. }
        | Event::JobPlaced { .. }
        | Event::JobRemoved { .. } => {}
        event @ (Event::JobStarted { .. }
        | Event::JobTotals { .. }
        | Event::JobPaused { .. }
        | Event::JobResumed { .. }
        | Event::JobPlan { .. }
        | Event::ItemStarted { .. }
        | Event::ItemDone { .. }
        | Event::ItemSkipped { .. }
        | Event::ItemFailed { .. }
        | Event::Warning { .. }
        | Event::QuestionAsked { .. }
        | Event::QuestionAnswered { .. }
        | Event::Progress { .. }) => {
            job.hub.wait_for_readers(|| !job.is_over());
            job.hub.tell(event);
        }
    }
    None
}
