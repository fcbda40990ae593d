//! The desktop app: a thin layer between the engine and the UI in `ui-web/`.
//!
//! `app` holds what the window shows, `feed` tells it, `commands` takes what it asks.

mod app;
mod clipboard;
mod commands;
mod edits;
mod feed;
mod inspect;
mod jobs;
mod keymap;
mod launch;
mod names;
mod native;
mod panels;
mod patience;
mod plans;
mod preferences;
mod preview;
mod questions;
mod signals;
mod thumbs;
mod uris;
pub mod wire;
mod worker;

#[cfg(test)]
mod bindings;

/// Runs the program with the arguments of this process, and gives its exit code.
pub fn run() -> u8 {
    launch::run(std::env::args_os().skip(1).collect())
}
