//! The queue that all front ends share.

pub mod entry;

pub use entry::{Adding, Mode, QueuedJob, Settings, Stage};
