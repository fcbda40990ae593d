//! Words the questions that the program itself asks, with the possible answers.

use std::path::Path;

use fcp_engine::event::JobId;
use fcp_engine::foresee::Foreseen;
use fcp_engine::path::DisplayName;
use fcp_engine::spec::{ConflictPolicy, JobSpec, Verb};
use fcp_presentation::{elevation, tr};

use super::dialog::confirm::{ConfirmAction, Way, What};
use super::model::Model;
use super::{page, work};
use crate::format;

/// Gives the possible answers; the first one changes nothing.
pub(crate) fn ways(model: &Model, what: &What) -> Vec<Way> {
    match what {
        What::Cancel(jobs) => cancel_ways(model, jobs),
        What::Quit => quit_ways(model),
        What::Undo(job) => undo_ways(model, *job),
        What::Unlimited(_) => vec![
            stay(tr!("button-cancel")),
            way(
                'x',
                tr!("button-extract-anyway"),
                tr!("way-unlimited-does"),
                ConfirmAction::Extract,
            ),
        ],
        What::Elevate { .. } => vec![
            stay(tr!("way-leave")),
            way(
                'a',
                tr!("way-administrator"),
                tr!("way-administrator-does"),
                ConfirmAction::Elevate,
            ),
        ],
    }
}

/// Gives the answer that changes nothing.
fn stay(name: &'static str) -> Way {
    Way {
        key: None,
        name,
        note: tr!("way-stay-does").to_owned(),
        action: Some(ConfirmAction::Stay),
    }
}

fn way(key: char, name: &'static str, note: impl Into<String>, action: ConfirmAction) -> Way {
    Way { key: Some(key), name, note: note.into(), action: Some(action) }
}

fn without(key: char, name: &'static str, note: &str) -> Way {
    Way { key: Some(key), name, note: note.to_owned(), action: None }
}

fn cancel_ways(model: &Model, jobs: &[JobId]) -> Vec<Way> {
    let all_paused = jobs.iter().filter_map(|&job| model.jobs.row(job)).all(|row| row.paused);
    let kept = if model.queued { tr!("way-pause-queued-does") } else { tr!("way-pause-does") };
    let cancel = if jobs.len() == 1 { tr!("way-cancel-job") } else { tr!("way-cancel-jobs") };
    let stays = if all_paused { tr!("way-keep-paused") } else { tr!("way-keep-running") };
    vec![
        stay(stays),
        if all_paused {
            without('p', tr!("way-pause"), tr!("way-paused-already"))
        } else {
            way('p', tr!("way-pause"), kept, ConfirmAction::Keep)
        },
        way('c', cancel, tr!("way-cancel-does"), ConfirmAction::Cancel),
    ]
}

fn quit_ways(model: &Model) -> Vec<Way> {
    let cancel = tr!("way-cancel-does");
    let count = stopping(model);
    let mut ways = vec![stay(tr!("way-stay-here"))];
    if model.queued {
        let there = tr!("way-background-does", count = count);
        ways.push(way('b', tr!("way-background"), there, ConfirmAction::HandOn));
        ways.push(way(
            'p',
            tr!("way-pause-and-quit"),
            tr!("way-pause-and-quit-does", count = count),
            ConfirmAction::KeepAndQuit,
        ));
    } else {
        ways.push(without('b', tr!("way-background"), tr!("way-no-queue")));
        ways.push(without('p', tr!("way-pause-and-quit"), tr!("way-no-queue")));
    }
    ways.push(way('c', tr!("way-cancel-and-quit"), cancel, ConfirmAction::CancelAndQuit));
    ways
}

/// Counts the jobs that would stop if the program ended.
fn stopping(model: &Model) -> u64 {
    let stops = model.jobs.rows().filter(|row| work::stops_with_us(model, row));
    (stops.count() + model.requests.len()) as u64
}

/// Tells whether to undo a job means, for the user, to redo another: it is an undo itself.
fn redoes(model: &Model, job: JobId) -> bool {
    let row = work::row(model, job);
    row.is_some_and(|row| row.verb == Some(Verb::Undo) && !page::is_redo(model, row))
}

fn undo_ways(model: &Model, job: JobId) -> Vec<Way> {
    let name = if redoes(model, job) { tr!("way-redo") } else { tr!("way-undo") };
    let undo = match foreseen(model, job) {
        Some(Err(_)) => without('u', name, tr!("way-impossible")),
        Some(Ok(_)) | None => way('u', name, tr!("way-undo-does"), ConfirmAction::Undo),
    };
    vec![stay(tr!("way-keep")), undo]
}

/// Destinations that are listed.
const TARGETS: usize = 3;

/// Tells what the administrator would do.
fn elevated_words(spec: &JobSpec, why: &str) -> Vec<String> {
    let name = |path: &Path| DisplayName::new(path).to_string();
    let mut lines = vec![why.to_owned()];
    let items = elevation::items(spec);
    if let Some(first) = items.first() {
        let more = items.len() as u64 - 1;
        lines.push(if more > 0 {
            tr!("elevate-items", item = name(&first.0), count = more, shown = format::count(more))
        } else {
            name(&first.0)
        });
    }
    let targets = elevation::targets(spec);
    for to in targets.iter().take(TARGETS) {
        lines.push(tr!("elevate-to", folder = name(to)));
    }
    let more = targets.len().saturating_sub(TARGETS) as u64;
    if more > 0 {
        lines.push(tr!("elevate-more-to", count = more, shown = format::count(more)));
    }
    let replaces = elevation::replaces(spec);
    if replaces {
        lines.push(tr!("elevate-replaces").to_owned());
    }
    let asks = spec.verb != Verb::Delete && spec.options.on_conflict == ConflictPolicy::Ask;
    if (replaces || asks) && spec.options.keep_replaced {
        lines.push(tr!("elevate-trash").to_owned());
    }
    if elevation::belongs_to_root(spec) {
        lines.push(tr!("elevate-of-root").to_owned());
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
    let Foreseen { copies, snapshots, back, replaced, lost, rights, ref host } = *foreseen;
    if let Some(host) = host {
        return vec![tr!("undo-there", machine = DisplayName::new(host).to_string())];
    }
    let mut parts = Vec::new();
    if copies > 0 {
        parts.push(tr!("undo-copies", count = copies, shown = format::count(copies)));
    }
    if snapshots > 0 {
        parts.push(tr!("undo-snapshots", count = snapshots, shown = format::count(snapshots)));
    }
    if back > 0 {
        parts.push(tr!("undo-back", count = back, shown = format::count(back)));
    }
    if replaced > 0 {
        parts.push(tr!("undo-replaced", count = replaced, shown = format::count(replaced)));
    }
    if rights > 0 {
        parts.push(tr!("undo-rights", count = rights, shown = format::count(rights)));
    }
    let mut lines = vec![if parts.is_empty() {
        tr!("undo-nothing").to_owned()
    } else {
        format!("{}.", parts.join(", "))
    }];
    if lost > 0 {
        lines.push(tr!("undo-lost", count = lost, shown = format::count(lost)));
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
                1 => tr!("cancel-title").to_owned(),
                n => tr!("cancel-titles", jobs = format::jobs(n as u64)),
            };
            let done: u64 = rows
                .iter()
                .map(|row| row.progress.items_done.saturating_sub(row.progress.items_skipped))
                .sum();
            let bytes: u64 = rows.iter().map(|row| row.progress.bytes_done).sum();
            let items = format::items(done);
            let so_far = if bytes > 0 {
                tr!("cancel-so-far-bytes", items = items, size = format::size(bytes))
            } else {
                tr!("cancel-so-far", items = items)
            };
            (title, vec![so_far])
        }
        What::Undo(job) => {
            let row = work::row(model, *job);
            let title = match row {
                // The user calls the undo of an undo a redo.
                Some(row) if row.verb == Some(Verb::Undo) => {
                    let deed = page::sources(model, row);
                    if page::is_redo(model, row) {
                        tr!("undo-title", deed = deed)
                    } else {
                        tr!("redo-title", deed = deed)
                    }
                }
                row => match row.and_then(page::deed_of) {
                    Some(deed) => tr!("undo-title", deed = deed),
                    None => tr!("undo-title-job").to_owned(),
                },
            };
            let lines = match foreseen(model, *job) {
                None => vec![tr!("undo-reading").to_owned()],
                // What an undo has put back is not foreseen; the title names what is done again.
                Some(Ok(foreseen)) if *foreseen == Foreseen::default() && redoes(model, *job) => {
                    Vec::new()
                }
                Some(Ok(foreseen)) => undo_words(foreseen),
                Some(Err(why)) => vec![tr!("undo-impossible", why = why.as_str())],
            };
            (title, lines)
        }
        What::Unlimited(spec) => {
            let archives = page::operands(model, &spec.sources, spec.sources.len() as u64, None);
            (tr!("unlimited-title").to_owned(), vec![archives, tr!("unlimited-note").to_owned()])
        }
        What::Elevate { spec, why } => {
            let title = match spec.verb {
                Verb::Move => tr!("elevate-move"),
                Verb::Delete => tr!("elevate-delete"),
                _ => tr!("elevate-copy"),
            };
            (title.to_owned(), elevated_words(spec, why))
        }
        What::Quit => {
            let busy = stopping(model);
            if busy == 0 && model.runs_after {
                let title = tr!("quit-command-title").to_owned();
                return (title, vec![tr!("quit-command").to_owned()]);
            }
            let title = tr!("quit-title", count = busy, shown = format::count(busy));
            (title, vec![tr!("quit-what", count = busy)])
        }
    }
}

#[cfg(test)]
mod tests {
    use fcp_engine::path::WirePath;
    use fcp_engine::spec::{Destination, Preserve};

    use super::*;

    #[test]
    fn the_user_is_told_what_is_replaced_and_to_whom_copies_belong() {
        let plain = JobSpec::copy(["/a"], Destination::Into("/to".into())).with(|options| {
            options.on_conflict = ConflictPolicy::Overwrite;
            options.preserve = Preserve::default();
        });
        let told = |spec: &JobSpec| elevated_words(spec, "denied").join("\n");
        let (replaced, trash, owner) = (
            "Existing files are replaced.",
            "Replaced items are moved to the trash of root.",
            "The copies will belong to root.",
        );
        assert_eq!(told(&plain), format!("denied\n/a\nto /to\n{replaced}\n{owner}"));
        let kept = plain.clone().with(|options| {
            (options.keep_replaced, options.preserve) = (true, Preserve::ALL);
        });
        assert_eq!(told(&kept), format!("denied\n/a\nto /to\n{replaced}\n{trash}"));
        let asks = kept.clone().with(|options| options.on_conflict = ConflictPolicy::Ask);
        assert_eq!(told(&asks), format!("denied\n/a\nto /to\n{trash}"));
        let skips = kept.with(|options| options.on_conflict = ConflictPolicy::Skip);
        assert_eq!(told(&skips), "denied\n/a\nto /to");
        let each = (0..5).map(|n| WirePath::from(format!("/{n}/a").as_str())).collect();
        let each = JobSpec { destination: Some(Destination::Each(each)), ..skips };
        assert_eq!(told(&each), "denied\n/a\nto /0\nto /1\nto /2\nand to 2 more folders");
    }
}
