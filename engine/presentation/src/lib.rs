//! Holds the logic that both apps share: what they show and read, but not how they draw it.
//!
//! Nothing here draws, and nothing here copies, moves or deletes: names become text and text becomes
//! names, rules become new names, files of the user become settings, a job becomes a command line.
//!
//! Where to look:
//!
//! - questions: `answers.rs` (answers and their keys), `rules.rs` (rules for many questions), `probes.rs` (how
//!   two files compare)
//! - requests: `unseen.rs` (marked items that are not shown), `transfer.rs`, `archives.rs` (copies, moves, deletes and
//!   archives from what the user chose), `room.rs` (what a destination means, and whether the items fit),
//!   `rehearsal.rs` (dry runs), `failing.rs` (items that would fail), `unlimited.rs` (archives that were refused as too
//!   large), `command_line.rs` (a job as a command), `rename.rs`, `commands.rs` and `unattended.rs` (the user's own
//!   command lines, and how they are run without a terminal)
//! - jobs: `jobs.rs` (states and lanes as codes), `report.rs`, `undo.rs` (the undo stack), `divided.rs` (a plan
//!   of parts as rows), `after.rs` (what follows the queue), `background.rs` (the process that runs the queue)
//! - items: `columns.rs`, `properties.rs`, `owners.rs` (names of users), `sizes.rs` (folders that were measured),
//!   `checksums.rs`, `hits.rs` (what a search in files has found)
//! - two folders: `sync.rs` (the plan that brings two trees in step), `sync/memory.rs` (what they had in common),
//!   `diff.rs` (how two files differ)
//! - other machines: `machines.rs` (how they are reached), `address.rs` (as they are typed)
//! - the administrator: `elevation.rs` (requests), `elevation/` (which of them are refused field by field, which
//!   programs are started as root)
//! - the user's files: `home.rs` (where they are), `settings.rs`, `keymap.rs`, `keymap/edit.rs` (changes of keys),
//!   `keymap/own.rs` (the user's own commands), `keep.rs` (state from one start to the next), `session.rs` (stored
//!   tabs), `programs.rs` (programs of the desktop for a file)
//! - words: `language.rs` (texts in the user's language), `actions.rs` (names of actions), `errors.rs`, `viewed.rs`,
//!   `spelling.rs` (names as text), `quoting.rs` (for a shell), `typed.rs` (paths as they are typed)

#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests lay out their own files"))]

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
pub mod failing;
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
pub mod rehearsal;
pub mod rename;
pub mod report;
pub mod room;
pub mod rules;
pub mod session;
pub mod settings;
pub mod sizes;
pub mod spelling;
pub mod sync;
pub mod transfer;
pub mod typed;
pub mod unattended;
pub mod undo;
pub mod unlimited;
pub mod unseen;
pub mod viewed;

/// What the standard library lacks or hides, for the apps, which do not use `fcp-sys` themselves.
pub use fcp_sys::{lock, now, stdout_was_closed};
