//! Creates the windows when they are first needed, and shows them again later.
//!
//! Only the main thread makes them: GTK belongs to it, and a thread that makes a window waits for it at many
//! places, while it may be about to end.

use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use tauri::utils::config::Color;
use tauri::{AppHandle, Manager, Theme as Look, Url, WebviewUrl, WebviewWindowBuilder};

use super::{drop, geometry, revive, words};
use crate::app::App;
use crate::wire::{Theme, View};

const VIEWS: [View; 2] = [View::Manager, View::Copier];

/// Time that the main thread has to show a window; it has none for us once the program ends.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) fn label(view: View) -> &'static str {
    match view {
        View::Manager => "manager",
        View::Copier => "copier",
    }
}

/// Gives the window that a label means.
pub(crate) fn view(text: &str) -> Option<View> {
    VIEWS.into_iter().find(|view| label(*view) == text)
}

/// Shows a window, in front of others; returns once it is there.
///
/// # Errors
/// The program is about to end, or the window cannot be made.
pub(crate) fn show(app: &Arc<App>, handle: &AppHandle, view: View) -> tauri::Result<()> {
    let (done, shown) = mpsc::channel();
    let (app, handle_) = (Arc::clone(app), handle.clone());
    // On the main thread it is done at once.
    handle.run_on_main_thread(move || {
        // The caller may have stopped waiting.
        let _heard = done.send(show_here(&app, &handle_, view)).is_ok();
    })?;
    let late = |_| Err(io::Error::from(io::ErrorKind::TimedOut).into());
    shown.recv_timeout(PATIENCE).unwrap_or_else(late)
}

fn show_here(app: &Arc<App>, handle: &AppHandle, view: View) -> tauri::Result<()> {
    if app.native.leaving.load(Ordering::SeqCst) {
        return Err(io::Error::other("the program is about to end").into());
    }
    if let Some(window) = handle.get_webview_window(label(view)) {
        window.unminimize()?;
        window.show()?;
        return window.set_focus();
    }
    let page = match view {
        View::Manager => WebviewUrl::default(),
        View::Copier => WebviewUrl::App("index.html?copier".into()),
    };
    let (size, least) = match view {
        View::Manager => ((1280.0, 800.0), (640.0, 400.0)),
        View::Copier => ((480.0, 640.0), (360.0, 420.0)),
    };
    let theme = app.kept.get().theme;
    let window = WebviewWindowBuilder::new(handle, label(view), page);
    let window = geometry::restore(app, handle, view, window.inner_size(size.0, size.1))
        .title(words::title(view, None, None))
        .min_inner_size(least.0, least.1)
        .theme(look(theme))
        // Tauri's drop handler corrupts names that are not UTF-8.
        .disable_drag_drop_handler()
        // Nothing leads out of the program: a page from elsewhere could ask for everything that ours can.
        .on_navigation(is_ours)
        .build()?;
    // Until the page is drawn, the window has its colour.
    let dark = window.theme()? == Look::Dark;
    window.set_background_color(Some(if dark { DARK } else { LIGHT }))?;
    revive::revive(app, &window, view)?;
    drop::take_drops(app, &window, view)
}

/// Whether an address is that of a page of this program; without pages built in they come from a server.
fn is_ours(url: &Url) -> bool {
    let is_built_in = url.scheme() == "tauri" && url.host_str() == Some("localhost");
    is_built_in || (cfg!(not(feature = "custom-protocol")) && url.host_str() == Some("localhost"))
}

/// Shows a window that is open, or else the manager.
pub(super) fn show_any(app: &Arc<App>, handle: &AppHandle) -> tauri::Result<()> {
    let open = |view: &View| handle.get_webview_window(label(*view)).is_some();
    show(app, handle, VIEWS.into_iter().find(open).unwrap_or(View::Manager))
}

/// `--bg` of the pages.
const LIGHT: Color = Color(0xF3, 0xF4, 0xF6, 0xFF);
const DARK: Color = Color(0x13, 0x15, 0x18, 0xFF);

fn look(theme: Theme) -> Option<Look> {
    match theme {
        Theme::System => None,
        Theme::Light => Some(Look::Light),
        Theme::Dark => Some(Look::Dark),
    }
}

/// Gives all windows the look that the user chose.
pub(super) fn wear(handle: &AppHandle, theme: Theme) -> tauri::Result<()> {
    handle.webview_windows().values().try_for_each(|window| window.set_theme(look(theme)))
}

/// Whether no window is open.
pub(crate) fn none(handle: &AppHandle) -> bool {
    handle.webview_windows().is_empty()
}

/// Whether the user is at one of the windows.
pub(super) fn has_focus(handle: &AppHandle) -> bool {
    handle.webview_windows().values().any(|window| window.is_focused().is_ok_and(|focused| focused))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_goes_to_no_page_but_ours() {
        let ours = |url: &str| is_ours(&Url::parse(url).unwrap());
        assert!(ours("tauri://localhost/index.html?copier"));
        for other in ["https://example.com/", "file:///etc/passwd", "tauri://elsewhere/", "data:,x"]
        {
            assert!(!ours(other), "{other}");
        }
    }
}
