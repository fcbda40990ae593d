//! State of the dialog that shows what is known of the chosen items.

use std::path::PathBuf;

use fcp_engine::error::OpError;
use fcp_presentation::properties;

/// The properties of the chosen items.
#[derive(Clone, Debug)]
pub(crate) struct Properties {
    /// The number of the request.
    pub ticket: u64,
    /// The chosen items.
    pub paths: Vec<PathBuf>,
    /// What is known, or why nothing is; nothing until the first look is done.
    pub known: Option<Result<Box<properties::Properties>, OpError>>,
    /// Whether the contents of folders are still counted.
    pub is_counting: bool,
}
