//! Copies and moves between this machine and another one, with a program of ours at both ends (`crate::link`).
//!
//! The end that has the sources walks them and tells what is there ([`list`]); the other one says what it wants, and gets
//! it ([`send`]), into a hidden stage from which everything gets its name ([`receive`]).
//!
//! # How a copy goes between machines
//!
//! The end with the sources tells items in batches, and the other one answers while further batches are on their way, so
//! that a distance of 100 ms costs one, not one for each file. The stage has a name made of the request: if the connection
//! breaks it stays, and the same request takes it up. What has arrived gets its names by the visitor of a move, as what
//! is unpacked does.
//!
//! A move removes its sources when the other end has all of them on its disk under their names ([`handover`], [`sources`]).
//!
//! The job is that of the end that takes. Where the user is at the other end, its events are told there as those of a job
//! there, and commands and answers go back (`tui/src/cli/remote/`).

mod arrivals;
mod content;
mod data;
mod earlier;
mod entry;
mod handover;
mod list;
mod other_end;
mod owners;
mod place;
mod receive;
mod refused;
mod rehearse;
mod send;
mod sources;
mod stretches;
mod tops;
mod watch;

pub(crate) use watch::watch;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Envelope, Event, Phase, Subject, Summary, Warning};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use crate::job::Job;
use crate::job::anchors::Anchors;
use crate::link::{Input, Link, Message};
use crate::walk::target::Target;
use fcp_sys::lock;
use list::ITEMS;
use other_end::{OWN, lost};
use send::{REPLIES, Reply};
use sources::{Placed, Told};

/// Runs a job that has a connection to its end.
pub(crate) fn run(job: &Arc<Job>, target: &Target, link: &Link, anchors: &Anchors) -> bool {
    receive::run(job, target, link, anchors)
}

/// Lets the other end, whose user this job is for, steer it.
pub(crate) fn obey(job: &Arc<Job>, link: &Link) {
    if let Some(input) = link.take_input() {
        drop(other_end::obey(link, job, input));
    }
}

/// Runs the dry run of a job that takes to its end.
pub(crate) fn rehearse(job: &Arc<Job>, target: &Target, link: &Link) {
    rehearse::run(job, target, link);
}

/// Runs a job that sends its sources to its end, which is that of the other end's job where that is shown here.
///
/// Neither the thread that listens nor the one that sends is joined: a FIFO whose writer does not come holds the latter for
/// as long as the process lives.
pub(crate) fn run_sender(job: &Arc<Job>, link: &Arc<Link>) {
    if !link.shows() {
        job.enter(Phase::Running);
    }
    job.note_elsewhere();
    let Some(input) = link.take_input() else { return job.finish(true) };
    let (replies, wanted) = sync_channel(REPLIES);
    let stop = Arc::new(AtomicBool::new(false));
    let removes = job.spec.verb == Verb::Move && !job.spec.options.dry_run;
    let told = removes.then(|| Arc::new(Mutex::new(Told::default())));
    let (tell, ends) = channel();
    let listener = {
        let (job, link, stop, tell) =
            (Arc::clone(job), Arc::clone(link), Arc::clone(&stop), tell.clone());
        let told = told.clone();
        move || {
            let summary = listen(&job, &link, input, (&replies, told.as_deref()), &stop);
            // The job may have ended without it.
            let _heard = tell.send(Ended::Heard(summary)).is_ok();
        }
    };
    let sender = {
        let (job, link) = (Arc::clone(job), Arc::clone(link));
        move || {
            let send = || send::send(&job, &link.output, &wanted, &stop, told.as_deref());
            // A panic is a bug; the job must not wait for this thread then.
            let sent = catch_unwind(AssertUnwindSafe(send));
            let sent = sent.unwrap_or_else(|_| Err(io::ErrorKind::Other.into()));
            if sent.is_err() {
                // Where the stream still works, the other end must not wait for the rest.
                let _told = link.output.send(&Message::Cancelled).is_ok();
            }
            let _heard = tell.send(Ended::Sent(sent)).is_ok();
        }
    };
    let spawn = |name: &str| thread::Builder::new().name(name.to_owned());
    let started =
        spawn("fcp-replies").spawn(listener).and_then(|_| spawn("fcp-sends").spawn(sender));
    if let Err(error) = started {
        job.failed(OWN, first_source(job), OpError::of_io(Action::Start, "", &error));
        return job.finish(true);
    }
    let (sent, summary) = wait(&ends, link.shows());
    if !link.shows() {
        if let Some(Err(error)) = sent {
            job.failed(OWN, first_source(job), lost(job, &error));
        }
        return job.finish(false);
    }
    // If sending has failed, so does reading, or the job of the other end says why.
    if let Some(summary) = summary {
        job.end_elsewhere(summary);
    } else if job.puts_off() {
        // What has arrived is kept there, and the same request takes it up.
        job.finish(false);
    } else {
        // With all of it, the other end may have begun to give it its names: the same request could mean another one then.
        let code =
            if matches!(sent, Some(Ok(()))) { Code::Interrupted } else { Code::Disconnected };
        if code == Code::Disconnected {
            job.nothing_elsewhere();
        }
        let error = OpError::refused(Action::Send, code, first_source(job));
        job.failed(OWN, first_source(job), error);
        job.finish(false);
    }
}

/// What a thread of an end that sends has come to.
enum Ended {
    /// All was sent, or no more can be.
    Sent(io::Result<()>),
    /// The connection ended, or the job of the other end did.
    Heard(Option<Summary>),
}

/// Time that the thread that sends has to notice that the other end is gone, and the other end to tell how its job ended
/// after sending has failed.
const GRACE: Duration = Duration::from_secs(1);

/// Waits until all was sent, and, where the other end's job is shown here, until that has ended.
fn wait(ends: &Receiver<Ended>, shows: bool) -> (Option<io::Result<()>>, Option<Summary>) {
    let (mut sent, mut heard) = (None, None);
    loop {
        let next = match (&sent, &heard) {
            (Some(_), Some(_)) => break,
            (Some(_), None) if !shows => break,
            (None, Some(_)) | (Some(Err(_)), None) => ends.recv_timeout(GRACE).ok(),
            (_, None) => ends.recv().ok(),
        };
        match next {
            Some(Ended::Sent(result)) => sent = Some(result),
            Some(Ended::Heard(summary)) => heard = Some(summary),
            None => break,
        }
    }
    (sent, heard.flatten())
}

fn first_source(job: &Job) -> PathBuf {
    job.spec.sources.first().cloned().unwrap_or_default().0
}

/// Hears what the other end wants and tells; gives the summary of its job, if it comes.
fn listen(
    job: &Arc<Job>,
    link: &Link,
    mut input: Input,
    (replies, told): (&SyncSender<Reply>, Option<&Mutex<Told>>),
    stop: &AtomicBool,
) -> Option<Summary> {
    loop {
        let reply = match input.message() {
            Ok(Message::Wanted { batch, files }) if files.len() <= ITEMS => {
                Reply::Wanted { batch, files }
            }
            // It answers what it was not asked, and is not listened to any longer.
            Ok(Message::Wanted { .. }) => {
                stop.store(true, Ordering::Release);
                return None;
            }
            Ok(Message::Placed { sign, name, met }) => Reply::Placed(Placed { sign, name, met }),
            Ok(Message::Stop) => {
                stop.store(true, Ordering::Release);
                // The thread that sends may wait for an answer; if there is one already, it does not.
                let _heard = replies.try_send(Reply::Stop).is_ok();
                continue;
            }
            Ok(Message::Staged { paths }) => {
                told.inspect(|told| lock(told).settle(&paths, true));
                continue;
            }
            Ok(Message::Unplaced { paths }) => {
                told.inspect(|told| lock(told).settle(&paths, false));
                continue;
            }
            Ok(Message::Event { event }) if link.shows() => {
                let Envelope { event, .. } = *event;
                if let Some(summary) = show(job, link, event) {
                    return Some(summary);
                }
                continue;
            }
            Ok(_) => continue,
            Err(_) => {
                // Nothing that is sent would be heard.
                stop.store(true, Ordering::Release);
                return None;
            }
        };
        if matches!(replies.try_send(reply), Err(TrySendError::Full(_))) {
            stop.store(true, Ordering::Release);
            return None;
        }
    }
}

/// Tells an event of the other end's job as one of this job; gives its summary.
fn show(job: &Job, link: &Link, event: Event) -> Option<Summary> {
    match there(link, event.of_job(job.id)) {
        Event::JobSummary { summary, .. } => return Some(summary),
        Event::JobPhase { phase, .. } => job.enter(phase),
        Event::Hello { .. }
        | Event::Bye { .. }
        | Event::Reply { .. }
        // This end has told it.
        | Event::JobQueued { .. }
        | Event::JobPlaced { .. }
        | Event::JobRemoved { .. } => {}
        Event::QuestionAsked { job: id, mut question } => {
            question.id = link.ask_here(question.id, || job.questions.number());
            job.hub.tell(Event::QuestionAsked { job: id, question });
        }
        Event::QuestionAnswered { job: id, question, answer } => {
            if let Some(question) = link.close_here(question) {
                job.hub.tell(Event::QuestionAnswered { job: id, question, answer });
            }
        }
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
        | Event::Progress { .. }) => {
            job.hub.wait_for_readers(|| !job.is_over());
            job.hub.tell(event);
        }
    }
    None
}

/// Names the host in what is there: all that a deletion meets, and of a copy what is at the destination.
fn there(link: &Link, mut event: Event) -> Event {
    let deletes = link.watches();
    let name = |path: &mut WirePath| *path = link.of_host(std::mem::take(path));
    let name_source = |path: &mut WirePath| {
        if deletes {
            name(path);
        }
    };
    let name_error = |error: &mut OpError| match (error.action, &mut error.other) {
        (_, other) if deletes => {
            name(&mut error.path);
            other.iter_mut().for_each(name);
        }
        (Action::Target, _) => name(&mut error.path),
        (Action::Copy, Some(dst)) => name(dst),
        _ => {}
    };
    match &mut event {
        Event::ItemStarted { src, dst, backup, .. } => {
            name_source(src);
            name(dst);
            backup.iter_mut().for_each(name);
        }
        Event::ItemDone { src, dst, .. } | Event::ItemSkipped { src, dst, .. } => {
            name_source(src);
            name(dst);
        }
        Event::ItemFailed { src, error, .. } => {
            name_source(src);
            name_error(error);
        }
        Event::Warning { warning, .. } => match warning {
            Warning::PartKept { path } => name(path),
            Warning::Interrupted { path } | Warning::NotCounted { path, .. } => name_source(path),
            Warning::Metadata { error }
            | Warning::NotRecorded { error }
            | Warning::NotTrashed { error }
                if deletes =>
            {
                name_error(error);
            }
            _ => {}
        },
        Event::QuestionAsked { question, .. } => match &mut question.subject {
            Subject::Conflict { src, dst, staged, .. } => {
                name_source(&mut src.path);
                name(&mut dst.path);
                // What has arrived there cannot be read here.
                *staged = None;
            }
            Subject::Error { src, error } if deletes => {
                name(src);
                name_error(error);
            }
            Subject::Removal { item, .. } => name_source(&mut item.path),
            Subject::Error { .. } => {}
        },
        Event::Hello { .. }
        | Event::Bye { .. }
        | Event::Reply { .. }
        | Event::JobQueued { .. }
        | Event::JobPlaced { .. }
        | Event::JobRemoved { .. }
        | Event::JobStarted { .. }
        | Event::JobTotals { .. }
        | Event::JobPaused { .. }
        | Event::JobResumed { .. }
        | Event::JobPhase { .. }
        | Event::JobPlan { .. }
        | Event::QuestionAnswered { .. }
        | Event::Progress { .. }
        | Event::JobSummary { .. } => {}
    }
    event
}
