//! The queue that all front ends share.

pub mod entry;
pub(crate) mod lanes;
pub(crate) mod schedule;
pub(crate) mod weigh;

pub use entry::{Adding, Mode, QueuedJob, Settings, Stage};
