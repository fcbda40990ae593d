//! The commands that the user has written into the configuration, as the terminal runs them.

use std::ffi::OsString;

pub(crate) use fcp_presentation::commands::{Context, VARIABLES, expand, open_with, operand};

use super::key::Key;

/// A command that the user has written into the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UserCommand {
    /// Its name in the menu and in the palette.
    pub name: String,
    /// The keys that run it in the panels; empty if there are none.
    pub keys: Vec<Key>,
    /// The line for the shell, with placeholders.
    pub run: OsString,
    /// Whether the terminal shows what it printed until a key is pressed.
    pub waits: bool,
}
