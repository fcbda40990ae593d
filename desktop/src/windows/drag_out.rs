//! Lets the user drag files from a window to another program.

use std::path::PathBuf;

use tauri::WebviewWindow;

use crate::system::{Here, System as _};
use crate::uris;
use crate::wire::Refusal;

/// Begins to drag files to another program, which may copy them.
pub(crate) fn begin(window: &WebviewWindow, paths: &[PathBuf]) -> Result<(), Refusal> {
    let lines = paths.iter().map(|path| Ok(uris::encode(path)? + "\r\n"));
    Here::drag_out(window, lines.collect::<Result<_, Refusal>>()?)
}
