//! Reads and writes the speed limits that the user types.

use std::ffi::OsStr;

use fcp_engine::event::JobId;

use crate::app::field::Field;
use crate::cli::size::parse_size;
use fcp_presentation::tr;

/// Whose limit it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// One job.
    Job(JobId),
    /// Each of these jobs.
    Jobs(Vec<JobId>),
    /// All jobs together.
    All,
}

/// Gives a line with a limit, selected: the first key that is typed replaces it.
pub(crate) fn line(now: Option<u64>) -> Field {
    let mut field = Field::of_text(&now.map_or_else(String::new, written));
    field.select_all();
    field
}

/// Reads a limit: bytes per second, 0 for none.
///
/// # Errors
/// It is neither a size nor `none`.
pub(crate) fn rate(text: &str) -> Result<u64, &'static str> {
    let text = text.trim();
    let text = text.strip_suffix("/s").unwrap_or(text);
    if text.is_empty() || text == "none" {
        return Ok(0);
    }
    parse_size("", OsStr::new(text)).map_err(|_| tr!("limit-wrong"))
}

/// Writes a rate as it is read, in the largest unit that keeps it exact.
fn written(rate: u64) -> String {
    let units = [(1 << 30, "G"), (1 << 20, "M"), (1 << 10, "k")];
    let exact = units.iter().find(|(unit, _)| rate > 0 && rate.is_multiple_of(*unit));
    exact.map_or_else(|| rate.to_string(), |(unit, letter)| format!("{}{letter}", rate / unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_begins_with_the_present_limit() {
        for (now, text) in [(20 << 20, "20M"), (3 << 30, "3G"), (1536, "1536"), (1 << 10, "1k")] {
            let line = line(Some(now));
            assert_eq!((line.text(), rate(line.text())), (text, Ok(now)));
            assert_eq!(line.selected(), Some(0..text.len()));
        }
        assert!(line(None).is_empty());
    }
}
