//! The terminal programs.

pub mod format;

pub mod cli;
