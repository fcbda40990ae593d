//! The terminal programs.

pub mod app;
pub mod cli;
pub mod format;
pub mod home;
pub mod queue;
pub mod terminal;
pub mod text;
