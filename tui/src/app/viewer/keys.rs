//! What keys do in the viewer, in one table.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key can ask for in the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewerAction {
    /// Show the keys.
    Help,
    /// Break long lines, or cut them.
    Wrap,
    /// Close the viewer.
    Close,
    /// Show bytes, or lines again.
    Hex,
    /// Go to a line, a part or a byte.
    Goto,
    /// Edit the file.
    Edit,
    /// Look for something further down.
    Find,
    /// Look for something further up.
    FindBack,
    /// Go to the next hit.
    FindNext,
    /// Go to the hit before.
    FindPrevious,
    /// Show the file beside the panel instead.
    Preview,
    /// Show the next file of the panel.
    NextFile,
    /// Show the file before in the panel.
    PreviousFile,
    /// Move up one row.
    Up,
    /// Move down one row.
    Down,
    /// Move up half a screen.
    HalfUp,
    /// Move down half a screen.
    HalfDown,
    /// Move up one screen.
    PageUp,
    /// Move down one screen.
    PageDown,
    /// Go to the beginning.
    First,
    /// Go to the end.
    Last,
    /// Move left in lines that are cut.
    Left,
    /// Move right in lines that are cut.
    Right,
    /// Show or hide the numbers of lines.
    Numbers,
    /// Go on showing the end while the file grows.
    Follow,
}

/// One line of the key table.
#[derive(Debug)]
pub struct Binding {
    /// The name of the action, for files of keys.
    pub id: &'static str,
    /// The keys.
    pub keys: &'static [(KeyCode, KeyModifiers)],
    /// The keys as they are written.
    pub name: &'static str,
    /// What happens.
    pub help: &'static str,
    /// What is asked for.
    pub action: ViewerAction,
}

const fn key(code: KeyCode) -> (KeyCode, KeyModifiers) {
    (code, KeyModifiers::NONE)
}

const fn char(c: char) -> (KeyCode, KeyModifiers) {
    (KeyCode::Char(c), KeyModifiers::NONE)
}

const fn ctrl(c: char) -> (KeyCode, KeyModifiers) {
    (KeyCode::Char(c), KeyModifiers::CONTROL)
}

const fn f(n: u8) -> (KeyCode, KeyModifiers) {
    (KeyCode::F(n), KeyModifiers::NONE)
}

macro_rules! table {
    ($($id:literal $name:literal $help:literal $action:ident: $($key:expr),+;)*) => {
        &[$(Binding {
            id: $id, keys: &[$($key),+], name: $name, help: $help, action: ViewerAction::$action,
        }),*]
    };
}

/// All keys of the viewer.
pub const BINDINGS: &[Binding] = table! {
    "viewer-up" "↑ k" "one row up" Up: key(KeyCode::Up), char('k');
    "viewer-down" "↓ j Enter" "one row down" Down: key(KeyCode::Down), char('j'), key(KeyCode::Enter);
    "viewer-page-up" "PgUp b" "one screen up" PageUp: key(KeyCode::PageUp), char('b'), ctrl('b');
    "viewer-page-down" "PgDn Space" "one screen down" PageDown: key(KeyCode::PageDown), char(' '), ctrl('f');
    "viewer-half-up" "u Ctrl-U" "half a screen up" HalfUp: char('u'), ctrl('u');
    "viewer-half-down" "d Ctrl-D" "half a screen down" HalfDown: char('d'), ctrl('d');
    "viewer-first" "Home g" "to the beginning" First: key(KeyCode::Home), char('g');
    "viewer-last" "End G" "to the end" Last: key(KeyCode::End), char('G');
    "viewer-left" "←" "left in cut lines" Left: key(KeyCode::Left);
    "viewer-right" "→" "right in cut lines" Right: key(KeyCode::Right);
    "viewer-wrap" "F2 w" "break or cut long lines" Wrap: f(2), char('w');
    "viewer-hex" "F4 h" "bytes, or lines again" Hex: f(4), char('h');
    "viewer-numbers" "l" "numbers of lines" Numbers: char('l');
    "viewer-goto" "F5 :" "to a line, 50%, or byte 0x1F00" Goto: f(5), char(':');
    "viewer-find" "F7 /" "find text, or bytes as x:DEAD" Find: f(7), char('/');
    "viewer-find-back" "?" "find towards the beginning" FindBack: char('?');
    "viewer-find-next" "n" "next hit" FindNext: char('n');
    "viewer-find-previous" "N" "hit before" FindPrevious: char('N');
    "viewer-follow" "F" "stay at the end while it grows" Follow: char('F');
    "viewer-next-file" "F9 Ctrl-N" "next file of the panel" NextFile: f(9), ctrl('n');
    "viewer-previous-file" "Ctrl-P" "file before in the panel" PreviousFile: ctrl('p');
    "viewer-preview" "F8" "beside the panel instead" Preview: f(8);
    "viewer-edit" "F6 e" "edit it" Edit: f(6), char('e');
    "viewer-help" "F1" "these keys" Help: f(1);
    "viewer-close" "Esc q F3 F10" "back to the panels"
        Close: key(KeyCode::Esc), char('q'), f(3), f(10), ctrl('c');
};

/// What the ten function keys are called, as in the line at the bottom.
pub const BAR: [&str; 10] =
    ["Help", "Wrap", "Quit", "Hex", "Go to", "Edit", "Find", "Preview", "Next", "Quit"];

/// Gives what a key asks for.
pub fn action(event: KeyEvent) -> Option<ViewerAction> {
    // Shift is part of the character already.
    let bits = event.modifiers - KeyModifiers::SHIFT;
    let hit = |binding: &&Binding| binding.keys.contains(&(event.code, bits));
    BINDINGS.iter().find(hit).map(|binding| binding.action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_means_two_things() {
        let mut keys: Vec<_> =
            BINDINGS.iter().flat_map(|b| b.keys).map(|k| format!("{k:?}")).collect();
        let all = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }
}
