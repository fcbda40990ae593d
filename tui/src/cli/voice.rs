//! The trait that turns each event into a line, in GNU's dialect or our own.

use std::path::Path;

use fcp_engine::error::OpError;
use fcp_engine::event::{Detail, Mover, Op, Question, SkipReason, Warning};

use super::quoting::Bytes;

/// An item that work begins on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begun<'a> {
    pub(crate) op: Op,
    pub(crate) src: &'a Path,
    pub(crate) dst: &'a Path,
    pub(crate) backup: Option<&'a Path>,
    /// Bytes that would be shared.
    pub(crate) bytes: Option<u64>,
}

/// An item that is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Done<'a> {
    pub(crate) op: Op,
    pub(crate) src: &'a Path,
    pub(crate) dst: &'a Path,
    pub(crate) bytes: u64,
    pub(crate) method: Option<Mover>,
    pub(crate) detail: Option<Detail>,
}

/// Puts events into words. The lines have no line feed; `None` means that nothing is printed.
pub(crate) trait Voice {
    /// A failure, for standard error.
    fn failed(&self, src: &Path, error: &OpError) -> Bytes;
    /// What could help after this failure, on a line of its own.
    fn hint(&self, error: &OpError) -> Option<&'static str>;
    /// A warning, for standard error.
    fn warned(&self, warning: &Warning) -> Option<Bytes>;
    /// The beginning of an item, for standard output.
    fn begun(&self, item: Begun<'_>) -> Option<Bytes>;
    /// The end of an item, for standard output.
    fn done(&self, item: Done<'_>) -> Option<Bytes>;
    /// An item left alone, for standard output.
    fn skipped(&self, src: &Path, dst: &Path, reason: SkipReason) -> Option<Bytes>;
    /// Whether items that a policy or a filter leaves alone are told at all.
    fn tells_skips(&self) -> bool;
    /// The prompt before a line of standard input is read, if this dialect asks that way.
    fn prompt(&self, question: &Question) -> Option<Bytes>;
}
