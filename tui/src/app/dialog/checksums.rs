//! State of the page that shows the checksums of files.

use std::path::PathBuf;

use fcp_presentation::checksums;

use crate::app::field::Field;

/// The checksums of the chosen items, and one to compare with.
#[derive(Clone, Debug)]
pub(crate) struct Checksums {
    /// The number of the request.
    pub ticket: u64,
    /// The chosen items.
    pub paths: Vec<PathBuf>,
    /// What was found.
    pub sums: checksums::Checksums,
    /// Files and bytes that were read so far.
    pub progress: (u64, u64),
    /// Index into the rows.
    pub cursor: usize,
    /// A checksum to compare with.
    pub wanted: Field,
}
