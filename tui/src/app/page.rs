//! Pages that scroll, and how jobs and paths are named on them.

use fcp_engine::error::OpError;
use fcp_engine::path::DisplayName;
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
