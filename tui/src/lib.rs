//! The terminal programs.

pub mod format;
