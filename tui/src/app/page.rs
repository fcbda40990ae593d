//! Pages that scroll, and how jobs and paths are named on them.

use fcp_engine::error::OpError;
use fcp_engine::path::{DisplayName, WirePath};
use fcp_engine::spec::Verb;
use fcp_engine::view::JobRow;

use super::look::Paint;
use super::model::Model;
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

/// Gives the step that failed, without the preposition before a path.
pub fn step(error: &OpError) -> &'static str {
    let verb = error.action.verb();
    [" of", " to", " into"].iter().find_map(|end| verb.strip_suffix(end)).unwrap_or(verb)
}

/// Operands that are looked at to tell where a job takes them from.
const LOOKED_AT: usize = 1_000;

/// Shows what a job is about: an operand, or what stands for several.
pub fn sources(model: &Model, row: &JobRow) -> String {
    match (row.verb, row.sources()) {
        (_, []) => "–".to_owned(),
        // The operand is a record, whose name tells nobody anything.
        (Some(Verb::Undo), [record, ..]) => undone(model, record),
        (Some(Verb::Restore), ids) => format!("{} from the trash", format::items(ids.len() as u64)),
        (_, sources) => operands(model, sources, sources.len() as u64),
    }
}

/// Shows the first operands of a job that has `count`.
pub fn operands(model: &Model, sources: &[WirePath], count: u64) -> String {
    let Some(first) = sources.first() else { return "–".to_owned() };
    if count <= 1 {
        return model.path(&first.0);
    }
    let parent = first.0.parent();
    match parent {
        Some(dir) if sources.iter().take(LOOKED_AT).all(|it| it.0.parent() == parent) => {
            format!("{} in {}", format::items(count), model.path(dir))
        }
        _ => format!("{} and {} more", model.path(&first.0), format::count(count - 1)),
    }
}

/// Shows the job that is taken back, if the log knows it.
fn undone(model: &Model, record: &WirePath) -> String {
    let log = model.work.log.iter().flatten();
    let job = log.into_iter().find(|job| job.record.as_ref() == Some(record));
    job.map_or_else(
        || "an earlier job".to_owned(),
        |job| operands(model, &job.sources, job.source_count),
    )
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
