//! The clipboard of the terminal, which may be on another machine than we are: OSC 52.

use std::io::{self, Write};

use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;

/// Puts a text into the clipboard; terminals that cannot do that say nothing.
///
/// Called between two frames, by the thread that draws them.
pub(super) fn put(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    execute!(out, CopyToClipboard::to_clipboard_from(text))?;
    out.flush()
}
