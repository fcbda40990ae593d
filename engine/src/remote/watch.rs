//! Shows a job that the other end does with what is there.

use std::sync::Arc;

use super::other_end::OWN;
use super::{first_source, show};
use crate::contract::error::{Code, OpError};
use crate::job::Job;
use crate::link::{Link, Message};

/// Tells what the other end does until its job has ended, or the connection.
pub(crate) fn watch(job: &Arc<Job>, link: &Link) {
    job.note_elsewhere();
    let Some(mut input) = link.take_input() else { return job.finish(true) };
    // Where this does not arrive, nothing begins there, and reading fails, too.
    let _told = link.output.send(&Message::Begun).is_ok();
    loop {
        match input.message() {
            Ok(Message::Event { event }) => {
                if let Some(summary) = show(job, link, event.event) {
                    return job.end_elsewhere(summary);
                }
            }
            Ok(Message::Refused { text }) => {
                let error =
                    OpError::refused(job.spec.verb.whole(), Code::Refused, first_source(job));
                job.failed(OWN, first_source(job), error.saying(&text));
                job.nothing_elsewhere();
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
