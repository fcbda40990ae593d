//! The terminal programs.

pub mod app;
pub mod cli;
pub mod format;
pub mod terminal;
pub mod text;
