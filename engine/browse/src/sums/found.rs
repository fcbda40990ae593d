//! Defines what computations of checksums tell.

use std::path::PathBuf;

use serde::Serialize;

use fcp_engine::error::OpError;
use fcp_engine::path::WirePath;
use fcp_engine::sum::{Checksum, Stated};
use fcp_sys::Errno;

/// A file whose checksum was computed, or could not be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema))]
pub struct Summed {
    /// Its path: the operand, and below one that is a directory what leads there.
    pub path: WirePath,
    /// Bytes that were read.
    pub bytes: u64,
    /// Its checksum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<Checksum>,
    /// Why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Box<OpError>>,
}

impl Summed {
    pub(super) fn new(path: PathBuf, bytes: u64, sum: Option<Result<Checksum, OpError>>) -> Self {
        let (sum, error) = match sum {
            Some(Ok(sum)) => (Some(sum), None),
            Some(Err(error)) => (None, Some(Box::new(error))),
            None => (None, None),
        };
        Self { path: path.into(), bytes, sum, error }
    }
}

/// How a file compares with a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema))]
pub enum CheckVerdict {
    /// It has the checksum that the list states.
    Same,
    /// It has another one.
    Different,
    /// There is no such file.
    Missing,
    /// It is there, and no list names it.
    Extra,
    /// It could not be read.
    Failed,
}

/// A file that was compared with a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema))]
pub struct Checked {
    /// Its path, as the list has it.
    pub path: WirePath,
    /// How it compares.
    pub verdict: CheckVerdict,
    /// Bytes that were read.
    pub bytes: u64,
    /// The checksum that the list states; where its line fits two algorithms, the one that was found, or BLAKE3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stated: Option<Checksum>,
    /// The checksum that it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Checksum>,
    /// Why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Box<OpError>>,
}

impl Checked {
    pub(super) fn new(
        path: PathBuf,
        bytes: u64,
        stated: &Stated,
        found: Result<Vec<Checksum>, OpError>,
    ) -> Self {
        let candidates = stated.candidates();
        let plain = Self {
            path: path.into(),
            verdict: CheckVerdict::Failed,
            bytes,
            stated: candidates.first().copied(),
            found: None,
            error: None,
        };
        match found {
            Ok(sums) => {
                let same = sums.iter().find(|sum| candidates.contains(sum)).copied();
                let (verdict, stated) = match same {
                    Some(_) => (CheckVerdict::Same, same),
                    None => (CheckVerdict::Different, plain.stated),
                };
                Self { verdict, stated, found: same.or(sums.first().copied()), ..plain }
            }
            Err(error) if error.errno == Some(Errno::NOENT.raw_os_error()) => {
                Self { verdict: CheckVerdict::Missing, ..plain }
            }
            Err(error) => Self { error: Some(Box::new(error)), ..plain },
        }
    }

    pub(super) fn extra(path: PathBuf) -> Self {
        let (stated, found, error) = (None, None, None);
        Self { path: path.into(), verdict: CheckVerdict::Extra, bytes: 0, stated, found, error }
    }

    pub(super) fn failed(path: PathBuf, error: OpError) -> Self {
        Self { verdict: CheckVerdict::Failed, error: Some(Box::new(error)), ..Self::extra(path) }
    }
}

/// What was found in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema))]
pub struct SumTotals {
    /// Files that were read to their end.
    pub files: u64,
    /// Bytes that were read.
    pub bytes: u64,
    /// Files that have another checksum than their list states.
    pub different: u64,
    /// Files that are not there.
    pub missing: u64,
    /// Files, symlinks, special files and empty folders that no list names.
    pub extra: u64,
    /// Files that could not be read.
    pub failed: u64,
    /// Lines of lists that state no checksum of a file.
    pub not_understood: u64,
}

impl SumTotals {
    /// Counts a file whose checksum was computed.
    pub fn count(&mut self, summed: &Summed) {
        self.bytes += summed.bytes;
        match summed.sum {
            Some(_) => self.files += 1,
            None => self.failed += 1,
        }
    }

    /// Counts a file that was compared with a list.
    pub fn count_checked(&mut self, checked: &Checked) {
        self.bytes += checked.bytes;
        match checked.verdict {
            CheckVerdict::Same => self.files += 1,
            CheckVerdict::Different => {
                self.files += 1;
                self.different += 1;
            }
            CheckVerdict::Missing => self.missing += 1,
            CheckVerdict::Extra => self.extra += 1,
            CheckVerdict::Failed => self.failed += 1,
        }
    }

    /// Whether a file is not what a list says.
    pub fn differs(&self) -> bool {
        self.different + self.missing + self.extra > 0
    }
}

/// A line of `fcp sum --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema))]
pub enum SumLine {
    /// A file whose checksum was computed, or could not be.
    Summed(Summed),
    /// With `--check`, a file that is not as listed, or with `--all` any file.
    Checked(Checked),
    /// The last line: what was found in all.
    Totals(SumTotals),
}
