//! State of the dialog that sets the speed limit of a job or of the whole queue.

use std::ffi::OsStr;

use fcp_engine::event::JobId;

use crate::app::field::Field;
use crate::cli::size::parse_size;
use crate::format;

/// A limit that is being typed.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Whose limit it is.
    pub target: Target,
    /// The present limit, in bytes per second.
    pub now: Option<u64>,
    /// What is typed.
    pub field: Field,
}

/// Whose limit it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// One job.
    Job(JobId),
    /// Each of these jobs.
    Jobs(Vec<JobId>),
    /// All jobs together.
    All,
}

impl Limit {
    /// Starts with the present limit, selected: the first key that is typed replaces it.
    pub fn new(target: Target, now: Option<u64>) -> Self {
        let mut field = Field::of_text(&now.map_or_else(String::new, written));
        field.select_all();
        Self { target, now, field }
    }

    /// Reads what is typed: bytes per second, 0 for none.
    ///
    /// # Errors
    /// It is neither a size nor `none`.
    pub fn rate(&self) -> Result<u64, &'static str> {
        let text = self.field.text().trim();
        let text = text.strip_suffix("/s").unwrap_or(text);
        if text.is_empty() || text == "none" {
            return Ok(0);
        }
        parse_size("", OsStr::new(text)).map_err(|_| "a size per second, e.g. 20M or 500k, or none")
    }

    /// Describes the present limit.
    pub fn holds(&self) -> String {
        self.now.map_or_else(|| "none".to_owned(), format::rate)
    }
}

/// Writes a rate as the field reads it, in the largest unit that keeps it exact.
fn written(rate: u64) -> String {
    let units = [(1 << 30, "G"), (1 << 20, "M"), (1 << 10, "k")];
    let exact = units.iter().find(|(unit, _)| rate > 0 && rate.is_multiple_of(*unit));
    exact.map_or_else(|| rate.to_string(), |(unit, letter)| format!("{}{letter}", rate / unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_begins_with_the_present_limit() {
        for (rate, text) in [(20 << 20, "20M"), (3 << 30, "3G"), (1536, "1536"), (1 << 10, "1k")] {
            let limit = Limit::new(Target::All, Some(rate));
            assert_eq!((limit.field.text(), limit.rate()), (text, Ok(rate)));
            assert_eq!(limit.field.selected(), Some(0..text.len()));
        }
        assert!(Limit::new(Target::All, None).field.is_empty());
    }
}
