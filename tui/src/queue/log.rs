//! `fcpq log`: prints what happened in a job.

use std::os::unix::ffi::OsStrExt;

use clap::ArgMatches;
use fcp_engine::event::{Envelope, Event};
use fcp_engine::path::WirePath;
use fcp_engine::queue::Queue;
use jiff::tz::TimeZone;
use ratatui::text::Line;

use super::output::{Output, Trouble};
use super::{facts, line};
use crate::app::look::MUTED;
use crate::app::when::exactly;
use crate::cli::exit;
use crate::cli::screen::span;

/// Tells the log of a job.
pub(super) fn run(queue: &Queue, matches: &ArgMatches, out: &mut Output) -> Result<u8, Trouble> {
    let (failed, skipped) = (matches.get_flag("failed"), matches.get_flag("skipped"));
    let bare = matches.get_flag("null");
    let zone = TimeZone::system();
    for job in line::jobs_of(matches) {
        for envelope in queue.log(job)? {
            let item = item(&envelope.event);
            let wanted = match item {
                Some((_, true)) => failed || !skipped,
                Some((_, false)) => skipped || !failed,
                None => !failed && !skipped && !bare,
            };
            match item {
                _ if !wanted => {}
                Some((path, _)) if bare => {
                    out.bytes(path.0.as_os_str().as_bytes())?;
                    out.bytes(&[0])?;
                }
                _ if matches.get_flag("json") => out.json(&envelope)?,
                _ => tell(&envelope, &zone, out)?,
            }
        }
    }
    Ok(exit::DONE)
}

/// Gives the source of an item that failed (true) or was skipped.
fn item(event: &Event) -> Option<(&WirePath, bool)> {
    match event {
        Event::ItemFailed { src, .. } => Some((src, true)),
        Event::ItemSkipped { src, .. } => Some((src, false)),
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
        | Event::ItemStarted { .. }
        | Event::ItemDone { .. }
        | Event::Warning { .. }
        | Event::QuestionAsked { .. }
        | Event::QuestionAnswered { .. }
        | Event::Progress { .. }
        | Event::JobSummary { .. } => None,
    }
}

fn tell(envelope: &Envelope, zone: &TimeZone, out: &mut Output) -> Result<(), Trouble> {
    let Some((text, paint)) = facts::sentence(&envelope.event) else { return Ok(()) };
    let time = exactly(envelope.at as i64, zone);
    let look = out.look;
    out.lines(&[Line::from(vec![span(format!("{time}  "), MUTED, look), span(text, paint, look)])])
}
