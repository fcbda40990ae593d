//! The terminal programs.

pub mod cli;
pub mod format;
pub mod theme;
