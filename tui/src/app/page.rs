//! Helps pages that scroll, and names jobs and paths on them.

use std::path::Path;

use fcp_engine::path::{DisplayName, WirePath};
use fcp_engine::queue::QueuedJob;
use fcp_engine::spec::{Destination, Verb};
use fcp_engine::view::JobRow;
use fcp_presentation::jobs;
use fcp_presentation::undo::Way;

use super::model::Model;
use super::request::Request;
use crate::format;
use fcp_presentation::tr;

pub(crate) mod counted;
mod dialog_keys;
mod help;
mod line;

pub(crate) use help::of as lines;
pub(crate) use line::Line;

/// Rows around the lines of a page: head, rule and keys.
pub(crate) const MARGIN: u16 = 4;

/// Gives the last first line, with the page still full.
pub(crate) fn last_top(model: &Model, lines: usize) -> usize {
    lines.saturating_sub(usize::from(model.screen.1.saturating_sub(MARGIN)))
}

/// The most operands that are compared to find the folder that they have in common.
const LOOKED_AT: usize = 1_000;

/// Shows what a job is about: an operand, or what stands for several.
pub(crate) fn sources(model: &Model, row: &JobRow) -> String {
    match (row.verb, row.sources()) {
        (_, []) => "–".to_owned(),
        // The operand is a record, whose name tells the user nothing.
        (Some(Verb::Undo), [record, ..]) => undone(model, row, record),
        (Some(Verb::Restore), ids) => {
            tr!("items-from-trash", items = format::items(ids.len() as u64))
        }
        (_, sources) => operands(model, sources, sources.len() as u64, row.destination()),
    }
}

/// Shows the first operands of a job that has `count`.
pub(crate) fn operands(
    model: &Model,
    sources: &[WirePath],
    count: u64,
    to: Option<&Destination>,
) -> String {
    if let Some(sides) = jobs::sides(sources, to) {
        let (items, folder) = (format::items(count), model.path(sides.from));
        return if sides.both {
            tr!("items-in-both", items = items, folder = folder, other = model.path(sides.to))
        } else {
            tr!("items-in", items = items, folder = folder)
        };
    }
    let Some(first) = sources.first() else { return "–".to_owned() };
    if count <= 1 {
        return model.path(&first.0);
    }
    let parent = first.0.parent();
    match parent {
        Some(dir) if sources.iter().take(LOOKED_AT).all(|it| it.0.parent() == parent) => {
            tr!("items-in", items = format::items(count), folder = model.path(dir))
        }
        _ => {
            let path = model.path(&first.0);
            tr!("path-and-more", path = path, shown = format::count(count - 1))
        }
    }
}

/// Names what a job did: `copy of 4 items to usb`.
pub(crate) fn deed(
    verb: Verb,
    sources: &[WirePath],
    count: u64,
    to: Option<&Destination>,
) -> String {
    let what = match sources {
        [one] if count <= 1 => base_name(&one.0),
        _ => format::items(count),
    };
    let what = what.as_str();
    match (verb, place(sources, to)) {
        (Verb::Trash, _) => tr!("deed-trash", what = what),
        (_, Some(path)) => {
            let to = base_name(path);
            match verb {
                Verb::Copy => tr!("deed-copy-to", what = what, to = to),
                Verb::Move => tr!("deed-move-to", what = what, to = to),
                Verb::Extract => tr!("deed-extract-to", what = what, to = to),
                Verb::Pack => tr!("deed-pack-to", what = what, to = to),
                _ => tr!("deed-to", deed = plain_deed(verb, what), to = to),
            }
        }
        (_, None) => plain_deed(verb, what),
    }
}

/// Names what a job did that has no destination.
fn plain_deed(verb: Verb, what: &str) -> String {
    match verb {
        Verb::Copy => tr!("deed-copy", what = what),
        Verb::Move | Verb::Trash => tr!("deed-move", what = what),
        Verb::Delete => tr!("deed-delete", what = what),
        Verb::Restore => tr!("deed-restore", what = what),
        Verb::Undo => tr!("deed-undo", what = what),
        Verb::Verify => tr!("deed-verify", what = what),
        Verb::Dedupe => tr!("deed-dedupe", what = what),
        Verb::Extract => tr!("deed-extract", what = what),
        Verb::Pack => tr!("deed-pack", what = what),
    }
}

/// Names what the job of a row did.
pub(crate) fn deed_of(row: &JobRow) -> Option<String> {
    let sources = row.sources();
    Some(deed(row.verb?, sources, sources.len() as u64, row.destination()))
}

/// Names the job that is undone or redone, if this program began it or the log knows it.
fn undone(model: &Model, row: &JobRow, record: &WirePath) -> String {
    let about = model.changes.about(row.job).and_then(|(of, _)| super::work::row(model, of));
    let from_log = || first_of(model, record).map(|(job, _)| logged(job));
    about.and_then(deed_of).or_else(from_log).unwrap_or_else(|| tr!("an-earlier-job").to_owned())
}

/// Tells whether a row undoes an undo.
pub(crate) fn is_redo(model: &Model, row: &JobRow) -> bool {
    match (model.changes.about(row.job), row.sources()) {
        (Some((_, way)), _) => way == Way::Redo,
        (None, [record, ..]) => first_of(model, record).is_some_and(|(_, undos)| undos % 2 == 1),
        (None, []) => false,
    }
}

fn logged(job: &QueuedJob) -> String {
    deed(job.verb, &job.sources, job.source_count, job.destination.as_ref())
}

/// Follows records of undos to the job that the first one undid, and counts the undos between.
fn first_of<'a>(model: &'a Model, record: &WirePath) -> Option<(&'a QueuedJob, usize)> {
    let find = |record: &WirePath| {
        model.work.log.iter().flatten().find(|job| job.record.as_ref() == Some(record))
    };
    let mut job = find(record)?;
    for undos in 0..CHAIN {
        match (job.verb, job.sources.as_slice()) {
            (Verb::Undo, [record, ..]) => job = find(record)?,
            _ => return Some((job, undos)),
        }
    }
    None
}

/// Undos of undos that are followed to the job they are about.
const CHAIN: usize = 64;

/// Shows where the operands go.
pub(crate) fn destination(model: &Model, row: &JobRow) -> Option<String> {
    place(row.sources(), row.destination()).map(|path| model.path(path))
}

/// Gives the place that operands go to; none where some go one way and some the other.
pub(crate) fn place<'a>(sources: &'a [WirePath], to: Option<&'a Destination>) -> Option<&'a Path> {
    match jobs::sides(sources, to) {
        Some(sides) => (!sides.both).then_some(sides.to),
        None => to?.path().map(|path| path.0.as_path()),
    }
}

/// Lets a word stand inside a sentence: `If newer` becomes `if newer`.
pub(crate) fn inside(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Shows the last component of a path, escaped.
pub(crate) fn base_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    DisplayName::new(name).to_string()
}

impl Request {
    /// Says what it is about, and where that goes.
    pub(crate) fn way(&self, model: &Model) -> String {
        let (sources, to) = (&self.spec.sources, self.spec.destination.as_ref());
        let from = operands(model, sources, sources.len() as u64, to);
        match place(sources, to) {
            Some(to) => format!("{from} → {}", model.path(to)),
            None => from,
        }
    }
}
