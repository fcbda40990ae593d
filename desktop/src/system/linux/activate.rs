//! Lets a window come to the front for a later launch.
//!
//! Window managers keep a window back that asks for the focus by itself. The program that the user worked with gave
//! the launch an id, which says when the user asked for it; on Wayland GTK hands it on as a token of xdg-activation
//! (3.24.38 does, with sway), and without one the window stays where it is.

use gtk::prelude::*;
use tauri::WebviewWindow;

/// Gives GTK the id of a launch, with which the window is presented next.
pub(super) fn allow(window: &WebviewWindow, token: &str) -> tauri::Result<()> {
    window.gtk_window()?.set_startup_id(token);
    Ok(())
}
