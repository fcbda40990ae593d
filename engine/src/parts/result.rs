//! How far a part is, and what came of it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::disk;
use super::error::PlanError;
use crate::contract::event::Summary;

/// How far a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartState {
    /// No process has claimed it.
    Left,
    /// A process has claimed it.
    Claimed,
    /// It has ended, and nothing failed.
    Done,
    /// It has ended, and something failed.
    Failed,
}

impl PartState {
    /// The directory of the plan that has the lists in this state.
    pub(super) fn dir(self) -> &'static str {
        match self {
            Self::Left => "parts",
            Self::Claimed => "taken",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }
}

/// What came of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PartResult {
    /// The number of the part.
    pub part: u64,
    /// The machine that ended it.
    pub host: String,
    /// When, in microseconds since the Unix epoch.
    pub ended: u64,
    /// The sums of its job, all its attempts together.
    pub summary: Summary,
}

impl PartResult {
    fn path(dir: &Path, part: u64) -> PathBuf {
        dir.join("results").join(format!("{part:06}.json"))
    }

    pub(super) fn write(&self, dir: &Path) -> Result<(), PlanError> {
        let text = serde_json::to_vec(self).unwrap_or_default();
        Ok(disk::replace(&Self::path(dir, self.part), &text)?)
    }

    /// Reads the result of a part that has ended; none if it is not there or cannot be understood.
    pub(super) fn read(dir: &Path, part: u64) -> Result<Option<Self>, PlanError> {
        let text = disk::read(&Self::path(dir, part))?;
        Ok(text.and_then(|text| serde_json::from_slice(&text).ok()))
    }
}
