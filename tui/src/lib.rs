//! The terminal programs.

pub mod app;
pub mod format;
pub mod text;
