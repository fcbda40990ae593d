//! How fast jobs may be.

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
    /// What holds now, in bytes per second.
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
    /// Starts with what holds now.
    pub fn new(target: Target, now: Option<u64>) -> Self {
        Self { target, now, field: Field::default() }
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
        parse_size("", OsStr::new(text)).map_err(|_| "a size per second, as 20M or 500k, or none")
    }

    /// Says what holds now.
    pub fn holds(&self) -> String {
        self.now.map_or_else(|| "none".to_owned(), format::rate)
    }
}
