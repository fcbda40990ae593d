//! Words the questions that the program itself asks, with the possible answers.

use fcp_engine::event::JobId;
use fcp_engine::foresee::Foreseen;
use fcp_engine::path::{DisplayName, WirePath};
use fcp_engine::spec::{ConflictPolicy, Destination, JobSpec, Verb};

use super::dialog::confirm::{Deed, Way, What};
use super::model::Model;
use super::{elevation, page, work};
use crate::format;

/// Gives the possible answers; the first one changes nothing.
pub(crate) fn ways(model: &Model, what: &What) -> Vec<Way> {
    match what {
        What::Cancel(jobs) => cancel_ways(model, jobs),
        What::Quit => quit_ways(model),
        What::Undo(job) => undo_ways(model, *job),
        What::Elevate { .. } => vec![
            stay("Leave it"),
            way('a', "As administrator", "sudo asks for your password", Deed::Elevate),
        ],
    }
}

/// Gives the answer that changes nothing.
fn stay(name: &'static str) -> Way {
    Way { key: None, name, note: "nothing changes".to_owned(), deed: Some(Deed::Stay) }
}

fn way(key: char, name: &'static str, note: impl Into<String>, deed: Deed) -> Way {
    Way { key: Some(key), name, note: note.into(), deed: Some(deed) }
}

fn without(key: char, name: &'static str, note: &str) -> Way {
    Way { key: Some(key), name, note: note.to_owned(), deed: None }
}

fn cancel_ways(model: &Model, jobs: &[JobId]) -> Vec<Way> {
    let all_paused = jobs.iter().filter_map(|&job| model.jobs.row(job)).all(|row| row.paused);
    let kept = if model.queued {
        "pauses; Space resumes it, even after a restart"
    } else {
        "pauses; Space resumes it, until you quit"
    };
    let cancel = if jobs.len() == 1 { "Cancel job" } else { "Cancel jobs" };
    vec![
        stay("Keep running"),
        if all_paused {
            without('p', "Pause", "it is paused already")
        } else {
            way('p', "Pause", kept, Deed::Keep)
        },
        way('c', cancel, "finished items are kept, unfinished ones removed", Deed::Cancel),
    ]
}

fn quit_ways(model: &Model) -> Vec<Way> {
    let cancel = "finished items are kept, unfinished ones removed";
    let mut ways = vec![stay("Stay here")];
    if model.queued {
        let there = "they continue; fcp-tui and fcpq show them";
        ways.push(way('b', "Background", there, Deed::HandOn));
        ways.push(way('p', "Pause and quit", "they wait until you resume them", Deed::KeepAndQuit));
    } else {
        ways.push(without('b', "Background", "there is no queue to keep them in"));
        ways.push(without('p', "Pause and quit", "there is no queue to keep them in"));
    }
    ways.push(way('c', "Cancel and quit", cancel, Deed::CancelAndQuit));
    ways
}

fn undo_ways(model: &Model, job: JobId) -> Vec<Way> {
    let undo = match foreseen(model, job) {
        Some(Err(_)) => without('u', "Undo", "not possible"),
        Some(Ok(_)) | None => {
            way('u', "Undo", "items that have changed since are kept", Deed::Undo)
        }
    };
    vec![stay("Keep it"), undo]
}

/// Tells what the administrator would do.
fn elevated_words(spec: &JobSpec, why: &str) -> Vec<String> {
    let name = |path: &WirePath| DisplayName::new(&path.0).to_string();
    let mut lines = vec![why.to_owned()];
    let items = elevation::items(spec);
    if let Some(first) = items.first() {
        let more = items.len() as u64 - 1;
        let more = if more > 0 {
            format!(" and {}", format::counted(more, "other", "others"))
        } else {
            String::new()
        };
        lines.push(format!("{}{more}", name(first)));
    }
    if let Some(to) = spec.destination.as_ref().and_then(Destination::path) {
        lines.push(format!("to {}", name(to)));
    }
    if spec.verb != Verb::Delete && spec.options.on_conflict != ConflictPolicy::Skip {
        lines.push("Replaced items are moved to the trash of root.".to_owned());
    }
    lines
}

/// What undoing a job would do, if that was told already.
fn foreseen(model: &Model, job: JobId) -> Option<&Result<Foreseen, String>> {
    let (of, foreseen) = model.work.foreseen.as_ref()?;
    (*of == job).then_some(foreseen)
}

/// Tells what undoing a job would do, and what of it cannot be undone.
fn undo_words(foreseen: &Foreseen) -> Vec<String> {
    let Foreseen { copies, snapshots, back, replaced, lost } = *foreseen;
    let counted = |n, one: &str, many: &str| (n > 0).then(|| format::counted(n, one, many));
    let parts = [
        counted(copies, "copy will be moved to the trash", "copies will be moved to the trash"),
        counted(
            snapshots,
            "snapshot will be deleted, or moved to the trash if its source has changed since",
            "snapshots will be deleted, or moved to the trash if their sources have changed since",
        ),
        counted(back, "item will be moved back", "items will be moved back"),
        counted(replaced, "replaced file will be restored", "replaced files will be restored"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let mut lines = vec![if parts.is_empty() {
        "Nothing can be undone.".to_owned()
    } else {
        format!("{}.", parts.join(", "))
    }];
    if lost > 0 {
        let files = format::counted(lost, "replaced file", "replaced files");
        lines.push(format!("{files} cannot be restored: the old content was not kept."));
    }
    lines
}

/// Gives the title and the sentences above the answers.
pub(crate) fn words(model: &Model, what: &What) -> (String, Vec<String>) {
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
        What::Undo(job) => {
            let row = work::row(model, *job);
            let title = match row {
                // The user calls the undo of an undo a redo.
                Some(row) if row.verb == Some(Verb::Undo) => {
                    let word = if page::is_redo(model, row) { "Undo" } else { "Redo" };
                    format!("{word} {}?", page::sources(model, row))
                }
                row => match row.and_then(page::deed_of) {
                    Some(deed) => format!("Undo {deed}?"),
                    None => "Undo this job?".to_owned(),
                },
            };
            let lines = match foreseen(model, *job) {
                None => vec!["Reading what the job did…".to_owned()],
                Some(Ok(foreseen)) => undo_words(foreseen),
                Some(Err(why)) => vec![format!("It cannot be undone: {why}.")],
            };
            (title, lines)
        }
        What::Elevate { spec, why } => {
            let title = match spec.verb {
                Verb::Move => "Move as administrator?",
                Verb::Delete => "Delete as administrator?",
                _ => "Copy as administrator?",
            };
            (title.to_owned(), elevated_words(spec, why))
        }
        What::Quit => {
            let stops = model.jobs.rows().filter(|row| work::stops_with_us(model, row));
            let busy = (stops.count() + model.requests.len()) as u64;
            if busy == 0 && model.runs_after {
                let title = "The command after the queue is still running".to_owned();
                return (title, vec!["It may not end well without fcp-tui. Quit?".to_owned()]);
            }
            let (are, them) = if busy == 1 { ("is", "it") } else { ("are", "them") };
            let title = format!("{} {are} still running", format::counted(busy, "job", "jobs"));
            (title, vec![format!("What should happen to {them}?")])
        }
    }
}
