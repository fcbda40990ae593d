//! The desktop app: a thin layer between the engine and the UI in `ui-web/`.
//!
//! `app` holds the parts, `tell` and `feed` tell the windows of them, `commands` takes what the windows ask.

mod after;
mod app;
#[cfg(test)]
mod bench;
mod changing;
mod checksums;
mod clipboard;
mod commands;
mod comparisons;
mod differences;
mod edits;
mod elevation;
mod engine;
mod failure;
mod feed;
mod greeting;
mod home_dir;
mod inspect;
mod jobs;
mod keymap;
mod keys;
mod launch;
mod leave;
mod listen;
mod located;
mod names;
mod native;
mod panels;
mod patience;
mod plans;
mod preferences;
mod preview;
mod questions;
mod signals;
mod standing;
mod system;
mod tell;
mod thumbs;
mod trashed;
mod undo_stack;
mod uris;
mod user_commands;
mod viewer;
mod windows;
pub mod wire;
mod words;
mod worker;

#[cfg(test)]
mod bindings;

/// Runs the program with the arguments of this process, and gives its exit code.
pub fn run() -> u8 {
    launch::run(std::env::args_os().skip(1).collect())
}
