//! Handles the keys of the report of a job and of the page of finished jobs.

use std::path::PathBuf;

use crossterm::event::KeyCode;
use fcp_engine::event::Command;
use fcp_engine::spec::{Destination, Verb};
use fcp_engine::view::JobRow;
use fcp_presentation::report::Part;
use fcp_presentation::tr;
use fcp_presentation::typed;

use super::{jobs, listing};
use crate::app::dialog::Dialog;
use crate::app::dialog::confirm::{Confirm, What};
use crate::app::dialog::finished::Finished;
use crate::app::dialog::report::Report;
use crate::app::finished::entries;
use crate::app::model::{Effect, Model};
use crate::app::report::{Item, items, unlimited};
use crate::app::work::{self, QueueRequest};

/// Rows that `PgUp` and `PgDn` move by.
const PAGE: isize = 10;

/// Gives how far a key moves a cursor.
fn step(code: KeyCode) -> Option<isize> {
    match code {
        KeyCode::Up | KeyCode::Char('k') => Some(-1),
        KeyCode::Down | KeyCode::Char('j') => Some(1),
        KeyCode::PageUp => Some(-PAGE),
        KeyCode::PageDown => Some(PAGE),
        KeyCode::Home => Some(isize::MIN),
        KeyCode::End => Some(isize::MAX),
        _ => None,
    }
}

fn moved(cursor: usize, by: isize, len: usize) -> usize {
    cursor.saturating_add_signed(by).min(len.saturating_sub(1))
}

pub(super) fn report(model: &mut Model, mut report: Report, code: KeyCode) -> Vec<Effect> {
    let Some(row) = work::row(model, report.job) else {
        // Its facts are still being read.
        if !closes(code) {
            model.dialog = Some(Dialog::Report(report));
        }
        return Vec::new();
    };
    let items = items(row);
    if let Some(by) = step(code) {
        report.cursor = moved(report.cursor, by, items.len());
        model.dialog = Some(Dialog::Report(report));
        return Vec::new();
    }
    let failed = row.progress.items_failed > 0 && row.is_over();
    let summary = row.summary.as_ref();
    let copied = summary.is_some_and(|it| work::is_verifiable(model, report.job, it));
    match code {
        code if closes(code) => {
            if report.from_log {
                model.dialog = Some(Dialog::Finished(Finished::at(model, report.job)));
            }
            return Vec::new();
        }
        KeyCode::Char('r') if failed => {
            return jobs::redo(model, report.job, |job| Command::Retry { job });
        }
        KeyCode::Char('a') if failed && !model.is_root => {
            return jobs::elevate(model, report.job);
        }
        KeyCode::Char('x') if row.is_over() => {
            if let Some(spec) = unlimited(row) {
                let what = What::Unlimited(Box::new(spec));
                model.dialog = Some(Dialog::Confirm(Confirm::new(what, model.now)));
                return Vec::new();
            }
        }
        KeyCode::Char('R') => return jobs::redo(model, report.job, |job| Command::Repeat { job }),
        KeyCode::Char('v') if copied => {
            return jobs::redo(model, report.job, |job| Command::Verify { job });
        }
        KeyCode::Char('u') => {
            return jobs::undo(model, report.job, QueueRequest::Foresee(report.job));
        }
        KeyCode::Enter => {
            let path = items.get(report.cursor).map(|item| place(row, item));
            if let Some(path) = path
                && let (Some(dir), Some(name)) = (path.parent(), path.file_name())
            {
                model.in_jobs = false;
                return listing::go(model, dir.to_owned(), Some(name.to_owned()));
            }
        }
        _ => {}
    }
    model.dialog = Some(Dialog::Report(report));
    match code {
        KeyCode::Char('y' | 'c') => jobs::copy_command(model, report.job),
        KeyCode::Char('w') if items.iter().any(is_left) => {
            let left = items.iter().filter(|item| is_left(item));
            let paths = left.map(|item| typed::quoted(&item.path) + "\n");
            jobs::say(model, crate::app::model::Tone::Good, tr!("copied-report-paths"));
            vec![Effect::Clipboard(paths.collect())]
        }
        _ => Vec::new(),
    }
}

/// Gives where an item is: what was copied or moved is in the destination.
fn place(row: &JobRow, item: &Item) -> PathBuf {
    let name = item.path.file_name();
    let is_moved = item.part == Part::Finished && matches!(row.verb, Some(Verb::Copy | Verb::Move));
    match (row.destination().filter(|_| is_moved), name) {
        (Some(Destination::Into(dir)), Some(name)) => dir.0.join(name),
        (Some(Destination::As(path)), _) => path.0.clone(),
        // Which of the paths is the item's is in its own.
        (Some(Destination::Into(_)), None) | (Some(Destination::Each(_)) | None, _) => {
            item.path.clone()
        }
    }
}

/// Tells whether something is left to do about an item, so that its path is of use elsewhere.
fn is_left(item: &Item) -> bool {
    item.part != Part::Finished
}

fn closes(code: KeyCode) -> bool {
    matches!(code, KeyCode::Esc | KeyCode::F(10) | KeyCode::Char('q'))
}

pub(super) fn finished(model: &mut Model, mut log: Finished, code: KeyCode) -> Vec<Effect> {
    let entries = entries(model);
    let clears = std::mem::take(&mut log.clears);
    if let Some(by) = step(code) {
        log.cursor = moved(log.cursor, by, entries.len());
        model.dialog = Some(Dialog::Finished(log));
        return Vec::new();
    }
    let entry = entries.get(log.cursor);
    let here = entry.map(|entry| entry.job);
    let copied = entry.is_some_and(|it| work::is_verifiable(model, it.job, it.summary));
    match (code, here) {
        (code, _) if closes(code) => return Vec::new(),
        (KeyCode::Enter, Some(job)) => {
            let effects = jobs::report(model, job);
            model.dialog = Some(Dialog::Report(Report { from_log: true, ..Report::new(job) }));
            return effects;
        }
        (KeyCode::Char('r'), Some(job)) => {
            return jobs::redo(model, job, |job| Command::Retry { job });
        }
        (KeyCode::Char('R'), Some(job)) => {
            return jobs::redo(model, job, |job| Command::Repeat { job });
        }
        (KeyCode::Char('v'), Some(job)) if copied => {
            return jobs::redo(model, job, |job| Command::Verify { job });
        }
        (KeyCode::Char('u'), Some(job)) => {
            return jobs::undo(model, job, QueueRequest::Foresee(job));
        }
        // The first key asks, the second one clears: a cleared job can no longer be undone.
        (KeyCode::Char('X'), Some(_)) if clears => {
            model.work.log = model.work.log.take().map(|_| Vec::new());
            return vec![Effect::Command(Command::Clear { job: None })];
        }
        (KeyCode::Char('X'), Some(_)) => log.clears = true,
        (KeyCode::Delete | KeyCode::Char('x'), Some(job)) if model.queued => {
            if let Some(jobs) = &mut model.work.log {
                jobs.retain(|entry| entry.job != job);
            }
            model.dialog = Some(Dialog::Finished(log));
            return vec![Effect::Command(Command::Clear { job: Some(job) })];
        }
        _ => {}
    }
    model.dialog = Some(Dialog::Finished(log));
    Vec::new()
}
