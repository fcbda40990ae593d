//! Shows a job that the other end does with what is there.

use std::sync::Arc;

use super::other_end::OWN;
use super::{first_source, show};
use crate::contract::error::{Code, OpError};
use crate::contract::event::{Event, Subject, Warning};
use crate::contract::path::WirePath;
use crate::job::Job;
use crate::link::{Link, Message};

/// Tells what the other end does until its job has ended, or the connection.
pub(crate) fn watch(job: &Arc<Job>, link: &Link) {
    let Some(mut input) = link.take_input() else { return job.finish(true) };
    // Where this does not arrive, nothing begins there, and reading fails, too.
    let _told = link.output.send(&Message::Begun).is_ok();
    loop {
        match input.message() {
            Ok(Message::Event { event }) => {
                if let Some(summary) = show(job, link, event.event) {
                    return job.end_as(summary);
                }
            }
            Ok(Message::Refused { text }) => {
                let error =
                    OpError::refused(job.spec.verb.whole(), Code::Refused, first_source(job));
                job.failed(OWN, first_source(job), error.saying(&text));
                return job.finish(false);
            }
            Ok(_) => {}
            Err(_) if job.puts_off() => return job.finish(false),
            Err(_) => {
                let path = first_source(job);
                let error = OpError::refused(job.spec.verb.whole(), Code::Interrupted, &path);
                job.failed(OWN, path, error);
                return job.finish(false);
            }
        }
    }
}

/// Names the host in all paths: whatever the job meets is there.
pub(super) fn all_there(link: &Link, mut event: Event) -> Event {
    let name = |path: &mut WirePath| *path = link.of_host(std::mem::take(path));
    let name_error = |error: &mut OpError| {
        name(&mut error.path);
        error.other.iter_mut().for_each(name);
    };
    match &mut event {
        Event::ItemStarted { src, dst, backup, .. } => {
            name(src);
            name(dst);
            backup.iter_mut().for_each(name);
        }
        Event::ItemDone { src, dst, .. } | Event::ItemSkipped { src, dst, .. } => {
            name(src);
            name(dst);
        }
        Event::ItemFailed { src, error, .. } => {
            name(src);
            name_error(error);
        }
        Event::Warning { warning, .. } => match warning {
            Warning::Metadata { error }
            | Warning::NotRecorded { error }
            | Warning::NotTrashed { error } => name_error(error),
            Warning::Interrupted { path } | Warning::NotCounted { path, .. } => name(path),
            // They are about copies, or about the files of that machine's own user.
            _ => {}
        },
        Event::QuestionAsked { question, .. } => match &mut question.subject {
            Subject::Conflict { src, dst, .. } => {
                name(&mut src.path);
                name(&mut dst.path);
            }
            Subject::Error { src, error } => {
                name(src);
                name_error(error);
            }
            Subject::Removal { item, .. } => name(&mut item.path),
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
