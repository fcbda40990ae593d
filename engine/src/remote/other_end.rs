//! Listens to the other end where that is the user's, and says when it is lost.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Command, Event, Resolution, SkipReason, Totals, Warning};
use crate::contract::path::WirePath;
use crate::job::Job;
use crate::link::{Input, Link, Message};
use crate::unpack::Stop;
use crate::walk::target::Target;
use fcp_sys::lock;

/// The number of the counters that the job's own thread uses.
pub(super) const OWN: usize = usize::MAX;

/// Messages that wait for a move to listen. None are expected before it does; an end that sends more waits.
const HEARD: usize = 1024;

/// Obeys the other end while what has arrived gets its names, and gives what else that tells; if that end is gone, no
/// question of its user is answered, and a job that it only asked for is cancelled.
pub(super) fn obey(link: &Link, job: &Arc<Job>, mut input: Input) -> Receiver<Message> {
    let (tell, heard) = sync_channel(HEARD);
    let (is_user_there, link_works) = (link.host.is_none(), link.works());
    let job = Arc::clone(job);
    // The thread ends with the connection, or with the process.
    drop(thread::spawn(move || {
        loop {
            match input.message() {
                Ok(Message::Command { command }) if is_user_there => carry_out(&job, *command),
                Ok(Message::Unattended) if is_user_there => job.leave_unanswered(),
                // A copy does not listen any more.
                Ok(other) => drop(tell.send(other)),
                Err(_) if link_works => return job.cancel(),
                Err(_) if is_user_there => return job.leave_unanswered(),
                Err(_) => return,
            }
        }
    }));
    heard
}

/// Carries out a command of the other end for a job that takes.
pub(super) fn carry_out(job: &Job, command: Command) {
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

/// Takes what the other end tells beside items and their data, which it may do at any moment.
#[derive(Clone, Copy)]
pub(super) struct Asides<'a> {
    pub(super) job: &'a Job,
    pub(super) link: &'a Link,
    /// The directory of the destination.
    pub(super) target: &'a Path,
}

impl Asides<'_> {
    /// Ends a job of which the other end sends no more. Where the user is there, that is a cancel; else that end has failed.
    pub(super) fn cancelled(self) -> Stop {
        if self.link.is_far() {
            return Stop::Failed(lost(self.job, &io::ErrorKind::UnexpectedEof.into()));
        }
        self.job.cancel();
        Stop::Cancelled
    }

    /// Takes a message in; gives back one that is about items, or that only the end of the user may send.
    pub(super) fn take(self, message: Message) -> Option<Message> {
        let Self { job, link, target } = self;
        let is_user_there = !link.is_far();
        match message {
            Message::Listed { items, bytes, complete } => {
                let totals = Totals { items, bytes: Some(bytes), complete };
                *lock(&job.meter.totals) = Some(totals);
                job.hub.tell(Event::JobTotals { job: job.id, totals });
            }
            Message::Failed { path, error } => {
                let error = seen_from_here(link, target, error);
                job.failed(OWN, link.of_host(path).0, error);
            }
            Message::Skipped { path, reason } => {
                let path = link.of_host(path).0;
                if reason == SkipReason::Duplicate {
                    let warning = Warning::DuplicateSource { path: WirePath(path.clone()) };
                    job.hub.tell(Event::Warning { job: job.id, warning });
                }
                job.end_skipped(OWN, reason, 0, (path.clone(), path));
            }
            Message::Warned { mut warning } => {
                if let Warning::Metadata { error } = &mut warning {
                    *error = seen_from_here(link, target, error.clone());
                }
                job.hub.tell(Event::Warning { job: job.id, warning });
            }
            // The data has stopped, or will.
            Message::Command { command }
                if is_user_there && matches!(*command, Command::Pause { .. }) => {}
            Message::Command { command } if is_user_there => carry_out(job, *command),
            Message::Unattended if is_user_there => job.leave_unanswered(),
            other => return Some(other),
        }
        None
    }
}

/// Where the connection is gone, or what comes is not understood.
pub(super) fn lost(job: &Job, error: &io::Error) -> OpError {
    let source = job.spec.sources.first().cloned().unwrap_or_default().0;
    match error.kind() {
        io::ErrorKind::InvalidData => OpError::refused(Action::Receive, Code::Damaged, source),
        _ => OpError::refused(Action::Receive, Code::Disconnected, source),
    }
}

/// The directory of the destination, as the request spells it.
pub(super) fn directory_of(target: &Target) -> PathBuf {
    let directory = target.directory.as_ref().map(|path| OsStr::from_bytes(path.to_bytes()));
    directory.map(PathBuf::from).unwrap_or_default()
}

/// Spells the paths of a failure at the other end as they are here: those of sources with the host, and where an item would
/// have come to be below the directory of the destination.
pub(super) fn seen_from_here(link: &Link, target: &Path, error: OpError) -> OpError {
    let there = |inside: WirePath| WirePath(target.join(inside.0));
    OpError { path: link.of_host(error.path), other: error.other.map(there), ..error }
}
