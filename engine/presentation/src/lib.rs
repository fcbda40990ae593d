//! Holds the logic that both apps share: what they show and read, but not how they draw it.
//!
//! Nothing here draws, and nothing here copies, moves or deletes: names become text and text becomes
//! names, rules become new names, files of the user become settings, a job becomes a command line.

#![warn(missing_docs)]

pub mod actions;
pub mod address;
pub mod after;
pub mod answers;
pub mod archives;
pub mod background;
pub mod checksums;
pub mod columns;
pub mod command_line;
pub mod commands;
pub mod diff;
pub mod divided;
pub mod elevation;
pub mod errors;
pub mod hits;
pub mod home;
pub mod jobs;
pub mod keep;
pub mod keymap;
pub mod language;
pub mod machines;
pub mod owners;
pub mod probes;
pub mod programs;
pub mod properties;
pub mod quoting;
pub mod rename;
pub mod report;
pub mod room;
pub mod rules;
pub mod session;
pub mod settings;
pub mod sizes;
pub mod spelling;
pub mod started;
pub mod sync;
pub mod transfer;
pub mod typed;
pub mod unattended;
pub mod undo;
pub mod unlimited;
pub mod viewed;

/// What the standard library lacks, for the apps, which do not use `fcp-sys` themselves.
pub use fcp_sys::{lock, now};
