//! Pages: the help and the report of a job, as lines that scroll.

use fcp_engine::error::OpError;
use fcp_engine::event::{Outcome, SkipReason};
use fcp_engine::path::DisplayName;
use fcp_engine::view::{JobRow, Listed};

use super::look::{ACCENT, BAD, GOOD, MUTED, Paint, STRONG, TEXT, WAIT};
use super::model::Model;
use super::update::done_word;
use crate::format;

mod help;

pub use help::help;

/// One line: columns at which parts begin.
pub type Line = Vec<(u16, String, Paint)>;

/// Rows around the lines of a page: head, rule and keys.
pub const MARGIN: u16 = 4;

/// Gives the last first line, with the page still full.
pub fn last_top(model: &Model, lines: usize) -> usize {
    lines.saturating_sub(usize::from(model.screen.1.saturating_sub(MARGIN)))
}

/// Gives the lines of a job's report.
pub fn report(model: &Model, row: &JobRow) -> Vec<Line> {
    let progress = &row.progress;
    let done = progress.items_done.saturating_sub(progress.items_skipped + progress.items_failed);
    let bytes = row.summary.as_ref().map_or(row.copied(), |summary| summary.bytes);
    let verb = row.verb.map_or("Done", done_word);
    let count = |glyph: &str, paint: Paint, word: &str, n: u64| -> Line {
        vec![(4, glyph.to_owned(), paint), (6, word.to_owned(), TEXT), (16, format::items(n), TEXT)]
    };
    let mut first = count("✓", GOOD, verb, done);
    first.push((32, format::size(bytes), TEXT));
    let mut lines = vec![
        first,
        count("–", MUTED, "Skipped", progress.items_skipped),
        count("✗", BAD, "Failed", progress.items_failed),
    ];
    list(&mut lines, "Failed", &row.failed, |failed| {
        (model.path(&failed.src.0), cannot(&failed.error), BAD)
    });
    list(&mut lines, "Warnings", &row.warnings, |warning| {
        let (path, what) = warned(warning);
        (model.path(path), what, WAIT)
    });
    list(&mut lines, "Skipped", &row.skipped, |skipped| {
        (model.path(&skipped.src.0), reason(skipped.reason).to_owned(), MUTED)
    });
    lines
}

/// Adds a heading and two lines for each entry.
fn list<T>(
    lines: &mut Vec<Line>,
    title: &str,
    entries: &Listed<T>,
    show: impl Fn(&T) -> (String, String, Paint),
) {
    if entries.count == 0 {
        return;
    }
    lines.push(Vec::new());
    lines.push(vec![
        (2, title.to_owned(), STRONG),
        (3 + title.len() as u16, format::count(entries.count), MUTED),
    ]);
    for entry in &entries.items {
        let (path, what, paint) = show(entry);
        lines.push(vec![(2, path, TEXT)]);
        lines.push(vec![(4, what, paint)]);
    }
    let more = entries.count - entries.items.len() as u64;
    if more > 0 {
        lines.push(vec![(2, format!("{} more", format::count(more)), MUTED)]);
    }
}

fn warned(warning: &fcp_engine::event::Warning) -> (&std::path::Path, String) {
    use fcp_engine::event::Warning;
    match warning {
        Warning::DuplicateSource { path } => (&path.0, "named more than once".to_owned()),
        Warning::Metadata { error }
        | Warning::NotJournaled { error }
        | Warning::PutOff { error }
        | Warning::NotRecorded { error } => (&error.path.0, cannot(error)),
        Warning::SourceChanged { path } => (&path.0, "changed while it was read".to_owned()),
    }
}

/// Tells what failed where the path stands beside it: what, why, errno last.
pub fn cannot(error: &OpError) -> String {
    let errno = error.errno.map_or(String::new(), |errno| format!("   errno {errno}"));
    format!("Cannot {}: {}{errno}", step(error), error.reason())
}

/// Gives the step that failed, without the preposition before a path.
pub fn step(error: &OpError) -> &'static str {
    let verb = error.action.verb();
    [" of", " to", " into"].iter().find_map(|end| verb.strip_suffix(end)).unwrap_or(verb)
}

fn reason(reason: SkipReason) -> &'static str {
    match reason {
        SkipReason::Policy => "existing stays, as you said",
        SkipReason::NotNewer => "existing is not older",
        SkipReason::Same => "identical",
        SkipReason::Filtered => "left out by a filter",
        SkipReason::Unanswered => "its question was not answered",
        SkipReason::Cancelled => "the job was cancelled",
        SkipReason::Duplicate => "named more than once",
        SkipReason::Missing => "it was not there",
        SkipReason::NotEmpty => "something in it was kept",
    }
}

/// Gives the title of a report, with its glyph.
pub fn report_title(row: &JobRow) -> (&'static str, Paint, String) {
    let what = row.verb.map_or("Done", done_word);
    match row.outcome() {
        None => ("►", ACCENT, "Still at work".to_owned()),
        Some(Outcome::Completed) => ("✓", GOOD, what.to_owned()),
        Some(Outcome::CompletedWithErrors) => {
            let failures = format::counted(row.progress.items_failed, "failure", "failures");
            ("✗", BAD, format!("{what} with {failures}"))
        }
        Some(Outcome::Cancelled) => ("–", MUTED, "Cancelled".to_owned()),
        Some(Outcome::Failed) => ("✗", BAD, "Stopped".to_owned()),
    }
}

/// Shows an operand that stands for several.
pub fn sources(model: &Model, row: &JobRow) -> String {
    match row.sources() {
        [] => "–".to_owned(),
        [one] => model.path(&one.0),
        many => {
            let parent = many[0].0.parent().map_or(String::new(), |dir| model.path(dir));
            format!("{} in {parent}", format::items(many.len() as u64))
        }
    }
}

/// Shows where the operands go.
pub fn destination(model: &Model, row: &JobRow) -> Option<String> {
    use fcp_engine::spec::Destination;
    match row.destination()? {
        Destination::Into(path) | Destination::As(path) => Some(model.path(&path.0)),
    }
}

/// Shows the last component of a path, escaped.
pub fn base_name(path: &std::path::Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    DisplayName::new(name).to_string()
}
