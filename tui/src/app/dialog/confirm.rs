//! What cannot be taken back: cancelling jobs, and quitting while some are at work.

use fcp_engine::event::JobId;

use crate::app::model::Model;
use crate::format;

/// A question of our own, and what is chosen so far; the first choice changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirm {
    /// What is about to be done.
    pub what: What,
    /// Index into the choices.
    pub choice: usize,
}

/// What cannot be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Cancel these jobs.
    Cancel(Vec<JobId>),
    /// Quit while jobs are at work.
    Quit,
}

/// One way to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Its key.
    pub key: char,
    /// Its name.
    pub name: &'static str,
    /// The consequence, or why it is not possible.
    pub note: String,
    /// What is done; none if it is not possible.
    pub deed: Option<Deed>,
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Nothing.
    Stay,
    /// Pause the jobs.
    Keep,
    /// Cancel the jobs.
    Cancel,
    /// Hand the jobs to a process in the background, and quit.
    HandOn,
    /// Pause the jobs, and quit.
    KeepAndQuit,
    /// Cancel the jobs that were started here, and quit.
    CancelAndQuit,
}

impl Confirm {
    /// Starts with the harmless choice.
    pub fn new(what: What) -> Self {
        Self { what, choice: 0 }
    }
}

/// Gives the ways to go on; the first one changes nothing.
pub fn ways(model: &Model, what: &What) -> Vec<Way> {
    match what {
        What::Cancel(jobs) => cancel_ways(model, jobs),
        What::Quit => quit_ways(model),
    }
}

fn way(key: char, name: &'static str, note: impl Into<String>, deed: Deed) -> Way {
    Way { key, name, note: note.into(), deed: Some(deed) }
}

fn without(key: char, name: &'static str, note: &str) -> Way {
    Way { key, name, note: note.to_owned(), deed: None }
}

fn cancel_ways(model: &Model, jobs: &[JobId]) -> Vec<Way> {
    let all_paused = jobs.iter().filter_map(|&job| model.jobs.row(job)).all(|row| row.paused);
    let kept = if model.queued {
        "stops here; Space goes on, tomorrow as well"
    } else {
        "stops here; Space goes on, until you quit"
    };
    vec![
        way('g', "Go on", "nothing changes", Deed::Stay),
        if all_paused {
            without('p', "Keep for later", "it is paused already")
        } else {
            way('p', "Keep for later", kept, Deed::Keep)
        },
        way('c', "Cancel", "what is done stays; unfinished files are removed", Deed::Cancel),
    ]
}

fn quit_ways(model: &Model) -> Vec<Way> {
    let cancel = "what is done stays; unfinished files are removed";
    let mut ways = vec![way('g', "Stay", "nothing changes", Deed::Stay)];
    if model.queued {
        let there = "they go on; fcp-tui and fcpq show them";
        ways.push(way('b', "Background", there, Deed::HandOn));
        ways.push(way('p', "Pause and quit", "they wait for the next start", Deed::KeepAndQuit));
    } else {
        ways.push(without('b', "Background", "there is no queue to keep them in"));
        ways.push(without('p', "Pause and quit", "there is no queue to keep them in"));
    }
    ways.push(way('c', "Cancel and quit", cancel, Deed::CancelAndQuit));
    ways
}

/// Gives the title and the sentences above the ways.
pub fn words(model: &Model, what: &What) -> (String, Vec<String>) {
    let open = |job: &JobId| model.jobs.row(*job).filter(|row| !row.is_over());
    match what {
        What::Cancel(jobs) => {
            let rows: Vec<_> = jobs.iter().filter_map(open).collect();
            let title = match rows.len() {
                1 => "Cancel this job".to_owned(),
                n => format!("Cancel {}", format::counted(n as u64, "job", "jobs")),
            };
            let done: u64 = rows
                .iter()
                .map(|row| row.progress.items_done.saturating_sub(row.progress.items_skipped))
                .sum();
            let bytes: u64 = rows.iter().map(|row| row.progress.bytes_done).sum();
            let size = if bytes > 0 { format!(", {}", format::size(bytes)) } else { String::new() };
            (title, vec![format!("{}{size} done so far.", format::items(done))])
        }
        What::Quit => {
            let busy = model.jobs.rows().filter(|row| !row.is_over()).count() as u64;
            let are = if busy == 1 { "is" } else { "are" };
            let title = format!("{} {are} not over", format::counted(busy, "job", "jobs"));
            (title, vec!["Quit all the same?".to_owned()])
        }
    }
}
