//! The terminal programs.

pub mod app;
pub mod cli;
pub mod format;
pub mod home;
pub mod terminal;
pub mod text;
